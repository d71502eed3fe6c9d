//! A folder of image files: found, checked, read.
//!
//! Only PNG files inside the folder are read, and not more of them than memory allows. A name that
//! climbs out (`..`, an absolute path) is not looked up at all; a symbolic link is followed, and what it leads to is
//! refused if that is outside. What cannot be read is `None`.

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

/// A folder, and how much may still be read from it.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    pixels_left: u64,
    bytes_left: u64,
}

impl Folder {
    /// Nothing is read yet, not even the folder.
    pub(crate) fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            pixels_left: MOST_PIXELS,
            bytes_left: MOST_BYTES,
        }
    }

    /// The image at this path inside the folder, if it is one and there is still room for it.
    pub(crate) fn read(&mut self, url: &str) -> Option<Image> {
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
        let size = u64::from(width) * u64::from(height);
        let fits = png.len() as u64 <= limit
            && width.max(height) <= LONGEST_SIDE
            && size <= self.pixels_left;
        if !fits {
            return None;
        }
        let pixels = Pixmap::decode_png(&png).ok()?;
        self.bytes_left -= png.len() as u64;
        self.pixels_left -= size;
        Some(Image { png, pixels })
    }

    /// The file that is meant, if it is below the folder, links followed.
    fn inside(&self, url: &str) -> Option<PathBuf> {
        let relative = Path::new(url);
        let goes_down = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if !relative.components().all(goes_down) {
            return None;
        }
        let folder = fs::canonicalize(&self.path).ok()?;
        let file = fs::canonicalize(folder.join(relative)).ok()?;
        file.starts_with(&folder).then_some(file)
    }
}

/// Width and height as a PNG file's first chunk says them.
fn png_size(png: &[u8]) -> Option<(u32, u32)> {
    let rest = png.strip_prefix(b"\x89PNG\r\n\x1a\n")?;
    let (width, rest) = rest.strip_prefix(b"\0\0\0\rIHDR")?.split_first_chunk()?;
    let (height, _) = rest.split_first_chunk()?;
    Some((u32::from_be_bytes(*width), u32::from_be_bytes(*height)))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A folder of its own for one test, with small images and other things in it.
    pub(crate) fn folder(name: &str) -> PathBuf {
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

    fn reads(folder: &mut Folder, url: &str) -> bool {
        folder.read(url).is_some()
    }

    #[test]
    fn what_is_no_image_is_not_read() {
        let mut folder = Folder::new(&folder("broken"));

        for url in [
            "missing.png",
            "notes.png",
            "cut.png",
            "bomb.png",
            "inner",
            "",
            "a\0b",
        ] {
            assert!(!reads(&mut folder, url), "{url}");
        }
    }

    #[test]
    fn nothing_outside_the_folder_is_read() {
        let outer = folder("outside");
        let absolute = outer.join("tank.png").display().to_string();
        let mut folder = Folder::new(&outer.join("inner"));

        for url in [
            "../tank.png",
            "x/../../tank.png",
            &absolute,
            "https://example.com/a.png",
        ] {
            assert!(!reads(&mut folder, url), "{url}");
        }
        assert!(reads(&mut folder, "./flag.png"));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leaves_the_folder_is_refused_and_one_inside_is_followed() {
        let outer = folder("links");
        let inner = outer.join("inner");
        for (link, target) in [
            ("away.png", "../tank.png"),
            ("up", ".."),
            ("here.png", "flag.png"),
            ("round.png", "round.png"),
        ] {
            let _ = fs::remove_file(inner.join(link)); // of the last run
            std::os::unix::fs::symlink(target, inner.join(link)).unwrap();
        }
        let mut folder = Folder::new(&inner);

        for url in ["away.png", "up/tank.png", "round.png"] {
            assert!(!reads(&mut folder, url), "{url}");
        }
        assert!(reads(&mut folder, "here.png"));
    }

    #[test]
    fn no_more_is_read_than_there_is_room_for() {
        let mut folder = Folder::new(&folder("room"));
        folder.pixels_left = 11;

        assert!(reads(&mut folder, "tank.png"));
        assert!(!reads(&mut folder, "inner/flag.png"));

        folder.pixels_left = 6;
        folder.bytes_left = 20;
        assert!(!reads(&mut folder, "inner/flag.png"));
    }
}
