//! The program as a script sees it: bytes in, bytes out, and an exit status.
//!
//! What is said to people is in the transcripts of `tests/cmd`.

mod completions;
mod dice;
mod edit;
mod faults;
mod findings;
mod giants;
mod git;
mod godot_scenes;
mod imports;
mod oracle;
mod pictures;
mod pipes;
mod program;
mod random_documents;
#[path = "../../../kinfolk-editor/tests/small_disk/mod.rs"]
mod small_disk;
mod worlds;
