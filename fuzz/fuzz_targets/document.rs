//! `cargo xtask fuzz document`: see `crates/fuzzing/src/document.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kinfolk_fuzzing::document(bytes));
