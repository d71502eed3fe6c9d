//! `cargo xtask fuzz edits`: see `crates/fuzzing/src/edits.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kinfolk_fuzzing::edits(bytes));
