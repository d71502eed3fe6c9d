//! Nothing is left of the dead.

use hecs::World;
use kinfolk::Node2;
use kinfolk_hecs::{ChildOf, Family};

use crate::realm::{at, place};

/// In all.
const LIVES: usize = 1_000_000;

#[test]
fn a_million_lives_behind_the_familys_back_leave_nothing() {
    let (mut world, mut family) = (World::new(), Family::new());
    let ship = world.spawn((at(1.0, 0.0),));
    let mut memory = 0;
    for wave in 0..LIVES / 1_000 {
        let sparks: Vec<_> = (0..1_000)
            .map(|_| world.spawn((at(0.0, 1.0), ChildOf::new(ship))))
            .collect();
        family.sync(&mut world);
        assert_eq!(family.len(), 1_001);
        for spark in sparks {
            world.despawn(spark).unwrap();
        }
        family.sync(&mut world);
        if wave == 10 {
            memory = family.memory();
        }
    }
    assert_eq!((family.len(), family.forest().len()), (1, 1));
    assert_eq!(family.memory(), memory);
    assert_eq!(place(&world, ship), [1.0, 0.0]);
    assert_eq!(family.check_laws(), Ok(()));
}

#[test]
fn a_million_deeds_without_a_sync_leave_nothing() {
    let (mut world, mut family) = (World::new(), Family::new());
    let ship = family.spawn(&mut world, Node2::default()).unwrap();
    let mut memory = 0;
    for wave in 0..LIVES / 1_000 {
        for _ in 0..1_000 {
            let spark = family.spawn_child(&mut world, ship, Node2::at(0.0, 1.0));
            family.despawn(&mut world, spark.unwrap());
        }
        family.settle(&mut world);
        assert!(family.kinships().len() <= 1_000);
        if wave == 10 {
            memory = family.memory();
        }
    }
    assert_eq!((family.len(), world.len()), (1, 1));
    assert_eq!(family.memory(), memory);
    assert_eq!(family.check_laws(), Ok(()));
}
