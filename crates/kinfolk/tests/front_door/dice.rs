//! Throws that look random and are the same on every machine and every run.

use kinfolk::{Forest, Inherit, Inherits, Node2, NodeId, Transform2};

/// A linear congruential generator; the seed is part of the test.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(2).wrapping_add(1))
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let step = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = step.wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end
    }

    pub(crate) fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    /// A number between `from` and `to`.
    pub(crate) fn between(&mut self, from: f32, to: f32) -> f32 {
        from + (to - from) * (self.below(1 << 20) as f32 / (1 << 20) as f32)
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Any node of the forest.
    pub(crate) fn node<V: Inherit>(&mut self, forest: &Forest<V>) -> Option<NodeId> {
        let nodes: Vec<_> = forest.by_depth().collect();
        (!nodes.is_empty()).then(|| self.pick(&nodes))
    }

    pub(crate) fn transform(&mut self) -> Transform2 {
        let scale = |dice: &mut Self| dice.pick(&[1.0, 1.0, -1.0, 0.5, 2.0, -1.5]);
        let (x, y) = (self.between(-9.0, 9.0), self.between(-9.0, 9.0));
        let (scale_x, scale_y) = (scale(self), scale(self));
        Transform2::at(x, y)
            .turned(self.between(-3.0, 3.0))
            .scaled(scale_x, scale_y)
            .skewed(self.pick(&[0.0, 0.0, 0.3, -0.4]))
    }

    /// A 2D node with a bit of everything.
    pub(crate) fn node2(&mut self) -> Node2 {
        let partial = Inherits::from_bits_truncate(self.below(32) as u8);
        Node2 {
            z: self.below(5) as i32 - 2,
            inherits: self.pick(&[Inherits::ALL, Inherits::ALL, partial]),
            z_relative: !self.one_in(5),
            visible: !self.one_in(6),
            active: !self.one_in(6),
            y_sort: self.one_in(6),
            ..Node2::new(self.transform())
        }
    }

    /// Any 2D forest, of any shape.
    pub(crate) fn forest2(&mut self, nodes: usize) -> Forest<Node2> {
        let mut forest = Forest::new();
        let mut planted = Vec::new();
        for _ in 0..nodes {
            let parent = match planted.len() {
                0 => None,
                _ if self.one_in(12) => None,
                _ if self.one_in(3) => planted.last().copied(),
                _ => Some(self.pick(&planted)),
            };
            planted.push(forest.plant_at(parent, self.node2()).unwrap());
        }
        forest
    }
}
