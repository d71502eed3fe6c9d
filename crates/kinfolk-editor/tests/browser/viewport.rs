//! Tools of the picture, rectangles that select, and how fast it is drawn.

use serde_json::{Value, json};

use crate::handles::stand;
use crate::page::{Page, on_a_page};
use crate::picture::{camera, camera_moves, is_drawn};
use crate::steps::PIXELS;

const YARD: &str = r##"{
  "entities": [
    { "id": "ground", "z": -5, "sprite": { "type": "rect", "width": 40, "height": 30, "color": "#334455" } },
    { "id": "red", "sprite": { "type": "rect", "width": 2, "height": 2, "color": "#ff0000" } },
    { "id": "green", "transform": { "x": 6, "y": 3 }, "sprite": { "type": "rect", "width": 2, "height": 2, "color": "#00ff00" } },
    { "id": "blue", "transform": { "x": -6, "y": -3 }, "sprite": { "type": "rect", "width": 2, "height": 2, "color": "#0000ff" } }
  ]
}
"##;

#[test]
fn a_rectangle_selects_what_it_touches_and_the_tree_follows() {
    on_a_page(YARD, async |page| {
        is_drawn(page).await;
        let before = camera(page).await;
        let from = page.pixel((-9.0, -5.0)).await;
        // The ground is all around it, and not meant.
        page.drag_between(from, page.pixel((-0.5, 0.5)).await).await;
        page.selected(&["red", "blue"]).await;
        page.says("#inspector", "2 entities").await;
        page.hears("2 selected").await;

        // Upwards and to the left as well; with Ctrl or Shift in addition.
        page.hold("Control").await;
        page.drag_between(page.pixel((8.0, 5.0)).await, page.pixel((5.5, 2.5)).await)
            .await;
        page.let_go("Control").await;
        page.selected(&["red", "green", "blue"]).await;
        page.drag_between(page.pixel((8.0, 5.0)).await, page.pixel((5.5, 2.5)).await)
            .await;
        page.selected(&["green"]).await;
        page.hold("Shift").await;
        page.drag_between(from, page.pixel((-5.0, -2.0)).await)
            .await;
        page.let_go("Shift").await;
        page.selected(&["green", "blue"]).await;

        // Esc gives up, and a rectangle around nothing selects nothing.
        page.begin_drag(from, page.pixel((9.0, 9.0)).await).await;
        page.press("Escape").await;
        page.drop().await;
        page.selected(&["green", "blue"]).await;
        page.drag_between(page.pixel((2.0, -5.0)).await, page.pixel((4.0, -4.0)).await)
            .await;
        page.selected(&[]).await;
        assert_eq!(camera(page).await, before, "nothing panned");
        page.history_is(&[]).await;
    });
}

#[test]
fn tools_have_buttons_and_keys_and_are_remembered() {
    on_a_page(YARD, async |page| {
        let pressed = "[...document.querySelectorAll('#tool-bar [aria-pressed=true]')].map(one => one.id).join()";
        assert_eq!(page.js(pressed).await, "tool-select");
        for (tool, key) in [
            ("move", "w"),
            ("rotate", "e"),
            ("scale", "r"),
            ("hand", "h"),
            ("select", "q"),
        ] {
            page.tool(tool).await;
            assert_eq!(page.js(pressed).await, format!("tool-{tool}"), "{key}");
        }
        for tool in ["move", "hand", "scale"] {
            page.click(&format!("#tool-{tool}")).await;
            page.wait_until(&format!("{pressed} === 'tool-{tool}'"))
                .await;
        }
        page.press("Alt+s").await;
        page.wait_until("document.querySelector('#snap').ariaPressed === 'true'")
            .await;
        page.hears("Snapping").await;
        page.browser.refresh().await.unwrap();
        page.is_ready().await;
        assert_eq!(page.js(pressed).await, "tool-scale");
        assert_eq!(
            page.js("document.querySelector('#snap').ariaPressed").await,
            "true"
        );
        // In the tree a letter is a name.
        page.select("red").await;
        page.press("w").await;
        assert_eq!(page.js(pressed).await, "tool-scale");
        page.press("F1").await;
        page.says("dialog", "Select by rectangle").await;
        page.press("Escape").await;
    });
}

/// Things that overlap, with outlines and round edges.
const HEAP: &str = r##"{
  "entities": [
    { "id": "disc", "transform": { "x": -2 }, "sprite": { "type": "circle", "radius": 1.5, "color": "#cc4444" } },
    { "id": "box", "z": 1, "transform": { "x": 0.3, "y": 0.4, "angle": 0.5 }, "sprite": { "type": "rect", "width": 3, "height": 2, "color": "#44aa44" },
      "children": [{ "id": "lid", "z": 2, "localTransform": { "x": 0.7, "y": 1.1, "skew": 0.4 }, "sprite": { "type": "rect", "width": 1, "height": 1, "color": "#eeee44" } }] },
    { "id": "far", "z": -1, "transform": { "x": 6, "y": 3, "scaleX": -2 }, "sprite": { "type": "circle", "radius": 1, "color": "#4466cc" } },
    { "id": "low", "transform": { "x": -6, "y": -3 }, "sprite": { "type": "rect", "width": 1, "height": 1, "color": "#888888" } }
  ]
}
"##;

/// What the canvas shows, as numbers.
async fn pixels(page: &Page, name: &str) {
    is_drawn(page).await;
    page.js("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
        .await;
    page.js(&format!(
        "(c => {{ window.{name} = {PIXELS}(0, 0, c.width, c.height); return true; }})(document.querySelector('#canvas'))"
    ))
    .await;
}

/// Whether both are as large, how many numbers are truly different, and how many a little: edges that are cut off by a part's border are
/// not smoothed in quite the same way.
const DIFFERENT: &str = "(() => { let [much, little] = [0, 0];
  for (let i = 0; i < parts.length; i += 4) for (let k = 0; k < 4; k += 1) {
    const weight = (of) => k === 3 ? of[i + 3] : of[i + k] * of[i + 3] / 255;
    const apart = Math.abs(weight(parts) - weight(whole));
    if (apart > 80) much += 1; else if (apart > 8) little += 1;
  }
  return [parts.length === whole.length, much, little, parts.length]; })()";

#[test]
fn what_is_painted_in_parts_looks_as_if_it_were_painted_at_once() {
    on_a_page(HEAP, async |page| {
        for (ratio, width) in [(1, 1280), (2, 1240)] {
            let metrics = json!({ "width": width, "height": 800, "deviceScaleFactor": ratio, "mobile": false });
            page.devtools("Emulation.setDeviceMetricsOverride", metrics)
                .await;
            page.wait_until(&format!(
                "(c => Math.round(c.width / c.clientWidth) === {ratio})(document.querySelector('#canvas'))"
            ))
            .await;
            page.tool("move").await;
            for (id, by) in [
                ("box", (35.0, 20.0)),
                ("lid", (-50.0, 31.0)),
                ("disc", (60.0, -10.0)),
            ] {
                page.select(id).await;
                let from = page.pixel(stand(&page.on_disk(), id).at).await;
                page.drag_and_hear(from, (from.0 + by.0, from.1 + by.1), "moved to")
                    .await;
                page.saved().await;
                let (x, y) = page.middle("#canvas").await;
                page.drag_middle((x, y), (x + by.1, y - by.0)).await;
            }
            page.press("Escape").await;
            page.selected(&[]).await;
            page.hover((20.0, 400.0)).await;
            pixels(page, "parts").await;
            for name in ["other", "same"] {
                let before = page.js("document.documentElement.dataset.theme").await;
                page.click("#theme").await;
                page.wait_until(&format!(
                    "document.documentElement.dataset.theme !== {before}"
                ))
                .await;
                pixels(page, name).await;
            }
            page.hover((20.0, 400.0)).await;
            pixels(page, "whole").await;
            let found = page.js(DIFFERENT).await;
            assert_eq!((&found[0], &found[1]), (&json!(true), &json!(0)), "{found}");
            assert!(
                found[2].as_u64().unwrap() < found[3].as_u64().unwrap() / 1000,
                "{found}"
            );
            let is_other = page
                .js("other.some((value, i) => value !== whole[i])")
                .await;
            assert_eq!(is_other, true, "the other theme looks different");
        }
    });
}

/// So many in a square, each a little thing of two colours; about 5,000 of them fill the view from near.
const COUNT: usize = 100_000;
const COLUMNS: usize = 400;

fn crowd() -> String {
    let one = |n: usize| {
        let (x, y) = (n % COLUMNS * 2, n / COLUMNS * 2);
        format!(
            "    {{ \"id\": \"e{n}\", \"template\": \"t{}\", \"transform\": {{ \"x\": {x}, \"y\": {y}, \"angle\": {} }} }}",
            n % 3,
            n % 7
        )
    };
    let entities: Vec<String> = (0..COUNT).map(one).collect();
    format!(
        "{{\n  \"templates\": {{\n    \"t0\": {{ \"sprite\": {{ \"type\": \"rect\", \"width\": 1.6, \"height\": 1, \"color\": \"#cc6644\" }} }},\n    \"t1\": {{ \"sprite\": {{ \"type\": \"circle\", \"radius\": 0.7, \"color\": \"#4488cc\" }} }},\n    \"t2\": {{ \"sprite\": [{{ \"type\": \"rect\", \"width\": 1, \"height\": 1, \"color\": \"#66aa55\" }}, {{ \"type\": \"circle\", \"radius\": 0.3, \"color\": \"#ffffff\" }}] }}\n  }},\n  \"entities\": [\n{}\n  ]\n}}\n",
        entities.join(",\n")
    )
}

/// Looks at every frame until it is told to stop: how long drawing took, and how far apart frames were.
const WATCH: &str = "(() => {
  performance.clearMeasures('picture-drawn');
  const watch = window.watch = { gaps: [], on: true, incomplete: 0 };
  let last = performance.now();
  const look = (now) => {
    watch.gaps.push(now - last); last = now;
    if (document.querySelector('#canvas').dataset.complete !== 'yes') watch.incomplete += 1;
    if (watch.on) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()";

async fn report(page: &Page, what: &str) -> Value {
    page.js("window.watch.on = false").await;
    let figures = page
        .js("(() => {
          const sorted = (list) => list.sort((a, b) => a - b);
          const at = (list, part) => list.length === 0 ? 0 : Math.round(list[Math.min(list.length - 1, Math.floor(part * list.length))] * 10) / 10;
          const work = sorted(performance.getEntriesByName('picture-drawn').map((one) => one.duration));
          const gaps = sorted(window.watch.gaps.slice(1));
          return { frames: work.length, median: at(work, 0.5), p95: at(work, 0.95), worst: at(work, 1),
            gap_median: at(gaps, 0.5), gap_p95: at(gaps, 0.95), incomplete: window.watch.incomplete,
            drawn: Number(document.querySelector('#canvas').dataset.drawn) };
        })()")
        .await;
    eprintln!("{what}: {figures}");
    figures
}

#[test]
fn a_hundred_thousand_entities_are_panned_and_dragged_smoothly() {
    on_a_page(&crowd(), async |page| {
        is_drawn(page).await;
        // Near enough that about 5,000 are in view.
        let metrics =
            json!({ "width": 1280, "height": 720, "deviceScaleFactor": 1, "mobile": false });
        page.devtools("Emulation.setDeviceMetricsOverride", metrics)
            .await;
        let middle = page.middle("#canvas").await;
        let drawn = "Number(document.querySelector('#canvas').dataset.drawn)";
        for _ in 0..40 {
            is_drawn(page).await;
            if page.js(drawn).await.as_u64().unwrap() <= 5000 {
                break;
            }
            let before = camera(page).await;
            page.wheel(middle, 0, -120).await;
            camera_moves(page, before).await;
        }
        is_drawn(page).await;
        let in_view = page.js(drawn).await.as_u64().unwrap();
        assert!((3000..=5000).contains(&in_view), "{in_view}");

        page.js(WATCH).await;
        for turn in 0..6_i32 {
            let far = f64::from(if turn % 2 == 0 { 90 } else { -90 });
            page.drag_middle(middle, (middle.0 + far, middle.1 + far / 2.0))
                .await;
        }
        is_drawn(page).await;
        let panned = report(page, "panning").await;
        assert!(panned["frames"].as_u64().unwrap() > 10);

        // One entity, in the middle of the others.
        page.tool("move").await;
        let before = camera(page).await;
        let at = (
            (before.0 / 2.0).round() * 2.0,
            (before.1 / 2.0).round() * 2.0,
        );
        let from = page.pixel(at).await;
        page.begin_drag(from, (from.0 + 20.0, from.1)).await;
        page.is_unsaved().await;
        page.js(WATCH).await;
        for turn in 0..60_i32 {
            let angle = f64::from(turn) / 8.0;
            page.hover((from.0 + 70.0 * angle.cos(), from.1 + 50.0 * angle.sin()))
                .await;
        }
        let dragged = report(page, "dragging one").await;
        assert!(dragged["frames"].as_u64().unwrap() > 10);
        page.hush().await;
        page.drop().await;
        page.hears("moved to").await;
        is_drawn(page).await;
        let id = page
            .js("document.querySelector('#tree .row[aria-selected=true]').dataset.id")
            .await;
        let text = page.saved().await;
        let now = page.pixel(stand(&text, id.as_str().unwrap()).at).await;
        let angle = 59.0_f64 / 8.0;
        let to = (from.0 + 70.0 * angle.cos(), from.1 + 50.0 * angle.sin());
        assert!((now.0 - to.0).hypot(now.1 - to.1) < 2.5, "{now:?} {to:?}");
    });
}
