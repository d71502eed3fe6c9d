//! What holds for all differences and all merges.

use kinfolk_scene::{Change, Diff, Document, Favour, Subject, diff, load, merge, merge_favouring};
use proptest::prelude::*;

use crate::choices::{Choices, Kind, document};
use crate::edits::{Person, apply, edits};

fn any_document(bytes: &[u8]) -> Document {
    document(&mut Choices::new(bytes), Kind { odd: true })
}

/// The one way to write it.
fn text(document: &Document) -> String {
    document.to_nested().to_text()
}

fn can_be_loaded(document: &Document) -> bool {
    load(&document.to_text()).plan.is_some()
}

fn bytes(most: usize) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..most)
}

/// Two documents that differ in a few places only: made of the same choices but for some.
fn alike() -> impl Strategy<Value = (Document, Document)> {
    (
        bytes(400),
        prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
    )
        .prop_map(|(bytes, others)| {
            let mut changed = bytes.clone();
            for (index, byte) in others {
                if !changed.is_empty() {
                    let index = index.index(changed.len());
                    changed[index] = byte;
                }
            }
            (any_document(&bytes), any_document(&changed))
        })
}

/// Who came and who went, in order of their names.
fn came_and_went(diff: &Diff) -> (Vec<String>, Vec<String>) {
    let (mut came, mut went) = (Vec::new(), Vec::new());
    for difference in &diff.differences {
        match &difference.change {
            Change::Added { content, to } => {
                came.push(format!("{} {to:?} {content}", difference.subject))
            }
            Change::Removed { content, from } => {
                went.push(format!("{} {from:?} {content}", difference.subject));
            }
            _ => {}
        }
    }
    came.sort();
    went.sort();
    (came, went)
}

/// Subject, key, and both values of every field that changed.
fn fields(diff: &Diff, swapped: bool) -> Vec<String> {
    let mut fields: Vec<String> = diff
        .differences
        .iter()
        .filter_map(|difference| match &difference.change {
            Change::Changed { key, before, after } => {
                let (before, after) = if swapped {
                    (after, before)
                } else {
                    (before, after)
                };
                Some(format!("{} {key} {before:?} {after:?}", difference.subject))
            }
            _ => None,
        })
        .collect();
    fields.sort();
    fields
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn a_document_is_no_different_from_itself_in_any_form(bytes in bytes(500)) {
        let document = any_document(&bytes);

        prop_assert!(diff(&document, &document).is_empty());
        prop_assert!(diff(&document, &document.to_nested()).is_empty());
        prop_assert!(diff(&document.to_flat(), &document).is_empty());
    }

    #[test]
    fn no_difference_is_the_same_text((old, new) in alike()) {
        let diff = diff(&old, &new);

        prop_assert_eq!(diff.is_empty(), text(&old) == text(&new), "{}", diff);
    }

    #[test]
    fn swapping_the_sides_swaps_what_came_and_what_went((old, new) in alike()) {
        let (there, back) = (diff(&old, &new), diff(&new, &old));

        let (came, went) = came_and_went(&there);
        prop_assert_eq!((went, came), came_and_went(&back));
        prop_assert_eq!(fields(&there, false), fields(&back, true));
        prop_assert_eq!(there.differences.len(), back.differences.len());
    }

    #[test]
    fn a_change_merged_with_no_change_is_the_change((base, changed) in alike(), other in bytes(400)) {
        for changed in [changed, any_document(&other)] {
            let ours = merge(&base, &changed, &base);
            let theirs = merge(&base, &base, &changed);

            prop_assert_eq!(&ours.conflicts, &[]);
            prop_assert_eq!(&ours.document, &changed);
            prop_assert_eq!(&theirs.conflicts, &[]);
            prop_assert_eq!(text(&theirs.document), text(&changed));
        }
    }

    #[test]
    fn the_same_change_twice_is_the_change(base in bytes(400), changed in bytes(400)) {
        let (base, changed) = (any_document(&base), any_document(&changed));

        let merged = merge(&base, &changed, &changed);

        prop_assert_eq!(&merged.conflicts, &[]);
        prop_assert_eq!(&merged.document, &changed);
    }

    #[test]
    fn changes_out_of_each_others_way_are_both_made(base in bytes(400), choices in bytes(120), nested: [bool; 3]) {
        let flat = any_document(&base).to_flat();
        let choices = &mut Choices::new(&choices);
        let (ann, ben) = (edits(choices, &flat, Person::Ann), edits(choices, &flat, Person::Ben));
        let made = |lists: [&[_]; 2]| {
            let mut document = flat.clone();
            lists.into_iter().flatten().for_each(|edit| apply(&mut document, &flat, edit));
            document
        };
        let form = |document: &Document, nested: bool| if nested { document.to_nested() } else { document.clone() };
        let base = form(&flat, nested[0]);
        let by_ann = form(&made([&ann, &[]]), nested[1]);
        let by_ben = form(&made([&ben, &[]]), nested[2]);
        let (ann_first, ben_first) = (made([&ann, &ben]), made([&ben, &ann]));
        prop_assume!([&base, &by_ann, &by_ben, &ann_first].into_iter().all(can_be_loaded));

        let merged = merge(&base, &by_ann, &by_ben);
        prop_assert_eq!(&merged.conflicts, &[], "{:?} {:?}", ann, ben);
        prop_assert_eq!(text(&merged.document), text(&ann_first), "{:?} {:?}", ann, ben);
        let merged = merge(&base, &by_ben, &by_ann);
        prop_assert_eq!(&merged.conflicts, &[]);
        prop_assert_eq!(text(&merged.document), text(&ben_first), "{:?} {:?}", ann, ben);
    }

    #[test]
    fn whatever_two_people_do_the_result_can_be_loaded((base, ours) in alike(), theirs in bytes(400)) {
        let theirs = any_document(&theirs);
        prop_assume!([&base, &ours, &theirs].into_iter().all(can_be_loaded));

        for favour in [Favour::Ours, Favour::Theirs] {
            let merged = merge_favouring(favour, &base, &ours, &theirs);
            prop_assert!(can_be_loaded(&merged.document), "{}", merged.document);
            for conflict in &merged.conflicts {
                if let Subject::Entity { id } = &conflict.subject {
                    prop_assert!(!id.is_empty());
                }
            }
        }
    }
}
