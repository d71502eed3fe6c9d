//! What our documents say, for the checks that hold them true.
//!
//! A [`Document`] is one Markdown file: its blocks of code, its spans of code, its links and the anchors
//! that links can lead to. [`commands`] are what it tells people to type. Nothing is judged here: `cargo xtask
//! test` looks up links and what `cargo` is called with, and the tests of `kinfolk-cli` run the program.

mod command;
mod document;
mod folder;

/// The README's example is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// So is that of the guide for those who come from elsewhere.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/migration.md")]
struct Migration;

pub use command::{Command, commands};
pub use document::{Block, Document, Link, Span};
pub use folder::{documents, guides};
