//! Inside shipyard: what does a frame cost, from writes to worlds, beside the linked list of
//! shipyard's guide?

use crate::measure::{Effort, Figure, figures};
use crate::nine::frames;
use crate::peers::Peer;
use crate::peers::kinfolk_shipyard::{KinfolkShipyard, Way};
use crate::peers::shipyard::Shipyard;
use crate::workload::{Workload, humanoids, nine};

pub(crate) fn answer(effort: &Effort) -> Vec<Figure> {
    let one_percent = humanoids("humanoids_one_percent", 4_000, 40);
    nine()
        .iter()
        .chain([&one_percent])
        .flat_map(|load| race(effort, load))
        .collect()
}

fn race(effort: &Effort, workload: &Workload) -> Vec<Figure> {
    let ours = |way| Box::new(KinfolkShipyard::planted_for(workload, way)) as Box<dyn Peer>;
    let mut peers: Vec<(&'static str, Box<dyn Peer>)> = vec![
        ("kinfolk-shipyard", ours(Way::Components)),
        ("kinfolk-shipyard-direct", ours(Way::Direct)),
        ("kinfolk-shipyard-forest", ours(Way::Forest)),
        ("shipyard", Box::new(Shipyard::planted(workload))),
    ];
    let times = frames(effort, workload, &mut peers);
    let all: Vec<_> = times
        .iter()
        .map(|&(who, [write, update])| (who, write + update))
        .collect();
    figures("shipyard-adapter", workload.name, workload.nodes(), &all)
}
