//! `attach_to` behaviors become children.
//!
//! Who is attached to whom is decided once, on the document as it was: the first entity with
//! the tag, in the order of creation. Then one entity after the other is moved, by edits that
//! are refused as a whole, so whatever happens the document stays valid.

use std::collections::HashMap;

use crate::diagnostic::Diagnostics;
use crate::document::{Document, Entity, Field};
use crate::edit::{Children, Edit, EditRefused, Keep};
use crate::editing::Editing;
use crate::finding::Whereabouts;
use crate::json::{Json, Text};
use crate::plan::{NONE, Plan};
use crate::suggest;
use crate::write;

use super::uses::Uses;
use super::{Draft, Outcome};

/// The text with children instead.
pub(super) fn make_children(
    text: &str,
    old: &Document,
    plan: &Plan,
    drafts: &mut Vec<Draft>,
) -> Result<String, Diagnostics> {
    let found = find(plan);
    if found.is_empty() {
        return Ok(text.to_owned());
    }
    let mut migrator = Migrator {
        editing: Editing::with_text(text)?,
        plan,
        old,
        uses: Uses::of(old, plan),
        tagged: tagged(plan),
        targets: HashMap::new(),
        adopted: HashMap::new(),
    };
    let found: Vec<_> = found
        .into_iter()
        .map(|(node, wish)| {
            let aimed = wish.and_then(|wish| Ok((migrator.target(node, &wish)?, wish)));
            if let Ok((target, _)) = &aimed {
                migrator.targets.insert(node, target.node);
            }
            (node, aimed)
        })
        .collect();
    for (node, aimed) in found {
        let id = plan.id(node);
        let place = migrator.place(node);
        let done = aimed.and_then(|(target, wish)| migrator.attach(node, &target, &wish));
        let (outcome, what) = match done {
            Ok(what) => (Outcome::Changed, what),
            Err(why) => (Outcome::Left, why),
        };
        drafts.push(Draft {
            id,
            outcome,
            what,
            place,
        });
    }
    Ok(migrator.editing.text())
}

/// What an `attach_to` asks for.
struct Wish {
    parent_tag: Text,
    slot: Option<Text>,
    inherit: Option<Json>,
}

/// Whom an entity is attached to.
struct Target {
    node: u32,
    /// What to say about how it was found.
    remark: String,
}

/// Every node with an `attach_to`, and what that asks for.
fn find(plan: &Plan) -> Vec<(u32, Result<Wish, String>)> {
    let is_used = |json: &Field<Json>| json.set().is_some_and(|json| !attachments(json).is_empty());
    let mut found = Vec::new();
    for node in 0..plan.len() as u32 {
        let look = plan.look(node);
        if is_used(&look.behaviors) {
            found.push((node, wish(&look.behaviors)));
        } else if look.conditional_behaviors.set().is_some_and(mentions_type) {
            let why = "its attach_to depends on its tags, so it stays a behavior";
            found.push((node, Err(why.to_owned())));
        }
    }
    found
}

/// The `attach_to` behaviors in a list, by their index.
fn attachments(behaviors: &Json) -> Vec<(usize, &Json)> {
    let behaviors = behaviors.as_array().unwrap_or_default();
    let indexed = behaviors.iter().enumerate();
    indexed
        .filter(|(_, behavior)| behavior["type"].as_str() == Some("attach_to"))
        .collect()
}

/// Whether an `attach_to` is anywhere inside.
fn mentions_type(json: &Json) -> bool {
    let mut open = vec![json];
    while let Some(json) = open.pop() {
        match json {
            Json::Array(values) => open.extend(values),
            Json::Object(object) => {
                if object.get("type").and_then(Json::as_str) == Some("attach_to") {
                    return true;
                }
                open.extend(object.iter().map(|(_, value)| value));
            }
            _ => {}
        }
    }
    false
}

fn wish(behaviors: &Field<Json>) -> Result<Wish, String> {
    let Some(behaviors) = behaviors.set() else {
        return Err("it has no behaviors".to_owned());
    };
    let [(_, behavior)] = attachments(behaviors)[..] else {
        return Err("it has several attach_to; keep one".to_owned());
    };
    let text = |key: &str| match &behavior[key] {
        Json::Null => Ok(None),
        Json::String(text) => Ok(Some(text.clone())),
        other => Err(format!("\"{key}\" of its attach_to is {}", other.kind())),
    };
    let known = ["type", "parentTag", "slotName", "inherit"];
    let keys = behavior.as_object().into_iter().flat_map(|o| o.iter());
    for (key, _) in keys {
        if !known.contains(&key) {
            return Err(format!(
                "nobody knows what \"{key}\" means to its attach_to; take it away"
            ));
        }
    }
    let Some(parent_tag) = text("parentTag")? else {
        return Err("its attach_to has no \"parentTag\"".to_owned());
    };
    Ok(Wish {
        parent_tag,
        slot: text("slotName")?,
        inherit: behavior.get("inherit").cloned(),
    })
}

fn tagged(plan: &Plan) -> HashMap<&str, Vec<u32>> {
    let mut tagged: HashMap<&str, Vec<u32>> = HashMap::new();
    for node in 0..plan.len() as u32 {
        for tag in plan.look(node).tags.set().into_iter().flatten() {
            tagged.entry(tag).or_default().push(node);
        }
    }
    tagged
}

struct Migrator<'p> {
    editing: Editing,
    /// The plan and the document as they were.
    plan: &'p Plan,
    old: &'p Document,
    uses: Uses,
    tagged: HashMap<&'p str, Vec<u32>>,
    /// Whom everybody will be attached to.
    targets: HashMap<u32, u32>,
    /// Who has become a child of a template, and under which name.
    adopted: HashMap<u32, (u32, Text)>,
}

impl Migrator<'_> {
    /// Whom this one is attached to, if that can become a parent.
    fn target(&self, node: u32, wish: &Wish) -> Result<Target, String> {
        let tag = &wish.parent_tag;
        let with_tag = self.tagged.get(tag.as_str()).into_iter().flatten();
        let target = with_tag
            .copied()
            .find(|&other| !self.is_at_or_below(other, node));
        let (target, remark) = match target {
            Some(target) => (target, String::new()),
            None => {
                let other = self.of_this_name(node, tag);
                let Some(other) = other else {
                    let known = self.tagged.keys().copied();
                    let mut known: Vec<&str> = known.collect();
                    known.sort_unstable();
                    let help = suggest::nearest(tag, known);
                    let help = help.map(|known| format!("; did you mean \"{known}\"?"));
                    return Err(format!(
                        "nobody has the tag \"{tag}\"{}",
                        help.unwrap_or_default()
                    ));
                };
                (
                    other,
                    format!("; nobody has the tag \"{tag}\", so its name counted"),
                )
            }
        };
        Ok(Target {
            node: target,
            remark,
        })
    }

    /// The only entity with this id, or made of the template of this name.
    fn of_this_name(&self, node: u32, name: &str) -> Option<u32> {
        let nodes = 0..self.plan.len() as u32;
        let mut named = nodes.filter(|&other| {
            let is_it = self.plan.template(other) == Some(name) || self.plan.id(other) == name;
            is_it && !self.is_at_or_below(other, node)
        });
        let first = named.next()?;
        named.next().is_none().then_some(first)
    }

    fn is_at_or_below(&self, mut node: u32, above: u32) -> bool {
        while node != NONE {
            if node == above {
                return true;
            }
            node = self.plan.nodes[node as usize].parent;
        }
        false
    }

    /// Whether the way from `target` up, once everybody is attached, comes back to `node`.
    fn would_close_a_loop(&self, node: u32, target: u32) -> bool {
        let mut at = target;
        // Others may go in circles.
        for _ in 0..=self.plan.len() {
            if at == node {
                return true;
            }
            let parent = self.plan.nodes[at as usize].parent;
            at = match self.targets.get(&at) {
                Some(&target) => target,
                None if parent != NONE => parent,
                None => return false,
            };
        }
        false
    }

    /// Makes `node` a child of its target; says what was done, or why not.
    fn attach(&mut self, node: u32, target: &Target, wish: &Wish) -> Result<String, String> {
        let planned = &self.plan.nodes[node as usize];
        if !planned.written {
            let template = self.plan.nodes[node as usize].parent;
            let whose = self.plan.id(template);
            return Err(format!(
                "it is a part of \"{whose}\", whose template would have to change for all"
            ));
        }
        if planned.parent != NONE && planned.parent != target.node {
            let parent = self.plan.id(planned.parent);
            return Err(format!(
                "it is a child of \"{parent}\" and attached to \"{}\"; keep one of them",
                self.plan.id(target.node)
            ));
        }
        if self.would_close_a_loop(node, target.node) {
            return Err(format!(
                "it is attached to \"{}\", which is attached to it",
                self.plan.id(target.node)
            ));
        }
        self.check_slot(target.node, wish)?;
        let as_template = planned.parent == NONE && self.can_join_template(node, target.node);
        if as_template && let Some(what) = self.join_template(node, target, wish) {
            return Ok(what);
        }
        self.below_target(node, target, wish)
    }

    fn check_slot(&self, target: u32, wish: &Wish) -> Result<(), String> {
        let Some(slot) = &wish.slot else {
            return Ok(());
        };
        let slots = self.uses.slots(self.old, self.plan.template(target));
        if slots.contains(&slot.as_str()) {
            return Ok(());
        }
        let help = suggest::nearest(slot, slots);
        let help = help.map(|known| format!("; did you mean \"{known}\"?"));
        Err(format!(
            "\"{}\" has no slot \"{slot}\"{}",
            self.plan.id(target),
            help.unwrap_or_default()
        ))
    }

    /// Whether the target's template may have it without anybody else noticing.
    fn can_join_template(&self, node: u32, target: u32) -> bool {
        let Some(template) = self.plan.template(target) else {
            return false;
        };
        let is_mentioned = self.uses.is_mentioned(&self.plan.id(node));
        let has_ids = |entity: &Entity| {
            let mut open: Vec<&Entity> = entity.children.iter().collect();
            while let Some(child) = open.pop() {
                if child.id.is_some() {
                    return true;
                }
                open.extend(&child.children);
            }
            false
        };
        let entity = self.entity(&self.plan.id(node));
        self.uses.is_the_only_one(template)
            && !is_mentioned
            && entity.is_some_and(|entity| !has_ids(entity))
    }

    /// The entity in the document as it is now.
    fn entity(&self, id: &str) -> Option<&Entity> {
        let address = crate::edit::address(self.editing.document(), id)?;
        address.find_written(self.editing.document())
    }

    /// Adds it to the template of its target. `None` if the document would not be valid.
    fn join_template(&mut self, node: u32, target: &Target, wish: &Wish) -> Option<String> {
        let id = self.plan.id(node);
        let template: Text = self.plan.template(target.node)?.into();
        let name = self.free_name(node, target.node)?;
        let (mut child, mut edits) = self.freed(node, wish)?;
        child.id = None;
        child.name = Some(name.clone());
        let text = write::whole_entity_to_string(&child, false);
        edits.push(Edit::AddChild {
            template: template.clone(),
            child: None,
            entity: text.parse().ok()?,
            index: None,
        });
        edits.push(Edit::Remove {
            id: id.as_str().into(),
            children: Children::Remove,
        });
        self.editing.apply_all(&edits).ok()?;
        self.adopted.insert(node, (target.node, name.clone()));
        Some(format!(
            "it is the child \"{name}\" of the template \"{template}\"{}; its id is \"{}\" now{}",
            in_slot(wish),
            self.id_now(node),
            target.remark
        ))
    }

    /// Puts it below its target with the id that it has.
    fn below_target(&mut self, node: u32, target: &Target, wish: &Wish) -> Result<String, String> {
        let id: Text = self.plan.id(node).into();
        let parent = self.id_now(target.node);
        let Some((child, mut edits)) = self.freed(node, wish) else {
            return Err("it cannot be found in the text".to_owned());
        };
        if self.plan.nodes[node as usize].parent == NONE {
            edits.push(Edit::Move {
                ids: vec![id.clone()],
                parent: Some(parent.as_str().into()),
                index: None,
                keep: Keep::Local,
            });
        }
        edits.extend(self.differences(&id, &child));
        let refused = |(_, why): (usize, EditRefused)| why.to_string();
        self.editing.apply_all(&edits).map_err(refused)?;
        Ok(format!(
            "it is a child of \"{parent}\"{}{}",
            in_slot(wish),
            target.remark
        ))
    }

    /// What it is like without its `attach_to`, and what must change about its template for that.
    fn freed(&self, node: u32, wish: &Wish) -> Option<(Entity, Vec<Edit>)> {
        let look = self.plan.look(node);
        let mut entity = self.entity(&self.plan.id(node))?.clone();
        let mut edits = Vec::new();
        if let Field::Set(place) = &mut entity.transform {
            (place.x, place.y) = (Field::Absent, Field::Absent);
            if *place == crate::Place2::default() {
                entity.transform = Field::Absent;
            }
        }
        if let Some(slot) = &wish.slot {
            entity.fields.slot = Field::Set(slot.clone());
        }
        if let Some(inherit) = &wish.inherit {
            let text = format!("{{ \"name\": \"a\", \"inherit\": {inherit} }}");
            let read = crate::read::read_entity(&text, crate::keys::Holder::Child).ok()?;
            entity.fields.inherit = read.fields.inherit;
        }
        // What is attached is drawn with its target: its own layer does not count.
        let of_template = self.uses.fields(self.old, self.plan.template(node));
        if look.z.set().is_some_and(|&z| z != 0) {
            entity.fields.z = match of_template.z.set() {
                Some(&z) if z != 0 => Field::Set(0),
                _ => Field::Absent,
            };
        }
        if look.z_relative.set() == Some(&false) {
            entity.fields.z_relative = match of_template.z_relative.set() {
                Some(false) => Field::Set(true),
                _ => Field::Absent,
            };
        }
        let rest: Vec<Json> = look.behaviors.set()?.as_array()?.to_vec();
        let is_other = |behavior: &Json| behavior["type"].as_str() != Some("attach_to");
        let rest: Vec<Json> = rest.into_iter().filter(is_other).collect();
        match (entity.fields.behaviors.set(), of_template.behaviors.set()) {
            (Some(_), None) if rest.is_empty() => entity.fields.behaviors = Field::Absent,
            (Some(_), _) => entity.fields.behaviors = Field::Set(Json::Array(rest)),
            (None, _) => match self.plan.template(node) {
                Some(template) if self.uses.owns_behaviors(self.old, template) => {
                    edits.push(self.template_without(template, rest));
                }
                _ => entity.fields.behaviors = Field::Set(Json::Array(rest)),
            },
        }
        Some((entity, edits))
    }

    fn template_without(&self, template: &str, rest: Vec<Json>) -> Edit {
        let (template, key) = (template.into(), vec!["behaviors".into()]);
        let child = None;
        if rest.is_empty() {
            Edit::ClearTemplate {
                template,
                child,
                key,
            }
        } else {
            Edit::SetTemplate {
                template,
                child,
                key,
                value: Json::Array(rest),
            }
        }
    }

    /// The edits that make the entity what `wanted` is, as far as [`freed`](Self::freed) goes.
    fn differences(&self, id: &Text, wanted: &Entity) -> Vec<Edit> {
        let Some(entity) = self.entity(id) else {
            return Vec::new();
        };
        let as_json = |entity: &Entity| -> Json {
            let text = write::entity_to_string(entity, false);
            text.parse().unwrap_or_default()
        };
        let (old, new) = (as_json(entity), as_json(wanted));
        let keys = [
            "localTransform",
            "slot",
            "inherit",
            "z",
            "zRelative",
            "behaviors",
        ];
        let differing = keys.into_iter().filter(|&key| old.get(key) != new.get(key));
        let edit = |key: &str| {
            let (id, path) = (id.clone(), vec![key.into()]);
            match new.get(key) {
                Some(value) => Edit::Set {
                    id,
                    key: path,
                    value: value.clone(),
                },
                None => Edit::Clear { id, key: path },
            }
        };
        differing.map(edit).collect()
    }

    /// What it will be called among the children of its target.
    fn free_name(&self, node: u32, target: u32) -> Option<Text> {
        let entity = self.entity(&self.plan.id(node))?;
        let name = match &entity.name {
            Some(name) => name.to_string(),
            None => capitalised(entity.id.as_deref()?),
        };
        if name.contains('/') {
            return None;
        }
        let (scene, forest) = (self.editing.scene(), self.editing.forest());
        let parent = scene.node(&self.id_now(target))?;
        let is_free = |name: &str| {
            let mut siblings = forest.children(parent);
            !siblings.any(|sibling| scene.name(sibling) == Some(name))
                && scene
                    .node(&format!("{}_{name}", self.id_now(target)))
                    .is_none()
        };
        let numbered = (2..1000).map(|number| format!("{name}{number}"));
        let free = std::iter::once(name.clone()).chain(numbered);
        free.into_iter().find(|name| is_free(name)).map(Text::from)
    }

    /// The id of somebody who had a place in the old plan.
    fn id_now(&self, node: u32) -> String {
        let mut names = Vec::new();
        let mut at = node;
        let start = loop {
            let planned = &self.plan.nodes[at as usize];
            if let Some((target, name)) = self.adopted.get(&at) {
                names.push(name.as_str());
                at = *target;
            } else if planned.id == NONE && planned.parent != NONE {
                names.push(self.plan.name(at));
                at = planned.parent;
            } else {
                break self.plan.id(at);
            }
        };
        let names = names.into_iter().rev();
        names.fold(start, |id, name| format!("{id}_{name}"))
    }

    /// Where the `attach_to` is written.
    fn place(&self, node: u32) -> Whereabouts {
        let index = |behaviors: &Json| attachments(behaviors).first().map(|(index, _)| *index);
        let within = |origin, behaviors: &Json| {
            let index = index(behaviors).unwrap_or_default().to_string();
            Whereabouts::value(origin, ["behaviors", &index])
        };
        let origin = self.plan.nodes[node as usize].origin;
        let own = crate::edit::address(self.old, &self.plan.id(node));
        let own = own.and_then(|address| address.find_written(self.old));
        if let Some(behaviors) = own.and_then(|entity| entity.fields.behaviors.set()) {
            return within(origin, behaviors);
        }
        let template = self.plan.template(node);
        match self.uses.who_has_behaviors(self.old, template) {
            Some(template) => match template.fields.behaviors.set() {
                Some(behaviors) => within(template.origin, behaviors),
                None => Whereabouts::value(origin, []),
            },
            None => Whereabouts::value(origin, []),
        }
    }
}

fn in_slot(wish: &Wish) -> String {
    match &wish.slot {
        Some(slot) => format!(" in the slot \"{slot}\""),
        None => String::new(),
    }
}

/// `hat` is called `Hat`.
fn capitalised(id: &str) -> String {
    let mut letters = id.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
