//! Handles that move, turn and scale, with the real mouse, whatever the parents do.

use std::f64::consts::PI;

use crate::handles::{BENT, LEAVES, distance, grid_step, on_screen, own, stand, whole};
use crate::page::on_a_page;
use crate::picture::place;

#[test]
fn a_handle_brings_an_entity_to_the_pointer_under_any_parent() {
    on_a_page(BENT, async |page| {
        let mut text = BENT.to_owned();
        for axes in ["local", "world"] {
            page.axes(axes).await;
            for id in LEAVES {
                for handle in ["free", "x", "y"] {
                    page.take(id, "move").await;
                    let before = stand(&text, id);
                    let origin = page.pixel(before.at).await;
                    let way = match (handle, axes) {
                        ("x", "local") => on_screen(before.x),
                        ("y", "local") => on_screen(before.y),
                        ("x", _) => (1.0, 0.0),
                        _ => (0.0, -1.0),
                    };
                    let far = if handle == "free" { 0.0 } else { 45.0 };
                    let from = whole((origin.0 + far * way.0, origin.1 + far * way.1));
                    // There and back, so that nobody leaves the picture.
                    let back = (handle == "x") != (axes == "world");
                    let by = if back { (-33.0, 24.0) } else { (33.0, -24.0) };
                    page.drag_and_hear(from, (from.0 + by.0, from.1 + by.1), "moved to")
                        .await;

                    text = page.saved().await;
                    let along = by.0 * way.0 + by.1 * way.1;
                    let wanted = match handle {
                        "free" => by,
                        _ => (along * way.0, along * way.1),
                    };
                    let was = place(page, before.at.0, before.at.1).await;
                    let after = stand(&text, id);
                    let now = place(page, after.at.0, after.at.1).await;
                    let off = distance(now, (was.0 + wanted.0, was.1 + wanted.1));
                    assert!(off < 1.0, "{axes} {handle} of {id}: {off} pixels off");
                }
            }
        }
    });
}

#[test]
fn snapped_numbers_are_round_in_the_file_under_any_parent() {
    on_a_page(BENT, async |page| {
        page.axes("local").await;
        page.click("#snap").await;
        page.wait_until("document.querySelector('#snap').ariaPressed === 'true'")
            .await;
        let mut text = BENT.to_owned();
        for id in LEAVES {
            page.take(id, "move").await;
            let from = page.pixel(stand(&text, id).at).await;
            page.drag_and_hear(from, (from.0 + 33.0, from.1 - 28.0), "moved to")
                .await;
            text = page.saved().await;
            let [x, y, ..] = own(&text, id);
            // The grid is the parent's: its lines are round numbers of some size.
            for number in [x, y] {
                let round = (f64::from(number) * 20.0).round() / 20.0;
                assert_eq!(number, round as f32, "{id} at {x}, {y}");
            }
        }
        // Along one axis the other number stays as it is written.
        page.take("a", "move").await;
        let before = stand(&text, "a");
        let way = on_screen(before.x);
        let origin = page.pixel(before.at).await;
        let from = whole((origin.0 + 45.0 * way.0, origin.1 + 45.0 * way.1));
        let to = whole((from.0 + 60.0 * way.0, from.1 + 60.0 * way.1));
        page.drag_and_hear(from, to, "moved to").await;
        let after = page.saved().await;
        assert_eq!(own(&after, "a")[1].to_bits(), own(&text, "a")[1].to_bits());
        assert_ne!(own(&after, "a")[0], own(&text, "a")[0]);

        // In the axes of the world the numbers of the world are round.
        page.axes("world").await;
        let step = grid_step(page).await;
        let mut text = after;
        for id in ["plain", "c"] {
            page.take(id, "move").await;
            let from = page.pixel(stand(&text, id).at).await;
            page.drag_and_hear(from, (from.0 + 31.0, from.1 - 22.0), "moved to")
                .await;
            text = page.saved().await;
            let (x, y) = stand(&text, id).at;
            for number in [x, y] {
                let off = (number / step - (number / step).round()).abs() * step;
                assert!(off < 1e-5, "{id} at {x}, {y}, lines are {step} apart");
            }
        }
        let [x, y, ..] = own(&text, "plain").map(|number| number.to_string());
        assert!(x.len() <= 4 && y.len() <= 4, "{x} {y}");
        assert!(text.contains(&format!("\"x\": {x}, \"y\": {y}")), "{text}");
    });
}

#[test]
fn ctrl_snaps_while_it_is_held() {
    on_a_page(BENT, async |page| {
        page.axes("world").await;
        let step = grid_step(page).await;
        page.take("plain", "move").await;
        let from = page.pixel(stand(BENT, "plain").at).await;
        page.begin_drag(from, (from.0 + 31.0, from.1 - 19.0)).await;
        page.hold("Control").await;
        page.hush().await;
        page.hover((from.0 + 32.0, from.1 - 20.0)).await;
        page.drop().await;
        page.let_go("Control").await;
        page.hears("moved to").await;
        let text = page.saved().await;
        for number in &own(&text, "plain")[..2] {
            let number = f64::from(*number);
            assert!(
                (number / step - (number / step).round()).abs() < 1e-5,
                "{number} {step}"
            );
        }
        page.history_is(&["Move plain"]).await;
    });
}

#[test]
fn the_ring_turns_an_entity_with_the_pointer_under_any_parent() {
    on_a_page(BENT, async |page| {
        let mut text = BENT.to_owned();
        for axes in ["local", "world"] {
            page.axes(axes).await;
            for id in LEAVES {
                page.take(id, "rotate").await;
                let before = stand(&text, id);
                let origin = place(page, before.at.0, before.at.1).await;
                let at = |angle: f64, far: f64| {
                    whole((origin.0 + far * angle.cos(), origin.1 - far * angle.sin()))
                };
                let (from, to) = (at(0.3, 58.0), at(1.4, 74.0));
                page.drag_and_hear(from, to, "turned to").await;

                text = page.saved().await;
                let heading = |(x, y): (f64, f64)| y.atan2(x);
                let seen = |point: (f64, f64)| heading((point.0 - origin.0, origin.1 - point.1));
                let wanted = seen(to) - seen(from);
                let turned = heading(stand(&text, id).x) - heading(before.x);
                let off = (turned - wanted + PI).rem_euclid(2.0 * PI) - PI;
                assert!(off.abs() * 58.0 < 1.0, "{axes} {id}: {off} radians off");
                let (now, was) = (own(&text, id), own(BENT, id));
                assert_eq!(
                    [now[0], now[1], now[3], now[4], now[5]],
                    [was[0], was[1], was[3], was[4], was[5]]
                );
            }
        }
    });
}

#[test]
fn a_snapped_turn_is_whole_degrees_in_the_file() {
    on_a_page(BENT, async |page| {
        page.click("#snap").await;
        page.axes("local").await;
        let mut text = BENT.to_owned();
        for id in LEAVES {
            page.take(id, "rotate").await;
            let origin = place(page, stand(&text, id).at.0, stand(&text, id).at.1).await;
            let from = whole((origin.0 + 58.0, origin.1));
            page.drag_and_hear(from, whole((origin.0 + 30.0, origin.1 - 50.0)), "turned to")
                .await;
            text = page.saved().await;
            let degrees = f64::from(own(&text, id)[2]).to_degrees();
            assert!(
                (degrees / 15.0 - (degrees / 15.0).round()).abs() < 1e-6,
                "{id} {degrees}"
            );
            let written = format!("\"angle\": \"{}deg\"", degrees.round());
            assert!(text.contains(&written), "{id} {written} {text}");
        }
        // In the axes of the world it is the angle in the world.
        page.axes("world").await;
        page.take("a", "rotate").await;
        let origin = place(page, stand(&text, "a").at.0, stand(&text, "a").at.1).await;
        let from = whole((origin.0 + 58.0, origin.1));
        page.drag_and_hear(from, whole((origin.0 - 10.0, origin.1 - 58.0)), "turned to")
            .await;
        let (x, y) = stand(&page.saved().await, "a").x;
        let steps = y.atan2(x).to_degrees() / 15.0;
        assert!((steps - steps.round()).abs() < 1e-4, "{steps}");
    });
}

#[test]
fn handles_scale_along_own_axes_under_any_parent() {
    on_a_page(BENT, async |page| {
        let mut text = BENT.to_owned();
        for id in LEAVES {
            for handle in ["x", "y", "free"] {
                page.take(id, "scale").await;
                let before = stand(&text, id);
                let origin = place(page, before.at.0, before.at.1).await;
                let axis = if handle == "y" { before.y } else { before.x };
                let way = on_screen(axis);
                let far = if handle == "free" { 0.0 } else { 64.0 };
                let from = whole((origin.0 + far * way.0, origin.1 + far * way.1));
                let to = match handle {
                    "free" => (from.0 + 20.0, from.1 - 10.0),
                    _ => whole((from.0 + 30.0 * way.0, from.1 + 30.0 * way.1)),
                };
                page.drag_and_hear(from, to, "scaled").await;
                text = page.saved().await;
                let along =
                    |point: (f64, f64)| (point.0 - origin.0) * way.0 + (point.1 - origin.1) * way.1;
                let wanted = if handle == "free" {
                    1.3
                } else {
                    along(to) / along(from)
                };
                let after = stand(&text, id);
                let grown =
                    |now: (f64, f64), was: (f64, f64)| (now.0.hypot(now.1)) / (was.0.hypot(was.1));
                let (x, y) = (grown(after.x, before.x), grown(after.y, before.y));
                let expected = [
                    if handle == "y" { 1.0 } else { wanted },
                    if handle == "x" { 1.0 } else { wanted },
                ];
                assert!(
                    (x - expected[0]).abs() * 64.0 < 1.0 && (y - expected[1]).abs() * 64.0 < 1.0,
                    "{id} {handle}: {x} {y} instead of {expected:?}"
                );
                let (now, was) = (own(&text, id), own(BENT, id));
                assert_eq!(
                    [now[0], now[1], now[2], now[5]],
                    [was[0], was[1], was[2], was[5]]
                );
            }
        }
        // Across the origin it is mirrored, and on a grid the number is round.
        page.axes("local").await;
        page.click("#snap").await;
        page.take("plain", "scale").await;
        let origin = page.pixel(stand(&text, "plain").at).await;
        page.drag_and_hear(
            (origin.0 + 64.0, origin.1),
            (origin.0 - 50.0, origin.1),
            "scaled",
        )
        .await;
        let scale = own(&page.saved().await, "plain")[3];
        assert!(scale < 0.0);
        assert_eq!(scale, ((f64::from(scale) * 10.0).round() / 10.0) as f32);
    });
}

const ROW: &str = r##"{
  "entities": [
    { "id": "left", "transform": { "x": -2 }, "sprite": { "type": "rect", "width": 1, "height": 1, "color": "#cc4444" },
      "children": [{ "id": "below", "localTransform": { "y": 1 } }] },
    { "id": "right", "transform": { "x": 2 }, "sprite": { "type": "rect", "width": 1, "height": 1, "color": "#44aa44" } },
    { "id": "far", "transform": { "x": 6, "y": 3 }, "sprite": { "type": "rect", "width": 1, "height": 1, "color": "#4466cc" } }
  ]
}
"##;

#[test]
fn several_move_turn_and_scale_together_as_one_step_each() {
    on_a_page(ROW, async |page| {
        page.axes("world").await;
        page.select("left").await;
        page.click_with("Control", "#tree .row[data-id=right]")
            .await;
        // What is below one of them goes along with it, and not twice.
        page.click_with("Control", "#tree .row[data-id=below]")
            .await;
        page.says("#inspector", "3 entities").await;
        page.tool("move").await;
        page.click("#snap").await;
        let step = grid_step(page).await;
        let scale = crate::picture::camera(page).await.2;
        let middle = page.pixel((0.0, 0.0)).await;
        let up = whole((middle.0, middle.1 - 2.0 * step * scale));
        page.drag_and_hear(middle, up, "moved by").await;
        page.history_is(&["Move 2 entities"]).await;
        let text = page.saved().await;
        let y = (2.0 * step) as f32;
        assert_eq!(&own(&text, "left")[..2], [-2.0, y]);
        assert_eq!(&own(&text, "right")[..2], [2.0, y]);
        assert_eq!(&own(&text, "below")[..2], [0.0, 1.0]);

        page.tool("rotate").await;
        let middle = page.pixel((0.0, f64::from(y))).await;
        page.drag_and_hear(
            (middle.0 + 58.0, middle.1),
            (middle.0, middle.1 - 70.0),
            "turned by",
        )
        .await;
        page.history_is(&["Move 2 entities", "Turn 2 entities"])
            .await;
        let text = page.saved().await;
        let near =
            |number: f32, wanted: f32| assert!((number - wanted).abs() < 1e-4, "{number} {wanted}");
        near(own(&text, "left")[1], y - 2.0);
        near(own(&text, "right")[1], y + 2.0);
        near(own(&text, "right")[0], 0.0);
        assert_eq!(text.matches("\"angle\": \"90deg\"").count(), 2, "{text}");

        page.tool("scale").await;
        page.drag_and_hear(middle, (middle.0 + 50.0, middle.1), "scaled")
            .await;
        let text = page.saved().await;
        near(own(&text, "right")[1], y + 3.0);
        near(own(&text, "left")[1], y - 3.0);
        assert_eq!(own(&text, "left")[3..5], [1.5, 1.5]);
        for _ in 0..3 {
            page.press("Control+z").await;
        }
        assert_eq!(page.saved().await, ROW, "to the last byte");
    });
}

#[test]
fn escape_takes_a_drag_back_as_if_it_had_never_been() {
    on_a_page(BENT, async |page| {
        for (tool, far) in [("move", 0.0), ("rotate", 58.0), ("scale", 0.0)] {
            page.take("b", tool).await;
            let at = stand(BENT, "b").at;
            let origin = page.pixel(at).await;
            let from = (origin.0 + far, origin.1);
            page.begin_drag(from, (from.0 + 20.0, from.1 - 60.0)).await;
            page.is_unsaved().await;
            page.press("Escape").await;
            page.hears("taken back").await;
            page.drop().await;
            page.wait_until("document.querySelector('#unsaved').hidden")
                .await;
            page.history_is(&[]).await;
        }
        assert_eq!(page.on_disk(), BENT);
        page.selected(&["b"]).await;
    });
}

#[test]
fn a_drag_that_comes_back_is_no_step() {
    on_a_page(BENT, async |page| {
        page.take("plain", "move").await;
        let from = page.pixel(stand(BENT, "plain").at).await;
        page.begin_drag(from, (from.0 + 60.0, from.1 - 30.0)).await;
        page.is_unsaved().await;
        page.hover(from).await;
        page.drop().await;
        page.wait_until("document.querySelector('#unsaved').hidden")
            .await;
        page.history_is(&[]).await;
    });
}

#[test]
fn the_move_tool_drags_whatever_is_under_it() {
    on_a_page(ROW, async |page| {
        page.tool("move").await;
        let from = page.pixel((6.3, 3.3)).await;
        page.drag_and_hear(from, (from.0 - 40.0, from.1 + 30.0), "far moved to")
            .await;
        page.selected(&["far"]).await;
        page.history_is(&["Move far"]).await;
        // What hangs below what is selected drags what is selected.
        page.select("left").await;
        let from = page.pixel((-2.3, 0.3)).await;
        page.drag_and_hear(from, (from.0 - 25.0, from.1 + 5.0), "left moved to")
            .await;
        let text = page.saved().await;
        assert!(own(&text, "left")[0] < -2.1 && own(&text, "far")[0] < 5.9);

        // A press without a move selects, and other tools leave it where it is.
        page.click_at(page.pixel((2.0, 0.0)).await, "").await;
        page.selected(&["right"]).await;
        page.tool("select").await;
        let from = page.pixel((2.3, 0.3)).await;
        page.drag_between(from, (from.0 + 30.0, from.1)).await;
        page.selected(&["right"]).await;
        page.history_is(&["Move far", "Move left"]).await;
    });
}

const BOSS: &str = r##"{
  "templates": {
    "boss": {
      "slots": { "left": { "x": -3, "y": 1 }, "right": { "x": 3, "y": 1, "layer": 1 } },
      "sprite": { "type": "rect", "width": 3, "height": 4, "color": "#553333" }
    }
  },
  "entities": [
    { "id": "boss1", "template": "boss", "transform": { "angle": "20deg" }, "children": [
      // The lamp hangs somewhere.
      { "id": "lamp", "localTransform": { "x": 0.5, "y": -3, "angle": "10deg" }, "sprite": { "type": "circle", "radius": 0.4, "color": "#eecc44" } }
    ] }
  ]
}
"##;

#[test]
fn dropped_near_a_slot_it_is_in_the_slot() {
    on_a_page(BOSS, async |page| {
        page.take("lamp", "move").await;
        let from = page.pixel(stand(BOSS, "lamp").at).await;
        let (sin, cos) = 20_f64.to_radians().sin_cos();
        let slot = page.pixel((-3.0 * cos - sin, -3.0 * sin + cos)).await;
        page.drag_and_hear(from, (slot.0 + 6.0, slot.1 - 4.0), "lamp in slot left")
            .await;
        page.history_is(&["Put lamp into left"]).await;
        page.field_shows("slot", "left").await;
        let text = page.saved().await;
        assert!(text.contains("The lamp hangs somewhere"));
        assert!(
            text.contains(r#""localTransform": { "angle": "10deg" }"#)
                && text.contains(r#""slot": "left""#),
            "{text}"
        );
        assert_eq!(&own(&text, "lamp")[..2], [-3.0, 1.0]);

        // With Alt it is only near.
        page.hold("Alt").await;
        page.drag_and_hear(slot, (slot.0 + 5.0, slot.1), "moved to")
            .await;
        page.let_go("Alt").await;
        let text = page.saved().await;
        assert_ne!(&own(&text, "lamp")[..2], [-3.0, 1.0]);
        page.press("Control+z").await;
        page.press("Control+z").await;
        assert_eq!(page.saved().await, BOSS);
    });
}

#[test]
fn arrows_nudge_and_it_is_spoken() {
    on_a_page(ROW, async |page| {
        page.axes("world").await;
        page.take("right", "move").await;
        let step = grid_step(page).await;
        for key in ["ArrowRight", "ArrowRight", "Shift+ArrowUp"] {
            page.press(key).await;
        }
        page.hears("right moved by").await;
        page.history_is(&["Move right"]).await;
        let near = |number: f32, wanted: f64| {
            assert!(
                (f64::from(number) - wanted).abs() < 1e-5,
                "{number} {wanted}"
            )
        };
        let text = page.saved().await;
        near(own(&text, "right")[0], 2.0 + 0.2 * step);
        near(own(&text, "right")[1], step);

        page.click("#snap").await;
        page.tool("rotate").await;
        page.press("ArrowUp").await;
        page.hears("turned by 15 degrees").await;
        page.wait_until("document.querySelectorAll('.step-name').length === 3")
            .await;
        assert!(page.saved().await.contains(r#""angle": "15deg""#));
        page.tool("scale").await;
        page.press("ArrowRight").await;
        page.hears("scaled 1.1 by 1").await;
        page.wait_until("document.querySelectorAll('.step-name').length === 4")
            .await;
        assert_eq!(own(&page.saved().await, "right")[3], 1.1);

        // Without something to move arrows pan.
        page.press("Escape").await;
        page.selected(&[]).await;
        let before = crate::picture::camera(page).await;
        page.press("ArrowLeft").await;
        crate::picture::camera_moves(page, before).await;
    });
}

#[test]
fn what_cannot_be_is_told_and_nothing_moves() {
    let flat = r##"{ "entities": [{ "id": "flat", "transform": { "scaleX": 0 }, "children": [
      { "id": "child", "sprite": { "type": "rect", "width": 2, "height": 2, "color": "#cc4444" } }] },
      { "id": "other", "transform": { "x": 5 }, "sprite": { "type": "rect", "width": 2, "height": 2, "color": "#44cc44" } }] }"##;
    on_a_page(flat, async |page| {
        page.take("child", "move").await;
        let from = page.pixel((0.0, 0.0)).await;
        page.drag_between(from, (from.0 + 50.0, from.1 - 20.0))
            .await;
        page.says("#notice", "child").await;
        page.history_is(&[]).await;
        assert_eq!(page.on_disk(), flat);
    });
}
