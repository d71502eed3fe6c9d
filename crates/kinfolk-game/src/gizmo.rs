//! Lines and words that help to see what a game does.
//!
//! A gizmo belongs to an entity, moves with it, is hidden with it and is gone with it; or it
//! belongs to nobody and is in the world. Gizmos are no entities: nothing finds, picks or
//! saves them.

use glam::Vec2;
use kinfolk::{Forest, Node2, NodeId};

/// One mark for the eyes of the developer.
#[derive(Debug, Clone, PartialEq)]
pub struct Gizmo {
    /// Whom it belongs to; a gizmo without an owner is in the world.
    pub owner: Option<NodeId>,
    /// What it is, in its owner's space.
    pub shape: GizmoShape,
    /// Red, green, blue and alpha.
    pub colour: [u8; 4],
}

/// What a gizmo looks like, in its owner's space, y up.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum GizmoShape {
    /// A thin line.
    Line {
        /// From here.
        from: Vec2,
        /// To there.
        to: Vec2,
    },
    /// A thin line with a head.
    Arrow {
        /// From here.
        from: Vec2,
        /// To there, where the head is.
        to: Vec2,
    },
    /// A thin circle.
    Circle {
        /// Its centre.
        centre: Vec2,
        /// Its radius.
        radius: f32,
    },
    /// A thin closed line.
    Polygon {
        /// Its corners, around.
        points: Vec<Vec2>,
    },
    /// A cross that marks a point.
    Point {
        /// The point.
        at: Vec2,
    },
    /// Words, as large and upright as the renderer likes.
    Text {
        /// Where.
        at: Vec2,
        /// The words.
        text: String,
    },
}

/// A gizmo where it is seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlacedGizmo<'a> {
    /// The gizmo.
    pub gizmo: &'a Gizmo,
    /// Where its space is in the world, y up: `[a, b, c, d, tx, ty]`.
    pub world: [f32; 6],
}

/// The gizmos of a game, in the order in which they were added.
///
/// ```
/// use kinfolk::{Forest, Node2};
/// use kinfolk_game::{Gizmo, GizmoShape, Gizmos};
///
/// let mut forest = Forest::new();
/// let tower = forest.plant(Node2::at(5.0, 0.0))?;
/// let range = GizmoShape::Circle { centre: [0.0, 0.0].into(), radius: 3.0 };
///
/// let mut gizmos = Gizmos::new();
/// gizmos.add(Gizmo { owner: Some(tower), shape: range, colour: [255, 0, 0, 255] });
/// assert_eq!(gizmos.placed(&forest).next().unwrap().world, [1.0, 0.0, 0.0, 1.0, 5.0, 0.0]);
///
/// forest.set_visible(tower, false)?;
/// assert_eq!(gizmos.placed(&forest).count(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Gizmos {
    gizmos: Vec<Gizmo>,
}

impl Gizmos {
    /// Without any.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one, on top of the others.
    pub fn add(&mut self, gizmo: Gizmo) {
        self.gizmos.push(gizmo);
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.gizmos.clear();
    }

    /// Forgets those of one owner, or those in the world.
    pub fn clear_of(&mut self, owner: Option<NodeId>) {
        self.gizmos.retain(|gizmo| gizmo.owner != owner);
    }

    /// Forgets those whose owners are gone. They are not seen anyway; this frees their memory.
    pub fn forget_gone(&mut self, forest: &Forest<Node2>) {
        let lives = |owner| forest.contains(owner);
        self.gizmos.retain(|gizmo| gizmo.owner.is_none_or(lives));
    }

    /// How many there are, seen or not.
    #[must_use]
    pub fn len(&self) -> usize {
        self.gizmos.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.gizmos.is_empty()
    }

    /// Those to draw, in the order in which they were added: their owners live and are visible.
    ///
    /// Places are true at this moment, whether or not there was an update.
    pub fn placed(&self, forest: &Forest<Node2>) -> impl Iterator<Item = PlacedGizmo<'_>> {
        self.gizmos.iter().filter_map(|gizmo| {
            let world = match gizmo.owner {
                None => [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
                Some(owner) => {
                    let world = forest.effective(owner)?;
                    world.visible().then(|| world.to_array())?
                }
            };
            Some(PlacedGizmo { gizmo, world })
        })
    }
}
