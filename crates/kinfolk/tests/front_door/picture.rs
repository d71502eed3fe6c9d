//! Forests from pictures, and pictures of forests.
//!
//! A picture is names with their children in brackets: `"ship(turret(barrel)) dock"`.
//! [`planted`] makes a forest of [`Sum`]s that know their names; [`planted_as`] makes one
//! of any value, with the names beside it.

use std::collections::BTreeMap;
use std::ops::Index;

use kinfolk::{Forest, Inherit, NodeId};

/// A number that adds up on the way down, exactly; and the name of the node.
///
/// It counts as not finite when it is [`Sum::REFUSED`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sum {
    pub(crate) name: String,
    pub(crate) own: i64,
}

impl Sum {
    pub(crate) const REFUSED: i64 = i64::MIN;

    pub(crate) fn named(name: &str) -> Self {
        Self::new(name, 1)
    }

    pub(crate) fn new(name: &str, own: i64) -> Self {
        let name = name.to_owned();
        Self { name, own }
    }
}

impl Inherit for Sum {
    type Ready = i64;
    type Effective = i64;

    fn ready(&self) -> i64 {
        self.own
    }

    fn inherit(own: &i64, parent: Option<&i64>) -> i64 {
        own.wrapping_add(parent.copied().unwrap_or(0))
    }

    fn same(a: &i64, b: &i64) -> bool {
        a == b
    }

    fn is_finite(&self) -> bool {
        self.own != Self::REFUSED
    }
}

/// A forest of sums, each worth 1, so that an effective value is a depth plus one.
pub(crate) fn planted(picture: &str) -> Forest<Sum> {
    planted_as(picture, Sum::named).0
}

/// A forest of any value, and who is called what.
pub(crate) fn planted_as<V: Inherit>(
    picture: &str,
    mut value: impl FnMut(&str) -> V,
) -> (Forest<V>, Names) {
    let mut forest = Forest::new();
    let mut names = Names::default();
    let mut above = Vec::new();
    let mut latest = None;
    for token in tokens(picture) {
        match token {
            "(" => above.push(latest.expect("a name comes before its brackets")),
            ")" => latest = above.pop(),
            name => {
                let node = forest.plant_at(above.last().copied(), value(name)).unwrap();
                names.add(name, node);
                latest = Some(node);
            }
        }
    }
    assert!(above.is_empty(), "{picture} has an open bracket");
    (forest, names)
}

fn tokens(picture: &str) -> impl Iterator<Item = &str> {
    picture
        .split_inclusive([' ', '(', ')'])
        .flat_map(|word| {
            let end = word.find([' ', '(', ')']).unwrap_or(word.len());
            let (name, bracket) = word.split_at(end);
            [name, bracket.trim()]
        })
        .filter(|token| !token.is_empty())
}

/// The node of that name; of several, the first in tree order.
pub(crate) fn find(forest: &Forest<Sum>, name: &str) -> NodeId {
    forest
        .walk()
        .find(|&node| forest.value(node).unwrap().name == name)
        .unwrap_or_else(|| panic!("nobody is called {name}"))
}

/// The picture of a forest of sums.
pub(crate) fn drawn(forest: &Forest<Sum>) -> String {
    drawn_as(forest, |node| forest.value(node).unwrap().name.clone())
}

/// The picture of any forest, by what `name` says.
pub(crate) fn drawn_as<V: Inherit>(forest: &Forest<V>, name: impl Fn(NodeId) -> String) -> String {
    let mut picture = String::new();
    let mut depth = 0;
    for node in forest.walk() {
        let here = forest.ancestors(node).count();
        if here > depth {
            picture.push('(');
        } else {
            picture.extend(std::iter::repeat_n(')', depth - here));
            if !picture.is_empty() {
                picture.push(' ');
            }
        }
        depth = here;
        picture += &name(node);
    }
    picture.extend(std::iter::repeat_n(')', depth));
    picture
}

/// The names of some sums, in their order.
pub(crate) fn listed(forest: &Forest<Sum>, nodes: impl IntoIterator<Item = NodeId>) -> String {
    let name = |node| forest.value(node).unwrap().name.clone();
    nodes.into_iter().map(name).collect::<Vec<_>>().join(" ")
}

/// Who is called what, for values that do not know.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    nodes: BTreeMap<String, NodeId>,
    names: BTreeMap<NodeId, String>,
}

impl Names {
    pub(crate) fn add(&mut self, name: &str, node: NodeId) {
        self.nodes.insert(name.to_owned(), node);
        self.names.insert(node, name.to_owned());
    }

    pub(crate) fn of(&self, node: NodeId) -> String {
        self.names[&node].clone()
    }

    pub(crate) fn listed(&self, nodes: impl IntoIterator<Item = NodeId>) -> String {
        let nodes = nodes.into_iter();
        let names: Vec<_> = nodes.map(|node| self.names[&node].as_str()).collect();
        names.join(" ")
    }

    /// The names of some nodes, from A to Z.
    pub(crate) fn sorted(&self, nodes: impl IntoIterator<Item = NodeId>) -> String {
        let nodes = nodes.into_iter();
        let mut names: Vec<_> = nodes.map(|node| self.names[&node].as_str()).collect();
        names.sort_unstable();
        names.join(" ")
    }
}

impl Index<&str> for Names {
    type Output = NodeId;

    fn index(&self, name: &str) -> &NodeId {
        &self.nodes[name]
    }
}

#[test]
fn a_picture_makes_the_round_trip() {
    for picture in [
        "",
        "ship",
        "ship dock",
        "ship(turret(barrel)) dock",
        "a(b(c(d) e) f) g(h)",
    ] {
        assert_eq!(drawn(&planted(picture)), picture);
    }
}

#[test]
fn a_planted_sum_is_worth_its_depth_plus_one() {
    let forest = planted("ship(turret(barrel)) dock");

    for (name, sum) in [("ship", 1), ("turret", 2), ("barrel", 3), ("dock", 1)] {
        assert_eq!(forest.effective(find(&forest, name)), Some(sum));
    }
}
