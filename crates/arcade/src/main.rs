//! The window: keys and mouse go in, triangles come out. Everything else is in the library.

use std::path::{Path, PathBuf};

use kinfolk_arcade::{Cabinet, Shape, Shapes};
use kinfolk_game::{InputEvent, Viewport};
use macroquad::models::{Mesh, Vertex, draw_mesh};
use macroquad::prelude as quad;

/// Where the document is that comes along.
const DOCUMENT: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../games/arcade/arcade.jsonc"
);

/// How much of the world is seen at least, in units.
const SEEN: glam::Vec2 = glam::Vec2::new(34.0, 20.0);

fn main() {
    let path = std::env::args_os().nth(1).map(PathBuf::from);
    let path = path.unwrap_or_else(|| Path::new(DOCUMENT).to_owned());
    match Cabinet::open(&path) {
        Ok(cabinet) => macroquad::Window::from_config(window(), play(cabinet)),
        Err(why) => {
            eprintln!("{why}");
            std::process::exit(2);
        }
    }
}

fn window() -> quad::Conf {
    quad::Conf {
        window_title: "Kinfolk arcade".to_owned(),
        window_width: 1280,
        window_height: 752,
        high_dpi: true,
        sample_count: 4,
        ..quad::Conf::default()
    }
}

async fn play(mut cabinet: Cabinet) {
    let mut shapes = Shapes::default();
    let mut mouse = None;
    while !quad::is_key_pressed(quad::KeyCode::Escape) {
        listen(&mut cabinet, &mut mouse);
        let alpha = cabinet.advance(quad::get_frame_time());
        quad::clear_background(quad::Color::from_hex(0x0a_0d_18));
        draw_world(&mut cabinet, &mut shapes, alpha);
        draw_words(&cabinet);
        quad::next_frame().await;
    }
}

/// Tells the game what has happened since the last frame.
fn listen(cabinet: &mut Cabinet, mouse: &mut Option<(f32, f32)>) {
    let named = |keys: std::collections::HashSet<quad::KeyCode>| {
        let mut names: Vec<String> = keys.iter().map(|key| format!("{key:?}")).collect();
        names.sort();
        names
    };
    for key in named(quad::get_keys_released()) {
        cabinet.put_in(InputEvent::KeyReleased { key });
    }
    for key in named(quad::get_keys_pressed()) {
        cabinet.put_in(InputEvent::KeyPressed { key });
    }
    let now = quad::mouse_position();
    if mouse.is_some_and(|before| before != now) {
        cabinet.put_in(InputEvent::MouseMoved { at: now.into() });
    }
    *mouse = Some(now);
    if quad::is_mouse_button_pressed(quad::MouseButton::Left) {
        cabinet.put_in(InputEvent::MousePressed { button: 0 });
    }
    if quad::is_mouse_button_released(quad::MouseButton::Left) {
        cabinet.put_in(InputEvent::MouseReleased { button: 0 });
    }
}

/// Draws what is alive, with the camera where blows have shaken it to.
fn draw_world(cabinet: &mut Cabinet, shapes: &mut Shapes, alpha: f32) {
    let (width, height) = (quad::screen_width(), quad::screen_height());
    let Ok(mut view) = Viewport::new(width, height) else {
        return; // no window to speak of
    };
    let arena = cabinet.arena_mut();
    let shake = arena.shock() * arena.shock() * 0.35;
    let time = quad::get_time() as f32;
    let at = glam::Vec2::new((time * 71.0).sin(), (time * 53.0).cos()) * shake;
    let placed = view
        .set_position(glam::Vec2::ZERO)
        .and_then(|()| view.set_zoom((width / SEEN.x).min(height / SEEN.y)));
    debug_assert!(placed.is_ok(), "these are numbers");
    *arena.game_mut().viewport_mut() = view;
    let _ = view.set_position(at);
    let game = arena.game_mut();
    for item in game.draw_list_between(alpha) {
        if item.visual != 0 {
            continue; // the first one has brought all of them
        }
        if let Some(shape) = shapes.of(game.scene(), item.node) {
            let [a, b, c, d, x, y] = item.world;
            draw(&shape, |at| {
                let world = glam::Vec2::new(a * at.x + c * at.y + x, b * at.x + d * at.y + y);
                view.screen_from_world(world)
            });
        }
    }
}

/// Draws what there is to read.
fn draw_words(cabinet: &Cabinet) {
    let (width, height) = (quad::screen_width(), quad::screen_height());
    let unit = (width / SEEN.x).min(height / SEEN.y);
    let middle = glam::Vec2::new(width, height) / 2.0;
    let write = |text: &str, size: f32, colour: &str, x: f32, y: f32| {
        let shape = Shape::of_text(text, size, colour);
        draw(&shape, |at| {
            middle + glam::Vec2::new(x + at.x, -(y + at.y)) * unit
        });
    };
    let arena = cabinet.arena();
    let score = format!("SCORE {}   BEST {}", arena.score(), cabinet.best());
    write(&score, 0.42, "#8ff0ff", 0.0, 9.25);
    let help = "WASD drive    mouse or arrows aim    click or SPACE fire    R restart    save games/arcade/*.jsonc and see";
    if cabinet.notice().is_none() {
        write(help, 0.22, "#5c6b8f", 0.0, -9.5);
    }
    if arena.is_over() {
        write("GAME OVER", 1.6, "#ff5c8a", 0.0, 0.8);
        write("press ENTER", 0.5, "#ffd6e2", 0.0, -1.0);
    }
    if let Some(notice) = cabinet.notice() {
        let lines = notice.lines().count().min(6) as f32;
        let top = height - unit * (lines * 0.75 + 1.6);
        let panel = quad::Color::from_rgba(70, 10, 28, 235);
        quad::draw_rectangle(0.0, top, width, height - top, panel);
        for (line, text) in notice.lines().take(6).enumerate() {
            let y = -10.0 + 0.75 * (lines - line as f32) + 0.4;
            write(text, 0.28, "#ffd6e2", 0.0, y);
        }
    }
}

/// Draws triangles, seen through a map to the screen.
fn draw<P>(shape: &Shape, screen: impl Fn(glam::Vec2) -> P)
where
    P: Into<[f32; 2]>,
{
    for (colour, part) in &shape.parts {
        let [red, green, blue, alpha] = *colour;
        let colour = quad::Color::from_rgba(red, green, blue, alpha);
        let corners = part.vertices.iter().map(|at| {
            let [x, y] = screen(glam::Vec2::new(at.x, at.y)).into();
            Vertex::new(x, y, 0.0, 0.0, 0.0, colour)
        });
        draw_mesh(&Mesh {
            vertices: corners.collect(),
            indices: part.indices.clone(),
            texture: None,
        });
    }
}
