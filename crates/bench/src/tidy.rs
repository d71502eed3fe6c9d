//! A million edits wear a forest down: how much slower is its update, and does tidying
//! bring it back? Beside the same tree planted anew.
//!
//! An edit moves a random node, with the little that most have below, or removes a leaf and
//! plants another one. The new parent is as deep as the old one, so the tree gets no
//! deeper and all three forests hold the same tree.

use std::collections::HashMap;

use kinfolk::{Forest, Node2, NodeId, Spot};

use crate::measure::{Contestant, Effort, Figure, timed};
use crate::workload::{Dice, fours};

const EDITS: usize = 1_000_000;

pub(crate) fn answer(effort: &Effort) -> Vec<Figure> {
    [100_000, 1_000_000]
        .into_iter()
        .flat_map(|nodes| race(effort, nodes))
        .collect()
}

fn race(effort: &Effort, nodes: usize) -> Vec<Figure> {
    let mut worn = Garden::planted(nodes);
    worn.wear_down();
    worn.forest.update();
    let mut fresh = worn.planted_anew();
    let mut tidied = worn.clone();
    assert!(!tidied.forest.is_tidy(), "there is something to do");
    assert!(tidied.forest.tidy(usize::MAX));
    agree([&fresh, &worn, &tidied]);

    let mut scratch = worn.forest.clone();
    let before = worn.forest.clone();
    let gardens = [
        ("kinfolk", &mut fresh),
        ("worn", &mut worn),
        ("tidied", &mut tidied),
    ];
    let mut contestants = gardens.map(|(who, garden)| {
        let mut step = 0_u32;
        Contestant::new(who, move || {
            step += 1;
            let position = [100.0 + (step % 64) as f32, 0.0];
            let root = garden.ids[0];
            let moved = garden.forest.set_position(root, position);
            moved.expect("a root can be moved");
            assert_eq!(garden.forest.update().len(), nodes);
        })
    });
    let mut figures = effort.figures("tidy", "update", nodes, &mut contestants);
    let mut tidying = [Contestant {
        who: "kinfolk",
        run: Box::new(|| {
            scratch.clone_from(&before);
            [timed(|| assert!(scratch.tidy(usize::MAX)))]
        }),
    }];
    figures.extend(effort.figures("tidy", "tidy itself", nodes, &mut tidying));
    figures
}

/// Everybody has the same tree, with everything in the same place.
fn agree([fresh, others @ ..]: [&Garden; 3]) {
    let outline = |garden: &Garden| -> Vec<_> {
        let key_of = garden.keys();
        let outline = garden.forest.walk().map(|node| {
            let place = garden.forest.world_position(node);
            (key_of[&node], garden.forest.depth(node), place)
        });
        outline.collect()
    };
    let expected = outline(fresh);
    assert!(others.iter().all(|other| outline(other) == expected));
}

/// A forest whose nodes have keys: whoever replaces a removed node gets its key.
#[derive(Clone)]
struct Garden {
    forest: Forest<Node2>,
    ids: Vec<NodeId>,
    /// The keys of each generation; edits change nobody's depth.
    generations: Vec<Vec<u32>>,
    /// How deep each is.
    depths: Vec<u8>,
}

fn value(key: usize) -> Node2 {
    let (sin, cos) = (key as f32).sin_cos();
    Node2::at(cos, sin).turned(0.01 * cos)
}

impl Garden {
    /// A tree of fours in tree order: every row stands where it should.
    fn planted(nodes: usize) -> Self {
        let mut forest = Forest::with_capacity(nodes);
        let parents = fours(nodes);
        let list = parents.iter().enumerate().map(|(key, parent)| {
            let parent = parent.map(|parent| parent as usize);
            (parent, value(key))
        });
        let ids = forest.plant_tree(Spot::Root, list).expect("good nodes");
        let mut generations = vec![Vec::new(); forest.generations()];
        let mut depths = Vec::with_capacity(nodes);
        for (key, &id) in ids.iter().enumerate() {
            let depth = forest.depth(id).expect("a living node");
            generations[depth].push(key as u32);
            depths.push(depth as u8);
        }
        forest.update();
        Self {
            forest,
            ids,
            generations,
            depths,
        }
    }

    fn wear_down(&mut self) {
        let mut dice = Dice(0x5eed);
        let mut edits = 0;
        while edits < EDITS {
            let key = 1 + dice.below(self.ids.len() - 1);
            let id = self.ids[key];
            let above = &self.generations[usize::from(self.depths[key]) - 1];
            let parent = self.ids[above[dice.below(above.len())] as usize];
            if edits.is_multiple_of(2) {
                self.forest.attach(id, parent).expect("no loop");
            } else if self.forest.child_count(id) == 0 {
                self.forest.remove(id).expect("a living leaf");
                let planted = self.forest.plant_at(parent, value(key));
                self.ids[key] = planted.expect("a good node");
            } else {
                continue; // not a leaf: look for another one
            }
            edits += 1;
            if edits.is_multiple_of(10_000) {
                self.forest.update();
            }
        }
    }

    /// The same tree in a new forest.
    fn planted_anew(&self) -> Self {
        let key_of = self.keys();
        let mut listed = HashMap::new();
        let mut list = Vec::with_capacity(self.ids.len());
        let mut keys = Vec::with_capacity(self.ids.len());
        for id in self.forest.walk() {
            let parent = self.forest.parent(id).map(|parent| listed[&parent]);
            listed.insert(id, list.len());
            keys.push(key_of[&id]);
            list.push((parent, value(key_of[&id])));
        }
        let mut forest = Forest::with_capacity(list.len());
        let planted = forest.plant_tree(Spot::Root, list).expect("good nodes");
        forest.update();
        let mut garden = Self {
            forest,
            ..self.clone()
        };
        for (key, id) in keys.into_iter().zip(planted) {
            garden.ids[key] = id;
        }
        garden
    }

    fn keys(&self) -> HashMap<NodeId, usize> {
        let ids = self.ids.iter().enumerate();
        ids.map(|(key, &id)| (id, key)).collect()
    }
}
