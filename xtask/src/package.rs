//! `cargo xtask package`: every package is made and built, and the program is installed.
//!
//! Packages are built as others get them, in the order in which they need each other, and the program must run from
//! anywhere with nothing beside it. This takes many minutes, so it is no step of a test run.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{self, Command, ExitCode};

use crate::cargo::{Call, workspace_root};
use crate::metadata::Metadata;
use crate::report;
use crate::usage::UsageError;

const PACKAGE: Call = Call::new("package --allow-dirty --locked");
const INSTALL: Call =
    Call::new("install --path crates/kinfolk-cli --locked --force --root target/installed");

/// The program, from the workspace root.
const PROGRAM: &str = "target/installed/bin/kinfolk";

/// A page that must be inside of the program.
const PAGE: &str = "crates/kinfolk-editor/web/index.html";

/// Makes, builds and installs; exits with 1 when something of that fails.
pub(crate) fn run(args: &[OsString]) -> Result<ExitCode, UsageError> {
    if let Some(word) = args.first() {
        return Err(UsageError::Unexpected(word.to_string_lossy().into_owned()));
    }
    Ok(match package().and_then(|()| install()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            report::failed(&error);
            ExitCode::FAILURE
        }
    })
}

fn package() -> io::Result<()> {
    let metadata = Metadata::read()?;
    let names = metadata.published().map(|package| package.name.as_str());
    let mut command = PACKAGE.to_command();
    command.args(names.flat_map(|name| ["--package", name]));
    report::command(&PACKAGE);
    succeed(&mut command)
}

/// Installs the program and tries it out in an empty folder.
fn install() -> io::Result<()> {
    report::command(&INSTALL);
    succeed(&mut INSTALL.to_command())?;
    let program = workspace_root().join(PROGRAM);
    let folder = env::temp_dir().join(format!("kinfolk-installed-{}", process::id()));
    fs::create_dir_all(&folder)?;
    let tried = try_out(&program, &folder);
    fs::remove_dir_all(&folder)?;
    tried?;

    let page = fs::read(workspace_root().join(PAGE))?;
    let bytes = fs::read(&program)?;
    if !bytes.windows(page.len()).any(|window| window == page) {
        return Err(io::Error::other(
            "the editor's page is not inside of the program",
        ));
    }
    Ok(())
}

fn try_out(program: &Path, folder: &Path) -> io::Result<()> {
    fs::copy(
        workspace_root().join("games/boss.jsonc"),
        folder.join("boss.jsonc"),
    )?;
    for args in [
        "--version",
        "check boss.jsonc",
        "render boss.jsonc -o boss.png",
        "schema",
    ] {
        let mut command = Command::new(program);
        succeed(command.args(args.split(' ')).current_dir(folder))?;
    }
    Ok(())
}

fn succeed(command: &mut Command) -> io::Result<()> {
    let status = command.status()?;
    if status.success() {
        Ok(())
    } else {
        Err(io::Error::other(format!("{command:?} ended with {status}")))
    }
}
