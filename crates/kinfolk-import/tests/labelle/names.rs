//! What entities are called that nobody gave an id.

use std::collections::HashSet;

use proptest::prelude::*;

use crate::{drawn, entities, import_with, worlds};

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

/// An entity with words that get in each other's way.
fn entity() -> impl Strategy<Value = String> {
    let word = || {
        prop::sample::select(vec![
            "a", "b", "a_a", "a_b", "b_a", "a_2", "a_b_2", "entity",
        ])
    };
    let field = |name: &'static str, chance: f64| {
        let word = prop::option::weighted(chance, word());
        word.prop_map(move |word| {
            word.map_or(String::new(), |word| format!(".{name} = \"{word}\", "))
        })
    };
    let words = (field("id", 0.1), field("name", 0.5), field("prefab", 0.4));
    let words = words.prop_map(|(id, name, prefab)| [id, name, prefab].concat());
    let leaf = words.clone().prop_map(|words| format!(".{{ {words}}}, "));
    leaf.prop_recursive(3, 12, 4, move |inner| {
        let children = prop::collection::vec(inner, 0..4);
        let entity = |(words, children): (String, Vec<String>)| {
            format!(".{{ {words}.children = .{{ {}}} }}, ", children.concat())
        };
        (words.clone(), children).prop_map(entity)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn nobody_is_called_like_somebody_else(
        scene in prop::collection::vec(entity(), 1..6),
        inner in entity(),
        outer in entity(),
    ) {
        let text = format!(".{{ .entities = .{{ {} }} }}", scene.concat());
        let inner = inner.trim_end_matches(", ").replace(".prefab", ".no_prefab");
        let outer = outer.trim_end_matches(", ").replace(".prefab = \"a", ".no_prefab = \"a");
        let imported = import_with(&text, &[("b", &inner), ("a", &outer), ("a_b", &inner)]);

        match imported {
            Ok(imported) => {
                let ids: HashSet<_> = worlds(&imported).into_iter().map(|(id, _)| id).collect();
                prop_assert!(ids.len() >= scene.len());
            }
            Err(problems) => for problem in problems.iter() {
                let is_twin = problem.message.starts_with("a second entity is called");
                prop_assert!(is_twin, "{}\n{}", problem, text);
            },
        }
    }
}
