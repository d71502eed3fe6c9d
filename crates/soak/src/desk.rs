//! An editor of a scene file, and a page that works at it: edits, undo and redo, play and stop, save.
//!
//! Every round ends where it began: all steps undone, and the file the same to the byte.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use kinfolk_editor::{Options, Room, Server};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::page::Page;
use crate::yard::LEVEL;

/// What the page has done and seen.
#[derive(Debug, Default)]
pub(crate) struct Work {
    pub(crate) edits: AtomicU64,
    pub(crate) undone: AtomicU64,
    /// How often the scene was played.
    pub(crate) plays: AtomicU64,
    /// How long the history was last.
    pub(crate) steps: AtomicU64,
}

/// An editor that serves a file.
#[derive(Debug)]
pub(crate) struct Editor {
    pub(crate) address: String,
    file: PathBuf,
    stop: Option<oneshot::Sender<()>>,
    server: Option<JoinHandle<()>>,
}

impl Editor {
    /// Writes the level into a folder, and opens it there.
    pub(crate) fn open(folder: &Path) -> Result<Self, String> {
        let said = |why: std::io::Error| format!("no editor: {why}");
        let file = folder.join("yard.jsonc");
        fs::write(&file, LEVEL).map_err(said)?;
        let options = Options {
            port: Some(0),
            ..Options::default()
        };
        let server = Server::bind(&options).map_err(said)?;
        let address = server.url().to_owned();
        let room = Room::open_with(&file, &folder.join("journals")).map_err(said)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .max_blocking_threads(8) // as in `kinfolk edit`
            .enable_all()
            .build()
            .map_err(said)?;
        let (stop, stopped) = oneshot::channel();
        let server = thread::spawn(move || {
            let stopped = async {
                let _ = stopped.await; // or the editor is dropped
            };
            // The page notices if nobody serves.
            let _ = runtime.block_on(server.run(room, stopped));
        });
        Ok(Self {
            address,
            file,
            stop: Some(stop),
            server: Some(server),
        })
    }

    pub(crate) fn file(&self) -> &Path {
        &self.file
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(server) = self.server.take() {
            let _ = server.join();
        }
    }
}

/// Works at the file until it is told to stop.
///
/// # Errors
/// What was refused, or a file that is not as it was at the end of a round.
pub(crate) fn work(
    address: &str,
    file: &Path,
    stop: &AtomicBool,
    work: &Work,
) -> Result<(), String> {
    let mut round = 0_u64;
    while !stop.load(Ordering::Relaxed) {
        let mut page = Page::open(address)?;
        for _ in 0..10 {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            round += 1;
            edit(&mut page, round, work)?;
            back_and_forth(&mut page, work)?;
            play(&mut page, work)?;
            page.insist(json!({ "do": "save" }))?;
            work.steps.fetch_max(page.steps, Ordering::Relaxed);
            page.insist(json!({ "do": "goto", "at": 0 }))?;
            page.insist(json!({ "do": "save" }))?;
            let text = fs::read_to_string(file).map_err(|why| why.to_string())?;
            if text != LEVEL {
                return Err(format!(
                    "after round {round} the file is another one:\n{text}"
                ));
            }
        }
    }
    Ok(())
}

fn edit(page: &mut Page, round: u64, work: &Work) -> Result<(), String> {
    let x = (round % 50) as f64 / 4.0;
    let set = |id: &Value, key: &str, value: Value| json!({ "do": "edit", "edits": [{ "edit": "set", "id": id, "key": key, "value": value }] });
    let lamp = json!("lamp");
    let mut done = 0;
    let mut ask = |page: &mut Page, request: Value| {
        done += 1;
        page.insist(request)
    };
    let added = ask(
        page,
        json!({ "do": "add", "parent": null, "before": null, "template": "wagon", "world": { "x": x, "y": 2 } }),
    )?;
    let wagon = added["select"][0].clone();
    ask(
        page,
        set(&wagon, "note", json!(format!("of round {round}"))),
    )?;
    ask(page, set(&lamp, "transform.x", json!(x)))?;
    ask(
        page,
        set(
            &lamp,
            "sprite.color",
            json!(format!("#{:06x}", round * 7 % 0xff_ffff)),
        ),
    )?;
    ask(
        page,
        set(&lamp, "tags", json!([format!("of round {round}")])),
    )?;
    for far in 0..5 {
        let gesture = format!("drag {round}");
        ask(
            page,
            json!({ "do": "drag", "ids": ["lamp"], "pulls": [{ "x": x + f64::from(far) }], "gesture": gesture }),
        )?;
    }
    ask(
        page,
        json!({ "do": "move", "ids": ["lamp"], "parent": "post", "before": null, "keep": "world" }),
    )?;
    let twin = ask(page, json!({ "do": "duplicate", "ids": [wagon] }))?["select"][0].clone();
    ask(page, json!({ "do": "wrap", "ids": [twin] }))?;
    ask(
        page,
        json!({ "do": "edit", "edits": [{ "edit": "setTemplate", "template": "ball", "key": "z", "value": round % 9 }] }),
    )?;
    ask(
        page,
        json!({ "do": "remove", "ids": [wagon], "children": "remove" }),
    )?;
    page.insist(json!({ "do": "inspect", "ids": ["lamp"] }))?;
    work.edits.fetch_add(done, Ordering::Relaxed);
    Ok(())
}

fn back_and_forth(page: &mut Page, work: &Work) -> Result<(), String> {
    for verb in [
        "undo", "undo", "undo", "redo", "redo", "undo", "redo", "redo",
    ] {
        page.insist(json!({ "do": verb }))?;
        work.undone.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

fn play(page: &mut Page, work: &Work) -> Result<(), String> {
    page.insist(json!({ "do": "play" }))?;
    page.listen(Duration::from_millis(150))?;
    for verb in ["pause", "step", "step", "play", "restart", "stop"] {
        page.insist(json!({ "do": verb }))?;
    }
    work.plays.fetch_add(1, Ordering::Relaxed);
    Ok(())
}
