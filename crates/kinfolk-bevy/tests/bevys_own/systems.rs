//! The cases of Bevy's propagation.

use bevy_ecs::prelude::*;
use bevy_transform::prelude::*;
use glam::Vec3;
use kinfolk_bevy::Trouble;

use crate::stage::{Stage, assert_near, diagonal};

#[test]
fn who_loses_its_parent_is_where_its_own_transform_says() {
    let mut stage = Stage::new();
    let root = stage.world.spawn(diagonal(3.5)).id();
    let parent = stage.world.spawn(diagonal(4.25)).id();
    let child = stage.world.spawn(diagonal(5.75)).id();
    stage.command(|commands| {
        commands.entity(parent).insert(ChildOf(root));
        commands.entity(child).insert(ChildOf(parent));
    });
    stage.frame();
    assert_eq!(stage.global(parent), diagonal(7.75).into());
    assert_eq!(stage.global(child), diagonal(13.5).into());

    stage.command(|commands| {
        commands.entity(parent).remove::<ChildOf>();
    });
    stage.frame();
    assert_eq!(stage.global(parent), diagonal(4.25).into());
    assert_eq!(stage.global(child), diagonal(10.0).into());

    stage.command(|commands| {
        commands.entity(child).remove::<ChildOf>();
    });
    stage.frame();
    assert_eq!(stage.global(child), diagonal(5.75).into());
}

#[test]
fn children_follow_their_parent() {
    let mut stage = Stage::new();
    stage.world.spawn(Transform::from_xyz(7.0, 0.0, 0.0));
    let (mut up, mut near) = (None, None);
    stage
        .world
        .spawn(Transform::from_xyz(1.0, 0.0, 0.0))
        .with_children(|parent| {
            up = Some(parent.spawn(Transform::from_xyz(0.0, 2.0, 0.0)).id());
            near = Some(parent.spawn(Transform::from_xyz(0.0, 0.0, 3.0)).id());
        });
    stage.frame();

    assert_eq!(
        stage.global(up.unwrap()),
        GlobalTransform::from_xyz(1.0, 2.0, 0.0)
    );
    assert_eq!(
        stage.global(near.unwrap()),
        GlobalTransform::from_xyz(1.0, 0.0, 3.0)
    );
}

#[test]
fn children_that_commands_spawned_follow_too() {
    let mut stage = Stage::new();
    let mut children = Vec::new();
    stage.command(|commands| {
        let mut parent = commands.spawn(Transform::from_xyz(1.0, 0.0, 0.0));
        parent.with_children(|parent| {
            children.push(parent.spawn(Transform::from_xyz(0.0, 2.0, 0.0)).id());
            children.push(parent.spawn(Transform::from_xyz(0.0, 0.0, 3.0)).id());
        });
    });
    stage.frame();

    assert_eq!(
        stage.global(children[0]),
        GlobalTransform::from_xyz(1.0, 2.0, 0.0)
    );
    assert_eq!(
        stage.global(children[1]),
        GlobalTransform::from_xyz(1.0, 0.0, 3.0)
    );
}

#[test]
fn lists_of_children_are_what_links_say() {
    let mut stage = Stage::new();
    let parent = stage.world.spawn(diagonal(1.0)).id();
    let [first, second] =
        [2.0, 3.0].map(|at| stage.world.spawn((diagonal(at), ChildOf(parent))).id());
    stage.frame();
    assert_eq!(stage.kin(parent), [first, second]);

    stage.command(|commands| {
        commands.entity(second).add_child(first);
    });
    stage.frame();
    assert_eq!(stage.kin(parent), [second]);
    assert_eq!(stage.kin(second), [first]);
    assert_eq!(stage.global(first), diagonal(6.0).into());

    assert!(stage.world.despawn(first));
    stage.frame();
    assert_eq!(stage.kin(parent), [second]);
    assert_eq!(stage.kin(second), []);
}

#[test]
fn those_without_a_place_of_their_own_are_where_their_parent_is() {
    let mut stage = Stage::new();
    let parent = stage.world.spawn(Transform::from_xyz(1.0, 0.0, 0.0)).id();
    let child = stage
        .world
        .spawn((Transform::IDENTITY, ChildOf(parent)))
        .id();
    let grandchild = stage
        .world
        .spawn((Transform::IDENTITY, ChildOf(child)))
        .id();
    for _ in 0..2 {
        stage.frame();
        for entity in [parent, child, grandchild] {
            assert_eq!(
                stage.global(entity),
                GlobalTransform::from_xyz(1.0, 0.0, 0.0)
            );
        }
    }
}

/// Bevy panics on its malformed case, which needs unsafe code to make, and does nothing about
/// this one. Ours names the loop and goes on.
#[test]
fn a_loop_is_reported_and_the_rest_goes_on() {
    let mut stage = Stage::new();
    let head = stage.world.spawn(diagonal(1.0)).id();
    let tail = stage.world.spawn((diagonal(1.0), ChildOf(head))).id();
    let other = stage.world.spawn(diagonal(1.0)).id();
    stage.frame();

    stage.world.entity_mut(head).insert(ChildOf(tail));
    stage.world.get_mut::<Transform>(other).unwrap().translation = Vec3::splat(9.0);
    stage.frame();

    let found = stage.family().new_troubles();
    assert!(
        matches!(found, [Trouble::Loop(ring)] if ring.len() == 2),
        "{found:?}"
    );
    assert_eq!(stage.global(other), diagonal(9.0).into());
}

#[test]
fn leaving_a_parent_and_coming_back_moves_nobody() {
    let mut stage = Stage::new();
    let parent = stage.world.spawn(diagonal(1.0)).id();
    let child = stage.world.spawn((diagonal(1.0), ChildOf(parent))).id();
    stage.frame();
    let before = [stage.global(parent), stage.global(child)];
    assert_near(before[0], diagonal(1.0).into(), 1e-6);
    assert_near(before[1], diagonal(2.0).into(), 1e-6);

    stage.world.entity_mut(child).remove::<ChildOf>();
    stage.world.entity_mut(parent).add_child(child);
    stage.frame();
    assert_eq!([stage.global(parent), stage.global(child)], before);
}

#[test]
fn replacements_with_the_ids_of_the_dead_are_placed() {
    let mut stage = Stage::new();
    let at = |index: usize| Transform::from_xyz(10.0 + index as f32, 0.0, 0.0);
    let roots: Vec<Entity> = (0..256)
        .map(|index| stage.world.spawn(at(index)).id())
        .collect();
    let spawn_children = |world: &mut World| {
        for &root in &roots {
            for slot in 0..8 {
                let place = Transform::from_xyz(0.0, 1.0 + slot as f32, 0.0);
                world.spawn((place, ChildOf(root)));
            }
        }
    };
    spawn_children(&mut stage.world);
    stage.frame();

    for &root in &roots {
        for child in stage.children(root) {
            stage.world.despawn(child);
        }
    }
    spawn_children(&mut stage.world);
    stage.frame();

    let mut all = stage
        .world
        .query::<(&Transform, &GlobalTransform, &ChildOf)>();
    for (own, global, link) in all.iter(&stage.world) {
        let root = stage.world.get::<Transform>(link.parent()).unwrap();
        assert_eq!(*global, GlobalTransform::from(*root) * *own);
    }
    assert_eq!(stage.family().len(), 256 * 9);
}

/// Bevy leaves such a child alone, as stale as it is.
#[test]
fn a_child_whose_parent_has_no_transform_is_a_root() {
    let mut stage = Stage::new();
    let far = stage.world.spawn(diagonal(100.0)).id();
    let folder = stage.world.spawn(ChildOf(far)).id();
    let child = stage.world.spawn((diagonal(1.0), ChildOf(folder))).id();
    stage.frame();
    assert_eq!(stage.global(child), diagonal(1.0).into());
    let trouble = Trouble::ParentOwnsNothing {
        child,
        parent: folder,
    };
    assert_eq!(stage.family().new_troubles(), [trouble]);

    stage.world.entity_mut(folder).insert(diagonal(10.0));
    stage.frame();
    assert_eq!(stage.global(child), diagonal(111.0).into());
}
