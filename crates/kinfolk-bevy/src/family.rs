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

/// Somebody's parent is not who it was.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct KinshipChanged(pub Kinship<Entity>);

/// A hierarchy makes no sense somewhere.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct FamilyTrouble(pub Trouble<Entity>);

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
