//! Everything that the program says, and the only file that prints.
//!
//! Results go to standard output, as they are; the rest goes to standard error, in colour on a
//! terminal unless `NO_COLOR` is set. A reader who has heard enough (a closed pipe) is no
//! error, and nobody is told.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal as _, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use kinfolk_scene::Place;

use crate::error::CliError;
use crate::excerpt::Excerpt;
use crate::findings::Pen;
use crate::printable::Printable;
use crate::scene_file::SceneFile;
use crate::source::Source;

/// Large enough that a million lines are few writes.
const BUFFER: usize = 1 << 18;

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const HELP: Style = AnsiColor::Cyan.on_default();

/// Whether a person would see what goes to standard output.
pub(crate) fn result_is_seen() -> bool {
    io::stdout().is_terminal()
}

/// Lets `write` write the result, byte for byte.
///
/// # Errors
/// Whatever standard output says, but for a reader that has left.
pub(crate) fn result(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CliError> {
    write_to(io::stdout().lock(), write)
}

/// As [`result`], for text with colours, which are left out where nobody sees them.
///
/// # Errors
/// As there.
pub(crate) fn coloured_result(
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CliError> {
    write_to(AutoStream::auto(io::stdout().lock()), write)
}

fn write_to(
    stdout: impl Write,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CliError> {
    let mut buffered = BufWriter::with_capacity(BUFFER, stdout);
    match write(&mut buffered).and_then(|()| buffered.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            let _ = buffered.into_parts(); // or it would try again
            Ok(())
        }
        written => written.map_err(CliError::Output),
    }
}

/// Says why the program could not run, and what to try.
pub(crate) fn error(error: &CliError) {
    if let CliError::Several(errors) = error {
        errors.iter().for_each(self::error);
        return;
    }
    say(format_args!("{ERROR}error{ERROR:#}: {error}"));
    if let Some(help) = error.help() {
        say(format_args!("  {HELP}help{HELP:#}: {help}"));
    }
}

/// Says that something was not found, and what to try.
pub(crate) fn finding(what: &dyn Display, help: &dyn Display) {
    say(format_args!("{ERROR}error{ERROR:#}: {what}"));
    say(format_args!("  {HELP}help{HELP:#}: {help}"));
}

/// Says that something is probably not as it should be.
pub(crate) fn warning(source: &Source, what: &dyn Display) {
    say(format_args!(
        "{WARNING}warning{WARNING:#}: {source}: {what}"
    ));
}

/// Draws all findings of a file.
pub(crate) fn findings(file: &SceneFile) {
    let stderr = io::stderr();
    let colours = AutoStream::choice(&stderr) != ColorChoice::Never;
    let pen = Pen::new(stderr.is_terminal(), colours);
    let mut stderr = BufWriter::new(AutoStream::auto(stderr.lock()));
    for diagnostic in &file.loaded.diagnostics {
        // Nobody is left to be told that standard error is closed.
        let _ = writeln!(stderr, "{}", pen.draw(file, diagnostic));
    }
    let _ = stderr.flush();
    let more = file.loaded.diagnostics.more();
    if more > 0 {
        say(format_args!("… and {more} more in {}", file.source));
    }
}

/// Draws something that keeps a foreign file from being imported.
pub(crate) fn problem(
    file: &str,
    text: &str,
    place: Option<&Place>,
    message: &str,
    help: Option<&str>,
) {
    let stderr = io::stderr();
    let colours = AutoStream::choice(&stderr) != ColorChoice::Never;
    let pen = Pen::new(stderr.is_terminal(), colours);
    let excerpt = place.map(|place| Excerpt::around(place, file.to_owned(), text));
    say(pen.draw_problem(message, help, excerpt));
}

/// Says that there is no document.
pub(crate) fn not_imported(file: &str) {
    say(format_args!(
        "{ERROR}error{ERROR:#}: {file} cannot be imported, so there is no result"
    ));
}

/// Says what did not come along, line by line, and how many things these are.
pub(crate) fn losses(lines: impl Iterator<Item = String>, count: usize) {
    let mut stderr = BufWriter::new(AutoStream::auto(io::stderr().lock()));
    for line in lines {
        // Nobody is left to be told that standard error is closed.
        let _ = writeln!(stderr, "{WARNING}lost{WARNING:#}: {}", Printable(&line));
    }
    let _ = stderr.flush();
    drop(stderr);
    if count > 0 {
        let things = counted(count, "thing");
        say(format_args!("imported without {things}"));
    }
}

/// Says what became of something.
pub(crate) fn note(word: &str, is_left: bool, what: &dyn Display) {
    let style = if is_left { WARNING } else { HELP };
    say(format_args!("{style}{word}{style:#}: {what}"));
}

/// Says how it went.
pub(crate) fn told(what: &dyn Display) {
    say(what);
}

/// Says how much was found in how many files.
pub(crate) fn summary(files: usize, errors: usize, warnings: usize) {
    say(format_args!(
        "{}, {}, {}",
        counted(files, "file"),
        counted(errors, "error"),
        counted(warnings, "warning")
    ));
}

/// Says that a document cannot be used.
pub(crate) fn no_result(source: &Source) {
    say(format_args!(
        "{ERROR}error{ERROR:#}: {source} has errors, so there is no result"
    ));
}

/// Says where to find what a subcommand that is not `check` passes over.
pub(crate) fn warnings_elsewhere(source: &Source, warnings: usize) {
    if warnings > 0 {
        let warnings = counted(warnings, "warning");
        let what = format!("{warnings}; `kinfolk check {source}` shows what");
        warning(source, &what);
    }
}

/// `no files`, `1 file`, `2 files`
pub(crate) fn counted(count: usize, what: &str) -> String {
    match count {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

fn say(line: impl Display) {
    let mut stderr = AutoStream::auto(io::stderr().lock());
    let _ = writeln!(stderr, "{line}"); // nobody is left to be told if it is closed
}
