//! What our crates are built of: licences, sources, compilers, and how little the core needs.
//!
//! The step asks `cargo metadata` and takes seconds. What may be there is in `deny.toml`, for both of us: `cargo xtask
//! supply` ([`deny`](crate::deny)) has cargo-deny look at the same file, and at what only that can.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use spdx::{Expression, LicenseReq, ParseMode};
use toml::Value;

use crate::look::Looked;
use crate::metadata::{Metadata, Package};

/// How the only place that crates come from is called, at its start and at its end; cargo-deny knows the middle.
const REGISTRY: (&str, &str) = ("registry+", "/crates.io-index");

/// The core and everything that it is built of, with its default features, are no more than this beside it.
const CORE_TREE: usize = 5;

/// Features that need a newer compiler than their crate: their documents say so.
const NEWER: [(&str, &str); 4] = [
    ("kinfolk", "reflect"),
    ("kinfolk-ecs", "bevy_ecs"),
    ("kinfolk-game", "box2d"),
    ("kinfolk-physics", "box2d"),
];

/// Looks at the whole tree.
pub(crate) fn look(root: &Path) -> io::Result<Looked> {
    let metadata = Metadata::read()?;
    let allowed = Allowed::read(&fs::read_to_string(root.join("deny.toml"))?)?;
    let mut findings = Vec::new();
    for package in &metadata.packages {
        findings.extend(allowed.objection(package));
        findings.extend(foreign(package));
    }
    let core = metadata.tree("kinfolk", &[])?;
    if core.len() > CORE_TREE {
        let names: Vec<_> = core.iter().map(|package| package.name.as_str()).collect();
        let names = names.join(", ");
        findings.push(format!(
            "kinfolk is built of more than {CORE_TREE} crates: {names}"
        ));
    }
    for package in metadata.published() {
        findings.extend(too_new(&metadata, package)?);
    }
    let at = format!(
        "crates looked at: {}; in the core's tree: {}",
        metadata.packages.len(),
        core.len()
    );
    Ok(Looked { at, findings })
}

fn foreign(package: &Package) -> Option<String> {
    let source = package.source.as_deref()?;
    let Package { name, version, .. } = package;
    let is_ours = source.starts_with(REGISTRY.0) && source.ends_with(REGISTRY.1);
    (!is_ours).then(|| format!("{name} {version} comes from {source}"))
}

/// What a crate of ours is built of, and does not work with the compiler that we promise.
fn too_new(metadata: &Metadata, ours: &Package) -> io::Result<Vec<String>> {
    let name = ours.name.as_str();
    let Some(promised) = ours.rust_version else {
        return Ok(vec![format!("{name} says no rust-version")]);
    };
    let features: Vec<&str> = ours
        .features()
        .filter(|feature| !NEWER.contains(&(name, feature)))
        .collect();
    let tree = metadata.tree(name, &features)?.into_iter();
    let newer = tree.filter_map(|each| {
        let needed = each.rust_version.filter(|&needed| needed > promised)?;
        let Package {
            name: other,
            version,
            ..
        } = each;
        Some(format!(
            "{name} promises Rust {promised}, and {other} {version} needs {needed}"
        ))
    });
    Ok(newer.collect())
}

/// The licences that `deny.toml` allows.
#[derive(Debug)]
struct Allowed {
    everybody: Vec<String>,
    /// By crate, beside those.
    exceptions: BTreeMap<String, Vec<String>>,
}

impl Allowed {
    fn read(text: &str) -> io::Result<Self> {
        let all: Value = toml::from_str(text).map_err(io::Error::other)?;
        Self::from_toml(&all).ok_or_else(|| io::Error::other("deny.toml allows no licences"))
    }

    fn from_toml(all: &Value) -> Option<Self> {
        let licenses = all.get("licenses")?;
        let names = |list: &Value| -> Option<Vec<String>> {
            let list = list.get("allow")?.as_array()?.iter();
            list.map(|name| name.as_str().map(str::to_owned)).collect()
        };
        let mut exceptions = BTreeMap::new();
        for exception in licenses.get("exceptions").and_then(Value::as_array)? {
            let name = exception.get("crate")?.as_str()?.to_owned();
            exceptions.insert(name, names(exception)?);
        }
        Some(Self {
            everybody: names(licenses)?,
            exceptions,
        })
    }

    /// Why a package may not be in the tree.
    fn objection(&self, package: &Package) -> Option<String> {
        let Package { name, version, .. } = package;
        let Some(license) = &package.license else {
            return Some(format!("{name} {version} says no licence"));
        };
        let own = self.exceptions.get(name).into_iter().flatten();
        let allowed: Vec<&String> = self.everybody.iter().chain(own).collect();
        let is_allowed = |license: &LicenseReq| {
            let license = license.to_string();
            allowed.iter().any(|allowed| **allowed == license)
        };
        match Expression::parse_mode(license, ParseMode::LAX) {
            Ok(expression) if expression.evaluate(is_allowed) => None,
            Ok(_) => Some(format!(
                "{name} {version} is under {license}, which deny.toml does not allow"
            )),
            Err(_) => Some(format!(
                "{name} {version} is under `{license}`, which makes no sense"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn package(license: &str) -> Package {
        Package {
            name: "gear".to_owned(),
            version: "1.0.0".to_owned(),
            source: Some("git+https://example.com/gear".to_owned()),
            license: Some(license.to_owned()),
            rust_version: None,
            is_published: false,
            all: json!({}),
        }
    }

    #[test]
    fn one_of_several_licences_must_be_allowed_and_all_that_hold_together() {
        let allowed = "licenses.allow = ['MIT', 'Zlib']\nlicenses.exceptions = []";
        let allowed = Allowed::read(allowed).unwrap();

        for license in [
            "MIT",
            "MIT OR GPL-3.0-only",
            "GPL-2.0-only/MIT",
            "MIT AND Zlib",
        ] {
            assert_eq!(allowed.objection(&package(license)), None, "{license}");
        }
        for license in ["GPL-3.0-only", "MIT AND MPL-2.0", "nobody's"] {
            let objection = allowed.objection(&package(license)).unwrap();
            assert!(objection.starts_with("gear 1.0.0 is under "), "{objection}");
        }
    }

    #[test]
    fn an_exception_is_for_one_crate_alone() {
        let allowed =
            "licenses.allow = []\nlicenses.exceptions = [{ crate = 'gear', allow = ['MPL-2.0'] }]";
        let allowed = Allowed::read(allowed).unwrap();
        let other = Package {
            name: "cog".to_owned(),
            ..package("MPL-2.0")
        };

        assert_eq!(allowed.objection(&package("MPL-2.0")), None);
        assert!(allowed.objection(&other).is_some());
    }

    #[test]
    fn what_comes_from_elsewhere_is_told() {
        assert_eq!(
            foreign(&package("MIT")).unwrap(),
            "gear 1.0.0 comes from git+https://example.com/gear"
        );
    }
}
