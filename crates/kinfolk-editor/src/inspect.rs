//! Everything there is to know about one entity, for the inspector.

use kinfolk::{NodeId, Transform2};
use kinfolk_scene::{Editing, Field, Json, Object, Slot, SlotMode};
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
    let (own, world) = (forest.value(node)?, forest.effective(node)?);
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
    let mut entity = json!({
        "id": id,
        "name": scene.name(node),
        "key": node.index(),
        "parent": parent.and_then(|parent| scene.id(parent)),
        "template": scene.template(node),
        "written": !is_part,
        "transformKey": if parent.is_some() || is_part { "localTransform" } else { "transform" },
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
    });
    let rest = json!({
        "tags": fields.tags.set().map_or(&[][..], Vec::as_slice),
        "ownTags": own_tags.unwrap_or_default().iter().filter_map(Json::as_str).collect::<Vec<_>>(),
        "slot": fields.slot.set(),
        "slotMode": fields.slot_mode.set().map(|mode| match mode {
            SlotMode::Offset => "offset",
            SlotMode::Override => "override",
        }),
        "slots": parent.map_or_else(|| json!({}), |parent| slots(editing, parent)),
        "offers": slots(editing, node),
        "data": {
            "sprite": carried(&fields.sprite),
            "behaviors": carried(&fields.behaviors),
            "conditionalBehaviors": carried(&fields.conditional_behaviors),
            "physics": carried(&fields.physics),
        },
        "own": from_object(&said.keys),
        "within": in_template.is_some(),
        "instance": instance,
        "patched": patched(&authored.keys),
        "overridden": if is_part { leaves(&authored.keys) } else { Vec::new() },
        "extra": from_object(&fields.extra),
    });
    if let (Value::Object(entity), Value::Object(rest)) = (&mut entity, rest) {
        entity.extend(rest);
    }
    Some(entity)
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
