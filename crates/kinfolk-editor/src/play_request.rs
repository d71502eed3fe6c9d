//! What pages ask of the copy that runs, read from JSON. See [`protocol`](crate::protocol).

use kinfolk_game::InputEvent;
use kinfolk_scene::Text;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::play::{RUNNING, Sight};

/// What is asked for.
#[derive(Debug)]
pub(crate) enum PlayRequest {
    /// Start, or go on.
    Play,
    Pause,
    /// One step, and a pause.
    Step,
    /// From the beginning, with the scene as it is now.
    Restart,
    Stop,
    Input(Sight, Vec<InputEvent>),
    Inspect(Vec<Text>),
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Body {
    of: Option<Text>,
    ids: Vec<Text>,
    screen: Option<[f32; 2]>,
    middle: Option<[f32; 2]>,
    zoom: Option<f32>,
    events: Vec<Box<RawValue>>,
}

/// More than this is not done within one frame by anybody.
const MOST_EVENTS: usize = 256;

impl PlayRequest {
    /// Reads what `verb` asks for; `None` if it has nothing to do with what runs.
    pub(crate) fn read(verb: &str, text: &str) -> Result<Option<Self>, String> {
        Ok(Some(match verb {
            "play" => Self::Play,
            "pause" => Self::Pause,
            "step" => Self::Step,
            "restart" => Self::Restart,
            "stop" => Self::Stop,
            "input" | "inspect" => {
                let body: Body = serde_json::from_str(text)
                    .map_err(|error| format!("\"{verb}\" is wrong: {error}"))?;
                if verb == "input" {
                    body.input()?
                } else if body.of.as_deref() == Some(RUNNING) {
                    Self::Inspect(body.ids)
                } else {
                    return Ok(None);
                }
            }
            _ => return Ok(None),
        }))
    }
}

impl Body {
    fn input(self) -> Result<PlayRequest, String> {
        let (Some(screen), Some(middle), Some(zoom)) = (self.screen, self.middle, self.zoom) else {
            return Err("input needs `screen`, `middle` and `zoom`".to_owned());
        };
        if self.events.len() > MOST_EVENTS {
            return Err(format!("more than {MOST_EVENTS} events at once"));
        }
        let read = |event: &RawValue| event.get().parse::<InputEvent>();
        let events: Result<Vec<_>, _> = self.events.iter().map(|event| read(event)).collect();
        let sight = Sight {
            screen,
            middle,
            zoom,
        };
        let events = events.map_err(|why| why.to_string())?;
        Ok(PlayRequest::Input(sight, events))
    }
}
