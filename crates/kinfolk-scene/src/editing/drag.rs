//! From handles that are dragged to edits: further along, turned, stretched, into a slot.
//!
//! A hand says where things go in the world; what is written are own numbers, those that had to change
//! and no others, in the fewest digits that a hand could tell apart. On a grid they are round to the last bit.

use kinfolk::{Forest, Node2, NodeId, Transform2, WriteError};

use crate::document::{Angle, SlotMode};
use crate::edit::{Edit, EditRefused};
use crate::json::Text;

use super::Editing;
use super::hand::from_f32;

/// What a handle does to one entity.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Pull {
    /// Where in the world it goes.
    pub x: Option<f32>,
    /// Where in the world it goes.
    pub y: Option<f32>,
    /// How far its x axis turns in the world, counter-clockwise, in radians.
    pub turn: Option<f32>,
    /// How many times as long it becomes along its own x axis.
    pub stretch_x: Option<f32>,
    /// How many times as long it becomes along its own y axis.
    pub stretch_y: Option<f32>,
}

impl Pull {
    /// Does it to a node of a forest, as exactly as single precision can.
    ///
    /// # Errors
    /// Whatever the forest refuses: no own numbers would do.
    pub fn apply(&self, forest: &mut Forest<Node2>, node: NodeId) -> Result<(), WriteError> {
        if let Some(turn) = self.turn {
            let world = forest.world(node).unwrap_or_default();
            let [at, ahead] = [world.translation, world.matrix2.x_axis];
            let (sin, cos) = f64::from(turn).sin_cos();
            let [x, y] = [f64::from(ahead.x), f64::from(ahead.y)];
            let length = x.hypot(y);
            // So far ahead that where it stands takes nothing from the direction.
            let reach = (1.0 + f64::from(at.x).hypot(f64::from(at.y))) / length;
            if length > 0.0 && reach.is_finite() {
                let x_ahead = f64::from(at.x) + reach * (cos * x - sin * y);
                let y_ahead = f64::from(at.y) + reach * (sin * x + cos * y);
                let before = forest.value(node).map_or(0.0, |own| own.transform.rotation);
                forest.look_at(node, [x_ahead as f32, y_ahead as f32])?;
                let after = forest.value(node).map_or(0.0, |own| own.transform.rotation);
                forest.set_rotation(node, nearest_turn(after, before))?;
            }
        }
        if self.stretch_x.is_some() || self.stretch_y.is_some() {
            let own = forest.value(node).unwrap_or_default().transform.scale;
            let [x, y] = [self.stretch_x, self.stretch_y].map(|by| by.unwrap_or(1.0));
            forest.set_scale(node, [own.x * x, own.y * y])?;
        }
        if self.x.is_some() || self.y.is_some() {
            let world = forest.world_position(node).unwrap_or_default();
            let place = [self.x.unwrap_or(world.x), self.y.unwrap_or(world.y)];
            forest.set_world_position(node, place)?;
        }
        Ok(())
    }
}

/// A grid for own numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Snap {
    /// How far apart its lines are: units, degrees, or parts of a scale, whatever is dragged.
    pub step: f32,
    /// The own axis that the entity is dragged along, if it is only one.
    pub along: Option<OwnAxis>,
}

/// One of the axes of an entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnAxis {
    /// To its right.
    X,
    /// To its top.
    Y,
}

/// An angle that no hand can tell from another one.
const ANGLE_GRAIN: f64 = 3e-4;

/// So much of a scale no hand can tell from another one.
const SCALE_GRAIN: f64 = 1e-3;

/// What single precision makes of a number on its way through a parent and back.
const NOISE: f64 = 2e-6;

/// More digits behind the point are nobody's.
const MOST_DIGITS: i32 = 6;

impl Editing {
    /// The edits that do to each of these entities what its handle says. Turning changes nothing but
    /// its own angle, and stretching nothing but its own scale, however its parent is bent.
    ///
    /// With a grid the own numbers of the first entity are multiples of its step, and the others are
    /// moved as far as the first. Otherwise numbers are within `grain` units of where they should be, in the
    /// world, in as few digits as that takes; with a `grain` of 0 they are as near as they can be.
    ///
    /// # Errors
    /// If one of them is not there, or no own numbers would do.
    pub fn to_drag(
        &mut self,
        pulls: &[(Text, Pull)],
        snap: Option<Snap>,
        grain: f32,
    ) -> Result<Vec<Edit>, EditRefused> {
        let named = pulls
            .iter()
            .map(|(id, pull)| Ok((id, self.named(id)?, *pull)));
        let named: Vec<_> = named.collect::<Result<_, EditRefused>>()?;
        let mut olds = Vec::new();
        let mut outcome = Ok(Vec::new());
        // By how much the grid moved the first one.
        let mut shift = [0.0; 2];
        for (index, (id, node, mut pull)) in named.into_iter().enumerate() {
            let Some(old) = self.forest.value(node) else {
                continue;
            };
            olds.push((node, old));
            pull.x = pull.x.map(|x| x + shift[0]);
            pull.y = pull.y.map(|y| y + shift[1]);
            let pulled = match snap.filter(|_| index == 0) {
                Some(snap) => self.pull_to_grid(node, &pull, snap),
                None => self.pull_nearly(node, &pull, f64::from(grain)),
            };
            if let Err(error) = pulled {
                outcome = Err(EditRefused::NoPlace {
                    id: id.to_string(),
                    why: error.to_string(),
                });
                break;
            }
            if index == 0
                && snap.is_some()
                && let Some(at) = self.forest.world_position(node)
            {
                shift = [
                    pull.x.map_or(0.0, |x| at.x - x),
                    pull.y.map_or(0.0, |y| at.y - y),
                ];
            }
            let new = self.forest.value(node).unwrap_or(old).transform;
            if let Ok(edits) = &mut outcome {
                edits.extend(self.to_own(id, node, &old.transform, &new, "deg"));
            }
        }
        for (node, old) in olds.into_iter().rev() {
            let restored = self.forest.set(node, old).is_ok();
            debug_assert!(restored, "it was like this before");
        }
        self.forest.update();
        outcome
    }

    /// The edits that put an entity into a slot of its parent: there, and not beside it.
    ///
    /// # Errors
    /// If it is not there, or its parent has no such slot.
    pub fn to_slot(&self, id: &Text, slot: &str) -> Result<Vec<Edit>, EditRefused> {
        let node = self.named(id)?;
        let parent = self.forest.parent(node);
        let offered = parent.map(|parent| self.slots(parent)).unwrap_or_default();
        let Some((_, place)) = offered.into_iter().find(|&(name, _)| name == slot) else {
            return Err(EditRefused::Senseless(format!(
                "the parent of \"{id}\" has no slot \"{slot}\""
            )));
        };
        let set = |key: &[&str], value| Edit::Set {
            id: id.clone(),
            key: key.iter().copied().map(Text::from).collect(),
            value,
        };
        let mut edits = Vec::new();
        let fields = self.scene.fields(node);
        let current = fields.and_then(|fields| fields.slot.set());
        if current.is_none_or(|current| current != slot) {
            edits.push(set(&["slot"], slot.into()));
        }
        let overrides =
            fields.and_then(|fields| fields.slot_mode.set()) == Some(&SlotMode::Override);
        let written = self.authored(id).map(|authored| authored.keys);
        let written = written
            .as_ref()
            .and_then(|keys| keys.get("localTransform").or_else(|| keys.get("transform")));
        let own = self.forest.value(node).map(|own| own.transform.position);
        let at = [place.x.unwrap_or(0.0), place.y.unwrap_or(0.0)];
        let is_there = own.is_some_and(|own| own.to_array() == at) && edits.is_empty();
        for (name, at) in ["x", "y"].into_iter().zip(at) {
            if self.scene.is_written(node) {
                if written.and_then(|place| place.get(name)).is_some() {
                    edits.push(Edit::Clear {
                        id: id.clone(),
                        key: ["localTransform", name].map(Text::from).to_vec(),
                    });
                }
            } else if !is_there {
                // Its template may say something else: a 0 means the slot, unless zeros are taken at their word.
                let value = if overrides { at } else { 0.0 };
                edits.push(set(&["localTransform", name], from_f32(value)));
            }
        }
        Ok(edits)
    }

    /// Does it, and leaves away the digits that nobody would miss.
    fn pull_nearly(&mut self, node: NodeId, pull: &Pull, grain: f64) -> Result<(), WriteError> {
        let old = self.forest.value(node).unwrap_or_default().transform;
        pull.apply(&mut self.forest, node)?;
        let exact = self.forest.value(node).unwrap_or_default().transform;
        let wanted = self.forest.world_position(node).unwrap_or_default();
        let is_loose = grain > 0.0;
        let loose = |grain: f64| if is_loose { grain } else { NOISE };
        let scale =
            |exact: f32, old: f32| short(exact, old, loose(SCALE_GRAIN) * f64::from(exact.abs()));
        let mut own = Transform2 {
            rotation: short_angle(exact.rotation, old.rotation, loose(ANGLE_GRAIN)),
            ..exact
        };
        own.scale.x = scale(exact.scale.x, old.scale.x);
        own.scale.y = scale(exact.scale.y, old.scale.y);
        self.forest.set_transform(node, own)?;
        if pull.x.is_none() && pull.y.is_none() {
            return Ok(());
        }
        let reach = f64::from(wanted.x.abs().max(wanted.y.abs())).max(1.0);
        let within = grain.max(NOISE * reach);
        for axis in 0..2 {
            // The other axis has its share of what is allowed, too.
            let within = within * [0.5, 1.0][axis];
            for candidate in candidates(exact.position[axis], old.position[axis]) {
                let mut near = own;
                near.position[axis] = candidate;
                self.forest.set_transform(node, near)?;
                let at = self.forest.world_position(node).unwrap_or_default();
                if f64::from(at.x - wanted.x).hypot(f64::from(at.y - wanted.y)) <= within {
                    own = near;
                    break;
                }
            }
        }
        self.forest.set_transform(node, own)
    }

    /// Does it, with own numbers on a grid.
    fn pull_to_grid(&mut self, node: NodeId, pull: &Pull, snap: Snap) -> Result<(), WriteError> {
        let old = self.forest.value(node).unwrap_or_default().transform;
        pull.apply(&mut self.forest, node)?;
        let mut own = self.forest.value(node).unwrap_or_default().transform;
        if pull.turn.is_some() {
            let degrees = on_grid(f64::from(own.rotation).to_degrees(), snap.step);
            own.rotation = Angle::Degrees(degrees).to_radians();
        }
        let stretched = |pulled: Option<f32>, exact: f32| match pulled {
            Some(_) => solid(on_grid(f64::from(exact), snap.step), exact, snap.step),
            None => exact,
        };
        own.scale.x = stretched(pull.stretch_x, own.scale.x);
        own.scale.y = stretched(pull.stretch_y, own.scale.y);
        if pull.x.is_some() || pull.y.is_some() {
            let way = [0, 1].map(|axis| f64::from(own.position[axis] - old.position[axis]));
            let place = match snap.along {
                None => [0, 1].map(|axis| on_grid(f64::from(own.position[axis]), snap.step)),
                Some(axis) => along(&old, axis, way, snap.step),
            };
            own.position = place.into();
        }
        self.forest.set_transform(node, own)
    }
}

/// The place on the grid when something is dragged along one of its own axes. What is turned askew is
/// whole steps from where it was; anything else is on a line of its parent's grid.
fn along(old: &Transform2, axis: OwnAxis, way: [f64; 2], step: f32) -> [f32; 2] {
    let heading = match axis {
        OwnAxis::X => f64::from(old.rotation),
        OwnAxis::Y => f64::from(old.rotation) + f64::from(old.skew) + std::f64::consts::FRAC_PI_2,
    };
    let (sin, cos) = heading.sin_cos();
    let [x, y] = [old.position.x, old.position.y];
    if sin.abs() < NOISE {
        return [on_grid(f64::from(x) + way[0], step), y];
    }
    if cos.abs() < NOISE {
        return [x, on_grid(f64::from(y) + way[1], step)];
    }
    let far = f64::from(on_grid(way[0] * cos + way[1] * sin, step));
    [
        (f64::from(x) + far * cos) as f32,
        (f64::from(y) + far * sin) as f32,
    ]
}

/// The nearest multiple of `step`, as it would be written.
fn on_grid(number: f64, step: f32) -> f32 {
    // The decimal that was meant, not the binary that came of it: 0.1, and not 0.10000000149.
    let step: f64 = step.to_string().parse().unwrap_or(f64::from(step));
    if step.is_nan() || step <= 0.0 {
        return number as f32;
    }
    let snapped = ((number / step).round() * step) as f32;
    if snapped == 0.0 { 0.0 } else { snapped } // there is no -0 on a grid
}

/// What is scaled to nothing cannot be dragged back: the last line of the grid before that.
fn solid(snapped: f32, exact: f32, step: f32) -> f32 {
    if snapped == 0.0 {
        step.copysign(exact)
    } else {
        snapped
    }
}

/// The same direction by whole turns, as near to `before` as can be.
fn nearest_turn(radians: f32, before: f32) -> f32 {
    let turn = std::f64::consts::TAU;
    let turns = ((f64::from(before) - f64::from(radians)) / turn).round();
    if turns == 0.0 {
        return radians;
    }
    (f64::from(radians) + turns * turn) as f32
}

/// What to write instead of a number, the best first: what is there, then more and more digits.
fn candidates(exact: f32, old: f32) -> impl Iterator<Item = f32> {
    std::iter::once(old).chain(rounded(f64::from(exact)))
}

/// With more and more digits behind the point.
fn rounded(number: f64) -> impl Iterator<Item = f32> {
    (0..=MOST_DIGITS).map(move |digits| {
        let power = 10.0_f64.powi(digits);
        let rounded = ((number * power).round() / power) as f32;
        if rounded == 0.0 { 0.0 } else { rounded }
    })
}

fn short(exact: f32, old: f32, within: f64) -> f32 {
    let is_near = |near: &f32| (f64::from(*near) - f64::from(exact)).abs() <= within;
    // Nothing that can be seen may be scaled to nothing.
    let found = candidates(exact, old).find(|near| is_near(near) && (*near != 0.0 || exact == 0.0));
    found.unwrap_or(exact)
}

/// People think of angles in degrees, whatever they write.
fn short_angle(exact: f32, old: f32, within: f64) -> f32 {
    let in_degrees = rounded(f64::from(exact).to_degrees());
    let radians = in_degrees.map(|degrees| Angle::Degrees(degrees).to_radians());
    let is_near = |near: &f32| (f64::from(*near) - f64::from(exact)).abs() <= within;
    let found = std::iter::once(old).chain(radians).find(is_near);
    found.unwrap_or(exact)
}
