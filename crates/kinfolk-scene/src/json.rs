//! JSON as it is kept in a document: in order, and to the last digit.
//!
//! What Kinfolk itself does not look into (sprites, physics, behaviors, keys it does not
//! know) stays in this form, so that it survives reading and writing unchanged. Depth is
//! bounded by the reader, see [`MOST_LEVELS`](crate::MOST_LEVELS).

use std::collections::HashSet;
use std::fmt;

use indexmap::IndexMap;

use crate::number::Number;
use crate::write;

/// A short string: up to 24 bytes take no allocation.
pub type Text = compact_str::CompactString;

/// A JSON value.
///
/// ```
/// use kinfolk_scene::Json;
///
/// let sprite: Json = r##"{ "type": "rect", "width": 3, "color": "#553333" }"##.parse()?;
///
/// assert_eq!(sprite["width"].as_f64(), Some(3.0));
/// assert_eq!(sprite["radius"], Json::Null);
/// # Ok::<(), kinfolk_scene::Diagnostics>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Json {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A finite number.
    Number(Number),
    /// A string.
    String(Text),
    /// A list.
    Array(Vec<Self>),
    /// Keys and values, in the order of the file.
    Object(Object),
}

impl Json {
    /// The value of `key`, if this is an object that has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.as_object()?.get(key)
    }

    /// The object, if it is one.
    #[must_use]
    pub fn as_object(&self) -> Option<&Object> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The elements, if it is a list.
    #[must_use]
    pub fn as_array(&self) -> Option<&[Self]> {
        match self {
            Self::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The string, if it is one.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if it is one.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(number.to_f64()),
            _ => None,
        }
    }

    /// The truth value, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    /// What kind of value this is, in words.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a truth value",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::Array(_) => "a list",
            Self::Object(_) => "an object",
        }
    }

    /// Whether this is an object with a key that is null, at any depth of objects.
    pub(crate) fn has_nulls(&self) -> bool {
        self.as_object().is_some_and(Object::has_nulls)
    }

    /// Lays `over` on top: objects are merged key by key, `null` takes a key away, and
    /// everything else replaces what was there.
    ///
    /// ```
    /// use kinfolk_scene::Json;
    ///
    /// let mut sprite: Json = r#"{ "type": "rect", "size": { "w": 1, "h": 2 }, "glow": 3 }"#.parse()?;
    /// sprite.overlay(&r#"{ "size": { "h": 5 }, "glow": null }"#.parse()?);
    ///
    /// assert_eq!(sprite.to_string(), r#"{ "type": "rect", "size": { "w": 1, "h": 5 } }"#);
    /// # Ok::<(), kinfolk_scene::Diagnostics>(())
    /// ```
    pub fn overlay(&mut self, over: &Self) {
        let Self::Object(over) = over else {
            *self = over.clone();
            return;
        };
        if !matches!(self, Self::Object(_)) {
            *self = Self::Object(Object::default());
        }
        let Self::Object(base) = self else {
            unreachable!("made an object just above")
        };
        base.overlay(over);
    }
}

/// A key that is not there reads as `null`.
impl std::ops::Index<&str> for Json {
    type Output = Self;

    fn index(&self, key: &str) -> &Self {
        self.get(key).unwrap_or(&Self::Null)
    }
}

/// In canonical form, on one line if it is short.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write::json_to_string(self))
    }
}

impl From<bool> for Json {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::String(text.into())
    }
}

impl From<i64> for Json {
    fn from(number: i64) -> Self {
        Self::Number(number.into())
    }
}

/// For crates that speak serde: behaviors and sprites can be read into types of your own by
/// `serde_json::from_value`.
impl From<&Json> for serde_json::Value {
    fn from(json: &Json) -> Self {
        match json {
            Json::Null => Self::Null,
            Json::Bool(truth) => Self::Bool(*truth),
            Json::Number(number) => number.to_serde().map_or(Self::Null, Self::Number),
            Json::String(text) => Self::String(text.to_string()),
            Json::Array(array) => Self::Array(array.iter().map(Into::into).collect()),
            Json::Object(object) => Self::Object(
                object
                    .iter()
                    .map(|(key, value)| (key.to_owned(), value.into()))
                    .collect(),
            ),
        }
    }
}

/// Keys and their values, in the order of the file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Object {
    pairs: Vec<(Text, Json)>,
}

impl Object {
    /// An object without keys.
    #[must_use]
    pub const fn new() -> Self {
        Self { pairs: Vec::new() }
    }

    /// How many keys there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there are no keys.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The value of `key`.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Json> {
        Some(&self.pairs.iter().find(|(other, _)| other == key)?.1)
    }

    /// The value of `key`, to be changed.
    #[must_use]
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Json> {
        Some(&mut self.pairs.iter_mut().find(|(other, _)| other == key)?.1)
    }

    /// Gives `key` this value; a new key goes to the end.
    pub fn set(&mut self, key: &str, value: Json) {
        match self.get_mut(key) {
            Some(old) => *old = value,
            None => self.pairs.push((key.into(), value)),
        }
    }

    /// Takes `key` away; the others keep their order.
    pub fn remove(&mut self, key: &str) -> Option<Json> {
        let index = self.pairs.iter().position(|(other, _)| other == key)?;
        Some(self.pairs.remove(index).1)
    }

    /// Lays `over` on top, as [`Json::overlay`] does.
    pub fn overlay(&mut self, over: &Self) {
        if over.len() > Self::FEW {
            return self.overlay_many(over);
        }
        for (key, value) in over.iter() {
            if *value == Json::Null {
                self.remove(key);
            } else if let Some(below) = self.get_mut(key) {
                below.overlay(value);
            } else {
                let mut fresh = Json::Null;
                fresh.overlay(value); // without the nulls inside
                self.set(key, fresh);
            }
        }
    }

    /// More keys than this are looked up by hash.
    const FEW: usize = 16;

    /// The same in linear time.
    fn overlay_many(&mut self, over: &Self) {
        let mut merged: IndexMap<Text, Json> = self.pairs.drain(..).collect();
        let mut gone = HashSet::new();
        for (key, value) in over.iter() {
            if *value == Json::Null {
                gone.insert(key);
            } else {
                merged.entry(key.into()).or_default().overlay(value);
            }
        }
        merged.retain(|key, _| !gone.contains(key.as_str()));
        self.pairs = merged.into_iter().collect();
    }

    /// Whether a key is null, here or in an object inside.
    pub(crate) fn has_nulls(&self) -> bool {
        self.pairs
            .iter()
            .any(|(_, value)| *value == Json::Null || value.has_nulls())
    }

    /// Keys and values, in the order of the file.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Json)> + Clone {
        self.pairs.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// Adds a key that is known to be new.
    pub(crate) fn push(&mut self, key: Text, value: Json) {
        self.pairs.push((key, value));
    }

    /// Adds a key that is known to be new, before all others.
    pub(crate) fn push_first(&mut self, key: Text, value: Json) {
        self.pairs.insert(0, (key, value));
    }
}

impl FromIterator<(Text, Json)> for Object {
    /// Of a key that comes twice the last value counts.
    fn from_iter<I: IntoIterator<Item = (Text, Json)>>(pairs: I) -> Self {
        let mut object = Self::new();
        for (key, value) in pairs {
            object.set(&key, value);
        }
        object
    }
}
