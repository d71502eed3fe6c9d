//! What comes out of a template: its children, theirs, and so on, with all that overrides
//! have to say about them.
//!
//! Overrides apply from the inside out: those of a template first, those of whoever uses it
//! on top, so that the outermost wins.

use std::collections::{HashMap, HashSet};

use kinfolk::Node2;

use crate::diagnostic::Code;
use crate::document::{Entity, Field, Fields, Overrides, Patch, Place2, Slot};
use crate::finding::{Findings, Origin, Whereabouts};
use crate::ids::Suffix;
use crate::json::Text;
use crate::plan::NONE;
use crate::suggest;

use super::templates::{Child, Templates};
use super::value;

/// One node that comes out of a template.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) value: Node2,
    pub(super) suffix: Suffix,
    /// The part it is below, or [`NONE`] for the entity itself.
    pub(super) parent: u32,
    pub(super) name: u32,
    pub(super) template: u32,
    pub(super) look: u32,
    pub(super) origin: Origin,
    /// Whether it names a template that cannot be used.
    pub(super) doubtful: bool,
}

/// One override on its way down to the child that it is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Active<'t> {
    /// What is left of its path.
    path: &'t str,
    /// The first name of that.
    child: &'t str,
    patch: Option<&'t Patch>,
    mark: usize,
}

impl<'t> Active<'t> {
    fn new(path: &'t str, patch: Option<&'t Patch>, mark: usize) -> Self {
        Self {
            path,
            child: first_name(path),
            patch,
            mark,
        }
    }
}

fn first_name(path: &str) -> &str {
    path.split_once('/').map_or(path, |(first, _)| first)
}

/// An override that waits for its child.
struct Mark<'t> {
    origin: Origin,
    path: &'t str,
    /// The part whose children it is about, or [`NONE`] for the entity itself.
    base: u32,
    matched: bool,
}

/// What a child can be in a slot of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Parent {
    /// It is a root.
    Nobody,
    /// An entity that is not made of a template.
    Plain,
    /// An entity whose template cannot be used.
    Doubtful,
    /// An entity that is made of this template.
    MadeOf(usize),
}

/// Unfolds templates, and keeps what all of them share.
pub(super) struct Unfolder<'t, 'd> {
    pub(super) templates: &'t Templates<'d>,
    pub(super) findings: &'t mut Findings,
    pub(super) names: Vec<Text>,
    pub(super) looks: Vec<Fields>,
    /// The look of an entity that is made of this template and says nothing more.
    plain_looks: Vec<u32>,
    /// The index of a child's name, by where it was written.
    name_indexes: HashMap<*const Entity, u32>,
    marks: Vec<Mark<'t>>,
    reported: HashSet<(String, String)>,
}

/// What an entity is, with everything that is said about it.
pub(super) struct Described {
    pub(super) value: Node2,
    pub(super) template: Option<usize>,
    pub(super) look: u32,
    /// Whether it names a template that cannot be used.
    pub(super) doubtful: bool,
}

impl Described {
    fn as_parent(&self, templates: &Templates<'_>) -> Parent {
        match self.template {
            Some(template) if !templates.is_broken(template) => Parent::MadeOf(template),
            _ if self.doubtful => Parent::Doubtful,
            _ => Parent::Plain,
        }
    }
}

/// Siblings that are being unfolded.
struct Level<'t, 'd> {
    from_template: std::slice::Iter<'t, Child<'d>>,
    nested: std::slice::Iter<'t, Entity>,
    /// The part that they are children of.
    parent: u32,
    suffix: Suffix,
    /// Whose slots they can be in.
    slots: Parent,
    /// By child; about the same one, from the inside out.
    active: Vec<Active<'t>>,
}

impl<'t, 'd> Unfolder<'t, 'd> {
    pub(super) fn new(templates: &'t Templates<'d>, findings: &'t mut Findings) -> Self {
        Self {
            templates,
            findings,
            names: vec![Text::default()],
            looks: vec![Fields::default()],
            plain_looks: vec![NONE; templates.len()],
            name_indexes: HashMap::new(),
            marks: Vec::new(),
            reported: HashSet::new(),
        }
    }

    /// Everything below an entity that is made of `template`, under these overrides from
    /// outside. If `shallow`, only what the template itself wrote, and where overrides lead.
    pub(super) fn unfold(
        &mut self,
        template: usize,
        active: Vec<Active<'t>>,
        shallow: bool,
    ) -> Vec<Part> {
        let mut parts = Vec::new();
        let root = self.level(Some(template), None, active, NONE, Suffix::EMPTY);
        let mut open = vec![root];
        while let Some(level) = open.last_mut() {
            let next = level.from_template.next().map(Child::entity);
            let Some(entity) = next.or_else(|| level.nested.next()) else {
                open.pop();
                continue;
            };
            let Some(name) = entity.called() else {
                continue; // said by the reader
            };
            let (direct, deeper) = self.matching(&level.active, name);
            if let Some(None) = direct.last() {
                for active in deeper {
                    self.marks[active.mark].matched = true;
                }
                continue;
            }
            let (parent, slots) = (level.parent, level.slots);
            let suffix = level.suffix.child(name);
            let described = self.describe(entity, &direct, slots);
            let index = parts.len() as u32;
            parts.push(Part {
                value: described.value,
                suffix,
                parent,
                name: self.name_index(entity, name),
                template: described.template.map_or(NONE, |template| template as u32),
                look: described.look,
                origin: entity.origin,
                doubtful: described.doubtful,
            });
            let inside = described
                .template
                .filter(|&template| !self.templates.is_broken(template))
                .filter(|_| !shallow || !deeper.is_empty() || !entity.overrides.is_empty());
            if inside.is_some() || !entity.children.is_empty() {
                let slots = described.as_parent(self.templates);
                let level = self.level(inside, Some(entity), deeper, index, suffix);
                open.push(Level { slots, ..level });
            }
        }
        parts
    }

    fn level(
        &mut self,
        template: Option<usize>,
        entity: Option<&'t Entity>,
        outer: Vec<Active<'t>>,
        parent: u32,
        suffix: Suffix,
    ) -> Level<'t, 'd> {
        let mut active = Vec::new();
        let mut from_template: &'t [Child<'d>] = &[];
        let templates = self.templates;
        if let Some(template) = template {
            let merged = templates.merged(template);
            from_template = &merged.children;
            for &(origin, overrides) in &merged.overrides {
                self.activate(overrides, origin, parent, &mut active);
            }
        }
        if let Some(entity) = entity {
            self.activate(&entity.overrides, entity.origin, parent, &mut active);
        }
        active.extend(outer);
        active.sort_by_key(|active| active.child); // stable: the outermost stays last
        Level {
            from_template: from_template.iter(),
            nested: entity.map_or(&[][..], |entity| &entity.children).iter(),
            parent,
            suffix,
            slots: template.map_or(Parent::Plain, Parent::MadeOf),
            active,
        }
    }

    /// Makes overrides wait for their children.
    pub(super) fn activate(
        &mut self,
        overrides: &'t Overrides,
        origin: Origin,
        base: u32,
        active: &mut Vec<Active<'t>>,
    ) {
        for (path, patch) in overrides.iter() {
            active.push(Active::new(path, patch.as_ref(), self.marks.len()));
            self.marks.push(Mark {
                origin,
                path,
                base,
                matched: false,
            });
        }
    }

    /// Of these overrides, which are sorted, those for the child `name`, and those for what is
    /// below it.
    fn matching(
        &mut self,
        active: &[Active<'t>],
        name: &str,
    ) -> (Vec<Option<&'t Patch>>, Vec<Active<'t>>) {
        let (mut direct, mut deeper) = (Vec::new(), Vec::new());
        let child = first_name(name); // all of it, unless the reader has complained
        let first = active.partition_point(|active| active.child < child);
        let about_it = active[first..]
            .iter()
            .take_while(|active| active.child == child);
        for active in about_it {
            match active.path.strip_prefix(name) {
                Some("") => {
                    self.marks[active.mark].matched = true;
                    direct.push(active.patch);
                }
                Some(rest) => {
                    if let Some(path) = rest.strip_prefix('/') {
                        deeper.push(Active::new(path, active.patch, active.mark));
                    }
                }
                None => {}
            }
        }
        (direct, deeper)
    }

    /// What becomes of `entity` with these patches on top, below this parent.
    pub(super) fn describe(
        &mut self,
        entity: &'t Entity,
        patches: &[Option<&'t Patch>],
        parent: Parent,
    ) -> Described {
        let patches: Vec<&Patch> = patches.iter().flatten().copied().collect();
        let mut template = &entity.template;
        for patch in &patches {
            if !patch.template.is_absent() {
                template = &patch.template;
            }
        }
        let named = template.set();
        let template = named.and_then(|name| self.templates.index(name));
        let mergeable = template.filter(|&template| !self.templates.is_broken(template));
        let says_nothing =
            entity.fields.is_unset() && patches.iter().all(|patch| patch.fields.is_unset());
        let look = match mergeable {
            None if says_nothing => 0,
            Some(template) if says_nothing => self.plain_look(template),
            _ => {
                let mut fields = match mergeable {
                    Some(template) => self.templates.merged(template).fields.clone(),
                    None => Fields::default(),
                };
                fields.overlay(&entity.fields);
                for patch in &patches {
                    fields.overlay(&patch.fields);
                }
                self.looks.push(fields);
                self.looks.len() as u32 - 1
            }
        };
        let slot = self.slot(look, entity.origin, parent);
        let fields = &self.looks[look as usize];
        let value = if patches.iter().all(|patch| patch.transform.is_absent()) {
            value::node(&entity.transform, fields, slot)
        } else {
            let mut place: Field<Place2> = entity.transform.clone();
            for patch in &patches {
                place.overlay_numbers(&patch.transform);
            }
            value::node(&place, fields, slot)
        };
        Described {
            value,
            template,
            look,
            doubtful: named.is_some() && mergeable.is_none(),
        }
    }

    /// As [`describe`](Self::describe), for an entity whose slot nobody can know yet.
    pub(super) fn describe_outside_of_slots(&mut self, entity: &'t Entity) -> Described {
        let named = entity.template.set();
        let template = named.and_then(|name| self.templates.index(name));
        let mergeable = template.filter(|&template| !self.templates.is_broken(template));
        let mut fields = match mergeable {
            Some(template) => self.templates.merged(template).fields.clone(),
            None => Fields::default(),
        };
        fields.overlay(&entity.fields);
        let value = value::node(&entity.transform, &fields, None);
        self.looks.push(fields);
        Described {
            value,
            template,
            look: self.looks.len() as u32 - 1,
            doubtful: named.is_some() && mergeable.is_none(),
        }
    }

    fn plain_look(&mut self, template: usize) -> u32 {
        if self.plain_looks[template] == NONE {
            let fields = &self.templates.merged(template).fields;
            self.plain_looks[template] = if fields.is_unset() {
                0
            } else {
                self.looks.push(fields.clone());
                self.looks.len() as u32 - 1
            };
        }
        self.plain_looks[template]
    }

    /// The slot that the look names.
    fn slot(&mut self, look: u32, origin: Origin, parent: Parent) -> Option<&'t Slot> {
        let name = self.looks[look as usize].slot.set()?;
        let templates = self.templates;
        let (message, help) = match parent {
            Parent::Doubtful => return None,
            Parent::MadeOf(template) => {
                let slots = &templates.merged(template).slots;
                if let Some(slot) = slots.get(name.as_str()) {
                    return Some(slot);
                }
                (
                    format!(
                        "the template \"{}\" has no slot \"{name}\"",
                        templates.name(template)
                    ),
                    suggest::help(name, slots.keys().copied()),
                )
            }
            Parent::Plain => (
                format!("no slot \"{name}\": the parent is not made of a template"),
                Some("slots are places that the parent's template names".to_owned()),
            ),
            Parent::Nobody => (
                format!("no slot \"{name}\": a root has no parent"),
                Some("slots are places that the parent's template names".to_owned()),
            ),
        };
        let name = name.to_string();
        let place = Whereabouts::value(origin, ["slot"]);
        self.report(Code::UnknownSlot, place, name, message, help);
        None
    }

    /// Forgets the overrides that wait for their children.
    pub(super) fn forget_overrides(&mut self) {
        self.marks.clear();
    }

    /// Reports the overrides that have found no child among `parts`, and forgets all of them.
    /// The entity's own may get other help.
    pub(super) fn settle_overrides(
        &mut self,
        parts: &[Part],
        own_help: impl Fn(&str) -> Option<String>,
    ) {
        if self.marks.iter().all(|mark| mark.matched) {
            self.marks.clear();
            return;
        }
        let paths = self.paths(parts);
        for mark in std::mem::take(&mut self.marks) {
            if mark.matched {
                continue;
            }
            let Mark { path, base, .. } = mark;
            let above = paths.get(base as usize).map(|above| format!("{above}/"));
            let above = above.unwrap_or_default();
            let below = paths
                .iter()
                .filter_map(|path| path.strip_prefix(above.as_str()));
            let has_time = self.findings.has_time_for_help();
            let own_help = || own_help(path).filter(|_| base == NONE);
            let help = has_time.then(|| own_help().or_else(|| suggest::help(path, below)));
            let message = format!("the override \"{path}\" matches no child");
            let place = Whereabouts::key(mark.origin, ["overrides", path]);
            let about = path.to_owned();
            self.report(
                Code::UnmatchedOverride,
                place,
                about,
                message,
                help.flatten(),
            );
        }
    }

    /// Reports children of the same parent with the same name.
    pub(super) fn check_siblings(&mut self, parts: &[Part]) {
        let mut seen = HashSet::new();
        for part in parts {
            let name = self.names[part.name as usize].clone();
            if !seen.insert((part.parent, name.clone())) {
                self.report_twin(part.origin, &name);
            }
        }
    }

    pub(super) fn report_twin(&mut self, origin: Origin, name: &str) {
        let message = format!("a second child is called \"{name}\"");
        let help = "siblings need different names: their ids are {parent}_{name}".to_owned();
        let place = Whereabouts::value(origin, ["name"]);
        self.report(
            Code::DuplicateId,
            place,
            name.to_owned(),
            message,
            Some(help),
        );
    }

    /// Says the same thing about the same place once, however often a template is used.
    fn report(
        &mut self,
        code: Code,
        place: Whereabouts,
        about: String,
        message: String,
        help: Option<String>,
    ) {
        if self.reported.insert((format!("{place:?}"), about)) {
            self.findings.add(place, code, message, help);
        }
    }

    /// The names below, as paths; some of them, if there are many.
    fn paths(&self, parts: &[Part]) -> Vec<String> {
        let mut paths: Vec<String> = Vec::new();
        for part in parts.iter().take(200) {
            let name = &self.names[part.name as usize];
            let path = match paths.get(part.parent as usize) {
                Some(above) => format!("{above}/{name}"),
                None => name.to_string(),
            };
            paths.push(path);
        }
        paths
    }

    fn name_index(&mut self, entity: &'t Entity, name: &str) -> u32 {
        let names = &mut self.names;
        *self
            .name_indexes
            .entry(std::ptr::from_ref(entity))
            .or_insert_with(|| {
                names.push(name.into());
                names.len() as u32 - 1
            })
    }
}
