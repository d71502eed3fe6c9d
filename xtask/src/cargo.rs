//! Calling cargo on this workspace.
//!
//! Every call starts in the workspace root, uses the very cargo that started
//! us, and writes straight to our own output. The target directory is the
//! caller's choice and is never set here.

use std::env;
use std::fmt;
use std::path::Path;
use std::process::{Command, ExitCode, ExitStatus};

/// One cargo command, as data: it can be run, and it can be read aloud.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call {
    /// Environment variables for this call alone.
    pub(crate) vars: &'static [(&'static str, &'static str)],
    /// What follows `cargo`; words are parted by spaces and hold none.
    pub(crate) line: &'static str,
}

impl Call {
    /// The call of `line` with nothing added to the environment.
    pub(crate) const fn new(line: &'static str) -> Self {
        Self { vars: &[], line }
    }

    /// The command that makes this call, about to start in [`workspace_root`].
    pub(crate) fn to_command(self) -> Command {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command
            .args(self.line.split_whitespace())
            .envs(self.vars.iter().copied())
            .current_dir(workspace_root());
        command
    }
}

/// The call as one would type it in a shell.
impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.vars {
            write!(f, "{name}=\"{value}\" ")?;
        }
        write!(f, "cargo {}", self.line)
    }
}

/// The folder that holds the workspace's `Cargo.toml`.
pub(crate) fn workspace_root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies one folder below the workspace root")
}

/// Our own way of ending as `status` did; a death by signal has no code, and becomes 1.
pub(crate) fn exit_code(status: ExitStatus) -> ExitCode {
    status
        .code()
        .and_then(|code| u8::try_from(code).ok())
        .map_or(ExitCode::FAILURE, ExitCode::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_reads_as_one_would_type_it() {
        let call = Call {
            vars: &[("RUSTDOCFLAGS", "-D warnings")],
            line: "doc --no-deps",
        };

        assert_eq!(
            call.to_string(),
            "RUSTDOCFLAGS=\"-D warnings\" cargo doc --no-deps"
        );
    }

    #[test]
    fn a_call_starts_where_the_workspace_does() {
        let manifest = workspace_root().join("Cargo.toml");

        let command = Call::new("fmt --all --check").to_command();

        assert_eq!(command.get_current_dir(), manifest.parent());
        assert!(manifest.is_file());
    }
}
