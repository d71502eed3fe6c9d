//! Documents that use the templates of others.
//!
//! A document names others in `include`, by paths from its own folder. Their templates are then there as if they
//! were written in it, and stay theirs: they are not written with it, and edits of them are refused. Only
//! templates come along; what else such a document has is its own business, but it must be valid by itself.
//! Whoever can read files brings their texts as [`Includes`]; nothing here does.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use indexmap::IndexMap;

use crate::diagnostic::Code;
use crate::document::{Document, Entity, Template};
use crate::finding::{Findings, Origin, Whereabouts};
use crate::json::Text;
use crate::read::{self, Reading};
use crate::resolve;

/// So many documents may come along with one.
pub const MOST_INCLUDED: usize = 256;

/// So many documents may include each other in a row.
const LONGEST_CHAIN: usize = 16;

/// A path may have so many bytes.
const LONGEST_PATH: usize = 1000;

/// The texts of the documents that a document includes, and of those that they include, by path from its folder.
///
/// ```
/// use kinfolk_scene::{Includes, load_with};
///
/// let level = r#"{ "include": ["parts/arms.jsonc"], "entities": [{ "id": "arm", "template": "bossArm" }] }"#;
/// let includes = Includes::of(level, |path| match path {
///     "parts/arms.jsonc" => Ok(r#"{ "templates": { "bossArm": {} } }"#.to_owned()),
///     _ => Err("there is no such file".to_owned()),
/// });
///
/// let (document, _) = load_with(level, &includes).into_parts()?;
/// assert_eq!(document.templates["bossArm"].source.as_deref(), Some("parts/arms.jsonc"));
/// assert!(!document.to_text().contains("templates"));
/// # Ok::<(), kinfolk_scene::Diagnostics>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Includes {
    /// What is in each, or why it could not be read.
    files: BTreeMap<Text, Result<Arc<str>, Text>>,
}

impl Includes {
    /// Reads everything that a text includes. `read` gets paths from the folder of the text, with
    /// `/` between names, that never lead out of it; what it says when it cannot read one is told to the author.
    #[must_use]
    pub fn of(text: &str, mut read: impl FnMut(&str) -> Result<String, String>) -> Self {
        let mut includes = Self::default();
        let mut waiting = paths_in("", text);
        while let Some(path) = waiting.pop() {
            if includes.files.contains_key(path.as_str()) || includes.files.len() == MOST_INCLUDED {
                continue;
            }
            let text = read(&path);
            if let Ok(text) = &text {
                waiting.extend(paths_in(&path, text));
            }
            let text = text.map(Arc::from).map_err(Text::from);
            includes.files.insert(path.into(), text);
        }
        includes
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The paths, in the order of their letters; also of what could not be read.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(Text::as_str)
    }
}

impl Document {
    /// The templates that are written in this document, in their order.
    pub fn own_templates(&self) -> impl Iterator<Item = (&Text, &Template)> {
        let templates = self.templates.iter();
        templates.filter(|(_, template)| template.source.is_none())
    }

    /// How many templates are written in this document. They come before those of others.
    pub(crate) fn own_templates_len(&self) -> usize {
        self.own_templates().count()
    }

    /// The document without the templates of others.
    pub(crate) fn alone(&self) -> Cow<'_, Self> {
        if self.own_templates_len() == self.templates.len() {
            return Cow::Borrowed(self);
        }
        let mut alone = self.clone();
        alone.forget_included();
        Cow::Owned(alone)
    }

    /// Takes the templates of others out.
    pub(crate) fn forget_included(&mut self) {
        self.templates
            .retain(|_, template| template.source.is_none());
    }

    /// Puts templates of others behind its own, but for those that are there already.
    pub(crate) fn put_included<'t>(
        &mut self,
        others: impl IntoIterator<Item = (&'t Text, &'t Template)>,
    ) {
        for (name, template) in others {
            if !self.templates.contains_key(name) {
                self.templates.insert(name.clone(), template.clone());
            }
        }
    }
}

/// Brings in what a document includes; what is wrong about that goes to `findings`.
pub(crate) fn bring_in(document: &mut Document, includes: &Includes, findings: &mut Findings) {
    if !document.include.is_empty() {
        Shelf::new(includes).bring_in(document, "", findings);
    }
}

/// Included documents on their way to templates.
struct Shelf<'i> {
    includes: &'i Includes,
    /// The templates that each one gives, its own and those that it includes.
    known: HashMap<String, Arc<IndexMap<Text, Template>>>,
    /// Who includes whom, down to the one that is looked at.
    chain: Vec<String>,
}

/// Why a document cannot be included.
struct Trouble {
    code: Code,
    message: String,
    help: Option<String>,
}

impl<'i> Shelf<'i> {
    fn new(includes: &'i Includes) -> Self {
        Self {
            includes,
            known: HashMap::new(),
            chain: Vec::new(),
        }
    }

    /// Puts the templates of others behind those of a document that is at `path`.
    fn bring_in(&mut self, document: &mut Document, path: &str, findings: &mut Findings) {
        for (index, written) in document.include.clone().iter().enumerate() {
            let place = Whereabouts::value(document.origin, ["include", &index.to_string()]);
            let brought = match joined(path, written) {
                Some(path) => self.templates(&path),
                None => Err(Trouble {
                    code: Code::UnknownInclude,
                    message: format!("\"{written}\" is no path to a document beside this one"),
                    help: Some(
                        "write the path from this file's folder, as in \"parts/arms.jsonc\"; it must not \
                         lead out of the folder of the scene"
                            .to_owned(),
                    ),
                }),
            };
            match brought {
                Ok(templates) => put(document, &templates, findings),
                Err(Trouble {
                    code,
                    message,
                    help,
                }) => findings.add(place, code, message, help),
            }
        }
    }

    /// The templates of the document at `path`. It recurses along includes, of which there are few in a row.
    fn templates(&mut self, path: &str) -> Result<Arc<IndexMap<Text, Template>>, Trouble> {
        if let Some(known) = self.known.get(path) {
            return Ok(Arc::clone(known));
        }
        self.check_chain(path)?;
        let text = match self.includes.files.get(path) {
            Some(Ok(text)) => text,
            Some(Err(why)) => return Err(unknown(path, why)),
            None => return Err(unknown(path, "nobody has brought it")),
        };
        let Reading {
            document,
            mut findings,
            has_names,
        } = read::read(text);
        let mut document = document.unwrap_or_default();
        self.chain.push(path.to_owned());
        self.bring_in(&mut document, path, &mut findings);
        self.chain.pop();
        if has_names && !findings.has_errors() {
            resolve::resolve_into(&document, &mut findings);
        }
        if findings.has_errors() {
            let found = findings.into_diagnostics(Some(text));
            let errors: Vec<_> = found.iter().filter(|found| found.is_error()).collect();
            let deeper = errors.iter().find(|found| found.code == Code::BadInclude);
            if let Some(deeper) = deeper {
                return Err(Trouble {
                    code: deeper.code,
                    message: deeper.message.clone(),
                    help: deeper.help.clone(),
                });
            }
            let first = errors.first().map(ToString::to_string).unwrap_or_default();
            return Err(Trouble {
                code: Code::BadInclude,
                message: match errors.len() {
                    0 | 1 => format!("\"{path}\" has an error: {first}"),
                    many => format!("\"{path}\" has {many} errors, the first is {first}"),
                },
                help: Some(format!("run `kinfolk check {path}`")),
            });
        }
        let mut templates = document.templates;
        for template in templates.values_mut() {
            if template.source.is_none() {
                template.source = Some(path.into());
                forget_places(template);
            }
        }
        let templates = Arc::new(templates);
        self.known.insert(path.to_owned(), Arc::clone(&templates));
        Ok(templates)
    }

    fn check_chain(&self, path: &str) -> Result<(), Trouble> {
        let trouble = |message| Trouble {
            code: Code::BadInclude,
            message,
            help: Some("take one of these includes out".to_owned()),
        };
        if let Some(from) = self.chain.iter().position(|above| above == path) {
            let ring = self.chain[from..].iter().map(String::as_str);
            let ring: Vec<&str> = ring.chain([path]).collect();
            let message = format!("documents include each other: {}", ring.join(" → "));
            return Err(trouble(message));
        }
        if self.chain.len() == LONGEST_CHAIN {
            let message =
                format!("more than {LONGEST_CHAIN} documents include each other in a row");
            return Err(trouble(message));
        }
        Ok(())
    }
}

fn unknown(path: &str, why: &str) -> Trouble {
    Trouble {
        code: Code::UnknownInclude,
        message: format!("\"{path}\" cannot be included: {why}"),
        help: None,
    }
}

/// Puts templates of others behind those of a document; two of one name must be the same one.
fn put(document: &mut Document, templates: &IndexMap<Text, Template>, findings: &mut Findings) {
    for (name, template) in templates {
        let Some(here) = document.templates.get(name) else {
            document.templates.insert(name.clone(), template.clone());
            continue;
        };
        if here.source == template.source {
            continue; // it came by another way
        }
        let theirs = template.source.as_deref().unwrap_or_default();
        let (place, message) = match &here.source {
            None => (
                Whereabouts::key(document.origin, ["templates", name]),
                format!("the template \"{name}\" is also in \"{theirs}\""),
            ),
            Some(ours) => (
                Whereabouts::value(document.origin, ["include"]),
                format!("the template \"{name}\" is in \"{ours}\" and in \"{theirs}\""),
            ),
        };
        let help = "give one of them another name".to_owned();
        findings.add(place, Code::TemplateClash, message, help);
    }
}

/// What was written in another text has no place in this one.
fn forget_places(template: &mut Template) {
    template.origin = Origin::NOWHERE;
    let mut lists: Vec<&mut [Entity]> = vec![&mut template.children];
    while let Some(list) = lists.pop() {
        for entity in list {
            entity.origin = Origin::NOWHERE;
            lists.push(&mut entity.children);
        }
    }
}

/// The paths that a text at `path` includes, as far as it can be read.
fn paths_in(path: &str, text: &str) -> Vec<String> {
    // Most documents include nothing, and must not be read twice for it.
    if !text.contains("\"include\"") {
        return Vec::new();
    }
    let Some(document) = read::read(text).document else {
        return Vec::new();
    };
    let written = document.include.iter();
    written
        .filter_map(|written| joined(path, written))
        .collect()
}

/// Where `written` in the document at `from` leads; `None` if that is no path, or leads out of
/// the folder that all of them are in.
fn joined(from: &str, written: &str) -> Option<String> {
    let is_bad = written.is_empty()
        || written.len() > LONGEST_PATH
        || written.starts_with('/')
        || written.contains(['\\', ':', '\0']);
    if is_bad {
        return None;
    }
    let mut names: Vec<&str> = from.split('/').collect();
    names.pop();
    for name in written.split('/') {
        match name {
            "" => return None,
            "." => {}
            ".." => {
                names.pop()?;
            }
            name => names.push(name),
        }
    }
    let path = names.join("/");
    (!path.is_empty() && path.len() <= LONGEST_PATH && !written.ends_with("..")).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_from_folder_to_folder_and_never_out() {
        let cases = [
            ("", "arms.jsonc", Some("arms.jsonc")),
            ("", "./parts/arms.jsonc", Some("parts/arms.jsonc")),
            ("parts/arms.jsonc", "hands.jsonc", Some("parts/hands.jsonc")),
            ("parts/arms.jsonc", "../all.jsonc", Some("all.jsonc")),
            ("parts/a/b.jsonc", "../../x/../y.jsonc", Some("y.jsonc")),
            ("parts/arms.jsonc", "../../all.jsonc", None),
            ("", "../all.jsonc", None),
            ("", "/etc/passwd", None),
            ("", "C:/x.jsonc", None),
            ("", "a\\b.jsonc", None),
            ("", "a//b.jsonc", None),
            ("", "a/", None),
            ("", "", None),
            ("", ".", None),
            ("a/b.jsonc", "c/..", None),
        ];
        for (from, written, path) in cases {
            assert_eq!(joined(from, written).as_deref(), path, "{from} + {written}");
        }
    }
}
