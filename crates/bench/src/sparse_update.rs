//! A little moves among a million: is the rest free?

use crate::measure::{Contestant, Effort, Report};
use crate::shape::Shape;

pub(crate) fn answer(effort: &Effort, report: &mut Report) {
    let nodes = 1_000_000;
    for shape in [Shape::Bushy { arity: 4 }, Shape::Fan] {
        let (mut forest, ids) = shape.planted(nodes);
        let mut x = 0.0;
        let mut movers = |count: usize| {
            x += 0.25;
            for mover in 0..count {
                // Spread over the last half: leaves, in no order that memory would like.
                let index = nodes / 2 + (mover * 48_271 + 7_919) % (nodes / 2);
                forest
                    .set_position(ids[index], [x, 1.0])
                    .expect("a leaf can be moved");
            }
            assert_eq!(forest.update().len(), count);
        };
        let shape = shape.name();
        for (count, name) in [
            (0, "nothing"),
            (1, "one leaf"),
            (100, "100 leaves"),
            (10_000, "10,000 leaves"),
        ] {
            let contestant = Contestant::new("kinfolk", || movers(count));
            report.race(
                effort,
                &format!("{shape}, {name}"),
                count.max(1),
                vec![contestant],
            );
        }
    }
}
