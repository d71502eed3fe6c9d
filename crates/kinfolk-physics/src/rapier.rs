//! The backend that is Rust all the way down: rapier2d.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use glam::Vec2;
use rapier2d::geometry::{CollisionEventFlags, ContactPair};
use rapier2d::prelude::{
    ActiveCollisionTypes, ActiveEvents, CoefficientCombineRule, ColliderBuilder, ColliderHandle,
    ColliderSet, CollisionEvent, EventHandler, GenericJoint, GenericJointBuilder, Group,
    ImpulseJointHandle, InteractionGroups, InteractionTestMode, JointAxesMask, JointAxis,
    PhysicsWorld, Pose as RPose, Real, RigidBodyBuilder, RigidBodyHandle, RigidBodySet,
    RigidBodyType, Rotation, SoftBodySet, SoftBodyTearEvent,
};

use crate::backend::{Backend, Pose, Settings, Touch, Velocity};
use crate::body::{Body, BodyKind, Joint, JointKind, Material, Motor};
use crate::error::Reason;
use crate::geometry::Geometry;

/// How fast a motor gets to its speed, if it is strong enough.
const EAGERNESS: f32 = 1e4;

/// A world of rapier2d.
pub struct Rapier {
    world: PhysicsWorld,
    /// Whose a shape is, for those that events of the next step can be about.
    tags: HashMap<ColliderHandle, u32>,
    /// Shapes that are gone, and whose last events are still to come.
    gone: Vec<ColliderHandle>,
    touches: Vec<Touch>,
    /// Who was awake when the last step began; some of them fell asleep in it.
    awake: Vec<u32>,
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
}

impl Backend for Rapier {
    type BodyId = RigidBodyHandle;
    type ShapeId = ColliderHandle;
    type JointId = ImpulseJointHandle;

    fn new(settings: Settings) -> Self {
        let mut world = PhysicsWorld::new();
        world.gravity = settings.gravity;
        world.integration_parameters.length_unit = settings.length_unit;
        Self {
            world,
            tags: HashMap::new(),
            gone: Vec::new(),
            touches: Vec::new(),
            awake: Vec::new(),
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
            .user_data(u128::from(tag));
        if body.fixed_rotation {
            builder = builder.lock_rotations();
        }
        Ok(self.world.insert_body(builder))
    }

    fn remove_body(&mut self, body: RigidBodyHandle) {
        let shapes = self.world.bodies.get(body).map(|body| body.colliders());
        self.gone.extend(shapes.into_iter().flatten());
        self.world.remove_body(body);
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
            Geometry::Polygon { corners } => {
                ColliderBuilder::convex_hull(corners).ok_or(Reason::Degenerate)?
            }
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
            .restitution(material.restitution)
            .friction_combine_rule(CoefficientCombineRule::GeometricMean)
            .restitution_combine_rule(CoefficientCombineRule::Max)
            .sensor(material.sensor)
            .collision_groups(groups)
            .active_collision_types(types)
            .active_events(ActiveEvents::COLLISION_EVENTS);
        let shape = self.world.insert_collider(shape, Some(body));
        self.tags.insert(shape, tag);
        Ok(shape)
    }

    fn remove_shape(&mut self, shape: ColliderHandle) {
        self.world.remove_collider(shape);
        self.gone.push(shape);
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
        from_rapier(self.world.bodies[body].position())
    }

    fn set_pose(&mut self, body: RigidBodyHandle, pose: Pose) {
        self.world.bodies[body].set_position(to_rapier(pose), true);
    }

    fn velocity(&self, body: RigidBodyHandle) -> Velocity {
        let body = &self.world.bodies[body];
        Velocity {
            linear: body.linvel(),
            angular: body.angvel(),
        }
    }

    fn set_velocity(&mut self, body: RigidBodyHandle, velocity: Velocity) {
        let body = &mut self.world.bodies[body];
        let wakes = velocity != Velocity::default();
        body.set_linvel(velocity.linear, wakes);
        body.set_angvel(velocity.angular, wakes);
    }

    fn push(&mut self, body: RigidBodyHandle, impulse: Vec2, angular_impulse: f32) {
        let body = &mut self.world.bodies[body];
        body.apply_impulse(impulse, true);
        body.apply_torque_impulse(angular_impulse, true);
    }

    fn mass(&self, body: RigidBodyHandle) -> f32 {
        self.world.bodies[body].mass()
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
        self.awake.clear();
        let awake = self.world.active_bodies();
        self.awake
            .extend(awake.map(|(_, body)| body.user_data as u32));
        self.world.integration_parameters.dt = secs;
        let heard = Heard::default();
        self.world.step_with_events(&(), &heard);
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
    }

    fn moved(&self, tags: &mut Vec<u32>) {
        tags.extend(&self.awake);
        let awake = self.world.active_bodies();
        tags.extend(awake.map(|(_, body)| body.user_data as u32));
    }

    fn touches(&mut self, touches: &mut Vec<Touch>) {
        touches.append(&mut self.touches);
    }
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
