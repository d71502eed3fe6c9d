//! What fingers mean: taps, drags, swipes and pinches.
//!
//! Thresholds are on the screen, where fingers are; gestures are in the world, as the frame's
//! viewport shows it. The main mouse button is a finger too. Time is what the caller says it
//! is, so the same input gives the same gestures.
//!
//! One finger taps or drags. A second one ends that and begins a pinch, which ends as soon as
//! one of the two is gone; further fingers count for nothing, and neither does one that is
//! left over, until another one joins it.

use std::mem;

use glam::Vec2;

use crate::input::Input;
use crate::input_event::InputEvent;
use crate::viewport::Viewport;

/// Something that the player meant; all places and steps are in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Gesture {
    /// A finger was put down and lifted, soon and in place.
    Tap {
        /// Where it was lifted.
        at: Vec2,
    },
    /// A finger began to move. The way so far follows as a first [`DragMoved`](Self::DragMoved).
    DragBegan {
        /// Where it had been put down.
        at: Vec2,
    },
    /// The finger that drags moved on; at most once between other gestures of a frame.
    DragMoved {
        /// Where it is.
        at: Vec2,
        /// How far it came, as this frame's viewport shows it.
        delta: Vec2,
    },
    /// The finger that dragged was lifted, was joined by a second one, or was taken away.
    DragEnded {
        /// Where.
        at: Vec2,
        /// Whether the platform took it away: what was dragged should go back.
        cancelled: bool,
    },
    /// A drag was long, and soon over. Comes after its end.
    Swipe {
        /// Where the finger was put down.
        from: Vec2,
        /// Which way it went, as a unit vector.
        direction: Vec2,
        /// How fast it was on the average, in units a second.
        speed: f32,
    },
    /// A second finger joined the first.
    PinchBegan {
        /// The point between both.
        centre: Vec2,
    },
    /// At least one of the two fingers moved; at most once between other gestures of a frame.
    PinchMoved {
        /// The point between both.
        centre: Vec2,
        /// How far that came.
        delta: Vec2,
        /// How many times as far apart they are: more than 1 spreads.
        scale: f32,
        /// How far they turned around each other, counter-clockwise.
        turn_radians: f32,
    },
    /// One of the two fingers was lifted or taken away.
    PinchEnded {
        /// The point between both.
        centre: Vec2,
        /// Whether the platform took it away.
        cancelled: bool,
    },
}

/// How far and how long makes the difference. A threshold that is not a number is never passed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GestureSettings {
    /// A finger that went further than this from where it was put down drags.
    pub drag_pixels: f32,
    /// A finger that stayed down longer than this does not tap.
    pub tap_secs: f32,
    /// A drag shorter than this, from its beginning to its end, is no swipe.
    pub swipe_pixels: f32,
    /// A drag that took longer than this is no swipe.
    pub swipe_secs: f32,
}

impl Default for GestureSettings {
    fn default() -> Self {
        Self {
            drag_pixels: 8.0,
            tap_secs: 0.3,
            swipe_pixels: 60.0,
            swipe_secs: 0.4,
        }
    }
}

/// Recognises gestures, frame by frame.
///
/// ```
/// use kinfolk_game::{Gesture, Gestures, Input, InputEvent, Viewport};
///
/// let viewport = Viewport::new(800.0, 600.0)?;
/// let (mut input, mut gestures) = (Input::new(), Gestures::default());
/// let at = [100.0, 100.0].into();
///
/// input.begin_frame();
/// input.apply(InputEvent::TouchBegan { id: 0, at });
/// assert_eq!(gestures.frame(&input, &viewport, 0.016), []);
///
/// input.begin_frame();
/// input.apply(InputEvent::TouchEnded { id: 0, at });
/// assert_eq!(
///     gestures.frame(&input, &viewport, 0.016),
///     [Gesture::Tap { at: [100.0, 500.0].into() }]
/// );
/// # Ok::<(), kinfolk_game::ViewportError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Gestures {
    settings: GestureSettings,
    /// In the order in which they were put down.
    fingers: Vec<Finger>,
    pinch: Option<Pinch>,
}

/// All of it on the screen.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Finger {
    id: FingerId,
    began_at: Vec2,
    at: Vec2,
    /// Where it was when it was last told about.
    told_at: Vec2,
    age_secs: f32,
    role: Role,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FingerId {
    Mouse,
    Touch(u64),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Could still tap.
    Resting,
    Dragging,
    /// Pinches, or means nothing.
    Other,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Pinch {
    fingers: [FingerId; 2],
    /// From the one to the other when last told, not counting when they were too close.
    told_spread: Vec2,
}

/// Fingers closer than this have no direction from one to the other, in pixels.
const TOO_CLOSE: f32 = 1.0;

impl Gestures {
    /// Recognises gestures by these thresholds.
    #[must_use]
    pub fn new(settings: GestureSettings) -> Self {
        Self {
            settings,
            ..Self::default()
        }
    }

    /// The gestures of a frame that took `frame_secs`, in the order in which they happened.
    ///
    /// To be called once for each frame of the input. A time that is negative or not finite
    /// is none.
    pub fn frame(&mut self, input: &Input, viewport: &Viewport, frame_secs: f32) -> Vec<Gesture> {
        let frame_secs = Some(frame_secs).filter(|secs| secs.is_finite() && *secs > 0.0);
        let frame_secs = frame_secs.unwrap_or(0.0);
        for finger in &mut self.fingers {
            finger.age_secs += frame_secs;
        }
        let mut telling = Telling {
            gestures: Vec::new(),
            viewport,
            frame_secs,
        };
        let mut mouse = input.mouse_before_events();
        for event in input.events() {
            match *event {
                InputEvent::MouseMoved { at } => {
                    mouse = Some(at);
                    self.shift(FingerId::Mouse, at);
                }
                InputEvent::MousePressed { button: 0 } => {
                    if let Some(at) = mouse {
                        self.put_down(FingerId::Mouse, at, &mut telling);
                    }
                }
                InputEvent::MouseReleased { button: 0 } => {
                    self.lift(FingerId::Mouse, false, &mut telling);
                }
                InputEvent::TouchBegan { id, at } => {
                    self.put_down(FingerId::Touch(id), at, &mut telling);
                }
                InputEvent::TouchMoved { id, at } => self.shift(FingerId::Touch(id), at),
                InputEvent::TouchEnded { id, at } => {
                    self.shift(FingerId::Touch(id), at);
                    self.lift(FingerId::Touch(id), false, &mut telling);
                }
                InputEvent::TouchCancelled { id } => {
                    self.lift(FingerId::Touch(id), true, &mut telling);
                }
                _ => {}
            }
        }
        self.tell_moves(&mut telling);
        telling.gestures
    }

    fn shift(&mut self, id: FingerId, at: Vec2) {
        let mut fingers = self.fingers.iter_mut();
        if let Some(finger) = fingers.find(|finger| finger.id == id) {
            finger.at = at;
        }
    }

    fn put_down(&mut self, id: FingerId, at: Vec2, telling: &mut Telling<'_>) {
        self.lift(id, true, telling); // whose end was never told
        self.tell_moves(telling);
        let others = self.fingers.len();
        let role = match others {
            0 => Role::Resting,
            _ => Role::Other,
        };
        self.fingers.push(Finger {
            id,
            began_at: at,
            at,
            told_at: at,
            age_secs: 0.0,
            role,
        });
        if others == 1 {
            let first = &mut self.fingers[0];
            if mem::replace(&mut first.role, Role::Other) == Role::Dragging {
                telling.drag_ended(first.at, false);
            }
            self.pinch = Some(Pinch {
                fingers: [first.id, id],
                told_spread: at - first.at,
            });
            let centre = telling.in_world(first.at.midpoint(at));
            telling.gestures.push(Gesture::PinchBegan { centre });
        }
    }

    fn lift(&mut self, id: FingerId, cancelled: bool, telling: &mut Telling<'_>) {
        let Some(index) = self.fingers.iter().position(|finger| finger.id == id) else {
            return;
        };
        self.tell_moves(telling);
        if let Some(pinch) = self.pinch
            && pinch.fingers.contains(&id)
        {
            let centre = telling.in_world(self.between(pinch.fingers));
            let ended = Gesture::PinchEnded { centre, cancelled };
            telling.gestures.push(ended);
            self.pinch = None;
        }
        let finger = self.fingers.remove(index);
        match finger.role {
            Role::Resting if !cancelled && finger.age_secs <= self.settings.tap_secs => {
                let at = telling.in_world(finger.at);
                telling.gestures.push(Gesture::Tap { at });
            }
            Role::Dragging => {
                telling.drag_ended(finger.at, cancelled);
                if !cancelled {
                    telling.swipe(&finger, &self.settings);
                }
            }
            Role::Resting | Role::Other => {}
        }
    }

    /// Tells what has moved since it was last told.
    fn tell_moves(&mut self, telling: &mut Telling<'_>) {
        let moved = |finger: &Finger| finger.at - finger.told_at;
        if let Some(pinch) = self.pinch {
            let [first, second] = pinch.fingers.map(|id| self.finger(id));
            if moved(first) != Vec2::ZERO || moved(second) != Vec2::ZERO {
                let centre = telling.in_world(first.at.midpoint(second.at));
                let delta = (moved(first) + moved(second)) / 2.0;
                let spread = second.at - first.at;
                let (scale, turn_on_screen, told_spread) = spread_since(pinch.told_spread, spread);
                telling.gestures.push(Gesture::PinchMoved {
                    centre,
                    delta: telling.viewport.world_vector_from_screen(delta),
                    scale,
                    turn_radians: -turn_on_screen,
                });
                self.pinch = Some(Pinch {
                    told_spread,
                    ..pinch
                });
            }
        }
        for finger in &mut self.fingers {
            let way = finger.at.distance(finger.began_at);
            if finger.role == Role::Resting && way > self.settings.drag_pixels {
                finger.role = Role::Dragging;
                finger.told_at = finger.began_at;
                let at = telling.in_world(finger.began_at);
                telling.gestures.push(Gesture::DragBegan { at });
            }
            let step = finger.at - finger.told_at;
            if finger.role == Role::Dragging && step != Vec2::ZERO {
                telling.gestures.push(Gesture::DragMoved {
                    at: telling.in_world(finger.at),
                    delta: telling.viewport.world_vector_from_screen(step),
                });
            }
            finger.told_at = finger.at;
        }
    }

    fn between(&self, fingers: [FingerId; 2]) -> Vec2 {
        let [first, second] = fingers.map(|id| self.finger(id).at);
        first.midpoint(second)
    }

    fn finger(&self, id: FingerId) -> &Finger {
        let finger = self.fingers.iter().find(|finger| finger.id == id);
        finger.expect("a pinch ends before its fingers are forgotten")
    }
}

/// The gestures of a frame, as they are found.
struct Telling<'a> {
    gestures: Vec<Gesture>,
    viewport: &'a Viewport,
    frame_secs: f32,
}

impl Telling<'_> {
    fn in_world(&self, point_on_screen: Vec2) -> Vec2 {
        self.viewport.world_from_screen(point_on_screen)
    }

    fn drag_ended(&mut self, on_screen: Vec2, cancelled: bool) {
        let at = self.in_world(on_screen);
        self.gestures.push(Gesture::DragEnded { at, cancelled });
    }

    /// Tells a swipe if the drag of this finger was one.
    fn swipe(&mut self, finger: &Finger, settings: &GestureSettings) {
        // What began and ended in one frame took some time, and all of it at most.
        let secs = finger.age_secs.max(self.frame_secs);
        let way = finger.at - finger.began_at;
        let is_swipe = way.length() >= settings.swipe_pixels && secs <= settings.swipe_secs;
        let way_in_world = self.viewport.world_vector_from_screen(way);
        let speed = way_in_world.length() / secs;
        if let Some(direction) = way_in_world.try_normalize()
            && is_swipe
            && speed.is_finite()
        {
            let from = self.in_world(finger.began_at);
            self.gestures.push(Gesture::Swipe {
                from,
                direction,
                speed,
            });
        }
    }
}

/// How much longer a spread became, how far it turned on the screen, and what to compare the
/// next one with.
fn spread_since(before: Vec2, now: Vec2) -> (f32, f32, Vec2) {
    let is_clear = |spread: Vec2| (TOO_CLOSE..f32::INFINITY).contains(&spread.length());
    if !is_clear(now) {
        return (1.0, 0.0, before);
    }
    if !is_clear(before) {
        return (1.0, 0.0, now);
    }
    let turn = libm::atan2f(before.perp_dot(now), before.dot(now));
    (now.length() / before.length(), turn, now)
}
