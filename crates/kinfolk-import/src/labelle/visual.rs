//! How an entity looks: `Sprite`, `Shape` and `Text`.
//!
//! Each becomes a visual of the document's `sprite` with all its keys, in camel case; their
//! `z_index` and `z_relative` are the entity's. What an instance says is laid over what its
//! prefab says, component by component, as labelle does it.

use kinfolk_scene::{Field, Fields, Json, Object};

use crate::colour::hex;
use crate::zon::{Kind, Value};

use super::being::Reader;
use super::component::{self, is_struct, lose, not_finite, truth};

/// The components that draw, from the back to the front.
const KINDS: [&str; 3] = ["Sprite", "Shape", "Text"];

/// All visuals of an entity.
#[derive(Debug, Clone, Default)]
pub(super) struct Look {
    visuals: [Option<Visual>; KINDS.len()],
}

#[derive(Debug, Clone, Default)]
struct Visual {
    keys: Object,
    z: Option<i32>,
    z_relative: Option<bool>,
}

/// Levels of a value that a document can carry, less those that a visual is in.
const MOST_LEVELS: usize = kinfolk_scene::MOST_LEVELS - 3;

/// More keys than this no object has: looking for one takes time.
const MOST_KEYS: usize = 1_000;

/// Reads the component called `kind`.
pub(super) fn read(reader: &mut Reader<'_, '_>, kind: &str, value: Value<'_>) {
    if !is_struct(reader, value, kind) {
        return;
    }
    let mut visual = Visual::default();
    let is_word = |value: Value<'_>| value.text().is_some() || value.kind() == Kind::Null;
    let has = |name: &str| value.field(name).is_some_and(is_word);
    let is_url = |name: &str| match name {
        "texture" => has("texture"),
        name => kind == "Sprite" && has(name) && !has("texture"),
    };
    for field in value.fields() {
        let (name, inside) = (field.name, field.value);
        match name {
            "z_index" => visual.z = layer(reader, inside),
            "z_relative" => visual.z_relative = truth(reader, inside, name),
            "shape" | "type" if kind == "Shape" => outline(reader, inside, name, &mut visual.keys),
            "scale" if matches!(inside.kind(), Kind::Number(_)) => {
                for key in ["scaleX", "scaleY"] {
                    keep(reader, &mut visual.keys, kind, key, inside);
                }
            }
            "name" | "texture" if is_url(name) => {
                keep(reader, &mut visual.keys, kind, "url", inside);
            }
            name => keep(reader, &mut visual.keys, kind, &camel(name), inside),
        }
    }
    let index = KINDS.iter().position(|known| *known == kind);
    let visuals = &mut reader.subject().look.visuals;
    if let Some(place) = index.and_then(|index| visuals.get_mut(index)) {
        *place = Some(visual);
    }
    let zs: Vec<_> = visuals
        .iter()
        .flatten()
        .filter_map(|visual| visual.z)
        .collect();
    if zs.windows(2).any(|pair| pair[0] != pair[1]) {
        let what = "a `z_index` per visual: the entity has the first";
        reader.loss(value.part(), what);
    }
}

/// `.circle`, or `.{ .circle = .{ .radius = 5 } }`
fn outline(reader: &mut Reader<'_, '_>, value: Value<'_>, name: &str, keys: &mut Object) {
    let known = |name: &str| match name {
        "rectangle" | "box" => "rect".to_owned(),
        other => other.to_owned(),
    };
    match value.kind() {
        Kind::Text(shape) | Kind::Word(shape) => keys.set("type", known(shape).as_str().into()),
        Kind::Struct => {
            for (index, field) in value.fields().enumerate() {
                if index > 0 {
                    lose(reader, field.name_part, "Shape", field.name);
                    continue;
                }
                keys.set("type", known(field.name).as_str().into());
                if !is_struct(reader, field.value, field.name) {
                    continue;
                }
                for part in field.value.fields() {
                    keep(reader, keys, "Shape", &camel(part.name), part.value);
                }
            }
        }
        _ => reader.page.wrong_kind(value, name, "a shape"),
    }
}

fn layer(reader: &mut Reader<'_, '_>, value: Value<'_>) -> Option<i32> {
    let Kind::Number(number) = value.kind() else {
        reader.page.wrong_kind(value, "z_index", "a whole number");
        return None;
    };
    let whole = number.whole.or_else(|| {
        let is_whole = number.real == number.real.trunc();
        is_whole.then_some(number.real as i64)
    });
    let layer = whole.and_then(|whole| i32::try_from(whole).ok());
    if layer.is_none() {
        let message = "`z_index` must be a whole number of 32 bits";
        reader.page.problem(value.part(), message, None);
    }
    layer
}

/// Keeps a value as JSON, if it can be.
fn keep(
    reader: &mut Reader<'_, '_>,
    keys: &mut Object,
    component: &str,
    key: &str,
    value: Value<'_>,
) {
    let has_room = keys.get(key).is_none() && keys.len() < MOST_KEYS;
    match json(reader, value, key, 0).filter(|_| has_room) {
        Some(json) => keys.set(key, json),
        None => lose(reader, value.part(), component, key),
    }
}

/// A value as JSON; `None` if it is nested too deep, or too large.
fn json(reader: &mut Reader<'_, '_>, value: Value<'_>, key: &str, level: usize) -> Option<Json> {
    if level > MOST_LEVELS {
        return None;
    }
    Some(match value.kind() {
        Kind::Null => Json::Null,
        Kind::Bool(truth) => truth.into(),
        Kind::Text(text) | Kind::Word(text) => text.into(),
        Kind::Number(number) => component::json(number).unwrap_or_else(|| {
            not_finite(reader, value, key);
            Json::Null
        }),
        Kind::Empty if matches!(key, "points" | "vertices") => Json::Array(Vec::new()),
        Kind::Empty => Json::Object(Object::new()),
        Kind::Tuple => {
            let elements = value.elements();
            let elements = elements.map(|element| json(reader, element, key, level + 1));
            Json::Array(elements.collect::<Option<_>>()?)
        }
        Kind::Struct => {
            if let Some(colour) = colour(value) {
                return Some(colour.as_str().into());
            }
            let mut object = Object::new();
            for field in value.fields() {
                if object.len() == MOST_KEYS {
                    return None;
                }
                let key = camel(field.name);
                let value = json(reader, field.value, &key, level + 1)?;
                object.set(&key, value);
            }
            Json::Object(object)
        }
    })
}

/// `.{ .r = 255, .g = 0, .b = 0 }` as `#ff0000`.
fn colour(value: Value<'_>) -> Option<String> {
    let mut parts = [None, None, None, None];
    for field in value.fields() {
        let index = ["r", "g", "b", "a"]
            .iter()
            .position(|name| *name == field.name)?;
        let Kind::Number(number) = field.value.kind() else {
            return None;
        };
        parts[index] = Some(u8::try_from(number.whole?).ok()?);
    }
    let [Some(red), Some(green), Some(blue), alpha] = parts else {
        return None;
    };
    Some(hex([red, green, blue, alpha.unwrap_or(255)]))
}

/// `scale_x` as `scaleX`.
fn camel(name: &str) -> String {
    let mut camel = String::with_capacity(name.len());
    let mut chars = name.chars().peekable();
    while let Some(char) = chars.next() {
        match chars.peek() {
            Some(next) if char == '_' && !camel.is_empty() && next.is_ascii_alphanumeric() => {
                camel.push(next.to_ascii_uppercase());
                chars.next();
            }
            _ => camel.push(char),
        }
    }
    camel
}

impl Look {
    /// Writes how an entity looks that is made of a prefab that looks like `base`.
    pub(super) fn write(&self, base: Option<&Self>, fields: &mut Fields) {
        if self.visuals.iter().all(Option::is_none) {
            return;
        }
        let merged = self.over(base);
        let first = |of: &dyn Fn(&Visual) -> bool| merged.visuals.iter().flatten().find(|v| of(v));
        let own = |of: &dyn Fn(&Visual) -> bool| self.visuals.iter().flatten().any(of);
        if own(&|visual| visual.z.is_some()) {
            fields.z = first(&|visual| visual.z.is_some())
                .and_then(|visual| visual.z)
                .into();
        }
        if own(&|visual| visual.z_relative.is_some()) {
            let relative = first(&|visual| visual.z_relative.is_some());
            fields.z_relative = relative.and_then(|visual| visual.z_relative).into();
        }
        if own(&|visual| !visual.keys.is_empty()) {
            fields.sprite = self.sprite(base, &merged);
        }
    }

    /// This one laid over `base`, component by component.
    fn over(&self, base: Option<&Self>) -> Self {
        let mut merged = base.cloned().unwrap_or_default();
        for (below, over) in merged.visuals.iter_mut().zip(&self.visuals) {
            let Some(over) = over else {
                continue;
            };
            let below = below.get_or_insert_default();
            below.keys.overlay(&over.keys);
            below.z = over.z.or(below.z);
            below.z_relative = over.z_relative.or(below.z_relative);
        }
        merged
    }

    /// The `sprite` to write: what differs if that is enough, or everything.
    fn sprite(&self, base: Option<&Self>, merged: &Self) -> Field<Json> {
        let drawn = |look: &Self| {
            let is_drawn = |visual: &Option<Visual>| {
                visual
                    .as_ref()
                    .is_some_and(|visual| !visual.keys.is_empty())
            };
            look.visuals.each_ref().map(is_drawn)
        };
        let kinds = drawn(merged);
        let count = kinds.iter().filter(|&&is_drawn| is_drawn).count();
        let before = base.map_or([false; KINDS.len()], drawn);
        if count == 1 && before == kinds {
            let own = self
                .visuals
                .iter()
                .zip(kinds)
                .find(|(_, is_drawn)| *is_drawn);
            let own = own.and_then(|(visual, _)| visual.as_ref());
            return own.map(|own| Json::Object(own.keys.clone())).into();
        }
        let mut all = Vec::with_capacity(count);
        for ((visual, is_drawn), kind) in merged.visuals.iter().zip(kinds).zip(KINDS) {
            if let (Some(visual), true) = (visual, is_drawn) {
                all.push((visual.z, Json::Object(visual.whole(kind))));
            }
        }
        all.sort_by_key(|(z, _)| z.unwrap_or(0));
        let mut all: Vec<Json> = all.into_iter().map(|(_, visual)| visual).collect();
        match all.len() {
            0 if before.contains(&true) => Field::Null,
            0 | 1 => all.pop().into(),
            _ => Field::Set(Json::Array(all)),
        }
    }
}

impl Visual {
    /// All keys, with a type.
    fn whole(&self, kind: &str) -> Object {
        let has = |key: &str| self.keys.get(key).is_some();
        let implied = match kind {
            "Sprite" => "image",
            "Text" => "text",
            _ if has("radius") => "circle",
            _ if has("width") || has("height") => "rect",
            _ if has("points") || has("vertices") => "polygon",
            _ => "shape",
        };
        let mut whole = Object::new();
        whole.set("type", implied.into());
        whole.overlay(&self.keys); // without its nulls
        if whole.get("type").is_none() {
            whole.set("type", implied.into());
        }
        whole
    }
}
