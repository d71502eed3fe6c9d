//! Who asks, from where, and whether they know the secret.

use crate::house::House;

/// A sentence, the request, and the status that it gets.
type Probe = (&'static str, &'static str, u16);

#[track_caller]
fn refused(probes: &[Probe]) {
    let house = House::open();
    for &(probe, request, status) in probes {
        let answer = house.ask(request);

        answer.is_a_refusal(probe);
        assert_eq!(answer.status, status, "{probe}: {}", answer.head);
        house.still_answers();
    }
}

#[test]
fn a_request_to_any_other_address_is_refused() {
    refused(&[
        (
            "a foreign host",
            "GET / HTTP/1.1\nHost: example.com\nCookie: OURS",
            403,
        ),
        (
            "a name that was rebound to this machine",
            "GET / HTTP/1.1\nHost: evil.example:PORT\nCookie: OURS",
            403,
        ),
        (
            "a rebound name whose page has a right origin for itself",
            "GET / HTTP/1.1\nHost: evil.example:PORT\nOrigin: http://evil.example:PORT\nCookie: OURS",
            403,
        ),
        (
            "our address without its port",
            "GET / HTTP/1.1\nHost: 127.0.0.1\nCookie: OURS",
            403,
        ),
        (
            "our address with another port",
            "GET / HTTP/1.1\nHost: 127.0.0.1:1\nCookie: OURS",
            403,
        ),
        (
            "two hosts, both ours",
            "GET / HTTP/1.1\nHost: 127.0.0.1:PORT\nHost: 127.0.0.1:PORT\nCookie: OURS",
            403,
        ),
        (
            "two hosts, one of them foreign",
            "GET / HTTP/1.1\nHost: 127.0.0.1:PORT\nHost: evil.example\nCookie: OURS",
            403,
        ),
        ("no host", "GET / HTTP/1.1\nCookie: OURS", 403),
        (
            "no host, as HTTP/1.0 allows",
            "GET / HTTP/1.0\nCookie: OURS",
            403,
        ),
        (
            "a foreign address in the request line, as to a proxy",
            "GET http://evil.example/ HTTP/1.1\nHost: 127.0.0.1:PORT\nCookie: OURS",
            403,
        ),
        (
            "a tunnel",
            "CONNECT evil.example:443 HTTP/1.1\nHost: 127.0.0.1:PORT\nCookie: OURS",
            403,
        ),
        (
            "the token from a rebound name",
            "GET /?token=TOKEN HTTP/1.1\nHost: evil.example:PORT",
            403,
        ),
    ]);
}

#[test]
fn a_request_from_any_other_page_is_refused() {
    refused(&[
        (
            "the null origin of a sandboxed frame",
            "GET /web/index.html HTTP/1.1\nHost: 127.0.0.1:PORT\nOrigin: null\nCookie: OURS",
            403,
        ),
        (
            "a foreign origin",
            "GET / HTTP/1.1\nHost: 127.0.0.1:PORT\nOrigin: https://evil.example\nCookie: OURS",
            403,
        ),
        (
            "another server on this machine",
            "GET / HTTP/1.1\nHost: 127.0.0.1:PORT\nOrigin: http://127.0.0.1:8000\nCookie: OURS",
            403,
        ),
        (
            "our origin over https",
            "GET / HTTP/1.1\nHost: 127.0.0.1:PORT\nOrigin: https://127.0.0.1:PORT\nCookie: OURS",
            403,
        ),
        (
            "our other name",
            "GET / HTTP/1.1\nHost: 127.0.0.1:PORT\nOrigin: http://localhost:PORT\nCookie: OURS",
            403,
        ),
        (
            "a link on another site",
            "GET / HTTP/1.1\nHost: 127.0.0.1:PORT\nSec-Fetch-Site: cross-site\nSec-Fetch-Mode: navigate\nCookie: OURS",
            403,
        ),
        (
            "a link with the token on another site",
            "GET /?token=TOKEN HTTP/1.1\nHost: 127.0.0.1:PORT\nSec-Fetch-Site: cross-site",
            403,
        ),
        (
            "another port of this machine, which counts as the same site",
            "GET / HTTP/1.1\nHost: 127.0.0.1:PORT\nSec-Fetch-Site: same-site\nCookie: OURS",
            403,
        ),
        (
            "a script element on another site",
            "GET /web/index.html HTTP/1.1\nHost: 127.0.0.1:PORT\nSec-Fetch-Site: cross-site\nSec-Fetch-Mode: no-cors\nCookie: OURS",
            403,
        ),
        (
            "an image element on another site",
            "GET /image/0 HTTP/1.1\nHost: 127.0.0.1:PORT\nSec-Fetch-Site: cross-site\nCookie: OURS",
            403,
        ),
    ]);
}

#[test]
fn a_request_without_the_secret_is_refused() {
    refused(&[
        ("no token", "GET / HTTP/1.1\nHost: 127.0.0.1:PORT", 403),
        (
            "a wrong token",
            "GET /?token=00000000000000000000000000000000 HTTP/1.1\nHost: 127.0.0.1:PORT",
            403,
        ),
        (
            "a token of another length",
            "GET /?token=TOKEN0 HTTP/1.1\nHost: 127.0.0.1:PORT",
            403,
        ),
        (
            "an empty token",
            "GET /?token= HTTP/1.1\nHost: 127.0.0.1:PORT",
            403,
        ),
        (
            "the token where it does not belong",
            "GET /web/index.html?token=TOKEN HTTP/1.1\nHost: 127.0.0.1:PORT",
            403,
        ),
        (
            "the cookie of an editor at another port",
            "GET / HTTP/1.1\nHost: 127.0.0.1:PORT\nCookie: kinfolk-1=TOKEN",
            403,
        ),
        (
            "a wrong cookie",
            "GET / HTTP/1.1\nHost: 127.0.0.1:PORT\nCookie: kinfolk-PORT=00000000000000000000000000000000",
            403,
        ),
        (
            "an image without a cookie",
            "GET /image/0 HTTP/1.1\nHost: 127.0.0.1:PORT",
            403,
        ),
    ]);
}

#[test]
fn a_form_on_another_site_can_send_nothing() {
    refused(&[
        (
            "a form of plain text, to the page",
            "POST / HTTP/1.1\nHost: 127.0.0.1:PORT\nOrigin: https://evil.example\nContent-Type: text/plain\nContent-Length: 0\nCookie: OURS",
            403,
        ),
        (
            "a form of plain text, to the socket",
            "POST /ws HTTP/1.1\nHost: 127.0.0.1:PORT\nOrigin: https://evil.example\nContent-Type: text/plain\nContent-Length: 0\nCookie: OURS",
            403,
        ),
        (
            "the same from a browser that sends no origin",
            "POST / HTTP/1.1\nHost: 127.0.0.1:PORT\nContent-Type: text/plain\nContent-Length: 0\nCookie: OURS",
            405,
        ),
        (
            "a question what is allowed",
            "OPTIONS / HTTP/1.1\nHost: 127.0.0.1:PORT\nOrigin: https://evil.example\nAccess-Control-Request-Method: PUT",
            403,
        ),
        (
            "another method from our own page",
            "DELETE /web/index.html HTTP/1.1\nHost: 127.0.0.1:PORT\nOrigin: http://127.0.0.1:PORT\nCookie: OURS",
            405,
        ),
        (
            "a method that nobody knows",
            "BREW / HTTP/1.1\nHost: 127.0.0.1:PORT\nCookie: OURS",
            405,
        ),
    ]);
}

#[test]
fn a_socket_for_any_other_page_is_refused() {
    refused(&[
        (
            "a socket without an origin",
            "GET /ws HTTP/1.1\nHost: 127.0.0.1:PORT\nConnection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\nCookie: OURS",
            403,
        ),
        (
            "a socket for a foreign page",
            "GET /ws HTTP/1.1\nHost: 127.0.0.1:PORT\nOrigin: https://evil.example\nConnection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\nCookie: OURS",
            403,
        ),
        (
            "a socket for a sandboxed frame",
            "GET /ws HTTP/1.1\nHost: 127.0.0.1:PORT\nOrigin: null\nConnection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\nCookie: OURS",
            403,
        ),
        (
            "a socket for a rebound name",
            "GET /ws HTTP/1.1\nHost: evil.example:PORT\nOrigin: http://evil.example:PORT\nConnection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\nCookie: OURS",
            403,
        ),
        (
            "a socket without the cookie",
            "GET /ws HTTP/1.1\nHost: 127.0.0.1:PORT\nOrigin: http://127.0.0.1:PORT\nConnection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            403,
        ),
        (
            "a socket with the token instead of the cookie",
            "GET /ws?token=TOKEN HTTP/1.1\nHost: 127.0.0.1:PORT\nOrigin: http://127.0.0.1:PORT\nConnection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            403,
        ),
        (
            "no socket at all",
            "GET /ws HTTP/1.1\nHost: 127.0.0.1:PORT\nOrigin: http://127.0.0.1:PORT\nCookie: OURS\nConnection: close",
            400,
        ),
    ]);
}

#[test]
fn the_token_becomes_a_cookie_and_leaves_the_address() {
    let house = House::open();

    let answer = house.ask(
        "GET /?token=TOKEN HTTP/1.1\nHost: 127.0.0.1:PORT\nSec-Fetch-Site: none\nConnection: close",
    );

    assert_eq!(answer.status, 303, "{}", answer.head);
    assert_eq!(answer.header("location"), Some("/"));
    let cookie = house.filled_in("OURS; HttpOnly; SameSite=Strict; Path=/");
    assert_eq!(answer.header("set-cookie"), Some(cookie.trim()));
    house.still_answers();
}

#[test]
fn a_refusal_without_the_token_says_what_to_open() {
    let answer = House::open().ask("GET / HTTP/1.1\nHost: 127.0.0.1:PORT");

    assert_eq!(answer.status, 403);
    let body = String::from_utf8(answer.body).unwrap();
    assert_eq!(body, "Open the address that `kinfolk edit` printed.\n");
}

#[test]
fn every_answer_tells_the_browser_what_not_to_allow() {
    let house = House::open();

    for (request, status) in [
        (
            "GET / HTTP/1.1\nHost: 127.0.0.1:PORT\nCookie: OURS\nConnection: close",
            200,
        ),
        (
            "GET /?token=TOKEN HTTP/1.1\nHost: 127.0.0.1:PORT\nConnection: close",
            303,
        ),
        ("GET / HTTP/1.1\nHost: 127.0.0.1:PORT", 403),
        (
            "GET / HTTP/1.1\nHost: evil.example\nOrigin: http://evil.example",
            403,
        ),
        (
            "GET /x HTTP/1.1\nHost: 127.0.0.1:PORT\nCookie: OURS\nConnection: close",
            404,
        ),
        (
            "PUT / HTTP/1.1\nHost: 127.0.0.1:PORT\nCookie: OURS\nConnection: close",
            405,
        ),
    ] {
        let answer = house.ask(request);

        assert_eq!(answer.status, status, "{request}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("cross-origin-resource-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("referrer-policy", "no-referrer"),
            ("cache-control", "no-store"),
            ("x-frame-options", "DENY"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{request}");
        }
        let policy = answer.header("content-security-policy").unwrap();
        for rule in [
            "default-src 'none';",
            "script-src 'self';",
            "style-src 'self';",
            "frame-ancestors 'none';",
            "require-trusted-types-for 'script';",
            "trusted-types 'none'",
        ] {
            assert!(policy.contains(rule), "{policy}");
        }
        assert!(!policy.contains("evil") && !policy.contains("unsafe"));
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
}
