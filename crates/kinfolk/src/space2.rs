//! Taking points, vectors and angles from one 2D space to another.
//!
//! Three spaces matter to a node: its own (*local*), its parent's, and the *world*, which
//! is the space of the roots. Angles are directions: they turn with rotation and follow
//! scale, skew and mirroring. Under rotation alone an angle just adds up, turns and all.

use glam::Vec2;

use crate::error::SpaceError;
use crate::forest::Forest;
use crate::id::NodeId;
use crate::inherits::Inherits;
use crate::linear::{Linear, Mirror, saturate, sign, split};
use crate::node2::Node2;

/// A map between two spaces.
struct Passage {
    linear: Linear,
    offset: [f64; 2],
    /// How far it turns, and whether it mirrors: for angles.
    rotation: f64,
    mirror: Mirror,
}

impl Forest<Node2> {
    /// A point in `node`'s space, in its parent's space.
    ///
    /// # Errors
    /// Refuses a stale id and numbers that are not finite.
    pub fn point_to_parent(
        &self,
        node: NodeId,
        point_in_node: impl Into<Vec2>,
    ) -> Result<Vec2, SpaceError> {
        self.parent_from_node(node)?
            .point(node, point_in_node.into())
    }

    /// A point in `node`'s space, in the world.
    ///
    /// # Errors
    /// Refuses a stale id and numbers that are not finite.
    pub fn point_to_world(
        &self,
        node: NodeId,
        point_in_node: impl Into<Vec2>,
    ) -> Result<Vec2, SpaceError> {
        self.world_from_node(node)?
            .point(node, point_in_node.into())
    }

    /// A point in the world, in `node`'s space.
    ///
    /// # Errors
    /// Refuses a stale id, numbers that are not finite, and a node scaled to nothing.
    pub fn point_to_local(
        &self,
        node: NodeId,
        point_in_world: impl Into<Vec2>,
    ) -> Result<Vec2, SpaceError> {
        self.world_from_node(node)?
            .inverse(node)?
            .point(node, point_in_world.into())
    }

    /// A point in the space of `from`, in the space of `to`.
    ///
    /// ```
    /// use kinfolk::{Forest, Node2};
    ///
    /// let mut forest = Forest::new();
    /// let boat = forest.plant(Node2::at(10.0, 0.0)).unwrap();
    /// let pier = forest.plant(Node2::at(7.0, 1.0)).unwrap();
    ///
    /// assert_eq!(forest.point_between(boat, pier, [0.0, 0.0])?.to_array(), [3.0, -1.0]);
    /// # Ok::<(), kinfolk::SpaceError>(())
    /// ```
    ///
    /// # Errors
    /// Refuses a stale id, numbers that are not finite, and `to` scaled to nothing.
    pub fn point_between(
        &self,
        from: NodeId,
        to: NodeId,
        point_in_from: impl Into<Vec2>,
    ) -> Result<Vec2, SpaceError> {
        self.to_from_from(from, to)?
            .point(from, point_in_from.into())
    }

    /// A vector (a step, a speed) in `node`'s space, in its parent's space.
    ///
    /// # Errors
    /// As [`point_to_parent`](Self::point_to_parent).
    pub fn vector_to_parent(
        &self,
        node: NodeId,
        vector_in_node: impl Into<Vec2>,
    ) -> Result<Vec2, SpaceError> {
        self.parent_from_node(node)?
            .vector(node, vector_in_node.into())
    }

    /// A vector (a step, a speed) in `node`'s space, in the world.
    ///
    /// # Errors
    /// As [`point_to_world`](Self::point_to_world).
    pub fn vector_to_world(
        &self,
        node: NodeId,
        vector_in_node: impl Into<Vec2>,
    ) -> Result<Vec2, SpaceError> {
        self.world_from_node(node)?
            .vector(node, vector_in_node.into())
    }

    /// A vector (a step, a speed) in the world, in `node`'s space.
    ///
    /// # Errors
    /// As [`point_to_local`](Self::point_to_local).
    pub fn vector_to_local(
        &self,
        node: NodeId,
        vector_in_world: impl Into<Vec2>,
    ) -> Result<Vec2, SpaceError> {
        self.world_from_node(node)?
            .inverse(node)?
            .vector(node, vector_in_world.into())
    }

    /// A vector (a step, a speed) in the space of `from`, in the space of `to`.
    ///
    /// # Errors
    /// As [`point_between`](Self::point_between).
    pub fn vector_between(
        &self,
        from: NodeId,
        to: NodeId,
        vector_in_from: impl Into<Vec2>,
    ) -> Result<Vec2, SpaceError> {
        self.to_from_from(from, to)?
            .vector(from, vector_in_from.into())
    }

    /// An angle in `node`'s space, in its parent's space, in radians.
    ///
    /// # Errors
    /// As [`point_to_parent`](Self::point_to_parent).
    pub fn angle_to_parent(&self, node: NodeId, radians_in_node: f32) -> Result<f32, SpaceError> {
        self.parent_from_node(node)?.angle(node, radians_in_node)
    }

    /// An angle in `node`'s space, in the world, in radians.
    ///
    /// # Errors
    /// As [`point_to_world`](Self::point_to_world).
    pub fn angle_to_world(&self, node: NodeId, radians_in_node: f32) -> Result<f32, SpaceError> {
        self.world_from_node(node)?.angle(node, radians_in_node)
    }

    /// An angle in the world, in `node`'s space, in radians.
    ///
    /// # Errors
    /// As [`point_to_local`](Self::point_to_local).
    pub fn angle_to_local(&self, node: NodeId, radians_in_world: f32) -> Result<f32, SpaceError> {
        self.world_from_node(node)?
            .inverse(node)?
            .angle(node, radians_in_world)
    }

    /// An angle in the space of `from`, in the space of `to`, in radians.
    ///
    /// # Errors
    /// As [`point_between`](Self::point_between).
    pub fn angle_between(
        &self,
        from: NodeId,
        to: NodeId,
        radians_in_from: f32,
    ) -> Result<f32, SpaceError> {
        self.to_from_from(from, to)?.angle(from, radians_in_from)
    }

    fn world_from_node(&self, node: NodeId) -> Result<Passage, SpaceError> {
        let slot = self.find(node)?;
        let world = self.fresh(slot);
        let (linear, offset) = split(&world.matrix());
        Ok(Passage::new(linear, offset, world.mirror()))
    }

    fn parent_from_node(&self, node: NodeId) -> Result<Passage, SpaceError> {
        let slot = self.find(node)?;
        let value = self.value_in(slot);
        if value.inherits.contains(Inherits::ALL) || self.parent(node).is_none() {
            let (linear, offset) = split(&value.transform.matrix());
            let rotation = f64::from(value.transform.rotation);
            return Ok(Passage {
                linear,
                offset,
                rotation,
                mirror: value.transform.mirror(),
            });
        }
        // What is not inherited stands between the two: the way goes through the world.
        let parent = self.parent(node).unwrap_or(node);
        let parent_from_world = self.world_from_node(parent)?.inverse(parent)?;
        Ok(parent_from_world.after(&self.world_from_node(node)?))
    }

    fn to_from_from(&self, from: NodeId, to: NodeId) -> Result<Passage, SpaceError> {
        let world_from_from = self.world_from_node(from)?;
        let to_from_world = self.world_from_node(to)?.inverse(to)?;
        Ok(to_from_world.after(&world_from_from))
    }
}

impl Passage {
    fn new(linear: Linear, offset: [f64; 2], mirror: Mirror) -> Self {
        let mirror = mirror.fitting(linear.determinant());
        let [cos, sin] = linear.heading(mirror);
        Self {
            linear,
            offset,
            rotation: libm::atan2(sin, cos),
            mirror,
        }
    }

    /// The way back. It turns the other way, or as far again if it mirrors.
    fn inverse(&self, node: NodeId) -> Result<Self, SpaceError> {
        let linear = self
            .linear
            .inverse()
            .ok_or(SpaceError::NotInvertible(node))?;
        let offset = linear.apply(self.offset.map(|number| -number));
        Ok(Self::new(linear, offset, self.mirror))
    }

    /// First `before`, then this.
    fn after(&self, before: &Self) -> Self {
        let [x, y] = self.linear.apply(before.offset);
        let offset = [x + self.offset[0], y + self.offset[1]];
        Self::new(
            self.linear.times(before.linear),
            offset,
            self.mirror.with(before.mirror),
        )
    }

    fn point(&self, node: NodeId, point: Vec2) -> Result<Vec2, SpaceError> {
        self.moved(node, point, self.offset)
    }

    fn vector(&self, node: NodeId, vector: Vec2) -> Result<Vec2, SpaceError> {
        self.moved(node, vector, [0.0, 0.0])
    }

    fn moved(&self, node: NodeId, from: Vec2, by: [f64; 2]) -> Result<Vec2, SpaceError> {
        if !from.is_finite() {
            return Err(SpaceError::NotFinite(node));
        }
        let [x, y] = self.linear.apply([f64::from(from.x), f64::from(from.y)]);
        Ok(Vec2::new(saturate(x + by[0]), saturate(y + by[1])))
    }

    fn angle(&self, node: NodeId, radians: f32) -> Result<f32, SpaceError> {
        if !radians.is_finite() {
            return Err(SpaceError::NotFinite(node));
        }
        // Turned, and mirrored about the axis, without scale and skew: keeps whole turns.
        let angle = f64::from(radians);
        let half_turn = if self.mirror.x {
            core::f64::consts::PI
        } else {
            0.0
        };
        let handed = sign(self.mirror.x ^ self.mirror.y);
        let rigid = self.rotation + half_turn + handed * angle;
        // How much scale and skew bend the direction away from that.
        let (sin, cos) = libm::sincos(angle);
        let [x, y] = self.linear.apply([cos, sin]);
        let (rigid_sin, rigid_cos) = libm::sincos(rigid);
        let along = rigid_cos * x + rigid_sin * y;
        let across = rigid_cos * y - rigid_sin * x;
        let bent = if along == 0.0 && across == 0.0 {
            0.0
        } else {
            libm::atan2(across, along)
        };
        Ok(saturate(rigid + bent))
    }
}
