//! Edits as lines of JSON.

use std::fmt;
use std::str::FromStr;

use crate::json::{Json, Object, Text};

use super::{Children, Edit, Keep};

/// Why a line is no edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong, and what to try.
    pub message: String,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for LineError {}

/// Several edits, one a line; empty lines and lines that start with `//` are skipped.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Lines(
    /// Each with its line, counted from 1.
    pub Vec<(usize, Edit)>,
);

impl FromStr for Lines {
    type Err = LineError;

    /// Nothing is read if one line is wrong.
    fn from_str(text: &str) -> Result<Self, LineError> {
        let mut edits = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line_number = index + 1;
            let trimmed = line.trim();
            if trimmed.is_empty() || trimmed.starts_with("//") {
                continue;
            }
            let edit = read(trimmed).map_err(|message| LineError {
                line: line_number,
                message,
            })?;
            edits.push((line_number, edit));
        }
        Ok(Self(edits))
    }
}

impl FromStr for Edit {
    type Err = LineError;

    fn from_str(text: &str) -> Result<Self, LineError> {
        read(text).map_err(|message| LineError { line: 1, message })
    }
}

const KINDS: [&str; 23] = [
    "add",
    "remove",
    "move",
    "rename",
    "set",
    "clear",
    "duplicate",
    "wrap",
    "unwrap",
    "extract",
    "unpack",
    "applyOverride",
    "revertOverride",
    "addTemplate",
    "removeTemplate",
    "renameTemplate",
    "setTemplate",
    "clearTemplate",
    "addChild",
    "removeChild",
    "renameChild",
    "setDocument",
    "clearDocument",
];

fn read(text: &str) -> Result<Edit, String> {
    let json: Json = text
        .parse()
        .map_err(|errors: crate::Diagnostics| errors.to_string())?;
    let Json::Object(object) = json else {
        return Err(format!("an edit is an object, not {}", json.kind()));
    };
    let mut line = Line {
        object,
        unread: Vec::new(),
    };
    line.unread = line.object.iter().map(|(key, _)| key.to_owned()).collect();
    let kind = line.text("edit")?;
    let edit = line.edit(&kind)?;
    match line.unread.first() {
        None => Ok(edit),
        Some(key) => Err(format!("\"{kind}\" has no \"{key}\"")),
    }
}

struct Line {
    object: Object,
    unread: Vec<String>,
}

impl Line {
    fn edit(&mut self, kind: &str) -> Result<Edit, String> {
        Ok(match kind {
            "add" => Edit::Add {
                entity: self.json("entity")?,
                parent: self.maybe_text("parent")?,
                index: self.maybe_index()?,
            },
            "remove" => Edit::Remove {
                id: self.text("id")?,
                children: match self.maybe_text("children")?.as_deref() {
                    None | Some("remove") => Children::Remove,
                    Some("keepLocal") => Children::KeepLocal,
                    Some("keepWorld") => Children::KeepWorld,
                    Some(other) => {
                        return Err(format!(
                            "\"children\" cannot be \"{other}\"; there is \"remove\", \"keepLocal\", \"keepWorld\""
                        ));
                    }
                },
            },
            "move" => Edit::Move {
                ids: self.texts("ids")?,
                parent: self.maybe_text("parent")?,
                index: self.maybe_index()?,
                keep: match self.maybe_text("keep")?.as_deref() {
                    None | Some("local") => Keep::Local,
                    Some("world") => Keep::World,
                    Some(other) => {
                        return Err(format!(
                            "\"keep\" cannot be \"{other}\"; there is \"local\", \"world\""
                        ));
                    }
                },
            },
            "rename" => Edit::Rename {
                id: self.text("id")?,
                to: self.text("to")?,
            },
            "set" => Edit::Set {
                id: self.text("id")?,
                key: self.key()?,
                value: self.json("value")?,
            },
            "clear" => Edit::Clear {
                id: self.text("id")?,
                key: self.key()?,
            },
            "duplicate" => Edit::Duplicate {
                id: self.text("id")?,
                to: self.maybe_text("to")?,
            },
            "wrap" => Edit::Wrap {
                ids: self.texts("ids")?,
                to: self.text("to")?,
            },
            "unwrap" => Edit::Unwrap {
                id: self.text("id")?,
            },
            "extract" => Edit::Extract {
                id: self.text("id")?,
                template: self.text("template")?,
            },
            "unpack" => Edit::Unpack {
                id: self.text("id")?,
            },
            "applyOverride" => Edit::ApplyOverride {
                id: self.text("id")?,
            },
            "revertOverride" => Edit::RevertOverride {
                id: self.text("id")?,
            },
            "setDocument" => Edit::SetDocument {
                key: self.key()?,
                value: self.json("value")?,
            },
            "clearDocument" => Edit::ClearDocument { key: self.key()? },
            other => return self.template_edit(other),
        })
    }

    fn template_edit(&mut self, kind: &str) -> Result<Edit, String> {
        let template = match kind {
            _ if !KINDS.contains(&kind) => {
                let help = crate::suggest::help(kind, KINDS).unwrap_or_default();
                return Err(format!("no edit \"{kind}\"; {help}"));
            }
            _ => self.text("template")?,
        };
        Ok(match kind {
            "addTemplate" => Edit::AddTemplate {
                template,
                value: self.json("value")?,
            },
            "removeTemplate" => Edit::RemoveTemplate { template },
            "renameTemplate" => Edit::RenameTemplate {
                template,
                to: self.text("to")?,
            },
            "setTemplate" => Edit::SetTemplate {
                template,
                child: self.maybe_text("child")?,
                key: self.key()?,
                value: self.json("value")?,
            },
            "clearTemplate" => Edit::ClearTemplate {
                template,
                child: self.maybe_text("child")?,
                key: self.key()?,
            },
            "addChild" => Edit::AddChild {
                template,
                child: self.maybe_text("child")?,
                entity: self.json("entity")?,
                index: self.maybe_index()?,
            },
            "removeChild" => Edit::RemoveChild {
                template,
                child: self.text("child")?,
            },
            _ => Edit::RenameChild {
                template,
                child: self.text("child")?,
                to: self.text("to")?,
            },
        })
    }

    fn take(&mut self, key: &str) -> Option<&Json> {
        self.unread.retain(|unread| unread != key);
        self.object.get(key)
    }

    fn json(&mut self, key: &str) -> Result<Json, String> {
        let missing = format!("\"{key}\" is missing");
        self.take(key).cloned().ok_or(missing)
    }

    fn text(&mut self, key: &str) -> Result<Text, String> {
        match self.json(key)? {
            Json::String(text) => Ok(text),
            other => Err(format!("\"{key}\" must be a string, not {}", other.kind())),
        }
    }

    fn maybe_text(&mut self, key: &str) -> Result<Option<Text>, String> {
        match self.take(key) {
            None | Some(Json::Null) => Ok(None),
            Some(_) => self.text(key).map(Some),
        }
    }

    fn maybe_index(&mut self) -> Result<Option<usize>, String> {
        let Some(index) = self.take("index") else {
            return Ok(None);
        };
        let wrong = format!("\"index\" must be a whole number from 0, not {index}");
        let number = index.as_f64().ok_or_else(|| wrong.clone())?;
        let whole = number >= 0.0 && number == number.trunc() && number < 1e9;
        if whole {
            Ok(Some(number as usize))
        } else {
            Err(wrong)
        }
    }

    fn texts(&mut self, key: &str) -> Result<Vec<Text>, String> {
        let wrong = format!("\"{key}\" must be a list of strings");
        let list = self.json(key)?;
        let list = list.as_array().ok_or_else(|| wrong.clone())?;
        list.iter()
            .map(|text| text.as_str().map(Text::from).ok_or_else(|| wrong.clone()))
            .collect()
    }

    /// `"localTransform.x"`, or a list if a key has dots.
    fn key(&mut self) -> Result<Vec<Text>, String> {
        let key = match self.take("key") {
            Some(Json::String(text)) => text.split('.').map(Text::from).collect(),
            Some(Json::Array(_)) => self.texts("key")?,
            Some(other) => {
                return Err(format!(
                    "\"key\" must be a string or a list, not {}",
                    other.kind()
                ));
            }
            None => return Err("\"key\" is missing".to_owned()),
        };
        if key.iter().any(Text::is_empty) || key.is_empty() {
            return Err("\"key\" must name a field, like \"localTransform.x\"".to_owned());
        }
        Ok(key)
    }
}

/// One line.
impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "{ ";
        for (key, value) in pairs(self) {
            let mut quoted = String::new();
            crate::write::write_string(key, &mut quoted);
            write!(
                f,
                "{separator}{quoted}: {}",
                crate::write::json_on_one_line(&value)
            )?;
            separator = ", ";
        }
        f.write_str(" }")
    }
}

fn pairs(edit: &Edit) -> Vec<(&'static str, Json)> {
    let text = |text: &Text| Json::String(text.clone());
    let texts = |texts: &[Text]| Json::Array(texts.iter().map(text).collect());
    let key = |key: &[Text]| {
        if key.iter().any(|part| part.contains('.')) {
            texts(key)
        } else {
            Json::String(key.join(".").into())
        }
    };
    let mut pairs = Vec::new();
    let mut kind = |name: &'static str| pairs.push(("edit", Json::from(name)));
    match edit {
        Edit::Add { .. } => kind("add"),
        Edit::Remove { .. } => kind("remove"),
        Edit::Move { .. } => kind("move"),
        Edit::Rename { .. } => kind("rename"),
        Edit::Set { .. } => kind("set"),
        Edit::Clear { .. } => kind("clear"),
        Edit::Duplicate { .. } => kind("duplicate"),
        Edit::Wrap { .. } => kind("wrap"),
        Edit::Unwrap { .. } => kind("unwrap"),
        Edit::Extract { .. } => kind("extract"),
        Edit::Unpack { .. } => kind("unpack"),
        Edit::ApplyOverride { .. } => kind("applyOverride"),
        Edit::RevertOverride { .. } => kind("revertOverride"),
        Edit::AddTemplate { .. } => kind("addTemplate"),
        Edit::RemoveTemplate { .. } => kind("removeTemplate"),
        Edit::RenameTemplate { .. } => kind("renameTemplate"),
        Edit::SetTemplate { .. } => kind("setTemplate"),
        Edit::ClearTemplate { .. } => kind("clearTemplate"),
        Edit::AddChild { .. } => kind("addChild"),
        Edit::RemoveChild { .. } => kind("removeChild"),
        Edit::RenameChild { .. } => kind("renameChild"),
        Edit::SetDocument { .. } => kind("setDocument"),
        Edit::ClearDocument { .. } => kind("clearDocument"),
    }
    let mut put = |name: &'static str, value: Option<Json>| {
        pairs.extend(value.map(|value| (name, value)));
    };
    let number = |index: &Option<usize>| index.map(|index| Json::from(index as i64));
    match edit {
        Edit::Add {
            entity,
            parent,
            index,
        } => {
            put("entity", Some(entity.clone()));
            put("parent", parent.as_ref().map(text));
            put("index", number(index));
        }
        Edit::Remove { id, children } => {
            put("id", Some(text(id)));
            put(
                "children",
                match children {
                    Children::Remove => None,
                    Children::KeepLocal => Some("keepLocal".into()),
                    Children::KeepWorld => Some("keepWorld".into()),
                },
            );
        }
        Edit::Move {
            ids,
            parent,
            index,
            keep,
        } => {
            put("ids", Some(texts(ids)));
            put("parent", parent.as_ref().map(text));
            put("index", number(index));
            put("keep", (*keep == Keep::World).then(|| "world".into()));
        }
        Edit::Rename { id, to } => {
            put("id", Some(text(id)));
            put("to", Some(text(to)));
        }
        Edit::Set {
            id,
            key: path,
            value,
        } => {
            put("id", Some(text(id)));
            put("key", Some(key(path)));
            put("value", Some(value.clone()));
        }
        Edit::Clear { id, key: path } => {
            put("id", Some(text(id)));
            put("key", Some(key(path)));
        }
        Edit::Duplicate { id, to } => {
            put("id", Some(text(id)));
            put("to", to.as_ref().map(text));
        }
        Edit::Wrap { ids, to } => {
            put("ids", Some(texts(ids)));
            put("to", Some(text(to)));
        }
        Edit::Extract { id, template } => {
            put("id", Some(text(id)));
            put("template", Some(text(template)));
        }
        Edit::Unwrap { id }
        | Edit::Unpack { id }
        | Edit::ApplyOverride { id }
        | Edit::RevertOverride { id } => put("id", Some(text(id))),
        Edit::AddTemplate { template, value } => {
            put("template", Some(text(template)));
            put("value", Some(value.clone()));
        }
        Edit::RemoveTemplate { template } => put("template", Some(text(template))),
        Edit::RenameTemplate { template, to } => {
            put("template", Some(text(template)));
            put("to", Some(text(to)));
        }
        Edit::SetTemplate {
            template,
            child,
            key: path,
            value,
        } => {
            put("template", Some(text(template)));
            put("child", child.as_ref().map(text));
            put("key", Some(key(path)));
            put("value", Some(value.clone()));
        }
        Edit::ClearTemplate {
            template,
            child,
            key: path,
        } => {
            put("template", Some(text(template)));
            put("child", child.as_ref().map(text));
            put("key", Some(key(path)));
        }
        Edit::AddChild {
            template,
            child,
            entity,
            index,
        } => {
            put("template", Some(text(template)));
            put("child", child.as_ref().map(text));
            put("entity", Some(entity.clone()));
            put("index", number(index));
        }
        Edit::RemoveChild { template, child } => {
            put("template", Some(text(template)));
            put("child", Some(text(child)));
        }
        Edit::RenameChild {
            template,
            child,
            to,
        } => {
            put("template", Some(text(template)));
            put("child", Some(text(child)));
            put("to", Some(text(to)));
        }
        Edit::SetDocument { key: path, value } => {
            put("key", Some(key(path)));
            put("value", Some(value.clone()));
        }
        Edit::ClearDocument { key: path } => put("key", Some(key(path))),
    }
    pairs
}
