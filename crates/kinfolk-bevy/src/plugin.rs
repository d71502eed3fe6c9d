//! Plugins: one for components of ours, one that takes Bevy's own over.

use core::marker::PhantomData;

use bevy_app::{App, Plugin, PostStartup, PostUpdate};
use bevy_ecs::prelude::*;
use kinfolk::Node2;

use crate::family::{FamilyTrouble, KinshipChanged, install, sync};
use crate::form::{Form, Native};

/// When things happen, in `PostStartup` and `PostUpdate`.
#[derive(SystemSet, Debug, Clone, PartialEq, Eq, Hash)]
pub enum KinfolkSystems {
    /// Forests follow the world, and effective values are written.
    Sync,
    /// What follows from effective values is written.
    Follow,
}

/// Keeps hierarchies of 2D nodes in step: [`Own`](crate::Own), [`Effective`](crate::Effective)
/// and Bevy's `ChildOf`.
///
/// ```
/// use bevy_app::prelude::*;
/// use bevy_ecs::prelude::*;
/// use kinfolk::Node2;
/// use kinfolk_bevy::{Effective, KinfolkPlugin, Own};
///
/// let mut app = App::new();
/// app.add_plugins(KinfolkPlugin);
/// let tank = app.world_mut().spawn(Own(Node2::at(100.0, 100.0))).id();
/// let turret = app.world_mut().spawn((Own(Node2::at(0.0, 20.0)), ChildOf(tank))).id();
/// app.update();
///
/// let place = app.world().get::<Effective>(turret).unwrap();
/// assert_eq!(place.0.position().to_array(), [100.0, 120.0]);
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct KinfolkPlugin;

impl Plugin for KinfolkPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(FormPlugin::<Native<Node2>>::default());
        #[cfg(feature = "reflect")]
        app.register_type::<crate::Own>()
            .register_type::<crate::Effective>();
    }
}

/// Keeps hierarchies of any form in step: values of your own, say.
///
/// ```
/// use bevy_app::prelude::*;
/// use kinfolk::Node3;
/// use kinfolk_bevy::{FormPlugin, Native};
///
/// App::new().add_plugins(FormPlugin::<Native<Node3>>::default());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct FormPlugin<F: Form>(PhantomData<F>);

impl<F: Form> Default for FormPlugin<F> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<F: Form> Plugin for FormPlugin<F> {
    fn build(&self, app: &mut App) {
        install::<F>(app.world_mut());
        app.add_message::<KinshipChanged>();
        app.add_message::<FamilyTrouble>();
        let order = || (KinfolkSystems::Sync, KinfolkSystems::Follow).chain();
        app.configure_sets(PostStartup, order());
        app.configure_sets(PostUpdate, order());
        app.add_systems(PostStartup, sync::<F>.in_set(KinfolkSystems::Sync));
        app.add_systems(PostUpdate, sync::<F>.in_set(KinfolkSystems::Sync));
    }
}
