//! The resource that keeps a hierarchy, and the system that keeps it in step.

use core::ops::{Deref, DerefMut};

use bevy_ecs::prelude::*;
use kinfolk::Node2;
use kinfolk_ecs::{Kinship, Mirror, Trouble};

use crate::form::{Form, Native};
use crate::host::{BevyHost, Columns};

/// The hierarchy of all entities that have [`Form::Own`]: a forest that follows the world.
///
/// Read from it whatever you like, at any time; what was written to components since the last
/// [`sync`] is not in it yet.
#[derive(Resource, Debug)]
pub struct Family<F: Form = Native<Node2>>(Mirror<F::Value, Entity>);

impl<F: Form> Default for Family<F> {
    fn default() -> Self {
        Self(Mirror::new())
    }
}

impl<F: Form> Deref for Family<F> {
    type Target = Mirror<F::Value, Entity>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<F: Form> DerefMut for Family<F> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

/// Somebody's parent is not who it was. Newcomers have none to compare with: they are
/// `Added<ChildOf>`.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct KinshipChanged(pub Kinship<Entity>);

/// Something in a hierarchy makes no sense. It is logged as well.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct FamilyTrouble(pub Trouble<Entity>);

/// Makes a world ready for hierarchies of a form: after this, run [`sync`] once a frame.
///
/// The plugins do this, and the rest. It is for those who have Bevy's ECS alone.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use kinfolk::Node2;
/// use kinfolk_bevy::{Effective, Native, Own, install, sync};
///
/// let mut world = World::new();
/// install::<Native>(&mut world);
/// let mut schedule = Schedule::default();
/// schedule.add_systems(sync::<Native>);
///
/// let tank = world.spawn(Own(Node2::at(100.0, 100.0))).id();
/// let turret = world.spawn((Own(Node2::at(0.0, 20.0)), ChildOf(tank))).id();
/// schedule.run(&mut world);
///
/// let place = world.get::<Effective>(turret).unwrap();
/// assert_eq!(place.0.position().to_array(), [100.0, 120.0]);
/// ```
pub fn install<F: Form>(world: &mut World) {
    if world.contains_resource::<Family<F>>() {
        return;
    }
    world.init_resource::<Family<F>>();
    world.init_resource::<Messages<KinshipChanged>>();
    world.init_resource::<Messages<FamilyTrouble>>();
    let mut families = world.get_resource_or_init::<Families>();
    families.keep_in_place.push(|world, entity| {
        let parent = world.get::<ChildOf>(entity).map(ChildOf::parent);
        let mut family = world.resource_mut::<Family<F>>();
        family.0.keep_in_place_below(entity, parent);
    });
    families.complain.push(|world, trouble| {
        world.resource_mut::<Family<F>>().0.complain(trouble);
    });
}

/// Brings a hierarchy up to date with the world, and the world with it.
pub fn sync<F: Form>(
    mut family: ResMut<'_, Family<F>>,
    mut columns: Columns<'_, '_, F::Own, F::Effective>,
    kinships: Option<ResMut<'_, Messages<KinshipChanged>>>,
    troubles: Option<ResMut<'_, Messages<FamilyTrouble>>>,
) {
    family.0.sync(&mut BevyHost::<F>(&mut columns));
    if let Some(mut kinships) = kinships
        && !family.kinships().is_empty()
    {
        let all = family.kinships().iter().copied();
        kinships.write_batch(all.map(KinshipChanged));
    }
    for trouble in family.new_troubles() {
        log::warn!("{trouble}");
    }
    if let Some(mut troubles) = troubles
        && !family.new_troubles().is_empty()
    {
        let all = family.new_troubles().iter().cloned();
        troubles.write_batch(all.map(FamilyTrouble));
    }
}

/// All families of a world, for commands, which do not know which ones an entity is in.
#[derive(Resource, Default)]
pub(crate) struct Families {
    keep_in_place: Vec<fn(&mut World, Entity)>,
    complain: Vec<fn(&mut World, Trouble<Entity>)>,
}

impl Families {
    /// In each family, `entity` stays where it is through the next sync.
    pub(crate) fn keep_in_place(world: &mut World, entity: Entity) {
        let families = world.get_resource::<Self>();
        let keep = families.map(|families| families.keep_in_place.clone());
        for keep in keep.unwrap_or_default() {
            keep(world, entity);
        }
    }

    /// In each family, somebody was to be attached to somebody who is not there.
    pub(crate) fn complain(world: &mut World, child: Entity, parent: Entity) {
        let families = world.get_resource::<Self>();
        let complain = families.map(|families| families.complain.clone());
        for complain in complain.unwrap_or_default() {
            complain(world, Trouble::NoSuchParent { child, parent });
        }
    }
}
