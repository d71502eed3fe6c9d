//! Any sequence of edits can be undone and redone to the byte; what lives is what a fresh load
//! of the document would give; what is refused changes nothing.

use kinfolk::{Forest, Node2};
use kinfolk_scene::{Document, Edit, Editing, Scene, load};
use proptest::prelude::*;

use crate::choices::{Choices, Kind, document, loaded};
use crate::random_edit::random_edit;

/// Ids, parents, values, fields and order.
fn drawn(scene: &Scene, forest: &Forest<Node2>) -> Vec<String> {
    forest
        .walk()
        .map(|node| {
            let parent = forest.parent(node).and_then(|parent| scene.id(parent));
            let world = forest.effective(node).unwrap().to_array().map(f32::to_bits);
            let (value, fields) = (forest.value(node).unwrap(), &**scene.fields(node).unwrap());
            let (id, template) = (scene.id(node).unwrap(), scene.template(node));
            let (name, written) = (scene.name(node), scene.is_written(node));
            assert_eq!(scene.node(&id), Some(node));
            format!("{id} {name:?} below {parent:?} of {template:?}: {written} {value:?} {world:?} {fields:?}")
        })
        .collect()
}

fn assert_fresh(editing: &Editing, edit: &Edit) {
    let text = editing.document().to_text();
    let (document, plan) = match load(&text).into_parts() {
        Ok(parts) => parts,
        Err(errors) => panic!("after {edit}: {errors}\n{text}"),
    };
    assert_eq!(&document, editing.document(), "after {edit}");
    let mut forest = Forest::new();
    let scene = Scene::instantiate(document, plan, &mut forest).unwrap();
    forest.update();
    let (fresh, living) = (
        drawn(&scene, &forest),
        drawn(editing.scene(), editing.forest()),
    );
    assert_eq!(living, fresh, "after {edit}\n{text}");
    assert_eq!(editing.scene().nodes().len(), editing.forest().len());
    editing.forest().check_laws().unwrap();
}

fn begun(bytes: &[u8]) -> Option<Editing> {
    let document = document(&mut Choices::new(bytes), Kind { odd: false });
    loaded(&document.to_text())?;
    Editing::new(document).ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn undo_gives_back_the_bytes_and_redo_does_so_too(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        edits in prop_oneof![
            9 => prop::collection::vec(any::<u8>(), 0..200),
            1 => prop::collection::vec(any::<u8>(), 200..1_000), // up to 200 edits
        ],
    ) {
        let editing = begun(&bytes);
        prop_assume!(editing.is_some());
        let mut editing = editing.unwrap();
        let mut texts = vec![editing.document().to_text()];
        let mut choices = Choices::new(&edits);
        for number in 0..edits.len() / 5 {
            let edit = random_edit(&mut choices, &editing, number);
            let line: Edit = edit.to_string().parse().unwrap();
            prop_assert_eq!(&line, &edit);
            match editing.apply(&edit) {
                Ok(()) => {
                    let text = editing.document().to_text();
                    prop_assert!(load(&text).plan.is_some(), "{}\n{}", edit, text);
                    texts.push(text);
                }
                Err(_) => prop_assert_eq!(&editing.document().to_text(), texts.last().unwrap()),
            }
        }
        for text in texts.iter().rev().skip(1) {
            prop_assert!(editing.undo());
            prop_assert_eq!(&editing.document().to_text(), text);
        }
        prop_assert!(!editing.undo());
        for text in texts.iter().skip(1) {
            prop_assert!(editing.redo());
            prop_assert_eq!(&editing.document().to_text(), text);
        }
        prop_assert!(!editing.redo());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn what_lives_is_what_a_fresh_load_gives(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        edits in prop::collection::vec(any::<u8>(), 0..100),
    ) {
        let editing = begun(&bytes);
        prop_assume!(editing.is_some());
        let mut editing = editing.unwrap();
        let mut choices = Choices::new(&edits);
        for number in 0..edits.len() / 5 {
            let edit = random_edit(&mut choices, &editing, number);
            let done = editing.apply(&edit);
            if done.is_ok() || number % 8 == 0 {
                assert_fresh(&editing, &edit);
            }
        }
        let retraced: Edit = r#"{ "edit": "unpack", "id": "undone or redone" }"#.parse().unwrap();
        while editing.undo() {
            assert_fresh(&editing, &retraced);
        }
        while editing.redo() {
            assert_fresh(&editing, &retraced);
        }
    }
}

#[test]
fn a_batch_is_applied_as_a_whole_or_not_at_all() {
    let document: Document = r#"{ "entities": [{ "id": "a" }] }"#.parse().unwrap();
    let mut editing = Editing::new(document).unwrap();
    let before = editing.document().to_text();
    let edits: Vec<Edit> = [
        r#"{ "edit": "set", "id": "a", "key": "z", "value": 1 }"#,
        r#"{ "edit": "set", "id": "b", "key": "z", "value": 1 }"#,
    ]
    .iter()
    .map(|line| line.parse().unwrap())
    .collect();

    let (index, refused) = editing.apply_all(&edits).unwrap_err();

    assert_eq!(index, 1);
    assert_eq!(refused.to_string(), "no entity \"b\"; did you mean \"a\"?");
    assert_eq!(editing.document().to_text(), before);
}

/// How far a world is from another one, beside the largest number of either.
fn off(a: [f32; 6], b: [f32; 6]) -> f32 {
    let apart = |range: std::ops::Range<usize>| {
        let pairs = a[range.clone()].iter().zip(&b[range]);
        let size = pairs
            .clone()
            .fold(1.0_f32, |size, (a, b)| size.max(a.abs()).max(b.abs()));
        pairs.fold(0.0_f32, |off, (a, b)| off.max((a - b).abs())) / size
    };
    apart(0..4).max(apart(4..6))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn whoever_moves_in_place_stays_in_place_with_everything_below(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        edits in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        let editing = begun(&bytes);
        prop_assume!(editing.is_some());
        let mut editing = editing.unwrap();
        let mut choices = Choices::new(&edits);
        for number in 0..edits.len() / 3 {
            let nodes = editing.scene().nodes();
            let (node, to) = (choices.of(nodes), choices.of(nodes));
            let id = editing.scene().id(node).unwrap();
            let parent = editing.scene().id(to).filter(|_| number % 4 > 0);
            // Only worlds that single precision can tell apart, and nothing flat on the way.
            let sizes = |node| {
                let [a, b, c, d, x, y] = editing.forest().effective(node).unwrap().to_array();
                let (area, size) = ((a * d - b * c).abs(), a.abs().max(b.abs()).max(c.abs()).max(d.abs()));
                area > 0.05 * size * size && size < 100.0 && size > 0.01 && x.abs().max(y.abs()) < 1e4
            };
            if !sizes(node) || (parent.is_some() && !sizes(to)) {
                continue;
            }
            let family: Vec<_> = std::iter::once(node)
                .chain(editing.forest().descendants(node))
                .map(|node| (node, editing.forest().effective(node).unwrap().to_array()))
                .collect();
            let edit = Edit::Move {
                ids: vec![id.into()],
                parent: parent.map(Into::into),
                index: None,
                keep: kinfolk_scene::Keep::World,
            };
            if editing.apply(&edit).is_ok() {
                let (node, before) = family[0];
                let after = editing.forest().effective(node).unwrap().to_array();
                prop_assert!(off(before, after) < 1e-5, "{} {:?} {:?}", edit, before, after);
                for (below, before) in &family[1..] {
                    let after = editing.forest().effective(*below).unwrap().to_array();
                    let inherits_all = editing.forest().value(*below).unwrap().inherits
                        == kinfolk::Inherits::ALL;
                    let off = off(*before, after);
                    prop_assert!(off < 1e-4 || !inherits_all, "{} {}", edit, off);
                }
            }
        }
    }
}

/// A text as people write them: with comments, a line too long, commas where they please.
fn commented(text: &str, style: usize) -> String {
    let text = text.replace("\": [\n", "\": [ // a list\n");
    let text = match style % 5 {
        0 => text,
        1 => text.replace("},\n", "}, // \"who\", he said\n    /* above */\n"),
        2 => text
            .replace("}\n  ]", "},\n  ]")
            .replace("}\n", "} // last, [ and }\n"),
        3 => text
            .replace("{ \"", "{ /* first */ \"")
            .replace("  {", "  // on its own line\n  {"),
        _ => text
            .lines()
            .map(|line| format!("{} ", line.trim_start()))
            .collect::<String>()
            .replace("// a list", ""),
    };
    format!("// The head.\n{text}")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn comments_survive_any_edit_and_undo_gives_back_their_bytes(
        bytes in prop::collection::vec(any::<u8>(), 0..150),
        edits in prop::collection::vec(any::<u8>(), 0..100),
    ) {
        let document = document(&mut Choices::new(&bytes), Kind { odd: false });
        let text = document.to_text();
        prop_assume!(loaded(&text).is_some());
        let text = commented(&text, bytes.len());
        let mut editing = Editing::with_text(&text).unwrap();
        let mut texts = vec![text];
        let mut choices = Choices::new(&edits);
        for number in 0..edits.len() / 5 {
            let edit = random_edit(&mut choices, &editing, number);
            if editing.apply(&edit).is_ok() {
                let text = editing.text();
                prop_assert!(text.starts_with("// The head.\n"), "{}\n{}", edit, texts.last().unwrap());
                texts.push(text);
            }
        }
        for text in texts.iter().rev().skip(1) {
            prop_assert!(editing.undo());
            prop_assert_eq!(&editing.text(), text);
        }
        for text in texts.iter().skip(1) {
            prop_assert!(editing.redo());
            prop_assert_eq!(&editing.text(), text);
            let read: Document = text.parse().unwrap();
            prop_assert_eq!(&read, editing.document());
        }
    }
}
