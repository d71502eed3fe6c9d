//! Image files: found, checked, read once.
//!
//! Only PNG files inside one folder are read, and not more of them than memory allows. What
//! cannot be read is `None`, and is drawn as a placeholder: an image never fails a picture.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use tiny_skia::Pixmap;

/// No side of an image may be longer, in pixels.
const LONGEST_SIDE: u32 = 8192;

/// All images together may have this many pixels.
const MOST_PIXELS: u64 = 64 * 1024 * 1024;

/// All files together may have this many bytes.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// One image that could be read.
#[derive(Debug)]
pub(crate) struct Image {
    /// The file as it was.
    pub(crate) png: Vec<u8>,
    /// What is in it.
    pub(crate) pixels: Pixmap,
}

/// The images of one picture.
#[derive(Debug)]
pub(crate) struct Images {
    folder: PathBuf,
    by_url: BTreeMap<String, Option<usize>>,
    read: Vec<Image>,
    pixels_left: u64,
    bytes_left: u64,
}

impl Images {
    /// None yet; all will come from `folder`.
    pub(crate) fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            by_url: BTreeMap::new(),
            read: Vec::new(),
            pixels_left: MOST_PIXELS,
            bytes_left: MOST_BYTES,
        }
    }

    /// The index of the image at this path inside the folder, if it can be read.
    pub(crate) fn find(&mut self, url: &str) -> Option<usize> {
        if let Some(&found) = self.by_url.get(url) {
            return found;
        }
        let index = self.read(url).map(|image| {
            self.bytes_left = self.bytes_left.saturating_sub(image.png.len() as u64);
            let size = pixels(image.pixels.width(), image.pixels.height());
            self.pixels_left = self.pixels_left.saturating_sub(size);
            self.read.push(image);
            self.read.len() - 1
        });
        self.by_url.insert(url.to_owned(), index);
        index
    }

    /// Width and height in pixels.
    pub(crate) fn size(&self, index: usize) -> [f64; 2] {
        let pixels = &self.read[index].pixels;
        [f64::from(pixels.width()), f64::from(pixels.height())]
    }

    /// All that could be read, by index.
    pub(crate) fn into_read(self) -> Vec<Image> {
        self.read
    }

    fn read(&self, url: &str) -> Option<Image> {
        let file = self.inside(url)?;
        if !fs::metadata(&file).ok()?.is_file() {
            return None; // a pipe would never end
        }
        let mut png = Vec::new();
        let limit = self.bytes_left;
        File::open(file)
            .ok()?
            .take(limit + 1)
            .read_to_end(&mut png)
            .ok()?;
        let (width, height) = png_size(&png)?;
        let fits = png.len() as u64 <= limit
            && width.max(height) <= LONGEST_SIDE
            && pixels(width, height) <= self.pixels_left;
        if !fits {
            return None;
        }
        let pixels = Pixmap::decode_png(&png).ok()?;
        Some(Image { png, pixels })
    }

    /// The file that is meant, if it is below the folder, links followed.
    fn inside(&self, url: &str) -> Option<PathBuf> {
        let relative = Path::new(url);
        let goes_down = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if !relative.components().all(goes_down) {
            return None;
        }
        let folder = fs::canonicalize(&self.folder).ok()?;
        let file = fs::canonicalize(folder.join(relative)).ok()?;
        file.starts_with(&folder).then_some(file)
    }
}

fn pixels(width: u32, height: u32) -> u64 {
    u64::from(width) * u64::from(height)
}

/// Width and height as a PNG file's first chunk says them.
fn png_size(png: &[u8]) -> Option<(u32, u32)> {
    let rest = png.strip_prefix(b"\x89PNG\r\n\x1a\n")?;
    let (width, rest) = rest.strip_prefix(b"\0\0\0\rIHDR")?.split_first_chunk()?;
    let (height, _) = rest.split_first_chunk()?;
    Some((u32::from_be_bytes(*width), u32::from_be_bytes(*height)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own for one test, with a small image and something else in it.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("kinfolk-images-{name}"));
        fs::create_dir_all(folder.join("inner")).unwrap();
        let png = Pixmap::new(3, 2).unwrap().encode_png().unwrap();
        fs::write(folder.join("tank.png"), &png).unwrap();
        fs::write(folder.join("inner/flag.png"), &png).unwrap();
        fs::write(folder.join("notes.png"), "not an image").unwrap();
        fs::write(folder.join("cut.png"), &png[..40]).unwrap();
        let mut bomb = png;
        bomb[16..20].copy_from_slice(&60_000_u32.to_be_bytes());
        fs::write(folder.join("bomb.png"), &bomb).unwrap();
        folder
    }

    #[test]
    fn a_file_is_read_once() {
        let mut images = Images::new(&folder("once"));

        assert_eq!(images.find("tank.png"), Some(0));
        assert_eq!(images.find("inner/flag.png"), Some(1));
        assert_eq!(images.find("tank.png"), Some(0));
        assert_eq!(images.size(0), [3.0, 2.0]);
        assert_eq!(images.into_read().len(), 2);
    }

    #[test]
    fn what_is_no_image_is_not_read() {
        let mut images = Images::new(&folder("broken"));

        for url in [
            "missing.png",
            "notes.png",
            "cut.png",
            "bomb.png",
            "inner",
            "",
            "a\0b",
        ] {
            assert_eq!(images.find(url), None, "{url}");
        }
    }

    #[test]
    fn nothing_outside_the_folder_is_read() {
        let folder = folder("outside");
        let absolute = folder.join("tank.png").display().to_string();
        let mut images = Images::new(&folder.join("inner"));

        for url in [
            "../tank.png",
            "x/../../tank.png",
            &absolute,
            "https://example.com/a.png",
        ] {
            assert_eq!(images.find(url), None, "{url}");
        }
        assert_eq!(images.find("./flag.png"), Some(0));
    }
}
