//! Commands, as systems send them.

use bevy_ecs::prelude::*;
use kinfolk::Node2;
use kinfolk_bevy::{KinCommands, Own, Trouble};

use crate::stage::Stage;

/// Whom the systems of this file are about.
#[derive(Resource, Clone, Copy)]
struct Cast {
    ship: Entity,
    dock: Entity,
    turret: Entity,
    barrel: Entity,
}

/// `ship(turret(barrel)) dock`, each one to the right of its parent; the dock is at (50, 0).
fn staged() -> (Stage, Cast) {
    let mut stage = Stage::new();
    let ship = stage.spawn(1.0, 0.0);
    let turret = stage.spawn_below(ship, 1.0, 0.0);
    let barrel = stage.spawn_below(turret, 1.0, 0.0);
    let dock = stage.spawn(50.0, 0.0);
    let cast = Cast {
        ship,
        dock,
        turret,
        barrel,
    };
    stage.world.insert_resource(cast);
    stage.frame();
    (stage, cast)
}

/// Runs a system with commands, and a frame.
fn play<M>(stage: &mut Stage, system: impl IntoSystem<(), (), M> + 'static) {
    stage.world.run_system_cached(system).unwrap();
    stage.frame();
}

#[test]
fn attach_moves_a_family_with_its_new_parent() {
    fn dock(mut commands: Commands<'_, '_>, cast: Res<'_, Cast>) {
        commands.entity(cast.turret).attach(cast.dock);
    }
    let (mut stage, cast) = staged();
    play(&mut stage, dock);

    assert_eq!(stage.place(cast.turret), [51.0, 0.0]);
    assert_eq!(stage.place(cast.barrel), [52.0, 0.0]);
    assert_eq!(stage.family().parent(cast.turret), Some(cast.dock));
    stage.is_sound();
}

#[test]
fn attach_in_place_moves_nobody() {
    fn dock(mut commands: Commands<'_, '_>, cast: Res<'_, Cast>) {
        commands.entity(cast.turret).attach_in_place(cast.dock);
    }
    let (mut stage, cast) = staged();
    play(&mut stage, dock);

    assert_eq!(stage.place(cast.turret), [2.0, 0.0]);
    assert_eq!(stage.place(cast.barrel), [3.0, 0.0]);
    let own = stage.world.get::<Own>(cast.turret).unwrap();
    assert_eq!(own.0.transform.position.to_array(), [-48.0, 0.0]);
    stage.is_sound();
}

#[test]
fn detach_keeps_what_an_entity_owns() {
    fn drop_it(mut commands: Commands<'_, '_>, cast: Res<'_, Cast>) {
        commands.entity(cast.turret).detach();
    }
    let (mut stage, cast) = staged();
    play(&mut stage, drop_it);

    assert_eq!(stage.place(cast.turret), [1.0, 0.0]);
    assert_eq!(stage.place(cast.barrel), [2.0, 0.0]);
    assert!(stage.world.get::<ChildOf>(cast.turret).is_none());
}

#[test]
fn detach_in_place_keeps_where_it_is() {
    fn drop_it(mut commands: Commands<'_, '_>, cast: Res<'_, Cast>) {
        commands.entity(cast.turret).detach_in_place();
    }
    let (mut stage, cast) = staged();
    play(&mut stage, drop_it);

    assert_eq!(stage.place(cast.turret), [2.0, 0.0]);
    assert_eq!(stage.place(cast.barrel), [3.0, 0.0]);
    assert!(stage.world.get::<ChildOf>(cast.turret).is_none());
}

#[test]
fn detach_children_in_place_lets_go_of_all() {
    fn explode(mut commands: Commands<'_, '_>, cast: Res<'_, Cast>) {
        commands.entity(cast.ship).detach_children_in_place();
    }
    let (mut stage, cast) = staged();
    let flag = stage.spawn_below(cast.ship, 0.0, 7.0);
    play(&mut stage, explode);

    assert_eq!(stage.place(cast.turret), [2.0, 0.0]);
    assert_eq!(stage.place(flag), [1.0, 7.0]);
    assert_eq!(stage.family().children(cast.ship).count(), 0);
}

#[test]
fn children_outlive_a_parent_who_is_despawned_alone() {
    fn sink(mut commands: Commands<'_, '_>, cast: Res<'_, Cast>) {
        commands.entity(cast.ship).despawn_keep_children();
    }
    let (mut stage, cast) = staged();
    play(&mut stage, sink);

    assert!(stage.world.get_entity(cast.ship).is_err());
    assert_eq!(stage.place(cast.turret), [2.0, 0.0]);
    assert_eq!(stage.place(cast.barrel), [3.0, 0.0]);
    assert_eq!(stage.family().len(), 3);
    stage.is_sound();
}

#[test]
fn a_command_for_somebody_who_died_meanwhile_is_forgotten() {
    fn too_late(mut commands: Commands<'_, '_>, cast: Res<'_, Cast>) {
        commands.entity(cast.barrel).despawn();
        commands.entity(cast.barrel).attach(cast.dock);
        commands.entity(cast.barrel).attach_in_place(cast.dock);
        commands.entity(cast.barrel).detach();
        commands.entity(cast.barrel).detach_in_place();
        commands.entity(cast.barrel).detach_children_in_place();
        commands.entity(cast.barrel).despawn_keep_children();
    }
    let (mut stage, cast) = staged();
    play(&mut stage, too_late);

    assert_eq!(stage.family().len(), 3);
    assert_eq!(stage.family().node(cast.barrel), None);
    assert_eq!(stage.family().new_troubles(), []);
    stage.is_sound();
}

#[test]
fn a_parent_who_died_meanwhile_is_reported() {
    fn too_late(mut commands: Commands<'_, '_>, cast: Res<'_, Cast>) {
        commands.entity(cast.dock).despawn();
        commands.entity(cast.turret).attach_in_place(cast.dock);
    }
    let (mut stage, cast) = staged();
    play(&mut stage, too_late);

    let trouble = Trouble::NoSuchParent {
        child: cast.turret,
        parent: cast.dock,
    };
    assert_eq!(stage.family().new_troubles(), [trouble]);
    assert_eq!(stage.family().parent(cast.turret), Some(cast.ship));
    assert_eq!(stage.place(cast.turret), [2.0, 0.0]);
    stage.is_sound();
}

#[test]
fn somebody_spawned_by_the_same_commands_can_be_a_parent() {
    fn board(mut commands: Commands<'_, '_>, cast: Res<'_, Cast>) {
        let boat = commands.spawn(Own(Node2::at(0.0, 9.0))).id();
        commands.entity(cast.turret).attach_in_place(boat);
        commands.entity(boat).attach(cast.dock);
    }
    let (mut stage, cast) = staged();
    play(&mut stage, board);

    assert_eq!(stage.place(cast.barrel), [3.0, 0.0]);
    assert_eq!(
        stage.family().ancestors(cast.barrel).last(),
        Some(cast.dock)
    );
    stage.is_sound();
}
