//! The run itself: a game that is busy, two pages, and somebody who counts.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use kinfolk_editor::Inspector;

use crate::desk::{self, Editor, Work};
use crate::heap;
use crate::machine;
use crate::tables::{Series, WARM_UP};
use crate::visitor;
use crate::yard::{Deeds, Yard};

/// How long to soak.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Length {
    /// By the clock.
    Minutes(f64),
    /// By the game's frames.
    Frames(u64),
}

/// How far it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// From 0 to 1.
    pub share: f64,
    /// Frames of the game.
    pub frames: u64,
    /// What was done in it.
    pub deeds: Deeds,
    /// What pages have done, to the game and to the file.
    pub edits: u64,
    /// Memory in use, in KiB, if the system says so.
    pub memory_kib: Option<u64>,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// How far it went.
    pub last: Progress,
    /// How long it took, in seconds.
    pub secs: f64,
    /// How often the laws of the forest were checked.
    pub checks: u64,
    /// Edits of the game that ran.
    pub live_edits: u64,
    /// Edits of the file.
    pub file_edits: u64,
    /// How often one of those was undone or redone.
    pub undone: u64,
    /// How often the scene of the file was played.
    pub plays: u64,
    /// Memory in use at the end of the warm-up and at the very end, in KiB.
    pub memory_kib: Option<(u64, u64)>,
    /// Every table, early and late.
    pub tables: Vec<Series>,
}

/// The laws are checked once in so many frames.
const CHECK: u64 = 1_000;

/// Tables are counted once in so many frames.
const COUNT: u64 = 50;

/// Somebody is told how far it is this often.
const TELL: Duration = Duration::from_millis(500);

/// A slot of a forest has so many lives; then it is given up, and another one is added.
const LIVES: u64 = 1 << 20;

/// A run of more frames is a long one: whatever fills up and is emptied again has done so many times.
const LONG: u64 = 100_000;

/// Soaks, with files in `folder`, and tells how far it is.
///
/// # Errors
/// A law that was broken, a refusal that should not be, a page that was cut off. That tables grew is no error but
/// in the [`Outcome`].
pub fn soak(
    length: Length,
    folder: &Path,
    mut tell: impl FnMut(&Progress),
) -> Result<Outcome, String> {
    let mut yard = Yard::new()?;
    let mut inspector = Inspector::open("127.0.0.1:0").map_err(|why| why.to_string())?;
    let editor = Editor::open(folder)?;
    let (stop, live_edits, work) = (AtomicBool::new(false), AtomicU64::new(0), Work::default());
    let address = inspector.address().to_owned();
    let pages = |live: &AtomicU64, work: &Work| {
        live.load(Ordering::Relaxed) + work.edits.load(Ordering::Relaxed)
    };
    thread::scope(|scope| {
        let hands = [
            scope.spawn(|| visitor::visit(&address, &stop, &live_edits)),
            scope.spawn(|| desk::work(&editor.address, editor.file(), &stop, &work)),
        ];
        let mut counter = Counter::new();
        let mut start = Instant::now();
        // Nothing counts before both pages have done all they do, once: a quick game would be over by then.
        let is_busy =
            || live_edits.load(Ordering::Relaxed) > 0 && work.steps.load(Ordering::Relaxed) > 0;
        let mut first_frame = None;
        let mut told = start;
        let mut trouble = None;
        let mut last = progress(&yard, 0.0, 0);
        while last.share < 1.0 && trouble.is_none() {
            trouble = yard.frame().err();
            inspector.frame(&mut yard.game);
            let frames = yard.game.frame();
            if first_frame.is_none() && is_busy() {
                (start, first_frame) = (Instant::now(), Some(frames));
            }
            let share = match (length, first_frame) {
                (_, None) => 0.0,
                (Length::Minutes(minutes), _) => start.elapsed().as_secs_f64() / (minutes * 60.0),
                (Length::Frames(most), Some(first)) => (frames - first) as f64 / most as f64,
            };
            last.share = share;
            if frames % CHECK == 0 {
                trouble = trouble.or(counter.check(&yard));
            }
            if frames % COUNT == 0 || share >= 1.0 {
                last = progress(&yard, share, pages(&live_edits, &work));
                counter.count(&mut yard, &last, &work, folder);
            }
            if hands.iter().any(ScopedJoinHandle::is_finished) {
                break; // nobody has told them to stop
            }
            if told.elapsed() >= TELL {
                told = Instant::now();
                tell(&last);
            }
        }
        stop.store(true, Ordering::Relaxed);
        // Whoever has just asked the game for something still waits for it.
        while !hands.iter().all(ScopedJoinHandle::is_finished) {
            inspector.frame(&mut yard.game);
            thread::sleep(Duration::from_millis(1));
        }
        trouble = trouble.or(counter.check(&yard));
        for hand in hands {
            let ended = hand
                .join()
                .unwrap_or_else(|_| Err("a page panicked".to_owned()));
            trouble = trouble.or(ended.err());
        }
        match trouble {
            Some(why) => Err(format!("in frame {}: {why}", yard.game.frame())),
            None => Ok(Outcome {
                last,
                secs: start.elapsed().as_secs_f64(),
                checks: counter.checks,
                live_edits: live_edits.load(Ordering::Relaxed),
                file_edits: work.edits.load(Ordering::Relaxed),
                undone: work.undone.load(Ordering::Relaxed),
                plays: work.plays.load(Ordering::Relaxed),
                memory_kib: counter.warm_kib.zip(last.memory_kib),
                tables: counter.tables,
            }),
        }
    })
}

fn progress(yard: &Yard, share: f64, edits: u64) -> Progress {
    Progress {
        share,
        frames: yard.game.frame(),
        deeds: yard.deeds(),
        edits,
        memory_kib: machine::taken().map(|taken| taken.memory_kib),
    }
}

/// Counts everything that can be counted.
struct Counter {
    tables: Vec<Series>,
    checks: u64,
    warm_kib: Option<u64>,
}

impl Counter {
    fn new() -> Self {
        Self {
            tables: Vec::new(),
            checks: 0,
            warm_kib: None,
        }
    }

    /// Checks the laws of the forest; says which one is broken.
    fn check(&mut self, yard: &Yard) -> Option<String> {
        self.checks += 1;
        yard.game.forest().check_laws().err()
    }

    fn count(&mut self, yard: &mut Yard, last: &Progress, work: &Work, folder: &Path) {
        let share = last.share;
        if share >= WARM_UP {
            self.warm_kib = self.warm_kib.or(last.memory_kib);
        }
        let [bodies, shapes, joints] = yard.engine();
        let game = &yard.game;
        let forest = game.forest();
        // A slot that has had all its lives is not used again: that is no leak, and next to nothing.
        let worn_out = last.deeds.despawned / LIVES;
        let slots = forest.walk().map(|node| node.index() as u64 + 1).max();
        let journals = folder.join("journals");
        let journal_bytes = fs::read_dir(journals).map_or(0, |files| {
            let sizes = files.filter_map(|file| Some(file.ok()?.metadata().ok()?.len()));
            sizes.sum()
        });
        let mut note = |name, count: usize, leeway| self.note(share, name, count as u64, leeway);
        note("forest: nodes", forest.len(), 20);
        note("forest: slots", slots.unwrap_or(0) as usize, 20 + worn_out);
        note("forest: bytes", forest.memory(), 200 * (20 + worn_out));
        note("scene: places", game.scene().nodes().len(), 300);
        note("scene: bytes", game.scene().memory(), 100_000);
        note("game: beings", game.len(), 20);
        note("game: tags", game.tags_in_use(), 20);
        note("game: bytes", game.memory(), 200_000);
        note("physics: members", game.physics().len(), 20);
        note("rapier: bodies", bodies, 20);
        note("rapier: shapes", shapes, 20);
        note("rapier: joints", joints, 20);
        let steps = work.steps.load(Ordering::Relaxed) as usize;
        note("editor: steps of history", steps, 5);
        note("editor: bytes of journals", journal_bytes as usize, 50_000);
        let is_long = last.frames > LONG;
        let heap_leeway = if is_long { 256 * 1024 } else { 2 * 1024 * 1024 };
        note("process: bytes of heap", heap::held(), heap_leeway);
        if let Some(taken) = machine::taken() {
            // Blocking work has threads of its own, which come and go.
            note("process: threads", taken.threads as usize, 32);
            note("process: open files", taken.open_files as usize, 4);
            let leeway = if is_long { 2 * 1024 } else { 8 * 1024 };
            note("process: KiB of memory", taken.memory_kib as usize, leeway);
        }
    }

    fn note(&mut self, share: f64, name: &'static str, count: u64, leeway: u64) {
        let at = self.tables.iter().position(|table| table.name == name);
        let at = at.unwrap_or_else(|| {
            self.tables.push(Series::new(name));
            self.tables.len() - 1
        });
        self.tables[at].note(share, count, leeway);
    }
}
