//! Reading and writing, nested and flat: no byte changes on the way there and back.

use crate::choices::{Choices, Kind, document, loaded};
use kinfolk_scene::Document;
use proptest::prelude::*;

/// Ids, parents, values and looks of everything that comes out of a document, by id.
fn outcome(document: &Document) -> Vec<String> {
    let Some((document, plan)) = loaded(&document.to_text()) else {
        return Vec::new();
    };
    let mut forest = kinfolk::Forest::new();
    let scene = kinfolk_scene::Scene::instantiate(document, plan, &mut forest).unwrap();
    forest
        .walk()
        .map(|node| {
            let parent = forest.parent(node).and_then(|parent| scene.id(parent));
            let value = forest.value(node).unwrap();
            let fields = scene.fields(node).unwrap();
            format!(
                "{:?} below {parent:?}: {value:?} {fields:?}",
                scene.id(node)
            )
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12_000))]

    #[test]
    fn what_is_written_reads_back_the_same(bytes in prop::collection::vec(any::<u8>(), 0..500)) {
        let document = document(&mut Choices::new(&bytes), Kind { odd: true });
        let text = document.to_text();

        let again: Document = match text.parse() {
            Ok(again) => again,
            Err(errors) => panic!("{errors}\n{text}"),
        };

        prop_assert_eq!(&again, &document, "{}", text);
        prop_assert_eq!(again.to_text(), text);
    }

    #[test]
    fn nested_and_flat_are_two_ways_to_write_the_same(bytes in prop::collection::vec(any::<u8>(), 0..500)) {
        let document = document(&mut Choices::new(&bytes), Kind { odd: true });

        let nested = document.to_nested();
        let flat = document.to_flat();

        prop_assert!(flat.entities.iter().all(|entity| entity.children.is_empty()));
        prop_assert_eq!(nested.to_flat().to_text(), flat.to_text());
        prop_assert_eq!(flat.to_nested().to_text(), nested.to_text());
        prop_assert_eq!(nested.to_nested().to_text(), nested.to_text());
        prop_assert_eq!(flat.to_flat().to_text(), flat.to_text());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn nested_and_flat_give_the_same_scene(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let document = document(&mut Choices::new(&bytes), Kind { odd: false });

        let written = outcome(&document);

        prop_assert_eq!(&outcome(&document.to_nested()), &written);
        prop_assert_eq!(&outcome(&document.to_flat()), &written);
    }
}

#[test]
fn what_hangs_below_an_entity_of_a_template_stays_flat() {
    let document: Document = r#"{
        "templates": { "boss": { "children": [{ "name": "Arm" }] } },
        "entities": [
            { "id": "boss1", "template": "boss" },
            { "id": "ring", "parent": "boss1_Arm" },
            { "id": "gem", "parent": "ring" }
        ]
    }"#
    .parse()
    .unwrap();

    let nested = document.to_nested();

    assert_eq!(nested.entities.len(), 2);
    assert_eq!(nested.entities[1].parent.as_deref(), Some("boss1_Arm"));
    assert_eq!(nested.entities[1].children[0].id.as_deref(), Some("gem"));
    assert_eq!(outcome(&nested), outcome(&document));
}

#[test]
fn what_is_deep_stays_flat_past_two_hundred_levels() {
    let mut text = String::from("{ \"entities\": [{ \"id\": \"e0\" }");
    for entity in 1..1_000 {
        text.push_str(&format!(
            ", {{ \"id\": \"e{entity}\", \"parent\": \"e{}\" }}",
            entity - 1
        ));
    }
    text.push_str("] }");
    let document: Document = text.parse().unwrap();

    let nested = document.to_nested();

    assert_eq!(nested.entities.len(), 801);
    assert_eq!(outcome(&nested), outcome(&document));
    assert_eq!(nested.to_flat(), document);
    assert_eq!(nested.to_flat().to_nested(), nested);
}
