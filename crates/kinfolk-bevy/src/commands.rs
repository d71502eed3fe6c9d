//! Changing a hierarchy from systems and from the world.
//!
//! Links are Bevy's own `ChildOf`; these methods write it, and say who is to stay in place.
//! They take effect like all commands; the forest follows with the next sync.

use bevy_ecs::error::warn;
use bevy_ecs::prelude::*;

use crate::family::Families;

/// What an entity's commands, and an entity in the world, can do about its family.
///
/// A command for an entity that is gone by then is logged, and forgotten. Attaching to somebody
/// who is gone is reported by the next sync.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use kinfolk::Node2;
/// use kinfolk_bevy::{KinCommands, Own};
///
/// fn pick_up(mut commands: Commands, coins: Query<Entity, Without<Children>>) {
///     let hand = commands.spawn(Own(Node2::default())).id();
///     for coin in &coins {
///         commands.entity(coin).attach_in_place(hand);
///     }
/// }
/// # let mut world = World::new();
/// # kinfolk_bevy::install::<kinfolk_bevy::Native>(&mut world);
/// # let coin = world.spawn(Own(Node2::default())).id();
/// # world.run_system_cached(pick_up).unwrap();
/// # assert!(world.get::<ChildOf>(coin).is_some());
/// ```
pub trait KinCommands {
    /// Makes this the last child of `parent`; its own value stays as it is.
    fn attach(&mut self, parent: Entity) -> &mut Self;

    /// Makes this the last child of `parent`, and keeps it where it is in the world.
    ///
    /// Where it is, is where it would be after the next sync if no link had changed. Somebody
    /// whom no sync has seen yet is where its link puts it at this moment.
    fn attach_in_place(&mut self, parent: Entity) -> &mut Self;

    /// Makes this a root; its own value stays as it is.
    fn detach(&mut self) -> &mut Self;

    /// Makes this a root, and keeps it where it is in the world.
    fn detach_in_place(&mut self) -> &mut Self;

    /// Makes the children of this roots, and keeps them where they are in the world.
    fn detach_children_in_place(&mut self) -> &mut Self;

    /// Ends this and not its children, which become roots and stay where they are in the world.
    fn despawn_keep_children(self);
}

impl KinCommands for EntityCommands<'_> {
    fn attach(&mut self, parent: Entity) -> &mut Self {
        let attach = move |mut entity: EntityWorldMut<'_>| {
            entity.attach(parent);
        };
        self.queue_handled(attach, warn)
    }

    fn attach_in_place(&mut self, parent: Entity) -> &mut Self {
        let attach = move |mut entity: EntityWorldMut<'_>| {
            entity.attach_in_place(parent);
        };
        self.queue_handled(attach, warn)
    }

    fn detach(&mut self) -> &mut Self {
        let detach = |mut entity: EntityWorldMut<'_>| {
            entity.detach();
        };
        self.queue_handled(detach, warn)
    }

    fn detach_in_place(&mut self) -> &mut Self {
        let detach = |mut entity: EntityWorldMut<'_>| {
            entity.detach_in_place();
        };
        self.queue_handled(detach, warn)
    }

    fn detach_children_in_place(&mut self) -> &mut Self {
        let detach = |mut entity: EntityWorldMut<'_>| {
            entity.detach_children_in_place();
        };
        self.queue_handled(detach, warn)
    }

    fn despawn_keep_children(mut self) {
        let despawn = |entity: EntityWorldMut<'_>| entity.despawn_keep_children();
        self.queue_handled(despawn, warn);
    }
}

impl KinCommands for EntityWorldMut<'_> {
    fn attach(&mut self, parent: Entity) -> &mut Self {
        let child = self.id();
        if self.world().get_entity(parent).is_ok() {
            self.insert(ChildOf(parent))
        } else {
            self.world_scope(|world| Families::complain(world, child, parent));
            self
        }
    }

    fn attach_in_place(&mut self, parent: Entity) -> &mut Self {
        keep_in_place(self);
        self.attach(parent)
    }

    fn detach(&mut self) -> &mut Self {
        self.remove::<ChildOf>()
    }

    fn detach_in_place(&mut self) -> &mut Self {
        keep_in_place(self);
        self.detach()
    }

    fn detach_children_in_place(&mut self) -> &mut Self {
        let children: Vec<Entity> = match self.get::<Children>() {
            Some(children) => children.to_vec(),
            None => Vec::new(),
        };
        self.world_scope(|world| {
            for child in children {
                if let Ok(mut child) = world.get_entity_mut(child) {
                    child.detach_in_place();
                }
            }
        });
        self
    }

    fn despawn_keep_children(mut self) {
        self.detach_children_in_place();
        self.despawn();
    }
}

fn keep_in_place(entity: &mut EntityWorldMut<'_>) {
    let id = entity.id();
    entity.world_scope(|world| Families::keep_in_place(world, id));
}
