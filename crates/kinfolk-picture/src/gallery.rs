//! Images for those who show them elsewhere: numbered, so that nobody has to name a file.
//!
//! A web page gets a number as the address of an image and nothing that leads to a path. The files
//! are those that a picture of the same folder would show, under the same limits.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::folder::Folder;

/// The images of one folder, as far as somebody asked for them.
///
/// Only PNG files inside the folder are given out. A name that climbs out of it is not looked up; a
/// symbolic link is followed, and refused if it leads outside. A file is read once, when it is first
/// asked for: for what changed since then, make another gallery.
///
/// ```
/// use kinfolk_picture::Gallery;
///
/// let mut gallery = Gallery::new("assets".as_ref());
/// assert_eq!(gallery.find("../secrets.png"), None);
/// assert!(gallery.png(0).is_none());
/// ```
pub struct Gallery {
    folder: Folder,
    by_url: BTreeMap<String, Option<Exhibit>>,
    pngs: Vec<Arc<[u8]>>,
}

/// One image of a [`Gallery`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhibit {
    /// What [`Gallery::png`] knows it by; counted from 0 in the order of first questions.
    pub number: usize,
    /// In pixels, at least 1.
    pub width: u32,
    /// In pixels, at least 1.
    pub height: u32,
}

impl Gallery {
    /// None yet; all will come from `folder`.
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: Folder::new(folder),
            by_url: BTreeMap::new(),
            pngs: Vec::new(),
        }
    }

    /// The image at this path inside the folder, if it can be read.
    pub fn find(&mut self, url: &str) -> Option<Exhibit> {
        if let Some(&found) = self.by_url.get(url) {
            return found;
        }
        let found = self.folder.read(url).map(|image| {
            self.pngs.push(image.png.into());
            Exhibit {
                number: self.pngs.len() - 1,
                width: image.pixels.width(),
                height: image.pixels.height(),
            }
        });
        self.by_url.insert(url.to_owned(), found);
        found
    }

    /// The bytes of a file that was found.
    pub fn png(&self, number: usize) -> Option<Arc<[u8]>> {
        self.pngs.get(number).cloned()
    }
}

/// Without the bytes.
impl fmt::Debug for Gallery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gallery")
            .field("folder", &self.folder)
            .field("by_url", &self.by_url)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::folder::tests::folder;

    #[test]
    fn an_image_is_known_by_its_number() {
        let folder = folder("gallery");
        let mut gallery = Gallery::new(&folder);

        let tank = gallery.find("tank.png").unwrap();

        assert_eq!((tank.number, tank.width, tank.height), (0, 3, 2));
        assert_eq!(gallery.find("tank.png"), Some(tank));
        let file = fs::read(folder.join("tank.png")).unwrap();
        assert_eq!(gallery.png(0).as_deref(), Some(&file[..]));
        assert_eq!(gallery.png(1), None);
        assert_eq!(gallery.find("notes.png"), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_elsewhere_is_not_shown() {
        let outer = folder("gallery-link");
        let link = outer.join("inner/away.png");
        let _ = fs::remove_file(&link); // of the last run
        std::os::unix::fs::symlink(outer.join("tank.png"), link).unwrap();
        let mut gallery = Gallery::new(&outer.join("inner"));

        assert_eq!(gallery.find("away.png"), None);
        assert_eq!(gallery.png(0), None);
    }
}
