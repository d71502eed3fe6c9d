//! `kinfolk world`: where every entity is in the world, and what of it is drawn when.
//!
//! The JSON is a contract, written entity by entity in tree order: a million of them are no
//! more work than a million lines.

mod record;
mod table;

use std::io::{self, Write};

use clap::ValueHint;
use kinfolk::{DrawOrder, Forest, Node2, NodeId};

use crate::error::CliError;
use crate::outcome::Outcome;
use crate::pattern::Pattern;
use crate::report;
use crate::scene_file::{Living, plant_all};
use crate::source::Source;

use record::Record;

/// Print the world values of every entity
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Angles are radians in JSON and degrees in the table. A world is [a, b, c, d, tx, ty], where
x' = a·x + c·y + tx and y' = b·x + d·y + ty, y up and counter-clockwise.

Examples:
  kinfolk world boss.json
  kinfolk world boss.json --id 'boss1_*Arm'
  kinfolk world boss.json --json | jq '.[] | select(.visibleInTree) | .id'")]
pub(crate) struct Args {
    /// Documents; - is standard input
    #[arg(value_name = "FILE", required = true, value_parser = Source::parser(), value_hint = ValueHint::FilePath)]
    files: Vec<Source>,

    /// Print JSON: an array of entities, or of {file, entities} for several files
    #[arg(long)]
    json: bool,

    /// Only entities with such ids; * stands for any characters, ? for one; may be repeated
    #[arg(long = "id", value_name = "PATTERN")]
    ids: Vec<Pattern>,
}

pub(crate) fn run(args: Args) -> Result<Outcome, CliError> {
    let Some(all) = plant_all(&args.files)? else {
        return Ok(Outcome::Findings);
    };
    let mut wanted = Wanted::new(&args.ids);
    if args.json {
        report::result(|out| write_json(&all, &mut wanted, out))?;
    } else {
        report::result(|out| table::write(&all, &mut wanted, out))?;
    }
    Ok(wanted.report())
}

fn write_json(all: &[Living], wanted: &mut Wanted<'_>, out: &mut dyn Write) -> io::Result<()> {
    if let [living] = all {
        write_entities(living, wanted, out)?;
        return writeln!(out);
    }
    for (index, living) in all.iter().enumerate() {
        out.write_all(if index == 0 { b"[" } else { b",\n" })?;
        out.write_all(b"{\"file\":")?;
        serde_json::to_writer(&mut *out, &living.source.to_argument())?;
        out.write_all(b",\"entities\":")?;
        write_entities(living, wanted, out)?;
        out.write_all(b"}")?;
    }
    writeln!(out, "]")
}

/// One entity a line.
fn write_entities(living: &Living, wanted: &mut Wanted<'_>, out: &mut dyn Write) -> io::Result<()> {
    let drawn = Drawn::of(&living.forest);
    let mut line = Vec::new();
    out.write_all(b"[")?;
    let mut first = true;
    for node in living.forest.walk() {
        let Some(record) = Record::of(living, node, &drawn) else {
            continue;
        };
        if !wanted.contains(&record.id) {
            continue;
        }
        line.clear();
        line.extend_from_slice(if first { b"\n" } else { b",\n" });
        first = false;
        serde_json::to_writer(&mut line, &record)?;
        out.write_all(&line)?;
    }
    out.write_all(if first { b"]" } else { b"\n]" })
}

/// When every entity is drawn.
#[derive(Debug)]
struct Drawn {
    /// By [`NodeId::index`].
    indexes: Vec<Option<u32>>,
}

impl Drawn {
    fn of(forest: &Forest<Node2>) -> Self {
        let mut order = DrawOrder::new();
        let nodes = order.refresh(forest);
        let most = nodes.iter().map(|node| node.index() + 1).max();
        let mut indexes = vec![None; most.unwrap_or(0)];
        for (index, node) in (0..).zip(nodes) {
            indexes[node.index()] = Some(index);
        }
        Self { indexes }
    }

    /// How many are drawn before it; `None` if it is not drawn.
    fn index(&self, node: NodeId) -> Option<u32> {
        self.indexes.get(node.index()).copied().flatten()
    }
}

/// Which entities to show, and which of the patterns meant any.
#[derive(Debug)]
struct Wanted<'a> {
    patterns: Vec<(&'a Pattern, bool)>,
}

impl<'a> Wanted<'a> {
    /// All, if there are no patterns.
    fn new(patterns: &'a [Pattern]) -> Self {
        Self {
            patterns: patterns.iter().map(|pattern| (pattern, false)).collect(),
        }
    }

    fn contains(&mut self, id: &str) -> bool {
        let mut means_it = self.patterns.is_empty();
        for (pattern, found) in &mut self.patterns {
            if pattern.means(id) {
                (*found, means_it) = (true, true);
            }
        }
        means_it
    }

    /// Reports the patterns that meant nothing.
    fn report(&self) -> Outcome {
        let mut outcome = Outcome::Fine;
        for (pattern, found) in &self.patterns {
            if !found {
                outcome = Outcome::Findings;
                let what = format!("no entity has an id like {:?}", pattern.as_str());
                report::finding(&what, &"`kinfolk tree` shows all ids");
            }
        }
        outcome
    }
}
