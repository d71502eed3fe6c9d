//! Templates planted while the game runs.

use kinfolk::{Forest, Node2, PlantError, Transform2};
use kinfolk_scene::{Document, Overrides, PrefabError, Scene, load};

const BOSS: &str = r#"{
    "templates": {
        "boss": {
            "slots": { "leftArm": { "x": -1.5, "y": 0.5 }, "rightArm": { "x": 1.5, "y": 0.5 } },
            "children": [
                { "name": "LeftArm", "template": "bossArm", "slot": "leftArm" },
                { "name": "RightArm", "template": "bossArm", "slot": "rightArm" }
            ]
        },
        "bossArm": { "tags": ["arm"], "children": [{ "name": "Hand" }] }
    },
    "entities": [{ "id": "boss_2" }]
}"#;

fn planted() -> (Forest<Node2>, Scene) {
    let (document, plan) = load(BOSS).into_parts().unwrap();
    let mut forest = Forest::new();
    let scene = Scene::instantiate(document, plan, &mut forest).unwrap();
    (forest, scene)
}

/// Overrides as a document has them.
fn overrides(text: &str) -> Overrides {
    let text = format!("{{ \"entities\": [{{ \"id\": \"a\", \"overrides\": {text} }}] }}");
    let document: Document = text.parse().unwrap();
    document.entities[0].overrides.clone()
}

fn spawn(
    forest: &mut Forest<Node2>,
    scene: &mut Scene,
    text: &str,
) -> Result<Vec<String>, PrefabError> {
    let prefab =
        scene.instantiate_prefab(forest, "boss", Transform2::at(10.0, 5.0), &overrides(text))?;
    let mut ids = vec![scene.id(prefab.root()).unwrap()];
    ids.extend(scene.ids(prefab.children()));
    Ok(ids)
}

#[test]
fn root_and_children_are_named_after_the_template() {
    let (mut forest, mut scene) = planted();

    let first = spawn(&mut forest, &mut scene, "{}").unwrap();
    let second = spawn(&mut forest, &mut scene, "{}").unwrap();

    assert_eq!(
        first,
        [
            "boss_1",
            "boss_1_LeftArm",
            "boss_1_LeftArm_Hand",
            "boss_1_RightArm",
            "boss_1_RightArm_Hand"
        ]
    );
    assert_eq!(second[0], "boss_3", "boss_2 is somebody else");
    let arm = scene.node("boss_3_LeftArm").unwrap();
    assert_eq!(forest.world_position(arm).unwrap().to_array(), [8.5, 5.5]);
    assert_eq!(scene.template(arm), Some("bossArm"));
    assert_eq!(scene.fields(arm).unwrap().tags.set().unwrap(), &["arm"]);
}

#[test]
fn overrides_apply_as_in_a_document() {
    let (mut forest, mut scene) = planted();

    let ids = spawn(
        &mut forest,
        &mut scene,
        r#"{ "LeftArm": null, "RightArm/Hand": { "z": 7 } }"#,
    );

    assert_eq!(
        ids.unwrap(),
        ["boss_1", "boss_1_RightArm", "boss_1_RightArm_Hand"]
    );
    let hand = scene.node("boss_1_RightArm_Hand").unwrap();
    assert_eq!(forest.value(hand).unwrap().z, 7);
}

#[test]
fn a_prefab_can_hang_below_somebody() {
    let (mut forest, mut scene) = planted();
    let parent = scene.node("boss_2").unwrap();
    forest.set_position(parent, [100.0, 0.0]).unwrap();

    let boss = scene
        .instantiate_prefab_at(
            &mut forest,
            parent,
            "boss",
            Transform2::at(1.0, 1.0),
            &Overrides::default(),
        )
        .unwrap();

    assert_eq!(forest.parent(boss.root()), Some(parent));
    assert_eq!(
        forest.world_position(boss.root()).unwrap().to_array(),
        [101.0, 1.0]
    );
}

#[test]
fn ids_of_the_dead_are_free_again() {
    let (mut forest, mut scene) = planted();
    spawn(&mut forest, &mut scene, "{}").unwrap();
    for node in scene.nodes().to_vec() {
        if forest.contains(node) {
            forest.remove(node).unwrap();
        }
    }

    let again = spawn(&mut forest, &mut scene, "{}").unwrap();

    assert!(
        scene
            .node(&again[1])
            .is_some_and(|arm| forest.contains(arm))
    );
}

#[test]
fn what_is_refused_plants_nothing_and_names_nothing() {
    let (mut forest, mut scene) = planted();
    let before = forest.len();

    let unknown = scene
        .instantiate_prefab(
            &mut forest,
            "bos",
            Transform2::IDENTITY,
            &Overrides::default(),
        )
        .unwrap_err();
    let unmatched = spawn(&mut forest, &mut scene, r#"{ "LeftArn": { "z": 1 } }"#).unwrap_err();
    let nowhere = scene
        .instantiate_prefab(
            &mut forest,
            "boss",
            Transform2::at(f32::NAN, 0.0),
            &Overrides::default(),
        )
        .unwrap_err();
    forest.set_max_depth(Some(1));
    let deep = spawn(&mut forest, &mut scene, "{}").unwrap_err();

    assert_eq!(
        unknown.to_string(),
        "no template \"bos\"; did you mean \"boss\"?"
    );
    assert_eq!(
        unmatched.to_string(),
        "error[unmatched-override]: the override \"LeftArn\" matches no child; did you mean \"LeftArm\"?"
    );
    assert!(matches!(
        nowhere,
        PrefabError::Refused(PlantError::NotFinite { .. })
    ));
    assert!(matches!(
        deep,
        PrefabError::Refused(PlantError::TooDeep { .. })
    ));
    assert_eq!(forest.len(), before);
    assert_eq!(scene.nodes().len(), before);
    assert_eq!(scene.node("boss_1_LeftArm"), None);
}

#[test]
fn an_id_that_somebody_has_is_refused_as_a_whole() {
    let text = BOSS.replace("\"boss_2\"", "\"boss_1_RightArm\"");
    let (document, plan) = load(&text).into_parts().unwrap();
    let mut forest = Forest::new();
    let mut scene = Scene::instantiate(document, plan, &mut forest).unwrap();

    let taken = spawn(&mut forest, &mut scene, "{}").unwrap_err();

    assert_eq!(
        taken.to_string(),
        "another entity is called \"boss_1_RightArm\""
    );
    assert_eq!(forest.len(), 1);
    assert_eq!(scene.node("boss_1"), None);
    assert_eq!(spawn(&mut forest, &mut scene, "{}").unwrap()[0], "boss_2");
}

#[test]
fn a_plan_that_the_forest_refuses_is_not_planted_at_all() {
    let (document, plan) = load(&BOSS.replace("\"boss_2\"", "\"b\", \"template\": \"boss\""))
        .into_parts()
        .unwrap();
    let mut forest = Forest::new();
    forest.set_max_depth(Some(1));

    let refused = Scene::instantiate(document, plan, &mut forest).unwrap_err();

    assert!(matches!(refused, PlantError::TooDeep { .. }));
    assert!(forest.is_empty());
}

#[test]
fn a_prefab_is_captured_as_it_was_turned_and_scaled() {
    let (mut forest, mut scene) = planted();
    let place = Transform2::at(3.0, 4.0).turned(0.5).scaled(-2.0, 1.5);
    let boss = scene
        .instantiate_prefab(&mut forest, "boss", place, &Overrides::default())
        .unwrap();
    forest.set_position(boss.root(), [7.0, 4.0]).unwrap();

    let text = scene.capture(&forest).to_text();

    let (document, plan) = load(&text).into_parts().unwrap();
    let mut again = Forest::new();
    let captured = Scene::instantiate(document, plan, &mut again).unwrap();
    let root = captured.node("boss_1").unwrap();
    assert_eq!(again.value(root), forest.value(boss.root()));
}

#[test]
fn what_a_document_allows_holds_for_prefabs_too() {
    let text = BOSS.replacen('{', r#"{ "limits": { "maxEntities": 8 },"#, 1);
    let (document, plan) = load(&text).into_parts().unwrap();
    let mut forest = Forest::new();
    let mut scene = Scene::instantiate(document, plan, &mut forest).unwrap();
    let mut planted = Vec::new();
    let refused = loop {
        match spawn(&mut forest, &mut scene, "{}") {
            Ok(prefab) => planted.push(prefab),
            Err(refused) => break refused,
        }
    };
    let (nodes, count) = (forest.len(), planted[0].len());

    assert_eq!(
        refused.to_string(),
        format!(
            "\"boss\" is {count} more beside {nodes}, and 8 are allowed; destroy some, or raise \
             \"limits\": {{ \"maxEntities\": … }}"
        )
    );
    assert!(nodes + count > 8 && nodes <= 8 && scene.nodes().len() == nodes);
    let first = scene.node(&planted[0][0]).unwrap();
    forest.remove(first).unwrap();
    assert!(
        spawn(&mut forest, &mut scene, "{}").is_ok(),
        "there is room again"
    );
}
