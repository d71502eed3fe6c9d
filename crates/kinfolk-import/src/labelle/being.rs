//! Entities as they are written, in a scene or in a prefab.
//!
//! A list of beings is in the order of the text, so parents that they are nested in come before
//! them. What they are made of and whose children they are is not looked up here.

use std::ops::Range;

use kinfolk_scene::{Object, Place2, Text};

use crate::shown::{self, Shown};
use crate::zon::{Kind, Value};

use super::component;
use super::page::Page;
use super::visual::Look;

/// One entity of a file.
#[derive(Debug, Default)]
pub(super) struct Being {
    /// Where it is written.
    pub(super) part: Range<usize>,
    /// The one that it is nested in.
    pub(super) above: Option<usize>,
    pub(super) id: Option<Said>,
    pub(super) name: Option<Said>,
    pub(super) prefab: Option<Said>,
    pub(super) parent: Option<Said>,
    pub(super) inherits_rotation: Option<bool>,
    pub(super) inherits_scale: Option<bool>,
    /// The numbers that are written.
    pub(super) place: Place2,
    /// Whether it has a `Scale` of its own.
    pub(super) has_scale: bool,
    pub(super) look: Look,
    pub(super) physics: Object,
    /// Whether it has a `RigidBody` of its own.
    pub(super) has_body: bool,
    pub(super) tags: Option<Vec<Text>>,
}

/// A word, and where it is written.
#[derive(Debug, Clone)]
pub(super) struct Said {
    pub(super) text: Text,
    pub(super) part: Range<usize>,
}

/// What a list of beings is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role<'a> {
    /// The entities of a scene.
    Scene,
    /// A prefab with this name: its first being is the prefab itself.
    Prefab(&'a str),
}

/// The words that an entity may have.
const FIELDS: &str =
    "an entity has `.id`, `.name`, `.prefab`, `.parent`, `.components` and `.children`";

/// The beings that `values` are, each followed by those nested in it.
pub(super) fn read(values: Vec<Value<'_>>, role: Role<'_>, page: &mut Page<'_>) -> Vec<Being> {
    let mut beings = Vec::new();
    let mut open = vec![(values.into_iter(), None)];
    while let Some((rest, above)) = open.last_mut() {
        let above = *above;
        let Some(value) = rest.next() else {
            open.pop();
            continue;
        };
        if !matches!(value.kind(), Kind::Struct | Kind::Empty) {
            let message = format!(
                "an entity must be a struct, not {}",
                value.kind().in_words()
            );
            page.problem(value.part(), message, Some(FIELDS));
            continue;
        }
        let index = beings.len();
        beings.push(Being {
            part: value.part(),
            above,
            ..Being::default()
        });
        let mut reader = Reader {
            page,
            beings: &mut beings,
            index,
            role,
            node: String::new(),
        };
        let children = reader.being(value);
        open.push((children.into_iter(), Some(index)));
    }
    beings
}

/// Reads one being.
pub(super) struct Reader<'r, 't> {
    pub(super) page: &'r mut Page<'t>,
    beings: &'r mut Vec<Being>,
    index: usize,
    role: Role<'r>,
    /// What losses call it.
    pub(super) node: String,
}

impl Reader<'_, '_> {
    /// The being that is read.
    pub(super) fn subject(&mut self) -> &mut Being {
        &mut self.beings[self.index]
    }

    /// Something of this being does not come along.
    pub(super) fn loss(&mut self, part: Range<usize>, what: impl Into<String>) {
        self.page.loss(part, &self.node, what);
    }

    /// Reads everything but the children.
    fn being<'z>(&mut self, value: Value<'z>) -> Vec<Value<'z>> {
        for name in ["id", "name", "prefab", "parent"] {
            let word = value.field(name).and_then(|value| self.word(value, name));
            let subject = self.subject();
            match name {
                "id" => subject.id = word,
                "name" => subject.name = word,
                "prefab" => subject.prefab = word,
                _ => subject.parent = word,
            }
        }
        self.node = path(self.beings, self.index, self.role);
        let mut children = Vec::new();
        for field in value.fields() {
            match field.name {
                "id" | "name" | "prefab" | "parent" => self.check_word(field.name, field.value),
                "components" => component::read(self, field.value),
                "children" => children = list(field.value, "children", self.page),
                "inherit_rotation" | "inherit_scale" => self.flag(field.name, field.value),
                other => {
                    let what = format!("the field `{}`", Shown(other));
                    self.loss(field.name_part, what);
                }
            }
        }
        children
    }

    /// A string or an enum literal that is not empty.
    fn word(&mut self, value: Value<'_>, name: &str) -> Option<Said> {
        let text = match value.kind() {
            Kind::Text(text) => text,
            Kind::Word(text) if name == "prefab" => text,
            Kind::Null => return None,
            _ => {
                self.page.wrong_kind(value, name, "a string");
                return None;
            }
        };
        if text.is_empty() {
            let message = format!("`{name}` must not be empty");
            let help = "leave it out, or give it a name";
            self.page.problem(value.part(), message, Some(help));
            return None;
        }
        Some(Said {
            text: text.into(),
            part: value.part(),
        })
    }

    /// Whether the word may be here.
    fn check_word(&mut self, name: &str, value: Value<'_>) {
        if value.kind() == Kind::Null {
            return;
        }
        let part = value.part();
        let is_nested = self.subject().above.is_some();
        match (self.role, name) {
            (_, "parent") if is_nested => {
                let message = "a nested child has a parent already";
                let help = "take `.parent` out, or move the entity out of `.children`";
                self.page.problem(part, message, Some(help));
            }
            (Role::Prefab(_), "parent") => {
                let help = "whoever uses the prefab says where it is";
                self.page
                    .problem(part, "a prefab has no parent", Some(help));
            }
            (Role::Prefab(_), "id") => {
                let id = Shown(value.text().unwrap_or_default());
                let what = format!("the id `{id}`: there may be many entities of one prefab");
                self.loss(part, what);
            }
            (Role::Prefab(_), "prefab") if !is_nested => {
                let other = Shown(value.text().unwrap_or_default());
                let what = format!("the prefab `{other}` that this prefab is made of");
                self.loss(part, what);
                self.subject().prefab = None;
            }
            _ => {}
        }
    }

    fn flag(&mut self, name: &str, value: Value<'_>) {
        let Kind::Bool(truth) = value.kind() else {
            self.page.wrong_kind(value, name, "true or false");
            return;
        };
        let subject = self.subject();
        if subject.above.is_none() && subject.parent.is_none() {
            let what = format!("`{name}`: there is no parent to inherit from");
            self.loss(value.part(), what);
        } else if name == "inherit_rotation" {
            subject.inherits_rotation = Some(truth);
        } else {
            subject.inherits_scale = Some(truth);
        }
    }
}

/// The elements of a tuple; a problem if it is none.
pub(super) fn list<'z>(value: Value<'z>, name: &str, page: &mut Page<'_>) -> Vec<Value<'z>> {
    match value.kind() {
        Kind::Tuple | Kind::Empty => value.elements().collect(),
        _ => {
            page.wrong_kind(value, name, "a tuple");
            Vec::new()
        }
    }
}

impl Being {
    /// What it is called: what people wrote, from the most to the least certain.
    pub(super) fn called(&self) -> &str {
        let words = [&self.id, &self.name, &self.prefab];
        let word = words.into_iter().flatten().next();
        word.map_or("entity", |said| &said.text)
    }
}

/// What losses call a being: `tank/turret`.
fn path(beings: &[Being], index: usize, role: Role<'_>) -> String {
    let inside_out = std::iter::successors(Some(index), |&at| beings[at].above);
    shown::path(inside_out.map(|at| match role {
        Role::Prefab(prefab) if at == 0 => prefab,
        _ => beings[at].called(),
    }))
}
