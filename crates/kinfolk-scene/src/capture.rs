//! From a living forest back to a [`Document`].
//!
//! An entity that nobody touched stays as it was written, to the letter. Where something
//! changed, the fewest keys are set that say so: on the entity itself, or, for what comes out of
//! a template, in the overrides of its instance, so that instances stay instances. A part
//! that was torn out of its instance becomes an entity of its own, and is taken away from the
//! instance.

use std::collections::HashMap;

use kinfolk::{Forest, Node2, NodeId};

use crate::document::{Angle, Document, Entity, Field, FieldSet, Fields, Inherit, Patch, Place2};
use crate::family::{Family, Member};
use crate::json::Text;
use crate::plan::NONE;
use crate::read::MOST_NESTED_ENTITIES;
use crate::resolve::value;
use crate::scene::Scene;

impl Scene {
    /// The scene as it is now: what this scene planted and is still alive, and what was planted
    /// below it.
    ///
    /// Nodes that the scene does not know get the id `{parent}_{number}`. The order of siblings
    /// is kept, except that what comes out of a template comes first.
    ///
    /// ```
    /// use kinfolk::Forest;
    /// use kinfolk_scene::{Scene, load};
    ///
    /// let text = r#"{
    ///     "templates": {
    ///         "boss": { "children": [{ "name": "Arm" }, { "name": "Core" }] }
    ///     },
    ///     "entities": [{ "id": "boss1", "template": "boss" }]
    /// }"#;
    /// let mut forest = Forest::new();
    /// let (document, plan) = load(text).into_parts()?;
    /// let scene = Scene::instantiate(document, plan, &mut forest)?;
    ///
    /// forest.set_position(scene.node("boss1_Arm").unwrap(), [2.0, 0.0])?;
    /// forest.remove(scene.node("boss1_Core").unwrap())?;
    ///
    /// let boss = &scene.capture(&forest).entities[0];
    /// assert_eq!(boss.overrides["Arm"].as_ref().unwrap().transform.set().unwrap().x.set(), Some(&2.0));
    /// assert_eq!(boss.overrides["Core"], None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn capture(&self, forest: &Forest<Node2>) -> Document {
        let mut capture = Capture {
            scene: self,
            forest,
            states: vec![State::Gone; self.plan.nodes.len()],
            captured: Vec::new(),
            by_node: HashMap::new(),
            written: written(self),
        };
        capture.nodes();
        capture.parts();
        capture.document()
    }
}

/// What has become of a planned node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// It is dead.
    Gone,
    /// It is an entity as it was written.
    Written(usize),
    /// It is where its template put it.
    Part,
    /// It is not.
    Torn,
}

/// An entity that will be in the document.
struct Captured {
    entity: Entity,
    /// Its parent, if that is captured, too.
    parent: Option<usize>,
    /// Whether it is in the document's own list.
    top: bool,
    /// Where it was in that list.
    index: Option<usize>,
    /// How many entities it is nested in.
    depth: usize,
}

struct Capture<'a> {
    scene: &'a Scene,
    forest: &'a Forest<Node2>,
    states: Vec<State>,
    captured: Vec<Captured>,
    by_node: HashMap<NodeId, usize>,
    written: HashMap<u32, (&'a Entity, Option<usize>)>,
}

impl Capture<'_> {
    /// Decides for every node what it is, parents first.
    fn nodes(&mut self) {
        let mut walk = self.forest.walk();
        while let Some(node) = walk.next() {
            let parent = self.forest.parent(node);
            let place = self.scene.place_of(node);
            let known_parent = parent.and_then(|parent| self.scene.place_of(parent));
            let below = parent
                .is_some_and(|parent| known_parent.is_some() || self.by_node.contains_key(&parent));
            let Some(place) = place else {
                if below {
                    self.capture(node, None);
                } else {
                    walk.prune();
                }
                continue;
            };
            let planned = &self.scene.plan.nodes[place as usize];
            let in_place = !planned.written
                && known_parent == Some(planned.parent)
                && matches!(
                    self.states[planned.parent as usize],
                    State::Part | State::Written(_)
                );
            self.states[place as usize] = if in_place {
                State::Part
            } else {
                let index = self.capture(node, Some(place));
                if planned.written {
                    State::Written(index)
                } else {
                    State::Torn
                }
            };
        }
    }

    /// Adds an entity for `node`.
    fn capture(&mut self, node: NodeId, place: Option<u32>) -> usize {
        let parent = self.forest.parent(node);
        let captured_parent = parent.and_then(|parent| self.by_node.get(&parent).copied());
        let parent_id = parent.map(|parent| self.id(parent));
        let actual = self.forest.value(node).unwrap_or(Node2::PLAIN);
        let mut captured = Captured {
            entity: Entity::default(),
            parent: captured_parent,
            top: captured_parent.is_none(),
            index: None,
            depth: 0,
        };
        match place {
            None => {
                let above = parent_id.clone().unwrap_or_default();
                captured.entity.id = Some(self.free_id(&above).into());
                let expected = Node2::PLAIN;
                rewrite(&mut captured.entity, &FieldSet::default(), expected, actual);
            }
            Some(place) => self.describe(place, parent, actual, &mut captured),
        }
        let depth = captured_parent.map_or(0, |above| self.captured[above].depth + 1);
        captured.top |= depth > MOST_NESTED_ENTITIES;
        if captured.top {
            captured.entity.parent = parent_id.map(Text::from);
            let id = place.map(|place| self.scene.plan.id(place).into());
            captured.entity.id = captured.entity.id.or(id);
        } else {
            captured.depth = depth;
        }
        self.captured.push(captured);
        self.by_node.insert(node, self.captured.len() - 1);
        self.captured.len() - 1
    }

    /// What the entity for a planned node says.
    fn describe(&self, place: u32, parent: Option<NodeId>, actual: Node2, captured: &mut Captured) {
        let plan = &self.scene.plan;
        let planned = &plan.nodes[place as usize];
        let look = plan.look(place);
        let planned_parent = match planned.parent {
            NONE => None,
            parent => Some(self.scene.nodes[parent as usize]),
        };
        let stayed = planned_parent == parent;
        let entity = &mut captured.entity;
        if let Some((written, index)) = self.written.get(&place) {
            *entity = written.alone();
            captured.index = *index;
            let was_nested = index.is_none();
            captured.top = captured.parent.is_none() || (stayed && !was_nested);
            entity.parent = None;
            if !(stayed && was_nested && entity.id.is_none()) {
                entity.id = Some(plan.id(place).into());
            }
        } else {
            let id = plan.id(place);
            let name = plan.name(place);
            entity.name = (name != id).then(|| name.into());
            entity.id = Some(id.into());
            self.describe_torn(place, entity);
        }
        // The place of a prefab is in no document yet.
        if stayed && self.written.contains_key(&place) {
            rewrite(entity, look, planned.value, actual);
        } else {
            // The slot was the old parent's.
            let without_slot = FieldSet {
                slot: Field::Absent,
                ..(**look).clone()
            };
            if entity.fields.slot.set().is_some() {
                entity.fields.slot = Field::Absent;
                entity.fields.slot_mode = Field::Absent;
            }
            let expected = value::node(&entity.transform, &fields_of(&without_slot), None);
            rewrite(entity, &without_slot, expected, actual);
        }
    }

    /// A part that has left its instance, or a prefab: its template, if that says it all.
    fn describe_torn(&self, place: u32, entity: &mut Entity) {
        let plan = &self.scene.plan;
        let look = plan.look(place);
        let written = plan.nodes[place as usize].written;
        let template = plan.template(place).and_then(|name| {
            let template = self.scene.document.templates.get(name)?;
            let childless = template.children.is_empty() && template.extends.is_none();
            (written || childless).then_some((name, template))
        });
        match template {
            Some((name, _)) if written => {
                entity.template = Field::Set(name.into());
                if let Some(overrides) = self.scene.prefab_overrides(place) {
                    entity.overrides.clone_from(overrides);
                }
            }
            Some((name, template)) if overlaid(&template.fields) == *look => {
                entity.template = Field::Set(name.into());
            }
            _ => {
                entity.fields.clone_from(look);
                if look.slot.set().is_some() {
                    entity.fields.slot = Field::Absent;
                    entity.fields.slot_mode = Field::Absent;
                }
            }
        }
    }

    /// Compares what came out of templates with what is there, and notes it in overrides.
    fn parts(&mut self) {
        let plan = &self.scene.plan;
        for (place, planned) in plan.nodes.iter().enumerate() {
            if planned.written {
                continue;
            }
            let above = self.states[planned.parent as usize];
            if !matches!(above, State::Part | State::Written(_)) {
                continue;
            }
            let node = self.scene.nodes[place];
            let (owner, path) = self.path(place as u32);
            let Some(owner) = owner else {
                continue;
            };
            let overrides = &mut self.captured[owner].entity.overrides;
            if self.states[place] != State::Part {
                overrides.insert(path.into(), None);
                continue;
            }
            let actual = self.forest.value(node).unwrap_or(planned.value);
            if same(&actual, &planned.value) {
                continue;
            }
            let patch = overrides.entry(path.into()).or_insert(None);
            let patch = patch.get_or_insert_with(Patch::default);
            let look = plan.look(place as u32);
            set(
                &mut patch.transform,
                &mut patch.fields,
                look,
                planned.value,
                actual,
            );
        }
    }

    /// The captured entity that a part belongs to, and its path of names from there.
    fn path(&self, place: u32) -> (Option<usize>, String) {
        let plan = &self.scene.plan;
        let mut names = Vec::new();
        let mut place = place;
        while !plan.nodes[place as usize].written {
            names.push(plan.name(place));
            place = plan.nodes[place as usize].parent;
        }
        names.reverse();
        let owner = match self.states[place as usize] {
            State::Written(index) => Some(index),
            _ => None,
        };
        (owner, names.join("/"))
    }

    fn id(&self, node: NodeId) -> String {
        match (self.scene.place_of(node), self.by_node.get(&node)) {
            (Some(place), _) => self.scene.plan.id(place),
            (None, Some(&index)) => {
                let id = self.captured[index].entity.id.as_deref();
                id.unwrap_or_default().to_owned()
            }
            (None, None) => String::new(),
        }
    }

    /// `{above}_{number}`, the first that nobody has.
    fn free_id(&self, above: &str) -> String {
        let mut number = self.captured.len();
        loop {
            let id = format!("{above}_{number}");
            if self.scene.plan.table.find(&self.scene.plan, &id).is_none() {
                return id;
            }
            number += 1;
        }
    }

    /// Puts everything together again.
    fn document(self) -> Document {
        let mut children: Vec<Vec<Entity>> = self.captured.iter().map(|_| Vec::new()).collect();
        let mut top: Vec<(Option<usize>, Entity)> = Vec::new();
        let mut groups = Vec::new();
        for (index, captured) in self.captured.into_iter().enumerate().rev() {
            let Captured {
                mut entity,
                parent,
                top: is_top,
                index: was_at,
                ..
            } = captured;
            entity.children = std::mem::take(&mut children[index]);
            entity.children.reverse();
            match parent {
                Some(parent) if !is_top => children[parent].push(entity),
                _ => {
                    groups.push((entity.parent.clone(), was_at));
                    top.push((was_at, entity));
                }
            }
        }
        top.reverse();
        groups.reverse();
        if keep_their_order(&groups) {
            top.sort_by_key(|(was_at, _)| was_at.unwrap_or(usize::MAX));
        }
        let mut document = self.scene.document.clone();
        document.entities = top.into_iter().map(|(_, entity)| entity).collect();
        document
    }
}

/// Whether siblings are in the order in which the document had them, with new ones last.
fn keep_their_order(groups: &[(Option<Text>, Option<usize>)]) -> bool {
    let mut last: HashMap<Option<&str>, Option<usize>> = HashMap::new();
    groups.iter().all(|(parent, was_at)| {
        let was_at = was_at.unwrap_or(usize::MAX);
        let before = last.insert(parent.as_deref(), Some(was_at)).flatten();
        before.is_none_or(|before| before <= was_at)
    })
}

/// The written entities by their place in the plan, with their index in the document's list.
fn written(scene: &Scene) -> HashMap<u32, (&Entity, Option<usize>)> {
    let mut written = HashMap::new();
    let mut index = 0;
    for Member {
        entity,
        key,
        is_nested,
        ..
    } in Family::of_entities(&scene.document.entities).members
    {
        let top = (!is_nested).then_some(index);
        index += usize::from(!is_nested);
        if let Some(place) = scene.plan.table.find(&scene.plan, &key)
            && scene.plan.nodes[place as usize].written
        {
            written.insert(place, (entity, top));
        }
    }
    written
}

/// Sets what makes an entity with this look, whose value is `expected`, have the `actual` one.
pub(crate) fn rewrite(entity: &mut Entity, look: &FieldSet, expected: Node2, actual: Node2) {
    set(
        &mut entity.transform,
        &mut entity.fields,
        look,
        expected,
        actual,
    );
}

/// Sets what makes the `expected` value of a node with this look the `actual` one.
fn set(
    place: &mut Field<Place2>,
    fields: &mut Fields,
    look: &FieldSet,
    expected: Node2,
    actual: Node2,
) {
    if same(&expected, &actual) {
        return;
    }
    let (was, is) = (expected.transform, actual.transform);
    let differs = |a: f32, b: f32| a.to_bits() != b.to_bits();
    let moved = [
        differs(was.position.x, is.position.x),
        differs(was.position.y, is.position.y),
    ];
    let in_slot = look.slot.set().is_some();
    if moved[0] || moved[1] {
        let place = numbers(place);
        if moved[0] || in_slot {
            place.x = Field::Set(is.position.x);
        }
        if moved[1] || in_slot {
            place.y = Field::Set(is.position.y);
        }
        if in_slot {
            fields.slot_mode = Field::Set(crate::SlotMode::Override);
        }
    }
    if differs(was.rotation, is.rotation) {
        numbers(place).angle = Field::Set(Angle::Radians(is.rotation));
    }
    if differs(was.scale.x, is.scale.x) {
        numbers(place).scale_x = Field::Set(is.scale.x);
    }
    if differs(was.scale.y, is.scale.y) {
        numbers(place).scale_y = Field::Set(is.scale.y);
    }
    if differs(was.skew, is.skew) {
        numbers(place).skew = Field::Set(Angle::Radians(is.skew));
    }
    if expected.z != actual.z {
        let own = look.z.set().copied().unwrap_or(0);
        let of_slot = i64::from(expected.z) - i64::from(own);
        let z = i64::from(actual.z) - of_slot;
        fields.z = Field::Set(z.clamp(i32::MIN.into(), i32::MAX.into()) as i32);
    }
    if expected.z_relative != actual.z_relative {
        fields.z_relative = Field::Set(actual.z_relative);
    }
    if expected.visible != actual.visible {
        fields.visible = Field::Set(actual.visible);
    }
    if expected.active != actual.active {
        fields.active = Field::Set(actual.active);
    }
    if expected.y_sort != actual.y_sort {
        fields.y_sort = Field::Set(actual.y_sort);
    }
    if expected.inherits != actual.inherits {
        fields.inherit = Field::Set(match actual.inherits {
            kinfolk::Inherits::ALL => Inherit::All,
            kinfolk::Inherits::POSITION => Inherit::Position,
            kinfolk::Inherits::TOP_LEVEL => Inherit::TopLevel,
            parts => Inherit::Parts(parts),
        });
    }
}

fn numbers(place: &mut Field<Place2>) -> &mut Place2 {
    if place.set().is_none() {
        *place = Field::Set(Place2::default());
    }
    match place {
        Field::Set(place) => place,
        _ => unreachable!("set just above"),
    }
}

/// Bit for bit.
pub(crate) fn same(a: &Node2, b: &Node2) -> bool {
    let same = |a: f32, b: f32| a.to_bits() == b.to_bits();
    let (was, is) = (&a.transform, &b.transform);
    a == b
        && same(was.position.x, is.position.x)
        && same(was.position.y, is.position.y)
        && same(was.rotation, is.rotation)
        && same(was.scale.x, is.scale.x)
        && same(was.scale.y, is.scale.y)
        && same(was.skew, is.skew)
}

/// What a template without a base makes of its fields.
fn overlaid(fields: &Fields) -> Fields {
    let mut overlaid = Fields::default();
    overlaid.overlay(fields);
    overlaid
}

/// The value that follows from these numbers and fields, without a slot.
pub(crate) fn expected(place: &Field<Place2>, look: &FieldSet) -> Node2 {
    value::node(place, &fields_of(look), None)
}

fn fields_of(set: &FieldSet) -> Fields {
    let mut fields = Fields::default();
    *fields = set.clone();
    fields
}
