//! What there is to draw, from the back to the front.
//!
//! The list is derived: one item for each visual of each entity that is visible in the tree,
//! in the forest's draw order. It also remembers where everything was one step ago, so that a
//! renderer that is faster than the game can show what is in between.

use kinfolk::{DrawOrder, Forest, Node2, NodeId, World2};
use kinfolk_scene::Scene;

use crate::looks::Looks;
use crate::visual::Visual;

/// One visual to draw.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DrawItem {
    /// Whose visual it is.
    pub node: NodeId,
    /// Where the entity is in the world, y up: `[a, b, c, d, tx, ty]` with
    /// `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`. The visual's own scale, flips and offset
    /// come before that: see [`Visual::entity_from_visual`].
    pub world: [f32; 6],
    /// The layer it is on.
    pub z: i32,
    /// Which of the entity's visuals it is, counted from the back.
    pub visual: usize,
    /// Whether the visual, not its entity, is turned over in x.
    pub flip_x: bool,
    /// Whether the visual, not its entity, is turned over in y.
    pub flip_y: bool,
}

/// All visuals of a scene in the order in which they are drawn, kept from step to step.
///
/// One belongs to one forest. [`refresh`](Self::refresh) it once after the last update of each
/// step of the game, and draw [`items`](Self::items), or what is [in
/// between](Self::interpolated) two steps, as often as you like.
///
/// ```
/// use kinfolk::Forest;
/// use kinfolk_game::DrawList;
/// use kinfolk_scene::{Scene, load};
///
/// let text = r#"{ "entities": [
///     { "id": "knight", "sprite": { "type": "rect" }, "children": [
///         { "name": "Shadow", "z": -1, "sprite": { "type": "circle" } }
///     ] }
/// ] }"#;
/// let (document, plan) = load(text).into_parts()?;
/// let mut forest = Forest::new();
/// let scene = Scene::instantiate(document, plan, &mut forest)?;
/// let (knight, shadow) = (scene.node("knight").unwrap(), scene.node("knight_Shadow").unwrap());
///
/// let mut list = DrawList::new();
/// forest.update();
/// list.refresh(&forest, &scene);
/// assert!(list.items().iter().map(|item| item.node).eq([shadow, knight]));
///
/// // A step later the knight is elsewhere; halfway there it is in the middle.
/// forest.set_position(knight, [8.0, 0.0])?;
/// forest.update();
/// list.refresh(&forest, &scene);
/// let halfway = list.interpolated(0.5).last().unwrap();
/// assert_eq!(halfway.world, [1.0, 0.0, 0.0, 1.0, 4.0, 0.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct DrawList {
    order: DrawOrder,
    looks: Looks,
    items: Vec<DrawItem>,
    now: Places,
    before: Places,
}

impl DrawList {
    /// Nothing to draw yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes the list that of the forest's last update. Each call is a step: what was to be
    /// drawn until now becomes what interpolation starts from.
    pub fn refresh(&mut self, forest: &Forest<Node2>, scene: &Scene) {
        std::mem::swap(&mut self.now, &mut self.before);
        self.now.clear();
        self.items.clear();
        for &node in self.order.refresh(forest) {
            let visuals = self.looks.visuals(scene, node);
            if visuals.is_empty() {
                continue;
            }
            let Some(world) = forest.effective(node).filter(World2::visible) else {
                continue;
            };
            self.now.set(node, world);
            let items = visuals.iter().enumerate().map(|(index, visual)| DrawItem {
                node,
                world: world.to_array(),
                z: world.z(),
                visual: index,
                flip_x: visual.flip_x,
                flip_y: visual.flip_y,
            });
            self.items.extend(items);
        }
    }

    /// What there is to draw, from the back to the front; the visuals of an entity are side by
    /// side and in their order.
    #[must_use]
    pub fn items(&self) -> &[DrawItem] {
        &self.items
    }

    /// The same items on the way from the step before (`alpha` 0) to the last one (1).
    ///
    /// Position, rotation (the shorter way round), scale and skew are blended each by itself.
    /// What was not drawn in the step before is where it is now; what was moved far at once is
    /// blended like everything else. Order and layers are those of the last step. An `alpha`
    /// outside of 0 to 1 counts as the nearer end, and NaN as 1.
    pub fn interpolated(&self, alpha: f32) -> impl Iterator<Item = DrawItem> {
        let alpha = if alpha.is_nan() { 1.0 } else { alpha };
        let alpha = alpha.clamp(0.0, 1.0);
        let mut last = None; // the visuals of an entity share its place
        self.items.iter().map(move |item| {
            let world = match last {
                Some((node, world)) if node == item.node => world,
                _ => self.blended(item, alpha),
            };
            last = Some((item.node, world));
            DrawItem { world, ..*item }
        })
    }

    /// How the visuals of an entity were read.
    pub fn visuals(&mut self, scene: &Scene, node: NodeId) -> &[Visual] {
        self.looks.visuals(scene, node)
    }

    /// The bytes of memory that the list holds on to, how visuals were read left out.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.order.memory()
            + self.items.capacity() * size_of::<DrawItem>()
            + (self.now.worlds.capacity() + self.before.worlds.capacity())
                * size_of::<Option<(NodeId, World2)>>()
    }

    fn blended(&self, item: &DrawItem, alpha: f32) -> [f32; 6] {
        let (Some(before), Some(now)) = (self.before.get(item.node), self.now.get(item.node))
        else {
            return item.world;
        };
        let (from, to) = (before.to_array(), now.to_array());
        if alpha == 1.0 || from == to {
            return to;
        }
        if alpha == 0.0 {
            return from;
        }
        let between = before.transform().lerp(&now.transform(), alpha);
        between.to_affine().to_cols_array()
    }
}

/// Where nodes are, by [`NodeId::index`].
#[derive(Debug, Clone, Default)]
struct Places {
    worlds: Vec<Option<(NodeId, World2)>>,
}

impl Places {
    fn clear(&mut self) {
        self.worlds.fill(None);
    }

    fn set(&mut self, node: NodeId, world: World2) {
        if node.index() >= self.worlds.len() {
            self.worlds.resize(node.index() + 1, None);
        }
        self.worlds[node.index()] = Some((node, world));
    }

    fn get(&self, node: NodeId) -> Option<World2> {
        let (other, world) = (*self.worlds.get(node.index())?)?;
        (other == node).then_some(world)
    }
}
