//! `kinfolk render`: a picture of the scene, as PNG or SVG.
//!
//! What is drawn is what is visible in the tree, in draw order. A sprite that cannot be read is
//! warned about and drawn as a placeholder; it never fails the picture.

pub(crate) mod options;
mod sprites;

use kinfolk_picture::{Picture, Settings, things, to_png, to_svg};

use crate::atomic_file;
use crate::error::CliError;
use crate::outcome::Outcome;
use crate::progress::Progress;
use crate::report;
use crate::scene_file::plant_all;

use options::Format;

pub(crate) use options::Args;
pub(crate) use sprites::Sprites;

pub(crate) fn run(args: Args) -> Result<Outcome, CliError> {
    let format = args.format()?;
    let target = args.target();
    if format == Format::Png && target.is_none() && report::result_is_seen() {
        return Err(CliError::PngToTerminal(args.file));
    }
    let Some(all) = plant_all(std::slice::from_ref(&args.file))? else {
        return Ok(Outcome::Findings);
    };
    let progress = Progress::start();
    progress.say(format!("drawing {}", args.file));
    let mut sprites = Sprites::default();
    let things = all.iter().flat_map(|living| {
        things(&living.scene, &living.forest, |scene, node| {
            sprites.visuals(scene, node)
        })
    });
    let picture = Picture {
        things: things.collect(),
    };
    let settings = args.settings();
    let bytes = bytes(&picture, &settings, format)?;
    drop(progress);
    sprites.report(&args.file);
    match target {
        Some(target) => atomic_file::write(target, &bytes)?,
        None => report::result(|out| out.write_all(&bytes))?,
    }
    Ok(Outcome::Fine)
}

fn bytes(picture: &Picture, settings: &Settings, format: Format) -> Result<Vec<u8>, CliError> {
    match format {
        Format::Png => to_png(picture, settings),
        Format::Svg => to_svg(picture, settings).map(String::into_bytes),
    }
    .map_err(CliError::Picture)
}
