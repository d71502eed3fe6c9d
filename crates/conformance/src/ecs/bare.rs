//! A forest alone, for what it has in common with ECSs.

use kinfolk::{Forest, Heirs, Node2, NodeId, World2};
use kinfolk_ecs::Trouble;

use super::Realm;

/// A forest, and what its last update changed.
#[derive(Debug)]
pub struct BareRealm {
    forest: Forest<Node2>,
}

impl Realm for BareRealm {
    type Entity = NodeId;

    const LINKS_ARE_COMPONENTS: bool = false;
    const REFUSES_LOOPS: bool = true;
    const ENDS_FAMILIES_AT_ONCE: bool = true;

    fn new() -> Self {
        Self {
            forest: Forest::new(),
        }
    }

    fn spawn(&mut self, own: Node2) -> NodeId {
        self.forest.plant(own).unwrap()
    }

    fn spawn_stranger(&mut self) -> NodeId {
        unreachable!("whoever is in a forest owns something")
    }

    fn despawn(&mut self, node: NodeId) {
        self.forest.remove(node).unwrap();
    }

    fn is_alive(&self, node: NodeId) -> bool {
        self.forest.contains(node)
    }

    fn write(&mut self, node: NodeId, own: Node2) {
        // Refused, if it is not finite.
        let _ = self.forest.set(node, own);
    }

    fn disown(&mut self, _: NodeId) {
        unreachable!("whoever is in a forest owns something")
    }

    fn own(&self, node: NodeId) -> Option<Node2> {
        self.forest.value(node)
    }

    fn link(&mut self, child: NodeId, parent: NodeId) {
        self.forest.attach(child, parent).unwrap();
    }

    fn unlink(&mut self, child: NodeId) {
        self.forest.detach(child).unwrap();
    }

    fn attach(&mut self, child: NodeId, parent: NodeId) -> bool {
        self.forest.attach(child, parent).is_ok()
    }

    fn attach_in_place(&mut self, child: NodeId, parent: NodeId) -> bool {
        self.forest.attach_in_place(child, parent).is_ok()
    }

    fn detach(&mut self, child: NodeId) -> bool {
        self.forest.detach(child).is_ok()
    }

    fn detach_in_place(&mut self, child: NodeId) -> bool {
        self.forest.detach_in_place(child).is_ok()
    }

    fn despawn_all(&mut self, node: NodeId) {
        self.forest.remove(node).unwrap();
    }

    fn despawn_keep_children(&mut self, node: NodeId) {
        self.forest
            .remove_keep_children_in_place(node, Heirs::ToRoots)
            .unwrap();
    }

    fn sort_children_by_x(&mut self, parent: NodeId) {
        let x = |forest: &Forest<Node2>, node| forest.value(node).unwrap().transform.position.x;
        self.forest
            .sort_children_by(parent, |forest, a, b| x(forest, a).total_cmp(&x(forest, b)))
            .unwrap();
    }

    fn sync(&mut self) {
        self.forest.update();
    }

    fn world(&self, node: NodeId) -> Option<World2> {
        self.forest.effective(node)
    }

    fn rewritten(&mut self) -> Vec<NodeId> {
        self.forest.changes().to_vec()
    }

    fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.forest.parent(node)
    }

    fn children(&self, node: NodeId) -> Vec<NodeId> {
        self.forest.children(node).collect()
    }

    fn roots(&self) -> Vec<NodeId> {
        self.forest.roots().collect()
    }

    fn descendants(&self, node: NodeId) -> Vec<NodeId> {
        self.forest.descendants(node).collect()
    }

    fn nodes(&self) -> usize {
        self.forest.len()
    }

    fn memory(&self) -> usize {
        self.forest.memory()
    }

    fn check_laws(&self) -> Result<(), String> {
        self.forest.check_laws()
    }

    fn new_troubles(&self) -> Vec<Trouble<NodeId>> {
        Vec::new()
    }

    fn troubles(&self) -> Vec<Trouble<NodeId>> {
        Vec::new()
    }
}
