//! Random scenes, against a naive model that instances the way Godot does: by copying.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::io;

use kinfolk_import::godot;
use proptest::prelude::*;

use crate::living::{Living, living};

const NAMES: [&str; 6] = ["A", "B", "C", "A_B", "B_C", "A_B_C"];
const CLASSES: [(&str, Kind); 6] = [
    ("Node2D", Kind::Canvas),
    ("Sprite2D", Kind::Canvas),
    ("Marker2D", Kind::Canvas),
    ("Timer", Kind::Plain),
    ("CanvasLayer", Kind::Layer),
    ("Node", Kind::Plain),
];

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Canvas,
    Layer,
    Plain,
}

/// A node with everything below it.
#[derive(Debug, Clone)]
struct Model {
    name: String,
    kind: Kind,
    position: [f64; 2],
    rotation: f64,
    scale: [f64; 2],
    skew: f64,
    z: i32,
    z_relative: bool,
    top_level: bool,
    visible: bool,
    y_sort: bool,
    groups: BTreeSet<String>,
    children: Vec<Self>,
}

/// Numbers to decide with, until there are no more.
struct Choices<'c>(std::slice::Iter<'c, u32>);

impl Choices<'_> {
    fn below(&mut self, most: usize) -> usize {
        let choice = self.0.next().copied().unwrap_or(0) as usize;
        choice % most.max(1)
    }

    fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == one_in - 1
    }
}

impl Model {
    fn new(name: &str, kind: Kind) -> Self {
        Self {
            name: name.to_owned(),
            kind,
            position: [0.0; 2],
            rotation: 0.0,
            scale: [1.0; 2],
            skew: 0.0,
            z: 0,
            z_relative: true,
            top_level: false,
            visible: true,
            y_sort: false,
            groups: BTreeSet::new(),
            children: Vec::new(),
        }
    }

    /// All paths from here, this one's first: `.`, `A`, `A/B`.
    fn paths(&self) -> Vec<String> {
        let mut paths = vec![".".to_owned()];
        for child in &self.children {
            for path in child.paths() {
                paths.push(match path.as_str() {
                    "." => child.name.clone(),
                    path => format!("{}/{path}", child.name),
                });
            }
        }
        paths
    }

    fn at(&mut self, path: &str) -> &mut Self {
        path.split('/')
            .filter(|&name| name != ".")
            .fold(self, |node, name| {
                let mut children = node.children.iter_mut();
                children
                    .find(|child| child.name == name)
                    .expect("the path is one of its own")
            })
    }

    /// Changes some properties, and writes them down after the header that begins like this.
    fn change(&mut self, header: &str, choices: &mut Choices<'_>, text: &mut String) {
        text.push_str(header);
        if choices.chance(5) {
            let group = ["lit", "solid", "enemy"][choices.below(3)];
            self.groups.insert(group.to_owned());
            text.push_str(&format!(" groups=[\"{group}\"]"));
        }
        text.push_str("]\n");
        let mut write = |line: String| writeln!(text, "{line}").expect("a string takes it");
        if self.kind != Kind::Plain && choices.chance(4) {
            self.visible = choices.chance(2);
            write(format!("visible = {}", self.visible));
        }
        if self.kind != Kind::Canvas {
            return;
        }
        if choices.chance(3) {
            self.z = choices.below(9) as i32 - 4;
            write(format!("z_index = {}", self.z));
        }
        if choices.chance(5) {
            self.z_relative = choices.chance(2);
            write(format!("z_as_relative = {}", self.z_relative));
        }
        if choices.chance(6) {
            self.top_level = choices.chance(2);
            write(format!("top_level = {}", self.top_level));
        }
        if choices.chance(6) {
            self.y_sort = choices.chance(2);
            write(format!("y_sort_enabled = {}", self.y_sort));
        }
        if choices.chance(2) {
            self.position = [
                choices.below(20) as f64 - 10.0,
                choices.below(20) as f64 - 10.0,
            ];
            write(format!(
                "position = Vector2({}, {})",
                self.position[0], self.position[1]
            ));
        }
        if choices.chance(3) {
            self.rotation = choices.below(7) as f64 * 0.5 - 1.5;
            write(format!("rotation = {}", self.rotation));
        }
        if choices.chance(3) {
            let scales = [1.0, -1.0, 2.0, 0.5, -0.25];
            self.scale = [scales[choices.below(5)], scales[choices.below(5)]];
            write(format!(
                "scale = Vector2({}, {})",
                self.scale[0], self.scale[1]
            ));
        }
        if choices.chance(5) {
            self.skew = choices.below(5) as f64 * 0.25 - 0.5;
            write(format!("skew = {}", self.skew));
        }
    }

    /// What Godot makes of the tree, turned to y up, in tree order.
    fn list(&self, above: Option<(usize, &Above)>, all: &mut Vec<Living>) {
        let (turn, lean) = (self.rotation, self.rotation + self.skew);
        let own = [
            turn.cos() * self.scale[0],
            turn.sin() * self.scale[0],
            -lean.sin() * self.scale[1],
            lean.cos() * self.scale[1],
            self.position[0],
            self.position[1],
        ];
        let canvas = above
            .map(|(_, above)| above)
            .filter(|above| above.kind == Kind::Canvas);
        let followed = canvas.filter(|_| !self.top_level);
        let world = followed.map_or(own, |above| times(&above.world, &own));
        let z = match followed {
            Some(above) if self.z_relative => above.z + self.z,
            _ => self.z,
        };
        let shown = self.visible && above.is_none_or(|(_, above)| above.shown);
        let [a, b, c, d, x, y] = world.map(|number| number as f32);
        let me = all.len();
        all.push(Living {
            name: self.name.clone(),
            id: String::new(),
            parent: above.map(|(index, _)| index),
            world: [a, -b, -c, d, x, -y],
            z,
            visible: self.visible,
            visible_in_tree: shown,
            y_sort: self.y_sort,
            tags: self.groups.iter().cloned().collect(),
        });
        let here = Above {
            kind: self.kind,
            world,
            z,
            shown,
        };
        for child in &self.children {
            child.list(Some((me, &here)), all);
        }
    }
}

struct Above {
    kind: Kind,
    world: [f64; 6],
    z: i32,
    shown: bool,
}

fn times(outer: &[f64; 6], inner: &[f64; 6]) -> [f64; 6] {
    let [a, b, c, d, x, y] = *outer;
    let linear = |[u, v]: [f64; 2]| [a * u + c * v, b * u + d * v];
    let [first, second] = [linear([inner[0], inner[1]]), linear([inner[2], inner[3]])];
    let place = linear([inner[4], inner[5]]);
    [
        first[0],
        first[1],
        second[0],
        second[1],
        place[0] + x,
        place[1] + y,
    ]
}

/// A scene as text and as a tree; it may be made of the `later` ones.
fn scene(choices: &mut Choices<'_>, index: usize, later: &[Model]) -> (String, Model) {
    let mut text = "[gd_scene format=3]\n".to_owned();
    let first = index + 1;
    for later in 0..later.len() {
        let id = first + later;
        let line =
            format!("[ext_resource type=\"PackedScene\" path=\"res://s{id}.tscn\" id=\"{id}\"]\n");
        text.push_str(&line);
    }
    let source = |choices: &mut Choices<'_>, one_in: usize| {
        let which =
            (!later.is_empty() && choices.chance(one_in)).then(|| choices.below(later.len()))?;
        Some((first + which, &later[which]))
    };
    let root_name = NAMES[choices.below(3)];
    let (base, mut root) = match source(choices, 3) {
        Some((id, base)) => (format!("instance=ExtResource(\"{id}\")"), base.clone()),
        None => {
            let (class, kind) = CLASSES[choices.below(CLASSES.len())];
            (format!("type=\"{class}\""), Model::new(root_name, kind))
        }
    };
    root.name = root_name.to_owned();
    root.change(
        &format!("[node name=\"{root_name}\" {base}"),
        choices,
        &mut text,
    );
    for _ in 0..choices.below(16) {
        let paths = root.paths();
        if paths.len() > 150 {
            break;
        }
        let path = &paths[choices.below(paths.len())];
        if path != "." && choices.chance(3) {
            let (parent, name) = path.rsplit_once('/').unwrap_or((".", path));
            let header = format!("[node name=\"{name}\" parent=\"{parent}\" index=\"0\"");
            root.at(path).change(&header, choices, &mut text);
            continue;
        }
        let parent = root.at(path);
        let name = NAMES[choices.below(NAMES.len())];
        if parent.children.iter().any(|child| child.name == name) {
            continue;
        }
        let wanted = choices.chance(4).then(|| choices.below(4));
        let index = wanted.map_or(String::new(), |index| format!(" index=\"{index}\""));
        let (made_of, mut node) = match source(choices, 2) {
            Some((id, base)) => (format!("instance=ExtResource(\"{id}\")"), base.clone()),
            None => {
                let (class, kind) = CLASSES[choices.below(CLASSES.len())];
                (format!("type=\"{class}\""), Model::new(name, kind))
            }
        };
        node.name = name.to_owned();
        let header = format!("[node name=\"{name}\" parent=\"{path}\" {made_of}{index}");
        node.change(&header, choices, &mut text);
        match wanted {
            Some(index) if index < parent.children.len() => parent.children.insert(index, node),
            _ => parent.children.push(node),
        }
    }
    (text, root)
}

fn check(numbers: &[u32]) {
    let mut choices = Choices(numbers.iter());
    let count = 1 + choices.below(5);
    let mut models: Vec<Model> = Vec::new();
    let mut files = HashMap::new();
    for index in (0..count).rev() {
        let (text, model) = scene(&mut choices, index, &models);
        files.insert(format!("res://s{index}.tscn"), text);
        models.insert(0, model);
    }
    let mut expected = Vec::new();
    models[0].list(None, &mut expected);
    let told = || {
        let mut texts: Vec<_> = files.iter().collect();
        texts.sort();
        texts
            .into_iter()
            .map(|(path, text)| format!("--- {path}\n{text}"))
            .collect::<String>()
    };

    let mut reader = |path: &str| {
        let text = files.get(path).map(|text| text.clone().into_bytes());
        text.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    };
    let imported = match godot("res://s0.tscn", &mut reader) {
        Ok(imported) => imported,
        Err(problems) => panic!("{problems}\n{}", told()),
    };
    let found = living(&imported);

    assert_eq!(
        found.len(),
        expected.len(),
        "{}\n{}",
        told(),
        imported.document.to_text()
    );
    for (found, expected) in found.iter().zip(&expected) {
        let about = || format!("{expected:?}\n{}\n{}", told(), imported.document.to_text());
        let known = |living: &Living| Living {
            id: String::new(),
            world: [0.0; 6],
            z: 0,
            ..living.clone()
        };
        assert_eq!(known(found), known(expected), "{}", about());
    }
    if shines_through(&models[0], None, true, false) {
        let mut losses = imported.losses.iter();
        assert!(
            losses.any(|loss| loss.what.starts_with("it is hidden")),
            "{}",
            told()
        );
    }
    // Only what has a place in Godot is compared: the others pass on what is above them.
    let kinds = kinds(&models[0]);
    for ((found, expected), _) in found
        .iter()
        .zip(&expected)
        .zip(kinds)
        .filter(|(_, kind)| *kind == Kind::Canvas)
    {
        let about = || {
            format!(
                "{expected:?}\n{found:?}\n{}\n{}",
                told(),
                imported.document.to_text()
            )
        };
        assert_eq!(found.z, expected.z, "{}", about());
        for (ours, theirs) in found.world.iter().zip(expected.world) {
            assert!(
                (ours - theirs).abs() <= 1e-4 * theirs.abs().max(10.0),
                "{}",
                about()
            );
        }
    }
}

/// Whether Godot shows something that is hidden here, `shown` and `hidden` being what is so above.
fn shines_through(model: &Model, above: Option<Kind>, shown: bool, hidden: bool) -> bool {
    let shown = match (model.kind, above) {
        (Kind::Canvas, Some(Kind::Canvas | Kind::Layer)) => shown && model.visible,
        _ => model.visible,
    };
    let hidden = hidden || !model.visible;
    let mut below = model.children.iter();
    model.kind == Kind::Canvas && shown && hidden
        || below.any(|child| shines_through(child, Some(model.kind), shown, hidden))
}

fn kinds(model: &Model) -> Vec<Kind> {
    let below = model.children.iter().flat_map(kinds);
    std::iter::once(model.kind).chain(below).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_scene_is_as_godot_has_it(numbers in proptest::collection::vec(any::<u32>(), 0..800)) {
        check(&numbers);
    }
}
