//! Looks of every kind, and that a page shows what a picture does.

use std::fmt::Write as _;

use resvg::usvg;
use serde_json::{Value, json};
use tiny_skia::{Pixmap, Transform};

use super::*;
use crate::{Picture, Settings, Thing, to_png};

fn visuals(sprite: &Value) -> Vec<Visual> {
    Visual::all_from_json(sprite).unwrap()
}

/// As a page gets it; there is an image of 8 × 6 pixels.
fn look(sprite: Value) -> Value {
    let look = Look::of(&visuals(&sprite), |url| {
        (url == "ship.png").then(|| ("/image/7".to_owned(), 8, 6))
    });
    serde_json::to_value(look).unwrap()
}

#[test]
fn a_shape_is_an_area_and_the_line_around_it() {
    assert_eq!(
        look(
            json!({"type": "rect", "width": 2, "height": 4, "color": "#ff000080",
            "stroke": "navy", "strokeWidth": 0.5, "offset": {"x": 1, "y": 0}})
        ),
        json!({"box": [-0.25, -2.25, 2.25, 2.25], "marks": [
            {"opacity": 128.0 / 255.0, "path": "M0 -2L2 -2L2 2L0 2Z", "fill": "#ff0000"},
            {"opacity": 1.0, "path": "M0 -2L2 -2L2 2L0 2Z", "stroke": "#000080", "width": 0.5},
        ]})
    );
    let circle = look(json!({"type": "circle", "radius": 2, "stroke": "red"}));
    assert_eq!(circle["box"], json!([-2.0, -2.0, 2.0, 2.0]));
    assert_eq!(circle["marks"][1]["width"], Value::Null, "thin");
    assert_eq!(circle["marks"][1]["round"], true);
    let path = circle["marks"][0]["path"].as_str().unwrap();
    assert_eq!(path.matches('C').count(), 4, "{path}");
    let polygon = look(json!({"type": "polygon", "points": [[0, 0], [1, 0], [0, 1]]}));
    assert_eq!(polygon["marks"][0]["path"], "M0 0L1 0L0 1Z");
}

#[test]
fn lines_and_letters_are_round_lines() {
    assert_eq!(
        look(
            json!({"type": "line", "points": [[0, 0], [4, 0]], "lineWidth": 2,
            "color": "teal", "opacity": 0.2})
        ),
        json!({"box": [-1.0, -1.0, 5.0, 1.0], "marks": [
            {"opacity": 0.2, "path": "M0 0L4 0", "stroke": "#008080", "width": 2.0, "round": true},
        ]})
    );
    let text = look(json!({"type": "text", "text": "I", "size": 6}));
    assert_eq!(text["marks"][0]["width"], 0.85);
    assert_eq!(text["marks"][0]["round"], true);
}

#[test]
fn a_pen_that_its_visual_squashes_is_an_area() {
    let ring = look(
        json!({"type": "circle", "color": "transparent", "stroke": "red",
        "strokeWidth": 0.1, "scaleX": 4}),
    );

    let marks = ring["marks"].as_array().unwrap();
    assert_eq!(marks.len(), 1);
    assert_eq!(marks[0]["fill"], "#ff0000");
}

#[test]
fn an_image_has_an_address_and_a_place() {
    assert_eq!(
        look(json!({"type": "image", "url": "ship.png", "width": 4, "opacity": 0.5})),
        json!({"box": [-2.0, -1.5, 2.0, 1.5], "marks": [
            {"opacity": 0.5, "image": "/image/7", "matrix": [4.0, 0.0, 0.0, -3.0, -2.0, 1.5],
             "pixelated": true},
        ]})
    );
}

#[test]
fn an_image_that_is_not_there_and_a_type_that_is_not_known_have_placeholders() {
    let missing = look(json!({"type": "image", "url": "gone.png", "width": 6, "height": 3}));
    assert_eq!(missing["box"], json!([-3.0, -1.5, 3.0, 1.5]));
    assert_eq!(missing["marks"].as_array().unwrap().len(), 3);

    let unknown = look(json!({"type": "spine"}));
    assert_eq!(unknown["marks"].as_array().unwrap().len(), 3);
}

#[test]
fn what_takes_no_ink_has_no_look() {
    for sprite in [
        Value::Null,
        json!([]),
        json!({"type": "polygon"}),
        json!({"type": "text", "text": " "}),
        json!({"type": "text", "text": "flat", "size": 0}),
        json!({"type": "rect", "scaleX": 0}),
        json!({"type": "rect", "opacity": 0}),
        json!({"type": "line", "points": [[1, 1]]}),
        json!({"type": "image", "url": "ship.png", "opacity": 0}),
    ] {
        assert_eq!(look(sprite.clone()), Value::Null, "{sprite}");
    }
}

#[test]
fn hostile_numbers_and_texts_are_numbers_and_paths() {
    for a in [0.0, -1.0, 1e-38, 1e38, 1e308, -1e308, 1e-320] {
        let sprite = json!([
            {"type": "rect", "width": a, "height": 1, "stroke": "red", "strokeWidth": a},
            {"type": "circle", "radius": a, "stroke": "red", "strokeWidth": 1, "scaleX": a},
            {"type": "polygon", "points": [[a, 0], [0, a], [-1e308, 1e308]], "stroke": "red"},
            {"type": "line", "points": [[a, 0], [a, 0], [1, 1e300]], "lineWidth": a, "scaleY": 3},
            {"type": "text", "text": "\u{0}</script>\"~", "size": a, "scaleX": 2},
            {"type": "image", "url": "ship.png", "width": a, "scaleX": a},
            {"type": "image", "url": "ship.png", "height": a},
            {"type": "?", "width": a, "height": -a, "offset": {"x": a, "y": a}},
        ]);
        let text = look(sprite).to_string();

        assert!(!text.contains("null"), "not finite: {a}");
        assert!(!text.contains('<') && !text.contains("NaN") && !text.contains("inf"));
    }
}

/// What a page would make of a look, with a thin line as thick as a picture has it.
fn drawn_by_a_page(look: &Look, world: [f32; 6], image: &str) -> String {
    let scale = 20.0;
    let thin = 1.5 / scale / f64::from((world[0] * world[3] - world[1] * world[2]).abs()).sqrt();
    let [a, b, c, d, tx, ty] = world;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200\" height=\"200\">\
         <rect width=\"200\" height=\"200\" fill=\"white\"/>\
         <g fill=\"none\" transform=\"matrix({scale} 0 0 -{scale} 100 100) matrix({a} {b} {c} {d} {tx} {ty})\">"
    );
    for mark in &look.marks {
        match mark {
            LookMark::Area {
                opacity,
                path,
                fill,
            } => write!(
                svg,
                "<path d=\"{path}\" fill=\"{fill}\" opacity=\"{opacity}\"/>"
            ),
            LookMark::Line {
                opacity,
                path,
                stroke,
                width,
                round,
            } => {
                let (join, cap) = match round {
                    true => ("round", "round"),
                    false => ("miter", "butt"),
                };
                let width = width.unwrap_or(thin);
                write!(
                    svg,
                    "<path d=\"{path}\" stroke=\"{stroke}\" opacity=\"{opacity}\" \
                     stroke-width=\"{width}\" stroke-linejoin=\"{join}\" stroke-linecap=\"{cap}\"/>"
                )
            }
            LookMark::Image {
                opacity,
                matrix: [a, b, c, d, tx, ty],
                ..
            } => write!(
                svg,
                "<image width=\"1\" height=\"1\" preserveAspectRatio=\"none\" href=\"{image}\" \
                 transform=\"matrix({a} {b} {c} {d} {tx} {ty})\" opacity=\"{opacity}\" \
                 style=\"image-rendering:pixelated\"/>"
            ),
        }
        .unwrap();
    }
    svg + "</g></svg>"
}

#[test]
fn a_page_shows_what_a_picture_shows() {
    let folder = std::env::temp_dir().join("kinfolk-look");
    std::fs::create_dir_all(&folder).unwrap();
    let mut ship = Pixmap::new(8, 6).unwrap();
    for (index, byte) in ship.data_mut().iter_mut().enumerate() {
        let (x, y, channel) = (index / 4 % 8, index / 32, index % 4);
        *byte = [x * 36, y * 51, 200, 255][channel] as u8;
    }
    let png = ship.encode_png().unwrap();
    std::fs::write(folder.join("ship.png"), &png).unwrap();
    let image = {
        use base64::Engine as _;
        let data = base64::engine::general_purpose::STANDARD.encode(&png);
        format!("data:image/png;base64,{data}")
    };
    let even = [1.6, 1.2, 1.2, -1.6, 1.0, 0.5]; // turned, mirrored, twice as large
    let uneven = [1.5, 0.4, -0.3, 0.7, 0.0, -1.0];
    let upright = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    let thick = json!([
        {"type": "rect", "width": 4, "height": 2, "color": "teal", "stroke": "navy",
         "strokeWidth": 0.3, "offset": {"x": -1, "y": 1}},
        {"type": "circle", "radius": 1, "color": "#e69f00", "stroke": "black",
         "strokeWidth": 0.2, "scaleX": 1.7, "opacity": 0.6},
        {"type": "polygon", "points": [[0, 0], [2, 0.2], [0, 0.5]], "stroke": "red",
         "strokeWidth": 0.2, "flipX": true},
        {"type": "line", "points": [[-1, -1], [1, -2], [2, 0]], "lineWidth": 0.25,
         "color": "green"},
        {"type": "text", "text": "Ship 7\n(go)", "size": 0.7, "color": "#332288", "scaleY": 1.5},
        {"type": "text", "text": "even", "size": 0.5, "offset": {"x": 0, "y": -2}},
    ]);
    let thin = json!([
        {"type": "rect", "width": 3, "height": 1, "stroke": "red"},
        {"type": "line", "points": [[-1, -1], [1, -2]], "color": "blue"},
        {"type": "image", "url": "gone.png", "width": 2, "offset": {"x": 0, "y": 1}},
        {"type": "mesh", "offset": {"x": -2, "y": 0}},
    ]);
    let pictured = json!({"type": "image", "url": "ship.png", "width": 3, "flipX": true,
        "opacity": 0.8, "offset": {"x": 0.5, "y": 0}});

    for (name, sprite, world) in [
        ("thick, upright", &thick, upright),
        ("thick, even", &thick, even),
        ("thick, uneven", &thick, uneven),
        ("thin, upright", &thin, upright),
        ("thin, even", &thin, even),
        ("image, upright", &pictured, upright),
        ("image, uneven", &pictured, uneven),
    ] {
        let visuals = visuals(sprite);
        let look = Look::of(&visuals, |url| {
            (url == "ship.png").then(|| (image.clone(), 8, 6))
        })
        .unwrap();
        let things = vec![Thing {
            name: String::new(),
            world,
            parent_at: None,
            visuals,
        }];
        let settings = Settings {
            width: 200,
            height: 200,
            view: Some([-5.0, -5.0, 5.0, 5.0]),
            images: folder.clone(),
            ..Settings::default()
        };
        let picture = to_png(&Picture { things }, &settings).unwrap();
        let picture = Pixmap::decode_png(&picture).unwrap();

        let svg = drawn_by_a_page(&look, world, &image);
        let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap();
        let mut page = Pixmap::new(200, 200).unwrap();
        resvg::render(&tree, Transform::identity(), &mut page.as_mut());

        let bytes = picture.data().iter().zip(page.data());
        let far = bytes.clone().filter(|(a, b)| a.abs_diff(**b) > 48).count();
        let sum: u64 = bytes.map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
        let mean = sum as f64 / page.data().len() as f64;
        assert!(mean < 0.3 && far < 80, "{name}: {mean} {far}");
        let ink = page.data().iter().filter(|&&byte| byte < 200).count();
        assert!(ink > 500, "{name}: there is something to see");
    }
}
