//! Scenes of labelle, `.zon`, as documents.
//!
//! The scene and the prefabs that it names are read first, each file into
//! [beings](being::Being) that know where they were written. Then it is settled what they are
//! called and whose children they are, all that is wrong is said at once, what would come out is
//! counted, and only then a document is built. Prefabs are templates; nested entities stay
//! nested and flat ones flat.
//!
//! In labelle a child takes over its parent's position only, and its scale as well if the parent
//! has a `Scale`: every child of the document says so by `inherit`.

mod being;
mod build;
mod component;
mod hash;
mod inside;
mod names;
mod page;
mod physics;
mod prefabs;
mod scene;
mod visual;

use crate::files::Files;
use crate::place::{At, Place};
use crate::report::{Imported, MOST_PROBLEMS, Problem, Problems};

use names::Names;
use page::Page;
use prefabs::Prefabs;
use scene::Kinship;

/// Reads a scene of labelle: the content of `file`, and the prefabs that it names.
///
/// A prefab is asked for by its name, `tank` for `.prefab = "tank"`. One that `prefabs` does not
/// find is an empty template and a loss.
///
/// ```
/// use std::io;
///
/// let scene = br#".{
///     .name = "level_1",
///     .entities = .{
///         .{
///             .id = "tank_1",
///             .components = .{ .Position = .{ .x = 100, .y = 100 } },
///             .children = .{
///                 .{ .name = "turret", .components = .{ .Position = .{ .y = -20 } } },
///             },
///         },
///     },
/// }"#;
/// let mut none = |name: &str| Err(io::Error::new(io::ErrorKind::NotFound, name));
/// let imported = kinfolk_import::labelle("level_1.zon", scene, &mut none)?;
///
/// let turret = &imported.document.entities[0].children[0];
/// assert_eq!(turret.name.as_deref(), Some("turret"));
/// assert_eq!(
///     imported.losses[0].to_string(),
///     "level_1.zon:2:13: scene: the scene's name `level_1`"
/// );
/// # Ok::<(), kinfolk_import::Problems>(())
/// ```
///
/// # Errors
/// The first error of syntax in each file, or everything that makes no sense: parents that are
/// not there, prefabs that contain each other, values of the wrong type. There is no document
/// then.
pub fn labelle(file: &str, bytes: &[u8], prefabs: &mut dyn Files) -> Result<Imported, Problems> {
    let mut pages = vec![Page::new(file, bytes.into())];
    let scene = match pages[0].zon() {
        Some(zon) => scene::beings(&zon, &mut pages[0]),
        None => Vec::new(),
    };
    let prefabs = Prefabs::read(&scene, &mut pages, prefabs);
    let kinship = Kinship::new(&scene, &mut pages[0]);
    refuse(&mut pages)?;

    prefabs.check_budget(&scene, &mut pages[0]);
    refuse(&mut pages)?;

    let names = Names::new(&scene, &prefabs, &mut pages);
    refuse(&mut pages)?;

    let document = build::document(&scene, &prefabs, &kinship, &names);
    let loaded = kinfolk_scene::load(&document.to_text());
    if let Some(error) = loaded.diagnostics.iter().find(|finding| finding.is_error()) {
        let place = Place {
            file: file.to_owned(),
            at: At::File,
        };
        return Err(Problems::from(Problem {
            place,
            message: format!("no valid document came out: {}", error.message),
            help: error.help.clone(),
        }));
    }
    let losses = pages.into_iter().flat_map(Page::into_losses).collect();
    Ok(Imported { document, losses })
}

/// Stops if there are problems.
fn refuse(pages: &mut [Page<'_>]) -> Result<(), Problems> {
    let problems = pages.iter_mut().flat_map(Page::take_problems);
    Problems::or(problems.take(MOST_PROBLEMS).collect(), ())
}
