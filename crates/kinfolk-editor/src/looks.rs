//! What sprites look like, for pages.
//!
//! A sprite's images are asked for by name; until somebody has found them a placeholder is
//! shown. Nothing here reads a file.

use std::collections::{BTreeSet, HashMap};

use kinfolk_picture::{Look, Visual};
use kinfolk_scene::Json;
use serde_json::Value;

/// An image that was found.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    /// Where pages fetch it.
    pub(crate) address: String,
    /// In pixels.
    pub(crate) width: u32,
    /// In pixels.
    pub(crate) height: u32,
}

/// All looks that pages have been told about.
#[derive(Debug, Default)]
pub(crate) struct Looks {
    table: Vec<Value>,
    /// By sprite, as JSON.
    by_sprite: HashMap<String, i64>,
    images: HashMap<String, Option<Found>>,
    wanted: BTreeSet<String>,
}

impl Looks {
    /// No looks, and the same images.
    pub(crate) fn emptied(self) -> Self {
        Self {
            images: self.images,
            wanted: self.wanted,
            ..Self::default()
        }
    }

    /// No looks of another scene, with the images that are known here.
    pub(crate) fn with_same_images(&self) -> Self {
        Self {
            images: self.images.clone(),
            ..Self::default()
        }
    }

    /// All looks; the table only grows.
    pub(crate) fn table(&self) -> &[Value] {
        &self.table
    }

    /// The index of what a sprite looks like; -1 if there is nothing to see.
    pub(crate) fn of(&mut self, sprite: &Json) -> i64 {
        let value = Value::from(sprite);
        let name = value.to_string();
        if let Some(&index) = self.by_sprite.get(&name) {
            return index;
        }
        let visuals = Visual::all_from_json(&value);
        let visuals = visuals.unwrap_or_else(|_| vec![Visual::placeholder()]);
        let (images, wanted) = (&self.images, &mut self.wanted);
        let look = Look::of(&visuals, |url| match images.get(url) {
            Some(found) => found
                .as_ref()
                .map(|found| (found.address.clone(), found.width, found.height)),
            None => {
                wanted.insert(url.to_owned());
                None
            }
        });
        let index = match look.map(serde_json::to_value) {
            Some(Ok(look)) => {
                self.table.push(look);
                self.table.len() as i64 - 1
            }
            _ => -1,
        };
        self.by_sprite.insert(name, index);
        index
    }

    /// The images that somebody should look for, each once.
    pub(crate) fn take_wanted(&mut self) -> Vec<String> {
        std::mem::take(&mut self.wanted).into_iter().collect()
    }

    /// Somebody has looked for an image. Sprites that show it look different from now on.
    pub(crate) fn found(&mut self, url: &str, image: Option<Found>) {
        let changes = image.is_some();
        self.images.insert(url.to_owned(), image);
        if changes {
            let quoted = Value::from(url).to_string();
            self.by_sprite.retain(|sprite, _| !sprite.contains(&quoted));
        }
    }
}
