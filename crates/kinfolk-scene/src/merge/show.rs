//! Conflicts for people, one line each, and for programs. The shape of the latter is a contract,
//! see `docs/format.md`.

use std::fmt;

use crate::diff::{Plain, Short, name_or_null};
use crate::json::{Json, Object, Text};

use super::{Clash, Conflict, Side};

/// `entity lamp: z: 1 became 2 here, and 3 there`
impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.subject, self.clash)
    }
}

/// Ours is "here", theirs is "there".
impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Changed {
                key,
                base,
                ours,
                theirs,
            } => match base {
                None => {
                    let value = |value: &Option<Json>| match value {
                        Some(value) => Short(value).to_string(),
                        None => "absent".to_owned(),
                    };
                    let (ours, theirs) = (value(ours), value(theirs));
                    write!(f, "{key}: new, {ours} here and {theirs} there")
                }
                Some(base) => {
                    let here = match ours {
                        Some(value) => format!("became {} here", Short(value)),
                        None => "was removed here".to_owned(),
                    };
                    let there = match (theirs, ours) {
                        (Some(value), Some(_)) => format!("{} there", Short(value)),
                        (Some(value), None) => format!("became {} there", Short(value)),
                        (None, _) => "was removed there".to_owned(),
                    };
                    write!(f, "{key}: {} {here}, and {there}", Short(base))
                }
            },
            Self::Removed { by } => {
                write!(f, "removed {by}, and changed {}", by.other())
            }
            Self::Moved { base, ours, theirs } => {
                let (ours, theirs) = (Parent(ours.as_ref()), Parent(theirs.as_ref()));
                write!(
                    f,
                    "{} became {ours} here, and {theirs} there",
                    Parent(base.as_ref())
                )
            }
            Self::ParentRemoved { by, child } => {
                let other = by.other();
                write!(f, "removed {by}, but {} is below it {other}", Plain(child))
            }
            Self::TemplateInUse { by } => {
                write!(f, "removed {by}, but in use {}; it is kept", by.other())
            }
            Self::Cycle { ring } => {
                f.write_str("moved below itself by both together: ")?;
                for key in ring {
                    write!(f, "{} → ", Plain(key))?;
                }
                ring.first()
                    .map_or(Ok(()), |first| write!(f, "{}", Plain(first)))
            }
            Self::Unfit { message } => write!(f, "does not fit together: {message}"),
        }
    }
}

struct Parent<'a>(Option<&'a Text>);

impl fmt::Display for Parent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(parent) => write!(f, "a child of {}", Plain(parent)),
            None => f.write_str("a root"),
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ours => "here",
            Self::Theirs => "there",
        })
    }
}

impl Conflict {
    /// The conflict as an object; a value that is not there has no key.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let mut object = Object::new();
        let what = match &self.clash {
            Clash::Changed { .. } => "changed",
            Clash::Removed { .. } => "removed",
            Clash::Moved { .. } => "moved",
            Clash::ParentRemoved { .. } => "parentRemoved",
            Clash::TemplateInUse { .. } => "templateInUse",
            Clash::Cycle { .. } => "cycle",
            Clash::Unfit { .. } => "unfit",
        };
        object.set("what", Json::from(what));
        self.subject.write_to(&mut object);
        let by = |side: Side| match side {
            Side::Ours => Json::from("ours"),
            Side::Theirs => Json::from("theirs"),
        };
        match &self.clash {
            Clash::Changed {
                key,
                base,
                ours,
                theirs,
            } => {
                object.set("key", Json::from(key.as_str()));
                for (name, value) in [("base", base), ("ours", ours), ("theirs", theirs)] {
                    if let Some(value) = value {
                        object.set(name, value.clone());
                    }
                }
            }
            Clash::Removed { by: side } | Clash::TemplateInUse { by: side } => {
                object.set("by", by(*side));
            }
            Clash::Moved { base, ours, theirs } => {
                for (name, parent) in [("base", base), ("ours", ours), ("theirs", theirs)] {
                    object.set(name, name_or_null(parent.as_ref()));
                }
            }
            Clash::ParentRemoved { by: side, child } => {
                object.set("by", by(*side));
                object.set("child", Json::String(child.clone()));
            }
            Clash::Cycle { ring } => {
                let ring = ring.iter().map(|key| Json::String(key.clone()));
                object.set("ring", Json::Array(ring.collect()));
            }
            Clash::Unfit { message } => object.set("message", Json::from(message.as_str())),
        }
        object.set("text", Json::from(self.to_string().as_str()));
        Json::Object(object)
    }
}
