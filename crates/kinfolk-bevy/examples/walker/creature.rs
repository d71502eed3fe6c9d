//! What the walker and its land are made of.

use std::f32::consts::PI;

use bevy_ecs::prelude::*;
use glam::Vec2;
use kinfolk::{Inherits, Node2};
use kinfolk_bevy::Own;

/// How an entity looks, in the words of a scene.
#[derive(Component)]
pub(super) struct Looks(pub(super) String);

/// The walker itself: its origin is between its hips.
#[derive(Component)]
pub(super) struct Walker;

/// A joint of a leg; each leg is in step with its phase.
#[derive(Component)]
pub(super) enum Joint {
    Hip(f32),
    Knee(f32),
}

/// A joint that sways around an angle, so much later than the first.
#[derive(Component)]
pub(super) struct Sways {
    pub(super) rest: f32,
    pub(super) later: f32,
}

/// What it stands on.
#[derive(Component)]
pub(super) struct Foot;

/// How long thighs and shins are.
const LEG: f32 = 1.5;

/// How thick feet are, below the ankle.
pub(super) const SOLE: f32 = 0.16;

pub(super) fn make_walker(mut commands: Commands<'_, '_>) {
    let hull = r##"[
        { "type": "polygon", "points": [[-2.3, 0.2], [-1.9, 0.9], [-0.6, 1.3], [0.9, 1.25], [2, 0.75], [2.4, 0.1], [1.9, -0.4], [0.6, -0.6], [-1.2, -0.55], [-2.1, -0.25]], "color": "#c8553d" },
        { "type": "polygon", "points": [[-1.9, 0.9], [-0.6, 1.3], [0.9, 1.25], [2, 0.75], [0.8, 0.85], [-0.7, 0.85]], "color": "#e07a5f" },
        { "type": "circle", "radius": 0.16, "color": "#8f3b2a", "offset": { "x": -1.2, "y": 0.3 } },
        { "type": "circle", "radius": 0.22, "color": "#8f3b2a", "offset": { "x": -0.4, "y": 0.4 } },
        { "type": "circle", "radius": 0.16, "color": "#8f3b2a", "offset": { "x": 0.4, "y": 0.3 } }
    ]"##;
    let walker = (Walker, Name::new("Walker"), Own(Node2::at(0.0, 3.0)));
    let walker = commands.spawn((walker, Looks(hull.into()))).id();

    for (name, at, phase, z) in [
        ("FarHind", Vec2::new(-1.3, -0.2), PI, -4),
        ("FarFore", Vec2::new(1.5, -0.2), 0.0, -4),
        ("Hind", Vec2::new(-1.6, -0.3), 0.0, 2),
        ("Fore", Vec2::new(1.2, -0.3), PI, 2),
    ] {
        let hip = Own(Node2::at(at.x, at.y).with_z(z));
        make_leg(&mut commands, walker, (name, hip), phase, z > 0);
    }
    make_chain(
        &mut commands,
        walker,
        "Tail",
        Node2::at(-2.1, 0.2).turned(2.7),
        5,
    );
    let neck = Node2::at(2.0, 0.4).turned(1.0);
    let neck = make_chain(&mut commands, walker, "Neck", neck, 3);
    make_head(&mut commands, neck);
}

fn make_leg(
    commands: &mut Commands<'_, '_>,
    walker: Entity,
    (name, hip): (&str, Own),
    phase: f32,
    near: bool,
) {
    let colour = if near { "#b04a35" } else { "#7c3425" };
    let limb = |width: f32, colour: &str| {
        Looks(format!(
            r##"[
                {{ "type": "line", "points": [[0, 0], [0, -{LEG}]], "lineWidth": {width}, "color": "{colour}" }},
                {{ "type": "circle", "radius": {}, "color": "{colour}" }}
            ]"##,
            width * 0.62
        ))
    };
    let sole = Looks(r##"{ "type": "polygon", "points": [[-0.3, -0.16], [0.5, -0.16], [0.4, 0.02], [0, 0.18], [-0.3, 0.1]], "color": "#3d2b24" }"##.into());

    let hip = (Joint::Hip(phase), hip, limb(0.55, colour), ChildOf(walker));
    let hip = commands
        .spawn((Name::new(format!("{name}Thigh")), hip))
        .id();
    let knee = (
        Joint::Knee(phase),
        Own(Node2::at(0.0, -LEG)),
        limb(0.36, colour),
    );
    let knee = (Name::new(format!("{name}Shin")), knee, ChildOf(hip));
    let knee = commands.spawn(knee).id();
    // However the shin is turned, the sole is level.
    let foot = Node2::at(0.0, -LEG).with_inherits(Inherits::ONLY_TRANSLATION);
    let foot = (Foot, Own(foot.with_z(1)), sole, ChildOf(knee));
    commands.spawn((Name::new(format!("{name}Foot")), foot));
}

/// Links that get smaller, each below the one before. The last one.
fn make_chain(
    commands: &mut Commands<'_, '_>,
    walker: Entity,
    name: &str,
    first: Node2,
    links: usize,
) -> Entity {
    let link = Looks(
        r##"[
        { "type": "line", "points": [[0, 0], [0.6, 0]], "lineWidth": 0.6, "color": "#c8553d" },
        { "type": "circle", "radius": 0.34, "color": "#d2664d" }
    ]"##
        .into(),
    );
    let (mut parent, mut own) = (walker, first.with_z(-1));
    for index in 0..links {
        let name = Name::new(format!("{name}{index}"));
        let sways = Sways {
            rest: own.transform.rotation,
            later: index as f32 * 0.8,
        };
        let link = (
            name,
            sways,
            Own(own),
            Looks(link.0.clone()),
            ChildOf(parent),
        );
        parent = commands.spawn(link).id();
        own = Node2::at(0.6, 0.0).scaled(0.86, 0.86);
    }
    parent
}

fn make_head(commands: &mut Commands<'_, '_>, neck: Entity) {
    let face = r##"[
        { "type": "polygon", "points": [[-0.5, 0.3], [-0.2, 0.75], [0.5, 0.75], [1.35, 0.3], [1.5, 0.02], [1.2, -0.2], [-0.3, -0.3]], "color": "#c8553d" },
        { "type": "line", "points": [[0.55, 0.02], [1.42, 0.1]], "lineWidth": 0.06, "color": "#7c3425" },
        { "type": "circle", "radius": 0.25, "color": "#fff6e0", "offset": { "x": 0.2, "y": 0.5 } },
        { "type": "circle", "radius": 0.12, "color": "#2b2118", "offset": { "x": 0.28, "y": 0.5 } }
    ]"##;
    // It looks ahead, wherever the neck points.
    let head = Node2::at(0.75, 0.0).with_inherits(Inherits::ONLY_TRANSLATION);
    let head = (Own(head.with_z(4)), Looks(face.into()), ChildOf(neck));
    let head = commands.spawn((Name::new("Head"), head)).id();
    let horn = Looks(r##"{ "type": "polygon", "points": [[-0.14, 0], [0.16, 0], [-0.12, 0.75]], "color": "#f2e2b8" }"##.into());
    let horn = (
        Name::new("Horn"),
        Own(Node2::at(-0.1, 0.68).with_z(-1)),
        horn,
    );
    commands.spawn((horn, ChildOf(head)));
}

pub(super) fn paint_land(mut commands: Commands<'_, '_>) {
    let land = r##"[
        { "type": "rect", "width": 19, "height": 9.5, "color": "#bfe0e8", "offset": { "x": 6.5, "y": 2.95 } },
        { "type": "circle", "radius": 1, "color": "#ffe9a8", "offset": { "x": 0.2, "y": 6 } },
        { "type": "polygon", "points": [[-3, 0], [-3, 1.4], [-1, 2.3], [1.5, 2.6], [4, 1.9], [6, 0.8], [7, 0]], "color": "#a9cf9a" },
        { "type": "polygon", "points": [[5, 0], [8, 1.3], [10.5, 2.4], [13, 2.7], [16, 2], [16, 0]], "color": "#9cc58d" },
        { "type": "rect", "width": 19, "height": 1.8, "color": "#d9c291", "offset": { "x": 6.5, "y": -0.9 } },
        { "type": "rect", "width": 19, "height": 0.3, "color": "#c9b07c", "offset": { "x": 6.5, "y": -1.65 } }
    ]"##;
    let land = (
        Name::new("Land"),
        Own(Node2::default().with_z(-20)),
        Looks(land.into()),
    );
    commands.spawn(land);
}
