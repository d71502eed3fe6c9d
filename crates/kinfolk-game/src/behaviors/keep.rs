//! The state of behaviors as JSON and back, to the last bit; and parameters that must be there.

use kinfolk_scene::{Json, Number, Object, Text};

use crate::read::{number, word, wrong};

/// An object of these.
pub(super) fn kept<const N: usize>(pairs: [(&str, Json); N]) -> Json {
    let pairs = pairs.map(|(key, value)| (Text::from(key), value));
    Json::Object(Object::from_iter(pairs))
}

/// A number; one that is not finite is `null`.
pub(super) fn of_number(number: f32) -> Json {
    Number::from_f64(f64::from(number)).map_or(Json::Null, Json::Number)
}

/// A list of numbers.
pub(super) fn of_numbers(numbers: &[f32]) -> Json {
    Json::Array(numbers.iter().map(|&number| of_number(number)).collect())
}

/// A count; nobody counts frames past 2⁶³.
pub(super) fn of_count(count: u64) -> Json {
    Json::from(i64::try_from(count).unwrap_or(i64::MAX))
}

/// The number that was kept.
pub(super) fn to_number(json: &Json) -> Option<f32> {
    Some(json.as_f64()? as f32)
}

/// The numbers that were kept.
pub(super) fn to_numbers<const N: usize>(json: &Json) -> Option<[f32; N]> {
    let numbers: Option<Vec<f32>> = json.as_array()?.iter().map(to_number).collect();
    numbers?.try_into().ok()
}

/// The count that was kept.
pub(super) fn to_count(json: &Json) -> Option<u64> {
    Some(json.as_f64()? as u64)
}

/// A number above zero, if it is there.
pub(super) fn positive(json: &Json, key: &str) -> Result<Option<f32>, String> {
    match number(json, key)? {
        Some(number) if number <= 0.0 => Err(wrong(key, &json[key], "more than 0")),
        number => Ok(number),
    }
}

/// A number that is not below zero, if it is there.
pub(super) fn not_negative(json: &Json, key: &str) -> Result<Option<f32>, String> {
    match number(json, key)? {
        Some(number) if number < 0.0 => Err(wrong(key, &json[key], "0 or more")),
        number => Ok(number),
    }
}

/// A word that must be there.
pub(super) fn needed_word(json: &Json, key: &str) -> Result<Text, String> {
    needed(word(json, key)?, key)
}

/// What must be there.
pub(super) fn needed<T>(found: Option<T>, key: &str) -> Result<T, String> {
    found.ok_or_else(|| format!("\"{key}\" is missing"))
}
