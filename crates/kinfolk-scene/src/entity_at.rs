//! Which entity somebody points at in a text.

use crate::locate;
use crate::read::start_of;
use crate::tape::{At, Kind, Tape};

/// The id of the innermost entity that is written around a byte of a text, as for a click on a
/// [`Diagnostic`](crate::Diagnostic): its `place.span.start` is such a byte.
///
/// A child without an id is `{parent}_{name}`. There is nobody around what is between entities, in a
/// template, or in a text that is not JSON with comments; whether the text makes sense is not
/// asked. Whoever has several bytes asks [`entities_at`], which reads the text once.
///
/// ```
/// let text = r#"{ "entities": [{ "id": "ship", "children": [{ "name": "Turret", "z": "high" }] }] }"#;
///
/// let byte = text.find("\"high\"").unwrap();
/// assert_eq!(kinfolk_scene::entity_at(text, byte).as_deref(), Some("ship_Turret"));
/// assert_eq!(kinfolk_scene::entity_at(text, 0), None);
/// ```
#[must_use]
pub fn entity_at(text: &str, byte: usize) -> Option<String> {
    entities_at(text, &[byte]).pop().flatten()
}

/// As [`entity_at`], for several bytes of the same text, in their order.
#[must_use]
pub fn entities_at(text: &str, bytes: &[usize]) -> Vec<Option<String>> {
    let Ok(tape) = Tape::new(text, start_of(text), false) else {
        return vec![None; bytes.len()];
    };
    let top = elements(&tape, 0, "entities");
    bytes
        .iter()
        .map(|&byte| innermost(&tape, &top, byte))
        .collect()
}

fn innermost(tape: &Tape<'_>, top: &[At], byte: usize) -> Option<String> {
    let mut id: Option<String> = None;
    let mut around = holding(tape, top, byte);
    while let Some(entity) = around {
        let text = |key| match locate::step(tape, entity, key) {
            Some((_, at)) if matches!(tape.kind(at), Kind::Plain | Kind::Escaped) => {
                Some(tape.string(at)).filter(|text| !text.is_empty())
            }
            _ => None,
        };
        match (text("id"), text("name"), &mut id) {
            (Some(own), _, _) => id = Some(own.into_owned()),
            (None, Some(name), Some(id)) => {
                id.push('_');
                id.push_str(&name);
            }
            (None, ..) => break, // nobody can say what it is called
        }
        around = holding(tape, &elements(tape, entity, "children"), byte);
    }
    id
}

/// The object among these values, which are in order, that the byte is in.
fn holding(tape: &Tape<'_>, values: &[At], byte: usize) -> Option<At> {
    let behind = values.partition_point(|&at| tape.entry(at).span().start as usize <= byte);
    let at = *values.get(behind.checked_sub(1)?)?;
    let holds = tape.kind(at) == Kind::Object && tape.entry(at).span().range().contains(&byte);
    holds.then_some(at)
}

/// The elements of the list behind a key.
fn elements(tape: &Tape<'_>, object: At, key: &str) -> Vec<At> {
    match locate::step(tape, object, key) {
        Some((_, list)) if tape.kind(list) == Kind::Array => tape.elements(list).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const YARD: &str = r#"{
        "templates": { "tank": { "children": [{ "name": "Turret" }] } },
        "entities": [
            { "id": "yard", "children": [
                { "z": 1, "name": "Gate", "children": [{ "name": "Hinge", "slot": "left" }] }, // here
                { "id": "own", "template": "tamk" },
                { "z": 2 }
            ], "visible": 7 },
            { "name": "nobody" },
            "text"
        ]
    }"#;

    fn around(what: &str) -> Option<String> {
        entity_at(YARD, YARD.find(what).unwrap())
    }

    #[test]
    fn the_innermost_entity_around_a_byte_is_found() {
        assert_eq!(around("\"left\"").as_deref(), Some("yard_Gate_Hinge"));
        assert_eq!(around("1, \"name\"").as_deref(), Some("yard_Gate"));
        assert_eq!(around("\"tamk\"").as_deref(), Some("own"));
        assert_eq!(around("7 }").as_deref(), Some("yard"));
        assert_eq!(around("// here").as_deref(), Some("yard"));
        assert_eq!(
            around("2 }").as_deref(),
            Some("yard"),
            "what has no name is the parent's"
        );
    }

    #[test]
    fn nobody_is_around_what_is_in_no_entity() {
        assert_eq!(around("Turret"), None);
        assert_eq!(around("\"nobody\""), None);
        assert_eq!(around("\"text\""), None);
        assert_eq!(entity_at(YARD, YARD.len() + 5), None);
        assert_eq!(entity_at("{ \"entities\": [", 3), None);
        assert_eq!(entity_at("[]", 0), None);
    }

    #[test]
    fn every_finding_leads_to_its_entity() {
        let loaded = crate::load(YARD);
        let places = loaded
            .diagnostics
            .iter()
            .filter_map(|found| found.place.as_ref());
        let bytes: Vec<usize> = places.map(|place| place.span.start as usize).collect();

        let found = entities_at(YARD, &bytes);

        let found: Vec<_> = found
            .iter()
            .map(|id| id.as_deref().unwrap_or("-"))
            .collect();
        let ids = ["yard_Gate_Hinge", "own", "yard", "yard", "-", "-"];
        assert_eq!(found, ids);
    }
}
