//! Taking points, vectors and angles from one 2D space to another.
//!
//! Three spaces matter to a node: its own (*local*), its parent's, and the *world*, which
//! is the space of the roots. Angles are directions: they turn with rotation and follow
//! scale, skew and mirroring. Under rotation alone an angle just adds up, turns and all,
//! which takes a look at every ancestor.

use glam::Vec2;

use crate::error::SpaceError;
use crate::forest::Forest;
use crate::id::NodeId;
use crate::inherits::Inherits;
use crate::linear::{Linear, Mirror, saturate, sign, split};
use crate::node2::Node2;
use crate::slots::NONE;

/// A map between two spaces.
struct Passage {
    linear: Linear,
    offset: [f64; 2],
    turn: Turn,
}

/// What a map does to angles, scale and skew aside: it adds one and may change the direction
/// of turning. Whole turns count.
#[derive(Clone, Copy)]
struct Turn {
    by: f64,
    handed: f64,
}

impl Turn {
    const NONE: Self = Self {
        by: 0.0,
        handed: 1.0,
    };

    /// The turn of rotation · mirroring.
    fn new(rotation: f64, mirror: Mirror) -> Self {
        let half_turn = if mirror.x { core::f64::consts::PI } else { 0.0 };
        Self {
            by: rotation + half_turn,
            handed: sign(mirror.x ^ mirror.y),
        }
    }

    fn apply(self, angle: f64) -> f64 {
        self.by + self.handed * angle
    }

    /// First `before`, then this.
    fn after(self, before: Self) -> Self {
        Self {
            by: self.apply(before.by),
            handed: self.handed * before.handed,
        }
    }

    fn inverse(self) -> Self {
        Self {
            by: -self.handed * self.by,
            handed: self.handed,
        }
    }
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
        let (linear, offset) = split(&self.fresh(slot).matrix());
        Ok(Passage {
            linear,
            offset,
            turn: self.turn_to_world(slot),
        })
    }

    fn parent_from_node(&self, node: NodeId) -> Result<Passage, SpaceError> {
        let slot = self.find(node)?;
        let value = self.value_in(slot);
        let parent = self.parent(node);
        if let Some(parent) = parent
            && !value.inherits.contains(Inherits::ALL)
        {
            // What is not inherited stands between the two: the way goes through the world.
            return self.to_from_from(node, parent);
        }
        let (linear, offset) = split(&value.transform.matrix());
        Ok(Passage {
            linear,
            offset,
            turn: own_turn(&value),
        })
    }

    fn to_from_from(&self, from: NodeId, to: NodeId) -> Result<Passage, SpaceError> {
        let world_from_from = self.world_from_node(from)?;
        let to_from_world = self.world_from_node(to)?.inverse(to)?;
        Ok(to_from_world.after(&world_from_from))
    }

    /// How far `slot` is turned in the world, whole turns and all. Costs O(depth).
    fn turn_to_world(&self, slot: u32) -> Turn {
        let mut turn = Turn::NONE;
        let mut at = slot;
        while at != NONE {
            let (value, parent) = (self.value_in(at), self.slots.get(at).parent);
            if parent != NONE && !value.inherits.contains(Inherits::ALL) {
                let world = self.fresh(at).transform();
                return Turn::new(f64::from(world.rotation), world.mirror()).after(turn);
            }
            turn = own_turn(&value).after(turn);
            at = parent;
        }
        turn
    }
}

fn own_turn(node: &Node2) -> Turn {
    Turn::new(f64::from(node.transform.rotation), node.transform.mirror())
}

impl Passage {
    /// The way back.
    fn inverse(&self, node: NodeId) -> Result<Self, SpaceError> {
        let linear = self
            .linear
            .inverse()
            .ok_or(SpaceError::NotInvertible(node))?;
        let offset = linear.apply(self.offset.map(|number| -number));
        Ok(Self {
            linear,
            offset,
            turn: self.turn.inverse(),
        })
    }

    /// First `before`, then this.
    fn after(&self, before: &Self) -> Self {
        let [x, y] = self.linear.apply(before.offset);
        let offset = [x + self.offset[0], y + self.offset[1]];
        let linear = self.linear.times(before.linear);
        Self {
            linear,
            offset,
            turn: self.turn.after(before.turn),
        }
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
        let angle = f64::from(radians);
        let rigid = self.turn.apply(angle);
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
