//! A little game of a hundred frames: after each, what stands in components is what a fresh
//! read finds.

use bevy_ecs::prelude::*;
use kinfolk::{Node2, World2};
use kinfolk_bevy::{Effective, Fresh2, KinCommands, Native, Own};

use crate::stage::Stage;

/// Throws that are the same on every run.
#[derive(Resource)]
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        let step = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = step.wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end
    }

    fn pick(&mut self, all: &[Entity]) -> Entity {
        all[self.below(all.len())]
    }

    fn node(&mut self) -> Node2 {
        let mut number = || self.below(64) as f32 * 0.25 - 8.0;
        Node2::at(number(), number())
            .turned(number() * 0.2)
            .scaled(1.0, if number() < 0.0 { -1.0 } else { 1.5 })
    }
}

/// When somebody was born.
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Born(u32);

type Everybody<'w, 's> = Query<'w, 's, (&'static Born, Entity)>;

/// The oldest first.
fn by_age(all: &Everybody<'_, '_>) -> Vec<Entity> {
    let mut all: Vec<_> = all.iter().collect();
    all.sort();
    all.into_iter().map(|(_, entity)| entity).collect()
}

/// Some are born, below somebody or not.
fn be_born(
    mut commands: Commands<'_, '_>,
    mut dice: ResMut<'_, Dice>,
    all: Everybody<'_, '_>,
    mut births: Local<'_, u32>,
) {
    let all = by_age(&all);
    for _ in 0..dice.below(6) {
        *births += 1;
        let mut newcomer = commands.spawn((Own(dice.node()), Born(*births)));
        if !all.is_empty() && dice.below(4) > 0 {
            newcomer.attach(dice.pick(&all));
        }
    }
}

/// Some move.
fn walk(mut dice: ResMut<'_, Dice>, mut walkers: Query<'_, '_, &mut Own>) {
    for mut own in &mut walkers {
        if dice.below(5) == 0 {
            own.0 = dice.node();
        }
    }
}

/// Some change hands. Only to somebody older, so that there are no loops.
fn trade(mut commands: Commands<'_, '_>, mut dice: ResMut<'_, Dice>, all: Everybody<'_, '_>) {
    let all = by_age(&all);
    for _ in 0..all.len().min(4) {
        let child = dice.below(all.len());
        let parent = all[dice.below(child + 1)];
        let mut child = commands.entity(all[child]);
        match dice.below(5) {
            0 => child.detach(),
            1 => child.detach_in_place(),
            _ if child.id() == parent => continue,
            2 => child.attach_in_place(parent),
            _ => child.attach(parent),
        };
    }
}

/// Some die, alone or with all that is below them.
fn die(mut commands: Commands<'_, '_>, mut dice: ResMut<'_, Dice>, all: Everybody<'_, '_>) {
    let all = by_age(&all);
    if all.len() > 40 {
        let [with_all, alone] = [(); 2].map(|()| dice.pick(&all));
        commands.entity(with_all).try_despawn();
        commands.entity(alone).despawn_keep_children();
    }
}

fn compare(
    all: Query<'_, '_, (Entity, &Effective)>,
    fresh: Fresh2<'_, '_>,
) -> Vec<(Entity, World2)> {
    all.iter()
        .map(|(entity, effective)| {
            let now = fresh.effective::<Native>(entity).unwrap();
            assert_eq!(effective.0, now, "{entity} is where a fresh read finds it");
            (entity, now)
        })
        .collect()
}

#[test]
fn a_hundred_frames_later_everybody_is_where_they_should_be() {
    let mut stage = Stage::new();
    stage.world.insert_resource(Dice(7));
    let mut game = Schedule::default();
    game.add_systems((be_born, walk, trade, die).chain());
    let mut most = 0;
    for frame in 0..100 {
        game.run(&mut stage.world);
        stage.frame();
        let all = stage.world.run_system_cached(compare).unwrap();
        assert_eq!(stage.family().len(), all.len(), "frame {frame}");
        for (entity, world) in &all {
            assert_eq!(stage.family().effective(*entity), Some(*world));
        }
        stage.family().check_laws().unwrap();
        most = most.max(all.len());
    }
    assert!(most > 30, "{most} is hardly a game");
}
