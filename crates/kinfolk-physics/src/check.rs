//! Numbers that a physics engine must never see.

use crate::body::{Anchor, Body, Joint, JointKind, Material};
use crate::error::Reason;

/// Whether everything about a body but its shapes makes sense.
pub(crate) fn body(body: &Body) -> Result<(), Reason> {
    finite(body.gravity_scale, "the gravity scale")?;
    finite(body.velocity.x, "the velocity")?;
    finite(body.velocity.y, "the velocity")?;
    finite(body.spin, "the spin")?;
    not_negative(body.damping, "the damping")?;
    not_negative(body.spin_damping, "the damping of the spin")?;
    for part in &body.parts {
        material(&part.material)?;
    }
    joint(&body.joint)
}

fn material(material: &Material) -> Result<(), Reason> {
    not_negative(material.density, "the density")?;
    not_negative(material.friction, "the friction")?;
    not_negative(material.restitution, "the restitution")
}

pub(crate) fn joint(joint: &Joint) -> Result<(), Reason> {
    if let Anchor::Child(at) | Anchor::Parent(at) = joint.anchor
        && !at.is_finite()
    {
        return Err(Reason::NotFinite("the anchor of the joint"));
    }
    if let JointKind::Prismatic { axis } = joint.kind {
        if !axis.is_finite() {
            return Err(Reason::NotFinite("the axis of the joint"));
        }
        if axis.length_squared() < 1e-12 {
            return Err(Reason::NoAxis);
        }
    }
    if let Some([low, high]) = joint.limits {
        finite(low, "a limit of the joint")?;
        finite(high, "a limit of the joint")?;
        if low > high {
            return Err(Reason::Limits([low, high]));
        }
    }
    if let Some(motor) = joint.motor {
        finite(motor.speed, "the speed of the motor")?;
        not_negative(motor.strength, "the strength of the motor")?;
    }
    Ok(())
}

pub(crate) fn finite(number: f32, what: &'static str) -> Result<(), Reason> {
    if number.is_finite() {
        Ok(())
    } else {
        Err(Reason::NotFinite(what))
    }
}

fn not_negative(number: f32, what: &'static str) -> Result<(), Reason> {
    finite(number, what)?;
    if number < 0.0 {
        return Err(Reason::Negative(what, number));
    }
    Ok(())
}
