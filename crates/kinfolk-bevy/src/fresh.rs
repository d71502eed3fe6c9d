//! Reading what follows from components as they are now, before the next sync.

use bevy_ecs::component::{Component, Mutable};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use kinfolk::{Inherit, Node2};

use crate::form::{Form, Native};
use crate::host::Anybody;

/// Effective values, fresh: a system that writes a place and reads it again gets the new one.
///
/// Costs O(depth) for each read. After a sync, [`Effective`](crate::Effective) has the same.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use kinfolk_bevy::{Fresh, Own};
///
/// fn where_is_everybody(members: Query<Entity, With<Own>>, fresh: Fresh<Own>) {
///     for entity in &members {
///         let world = fresh.effective::<kinfolk_bevy::Native>(entity).unwrap();
///         println!("{entity} is at {}", world.position());
///     }
/// }
/// # let mut world = World::new();
/// # world.spawn(Own(kinfolk::Node2::at(1.0, 0.0)));
/// # world.run_system_cached(where_is_everybody).unwrap();
/// ```
#[derive(SystemParam)]
pub struct Fresh<'w, 's, O>
where
    O: Component<Mutability = Mutable>,
{
    owns: Query<'w, 's, &'static O, Anybody>,
    links: Query<'w, 's, &'static ChildOf, Anybody>,
}

impl<O: Component<Mutability = Mutable>> core::fmt::Debug for Fresh<'_, '_, O> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Fresh").finish_non_exhaustive()
    }
}

/// The effective values of a form.
type EffectiveOf<F> = <<F as Form>::Value as Inherit>::Effective;

impl<O: Component<Mutability = Mutable>> Fresh<'_, '_, O> {
    /// What follows from what `entity` owns and from its ancestors, up to the first that owns
    /// nothing; `None` if it owns nothing itself, or is on a loop of links or below one.
    #[must_use]
    pub fn effective<F: Form<Own = O>>(&self, entity: Entity) -> Option<EffectiveOf<F>> {
        let mut path = Vec::new();
        let most = self.owns.iter().len();
        let mut at = Some(entity);
        while let Some(own) = at.and_then(|entity| self.owns.get(entity).ok()) {
            path.push(F::value(own).ready());
            if path.len() > most {
                return None;
            }
            at = at.and_then(|entity| self.links.get(entity).ok().map(ChildOf::parent));
        }
        let mut above = None;
        for ready in path.iter().rev() {
            above = Some(<F::Value as Inherit>::inherit(ready, above.as_ref()));
        }
        above
    }
}

/// [`Fresh`] for 2D nodes.
pub type Fresh2<'w, 's> = Fresh<'w, 's, <Native<Node2> as Form>::Own>;
