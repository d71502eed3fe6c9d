//! Pictures of the scene to take away: what is asked for in an address, and what is drawn.
//!
//! An address says the kind, the size, the part of the world and the background, each in one way and
//! none of them as a path; anything else is refused. What is drawn is what `kinfolk render` draws.

use std::path::Path;

use kinfolk_picture::{Colour, Picture, PictureError, Settings, Visual, things, to_png, to_svg};
use kinfolk_scene::Editing;
use serde_json::Value;

/// No side of a picture may be longer: it is drawn in memory.
const LONGEST_SIDE: u32 = 8192;

/// What a picture is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Png,
    Svg,
}

impl Kind {
    /// What a browser is told that it is.
    pub(crate) const fn content_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Svg => "image/svg+xml",
        }
    }
}

/// A picture that somebody wants to have.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Export {
    pub(crate) kind: Kind,
    width: u32,
    height: u32,
    /// Least x and y, greatest x and y; everything if `None`.
    view: Option<[f32; 4]>,
    transparent: bool,
}

impl Export {
    /// Reads what an address asks for: the end of its path, and what is behind the question mark.
    pub(crate) fn read(kind: &str, query: &str) -> Option<Self> {
        let mut export = Self {
            kind: match kind {
                "png" => Kind::Png,
                "svg" => Kind::Svg,
                _ => return None,
            },
            width: 1280,
            height: 720,
            view: None,
            transparent: false,
        };
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=')? {
                ("width", width) => export.width = side(width)?,
                ("height", height) => export.height = side(height)?,
                ("view", view) => export.view = Some(corners(view)?),
                ("background", "none") => export.transparent = true,
                ("background", "white") => export.transparent = false,
                _ => return None,
            }
        }
        Some(export)
    }

    /// Draws it, with images from a folder.
    pub(crate) fn draw(&self, picture: &Picture, folder: &Path) -> Result<Vec<u8>, PictureError> {
        let mut settings = Settings {
            width: self.width,
            height: self.height,
            view: self.view,
            images: folder.to_owned(),
            ..Settings::default()
        };
        if self.transparent {
            settings.background = Colour::TRANSPARENT;
        }
        match self.kind {
            Kind::Png => to_png(picture, &settings),
            Kind::Svg => to_svg(picture, &settings).map(String::into_bytes),
        }
    }
}

/// All that is visible of a scene; a sprite that makes no sense has a placeholder, as on the page.
pub(crate) fn picture(editing: &Editing) -> Picture {
    let things = things(editing.scene(), editing.forest(), |scene, node| {
        let sprite = scene.fields(node).and_then(|fields| fields.sprite.set());
        sprite.map_or_else(Vec::new, |sprite| {
            let visuals = Visual::all_from_json(&Value::from(sprite));
            visuals.unwrap_or_else(|_| vec![Visual::placeholder()])
        })
    });
    Picture { things }
}

fn side(text: &str) -> Option<u32> {
    let side: u32 = text.parse().ok()?;
    (1..=LONGEST_SIDE).contains(&side).then_some(side)
}

fn corners(text: &str) -> Option<[f32; 4]> {
    let mut numbers = text.split(',').map(|number| number.parse::<f32>().ok());
    let view = [
        numbers.next()??,
        numbers.next()??,
        numbers.next()??,
        numbers.next()??,
    ];
    let [left, bottom, right, top] = view;
    let shows = left < right && bottom < top && view.iter().all(|number| number.is_finite());
    (numbers.next().is_none() && shows).then_some(view)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_what_to_draw() {
        let export = Export::read("png", "width=64&height=48&view=-1,-2,3,4.5&background=none");

        assert_eq!(
            export,
            Some(Export {
                kind: Kind::Png,
                width: 64,
                height: 48,
                view: Some([-1.0, -2.0, 3.0, 4.5]),
                transparent: true,
            })
        );
        assert_eq!(Export::read("svg", "").unwrap().kind, Kind::Svg);
    }

    #[test]
    fn what_makes_no_sense_is_no_address() {
        for (kind, query) in [
            ("gif", ""),
            ("png", "width"),
            ("png", "width=0"),
            ("png", "width=8193"),
            ("png", "height=-1"),
            ("png", "width=1e3"),
            ("png", "view=0,0,1"),
            ("png", "view=0,0,1,1,1"),
            ("png", "view=0,0,0,1"),
            ("png", "view=0,1,1,0"),
            ("png", "view=0,0,inf,1"),
            ("png", "view=NaN,0,1,1"),
            ("png", "background=../../etc/passwd"),
            ("png", "file=scene.png"),
        ] {
            assert_eq!(Export::read(kind, query), None, "{kind}?{query}");
        }
    }

    #[test]
    fn a_picture_has_what_is_visible() {
        let text = r##"{ "entities": [
            { "id": "lamp", "sprite": { "type": "rect", "width": 2, "height": 2, "color": "#ff0000" } },
            { "id": "gone", "visible": false }
        ] }"##;
        let editing = Editing::with_text(text).unwrap();

        let picture = picture(&editing);
        let svg = Export::read("svg", "")
            .unwrap()
            .draw(&picture, Path::new("."))
            .unwrap();
        let svg = String::from_utf8(svg).unwrap();

        assert!(svg.contains("<title>lamp</title>") && !svg.contains("gone"));
        let png = Export::read("png", "width=8&height=8&background=none").unwrap();
        let png = png.draw(&picture, Path::new(".")).unwrap();
        assert!(png.starts_with(b"\x89PNG"));
    }
}
