//! From beings to a document.
//!
//! A template has no place, so an instance has the numbers of its prefab with its own on top.
//! Whether a child inherits scale hangs on its parent's `Scale`: where only an instance has one,
//! it overrides what its template's children inherit.

use kinfolk::Inherits;
use kinfolk_scene::{Document, Entity, Field, Inherit, Json, Object, Patch, Place2, Template};

use crate::entities::{if_any, nested};
use crate::limits;

use super::being::Being;
use super::names::Names;
use super::prefabs::{Prefab, Prefabs};
use super::scene::Kinship;

/// The document that a scene and its prefabs are.
pub(super) fn document(
    scene: &[Being],
    prefabs: &Prefabs,
    kinship: &Kinship,
    names: &Names,
) -> Document {
    let builder = Builder { prefabs, names };
    let templates = prefabs.iter().enumerate();
    let templates = templates.map(|(index, prefab)| {
        let template = builder.template(index, prefab);
        (prefab.name.clone(), template)
    });
    let entities = scene.iter().enumerate().map(|(index, being)| {
        let parent = kinship.parent(index);
        let mut entity = builder.entity(being, parent.map(|parent| &scene[parent]));
        let named = names.of(index);
        entity.id.clone_from(&named.id);
        entity.name.clone_from(&named.name);
        if let (Some(parent), None) = (parent, being.above) {
            entity.parent.clone_from(&names.of(parent).id);
        }
        entity
    });
    let above = |index: usize| scene[index].above;
    Document {
        version: Some(1),
        limits: limits::for_depth(prefabs.depth()),
        templates: templates.collect(),
        entities: nested(entities.collect(), above),
        ..Document::default()
    }
}

struct Builder<'b> {
    prefabs: &'b Prefabs,
    names: &'b Names,
}

impl Builder<'_> {
    fn template(&self, index: usize, prefab: &Prefab) -> Template {
        let Some(root) = prefab.root() else {
            return Template::default();
        };
        let mut template = Template {
            fields: self.entity(root, None).fields,
            ..Template::default()
        };
        let names = self.names.in_prefab(index);
        let beings = prefab.beings.iter().zip(names);
        let entities = beings.map(|(being, name)| {
            let above = being.above.map(|above| &prefab.beings[above]);
            let mut entity = self.entity(being, above);
            entity.name = Some(name.clone());
            entity
        });
        let above = |index: usize| prefab.beings[index].above;
        let mut roots = nested(entities.collect(), above);
        template.children = roots.pop().map(|root| root.children).unwrap_or_default();
        template
    }

    /// An entity without a name and without children.
    fn entity(&self, being: &Being, parent: Option<&Being>) -> Entity {
        let mut entity = Entity::default();
        let prefab = self.prefabs.index_of(being);
        let root = prefab.and_then(|prefab| self.prefabs.get(prefab).root());
        entity.template = being.prefab.as_ref().map(|said| said.text.clone()).into();

        let mut place = root.map_or_else(Place2::default, |root| root.place.clone());
        place.overlay(&being.place);
        entity.transform = if_any(place);
        if let Some(parent) = parent {
            let inherit = inherit(being, self.prefabs.has_scale(parent));
            entity.fields.inherit = Field::Set(inherit);
        }
        being
            .look
            .write(root.map(|root| &root.look), &mut entity.fields);
        let physics = physics(being, root);
        if !physics.is_empty() {
            entity.fields.physics = Field::Set(Json::Object(physics));
        }
        if let Some(tags) = being.tags.as_ref().filter(|tags| !tags.is_empty()) {
            entity.fields.tags = Field::Set(tags.clone());
        }
        if let (Some(prefab), true) = (prefab, being.has_scale) {
            self.let_children_scale(prefab, &mut entity);
        }
        entity
    }

    /// Overrides what the prefab's children inherit, who knew of no `Scale`.
    fn let_children_scale(&self, prefab: usize, entity: &mut Entity) {
        let names = self.names.in_prefab(prefab);
        let prefab = self.prefabs.get(prefab);
        if prefab.has_scale() {
            return;
        }
        for (child, name) in prefab.beings.iter().zip(names) {
            if child.above != Some(0) || child.inherits_scale.is_some() {
                continue;
            }
            let mut patch = Patch::default();
            patch.fields.inherit = Field::Set(inherit(child, true));
            entity.overrides.insert(name.clone(), Some(patch));
        }
    }
}

/// What a being takes over from a parent that has a `Scale` or has none.
fn inherit(being: &Being, parent_has_scale: bool) -> Inherit {
    let mut inherits = Inherits::POSITION;
    if being.inherits_rotation.unwrap_or(false) {
        inherits |= Inherits::ROTATION;
    }
    if being.inherits_scale.unwrap_or(parent_has_scale) {
        inherits |= Inherits::SCALE | Inherits::REFLECTION;
    }
    match inherits {
        Inherits::POSITION => Inherit::Position,
        Inherits::ALL => Inherit::All,
        parts => Inherit::Parts(parts),
    }
}

/// What a being says about its body, and what goes without saying.
fn physics(being: &Being, root: Option<&Being>) -> Object {
    let mut physics = being.physics.clone();
    let said_below = root.is_some_and(|root| root.has_body);
    if being.has_body && !said_below && physics.get("bodyType").is_none() {
        physics.set("bodyType", "dynamic".into());
    }
    physics
}
