//! What nodes look like.

use kinfolk::Forest;
use kinfolk_scene::{Scene, load};

use crate::living::{fixture, losses};

/// The sprites of all entities that have one, a line each.
fn sprites(name: &str) -> String {
    let (document, plan) = load(&fixture(name).document.to_text())
        .into_parts()
        .expect("it has no errors");
    let mut forest = Forest::new();
    let scene = Scene::instantiate(document, plan, &mut forest).expect("a plan can be planted");
    let lines = forest.walk().filter_map(|node| {
        let sprite = scene.fields(node)?.sprite.set()?;
        Some(format!("{} {sprite}\n", scene.name(node)?))
    });
    lines.collect()
}

#[test]
fn sprites_are_images_and_polygons_are_polygons() {
    assert_eq!(
        sprites("seen.tscn"),
        r##"Corner { "type": "image", "url": "ship.png", "width": 8, "height": 6, "offset": [5, -5] }
Sheet { "type": "image", "url": "ship.png", "width": 4, "height": 6 }
Part { "type": "image", "url": "gone.png", "width": 5, "height": 6 }
Isle { "type": "polygon", "points": [[0, 0], [4, 0], [0, -3]], "color": "#ff800080" }
Ship { "type": "image", "url": "ship.png", "width": 8, "height": 6 }
"##
    );
}

#[test]
fn what_an_image_cannot_show_is_named() {
    assert_eq!(
        losses(&fixture("seen.tscn")),
        "\
seen.tscn:16:1: Sheet: the image is not cut into frames
seen.tscn:17:1: Sheet: `frame` is not imported
seen.tscn:20:1: Part: the size of the image `gone.png` is not known
seen.tscn:22:1: Part: the image is not cut out
"
    );
}
