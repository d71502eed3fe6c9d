//! Whatever is done, by components and by deeds in any order, a sync leaves behind what
//! follows from the components.

use std::collections::BTreeSet;

use hecs::{Entity, World};
use kinfolk::Node2;
use kinfolk_hecs::{ChildOf, Children, Family, Orphans, Own};

use crate::realm::{at, place};

/// A small random number generator.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }
}

#[test]
fn components_and_deeds_agree_whatever_the_order() {
    for seed in 1..=300 {
        let orphans = [Orphans::Despawn, Orphans::Detach][seed % 2];
        play(Dice(seed as u64 * 0x9e37_79b9), orphans, 400);
    }
}

fn play(mut dice: Dice, orphans: Orphans, steps: usize) {
    let mut world = World::new();
    let mut family = Family::new().with_orphans(orphans);
    let mut all: Vec<Entity> = Vec::new();
    // A component that somebody holds in hand.
    let mut in_hand: Option<Own> = None;
    for step in 0..steps {
        if all.len() < 3 {
            all.push(world.spawn((at(step as f32, 1.0),)));
            continue;
        }
        let [a, b] = [0; 2].map(|_| all[dice.below(all.len())]);
        let x = dice.below(100) as f32;
        // Much of this is refused, since many are dead or own nothing; that is part of it.
        match dice.below(20) {
            0..=2 => all.push(world.spawn((at(x, 1.0),))),
            3 => all.push(world.spawn((at(x, 1.0), ChildOf::new(a)))),
            4 => drop(world.despawn(a)),
            5..=6 => drop(world.insert_one(a, ChildOf::new(b))),
            7 => drop(world.remove_one::<ChildOf>(a)),
            8 => drop(world.remove_one::<Own>(a).map(|own| in_hand = Some(own))),
            9 => drop(world.insert_one(a, in_hand.take().unwrap_or_else(|| at(x, 2.0)))),
            10..=11 => {
                if let Ok(own) = world.query_one_mut::<&mut Own>(a) {
                    own.transform.position.x = x;
                }
            }
            12 => {
                let mut view = world.view_mut::<&mut Own>();
                if a != b
                    && let [Some(one), Some(other)] = view.get_disjoint_mut([a, b])
                {
                    core::mem::swap(one, other);
                }
            }
            13 => drop(family.attach(&mut world, a, b)),
            14 => drop(family.attach_in_place(&mut world, a, b)),
            15 => drop(family.detach(&mut world, a)),
            16 => drop(family.set(&mut world, a, Node2::at(x, 3.0))),
            17 => drop(family.set_position(&mut world, a, [x, 4.0])),
            18 if dice.below(3) == 0 => family.despawn(&mut world, a),
            _ if dice.below(4) == 0 => family.settle(&mut world),
            _ => {
                family.sync(&mut world);
                check(&world, &family);
            }
        }
    }
}

/// Everything that follows from own values and links is as it should be.
fn check(world: &World, family: &Family) {
    assert_eq!(family.check_laws(), Ok(()));
    let mut members = world.query::<(Entity, &Own)>();
    let members: Vec<Entity> = members.iter().map(|(entity, _)| entity).collect();
    assert_eq!(family.len(), members.len());
    for &entity in &members {
        assert_eq!(family.parent(entity), parent(world, entity));
        let mut expected = [0.0, 0.0];
        let above = core::iter::successors(Some(entity), |&at| parent(world, at));
        for at in above {
            let own = world.get::<&Own>(at).unwrap().transform.position;
            expected = [expected[0] + own.x, expected[1] + own.y];
        }
        let found = place(world, entity);
        let far = (0..2).any(|axis| (found[axis] - expected[axis]).abs() > 1e-2);
        assert!(!far, "{entity:?} is at {found:?}, not at {expected:?}");
        let children = world.get::<&Children>(entity);
        let children: BTreeSet<Entity> = children.map_or(BTreeSet::new(), |list| {
            assert!(!list.is_empty());
            list.iter().copied().collect()
        });
        let named = |&&child: &&Entity| parent(world, child) == Some(entity);
        assert_eq!(children, members.iter().filter(named).copied().collect());
    }
}

/// Whose child an entity is, as far as that makes sense: whoever is on a loop is a root.
fn parent(world: &World, entity: Entity) -> Option<Entity> {
    let named = |entity| -> Option<Entity> {
        let parent = world.get::<&ChildOf>(entity).ok()?.parent();
        world.get::<&Own>(parent).is_ok().then_some(parent)
    };
    let mut above = named(entity)?;
    let mut seen = BTreeSet::new();
    while above != entity && seen.insert(above) {
        match named(above) {
            Some(next) => above = next,
            None => return named(entity),
        }
    }
    if above == entity { None } else { named(entity) }
}
