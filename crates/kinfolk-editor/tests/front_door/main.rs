//! The editor without a browser: requests, and what pages are told.

mod checklist;
mod clock;
mod disk;
#[path = "../page/mod.rs"]
mod page;
mod pages;
mod play;
mod templates;
mod viewport;
