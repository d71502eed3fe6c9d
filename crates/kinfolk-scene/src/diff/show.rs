//! Differences for people: one paragraph per entity, `+` what came, `-` what went, `~` what is
//! different.

use std::fmt::{self, Write as _};

use crate::json::{Json, Text};

use super::{Change, Diff, Position, Subject};

/// The widest value that is shown whole.
const MOST_SHOWN: usize = 100;

impl fmt::Display for Diff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut headed: Option<&Subject> = None;
        for difference in &self.differences {
            let subject = &difference.subject;
            let reach = Reached(difference.instances);
            match &difference.change {
                Change::Added { to, content } => {
                    writeln!(f, "+ {subject}{to}{reach}")?;
                    contents(f, '+', content)?;
                    headed = Some(subject);
                }
                Change::Removed { from, content } => {
                    writeln!(f, "- {subject}{from}{reach}")?;
                    contents(f, '-', content)?;
                    headed = Some(subject);
                }
                change => {
                    if headed != Some(subject) {
                        writeln!(f, "~ {subject}{reach}")?;
                        headed = Some(subject);
                    }
                    writeln!(f, "    {change}")?;
                }
            }
        }
        Ok(())
    }
}

fn contents(f: &mut fmt::Formatter<'_>, mark: char, content: &Json) -> fmt::Result {
    for (key, value) in content
        .as_object()
        .into_iter()
        .flat_map(|object| object.iter())
    {
        writeln!(f, "    {mark} {}: {}", Plain(key), Short(value))?;
    }
    Ok(())
}

/// On one line.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Added { to, .. } => write!(f, "+ added{to}"),
            Self::Removed { from, .. } => write!(f, "- removed{from}"),
            Self::Moved { from, to } if from.parent == to.parent => {
                write!(f, "~ moved among its siblings: ")?;
                place(f, from)?;
                f.write_str(" → ")?;
                place(f, to)
            }
            Self::Moved { from, to } => {
                let parent = |position: &Position| match &position.parent {
                    Some(parent) => format!("below {}", Plain(parent)),
                    None => "a root".to_owned(),
                };
                write!(f, "~ moved: {} → {}", parent(from), parent(to))
            }
            Self::Changed { key, before, after } => match (before, after) {
                (Some(before), Some(after)) => match tags(key, before, after) {
                    Some(tags) => write!(f, "~ {key}: {tags}"),
                    None => write!(f, "~ {key}: {} → {}", Short(before), Short(after)),
                },
                (None, Some(after)) => write!(f, "+ {key}: {}", Short(after)),
                (Some(before), None) => write!(f, "- {key}: {}", Short(before)),
                (None, None) => write!(f, "~ {key}"),
            },
            Self::Reordered { key, before, after } => {
                let listed = |keys: &[Text]| keys.join(", ");
                f.write_str("~ ")?;
                if !key.is_empty() {
                    write!(f, "{key}: ")?;
                }
                let (before, after) = (listed(before), listed(after));
                write!(f, "keys in another order: {before} → {after}")
            }
        }
    }
}

/// What came and went, if the key is that of tags and their number is what changed.
fn tags(key: &str, before: &Json, after: &Json) -> Option<String> {
    if key != "tags" && !(key.starts_with("overrides.") && key.ends_with(".tags")) {
        return None;
    }
    let (before, after) = (before.as_array()?, after.as_array()?);
    let came = after
        .iter()
        .filter(|tag| !before.contains(tag))
        .map(|tag| format!("+{tag}"));
    let went = before
        .iter()
        .filter(|tag| !after.contains(tag))
        .map(|tag| format!("-{tag}"));
    let told: Vec<String> = came.chain(went).collect();
    (!told.is_empty()).then(|| told.join(" "))
}

fn place(f: &mut fmt::Formatter<'_>, position: &Position) -> fmt::Result {
    match &position.previous {
        Some(previous) => write!(f, "after {}", Plain(previous)),
        None => f.write_str("first"),
    }
}

/// `, below tank, after turret`
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = &self.parent {
            write!(f, ", below {}", Plain(parent))?;
        }
        if let Some(previous) = &self.previous {
            write!(f, ", after {}", Plain(previous))?;
        }
        Ok(())
    }
}

/// `entity tank`, `template boss`, `child LeftArm/Hand of template boss`
impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document => f.write_str("document"),
            Self::Template { name } => write!(f, "template {}", Plain(name)),
            Self::TemplateChild { template, path } => {
                write!(f, "child {} of template {}", Plain(path), Plain(template))
            }
            Self::Entity { id } => write!(f, "entity {}", Plain(id)),
        }
    }
}

/// A name, in quotes if it could be taken for something else.
pub(crate) struct Plain<'a>(pub(crate) &'a str);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain =
            |character: char| character.is_alphanumeric() || "_-/.#$".contains(character);
        if !self.0.is_empty() && self.0.chars().all(is_plain) {
            f.write_str(self.0)
        } else {
            Json::from(self.0).fmt(f)
        }
    }
}

/// A value on one line, and not too long.
pub(crate) struct Short<'a>(pub(crate) &'a Json);

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.to_string();
        let mut shown = 0;
        for (index, line) in text.lines().enumerate() {
            if index > 0 {
                f.write_char(' ')?;
                shown += 1;
            }
            for character in line.trim_start().chars() {
                if shown == MOST_SHOWN {
                    return f.write_char('…');
                }
                f.write_char(character)?;
                shown += 1;
            }
        }
        Ok(())
    }
}

struct Reached(Option<usize>);

impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => Ok(()),
            Some(1) => f.write_str(" (1 entity)"),
            Some(instances) => write!(f, " ({instances} entities)"),
        }
    }
}
