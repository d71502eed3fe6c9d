//! A scene to pick in.

use glam::Vec2;
use kinfolk::{DrawOrder, Forest, Node2, NodeId};
use kinfolk_game::{Bounds, Looks, pick, pick_all, pick_in_rect};
use kinfolk_scene::{Scene, load};

/// A scene, alive and updated, and what picking in it needs.
pub(crate) struct Stage {
    pub(crate) forest: Forest<Node2>,
    pub(crate) scene: Scene,
    pub(crate) order: DrawOrder,
    pub(crate) looks: Looks,
}

impl Stage {
    pub(crate) fn new(entities: &str) -> Self {
        let text = format!("{{ \"entities\": [{entities}] }}");
        let (document, plan) = load(&text).into_parts().unwrap();
        let mut forest = Forest::new();
        let scene = Scene::instantiate(document, plan, &mut forest).unwrap();
        forest.update();
        Self {
            forest,
            scene,
            order: DrawOrder::new(),
            looks: Looks::default(),
        }
    }

    /// One entity `it` with this sprite.
    pub(crate) fn of_sprite(sprite: &str) -> Self {
        Self::new(&format!(r#"{{ "id": "it", "sprite": {sprite} }}"#))
    }

    pub(crate) fn node(&self, id: &str) -> NodeId {
        self.scene.node(id).unwrap()
    }

    /// The id of the topmost at a point; empty for nobody.
    pub(crate) fn at(&mut self, x: f32, y: f32) -> String {
        let Self {
            forest,
            scene,
            order,
            looks,
        } = self;
        let node = pick(forest, scene, order, looks, Vec2::new(x, y));
        node.and_then(|node| scene.id(node)).unwrap_or_default()
    }

    pub(crate) fn all_at(&mut self, x: f32, y: f32) -> Vec<String> {
        let Self {
            forest,
            scene,
            order,
            looks,
        } = self;
        let nodes = pick_all(forest, scene, order, looks, Vec2::new(x, y));
        scene.ids(&nodes)
    }

    pub(crate) fn in_rect(&mut self, min: [f32; 2], max: [f32; 2]) -> Vec<String> {
        let Self {
            forest,
            scene,
            order,
            looks,
        } = self;
        let rect = Bounds {
            min: min.into(),
            max: max.into(),
        };
        let nodes = pick_in_rect(forest, scene, order, looks, rect);
        scene.ids(&nodes)
    }

    pub(crate) fn edit(&mut self, id: &str, change: impl FnOnce(&mut Node2)) {
        let node = self.node(id);
        self.forest.edit(node, change).unwrap();
        self.forest.update();
    }
}
