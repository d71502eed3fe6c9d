//! A crane lifts a crate, swings it over and sets it down; four moments of that, side by side.
//!
//! ```text
//! cargo run -p kinfolk-shipyard --example crane | cargo run --release -- render - -o crane.png
//! ```
//!
//! Systems turn the arms by writing components, the hook takes the crate in place, and the
//! sync keeps everything where it belongs. What is printed is a scene document.

use std::f32::consts::TAU;
use std::fmt::Write as _;
use std::io::Write as _;

use kinfolk::{Inherits, Node2};
use kinfolk_scene::Document;
use kinfolk_shipyard::{ChildOf, Effective, Hierarchy, HierarchyIter, HierarchyViewMut, Own, sync};
use shipyard::{
    Component, EntitiesViewMut, EntityId, IntoIter, Unique, UniqueView, UniqueViewMut, View,
    ViewMut, Workload, World,
};

/// A part that is drawn.
#[derive(Component)]
struct Part {
    name: &'static str,
    /// As in a scene document.
    sprite: &'static str,
}

/// An arm that turns from one angle to another, in turns.
#[derive(Component)]
struct Arm {
    from: f32,
    to: f32,
}

/// How far the crane has swung, from 0 to 1.
#[derive(Unique, Default)]
struct Swing(f32);

/// Who takes whom.
#[derive(Unique)]
struct Lift {
    hook: EntityId,
    crate_: EntityId,
}

const FRAMES: u16 = 60;
const MOMENTS: u16 = 4;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let world = World::new();
    world.add_unique(Swing::default());
    let lift = world.run(build);
    world.add_unique(lift);
    Workload::new("frame")
        .with_system(swing)
        .with_system(turn_arms)
        .with_system(sync::<Node2>)
        .with_system(take_and_leave)
        .with_system(sync::<Node2>)
        .add_to_world(&world)?;

    let mut entities = String::new();
    for frame in 0..=FRAMES {
        world.run_workload("frame")?;
        if frame % (FRAMES / (MOMENTS - 1)) == 0 {
            entities += &world.run_with_data(draw, frame);
        }
    }
    let document: Document = format!(r#"{{ "entities": [{entities}] }}"#).parse()?;
    write!(std::io::stdout(), "{document}")?;
    Ok(())
}

type Parts<'v> = (ViewMut<'v, Own>, ViewMut<'v, Part>);

/// Puts the crane together, and the crate beside it.
fn build(
    mut entities: EntitiesViewMut<'_>,
    (mut owns, mut parts): Parts<'_>,
    mut arms: ViewMut<'_, Arm>,
    mut links: ViewMut<'_, ChildOf>,
) -> Lift {
    let mut add = |own, name, sprite| {
        let part = Part { name, sprite };
        entities.add_entity((&mut owns, &mut parts), (Own(own), part))
    };
    let cabin = add(Node2::PLAIN.with_z(2), "cabin", CABIN);
    let boom = add(Node2::at(0.0, 2.2).with_z(-1), "boom", BOOM);
    let jib = add(Node2::at(7.0, 0.0).with_z(-1), "jib", JIB);
    let upright = Inherits::ONLY_TRANSLATION;
    let hook = add(Node2::at(4.0, 0.0).with_inherits(upright), "hook", HOOK);
    let crate_ = add(Node2::at(-9.53, 0.8), "crate", CRATE);

    for (child, parent) in [(boom, cabin), (jib, boom), (hook, jib)] {
        entities.add_component(child, &mut links, ChildOf(parent));
    }
    let (from, to) = (150.0 / 360.0, 30.0 / 360.0);
    entities.add_component(boom, &mut arms, Arm { from, to });
    let (from, to) = (60.0 / 360.0, -60.0 / 360.0);
    entities.add_component(jib, &mut arms, Arm { from, to });
    Lift { hook, crate_ }
}

/// Slow at first, slow at the end.
fn swing(mut swing: UniqueViewMut<'_, Swing>) {
    swing.0 = (swing.0 + 1.0 / f32::from(FRAMES)).min(1.0);
}

fn turn_arms(mut owns: ViewMut<'_, Own>, arms: View<'_, Arm>, swing: UniqueView<'_, Swing>) {
    let part = swing.0 * swing.0 * (3.0 - 2.0 * swing.0);
    for (mut own, arm) in (&mut owns, &arms).iter() {
        own.0.transform.rotation = (arm.from + (arm.to - arm.from) * part) * TAU;
    }
}

/// The hook takes the crate when the swing begins, and leaves it when it ends.
fn take_and_leave(
    mut views: HierarchyViewMut<'_>,
    lift: UniqueView<'_, Lift>,
    swing: UniqueView<'_, Swing>,
) {
    let held = views.parent(lift.crate_).is_some();
    let answer = match (held, swing.0) {
        (false, ..0.1) => views.attach_in_place(lift.crate_, lift.hook),
        (true, 1.0..) => views.detach_in_place(lift.crate_),
        _ => Ok(()),
    };
    answer.expect("nothing here is scaled to nothing");
}

/// All parts, as entities of a scene document; later frames are further to the right.
fn draw(
    frame: u16,
    worlds: View<'_, Effective>,
    owns: View<'_, Own>,
    parts: View<'_, Part>,
    links: View<'_, ChildOf>,
) -> String {
    let aside = f32::from(frame) / f32::from(FRAMES) * 20.0 * f32::from(MOMENTS - 1);
    let mut drawn = String::new();
    let all = (&owns, &parts, &worlds).iter().with_id();
    for (entity, (Own(own), Part { name, sprite }, world)) in all {
        let place = own.transform;
        let parent = links.contains(entity).then(|| links[entity].0);
        let (key, x) = match parent {
            Some(_) => ("localTransform", place.position.x),
            None => ("transform", world.0.position().x + aside),
        };
        let parent = parent.map_or(String::new(), |parent| {
            format!(r#""parent": "{}{frame}","#, parts[parent].name)
        });
        let inherit = match own.inherits {
            Inherits::ALL => "",
            _ => r#""inherit": ["position", "fullOffset"],"#,
        };
        let (y, angle, z) = (place.position.y, place.rotation, own.z);
        let line = writeln!(
            drawn,
            r#"{{ "id": "{name}{frame}", {parent} {inherit} "z": {z}, "sprite": {sprite},
               "{key}": {{ "x": {x}, "y": {y}, "angle": {angle} }} }},"#,
        );
        line.expect("a string takes any text");
    }
    drawn
}

const CABIN: &str = r##"[
    { "type": "rect", "width": 6, "height": 0.9, "color": "#333333", "offset": { "x": 0, "y": 0.45 } },
    { "type": "circle", "radius": 0.45, "color": "#555555", "offset": { "x": -2.5, "y": 0.45 } },
    { "type": "circle", "radius": 0.45, "color": "#555555", "offset": { "x": 2.5, "y": 0.45 } },
    { "type": "rect", "width": 3, "height": 2, "color": "#d9822b", "offset": { "x": 0, "y": 1.9 } },
    { "type": "rect", "width": 1, "height": 0.9, "color": "#9fd3e6", "offset": { "x": 0.8, "y": 2.2 } }
]"##;
const BOOM: &str = r##"[
    { "type": "polygon", "points": [[0, 0.5], [7, 0.25], [7, -0.25], [0, -0.5]], "color": "#e8b04a" },
    { "type": "circle", "radius": 0.5, "color": "#8a5a16" }
]"##;
const JIB: &str = r##"[
    { "type": "polygon", "points": [[0, 0.25], [4, 0.12], [4, -0.12], [0, -0.25]], "color": "#f4ce7e" },
    { "type": "circle", "radius": 0.35, "color": "#8a5a16" }
]"##;
const HOOK: &str = r##"[
    { "type": "rect", "width": 0.1, "height": 2.1, "color": "#222222", "offset": { "x": 0, "y": -1.05 } },
    { "type": "circle", "radius": 0.22, "color": "#444444", "offset": { "x": 0, "y": -2 } }
]"##;
const CRATE: &str = r##"[
    { "type": "rect", "width": 1.8, "height": 1.6, "color": "#7a5230" },
    { "type": "rect", "width": 1.4, "height": 1.2, "color": "#a87443" }
]"##;

#[test]
fn it_prints_a_scene() {
    main().unwrap();
}
