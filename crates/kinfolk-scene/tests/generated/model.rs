//! Resolving beside a naive model: templates are copied, overrides carried along as lists, and
//! everything recurses.

use std::collections::BTreeMap;

use crate::choices::{Choices, Kind, document, loaded};
use kinfolk::{Forest, Inherits, Node2, Transform2};
use kinfolk_scene::{
    Document, Entity, Field, Fields, Overrides, Patch, Place2, Scene, Slot, SlotMode, Template,
};
use proptest::prelude::*;

/// An entity and what is below it.
#[derive(Debug, PartialEq)]
struct Tree {
    id: String,
    template: Option<String>,
    value: Node2,
    fields: Fields,
    children: Vec<Self>,
}

/// Overrides on their way down: paths of names, from the inside out.
type Coming = Vec<(Vec<String>, Option<Patch>)>;

struct Model<'d> {
    document: &'d Document,
    /// Flat entities by the id of their parent, in the order of the file.
    flat: BTreeMap<String, Vec<&'d Entity>>,
}

impl<'d> Model<'d> {
    fn trees(document: &'d Document) -> Vec<Tree> {
        let mut flat: BTreeMap<String, Vec<&Entity>> = BTreeMap::new();
        for entity in &document.entities {
            if let Some(parent) = &entity.parent {
                flat.entry(parent.to_string()).or_default().push(entity);
            }
        }
        let model = Self { document, flat };
        document
            .entities
            .iter()
            .filter(|entity| entity.parent.is_none())
            .map(|entity| model.tree(entity, &entity.id.clone().unwrap(), &[], Vec::new()))
            .map(|tree| tree.expect("nobody takes a root away"))
            .collect()
    }

    /// A template with what it extends.
    fn template(&self, name: &str) -> (Template, Vec<Overrides>) {
        let mut own = self.document.templates[name].clone();
        let Some(base) = &own.extends else {
            let written = std::mem::take(&mut own.fields);
            own.fields.overlay(&written);
            let overrides = vec![own.overrides.clone()];
            return (own, overrides);
        };
        let (mut merged, mut overrides) = self.template(base);
        overrides.push(own.overrides.clone());
        merged.fields.overlay(&own.fields);
        merged.slots.extend(own.slots);
        for child in own.children {
            lay_over(&mut merged.children, child);
        }
        (merged, overrides)
    }

    fn tree(
        &self,
        entity: &Entity,
        id: &str,
        slots: &[(String, Slot)],
        coming: Coming,
    ) -> Option<Tree> {
        let mut template = entity.template.clone();
        let mut place = entity.transform.clone();
        let mut patched = Vec::new();
        for (path, patch) in &coming {
            if path.is_empty() {
                patched.push(patch.clone());
            }
        }
        if let Some(None) = patched.last() {
            return None;
        }
        for patch in patched.iter().flatten() {
            if patch.template != Field::Absent {
                template = patch.template.clone();
            }
            match (&mut place, &patch.transform) {
                (_, Field::Absent) => {}
                (Field::Set(place), Field::Set(over)) => place.overlay(over),
                (place, over) => place.clone_from(over),
            }
        }
        let (made_of, of_template) = match template.set() {
            Some(name) => self.template(name),
            None => (Template::default(), Vec::new()),
        };
        let mut fields = made_of.fields.clone();
        fields.overlay(&entity.fields);
        for patch in patched.iter().flatten() {
            fields.overlay(&patch.fields);
        }
        let slot = fields
            .slot
            .set()
            .map(|name| &slots.iter().find(|(slot, _)| slot == name).unwrap().1);
        let value = value(place.set().unwrap_or(&Place2::default()), &fields, slot);

        let mut below: Coming = Vec::new();
        for overrides in of_template.iter().chain([&entity.overrides]) {
            for (path, patch) in overrides.iter() {
                below.push((path.split('/').map(str::to_owned).collect(), patch.clone()));
            }
        }
        below.extend(coming.into_iter().filter(|(path, _)| !path.is_empty()));
        let slots: Vec<_> = made_of
            .slots
            .iter()
            .map(|(name, slot)| (name.to_string(), slot.clone()))
            .collect();
        let written = entity.id.is_some() || entity.origin_is_written(self.document);
        let nested = entity.children.iter().map(|child| (child, !written));
        let mut children = Vec::new();
        for (child, overridable) in made_of
            .children
            .iter()
            .map(|child| (child, true))
            .chain(nested)
        {
            let name = child.called().unwrap();
            let child_id = child.id.clone().unwrap_or(format!("{id}_{name}").into());
            let coming = below
                .iter()
                .filter(|(path, _)| overridable && path[0] == name)
                .map(|(path, patch)| (path[1..].to_vec(), patch.clone()))
                .collect();
            children.extend(self.tree(child, &child_id, &slots, coming));
        }
        for flat in self.flat.get(id).into_iter().flatten() {
            let flat_id = flat.id.clone().unwrap();
            children.extend(self.tree(flat, &flat_id, &slots, Vec::new()));
        }
        Some(Tree {
            id: id.to_owned(),
            template: template.set().map(ToString::to_string),
            value,
            fields,
            children,
        })
    }
}

/// Generated documents name what is nested in written entities `n0`, `n1`, and so on.
trait Written {
    fn origin_is_written(&self, document: &Document) -> bool;
}

impl Written for Entity {
    fn origin_is_written(&self, _: &Document) -> bool {
        self.name
            .as_deref()
            .is_some_and(|name| name.starts_with('n'))
    }
}

fn lay_over(children: &mut Vec<Entity>, over: Entity) {
    let Some(twin) = children
        .iter_mut()
        .find(|child| child.called() == over.called())
    else {
        children.push(over);
        return;
    };
    twin.template.overlay(&over.template);
    match (&mut twin.transform, &over.transform) {
        (_, Field::Absent) => {}
        (Field::Set(place), Field::Set(over)) => place.overlay(over),
        (place, over) => place.clone_from(over),
    }
    twin.fields.overlay(&over.fields);
    for child in over.children {
        lay_over(&mut twin.children, child);
    }
}

fn value(place: &Place2, fields: &Fields, slot: Option<&Slot>) -> Node2 {
    let number = |field: Field<f32>, usual: f32| field.set().copied().unwrap_or(usual);
    let (mut x, mut y) = (number(place.x, 0.0), number(place.y, 0.0));
    let mut z = number_or(&fields.z, 0);
    if let Some(slot) = slot {
        let (slot_x, slot_y) = (slot.x.unwrap_or(0.0), slot.y.unwrap_or(0.0));
        match fields.slot_mode.set() {
            None => {
                x = if x == 0.0 { slot_x } else { x };
                y = if y == 0.0 { slot_y } else { y };
            }
            Some(SlotMode::Offset) => {
                x += slot_x;
                y += slot_y;
            }
            Some(SlotMode::Override) => {
                x = number(place.x, slot_x);
                y = number(place.y, slot_y);
            }
        }
        z += slot.layer.unwrap_or(0);
    }
    Node2 {
        transform: Transform2 {
            position: [x, y].into(),
            rotation: place.angle.set().map_or(0.0, |angle| angle.to_radians()),
            scale: [number(place.scale_x, 1.0), number(place.scale_y, 1.0)].into(),
            skew: place.skew.set().map_or(0.0, |angle| angle.to_radians()),
        },
        z,
        z_relative: number_or(&fields.z_relative, true),
        visible: number_or(&fields.visible, true),
        active: number_or(&fields.active, true),
        y_sort: number_or(&fields.y_sort, false),
        inherits: fields
            .inherit
            .set()
            .map_or(Inherits::ALL, |inherit| inherit.to_inherits()),
    }
}

fn number_or<T: Copy>(field: &Field<T>, usual: T) -> T {
    field.set().copied().unwrap_or(usual)
}

/// What really came out, as a tree.
fn came_out(forest: &Forest<Node2>, scene: &Scene, node: kinfolk::NodeId) -> Tree {
    Tree {
        id: scene.id(node).unwrap(),
        template: scene.template(node).map(str::to_owned),
        value: forest.value(node).unwrap(),
        fields: scene.fields(node).unwrap().clone(),
        children: forest
            .children(node)
            .map(|child| came_out(forest, scene, child))
            .collect(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn resolving_agrees_with_the_model(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let document = document(&mut Choices::new(&bytes), Kind { odd: true });
        let expected = Model::trees(&document);

        let text = document.to_text();
        let loaded = loaded(&text);
        prop_assume!(loaded.is_some());
        let (document, plan) = loaded.unwrap();
        let mut forest = Forest::new();
        let scene = Scene::instantiate(document, plan, &mut forest).unwrap();
        let trees: Vec<_> = forest.roots().map(|root| came_out(&forest, &scene, root)).collect();

        prop_assert_eq!(trees, expected, "{}", text);
        for &node in scene.nodes() {
            prop_assert_eq!(scene.node(&scene.id(node).unwrap()), Some(node));
        }
    }
}
