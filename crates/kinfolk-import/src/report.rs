//! What an import gives, and what it costs.

use std::fmt;

use kinfolk_scene::Document;

use crate::place::Place;

/// A foreign scene as a document.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// The scene; it loads without errors.
    pub document: Document,
    /// What did not come along, file by file, each in the order of its text.
    pub losses: Vec<Loss>,
}

/// Something that the foreign scene has and the document has not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// Where it is in the foreign file.
    pub place: Place,
    /// The node that has lost it, as the foreign scene names it: `Player/Sprite`.
    pub node: String,
    /// What is lost, in words: ``script `player.gd` ``.
    pub what: String,
}

/// `enemy.tscn:12:1: Player/Sprite: …`
impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.place, self.node, self.what)
    }
}

/// Why a foreign scene cannot be imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Where it is in the foreign file.
    pub place: Place,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// What to try.
    pub help: Option<String>,
}

/// `tank.zon:3:7: error: "Parent" is no component; …`
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: error: {}", self.place, self.message)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

/// Everything that keeps a foreign scene from being imported: never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problems(Vec<Problem>);

/// More problems than this are not looked for.
pub(crate) const MOST_PROBLEMS: usize = 1_000;

impl Problems {
    /// All of them, if there are any; the answer otherwise.
    pub(crate) fn or<T>(problems: Vec<Problem>, answer: T) -> Result<T, Self> {
        if problems.is_empty() {
            Ok(answer)
        } else {
            Err(Self(problems))
        }
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}

impl std::ops::Deref for Problems {
    type Target = [Problem];

    fn deref(&self) -> &[Problem] {
        &self.0
    }
}

/// One problem a line.
impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}
