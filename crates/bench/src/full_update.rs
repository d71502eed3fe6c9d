//! Everything moves: what does an update cost, beside copying the same bytes?

use kinfolk::{Inherit, Node2};

use crate::measure::{Contestant, Effort, Report};
use crate::shape::Shape;

pub(crate) fn answer(effort: &Effort, report: &mut Report) {
    let shapes = [
        Shape::Bushy { arity: 4 },
        Shape::Bushy { arity: 2 },
        Shape::Fan,
        Shape::Humanoids,
    ];
    for shape in shapes {
        for nodes in [4_000, 100_000, 1_000_000] {
            race(effort, report, shape, nodes);
        }
    }
    for nodes in [2_500, 1_000_000] {
        race(effort, report, Shape::Chain, nodes);
    }
}

fn race(effort: &Effort, report: &mut Report, shape: Shape, nodes: usize) {
    let (mut forest, _) = shape.planted(nodes);
    let mut parallel = forest.clone();
    let roots: Vec<_> = forest.roots().collect();
    let mut x = 0.0;
    let mut y = 0.0;
    let (from, mut to) = bytes(nodes);
    let contestants = vec![
        Contestant::new("kinfolk", || {
            x += 0.25;
            for &root in &roots {
                forest
                    .set_position(root, [x, 0.0])
                    .expect("a root can be moved");
            }
            let changed = forest.update().len();
            assert_eq!(changed, nodes);
        }),
        Contestant::new("parallel", || {
            y += 0.25;
            for &root in &roots {
                parallel
                    .set_position(root, [y, 0.0])
                    .expect("a root can be moved");
            }
            let changed = parallel.update_parallel().len();
            assert_eq!(changed, nodes);
        }),
        Contestant::new("memcpy", || to.copy_from_slice(&from)),
    ];
    report.race(effort, &shape.name(), nodes, contestants);
}

/// As many bytes as the own and effective values of so many nodes have, twice.
fn bytes(nodes: usize) -> (Vec<u8>, Vec<u8>) {
    let each = size_of::<<Node2 as Inherit>::Ready>() + size_of::<<Node2 as Inherit>::Effective>();
    (vec![1; nodes * each], vec![2; nodes * each])
}
