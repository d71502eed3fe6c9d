//! Bodies and their shapes.
//!
//! A document knows what kind of body it is, and one box or circle. The rest (masses, friction,
//! layers, compound shapes) gets lost, by name.

use crate::shown::Shown;
use crate::zon::{FieldOf, Kind, Value};

use super::being::Reader;
use super::component::{self, is_struct, lose, number};

/// Reads a `RigidBody`.
pub(super) fn body(reader: &mut Reader<'_, '_>, value: Value<'_>) {
    if !is_struct(reader, value, "RigidBody") {
        return;
    }
    reader.subject().has_body = true;
    for field in value.fields() {
        if field.name != "body_type" {
            lose(reader, field.name_part, "RigidBody", field.name);
            continue;
        }
        match field.value.text() {
            Some(kind @ ("static" | "dynamic" | "kinematic")) => {
                reader.subject().physics.set("bodyType", kind.into());
            }
            Some(_) => {
                let message = "there is no such body type";
                let help = "there is `.static`, `.dynamic` and `.kinematic`";
                reader.page.problem(field.value.part(), message, Some(help));
            }
            None => {
                let wanted = "`.static`, `.dynamic` or `.kinematic`";
                reader.page.wrong_kind(field.value, "body_type", wanted);
            }
        }
    }
}

/// Reads a `Collider`.
pub(super) fn collider(reader: &mut Reader<'_, '_>, value: Value<'_>) {
    if !is_struct(reader, value, "Collider") {
        return;
    }
    for field in value.fields() {
        match field.name {
            "shape" | "shape_type" => shape(reader, field),
            "width" | "height" | "radius" => length(reader, &field),
            other => lose(reader, field.name_part.clone(), "Collider", other),
        }
    }
}

/// `.box`, or `.{ .box = .{ .width = 40, .height = 40 } }`
fn shape(reader: &mut Reader<'_, '_>, field: FieldOf<'_>) {
    let value = field.value;
    let (name, inside) = match value.kind() {
        Kind::Text(name) | Kind::Word(name) => (name, None),
        Kind::Struct => match value.fields().next() {
            Some(first) => (first.name, Some(first.value)),
            None => return,
        },
        _ => {
            reader.page.wrong_kind(value, field.name, "a shape");
            return;
        }
    };
    let shape = match name {
        "box" | "rectangle" | "rect" => "box",
        "circle" => "circle",
        other => {
            let what = format!("the shape `{}` of `Collider`", Shown(other));
            reader.loss(value.part(), what);
            return;
        }
    };
    reader.subject().physics.set("shape", shape.into());
    for part in value.fields().skip(1) {
        lose(reader, part.name_part, "Collider", part.name);
    }
    let Some(inside) = inside else {
        return;
    };
    if !is_struct(reader, inside, name) {
        return;
    }
    for part in inside.fields() {
        match part.name {
            "width" | "height" | "radius" => length(reader, &part),
            other => lose(reader, part.name_part.clone(), "Collider", other),
        }
    }
}

fn length(reader: &mut Reader<'_, '_>, field: &FieldOf<'_>) {
    if number(reader, field.value, field.name).is_none() {
        return; // said there
    }
    if let Kind::Number(length) = field.value.kind()
        && let Some(length) = component::json(length)
    {
        reader.subject().physics.set(field.name, length);
    }
}
