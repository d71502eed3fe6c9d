//! One entity as `world --json` tells about it.
//!
//! Field names and their order are a contract. Numbers are single precision, with the fewest
//! digits that read back the same; the forest keeps them finite, so they are always JSON.

use kinfolk::{NodeId, Transform2};
use kinfolk_scene::Text;
use serde::Serialize;

use crate::scene_file::Living;

use super::Drawn;

/// Everything there is to know about an entity in the world.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Record<'a> {
    pub(super) id: String,
    pub(super) name: Option<&'a str>,
    pub(super) template: Option<&'a str>,
    pub(super) parent: Option<String>,
    pub(super) depth: usize,
    pub(super) local: Local,
    pub(super) world: [f32; 6],
    pub(super) world_angle: f32,
    pub(super) world_scale: [f32; 2],
    pub(super) world_skew: f32,
    pub(super) z: i32,
    pub(super) z_own: i32,
    pub(super) draw_index: Option<u32>,
    pub(super) visible: bool,
    pub(super) visible_in_tree: bool,
    pub(super) active: bool,
    pub(super) active_in_tree: bool,
    pub(super) tags: Vec<&'a str>,
}

/// Where an entity is relative to its parent; angles are radians.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Local {
    x: f32,
    y: f32,
    angle: f32,
    scale_x: f32,
    scale_y: f32,
    skew: f32,
}

impl<'a> Record<'a> {
    /// All about `node`, if it lives and has an id.
    pub(super) fn of(living: &'a Living, node: NodeId, drawn: &Drawn) -> Option<Self> {
        let Living { scene, forest, .. } = living;
        let (own, world) = (forest.value(node)?, forest.effective(node)?);
        let transform = world.transform();
        let parent = forest.parent(node).and_then(|parent| scene.id(parent));
        let tags = scene.fields(node).and_then(|fields| fields.tags.set());
        Some(Self {
            id: scene.id(node)?,
            name: scene.name(node),
            template: scene.template(node),
            parent,
            depth: forest.depth(node)?,
            local: own.transform.into(),
            world: world.to_array(),
            world_angle: transform.rotation,
            world_scale: transform.scale.to_array(),
            world_skew: transform.skew,
            z: world.z(),
            z_own: own.z,
            draw_index: drawn.index(node),
            visible: own.visible,
            visible_in_tree: world.visible(),
            active: own.active,
            active_in_tree: world.active(),
            tags: tags.map_or_else(Vec::new, |tags| tags.iter().map(Text::as_str).collect()),
        })
    }
}

impl From<Transform2> for Local {
    fn from(transform: Transform2) -> Self {
        Self {
            x: transform.position.x,
            y: transform.position.y,
            angle: transform.rotation,
            scale_x: transform.scale.x,
            scale_y: transform.scale.y,
            skew: transform.skew,
        }
    }
}
