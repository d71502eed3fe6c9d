//! A lived-in forest against a naive one.
//!
//! Random operations go to both, and after each of them they must agree: on what was
//! refused, on structure, on every value, own and effective, bit for bit, and at updates on
//! the change list. The naive model is a list of nodes with lists of children; it knows
//! nothing of generations, rows, marks or dirty flags.
//!
//! The same machine runs twice: from `tests/model_at_full_size.rs`, and inside the crate
//! with miniature chunks and thresholds, so that small forests reach every path.

mod drawn;
mod naive;
mod operation;
mod subject;

use proptest::test_runner::Config;
use proptest_state_machine::StateMachineTest;

use subject::Subject;

/// Runs so many sequences of 200 to 240 operations.
pub(crate) fn live_through(sequences: u32) {
    let config = Config {
        cases: sequences,
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner = proptest::test_runner::TestRunner::new(config.clone());
    let strategy =
        <naive::Naive as proptest_state_machine::ReferenceStateMachine>::sequential_strategy(
            200..241,
        );
    runner
        .run(&strategy, |(start, operations, seen)| {
            Subject::test_sequential(config.clone(), start, operations, seen);
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
}
