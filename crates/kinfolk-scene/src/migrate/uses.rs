//! Who uses which template, and who is mentioned by name.

use std::collections::{HashMap, HashSet};

use crate::document::{Document, Entity, Fields, Overrides, Template};
use crate::json::{Json, Text};
use crate::plan::Plan;

/// Counts and names of the document as it was.
pub(super) struct Uses {
    /// How often a template is named.
    named: HashMap<Text, usize>,
    /// How many nodes are made of it.
    made: HashMap<Text, usize>,
    /// Every word that could be somebody's id.
    mentioned: HashSet<Text>,
}

/// Words behind these keys are no ids.
const NO_IDS: [&str; 11] = [
    "type",
    "parentTag",
    "slotName",
    "tag",
    "tags",
    "hasTag",
    "hasAnyTag",
    "hasAllTags",
    "lacksTag",
    "template",
    "name",
];

impl Uses {
    pub(super) fn of(document: &Document, plan: &Plan) -> Self {
        let mut uses = Self {
            named: HashMap::new(),
            made: HashMap::new(),
            mentioned: HashSet::new(),
        };
        for node in 0..plan.len() as u32 {
            if let Some(template) = plan.template(node) {
                *uses.made.entry(template.into()).or_default() += 1;
            }
        }
        uses.entities(&document.entities);
        for template in document.templates.values() {
            uses.name(template.extends.as_ref());
            uses.fields_of(&template.fields);
            uses.overrides(&template.overrides);
            uses.entities(&template.children);
        }
        uses.mention(document.rules.as_ref());
        uses
    }

    /// Whether exactly one entity is made of the template, and nobody else could be.
    pub(super) fn is_the_only_one(&self, template: &str) -> bool {
        self.named.get(template) == Some(&1) && self.made.get(template) == Some(&1)
    }

    pub(super) fn is_mentioned(&self, id: &str) -> bool {
        self.mentioned.contains(id)
    }

    /// Whether only the one entity that is made of the template has its behaviors.
    pub(super) fn owns_behaviors(&self, document: &Document, template: &str) -> bool {
        let own = document.templates.get(template);
        let own = own.and_then(|template| template.fields.behaviors.set());
        own.is_some() && self.is_the_only_one(template)
    }

    /// The template, or the one that it is a variant of, that says what behaviors there are.
    pub(super) fn who_has_behaviors<'d>(
        &self,
        document: &'d Document,
        template: Option<&str>,
    ) -> Option<&'d Template> {
        let mut line = lineage(document, template).into_iter();
        line.find(|template| !template.fields.behaviors.is_absent())
    }

    /// The slots of a template and of those that it is a variant of.
    pub(super) fn slots<'d>(&self, document: &'d Document, template: Option<&str>) -> Vec<&'d str> {
        let line = lineage(document, template).into_iter();
        line.flat_map(|template| template.slots.keys().map(Text::as_str))
            .collect()
    }

    /// What an entity made of the template starts with.
    pub(super) fn fields(&self, document: &Document, template: Option<&str>) -> Fields {
        let mut fields = Fields::default();
        for template in lineage(document, template).into_iter().rev() {
            fields.overlay(&template.fields);
        }
        fields
    }

    fn name(&mut self, template: Option<&Text>) {
        if let Some(template) = template {
            *self.named.entry(template.clone()).or_default() += 1;
        }
    }

    fn entities(&mut self, entities: &[Entity]) {
        let mut open: Vec<&Entity> = entities.iter().collect();
        while let Some(entity) = open.pop() {
            self.name(entity.template.set());
            self.mentioned.extend(entity.parent.clone());
            self.fields_of(&entity.fields);
            self.overrides(&entity.overrides);
            open.extend(&entity.children);
        }
    }

    fn overrides(&mut self, overrides: &Overrides) {
        for (_, patch) in overrides.iter() {
            if let Some(patch) = patch {
                self.name(patch.template.set());
                self.fields_of(&patch.fields);
            }
        }
    }

    fn fields_of(&mut self, fields: &Fields) {
        self.mention(fields.behaviors.set());
        self.mention(fields.conditional_behaviors.set());
        self.mention(fields.physics.set());
        for (_, value) in fields.extra.iter() {
            self.mention(Some(value));
        }
    }

    fn mention(&mut self, json: Option<&Json>) {
        let mut open: Vec<&Json> = json.into_iter().collect();
        while let Some(json) = open.pop() {
            match json {
                Json::String(text) => {
                    self.mentioned.insert(text.clone());
                }
                Json::Array(values) => open.extend(values),
                Json::Object(object) => {
                    let others = object.iter().filter(|(key, _)| !NO_IDS.contains(key));
                    open.extend(others.map(|(_, value)| value));
                }
                _ => {}
            }
        }
    }
}

/// A template, the one that it is a variant of, and so on.
fn lineage<'d>(document: &'d Document, template: Option<&str>) -> Vec<&'d Template> {
    let mut line: Vec<&Template> = Vec::new();
    let mut next = template.and_then(|name| document.templates.get(name));
    while let Some(template) = next {
        line.push(template);
        if line.len() > document.templates.len() {
            break; // a valid document has no loops
        }
        next = template
            .extends
            .as_ref()
            .and_then(|base| document.templates.get(base));
    }
    line
}
