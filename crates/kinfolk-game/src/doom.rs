//! Entities that are marked for destruction: they are still there until the frame ends.

use kinfolk_scene::Text;

/// How an entity that is marked goes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Doom {
    /// What to show: `"explode"`, `"fade"`; the game's own words.
    pub effect: Option<Text>,
    /// In which colour.
    pub color: Option<Text>,
    /// The frame in which it was marked.
    pub at: u64,
}
