//! Many at once: a level that is loaded, a level that is left.

use std::sync::atomic::{AtomicUsize, Ordering};

use bevy_ecs::prelude::*;
use bevy_tasks::{ComputeTaskPool, TaskPool};
use kinfolk::{Node2, World2};
use kinfolk_bevy::{Effective, Form, Own};

use crate::stage::Stage;

/// So many that Bevy's threads share the work, if it has any.
const CROWD: usize = 10_000;

/// A tree in which each has four children, one to the right of its parent.
fn spawn_fours(stage: &mut Stage, count: usize) -> Vec<Entity> {
    let mut all = vec![stage.spawn(1.0, 0.0)];
    for index in 1..count {
        let parent = all[(index - 1) / 4];
        all.push(stage.spawn_below(parent, 1.0, 0.0));
    }
    all
}

/// Everybody is where their depth says, and below whom, in the order that Bevy has.
#[track_caller]
fn are_fours(stage: &Stage, all: &[Entity]) {
    let mut depths = vec![1.0];
    for (index, &entity) in all.iter().enumerate() {
        if index > 0 {
            depths.push(depths[(index - 1) / 4] + 1.0);
        }
        assert_eq!(stage.place(entity), [depths[index], 0.0]);
        let listed = stage.world.get::<Children>(entity);
        let listed = listed.into_iter().flatten().copied();
        assert!(stage.family().children(entity).eq(listed));
    }
    assert_eq!(stage.family().len(), all.len());
    stage.is_sound();
}

#[test]
fn a_crowd_comes_goes_and_comes_again() {
    ComputeTaskPool::get_or_init(TaskPool::default);
    let mut stage = Stage::new();
    for _ in 0..3 {
        let all = spawn_fours(&mut stage, CROWD);
        stage.frame();
        are_fours(&stage, &all);

        stage.put(all[0], 101.0, 0.0);
        stage.frame();
        assert_eq!(stage.place(all[CROWD - 1])[0] as usize / 100, 1);

        stage.world.despawn(all[0]);
        stage.frame();
        assert!(stage.family().is_empty());
        stage.is_sound();
    }
}

#[test]
fn a_crowd_that_left_unheard_is_missed() {
    let mut stage = Stage::new();
    let all = spawn_fours(&mut stage, 100);
    stage.frame();

    stage.world.despawn(all[0]);
    (0..4).for_each(|_| stage.frame_without_sync());
    stage.frame();
    assert!(stage.family().is_empty());

    let all = spawn_fours(&mut stage, 200);
    stage.frame();
    are_fours(&stage, &all);
}

#[test]
fn newcomers_stand_in_the_order_of_the_list_not_of_their_birth() {
    let mut stage = Stage::new();
    let all = spawn_fours(&mut stage, 100);
    for (&parent, by) in all.iter().zip(0..20) {
        let mut children: Vec<_> = stage.world.get::<Children>(parent).unwrap().to_vec();
        children.rotate_left(by % 4);
        stage.world.entity_mut(parent).replace_children(&children);
    }
    stage.frame();

    are_fours(&stage, &all);
}

#[test]
fn newcomers_and_who_was_there_before_stand_in_the_order_of_the_list() {
    let mut stage = Stage::new();
    let veteran = stage.spawn(1.0, 0.0);
    stage.frame();
    let mut all = spawn_fours(&mut stage, 20);

    // It takes the place of the last one, as the first of its siblings.
    let last = all.pop().unwrap();
    let parent = all[(all.len() - 1) / 4];
    stage.world.despawn(last);
    stage
        .world
        .entity_mut(parent)
        .insert_children(0, &[veteran]);
    all.push(veteran);
    stage.frame();

    are_fours(&stage, &all);
}

#[test]
fn children_who_were_there_before_find_a_crowd_of_parents() {
    let mut stage = Stage::new();
    let children: Vec<_> = (0..50).map(|_| stage.spawn(1.0, 0.0)).collect();
    stage.frame();

    let parents: Vec<_> = (0..50).map(|x| stage.spawn(x as f32, 0.0)).collect();
    for (&child, &parent) in children.iter().zip(&parents) {
        let grandchild = stage.spawn_below(child, 1.0, 0.0);
        stage.world.entity_mut(child).insert(ChildOf(parent));
        stage.world.entity_mut(grandchild).insert(ChildOf(child));
    }
    stage.frame();

    for (index, &child) in children.iter().enumerate() {
        assert_eq!(stage.place(child), [index as f32 + 1.0, 0.0]);
        let grandchild = stage.family().children(child).next().unwrap();
        assert_eq!(stage.place(grandchild), [index as f32 + 2.0, 0.0]);
    }
    stage.is_sound();
}

#[test]
fn who_is_given_the_component_for_its_place_later_finds_it_written() {
    let mut stage = Stage::new();
    let all = spawn_fours(&mut stage, 100);
    stage.frame();

    for everybody_moves in [false, true] {
        stage.world.entity_mut(all[50]).remove::<Effective>();
        stage.frame();
        stage
            .world
            .entity_mut(all[50])
            .insert(Effective::<Node2>::default());
        if everybody_moves {
            // All but the one below which the component is missing.
            for &entity in all.iter().skip(1).filter(|&&entity| entity != all[50]) {
                stage.put(entity, 1.0, 0.0);
            }
        }
        stage.frame();
        are_fours(&stage, &all);
    }
}

#[derive(Component)]
#[require(Shown)]
struct Place(Node2);

#[derive(Component, Default)]
struct Shown;

/// Counts what is written.
#[derive(Debug)]
struct Counted;

static WRITTEN: AtomicUsize = AtomicUsize::new(0);

impl Form for Counted {
    type Value = Node2;
    type Own = Place;
    type Effective = Shown;

    fn value(own: &Place) -> Node2 {
        own.0
    }

    fn own(value: &Node2) -> Place {
        Place(*value)
    }

    fn effective(_: &World2) -> Shown {
        WRITTEN.fetch_add(1, Ordering::Relaxed);
        Shown
    }
}

#[test]
fn newcomers_are_written_once() {
    let mut stage = Stage::<Counted>::of();
    let written = || WRITTEN.swap(0, Ordering::Relaxed);
    let many: Vec<_> = (0..100).map(|_| Place(Node2::at(1.0, 0.0))).collect();
    stage.world.spawn_batch(many);
    stage.frame();
    assert_eq!(written(), 100);

    // Few among many are written one by one.
    stage.world.spawn(Place(Node2::at(1.0, 0.0)));
    stage.frame();
    assert_eq!(written(), 1);

    stage.frame();
    assert_eq!(written(), 0);
}

#[test]
fn own_and_effective_are_all_that_a_crowd_needs() {
    let mut stage = Stage::new();
    stage
        .world
        .spawn_batch((0..CROWD).map(|x| Own(Node2::at(x as f32, 0.0))));
    stage.frame();

    let mut places = stage.world.query::<(&Own, &Effective)>();
    for (own, place) in places.iter(&stage.world) {
        assert_eq!(place.0.position(), own.0.transform.position);
    }
    stage.is_sound();
}
