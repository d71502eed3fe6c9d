//! Messages that make no sense, and pages that say too much.

use std::io::Write as _;
use std::time::{Duration, Instant};

use crate::house::House;
use crate::page::{LAST, Page, opcode};

/// The page is still talked to, and is told that it was refused.
#[track_caller]
fn refuses(page: &mut Page, request: &str) {
    page.say(request).unwrap();
    let reply = page.reply().expect("the page is still talked to");
    assert_eq!(reply["ok"], false, "{reply}");
}

#[test]
fn what_is_no_request_is_refused_and_the_talk_goes_on() {
    let house = House::open();
    let mut page = Page::open(&house).unwrap();

    for request in [
        "",
        "hello",
        "{",
        "[]",
        "7",
        "null",
        "\"\u{0}\"",
        "{}",
        "{\"n\":1}",
        "{\"n\":1,\"do\":\"format the disk\"}",
        "{\"n\":1,\"do\":7}",
        "{\"n\":{},\"do\":\"undo\",\"n\":2}",
        "{\"n\":1,\"do\":\"edit\",\"edits\":[{\"rename\":\"../../etc/passwd\"}]}",
        "{\"n\":1,\"do\":\"move\",\"ids\":[1e999],\"parent\":null}",
        "\u{feff}{}",
    ] {
        refuses(&mut page, request);
    }
    house.still_answers();
}

#[test]
fn json_that_is_a_million_deep_is_refused_without_a_fall() {
    let house = House::open();
    let mut page = Page::open(&house).unwrap();
    let deep = "[".repeat(1_000_000);

    house.grows_at_most(32, "deep JSON", || {
        refuses(&mut page, &deep);
        refuses(&mut page, &"{\"n\":".repeat(200_000));
        refuses(
            &mut page,
            &format!("{{\"n\":1,\"do\":\"paste\",\"text\":{deep}"),
        );
    });
}

#[test]
fn a_fragment_of_a_document_that_is_a_million_deep_is_refused() {
    let house = House::open();
    let mut page = Page::open(&house).unwrap();
    let deep = "[".repeat(1_000_000);

    refuses(
        &mut page,
        &format!(
            "{{\"n\":1,\"do\":\"paste\",\"text\":\"{deep}\",\"parent\":null,\"before\":null}}"
        ),
    );
    house.still_answers();
}

#[test]
fn binary_messages_are_not_understood() {
    let house = House::open();
    let mut page = Page::open(&house).unwrap();

    page.send(LAST | opcode::BINARY, b"{\"n\":1,\"do\":\"undo\"}")
        .unwrap();

    assert_eq!(page.farewell(), Some(1003));
    house.still_answers();
}

#[test]
fn frames_that_break_the_rules_end_the_talk() {
    let house = House::open();
    for (probe, bytes) in [
        (
            "text that is no UTF-8",
            &[0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe][..],
        ),
        ("a frame without a mask", &[0x81, 0x02, b'{', b'}']),
        ("a kind that does not exist", &[0x83, 0x80, 0, 0, 0, 0]),
        ("reserved bits", &[0xf1, 0x80, 0, 0, 0, 0]),
        ("a continuation of nothing", &[0x80, 0x80, 0, 0, 0, 0]),
        ("a ping in pieces", &[0x09, 0x80, 0, 0, 0, 0]),
        (
            "a ping that is too long",
            &[0x89, 0xfe, 0x01, 0x00, 0, 0, 0, 0],
        ),
        ("HTTP", b"GET / HTTP/1.1\r\n\r\n"),
    ] {
        let mut page = Page::open(&house).unwrap();
        page.write_all(bytes).unwrap();
        let _ = page.write_all(&[0; 256]); // enough for any of them to be whole

        assert_ne!(page.farewell(), Some(1000), "{probe}");
        house.still_answers();
    }
}

#[test]
fn a_flood_of_messages_ends_the_talk() {
    let house = House::open();
    for (what, first, payload) in [
        (
            "requests",
            LAST | opcode::TEXT,
            &b"{\"n\":1,\"do\":\"nothing\"}"[..],
        ),
        ("pings", LAST | opcode::PING, b""),
        ("pongs", LAST | opcode::PONG, b"x"),
    ] {
        let page = Page::open(&house).unwrap();
        let (mut ear, mut mouth) = page.split();

        std::thread::scope(|scope| {
            let flood = scope.spawn(move || {
                let start = Instant::now();
                while mouth.send(first, payload).is_ok() {
                    assert!(start.elapsed() < Duration::from_secs(20), "{what}");
                }
            });
            let why = ear.farewell();
            drop(ear);
            assert!(matches!(why, Some(1008) | None), "{what}: {why:?}");
            flood.join().unwrap();
        });
        house.still_answers();
    }
}

#[test]
fn a_drag_at_120_steps_a_second_is_no_flood() {
    let house = House::open();
    let mut page = Page::open(&house).unwrap();
    let start = Instant::now();

    for step in 0..360 {
        page.say(&format!("{{\"n\":{step},\"do\":\"nothing\"}}"))
            .unwrap();
        page.reply().expect("the page is still talked to");
        let next = start + Duration::from_secs(1) * (step + 1) / 120;
        std::thread::sleep(next.saturating_duration_since(Instant::now()));
    }
}
