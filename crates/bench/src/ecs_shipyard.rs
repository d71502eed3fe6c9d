//! Inside shipyard: what does a frame cost, from writes to worlds, beside the linked list of
//! shipyard's guide?

use crate::measure::{Contestant, Effort, Figure, timed};
use crate::nine::agree;
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
    agree(workload, &mut peers);
    let mut contestants: Vec<_> = peers
        .iter_mut()
        .map(|(who, peer)| {
            let mut frame = 0;
            let run = move || {
                frame += 1;
                let writes = workload.writes(frame);
                [timed(|| {
                    peer.write(&writes);
                    peer.update();
                })]
            };
            Contestant {
                who,
                run: Box::new(run),
            }
        })
        .collect();
    effort.figures(
        "shipyard-adapter",
        workload.name,
        workload.nodes(),
        &mut contestants,
    )
}
