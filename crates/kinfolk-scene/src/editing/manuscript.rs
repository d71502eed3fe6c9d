//! The text that a document was read from, brought up to date when somebody asks for it.
//!
//! Edits do not touch the text. Entities and templates know where in it they were written
//! ([`Origin`](crate::Origin)), and what they said there is remembered when they are changed for the first
//! time. So the text of today follows from the document of today, whichever way it came to
//! be: what is as it was is copied, and undoing gives back the bytes. Only entities that are
//! new or different are written, with the comments and the layout of everything around them.

mod fields;
mod members;

use std::collections::HashMap;
use std::ops::Range;

use crate::document::{Document, Entity, Head, Template};
use crate::edit::Step;
use crate::finding::Origin;
use crate::json::{Json, Object, Text};
use crate::keys::Holder;
use crate::locate;
use crate::read::{self, start_of};
use crate::splice;
use crate::tape::{At, Kind, Tape};
use crate::write;

use fields::{Level, changed};
use members::{Members, Wanted};

/// A text, and what was written in the places that say something else by now.
#[derive(Debug)]
pub(super) struct Manuscript {
    text: String,
    /// By the byte where they start, without their children.
    entities: HashMap<u32, Entity>,
    templates: HashMap<u32, Template>,
    /// What the document itself said, if it says something else by now or did so once.
    head: Option<Box<Head>>,
}

impl Manuscript {
    /// A text that the document was just read from; `None` if it is in canonical form, which can
    /// be written at any time.
    pub(super) fn new(text: &str, document: &Document) -> Option<Self> {
        (document.to_text() != text).then(|| Self {
            text: text.to_owned(),
            entities: HashMap::new(),
            templates: HashMap::new(),
            head: None,
        })
    }

    /// Remembers what was written where something has changed, by steps that `undo` takes back.
    pub(super) fn remember(&mut self, undo: &[Step]) {
        for step in undo.iter().rev() {
            match step {
                Step::Change(_, old) => {
                    if let Some(start) = old.origin.start() {
                        self.entities.entry(start).or_insert_with(|| old.alone());
                    }
                }
                Step::ChangeTemplate(_, _, old) => {
                    if let Some(start) = old.origin.start() {
                        self.templates.entry(start).or_insert_with(|| old.alone());
                    }
                }
                Step::ChangeHead(old) => {
                    self.head.get_or_insert_with(|| old.clone());
                }
                _ => {}
            }
        }
    }

    /// The text that says what the document says.
    pub(super) fn to_text(&self, document: &Document) -> String {
        let text = self.up_to_date(document);
        let text = text.unwrap_or_else(|| document.to_text());
        debug_assert_eq!(text.parse().as_ref(), Ok(&*document.alone()), "{text}");
        text
    }

    fn up_to_date(&self, document: &Document) -> Option<String> {
        let tape = Tape::new(&self.text, start_of(&self.text), false).ok()?;
        let mut update = Update {
            manuscript: self,
            tape,
            tops: Vec::new(),
        };
        let mut patches = Vec::new();
        let entities = update.find(0, "entities", Kind::Array);
        if let Some((_, list)) = entities {
            update.tops = update.tape.elements(list).collect();
        }
        let templates = update.find(0, "templates", Kind::Object);
        if let Some((_, at)) = entities {
            update.entities(at, &document.entities, Holder::Entity, &mut patches);
        }
        if let Some((_, at)) = templates {
            let own: Vec<_> = document.own_templates().collect();
            update.templates(at, &own, &mut patches);
        }
        patches.sort_by_key(|patch| patch.range.start);
        let mut text = update.patched(0..self.text.len(), &patches);
        if entities.is_none() && !document.entities.is_empty() {
            let list = document.entities.iter();
            let list = list.map(|entity| as_json(entity, Holder::Entity)).collect();
            text = splice::set(&text, "/entities", &Json::Array(list)).ok()?;
        }
        if templates.is_none() && document.own_templates().next().is_some() {
            let mut templates = Object::new();
            for (name, template) in document.own_templates() {
                let value = write::whole_template_to_string(template);
                templates.set(name, value.parse().unwrap_or_default());
            }
            text = splice::set(&text, "/templates", &Json::Object(templates)).ok()?;
        }
        let head = document.head();
        if let Some(old) = self.head.as_deref().filter(|old| **old != head) {
            let (old, new) = (old.to_object(), head.to_object());
            text = changed(text, "", &old, &new, Level::Head).ok()?;
        }
        Some(text)
    }
}

/// Something else for a part of the text.
#[derive(Debug)]
struct Patch {
    range: Range<usize>,
    text: String,
}

/// A text on its way from what it said to what it has to say.
struct Update<'m> {
    manuscript: &'m Manuscript,
    tape: Tape<'m>,
    /// The entities of the document's own list, in order.
    tops: Vec<At>,
}

impl Update<'_> {
    /// The value of a key, if it is of this kind, and the key.
    fn find(&self, object: At, key: &str, kind: Kind) -> Option<(At, At)> {
        let (key, at) = locate::step(&self.tape, object, key)?;
        (self.tape.kind(at) == kind).then_some((key?, at))
    }

    fn range(&self, at: At) -> Range<usize> {
        self.tape.entry(at).span().range()
    }

    /// The object that was written here, if it was.
    fn written(&self, origin: Origin) -> Option<At> {
        let at = self.tape.starting_at(origin.start()?)?;
        (self.tape.kind(at) == Kind::Object).then_some(at)
    }

    /// A part of the text with these patches, which are in order.
    fn patched(&self, range: Range<usize>, patches: &[Patch]) -> String {
        let text = self.tape.text;
        let mut out = String::with_capacity(range.len() + range.len() / 64);
        let mut copied = range.start;
        for patch in patches {
            out.push_str(&text[copied..patch.range.start]);
            out.push_str(&patch.text);
            copied = patch.range.end;
        }
        out.push_str(&text[copied..range.end]);
        out
    }

    /// Brings a list of entities up to date. Entities are nested 500 deep at most.
    fn entities(&self, list: At, entities: &[Entity], holder: Holder, patches: &mut Vec<Patch>) {
        let elements: Vec<At> = self.tape.elements(list).collect();
        let unmoved = elements.len() == entities.len()
            && elements.iter().zip(entities).all(|(&at, entity)| {
                entity.origin.start() == Some(self.tape.entry(at).span().start)
            });
        if unmoved {
            for (&at, entity) in elements.iter().zip(entities) {
                self.entity(at, entity, holder, patches);
            }
            return;
        }
        let origins: Vec<Origin> = entities.iter().map(|entity| entity.origin).collect();
        let wanted = Wanted {
            origins: &origins,
            write: |index: usize, indent: &str| {
                self.entity_elsewhere(&entities[index], holder, indent)
            },
            update: |index: usize, at, patches: &mut Vec<Patch>| {
                self.entity(at, &entities[index], holder, patches);
            },
        };
        let elements: Vec<_> = elements.into_iter().map(|at| (at, at)).collect();
        Members::new(self, list, &elements).become_these(&wanted, patches);
    }

    fn templates(&self, object: At, templates: &[(&Text, &Template)], patches: &mut Vec<Patch>) {
        let origins: Vec<Origin> = templates
            .iter()
            .map(|(_, template)| template.origin)
            .collect();
        let wanted = Wanted {
            origins: &origins,
            write: |index: usize, indent: &str| {
                let (name, template) = templates[index];
                let mut text = String::new();
                write::write_string(name, &mut text);
                let value = write::whole_template_to_string(template);
                let value = splice::laid_out(&value.parse().unwrap_or_default(), indent);
                text + ": " + &value
            },
            update: |index: usize, at, patches: &mut Vec<Patch>| {
                let (name, template) = templates[index];
                self.template(at, name, template, patches);
            },
        };
        let pairs: Vec<_> = self.tape.pairs(object).collect();
        Members::new(self, object, &pairs).become_these(&wanted, patches);
    }

    /// Brings an entity up to date that is in the list that it was in.
    fn entity(&self, at: At, entity: &Entity, holder: Holder, patches: &mut Vec<Patch>) {
        self.entity_as(at, entity, holder, holder, patches);
    }

    fn entity_as(
        &self,
        at: At,
        entity: &Entity,
        before: Holder,
        holder: Holder,
        patches: &mut Vec<Patch>,
    ) {
        let start = self.range(at).start as u32;
        let old = self.manuscript.entities.get(&start);
        let same = before == holder && old.is_none_or(|old| is_same(old, entity));
        let is_top = |holder| holder == Holder::Entity;
        let own = (!same).then(|| Own {
            old: as_object(&write::entity_to_string(
                old.unwrap_or(entity),
                is_top(before),
            )),
            new: as_object(&write::entity_to_string(entity, is_top(holder))),
            level: Level::Entity,
        });
        let read =
            |text: &str| read::read_entity(text, holder).is_ok_and(|read| is_same(&read, entity));
        let inside = match holder {
            Holder::Entity => Holder::Child,
            inside => inside,
        };
        let done = self.object(at, own, (&entity.children, inside), read, patches);
        if !done {
            let range = self.range(at);
            let indent = splice::indent_at(self.tape.text, range.start);
            let text = splice::laid_out(&as_json(entity, holder), indent);
            patches.push(Patch { range, text });
        }
    }

    /// Brings a template up to date; `value` is what is behind its name.
    fn template(&self, value: At, name: &str, template: &Template, patches: &mut Vec<Patch>) {
        let key = value - 1; // in an object every value comes after its key
        if self.tape.string(key) != name {
            let mut text = String::new();
            write::write_string(name, &mut text);
            let range = self.range(key);
            patches.push(Patch { range, text });
        }
        let start = self.range(value).start as u32;
        let old = self.manuscript.templates.get(&start);
        let alone = template.alone();
        let own = old.filter(|old| **old != alone).map(|old| Own {
            old: as_object(&write::template_to_string(old)),
            new: as_object(&write::template_to_string(&alone)),
            level: Level::Template,
        });
        let read = |text: &str| read::read_template(text, name).is_ok_and(|read| read == alone);
        let children = (&template.children[..], Holder::TemplateChild);
        if !self.object(value, own, children, read, patches) {
            let range = self.range(value);
            let indent = splice::indent_at(self.tape.text, range.start);
            let json = write::whole_template_to_string(template).parse();
            let text = splice::laid_out(&json.unwrap_or_default(), indent);
            patches.push(Patch { range, text });
        }
    }

    /// Brings the own keys of an object and its children up to date; `false` if that cannot be done,
    /// or is not what `is_right` wants to read, and then there are no patches.
    fn object(
        &self,
        at: At,
        own: Option<Own>,
        (children, holder): (&[Entity], Holder),
        is_right: impl Fn(&str) -> bool,
        patches: &mut Vec<Patch>,
    ) -> bool {
        let list = self.find(at, "children", Kind::Array).map(|(_, list)| list);
        if own.is_none() && (list.is_some() || children.is_empty()) {
            if let Some(list) = list {
                self.entities(list, children, holder, patches);
            }
            return true;
        }
        let range = self.range(at);
        let list_range = list.map(|list| self.range(list));
        let Some(text) = self.own_keys(range.clone(), list_range.clone(), own, &is_right) else {
            return false;
        };
        match (list, list_range) {
            (Some(list), Some(inside)) => {
                let Some(cut) = text.find(CHILDREN) else {
                    return false;
                };
                patches.push(Patch {
                    range: range.start..inside.start,
                    text: text[..cut].to_owned(),
                });
                self.entities(list, children, holder, patches);
                patches.push(Patch {
                    range: inside.end..range.end,
                    text: text[cut + CHILDREN.len()..].to_owned(),
                });
                true
            }
            _ if children.is_empty() => {
                patches.push(Patch { range, text });
                true
            }
            _ => {
                let list = children.iter();
                let list = list.map(|child| as_json(child, holder)).collect();
                let indent = splice::indent_at(self.tape.text, range.start);
                let text = format!("{indent}{text}");
                match splice::set(&text, "/children", &Json::Array(list)) {
                    Ok(text) => {
                        let text = text[indent.len()..].to_owned();
                        patches.push(Patch { range, text });
                        true
                    }
                    Err(_) => false,
                }
            }
        }
    }

    /// The text of an object with other keys, and [`CHILDREN`] in the place of its children.
    fn own_keys(
        &self,
        range: Range<usize>,
        list: Option<Range<usize>>,
        own: Option<Own>,
        is_right: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let text = self.tape.text;
        let indent = splice::indent_at(text, range.start);
        let mut alone = match &list {
            Some(list) => [
                indent,
                &text[range.start..list.start],
                CHILDREN,
                &text[list.end..range.end],
            ]
            .concat(),
            None => [indent, &text[range]].concat(),
        };
        if let Some(Own { old, new, level }) = own {
            alone = changed(alone, "", &old, &new, level).ok()?;
            let without = match list {
                Some(_) => alone.replacen(CHILDREN, "[]", 1),
                None => alone.clone(),
            };
            if !is_right(&without) {
                return None;
            }
        }
        Some(alone.strip_prefix(indent)?.to_owned())
    }

    /// An entity that was not in this list before, to be laid out at this indentation; with its
    /// comments, if it was written elsewhere.
    fn entity_elsewhere(&self, entity: &Entity, holder: Holder, indent: &str) -> String {
        let Some(at) = self.written(entity.origin) else {
            return splice::laid_out(&as_json(entity, holder), indent);
        };
        let before = match self.tops.binary_search(&at).is_ok() {
            true => Holder::Entity,
            false if holder == Holder::TemplateChild => holder,
            false => Holder::Child,
        };
        let mut patches = Vec::new();
        self.entity_as(at, entity, before, holder, &mut patches);
        let range = self.range(at);
        let old_indent = splice::indent_at(self.tape.text, range.start);
        let text = self.patched(range, &patches);
        if old_indent == indent {
            return text;
        }
        let mut lines = text.split('\n');
        let mut out = lines.next().unwrap_or_default().to_owned();
        for line in lines {
            out.push('\n');
            match line.strip_prefix(old_indent) {
                Some(rest) => {
                    out.push_str(indent);
                    out.push_str(rest);
                }
                None => out.push_str(line),
            }
        }
        out
    }
}

/// What stands for the children while the keys around them are changed.
const CHILDREN: &str = "[\"\\u0063hildren\"]";

/// The own keys of an object, before and now.
struct Own {
    old: Object,
    new: Object,
    level: Level,
}

/// Whether two entities say the same, but for their children.
fn is_same(a: &Entity, b: &Entity) -> bool {
    a.id == b.id
        && a.name == b.name
        && a.parent == b.parent
        && a.template == b.template
        && a.transform == b.transform
        && a.fields == b.fields
        && a.overrides == b.overrides
}

fn as_json(entity: &Entity, holder: Holder) -> Json {
    let text = write::whole_entity_to_string(entity, holder == Holder::Entity);
    text.parse().unwrap_or_default()
}

fn as_object(text: &str) -> Object {
    match text.parse() {
        Ok(Json::Object(object)) => object,
        _ => Object::new(),
    }
}
