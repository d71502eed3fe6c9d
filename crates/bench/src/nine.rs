//! The nine workloads of Bevy's stress test: what does a frame cost, and its update alone?

use crate::measure::{Contestant, Effort, Figure, figures, timed};
use crate::peers::Peer;
use crate::peers::bevy::{Bevy, NAMES as BEVY};
use crate::peers::flecs::Flecs;
use crate::peers::hecs::Hecs;
use crate::peers::kinfolk2::Kinfolk2;
use crate::peers::kinfolk3::Kinfolk3;
use crate::peers::shipyard::Shipyard;
use crate::peers::vec_tree::VecTree;
use crate::workload::{Workload, humanoids, nine};

pub(crate) fn answer(effort: &Effort) -> Vec<Figure> {
    let spinning = Workload {
        spinning: true,
        ..humanoids("humanoids_spinning", 4_000, 4_000)
    };
    nine()
        .into_iter()
        .chain([spinning])
        .flat_map(|workload| race(effort, &workload))
        .collect()
}

fn race(effort: &Effort, workload: &Workload) -> Vec<Figure> {
    let mut peers: Vec<(&'static str, Box<dyn Peer>)> = vec![
        ("kinfolk", Box::new(Kinfolk2::<false>::planted(workload))),
        (
            "kinfolk-parallel",
            Box::new(Kinfolk2::<true>::planted(workload)),
        ),
        ("kinfolk-3d", Box::new(Kinfolk3::planted(workload))),
        ("vec-tree", Box::new(VecTree::planted(workload))),
        (BEVY[0], Box::new(Bevy::<false>::planted(workload))),
        (BEVY[1], Box::new(Bevy::<true>::planted(workload))),
    ];
    // The run with Bevy's threads is for Bevy's figures.
    if !cfg!(feature = "bevy-threads") {
        peers.extend([
            ("hecs", Box::new(Hecs::planted(workload)) as Box<dyn Peer>),
            ("shipyard", Box::new(Shipyard::planted(workload))),
            ("flecs", Box::new(Flecs::planted(workload))),
        ]);
    }
    let times = frames(effort, workload, &mut peers);
    let of = |whom: &[&str], time: fn(&[f64; 2]) -> f64| -> Vec<(&'static str, f64)> {
        let named = times.iter().filter(|(who, _)| whom.contains(who));
        named.map(|(who, times)| (*who, time(times))).collect()
    };
    let (shape, nodes) = (workload.name, workload.nodes());
    let others = ["vec-tree", BEVY[0], BEVY[1], "hecs", "shipyard", "flecs"];
    let ours = |first: &'static str| -> Vec<&str> { [&[first], &others[..]].concat() };
    let all_of = |[write, update]: &[f64; 2]| write + update;
    [
        figures(
            "update",
            shape,
            nodes,
            &of(&ours("kinfolk"), |times| times[1]),
        ),
        figures("frame", shape, nodes, &of(&ours("kinfolk"), all_of)),
        figures(
            "update-3d",
            shape,
            nodes,
            &of(&["kinfolk-3d", BEVY[0], BEVY[1]], |times| times[1]),
        ),
        figures(
            "parallel",
            shape,
            nodes,
            &of(&["kinfolk", "kinfolk-parallel"], |times| times[1]),
        ),
    ]
    .concat()
}

/// Frames of everybody: how long their writes and their updates take. Before that, all of them
/// must agree.
pub(crate) fn frames(
    effort: &Effort,
    workload: &Workload,
    peers: &mut [(&'static str, Box<dyn Peer>)],
) -> Vec<(&'static str, [f64; 2])> {
    agree(workload, peers);
    let mut contestants: Vec<_> = peers
        .iter_mut()
        .map(|(who, peer)| {
            let mut frame = 0;
            let run = move || {
                frame += 1;
                let writes = workload.writes(frame);
                [timed(|| peer.write(&writes)), timed(|| peer.update())]
            };
            Contestant {
                who,
                run: Box::new(run),
            }
        })
        .collect();
    let times = effort.race(&mut contestants);
    contestants.iter().map(|c| c.who).zip(times).collect()
}

/// All contestants have every node in the same place, or nothing is timed.
fn agree(workload: &Workload, peers: &mut [(&'static str, Box<dyn Peer>)]) {
    for frame in 0..3 {
        let writes = workload.writes(frame);
        for (_, peer) in &mut *peers {
            peer.write(&writes);
            peer.update();
        }
    }
    let (ours, others) = peers.split_first_mut().expect("somebody races");
    for node in 0..workload.nodes() as u32 {
        let expected = ours.1.world(node);
        for (who, other) in &mut *others {
            let found = other.world(node);
            let far = (0..2).any(|axis| {
                let size = expected[axis].abs().max(1_000.0);
                (expected[axis] - found[axis]).abs() > 1e-3 * size
            });
            assert!(
                !far,
                "{}: node {node} is at {found:?} for {who}, {expected:?} for us",
                workload.name
            );
        }
    }
}
