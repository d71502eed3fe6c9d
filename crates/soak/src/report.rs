//! What came of it, for people.

use std::fmt::Write as _;

use crate::soak::{Outcome, Progress};

/// One line that says how far it is.
#[must_use]
pub fn progress_line(progress: &Progress) -> String {
    let Progress {
        share,
        frames,
        deeds,
        edits,
        memory_kib,
    } = progress;
    let memory = memory_kib.map_or_else(String::new, |kib| format!(", {} MiB", kib / 1024));
    format!(
        "{:3.0} %  {frames} frames, {} spawned, {} despawned, {edits} edits{memory}",
        share.min(1.0) * 100.0,
        deeds.spawned,
        deeds.despawned,
    )
}

/// Everything as a table, and what grew.
#[must_use]
pub fn written(outcome: &Outcome) -> String {
    let Outcome { last, secs, .. } = outcome;
    let deeds = last.deeds;
    let mut text = String::new();
    let mut line = |what: &str, count: String| {
        let _ = writeln!(text, "{what:<28} {count:>14}"); // a String takes everything
    };
    line("seconds", format!("{secs:.0}"));
    line("frames", last.frames.to_string());
    line("spawned", deeds.spawned.to_string());
    line("despawned", deeds.despawned.to_string());
    line("reparented", deeds.reparented.to_string());
    line("edits of the game", outcome.live_edits.to_string());
    line("edits of the file", outcome.file_edits.to_string());
    line("undone or redone", outcome.undone.to_string());
    line("played and stopped", outcome.plays.to_string());
    line("laws checked", outcome.checks.to_string());
    if let Some((warm, end)) = outcome.memory_kib {
        line("KiB after the warm-up", warm.to_string());
        line("KiB at the end", end.to_string());
    }
    let _ = writeln!(
        text,
        "\n{:<28} {:>14} {:>14}",
        "the most of", "early", "late"
    );
    for table in &outcome.tables {
        let grown = if table.growth().is_some() {
            "  grew"
        } else {
            ""
        };
        let (name, early, late) = (table.name, table.early, table.late);
        let _ = writeln!(text, "{name:<28} {early:>14} {late:>14}{grown}");
    }
    text
}
