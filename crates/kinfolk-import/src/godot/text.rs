//! The text of a `.tscn` file, with the place of everything in it.
//!
//! The parser keeps every byte of the source in exactly one field and no places, so places are
//! found by adding up the lengths of those fields in the order in which they are written.

use std::ops::Range;

use tscn::{Document, ParseErrorKind, SectionKind, Value};

use super::report::{Spot, Trouble};

/// A text scene, section by section.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) sections: Vec<Section>,
}

/// `[tag field=value …]` and the properties below.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) kind: SectionKind,
    /// From `[` to `]`.
    pub(super) header: Range<usize>,
    pub(super) fields: Vec<Entry>,
    pub(super) properties: Vec<Entry>,
}

/// `key = value`, in a header or below.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) value: Value,
    /// Of the key and the value.
    pub(super) whole: Range<usize>,
    /// Of the value alone.
    pub(super) part: Range<usize>,
}

impl Section {
    pub(super) fn field(&self, key: &str) -> Option<&Entry> {
        self.fields.iter().find(|field| field.key == key)
    }

    /// The place of the field `key`, or of the header if there is none.
    pub(super) fn place_of(&self, key: &str) -> Range<usize> {
        let field = self.field(key);
        field.map_or_else(|| self.header.clone(), |field| field.whole.clone())
    }
}

/// The bytes of a file as text.
pub(super) fn decode(bytes: Vec<u8>) -> Result<String, (String, Trouble)> {
    if bytes.starts_with(b"RSRC") || bytes.starts_with(b"RSCC") {
        let trouble = Trouble::new(Spot::Byte(0), "this is a binary scene")
            .help("open it in Godot and save it as .tscn");
        return Err((String::new(), trouble));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let mut bytes = error.into_bytes();
        bytes.truncate(valid);
        let text = String::from_utf8(bytes).unwrap_or_default();
        let trouble = Trouble::new(valid..valid, "the text is not UTF-8 from here on")
            .help("a text scene is saved as UTF-8");
        (text, trouble)
    })
}

/// Reads the text of a scene.
pub(super) fn parse(text: &str) -> Result<Text, Trouble> {
    let mark = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let source = &text[mark..];
    let document = Document::parse(source).map_err(|error| {
        let lines = source.split_inclusive('\n').take(error.line - 1);
        let start: usize = lines.map(str::len).sum();
        let at = (mark + start + error.column - 1).min(text.len());
        let trouble = Trouble::new(at..at, error.kind.to_string());
        match error.kind {
            ParseErrorKind::PropertyOutsideSection | ParseErrorKind::NotAGodotTextResource => {
                trouble.help("a text scene begins with [gd_scene …]")
            }
            _ => trouble,
        }
    })?;
    let text = with_places(document, mark);
    match text.sections.first() {
        Some(first) if first.kind == SectionKind::GdScene => Ok(text),
        first => {
            let place = first.map_or(0..0, |first| first.header.clone());
            let trouble = Trouble::new(place, "this is a resource and not a scene");
            Err(trouble.help("import a file that begins with [gd_scene …]"))
        }
    }
}

fn with_places(document: Document, mark: usize) -> Text {
    let mut at = mark + document.lead.len();
    let mut sections = Vec::with_capacity(document.sections.len());
    for section in document.sections {
        let start = at;
        at += 1 + section.open_sep.len() + section.tag.len();
        let mut fields = Vec::with_capacity(section.fields.len());
        for field in section.fields {
            at += field.sep_before.len();
            let start = at;
            at += field.name.len() + field.sep_eq.len() + 1 + field.sep_val.len();
            let part = at..at + field.value_raw.len();
            at = part.end;
            fields.push(Entry {
                key: field.name,
                value: field.value,
                whole: start..at,
                part,
            });
        }
        at += section.close_sep.len() + 1;
        let header = start..at;
        let mut properties = Vec::with_capacity(section.props.len());
        for property in section.props {
            at += property.lead.len();
            let start = at;
            at += property.key_raw.len() + property.sep_eq.len() + 1 + property.sep_val.len();
            let part = at..at + property.value_raw.len();
            at = part.end;
            properties.push(Entry {
                key: property.key,
                value: property.value,
                whole: start..at,
                part,
            });
        }
        at += section.trailing.len();
        sections.push(Section {
            kind: section.kind,
            header,
            fields,
            properties,
        });
    }
    Text { sections }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn every_place_is_that_of_its_text() {
        let source = "; a ship\n[ gd_scene  format = 3 ]\n\n\n[node name=\"Ship\" type = \"Node2D\"]\n\
                      position = Vector2( 1,\n 2 ) ; here\n\"odd = key\" = [1, {\"a\": &\"b\"}]\n\
                      metadata/x=-inf\n[node name=\"Tür\" parent=\".\"]\n visible =false\n";

        let text = parse(source).expect("it is a scene");

        let headers = text
            .sections
            .iter()
            .map(|section| &source[section.header.clone()]);
        assert_eq!(
            headers.collect::<Vec<_>>(),
            [
                "[ gd_scene  format = 3 ]",
                "[node name=\"Ship\" type = \"Node2D\"]",
                "[node name=\"Tür\" parent=\".\"]"
            ]
        );
        let entries = text.sections.iter().flat_map(|section| {
            let all = section.fields.iter().chain(&section.properties);
            all.map(|entry| (&source[entry.whole.clone()], &source[entry.part.clone()]))
        });
        assert_eq!(
            entries.collect::<Vec<_>>(),
            [
                ("format = 3", "3"),
                ("name=\"Ship\"", "\"Ship\""),
                ("type = \"Node2D\"", "\"Node2D\""),
                ("position = Vector2( 1,\n 2 )", "Vector2( 1,\n 2 )"),
                (
                    "\"odd = key\" = [1, {\"a\": &\"b\"}]",
                    "[1, {\"a\": &\"b\"}]"
                ),
                ("metadata/x=-inf", "-inf"),
                ("name=\"Tür\"", "\"Tür\""),
                ("parent=\".\"", "\".\""),
                ("visible =false", "false"),
            ]
        );
    }

    #[test]
    fn no_byte_of_a_fixture_is_in_the_wrong_place() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/import/godot");
        let entries = std::fs::read_dir(folder).expect("the fixtures are there");
        let paths = entries.map(|entry| entry.expect("it can be read").path());
        let scenes = paths.filter(|path| path.extension().is_some_and(|end| end == "tscn"));
        for path in scenes {
            let source = std::fs::read_to_string(&path).expect("it can be read");
            let document = tscn::Document::parse(&source).expect("it is a scene");
            assert_eq!(document.to_source(), source);

            let text = parse(&source).expect("it is a scene");

            for (section, written) in text.sections.iter().zip(&document.sections) {
                assert!(source[section.header.clone()].starts_with('['));
                assert!(source[section.header.clone()].ends_with(']'));
                let fields = written.fields.iter().map(|field| &field.value_raw);
                let values = fields.chain(written.props.iter().map(|prop| &prop.value_raw));
                let entries = section.fields.iter().chain(&section.properties);
                for (entry, value) in entries.zip(values) {
                    assert_eq!(&source[entry.part.clone()], value);
                }
            }
        }
    }
}
