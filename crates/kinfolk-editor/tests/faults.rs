//! Disks, files and clocks that fail: everything is told, and nothing is lost.

mod lamp;
mod page;
mod small_disk;

use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use kinfolk_editor::{Options, Room, Server};
use lamp::{Folder, LAMP, ask, set_x, until};
use page::Page;
use serde_json::Value;
use small_disk::SmallDisk;

/// Opens the room of a folder.
fn open_in(folder: &Folder) -> Arc<Room> {
    open(&folder.scene(), &folder.journals())
}

/// Opens a room; whoever had the file open before may still be leaving.
fn open(scene: &Path, journals: &Path) -> Arc<Room> {
    let start = Instant::now();
    loop {
        match Room::open_with(scene, journals) {
            Ok(room) => return room,
            Err(why) => assert!(start.elapsed() < Duration::from_secs(20), "{why}"),
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn with_x(x: usize) -> String {
    LAMP.replace("\"x\": 0", &format!("\"x\": {x}"))
}

/// Asserts that a save is refused with these words, and that everything is still there to be saved.
#[track_caller]
fn refused(room: &Room, request: &str, words: &str) {
    let reply = ask(room, request);
    assert_eq!(reply["ok"], false);
    let why = reply["why"].as_str().unwrap();
    assert!(why.contains(words), "{why}");
    assert!(room.is_unsaved());
}

fn file(room: &Room) -> Value {
    Page::new(&room.join().0).file
}

#[track_caller]
fn recover(room: &Room) {
    let reply = ask(room, r#"{ "do": "recover", "how": "recover" }"#);
    assert_eq!(reply["ok"], true);
}

const SAVE: &str = r#"{ "do": "save" }"#;
const SAVE_ALL_THE_SAME: &str = r#"{ "do": "save", "force": true }"#;

#[test]
fn a_full_disk_refuses_the_save_and_loses_nothing() {
    let Some(disk) = SmallDisk::mount("save") else {
        return;
    };
    let folder = Folder::new("full");
    let scene = disk.path().join("lamp.jsonc");
    fs::write(&scene, LAMP).unwrap();
    let room = open(&scene, &folder.journals());
    set_x(&room, 7);

    disk.fill();
    refused(&room, SAVE, "No space left");
    assert_eq!(fs::read_to_string(&scene).unwrap(), LAMP);
    assert_eq!(disk.files(), ["lamp.jsonc"], "nothing is left behind");

    disk.empty();
    assert_eq!(ask(&room, SAVE)["ok"], true);
    assert_eq!(fs::read_to_string(&scene).unwrap(), with_x(7));
}

#[test]
fn a_full_disk_below_the_journal_is_told_and_made_up_for() {
    let Some(disk) = SmallDisk::mount("journal") else {
        return;
    };
    let folder = Folder::new("journal");
    let room = open(&folder.scene(), disk.path());
    set_x(&room, 1);
    assert_eq!(file(&room)["journal"], Value::Null);

    disk.fill();
    let mut x = 1;
    // Some more fit into what is left of the last page.
    while file(&room)["journal"].is_null() && x < 200 {
        x += 1;
        set_x(&room, x);
    }
    let told = file(&room)["journal"].as_str().map(str::to_owned);
    let is_full = |why: &String| why.contains("No space left");
    assert!(told.as_ref().is_some_and(is_full), "{told:?}");
    drop(room);
    let room = open(&folder.scene(), disk.path());
    let kept = file(&room)["recovery"]["edits"].as_u64().unwrap();
    assert_eq!(kept, x as u64 - 1, "every line that was whole");
    recover(&room);

    for x in 201..=220 {
        set_x(&room, x);
    }
    assert!(file(&room)["journal"].is_string());
    disk.empty();
    set_x(&room, 221);
    assert!(file(&room)["journal"].is_null(), "all is written down");
    drop(room);
    let room = open(&folder.scene(), disk.path());
    assert_eq!(file(&room)["recovery"]["edits"], kept + 21);
    recover(&room);
    assert_eq!(ask(&room, SAVE)["ok"], true);
    assert_eq!(fs::read_to_string(folder.scene()).unwrap(), with_x(221));
}

#[test]
fn saving_makes_a_journal_that_could_not_be_written_needless() {
    let Some(disk) = SmallDisk::mount("needless") else {
        return;
    };
    let folder = Folder::new("needless");
    let room = open(&folder.scene(), disk.path());
    disk.fill();
    set_x(&room, 3);
    assert!(file(&room)["journal"].is_string());

    assert_eq!(ask(&room, SAVE)["ok"], true);

    assert_eq!(file(&room)["journal"], Value::Null);
    assert_eq!(fs::read_to_string(folder.scene()).unwrap(), with_x(3));
}

#[test]
fn a_disk_that_can_only_be_read_refuses_the_save_until_it_can_be_written() {
    let Some(disk) = SmallDisk::mount("read-only") else {
        return;
    };
    let folder = Folder::new("read-only");
    let scene = disk.path().join("lamp.jsonc");
    fs::write(&scene, LAMP).unwrap();
    let room = open(&scene, &folder.journals());
    set_x(&room, 7);

    disk.set_read_only(true);
    refused(&room, SAVE, "Read-only file system");
    assert_eq!(fs::read_to_string(&scene).unwrap(), LAMP);

    disk.set_read_only(false);
    assert_eq!(ask(&room, SAVE)["ok"], true);
    assert_eq!(fs::read_to_string(&scene).unwrap(), with_x(7));
}

#[test]
fn without_a_place_for_journals_a_file_can_be_edited_and_pages_are_told() {
    let folder = Folder::new("no-journals");
    fs::write(folder.journals(), "a file where the folder should be").unwrap();

    let room = open_in(&folder);

    assert!(room.journal_trouble().is_some());
    assert!(file(&room)["journal"].is_string());
    set_x(&room, 7);
    assert_eq!(ask(&room, SAVE)["ok"], true);
    assert_eq!(fs::read_to_string(folder.scene()).unwrap(), with_x(7));
    assert!(file(&room)["journal"].is_string(), "still");
}

#[test]
fn a_file_that_goes_with_its_folder_is_missed_and_can_be_written_again() {
    let folder = Folder::new("vanish");
    let room = open_in(&folder);
    set_x(&room, 7);

    fs::remove_dir_all(folder.0.join("scene")).unwrap();
    refused(&room, SAVE, "could not be written");
    assert_eq!(file(&room)["state"], "gone");

    fs::create_dir_all(folder.0.join("scene")).unwrap();
    assert_eq!(ask(&room, SAVE)["ok"], true);
    assert_eq!(fs::read_to_string(folder.scene()).unwrap(), with_x(7));
}

#[test]
fn a_file_that_is_cut_off_anywhere_keeps_its_last_good_state_here() {
    let folder = Folder::new("cut");
    let room = open_in(&folder);
    set_x(&room, 7);
    for end in 0..LAMP.trim_end().len() {
        fs::write(folder.scene(), &LAMP[..end]).unwrap();
        room.look_at_disk();
        let page = Page::new(&room.join().0);
        assert_eq!(page.file["state"], "invalid", "{end} bytes");
        assert_eq!(page.ids(), ["lamp"]);
        refused(&room, SAVE, "cannot be read");
    }

    fs::write(folder.scene(), LAMP).unwrap();
    room.look_at_disk();

    assert_eq!(file(&room)["state"], "fine");
    assert_eq!(ask(&room, SAVE)["ok"], true);
    assert_eq!(fs::read_to_string(folder.scene()).unwrap(), with_x(7));
}

#[test]
fn what_is_half_written_can_be_replaced_if_somebody_says_so() {
    let folder = Folder::new("half");
    let room = open_in(&folder);
    set_x(&room, 7);
    fs::write(folder.scene(), &LAMP[..20]).unwrap();
    refused(&room, SAVE, "cannot be read");
    assert_eq!(fs::read_to_string(folder.scene()).unwrap(), LAMP[..20]);

    assert_eq!(ask(&room, SAVE_ALL_THE_SAME)["ok"], true);

    assert_eq!(fs::read_to_string(folder.scene()).unwrap(), with_x(7));
}

#[test]
fn a_file_that_may_not_be_touched_any_more_refuses_the_save() {
    // A folder in its place: even root cannot write there.
    let folder = Folder::new("denied");
    let room = open_in(&folder);
    set_x(&room, 7);
    fs::remove_file(folder.scene()).unwrap();
    fs::create_dir(folder.scene()).unwrap();
    room.look_at_disk();
    assert_eq!(file(&room)["state"], "invalid");
    refused(&room, SAVE_ALL_THE_SAME, "could not be written");
    assert!(fs::metadata(folder.scene()).unwrap().is_dir());

    fs::remove_dir(folder.scene()).unwrap();
    assert_eq!(ask(&room, SAVE_ALL_THE_SAME)["ok"], true);
    assert_eq!(fs::read_to_string(folder.scene()).unwrap(), with_x(7));
}

#[test]
fn a_clock_that_jumps_back_hides_no_change() {
    let folder = Folder::new("clock");
    let room = open_in(&folder);
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1);
    let far_ahead = SystemTime::now() + Duration::from_secs(1_000_000_000);
    for (round, time) in [far_ahead, long_ago, long_ago].into_iter().enumerate() {
        fs::write(folder.scene(), with_x(round + 1)).unwrap();
        let handle = fs::File::options()
            .write(true)
            .open(folder.scene())
            .unwrap();
        handle.set_modified(time).unwrap();
        drop(handle);
        until(&room, |page| page.steps == round + 1);
    }

    set_x(&room, 9);
    assert_eq!(ask(&room, SAVE)["ok"], true);

    assert_eq!(fs::read_to_string(folder.scene()).unwrap(), with_x(9));
    assert_eq!(file(&room)["state"], "fine");
}

#[test]
fn a_journal_that_is_cut_off_anywhere_brings_back_every_whole_line() {
    let folder = Folder::new("cut-journal");
    let room = open_in(&folder);
    for x in 1..=5 {
        set_x(&room, x);
    }
    drop(room);
    drop(open_in(&folder)); // the lock is free
    let journals = fs::read_dir(folder.journals()).unwrap();
    let paths = journals.map(|entry| entry.unwrap().path());
    let journal = paths
        .into_iter()
        .find(|path| path.extension().is_some_and(|it| it == "jsonl"));
    let journal = journal.unwrap();
    let whole = fs::read(&journal).unwrap();
    let lines = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(lines(&whole), 6);

    for end in (0..whole.len()).rev().step_by(7) {
        fs::write(&journal, &whole[..end]).unwrap();
        let room = open_in(&folder);
        let edits = file(&room)["recovery"]["edits"].as_u64();
        let expected = (lines(&whole[..end]) as u64).saturating_sub(1);
        assert_eq!(edits.unwrap_or(0), expected, "{end} bytes");
        if expected > 0 {
            recover(&room);
            set_x(&room, 8); // behind what was whole
            drop(room);
            let room = open_in(&folder);
            assert_eq!(file(&room)["recovery"]["edits"], expected + 1);
        }
    }
}

#[test]
fn a_journal_of_nonsense_is_no_reason_not_to_open() {
    let folder = Folder::new("nonsense");
    let room = open_in(&folder);
    set_x(&room, 1);
    drop(room);
    drop(open_in(&folder));
    for entry in fs::read_dir(folder.journals()).unwrap() {
        fs::write(entry.unwrap().path(), [0xff, 0, b'{', b'\n', 7]).unwrap();
    }

    let room = open_in(&folder);

    assert_eq!(file(&room)["recovery"], Value::Null);
    set_x(&room, 2);
    drop(room);
    assert_eq!(file(&open_in(&folder))["recovery"]["edits"], 1);
}

#[test]
fn a_port_that_is_taken_is_an_error_if_it_was_asked_for_and_none_if_not() {
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let options = Options {
        port: Some(taken.local_addr().unwrap().port()),
        ..Options::default()
    };

    let refused = Server::bind(&options).unwrap_err();
    let usual = [
        Server::bind(&Options::default()),
        Server::bind(&Options::default()),
    ];

    assert_eq!(refused.kind(), std::io::ErrorKind::AddrInUse);
    let [one, other] = usual.map(|server| server.unwrap().port());
    assert_ne!(one, other, "the usual port, or any that is free");
}
