//! From a [`Document`] to a [`Plan`]: templates are unfolded, slots filled, overrides applied,
//! ids made and parents found.
//!
//! What will come out is counted before anything is unfolded. Everything that does not fit
//! together is reported at once; then there is no plan.

mod few;
mod parents;
mod templates;
mod unfold;
pub(crate) mod value;

use std::collections::HashSet;

use crate::diagnostic::{Code, Diagnostics};
use crate::document::{Document, Entity};
use crate::finding::{Findings, Whereabouts};
use crate::ids::{IdHash, IdTable};
use crate::json::Text;
use crate::plan::{NONE, Plan, Planned, Roster};
use crate::read::{MOST_ENTITIES, most_entities};

use templates::Templates;
use unfold::{Described, Parent, Part, Unfolder};

pub(crate) use few::{Above, Few, Wanted, resolve_few};

/// Makes sense of a document.
///
/// # Errors
/// Everything about it that does not fit together. For places in the text, use
/// [`load`](crate::load).
pub fn resolve(document: &Document) -> Result<Plan, Diagnostics> {
    let mut findings = Findings::default();
    let plan = resolve_into(document, &mut findings);
    match plan {
        Some(plan) if !findings.has_errors() => Ok(plan),
        _ => Err(findings.into_diagnostics(None)),
    }
}

/// As [`resolve`]; what is wrong is added to `findings`.
pub(crate) fn resolve_into(document: &Document, findings: &mut Findings) -> Option<Plan> {
    resolve_entities(document, &document.entities, findings)
}

/// As [`resolve_into`], with other entities than the document's.
pub(crate) fn resolve_entities(
    document: &Document,
    entities: &[Entity],
    findings: &mut Findings,
) -> Option<Plan> {
    let templates = Templates::new(document, findings);
    let written = Written::new(entities, &templates, findings);
    let unfolds = written.is_within_budget(document, &templates, findings);

    let mut unfolder = Unfolder::new(&templates, findings);
    for template in 0..templates.len() {
        if !templates.is_broken(template) {
            let parts = unfolder.unfold(template, Vec::new(), true);
            unfolder.check_siblings(&parts);
            unfolder.settle_overrides(&parts, |_| None);
        }
    }
    if !unfolds {
        return None;
    }
    let mut planning = Planning {
        // With some room for those that an editor may add.
        nodes: Vec::with_capacity(written.total as usize / 16 * 17 + 16),
        unfolder,
        blocks: templates_blocks(templates.len()),
        flats: Vec::new(),
    };
    planning.entities(entities);
    let mut table = planning.make_table();
    let Planning {
        mut nodes,
        unfolder,
        flats,
        ..
    } = planning;
    let Unfolder {
        names,
        looks,
        findings,
        ..
    } = unfolder;
    parents::find(&mut nodes, &names, &table, &flats, findings);
    fill_slots(&mut nodes, &looks, &flats, &templates, findings);
    if findings.has_errors() || !parents::sort(&mut nodes, &mut table) {
        parents::report_cycles(&nodes, &names, findings);
        return None;
    }
    if findings.has_errors() {
        return None; // a slot that only a flat child asks for
    }
    Some(Plan {
        nodes,
        names,
        looks,
        templates: document.templates.keys().cloned().collect(),
        table,
        total: written.total,
    })
}

/// The entities that were written, and how many there will be.
struct Written<'d> {
    entities: &'d [Entity],
    total: u64,
}

impl<'d> Written<'d> {
    /// Checks the templates that entities name, and counts.
    fn new(entities: &'d [Entity], templates: &Templates<'_>, findings: &mut Findings) -> Self {
        let mut total = 0_u64;
        let mut open = vec![entities.iter()];
        while let Some(innermost) = open.last_mut() {
            let Some(entity) = innermost.next() else {
                open.pop();
                continue;
            };
            total = total.saturating_add(Self::count(entity, templates));
            templates.check_entity(entity, findings);
            if !entity.children.is_empty() {
                open.push(entity.children.iter());
            }
        }
        Self { entities, total }
    }

    fn count(entity: &Entity, templates: &Templates<'_>) -> u64 {
        let count = |name: &Text| {
            templates
                .index(name)
                .map_or(0, |index| templates.count(index))
        };
        let own = entity.template.set().map_or(0, count);
        Self::weight(own, entity, templates)
    }

    /// As how many entities one counts if `own` come out of its template.
    fn weight(own: u64, entity: &Entity, templates: &Templates<'_>) -> u64 {
        if entity.overrides.is_empty() {
            return own.max(1);
        }
        let swapped = entity.overrides.values().flatten();
        let swapped = swapped.filter_map(|patch| templates.index(patch.template.set()?));
        swapped.fold(own.max(1), |sum, index| {
            sum.saturating_add(templates.count(index))
        })
    }

    fn is_within_budget(
        &self,
        document: &Document,
        templates: &Templates<'_>,
        findings: &mut Findings,
    ) -> bool {
        let most = u64::from(most_entities(document));
        if self.total <= most {
            return true;
        }
        let count = |entity: &&Entity| Self::count(entity, templates);
        let largest = self.entities.iter().max_by_key(count);
        let place = match largest {
            Some(entity) => Whereabouts::value(entity.origin, ["template"]),
            None => Whereabouts::value(document.origin, ["entities"]),
        };
        let total = match self.total {
            u64::MAX => "more entities than can be counted".to_owned(),
            total => format!("{total} entities"),
        };
        let message = format!("{total} would come out of the document, and {most} are allowed");
        let help = if most == u64::from(MOST_ENTITIES) {
            "no document may have more; the most come out of this one".to_owned()
        } else {
            let raise = "or raise \"limits\": { \"maxEntities\": … }";
            format!("the most come out of this one; use fewer, {raise}")
        };
        findings.add(place, Code::BudgetExceeded, message, help);
        false
    }
}

/// What comes out of a template that nobody overrides, once it has been unfolded.
type Blocks = Vec<Option<Vec<Part>>>;

fn templates_blocks(templates: usize) -> Blocks {
    (0..templates).map(|_| None).collect()
}

/// A plan in the making.
struct Planning<'t, 'd> {
    nodes: Vec<Planned>,
    unfolder: Unfolder<'t, 'd>,
    blocks: Blocks,
    /// Entities that name their parent.
    flats: Vec<(u32, &'t Entity)>,
}

impl<'t> Planning<'t, '_> {
    /// Lists all entities, each followed by what comes out of its template and what is nested in it.
    fn entities(&mut self, entities: &'t [Entity]) {
        let mut open = vec![(entities.iter().zip(0..), NONE)];
        while let Some((rest, parent)) = open.last_mut() {
            let parent = *parent;
            let Some((entity, index)) = rest.next() else {
                open.pop();
                continue;
            };
            let node = self.entity(entity, parent, index);
            self.parts(node, entity);
            if !entity.children.is_empty() {
                open.push((entity.children.iter().zip(0..), node));
            }
        }
    }

    /// Lists a written entity, which is the one with this index in its list.
    fn entity(&mut self, entity: &'t Entity, parent: u32, index: u32) -> u32 {
        let flat = parent == NONE && entity.parent.is_some();
        let above = self.nodes.get(parent as usize);
        let slots = match above {
            None => Parent::Nobody,
            Some(above) if above.doubtful => Parent::Doubtful,
            Some(above) if above.template == NONE => Parent::Plain,
            Some(above) => Parent::MadeOf(above.template as usize),
        };
        let above_hash = above.map(|above| above.hash);
        let described = if flat && entity.fields.slot.set().is_some() {
            self.unfolder.describe_outside_of_slots(entity)
        } else {
            self.unfolder.describe(entity, &[], slots)
        };
        let node = self.list(entity, &described, above_hash);
        let planned = &mut self.nodes[node as usize];
        (planned.parent, planned.index, planned.flat) = (parent, index, flat);
        if flat {
            self.flats.push((node, entity));
        }
        node
    }

    /// Lists a written entity that has been described, below somebody whose id has this hash.
    fn list(&mut self, entity: &Entity, described: &Described, above: Option<IdHash>) -> u32 {
        let node = self.nodes.len() as u32;
        let names = &mut self.unfolder.names;
        let mut keep = |text: &str| {
            names.push(text.into());
            names.len() as u32 - 1
        };
        let (id, name, hash) = match (&entity.id, above) {
            (Some(id), _) => {
                let index = keep(id);
                let name = entity.name.as_ref().map_or(index, |name| keep(name));
                (index, name, IdHash::of(id))
            }
            (None, Some(above)) => {
                let name = entity.name.as_deref().unwrap_or_default();
                (NONE, keep(name), above.child(name))
            }
            (None, None) => (0, 0, IdHash::of("")), // said by the reader
        };
        let templates = self.unfolder.templates;
        let own = described.template.map_or(0, |own| templates.count(own));
        let weight = Written::weight(own, entity, templates);
        self.nodes.push(Planned {
            value: described.value,
            hash,
            parent: NONE,
            name,
            id,
            template: described.template.map_or(NONE, |template| template as u32),
            look: described.look,
            written: true,
            flat: false,
            doubtful: described.doubtful,
            index: 0,
            weight: u32::try_from(weight).unwrap_or(u32::MAX),
            origin: entity.origin,
        });
        node
    }

    /// Lists what comes out of the template of `node`.
    fn parts(&mut self, node: u32, entity: &'t Entity) {
        let Planned { template, hash, .. } = self.nodes[node as usize];
        let template = Some(template as usize)
            .filter(|&template| template < self.blocks.len())
            .filter(|&template| !self.unfolder.templates.is_broken(template));
        let unfolder = &mut self.unfolder;
        if entity.overrides.is_empty() {
            let Some(template) = template else {
                return;
            };
            let block = self.blocks[template]
                .get_or_insert_with(|| unfolder.unfold(template, Vec::new(), false));
            add_parts(&mut self.nodes, node, hash, block);
            return;
        }
        let mut active = Vec::new();
        unfolder.activate(&entity.overrides, entity.origin, NONE, &mut active);
        let parts = match template {
            Some(template) => unfolder.unfold(template, active, false),
            None if entity.template.set().is_some() => {
                unfolder.forget_overrides(); // the template is what is wrong
                Vec::new()
            }
            None => Vec::new(),
        };
        add_parts(&mut self.nodes, node, hash, &parts);
        unfolder.settle_overrides(&parts, |path| {
            let first = path.split('/').next();
            let is_nested = entity.children.iter().any(|child| child.called() == first);
            if is_nested {
                Some("it is written here: change it there".to_owned())
            } else if entity.template.set().is_none() {
                Some("overrides change what comes out of a template, and there is none".to_owned())
            } else {
                None
            }
        });
    }

    /// All nodes by id; two with the same one are reported.
    fn make_table(&mut self) -> IdTable {
        let mut table = IdTable::with_capacity(self.nodes.len());
        let mut twins = Vec::new();
        let roster = Roster {
            nodes: &self.nodes,
            names: &self.unfolder.names,
        };
        for (node, planned) in self.nodes.iter().enumerate() {
            let own = if planned.id == NONE {
                planned.name
            } else {
                planned.id
            };
            if roster.names[own as usize].is_empty() {
                continue; // said by the reader
            }
            if let Some(twin) = table.insert(&roster, node as u32, planned.hash) {
                twins.push((node as u32, twin));
            }
        }
        let mut doubled = HashSet::new();
        for (node, twin) in twins {
            doubled.insert(node);
            self.report_twins(node, twin, &doubled);
        }
        table
    }

    /// Reports that two nodes have the same id, unless that follows from what was said.
    fn report_twins(&mut self, node: u32, twin: u32, doubled: &HashSet<u32>) {
        let nodes = &self.nodes;
        let (planned, twin) = (nodes[node as usize], nodes[twin as usize]);
        if planned.id == NONE && doubled.contains(&planned.parent) {
            return;
        }
        if !planned.written && !twin.written && planned.parent == twin.parent {
            let name = self.unfolder.names[planned.name as usize].clone();
            self.unfolder.report_twin(planned.origin, &name);
            return;
        }
        let mut written = node;
        while !nodes[written as usize].written {
            written = nodes[written as usize].parent;
        }
        let roster = Roster {
            nodes,
            names: &self.unfolder.names,
        };
        let mut id = String::new();
        crate::ids::write_id(&roster, node, &mut id);
        let mut message = format!("a second entity is called \"{id}\"");
        match (planned.written, twin.written) {
            (true, true) => {}
            (true, false) => message.push_str("; the first comes out of a template"),
            (false, true) => message.push_str(", out of this one's template"),
            (false, false) => message.push_str(", out of this one's template; so does the first"),
        }
        let origin = nodes[written as usize].origin;
        let key = if planned.id == NONE && planned.written {
            "name"
        } else {
            "id"
        };
        let help = "ids are unique; a child without one is {parent}_{name}".to_owned();
        let place = Whereabouts::value(origin, [key]);
        self.unfolder
            .findings
            .add(place, Code::DuplicateId, message, help);
    }
}

fn add_parts(nodes: &mut Vec<Planned>, owner: u32, hash: IdHash, parts: &[Part]) {
    let first = nodes.len() as u32;
    nodes.extend(parts.iter().map(|part| Planned {
        value: part.value,
        hash: hash.then_suffix(part.suffix),
        parent: match part.parent {
            NONE => owner,
            parent => first + parent,
        },
        name: part.name,
        id: NONE,
        template: part.template,
        look: part.look,
        written: false,
        flat: false,
        doubtful: part.doubtful,
        index: 0,
        weight: 0,
        origin: part.origin,
    }));
}

/// Gives entities that name their parent, and a slot of it, their place.
fn fill_slots(
    nodes: &mut [Planned],
    looks: &[crate::Fields],
    flats: &[(u32, &Entity)],
    templates: &Templates<'_>,
    findings: &mut Findings,
) {
    for &(node, entity) in flats {
        let Some(name) = entity.fields.slot.set() else {
            continue;
        };
        let planned = nodes[node as usize];
        let Some(above) = nodes.get(planned.parent as usize) else {
            continue; // said before
        };
        let above_template = above.template as usize;
        let is_broken = above.template != NONE && templates.is_broken(above_template);
        if above.doubtful || is_broken {
            continue;
        }
        let above = above.template;
        let slots = (above != NONE).then(|| &templates.merged(above as usize).slots);
        let Some(slot) = slots.and_then(|slots| slots.get(name.as_str())) else {
            let message = format!(
                "the parent \"{}\" has no slot \"{name}\"",
                entity.parent.as_deref().unwrap_or_default()
            );
            let help = slots.and_then(|slots| crate::suggest::help(name, slots.keys().copied()));
            findings.add(
                Whereabouts::value(entity.origin, ["slot"]),
                Code::UnknownSlot,
                message,
                help,
            );
            continue;
        };
        let fields = &looks[planned.look as usize];
        nodes[node as usize].value = value::node(&entity.transform, fields, Some(slot));
    }
}
