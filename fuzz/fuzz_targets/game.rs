//! `cargo xtask fuzz game`: see `crates/fuzzing/src/game.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kinfolk_fuzzing::game(bytes));
