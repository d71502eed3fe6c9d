//! `cargo xtask soak [--minutes N]`: exits with 0 if nothing grew, 1 if something did or a law was broken, 2 if
//! it could not start.

use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::process::{self, ExitCode};

use kinfolk_soak::{Length, Series, progress_line, soak, written};

/// If nobody says otherwise.
const MINUTES: f64 = 20.0;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let minutes = match words[..] {
        [] => Some(MINUTES),
        ["--minutes", minutes] => minutes.parse().ok().filter(|minutes| *minutes > 0.0),
        _ => None,
    };
    let Some(minutes) = minutes else {
        eprintln!("usage: cargo xtask soak [--minutes N]");
        return ExitCode::from(2);
    };
    let folder = std::env::temp_dir().join(format!("kinfolk-soak-{}", process::id()));
    if let Err(why) = fs::create_dir_all(&folder) {
        eprintln!("no folder for the editor's file: {why}");
        return ExitCode::from(2);
    }
    let shows_progress = io::stderr().is_terminal();
    let outcome = soak(Length::Minutes(minutes), &folder, |progress| {
        if shows_progress {
            eprint!("\r\x1b[2K{}", progress_line(progress));
        }
    });
    if shows_progress {
        eprintln!();
    }
    let _ = fs::remove_dir_all(&folder); // the system cleans up as well
    match outcome {
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
        Ok(outcome) => {
            // Whoever closes standard output does not want to read it.
            let _ = io::stdout().write_all(written(&outcome).as_bytes());
            let grown: Vec<_> = outcome.tables.iter().filter_map(Series::growth).collect();
            for growth in &grown {
                eprintln!("{growth}");
            }
            match grown.is_empty() {
                true => ExitCode::SUCCESS,
                false => ExitCode::FAILURE,
            }
        }
    }
}
