//! `kinfolk play`: a game without a window, frame by frame.
//!
//! The same document, seed and number of frames give the same trace, byte for byte. Pictures show
//! the part of the world that the first frame fills.

use std::fs;
use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};
use kinfolk_game::{Game, Setup, Tracer};
use kinfolk_physics::{Backend, Box2d, Rapier};
use kinfolk_picture::{Picture, Settings, things, to_pixels, to_png, view_of};

use crate::atomic_file;
use crate::error::CliError;
use crate::outcome::Outcome;
use crate::progress::Progress;
use crate::render::{Sprites, options};
use crate::report;
use crate::scene_file::{SceneFile, report_errors};
use crate::source::Source;

/// Run a game without a window
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status: 0 it ran (troubles are told), 1 the document has errors, 2 could not run.

Examples:
  kinfolk play games/boss.jsonc --frames 600
  kinfolk play games/boss.jsonc --trace boss.jsonl --seed 7
  kinfolk play games/airship.jsonc --frames 120 --gif airship.gif --physics box2d")]
pub(crate) struct Args {
    /// The document; - is standard input
    #[arg(value_name = "FILE", value_parser = Source::parser(), value_hint = ValueHint::FilePath)]
    file: Source,

    /// How many frames, sixty a second
    #[arg(long, value_name = "N", default_value = "600")]
    frames: u64,

    /// What chance starts from
    #[arg(long, value_name = "S", default_value = "0")]
    seed: u64,

    /// Write what happens in each frame to this file, a line of JSON each; - is standard output
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    trace: Option<PathBuf>,

    /// Write a picture of each frame to this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "gif")]
    png: Option<PathBuf>,

    /// Write an animation to this file, thirty pictures a second
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    gif: Option<PathBuf>,

    /// Width and height of pictures
    #[arg(long, value_name = "WxH", value_parser = options::size, default_value = "480x320")]
    size: [u32; 2],

    /// What part of the world to show [default: what the first frame fills]
    #[arg(long, value_name = "X0,Y0,X1,Y1", value_parser = options::view, allow_hyphen_values = true)]
    view: Option<[f32; 4]>,

    /// The physics engine
    #[arg(long, value_enum, default_value = "rapier")]
    physics: Engine,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Engine {
    /// rapier2d
    Rapier,
    /// Box2D v3
    Box2d,
}

pub(crate) fn run(args: Args) -> Result<Outcome, CliError> {
    match args.physics {
        Engine::Rapier => play::<Rapier>(&args),
        Engine::Box2d => play::<Box2d>(&args),
    }
}

fn play<B: Backend>(args: &Args) -> Result<Outcome, CliError> {
    let progress = Progress::start();
    let file = SceneFile::open(&args.file, &progress)?;
    let files = [file];
    if !report_errors(&files, &progress) {
        return Ok(Outcome::Findings);
    }
    let setup = Setup {
        seed: args.seed,
        includes: files[0].includes.clone(),
        ..Setup::default()
    };
    let mut game = match Game::<B>::load_with(files[0].text(), setup) {
        Ok(game) => game,
        Err(why) => {
            drop(progress);
            let what = format!("{}: {why}", args.file);
            report::finding(
                &what,
                &"see docs/game.md for what behaviors and rules there are",
            );
            return Ok(Outcome::Findings);
        }
    };
    let mut film = Film::new(args)?;
    let mut tracer = Tracer::default();
    let mut lines = String::new();
    let mut troubles = Vec::new();
    for frame in 0..args.frames {
        progress.say(format!("frame {} of {}", frame + 1, args.frames));
        game.step();
        if args.trace.is_some() {
            lines.push_str(&tracer.line(&mut game));
            lines.push('\n');
        } else {
            game.take_events();
            troubles.extend(game.take_troubles());
        }
        film.shoot(&game, frame)?;
    }
    drop(progress);
    film.finish()?;
    if let Some(trace) = &args.trace {
        crate::target::Target::new(Some(trace.clone())).take(&lines)?;
    }
    for trouble in troubles.iter().take(MOST_TROUBLES) {
        report::warning(&args.file, trouble);
    }
    if troubles.len() > MOST_TROUBLES {
        let more = troubles.len() - MOST_TROUBLES;
        report::warning(&args.file, &format!("{more} more; --trace has all of them"));
    }
    let entities = report::counted(game.len(), "entity").replace("entitys", "entities");
    let frames = report::counted(args.frames as usize, "frame");
    report::told(&format!("{frames} of {}, {entities} at the end", args.file));
    Ok(Outcome::Fine)
}

/// More troubles than this are only counted.
const MOST_TROUBLES: usize = 20;

/// Pictures of the frames, if somebody wants them.
struct Film {
    settings: Settings,
    png: Option<PathBuf>,
    gif: Option<(PathBuf, gif::Encoder<Vec<u8>>)>,
}

impl Film {
    fn new(args: &Args) -> Result<Self, CliError> {
        let [width, height] = args.size;
        let settings = Settings {
            width,
            height,
            view: args.view,
            images: args.file.folder(),
            ..Settings::default()
        };
        if let Some(folder) = &args.png {
            let made = fs::create_dir_all(folder);
            made.map_err(|why| CliError::Write {
                file: folder.clone(),
                why,
            })?;
        }
        let gif = match &args.gif {
            None => None,
            Some(file) => {
                let side = |side: u32| u16::try_from(side).unwrap_or(u16::MAX);
                let encoder = gif::Encoder::new(Vec::new(), side(width), side(height), &[]);
                let mut encoder = encoder.map_err(|why| not_written(file, &why))?;
                let endless = encoder.set_repeat(gif::Repeat::Infinite);
                endless.map_err(|why| not_written(file, &why))?;
                Some((file.clone(), encoder))
            }
        };
        Ok(Self {
            settings,
            png: args.png.clone(),
            gif,
        })
    }

    fn shoot<B: Backend>(&mut self, game: &Game<B>, frame: u64) -> Result<(), CliError> {
        if self.png.is_none() && (self.gif.is_none() || !frame.is_multiple_of(2)) {
            return Ok(());
        }
        let mut sprites = Sprites::default();
        let picture = Picture {
            things: things(game.scene(), game.forest(), |scene, node| {
                sprites.visuals(scene, node)
            }),
        };
        if self.settings.view.is_none() {
            self.settings.view = view_of(&picture, &self.settings);
        }
        if let Some(folder) = &self.png {
            let bytes = to_png(&picture, &self.settings).map_err(CliError::Picture)?;
            let file = folder.join(format!("frame{frame:05}.png"));
            atomic_file::write(&file, &bytes)?;
        }
        if let Some((file, encoder)) = &mut self.gif {
            let mut pixels = to_pixels(&picture, &self.settings).map_err(CliError::Picture)?;
            let (width, height) = (self.settings.width as u16, self.settings.height as u16);
            let mut shot = gif::Frame::from_rgba_speed(width, height, &mut pixels, 10);
            shot.delay = 3; // hundredths of a second: as near to thirty a second as GIF gets
            let written = encoder.write_frame(&shot);
            written.map_err(|why| not_written(file, &why))?;
        }
        Ok(())
    }

    fn finish(self) -> Result<(), CliError> {
        if let Some((file, encoder)) = self.gif {
            let bytes = encoder.into_inner();
            let bytes = bytes.map_err(|why| not_written(&file, &why))?;
            atomic_file::write(&file, &bytes)?;
        }
        Ok(())
    }
}

fn not_written(file: &std::path::Path, why: &gif::EncodingError) -> CliError {
    CliError::Write {
        file: file.to_owned(),
        why: std::io::Error::other(why.to_string()),
    }
}
