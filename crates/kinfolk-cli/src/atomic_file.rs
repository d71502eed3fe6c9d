//! Writing a file so that nobody ever sees half of it.

use std::path::Path;

use kinfolk_editor::write_atomically;

use crate::error::CliError;

/// Gives `file` these bytes.
///
/// # Errors
/// Says why not; `file` is as it was.
pub(crate) fn write(file: &Path, bytes: &[u8]) -> Result<(), CliError> {
    write_atomically(file, bytes).map_err(|why| CliError::Write {
        file: file.to_owned(),
        why,
    })
}
