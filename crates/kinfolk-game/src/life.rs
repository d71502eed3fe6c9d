//! Coming and going: prefabs, destruction, visibility and activity.

use kinfolk::{NodeId, Spot, Transform2};
use kinfolk_physics::Backend;
use kinfolk_scene::{Overrides, Template};

use crate::action::Spawn;
use crate::doom::Doom;
use crate::error::GameError;
use crate::game::{Arrival, Game};
use crate::news::Event;
use crate::who::Who;

/// What was planted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planted {
    /// The entity that is made of the template.
    pub root: NodeId,
    /// Everything below it, parents before children.
    pub children: Vec<NodeId>,
}

impl<B: Backend> Game<B> {
    /// Plants a template in the world: seed 3's `instantiatePrefab`.
    ///
    /// # Errors
    /// If there is no such template, or something in it makes no sense; then nothing is planted.
    pub fn instantiate_prefab(
        &mut self,
        template: &str,
        world: Transform2,
        overrides: Overrides,
    ) -> Result<Planted, GameError> {
        let spawn = Spawn {
            overrides,
            ..Spawn::new(template, world)
        };
        self.spawn(&spawn)
    }

    /// Plants a template, below a parent or in one of its slots if asked to.
    ///
    /// # Errors
    /// As [`instantiate_prefab`](Self::instantiate_prefab), or if the parent or its slot is not
    /// there.
    pub fn spawn(&mut self, spawn: &Spawn) -> Result<Planted, GameError> {
        self.mourn();
        let mut transform = spawn.transform;
        let mut layer = 0;
        let spot = match spawn.attach_to_parent {
            Some(parent) => {
                let parent = parent.find_in(self)?;
                if let Some(name) = &spawn.attach_to_slot {
                    let slot = self.slot(parent, name);
                    let Some((place, z)) = slot else {
                        return Err(GameError::NoSlot {
                            entity: self.called(parent),
                            slot: name.to_string(),
                        });
                    };
                    transform.position += place;
                    layer = z;
                }
                Spot::Under(parent)
            }
            None => Spot::Root,
        };
        let planted = self.scene.instantiate_prefab_at(
            &mut self.forest,
            spot,
            &spawn.template,
            transform,
            &spawn.overrides,
        );
        let prefab = planted.map_err(GameError::Prefab)?;
        let root = prefab.root();
        if layer != 0 {
            let raised = self
                .forest
                .edit(root, |value| value.z = value.z.saturating_add(layer));
            debug_assert!(raised.is_ok(), "it has just been planted");
        }
        let mut nodes = vec![root];
        nodes.extend_from_slice(prefab.children());
        if let Err(why) = self.bring_to_life(&nodes, Arrival::New) {
            let removed = self.forest.remove(root);
            debug_assert!(removed.is_ok(), "it has just been planted");
            return Err(why);
        }
        if let Some(parent) = self.forest.parent(root) {
            self.events.push(Event::Attached {
                child: root,
                parent,
            });
        }
        Ok(Planted {
            root,
            children: nodes.split_off(1),
        })
    }

    /// Where a slot of an entity is, and what it adds to draw layers.
    pub(crate) fn slot(&self, node: NodeId, name: &str) -> Option<(glam::Vec2, i32)> {
        slot(&self.scene, node, name)
    }

    /// Destroys an entity with everything below, children before parents.
    ///
    /// # Errors
    /// If there is no such entity.
    pub fn destroy(&mut self, who: impl Who) -> Result<(), GameError> {
        self.destroy_entity(who, true)
    }

    /// Destroys an entity: seed 3's `destroyEntity`. If not `recursive`, its children become roots
    /// that stay where they are.
    ///
    /// # Errors
    /// If there is no such entity.
    pub fn destroy_entity(&mut self, who: impl Who, recursive: bool) -> Result<(), GameError> {
        let node = who.find_in(self)?;
        if !recursive {
            let children: Vec<NodeId> = self.forest.children(node).collect();
            for child in children {
                if self.forest.detach_in_place(child).is_err() {
                    // Below a parent that is scaled to nothing there is no such place.
                    let detached = self.forest.detach(child);
                    debug_assert!(detached.is_ok(), "it is there");
                }
                self.events.push(Event::Detached {
                    child,
                    parent: node,
                });
            }
        }
        let mut nodes = vec![node];
        nodes.extend(self.forest.descendants(node));
        for &node in nodes.iter().rev() {
            let id = self.called(node).into();
            if let Some(being) = self.beings.remove(node) {
                self.events.push(Event::Destroyed {
                    node,
                    id,
                    tags: being.tags,
                });
            }
            self.physics.remove(node);
        }
        let removed = self.forest.remove(node);
        debug_assert!(removed.is_ok(), "it is there");
        Ok(())
    }

    /// Marks an entity: it is destroyed when the frame ends, and can be shown going until then.
    ///
    /// # Errors
    /// If there is no such entity.
    pub fn mark_for_destruction(&mut self, who: impl Who, doom: Doom) -> Result<(), GameError> {
        let node = who.find_in(self)?;
        let at = self.frame;
        self.beings.mark(node, Doom { at, ..doom });
        Ok(())
    }

    /// How an entity will go, if it is marked.
    #[must_use]
    pub fn doom(&self, node: NodeId) -> Option<&Doom> {
        self.beings.get(node)?.doom.as_ref()
    }

    /// Shows or hides an entity, and so everything below; if `recursive`, the own flags of all that
    /// is below are written as well.
    ///
    /// # Errors
    /// If there is no such entity.
    pub fn set_visible(
        &mut self,
        who: impl Who,
        visible: bool,
        recursive: bool,
    ) -> Result<(), GameError> {
        for node in self.with_descendants(who, recursive)? {
            let set = self.forest.set_visible(node, visible);
            debug_assert!(set.is_ok(), "it is there");
        }
        Ok(())
    }

    /// Lets an entity, and so everything below, take part or not; if `recursive`, the own flags of
    /// all that is below are written as well.
    ///
    /// # Errors
    /// If there is no such entity.
    pub fn set_active(
        &mut self,
        who: impl Who,
        active: bool,
        recursive: bool,
    ) -> Result<(), GameError> {
        for node in self.with_descendants(who, recursive)? {
            let set = self.forest.set_active(node, active);
            debug_assert!(set.is_ok(), "it is there");
        }
        Ok(())
    }

    fn with_descendants(&self, who: impl Who, recursive: bool) -> Result<Vec<NodeId>, GameError> {
        let node = who.find_in(self)?;
        let mut nodes = vec![node];
        if recursive {
            nodes.extend(self.forest.descendants(node));
        }
        Ok(nodes)
    }

    /// Destroys everybody who is marked.
    pub(crate) fn bury_the_doomed(&mut self) {
        let doomed: Vec<NodeId> = self.beings.doomed().collect();
        for node in doomed {
            // Somebody above may have taken it along.
            let _ = self.destroy(node);
        }
        self.beings.unmark_all();
    }

    /// Forgets entities whose nodes somebody has removed from the forest, before others get their places there.
    pub(crate) fn mourn(&mut self) {
        if self.forest.len() == self.beings.len() {
            return;
        }
        let gone = self.beings.by_birth();
        let gone: Vec<NodeId> = gone.filter(|&node| !self.forest.contains(node)).collect();
        for node in gone.into_iter().rev() {
            let id = self.called(node).into();
            if let Some(being) = self.beings.remove(node) {
                let tags = being.tags;
                self.events.push(Event::Destroyed { node, id, tags });
            }
        }
    }
}

/// Where a slot of an entity's template is, and what it adds to draw layers.
pub(crate) fn slot(
    scene: &kinfolk_scene::Scene,
    node: NodeId,
    name: &str,
) -> Option<(glam::Vec2, i32)> {
    let templates = &scene.document().templates;
    let mut template: Option<&Template> = templates.get(scene.template(node)?);
    for _ in 0..=templates.len() {
        let here = template?;
        if let Some(slot) = here.slots.get(name) {
            let place = [slot.x.unwrap_or(0.0), slot.y.unwrap_or(0.0)];
            return Some((place.into(), slot.layer.unwrap_or(0)));
        }
        template = here.extends.as_ref().and_then(|base| templates.get(base));
    }
    None
}
