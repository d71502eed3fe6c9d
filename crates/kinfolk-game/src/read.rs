//! Numbers and words out of the objects of behaviors and rules.

use glam::Vec2;
use kinfolk_scene::{Json, Text};

/// A number that fits single precision.
pub(crate) fn number(json: &Json, key: &str) -> Result<Option<f32>, String> {
    match &json[key] {
        Json::Null => Ok(None),
        value => match value.as_f64().map(|number| number as f32) {
            Some(number) if number.is_finite() => Ok(Some(number)),
            _ => Err(wrong(key, value, "a number")),
        },
    }
}

/// Radians, or `"45deg"`, or `"0.25turn"`.
pub(crate) fn angle(json: &Json, key: &str) -> Result<Option<f32>, String> {
    let Some(text) = json[key].as_str() else {
        return number(json, key);
    };
    let read = |unit: &str| {
        let number = text.trim().strip_suffix(unit)?.trim_end();
        number
            .parse::<f32>()
            .ok()
            .filter(|number| number.is_finite())
    };
    let radians = read("deg").map(f32::to_radians);
    let radians = radians.or_else(|| Some(read("turn")? * std::f32::consts::TAU));
    match radians {
        Some(radians) => Ok(Some(radians)),
        None => Err(wrong(key, &json[key], "radians, or \"45deg\"")),
    }
}

/// A word.
pub(crate) fn word(json: &Json, key: &str) -> Result<Option<Text>, String> {
    match &json[key] {
        Json::Null => Ok(None),
        Json::String(word) => Ok(Some(word.clone())),
        other => Err(wrong(key, other, "a string")),
    }
}

/// True or false.
pub(crate) fn truth(json: &Json, key: &str) -> Result<Option<bool>, String> {
    match &json[key] {
        Json::Null => Ok(None),
        Json::Bool(truth) => Ok(Some(*truth)),
        other => Err(wrong(key, other, "true or false")),
    }
}

/// `{ "x": 1, "y": 2 }` or `[1, 2]`.
pub(crate) fn point(json: &Json) -> Option<Vec2> {
    let finite = |json: &Json| {
        let number = json.as_f64()? as f32;
        number.is_finite().then_some(number)
    };
    match json {
        Json::Array(pair) if pair.len() == 2 => {
            Some(Vec2::new(finite(&pair[0])?, finite(&pair[1])?))
        }
        Json::Object(_) => {
            let axis = |key: &str| match &json[key] {
                Json::Null => Some(0.0),
                value => finite(value),
            };
            Some(Vec2::new(axis("x")?, axis("y")?))
        }
        _ => None,
    }
}

pub(crate) fn wrong(key: &str, found: &Json, wanted: &str) -> String {
    let mut shown = found.to_string();
    if shown.chars().count() > 40 {
        shown = shown.chars().take(40).chain(['…']).collect();
    }
    format!("\"{key}\" is {shown}, and should be {wanted}")
}
