//! The JSON Schema of documents, for editors and other tools.
//!
//! The shapes below say what the [reader](crate::read) accepts, key by key; they are never
//! made. What only makes sense of a whole document (names that fit together, limits) is not
//! in a schema. Keys that Kinfolk does not know are allowed, as they are by the reader.

#![expect(
    dead_code,
    reason = "these types are shapes: schemars looks at them, nobody makes one"
)]

use std::collections::BTreeMap;

use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

/// The JSON Schema (draft 2020-12) of a document.
///
/// ```
/// let schema = kinfolk_scene::schema();
///
/// assert_eq!(schema["title"], "Kinfolk scene");
/// ```
#[must_use]
pub fn schema() -> Value {
    let mut schema = SchemaGenerator::default().into_root_schema_for::<Document>();
    OnlyTheseAreRequired.transform(&mut schema);
    let mut schema = schema.to_value();
    let required = [
        ("Entity", json!([{ "required": ["id"] }])),
        (
            "Child",
            json!([{ "required": ["id"] }, { "required": ["name"] }]),
        ),
        ("TemplateChild", json!([{ "required": ["name"] }])),
    ];
    for (name, any_of) in required {
        schema["$defs"][name]["anyOf"] = any_of;
    }
    schema
}

/// What schemars takes for required is only what cannot be null.
#[derive(Clone, Debug)]
struct OnlyTheseAreRequired;

impl Transform for OnlyTheseAreRequired {
    fn transform(&mut self, schema: &mut Schema) {
        schema.remove("required");
        transform_subschemas(self, schema);
    }
}

/// A scene: templates, and the entities made of them.
#[derive(JsonSchema)]
#[schemars(title = "Kinfolk scene", rename_all = "camelCase")]
struct Document {
    /// The version of the format.
    #[schemars(extend("const" = 1))]
    version: u32,
    /// Documents whose templates can be used, by paths from this one's folder.
    include: Vec<String>,
    limits: Limits,
    /// What entities can be made of, by name.
    templates: BTreeMap<String, Template>,
    /// What there is: roots, and children that name their parent.
    entities: Vec<Entity>,
    /// The game's rules, which a scene only carries.
    rules: Vec<Value>,
}

/// How much may become of the document.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
struct Limits {
    /// So many levels of children may come out of one template: 10 if absent.
    max_depth: u32,
    /// So many entities there may be: 1,000,000 if absent.
    max_entities: u32,
}

/// A prefab: fields, slots and children that every entity made of it gets.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
struct Template {
    /// Its own name once more.
    id: String,
    /// For people.
    description: String,
    /// The template that this one is a variant of.
    extends: String,
    /// Named places for children.
    slots: BTreeMap<String, Slot>,
    #[schemars(flatten)]
    fields: Fields,
    /// Changes to what the children would be, by path of names: "LeftArm/Hand".
    overrides: BTreeMap<String, Option<Override>>,
    children: Vec<TemplateChild>,
}

/// A named place for a child.
#[derive(JsonSchema)]
struct Slot {
    x: Finite,
    y: Finite,
    /// Added to the child's own draw layer.
    layer: i32,
}

/// A root, or a child that names its parent.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
struct Entity {
    /// Unique in the document.
    #[schemars(length(min = 1))]
    id: String,
    /// What it is called; its id if absent.
    #[schemars(length(min = 1))]
    name: String,
    /// The id of its parent.
    parent: Option<String>,
    #[schemars(flatten)]
    placed: Placed,
    #[schemars(flatten)]
    fields: Fields,
    /// Changes to what comes out of its template, by path of names: "LeftArm/Hand".
    overrides: BTreeMap<String, Option<Override>>,
    children: Vec<Child>,
}

/// An entity inside its parent.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
struct Child {
    /// `{parent}_{name}` if absent.
    #[schemars(length(min = 1))]
    id: String,
    /// What it is called; its id if absent.
    #[schemars(length(min = 1))]
    name: String,
    #[schemars(extend("not" = {}))]
    parent: Value,
    #[schemars(flatten)]
    placed: Placed,
    #[schemars(flatten)]
    fields: Fields,
    /// Changes to what comes out of its template, by path of names: "LeftArm/Hand".
    overrides: BTreeMap<String, Option<Override>>,
    children: Vec<Self>,
}

/// A child that every entity made of the template gets.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
struct TemplateChild {
    /// The end of its id, `{parent}_{name}`.
    #[schemars(length(min = 1), regex(pattern = "^[^/]+$"))]
    name: String,
    #[schemars(extend("not" = {}))]
    id: Value,
    #[schemars(extend("not" = {}))]
    parent: Value,
    #[schemars(flatten)]
    placed: Placed,
    #[schemars(flatten)]
    fields: Fields,
    /// Changes to what comes out of its template, by path of names: "Hand/Finger".
    overrides: BTreeMap<String, Option<Override>>,
    children: Vec<Self>,
}

/// What an override changes about one child; null takes the child away.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
struct Override {
    #[schemars(flatten)]
    placed: Placed,
    #[schemars(flatten)]
    fields: Fields,
}

/// What has a place.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
struct Placed {
    /// The template it is made of.
    template: Option<String>,
    /// Where a root is.
    transform: Option<Place>,
    /// Where a child is, relative to its parent.
    local_transform: Option<Place>,
    /// The slot of the parent that it is in.
    slot: Option<String>,
    /// What it does with the slot's numbers.
    slot_mode: Option<SlotMode>,
}

/// Six numbers, each of which may be absent.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
struct Place {
    x: Option<Finite>,
    y: Option<Finite>,
    angle: Option<Angle>,
    scale_x: Option<Finite>,
    scale_y: Option<Finite>,
    skew: Option<Angle>,
}

/// What a child does with its slot's numbers: adds to them, or takes a written 0 for 0.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
enum SlotMode {
    Offset,
    Override,
}

/// What everything has that there can be.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
struct Fields {
    inherit: Option<Inherit>,
    /// The own draw layer.
    z: Option<i32>,
    /// The same as z.
    layer: Option<i32>,
    /// Whether z is added to the parent's: yes if absent.
    z_relative: Option<bool>,
    /// Whether it and its children are drawn by height: no if absent.
    y_sort: Option<bool>,
    /// Whether it is shown: yes if absent.
    visible: Option<bool>,
    /// Whether it takes part in the game: yes if absent.
    active: Option<bool>,
    /// Words it can be found by; those of templates and overrides are united.
    tags: Option<Vec<String>>,
    /// Where its pictures come from.
    asset_pack_id: Option<String>,
    sprite: Option<Sprite>,
    physics: Option<Physics>,
    behaviors: Option<Vec<Value>>,
    conditional_behaviors: Option<Vec<Value>>,
}

/// What is taken over from the parent: everything if absent.
#[derive(JsonSchema)]
#[schemars(untagged)]
enum Inherit {
    Mode(InheritMode),
    Parts(Vec<InheritPart>),
}

#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
enum InheritMode {
    All,
    Position,
    TopLevel,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
enum InheritPart {
    Position,
    Rotation,
    Scale,
    Reflection,
    FullOffset,
}

/// How it looks: one visual, or several.
#[derive(JsonSchema)]
#[schemars(untagged)]
enum Sprite {
    One(BTreeMap<String, Value>),
    Several(Vec<Value>),
}

/// Its body.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
struct Physics {
    /// Who moves it: forces, the hierarchy, or nobody.
    body_type: Option<BodyType>,
    #[schemars(flatten)]
    shape: PhysicsShape,
    /// More shapes; what they leave out is as beside the list.
    shapes: Option<Vec<PhysicsShape>>,
    gravity_scale: Option<Finite>,
    fixed_rotation: Option<bool>,
    /// Whether it is kept from flying through thin things.
    bullet: Option<bool>,
    velocity: Option<Point>,
    /// How far it turns in a second.
    spin: Option<Angle>,
    damping: Option<Finite>,
    spin_damping: Option<Finite>,
    /// What becomes of a body below another one.
    child: Option<ChildBody>,
    joint: Option<Joint>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
enum BodyType {
    Dynamic,
    Kinematic,
    Static,
}

/// A shape on a body, and what it is made of.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
struct PhysicsShape {
    shape: Option<ShapeKind>,
    width: Option<Finite>,
    height: Option<Finite>,
    radius: Option<Finite>,
    points: Option<Vec<Point>>,
    offset: Option<Point>,
    angle: Option<Angle>,
    density: Option<Finite>,
    friction: Option<Finite>,
    restitution: Option<Finite>,
    /// Whether it notices, and lets through.
    sensor: Option<bool>,
    layers: Option<Layers>,
    /// The layers that it meets.
    mask: Option<Layers>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
enum ShapeKind {
    Box,
    Circle,
    Capsule,
    Polygon,
}

/// A list of layers from 0 to 31, or their bits.
#[derive(JsonSchema)]
#[schemars(untagged)]
enum Layers {
    List(Vec<u8>),
    Bits(u32),
}

/// `{ "x": 1, "y": 2 }` or `[1, 2]`.
#[derive(JsonSchema)]
#[schemars(untagged)]
enum Point {
    Named {
        x: Option<Finite>,
        y: Option<Finite>,
    },
    Pair([Finite; 2]),
}

/// How a body hangs at the one above.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
struct Joint {
    #[schemars(rename = "type")]
    kind: Option<JointKind>,
    /// Where, in its own space.
    anchor: Option<Point>,
    /// Where: a slot of its parent.
    slot: Option<String>,
    axis: Option<Point>,
    limits: Option<[Angle; 2]>,
    motor: Option<Motor>,
    /// Whether the two bodies meet.
    collide: Option<bool>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
enum JointKind {
    Revolute,
    Prismatic,
    Fixed,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
struct Motor {
    speed: Option<Angle>,
    strength: Option<Finite>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
enum ChildBody {
    Compound,
    Follow,
    Joint,
    Reject,
}

/// From here on a number does not fit single precision.
const OVERFLOW: f64 = 340_282_356_779_733_661_637_539_395_458_142_568_448.0;

/// A number that fits single precision.
struct Finite;

impl JsonSchema for Finite {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Finite".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "exclusiveMinimum": -OVERFLOW, "exclusiveMaximum": OVERFLOW })
    }
}

/// Radians, or a string with a unit.
struct Angle;

impl JsonSchema for Angle {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Angle".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Radians counter-clockwise, or \"45deg\", or \"0.25turn\".",
            "anyOf": [
                { "type": "number", "exclusiveMinimum": -OVERFLOW, "exclusiveMaximum": OVERFLOW },
                { "type": "string", "pattern": r"^\s*[-+0-9.eE]+\s*(deg|turn)\s*$" }
            ]
        })
    }
}
