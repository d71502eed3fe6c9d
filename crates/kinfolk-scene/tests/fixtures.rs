//! The documents in `games/` and `fixtures/`: what is fine loads, prints and stands where it
//! should; what is not says why, word for word.
//!
//! `KINFOLK_BLESS=1 cargo test -p kinfolk-scene --test fixtures` writes the expected findings
//! anew. Read each of them before you believe it.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use kinfolk::{Forest, Heirs, Node2, NodeId, Transform2};
use kinfolk_scene::{
    Code, Diagnostics, Document, MOST_NESTED_ENTITIES, Overrides, Scene, Severity, load, load_bytes,
};

fn in_repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// The files of a folder that end in one of `extensions`, by name.
fn files(folder: &str, extensions: &[&str]) -> Vec<PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(in_repository(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            extensions
                .iter()
                .any(|wanted| path.extension() == Some(wanted.as_ref()))
        })
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{folder} is empty");
    files
}

fn canonical() -> Vec<PathBuf> {
    files("fixtures/valid", &["json"])
}

fn written_by_hand() -> Vec<PathBuf> {
    let mut all = files("fixtures/valid/handwritten", &["jsonc"]);
    all.extend(files("games", &["jsonc"]));
    all
}

fn invalid() -> Vec<PathBuf> {
    files("fixtures/invalid", &["jsonc", "bytes"])
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

fn document(path: &Path) -> Document {
    match text(path).parse() {
        Ok(document) => document,
        Err(errors) => panic!("{}:\n{errors}", path.display()),
    }
}

/// A scene in a forest of its own.
fn planted(text: &str) -> (Scene, Forest<Node2>) {
    let (document, plan) = match load(text).into_parts() {
        Ok(parts) => parts,
        Err(errors) => panic!("{errors}"),
    };
    let mut forest = Forest::new();
    let scene = Scene::instantiate(document, plan, &mut forest).unwrap();
    forest.update();
    (scene, forest)
}

fn planted_from(path: &str) -> (Scene, Forest<Node2>) {
    planted(&text(&in_repository(path)))
}

/// Every entity in tree order, indented below its parent, with its place in the world.
fn drawn(scene: &Scene, forest: &Forest<Node2>) -> String {
    let mut drawn = String::new();
    for node in forest.walk() {
        let depth = forest.depth(node).unwrap();
        let id = scene.id(node).unwrap();
        let place = place(forest, node);
        writeln!(drawn, "{:1$}{id} {place}", "", 2 * depth).unwrap();
    }
    drawn
}

/// `(8.5, 5.5)`, to four digits behind the point.
fn place(forest: &Forest<Node2>, node: NodeId) -> String {
    let [x, y] = forest.world_position(node).unwrap().to_array();
    let short = |value: f32| (f64::from(value) * 1e4).round() / 1e4 + 0.0;
    format!("({}, {})", short(x), short(y))
}

/// A drawing as it is indented in a test.
fn picture(indented: &str) -> String {
    let lines: Vec<_> = indented
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let margin = lines
        .iter()
        .map(|line| line.len() - line.trim_start().len())
        .min();
    lines
        .iter()
        .map(|line| format!("{}\n", &line[margin.unwrap_or(0)..]))
        .collect()
}

/// What `kinfolk` says about a file is what is in the file of the same name beside it; without
/// such a file it says nothing.
fn assert_as_expected(path: &Path, found: &Diagnostics) {
    let beside = path.with_extension("expected");
    let found = match found.is_empty() {
        true => String::new(),
        false => format!("{found}\n"),
    };
    if std::env::var_os("KINFOLK_BLESS").is_some() && !found.is_empty() {
        std::fs::write(&beside, &found).unwrap();
    }
    let expected = std::fs::read_to_string(&beside).unwrap_or_default();
    assert_eq!(found, expected, "{}", path.display());
}

// What is fine.

#[test]
fn every_canonical_fixture_round_trips_byte_for_byte() {
    for path in canonical() {
        assert_eq!(document(&path).to_text(), text(&path), "{}", path.display());
    }
}

#[test]
fn every_valid_document_loads_and_is_warned_about_only_as_expected() {
    for path in canonical().into_iter().chain(written_by_hand()) {
        let loaded = load_bytes(&std::fs::read(&path).unwrap());

        assert_as_expected(&path, &loaded.diagnostics);
        assert!(loaded.plan.is_some(), "{}", path.display());
    }
}

#[test]
fn the_canonical_form_of_what_was_written_by_hand_is_stable_and_says_the_same() {
    for path in written_by_hand() {
        let document = document(&path);
        let canonical = document.to_text();

        let again: Document = canonical.parse().unwrap();

        assert_eq!(again, document, "{}", path.display());
        assert_eq!(again.to_text(), canonical, "{}", path.display());
    }
}

#[test]
fn every_document_is_the_same_scene_nested_and_flat() {
    for path in canonical().into_iter().chain(written_by_hand()) {
        let document = document(&path);
        let (scene, forest) = planted(&document.to_text());

        for other in [document.to_nested(), document.to_flat()] {
            let (other_scene, other_forest) = planted(&other.to_text());
            assert_eq!(
                drawn(&other_scene, &other_forest),
                drawn(&scene, &forest),
                "{}",
                path.display()
            );
        }
    }
}

// What is not.

#[test]
fn every_invalid_fixture_gives_exactly_its_expected_findings() {
    for path in invalid() {
        let loaded = load_bytes(&std::fs::read(&path).unwrap());

        assert!(loaded.diagnostics.has_errors(), "{}", path.display());
        assert!(loaded.plan.is_none(), "{}", path.display());
        assert_as_expected(&path, &loaded.diagnostics);
    }
}

#[test]
fn every_code_is_expected_somewhere() {
    let folders = [
        "fixtures/invalid",
        "fixtures/valid",
        "fixtures/valid/handwritten",
    ];
    let expected: String = folders
        .iter()
        .flat_map(|folder| files(folder, &["expected"]))
        .map(|path| text(&path))
        .collect();

    for code in Code::ALL {
        let tagged = format!("{}[{code}]", code.severity());
        // Nobody wants to keep four gigabytes.
        assert!(
            *code == Code::TooLong || expected.contains(&tagged),
            "{tagged}"
        );
    }
}

#[test]
fn every_expected_file_belongs_to_a_document() {
    for folder in [
        "fixtures/invalid",
        "fixtures/valid",
        "fixtures/valid/handwritten",
    ] {
        for path in files(folder, &["expected"]) {
            let belongs = ["json", "jsonc", "bytes"]
                .iter()
                .any(|extension| path.with_extension(extension).exists());
            assert!(belongs, "{}", path.display());
        }
    }
}

#[test]
fn ten_thousand_lists_in_each_other_are_refused_where_it_gets_too_deep() {
    let text = format!(
        "{{ \"rules\": {}{} }}",
        "[".repeat(10_000),
        "]".repeat(10_000)
    );

    let found = load(&text).diagnostics;

    assert_eq!(found.len(), 1);
    assert_eq!(found[0].code, Code::TooDeep);
    assert_eq!(found[0].place.as_ref().unwrap().line, 1);
}

/// A chain of entities, each nested in the one before.
fn nested(levels: usize) -> String {
    let open = "{ \"name\": \"n\", \"children\": [";
    let (head, tail) = (
        "{ \"entities\": [{ \"id\": \"n\", \"children\": [",
        "] }] }",
    );
    let inner = levels - 2;
    format!(
        "{head}{}{{ \"name\": \"n\" }}{}{tail}",
        open.repeat(inner),
        "] }".repeat(inner)
    )
}

#[test]
fn ten_thousand_entities_in_each_other_are_refused_with_a_way_out() {
    let found = load(&nested(10_000)).diagnostics;

    assert_eq!(found.len(), 1);
    assert_eq!(found[0].code, Code::TooDeep);
    assert!(
        found[0].help.as_ref().unwrap().contains("\"parent\""),
        "{found}"
    );
}

#[test]
fn entities_may_be_nested_just_as_deep_as_is_said() {
    let deepest = MOST_NESTED_ENTITIES + 1;

    assert!(load(&nested(deepest)).plan.is_some());
    let found = load(&nested(deepest + 1)).diagnostics;

    assert_eq!(found.len(), 1, "{found}");
    assert_eq!(found[0].code, Code::TooDeep);
}

#[test]
fn ten_thousand_entities_below_each_other_are_fine_when_they_name_their_parents() {
    let mut text = String::from("{ \"entities\": [{ \"id\": \"0\" }");
    for child in 1..10_000 {
        let parent = child - 1;
        write!(
            text,
            ", {{ \"id\": \"{child}\", \"parent\": \"{parent}\", \"localTransform\": {{ \"x\": 1 }} }}"
        )
        .unwrap();
    }
    text.push_str("] }");

    let (scene, forest) = planted(&text);

    assert_eq!(place(&forest, scene.node("9999").unwrap()), "(9999, 0)");
}

#[test]
fn a_hundred_findings_come_in_the_order_of_the_text() {
    let entities: Vec<_> = (0..100)
        .map(|entity| format!("{{ \"id\": \"{entity}\", \"template\": \"boss\" }}"))
        .collect();
    let text = format!("{{ \"entities\": [\n{}\n] }}", entities.join(",\n"));

    let found = load(&text).diagnostics;

    let lines: Vec<_> = found
        .iter()
        .map(|finding| finding.place.as_ref().unwrap().line)
        .collect();
    assert_eq!(lines, (2..102).collect::<Vec<_>>());
}

// What `docs/format.md` promises.

fn format_document() -> String {
    text(&in_repository("docs/format.md"))
}

#[test]
fn every_example_of_the_format_document_loads() {
    let document = format_document();
    let examples: Vec<_> = document
        .split("```jsonc\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();

    assert!(examples.len() >= 5);
    for example in examples {
        let found = load(example).diagnostics;
        assert!(found.is_empty(), "{found}\n{example}");
    }
}

#[test]
fn the_format_document_lists_the_codes_in_their_order() {
    let document = format_document();
    let listed: Vec<_> = Code::ALL
        .iter()
        .map(|code| {
            let warning = if code.severity() == Severity::Warning {
                " (warning)"
            } else {
                ""
            };
            document.find(&format!("\n| `{code}`{warning} |"))
        })
        .collect();

    assert!(listed.iter().all(Option::is_some), "{listed:?}");
    assert!(listed.is_sorted());
}

// The games, which are the seeds' examples.

#[track_caller]
fn assert_drawn(path: &str, expected: &str) {
    let (scene, forest) = planted_from(path);
    assert_eq!(drawn(&scene, &forest), picture(expected), "{path}");
}

#[test]
fn the_parts_of_the_boss_are_where_seed_3_puts_them() {
    for path in [
        "games/boss.jsonc",
        "fixtures/valid/handwritten/seed_3_boss.jsonc",
    ] {
        assert_drawn(
            path,
            "
            boss1 (10, 5)
              boss1_LeftArm (8.5, 5.5)
              boss1_RightArm (11.5, 5.5)
              boss1_Core (10, 4.5)
            ",
        );
    }
}

#[test]
fn the_right_arm_of_the_boss_is_mirrored_and_has_behaviors_of_its_own() {
    let (scene, forest) = planted_from("games/boss.jsonc");
    let arm = scene.node("boss1_RightArm").unwrap();

    assert_eq!(
        forest.world_transform(arm).unwrap().scale.to_array(),
        [-1.0, 1.0]
    );
    let behaviors = scene
        .fields(arm)
        .unwrap()
        .behaviors
        .set()
        .unwrap()
        .to_string();
    assert_eq!(
        behaviors,
        r#"[{ "type": "health", "maxHealth": 100 }, { "type": "rotate", "speed": -2 }]"#
    );
}

#[test]
fn the_knight_has_a_sword_and_a_shield() {
    assert_drawn(
        "games/knight.jsonc",
        "
        player (5, 2)
          player_Sword (5.5, 2)
          player_Shield (4.5, 2)
        ",
    );
    let (scene, forest) = planted_from("games/knight.jsonc");
    let sword = forest
        .world_transform(scene.node("player_Sword").unwrap())
        .unwrap();
    assert_eq!(sword.rotation, 45.0_f32.to_radians());
}

#[test]
fn cars_have_their_wheels_below_them_and_a_mirrored_one_the_other_way_round() {
    assert_drawn(
        "games/car.jsonc",
        "
        road (6, 0)
        car1 (2, 1.5)
          car1_FrontWheel (3.2, 0.75)
          car1_BackWheel (0.8, 0.75)
        taxi1 (6.5, 1.5)
          taxi1_FrontWheel (7.7, 0.75)
          taxi1_BackWheel (5.3, 0.75)
        car2 (11, 1.5)
          car2_FrontWheel (9.8, 0.75)
          car2_BackWheel (12.2, 0.75)
        ",
    );
}

#[test]
fn a_turret_that_turns_takes_its_barrel_along() {
    assert_drawn(
        "games/tower.jsonc",
        "
        player (9, 4.2)
        tower1 (3, 1)
          tower1_Turret (3, 2.2)
            tower1_Turret_Barrel (3.5, 2.2)
        tower2 (6, 1)
          tower2_Turret (6, 2.2)
            tower2_Turret_Barrel (6, 2.7)
        ",
    );
}

#[test]
fn the_tank_is_the_same_nested_and_flat() {
    for path in ["games/tank_nested.jsonc", "games/tank_flat.jsonc"] {
        assert_drawn(
            path,
            "
            tank_1 (100, 100)
              turret_1 (100, 80)
            ",
        );
    }
    let nested = document(&in_repository("games/tank_nested.jsonc"));
    let flat = document(&in_repository("games/tank_flat.jsonc"));
    assert_eq!(nested.to_flat(), flat);
    assert_eq!(flat.to_nested(), nested);
}

#[test]
fn a_mirrored_enemy_carries_its_weapon_on_the_other_side() {
    assert_drawn(
        "games/mirrored_enemy.jsonc",
        "
        enemy_1 (200, 100)
          weapon_1 (190, 100)
        ",
    );
}

#[test]
fn the_level_has_everything_in_its_place() {
    let (scene, forest) = planted_from("games/level.jsonc");
    let at = |id: &str| place(&forest, scene.node(id).unwrap());
    let effective = |id: &str| forest.effective(scene.node(id).unwrap()).unwrap();

    assert!(forest.len() > 300, "only {}", forest.len());
    // In the slot that the flag has left, below a generated id.
    assert!(scene.node("castle_TowerEast_Roof_Flag").is_none());
    assert_eq!(at("raven"), "(78.5, 43.8)");
    // The three modes of slots.
    assert_eq!(at("cell1_TorchLeft"), "(46.5, 9.5)");
    assert_eq!(at("cell1_TorchRight"), "(53.5, 9.5)");
    assert_eq!(
        (at("hero_Sword"), at("hero_Shield")),
        ("(32.6, 20.96)".into(), "(32, 20.96)".into())
    );
    // On a turned sail, and upright.
    let lantern = forest
        .world_transform(scene.node("mill_Hub_Sail2_Lantern").unwrap())
        .unwrap();
    assert_eq!(lantern.rotation, 0.0);
    assert_eq!(at("mill_Hub_Sail2_Lantern"), "(13.1459, 33.9063)");
    // Another template, and an override of what comes out of it.
    assert_eq!(
        scene.template(scene.node("cell2_Guest").unwrap()),
        Some("chest")
    );
    assert_eq!(
        effective("cell2_Guest_Lid").rotation(),
        65.0_f32.to_radians()
    );
    // Hidden and asleep, with everything below.
    assert!(!effective("cell3_SecretChest_Gold").visible());
    assert!(!effective("cell3_Guest_Skull").active());
    assert!(effective("cell3_Guest_Skull").visible());
    assert_eq!(at("hero_Title"), "(22, 50)");
}

// What templates, slots and overrides come to.

#[test]
fn slots_give_places_in_three_modes() {
    assert_drawn(
        "fixtures/valid/slots.json",
        "
        player (0, 0)
          player_Sword (0.5, 0.25)
          player_Axe (0.5, 1)
          player_Bow (1, 1.25)
          player_Spear (0, 0.25)
          player_Shield (-0.5, 0)
          player_Crest (0, 0)
          player_Boots (0, -1)
          player_Dagger (-0.5, -0.5)
          torch (0.5, 1)
        ",
    );
}

#[test]
fn siblings_come_from_the_template_then_nested_then_flat() {
    assert_drawn(
        "fixtures/valid/nested_and_flat.json",
        "
        ship (0, 0)
          ship_Mast (0, 0)
          ship_Wheel (0, 0)
          ship_Cabin (0, 0)
            ship_Cabin_Lamp (0, 0)
              parrot (0, 0)
          lookout (0, 0)
          captain (0, 0)
        ",
    );
}

#[test]
fn an_override_can_swap_a_template_and_reach_into_the_new_one() {
    assert_drawn(
        "fixtures/valid/overrides.json",
        "
        boss1 (0, 0)
          boss1_LeftArm (-2, 0)
            boss1_LeftArm_Hand (-1.658, -0.9397)
          boss1_RightArm (0, 0)
            boss1_RightArm_Hand (0, 0)
            boss1_RightArm_Thumb (0, 0)
        boss2 (0, 0)
          boss2_LeftArm (0, 0)
            boss2_LeftArm_Hand (0, -1)
          boss2_RightArm (0, 0)
            boss2_RightArm_Hand (0, -1)
        ",
    );
}

#[test]
fn overrides_merge_objects_unite_tags_and_replace_lists() {
    let (scene, _) = planted_from("fixtures/valid/overrides.json");
    let fields = |id: &str| scene.fields(scene.node(id).unwrap()).unwrap();

    let left = fields("boss1_LeftArm");
    assert_eq!(
        left.sprite.set().unwrap().to_string(),
        r##"{ "type": "rect", "width": 0.8, "height": 3, "stroke": { "color": "#000000", "width": 0.2 } }"##
    );
    assert_eq!(left.tags.set().unwrap(), &["limb", "left"]);
    let right = fields("boss1_RightArm").behaviors.set().unwrap();
    assert_eq!(right.to_string(), r#"[{ "type": "grab" }]"#);
}

#[test]
fn the_outermost_override_wins() {
    let (scene, forest) = planted_from("fixtures/valid/overrides_outermost_wins.json");
    let z = |id: &str| forest.effective(scene.node(id).unwrap()).unwrap().z();

    assert_eq!((z("boss1_Arm_Hand"), z("boss2_Arm_Hand")), (4, 5));
}

#[test]
fn null_takes_a_child_away_with_everything_below_it() {
    assert_drawn(
        "fixtures/valid/removal.json",
        "
        boss1 (0, 0)
          boss1_LeftArm (0, 0)
        boss2 (0, 0)
          boss2_LeftArm (0, 0)
            boss2_LeftArm_Hand (0, 0)
        ",
    );
}

#[test]
fn null_takes_fields_back_to_what_they_are_without_a_template() {
    let (scene, forest) = planted_from("fixtures/valid/null_takes_away.json");
    let node = |id: &str| scene.node(id).unwrap();

    assert_eq!(forest.value(node("bare")).unwrap(), Node2::PLAIN);
    assert_eq!(forest.value(node("bare_Bulb")).unwrap(), Node2::PLAIN);
    assert!(scene.fields(node("bare")).unwrap().sprite.set().is_none());
    let dim = scene.fields(node("dim")).unwrap().sprite.set().unwrap();
    assert_eq!(dim.to_string(), r#"{ "type": "circle", "radius": 1 }"#);
}

#[test]
fn a_variant_refines_the_children_of_what_it_extends_by_name() {
    assert_drawn(
        "fixtures/valid/extends.json",
        "
        goblin1 (0, 0)
          goblin1_Club (0.5, 0)
        archer1 (0, 0)
          archer1_Club (0.5, 0)
          archer1_Quiver (-0.25, 0)
        chief1 (0, 0)
          chief1_Quiver (-0.25, 0)
          chief1_Crown (0, 1)
        ",
    );
    let (scene, _) = planted_from("fixtures/valid/extends.json");
    let chief = scene.fields(scene.node("chief1").unwrap()).unwrap();
    assert_eq!(chief.tags.set().unwrap(), &["enemy", "ranged"]);
}

#[test]
fn tags_unite_from_all_sources() {
    let (scene, _) = planted_from("fixtures/valid/tags_unite.json");
    let tags = |id: &str| scene.fields(scene.node(id).unwrap()).unwrap().tags.clone();

    let guard = tags("camp1_Guard");
    assert_eq!(
        guard.set().unwrap(),
        &["enemy", "alive", "green", "awake", "alarmed"]
    );
    assert_eq!(tags("goblin1").set().unwrap(), &["enemy", "alive", "green"]);
    assert_eq!(tags("tame").set(), None);
}

#[test]
fn layers_add_up_and_stop_at_the_ends() {
    let (scene, forest) = planted_from("fixtures/valid/draw_order.json");
    let z = |id: &str| forest.effective(scene.node(id).unwrap()).unwrap().z();

    assert_eq!(z("shelf1_Crate"), 1 + 2 + 3);
    assert_eq!(z("shelf1_Label"), 10);
    assert_eq!(z("shelf2_Crate"), i32::MAX);
}

// The sentences of seed 3's tests.

/// Seed 3's parent with two children, the first at local (1, 0).
fn parent_with_two_children() -> (Scene, Forest<Node2>) {
    planted(
        r#"{
            "templates": {
                "parentTemplate": {
                    "children": [
                        { "name": "Child1", "template": "childTemplate", "localTransform": { "x": 1 } },
                        { "name": "Child2", "template": "childTemplate" }
                    ]
                },
                "childTemplate": {}
            },
            "entities": [{ "id": "parent", "template": "parentTemplate" }]
        }"#,
    )
}

#[test]
fn instantiating_a_parent_creates_its_children() {
    let (scene, forest) = parent_with_two_children();
    let parent = scene.node("parent").unwrap();

    let children: Vec<_> = forest
        .children(parent)
        .map(|child| scene.name(child).unwrap())
        .collect();

    assert_eq!(children, ["Child1", "Child2"]);
}

#[test]
fn a_child_at_local_1_0_of_a_parent_rotated_by_90_degrees_is_at_world_5_6() {
    let (scene, mut forest) = parent_with_two_children();
    let parent = scene.node("parent").unwrap();

    let turned = Transform2::at(5.0, 5.0).turned(std::f32::consts::FRAC_PI_2);
    forest.set_world_transform(parent, turned).unwrap();

    assert_eq!(
        place(&forest, scene.node("parent_Child1").unwrap()),
        "(5, 6)"
    );
}

#[test]
fn removing_a_parent_removes_its_children() {
    let (scene, mut forest) = parent_with_two_children();

    forest.remove(scene.node("parent").unwrap()).unwrap();

    assert!(forest.is_empty());
}

#[test]
fn removing_a_parent_alone_makes_its_children_roots() {
    let (scene, mut forest) = parent_with_two_children();
    let (parent, child) = (
        scene.node("parent").unwrap(),
        scene.node("parent_Child1").unwrap(),
    );

    forest.remove_keep_children(parent, Heirs::ToRoots).unwrap();

    assert!(!forest.contains(parent));
    assert_eq!(forest.parent(child), None);
    assert_eq!(scene.id(child).as_deref(), Some("parent_Child1"));
}

#[test]
fn moving_the_boss_moves_its_parts_and_an_arm_can_be_lost() {
    let (scene, mut forest) = planted_from("games/boss.jsonc");
    let boss = scene.node("boss1").unwrap();

    forest.set_position(boss, [20.0, 0.0]).unwrap();
    forest.remove(scene.node("boss1_LeftArm").unwrap()).unwrap();

    assert_eq!(
        drawn(&scene, &forest),
        picture(
            "
            boss1 (20, 0)
              boss1_RightArm (21.5, 0.5)
              boss1_Core (20, -0.5)
            "
        )
    );
}

#[test]
fn a_prefab_of_the_boss_brings_its_children() {
    let (mut scene, mut forest) = planted_from("games/boss.jsonc");

    let boss = scene
        .instantiate_prefab(
            &mut forest,
            "boss",
            Transform2::at(1.0, 2.0),
            &Overrides::default(),
        )
        .unwrap();

    assert_eq!(scene.id(boss.root()).as_deref(), Some("boss_1"));
    assert_eq!(
        scene.ids(boss.children()),
        ["boss_1_LeftArm", "boss_1_RightArm", "boss_1_Core"]
    );
    assert_eq!(place(&forest, boss.children()[0]), "(-0.5, 2.5)");
}
