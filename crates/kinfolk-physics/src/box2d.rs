//! The backend that half of all 2D games know: Box2D v3, in C.
//!
//! Box2D has its own ideas about a few things, and this file keeps them from the bridge: poses
//! are the bits that were given until a body moves, kinematic bodies turn by their spin exactly,
//! velocities outlive being disabled, and polygons may have any number of corners.

mod member;
mod pieces;
mod slots;
mod step;
mod ties;
mod touching;
mod units;

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::fmt;

use boxdd::{BodyId, BodyType, Error, Foundation, JointId, MotionLocks, ShapeId, World};
use glam::Vec2;

use self::member::Member;
use self::slots::Slots;
use self::ties::Limited;
use self::touching::Touching;
use self::units::Units;
use crate::backend::{Backend, Pose, Settings, Touch, Velocity};
use crate::body::{Body, BodyKind, Joint, Material, Motor};
use crate::error::Reason;
use crate::exact::Placed;
use crate::geometry::Geometry;

/// Metres a second; nothing is faster. Box2D's own limit is 400, too slow for a body that the
/// hierarchy takes across the world in one frame.
const FASTEST: f32 = 1e6;

/// Names a shape, which may be several of Box2D's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pieces(u32);

/// A world of Box2D.
///
/// At most 128 of them can be at the same time. One more is empty and refuses every body.
///
/// ```
/// use glam::Vec2;
/// use kinfolk_physics::{Backend, Body, Box2d, Geometry, Material, Pose, Settings};
///
/// let mut world = Box2d::new(Settings::default());
/// let above = Pose { position: Vec2::new(0.0, 10.0), rotation: Vec2::X };
/// let ball = world.add_body(&Body::default(), above, 1)?;
/// let round = Geometry::Circle { center: Vec2::ZERO, radius: 0.5 };
/// world.add_shape(ball, &round, &Material::default(), 1)?;
///
/// world.step(1.0 / 60.0);
/// assert!(world.pose(ball).position.y < 10.0);
/// # Ok::<(), kinfolk_physics::Reason>(())
/// ```
pub struct Box2d {
    world: Result<RefCell<World>, Error>,
    units: Units,
    members: Slots<Member>,
    shapes: Slots<Piecewise>,
    /// Where in `members` a body is.
    members_by_id: HashMap<BodyId, u32>,
    /// Where in `shapes` a piece belongs.
    shapes_by_piece: HashMap<ShapeId, u32>,
    /// The kinematic bodies that move.
    driven: BTreeSet<u32>,
    limited: Vec<Limited>,
    moved: Vec<u32>,
    touching: Touching,
}

/// A shape of ours.
#[derive(Debug)]
struct Piecewise {
    tag: u32,
    sensor: bool,
    member: u32,
    pieces: Vec<ShapeId>,
}

impl fmt::Debug for Box2d {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Box2d")
            .field("bodies", &self.members.len())
            .field("shapes", &self.shapes.len())
            .finish_non_exhaustive()
    }
}

impl Box2d {
    /// The engine itself, for what the bridge does not cover: queries, springs, explosions.
    ///
    /// Bodies, their places, their shapes and their joints belong to the bridge. Lengths are in metres there:
    /// those of the game, divided by [`Settings::length_unit`].
    ///
    /// # Errors
    /// What Box2D said when it could not make a world.
    pub fn world(&mut self) -> Result<&mut World, Error> {
        match &mut self.world {
            Ok(world) => Ok(world.get_mut()),
            Err(error) => Err(*error),
        }
    }

    /// Asks something of a body, or tells it something. Nothing if it is not there.
    fn ask<T>(
        &self,
        body: BodyId,
        question: impl FnOnce(&mut boxdd::Body<'_>) -> boxdd::Result<T>,
    ) -> Option<T> {
        let mut world = self.world.as_ref().ok()?.borrow_mut();
        question(&mut world.body(body).ok()?).ok()
    }

    fn member(&self, body: BodyId) -> Option<&Member> {
        self.members.get(*self.members_by_id.get(&body)?)
    }

    fn member_mut(&mut self, body: BodyId) -> Option<&mut Member> {
        self.members.get_mut(*self.members_by_id.get(&body)?)
    }

    fn native_pose(&self, body: BodyId) -> Option<Pose> {
        let transform = self.ask(body, |body| body.transform())?;
        Some(self.units.pose_back(transform))
    }

    fn place(&mut self, body: BodyId, given: Pose) {
        let native = self.native_pose(body).unwrap_or(given);
        if let Some(member) = self.member_mut(body) {
            member.placed.put(given, native);
        }
    }

    /// Gives a dynamic body that takes part its velocity.
    fn launch(&self, body: BodyId, velocity: Velocity) {
        self.ask(body, |body| {
            body.set_linear_velocity(self.units.vector(velocity.linear))?;
            body.set_angular_velocity(velocity.angular)
        });
    }

    /// Box2D keeps the speed of the origin when the centre of mass moves; we keep that of the
    /// centre, which is what velocities are about.
    fn keep_velocity(&self, body: BodyId, velocity: Velocity) {
        if self.member(body).is_some_and(Member::moves_by_itself) && velocity.angular != 0.0 {
            self.launch(body, velocity);
        }
    }

    /// Takes care that a kinematic body moves in every step, or stands still.
    fn drive(&mut self, body: BodyId, velocity: Velocity) {
        let Some(&slot) = self.members_by_id.get(&body) else {
            return;
        };
        if velocity == Velocity::default() {
            self.driven.remove(&slot);
            self.launch(body, velocity);
        } else {
            self.driven.insert(slot);
        }
    }

    fn forget_shape(&mut self, slot: u32) -> Option<Piecewise> {
        let shape = self.shapes.remove(slot)?;
        for piece in &shape.pieces {
            self.shapes_by_piece.remove(piece);
        }
        self.touching.forget(slot);
        Some(shape)
    }
}

impl Backend for Box2d {
    type BodyId = BodyId;
    type ShapeId = Pieces;
    type JointId = JointId;

    fn new(settings: Settings) -> Self {
        let (world, units) = match open(settings) {
            Ok((world, units)) => (Ok(RefCell::new(world)), units),
            Err(error) => (Err(error), Units::equal()),
        };
        Self {
            world,
            units,
            members: Slots::new(),
            shapes: Slots::new(),
            members_by_id: HashMap::new(),
            shapes_by_piece: HashMap::new(),
            driven: BTreeSet::new(),
            limited: Vec::new(),
            moved: Vec::new(),
            touching: Touching::default(),
        }
    }

    fn add_body(&mut self, body: &Body, pose: Pose, tag: u32) -> Result<BodyId, Reason> {
        let units = self.units;
        let world = self.world().map_err(refusal)?;
        let velocity = Velocity {
            linear: body.velocity,
            angular: body.spin,
        };
        let builder = world
            .body_builder()
            .position(units.vector(pose.position))
            .angle(pose.rotation.to_angle());
        let builder = match body.kind {
            BodyKind::Dynamic => builder
                .body_type(BodyType::Dynamic)
                .linear_velocity(units.vector(velocity.linear))
                .angular_velocity(velocity.angular)
                .gravity_scale(body.gravity_scale)
                .linear_damping(body.damping)
                .angular_damping(body.spin_damping)
                .motion_locks(MotionLocks::new(false, false, body.fixed_rotation))
                .bullet(body.bullet),
            // However slow it is, it does not fall asleep while it moves.
            BodyKind::Kinematic => builder
                .body_type(BodyType::Kinematic)
                .sleep_threshold(0.0)
                .allow_fast_rotation(true),
            BodyKind::Static => builder.body_type(BodyType::Static),
        };
        let definition = builder.build().map_err(refusal)?;
        let id = world.create_body(definition).map_err(refusal)?;
        let slot = self.members.insert(Member {
            id,
            tag,
            kind: body.kind,
            enabled: true,
            velocity,
            shapes: Vec::new(),
            placed: Placed::new(pose),
        });
        self.members_by_id.insert(id, slot);
        self.place(id, pose);
        if body.kind == BodyKind::Kinematic {
            self.drive(id, velocity);
        }
        Ok(id)
    }

    fn remove_body(&mut self, body: BodyId) {
        let slot = self.members_by_id.remove(&body);
        let Some((slot, member)) = slot.and_then(|slot| Some((slot, self.members.remove(slot)?)))
        else {
            return;
        };
        self.driven.remove(&slot);
        for shape in member.shapes {
            self.forget_shape(shape);
        }
        if let Ok(world) = self.world()
            && let Ok(body) = world.body(body)
        {
            let _gone_already = body.destroy();
        }
    }

    fn add_shape(
        &mut self,
        body: BodyId,
        geometry: &Geometry,
        material: &Material,
        tag: u32,
    ) -> Result<Pieces, Reason> {
        let Some(&member) = self.members_by_id.get(&body) else {
            return Err(refusal(Error::InvalidBodyId));
        };
        let (units, velocity) = (self.units, self.velocity(body));
        let world = self.world().map_err(refusal)?;
        let mut native = world.body(body).map_err(refusal)?;
        let pieces = pieces::put(&mut native, units, geometry, material)?;
        self.keep_velocity(body, velocity);
        let slot = self.shapes.insert(Piecewise {
            tag,
            sensor: material.sensor,
            member,
            pieces,
        });
        if let Some(shape) = self.shapes.get(slot) {
            let pieces = shape.pieces.iter().map(|&piece| (piece, slot));
            self.shapes_by_piece.extend(pieces);
        }
        if let Some(member) = self.members.get_mut(member) {
            member.shapes.push(slot);
            member.placed.grow(geometry);
        }
        Ok(Pieces(slot))
    }

    fn remove_shape(&mut self, shape: Pieces) {
        let Some(gone) = self.forget_shape(shape.0) else {
            return;
        };
        let Some(member) = self.members.get_mut(gone.member) else {
            return;
        };
        member.shapes.retain(|&slot| slot != shape.0);
        let body = member.id;
        let velocity = self.velocity(body);
        if let Ok(world) = self.world() {
            for piece in gone.pieces {
                let _gone_already = world.shape(piece).and_then(|piece| piece.destroy(true));
            }
        }
        self.keep_velocity(body, velocity);
    }

    fn add_joint(
        &mut self,
        above: BodyId,
        below: BodyId,
        joint: &Joint,
        anchor: Vec2,
        axis: Vec2,
    ) -> Result<JointId, Reason> {
        let units = self.units;
        let world = self.world().map_err(refusal)?;
        let id = ties::tie(world, units, [above, below], joint, anchor, axis).map_err(refusal)?;
        self.limited.extend(Limited::new(id, joint));
        Ok(id)
    }

    fn remove_joint(&mut self, joint: JointId) {
        self.limited.retain(|limited| limited.joint != joint);
        if let Ok(world) = self.world() {
            let _gone_already = world.joint(joint).and_then(|joint| joint.destroy(true));
        }
    }

    fn set_motor(&mut self, joint: JointId, motor: Option<Motor>) {
        let units = self.units;
        if let Ok(world) = self.world() {
            let _gone = ties::drive(world, units, joint, motor);
        }
        let mut limited = self.limited.iter_mut();
        if let Some(limited) = limited.find(|limited| limited.joint == joint) {
            limited.motor = motor;
        }
    }

    fn pose(&self, body: BodyId) -> Pose {
        match (self.member(body), self.native_pose(body)) {
            (Some(member), Some(native)) => member.placed.pose(native),
            _ => Pose {
                position: Vec2::ZERO,
                rotation: Vec2::X,
            },
        }
    }

    fn set_pose(&mut self, body: BodyId, pose: Pose) {
        self.ask(body, |body| {
            body.wake_touching()?;
            let position = self.units.vector(pose.position);
            body.set_position_and_rotation(position, pose.rotation.to_angle())?;
            body.set_awake(true)
        });
        self.place(body, pose);
    }

    fn pivot(&self, body: BodyId) -> Vec2 {
        let origin = self.pose(body).position;
        if !self.member(body).is_some_and(Member::moves_by_itself) {
            return origin;
        }
        let middle = self.ask(body, |body| {
            let middle = body.world_center_of_mass()?;
            Ok(self.units.vector_back(boxdd::Vec2::new(middle.x, middle.y)))
        });
        middle.unwrap_or(origin)
    }

    fn velocity(&self, body: BodyId) -> Velocity {
        let Some(member) = self.member(body) else {
            return Velocity::default();
        };
        if !member.moves_by_itself() {
            return member.velocity;
        }
        let velocity = self.ask(body, |body| {
            Ok(Velocity {
                linear: self.units.vector_back(body.linear_velocity()?),
                angular: body.angular_velocity()?,
            })
        });
        velocity.unwrap_or_default()
    }

    fn set_velocity(&mut self, body: BodyId, velocity: Velocity) {
        let Some(member) = self.member_mut(body) else {
            return;
        };
        member.velocity = velocity;
        match (member.kind, member.enabled) {
            (BodyKind::Dynamic, true) => self.launch(body, velocity),
            (BodyKind::Kinematic, true) => self.drive(body, velocity),
            (BodyKind::Static, _) | (_, false) => {}
        }
    }

    fn push(&mut self, body: BodyId, impulse: Vec2, angular_impulse: f32) {
        self.ask(body, |body| {
            body.apply_linear_impulse_to_center(self.units.vector(impulse), true)?;
            body.apply_angular_impulse(self.units.square(angular_impulse), true)
        });
    }

    fn mass(&self, body: BodyId) -> f32 {
        self.ask(body, |body| body.mass()).unwrap_or_default()
    }

    fn set_enabled(&mut self, body: BodyId, enabled: bool) {
        let velocity = self.velocity(body);
        let Some(member) = self.member_mut(body) else {
            return;
        };
        if member.enabled == enabled {
            return;
        }
        member.enabled = enabled;
        member.velocity = velocity;
        let kind = member.kind;
        if enabled {
            self.ask(body, |body| body.enable());
            match kind {
                BodyKind::Dynamic => self.launch(body, velocity),
                BodyKind::Kinematic => self.drive(body, velocity),
                BodyKind::Static => {}
            }
        } else {
            self.ask(body, |body| body.disable());
            if let Some(slot) = self.members_by_id.get(&body) {
                self.driven.remove(slot);
            }
        }
    }

    fn is_asleep(&self, body: BodyId) -> bool {
        let takes_part = |member: &Member| member.enabled && member.kind != BodyKind::Static;
        self.member(body).is_some_and(takes_part)
            && self.ask(body, |body| body.is_awake()) == Some(false)
    }

    fn set_gravity(&mut self, gravity: Vec2) {
        let units = self.units;
        if let Ok(world) = self.world() {
            let _finite = world.set_gravity(units.vector(gravity));
        }
        for member in self.members.iter() {
            self.ask(member.id, |body| body.set_awake(true));
        }
    }

    fn step(&mut self, secs: f32) {
        self.pass(secs);
    }

    fn moved(&self, tags: &mut Vec<u32>) {
        tags.extend(&self.moved);
    }

    fn touches(&mut self, touches: &mut Vec<Touch>) {
        self.touching.drain(touches);
    }
}

fn open(settings: Settings) -> boxdd::Result<(World, Units)> {
    let foundation = match Foundation::initialize_default() {
        Ok(foundation) => foundation,
        // Somebody else in this process has, with other units.
        Err(error) => Foundation::get().ok_or(error)?,
    };
    let units = Units::new(foundation, settings.length_unit);
    let definition = foundation
        .world_builder()
        .gravity(units.vector(settings.gravity))
        .maximum_linear_speed(FASTEST * units.metre())
        .build()?;
    Ok((foundation.create_world(definition)?, units))
}

fn refusal(error: Error) -> Reason {
    Reason::Engine(error.to_string())
}
