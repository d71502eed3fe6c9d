//! The editor in a real browser, with its mouse and its keyboard.
//!
//! Every test has a server and a Chromium of its own, with a copy of its document; the
//! console must be empty when it ends. Chromium and its driver have to be installed: `cargo xtask test`
//! sees to it.

mod driver;
mod input;
mod opening;
mod page;
mod tools;
