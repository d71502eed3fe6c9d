//! A lived-in forest against a naive one.
//!
//! Random operations go to both, and after each of them they must agree: on what was
//! refused, on structure, on every value, own and effective, bit for bit, and at updates on
//! the change list. The naive model is a list of nodes with lists of children; it knows
//! nothing of generations, rows, marks or dirty flags.
//!
//! The same machine runs twice: from `tests/model_at_full_size.rs`, and inside the crate
//! with miniature chunks and thresholds, so that small forests reach every path. Where
//! operations come from is open: chance makes them, or bytes are read.

mod bytes;
mod drawn;
mod naive;
mod operation;
mod subject;

use std::fs;
use std::path::Path;
use std::thread;

use proptest::test_runner::Config;
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest};

pub(crate) use bytes::Bytes;
use naive::Naive;
use subject::Subject;

/// Runs so many sequences of 200 to 240 operations, some on each processor.
pub(crate) fn live_through(sequences: u32) {
    let processors = thread::available_parallelism().map_or(1, |number| number.get() as u32);
    let threads = processors.min(sequences);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| live_through_some(sequences.div_ceil(threads)));
        }
    });
}

fn live_through_some(sequences: u32) {
    let config = Config {
        cases: sequences,
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner = proptest::test_runner::TestRunner::new(config.clone());
    let strategy = Naive::sequential_strategy(200..241);
    runner
        .run(&strategy, |(start, operations, seen)| {
            Subject::test_sequential(config.clone(), start, operations, seen);
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
}

/// Does what the bytes say, one operation after the other.
pub(crate) fn live_through_bytes(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    let mut expected = Naive::default();
    let mut subject = Subject::init_test(&expected);
    while !bytes.is_over() {
        let operation = bytes.operation();
        expected = Naive::apply(expected, &operation);
        subject = Subject::apply(subject, &expected, operation);
        Subject::check_invariants(&subject, &expected);
    }
}

/// Does what the bytes say that a fuzzer has found, or starts from.
pub(crate) fn live_through_seeds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/forest");
    for seed in fs::read_dir(folder).expect("there are seeds") {
        let seed = seed.expect("a seed").path();
        live_through_bytes(&fs::read(seed).expect("a seed"));
    }
}
