//! Text scenes of Godot 4.
//!
//! Every node becomes an entity, in Godot's order and under Godot's name, and every scene that
//! is instanced or inherited becomes a template; nothing is unfolded on the way. Godot's y
//! points down and ours up, so a world [a, b, c, d, x, y] becomes [a, −b, −c, d, x, −y].

mod assemble;
mod build;
mod class;
mod fields;
mod ids;
mod load;
mod look;
mod props;
mod report;
mod text;
mod tree;
mod value;
mod write;

use kinfolk_scene::{Code, Document};

use self::ids::Choices;
use self::report::{Report, Spot, Trouble};
use self::tree::Scenes;
use crate::files::Files;
use crate::report::{Imported, Problems};

/// Imports a `.tscn` file of Godot 4, and the scenes that it is made of.
///
/// The scene is asked for as `path`, the others by the paths that scenes have for them:
/// `res://enemy/enemy.tscn`.
///
/// ```
/// use kinfolk_import::godot;
///
/// let mut files = |path: &str| match path {
///     "game.tscn" => Ok(br#"[gd_scene format=3]
///         [ext_resource type="PackedScene" path="res://tank.tscn" id="1"]
///         [node name="Game" type="Node2D"]
///         [node name="Player" parent="." instance=ExtResource("1")]
///         position = Vector2(100, -50)"#
///         .to_vec()),
///     "res://tank.tscn" => Ok(br#"[gd_scene format=3]
///         [node name="Tank" type="Node2D"]
///         [node name="Turret" type="Sprite2D" parent="."]
///         position = Vector2(0, -20)"#
///         .to_vec()),
///     _ => Err(std::io::Error::from(std::io::ErrorKind::NotFound)),
/// };
/// let imported = godot("game.tscn", &mut files)?;
///
/// let player = &imported.document.entities[0].children[0];
/// assert_eq!(player.template.set().unwrap(), "tank");
/// assert_eq!(player.transform.set().unwrap().y.set(), Some(&50.0));
/// assert!(imported.losses.is_empty());
/// # Ok::<(), kinfolk_import::Problems>(())
/// ```
///
/// # Errors
/// Everything that is wrong with the files: what Godot could not read either, scenes that
/// instance each other in a ring, and more than a million nodes.
pub fn godot(path: &str, files: &mut dyn Files) -> Result<Imported, Problems> {
    let mut report = Report::default();
    let scenes = load::load(path, files, &mut report);
    let mut document = Document::default();
    if report.problem_count() == 0 {
        document = to_document(&scenes, &mut report);
    }
    let losses = report.finish()?;
    Ok(Imported { document, losses })
}

/// So many entities are looked at, in all rounds of choosing ids together.
const MOST_LOOKS: u64 = 50_000_000;
/// So often ids are chosen anew before an import is given up.
const MOST_ROUNDS: u64 = 1_000;

/// The document of scenes that are fine; it loads without errors if there are no problems.
fn to_document(scenes: &Scenes, report: &mut Report) -> Document {
    let mut choices = Choices::default();
    let count = scenes.all.last().map_or(1, |main| main.count.max(1));
    let mut rounds_left = (MOST_LOOKS / count).min(MOST_ROUNDS);
    loop {
        let (flat, below) = assemble::assemble(scenes, &choices, report);
        let document = flat.to_nested();
        if report.problem_count() > 0 {
            return document;
        }
        let loaded = kinfolk_scene::load(&document.to_text());
        let mut errors = loaded.diagnostics.iter().filter(|found| found.is_error());
        let Some(error) = errors.next() else {
            return document;
        };
        rounds_left -= 1;
        if error.code != Code::DuplicateId || rounds_left == 0 {
            let message = format!(
                "no document can say what is in the scene: {}",
                error.message
            );
            report.problem(0, Trouble::new(Spot::File, message));
            return document;
        }
        choices.untangle(&flat, &below);
    }
}
