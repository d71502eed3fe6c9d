//! What an edit means while a template is edited in place.
//!
//! A hand points at an instance; what it does to parts of the instance is meant for the template. Here an edit
//! of a part becomes one of the template: of the child that the template itself wrote, or, for what
//! comes from further inside or from a base, of the template's own overrides. What is outside of all
//! instances, and where an instance stands, is edited as ever.

use kinfolk::NodeId;

use crate::document::{Entity, Template};
use crate::edit::{Children, Desk, Edit, EditRefused};
use crate::json::{Json, Object, Text};
use crate::write;

use super::{Authored, Editing};

/// Where in a template something of an instance comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Inside {
    /// The id of what is made of the template.
    root: String,
    /// The path of names that the template wrote itself; empty for the template itself.
    written: String,
    /// The path from there on, into what comes out of other templates.
    beyond: String,
}

/// What an instance has by itself, whatever its template says.
const OF_THE_INSTANCE: [&str; 9] = [
    "id",
    "name",
    "parent",
    "template",
    "transform",
    "localTransform",
    "slot",
    "slotMode",
    "overrides",
];

impl Editing {
    /// The edits that do to this template what these edits do to something inside of an
    /// instance of it, or of a variant of it. Edits of anything else stay as they are.
    ///
    /// # Errors
    /// If there is no such template, or it cannot be done there: structure that another template
    /// wrote can be taken away here, but not called otherwise.
    pub fn in_template(&self, template: &str, edits: Vec<Edit>) -> Result<Vec<Edit>, EditRefused> {
        if !self.document.templates.contains_key(template) {
            return Err(EditRefused::NoTemplate {
                template: template.to_owned(),
                help: None,
            });
        }
        let translate = |edit| self.translated(template, edit);
        edits.into_iter().map(translate).collect()
    }

    /// Whether something is inside of an instance of this template, or is one, so that what is done to
    /// it while the template is edited is done to the template.
    #[must_use]
    pub fn is_in_template(&self, template: &str, id: &str) -> bool {
        self.inside(template, id).is_some()
    }

    /// What the template says about something inside of an instance of it; `None` if it is not in
    /// one.
    #[must_use]
    pub fn authored_in(&self, template: &str, id: &str) -> Option<Authored> {
        let inside = self.inside(template, id)?;
        let source = self.document.templates.get(template)?;
        let whole = match child_at(source, &inside.written) {
            Some(child) => Desk::as_json(child, false),
            None => own_keys(source),
        };
        let keys = match inside.beyond.as_str() {
            "" => whole,
            beyond => match whole.get("overrides").and_then(|all| all.get(beyond)) {
                Some(Json::Object(patch)) => patch.clone(),
                _ => Object::new(),
            },
        };
        let path = joined(&inside.written, &inside.beyond);
        Some(Authored {
            keys,
            instance: Some((inside.root, path)),
        })
    }

    /// Whether a node is made of this template, or of a variant of it.
    #[must_use]
    pub fn is_made_of(&self, node: NodeId, template: &str) -> bool {
        let mut next = self.scene.template(node);
        // A valid document has no loops; this ends in any case.
        for _ in 0..=self.document.templates.len() {
            match next {
                None => return false,
                Some(name) if name == template => return true,
                Some(name) => {
                    let variant = self.document.templates.get(name);
                    next = variant.and_then(|variant| variant.extends.as_deref());
                }
            }
        }
        false
    }

    fn inside(&self, template: &str, id: &str) -> Option<Inside> {
        let source = self.document.templates.get(template)?;
        let mut names = Vec::new();
        let mut node = self.scene.node(id)?;
        while !self.is_made_of(node, template) {
            if self.scene.is_written(node) {
                return None;
            }
            names.push(self.scene.name(node)?);
            node = self.forest.parent(node)?;
        }
        names.reverse();
        let mut list = &source.children;
        let known = names.iter().take_while(|name| {
            let child = list.iter().find(|child| child.called() == Some(name));
            list = child.map_or(list, |child| &child.children);
            child.is_some()
        });
        let (written, beyond) = names.split_at(known.count());
        Some(Inside {
            root: self.scene.id(node)?,
            written: written.join("/"),
            beyond: beyond.join("/"),
        })
    }

    fn translated(&self, template: &str, edit: Edit) -> Result<Edit, EditRefused> {
        let whom = match &edit {
            Edit::Set { id, .. }
            | Edit::Clear { id, .. }
            | Edit::Remove { id, .. }
            | Edit::Rename { id, .. } => Some(id),
            Edit::Add { parent, .. } => parent.as_ref(),
            _ => None,
        };
        let Some(inside) = whom.and_then(|id| self.inside(template, id)) else {
            return Ok(edit);
        };
        let is_root = inside.written.is_empty() && inside.beyond.is_empty();
        let name = Text::from(template);
        match edit {
            Edit::Set { ref key, .. } | Edit::Clear { ref key, .. }
                if is_root && is_of_the_instance(key) =>
            {
                Ok(edit)
            }
            Edit::Set { key, value, .. } => Ok(inside.set(name, key, Some(value))),
            Edit::Clear { key, .. } => Ok(inside.set(name, key, None)),
            Edit::Add { entity, .. } if inside.beyond.is_empty() => Ok(Edit::AddChild {
                template: name,
                child: inside.child(),
                entity: as_child(entity),
                index: None, // what was counted were the instance's own children
            }),
            Edit::Remove { .. } | Edit::Rename { .. } if is_root => Ok(edit),
            Edit::Remove {
                children: Children::Remove,
                ..
            } if inside.beyond.is_empty() => Ok(Edit::RemoveChild {
                template: name,
                child: inside.written.into(),
            }),
            Edit::Remove {
                children: Children::Remove,
                ..
            } => Ok(inside.set(name, Vec::new(), Some(Json::Null))),
            Edit::Rename { id, to } if inside.beyond.is_empty() => {
                let above = id.strip_suffix(last_of(&inside.written)).unwrap_or("");
                let to = to.strip_prefix(above).unwrap_or(&to);
                Ok(Edit::RenameChild {
                    template: name,
                    child: inside.written.into(),
                    to: to.into(),
                })
            }
            Edit::Remove { .. } => Err(EditRefused::Senseless(
                "children of a template go with their parent".to_owned(),
            )),
            _ => Err(EditRefused::Senseless(format!(
                "\"{}\" comes out of another template than \"{template}\"; edit that one",
                inside.beyond
            ))),
        }
    }
}

impl Inside {
    fn child(&self) -> Option<Text> {
        (!self.written.is_empty()).then(|| Text::from(self.written.as_str()))
    }

    /// The edit that sets a field there, or takes it away.
    fn set(&self, template: Text, key: Vec<Text>, value: Option<Json>) -> Edit {
        let mut whole: Vec<Text> = Vec::with_capacity(key.len() + 2);
        if !self.beyond.is_empty() {
            whole.extend(["overrides".into(), Text::from(self.beyond.as_str())]);
        }
        let own = whole.len();
        whole.extend(key);
        if let Some(first) = whole.get_mut(own).filter(|first| *first == "transform") {
            *first = "localTransform".into();
        }
        let child = self.child();
        match value {
            Some(value) => Edit::SetTemplate {
                template,
                child,
                key: whole,
                value,
            },
            None => Edit::ClearTemplate {
                template,
                child,
                key: whole,
            },
        }
    }
}

fn is_of_the_instance(key: &[Text]) -> bool {
    let first = key.first().map(Text::as_str);
    first.is_some_and(|first| OF_THE_INSTANCE.contains(&first))
}

/// An entity as a child of a template has it: a name instead of an id, and a place below its parent.
fn as_child(entity: Json) -> Json {
    let Json::Object(mut entity) = entity else {
        return entity;
    };
    let id = entity.remove("id");
    if entity.get("name").is_none()
        && let Some(id) = id
    {
        entity.set("name", id);
    }
    if let Some(place) = entity.remove("transform") {
        entity.set("localTransform", place);
    }
    Json::Object(entity)
}

fn own_keys(template: &Template) -> Object {
    match write::template_to_string(template).parse() {
        Ok(Json::Object(object)) => object,
        _ => Object::new(),
    }
}

fn child_at<'d>(template: &'d Template, path: &str) -> Option<&'d Entity> {
    let mut list = &template.children;
    let mut found = None;
    for name in path.split('/') {
        let child = list.iter().find(|child| child.called() == Some(name))?;
        list = &child.children;
        found = Some(child);
    }
    found
}

fn joined(written: &str, beyond: &str) -> String {
    match (written, beyond) {
        ("", path) | (path, "") => path.to_owned(),
        _ => format!("{written}/{beyond}"),
    }
}

fn last_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
