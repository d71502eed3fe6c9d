//! Numbers that are not finite: refused by every way in, without a trace.

use glam::{Affine2, Quat};
use kinfolk::{
    Forest, Inherit, Node2, Node3, NodeId, PlantError, SpaceError, Spot, Transform2, Transform3,
    WriteError,
};

use crate::portrait::refused;

const BAD: [f32; 3] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY];

/// Every way to have one bad number in a transform.
fn bad_transforms() -> Vec<Transform2> {
    let fields: [fn(&mut Transform2) -> &mut f32; 6] = [
        |transform| &mut transform.position.x,
        |transform| &mut transform.position.y,
        |transform| &mut transform.rotation,
        |transform| &mut transform.scale.x,
        |transform| &mut transform.scale.y,
        |transform| &mut transform.skew,
    ];
    let spoilt = |field: &fn(&mut Transform2) -> &mut f32, bad| {
        let mut transform = Transform2::at(1.0, 2.0).turned(0.5);
        *field(&mut transform) = bad;
        transform
    };
    let pairs = fields.iter().flat_map(|field| BAD.map(|bad| (field, bad)));
    pairs.map(|(field, bad)| spoilt(field, bad)).collect()
}

fn bad_transforms3() -> Vec<Transform3> {
    let fields: [fn(&mut Transform3, f32); 10] = [
        |transform, bad| transform.translation.x = bad,
        |transform, bad| transform.translation.y = bad,
        |transform, bad| transform.translation.z = bad,
        |transform, bad| transform.rotation.x = bad,
        |transform, bad| transform.rotation.y = bad,
        |transform, bad| transform.rotation.z = bad,
        |transform, bad| transform.rotation.w = bad,
        |transform, bad| transform.scale.x = bad,
        |transform, bad| transform.scale.y = bad,
        |transform, bad| transform.scale.z = bad,
    ];
    let spoilt = |field: &fn(&mut Transform3, f32), bad| {
        let mut transform = Transform3::at(1.0, 2.0, 3.0);
        field(&mut transform, bad);
        transform
    };
    let pairs = fields.iter().flat_map(|field| BAD.map(|bad| (field, bad)));
    pairs.map(|(field, bad)| spoilt(field, bad)).collect()
}

/// Tries every way to bring a bad value into a forest.
fn refuses_the_value<V>(good: &V, bad: &V)
where
    V: Inherit + std::fmt::Debug,
    V::Effective: PartialEq,
{
    let mut forest = Forest::new();
    let root = forest.plant(good.clone()).unwrap();
    let node = forest.plant_at(root, good.clone()).unwrap();
    let refusals = [
        refused(&mut forest, |f| f.plant(bad.clone())),
        refused(&mut forest, |f| f.plant_at(node, bad.clone())),
        refused(&mut forest, |f| f.plant_at(Spot::Before(node), bad.clone())),
        refused(&mut forest, |f| {
            f.plant_many(Spot::Root, [good.clone(), bad.clone()])
        }),
        refused(&mut forest, |f| {
            f.plant_tree(node, [(None, good.clone()), (Some(0), bad.clone())])
        }),
    ];
    let not_finite = |under, index| PlantError::NotFinite { under, index };
    let [node_above, root_above] = [Some(node), Some(root)];
    let expected = [
        not_finite(None, 0),
        not_finite(node_above, 0),
        not_finite(root_above, 0),
        not_finite(None, 1),
        not_finite(node_above, 1),
    ];
    assert_eq!(refusals, expected);

    let set = refused(&mut forest, |f| f.set(node, bad.clone()));
    let edit = refused(&mut forest, |f| f.edit(node, |value| *value = bad.clone()));
    assert_eq!([set, edit], [WriteError::NotFinite(node); 2]);
}

#[test]
fn every_bad_number_in_a_value_is_refused_by_every_way_in() {
    for bad in bad_transforms() {
        refuses_the_value(&Node2::PLAIN, &Node2::new(bad));
    }
    for bad in bad_transforms3() {
        refuses_the_value(&Transform3::IDENTITY, &bad);
        refuses_the_value(&Node3::default(), &Node3::new(bad));
    }
}

#[test]
fn a_quaternion_whose_matrix_overflows_is_refused() {
    let huge = Transform3::IDENTITY.turned(Quat::from_xyzw(1e30, 1e30, 0.0, 0.0));

    refuses_the_value(&Transform3::IDENTITY, &huge);
}

fn pair() -> (Forest<Node2>, NodeId, NodeId) {
    let mut forest = Forest::new();
    let parent = forest
        .plant(Node2::at(1.0, 2.0).turned(0.5).scaled(-2.0, 3.0))
        .unwrap();
    let node = forest
        .plant_at(parent, Node2::at(3.0, 4.0).turned(1.0))
        .unwrap();
    forest.update();
    forest.set_position(parent, [5.0, 6.0]).unwrap();
    (forest, parent, node)
}

#[test]
fn every_bad_number_is_refused_by_every_setter() {
    let (mut forest, _, node) = pair();
    let f = &mut forest;
    for bad in BAD {
        let mut refusals = vec![
            refused(f, |f| f.set_rotation(node, bad)),
            refused(f, |f| f.set_world_rotation(node, bad)),
        ];
        for pair in [[bad, 0.0], [0.0, bad], [bad, bad]] {
            refusals.extend([
                refused(f, |f| f.set_position(node, pair)),
                refused(f, |f| f.set_scale(node, pair)),
                refused(f, |f| f.set_world_position(node, pair)),
                refused(f, |f| f.set_world_scale(node, pair)),
                refused(f, |f| f.look_at(node, pair)),
            ]);
        }
        for place in 0..6 {
            let mut numbers = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
            numbers[place] = bad;
            let world = Affine2::from_cols_array(&numbers);
            refusals.push(refused(f, |f| f.set_world(node, world)));
        }
        assert!(
            refusals
                .iter()
                .all(|&refusal| refusal == WriteError::NotFinite(node))
        );
    }
    for bad in bad_transforms() {
        let local = refused(f, |f| f.set_transform(node, bad));
        let world = refused(f, |f| f.set_world_transform(node, bad));
        assert_eq!([local, world], [WriteError::NotFinite(node); 2]);
    }
}

#[test]
fn a_bad_translation_in_3d_is_refused() {
    let mut forest = Forest::new();
    let node = forest.plant(Transform3::IDENTITY).unwrap();
    for bad in BAD {
        for place in 0..3 {
            let mut translation = [0.0; 3];
            translation[place] = bad;
            let refusal = refused(&mut forest, |f| f.set_translation(node, translation));
            assert_eq!(refusal, WriteError::NotFinite(node));
        }
    }
}

#[test]
fn every_bad_number_is_refused_by_every_conversion() {
    let (forest, parent, node) = pair();
    for bad in BAD {
        for pair in [[bad, 0.0], [0.0, bad]] {
            let refusals = [
                forest.point_to_parent(node, pair),
                forest.point_to_world(node, pair),
                forest.point_to_local(node, pair),
                forest.point_between(node, parent, pair),
                forest.vector_to_parent(node, pair),
                forest.vector_to_world(node, pair),
                forest.vector_to_local(node, pair),
                forest.vector_between(node, parent, pair),
            ];
            assert_eq!(refusals, [Err(SpaceError::NotFinite(node)); 8]);
        }
        let refusals = [
            forest.angle_to_parent(node, bad),
            forest.angle_to_world(node, bad),
            forest.angle_to_local(node, bad),
            forest.angle_between(node, parent, bad),
        ];
        assert_eq!(refusals, [Err(SpaceError::NotFinite(node)); 4]);
    }
}
