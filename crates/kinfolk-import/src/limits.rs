//! How much an import may be: what a document holds that says nothing about it.

use kinfolk_scene::Limits;

/// No more entities come out of a scene.
pub(crate) const MOST_ENTITIES: u64 = 1_000_000;

/// A scene is not made of more files.
pub(crate) const MOST_FILES: usize = 10_000;

/// So many levels of children come out of a template without being asked for.
const USUAL_DEPTH: u64 = 10;

/// What a document has to say if its templates are so many levels deep.
pub(crate) fn for_depth(depth: u64) -> Option<Limits> {
    (depth > USUAL_DEPTH).then(|| Limits {
        max_depth: Some(u32::try_from(depth).unwrap_or(u32::MAX)),
        ..Limits::default()
    })
}
