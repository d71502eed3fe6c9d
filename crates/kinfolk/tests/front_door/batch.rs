//! Many nodes in one call do what one call each does.

use kinfolk::{Forest, Node2, NodeId, Transform3, WriteError};
use proptest::prelude::*;

/// A forest of so many nodes in threes, some of them removed, and the ids of all.
fn forest(nodes: usize, removed: &[usize]) -> (Forest<Node2>, Vec<NodeId>) {
    let mut forest = Forest::new();
    let mut ids: Vec<NodeId> = Vec::new();
    for node in 0..nodes {
        let own = Node2::at(node as f32, 1.0).turned((node % 3) as f32);
        let parent = node.checked_sub(1).map(|above| ids[above / 3]);
        ids.push(forest.plant_at(parent, own).unwrap());
    }
    for &node in removed {
        let _ = forest.remove(ids[node % nodes]);
    }
    forest.update();
    (forest, ids)
}

fn values() -> impl Strategy<Value = Node2> {
    let number = prop_oneof![8 => -5.0..5.0_f32, 1 => Just(f32::NAN), 1 => Just(-0.0)];
    (number.clone(), number, 0..3_u8, any::<bool>()).prop_map(|(x, turn, kind, visible)| {
        let mut own = Node2::at(x, 1.0);
        match kind {
            0 => {}
            1 => own = own.turned(turn),
            _ => own.visible = visible,
        }
        own
    })
}

proptest! {
    #[test]
    fn writing_each_is_writing_one_by_one(
        writes in proptest::collection::vec((0..200_usize, values(), any::<bool>()), 0..300),
        removed in proptest::collection::vec(0..200_usize, 0..5),
    ) {
        let (mut forest, ids) = forest(200, &removed);
        let mut one_by_one = forest.clone();
        let nodes: Vec<_> = writes
            .iter()
            .map(|&(node, _, there)| there.then(|| ids[node]))
            .collect();
        let mut refused = Vec::new();
        forest.set_each(&nodes, |which| writes[which].1, |which, why| refused.push((which, why)));

        let mut expected = Vec::new();
        for (which, node) in nodes.iter().enumerate() {
            if let Some(node) = *node
                && let Err(why) = one_by_one.set(node, writes[which].1)
            {
                expected.push((which, why));
            }
        }
        prop_assert_eq!(refused, expected);
        prop_assert_eq!(forest.update().to_vec(), one_by_one.update().to_vec());
        for &id in &ids {
            let bits = |node: Option<Node2>| node.map(|node| format!("{node:?}"));
            prop_assert_eq!(bits(forest.value(id)), bits(one_by_one.value(id)));
            prop_assert_eq!(forest.effective(id), one_by_one.effective(id));
        }
        forest.check_laws().unwrap();
    }

    #[test]
    fn changed_values_are_the_changes(
        writes in proptest::collection::vec((0..200_usize, -5.0..5.0_f32), 0..20),
        asked in proptest::collection::vec(proptest::option::of(0..200_usize), 0..300),
        removed in proptest::collection::vec(0..200_usize, 0..5),
    ) {
        let (mut forest, ids) = forest(200, &removed);
        for (node, x) in writes {
            let _ = forest.set_position(ids[node], [x, 0.0]);
        }
        forest.update();
        let asked: Vec<_> = asked.into_iter().map(|node| node.map(|node| ids[node])).collect();
        let mut found = Vec::new();
        forest.changed_values(&asked, |which, world| found.push((which, *world)));

        let changed = |node: Option<NodeId>| {
            let node = node.filter(|&node| forest.changes().contains(node))?;
            forest.effective(node)
        };
        let all = asked.iter().enumerate();
        let expected: Vec<_> = all
            .filter_map(|(which, &node)| Some((which, changed(node)?)))
            .collect();
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn a_position_alone_is_written_like_any_value_in_3d() {
    let mut forest = Forest::new();
    let root = forest.plant(Transform3::at(1.0, 2.0, 3.0)).unwrap();
    let child = forest
        .plant_at(root, Transform3::at(1.0, 0.0, 0.0))
        .unwrap();
    forest.update();

    forest.set(root, Transform3::at(5.0, 2.0, 3.0)).unwrap();
    assert_eq!(forest.value(root), Some(Transform3::at(5.0, 2.0, 3.0)));
    assert_eq!(forest.update(), [root, child]);
    assert_eq!(forest.effective(child).unwrap().position().x, 6.0);

    let refused = forest.set(root, Transform3::at(f32::NAN, 2.0, 3.0));
    assert_eq!(refused, Err(WriteError::NotFinite(root)));
    assert_eq!(forest.value(root), Some(Transform3::at(5.0, 2.0, 3.0)));

    // Zero and minus zero are not the same bits.
    forest.set(root, Transform3::at(0.0, 0.0, 0.0)).unwrap();
    forest.update();
    forest.set(root, Transform3::at(-0.0, 0.0, 0.0)).unwrap();
    assert!(forest.value(root).unwrap().translation.x.is_sign_negative());
    assert!(forest.update().contains(root));
}
