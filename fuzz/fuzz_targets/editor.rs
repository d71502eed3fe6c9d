//! `cargo xtask fuzz editor`: see `crates/fuzzing/src/editor.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kinfolk_fuzzing::editor(bytes));
