//! The trees and who moves in them: the nine workloads of Bevy's `transform_hierarchy`
//! stress test, and a few of our own. The same every time, from a fixed seed.

/// A tree, and the nodes that are written every frame.
#[derive(Clone)]
pub(crate) struct Workload {
    pub(crate) name: &'static str,
    /// The parent of each node, which comes before it.
    pub(crate) parents: Vec<Option<u32>>,
    /// Where each node starts, relative to its parent.
    pub(crate) starts: Vec<[f32; 2]>,
    pub(crate) movers: Vec<u32>,
    /// Whether movers also turn and grow.
    pub(crate) spinning: bool,
}

/// What is written to one node.
#[derive(Clone, Copy)]
pub(crate) struct Write {
    pub(crate) node: u32,
    pub(crate) position: [f32; 2],
    /// Rotation and scale, if they are written too.
    pub(crate) spin: Option<(f32, f32)>,
}

/// The parents of joints 1 to 67 of a rig.
const RIG: [u32; 67] = [
    0, 1, 2, 3, 4, 5, 6, 6, 6, 4, 10, 11, 12, 13, 14, 15, 16, 13, 18, 19, 20, 13, 22, 23, 24, 13,
    26, 27, 28, 13, 30, 31, 32, 4, 34, 35, 36, 37, 38, 39, 40, 37, 42, 43, 44, 37, 46, 47, 48, 37,
    50, 51, 52, 37, 54, 55, 56, 1, 58, 59, 60, 61, 1, 63, 64, 65, 66,
];

/// The nine, in Bevy's order.
pub(crate) fn nine() -> Vec<Workload> {
    let half = |_: usize| 0.5;
    vec![
        Workload::new("large_tree", non_uniform(18, 8), half),
        Workload::new("wide_tree", tree(3, 500), half),
        Workload::new("deep_tree", non_uniform(25, 2), half),
        Workload::new("chain", tree(2_500, 1), half),
        Workload::new("update_leaves", tree(18, 2), |depth| {
            if depth >= 17 { 0.5 } else { 0.0 }
        }),
        Workload::new("update_shallow", tree(18, 2), |depth| {
            if depth <= 8 { 0.5 } else { 0.0 }
        }),
        humanoids("humanoids_active", 4_000, 4_000),
        humanoids("humanoids_inactive", 4_000, 10),
        humanoids("humanoids_mixed", 4_000, 2_000),
    ]
}

/// Rigs side by side, of which the first `active` move, all but their roots.
pub(crate) fn humanoids(name: &'static str, rigs: u32, active: u32) -> Workload {
    let parents = (0..rigs).flat_map(|rig| {
        let joints = RIG.iter().map(move |joint| Some(rig * 68 + joint));
        std::iter::once(None).chain(joints)
    });
    let mut workload = Workload::new(name, parents.collect(), |_| 0.0);
    workload.movers = (0..active * 68).filter(|node| node % 68 != 0).collect();
    workload
}

/// Each of the nodes but the last generation has `width` children.
pub(crate) fn tree(depth: u32, width: usize) -> Vec<Option<u32>> {
    let parents: usize = (0..depth - 1).map(|generation| width.pow(generation)).sum();
    let children = (0..parents as u32).flat_map(|parent| std::iter::repeat_n(Some(parent), width));
    std::iter::once(None).chain(children).collect()
}

/// The first so many nodes of a tree in which each has four children, breadth first.
pub(crate) fn fours(nodes: usize) -> Vec<Option<u32>> {
    (0..nodes as u32)
        .map(|node| Some(node.checked_sub(1)? / 4))
        .collect()
}

/// A tree whose branches get shorter from child to child.
pub(crate) fn non_uniform(depth: u32, width: u32) -> Vec<Option<u32>> {
    fn add(parents: &mut Vec<Option<u32>>, parent: u32, mut depth: u32, width: u32) {
        for _ in 0..width {
            parents.push(Some(parent));
            depth -= 1;
            if depth == 0 {
                return;
            }
            add(parents, parents.len() as u32 - 1, depth, width);
        }
    }
    let mut parents = vec![None];
    add(&mut parents, 0, depth, width);
    parents
}

impl Workload {
    /// Picks movers, each with the chance that its depth gives it. Roots have depth 0.
    pub(crate) fn new(
        name: &'static str,
        parents: Vec<Option<u32>>,
        chance: impl Fn(usize) -> f64,
    ) -> Self {
        let mut dice = Dice(0x5eed);
        let mut depths: Vec<usize> = Vec::with_capacity(parents.len());
        let mut children = vec![0_u32; parents.len()];
        let mut index = Vec::with_capacity(parents.len());
        for parent in &parents {
            depths.push(parent.map_or(0, |parent| depths[parent as usize] + 1));
            index.push(parent.map_or(0, |parent| {
                children[parent as usize] += 1;
                children[parent as usize] - 1
            }));
        }
        let starts = parents.iter().zip(&index).map(|(parent, &index)| {
            let siblings = parent.map_or(1, |parent| children[parent as usize]);
            let (sin, cos) = (index as f32 / siblings as f32).sin_cos();
            [32.0 * cos, 32.0 * sin]
        });
        let starts = starts.collect();
        let movers = (0..parents.len() as u32)
            .filter(|&node| dice.roll() < chance(depths[node as usize]))
            .collect();
        Self {
            name,
            parents,
            starts,
            movers,
            spinning: false,
        }
    }

    pub(crate) fn nodes(&self) -> usize {
        self.parents.len()
    }

    /// What is written in a frame: places on a circle, each node at its own angle.
    pub(crate) fn writes(&self, frame: u32) -> Vec<Write> {
        let angle = frame as f32 * 0.1 / 60.0;
        let write = |&node: &u32| {
            let own = angle + (node % 1_000) as f32 * 0.001;
            let (sin, cos) = own.sin_cos();
            let spin = self.spinning.then_some((own, 1.0 + 0.1 * sin));
            Write {
                node,
                position: [32.0 * cos, 32.0 * sin],
                spin,
            }
        };
        self.movers.iter().map(write).collect()
    }
}

/// Whether two places are so far apart that it cannot be rounding.
pub(crate) fn far_apart(a: [f32; 2], b: [f32; 2]) -> bool {
    (0..2).any(|axis| (a[axis] - b[axis]).abs() > 1e-3 * a[axis].abs().max(1_000.0))
}

/// A small random number generator, for shuffles and picks.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// From 0 to 1.
    pub(crate) fn roll(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.roll() * end as f64) as usize
    }

    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.below(end + 1));
        }
    }
}
