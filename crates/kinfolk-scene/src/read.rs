//! From text to a [`Document`].
//!
//! The text is laid out by [`tape`](crate::tape), then lowered here without recursion
//! along children. Whatever cannot be understood is reported and left out, and reading goes
//! on, so that one look tells everything that is wrong. Values by themselves are
//! [`value`], what is in an entity is [`entity`].

mod entity;
pub(crate) mod value;

use std::collections::HashSet;
use std::str::FromStr;

use crate::diagnostic::{Code, Diagnostics, Span};
use crate::document::{Document, Entity, Limits, Slot, Template};
use crate::finding::{Findings, Origin, Whereabouts};
use crate::json::{Json, Object, Text};
use crate::keys::{self, Holder, Key};
use crate::suggest;
use crate::tape::{At, Kind, Tape};

/// So many levels of lists and objects may be in a value that Kinfolk only carries.
pub const MOST_LEVELS: usize = 100;

/// So many entities may be nested in each other.
pub const MOST_NESTED_ENTITIES: usize = 500;

/// So many entities may come out of a document, whatever its own limit.
pub const MOST_ENTITIES: u32 = 10_000_000;

/// What reading a text gave.
#[derive(Debug)]
pub(crate) struct Reading {
    /// What could be understood; `None` after a syntax error.
    pub(crate) document: Option<Document>,
    pub(crate) findings: Findings,
    /// Whether it makes sense to ask if its names fit together.
    pub(crate) has_names: bool,
}

/// Reads a document, as far as it can be understood.
pub(crate) fn read(text: &str) -> Reading {
    let start = start_of(text);
    let tape = match Tape::new(text, start, false) {
        Ok(tape) => tape,
        Err(stop) => {
            let mut findings = Findings::default();
            let help = stop.help.map(str::to_owned);
            findings.add(Whereabouts::Span(stop.span), stop.code, stop.message, help);
            return Reading {
                document: None,
                findings,
                has_names: false,
            };
        }
    };
    let mut reader = Reader {
        tape,
        findings: Findings::default(),
        has_names: true,
    };
    let document = reader.document(start as u32);
    Reading {
        document,
        findings: reader.findings,
        has_names: reader.has_names,
    }
}

/// Reads one entity, with all that is nested in it.
pub(crate) fn read_entity(text: &str, holder: Holder) -> Result<Entity, Diagnostics> {
    let list = format!("[{text}]");
    let read = read_part(&list, |reader| reader.entities(0, holder).pop());
    read.map_err(|findings| findings.into_diagnostics(None))
}

/// Reads one template.
pub(crate) fn read_template(text: &str, name: &str) -> Result<Template, Diagnostics> {
    let read = read_part(text, |reader| reader.template(0, name));
    read.map_err(|findings| findings.into_diagnostics(None))
}

fn read_part<T>(
    text: &str,
    read: impl FnOnce(&mut Reader<'_>) -> Option<T>,
) -> Result<T, Findings> {
    let mut findings = Findings::default();
    match Tape::new(text, start_of(text), false) {
        Ok(tape) => {
            let mut reader = Reader {
                tape,
                findings,
                has_names: true,
            };
            let part = read(&mut reader);
            findings = reader.findings;
            if let Some(part) = part
                && !findings.has_errors()
            {
                return Ok(part);
            }
        }
        Err(stop) => {
            let help = stop.help.map(str::to_owned);
            findings.add(Whereabouts::Span(stop.span), stop.code, stop.message, help);
        }
    }
    Err(findings)
}

/// Behind the mark that some editors put at the beginning of a file.
pub(crate) fn start_of(text: &str) -> usize {
    if text.starts_with('\u{feff}') { 3 } else { 0 }
}

/// Refuses what has errors of form; whether names fit together is for
/// [`resolve`](crate::resolve) to say.
impl FromStr for Document {
    type Err = Diagnostics;

    fn from_str(text: &str) -> Result<Self, Diagnostics> {
        let Reading {
            document, findings, ..
        } = read(text);
        match document {
            Some(document) if !findings.has_errors() => Ok(document),
            _ => Err(findings.into_diagnostics(Some(text))),
        }
    }
}

impl FromStr for Json {
    type Err = Diagnostics;

    fn from_str(text: &str) -> Result<Self, Diagnostics> {
        let read = read_part(text, |reader| Some(reader.json(0, 0)));
        read.map_err(|findings| findings.into_diagnostics(Some(text)))
    }
}

struct Reader<'a> {
    tape: Tape<'a>,
    findings: Findings,
    has_names: bool,
}

impl<'a> Reader<'a> {
    fn document(&mut self, start: u32) -> Option<Document> {
        let mut document = Document {
            origin: Origin::at(start),
            ..Document::default()
        };
        if self.tape.kind(0) != Kind::Object {
            self.wrong_type(0, "a document", "an object");
            return None;
        }
        let mut seen = Names::default();
        let mut entities = None;
        let pairs: Vec<_> = self.tape.pairs(0).collect();
        for (key_at, at) in pairs {
            let key = self.tape.string(key_at);
            if self.is_repeated(&mut seen, &key, key_at) {
                continue;
            }
            match &*key {
                "version" => document.version = self.version(at),
                "include" => document.include = self.include(at),
                "limits" => document.limits = self.limits(at),
                "templates" => self.templates(at, &mut document),
                "entities" => entities = self.array(at, "entities").then_some(at),
                "rules" => {
                    if self.array(at, "rules") {
                        document.rules = Some(self.json(at, 0));
                    }
                }
                // Where it is written, so that a document that was written equals itself once it is read.
                "$schema" => {
                    let schema = self.json(at, 0);
                    document.extra.push_first(key.into(), schema);
                }
                _ => {
                    self.unknown_key(key_at, &key, "a document", listed(keys::DOCUMENT));
                    self.keep(at, &key, &mut document.extra);
                }
            }
        }
        if let Some(at) = entities {
            let most = most_entities(&document);
            if self.within_budget(at, most) {
                document.entities = self.entities(at, Holder::Entity);
            }
        }
        Some(document)
    }

    fn version(&mut self, at: At) -> Option<u32> {
        let version = self.u32(at, "version")?;
        if version == 1 {
            return Some(version);
        }
        let message = format!("version {version} of the format is not known here");
        let help = "this program reads version 1".to_owned();
        self.find(at, Code::UnknownVersion, message, help);
        None
    }

    fn include(&mut self, at: At) -> Vec<Text> {
        if !self.array(at, "include") {
            return Vec::new();
        }
        let elements: Vec<_> = self.tape.elements(at).collect();
        let paths = elements.into_iter();
        paths.filter_map(|at| self.text(at, "include")).collect()
    }

    fn limits(&mut self, at: At) -> Option<Limits> {
        if !self.object(at, "\"limits\"") {
            return None;
        }
        let mut limits = Limits::default();
        let mut seen = Names::default();
        let pairs: Vec<_> = self.tape.pairs(at).collect();
        for (key_at, at) in pairs {
            let key = self.tape.string(key_at);
            if self.is_repeated(&mut seen, &key, key_at) {
                continue;
            }
            match &*key {
                "maxDepth" => limits.max_depth = self.u32(at, "maxDepth"),
                "maxEntities" => limits.max_entities = self.u32(at, "maxEntities"),
                _ => {
                    self.unknown_key(key_at, &key, "limits", listed(keys::LIMITS));
                    self.keep(at, &key, &mut limits.extra);
                }
            }
        }
        Some(limits)
    }

    fn templates(&mut self, at: At, document: &mut Document) {
        if !self.object(at, "\"templates\"") {
            self.has_names = false;
            return;
        }
        let pairs: Vec<_> = self.tape.pairs(at).collect();
        for (key_at, at) in pairs {
            let name = self.tape.string(key_at);
            if document.templates.contains_key(&*name) {
                self.repeated(key_at, &name);
                continue;
            }
            if name.is_empty() {
                let help = "give it a name".to_owned();
                self.find(key_at, Code::MissingName, "a template without a name", help);
            }
            // Also if it cannot be read: it is there.
            let template = self.template(at, &name).unwrap_or_default();
            document.templates.insert(name.as_ref().into(), template);
        }
    }

    fn template(&mut self, at: At, name: &str) -> Option<Template> {
        if !self.object(at, "a template") {
            return None;
        }
        let mut template = Template {
            origin: self.origin(at),
            ..Template::default()
        };
        let mut seen = Seen::default();
        let mut children = None;
        let pairs: Vec<_> = self.tape.pairs(at).collect();
        for (key_at, at) in pairs {
            let Some(key) = self.known_key(
                key_at,
                at,
                Holder::Template,
                &mut seen,
                &mut template.fields,
            ) else {
                continue;
            };
            match key {
                Key::Id => {
                    template.id = self.text(at, "id");
                    if template.id.as_ref().is_some_and(|id| id != name) {
                        let message =
                            format!("the template \"{name}\" calls itself {}", self.tape.raw(at));
                        let help = "its key counts; leave \"id\" out".to_owned();
                        self.find(at, Code::BadValue, message, help);
                    }
                }
                Key::Description => template.description = self.text(at, "description"),
                Key::Extends => template.extends = self.text(at, "extends"),
                Key::Slots => self.slots(at, &mut template),
                Key::Overrides => template.overrides = self.overrides(at),
                Key::Children => children = self.array(at, "children").then_some(at),
                key => self.field(key, at, &mut template.fields),
            }
        }
        if let Some(at) = children {
            template.children = self.entities(at, Holder::TemplateChild);
        }
        Some(template)
    }

    fn slots(&mut self, at: At, template: &mut Template) {
        if !self.object(at, "\"slots\"") {
            return;
        }
        let pairs: Vec<_> = self.tape.pairs(at).collect();
        for (key_at, at) in pairs {
            let name = self.tape.string(key_at);
            if template.slots.contains_key(&*name) {
                self.repeated(key_at, &name);
            } else if let Some(slot) = self.slot(at) {
                template.slots.insert(name.as_ref().into(), slot);
            }
        }
    }

    fn slot(&mut self, at: At) -> Option<Slot> {
        if !self.object(at, "a slot") {
            return None;
        }
        let mut slot = Slot::default();
        let mut seen = Names::default();
        let pairs: Vec<_> = self.tape.pairs(at).collect();
        for (key_at, at) in pairs {
            let key = self.tape.string(key_at);
            if self.is_repeated(&mut seen, &key, key_at) {
                continue;
            }
            match &*key {
                "x" => slot.x = self.f32(at, "x"),
                "y" => slot.y = self.f32(at, "y"),
                "layer" => slot.layer = self.i32(at, "layer"),
                _ => {
                    self.unknown_key(key_at, &key, "a slot", listed(keys::SLOT));
                    self.keep(at, &key, &mut slot.extra);
                }
            }
        }
        Some(slot)
    }

    /// Counts what is written in the list at `at` before anything is made of it.
    fn within_budget(&mut self, at: At, most: u32) -> bool {
        let mut count = 0_u64;
        let mut open = vec![at];
        while let Some(list) = open.pop() {
            let elements: Vec<_> = self.tape.elements(list).collect();
            count += elements.len() as u64;
            for element in elements {
                if self.tape.kind(element) != Kind::Object {
                    continue;
                }
                let nested = self
                    .tape
                    .pairs(element)
                    .filter(|&(key, value)| {
                        self.tape.kind(value) == Kind::Array && self.tape.string(key) == "children"
                    })
                    .map(|(_, value)| value);
                open.extend(nested);
            }
        }
        if count <= u64::from(most) {
            return true;
        }
        let start = self.tape.entry(at).span().start;
        self.findings.add(
            Whereabouts::Span(Span::new(start, start + 1)),
            Code::BudgetExceeded,
            format!("{count} entities are written here, and {most} are allowed"),
            Some("raise \"limits\": { \"maxEntities\": … }, or split the scene".to_owned()),
        );
        false
    }

    fn origin(&self, at: At) -> Origin {
        Origin::at(self.tape.entry(at).span().start)
    }

    fn find(
        &mut self,
        at: At,
        code: Code,
        message: impl Into<String>,
        help: impl Into<Option<String>>,
    ) {
        let span = self.tape.entry(at).span();
        self.findings
            .add(Whereabouts::Span(span), code, message, help);
    }

    fn is_repeated(&mut self, seen: &mut Names, key: &str, at: At) -> bool {
        let new = seen.note(key);
        if !new {
            self.repeated(at, key);
        }
        !new
    }

    /// Keeps the value of a key that nobody knows.
    fn keep(&mut self, at: At, key: &str, extra: &mut Object) {
        let value = self.json(at, 0);
        extra.push(key.into(), value);
    }

    fn repeated(&mut self, at: At, key: &str) {
        let message = format!("the key \"{key}\" is here twice");
        let help = "keep one of them".to_owned();
        self.find(at, Code::DuplicateKey, message, help);
    }

    fn unknown_key(
        &mut self,
        at: At,
        key: &str,
        holder: &str,
        known: impl Iterator<Item = &'static str> + Clone,
    ) {
        let help = if let Some(word) = keys::in_other_words(key) {
            Some(format!("Kinfolk calls it \"{word}\""))
        } else {
            suggest::nearest(key, known).map(|known| format!("did you mean \"{known}\"?"))
        };
        let message = format!("{holder} has no \"{key}\"; it is kept, and nobody looks at it");
        self.find(at, Code::UnknownKey, message, help);
    }
}

/// Names that have come up in one object: in a list as long as it is short.
#[derive(Default)]
struct Names {
    few: Vec<Text>,
    many: HashSet<Text>,
}

impl Names {
    const FEW: usize = 8;

    /// Notes a name; says whether it is new.
    fn note(&mut self, name: &str) -> bool {
        if self.few.iter().any(|other| other == name) || self.many.contains(name) {
            return false;
        }
        if self.few.len() < Self::FEW {
            self.few.push(name.into());
        } else {
            self.many.insert(name.into());
        }
        true
    }
}

/// The keys that an object has had so far.
#[derive(Default)]
struct Seen {
    known: u32,
    unknown: Names,
}

impl Seen {
    /// Notes a key; says whether it is new.
    fn note(&mut self, key: Key) -> bool {
        let bit = 1 << key as u32;
        let new = self.known & bit == 0;
        self.known |= bit;
        new
    }

    fn has(&self, key: Key) -> bool {
        self.known & (1 << key as u32) != 0
    }
}

/// How many entities a document may have.
pub(crate) fn most_entities(document: &Document) -> u32 {
    let stated = document
        .limits
        .as_ref()
        .and_then(|limits| limits.max_entities);
    stated.unwrap_or(1_000_000).min(MOST_ENTITIES)
}

fn listed(known: &'static [&'static str]) -> impl Iterator<Item = &'static str> + Clone {
    known.iter().copied()
}
