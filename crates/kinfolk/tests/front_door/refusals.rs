//! What a forest refuses about structure, and that a refusal leaves no trace.
//!
//! Numbers are in `refused_numbers`, parents scaled to nothing in `flat_parents`, texts in
//! `refusal_texts`.

use kinfolk::{
    AttachError, Forest, Heirs, Node2, NodeId, PlantError, SpaceError, Spot, Stale, WriteError,
};

use crate::picture::{Names, planted_as};
use crate::portrait::refused;

const SHIPS: &str = "ship(turret(barrel(muzzle)) deck) dock(crane)";

/// A forest with writes pending, which a refusal must not lose.
pub(crate) fn ships() -> (Forest<Node2>, Names) {
    let (mut forest, names) = planted_as(SHIPS, |name| Node2::at(name.len() as f32, 1.0));
    forest.update();
    forest.set_position(names["turret"], [7.0, 7.0]).unwrap();
    (forest, names)
}

/// An id that was removed, and one that another forest gave out.
fn strangers(forest: &mut Forest<Node2>) -> [NodeId; 2] {
    let gone = forest.plant(Node2::PLAIN).unwrap();
    forest.remove(gone).unwrap();
    let (other, names) = planted_as(SHIPS, |_| Node2::PLAIN);
    assert!(other.contains(names["turret"]) && !forest.contains(names["turret"]));
    [gone, names["turret"]]
}

#[test]
fn planting_beside_a_stranger_is_refused() {
    let (mut forest, names) = ships();
    for stranger in strangers(&mut forest) {
        for spot in [
            Spot::Under(stranger),
            Spot::At(stranger, 0),
            Spot::Before(stranger),
            Spot::After(stranger),
        ] {
            let stale = PlantError::Stale(stranger);
            let one = refused(&mut forest, |f| f.plant_at(spot, Node2::PLAIN));
            let many = refused(&mut forest, |f| f.plant_many(spot, [Node2::PLAIN]));
            let none = refused(&mut forest, |f| f.plant_many(spot, []));
            let tree = refused(&mut forest, |f| f.plant_tree(spot, [(None, Node2::PLAIN)]));
            let copy = refused(&mut forest, |f| f.clone_subtree(names["ship"], spot));
            assert_eq!([one, many, none, tree, copy], [stale; 5]);
        }
        let copy = refused(&mut forest, |f| f.clone_subtree(stranger, Spot::Root));
        let ids = refused(&mut forest, |f| {
            f.clone_subtree_ids(stranger, names["ship"])
        });
        assert_eq!([copy, ids], [PlantError::Stale(stranger); 2]);
    }
}

#[test]
fn moving_a_stranger_or_beside_one_is_refused() {
    let (mut forest, names) = ships();
    let crane = names["crane"];
    for stranger in strangers(&mut forest) {
        let stale = AttachError::Stale(stranger);
        for spot in [
            Spot::Under(stranger),
            Spot::At(stranger, 0),
            Spot::Before(stranger),
            Spot::After(stranger),
        ] {
            assert_eq!(refused(&mut forest, |f| f.attach(crane, spot)), stale);
            let in_place = refused(&mut forest, |f| f.attach_in_place(crane, spot));
            assert_eq!(in_place, stale);
        }
        let refusals = [
            refused(&mut forest, |f| f.attach(stranger, crane)),
            refused(&mut forest, |f| f.attach(stranger, stranger)),
            refused(&mut forest, |f| f.attach_in_place(stranger, crane)),
            refused(&mut forest, |f| f.detach(stranger)),
            refused(&mut forest, |f| f.detach_in_place(stranger)),
            refused(&mut forest, |f| f.reorder(stranger, 0)),
            refused(&mut forest, |f| {
                f.remove_keep_children_in_place(stranger, Heirs::ToRoots)
            }),
        ];
        assert_eq!(refusals, [stale; 7]);
    }
}

#[test]
fn sorting_and_removing_a_stranger_is_refused() {
    let (mut forest, _) = ships();
    for stranger in strangers(&mut forest) {
        let refusals = [
            refused(&mut forest, |f| f.remove(stranger)),
            refused(&mut forest, |f| f.take(stranger)),
            refused(&mut forest, |f| {
                f.remove_keep_children(stranger, Heirs::ToRoots)
            }),
            refused(&mut forest, |f| {
                f.remove_keep_children(stranger, Heirs::ToGrandparent)
            }),
            refused(&mut forest, |f| {
                f.sort_children_by(stranger, |_, a, b| a.cmp(&b))
            }),
            refused(&mut forest, |f| {
                f.sort_children_by_key(stranger, |_, node| node)
            }),
        ];
        assert_eq!(refusals, [Stale(stranger); 6]);
    }
}

#[test]
fn writing_to_a_stranger_is_refused_and_nobody_is_asked_for_a_value() {
    let (mut forest, _) = ships();
    for stranger in strangers(&mut forest) {
        let refusals = [
            refused(&mut forest, |f| f.set(stranger, Node2::PLAIN)),
            refused(&mut forest, |f| {
                f.edit(stranger, |_| panic!("nobody to edit"))
            }),
            refused(&mut forest, |f| f.set_position(stranger, [0.0, 0.0])),
            refused(&mut forest, |f| f.set_rotation(stranger, 0.0)),
            refused(&mut forest, |f| f.set_scale(stranger, [1.0, 1.0])),
            refused(&mut forest, |f| {
                f.set_transform(stranger, Node2::PLAIN.transform)
            }),
            refused(&mut forest, |f| f.set_visible(stranger, false)),
            refused(&mut forest, |f| f.set_active(stranger, false)),
            refused(&mut forest, |f| f.set_world_position(stranger, [0.0, 0.0])),
            refused(&mut forest, |f| {
                f.set_world_position(stranger, [f32::NAN, 0.0])
            }),
            refused(&mut forest, |f| f.set_world_rotation(stranger, 0.0)),
            refused(&mut forest, |f| f.set_world_scale(stranger, [1.0, 1.0])),
            refused(&mut forest, |f| {
                f.set_world_transform(stranger, Node2::PLAIN.transform)
            }),
            refused(&mut forest, |f| {
                f.set_world(stranger, glam::Affine2::IDENTITY)
            }),
            refused(&mut forest, |f| f.look_at(stranger, [1.0, 1.0])),
        ];
        assert_eq!(refusals, [WriteError::Stale(stranger); 15]);
    }
}

#[test]
fn converting_for_a_stranger_is_refused() {
    let (mut forest, names) = ships();
    let dock = names["dock"];
    for stranger in strangers(&mut forest) {
        let forest = &forest;
        let points = [
            forest.point_to_parent(stranger, [0.0, 0.0]),
            forest.point_to_world(stranger, [0.0, 0.0]),
            forest.point_to_local(stranger, [0.0, 0.0]),
            forest.point_between(stranger, dock, [0.0, 0.0]),
            forest.point_between(dock, stranger, [0.0, 0.0]),
            forest.vector_to_parent(stranger, [0.0, 0.0]),
            forest.vector_to_world(stranger, [0.0, 0.0]),
            forest.vector_to_local(stranger, [0.0, 0.0]),
            forest.vector_between(stranger, dock, [0.0, 0.0]),
            forest.vector_between(dock, stranger, [0.0, 0.0]),
        ];
        let angles = [
            forest.angle_to_parent(stranger, 0.0),
            forest.angle_to_world(stranger, 0.0),
            forest.angle_to_local(stranger, 0.0),
            forest.angle_between(stranger, dock, 0.0),
            forest.angle_between(dock, stranger, 0.0),
        ];
        assert_eq!(points, [Err(SpaceError::Stale(stranger)); 10]);
        assert_eq!(angles, [Err(SpaceError::Stale(stranger)); 5]);
        assert_eq!(forest.world(stranger), None);
        assert_eq!(forest.world_position(stranger), None);
        assert_eq!(forest.world_transform(stranger), None);
    }
}

#[test]
fn a_node_is_never_its_own_parent_or_sibling() {
    let (mut forest, names) = ships();
    for name in ["ship", "turret", "muzzle"] {
        let node = names[name];
        for spot in [
            Spot::Under(node),
            Spot::At(node, 0),
            Spot::Before(node),
            Spot::After(node),
        ] {
            let attach = refused(&mut forest, |f| f.attach(node, spot));
            let in_place = refused(&mut forest, |f| f.attach_in_place(node, spot));
            assert_eq!([attach, in_place], [AttachError::Itself(node); 2]);
        }
    }
    // Beside its own child is under itself.
    let (turret, barrel) = (names["turret"], names["barrel"]);
    for spot in [Spot::Before(barrel), Spot::After(barrel)] {
        let refusal = refused(&mut forest, |f| f.attach(turret, spot));
        assert_eq!(refusal, AttachError::Itself(turret));
    }
}

#[test]
fn a_loop_is_refused_and_told_apart_from_itself() {
    let (mut forest, names) = ships();
    let (child, parent) = (names["ship"], names["turret"]);
    for spot in [
        Spot::Under(parent),
        Spot::At(parent, 0),
        Spot::At(parent, 1),
        Spot::Before(names["barrel"]),
        Spot::After(names["barrel"]),
    ] {
        let attach = refused(&mut forest, |f| f.attach(child, spot));
        let in_place = refused(&mut forest, |f| f.attach_in_place(child, spot));
        assert_eq!(
            [attach, in_place],
            [AttachError::Cycle { child, parent }; 2]
        );
    }
    let parent = names["muzzle"];
    let far = refused(&mut forest, |f| f.attach(child, parent));
    assert_eq!(far, AttachError::Cycle { child, parent });
}

#[test]
fn an_index_past_the_end_is_refused_with_the_last_one_that_would_do() {
    let (mut forest, names) = ships();
    let (ship, crane, deck) = (names["ship"], names["crane"], names["deck"]);
    let of = |parent, index, most| AttachError::NoSuchIndex {
        parent,
        index,
        most,
    };
    let plant = |parent, index, most| PlantError::NoSuchIndex {
        parent,
        index,
        most,
    };

    let refusals = [
        refused(&mut forest, |f| f.attach(crane, Spot::At(ship, 3))),
        refused(&mut forest, |f| f.attach(deck, Spot::At(ship, 2))),
        refused(&mut forest, |f| f.attach(crane, Spot::RootAt(3))),
        refused(&mut forest, |f| f.attach(ship, Spot::RootAt(2))),
        refused(&mut forest, |f| f.attach_in_place(deck, Spot::At(ship, 2))),
        refused(&mut forest, |f| f.reorder(deck, 2)),
        refused(&mut forest, |f| f.reorder(ship, usize::MAX)),
    ];
    let here = of(Some(ship), 2, 1);
    let far = of(None, usize::MAX, 1);
    let expected = [
        of(Some(ship), 3, 2),
        here,
        of(None, 3, 2),
        of(None, 2, 1),
        here,
        here,
        far,
    ];
    assert_eq!(refusals, expected);

    let under = refused(&mut forest, |f| f.plant_at(Spot::At(ship, 3), Node2::PLAIN));
    let root = refused(&mut forest, |f| {
        f.plant_many(Spot::RootAt(3), [Node2::PLAIN])
    });
    assert_eq!([under, root], [plant(Some(ship), 3, 2), plant(None, 3, 2)]);
}

#[test]
fn a_limit_of_depth_counts_the_height_of_what_is_planted_or_moved() {
    let (mut forest, names) = ships();
    let (ship, turret, crane) = (names["ship"], names["turret"], names["crane"]);
    let (muzzle, dock) = (names["muzzle"], names["dock"]);
    forest.set_max_depth(Some(3));
    let max_depth = 3;

    let planted = refused(&mut forest, |f| f.plant_at(muzzle, Node2::PLAIN));
    let chain = (0..3).map(|index: usize| (index.checked_sub(1), Node2::PLAIN));
    let tree = refused(&mut forest, |f| f.plant_tree(crane, chain));
    let copied = refused(&mut forest, |f| f.clone_subtree(turret, crane));
    let plant = |under, depth| PlantError::TooDeep {
        under,
        depth,
        max_depth,
    };
    assert_eq!(
        [planted, tree, copied],
        [
            plant(Some(muzzle), 4),
            plant(Some(crane), 4),
            plant(Some(crane), 4)
        ]
    );

    let moved = refused(&mut forest, |f| f.attach(turret, crane));
    let in_place = refused(&mut forest, |f| f.attach_in_place(turret, crane));
    let whole = refused(&mut forest, |f| f.attach(ship, dock));
    let attach = |child, depth| AttachError::TooDeep {
        child,
        depth,
        max_depth,
    };
    assert_eq!(
        [moved, in_place, whole],
        [attach(turret, 4), attach(turret, 4), attach(ship, 4)]
    );

    forest.attach(names["barrel"], crane).unwrap();
    forest.set_max_depth(Some(0));
    let deeper = refused(&mut forest, |f| f.attach(dock, ship));
    assert_eq!(
        deeper,
        AttachError::TooDeep {
            child: dock,
            depth: 4,
            max_depth: 0
        }
    );
    forest
        .attach(crane, Spot::At(ship, 0))
        .expect("no deeper than it was");
    forest.plant(Node2::PLAIN).expect("a root is not deep");
}
