//! What the player does: one frame of mouse, touches and keys.
//!
//! Input arrives as [`InputEvent`]s and is kept as the platform tells it: on the screen, in
//! pixels, y down. Whoever wants to know where that is in the world asks with a [`Viewport`].
//! Nothing here reads a device or a clock, so a trace of events replays to the same frames.

use std::collections::BTreeSet;

use glam::Vec2;

use crate::input_event::InputEvent;
use crate::viewport::Viewport;

/// The state of all devices in this frame, and what changed in it.
///
/// Call [`begin_frame`](Self::begin_frame), then [`apply`](Self::apply) what happened, then ask.
///
/// ```
/// use kinfolk_game::{Input, InputEvent, Viewport};
///
/// let viewport = Viewport::new(800.0, 600.0)?;
/// let mut input = Input::new();
///
/// input.begin_frame();
/// input.apply(InputEvent::MouseMoved { at: [100.0, 20.0].into() });
/// input.apply(InputEvent::KeyPressed { key: "Space".to_owned() });
///
/// assert!(input.is_key_pressed("Space"));
/// assert_eq!(input.mouse_on_screen().unwrap().to_array(), [100.0, 20.0]);
/// assert_eq!(input.mouse_in_world(&viewport).unwrap().to_array(), [100.0, 580.0]);
///
/// input.begin_frame();
/// assert!(input.is_key_down("Space") && !input.is_key_pressed("Space"));
/// # Ok::<(), kinfolk_game::ViewportError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Input {
    mouse: Option<Vec2>,
    mouse_before: Option<Vec2>,
    buttons: Switches<u8>,
    keys: Switches<String>,
    /// Ordered by when they began.
    touches: Vec<Touch>,
    events: Vec<InputEvent>,
}

/// One finger on the screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Touch {
    /// What the platform calls it, from its beginning to its end.
    pub id: u64,
    /// Where it is, or was last; in pixels, y down.
    pub on_screen: Vec2,
    /// What it did in this frame.
    pub phase: TouchPhase,
}

/// What a touch did in a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TouchPhase {
    /// It is new.
    Began,
    /// It is elsewhere than in the last frame.
    Moved,
    /// It is where it was.
    Still,
    /// The finger was lifted; the next frame does not know it.
    Ended,
    /// The platform took it away; the next frame does not know it.
    Cancelled,
}

impl Touch {
    /// Whether the finger is on the screen.
    #[must_use]
    pub const fn is_down(&self) -> bool {
        !matches!(self.phase, TouchPhase::Ended | TouchPhase::Cancelled)
    }
}

impl Input {
    /// No mouse yet, and nothing is pressed.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts a frame: nothing has been pressed, released or moved in it so far.
    pub fn begin_frame(&mut self) {
        self.mouse_before = self.mouse;
        self.buttons.begin_frame();
        self.keys.begin_frame();
        self.touches.retain(Touch::is_down);
        for touch in &mut self.touches {
            touch.phase = TouchPhase::Still;
        }
        self.events.clear();
    }

    /// Takes in what happened.
    ///
    /// Nothing goes wrong: a place that is not finite is as good as none (a touch that ends
    /// there ends where it was); pressing what is down, releasing what is not, and touches
    /// that never began count for nothing.
    pub fn apply(&mut self, event: InputEvent) {
        if let Some(event) = self.take_in(event) {
            self.events.push(event);
        }
    }

    /// What counted in this frame, in the order in which it happened.
    #[must_use]
    pub fn events(&self) -> &[InputEvent] {
        &self.events
    }

    /// Where the mouse is, in pixels, y down; `None` until it has been seen.
    #[must_use]
    pub const fn mouse_on_screen(&self) -> Option<Vec2> {
        self.mouse
    }

    /// Where in the world the mouse is.
    #[must_use]
    pub fn mouse_in_world(&self, viewport: &Viewport) -> Option<Vec2> {
        Some(viewport.world_from_screen(self.mouse?))
    }

    /// Whether this mouse button is down; 0 is the main one.
    #[must_use]
    pub fn is_button_down(&self, button: u8) -> bool {
        self.buttons.down.contains(&button)
    }

    /// Whether this mouse button was pressed in this frame.
    #[must_use]
    pub fn is_button_pressed(&self, button: u8) -> bool {
        self.buttons.pressed.contains(&button)
    }

    /// Whether this mouse button was released in this frame.
    #[must_use]
    pub fn is_button_released(&self, button: u8) -> bool {
        self.buttons.released.contains(&button)
    }

    /// Whether this key is down.
    #[must_use]
    pub fn is_key_down(&self, key: &str) -> bool {
        self.keys.down.contains(key)
    }

    /// Whether this key was pressed in this frame; a key that repeats is not.
    #[must_use]
    pub fn is_key_pressed(&self, key: &str) -> bool {
        self.keys.pressed.contains(key)
    }

    /// Whether this key was released in this frame.
    #[must_use]
    pub fn is_key_released(&self, key: &str) -> bool {
        self.keys.released.contains(key)
    }

    /// The keys that are down, in alphabetical order.
    pub fn keys_down(&self) -> impl Iterator<Item = &str> {
        self.keys.down.iter().map(String::as_str)
    }

    /// The touches of this frame, those that ended in it included, in the order in which they
    /// began.
    #[must_use]
    pub fn touches(&self) -> &[Touch] {
        &self.touches
    }

    /// Where a touch is, in pixels, y down; `None` if this frame does not know it.
    #[must_use]
    pub fn touch_on_screen(&self, id: u64) -> Option<Vec2> {
        let touch = self.touches.iter().find(|touch| touch.id == id)?;
        Some(touch.on_screen)
    }

    /// Where in the world a touch is.
    #[must_use]
    pub fn touch_in_world(&self, id: u64, viewport: &Viewport) -> Option<Vec2> {
        Some(viewport.world_from_screen(self.touch_on_screen(id)?))
    }

    /// Where the mouse was when the frame began.
    pub(crate) const fn mouse_before_events(&self) -> Option<Vec2> {
        self.mouse_before
    }

    /// The event as it counts, if it does.
    fn take_in(&mut self, event: InputEvent) -> Option<InputEvent> {
        match &event {
            InputEvent::MouseMoved { at } => {
                self.mouse = Some(finite(*at)?);
                Some(event)
            }
            InputEvent::MousePressed { button } => self.buttons.press(button).then_some(event),
            InputEvent::MouseReleased { button } => self.buttons.release(button).then_some(event),
            InputEvent::KeyPressed { key } => self.keys.press(key).then_some(event),
            InputEvent::KeyReleased { key } => self.keys.release(key).then_some(event),
            &InputEvent::TouchBegan { id, at } => {
                let on_screen = finite(at)?;
                self.touches.retain(|touch| touch.id != id);
                self.touches.push(Touch {
                    id,
                    on_screen,
                    phase: TouchPhase::Began,
                });
                Some(event)
            }
            &InputEvent::TouchMoved { id, at } => {
                let at = finite(at)?;
                let touch = self.touch_down(id)?;
                touch.on_screen = at;
                if touch.phase != TouchPhase::Began {
                    touch.phase = TouchPhase::Moved;
                }
                Some(event)
            }
            &InputEvent::TouchEnded { id, at } => {
                let touch = self.touch_down(id)?;
                let at = finite(at).unwrap_or(touch.on_screen);
                touch.on_screen = at;
                touch.phase = TouchPhase::Ended;
                Some(InputEvent::TouchEnded { id, at })
            }
            &InputEvent::TouchCancelled { id } => {
                self.touch_down(id)?.phase = TouchPhase::Cancelled;
                Some(event)
            }
        }
    }

    fn touch_down(&mut self, id: u64) -> Option<&mut Touch> {
        let mut touches = self.touches.iter_mut();
        touches.find(|touch| touch.id == id && touch.is_down())
    }
}

/// Things that can be held down.
#[derive(Debug, Clone, Default, PartialEq)]
struct Switches<T> {
    down: BTreeSet<T>,
    pressed: BTreeSet<T>,
    released: BTreeSet<T>,
}

impl<T: Ord + Clone> Switches<T> {
    fn begin_frame(&mut self) {
        self.pressed.clear();
        self.released.clear();
    }

    /// Says whether it was up.
    fn press(&mut self, switch: &T) -> bool {
        let was_up = self.down.insert(switch.clone());
        if was_up {
            self.pressed.insert(switch.clone());
        }
        was_up
    }

    /// Says whether it was down.
    fn release(&mut self, switch: &T) -> bool {
        let was_down = self.down.remove(switch);
        if was_down {
            self.released.insert(switch.clone());
        }
        was_down
    }
}

fn finite(point: Vec2) -> Option<Vec2> {
    point.is_finite().then_some(point)
}
