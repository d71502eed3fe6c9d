//! Ids that are unique.
//!
//! Made-up ids are names in a row, so `A_B` + `C` and `A` + `B_C` are the same. When that
//! happens, an entity gets another id; when it happens inside of one template, its instances
//! are written out until it does not.

use std::collections::{HashMap, HashSet};

use kinfolk_scene::{Document, Entity, Text as Word};

use super::write::Below;

/// Whose entity one is: the path of names to a node of the main scene.
///
/// `key` says the name and the parent of an entity before this one.
pub(super) fn path<'k>(
    (name, below): (&'k str, &'k Below),
    key: impl Fn(usize) -> (&'k str, &'k Below),
) -> String {
    let mut names = vec![name];
    let mut at = below;
    loop {
        let above = match at {
            Below::Nobody => break,
            Below::Piece(above) => *above,
            Below::Inside(above, path) => {
                names.extend(path.iter().rev().map(Word::as_str));
                *above
            }
        };
        let (name, below) = key(above);
        names.push(name);
        at = below;
    }
    names.reverse();
    names.join("/")
}

/// What was chosen so that ids are unique; keys are paths of names.
#[derive(Default)]
pub(super) struct Choices {
    renamed: HashMap<String, u32>,
    written_out: HashSet<String>,
}

impl Choices {
    /// The id that an entity gets, which would usually be `wanted`.
    pub(super) fn id(&self, wanted: Word, path: impl FnOnce() -> String) -> Word {
        if self.renamed.is_empty() {
            return wanted;
        }
        match self.renamed.get(&path()) {
            Some(times) => format!("{wanted}_{}", times + 1).into(),
            None => wanted,
        }
    }

    pub(super) fn any_written_out(&self) -> bool {
        !self.written_out.is_empty()
    }

    pub(super) fn is_written_out(&self, path: &str) -> bool {
        self.written_out.contains(path)
    }

    /// Looks for entities with the same id, and chooses something else for them.
    ///
    /// `below` has the parents of the document's entities, which are all beside each other.
    pub(super) fn untangle(&mut self, document: &Document, below: &[Below]) {
        let entities = &document.entities;
        let key = |index: usize| (entities[index].called().unwrap_or_default(), &below[index]);
        let mut owners: HashMap<Word, usize> = HashMap::new();
        for (index, entity) in entities.iter().enumerate() {
            let mut is_renamed = false;
            let mut is_written_out = false;
            each_id(document, entity, |id| match owners.get(&id) {
                None => {
                    owners.insert(id, index);
                }
                Some(&owner) if owner == index => is_written_out = true,
                Some(_) => is_renamed = true,
            });
            if is_renamed {
                *self.renamed.entry(path(key(index), key)).or_insert(0) += 1;
            }
            if is_written_out {
                self.written_out.insert(path(key(index), key));
            }
        }
    }
}

/// The ids of an entity and of all that comes out of its template.
fn each_id(document: &Document, entity: &Entity, mut visit: impl FnMut(Word)) {
    let id = entity.id.clone().unwrap_or_default();
    visit(id.clone());
    let mut open: Vec<(Option<&Word>, &[Entity], Word)> = Vec::new();
    open.push((entity.template.set(), &[], id));
    while let Some((template, children, id)) = open.pop() {
        for child in children {
            let name = child.called().unwrap_or_default();
            let child_id = Word::from(format!("{id}_{name}"));
            visit(child_id.clone());
            open.push((child.template.set(), &child.children, child_id));
        }
        if let Some(template) = template.and_then(|name| document.templates.get(name)) {
            open.push((template.extends.as_ref(), &template.children, id));
        }
    }
}
