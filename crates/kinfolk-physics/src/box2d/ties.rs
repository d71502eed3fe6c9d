//! Joints as Box2D has them.

use std::f32::consts::PI;

use boxdd::{
    BodyId, JointBase, JointId, JointType, PrismaticJointDef, Result, RevoluteJointDef, Transform,
    WeldJointDef, World,
};
use glam::Vec2;

use super::units::Units;
use crate::body::{Joint, JointKind, Motor};

/// Box2D's hinges know no angle beyond this one.
const WIDEST: f32 = 0.98 * PI;

/// So many steps before its limit a motor begins to brake; later, and a strong one would swing.
const BRAKING_STEPS: f32 = 4.0;

/// Ties two bodies together where they are.
pub(super) fn tie(
    world: &mut World,
    units: Units,
    [above, below]: [BodyId; 2],
    joint: &Joint,
    anchor: Vec2,
    axis: Vec2,
) -> Result<JointId> {
    let axis = axis.normalize_or(Vec2::X);
    // Where a slider is held does not matter to how it slides, but a motor that pulls beside the
    // middle turns it as well, and has to be corrected.
    let anchor = match joint.kind {
        JointKind::Prismatic { .. } => {
            let middle = world.body(below)?.world_center_of_mass()?;
            units.vector_back(boxdd::Vec2::new(middle.x, middle.y))
        }
        JointKind::Revolute | JointKind::Fixed => anchor,
    };
    let first = frame(world, units, above, anchor, axis)?;
    let second = frame(world, units, below, anchor, axis)?;
    let base = world.joint_base(above, below)?;
    let base: JointBase = base
        .with_local_frames(first, second)
        .with_collide_connected(joint.collide);
    let motor = joint.motor.unwrap_or(Motor {
        speed: 0.0,
        strength: 0.0,
    });
    match joint.kind {
        JointKind::Revolute => {
            let mut hinge = RevoluteJointDef::new(base)
                .enable_motor(joint.motor.is_some())
                .motor_speed(motor.speed)
                .max_motor_torque(units.square(motor.strength));
            if let Some([low, high]) = joint.limits.and_then(hinge_limits) {
                hinge = hinge.enable_limit(true).lower_angle(low).upper_angle(high);
            }
            world.create_revolute_joint(&hinge)
        }
        JointKind::Prismatic { .. } => {
            let mut slider = PrismaticJointDef::new(base)
                .enable_motor(joint.motor.is_some())
                .motor_speed(units.length(motor.speed))
                .max_motor_force(units.length(motor.strength));
            if let Some([low, high]) = joint.limits {
                slider = slider
                    .enable_limit(true)
                    .lower_translation(units.length(low))
                    .upper_translation(units.length(high));
            }
            world.create_prismatic_joint(&slider)
        }
        JointKind::Fixed => world.create_weld_joint(&WeldJointDef::new(base)),
    }
}

/// A joint whose motor must not break through its limits.
///
/// Box2D's limits are soft and its motors are not: a strong one would win.
#[derive(Debug)]
pub(super) struct Limited {
    pub(super) joint: JointId,
    limits: [f32; 2],
    pub(super) motor: Option<Motor>,
}

impl Limited {
    pub(super) fn new(id: JointId, joint: &Joint) -> Option<Self> {
        let limits = joint.limits?;
        let limits = match joint.kind {
            JointKind::Revolute => hinge_limits(limits)?,
            JointKind::Prismatic { .. } => limits,
            JointKind::Fixed => return None,
        };
        Some(Self {
            joint: id,
            limits,
            motor: joint.motor,
        })
    }

    /// Lets the motor slow down in the step to come, if a limit is near.
    pub(super) fn brake(&self, world: &mut World, units: Units, secs: f32) -> Result<()> {
        let Some(motor) = self.motor else {
            return Ok(());
        };
        let [low, high] = self.limits;
        let within = secs * BRAKING_STEPS;
        let speed = |now: f32| {
            motor
                .speed
                .max((low - now) / within)
                .min((high - now) / within)
        };
        let joint = world.joint(self.joint)?;
        match joint.joint_type()? {
            JointType::Revolute => {
                let mut hinge = joint.into_revolute()?;
                let now = hinge.angle()?;
                hinge.set_motor_speed(speed(now))
            }
            JointType::Prismatic => {
                let mut slider = joint.into_prismatic()?;
                let now = units.length_back(slider.translation()?);
                slider.set_motor_speed(units.length(speed(now)))
            }
            _ => Ok(()),
        }
    }
}

/// The limits of a hinge, unless it may go all around.
fn hinge_limits([low, high]: [f32; 2]) -> Option<[f32; 2]> {
    let all_around = low <= -WIDEST && high >= WIDEST;
    let clamped = [low, high].map(|limit| limit.clamp(-WIDEST, WIDEST));
    (!all_around).then_some(clamped)
}

/// Changes what drives a joint, and wakes what hangs on it.
pub(super) fn drive(
    world: &mut World,
    units: Units,
    joint: JointId,
    motor: Option<Motor>,
) -> Result<()> {
    let joint = world.joint(joint)?;
    match joint.joint_type()? {
        JointType::Revolute => {
            let mut hinge = joint.into_revolute()?;
            hinge.enable_motor(motor.is_some())?;
            if let Some(motor) = motor {
                hinge.set_motor_speed(motor.speed)?;
                hinge.set_max_motor_torque(units.square(motor.strength))?;
            }
            hinge.wake_bodies()
        }
        JointType::Prismatic => {
            let mut slider = joint.into_prismatic()?;
            slider.enable_motor(motor.is_some())?;
            if let Some(motor) = motor {
                slider.set_motor_speed(units.length(motor.speed))?;
                slider.set_max_motor_force(units.length(motor.strength))?;
            }
            slider.wake_bodies()
        }
        _ => Ok(()),
    }
}

/// The anchor and the axis in the space of a body.
fn frame(
    world: &mut World,
    units: Units,
    body: BodyId,
    anchor: Vec2,
    axis: Vec2,
) -> Result<Transform> {
    let body = world.body(body)?;
    let at = body.local_point(units.vector(anchor))?;
    let along = body.local_vector(axis.to_array())?;
    Transform::from_pos_angle(at, along.y.atan2(along.x))
}
