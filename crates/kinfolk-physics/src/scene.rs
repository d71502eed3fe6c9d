//! Bodies for everything in a scene that declares physics.

use kinfolk::{Forest, Node2, NodeId};
use kinfolk_scene::{Scene, Template};

use crate::backend::Backend;
use crate::body::{Anchor, ChildPolicy};
use crate::error::{PhysicsError, Reason};
use crate::physics::Physics;
use crate::read::{self, Written};

/// Something that works, but perhaps not as its author thinks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// Whose body.
    pub id: String,
    /// What to know about it.
    pub what: &'static str,
}

impl<B: Backend> Physics<B> {
    /// Gives a body to every living node of a scene whose entity has `physics`.
    ///
    /// Below another body a body that does not say what becomes of it follows. Parents come first,
    /// so what hangs at what is settled by the tree.
    ///
    /// ```
    /// use kinfolk::Forest;
    /// use kinfolk_physics::Physics;
    /// use kinfolk_scene::{Scene, load};
    ///
    /// let text = r#"{ "entities": [
    ///     { "id": "floor", "physics": { "bodyType": "static", "shape": "box", "width": 20, "height": 1 } },
    ///     { "id": "ball", "transform": { "y": 4 }, "physics": { "bodyType": "dynamic", "shape": "circle", "radius": 0.5 } }
    /// ] }"#;
    /// let (document, plan) = load(text).into_parts()?;
    /// let mut forest = Forest::new();
    /// let scene = Scene::instantiate(document, plan, &mut forest)?;
    ///
    /// let mut physics: Physics = Physics::default();
    /// physics.add_scene(&mut forest, &scene).map_err(|mut errors| errors.remove(0))?;
    ///
    /// assert_eq!(physics.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Everything that makes no sense, with the ids of its entities. Then no body has been added.
    pub fn add_scene(
        &mut self,
        forest: &mut Forest<Node2>,
        scene: &Scene,
    ) -> Result<Vec<Warning>, Vec<PhysicsError>> {
        self.add_nodes(forest, scene, scene.nodes())
    }

    /// The same for some nodes of a scene, such as those of a prefab.
    ///
    /// # Errors
    /// As [`add_scene`](Self::add_scene).
    pub fn add_nodes(
        &mut self,
        forest: &mut Forest<Node2>,
        scene: &Scene,
        nodes: &[NodeId],
    ) -> Result<Vec<Warning>, Vec<PhysicsError>> {
        let (bodies, mut errors) = written(forest, scene, nodes);
        let mut warnings = Vec::new();
        let refused = |node, reason| refused(scene, node, reason);
        let mut added = Vec::new();
        for (node, mut written) in bodies {
            if let Err(reason) = tie_to_slot(forest, scene, node, &mut written) {
                errors.push(refused(node, reason));
                continue;
            }
            let is_root = forest.parent(node).is_none();
            if is_root && written.body.child == ChildPolicy::Joint {
                errors.push(refused(node, Reason::NothingAbove));
                continue;
            }
            let follows = !written.has_policy && self.nearest_above(forest, node) != u32::MAX;
            if follows && written.says_dynamic {
                warnings.push(Warning {
                    id: scene.id(node).unwrap_or_default(),
                    what: "it says dynamic, but below another body it follows; say \"child\": \"joint\", \
                           \"compound\" or \"follow\"",
                });
            }
            match self.add(forest, node, written.body) {
                Ok(()) => added.push(node),
                Err(error) => errors.push(refused(node, error.reason)),
            }
        }
        if errors.is_empty() {
            return Ok(warnings);
        }
        for node in added {
            self.remove(node);
        }
        Err(errors)
    }

    /// Gives nodes the bodies back that they had in a game that was saved.
    ///
    /// Time may have brought them to where no document could put them: scaled to nothing, or away from the body that they
    /// were tied to. Such a body is there as it was then, waiting for room, and the reason is told.
    ///
    /// # Errors
    /// Everything that makes no sense wherever nodes are. Then no body has been added.
    pub fn restore_nodes(
        &mut self,
        forest: &Forest<Node2>,
        scene: &Scene,
        nodes: &[NodeId],
    ) -> Result<Vec<PhysicsError>, Vec<PhysicsError>> {
        let (bodies, mut errors) = written(forest, scene, nodes);
        let mut waiting = Vec::new();
        for (node, mut written) in bodies {
            if let Err(reason) = tie_to_slot(forest, scene, node, &mut written) {
                waiting.push(refused(scene, node, reason));
            }
            match self.bring_back(forest, node, written.body) {
                Ok(reason) => waiting.extend(reason.map(|reason| refused(scene, node, reason))),
                Err(reason) => errors.push(refused(scene, node, reason)),
            }
        }
        if errors.is_empty() {
            return Ok(waiting);
        }
        for &node in nodes {
            self.remove(node);
        }
        Err(errors)
    }
}

/// The bodies that are written, parents before children, and what is wrong with others.
fn written(
    forest: &Forest<Node2>,
    scene: &Scene,
    nodes: &[NodeId],
) -> (Vec<(NodeId, Written)>, Vec<PhysicsError>) {
    let mut errors = Vec::new();
    let mut bodies: Vec<(usize, NodeId, Written)> = Vec::new();
    for &node in nodes {
        let physics = scene.fields(node).and_then(|fields| fields.physics.set());
        if let (Some(physics), Some(depth)) = (physics, forest.depth(node)) {
            match read::body(physics) {
                Ok(written) => bodies.push((depth, node, written)),
                Err(reason) => errors.push(refused(scene, node, reason)),
            }
        }
    }
    bodies.sort_by_key(|(depth, ..)| *depth);
    let bodies = bodies.into_iter().map(|(_, node, written)| (node, written));
    (bodies.collect(), errors)
}

fn refused(scene: &Scene, node: NodeId, reason: Reason) -> PhysicsError {
    PhysicsError {
        node,
        id: scene.id(node),
        reason,
    }
}

/// Looks up the slot that a joint is at.
pub(crate) fn tie_to_slot(
    forest: &Forest<Node2>,
    scene: &Scene,
    node: NodeId,
    written: &mut Written,
) -> Result<(), Reason> {
    let Some(name) = &written.slot else {
        return Ok(());
    };
    let templates = &scene.document().templates;
    let parent = forest.parent(node);
    let mut template: Option<&Template> =
        parent.and_then(|parent| templates.get(scene.template(parent)?));
    for _ in 0..=templates.len() {
        let Some(here) = template else {
            break;
        };
        if let Some(slot) = here.slots.get(name) {
            let at = [slot.x.unwrap_or(0.0), slot.y.unwrap_or(0.0)];
            written.body.joint.anchor = Anchor::Parent(at.into());
            return Ok(());
        }
        template = here.extends.as_ref().and_then(|base| templates.get(base));
    }
    Err(Reason::Key {
        key: "joint.slot".to_owned(),
        problem: format!("is \"{name}\", and its parent has no such slot"),
    })
}
