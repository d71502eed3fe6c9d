//! Random sequences of edits, in the ECS and by the adapter, beside a naive model.
//!
//! The model knows components and nothing else. After a sync it says, from the components
//! alone, who is in the forest, who hangs below whom, where everybody is and what is wrong.

use std::collections::{BTreeMap, BTreeSet};

use kinfolk::{Inherit, Node2, World2};
use kinfolk_ecs::Trouble;
use proptest::prelude::*;

use super::Realm;

/// One edit. Numbers pick an entity among those that live.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each is named after the method of a realm")]
pub enum Edit {
    Spawn(Node2),
    SpawnStranger,
    Despawn(usize),
    Write(usize, Node2),
    Disown(usize),
    Link(usize, usize),
    Unlink(usize),
    Attach(usize, usize),
    AttachInPlace(usize, usize),
    Detach(usize),
    DetachInPlace(usize),
    DespawnAll(usize),
    DespawnKeepChildren(usize),
    Sync,
    /// Frames go by without a sync.
    Pause,
}

/// Sequences of edits in which everything is likely enough.
fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let who = || any::<usize>();
    let value = || {
        let number = || (-8..8_i32).prop_map(|number| number as f32);
        let fine = (number(), number(), -4..4_i32, any::<bool>()).prop_map(|(x, y, turn, flip)| {
            let size = if flip { -1.0 } else { 1.0 };
            Node2::at(x, y).turned(turn as f32 * 0.5).scaled(1.0, size)
        });
        prop_oneof![
            20 => fine,
            1 => Just(Node2::at(f32::NAN, 0.0)),
        ]
    };
    let edit = prop_oneof![
        6 => value().prop_map(Edit::Spawn),
        1 => Just(Edit::SpawnStranger),
        2 => who().prop_map(Edit::Despawn),
        6 => (who(), value()).prop_map(|(who, value)| Edit::Write(who, value)),
        1 => who().prop_map(Edit::Disown),
        8 => (who(), who()).prop_map(|(child, parent)| Edit::Link(child, parent)),
        3 => who().prop_map(Edit::Unlink),
        2 => (who(), who()).prop_map(|(child, parent)| Edit::Attach(child, parent)),
        2 => (who(), who()).prop_map(|(child, parent)| Edit::AttachInPlace(child, parent)),
        1 => who().prop_map(Edit::Detach),
        1 => who().prop_map(Edit::DetachInPlace),
        1 => who().prop_map(Edit::DespawnAll),
        1 => who().prop_map(Edit::DespawnKeepChildren),
        6 => Just(Edit::Sync),
        1 => Just(Edit::Pause),
    ];
    proptest::collection::vec(edit, 1..80)
}

/// What the model knows of an entity.
#[derive(Debug, Clone)]
struct Life<E> {
    own: Option<Node2>,
    link: Option<E>,
    /// The last value that could be used, while it was a member.
    good: Option<Node2>,
}

impl<E> Life<E> {
    fn new(own: Option<Node2>) -> Self {
        Self {
            own,
            link: None,
            good: None,
        }
    }

    /// The value that a sync would use: the last good one, if what it owns is not.
    fn usable(&self) -> Option<Node2> {
        match self.own? {
            own if own.is_finite() => Some(own),
            _ => self.good,
        }
    }
}

/// The naive model, and the realm beside it.
struct Both<R: Realm> {
    realm: R,
    lives: BTreeMap<R::Entity, Life<R::Entity>>,
    /// Who was in the forest when it was last looked at, and has died since.
    lost: BTreeSet<R::Entity>,
}

/// Puts a realm through 20,000 random sequences of edits.
pub fn agrees_at_random<R: Realm>() {
    let config = ProptestConfig {
        cases: 20_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |(edits in edits())| agrees::<R>(&edits));
}

/// Puts a realm through edits; panics where it differs from the model.
fn agrees<R: Realm>(edits: &[Edit]) {
    let mut both = Both::<R> {
        realm: R::new(),
        lives: BTreeMap::new(),
        lost: BTreeSet::new(),
    };
    for edit in edits {
        both.edit(edit);
    }
    both.sync();
}

impl<R: Realm> Both<R> {
    fn edit(&mut self, edit: &Edit) {
        match *edit {
            Edit::Spawn(own) => {
                let entity = self.realm.spawn(own);
                self.lives.insert(entity, Life::new(Some(own)));
            }
            Edit::SpawnStranger => {
                let entity = self.realm.spawn_stranger();
                self.lives.insert(entity, Life::new(None));
            }
            Edit::Despawn(who) => {
                if let Some(entity) = self.pick(who).filter(|&entity| !self.near_a_loop(entity)) {
                    self.realm.despawn(entity);
                    self.dies(entity);
                }
            }
            Edit::Write(who, own) => {
                if let Some(entity) = self.pick(who) {
                    self.realm.write(entity, own);
                    self.life(entity).own = Some(own);
                }
            }
            Edit::Disown(who) => {
                if let Some(entity) = self.pick(who) {
                    self.realm.disown(entity);
                    self.life(entity).own = None;
                }
            }
            Edit::Link(child, parent) => {
                if let (Some(child), Some(parent)) = (self.pick(child), self.pick(parent))
                    && (child != parent || !R::ENDS_FAMILIES_AT_ONCE)
                {
                    self.realm.link(child, parent);
                    self.life(child).link = Some(parent);
                }
            }
            Edit::Unlink(who) => {
                if let Some(entity) = self.pick(who) {
                    self.realm.unlink(entity);
                    self.life(entity).link = None;
                }
            }
            Edit::Sync => self.sync(),
            Edit::Pause => self.realm.pause(),
            Edit::Attach(..)
            | Edit::AttachInPlace(..)
            | Edit::Detach(_)
            | Edit::DetachInPlace(_)
            | Edit::DespawnAll(_)
            | Edit::DespawnKeepChildren(_) => self.deed(edit),
        }
    }

    /// What is asked of the adapter, with a sync before and after.
    fn deed(&mut self, edit: &Edit) {
        self.sync();
        let (child, parent) = match *edit {
            Edit::Attach(child, parent) | Edit::AttachInPlace(child, parent) => {
                (self.pick(child), self.pick(parent))
            }
            Edit::Detach(who)
            | Edit::DetachInPlace(who)
            | Edit::DespawnAll(who)
            | Edit::DespawnKeepChildren(who) => (self.pick(who), None),
            _ => unreachable!("not a deed"),
        };
        let is_good = |entity| self.lives[&entity].own.is_some_and(|own| own.is_finite());
        let Some(child) = child.filter(|&child| is_good(child)) else {
            return;
        };
        let before = self.worlds();
        match (edit, parent) {
            (Edit::Attach(..) | Edit::AttachInPlace(..), Some(parent)) => {
                if child == parent || !is_good(parent) {
                    return;
                }
                let loops = self.links_lead(parent, child);
                if loops && !R::REFUSES_LOOPS {
                    return;
                }
                let in_place = matches!(edit, Edit::AttachInPlace(..));
                let attached = match in_place {
                    true => self.realm.attach_in_place(child, parent),
                    false => self.realm.attach(child, parent),
                };
                assert_eq!(attached, !loops, "{child:?} to {parent:?}");
                if attached {
                    self.life(child).link = Some(parent);
                    if in_place {
                        self.stays(child, &before);
                    }
                }
            }
            (Edit::Detach(_), _) => {
                assert!(self.realm.detach(child));
                self.life(child).link = None;
            }
            (Edit::DetachInPlace(_), _) => {
                assert!(self.realm.detach_in_place(child));
                self.life(child).link = None;
                self.stays(child, &before);
            }
            (Edit::DespawnAll(_), _) if !self.near_a_loop(child) => {
                self.realm.despawn_all(child);
                self.lost.insert(child);
                self.lives.remove(&child);
                self.orphans_die();
            }
            (Edit::DespawnKeepChildren(_), _) if !self.near_a_loop(child) => {
                let children: Vec<_> = self.named_by(child).collect();
                self.realm.despawn_keep_children(child);
                self.realm.sync();
                self.lives.remove(&child);
                // Children that own nothing good are nobody's business.
                for child in children {
                    if self.realm.is_alive(child) {
                        self.life(child).link = self.realm.parent(child);
                        self.life(child).own = self.realm.own(child);
                    } else {
                        self.lives.remove(&child);
                    }
                }
                self.orphans_die();
            }
            _ => {}
        }
        self.sync();
    }

    /// Brings both up to date and compares them.
    fn sync(&mut self) {
        self.realm.sync();
        self.orphans_die();
        self.lost.clear();
        for life in self.lives.values_mut() {
            life.good = life.usable();
        }
        self.compare();
    }

    fn compare(&self) {
        self.realm.check_laws().unwrap();
        let worlds = self.worlds();
        assert_eq!(self.realm.nodes(), worlds.len(), "who is in the forest");
        for (&entity, life) in &self.lives {
            assert!(self.realm.is_alive(entity), "{entity:?} lives");
            match (self.realm.own(entity), life.own) {
                (Some(own), Some(expected)) if expected.is_finite() => assert_eq!(own, expected),
                (own, expected) => assert_eq!(own.is_some(), expected.is_some()),
            }
            assert_eq!(
                self.realm.parent(entity),
                life.link,
                "the link of {entity:?}"
            );
            if let Some(expected) = worlds.get(&entity) {
                let world = self.realm.world(entity);
                assert_eq!(world.as_ref(), Some(expected), "the world of {entity:?}");
                let mut below = self.realm.descendants(entity);
                below.sort();
                let expected = worlds.keys().copied();
                let expected: Vec<_> = expected
                    .filter(|&other| self.hangs_below(other, entity))
                    .collect();
                assert_eq!(below, expected, "below {entity:?}");
            }
        }
        assert_eq!(troubles(&self.realm.troubles()), self.expected_troubles());
    }

    /// Everybody who is in the forest, and their worlds.
    fn worlds(&self) -> BTreeMap<R::Entity, World2> {
        let members = self.lives.iter().filter(|(_, life)| life.good.is_some());
        members
            .map(|(&entity, _)| (entity, self.world(entity)))
            .collect()
    }

    fn world(&self, entity: R::Entity) -> World2 {
        let ready = self.lives[&entity].good.expect("a member").ready();
        let above = self.above(entity).map(|parent| self.world(parent));
        Node2::inherit(&ready, above.as_ref())
    }

    /// The parent, if the link can be followed.
    fn above(&self, entity: R::Entity) -> Option<R::Entity> {
        let parent = self.lives[&entity].link?;
        let good = self.lives.get(&parent)?.good.is_some();
        (good && !self.is_on_a_loop(entity)).then_some(parent)
    }

    /// The parent, if it is in the forest.
    fn named(&self, entity: R::Entity) -> Option<R::Entity> {
        let parent = self.lives[&entity].link?;
        let good = self.lives.get(&parent)?.good.is_some();
        good.then_some(parent)
    }

    fn is_on_a_loop(&self, entity: R::Entity) -> bool {
        let mut at = self.named(entity);
        for _ in 0..=self.lives.len() {
            match at {
                Some(other) if other == entity => return true,
                Some(other) => at = self.named(other),
                None => return false,
            }
        }
        false
    }

    fn hangs_below(&self, entity: R::Entity, above: R::Entity) -> bool {
        let up = |&at: &R::Entity| self.above(at);
        core::iter::successors(self.above(entity), up).any(|at| at == above)
    }

    /// Whether links lead from `entity` up to `above`, followed or not.
    fn links_lead(&self, entity: R::Entity, above: R::Entity) -> bool {
        let up = core::iter::successors(Some(entity), |&at| self.named(at));
        up.take(self.lives.len() + 1).any(|at| at == above)
    }

    /// Whether there is a loop of links at or below `entity`, which Bevy would go round in.
    fn near_a_loop(&self, entity: R::Entity) -> bool {
        R::ENDS_FAMILIES_AT_ONCE && {
            let mut seen = BTreeSet::from([entity]);
            let mut left = vec![entity];
            while let Some(at) = left.pop() {
                for child in self.named_by(at) {
                    if !seen.insert(child) {
                        return true;
                    }
                    left.push(child);
                }
            }
            false
        }
    }

    /// Everybody whose link names `entity`.
    fn named_by(&self, entity: R::Entity) -> impl Iterator<Item = R::Entity> {
        let named = move |(_, life): &(&R::Entity, &Life<R::Entity>)| life.link == Some(entity);
        self.lives.iter().filter(named).map(|(&child, _)| child)
    }

    fn dies(&mut self, entity: R::Entity) {
        let life = self.lives.remove(&entity).expect("it lived");
        if life.good.is_some() {
            self.lost.insert(entity);
        }
        if R::ENDS_FAMILIES_AT_ONCE {
            self.lost.insert(entity);
            self.orphans_die();
        }
    }

    /// Whoever names somebody who was in the forest and died, dies; and whoever names them. Who
    /// is not in the forest is nobody's business, unless the ECS itself ends families.
    fn orphans_die(&mut self) {
        let is_orphan = |(_, life): &(&R::Entity, &Life<R::Entity>)| {
            life.link.is_some_and(|parent| self.lost.contains(&parent))
                && (life.usable().is_some() || R::ENDS_FAMILIES_AT_ONCE)
        };
        if let Some((&orphan, _)) = self.lives.iter().find(is_orphan) {
            self.lives.remove(&orphan);
            self.lost.insert(orphan);
            self.orphans_die();
        }
    }

    /// It has been kept where it was: takes its new own value over, after a look at it.
    fn stays(&mut self, entity: R::Entity, before: &BTreeMap<R::Entity, World2>) {
        self.realm.sync();
        let (was, is) = (before[&entity], self.realm.world(entity).unwrap());
        let near = was
            .to_array()
            .iter()
            .zip(is.to_array())
            .all(|(was, is)| (was - is).abs() <= 1e-3 * was.abs().max(1.0));
        assert!(near, "{entity:?} was at {was:?} and is at {is:?}");
        self.life(entity).own = self.realm.own(entity);
    }

    fn pick(&self, who: usize) -> Option<R::Entity> {
        let count = self.lives.len();
        (count > 0).then(|| *self.lives.keys().nth(who % count).expect("in range"))
    }

    fn life(&mut self, entity: R::Entity) -> &mut Life<R::Entity> {
        self.lives.get_mut(&entity).expect("it lives")
    }

    fn expected_troubles(&self) -> BTreeSet<(&'static str, R::Entity)> {
        let mut found = BTreeSet::new();
        for (&entity, life) in &self.lives {
            if life.own.is_some_and(|own| !own.is_finite()) {
                found.insert(("not finite", entity));
            }
            let Some(parent) = life.link.filter(|_| life.good.is_some()) else {
                continue;
            };
            match self.lives.get(&parent) {
                None => drop(found.insert(("no such parent", entity))),
                Some(parent) if parent.good.is_none() => {
                    found.insert(("owns nothing", entity));
                }
                Some(_) if self.is_on_a_loop(entity) => drop(found.insert(("loop", entity))),
                Some(_) => {}
            }
        }
        found
    }
}

fn troubles<E: Copy + Ord + core::fmt::Debug>(all: &[Trouble<E>]) -> BTreeSet<(&'static str, E)> {
    let mut found = BTreeSet::new();
    for trouble in all {
        match trouble {
            Trouble::Loop(entities) => found.extend(entities.iter().map(|&e| ("loop", e))),
            Trouble::NoSuchParent { child, .. } => drop(found.insert(("no such parent", *child))),
            Trouble::ParentOwnsNothing { child, .. } => {
                found.insert(("owns nothing", *child));
            }
            Trouble::NotFinite(entity) => drop(found.insert(("not finite", *entity))),
            other => panic!("{other}"),
        }
    }
    found
}

impl<R: Realm> core::fmt::Debug for Both<R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Both")
            .field("lives", &self.lives)
            .finish_non_exhaustive()
    }
}
