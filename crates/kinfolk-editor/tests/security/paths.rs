//! Addresses that would be files, if addresses were paths.

use crate::house::House;

#[test]
fn no_address_leads_to_a_file_on_disk() {
    let house = House::open();
    for (probe, path) in [
        ("climbing out", "/web/../Cargo.toml"),
        ("climbing out from the root", "/../Cargo.toml"),
        ("climbing out, encoded", "/web/%2e%2e%2fCargo.toml"),
        ("climbing out, half encoded", "/web/..%2fCargo.toml"),
        (
            "climbing out, encoded twice",
            "/web/%252e%252e%252fCargo.toml",
        ),
        ("climbing out with a backslash", "/web/..\\Cargo.toml"),
        (
            "climbing out with an encoded backslash",
            "/web/..%5cCargo.toml",
        ),
        ("climbing out past a semicolon", "/web/..;/Cargo.toml"),
        (
            "climbing out in overlong UTF-8",
            "/web/%c0%ae%c0%ae/Cargo.toml",
        ),
        (
            "climbing out in wide letters",
            "/web/%uff0e%uff0e/Cargo.toml",
        ),
        (
            "climbing far out",
            "/web/../../../../../../../../etc/passwd",
        ),
        ("an absolute path", "/web//etc/passwd"),
        ("an absolute path, encoded", "/web/%2fetc%2fpasswd"),
        ("an absolute path at the root", "//etc/passwd"),
        ("a scheme", "/web/file:///etc/passwd"),
        ("a NUL at the end", "/web/index.html%00.png"),
        ("a NUL in between", "/web/..%00/Cargo.toml"),
        ("another case", "/web/INDEX.HTML"),
        ("a folder", "/web/"),
        ("the folder itself", "/web"),
        ("the page, climbing in", "/web/../web/index.html"),
        ("the page, encoded", "/web/index%2ehtml"),
        ("the page with a slash", "/web/index.html/"),
        ("the page without its folder", "/index.html"),
        ("the scene", "/scene.json"),
        ("the scene as a file of the page", "/web/scene.json"),
        ("the scene as an image", "/image/scene.json"),
        ("an image by its path", "/image/../../../etc/passwd"),
        (
            "an image by its encoded path",
            "/image/..%2f..%2fscene.json",
        ),
        ("an image that there is not", "/image/0"),
        ("an image with a number that is none", "/image/-1"),
        (
            "an image with a vast number",
            "/image/99999999999999999999999999",
        ),
        ("an image without a number", "/image/"),
    ] {
        let answer = house.get(path);

        answer.is_a_refusal(probe);
        assert!(
            matches!(answer.status, 400 | 404),
            "{probe}: {}",
            answer.head
        );
        let body = String::from_utf8_lossy(&answer.body);
        for secret in ["[package]", "root:", "entities", "<html"] {
            assert!(!body.contains(secret), "{probe}: {body}");
        }
    }
    house.still_answers();
}

#[test]
fn raw_bytes_in_an_address_are_refused() {
    use std::io::Write as _;

    let house = House::open();
    for (probe, path) in [
        ("a NUL", &b"/web/index.html\0"[..]),
        ("a line feed", b"/web/\nindex.html"),
        (
            "a carriage return that would be a header",
            b"/web/\r\nX: y\r\n",
        ),
        ("what is no UTF-8", b"/web/\xff\xfe"),
        ("overlong UTF-8", b"/web/\xc0\xae\xc0\xae/Cargo.toml"),
    ] {
        let mut stream = house.connect();
        let rest =
            house.filled_in(" HTTP/1.1\nHost: 127.0.0.1:PORT\nCookie: OURS\nConnection: close");
        let request = [b"GET ", path, b" ", rest.as_bytes()].concat();
        stream.write_all(&request).unwrap();

        let answer = crate::house::Answer::read(&mut stream);

        answer.is_a_refusal(probe);
        house.still_answers();
    }
}
