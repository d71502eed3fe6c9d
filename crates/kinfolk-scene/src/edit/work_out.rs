//! From what an author means to steps.
//!
//! A desk holds the document while an edit is worked out on it. Steps are taken at once, so
//! that everything is looked up in the document as it is by then; their inverses are kept, and
//! a refusal takes them all back.

use kinfolk::{Forest, Node2, NodeId, Spot};

use crate::document::{Document, Entity, Field};
use crate::finding::Origin;
use crate::json::{Json, Object, Text};
use crate::keys::Holder;
use crate::read;
use crate::scene::Scene;
use crate::suggest;
use crate::write;

use super::step::{Address, Home, Step};
use super::trace::Trace;
use super::{Edit, EditRefused};

/// A document on which an edit is being worked out.
pub(crate) struct Desk<'a> {
    pub(super) document: &'a mut Document,
    /// What came out of the document before the edit.
    pub(super) scene: &'a Scene,
    /// Where it lives; it is as before when the edit has been worked out.
    pub(super) forest: &'a mut Forest<Node2>,
    /// What undoes the steps that have been taken, the first one first.
    undo: Vec<Step>,
    /// What they have been about.
    trace: Trace,
}

/// An entity that an edit names.
pub(super) enum Found {
    /// The document has it.
    Written { address: Address, node: NodeId },
    /// It comes out of a template.
    Part {
        /// The id of the instance.
        owner: Text,
        /// Its path of names from there.
        path: String,
        node: NodeId,
    },
}

impl Found {
    pub(super) const fn node(&self) -> NodeId {
        match self {
            Self::Written { node, .. } | Self::Part { node, .. } => *node,
        }
    }
}

impl<'a> Desk<'a> {
    /// Works out an edit and takes its steps; gives back those that undo it, and what
    /// they have been about.
    ///
    /// # Errors
    /// Refuses what makes no sense; then the document is as it was. Whether the document is still
    /// valid is not asked here.
    pub(crate) fn apply(
        document: &'a mut Document,
        scene: &'a Scene,
        forest: &'a mut Forest<Node2>,
        edit: &Edit,
    ) -> Result<(Vec<Step>, Trace), EditRefused> {
        let mut desk = Self {
            document,
            scene,
            forest,
            undo: Vec::new(),
            trace: Trace::default(),
        };
        let result = desk.edit(edit);
        let mut undo = desk.undo;
        undo.reverse();
        match result {
            Ok(()) => Ok((undo, desk.trace)),
            Err(refused) => {
                Step::take_all(undo, desk.document);
                Err(refused)
            }
        }
    }

    fn edit(&mut self, edit: &Edit) -> Result<(), EditRefused> {
        match edit {
            Edit::Add {
                entity,
                parent,
                index,
            } => self.add(entity, parent.as_deref(), *index),
            Edit::Remove { id, children } => self.remove(id, *children),
            Edit::Move {
                ids,
                parent,
                index,
                keep,
            } => self.move_all(ids, parent.as_deref(), *index, *keep),
            Edit::Rename { id, to } => self.rename(id, to),
            Edit::Set { id, key, value } => self.set(id, key, Some(value)),
            Edit::Clear { id, key } => self.set(id, key, None),
            Edit::Duplicate { id, to } => self.duplicate(id, to.as_deref()),
            Edit::Wrap { ids, to } => self.wrap(ids, to),
            Edit::Unwrap { id } => self.remove(id, super::Children::KeepWorld),
            Edit::Extract { id, template } => self.extract(id, template),
            Edit::Unpack { id } => self.unpack(id),
            Edit::ApplyOverride { id } => self.apply_override(id),
            Edit::RevertOverride { id } => self.revert_override(id),
            Edit::AddTemplate { template, value } => self.add_template(template, value),
            Edit::RemoveTemplate { template } => self.remove_template(template),
            Edit::RenameTemplate { template, to } => self.rename_template(template, to),
            Edit::SetTemplate {
                template,
                child,
                key,
                value,
            } => self.set_template(template, child.as_deref(), key, Some(value)),
            Edit::ClearTemplate {
                template,
                child,
                key,
            } => self.set_template(template, child.as_deref(), key, None),
            Edit::AddChild {
                template,
                child,
                entity,
                index,
            } => self.add_child(template, child.as_deref(), entity, *index),
            Edit::RemoveChild { template, child } => self.remove_child(template, child),
            Edit::RenameChild {
                template,
                child,
                to,
            } => self.rename_child(template, child, to),
            Edit::SetDocument { key, value } => self.set_document(key, Some(value)),
            Edit::ClearDocument { key } => self.set_document(key, None),
        }
    }

    /// Refuses to change what belongs to another document.
    fn refuse_others(&self, step: &Step) -> Result<(), EditRefused> {
        let Some(name) = step.template() else {
            return Ok(());
        };
        let template = self.document.templates.get(name);
        match template.and_then(|template| template.source.as_ref()) {
            Some(source) => Err(EditRefused::Senseless(format!(
                "the template \"{name}\" comes from \"{source}\"; edit that document"
            ))),
            None => Ok(()),
        }
    }

    /// Sets a field of the document itself, or takes it away.
    fn set_document(&mut self, key: &[Text], value: Option<&Json>) -> Result<(), EditRefused> {
        if let Some(first @ ("templates" | "entities")) = key.first().map(Text::as_str) {
            return Err(EditRefused::Senseless(format!(
                "\"{first}\" is not set; there are edits for what is in it"
            )));
        }
        if key.first().is_some_and(|first| first == "include") {
            return Err(EditRefused::Senseless(
                "what a document includes is read with it; change the file itself".to_owned(),
            ));
        }
        let mut object = self.document.head().to_object();
        put(&mut object, key, value)?;
        let text = write::json_to_string(&Json::Object(object));
        let read: Document = text.parse().map_err(EditRefused::Wrong)?;
        self.take(Step::ChangeHead(Box::new(read.head())))
    }

    /// Takes a step.
    pub(super) fn take(&mut self, step: Step) -> Result<(), EditRefused> {
        self.refuse_others(&step)?;
        match self.trace.take(step, self.document) {
            Some(inverse) => {
                self.undo.push(inverse);
                Ok(())
            }
            None => Err(EditRefused::Senseless(
                "there is no such place in the document".to_owned(),
            )),
        }
    }

    /// Who has this id.
    pub(super) fn find(&self, id: &str) -> Result<Found, EditRefused> {
        let plan = &self.scene.plan;
        let Some(place) = plan.table.find(plan, id) else {
            let ids: Vec<_> = plan.ids().take(10_000).collect();
            let nearest = suggest::nearest(id, ids.iter().map(String::as_str));
            return Err(EditRefused::NoEntity {
                id: id.to_owned(),
                help: nearest.map(|nearest| format!("did you mean \"{nearest}\"?")),
            });
        };
        let node = self.scene.nodes[place as usize];
        let mut names = Vec::new();
        let mut owner = place;
        while !plan.nodes[owner as usize].written {
            names.push(plan.name(owner));
            owner = plan.nodes[owner as usize].parent;
        }
        if names.is_empty() {
            let address = self.address(id)?;
            return Ok(Found::Written { address, node });
        }
        names.reverse();
        Ok(Found::Part {
            owner: plan.id(owner).into(),
            path: names.join("/"),
            node,
        })
    }

    /// Where an entity that is written is by now.
    pub(super) fn address(&self, id: &str) -> Result<Address, EditRefused> {
        let plan = &self.scene.plan;
        let place = plan.table.find(plan, id);
        let is_part = place.is_some_and(|place| !plan.nodes[place as usize].written);
        let address = place
            .and_then(|place| self.scene.address(self.document, place))
            .or_else(|| (!is_part).then(|| address(self.document, id))?);
        address.ok_or_else(|| EditRefused::NoEntity {
            id: id.to_owned(),
            help: None,
        })
    }

    /// The places of the entities that name their parent and hang below `node`, however deep.
    pub(super) fn flat_below(&self, node: NodeId) -> Vec<u32> {
        let plan = &self.scene.plan;
        let below = self.forest.descendants(node);
        below
            .filter_map(|below| self.scene.place_of(below))
            .filter(|&place| plan.nodes[place as usize].flat)
            .collect()
    }

    pub(super) fn entity(&self, address: &Address) -> Result<&Entity, EditRefused> {
        address
            .find(self.document)
            .ok_or_else(|| EditRefused::Senseless("there is no such entity by now".to_owned()))
    }

    /// The entity that an author wrote as JSON.
    pub(super) fn read_entity(json: &Json, holder: Holder) -> Result<Entity, EditRefused> {
        let read = read::read_entity(&write::json_to_string(json), holder);
        read.map(unwritten).map_err(EditRefused::Wrong)
    }

    /// An entity without its children, as JSON.
    pub(crate) fn as_json(entity: &Entity, top: bool) -> Object {
        let text = write::entity_to_string(entity, top);
        match text.parse() {
            Ok(Json::Object(object)) => object,
            _ => Object::new(),
        }
    }

    /// How deep entities are nested in this one.
    pub(super) fn height(entity: &Entity) -> usize {
        let mut height = 0;
        let mut open = vec![entity.children.iter()];
        while let Some(innermost) = open.last_mut() {
            match innermost.next() {
                Some(child) => open.push(child.children.iter()),
                None => drop(open.pop()),
            }
            height = height.max(open.len());
        }
        height
    }

    /// The value that `node` would have below `parent` if it stayed where it is in the world.
    pub(super) fn value_in_place(
        &mut self,
        node: NodeId,
        parent: Option<NodeId>,
    ) -> Result<Node2, EditRefused> {
        let id = self.scene.id(node).unwrap_or_default();
        let before = self.forest.parent(node);
        let index = self.forest.index_among_siblings(node).unwrap_or(0);
        let old = self.forest.value(node).unwrap_or(Node2::PLAIN);
        let refused = |why: String| EditRefused::NoPlace {
            id: id.clone(),
            why,
        };
        self.forest
            .attach_in_place(node, parent)
            .map_err(|error| refused(error.to_string()))?;
        let value = self.forest.value(node).unwrap_or(old);
        let back = match before {
            Some(parent) => Spot::At(parent, index),
            None => Spot::RootAt(index),
        };
        let restored = self.forest.attach(node, back).is_ok() && self.forest.set(node, old).is_ok();
        debug_assert!(restored, "it was there before");
        Ok(value)
    }
}

/// An entity that is nowhere in the text of the document, nor is anything nested in it.
pub(super) fn unwritten(mut entity: Entity) -> Entity {
    let mut open = vec![&mut entity];
    while let Some(entity) = open.pop() {
        entity.origin = Origin::NOWHERE;
        open.extend(&mut entity.children);
    }
    entity
}

/// Refuses a name that nobody can have.
pub(super) fn refuse_no_name(name: &str) -> Result<(), EditRefused> {
    if name.is_empty() {
        return Err(EditRefused::Senseless(
            "an empty name is no name".to_owned(),
        ));
    }
    Ok(())
}

/// Refuses a name that a child of a template cannot have.
pub(super) fn refuse_slash(name: &str) -> Result<(), EditRefused> {
    if name.contains('/') {
        return Err(EditRefused::Senseless(format!(
            "\"{name}\" has a / in it, which separates names in overrides"
        )));
    }
    refuse_no_name(name)
}

/// Sets, or takes away, what is behind `key`; objects that are empty then go as well.
pub(super) fn put(
    object: &mut Object,
    key: &[Text],
    value: Option<&Json>,
) -> Result<(), EditRefused> {
    let Some((first, rest)) = key.split_first() else {
        return Ok(());
    };
    if rest.is_empty() {
        match value {
            Some(value) => object.set(first, value.clone()),
            None => drop(object.remove(first)),
        }
        return Ok(());
    }
    if value.is_none() && object.get(first).is_none() {
        return Ok(());
    }
    if !matches!(object.get(first), Some(Json::Object(_))) {
        if object.get(first).is_some_and(|other| *other != Json::Null) {
            return Err(EditRefused::Senseless(format!(
                "\"{first}\" is not an object, so nothing can be set inside"
            )));
        }
        object.set(first, Json::Object(Object::new()));
    }
    if let Some(Json::Object(inside)) = object.get_mut(first) {
        put(inside, rest, value)?;
        if inside.is_empty() && value.is_none() {
            object.remove(first);
        }
    }
    Ok(())
}

/// Where the entity with this id is written. Ids are compared piece by piece, and none is made.
pub(crate) fn address(document: &Document, id: &str) -> Option<Address> {
    /// Siblings, how many were seen, and how much of `id` their parent's id is.
    type Open<'d> = (std::slice::Iter<'d, Entity>, usize, Option<usize>);
    let mut open: Vec<Open<'_>> = vec![(document.entities.iter(), 0, None)];
    while let Some((rest, seen, above)) = open.last_mut() {
        let above = *above;
        let Some(entity) = rest.next() else {
            open.pop();
            continue;
        };
        *seen += 1;
        let matched = match &entity.id {
            Some(own) => id.starts_with(own.as_str()).then_some(own.len()),
            None => above.and_then(|above| {
                let name = entity.name.as_deref()?;
                let rest = id.get(above..)?.strip_prefix('_')?;
                rest.starts_with(name).then_some(above + 1 + name.len())
            }),
        };
        if matched == Some(id.len()) {
            return Some(Address {
                home: Home::Entities,
                path: open.iter().map(|&(_, seen, _)| seen - 1).collect(),
            });
        }
        if !entity.children.is_empty() {
            open.push((entity.children.iter(), 0, matched));
        }
    }
    None
}

/// Takes an entity out of its slot: its numbers are written down instead.
pub(super) fn out_of_slot(entity: &mut Entity, value: &Node2, look: &crate::FieldSet) {
    if look.slot.set().is_none() {
        return;
    }
    entity.fields.slot = Field::Absent;
    entity.fields.slot_mode = Field::Absent;
    let without = crate::FieldSet {
        slot: Field::Absent,
        ..look.clone()
    };
    let expected = crate::capture::expected(&entity.transform, &without);
    crate::capture::rewrite(entity, &without, expected, *value);
}
