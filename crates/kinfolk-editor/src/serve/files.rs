//! The page's own files, which are inside the program.
//!
//! A debug build reads them from the folder `web` of the sources, so that a reload shows an edit; a
//! release has them in itself. Either way a file is known by its exact name, and what is not in
//! the list is not looked for.

use std::borrow::Cow;

#[derive(rust_embed::RustEmbed)]
#[folder = "web/"]
struct Web;

/// The bytes of the file with this name, and what they are.
pub(super) fn find(name: &str) -> Option<(Cow<'static, [u8]>, &'static str)> {
    let known = Web::iter().any(|known| known == name);
    let file = known.then(|| Web::get(name)).flatten()?;
    Some((file.data, content_type(name)))
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_there_whatever_the_current_folder_is() {
        let (page, kind) = find("index.html").unwrap();

        assert_eq!(kind, "text/html; charset=utf-8");
        assert!(page.starts_with(b"<!doctype html>"));
    }

    #[test]
    fn only_exact_names_are_files() {
        for name in [
            "",
            ".",
            "/index.html",
            "./index.html",
            "../Cargo.toml",
            "../web/index.html",
            "index.html/",
            "INDEX.HTML",
            "index%2ehtml",
            "index.html\0",
        ] {
            assert!(find(name).is_none(), "{name:?}");
        }
    }

    #[test]
    fn scripts_and_styles_are_what_a_browser_wants_them_to_be() {
        assert_eq!(content_type("tree.js"), "text/javascript; charset=utf-8");
        assert_eq!(content_type("a/look.css"), "text/css; charset=utf-8");
        assert_eq!(content_type("notes"), "application/octet-stream");
    }
}
