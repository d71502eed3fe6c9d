//! Everything there is to know about one entity, for the inspector.

use kinfolk::{Forest, Node2, NodeId, Transform2};
use kinfolk_game::Game;
use kinfolk_physics::Backend;
use kinfolk_scene::{Editing, Field, FieldSet, Json, Object, Scene, Slot, SlotMode};
use serde_json::{Map, Value, json};

/// What a document says beside templates and entities. See [`protocol`](crate::protocol).
pub(crate) fn head(editing: &Editing) -> Value {
    let document = editing.document();
    let limits = document.limits.as_ref();
    json!({
        "rules": document.rules.as_ref().map(Json::to_string),
        "limits": {
            "maxDepth": limits.and_then(|limits| limits.max_depth),
            "maxEntities": limits.and_then(|limits| limits.max_entities),
        },
        "extra": from_object(&document.extra),
    })
}

/// See [`protocol`](crate::protocol). `within` is the template that is edited in place.
pub(crate) fn entity(editing: &Editing, id: &str, within: Option<&str>) -> Option<Value> {
    let (scene, forest) = (editing.scene(), editing.forest());
    let node = scene.node(id)?;
    let fields = scene.fields(node)?;
    let authored = editing.authored(id)?;
    let parent = forest.parent(node);
    let is_part = authored.instance.is_some();
    let instance = authored.instance.as_ref().map(|(owner, path)| {
        let template = scene.node(owner).and_then(|owner| scene.template(owner));
        json!({ "id": owner, "path": path, "template": template })
    });
    let in_template = within.and_then(|template| editing.authored_in(template, id));
    // While a template is edited, what is written is what the template says.
    let said = in_template.as_ref().unwrap_or(&authored);
    let own_tags = said.keys.get("tags").and_then(Json::as_array);
    let place = place(scene, forest, node)?;
    let written = json!({
        "id": id,
        "written": !is_part,
        "transformKey": if parent.is_some() || is_part { "localTransform" } else { "transform" },
        "tags": fields.tags.set().map_or(&[][..], Vec::as_slice),
        "ownTags": own_tags.unwrap_or_default().iter().filter_map(Json::as_str).collect::<Vec<_>>(),
        "slot": fields.slot.set(),
        "slotMode": fields.slot_mode.set().map(|mode| match mode {
            SlotMode::Offset => "offset",
            SlotMode::Override => "override",
        }),
        "slots": parent.map_or_else(|| json!({}), |parent| slots(editing, parent)),
        "offers": slots(editing, node),
        "own": from_object(&said.keys),
        "within": in_template.is_some(),
        "instance": instance,
        "patched": patched(&authored.keys),
        "overridden": if is_part { leaves(&authored.keys) } else { Vec::new() },
    });
    Some(joined([place, data(fields), written]))
}

/// The same of an entity that runs: it is what it is by now, and nothing about it is written.
pub(crate) fn running<B: Backend>(game: &Game<B>, id: &str) -> Option<Value> {
    let (scene, forest) = (game.scene(), game.forest());
    let node = game.entity(id)?;
    let place = place(scene, forest, node)?;
    let is_root = forest.parent(node).is_none();
    let now = json!({
        "id": id,
        "written": true,
        "transformKey": if is_root { "transform" } else { "localTransform" },
        "tags": game.tags(node),
        "ownTags": game.tags(node),
        "slot": null,
        "slotMode": null,
        "slots": {},
        "offers": {},
        "own": {},
        "within": false,
        "instance": null,
        "patched": [],
        "overridden": [],
    });
    Some(joined([place, data(scene.fields(node)?), now]))
}

/// Who it is, where it is, and what follows from those above it.
fn place(scene: &Scene, forest: &Forest<Node2>, node: NodeId) -> Option<Value> {
    let (own, world) = (forest.value(node)?, forest.effective(node)?);
    Some(json!({
        "name": scene.name(node),
        "key": node.index(),
        "parent": forest.parent(node).and_then(|parent| scene.id(parent)),
        "template": scene.template(node),
        "local": numbers(&own.transform),
        "world": numbers(&world.transform()),
        "matrix": world.to_array(),
        "inherit": inherit(own.inherits),
        "zOwn": own.z,
        "z": world.z(),
        "zRelative": own.z_relative,
        "visible": own.visible,
        "visibleInTree": world.visible(),
        "active": own.active,
        "activeInTree": world.active(),
        "ySort": own.y_sort,
    }))
}

/// What the game makes of it.
fn data(fields: &FieldSet) -> Value {
    json!({
        "data": {
            "sprite": carried(&fields.sprite),
            "behaviors": carried(&fields.behaviors),
            "conditionalBehaviors": carried(&fields.conditional_behaviors),
            "physics": carried(&fields.physics),
        },
        "extra": from_object(&fields.extra),
    })
}

fn joined(parts: [Value; 3]) -> Value {
    let parts = parts.into_iter().flat_map(|part| match part {
        Value::Object(part) => part,
        _ => Map::new(),
    });
    Value::Object(parts.collect())
}

fn numbers(transform: &Transform2) -> Value {
    json!({
        "x": transform.position.x,
        "y": transform.position.y,
        "angle": transform.rotation,
        "scaleX": transform.scale.x,
        "scaleY": transform.scale.y,
        "skew": transform.skew,
    })
}

/// As it would be written.
fn inherit(inherits: kinfolk::Inherits) -> Value {
    use kinfolk::Inherits;

    if inherits == Inherits::ALL {
        return "all".into();
    }
    if inherits == Inherits::POSITION {
        return "position".into();
    }
    if inherits == Inherits::TOP_LEVEL {
        return "topLevel".into();
    }
    let names = [
        (Inherits::POSITION, "position"),
        (Inherits::ROTATION, "rotation"),
        (Inherits::SCALE, "scale"),
        (Inherits::REFLECTION, "reflection"),
        (Inherits::FULL_OFFSET, "fullOffset"),
    ];
    let names = names
        .into_iter()
        .filter(|&(part, _)| inherits.contains(part));
    names.map(|(_, name)| name).collect()
}

fn slots(editing: &Editing, node: NodeId) -> Value {
    let slots = editing.slots(node).into_iter();
    let object: Map<String, Value> = slots
        .map(|(name, slot)| (name.to_owned(), slot_numbers(slot)))
        .collect();
    Value::Object(object)
}

/// More templates with slots than this are not told at once.
const MOST_TEMPLATES: usize = 2000;

/// The slots of every template that has some, those of what it extends included.
pub(crate) fn slots_of_templates(editing: &Editing) -> Value {
    let names = editing.document().templates.keys();
    let slots = names.filter_map(|name| {
        let slots = editing.slots_of_template(name);
        let numbers: Map<String, Value> = slots
            .into_iter()
            .map(|(name, slot)| (name.to_owned(), slot_numbers(slot)))
            .collect();
        (!numbers.is_empty()).then(|| (name.to_string(), Value::Object(numbers)))
    });
    Value::Object(slots.take(MOST_TEMPLATES).collect())
}

fn slot_numbers(slot: &Slot) -> Value {
    json!({
        "x": slot.x.unwrap_or(0.0),
        "y": slot.y.unwrap_or(0.0),
        "layer": slot.layer.unwrap_or(0),
    })
}

/// As text: our values have their keys in alphabetical order, and an author's order must come back.
fn carried(field: &Field<Json>) -> Option<String> {
    field.set().map(Json::to_string)
}

fn from_object(object: &Object) -> Value {
    let pairs = object.iter();
    Value::Object(
        pairs
            .map(|(key, value)| (key.to_owned(), Value::from(value)))
            .collect(),
    )
}

/// The paths of the parts that an instance overrides something about.
fn patched(keys: &Object) -> Vec<&str> {
    let overrides = keys.get("overrides").and_then(Json::as_object);
    let paths = overrides.into_iter().flat_map(Object::iter);
    paths.map(|(path, _)| path).collect()
}

/// The keys of everything that is set, joined by dots; objects of our own one level deep.
fn leaves(keys: &Object) -> Vec<String> {
    let mut leaves = Vec::new();
    for (key, value) in keys.iter() {
        match value {
            Json::Object(inside) if key == "localTransform" || key == "transform" => {
                let inside = inside.iter();
                leaves.extend(inside.map(|(name, _)| format!("localTransform.{name}")));
            }
            // Forms revert these one by one. A key with a dot in it would not be found again.
            Json::Object(inside)
                if (key == "sprite" || key == "physics")
                    && inside.iter().all(|(name, _)| !name.contains('.')) =>
            {
                leaves.extend(inside.iter().map(|(name, _)| format!("{key}.{name}")));
            }
            _ => leaves.push(key.to_owned()),
        }
    }
    leaves
}
