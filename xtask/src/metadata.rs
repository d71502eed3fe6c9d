//! What cargo knows of this workspace, as `cargo metadata` and `cargo tree` tell it.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::Stdio;

use serde_json::Value;

use crate::cargo::Call;

const METADATA: Call = Call::new("metadata --format-version 1 --all-features --locked");

/// The workspace and everything that it is built of, on every platform.
#[derive(Debug)]
pub(crate) struct Metadata {
    /// Where cargo builds.
    pub(crate) target_folder: PathBuf,
    /// All packages, ours too, by name and version.
    pub(crate) packages: Vec<Package>,
    /// The names of those that cargo takes if it is told of none.
    pub(crate) default_members: Vec<String>,
}

/// A package.
#[derive(Debug)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    /// None is ours.
    pub(crate) source: Option<String>,
    /// An SPDX expression, if it says one.
    pub(crate) license: Option<String>,
    /// The oldest compiler that it promises to work with.
    pub(crate) rust_version: Option<Version>,
    /// Whether it can be published.
    pub(crate) is_published: bool,
    /// All that cargo tells.
    pub(crate) all: Value,
}

/// A version of the compiler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version(pub(crate) [u64; 3]);

impl Metadata {
    /// Asks cargo.
    pub(crate) fn read() -> io::Result<Self> {
        let text = said(METADATA, &[])?;
        let all: Value = serde_json::from_str(&text)?;
        Self::from_json(&all).ok_or_else(|| io::Error::other("cargo's metadata have another form"))
    }

    fn from_json(all: &Value) -> Option<Self> {
        let packages = all["packages"].as_array()?.iter();
        let mut packages: Vec<Package> = packages.map(Package::from_json).collect::<Option<_>>()?;
        packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
        let defaults = all["workspace_default_members"].as_array()?;
        let is_default = |package: &&Package| defaults.contains(&package.all["id"]);
        let default_members = packages.iter().filter(is_default);
        Some(Self {
            default_members: default_members
                .map(|package| package.name.clone())
                .collect(),
            target_folder: all["target_directory"].as_str()?.into(),
            packages,
        })
    }

    /// Those of ours that are for others, by name.
    pub(crate) fn published(&self) -> impl Iterator<Item = &Package> {
        let all = self.packages.iter();
        all.filter(|package| package.source.is_none() && package.is_published)
    }

    /// The package of ours with this name.
    pub(crate) fn ours(&self, name: &str) -> Option<&Package> {
        let mut all = self.packages.iter();
        all.find(|package| package.source.is_none() && package.name == name)
    }

    /// What a package of ours is built of with these features, itself left out, each once by name and version.
    pub(crate) fn tree(&self, name: &str, features: &[&str]) -> io::Result<Vec<&Package>> {
        const TREE: Call = Call::new(
            "tree --locked --edges normal,build --target all --prefix none --format {p} --package",
        );
        let features = features.join(",");
        let text = said(TREE, &[name, "--features", &features])?;
        let mut tree: Vec<&Package> = Vec::new();
        for line in text.lines() {
            let mut words = line.split(' ');
            let (Some(each), Some(version)) = (words.next(), words.next()) else {
                continue;
            };
            let is_it = |package: &&Package| {
                package.name == each && Some(&*package.version) == version.strip_prefix('v')
            };
            let package = self.packages.iter().find(is_it);
            let package = package.ok_or_else(|| io::Error::other(format!("what is `{line}`?")))?;
            let is_known = tree.iter().any(|known| std::ptr::eq(*known, package));
            if each != name && !is_known {
                tree.push(package);
            }
        }
        tree.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
        Ok(tree)
    }
}

impl Package {
    fn from_json(all: &Value) -> Option<Self> {
        let text = |key: &str| all[key].as_str().map(str::to_owned);
        Some(Self {
            name: text("name")?,
            version: text("version")?,
            source: text("source"),
            license: text("license"),
            rust_version: text("rust_version").and_then(|version| Version::read(&version)),
            is_published: all["publish"].is_null(),
            all: all.clone(),
        })
    }

    /// The names of its targets of a kind: `lib`, `example`, `test`, `bench`, `bin`.
    pub(crate) fn targets(&self, kind: &str) -> impl Iterator<Item = &str> {
        let targets = self.all["targets"].as_array().into_iter().flatten();
        let is_it = move |target: &&Value| {
            let mut kinds = target["kind"].as_array().into_iter().flatten();
            kinds.any(|each| each == kind)
        };
        targets
            .filter(is_it)
            .filter_map(|target| target["name"].as_str())
    }

    /// The names of its features.
    pub(crate) fn features(&self) -> impl Iterator<Item = &str> {
        let features = self.all["features"].as_object().into_iter().flatten();
        features.map(|(name, _)| name.as_str())
    }
}

impl Version {
    /// `1.89` or `1.89.0`.
    fn read(text: &str) -> Option<Self> {
        let mut numbers = [0; 3];
        for (number, word) in numbers.iter_mut().zip(text.split('.')) {
            *number = word.parse().ok()?;
        }
        Some(Self(numbers))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([major, minor, patch]) = self;
        match patch {
            0 => write!(f, "{major}.{minor}"),
            _ => write!(f, "{major}.{minor}.{patch}"),
        }
    }
}

/// What cargo says to a call with these words behind it.
pub(crate) fn said(call: Call, words: &[&str]) -> io::Result<String> {
    let mut command = call.to_command();
    command.args(words).stderr(Stdio::inherit());
    let output = command.output()?;
    if output.status.success() {
        String::from_utf8(output.stdout).map_err(io::Error::other)
    } else {
        let words = words.join(" ");
        let why = format!("`{call} {words}` ended with {}", output.status);
        Err(io::Error::other(why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compilers_are_compared_by_number() {
        let read = |text| Version::read(text).unwrap();

        assert!(read("1.89") < read("1.95") && read("1.9") < read("1.89"));
        assert_eq!(read("1.89"), read("1.89.0"));
        assert_eq!(read("1.89.0").to_string(), "1.89");
        assert_eq!(Version::read("new"), None);
    }
}
