//! `cargo xtask fuzz zon`: see `crates/fuzzing/src/zon.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kinfolk_fuzzing::zon(bytes));
