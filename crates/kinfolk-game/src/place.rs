//! Where entities are: seed 3's partial transforms, seed 0's positions, seed 2's conversions.

use std::sync::Once;

use glam::Vec2;
use kinfolk::{SpaceError, Transform2, WriteError};
use kinfolk_physics::Backend;

use crate::error::GameError;
use crate::game::Game;
use crate::who::Who;

/// Some of the numbers of a transform: what is absent stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Placement {
    /// To the right.
    pub x: Option<f32>,
    /// Up.
    pub y: Option<f32>,
    /// Counter-clockwise, in radians.
    pub angle: Option<f32>,
    /// Negative is mirrored.
    pub scale_x: Option<f32>,
    /// Negative is mirrored.
    pub scale_y: Option<f32>,
    /// How much further the y axis is turned, in radians.
    pub skew: Option<f32>,
}

impl Placement {
    /// A place, and nothing else.
    #[must_use]
    pub const fn at(x: f32, y: f32) -> Self {
        Self {
            x: Some(x),
            y: Some(y),
            angle: None,
            scale_x: None,
            scale_y: None,
            skew: None,
        }
    }

    /// The same with an angle, in radians.
    #[must_use]
    pub const fn turned(self, angle: f32) -> Self {
        Self {
            angle: Some(angle),
            ..self
        }
    }

    /// A transform with these numbers, and those of `base` where there are none.
    #[must_use]
    pub fn over(self, base: Transform2) -> Transform2 {
        Transform2 {
            position: Vec2::new(
                self.x.unwrap_or(base.position.x),
                self.y.unwrap_or(base.position.y),
            ),
            rotation: self.angle.unwrap_or(base.rotation),
            scale: Vec2::new(
                self.scale_x.unwrap_or(base.scale.x),
                self.scale_y.unwrap_or(base.scale.y),
            ),
            skew: self.skew.unwrap_or(base.skew),
        }
    }
}

impl From<Transform2> for Placement {
    fn from(transform: Transform2) -> Self {
        Self {
            x: Some(transform.position.x),
            y: Some(transform.position.y),
            angle: Some(transform.rotation),
            scale_x: Some(transform.scale.x),
            scale_y: Some(transform.scale.y),
            skew: Some(transform.skew),
        }
    }
}

impl<B: Backend> Game<B> {
    /// Changes some numbers of an entity's local transform.
    ///
    /// # Errors
    /// If there is no such entity, or a number is not finite.
    pub fn set_local_transform(
        &mut self,
        who: impl Who,
        change: Placement,
    ) -> Result<(), GameError> {
        let node = who.find_in(self)?;
        let base = self.forest.value(node).unwrap_or_default().transform;
        let set = self.forest.set_transform(node, change.over(base));
        set.map_err(|why| self.not_placed(node, why))
    }

    /// Changes some numbers of an entity's place in the world.
    ///
    /// # Errors
    /// As [`set_local_transform`](Self::set_local_transform), or if its parent is scaled to nothing.
    pub fn set_world_transform(
        &mut self,
        who: impl Who,
        change: Placement,
    ) -> Result<(), GameError> {
        let node = who.find_in(self)?;
        let base = self
            .forest
            .world_transform(node)
            .unwrap_or(Transform2::IDENTITY);
        let set = self.forest.set_world_transform(node, change.over(base));
        set.map_err(|why| self.not_placed(node, why))
    }

    /// Where an entity is relative to its parent.
    ///
    /// # Errors
    /// If there is no such entity.
    pub fn local_transform(&self, who: impl Who) -> Result<Transform2, GameError> {
        let node = who.find_in(self)?;
        Ok(self.forest.value(node).unwrap_or_default().transform)
    }

    /// Where an entity is in the world, up to the last write.
    ///
    /// # Errors
    /// If there is no such entity.
    pub fn world_transform(&self, who: impl Who) -> Result<Transform2, GameError> {
        let node = who.find_in(self)?;
        Ok(self
            .forest
            .world_transform(node)
            .unwrap_or(Transform2::IDENTITY))
    }

    /// Makes the worlds of everybody true. Reads are always fresh; this is for those who want the
    /// list of changes.
    ///
    /// # Errors
    /// If there is no such entity.
    pub fn update_world_transforms(&mut self, who: impl Who) -> Result<(), GameError> {
        who.find_in(self)?;
        self.forest.update();
        Ok(())
    }

    /// Moves an entity relative to its parent.
    ///
    /// # Errors
    /// As [`set_local_transform`](Self::set_local_transform).
    pub fn set_local_position(&mut self, who: impl Who, x: f32, y: f32) -> Result<(), GameError> {
        self.set_local_transform(who, Placement::at(x, y))
    }

    /// Where an entity is relative to its parent.
    ///
    /// # Errors
    /// If there is no such entity.
    pub fn get_local_position(&self, who: impl Who) -> Result<Vec2, GameError> {
        Ok(self.local_transform(who)?.position)
    }

    /// Moves an entity to a place in the world, whatever its parents.
    ///
    /// # Errors
    /// As [`set_world_transform`](Self::set_world_transform).
    pub fn set_world_position(&mut self, who: impl Who, x: f32, y: f32) -> Result<(), GameError> {
        let node = who.find_in(self)?;
        let set = self.forest.set_world_position(node, [x, y]);
        set.map_err(|why| self.not_placed(node, why))
    }

    /// Where an entity is in the world.
    ///
    /// # Errors
    /// If there is no such entity.
    pub fn get_world_position(&self, who: impl Who) -> Result<Vec2, GameError> {
        let node = who.find_in(self)?;
        Ok(self.forest.world_position(node).unwrap_or_default())
    }

    /// Where an entity is: relative to its parent, as [`get_local_position`](Self::get_local_position).
    ///
    /// # Errors
    /// If there is no such entity.
    #[deprecated = "say get_local_position or get_world_position"]
    pub fn get_position(&self, who: impl Who) -> Result<Vec2, GameError> {
        static ONCE: Once = Once::new();
        warn_once(&ONCE, "get_position");
        self.get_local_position(who)
    }

    /// Moves an entity: relative to its parent, as [`set_local_position`](Self::set_local_position).
    ///
    /// # Errors
    /// As there.
    #[deprecated = "say set_local_position or set_world_position"]
    pub fn set_position(&mut self, who: impl Who, x: f32, y: f32) -> Result<(), GameError> {
        static ONCE: Once = Once::new();
        warn_once(&ONCE, "set_position");
        self.set_local_position(who, x, y)
    }

    /// A point of an entity's own space, in its parent's space.
    ///
    /// # Errors
    /// If there is no such entity, or the point is not finite.
    pub fn point_to_parent_space(&self, who: impl Who, point: Vec2) -> Result<Vec2, GameError> {
        let node = who.find_in(self)?;
        let converted = self.forest.point_to_parent(node, point);
        converted.map_err(|why| self.not_converted(node, why))
    }

    /// A point of an entity's own space, in the world.
    ///
    /// # Errors
    /// As [`point_to_parent_space`](Self::point_to_parent_space).
    pub fn point_to_root_space(&self, who: impl Who, point: Vec2) -> Result<Vec2, GameError> {
        let node = who.find_in(self)?;
        let converted = self.forest.point_to_world(node, point);
        converted.map_err(|why| self.not_converted(node, why))
    }

    /// A point of the world, in an entity's own space.
    ///
    /// # Errors
    /// As [`point_to_parent_space`](Self::point_to_parent_space), or if the entity is scaled to
    /// nothing.
    pub fn point_to_local_space(&self, who: impl Who, point: Vec2) -> Result<Vec2, GameError> {
        let node = who.find_in(self)?;
        let converted = self.forest.point_to_local(node, point);
        converted.map_err(|why| self.not_converted(node, why))
    }

    /// An angle of an entity's own space, in its parent's space.
    ///
    /// # Errors
    /// As [`point_to_parent_space`](Self::point_to_parent_space).
    pub fn angle_to_parent_space(&self, who: impl Who, radians: f32) -> Result<f32, GameError> {
        let node = who.find_in(self)?;
        let converted = self.forest.angle_to_parent(node, radians);
        converted.map_err(|why| self.not_converted(node, why))
    }

    /// An angle of an entity's own space, in the world.
    ///
    /// # Errors
    /// As [`point_to_parent_space`](Self::point_to_parent_space).
    pub fn angle_to_root_space(&self, who: impl Who, radians: f32) -> Result<f32, GameError> {
        let node = who.find_in(self)?;
        let converted = self.forest.angle_to_world(node, radians);
        converted.map_err(|why| self.not_converted(node, why))
    }

    /// An angle of the world, in an entity's own space.
    ///
    /// # Errors
    /// As [`point_to_local_space`](Self::point_to_local_space).
    pub fn angle_to_local_space(&self, who: impl Who, radians: f32) -> Result<f32, GameError> {
        let node = who.find_in(self)?;
        let converted = self.forest.angle_to_local(node, radians);
        converted.map_err(|why| self.not_converted(node, why))
    }

    fn not_placed(&self, node: kinfolk::NodeId, why: WriteError) -> GameError {
        GameError::Place {
            entity: self.called(node),
            why: why.to_string(),
        }
    }

    fn not_converted(&self, node: kinfolk::NodeId, why: SpaceError) -> GameError {
        GameError::Place {
            entity: self.called(node),
            why: why.to_string(),
        }
    }
}

/// Tells once, in debug builds, that something is deprecated.
fn warn_once(once: &'static Once, what: &str) {
    if cfg!(debug_assertions) {
        once.call_once(|| {
            eprintln!("kinfolk: {what} is deprecated; say whether you mean local or world");
        });
    }
}
