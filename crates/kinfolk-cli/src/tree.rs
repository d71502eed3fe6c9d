//! `kinfolk tree`: the hierarchy that becomes of a document, drawn with lines.
//!
//! One line per entity, in tree order. Nothing recurses, and lines stay short however deep it
//! gets: past [`LINED_LEVELS`] an entity says its level instead.

mod label;
mod overridden;

use std::io::{self, Write};

use clap::ValueHint;
use kinfolk::NodeId;

use crate::error::CliError;
use crate::outcome::Outcome;
use crate::report;
use crate::scene_file::{Living, plant_all};
use crate::source::Source;

use label::{DIM, Label};
use overridden::Overridden;

/// Draw the hierarchy that becomes of documents
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A line is: name (id, if it is another): template, slot, and what else there is to say.

Examples:
  kinfolk tree boss.json
  kinfolk tree boss.json --local --world
  kinfolk tree levels/*.json --depth 1")]
pub(crate) struct Args {
    /// Documents; - is standard input
    #[arg(value_name = "FILE", required = true, value_parser = Source::parser(), value_hint = ValueHint::FilePath)]
    files: Vec<Source>,

    /// Show where entities are relative to their parents
    #[arg(long)]
    local: bool,

    /// Show where entities are in the world
    #[arg(long)]
    world: bool,

    /// Show so many levels below the roots
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
}

/// Lines are drawn for this many levels.
const LINED_LEVELS: usize = 40;

pub(crate) fn run(args: Args) -> Result<Outcome, CliError> {
    let Some(all) = plant_all(&args.files)? else {
        return Ok(Outcome::Findings);
    };
    report::coloured_result(|out| {
        for (index, living) in all.iter().enumerate() {
            if all.len() > 1 {
                let gap = if index == 0 { "" } else { "\n" };
                writeln!(out, "{gap}{}:", living.source)?;
            }
            draw(living, &args, out)?;
        }
        Ok(())
    })?;
    Ok(Outcome::Fine)
}

fn draw(living: &Living, args: &Args, out: &mut dyn Write) -> io::Result<()> {
    let forest = &living.forest;
    let overridden = Overridden::of(living);
    let mut lines = Lines::default();
    let mut walk = forest.walk();
    while let Some(node) = walk.next() {
        let depth = forest.depth(node).unwrap_or(0);
        lines.draw(living, node, depth, out)?;
        let label = Label {
            living,
            node,
            overridden: overridden.contains(node),
            local: args.local,
            world: args.world,
        };
        label.write(out)?;
        if args.depth.is_some_and(|most| depth >= most) {
            walk.prune();
            let below = forest.descendants(node).count();
            if below > 0 {
                write!(out, " {DIM}… {below} below{DIM:#}")?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The lines before a label.
#[derive(Debug, Default)]
struct Lines {
    /// Whether the ancestor on each level but the first has siblings below it.
    go_on: Vec<bool>,
}

impl Lines {
    fn draw(
        &mut self,
        living: &Living,
        node: NodeId,
        depth: usize,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if depth > LINED_LEVELS {
            return write!(out, "{DIM}level {depth}:{DIM:#} ");
        }
        if depth == 0 {
            self.go_on.clear();
            return Ok(());
        }
        self.go_on.truncate(depth - 1);
        write!(out, "{DIM}")?;
        for &goes_on in &self.go_on {
            out.write_all(if goes_on { "│  " } else { "   " }.as_bytes())?;
        }
        let goes_on = living.forest.next_sibling(node).is_some();
        out.write_all(if goes_on { "├─ " } else { "└─ " }.as_bytes())?;
        self.go_on.push(goes_on);
        write!(out, "{DIM:#}")
    }
}
