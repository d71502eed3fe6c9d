//! The backend that half of all 2D games know: Box2D v3, in C.
//!
//! Box2D has its own ideas about a few things, and this file keeps them from the bridge: poses
//! are the bits that were given until a body moves, kinematic bodies turn by their spin exactly,
//! velocities outlive being disabled, and polygons may have any number of corners.

mod member;
mod slices;
mod slots;
mod ties;
mod touching;
mod units;

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::fmt;

use boxdd::{
    BodyId, BodyType, Capsule, Circle, Error, Filter, Foundation, JointId, MotionLocks, ShapeDef,
    ShapeId, SurfaceMaterial, World,
};
use glam::Vec2;

use self::member::{Member, Placed};
use self::slots::Slots;
use self::touching::{Toucher, Touching};
use self::units::Units;
use crate::backend::{Backend, Pose, Settings, Touch, Velocity};
use crate::body::{Body, BodyKind, Joint, Material, Motor};
use crate::error::Reason;
use crate::geometry::Geometry;

/// A step is this many small ones.
const SUB_STEPS: i32 = 4;

/// Metres a second; nothing is faster. Box2D's own limit is 400, too slow for a body that the
/// hierarchy takes across the world in one frame.
const FASTEST: f32 = 1e6;

/// A kinematic body turns by less than this in a sub-step, which is a quarter turn.
const WIDEST_TURN: f32 = 1.5;

/// Names a shape, which may be several of Box2D's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pieces(u32);

/// A world of Box2D.
///
/// At most 128 of them can be at the same time. One more is empty and refuses every body.
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
    /// Bodies, their places and their shapes belong to the bridge. Lengths are in metres there:
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
            member.placed = Placed { given, native };
        }
    }

    /// Gives a dynamic body that takes part its velocity.
    fn launch(&self, body: BodyId, velocity: Velocity) {
        self.ask(body, |body| {
            body.set_linear_velocity(self.units.vector(velocity.linear))?;
            body.set_angular_velocity(velocity.angular)
        });
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
            reach: 0.0,
            placed: Placed {
                given: pose,
                native: pose,
            },
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
        let units = self.units;
        let world = self.world().map_err(refusal)?;
        let mut native = world.body(body).map_err(refusal)?;
        let pieces = put(&mut native, units, geometry, material)?;
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
            member.reach = member.reach.max(reach(geometry));
        }
        Ok(Pieces(slot))
    }

    fn remove_shape(&mut self, shape: Pieces) {
        let Some(gone) = self.forget_shape(shape.0) else {
            return;
        };
        if let Some(member) = self.members.get_mut(gone.member) {
            member.shapes.retain(|&slot| slot != shape.0);
        }
        if let Ok(world) = self.world() {
            for piece in gone.pieces {
                let _gone_already = world.shape(piece).and_then(|piece| piece.destroy(true));
            }
        }
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
        ties::tie(world, units, [above, below], joint, anchor, axis).map_err(refusal)
    }

    fn remove_joint(&mut self, joint: JointId) {
        if let Ok(world) = self.world() {
            let _gone_already = world.joint(joint).and_then(|joint| joint.destroy(true));
        }
    }

    fn set_motor(&mut self, joint: JointId, motor: Option<Motor>) {
        let units = self.units;
        if let Ok(world) = self.world() {
            let _gone = ties::drive(world, units, joint, motor);
        }
    }

    fn pose(&self, body: BodyId) -> Pose {
        match (self.member(body), self.native_pose(body)) {
            (Some(member), Some(native)) => member.pose(native),
            (Some(member), None) => member.placed.given,
            (None, _) => Pose {
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
        self.moved.clear();
        self.touching.step();
        let Ok(world) = &mut self.world else {
            return;
        };
        let world = world.get_mut();
        for member in self
            .driven
            .iter()
            .filter_map(|&slot| self.members.get(slot))
        {
            let _gone = carry(world, self.units, member, secs);
        }
        let Ok(step) = world.step(secs, SUB_STEPS) else {
            return;
        };
        if let Ok(events) = step.body_events() {
            let slots = events
                .iter()
                .filter_map(|event| self.members_by_id.get(&event.body_id));
            let members = slots.filter_map(|&slot| self.members.get(slot));
            self.moved.extend(members.map(|member| member.tag));
        }

        let shape = |piece: ShapeId| {
            let &slot = self.shapes_by_piece.get(&piece)?;
            let Piecewise {
                tag,
                sensor,
                member,
                ..
            } = *self.shapes.get(slot)?;
            let toucher = Toucher { slot, tag, sensor };
            Some((toucher, self.members.get(member)?.kind))
        };
        let pair = |one: ShapeId, other: ShapeId| {
            let ((one, one_kind), (other, other_kind)) = (shape(one)?, shape(other)?);
            let stands = [one_kind, other_kind] == [BodyKind::Static; 2];
            (!stands).then_some((one, other))
        };
        let (contacts, sensors) = (step.contact_events().ok(), step.sensor_events().ok());
        let contacts = contacts.as_ref();
        let sensors = sensors.as_ref();
        // What begins comes first, so that a shape of which one piece leaves and another one
        // arrives has touched all the while.
        let begun = contacts.into_iter().flat_map(|events| events.begin());
        let begun = begun.map(|event| (event.shape_a, event.shape_b));
        let noticed = sensors.into_iter().flat_map(|events| events.begin());
        let noticed = noticed.map(|event| (event.sensor_shape, event.visitor_shape));
        for (one, other) in begun.chain(noticed).filter_map(|(a, b)| pair(a, b)) {
            self.touching.begin(one, other);
        }
        let ended = contacts.into_iter().flat_map(|events| events.end());
        let ended = ended.map(|event| (event.shape_a, event.shape_b));
        let lost = sensors.into_iter().flat_map(|events| events.end());
        let lost = lost.map(|event| (event.sensor_shape, event.visitor_shape));
        for (one, other) in ended.chain(lost).filter_map(|(a, b)| pair(a, b)) {
            self.touching.end(one, other);
        }
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

/// Lets a kinematic body move in the step to come, with all that lies on it.
fn carry(world: &mut World, units: Units, member: &Member, secs: f32) -> boxdd::Result<()> {
    let sub_step = secs / SUB_STEPS as f32;
    let turn = (member.velocity.angular * sub_step).clamp(-WIDEST_TURN, WIDEST_TURN);
    // Box2D turns a body by the angle whose tangent is its spin times the time.
    let spin = if sub_step > 0.0 {
        turn.tan() / sub_step
    } else {
        0.0
    };
    let mut body = world.body(member.id)?;
    body.set_linear_velocity(units.vector(member.velocity.linear))?;
    body.set_angular_velocity(spin)?;
    body.wake_touching()
}

/// Puts a shape on a body, in pieces if need be.
fn put(
    body: &mut boxdd::Body<'_>,
    units: Units,
    geometry: &Geometry,
    material: &Material,
) -> Result<Vec<ShapeId>, Reason> {
    let surface = SurfaceMaterial::new()
        .with_friction(material.friction)
        .and_then(|surface| surface.with_restitution(material.restitution))
        .map_err(refusal)?;
    let definition = ShapeDef::builder()
        .material(surface)
        .density(units.density(material.density))
        .filter(Filter {
            category_bits: u64::from(material.layers),
            mask_bits: u64::from(material.mask),
            group_index: 0,
        })
        .sensor(material.sensor)
        .enable_sensor_events(true)
        .enable_contact_events(true)
        .build()
        .map_err(refusal)?;
    match geometry {
        Geometry::Circle { center, radius } => {
            let circle = Circle::new(units.vector(*center), units.length(*radius));
            let piece = circle.and_then(|circle| body.create_circle(&definition, &circle));
            Ok(vec![piece.map_err(refusal)?])
        }
        Geometry::Capsule { from, to, radius } => {
            let radius = units.length(*radius);
            let capsule = Capsule::new(units.vector(*from), units.vector(*to), radius);
            let piece = capsule.and_then(|capsule| body.create_capsule(&definition, &capsule));
            // One that is too short for Box2D is as good as a circle.
            let piece = piece.or_else(|_| {
                let circle = Circle::new(units.vector((*from + *to) / 2.0), radius)?;
                body.create_circle(&definition, &circle)
            });
            Ok(vec![piece.map_err(refusal)?])
        }
        Geometry::Polygon { corners } => {
            let corners: Vec<Vec2> = corners
                .iter()
                .map(|&corner| Vec2::from(units.vector(corner)))
                .collect();
            let slices = slices::slices(&corners, units.metre());
            let pieces = slices
                .iter()
                .filter_map(|slice| body.create_polygon(&definition, slice).ok());
            let pieces: Vec<ShapeId> = pieces.collect();
            if pieces.is_empty() {
                return Err(Reason::Degenerate);
            }
            Ok(pieces)
        }
    }
}

/// How far a shape reaches from the origin.
fn reach(geometry: &Geometry) -> f32 {
    match geometry {
        Geometry::Circle { center, radius } => center.length() + radius,
        Geometry::Capsule { from, to, radius } => from.length().max(to.length()) + radius,
        Geometry::Polygon { corners } => {
            let lengths = corners.iter().map(|corner| corner.length());
            lengths.fold(0.0, f32::max)
        }
    }
}
