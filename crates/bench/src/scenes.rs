//! What does a scene file cost? Loading (read, diagnose, resolve, plant, update) beside
//! serde_json parsing the same bytes, saving beside serde_json writing the same values,
//! prefabs beside planting the same nodes by hand; and edits of a large document.

use std::fmt::Write as _;

use kinfolk::{Forest, Node2, NodeId, Transform2};
use kinfolk_scene::{Document, Edit, Editing, Overrides, Plan, Scene, diff, load};
use serde_json::Value;

use crate::measure::{Contestant, Effort, Figure, timed};

const ENTITIES: usize = 100_000;
const COPIES: usize = 10_000;

pub(crate) fn answer(effort: &Effort) -> Vec<Figure> {
    let mut figures = Vec::new();
    for (shape, text) in [
        ("flat", flat(ENTITIES)),
        ("nested", nested(ENTITIES)),
        ("with templates", with_templates(ENTITIES)),
    ] {
        let (document, plan) = load(&text).into_parts().expect("a valid document");
        assert_eq!(plan.len(), ENTITIES);
        let value: Value = serde_json::from_str(&text).expect("plain JSON");
        figures.extend(effort.figures(
            "load",
            shape,
            ENTITIES,
            &mut [
                Contestant::new("kinfolk", || loaded(&text)),
                Contestant::new("serde_json to Value", || {
                    serde_json::from_str::<Value>(&text).expect("plain JSON")
                }),
            ],
        ));
        figures.extend(effort.figures(
            "save",
            shape,
            ENTITIES,
            &mut [
                Contestant::new("kinfolk", || document.to_text()),
                Contestant::new("serde_json to String", || {
                    serde_json::to_string(&value).expect("plain JSON")
                }),
            ],
        ));
    }
    figures.extend(prefabs(effort));
    figures.extend(edits(effort));
    figures.extend(differences(effort));
    figures
}

/// Two documents of 100,000 entities compared, beside reading both.
fn differences(effort: &Effort) -> Vec<Figure> {
    let old = flat(ENTITIES);
    let new = old.replace("7.5,", "7.25,");
    let read = |text: &str| text.parse::<Document>().expect("a valid document");
    let (old_document, new_document) = (read(&old), read(&new));
    let found = diff(&old_document, &new_document).differences.len();
    assert!(found > 100, "{found} differences");
    effort.figures(
        "diff",
        "flat",
        ENTITIES,
        &mut [
            Contestant::new("kinfolk", || diff(&old_document, &new_document)),
            Contestant::new("reading both", || (read(&old), read(&new))),
        ],
    )
}

/// One edit of a document of 100,000 entities and of what lives of it; time per edit.
fn edits(effort: &Effort) -> Vec<Figure> {
    let document: Document = flat(ENTITIES).parse().expect("a valid document");
    let mut editing = Editing::new(document).expect("a valid document");
    let edit = |line: &str| line.parse::<Edit>().expect("an edit");
    let wrapped: Vec<String> = (0..50).map(|root| format!("\"e{}\"", root * 20)).collect();
    let group = format!(
        r#"{{ "edit": "wrap", "ids": [{}], "to": "group" }}"#,
        wrapped.join(", ")
    );
    editing.apply(&edit(&group)).expect("fifty roots of twenty");
    let group = editing.scene().node("group").expect("just made");
    assert_eq!(editing.forest().descendants(group).count(), 1_000);

    let mut turn = 0;
    let mut set = || {
        turn += 1;
        let line = format!(
            r#"{{ "edit": "set", "id": "e77777", "key": "localTransform.x", "value": {turn} }}"#
        );
        editing.apply(&edit(&line)).expect("a field");
    };
    let mut figures = effort.figures(
        "edit",
        "a field",
        1,
        &mut [Contestant::new("kinfolk", &mut set)],
    );
    let mut turn = 0;
    let mut move_it = || {
        turn += 1;
        let parent = ["e5000", "e9000"][turn % 2];
        let line = format!(r#"{{ "edit": "move", "ids": ["group"], "parent": "{parent}" }}"#);
        editing.apply(&edit(&line)).expect("a move");
    };
    figures.extend(effort.figures(
        "edit",
        "1,000 nodes moved",
        1,
        &mut [Contestant::new("kinfolk", &mut move_it)],
    ));
    figures
}

fn loaded(text: &str) -> (Forest<Node2>, Scene) {
    let (document, plan) = load(text).into_parts().expect("a valid document");
    let mut forest = Forest::new();
    let scene = Scene::instantiate(document, plan, &mut forest).expect("room for it");
    forest.update();
    (forest, scene)
}

/// 10,000 copies of a template of 20 nodes on three levels.
fn prefabs(effort: &Effort) -> Vec<Figure> {
    let text = copies(COPIES);
    let (document, plan) = load(&text).into_parts().expect("a valid document");
    let nodes = plan.len();
    assert_eq!(nodes, COPIES * 20);
    let mut forest = Forest::new();
    let scene = Scene::instantiate(document.clone(), plan, &mut forest).expect("room for it");
    let list = listed(&forest, &scene);
    let empty: Document = Document {
        templates: document.templates.clone(),
        ..Document::default()
    };
    let by_hand = || Contestant {
        who: "planting by hand",
        run: Box::new(|| {
            let mut forest = None;
            [timed(|| forest = Some(planted(&list)))]
        }),
    };
    let mut figures = effort.figures(
        "prefabs",
        "in the document",
        nodes,
        &mut [
            Contestant {
                who: "kinfolk",
                run: Box::new(|| {
                    let document = document.clone();
                    let mut result = None;
                    [timed(|| {
                        let plan: Plan =
                            kinfolk_scene::resolve(&document).expect("a valid document");
                        let mut forest = Forest::new();
                        let scene = Scene::instantiate(document, plan, &mut forest);
                        result = Some((scene.expect("room for it"), forest));
                    })]
                }),
            },
            by_hand(),
        ],
    );
    figures.extend(effort.figures(
        "prefabs",
        "while the game runs",
        nodes,
        &mut [
            Contestant {
                who: "kinfolk",
                run: Box::new(|| {
                    let mut forest = Forest::new();
                    let plan = kinfolk_scene::resolve(&empty).expect("a valid document");
                    let scene = Scene::instantiate(empty.clone(), plan, &mut forest);
                    let mut scene = scene.expect("nothing to plant");
                    [timed(|| {
                        for copy in 0..COPIES {
                            scene
                                .instantiate_prefab(
                                    &mut forest,
                                    "squad",
                                    Transform2::at(copy as f32, 0.0),
                                    &Overrides::default(),
                                )
                                .expect("room for it");
                        }
                    })]
                }),
            },
            by_hand(),
        ],
    ));
    figures
}

/// Every node with its parent's place in the list.
fn listed(forest: &Forest<Node2>, scene: &Scene) -> Vec<(Option<usize>, Node2)> {
    let place = |node: NodeId| scene.nodes().iter().position(|&other| other == node);
    let mut last_root = 0;
    let mut list = Vec::new();
    for (index, &node) in scene.nodes().iter().enumerate() {
        let parent = forest.parent(node);
        if parent.is_none() {
            last_root = index;
        }
        let parent = parent.map(|parent| {
            let nearby = scene.nodes()[last_root..index].iter();
            nearby
                .clone()
                .position(|&other| other == parent)
                .map_or_else(|| place(parent).expect("planted"), |at| last_root + at)
        });
        list.push((parent, forest.value(node).expect("a living node")));
    }
    list
}

fn planted(list: &[(Option<usize>, Node2)]) -> (Forest<Node2>, Vec<NodeId>) {
    let mut forest = Forest::new();
    let mut nodes = Vec::with_capacity(list.len());
    for &(parent, value) in list {
        let node = match parent {
            Some(parent) => {
                let parent: NodeId = nodes[parent];
                forest.plant_at(parent, value)
            }
            None => forest.plant(value),
        };
        nodes.push(node.expect("room for it"));
    }
    (forest, nodes)
}

/// Entities that name their parents, 20 to a root.
fn flat(entities: usize) -> String {
    let mut text = String::from("{\n  \"version\": 1,\n  \"entities\": [");
    for entity in 0..entities {
        let separator = if entity == 0 { "" } else { "," };
        let (x, y) = (entity as f32 * 0.25, (entity % 97) as f32 * 1.1);
        if entity % 20 == 0 {
            write!(
                text,
                "{separator}\n    {{ \"id\": \"e{entity}\", \"transform\": {{ \"x\": {x}, \"y\": {y} }} }}"
            )
        } else {
            let parent = entity - entity % 20 + (entity % 20) / 4;
            write!(
                text,
                "{separator}\n    {{ \"id\": \"e{entity}\", \"parent\": \"e{parent}\", \"localTransform\": {{ \"x\": {x}, \"y\": {y}, \"angle\": 0.5 }}, \"z\": 1 }}"
            )
        }
        .expect("strings grow");
    }
    text.push_str("\n  ]\n}\n");
    text
}

/// Roots with children and grandchildren inside, with sprites and tags.
fn nested(entities: usize) -> String {
    let mut text = String::from("{ \"entities\": [");
    let sprite = r##""sprite": { "type": "rect", "width": 0.8, "height": 2, "color": "#8B4513" }"##;
    for root in 0..entities / 10 {
        let separator = if root == 0 { "" } else { "," };
        write!(
            text,
            "{separator}\n{{ \"id\": \"tank{root}\", \"transform\": {{ \"x\": {root}, \"y\": 2.5 }}, \"tags\": [\"tank\", \"enemy\"], {sprite}, \"children\": ["
        )
        .expect("strings grow");
        for child in 0..3 {
            let separator = if child == 0 { "" } else { "," };
            write!(
                text,
                "{separator}\n  {{ \"name\": \"Part{child}\", \"localTransform\": {{ \"x\": 1.5, \"y\": {child} }}, {sprite}, \"children\": [{{ \"name\": \"A\", \"localTransform\": {{ \"y\": 0.5 }} }}, {{ \"name\": \"B\", \"z\": 2 }}] }}"
            )
            .expect("strings grow");
        }
        text.push_str("] }");
    }
    text.push_str("] }");
    text
}

/// Entities made of templates, some with a field or an override of their own.
fn with_templates(entities: usize) -> String {
    let mut text = String::from(TEMPLATES);
    for root in 0..entities / 4 {
        let separator = if root == 0 { "" } else { "," };
        let x = root as f32 * 1.5;
        let more = match root % 10 {
            0 => r#", "overrides": { "LeftArm": { "visible": false } }"#,
            1 => r##", "sprite": { "color": "#00FF00" }, "tags": ["green"]"##,
            _ => "",
        };
        write!(
            text,
            "{separator}\n{{ \"id\": \"boss{root}\", \"template\": \"boss\", \"transform\": {{ \"x\": {x}, \"y\": 5 }}{more} }}"
        )
        .expect("strings grow");
    }
    text.push_str("] }");
    text
}

const TEMPLATES: &str = r##"{
  "templates": {
    "boss": {
      "sprite": { "type": "rect", "width": 3, "height": 4, "color": "#553333" },
      "slots": { "leftArm": { "x": -1.5, "y": 0.5 }, "rightArm": { "x": 1.5, "y": 0.5, "layer": 1 } },
      "children": [
        { "name": "LeftArm", "template": "bossArm", "slot": "leftArm" },
        { "name": "RightArm", "template": "bossArm", "slot": "rightArm", "localTransform": { "scaleX": -1 } },
        { "name": "Core" }
      ]
    },
    "bossArm": { "sprite": { "type": "rect", "width": 0.8, "height": 2, "color": "#8B4513" } }
  },
  "entities": ["##;

/// A squad of three soldiers with five things each, and a flag.
fn copies(copies: usize) -> String {
    let things: Vec<_> = (0..5)
        .map(|thing| {
            format!("{{ \"name\": \"Thing{thing}\", \"localTransform\": {{ \"x\": {thing} }} }}")
        })
        .collect();
    let soldiers: Vec<_> = (0..3)
        .map(|soldier| {
            format!("{{ \"name\": \"Soldier{soldier}\", \"template\": \"soldier\", \"localTransform\": {{ \"y\": {soldier} }} }}")
        })
        .collect();
    let mut text = format!(
        "{{ \"templates\": {{ \"soldier\": {{ \"children\": [{}] }}, \"squad\": {{ \"children\": [{}, {{ \"name\": \"Flag\" }}] }} }}, \"entities\": [",
        things.join(", "),
        soldiers.join(", "),
    );
    for copy in 0..copies {
        let separator = if copy == 0 { "" } else { "," };
        write!(
            text,
            "{separator}\n{{ \"id\": \"squad{copy}\", \"template\": \"squad\", \"transform\": {{ \"x\": {copy} }} }}"
        )
        .expect("strings grow");
    }
    text.push_str("] }");
    text
}
