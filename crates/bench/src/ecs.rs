//! Inside an ECS: what does it cost from writes to components to worlds in components?

use kinfolk::Node2;
use kinfolk_bevy::{Native, Transforms};

use crate::measure::{Effort, Figure, figures};
use crate::nine::frames;
use crate::peers::Peer;
use crate::peers::bevy::{Bevy, NAMES as BEVY};
use crate::peers::kinfolk_bevy::KinfolkBevy;
use crate::workload::{Workload, nine};

pub(crate) fn answer(effort: &Effort) -> Vec<Figure> {
    let nine = nine();
    nine.iter().flat_map(|load| race(effort, load)).collect()
}

fn race(effort: &Effort, workload: &Workload) -> Vec<Figure> {
    let mut peers: Vec<(&'static str, Box<dyn Peer>)> = vec![
        (
            "kinfolk-bevy",
            Box::new(KinfolkBevy::<Native<Node2>>::planted(workload)),
        ),
        (
            "kinfolk-bevy-transform",
            Box::new(KinfolkBevy::<Transforms>::planted(workload)),
        ),
        (BEVY[0], Box::new(Bevy::<false>::planted(workload))),
        (BEVY[1], Box::new(Bevy::<true>::planted(workload))),
    ];
    let times = frames(effort, workload, &mut peers);
    let all: Vec<_> = times
        .iter()
        .map(|&(who, [_, update])| (who, update))
        .collect();
    figures("bevy-plugin", workload.name, workload.nodes(), &all)
}
