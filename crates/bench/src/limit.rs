//! Everything moves: how far is an update from copying the same bytes?

use kinfolk::{Forest, Inherit, Node2, Spot};

use crate::measure::{Contestant, Effort, Figure};

pub(crate) fn answer(effort: &Effort) -> Vec<Figure> {
    let mut all = Vec::new();
    for (shape, arity) in [("bushy(4)", 4), ("bushy(2)", 2), ("fan", usize::MAX)] {
        for nodes in [1_000, 10_000, 100_000, 1_000_000] {
            all.extend(race(effort, shape, arity, nodes));
        }
    }
    for nodes in [2_500, 1_000_000] {
        all.extend(race(effort, "chain", 1, nodes));
    }
    all
}

fn race(effort: &Effort, shape: &str, arity: usize, nodes: usize) -> Vec<Figure> {
    let mut forest = Forest::with_capacity(nodes);
    let list = (0..nodes).map(|node| {
        let angle = node as f32 * 0.1;
        let value = Node2::at(angle.cos(), angle.sin()).turned(angle * 0.01);
        (node.checked_sub(1).map(|before| before / arity), value)
    });
    let ids = forest.plant_tree(Spot::Root, list).expect("good nodes");
    forest.update();
    let each = size_of::<<Node2 as Inherit>::Ready>() + size_of::<<Node2 as Inherit>::Effective>();
    let (from, mut to) = (vec![1_u8; nodes * each], vec![2_u8; nodes * each]);
    let mut step = 0_u32;
    let mut contestants = [
        Contestant::new("kinfolk", || {
            step += 1;
            forest
                .set_position(ids[0], [100.0 + (step % 64) as f32, 0.0])
                .expect("a root can be moved");
            assert_eq!(forest.update().len(), nodes);
        }),
        Contestant::new("memcpy", || to.copy_from_slice(&from)),
    ];
    effort.figures("limit", shape, nodes, &mut contestants)
}
