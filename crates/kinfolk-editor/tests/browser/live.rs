//! The page on a game that runs: seen live, and changed by hand.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use kinfolk_editor::Inspector;
use kinfolk_game::Game;
use serde_json::{Value, json};

use crate::page::{Page, on_a_page};
use crate::picture::is_drawn;
use crate::rows::row;

const YARD: &str = r##"{
  "templates": { "spark": { "sprite": { "type": "circle", "radius": 0.3, "color": "#ffcc33" },
    "behaviors": [{ "type": "translate", "y": 2 }, { "type": "lifetime", "secs": 2 }] } },
  "entities": [
    { "id": "mill", "transform": { "x": 4 }, "sprite": { "type": "rect", "width": 5, "height": 1, "color": "#aa5522" }, "behaviors": [{ "type": "rotate", "speed": 1 }],
      "children": [{ "name": "Sail", "localTransform": { "x": 2 } }] },
    { "id": "cart", "transform": { "x": -3, "y": 2 }, "sprite": { "type": "rect", "width": 2, "height": 1, "color": "#4477cc" },
      "children": [{ "name": "Wheel", "localTransform": { "x": 1 }, "sprite": { "type": "circle", "radius": 0.5, "color": "#222222" } }] },
    { "id": "fire", "transform": { "y": -3 }, "behaviors": [{ "type": "spawn_on_timer", "template": "spark", "every": 0.5 }] }
  ]
}"##;

/// A game in a thread of its own.
struct Running {
    address: String,
    game: Arc<Mutex<Game>>,
    over: Arc<AtomicBool>,
}

impl Running {
    fn start() -> Self {
        let game: Game = Game::load(YARD).unwrap();
        let game = Arc::new(Mutex::new(game));
        let over = Arc::new(AtomicBool::new(false));
        let (told, address): (_, Receiver<String>) = mpsc::channel();
        let (played, ends) = (Arc::clone(&game), Arc::clone(&over));
        thread::spawn(move || {
            let mut inspector = Inspector::open("127.0.0.1:0").unwrap();
            told.send(inspector.address().to_owned()).unwrap();
            while !ends.load(Ordering::Relaxed) {
                let mut game = played.lock().unwrap();
                game.step();
                inspector.frame(&mut game);
                drop(game);
                sleep(Duration::from_millis(16));
            }
        });
        Self {
            address: address.recv().unwrap(),
            game,
            over,
        }
    }

    /// Waits until something is true of the game itself.
    fn until(&self, what: &str, is_so: impl Fn(&Game) -> bool) {
        let start = Instant::now();
        while !is_so(&self.game.lock().unwrap()) {
            assert!(start.elapsed() < Duration::from_secs(20), "never: {what}");
            sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }
}

async fn look_at(page: &Page, running: &Running) {
    page.browser.goto(&running.address).await.unwrap();
    page.is_ready().await;
    page.wait_until("document.body.dataset.state === 'live'")
        .await;
}

#[test]
fn a_game_that_runs_is_seen_live() {
    let running = Running::start();
    on_a_page("{}", async |page| {
        look_at(page, &running).await;
        page.select("mill").await;
        let angle = "document.querySelector('#inspector [name=\"local.angle\"]').value";
        let before = page.js(angle).await;
        page.wait_until(&format!("{angle} !== {before}")).await;
        page.wait_until("document.querySelectorAll('#tree .row[data-id^=spark]').length > 1")
            .await;
        page.wait_until("/frame \\d+/.test(document.querySelector('#play-clock').textContent)")
            .await;
        for hidden in [
            "#save",
            "#undo",
            "#play",
            "#stop",
            "#view-switch",
            "#tab-history",
        ] {
            let seen = format!("document.querySelector('{hidden}').checkVisibility()");
            assert_eq!(page.js(&seen).await, false, "{hidden}");
        }
        assert_eq!(
            crate::access::nameless(page).await,
            [""; 0],
            "a game is shown"
        );
    });
}

#[test]
fn a_handle_moves_what_runs_and_esc_takes_it_back() {
    let running = Running::start();
    let at = || {
        let game = running.game.lock().unwrap();
        game.get_world_position("cart").unwrap()
    };
    on_a_page("{}", async |page| {
        look_at(page, &running).await;
        page.axes("world").await;
        page.take("cart", "move").await;
        let before = at();
        let from = page.pixel((before.x.into(), before.y.into())).await;
        let to = (from.0 + 60.0, from.1 - 40.0);

        // In many requests, each of which says how far it is from where the handle was taken.
        page.drag_between(from, to).await;
        let scale = page
            .js("JSON.parse(document.querySelector('#canvas').dataset.camera).scale")
            .await;
        let pixels = scale.as_f64().unwrap() as f32;
        let is_there = |game: &Game, way: [f32; 2]| {
            let now = game.get_world_position("cart").unwrap();
            let [x, y] = [now.x - before.x, now.y - before.y].map(|units| units * pixels);
            (x - way[0]).hypot(y - way[1]) < 2.0
        };
        running.until("it is at the pointer", |game| is_there(game, [60.0, 40.0]));
        // The page has to know that, too, before the handle can be taken where it is now.
        let shown = "document.querySelector('#inspector [name=\"world.x\"]').value";
        page.wait_until(&format!("Math.abs({shown} - {}) < 0.01", at().x))
            .await;
        is_drawn(page).await;

        page.begin_drag(to, (to.0 - 90.0, to.1 + 30.0)).await;
        running.until("it is dragged", |game| is_there(game, [-30.0, 10.0]));
        page.press("Escape").await;
        running.until("it is back", |game| is_there(game, [60.0, 40.0]));
        page.drop().await;
    });
}

#[test]
fn a_game_that_runs_is_changed_by_hand() {
    let running = Running::start();
    on_a_page("{}", async |page| {
        look_at(page, &running).await;
        page.select("cart").await;
        page.enter("local.x", "-5").await;
        running.until("it has moved", |game| {
            game.get_local_position("cart").unwrap().x == -5.0
        });
        page.enter("world.y", "2*2").await;
        running.until("it has moved up", |game| {
            game.get_world_position("cart").unwrap().y == 4.0
        });
        page.click(&format!("{} [data-part=visible]", row("cart")))
            .await;
        let is_seen = |game: &Game, id: &str| {
            game.forest()
                .effective(game.entity(id).unwrap())
                .unwrap()
                .visible()
        };
        running.until("it is hidden", |game| !is_seen(game, "cart_Wheel"));
        page.press_on("#inspector [name=visible]").await;
        running.until("it is shown", |game| is_seen(game, "cart_Wheel"));
        page.press_on("#inspector [name=tag]").await;
        page.write("fast").await;
        page.press("Enter").await;
        running.until("it has a tag", |game| game.tagged("fast").count() == 1);

        // Dragged onto another row it stays where it is in the world.
        let at = running
            .game
            .lock()
            .unwrap()
            .get_world_position("cart_Wheel")
            .unwrap();
        page.drag(&row("cart_Wheel"), &row("fire")).await;
        running.until("it has another parent", |game| {
            game.get_parent("cart_Wheel").unwrap() == game.entity("fire")
        });
        let now = running
            .game
            .lock()
            .unwrap()
            .get_world_position("cart_Wheel")
            .unwrap();
        assert!((now - at).length() < 1e-4, "{at} {now}");
        page.wait_until(&format!(
            "document.querySelector({}).ariaLevel === '2'",
            Value::from(row("cart_Wheel"))
        ))
        .await;

        page.select("cart").await;
        page.js("document.querySelector('#tree').focus()").await;
        page.press("Delete").await;
        running.until("it is gone", |game| game.entity("cart").is_none());
        page.wait_until(&format!(
            "document.querySelector({}) === null",
            Value::from(row("cart"))
        ))
        .await;

        page.select("mill").await;
        page.press("F2").await;
        page.wait_until("document.activeElement.name === 'rename'")
            .await;
        page.write("windmill").await;
        page.press("Enter").await;
        page.says("#notice", "a running game keeps its ids").await;
        page.press("Control+s").await;
        page.says("#notice", "a running game has no file").await;
    });
}

#[test]
fn a_game_is_seen_in_dark_and_in_light() {
    let running = Running::start();
    for theme in ["dark", "light"] {
        on_a_page("{}", async |page| {
            let features =
                json!({ "features": [{ "name": "prefers-color-scheme", "value": theme }] });
            page.devtools("Emulation.setEmulatedMedia", features).await;
            let metrics =
                json!({ "width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": false });
            page.devtools("Emulation.setDeviceMetricsOverride", metrics)
                .await;
            look_at(page, &running).await;
            page.select("cart").await;
            assert_eq!(
                page.js(crate::access::FAINT).await,
                json!([]),
                "text stands out"
            );
            page.screenshot(&format!("live_{theme}")).await;
        });
    }
}
