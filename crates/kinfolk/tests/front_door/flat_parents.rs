//! Parents scaled to nothing: what they make impossible is refused, without a trace, and
//! no NaN is anywhere afterwards.

use glam::{Affine2, Vec2};
use kinfolk::{
    AttachError, Forest, Heirs, Inherits, Misfit, Node2, SpaceError, Transform2, WriteError,
};

use crate::picture::{Names, planted_as};
use crate::portrait::refused;

const FLAT: [[f32; 2]; 4] = [[0.0, 0.0], [0.0, 2.0], [2.0, 0.0], [-0.0, 1.0]];

/// A node and its child below a parent that is scaled to nothing, and a root beside them.
fn flattened(scale: [f32; 2]) -> (Forest<Node2>, Names) {
    let (mut forest, names) = planted_as("paper(ink(dot)) pen", |name| {
        Node2::at(name.len() as f32, 1.0).turned(0.3)
    });
    forest.set_scale(names["paper"], scale).unwrap();
    (forest, names)
}

#[test]
fn below_a_flat_parent_every_world_setter_is_refused() {
    for scale in FLAT {
        let (mut forest, names) = flattened(scale);
        let (node, parent) = (names["ink"], Some(names["paper"]));
        let f = &mut forest;
        let refusals = [
            refused(f, |f| f.set_world_position(node, [1.0, 1.0])),
            refused(f, |f| f.set_world_rotation(node, 1.0)),
            refused(f, |f| f.set_world_scale(node, [1.0, 1.0])),
            refused(f, |f| f.set_world_transform(node, Transform2::at(1.0, 1.0))),
            refused(f, |f| f.set_world(node, Affine2::IDENTITY)),
            refused(f, |f| f.look_at(node, [99.0, 98.0])),
        ];
        let why = Misfit::NotInvertible;
        assert_eq!(refusals, [WriteError::Misfit { node, parent, why }; 6]);
        assert_eq!(
            refusals[0].to_string(),
            "cannot place 1v1 like that under 0v1: the parent is flattened, or nearly so (is a scale zero above it?)"
        );
        never_nan(f);
    }
}

#[test]
fn nothing_stays_in_place_below_a_flat_parent() {
    for scale in FLAT {
        let (mut forest, names) = flattened(scale);
        let (child, paper) = (names["pen"], names["paper"]);
        let f = &mut forest;
        let under = refused(f, |f| f.attach_in_place(child, paper));
        let deeper = refused(f, |f| f.attach_in_place(child, names["dot"]));
        let why = Misfit::NotInvertible;
        let misfit = |parent| AttachError::Misfit {
            child,
            parent: Some(parent),
            why,
        };
        assert_eq!([under, deeper], [misfit(paper), misfit(names["dot"])]);

        let (child, parent) = (names["dot"], Some(paper));
        let heirs = Heirs::ToGrandparent;
        let orphan = refused(f, |f| f.remove_keep_children_in_place(names["ink"], heirs));
        assert_eq!(orphan, AttachError::Misfit { child, parent, why });
        never_nan(f);
    }
}

#[test]
fn what_is_flat_in_the_world_can_leave_its_flat_parent_and_stays_as_flat() {
    for scale in FLAT {
        let (mut forest, names) = flattened(scale);
        let ink = names["ink"];
        let before = forest.world(ink).unwrap();

        forest.detach_in_place(ink).unwrap();

        assert!(forest.world(ink).unwrap().abs_diff_eq(before, 1e-5));
        never_nan(&mut forest);
        let (mut forest, names) = flattened(scale);
        let before = forest.world(names["ink"]).unwrap();
        let heirs = Heirs::ToRoots;
        forest
            .remove_keep_children_in_place(names["paper"], heirs)
            .unwrap();
        assert!(
            forest
                .world(names["ink"])
                .unwrap()
                .abs_diff_eq(before, 1e-5)
        );
        never_nan(&mut forest);
    }
}

#[test]
fn nothing_can_be_expressed_in_a_flat_space() {
    for scale in FLAT {
        let (mut forest, names) = flattened(scale);
        let (pen, flat) = (names["pen"], SpaceError::NotInvertible);
        for node in ["paper", "ink", "dot"].map(|name| names[name]) {
            let points = [
                forest.point_to_local(node, [1.0, 2.0]),
                forest.point_between(pen, node, [1.0, 2.0]),
                forest.point_between(node, node, [1.0, 2.0]),
                forest.vector_to_local(node, [1.0, 2.0]),
                forest.vector_between(pen, node, [1.0, 2.0]),
            ];
            let angles = [
                forest.angle_to_local(node, 1.0),
                forest.angle_between(pen, node, 1.0),
            ];
            assert_eq!(points, [Err(flat(node)); 5]);
            assert_eq!(angles, [Err(flat(node)); 2]);
            assert!(forest.point_to_world(node, [1.0, 2.0]).unwrap().is_finite());
            assert!(
                forest
                    .vector_to_parent(node, [1.0, 2.0])
                    .unwrap()
                    .is_finite()
            );
            assert!(forest.angle_to_world(node, 1.0).unwrap().is_finite());
        }
        // What is not inherited stands between a node and its parent: the way is through it.
        let ink = names["ink"];
        forest
            .edit(ink, |ink| ink.inherits = Inherits::POSITION)
            .unwrap();
        let to_parent = forest.point_to_parent(ink, [1.0, 2.0]);
        assert_eq!(to_parent, Err(flat(names["paper"])));
    }
    let text = SpaceError::NotInvertible(flattened([0.0; 2]).1["pen"]).to_string();
    let expected =
        "nothing can be expressed in the space of 3v1, which is flattened (is a scale zero?)";
    assert_eq!(text, expected);
}

#[test]
fn a_place_that_would_need_too_large_a_number_is_refused() {
    let mut forest = Forest::new();
    let ant = forest.plant(Node2::PLAIN.scaled(1e-30, 1e-30)).unwrap();
    let node = forest.plant_at(ant, Node2::PLAIN).unwrap();
    let giant = forest.plant(Node2::at(1e20, 0.0)).unwrap();
    let (parent, why) = (Some(ant), Misfit::NotFinite);

    let place = refused(&mut forest, |f| f.set_world_position(node, [1e20, 0.0]));
    let scale = refused(&mut forest, |f| f.set_world_scale(node, [1e20, 1.0]));
    let world = refused(&mut forest, |f| {
        f.set_world_transform(node, Transform2::at(1e20, 0.0))
    });
    let attach = refused(&mut forest, |f| f.attach_in_place(giant, ant));

    assert_eq!(
        [place, scale, world],
        [WriteError::Misfit { node, parent, why }; 3]
    );
    assert_eq!(
        attach,
        AttachError::Misfit {
            child: giant,
            parent,
            why
        }
    );
    never_nan(&mut forest);
}

/// Updates, and asserts that every number in the world is finite.
fn never_nan(forest: &mut Forest<Node2>) {
    forest.update();
    for node in forest.walk() {
        let world = forest.effective(node).unwrap();
        assert!(world.to_array().iter().all(|number| number.is_finite()));
        assert!(world.transform().is_finite());
        assert!(Vec2::is_finite(world.position()));
    }
}
