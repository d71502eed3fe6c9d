//! A million nodes in a row, a million side by side: nothing recurses, nothing is slow.
//!
//! Every test runs on a small stack. What would take hours if it were linear is simply
//! done a hundred thousand times.

use kinfolk::{Forest, Heirs, Node2, NodeId, Spot};

use crate::dice::Dice;
use crate::portrait::lawful;

const MILLION: usize = 1_000_000;

/// Runs on a stack that no recursion over a million nodes would survive.
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 * 1024);
    thread.spawn(test).unwrap().join().unwrap();
}

/// Each node one to the right of its parent.
fn chain() -> (Forest<Node2>, Vec<NodeId>) {
    let mut forest = Forest::new();
    let nodes = (0..MILLION).map(|index: usize| (index.checked_sub(1), Node2::at(1.0, 0.0)));
    let nodes = forest.plant_tree(Spot::Root, nodes).unwrap();
    (forest, nodes)
}

fn x(forest: &Forest<Node2>, node: NodeId) -> f32 {
    forest.world_position(node).unwrap().x
}

#[test]
fn a_long_chain_grows_one_by_one() {
    on_a_small_stack(|| {
        let mut forest = Forest::new();
        let mut last = None;
        for _ in 0..MILLION {
            last = Some(forest.plant_at(last, Node2::at(1.0, 0.0)).unwrap());
        }
        assert_eq!(
            x(&forest, last.unwrap()),
            1e6,
            "fresh, with all of them pending"
        );
        assert_eq!(forest.update().len(), MILLION);
        assert_eq!(x(&forest, last.unwrap()), 1e6);
        assert_eq!(forest.generations(), MILLION);
        forest.clear();
        lawful(&forest);
    });
}

#[test]
fn a_long_chain_is_written_anywhere_and_read_at_its_end() {
    on_a_small_stack(|| {
        let (mut forest, nodes) = chain();
        let last = nodes[MILLION - 1];
        forest.update();

        forest.set_position(nodes[0], [11.0, 0.0]).unwrap();
        assert_eq!(x(&forest, last), 1e6 + 10.0);
        assert_eq!(forest.update().len(), MILLION);
        forest
            .set_position(nodes[MILLION / 2], [21.0, 0.0])
            .unwrap();
        assert_eq!(x(&forest, last), 1e6 + 30.0);
        assert_eq!(forest.update().len(), MILLION / 2);
        forest.set_position(last, [2.0, 0.0]).unwrap();
        assert_eq!(forest.update(), [last]);

        forest.set_visible(nodes[0], false).unwrap();
        assert!(!forest.effective(last).unwrap().visible());
        assert_eq!(forest.update().len(), MILLION);
        forest.set_visible(nodes[1], false).unwrap();
        assert!(forest.update().is_empty());
        lawful(&forest);
    });
}

#[test]
fn a_long_chain_moves_one_deeper_and_back() {
    on_a_small_stack(|| {
        let (mut forest, nodes) = chain();
        let (first, last) = (nodes[0], nodes[MILLION - 1]);
        let dock = forest.plant(Node2::at(100.0, 0.0)).unwrap();
        forest.update();

        forest.attach(first, dock).unwrap();
        assert_eq!(forest.depth(last), Some(MILLION));
        assert_eq!(x(&forest, last), 1e6 + 100.0);
        forest.update();
        forest.detach(first).unwrap();
        assert_eq!(
            (forest.depth(last), x(&forest, last)),
            (Some(MILLION - 1), 1e6)
        );
        forest.attach_in_place(first, dock).unwrap();
        assert_eq!(x(&forest, last), 1e6);
        forest.detach_in_place(nodes[MILLION / 2]).unwrap();
        assert_eq!(
            (forest.depth(last), x(&forest, last)),
            (Some(MILLION / 2 - 1), 1e6)
        );
        forest.update();
        lawful(&forest);
    });
}

#[test]
fn questions_about_a_long_chain_are_answered() {
    on_a_small_stack(|| {
        let (mut forest, nodes) = chain();
        let (first, last) = (nodes[0], nodes[MILLION - 1]);
        let side = forest.plant_at(nodes[MILLION / 2], Node2::PLAIN).unwrap();
        forest.set_max_depth(Some(MILLION));

        assert!(forest.attach(first, last).is_err(), "a loop");
        assert!(forest.is_ancestor_of(first, last) && !forest.is_ancestor_of(last, first));
        assert_eq!(forest.root_of(last), Some(first));
        assert_eq!(forest.common_ancestor(side, last), Some(nodes[MILLION / 2]));
        assert_eq!(forest.ancestors(last).len(), MILLION - 1);
        assert_eq!(forest.ancestors(last).count(), MILLION - 1);
        assert_eq!(forest.descendants(first).count(), MILLION);
        assert_eq!(forest.breadth_first(first).count(), MILLION);
        assert!(forest.leaves(first).eq([last, side]));
        assert_eq!(forest.walk().count(), MILLION + 1);
        assert_eq!(forest.by_depth().count(), MILLION + 1);
        let mut pruned = forest.walk();
        pruned.next();
        pruned.prune();
        assert_eq!(pruned.next(), None);
    });
}

#[test]
fn a_long_chain_is_copied_kept_and_tidied() {
    on_a_small_stack(|| {
        let (mut forest, nodes) = chain();
        forest.update();
        let snapshot = forest.snapshot();
        let copy = forest.clone_subtree(nodes[0], Spot::Root).unwrap();
        assert_eq!(forest.len(), 2 * MILLION);
        forest.update();
        assert_eq!(forest.remove(copy), Ok(MILLION));

        forest.restore(&snapshot);
        assert_eq!(forest.len(), MILLION);
        forest.remove(nodes[MILLION / 2]).unwrap();
        while !forest.tidy(100_000) {}
        assert_eq!(forest.len(), MILLION / 2);
        lawful(&forest);
    });
}

#[test]
fn a_long_chain_prints_and_is_taken_apart() {
    on_a_small_stack(|| {
        let (mut forest, nodes) = chain();
        forest.update();
        let text = forest.to_string();
        assert!(text.len() < 30 * MILLION);
        assert!(text.ends_with("999999: 999999v1\n"));

        forest
            .remove_keep_children(nodes[0], Heirs::ToRoots)
            .unwrap();
        forest
            .remove_keep_children(nodes[2], Heirs::ToGrandparent)
            .unwrap();
        let heirs = Heirs::ToGrandparent;
        forest
            .remove_keep_children_in_place(nodes[4], heirs)
            .unwrap();
        assert_eq!(x(&forest, nodes[MILLION - 1]), 1e6 - 2.0);
        forest.update();
        lawful(&forest);

        let taken = forest.take(nodes[1]).unwrap();
        assert_eq!(taken.len(), MILLION - 3);
        assert_eq!(
            (taken[0].0, taken[MILLION - 4].0),
            (nodes[MILLION - 1], nodes[1])
        );
        assert!(forest.is_empty());
        lawful(&forest);
    });
}

#[test]
#[cfg(feature = "serde")]
fn a_long_chain_is_flat_data() {
    /// As small a value as can be written.
    #[derive(Clone, serde::Serialize, serde::Deserialize)]
    struct One;

    impl kinfolk::Inherit for One {
        type Ready = ();
        type Effective = u32;

        fn ready(&self) {}

        fn inherit((): &(), parent: Option<&u32>) -> u32 {
            parent.map_or(0, |parent| parent + 1)
        }

        fn same(a: &u32, b: &u32) -> bool {
            a == b
        }
    }

    on_a_small_stack(|| {
        let mut forest = Forest::new();
        let nodes = (0..MILLION).map(|index: usize| (index.checked_sub(1), One));
        let nodes = forest.plant_tree(Spot::Root, nodes).unwrap();

        let data = serde_json::to_vec(&forest).unwrap();
        let back: Forest<One> = serde_json::from_slice(&data).unwrap();

        assert_eq!(back.effective(nodes[MILLION - 1]), Some(MILLION as u32 - 1));
    });
}

/// A parent and a million children, each at its number.
fn crowd() -> (Forest<Node2>, NodeId, Vec<NodeId>) {
    let mut forest = Forest::new();
    let parent = forest.plant(Node2::PLAIN).unwrap();
    let children = (0..MILLION).map(|index| Node2::at(index as f32, 0.0));
    let children = forest.plant_many(parent, children).unwrap();
    forest.update();
    (forest, parent, children)
}

#[test]
fn any_of_a_million_siblings_is_removed_at_once() {
    on_a_small_stack(|| {
        let (mut forest, parent, mut children) = crowd();
        for index in [0, MILLION - 1, MILLION / 2] {
            forest.remove(children[index]).unwrap();
        }
        let mut dice = Dice::new(31);
        for left in (MILLION - 100_000..MILLION).rev() {
            let child = children.swap_remove(dice.below(left + 1));
            let _ = forest.remove(child);
        }
        assert_eq!(forest.children(parent).count(), forest.len() - 1);
        forest.update();
        lawful(&forest);
        for child in children {
            let _ = forest.remove(child);
        }
        assert_eq!((forest.len(), forest.child_count(parent)), (1, 0));
        lawful(&forest);
    });
}

#[test]
fn a_million_siblings_are_joined_left_and_sorted() {
    on_a_small_stack(|| {
        let (mut forest, parent, children) = crowd();
        let mut dice = Dice::new(32);
        for _ in 0..100_000 {
            let (child, beside) = (dice.pick(&children), dice.pick(&children));
            let _ = forest.attach(child, Spot::Before(beside));
            let child = dice.pick(&children);
            forest.detach(child).unwrap();
            forest.attach(child, Spot::After(beside)).ok();
        }
        forest.update();
        let orphans: Vec<_> = forest.roots().filter(|&root| root != parent).collect();
        for orphan in orphans {
            forest.attach(orphan, parent).unwrap();
        }
        forest.sort_children_by_key(parent, |_, node| node).unwrap();
        assert!(forest.children(parent).eq(children.iter().copied()));
        forest.set_position(parent, [0.0, 1.0]).unwrap();
        assert_eq!(forest.update().len(), MILLION + 1);
        while !forest.tidy(1_000_000) {}
        lawful(&forest);
    });
}

#[test]
fn a_read_near_the_end_of_a_long_chain_climbs_no_further_than_what_was_written() {
    on_a_small_stack(|| {
        let (mut forest, nodes) = chain();
        let last = nodes[MILLION - 1];
        forest.update();
        for above in [1, 10, 100] {
            let written = nodes[MILLION - 1 - above];
            for turn in 0..30_000 {
                let x_now = 1.0 + (turn % 2) as f32;
                forest.set_position(written, [x_now, 0.0]).unwrap();
                assert_eq!(x(&forest, last), 1e6 + x_now - 1.0);
            }
            forest.set_position(written, [1.0, 0.0]).unwrap();
            forest.update();
        }
    });
}
