//! The naive forest: a list of nodes with lists of children, everything recomputed.

use std::collections::BTreeSet;

use kinfolk::{Forest, Heirs, InPlace, Inherit, Node2, Spot, World2};
use proptest::prelude::*;
use proptest_state_machine::ReferenceStateMachine;

use super::operation::{Operation, Pick, Placing, Where, operations};

/// Past this many nodes nothing more is planted.
const MOST: usize = 90;

#[derive(Clone, Debug, Default)]
pub(crate) struct Naive {
    /// Every node there ever was; the dead are `None`.
    pub(crate) nodes: Vec<Option<Member>>,
    pub(crate) roots: Vec<usize>,
    pub(crate) max_depth: Option<usize>,
    snapshot: Option<Box<Self>>,
    /// What the operation that led here came to.
    pub(crate) step: Step,
}

#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) parent: Option<usize>,
    pub(crate) children: Vec<usize>,
    pub(crate) value: Node2,
    /// The effective value at the last update; `None` if there was none since it was planted.
    reported: Option<World2>,
}

/// An operation with its picks resolved, and what it must come to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Step {
    pub(crate) node: Option<usize>,
    pub(crate) spot: Option<Found>,
    pub(crate) refused: Option<Refusal>,
    /// Nodes planted or removed or changed, in the order that is promised.
    pub(crate) nodes: Vec<usize>,
    /// Nothing is done: there is nobody to do it to, or there are too many nodes.
    pub(crate) skipped: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    Stale,
    Itself,
    Cycle,
    TooDeep,
    NoSuchIndex,
    NotFinite,
    ParentNotBefore,
    Misfit,
}

/// A spot with its nodes known.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Found {
    Root,
    RootAt(usize),
    Under(usize),
    At(usize, usize),
    Before(usize),
    After(usize),
}

impl ReferenceStateMachine for Naive {
    type State = Self;
    type Transition = Operation;

    fn init_state() -> BoxedStrategy<Self> {
        Just(Self::default()).boxed()
    }

    fn transitions(_: &Self) -> BoxedStrategy<Operation> {
        operations()
    }

    fn apply(mut state: Self, operation: &Operation) -> Self {
        state.step = Step::default();
        let outcome = state.perform(operation);
        state.step.refused = outcome.err();
        state
    }
}

impl Naive {
    pub(crate) fn member(&self, node: usize) -> &Member {
        self.nodes[node].as_ref().expect("a living node")
    }

    fn member_mut(&mut self, node: usize) -> &mut Member {
        self.nodes[node].as_mut().expect("a living node")
    }

    pub(crate) fn is_alive(&self, node: usize) -> bool {
        self.nodes[node].is_some()
    }

    /// The living nodes in the order in which they were planted.
    pub(crate) fn living(&self) -> impl Iterator<Item = usize> {
        (0..self.nodes.len()).filter(|&node| self.is_alive(node))
    }

    pub(crate) fn siblings_of(&self, parent: Option<usize>) -> &Vec<usize> {
        match parent {
            Some(parent) => &self.member(parent).children,
            None => &self.roots,
        }
    }

    fn siblings_mut(&mut self, parent: Option<usize>) -> &mut Vec<usize> {
        match parent {
            Some(parent) => &mut self.member_mut(parent).children,
            None => &mut self.roots,
        }
    }

    pub(crate) fn depth(&self, node: usize) -> usize {
        self.member(node)
            .parent
            .map_or(0, |parent| self.depth(parent) + 1)
    }

    /// `node` and everything below it, parents first.
    pub(crate) fn subtree(&self, node: usize) -> Vec<usize> {
        let mut all = vec![node];
        for &child in &self.member(node).children {
            all.extend(self.subtree(child));
        }
        all
    }

    /// `node` and everything below it, children first.
    fn subtree_from_below(&self, node: usize) -> Vec<usize> {
        let mut all = Vec::new();
        for &child in &self.member(node).children {
            all.extend(self.subtree_from_below(child));
        }
        all.push(node);
        all
    }

    fn height(&self, node: usize) -> usize {
        self.member(node)
            .children
            .iter()
            .map(|&child| self.height(child) + 1)
            .max()
            .unwrap_or(0)
    }

    fn is_above(&self, above: usize, node: usize) -> bool {
        let parent = self.member(node).parent;
        parent.is_some_and(|parent| parent == above || self.is_above(above, parent))
    }

    /// Every node's effective value, by the obvious recursion.
    pub(crate) fn worlds(&self) -> Vec<Option<World2>> {
        let mut worlds = vec![None; self.nodes.len()];
        for &root in &self.roots {
            for node in self.subtree(root) {
                let member = self.member(node);
                let above = member.parent.and_then(|parent| worlds[parent]);
                worlds[node] = Some(Node2::inherit(&member.value.ready(), above.as_ref()));
            }
        }
        worlds
    }

    fn world(&self, node: usize) -> World2 {
        let member = self.member(node);
        let above = member.parent.map(|parent| self.world(parent));
        Node2::inherit(&member.value.ready(), above.as_ref())
    }

    fn perform(&mut self, operation: &Operation) -> Result<(), Refusal> {
        match operation {
            Operation::Plant(spot, value) => self.plant(*spot, vec![(None, *value)]),
            Operation::PlantMany(spot, values) => {
                self.plant(*spot, values.iter().map(|&value| (None, value)).collect())
            }
            Operation::PlantTree(spot, list) => self.plant(*spot, list.clone()),
            Operation::CloneSubtree(pick, spot) => {
                let node = self.pick(*pick)?;
                let originals = self.subtree(node);
                let place = |node| originals.iter().position(|&original| original == node);
                let copies = originals.iter().map(|&original| {
                    let member = self.member(original);
                    let parent = member.parent.filter(|_| original != node);
                    (parent.and_then(place), member.value)
                });
                self.plant(*spot, copies.collect())
            }
            Operation::Attach(pick, spot) => self.attach(*pick, Some(*spot), false),
            Operation::AttachInPlace(pick, spot) => self.attach(*pick, Some(*spot), true),
            Operation::Detach(pick) => self.attach(*pick, Some(Where::Root), false),
            Operation::DetachInPlace(pick) => self.attach(*pick, Some(Where::Root), true),
            Operation::Reorder(pick, index) => {
                let node = self.pick(*pick)?;
                let found = match self.member(node).parent {
                    Some(parent) => Found::At(parent, *index),
                    None => Found::RootAt(*index),
                };
                self.attach_found(node, found, false)
            }
            Operation::SortChildren(pick) | Operation::SortChildrenByKey(pick) => {
                let node = self.pick(*pick)?;
                let mut children = self.member(node).children.clone();
                children.sort_by_key(|&child| self.member(child).value.z);
                self.member_mut(node).children = children;
                Ok(())
            }
            Operation::SortRoots => {
                let mut roots = std::mem::take(&mut self.roots);
                roots.sort_by_key(|&root| self.member(root).value.z);
                self.roots = roots;
                Ok(())
            }
            Operation::Remove(pick) | Operation::Take(pick) => {
                let node = self.pick(*pick)?;
                self.step.nodes = self.subtree_from_below(node);
                self.remove(node);
                Ok(())
            }
            Operation::RemoveKeepChildren(pick, heirs) => self.bequeath(*pick, *heirs, false),
            Operation::RemoveKeepChildrenInPlace(pick, heirs) => self.bequeath(*pick, *heirs, true),
            Operation::Clear => {
                self.nodes.iter_mut().for_each(|node| *node = None);
                self.roots.clear();
                Ok(())
            }
            Operation::Set(pick, value) => self.write(*pick, |node| *node = *value),
            Operation::SetEach(values) => {
                for &(pick, value) in values {
                    let node = self.resolve(pick)?;
                    self.step.nodes.push(node);
                    // The others are written, whoever is refused.
                    let _ = self.write(pick, |node| *node = value);
                }
                Ok(())
            }
            Operation::EditZ(pick, z) => self.write(*pick, |node| node.z = *z),
            Operation::SetVisible(pick, visible) => {
                self.write(*pick, |node| node.visible = *visible)
            }
            Operation::SetActive(pick, active) => self.write(*pick, |node| node.active = *active),
            Operation::Place(pick, placing, value) => self.place(*pick, *placing, value),
            Operation::SetMaxDepth(max_depth) => {
                self.max_depth = *max_depth;
                Ok(())
            }
            Operation::Convert(from, to, _) => {
                let from = self.resolve(*from)?;
                self.step.nodes = vec![from, self.resolve(*to)?];
                Ok(())
            }
            Operation::Reserve(_) | Operation::Tidy(_) | Operation::Serialize => Ok(()),
            Operation::Update => {
                let worlds = self.worlds();
                let mut changed = BTreeSet::new();
                for (node, member) in self.nodes.iter_mut().enumerate() {
                    if let Some(member) = member
                        && member.reported != worlds[node]
                    {
                        member.reported = worlds[node];
                        changed.insert(node);
                    }
                }
                self.step.nodes = changed.into_iter().collect();
                Ok(())
            }
            Operation::Snapshot => {
                self.snapshot = Some(Box::new(Self {
                    snapshot: None,
                    ..self.clone()
                }));
                Ok(())
            }
            Operation::Restore => {
                match self.snapshot.take() {
                    Some(snapshot) => {
                        *self = Self {
                            snapshot: Some(snapshot.clone()),
                            ..*snapshot
                        };
                        self.step = Step::default();
                    }
                    None => self.step.skipped = true,
                }
                Ok(())
            }
        }
    }

    /// Resolves a pick, and notes it as the node that the step is about.
    fn pick(&mut self, pick: Pick) -> Result<usize, Refusal> {
        let node = self.resolve(pick)?;
        self.step.node = Some(node);
        if self.is_alive(node) {
            Ok(node)
        } else {
            Err(Refusal::Stale)
        }
    }

    /// One in sixteen picks means somebody who is gone, if there is one.
    fn resolve(&mut self, Pick(number): Pick) -> Result<usize, Refusal> {
        let (gone, number) = (number % 16 == 0, usize::from(number / 16));
        let pick = |from: Vec<usize>| (!from.is_empty()).then(|| from[number % from.len()]);
        let dead = (0..self.nodes.len())
            .filter(|&node| !self.is_alive(node))
            .collect();
        let found = if gone { pick(dead) } else { None };
        found
            .or_else(|| pick(self.living().collect()))
            .ok_or_else(|| {
                self.step.skipped = true;
                Refusal::Stale
            })
    }

    /// The parent and the place among its children; `moving` itself is not counted.
    fn find(
        &mut self,
        spot: Where,
        moving: Option<usize>,
    ) -> Result<(Option<usize>, Option<usize>), Refusal> {
        let found = match spot {
            Where::Root => Found::Root,
            Where::RootAt(index) => Found::RootAt(index),
            Where::Under(pick) => Found::Under(self.resolve(pick)?),
            Where::At(pick, index) => Found::At(self.resolve(pick)?, index),
            Where::Before(pick) => Found::Before(self.resolve(pick)?),
            Where::After(pick) => Found::After(self.resolve(pick)?),
        };
        self.locate(found, moving)
    }

    fn locate(
        &mut self,
        found: Found,
        moving: Option<usize>,
    ) -> Result<(Option<usize>, Option<usize>), Refusal> {
        self.step.spot = Some(found);
        if let Found::Before(sibling) | Found::After(sibling) = found
            && moving == Some(sibling)
        {
            return Err(Refusal::Itself);
        }
        let alive = |node: usize| {
            if self.is_alive(node) {
                Ok(node)
            } else {
                Err(Refusal::Stale)
            }
        };
        let (parent, index) = match found {
            Found::Root => (None, None),
            Found::RootAt(index) => (None, Some(index)),
            Found::Under(parent) => (Some(alive(parent)?), None),
            Found::At(parent, index) => (Some(alive(parent)?), Some(index)),
            Found::Before(sibling) | Found::After(sibling) => {
                let parent = self.member(alive(sibling)?).parent;
                let others = self
                    .siblings_of(parent)
                    .iter()
                    .filter(|&&other| Some(other) != moving);
                let index = others.clone().position(|&other| other == sibling);
                let after = usize::from(matches!(found, Found::After(_)));
                (parent, index.map(|index| index + after))
            }
        };
        let others = self
            .siblings_of(parent)
            .iter()
            .filter(|&&other| Some(other) != moving)
            .count();
        if index.is_some_and(|index| index > others) {
            return Err(Refusal::NoSuchIndex);
        }
        Ok((parent, index))
    }

    fn plant(&mut self, spot: Where, list: Vec<(Option<usize>, Node2)>) -> Result<(), Refusal> {
        if self.living().count() + list.len() > MOST {
            self.step.skipped = true;
            return Ok(());
        }
        let (parent, index) = self.find(spot, None)?;
        let top = parent.map_or(0, |parent| self.depth(parent) + 1);
        let mut depths: Vec<usize> = Vec::new();
        for (parent, value) in &list {
            let depth = match *parent {
                None => top,
                Some(parent) => *depths.get(parent).ok_or(Refusal::ParentNotBefore)? + 1,
            };
            if !value.is_finite() {
                return Err(Refusal::NotFinite);
            }
            if self.max_depth.is_some_and(|max_depth| depth > max_depth) {
                return Err(Refusal::TooDeep);
            }
            depths.push(depth);
        }
        let first = self.nodes.len();
        let mut index = index;
        for (above, value) in list {
            let node = self.nodes.len();
            let parent = above.map_or(parent, |above| Some(first + above));
            self.nodes.push(Some(Member {
                parent,
                children: vec![],
                value,
                reported: None,
            }));
            let siblings = self.siblings_mut(parent);
            match &mut index {
                Some(index) if above.is_none() => {
                    siblings.insert(*index, node);
                    *index += 1;
                }
                _ => siblings.push(node),
            }
            self.step.nodes.push(node);
        }
        Ok(())
    }

    fn attach(&mut self, pick: Pick, spot: Option<Where>, in_place: bool) -> Result<(), Refusal> {
        let node = self.resolve(pick)?;
        self.step.node = Some(node);
        let spot = spot.expect("a spot");
        // The spot is resolved even for a node that is gone, so that both sides see the same.
        let found = self.find(spot, Some(node));
        if !self.is_alive(node) {
            return Err(Refusal::Stale);
        }
        let (parent, index) = found?;
        self.relocate(node, parent, index, in_place)
    }

    fn attach_found(&mut self, node: usize, found: Found, in_place: bool) -> Result<(), Refusal> {
        let (parent, index) = self.locate(found, Some(node))?;
        self.relocate(node, parent, index, in_place)
    }

    fn relocate(
        &mut self,
        node: usize,
        parent: Option<usize>,
        index: Option<usize>,
        in_place: bool,
    ) -> Result<(), Refusal> {
        let old = self.member(node).parent;
        if let Some(parent) = parent {
            if parent == node {
                return Err(Refusal::Itself);
            }
            if self.is_above(node, parent) {
                return Err(Refusal::Cycle);
            }
        }
        let depth = parent.map_or(0, |parent| self.depth(parent) + 1);
        if old != parent && depth > self.depth(node) {
            let deepest = depth + self.height(node);
            if self.max_depth.is_some_and(|max_depth| deepest > max_depth) {
                return Err(Refusal::TooDeep);
            }
        }
        if old != parent && in_place {
            self.member_mut(node).value = self.value_in_place(node, parent)?;
        }
        if old == parent && index.is_none() {
            return Ok(());
        }
        self.siblings_mut(old).retain(|&other| other != node);
        let siblings = self.siblings_mut(parent);
        siblings.insert(index.unwrap_or(siblings.len()), node);
        self.member_mut(node).parent = parent;
        Ok(())
    }

    fn value_in_place(&self, node: usize, parent: Option<usize>) -> Result<Node2, Refusal> {
        if self.member(node).parent == parent {
            return Ok(self.member(node).value);
        }
        let above = parent.map(|parent| self.world(parent));
        let placed = self
            .member(node)
            .value
            .in_place(&self.world(node), above.as_ref());
        placed.ok().filter(Node2::is_finite).ok_or(Refusal::Misfit)
    }

    fn remove(&mut self, node: usize) {
        let parent = self.member(node).parent;
        self.siblings_mut(parent).retain(|&other| other != node);
        for gone in self.subtree(node) {
            self.nodes[gone] = None;
        }
    }

    fn bequeath(&mut self, pick: Pick, heirs: Heirs, in_place: bool) -> Result<(), Refusal> {
        let node = self.pick(pick)?;
        let children = self.member(node).children.clone();
        let parent = match heirs {
            Heirs::ToRoots => None,
            Heirs::ToGrandparent => self.member(node).parent,
        };
        let mut values = Vec::new();
        for &child in &children {
            let value = self.member(child).value;
            values.push(if in_place {
                self.value_in_place(child, parent)?
            } else {
                value
            });
        }
        let place = match heirs {
            Heirs::ToRoots => self.roots.len(),
            Heirs::ToGrandparent => {
                let siblings = self.siblings_of(parent);
                siblings
                    .iter()
                    .position(|&other| other == node)
                    .expect("among its siblings")
            }
        };
        for (offset, (&child, value)) in children.iter().zip(values).enumerate() {
            self.siblings_mut(parent).insert(place + offset, child);
            let member = self.member_mut(child);
            member.parent = parent;
            member.value = value;
        }
        self.member_mut(node).children.clear();
        self.remove(node);
        Ok(())
    }

    fn write(&mut self, pick: Pick, change: impl FnOnce(&mut Node2)) -> Result<(), Refusal> {
        let node = self.pick(pick)?;
        let mut value = self.member(node).value;
        change(&mut value);
        if !value.is_finite() {
            return Err(Refusal::NotFinite);
        }
        self.member_mut(node).value = value;
        Ok(())
    }

    /// What a setter writes is what it writes in a forest that was planted a moment ago.
    fn place(&mut self, pick: Pick, placing: Placing, value: &Node2) -> Result<(), Refusal> {
        let node = self.pick(pick)?;
        let mut order = Vec::new();
        let mut list: Vec<(Option<usize>, Node2)> = Vec::new();
        for root in self.roots.clone() {
            for node in self.subtree(root) {
                let member = self.member(node);
                let above = member
                    .parent
                    .and_then(|parent| order.iter().position(|&n| n == parent));
                order.push(node);
                list.push((above, member.value));
            }
        }
        let mut forest = Forest::new();
        let ids = forest
            .plant_tree(Spot::Root, list)
            .expect("what lives can be planted");
        let id = ids[order
            .iter()
            .position(|&other| other == node)
            .expect("a living node")];
        super::subject::place(&mut forest, id, placing, value)?;
        self.member_mut(node).value = forest.value(id).expect("a planted node");
        Ok(())
    }
}
