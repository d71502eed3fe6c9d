//! Bevy's transforms, kept by a forest: add one plugin, and every query stays as it is.

use bevy_app::{App, Plugin, PostStartup, PostUpdate};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleCleanupPolicy, ScheduleLabel};
use bevy_transform::TransformSystems;
use bevy_transform::components::GlobalTransform;
use bevy_transform::systems::{
    mark_dirty_trees, propagate_parent_transforms, sync_simple_transforms,
};
use glam::{Affine3A, Mat3A, Vec3A};
use kinfolk::World2;

use crate::form::Effective;
use crate::plugin::{FormPlugin, KinfolkSystems};
use crate::transforms::Transforms;

/// Keeps `GlobalTransform` in step with `Transform` and `ChildOf`, instead of Bevy's own systems,
/// which it takes out of the schedules if they are there.
///
/// It runs in `TransformSystems::Propagate`, so what was ordered around Bevy's systems still is.
/// What comes out is what Bevy's systems give, but for what they do not do: an entity whose
/// parent has no `Transform` is treated as a root.
///
/// ```
/// use bevy_app::prelude::*;
/// use bevy_ecs::prelude::*;
/// use bevy_transform::prelude::*;
/// use kinfolk_bevy::KinfolkTransformPlugin;
///
/// let mut app = App::new();
/// app.add_plugins((TransformPlugin, KinfolkTransformPlugin));
/// let tank = app.world_mut().spawn(Transform::from_xyz(100.0, 100.0, 0.0)).id();
/// let turret = (Transform::from_xyz(0.0, 20.0, 1.0), ChildOf(tank));
/// let turret = app.world_mut().spawn(turret).id();
/// app.update();
///
/// let place = app.world().get::<GlobalTransform>(turret).unwrap();
/// assert_eq!(place.translation().to_array(), [100.0, 120.0, 1.0]);
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct KinfolkTransformPlugin;

impl Plugin for KinfolkTransformPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(FormPlugin::<Transforms>::default());
        for schedule in schedules() {
            let inside = KinfolkSystems::Sync.in_set(TransformSystems::Propagate);
            app.configure_sets(schedule, inside);
        }
        take_over(app);
    }

    /// Bevy's plugin may have been added after this one.
    fn finish(&self, app: &mut App) {
        take_over(app);
    }
}

fn schedules() -> [InternedScheduleLabel; 2] {
    [PostStartup.intern(), PostUpdate.intern()]
}

/// Takes Bevy's systems out.
fn take_over(app: &mut App) {
    for schedule in schedules() {
        let policy = ScheduleCleanupPolicy::RemoveSystemsOnly;
        // An error means that they are not there.
        let _ = app.remove_systems_in_set(schedule, mark_dirty_trees, policy);
        let _ = app.remove_systems_in_set(schedule, propagate_parent_transforms, policy);
        let _ = app.remove_systems_in_set(schedule, sync_simple_transforms, policy);
    }
}

/// Lets Bevy draw 2D nodes: the `GlobalTransform` of every entity that has one follows its
/// [`Effective`] 2D value. The draw layer becomes the depth.
///
/// Such an entity needs no `Transform`. If it has one, because a sprite asks for it, nothing
/// comes of it: what others write to its `GlobalTransform` is written over in the same frame.
#[derive(Debug, Clone, Copy, Default)]
pub struct ShowNodesPlugin;

impl Plugin for ShowNodesPlugin {
    fn build(&self, app: &mut App) {
        for schedule in schedules() {
            let show = show_nodes
                .in_set(KinfolkSystems::Follow)
                .after(TransformSystems::Propagate);
            app.add_systems(schedule, show);
        }
    }
}

/// See [`ShowNodesPlugin`].
#[expect(clippy::type_complexity, reason = "a query is what it is")]
pub fn show_nodes(
    mut nodes: Query<
        '_,
        '_,
        (&Effective, &mut GlobalTransform),
        Or<(Changed<Effective>, Changed<GlobalTransform>)>,
    >,
) {
    for (Effective(world), mut global) in &mut nodes {
        *global = GlobalTransform::from(affine(world));
    }
}

/// A 2D world as a 3D one; its draw layer is its depth.
fn affine(world: &World2) -> Affine3A {
    let [a, b, c, d, x, y] = world.to_array();
    Affine3A {
        matrix3: Mat3A::from_cols(Vec3A::new(a, b, 0.0), Vec3A::new(c, d, 0.0), Vec3A::Z),
        translation: Vec3A::new(x, y, world.z() as f32),
    }
}
