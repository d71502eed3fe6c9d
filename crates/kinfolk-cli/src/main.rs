//! The `kinfolk` program.

fn main() {}
