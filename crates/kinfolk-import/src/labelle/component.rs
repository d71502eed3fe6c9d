//! What an entity is made of: its components.
//!
//! Place, look, body and tags have keys in a document. Every other component is the game's own
//! and gets lost, by name.

use kinfolk_scene::{Angle, Field, Json, Number, Text};

use crate::shown::Shown;
use crate::zon::{self, Kind, Value};

use super::being::Reader;
use super::{physics, visual};

/// Reads the components of the being that `reader` is about.
pub(super) fn read(reader: &mut Reader<'_, '_>, components: Value<'_>) {
    if !is_struct(reader, components, "components") {
        return;
    }
    for field in components.fields() {
        let value = field.value;
        match field.name {
            "Position" => position(reader, value),
            "Scale" => scale(reader, value),
            "Sprite" | "Shape" | "Text" => visual::read(reader, field.name, value),
            "RigidBody" => physics::body(reader, value),
            "Collider" => physics::collider(reader, value),
            "Tags" => tags(reader, value),
            "Parent" | "Children" => {
                let name = field.name;
                let message = format!("`{name}` is no component of a scene file");
                let help = if name == "Parent" {
                    "write `.parent = \"id\"` beside `.components`"
                } else {
                    "write `.children = .{ … }` beside `.components`"
                };
                reader.page.problem(field.name_part, message, Some(help));
            }
            other => {
                let what = format!("the component `{}`", Shown(other));
                reader.loss(field.name_part, what);
            }
        }
    }
}

fn position(reader: &mut Reader<'_, '_>, value: Value<'_>) {
    if !is_struct(reader, value, "Position") {
        return;
    }
    for field in value.fields() {
        match field.name {
            "x" | "y" | "rotation" => {
                let Some(number) = number(reader, field.value, field.name) else {
                    continue;
                };
                let place = &mut reader.subject().place;
                match field.name {
                    "x" => place.x = Field::Set(number),
                    "y" => place.y = Field::Set(number),
                    _ => place.angle = Field::Set(Angle::Radians(number)),
                }
            }
            other => lose(reader, field.name_part.clone(), "Position", other),
        }
    }
}

fn scale(reader: &mut Reader<'_, '_>, value: Value<'_>) {
    if !is_struct(reader, value, "Scale") {
        return;
    }
    reader.subject().has_scale = true;
    for field in value.fields() {
        match field.name {
            "x" | "y" => {
                let Some(number) = number(reader, field.value, field.name) else {
                    continue;
                };
                let place = &mut reader.subject().place;
                if field.name == "x" {
                    place.scale_x = Field::Set(number);
                } else {
                    place.scale_y = Field::Set(number);
                }
            }
            other => lose(reader, field.name_part.clone(), "Scale", other),
        }
    }
}

fn tags(reader: &mut Reader<'_, '_>, value: Value<'_>) {
    if !matches!(value.kind(), Kind::Tuple | Kind::Empty) {
        reader.page.wrong_kind(value, "Tags", "a tuple");
        return;
    }
    let mut tags: Vec<Text> = Vec::new();
    for element in value.elements() {
        match element.text() {
            Some(tag) => tags.push(tag.into()),
            None => reader
                .page
                .wrong_kind(element, "Tags", "a tuple of strings"),
        }
    }
    reader.subject().tags = Some(tags);
}

/// A field of a component does not come along.
pub(super) fn lose(
    reader: &mut Reader<'_, '_>,
    part: std::ops::Range<usize>,
    component: &str,
    name: &str,
) {
    reader.loss(part, format!("`{}` of `{component}`", Shown(name)));
}

/// Whether a value has fields, or could have; a problem otherwise.
pub(super) fn is_struct(reader: &mut Reader<'_, '_>, value: Value<'_>, name: &str) -> bool {
    let is = matches!(value.kind(), Kind::Struct | Kind::Empty);
    if !is {
        reader.page.wrong_kind(value, name, "a struct");
    }
    is
}

/// A number that fits single precision; a problem otherwise.
pub(super) fn number(reader: &mut Reader<'_, '_>, value: Value<'_>, name: &str) -> Option<f32> {
    let Kind::Number(number) = value.kind() else {
        reader.page.wrong_kind(value, name, "a number");
        return None;
    };
    let single = number.real as f32;
    if single.is_finite() {
        return Some(single);
    }
    not_finite(reader, value, name);
    None
}

/// A number does not fit single precision.
pub(super) fn not_finite(reader: &mut Reader<'_, '_>, value: Value<'_>, name: &str) {
    let message = format!("`{}` does not fit single precision", Shown(name));
    reader
        .page
        .problem(value.part(), message, Some("write a finite number"));
}

/// `true` or `false`; a problem otherwise.
pub(super) fn truth(reader: &mut Reader<'_, '_>, value: Value<'_>, name: &str) -> Option<bool> {
    match value.kind() {
        Kind::Bool(truth) => Some(truth),
        _ => {
            reader.page.wrong_kind(value, name, "true or false");
            None
        }
    }
}

/// A number as a document has it, also after it was written and read; `None` if it does not fit.
pub(super) fn json(number: zon::Number) -> Option<Json> {
    if let Some(whole) = number.whole {
        return Some(whole.into());
    }
    let real = number.real;
    let is_whole = real == real.trunc() && real != 0.0;
    // Digits without a point are a whole number to whoever reads them.
    let number = match real {
        _ if is_whole && real.abs() < 2_f64.powi(63) => Some(Number::from(real as i64)),
        _ if is_whole && real > 0.0 && real < 2_f64.powi(64) => {
            Number::parse(&(real as u64).to_string())
        }
        real => Number::from_f64(real),
    };
    number.map(Json::Number)
}
