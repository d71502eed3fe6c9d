//! What was measured, for people and for programs.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::measure::Figure;

/// Prints figures as they come.
#[expect(clippy::print_stdout, reason = "the report is what the program is for")]
pub(crate) fn show(figures: &[Figure]) {
    for figure in figures {
        let Figure {
            question,
            shape,
            nodes,
            who,
            ns_per_node,
            times_ours,
        } = figure;
        println!(
            "{question:<18}{shape:<26}{nodes:>9}  {who:<22}{ns_per_node:>10.2}{times_ours:>10.2}"
        );
    }
}

#[expect(clippy::print_stdout, reason = "the report is what the program is for")]
pub(crate) fn heading() {
    let (nodes, time, ratio) = ("nodes", "ns/node", "× ours");
    println!(
        "{:<18}{:<26}{nodes:>9}  {:<22}{time:>10}{ratio:>10}",
        "question", "shape", "who"
    );
}

/// Keeps the figures below the workspace. The run with Bevy's threads leaves them for the
/// run without, which puts Bevy's figures of both together into `target/bench/report.json`.
/// `docs/benchmarks.md` is about everything: a run about less replaces its part, once all
/// questions have been asked here.
pub(crate) fn keep(workspace: &Path, figures: &[Figure], everything: bool) -> io::Result<()> {
    let folder = workspace.join("target/bench");
    let threads = folder.join("threads.json");
    fs::create_dir_all(&folder)?;
    if cfg!(feature = "bevy-threads") {
        return fs::write(threads, serde_json::to_string_pretty(figures)?);
    }
    let mut all = figures.to_vec();
    let both = fs::read_to_string(&threads);
    match &both {
        Ok(text) => {
            let threaded: Vec<Figure> = serde_json::from_str(text)?;
            all.extend(
                threaded
                    .into_iter()
                    .filter(|figure| figure.who.starts_with("bevy")),
            );
            fs::remove_file(threads)?;
        }
        Err(_) => eprintln!("without Bevy's threads: `cargo xtask bench` has both"),
    }
    let places: Vec<_> = figures
        .iter()
        .map(|f| (f.question.clone(), f.shape.clone()))
        .collect();
    let place = |f: &Figure| {
        places
            .iter()
            .position(|(q, s)| (q, s) == (&f.question, &f.shape))
    };
    all.sort_by_key(place);
    fs::write(
        folder.join("report.json"),
        serde_json::to_string_pretty(&all)?,
    )?;
    if both.is_err() {
        return Ok(()); // half of the story is not for the documents
    }
    let kept = folder.join("kept.json");
    let whole = if everything {
        all
    } else {
        match fs::read_to_string(&kept) {
            Ok(text) => replaced(serde_json::from_str(&text)?, &all),
            Err(_) => return Ok(()), // nobody has asked all questions yet
        }
    };
    fs::write(kept, serde_json::to_string_pretty(&whole)?)?;
    fs::create_dir_all(workspace.join("docs"))?;
    fs::write(workspace.join("docs/benchmarks.md"), document(&whole))
}

/// The figures of an earlier run, with those of questions that were asked again replaced.
fn replaced(earlier: Vec<Figure>, new: &[Figure]) -> Vec<Figure> {
    let mut questions: Vec<String> = Vec::new();
    for figure in earlier.iter().chain(new) {
        if !questions.contains(&figure.question) {
            questions.push(figure.question.clone());
        }
    }
    let of = |list: &[Figure], question: &str| -> Vec<Figure> {
        let asked = list.iter().filter(|figure| figure.question == question);
        asked.cloned().collect()
    };
    let answered = |question: &String| match of(new, question) {
        again if !again.is_empty() => again,
        _ => of(&earlier, question),
    };
    questions.iter().flat_map(answered).collect()
}

fn document(figures: &[Figure]) -> String {
    let mut text = String::from(INTRODUCTION);
    let _ = writeln!(text, "Measured on {} on {}.", machine(), today());
    let mut questions: Vec<&str> = Vec::new();
    for figure in figures {
        if !questions.contains(&figure.question.as_str()) {
            questions.push(&figure.question);
        }
    }
    for question in questions {
        let _ = writeln!(text, "\n## {question}\n\n{}\n", meaning(question));
        text.push_str("| shape | nodes | who | ns/node | × ours |\n|---|---:|---|---:|---:|\n");
        for figure in figures.iter().filter(|figure| figure.question == question) {
            let Figure {
                shape,
                nodes,
                who,
                ns_per_node,
                times_ours,
                ..
            } = figure;
            let _ = writeln!(
                text,
                "| {shape} | {nodes} | {who} | {ns_per_node:.2} | {times_ours:.2} |"
            );
        }
    }
    text
}

const INTRODUCTION: &str = "\
# Benchmarks

Written by `cargo xtask bench`; do not edit. The contestants run in turn in one process, on the same tree, after their results
were compared; Bevy with threads in a process of its own, beside us as well. *× ours* is a contestant's time divided by ours: more than 1 means that we are faster. Absolute
times depend on the machine and on who else uses it; ratios much less.

Who: `kinfolk` is `Forest<Node2>` with everything on (flags, layers, visibility, change list) on one thread; `kinfolk-parallel` is
its `update_parallel`; `kinfolk-3d` is `Forest<Transform3>`. `bevy` is bevy_transform 0.20 with its real systems, compiled without threads,
`bevy-threads` with them; `-static` means with its optimisation for static scenes (its default). Its best counts. `vec-tree` is a hand-written tree: nodes in a `Vec`, each with a `Vec` of
child indices, a recursive update of 2D affines that computes what was written and what is below. The others compute the same affines. `hecs` is hecs 0.11
with siblings in a linked list, walked from the roots through one prepared view. `shipyard` is shipyard 0.11 with the linked hierarchy of its guide, walked from
the roots with views borrowed once per update. `flecs` is flecs_ecs 0.2 with `ChildOf` pairs, a cached cascade query and its change detection; it keeps a table
for each parent, so it likes many children and dislikes few. `memcpy` copies as many bytes
as the ready and effective values have.

";

fn meaning(question: &str) -> &'static str {
    match question {
        "update" => {
            "The nine workloads of Bevy's `transform_hierarchy` stress test: what does an update cost after the frame's writes?"
        }
        "frame" => "The same with the writes.",
        "update-3d" => "The same work as Bevy's: 3D transforms.",
        "parallel" => "On the threads of rayon's pool.",
        "limit" => "Everything moves: how far is an update from copying the memory?",
        "sparse" => "A little moves among a million; time per update, not per node.",
        "structure" => {
            "The structure changes: time per node, or per move; memory is warm. Bevy's way of removing the children of one parent one by one depends on their number unless it goes in reverse: shown with 10,000, and with ways around it (detach all of them first, or leave the order to `despawn_all`). Bevy does not check moves for loops."
        }
        "churn" => {
            "4,096 of 16,000 nodes go to the other one of two parents in place, then an update: time per move. `-batch` replaces the parents' lists at once instead of moving one by one."
        }
        "read-after-write" => {
            "Write a node, read the world of another at once, half of the time below the first: time per write and read. Bevy with its `TransformHelper`; `bevy-climb` does the same by hand with one query."
        }
        "tidy" => {
            "A full update after a million edits: the same tree planted anew (`kinfolk`), as the edits left it (`worn`), and tidied; and what tidying all of it at once costs per node."
        }
        "visibility" => {
            "Half of 500,000 nodes are hidden and shown again: time per hidden node. `bevy` is Bevy's algorithm, written again on its ECS."
        }
        "draw-order" => {
            "One of 100,000 drawn nodes changes its z: time per change. `full-sort` makes the draw order anew; `sort` and `sort-stable` only sort ready-made keys in a shuffled list."
        }
        "snapshot" => {
            "100,000 nodes: into a kept snapshot, back from it, and into new memory (`first snapshot`). `memcpy` copies as many bytes as the forest holds, unused room included, into memory that is there already."
        }
        "memory" => {
            "**Bytes** per node, not time, as the allocator counts them: planted into a forest with room reserved, then with an update that changes everything and a draw order (Bevy: its systems, and no draw order), and as a chain."
        }
        "chain" => {
            "A chain of a million beside a chain of 2,500: time per node, and time of an update with nothing to do."
        }
        "load" => {
            "A document of 100,000 entities becomes a forest: read, diagnose, resolve, plant, update; time per entity. serde_json only parses the same bytes to a `Value`."
        }
        "save" => {
            "The same documents in canonical form, indented; serde_json writes the same values on one line."
        }
        "prefabs" => {
            "10,000 copies of a template of 20 nodes on three levels, from a document (resolve and plant) or one by one while the game runs; beside planting the same nodes with `plant_at`, without any names."
        }
        "diff" => {
            "What is different between two documents of 100,000 entities, beside reading both of them."
        }
        "edit" => {
            "One edit of a document of 100,000 entities and of the forest that came out of it: time per edit."
        }
        "physics" => {
            "A pile of 10,000 bodies with four children each to be drawn: push, update and pull of all of it, beside the \
             engine's own step in the same frames; time per body."
        }
        "game" => {
            "A step of a game with its behaviors. `hundred`: ten parents with three children each and sixty others, beside the time that a frame has. `hundred thousand`: every tenth turns and carries nine, beside a loop that writes the same numbers, updates the forest and asks whoever has changed whether it can be seen."
        }
        "bevy-plugin" => {
            "Inside Bevy, on the nine workloads: from writes to components to worlds in components. `kinfolk-bevy` has 2D nodes of ours, `kinfolk-bevy-transform` keeps Bevy's own `Transform` and `GlobalTransform`."
        }
        "bevy-structure" => {
            "100,000 entities in a tree of fours are spawned or ended, or 99,000 get another parent, the way Bevy does it, and a frame brings the world up to date."
        }
        "hecs-frame" => {
            "Inside hecs, on the nine workloads and with one percent of the rigs moving: a frame with its writes. `kinfolk-hecs` writes components, syncs and writes components back; `kinfolk-hecs-direct` writes by deeds and settles; `kinfolk-hecs-forest` does the same and leaves worlds in the forest."
        }
        "shipyard-adapter" => {
            "Inside shipyard, on the nine workloads and with one percent of the rigs moving: a frame with its writes. `kinfolk-shipyard` writes components, syncs and writes components back; `kinfolk-shipyard-direct` writes by deeds and settles; `kinfolk-shipyard-forest` does the same and leaves worlds in the forest; `shipyard` is the guide's linked list."
        }
        "hecs-update" => "The same without the writes, from components to components.",
        _ => "",
    }
}

fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("an unknown processor", |(_, model)| model);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {cores} cores")
}

/// The date, from the days since 1970.
fn today() -> String {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let mut days = since.as_secs() / 86_400;
    let mut year = 1970;
    let length = |year: u64| {
        let every = |years: u64| year.is_multiple_of(years);
        let leap = every(4) && (!every(100) || every(400));
        if leap { 366 } else { 365 }
    };
    while days >= length(year) {
        days -= length(year);
        year += 1;
    }
    let february = length(year) - 337;
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}
