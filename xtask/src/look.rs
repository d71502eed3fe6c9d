//! A look at the repository: how much was seen, and what is wrong with it.

/// What a look found.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Looked {
    /// How much was looked at, in words, so that an empty look is noticed.
    pub(crate) at: String,
    /// What is wrong, one line each.
    pub(crate) findings: Vec<String>,
}
