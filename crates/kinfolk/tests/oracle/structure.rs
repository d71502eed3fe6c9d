//! Sequences of planting, moving and removing, with the tree drawn after each step.
//!
//! Godot has one root that is not counted. Here it is a node like others, or there is none
//! and its children are our roots; both must draw the same.

use kinfolk::{AttachError, Forest, Heirs, Inherit, NodeId, Spot};
use serde::Deserialize;

use crate::read::{Op, answered, pairs};

const STEPS: usize = 852;

#[derive(Deserialize)]
struct Sequence {
    initial: usize,
    ops: Vec<Op>,
}

#[derive(Deserialize)]
struct Answer {
    start: String,
    /// How each step went, and the tree after it.
    after: Vec<(String, String)>,
}

/// What a node is called. What flows down is the way to it, so that a stale one shows.
#[derive(Clone, Debug, PartialEq)]
struct Name(usize);

impl Inherit for Name {
    type Ready = usize;
    type Effective = usize;

    fn ready(&self) -> usize {
        self.0
    }
    fn inherit(own: &usize, parent: Option<&usize>) -> usize {
        parent.map_or(*own, |way| way.wrapping_mul(31).wrapping_add(*own))
    }
    fn same(a: &usize, b: &usize) -> bool {
        a == b
    }
}

/// A forest below Godot's root.
struct Grove {
    forest: Forest<Name>,
    /// The root, if it is a node.
    root: Option<NodeId>,
    removed: Vec<NodeId>,
}

impl Grove {
    fn below_the_roots() -> Self {
        Self {
            forest: Forest::new(),
            root: None,
            removed: Vec::new(),
        }
    }

    fn below_a_node() -> Self {
        let mut grove = Self::below_the_roots();
        grove.root = Some(grove.forest.plant(Name(usize::MAX)).unwrap());
        grove
    }

    fn live(&self) -> Vec<NodeId> {
        match self.root {
            Some(root) => self.forest.descendants(root).collect(),
            None => self.forest.walk().collect(),
        }
    }

    /// The root, which is `None` unless it is a node, and everything below it.
    fn parents(&self) -> Vec<Option<NodeId>> {
        let live = self.live().into_iter().map(Some);
        std::iter::once(self.root).chain(live).collect()
    }

    fn plant(&mut self, name: usize, parent: Option<NodeId>) {
        self.forest.plant_at(parent, Name(name)).unwrap();
    }

    /// Does one step, and says how it went in Godot's words.
    fn perform(&mut self, op: &Op) -> &'static str {
        if op.name() == "add" {
            let parent = pick(&self.parents(), op.number(2));
            self.plant(op.index(1), parent);
            return "ok";
        }
        let live = self.live();
        if live.is_empty() {
            return "noop";
        }
        let node = pick(&live, op.number(1));
        match op.name() {
            "reparent" => return self.reparent(node, pick(&self.parents(), op.number(2))),
            "move" => self.reorder(node, op.number(2)),
            "free" => self.free(node),
            "detach_free" => self.detach_free(node),
            other => panic!("an operation called {other}"),
        }
        "ok"
    }

    fn reparent(&mut self, node: NodeId, parent: Option<NodeId>) -> &'static str {
        let same = self.forest.parent(node) == parent;
        let pending = self.forest.needs_update();
        let outcome = self.forest.attach(node, parent);
        if same || outcome.is_err() {
            assert_eq!(self.forest.needs_update(), pending);
        }
        match outcome {
            Ok(()) if same => "same",
            Ok(()) => "ok",
            Err(AttachError::Itself(refused)) => {
                assert_eq!((Some(refused), refused), (parent, node));
                "cycle"
            }
            Err(AttachError::Cycle {
                child,
                parent: below,
            }) => {
                assert_eq!((child, Some(below)), (node, parent));
                assert!(self.forest.is_ancestor_of(child, below));
                "cycle"
            }
            Err(other) => panic!("{other}"),
        }
    }

    fn reorder(&mut self, node: NodeId, fraction: f32) {
        let siblings = 1 + self.forest.siblings(node).count();
        let index = at(siblings, fraction);
        self.forest.reorder(node, index).unwrap();
        assert_eq!(self.forest.index_among_siblings(node), Some(index));
    }

    fn free(&mut self, node: NodeId) {
        let start = self.removed.len();
        self.removed.extend(self.forest.descendants(node));
        self.removed.push(node);
        let count = self.forest.remove(node).unwrap();
        assert_eq!(count, self.removed.len() - start);
    }

    fn detach_free(&mut self, node: NodeId) {
        let Some(root) = self.root else {
            self.removed.push(node);
            return self
                .forest
                .remove_keep_children(node, Heirs::ToRoots)
                .unwrap();
        };
        let children: Vec<_> = self.forest.children(node).collect();
        for child in children {
            self.forest.attach(child, Spot::Under(root)).unwrap();
        }
        self.free(node);
    }

    /// `0(2(3),5),4`
    fn drawn(&self) -> String {
        match self.root {
            Some(root) => self.list(self.forest.children(root)),
            None => self.list(self.forest.roots()),
        }
    }

    fn list(&self, nodes: impl Iterator<Item = NodeId>) -> String {
        let drawn = nodes.map(|node| {
            let Name(name) = self.forest.value(node).unwrap();
            match self.list(self.forest.children(node)) {
                none if none.is_empty() => name.to_string(),
                children => format!("{name}({children})"),
            }
        });
        drawn.collect::<Vec<_>>().join(",")
    }

    /// Whatever else a game does between two steps.
    fn live_on(&mut self, step: usize) {
        if step.is_multiple_of(3) {
            self.forest.tidy(3);
        }
        if step % 4 == 1 {
            self.forest.update();
        }
        self.forest.check_laws().unwrap();
    }
}

/// The index that a fraction means in a list of this length.
fn at(length: usize, fraction: f32) -> usize {
    let index = (f64::from(fraction) * length as f64).floor() as usize;
    index.min(length - 1)
}

fn pick<T: Copy>(list: &[T], fraction: f32) -> T {
    list[at(list.len(), fraction)]
}

fn every_step_draws_the_same(new_grove: impl Fn() -> Grove) {
    let sequences = answered::<Sequence, Answer>("struct_in.json", "godot4_struct.json");
    let (mut steps, mut refused) = (0, 0);
    for (id, sequence, answer) in sequences {
        let mut grove = new_grove();
        for name in 0..sequence.initial {
            grove.plant(name, grove.root);
        }
        assert_eq!(grove.drawn(), answer.start);
        for (step, (op, (outcome, drawn))) in pairs(&sequence.ops, &answer.after).enumerate() {
            let place = format!("sequence {id}, step {step}: {op}");
            assert_eq!(grove.perform(op), outcome, "{place}");
            assert_eq!(&grove.drawn(), drawn, "{place}");
            grove.live_on(step);
            steps += 1;
            refused += usize::from(outcome == "cycle");
        }
        assert!(
            !grove
                .removed
                .iter()
                .any(|&node| grove.forest.contains(node))
        );
    }
    assert_eq!((steps, refused), (STEPS, 91));
}

#[test]
fn every_step_among_the_roots_draws_as_in_godot() {
    every_step_draws_the_same(Grove::below_the_roots);
}

#[test]
fn every_step_below_a_planted_root_draws_as_in_godot() {
    every_step_draws_the_same(Grove::below_a_node);
}
