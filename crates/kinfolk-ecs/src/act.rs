//! Deeds: changes that are made in the forest and in the ECS at once, for adapters whose ECS
//! can be written at any time. What they refuse changes nothing.

use core::fmt;

use kinfolk::{AttachError, InPlace, Inherit, Misfit, NodeId, PlantError, Spot};

use crate::host::{Host, Orphans};
use crate::key::Key;
use crate::mirror::Mirror;

/// Why a deed was refused; nothing has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ActError<E> {
    /// This entity does not live, or owns nothing.
    NotAMember(E),
    /// `parent` is `child`, or is below it.
    Loop {
        /// Who was to be attached.
        child: E,
        /// Where to.
        parent: E,
    },
    /// `child`, or somebody below it, would be deeper than the forest allows.
    TooDeep {
        /// Who was to be attached.
        child: E,
        /// Where to.
        parent: E,
    },
    /// There is no such place among the children of `parent`.
    NoSuchIndex {
        /// Whose children.
        parent: E,
        /// The place that was asked for.
        index: usize,
    },
    /// No own value would keep this entity in its place.
    OutOfPlace {
        /// Who was to stay.
        entity: E,
        /// Why it cannot.
        why: Misfit,
    },
    /// The own value of this entity has a number that is not finite.
    NotFinite(E),
    /// The forest has no room for this entity.
    Full(E),
}

impl<V: Inherit, E: Key> Mirror<V, E> {
    /// Takes a member into the forest now, as a root, without waiting for the next sync.
    ///
    /// # Errors
    /// Refuses whoever is not a member, and an own value that is not finite.
    pub fn admit<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &mut H,
        entity: E,
    ) -> Result<NodeId, ActError<E>> {
        self.turn_page();
        if let Some(node) = self.roster.node(entity) {
            // It may have died since the last sync.
            return match host.is_member(entity) {
                true => Ok(node),
                false => Err(ActError::NotAMember(entity)),
            };
        }
        let value = host.own(entity).ok_or(ActError::NotAMember(entity))?;
        if let Some(holder) = self.roster.holder(entity) {
            self.bury(host, holder);
        }
        let node = self.forest.plant(value).map_err(|why| match why {
            PlantError::Full => ActError::Full(entity),
            _ => ActError::NotFinite(entity),
        })?;
        self.roster.add(entity, node);
        self.refused.remove(&entity);
        Ok(node)
    }

    /// Makes `child` the last child of `parent`, or its child at `index`.
    ///
    /// # Errors
    /// Refuses whoever is not a member, loops, depths past the limit and places past the end.
    pub fn attach<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &mut H,
        child: E,
        parent: E,
        index: Option<usize>,
    ) -> Result<(), ActError<E>> {
        self.link(host, child, parent, index, |mirror, _, node, spot| {
            mirror.forest.attach(node, spot)
        })
    }

    /// Makes `child` a root.
    ///
    /// # Errors
    /// Refuses whoever is not a member.
    pub fn detach<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &mut H,
        child: E,
    ) -> Result<(), ActError<E>> {
        let node = self.admit(host, child)?;
        let was = self.forest.parent(node);
        self.forest
            .detach(node)
            .expect("a living node can be a root");
        self.linked_to(host, child, was, None);
        Ok(())
    }

    /// Sorts the children of `parent`.
    ///
    /// # Errors
    /// Refuses whoever is not a member.
    pub fn sort_children_by<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &mut H,
        parent: E,
        mut compare: impl FnMut(&H, E, E) -> core::cmp::Ordering,
    ) -> Result<(), ActError<E>> {
        let node = self.admit(host, parent)?;
        let roster = &self.roster;
        let entity = |node| roster.entity(node).expect("every node has an entity");
        let sorted = self
            .forest
            .sort_children_by(node, |_, a, b| compare(host, entity(a), entity(b)));
        sorted.expect("a member has a living node");
        self.desk.touched.push(parent);
        Ok(())
    }

    /// Writes the own value of a member.
    ///
    /// # Errors
    /// Refuses whoever is not a member, and a value that is not finite.
    pub fn set<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &mut H,
        entity: E,
        value: V,
    ) -> Result<(), ActError<E>> {
        self.admit(host, entity)?;
        self.write(entity, value.clone())?;
        host.write_own(entity, &value);
        Ok(())
    }

    /// Ends `entity` and everybody below it; those whom no sync has seen yet, with the next.
    pub fn despawn<H: Host<Entity = E, Value = V>>(&mut self, host: &mut H, entity: E) {
        // Those below it whom no sync has seen yet must find that it was there.
        let _ = self.admit(host, entity);
        let orphans = core::mem::replace(&mut self.orphans, Orphans::Despawn);
        host.despawn(entity);
        self.bury(host, entity);
        self.orphans = orphans;
    }

    /// Reads the own values of `entity` and everybody above it again.
    fn refresh<H: Host<Entity = E, Value = V>>(&mut self, host: &H, node: NodeId) {
        let mut at = Some(node);
        while let Some(node) = at {
            let entity = self.roster.entity(node);
            if let Some(value) = entity.and_then(|entity| host.own(entity)) {
                // A value that is refused is reported by the next sync.
                let _ = self.forest.set(node, value);
            }
            at = self.forest.parent(node);
        }
    }

    fn link<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &mut H,
        child: E,
        parent: E,
        index: Option<usize>,
        attach: impl FnOnce(&mut Self, &H, NodeId, Spot) -> Result<(), AttachError>,
    ) -> Result<(), ActError<E>> {
        let node = self.admit(host, child)?;
        let above = self.admit(host, parent)?;
        if self.closes_a_loop_that_waits(host, child, parent) {
            return Err(ActError::Loop { child, parent });
        }
        let was = self.forest.parent(node);
        let spot = index.map_or(Spot::Under(above), |index| Spot::At(above, index));
        attach(self, host, node, spot).map_err(|why| match why {
            AttachError::TooDeep { .. } => ActError::TooDeep { child, parent },
            AttachError::NoSuchIndex { index, .. } => ActError::NoSuchIndex { parent, index },
            AttachError::Misfit { why, .. } => ActError::OutOfPlace { entity: child, why },
            _ => ActError::Loop { child, parent },
        })?;
        self.linked_to(host, child, was, Some(parent));
        Ok(())
    }

    /// Whether links that the forest does not follow, because they are on a loop, lead from
    /// `parent` up to `child`. The forest itself knows about all others.
    fn closes_a_loop_that_waits<H: Host<Entity = E, Value = V>>(
        &self,
        host: &H,
        child: E,
        parent: E,
    ) -> bool {
        let up = |&at: &E| host.parent(at).filter(|&above| self.node(above).is_some());
        let up = core::iter::successors(Some(parent), up);
        !self.waiting.is_empty() && up.take(self.len()).any(|at| at == child)
    }

    /// The forest has a new link: writes it to the ECS.
    fn linked_to<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &mut H,
        child: E,
        was: Option<NodeId>,
        parent: Option<E>,
    ) {
        self.waiting.remove(&child);
        host.write_link(child, parent);
        self.tell::<H>(child, was, parent);
    }
}

impl<V: InPlace, E: Key> Mirror<V, E> {
    /// As [`attach`](Self::attach), and keeps `child` where it is in the world.
    ///
    /// # Errors
    /// As `attach`; and if no own value would keep it there.
    pub fn attach_in_place<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &mut H,
        child: E,
        parent: E,
        index: Option<usize>,
    ) -> Result<(), ActError<E>> {
        self.link(host, child, parent, index, |mirror, host, node, spot| {
            let above = match spot {
                Spot::Under(above) | Spot::At(above, _) => above,
                _ => node,
            };
            mirror.refresh(host, node);
            mirror.refresh(host, above);
            mirror.forest.attach_in_place(node, spot)
        })?;
        self.write_kept(host, child);
        Ok(())
    }

    /// As [`detach`](Self::detach), and keeps `child` where it is in the world.
    ///
    /// # Errors
    /// Refuses whoever is not a member, and whoever cannot be kept there.
    pub fn detach_in_place<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &mut H,
        child: E,
    ) -> Result<(), ActError<E>> {
        let node = self.admit(host, child)?;
        self.refresh(host, node);
        let was = self.forest.parent(node);
        self.forest
            .detach_in_place(node)
            .map_err(|why| ActError::OutOfPlace {
                entity: child,
                why: match why {
                    AttachError::Misfit { why, .. } => why,
                    _ => Misfit::NotFinite,
                },
            })?;
        self.linked_to(host, child, was, None);
        self.write_kept(host, child);
        Ok(())
    }

    /// Ends `entity` alone; its children become roots and stay where they are, or, if they
    /// cannot, keep their own values.
    ///
    /// # Errors
    /// Refuses whoever is not a member.
    pub fn despawn_keep_children<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &mut H,
        entity: E,
    ) -> Result<(), ActError<E>> {
        self.admit(host, entity)?;
        // Those who wait say that they are its children as well.
        let waiting = self.waiting.keys().copied();
        let waiting = waiting.filter(|&child| host.parent(child) == Some(entity));
        let children: Vec<E> = self.children(entity).chain(waiting).collect();
        for child in children {
            if self.detach_in_place(host, child).is_err() {
                self.detach(host, child)?;
            }
        }
        self.despawn(host, entity);
        Ok(())
    }

    fn write_kept<H: Host<Entity = E, Value = V>>(&mut self, host: &mut H, entity: E) {
        let value = self.roster.node(entity);
        if let Some(value) = value.and_then(|node| self.forest.value(node)) {
            self.pardon(entity);
            host.write_own(entity, &value);
        }
    }
}

impl<E: fmt::Debug> fmt::Display for ActError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAMember(entity) => write!(
                f,
                "{entity:?} does not live or owns nothing; give it an own value first"
            ),
            Self::Loop { child, parent } => write!(
                f,
                "{child:?} cannot be attached to {parent:?}, which is {child:?} itself or below it"
            ),
            Self::TooDeep { child, parent } => write!(
                f,
                "{child:?} would be too deep below {parent:?}; raise max_depth or flatten"
            ),
            Self::NoSuchIndex { parent, index } => {
                write!(f, "{parent:?} has no place {index} among its children")
            }
            Self::OutOfPlace { entity, why } => {
                write!(f, "{entity:?} cannot stay in its place: {why}")
            }
            Self::NotFinite(entity) => {
                write!(
                    f,
                    "the own value of {entity:?} has a number that is not finite"
                )
            }
            Self::Full(entity) => write!(f, "the forest has no room for {entity:?}"),
        }
    }
}

impl<E: fmt::Debug> core::error::Error for ActError<E> {}
