//! World values as a table for people.
//!
//! One entity a line in tree order. Columns of numbers are as wide as most numbers are; only
//! the ids and templates are measured first.

use std::io::{self, Write};

use crate::figures::{Degrees, Figure};
use crate::printable::Printable;
use crate::scene_file::Living;

use super::record::Record;
use super::{Drawn, Wanted};

/// A longer id moves its own line and not all others.
const WIDEST: usize = 48;

/// Writes the tables of all files, each under its name if there are several.
pub(super) fn write(
    all: &[Living],
    wanted: &mut Wanted<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (index, living) in all.iter().enumerate() {
        if all.len() > 1 {
            let gap = if index == 0 { "" } else { "\n" };
            writeln!(out, "{gap}{}:", living.source)?;
        }
        write_one(living, wanted, out)?;
    }
    Ok(())
}

fn write_one(living: &Living, wanted: &mut Wanted<'_>, out: &mut dyn Write) -> io::Result<()> {
    let drawn = Drawn::of(&living.forest);
    let records = || {
        let nodes = living.forest.walk();
        nodes.filter_map(|node| Record::of(living, node, &drawn))
    };
    let (mut ids, mut templates) = ("id".len(), "template".len());
    for record in records().filter(|record| wanted.contains(&record.id)) {
        ids = ids.max(width(&record.id));
        templates = templates.max(width(record.template.unwrap_or_default()));
    }
    writeln!(
        out,
        "{:ids$}  {:templates$}  {:>10}  {:>10}  {:>9}  {:>15}  {:>5}  {:>5}",
        "id", "template", "x", "y", "angle", "scale", "z", "drawn"
    )?;
    for record in records().filter(|record| wanted.contains(&record.id)) {
        write_line(&record, ids, templates, out)?;
    }
    Ok(())
}

fn write_line(
    record: &Record<'_>,
    ids: usize,
    templates: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let [.., x, y] = record.world;
    let angle = Degrees {
        radians: record.world_angle,
    };
    let [scale_x, scale_y] = record.world_scale;
    let scale = format!("{}, {}", Figure(scale_x), Figure(scale_y));
    let drawn = record
        .draw_index
        .map_or("–".to_owned(), |index| index.to_string());
    let id = Printable(&record.id).to_string();
    let template = Printable(record.template.unwrap_or("–")).to_string();
    let mut notes = Vec::new();
    if record.world_skew != 0.0 {
        let radians = record.world_skew;
        notes.push(format!("skew {}", Degrees { radians }));
    }
    if !record.visible_in_tree {
        notes.push("hidden".to_owned());
    }
    if !record.active_in_tree {
        notes.push("inactive".to_owned());
    }
    notes.extend(record.tags.iter().map(|tag| format!("#{}", Printable(tag))));
    let line = format!(
        "{id:ids$}  {template:templates$}  {:>10}  {:>10}  {angle:>9}  {scale:>15}  {:>5}  \
         {drawn:>5}  {}",
        Figure(x),
        Figure(y),
        record.z,
        notes.join(" ")
    );
    writeln!(out, "{}", line.trim_end())
}

fn width(text: &str) -> usize {
    Printable(text).to_string().chars().count().min(WIDEST)
}
