//! Some entities of a document by themselves, for whoever knows that all others are as they were.
//!
//! Nothing is said about whether their ids are free, and their parents are not looked up: that
//! is for whoever puts them together with the others.

use crate::document::{Document, Entity, Fields};
use crate::finding::Findings;
use crate::ids::IdHash;
use crate::json::Text;
use crate::plan::{NONE, Planned};

use super::templates::Templates;
use super::unfold::{Parent, Unfolder};
use super::{Planning, templates_blocks};

/// An entity to make sense of, without what is nested in it.
pub(crate) struct Wanted<'d> {
    pub(crate) entity: &'d Entity,
    /// Its id, also if that is made of its parent's.
    pub(crate) id: &'d str,
    pub(crate) above: Above,
    /// Its index in its list.
    pub(crate) index: u32,
}

/// What somebody can be in a slot of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Above {
    Nobody,
    /// An entity that is not made of a template.
    Plain,
    /// An entity that is made of the template with this index.
    MadeOf(usize),
}

/// What comes out of them, one after the other, each followed by its parts.
#[derive(Debug)]
pub(crate) struct Few {
    /// The parents of parts are among these; entities have none here.
    pub(crate) nodes: Vec<Planned>,
    pub(crate) names: Vec<Text>,
    pub(crate) looks: Vec<Fields>,
    /// Where each entity is.
    pub(crate) starts: Vec<u32>,
}

/// Makes sense of some entities; the templates are taken for valid. `None` if something is wrong.
pub(crate) fn resolve_few(document: &Document, wanted: &[Wanted<'_>]) -> Option<Few> {
    let mut findings = Findings::default();
    let templates = Templates::new(document, &mut findings);
    for wanted in wanted {
        templates.check_entity(wanted.entity, &mut findings);
    }
    let mut planning = Planning {
        nodes: Vec::with_capacity(wanted.len()),
        unfolder: Unfolder::new(&templates, &mut findings),
        blocks: templates_blocks(templates.len()),
        flats: Vec::new(),
    };
    let mut starts = Vec::with_capacity(wanted.len());
    for wanted in wanted {
        let parent = match wanted.above {
            Above::Nobody => Parent::Nobody,
            Above::Plain => Parent::Plain,
            Above::MadeOf(template) => Parent::MadeOf(template),
        };
        let described = planning.unfolder.describe(wanted.entity, &[], parent);
        let hash = IdHash::of(wanted.id);
        let node = planning.list(wanted.entity, &described, Some(hash));
        let planned = &mut planning.nodes[node as usize];
        (planned.hash, planned.index) = (hash, wanted.index);
        planning.parts(node, wanted.entity);
        starts.push(node);
    }
    let Planning {
        nodes, unfolder, ..
    } = planning;
    let (names, looks) = (unfolder.names, unfolder.looks);
    debug_assert!(
        starts
            .iter()
            .all(|&start| nodes[start as usize].parent == NONE)
    );
    let fine = !findings.has_errors();
    fine.then_some(Few {
        nodes,
        names,
        looks,
        starts,
    })
}
