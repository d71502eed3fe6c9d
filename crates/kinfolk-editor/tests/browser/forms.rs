//! The inspector, continued: forms for data, overrides as a whole, dials, colours, rules.

use serde_json::Value;

use crate::page::{Page, on_a_page};
use crate::steps::{named, row};

const ARENA: &str = r##"{
  // The arena.
  "templates": {
    "wolf": {
      "physics": { "bodyType": "dynamic", "shape": "box", "width": 2, "height": 1 },
      "children": [{ "name": "Tail", "sprite": { "type": "rect", "width": 1, "height": 1, "color": "#885522" } }, { "name": "Ear" }]
    }
  },
  "entities": [
    { "id": "hero", "sprite": { "type": "rect", "width": 2, "height": 3, "color": "#3366cc80", "glow": 7 },
      "behaviors": [
        { "type": "rotate", "speed": 2 }, // round and round
        { "type": "health", "maxHealth": 3, "mood": "fine" }
      ] },
    { "id": "fox", "sprite": { "type": "rect", "width": 4, "height": 3, "color": "teal" }, "transform": { "angle": "30deg" } },
    { "id": "wolf1", "template": "wolf", "overrides": { "Tail": { "z": 4, "sprite": { "width": 2 } }, "Ear": { "visible": false } } },
    { "id": "wolf2", "template": "wolf" }
  ],
  "rules": [
    { "name": "begin", "on": { "type": "start" }, "do": [{ "type": "addTag", "target": "hero", "tag": "ready" }] } // at first
  ]
}
"##;

/// Opens a part of the data, if it is closed.
async fn open(page: &Page, section: &str) {
    let details = format!("#inspector [aria-label='{section}'] > details");
    if page
        .js(&format!("document.querySelector(\"{details}\").open"))
        .await
        != true
    {
        page.press_on(&format!("{details} > summary")).await;
    }
    page.wait_until(&format!("document.querySelector(\"{details}\").open"))
        .await;
}

/// A text with every gap a single space: long lines are broken when something is added.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

async fn is(page: &Page, field: &str, what: &str) {
    let field = Value::from(named(field));
    page.wait_until(&format!(
        "(field => {what})(document.querySelector({field}))"
    ))
    .await;
}

#[test]
fn a_sprite_is_filled_in_and_unknown_keys_stay() {
    on_a_page(ARENA, async |page| {
        page.select("hero").await;
        open(page, "Sprite").await;
        page.field_shows("sprite.0.width", "2").await;
        page.field_shows("sprite.0.glow", "7").await;
        is(page, "sprite.0.radius", "field === null").await;
        page.enter("sprite.0.width", "2*4").await;
        page.field_shows("sprite.0.width", "8").await;
        page.press_on(&named("sprite.0.flipX")).await;
        page.enter("sprite.0.offset.y", "1").await;
        page.field_shows("sprite.0.offset.y", "1").await;
        page.enter("sprite.0.opacity", "3").await;
        page.says("#inspector .field-error", "Not above 1").await;
        page.press("Escape").await;
        let file = page.saved().await;
        assert!(
            squeezed(&file).contains(r##""width": 8, "height": 3, "color": "#3366cc80", "glow": 7, "flipX": true, "offset": { "x": 0, "y": 1 }"##),
            "{file}"
        );

        page.choose("sprite.0.type", "image").await;
        page.wait_until(&format!(
            "document.querySelector({}) !== null",
            Value::from(named("sprite.0.url"))
        ))
        .await;
        page.enter("sprite.0.url", "hero.png").await;
        page.field_shows("sprite.0.url", "hero.png").await;
        page.press_on("#inspector [aria-label='Take Visual 1: glow away']")
            .await;
        is(page, "sprite.0.glow", "field === null").await;
        page.choose("sprite.add", "circle").await;
        page.press("Enter").await;
        page.field_shows("sprite.1.type", "circle").await;
        page.press_on("#inspector [aria-label='Move up Visual 2']")
            .await;
        page.field_shows("sprite.0.type", "circle").await;
        let file = page.saved().await;
        assert!(
            file.contains(r#""url": "hero.png""#) && !file.contains("glow"),
            "{file}"
        );
        assert!(
            file.find(r#""type": "circle""#) < file.find(r#""type": "image""#),
            "{file}"
        );
    });
}

#[test]
fn a_colour_is_typed_with_alpha_or_picked() {
    on_a_page(ARENA, async |page| {
        page.select("hero").await;
        open(page, "Sprite").await;
        page.field_shows("sprite.0.color", "#3366cc80").await;
        page.field_shows("sprite.0.color.picker", "#3366cc").await;
        page.enter("sprite.0.color", "#ff000040").await;
        page.field_shows("sprite.0.color.picker", "#ff0000").await;
        page.enter("sprite.0.color", "blurple").await;
        page.says("#problems", "").await;
        page.press("Control+z").await;
        page.field_shows("sprite.0.color", "#ff000040").await;

        // The picker's own window is the browser's; this is what it tells the page.
        let picker = format!(
            "document.querySelector({})",
            Value::from(named("sprite.0.color.picker"))
        );
        page.js(&format!("(one => {{ one.value = '#00ff00'; one.dispatchEvent(new Event('change')); }})({picker})")).await;
        page.field_shows("sprite.0.color", "#00ff0040").await;
        page.select("fox").await;
        page.field_shows("sprite.0.color", "teal").await;
        page.field_shows("sprite.0.color.picker", "#008080").await;
        assert!(page.saved().await.contains(r##""color": "#00ff0040""##));
    });
}

#[test]
fn behaviors_are_filled_in_added_moved_and_removed() {
    on_a_page(ARENA, async |page| {
        page.select("hero").await;
        open(page, "Behaviors").await;
        page.field_shows("behaviors.0.type", "rotate").await;
        page.field_shows("behaviors.1.maxHealth", "3").await;
        page.field_shows("behaviors.1.mood", "\"fine\"").await;
        is(
            page,
            "behaviors.1.health",
            "field.value === '' && field.placeholder === 'none'",
        )
        .await;
        page.enter("behaviors.1.maxHealth", "5").await;
        page.field_shows("behaviors.1.maxHealth", "5").await;
        page.enter("behaviors.1.maxHealth", "-1").await;
        page.says("#inspector .field-error", "Not below 0").await;
        page.press("Escape").await;
        let file = page.saved().await;
        assert!(
            file.contains(r#"{ "type": "rotate", "speed": 2 }, // round and round"#),
            "{file}"
        );
        assert!(
            file.contains(r#"{ "type": "health", "maxHealth": 5, "mood": "fine" }"#),
            "{file}"
        );

        page.choose("behaviors.add", "follow_path").await;
        page.press("Enter").await;
        page.field_shows("behaviors.2.type", "follow_path").await;
        page.press_on(&named("behaviors.2.points.add")).await;
        page.enter("behaviors.2.points.1.x", "4").await;
        page.field_shows("behaviors.2.points.1.x", "4").await;
        page.press_on(&named("behaviors.2.pingPong")).await;
        page.press_on("#inspector [aria-label='Move up Behavior 3']")
            .await;
        page.field_shows("behaviors.1.type", "follow_path").await;
        page.press_on("#inspector [aria-label='Remove Behavior 1']")
            .await;
        page.field_shows("behaviors.0.type", "follow_path").await;
        let file = page.saved().await;
        let text = squeezed(&file);
        assert!(text.contains(r#"{ "type": "follow_path", "points": [[0, 0], [4, 0]], "pingPong": true }, { "type": "health", "maxHealth": 5, "mood": "fine" }"#), "{file}");
    });
}

#[test]
fn conditional_behaviors_are_filled_in() {
    on_a_page(ARENA, async |page| {
        page.select("fox").await;
        open(page, "Conditional behaviors").await;
        page.press_on(&named("conditionalBehaviors.add")).await;
        page.enter("conditionalBehaviors.0.when.hasAnyTag", "hungry, angry")
            .await;
        page.field_shows("conditionalBehaviors.0.when.hasAnyTag", "hungry, angry")
            .await;
        page.enter("conditionalBehaviors.0.priority", "2").await;
        page.field_shows("conditionalBehaviors.0.priority", "2")
            .await;
        page.choose("conditionalBehaviors.0.behaviors.add", "lifetime")
            .await;
        page.press("Enter").await;
        page.enter("conditionalBehaviors.0.behaviors.0.secs", "9")
            .await;
        page.field_shows("conditionalBehaviors.0.behaviors.0.secs", "9")
            .await;
        let file = page.saved().await;
        let text = squeezed(&file);
        for wanted in [
            r#""hasAnyTag": ["hungry", "angry"]"#,
            r#""priority": 2"#,
            r#"{ "type": "lifetime", "secs": 9 }"#,
        ] {
            assert!(text.contains(wanted), "{wanted}: {file}");
        }
    });
}

#[test]
fn a_body_is_filled_in_and_only_what_differs_is_overridden() {
    on_a_page(ARENA, async |page| {
        page.select("wolf2").await;
        open(page, "Physics").await;
        page.field_shows("physics.bodyType", "dynamic").await;
        page.field_shows("physics.width", "2").await;
        page.enter("physics.width", "5").await;
        page.field_shows("physics.width", "5").await;
        page.choose("physics.child", "follow").await;
        page.press_on(&named("physics.sensor")).await;
        page.enter("physics.spin", "90").await;
        page.field_shows("physics.spin", "90").await;
        page.enter("physics.joint.anchor.x", "1").await;
        page.field_shows("physics.joint.anchor.x", "1").await;
        page.enter("physics.layers", "[1, 2]").await;
        page.field_shows("physics.layers", "[1,2]").await;
        page.enter("physics.layers", "[1, ").await;
        page.says("#inspector .field-error", "line 1").await;
        page.press("Escape").await;

        let file = page.saved().await;
        let text = squeezed(&file);
        assert!(text.contains(r#""physics": { "width": 5, "child": "follow", "sensor": true, "spin": 1.5707963267948966, "joint": { "anchor": { "x": 1, "y": 0 } }, "layers": [1, 2] }"#), "{file}");
        page.press_on("#inspector [aria-label='Take Physics: width away']")
            .await;
        page.field_shows("physics.width", "2").await;
        page.press_on("#inspector [aria-label='Take Physics: width away']")
            .await;
        is(page, "physics.width", "field.value === ''").await;
        assert!(page.saved().await.contains(r#""width": null"#));
    });
}

#[test]
fn forms_of_several_say_what_is_mixed_and_set_it_for_all() {
    on_a_page(ARENA, async |page| {
        page.select("hero").await;
        page.click_with("Control", &row("fox")).await;
        page.says("#inspector", "2 entities").await;
        open(page, "Sprite").await;
        is(
            page,
            "sprite.0.width",
            "field.value === '' && field.placeholder === 'mixed'",
        )
        .await;
        page.field_shows("sprite.0.height", "3").await;
        is(page, "sprite.0.color", "field.placeholder === 'mixed'").await;
        page.enter("sprite.0.width", "+=1").await;
        page.enter("sprite.0.height", "6").await;
        page.field_shows("sprite.0.height", "6").await;
        page.press_on(&named("sprite.0.flipY")).await;
        is(page, "sprite.0.flipY", "field.checked").await;
        page.select("hero").await;
        page.press_on(&named("sprite.0.flipY")).await;
        is(page, "sprite.0.flipY", "!field.checked").await;
        page.click_with("Control", &row("fox")).await;
        is(page, "sprite.0.flipY", "field.indeterminate").await;
        open(page, "Behaviors").await;
        page.says("#inspector", "They have different numbers of behaviors")
            .await;

        let file = page.saved().await;
        let text = squeezed(&file);
        assert!(
            text.contains(r#""width": 3, "height": 6"#)
                && text.contains(r#""width": 5, "height": 6"#),
            "{file}"
        );
    });
}

#[test]
fn all_overrides_of_a_part_and_of_an_instance_are_reverted() {
    on_a_page(ARENA, async |page| {
        page.select("wolf1_Tail").await;
        page.says("#inspector .overrides", "2 fields are overridden here.")
            .await;
        page.wait_until(
            "document.querySelector('#inspector [data-key=z]').classList.contains('is-overridden')",
        )
        .await;
        page.press_on(&named("overrides.revert")).await;
        page.wait_until("document.querySelector('#inspector .overrides').hidden")
            .await;
        page.field_shows("z", "0").await;
        page.press("Control+z").await;
        page.field_shows("z", "4").await;

        page.select("wolf1").await;
        page.says("#inspector .overrides", "2 parts are overridden here.")
            .await;
        page.press_on(&named("overrides.revert")).await;
        page.wait_until("document.querySelector('#inspector .overrides').hidden")
            .await;
        page.history_is(&["Revert all overrides of wolf1"]).await;
        assert!(!page.saved().await.contains("overrides"));
    });
}

#[test]
fn an_override_is_applied_to_a_template_of_a_thousand_instances_as_one_step() {
    let herd: Vec<String> = (0..1000)
        .map(|n| format!("    {{ \"id\": \"w{n}\", \"template\": \"wolf\", \"transform\": {{ \"x\": {n} }} }}"))
        .collect();
    let scene = format!(
        "{{\n  \"templates\": {{\n    \"wolf\": {{ \"children\": [{{ \"name\": \"Tail\", \"localTransform\": {{ \"x\": 1 }} }}] }} // howls\n  }},\n  \"entities\": [\n{}\n  ]\n}}\n",
        herd.join(",\n")
    );
    on_a_page(&scene, async |page| {
        page.click(&format!("{} .twisty", row("w0"))).await;
        page.select("w0_Tail").await;
        page.enter("local.x", "7").await;
        page.says("#inspector .overrides", "1 field is overridden here.")
            .await;
        page.says(
            "#inspector .overrides",
            "Apply to template wolf (1,000 instances)",
        )
        .await;
        let start = std::time::Instant::now();
        page.press_on(&named("overrides.apply")).await;
        page.wait_until("document.querySelector('#inspector .overrides').hidden")
            .await;
        eprintln!("applied in {:?}", start.elapsed());

        page.field_shows("world.x", "7").await;
        page.history_is(&[
            "Set local x of Tail",
            "Apply overrides of Tail to template wolf",
        ])
        .await;
        page.press_on("#search").await;
        page.write("w999").await;
        page.press("Enter").await;
        page.field_shows("id", "w999").await;
        page.press("ArrowRight").await;
        page.press("ArrowDown").await;
        page.field_shows("id", "w999_Tail").await;
        page.field_shows("world.x", "1006").await;
        let file = page.saved().await;
        assert_eq!(file, scene.replace("\"x\": 1 } }]", "\"x\": 7 } }]"));
        page.press("Control+z").await;
        page.field_shows("id", "w0_Tail").await;
        page.says("#inspector .overrides", "1 field is overridden here.")
            .await;
        page.click(&row("w2")).await;
        page.press("ArrowRight").await;
        page.press("ArrowDown").await;
        page.field_shows("id", "w2_Tail").await;
        page.field_shows("world.x", "3").await;
    });
}

#[test]
fn a_dial_turns_an_angle_by_mouse_and_keyboard_as_one_step() {
    on_a_page(ARENA, async |page| {
        page.select("fox").await;
        let dial = "#inspector [data-axis=angle] .number:first-of-type .dial";
        page.wait_until("document.querySelector('#inspector [aria-label=\"Local angle, dial\"]').ariaValueText === '30 degrees, 0.524 radians'").await;
        let (x, y) = page.sight(dial).await;
        page.hold("Shift").await;
        page.begin_drag((x + 8.0, y), (x, y - 90.0)).await;
        page.says("#inspector .dial-bubble", "90° · 1.571 rad")
            .await;
        page.drop().await;
        page.let_go("Shift").await;
        page.field_shows("local.angle", "90").await;
        page.history_is(&["Set local angle of fox"]).await;

        page.begin_drag((x + 8.0, y), (x - 90.0, y + 4.0)).await;
        page.press("Escape").await;
        page.drop().await;
        page.field_shows("local.angle", "90").await;
        page.js(&format!("document.querySelector('{dial}').focus()"))
            .await;
        page.press("ArrowUp").await;
        page.field_shows("local.angle", "91").await;
        page.press("Shift+ArrowDown").await;
        page.field_shows("local.angle", "75").await;
        let file = page.saved().await;
        assert!(
            file.contains(r#""angle": "75deg""#),
            "in its author's unit: {file}"
        );
        page.press("Home").await;
        page.field_shows("world.angle", "0").await;
    });
}

#[test]
fn rules_and_limits_are_filled_in_when_nothing_is_selected() {
    on_a_page(ARENA, async |page| {
        page.field_shows("rules.0.name", "begin").await;
        page.field_shows("rules.0.on.type", "start").await;
        page.field_shows("rules.0.do.0.tag", "ready").await;
        page.enter("rules.0.do.0.tag", "steady").await;
        page.field_shows("rules.0.do.0.tag", "steady").await;
        let file = page.saved().await;
        assert_eq!(
            file,
            ARENA.replace("\"ready\"", "\"steady\""),
            "comments and layout stay"
        );

        page.choose("rules.0.on.type", "timer").await;
        page.enter("rules.0.on.every", "0.5").await;
        page.field_shows("rules.0.on.every", "0.5").await;
        page.choose("rules.0.do.add", "spawn").await;
        page.press("Enter").await;
        page.enter("rules.0.do.1.template", "wolf").await;
        page.field_shows("rules.0.do.1.template", "wolf").await;
        page.press_on(&named("rules.add")).await;
        page.enter("rules.1.name", "end").await;
        page.field_shows("rules.1.name", "end").await;
        page.press_on("#inspector [aria-label='Move up Rule 2']")
            .await;
        page.field_shows("rules.0.name", "end").await;
        page.enter("limits.maxEntities", "50").await;
        page.field_shows("limits.maxEntities", "50").await;
        page.enter("limits.maxEntities", "2").await;
        page.says("#inspector .field-error", "would not be valid")
            .await;
        page.press("Escape").await;

        let file = page.saved().await;
        let text = squeezed(&file);
        assert!(
            text.contains(r#""on": { "type": "timer", "every": 0.5 }"#),
            "{file}"
        );
        assert!(
            text.contains(r#"{ "type": "spawn", "template": "wolf" }"#),
            "{file}"
        );
        assert!(
            text.contains(r#""limits": { "maxEntities": 50 }"#),
            "{file}"
        );
        assert!(file.contains("// The arena."), "{file}");
        page.press_on("#inspector [aria-label='Remove Rule 1']")
            .await;
        page.field_shows("rules.0.name", "begin").await;
        page.press("Control+z").await;
        page.field_shows("rules.0.name", "end").await;
    });
}
