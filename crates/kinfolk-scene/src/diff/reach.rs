//! Which entities feel a change of a template.
//!
//! A template reaches whatever is made of it: templates that extend it or have it in a child or
//! an override, those that these reach, and the written entities made of any of them.

use std::collections::HashMap;

use crate::document::{Document, Entity, Overrides};
use crate::json::Text;

use crate::family::Family;

pub(super) struct Reach<'d> {
    /// The templates that are made of a template.
    variants: HashMap<&'d str, Vec<&'d str>>,
    /// How many entities name a template as their own.
    entities: HashMap<&'d str, usize>,
    /// Entities that override a child with a template: by that template, their number and their
    /// own template.
    overriders: HashMap<&'d str, Vec<(usize, Option<&'d str>)>>,
}

impl<'d> Reach<'d> {
    pub(super) fn of(document: &'d Document) -> Self {
        let mut reach = Self {
            variants: HashMap::new(),
            entities: HashMap::new(),
            overriders: HashMap::new(),
        };
        for (name, template) in &document.templates {
            let mut made_of: Vec<&str> = template.extends.as_deref().into_iter().collect();
            made_of.extend(patched(&template.overrides));
            for member in &Family::of_children(&template.children).members {
                made_of.extend(own(member.entity));
                made_of.extend(patched(&member.entity.overrides));
            }
            for other in made_of {
                reach.variants.entry(other).or_default().push(name);
            }
        }
        let mut open = vec![document.entities.iter()];
        let mut number = 0;
        while let Some(rest) = open.last_mut() {
            let Some(entity) = rest.next() else {
                open.pop();
                continue;
            };
            number += 1;
            if let Some(template) = own(entity) {
                *reach.entities.entry(template).or_default() += 1;
            }
            for template in patched(&entity.overrides) {
                let overriders = reach.overriders.entry(template).or_default();
                overriders.push((number, own(entity)));
            }
            if !entity.children.is_empty() {
                open.push(entity.children.iter());
            }
        }
        reach
    }

    /// How many entities feel a change of this template.
    pub(super) fn instances(&mut self, template: &str) -> usize {
        let mut reached: HashMap<&str, ()> = HashMap::from([(template, ())]);
        let mut order = vec![template];
        let mut next = 0;
        while let Some(template) = order.get(next) {
            next += 1;
            for variant in self.variants.get(template).into_iter().flatten() {
                if reached.insert(variant, ()).is_none() {
                    order.push(variant);
                }
            }
        }
        let named = order
            .iter()
            .filter_map(|template| self.entities.get(template));
        let named: usize = named.sum();
        let overriders = order
            .iter()
            .filter_map(|template| self.overriders.get(template));
        let mut others: Vec<usize> = overriders
            .flatten()
            .filter(|(_, own)| own.is_none_or(|own| !reached.contains_key(own)))
            .map(|(number, _)| *number)
            .collect();
        others.sort_unstable();
        others.dedup();
        named + others.len()
    }
}

fn own(entity: &Entity) -> Option<&str> {
    entity.template.set().map(Text::as_str)
}

fn patched(overrides: &Overrides) -> impl Iterator<Item = &str> {
    let patches = overrides.values().flatten();
    patches.filter_map(|patch| patch.template.set().map(Text::as_str))
}
