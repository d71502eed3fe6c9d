//! Git, with the program as its diff and merge driver, in repositories of their own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SCENE: &str = r#"{
  "entities": [
    { "id": "lamp", "transform": { "x": 1, "y": 1 } }
  ]
}
"#;

/// A repository with a scene in it.
struct Repository {
    folder: PathBuf,
}

impl Repository {
    /// `None` if there is no git here.
    fn new(name: &str) -> Option<Self> {
        if Command::new("git").arg("--version").output().is_err() {
            eprintln!("skipped: there is no git");
            return None;
        }
        let folder =
            std::env::temp_dir().join(format!("kinfolk-git-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let repository = Self { folder };
        repository.git(&["init", "--quiet", "--initial-branch=main"]);
        repository.write("level.json", SCENE);
        repository.commit("a lamp");
        Some(repository)
    }

    /// What git says, with nothing of the tester's settings.
    fn git(&self, args: &[&str]) -> Output {
        let program = Path::new(env!("CARGO_BIN_EXE_kinfolk"));
        let mut path = vec![program.parent().unwrap().to_owned()];
        path.extend(std::env::split_paths(
            &std::env::var_os("PATH").unwrap_or_default(),
        ));
        let mut command = Command::new("git");
        for name in [
            "GIT_DIR",
            "GIT_WORK_TREE",
            "GIT_INDEX_FILE",
            "GIT_EXTERNAL_DIFF",
        ] {
            command.env_remove(name);
        }
        for role in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{role}_NAME"), "Kin");
            command.env(format!("GIT_{role}_EMAIL"), "kin@example.com");
        }
        command
            .args(args)
            .current_dir(&self.folder)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CEILING_DIRECTORIES", std::env::temp_dir())
            .env("PATH", std::env::join_paths(path).unwrap())
            .output()
            .unwrap()
    }

    /// As `docs/git.md` says.
    fn use_drivers(&self) {
        self.git(&["config", "diff.kinfolk.command", "kinfolk diff --git"]);
        self.git(&[
            "config",
            "merge.kinfolk.driver",
            "kinfolk merge --write %O %A %B",
        ]);
        self.write(
            ".git/info/attributes",
            "*.json diff=kinfolk merge=kinfolk\n",
        );
    }

    /// Two branches, each with its own version; we are on ours.
    fn branch(&self, ours: &str, theirs: &str) {
        self.git(&["checkout", "--quiet", "-b", "theirs"]);
        self.write("level.json", theirs);
        self.commit("theirs");
        self.git(&["checkout", "--quiet", "main"]);
        self.write("level.json", ours);
        self.commit("ours");
    }

    fn commit(&self, message: &str) {
        self.git(&["add", "."]);
        let output = self.git(&["commit", "--quiet", "-m", message]);
        assert!(output.status.success(), "{output:?}");
    }

    fn write(&self, file: &str, text: &str) {
        let file = self.folder.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn read(&self) -> String {
        fs::read_to_string(self.folder.join("level.json")).unwrap()
    }
}

impl Drop for Repository {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn two_fields_on_one_line_are_merged_though_git_alone_cannot() {
    let ours = SCENE.replace(r#""x": 1"#, r#""x": 2"#);
    let theirs = SCENE.replace(r#""y": 1"#, r#""y": 3"#);
    let Some(repository) = Repository::new("merge") else {
        return;
    };
    repository.branch(&ours, &theirs);

    let by_lines = repository.git(&["merge", "theirs", "-m", "both"]);
    repository.git(&["merge", "--abort"]);
    repository.use_drivers();
    let by_entities = repository.git(&["merge", "theirs", "-m", "both"]);

    assert_eq!(by_lines.status.code(), Some(1));
    assert_eq!(by_entities.status.code(), Some(0), "{by_entities:?}");
    assert_eq!(repository.read(), ours.replace(r#""y": 1"#, r#""y": 3"#));
}

#[test]
fn a_conflict_is_marked_by_git_and_the_file_is_still_a_document() {
    let [ours, theirs] = [2, 3].map(|x| SCENE.replace(r#""x": 1"#, &format!("\"x\": {x}")));
    let Some(repository) = Repository::new("conflict") else {
        return;
    };
    repository.use_drivers();
    repository.branch(&ours, &theirs);

    let merge = repository.git(&["merge", "theirs", "-m", "both"]);

    assert_eq!(merge.status.code(), Some(1));
    let stderr = String::from_utf8_lossy(&merge.stderr);
    let conflict = "conflict: entity lamp: transform.x: 1 became 2 here, and 3 there";
    assert!(stderr.contains(conflict), "{stderr}");
    assert_eq!(repository.read(), ours);
    assert_eq!(
        told(&repository.git(&["status", "--short"])),
        "UU level.json\n"
    );
}

#[test]
fn differences_are_told_by_entity() {
    let Some(repository) = Repository::new("diff") else {
        return;
    };
    repository.use_drivers();
    repository.write("level.json", &SCENE.replace(r#""x": 1"#, r#""x": 2"#));

    let changed = repository.git(&["diff"]);
    repository.write("level.json", "{ \"entities\": [");
    let broken = repository.git(&["diff"]);
    fs::remove_file(repository.folder.join("level.json")).unwrap();
    let removed = repository.git(&["diff"]);

    assert_eq!(
        told(&changed),
        "diff --kinfolk level.json\n~ entity lamp\n    ~ transform.x: 1 → 2\n"
    );
    assert!(
        told(&broken).ends_with("\n+{ \"entities\": [\n"),
        "{broken:?}"
    );
    assert!(
        told(&removed).starts_with("diff --kinfolk level.json\n- entity lamp\n"),
        "{removed:?}"
    );
}

#[test]
fn added_by_both_branches_is_merged_without_a_base() {
    let Some(repository) = Repository::new("added") else {
        return;
    };
    repository.use_drivers();
    repository.git(&["checkout", "--quiet", "-b", "theirs"]);
    repository.write(
        "new.json",
        r#"{ "entities": [{ "id": "a" }, { "id": "t" }] }"#,
    );
    repository.commit("theirs");
    repository.git(&["checkout", "--quiet", "main"]);
    repository.write(
        "new.json",
        r#"{ "entities": [{ "id": "a" }, { "id": "o" }] }"#,
    );
    repository.commit("ours");

    let merge = repository.git(&["merge", "theirs", "-m", "both"]);

    assert_eq!(merge.status.code(), Some(0), "{merge:?}");
    let text = fs::read_to_string(repository.folder.join("new.json")).unwrap();
    assert_eq!(
        text,
        "{\n  \"entities\": [\n    { \"id\": \"a\" },\n    { \"id\": \"o\" },\n    { \"id\": \"t\" }\n  ]\n}\n"
    );
}
