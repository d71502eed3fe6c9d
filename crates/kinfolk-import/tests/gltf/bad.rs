//! What is no glTF, or no tree: problems at their places, never a panic.

use kinfolk_import::{Plane, gltf};

use crate::{binary, fixtures, read};

/// Each file in `bad/` has the report that it must give beside it. `KINFOLK_BLESS=1` writes it.
#[test]
fn every_bad_file_gets_the_report_beside_it() {
    let mut names: Vec<String> = std::fs::read_dir(fixtures().join("bad"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.ends_with(".txt"))
        .collect();
    names.sort();
    assert!(names.len() >= 9, "{names:?}");
    for name in names {
        let file = format!("bad/{name}");
        let problems = gltf(&file, &read(&file), Plane::Xy).expect_err(&name);
        let report = format!("{problems}\n");
        let beside = fixtures().join(&file).with_extension(match &*name {
            "cut_off.glb" | "old.glb" => "glb.txt",
            _ => "txt",
        });
        if std::env::var_os("KINFOLK_BLESS").is_some() {
            std::fs::write(&beside, &report).unwrap();
        }
        let wanted = std::fs::read_to_string(&beside).unwrap_or_default();
        assert_eq!(report, wanted, "{name}");
    }
}

#[test]
fn every_beginning_of_a_file_is_a_document_or_a_report() {
    let json = read("crane.gltf");
    for bytes in [json.clone(), binary(&json)] {
        for end in 0..bytes.len() {
            let _ = gltf("cut", &bytes[..end], Plane::Xz);
        }
        for at in 0..bytes.len().min(200) {
            let mut changed = bytes.clone();
            changed[at] ^= 0x55;
            let _ = gltf("changed", &changed, Plane::Xy);
        }
    }
}

#[test]
fn a_bomb_of_brackets_is_refused() {
    let bomb = format!(
        "{{ \"asset\": {{ \"version\": \"2.0\" }}, \"extras\": {}",
        "[".repeat(1_000_000)
    );

    assert!(gltf("bomb.gltf", bomb.as_bytes(), Plane::Xy).is_err());
}

#[test]
fn much_is_lost_by_a_node_with_a_long_name() {
    let keys: Vec<String> = (0..50_000).map(|key| format!("\"{key}\": 1")).collect();
    let text = format!(
        "{{ \"asset\": {{ \"version\": \"2.0\" }}, \"nodes\": [{{ \"name\": \"{}\", {} }}] }}",
        "x".repeat(100_000),
        keys.join(", ")
    );

    let imported = gltf("long.gltf", text.as_bytes(), Plane::Xy).unwrap();

    assert_eq!(imported.losses.len(), 50_000);
    let longest = imported.losses.iter().map(|loss| loss.node.len()).max();
    assert!(longest < Some(200), "{longest:?}");
}
