//! From a [`Document`] to text, in the one canonical form.
//!
//! Keys come in a fixed order, unknown ones last; only what was set is written; numbers have
//! the fewest digits that read back the same. Whatever fits on a line of 120 columns is on
//! one line, but lists of entities never are, so that a line of a diff is one entity.
//! Reading what was written and writing it again changes no byte. Nothing recurses along
//! children.

mod item;

use crate::document::{Document, Entity, Template};
use crate::json::{Json, Text};
use crate::number;

use item::Item;

/// The widest line that a list or an object is put on.
pub(crate) const MOST_COLUMNS: usize = 120;

/// The canonical form, with a line break at the end.
///
/// ```
/// use kinfolk_scene::Document;
///
/// let text = r#"{"entities":[{"transform":{"y":3.50,},"id":"lamp"}]} // my scene"#;
/// let document: Document = text.parse()?;
///
/// assert_eq!(
///     document.to_string(),
///     r#"{
///   "entities": [
///     { "id": "lamp", "transform": { "y": 3.5 } }
///   ]
/// }
/// "#
/// );
/// # Ok::<(), kinfolk_scene::Diagnostics>(())
/// ```
impl std::fmt::Display for Document {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.to_text())
    }
}

impl Document {
    /// The canonical form, with a line break at the end.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut writer = Writer::new(MOST_COLUMNS);
        writer.out.reserve(self.entities.len() * 64);
        writer.value(Item::Document(self));
        writer.out.push('\n');
        writer.out
    }
}

/// A value alone.
pub(crate) fn json_to_string(json: &Json) -> String {
    let mut writer = Writer::new(MOST_COLUMNS);
    writer.value(Item::Json(json));
    writer.out
}

/// A value alone, however long the line gets.
pub(crate) fn json_on_one_line(json: &Json) -> String {
    let mut writer = Writer::new(usize::MAX);
    writer.value(Item::Json(json));
    writer.out
}

/// An entity without its children.
pub(crate) fn entity_to_string(entity: &Entity, top: bool) -> String {
    let mut writer = Writer::new(MOST_COLUMNS);
    writer.value(Item::EntityAlone(entity, top));
    writer.out
}

/// An entity with all that is nested in it.
pub(crate) fn whole_entity_to_string(entity: &Entity, top: bool) -> String {
    let mut writer = Writer::new(MOST_COLUMNS);
    writer.value(Item::Entity(entity, top));
    writer.out
}

/// A template with its children.
pub(crate) fn whole_template_to_string(template: &Template) -> String {
    let mut writer = Writer::new(MOST_COLUMNS);
    writer.value(Item::Template(template));
    writer.out
}

/// A template without its children.
pub(crate) fn template_to_string(template: &Template) -> String {
    let mut writer = Writer::new(MOST_COLUMNS);
    writer.value(Item::TemplateAlone(template));
    writer.out
}

/// A text that grows.
struct Writer<'d> {
    out: String,
    /// Where the current line starts.
    line: usize,
    depth: usize,
    /// The widest line.
    most_columns: usize,
    /// What is still to be written, last first.
    work: Vec<Work<'d>>,
}

enum Work<'d> {
    Part(Option<&'d str>, Item<'d>),
    Close(char),
}

impl<'d> Writer<'d> {
    fn new(most_columns: usize) -> Self {
        Self {
            out: String::new(),
            line: 0,
            depth: 0,
            most_columns,
            work: Vec::new(),
        }
    }

    /// Writes `item`, over as many lines as it takes.
    fn value(&mut self, item: Item<'d>) {
        self.start(item);
        let mut first = true;
        while let Some(work) = self.work.pop() {
            match work {
                Work::Close(bracket) => {
                    self.depth -= 1;
                    self.new_line();
                    self.out.push(bracket);
                    first = false;
                }
                Work::Part(key, item) => {
                    if !first {
                        self.out.push(',');
                    }
                    self.new_line();
                    if let Some(key) = key {
                        self.string(key);
                        self.out.push_str(": ");
                    }
                    first = self.start(item);
                }
            }
        }
    }

    /// Writes `item` if it fits on the line, or else opens it and leaves its parts as work.
    /// Says whether it was opened.
    fn start(&mut self, item: Item<'d>) -> bool {
        let start = self.out.len();
        if self.on_one_line(item) {
            return false;
        }
        self.out.truncate(start);
        let (open, close) = item.brackets();
        self.out.push(open);
        self.depth += 1;
        self.work.push(Work::Close(close));
        let parts = self.work.len();
        let work = &mut self.work;
        item.each(&mut |key, part| {
            work.push(Work::Part(key, part));
            true
        });
        self.work[parts..].reverse();
        true
    }

    /// Writes `item` on the current line; gives up, and says no, when it gets too long.
    fn on_one_line(&mut self, item: Item<'d>) -> bool {
        match item {
            Item::Null => self.out.push_str("null"),
            Item::Bool(truth) => self.out.push_str(if truth { "true" } else { "false" }),
            Item::Whole(whole) => number::write_whole(whole, &mut self.out),
            Item::F32(value) => number::write_f32(value, &mut self.out),
            Item::Number(number) => number.write(&mut self.out),
            Item::WithUnit(value, unit) => {
                self.out.push('"');
                number::write_f32(value, &mut self.out);
                self.out.push_str(unit);
                self.out.push('"');
            }
            Item::Text(text) => self.string(text),
            container => return self.container_on_one_line(container.unwrapped()),
        }
        true
    }

    fn container_on_one_line(&mut self, item: Item<'d>) -> bool {
        if !item.is_container() {
            return self.on_one_line(item);
        }
        let (open, close) = item.brackets();
        self.out.push(open);
        let mut first = true;
        let never = item.is_always_opened();
        let fits = item.each(&mut |key, part| {
            if never {
                return false;
            }
            self.out.push_str(match (first, open) {
                (true, '{') => " ",
                (true, _) => "",
                (false, _) => ", ",
            });
            first = false;
            if let Some(key) = key {
                self.string(key);
                self.out.push_str(": ");
            }
            self.on_one_line(part) && self.fits()
        });
        if !fits {
            return false;
        }
        if !first && open == '{' {
            self.out.push(' ');
        }
        self.out.push(close);
        self.fits() || first
    }

    /// Whether the current line is not too long.
    fn fits(&self) -> bool {
        let line = &self.out[self.line..];
        line.len() <= self.most_columns || line.chars().count() <= self.most_columns
    }

    fn new_line(&mut self) {
        const SPACES: &str = "                                                                ";
        self.out.push('\n');
        self.line = self.out.len();
        let mut spaces = 2 * self.depth;
        while spaces > 0 {
            let some = spaces.min(SPACES.len());
            self.out.push_str(&SPACES[..some]);
            spaces -= some;
        }
    }

    fn string(&mut self, text: &str) {
        write_string(text, &mut self.out);
    }
}

/// Appends a JSON string.
pub(crate) fn write_string(text: &str, out: &mut String) {
    out.push('"');
    let special = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\' || byte == 0x7f;
    if text.bytes().any(special) {
        for character in text.chars() {
            match character {
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                '\n' => out.push_str("\\n"),
                '\t' => out.push_str("\\t"),
                '\r' => out.push_str("\\r"),
                '\u{8}' => out.push_str("\\b"),
                '\u{c}' => out.push_str("\\f"),
                '\0'..' ' | '\u{7f}' => out.push_str(&format!("\\u{:04x}", character as u32)),
                other => out.push(other),
            }
        }
    } else {
        out.push_str(text);
    }
    out.push('"');
}

/// For keys that are kept as text.
fn texts(texts: &[Text]) -> impl Iterator<Item = &str> {
    texts.iter().map(Text::as_str)
}
