//! `cargo xtask fuzz forest`: see `crates/fuzzing/src/forest.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kinfolk_fuzzing::forest(bytes));
