//! Entities that name their parent: who is meant, and in which order all can be planted.

use std::collections::HashSet;

use crate::diagnostic::Code;
use crate::document::Entity;
use crate::finding::{Findings, Whereabouts};
use crate::ids::IdTable;
use crate::json::Text;
use crate::plan::{NONE, Planned, Roster};
use crate::suggest;

/// Looks up the parents of `flats`.
pub(super) fn find(
    nodes: &mut [Planned],
    names: &[Text],
    table: &IdTable,
    flats: &[(u32, &Entity)],
    findings: &mut Findings,
) {
    let mut parents = Vec::with_capacity(flats.len());
    let mut ids = None;
    let roster = Roster { nodes, names };
    let doubtful: HashSet<String> = (0..nodes.len())
        .filter(|&node| nodes[node].doubtful && !flats.is_empty())
        .map(|node| {
            let mut id = String::new();
            crate::ids::write_id(&roster, node as u32, &mut id);
            id
        })
        .collect();
    for (_, entity) in flats {
        let wanted = entity.parent.as_deref().unwrap_or_default();
        let parent = table.find(&Roster { nodes, names }, wanted);
        if parent.is_none() && !could_be(&doubtful, wanted) {
            let help = if findings.has_time_for_help() {
                let ids = ids.get_or_insert_with(|| some_ids(nodes, names));
                let ids = ids.iter().map(String::as_str);
                suggest::nearest(wanted, ids).map(|id| format!("did you mean \"{id}\"?"))
            } else {
                None
            };
            findings.add(
                Whereabouts::value(entity.origin, ["parent"]),
                Code::UnknownParent,
                format!("no entity \"{wanted}\""),
                help,
            );
        }
        parents.push(parent);
    }
    for (&(node, _), parent) in flats.iter().zip(parents) {
        nodes[node as usize].parent = parent.unwrap_or(NONE);
    }
}

/// Ids to suggest.
fn some_ids(nodes: &[Planned], names: &[Text]) -> Vec<String> {
    let roster = Roster { nodes, names };
    (0..nodes.len().min(10_000))
        .map(|node| {
            let mut id = String::new();
            crate::ids::write_id(&roster, node as u32, &mut id);
            id
        })
        .collect()
}

/// Whether `wanted` may be something that would come out of a template, if that could be used.
fn could_be(doubtful: &HashSet<String>, wanted: &str) -> bool {
    let mut starts = wanted.match_indices('_').map(|(at, _)| &wanted[..at]);
    !doubtful.is_empty() && starts.any(|start| doubtful.contains(start))
}

/// Brings parents before their children and keeps siblings in order: what comes out of a
/// template, then what is nested, then what names its parent. `false` if there are cycles; then
/// nothing is changed.
pub(super) fn sort(nodes: &mut Vec<Planned>, table: &mut IdTable) -> bool {
    let is_before = |(node, planned): (usize, &Planned)| {
        planned.parent == NONE || (planned.parent as usize) < node
    };
    if nodes.iter().enumerate().all(is_before) {
        return true;
    }
    let order = in_tree_order(nodes);
    if order.len() < nodes.len() {
        return false;
    }
    let mut places = vec![NONE; nodes.len()];
    for (place, &node) in order.iter().enumerate() {
        places[node as usize] = place as u32;
    }
    let sorted = order.iter().map(|&node| {
        let mut planned = nodes[node as usize];
        if planned.parent != NONE {
            planned.parent = places[planned.parent as usize];
        }
        planned
    });
    *nodes = sorted.collect();
    table.renumber(&places);
    true
}

/// All nodes that hang below a root, parents first.
fn in_tree_order(nodes: &[Planned]) -> Vec<u32> {
    let mut first = vec![NONE; nodes.len()];
    let mut next = vec![NONE; nodes.len()];
    let mut first_root = NONE;
    for flat in [true, false] {
        for (node, planned) in nodes.iter().enumerate().rev() {
            if planned.parent == NONE || planned.flat != flat {
                continue;
            }
            next[node] = std::mem::replace(&mut first[planned.parent as usize], node as u32);
        }
    }
    for (node, planned) in nodes.iter().enumerate().rev() {
        if planned.parent == NONE {
            next[node] = std::mem::replace(&mut first_root, node as u32);
        }
    }
    let mut order = Vec::with_capacity(nodes.len());
    let mut open = vec![first_root];
    while let Some(node) = open.pop() {
        if node == NONE {
            continue;
        }
        order.push(node);
        open.push(next[node as usize]);
        open.push(first[node as usize]);
    }
    order
}

/// Reports every ring of parents once.
pub(super) fn report_cycles(nodes: &[Planned], names: &[Text], findings: &mut Findings) {
    let mut round = vec![0_u32; nodes.len()];
    for start in 0..nodes.len() {
        let this_round = start as u32 + 1;
        let mut node = start as u32;
        while node != NONE && round[node as usize] == 0 {
            round[node as usize] = this_round;
            node = nodes[node as usize].parent;
        }
        if node == NONE || round[node as usize] != this_round {
            continue;
        }
        let mut ring = vec![node];
        let mut above = nodes[node as usize].parent;
        while above != node {
            ring.push(above);
            above = nodes[above as usize].parent;
        }
        report_ring(&ring, nodes, names, findings);
    }
}

fn report_ring(ring: &[u32], nodes: &[Planned], names: &[Text], findings: &mut Findings) {
    let roster = Roster { nodes, names };
    let id = |&node: &u32| {
        let mut id = String::new();
        crate::ids::write_id(&roster, node, &mut id);
        id
    };
    let flat = ring.iter().find(|&&node| nodes[node as usize].flat);
    let origin = flat.map_or_else(Default::default, |&node| nodes[node as usize].origin);
    let mut ids: Vec<_> = ring.iter().take(20).map(id).collect();
    if ring.len() > 20 {
        ids.push("…".to_owned());
    }
    ids.extend(ring.first().map(id));
    let message = match ring {
        [_] => format!("\"{}\" is its own parent", ids[0]),
        _ => format!("entities are each other's parents: {}", ids.join(" → ")),
    };
    findings.add(
        Whereabouts::value(origin, ["parent"]),
        Code::ParentCycle,
        message,
        Some(match ring {
            [_] => "it can be a root, or have another parent".to_owned(),
            _ => "one of them must be a root, or have another parent".to_owned(),
        }),
    );
}
