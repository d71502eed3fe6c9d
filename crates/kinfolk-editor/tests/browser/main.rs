//! The editor in a real browser, with its mouse and its keyboard.
//!
//! Every test has a server and a Chromium of its own, with a copy of its document; the
//! console must be empty when it ends. Chromium and its driver have to be installed: `cargo xtask test`
//! sees to it.

mod access;
mod dragging;
mod driver;
mod files;
mod forms;
mod history;
mod hostile;
mod input;
mod inspector;
mod keyboard;
mod many;
mod numbers;
mod opening;
mod page;
mod picture;
mod problems;
mod rows;
mod shots;
mod steps;
mod structure;
mod tabs;
mod templates;
mod tools;
mod tree;
