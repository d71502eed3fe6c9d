//! Many at once, and those who do not listen.

use std::io::Write as _;
use std::net::{Ipv4Addr, TcpStream};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::house::{Answer, House};
use crate::page::Page;

#[test]
fn a_thousand_connections_at_once_leave_room_for_the_next() {
    let house = House::open();
    house.grows_at_most(48, "1,000 connections", || {
        let crowd: Vec<TcpStream> = (0..1000)
            .filter_map(|_| TcpStream::connect((Ipv4Addr::LOCALHOST, house.port)).ok())
            .collect();
        for mut stream in &crowd {
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: "); // some are cut off already
        }
        std::thread::sleep(Duration::from_millis(500));
        drop(crowd);
        std::thread::sleep(Duration::from_millis(200));
    });
}

#[test]
fn a_crowd_that_stays_is_sent_away_in_time() {
    let house = House::open();
    let start = Instant::now();
    let crowd: Vec<TcpStream> = (0..400).map(|_| house.connect()).collect();

    let mut answered = false;
    while !answered && start.elapsed() < Duration::from_secs(25) {
        std::thread::sleep(Duration::from_millis(500));
        let mut stream = house.connect();
        let request = "GET / HTTP/1.1\nHost: 127.0.0.1:PORT\nCookie: OURS\nConnection: close";
        let _ = stream.write_all(house.filled_in(request).as_bytes());
        answered = Answer::read(&mut stream).status == 200;
    }

    assert!(answered, "nobody left");
    drop(crowd);
    house.still_answers();
}

#[test]
fn a_page_that_is_open_does_not_notice_a_crowd() {
    let house = House::open();
    let mut page = Page::open(&house).unwrap();
    let crowd: Vec<TcpStream> = (0..400).map(|_| house.connect()).collect();

    page.say("{\"n\":1,\"do\":\"nothing\"}").unwrap();

    assert!(page.reply().is_some());
    drop(crowd);
}

#[test]
fn the_33rd_page_waits_until_another_leaves() {
    let house = House::open();
    let mut pages: Vec<Page> = (0..32).map(|_| Page::open(&house).unwrap()).collect();

    assert_eq!(Page::open(&house).unwrap_err().status, 503);
    assert_eq!(Page::open(&house).unwrap_err().status, 503);
    house.still_answers();

    pages.pop();
    let start = Instant::now();
    while Page::open(&house).is_err() {
        assert!(start.elapsed() < Duration::from_secs(10));
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn pages_that_come_and_go_leave_nothing_behind() {
    let house = House::open();
    house.grows_at_most(16, "500 pages, one after the other", || {
        for _ in 0..500 {
            drop(Page::open(&house));
        }
    });
}

#[test]
fn a_client_that_never_reads_keeps_nobody_waiting() {
    let house = House::open();
    let request = house.filled_in("GET / HTTP/1.1\nHost: 127.0.0.1:PORT\nCookie: OURS");
    house.grows_at_most(32, "a client that never reads", || {
        let mut deaf = house.connect();
        deaf.set_write_timeout(Some(Duration::from_millis(500)))
            .unwrap();
        for _ in 0..100_000 {
            if deaf.write_all(request.as_bytes()).is_err() {
                break;
            }
        }
        let start = Instant::now();
        house.still_answers();
        assert!(start.elapsed() < Duration::from_secs(5));
    });
}

/// A scene whose source is long enough to fill what a system keeps for a socket.
fn large() -> String {
    let entities: Vec<_> = (0..20_000)
        .map(|n| json!({"id": format!("rock{n}"), "transform": {"x": n}}))
        .collect();
    serde_json::to_string_pretty(&json!({ "entities": entities })).unwrap()
}

#[test]
fn a_page_that_never_listens_is_let_go_and_others_do_not_wait_for_it() {
    let house = House::with(&large(), |_| {});
    let mut listening = Page::open(&house).unwrap();
    house.grows_at_most(256, "a page that never listens", || {
        let mut deaf = Page::open(&house).unwrap();
        let source = "{\"n\":1,\"do\":\"source\",\"line\":1,\"lines\":100000}";
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(2) {
            if deaf.say(source).is_err() {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }

        let asked = Instant::now();
        listening
            .say("{\"n\":2,\"do\":\"source\",\"line\":1,\"lines\":1}")
            .unwrap();
        assert!(listening.reply().is_some());
        assert!(
            asked.elapsed() < Duration::from_secs(2),
            "{:?}",
            asked.elapsed()
        );

        while deaf.say("{\"n\":3,\"do\":\"nothing\"}").is_ok() {
            assert!(
                start.elapsed() < Duration::from_secs(30),
                "it is still there"
            );
            std::thread::sleep(Duration::from_millis(100));
        }
    });
}

#[test]
fn a_page_that_lags_behind_is_told_everything_anew() {
    let house = House::open();
    let mut slow = Page::open(&house).unwrap();
    let mut busy = Page::open(&house).unwrap();
    for n in 0..900 {
        let edit = json!({"n": n, "do": "place", "ids": ["ship"], "world": {"x": n}});
        busy.say(&edit.to_string()).unwrap();
        let reply = busy.reply().unwrap();
        assert_eq!(reply["ok"], true, "{reply}");
        std::thread::sleep(Duration::from_millis(2));
    }

    slow.say("{\"n\":1,\"do\":\"inspect\",\"ids\":[\"ship\"]}")
        .unwrap();

    let reply = slow.reply().expect("it is still talked to");
    assert_eq!(reply["entities"][0]["world"]["x"], 899.0, "{reply}");
}
