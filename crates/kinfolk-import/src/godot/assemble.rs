//! The document: a template for every scene that is instanced, and the main scene's entities.

use std::collections::HashMap;

use indexmap::IndexMap;
use kinfolk_scene::{Document, Entity, MOST_NESTED_ENTITIES, Template, Text as Word};

use super::ids::{self, Choices};
use super::report::{Report, Trouble};
use super::tree::Scenes;
use super::write::{Below, Piece, Place, Writer};
use crate::entities::{Taken, nested};
use crate::limits;

/// So many templates may extend each other in a row.
const LONGEST_CHAIN: usize = 32;
/// Ids that would be longer are made shorter.
const LONGEST_ID: usize = 200;

/// The document of the last scene, with every entity beside its parent, and who that is.
pub(super) fn assemble(
    scenes: &Scenes,
    choices: &Choices,
    report: &mut Report,
) -> (Document, Vec<Below>) {
    let Some(main) = scenes.all.len().checked_sub(1) else {
        return (Document::default(), Vec::new());
    };
    let names = template_names(scenes, report);
    let mut writer = Writer {
        scenes,
        names: &names,
        choices,
        report,
    };
    let main_pieces = writer.write(main, Place::Document);
    let mut is_used = vec![false; scenes.all.len()];
    note_used(&main_pieces, &names, &mut is_used);
    let mut templates = Vec::new();
    for scene in (0..main).rev() {
        if !is_used[scene] {
            continue;
        }
        let pieces = writer.write(scene, Place::Template);
        note_used(&pieces, &names, &mut is_used);
        templates.push((scene, pieces));
    }
    let mut document = Document {
        version: Some(1),
        ..Document::default()
    };
    set_limits(&mut document, &templates, &names, scenes, writer.report);
    for (scene, pieces) in templates {
        let template = to_template(pieces);
        document.templates.insert(names[scene].clone(), template);
    }
    let below = to_entities(main_pieces, choices, &mut document.entities);
    (document, below)
}

/// A name for the template of every scene: the file's, without its ending.
fn template_names(scenes: &Scenes, report: &Report) -> Vec<Word> {
    let mut taken = Taken::default();
    let names = scenes.all.iter().map(|tree| {
        let path = report.path(tree.file);
        let name = path.rsplit('/').next().unwrap_or(path);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        taken.name(if stem.is_empty() { "scene" } else { stem })
    });
    names.collect()
}

fn note_used(pieces: &[Piece], names: &[Word], is_used: &mut [bool]) {
    let by_name: HashMap<_, _> = names
        .iter()
        .enumerate()
        .map(|(index, name)| (name, index))
        .collect();
    for piece in pieces {
        if let Some(index) = piece
            .entity
            .template
            .set()
            .and_then(|name| by_name.get(name))
        {
            is_used[*index] = true;
        }
    }
}

/// Asks for as much depth as there is, and refuses what no document can hold.
fn set_limits(
    document: &mut Document,
    templates: &[(usize, Vec<Piece>)],
    names: &[Word],
    scenes: &Scenes,
    report: &mut Report,
) {
    let mut depths: IndexMap<&Word, (usize, usize)> = IndexMap::new();
    for (scene, pieces) in templates.iter().rev() {
        let mut depth = 0;
        let mut chain = 1;
        let file = scenes.all[*scene].file;
        for piece in pieces {
            let used = piece
                .entity
                .template
                .set()
                .and_then(|name| depths.get(name));
            let (below, in_a_row) = used.copied().unwrap_or_default();
            depth = depth.max(piece.level.saturating_add(below));
            if piece.level == 0 {
                chain += in_a_row;
            }
            if piece.level > MOST_NESTED_ENTITIES {
                let node = scenes.node(piece.view);
                let message = format!(
                    "a scene that is instanced is nested deeper than {MOST_NESTED_ENTITIES} levels"
                );
                report.problem(file, Trouble::new(node.header.clone(), message));
                break;
            }
        }
        if chain == LONGEST_CHAIN + 1 {
            let message = format!("more than {LONGEST_CHAIN} scenes inherit each other in a row");
            let root = scenes.all[*scene].nodes[0].header.clone();
            report.problem(file, Trouble::new(root, message));
        }
        depths.insert(&names[*scene], (depth, chain));
    }
    let deepest = depths.values().map(|&(depth, _)| depth).max().unwrap_or(0);
    document.limits = limits::for_depth(deepest as u64);
}

/// The first piece with all others in it.
fn to_template(pieces: Vec<Piece>) -> Template {
    let (entities, parents): (Vec<_>, Vec<_>) = pieces
        .into_iter()
        .map(|piece| {
            let above = match piece.below {
                Below::Nobody => None,
                Below::Piece(above) | Below::Inside(above, _) => Some(above),
            };
            (piece.entity, above)
        })
        .unzip();
    let mut roots = nested(entities, |index| parents[index]);
    let root = roots.pop().unwrap_or_default();
    Template {
        extends: root.template.set().cloned(),
        fields: root.fields,
        overrides: root.overrides,
        children: root.children,
        ..Template::default()
    }
}

/// Puts the pieces beside each other, with ids; gives their parents.
fn to_entities(pieces: Vec<Piece>, choices: &Choices, entities: &mut Vec<Entity>) -> Vec<Below> {
    let mut taken = Taken::default();
    let mut ids: Vec<Word> = Vec::with_capacity(pieces.len());
    for piece in &pieces {
        let (name, below) = piece.key();
        let parent: Option<Word> = match below {
            Below::Nobody => None,
            Below::Piece(above) => Some(ids[*above].clone()),
            Below::Inside(above, path) => {
                let names = std::iter::once(&ids[*above]).chain(path);
                Some(names.map(Word::as_str).collect::<Vec<_>>().join("_").into())
            }
        };
        let wanted = match &parent {
            Some(parent) if parent.len() + name.len() < LONGEST_ID => {
                format!("{parent}_{name}").into()
            }
            _ => name.into(),
        };
        let path = || ids::path((name, below), |index| pieces[index].key());
        let id = taken.name(&choices.id(wanted, path));
        entities.push(Entity {
            id: Some(id.clone()),
            parent,
            ..piece.entity.clone()
        });
        ids.push(id);
    }
    pieces.into_iter().map(|piece| piece.below).collect()
}
