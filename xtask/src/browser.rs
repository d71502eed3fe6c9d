//! The browser that the editor's tests are performed in.
//!
//! They take a real Chromium and its driver, as Debian has them; and its headless shell, if that can be had.

use std::fmt;
use std::path::Path;

use crate::machine;

/// What has to run, and the package that it comes in.
const NEEDED: [(&str, &str); 2] = [
    ("chromium", "chromium"),
    ("chromedriver", "chromium-driver"),
];

/// Chromium without anything to look at, and its package: tests take two thirds of the time with it, and do without
/// where there is none.
const QUICKER: (&str, &str) = (
    "/usr/lib/chromium/chromium-headless-shell",
    "chromium-headless-shell",
);

/// Sees to it that there is a browser.
pub(crate) fn find() -> Result<(), NoBrowser> {
    let packages: Vec<&str> = missing().map(|(_, package)| package).collect();
    if !packages.is_empty() {
        machine::install(&packages);
    }
    let (program, package) = QUICKER;
    if !Path::new(program).is_file() {
        machine::install(&[package]);
    }
    let still_missing: Vec<&'static str> = missing().map(|(program, _)| program).collect();
    if still_missing.is_empty() {
        Ok(())
    } else {
        Err(NoBrowser(still_missing))
    }
}

fn missing() -> impl Iterator<Item = (&'static str, &'static str)> {
    let needed = NEEDED.into_iter();
    needed.filter(|(program, _)| !machine::has(program))
}

/// These programs do not run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NoBrowser(Vec<&'static str>);

impl fmt::Display for NoBrowser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let programs = self.0.join(" and ");
        let packages: Vec<&str> = NEEDED
            .into_iter()
            .filter(|(program, _)| self.0.contains(program))
            .map(|(_, package)| package)
            .collect();
        write!(
            f,
            "the editor's tests need {programs}; install them, \
             for example with `apt-get install {}` as root",
            packages.join(" ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named_with_the_package_to_install() {
        let both = NoBrowser(vec!["chromium", "chromedriver"]);
        assert_eq!(
            both.to_string(),
            "the editor's tests need chromium and chromedriver; install them, for example with \
             `apt-get install chromium chromium-driver` as root"
        );
        let driver = NoBrowser(vec!["chromedriver"]).to_string();
        assert!(driver.ends_with("`apt-get install chromium-driver` as root"));
    }
}
