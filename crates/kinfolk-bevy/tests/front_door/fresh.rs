//! Fresh reads: a system that writes a place and reads it again gets the new one.

use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use kinfolk::Node3;
use kinfolk_bevy::{Fresh, Fresh2, Native, Own};

use crate::stage::Stage;

#[test]
fn a_system_reads_what_it_has_just_written() {
    #[derive(Component)]
    struct Ship;
    #[derive(Component)]
    struct Muzzle;
    #[derive(Resource)]
    struct Seen(Vec<[f32; 2]>);
    fn fire(
        mut access: ParamSet<'_, '_, (Single<'_, '_, &mut Own, With<Ship>>, Fresh2<'_, '_>)>,
        muzzle: Single<'_, '_, Entity, With<Muzzle>>,
        mut seen: ResMut<'_, Seen>,
    ) {
        for x in [10.0, 20.0] {
            access.p0().0.transform.position.x = x;
            let world = access.p1().effective::<Native>(*muzzle).unwrap();
            seen.0.push(world.position().to_array());
        }
    }
    let mut stage = Stage::new();
    stage.world.insert_resource(Seen(Vec::new()));
    let ship = stage.spawn(0.0, 0.0);
    stage.world.entity_mut(ship).insert(Ship);
    let turret = stage.spawn_below(ship, 0.0, 1.0);
    let muzzle = stage.spawn_below(turret, 2.0, 0.0);
    stage.world.entity_mut(muzzle).insert(Muzzle);

    stage.world.run_system_cached(fire).unwrap();
    assert_eq!(stage.world.resource::<Seen>().0, [[12.0, 1.0], [22.0, 1.0]]);

    stage.frame();
    assert_eq!(stage.place(muzzle), [22.0, 1.0]);
}

#[test]
fn links_count_at_once() {
    let mut stage = Stage::new();
    let ship = stage.spawn(10.0, 0.0);
    let turret = stage.spawn(0.0, 1.0);
    assert_eq!(stage.fresh(turret), Some([0.0, 1.0]));

    stage.world.entity_mut(turret).insert(ChildOf(ship));
    assert_eq!(stage.fresh(turret), Some([10.0, 1.0]));
}

#[test]
fn a_parent_that_owns_nothing_is_passed_by_as_the_sync_does() {
    let mut stage = Stage::new();
    let far = stage.spawn(100.0, 0.0);
    let stranger = stage.world.spawn(ChildOf(far)).id();
    let turret = stage.spawn_below(stranger, 0.0, 1.0);
    stage.frame();

    assert_eq!(stage.place(turret), [0.0, 1.0]);
    assert_eq!(stage.fresh(turret), Some([0.0, 1.0]));
    assert_eq!(stage.fresh(stranger), None);
}

#[test]
fn who_is_on_a_loop_is_nowhere() {
    let mut stage = Stage::new();
    let a = stage.spawn(1.0, 0.0);
    let b = stage.spawn_below(a, 1.0, 0.0);
    stage.world.entity_mut(a).insert(ChildOf(b));

    assert_eq!(stage.fresh(b), None);
}

#[test]
fn any_form_can_be_read() {
    let mut world = World::new();
    let lamp = world.spawn(Own(Node3::at(1.0, 2.0, 3.0))).id();
    let read = move |fresh: Fresh<'_, '_, Own<Node3>>| {
        let place = fresh.effective::<Native<Node3>>(lamp).unwrap();
        place.world.position().to_array()
    };
    assert_eq!(world.run_system_once(read).unwrap(), [1.0, 2.0, 3.0]);
}
