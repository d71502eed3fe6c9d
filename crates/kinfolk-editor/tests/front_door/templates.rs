//! Templates and their instances, by request: what is written, what lives, what pages hear.

use kinfolk_editor::{Session, respond};
use serde_json::{Value, json};

use crate::page::Page;

fn ask(session: &mut Session, page: &mut Page, request: &Value) -> Result<(), String> {
    let answer = respond(session, &request.to_string());
    page.hear(&answer.everybody);
    let kinfolk_editor::protocol::Frame::Text(reply) = answer.reply() else {
        return Err("a reply is text".to_owned());
    };
    match answer.is_ok() {
        true => Ok(()),
        false => Err(reply.to_string()),
    }
}

fn world_x(session: &mut Session, id: &str) -> f64 {
    let answer = respond(
        session,
        &json!({ "do": "inspect", "ids": [id] }).to_string(),
    );
    let kinfolk_editor::protocol::Frame::Text(reply) = answer.reply() else {
        unreachable!("a reply is text");
    };
    let reply: Value = serde_json::from_str(&reply).unwrap();
    reply["entities"][0]["world"]["x"].as_f64().unwrap()
}

/// So many wolves, with a tail each.
fn pack(wolves: usize) -> String {
    let wolves: Vec<String> = (0..wolves)
        .map(|n| format!("    {{ \"id\": \"w{n}\", \"template\": \"wolf\", \"transform\": {{ \"x\": {n} }} }}"))
        .collect();
    format!(
        "{{\n  \"templates\": {{\n    \"wolf\": {{ \"children\": [{{ \"name\": \"Tail\", \"localTransform\": {{ \"x\": 1 }} }}] }} // howls\n  }},\n  \"entities\": [\n{}\n  ]\n}}\n",
        wolves.join(",\n")
    )
}

#[test]
fn an_override_is_given_to_a_template_of_a_thousand_instances_as_one_step() {
    let scene = pack(1000);
    let mut session = Session::open("pack.jsonc", &scene);
    let mut page = Page::new(&session.welcome());
    let set = json!({ "do": "edit", "edits": [{ "edit": "set", "id": "w5_Tail", "key": "localTransform.x", "value": 7 }] });
    ask(&mut session, &mut page, &set).unwrap();
    assert!(session.text().contains("overrides"));

    let start = std::time::Instant::now();
    let apply = json!({ "do": "edit", "edits": [{ "edit": "applyOverride", "id": "w5_Tail" }] });
    ask(&mut session, &mut page, &apply).unwrap();
    eprintln!("applied to 1,000 instances in {:?}", start.elapsed());

    assert_eq!(
        session.text(),
        scene.replace("\"x\": 1 } }]", "\"x\": 7 } }]")
    );
    for n in [0, 5, 500, 999] {
        assert_eq!(
            world_x(&mut session, &format!("w{n}_Tail")),
            7.0 + f64::from(n)
        );
    }
    assert_eq!(page.outline(), Page::new(&session.welcome()).outline());
    assert_eq!(page.at, 2);
    ask(&mut session, &mut page, &json!({ "do": "undo" })).unwrap();
    assert_eq!(world_x(&mut session, "w999_Tail"), 1000.0);
    assert_eq!(world_x(&mut session, "w5_Tail"), 12.0);
    ask(&mut session, &mut page, &json!({ "do": "undo" })).unwrap();
    assert_eq!(session.text(), scene);
}

#[test]
fn pages_hear_of_templates_when_something_about_them_is_different() {
    let mut session = Session::open("pack.jsonc", &pack(3));
    let mut page = Page::new(&session.welcome());
    assert_eq!(page.templates["list"][0]["uses"], 3);

    let heard = |request: Value, session: &mut Session, page: &mut Page| {
        page.templates = Value::Null;
        ask(session, page, &request).unwrap();
        page.templates.clone()
    };
    let moved = json!({ "do": "edit", "edits": [{ "edit": "set", "id": "w1", "key": "transform.x", "value": 7 }] });
    assert_eq!(
        heard(moved, &mut session, &mut page),
        Value::Null,
        "nothing about templates"
    );
    let added = json!({ "do": "add", "parent": null, "before": null, "template": "wolf", "world": { "x": 2.5, "y": 1 } });
    assert_eq!(heard(added, &mut session, &mut page)["list"][0]["uses"], 4);
    assert_eq!(world_x(&mut session, "wolf"), 2.5);
    let look = json!({ "do": "edit", "edits": [{ "edit": "setTemplate", "template": "wolf", "child": "Tail", "key": "sprite", "value": { "type": "rect" } }] });
    let pictured = heard(look, &mut session, &mut page);
    assert_eq!(
        pictured["list"][0]["picture"],
        json!([[0, [1.0, 0.0, 0.0, 1.0, 1.0, 0.0]]])
    );
    let variant = json!({ "do": "edit", "edits": [
        { "edit": "addTemplate", "template": "cub", "value": { "extends": "wolf", "description": "small" } },
        { "edit": "add", "entity": { "id": "c", "template": "cub" } }] });
    let list = heard(variant, &mut session, &mut page)["list"].clone();
    assert_eq!(
        [&list[0]["uses"], &list[1]["uses"]],
        [5, 1],
        "a variant is one, too"
    );
    assert_eq!(list[1]["extends"], "wolf");
    assert_eq!(
        heard(json!({ "do": "goto", "at": 0 }), &mut session, &mut page)["list"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[test]
fn what_is_done_within_a_template_is_done_to_it_and_can_be_recovered() {
    let scene = pack(3);
    let mut session = Session::open("pack.jsonc", &scene);
    let mut page = Page::new(&session.welcome());
    for request in [
        json!({ "do": "place", "within": "wolf", "ids": ["w1_Tail"], "world": { "x": 4 } }),
        json!({ "do": "add", "within": "wolf", "parent": "w1", "before": null, "name": "Ear" }),
        json!({ "do": "edit", "within": "wolf", "edits": [{ "edit": "rename", "id": "w1_Ear", "to": "Nose" }] }),
    ] {
        ask(&mut session, &mut page, &request).unwrap();
    }

    assert!(
        session
            .text()
            .contains(r#"[{ "name": "Tail", "localTransform": { "x": 3 } }, { "name": "Nose" }]"#),
        "{}",
        session.text()
    );
    assert!(page.ids().contains(&"w2_Nose".to_owned()));
    assert_eq!(world_x(&mut session, "w2_Tail"), 5.0);
    let twice = json!({ "do": "edit", "within": "nobody", "edits": [{ "edit": "set", "id": "w1", "key": "z", "value": 1 }] });
    assert!(ask(&mut session, &mut page, &twice).is_err());
    ask(&mut session, &mut page, &json!({ "do": "goto", "at": 0 })).unwrap();
    assert_eq!(session.text(), scene);
}

/// The bar: a hundred thousand entities, and an edit that has nothing to do with templates does not
/// look at them.
#[test]
fn counting_uses_is_cheap_however_many_there_are() {
    let mut session = Session::open("pack.jsonc", &pack(50_000));
    let mut page = Page::new(&session.welcome());
    assert_eq!(page.templates["list"][0]["uses"], 50_000);
    page.templates = Value::Null;
    let start = std::time::Instant::now();
    for n in 0..20 {
        let answer = respond(
            &mut session,
            &json!({ "do": "edit", "edits": [{ "edit": "set", "id": "w7", "key": "transform.x", "value": n }] }).to_string(),
        );
        assert!(answer.is_ok());
        let told = answer.everybody.iter().any(|frame| matches!(frame, kinfolk_editor::protocol::Frame::Text(text) if text.contains("\"templates\"")));
        assert!(!told, "nothing about templates is told");
    }
    eprintln!("an edit among 100,000 entities: {:?}", start.elapsed() / 20);
}
