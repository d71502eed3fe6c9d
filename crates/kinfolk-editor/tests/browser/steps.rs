//! What people do again and again, and what is then to be seen.

use std::cmp::Ordering;
use std::fs;

use serde_json::Value;

use crate::input::Point;
use crate::page::Page;

impl Page {
    /// Scrolls an element into sight, and says where its middle is.
    pub(crate) async fn sight(&self, selector: &str) -> Point {
        let quoted = Value::from(selector);
        self.wait_until(&format!("document.querySelector({quoted}) !== null"))
            .await;
        let scroll = "scrollIntoView({ block: 'nearest', behavior: 'instant' })";
        self.js(&format!("document.querySelector({quoted}).{scroll}"))
            .await;
        self.middle(selector).await
    }

    /// Scrolls an element into sight and clicks it.
    pub(crate) async fn press_on(&self, selector: &str) {
        let at = self.sight(selector).await;
        self.click_at(at, "").await;
    }

    /// Clicks the row of an entity, and waits until the inspector shows it.
    pub(crate) async fn select(&self, id: &str) {
        self.click(&format!("{} .row-name", row(id))).await;
        self.field_shows("id", id).await;
    }

    /// Types into a field of the inspector, in place of what is there, and presses Enter.
    pub(crate) async fn enter(&self, field: &str, text: &str) {
        self.press_on(&named(field)).await;
        self.press("Control+a").await;
        self.press("Delete").await;
        self.write(text).await;
        self.press("Enter").await;
    }

    /// Chooses in a drop-down list of the inspector by its keyboard, one key at a time: what each one chooses is
    /// written, the form may be another one then, and the list must still be at hand.
    pub(crate) async fn choose(&self, field: &str, value: &str) {
        let quoted = Value::from(named(field));
        let list = format!("document.querySelector({quoted})");
        self.wait_until(&format!("{list}?.disabled === false"))
            .await;
        self.sight(&named(field)).await;
        self.js(&format!("{list}.focus()")).await;
        let wanted = format!("[...{list}.options].findIndex(one => one.value === '{value}')");
        loop {
            let places = self.js(&format!("[{list}.selectedIndex, {wanted}]")).await;
            let [at, wanted] = [0, 1].map(|index| places[index].as_i64().unwrap());
            let key = match at.cmp(&wanted) {
                Ordering::Less => "ArrowDown",
                Ordering::Greater => "ArrowUp",
                Ordering::Equal => return,
            };
            self.press(key).await;
            self.wait_until(&format!(
                "{list}.selectedIndex !== {at} && document.activeElement === {list}"
            ))
            .await;
        }
    }

    /// Waits until a field of the inspector shows this, and nothing is wrong with it.
    pub(crate) async fn field_shows(&self, field: &str, text: &str) {
        let (field, text) = (Value::from(named(field)), Value::from(text));
        self.wait_until(&format!(
            "(field => field?.value === {text} && !field.hasAttribute('aria-invalid'))\
             (document.querySelector({field}))"
        ))
        .await;
    }

    /// What a field of the inspector shows.
    pub(crate) async fn value(&self, field: &str) -> String {
        let field = Value::from(named(field));
        let value = self
            .js(&format!("document.querySelector({field}).value"))
            .await;
        value.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until the page knows of something unsaved, saves with the keyboard, and says
    /// what the file is then.
    pub(crate) async fn saved(&self) -> String {
        self.is_unsaved().await;
        self.press("Control+s").await;
        self.wait_until("document.querySelector('#unsaved').hidden")
            .await;
        self.on_disk()
    }

    /// Waits until the page knows of something unsaved.
    pub(crate) async fn is_unsaved(&self) {
        self.wait_until("!document.querySelector('#unsaved').hidden")
            .await;
    }

    /// The file as it is on disk.
    pub(crate) fn on_disk(&self) -> String {
        fs::read_to_string(self.file()).unwrap()
    }

    /// Waits until the history has these steps, the newest last, apart from where it began.
    pub(crate) async fn history_is(&self, steps: &[&str]) {
        let steps = serde_json::to_string(steps).unwrap();
        self.wait_until(&format!(
            "JSON.stringify([...document.querySelectorAll('.step-name')].slice(1).map(step => step.textContent)) === JSON.stringify({steps})"
        ))
        .await;
    }

    /// Waits until exactly these are selected in the tree, of the rows in sight.
    pub(crate) async fn selected(&self, ids: &[&str]) {
        let ids = serde_json::to_string(ids).unwrap();
        self.wait_until(&format!(
            "JSON.stringify([...document.querySelectorAll('.row[aria-selected=true]')]\
             .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)\
             .map(row => row.dataset.id)) === JSON.stringify({ids})"
        ))
        .await;
    }

    /// Waits until some element that is seen has this text in it.
    pub(crate) async fn says(&self, selector: &str, text: &str) {
        let (selector, text) = (Value::from(selector), Value::from(text));
        self.wait_until(&format!(
            "[...document.querySelectorAll({selector})].some(one => one.checkVisibility() && one.innerText.includes({text}))"
        ))
        .await;
    }

    /// Answers the dialog that is open, or is about to be.
    pub(crate) async fn answer(&self, dialog: &str, answer: &str) {
        let button = format!("[data-testid={dialog}] [data-answer={answer}]");
        self.click(&button).await;
        self.wait_until(&format!(
            "document.querySelector('[data-testid={dialog}]') === null"
        ))
        .await;
    }
}

/// A function that answers the pixels of a part of the picture: `(x, y, width, height)`. They are
/// read from a copy: Chromium complains if the canvas itself is read often.
pub(crate) const PIXELS: &str = "((x, y, width, height) => {
  const copy = Object.assign(document.createElement('canvas'), { width, height });
  const context = copy.getContext('2d', { willReadFrequently: true });
  context.drawImage(document.querySelector('#canvas'), -x, -y);
  return context.getImageData(0, 0, width, height).data;
})";

/// The row of an entity in the tree.
pub(crate) fn row(id: &str) -> String {
    format!("#tree .row[data-id={}]", Value::from(id))
}

/// A control of the inspector by its name.
pub(crate) fn named(field: &str) -> String {
    format!("#inspector [name={}]", Value::from(field))
}
