//! The rows of the tree and the document behind them, as pictures: `ship(turret flag) dock`.
//!
//! What a test asks for here it waits for; when it never comes, the last that was seen is said.

use std::time::{Duration, Instant};

use kinfolk_scene::Editing;
use serde_json::Value;
use tokio::time::sleep;

use crate::input::Point;
use crate::page::Page;

/// Nothing that a test waits for may take longer.
const PATIENCE: Duration = Duration::from_secs(20);

/// Two ships' worth of relatives: `ship(turret(barrel) flag) dock(crane) buoy`. The ship lies on its side and
/// is twice as large.
pub(crate) const FLEET: &str = r#"{
  // Ships and what they carry.
  "entities": [
    {
      "id": "ship",
      "transform": { "x": 4, "angle": "90deg", "scaleX": 2, "scaleY": 2 },
      "children": [
        { "id": "turret", "localTransform": { "y": 1 }, "children": [{ "id": "barrel", "localTransform": { "x": 2 } }] },
        { "id": "flag", "localTransform": { "y": 3 }, "tags": ["cloth"] },
      ],
    },
    { "id": "dock", "transform": { "x": -3 }, "children": [{ "id": "crane", "tags": ["iron"] }] },
    { "id": "buoy", "transform": { "x": 1, "y": 2 } }, // adrift
  ],
}
"#;

/// Entities that come out of templates: `boss1(boss1_Left(boss1_Left_Hand) boss1_Right hat) lamp`.
pub(crate) const YARD: &str = r#"{
  "templates": {
    "boss": { "children": [{ "name": "Left", "template": "arm" }, { "name": "Right" }] },
    "arm": { "tags": ["limb"], "children": [{ "name": "Hand" }] }
  },
  "entities": [
    {
      "id": "boss1",
      "template": "boss",
      "overrides": { "Left": { "localTransform": { "x": 2 } } },
      "children": [{ "id": "hat" }]
    },
    { "id": "lamp", "tags": ["light"] }
  ]
}
"#;

/// A list of so many roots: `e0 e1 …`.
pub(crate) fn list_of(entities: usize) -> String {
    let entities: Vec<String> = (0..entities)
        .map(|number| format!("    {{ \"id\": \"e{number}\" }}"))
        .collect();
    format!("{{\n  \"entities\": [\n{}\n  ]\n}}\n", entities.join(",\n"))
}

/// Selects the row of an entity.
pub(crate) fn row(id: &str) -> String {
    format!("#tree .row[data-id=\"{id}\"]")
}

/// Selects something in the row of an entity.
pub(crate) fn part(id: &str, part: &str) -> String {
    format!("{} [data-part={part}]", row(id))
}

/// The rows as they are seen; a closed one has a plus.
const ROWS: &str = "(() => {
  const rows = [...document.querySelectorAll('#tree .row')].sort((a, b) => a.getBoundingClientRect().y - b.getBoundingClientRect().y);
  let text = '';
  let level = 0;
  for (const row of rows) {
    const own = Number(row.getAttribute('aria-level'));
    if (level > 0) text += own > level ? '(' : ')'.repeat(level - own) + ' ';
    text += row.dataset.id + (row.getAttribute('aria-expanded') === 'false' ? '+' : '');
    level = own;
  }
  return text + ')'.repeat(Math.max(0, level - 1));
})()";

const SELECTED: &str = "[...document.querySelectorAll('#tree .row[aria-selected=true]')]
  .sort((a, b) => a.getBoundingClientRect().y - b.getBoundingClientRect().y).map((row) => row.dataset.id).join(' ')";

const CURRENT: &str = "document.getElementById(document.getElementById('tree').getAttribute('aria-activedescendant'))?.dataset.id ?? ''";

const SAID: &str = "document.getElementById('spoken-0').textContent + document.getElementById('spoken-1').textContent";

impl Page {
    /// Waits until an expression has this value.
    pub(crate) async fn becomes(&self, expression: &str, expected: impl Into<Value>) {
        let (expected, start) = (expected.into(), Instant::now());
        loop {
            let value = self.js(expression).await;
            if value == expected {
                return;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "{expression}\nis {value}\nand not {expected}"
            );
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until the rows are these.
    pub(crate) async fn shows(&self, picture: &str) {
        self.becomes(ROWS, picture).await;
    }

    /// Waits until these rows are selected, in the order in which they are seen.
    pub(crate) async fn selects(&self, ids: &str) {
        self.becomes(SELECTED, ids).await;
    }

    /// Waits until the keyboard is on this row.
    pub(crate) async fn is_on(&self, id: &str) {
        self.becomes(CURRENT, id).await;
    }

    /// Waits until this is spoken.
    pub(crate) async fn speaks(&self, words: &str) {
        self.becomes(SAID, words).await;
    }

    /// Waits until a notice says this, and closes it.
    pub(crate) async fn refuses(&self, why: &str) {
        let notice = "document.getElementById('notice')";
        self.becomes(
            &format!("{notice}.hidden ? '' : {notice}.innerText.trim()"),
            why,
        )
        .await;
        self.click("#notice button").await;
        self.wait_until(&format!("{notice}.hidden")).await;
    }

    /// Saves, and gives what the file says.
    pub(crate) async fn document(&self) -> Editing {
        Editing::with_text(&self.saved().await).unwrap()
    }

    /// Waits until the rows are these, saves, and checks that the file says the same.
    pub(crate) async fn is_and_saves(&self, picture: &str) -> Editing {
        self.shows(picture).await;
        let document = self.document().await;
        assert_eq!(drawn(&document), picture, "this is in the file");
        document
    }

    /// A place in a row: 0 is its upper edge, 1 its lower one.
    pub(crate) async fn in_row(&self, id: &str, part: f64) -> Point {
        let (x, y) = self.middle(&row(id)).await;
        (x, y + (part - 0.5) * 24.0)
    }

    /// How many steps of the history are done.
    pub(crate) async fn steps(&self) -> u64 {
        let at = "Number(document.querySelector('#history-list [aria-selected=true]').dataset.at)";
        self.js(at).await.as_u64().unwrap()
    }

    /// Waits until so many steps are done.
    pub(crate) async fn has_done(&self, steps: u64) {
        let at = "Number(document.querySelector('#history-list [aria-selected=true]').dataset.at)";
        self.becomes(at, steps).await;
    }
}

/// The ids of a document, as a picture.
pub(crate) fn drawn(document: &Editing) -> String {
    let (scene, forest) = (document.scene(), document.forest());
    let mut text = String::new();
    let mut level = 0;
    for node in forest.walk() {
        let own = forest.ancestors(node).count() + 1;
        match own > level {
            _ if level == 0 => {}
            true => text.push('('),
            false => {
                text.push_str(&")".repeat(level - own));
                text.push(' ');
            }
        }
        text.push_str(&scene.id(node).unwrap());
        level = own;
    }
    text.push_str(&")".repeat(level.saturating_sub(1)));
    text
}

/// Where an entity is in the world, to a thousandth.
pub(crate) fn world(document: &Editing, id: &str) -> [f32; 6] {
    let node = document.scene().node(id).unwrap();
    let numbers = document.forest().effective(node).unwrap().to_array();
    numbers.map(|number| (number * 1000.0).round() / 1000.0 + 0.0)
}
