//! The tools of these tests do what they say, tried on a page of their own.

use std::fs;

use serde_json::{Value, json};

use crate::page::{Page, on_a_page};

const SCENE: &str = "{ \"entities\": [] }\n";

/// A field, two boxes, and a diary of what happens to them.
const PLAYGROUND: &str = "data:text/html,<style>div{width:80px;height:40px;margin:20px;user-select:none}</style>\
    <input id=field><div id=one>One <b>box</b></div><div id=two>Two</div><script>diary=[];\
    for(const kind of ['click','dblclick','pointerdown','pointerup','wheel','keydown'])\
    addEventListener(kind,e=>diary.push([kind,e.target.id,e.ctrlKey,e.shiftKey,e.key??''].join(' ')));\
    moves=0;addEventListener('pointermove',()=>moves++)</script>";

/// What happened since it was last asked, of these kinds.
async fn diary(page: &Page, kinds: &[&str]) -> Vec<String> {
    let said = page.js("diary.splice(0)").await;
    let said = said.as_array().unwrap().iter().map(Value::as_str);
    let said = said.flatten().map(|line| line.trim_end().to_owned());
    said.filter(|line| kinds.iter().any(|kind| line.starts_with(kind)))
        .collect()
}

#[test]
fn the_mouse_clicks_and_drags() {
    on_a_page(SCENE, async |page| {
        page.browser.goto(PLAYGROUND).await.unwrap();

        page.click("#one").await;
        page.click_with("Control+Shift", "#two").await;
        page.double_click("#one").await;
        let said = diary(page, &["click", "dblclick"]).await;
        assert_eq!(
            said,
            [
                "click one false false",
                "click two true true",
                "click one false false",
                "click one false false",
                "dblclick one false false"
            ]
        );

        page.drag("#one", "#two").await;
        let said = diary(page, &["pointer"]).await;
        assert_eq!(
            said,
            ["pointerdown one false false", "pointerup two false false"]
        );
        assert!(page.js("moves").await.as_u64().unwrap() >= 8);

        let two = page.middle("#two").await;
        page.hover(two).await;
        page.wheel(two, 0, 40).await;
        page.wait_until("diary.some(line => line.startsWith('wheel two'))")
            .await;
    });
}

#[test]
fn the_keyboard_writes_and_presses() {
    on_a_page(SCENE, async |page| {
        page.browser.goto(PLAYGROUND).await.unwrap();

        page.click("#field").await;
        page.write("2*pi/3").await;
        page.press("Shift+Home").await;
        page.press("Delete").await;
        page.write("45deg").await;
        page.press("ArrowLeft").await;
        page.press("Backspace").await;

        assert_eq!(
            page.js("document.querySelector('#field').value").await,
            "45dg"
        );
        page.js("diary.splice(0)").await;
        page.press("Control+Shift+F2").await;
        assert_eq!(
            diary(page, &["keydown"]).await,
            [
                "keydown field true false Control",
                "keydown field true true Shift",
                "keydown field true true F2"
            ]
        );
    });
}

#[test]
fn a_page_can_be_looked_at() {
    on_a_page(SCENE, async |page| {
        assert_eq!(fs::read_to_string(page.file()).unwrap(), SCENE);
        let features = json!({"features": [{"name": "prefers-color-scheme", "value": "dark"}]});
        page.devtools("Emulation.setEmulatedMedia", features).await;
        page.browser.goto(PLAYGROUND).await.unwrap();

        assert_eq!(page.text("#one").await, "One box");
        let dark = "matchMedia('(prefers-color-scheme: dark)').matches";
        assert_eq!(page.js(dark).await, true);
        assert_eq!(
            page.js("[innerWidth, devicePixelRatio]").await,
            json!([1280, 1])
        );
        let file = page.screenshot("playground").await;
        let picture = tiny_skia::Pixmap::load_png(file).unwrap();
        assert_eq!(picture.width(), 1280);
    });
}

#[test]
#[should_panic = "the console is empty"]
fn a_complaint_of_the_browser_fails_a_test() {
    on_a_page(SCENE, async |page| {
        page.js("console.error('this is a test')").await;
    });
}
