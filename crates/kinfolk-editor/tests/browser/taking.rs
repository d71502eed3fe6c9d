//! Taking something away: pictures, text, links; and finding what can be done.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::page::{Page, on_a_page};
use crate::rows::FLEET;
use crate::steps::named;

const YARD: &str = r##"{
  "entities": [
    { "id": "red", "sprite": { "type": "rect", "width": 2, "height": 2, "color": "#ff0000" } },
    { "id": "green", "transform": { "x": 6, "y": 3 }, "sprite": { "type": "rect", "width": 2, "height": 2, "color": "#00ff00" } }
  ]
}
"##;

/// Lets the browser keep files beside the scene, and says where.
async fn downloads(page: &Page) -> PathBuf {
    let folder = page.file().with_file_name("downloads");
    let behavior = json!({ "behavior": "allow", "downloadPath": folder.to_str().unwrap() });
    page.devtools("Browser.setDownloadBehavior", behavior).await;
    folder
}

/// Waits until a file is there, whole.
async fn arrived(page: &Page, file: PathBuf) -> Vec<u8> {
    page.says("#notice", "Exported").await;
    let start = Instant::now();
    loop {
        match fs::read(&file) {
            Ok(bytes) if !bytes.is_empty() => return bytes,
            _ => assert!(start.elapsed() < Duration::from_secs(20), "{file:?}"),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Chooses an option of a list in a dialog by keyboard, as its first letters do.
async fn choose(page: &Page, name: &str, letters: &str) {
    page.js(&format!("document.querySelector('[name={name}]').focus()"))
        .await;
    page.write(letters).await;
}

/// The colour of a pixel, from the left and from the top, as parts of the whole.
fn colour_at(png: &[u8], x: f64, y: f64) -> [u8; 4] {
    let picture = tiny_skia::Pixmap::decode_png(png).unwrap();
    let at = |part: f64, size: u32| (part * f64::from(size)) as u32;
    let pixel = picture.pixel(at(x, picture.width()), at(y, picture.height()));
    let pixel = pixel.unwrap();
    [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]
}

#[test]
fn a_picture_of_everything_is_exported_as_png() {
    on_a_page(YARD, async |page| {
        let folder = downloads(page).await;

        page.click("#export").await;
        page.answer("export-dialog", "export").await;

        let png = arrived(page, folder.join("scene.png")).await;
        let picture = tiny_skia::Pixmap::decode_png(&png).unwrap();
        assert_eq!(picture.width(), 1280);
        assert_eq!(colour_at(&png, 0.15, 0.8), [255, 0, 0, 255]);
        assert_eq!(colour_at(&png, 0.85, 0.2), [0, 255, 0, 255]);
        assert_eq!(colour_at(&png, 0.5, 0.05), [255, 255, 255, 255]);
    });
}

#[test]
fn what_is_selected_is_exported_without_a_background() {
    on_a_page(YARD, async |page| {
        let folder = downloads(page).await;
        page.select("green").await;

        page.click("#export").await;
        choose(page, "export-part", "what is sel").await;
        page.press("Tab").await;
        page.press("Control+a").await;
        page.write("200").await;
        page.press("Tab").await;
        page.press(" ").await;
        page.answer("export-dialog", "export").await;

        let png = arrived(page, folder.join("scene.png")).await;
        let picture = tiny_skia::Pixmap::decode_png(&png).unwrap();
        assert_eq!((picture.width(), picture.height()), (200, 200));
        assert_eq!(colour_at(&png, 0.5, 0.5), [0, 255, 0, 255]);
        assert_eq!(colour_at(&png, 0.01, 0.01)[3], 0);
    });
}

#[test]
fn what_the_picture_shows_is_exported_as_svg() {
    on_a_page(YARD, async |page| {
        let folder = downloads(page).await;
        page.select("red").await;
        page.press("Control+Shift+f").await;

        page.click("#export").await;
        choose(page, "export-kind", "svg").await;
        choose(page, "export-part", "what the").await;
        page.answer("export-dialog", "export").await;

        let svg = arrived(page, folder.join("scene.svg")).await;
        let svg = String::from_utf8(svg).unwrap();
        assert!(svg.starts_with("<svg") || svg.starts_with("<?xml"));
        assert!(svg.contains("<title>red</title>"));
    });
}

#[test]
fn an_export_can_be_given_up() {
    on_a_page(YARD, async |page| {
        page.click("#export").await;
        page.wait_until("document.querySelector('[data-testid=export-dialog]') !== null")
            .await;
        page.press("Escape").await;
        page.wait_until("document.querySelector('[data-testid=export-dialog]') === null")
            .await;

        assert_eq!(
            page.js("document.querySelector('#notice').hidden").await,
            true
        );
    });
}

/// What was copied, as another program would get it.
async fn copied(page: &Page) -> String {
    let text = page.js("navigator.clipboard.readText()").await;
    text.as_str().unwrap().to_owned()
}

async fn may_copy(page: &Page) {
    let permissions = json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
    page.devtools("Browser.grantPermissions", permissions).await;
}

#[test]
fn the_tree_is_copied_as_text() {
    on_a_page(FLEET, async |page| {
        may_copy(page).await;

        page.click("#tree").await;
        page.press("Control+Shift+c").await;
        page.says("#notice", "7 entities copied as text").await;
        assert_eq!(
            copied(page).await,
            "ship\n├─ turret\n│  └─ barrel\n└─ flag\ndock\n└─ crane\nbuoy\n"
        );

        page.select("turret").await;
        page.press("Control+Shift+c").await;
        page.says("#notice", "2 entities copied as text").await;
        assert_eq!(copied(page).await, "turret\n└─ barrel\n");
    });
}

#[test]
fn a_link_leads_to_what_was_selected() {
    on_a_page(FLEET, async |page| {
        may_copy(page).await;
        page.select("barrel").await;
        page.wait_until("location.hash === '#select=barrel'").await;
        page.press("Control+k").await;
        page.write("copy link").await;
        page.press("Enter").await;
        page.says("#notice", "Link copied").await;
        let link = copied(page).await;
        assert!(link.ends_with("/#select=barrel"), "{link}");
        assert!(!link.contains("token"), "{link}");

        page.browser.goto("about:blank").await.unwrap();
        page.browser.goto(&link).await.unwrap();
        page.is_ready().await;
        page.selected(&["barrel"]).await;
        page.field_shows("id", "barrel").await;

        page.js("location.hash = '#select=ship,buoy'").await;
        page.selected(&["ship", "buoy"]).await;
        page.press("Escape").await;
        page.browser
            .goto(&format!("{}#select=crane", page.url))
            .await
            .unwrap();
        page.is_ready().await;
        page.selected(&["crane"]).await;
    });
}

#[test]
fn a_link_to_somebody_who_is_gone_selects_nobody() {
    on_a_page(FLEET, async |page| {
        page.browser
            .goto(&format!("{}#select=kraken", page.url))
            .await
            .unwrap();
        page.is_ready().await;

        page.selected(&[]).await;
        page.select("dock").await;
        page.wait_until("location.hash === '#select=dock'").await;
    });
}

#[test]
fn a_command_is_found_by_typing_and_run() {
    on_a_page(FLEET, async |page| {
        page.select("ship").await;
        page.press("Control+k").await;
        page.wait_until("document.activeElement.matches('#palette input')")
            .await;
        page.write("dupl").await;
        page.wait_until("document.querySelectorAll('.palette-item').length === 1")
            .await;
        page.press("Enter").await;

        page.wait_until("document.querySelector('#palette') === null")
            .await;
        page.history_is(&["Duplicate ship"]).await;
    });
}

#[test]
fn the_palette_is_gone_through_by_arrows_and_says_what_is_not_possible() {
    on_a_page(FLEET, async |page| {
        page.click("#find-command").await;
        page.write("wrap").await;
        page.says(".palette-item.is-impossible", "Nothing is selected.")
            .await;
        let chosen =
            "document.querySelector('.palette-item[aria-selected=true] .palette-name').textContent";
        page.wait_until(&format!("{chosen} === 'Wrap in parent'"))
            .await;
        page.press("ArrowDown").await;
        page.wait_until(&format!("{chosen} === 'Unwrap children'"))
            .await;
        page.press("ArrowUp").await;
        page.wait_until(&format!("{chosen} === 'Wrap in parent'"))
            .await;
        page.press("Enter").await;
        page.says("#notice", "Nothing is selected.").await;
        page.history_is(&[]).await;
    });
}

#[test]
fn the_palette_goes_to_an_entity_and_esc_gives_the_focus_back() {
    on_a_page(FLEET, async |page| {
        page.select("ship").await;
        page.press("Control+k").await;
        page.write("crane").await;
        page.press("Enter").await;
        page.selected(&["crane"]).await;
        page.wait_until(&format!(
            "document.querySelector({}).value === 'crane'",
            serde_json::Value::from(named("id"))
        ))
        .await;

        page.click("#tree").await;
        page.press("Control+Shift+p").await;
        page.write("no such thing").await;
        page.says("#palette", "Nothing is called that.").await;
        page.press("Escape").await;
        page.wait_until(
            "document.querySelector('#palette') === null && document.activeElement.id === 'tree'",
        )
        .await;
    });
}
