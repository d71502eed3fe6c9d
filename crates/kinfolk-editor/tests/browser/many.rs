//! A hundred thousand entities, and a thousand edits.

use serde_json::Value;

use crate::page::{Page, on_a_page};
use crate::rows::FLEET;

/// So many ships, each with so many sailors below it.
const SHIPS: usize = 1000;
const SAILORS: usize = 99;

/// A scene of `SHIPS * (SAILORS + 1)` entities.
fn armada() -> String {
    let ships = (0..SHIPS).map(|ship| {
        let sailors: Vec<String> = (0..SAILORS).map(|sailor| sailor_of(ship, sailor)).collect();
        let (x, y) = (ship % 40 * 30, ship / 40 * 30);
        format!(
            "    {{\n      \"id\": \"ship{ship}\",\n      \"transform\": {{ \"x\": {x}, \"y\": {y} }},\n      \"children\": [\n{}\n      ]\n    }}",
            sailors.join(",\n")
        )
    });
    let ships: Vec<String> = ships.collect();
    format!("{{\n  \"entities\": [\n{}\n  ]\n}}\n", ships.join(",\n"))
}

fn sailor_of(ship: usize, sailor: usize) -> String {
    let (x, y) = (sailor % 10 * 2, sailor / 10 * 2);
    format!(
        "        {{ \"id\": \"s{ship}_{sailor}\", \"localTransform\": {{ \"x\": {x}, \"y\": {y} }} }}"
    )
}

/// Looks at every frame: how many rows there are, and whether some of what is seen of the tree has none.
const WATCH: &str = "(() => {
  const tree = document.getElementById('tree');
  const seen = window.seen = { frames: 0, most: 0, blank: 0 };
  const look = () => {
    const box = tree.getBoundingClientRect();
    seen.frames += 1;
    seen.most = Math.max(seen.most, tree.querySelectorAll('.row').length);
    for (let y = box.top + 1; y < box.bottom - 1; y += 11) {
      if (document.elementFromPoint(box.left + 60, y)?.closest('.row') === null) seen.blank += 1;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()";

/// Waits for some frames, and checks that all of them were full of rows, but of few.
async fn is_full(page: &Page) {
    let frames = page.js("seen.frames").await.as_u64().unwrap();
    page.wait_until(&format!("seen.frames > {frames} + 1"))
        .await;
    assert_eq!(page.js("seen.blank").await, 0, "no blanks");
    assert!(page.js("seen.most").await.as_u64().unwrap() <= 100);
}

/// Does one edit, waits until it is shown, and says how long that took from the key to the picture.
async fn timed(page: &Page, what: &str, keys: &str, text: Option<&str>) {
    let count = "performance.getEntriesByName('edit-shown').length";
    let before = page.js(count).await.as_u64().unwrap();
    page.press(keys).await;
    if let Some(text) = text {
        page.wait_until("document.activeElement.name === 'rename'")
            .await;
        page.write(text).await;
        page.press("Enter").await;
    }
    page.wait_until(&format!("{count} > {before}")).await;
    let took = page
        .js("performance.getEntriesByName('edit-shown').at(-1).duration")
        .await;
    eprintln!("{what}: shown after {:.1} ms", took.as_f64().unwrap());
}

#[test]
fn a_hundred_thousand_entities_are_at_most_a_hundred_rows() {
    on_a_page(&armada(), async |page| {
        let paint = "performance.getEntriesByName('first-tree-paint').at(-1).duration";
        let paint = page.js(paint).await.as_f64().unwrap();
        eprintln!("first tree paint: {paint:.1} ms after the data");
        page.click("#expand-all").await;
        page.wait_until("document.getElementById('tree-space').offsetHeight === 2400000")
            .await;
        page.js(WATCH).await;
        is_full(page).await;

        let middle = page.middle("#tree").await;
        for _ in 0..20 {
            page.wheel(middle, 0, 700).await;
            is_full(page).await;
        }
        page.wait_until("document.getElementById('tree').scrollTop === 14000")
            .await;
        for step in 1..=20 {
            page.js(&format!(
                "document.getElementById('tree').scrollTop = {}",
                step * 60_000
            ))
            .await;
            is_full(page).await;
        }
        let in_the_middle = "document.elementFromPoint(60, document.getElementById('tree').getBoundingClientRect().top + 12).closest('.row').dataset.id";
        assert_eq!(page.js(in_the_middle).await, "ship500");
        page.select("ship500").await;
        page.press("End").await;
        page.is_on("s999_98").await;
        is_full(page).await;
        for _ in 0..10 {
            page.press("PageUp").await;
            is_full(page).await;
        }
        assert!(page.js("seen.frames").await.as_u64().unwrap() > 50);

        timed(page, "rename", "F2", Some("admiral")).await;
        page.selects("admiral").await;
        timed(page, "move", "Alt+ArrowUp", None).await;
        timed(page, "set", "Alt+h", None).await;
        timed(page, "undo", "Control+z", None).await;
        timed(page, "redo", "Control+Shift+z", None).await;
        is_full(page).await;
        let saved = page.saved().await;
        assert!(saved.contains("\"admiral\""));
        assert_eq!(saved.matches("\"id\"").count(), SHIPS * (SAILORS + 1));
    });
}

/// Numbers that are the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most
    }
}

/// What a hand does to a selected row. Those that make something are as many as those that remove it.
const GESTURES: [&[&str]; 17] = [
    &["Alt+ArrowUp"],
    &["Alt+ArrowDown"],
    &["Alt+ArrowRight"],
    &["Alt+ArrowLeft"],
    &["Alt+Home"],
    &["Alt+h"],
    &["Alt+a"],
    &["Insert"],
    &["Control+d"],
    &["Control+g"],
    &["Control+Shift+g"],
    &["Delete"],
    &["Shift+Delete"],
    &["Control+c", "Control+Shift+v"],
    &["Control+x"],
    &["F2", "q", "Enter"],
    &["Control+z"],
];

const WAYS: [&[&str]; 5] = [
    &["Home", "ArrowDown", "ArrowDown"],
    &["End", "ArrowUp"],
    &["ArrowDown"],
    &["ArrowUp", "ArrowUp"],
    &["Shift+ArrowDown"],
];

#[test]
fn a_thousand_edits_are_taken_back_to_the_last_byte_and_done_again() {
    on_a_page(FLEET, async |page| {
        let mut random = Random(0x2545_f491_4f6c_dd1d);
        page.select("turret").await;
        let mut gestures = 0;
        while page.steps().await < 1000 {
            let mut keys = Vec::new();
            for _ in 0..8 {
                keys.extend(WAYS[random.below(WAYS.len())]);
                keys.extend(GESTURES[random.below(GESTURES.len())]);
                gestures += 1;
            }
            page.press_all(&keys).await;
            let rows = page
                .js("document.getElementById('tree-space').offsetHeight / 24")
                .await;
            match rows.as_f64().unwrap() {
                few if few < 4.0 => page.press_all(&["Escape", "Insert", "Insert"]).await,
                many if many > 120.0 => page.press_all(&["Home", "Delete"]).await,
                _ => {}
            }
            assert!(gestures < 20_000, "hardly anything is an edit");
        }
        is_quiet(page).await;
        let steps = page.steps().await;
        let last = page.saved().await;
        eprintln!("{gestures} gestures were {steps} steps");
        assert_ne!(last, FLEET);

        for _ in 0..steps / 50 + 1 {
            page.press_all(&["Control+z"; 50]).await;
        }
        page.has_done(0).await;
        page.shows("ship(turret(barrel) flag) dock(crane) buoy")
            .await;
        assert_eq!(page.saved().await, FLEET, "to the last byte");

        for _ in 0..steps / 50 + 1 {
            page.press_all(&["Control+Shift+z"; 50]).await;
        }
        page.has_done(steps).await;
        assert_eq!(page.saved().await, last, "as before");
    });
}

/// Waits until nothing changes any more.
async fn is_quiet(page: &Page) {
    let state = "document.getElementById('history-list').textContent";
    let mut before = Value::Null;
    for _ in 0..100 {
        page.js("new Promise((done) => setTimeout(done, 200))")
            .await;
        let now = page.js(state).await;
        if now == before {
            return;
        }
        before = now;
    }
    panic!("it goes on for ever");
}
