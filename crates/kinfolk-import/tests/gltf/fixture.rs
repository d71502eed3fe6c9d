//! A crane, by hand.

use kinfolk_import::{Plane, gltf};

use crate::{alive, binary, imported, read};

fn world_of(id: &str, plane: Plane) -> [f32; 6] {
    let (scene, forest) = alive(&imported(&read("crane.gltf"), plane));
    let node = scene.node(id).unwrap();
    forest.world(node).unwrap().to_cols_array()
}

fn assert_near(world: [f32; 6], wanted: [f32; 6]) {
    let far = world.iter().zip(wanted).any(|(a, b)| (a - b).abs() > 1e-5);
    assert!(!far, "{world:?} is not {wanted:?}");
}

#[test]
fn a_crane_seen_from_the_front_stands_where_it_stands() {
    assert_near(world_of("Arm", Plane::Xy), [0., 2., -1., 0., 10., 10.]);
    assert_near(world_of("Hook", Plane::Xy), [0., 2., -1., 0., 10., 16.]);
    assert_near(world_of("Cab", Plane::Xy), [-1., 0., 0., 1., 11.5, 3.]);
    let tilted = 0.5_f32.sqrt();
    assert_near(
        world_of("Hook_2", Plane::Xy),
        [0., 2., -tilted, 0., 9., 18.],
    );
}

#[test]
fn from_above_z_points_down() {
    let ship = br#"{ "asset": { "version": "2.0" }, "nodes": [
        { "name": "Ship", "translation": [1, 0, -2], "rotation": [0, 1, 0, 1], "children": [1] },
        { "name": "Bow", "translation": [3, 0, 0], "scale": [1, 1, -2] } ] }"#;

    let (scene, forest) = alive(&imported(ship, Plane::Xz));

    let world = forest.world(scene.node("Bow").unwrap()).unwrap();
    assert_near(world.to_cols_array(), [0., 1., 2., 0., 1., 5.]);
}

#[test]
fn everything_that_is_lost_is_named() {
    let report: Vec<String> = imported(&read("crane.gltf"), Plane::Xy)
        .losses
        .iter()
        .map(ToString::to_string)
        .collect();

    assert_eq!(
        report,
        [
            "test.gltf:12:15: Arm: `mesh` is not imported",
            "test.gltf:15:95: Cab: `extras` is not imported",
            "test.gltf:16:38: Hook: its place is 0.5 away from the plane",
            "test.gltf:17:61: Hook: it is turned out of the plane, and imported as it looks from straight ahead",
            "test.gltf:17:118: Hook: its scale across the plane is 3",
            "test.gltf:18:5: Wheel: it is not in the scene",
        ]
    );
}

#[test]
fn a_binary_file_is_the_same_and_counts_bytes() {
    let json = read("crane.gltf");

    let text = gltf("crane", &json, Plane::Xy).unwrap();
    let bytes = gltf("crane", &binary(&json), Plane::Xy).unwrap();

    assert_eq!(bytes.document, text.document);
    let at = String::from_utf8(json)
        .unwrap()
        .find("0,\n      \"children\": [3")
        .unwrap();
    let lost = bytes.losses[0].to_string();
    assert_eq!(
        lost,
        format!("crane: byte {}: Arm: `mesh` is not imported", at + 20)
    );
}
