//! Who touches whom.
//!
//! One shape of ours may be several of Box2D's, and two sensors notice each other twice: what is
//! told is the first touch of two shapes and the end of their last one. Whoever is removed ceases
//! to touch at once, so what Box2D says later about it does not matter.

use std::collections::BTreeMap;

use crate::backend::Touch;

/// A shape that can touch, by its slot.
#[derive(Debug, Clone, Copy)]
pub(super) struct Toucher {
    pub(super) slot: u32,
    pub(super) tag: u32,
    pub(super) sensor: bool,
}

#[derive(Debug, Default)]
pub(super) struct Touching {
    /// How many times, and both tags; every pair is here in both directions.
    pairs: BTreeMap<(u32, u32), Pair>,
    /// What will be told after the next step.
    waiting: Vec<Touch>,
    told: Vec<Touch>,
}

#[derive(Debug, Clone, Copy)]
struct Pair {
    times: u32,
    touch: Touch,
}

impl Touching {
    pub(super) fn begin(&mut self, one: Toucher, other: Toucher) {
        let touch = Touch {
            one: one.tag,
            other: other.tag,
            begins: true,
            sensor: one.sensor || other.sensor,
        };
        if !self.pairs.contains_key(&(one.slot, other.slot)) {
            self.told.push(touch);
        }
        for key in [(one.slot, other.slot), (other.slot, one.slot)] {
            self.pairs
                .entry(key)
                .or_insert(Pair { times: 0, touch })
                .times += 1;
        }
    }

    pub(super) fn end(&mut self, one: Toucher, other: Toucher) {
        let mut last = None;
        for key in [(one.slot, other.slot), (other.slot, one.slot)] {
            let Some(pair) = self.pairs.get_mut(&key) else {
                return;
            };
            pair.times -= 1;
            if pair.times == 0 {
                last = self.pairs.remove(&key);
            }
        }
        if let Some(pair) = last {
            self.told.push(ended(pair));
        }
    }

    /// Ends all that a shape touches, because it is gone.
    pub(super) fn forget(&mut self, slot: u32) {
        let all = self.pairs.range((slot, 0)..=(slot, u32::MAX));
        let others: Vec<u32> = all.map(|(&(_, other), _)| other).collect();
        for other in others {
            self.pairs.remove(&(other, slot));
            let pair = self.pairs.remove(&(slot, other));
            self.waiting.extend(pair.map(ended));
        }
    }

    /// What has waited for a step is told.
    pub(super) fn step(&mut self) {
        self.told.append(&mut self.waiting);
    }

    pub(super) fn drain(&mut self, touches: &mut Vec<Touch>) {
        touches.append(&mut self.told);
    }
}

fn ended(pair: Pair) -> Touch {
    Touch {
        begins: false,
        ..pair.touch
    }
}
