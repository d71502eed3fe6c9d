//! The forest under test, twice: updated on one thread and on several.

use kinfolk::{
    AttachError, Changes, DrawOrder, Forest, Inherit, Node2, NodeId, PlantError, Snapshot,
    SpaceError, Spot, Stale, WriteError,
};
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest};

use super::naive::{Found, Naive, Refusal};
use super::operation::{Operation, Pick, Placing};

pub(crate) struct Subject {
    serial: Lived,
    parallel: Lived,
}

/// A forest and what is kept beside it.
struct Lived {
    forest: Forest<Node2>,
    /// The ids of the model's nodes, the dead included.
    ids: Vec<NodeId>,
    order: DrawOrder,
    /// What the last update reported.
    listed: Vec<NodeId>,
    /// A snapshot, how many ids there were, and what was reported.
    snapshot: Option<(Snapshot<Node2>, usize, Vec<NodeId>)>,
    update: fn(&mut Forest<Node2>) -> Changes<'_>,
}

impl StateMachineTest for Subject {
    type SystemUnderTest = Self;
    type Reference = Naive;

    fn init_test(_: &Naive) -> Self {
        #[cfg(feature = "rayon")]
        let parallel: fn(&mut Forest<Node2>) -> Changes<'_> = Forest::update_parallel;
        #[cfg(not(feature = "rayon"))]
        let parallel: fn(&mut Forest<Node2>) -> Changes<'_> = Forest::update;
        Self {
            serial: Lived::new(Forest::update),
            parallel: Lived::new(parallel),
        }
    }

    fn apply(mut state: Self, expected: &Naive, operation: Operation) -> Self {
        state.serial.live(expected, &operation);
        state.parallel.live(expected, &operation);
        if matches!(operation, Operation::Update) {
            let serial = state
                .serial
                .forest
                .changes()
                .iter()
                .map(|id| id.to_bits() as u32);
            let parallel = state
                .parallel
                .forest
                .changes()
                .iter()
                .map(|id| id.to_bits() as u32);
            assert!(serial.eq(parallel), "the change lists are in another order");
        }
        state
    }

    fn check_invariants(state: &Self, expected: &<Naive as ReferenceStateMachine>::State) {
        state.serial.compare(expected);
        state.parallel.compare(expected);
    }
}

impl Lived {
    fn new(update: fn(&mut Forest<Node2>) -> Changes<'_>) -> Self {
        let (ids, order) = (Vec::new(), DrawOrder::new());
        Self {
            forest: Forest::new(),
            ids,
            order,
            listed: Vec::new(),
            snapshot: None,
            update,
        }
    }

    /// Does what the model has done, and sees that it comes to the same.
    fn live(&mut self, expected: &Naive, operation: &Operation) {
        let step = &expected.step;
        if step.skipped {
            return;
        }
        let outcome = self.perform(expected, operation);
        assert_eq!(outcome.err(), step.refused, "{operation:?}");
    }

    fn perform(&mut self, expected: &Naive, operation: &Operation) -> Result<(), Refusal> {
        let step = &expected.step;
        let node = step.node.and_then(|node| self.ids.get(node).copied());
        let node = || node.expect("the step is about a node");
        let spot = step.spot.map(|found| self.spot(found));
        let spot = || spot.expect("the step has a spot");
        let forest = &mut self.forest;
        match operation {
            Operation::Plant(_, value) => {
                let planted = forest.plant_at(spot(), *value)?;
                self.ids.push(planted);
            }
            Operation::PlantMany(_, values) => {
                let planted = forest.plant_many(spot(), values.iter().copied())?;
                self.ids.extend(planted);
            }
            Operation::PlantTree(_, list) => {
                let planted = forest.plant_tree(spot(), list.iter().copied())?;
                self.ids.extend(planted);
            }
            Operation::CloneSubtree(..) => {
                if !expected.is_alive(step.node.expect("the step is about a node")) {
                    assert!(forest.clone_subtree(node(), Spot::Root).is_err());
                    return Err(Refusal::Stale);
                }
                let copies = forest.clone_subtree_ids(node(), spot())?;
                self.ids.extend(copies.iter().map(|&(_, copy)| copy));
            }
            Operation::Attach(..) => forest.attach(node(), spot())?,
            Operation::AttachInPlace(..) => forest.attach_in_place(node(), spot())?,
            Operation::Detach(_) => forest.detach(node())?,
            Operation::DetachInPlace(_) => forest.detach_in_place(node())?,
            Operation::Reorder(_, index) => forest.reorder(node(), *index)?,
            Operation::SortChildren(_) => {
                let z = |forest: &Forest<Node2>, node| forest.value(node).map(|value| value.z);
                forest.sort_children_by(node(), |forest, a, b| z(forest, a).cmp(&z(forest, b)))?;
            }
            Operation::SortChildrenByKey(_) => {
                forest.sort_children_by_key(node(), |forest, node| {
                    forest.value(node).map(|value| value.z)
                })?;
            }
            Operation::SortRoots => {
                let z = |forest: &Forest<Node2>, node| forest.value(node).map(|value| value.z);
                forest.sort_roots_by(|forest, a, b| z(forest, a).cmp(&z(forest, b)));
            }
            Operation::Remove(_) => assert_eq!(forest.remove(node())?, step.nodes.len()),
            Operation::Take(_) => {
                let taken = forest.take(node())?;
                let expected = step.nodes.iter().map(|&node| self.ids[node]);
                assert!(
                    taken.iter().map(|&(node, _)| node).eq(expected),
                    "taken in another order"
                );
            }
            Operation::RemoveKeepChildren(_, heirs) => {
                forest.remove_keep_children(node(), *heirs)?;
            }
            Operation::RemoveKeepChildrenInPlace(_, heirs) => {
                forest.remove_keep_children_in_place(node(), *heirs)?;
            }
            Operation::Clear => forest.clear(),
            Operation::Set(_, value) => forest.set(node(), *value)?,
            Operation::SetEach(values) => self.set_each(&step.nodes, values),
            Operation::EditZ(_, z) => forest.edit(node(), |node| node.z = *z)?,
            Operation::SetVisible(_, visible) => forest.set_visible(node(), *visible)?,
            Operation::SetActive(_, active) => forest.set_active(node(), *active)?,
            Operation::Place(_, placing, value) => place(forest, node(), *placing, value)?,
            Operation::SetMaxDepth(max_depth) => forest.set_max_depth(*max_depth),
            Operation::Reserve(more) => forest.reserve(*more),
            Operation::Tidy(budget) => {
                let tidy = forest.tidy(*budget);
                assert_eq!(tidy, forest.is_tidy());
                assert!(tidy || *budget < 1_000, "so few nodes are tidied in one go");
            }
            Operation::Update => self.update(expected),
            Operation::Snapshot => match &mut self.snapshot {
                Some((snapshot, ids, listed)) => {
                    forest.snapshot_into(snapshot);
                    *ids = self.ids.len();
                    listed.clone_from(&self.listed);
                }
                None => {
                    let listed = self.listed.clone();
                    self.snapshot = Some((forest.snapshot(), self.ids.len(), listed));
                }
            },
            Operation::Restore => {
                let kept = self.snapshot.as_ref();
                let (snapshot, ids, listed) = kept.expect("there is a snapshot");
                forest.restore(snapshot);
                self.ids.truncate(*ids);
                self.listed.clone_from(listed);
            }
            Operation::Serialize => self.serialize(),
            Operation::Convert(_, _, numbers) => self.convert(&step.nodes, *numbers),
        }
        Ok(())
    }

    /// Writes many at once; the refused are those that would be refused one by one.
    fn set_each(&mut self, nodes: &[usize], values: &[(Pick, Node2)]) {
        let ids: Vec<_> = nodes.iter().map(|&node| Some(self.ids[node])).collect();
        let mut refused = Vec::new();
        self.forest.set_each(
            &ids,
            |which| values[which].1,
            |which, why| refused.push((which, Refusal::from(why))),
        );
        let wanted = ids.iter().zip(values).enumerate();
        let wanted: Vec<_> = wanted
            .filter_map(|(which, (id, (_, value)))| {
                if !id.is_some_and(|id| self.forest.contains(id)) {
                    Some((which, Refusal::Stale))
                } else {
                    (!value.is_finite()).then_some((which, Refusal::NotFinite))
                }
            })
            .collect();
        assert_eq!(refused, wanted, "who was refused");
    }

    /// Every conversion between two nodes: finite, or refused for a reason that holds.
    #[allow(
        unreachable_patterns,
        reason = "inside the crate all variants are known"
    )]
    fn convert(&self, nodes: &[usize], [x, y, angle]: [f32; 3]) {
        let forest = &self.forest;
        let [from, to] = [nodes[0], nodes[1]].map(|node| self.ids[node]);
        let one_is_gone = !forest.contains(from) || !forest.contains(to);
        let is_flat = |node| match forest.effective(node) {
            Some(world) => world.inverse().is_err(),
            None => false,
        };
        let holds = |why: SpaceError, was_finite: bool| match why {
            SpaceError::Stale(node) => assert!(!forest.contains(node), "{node} is there"),
            SpaceError::NotFinite(_) => assert!(!was_finite, "{x} {y} {angle} are finite"),
            SpaceError::NotInvertible(node) => assert!(is_flat(node), "{node} can be inverted"),
            other => panic!("{other}"),
        };
        let point = [x, y];
        for answer in [
            forest.point_to_parent(from, point),
            forest.point_to_world(from, point),
            forest.point_to_local(from, point),
            forest.vector_to_parent(from, point),
            forest.vector_to_world(from, point),
            forest.vector_to_local(from, point),
            forest.point_between(from, to, point),
            forest.vector_between(from, to, point),
        ] {
            match answer {
                Ok(found) => assert!(found.is_finite(), "{found} from {x} {y}"),
                Err(why) => holds(why, x.is_finite() && y.is_finite()),
            }
        }
        for answer in [
            forest.angle_to_parent(from, angle),
            forest.angle_to_world(from, angle),
            forest.angle_to_local(from, angle),
            forest.angle_between(from, to, angle),
        ] {
            match answer {
                Ok(found) => assert!(found.is_finite(), "{found} from {angle}"),
                Err(why) => holds(why, angle.is_finite()),
            }
        }
        assert!(!one_is_gone || forest.point_between(from, to, point).is_err());
    }

    fn update(&mut self, expected: &Naive) {
        (self.update)(&mut self.forest);
        let mut changed: Vec<NodeId> = self.forest.changes().to_vec();
        self.listed.clone_from(&changed);
        let mut depth = 0;
        for &node in &changed {
            let deeper = self
                .forest
                .depth(node)
                .expect("a change is about a living node");
            assert!(deeper >= depth, "{node} comes after its descendants");
            depth = deeper;
        }
        changed.sort_unstable();
        let mut wanted: Vec<_> = expected
            .step
            .nodes
            .iter()
            .map(|&node| self.ids[node])
            .collect();
        wanted.sort_unstable();
        assert_eq!(changed, wanted, "the change list");
        self.compare_changed_values();

        let drawn: Vec<_> = expected
            .drawn()
            .into_iter()
            .map(|node| self.ids[node])
            .collect();
        assert_eq!(self.order.refresh(&self.forest), drawn, "the draw order");
        self.compare_walks(expected);
    }

    /// Asking about many at once is asking one by one.
    fn compare_changed_values(&self) {
        let ids: Vec<_> = self.ids.iter().copied().map(Some).collect();
        let mut found = Vec::new();
        self.forest
            .changed_values(&ids, |which, world| found.push((which, *world)));
        let changes = self.forest.changes();
        let listed = self.ids.iter().enumerate();
        let listed: Vec<_> = listed
            .filter(|&(_, &id)| changes.contains(id))
            .filter_map(|(which, &id)| Some((which, self.forest.effective(id)?)))
            .collect();
        assert_eq!(found, listed, "the values of what changed");
    }

    /// Writes the forest, reads it back, and goes on with what was read.
    fn serialize(&mut self) {
        #[cfg(feature = "serde")]
        {
            let text = serde_json::to_string(&self.forest).expect("a forest can be written");
            let read: Forest<Node2> = serde_json::from_str(&text).expect("and read");
            assert!(
                read.walk().eq(self.forest.walk()),
                "ids and order come back"
            );
            let again = serde_json::to_string(&read).expect("a forest can be written");
            assert_eq!(text, again);
            read.check_laws().expect("the laws hold");
        }
    }

    /// Whatever has happened since, the last update's list has lost the dead and nobody else.
    fn compare_changes(&self) {
        let (forest, changes) = (&self.forest, self.forest.changes());
        let listed = self.listed.iter().copied();
        let listed: Vec<_> = listed.filter(|&node| forest.contains(node)).collect();
        assert_eq!(changes, listed, "the change list later on");
        assert_eq!(changes.len(), listed.len());
        assert!(listed.iter().all(|&node| changes.contains(node)));
    }

    fn spot(&self, found: Found) -> Spot {
        match found {
            Found::Root => Spot::Root,
            Found::RootAt(index) => Spot::RootAt(index),
            Found::Under(parent) => Spot::Under(self.ids[parent]),
            Found::At(parent, index) => Spot::At(self.ids[parent], index),
            Found::Before(sibling) => Spot::Before(self.ids[sibling]),
            Found::After(sibling) => Spot::After(self.ids[sibling]),
        }
    }

    /// Structure, own and effective values, laws: everything that must hold after each step.
    fn compare(&self, expected: &Naive) {
        let forest = &self.forest;
        if let Err(broken) = forest.check_laws() {
            panic!("{broken}");
        }
        assert_eq!(forest.len(), expected.living().count());
        self.compare_changes();
        assert!(
            forest
                .roots()
                .eq(expected.roots.iter().map(|&root| self.ids[root])),
            "roots"
        );
        let worlds = expected.worlds();
        for (node, &id) in self.ids.iter().enumerate() {
            let Some(member) = &expected.nodes[node] else {
                assert!(!forest.contains(id), "{id} is gone");
                continue;
            };
            assert_eq!(
                forest.parent(id),
                member.parent.map(|parent| self.ids[parent])
            );
            assert!(
                forest
                    .children(id)
                    .eq(member.children.iter().map(|&child| self.ids[child])),
                "children of {id}"
            );
            assert_eq!(forest.value(id), Some(member.value), "own value of {id}");
            assert_eq!(
                forest.effective(id),
                worlds[node],
                "effective value of {id}"
            );
            let world = forest.effective(id).map(|world| world.affine());
            assert!(
                world.is_some_and(|world| world.is_finite()),
                "no NaN, no infinity"
            );
            let bits = |place: glam::Vec2| place.to_array().map(f32::to_bits);
            assert_eq!(
                forest.world_position(id).map(bits),
                world.map(|world| bits(world.translation)),
                "position of {id}"
            );
        }
    }

    /// Every walk and question, against the model.
    fn compare_walks(&self, expected: &Naive) {
        let forest = &self.forest;
        let id = |node: usize| self.ids[node];
        let all: Vec<_> = expected
            .roots
            .iter()
            .flat_map(|&root| expected.subtree(root))
            .collect();
        assert!(forest.walk().eq(all.iter().map(|&node| id(node))), "walk");
        assert_eq!(forest.by_depth().len(), all.len());
        let depths: Vec<_> = forest
            .by_depth()
            .filter_map(|node| forest.depth(node))
            .collect();
        assert!(depths.is_sorted() && depths.len() == all.len(), "by_depth");
        for &node in &all {
            let member = expected.member(node);
            let below = expected.subtree(node);
            assert_eq!(forest.depth(id(node)), Some(expected.depth(node)));
            assert!(
                forest
                    .descendants(id(node))
                    .eq(below[1..].iter().map(|&n| id(n)))
            );
            let mut breadth = vec![node];
            for at in 0.. {
                let Some(&next) = breadth.get(at) else { break };
                breadth.extend(&expected.member(next).children);
            }
            assert!(
                forest
                    .breadth_first(id(node))
                    .eq(breadth[1..].iter().map(|&n| id(n)))
            );
            let is_leaf = |&&n: &&usize| expected.member(n).children.is_empty();
            assert!(
                forest
                    .leaves(id(node))
                    .eq(below[1..].iter().filter(is_leaf).map(|&n| id(n)))
            );
            let back = member.children.iter().rev().map(|&child| id(child));
            assert!(
                forest.children(id(node)).rev().eq(back),
                "children, last first"
            );
            let siblings = expected.siblings_of(member.parent);
            let others = siblings
                .iter()
                .filter(|&&other| other != node)
                .map(|&other| id(other));
            assert!(forest.siblings(id(node)).eq(others), "siblings");
            let place = siblings.iter().position(|&other| other == node);
            assert_eq!(forest.index_among_siblings(id(node)), place);
            let mut above = member.parent;
            let mut ancestors = forest.ancestors(id(node));
            while let Some(parent) = above {
                assert_eq!(ancestors.next(), Some(id(parent)));
                assert!(forest.is_ancestor_of(id(parent), id(node)));
                above = expected.member(parent).parent;
            }
            assert_eq!(ancestors.next(), None);
        }
    }
}

/// Writes through a setter; `value` has the numbers.
pub(crate) fn place(
    forest: &mut Forest<Node2>,
    node: NodeId,
    placing: Placing,
    value: &Node2,
) -> Result<(), Refusal> {
    let transform = value.transform;
    match placing {
        Placing::Position => forest.set_position(node, transform.position)?,
        Placing::Rotation => forest.set_rotation(node, transform.rotation)?,
        Placing::Scale => forest.set_scale(node, transform.scale)?,
        Placing::Transform => forest.set_transform(node, transform)?,
        Placing::WorldPosition => forest.set_world_position(node, transform.position)?,
        Placing::WorldRotation => forest.set_world_rotation(node, transform.rotation)?,
        Placing::WorldScale => forest.set_world_scale(node, transform.scale)?,
        Placing::WorldTransform => forest.set_world_transform(node, transform)?,
        Placing::World => forest.set_world(node, transform.to_affine())?,
        Placing::LookAt => forest.look_at(node, transform.position)?,
    }
    Ok(())
}

impl From<PlantError> for Refusal {
    #[allow(
        unreachable_patterns,
        reason = "inside the crate all variants are known"
    )]
    fn from(error: PlantError) -> Self {
        match error {
            PlantError::Stale(_) => Self::Stale,
            PlantError::NotFinite { .. } => Self::NotFinite,
            PlantError::TooDeep { .. } => Self::TooDeep,
            PlantError::NoSuchIndex { .. } => Self::NoSuchIndex,
            PlantError::ParentNotBefore { .. } => Self::ParentNotBefore,
            other => panic!("{other}"),
        }
    }
}

impl From<AttachError> for Refusal {
    #[allow(
        unreachable_patterns,
        reason = "inside the crate all variants are known"
    )]
    fn from(error: AttachError) -> Self {
        match error {
            AttachError::Stale(_) => Self::Stale,
            AttachError::Itself(_) => Self::Itself,
            AttachError::Cycle { .. } => Self::Cycle,
            AttachError::TooDeep { .. } => Self::TooDeep,
            AttachError::NoSuchIndex { .. } => Self::NoSuchIndex,
            AttachError::Misfit { .. } => Self::Misfit,
            other => panic!("{other}"),
        }
    }
}

impl From<WriteError> for Refusal {
    #[allow(
        unreachable_patterns,
        reason = "inside the crate all variants are known"
    )]
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Stale(_) => Self::Stale,
            WriteError::NotFinite(_) => Self::NotFinite,
            WriteError::Misfit { .. } => Self::Misfit,
            other => panic!("{other}"),
        }
    }
}

impl From<Stale> for Refusal {
    fn from(_: Stale) -> Self {
        Self::Stale
    }
}
