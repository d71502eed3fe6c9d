//! Bevy's systems and our sync on the same random worlds.
//!
//! Bevy's semantics apply to an entity that has a `Transform` and a `GlobalTransform`, as have
//! all its ancestors: there both must give the same place. They do not apply below an ancestor
//! that lacks one of them: Bevy leaves those as stale as they are. Ours treats a child of
//! somebody without a `Transform` as a root, and a `GlobalTransform` that is missing in between
//! as nothing: that is checked against a product of matrices, for everybody.

use bevy_ecs::prelude::*;
use bevy_transform::prelude::*;
use bevy_transform::systems::{
    StaticTransformOptimizations, mark_dirty_trees, propagate_parent_transforms,
    sync_simple_transforms,
};
use glam::{Affine3A, Quat, Vec3};
use proptest::prelude::*;

use crate::stage::Stage;

/// What happens to both worlds. Numbers pick an entity, living or dead.
#[derive(Debug, Clone)]
enum Deed {
    Spawn(Transform, Option<usize>),
    SpawnStranger(Option<usize>),
    Despawn(usize),
    Write(usize, Transform),
    Touch(usize),
    Place(usize, Transform),
    Displace(usize),
    Show(usize),
    Hide(usize),
    Link(usize, usize),
    Unlink(usize),
    Frame,
}

fn transforms() -> impl Strategy<Value = Transform> {
    let number = || (-8..8_i32).prop_map(|number| number as f32);
    let size = prop::sample::select(vec![0.5, 1.0, 1.0, 1.0, 2.0, -1.0]);
    (number(), number(), number(), -4..4_i32, size).prop_map(|(x, y, z, turn, size)| {
        let axis = Vec3::new(1.0, x, y).normalize();
        Transform::from_xyz(x, y, z)
            .with_rotation(Quat::from_axis_angle(axis, turn as f32 * 0.5))
            .with_scale(Vec3::new(size, 1.0, 1.0))
    })
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let who = || any::<usize>();
    let deed = prop_oneof![
        6 => (transforms(), prop::option::of(who())).prop_map(|(own, parent)| Deed::Spawn(own, parent)),
        1 => prop::option::of(who()).prop_map(Deed::SpawnStranger),
        2 => who().prop_map(Deed::Despawn),
        6 => (who(), transforms()).prop_map(|(who, own)| Deed::Write(who, own)),
        2 => who().prop_map(Deed::Touch),
        2 => (who(), transforms()).prop_map(|(who, own)| Deed::Place(who, own)),
        1 => who().prop_map(Deed::Displace),
        2 => who().prop_map(Deed::Show),
        1 => who().prop_map(Deed::Hide),
        8 => (who(), who()).prop_map(|(child, parent)| Deed::Link(child, parent)),
        3 => who().prop_map(Deed::Unlink),
        5 => Just(Deed::Frame),
    ];
    prop::collection::vec(deed, 1..80)
}

/// A world of Bevy's and one of ours, in which the same happens.
struct Twins {
    bevys: World,
    schedule: Schedule,
    ours: Stage,
    /// Everybody ever, in the one and in the other.
    all: Vec<(Entity, Entity)>,
}

impl Twins {
    fn new() -> Self {
        let mut bevys = World::new();
        // With threads and its optimisation for static scenes, Bevy forgets some who are new: the
        // world below them stays what it was.
        bevys.insert_resource(StaticTransformOptimizations::Disabled);
        let mut schedule = Schedule::default();
        let bevys_own = (
            mark_dirty_trees,
            propagate_parent_transforms,
            sync_simple_transforms,
        );
        schedule.add_systems(bevys_own.chain());
        Self {
            bevys,
            schedule,
            ours: Stage::new(),
            all: Vec::new(),
        }
    }

    fn frame(&mut self) {
        self.schedule.run(&mut self.bevys);
        self.bevys.clear_trackers();
        self.ours.frame();
    }

    fn pick(&self, who: usize) -> Option<usize> {
        (!self.all.is_empty()).then(|| who % self.all.len())
    }

    fn spawn(&mut self, bundle: impl Bundle + Clone, parent: Option<usize>) {
        let twins = (
            self.bevys.spawn(bundle.clone()).id(),
            self.ours.world.spawn(bundle).id(),
        );
        self.all.push(twins);
        if let Some(parent) = parent {
            self.link(self.all.len() - 1, parent);
        }
    }

    /// Does something to one entity, if it lives.
    fn with(&mut self, who: usize, deed: impl Fn(&mut EntityWorldMut<'_>)) {
        let Some(who) = self.pick(who) else { return };
        let (bevys, ours) = self.all[who];
        if let Ok(mut entity) = self.bevys.get_entity_mut(bevys) {
            deed(&mut entity);
        }
        if let Ok(mut entity) = self.ours.world.get_entity_mut(ours) {
            deed(&mut entity);
        }
    }

    /// Links, unless that would close a loop: there Bevy has nothing to say.
    fn link(&mut self, child: usize, parent: usize) {
        let (Some(child), Some(parent)) = (self.pick(child), self.pick(parent)) else {
            return;
        };
        let (child, parent) = (self.all[child], self.all[parent]);
        let world = &mut self.ours.world;
        let alive = [child.1, parent.1].map(|entity| world.get_entity(entity).is_ok());
        if alive != [true; 2] || ancestry(world, parent.1).contains(&child.1) {
            return;
        }
        world.entity_mut(child.1).insert(ChildOf(parent.1));
        self.bevys.entity_mut(child.0).insert(ChildOf(parent.0));
    }

    fn perform(&mut self, deed: Deed) {
        match deed {
            Deed::Spawn(own, parent) => self.spawn(own, parent),
            Deed::SpawnStranger(parent) => self.spawn((), parent),
            Deed::Despawn(who) => {
                let Some(who) = self.pick(who) else { return };
                let _ = self.bevys.try_despawn(self.all[who].0);
                let _ = self.ours.world.try_despawn(self.all[who].1);
            }
            Deed::Write(who, own) => self.with(who, |entity| {
                if let Some(mut written) = entity.get_mut::<Transform>() {
                    *written = own;
                }
            }),
            Deed::Touch(who) => self.with(who, |entity| {
                if let Some(mut touched) = entity.get_mut::<Transform>() {
                    touched.set_changed();
                }
            }),
            Deed::Place(who, own) => self.with(who, |entity| {
                entity.insert(own);
            }),
            Deed::Displace(who) => self.with(who, |entity| {
                entity.remove::<Transform>();
            }),
            Deed::Show(who) => self.with(who, |entity| {
                entity.insert_if_new(GlobalTransform::default());
            }),
            Deed::Hide(who) => {
                self.with(who, |entity| {
                    entity.remove::<GlobalTransform>();
                });
            }
            Deed::Link(child, parent) => self.link(child, parent),
            Deed::Unlink(who) => self.with(who, |entity| {
                entity.remove::<ChildOf>();
            }),
            Deed::Frame => {
                self.frame();
                self.compare();
            }
        }
    }

    fn compare(&self) {
        let world = &self.ours.world;
        for &(bevys, ours) in &self.all {
            let alive = world.get_entity(ours).is_ok();
            assert_eq!(self.bevys.get_entity(bevys).is_ok(), alive);
            if !alive || world.get::<Transform>(ours).is_none() {
                continue;
            }
            let Some(&got) = world.get::<GlobalTransform>(ours) else {
                continue;
            };
            let ancestry = ancestry(world, ours);
            let (product, size) = product(world, &ancestry);
            assert_near(got.affine(), product, size, "the product");
            let applies = |entity: Entity| {
                let entity = world.entity(entity);
                entity.contains::<Transform>() && entity.contains::<GlobalTransform>()
            };
            if ancestry.iter().copied().all(applies) {
                let wanted = self.bevys.get::<GlobalTransform>(bevys).unwrap();
                assert_near(got.affine(), wanted.affine(), size, "Bevy's");
            }
        }
        self.ours.family().check_laws().unwrap();
    }
}

/// An entity, its parent, its parent's parent and so on.
fn ancestry(world: &World, entity: Entity) -> Vec<Entity> {
    let parent = |&entity: &Entity| world.get::<ChildOf>(entity).map(ChildOf::parent);
    core::iter::successors(Some(entity), parent).collect()
}

/// Where somebody should be, up to the first ancestor without a `Transform`; and the largest
/// number on the way, by which rounding is to be measured.
fn product(world: &World, ancestry: &[Entity]) -> (Affine3A, f32) {
    let mut above = ancestry
        .iter()
        .map_while(|&entity| world.get::<Transform>(entity));
    let mut chain: Vec<Affine3A> = above.by_ref().map(Transform::compute_affine).collect();
    chain.reverse();
    let mut size = 1.0_f32;
    let mut product = Affine3A::IDENTITY;
    for own in chain {
        product *= own;
        let largest = product.to_cols_array().into_iter().map(f32::abs);
        size = largest.fold(size, f32::max);
    }
    (product, size)
}

#[track_caller]
fn assert_near(got: Affine3A, wanted: Affine3A, size: f32, whose: &str) {
    let near = got.abs_diff_eq(wanted, 1e-4 * size);
    assert!(near, "{got} is not {whose}: {wanted}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_put_everybody_in_the_same_place(deeds in deeds()) {
        let mut twins = Twins::new();
        for deed in deeds {
            twins.perform(deed);
        }
        twins.perform(Deed::Frame);
    }
}
