//! A copy of the scene that runs.
//!
//! It is made of a text and never goes back into one: whatever happens here, the document, its history
//! and its file do not hear of it. There is no clock: [`tick`](Play::tick) is told how much time has
//! passed, and the game takes steps of its own length.

use kinfolk::NodeId;
use kinfolk_game::{Event, Game, InputEvent, Setup};
use kinfolk_physics::Backend;
use kinfolk_scene::Includes;
use serde_json::{Value, json};

use crate::inspect;
use crate::living::Living;
use crate::log::Log;
use crate::looks::{Found, Looks};
use crate::protocol::Frame;
use crate::rows::{Rows, in_tree_order};
use crate::session::text_frame;
use crate::watch::Watch;

/// The name of this world in messages.
pub(crate) const RUNNING: &str = "running";

/// So many steps are made up for at once.
const MOST_STEPS: u32 = 8;

/// What waits for the next step is at most this much; the rest is forgotten.
const MOST_WAITING: usize = 1_000;

/// A game made of the document, and what pages know of it.
#[derive(Debug)]
pub(crate) struct Play {
    game: Game,
    is_paused: bool,
    rows: Rows,
    watch: Watch,
    log: Log,
    /// Everybody whose numbers or tags may be others than pages know; `None` if that is not known.
    changed: Option<Vec<NodeId>>,
    /// Time that has passed and has not been stepped through.
    owed: f32,
    /// Whether images were found, and looks are others.
    has_new_looks: bool,
    waiting: usize,
    revision: u64,
}

/// What part of the world a page shows: where its mouse is, is to be understood by that.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sight {
    /// Width and height in pixels.
    pub(crate) screen: [f32; 2],
    /// The point of the world in the middle.
    pub(crate) middle: [f32; 2],
    /// Pixels for a unit.
    pub(crate) zoom: f32,
}

impl Play {
    /// A game of this text with what it includes, at its beginning. `looks` knows which images there are.
    ///
    /// # Errors
    /// Why the game refuses the text.
    pub(crate) fn start(text: &str, includes: Includes, looks: Looks) -> Result<Self, String> {
        let setup = Setup {
            includes,
            ..Setup::default()
        };
        let mut game: Game = Game::load_with(text, setup).map_err(|why| why.to_string())?;
        // That everybody has come is no news.
        drop(game.take_events());
        let mut play = Self {
            game,
            is_paused: false,
            rows: Rows::of(RUNNING, looks),
            watch: Watch::default(),
            log: Log::default(),
            changed: Some(Vec::new()),
            owed: 0.0,
            has_new_looks: false,
            waiting: 0,
            revision: 0,
        };
        play.listen();
        let Self {
            game, rows, watch, ..
        } = &mut play;
        living(game, |living| {
            rows.begin(living);
            watch.begin(living, rows);
        });
        Ok(play)
    }

    /// Lets time pass, unless it is paused: takes the steps that are due.
    pub(crate) fn tick(&mut self, secs: f32) {
        if self.is_paused || !secs.is_finite() {
            return;
        }
        self.owed += secs.max(0.0);
        let length = self.game.secs();
        for _ in 0..MOST_STEPS {
            if self.owed < length {
                break;
            }
            self.owed -= length;
            self.one_step();
        }
        // What could not be made up for is forgotten.
        self.owed = self.owed.min(length);
    }

    /// Takes one step, and pauses.
    pub(crate) fn step(&mut self) {
        self.is_paused = true;
        self.one_step();
    }

    fn one_step(&mut self) {
        let updates = self.game.forest().updated();
        self.game.step();
        self.waiting = 0;
        if let Some(changed) = &mut self.changed {
            let forest = self.game.forest();
            // With physics a step updates twice, and the first list is lost; a long list is none.
            if forest.updated() == updates + 1 && changed.len() < forest.len() {
                changed.extend(forest.changes());
            } else {
                self.changed = None;
            }
        }
        self.listen();
    }

    pub(crate) fn pause(&mut self, is_paused: bool) {
        self.is_paused = is_paused;
    }

    pub(crate) const fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Takes note of what somebody did with mouse and keyboard; the next step hears of it.
    pub(crate) fn put_in(&mut self, sight: Sight, events: Vec<InputEvent>) -> Result<(), String> {
        let Sight {
            screen: [width, height],
            middle,
            zoom,
        } = sight;
        let viewport = self.game.viewport_mut();
        let mut seen = *viewport;
        seen.set_size(width, height)
            .and_then(|()| seen.set_zoom(zoom))
            .and_then(|()| seen.set_position(middle.into()))
            .map_err(|why| why.to_string())?;
        *viewport = seen;
        for event in events {
            if self.waiting == MOST_WAITING {
                return Err("the game is paused, and has heard enough".to_owned());
            }
            self.waiting += 1;
            self.game.put_in(event);
        }
        Ok(())
    }

    /// Everything, for a page that knows nothing. What is [new](Self::news) has to be told to
    /// the others before.
    pub(crate) fn whole(&mut self) -> Vec<Frame> {
        let Self {
            game,
            rows,
            revision,
            ..
        } = self;
        let mut frames = living(game, |living| rows.scene(living, *revision));
        frames.push(self.log.whole());
        frames.push(self.state());
        frames
    }

    /// What is different since the last call, and how far it is.
    pub(crate) fn news(&mut self) -> Vec<Frame> {
        let Self {
            game,
            rows,
            watch,
            changed,
            ..
        } = self;
        let relooked = std::mem::take(&mut self.has_new_looks);
        let revision = self.revision + 1;
        let mut frames = living(game, |living| {
            if rows.has_outgrown(living) {
                rows.begin(living);
                watch.begin(living, rows);
                return rows.scene(living, revision);
            }
            let mut trace = watch.look(living, rows, changed.as_deref());
            if relooked {
                rows.forget_looks();
                trace.changed.extend(in_tree_order(living));
            }
            match trace.is_empty() {
                true => Vec::new(),
                false => rows.changed(living, trace, revision),
            }
        });
        self.changed = Some(Vec::new());
        if !frames.is_empty() {
            self.revision = revision;
        }
        frames.extend(self.log.news());
        frames.push(self.state());
        frames
    }

    /// Everything about one entity that runs.
    pub(crate) fn inspect(&self, id: &str) -> Option<Value> {
        inspect::running(&self.game, id)
    }

    /// The images that somebody should look for.
    pub(crate) fn take_wanted_images(&mut self) -> Vec<String> {
        self.rows.looks.take_wanted()
    }

    /// Somebody has looked for an image.
    pub(crate) fn image_found(&mut self, url: &str, image: Option<Found>) {
        self.has_new_looks |= image.is_some();
        self.rows.looks.found(url, image);
    }

    /// Whether images were found since pages were last told.
    pub(crate) const fn has_new_looks(&self) -> bool {
        self.has_new_looks
    }

    fn state(&self) -> Frame {
        progress(&self.game, self.is_paused)
    }

    /// Hears what the game has to say.
    fn listen(&mut self) {
        let (events, troubles) = (self.game.take_events(), self.game.take_troubles());
        self.log.note(&self.game, &events, &troubles);
        let Some(changed) = &mut self.changed else {
            return;
        };
        let retagged = events.iter().filter_map(|event| match event {
            Event::TagAdded(node, _) | Event::TagRemoved(node, _) => Some(*node),
            _ => None,
        });
        changed.extend(retagged);
    }
}

/// How far a game is.
pub(crate) fn progress<B: Backend>(game: &Game<B>, is_paused: bool) -> Frame {
    let state = if is_paused { "paused" } else { "playing" };
    let secs = game.frame() as f64 * f64::from(game.secs());
    state_frame(state, game.frame(), secs, game.len())
}

/// What pages are told when nothing runs.
pub(crate) fn stopped() -> Frame {
    state_frame("stopped", 0, 0.0, 0)
}

fn state_frame(state: &str, frame: u64, secs: f64, entities: usize) -> Frame {
    text_frame(&json!({
        "is": "play", "state": state, "frame": frame, "secs": secs, "entities": entities,
    }))
}

/// Shows a game to whoever shows scenes.
pub(crate) fn living<B: Backend, T>(game: &Game<B>, show: impl FnOnce(Living<'_>) -> T) -> T {
    let tags = |node| game.tags(node);
    show(Living {
        scene: game.scene(),
        forest: game.forest(),
        editing: None,
        tags: Some(&tags),
    })
}
