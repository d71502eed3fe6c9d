//! What the entities of a scene look like, read once.

use std::ptr;

use kinfolk::NodeId;
use kinfolk_scene::{FieldSet, Fields, Scene};

use crate::visual::Visual;

/// Remembers how the sprites of a scene were read.
///
/// A sprite is read when it is first asked for, and again when the scene gives the node other
/// fields. Sprites may come and go: there is nothing to tell.
///
/// ```
/// use kinfolk::Forest;
/// use kinfolk_game::Looks;
/// use kinfolk_scene::{Scene, load};
///
/// let text = r#"{ "entities": [{ "id": "ball", "sprite": { "type": "circle" } }] }"#;
/// let (document, plan) = load(text).into_parts()?;
/// let scene = Scene::instantiate(document, plan, &mut Forest::new())?;
///
/// let mut looks = Looks::default();
/// let ball = scene.node("ball").unwrap();
/// assert!(looks.visuals(&scene, ball)[0].contains([0.3, 0.3].into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Looks {
    /// By [`NodeId::index`].
    read: Vec<Option<Look>>,
}

#[derive(Debug, Clone)]
struct Look {
    /// Where the visuals come from. Holding on to it keeps its address from being another's.
    fields: Fields,
    visuals: Vec<Visual>,
}

impl Looks {
    /// The visuals of `node`, from the back to the front; none for a node without a sprite, or
    /// one that the scene did not plant.
    pub fn visuals(&mut self, scene: &Scene, node: NodeId) -> &[Visual] {
        let Some((fields, sprite)) = scene
            .fields(node)
            .and_then(|fields| Some((fields, fields.sprite.set()?)))
        else {
            return &[];
        };
        let index = node.index();
        if index >= self.read.len() {
            self.read.resize_with(index + 1, || None);
        }
        let look = &mut self.read[index];
        if look
            .as_ref()
            .is_none_or(|look| !is_same(&look.fields, fields))
        {
            *look = Some(Look {
                fields: fields.clone(),
                visuals: Visual::all_from_json(sprite),
            });
        }
        look.as_ref().map_or(&[], |look| &look.visuals)
    }
}

/// Whether both are the one place in memory that they share.
fn is_same(a: &Fields, b: &Fields) -> bool {
    ptr::eq::<FieldSet>(&**a, &**b)
}
