//! What a document is made of, for writing: every part as a scalar, or as a list of parts.
//!
//! The order of the parts here is the order of the keys in files.

use indexmap::IndexMap;

use crate::document::{
    Angle, Document, Entity, Field, Fields, Inherit, Limits, Overrides, Patch, Place2, Slot,
    SlotMode, Template,
};
use crate::json::{Json, Object, Text};
use crate::number::Number;
use crate::read::value::INHERITED_PARTS;

use super::texts;

#[derive(Clone, Copy, Debug)]
pub(super) enum Item<'d> {
    Null,
    Bool(bool),
    Whole(i64),
    F32(f32),
    Number(Number),
    WithUnit(f32, &'static str),
    Text(&'d str),
    Json(&'d Json),
    Tags(&'d [Text]),
    Inherited(kinfolk::Inherits),
    Place(&'d Place2),
    Slots(&'d IndexMap<Text, Slot>),
    Slot(&'d Slot),
    Limits(&'d Limits),
    Overrides(&'d Overrides),
    Patch(&'d Patch),
    /// Whether they are in the document's own list.
    Entities(&'d [Entity], bool),
    Entity(&'d Entity, bool),
    /// Without its children.
    EntityAlone(&'d Entity, bool),
    Templates(&'d IndexMap<Text, Template>),
    Template(&'d Template),
    /// Without its children.
    TemplateAlone(&'d Template),
    Document(&'d Document),
}

/// Is called with every part; `false` ends it.
type Visit<'v, 'd> = dyn FnMut(Option<&'d str>, Item<'d>) -> bool + 'v;

impl<'d> Item<'d> {
    /// A scalar that is inside of a [`Json`], as a scalar.
    pub(super) fn unwrapped(self) -> Self {
        match self {
            Self::Json(Json::Null) => Self::Null,
            Self::Json(Json::Bool(truth)) => Self::Bool(*truth),
            Self::Json(Json::Number(number)) => Self::Number(*number),
            Self::Json(Json::String(text)) => Self::Text(text),
            other => other,
        }
    }

    pub(super) fn is_container(self) -> bool {
        match self {
            Self::Json(json) => matches!(json, Json::Array(_) | Json::Object(_)),
            Self::Null | Self::Bool(_) | Self::Whole(_) | Self::F32(_) => false,
            Self::Number(_) | Self::WithUnit(..) | Self::Text(_) => false,
            _ => true,
        }
    }

    /// Whether this is over several lines even if it would fit on one.
    pub(super) fn is_always_opened(self) -> bool {
        matches!(
            self,
            Self::Entities(..) | Self::Templates(_) | Self::Document(_)
        )
    }

    pub(super) fn brackets(self) -> (char, char) {
        match self {
            Self::Json(Json::Array(_))
            | Self::Tags(_)
            | Self::Inherited(_)
            | Self::Entities(..) => ('[', ']'),
            _ => ('{', '}'),
        }
    }

    /// Visits the parts of a list or an object, in order, until one visit says no; says whether
    /// none did.
    pub(super) fn each(self, visit: &mut Visit<'_, 'd>) -> bool {
        match self {
            Self::Json(Json::Array(array)) => {
                array.iter().all(|part| visit(None, Item::Json(part)))
            }
            Self::Json(Json::Object(object)) => each_extra(object, visit),
            Self::Tags(tags) => texts(tags).all(|tag| visit(None, Item::Text(tag))),
            Self::Inherited(parts) => INHERITED_PARTS
                .iter()
                .filter(|(_, part)| parts.contains(*part))
                .all(|(name, _)| visit(None, Item::Text(name))),
            Self::Place(place) => each_number(place, visit),
            Self::Slots(slots) => slots
                .iter()
                .all(|(name, slot)| visit(Some(name), Item::Slot(slot))),
            Self::Slot(slot) => each_of_slot(slot, visit),
            Self::Limits(limits) => {
                some(limits.max_depth, "maxDepth", visit, |depth| {
                    Item::Whole(depth.into())
                }) && some(limits.max_entities, "maxEntities", visit, |most| {
                    Item::Whole(most.into())
                }) && each_extra(&limits.extra, visit)
            }
            Self::Overrides(overrides) => overrides.iter().all(|(path, patch)| {
                let item = patch.as_ref().map_or(Item::Null, Item::Patch);
                visit(Some(path), item)
            }),
            Self::Patch(patch) => each_of_patch(patch, visit),
            Self::Entities(entities, top) => entities
                .iter()
                .all(|entity| visit(None, Item::Entity(entity, top))),
            Self::Entity(entity, top) => each_of_entity(entity, &entity.children, top, visit),
            Self::EntityAlone(entity, top) => each_of_entity(entity, &[], top, visit),
            Self::Templates(templates) => templates
                .iter()
                .filter(|(_, template)| template.source.is_none())
                .all(|(name, template)| visit(Some(name), Item::Template(template))),
            Self::Template(template) => each_of_template(template, &template.children, visit),
            Self::TemplateAlone(template) => each_of_template(template, &[], visit),
            Self::Document(document) => each_of_document(document, visit),
            _ => true,
        }
    }
}

fn each_of_document<'d>(document: &'d Document, visit: &mut Visit<'_, 'd>) -> bool {
    let schema = document.extra.get("$schema");
    some(schema, "$schema", visit, Item::Json)
        && some(document.version, "version", visit, |version| {
            Item::Whole(version.into())
        })
        && (document.include.is_empty() || visit(Some("include"), Item::Tags(&document.include)))
        && some(document.limits.as_ref(), "limits", visit, Item::Limits)
        && (document.own_templates().next().is_none()
            || visit(Some("templates"), Item::Templates(&document.templates)))
        && (document.entities.is_empty()
            || visit(Some("entities"), Item::Entities(&document.entities, true)))
        && some(document.rules.as_ref(), "rules", visit, Item::Json)
        && document
            .extra
            .iter()
            .filter(|(key, _)| *key != "$schema")
            .all(|(key, value)| visit(Some(key), Item::Json(value)))
}

fn each_of_template<'d>(
    template: &'d Template,
    children: &'d [Entity],
    visit: &mut Visit<'_, 'd>,
) -> bool {
    some(template.id.as_deref(), "id", visit, Item::Text)
        && some(
            template.description.as_deref(),
            "description",
            visit,
            Item::Text,
        )
        && some(template.extends.as_deref(), "extends", visit, Item::Text)
        && each_field(&template.fields, visit)
        && (template.slots.is_empty() || visit(Some("slots"), Item::Slots(&template.slots)))
        && each_below(&template.overrides, children, visit)
        && each_extra(&template.fields.extra, visit)
}

fn each_of_entity<'d>(
    entity: &'d Entity,
    children: &'d [Entity],
    top: bool,
    visit: &mut Visit<'_, 'd>,
) -> bool {
    let transform = if top && entity.parent.is_none() {
        "transform"
    } else {
        "localTransform"
    };
    some(entity.id.as_deref(), "id", visit, Item::Text)
        && some(entity.name.as_deref(), "name", visit, Item::Text)
        && field(&entity.template, "template", visit, |name| Item::Text(name))
        && some(entity.parent.as_deref(), "parent", visit, Item::Text)
        && each_slot_field(&entity.fields, visit)
        && field(&entity.transform, transform, visit, Item::Place)
        && each_field(&entity.fields, visit)
        && each_below(&entity.overrides, children, visit)
        && each_extra(&entity.fields.extra, visit)
}

fn each_of_patch<'d>(patch: &'d Patch, visit: &mut Visit<'_, 'd>) -> bool {
    field(&patch.template, "template", visit, |name| Item::Text(name))
        && each_slot_field(&patch.fields, visit)
        && field(&patch.transform, "localTransform", visit, Item::Place)
        && each_field(&patch.fields, visit)
        && each_extra(&patch.fields.extra, visit)
}

fn each_below<'d>(
    overrides: &'d Overrides,
    children: &'d [Entity],
    visit: &mut Visit<'_, 'd>,
) -> bool {
    (overrides.is_empty() || visit(Some("overrides"), Item::Overrides(overrides)))
        && (children.is_empty() || visit(Some("children"), Item::Entities(children, false)))
}

fn each_slot_field<'d>(fields: &'d Fields, visit: &mut Visit<'_, 'd>) -> bool {
    field(&fields.slot, "slot", visit, |slot| Item::Text(slot))
        && field(&fields.slot_mode, "slotMode", visit, |mode| {
            Item::Text(match mode {
                SlotMode::Offset => "offset",
                SlotMode::Override => "override",
            })
        })
}

fn each_field<'d>(fields: &'d Fields, visit: &mut Visit<'_, 'd>) -> bool {
    let bool = |truth: &'d bool| Item::Bool(*truth);
    field(&fields.inherit, "inherit", visit, |inherit| match inherit {
        Inherit::All => Item::Text("all"),
        Inherit::Position => Item::Text("position"),
        Inherit::TopLevel => Item::Text("topLevel"),
        Inherit::Parts(parts) => Item::Inherited(*parts),
    }) && field(&fields.z, "z", visit, |z| Item::Whole(i64::from(*z)))
        && field(&fields.z_relative, "zRelative", visit, bool)
        && field(&fields.y_sort, "ySort", visit, bool)
        && field(&fields.visible, "visible", visit, bool)
        && field(&fields.active, "active", visit, bool)
        && field(&fields.tags, "tags", visit, |tags| Item::Tags(tags))
        && field(&fields.asset_pack_id, "assetPackId", visit, |id| {
            Item::Text(id)
        })
        && field(&fields.sprite, "sprite", visit, Item::Json)
        && field(&fields.physics, "physics", visit, Item::Json)
        && field(&fields.behaviors, "behaviors", visit, Item::Json)
        && field(
            &fields.conditional_behaviors,
            "conditionalBehaviors",
            visit,
            Item::Json,
        )
}

fn each_number<'d>(place: &'d Place2, visit: &mut Visit<'_, 'd>) -> bool {
    let number = |value: &'d f32| Item::F32(*value);
    field(&place.x, "x", visit, number)
        && field(&place.y, "y", visit, number)
        && field(&place.angle, "angle", visit, angle)
        && field(&place.scale_x, "scaleX", visit, number)
        && field(&place.scale_y, "scaleY", visit, number)
        && field(&place.skew, "skew", visit, angle)
        && each_extra(&place.extra, visit)
}

fn angle<'d>(angle: &'d Angle) -> Item<'d> {
    match *angle {
        Angle::Radians(radians) => Item::F32(radians),
        Angle::Degrees(degrees) => Item::WithUnit(degrees, "deg"),
        Angle::Turns(turns) => Item::WithUnit(turns, "turn"),
    }
}

fn each_of_slot<'d>(slot: &'d Slot, visit: &mut Visit<'_, 'd>) -> bool {
    some(slot.x, "x", visit, Item::F32)
        && some(slot.y, "y", visit, Item::F32)
        && some(slot.layer, "layer", visit, |layer| {
            Item::Whole(layer.into())
        })
        && each_extra(&slot.extra, visit)
}

fn each_extra<'d>(extra: &'d Object, visit: &mut Visit<'_, 'd>) -> bool {
    extra
        .iter()
        .all(|(key, value)| visit(Some(key), Item::Json(value)))
}

fn some<'d, T>(
    value: Option<T>,
    key: &'static str,
    visit: &mut Visit<'_, 'd>,
    item: impl FnOnce(T) -> Item<'d>,
) -> bool {
    value.is_none_or(|value| visit(Some(key), item(value)))
}

fn field<'d, T>(
    field: &'d Field<T>,
    key: &'static str,
    visit: &mut Visit<'_, 'd>,
    item: impl FnOnce(&'d T) -> Item<'d>,
) -> bool {
    match field {
        Field::Absent => true,
        Field::Null => visit(Some(key), Item::Null),
        Field::Set(value) => visit(Some(key), item(value)),
    }
}
