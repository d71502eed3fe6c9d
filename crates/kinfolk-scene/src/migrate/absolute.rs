//! Absolute positions under parents that only kept order become local ones.
//!
//! Everybody stands in the world where its own numbers say; the numbers are then what its
//! parent makes of that. Rotation and scale are kept as they are written wherever the parent
//! does not turn or scale, and new numbers are as short as they can be without moving anything.

use std::ops::Range;

use kinfolk::{Forest, Node2, NodeId, Spot};

use crate::diagnostic::Span;
use crate::document::Document;
use crate::finding::{Origin, Whereabouts};
use crate::locate;
use crate::number::write_f32;
use crate::plan::Plan;
use crate::scene::Scene;
use crate::tape::{Kind, Tape};

use super::{Draft, Outcome};

/// The keys of a transform, in the order of [`numbers`].
const KEYS: [&str; 6] = ["x", "y", "angle", "scaleX", "scaleY", "skew"];

/// A number is tried with so many digits behind the point before it is written in full.
const MOST_DIGITS: i32 = 6;

/// The text with local numbers.
pub(super) fn make_local(
    text: &str,
    document: &Document,
    plan: &Plan,
    drafts: &mut Vec<Draft>,
) -> String {
    let mut as_written = Forest::new();
    let shell = Document {
        templates: document.templates.clone(),
        ..Document::default()
    };
    let Ok(scene) = Scene::instantiate(shell, plan.clone(), &mut as_written) else {
        return text.to_owned(); // a forest without a limit takes every plan
    };
    let mut replacements = Vec::new();
    let mut standing = Forest::new();
    let mut twins: Vec<Option<NodeId>> = Vec::new();
    let mut generation = 0;
    for node in as_written.by_depth() {
        let depth = as_written.depth(node).unwrap_or_default();
        if depth != generation {
            standing.update(); // so that parents are read in no time
            generation = depth;
        }
        let parent = as_written.parent(node);
        let parent = parent.and_then(|parent| twins[parent.index()]);
        let (Some(own), Some(place)) = (as_written.value(node), scene.place_of(node)) else {
            continue;
        };
        let Ok(twin) = standing.plant_at(Spot::from(parent), own) else {
            continue;
        };
        if twins.len() <= node.index() {
            twins.resize(node.index() + 1, None);
        }
        twins[node.index()] = Some(twin);
        let planned = &plan.nodes[place as usize];
        if !planned.written || parent.is_none() || plan.look(place).slot.set().is_some() {
            continue;
        }
        let mut draft = |outcome, what| {
            drafts.push(Draft {
                id: plan.id(place),
                outcome,
                what,
                place: Whereabouts::value(planned.origin, ["localTransform"]),
            });
        };
        match stand(&mut standing, twin, own) {
            Ok(local) => {
                let changed = changed(own, local);
                if !changed.is_empty() {
                    draft(Outcome::Changed, told(&changed));
                    write_numbers(text, planned.origin, &changed, &mut replacements);
                }
            }
            Err(why) => draft(Outcome::Left, format!("its position stays as it is: {why}")),
        }
    }
    replaced(text, replacements)
}

/// Puts a node where its own numbers would be in the world; gives back its new value.
fn stand(
    forest: &mut Forest<Node2>,
    node: NodeId,
    own: Node2,
) -> Result<Node2, kinfolk::WriteError> {
    let wanted = own.transform.to_affine();
    forest.set_world(node, wanted)?;
    let mut exact = forest.value(node).unwrap_or(own);
    let mut plain = own;
    plain.transform.position = exact.transform.position;
    let stays = |forest: &mut Forest<Node2>, value: Node2| {
        let written = forest.set(node, value).is_ok();
        written && forest.world(node) == Some(wanted)
    };
    let linear_stays = {
        forest.set(node, plain)?;
        let world = forest.world(node);
        world.is_some_and(|world| world.matrix2 == wanted.matrix2)
    };
    if linear_stays {
        exact = plain;
    }
    for digits in 0..=MOST_DIGITS {
        let mut short = exact;
        let unit = 10_f64.powi(digits);
        let rounded = |number: f32| ((f64::from(number) * unit).round() / unit) as f32 + 0.0;
        let position = exact.transform.position;
        short.transform.position = [rounded(position.x), rounded(position.y)].into();
        if stays(forest, short) {
            return Ok(short);
        }
    }
    forest.set(node, exact)?;
    Ok(exact)
}

fn numbers(node: &Node2) -> [f32; 6] {
    let transform = &node.transform;
    let (position, scale) = (transform.position, transform.scale);
    [
        position.x,
        position.y,
        transform.rotation,
        scale.x,
        scale.y,
        transform.skew,
    ]
}

/// The keys whose numbers differ, and the new numbers.
fn changed(old: Node2, new: Node2) -> Vec<(&'static str, f32)> {
    let pairs = numbers(&old).into_iter().zip(numbers(&new));
    let keyed = KEYS.into_iter().zip(pairs);
    keyed
        .filter(|(_, (old, new))| old != new)
        .map(|(key, (_, new))| (key, new))
        .collect()
}

fn told(changed: &[(&str, f32)]) -> String {
    let numbers: Vec<String> = changed
        .iter()
        .map(|(key, number)| format!("{key} is {} now", written(*number)))
        .collect();
    numbers.join(", ")
}

fn written(number: f32) -> String {
    let mut text = String::new();
    write_f32(number, &mut text);
    text
}

/// Notes what to replace in the entity that starts at `origin`.
fn write_numbers(
    text: &str,
    origin: Origin,
    changed: &[(&'static str, f32)],
    replacements: &mut Vec<(Range<usize>, String)>,
) {
    let Some(start) = origin.start() else {
        return;
    };
    let Ok(tape) = Tape::new(text, start as usize, true) else {
        return;
    };
    let pairs = |numbers: &[(&str, f32)]| {
        let pairs = numbers
            .iter()
            .map(|(key, number)| format!("\"{key}\": {}", written(*number)));
        pairs.collect::<Vec<_>>().join(", ")
    };
    let transform = ["localTransform", "transform"]
        .into_iter()
        .find_map(|key| locate::step(&tape, 0, key));
    let end = |span: Span| span.end as usize;
    match transform {
        Some((_, at)) if tape.kind(at) == Kind::Object && tape.pairs(at).next().is_some() => {
            let mut missing = Vec::new();
            for &(key, number) in changed {
                match locate::step(&tape, at, key) {
                    Some((_, value)) => {
                        replacements.push((tape.entry(value).span().range(), written(number)));
                    }
                    None => missing.push((key, number)),
                }
            }
            if let (false, Some((_, last))) = (missing.is_empty(), tape.pairs(at).last()) {
                let end = end(tape.entry(last).span());
                replacements.push((end..end, format!(", {}", pairs(&missing))));
            }
        }
        Some((_, at)) => {
            let whole = format!("{{ {} }}", pairs(changed));
            replacements.push((tape.entry(at).span().range(), whole));
        }
        None => {
            if let Some((_, first)) = tape.pairs(0).next() {
                let end = end(tape.entry(first).span());
                let added = format!(", \"localTransform\": {{ {} }}", pairs(changed));
                replacements.push((end..end, added));
            }
        }
    }
}

/// The text with all replacements made, which do not overlap.
fn replaced(text: &str, mut replacements: Vec<(Range<usize>, String)>) -> String {
    // At the same place what is inserted comes after what is replaced.
    replacements.sort_by_key(|(range, _)| (range.start, range.end));
    let mut out = String::with_capacity(text.len());
    let mut seen = 0;
    for (range, new) in replacements {
        out.push_str(&text[seen..range.start]);
        out.push_str(&new);
        seen = range.end;
    }
    out.push_str(&text[seen..]);
    out
}
