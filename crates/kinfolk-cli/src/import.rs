//! `kinfolk import`: scenes of Godot, labelle and glTF as documents.
//!
//! The document is the result; everything that did not come along is told, by node. What cannot
//! be imported is told at its place, and then there is no result and no file.

use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};
use kinfolk_import::{At, Imported, Loss, Place, Plane, Problems, gltf, godot, labelle};
use serde_json::{Value, json};

use crate::error::CliError;
use crate::foreign_files::ForeignFiles;
use crate::outcome::Outcome;
use crate::progress::Progress;
use crate::report;
use crate::source::Source;
use crate::target::Target;

/// Import a scene of Godot, labelle or glTF
#[derive(Debug, clap::Args)]
#[command(after_help = "\
What did not come along is listed on standard error, by node. Exit status: 0 imported, 1 not a scene \
that can be imported (and nothing is written), 2 could not run.

Godot's sub-scenes become templates; res:// is the folder with project.godot, or --root. Y points up.
Prefabs of labelle become templates; they are looked for in prefabs/ beside and above FILE.

Examples:
  kinfolk import level.tscn -o level.json
  kinfolk import scenes/tank.zon --prefabs assets/prefabs
  kinfolk import city.glb --plane xz --json")]
pub(crate) struct Args {
    /// The scene: .tscn, .zon, .gltf or .glb; - is standard input
    #[arg(value_name = "FILE", value_parser = Source::parser(), value_hint = ValueHint::FilePath)]
    file: Source,

    /// What FILE is, if its name does not tell
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,

    /// Where res:// is
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    root: Option<PathBuf>,

    /// Where the prefabs of a .zon are
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    prefabs: Option<PathBuf>,

    /// Which side of a glTF to look at: xy is the front, xz is from above
    #[arg(long, value_name = "PLANE", default_value = "xy")]
    plane: Plane,

    /// Write to this file instead of to standard output
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    /// Print losses or problems as JSON, with the document if it is not written to a file
    #[arg(long)]
    json: bool,
}

/// What can be imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A text scene of Godot 4
    Godot,
    /// A scene of labelle
    Labelle,
    /// Nodes of glTF 2, text or binary
    Gltf,
}

impl Format {
    fn of(source: &Source) -> Option<Self> {
        let ending = source.path()?.extension()?.to_str()?.to_lowercase();
        Some(match ending.as_str() {
            "tscn" => Self::Godot,
            "zon" => Self::Labelle,
            "gltf" | "glb" => Self::Gltf,
            _ => return None,
        })
    }
}

pub(crate) fn run(args: Args) -> Result<Outcome, CliError> {
    let target = Target::new(args.output);
    let Some(format) = args.from.or_else(|| Format::of(&args.file)) else {
        return Err(CliError::NoSceneFormat(args.file));
    };
    let progress = Progress::start();
    progress.say(format!("importing {}", args.file));
    let bytes = args.file.read()?;
    let name = args.file.to_argument();
    let (files, imported) = match format {
        Format::Godot => {
            let mut files = ForeignFiles::of_godot(&args.file, args.root, bytes);
            let imported = godot(&files.main(), &mut files);
            (files, imported)
        }
        Format::Labelle => {
            let mut files = ForeignFiles::of_labelle(&args.file, args.prefabs, bytes.clone());
            let imported = labelle(&name, &bytes, &mut files);
            (files, imported)
        }
        Format::Gltf => {
            let imported = gltf(&name, &bytes, args.plane);
            (ForeignFiles::of_gltf(&args.file, bytes), imported)
        }
    };
    drop(progress);
    match imported {
        Ok(imported) => finish(&imported, &files, &target, args.json),
        Err(problems) => refuse(&problems, &files, args.json),
    }
}

fn finish(
    imported: &Imported,
    files: &ForeignFiles,
    target: &Target,
    as_json: bool,
) -> Result<Outcome, CliError> {
    let text = imported.document.to_text();
    if target.is_file() || !as_json {
        target.take(&text)?;
    }
    if as_json {
        let losses = imported.losses.iter().map(|loss| loss_to_json(loss, files));
        let mut answer = json!({ "imported": true, "losses": losses.collect::<Vec<_>>() });
        if !target.is_file() {
            answer["document"] = serde_json::from_str(&text).unwrap_or(Value::Null);
        }
        report::result(|out| writeln!(out, "{answer:#}"))?;
    } else {
        report::losses(by_node(&imported.losses, files), imported.losses.len());
    }
    Ok(Outcome::Fine)
}

/// One line for what one node has lost, or a few if that is much, with the place of each thing:
/// `level.tscn:12:5: Lamp: …; 13:1: …`
fn by_node(losses: &[Loss], files: &ForeignFiles) -> impl Iterator<Item = String> {
    /// A line that is longer takes in nothing more.
    const LONG: usize = 200;
    let mut rest = losses.iter().peekable();
    std::iter::from_fn(move || {
        let first = rest.next()?;
        let is_same = |loss: &Loss| loss.node == first.node && loss.place.file == first.place.file;
        let place = shown(&first.place, files);
        let mut line = format!("{place}: {}: {}", first.node, first.what);
        while let Some(loss) = rest.next_if(|loss| is_same(loss) && line.len() < LONG) {
            let place = match &loss.place.at {
                At::Text(text) => format!("{}:{}: ", text.line, text.column),
                At::Byte(byte) => format!("byte {byte}: "),
                At::File => String::new(),
            };
            line.push_str(&format!("; {place}{}", loss.what));
        }
        Some(line)
    })
}

fn refuse(problems: &Problems, files: &ForeignFiles, as_json: bool) -> Result<Outcome, CliError> {
    if as_json {
        let told = problems.iter().map(|problem| {
            let mut told = place_to_json(&problem.place, files);
            told["message"] = problem.message.clone().into();
            told["help"] = problem.help.clone().into();
            told
        });
        let answer = json!({ "imported": false, "problems": told.collect::<Vec<_>>() });
        report::result(|out| writeln!(out, "{answer:#}"))?;
        return Ok(Outcome::Findings);
    }
    for problem in problems.iter() {
        let text = files.text(&problem.place.file);
        let file = files.shown(&problem.place.file);
        let place = match &problem.place.at {
            At::Text(place) => Some(place),
            At::File | At::Byte(_) => None,
        };
        let message = match problem.place.at {
            At::Text(_) => problem.message.clone(),
            At::File => format!("{file}: {}", problem.message),
            At::Byte(byte) => format!("{file}: byte {byte}: {}", problem.message),
        };
        report::problem(&file, text, place, &message, problem.help.as_deref());
    }
    report::not_imported(&files.shown(&files.main()));
    Ok(Outcome::Findings)
}

/// `level.tscn:12:5`, with the file as it can be opened.
fn shown(place: &Place, files: &ForeignFiles) -> Place {
    Place {
        file: files.shown(&place.file),
        at: place.at.clone(),
    }
}

fn loss_to_json(loss: &Loss, files: &ForeignFiles) -> Value {
    let mut told = place_to_json(&loss.place, files);
    told["node"] = loss.node.clone().into();
    told["what"] = loss.what.clone().into();
    told
}

/// `{file, line, column, byte}`, `null` where there is nothing to say.
fn place_to_json(place: &Place, files: &ForeignFiles) -> Value {
    let (line, column, byte) = match &place.at {
        At::File => (None, None, None),
        At::Text(text) => (
            Some(text.line),
            Some(text.column),
            Some(text.span.start as usize),
        ),
        At::Byte(byte) => (None, None, Some(*byte)),
    };
    json!({ "file": files.shown(&place.file), "line": line, "column": column, "byte": byte })
}
