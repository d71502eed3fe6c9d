//! `import` and `migrate`, given anything: a document, or problems with their places and no file.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::program::{result, said, said_to};

fn foreign(folder: &str) -> PathBuf {
    let folder = Path::new("../../fixtures/import").join(folder);
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
}

/// The scenes in a folder of `fixtures/import`, in order.
fn scenes(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(foreign(folder)).unwrap();
    let mut all: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    let is_scene = |path: &PathBuf| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        matches!(ending, Some("tscn" | "zon" | "gltf" | "glb"))
    };
    all.retain(is_scene);
    all.sort();
    all
}

/// Whether it is known what is wrong with a scene, and it is not just a part of one.
fn has_report(scene: &Path) -> bool {
    let appended = format!("{}.txt", scene.display());
    scene.with_extension("txt").is_file() || Path::new(&appended).is_file()
}

/// An empty folder of this test alone.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Whether a message says where: `:12:5`, or `byte 20`.
fn tells_a_place(message: &str) -> bool {
    let is_number = |part: Option<&str>| {
        part.is_some_and(|part| part.starts_with(|c: char| c.is_ascii_digit()))
    };
    message.match_indices(':').any(|(at, _)| {
        let mut parts = message[at + 1..].split(':');
        is_number(parts.next()) && is_number(parts.next())
    }) || message
        .split("byte ")
        .skip(1)
        .any(|behind| is_number(Some(behind)))
}

/// Imports to a file that holds something already; it must be refused and leave that alone.
fn assert_refused(scene: &Path, args: &[&str], out: &Path) {
    fs::write(out, "precious").unwrap();
    let all: Vec<&str> = ["import", text(scene), "-o", text(out)]
        .into_iter()
        .chain(args.iter().copied())
        .collect();

    let output = said(&all);

    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{scene:?}: {stderr}");
    // Where lines are broken depends on how long the path of this folder is.
    let words = stderr.replace('│', " ");
    let words: Vec<&str> = words.split_whitespace().collect();
    assert!(tells_a_place(&words.join(" ")), "{scene:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{scene:?}");
    assert_eq!(fs::read_to_string(out).unwrap(), "precious", "{scene:?}");
    fs::remove_file(out).unwrap();
    let as_json: Vec<&str> = all.iter().copied().chain(["--json"]).collect();

    let output = said(&as_json);

    assert_eq!(output.status.code(), Some(1), "{scene:?}");
    assert!(!out.exists(), "{scene:?}");
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["imported"], false, "{scene:?}");
    let problems = answer["problems"].as_array().unwrap();
    assert!(!problems.is_empty(), "{scene:?}");
    for problem in problems {
        let has = |key: &str| problem[key].is_u64();
        assert!(has("line") && has("column") || has("byte"), "{problem}");
        assert!(problem["message"].is_string(), "{problem}");
    }
}

/// The prefabs of the fixtures, and a bomb.
fn write_prefabs(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    for prefab in scenes("labelle/prefabs") {
        fs::copy(&prefab, folder.join(prefab.file_name().unwrap())).unwrap();
    }
    for level in 0..=30 {
        let inner = match level {
            0 => String::new(),
            _ => format!(".{{ .prefab = \"bomb_{}\" }}, ", level - 1).repeat(10),
        };
        let bomb = format!(".{{ .children = .{{ {inner} }} }}");
        fs::write(folder.join(format!("bomb_{level}.zon")), bomb).unwrap();
    }
}

#[test]
fn whatever_is_wrong_is_told_with_its_place_and_nothing_is_written() {
    let folder = folder("import-bad");
    let (out, prefabs) = (folder.join("out.json"), folder.join("prefabs"));
    write_prefabs(&prefabs);
    let mut count = 0;
    for format in ["godot", "labelle", "gltf"] {
        let scenes = scenes(&format!("{format}/bad"));
        for scene in scenes.iter().filter(|scene| has_report(scene)) {
            let root = foreign(&format!("{format}/bad"));
            let name = scene.file_stem().unwrap();
            let args = match format {
                "godot" => vec!["--root", text(&root)],
                "labelle" if name == "prefab_unreadable" => continue, // who runs this may read all
                "labelle" => vec!["--prefabs", text(&prefabs)],
                _ => vec![],
            };
            assert_refused(scene, &args, &out);
            count += 1;
        }
    }
    assert!(count > 45, "only {count}");
}

#[test]
fn what_is_cut_off_or_no_scene_at_all_is_refused() {
    let folder = folder("import-torn");
    let out = folder.join("out.json");
    let mut garbage = vec![0x93, 0x00, 0xff, 0x1b];
    garbage.extend((0..2_000_u32).map(|byte| (byte * byte * 7 + byte / 3) as u8));
    for (whole, cut) in [
        ("godot/tank.tscn", "[node name=\"Tank\""),
        ("labelle/nested.zon", ".components"),
        ("gltf/crane.gltf", "\"nodes\""),
    ] {
        let bytes = fs::read(foreign(whole)).unwrap();
        let end = String::from_utf8_lossy(&bytes).find(cut).unwrap() + cut.len();
        let name = Path::new(whole).file_name().unwrap();
        for bytes in [&bytes[..end], &garbage[..], b"\0\0\0\0", b"} ] {"] {
            let scene = folder.join(name);
            fs::write(&scene, bytes).unwrap();
            assert_refused(&scene, &[], &out);
        }
    }
    for bytes in [
        &b"glTF"[..],
        b"glTF\x02\0\0\0\xff\xff\xff\xff\xff\xff\xff\xffJSON",
    ] {
        let scene = folder.join("cut.glb");
        fs::write(&scene, bytes).unwrap();
        assert_refused(&scene, &[], &out);
    }
}

#[test]
fn good_scenes_become_documents_without_errors() {
    let folder = folder("import-good");
    let mut count = 0;
    for format in ["godot", "labelle", "labelle/lossy", "gltf"] {
        for scene in scenes(format) {
            let name = scene.file_stem().unwrap().to_str().unwrap();
            let out = folder.join(format!("{}-{name}.json", format.replace('/', "-")));

            result(said(&["import", text(&scene), "-o", text(&out)]));
            let checked = result(said(&["check", "--json", text(&out)]));

            let findings: Value = serde_json::from_slice(&checked).unwrap();
            let found = findings[0]["diagnostics"].as_array().unwrap();
            let errors = found.iter().filter(|found| found["severity"] == "error");
            assert_eq!(errors.count(), 0, "{scene:?}: {findings}");
            count += 1;
        }
    }
    assert!(count > 20, "only {count}");
}

#[test]
fn a_scene_reads_nothing_outside_of_its_project() {
    let folder = folder("import-inside");
    let project = folder.join("game/project");
    fs::create_dir_all(project.join("prefabs")).unwrap();
    fs::write(project.join("project.godot"), "").unwrap();
    let secret = "[gd_scene format=3]\n[node name=\"Secret\" type=\"Node2D\"]\n";
    let outside = folder.join("x.tscn");
    for file in [
        &outside,
        &folder.join("game/x.tscn"),
        &project.join("x.tscn"),
    ] {
        fs::write(file, secret).unwrap();
    }
    for file in ["x.zon", "game/x.zon", "game/project/x.zon"] {
        fs::write(folder.join(file), ".{ .name = \"secret\" }").unwrap();
    }
    let (scene, out) = (project.join("main.tscn"), project.join("out.json"));
    let write_scene = |path: &str| {
        let text = format!(
            "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"{path}\" id=\"1\"]\n\
             [node name=\"Main\" type=\"Node2D\"]\n[node name=\"X\" parent=\".\" instance=ExtResource(\"1\")]\n"
        );
        fs::write(&scene, text).unwrap();
    };

    write_scene("res://x.tscn");
    result(said(&["import", text(&scene)]));
    for path in [
        "res://../../x.tscn",
        "res://../x.tscn",
        "../x.tscn",
        "res:///../x.tscn",
        "res://prefabs/../../x.tscn",
        text(&outside),
        &format!("res://{}", text(&outside)),
    ] {
        write_scene(path);
        assert_refused(&scene, &[], &out);
        assert_refused(&scene, &["--root", text(&project)], &out);
    }
    let scene = project.join("main.zon");
    for prefab in [
        "../x",
        "../../x",
        "../../../x",
        "a/../../x",
        text(&folder.join("x")),
    ] {
        fs::write(
            &scene,
            format!(".{{ .entities = .{{ .{{ .prefab = \"{prefab}\" }} }} }}"),
        )
        .unwrap();
        assert_refused(&scene, &[], &out);
    }
}

#[test]
fn what_cannot_be_migrated_is_not_written() {
    let folder = folder("migrate");
    let (old, new) = (folder.join("old.json"), folder.join("new.json"));
    let wrong = "{ \"entities\": [{ \"id\": \"hat\", \"template\": \"hta\" }] }";
    for document in [wrong, "{ \"entities\": [", "\u{0}"] {
        fs::write(&old, document).unwrap();
        let to_new = ["migrate", text(&old), "-o", text(&new)];
        let back = ["migrate", text(&old), "--write"];
        let absolute = ["migrate", text(&old), "--absolute", "--write", "--json"];
        for args in [&to_new[..], &back, &absolute] {
            let output = said(args);

            assert_eq!(output.status.code(), Some(1), "{args:?}");
            assert!(output.stdout.is_empty(), "{args:?}");
            assert!(!output.stderr.is_empty(), "{args:?}");
        }
        assert!(!new.exists());
        assert_eq!(fs::read_to_string(&old).unwrap(), document);
    }
    let output = said_to("{}", &["migrate", "-", "--write"]);
    assert_eq!(output.status.code(), Some(2));
}
