//! Values of a game's own, inherited beside or instead of ours.

use bevy_ecs::prelude::*;
use kinfolk::{InPlace, Inherit, Misfit, Node2};
use kinfolk_bevy::{Effective, KinCommands, Native, Own};

use crate::stage::Stage;

/// How much of a thing one can see; a ghost's sword is a ghost.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Opacity(f32);

impl Default for Opacity {
    fn default() -> Self {
        Self(1.0)
    }
}

impl Inherit for Opacity {
    type Ready = f32;
    type Effective = f32;

    fn ready(&self) -> f32 {
        self.0
    }

    fn inherit(own: &f32, parent: Option<&f32>) -> f32 {
        parent.map_or(*own, |parent| own * parent)
    }

    fn same(a: &f32, b: &f32) -> bool {
        a.to_bits() == b.to_bits()
    }

    fn is_finite(&self) -> bool {
        self.0.is_finite()
    }
}

impl InPlace for Opacity {
    fn in_place(&self, wanted: &f32, parent: Option<&f32>) -> Result<Self, Misfit> {
        match parent {
            Some(0.0) => Err(Misfit::NotInvertible),
            Some(parent) => Ok(Self(wanted / parent)),
            None => Ok(Self(*wanted)),
        }
    }
}

#[test]
fn a_value_of_the_games_own_flows_down() {
    let mut stage = Stage::<Native<Opacity>>::of();
    let seen = |stage: &Stage<Native<Opacity>>, entity| {
        stage.world.get::<Effective<Opacity>>(entity).unwrap().0
    };
    let ghost = stage.world.spawn(Own(Opacity(0.5))).id();
    let sword = stage.world.spawn((Own(Opacity(0.5)), ChildOf(ghost))).id();
    stage.frame();
    assert_eq!(seen(&stage, sword), 0.25);

    stage.world.entity_mut(sword).detach_in_place();
    stage.frame();
    assert_eq!(seen(&stage, sword), 0.25, "as much to be seen as before");
    assert_eq!(stage.world.get(sword), Some(&Own(Opacity(0.25))));

    stage.world.entity_mut(sword).attach(ghost);
    stage.frame();
    assert_eq!(seen(&stage, sword), 0.125);
    stage.is_sound();
}

#[test]
fn two_values_at_once_are_a_tuple() {
    type Both = (Node2, Opacity);
    let mut stage = Stage::<Native<Both>>::of();
    let seen = |stage: &Stage<Native<Both>>, entity| {
        let (world, opacity) = stage.world.get::<Effective<Both>>(entity).unwrap().0;
        (world.position().to_array(), opacity)
    };
    let ghost = (Node2::at(10.0, 0.0), Opacity(0.5));
    let ghost = stage.world.spawn(Own(ghost)).id();
    let sword = Own((Node2::at(1.0, 2.0), Opacity(0.5)));
    let sword = stage.world.spawn((sword, ChildOf(ghost))).id();
    stage.frame();
    assert_eq!(seen(&stage, sword), ([11.0, 2.0], 0.25));

    stage.world.get_mut::<Own<Both>>(ghost).unwrap().0.1.0 = 1.0;
    stage.frame();
    assert_eq!(seen(&stage, sword), ([11.0, 2.0], 0.5));

    // Placement is the first one's business; the second keeps its own value.
    stage.world.entity_mut(sword).detach_in_place();
    stage.frame();
    assert_eq!(seen(&stage, sword), ([11.0, 2.0], 0.5));
    stage.is_sound();
}

#[test]
fn what_follows_is_there_before_the_first_sync() {
    let mut world = World::new();
    let ghost = world.spawn(Own(Opacity(0.5))).id();
    assert_eq!(world.get(ghost), Some(&Effective::<Opacity>(1.0)));
}
