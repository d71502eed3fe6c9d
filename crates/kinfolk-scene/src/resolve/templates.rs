//! Templates among themselves: who contains whom, how deep, and how many entities come out.
//!
//! Everything here is asked once per template, however often it is used, so a template
//! bomb is recognised by arithmetic and never unfolded.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use indexmap::IndexMap;

use crate::diagnostic::Code;
use crate::document::{Document, Entity, Fields, Overrides, Slot, Template};
use crate::finding::{Findings, Origin, Whereabouts};
use crate::json::Text;
use crate::keys::Key;
use crate::suggest;

/// So many templates may extend each other in a row.
const LONGEST_CHAIN: usize = 32;

/// The templates of a document, by index.
pub(super) struct Templates<'d> {
    all: &'d IndexMap<Text, Template>,
    summaries: Vec<Summary>,
    merged: Vec<OnceCell<Merged<'d>>>,
    /// So many levels may come out of one.
    most_levels: u64,
}

#[derive(Clone, Copy, Default)]
struct Summary {
    /// How many entities come out, at most.
    count: u64,
    /// How many levels of children.
    depth: u64,
    /// How many templates in a row extend each other, down to this one.
    chain: usize,
    /// Whether it cannot be unfolded.
    broken: bool,
}

/// A template with all that it extends.
pub(super) struct Merged<'d> {
    pub(super) fields: Fields,
    pub(super) slots: IndexMap<&'d str, &'d Slot>,
    pub(super) children: Vec<Child<'d>>,
    /// From the template extended first to this one, with where they were written.
    pub(super) overrides: Vec<(Origin, &'d Overrides)>,
}

/// A child as one template wrote it, or as several did.
pub(super) enum Child<'d> {
    Written(&'d Entity),
    Refined(Box<Entity>),
}

impl Child<'_> {
    pub(super) fn entity(&self) -> &Entity {
        match self {
            Child::Written(entity) => entity,
            Child::Refined(entity) => entity,
        }
    }
}

impl<'d> Templates<'d> {
    /// Looks at all templates; what is wrong between them goes to `findings`.
    pub(super) fn new(document: &'d Document, findings: &mut Findings) -> Self {
        let all = &document.templates;
        let most = document.limits.as_ref().and_then(|limits| limits.max_depth);
        let mut templates = Self {
            all,
            summaries: vec![Summary::default(); all.len()],
            merged: all.iter().map(|_| OnceCell::new()).collect(),
            most_levels: u64::from(most.unwrap_or(10)),
        };
        templates.check_names(findings);
        templates.summarise(findings);
        templates.check_depths(findings);
        templates
    }

    pub(super) fn index(&self, name: &str) -> Option<usize> {
        self.all.get_index_of(name)
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn template(&self, index: usize) -> &'d Template {
        &self.all[index]
    }

    pub(super) fn name(&self, index: usize) -> &'d str {
        match self.all.get_index(index) {
            Some((name, _)) => name,
            None => "",
        }
    }

    /// How many entities come out of it, at most.
    pub(super) fn count(&self, index: usize) -> u64 {
        self.summaries[index].count
    }

    /// Whether it cannot be unfolded.
    pub(super) fn is_broken(&self, index: usize) -> bool {
        self.summaries[index].broken
    }

    /// Help for a name that no template has.
    pub(super) fn help(&self, name: &str) -> Option<String> {
        suggest::help(name, self.all.keys().map(Text::as_str))
    }

    /// The template and all that it extends, in one. Not for broken ones.
    pub(super) fn merged(&self, index: usize) -> &Merged<'d> {
        let mut chain = vec![index];
        let mut outermost = index;
        while self.merged[outermost].get().is_none()
            && let Some(base) = self.base(outermost)
        {
            chain.push(base);
            outermost = base;
        }
        for &index in chain.iter().rev() {
            self.merged[index].get_or_init(|| {
                let base = self.base(index).and_then(|base| self.merged[base].get());
                merge(self.template(index), base)
            });
        }
        match self.merged[index].get() {
            Some(merged) => merged,
            None => unreachable!("every template of the chain was merged just now"),
        }
    }

    fn base(&self, index: usize) -> Option<usize> {
        self.index(self.template(index).extends.as_deref()?)
    }

    /// Whether every template that is named is there.
    fn check_names(&self, findings: &mut Findings) {
        for (_, template) in self.all {
            if let Some(base) = &template.extends {
                let place = Whereabouts::value(template.origin, ["extends"]);
                self.check_name(base, place, findings);
            }
            self.check_overrides(&template.overrides, template.origin, findings);
            each_below(&template.children, |child, _| {
                self.check_entity(child, findings)
            });
        }
    }

    /// Whether the templates that an entity names, itself or in an override, are there.
    pub(super) fn check_entity(&self, entity: &Entity, findings: &mut Findings) {
        if let Some(name) = entity.template.set() {
            let place = Whereabouts::value(entity.origin, ["template"]);
            self.check_name(name, place, findings);
        }
        for (used, level) in self.swapped_in(&entity.overrides, 0) {
            let depth = level.saturating_add(self.summaries[used].depth);
            if depth > self.most_levels && self.summaries[used].depth <= self.most_levels {
                let message = format!(
                    "with this override the entity is {depth} levels deep, and {} are allowed",
                    self.most_levels
                );
                let help = format!("flatten it, or raise \"limits\": {{ \"maxDepth\": {depth} }}");
                let place = Whereabouts::value(entity.origin, ["overrides"]);
                findings.add(place, Code::DepthExceeded, message, help);
            }
        }
        self.check_overrides(&entity.overrides, entity.origin, findings);
    }

    /// Whether the templates that overrides put in the place of others are there.
    fn check_overrides(&self, overrides: &Overrides, origin: Origin, findings: &mut Findings) {
        for (path, patch) in overrides.iter() {
            if let Some(name) = patch.as_ref().and_then(|patch| patch.template.set()) {
                let place = Whereabouts::value(origin, ["overrides", path, "template"]);
                self.check_name(name, place, findings);
            }
        }
    }

    fn check_name(&self, name: &str, place: Whereabouts, findings: &mut Findings) {
        if self.index(name).is_some() {
            return;
        }
        let help = if findings.has_time_for_help() {
            self.help(name)
        } else {
            None
        };
        let message = format!("no template \"{name}\"");
        findings.add(place, Code::UnknownTemplate, message, help);
    }

    /// Counts and measures every template after those that it uses, and finds cycles.
    fn summarise(&mut self, findings: &mut Findings) {
        #[derive(Clone, Copy, PartialEq)]
        enum Seen {
            No,
            OnPath,
            Done,
        }
        let mut seen = vec![Seen::No; self.len()];
        for start in 0..self.len() {
            if seen[start] != Seen::No {
                continue;
            }
            seen[start] = Seen::OnPath;
            let mut path = vec![(start, self.uses(start), 0)];
            while let Some((index, uses, next)) = path.last_mut() {
                let index = *index;
                let Some(&(used, _)) = uses.get(*next) else {
                    let (_, uses, _) = match path.pop() {
                        Some(done) => done,
                        None => return,
                    };
                    self.summaries[index] = self.summary(index, &uses);
                    seen[index] = Seen::Done;
                    continue;
                };
                *next += 1;
                match seen[used] {
                    Seen::Done => {}
                    Seen::No => {
                        seen[used] = Seen::OnPath;
                        path.push((used, self.uses(used), 0));
                    }
                    Seen::OnPath => {
                        let on_path: Vec<_> = path.iter().map(|&(index, ..)| index).collect();
                        let from = on_path.iter().position(|&on_path| on_path == used);
                        let cycle = &on_path[from.unwrap_or(0)..];
                        for &index in cycle {
                            self.summaries[index].broken = true;
                        }
                        self.report_cycle(cycle, used, findings);
                    }
                }
            }
        }
    }

    fn report_cycle(&self, cycle: &[usize], closed_by: usize, findings: &mut Findings) {
        let last = cycle.last().copied().unwrap_or(closed_by);
        let mut names: Vec<_> = cycle.iter().map(|&index| self.name(index)).collect();
        if names.len() > 20 {
            names.splice(10..names.len() - 9, ["…"]);
        }
        names.push(self.name(closed_by));
        let template = self.template(last);
        let mut place = Whereabouts::value(template.origin, ["overrides"]);
        each_below(&template.children, |child, _| {
            let used = child.template.set().and_then(|name| self.index(name));
            if used == Some(closed_by) {
                place = Whereabouts::value(child.origin, ["template"]);
            }
            let swapped = self.swapped_in(&child.overrides, 0);
            if swapped.iter().any(|&(used, _)| used == closed_by) {
                place = Whereabouts::value(child.origin, ["overrides"]);
            }
        });
        if self.base(last) == Some(closed_by) {
            place = Whereabouts::value(template.origin, ["extends"]);
        }
        let (message, help) = match cycle {
            [_] => ("a template is made of itself", "take this link out"),
            _ => (
                "templates are made of each other",
                "take one of these links out",
            ),
        };
        let message = format!("{message}: {}", names.join(" → "));
        findings.add(place, Code::TemplateCycle, message, help.to_owned());
    }

    /// The templates that a template is made of, with the level where.
    fn uses(&self, index: usize) -> Vec<(usize, u64)> {
        let template = self.template(index);
        let mut uses: Vec<_> = self.base(index).map(|base| (base, 0)).into_iter().collect();
        uses.extend(self.swapped_in(&template.overrides, 0));
        each_below(&template.children, |child, level| {
            if let Some(used) = child.template.set().and_then(|name| self.index(name)) {
                uses.push((used, level));
            }
            uses.extend(self.swapped_in(&child.overrides, level));
        });
        uses
    }

    /// The templates that overrides put in the place of others, with the level where.
    fn swapped_in(&self, overrides: &Overrides, level: u64) -> Vec<(usize, u64)> {
        let swapped = |(path, patch): (&Text, &Option<crate::Patch>)| {
            let name = patch.as_ref()?.template.set()?;
            let levels = path.split('/').count() as u64;
            Some((self.index(name)?, level + levels))
        };
        overrides.iter().filter_map(swapped).collect()
    }

    fn summary(&self, index: usize, uses: &[(usize, u64)]) -> Summary {
        let mut summary = Summary {
            broken: self.summaries[index].broken,
            chain: 1,
            ..Summary::default()
        };
        let mut without_template = 1;
        let base = self.base(index);
        if let Some(base) = base {
            without_template = 0; // the base's root is this one's
            summary.chain = self.summaries[base].chain + 1;
        }
        each_below(&self.template(index).children, |child, level| {
            summary.depth = summary.depth.max(level);
            let known = child.template.set().and_then(|name| self.index(name));
            without_template += u64::from(known.is_none());
        });
        summary.count = without_template;
        for &(used, level) in uses {
            let used = &self.summaries[used];
            summary.count = summary.count.saturating_add(used.count);
            summary.depth = summary.depth.max(level.saturating_add(used.depth));
            summary.broken |= used.broken;
        }
        summary.broken |= summary.chain > LONGEST_CHAIN;
        summary
    }

    fn check_depths(&mut self, findings: &mut Findings) {
        let most = self.most_levels;
        for index in 0..self.len() {
            let Summary { depth, chain, .. } = self.summaries[index];
            let origin = self.template(index).origin;
            if chain == LONGEST_CHAIN + 1 {
                findings.add(
                    Whereabouts::value(origin, ["extends"]),
                    Code::DepthExceeded,
                    format!("more than {LONGEST_CHAIN} templates extend each other in a row"),
                    Some("extend an earlier one".to_owned()),
                );
            }
            if depth <= most {
                continue;
            }
            self.summaries[index].broken = true;
            let deepest = |&(used, _): &(usize, u64)| self.summaries[used].depth > most;
            if self.uses(index).iter().any(deepest) {
                continue; // said there
            }
            let message = format!(
                "the template \"{}\" is {depth} levels deep, and {most} are allowed",
                self.name(index)
            );
            let help = format!("flatten it, or raise \"limits\": {{ \"maxDepth\": {depth} }}");
            findings.add(
                Whereabouts::value(origin, ["children"]),
                Code::DepthExceeded,
                message,
                help,
            );
        }
    }
}

/// Calls `visit` for all entities below, with their level, from 1.
fn each_below<'d>(children: &'d [Entity], mut visit: impl FnMut(&'d Entity, u64)) {
    let mut open = vec![children.iter()];
    while let Some(innermost) = open.last_mut() {
        let Some(child) = innermost.next() else {
            open.pop();
            continue;
        };
        visit(child, open.len() as u64);
        if !child.children.is_empty() {
            open.push(child.children.iter());
        }
    }
}

fn merge<'d>(template: &'d Template, base: Option<&Merged<'d>>) -> Merged<'d> {
    let mut merged = Merged {
        fields: Fields::default(),
        slots: IndexMap::new(),
        children: Vec::new(),
        overrides: Vec::new(),
    };
    if let Some(base) = base {
        merged.fields.clone_from(&base.fields);
        merged.slots.clone_from(&base.slots);
        merged.overrides.clone_from(&base.overrides);
        let copied = base.children.iter().map(|child| match child {
            Child::Written(entity) => Child::Written(entity),
            Child::Refined(entity) => Child::Refined(entity.clone()),
        });
        merged.children.extend(copied);
    }
    merged.fields.overlay(&template.fields); // also over nothing: nulls have no meaning left
    forget_misplaced(&mut merged.fields);
    let slots = template
        .slots
        .iter()
        .map(|(name, slot)| (name.as_str(), slot));
    merged.slots.extend(slots);
    if !template.overrides.is_empty() {
        merged
            .overrides
            .push((template.origin, &template.overrides));
    }
    if merged.children.is_empty() {
        merged
            .children
            .extend(template.children.iter().map(Child::Written));
        return merged;
    }
    let mut by_name: HashMap<_, _> = merged
        .children
        .iter()
        .enumerate()
        .map(|(index, child)| (child.entity().called().map(Text::from), index))
        .collect();
    for child in &template.children {
        match by_name.remove(&child.called().map(Text::from)) {
            Some(index) => {
                let mut refined = merged.children[index].entity().clone();
                refine(&mut refined, child);
                merged.children[index] = Child::Refined(Box::new(refined));
            }
            None => merged.children.push(Child::Written(child)),
        }
    }
    merged
}

/// A template's `slot` or `transform` means nothing, and must not begin to on an instance.
fn forget_misplaced(fields: &mut Fields) {
    let misplaced: Vec<Text> = fields
        .extra
        .iter()
        .map(|(key, _)| key)
        .filter(|key| Key::of(key).is_some())
        .map(Text::from)
        .collect();
    for key in misplaced {
        fields.extra.remove(&key);
    }
}

/// Lays what a variant says about a child over what it was.
fn refine(base: &mut Entity, over: &Entity) {
    base.template.overlay(&over.template);
    base.transform.overlay_numbers(&over.transform);
    base.fields.overlay(&over.fields);
    for (path, patch) in over.overrides.iter() {
        match (base.overrides.get_mut(path), patch) {
            (Some(Some(below)), Some(patch)) => {
                below.template.overlay(&patch.template);
                below.transform.overlay_numbers(&patch.transform);
                below.fields.overlay(&patch.fields);
            }
            _ => {
                base.overrides.insert(path.clone(), patch.clone());
            }
        }
    }
    base.origin = over.origin;
    if over.children.is_empty() {
        return;
    }
    let mut by_name = HashMap::with_capacity(base.children.len());
    for (index, child) in base.children.iter().enumerate() {
        by_name
            .entry(child.called().map(Text::from))
            .or_insert(index);
    }
    for child in &over.children {
        match by_name.entry(child.called().map(Text::from)) {
            Entry::Occupied(twin) => refine(&mut base.children[*twin.get()], child),
            Entry::Vacant(free) => {
                free.insert(base.children.len());
                base.children.push(child.clone());
            }
        }
    }
}
