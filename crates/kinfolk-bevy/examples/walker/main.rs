//! A creature walks: its legs swing, it stands on the lowest foot, and each step leaves a print.
//!
//! Nothing moves the body but the foot it stands on. For that it must know where its feet are
//! after they were swung and before the frame is over: a fresh read. A print is born at a foot
//! and let go in place. The program prints the last frame as a scene:
//!
//! ```text
//! cargo run -p kinfolk-bevy --example walker | cargo run --release -- render - -o walker.png
//! ```

mod creature;
mod scene;

use std::error::Error;
use std::f32::consts::TAU;
use std::io::Write;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use glam::Vec2;
use kinfolk::Node2;
use kinfolk_bevy::{Fresh2, KinCommands, KinfolkPlugin, Native, Own};
use kinfolk_scene::Document;

use creature::{Foot, Joint, Looks, SOLE, Sways, Walker, make_walker, paint_land};
use scene::scene;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let scene = walk(250)?;
    Ok(std::io::stdout().write_all(scene.to_text().as_bytes())?)
}

/// The scene after so many frames.
pub(crate) fn walk(frames: usize) -> Result<Document, Box<dyn Error>> {
    let mut app = App::new();
    app.add_plugins(KinfolkPlugin)
        .init_resource::<Clock>()
        .add_systems(Startup, (paint_land, make_walker))
        .add_systems(Update, (swing, stand, leave_prints).chain());
    for _ in 0..frames {
        app.update();
    }
    scene(app.world())
}

/// Seconds since the start.
#[derive(Resource, Default)]
struct Clock(f32);

/// Time passes, and every joint turns.
fn swing(
    mut clock: ResMut<'_, Clock>,
    mut legs: Query<'_, '_, (&Joint, &mut Own)>,
    mut swaying: Query<'_, '_, (&Sways, &mut Own), Without<Joint>>,
) {
    clock.0 += 1.0 / 60.0;
    let turn = clock.0 * TAU * 0.7;
    for (joint, mut own) in &mut legs {
        own.0.transform.rotation = match joint {
            Joint::Hip(phase) => 0.42 * (turn + phase).sin() + 0.12,
            Joint::Knee(phase) => -0.2 - 0.9 * (turn + phase).cos().max(0.0),
        };
    }
    for (sways, mut own) in &mut swaying {
        own.0.transform.rotation = sways.rest + 0.13 * (turn - sways.later).sin();
    }
}

/// Puts the walker on its lowest foot, and that foot where it was.
fn stand(
    mut access: ParamSet<'_, '_, (Single<'_, '_, &mut Own, With<Walker>>, Fresh2<'_, '_>)>,
    feet: Query<'_, '_, Entity, With<Foot>>,
    mut stance: Local<'_, Option<(Entity, f32)>>,
) {
    let fresh = access.p1();
    let place = |foot| Some((foot, fresh.effective::<Native>(foot)?.position()));
    let places = feet.iter().filter_map(place);
    let Some((foot, at)) = places.min_by(|a, b| a.1.y.total_cmp(&b.1.y)) else {
        return;
    };
    let x = match *stance {
        Some((before, x)) if before == foot => x,
        _ => at.x,
    };
    access.p0().0.transform.position += Vec2::new(x - at.x, SOLE - at.y);
    *stance = Some((foot, x));
}

/// Whoever is put down leaves a print: born at the foot, and let go in place.
fn leave_prints(
    mut commands: Commands<'_, '_>,
    fresh: Fresh2<'_, '_>,
    feet: Query<'_, '_, Entity, With<Foot>>,
    mut down: Local<'_, Vec<Entity>>,
    mut prints: Local<'_, usize>,
) {
    for foot in &feet {
        let height = fresh
            .effective::<Native>(foot)
            .map(|world| world.position().y);
        let is_down = height.is_some_and(|height| height < SOLE + 0.02);
        let was_down = down.contains(&foot);
        if is_down && !was_down {
            down.push(foot);
            *prints += 1;
            let looks = Looks(r##"{ "type": "polygon", "points": [[-0.34, 0], [0.54, 0], [0.4, -0.2], [-0.24, -0.2]], "color": "#9b8050" }"##.into());
            let print = Own(Node2::at(0.0, -SOLE).with_z(-10));
            let print = (Name::new(format!("Print{}", *prints)), print, looks);
            commands.spawn((print, ChildOf(foot))).detach_in_place();
        }
        if height.is_some_and(|height| height > SOLE + 0.2) {
            down.retain(|&other| other != foot);
        }
    }
}
