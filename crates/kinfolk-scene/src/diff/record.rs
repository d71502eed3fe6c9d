//! Entities, templates and the head of a document as JSON objects, to be compared key by key.
//!
//! A record has what its holder wrote, under the keys and in the order of the canonical form,
//! but neither who it is nor where it hangs: ids, parents and children are the
//! [`family`](crate::family)'s. Equal records are equal texts, to the sign of a zero.

use crate::document::{
    Angle, Document, Entity, Field, Fields, Inherit, Limits, Overrides, Patch, Place2, Slot,
    SlotMode, Template,
};
use crate::json::{Json, Object, Text};
use crate::number::{self, Number};
use crate::read::value::INHERITED_PARTS;

/// Everything of a document but templates and entities.
pub(crate) fn of_head(document: &Document) -> Object {
    let mut record = Object::new();
    option(&mut record, "version", document.version, whole);
    if !document.include.is_empty() {
        let paths = document.include.iter().map(text).collect();
        push(&mut record, "include", Json::Array(paths));
    }
    option(&mut record, "limits", document.limits.as_ref(), limits);
    option(&mut record, "rules", document.rules.as_ref(), Json::clone);
    extra(&mut record, &document.extra);
    record
}

/// Everything of a template but its children.
pub(crate) fn of_template(template: &Template) -> Object {
    let mut record = Object::new();
    option(&mut record, "id", template.id.as_ref(), text);
    let description = template.description.as_ref();
    option(&mut record, "description", description, text);
    option(&mut record, "extends", template.extends.as_ref(), text);
    fields(&mut record, &template.fields);
    if !template.slots.is_empty() {
        let slots = template.slots.iter();
        let slots = slots.map(|(name, value)| (name.clone(), slot(value)));
        push(&mut record, "slots", object(slots));
    }
    overrides(&mut record, &template.overrides);
    extra(&mut record, &template.fields.extra);
    record
}

/// Everything of an entity but its id, parent and children. Its place is called `transform`.
pub(crate) fn of_entity(entity: &Entity, transform: &str) -> Object {
    let mut record = Object::new();
    option(&mut record, "name", entity.name.as_ref(), text);
    field(&mut record, "template", &entity.template, text);
    slot_fields(&mut record, &entity.fields);
    field(&mut record, transform, &entity.transform, place);
    fields(&mut record, &entity.fields);
    overrides(&mut record, &entity.overrides);
    extra(&mut record, &entity.fields.extra);
    record
}

/// Whether two entities have the same record, without making any.
pub(crate) fn same_entity(one: &Entity, other: &Entity) -> bool {
    one.name == other.name
        && one.template == other.template
        && same_place(&one.transform, &other.transform)
        && one.fields == other.fields
        && same_overrides(&one.overrides, &other.overrides)
}

/// Whether two templates have the same record.
pub(crate) fn same_template(one: &Template, other: &Template) -> bool {
    of_template(one) == of_template(other)
}

fn same_overrides(one: &Overrides, other: &Overrides) -> bool {
    if one.is_empty() && other.is_empty() {
        return true;
    }
    let (mut left, mut right) = (Object::new(), Object::new());
    overrides(&mut left, one);
    overrides(&mut right, other);
    left == right
}

fn same_place(one: &Field<Place2>, other: &Field<Place2>) -> bool {
    if one != other {
        return false;
    }
    let (Field::Set(one), Field::Set(other)) = (one, other) else {
        return true;
    };
    // 0 equals −0, but is another text.
    let signs = |place: &Place2| {
        let number = |field: &Field<f32>| field.set().is_some_and(|value| value.is_sign_negative());
        let angle = |field: &Field<Angle>| match field {
            Field::Set(Angle::Radians(value) | Angle::Degrees(value) | Angle::Turns(value)) => {
                value.is_sign_negative()
            }
            Field::Absent | Field::Null => false,
        };
        [
            number(&place.x),
            number(&place.y),
            angle(&place.angle),
            number(&place.scale_x),
            number(&place.scale_y),
            angle(&place.skew),
        ]
    };
    signs(one) == signs(other)
}

fn limits(limits: &Limits) -> Json {
    let mut record = Object::new();
    option(&mut record, "maxDepth", limits.max_depth, whole);
    option(&mut record, "maxEntities", limits.max_entities, whole);
    extra(&mut record, &limits.extra);
    Json::Object(record)
}

fn slot(slot: &Slot) -> Json {
    let mut record = Object::new();
    option(&mut record, "x", slot.x.as_ref(), single);
    option(&mut record, "y", slot.y.as_ref(), single);
    option(&mut record, "layer", slot.layer, whole);
    extra(&mut record, &slot.extra);
    Json::Object(record)
}

fn overrides(record: &mut Object, overrides: &Overrides) {
    if !overrides.is_empty() {
        let patches = overrides.iter();
        let patches =
            patches.map(|(path, value)| (path.clone(), value.as_ref().map_or(Json::Null, patch)));
        push(record, "overrides", object(patches));
    }
}

fn patch(patch: &Patch) -> Json {
    let mut record = Object::new();
    field(&mut record, "template", &patch.template, text);
    slot_fields(&mut record, &patch.fields);
    field(&mut record, "localTransform", &patch.transform, place);
    fields(&mut record, &patch.fields);
    extra(&mut record, &patch.fields.extra);
    Json::Object(record)
}

fn slot_fields(record: &mut Object, fields: &Fields) {
    field(record, "slot", &fields.slot, text);
    field(record, "slotMode", &fields.slot_mode, |mode| {
        Json::from(match mode {
            SlotMode::Offset => "offset",
            SlotMode::Override => "override",
        })
    });
}

fn fields(record: &mut Object, fields: &Fields) {
    let bool = |truth: &bool| Json::Bool(*truth);
    field(record, "inherit", &fields.inherit, inherit);
    field(record, "z", &fields.z, |z| whole(*z));
    field(record, "zRelative", &fields.z_relative, bool);
    field(record, "ySort", &fields.y_sort, bool);
    field(record, "visible", &fields.visible, bool);
    field(record, "active", &fields.active, bool);
    field(record, "tags", &fields.tags, |tags| {
        Json::Array(tags.iter().map(text).collect())
    });
    field(record, "assetPackId", &fields.asset_pack_id, text);
    field(record, "sprite", &fields.sprite, Json::clone);
    field(record, "physics", &fields.physics, Json::clone);
    field(record, "behaviors", &fields.behaviors, Json::clone);
    let conditional = &fields.conditional_behaviors;
    field(record, "conditionalBehaviors", conditional, Json::clone);
}

fn inherit(inherit: &Inherit) -> Json {
    Json::from(match inherit {
        Inherit::All => "all",
        Inherit::Position => "position",
        Inherit::TopLevel => "topLevel",
        Inherit::Parts(parts) => {
            let named = INHERITED_PARTS.iter();
            let named = named.filter(|(_, part)| parts.contains(*part));
            return Json::Array(named.map(|(name, _)| Json::from(*name)).collect());
        }
    })
}

fn place(place: &Place2) -> Json {
    let mut record = Object::new();
    field(&mut record, "x", &place.x, single);
    field(&mut record, "y", &place.y, single);
    field(&mut record, "angle", &place.angle, angle);
    field(&mut record, "scaleX", &place.scale_x, single);
    field(&mut record, "scaleY", &place.scale_y, single);
    field(&mut record, "skew", &place.skew, angle);
    extra(&mut record, &place.extra);
    Json::Object(record)
}

fn angle(angle: &Angle) -> Json {
    let (value, unit) = match *angle {
        Angle::Radians(radians) => return single(&radians),
        Angle::Degrees(degrees) => (degrees, "deg"),
        Angle::Turns(turns) => (turns, "turn"),
    };
    let mut written = String::new();
    number::write_f32(value, &mut written);
    written.push_str(unit);
    Json::String(written.into())
}

/// A single-precision number in as many digits as the canonical form gives it.
fn single(value: &f32) -> Json {
    let is_plain = *value == value.trunc() && value.abs() < 16_777_216.0;
    if is_plain && (*value != 0.0 || value.is_sign_positive()) {
        return Json::from(*value as i64);
    }
    let mut written = String::new();
    number::write_f32(*value, &mut written);
    Number::parse(&written).map_or(Json::Null, Json::Number)
}

fn whole(value: impl Into<i64>) -> Json {
    Json::from(value.into())
}

fn text(text: &Text) -> Json {
    Json::String(text.clone())
}

fn object(pairs: impl Iterator<Item = (Text, Json)>) -> Json {
    let mut record = Object::new();
    pairs.for_each(|(key, value)| record.push(key, value));
    Json::Object(record)
}

fn option<T>(record: &mut Object, key: &str, value: Option<T>, json: impl FnOnce(T) -> Json) {
    if let Some(value) = value {
        push(record, key, json(value));
    }
}

fn field<T>(record: &mut Object, key: &str, field: &Field<T>, json: impl FnOnce(&T) -> Json) {
    match field {
        Field::Absent => {}
        Field::Null => push(record, key, Json::Null),
        Field::Set(value) => push(record, key, json(value)),
    }
}

fn extra(record: &mut Object, extra: &Object) {
    for (key, value) in extra.iter() {
        push(record, key, value.clone());
    }
}

fn push(record: &mut Object, key: &str, value: Json) {
    record.push(key.into(), value);
}
