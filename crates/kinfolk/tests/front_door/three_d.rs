//! 3D: the same forest, with translation, rotation and scale; shear is refused, not lost.

use glam::{Affine3A, Quat, Vec3};
use kinfolk::{AttachError, Forest, Heirs, Misfit, Node3, NodeId, Transform3};

use crate::dice::Dice;
use crate::picture::planted_as;
use crate::portrait::{Portrait, lawful, refused};

fn quat(dice: &mut Dice) -> Quat {
    let mut number = || dice.between(-1.0, 1.0);
    let [x, y, z] = [number(), number(), number()];
    Quat::from_xyzw(x, y, z, number().abs() + 0.1).normalize()
}

/// Any transform whose scale is the same on all axes, but for mirrored ones.
fn even(dice: &mut Dice) -> Transform3 {
    let size = dice.pick(&[1.0, 0.5, 3.0]);
    let mut side = || if dice.one_in(3) { -size } else { size };
    let [x, y, z] = [side(), side(), side()];
    let place = [(); 3].map(|()| dice.between(-9.0, 9.0));
    Transform3::at(place[0], place[1], place[2])
        .scaled(x, y, z)
        .turned(quat(dice))
}

#[track_caller]
fn close(found: Affine3A, wanted: Affine3A) {
    let size = wanted
        .to_cols_array()
        .iter()
        .fold(1f32, |most, n| most.max(n.abs()));
    let same = found.abs_diff_eq(wanted, 1e-5 * size);
    assert!(same, "found  {found:?}\nwanted {wanted:?}");
}

fn world(forest: &Forest<Transform3>, node: NodeId) -> Affine3A {
    forest.effective(node).unwrap().affine()
}

#[test]
fn a_world_is_the_product_of_all_above() {
    let mut dice = Dice::new(1);
    for _ in 0..50 {
        let mut forest = Forest::new();
        let (mut parent, mut product) = (None, Affine3A::IDENTITY);
        for _ in 0..6 {
            let own = Transform3 {
                scale: Vec3::new(dice.between(-2.0, 2.0), 1.5, dice.between(0.5, 2.0)),
                ..even(&mut dice)
            };
            let node = forest.plant_at(parent, own).unwrap();
            let Transform3 {
                translation,
                rotation,
                scale,
            } = own;
            product *= Affine3A::from_scale_rotation_translation(scale, rotation, translation);
            let size = product
                .to_cols_array()
                .iter()
                .fold(1f32, |most, n| most.max(n.abs()));
            assert!(world(&forest, node).abs_diff_eq(product, 1e-4 * size));
            parent = Some(node);
        }
    }
}

#[test]
fn points_go_to_the_world_and_back() {
    let mut forest = Forest::new();
    let quarter = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
    let crane = forest
        .plant(Transform3::at(10.0, 0.0, 5.0).turned(quarter))
        .unwrap();
    let hook = forest
        .plant_at(crane, Transform3::at(3.0, 0.0, 0.0).scaled(2.0, 2.0, 2.0))
        .unwrap();
    let world = forest.effective(hook).unwrap();

    assert!(world.position().distance(Vec3::new(10.0, 3.0, 5.0)) < 1e-5);
    let point = world.point_to_world(Vec3::new(1.0, 2.0, 3.0));
    assert!(point.distance(Vec3::new(6.0, 5.0, 11.0)) < 1e-5);
    assert!(
        world
            .point_to_local(point)
            .unwrap()
            .distance(Vec3::new(1.0, 2.0, 3.0))
            < 1e-5
    );

    forest.edit(crane, |crane| crane.scale.y = 0.0).unwrap();
    let flat = forest.effective(hook).unwrap();
    assert_eq!(flat.point_to_local(point), None);
    assert!(flat.point_to_world(point).is_finite());
}

#[test]
fn any_node_stays_in_place_below_any_evenly_scaled_parent() {
    for seed in 0..200 {
        let mut dice = Dice::new(seed);
        let mut forest = Forest::new();
        let old = forest.plant(even(&mut dice)).unwrap();
        let new = forest.plant(even(&mut dice)).unwrap();
        let child = forest.plant_at(old, even(&mut dice)).unwrap();
        let below = forest.plant_at(child, even(&mut dice)).unwrap();
        let wanted = [child, below].map(|node| world(&forest, node));

        forest.attach_in_place(child, new).unwrap();
        close(world(&forest, child), wanted[0]);
        close(world(&forest, below), wanted[1]);
        forest.detach_in_place(child).unwrap();
        close(world(&forest, child), wanted[0]);
        forest.attach_in_place(child, old).unwrap();
        forest
            .remove_keep_children_in_place(old, Heirs::ToRoots)
            .unwrap();
        close(world(&forest, child), wanted[0]);
        lawful(&forest);
    }
}

#[test]
fn a_child_along_the_axes_stays_in_place_below_an_unequal_parent() {
    let mut forest = Forest::new();
    let parent = forest
        .plant(Transform3::at(1.0, 2.0, 3.0).scaled(2.0, 0.5, -3.0))
        .unwrap();
    let child = forest
        .plant(Transform3::at(4.0, 4.0, 4.0).scaled(1.0, 2.0, 3.0))
        .unwrap();
    let wanted = world(&forest, child);

    forest.attach_in_place(child, parent).unwrap();

    close(world(&forest, child), wanted);
    let local = forest.value(child).unwrap();
    assert!(local.scale.abs().distance(Vec3::new(0.5, 4.0, 1.0)) < 1e-5);
}

#[test]
fn what_would_need_shear_is_refused() {
    let mut forest = Forest::new();
    let parent = forest
        .plant(Transform3::IDENTITY.scaled(3.0, 1.0, 1.0))
        .unwrap();
    let child = forest
        .plant(Transform3::IDENTITY.turned(Quat::from_rotation_z(0.5)))
        .unwrap();

    let refusal = refused(&mut forest, |f| f.attach_in_place(child, parent));

    let (parent, why) = (Some(parent), Misfit::NeedsShear);
    assert_eq!(refusal, AttachError::Misfit { child, parent, why });
    assert_eq!(
        refusal.to_string(),
        "cannot keep 1v1 in place under 0v1: it would need shear, which a 3D transform cannot hold"
    );
}

#[test]
fn a_little_shear_is_refused_or_does_no_harm() {
    for much in [1e-2, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 1e-6] {
        let mut forest = Forest::new();
        let parent = forest
            .plant(Transform3::IDENTITY.scaled(1.0 + much, 1.0, 1.0))
            .unwrap();
        let turned = Transform3::IDENTITY.turned(Quat::from_rotation_z(0.7));
        let child = forest.plant(turned).unwrap();
        let wanted = world(&forest, child);

        if forest.attach_in_place(child, parent).is_ok() {
            close(world(&forest, child), wanted);
        }
    }
}

#[test]
fn a_thin_child_is_refused_or_keeps_its_thin_axis() {
    for thin in [1e-2, 1e-4, 1e-6] {
        let mut forest = Forest::new();
        let parent = forest
            .plant(Transform3::IDENTITY.scaled(2.0, 1.0, 1.0))
            .unwrap();
        let sheet = Transform3::IDENTITY.scaled(1.0, thin, thin);
        let sheet = sheet.turned(Quat::from_rotation_z(0.5));
        let child = forest.plant(sheet).unwrap();
        let wanted = world(&forest, child);

        if forest.attach_in_place(child, parent).is_ok() {
            let found = world(&forest, child);
            let (found, wanted) = (found.matrix3.y_axis, wanted.matrix3.y_axis);
            let apart = (found - wanted).length() / wanted.length();
            assert!(apart < 1e-4, "{thin}: the y axis is {apart} away");
        }
    }
}

#[test]
fn a_flat_parent_is_refused() {
    for flat in [[0.0, 1.0, 1.0], [1.0, 0.0, 1.0], [1.0, 1.0, 0.0], [0.0; 3]] {
        let mut forest = Forest::new();
        let parent = forest
            .plant(Transform3::IDENTITY.scaled(flat[0], flat[1], flat[2]))
            .unwrap();
        let child = forest.plant(Transform3::at(1.0, 2.0, 3.0)).unwrap();

        let refusal = refused(&mut forest, |f| f.attach_in_place(child, parent));

        let (parent, why) = (Some(parent), Misfit::NotInvertible);
        assert_eq!(refusal, AttachError::Misfit { child, parent, why });
    }
}

#[test]
fn a_mirrored_node_keeps_its_mirrored_axis() {
    for (x, y, z) in [
        (-1.0, 1.0, 1.0),
        (1.0, -1.0, 1.0),
        (1.0, 1.0, -2.0),
        (-1.0, -1.0, -1.0),
    ] {
        let mut dice = Dice::new(3);
        let mut forest = Forest::new();
        let parent = forest
            .plant(Transform3::at(1.0, 1.0, 0.0).turned(quat(&mut dice)))
            .unwrap();
        let own = Transform3::at(2.0, 0.0, 0.0)
            .scaled(x, y, z)
            .turned(quat(&mut dice));
        let node = forest.plant(own).unwrap();

        forest.attach_in_place(node, parent).unwrap();
        forest.detach_in_place(node).unwrap();

        let back = forest.value(node).unwrap();
        assert!(back.scale.distance(own.scale) < 1e-5, "{}", back.scale);
        assert!(back.rotation.dot(own.rotation).abs() > 1.0 - 1e-5);
    }
}

#[test]
fn the_same_parent_keeps_every_bit() {
    let mut dice = Dice::new(4);
    let mut forest = Forest::new();
    let parent = forest.plant(even(&mut dice)).unwrap();
    let child = forest.plant_at(parent, even(&mut dice)).unwrap();
    forest.update();
    let before = Portrait::of(&forest);

    forest.attach_in_place(child, parent).unwrap();

    assert!(Portrait::of(&forest) == before);
}

#[test]
fn a_translation_alone_is_written_and_seen() {
    let mut forest = Forest::new();
    let arm = forest
        .plant(Transform3::at(1.0, 1.0, 1.0).scaled(2.0, 2.0, 2.0))
        .unwrap();
    let hand = forest.plant_at(arm, Transform3::IDENTITY).unwrap();
    forest.update();

    forest.set_translation(hand, [1.0, 2.0, 3.0]).unwrap();

    assert_eq!(
        forest.value(hand).unwrap().translation.to_array(),
        [1.0, 2.0, 3.0]
    );
    assert_eq!(
        forest.effective(hand).unwrap().position().to_array(),
        [3.0, 5.0, 7.0]
    );
    assert_eq!(forest.update(), [hand]);
    lawful(&forest);
}

#[test]
fn solid_nodes_can_be_hidden_asleep_and_top_level() {
    let (mut forest, names) = planted_as("ship(turret(barrel) flag)", |name| Node3 {
        top_level: name == "turret",
        ..Node3::at(1.0, 0.0, 0.0)
    });
    let x = |forest: &Forest<Node3>, name| {
        let seen = forest.effective(names[name]).unwrap();
        (seen.world.position().x, seen.visible, seen.active)
    };
    forest.update();
    assert_eq!(x(&forest, "turret"), (1.0, true, true));
    assert_eq!(x(&forest, "barrel"), (2.0, true, true));
    assert_eq!(x(&forest, "flag"), (2.0, true, true));

    forest
        .edit(names["ship"], |ship| ship.transform.translation.x = 9.0)
        .unwrap();
    assert_eq!(names.sorted(forest.update()), "flag ship");
    forest
        .edit(names["ship"], |ship| {
            (ship.visible, ship.active) = (false, false)
        })
        .unwrap();
    assert_eq!(names.sorted(forest.update()), "barrel flag ship turret");
    assert_eq!(x(&forest, "barrel"), (2.0, false, false));

    forest.detach_in_place(names["flag"]).unwrap();
    assert_eq!(x(&forest, "flag"), (10.0, true, true));
    forest
        .attach_in_place(names["turret"], names["flag"])
        .unwrap();
    assert_eq!(x(&forest, "turret"), (1.0, true, true));
}
