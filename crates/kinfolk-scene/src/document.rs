//! A scene file as data, exactly as its author wrote it.
//!
//! Nothing is filled in and nothing is looked up: a key that was not written is
//! [`Field::Absent`], a name is a name whether or not anybody has it. That an override is *the
//! presence of a key* follows from this. [`resolve`](crate::resolve) makes sense of it.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use indexmap::IndexMap;

use crate::finding::Origin;
use crate::json::{Json, Object, Text};

/// A scene: templates, and the entities made of them.
///
/// ```
/// use kinfolk_scene::Document;
///
/// let text = r#"{ "entities": [{ "id": "lamp", "transform": { "y": 3 } }] }"#;
/// let document: Document = text.parse()?;
///
/// assert_eq!(document.entities[0].id.as_deref(), Some("lamp"));
/// # Ok::<(), kinfolk_scene::Diagnostics>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Document {
    /// The version of the format, 1 if absent.
    pub version: Option<u32>,
    /// The documents whose templates this one uses, as paths from its folder.
    pub include: Vec<Text>,
    /// How much may become of the document.
    pub limits: Option<Limits>,
    /// What entities can be made of, by name: its own, and behind them those of documents that it includes.
    pub templates: IndexMap<Text, Template>,
    /// What there is: roots, and children that name their parent.
    pub entities: Vec<Entity>,
    /// The game's rules, which a scene only carries.
    pub rules: Option<Json>,
    /// Keys that Kinfolk does not know.
    pub extra: Object,
    /// Where it was written, for findings.
    pub origin: Origin,
}

/// How much may become of a document.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Limits {
    /// So many levels of children may come out of one template: 10 if absent.
    pub max_depth: Option<u32>,
    /// So many entities there may be: 1,000,000 if absent.
    pub max_entities: Option<u32>,
    /// Keys that Kinfolk does not know.
    pub extra: Object,
}

/// A prefab: fields, slots and children that every entity made of it gets.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Template {
    /// Its own name once more, as in some files.
    pub id: Option<Text>,
    /// For people.
    pub description: Option<Text>,
    /// The template that this one is a variant of.
    pub extends: Option<Text>,
    /// Named places for children.
    pub slots: IndexMap<Text, Slot>,
    /// What an entity made of it starts with.
    pub fields: Fields,
    /// Changes to what the children, and theirs, would be.
    pub overrides: Overrides,
    /// What an entity made of it has as children.
    pub children: Vec<Entity>,
    /// The included document that it was written in; `None` for the document's own.
    pub source: Option<Text>,
    /// Where it was written, for findings.
    pub origin: Origin,
}

/// A named place for a child.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Slot {
    /// The child's x, unless it has its own.
    pub x: Option<f32>,
    /// The child's y, unless it has its own.
    pub y: Option<f32>,
    /// Added to the child's own draw layer.
    pub layer: Option<i32>,
    /// Keys that Kinfolk does not know.
    pub extra: Object,
}

/// One entity of the file: a root, a child, or a child in a template.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Entity {
    /// Unique in the document. A nested child without one is `{parent}_{name}`.
    pub id: Option<Text>,
    /// What the entity is called, its id if absent.
    pub name: Option<Text>,
    /// The id of the parent, if the entity is not nested in it.
    pub parent: Option<Text>,
    /// The template it is made of.
    pub template: Field<Text>,
    /// Its place relative to its parent, or in the world if it has none.
    pub transform: Field<Place2>,
    /// Everything else that templates and overrides have, too.
    pub fields: Fields,
    /// Changes to what the children would be, by path of names: `LeftArm/Hand`.
    pub overrides: Overrides,
    /// Children of its own, after those of its template.
    pub children: Vec<Self>,
    /// Where it was written, for findings.
    pub origin: Origin,
}

/// Changes to children, by path of names; `None` takes the child away.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Overrides(Option<Box<IndexMap<Text, Option<Patch>>>>);

/// What an override changes about one child.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Patch {
    /// Another template.
    pub template: Field<Text>,
    /// Other numbers for its place.
    pub transform: Field<Place2>,
    /// Other fields.
    pub fields: Fields,
}

/// A key that may be absent, taken away, or set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Field<T> {
    /// The key is not there.
    #[default]
    Absent,
    /// The key is `null`: whatever a template says is taken away.
    Null,
    /// The key has a value.
    Set(T),
}

impl<T> Field<T> {
    /// The value, if there is one.
    pub const fn set(&self) -> Option<&T> {
        match self {
            Self::Set(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// Whether the key is not there.
    pub const fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }
}

impl<T: Clone> Field<T> {
    /// Lays `over` on top: it counts if it is there.
    pub fn overlay(&mut self, over: &Self) {
        if !over.is_absent() {
            self.clone_from(over);
        }
    }
}

impl<T> From<Option<T>> for Field<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Absent, Self::Set)
    }
}

/// Where something is: six numbers, each of which may be absent.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Place2 {
    /// To the right; 0 if absent.
    pub x: Field<f32>,
    /// Up; 0 if absent.
    pub y: Field<f32>,
    /// Counter-clockwise; 0 if absent.
    pub angle: Field<Angle>,
    /// 1 if absent; negative is mirrored.
    pub scale_x: Field<f32>,
    /// 1 if absent; negative is mirrored.
    pub scale_y: Field<f32>,
    /// How much further the y axis is turned; 0 if absent.
    pub skew: Field<Angle>,
    /// Keys that Kinfolk does not know.
    pub extra: Object,
}

impl Place2 {
    /// Lays `over` on top, number by number.
    pub fn overlay(&mut self, over: &Self) {
        self.x.overlay(&over.x);
        self.y.overlay(&over.y);
        self.angle.overlay(&over.angle);
        self.scale_x.overlay(&over.scale_x);
        self.scale_y.overlay(&over.scale_y);
        self.skew.overlay(&over.skew);
        self.extra.overlay(&over.extra);
    }
}

impl Field<Place2> {
    /// Lays `over` on top, number by number; `null` takes all of them away.
    pub(crate) fn overlay_numbers(&mut self, over: &Self) {
        match (&mut *self, over) {
            (_, Self::Absent) => {}
            (Self::Set(base), Self::Set(over)) => base.overlay(over),
            (base, over) => base.clone_from(over),
        }
    }
}

/// An angle in the unit of its author.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Angle {
    /// A bare number.
    Radians(f32),
    /// `"45deg"`
    Degrees(f32),
    /// `"0.25turn"`
    Turns(f32),
}

impl Angle {
    /// In radians.
    #[must_use]
    pub fn to_radians(self) -> f32 {
        match self {
            Self::Radians(radians) => radians,
            Self::Degrees(degrees) => f64::from(degrees).to_radians() as f32,
            Self::Turns(turns) => (f64::from(turns) * std::f64::consts::TAU) as f32,
        }
    }
}

/// What a child does with the numbers of its slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlotMode {
    /// Adds its own to them.
    Offset,
    /// Takes a written 0 for 0, instead of for "as in the slot".
    Override,
}

/// What a node takes over from its parent, as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inherit {
    /// `"all"`
    All,
    /// `"position"`
    Position,
    /// `"topLevel"`
    TopLevel,
    /// A list.
    Parts(kinfolk::Inherits),
}

impl Inherit {
    /// What it means.
    #[must_use]
    pub const fn to_inherits(self) -> kinfolk::Inherits {
        match self {
            Self::All => kinfolk::Inherits::ALL,
            Self::Position => kinfolk::Inherits::POSITION,
            Self::TopLevel => kinfolk::Inherits::TOP_LEVEL,
            Self::Parts(parts) => parts,
        }
    }
}

/// The fields that entities, templates and overrides share.
///
/// Most entities set none or few of them, and then they take no space: reading through
/// [`Deref`] finds them absent, and the first write makes room. Copies share what they have
/// until one of them is changed.
#[derive(Debug, Clone, Default)]
pub struct Fields(Option<Arc<FieldSet>>);

/// See [`Fields`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FieldSet {
    /// The parent's slot that the child is in.
    pub slot: Field<Text>,
    /// What it does with the slot's numbers.
    pub slot_mode: Field<SlotMode>,
    /// What it takes over from its parent: everything if absent.
    pub inherit: Field<Inherit>,
    /// How it looks: one visual, or a list.
    pub sprite: Field<Json>,
    /// Its body.
    pub physics: Field<Json>,
    /// What it does.
    pub behaviors: Field<Json>,
    /// What it does when.
    pub conditional_behaviors: Field<Json>,
    /// Words it can be found by. Those of templates and overrides are united.
    pub tags: Field<Vec<Text>>,
    /// The own draw layer; `layer` in some files.
    pub z: Field<i32>,
    /// Whether `z` is added to the parent's: yes if absent.
    pub z_relative: Field<bool>,
    /// Whether it and its children are drawn by height: no if absent.
    pub y_sort: Field<bool>,
    /// Whether it is shown: yes if absent.
    pub visible: Field<bool>,
    /// Whether it takes part in the game: yes if absent.
    pub active: Field<bool>,
    /// Where its pictures come from.
    pub asset_pack_id: Field<Text>,
    /// Keys that Kinfolk does not know.
    pub extra: Object,
}

impl FieldSet {
    const EMPTY: Self = Self {
        slot: Field::Absent,
        slot_mode: Field::Absent,
        inherit: Field::Absent,
        sprite: Field::Absent,
        physics: Field::Absent,
        behaviors: Field::Absent,
        conditional_behaviors: Field::Absent,
        tags: Field::Absent,
        z: Field::Absent,
        z_relative: Field::Absent,
        y_sort: Field::Absent,
        visible: Field::Absent,
        active: Field::Absent,
        asset_pack_id: Field::Absent,
        extra: Object::new(),
    };
}

impl Fields {
    /// Whether nothing is set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        **self == FieldSet::EMPTY
    }

    /// Whether an object among them has a key that is null, which only means something on top of
    /// another object.
    fn has_nulls_inside(&self) -> bool {
        let carried = [
            &self.sprite,
            &self.physics,
            &self.behaviors,
            &self.conditional_behaviors,
        ];
        let mut values = carried.into_iter().filter_map(Field::set);
        values.any(Json::has_nulls) || self.extra.has_nulls()
    }

    /// Whether nothing has ever been set.
    pub(crate) const fn is_unset(&self) -> bool {
        self.0.is_none()
    }

    /// Lays `over` on top: what is there counts, objects are merged, tags are united.
    pub fn overlay(&mut self, over: &Self) {
        if self.is_unset() && !over.has_nulls_inside() {
            self.clone_from(over);
            return;
        }
        let Some(over) = over.0.as_deref() else {
            return;
        };
        let base = &mut **self;
        base.slot.overlay(&over.slot);
        base.slot_mode.overlay(&over.slot_mode);
        base.inherit.overlay(&over.inherit);
        overlay_json(&mut base.sprite, &over.sprite);
        overlay_json(&mut base.physics, &over.physics);
        overlay_json(&mut base.behaviors, &over.behaviors);
        overlay_json(&mut base.conditional_behaviors, &over.conditional_behaviors);
        unite(&mut base.tags, &over.tags);
        base.z.overlay(&over.z);
        base.z_relative.overlay(&over.z_relative);
        base.y_sort.overlay(&over.y_sort);
        base.visible.overlay(&over.visible);
        base.active.overlay(&over.active);
        base.asset_pack_id.overlay(&over.asset_pack_id);
        base.extra.overlay(&over.extra);
    }
}

fn overlay_json(base: &mut Field<Json>, over: &Field<Json>) {
    match (&mut *base, over) {
        (_, Field::Absent) => {}
        (Field::Set(base), Field::Set(over)) => base.overlay(over),
        (base, Field::Set(over)) => {
            let mut fresh = Json::Null;
            fresh.overlay(over);
            *base = Field::Set(fresh);
        }
        (base, Field::Null) => *base = Field::Null,
    }
}

fn unite(base: &mut Field<Vec<Text>>, over: &Field<Vec<Text>>) {
    match (&mut *base, over) {
        (Field::Set(base), Field::Set(over)) => {
            for tag in over {
                if !base.contains(tag) {
                    base.push(tag.clone());
                }
            }
        }
        (base, over) => base.overlay(over),
    }
}

impl PartialEq for Fields {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(own), Some(other)) if Arc::ptr_eq(own, other) => true,
            _ => **self == **other,
        }
    }
}

impl Deref for Fields {
    type Target = FieldSet;

    fn deref(&self) -> &FieldSet {
        static EMPTY: FieldSet = FieldSet::EMPTY;
        self.0.as_deref().unwrap_or(&EMPTY)
    }
}

impl DerefMut for Fields {
    fn deref_mut(&mut self) -> &mut FieldSet {
        Arc::make_mut(self.0.get_or_insert_default())
    }
}

impl Deref for Overrides {
    type Target = IndexMap<Text, Option<Patch>>;

    fn deref(&self) -> &Self::Target {
        static EMPTY: std::sync::LazyLock<IndexMap<Text, Option<Patch>>> =
            std::sync::LazyLock::new(IndexMap::new);
        match &self.0 {
            Some(overrides) => overrides,
            None => &EMPTY,
        }
    }
}

impl DerefMut for Overrides {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.0.get_or_insert_default()
    }
}

/// A document without its templates and entities.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Head {
    version: Option<u32>,
    include: Vec<Text>,
    pub(crate) limits: Option<Limits>,
    rules: Option<Json>,
    extra: Object,
}

impl Document {
    /// What it says beside templates and entities.
    pub(crate) fn head(&self) -> Head {
        Head {
            version: self.version,
            include: self.include.clone(),
            limits: self.limits.clone(),
            rules: self.rules.clone(),
            extra: self.extra.clone(),
        }
    }

    /// Says something else beside templates and entities; gives back what it said.
    pub(crate) fn replace_head(&mut self, head: Head) -> Head {
        Head {
            version: std::mem::replace(&mut self.version, head.version),
            include: std::mem::replace(&mut self.include, head.include),
            limits: std::mem::replace(&mut self.limits, head.limits),
            rules: std::mem::replace(&mut self.rules, head.rules),
            extra: std::mem::replace(&mut self.extra, head.extra),
        }
    }
}

impl Head {
    /// As keys of a document.
    pub(crate) fn to_object(&self) -> Object {
        let mut document = Document::default();
        document.replace_head(self.clone());
        match document.to_text().parse() {
            Ok(Json::Object(object)) => object,
            _ => Object::new(),
        }
    }
}

impl Template {
    /// The template without its children.
    pub(crate) fn alone(&self) -> Self {
        Self {
            id: self.id.clone(),
            description: self.description.clone(),
            extends: self.extends.clone(),
            slots: self.slots.clone(),
            fields: self.fields.clone(),
            overrides: self.overrides.clone(),
            children: Vec::new(),
            source: self.source.clone(),
            origin: self.origin,
        }
    }
}

impl Entity {
    /// The entity without its children.
    pub(crate) fn alone(&self) -> Self {
        Self {
            id: self.id.clone(),
            name: self.name.clone(),
            parent: self.parent.clone(),
            template: self.template.clone(),
            transform: self.transform.clone(),
            fields: self.fields.clone(),
            overrides: self.overrides.clone(),
            children: Vec::new(),
            origin: self.origin,
        }
    }

    /// What the entity is called: its name, or its id.
    #[must_use]
    pub fn called(&self) -> Option<&str> {
        self.name.as_deref().or(self.id.as_deref())
    }
}
