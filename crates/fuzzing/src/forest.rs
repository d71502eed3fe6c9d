//! Any operations on a forest come to what they come to in a naive one.
//!
//! In 2D that is the core's own model, which compares everything after each operation. What begins with a `3` is done to
//! values in 3D, alone and beside another one, with a model of fewer words below.

use std::fmt::Debug;

use glam::{Quat, Vec3};
use kinfolk::{Forest, InPlace, Inherit, Node3, NodeId, Snapshot, Spot, Transform3};

use crate::model::{Bytes, live_through_bytes};

/// So many nodes are enough.
const MOST_NODES: usize = 60;

/// Reads the bytes as operations on a forest.
pub fn forest(bytes: &[u8]) {
    let Some((b'3', rest)) = bytes.split_first() else {
        return live_through_bytes(bytes);
    };
    let mut bytes = Bytes::new(rest);
    match bytes.below(3) {
        0 => live(&mut bytes, transform),
        1 => live(&mut bytes, node),
        _ => live(&mut bytes, |bytes| (node(bytes), Shade(bytes.number()))),
    }
}

/// How much light gets through to those below: a value of a game's own.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shade(f32);

impl Inherit for Shade {
    type Ready = f32;
    type Effective = f32;

    fn ready(&self) -> f32 {
        self.0
    }

    fn inherit(own: &f32, parent: Option<&f32>) -> f32 {
        (own * parent.copied().unwrap_or(1.0)).clamp(-1e30, 1e30)
    }

    fn same(a: &f32, b: &f32) -> bool {
        a.to_bits() == b.to_bits()
    }

    fn is_finite(&self) -> bool {
        self.0.is_finite()
    }
}

/// A node as the model has it; the dead keep their ids.
struct Member<V: Inherit> {
    id: NodeId,
    life: Option<Life<V>>,
}

struct Life<V: Inherit> {
    parent: Option<usize>,
    value: V,
    /// The effective value at the last update, if there was one.
    reported: Option<V::Effective>,
}

impl<V: Inherit> Clone for Member<V> {
    fn clone(&self) -> Self {
        let life = self.life.as_ref().map(|life| Life {
            parent: life.parent,
            value: life.value.clone(),
            reported: life.reported,
        });
        Self { id: self.id, life }
    }
}

/// What is done to a forest and to a list of its nodes.
struct Pair<V: Inherit> {
    forest: Forest<V>,
    members: Vec<Member<V>>,
    kept: Option<(Snapshot<V>, Vec<Member<V>>)>,
}

fn live<V: InPlace + PartialEq + Debug>(bytes: &mut Bytes<'_>, value: fn(&mut Bytes<'_>) -> V) {
    let mut pair = Pair {
        forest: Forest::new(),
        members: Vec::new(),
        kept: None,
    };
    while !bytes.is_over() {
        pair.act(bytes, value);
        pair.compare();
    }
}

impl<V: InPlace + PartialEq + Debug> Pair<V> {
    fn act(&mut self, bytes: &mut Bytes<'_>, value: fn(&mut Bytes<'_>) -> V) {
        match bytes.below(16) {
            0..=4 => {
                let (parent, value) = (self.pick(bytes), value(bytes));
                self.plant(parent, value);
            }
            5..=7 => {
                let (child, parent) = (self.pick(bytes), self.pick(bytes));
                self.attach(child, parent, bytes.flag());
            }
            8..=9 => {
                let (node, value) = (self.pick(bytes), value(bytes));
                self.set(node, value);
            }
            10 => {
                let node = self.pick(bytes);
                self.remove(node);
            }
            11 => {
                self.forest.tidy(bytes.below(20));
            }
            12 => {
                self.kept = Some((self.forest.snapshot(), self.members.clone()));
            }
            13 => {
                if let Some((snapshot, members)) = &self.kept {
                    self.forest.restore(snapshot);
                    self.members.clone_from(members);
                }
            }
            _ => self.update(),
        }
    }

    /// Somebody, living or dead, or nobody.
    fn pick(&self, bytes: &mut Bytes<'_>) -> Option<usize> {
        let number = bytes.below(256);
        let many = self.members.len();
        (number > 20 && many > 0).then(|| number % many)
    }

    fn id(&self, node: usize) -> NodeId {
        self.members[node].id
    }

    fn life(&self, node: usize) -> Option<&Life<V>> {
        self.members[node].life.as_ref()
    }

    fn plant(&mut self, parent: Option<usize>, value: V) {
        if self.forest.len() >= MOST_NODES {
            return;
        }
        let spot = Spot::from(parent.map(|parent| self.id(parent)));
        let parent_is_there = parent.is_none_or(|parent| self.life(parent).is_some());
        let planted = self.forest.plant_at(spot, value.clone());
        assert_eq!(planted.is_ok(), parent_is_there && value.is_finite());
        if let Ok(id) = planted {
            let life = Some(Life {
                parent,
                value,
                reported: None,
            });
            self.members.push(Member { id, life });
        }
    }

    fn attach(&mut self, child: Option<usize>, parent: Option<usize>, in_place: bool) {
        let Some(child) = child else { return };
        let spot = Spot::from(parent.map(|parent| self.id(parent)));
        let may = self.life(child).is_some()
            && parent.is_none_or(|parent| {
                self.life(parent).is_some() && !self.line(parent).contains(&child)
            });
        let world = may.then(|| self.world(child));
        let attached = match in_place {
            true => self.forest.attach_in_place(self.id(child), spot),
            false => self.forest.attach(self.id(child), spot),
        };
        // In place it may be impossible, and then nothing has changed.
        assert!(attached.is_ok() == may || (may && in_place), "{attached:?}");
        if attached.is_ok() {
            let value = self.forest.value(self.id(child));
            let value = value.expect("a living node");
            assert!(world.is_some() && value.is_finite());
            let life = self.members[child].life.as_mut().expect("a living node");
            assert!(in_place || life.value == value, "the value stays");
            (life.parent, life.value) = (parent, value);
        }
    }

    fn set(&mut self, node: Option<usize>, value: V) {
        let Some(node) = node else { return };
        let written = self.forest.set(self.id(node), value.clone());
        let life = self.members[node].life.as_mut();
        assert_eq!(written.is_ok(), life.is_some() && value.is_finite());
        if let (Ok(()), Some(life)) = (written, life) {
            life.value = value;
        }
    }

    fn remove(&mut self, node: Option<usize>) {
        let Some(node) = node else { return };
        let removed = self.forest.remove(self.id(node));
        assert_eq!(removed.is_ok(), self.life(node).is_some());
        if removed.is_ok() {
            let below =
                |&other: &usize| self.life(other).is_some() && self.line(other).contains(&node);
            let gone: Vec<usize> = (0..self.members.len()).filter(below).collect();
            assert_eq!(removed, Ok(gone.len()));
            for node in gone {
                self.members[node].life = None;
            }
        }
    }

    fn update(&mut self) {
        let mut changed = self.forest.update().to_vec();
        changed.sort_unstable();
        let mut wanted = Vec::new();
        for node in 0..self.members.len() {
            if self.life(node).is_none() {
                continue;
            }
            let world = self.world(node);
            let member = &mut self.members[node];
            let life = member.life.as_mut().expect("a living node");
            if !life.reported.is_some_and(|old| V::same(&old, &world)) {
                life.reported = Some(world);
                wanted.push(member.id);
            }
        }
        wanted.sort_unstable();
        assert_eq!(changed, wanted, "the change list");
    }

    /// The node and everybody above.
    fn line(&self, node: usize) -> Vec<usize> {
        let above = |&node: &usize| self.life(node).and_then(|life| life.parent);
        std::iter::successors(Some(node), above).collect()
    }

    fn world(&self, node: usize) -> V::Effective {
        let mut world = None;
        for node in self.line(node).into_iter().rev() {
            let life = self.life(node).expect("those above live");
            world = Some(V::inherit(&life.value.ready(), world.as_ref()));
        }
        world.expect("at least the node itself")
    }

    fn compare(&self) {
        if let Err(broken) = self.forest.check_laws() {
            panic!("{broken}");
        }
        let mut living = 0;
        for (node, member) in self.members.iter().enumerate() {
            let Some(life) = &member.life else {
                assert!(
                    self.forest.value(member.id).is_none(),
                    "{} is gone",
                    member.id
                );
                continue;
            };
            living += 1;
            assert_eq!(self.forest.value(member.id).as_ref(), Some(&life.value));
            let parent = life.parent.map(|parent| self.id(parent));
            assert_eq!(self.forest.parent(member.id), parent);
            let world = self.forest.effective(member.id);
            assert!(world.is_some_and(|world| V::same(&world, &self.world(node))));
        }
        assert_eq!(self.forest.len(), living);
    }
}

fn transform(bytes: &mut Bytes<'_>) -> Transform3 {
    let asked = bytes.byte();
    let mut transform = Transform3::at(bytes.number(), bytes.number(), bytes.number());
    if asked & 1 != 0 {
        let axis = Vec3::new(bytes.number(), bytes.number(), bytes.number());
        let axis = axis.normalize_or(Vec3::X);
        transform = transform.turned(Quat::from_axis_angle(axis, bytes.number()));
    }
    if asked & 2 != 0 {
        transform = transform.scaled(bytes.number(), bytes.number(), bytes.number());
    }
    transform
}

fn node(bytes: &mut Bytes<'_>) -> Node3 {
    let flags = bytes.byte();
    Node3 {
        visible: flags & 1 == 0,
        active: flags & 2 == 0,
        top_level: flags & 4 != 0,
        ..Node3::new(transform(bytes))
    }
}
