//! Handles in the picture, and what became of a drag: looked up in the file that was saved.

use kinfolk_scene::Editing;

use crate::input::Point;
use crate::page::Page;
use crate::picture::{camera, is_drawn, place};

/// A parent that is turned, one that mirrors and stretches, one that shears; each with a child of its own place and angle.
pub(crate) const BENT: &str = r##"{
  "entities": [
    { "id": "turned", "transform": { "x": -4, "y": 2, "angle": "30deg" }, "children": [
      { "id": "a", "localTransform": { "x": 1, "y": 0.5 }, "sprite": { "type": "rect", "width": 1, "height": 1, "color": "#cc4444" } }
    ] },
    { "id": "mirrored", "transform": { "x": 4, "y": 2, "scaleX": -2, "angle": "20deg" }, "children": [
      { "id": "b", "localTransform": { "x": 0.5, "y": 1, "angle": "25deg" }, "sprite": { "type": "rect", "width": 1, "height": 1, "color": "#44aa44" } }
    ] },
    { "id": "sheared", "transform": { "y": -3, "skew": "30deg", "angle": "40deg", "scaleY": 1.5 }, "children": [
      { "id": "c", "localTransform": { "x": 1, "y": 1, "angle": "-35deg", "scaleX": 1.5 }, "sprite": { "type": "rect", "width": 1, "height": 1, "color": "#4466cc" } }
    ] },
    { "id": "plain", "transform": { "x": -5, "y": -3 }, "sprite": { "type": "rect", "width": 1, "height": 1, "color": "#aaaa44" } }
  ]
}
"##;

/// Whom to drag in [`BENT`].
pub(crate) const LEAVES: [&str; 4] = ["a", "b", "c", "plain"];

/// Where an entity is in the world: its axes and its origin.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stand {
    pub(crate) x: Point,
    pub(crate) y: Point,
    pub(crate) at: Point,
}

/// Where an entity of a document is in the world.
pub(crate) fn stand(text: &str, id: &str) -> Stand {
    let editing = Editing::with_text(text).unwrap();
    let node = editing.scene().node(id).unwrap();
    let world = editing.forest().world(node).unwrap();
    let pair = |x: f32, y: f32| (f64::from(x), f64::from(y));
    let (x, y) = (world.matrix2.x_axis, world.matrix2.y_axis);
    let at = world.translation;
    Stand {
        x: pair(x.x, x.y),
        y: pair(y.x, y.y),
        at: pair(at.x, at.y),
    }
}

/// The own numbers of an entity: x, y, angle, scale x, scale y, skew.
pub(crate) fn own(text: &str, id: &str) -> [f32; 6] {
    let editing = Editing::with_text(text).unwrap();
    let node = editing.scene().node(id).unwrap();
    let own = editing.forest().value(node).unwrap().transform;
    let [x, y] = own.position.to_array();
    [x, y, own.rotation, own.scale.x, own.scale.y, own.skew]
}

/// Whole pixels: a mouse has no others.
pub(crate) fn whole((x, y): Point) -> Point {
    (x.round(), y.round())
}

pub(crate) fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// The direction of an axis in the window, one pixel long.
pub(crate) fn on_screen(axis: Point) -> Point {
    let length = axis.0.hypot(axis.1);
    (axis.0 / length, -axis.1 / length)
}

/// How far apart the lines of the grid are from here.
pub(crate) async fn grid_step(page: &Page) -> f64 {
    let wanted = 24.0 / camera(page).await.2;
    let power = 10_f64.powf(wanted.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    steps
        .into_iter()
        .find(|step| *step >= wanted * 0.999)
        .unwrap()
}

impl Page {
    /// Selects an entity in the tree, and takes a tool in the picture.
    pub(crate) async fn take(&self, id: &str, tool: &str) {
        self.select(id).await;
        self.tool(tool).await;
        is_drawn(self).await;
    }

    /// Takes a tool by its key.
    pub(crate) async fn tool(&self, tool: &str) {
        let key = match tool {
            "select" => "q",
            "move" => "w",
            "rotate" => "e",
            "scale" => "r",
            _ => "h",
        };
        self.js("document.querySelector('#canvas').focus()").await;
        self.press(key).await;
        self.wait_until(&format!(
            "document.querySelector('#canvas').dataset.tool === '{tool}'"
        ))
        .await;
    }

    /// Switches axes until they are these.
    pub(crate) async fn axes(&self, axes: &str) {
        let label = "document.querySelector('#axes').ariaLabel";
        if self.js(label).await != format!("Axes: {axes}") {
            self.click("#axes").await;
        }
        self.wait_until(&format!("{label} === 'Axes: {axes}'"))
            .await;
    }

    /// Drags, and waits until it is said what came of it.
    pub(crate) async fn drag_and_hear(&self, from: Point, to: Point, words: &str) {
        self.hush().await;
        self.drag_between(from, to).await;
        self.hears(words).await;
    }

    /// Forgets what was said.
    pub(crate) async fn hush(&self) {
        self.js(
            "[0, 1].forEach(n => { document.getElementById(`spoken-${n}`).textContent = ''; })",
        )
        .await;
    }

    /// Waits until these words are among what is said.
    pub(crate) async fn hears(&self, words: &str) {
        let words = serde_json::Value::from(words);
        self.wait_until(&format!(
            "[0, 1].map(n => document.getElementById(`spoken-${{n}}`).textContent).join('').includes({words})"
        ))
        .await;
    }

    /// Where a point of the world is in the window, in whole pixels.
    pub(crate) async fn pixel(&self, (x, y): Point) -> Point {
        whole(place(self, x, y).await)
    }
}
