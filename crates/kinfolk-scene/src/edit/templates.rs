//! Edits of templates. Whoever names one, or a child of one, follows.

use indexmap::IndexMap;

use crate::document::{Entity, Field, Overrides, Template};
use crate::finding::Origin;
use crate::json::{Json, Object, Text};
use crate::keys::Holder;
use crate::read;
use crate::suggest;
use crate::write;

use super::EditRefused;
use super::step::{Address, Home, Step};
use super::work_out::{Desk, put, refuse_no_name, refuse_slash, unwritten};

impl Desk<'_> {
    pub(super) fn add_template(&mut self, name: &str, value: &Json) -> Result<(), EditRefused> {
        refuse_no_name(name)?;
        self.refuse_template(name)?;
        let text = write::json_to_string(value);
        let mut template = read::read_template(&text, name).map_err(EditRefused::Wrong)?;
        template.origin = Origin::NOWHERE;
        template.children = template.children.into_iter().map(unwritten).collect();
        let last = self.document.own_templates_len();
        self.take(Step::PutTemplate(last, name.into(), Box::new(template)))
    }

    /// Refuses the name of a template that is there.
    pub(super) fn refuse_template(&self, name: &str) -> Result<(), EditRefused> {
        if self.document.templates.contains_key(name) {
            return Err(EditRefused::Senseless(format!(
                "there is a template \"{name}\" already"
            )));
        }
        Ok(())
    }

    pub(super) fn remove_template(&mut self, name: &str) -> Result<(), EditRefused> {
        self.template(name)?;
        self.take(Step::TakeTemplate(name.into()))
    }

    pub(super) fn set_template(
        &mut self,
        name: &str,
        child: Option<&str>,
        key: &[Text],
        value: Option<&Json>,
    ) -> Result<(), EditRefused> {
        if let Some(first @ ("id" | "children" | "parent")) = key.first().map(Text::as_str) {
            return Err(EditRefused::Senseless(format!(
                "\"{first}\" is not set; add, remove or rename instead"
            )));
        }
        if let Some(child) = child {
            if key.first().is_some_and(|first| first == "name") {
                return Err(EditRefused::Senseless(
                    "a name is not set; rename the child instead".to_owned(),
                ));
            }
            let address = self.child(name, child)?;
            let entity = self.entity(&address)?;
            let origin = entity.origin;
            let mut object = Self::as_json(entity, false);
            let mut key = key.to_vec();
            if key.first().is_some_and(|first| first == "transform") {
                key[0] = "localTransform".into();
            }
            put(&mut object, &key, value)?;
            let mut changed = Self::read_entity(&Json::Object(object), Holder::TemplateChild)?;
            changed.origin = origin;
            return self.take(Step::Change(address, Box::new(changed)));
        }
        let template = self.template(name)?;
        let origin = template.origin;
        let text = write::template_to_string(template);
        let mut object = match text.parse() {
            Ok(Json::Object(object)) => object,
            _ => Object::new(),
        };
        put(&mut object, key, value)?;
        let text = write::json_to_string(&Json::Object(object));
        let mut changed = read::read_template(&text, name).map_err(EditRefused::Wrong)?;
        changed.origin = origin;
        self.take(Step::ChangeTemplate(
            name.into(),
            name.into(),
            Box::new(changed),
        ))
    }

    pub(super) fn add_child(
        &mut self,
        name: &str,
        child: Option<&str>,
        entity: &Json,
        index: Option<usize>,
    ) -> Result<(), EditRefused> {
        let entity = Self::read_entity(entity, Holder::TemplateChild)?;
        let (address, siblings) = match child {
            Some(child) => {
                let above = self.child(name, child)?;
                let siblings = self.entity(&above)?.children.len();
                (above.child(0), siblings)
            }
            None => {
                let siblings = self.template(name)?.children.len();
                let home = Home::Template(name.into());
                (
                    Address {
                        home,
                        path: vec![0],
                    },
                    siblings,
                )
            }
        };
        let mut address = address;
        if let Some(last) = address.path.last_mut() {
            *last = index.unwrap_or(siblings).min(siblings);
        }
        self.take(Step::Put(address, Box::new(entity)))
    }

    pub(super) fn remove_child(&mut self, name: &str, child: &str) -> Result<(), EditRefused> {
        let address = self.child(name, child)?;
        self.take(Step::Take(address))
    }

    fn template(&self, name: &str) -> Result<&Template, EditRefused> {
        let templates = &self.document.templates;
        templates.get(name).ok_or_else(|| EditRefused::NoTemplate {
            template: name.to_owned(),
            help: suggest::help(name, templates.keys().map(Text::as_str)),
        })
    }

    /// Where a template wrote the child with this path of names.
    fn child(&self, name: &str, child: &str) -> Result<Address, EditRefused> {
        let template = self.template(name)?;
        let mut list = &template.children;
        let mut path = Vec::new();
        for segment in child.split('/') {
            let index = list
                .iter()
                .position(|child| child.called() == Some(segment));
            let Some(index) = index else {
                let names: Vec<_> = list.iter().filter_map(Entity::called).collect();
                return Err(EditRefused::NoTemplate {
                    template: format!("{name}/{child}"),
                    help: suggest::help(segment, names),
                });
            };
            path.push(index);
            list = &list[index].children;
        }
        Ok(Address {
            home: Home::Template(name.into()),
            path,
        })
    }

    pub(super) fn rename_template(&mut self, name: &str, to: &str) -> Result<(), EditRefused> {
        refuse_no_name(to)?;
        let mut template = self.template(name)?.alone();
        if name != to {
            self.refuse_template(to)?;
        }
        template.id = template.id.map(|_| to.into());
        self.take(Step::ChangeTemplate(
            name.into(),
            to.into(),
            Box::new(template),
        ))?;
        self.change_everything(|owner| {
            let mut changed = false;
            if owner.template.set().is_some_and(|named| named == name) {
                *owner.template = Field::Set(to.into());
                changed = true;
            }
            changed |= swap_in_overrides(owner.overrides, name, to);
            changed
        })?;
        let variants: Vec<(Text, Template)> = self
            .document
            .templates
            .iter()
            .filter(|(_, template)| {
                template.extends.as_deref() == Some(name)
                    || template
                        .overrides
                        .values()
                        .flatten()
                        .any(|patch| patch.template.set().is_some_and(|named| named == name))
            })
            .map(|(variant, template)| (variant.clone(), template.alone()))
            .collect();
        for (variant, mut template) in variants {
            if template.extends.as_deref() == Some(name) {
                template.extends = Some(to.into());
            }
            swap_in_overrides(&mut template.overrides, name, to);
            self.take(Step::ChangeTemplate(
                variant.clone(),
                variant,
                Box::new(template),
            ))?;
        }
        Ok(())
    }

    pub(super) fn rename_child(
        &mut self,
        name: &str,
        child: &str,
        to: &str,
    ) -> Result<(), EditRefused> {
        refuse_slash(to)?;
        let address = self.child(name, child)?;
        let reach = Reach {
            before: self.document.templates.clone(),
            template: name.to_owned(),
            child: child.to_owned(),
            to: to.to_owned(),
        };
        let mut entity = self.entity(&address)?.alone();
        entity.name = Some(to.into());
        self.take(Step::Change(address, Box::new(entity)))?;
        self.change_everything(|owner| {
            let template = owner.template.set().cloned();
            reach.carry(template.as_deref(), owner.overrides)
        })?;
        let carriers: Vec<(Text, Template)> = self
            .document
            .templates
            .iter()
            .filter(|(_, template)| !template.overrides.is_empty())
            .map(|(carrier, template)| (carrier.clone(), template.alone()))
            .collect();
        for (carrier, mut template) in carriers {
            if reach.carry(Some(&carrier), &mut template.overrides) {
                self.take(Step::ChangeTemplate(
                    carrier.clone(),
                    carrier,
                    Box::new(template),
                ))?;
            }
        }
        self.follow_parts(&reach)
    }

    /// Lets flat entities that hang below parts follow the new name.
    fn follow_parts(&mut self, reach: &Reach) -> Result<(), EditRefused> {
        let mut followers = Vec::new();
        for (index, entity) in self.document.entities.iter().enumerate() {
            let Some(parent) = entity.parent.as_deref() else {
                continue;
            };
            let plan = &self.scene.plan;
            let Some(mut place) = plan.table.find(plan, parent) else {
                continue;
            };
            let mut names = Vec::new();
            while !plan.nodes[place as usize].written {
                names.push(plan.name(place).to_owned());
                place = plan.nodes[place as usize].parent;
            }
            names.reverse();
            let Some(template) = plan.template(place) else {
                continue;
            };
            if let Some(path) = reach.renamed(template, &names.join("/")) {
                let id = format!("{}_{}", plan.id(place), path.replace('/', "_"));
                followers.push((index, id));
            }
        }
        for (index, parent) in followers {
            let mut entity = self.document.entities[index].alone();
            entity.parent = Some(parent.into());
            self.take(Step::Change(Address::top(index), Box::new(entity)))?;
        }
        Ok(())
    }

    /// Visits every entity, also those of templates; changes those for which `change` says so.
    fn change_everything(
        &mut self,
        mut change: impl FnMut(Owner<'_>) -> bool,
    ) -> Result<(), EditRefused> {
        let mut steps = Vec::new();
        let homes = std::iter::once(Home::Entities)
            .chain(self.document.templates.keys().cloned().map(Home::Template));
        for home in homes {
            let list = match &home {
                Home::Entities => &self.document.entities,
                Home::Template(name) => &self.document.templates[name].children,
            };
            let mut open = vec![(list.iter(), 0)];
            while let Some((rest, seen)) = open.last_mut() {
                let Some(entity) = rest.next() else {
                    open.pop();
                    continue;
                };
                *seen += 1;
                if !entity.overrides.is_empty() || entity.template.set().is_some() {
                    let mut changed = entity.alone();
                    let owner = Owner {
                        template: &mut changed.template,
                        overrides: &mut changed.overrides,
                    };
                    if change(owner) {
                        let path = open.iter().map(|&(_, seen)| seen - 1).collect();
                        let home = home.clone();
                        steps.push(Step::Change(Address { home, path }, Box::new(changed)));
                    }
                }
                if !entity.children.is_empty() {
                    open.push((entity.children.iter(), 0));
                }
            }
        }
        steps.into_iter().try_for_each(|step| self.take(step))
    }
}

/// An entity that may name a template or override its parts.
struct Owner<'e> {
    template: &'e mut Field<Text>,
    overrides: &'e mut Overrides,
}

fn swap_in_overrides(overrides: &mut Overrides, name: &str, to: &str) -> bool {
    let is_named = |patch: &Option<crate::Patch>| {
        let named = patch.as_ref().and_then(|patch| patch.template.set());
        named.is_some_and(|named| named == name)
    };
    if !overrides.values().any(is_named) {
        return false;
    }
    let named = overrides.values_mut().filter(|patch| is_named(patch));
    for patch in named.flatten() {
        patch.template = Field::Set(to.into());
    }
    true
}

/// A child of a template that gets another name, and which paths go through it.
struct Reach {
    before: IndexMap<Text, Template>,
    template: String,
    child: String,
    to: String,
}

impl Reach {
    /// Renames the keys of overrides that go through the child; says whether there were any.
    fn carry(&self, template: Option<&str>, overrides: &mut Overrides) -> bool {
        let Some(template) = template else {
            return false;
        };
        let renamed = |path: &Text| self.renamed(template, path);
        if !overrides.keys().any(|path| renamed(path).is_some()) {
            return false;
        }
        let old = std::mem::take(overrides);
        for (path, patch) in old.iter() {
            let path = renamed(path).map_or_else(|| path.clone(), Text::from);
            overrides.insert(path, patch.clone());
        }
        true
    }

    /// The path with the new name, if the way from this template goes through the child.
    fn renamed(&self, template: &str, path: &str) -> Option<String> {
        let mut segments: Vec<String> = path.split('/').map(str::to_owned).collect();
        // In which template, and where in it, the way is by now.
        let mut current = template.to_owned();
        let mut inside: Vec<String> = Vec::new();
        for index in 0..segments.len() {
            inside.push(segments[index].clone());
            let written_by = self.written_by(&current, &inside.join("/"))?;
            if written_by == self.template && inside.join("/") == self.child {
                segments[index].clone_from(&self.to);
                return Some(segments.join("/"));
            }
            let child = child_of(&self.before[written_by.as_str()].children, &inside)?;
            let next = segments.get(index + 1);
            let goes_on_here = next.is_some_and(|next| {
                child
                    .children
                    .iter()
                    .any(|below| below.called() == Some(next))
            });
            if !goes_on_here && let Some(template) = child.template.set() {
                current = template.to_string();
                inside.clear();
            }
        }
        None
    }

    /// The template that wrote this child of `template`: itself, or one that it extends.
    fn written_by(&self, template: &str, path: &str) -> Option<String> {
        let segments: Vec<String> = path.split('/').map(str::to_owned).collect();
        let mut name = template.to_owned();
        for _ in 0..64 {
            let template = self.before.get(name.as_str())?;
            if child_of(&template.children, &segments).is_some() {
                return Some(name);
            }
            name = template.extends.as_ref()?.to_string();
        }
        None
    }
}

fn child_of<'d>(list: &'d [Entity], path: &[String]) -> Option<&'d Entity> {
    let (first, rest) = path.split_first()?;
    let child = list.iter().find(|child| child.called() == Some(first))?;
    if rest.is_empty() {
        Some(child)
    } else {
        child_of(&child.children, rest)
    }
}
