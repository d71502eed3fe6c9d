//! From what a hand does to edits: put these before that, put this there in the world.
//!
//! Edits speak about lists and own numbers; hands point at siblings and at places in the world.
//! Nothing here changes the document: the answer is edits to be applied, as one step or not at
//! all.

use std::collections::HashSet;

use kinfolk::{NodeId, Transform2};

use crate::document::{Angle, SlotMode};
use crate::edit::{self, Edit, EditRefused, Keep};
use crate::json::{Json, Text};
use crate::number::{self, Number};

use super::Editing;

/// Numbers of a transform, those that somebody wants to be different.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Wish {
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
    /// In radians.
    pub skew: Option<f32>,
}

impl Editing {
    /// The edits that put these entities, in this order, below `parent` (roots if `None`) and
    /// before the sibling `before` (last if `None`). An entity that is below another one of them
    /// goes along with it.
    ///
    /// # Errors
    /// If one of them is not there.
    pub fn to_move(
        &self,
        ids: &[Text],
        parent: Option<&str>,
        before: Option<&str>,
        keep: Keep,
    ) -> Result<Vec<Edit>, EditRefused> {
        let ids = self.topmost(ids)?;
        let above = parent.map(|parent| self.named(parent)).transpose()?;
        let before = before.map(|before| self.named(before)).transpose()?;
        let to = |ids: Vec<Text>, index, keep| Edit::Move {
            ids,
            parent: parent.map(Text::from),
            index,
            keep,
        };
        let moved: HashSet<NodeId> = ids.iter().filter_map(|id| self.scene.node(id)).collect();
        let siblings: Vec<NodeId> = match above {
            Some(above) => self.forest.children(above).collect(),
            None => self.forest.roots().collect(),
        };
        let at = before.and_then(|before| siblings.iter().position(|&node| node == before));
        let (ahead, behind) = siblings.split_at(at.unwrap_or(siblings.len()));
        let stays = |nodes: &[NodeId]| -> Vec<Text> {
            let nodes = nodes.iter().filter(|node| !moved.contains(node));
            let flat = nodes.filter(|&&node| self.is_flat(node));
            flat.filter_map(|&node| self.scene.id(node).map(Text::from))
                .collect()
        };
        if above.is_some_and(|above| !self.scene.is_written(above)) {
            // Below a part nothing can be nested: who comes later is written later.
            let later = stays(behind);
            let mut edits = vec![to(ids, None, keep)];
            edits.extend((!later.is_empty()).then(|| to(later, None, Keep::Local)));
            return Ok(edits);
        }
        let earlier = stays(ahead);
        if !earlier.is_empty() {
            // What is nested comes before what is not: those before it have to be nested, too.
            return Ok(vec![to(earlier, None, Keep::Local), to(ids, None, keep)]);
        }
        let next = behind
            .iter()
            .find(|&&node| self.scene.is_written(node) && !moved.contains(&node));
        let next = next.filter(|&&node| above.is_none() || !self.is_flat(node));
        let Some(next) = next.and_then(|&node| self.index_in_list(node)) else {
            return Ok(vec![to(ids, None, keep)]);
        };
        Ok(self.one_by_one(&ids, above, next, |id, index| {
            to(vec![id], Some(index), keep)
        }))
    }

    /// Moves to before index `next` of a list: whoever leaves the same list makes it shorter.
    fn one_by_one(
        &self,
        ids: &[Text],
        above: Option<NodeId>,
        next: usize,
        to: impl Fn(Text, usize) -> Edit,
    ) -> Vec<Edit> {
        let leaves = |id: &Text| {
            let node = self.scene.node(id)?;
            let same_list = match above {
                Some(above) => self.forest.parent(node) == Some(above) && !self.is_flat(node),
                None => self.forest.parent(node).is_none() || self.is_flat(node),
            };
            let index = self.index_in_list(node).filter(|_| same_list)?;
            (index < next).then_some(())
        };
        let leave: Vec<bool> = ids.iter().map(|id| leaves(id).is_some()).collect();
        let mut at = next;
        let mut edits = Vec::with_capacity(ids.len());
        for (id, leaves) in ids.iter().zip(leave) {
            if leaves {
                at -= 1;
            }
            edits.push(to(id.clone(), at));
            at += 1;
        }
        edits
    }

    /// The edit that adds an entity, as it would be written in a document, below `parent` and before
    /// the sibling `before`; last if that is `None` or cannot be had.
    ///
    /// # Errors
    /// If one of them is not there.
    pub fn to_add(
        &self,
        entity: Json,
        parent: Option<&str>,
        before: Option<&str>,
    ) -> Result<Edit, EditRefused> {
        let above = parent.map(|parent| self.named(parent)).transpose()?;
        let before = before.map(|before| self.named(before)).transpose()?;
        let index = before.and_then(|before| {
            if self.forest.parent(before) != above || (above.is_some() && self.is_flat(before)) {
                return None;
            }
            match self.scene.is_written(before) {
                true => self.index_in_list(before),
                false => Some(0), // parts come before everybody who is written
            }
        });
        Ok(Edit::Add {
            entity,
            parent: parent.map(Text::from),
            index,
        })
    }

    /// The edits that give entities these numbers in the world.
    ///
    /// # Errors
    /// If one of them is not there, or no own numbers would do.
    pub fn to_place(&mut self, ids: &[Text], wish: &Wish) -> Result<Vec<Edit>, EditRefused> {
        let wishes: Vec<(Text, Wish)> = ids.iter().map(|id| (id.clone(), *wish)).collect();
        self.to_place_each(&wishes)
    }

    /// The edits that give each of these entities its own numbers in the world. Of a parent and
    /// its child both get what they shall have.
    ///
    /// # Errors
    /// If one of them is not there, or no own numbers would do.
    pub fn to_place_each(&mut self, wishes: &[(Text, Wish)]) -> Result<Vec<Edit>, EditRefused> {
        let named = wishes
            .iter()
            .map(|(id, wish)| Ok((id, self.named(id)?, wish)));
        let mut named: Vec<_> = named.collect::<Result<_, EditRefused>>()?;
        // What a child's own numbers must be depends on where its parent will be.
        named.sort_by_key(|&(_, node, _)| self.forest.ancestors(node).count());
        let mut olds = Vec::new();
        let mut outcome = Ok(Vec::new());
        for (id, node, wish) in named {
            let Some(old) = self.forest.value(node) else {
                continue;
            };
            olds.push((node, old));
            if let Err(error) = self.place(node, wish) {
                outcome = Err(EditRefused::NoPlace {
                    id: id.to_string(),
                    why: error.to_string(),
                });
                break;
            }
            self.forest.update();
            let new = self.forest.value(node).unwrap_or(old).transform;
            if let Ok(edits) = &mut outcome {
                edits.extend(self.to_own(id, node, &old.transform, &new, ""));
            }
        }
        for (node, old) in olds.into_iter().rev() {
            let restored = self.forest.set(node, old).is_ok();
            debug_assert!(restored, "it was like this before");
        }
        self.forest.update();
        outcome
    }

    fn place(&mut self, node: NodeId, wish: &Wish) -> Result<(), kinfolk::WriteError> {
        let forest = &mut self.forest;
        let world = forest.world_transform(node).unwrap_or_default();
        if let Some(skew) = wish.skew {
            forest.set_world_transform(node, Transform2 { skew, ..world })?;
        }
        if wish.scale_x.is_some() || wish.scale_y.is_some() {
            let x = wish.scale_x.unwrap_or(world.scale.x);
            let y = wish.scale_y.unwrap_or(world.scale.y);
            forest.set_world_scale(node, [x, y])?;
        }
        if let Some(angle) = wish.angle {
            forest.set_world_rotation(node, angle)?;
        }
        if wish.x.is_some() || wish.y.is_some() {
            let x = wish.x.unwrap_or(world.position.x);
            let y = wish.y.unwrap_or(world.position.y);
            forest.set_world_position(node, [x, y])?;
        }
        Ok(())
    }

    /// The edits after which an entity has these own numbers; only those that are different. An angle that nobody
    /// has written yet is in this unit, radians if it is empty.
    pub(super) fn to_own(
        &self,
        id: &Text,
        node: NodeId,
        old: &Transform2,
        new: &Transform2,
        unit: &str,
    ) -> Vec<Edit> {
        let key = match self.forest.parent(node) {
            Some(_) => "localTransform",
            None => "transform",
        };
        let written = self.authored(id).map(|authored| authored.keys);
        let written = written.as_ref().and_then(|keys| keys.get(key));
        let slot = self.slot_of(node);
        let mut edits = Vec::new();
        let mut set = |key: &[&str], value: Json| {
            edits.push(Edit::Set {
                id: id.clone(),
                key: key.iter().copied().map(Text::from).collect(),
                value,
            });
        };
        let lengths = [
            ("x", old.position.x, new.position.x, slot.map(|slot| slot.0)),
            ("y", old.position.y, new.position.y, slot.map(|slot| slot.1)),
            ("scaleX", old.scale.x, new.scale.x, None),
            ("scaleY", old.scale.y, new.scale.y, None),
        ];
        for (name, old, new, slot) in lengths {
            if old.to_bits() == new.to_bits() {
                continue;
            }
            let mode = self
                .scene
                .fields(node)
                .and_then(|fields| fields.slot_mode.set().copied());
            match (slot, mode) {
                (Some(slot), Some(SlotMode::Offset)) => set(&[key, name], from_f32(new - slot)),
                (Some(_), None) if new == 0.0 => {
                    // A 0 would mean "as in the slot".
                    set(&["slotMode"], "override".into());
                    set(&[key, name], from_f32(new));
                }
                _ => set(&[key, name], from_f32(new)),
            }
        }
        for (name, old, new) in [
            ("angle", old.rotation, new.rotation),
            ("skew", old.skew, new.skew),
        ] {
            if old.to_bits() != new.to_bits() {
                let before = written.and_then(|place| place.get(name));
                set(&[key, name], in_same_unit(new, before, unit));
            }
        }
        edits
    }

    /// Where the slot is that an entity is in.
    fn slot_of(&self, node: NodeId) -> Option<(f32, f32)> {
        let name = self.scene.fields(node)?.slot.set()?;
        let offered = self.slots(self.forest.parent(node)?);
        let (_, slot) = offered.into_iter().find(|(known, _)| known == name)?;
        Some((slot.x.unwrap_or(0.0), slot.y.unwrap_or(0.0)))
    }

    /// Those that are not below another one of them, in the given order, each once.
    ///
    /// # Errors
    /// If one of them is not there.
    pub fn topmost(&self, ids: &[Text]) -> Result<Vec<Text>, EditRefused> {
        let nodes: Vec<NodeId> = ids
            .iter()
            .map(|id| self.named(id))
            .collect::<Result<_, _>>()?;
        let all: HashSet<NodeId> = nodes.iter().copied().collect();
        let mut seen = HashSet::new();
        let pairs = ids.iter().zip(nodes);
        let topmost = pairs.filter(|&(_, node)| {
            let mut above = self.forest.ancestors(node);
            seen.insert(node) && !above.any(|above| all.contains(&above))
        });
        Ok(topmost.map(|(id, _)| id.clone()).collect())
    }

    /// The node with this id.
    pub(super) fn named(&self, id: &str) -> Result<NodeId, EditRefused> {
        let node = self
            .scene
            .node(id)
            .filter(|&node| self.forest.contains(node));
        node.ok_or_else(|| EditRefused::NoEntity {
            id: id.to_owned(),
            help: None,
        })
    }

    /// Whether an entity is written beside its parent, not inside.
    fn is_flat(&self, node: NodeId) -> bool {
        let place = self.scene.place_of(node);
        place.is_some_and(|place| {
            let planned = &self.scene.plan.nodes[place as usize];
            planned.written && planned.flat
        })
    }

    /// Where in its list an entity is written.
    fn index_in_list(&self, node: NodeId) -> Option<usize> {
        let address = edit::address(&self.document, &self.scene.id(node)?)?;
        address.path.last().copied()
    }
}

/// A number in the fewest digits that read back the same.
pub(super) fn from_f32(value: f32) -> Json {
    let mut text = String::new();
    number::write_f32(value, &mut text);
    Number::parse(&text).map_or(Json::Null, Json::Number)
}

/// An angle as its author writes angles, or in this unit if nothing is written.
fn in_same_unit(radians: f32, before: Option<&Json>, or: &str) -> Json {
    let unit = match before {
        Some(before) => before.as_str().unwrap_or_default(),
        None => or,
    };
    let angle = f64::from(radians);
    let (number, unit, angle): (f64, &str, fn(f32) -> Angle) = if unit.ends_with("deg") {
        (angle.to_degrees(), "deg", Angle::Degrees)
    } else if unit.ends_with("turn") {
        (angle / std::f64::consts::TAU, "turn", Angle::Turns)
    } else {
        return from_f32(radians);
    };
    // The fewest digits that read back the same: 15, and not 15.000001.
    let mut rounded = (0..=9).map(|digits| {
        let power = 10.0_f64.powi(digits);
        ((number * power).round() / power) as f32
    });
    let same = |number: &f32| angle(*number).to_radians().to_bits() == radians.to_bits();
    let mut text = String::new();
    number::write_f32(rounded.find(same).unwrap_or(number as f32), &mut text);
    text.push_str(unit);
    Json::from(text.as_str())
}
