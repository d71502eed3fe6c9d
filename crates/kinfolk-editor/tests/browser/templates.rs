//! Templates: listed, made, placed, and edited in place.

use serde_json::Value;

use crate::page::{Page, on_a_page};
use crate::steps::{named, row};

/// Two soldiers of one template, a variant that nobody uses, and a rock.
const CAMP: &str = r##"{
  "templates": {
    "soldier": { // marches
      "description": "Marches and salutes",
      "sprite": { "type": "rect", "width": 2, "height": 4, "color": "#3366cc" },
      "slots": { "hand": { "x": 1 } },
      "children": [
        { "name": "Arm", "template": "arm", "localTransform": { "x": 2 } }, // the right one
        { "name": "Hat", "localTransform": { "y": 3 } }
      ]
    },
    "arm": { "sprite": { "type": "rect", "width": 1, "height": 3, "color": "#cc6633" }, "children": [{ "name": "Hand" }] },
    "guard": { "extends": "soldier", "description": "Stands" }
  },
  "entities": [
    { "id": "tom", "template": "soldier", "transform": { "x": -5 } },
    { "id": "tim", "template": "soldier", "transform": { "x": 5 }, "overrides": { "Hat": { "z": 2, "visible": false }, "Arm": { "localTransform": { "x": 3 } } } },
    { "id": "rock", "sprite": { "type": "circle", "radius": 1, "color": "#888888" }, "children": [{ "name": "Moss" }] }
  ]
}
"##;

/// The row of a template in its panel.
fn listed(name: &str) -> String {
    format!(
        "#templates .template-row[data-template={}]",
        Value::from(name)
    )
}

async fn choose(page: &Page, name: &str) {
    page.click("#tab-templates").await;
    page.press_on(&listed(name)).await;
    page.wait_until(&format!(
        "document.querySelector('#templates [name=\"template.name\"]').value === '{name}'"
    ))
    .await;
}

async fn enter_in_panel(page: &Page, field: &str, text: &str) {
    page.press_on(&format!("#templates [name='{field}']")).await;
    page.press("Control+a").await;
    page.write(text).await;
    page.press("Enter").await;
}

/// Waits until the templates are these, with so many uses.
async fn templates_are(page: &Page, expected: &str) {
    page.wait_until(&format!(
        "[...document.querySelectorAll('#templates .template-row')]\
         .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)\
         .map(row => row.dataset.template + ' ' + row.querySelector('.template-uses').textContent).join(', ') === '{expected}'"
    ))
    .await;
}

async fn edit_in_place(page: &Page, name: &str) {
    choose(page, name).await;
    page.click("#template-edit").await;
    page.says("#template-banner", &format!("Editing template {name}"))
        .await;
}

#[test]
fn all_templates_are_listed_with_pictures_descriptions_and_uses() {
    on_a_page(CAMP, async |page| {
        page.click("#tab-templates").await;
        templates_are(page, "soldier 2×, arm 2×, guard unused").await;
        page.says(&listed("soldier"), "Marches and salutes").await;
        assert_eq!(page.text("#template-count").await, "3");

        // The picture has the soldier's blue and its arm's brown.
        let has = |colour: &str| {
            format!(
                "(() => {{ const from = document.querySelector('{} canvas'), {{ width, height }} = from, copy = Object.assign(document.createElement('canvas'), {{ width, height }});\
                 const context = copy.getContext('2d', {{ willReadFrequently: true }}); context.drawImage(from, 0, 0); const data = context.getImageData(0, 0, width, height).data;\
                 const [r, g, b] = {colour}; let found = 0; for (let i = 0; i < data.length; i += 4) if (Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 30 && data[i + 3] > 200) found += 1; return found > 8; }})()",
                listed("soldier")
            )
        };
        page.wait_until(&has("[0x33, 0x66, 0xcc]")).await;
        page.wait_until(&has("[0xcc, 0x66, 0x33]")).await;

        page.press_on("#templates [name='template.search']").await;
        page.write("stands").await;
        templates_are(page, "guard unused").await;
        page.press("Control+a").await;
        page.press("Delete").await;
        templates_are(page, "soldier 2×, arm 2×, guard unused").await;

        page.select("tom").await;
        page.press("Delete").await;
        templates_are(page, "soldier 1×, arm 1×, guard unused").await;
        page.press("Control+z").await;
        templates_are(page, "soldier 2×, arm 2×, guard unused").await;
    });
}

#[test]
fn a_thousand_templates_are_few_rows_and_the_keyboard_goes_through_them() {
    let many: Vec<String> = (0..1000)
        .map(|n| {
            format!(
                "\"t{n}\": {{ \"sprite\": {{ \"type\": \"circle\", \"radius\": {} }} }}",
                n + 1
            )
        })
        .collect();
    let scene = format!(
        "{{ \"templates\": {{ {} }}, \"entities\": [] }}",
        many.join(", ")
    );
    on_a_page(&scene, async |page| {
        page.click("#tab-templates").await;
        page.click(&listed("t0")).await;
        let chosen = "document.querySelector('#templates [aria-selected=true]')?.dataset.template";
        for (key, name) in [
            ("ArrowDown", "t1"),
            ("End", "t999"),
            ("ArrowUp", "t998"),
            ("Home", "t0"),
            ("PageDown", ""),
        ] {
            page.press(key).await;
            if !name.is_empty() {
                page.wait_until(&format!("{chosen} === '{name}'")).await;
            }
        }
        page.wait_until(&format!("{chosen} !== 't0'")).await;
        let rows = page
            .js("document.querySelectorAll('#templates .template-row').length")
            .await;
        assert!(rows.as_u64().unwrap() <= 40, "{rows}");
    });
}

#[test]
fn a_template_is_made_of_the_selection_with_a_name_typed_in_place() {
    on_a_page(CAMP, async |page| {
        page.click("#tab-templates").await;
        page.select("rock").await;
        page.click("#make-template").await;
        page.wait_until("document.activeElement.name === 'template.new' && document.activeElement.value === 'rock'")
            .await;
        page.write("arm").await;
        page.press("Enter").await;
        page.says("#templates .field-error", "arm").await;

        page.press("Control+a").await;
        page.write("boulder").await;
        page.press("Enter").await;

        templates_are(page, "soldier 2×, arm 2×, guard unused, boulder 1×").await;
        page.select("rock").await;
        page.says("#inspector", "Made of template boulder").await;
        page.js("document.querySelector('#tree').focus()").await;
        page.press("Control+Shift+e").await;
        page.wait_until("document.activeElement.name === 'template.new'")
            .await;
        page.press("Escape").await;
        page.wait_until("document.querySelector('.template-naming').hidden")
            .await;
        let file = page.saved().await;
        assert!(file.contains(r#""template": "boulder" }"#), "{file}");
        assert!(file.contains("// the right one"), "{file}");
    });
}

#[test]
fn a_template_is_dragged_into_the_picture() {
    on_a_page(CAMP, async |page| {
        choose(page, "guard").await;
        let from = page.sight(&listed("guard")).await;
        let to = page.middle("#canvas").await;
        let to = (to.0 + 37.0, to.1 - 21.0);
        page.begin_drag(from, to).await;
        page.says("#drag-chip", "guard").await;
        page.says("#drag-chip", "at ").await;
        page.drop().await;

        page.wait_until("document.querySelector('#tree .row[data-id=guard]') !== null")
            .await;
        page.selected(&["guard"]).await;
        let away = page
            .js(&format!(
                "(() => {{ const c = document.querySelector('#canvas'), box = c.getBoundingClientRect(), k = JSON.parse(c.dataset.camera);\
                 const x = k.x + ({} - box.left - box.width / 2) / k.scale, y = k.y - ({} - box.top - box.height / 2) / k.scale;\
                 const at = name => Number(document.querySelector(`#inspector [name=\"${{name}}\"]`).value);\
                 return Math.hypot(at('world.x') - x, at('world.y') - y) * k.scale; }})()",
                to.0, to.1
            ))
            .await;
        page.field_shows("id", "guard").await;
        assert!(away.as_f64().unwrap() < 2.0, "{away} pixels away");

        let from = page.sight(&listed("guard")).await;
        page.begin_drag(from, to).await;
        page.press("Escape").await;
        page.drop().await;
        page.history_is(&["Add guard"]).await;
    });
}

#[test]
fn a_template_is_dragged_into_the_tree() {
    on_a_page(CAMP, async |page| {
        choose(page, "arm").await;
        let from = page.sight(&listed("arm")).await;
        let rock = page.middle(&row("rock")).await;
        page.begin_drag(from, rock).await;
        page.says("#drag-chip", "into rock").await;
        page.wait_until("!document.querySelector('[data-testid=drop-mark]').hidden")
            .await;
        page.drop().await;
        page.selected(&["arm"]).await;
        page.wait_until(
            "document.querySelector('#tree .row[data-id=arm]').getAttribute('aria-level') === '2'",
        )
        .await;

        let (x, y) = page.middle(&row("rock")).await;
        let from = page.sight(&listed("arm")).await;
        page.begin_drag(from, (x, y - 10.0)).await;
        page.says("#drag-chip", "before rock").await;
        page.drop().await;
        page.selected(&["arm_2"]).await;
        page.wait_until(
            "(() => { const top = id => document.querySelector(`#tree .row[data-id=${id}]`).getBoundingClientRect().top;\
             return top('tim') < top('arm_2') && top('arm_2') < top('rock'); })()",
        )
        .await;
        let file = page.saved().await;
        assert_eq!(file.matches(r#""template": "arm""#).count(), 3, "{file}");
    });
}

#[test]
fn enter_adds_an_instance_below_the_selection() {
    on_a_page(CAMP, async |page| {
        page.select("rock").await;
        choose(page, "guard").await;
        page.press("Enter").await;
        page.selected(&["guard"]).await;
        page.wait_until("document.querySelector('#tree .row[data-id=guard]').getAttribute('aria-level') === '2'").await;
        page.wait_until("[0, 1].some(n => document.querySelector(`#spoken-${n}`).textContent === 'guard of template guard added to rock')").await;

        page.click_at(empty_tree(page).await, "").await;
        page.selected(&[]).await;
        page.press_on("#template-add").await;
        page.wait_until("document.querySelector('#tree .row[data-id=guard_2]')?.getAttribute('aria-level') === '1'").await;
        templates_are(page, "soldier 4×, arm 4×, guard 2×").await;
    });
}

async fn empty_tree(page: &Page) -> (f64, f64) {
    let at = page
        .js("(box => [box.left + 60, box.bottom - 8])(document.querySelector('#tree').getBoundingClientRect())")
        .await;
    (at[0].as_f64().unwrap(), at[1].as_f64().unwrap())
}

#[test]
fn uses_are_selected_and_the_base_is_gone_to() {
    on_a_page(CAMP, async |page| {
        choose(page, "soldier").await;
        page.says("#template-uses", "Select 2 uses").await;
        page.press_on("#template-uses").await;
        page.selected(&["tom", "tim"]).await;

        choose(page, "guard").await;
        page.says("#template-base", "Base: soldier").await;
        assert_eq!(
            page.js("document.querySelector('#template-uses').disabled")
                .await,
            true
        );
        page.press_on("#template-base").await;
        page.wait_until(
            "document.querySelector('#templates [name=\"template.name\"]').value === 'soldier'",
        )
        .await;
        page.says("#templates", "Slots: hand").await;
    });
}

#[test]
fn a_template_is_renamed_and_described() {
    on_a_page(CAMP, async |page| {
        choose(page, "soldier").await;
        page.press("F2").await;
        page.wait_until("document.activeElement.name === 'template.name'")
            .await;
        page.press("Control+a").await;
        page.write("trooper").await;
        page.press("Enter").await;
        templates_are(page, "trooper 2×, arm 2×, guard unused").await;
        enter_in_panel(page, "template.description", "Trots").await;
        page.says(&listed("trooper"), "Trots").await;
        enter_in_panel(page, "template.name", "arm").await;
        page.says("#templates .field-error", "").await;
        page.wait_until("document.querySelector('#templates [name=\"template.name\"]').hasAttribute('aria-invalid')").await;
        page.press("Escape").await;

        let file = page.saved().await;
        assert!(file.contains(r#""trooper": { // marches"#), "{file}");
        assert!(file.contains(r#""description": "Trots""#), "{file}");
        assert!(file.contains(r#""extends": "trooper""#), "{file}");
        assert_eq!(
            file.matches(r#""template": "trooper""#).count(),
            2,
            "{file}"
        );
    });
}

#[test]
fn a_template_that_is_used_is_not_removed_and_the_reason_is_told() {
    on_a_page(CAMP, async |page| {
        choose(page, "soldier").await;
        page.press("Delete").await;
        page.says("#notice", "used by tom and 1 more").await;

        choose(page, "guard").await;
        page.press_on("#template-remove").await;
        templates_are(page, "soldier 2×, arm 2×").await;
        assert!(!page.saved().await.contains("guard"));
        page.press("Control+z").await;
        templates_are(page, "soldier 2×, arm 2×, guard unused").await;
    });
}

#[test]
fn an_instance_is_unpacked() {
    on_a_page(CAMP, async |page| {
        page.select("tom").await;
        page.press("Shift+F10").await;
        page.click("#menu [data-run=unpack]").await;
        page.wait_until("document.querySelector('#tree .row[data-id=tom_Arm]').ariaLabel.includes('part') === false").await;
        page.click("#tab-templates").await;
        templates_are(page, "soldier 1×, arm 1×, guard unused").await;
        let file = page.saved().await;
        assert_eq!(
            file.matches(r#""template": "soldier""#).count(),
            1,
            "{file}"
        );
        page.select("rock").await;
        page.press("Shift+F10").await;
        page.wait_until("document.querySelector('#menu [data-run=unpack]').getAttribute('aria-disabled') === 'true'").await;
        page.press("Escape").await;
    });
}

#[test]
fn while_a_template_is_edited_parts_of_every_instance_change_it() {
    on_a_page(CAMP, async |page| {
        page.select("tom_Hat").await;
        page.press("Control+e").await;
        page.says(
            "#template-banner",
            "Editing template soldier: all 2 instances follow",
        )
        .await;
        page.says("#inspector", "Changes go to template soldier")
            .await;

        page.enter("local.y", "4").await;
        page.field_shows("world.y", "4").await;
        page.press_on(&named("ySort")).await;
        page.select("tim_Hat").await;
        page.field_shows("world.y", "4").await;
        page.select("tom").await;
        page.enter("z", "6").await;
        page.field_shows("z", "6").await;
        page.enter("local.x", "-6").await;
        page.select("rock").await;
        page.says("#inspector", "Outside of template soldier").await;
        page.select("tim_Arm_Hand").await;
        page.enter("world.x", "9").await;
        page.field_shows("world.x", "9").await;

        let file = page.saved().await;
        assert!(
            file.contains(r#"{ "name": "Hat", "localTransform": { "y": 4 }, "ySort": true }"#),
            "{file}"
        );
        assert!(file.contains(r#""z": 6"#), "{file}");
        assert!(
            file.contains(r#""overrides": { "Hand": { "localTransform": { "x": 1 } } }"#),
            "below the template's arm: {file}"
        );
        assert!(
            file.contains(r#"{ "id": "tom", "template": "soldier", "transform": { "x": -6 } }"#),
            "its place is its own: {file}"
        );
        assert!(
            file.contains("// the right one") && file.contains("// marches"),
            "{file}"
        );

        page.click("#template-banner button").await;
        page.wait_until("document.querySelector('#template-banner').hidden")
            .await;
        page.select("tom_Hat").await;
        page.says("#inspector", "becomes an override").await;
        page.enter("local.y", "5").await;
        let file = page.saved().await;
        assert!(
            file.contains(r#""Hat": { "localTransform": { "y": 5 } }"#),
            "{file}"
        );
    });
}

#[test]
fn while_a_template_is_edited_children_are_added_renamed_and_removed() {
    on_a_page(CAMP, async |page| {
        edit_in_place(page, "soldier").await;
        page.selected(&["tom"]).await;
        page.js("document.querySelector('#tree').focus()").await;
        page.press("Insert").await;
        page.wait_until("document.querySelector('#tree .row[data-id=tim_entity]') !== null")
            .await;
        page.selected(&["tom_entity"]).await;
        page.press("F2").await;
        page.wait_until("document.activeElement.name === 'rename'")
            .await;
        page.press("Control+a").await;
        page.write("Belt").await;
        page.press("Enter").await;
        page.wait_until("document.querySelector('#tree .row[data-id=tim_Belt]') !== null")
            .await;
        page.selected(&["tom_Belt"]).await;
        page.enter("name", "Sash").await;
        page.wait_until("document.querySelector('#tree .row[data-id=tim_Sash]') !== null")
            .await;

        page.select("tom_Arm_Hand").await;
        page.press("Delete").await;
        page.wait_until("document.querySelector('#tree .row[data-id=tim_Arm_Hand]') === null")
            .await;
        let file = page.saved().await;
        assert!(file.contains(r#"{ "name": "Sash" }"#), "{file}");
        assert!(file.contains(r#""overrides": { "Hand": null }"#), "{file}");

        page.select("tom_Sash").await;
        page.press("Delete").await;
        page.wait_until("document.querySelector('#tree .row[data-id=tim_Sash]') === null")
            .await;
        page.select("tom_Hat").await;
        page.press("Delete").await;
        page.says("#notice", "Hat").await; // tim overrides it
        page.wait_until("document.querySelector('#tree .row[data-id=tom_Hat]') !== null")
            .await;
        page.press("Escape").await;
        page.wait_until("document.querySelector('#template-banner').hidden")
            .await;
        page.press("Control+z").await;
        page.wait_until("document.querySelector('#tree .row[data-id=tim_Sash]') !== null")
            .await;
    });
}

#[test]
fn an_unused_template_is_edited_by_placing_one() {
    on_a_page(CAMP, async |page| {
        choose(page, "guard").await;
        page.press("Control+Enter").await;
        page.answer("place-dialog", "place").await;
        page.says(
            "#template-banner",
            "Editing template guard: its instance follows",
        )
        .await;
        page.selected(&["guard"]).await;
        page.enter("z", "3").await;
        page.field_shows("z", "3").await;
        page.select("guard_Hat").await;
        page.enter("local.y", "8").await;
        page.field_shows("world.y", "8").await;

        let file = page.saved().await;
        assert!(
            file.contains(r#""overrides": { "Hat": { "localTransform": { "y": 8 } } }"#),
            "a variant's own: {file}"
        );
        assert!(
            file.contains(r#"{ "id": "guard", "template": "guard" }"#),
            "{file}"
        );
    });
}

#[test]
fn a_hostile_name_of_a_template_is_text() {
    let name = "<img src=x onerror=alert(1)>";
    let scene = format!(
        r#"{{ "templates": {{ "{name}": {{ "description": "{name}", "children": [{{ "name": "{name}" }}] }} }}, "entities": [{{ "id": "a", "template": "{name}" }}] }}"#
    );
    on_a_page(&scene, async |page| {
        page.click("#tab-templates").await;
        page.says("#templates .template-name", name).await;
        page.says("#templates .template-about", name).await;
        page.select("a").await;
        page.press("Control+e").await;
        page.says("#template-banner", name).await;
        page.says("#inspector", &format!("Changes go to template {name}"))
            .await;
        page.press("Delete").await;
        page.wait_until("document.querySelector('#tree .row') === null")
            .await;
        page.press("Control+z").await;
        page.press_on("#template-remove").await;
        page.says("#notice", name).await;
        assert_eq!(
            page.js("document.querySelectorAll('main img').length")
                .await,
            0
        );
    });
}
