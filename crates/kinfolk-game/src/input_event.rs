//! One thing that the player did, as data: it can be written down and replayed.
//!
//! An event is one line of JSON, `{ "type": "touchMoved", "id": 1, "x": 30, "y": 4.5 }`, and
//! reads back the same, to the last bit of its place.

use std::fmt;
use std::str::FromStr;

use glam::Vec2;
use kinfolk_scene::{Diagnostics, Json, Number, Object};

/// Something that a device told; places are on the screen, in pixels, y down.
///
/// ```
/// use kinfolk_game::InputEvent;
///
/// let jump = InputEvent::KeyPressed { key: "Space".to_owned() };
///
/// let line = jump.to_string();
/// assert_eq!(line, r#"{ "type": "keyPressed", "key": "Space" }"#);
/// assert_eq!(line.parse::<InputEvent>()?, jump);
/// # Ok::<(), kinfolk_game::InputEventError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum InputEvent {
    /// The mouse is here now.
    MouseMoved {
        /// Where.
        at: Vec2,
    },
    /// A mouse button went down, where the mouse is.
    MousePressed {
        /// Which one; 0 is the main one.
        button: u8,
    },
    /// A mouse button went up, where the mouse is.
    MouseReleased {
        /// Which one.
        button: u8,
    },
    /// A finger was put on the screen.
    TouchBegan {
        /// What it is called until it ends.
        id: u64,
        /// Where.
        at: Vec2,
    },
    /// A finger is here now.
    TouchMoved {
        /// Which one.
        id: u64,
        /// Where.
        at: Vec2,
    },
    /// A finger was lifted.
    TouchEnded {
        /// Which one.
        id: u64,
        /// Where.
        at: Vec2,
    },
    /// The platform took a finger away: what it was doing is not to be done.
    TouchCancelled {
        /// Which one.
        id: u64,
    },
    /// A key went down.
    KeyPressed {
        /// Its name, as the platform has it.
        key: String,
    },
    /// A key went up.
    KeyReleased {
        /// Its name.
        key: String,
    },
}

impl InputEvent {
    /// The event as an object: its `type`, then its fields.
    ///
    /// A coordinate that is not finite is `null`, and reads back as one that counts for nothing.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let mut object = Object::new();
        object.set("type", Json::from(self.kind()));
        match self {
            Self::MousePressed { button } | Self::MouseReleased { button } => {
                object.set("button", Json::from(i64::from(*button)));
            }
            Self::KeyPressed { key } | Self::KeyReleased { key } => {
                object.set("key", Json::from(key.as_str()));
            }
            Self::TouchBegan { id, .. }
            | Self::TouchMoved { id, .. }
            | Self::TouchEnded { id, .. }
            | Self::TouchCancelled { id } => object.set("id", number(&id.to_string())),
            Self::MouseMoved { .. } => {}
        }
        if let Self::MouseMoved { at }
        | Self::TouchBegan { at, .. }
        | Self::TouchMoved { at, .. }
        | Self::TouchEnded { at, .. } = self
        {
            object.set("x", number(&at.x.to_string()));
            object.set("y", number(&at.y.to_string()));
        }
        Json::Object(object)
    }

    /// Reads an event; keys that it does not know are passed over.
    ///
    /// # Errors
    /// Says which key is missing or is not what it should be.
    pub fn from_json(json: &Json) -> Result<Self, InputEventError> {
        let kind = text(json, "type")?;
        let touch = || Ok((touch_id(json)?, place(json)?));
        Ok(match kind {
            "mouseMoved" => Self::MouseMoved { at: place(json)? },
            "mousePressed" => Self::MousePressed {
                button: button(json)?,
            },
            "mouseReleased" => Self::MouseReleased {
                button: button(json)?,
            },
            "touchBegan" => touch().map(|(id, at)| Self::TouchBegan { id, at })?,
            "touchMoved" => touch().map(|(id, at)| Self::TouchMoved { id, at })?,
            "touchEnded" => touch().map(|(id, at)| Self::TouchEnded { id, at })?,
            "touchCancelled" => Self::TouchCancelled {
                id: touch_id(json)?,
            },
            "keyPressed" => Self::KeyPressed {
                key: text(json, "key")?.to_owned(),
            },
            "keyReleased" => Self::KeyReleased {
                key: text(json, "key")?.to_owned(),
            },
            _ => return Err(InputEventError::UnknownType(kind.to_owned())),
        })
    }

    const fn kind(&self) -> &'static str {
        match self {
            Self::MouseMoved { .. } => "mouseMoved",
            Self::MousePressed { .. } => "mousePressed",
            Self::MouseReleased { .. } => "mouseReleased",
            Self::TouchBegan { .. } => "touchBegan",
            Self::TouchMoved { .. } => "touchMoved",
            Self::TouchEnded { .. } => "touchEnded",
            Self::TouchCancelled { .. } => "touchCancelled",
            Self::KeyPressed { .. } => "keyPressed",
            Self::KeyReleased { .. } => "keyReleased",
        }
    }
}

/// As JSON on one line, however long.
impl fmt::Display for InputEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = self.to_json();
        let pairs = json.as_object().into_iter().flat_map(Object::iter);
        for (index, (key, value)) in pairs.enumerate() {
            let start = if index == 0 { "{ " } else { ", " };
            write!(f, "{start}\"{key}\": {value}")?;
        }
        f.write_str(" }")
    }
}

impl FromStr for InputEvent {
    type Err = InputEventError;

    fn from_str(line: &str) -> Result<Self, InputEventError> {
        Self::from_json(&line.parse().map_err(InputEventError::NotJson)?)
    }
}

/// Why something is not an input event.
#[derive(Debug)]
#[non_exhaustive]
pub enum InputEventError {
    /// The line is not JSON.
    NotJson(Diagnostics),
    /// There is no event of this type.
    UnknownType(String),
    /// A key is missing, or its value is of the wrong kind.
    Wrong {
        /// The key.
        key: &'static str,
        /// What its value should be.
        expected: &'static str,
        /// What it is.
        found: &'static str,
    },
}

impl fmt::Display for InputEventError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson(diagnostics) => diagnostics.fmt(f),
            Self::UnknownType(kind) => write!(f, "no input event has the type {kind:?}"),
            Self::Wrong {
                key,
                expected,
                found,
            } => write!(f, "\"{key}\" should be {expected}, not {found}"),
        }
    }
}

impl std::error::Error for InputEventError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NotJson(diagnostics) => Some(diagnostics),
            Self::UnknownType(_) | Self::Wrong { .. } => None,
        }
    }
}

/// Null if it is not finite.
fn number(digits: &str) -> Json {
    Number::parse(digits).map_or(Json::Null, Json::Number)
}

fn place(json: &Json) -> Result<Vec2, InputEventError> {
    Ok(Vec2::new(coordinate(json, "x")?, coordinate(json, "y")?))
}

fn coordinate(json: &Json, key: &'static str) -> Result<f32, InputEventError> {
    match json.get(key) {
        Some(Json::Null) => Ok(f32::NAN),
        Some(Json::Number(number)) => Ok(number.to_f64() as f32),
        found => Err(wrong(key, "a number", found)),
    }
}

fn button(json: &Json) -> Result<u8, InputEventError> {
    whole(json, "button", "a whole number from 0 to 255")
}

fn touch_id(json: &Json) -> Result<u64, InputEventError> {
    whole(json, "id", "a whole number from 0 on")
}

/// By its digits, since not every id is exact as a floating point number.
fn whole<T: FromStr>(
    json: &Json,
    key: &'static str,
    expected: &'static str,
) -> Result<T, InputEventError> {
    let number = json.get(key).filter(|value| value.as_f64().is_some());
    let whole = number.and_then(|number| number.to_string().parse().ok());
    whole.ok_or_else(|| wrong(key, expected, json.get(key)))
}

fn text<'a>(json: &'a Json, key: &'static str) -> Result<&'a str, InputEventError> {
    let value = json.get(key);
    let text = value.and_then(Json::as_str);
    text.ok_or_else(|| wrong(key, "a string", value))
}

fn wrong(key: &'static str, expected: &'static str, found: Option<&Json>) -> InputEventError {
    InputEventError::Wrong {
        key,
        expected,
        found: found.map_or("missing", Json::kind),
    }
}
