//! Time passes, and what Box2D tells about it is heard.

use boxdd::{ShapeId, World};

use super::Box2d;
use super::member::Member;
use super::ties::Limited;
use super::touching::Toucher;
use super::units::Units;
use crate::body::BodyKind;
use crate::exact::spin_that_turns;

/// A step is this many small ones.
const SUB_STEPS: i32 = 4;

impl Box2d {
    /// Lets time pass.
    pub(super) fn pass(&mut self, secs: f32) {
        self.moved.clear();
        self.touching.step();
        let Ok(world) = &mut self.world else {
            return;
        };
        let world = world.get_mut();
        let driven = self.driven.iter();
        for member in driven.filter_map(|&slot| self.members.get(slot)) {
            let _gone = carry(world, self.units, member, secs);
        }
        if secs > 0.0 {
            let units = self.units;
            let is_there = |limited: &Limited| limited.brake(world, units, secs).is_ok();
            self.limited.retain(is_there);
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
            let super::Piecewise {
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
}

/// Lets a kinematic body move in the step to come, with all that lies on it.
fn carry(world: &mut World, units: Units, member: &Member, secs: f32) -> boxdd::Result<()> {
    let sub_step = secs / SUB_STEPS as f32;
    let spin = spin_that_turns(member.velocity.angular, sub_step);
    let mut body = world.body(member.id)?;
    body.set_linear_velocity(units.vector(member.velocity.linear))?;
    body.set_angular_velocity(spin)?;
    body.wake_touching()
}
