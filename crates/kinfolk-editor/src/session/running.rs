//! The copy of the scene that runs, if one does.
//!
//! It starts from the document as it is, and takes nothing back: nothing here writes to the document,
//! its history or what is known of its file.

use serde_json::{Value, json};

use crate::play::{self, Play};
use crate::play_request::PlayRequest;
use crate::protocol::Frame;

use super::{Session, nothing_open};

/// A reason may be long; a page shows so much of it.
const LONGEST_REASON: usize = 600;

impl Session {
    /// Whether time passes in a copy of the scene.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.play.as_ref().is_some_and(|play| !play.is_paused())
    }

    /// Lets time pass in the copy that runs, if one does and is not paused.
    pub fn tick(&mut self, secs: f32) {
        if let Some(play) = &mut self.play {
            play.tick(secs);
        }
    }

    /// What is different about what runs since the last call: for everybody who is told about it.
    pub fn running_news(&mut self) -> Vec<Frame> {
        match &mut self.play {
            Some(play) => play.news(),
            None => Vec::new(),
        }
    }

    /// What images that were found have changed about what runs, if they have.
    pub(crate) fn take_running_looks(&mut self) -> Vec<Frame> {
        match &mut self.play {
            Some(play) if play.has_new_looks() => play.news(),
            _ => Vec::new(),
        }
    }

    /// Everything about what runs, for a page that knows nothing. The others have to be told what is
    /// [new](Self::running_news) before.
    pub fn running(&mut self) -> Vec<Frame> {
        match &mut self.play {
            Some(play) => play.whole(),
            None => vec![play::stopped()],
        }
    }

    /// Does what is asked of what runs: the reply, and what to tell those who are told about it.
    pub(crate) fn run(&mut self, asked: PlayRequest) -> Result<(Value, Vec<Frame>), String> {
        let nothing = || "nothing runs; press Play first".to_owned();
        let frames = match asked {
            PlayRequest::Play => match &mut self.play {
                Some(play) => {
                    play.pause(false);
                    play.news()
                }
                None => self.start(false)?,
            },
            PlayRequest::Pause => {
                let play = self.play.as_mut().ok_or_else(nothing)?;
                play.pause(true);
                play.news()
            }
            PlayRequest::Step => {
                let mut frames = match &self.play {
                    Some(_) => Vec::new(),
                    None => self.start(true)?,
                };
                let play = self.play.as_mut().ok_or_else(nothing)?;
                play.step();
                frames.extend(play.news());
                frames
            }
            PlayRequest::Restart => {
                let is_paused = self.play.as_ref().ok_or_else(nothing)?.is_paused();
                self.start(is_paused)?
            }
            PlayRequest::Stop => {
                self.play.take().ok_or_else(nothing)?;
                self.running()
            }
            PlayRequest::Input(sight, events) => {
                let play = self.play.as_mut().ok_or_else(nothing)?;
                play.put_in(sight, events)?;
                Vec::new()
            }
            PlayRequest::Inspect(ids) => {
                let play = self.play.as_ref().ok_or_else(nothing)?;
                let entities = ids.iter().filter_map(|id| play.inspect(id));
                let entities: Vec<Value> = entities.collect();
                return Ok((json!({ "entities": entities }), Vec::new()));
            }
        };
        Ok((json!({}), frames))
    }

    /// Starts from the document as it is now. If the game refuses it, what ran goes on.
    fn start(&mut self, is_paused: bool) -> Result<Vec<Frame>, String> {
        let editing = self.editing.as_ref();
        let (text, includes) = editing
            .map(|editing| (editing.text(), editing.includes().clone()))
            .ok_or_else(|| nothing_open().to_string())?;
        let looks = self.rows.looks.with_same_images();
        let mut play = Play::start(&text, includes, looks).map_err(|why| shortened(&why))?;
        play.pause(is_paused);
        let frames = play.whole();
        self.play = Some(play);
        Ok(frames)
    }
}

fn shortened(why: &str) -> String {
    let why = format!("this scene cannot be played: {why}");
    match why.char_indices().nth(LONGEST_REASON) {
        Some((end, _)) => format!("{}…", &why[..end]),
        None => why,
    }
}
