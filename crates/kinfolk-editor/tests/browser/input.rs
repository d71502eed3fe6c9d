//! The mouse and the keyboard.

use std::time::Duration;

use fantoccini::actions::{
    Actions, InputSource as _, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MOUSE_BUTTON_MIDDLE,
    MOUSE_BUTTON_RIGHT, MouseActions, PointerAction, WheelAction, WheelActions,
};
use fantoccini::key::Key;

use crate::page::Page;

/// A place in the window.
pub(crate) type Point = (f64, f64);

/// A drag goes in so many steps, as a hand does.
const STEPS: i32 = 8;

/// So long is each of them.
const PACE: Duration = Duration::from_millis(16);

impl Page {
    /// Clicks the middle of the first element that a CSS selector selects.
    pub(crate) async fn click(&self, selector: &str) {
        let at = self.middle(selector).await;
        self.click_at(at, "").await;
    }

    /// Clicks it with keys held, such as `Control` or `Control+Shift`.
    pub(crate) async fn click_with(&self, keys: &str, selector: &str) {
        let at = self.middle(selector).await;
        self.click_at(at, keys).await;
    }

    /// Clicks it twice.
    pub(crate) async fn double_click(&self, selector: &str) {
        let at = self.middle(selector).await;
        let mouse = mouse().then(move_to(at)).then(DOWN).then(UP);
        self.act(mouse.then(DOWN).then(UP).into()).await;
    }

    /// Clicks it with the button that asks for a menu.
    pub(crate) async fn right_click(&self, selector: &str) {
        let (button, at) = (MOUSE_BUTTON_RIGHT, self.middle(selector).await);
        let press = mouse()
            .then(move_to(at))
            .then(PointerAction::Down { button });
        self.act(press.then(PointerAction::Up { button }).into())
            .await;
    }

    /// Clicks a place, with keys held if there are any.
    pub(crate) async fn click_at(&self, at: Point, keys: &str) {
        self.hold(keys).await;
        self.act(mouse().then(move_to(at)).then(DOWN).then(UP).into())
            .await;
        self.let_go(keys).await;
    }

    /// Moves the mouse somewhere.
    pub(crate) async fn hover(&self, at: Point) {
        self.act(mouse().then(move_to(at)).into()).await;
    }

    /// Drags from the middle of one element to the middle of another.
    pub(crate) async fn drag(&self, from: &str, to: &str) {
        let (from, to) = (self.middle(from).await, self.middle(to).await);
        self.drag_between(from, to).await;
    }

    /// Drags from one place to another, and drops.
    pub(crate) async fn drag_between(&self, from: Point, to: Point) {
        self.begin_drag(from, to).await;
        self.drop().await;
    }

    /// Drags with the middle button.
    pub(crate) async fn drag_middle(&self, from: Point, to: Point) {
        let button = MOUSE_BUTTON_MIDDLE;
        self.drag_with(PointerAction::Down { button }, from, to)
            .await;
        self.act(mouse().then(PointerAction::Up { button }).into())
            .await;
    }

    /// Drags from one place to another, and holds it there.
    pub(crate) async fn begin_drag(&self, from: Point, to: Point) {
        self.drag_with(DOWN, from, to).await;
    }

    async fn drag_with(&self, down: PointerAction, from: Point, to: Point) {
        let mut drag = mouse().then(move_to(from)).then(down);
        for step in 1..=STEPS {
            let part = f64::from(step) / f64::from(STEPS);
            let at = |from: f64, to: f64| from + (to - from) * part;
            drag = drag.then(PointerAction::MoveTo {
                duration: Some(PACE),
                x: at(from.0, to.0),
                y: at(from.1, to.1),
            });
        }
        self.act(drag.into()).await;
    }

    /// Drops what is dragged.
    pub(crate) async fn drop(&self) {
        self.act(mouse().then(UP).into()).await;
    }

    /// Turns the wheel at a place; down and right are positive.
    pub(crate) async fn wheel(&self, at: Point, delta_x: i64, delta_y: i64) {
        let mut wheel = WheelActions::new("wheel".to_owned());
        wheel.push(WheelAction::Scroll {
            duration: None,
            x: at.0 as i64,
            y: at.1 as i64,
            delta_x,
            delta_y,
        });
        self.act(wheel.into()).await;
    }

    /// Presses keys together: `F2`, `Alt+ArrowUp`, `Control+Shift+z`.
    pub(crate) async fn press(&self, keys: &str) {
        self.hold(keys).await;
        self.let_go(keys).await;
    }

    /// Presses one after the other, faster than a hand could.
    pub(crate) async fn press_all(&self, presses: &[&str]) {
        let mut keys = keyboard();
        for codes in presses.iter().map(|keys| codes(keys)) {
            for &value in &codes {
                keys = keys.then(KeyAction::Down { value });
            }
            for &value in codes.iter().rev() {
                keys = keys.then(KeyAction::Up { value });
            }
        }
        self.act(keys.into()).await;
    }

    /// Types a text, key by key.
    pub(crate) async fn write(&self, text: &str) {
        let mut keyboard = keyboard();
        for value in text.chars() {
            keyboard = keyboard
                .then(KeyAction::Down { value })
                .then(KeyAction::Up { value });
        }
        self.act(keyboard.into()).await;
    }

    /// Holds keys until they are let go.
    pub(crate) async fn hold(&self, keys: &str) {
        let keys = codes(keys).into_iter();
        let held = keys.fold(keyboard(), |held, value| {
            held.then(KeyAction::Down { value })
        });
        self.act(held.into()).await;
    }

    /// Lets keys go.
    pub(crate) async fn let_go(&self, keys: &str) {
        let keys = codes(keys).into_iter().rev();
        let free = keys.fold(keyboard(), |free, value| free.then(KeyAction::Up { value }));
        self.act(free.into()).await;
    }

    async fn act(&self, actions: Actions) {
        self.browser.perform_actions(actions).await.unwrap();
    }
}

const DOWN: PointerAction = PointerAction::Down {
    button: MOUSE_BUTTON_LEFT,
};

const UP: PointerAction = PointerAction::Up {
    button: MOUSE_BUTTON_LEFT,
};

fn move_to((x, y): Point) -> PointerAction {
    PointerAction::MoveTo {
        duration: None,
        x,
        y,
    }
}

fn mouse() -> MouseActions {
    MouseActions::new("mouse".to_owned())
}

fn keyboard() -> KeyActions {
    KeyActions::new("keyboard".to_owned())
}

/// The keys of `Control+Shift+z`, as WebDriver names them, in order.
fn codes(keys: &str) -> Vec<char> {
    let names = keys.split('+').filter(|name| !name.is_empty());
    names.map(code).collect()
}

fn code(name: &str) -> char {
    let key = match name {
        "Control" => Key::Control,
        "Shift" => Key::Shift,
        "Alt" => Key::Alt,
        "Enter" => Key::Enter,
        "Escape" => Key::Escape,
        "Tab" => Key::Tab,
        "Space" => Key::Space,
        "Backspace" => Key::Backspace,
        "Delete" => Key::Delete,
        "Home" => Key::Home,
        "End" => Key::End,
        "PageUp" => Key::PageUp,
        "PageDown" => Key::PageDown,
        "ArrowUp" => Key::Up,
        "ArrowDown" => Key::Down,
        "ArrowLeft" => Key::Left,
        "ArrowRight" => Key::Right,
        "F1" => Key::F1,
        "Insert" => Key::Insert,
        "F2" => Key::F2,
        "F5" => Key::F5,
        "F6" => Key::F6,
        "F8" => Key::F8,
        "F10" => Key::F10,
        name => {
            let mut characters = name.chars();
            let character = characters.next().expect("a key has a name");
            assert_eq!(characters.next(), None, "no key is called {name}");
            return character;
        }
    };
    key.chars().next().expect("a key has a code")
}
