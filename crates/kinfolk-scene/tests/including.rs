//! Documents that use the templates of others: what comes of them, and what is left alone.

use kinfolk::Forest;
use kinfolk_scene::{Code, Document, Edit, Editing, Includes, Scene, diff, load, load_with, merge};

const ARMS: &str = r#"{
  "include": ["hands.jsonc"],
  "templates": { "arm": { "children": [{ "name": "Hand", "template": "hand", "localTransform": { "y": -1 } }] } },
  "entities": [{ "id": "not_mine" }]
}"#;
const HANDS: &str = r#"{ "templates": { "hand": { "z": 2 } } }"#;
const LEVEL: &str = r#"{
  "include": ["parts/arms.jsonc"], // two files, in fact
  "templates": { "mitten": { "extends": "hand", "z": 3 } },
  "entities": [
    { "id": "left", "template": "arm", "transform": { "x": 5 } },
    { "id": "right", "template": "arm", "overrides": { "Hand": { "template": "mitten" } } }
  ]
}
"#;

fn brought(arms: &str, hands: &str) -> Includes {
    Includes::of(LEVEL, |path| match path {
        "parts/arms.jsonc" => Ok(arms.to_owned()),
        "parts/hands.jsonc" => Ok(hands.to_owned()),
        _ => Err(format!("nobody asked for {path}")),
    })
}

fn edit(line: &str) -> Edit {
    line.parse().unwrap()
}

#[test]
fn templates_of_others_are_there_and_their_entities_are_not() {
    let includes = brought(ARMS, HANDS);
    let paths: Vec<&str> = includes.paths().collect();
    assert_eq!(paths, ["parts/arms.jsonc", "parts/hands.jsonc"]);

    let (document, plan) = load_with(LEVEL, &includes).into_parts().unwrap();
    let mut forest = Forest::new();
    let scene = Scene::instantiate(document, plan, &mut forest).unwrap();

    let hand = scene.node("left_Hand").unwrap();
    assert_eq!(forest.world_position(hand).unwrap().to_array(), [5.0, -1.0]);
    assert_eq!(forest.effective(hand).unwrap().z(), 2);
    let mitten = scene.node("right_Hand").unwrap();
    assert_eq!(forest.effective(mitten).unwrap().z(), 3);
    assert!(scene.node("not_mine").is_none());
}

#[test]
fn a_document_is_written_without_what_it_includes() {
    let (document, _) = load_with(LEVEL, &brought(ARMS, HANDS))
        .into_parts()
        .unwrap();

    let text = document.to_text();
    let alone: Document = text.parse().unwrap();

    assert_eq!(alone.include, ["parts/arms.jsonc"]);
    assert!(alone.templates.keys().eq(["mitten"]));
    assert_eq!(alone.to_text(), text);
    assert_eq!(document.to_nested().to_text(), text);
    let own: Vec<_> = document
        .own_templates()
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(own, ["mitten"]);
    assert_eq!(document.templates.len(), 3);
}

#[test]
fn without_its_files_a_document_says_what_is_missing() {
    let found = load(LEVEL).diagnostics;

    assert_eq!(found[0].code, Code::UnknownInclude);
    assert_eq!(found[0].place.as_ref().unwrap().line, 2);
}

#[test]
fn edits_go_on_and_those_of_other_documents_templates_are_refused() {
    let mut editing = Editing::with_includes(LEVEL, brought(ARMS, HANDS)).unwrap();

    for refused in [
        r#"{ "edit": "setTemplate", "template": "arm", "key": "z", "value": 1 }"#,
        r#"{ "edit": "setTemplate", "template": "arm", "child": "Hand", "key": "z", "value": 1 }"#,
        r#"{ "edit": "addChild", "template": "hand", "entity": { "name": "Ring" } }"#,
        r#"{ "edit": "removeChild", "template": "arm", "child": "Hand" }"#,
        r#"{ "edit": "renameChild", "template": "arm", "child": "Hand", "to": "Paw" }"#,
        r#"{ "edit": "renameTemplate", "template": "hand", "to": "paw" }"#,
        r#"{ "edit": "removeTemplate", "template": "hand" }"#,
    ] {
        let why = editing.apply(&edit(refused)).unwrap_err().to_string();
        assert!(why.contains("edit that document"), "{refused}: {why}");
        assert_eq!(editing.text(), LEVEL, "{refused}");
    }

    for line in [
        r#"{ "edit": "set", "id": "left_Hand", "key": "localTransform.x", "value": 4 }"#,
        r#"{ "edit": "extract", "id": "left", "template": "leftArm" }"#,
        r#"{ "edit": "addTemplate", "template": "glove", "value": { "extends": "hand" } }"#,
        r#"{ "edit": "unpack", "id": "right" }"#,
    ] {
        editing
            .apply(&edit(line))
            .unwrap_or_else(|why| panic!("{line}: {why}"));
        let again = Editing::with_includes(&editing.text(), brought(ARMS, HANDS)).unwrap();
        assert_eq!(again.document(), editing.document(), "{line}");
        assert!(editing.text().contains("// two files, in fact"));
    }
    while editing.undo() {}
    assert_eq!(editing.text(), LEVEL);
}

#[test]
fn what_is_included_changes_as_one_step_that_can_be_undone() {
    let mut editing = Editing::with_includes(LEVEL, brought(ARMS, HANDS)).unwrap();
    let hand = editing.scene().node("left_Hand").unwrap();
    let far = ARMS.replace("-1", "-7");

    editing.replace_with(LEVEL, brought(&far, HANDS)).unwrap();
    assert_eq!(editing.forest().world_position(hand).unwrap().y, -7.0);
    assert_eq!(editing.text(), LEVEL);

    editing.undo();
    assert_eq!(editing.forest().world_position(hand).unwrap().y, -1.0);
    editing.redo();
    assert_eq!(editing.forest().world_position(hand).unwrap().y, -7.0);

    let without = ARMS.replace("Hand", "Paw");
    assert!(
        editing
            .replace_with(LEVEL, brought(&without, HANDS))
            .is_err()
    );
    assert_eq!(editing.forest().world_position(hand).unwrap().y, -7.0);
}

#[test]
fn differences_and_merges_are_about_a_document_alone() {
    let read = |text: &str| {
        load_with(text, &brought(ARMS, HANDS))
            .into_parts()
            .unwrap()
            .0
    };
    let far = ARMS.replace("-1", "-7");
    let (base, _) = load_with(LEVEL, &brought(&far, HANDS))
        .into_parts()
        .unwrap();
    assert!(diff(&base, &read(LEVEL)).differences.is_empty());

    let ours = read(&LEVEL.replace("\"x\": 5", "\"x\": 6"));
    let theirs = read(&LEVEL.replace("\"z\": 3", "\"z\": 4"));
    let merged = merge(&base, &ours, &theirs);

    assert!(merged.conflicts.is_empty(), "{:?}", merged.conflicts);
    assert_eq!(merged.document.include, ["parts/arms.jsonc"]);
    let text = merged.document.to_text();
    assert!(text.contains("\"x\": 6") && text.contains("\"z\": 4") && !text.contains("\"arm\": {"));
}

#[test]
fn a_thousand_files_and_a_file_reached_twice_do_no_harm() {
    let all: Vec<String> = (0..1000).map(|n| format!("\"p{n}.jsonc\"")).collect();
    let text = format!("{{ \"include\": [{}] }}", all.join(", "));
    let mut reads = 0;
    let includes = Includes::of(&text, |_| {
        reads += 1;
        Ok(r#"{ "include": ["shared.jsonc"] }"#.to_owned())
    });
    assert_eq!(reads, kinfolk_scene::MOST_INCLUDED);
    assert!(load_with(&text, &includes).plan.is_none());

    let twice = r#"{ "include": ["a.jsonc", "b.jsonc", "a.jsonc"], "entities": [{ "id": "e", "template": "t" }] }"#;
    let includes = Includes::of(twice, |path| {
        Ok(match path {
            "shared.jsonc" => r#"{ "templates": { "t": {} } }"#.to_owned(),
            _ => r#"{ "include": ["shared.jsonc"] }"#.to_owned(),
        })
    });
    let loaded = load_with(twice, &includes);
    assert!(loaded.diagnostics.is_empty(), "{}", loaded.diagnostics);
}

#[test]
fn a_chain_of_too_many_files_is_refused() {
    let includes = Includes::of(r#"{ "include": ["0.jsonc"] }"#, |path| {
        let number: usize = path.trim_end_matches(".jsonc").parse().unwrap();
        Ok(format!(r#"{{ "include": ["{}.jsonc"] }}"#, number + 1))
    });

    let found = load_with(r#"{ "include": ["0.jsonc"] }"#, &includes).diagnostics;

    assert_eq!(found.len(), 1);
    assert_eq!(found[0].code, Code::BadInclude);
    assert!(found[0].message.contains("more than 16"), "{found}");
}
