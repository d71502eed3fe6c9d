//! The editor in a real browser, with its mouse and its keyboard.
//!
//! Every test has a server of its own, with a copy of its document, and a Chromium that has
//! forgotten all tests before it; the console must be empty when it ends. Chromium and its driver have to be installed: `cargo xtask test`
//! sees to it.

mod access;
mod dragging;
mod driver;
mod files;
mod forms;
mod gizmo;
mod handles;
mod history;
mod hostile;
mod input;
mod inspector;
mod keyboard;
#[cfg(feature = "inspect")]
mod live;
mod many;
mod newcomer;
mod numbers;
mod opening;
mod overlays;
mod page;
mod picture;
mod play;
mod play_hands;
mod problems;
mod rows;
mod shots;
mod steps;
mod structure;
mod tabs;
mod taking;
mod templates;
mod tools;
mod tree;
mod viewport;
