//! Differences for programs. The shape is a contract, see `docs/format.md`.

use crate::json::{Json, Object, Text};

use super::{Change, Diff, Difference, Position, Subject};

impl Diff {
    /// The differences as `{ "same": …, "differences": [{ "what": …, "kind": …, … }] }`.
    ///
    /// ```
    /// use kinfolk_scene::{Document, diff};
    ///
    /// let old: Document = r#"{ "entities": [{ "id": "lamp", "z": 1 }] }"#.parse()?;
    /// let new: Document = r#"{ "entities": [{ "id": "lamp", "z": 2 }] }"#.parse()?;
    ///
    /// let json = diff(&old, &new).to_json();
    ///
    /// assert_eq!(json["differences"].as_array().unwrap()[0].to_string(), r#"{ "what": "changed", "kind": "entity", "id": "lamp", "key": "z", "before": 1, "after": 2 }"#);
    /// # Ok::<(), kinfolk_scene::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn to_json(&self) -> Json {
        let differences = self.differences.iter().map(Difference::to_json);
        let mut object = Object::new();
        object.set("same", Json::Bool(self.is_empty()));
        object.set("differences", Json::Array(differences.collect()));
        Json::Object(object)
    }
}

impl Difference {
    /// The difference as an object; a value that is not there has no key.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let mut object = Object::new();
        let what = match &self.change {
            Change::Added { .. } => "added",
            Change::Removed { .. } => "removed",
            Change::Moved { .. } => "moved",
            Change::Changed { .. } => "changed",
            Change::Reordered { .. } => "reordered",
        };
        object.set("what", Json::from(what));
        self.subject.write_to(&mut object);
        if let Some(instances) = self.instances {
            let instances = i64::try_from(instances).unwrap_or(i64::MAX);
            object.set("instances", Json::from(instances));
        }
        match &self.change {
            Change::Added { to, content } => {
                object.set("to", to.to_json());
                object.set("content", content.clone());
            }
            Change::Removed { from, content } => {
                object.set("from", from.to_json());
                object.set("content", content.clone());
            }
            Change::Moved { from, to } => {
                object.set("from", from.to_json());
                object.set("to", to.to_json());
            }
            Change::Changed { key, before, after } => {
                object.set("key", Json::from(key.as_str()));
                let values = [("before", before), ("after", after)];
                for (name, value) in values {
                    if let Some(value) = value {
                        object.set(name, value.clone());
                    }
                }
            }
            Change::Reordered { key, before, after } => {
                let listed = |keys: &[Text]| {
                    Json::Array(keys.iter().map(|key| Json::from(key.as_str())).collect())
                };
                object.set("key", Json::from(key.as_str()));
                object.set("before", listed(before));
                object.set("after", listed(after));
            }
        }
        Json::Object(object)
    }
}

impl Position {
    fn to_json(&self) -> Json {
        let mut object = Object::new();
        object.set("parent", name_or_null(self.parent.as_ref()));
        object.set("previous", name_or_null(self.previous.as_ref()));
        Json::Object(object)
    }
}

impl Subject {
    /// `kind`, and what tells it apart from others of its kind.
    pub(crate) fn write_to(&self, object: &mut Object) {
        let (kind, names) = match self {
            Self::Document => ("document", vec![]),
            Self::Template { name } => ("template", vec![("template", name)]),
            Self::TemplateChild { template, path } => (
                "templateChild",
                vec![("template", template), ("path", path)],
            ),
            Self::Entity { id } => ("entity", vec![("id", id)]),
        };
        object.set("kind", Json::from(kind));
        for (key, name) in names {
            object.set(key, Json::String(name.clone()));
        }
    }
}

/// A name, or `null` for none.
pub(crate) fn name_or_null(name: Option<&Text>) -> Json {
    name.map_or(Json::Null, |name| Json::String(name.clone()))
}
