//! Documents made of choices: a short list of bytes becomes a small document, so that what
//! fails shrinks.

use indexmap::IndexMap;
use kinfolk::Inherits;
use kinfolk_scene::{
    Angle, Code, Document, Entity, Field, Fields, Inherit, Json, Limits, Overrides, Patch, Place2,
    Plan, Slot, SlotMode, Template, Text, load,
};

/// A source of decisions; when it has run dry, everything is the first choice.
pub(crate) struct Choices<'a> {
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Choices<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes: bytes.iter(),
        }
    }

    /// A number below `most`.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.bytes
            .next()
            .map_or(0, |&byte| usize::from(byte) % most)
    }

    pub(crate) fn is(&mut self, one_in: usize) -> bool {
        self.below(one_in) == one_in - 1
    }

    pub(crate) fn of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    /// Any finite number, nice ones more often.
    pub(crate) fn number(&mut self) -> f32 {
        match self.below(6) {
            0 => self.below(20) as f32 - 10.0,
            1 => (self.below(100) as f32 - 50.0) * 0.25,
            2 => self.below(200) as f32 * 0.1,
            3 => self.of(&[0.0, -0.0, 1e-7, 123_456.79, 3.5e5, 1.0 / 3.0]),
            4 => 0.0,
            _ => 1.0,
        }
    }
}

/// The document and its plan, as they come out of the text; `None` if templates that were
/// mixed by chance have brought children of the same name, or got too deep.
pub(crate) fn loaded(text: &str) -> Option<(Document, Plan)> {
    let loaded = load(text);
    let errors = || {
        loaded
            .diagnostics
            .iter()
            .filter(|finding| finding.is_error())
    };
    if errors().count() > 0
        && errors().all(|finding| matches!(finding.code, Code::DuplicateId | Code::DepthExceeded))
    {
        return None;
    }
    match loaded.into_parts() {
        Ok(parts) => Some(parts),
        Err(errors) => panic!("{errors}\n{text}"),
    }
}

/// What kind of documents to make.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    /// With keys that nobody knows, odd names, nulls everywhere.
    pub(crate) odd: bool,
}

const TEMPLATES: [&str; 4] = ["arm", "hand", "boss", "variant"];
const NAMES: [&str; 5] = ["A", "B", "C", "Left Arm", "Ünï_x"];

/// A document whose names all fit together.
pub(crate) fn document(choices: &mut Choices<'_>, kind: Kind) -> Document {
    let mut document = Document {
        version: choices.is(2).then_some(1),
        ..Document::default()
    };
    if choices.is(4) {
        document.limits = Some(Limits {
            max_depth: choices.is(2).then_some(20),
            max_entities: choices.is(2).then_some(50_000),
            ..Limits::default()
        });
    }
    for (level, name) in TEMPLATES.into_iter().enumerate() {
        let template = template(choices, kind, level);
        document.templates.insert(name.into(), template);
    }
    if choices.is(2) {
        document.templates.reverse(); // forward references
    }
    let roots = choices.below(5) + 1;
    let mut ids = Vec::new();
    for root in 0..roots {
        let id = format!("e{root}");
        let before = ids.len();
        let mut entity = entity(choices, kind, 0, &document.templates, &id, &mut ids);
        entity.id = Some(id.as_str().into());
        if root > 0 && choices.is(2) {
            entity.parent = Some(choices.of(&ids[..before]).as_str().into());
        }
        ids.push(id);
        document.entities.push(entity);
    }
    if choices.is(3) {
        make_forward(&mut document, choices);
    }
    if kind.odd && choices.is(3) {
        document.rules = Some(Json::Array(vec![json(choices, 0)]));
        document.extra.set("camera", json(choices, 0));
    }
    document
}

/// Brings flat children before their parents.
fn make_forward(document: &mut Document, choices: &mut Choices<'_>) {
    let turn = choices.below(document.entities.len());
    document.entities.rotate_left(turn);
}

fn template(choices: &mut Choices<'_>, kind: Kind, level: usize) -> Template {
    let mut template = Template {
        fields: fields(choices, kind, false),
        ..Template::default()
    };
    if kind.odd && choices.is(4) {
        template.description = Some("what it is\nfor \"people\"".into());
    }
    if level == 3 && choices.is(2) {
        template.extends = Some("boss".into());
    }
    for slot in 0..choices.below(3) {
        let slot_value = Slot {
            x: choices.is(2).then(|| choices.number()),
            y: choices.is(2).then(|| choices.number()),
            layer: choices.is(3).then(|| choices.below(7) as i32 - 3),
            ..Slot::default()
        };
        template
            .slots
            .insert(format!("slot{slot}").into(), slot_value);
    }
    let slots: Vec<Text> = template.slots.keys().cloned().collect();
    let children = choices.below(4);
    for name in NAMES.into_iter().take(children) {
        template
            .children
            .push(template_child(choices, kind, level, name, &slots, 0));
    }
    if choices.is(3) {
        override_some(
            choices,
            kind,
            level,
            &template.children.clone(),
            &mut template.overrides,
        );
    }
    template
}

fn template_child(
    choices: &mut Choices<'_>,
    kind: Kind,
    level: usize,
    name: &str,
    slots: &[Text],
    depth: usize,
) -> Entity {
    let mut child = Entity {
        name: Some(name.into()),
        transform: place(choices),
        fields: fields(choices, kind, false),
        ..Entity::default()
    };
    if level > 0 && choices.is(2) {
        child.template = Field::Set(TEMPLATES[choices.below(level)].into());
    }
    if !slots.is_empty() && choices.is(2) {
        put_in_slot(choices, &mut child.fields, slots);
    }
    if depth < 2 && child.template.set().is_none() {
        for name in NAMES.into_iter().take(choices.below(3)) {
            child
                .children
                .push(template_child(choices, kind, level, name, &[], depth + 1));
        }
    }
    child
}

fn put_in_slot(choices: &mut Choices<'_>, fields: &mut Fields, slots: &[Text]) {
    fields.slot = Field::Set(choices.of(slots));
    fields.slot_mode = choices.of(&[
        Field::Absent,
        Field::Set(SlotMode::Offset),
        Field::Set(SlotMode::Override),
    ]);
}

/// Overrides for some of these children.
fn override_some(
    choices: &mut Choices<'_>,
    kind: Kind,
    level: usize,
    children: &[Entity],
    overrides: &mut Overrides,
) {
    for child in children {
        let name = child.called().unwrap_or_default().to_owned();
        if choices.is(2) {
            let level = if child.children.is_empty() { level } else { 0 };
            let patch = patch(choices, kind, level);
            overrides.insert(name.as_str().into(), patch);
        }
        if let Some(grandchild) = child.children.first()
            && choices.is(2)
        {
            let path = format!("{name}/{}", grandchild.called().unwrap_or_default());
            if !matches!(overrides.get(name.as_str()), Some(None)) {
                overrides.insert(path.into(), patch(choices, kind, 0));
            }
        }
    }
}

fn patch(choices: &mut Choices<'_>, kind: Kind, level: usize) -> Option<Patch> {
    if choices.is(4) {
        return None;
    }
    let mut patch = Patch {
        transform: place(choices),
        fields: fields(choices, kind, true),
        ..Patch::default()
    };
    if level > 0 && choices.is(5) {
        patch.template = Field::Set(TEMPLATES[choices.below(level)].into());
    }
    Some(patch)
}

fn entity(
    choices: &mut Choices<'_>,
    kind: Kind,
    depth: usize,
    templates: &IndexMap<Text, Template>,
    id: &str,
    ids: &mut Vec<String>,
) -> Entity {
    let mut entity = Entity {
        transform: place(choices),
        fields: fields(choices, kind, false),
        ..Entity::default()
    };
    if choices.is(2) {
        entity.template = Field::Set(TEMPLATES[choices.below(TEMPLATES.len())].into());
    }
    let template = entity.template.set().map(|name| &templates[name]);
    if let Some(template) = template
        && choices.is(2)
    {
        override_some(choices, kind, 2, &template.children, &mut entity.overrides);
    }
    let slots: Vec<Text> = template.map_or(Vec::new(), |template| {
        template.slots.keys().cloned().collect()
    });
    if choices.is(5) && depth == 0 {
        entity.name = Some("the one".into());
    }
    if depth < 3 {
        for child in 0..choices.below(4) {
            // Names that no template has, so that made-up ids do not collide.
            let name = format!("n{child}");
            let child_id = format!("{id}_{name}");
            let before = ids.len();
            let mut nested = self::entity(choices, kind, depth + 1, templates, &child_id, ids);
            nested.name = Some(name.into());
            if !slots.is_empty() && choices.is(2) {
                put_in_slot(choices, &mut nested.fields, &slots);
            }
            match choices.below(4) {
                0 => {
                    let own = format!("own_{child_id}");
                    nested.id = Some(own.as_str().into());
                    if choices.is(2) {
                        nested.name = None;
                    }
                    nested.children.clear(); // their ids would have other beginnings
                    ids.truncate(before);
                    ids.push(own);
                }
                _ => ids.push(child_id),
            }
            entity.children.push(nested);
        }
    }
    entity
}

fn place(choices: &mut Choices<'_>) -> Field<Place2> {
    if choices.is(3) {
        return Field::Absent;
    }
    let angle = |choices: &mut Choices<'_>| match choices.below(4) {
        0 => Field::Absent,
        1 => Field::Set(Angle::Radians(choices.number().clamp(-6.0, 6.0))),
        2 => Field::Set(Angle::Degrees(choices.number())),
        _ => Field::Set(Angle::Turns(choices.number())),
    };
    Field::Set(Place2 {
        x: number(choices),
        y: number(choices),
        angle: angle(choices),
        scale_x: number(choices),
        scale_y: number(choices),
        skew: if choices.is(4) {
            angle(choices)
        } else {
            Field::Absent
        },
        ..Place2::default()
    })
}

fn number(choices: &mut Choices<'_>) -> Field<f32> {
    match choices.below(3) {
        0 => Field::Absent,
        _ => Field::Set(choices.number()),
    }
}

fn fields(choices: &mut Choices<'_>, kind: Kind, nulls: bool) -> Fields {
    let mut fields = Fields::default();
    if !choices.is(2) {
        return fields;
    }
    let bool = |choices: &mut Choices<'_>| match choices.below(5) {
        0 | 1 => Field::Absent,
        2 => Field::Set(true),
        3 => Field::Set(false),
        _ if nulls => Field::Null,
        _ => Field::Absent,
    };
    fields.visible = bool(choices);
    fields.active = bool(choices);
    fields.z_relative = bool(choices);
    fields.y_sort = bool(choices);
    if choices.is(3) {
        fields.z = Field::Set(choices.below(9) as i32 - 4);
    }
    if choices.is(3) {
        fields.tags = Field::Set(
            (0..choices.below(3))
                .map(|_| choices.of(&["x", "y", "z"]).into())
                .collect(),
        );
    }
    if choices.is(4) {
        fields.inherit = Field::Set(choices.of(&[
            Inherit::All,
            Inherit::Position,
            Inherit::TopLevel,
            Inherit::Parts(Inherits::POSITION | Inherits::FULL_OFFSET),
            Inherit::Parts(Inherits::empty()),
        ]));
    }
    if choices.is(2) {
        fields.sprite = match choices.below(5) {
            0 if nulls => Field::Null,
            1 => Field::Set(Json::Array(vec![object(choices, 1)])),
            _ => Field::Set(object(choices, 1)),
        };
    }
    if kind.odd && choices.is(3) {
        fields.physics = Field::Set(object(choices, 1));
        fields.behaviors = Field::Set(Json::Array(vec![object(choices, 1)]));
        fields.asset_pack_id = Field::Set("päck/1".into());
        fields.extra.set("my key", json(choices, 0));
    }
    fields
}

/// Any value.
pub(crate) fn json(choices: &mut Choices<'_>, depth: usize) -> Json {
    match choices.below(if depth > 3 { 5 } else { 7 }) {
        0 => Json::Bool(choices.is(2)),
        1 => Json::from(choices.of(&[
            "",
            "a \"quoted\" \\ line\nbreak",
            "ünïcödé ☃",
            "tab\tcontrol\u{1}",
        ])),
        2 => Json::from(choices.of(&[0, -1, 1_000_000, i64::MAX, i64::MIN])),
        3 => number_json(choices),
        4 => Json::Null,
        5 => Json::Array(
            (0..choices.below(5))
                .map(|_| json(choices, depth + 1))
                .collect(),
        ),
        _ => object(choices, depth + 1),
    }
}

fn number_json(choices: &mut Choices<'_>) -> Json {
    let number = f64::from(choices.number()) * choices.of(&[1.0, 0.1, 1e-9, 1e12]);
    kinfolk_scene::Number::from_f64(number).map_or(Json::Null, Json::Number)
}

fn object(choices: &mut Choices<'_>, depth: usize) -> Json {
    let keys = [
        "type",
        "width",
        "color",
        "long key that takes up a good part of a line",
    ];
    let count = choices.below(keys.len() + 1);
    let pairs = keys
        .into_iter()
        .take(count)
        .map(|key| (Text::from(key), json(choices, depth)));
    Json::Object(pairs.collect())
}
