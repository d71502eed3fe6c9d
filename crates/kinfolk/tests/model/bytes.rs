//! Operations out of bytes, as a fuzzer makes them: any bytes are some.
//!
//! What bytes mean is a promise, because what a fuzzer has found is kept as bytes, in
//! `fuzz/seeds/forest`. New operations get numbers of their own, and old ones keep theirs.

use kinfolk::{Heirs, Inherits, Node2};

use super::operation::{Operation, Pick, Placing, Where};

/// Bytes to read choices from; there are zeros behind the last one.
#[derive(Debug, Clone)]
pub(crate) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) const fn is_over(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first
    }

    pub(crate) fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// A number below `end`, which is at most 256.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end
    }

    pub(crate) fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// Mostly quarters between -25 and 25; else one that is special; else any at all.
    pub(crate) fn number(&mut self) -> f32 {
        const SPECIAL: [f32; 24] = [
            1.0,
            -1.0,
            0.5,
            -0.0,
            1e-3,
            1e3,
            1e-20,
            1e20,
            1e-30,
            -1e30,
            1e-38,
            1e-45,
            f32::MAX,
            f32::MIN,
            f32::MIN_POSITIVE,
            f32::EPSILON,
            core::f32::consts::PI,
            core::f32::consts::FRAC_PI_2,
            -core::f32::consts::TAU,
            16_777_216.0,
            1e9,
            f32::NAN,
            f32::INFINITY,
            f32::NEG_INFINITY,
        ];
        match self.byte() {
            small @ 0..=200 => (f32::from(small) - 100.0) * 0.25,
            special @ 201..=248 => SPECIAL[usize::from(special - 201) % SPECIAL.len()],
            _ => f32::from_le_bytes(core::array::from_fn(|_| self.byte())),
        }
    }

    pub(crate) fn operation(&mut self) -> Operation {
        use Operation as Do;
        match self.byte() % 64 {
            0..=7 => Do::Plant(self.spot(), self.node()),
            8..=9 => Do::PlantMany(self.spot(), self.list(Self::node)),
            10..=12 => Do::PlantTree(self.spot(), self.tree()),
            13..=14 => Do::CloneSubtree(self.pick(), self.spot()),
            15..=20 => Do::Attach(self.pick(), self.spot()),
            21..=25 => Do::AttachInPlace(self.pick(), self.spot()),
            26 => Do::Detach(self.pick()),
            27 => Do::DetachInPlace(self.pick()),
            28 => Do::Reorder(self.pick(), self.below(6)),
            29 => Do::SortChildren(self.pick()),
            30 => Do::SortChildrenByKey(self.pick()),
            31 => Do::SortRoots,
            32..=33 => Do::Remove(self.pick()),
            34 => Do::Take(self.pick()),
            35 => Do::RemoveKeepChildren(self.pick(), self.heirs()),
            36 => Do::RemoveKeepChildrenInPlace(self.pick(), self.heirs()),
            37..=40 => Do::Set(self.pick(), self.node()),
            41 => Do::EditZ(self.pick(), self.layer()),
            42..=46 => Do::Place(self.pick(), self.placing(), self.node()),
            47 => Do::SetVisible(self.pick(), self.flag()),
            48 => Do::SetActive(self.pick(), self.flag()),
            49 => Do::SetMaxDepth(match self.below(12) {
                0..=2 => None,
                deepest => Some(deepest - 3),
            }),
            50 => Do::Reserve(self.below(50)),
            51..=52 => Do::Tidy(self.one_of(&[0, 1, 2, 3, 5, 8, 13, 1_000])),
            53..=57 => Do::Update,
            58 => Do::Snapshot,
            59 => Do::Restore,
            60 => Do::Serialize,
            61 => Do::SetEach(self.list(|bytes| (bytes.pick(), bytes.node()))),
            62 => Do::Convert(
                self.pick(),
                self.pick(),
                [self.number(), self.number(), self.number()],
            ),
            _ => match self.below(8) {
                0 => Do::Clear,
                _ => Do::Update,
            },
        }
    }

    fn list<T>(&mut self, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(12)).map(|_| one(self)).collect()
    }

    /// Somebody who lives, or with one of the highest bytes somebody who is gone.
    fn pick(&mut self) -> Pick {
        Pick(match u16::from(self.byte()) {
            living @ 0..240 => living * 16 + 1,
            gone => (gone - 240) * 16,
        })
    }

    fn spot(&mut self) -> Where {
        match self.below(16) {
            0 => Where::Root,
            1 => Where::RootAt(self.below(9)),
            2..=9 => Where::Under(self.pick()),
            10..=11 => Where::At(self.pick(), self.below(5)),
            12..=13 => Where::Before(self.pick()),
            _ => Where::After(self.pick()),
        }
    }

    fn heirs(&mut self) -> Heirs {
        self.one_of(&[Heirs::ToRoots, Heirs::ToGrandparent])
    }

    fn layer(&mut self) -> i32 {
        self.one_of(&[0, 1, -1, 2, -3, 100, i32::MAX, i32::MIN])
    }

    fn placing(&mut self) -> Placing {
        use Placing::*;
        self.one_of(&[
            Position,
            Rotation,
            Scale,
            Transform,
            WorldPosition,
            WorldRotation,
            WorldScale,
            WorldTransform,
            World,
            LookAt,
        ])
    }

    /// A list in which parents mostly come before their children.
    fn tree(&mut self) -> Vec<(Option<usize>, Node2)> {
        let mut index = 0;
        self.list(|bytes| {
            let parent = bytes.below(24).checked_sub(4);
            let parent = parent.map(|parent| match parent {
                19 => 11, // it may come later
                earlier => earlier % index.max(1),
            });
            let parent = parent.filter(|_| index > 0);
            index += 1;
            (parent, bytes.node())
        })
    }

    /// A place, and whatever else the first byte asks for.
    fn node(&mut self) -> Node2 {
        let asked = self.byte();
        let mut node = Node2::at(self.number(), self.number());
        if asked & 1 != 0 {
            node = node.turned(self.number());
        }
        if asked & 2 != 0 {
            node = node.scaled(self.scale(), self.scale());
        }
        if asked & 4 != 0 {
            node = node.skewed(self.number());
        }
        if asked & 8 != 0 {
            node.inherits = Inherits::from_bits_truncate(self.byte());
        }
        if asked & 16 != 0 {
            node.z = self.layer();
            node.z_relative = self.flag();
        }
        if asked & 32 != 0 {
            (node.visible, node.active) = (self.flag(), self.flag());
        }
        node.y_sort = asked & 192 == 192;
        node
    }

    fn scale(&mut self) -> f32 {
        match self.below(16) {
            15 => self.number(),
            plain => [
                1.0, 1.0, 1.0, 2.0, 0.5, -1.0, -3.0, 1.25, 0.0, -0.0, 1e20, 1e-20, 1e-30, -0.25,
                7.0,
            ][plain],
        }
    }
}
