//! Documents in a world: every entity of a scene is spawned, with its own value, its link, its
//! id, and the components that a [`Casting`] makes of the rest.

use hecs::{Entity, World};
pub use kinfolk_ecs::scene::{SceneError, Spawned};

use crate::link::ChildOf;
use crate::own::Own;

/// Which components come out of a document.
pub type Casting = kinfolk_ecs::scene::Casting<World>;

/// The id that an entity has in its document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SceneId(pub String);

/// Spawns everything that is in a document's text.
///
/// ```
/// use hecs::World;
/// use kinfolk_hecs::scene::{Casting, spawn_scene};
/// use kinfolk_hecs::ChildOf;
///
/// struct Spin(f64);
///
/// let mut world = World::new();
/// let casting = Casting::new().behavior("rotate", |json| {
///     Ok(Spin(json["speed"].as_f64().ok_or("a speed is missing")?))
/// });
/// let scene = r#"{
///   "version": 1,
///   "entities": [
///     { "id": "tank", "x": 100, "y": 100, "children": [
///       { "id": "turret", "y": 20, "behaviors": [{ "type": "rotate", "speed": 2 }] }
///     ] }
///   ]
/// }"#;
/// let spawned = spawn_scene(&mut world, &casting, scene)?;
///
/// let turret = spawned.get("turret").unwrap();
/// assert_eq!(world.get::<&Spin>(turret).unwrap().0, 2.0);
/// assert_eq!(world.get::<&ChildOf>(turret).unwrap().parent(), spawned.get("tank").unwrap());
/// # Ok::<(), kinfolk_hecs::scene::SceneError>(())
/// ```
///
/// # Errors
/// Says what is wrong with the document, or with what a component is made of; then nothing
/// is spawned.
pub fn spawn_scene(
    world: &mut World,
    casting: &Casting,
    text: &str,
) -> Result<Spawned<Entity>, SceneError> {
    casting.spawn(text, world, |world, id, own, parent| {
        let id = SceneId(id.to_owned());
        match parent {
            Some(parent) => world.spawn((Own::new(own), id, ChildOf::new(parent))),
            None => world.spawn((Own::new(own), id)),
        }
    })
}
