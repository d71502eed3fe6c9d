//! `kinfolk edit`: a scene in the browser, until Ctrl+C.
//!
//! The result is one line with the address to open, the secret in it. Whatever happens to the file is
//! the editor's business.

use std::env;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;

use clap::ValueHint;
use kinfolk_editor::{Options, Room, Server};

use crate::error::CliError;
use crate::outcome::Outcome;
use crate::report;
use crate::source::Source;

/// Edit a scene in the browser
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Prints the address of the editor, opens it if there is a browser to open it in, and serves it until \
Ctrl+C. Whoever has the address can edit FILE, and no other file.

Examples:
  kinfolk edit boss.json
  kinfolk edit boss.json --port 8000 --no-open")]
pub(crate) struct Args {
    /// The document
    #[arg(value_name = "FILE", value_parser = Source::parser(), value_hint = ValueHint::FilePath)]
    file: Source,

    /// Listen at this port [default: 7777, or any that is free]
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// Listen at this address instead of for this machine only
    #[arg(long, value_name = "ADDR")]
    host: Option<IpAddr>,

    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
}

pub(crate) fn run(args: Args) -> Result<Outcome, CliError> {
    let Some(path) = args.file.path() else {
        return Err(CliError::EditInput);
    };
    let room = Room::open(path).map_err(|why| CliError::Read {
        source: args.file.clone(),
        why,
    })?;
    if let Some(why) = room.journal_trouble() {
        let what = format!("a crash would lose unsaved edits, they cannot be written down: {why}");
        report::warning(&args.file, &what);
    }
    let options = args.options();
    let server = Server::bind(&options).map_err(|why| CliError::Listen {
        host: options.host,
        port: options.port,
        why,
    })?;
    if !options.host.is_loopback() {
        let what = format!(
            "anyone who can reach {}, port {}, and sees the address can edit it; nothing is encrypted",
            options.host,
            server.port()
        );
        report::warning(&args.file, &what);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        // The allocator keeps memory apart for every thread: a few are enough to answer all pages.
        .max_blocking_threads(8)
        .enable_all()
        .build()
        .map_err(CliError::Serve)?;
    let opens = !args.no_open && has_browser();
    runtime.block_on(serve(server, room, &args.file, opens))?;
    runtime.shutdown_background(); // a browser that is still starting is nobody's concern
    Ok(Outcome::Fine)
}

/// Says where, opens a browser if it is to, and serves until somebody ends the program.
async fn serve(
    server: Server,
    room: Arc<Room>,
    file: &Source,
    opens: bool,
) -> Result<(), CliError> {
    let ended = ended().map_err(CliError::Serve)?; // whoever reads the line may end us at once
    report::result(|out| writeln!(out, "editing {file} at {}", server.url()))?;
    if opens {
        let url = server.url().to_owned();
        // It may take its time, and the address can be opened by hand as well.
        tokio::task::spawn_blocking(move || drop(webbrowser::open(&url)));
    }
    server.run(room, ended).await.map_err(CliError::Serve)
}

impl Args {
    fn options(&self) -> Options {
        let default = Options::default();
        Options {
            host: self.host.unwrap_or(default.host),
            port: self.port.or(default.port),
        }
    }
}

/// Listens from now on for Ctrl+C and whatever else ends programs politely.
#[cfg(unix)]
fn ended() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Listens from now on for Ctrl+C.
#[cfg(windows)]
fn ended() -> io::Result<impl Future<Output = ()>> {
    let mut ctrl_c = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        let _ = ctrl_c.recv().await; // if it cannot be waited for, the program ends at once
    })
}

/// Whether there is a person with a screen, as far as one can tell.
fn has_browser() -> bool {
    let screens = ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"];
    let has_screen = cfg!(any(windows, target_os = "macos"))
        || screens.iter().any(|name| env::var_os(name).is_some());
    report::result_is_seen() && has_screen
}
