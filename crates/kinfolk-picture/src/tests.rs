//! Whole pictures: the SVG shows what the PNG shows, and nothing hostile hurts.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use resvg::usvg;
use serde_json::{Value, json};
use tiny_skia::{Pixmap, Transform};

use super::*;

const ALL: Overlays = Overlays {
    links: true,
    axes: true,
    names: true,
    bounds: true,
};

const UPRIGHT: [f32; 6] = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

fn thing(name: &str, world: [f32; 6], sprite: Value) -> Thing {
    Thing {
        name: name.to_owned(),
        world,
        parent_at: Some([0.0, 0.0]),
        visuals: Visual::all_from_json(&sprite).unwrap(),
    }
}

/// A world that is turned, scaled and moved.
fn world(radians: f32, scale: [f32; 2], x: f32, y: f32) -> [f32; 6] {
    let (sin, cos) = radians.sin_cos();
    let [sx, sy] = scale;
    [cos * sx, sin * sx, -sin * sy, cos * sy, x, y]
}

/// Settings for a small picture whose folder of images has a `ship.png`.
fn settings(name: &str, overlays: Overlays) -> Settings {
    let folder = std::env::temp_dir().join(format!("kinfolk-picture-{name}"));
    fs::create_dir_all(&folder).unwrap();
    let mut ship = Pixmap::new(8, 6).unwrap();
    for (index, byte) in ship.data_mut().iter_mut().enumerate() {
        let (x, y, channel) = (index / 4 % 8, index / 32, index % 4);
        *byte = [x * 36, y * 51, 200, 255][channel] as u8;
    }
    fs::write(folder.join("ship.png"), ship.encode_png().unwrap()).unwrap();
    Settings {
        width: 480,
        height: 360,
        overlays,
        images: folder,
        ..Settings::default()
    }
}

/// One thing of every kind, turned, squashed, flipped and translucent.
fn every_kind() -> Picture {
    let things = vec![
        thing(
            "root <&>",
            UPRIGHT,
            json!({"type": "rect", "width": 14, "height": 9,
            "color": "#dde8f0"}),
        ),
        thing(
            "rect",
            world(0.4, [1.0, 1.0], -5.0, 2.5),
            json!({"type": "rect", "width": 3,
            "height": 1.5, "color": "teal", "stroke": "navy", "strokeWidth": 0.25}),
        ),
        thing(
            "circle",
            world(0.3, [2.0, 0.7], 0.0, 2.5),
            json!({"type": "circle",
            "radius": 0.9, "color": "#e69f00", "stroke": "black", "strokeWidth": 0.2}),
        ),
        thing(
            "polygon",
            world(0.0, [1.0, 1.0], 5.0, 2.5),
            json!({"type": "polygon",
            "points": [[-1, -1], [1, -1], [0, 1.4]], "color": "crimson", "opacity": 0.5,
            "stroke": "white"}),
        ),
        thing(
            "line",
            world(-0.2, [1.0, 1.0], -5.0, -1.0),
            json!([
            {"type": "line", "points": [[-1.5, 0], [-0.5, 1], [0.5, -1], [1.5, 0]],
             "lineWidth": 0.3, "color": "purple"},
            {"type": "line", "points": [[-1.5, -1], [1.5, -1]]}]),
        ),
        thing(
            "text",
            world(0.15, [1.0, 1.0], -0.5, -0.5),
            json!({"type": "text",
            "text": "Hello,\nkin!", "size": 0.8, "color": "#102030"}),
        ),
        thing(
            "squashed text",
            world(0.0, [1.8, 0.6], 0.0, -3.3),
            json!({"type": "text",
            "text": "wide", "color": "green"}),
        ),
        thing(
            "image",
            world(0.5, [1.0, 1.0], 5.0, -0.5),
            json!({"type": "image",
            "url": "ship.png", "width": 3, "flipX": true, "opacity": 0.8}),
        ),
        thing(
            "small image",
            world(0.0, [1.0, 1.0], 3.0, -0.5),
            json!({"type": "image",
            "src": "ship.png", "width": 0.3}),
        ),
        thing(
            "missing",
            world(0.1, [1.0, 1.0], 5.0, -3.0),
            json!({"type": "image",
            "url": "gone.png", "width": 3, "height": 1.5}),
        ),
        thing(
            "unknown",
            world(0.0, [1.0, 1.0], -5.0, -3.3),
            json!({"type": "spine",
            "width": 2, "height": 1}),
        ),
        thing("bare", world(0.0, [1.0, 1.0], -2.5, 0.5), Value::Null),
    ];
    Picture { things }
}

fn decoded(png: &[u8]) -> Pixmap {
    Pixmap::decode_png(png).unwrap()
}

fn rasterised(svg: &str) -> Pixmap {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).unwrap();
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height()).unwrap();
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels
}

/// Mean difference of a channel, and the share of pixels with one that is off by more than 64.
fn difference(a: &Pixmap, b: &Pixmap) -> (f64, f64) {
    assert_eq!((a.width(), a.height()), (b.width(), b.height()));
    let (mut sum, mut off) = (0_u64, 0_u64);
    for (a, b) in a.data().chunks(4).zip(b.data().chunks(4)) {
        let worst = a.iter().zip(b).map(|(a, b)| a.abs_diff(*b));
        sum += worst.clone().map(u64::from).sum::<u64>();
        off += u64::from(worst.max() > Some(64));
    }
    let pixels = (a.data().len() / 4) as f64;
    (sum as f64 / (4.0 * pixels), off as f64 / pixels)
}

/// Both outputs, which must agree.
fn same_in_both(picture: &Picture, settings: &Settings) -> Pixmap {
    let png = decoded(&to_png(picture, settings).unwrap());
    let svg = rasterised(&to_svg(picture, settings).unwrap());
    let (mean, off) = difference(&png, &svg);
    assert!(mean < 0.5 && off < 0.002, "mean {mean}, off {off}");
    png
}

#[test]
fn the_svg_shows_what_the_png_shows() {
    for (name, overlays) in [("plain", Overlays::default()), ("all", ALL)] {
        let settings = settings(name, overlays);

        let pixels = same_in_both(&every_kind(), &settings);

        let white = Pixmap::new(480, 360).map(|mut white| {
            white.fill(tiny_skia::Color::WHITE);
            white
        });
        let (mean, _) = difference(&pixels, &white.unwrap());
        assert!(mean > 10.0, "there is something to see: {mean}");
    }
}

#[test]
fn an_empty_picture_is_the_background() {
    for background in [Colour::TRANSPARENT, Colour::rgb(0x33_66_99)] {
        let settings = Settings {
            background,
            ..settings("empty", ALL)
        };

        let pixels = same_in_both(&Picture::default(), &settings);

        let first = pixels.pixels()[0];
        assert_eq!(first.alpha(), background.alpha);
        assert_eq!(first.blue(), background.blue);
        assert!(pixels.pixels().iter().all(|&pixel| pixel == first));
    }
}

#[test]
fn up_is_up_and_later_is_in_front() {
    let red = json!({"type": "rect", "width": 4, "height": 4, "color": "red"});
    let blue = json!({"type": "rect", "width": 2, "height": 2, "color": "blue"});
    let picture = Picture {
        things: vec![
            thing("back", UPRIGHT, red),
            thing("front", [1.0, 0.0, 0.0, 1.0, 0.0, 1.0], blue),
        ],
    };
    let settings = Settings {
        width: 40,
        height: 40,
        margin: 0.0,
        ..settings("up", Overlays::default())
    };

    let pixels = same_in_both(&picture, &settings);

    let at = |x, y| pixels.pixel(x, y).map(|p| (p.red(), p.green(), p.blue()));
    assert_eq!(at(20, 10), Some((0, 0, 255)));
    assert_eq!(at(20, 30), Some((255, 0, 0)));
}

#[test]
fn a_view_shows_that_part_of_the_world() {
    let ground = json!({"type": "rect", "width": 1e7, "height": 1e7, "color": "green",
        "offset": {"x": 0, "y": -5e6}});
    let picture = Picture {
        things: vec![thing("ground", UPRIGHT, ground)],
    };
    let settings = Settings {
        width: 40,
        height: 40,
        view: Some([-10.0, -10.0, 10.0, 10.0]),
        ..settings("view", Overlays::default())
    };

    let pixels = same_in_both(&picture, &settings);

    assert_eq!(pixels.pixel(20, 15).unwrap().red(), 255);
    assert_eq!(pixels.pixel(20, 25).unwrap().red(), 0);
}

#[test]
fn a_thing_at_the_end_of_the_world_does_not_shrink_the_others() {
    let rect = json!({"type": "rect", "color": "black"});
    let far = [1.0, 0.0, 0.0, 1.0, f32::MAX, -f32::MAX];
    let picture = Picture {
        things: vec![
            thing("far", far, rect.clone()),
            thing("near", UPRIGHT, rect),
        ],
    };
    let settings = settings("far", ALL);

    let pixels = same_in_both(&picture, &settings);

    assert_eq!(pixels.pixel(200, 140).unwrap().red(), 0);
}

#[test]
fn hostile_numbers_neither_panic_nor_hang() {
    let start = Instant::now();
    let mut things = Vec::new();
    let numbers = [
        0.0,
        -1.0,
        1e-38,
        1e38,
        f32::MAX,
        -f32::MAX,
        f32::MIN_POSITIVE,
        1e9,
    ];
    for a in numbers {
        for (b, t) in [(0.0, 0.0), (a, -a), (1.0, 1e38), (f32::NAN, f32::INFINITY)] {
            let sprite = json!([
                {"type": "rect", "width": a, "height": 1, "stroke": "red", "strokeWidth": a},
                {"type": "circle", "radius": a, "stroke": "red", "scaleX": a},
                {"type": "polygon", "points": [[a, 0], [0, a], [-1e308, 1e308]], "stroke": "red"},
                {"type": "polygon", "points": [[a, a]], "stroke": "red"},
                {"type": "line", "points": [[a, 0], [a, 0], [1, 1e300]], "lineWidth": a},
                {"type": "text", "text": "\u{0}\u{10ffff}~", "size": a},
                {"type": "image", "url": "ship.png", "width": a, "height": 3},
                {"type": "image", "url": "../..", "width": a},
                {"type": "?", "width": a, "height": -a, "offset": {"x": a, "y": a}},
            ]);
            things.push(Thing {
                parent_at: Some([b, t]),
                ..thing("\u{1b}]0;", [a, b, -b, a, t, -t], sprite.clone())
            });
            things.push(thing("upright", UPRIGHT, sprite));
        }
    }
    let picture = Picture { things };

    for view in [
        None,
        Some([-f32::MAX, -f32::MAX, f32::MAX, f32::MAX]),
        Some([0.0, 0.0, 1e-38, 1e-38]),
    ] {
        let settings = Settings {
            view,
            margin: f32::NAN,
            ..settings("hostile", ALL)
        };
        assert!(!to_png(&picture, &settings).unwrap().is_empty());
        let svg = to_svg(&picture, &settings).unwrap();
        usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap();
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn what_settings_cannot_be_is_said() {
    let picture = Picture::default();
    let refused = |width, height, view| {
        let settings = Settings {
            width,
            height,
            view,
            images: PathBuf::new(),
            ..Settings::default()
        };
        let error = to_png(&picture, &settings).unwrap_err();
        assert_eq!(to_svg(&picture, &settings).unwrap_err(), error);
        error.to_string()
    };

    assert_eq!(
        refused(0, 9, None),
        "a picture of 0 x 9 pixels has nothing to see"
    );
    let too_large = "is too large; at most 16384 a side and 100 million in all";
    assert!(refused(16385, 1, None).ends_with(too_large));
    assert!(refused(12000, 12000, None).ends_with(too_large));
    assert!(refused(u32::MAX, u32::MAX, None).ends_with(too_large));
    assert_eq!(
        refused(9, 9, Some([0.0, 5.0, 10.0, 5.0])),
        "the view from 0,5 to 10,5 shows nothing; give the least x and y, then greater ones"
    );
    assert!(refused(9, 9, Some([0.0, 0.0, f32::INFINITY, 5.0])).contains("inf"));
}

#[test]
fn an_image_is_embedded_once_however_often_it_is_used() {
    let ship = json!({"type": "image", "url": "ship.png"});
    let picture = Picture {
        things: vec![thing("a", UPRIGHT, ship.clone()), thing("b", UPRIGHT, ship)],
    };

    let svg = to_svg(&picture, &settings("once", Overlays::default())).unwrap();

    assert_eq!(svg.matches("data:image/png;base64,").count(), 1);
    assert_eq!(svg.matches("<use ").count(), 2);
}
