//! Forests as text: trees, drawn with lines.

use alloc::string::String;
use core::fmt;

use crate::forest::Forest;
use crate::id::NodeId;
use crate::inherit::Inherit;

/// Lines are drawn for this many levels; deeper nodes say their depth instead, so that a
/// chain of a million nodes is a million lines and not a terabyte.
const LINED_LEVELS: usize = 32;

impl<V: Inherit> Forest<V> {
    /// The forest as a tree of labels, for people to look at.
    ///
    /// ```
    /// use kinfolk::{Forest, Node2};
    ///
    /// let mut forest = Forest::new();
    /// let tank = forest.plant(Node2::default()).unwrap();
    /// let turret = forest.plant_at(tank, Node2::default()).unwrap();
    /// let barrel = forest.plant_at(turret, Node2::default()).unwrap();
    /// let flag = forest.plant_at(tank, Node2::default()).unwrap();
    ///
    /// let names = ["tank", "turret", "barrel", "flag"];
    /// let drawing = forest.draw_tree(|node, f| {
    ///     let index = [tank, turret, barrel, flag].iter().position(|&n| n == node);
    ///     f.write_str(names[index.unwrap()])
    /// });
    /// assert_eq!(
    ///     drawing.to_string(),
    ///     "tank\n\
    ///      ├─ turret\n\
    ///      │  └─ barrel\n\
    ///      └─ flag\n"
    /// );
    /// ```
    pub fn draw_tree<L>(&self, label: L) -> DrawTree<'_, V, L>
    where
        L: Fn(NodeId, &mut fmt::Formatter<'_>) -> fmt::Result,
    {
        DrawTree {
            forest: self,
            label,
        }
    }
}

/// A forest that displays as a tree. See [`Forest::draw_tree`].
pub struct DrawTree<'a, V: Inherit, L> {
    forest: &'a Forest<V>,
    label: L,
}

impl<V, L> fmt::Display for DrawTree<'_, V, L>
where
    V: Inherit,
    L: Fn(NodeId, &mut fmt::Formatter<'_>) -> fmt::Result,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = String::new();
        let mut levels = 0; // of `lines`
        for node in self.forest.walk() {
            let depth = self.forest.depth(node).unwrap_or(0);
            if depth > LINED_LEVELS {
                write!(f, "{depth}: ")?;
            } else if depth > 0 {
                while levels >= depth {
                    let shorter = lines.char_indices().rev().nth(2).map_or(0, |(at, _)| at);
                    lines.truncate(shorter);
                    levels -= 1;
                }
                let last = self.forest.next_sibling(node).is_none();
                write!(f, "{lines}{}", if last { "└─ " } else { "├─ " })?;
                lines.push_str(if last { "   " } else { "│  " });
                levels += 1;
            } else {
                lines.clear();
                levels = 0;
            }
            (self.label)(node, f)?;
            writeln!(f)?;
        }
        Ok(())
    }
}

impl<V: Inherit, L> fmt::Debug for DrawTree<'_, V, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DrawTree")
            .field("nodes", &self.forest.len())
            .finish_non_exhaustive()
    }
}

/// Draws the ids as a tree.
impl<V: Inherit> fmt::Display for Forest<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.draw_tree(|node, f| write!(f, "{node}")), f)
    }
}

/// Draws the ids and own values as a tree.
impl<V: Inherit + fmt::Debug> fmt::Debug for Forest<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Forest of {} nodes", self.len())?;
        let label = |node: NodeId, f: &mut fmt::Formatter<'_>| match self.value(node) {
            Some(value) => write!(f, "{node} {value:?}"),
            None => write!(f, "{node}"),
        };
        fmt::Display::fmt(&self.draw_tree(label), f)
    }
}
