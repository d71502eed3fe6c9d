//! What Godot does to its trees, done to documents by edits: moves in place and not, numbers,
//! visibility; worlds agree after each of them.

use std::path::Path;

use kinfolk::{Forest, Node2, Transform2};
use kinfolk_scene::{Document, Edit, Editing};
use serde_json::{Value, json};

fn oracle(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/oracle");
    serde_json::from_str(&std::fs::read_to_string(folder.join(name)).unwrap()).unwrap()
}

fn f32_at(op: &Value, index: usize) -> f32 {
    op[index].as_f64().unwrap() as f32
}

/// A flat document with an entity for every row, `n0` and so on.
fn begun(rows: &[Value]) -> Editing {
    let entities: Vec<Value> = rows
        .iter()
        .enumerate()
        .map(|(index, row)| {
            let mut entity = json!({ "id": format!("n{index}"), "visible": row[8] });
            let place = json!({
                "x": row[1], "y": row[2], "angle": row[3], "scaleX": row[4], "scaleY": row[5]
            });
            match row[0].as_i64().unwrap() {
                -1 => entity["transform"] = place,
                parent => {
                    entity["parent"] = json!(format!("n{parent}"));
                    entity["localTransform"] = place;
                }
            }
            entity
        })
        .collect();
    let text = json!({ "entities": entities }).to_string();
    let document: Document = text.parse().unwrap();
    Editing::new(document).unwrap()
}

/// The edit that does what Godot did; `None` for a question.
fn edit(op: &Value, editing: &Editing) -> Option<Edit> {
    let id = format!("n{}", op[1]);
    let node = editing.scene().node(&id).unwrap();
    let solved = |solve: &dyn Fn(&mut Forest<Node2>)| {
        let mut forest = editing.forest().clone();
        solve(&mut forest);
        forest.value(node).unwrap().transform
    };
    let set = |place: Transform2| {
        let [x, y] = place.position.to_array();
        let [scale_x, scale_y] = place.scale.to_array();
        json!({ "edit": "set", "id": id, "key": "localTransform", "value": {
            "x": x, "y": y, "angle": place.rotation, "scaleX": scale_x, "scaleY": scale_y, "skew": place.skew
        } })
    };
    let line = match op[0].as_str().unwrap() {
        "set_gpos" => set(solved(&|forest| {
            let position = [f32_at(op, 2), f32_at(op, 3)];
            forest.set_world_position(node, position).unwrap();
        })),
        "set_gxf" => set(solved(&|forest| {
            let columns: [f32; 6] = std::array::from_fn(|index| f32_at(op, index + 2));
            let mut world = forest.world(node).unwrap();
            world.matrix2.x_axis = [columns[0], columns[1]].into();
            world.matrix2.y_axis = [columns[2], columns[3]].into();
            world.translation = [columns[4], columns[5]].into();
            forest.set_world(node, world).unwrap();
        })),
        "set_local" => set(Transform2::at(f32_at(op, 2), f32_at(op, 3))
            .turned(f32_at(op, 4))
            .scaled(f32_at(op, 5), f32_at(op, 6))),
        "set_vis" => json!({ "edit": "set", "id": id, "key": "visible", "value": op[2] }),
        "reparent_keep" => {
            json!({ "edit": "move", "ids": [id], "parent": format!("n{}", op[2]), "keep": "world" })
        }
        "reparent_local" => {
            json!({ "edit": "move", "ids": [id], "parent": format!("n{}", op[2]) })
        }
        "unparent_keep" => json!({ "edit": "move", "ids": [id], "keep": "world" }),
        _ => return None,
    };
    Some(line.to_string().parse().unwrap())
}

#[test]
fn edits_do_to_documents_what_godot_does_to_its_trees() {
    let (questions, answers) = (oracle("trees2d.json"), oracle("godot4_2d.json"));
    let mut compared = 0;
    let trees = questions["trees"].as_array().unwrap().iter();
    for (question, answer) in trees.zip(answers["trees"].as_array().unwrap()) {
        let mut editing = begun(question["nodes"].as_array().unwrap());
        let ops = question["ops"].as_array().unwrap().iter();
        for (op, told) in ops.zip(answer["ops"].as_array().unwrap()) {
            let Some(edit) = edit(op, &editing) else {
                continue;
            };
            editing
                .apply(&edit)
                .unwrap_or_else(|refused| panic!("{op}: {refused}"));

            let node = editing.scene().node(&format!("n{}", op[1])).unwrap();
            let ours = editing.forest().effective(node).unwrap().to_array();
            let theirs: Vec<f32> = (12..18).map(|index| f32_at(told, index)).collect();
            for part in [0..4, 4..6] {
                let size = theirs[part.clone()]
                    .iter()
                    .fold(1.0_f32, |size, number| size.max(number.abs()));
                for index in part {
                    let off = (ours[index] - theirs[index]).abs() / size;
                    assert!(
                        off < 1e-4,
                        "tree {} {op}: {ours:?} {theirs:?}",
                        question["id"]
                    );
                }
            }
            compared += 1;
        }
        let text = editing.document().to_text();
        while editing.undo() {}
        while editing.redo() {}
        assert_eq!(editing.document().to_text(), text);
    }
    assert!(compared > 600, "only {compared} edits");
}
