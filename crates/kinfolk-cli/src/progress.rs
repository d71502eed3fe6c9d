//! Telling people that it goes on.
//!
//! A spinner on standard error that says what is being done, only on a terminal and only once
//! it takes over a second; it is gone before anything else is printed.

use std::io::{self, IsTerminal as _};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Nobody is told about what is done sooner.
const PATIENCE: Duration = Duration::from_secs(1);

/// Spins, from a second after its start until it is dropped.
#[derive(Debug)]
pub(crate) struct Progress {
    spinner: ProgressBar,
    /// Dropping the first ends the second.
    waiting: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Starts waiting for the second to pass.
    pub(crate) fn start() -> Self {
        let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} … {elapsed}") {
            spinner.set_style(style);
        }
        let waiting = io::stderr().is_terminal().then(|| {
            let (stop, stopped) = mpsc::channel();
            let waiting = spinner.clone();
            let thread = thread::spawn(move || {
                if stopped.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                    waiting.set_draw_target(ProgressDrawTarget::stderr());
                    waiting.enable_steady_tick(Duration::from_millis(100));
                }
            });
            (stop, thread)
        });
        Self { spinner, waiting }
    }

    /// Says what is being done from now on.
    pub(crate) fn say(&self, what: String) {
        self.spinner.set_message(what);
    }

    /// Does something that prints to standard error.
    pub(crate) fn aside(&self, print: impl FnOnce()) {
        self.spinner.suspend(print);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.waiting.take() {
            drop(stop);
            let _ = thread.join(); // whether the spinner spun is nobody's concern
        }
        self.spinner.finish_and_clear();
    }
}
