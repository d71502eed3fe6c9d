//! One scene as a tree: its own nodes, and what it says about those of others.
//!
//! A node that comes out of an instanced or inherited scene is only there if this scene says
//! something about it or below it: it is a *ghost*, with the node that it stands for as its
//! source. So a scene is as large as its file, however much comes out of it. Properties are
//! effective ones: those of the source, with what this scene has written on top.

use std::collections::HashMap;
use std::ops::Range;

use kinfolk_scene::Text as Word;

use super::class::Kind;
use super::props::{Props, Written};
use super::report::FileIndex;
use crate::shown;

/// A node of a scene, in a list of scenes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct View {
    pub(super) scene: usize,
    pub(super) node: usize,
}

/// All scenes of an import; each after those that it is made of.
#[derive(Default)]
pub(super) struct Scenes {
    pub(super) all: Vec<Tree>,
}

/// A scene.
pub(super) struct Tree {
    pub(super) file: FileIndex,
    /// Parents before children; the root first.
    pub(super) nodes: Vec<Node>,
    by_name: HashMap<(usize, Word), usize>,
    /// How many nodes come out of it.
    pub(super) count: u64,
}

/// A node, or a ghost of one.
pub(super) struct Node {
    pub(super) name: Word,
    pub(super) parent: Option<usize>,
    /// In the order of the file, ghosts among them.
    pub(super) children: Vec<usize>,
    /// Whether another scene has made it.
    pub(super) is_ghost: bool,
    /// The node that a ghost stands for; the root of the scene that an instance is made of.
    pub(super) source: Option<View>,
    pub(super) kind: Kind,
    pub(super) props: Props,
    /// What this scene has written about it.
    pub(super) written: Written,
    /// Where it asks to be among its siblings.
    pub(super) index: Option<usize>,
    /// The section that made it, or the last one about a ghost.
    pub(super) header: Range<usize>,
    /// How many children there are, with those of the source.
    child_count: usize,
    /// The first own child that is not behind all others.
    pub(super) shuffled: Option<Range<usize>>,
    /// The first own node below, by way of ghosts only, that is not behind all its siblings.
    pub(super) shuffled_below: Option<Range<usize>>,
    /// The first own child of this ghost, or of one below.
    pub(super) grown: Option<Range<usize>>,
    /// Whether something below does not care for whether this is shown.
    pub(super) breaks: bool,
}

impl Scenes {
    pub(super) fn node(&self, view: View) -> &Node {
        &self.all[view.scene].nodes[view.node]
    }

    /// The child with this name as it is seen from `view`.
    pub(super) fn child(&self, mut view: View, name: &str) -> Option<View> {
        loop {
            if let Some(node) = self.all[view.scene].child(view.node, name) {
                return Some(View { node, ..view });
            }
            view = self.node(view).source?;
        }
    }

    /// The node at a path of names below the root of a scene; ghosts are made on the way.
    pub(super) fn reach(&mut self, scene: usize, path: &str) -> Option<usize> {
        let mut names = path.split('/').filter(|&name| name != ".");
        names.try_fold(0, |at, name| self.step(scene, at, name))
    }

    /// The child with this name; a ghost is made of one that another scene has.
    pub(super) fn step(&mut self, scene: usize, at: usize, name: &str) -> Option<usize> {
        if let Some(child) = self.all[scene].child(at, name) {
            return Some(child);
        }
        let source = self.all[scene].nodes[at].source?;
        let source = self.child(source, name)?;
        Some(self.add_ghost(scene, at, source))
    }

    fn add_ghost(&mut self, scene: usize, parent: usize, source: View) -> usize {
        let of = self.node(source);
        let ghost = Node {
            props: of.props.clone(),
            child_count: of.child_count,
            breaks: of.breaks,
            is_ghost: true,
            source: Some(source),
            ..Node::new(of.name.clone(), of.kind, 0..0)
        };
        self.all[scene].push(Some(parent), ghost)
    }

    /// Adds a node of the scene's own. It is made of `source` if there is one.
    pub(super) fn add(
        &mut self,
        scene: usize,
        parent: Option<usize>,
        mut node: Node,
        source: Option<usize>,
    ) -> usize {
        let mut count = 1;
        if let Some(source) = source {
            let view = View {
                scene: source,
                node: 0,
            };
            let root = self.node(view);
            node.source = Some(view);
            node.kind = root.kind;
            node.props.clone_from(&root.props);
            node.child_count = root.child_count;
            node.breaks = root.breaks;
            count = self.all[source].count;
        }
        let tree = &mut self.all[scene];
        tree.count = tree.count.saturating_add(count);
        if let Some(parent) = parent {
            tree.note_addition(parent, &node);
        }
        tree.push(parent, node)
    }

    /// A node, and those that it stands for, down to the one that a scene has made.
    pub(super) fn layers(&self, view: View) -> Vec<View> {
        let mut layers = vec![view];
        let mut at = self.node(view);
        while at.is_ghost
            && let Some(source) = at.source
        {
            layers.push(source);
            at = self.node(source);
        }
        layers
    }

    /// The names of the children that these layers add, innermost first.
    pub(super) fn added(&self, layers: &[View]) -> Vec<&Word> {
        let mut names = Vec::new();
        for &layer in layers.iter().rev() {
            let nodes = &self.all[layer.scene].nodes;
            for &child in &nodes[layer.node].children {
                let child = &nodes[child];
                match child.index {
                    _ if child.is_ghost => {}
                    Some(index) if index < names.len() => names.insert(index, &child.name),
                    _ => names.push(&child.name),
                }
            }
        }
        names
    }

    /// The names of all children, in Godot's order.
    pub(super) fn children(&self, view: View) -> Vec<&Word> {
        let mut layers = vec![view];
        while let Some(source) = layers.last().and_then(|&layer| self.node(layer).source) {
            layers.push(source);
        }
        self.added(&layers)
    }

    /// What reports call it: the path of names from the root of its scene, and the root's own
    /// name for the root.
    pub(super) fn path(&self, view: View) -> String {
        self.all[view.scene].path(view.node)
    }
}

impl Tree {
    pub(super) fn new(file: FileIndex) -> Self {
        Self {
            file,
            nodes: Vec::new(),
            by_name: HashMap::new(),
            count: 0,
        }
    }

    pub(super) fn child(&self, node: usize, name: &str) -> Option<usize> {
        self.by_name.get(&(node, name.into())).copied()
    }

    /// As [`Scenes::path`], within this scene.
    pub(super) fn path(&self, node: usize) -> String {
        let above = |&at: &usize| self.nodes[at].parent;
        let is_named = |at: &usize| *at == node || self.nodes[*at].parent.is_some();
        let inside_out = std::iter::successors(Some(node), above).filter(is_named);
        shown::path(inside_out.map(|at| self.nodes[at].name.as_str()))
    }

    fn push(&mut self, parent: Option<usize>, mut node: Node) -> usize {
        let index = self.nodes.len();
        node.parent = parent;
        if let Some(parent) = parent {
            self.nodes[parent].children.push(index);
            self.by_name.insert((parent, node.name.clone()), index);
        }
        self.nodes.push(node);
        index
    }

    /// Tells everybody above that they get a new descendant.
    fn note_addition(&mut self, parent: usize, node: &Node) {
        let above = &mut self.nodes[parent];
        let is_shuffled = node.index.is_some_and(|index| index < above.child_count);
        above.child_count += 1;
        if is_shuffled && above.shuffled.is_none() {
            above.shuffled = Some(node.header.clone());
        }
        let above_kind = above.kind;
        let mut at = parent;
        while self.nodes[at].is_ghost {
            let ghost = &mut self.nodes[at];
            let knows = ghost.grown.is_some() && (!is_shuffled || ghost.shuffled_below.is_some());
            if knows {
                break;
            }
            ghost.grown.get_or_insert_with(|| node.header.clone());
            if is_shuffled {
                let shuffled = &mut ghost.shuffled_below;
                shuffled.get_or_insert_with(|| node.header.clone());
            }
            let Some(above) = ghost.parent else {
                break;
            };
            at = above;
        }
        let breaks = match node.kind {
            Kind::Node2D | Kind::Control => above_kind == Kind::Plain,
            Kind::CanvasLayer | Kind::Window => true,
            Kind::Plain => false,
        };
        let mut at = Some(parent).filter(|_| breaks || node.breaks);
        while let Some(above) = at {
            if std::mem::replace(&mut self.nodes[above].breaks, true) {
                break;
            }
            at = self.nodes[above].parent;
        }
    }
}

impl Node {
    pub(super) fn new(name: Word, kind: Kind, header: Range<usize>) -> Self {
        Self {
            name,
            parent: None,
            children: Vec::new(),
            is_ghost: false,
            source: None,
            kind,
            props: Props::default(),
            written: Written::default(),
            index: None,
            header,
            child_count: 0,
            shuffled: None,
            shuffled_below: None,
            grown: None,
            breaks: false,
        }
    }

    /// The scene that it is made of, if it is no ghost.
    pub(super) fn template(&self) -> Option<usize> {
        let source = self.source.filter(|_| !self.is_ghost);
        source.map(|source| source.scene)
    }
}
