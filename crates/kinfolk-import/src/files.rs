//! Files that a foreign scene names.

use std::io;

/// Whoever can read the files that a scene is made of.
///
/// Paths are as the scene writes them (`res://enemy/enemy.tscn`, `turret`); what folder they
/// are in is the reader's business. Any function from a path to bytes is one.
///
/// ```
/// use std::io;
/// use kinfolk_import::Files as _;
///
/// let mut none = |path: &str| Err(io::Error::new(io::ErrorKind::NotFound, path));
/// assert!(none.read("res://ball.tscn").is_err());
/// ```
pub trait Files {
    /// Everything that is in the file.
    ///
    /// # Errors
    /// Whatever keeps it from being read; an importer makes a [`Problem`](crate::Problem) or a
    /// [`Loss`](crate::Loss) of it.
    fn read(&mut self, path: &str) -> io::Result<Vec<u8>>;
}

impl<F: FnMut(&str) -> io::Result<Vec<u8>>> Files for F {
    fn read(&mut self, path: &str) -> io::Result<Vec<u8>> {
        self(path)
    }
}
