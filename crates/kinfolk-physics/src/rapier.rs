//! The backend that is Rust all the way down: rapier2d.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Mutex, PoisonError};

use glam::Vec2;
use rapier2d::geometry::{CollisionEventFlags, ContactPair};
use rapier2d::prelude::{
    ActiveCollisionTypes, ActiveEvents, CoefficientCombineRule, ColliderBuilder, ColliderHandle,
    ColliderSet, CollisionEvent, CollisionPipeline, EventHandler, GenericJoint,
    GenericJointBuilder, Group, ImpulseJointHandle, InteractionGroups, InteractionTestMode,
    JointAxesMask, JointAxis, PhysicsPipeline, PhysicsWorld, Pose as RPose, Real, RigidBodyBuilder,
    RigidBodyHandle, RigidBodySet, RigidBodyType, Rotation, SharedShape, SoftBodySet,
    SoftBodyTearEvent,
};

use crate::backend::{Backend, Pose, Settings, Touch, Velocity};
use crate::body::{Body, BodyKind, Joint, JointKind, Material, Motor};
use crate::error::Reason;
use crate::exact::{Placed, spin_that_turns};
use crate::geometry::Geometry;

/// How fast a motor gets to its speed, if it is strong enough.
const EAGERNESS: f32 = 1e4;

/// Metres a second; nothing is faster.
const FASTEST: f32 = 1e6;

/// A world of rapier2d.
pub struct Rapier {
    world: PhysicsWorld,
    /// Whose a shape is, for those that events of the next step can be about.
    tags: HashMap<ColliderHandle, u32>,
    /// Shapes that are gone, and whose last events are still to come.
    gone: Vec<ColliderHandle>,
    /// Shapes of nobody, which keep the places of those that are gone until the step is over.
    keepers: Vec<ColliderHandle>,
    touches: Vec<Touch>,
    /// By the index of the body.
    placed: Vec<Placed>,
    /// The kinematic bodies that turn, by their index.
    turning: BTreeMap<u32, RigidBodyHandle>,
    /// Who was awake at the beginning of the last step or at its end, each once.
    awake: Vec<u32>,
    /// The last step in which somebody was noted to be awake, by tag.
    noted: Vec<u64>,
    steps: u64,
}

/// A copy goes on exactly as the original does.
impl Clone for Rapier {
    fn clone(&self) -> Self {
        let world = &self.world;
        Self {
            world: PhysicsWorld {
                gravity: world.gravity,
                integration_parameters: world.integration_parameters,
                physics_pipeline: PhysicsPipeline::new(), // nothing in these outlives a step
                collision_pipeline: CollisionPipeline::new(),
                islands: world.islands.clone(),
                broad_phase: world.broad_phase.clone(),
                narrow_phase: world.narrow_phase.clone(),
                bodies: world.bodies.clone(),
                colliders: world.colliders.clone(),
                impulse_joints: world.impulse_joints.clone(),
                multibody_joints: world.multibody_joints.clone(),
                soft_bodies: world.soft_bodies.clone(),
                ccd_solver: world.ccd_solver.clone(),
            },
            tags: self.tags.clone(),
            gone: self.gone.clone(),
            keepers: self.keepers.clone(),
            touches: self.touches.clone(),
            placed: self.placed.clone(),
            turning: self.turning.clone(),
            awake: self.awake.clone(),
            noted: self.noted.clone(),
            steps: self.steps,
        }
    }
}

impl fmt::Debug for Rapier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rapier")
            .field("bodies", &self.world.bodies.len())
            .field("shapes", &self.world.colliders.len())
            .finish_non_exhaustive()
    }
}

impl Rapier {
    /// The engine itself, for what the bridge does not cover: queries, damping, materials.
    ///
    /// Bodies, their places and their shapes belong to the bridge.
    pub fn world(&mut self) -> &mut PhysicsWorld {
        &mut self.world
    }

    /// Notes everybody who is awake and has not been noted in this step.
    fn note_awake(&mut self) {
        for handle in self.world.islands.active_bodies() {
            let tag = self.world.bodies[handle].user_data as u32;
            if self.noted.len() <= tag as usize {
                self.noted.resize(tag as usize + 1, 0);
            }
            if std::mem::replace(&mut self.noted[tag as usize], self.steps) != self.steps {
                self.awake.push(tag);
            }
        }
    }

    /// Takes the places of shapes that are gone, so that no new shape gets one of them before the next step.
    ///
    /// rapier's broad phase (0.36.1) looks in a step for new pairs before it forgets those of shapes that were
    /// removed, and finds them by place: if somebody new is there, the old pairs are never forgotten. A floor
    /// on which things come and go would collect them for ever.
    fn keep_places_of_gone(&mut self) {
        while self.keepers.len() < self.gone.len() {
            // Freed places are given out again last first, so these are the ones.
            let nobody = ColliderBuilder::ball(0.0).enabled(false);
            self.keepers.push(self.world.colliders.insert(nobody));
        }
    }

    fn note_turning(&mut self, id: RigidBodyHandle) {
        let body = &self.world.bodies[id];
        if body.is_kinematic() && body.angvel() != 0.0 {
            self.turning.insert(index(id) as u32, id);
        } else {
            self.turning.remove(&(index(id) as u32));
        }
    }

    /// Gives kinematic bodies the velocities that take them where theirs say; who has had which.
    fn steer_kinematic_bodies(&mut self, secs: f32) -> Vec<(RigidBodyHandle, Velocity)> {
        let sub_steps = self.world.integration_parameters.num_solver_iterations;
        let turning = self.turning.values();
        let turning: Vec<_> = turning.map(|&id| (id, self.velocity(id))).collect();
        if secs > 0.0 {
            for &(id, Velocity { linear, angular }) in &turning {
                let body = &mut self.world.bodies[id];
                // rapier moves the centre of mass and turns around it: the origin moves as it should
                // if the centre goes around the origin.
                let arm = *body.rotation() * body.local_center_of_mass();
                let around = Vec2::from_angle(angular * secs).rotate(arm) - arm;
                body.set_linvel(linear + around / secs, false);
                body.set_angvel(spin_that_turns(angular, secs / sub_steps as f32), false);
            }
        }
        turning
    }
}

impl Backend for Rapier {
    type BodyId = RigidBodyHandle;
    type ShapeId = ColliderHandle;
    type JointId = ImpulseJointHandle;

    fn new(settings: Settings) -> Self {
        let mut world = PhysicsWorld::new();
        world.gravity = settings.gravity;
        world.integration_parameters.length_unit = settings.length_unit;
        // The hierarchy may take a kinematic body across the world in one frame.
        world.integration_parameters.normalized_max_linear_velocity = FASTEST;
        Self {
            world,
            tags: HashMap::new(),
            gone: Vec::new(),
            keepers: Vec::new(),
            touches: Vec::new(),
            placed: Vec::new(),
            turning: BTreeMap::new(),
            awake: Vec::new(),
            noted: Vec::new(),
            steps: 0,
        }
    }

    fn add_body(&mut self, body: &Body, pose: Pose, tag: u32) -> Result<RigidBodyHandle, Reason> {
        let kind = match body.kind {
            BodyKind::Dynamic => RigidBodyType::Dynamic,
            BodyKind::Kinematic => RigidBodyType::KinematicVelocityBased,
            BodyKind::Static => RigidBodyType::Fixed,
        };
        let mut builder = RigidBodyBuilder::new(kind)
            .pose(to_rapier(pose))
            .linvel(body.velocity)
            .angvel(body.spin)
            .gravity_scale(body.gravity_scale)
            .linear_damping(body.damping)
            .angular_damping(body.spin_damping)
            .ccd_enabled(body.bullet)
            .allow_fast_rotation(body.kind == BodyKind::Kinematic)
            .user_data(u128::from(tag));
        if body.fixed_rotation {
            builder = builder.lock_rotations();
        }
        let id = self.world.insert_body(builder);
        if self.placed.len() <= index(id) {
            self.placed.resize(index(id) + 1, Placed::new(pose));
        }
        self.placed[index(id)] = Placed::new(pose);
        self.note_turning(id);
        Ok(id)
    }

    fn remove_body(&mut self, body: RigidBodyHandle) {
        let shapes = self.world.bodies.get(body).map(|body| body.colliders());
        self.gone.extend(shapes.into_iter().flatten());
        self.world.remove_body(body);
        self.turning.remove(&(index(body) as u32));
    }

    fn add_shape(
        &mut self,
        body: RigidBodyHandle,
        geometry: &Geometry,
        material: &Material,
        tag: u32,
    ) -> Result<ColliderHandle, Reason> {
        let shape = match geometry {
            Geometry::Circle { center, radius } => {
                ColliderBuilder::ball(*radius).translation(*center)
            }
            Geometry::Capsule { from, to, radius } => {
                ColliderBuilder::capsule_from_endpoints(*from, *to, *radius)
            }
            Geometry::Polygon { corners } => polygon(corners).ok_or(Reason::Degenerate)?,
        };
        let mut types = ActiveCollisionTypes::default();
        if material.sensor {
            types |= ActiveCollisionTypes::KINEMATIC_FIXED;
            types |= ActiveCollisionTypes::KINEMATIC_KINEMATIC;
        }
        let groups = InteractionGroups::new(
            Group::from_bits_retain(material.layers),
            Group::from_bits_retain(material.mask),
            InteractionTestMode::And,
        );
        let shape = shape
            .density(material.density)
            .friction(material.friction)
            .friction_combine_rule(CoefficientCombineRule::GeometricMean)
            .restitution(material.restitution)
            .restitution_combine_rule(CoefficientCombineRule::Max)
            .sensor(material.sensor)
            .collision_groups(groups)
            .active_collision_types(types)
            .active_events(ActiveEvents::COLLISION_EVENTS);
        self.keep_places_of_gone();
        let shape = self.world.insert_collider(shape, Some(body));
        self.tags.insert(shape, tag);
        self.placed[index(body)].grow(geometry);
        Ok(shape)
    }

    fn remove_shape(&mut self, shape: ColliderHandle) {
        let gone = self.world.remove_collider(shape);
        self.gone.push(shape);
        let body = gone.and_then(|gone| gone.parent());
        if let Some(body) = body.and_then(|body| self.world.bodies.get_mut(body)) {
            body.recompute_mass_properties_from_colliders(&self.world.colliders);
        }
    }

    fn add_joint(
        &mut self,
        above: RigidBodyHandle,
        below: RigidBodyHandle,
        joint: &Joint,
        anchor: Vec2,
        axis: Vec2,
    ) -> Result<ImpulseJointHandle, Reason> {
        let (locked, free) = match joint.kind {
            JointKind::Revolute => (JointAxesMask::LOCKED_REVOLUTE_AXES, Some(JointAxis::AngX)),
            JointKind::Prismatic { .. } => {
                (JointAxesMask::LOCKED_PRISMATIC_AXES, Some(JointAxis::LinX))
            }
            JointKind::Fixed => (JointAxesMask::LOCKED_FIXED_AXES, None),
        };
        let axis = axis.normalize_or(Vec2::X);
        // Where a slider is held does not matter to how it slides, but a motor that pulls beside
        // the middle turns it as well, and has to be corrected.
        let anchor = match (joint.kind, self.world.bodies.get(below)) {
            (JointKind::Prismatic { .. }, Some(body)) => {
                *body.position() * body.local_center_of_mass()
            }
            _ => anchor,
        };
        let frame = RPose::from_parts(anchor, Rotation::from_cos_sin_unchecked(axis.x, axis.y));
        let within = |body: RigidBodyHandle| {
            let body = self.world.bodies.get(body);
            body.map(|body| body.position().inverse() * frame)
        };
        let (Some(first), Some(second)) = (within(above), within(below)) else {
            return Err(Reason::NothingAbove);
        };
        let mut tied = GenericJointBuilder::new(locked)
            .local_frame1(first)
            .local_frame2(second)
            .contacts_enabled(joint.collide);
        if let (Some(free), Some(limits)) = (free, joint.limits) {
            tied = tied.limits(free, limits);
        }
        let mut tied = tied.build();
        drive(&mut tied, joint.motor);
        Ok(self.world.insert_impulse_joint(above, below, tied))
    }

    fn remove_joint(&mut self, joint: ImpulseJointHandle) {
        self.world.remove_impulse_joint(joint);
    }

    fn set_motor(&mut self, joint: ImpulseJointHandle, motor: Option<Motor>) {
        if let Some(joint) = self.world.impulse_joints.get_mut(joint, true) {
            drive(&mut joint.data, motor);
        }
    }

    fn pose(&self, body: RigidBodyHandle) -> Pose {
        let native = from_rapier(self.world.bodies[body].position());
        self.placed[index(body)].pose(native)
    }

    fn set_pose(&mut self, body: RigidBodyHandle, pose: Pose) {
        self.world.bodies[body].set_position(to_rapier(pose), true);
        self.placed[index(body)].put(pose, pose);
    }

    fn pivot(&self, body: RigidBodyHandle) -> Vec2 {
        let body = &self.world.bodies[body];
        if body.is_dynamic() {
            body.center_of_mass()
        } else {
            body.translation()
        }
    }

    fn velocity(&self, body: RigidBodyHandle) -> Velocity {
        let body = &self.world.bodies[body];
        Velocity {
            linear: body.linvel(),
            angular: body.angvel(),
        }
    }

    fn set_velocity(&mut self, id: RigidBodyHandle, velocity: Velocity) {
        let body = &mut self.world.bodies[id];
        let wakes = velocity != Velocity::default();
        body.set_linvel(velocity.linear, wakes);
        body.set_angvel(velocity.angular, wakes);
        self.note_turning(id);
    }

    fn push(&mut self, body: RigidBodyHandle, impulse: Vec2, angular_impulse: f32) {
        let body = &mut self.world.bodies[body];
        body.apply_impulse(impulse, true);
        body.apply_torque_impulse(angular_impulse, true);
    }

    fn mass(&self, body: RigidBodyHandle) -> f32 {
        let body = &self.world.bodies[body];
        if body.is_dynamic() { body.mass() } else { 0.0 }
    }

    fn set_enabled(&mut self, body: RigidBodyHandle, enabled: bool) {
        self.world.bodies[body].set_enabled(enabled);
    }

    fn is_asleep(&self, body: RigidBodyHandle) -> bool {
        self.world.bodies[body].is_sleeping()
    }

    fn set_gravity(&mut self, gravity: Vec2) {
        self.world.gravity = gravity;
        self.world.wake_up_all(false);
    }

    fn step(&mut self, secs: f32) {
        self.steps += 1;
        self.awake.clear();
        self.note_awake();
        let steered = self.steer_kinematic_bodies(secs);
        self.world.integration_parameters.dt = secs;
        let heard = Heard::default();
        self.world.step_with_events(&(), &heard);
        for (body, Velocity { linear, angular }) in steered {
            self.world.bodies[body].set_linvel(linear, false);
            self.world.bodies[body].set_angvel(angular, false);
        }
        self.note_awake(); // some fell asleep in the step, some woke up
        let heard = heard.0.into_inner();
        for event in heard.unwrap_or_else(PoisonError::into_inner) {
            let (CollisionEvent::Started(one, other, flags)
            | CollisionEvent::Stopped(one, other, flags)) = event;
            if let (Some(&one), Some(&other)) = (self.tags.get(&one), self.tags.get(&other)) {
                self.touches.push(Touch {
                    one,
                    other,
                    begins: event.started(),
                    sensor: flags.contains(CollisionEventFlags::SENSOR),
                });
            }
        }
        for gone in self.gone.drain(..) {
            self.tags.remove(&gone);
        }
        for keeper in self.keepers.drain(..) {
            self.world.remove_collider(keeper);
        }
    }

    fn moved(&self, tags: &mut Vec<u32>) {
        tags.extend(&self.awake);
    }

    fn touches(&mut self, touches: &mut Vec<Touch>) {
        touches.append(&mut self.touches);
    }
}

/// A convex polygon, unless it is flat.
fn polygon(corners: &[Vec2]) -> Option<ColliderBuilder> {
    let size = corners.iter().map(|corner| corner.distance(corners[0]));
    let nearly = size.fold(0.0, f32::max) * 1e-5;
    let mut apart: Vec<Vec2> = Vec::with_capacity(corners.len());
    for &corner in corners {
        let near = |&other: &Vec2| corner.distance(other) <= nearly;
        if !apart.last().is_some_and(near) && !apart.first().is_some_and(near) {
            apart.push(corner);
        }
    }
    // Of a polygon with hundreds of corners the first one leaves nothing: all are nearly straight.
    let all = apart.clone();
    ColliderBuilder::convex_polyline(apart)
        .or_else(|| SharedShape::convex_polyline_unmodified(all).map(ColliderBuilder::new))
}

fn drive(joint: &mut GenericJoint, motor: Option<Motor>) {
    let free = if joint.locked_axes == JointAxesMask::LOCKED_REVOLUTE_AXES {
        JointAxis::AngX
    } else if joint.locked_axes == JointAxesMask::LOCKED_PRISMATIC_AXES {
        JointAxis::LinX
    } else {
        return;
    };
    match motor {
        Some(motor) => {
            joint.set_motor_velocity(free, motor.speed, EAGERNESS);
            joint.set_motor_max_force(free, motor.strength);
        }
        None => joint.motor_axes = JointAxesMask::empty(),
    }
}

fn index(body: RigidBodyHandle) -> usize {
    body.into_raw_parts().0 as usize
}

fn to_rapier(pose: Pose) -> RPose {
    let rotation = Rotation::from_cos_sin_unchecked(pose.rotation.x, pose.rotation.y);
    RPose::from_parts(pose.position, rotation)
}

fn from_rapier(pose: &RPose) -> Pose {
    Pose {
        position: pose.translation,
        rotation: Vec2::new(pose.rotation.cos(), pose.rotation.sin()),
    }
}

/// What happened in a step.
#[derive(Default)]
struct Heard(Mutex<Vec<CollisionEvent>>);

impl EventHandler for Heard {
    fn handle_collision_event(
        &self,
        _: &RigidBodySet,
        _: &ColliderSet,
        event: CollisionEvent,
        _: Option<&ContactPair>,
    ) {
        let heard = self.0.lock();
        heard.unwrap_or_else(PoisonError::into_inner).push(event);
    }

    fn handle_contact_force_event(
        &self,
        _: Real,
        _: &RigidBodySet,
        _: &ColliderSet,
        _: &ContactPair,
        _: Real,
    ) {
    }

    fn handle_soft_body_tear_event(&self, _: &SoftBodySet, _: &SoftBodyTearEvent) {}
}
