//! Who is whose child: seed 3's questions and changes, and seed 0's.

use std::sync::Once;

use kinfolk::{AttachError, Inherits, NodeId, Spot};
use kinfolk_physics::Backend;

use crate::error::GameError;
use crate::game::Game;
use crate::news::Event;
use crate::place::Placement;
use crate::who::Who;

/// Seed 0's facade goes no deeper.
const DEEPEST: usize = 32;

impl<B: Backend> Game<B> {
    /// The parent of an entity.
    ///
    /// # Errors
    /// If there is no such entity.
    pub fn get_parent(&self, who: impl Who) -> Result<Option<NodeId>, GameError> {
        Ok(self.forest.parent(who.find_in(self)?))
    }

    /// The children of an entity, in order.
    ///
    /// # Errors
    /// If there is no such entity.
    pub fn get_children(&self, who: impl Who) -> Result<Vec<NodeId>, GameError> {
        Ok(self.forest.children(who.find_in(self)?).collect())
    }

    /// The outermost ancestor of an entity, itself if it is a root.
    ///
    /// # Errors
    /// If there is no such entity.
    pub fn get_root(&self, who: impl Who) -> Result<NodeId, GameError> {
        let node = who.find_in(self)?;
        Ok(self.forest.root_of(node).unwrap_or(node))
    }

    /// Everything below an entity, parents before children.
    ///
    /// # Errors
    /// If there is no such entity.
    pub fn get_descendants(&self, who: impl Who) -> Result<Vec<NodeId>, GameError> {
        Ok(self.forest.descendants(who.find_in(self)?).collect())
    }

    /// Everything above an entity, the parent first.
    ///
    /// # Errors
    /// If there is no such entity.
    pub fn get_ancestors(&self, who: impl Who) -> Result<Vec<NodeId>, GameError> {
        Ok(self.forest.ancestors(who.find_in(self)?).collect())
    }

    /// Makes one entity the last child of another: with this local transform, or staying where it
    /// is in the world.
    ///
    /// # Errors
    /// If there is no such entity, or that would close a loop, or the child cannot stay where it is.
    pub fn attach_child(
        &mut self,
        parent: impl Who,
        child: impl Who,
        local: Option<Placement>,
    ) -> Result<(), GameError> {
        let (parent, child) = (parent.find_in(self)?, child.find_in(self)?);
        self.attach(child, parent, local)
    }

    /// The same, said the other way round.
    ///
    /// # Errors
    /// As [`attach_child`](Self::attach_child).
    pub fn reparent(
        &mut self,
        child: impl Who,
        parent: impl Who,
        local: Option<Placement>,
    ) -> Result<(), GameError> {
        let (child, parent) = (child.find_in(self)?, parent.find_in(self)?);
        self.attach(child, parent, local)
    }

    /// Makes an entity a root that stays where it is.
    ///
    /// # Errors
    /// If there is no such entity, or it cannot stay where it is.
    pub fn detach_child(&mut self, child: impl Who) -> Result<(), GameError> {
        let child = child.find_in(self)?;
        let parent = self.forest.parent(child);
        let detached = self.forest.detach_in_place(child);
        detached.map_err(|why| self.not_attached(child, None, &why))?;
        self.note_parent(child, parent);
        Ok(())
    }

    /// Seed 0: makes one entity the child of another, with its numbers; of the parent it takes over
    /// the position, and nothing else.
    ///
    /// # Errors
    /// If there is no such entity, that would close a loop, or be more than 32 levels deep.
    pub fn set_parent(&mut self, child: impl Who, parent: impl Who) -> Result<(), GameError> {
        self.set_parent_inheriting(child, parent, false, false)
    }

    /// Seed 0, with its flags: whether the child takes over the parent's rotation and scale, too.
    ///
    /// # Errors
    /// As [`set_parent`](Self::set_parent).
    pub fn set_parent_inheriting(
        &mut self,
        child: impl Who,
        parent: impl Who,
        inherit_rotation: bool,
        inherit_scale: bool,
    ) -> Result<(), GameError> {
        let (child, parent) = (child.find_in(self)?, parent.find_in(self)?);
        let height = self.height(child);
        let depth = self.forest.depth(parent).unwrap_or_default() + 1 + height;
        let is_loop = child == parent || self.forest.is_ancestor_of(child, parent);
        if depth > DEEPEST && !is_loop {
            let child = self.called(child);
            return Err(GameError::TooDeep {
                child,
                limit: DEEPEST,
            });
        }
        let was = self.forest.parent(child);
        let attached = self.forest.attach(child, parent);
        attached.map_err(|why| self.not_attached(child, Some(parent), &why))?;
        let mut inherits = Inherits::POSITION;
        inherits.set(Inherits::ROTATION, inherit_rotation);
        inherits.set(Inherits::SCALE | Inherits::REFLECTION, inherit_scale);
        let edited = self.forest.edit(child, |value| value.inherits = inherits);
        debug_assert!(edited.is_ok(), "it was there a moment ago");
        self.note_parent(child, was);
        Ok(())
    }

    /// Seed 0: makes an entity a root, with the numbers that it has.
    ///
    /// # Errors
    /// If there is no such entity.
    pub fn remove_parent(&mut self, child: impl Who) -> Result<(), GameError> {
        let child = child.find_in(self)?;
        let parent = self.forest.parent(child);
        let detached = self.forest.detach(child);
        detached.map_err(|why| self.not_attached(child, None, &why))?;
        self.note_parent(child, parent);
        Ok(())
    }

    pub(crate) fn attach(
        &mut self,
        child: NodeId,
        parent: NodeId,
        local: Option<Placement>,
    ) -> Result<(), GameError> {
        let was = self.forest.parent(child);
        let attached = match local {
            None => self.forest.attach_in_place(child, parent),
            Some(local) => {
                let value = self.forest.value(child).unwrap_or_default();
                let transform = local.over(kinfolk::Transform2::IDENTITY);
                if !transform.is_finite() {
                    return Err(GameError::Place {
                        entity: self.called(child),
                        why: "a number is not finite".to_owned(),
                    });
                }
                let attached = self.forest.attach(child, Spot::Under(parent));
                if attached.is_ok() {
                    let set = self.forest.set_transform(child, transform);
                    debug_assert!(set.is_ok(), "finite, and there: {value:?}");
                }
                attached
            }
        };
        attached.map_err(|why| self.not_attached(child, Some(parent), &why))?;
        self.note_parent(child, was);
        Ok(())
    }

    /// Tells that somebody has another parent, if that is so.
    fn note_parent(&mut self, child: NodeId, was: Option<NodeId>) {
        let parent = self.forest.parent(child);
        warn_if_deep(self.forest.depth(child).unwrap_or_default());
        match (was, parent) {
            (was, Some(parent)) if was != Some(parent) => {
                self.events.push(Event::Attached { child, parent });
            }
            (Some(parent), None) => self.events.push(Event::Detached { child, parent }),
            _ => {}
        }
    }

    /// How many levels are below a node.
    fn height(&self, node: NodeId) -> usize {
        let own = self.forest.depth(node).unwrap_or_default();
        let below = self.forest.descendants(node);
        let depths = below.filter_map(|node| self.forest.depth(node));
        depths.max().map_or(0, |deepest| deepest - own)
    }

    fn not_attached(&self, child: NodeId, parent: Option<NodeId>, why: &AttachError) -> GameError {
        let called = |node: Option<NodeId>| node.map(|node| self.called(node)).unwrap_or_default();
        match why {
            AttachError::Itself(_) => GameError::Itself(self.called(child)),
            AttachError::Cycle { .. } => GameError::Circular {
                child: self.called(child),
                parent: called(parent),
            },
            other => GameError::Place {
                entity: self.called(child),
                why: other.to_string(),
            },
        }
    }
}

/// From here on a hierarchy is worth a thought.
const DEEP: usize = 8;

/// Tells once, in debug builds, that a hierarchy has become deep.
fn warn_if_deep(depth: usize) {
    static ONCE: Once = Once::new();
    if cfg!(debug_assertions) && depth > DEEP {
        ONCE.call_once(|| {
            eprintln!("kinfolk: a hierarchy is more than {DEEP} levels deep; could it be flatter?");
        });
    }
}
