//! Scenes made of choices are where labelle's rules say, worked out the slow way.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use kinfolk_import::Imported;
use proptest::prelude::*;

use crate::{import_with, worlds};

/// An entity as somebody may write it.
#[derive(Debug, Clone)]
struct Written {
    x: Option<f32>,
    y: Option<f32>,
    rotation: Option<f32>,
    /// A `Scale` with its numbers.
    scale: Option<[Option<f32>; 2]>,
    inherit_rotation: Option<bool>,
    inherit_scale: Option<bool>,
    prefab: Option<usize>,
    is_flat: bool,
    children: Vec<Self>,
}

const PREFABS: usize = 3;

fn entity() -> impl Strategy<Value = Written> {
    let length = || prop::option::of((-40_i8..40).prop_map(|steps| f32::from(steps) / 4.0));
    let angle = prop::option::weighted(0.3, (-30_i8..30).prop_map(|steps| f32::from(steps) / 10.0));
    let factor = || prop::option::of(prop::sample::select(vec![-2.0_f32, -1.0, 0.5, 1.0, 3.0]));
    let scale = prop::option::weighted(0.3, [factor(), factor()]);
    let flag = || prop::option::weighted(0.3, any::<bool>());
    let prefab = prop::option::weighted(0.3, 0..PREFABS);
    let leaf = (
        length(),
        length(),
        angle,
        scale,
        flag(),
        flag(),
        prefab,
        any::<bool>(),
    )
        .prop_map(
            |(x, y, rotation, scale, inherit_rotation, inherit_scale, prefab, is_flat)| Written {
                x,
                y,
                rotation,
                scale,
                inherit_rotation,
                inherit_scale,
                prefab,
                is_flat,
                children: Vec::new(),
            },
        );
    leaf.clone().prop_recursive(3, 12, 3, move |inner| {
        let children = prop::collection::vec(inner, 0..3);
        (leaf.clone(), children).prop_map(|(parent, children)| Written { children, ..parent })
    })
}

/// Writes entities, and remembers those that go beside their parents.
#[derive(Default)]
struct Writer {
    text: String,
    flat: Vec<String>,
    entities: usize,
}

impl Writer {
    /// Writes an entity of a scene if `prefab` is none, else one of that prefab, which uses only
    /// later ones.
    fn entity(&mut self, written: &Written, parent: Option<&str>, prefab: Option<usize>) -> String {
        let name = match prefab {
            None => format!("n{}", self.entities),
            Some(prefab) => format!("p{prefab}c{}", self.entities),
        };
        self.entities += 1;
        let key = if prefab.is_none() { "id" } else { "name" };
        let mut text = format!(".{{ .{key} = \"{name}\", {}", components(written));
        if let Some(used) = used(written, prefab) {
            write!(text, " .prefab = \"p{used}\",").expect("a string takes everything");
        }
        if let Some(parent) = parent {
            write!(text, " .parent = \"{parent}\",").expect("a string takes everything");
        }
        text.push_str(" .children = .{ ");
        for child in &written.children {
            if child.is_flat && prefab.is_none() {
                let child = self.entity(child, Some(&name), None);
                self.flat.push(child);
            } else {
                let child = self.entity(child, None, prefab);
                text.push_str(&child);
            }
        }
        text.push_str("} }, ");
        text
    }
}

fn used(written: &Written, prefab: Option<usize>) -> Option<usize> {
    let first = prefab.map_or(0, |prefab| prefab + 1);
    written.prefab.filter(|&used| used >= first)
}

fn components(written: &Written) -> String {
    let field = |name: &str, value: Option<String>| {
        value.map_or(String::new(), |value| format!(".{name} = {value}, "))
    };
    let number = |name: &str, number: Option<f32>| field(name, number.map(|n| format!("{n:?}")));
    let (x, y) = (number("x", written.x), number("y", written.y));
    let position = format!(".{{ {x}{y}{}}}", number("rotation", written.rotation));
    let scale = |[x, y]: [Option<f32>; 2]| format!(".{{ {}{}}}", number("x", x), number("y", y));
    let scale = field("Scale", written.scale.map(scale));
    let flag = |name: &str, flag: Option<bool>| field(name, flag.map(|flag| flag.to_string()));
    let turns = flag("inherit_rotation", written.inherit_rotation);
    let scales = flag("inherit_scale", written.inherit_scale);
    format!("{turns}{scales}.components = .{{ .Position = {position}, {scale}}},")
}

/// A place in the world: position, axes, and which axes are mirrored.
#[derive(Clone, Copy)]
struct World {
    at: [f64; 2],
    axes: [[f64; 2]; 2],
    mirrored: [bool; 2],
    has_scale: bool,
}

/// Works out where everybody is.
#[derive(Default)]
struct Model<'w> {
    prefabs: &'w [Written],
    places: BTreeMap<String, [f64; 2]>,
}

impl Model<'_> {
    /// As [`Writer::entity`], in the same order. `prefix` is the parent's id, if this one's is made of it.
    fn entity(
        &mut self,
        written: &Written,
        prefix: Option<&str>,
        parent: Option<World>,
        prefab: Option<usize>,
        names: &mut usize,
    ) {
        let id = match (prefix, prefab) {
            (Some(prefix), Some(prefab)) => format!("{prefix}_p{prefab}c{names}"),
            _ => format!("n{names}"),
        };
        *names += 1;
        let prefabs = self.prefabs;
        let used = used(written, prefab).map(|used| (used, &prefabs[used]));
        let base = used.map(|(_, base)| base);
        let world = world(written, base, parent);
        self.places.insert(id.clone(), world.at);
        if let Some((used, base)) = used {
            let mut names = 1;
            for child in &base.children {
                self.entity(child, Some(&id), Some(world), Some(used), &mut names);
            }
        }
        for child in &written.children {
            let prefix = prefab.map(|_| id.as_str());
            self.entity(child, prefix, Some(world), prefab, names);
        }
    }
}

fn world(written: &Written, base: Option<&Written>, parent: Option<World>) -> World {
    let number = |of: &dyn Fn(&Written) -> Option<f32>, default: f32| {
        f64::from(of(written).or(base.and_then(of)).unwrap_or(default))
    };
    let axis = |index: usize| move |of: &Written| of.scale.and_then(|scale| scale[index]);
    let (x, y) = (number(&|of| of.x, 0.0), number(&|of| of.y, 0.0));
    let (sin, cos) = number(&|of| of.rotation, 0.0).sin_cos();
    let scale = [number(&axis(0), 1.0), number(&axis(1), 1.0)];
    let own = World {
        at: [x, y],
        axes: [
            [cos * scale[0], sin * scale[0]],
            [-sin * scale[1], cos * scale[1]],
        ],
        mirrored: scale.map(|factor| factor < 0.0),
        has_scale: written.scale.is_some() || base.is_some_and(|base| base.scale.is_some()),
    };
    let Some(parent) = parent else {
        return own;
    };
    let turns = written.inherit_rotation.unwrap_or(false);
    let scales = written.inherit_scale.unwrap_or(parent.has_scale);
    let frame = frame(&parent, turns, scales);
    let through = |[x, y]: [f64; 2]| {
        [
            frame[0][0] * x + frame[1][0] * y,
            frame[0][1] * x + frame[1][1] * y,
        ]
    };
    let offset = through(own.at);
    World {
        at: [parent.at[0] + offset[0], parent.at[1] + offset[1]],
        axes: own.axes.map(through),
        mirrored: [0, 1].map(|axis| own.mirrored[axis] ^ (scales && parent.mirrored[axis])),
        has_scale: own.has_scale,
    }
}

/// What an entity is put through that takes over its parent's rotation or scale, or both.
fn frame(parent: &World, turns: bool, scales: bool) -> [[f64; 2]; 2] {
    if turns && scales {
        return parent.axes;
    }
    let [right, up] = parent.axes;
    let sign = parent
        .mirrored
        .map(|mirrored| if mirrored { -1.0 } else { 1.0 });
    if scales {
        let size = [right, up].map(|[x, y]: [f64; 2]| x.hypot(y));
        return [[size[0] * sign[0], 0.0], [0.0, size[1] * sign[1]]];
    }
    if turns {
        let (sin, cos) = (right[1] * sign[0]).atan2(right[0] * sign[0]).sin_cos();
        return [[cos, sin], [-sin, cos]];
    }
    [[1.0, 0.0], [0.0, 1.0]]
}

fn imported(scene: &[Written], prefabs: &[Written]) -> (Imported, String) {
    let mut writer = Writer::default();
    for entity in scene {
        let text = writer.entity(entity, None, None);
        writer.text.push_str(&text);
    }
    let text = format!(
        ".{{ .entities = .{{ {}{} }} }}",
        writer.flat.concat(),
        writer.text
    );
    let texts: Vec<(String, String)> = (prefabs.iter().enumerate())
        .map(|(index, prefab)| {
            let text = Writer::default().entity(prefab, None, Some(index));
            let text = text.trim_end_matches(", ").to_owned();
            (format!("p{index}"), text)
        })
        .collect();
    let texts: Vec<_> = texts
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let imported =
        import_with(&text, &texts).unwrap_or_else(|problems| panic!("{problems}\n{text}"));
    (imported, text)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn everybody_is_where_labelle_puts_them(
        scene in prop::collection::vec(entity(), 1..4),
        mut prefabs in prop::collection::vec(entity(), PREFABS),
    ) {
        for prefab in &mut prefabs {
            prefab.prefab = None; // a prefab itself is made of none
        }
        let (imported, text) = imported(&scene, &prefabs);
        let mut model = Model { prefabs: &prefabs, ..Model::default() };
        let mut names = 0;
        for entity in &scene {
            model.entity(entity, None, None, None, &mut names);
        }

        let found: BTreeMap<_, _> = worlds(&imported).into_iter().collect();
        prop_assert_eq!(
            found.keys().collect::<Vec<_>>(),
            model.places.keys().collect::<Vec<_>>(),
            "{}", text
        );
        for (id, place) in &model.places {
            for (found, expected) in found[id].iter().zip(place) {
                let error = (f64::from(*found) - expected).abs();
                prop_assert!(error <= 1e-4 * expected.abs().max(100.0), "{id}: {found}, not {expected}\n{text}");
            }
        }
    }

    #[test]
    fn nested_or_flat_is_the_same_world(scene in prop::collection::vec(entity(), 1..4)) {
        fn set_flat(entities: &mut [Written], is_flat: bool) {
            for entity in entities {
                entity.is_flat = is_flat;
                entity.prefab = None;
                set_flat(&mut entity.children, is_flat);
            }
        }
        let forms = [true, false].map(|is_flat| {
            let mut scene = scene.clone();
            set_flat(&mut scene, is_flat);
            let mut worlds = worlds(&imported(&scene, &[]).0);
            worlds.sort_by(|a, b| a.0.cmp(&b.0));
            worlds
        });

        prop_assert_eq!(&forms[0], &forms[1]);
    }
}
