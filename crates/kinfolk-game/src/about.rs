//! What can be told to behaviors and rules, as data: editors make forms of it.
//!
//! Beside every reader stands what it reads: which keys, of which kind, and what holds if a key is absent.
//! Tests hold one against the other, so that a form never offers what the game then refuses.

/// Something with a `type`, and what can be told to it.
///
/// ```
/// use kinfolk_game::Registry;
///
/// let registry = Registry::built_in();
/// let health = registry.abouts().find(|about| about.kind == "health").unwrap();
///
/// assert_eq!(health.parameters[0].key, "maxHealth");
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct About {
    /// Its `type`.
    pub kind: &'static str,
    /// What it does, in a sentence.
    pub doc: &'static str,
    /// Its keys, in the order of importance.
    pub parameters: &'static [Parameter],
}

/// One key, and what may stand there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parameter {
    /// The key.
    pub key: &'static str,
    /// What may stand there.
    pub kind: Kind,
    /// Whether it must be there.
    pub is_needed: bool,
    /// What holds if it is absent, where that is one value.
    pub default: Option<Fallback>,
    /// What it means.
    pub doc: &'static str,
}

/// What may stand at a key.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Kind {
    /// A number.
    Number(Range),
    /// A number without a fraction.
    Whole(Range),
    /// Radians, or text with a unit: `"45deg"`, `"0.25turn"`.
    Angle(Range),
    /// A number; an angle if another key says that it is one.
    NumberOrAngle,
    /// A text.
    Text,
    /// A colour, as text.
    Colour,
    /// True or false.
    Flag,
    /// One of these texts.
    Choice(&'static [&'static str]),
    /// A list of points: `[x, y]` or `{ "x": …, "y": … }`.
    Points,
    /// `"all"`, `"position"`, `"topLevel"`, or a list of parts, as entities have it.
    Inherit,
    /// A word, or a list of words.
    Words,
}

/// Between which numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    /// Not below this.
    pub least: Option<f32>,
    /// Whether `least` itself is too little.
    pub is_above: bool,
}

impl Range {
    /// Any number.
    pub const ANY: Self = Self {
        least: None,
        is_above: false,
    };
    /// 0 or more.
    pub const NOT_NEGATIVE: Self = Self {
        least: Some(0.0),
        is_above: false,
    };
    /// More than 0.
    pub const POSITIVE: Self = Self {
        least: Some(0.0),
        is_above: true,
    };
}

/// What holds if a key is absent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fallback {
    /// A number, or radians.
    Number(f32),
    /// True or false.
    Flag(bool),
    /// A text.
    Text(&'static str),
}

impl Parameter {
    /// A key that must be there.
    #[must_use]
    pub const fn needed(key: &'static str, kind: Kind, doc: &'static str) -> Self {
        Self {
            key,
            kind,
            is_needed: true,
            default: None,
            doc,
        }
    }

    /// A key that may be absent.
    #[must_use]
    pub const fn optional(key: &'static str, kind: Kind, doc: &'static str) -> Self {
        Self {
            is_needed: false,
            ..Self::needed(key, kind, doc)
        }
    }

    /// A key that may be absent, and what holds then.
    #[must_use]
    pub const fn or(key: &'static str, kind: Kind, default: Fallback, doc: &'static str) -> Self {
        Self {
            default: Some(default),
            ..Self::optional(key, kind, doc)
        }
    }
}

/// What a group of `conditionalBehaviors` may wait for, in its `when`.
pub const CONDITION: &[Parameter] = &crate::groups::CONDITION;

/// What a rule may wait for: its `on`.
pub const TRIGGERS: &[About] = &crate::rules::TRIGGERS;

/// What a rule may do: the members of its `do`.
pub const ACTIONS: &[About] = &crate::deed::ACTIONS;

#[cfg(test)]
mod tests;
