//! Prefabs as templates: what an instance has of its own, and what it has from there.

use crate::{drawn, entities, written};

const PREFABS: &[(&str, &str)] = &[
    (
        "arm",
        r#".{ .components = .{ .Position = .{ .x = 1, .y = 2 } }, .children = .{
            .{ .name = "hand", .components = .{ .Position = .{ .x = 10 } } },
        } }"#,
    ),
    (
        "mirrored",
        r#".{ .components = .{ .Scale = .{ .x = -1 } }, .children = .{
            .{ .name = "hand", .components = .{ .Position = .{ .x = 10 } } },
            .{ .name = "tag", .inherit_scale = false, .components = .{ .Position = .{ .x = 10 } } },
        } }"#,
    ),
    (
        "both",
        r#".{ .children = .{ .{ .name = "l", .prefab = "arm", .components = .{ .Scale = .{ .x = -1 } } } } }"#,
    ),
    (
        "look",
        r#".{ .components = .{ .Sprite = .{ .name = "a.png", .z_index = 4 } } }"#,
    ),
];

#[test]
fn an_instance_has_the_numbers_of_its_prefab_and_its_own() {
    let imported = entities(
        r#".{ .prefab = "arm" }, .{ .prefab = "arm", .components = .{ .Position = .{ .x = 5 } } }"#,
        PREFABS,
    );

    assert_eq!(
        drawn(&imported),
        "arm 1 2, arm_hand 11 2, arm_2 5 2, arm_2_hand 15 2"
    );
}

#[test]
fn the_scale_of_a_prefab_is_inherited() {
    let imported = entities(
        r#".{ .prefab = "mirrored", .children = .{ .{ .name = "cap", .components = .{ .Position = .{ .x = 1 } } } } },
           .{ .name = "flat", .id = "flat", .parent = "m" }, .{ .id = "m", .prefab = "mirrored" }"#,
        PREFABS,
    );

    assert_eq!(
        drawn(&imported),
        "mirrored 0 0, mirrored_hand -10 0, mirrored_tag 10 0, mirrored_cap -1 0, \
         m 0 0, m_hand -10 0, m_tag 10 0, flat 0 0"
    );
}

#[test]
fn the_scale_of_an_instance_is_inherited_by_what_comes_out_of_its_template() {
    let imported = entities(
        r#".{ .prefab = "arm", .components = .{ .Scale = .{ .x = 3 } } }, .{ .prefab = "both" }"#,
        PREFABS,
    );

    assert_eq!(
        drawn(&imported),
        "arm 1 2, arm_hand 31 2, both 0 0, both_l 1 2, both_l_hand -9 2"
    );
}

#[test]
fn rotation_is_inherited_if_asked_for() {
    let parent = ".{ .id = \"p\", .components = .{ .Position = .{ .rotation = 0x1.921fb6p0 } } }";
    let child = ".parent = \"p\", .components = .{ .Position = .{ .x = 8 } }";
    let imported = entities(
        &format!(
            ".{{ .id = \"a\", .inherit_rotation = true, {child} }}, .{{ .id = \"b\", {child} }}, {parent}"
        ),
        &[],
    );
    let worlds = crate::worlds(&imported);

    let place = |id: &str| worlds.iter().find(|(known, _)| known == id).expect(id).1;
    assert!(place("a")[0].abs() < 1e-5 && (place("a")[1] - 8.0).abs() < 1e-5);
    assert_eq!(place("b"), [8.0, 0.0]);
}

#[test]
fn an_instance_changes_a_visual_or_adds_one() {
    let imported = entities(
        r#".{ .id = "a", .prefab = "look", .components = .{ .Sprite = .{ .flip_x = true } } },
           .{ .id = "b", .prefab = "look", .components = .{ .Shape = .{ .radius = 2 } } },
           .{ .id = "c", .prefab = "look", .components = .{ .Sprite = .{ .name = null } } },
           .{ .id = "d", .components = .{ .Sprite = .{ .z_index = 2 }, .Text = .{ .text = "x", .color = .red } } }"#,
        PREFABS,
    );
    let text = written(&imported);

    for line in [
        r#""look": { "z": 4, "sprite": { "type": "image", "url": "a.png" } }"#,
        r#"{ "id": "a", "template": "look", "sprite": { "flipX": true } }"#,
        r#""sprite": [{ "type": "circle", "radius": 2 }, { "type": "image", "url": "a.png" }]"#,
        r#"{ "id": "c", "template": "look", "sprite": null }"#,
        r#"{ "id": "d", "z": 2, "sprite": { "type": "text", "text": "x", "color": "red" } }"#,
    ] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
}
