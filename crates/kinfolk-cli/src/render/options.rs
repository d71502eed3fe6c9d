//! What can be said about a picture on the command line.

use std::path::{Path, PathBuf};

use clap::{ValueEnum, ValueHint};
use kinfolk_picture::{Colour, Overlays, Settings};

use crate::error::CliError;
use crate::source::Source;

/// Draw a picture of a scene
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Images are read from the folder that FILE is in. What is hidden is not drawn.

Examples:
  kinfolk render boss.json -o boss.png
  kinfolk render boss.json -o boss.svg --size 1280x720 --background '#202830' --overlays all
  kinfolk render boss.json --view -5,-5,5,5 --links --names > corner.png")]
pub(crate) struct Args {
    /// The document; - is standard input
    #[arg(value_name = "FILE", value_parser = Source::parser(), value_hint = ValueHint::FilePath)]
    pub(super) file: Source,

    /// Write to this file, .png or .svg, instead of to standard output
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    /// The format, if it is not the ending of OUT
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// Width and height in pixels
    #[arg(long, value_name = "WxH", value_parser = size, default_value = "960x640")]
    size: [u32; 2],

    /// What is behind everything: #rgb, #rrggbb, #rrggbbaa, a name, transparent
    #[arg(long, value_name = "COLOUR", value_parser = Colour::parse, default_value = "white")]
    background: Colour,

    /// Pixels between what is fitted and the edges
    #[arg(long, value_name = "PIXELS", value_parser = pixels, default_value = "32")]
    margin: f32,

    /// What part of the world to show: least x and y, greatest x and y [default: everything]
    #[arg(long, value_name = "X0,Y0,X1,Y1", value_parser = view, allow_hyphen_values = true)]
    view: Option<[f32; 4]>,

    /// Draw a line from each entity to its parent
    #[arg(long)]
    links: bool,

    /// Draw the axes of each entity: x is red, y is green
    #[arg(long)]
    axes: bool,

    /// Write the name of each entity beside it
    #[arg(long)]
    names: bool,

    /// Draw a box around each entity
    #[arg(long)]
    bounds: bool,

    /// Several of these at once
    #[arg(long, value_enum, value_name = "OVERLAYS", value_delimiter = ',')]
    overlays: Vec<Overlay>,
}

/// What a picture is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Png,
    Svg,
}

/// A word after `--overlays`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Overlay {
    All,
    Links,
    Axes,
    Names,
    Bounds,
}

impl Args {
    /// The format that was asked for; PNG if nobody says.
    ///
    /// # Errors
    /// If there is a file whose name tells none.
    pub(super) fn format(&self) -> Result<Format, CliError> {
        match (self.format, self.target()) {
            (Some(format), _) => Ok(format),
            (None, None) => Ok(Format::Png),
            (None, Some(target)) => {
                let ending = target.extension().unwrap_or_default().to_string_lossy();
                Format::from_str(&ending, true).map_err(|_| CliError::NoFormat(target.to_owned()))
            }
        }
    }

    /// The file to write; `None` is standard output.
    pub(super) fn target(&self) -> Option<&Path> {
        let output = self.output.as_deref();
        output.filter(|output| *output != Path::new("-"))
    }

    /// How to draw.
    pub(super) fn settings(&self) -> Settings {
        let [width, height] = self.size;
        let on = |flag: bool, overlay: Overlay| {
            flag || self.overlays.contains(&overlay) || self.overlays.contains(&Overlay::All)
        };
        Settings {
            width,
            height,
            background: self.background,
            margin: self.margin,
            overlays: Overlays {
                links: on(self.links, Overlay::Links),
                axes: on(self.axes, Overlay::Axes),
                names: on(self.names, Overlay::Names),
                bounds: on(self.bounds, Overlay::Bounds),
            },
            view: self.view,
            images: self.file.folder(),
        }
    }
}

pub(crate) fn size(text: &str) -> Result<[u32; 2], String> {
    let sides = text.split_once(['x', 'X', '×']);
    let sides = sides.and_then(|(width, height)| {
        Some([width.trim().parse().ok()?, height.trim().parse().ok()?])
    });
    sides.ok_or_else(|| "write it as in 960x640".to_owned())
}

fn pixels(text: &str) -> Result<f32, String> {
    let pixels = text.parse().ok();
    pixels
        .filter(|pixels: &f32| pixels.is_finite() && *pixels >= 0.0)
        .ok_or_else(|| "write a number of pixels, such as 32".to_owned())
}

pub(crate) fn view(text: &str) -> Result<[f32; 4], String> {
    let numbers: Option<Vec<f32>> = text
        .split(',')
        .map(|number| number.trim().parse().ok().filter(|n: &f32| n.is_finite()))
        .collect();
    numbers
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| "write four numbers, as in -5,-5,5,5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_views_and_margins_are_read_or_explained() {
        assert_eq!(size("960x640"), Ok([960, 640]));
        assert_eq!(view("-5, -5,5,5.5"), Ok([-5.0, -5.0, 5.0, 5.5]));
        assert_eq!(pixels("0"), Ok(0.0));

        for text in ["", "960", "960x", "-1x5", "x"] {
            assert_eq!(size(text), Err("write it as in 960x640".to_owned()));
        }
        for text in ["", "1,2,3", "1,2,3,4,5", "1,2,3,nan", "a,b,c,d"] {
            assert!(view(text).is_err(), "{text}");
        }
        for text in ["", "-1", "inf", "wide"] {
            assert!(pixels(text).is_err(), "{text}");
        }
    }
}
