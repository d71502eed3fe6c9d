//! The programs of this machine: asked, and installed where that can be.
//!
//! Only root can install, and only with apt; everybody else is told what is missing.

use std::process::{Command, Stdio};

use crate::report;

/// What a program says, if it runs and is content.
pub(crate) fn answer(program: &str, args: &[&str]) -> Option<String> {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::null());
    let output = command.stderr(Stdio::inherit()).output().ok()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then_some(said)
}

/// Whether a program runs and says its version.
pub(crate) fn has(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null());
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// Installs packages if it may; whether they do what they should is for the caller to find out.
pub(crate) fn install(packages: &[&str]) {
    let is_root = answer("id", &["-u"]).is_some_and(|user| user.trim() == "0");
    if !is_root || !has("apt-get") {
        return;
    }
    report::progress(&format_args!(
        "installing {} with `apt-get`",
        packages.join(" and ")
    ));
    answer("apt-get", &["update"]);
    let install = ["install", "-y", "--no-install-recommends"];
    answer("apt-get", &[&install, packages].concat());
}
