//! How far are snapshots from copying the memory? Per node, beside a copy of as many bytes
//! as the forest holds: into memory that is there already, or, for a first snapshot, into new.

use kinfolk::{Forest, Node2, NodeId};

use crate::measure::{Contestant, Effort, Figure, timed};
use crate::peers::Peer;
use crate::peers::kinfolk2::Kinfolk2;
use crate::workload::{Workload, fours};

const NODES: usize = 100_000;

pub(crate) fn answer(effort: &Effort) -> Vec<Figure> {
    let workload = Workload::new("fours", fours(NODES), |_| 0.0);
    let Kinfolk2 { mut forest, ids } = Kinfolk2::<false>::planted(&workload);
    let mut kept = forest.snapshot();
    agree(&mut forest, &ids);

    let bytes = forest.memory();
    let from = vec![1_u8; bytes];
    let mut to = vec![2_u8; bytes];
    let mut race = |shape: &str, ours: Contestant<'_, 1>| {
        let copy = if shape.starts_with("first") {
            copy_anew(&from)
        } else {
            Contestant::new("memcpy", || to.copy_from_slice(&from))
        };
        effort.figures("snapshot", shape, NODES, &mut [ours, copy])
    };
    let keep = || forest.snapshot_into(&mut kept);
    let mut figures = race("snapshot", Contestant::new("kinfolk", keep));
    let first = Contestant {
        who: "kinfolk",
        run: Box::new(|| {
            let mut snapshot = None;
            [timed(|| snapshot = Some(forest.snapshot()))]
        }),
    };
    figures.extend(race("first snapshot", first));
    let restore = Contestant::new("kinfolk", || forest.restore(&kept));
    figures.extend(race("restore", restore));
    figures
}

/// A copy into memory that has to be asked for; giving it back is not timed.
fn copy_anew(from: &[u8]) -> Contestant<'_, 1> {
    Contestant {
        who: "memcpy",
        run: Box::new(|| {
            let mut copy = None;
            [timed(|| copy = Some(from.to_vec()))]
        }),
    }
}

/// A restored forest is as it was.
fn agree(forest: &mut Forest<Node2>, ids: &[NodeId]) {
    let places = |forest: &Forest<Node2>| -> Vec<_> {
        ids.iter()
            .map(|&node| forest.world_position(node))
            .collect()
    };
    let before = places(forest);
    let mut snapshot = forest.snapshot();
    forest.snapshot_into(&mut snapshot);
    forest
        .set_position(ids[0], [5.0, 5.0])
        .expect("a root can be moved");
    forest.remove(ids[1]).expect("a living node");
    forest.update();
    assert!(places(forest) != before);
    forest.restore(&snapshot);
    assert!(places(forest) == before);
}
