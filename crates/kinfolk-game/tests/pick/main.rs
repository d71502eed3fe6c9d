//! Who is there: whatever is seen at a point is found there, and nothing else.

mod model;
mod stage;

use std::f32::consts::FRAC_PI_4;

use kinfolk::{Forest, Transform2};
use kinfolk_game::{Silhouette, Visual};
use kinfolk_scene::{Scene, load};

use stage::Stage;

/// A triangle that looks to the right, with its tip at (3, 0) and its foot from (0, 0) to (0, 1).
const FLAG: &str = r#"{ "type": "polygon", "points": [[0, 0], [3, 0], [0, 1]] }"#;

#[test]
fn the_topmost_is_found_first() {
    let mut stage = Stage::new(
        r#"{ "id": "floor", "sprite": { "type": "rect", "width": 10, "height": 10 } },
           { "id": "lamp", "z": 5, "sprite": { "type": "circle", "radius": 1 } },
           { "id": "table", "sprite": { "type": "rect", "width": 4, "height": 4 } },
           { "id": "empty", "z": 9 }"#,
    );

    assert_eq!(stage.at(0.5, 0.5), "lamp");
    assert_eq!(stage.at(1.5, 1.5), "table");
    assert_eq!(stage.all_at(0.5, 0.5), ["lamp", "table", "floor"]);
    assert_eq!(stage.at(5.1, 0.0), "");
}

#[test]
fn the_hidden_and_the_gone_are_not_there() {
    let mut stage = Stage::new(
        r#"{ "id": "chest", "sprite": { "type": "rect" },
             "children": [{ "name": "Lid", "sprite": { "type": "rect" } }] },
           { "id": "sand", "z": -1, "sprite": { "type": "rect" } }"#,
    );
    assert_eq!(stage.at(0.0, 0.0), "chest_Lid");

    stage.edit("chest", |node| node.visible = false);
    assert_eq!(stage.all_at(0.0, 0.0), ["sand"]);

    stage.edit("chest", |node| node.visible = true);
    let lid = stage.node("chest_Lid");
    stage.forest.remove(lid).unwrap();
    assert_eq!(stage.at(0.0, 0.0), "chest");
}

#[test]
fn every_shape_is_picked_as_it_is_drawn() {
    for (sprite, inside, outside) in [
        (r#"{ "type": "rect" }"#, [0.4, -0.4], [0.6, 0.0]),
        (
            r#"{ "type": "rect", "width": -4, "height": 1 }"#,
            [-1.9, 0.4],
            [0.0, 0.6],
        ),
        (r#"{ "type": "circle" }"#, [0.3, 0.3], [0.4, 0.4]),
        (
            r#"{ "type": "circle", "radius": 2, "scaleX": 2 }"#,
            [3.9, 0.0],
            [0.0, 2.1],
        ),
        (
            r#"{ "type": "image", "url": "a.png", "width": 6, "height": 2 }"#,
            [2.9, 0.9],
            [0.0, 1.1],
        ),
        (
            r#"{ "type": "spine", "width": 2, "height": 2 }"#,
            [0.9, 0.9],
            [1.1, 0.0],
        ),
        (FLAG, [0.5, 0.5], [-0.1, 0.5]),
        (
            r#"{ "type": "line", "points": [[0, 0], [4, 0], [4, 4]], "lineWidth": 1 }"#,
            [4.4, 2.0],
            [3.0, 1.0],
        ),
        (
            r#"[{ "type": "text", "text": "hi" }, { "type": "rect", "offset": [5, 5] }]"#,
            [5.2, 5.2],
            [0.0, 0.0],
        ),
    ] {
        let mut stage = Stage::of_sprite(sprite);
        assert_eq!(stage.at(inside[0], inside[1]), "it", "{sprite}");
        assert_eq!(stage.at(outside[0], outside[1]), "", "{sprite}");
    }
}

#[test]
fn what_has_no_size_is_nowhere() {
    for sprite in [
        r#"{ "type": "text", "text": "hi", "size": 9 }"#,
        r#"{ "type": "image", "url": "a.png", "width": 9 }"#,
        r#"{ "type": "spine" }"#,
        r#"{ "type": "line", "points": [[-1, 0], [1, 0]] }"#,
        r#"{ "type": "polygon" }"#,
        r#"{ "type": "polygon", "points": [[-1, 0], [1, 0]] }"#,
        r#"{ "type": "rect", "scaleX": 0 }"#,
        r#"{ "type": "rect", "width": "wide" }"#,
        r#"{ "width": 3, "height": 3 }"#,
        "[7]",
        "[]",
    ] {
        assert_eq!(Stage::of_sprite(sprite).at(0.0, 0.0), "", "{sprite}");
    }
}

#[test]
fn a_visual_is_flipped_and_scaled_before_it_is_moved() {
    let flipped = FLAG.replace('}', r#", "flipX": true, "scaleY": 2, "offsetX": 10 }"#);
    let mut stage = Stage::of_sprite(&flipped);

    assert_eq!(stage.at(9.9, 1.7), "it");
    assert_eq!(stage.at(7.5, 0.1), "it");
    assert_eq!(stage.at(10.1, 0.1), "");
    assert_eq!(stage.at(9.9, -0.1), "");
}

#[test]
fn a_polygon_that_overlaps_itself_is_filled_as_in_pictures() {
    let star = r#"{ "type": "polygon", "points":
        [[0, 5], [2.9, -4], [-4.8, 1.5], [4.8, 1.5], [-2.9, -4]] }"#;
    let mut stage = Stage::of_sprite(star);

    assert_eq!(stage.at(0.0, 3.0), "it");
    assert_eq!(stage.at(0.0, 0.0), "it");
}

#[test]
fn rotation_mirroring_skew_and_the_scale_of_parents_are_honoured() {
    let mut stage = Stage::new(&format!(
        r#"{{ "id": "ship", "transform": {{ "x": 100, "y": 50 }},
              "children": [{{ "name": "Flag", "localTransform": {{ "x": 2 }}, "sprite": {FLAG} }}] }}"#
    ));
    assert_eq!(stage.at(104.9, 50.01), "ship_Flag");

    stage.edit("ship", |ship| {
        ship.transform = ship.transform.turned(FRAC_PI_4 * 2.0)
    });
    assert_eq!(stage.at(99.9, 54.5), "ship_Flag");
    assert_eq!(stage.at(100.1, 54.5), "");

    stage.edit("ship", |ship| {
        ship.transform = ship.transform.turned(0.0).scaled(-2.0, 10.0)
    });
    assert_eq!(stage.at(91.0, 51.0), "ship_Flag");
    assert_eq!(stage.at(95.9, 59.5), "ship_Flag");
    assert_eq!(stage.at(96.1, 51.0), "");

    // The y axis leans to the left: the foot's upper end is at (-1, 1) from its lower one.
    stage.edit("ship", |ship| {
        ship.transform = Transform2::at(0.0, 0.0)
            .skewed(FRAC_PI_4)
            .scaled(1.0, 2_f32.sqrt());
    });
    assert_eq!(stage.at(1.2, 0.9), "ship_Flag");
    assert_eq!(stage.at(2.1, 0.9), "");
}

#[test]
fn a_flat_world_covers_nothing() {
    let mut stage = Stage::of_sprite(r#"{ "type": "circle" }"#);

    stage.edit("it", |node| {
        node.transform = node.transform.scaled(1.0, 0.0)
    });

    assert_eq!(stage.at(0.0, 0.0), "");
    assert_eq!(stage.in_rect([-9.0, -9.0], [9.0, 9.0]), [""; 0]);
}

#[test]
fn a_lasso_finds_what_reaches_into_it() {
    let mut stage = Stage::new(
        r#"{ "id": "ring", "sprite": { "type": "circle", "radius": 2 } },
           { "id": "wire", "sprite": { "type": "line", "points": [[-5, 3], [5, 3]] } },
           { "id": "bar", "transform": { "x": 10, "angle": "45deg" },
             "sprite": { "type": "rect", "width": 4, "height": 0 } },
           { "id": "label", "sprite": { "type": "text", "text": "x" } }"#,
    );

    assert_eq!(
        stage.in_rect([-9.0, -9.0], [20.0, 9.0]),
        ["bar", "wire", "ring"]
    );
    assert_eq!(stage.in_rect([4.0, 2.0], [4.5, 3.0]), ["wire"]);
    assert_eq!(stage.in_rect([2.0, 0.0], [3.0, 1.0]), ["ring"]);
    assert_eq!(stage.in_rect([2.1, 0.0], [3.0, 1.0]), [""; 0]);
    assert_eq!(stage.in_rect([11.3, 1.3], [12.0, 2.0]), ["bar"]);
    assert_eq!(stage.in_rect([1.0, 1.0], [-1.0, -1.0]), [""; 0]);
}

#[test]
fn points_that_are_nowhere_find_nobody() {
    let mut stage = Stage::of_sprite(r#"{ "type": "rect", "width": 1e38, "height": 1e38 }"#);

    assert_eq!(stage.at(1e37, 0.0), "it");
    for number in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert_eq!(stage.at(number, 0.0), "");
    }
}

#[test]
fn a_sprite_that_changes_is_read_again() {
    let mut stage = Stage::of_sprite(r#"{ "type": "rect" }"#);
    assert_eq!(stage.at(2.0, 0.0), "");

    // Another scene, whose node has the same index.
    let other = Stage::of_sprite(r#"{ "type": "rect", "width": 5 }"#);
    assert_eq!(other.node("it").index(), stage.node("it").index());
    let looks = std::mem::take(&mut stage.looks);
    let mut stage = Stage { looks, ..other };

    assert_eq!(stage.at(2.0, 0.0), "it");
}

#[test]
fn the_games_of_the_repository_have_sprites_that_can_be_picked() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.is_dir() {
            continue; // a scene of several files
        }
        let text = std::fs::read_to_string(path).unwrap();
        let (document, plan) = load(&text).into_parts().unwrap();
        let scene = Scene::instantiate(document, plan, &mut Forest::new()).unwrap();
        let nodes = scene.nodes().iter();
        for sprite in nodes.filter_map(|&node| scene.fields(node)?.sprite.set()) {
            let visuals = Visual::all_from_json(sprite);
            let sized = visuals
                .iter()
                .any(|it| it.silhouette != Silhouette::Nothing);
            assert!(sized || sprite["type"] == "text".into(), "{sprite}");
        }
    }
}
