//! Who is drawn before whom: layers, heights, ties, and that keeping up is as good as
//! sorting anew.

use kinfolk::{DrawOrder, Forest, Heirs, Node2, NodeId, Spot};

use crate::dice::Dice;
use crate::picture::{Names, planted_as};

/// The order by the letter of the documentation, the slow way.
fn by_the_letter(forest: &Forest<Node2>) -> Vec<NodeId> {
    let mut order = Vec::new();
    for root in forest.roots() {
        in_tree_order(forest, root, &mut order);
    }
    order.retain(|&node| forest.effective(node).unwrap().visible());
    order.sort_by_key(|&node| forest.effective(node).unwrap().z());
    order
}

fn in_tree_order(forest: &Forest<Node2>, node: NodeId, order: &mut Vec<NodeId>) {
    if !forest.value(node).unwrap().y_sort {
        order.push(node);
        for child in forest.children(node) {
            in_tree_order(forest, child, order);
        }
        return;
    }
    let mut group = Vec::new();
    gather(forest, node, &mut group);
    let height = |node| forest.world_position(node).unwrap().y;
    group.sort_by(|&(a, _), &(b, _)| height(b).partial_cmp(&height(a)).unwrap());
    for (node, alone) in group {
        if alone {
            order.push(node);
        } else {
            in_tree_order(forest, node, order);
        }
    }
}

fn gather(forest: &Forest<Node2>, node: NodeId, group: &mut Vec<(NodeId, bool)>) {
    let sorted = forest.value(node).unwrap().y_sort;
    group.push((node, sorted));
    if sorted {
        for child in forest.children(node) {
            gather(forest, child, group);
        }
    }
}

/// Updates, brings the order up to date, and asserts that a new one says the same.
#[track_caller]
fn refreshed(forest: &mut Forest<Node2>, order: &mut DrawOrder) -> Vec<NodeId> {
    forest.update();
    let kept_up = order.refresh(forest).to_vec();
    let anew = DrawOrder::new().refresh(forest).to_vec();
    assert_eq!(kept_up, anew, "keeping up is not as good as sorting anew");
    assert_eq!(
        kept_up,
        by_the_letter(forest),
        "not what the documentation says"
    );
    assert_eq!(order.nodes(), kept_up);
    kept_up
}

/// Draws the forest of a picture, in which each name says its value.
#[track_caller]
fn order_of(picture: &str, value: impl FnMut(&str) -> Node2) -> String {
    let (mut forest, names) = planted_as(picture, value);
    let order = refreshed(&mut forest, &mut DrawOrder::new());
    names.listed(order)
}

/// The number at the end of a name, as a height.
fn at_height(name: &str) -> Node2 {
    let number: String = name.chars().filter(|c| c.is_ascii_digit()).collect();
    Node2::at(0.0, number.parse().unwrap_or(0.0))
}

#[test]
fn lower_layers_are_drawn_first_and_ties_in_tree_order() {
    let layer = |name: &str| match name {
        "shadow" => Node2::PLAIN.with_z(-1),
        "hat" => Node2::PLAIN.with_z(2),
        "feather" => Node2::PLAIN.with_z(-2),
        _ => Node2::PLAIN,
    };

    let drawn = order_of("knight(shadow sword hat(feather)) horse", layer);

    assert_eq!(drawn, "shadow knight sword feather horse hat");
}

#[test]
fn an_absolute_layer_does_not_follow_the_parent() {
    let drawn = order_of("window(label) cursor", |name| match name {
        "window" => Node2::PLAIN.with_z(100),
        "label" => Node2::PLAIN.with_absolute_z(-5),
        _ => Node2::PLAIN,
    });

    assert_eq!(drawn, "label cursor window");
}

#[test]
fn the_most_extreme_layers_are_in_order() {
    let drawn = order_of("a b c d e", |name| match name {
        "a" => Node2::PLAIN.with_z(i32::MAX),
        "b" => Node2::PLAIN.with_z(i32::MIN),
        "c" => Node2::PLAIN.with_z(-1),
        "d" => Node2::PLAIN,
        _ => Node2::PLAIN.with_z(1),
    });

    assert_eq!(drawn, "b c d e a");
}

#[test]
fn only_what_is_visible_in_the_tree_is_drawn() {
    let drawn = order_of("a(b(c) d) e", |name| match name {
        "b" | "e" => Node2::PLAIN.hidden(),
        _ => Node2::PLAIN,
    });

    assert_eq!(drawn, "a d");
}

#[test]
fn an_empty_forest_draws_nothing() {
    assert!(DrawOrder::new().refresh(&Forest::new()).is_empty());
}

fn y_sorted<'a>(sorted: &'a [&'a str]) -> impl FnMut(&str) -> Node2 + 'a {
    |name| match at_height(name) {
        node if sorted.contains(&name) => node.y_sorted(),
        node => node,
    }
}

#[test]
fn below_a_y_sorted_node_the_highest_is_drawn_first() {
    let drawn = order_of(
        "yard5(cat1 dog9 tree7(nest3 root1) hen5)",
        y_sorted(&["yard5"]),
    );

    // Children sit on their parent: the yard itself is at 5, and so they are at 6, 14, 12, 10.
    assert_eq!(drawn, "dog9 tree7 nest3 root1 hen5 cat1 yard5");
}

#[test]
fn a_child_keeps_what_is_below_it_together() {
    let drawn = order_of("yard(low1(up9) high5(down0))", y_sorted(&["yard"]));

    assert_eq!(drawn, "high5 down0 low1 up9 yard");
}

#[test]
fn the_children_of_a_y_sorted_child_are_sorted_along() {
    let drawn = order_of(
        "yard(herd(cow3 bull7) tree5 barn1)",
        y_sorted(&["yard", "herd"]),
    );

    assert_eq!(drawn, "bull7 tree5 cow3 barn1 yard herd");
}

#[test]
fn a_y_sorted_node_below_a_plain_child_sorts_for_itself() {
    let drawn = order_of(
        "yard(house4(room(bed1 lamp3)) tree9)",
        y_sorted(&["yard", "room"]),
    );

    assert_eq!(drawn, "tree9 house4 lamp3 bed1 room yard");
}

#[test]
fn y_sorted_trees_stand_in_tree_order_among_plain_ones() {
    let drawn = order_of(
        "sky yard(a1 b2) floor(x(p1 q2) y) end",
        y_sorted(&["yard", "x"]),
    );

    assert_eq!(drawn, "sky b2 a1 yard floor q2 p1 x y end");
}

#[test]
fn equal_heights_are_drawn_in_tree_order() {
    let drawn = order_of("yard(a3 b3 c9 d3)", y_sorted(&["yard"]));

    assert_eq!(drawn, "c9 a3 b3 d3 yard");
}

#[test]
fn minus_zero_is_as_high_as_zero() {
    let drawn = order_of("yard(left right)", |name| match name {
        "yard" => Node2::at(0.0, -0.0).y_sorted(),
        "left" => Node2::at(-1.0, -0.0),
        _ => Node2::at(1.0, -0.0),
    });

    assert_eq!(drawn, "yard left right");
}

#[test]
fn a_layer_comes_before_height() {
    let drawn = order_of("yard(a9 b1 c5)", |name| match name {
        "yard" => at_height(name).y_sorted(),
        "a9" => at_height(name).with_z(1),
        _ => at_height(name),
    });

    assert_eq!(drawn, "c5 b1 yard a9");
}

fn yard() -> (Forest<Node2>, Names, DrawOrder) {
    let (mut forest, names) = planted_as("sky yard(a1(p) b5 c3) end", y_sorted(&["yard"]));
    let mut order = DrawOrder::new();
    refreshed(&mut forest, &mut order);
    (forest, names, order)
}

#[test]
fn every_kind_of_change_is_followed() {
    let (mut forest, names, mut order) = yard();
    type Step = fn(&mut Forest<Node2>, &Names);
    let steps: [(Step, &str); 14] = [
        (
            |f, n| f.edit(n["b5"], |b| b.z = 3).unwrap(),
            "sky c3 a1 p yard end b5",
        ),
        (
            |f, n| f.set_visible(n["p"], false).unwrap(),
            "sky c3 a1 yard end b5",
        ),
        (
            |f, n| f.set_position(n["a1"], [0.0, 9.0]).unwrap(),
            "sky a1 c3 yard end b5",
        ),
        (
            |f, n| f.edit(n["b5"], |b| b.z = 0).unwrap(),
            "sky a1 b5 c3 yard end",
        ),
        (
            |f, n| f.set_visible(n["p"], true).unwrap(),
            "sky a1 p b5 c3 yard end",
        ),
        (
            |f, n| f.edit(n["yard"], |y| y.y_sort = false).unwrap(),
            "sky yard a1 p b5 c3 end",
        ),
        (
            |f, n| f.reorder(n["c3"], 0).unwrap(),
            "sky yard c3 a1 p b5 end",
        ),
        (
            |f, n| f.edit(n["yard"], |y| y.y_sort = true).unwrap(),
            "sky a1 p b5 c3 yard end",
        ),
        (
            |f, n| f.attach(n["c3"], n["b5"]).unwrap(),
            "sky a1 p b5 c3 yard end",
        ),
        (
            |f, n| f.edit(n["b5"], |b| b.y_sort = true).unwrap(),
            "sky a1 p c3 b5 yard end",
        ),
        (|f, n| f.set_visible(n["yard"], false).unwrap(), "sky end"),
        (|f, n| f.reorder(n["end"], 0).unwrap(), "end sky"),
        (
            |f, n| f.set_visible(n["yard"], true).unwrap(),
            "end sky a1 p c3 b5 yard",
        ),
        (
            |f, n| assert_eq!(f.remove(n["a1"]), Ok(2)),
            "end sky c3 b5 yard",
        ),
    ];
    for (step, expected) in steps {
        step(&mut forest, &names);
        assert_eq!(names.listed(refreshed(&mut forest, &mut order)), expected);
    }
}

#[test]
fn going_back_is_followed_too() {
    let (mut forest, names, mut order) = yard();
    let before = order.nodes().to_vec();
    let snapshot = forest.snapshot();
    forest.remove(names["b5"]).unwrap();
    forest.edit(names["sky"], |sky| sky.z = 7).unwrap();
    refreshed(&mut forest, &mut order);

    forest.restore(&snapshot);
    assert_eq!(order.refresh(&forest), before);
    assert_eq!(refreshed(&mut forest, &mut order), before);
    forest.clear();
    assert!(refreshed(&mut forest, &mut order).is_empty());
}

#[test]
fn an_update_that_was_missed_is_made_up_for() {
    let (mut forest, names, mut order) = yard();
    forest.edit(names["sky"], |sky| sky.z = 7).unwrap();
    forest.update();
    forest.edit(names["end"], |end| end.z = 9).unwrap();

    let drawn = refreshed(&mut forest, &mut order);

    assert_eq!(names.listed(drawn), "b5 c3 a1 p yard sky end");
}

#[test]
fn asking_twice_changes_nothing() {
    let (forest, _, mut order) = yard();
    let once = order.refresh(&forest).to_vec();

    assert_eq!(order.refresh(&forest), once);
}

#[test]
fn keeping_up_is_as_good_as_sorting_anew_whatever_happens() {
    for seed in 0..30 {
        let mut dice = Dice::new(seed);
        let mut forest = dice.forest2(40);
        let mut order = DrawOrder::new();
        let is_flat = seed % 2 == 0;
        for node in forest.walk().collect::<Vec<_>>() {
            forest.edit(node, |node| node.y_sort &= !is_flat).unwrap();
        }
        for _ in 0..40 {
            let writes = dice.pick(&[0, 1, 1, 3, 40]);
            for _ in 0..writes {
                let node = dice.node(&forest).unwrap();
                let other = dice.node(&forest).unwrap();
                let heirs = Heirs::ToRoots;
                match dice.below(16) {
                    0 => drop(forest.attach(node, other)),
                    1 if forest.len() > 20 => drop(forest.remove_keep_children(node, heirs)),
                    2 => {
                        let mut fresh = dice.node2();
                        fresh.y_sort &= !is_flat;
                        forest.plant_at(Spot::Before(node), fresh).unwrap();
                    }
                    3 if !is_flat => forest.edit(node, |node| node.y_sort ^= true).unwrap(),
                    4..=7 => forest.edit(node, |node| node.z ^= 1).unwrap(),
                    8..=10 => forest.edit(node, |node| node.visible ^= true).unwrap(),
                    _ => forest
                        .set_position(node, [0.0, dice.below(4) as f32])
                        .unwrap(),
                }
                if dice.below(4) == 0 {
                    forest.update(); // the order does not see this one
                }
            }
            refreshed(&mut forest, &mut order);
        }
    }
}
