//! Edits of what entities are like: fields, overrides, instances.

use crate::document::{Entity, Field, Patch, Template};
use crate::json::{Json, Object, Text};
use crate::keys::Holder;
use crate::plan::NONE;

use super::EditRefused;
use super::step::{Address, Home, Step};
use super::work_out::{Desk, Found, put, refuse_no_name, refuse_slash};

impl Desk<'_> {
    /// Sets a field, or takes it away.
    pub(super) fn set(
        &mut self,
        id: &str,
        key: &[Text],
        value: Option<&Json>,
    ) -> Result<(), EditRefused> {
        match self.find(id)? {
            Found::Written { address, .. } => self.set_at(address, key, value),
            Found::Part { owner, path, .. } => {
                refuse_structure(key)?;
                let mut whole = vec!["overrides".into(), Text::from(path)];
                whole.extend(key.iter().cloned());
                if whole[2] == "transform" {
                    whole[2] = "localTransform".into();
                }
                self.set_written(&owner, &whole, value)
            }
        }
    }

    /// Sets a field of an entity that is written.
    pub(super) fn set_written(
        &mut self,
        id: &str,
        key: &[Text],
        value: Option<&Json>,
    ) -> Result<(), EditRefused> {
        let address = self.address(id)?;
        self.set_at(address, key, value)
    }

    fn set_at(
        &mut self,
        address: Address,
        key: &[Text],
        value: Option<&Json>,
    ) -> Result<(), EditRefused> {
        let entity = self.entity(&address)?;
        refuse_structure(key)?;
        if entity.id.is_none() && key.first().is_some_and(|first| first == "name") {
            return Err(EditRefused::Senseless(
                "its id is made of its name; rename it instead".to_owned(),
            ));
        }
        let is_root = address.path.len() == 1 && entity.parent.is_none();
        let holder = if address.path.len() == 1 {
            Holder::Entity
        } else {
            Holder::Child
        };
        let mut object = Self::as_json(entity, address.path.len() == 1);
        let mut key = key.to_vec();
        if key[0] == "transform" || key[0] == "localTransform" {
            key[0] = if is_root {
                "transform"
            } else {
                "localTransform"
            }
            .into();
        }
        same_spelling(&mut object, &key[0]);
        put(&mut object, &key, value)?;
        let origin = entity.origin;
        let mut changed = Self::read_entity(&Json::Object(object), holder)?;
        changed.origin = origin;
        self.take(Step::Change(address, Box::new(changed)))
    }

    /// What the instance of a part says about it.
    fn overridden(&self, id: &str) -> Result<(Text, String, Option<Patch>), EditRefused> {
        let Found::Part { owner, path, .. } = self.find(id)? else {
            return Err(EditRefused::Senseless(format!(
                "\"{id}\" is written itself, so nothing overrides it"
            )));
        };
        let address = self.address(&owner)?;
        match self.entity(&address)?.overrides.get(path.as_str()) {
            Some(patch) => Ok((owner, path, patch.clone())),
            None => Err(EditRefused::Senseless(format!(
                "nothing about \"{id}\" is overridden"
            ))),
        }
    }

    pub(super) fn revert_override(&mut self, id: &str) -> Result<(), EditRefused> {
        let (owner, path, _) = self.overridden(id)?;
        self.set_written(&owner, &["overrides".into(), path.into()], None)
    }

    pub(super) fn apply_override(&mut self, id: &str) -> Result<(), EditRefused> {
        let (owner, path, patch) = self.overridden(id)?;
        let Some(patch) = patch else {
            return Err(EditRefused::Senseless(format!("\"{id}\" is taken away")));
        };
        let address = self.address(&owner)?;
        let template = self.entity(&address)?.template.set().cloned();
        let template = template.unwrap_or_default();
        self.revert_override(id)?;
        self.give_to_template(&template, &path, &patch)
    }

    /// Lays a patch over a child of a template, as deep as the template itself wrote it; below
    /// that, over the overrides there.
    fn give_to_template(
        &mut self,
        name: &str,
        path: &str,
        patch: &Patch,
    ) -> Result<(), EditRefused> {
        let Some(template) = self.document.templates.get(name) else {
            return Err(EditRefused::NoTemplate {
                template: name.to_owned(),
                help: None,
            });
        };
        let mut names = path.split('/');
        let mut at: Vec<usize> = Vec::new();
        let mut list = &template.children;
        let mut rest: Vec<&str> = Vec::new();
        for segment in names.by_ref() {
            match list
                .iter()
                .position(|child| child.called() == Some(segment))
            {
                Some(index) if rest.is_empty() => {
                    at.push(index);
                    list = &list[index].children;
                }
                _ => {
                    rest.push(segment);
                    break;
                }
            }
        }
        rest.extend(names);
        if at.is_empty() {
            let mut changed = template.alone();
            lay_over(&mut changed.overrides, path, patch);
            return self.take(Step::ChangeTemplate(
                name.into(),
                name.into(),
                Box::new(changed),
            ));
        }
        let address = Address {
            home: Home::Template(name.into()),
            path: at,
        };
        let mut child = self.entity(&address)?.alone();
        if rest.is_empty() {
            child.template.overlay(&patch.template);
            child.transform.overlay_numbers(&patch.transform);
            child.fields.overlay(&patch.fields);
        } else {
            lay_over(&mut child.overrides, &rest.join("/"), patch);
        }
        self.take(Step::Change(address, Box::new(child)))
    }

    pub(super) fn unpack(&mut self, id: &str) -> Result<(), EditRefused> {
        let Found::Written { address, node } = self.find(id)? else {
            return Err(EditRefused::IsPart {
                id: id.to_owned(),
                help: "unpack its instance",
            });
        };
        let plan = &self.scene.plan;
        let Some(place) = self.scene.place_of(node) else {
            return Ok(());
        };
        if plan.nodes[place as usize].template == NONE {
            return Err(EditRefused::Senseless(format!(
                "\"{id}\" is not made of a template"
            )));
        }
        // What came out, as entities, the deepest first.
        let mut below: Vec<u32> = Vec::new();
        let mut nodes = self.forest.descendants(node);
        while let Some(part) = nodes.next() {
            match self.scene.place_of(part) {
                Some(part) if !plan.nodes[part as usize].written => below.push(part),
                _ => nodes.prune(),
            }
        }
        let mut children: std::collections::HashMap<u32, Vec<Entity>> =
            std::collections::HashMap::new();
        for part in below.into_iter().rev() {
            let mut entity = Entity {
                name: Some(plan.name(part).into()),
                fields: plan.look(part).clone(),
                ..Entity::default()
            };
            entity.children = children.remove(&part).unwrap_or_default();
            entity.children.reverse();
            let look = plan.look(part);
            write_out(&mut entity, look, &plan.nodes[part as usize].value);
            let parent = plan.nodes[part as usize].parent;
            children.entry(parent).or_default().push(entity);
        }
        let mut unpacked = self.entity(&address)?.alone();
        let look = plan.look(place).clone();
        unpacked.template = Field::Absent;
        unpacked.overrides = crate::Overrides::default();
        let slot = (unpacked.fields.slot.clone(), unpacked.fields.slot_mode);
        unpacked.fields = look;
        if unpacked.fields.slot != slot.0 || unpacked.fields.slot_mode != slot.1 {
            unpacked.fields.slot = slot.0;
            unpacked.fields.slot_mode = slot.1;
        }
        let nested = children.remove(&place).unwrap_or_default();
        self.take(Step::Change(address.clone(), Box::new(unpacked)))?;
        // The last one is the first of the list.
        nested
            .into_iter()
            .try_for_each(|part| self.take(Step::Put(address.child(0), Box::new(part))))
    }

    pub(super) fn extract(&mut self, id: &str, name: &str) -> Result<(), EditRefused> {
        refuse_no_name(name)?;
        let Found::Written { address, .. } = self.find(id)? else {
            return Err(EditRefused::IsPart {
                id: id.to_owned(),
                help: "unpack its instance first",
            });
        };
        let entity = self.entity(&address)?.clone();
        let mut open: Vec<&Entity> = entity.children.iter().collect();
        while let Some(child) = open.pop() {
            if let Some(own) = &child.id {
                return Err(EditRefused::Senseless(format!(
                    "\"{own}\" has an id of its own, which a template's child cannot have; move it away first"
                )));
            }
            refuse_slash(child.called().unwrap_or_default())?;
            open.extend(&child.children);
        }
        let mut template = Template {
            extends: entity.template.set().cloned(),
            fields: entity.fields.clone(),
            overrides: entity.overrides.clone(),
            children: entity.children.clone(),
            ..Template::default()
        };
        if entity.fields.slot.set().is_some() || !entity.fields.slot_mode.is_absent() {
            template.fields.slot = Field::Absent;
            template.fields.slot_mode = Field::Absent;
        }
        let mut instance = Entity {
            id: entity.id.clone(),
            name: entity.name.clone(),
            parent: entity.parent.clone(),
            template: Field::Set(name.into()),
            transform: entity.transform.clone(),
            origin: entity.origin,
            ..Entity::default()
        };
        if entity.fields.slot.set().is_some() || !entity.fields.slot_mode.is_absent() {
            instance.fields.slot = entity.fields.slot.clone();
            instance.fields.slot_mode = entity.fields.slot_mode;
        }
        self.refuse_template(name)?;
        let last = self.document.own_templates_len();
        self.take(Step::PutTemplate(last, name.into(), Box::new(template)))?;
        self.take(Step::Change(address.clone(), Box::new(instance)))?;
        for index in (0..entity.children.len()).rev() {
            self.take(Step::Take(address.child(index)))?;
        }
        Ok(())
    }
}

/// Lays a patch over what is there for this path.
fn lay_over(overrides: &mut crate::Overrides, path: &str, patch: &Patch) {
    match overrides.get_mut(path) {
        Some(Some(below)) => {
            below.template.overlay(&patch.template);
            below.transform.overlay_numbers(&patch.transform);
            below.fields.overlay(&patch.fields);
        }
        _ => {
            overrides.insert(path.into(), Some(patch.clone()));
        }
    }
}

/// Writes down the numbers of a part that has neither slot nor template any more.
fn write_out(entity: &mut Entity, look: &crate::FieldSet, value: &kinfolk::Node2) {
    let without = crate::FieldSet {
        slot: Field::Absent,
        slot_mode: Field::Absent,
        ..look.clone()
    };
    if look.slot.set().is_some() || !look.slot_mode.is_absent() {
        entity.fields.slot = Field::Absent;
        entity.fields.slot_mode = Field::Absent;
    }
    let expected = crate::capture::expected(&entity.transform, &without);
    crate::capture::rewrite(entity, &without, expected, *value);
}

/// `z` and `layer` are the same: setting one does not leave the other.
fn same_spelling(object: &mut Object, key: &str) {
    if key == "layer" {
        object.remove("z");
    }
}

/// Who somebody is, and whose, is not a field.
fn refuse_structure(key: &[Text]) -> Result<(), EditRefused> {
    let instead = match key.first().map(Text::as_str) {
        Some("id") => "rename it",
        Some("parent") => "move it",
        Some("children") => "add, remove or move children",
        _ => return Ok(()),
    };
    Err(EditRefused::Senseless(format!(
        "\"{}\" is not set; {instead} instead",
        key[0]
    )))
}
