//! A document under edit, its history and what lives of it.

/// A document under edit.
#[derive(Debug, Default)]
pub struct Session {}
