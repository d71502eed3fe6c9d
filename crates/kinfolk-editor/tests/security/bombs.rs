//! Requests and messages that are meant to fill memory, or to never end.

use std::io::{Read as _, Write as _};
use std::time::{Duration, Instant};

use crate::house::{Answer, House};
use crate::page::{LAST, Page, opcode};

const MIB: usize = 1024 * 1024;

/// Sends the same piece again and again, until so much is sent or nobody listens any more.
fn pour(stream: &mut impl std::io::Write, piece: &[u8], bytes: usize) -> usize {
    let pieces = bytes / piece.len();
    let poured = (0..pieces).take_while(|_| stream.write_all(piece).is_ok());
    poured.count() * piece.len()
}

const HEAD: &str = "GET / HTTP/1.1\nHost: 127.0.0.1:PORT\nCookie: OURS";

/// The head of a request of our own page, without the empty line at its end.
fn open_head(house: &House) -> String {
    let head = house.filled_in(HEAD);
    head.trim_end().to_owned() + "\r\n"
}

#[test]
fn ten_thousand_headers_are_refused() {
    let house = House::open();
    house.grows_at_most(8, "10,000 headers", || {
        let mut stream = house.connect();
        stream.write_all(open_head(&house).as_bytes()).unwrap();
        pour(&mut stream, b"x-header: value\r\n", 10_000 * 17);
        let _ = stream.write_all(b"\r\n"); // it may have heard enough
        Answer::read(&mut stream).is_a_refusal("10,000 headers");
    });
}

#[test]
fn a_few_headers_too_many_are_refused() {
    let house = House::open();
    let headers: String = (0..80).map(|n| format!("\nx-{n}: y")).collect();

    let answer = house.ask(&format!("{HEAD}{headers}"));

    assert_eq!(answer.status, 431, "{}", answer.head);
    house.still_answers();
}

#[test]
fn a_header_of_ten_megabytes_is_refused() {
    let house = House::open();
    house.grows_at_most(8, "a header of 10 MiB", || {
        let mut stream = house.connect();
        let head = open_head(&house) + "x-long: ";
        stream.write_all(head.as_bytes()).unwrap();
        let poured = pour(&mut stream, &[b'x'; 65536], 10 * MIB);
        let _ = stream.write_all(b"\r\n\r\n");
        Answer::read(&mut stream).is_a_refusal("a header of 10 MiB");
        assert!(poured < 10 * MIB, "it was cut off");
    });
}

#[test]
fn an_address_of_ten_megabytes_is_refused() {
    let house = House::open();
    house.grows_at_most(8, "an address of 10 MiB", || {
        let mut stream = house.connect();
        stream.write_all(b"GET /").unwrap();
        pour(&mut stream, &[b'x'; 65536], 10 * MIB);
        Answer::read(&mut stream).is_a_refusal("an address of 10 MiB");
    });
}

#[test]
fn headers_that_never_end_are_cut_off() {
    let house = House::open();
    let mut stream = house.connect();
    stream.write_all(open_head(&house).as_bytes()).unwrap();
    let start = Instant::now();

    let mut trickle = stream.try_clone().unwrap();
    let trickling = std::thread::spawn(move || {
        let drops = 0..300;
        drops
            .take_while(|_| {
                std::thread::sleep(Duration::from_millis(100));
                trickle.write_all(b"x").is_ok()
            })
            .count()
    });
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest); // an answer, an end or a reset: all the same

    let waited = start.elapsed();
    assert!(waited < Duration::from_secs(20), "{waited:?}");
    drop(stream);
    assert!(trickling.join().unwrap() < 300);
    house.still_answers();
}

#[test]
fn a_connection_that_says_nothing_is_closed() {
    let house = House::open();
    let mut stream = house.connect();
    let start = Instant::now();

    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);

    let waited = start.elapsed();
    assert!(waited < Duration::from_secs(20), "{waited:?}");
    house.still_answers();
}

#[test]
fn a_body_that_never_ends_is_not_read() {
    let house = House::open();
    house.grows_at_most(8, "an endless body", || {
        for head in [
            "POST / HTTP/1.1\nHost: 127.0.0.1:PORT\nCookie: OURS\nTransfer-Encoding: chunked",
            "GET / HTTP/1.1\nHost: 127.0.0.1:PORT\nCookie: OURS\nConnection: close\nTransfer-Encoding: chunked",
            "POST / HTTP/1.1\nHost: evil.example\nContent-Length: 99999999999",
        ] {
            let mut stream = house.connect();
            stream.write_all(house.filled_in(head).as_bytes()).unwrap();
            let mut chunk = b"10000\r\n".to_vec();
            chunk.extend([b'x'; 65536]);
            chunk.extend(b"\r\n");
            let poured = pour(&mut stream, &chunk, 256 * MIB);
            assert!(poured < 256 * MIB, "{head}");
        }
    });
}

#[test]
fn smuggled_requests_are_refused() {
    let house = House::open();
    for (probe, request) in [
        (
            "two lengths",
            "POST / HTTP/1.1\nHost: 127.0.0.1:PORT\nCookie: OURS\nContent-Length: 0\nContent-Length: 5",
        ),
        (
            "a length and chunks",
            "POST / HTTP/1.1\nHost: 127.0.0.1:PORT\nCookie: OURS\nContent-Length: 5\nTransfer-Encoding: chunked",
        ),
        (
            "a space before the colon",
            "GET / HTTP/1.1\nHost : 127.0.0.1:PORT\nCookie: OURS",
        ),
        ("another protocol", "PRI * HTTP/2.0\n\nSM"),
        ("no protocol", "hello"),
    ] {
        house.ask(request).is_a_refusal(probe);
        house.still_answers();
    }
}

#[test]
fn a_message_of_64_megabytes_is_refused_unread() {
    let house = House::open();
    house.grows_at_most(24, "a message of 64 MiB", || {
        let mut page = Page::open(&house).unwrap();
        page.begin(LAST | opcode::TEXT, 64 * MIB as u64).unwrap();
        let poured = pour(&mut page, &[b'x'; 65536], 64 * MIB);
        assert!(poured < 64 * MIB, "it was cut off");
        assert!(matches!(page.farewell(), Some(1009) | None));
    });
}

#[test]
fn a_message_that_claims_to_be_endless_is_refused() {
    let house = House::open();
    house.grows_at_most(8, "a message of 2^63 bytes", || {
        for length in [i64::MAX as u64, u64::MAX, 1 << 40, 17 * MIB as u64] {
            let mut page = Page::open(&house).unwrap();
            page.begin(LAST | opcode::TEXT, length).unwrap();
            assert!(matches!(page.farewell(), Some(1009) | None));
        }
    });
}

#[test]
fn a_message_in_endless_pieces_is_refused() {
    let house = House::open();
    house.grows_at_most(64, "a message in endless pieces", || {
        let mut page = Page::open(&house).unwrap();
        page.send(opcode::TEXT, &[b'x'; 65536]).unwrap();
        let pieces = 0..1024;
        let sent = pieces.take_while(|_| page.send(opcode::CONTINUATION, &[b'x'; 65536]).is_ok());
        let sent = sent.count();
        assert!(sent < 1024, "{sent} of 64 KiB were taken");
        assert!(matches!(page.farewell(), Some(1009) | None));
    });
}

#[test]
fn messages_of_16_megabytes_do_not_pile_up() {
    let house = House::open();
    house.grows_at_most(128, "ten messages of 15 MiB", || {
        let mut page = Page::open(&house).unwrap();
        for _ in 0..10 {
            page.begin(LAST | opcode::TEXT, 15 * MIB as u64).unwrap();
            pour(&mut page, &[b' '; 65536], 15 * MIB);
            page.reply().expect("it is long, and not too long");
        }
    });
}
