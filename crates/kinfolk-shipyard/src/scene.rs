//! Documents in a world: every entity of a scene is added, with its own value, its link, its
//! id, and the components that a [`Casting`] makes of the rest.

pub use kinfolk_ecs::scene::{SceneError, Spawned};
use shipyard::{Component, EntityId, World};

use crate::components::{ChildOf, Own};

/// Which components come out of a document.
pub type Casting = kinfolk_ecs::scene::Casting<World>;

/// The id that an entity has in its document.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
pub struct SceneId(pub String);

/// Adds everything that is in a document's text.
///
/// ```
/// use kinfolk_shipyard::scene::{Casting, spawn_scene};
/// use kinfolk_shipyard::ChildOf;
/// use shipyard::{Component, Get, View, World};
///
/// #[derive(Component)]
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
/// world.run(|spins: View<Spin>, links: View<ChildOf>| {
///     assert_eq!(spins.get(turret).unwrap().0, 2.0);
///     assert_eq!(links.get(turret).unwrap().0, spawned.get("tank").unwrap());
/// });
/// # Ok::<(), kinfolk_shipyard::scene::SceneError>(())
/// ```
///
/// # Errors
/// Says what is wrong with the document, or with what a component is made of; then nothing
/// is added.
pub fn spawn_scene(
    world: &mut World,
    casting: &Casting,
    text: &str,
) -> Result<Spawned<EntityId>, SceneError> {
    casting.spawn(text, world, |world, id, own, parent| {
        let entity = world.add_entity((Own(own), SceneId(id.to_owned())));
        if let Some(parent) = parent {
            world.add_component(entity, ChildOf(parent));
        }
        entity
    })
}
