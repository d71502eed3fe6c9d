//! One frame of input: what is down, what changed, where it is, and that a trace replays.

use glam::Vec2;
use kinfolk_game::{Input, InputEvent, TouchPhase, Viewport};
use proptest::prelude::*;

fn began(id: u64, x: f32, y: f32) -> InputEvent {
    let at = Vec2::new(x, y);
    InputEvent::TouchBegan { id, at }
}

fn moved(id: u64, x: f32, y: f32) -> InputEvent {
    let at = Vec2::new(x, y);
    InputEvent::TouchMoved { id, at }
}

fn ended(id: u64, x: f32, y: f32) -> InputEvent {
    let at = Vec2::new(x, y);
    InputEvent::TouchEnded { id, at }
}

fn key_pressed(key: &str) -> InputEvent {
    InputEvent::KeyPressed { key: key.into() }
}

fn key_released(key: &str) -> InputEvent {
    InputEvent::KeyReleased { key: key.into() }
}

/// One more frame with these events.
fn frame<const N: usize>(input: &mut Input, events: [InputEvent; N]) {
    input.begin_frame();
    events.into_iter().for_each(|event| input.apply(event));
}

fn phases(input: &Input) -> Vec<(u64, TouchPhase)> {
    let touches = input.touches().iter();
    touches.map(|touch| (touch.id, touch.phase)).collect()
}

#[test]
fn a_key_is_pressed_for_one_frame_and_down_until_released() {
    let mut input = Input::new();

    frame(&mut input, [key_pressed("a"), key_pressed("a")]);
    assert!(input.is_key_pressed("a") && input.is_key_down("a"));
    assert_eq!(input.events().len(), 1, "repeats do not count");

    frame(&mut input, [key_pressed("a"), key_pressed("ShiftLeft")]);
    assert!(!input.is_key_pressed("a") && input.is_key_down("a"));
    assert!(input.keys_down().eq(["ShiftLeft", "a"]));

    frame(&mut input, [key_released("a"), key_released("b")]);
    assert!(input.is_key_released("a") && !input.is_key_down("a"));
    assert!(!input.is_key_released("b"));
}

#[test]
fn a_quick_click_is_pressed_and_released_in_one_frame() {
    let mut input = Input::new();

    frame(
        &mut input,
        [
            InputEvent::MousePressed { button: 2 },
            InputEvent::MouseReleased { button: 2 },
        ],
    );

    assert!(input.is_button_pressed(2) && input.is_button_released(2));
    assert!(!input.is_button_down(2) && !input.is_button_pressed(0));
}

#[test]
fn the_mouse_is_on_the_screen_and_in_the_world() {
    let mut viewport = Viewport::new(800.0, 600.0).unwrap();
    viewport.set_position(Vec2::ZERO).unwrap();
    viewport.set_zoom(10.0).unwrap();
    let mut input = Input::new();
    assert_eq!(input.mouse_in_world(&viewport), None);

    let at = Vec2::new(500.0, 250.0);
    frame(&mut input, [InputEvent::MouseMoved { at }]);

    assert_eq!(input.mouse_on_screen(), Some(at));
    assert_eq!(input.mouse_in_world(&viewport), Some(Vec2::new(10.0, 5.0)));
}

#[test]
fn a_touch_lives_from_its_beginning_to_the_frame_of_its_end() {
    use TouchPhase::{Began, Ended, Moved, Still};
    let viewport = Viewport::new(800.0, 600.0).unwrap();
    let mut input = Input::new();

    frame(
        &mut input,
        [began(7, 1.0, 1.0), moved(7, 2.0, 2.0), began(3, 9.0, 9.0)],
    );
    assert_eq!(phases(&input), [(7, Began), (3, Began)]);

    frame(&mut input, [moved(3, 5.0, 10.0)]);
    assert_eq!(phases(&input), [(7, Still), (3, Moved)]);
    let in_world = input.touch_in_world(3, &viewport);
    assert_eq!(in_world, Some(Vec2::new(5.0, 590.0)));

    frame(&mut input, [ended(7, 4.0, 4.0)]);
    assert_eq!(phases(&input), [(7, Ended), (3, Still)]);
    assert_eq!(input.touch_on_screen(7), Some(Vec2::new(4.0, 4.0)));

    frame(&mut input, [InputEvent::TouchCancelled { id: 3 }]);
    assert_eq!(phases(&input), [(3, TouchPhase::Cancelled)]);

    frame(&mut input, []);
    assert_eq!(phases(&input), []);
}

#[test]
fn what_makes_no_sense_counts_for_nothing() {
    let nan = f32::NAN;
    let mut input = Input::new();

    frame(
        &mut input,
        [
            InputEvent::MouseMoved { at: Vec2::NAN },
            InputEvent::MouseReleased { button: 0 },
            began(1, nan, 0.0),
            moved(1, 5.0, 5.0),
            ended(2, 5.0, 5.0),
            began(3, 1.0, 2.0),
            moved(3, f32::INFINITY, 0.0),
        ],
    );
    assert_eq!(input.events(), [began(3, 1.0, 2.0)]);
    assert_eq!(input.mouse_on_screen(), None);

    frame(&mut input, [ended(3, nan, nan)]);
    assert_eq!(input.events(), [ended(3, 1.0, 2.0)], "it ends where it was");
}

#[test]
fn a_line_says_what_is_wrong_with_it() {
    let wrong = |line: &str| line.parse::<InputEvent>().unwrap_err().to_string();

    assert_eq!(wrong("7"), "\"type\" should be a string, not missing");
    assert_eq!(
        wrong(r#"{ "type": "sneezed" }"#),
        "no input event has the type \"sneezed\""
    );
    assert_eq!(
        wrong(r#"{ "type": "mousePressed", "button": 256 }"#),
        "\"button\" should be a whole number from 0 to 255, not a number"
    );
    assert_eq!(
        wrong(r#"{ "type": "touchMoved", "id": "1", "x": 0, "y": 0 }"#),
        "\"id\" should be a whole number from 0 on, not a string"
    );
    assert_eq!(
        wrong(r#"{ "type": "mouseMoved", "x": 0 }"#),
        "\"y\" should be a number, not missing"
    );
    assert!("{".parse::<InputEvent>().is_err());
}

fn any_place() -> impl Strategy<Value = Vec2> {
    let number = prop_oneof![-5000.0..5000.0_f32, any::<f32>()];
    (number.clone(), number).prop_map(Vec2::from)
}

fn any_event() -> impl Strategy<Value = InputEvent> {
    let id = || prop_oneof![0..4_u64, any::<u64>()];
    let button = || prop_oneof![0..3_u8, any::<u8>()];
    let key = || prop_oneof!["[ab]", ".{0,150}"];
    prop_oneof![
        any_place().prop_map(|at| InputEvent::MouseMoved { at }),
        button().prop_map(|button| InputEvent::MousePressed { button }),
        button().prop_map(|button| InputEvent::MouseReleased { button }),
        (id(), any_place()).prop_map(|(id, at)| InputEvent::TouchBegan { id, at }),
        (id(), any_place()).prop_map(|(id, at)| InputEvent::TouchMoved { id, at }),
        (id(), any_place()).prop_map(|(id, at)| InputEvent::TouchEnded { id, at }),
        id().prop_map(|id| InputEvent::TouchCancelled { id }),
        key().prop_map(|key| InputEvent::KeyPressed { key }),
        key().prop_map(|key| InputEvent::KeyReleased { key }),
    ]
}

proptest! {
    #[test]
    fn a_trace_replays_to_the_same_frames(
        frames in prop::collection::vec(prop::collection::vec(any_event(), 0..12), 1..6),
    ) {
        let (mut live, mut replayed) = (Input::new(), Input::new());
        for events in frames {
            live.begin_frame();
            replayed.begin_frame();
            for event in events {
                let line = event.to_string();
                prop_assert!(!line.contains('\n'), "{}", line);
                replayed.apply(line.parse().unwrap());
                prop_assert_eq!(
                    InputEvent::from_json(&event.to_json()).unwrap().to_string(),
                    line
                );
                live.apply(event);
            }
            prop_assert_eq!(&live, &replayed);
        }
    }
}
