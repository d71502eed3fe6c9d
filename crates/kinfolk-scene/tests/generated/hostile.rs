//! Whatever the input, the answer is a document or a diagnostic: never a panic, an overflow of
//! the stack, or an explosion.

use std::fmt::Write as _;

use crate::choices::{Choices, Kind, document};
use kinfolk::Forest;
use kinfolk_scene::{Code, Scene, load, load_bytes};
use proptest::prelude::*;

fn codes(text: &str) -> Vec<Code> {
    load(text)
        .diagnostics
        .iter()
        .map(|finding| finding.code)
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn any_bytes_are_a_document_or_a_diagnostic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let loaded = load_bytes(&bytes);

        prop_assert!(loaded.plan.is_some() != loaded.diagnostics.has_errors());
    }

    #[test]
    fn json_of_any_shape_is_a_document_or_a_diagnostic(
        words in prop::collection::vec(0..WORDS.len(), 0..120),
    ) {
        let text: String = words.iter().map(|&word| WORDS[word]).collect();

        let loaded = load(&text);

        prop_assert!(loaded.plan.is_some() != loaded.diagnostics.has_errors());
        for finding in &loaded.diagnostics {
            let place = finding.place.as_ref().expect("everything has a place in a text");
            prop_assert!(text.get(place.span.range()).is_some());
        }
    }

    #[test]
    fn a_good_document_with_a_few_bytes_changed_is_no_worse(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3), 1..6),
    ) {
        let mut text = document(&mut Choices::new(&bytes), Kind { odd: true }).to_text().into_bytes();
        for (index, byte, what) in edits {
            let at = index.index(text.len());
            match what {
                0 => text[at] = byte,
                1 => drop(text.remove(at)),
                _ => text.insert(at, byte),
            }
        }

        let loaded = load_bytes(&text);

        prop_assert!(loaded.plan.is_some() != loaded.diagnostics.has_errors());
        if let Some(document) = loaded.document {
            // What has errors can be written as well.
            prop_assert!(!document.to_flat().to_nested().to_text().is_empty());
        }
    }
}

/// Pieces that documents are made of.
const WORDS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    " ",
    "\n",
    "//x\n",
    "/*y*/",
    "null",
    "true",
    "false",
    "0",
    "-1",
    "1e39",
    "\"a\"",
    "\"b\"",
    "\"a/b\"",
    "\"\"",
    "\"\\u0041\"",
    "\"é\"",
    "1.5",
    "\"45deg\"",
    "{\"entities\":[",
    "{\"id\":\"a\"",
    ",\"parent\":\"b\"",
    ",\"children\":[",
    "{\"name\":\"c\"",
    "\"templates\":{",
    "\"t\":{",
    ",\"template\":\"t\"",
    ",\"overrides\":{",
    ",\"slot\":\"s\"",
    "\"slots\":{",
    "\"s\":{\"x\":1}",
    "\"extends\":\"t\"",
    "]}",
    "}}",
    "},",
    ",\"transform\":{\"x\":1}",
    ",\"localTransform\":{\"angle\":",
    ",\"tags\":[\"x\"]",
    ",\"z\":1",
    ",\"layer\":2",
    "\"limits\":{\"maxDepth\":",
];

#[test]
fn ten_thousand_levels_of_nesting_are_a_diagnostic() {
    let nested = |levels: usize| {
        let mut text = String::from("{\"entities\":[{\"id\":\"a\"");
        for _ in 0..levels {
            text.push_str(",\"children\":[{\"name\":\"b\"");
        }
        text.push_str(&"}]".repeat(levels));
        text.push_str("}]}");
        text
    };

    assert_eq!(codes(&nested(10_000)), [Code::TooDeep]);
    assert_eq!(codes(&nested(600)), [Code::TooDeep]);
    assert_eq!(codes(&nested(400)), []);

    let sprite = format!(
        "{{\"entities\":[{{\"id\":\"a\",\"sprite\":{}{}}}]}}",
        "[".repeat(10_000),
        "]".repeat(10_000)
    );
    assert_eq!(codes(&sprite), [Code::TooDeep]);
    let sprite = format!(
        "{{\"entities\":[{{\"id\":\"a\",\"sprite\":{}{}}}]}}",
        "[".repeat(300),
        "]".repeat(300)
    );
    assert_eq!(codes(&sprite), [Code::TooDeep]);
}

/// Templates of which each holds `width` of the next.
fn bomb(levels: usize, width: usize, limits: &str) -> String {
    let mut text = format!("{{{limits}\"templates\":{{\"t{levels}\":{{}}");
    for level in 0..levels {
        write!(text, ",\"t{level}\":{{\"children\":[").unwrap();
        for child in 0..width {
            let separator = if child == 0 { "" } else { "," };
            write!(
                text,
                "{separator}{{\"name\":\"c{child}\",\"template\":\"t{}\"}}",
                level + 1
            )
            .unwrap();
        }
        text.push_str("]}");
    }
    text.push_str("},\"entities\":[{\"id\":\"boom\",\"template\":\"t0\"}]}");
    text
}

#[test]
fn template_bombs_are_counted_and_not_unfolded() {
    assert_eq!(
        codes(&bomb(40, 2, "\"limits\":{\"maxDepth\":100},")),
        [Code::BudgetExceeded]
    );
    assert_eq!(codes(&bomb(9, 100, "")), [Code::BudgetExceeded]);
    assert_eq!(
        codes(&bomb(
            70,
            100,
            "\"limits\":{\"maxDepth\":100,\"maxEntities\":4294967295},"
        )),
        [Code::BudgetExceeded]
    );
    assert_eq!(codes(&bomb(11, 1, "")), [Code::DepthExceeded]);
    assert_eq!(codes(&bomb(10, 1, "")), []);
}

#[test]
fn a_chain_of_variants_is_cut() {
    let mut text = String::from("{\"templates\":{\"t0\":{}");
    for template in 1..5_000 {
        write!(
            text,
            ",\"t{template}\":{{\"extends\":\"t{}\"}}",
            template - 1
        )
        .unwrap();
    }
    text.push_str("},\"entities\":[{\"id\":\"a\",\"template\":\"t4999\"}]}");

    assert_eq!(codes(&text), [Code::DepthExceeded]);
}

#[test]
fn a_template_chain_as_deep_as_its_limit_is_unfolded() {
    let text = bomb(5_000, 1, "\"limits\":{\"maxDepth\":5000},");
    let (document, plan) = load(&text).into_parts().unwrap();
    let mut forest = Forest::new();

    let scene = Scene::instantiate(document, plan, &mut forest).unwrap();

    assert_eq!(forest.len(), 5_001);
    let deepest = *scene.nodes().last().unwrap();
    assert_eq!(scene.node(&scene.id(deepest).unwrap()), Some(deepest));
}

#[test]
fn a_million_entities_load_as_a_chain_written_backwards() {
    let entities = 1_000_000;
    let mut text = String::from("{\"entities\":[");
    for entity in (1..entities).rev() {
        write!(
            text,
            "{{\"id\":\"{entity}\",\"parent\":\"{}\"}},",
            entity - 1
        )
        .unwrap();
    }
    text.push_str("{\"id\":\"0\"}]}");

    let (document, plan) = load(&text).into_parts().unwrap();
    let mut forest = Forest::new();
    let scene = Scene::instantiate(document, plan, &mut forest).unwrap();
    forest.update();

    assert_eq!(forest.depth(scene.node("999999").unwrap()), Some(999_999));
    let captured = scene.capture(&forest);
    assert_eq!(captured.entities.len(), entities);
}

#[test]
fn thousands_of_mistakes_are_reported_without_taking_forever() {
    let mut text = String::from("{\"templates\":{\"abc\":{}},\"entities\":[");
    for entity in 0..50_000 {
        write!(
            text,
            "{{\"id\":\"e{entity}\",\"parent\":\"nobody{entity}\",\"template\":\"abd\"}},"
        )
        .unwrap();
    }
    text.push_str("]}");

    let diagnostics = load(&text).diagnostics;

    assert_eq!(diagnostics.len() + diagnostics.more(), 100_000);
}

#[test]
fn fifty_thousand_overrides_of_one_entity_find_their_children() {
    const COUNT: usize = 50_000;
    let list = |one: &dyn Fn(usize) -> String| (0..COUNT).map(one).collect::<Vec<_>>().join(",");
    let children = list(&|index| format!(r#"{{"name":"c{index}"}}"#));
    let hidden = list(&|index| format!(r#""c{}":{{"visible":false}}"#, COUNT - 1 - index));
    let shown = list(&|index| format!(r#""In/c{index}":{{"visible":true}}"#));
    let refined = list(&|index| format!(r#"{{"name":"c{index}","z":1}}"#));
    let text = format!(
        r#"{{
            "templates": {{
                "many": {{ "children": [{children}] }},
                "dark": {{ "extends": "many", "overrides": {{ {hidden} }} }},
                "box": {{ "children": [{{ "name": "In", "template": "dark" }}] }},
                "nest": {{ "children": [{{ "name": "In", "children": [{children}] }}] }},
                "layered": {{ "extends": "nest", "children": [{{ "name": "In", "children": [{refined}] }}] }}
            }},
            "entities": [
                {{ "id": "dark", "template": "many", "overrides": {{ {hidden} }} }},
                {{ "id": "lit", "template": "box", "overrides": {{ {shown} }} }},
                {{ "id": "layered", "template": "layered" }}
            ]
        }}"#
    );

    let (document, plan) = load(&text).into_parts().unwrap();
    let mut forest = Forest::new();
    let scene = Scene::instantiate(document, plan, &mut forest).unwrap();

    let value = |id: &str| scene.node(id).and_then(|node| forest.value(node)).unwrap();
    for index in [0, 1, COUNT / 2, COUNT - 1] {
        assert!(!value(&format!("dark_c{index}")).visible);
        assert!(value(&format!("lit_In_c{index}")).visible);
        assert_eq!(value(&format!("layered_In_c{index}")).z, 1);
    }
}

#[test]
fn fifty_thousand_overrides_that_match_nothing_are_told_where_they_are() {
    let wrong = (0..50_000).map(|index| format!(r#""c{index}":null"#));
    let wrong = wrong.collect::<Vec<_>>().join(",\n");
    let text = format!(
        "{{ \"templates\": {{ \"t\": {{}} }}, \"entities\": [{{ \"id\": \"e\", \"template\": \"t\", \"overrides\": {{\n{wrong}\n}} }}] }}"
    );

    let diagnostics = load(&text).diagnostics;

    for (index, finding) in diagnostics.iter().enumerate() {
        let place = finding
            .place
            .as_ref()
            .expect("everything has a place in a text");
        assert_eq!((place.line as usize, place.column), (index + 2, 1));
    }
    assert_eq!(diagnostics.iter().count() + diagnostics.more(), 50_000);
}
