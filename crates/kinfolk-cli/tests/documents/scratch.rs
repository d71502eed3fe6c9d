//! A folder to type in, with what a document takes for granted.
//!
//! The games are there, as they are at the root of the repository. Files that a document speaks of without saying where they
//! come from are listed here, the only place that knows; where the document shows such a file, it is the one that is shown.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Output, Stdio};

use kinfolk_documents::{Command, Document};

/// Where a file comes from.
enum From {
    /// A file of the repository.
    File(&'static str),
    /// The block of the document that starts so.
    Shown(&'static str),
}

use From::{File, Shown};

/// By document: what it speaks of, and where that is from.
const FILES: [(&str, &str, From); 18] = [
    ("README.md", "boss.jsonc", Shown("{\n  \"templates\"")),
    (
        "crates/kinfolk-cli/README.md",
        "scene.jsonc",
        File("games/boss.jsonc"),
    ),
    ("docs/authoring.md", "scene.jsonc", File("games/boss.jsonc")),
    ("docs/git.md", ".gitattributes", Shown("levels/*.json ")),
    (
        "docs/import.md",
        "level.tscn",
        File("fixtures/import/godot/plain.tscn"),
    ),
    (
        "docs/import.md",
        "scenes/tank.zon",
        File("fixtures/import/labelle/nested.zon"),
    ),
    ("docs/import.md", "lamp.tscn", Shown("[gd_scene")),
    (
        "docs/import.md",
        "bulb.tscn",
        File("fixtures/cli/import/bulb.tscn"),
    ),
    (
        "docs/import.md",
        "project.godot",
        File("fixtures/cli/import/project.godot"),
    ),
    ("docs/import.md", "enemy.zon", Shown(".{")),
    (
        "docs/import.md",
        "prefabs/enemy.zon",
        File("fixtures/cli/import/prefabs/enemy.zon"),
    ),
    (
        "docs/import.md",
        "crane.gltf",
        File("fixtures/cli/import/crane.gltf"),
    ),
    (
        "docs/migrate.md",
        "old.json",
        File("games/hero_attach_to.jsonc"),
    ),
    (
        "docs/migrate.md",
        "absolute.json",
        File("fixtures/cli/import/absolute.json"),
    ),
    (
        "docs/migration.md",
        "level.json",
        File("fixtures/cli/import/absolute.json"),
    ),
    (
        "docs/migration.md",
        "level.tscn",
        File("fixtures/import/godot/plain.tscn"),
    ),
    (
        "docs/game.md",
        "monday.jsonl",
        File("fixtures/cli/play/other.jsonl"),
    ),
    (
        "docs/game.md",
        "tuesday.jsonl",
        File("fixtures/cli/play/other.jsonl"),
    ),
];

/// A folder that goes with the test.
pub(crate) struct Scratch {
    folder: PathBuf,
}

impl Scratch {
    /// With what `document` takes for granted.
    pub(crate) fn new(document: &Document) -> Self {
        let path = document.path.to_str().unwrap();
        let name = format!(
            "kinfolk-guide-{}-{}",
            path.replace('/', "-"),
            std::process::id()
        );
        let folder = env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&folder); // of a test that was ended
        let scratch = Self { folder };
        scratch.copy("games");
        for (of, to, from) in &FILES {
            if *of == path {
                scratch.write(to, &from.bytes(document));
            }
        }
        match path {
            "docs/import.md" => scratch.write("city.glb", &binary_scene()),
            "docs/git.md" => scratch.open_repository(),
            _ => {}
        }
        scratch
    }

    /// Does what somebody who reads on has done meanwhile.
    pub(crate) fn prepare_for(&self, command: &Command) {
        if command.text.starts_with("git show :1:") {
            let merge = self.git(&["merge", "--quiet", "theirs"]);
            assert_eq!(
                merge.status.code(),
                Some(1),
                "there is a conflict: {merge:?}"
            );
        }
    }

    /// Runs all parts of a command, one after the other.
    pub(crate) fn run(&self, command: &Command) -> Output {
        let [words] = &command.parts[..] else {
            panic!("nobody runs `{}`: it has several parts", command.text);
        };
        let mut program = self.program(&words[0]);
        program.args(&words[1..]).stdin(Stdio::null());
        let output = program.output().unwrap();
        if let Some(into) = &command.into {
            self.write(into, &output.stdout);
        }
        output
    }

    /// One of the programs that are run here, about to start in this folder.
    pub(crate) fn program(&self, name: &str) -> Process {
        let mut program = match name {
            "kinfolk" => Process::new(env!("CARGO_BIN_EXE_kinfolk")),
            "git" => Process::new("git"),
            other => panic!("nobody runs `{other}`"),
        };
        let ours = Path::new(env!("CARGO_BIN_EXE_kinfolk")).parent().unwrap();
        let others = env::var_os("PATH").unwrap_or_default();
        let path = [ours.to_owned()]
            .into_iter()
            .chain(env::split_paths(&others));
        program
            .current_dir(&self.folder)
            .env("PATH", env::join_paths(path).unwrap())
            .env("KINFOLK_STATE_DIR", self.folder.join("state"))
            .env("NO_COLOR", "1")
            .env("NO_GRAPHICS", "1")
            .env("BROWSER", "true") // one that opens nothing
            .env_remove("CLICOLOR_FORCE")
            .env_remove("FORCE_COLOR");
        for name in [
            "GIT_DIR",
            "GIT_WORK_TREE",
            "GIT_INDEX_FILE",
            "GIT_EXTERNAL_DIFF",
        ] {
            program.env_remove(name);
        }
        for role in ["AUTHOR", "COMMITTER"] {
            program.env(format!("GIT_{role}_NAME"), "Kin");
            program.env(format!("GIT_{role}_EMAIL"), "kin@example.com");
        }
        program
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CEILING_DIRECTORIES", env::temp_dir());
        program
    }

    fn git(&self, args: &[&str]) -> Output {
        self.program("git").args(args).output().unwrap()
    }

    /// A scene on two branches that moved the same entity.
    fn open_repository(&self) {
        let lamp = |x: u32| {
            format!(
                "{{ \"entities\": [{{ \"id\": \"lamp\", \"transform\": {{ \"x\": {x} }} }}] }}\n"
            )
        };
        let commit = |x: u32| {
            self.write("levels/boss.json", lamp(x).as_bytes());
            self.git(&["add", "."]);
            let done = self.git(&["commit", "--quiet", "-m", "a lamp"]);
            assert!(done.status.success(), "{done:?}");
        };
        self.git(&["init", "--quiet", "--initial-branch=main"]);
        commit(1);
        self.git(&["checkout", "--quiet", "-b", "theirs"]);
        commit(2);
        self.git(&["checkout", "--quiet", "main"]);
        commit(3);
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let file = self.folder.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, bytes).unwrap();
    }

    /// Copies a folder of the repository.
    fn copy(&self, name: &str) {
        let mut folders = vec![PathBuf::from(name)];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(crate::root().join(&folder)).unwrap() {
                let entry = entry.unwrap();
                let path = folder.join(entry.file_name());
                if entry.file_type().unwrap().is_dir() {
                    folders.push(path);
                } else {
                    self.write(path.to_str().unwrap(), &fs::read(entry.path()).unwrap());
                }
            }
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder); // the next one does so otherwise
    }
}

impl From {
    fn bytes(&self, document: &Document) -> Vec<u8> {
        match self {
            File(path) => fs::read(crate::root().join(path)).unwrap(),
            Shown(start) => {
                let mut blocks = document.blocks.iter();
                let shown = blocks.find(|block| block.text.starts_with(start));
                shown
                    .expect("the document shows this file")
                    .text
                    .clone()
                    .into_bytes()
            }
        }
    }
}

/// A scene of glTF in its binary form: a head, and one chunk of JSON.
fn binary_scene() -> Vec<u8> {
    let mut json = br#"{ "asset": { "version": "2.0" }, "nodes": [{ "name": "Tower" }] }"#.to_vec();
    json.resize(json.len().next_multiple_of(4), b' ');
    let length = u32::try_from(json.len()).unwrap();
    let mut bytes = b"glTF".to_vec();
    for number in [2, 12 + 8 + length, length] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(b"JSON");
    bytes.extend(json);
    bytes
}
