//! The two tests of the shipyard guide, on a forest: what is attached where, and in which order.

use kinfolk::{Forest, Heirs, Node2};

#[test]
fn test_hierarchy() {
    let mut forest: Forest<Node2> = Forest::new();
    let mut root = || forest.plant(Node2::default()).unwrap();
    let (root1, root2) = (root(), root());
    let mut attach_new = |parent| forest.plant_at(parent, Node2::default()).unwrap();
    let e1 = attach_new(root1);
    let e2 = attach_new(e1);
    let e3 = attach_new(e1);
    let e4 = attach_new(e3);

    forest.attach(e3, root2).unwrap();
    let e5 = forest.plant_at(e3, Node2::default()).unwrap();

    assert!(forest.children(e3).eq([e4, e5]));
    assert!(forest.ancestors(e4).eq([e3, root2]));
    assert!(forest.descendants(root1).eq([e1, e2]));
    assert!(forest.descendants(root2).eq([e3, e4, e5]));

    forest.detach(e1).unwrap();
    assert!(forest.descendants(root1).eq([]));
    assert!(forest.ancestors(e1).eq([]));
    assert!(forest.children(e1).eq([e2]));

    // There the entity lives on without a place in the hierarchy; here it is gone.
    forest.remove_keep_children(e1, Heirs::ToRoots).unwrap();
    assert!(forest.children(e1).eq([]));
    assert_eq!(forest.parent(e2), None);

    forest.remove(root2).unwrap();
    assert!(forest.descendants(root2).eq([]));
    assert!(forest.descendants(e3).eq([]));
    assert!(forest.ancestors(e5).eq([]));
}

#[test]
fn test_sorting() {
    let mut forest: Forest<Node2> = Forest::new();
    let root = forest.plant(Node2::default()).unwrap();
    let values = [7, 5, 6, 1, 3];
    let [e0, e1, e2, e3, e4] = values.map(|value| {
        let node = Node2::default().with_z(value);
        forest.plant_at(root, node).unwrap()
    });
    assert!(forest.children(root).eq([e0, e1, e2, e3, e4]));

    forest
        .sort_children_by_key(root, |forest, node| forest.value(node).unwrap().z)
        .unwrap();

    assert!(forest.children(root).eq([e3, e4, e1, e2, e0]));
}
