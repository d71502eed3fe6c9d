//! What one entity looks like: a sprite is any number of visuals.
//!
//! A visual's own offset, scale and flip move nothing but its look: they come before the
//! entity's world and are not inherited by anybody.

use crate::colour::Colour;
use crate::plane::{Affine, Point};

/// One shape, text or image, centred on its entity's origin unless moved.
#[derive(Debug, Clone, PartialEq)]
pub struct Visual {
    /// What it is.
    pub(crate) kind: Kind,
    /// Its colour: of the area, of a line, of the letters.
    pub(crate) colour: Colour,
    /// The line around it, if any.
    pub(crate) outline: Option<Outline>,
    /// How much of it is seen, from 0 to 1.
    pub(crate) opacity: f64,
    /// Its own offset, scale and flip.
    pub(crate) entity_from_visual: Affine,
}

/// What there is to see; lengths are in the entity's units.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind {
    /// A box.
    Rect {
        /// Its extent in x.
        width: f64,
        /// Its extent in y.
        height: f64,
    },
    /// A circle.
    Circle {
        /// Its radius.
        radius: f64,
    },
    /// A closed shape.
    Polygon {
        /// Its corners, around.
        points: Vec<Point>,
    },
    /// An open line.
    Line {
        /// From where to where.
        points: Vec<Point>,
        /// How thick; `None` is thin, at any distance.
        width: Option<f64>,
    },
    /// Letters.
    Text {
        /// What it says; line feeds start new lines.
        text: String,
        /// The height of a capital.
        size: f64,
    },
    /// A PNG file.
    Image {
        /// Where the file is, relative to the folder of images.
        url: String,
        /// Its extent in x; `None` follows from the height, or is 1.
        width: Option<f64>,
        /// Its extent in y; `None` follows from the width.
        height: Option<f64>,
    },
    /// Something that this program does not know; a box with a question mark.
    Unknown {
        /// Its extent in x.
        width: f64,
        /// Its extent in y.
        height: f64,
    },
}

/// A line around a shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Outline {
    /// Its colour.
    pub(crate) colour: Colour,
    /// How thick, in the entity's units; `None` is thin, at any distance.
    pub(crate) width: Option<f64>,
}

impl Visual {
    /// The colour of a visual that says none.
    pub(crate) const GREY: Colour = Colour::rgb(0x8a_8f_98);

    /// A visual of this kind with nothing else said.
    pub(crate) fn new(kind: Kind) -> Self {
        Self {
            kind,
            colour: Self::GREY,
            outline: None,
            opacity: 1.0,
            entity_from_visual: Affine::IDENTITY,
        }
    }

    /// Stands for something that could not be read.
    pub fn placeholder() -> Self {
        Self::new(Kind::Unknown {
            width: 1.0,
            height: 1.0,
        })
    }
}
