//! What holds for any input, however hostile.
//!
//! A target is a function from bytes that panics if something does not hold. `cargo xtask fuzz` gives them bytes for as
//! long as one likes (the package `fuzz` is a door to here, no more), and a test gives them what is kept in `fuzz/seeds`.
//! Bytes are read as text, or as choices, one after the other; choices that were made are shown when something breaks.

mod document;
mod editor;
mod edits;
mod forest;
mod game;
mod tscn;
mod zon;

/// The core's naive forest, and bytes as choices.
#[allow(dead_code, reason = "here operations come from bytes, not from chance")]
#[path = "../../kinfolk/tests/model/mod.rs"]
mod model;
/// The editor's naive page.
#[path = "../../kinfolk-editor/tests/page/mod.rs"]
mod page;

pub use document::document;
pub use editor::editor;
pub use edits::edits;
pub use forest::forest;
pub use game::game;
pub use tscn::tscn;
pub use zon::zon;

/// A function that panics if something does not hold.
pub type Target = fn(&[u8]);

/// Every target by name.
pub const TARGETS: [(&str, Target); 7] = [
    ("document", document),
    ("edits", edits),
    ("zon", zon),
    ("tscn", tscn),
    ("forest", forest),
    ("game", game),
    ("editor", editor),
];
