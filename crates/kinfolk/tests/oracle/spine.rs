//! Skeletons in Spine's five inherit modes.
//!
//! A bone is a node, its shear the node's rotation and skew. In the two modes without
//! scale a bone whose x axis is sheared is two nodes, see [`Inherits::NO_SCALE`]. The
//! skeleton's own place and scale come on top of the worlds.

use std::collections::BTreeMap;

use kinfolk::{Forest, Inherits, Misfit, Node2, NodeId};
use serde::Deserialize;

use crate::gauge::{Extent, Gauge, OF_STAYING, OF_WORLDS};
use crate::read::{answered, pairs, parent};
use crate::stay::{Move, moved, moves};

const BONES: usize = 226;

#[derive(Deserialize)]
struct Asked {
    flavour: String,
    /// x, y, scale x, scale y.
    skeleton: [f64; 4],
    bones: Vec<Bone>,
}

#[derive(Deserialize)]
struct Bone {
    #[serde(deserialize_with = "parent")]
    parent: Option<usize>,
    x: f32,
    y: f32,
    degrees: f32,
    scale_x: f32,
    scale_y: f32,
    shear_x_degrees: f32,
    shear_y_degrees: f32,
    mode: String,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(rename = "world")]
    worlds: Vec<[f64; 6]>,
}

impl Bone {
    fn inherits(&self) -> Inherits {
        match self.mode.as_str() {
            "normal" => Inherits::ALL,
            "onlyTranslation" => Inherits::ONLY_TRANSLATION,
            "noRotationOrReflection" => Inherits::NO_ROTATION_OR_REFLECTION,
            "noScale" => Inherits::NO_SCALE,
            "noScaleOrReflection" => Inherits::NO_SCALE_OR_REFLECTION,
            other => panic!("an inherit mode called {other}"),
        }
    }

    fn is_two_nodes(&self) -> bool {
        let without_scale = [Inherits::NO_SCALE, Inherits::NO_SCALE_OR_REFLECTION];
        self.shear_x_degrees != 0.0 && without_scale.contains(&self.inherits())
    }

    /// Plants the bone, and says which node is moved and which one carries its children.
    fn plant(&self, forest: &mut Forest<Node2>, parent: Option<NodeId>) -> (NodeId, NodeId) {
        let turned = |node: Node2, degrees: f32| node.turned(radians(degrees));
        let sheared = |node: Node2| {
            node.skewed(radians(self.shear_y_degrees - self.shear_x_degrees))
                .scaled(self.scale_x, self.scale_y)
        };
        let place = Node2::at(self.x, self.y).with_inherits(self.inherits());
        if self.is_two_nodes() {
            let base = forest
                .plant_at(parent, turned(place, self.degrees))
                .unwrap();
            let shear = turned(Node2::default(), self.shear_x_degrees);
            (base, forest.plant_at(base, sheared(shear)).unwrap())
        } else {
            let whole = turned(place, self.degrees + self.shear_x_degrees);
            let whole = forest.plant_at(parent, sheared(whole)).unwrap();
            (whole, whole)
        }
    }
}

/// Rounded once, from double precision.
fn radians(degrees: f32) -> f32 {
    f64::from(degrees).to_radians() as f32
}

/// A skeleton, and Spine's worlds of its bones.
struct Rig {
    name: String,
    asked: Asked,
    worlds: Vec<[f64; 6]>,
    forest: Forest<Node2>,
    /// For each bone the node to be moved, and the node that carries its children.
    bases: Vec<NodeId>,
    tips: Vec<NodeId>,
}

fn rigs() -> impl Iterator<Item = Rig> {
    let cases = answered("spine_in.json", "spine.json").into_iter();
    cases.map(|(id, asked, answer)| Rig::new(id, asked, answer))
}

impl Rig {
    fn new(id: usize, asked: Asked, answer: Answer) -> Self {
        let mut forest = Forest::new();
        let (mut bases, mut tips) = (Vec::new(), Vec::<NodeId>::new());
        for bone in &asked.bones {
            let parent = bone.parent.map(|parent| tips[parent]);
            let (base, tip) = bone.plant(&mut forest, parent);
            bases.push(base);
            tips.push(tip);
        }
        Self {
            name: format!("case {id} ({})", asked.flavour),
            asked,
            worlds: answer.worlds,
            forest,
            bases,
            tips,
        }
    }

    /// A world as seen from outside the skeleton.
    fn outside(&self, [a, b, c, d, tx, ty]: [f32; 6]) -> [f32; 6] {
        let [x, y, scale_x, scale_y] = self.asked.skeleton;
        let on_x = |number: f32| f64::from(number) * scale_x;
        let on_y = |number: f32| f64::from(number) * scale_y;
        let place = [on_x(tx) + x, on_y(ty) + y];
        [on_x(a), on_y(b), on_x(c), on_y(d), place[0], place[1]].map(|number| number as f32)
    }
}

#[test]
fn every_bone_is_where_spine_has_it() {
    let mut gauge = Gauge::default();
    for mut rig in rigs() {
        rig.forest.update();
        let extent = Extent::of(&rig.worlds);
        for (index, (&tip, &world)) in pairs(&rig.tips, &rig.worlds).enumerate() {
            let found = rig.outside(rig.forest.effective(tip).unwrap().to_array());
            let mode = &rig.asked.bones[index].mode;
            let place = format_args!("{}, bone {index} ({mode})", rig.name);
            gauge.matrix(found, world, (OF_WORLDS, extent), place);
        }
        rig.forest.check_laws().unwrap();
    }
    gauge.passes(BONES * 6);
}

#[test]
fn a_bone_stays_in_place_under_any_bone_and_as_a_root_in_every_mode() {
    let mut moves = Moves::default();
    for rig in rigs() {
        moves.try_all(rig, Watched::EverythingBelow);
    }
    let stayed = moves
        .stayed
        .iter()
        .map(|(mode, count)| (mode.as_str(), *count));
    let expected = [
        ("noRotationOrReflection", 340),
        ("noScale", 307),
        ("noScaleOrReflection", 292),
        ("normal", 157),
        ("onlyTranslation", 300),
    ];
    assert_eq!(stayed.collect::<Vec<_>>(), expected);
    assert_eq!(moves.refused, 0);
    moves.gauge.passes(19452);
}

#[test]
fn a_bone_that_cannot_stay_in_place_under_a_flat_bone_is_left_alone() {
    stays_or_is_left_alone_below_roots_scaled_to(0.0);
}

#[test]
fn a_bone_that_cannot_stay_in_place_under_an_almost_flat_bone_is_left_alone() {
    stays_or_is_left_alone_below_roots_scaled_to(1e-10);
}

fn stays_or_is_left_alone_below_roots_scaled_to(scale_x: f32) {
    let mut moves = Moves::default();
    for mut rig in rigs() {
        rig.forest.set_scale(rig.tips[0], [scale_x, 1.0]).unwrap();
        // Which way round a flat world is, is rounding; what is below it may turn over.
        moves.try_all(rig, Watched::TheBone);
    }
    assert_eq!(moves.stayed.len(), 5, "modes");
    assert!(moves.refused > 0);
    moves.gauge.passes(moves.compared);
}

/// Who must stay in place.
#[derive(Clone, Copy, PartialEq)]
enum Watched {
    TheBone,
    EverythingBelow,
}

/// What came of attaching bones in place.
#[derive(Default)]
struct Moves {
    gauge: Gauge,
    compared: usize,
    /// By mode.
    stayed: BTreeMap<String, usize>,
    refused: usize,
}

impl Moves {
    /// Attaches every bone to every bone that is not below it, and detaches it, each time anew.
    fn try_all(&mut self, mut rig: Rig, watched: Watched) {
        rig.forest.update();
        for a_move in moves(&rig.forest, &rig.bases, &rig.tips) {
            match moved(&rig.forest, a_move) {
                Ok(after) => self.measure(&rig, &after, a_move, watched),
                Err(Misfit::NotInvertible) => self.refused += 1,
                Err(other) => panic!("{}, {a_move:?}: {other}", rig.name),
            }
        }
    }

    fn measure(&mut self, rig: &Rig, after: &Forest<Node2>, a_move: Move, watched: Watched) {
        let (base, _) = a_move;
        let bone = rig.bases.iter().position(|&other| other == base).unwrap();
        let mode = &rig.asked.bones[bone].mode;
        *self.stayed.entry(mode.clone()).or_default() += 1;

        let before = &rig.forest;
        let world = |node| before.effective(node).unwrap().to_array().map(f64::from);
        let close = (OF_STAYING, Extent::of(before.walk().map(world)));
        let below = before.descendants(base);
        let below = below.filter(|_| watched == Watched::EverythingBelow);
        for node in std::iter::once(base).chain(below) {
            let found = after.effective(node).unwrap().to_array();
            let place = format_args!("{}, {a_move:?} ({mode}), {node}", rig.name);
            self.gauge.matrix(found, world(node), close, place);
            self.compared += 6;
        }
    }
}
