//! What entities are called that nobody gave an id.

use crate::{drawn, entities};

#[test]
fn roots_are_called_by_name_else_by_prefab_else_entity() {
    let imported = entities(
        r#".{ .name = "a" }, .{ .name = "a" }, .{ .prefab = "p" }, .{}, .{}, .{ .id = "a_2" }"#,
        &[("p", ".{}")],
    );

    assert_eq!(
        drawn(&imported),
        "a 0 0, a_3 0 0, p 0 0, entity 0 0, entity_2 0 0, a_2 0 0"
    );
    assert_eq!(imported.document.entities[1].name.as_deref(), Some("a"));
    assert_eq!(imported.losses, []);
}

#[test]
fn nested_children_are_called_by_name_below_their_parents() {
    let imported = entities(
        r#".{ .id = "car", .children = .{ .{ .name = "wheel" }, .{ .name = "wheel" }, .{}, .{}, .{ .id = "x" } } }"#,
        &[],
    );

    assert_eq!(
        drawn(&imported),
        "car 0 0, car_wheel 0 0, car_wheel_2 0 0, car_entity 0 0, car_entity_2 0 0, x 0 0"
    );
    let second = &imported.document.entities[0].children[1];
    assert_eq!(second.name.as_deref(), Some("wheel"));
}

#[test]
fn names_make_way_for_what_comes_out_of_templates() {
    let imported = entities(
        r#".{ .id = "car", .prefab = "car", .children = .{ .{ .prefab = "wheel" }, .{ .name = "wheel" } } }"#,
        &[
            ("car", r#".{ .children = .{ .{ .name = "wheel" } } }"#),
            ("wheel", ".{}"),
        ],
    );

    assert_eq!(
        drawn(&imported),
        "car 0 0, car_wheel 0 0, car_wheel_2 0 0, car_wheel_3 0 0"
    );
}

#[test]
fn made_up_ids_make_way_for_written_ones() {
    let imported = entities(
        r#".{ .name = "a", .children = .{ .{ .name = "b" }, .{} } }, .{ .id = "a_b" }, .{ .id = "a_entity" }"#,
        &[],
    );

    assert_eq!(
        drawn(&imported),
        "a 0 0, a_b_2 0 0, a_entity_2 0 0, a_b 0 0, a_entity 0 0"
    );
}

#[test]
fn an_instance_makes_way_if_its_parts_cannot() {
    let imported = entities(
        r#".{ .id = "a_b" }, .{ .id = "a", .prefab = "p" }, .{ .id = "c", .parent = "a" }, .{ .prefab = "p", .name = "a" }"#,
        &[("p", r#".{ .children = .{ .{ .name = "b" } } }"#)],
    );

    assert_eq!(
        drawn(&imported),
        "a_b 0 0, a_2 0 0, a_2_b 0 0, c 0 0, a_3 0 0, a_3_b 0 0"
    );
    assert_eq!(imported.losses.len(), 1);
}

#[test]
fn made_up_ids_make_way_for_the_parts_of_written_ones() {
    let imported = entities(
        r#".{ .name = "a_b" }, .{ .id = "a", .prefab = "p" }"#,
        &[("p", r#".{ .children = .{ .{ .name = "b" } } }"#)],
    );

    assert_eq!(drawn(&imported), "a_b_2 0 0, a 0 0, a_b 0 0");
    assert_eq!(imported.losses, []);
}

#[test]
fn names_in_prefabs_are_different() {
    let children = r#".{ .name = "a", .children = .{ .{ .name = "b" } } }, .{ .name = "a_b" }, .{ .name = "a" }, .{}"#;
    let prefab = format!(".{{ .children = .{{ {children} }} }}");
    let imported = entities(r#".{ .prefab = "p" }"#, &[("p", &prefab)]);

    assert_eq!(
        drawn(&imported),
        "p 0 0, p_a 0 0, p_a_b 0 0, p_a_b_2 0 0, p_a_2 0 0, p_entity 0 0"
    );
    assert_eq!(imported.losses.len(), 2);
}

#[test]
fn names_in_prefabs_differ_from_what_comes_out_of_other_prefabs() {
    let outer = r#".{ .children = .{
        .{ .name = "a", .prefab = "inner", .children = .{ .{ .name = "b" }, .{ .prefab = "b" } } },
        .{ .name = "a_b" },
        .{ .prefab = "a" },
    } }"#;
    let inner = r#".{ .children = .{ .{ .name = "b" } } }"#;
    let prefabs = [
        ("outer", outer),
        ("inner", inner),
        ("a", ".{}"),
        ("b", ".{}"),
    ];
    let imported = entities(r#".{ .prefab = "outer" }"#, &prefabs);

    assert_eq!(
        drawn(&imported),
        "outer 0 0, outer_a 0 0, outer_a_b 0 0, outer_a_b_2 0 0, outer_a_b_3 0 0, outer_a_b_4 0 0, outer_a_2 0 0"
    );
    assert_eq!(imported.losses.len(), 2);
}
