//! What is listed as touched is enough to bring a copy of the scene up to date, and little more.

use std::collections::{BTreeMap, BTreeSet};

use kinfolk::NodeId;
use kinfolk_scene::{Edit, Editing};
use proptest::prelude::*;

use crate::choices::{Choices, Kind, document, loaded};
use crate::random_edit::random_edit;

/// What a page that shows a scene knows of it.
#[derive(Debug, Clone, Default, PartialEq)]
struct Page {
    /// Id, name, template, fields, own value and whether it is written.
    rows: BTreeMap<NodeId, String>,
    /// Children in order; those of nobody are the roots.
    families: BTreeMap<Option<NodeId>, Vec<NodeId>>,
}

fn row(editing: &Editing, node: NodeId) -> String {
    let (scene, forest) = (editing.scene(), editing.forest());
    let value = forest.value(node).unwrap();
    let bits = [value.transform.position, value.transform.scale]
        .map(|pair| pair.to_array().map(f32::to_bits));
    format!(
        "{:?} {:?} {:?} {:?} {:?} {bits:?} {}",
        scene.id(node),
        scene.name(node),
        scene.template(node),
        **scene.fields(node).unwrap(),
        value,
        scene.is_written(node),
    )
}

impl Page {
    fn of(editing: &Editing) -> Self {
        let mut page = Self::default();
        for node in editing.forest().walk() {
            page.rows.insert(node, row(editing, node));
            let family = page.families.entry(editing.forest().parent(node));
            family.or_default().push(node);
        }
        page
    }

    fn forget(&mut self, node: NodeId) {
        for family in self.families.values_mut() {
            family.retain(|&sibling| sibling != node);
        }
    }

    /// Does what the list says and looks at nothing else; says whether all that was said to have
    /// changed has.
    fn follow(&mut self, editing: &Editing) -> bool {
        let (touched, forest) = (editing.touched(), editing.forest());
        for &node in touched.gone() {
            self.rows.remove(&node).expect("it was there before");
            self.forget(node);
        }
        for &node in touched.moved() {
            self.forget(node);
            let family = self.families.entry(forest.parent(node)).or_default();
            let index = forest.previous_sibling(node).map_or(0, |before| {
                let before = family.iter().position(|&sibling| sibling == before);
                before.expect("siblings come in order") + 1
            });
            family.insert(index, node);
            self.rows.entry(node).or_insert_with(|| row(editing, node));
        }
        let mut all_changed = true;
        for &node in touched.changed() {
            let row = row(editing, node);
            let before = self.rows.insert(node, row.clone());
            all_changed &= before.is_some_and(|before| before != row);
        }
        self.families.retain(|_, family| !family.is_empty());
        all_changed
    }
}

fn assert_followed(page: &mut Page, editing: &Editing, what: &dyn std::fmt::Display) {
    let all_changed = page.follow(editing);
    assert!(all_changed || what.to_string() == "a batch", "after {what}");
    assert_eq!(*page, Page::of(editing), "after {what}");
    let touched = editing.touched();
    for list in [touched.gone(), touched.moved(), touched.changed()] {
        let different: BTreeSet<NodeId> = list.iter().copied().collect();
        assert_eq!(
            different.len(),
            list.len(),
            "nobody is listed twice after {what}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_page_that_follows_the_list_shows_the_scene(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        edits in prop::collection::vec(any::<u8>(), 0..100),
    ) {
        let document = document(&mut Choices::new(&bytes), Kind { odd: false });
        prop_assume!(loaded(&document.to_text()).is_some());
        let mut editing = Editing::new(document).unwrap();
        let mut page = Page::of(&editing);
        let mut choices = Choices::new(&edits);
        for number in 0..edits.len() / 5 {
            let edit = random_edit(&mut choices, &editing, number);
            if number % 4 == 3 {
                let batch = [edit, random_edit(&mut choices, &editing, number + 1_000)];
                let done = editing.apply_all(&batch);
                if done.is_ok() || done.is_err_and(|(index, _)| index > 0) {
                    assert_followed(&mut page, &editing, &"a batch");
                }
            } else if editing.apply(&edit).is_ok() {
                assert_followed(&mut page, &editing, &edit);
            }
            assert_eq!(page, Page::of(&editing));
            if number % 3 == 2 && editing.undo() {
                assert_followed(&mut page, &editing, &"undo");
                if number % 2 == 0 && editing.redo() {
                    assert_followed(&mut page, &editing, &"redo");
                }
            }
        }
        while editing.undo() {
            assert_followed(&mut page, &editing, &"undo");
        }
        while editing.redo() {
            assert_followed(&mut page, &editing, &"redo");
        }
    }

    #[test]
    fn a_page_follows_a_replaced_text(
        before in prop::collection::vec(any::<u8>(), 0..200),
        after in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let text = |bytes: &[u8]| document(&mut Choices::new(bytes), Kind { odd: false }).to_text();
        let (before, after) = (text(&before), text(&after));
        prop_assume!(loaded(&before).is_some() && loaded(&after).is_some());
        let mut editing = Editing::with_text(&before).unwrap();
        let mut page = Page::of(&editing);
        let ids = editing.scene().ids(editing.scene().nodes());
        let nodes = editing.scene().nodes().to_vec();

        editing.replace(&after).unwrap();

        assert_followed(&mut page, &editing, &"another text");
        for (id, node) in ids.iter().zip(nodes) {
            let now = editing.scene().node(id);
            assert!(now.is_none() || now == Some(node), "{id} is somebody else");
        }
        assert_eq!(editing.text(), after);
        assert!(editing.undo());
        assert_followed(&mut page, &editing, &"undo");
        assert_eq!(editing.text(), before);
        assert!(editing.redo());
        assert_followed(&mut page, &editing, &"redo");
    }
}

#[test]
fn siblings_that_make_room_have_not_moved() {
    let text = r#"{ "entities": [{ "id": "a" }, { "id": "b" }, { "id": "c" }, { "id": "d" }] }"#;
    let mut editing = Editing::with_text(text).unwrap();
    let (a, d) = (
        editing.scene().node("a").unwrap(),
        editing.scene().node("d").unwrap(),
    );

    let last: Edit = r#"{ "edit": "move", "ids": ["a"] }"#.parse().unwrap();
    editing.apply(&last).unwrap();
    assert_eq!(editing.touched().moved(), [a]);
    editing.undo();
    assert_eq!(editing.touched().moved(), [a]);

    editing
        .replace(r#"{ "entities": [{ "id": "d" }, { "id": "a" }, { "id": "b" }, { "id": "c" }] }"#)
        .unwrap();
    assert_eq!(editing.touched().moved(), [d]);
    assert!(editing.touched().changed().is_empty());
}

#[test]
fn a_text_that_is_refused_changes_nothing() {
    let text = "{ \"entities\": [{ \"id\": \"a\" }] } // mine";
    let mut editing = Editing::with_text(text).unwrap();

    let refused = editing.replace(r#"{ "entities": [{ "id": "a" }, { "id": "a" }] }"#);

    assert_eq!(
        refused.unwrap_err().to_string(),
        "1:39: error[duplicate-id]: a second entity is called \"a\"; ids are unique; a child without one is {parent}_{name}"
    );
    assert_eq!((editing.text().as_str(), editing.undo_len()), (text, 0));
}

#[test]
fn what_was_undone_can_be_forgotten() {
    let mut editing = Editing::with_text(r#"{ "entities": [{ "id": "a" }] }"#).unwrap();
    let edit: Edit = r#"{ "edit": "set", "id": "a", "key": "z", "value": 1 }"#
        .parse()
        .unwrap();
    editing.apply(&edit).unwrap();
    editing.undo();
    assert_eq!((editing.undo_len(), editing.redo_len()), (0, 1));

    editing.forget_redo();

    assert_eq!(editing.redo_len(), 0);
    assert!(!editing.redo());
}
