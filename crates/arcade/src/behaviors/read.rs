//! Numbers and words out of the objects of behaviors.

use kinfolk_scene::{Json, Text};

/// A number that must be there.
pub(super) fn number(json: &Json, key: &str) -> Result<f32, String> {
    number_or(json, key, None)
}

/// A number, or what holds if it is absent.
pub(super) fn number_or(json: &Json, key: &str, absent: Option<f32>) -> Result<f32, String> {
    let told = match &json[key] {
        Json::Null => absent,
        value => value.as_f64().map(|number| number as f32),
    };
    told.filter(|number| number.is_finite())
        .ok_or_else(|| format!("\"{key}\" should be a number"))
}

/// A word, if it is there.
pub(super) fn word(json: &Json, key: &str) -> Result<Option<Text>, String> {
    match &json[key] {
        Json::Null => Ok(None),
        Json::String(word) => Ok(Some(word.clone())),
        _ => Err(format!("\"{key}\" should be a word")),
    }
}

/// A word that must be there.
pub(super) fn needed(json: &Json, key: &str) -> Result<Text, String> {
    word(json, key)?.ok_or_else(|| format!("\"{key}\" is missing"))
}

/// A list of words; none if it is absent.
pub(super) fn words(json: &Json, key: &str) -> Result<Vec<Text>, String> {
    let wrong = || format!("\"{key}\" should be a list of words");
    match &json[key] {
        Json::Null => Ok(Vec::new()),
        value => value
            .as_array()
            .ok_or_else(wrong)?
            .iter()
            .map(|word| word.as_str().map(Text::from).ok_or_else(wrong))
            .collect(),
    }
}
