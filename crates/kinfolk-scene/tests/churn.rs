//! Scenes that live long: prefabs come and go without end.

use std::collections::BTreeMap;

use kinfolk::{Forest, Node2, NodeId, Transform2};
use kinfolk_scene::{Document, Fields, Overrides, Scene, load};

const YARD: &str = r#"{
    "templates": {
        "boss": { "children": [
            { "name": "LeftArm", "template": "arm" },
            { "name": "RightArm", "template": "arm" }
        ] },
        "arm": { "tags": ["arm"], "children": [{ "name": "Hand" }] },
        "bullet": { "z": 2 }
    },
    "entities": [{ "id": "bullet_7" }, { "id": "boss0", "template": "boss" }]
}"#;

fn planted() -> (Forest<Node2>, Scene) {
    let (document, plan) = load(YARD).into_parts().unwrap();
    let mut forest = Forest::new();
    let scene = Scene::instantiate(document, plan, &mut forest).unwrap();
    (forest, scene)
}

fn overrides(text: &str) -> Overrides {
    let text = format!("{{ \"entities\": [{{ \"id\": \"a\", \"overrides\": {text} }}] }}");
    let document: Document = text.parse().unwrap();
    document.entities[0].overrides.clone()
}

/// A small generator, so that every run is the same.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

#[test]
fn a_million_entities_come_and_go_and_nothing_grows() {
    let (mut forest, mut scene) = planted();
    let other = overrides(r#"{ "LeftArm": { "z": 3 }, "RightArm/Hand": null }"#);
    let plain = Overrides::default();
    let mut living = Vec::new();
    let mut round = |round: usize, forest: &mut Forest<Node2>, scene: &mut Scene| {
        let (template, overrides) = match round % 8 {
            0 => ("boss", &other),
            1 => ("boss", &plain),
            _ => ("bullet", &plain),
        };
        let prefab = scene.instantiate_prefab(forest, template, Transform2::IDENTITY, overrides);
        let prefab = prefab.unwrap();
        living.push(prefab.root());
        if living.len() > 20 {
            forest.remove(living.remove(round % 20)).unwrap();
        }
        1 + prefab.children().len()
    };
    for at in 0..2_000 {
        round(at, &mut forest, &mut scene);
    }
    let before = (scene.memory(), forest.memory());

    let mut planted = 0;
    let mut most = 0;
    for at in 0.. {
        planted += round(at, &mut forest, &mut scene);
        most = most.max(scene.nodes().len());
        if planted >= 1_000_000 {
            break;
        }
    }

    let after = (scene.memory(), forest.memory());
    assert_eq!(after.1, before.1);
    // Some more or less have died since the scene looked through them.
    assert!(after.0 < before.0 + before.0 / 4, "{before:?} {after:?}");
    assert!(most < 1_000, "{most} places for {} nodes", forest.len());
    forest.check_laws().unwrap();
}

#[test]
fn whoever_lives_is_known_however_many_have_died() {
    let (mut forest, mut scene) = planted();
    let mut random = Random(0x5eed);
    let choices = [
        overrides(r#"{}"#),
        overrides(r#"{ "LeftArm": { "tags": ["hurt"] } }"#),
        overrides(r#"{ "RightArm": null }"#),
    ];
    let mut known: BTreeMap<String, NodeId> = BTreeMap::new();
    let mut hurt = 0;
    for &node in scene.nodes() {
        known.insert(scene.id(node).unwrap(), node);
    }
    for round in 0..5_000 {
        let living: Vec<NodeId> = known.values().copied().collect();
        let some = living[random.below(living.len())];
        match random.below(4) {
            0 if living.len() > 10 => assert!(forest.remove(some).is_ok()),
            // Parts that leave their instances are still called after them.
            1 => assert!(forest.detach_in_place(some).is_ok()),
            2 => {
                let other = living[random.below(living.len())];
                let _ = forest.attach(some, other); // not below itself
            }
            _ => {
                let (template, of) = (["boss", "bullet"][random.below(2)], random.below(3));
                let of = if template == "boss" { of } else { 0 };
                let prefab = scene.instantiate_prefab_at(
                    &mut forest,
                    some,
                    template,
                    Transform2::at(round as f32, 0.0),
                    &choices[of],
                );
                let prefab = prefab.unwrap();
                for &node in [prefab.root()].iter().chain(prefab.children()) {
                    let id = scene.id(node).unwrap();
                    assert!(known.insert(id, node).is_none(), "round {round}");
                }
            }
        }
        known.retain(|_, node| forest.contains(*node));
        if living.len() > 60 {
            let roots: Vec<NodeId> = forest.roots().skip(1).take(3).collect();
            for root in roots {
                forest.remove(root).unwrap();
            }
            known.retain(|_, node| forest.contains(*node));
        }
        if known.is_empty() {
            break;
        }
        for (id, &node) in &known {
            assert_eq!(scene.id(node).as_ref(), Some(id), "round {round}");
            assert_eq!(scene.node(id), Some(node), "round {round}");
            let is_bullet = id.starts_with("bullet_") && id != "bullet_7";
            assert_eq!(scene.template(node) == Some("bullet"), is_bullet);
            let is_hurt = |fields: &Fields| fields.tags.set().is_some_and(|tags| tags.len() == 2);
            hurt += usize::from(scene.fields(node).is_some_and(is_hurt));
        }
        assert!(scene.nodes().len() < 40 * (forest.len() + 10));
    }

    assert!(!known.is_empty(), "somebody is left to be asked about");
    assert!(hurt > 0, "overrides are kept");
}

#[test]
fn what_is_missing_from_a_living_prefab_is_captured_however_many_have_died() {
    let (mut forest, mut scene) = planted();
    let plain = Overrides::default();
    let at = Transform2::at(1.0, 2.0);
    let boss = scene.instantiate_prefab(&mut forest, "boss", at, &plain);
    let boss = scene.id(boss.unwrap().root()).unwrap();
    let torn = scene.instantiate_prefab(&mut forest, "boss", at, &plain);
    let torn = scene.id(torn.unwrap().root()).unwrap();
    let node = |scene: &Scene, id: &str| scene.node(id).unwrap();
    forest
        .remove(node(&scene, &format!("{boss}_RightArm")))
        .unwrap();
    forest
        .detach(node(&scene, &format!("{torn}_LeftArm")))
        .unwrap();
    forest.remove(node(&scene, &torn)).unwrap();
    let before = scene.capture(&forest).to_text();

    for _ in 0..3_000 {
        let bullet = scene.instantiate_prefab(&mut forest, "bullet", at, &plain);
        forest.remove(bullet.unwrap().root()).unwrap();
    }

    assert!(scene.nodes().len() < 500);
    assert_eq!(scene.capture(&forest).to_text(), before);
    assert!(before.contains("\"RightArm\": null"));
}
