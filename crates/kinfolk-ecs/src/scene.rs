//! Documents in an ECS: each entity of a scene becomes an entity, with components for its
//! sprite, its tags, its behaviors and whatever else a game gives a meaning to.
//!
//! The law: all or nothing. A [`Casting`] says which component comes out of which key; all
//! components are made before the first entity is spawned, so a document with an error in it
//! leaves the world as it was.

use core::fmt;
use std::collections::BTreeMap;

use kinfolk::{Forest, Node2};
use kinfolk_scene::{Diagnostics, Document, FieldSet, Includes, Json, Plan, Scene, load_with};

use crate::key::Key;

/// A world that components can be given to.
pub trait Stage {
    /// Its entities.
    type Entity: Key;
}

/// A world that takes components of this type.
pub trait Takes<C>: Stage {
    /// Gives an entity a component.
    fn give(&mut self, entity: Self::Entity, component: C);
}

/// Gives an entity a component that was made before.
type Part<W> = Box<dyn FnOnce(&mut W, <W as Stage>::Entity)>;

/// Makes a component out of what is written.
type Role<W> = Box<dyn Fn(&Json) -> Result<Part<W>, String> + Send + Sync>;

/// Which components come out of a document: a registration table.
///
/// What has no entry is left alone: a document may say more than a game cares about.
pub struct Casting<W: Stage> {
    sprite: Option<Role<W>>,
    physics: Option<Role<W>>,
    tags: BTreeMap<String, Role<W>>,
    behaviors: BTreeMap<String, Role<W>>,
    keys: BTreeMap<String, Role<W>>,
    includes: Includes,
}

impl<W: Stage> Default for Casting<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: Stage + 'static> Casting<W> {
    /// Makes a component of every `sprite`.
    #[must_use]
    pub fn sprite<C: 'static>(mut self, read: Reads<C>) -> Self
    where
        W: Takes<C>,
    {
        self.sprite = Some(role(read));
        self
    }

    /// Makes a component of every `physics`.
    #[must_use]
    pub fn physics<C: 'static>(mut self, read: Reads<C>) -> Self
    where
        W: Takes<C>,
    {
        self.physics = Some(role(read));
        self
    }

    /// Gives everybody with this tag a component.
    #[must_use]
    pub fn tag<C: Clone + Send + Sync + 'static>(mut self, tag: &str, component: C) -> Self
    where
        W: Takes<C>,
    {
        let make = move |_: &Json| -> Result<Part<W>, String> {
            let component = component.clone();
            Ok(Box::new(move |world, entity| world.give(entity, component)))
        };
        self.tags.insert(tag.to_owned(), Box::new(make));
        self
    }

    /// Makes a component of every behavior of this type; it is given the behavior's object.
    #[must_use]
    pub fn behavior<C: 'static>(mut self, kind: &str, read: Reads<C>) -> Self
    where
        W: Takes<C>,
    {
        self.behaviors.insert(kind.to_owned(), role(read));
        self
    }

    /// Makes a component of a key that Kinfolk does not know.
    #[must_use]
    pub fn key<C: 'static>(mut self, key: &str, read: Reads<C>) -> Self
    where
        W: Takes<C>,
    {
        self.keys.insert(key.to_owned(), role(read));
        self
    }
}

/// Reads a component, or says what is wrong.
pub type Reads<C> = fn(&Json) -> Result<C, String>;

fn role<C: 'static, W: Takes<C> + 'static>(read: Reads<C>) -> Role<W> {
    Box::new(move |json| {
        let component = read(json)?;
        Ok(Box::new(move |world, entity| world.give(entity, component)))
    })
}

/// Somebody who is to be spawned.
struct Actor<W: Stage> {
    id: String,
    own: Node2,
    /// Whose child it is, by place in the list.
    parent: Option<usize>,
    parts: Vec<Part<W>>,
}

/// Why a document was not spawned; the world is as it was.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum SceneError {
    /// The document itself is wrong.
    Document(Diagnostics),
    /// What is written for this entity makes no component.
    Component {
        /// Its id.
        id: String,
        /// What it is about: `sprite`, a behavior's type, a key.
        what: String,
        /// What is wrong.
        why: String,
    },
}

/// What came out of a document.
#[derive(Debug, Clone)]
pub struct Spawned<E> {
    by_id: BTreeMap<String, E>,
    entities: Vec<E>,
}

impl<E: Key> Spawned<E> {
    /// The entity with this id in the document.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<E> {
        self.by_id.get(id).copied()
    }

    /// All of them, parents before children.
    #[must_use]
    pub fn entities(&self) -> &[E] {
        &self.entities
    }

    /// All of them with their ids, in the order of ids.
    pub fn iter(&self) -> impl Iterator<Item = (&str, E)> {
        self.by_id.iter().map(|(id, &entity)| (id.as_str(), entity))
    }
}

impl<W: Stage> Casting<W> {
    /// A table without entries.
    #[must_use]
    pub fn new() -> Self {
        Self {
            sprite: None,
            physics: None,
            tags: BTreeMap::new(),
            behaviors: BTreeMap::new(),
            keys: BTreeMap::new(),
            includes: Includes::default(),
        }
    }

    /// Brings the documents that those to be spawned include.
    #[must_use]
    pub fn including(mut self, includes: Includes) -> Self {
        self.includes = includes;
        self
    }

    /// Spawns everything that is in a document's text. `spawn` makes an entity with an id and
    /// an own value that is a child of somebody who was spawned before.
    ///
    /// # Errors
    /// Says what is wrong with the document, or with what a component is made of.
    pub fn spawn(
        &self,
        text: &str,
        world: &mut W,
        mut spawn: impl FnMut(&mut W, &str, Node2, Option<W::Entity>) -> W::Entity,
    ) -> Result<Spawned<W::Entity>, SceneError> {
        let parts = load_with(text, &self.includes).into_parts();
        let (document, plan) = parts.map_err(SceneError::Document)?;
        let actors = self.actors(document, plan)?;
        let mut spawned = Spawned {
            by_id: BTreeMap::new(),
            entities: Vec::with_capacity(actors.len()),
        };
        for actor in actors {
            let parent = actor.parent.map(|parent| spawned.entities[parent]);
            let entity = spawn(world, &actor.id, actor.own, parent);
            for part in actor.parts {
                part(world, entity);
            }
            spawned.entities.push(entity);
            spawned.by_id.insert(actor.id, entity);
        }
        Ok(spawned)
    }

    /// Everybody in a document, parents before children, with components made.
    fn actors(&self, document: Document, plan: Plan) -> Result<Vec<Actor<W>>, SceneError> {
        let mut forest = Forest::new();
        let planted = Scene::instantiate(document, plan, &mut forest);
        let scene = planted.expect("a plan that was resolved can be planted");
        let mut places = vec![0; forest.len()];
        let mut actors = Vec::with_capacity(forest.len());
        for (place, node) in forest.walk().enumerate() {
            places[node.index()] = place;
            let id = scene.id(node).unwrap_or_default();
            let parts = match scene.fields(node) {
                Some(fields) => self.parts(&id, fields)?,
                None => Vec::new(),
            };
            let parent = forest.parent(node);
            actors.push(Actor {
                id,
                own: forest.value(node).expect("a living node"),
                parent: parent.map(|parent| places[parent.index()]),
                parts,
            });
        }
        Ok(actors)
    }

    /// The components of somebody.
    fn parts(&self, id: &str, fields: &FieldSet) -> Result<Vec<Part<W>>, SceneError> {
        let mut parts = Vec::new();
        let mut add = |role: Option<&Role<W>>, what: &str, json: &Json| {
            let Some(role) = role else {
                return Ok(());
            };
            let part = role(json).map_err(|why| SceneError::Component {
                id: id.to_owned(),
                what: what.to_owned(),
                why,
            })?;
            parts.push(part);
            Ok(())
        };
        if let Some(sprite) = fields.sprite.set() {
            add(self.sprite.as_ref(), "sprite", sprite)?;
        }
        if let Some(physics) = fields.physics.set() {
            add(self.physics.as_ref(), "physics", physics)?;
        }
        for tag in fields.tags.set().into_iter().flatten() {
            add(self.tags.get(tag.as_str()), tag, &Json::Null)?;
        }
        if let Some(Json::Array(behaviors)) = fields.behaviors.set() {
            for behavior in behaviors {
                let kind = behavior["type"].as_str().unwrap_or_default();
                add(self.behaviors.get(kind), kind, behavior)?;
            }
        }
        for (key, json) in fields.extra.iter() {
            add(self.keys.get(key), key, json)?;
        }
        Ok(parts)
    }
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document(diagnostics) => diagnostics.fmt(f),
            Self::Component { id, what, why } => write!(
                f,
                "{id}: what is written for {what} makes no component: {why}; nothing was spawned"
            ),
        }
    }
}

impl core::error::Error for SceneError {}

impl<W: Stage> fmt::Debug for Casting<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Casting")
            .field("sprite", &self.sprite.is_some())
            .field("physics", &self.physics.is_some())
            .field("tags", &self.tags.keys())
            .field("behaviors", &self.behaviors.keys())
            .field("keys", &self.keys.keys())
            .field("includes", &self.includes)
            .finish()
    }
}

#[cfg(feature = "bevy_ecs")]
impl Stage for bevy_ecs::world::World {
    type Entity = bevy_ecs::entity::Entity;
}

#[cfg(feature = "bevy_ecs")]
impl<C: bevy_ecs::bundle::Bundle> Takes<C> for bevy_ecs::world::World {
    fn give(&mut self, entity: Self::Entity, component: C) {
        self.entity_mut(entity).insert(component);
    }
}

#[cfg(feature = "hecs")]
impl Stage for hecs::World {
    type Entity = hecs::Entity;
}

#[cfg(feature = "hecs")]
impl<C: hecs::Component> Takes<C> for hecs::World {
    fn give(&mut self, entity: Self::Entity, component: C) {
        let given = self.insert_one(entity, component);
        given.expect("it was spawned just now");
    }
}

#[cfg(feature = "shipyard")]
impl Stage for shipyard::World {
    type Entity = shipyard::EntityId;
}

#[cfg(feature = "shipyard")]
impl<C: shipyard::Component + Send + Sync> Takes<C> for shipyard::World {
    fn give(&mut self, entity: Self::Entity, component: C) {
        self.add_component(entity, component);
    }
}
