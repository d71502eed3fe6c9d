//! Reading and writing 2D nodes: local by name, and in world space under any parent.
//!
//! A world is never written by hand: a world setter finds the own value that gives it,
//! or refuses. Position, rotation, scale and skew that a setter does not name stay as
//! they are, in the same space that it writes.

use glam::{Affine2, Vec2};

use crate::error::WriteError;
use crate::forest::Forest;
use crate::id::NodeId;
use crate::inherit::{Inherit, Misfit};
use crate::inherits::Mirrored;
use crate::linear::{direction, split};
use crate::node2::{Node2, is_finite};
use crate::slots::NONE;
use crate::transform2::{Transform2, from_glam};
use crate::world2::World2;

impl Forest<Node2> {
    /// The map from `node`'s space to the world, fresh.
    #[must_use]
    pub fn world(&self, node: NodeId) -> Option<Affine2> {
        Some(self.effective(node)?.affine())
    }

    /// Where `node` is in the world, fresh.
    #[must_use]
    #[inline]
    pub fn world_position(&self, node: NodeId) -> Option<Vec2> {
        let slot = self.slots.find(node)?;
        let life = self.slots.get(slot);
        if life.generation < self.rows.marks.shallowest {
            return Some(self.rows.effective[life.row as usize].position());
        }
        Some(self.fresh_position(slot))
    }

    /// Position, rotation, scale and skew of `node` in the world, fresh.
    #[must_use]
    pub fn world_transform(&self, node: NodeId) -> Option<Transform2> {
        Some(self.effective(node)?.transform())
    }

    /// Moves `node` relative to its parent. The cheapest way to write; nothing is written, and
    /// nothing needs an update, if it is there already.
    ///
    /// # Errors
    /// Refuses a stale id and numbers that are not finite.
    #[inline]
    pub fn set_position(
        &mut self,
        node: NodeId,
        position: impl Into<Vec2>,
    ) -> Result<(), WriteError> {
        let position = position.into();
        let is_written =
            is_finite(position) && self.write_ready(node, |ready| ready.set_position(position));
        match is_written {
            true => Ok(()),
            false => Err(self.refusal(node)),
        }
    }

    /// Turns `node` relative to its parent, in radians.
    ///
    /// # Errors
    /// Refuses a stale id and a number that is not finite.
    pub fn set_rotation(&mut self, node: NodeId, radians: f32) -> Result<(), WriteError> {
        self.edit(node, |node| node.transform.rotation = radians)
    }

    /// Scales `node` relative to its parent.
    ///
    /// # Errors
    /// Refuses a stale id and numbers that are not finite.
    pub fn set_scale(&mut self, node: NodeId, scale: impl Into<Vec2>) -> Result<(), WriteError> {
        let scale = scale.into();
        self.edit(node, |node| node.transform.scale = scale)
    }

    /// Places `node` relative to its parent.
    ///
    /// # Errors
    /// Refuses a stale id and numbers that are not finite.
    pub fn set_transform(&mut self, node: NodeId, transform: Transform2) -> Result<(), WriteError> {
        self.edit(node, |node| node.transform = transform)
    }

    /// Shows or hides `node`, and with it what is below; their own flags stay as they are.
    ///
    /// # Errors
    /// Refuses a stale id.
    pub fn set_visible(&mut self, node: NodeId, visible: bool) -> Result<(), WriteError> {
        self.edit(node, |node| node.visible = visible)
    }

    /// Wakes `node` or puts it to sleep, and with it what is below; their own flags stay as they are.
    ///
    /// # Errors
    /// Refuses a stale id.
    pub fn set_active(&mut self, node: NodeId, active: bool) -> Result<(), WriteError> {
        self.edit(node, |node| node.active = active)
    }

    /// Moves `node` to a place in the world.
    ///
    /// ```
    /// use kinfolk::{Forest, Node2};
    /// use std::f32::consts::FRAC_PI_2;
    ///
    /// let mut forest = Forest::new();
    /// let ship = forest.plant(Node2::at(5.0, 5.0).turned(FRAC_PI_2)).unwrap();
    /// let lamp = forest.plant_at(ship, Node2::default()).unwrap();
    ///
    /// forest.set_world_position(lamp, [5.0, 6.0])?;
    /// let local = forest.value(lamp).unwrap().transform.position;
    /// assert!(local.distance([1.0, 0.0].into()) < 1e-6);
    /// # Ok::<(), kinfolk::WriteError>(())
    /// ```
    ///
    /// # Errors
    /// Refuses a stale id, numbers that are not finite, and a place that the parent, being
    /// scaled to nothing, cannot give.
    pub fn set_world_position(
        &mut self,
        node: NodeId,
        position: impl Into<Vec2>,
    ) -> Result<(), WriteError> {
        let position = position.into();
        if !position.is_finite() {
            return Err(self
                .find(node)
                .map_or_else(Into::into, |_| WriteError::NotFinite(node)));
        }
        let slot = self.find(node)?;
        let place = [f64::from(position.x), f64::from(position.y)];
        let offset = match self.world_above(slot) {
            None => Ok(place),
            Some(parent) => parent.frame(self.value_in(slot).inherits).own_offset(place),
        };
        let offset = offset.and_then(|[x, y]| {
            let offset = Vec2::new(x as f32, y as f32);
            if offset.is_finite() {
                Ok(offset)
            } else {
                Err(Misfit::NotFinite)
            }
        });
        match offset {
            Ok(offset) => self.set_position(node, offset),
            Err(why) => Err(self.misfit(slot, why)),
        }
    }

    /// Turns `node` to this rotation in the world, in radians.
    ///
    /// # Errors
    /// As [`set_world_position`](Self::set_world_position).
    pub fn set_world_rotation(&mut self, node: NodeId, radians: f32) -> Result<(), WriteError> {
        let slot = self.find(node)?;
        if !radians.is_finite() {
            return Err(WriteError::NotFinite(node));
        }
        let old = self.value_in(slot).transform;
        // What is scaled to nothing can still be turned: as if it were not.
        let or_one = |scale: f32| if scale == 0.0 { 1.0 } else { scale };
        let solid = old.scaled(or_one(old.scale.x), or_one(old.scale.y));
        let world = self.world_with(slot, solid).transform().turned(radians);
        let (linear, place) = split(&world.matrix());
        let solved = self.solve(slot, (linear, world.mirror()), place)?;
        let scale = |solved: f32, old: f32| {
            if old == 0.0 {
                old
            } else {
                settled(solved, old)
            }
        };
        let transform = Transform2 {
            position: old.position,
            rotation: solved.rotation,
            scale: Vec2::new(
                scale(solved.scale.x, old.scale.x),
                scale(solved.scale.y, old.scale.y),
            ),
            skew: settled(solved.skew, old.skew),
        };
        self.set_transform(node, transform)
    }

    /// Scales `node` to this scale in the world.
    ///
    /// # Errors
    /// As [`set_world_position`](Self::set_world_position).
    pub fn set_world_scale(
        &mut self,
        node: NodeId,
        scale: impl Into<Vec2>,
    ) -> Result<(), WriteError> {
        let slot = self.find(node)?;
        let wanted = scale.into();
        if !wanted.is_finite() {
            return Err(WriteError::NotFinite(node));
        }
        // An axis in the world is as long as its own scale makes it; nothing else changes.
        let own = self.value_in(slot).transform.scaled(1.0, 1.0);
        let unit = self.world_with(slot, own).transform().scale;
        let above = self.world_above(slot);
        let flat = above.is_some_and(|above| above.frame(self.value_in(slot).inherits).is_flat());
        if flat || unit.x == 0.0 || unit.y == 0.0 {
            return Err(self.misfit(slot, Misfit::NotInvertible));
        }
        let scale = wanted / unit;
        if !scale.is_finite() {
            return Err(self.misfit(slot, Misfit::NotFinite));
        }
        self.set_transform(node, own.scaled(scale.x, scale.y))
    }

    /// Places `node` in the world.
    ///
    /// # Errors
    /// As [`set_world_position`](Self::set_world_position).
    pub fn set_world_transform(
        &mut self,
        node: NodeId,
        world: Transform2,
    ) -> Result<(), WriteError> {
        let slot = self.find(node)?;
        if !world.is_finite() {
            return Err(WriteError::NotFinite(node));
        }
        let (linear, place) = split(&world.matrix());
        let transform = self.solve(slot, (linear, world.mirror()), place)?;
        self.set_transform(node, transform)
    }

    /// Places `node` in the world by a matrix. If that mirrors, it does so on the axes that
    /// were mirrored before if it can, else on the x axis.
    ///
    /// # Errors
    /// As [`set_world_position`](Self::set_world_position).
    pub fn set_world(&mut self, node: NodeId, world: Affine2) -> Result<(), WriteError> {
        let slot = self.find(node)?;
        if !world.is_finite() {
            return Err(WriteError::NotFinite(node));
        }
        let (linear, place) = split(&from_glam(world));
        let mirror = self.fresh(slot).mirror().fitting(linear.determinant());
        let transform = self.solve(slot, (linear, mirror), place)?;
        self.set_transform(node, transform)
    }

    /// Turns `node`, and changes nothing else of its own, so that its x axis points to a
    /// place in the world. A node that is already there keeps its rotation.
    ///
    /// # Errors
    /// As [`set_world_position`](Self::set_world_position).
    pub fn look_at(
        &mut self,
        node: NodeId,
        target_in_world: impl Into<Vec2>,
    ) -> Result<(), WriteError> {
        let slot = self.find(node)?;
        let target = target_in_world.into();
        if !target.is_finite() {
            return Err(WriteError::NotFinite(node));
        }
        let (_, [x, y]) = split(&self.fresh(slot).matrix());
        let way = direction([f64::from(target.x) - x, f64::from(target.y) - y]);
        let Some(way) = way else { return Ok(()) };
        let value = self.value_in(slot);
        let heading = match self.world_above(slot) {
            None => Ok(way),
            Some(parent) => parent.frame(value.inherits).own_heading(way),
        };
        let [cos, sin] = heading.map_err(|why| self.misfit(slot, why))?;
        let facing_back = value.transform.scale.x < 0.0;
        let radians = if facing_back {
            libm::atan2(-sin, -cos)
        } else {
            libm::atan2(sin, cos)
        };
        self.set_rotation(node, radians as f32)
    }

    /// The world of `slot`'s parent, fresh.
    pub(crate) fn world_above(&self, slot: u32) -> Option<World2> {
        let parent = self.slots.get(slot).parent;
        (parent != NONE).then(|| self.fresh(parent))
    }

    /// The world that `slot` would have with another transform.
    fn world_with(&self, slot: u32, transform: Transform2) -> World2 {
        let node = Node2 {
            transform,
            ..self.value_in(slot)
        };
        Node2::inherit(&node.ready(), self.world_above(slot).as_ref())
    }

    /// The own transform that gives `slot` this world.
    fn solve(&self, slot: u32, world: Mirrored, place: [f64; 2]) -> Result<Transform2, WriteError> {
        let above = self.world_above(slot);
        let solved = self
            .value_in(slot)
            .transform_in_place(world, place, above.as_ref());
        solved.map_err(|why| self.misfit(slot, why))
    }

    fn misfit(&self, slot: u32, why: Misfit) -> WriteError {
        let links = self.slots.get(slot);
        WriteError::Misfit {
            node: self.slots.id(slot),
            parent: self.slots.some_id(links.parent),
            why,
        }
    }
}

/// `new`, unless it is `old` but for the last bits: a turret that aims a million times must
/// not grow.
fn settled(new: f32, old: f32) -> f32 {
    let same = (new - old).abs() <= 2e-6 * old.abs().max(1e-3);
    if same { old } else { new }
}
