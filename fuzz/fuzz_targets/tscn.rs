//! `cargo xtask fuzz tscn`: see `crates/fuzzing/src/tscn.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kinfolk_fuzzing::tscn(bytes));
