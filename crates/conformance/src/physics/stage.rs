//! A forest, a world of bodies, and the clock.

use glam::Vec2;
use kinfolk::{Forest, Node2, NodeId};
use kinfolk_physics::{Backend, Body, Physics, Settings, Shape};
use kinfolk_scene::{Scene, load};

/// A sixtieth of a second.
pub(crate) const FRAME: f32 = 1.0 / 60.0;

/// Everything that a behaviour plays on.
pub(crate) struct Stage<B: Backend> {
    pub(crate) forest: Forest<Node2>,
    pub(crate) physics: Physics<B>,
}

impl<B: Backend> Stage<B> {
    /// With the usual gravity.
    pub(crate) fn new() -> Self {
        Self {
            forest: Forest::new(),
            physics: Physics::default(),
        }
    }

    /// Without gravity.
    pub(crate) fn in_space() -> Self {
        let settings = Settings {
            gravity: Vec2::ZERO,
            ..Settings::default()
        };
        Self {
            forest: Forest::new(),
            physics: Physics::new(settings),
        }
    }

    /// A stage with everything that a document has.
    pub(crate) fn of(document: &str) -> (Self, Scene) {
        let mut stage = Self::new();
        let scene = stage.load(document);
        let added = stage.physics.add_scene(&mut stage.forest, &scene);
        added.unwrap_or_else(|errors| panic!("{}", errors[0]));
        (stage, scene)
    }

    pub(crate) fn load(&mut self, document: &str) -> Scene {
        let (document, plan) = load(document).into_parts().unwrap();
        Scene::instantiate(document, plan, &mut self.forest).unwrap()
    }

    /// A node without a body.
    pub(crate) fn node(&mut self, value: Node2) -> NodeId {
        self.forest.plant(value).unwrap()
    }

    /// A child without a body.
    pub(crate) fn child(&mut self, parent: NodeId, value: Node2) -> NodeId {
        self.forest.plant_at(parent, value).unwrap()
    }

    /// A root with a body.
    pub(crate) fn body(&mut self, value: Node2, body: Body) -> NodeId {
        let node = self.node(value);
        self.physics.add(&mut self.forest, node, body).unwrap();
        node
    }

    /// A child with a body.
    pub(crate) fn child_body(&mut self, parent: NodeId, value: Node2, body: Body) -> NodeId {
        let node = self.child(parent, value);
        self.physics.add(&mut self.forest, node, body).unwrap();
        node
    }

    /// A floor whose top is at y = 0.
    pub(crate) fn floor(&mut self) -> NodeId {
        let floor = Body::fixed(Shape::square(200.0, 2.0));
        self.body(Node2::at(0.0, -1.0), floor)
    }

    /// Lets so many frames pass.
    pub(crate) fn run(&mut self, frames: usize) {
        for _ in 0..frames {
            let problems = self.physics.advance(&mut self.forest, FRAME);
            assert_eq!(problems, [], "nothing goes wrong");
        }
    }

    pub(crate) fn place(&self, node: NodeId) -> Vec2 {
        self.forest.world_position(node).unwrap()
    }

    /// Where the engine has the body.
    pub(crate) fn body_place(&self, node: NodeId) -> Vec2 {
        self.physics.pose(node).unwrap().0
    }

    pub(crate) fn turn(&self, node: NodeId) -> f32 {
        self.forest.effective(node).unwrap().rotation()
    }
}

/// A box of this size.
pub(crate) fn block(width: f32, height: f32) -> Shape {
    Shape::square(width, height)
}

/// Fails unless the two are this near.
#[track_caller]
pub(crate) fn assert_near(found: impl Into<Vec2>, wanted: impl Into<Vec2>, slack: f32) {
    let (found, wanted) = (found.into(), wanted.into());
    assert!(
        found.distance(wanted) <= slack,
        "{found} is not {wanted}, but {} away",
        found.distance(wanted)
    );
}
