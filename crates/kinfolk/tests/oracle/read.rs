//! Reading the fixtures: whole files, parents that may be −1, and operations.
//!
//! A row such as `[0, 12.5, true]` is read into a struct, field by field.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// Every question of one file with its answer in another, and the number that they share.
pub(crate) fn answered<Q: DeserializeOwned, A: DeserializeOwned>(
    questions: &str,
    answers: &str,
) -> Vec<(usize, Q, A)> {
    let (questions, answers) = (numbered(questions), numbered(answers));
    assert_eq!(questions.len(), answers.len());
    let both = questions.into_iter().zip(answers);
    both.map(|((id, question), (answer_id, answer))| {
        assert_eq!(id, answer_id);
        (id, question, answer)
    })
    .collect()
}

/// Everything in the list of a file, each with its number.
pub(crate) fn numbered<T: DeserializeOwned>(name: &str) -> Vec<(usize, T)> {
    #[derive(Deserialize)]
    struct File<T> {
        #[serde(alias = "cases", alias = "seqs")]
        trees: Vec<Numbered<T>>,
    }
    #[derive(Deserialize)]
    struct Numbered<T> {
        id: usize,
        #[serde(flatten)]
        entry: T,
    }

    let file: File<T> = fixture(name);
    let entries = file.trees.into_iter();
    entries.map(|Numbered { id, entry }| (id, entry)).collect()
}

/// The file of this name in `fixtures/oracle`.
fn fixture<T: DeserializeOwned>(name: &str) -> T {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/oracle");
    let text = std::fs::read_to_string(format!("{folder}/{name}"))
        .unwrap_or_else(|error| panic!("fixtures/oracle/{name}: {error}"));
    serde_json::from_str(&text)
        .unwrap_or_else(|error| panic!("fixtures/oracle/{name} is not as expected: {error}"))
}

/// A parent's index, where −1 is none.
pub(crate) fn parent<'de, D: Deserializer<'de>>(from: D) -> Result<Option<usize>, D::Error> {
    Ok(usize::try_from(i64::deserialize(from)?).ok())
}

/// Each of `first` with its partner; panics if one is left over.
pub(crate) fn pairs<'a, A, B>(
    first: &'a [A],
    second: &'a [B],
) -> impl Iterator<Item = (&'a A, &'a B)> {
    assert_eq!(first.len(), second.len(), "one answer for each question");
    first.iter().zip(second)
}

/// One operation: its name, then what it is about.
#[derive(Debug, Deserialize)]
pub(crate) struct Op(Value);

impl Op {
    pub(crate) fn name(&self) -> &str {
        self.0[0]
            .as_str()
            .expect("an operation begins with its name")
    }

    /// The number in this place. Inputs are exact in single precision.
    pub(crate) fn number(&self, place: usize) -> f32 {
        self.0[place].as_f64().expect("a number") as f32
    }

    /// The index in this place.
    pub(crate) fn index(&self, place: usize) -> usize {
        self.0[place].as_u64().expect("an index") as usize
    }

    pub(crate) fn flag(&self, place: usize) -> bool {
        self.0[place].as_bool().expect("true or false")
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
