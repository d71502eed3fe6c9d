//! For those who do not see it, do not use a mouse, or need contrast.

use std::fs;

use serde_json::{Value, json};

use crate::page::{Page, on_a_page};
use crate::steps::{PIXELS, row};

const SCENE: &str = r##"{
  "templates": { "arm": { "children": [{ "name": "Hand" }] } },
  "entities": [
    { "id": "ship", "tags": ["old"], "sprite": { "type": "rect", "width": 2, "height": 2, "color": "#884422" },
      "children": [{ "name": "mast" }] },
    { "id": "arm1", "template": "arm", "overrides": { "Hand": { "z": 3 } }, "transform": { "angle": 99 } },
    { "id": "dock", "visible": false, "colour": 1 }
  ]
}
"##;

/// What a person can operate.
const CONTROLS: [&str; 19] = [
    "button",
    "checkbox",
    "radio",
    "textbox",
    "searchbox",
    "combobox",
    "listbox",
    "option",
    "tab",
    "tree",
    "treeitem",
    "menu",
    "menuitem",
    "slider",
    "splitter",
    "spinbutton",
    "dialog",
    "link",
    "application",
];

/// The controls without a name, and whatever can have the focus without one.
pub(crate) async fn nameless(page: &Page) -> Vec<String> {
    page.devtools("Accessibility.enable", json!({})).await;
    let tree = page
        .devtools("Accessibility.getFullAXTree", json!({}))
        .await;
    let nodes = tree["nodes"].as_array().unwrap();
    assert!(nodes.len() > 30, "there is a tree");
    let property = |node: &Value, name: &str| {
        let all = node["properties"].as_array().cloned().unwrap_or_default();
        all.iter()
            .any(|one| one["name"] == name && one["value"]["value"] == true)
    };
    let bad = nodes.iter().filter(|node| {
        let role = node["role"]["value"].as_str().unwrap_or_default();
        let matters = CONTROLS.contains(&role) || property(node, "focusable");
        let name = node["name"]["value"].as_str().unwrap_or_default();
        node["ignored"] != true && matters && role != "RootWebArea" && name.trim().is_empty()
    });
    bad.map(|node| format!("{} {}", node["role"]["value"], node["properties"]))
        .collect()
}

#[test]
fn every_control_has_a_name_in_every_state() {
    on_a_page(SCENE, async |page| {
        assert_eq!(nameless(page).await, [""; 0], "nothing is selected");
        page.select("arm1_Hand").await;
        assert_eq!(nameless(page).await, [""; 0], "a part is selected");
        page.select("ship").await;
        page.js(
            "document.querySelectorAll('#inspector details').forEach(one => { one.open = true; })",
        )
        .await;
        assert_eq!(nameless(page).await, [""; 0], "an entity is selected");
        page.click_with("Control", &row("dock")).await;
        page.says("#inspector", "2 entities").await;
        assert_eq!(nameless(page).await, [""; 0], "two are selected");
        page.click("#problems .problem").await;
        page.says("#source", "angle").await;
        assert_eq!(nameless(page).await, [""; 0], "the source is shown");
        page.click("#tab-history").await;
        assert_eq!(nameless(page).await, [""; 0], "the history is shown");
        page.click("#tab-templates").await;
        assert_eq!(nameless(page).await, [""; 0], "the templates are shown");
        page.click("#template-edit").await;
        page.says("#template-banner", "Editing template arm").await;
        assert_eq!(nameless(page).await, [""; 0], "a template is edited");
        page.click("#template-banner button").await;
        page.select("ship").await;
        page.press("F2").await;
        page.wait_until("document.activeElement.name === 'rename'")
            .await;
        assert_eq!(nameless(page).await, [""; 0], "a name is typed");
        page.press("Escape").await;
        page.press("Shift+F10").await;
        page.wait_until("!document.querySelector('#menu').hidden")
            .await;
        assert_eq!(nameless(page).await, [""; 0], "the menu is open");
        page.press("Escape").await;
        page.click("#help").await;
        page.wait_until("document.querySelector('[data-testid=help-dialog]') !== null")
            .await;
        assert_eq!(nameless(page).await, [""; 0], "the help is open");
        page.press("Escape").await;
    });
}

#[test]
fn every_control_of_every_question_has_a_name() {
    on_a_page(SCENE, async |page| {
        page.select("ship").await;
        page.enter("local.x", "5").await;
        page.is_unsaved().await;
        fs::write(
            page.file(),
            SCENE.replace(
                "\"id\": \"ship\",",
                "\"id\": \"ship\", \"transform\": { \"x\": 6 },",
            ),
        )
        .unwrap();
        page.wait_until("document.querySelector('[data-testid=changed-dialog]') !== null")
            .await;
        assert_eq!(nameless(page).await, [""; 0], "it changed on disk");
        page.answer("changed-dialog", "merge").await;
        page.wait_until("document.querySelector('[data-testid=clashes-dialog]') !== null")
            .await;
        assert_eq!(nameless(page).await, [""; 0], "something clashes");
        page.answer("clashes-dialog", "mine").await;
        fs::write(page.file(), "{ \"entities\": [").unwrap();
        page.wait_until("document.body.dataset.state === 'invalid'")
            .await;
        page.click("#save").await;
        page.wait_until("document.querySelector('[data-testid=force-dialog]') !== null")
            .await;
        assert_eq!(nameless(page).await, [""; 0], "it cannot be read");
        page.answer("force-dialog", "cancel").await;
        let port = page.stop_server().await;
        page.says("#banner", "lost").await;
        assert_eq!(nameless(page).await, [""; 0], "the connection is lost");
        fs::write(page.file(), SCENE).unwrap();
        let url = page.start_server(port).await;
        page.browser.goto(&url).await.unwrap();
        page.wait_until("document.querySelector('[data-testid=recovery-dialog]') !== null")
            .await;
        assert_eq!(nameless(page).await, [""; 0], "a crash left something");
        page.answer("recovery-dialog", "discard").await;
        page.complaints().await; // about the server that was gone
    });
}

#[test]
fn a_dialog_has_the_focus_and_gives_it_back() {
    on_a_page(SCENE, async |page| {
        page.select("ship").await;
        page.js("document.querySelector('#tree').focus()").await;
        page.press("F1").await;
        page.wait_until("document.activeElement.closest('[data-testid=help-dialog]') !== null")
            .await;
        for _ in 0..4 {
            page.press("Tab").await;
            let inside = "document.activeElement === document.body || document.activeElement.closest('dialog') !== null";
            assert_eq!(page.js(inside).await, true);
        }
        page.press("Escape").await;
        page.wait_until("document.activeElement.id === 'tree'")
            .await;
    });
}

#[test]
fn the_keyboard_reaches_everything_in_the_order_of_the_page() {
    on_a_page(SCENE, async |page| {
        page.select("ship").await;
        page.enter("local.x", "1").await; // so that something can be undone and saved
        page.is_unsaved().await;
        page.js("document.activeElement.blur()").await;
        page.js("(() => { window.met = []; document.addEventListener('focusin', event => window.met.push(event.target)); })()").await;
        let reachable = "[...document.querySelectorAll('button, input, select, textarea, summary, [tabindex]')]\
            .filter(one => one.tabIndex >= 0 && !one.disabled && one.checkVisibility() && one.type !== 'radio')";
        let count = page
            .js(&format!("{reachable}.length"))
            .await
            .as_u64()
            .unwrap();
        assert!(count > 40, "{count}");
        for _ in 0..count + 8 {
            page.press("Tab").await;
        }

        let missed = page.js(&format!("{reachable}.filter(one => !window.met.includes(one)).map(one => one.outerHTML.slice(0, 120))")).await;
        assert_eq!(missed, json!([]));
        let order = page
            .js("['save', 'tree', 'canvas', 'problem-list'].map(id => window.met.findIndex(one => one.id === id))\
                 .concat(window.met.findIndex(one => one.name === 'name'))")
            .await;
        let order: Vec<i64> = order
            .as_array()
            .unwrap()
            .iter()
            .map(|at| at.as_i64().unwrap())
            .collect();
        assert!(
            order.is_sorted() && order[0] >= 0,
            "bar, tree, picture, panels, inspector: {order:?}"
        );
    });
}

#[test]
fn whatever_has_the_focus_can_be_seen_to_have_it() {
    on_a_page(SCENE, async |page| {
        page.select("ship").await;
        page.js("document.activeElement.blur()").await;
        let look = "(one => { const of = element => { const s = getComputedStyle(element); return [s.outlineStyle, s.outlineWidth, s.borderColor, s.backgroundColor].join(); };\
            const around = one.closest('.number-box') ?? one; const on = of(around) + of(one) + (one.nextElementSibling ? of(one.nextElementSibling) : '') + getComputedStyle(one, '::after').backgroundColor;\
            const { scrollTop } = document.querySelector('.inspector-body'); one.blur();\
            const off = of(around) + of(one) + (one.nextElementSibling ? of(one.nextElementSibling) : '') + getComputedStyle(one, '::after').backgroundColor;\
            one.focus({ focusVisible: true }); document.querySelector('.inspector-body').scrollTop = scrollTop; return on !== off; })(document.activeElement)";
        for _ in 0..45 {
            page.press("Tab").await;
            if page.js("document.activeElement === document.body").await == true {
                continue;
            }
            let who = page
                .js("document.activeElement.outerHTML.slice(0, 100)")
                .await;
            assert_eq!(page.js(look).await, true, "{who}");
        }
    });
}

/// For every text that is seen: how much it stands out, and where it is too little.
pub(crate) const FAINT: &str = "(() => {
  const canvas = document.createElement('canvas'); canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const rgba = colour => { context.clearRect(0, 0, 1, 1); context.fillStyle = colour; context.fillRect(0, 0, 1, 1); return [...context.getImageData(0, 0, 1, 1).data]; };
  const light = ([r, g, b]) => { const l = v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; return 0.2126 * l(r) + 0.7152 * l(g) + 0.0722 * l(b); };
  const over = (top, under) => [0, 1, 2].map(i => top[i] * top[3] / 255 + under[i] * (1 - top[3] / 255));
  const behind = one => { const layers = []; for (let at = one; at; at = at.parentElement) layers.unshift(rgba(getComputedStyle(at).backgroundColor));
    return layers.reduce((under, top) => over(top, under), [255, 255, 255]); };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT); const faint = []; let count = 0;
  for (let one = walker.nextNode(); one; one = walker.nextNode()) {
    const direct = [...one.childNodes].some(node => node.nodeType === 3 && node.textContent.trim() !== '') || (one.value && one.matches('input[type=text], input[type=search], textarea, select'));
    if (!direct || !one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || one.closest('.visually-hidden, :disabled, [aria-disabled=true]')) continue;
    const back = behind(one); const front = over(rgba(getComputedStyle(one).color), back);
    let opacity = 1; for (let at = one; at; at = at.parentElement) opacity *= getComputedStyle(at).opacity;
    const seen = front.map((v, i) => v * opacity + back[i] * (1 - opacity));
    const [a, b] = [light(seen), light(back)].sort((x, y) => y - x); const ratio = (a + 0.05) / (b + 0.05); count += 1;
    if (ratio < 4.5) faint.push(`${ratio.toFixed(2)} ${one.className} ${(one.textContent || one.value).slice(0, 30)}`);
  }
  return count > 40 ? [...new Set(faint)] : ['only ' + count];
})()";

#[test]
fn text_stands_out_in_both_themes() {
    on_a_page(SCENE, async |page| {
        for _ in ["one", "other"] {
            page.select("arm1_Hand").await;
            page.js("document.querySelectorAll('#inspector details').forEach(one => { one.open = true; })").await;
            page.click("#problems .problem").await;
            page.says("#source", "angle").await;
            assert_eq!(page.js(FAINT).await, json!([]), "problems");
            page.select("ship").await;
            page.enter("local.x", "2*").await;
            page.says("#inspector .field-error", "missing").await;
            page.click("#tab-history").await;
            page.press("Control+s").await;
            assert_eq!(page.js(FAINT).await, json!([]), "a mistake and the history");
            page.click("#tab-templates").await;
            page.click("#template-edit").await;
            page.says("#template-banner", "Editing template arm").await;
            assert_eq!(page.js(FAINT).await, json!([]), "templates");
            page.click("#template-banner button").await;
            page.select("ship").await;
            page.enter("local.x", "2*").await;
            page.press_on("#inspector [name='local.x']").await;
            page.press("Escape").await;
            page.press("Escape").await;
            page.js("document.querySelector('#tree').focus()").await;
            page.press("Shift+F10").await;
            page.wait_until("!document.querySelector('#menu').hidden")
                .await;
            assert_eq!(page.js(FAINT).await, json!([]), "the menu");
            page.press("Escape").await;
            page.press("F1").await;
            page.wait_until("document.querySelector('[data-testid=help-dialog]') !== null")
                .await;
            assert_eq!(page.js(FAINT).await, json!([]), "the help");
            page.press("Escape").await;
            page.wait_until("document.querySelector('dialog') === null")
                .await;
            page.click("#tab-problems").await;
            page.click("#theme").await;
        }
    });
}

#[test]
fn the_theme_is_switched_and_remembered() {
    on_a_page(SCENE, async |page| {
        let back = "getComputedStyle(document.body).backgroundColor";
        let features =
            json!({ "features": [{ "name": "prefers-color-scheme", "value": "light" }] });
        page.devtools("Emulation.setEmulatedMedia", features).await;
        page.wait_until("document.documentElement.dataset.theme === 'light'")
            .await;
        let light = page.js(back).await;
        page.wait_until(
            "document.querySelector('#theme').ariaLabel === 'Switch to the dark theme'",
        )
        .await;
        let grid = format!("{PIXELS}(0, 0, 400, 40).reduce((sum, v) => sum + v, 0)");
        page.wait_until("document.querySelector('#canvas').dataset.complete === 'yes'")
            .await;
        let bright = page.js(&grid).await.as_u64().unwrap();

        page.click("#theme").await;
        page.wait_until("document.documentElement.dataset.theme === 'dark'")
            .await;
        assert_ne!(page.js(back).await, light);
        page.wait_until(&format!("{grid} < {bright}")).await;
        page.browser.refresh().await.unwrap();
        page.is_ready().await;
        assert_eq!(
            page.js("document.documentElement.dataset.theme").await,
            "dark"
        );
        page.click("#theme").await;
        page.wait_until(&format!("{back} === '{}'", light.as_str().unwrap()))
            .await;
    });
}

#[test]
fn panels_are_resized_by_mouse_and_keyboard_and_stay_so() {
    on_a_page(SCENE, async |page| {
        let widths = "['#tree', '#inspector', '#problems'].map(one => document.querySelector(one).getBoundingClientRect()).map((box, i) => Math.round(i === 2 ? box.height : box.width)).join()";
        let before = page.js(widths).await;
        for (splitter, dx, dy) in [
            ("#split-tree", 50.0, 0.0),
            ("#split-inspector", -50.0, 0.0),
            ("#split-bottom", 0.0, -50.0),
        ] {
            let (x, y) = page.middle(splitter).await;
            page.drag_between((x, y), (x + dx, y + dy)).await;
        }
        let size = |n: usize, of: &Value| {
            of.as_str()
                .unwrap()
                .split(',')
                .nth(n)
                .unwrap()
                .parse::<i64>()
                .unwrap()
        };
        let after = page.js(widths).await;
        for n in 0..3 {
            assert_eq!(size(n, &after) - size(n, &before), 50, "{before} {after}");
        }

        page.js("document.querySelector('#split-tree').focus()")
            .await;
        page.press("ArrowLeft").await;
        page.js("document.querySelector('#split-bottom').focus()")
            .await;
        page.press("ArrowDown").await;
        let stepped = page.js(widths).await;
        assert_eq!(size(0, &after) - size(0, &stepped), 16);
        assert_eq!(size(2, &after) - size(2, &stepped), 16);
        page.browser.refresh().await.unwrap();
        page.is_ready().await;
        assert_eq!(page.js(widths).await, stepped);
    });
}
