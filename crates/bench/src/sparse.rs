//! A little moves among a million: is the rest free? Time per update.

use crate::measure::{Contestant, Effort, Figure};
use crate::peers::Peer;
use crate::peers::bevy::{Bevy, NAMES as BEVY};
use crate::peers::kinfolk2::Kinfolk2;
use crate::workload::{Dice, Workload};

const NODES: usize = 1_000_000;

pub(crate) fn answer(effort: &Effort) -> Vec<Figure> {
    let mut dice = Dice(0x5eed);
    let leaf = |dice: &mut Dice| (NODES / 2 + dice.below(NODES / 2)) as u32;
    let mut leaves = |count: usize| -> Vec<u32> {
        let mut leaves: Vec<_> = (0..count).map(|_| leaf(&mut dice)).collect();
        leaves.sort_unstable();
        leaves.dedup();
        dice.shuffle(&mut leaves);
        leaves
    };
    let cases = [
        ("nothing", 4, Vec::new()),
        ("one leaf", 4, leaves(1)),
        ("100 leaves", 4, leaves(100)),
        ("10,000 leaves", 4, leaves(10_000)),
        // In a tree of fours a node of generation 5 has 1,365 nodes below it, itself included.
        ("a subtree of 1,365", 4, vec![700]),
        ("one of 250,000 siblings", 250_000, vec![123_456]),
    ];
    cases
        .into_iter()
        .flat_map(|(shape, arity, movers)| race(effort, shape, arity, movers))
        .collect()
}

fn race(effort: &Effort, shape: &'static str, arity: u32, movers: Vec<u32>) -> Vec<Figure> {
    let parents = (0..NODES as u32)
        .map(|node| Some(node.checked_sub(1)? / arity))
        .collect();
    let workload = Workload {
        movers,
        ..Workload::new(shape, parents, |_| 0.0)
    };
    let mut peers: Vec<(&'static str, Box<dyn Peer>)> = vec![
        ("kinfolk", Box::new(Kinfolk2::<false>::planted(&workload))),
        (BEVY[0], Box::new(Bevy::<false>::planted(&workload))),
        (BEVY[1], Box::new(Bevy::<true>::planted(&workload))),
    ];
    let mut contestants: Vec<_> = peers
        .iter_mut()
        .map(|(who, peer)| {
            let mut frame = 0;
            let writes = [workload.writes(1), workload.writes(2)];
            Contestant::new(who, move || {
                frame = 1 - frame;
                peer.write(&writes[frame]);
                peer.update();
            })
        })
        .collect();
    effort.figures("sparse", shape, 1, &mut contestants)
}
