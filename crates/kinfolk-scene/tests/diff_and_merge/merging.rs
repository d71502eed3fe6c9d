//! What becomes of the changes of two people, picture by picture.

use kinfolk_scene::{Document, Favour, load, merge, merge_favouring};

/// The merged entities and the conflicts, of documents of these entities.
fn merged(base: &str, ours: &str, theirs: &str) -> (String, Vec<String>) {
    favouring(Favour::Ours, base, ours, theirs)
}

fn favouring(favour: Favour, base: &str, ours: &str, theirs: &str) -> (String, Vec<String>) {
    let [base, ours, theirs] = [base, ours, theirs].map(|entities| {
        let text = format!("{{ \"entities\": [{entities}] }}");
        text.parse::<Document>().unwrap()
    });
    let merged = merge_favouring(favour, &base, &ours, &theirs);
    let text = merged.document.to_text();
    assert!(load(&text).plan.is_some(), "{text}");
    let lines = text.lines().filter(|line| line.starts_with("    "));
    let lines: Vec<&str> = lines
        .map(|line| line.trim_start().trim_end_matches(','))
        .collect();
    let conflicts = merged.conflicts.iter().map(ToString::to_string);
    (lines.join(" "), conflicts.collect())
}

const NONE: [&str; 0] = [];

#[test]
fn different_fields_of_one_entity_are_put_together() {
    let (entities, conflicts) = merged(
        r#"{ "id": "a", "transform": { "x": 1, "y": 1 } }"#,
        r#"{ "id": "a", "transform": { "x": 2, "y": 1 } }"#,
        r#"{ "id": "a", "transform": { "x": 1, "y": 3 }, "z": 1 }"#,
    );

    assert_eq!(
        entities,
        r#"{ "id": "a", "transform": { "x": 2, "y": 3 }, "z": 1 }"#
    );
    assert_eq!(conflicts, NONE);
}

#[test]
fn one_field_with_two_values_is_a_conflict_for_either_side() {
    let [base, ours, theirs] = [1, 2, 3].map(|z| format!("{{ \"id\": \"a\", \"z\": {z} }}"));

    let here = merged(&base, &ours, &theirs);
    let there = favouring(Favour::Theirs, &base, &ours, &theirs);

    let conflicts = ["entity a: z: 1 became 2 here, and 3 there".to_owned()];
    assert_eq!(here, (ours, conflicts.to_vec()));
    assert_eq!(there, (theirs, conflicts.to_vec()));
}

#[test]
fn removed_here_and_changed_there_is_a_conflict() {
    let (base, ours) = (r#"{ "id": "a" }, { "id": "b" }"#, r#"{ "id": "a" }"#);
    let theirs = r#"{ "id": "a" }, { "id": "b", "z": 1 }"#;

    let (here, conflicts) = merged(base, ours, theirs);
    let (there, _) = favouring(Favour::Theirs, base, ours, theirs);

    assert_eq!(here, r#"{ "id": "a" }"#);
    assert_eq!(there, r#"{ "id": "a" } { "id": "b", "z": 1 }"#);
    assert_eq!(conflicts, ["entity b: removed here, and changed there"]);
}

#[test]
fn a_parent_that_went_away_under_a_new_child_is_a_conflict() {
    let (base, ours) = (r#"{ "id": "a" }, { "id": "b" }"#, r#"{ "id": "a" }"#);
    let theirs = r#"{ "id": "a" }, { "id": "b" }, { "id": "c", "parent": "b" }"#;

    let (here, conflicts) = merged(base, ours, theirs);
    let (there, _) = favouring(Favour::Theirs, base, ours, theirs);

    assert_eq!(here, r#"{ "id": "a" }"#);
    assert_eq!(
        there,
        r#"{ "id": "a" } { "id": "b" } { "id": "c", "parent": "b" }"#
    );
    assert_eq!(
        conflicts,
        ["entity b: removed here, but c is below it there"]
    );
}

#[test]
fn moved_to_two_parents_is_a_conflict() {
    let scene = |parent: &str| {
        format!(r#"{{ "id": "a" }}, {{ "id": "b" }}, {{ "id": "c", "parent": {parent} }}"#)
    };

    let (_, conflicts) = merged(&scene("null"), &scene("\"a\""), &scene("\"b\""));

    assert_eq!(
        conflicts,
        ["entity c: a root became a child of a here, and a child of b there"]
    );
}

#[test]
fn moves_that_make_a_ring_are_a_conflict() {
    let (entities, conflicts) = merged(
        r#"{ "id": "a" }, { "id": "b" }"#,
        r#"{ "id": "a", "parent": "b" }, { "id": "b" }"#,
        r#"{ "id": "a" }, { "id": "b", "parent": "a" }"#,
    );

    assert_eq!(entities, r#"{ "id": "a", "parent": "b" } { "id": "b" }"#);
    assert_eq!(
        conflicts,
        ["entity a: moved below itself by both together: a → b → a"]
    );
}

#[test]
fn added_by_both_is_fine_if_it_is_the_same() {
    let (entities, conflicts) = merged(
        "",
        r#"{ "id": "a", "z": 1, "visible": true }"#,
        r#"{ "id": "a", "z": 1, "active": true }"#,
    );

    assert_eq!(entities, r#"{ "id": "a", "z": 1, "visible": true }"#);
    assert_eq!(
        conflicts,
        [
            "entity a: visible: new, true here and absent there",
            "entity a: active: new, absent here and true there"
        ]
    );
    assert_eq!(merged("", r#"{ "id": "a" }"#, r#"{ "id": "a" }"#).1, NONE);
}

#[test]
fn additions_follow_their_neighbour_and_the_form_is_ours() {
    let (entities, conflicts) = merged(
        r#"{ "id": "a", "children": [{ "name": "b" }, { "name": "c" }] }"#,
        r#"{ "id": "a", "children": [{ "name": "b" }, { "name": "c" }, { "name": "ours" }] }"#,
        r#"{ "id": "a" }, { "id": "a_b", "name": "b", "parent": "a" }, { "id": "t", "parent": "a" },
           { "id": "a_c", "name": "c", "parent": "a" }"#,
    );

    assert_eq!(
        entities,
        r#"{ "id": "a" "children": [ { "name": "b" } { "id": "t" } { "name": "c" } { "name": "ours" } ] }"#
    );
    assert_eq!(conflicts, NONE);
}

#[test]
fn templates_merge_by_field_slot_and_child() {
    let scene = |template: &str| -> Document {
        format!("{{ \"templates\": {{ \"boss\": {{ {template} }} }} }}")
            .parse()
            .unwrap()
    };
    let base = scene(r#""z": 1, "slots": { "hand": { "x": 1 } }, "children": [{ "name": "A" }]"#);
    let ours = scene(
        r#""z": 2, "slots": { "hand": { "x": 1 }, "foot": {} }, "children": [{ "name": "A", "z": 1 }]"#,
    );
    let theirs = scene(
        r#""z": 1, "slots": { "hand": { "x": 2 } }, "children": [{ "name": "A", "ySort": true }, { "name": "B" }]"#,
    );

    let merged = merge(&base, &ours, &theirs);

    assert_eq!(merged.conflicts, []);
    assert_eq!(
        merged.document,
        scene(
            r#""z": 2, "slots": { "hand": { "x": 2 }, "foot": {} },
               "children": [{ "name": "A", "z": 1, "ySort": true }, { "name": "B" }]"#
        )
    );
}

#[test]
fn a_template_that_went_away_under_a_new_entity_is_kept() {
    let base: Document = r#"{ "templates": { "rock": {} } }"#.parse().unwrap();
    let ours: Document = "{}".parse().unwrap();
    let theirs: Document =
        r#"{ "templates": { "rock": {} }, "entities": [{ "id": "r", "template": "rock" }] }"#
            .parse()
            .unwrap();

    let merged = merge(&base, &ours, &theirs);

    assert_eq!(merged.document, theirs);
    assert_eq!(
        merged.conflicts[0].to_string(),
        "template rock: removed here, but in use there; it is kept"
    );
}

#[test]
fn what_fits_on_both_sides_but_not_together_is_a_conflict() {
    // They name a child of the template that we have renamed.
    let scene = |child: &str, parent: &str| -> Document {
        format!(
            r#"{{ "templates": {{ "boss": {{ "children": [{{ "name": "{child}" }}] }} }},
                  "entities": [{{ "id": "b", "template": "boss" }}{parent}] }}"#
        )
        .parse()
        .unwrap()
    };
    let (base, ours) = (scene("Arm", ""), scene("Hand", ""));
    let theirs = scene("Arm", r#", { "id": "ring", "parent": "b_Arm" }"#);

    let merged = merge(&base, &ours, &theirs);

    assert_eq!(merged.document, ours);
    assert_eq!(
        merged.conflicts[0].to_string(),
        "document: does not fit together: no entity \"b_Arm\""
    );
}

#[test]
fn thousands_of_levels_are_merged_like_few() {
    let chain = |z: [usize; 2]| {
        let entity = |index: usize| {
            let parent = match index {
                0 => "null".to_owned(),
                _ => format!("\"e{}\"", index - 1),
            };
            let z = if index < 5_000 { z[0] } else { z[1] };
            format!(r#"{{ "id": "e{index}", "parent": {parent}, "z": {z} }}"#)
        };
        let entities: Vec<_> = (0..10_000).map(entity).collect();
        let text = format!("{{ \"entities\": [{}] }}", entities.join(", "));
        text.parse::<Document>().unwrap()
    };

    let merged = merge(&chain([1, 1]), &chain([2, 1]), &chain([1, 3]));

    assert_eq!(merged.conflicts, []);
    assert_eq!(merged.document, chain([2, 3]));
}
