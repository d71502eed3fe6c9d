//! Inside hecs: what does a frame cost, writes included, and an update alone, beside the
//! linked list that its users write?
//!
//! Deeds do part of an update's work when they write, so only whole frames are fair to all.

use crate::measure::{Effort, Figure, figures};
use crate::nine::frames;
use crate::peers::Peer;
use crate::peers::hecs::Hecs;
use crate::peers::kinfolk_hecs::{Components, Direct, InForest};
use crate::workload::{Workload, humanoids, nine};

pub(crate) fn answer(effort: &Effort) -> Vec<Figure> {
    let one_percent = humanoids("humanoids_one_percent", 4_000, 40);
    let all = nine().into_iter().chain([one_percent]);
    all.flat_map(|workload| race(effort, &workload)).collect()
}

fn race(effort: &Effort, workload: &Workload) -> Vec<Figure> {
    let mut peers: Vec<(&'static str, Box<dyn Peer>)> = vec![
        ("kinfolk-hecs", Box::new(Components::planted(workload))),
        ("kinfolk-hecs-direct", Box::new(Direct::planted(workload))),
        ("kinfolk-hecs-forest", Box::new(InForest::planted(workload))),
        ("hecs", Box::new(Hecs::planted(workload))),
    ];
    let times = frames(effort, workload, &mut peers);
    let all: Vec<_> = times
        .iter()
        .map(|&(who, [write, update])| (who, write + update))
        .collect();
    let updates: Vec<_> = times
        .iter()
        .filter(|(who, _)| ["kinfolk-hecs", "hecs"].contains(who))
        .map(|&(who, [_, update])| (who, update))
        .collect();
    let (shape, nodes) = (workload.name, workload.nodes());
    [
        figures("hecs-frame", shape, nodes, &all),
        figures("hecs-update", shape, nodes, &updates),
    ]
    .concat()
}
