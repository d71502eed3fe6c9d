//! Forests as text, for people to look at.

use kinfolk::{Forest, Node2, Spot};

use crate::picture::{Sum, find, planted, planted_as};

#[test]
fn a_forest_displays_its_ids_as_trees() {
    let forest = planted("a(b(c d) e(f)) g(h)");

    let lines = [
        "0v1",
        "├─ 1v1",
        "│  ├─ 2v1",
        "│  └─ 3v1",
        "└─ 4v1",
        "   └─ 5v1",
        "6v1",
        "└─ 7v1",
        "",
    ];
    assert_eq!(forest.to_string(), lines.join("\n"));
}

#[test]
fn labels_are_whatever_one_likes() {
    let (forest, names) = planted_as("tank(turret(barrel) flag)", |_| Node2::PLAIN);

    let drawing = forest.draw_tree(|node, f| {
        let layer = forest.effective(node).unwrap().z();
        write!(f, "{} on {layer}", names.of(node))
    });

    let lines = [
        "tank on 0",
        "├─ turret on 0",
        "│  └─ barrel on 0",
        "└─ flag on 0",
        "",
    ];
    assert_eq!(drawing.to_string(), lines.join("\n"));
    assert_eq!(format!("{drawing:?}"), "DrawTree { nodes: 4, .. }");
}

#[test]
fn a_debugged_forest_shows_ids_and_own_values() {
    let forest = planted("a(b)");

    let lines = [
        "Forest of 2 nodes",
        r#"0v1 Sum { name: "a", own: 1 }"#,
        r#"└─ 1v1 Sum { name: "b", own: 1 }"#,
        "",
    ];
    assert_eq!(format!("{forest:?}"), lines.join("\n"));
}

#[test]
fn an_empty_forest_is_an_empty_text() {
    let forest = Forest::<Node2>::new();

    assert_eq!(forest.to_string(), "");
    assert_eq!(format!("{forest:?}"), "Forest of 0 nodes\n");
}

#[test]
fn the_drawing_follows_the_order_of_siblings() {
    let mut forest = planted("a(b c)");
    let c = find(&forest, "c");
    forest.reorder(c, 0).unwrap();
    forest.plant_at(Spot::RootAt(0), Sum::named("z")).unwrap();

    assert_eq!(forest.to_string(), "3v1\n0v1\n├─ 2v1\n└─ 1v1\n");
}

#[test]
fn lines_come_back_from_the_deep_as_they_should() {
    // A chain of forty, a sibling near its top, and one at each end of the drawn depths.
    let mut forest = Forest::new();
    let nodes = (0..40).map(|index: usize| (index.checked_sub(1), Node2::PLAIN));
    let chain = forest.plant_tree(Spot::Root, nodes).unwrap();
    for depth in [1, 31, 32, 33] {
        forest.plant_at(chain[depth - 1], Node2::PLAIN).unwrap();
    }

    let drawing = forest.to_string();
    let lines: Vec<&str> = drawing.lines().collect();

    assert_eq!(lines.len(), 44);
    assert_eq!(lines[1], "├─ 1v1");
    assert_eq!(lines[2], "│  └─ 2v1");
    assert_eq!(lines[33], "33: 33v1");
    assert_eq!(lines[39], "39: 39v1");
    assert_eq!(lines[40], "33: 43v1");
    let indent = "   ".repeat(30);
    let before = "│  ".to_owned() + &indent[..29 * 3];
    assert_eq!(lines[41], before.clone() + "│  └─ 42v1");
    assert_eq!(lines[42], before + "└─ 41v1");
    assert_eq!(lines[43], "└─ 40v1");
}

#[test]
fn a_deep_chain_stays_short() {
    let mut forest = Forest::new();
    let nodes = (0..100_000).map(|index: usize| (index.checked_sub(1), Node2::PLAIN));
    forest.plant_tree(Spot::Root, nodes).unwrap();

    let drawing = forest.to_string();

    assert_eq!(drawing.lines().count(), 100_000);
    assert!(drawing.len() < 100_000 * 20, "{} bytes", drawing.len());
    assert!(drawing.ends_with("99999: 99999v1\n"));
}
