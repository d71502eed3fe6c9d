//! The cases of Bevy's hierarchy: whatever changes links, our forest has the same families.

use bevy_ecs::prelude::*;
use bevy_ecs::relationship::RelationshipHookMode;
use bevy_transform::prelude::*;

use crate::stage::{Stage, diagonal};

/// So many roots.
fn roots<const N: usize>(stage: &mut Stage) -> [Entity; N] {
    [(); N].map(|()| stage.world.spawn(diagonal(1.0)).id())
}

/// A parent of these, after a frame.
fn parent_of(stage: &mut Stage, children: &[Entity]) -> Entity {
    let parent = stage.world.spawn(diagonal(1.0)).add_children(children).id();
    stage.frame();
    parent
}

/// Who is below `entity`, each as many levels down as its place tells.
#[track_caller]
fn assert_family(stage: &Stage, entity: Entity, wanted: &[Entity]) {
    assert_eq!(stage.kin(entity), wanted);
    let depth = stage.family().ancestors(entity).count() + 1;
    for &child in wanted {
        let place = stage.global(child).translation();
        assert_eq!(place, glam::Vec3::splat((depth + 1) as f32));
    }
}

#[test]
fn families_grow_and_shrink() {
    let mut stage = Stage::new();
    let [root] = roots(&mut stage);
    let first = stage.world.spawn((diagonal(1.0), ChildOf(root))).id();
    let grandchild = stage.world.spawn((diagonal(1.0), ChildOf(first))).id();
    let second = stage.world.spawn((diagonal(1.0), ChildOf(root))).id();
    stage.frame();
    assert_family(&stage, root, &[first, second]);
    assert_family(&stage, first, &[grandchild]);

    stage.world.entity_mut(first).remove::<ChildOf>();
    stage.frame();
    assert_family(&stage, root, &[second]);

    stage.world.entity_mut(first).insert(ChildOf(root));
    stage.frame();
    assert_family(&stage, root, &[second, first]);
    assert_family(&stage, first, &[grandchild]);

    stage.world.entity_mut(root).despawn();
    stage.frame();
    assert!(stage.family().is_empty());
}

#[test]
fn children_can_be_put_between_others() {
    let mut stage = Stage::new();
    let [a, b, c, d, e] = roots(&mut stage);
    let parent = parent_of(&mut stage, &[a, b]);
    assert_family(&stage, parent, &[a, b]);

    stage.world.entity_mut(parent).insert_children(1, &[c, d]);
    stage.frame();
    assert_family(&stage, parent, &[a, c, d, b]);

    stage.world.entity_mut(parent).insert_child(usize::MAX, e);
    stage.frame();
    assert_family(&stage, parent, &[a, c, d, b, e]);
}

#[test]
fn children_can_be_let_go() {
    let mut stage = Stage::new();
    let [a, b, c, d] = roots(&mut stage);
    let parent = parent_of(&mut stage, &[a, b, c, d]);

    stage.world.entity_mut(parent).detach_children(&[b, c]);
    stage.frame();
    assert_family(&stage, parent, &[a, d]);

    stage.world.entity_mut(parent).detach_child(a);
    stage.frame();
    assert_family(&stage, parent, &[d]);
    assert_eq!(stage.global(b), diagonal(1.0).into());
}

#[test]
fn children_can_be_replaced_and_reordered() {
    let mut stage = Stage::new();
    let [a, b, c, d] = roots(&mut stage);
    let parent = parent_of(&mut stage, &[a, b]);

    stage.world.entity_mut(parent).replace_children(&[a, c]);
    stage.frame();
    assert_family(&stage, parent, &[a, c]);
    assert_eq!(stage.family().parent(b), None);

    stage
        .world
        .entity_mut(parent)
        .replace_children(&[d, b, a, c]);
    stage.frame();
    assert_family(&stage, parent, &[d, b, a, c]);

    stage.world.entity_mut(parent).replace_children(&[c, d, c]);
    stage.frame();
    assert_family(&stage, parent, &[c, d]);

    stage.world.entity_mut(parent).replace_children(&[]);
    stage.frame();
    assert_family(&stage, parent, &[]);
}

#[test]
fn children_can_be_replaced_by_difference() {
    let mut stage = Stage::new();
    let [a, b, c, d] = roots(&mut stage);
    let parent = parent_of(&mut stage, &[]);
    let mut replace = |gone: &[Entity], all: &[Entity], new: &[Entity]| {
        let mut parent_mut = stage.world.entity_mut(parent);
        parent_mut.replace_children_with_difference(gone, all, new);
        stage.frame();
        assert_family(&stage, parent, all);
    };

    replace(&[], &[a, b], &[a, b]);
    replace(&[b], &[d, c, a], &[c, d]);
    replace(&[a, d, c], &[], &[]);
    replace(&[a], &[], &[]);
}

#[test]
fn the_same_child_twice_is_once() {
    let mut stage = Stage::new();
    let [child] = roots(&mut stage);
    let parent = parent_of(&mut stage, &[child]);

    stage.world.entity_mut(parent).add_child(child);
    stage.world.entity_mut(child).insert(ChildOf(parent));
    stage.frame();
    assert_family(&stage, parent, &[child]);
}

#[test]
fn many_can_be_spawned_at_once() {
    let mut stage = Stage::new();
    let small = || diagonal(1.0);
    let bundle = children![small(), small(), (small(), children![small(), small()])];
    let parent = stage.world.spawn((small(), bundle)).id();
    stage.frame();

    let children = stage.kin(parent);
    assert_family(&stage, parent, &children);
    assert_eq!(children.len(), 3);
    let below = stage.kin(children[2]);
    assert_family(&stage, children[2], &below);
    assert_eq!(below.len(), 2);
}

/// Bevy takes such links away by itself, and logs it.
#[test]
fn links_to_oneself_and_to_the_dead_are_none() {
    let mut stage = Stage::new();
    let [narcissus, dead, orphan] = roots(&mut stage);
    stage.frame();

    stage.world.despawn(dead);
    stage.world.entity_mut(narcissus).insert(ChildOf(narcissus));
    stage.world.entity_mut(orphan).insert(ChildOf(dead));
    stage.frame();
    for root in [narcissus, orphan] {
        assert_eq!(stage.family().parent(root), None);
        assert_eq!(stage.global(root), diagonal(1.0).into());
    }
    assert_eq!(stage.family().troubles().count(), 0);
}

/// Bevy's propagation panics on what this leaves behind. Links are the truth for ours.
#[test]
fn lists_of_children_that_contradict_the_links_do_not_count() {
    let mut stage = Stage::new();
    let [child, other] = roots(&mut stage);
    let parent = parent_of(&mut stage, &[child]);
    stage
        .world
        .get_mut::<Transform>(other)
        .unwrap()
        .translation
        .x = 5.0;

    let mut child_mut = stage.world.entity_mut(child);
    child_mut.insert_with_relationship_hook_mode(ChildOf(other), RelationshipHookMode::Skip);
    stage.frame();

    assert_eq!(stage.children(parent), [child], "as Bevy's case has it");
    assert_eq!(stage.family().parent(child), Some(other));
    assert_eq!(
        stage.global(child).translation().to_array(),
        [6.0, 2.0, 2.0]
    );
    stage.family().check_laws().unwrap();
}
