//! How many of what are different.

use std::collections::BTreeMap;
use std::fmt;

use kinfolk_scene::{Change, Diff, Subject};

/// Counts, for each kind of thing.
#[derive(Debug, Default)]
pub(super) struct Stat {
    kinds: BTreeMap<&'static str, Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    added: usize,
    removed: usize,
    moved: usize,
    changed: usize,
}

impl Stat {
    pub(super) fn of(diff: &Diff) -> Self {
        let mut stat = Self::default();
        let mut changed: Option<&Subject> = None;
        for difference in &diff.differences {
            let kind = match difference.subject {
                Subject::Document => "document",
                Subject::Template { .. } => "templates",
                Subject::TemplateChild { .. } => "templates' children",
                Subject::Entity { .. } => "entities",
            };
            let counts = stat.kinds.entry(kind).or_default();
            match difference.change {
                Change::Added { .. } => counts.added += 1,
                Change::Removed { .. } => counts.removed += 1,
                Change::Moved { .. } => counts.moved += 1,
                Change::Changed { .. } | Change::Reordered { .. } => {
                    // All about one subject come one after the other.
                    if changed.replace(&difference.subject) != Some(&difference.subject) {
                        counts.changed += 1;
                    }
                }
            }
        }
        stat
    }
}

/// One line for each kind.
impl fmt::Display for Stat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (kind, counts) in &self.kinds {
            let Counts {
                added,
                removed,
                moved,
                changed,
            } = counts;
            let counted = [
                (added, "added"),
                (removed, "removed"),
                (moved, "moved"),
                (changed, "changed"),
            ];
            let counted = counted.into_iter().filter(|(count, _)| **count > 0);
            let counted: Vec<String> = counted
                .map(|(count, what)| format!("{count} {what}"))
                .collect();
            writeln!(f, "{kind}: {}", counted.join(", "))?;
        }
        Ok(())
    }
}
