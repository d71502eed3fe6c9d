//! The images of one picture, each read once.
//!
//! What cannot be read is `None`, and is drawn as a placeholder: an image never fails a picture.

use std::collections::BTreeMap;
use std::path::Path;

use crate::folder::{Folder, Image};
use crate::marks::Found;

/// The images of one picture.
#[derive(Debug)]
pub(crate) struct Images {
    folder: Folder,
    by_url: BTreeMap<String, Option<Found>>,
    read: Vec<Image>,
}

impl Images {
    /// None yet; all will come from `folder`.
    pub(crate) fn new(folder: &Path) -> Self {
        Self {
            folder: Folder::new(folder),
            by_url: BTreeMap::new(),
            read: Vec::new(),
        }
    }

    /// The image at this path inside the folder, if it can be read.
    pub(crate) fn find(&mut self, url: &str) -> Option<Found> {
        if let Some(&found) = self.by_url.get(url) {
            return found;
        }
        let found = self.folder.read(url).map(|image| {
            let size = [image.pixels.width(), image.pixels.height()].map(f64::from);
            self.read.push(image);
            Found {
                index: self.read.len() - 1,
                size,
            }
        });
        self.by_url.insert(url.to_owned(), found);
        found
    }

    /// All that could be read, by index.
    pub(crate) fn into_read(self) -> Vec<Image> {
        self.read
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::tests::folder;

    #[test]
    fn a_file_is_read_once() {
        let mut images = Images::new(&folder("once"));
        let found = |index| {
            let size = [3.0, 2.0];
            Some(Found { index, size })
        };

        assert_eq!(images.find("tank.png"), found(0));
        assert_eq!(images.find("inner/flag.png"), found(1));
        assert_eq!(images.find("tank.png"), found(0));
        assert_eq!(images.find("missing.png"), None);
        assert_eq!(images.into_read().len(), 2);
    }
}
