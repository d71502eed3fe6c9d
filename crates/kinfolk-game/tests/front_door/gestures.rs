//! What fingers mean: told frame by frame, in the world.

use std::f32::consts::FRAC_PI_2;

use glam::Vec2;
use kinfolk_game::{Gesture, GestureSettings, Gestures, Input, InputEvent, Viewport};
use proptest::prelude::*;

const FRAME: f32 = 1.0 / 60.0;

/// A table that fingers are put on: 800 × 600 pixels, two of them a unit, the world's origin in
/// the middle.
struct Table {
    input: Input,
    gestures: Gestures,
    viewport: Viewport,
}

impl Table {
    fn new() -> Self {
        let mut viewport = Viewport::new(800.0, 600.0).unwrap();
        viewport.set_position(Vec2::ZERO).unwrap();
        viewport.set_zoom(2.0).unwrap();
        Self {
            input: Input::new(),
            gestures: Gestures::new(GestureSettings::default()),
            viewport,
        }
    }

    /// One frame, with places as pixels to the right and *up* from the middle: twice the world.
    fn frame<const N: usize>(&mut self, events: [InputEvent; N]) -> Vec<Gesture> {
        self.frame_of(FRAME, events)
    }

    fn frame_of<const N: usize>(&mut self, secs: f32, events: [InputEvent; N]) -> Vec<Gesture> {
        self.input.begin_frame();
        events.into_iter().for_each(|event| self.input.apply(event));
        self.gestures.frame(&self.input, &self.viewport, secs)
    }
}

fn on_screen(x: f32, y: f32) -> Vec2 {
    Vec2::new(400.0 + x, 300.0 - y)
}

fn down(id: u64, x: f32, y: f32) -> InputEvent {
    let at = on_screen(x, y);
    InputEvent::TouchBegan { id, at }
}

fn to(id: u64, x: f32, y: f32) -> InputEvent {
    let at = on_screen(x, y);
    InputEvent::TouchMoved { id, at }
}

fn up(id: u64, x: f32, y: f32) -> InputEvent {
    let at = on_screen(x, y);
    InputEvent::TouchEnded { id, at }
}

const fn gone(id: u64) -> InputEvent {
    InputEvent::TouchCancelled { id }
}

fn tap(x: f32, y: f32) -> Gesture {
    let at = Vec2::new(x, y);
    Gesture::Tap { at }
}

fn drag_began(x: f32, y: f32) -> Gesture {
    let at = Vec2::new(x, y);
    Gesture::DragBegan { at }
}

fn drag_moved(at: [f32; 2], delta: [f32; 2]) -> Gesture {
    Gesture::DragMoved {
        at: at.into(),
        delta: delta.into(),
    }
}

fn drag_ended(x: f32, y: f32, cancelled: bool) -> Gesture {
    let at = Vec2::new(x, y);
    Gesture::DragEnded { at, cancelled }
}

fn pinch_began(x: f32, y: f32) -> Gesture {
    let centre = Vec2::new(x, y);
    Gesture::PinchBegan { centre }
}

fn pinch_ended(x: f32, y: f32, cancelled: bool) -> Gesture {
    let centre = Vec2::new(x, y);
    Gesture::PinchEnded { centre, cancelled }
}

#[test]
fn a_short_touch_in_place_is_a_tap() {
    let mut table = Table::new();

    assert_eq!(table.frame([down(1, 10.0, 20.0)]), []);
    assert_eq!(table.frame([to(1, 12.0, 22.0)]), []);
    assert_eq!(table.frame([up(1, 12.0, 22.0)]), [tap(6.0, 11.0)]);
}

#[test]
fn a_touch_that_begins_and_ends_in_one_frame_is_a_tap() {
    let mut table = Table::new();

    let gestures = table.frame([down(1, 0.0, 0.0), up(1, 2.0, 0.0), down(1, 8.0, 8.0)]);

    assert_eq!(gestures, [tap(1.0, 0.0)]);
    assert_eq!(table.frame([up(1, 8.0, 8.0)]), [tap(4.0, 4.0)]);
}

#[test]
fn a_touch_that_rests_too_long_or_is_taken_away_is_nothing() {
    let mut table = Table::new();

    table.frame([down(1, 0.0, 0.0)]);
    assert_eq!(table.frame_of(0.5, [up(1, 0.0, 0.0)]), []);
    assert_eq!(table.frame([down(1, 0.0, 0.0), gone(1)]), []);
}

#[test]
fn a_drag_tells_all_of_its_way() {
    let mut table = Table::new();

    table.frame([down(1, 0.0, 0.0)]);
    assert_eq!(table.frame([to(1, 6.0, 0.0)]), [], "not far enough yet");
    assert_eq!(
        table.frame([to(1, 8.0, 4.0), to(1, 10.0, 4.0)]),
        [drag_began(0.0, 0.0), drag_moved([5.0, 2.0], [5.0, 2.0])]
    );
    assert_eq!(table.frame([]), []);
    assert_eq!(
        table.frame([to(1, 0.0, 0.0)]),
        [drag_moved([0.0, 0.0], [-5.0, -2.0])],
        "it drags on, also where it began"
    );
    assert_eq!(
        table.frame([up(1, 2.0, 0.0)]),
        [
            drag_moved([1.0, 0.0], [1.0, 0.0]),
            drag_ended(1.0, 0.0, false)
        ]
    );
}

#[test]
fn a_drag_that_is_taken_away_says_so_and_is_no_swipe() {
    let mut table = Table::new();

    table.frame([down(1, 0.0, 0.0), to(1, 200.0, 0.0)]);

    assert_eq!(table.frame([gone(1)]), [drag_ended(100.0, 0.0, true)]);
}

#[test]
fn a_drag_keeps_its_place_under_the_finger_when_the_camera_follows() {
    let mut table = Table::new();
    table.frame([down(1, 0.0, 0.0), to(1, 20.0, 0.0)]);
    table.viewport.pan(Vec2::new(20.0, 0.0)).unwrap();

    let gestures = table.frame([to(1, 30.0, 0.0)]);

    assert_eq!(gestures, [drag_moved([5.0, 0.0], [5.0, 0.0])]);
}

#[test]
fn a_long_quick_drag_is_a_swipe() {
    let mut table = Table::new();
    let swipe = |gestures: &[Gesture]| match gestures.last() {
        Some(&Gesture::Swipe {
            direction, speed, ..
        }) => Some((direction, speed)),
        _ => None,
    };

    table.frame([down(1, 0.0, 0.0)]);
    table.frame_of(0.1, [to(1, 0.0, 50.0)]);
    let (direction, speed) = swipe(&table.frame_of(0.1, [up(1, 0.0, 100.0)])).unwrap();
    assert!(direction.distance(Vec2::Y) < 1e-6, "up is up: {direction}");
    assert!((speed - 250.0).abs() < 1e-2, "{speed}");

    table.frame([down(1, 0.0, 0.0)]);
    assert_eq!(
        swipe(&table.frame_of(0.5, [up(1, 0.0, 100.0)])),
        None,
        "slow"
    );
    table.frame([down(1, 0.0, 0.0)]);
    assert_eq!(swipe(&table.frame([up(1, 0.0, 50.0)])), None, "short");

    let in_one_frame = table.frame_of(0.1, [down(1, 0.0, 0.0), up(1, 100.0, 0.0)]);
    assert_eq!(swipe(&in_one_frame), Some((Vec2::X, 500.0)));
    let in_no_time = table.frame_of(0.0, [down(1, 0.0, 0.0), up(1, 100.0, 0.0)]);
    assert_eq!(swipe(&in_no_time), None);
}

#[test]
fn two_fingers_pinch() {
    let mut table = Table::new();

    table.frame([down(1, 0.0, 0.0)]);
    assert_eq!(table.frame([down(2, 40.0, 0.0)]), [pinch_began(10.0, 0.0)]);

    // The second one goes a quarter turn to the left around the first, and twice as far out.
    let gestures = table.frame([to(2, 0.0, 80.0)]);
    let [
        Gesture::PinchMoved {
            centre,
            delta,
            scale,
            turn_radians,
        },
    ] = gestures[..]
    else {
        panic!("{gestures:?}");
    };
    assert_eq!(centre.to_array(), [0.0, 20.0]);
    assert_eq!(delta.to_array(), [-10.0, 20.0]);
    assert_eq!(scale, 2.0);
    assert!((turn_radians - FRAC_PI_2).abs() < 1e-6);

    assert_eq!(
        table.frame([up(1, 0.0, 0.0)]),
        [pinch_ended(0.0, 20.0, false)]
    );
    let rest = table.frame([to(2, 300.0, 0.0), up(2, 300.0, 0.0)]);
    assert_eq!(rest, [], "the finger that is left means nothing");
}

#[test]
fn fingers_that_meet_pinch_on_when_they_part() {
    let mut table = Table::new();
    table.frame([down(1, 0.0, 0.0), down(2, 10.0, 0.0)]);

    let scale = |gestures: Vec<Gesture>| match gestures[..] {
        [Gesture::PinchMoved { scale, .. }] => scale,
        _ => panic!("{gestures:?}"),
    };

    assert_eq!(scale(table.frame([to(2, 0.0, 0.0)])), 1.0);
    assert_eq!(scale(table.frame([to(2, 20.0, 0.0)])), 2.0);
}

#[test]
fn a_second_finger_ends_a_drag_and_a_third_one_is_nothing() {
    let mut table = Table::new();
    table.frame([down(1, 0.0, 0.0), to(1, 20.0, 0.0)]);

    let joined = table.frame([down(2, 40.0, 0.0)]);
    assert_eq!(
        joined,
        [drag_ended(10.0, 0.0, false), pinch_began(15.0, 0.0)]
    );

    assert_eq!(table.frame([down(3, 0.0, 90.0), to(3, 90.0, 90.0)]), []);
    assert_eq!(table.frame([gone(2)]), [pinch_ended(15.0, 0.0, true)]);
    assert_eq!(table.frame([to(3, 0.0, 0.0), up(3, 0.0, 0.0)]), []);
    assert_eq!(table.frame([down(2, 40.0, 0.0)]), [pinch_began(15.0, 0.0)]);
}

#[test]
fn the_main_mouse_button_is_a_finger() {
    let mut table = Table::new();
    let at = on_screen(10.0, 10.0);
    let press = |button| InputEvent::MousePressed { button };
    let release = |button| InputEvent::MouseReleased { button };

    assert_eq!(
        table.frame([press(0), release(0)]),
        [],
        "nobody knows where"
    );
    table.frame([InputEvent::MouseMoved { at }]);
    assert_eq!(table.frame([press(1), release(1)]), []);
    assert_eq!(table.frame([press(0), release(0)]), [tap(5.0, 5.0)]);

    table.frame([press(0)]);
    let at = on_screen(30.0, 10.0);
    assert_eq!(
        table.frame([InputEvent::MouseMoved { at }]),
        [drag_began(5.0, 5.0), drag_moved([15.0, 5.0], [10.0, 0.0])]
    );
}

#[test]
fn a_touch_that_begins_again_is_a_new_one() {
    let mut table = Table::new();
    table.frame([down(1, 0.0, 0.0), to(1, 20.0, 0.0)]);

    let gestures = table.frame([down(1, 100.0, 0.0)]);

    assert_eq!(gestures, [drag_ended(10.0, 0.0, true)]);
    assert_eq!(table.frame([up(1, 100.0, 0.0)]), [tap(50.0, 0.0)]);
}

#[test]
fn places_that_are_no_numbers_are_passed_over() {
    let mut table = Table::new();

    table.frame([down(1, 0.0, 0.0), to(1, f32::NAN, 0.0)]);
    assert_eq!(
        table.frame_of(f32::NAN, [up(1, f32::NAN, 0.0)]),
        [tap(0.0, 0.0)]
    );
}

proptest! {
    /// Whatever happens: what begins ends before the next one begins, the steps of a drag add
    /// up to its way, and all numbers are finite.
    #[test]
    fn gestures_make_sense(
        steps in prop::collection::vec((0..4_u8, 0..4_u64, -300..300_i16, -300..300_i16), 0..60),
    ) {
        let mut table = Table::new();
        let mut open = None;
        for (what, id, x, y) in steps {
            let (x, y) = (f32::from(x), f32::from(y));
            let event = match what {
                0 => down(id, x, y),
                1 => to(id, x, y),
                2 => up(id, x, y),
                _ => gone(id),
            };
            for gesture in table.frame([event]) {
                open = match (gesture, open) {
                    (Gesture::Tap { .. } | Gesture::Swipe { .. }, None) => None,
                    (Gesture::DragBegan { at }, None) => Some(Some(at)),
                    (Gesture::DragMoved { at, delta }, Some(Some(before))) => {
                        prop_assert!((before + delta).distance(at) < 1e-2);
                        Some(Some(at))
                    }
                    (Gesture::DragEnded { at, .. }, Some(Some(before))) => {
                        prop_assert!(before.distance(at) < 1e-2);
                        None
                    }
                    (Gesture::PinchBegan { .. }, None) => Some(None),
                    (Gesture::PinchMoved { scale, turn_radians, .. }, Some(None)) => {
                        prop_assert!(scale > 0.0 && scale.is_finite() && turn_radians.is_finite());
                        Some(None)
                    }
                    (Gesture::PinchEnded { .. }, Some(None)) => None,
                    (gesture, open) => {
                        return Err(TestCaseError::fail(format!("{gesture:?} in {open:?}")));
                    }
                };
            }
        }
    }
}
