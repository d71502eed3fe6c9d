//! One request a line: what it says, and what the guard says to it.

use axum::http::HeaderValue;

use super::*;

const TOKEN: &str = "00112233445566778899aabbccddeeff";
const COOKIE_OF_OURS: &str = "cookie: kinfolk-7777=00112233445566778899aabbccddeeff";

fn guard(address: &str) -> Guard {
    Guard::new(address.parse().unwrap(), Token::known(TOKEN))
}

/// What the guard of `address` says to a request, its headers a line each.
fn said(address: &str, request: &str) -> Result<Entry, Refusal> {
    let mut lines = request.lines().map(str::trim);
    let (method, uri) = lines.next().unwrap().split_once(' ').unwrap();
    let mut headers = HeaderMap::new();
    for line in lines {
        let (name, value) = line.split_once(": ").unwrap();
        let name: HeaderName = name.parse().unwrap();
        headers.append(name, HeaderValue::from_bytes(value.as_bytes()).unwrap());
    }
    guard(address).admit(&method.parse().unwrap(), &uri.parse().unwrap(), &headers)
}

fn local(request: &str) -> Result<Entry, Refusal> {
    said("127.0.0.1:7777", request)
}

#[test]
fn the_token_or_the_cookie_lets_in() {
    let with_token = format!("GET /?token={TOKEN}\nhost: 127.0.0.1:7777");
    assert_eq!(local(&with_token), Ok(Entry::Token));

    for host in ["127.0.0.1:7777", "localhost:7777", "[::1]:7777"] {
        for path in ["/", "/web/tree.js", "/image/3", "/nonsense"] {
            let request = format!("GET {path}\nhost: {host}\n{COOKIE_OF_OURS}");
            assert_eq!(local(&request), Ok(Entry::Cookie), "{request}");
        }
        let socket = format!("GET /ws\nhost: {host}\norigin: http://{host}\n{COOKIE_OF_OURS}");
        assert_eq!(local(&socket), Ok(Entry::Cookie));
    }
}

#[test]
fn only_our_own_address_is_ours() {
    for host in [
        "127.0.0.1",
        "127.0.0.1:7778",
        "127.0.0.1:07777",
        "127.0.0.1:7777:7777",
        "127.1:7777",
        "2130706433:7777",
        "0x7f000001:7777",
        "127.0.0.2:7777",
        "[::ffff:127.0.0.1]:7777",
        "LOCALHOST:7777",
        "localhost.:7777",
        "evil.example:7777",
        "127.0.0.1.evil.example:7777",
        "localhost:7777@evil.example",
        "evil.example#localhost:7777",
        " 127.0.0.1:7777",
        ":7777",
        "",
    ] {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_str(host).unwrap());
        let (name, value) = COOKIE_OF_OURS.split_once(": ").unwrap();
        let name: HeaderName = name.parse().unwrap();
        headers.insert(name, HeaderValue::from_static(value));
        let said = guard("127.0.0.1:7777").admit(&Method::GET, &Uri::from_static("/"), &headers);
        assert_eq!(said, Err(Refusal::Host), "{host:?}");
    }
    let none = format!("GET /\n{COOKIE_OF_OURS}");
    assert_eq!(local(&none), Err(Refusal::Host));
    let two = format!("GET /\nhost: 127.0.0.1:7777\nhost: 127.0.0.1:7777\n{COOKIE_OF_OURS}");
    assert_eq!(local(&two), Err(Refusal::Host));
    let proxied = format!("GET http://127.0.0.1:7777/\nhost: 127.0.0.1:7777\n{COOKIE_OF_OURS}");
    assert_eq!(local(&proxied), Err(Refusal::Host));
}

#[test]
fn a_server_elsewhere_is_known_by_its_address_and_never_by_a_name() {
    let asked = |address: &str, host: &str| {
        let port = address.rsplit(':').next().unwrap();
        let request = format!("GET /\nhost: {host}\ncookie: kinfolk-{port}={TOKEN}");
        said(address, &request).is_ok()
    };

    assert!(asked("192.168.1.5:7777", "192.168.1.5:7777"));
    assert!(asked("192.168.1.5:7777", "localhost:7777"));
    assert!(!asked("192.168.1.5:7777", "192.168.1.6:7777"));
    assert!(asked("0.0.0.0:7777", "192.168.1.6:7777"));
    assert!(asked("[::]:7777", "[fe80::1]:7777"));
    assert!(!asked("[::]:7777", "[FE80::1]:7777"));
    assert!(!asked("0.0.0.0:7777", "evil.example:7777"));
    assert!(asked("127.0.0.1:80", "localhost"));
    assert!(asked("127.0.0.1:80", "localhost:80"));
    assert!(!asked("127.0.0.1:80", "evil.example"));
}

#[test]
fn another_origin_is_refused_and_a_socket_needs_one() {
    let asked = |path: &str, origin: &str| {
        let request = format!("GET {path}\nhost: 127.0.0.1:7777\n{COOKIE_OF_OURS}{origin}");
        local(&request)
    };

    for path in ["/", "/ws", "/image/3"] {
        assert_eq!(
            asked(path, "\norigin: http://127.0.0.1:7777"),
            Ok(Entry::Cookie)
        );
        for origin in [
            "null",
            "http://evil.example",
            "http://127.0.0.1",
            "http://127.0.0.1:7778",
            "https://127.0.0.1:7777",
            "http://localhost:7777",
            "http://127.0.0.1:7777/",
            "http://127.0.0.1:7777.evil.example",
            "HTTP://127.0.0.1:7777",
        ] {
            let origin = format!("\norigin: {origin}");
            assert_eq!(asked(path, &origin), Err(Refusal::Origin), "{origin}");
        }
        let two = "\norigin: http://127.0.0.1:7777\norigin: http://127.0.0.1:7777";
        assert_eq!(asked(path, two), Err(Refusal::Origin));
    }
    assert_eq!(asked("/ws", ""), Err(Refusal::Origin));
}

#[test]
fn another_site_is_refused_and_a_person_may_open_the_page() {
    let asked = |line: &str, site: &str| {
        let head = format!("{line}\nhost: 127.0.0.1:7777\n{COOKIE_OF_OURS}");
        local(&format!("{head}\nsec-fetch-site: {site}"))
    };

    assert_eq!(asked("GET /", "none"), Ok(Entry::Cookie));
    assert_eq!(asked("GET /", "same-origin"), Ok(Entry::Cookie));
    assert_eq!(asked("GET /web/a.js", "same-origin"), Ok(Entry::Cookie));
    for (line, site) in [
        ("GET /", "cross-site"),
        ("GET /", "same-site"),
        ("GET /", "none\nsec-fetch-site: none"),
        ("POST /", "none"),
        ("GET /web/a.js", "none"),
        ("GET /web/a.js", "same-site"),
        ("GET /image/1", "cross-site"),
        (&format!("GET /?token={TOKEN}"), "cross-site"),
    ] {
        assert_eq!(asked(line, site), Err(Refusal::Site), "{line} {site}");
    }
}

#[test]
fn no_token_and_no_other_token_lets_in() {
    for request in [
        "GET /",
        "GET /?token=",
        "GET /?token=00112233445566778899aabbccddeefe",
        "GET /?token=00112233445566778899aabbccddeeff0",
        "GET /?token=00112233445566778899aabbccddeeff&x=1",
        "GET /?x=1&token=00112233445566778899aabbccddeeff",
        "GET /web/a.js?token=00112233445566778899aabbccddeeff",
        "POST /?token=00112233445566778899aabbccddeeff",
        "GET /\ncookie: kinfolk-7778=00112233445566778899aabbccddeeff",
        "GET /\ncookie: kinfolk-7777=00112233445566778899aabbccddeefe",
        "GET /\ncookie: kinfolk-7777=",
        "GET /\ncookie: kinfolk-7777",
        "GET /\ncookie: xkinfolk-7777=00112233445566778899aabbccddeeff",
    ] {
        let (first, rest) = request.split_once('\n').unwrap_or((request, ""));
        let request = format!("{first}\nhost: 127.0.0.1:7777\n{rest}");
        assert_eq!(local(request.trim()), Err(Refusal::Token), "{request}");
    }
}

#[test]
fn ours_is_found_among_other_cookies() {
    for cookies in [
        "cookie: a=b; kinfolk-7777=00112233445566778899aabbccddeeff; c=d",
        "cookie: a=b\ncookie: kinfolk-7777=00112233445566778899aabbccddeeff",
        "cookie: kinfolk-7777=tossed; kinfolk-7777=00112233445566778899aabbccddeeff",
    ] {
        let request = format!("GET /\nhost: 127.0.0.1:7777\n{cookies}");
        assert_eq!(local(&request), Ok(Entry::Cookie), "{cookies}");
    }
}
