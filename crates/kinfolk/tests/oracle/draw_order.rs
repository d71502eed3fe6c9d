//! The order in which nodes are drawn, against pixels that Godot rendered.
//!
//! Godot clamps layers at ±4096 and we do not; one tree goes beyond, and there only what
//! was not clamped is compared. The order by exact layers is known for every tree.

use kinfolk::{DrawOrder, Forest, Node2, NodeId, Spot};
use serde::Deserialize;

use crate::planted::planted;
use crate::read::{answered, pairs, parent};

const NODES: usize = 431;

#[derive(Deserialize)]
struct Asked {
    nodes: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    #[serde(deserialize_with = "parent")]
    parent: Option<usize>,
    z: i32,
    z_relative: bool,
    visible: bool,
}

#[derive(Deserialize)]
struct Answer {
    draw_order: Vec<usize>,
    visible: Vec<bool>,
    effective_z: Vec<i32>,
    preorder: Vec<usize>,
}

struct Tree {
    name: String,
    nodes: Vec<Row>,
    answer: Answer,
}

fn trees() -> impl Iterator<Item = Tree> {
    let trees = answered("zorder_in.json", "godot4_zorder.json").into_iter();
    trees.map(|(id, Asked { nodes }, answer): (_, _, Answer)| {
        assert_eq!(nodes.len(), answer.visible.len());
        Tree {
            name: format!("tree {id}"),
            nodes,
            answer,
        }
    })
}

impl Tree {
    fn planted_as(&self, node: impl Fn(&Row) -> Node2) -> (Forest<Node2>, Vec<NodeId>) {
        planted(self.nodes.iter().map(|row| (row.parent, node(row))))
    }

    /// Layers summed up without a limit.
    fn layer(&self, node: usize) -> i32 {
        let row = &self.nodes[node];
        match row.parent {
            Some(parent) if row.z_relative => row.z + self.layer(parent),
            _ => row.z,
        }
    }

    fn was_clamped(&self, node: usize) -> bool {
        self.layer(node) != self.answer.effective_z[node]
    }

    /// The order in which nodes are drawn: Godot's, but by layers that were not clamped.
    fn order(&self) -> Vec<usize> {
        let mut order = self.answer.preorder.clone();
        order.retain(|&node| self.answer.visible[node]);
        order.sort_by_key(|&node| self.layer(node));
        let free = |order: &[usize]| -> Vec<usize> {
            let order = order.iter().copied();
            order.filter(|&node| !self.was_clamped(node)).collect()
        };
        assert_eq!(free(&order), free(&self.answer.draw_order), "{}", self.name);
        order
    }
}

impl Row {
    fn node(&self) -> Node2 {
        Node2 {
            z: self.z,
            z_relative: self.z_relative,
            visible: self.visible,
            ..Node2::default()
        }
    }
}

/// Node ids as indexes.
fn indexes(order: &[NodeId], ids: &[NodeId]) -> Vec<usize> {
    let index = |node| ids.iter().position(|id| id == node);
    order.iter().filter_map(index).collect()
}

#[test]
fn nodes_are_drawn_in_the_order_of_godots_pixels() {
    let (mut nodes, mut clamped) = (0, 0);
    for tree in trees() {
        let (mut forest, ids) = tree.planted_as(Row::node);
        forest.update();
        let mut order = DrawOrder::new();
        let order = order.refresh(&forest);
        assert_eq!(indexes(order, &ids), tree.order(), "{}", tree.name);
        if (0..ids.len()).any(|node| tree.was_clamped(node)) {
            clamped += 1;
        } else {
            assert_eq!(tree.order(), tree.answer.draw_order, "{}", tree.name);
        }
        nodes += ids.len();
    }
    assert_eq!((nodes, clamped), (NODES, 1));
}

#[test]
fn layers_visibility_and_tree_order_are_godots() {
    let mut clamped = 0;
    for tree in trees() {
        let (forest, ids) = tree.planted_as(Row::node);
        let walk: Vec<_> = forest.walk().collect();
        assert_eq!(indexes(&walk, &ids), tree.answer.preorder, "{}", tree.name);
        for (index, &node) in ids.iter().enumerate() {
            let world = forest.effective(node).unwrap();
            let name = format_args!("{}, node {index}", tree.name);
            assert_eq!(world.z(), tree.layer(index), "{name}");
            assert_eq!(world.visible(), tree.answer.visible[index], "{name}");
            clamped += usize::from(tree.was_clamped(index));
        }
    }
    assert_eq!(clamped, 3);
}

#[test]
fn an_order_that_follows_single_changes_ends_like_a_new_one() {
    let mut steps = 0;
    for tree in trees() {
        let (mut forest, ids) = tree.planted_as(|_| Node2::default());
        forest.update();
        let mut order = DrawOrder::new();
        assert_eq!(indexes(order.refresh(&forest), &ids), tree.answer.preorder);
        for (&node, row) in pairs(&ids, &tree.nodes) {
            for change in changes(row) {
                forest.edit(node, change).unwrap();
                forest.update();
                let name = format_args!("{}, {node}", tree.name);
                assert_eq!(
                    order.refresh(&forest),
                    DrawOrder::new().refresh(&forest),
                    "{name}"
                );
                steps += 1;
            }
        }
        assert_eq!(indexes(order.nodes(), &ids), tree.order(), "{}", tree.name);
    }
    assert_eq!(steps, NODES * 3);
}

/// The ways from a plain node to this one, one at a time.
fn changes(row: &Row) -> [impl FnOnce(&mut Node2); 3] {
    let all = row.node();
    [0, 1, 2].map(|part| {
        move |node: &mut Node2| match part {
            0 => node.z = all.z,
            1 => node.z_relative = all.z_relative,
            _ => node.visible = all.visible,
        }
    })
}

#[test]
fn an_order_that_follows_many_changes_at_once_ends_like_a_new_one() {
    for tree in trees() {
        let (mut forest, ids) = tree.planted_as(|_| Node2::default());
        forest.update();
        let mut order = DrawOrder::new();
        order.refresh(&forest);

        write_all(&mut forest, &ids, &tree);
        forest.update();

        assert_eq!(
            indexes(order.refresh(&forest), &ids),
            tree.order(),
            "{}",
            tree.name
        );
    }
}

#[test]
fn trees_side_by_side_are_each_drawn_in_their_order() {
    let trees: Vec<_> = trees().collect();
    let mut forest = Forest::new();
    let ids: Vec<Vec<NodeId>> = trees
        .iter()
        .map(|tree| {
            let rows = tree.nodes.iter();
            let nodes = rows.map(|row| (row.parent, Node2::default()));
            forest.plant_tree(Spot::Root, nodes).unwrap()
        })
        .collect();
    forest.update();
    let mut order = DrawOrder::new();
    assert!(order.refresh(&forest).iter().copied().eq(forest.walk()));

    for (tree, ids) in pairs(&trees, &ids) {
        write_all(&mut forest, ids, tree);
    }
    assert!(forest.update().len() > 16, "too many to move one by one");

    order.refresh(&forest);
    assert_eq!(order.nodes(), DrawOrder::new().refresh(&forest));
    for (tree, ids) in pairs(&trees, &ids) {
        assert_eq!(indexes(order.nodes(), ids), tree.order(), "{}", tree.name);
    }
}

fn write_all(forest: &mut Forest<Node2>, ids: &[NodeId], tree: &Tree) {
    for (&node, row) in pairs(ids, &tree.nodes) {
        forest.set(node, row.node()).unwrap();
    }
}
