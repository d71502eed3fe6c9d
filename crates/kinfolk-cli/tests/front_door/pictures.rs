//! Pictures against pictures that somebody has looked at.
//!
//! The ones in `tests/pictures` are compared pixel by pixel, with a little room for other
//! processors. `KINFOLK_BLESS=1` makes them anew: look at them then.

use std::fs;
use std::path::PathBuf;

use resvg::usvg;
use tiny_skia::{Pixmap, Transform};

use crate::program::{fixtures, result, said};

const SCENES: [&str; 3] = ["boss", "kinds", "layers"];

/// By the name of the picture.
const OVERLAYS: [(&str, &[&str]); 6] = [
    ("plain", &[]),
    ("links", &["--links"]),
    ("axes", &["--axes"]),
    ("names", &["--names"]),
    ("bounds", &["--bounds"]),
    ("all", &["--overlays", "all"]),
];

fn rendered(scene: &str, format: &str, overlays: &[&str]) -> Vec<u8> {
    let file = format!("{scene}.json");
    let mut args = vec!["render", &file, "--size", "360x240", "--format", format];
    args.extend(overlays);
    result(said(&args))
}

fn kept(scene: &str, overlay: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/pictures");
    folder.join(format!("{scene}-{overlay}.png"))
}

fn decoded(png: &[u8]) -> Pixmap {
    Pixmap::decode_png(png).unwrap()
}

/// The share of pixels with a channel that is off by more than `most`.
fn share_off(a: &Pixmap, b: &Pixmap, most: u8) -> f64 {
    assert_eq!((a.width(), a.height()), (b.width(), b.height()));
    let pixels = a.data().chunks(4).zip(b.data().chunks(4));
    let off = pixels.filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > most));
    off.count() as f64 / f64::from(a.width() * a.height())
}

#[test]
fn pictures_are_as_they_were_when_somebody_looked() {
    for scene in SCENES {
        for (overlay, args) in OVERLAYS {
            let png = rendered(scene, "png", args);
            let kept = kept(scene, overlay);
            if std::env::var_os("KINFOLK_BLESS").is_some() {
                fs::write(&kept, &png).unwrap();
            }
            let share = share_off(&decoded(&png), &decoded(&fs::read(&kept).unwrap()), 2);
            assert!(share <= 0.001, "{}: {share}", kept.display());
        }
    }
}

#[test]
fn an_svg_shows_what_the_png_shows() {
    for scene in SCENES {
        for (overlay, args) in OVERLAYS {
            let svg = rendered(scene, "svg", args);
            let options = usvg::Options {
                resources_dir: Some(fixtures()),
                ..usvg::Options::default()
            };
            let tree = usvg::Tree::from_data(&svg, &options).unwrap();
            let mut pixels = Pixmap::new(360, 240).unwrap();
            resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());

            let share = share_off(&decoded(&rendered(scene, "png", args)), &pixels, 64);
            assert!(share <= 0.01, "{scene}-{overlay}: {share}");
        }
    }
}

/// The pictures of the tour in the documentation of `kinfolk`, and what part of the world they show.
const TOUR: [(&str, &str); 4] = [
    ("follow", "-2.2,-2.3,13,1.7"),
    ("inherit", "-2.2,-2.3,13,1.7"),
    ("layers", "-2.2,-2.3,13,1.7"),
    ("in_place", "-2.2,-2.9,13,1.1"),
];

#[test]
fn the_pictures_of_the_tour_are_what_their_documents_say() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../kinfolk/pictures");
    for (name, view) in TOUR {
        let document = folder.join(format!("{name}.jsonc")).display().to_string();
        let view = format!("--view={view}");
        let args = [
            "render", &document, "--format", "svg", "--size", "760x200", &view,
        ];
        let svg = result(said(
            &[&args[..], &["--background", "transparent"]].concat(),
        ));

        let kept = folder.join(format!("{name}.svg"));
        if std::env::var_os("KINFOLK_BLESS").is_some() {
            fs::write(&kept, &svg).unwrap();
        }
        let same = fs::read(&kept).unwrap() == svg;
        assert!(same, "{}: KINFOLK_BLESS=1 draws it anew", kept.display());
    }
}

#[test]
fn the_view_the_margin_and_the_background_are_obeyed() {
    let lamp = |args: &[&str]| {
        let mut all = vec![
            "render",
            "lamp.json",
            "--size",
            "200x100",
            "--background",
            "#112233",
        ];
        all.extend(args);
        decoded(&result(said(&all)))
    };
    let colour = |pixels: &Pixmap, x, y| {
        let colour = pixels.pixel(x, y).unwrap();
        [colour.red(), colour.green(), colour.blue()]
    };
    let (gold, behind) = ([255, 215, 0], [0x11, 0x22, 0x33]);

    let whole = lamp(&["--margin", "0"]);
    assert_eq!([colour(&whole, 2, 2), colour(&whole, 100, 50)], [gold; 2]);
    let framed = lamp(&["--margin", "20"]);
    assert_eq!(
        [colour(&framed, 100, 10), colour(&framed, 100, 30)],
        [behind, gold]
    );
    let far = lamp(&["--view", "-10,-5,10,5"]);
    assert_eq!([colour(&far, 85, 50), colour(&far, 95, 50)], [behind, gold]);
}
