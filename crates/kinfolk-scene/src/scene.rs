//! A plan come to life: nodes of a forest, and who they are.
//!
//! Instantiating is all or nothing. A scene knows the id, the name, the template and the
//! fields of every node that it planted; the forest knows where they are. Ids are put
//! together when somebody asks for them.

mod patched;
mod sweep;

use std::collections::{BTreeMap, HashMap};

use kinfolk::{Forest, Node2, NodeId, PlantError, Spot, Transform2};

use crate::diagnostic::Diagnostics;
use crate::document::{Document, Entity, Field, Fields, Overrides};
use crate::edit::Address;
use crate::finding::Findings;
use crate::ids::{Called, IdHash, Names};
use crate::plan::{NONE, Plan, Planned};
use crate::read::most_entities;
use crate::resolve;

use sweep::Prefabs;

/// The entities of a document, alive in a forest.
///
/// ```
/// use kinfolk::{Forest, Transform2};
/// use kinfolk_scene::{Overrides, Scene, load};
///
/// let text = r#"{
///     "templates": {
///         "boss": {
///             "slots": { "leftArm": { "x": -1.5, "y": 0.5 } },
///             "children": [{ "name": "LeftArm", "template": "bossArm", "slot": "leftArm" }]
///         },
///         "bossArm": {}
///     },
///     "entities": [{ "id": "boss1", "template": "boss", "transform": { "x": 10, "y": 5 } }]
/// }"#;
/// let mut forest = Forest::new();
/// let (document, plan) = load(text).into_parts()?;
/// let mut scene = Scene::instantiate(document, plan, &mut forest)?;
///
/// let arm = scene.node("boss1_LeftArm").unwrap();
/// assert_eq!(forest.world_position(arm).unwrap().to_array(), [8.5, 5.5]);
///
/// // Another one, while the game runs.
/// let boss = scene.instantiate_prefab(
///     &mut forest,
///     "boss",
///     Transform2::at(20.0, 5.0),
///     &Overrides::default(),
/// )?;
/// assert_eq!(scene.ids(boss.children()), ["boss_1_LeftArm"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Scene {
    pub(crate) document: Document,
    pub(crate) plan: Plan,
    /// By place in the plan.
    pub(crate) nodes: Vec<NodeId>,
    /// By [`NodeId::index`].
    places: Vec<u32>,
    /// What comes out of a template, as it has been planted before.
    blocks: BTreeMap<u32, Vec<Planned>>,
    /// How many prefabs of a template have been planted.
    counters: HashMap<u32, u64>,
    /// The overrides that prefabs were planted with, by place in the plan.
    overridden: BTreeMap<u32, Overrides>,
    /// Where they begin, once there are some.
    prefabs: Option<Prefabs>,
}

impl Scene {
    /// Plants everything that is in the plan, as roots after the others.
    ///
    /// # Errors
    /// Whatever the forest refuses; then nothing is planted.
    pub fn instantiate(
        document: Document,
        plan: Plan,
        forest: &mut Forest<Node2>,
    ) -> Result<Self, PlantError> {
        Self::instantiate_at(document, plan, forest, Spot::Root)
    }

    /// As [`instantiate`](Self::instantiate), with the roots of the plan at `spot`.
    ///
    /// # Errors
    /// Whatever the forest refuses; then nothing is planted.
    pub fn instantiate_at(
        document: Document,
        plan: Plan,
        forest: &mut Forest<Node2>,
        spot: impl Into<Spot>,
    ) -> Result<Self, PlantError> {
        let nodes = forest.plant_tree(spot, plan.nodes.iter().map(listed))?;
        let mut scene = Self {
            document,
            plan,
            nodes: Vec::new(),
            places: Vec::new(),
            blocks: BTreeMap::new(),
            counters: HashMap::new(),
            overridden: BTreeMap::new(),
            prefabs: None,
        };
        scene.place(&nodes, 0);
        scene.nodes = nodes;
        Ok(scene)
    }

    /// Plants a template as a root: `{template}_1`, `{template}_2` and so on.
    ///
    /// # Errors
    /// If there is no such template, or the overrides do not fit it, or the forest refuses or would have more nodes
    /// than the document's `maxEntities`; then nothing is planted.
    pub fn instantiate_prefab(
        &mut self,
        forest: &mut Forest<Node2>,
        template: &str,
        transform: Transform2,
        overrides: &Overrides,
    ) -> Result<Prefab, PrefabError> {
        self.instantiate_prefab_at(forest, Spot::Root, template, transform, overrides)
    }

    /// As [`instantiate_prefab`](Self::instantiate_prefab), at `spot`; below a parent the
    /// transform is local.
    ///
    /// # Errors
    /// As there.
    pub fn instantiate_prefab_at(
        &mut self,
        forest: &mut Forest<Node2>,
        spot: impl Into<Spot>,
        template: &str,
        transform: Transform2,
        overrides: &Overrides,
    ) -> Result<Prefab, PrefabError> {
        let Some(index) = self.document.templates.get_index_of(template) else {
            let names = self.document.templates.keys().map(|name| name.as_str());
            return Err(PrefabError::NoTemplate {
                template: template.to_owned(),
                help: crate::suggest::help(template, names),
            });
        };
        let index = index as u32;
        self.sweep_now_and_then(forest);
        let known = match overrides.is_empty() {
            true => self.blocks.remove(&index),
            false => None,
        };
        let mut block = match known {
            Some(block) => block,
            None => self.unfold(template, overrides)?,
        };
        block[0].value.transform = transform;
        let planted = self.plant_block(forest, spot.into(), &block, index, template);
        if overrides.is_empty() {
            self.blocks.insert(index, block);
        } else if let Ok(prefab) = &planted
            && let Some(place) = self.place_of(prefab.root())
        {
            self.overridden.insert(place, overrides.clone());
        }
        planted
    }

    /// The node with this id. It may have been removed from the forest since; prefabs that are
    /// dead are forgotten some time.
    #[must_use]
    pub fn node(&self, id: &str) -> Option<NodeId> {
        let place = self.plan.table.find(&self.plan, id)?;
        Some(self.nodes[place as usize])
    }

    /// The id of `node`, if this scene planted it.
    #[must_use]
    pub fn id(&self, node: NodeId) -> Option<String> {
        Some(self.plan.id(self.place_of(node)?))
    }

    /// The ids of several nodes; those that this scene did not plant have none.
    #[must_use]
    pub fn ids(&self, nodes: &[NodeId]) -> Vec<String> {
        nodes.iter().filter_map(|&node| self.id(node)).collect()
    }

    /// What `node` is called: its name, or its id.
    #[must_use]
    pub fn name(&self, node: NodeId) -> Option<&str> {
        Some(self.plan.name(self.place_of(node)?))
    }

    /// The template that `node` was made of.
    #[must_use]
    pub fn template(&self, node: NodeId) -> Option<&str> {
        self.plan.template(self.place_of(node)?)
    }

    /// The fields of `node`, with all that templates and overrides say: sprite, physics, tags.
    #[must_use]
    pub fn fields(&self, node: NodeId) -> Option<&Fields> {
        Some(self.plan.look(self.place_of(node)?))
    }

    /// Whether the document has an entity for `node`; the others come out of templates.
    #[must_use]
    pub fn is_written(&self, node: NodeId) -> bool {
        self.place_of(node)
            .is_some_and(|place| self.plan.nodes[place as usize].written)
    }

    /// Every node that this scene planted, in the order of planting, living or not; prefabs
    /// that are dead are forgotten some time, so that a scene does not grow for ever.
    #[must_use]
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// What the scene was made of.
    #[must_use]
    pub const fn document(&self) -> &Document {
        &self.document
    }

    /// The bytes of memory that the scene's tables hold on to: who is who among its nodes. What
    /// documents and fields have inside is not counted.
    #[must_use]
    pub fn memory(&self) -> usize {
        use size_of as bytes;
        self.plan.memory()
            + self.nodes.capacity() * bytes::<NodeId>()
            + self.places.capacity() * bytes::<u32>()
            + self.overridden.len() * bytes::<(u32, Overrides)>()
    }

    pub(crate) fn place_of(&self, node: NodeId) -> Option<u32> {
        let place = *self.places.get(node.index())?;
        (*self.nodes.get(place as usize)? == node).then_some(place)
    }

    /// Where the entity at this place of the plan is written in a document that may have been
    /// edited since; `None` if it has gone elsewhere, or comes out of a template.
    pub(crate) fn address(&self, document: &Document, place: u32) -> Option<Address> {
        let mut around = vec![place];
        let mut place = place;
        loop {
            let planned = &self.plan.nodes[place as usize];
            if !planned.written {
                return None;
            }
            if planned.flat || planned.parent == NONE {
                break;
            }
            place = planned.parent;
            around.push(place);
        }
        let mut list = &document.entities;
        let mut path = Vec::with_capacity(around.len());
        for place in around.into_iter().rev() {
            let called = self.plan.called(place);
            let is_it = |entity: &Entity| match (called, &entity.id) {
                (Called::Id(id), Some(own)) => own == id,
                (Called::Child { name, .. }, None) => entity.name.as_deref() == Some(name),
                _ => false,
            };
            let hint = self.plan.nodes[place as usize].index as usize;
            let index = nearest(list, hint, is_it)?;
            path.push(index);
            list = &list[index].children;
        }
        Some(Address::written(path))
    }

    /// Takes another plan, whose nodes have been planted.
    pub(crate) fn replant(&mut self, plan: Plan, nodes: Vec<NodeId>) {
        self.plan = plan;
        self.places.clear();
        self.blocks.clear();
        self.prefabs = None;
        self.place(&nodes, 0);
        self.nodes = nodes;
    }

    /// The overrides that a prefab was planted with.
    pub(crate) fn prefab_overrides(&self, place: u32) -> Option<&Overrides> {
        self.overridden.get(&place)
    }

    /// Notes which node is where in the plan, from `first` on.
    fn place(&mut self, nodes: &[NodeId], first: usize) {
        let most = nodes.iter().map(|node| node.index() + 1).max();
        let most = most.unwrap_or(0).max(self.places.len());
        self.places.resize(most, NONE);
        for (offset, node) in nodes.iter().enumerate() {
            self.places[node.index()] = (first + offset) as u32;
        }
    }

    /// What comes out of a template under these overrides, in terms of this scene's names and
    /// looks; the root comes first.
    fn unfold(
        &mut self,
        template: &str,
        overrides: &Overrides,
    ) -> Result<Vec<Planned>, PrefabError> {
        let entity = Entity {
            id: Some("prefab".into()),
            template: Field::Set(template.into()),
            overrides: overrides.clone(),
            ..Entity::default()
        };
        let mut findings = Findings::default();
        let entities = [entity];
        let plan = resolve::resolve_entities(&self.document, &entities, &mut findings);
        let Some(plan) = plan else {
            return Err(PrefabError::Wrong(findings.into_diagnostics(None)));
        };
        let (names, looks) = (self.plan.names.len() as u32, self.plan.looks.len() as u32);
        self.plan.names.extend(plan.names);
        self.plan.looks.extend(plan.looks);
        let renumbered = plan.nodes.into_iter().map(|mut node| {
            node.name += names;
            node.look += looks;
            if node.id != NONE {
                node.id += names;
            }
            node
        });
        Ok(renumbered.collect())
    }

    fn plant_block(
        &mut self,
        forest: &mut Forest<Node2>,
        spot: Spot,
        block: &[Planned],
        index: u32,
        template: &str,
    ) -> Result<Prefab, PrefabError> {
        let (count, most) = (block.len(), most_entities(&self.document));
        if forest.len() + count > most as usize {
            return Err(PrefabError::TooMany {
                template: template.to_owned(),
                count,
                beside: forest.len(),
                most,
            });
        }
        let first = self.name_block(block, index, template, forest)?;
        let nodes = match forest.plant_tree(spot, block.iter().map(listed)) {
            Ok(nodes) => nodes,
            Err(error) => {
                self.forget_from(first);
                return Err(PrefabError::Refused(error));
            }
        };
        self.place(&nodes, first);
        self.nodes.extend(&nodes);
        Ok(Prefab { nodes })
    }

    /// Gives a block its ids and adds it to the plan; says where it starts there.
    fn name_block(
        &mut self,
        block: &[Planned],
        index: u32,
        template: &str,
        forest: &Forest<Node2>,
    ) -> Result<usize, PrefabError> {
        let counter = self.counters.entry(index).or_default();
        let mut id = format!("{template}_{}", *counter + 1);
        *counter += 1;
        while self.plan.table.find(&self.plan, &id).is_some() {
            let counter = self.counters.entry(index).or_default();
            *counter += 1;
            id = format!("{template}_{counter}");
        }
        let first = self.plan.nodes.len();
        self.plan.names.push(id.as_str().into());
        let id_index = self.plan.names.len() as u32 - 1;
        self.plan.nodes.reserve(block.len());
        for (offset, node) in block.iter().enumerate() {
            let mut planned = *node;
            if offset == 0 {
                planned.id = id_index;
                planned.name = id_index;
                planned.hash = IdHash::of(&id);
            } else {
                planned.parent += first as u32;
                let above = self.plan.nodes[planned.parent as usize].hash;
                planned.hash = above.child(&self.plan.names[node.name as usize]);
            }
            self.plan.nodes.push(planned);
        }
        for place in first..self.plan.nodes.len() {
            if let Err(twin) = self.enter(place as u32, forest) {
                self.forget_from(first);
                return Err(PrefabError::Taken { id: twin });
            }
        }
        Ok(first)
    }

    /// Enters a planned node by its id; nodes that have died give theirs up.
    fn enter(&mut self, place: u32, forest: &Forest<Node2>) -> Result<(), String> {
        let Plan {
            nodes,
            names,
            table,
            ..
        } = &mut self.plan;
        let hash = nodes[place as usize].hash;
        let roster = crate::plan::Roster { nodes, names };
        let Some(twin) = table.insert(&roster, place, hash) else {
            return Ok(());
        };
        let living = self
            .nodes
            .get(twin as usize)
            .is_none_or(|&node| forest.contains(node));
        if living {
            return Err(self.plan.id(place));
        }
        let Plan {
            nodes,
            names,
            table,
            ..
        } = &mut self.plan;
        let roster = crate::plan::Roster { nodes, names };
        table.remove(twin, hash);
        table.insert(&roster, place, hash);
        Ok(())
    }

    /// Takes back what was added to the plan from `first` on.
    fn forget_from(&mut self, first: usize) {
        for place in first..self.plan.nodes.len() {
            let hash = self.plan.nodes[place].hash;
            self.plan.table.remove(place as u32, hash);
        }
        self.plan.nodes.truncate(first);
    }
}

/// The index of the element that is it and nearest to `hint`.
fn nearest<T>(list: &[T], hint: usize, is_it: impl Fn(&T) -> bool) -> Option<usize> {
    let hint = hint.min(list.len());
    let (before, behind) = list.split_at(hint);
    let (mut before, mut behind) = (before.iter().rev(), behind.iter());
    for distance in 0..list.len() {
        if behind.next().is_some_and(&is_it) {
            return Some(hint + distance);
        }
        if before.next().is_some_and(&is_it) {
            return Some(hint - distance - 1);
        }
    }
    None
}

fn listed(planned: &Planned) -> (Option<usize>, Node2) {
    let parent = (planned.parent != NONE).then_some(planned.parent as usize);
    (parent, planned.value)
}

/// A template that was planted while the game runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prefab {
    nodes: Vec<NodeId>,
}

impl Prefab {
    /// The entity that is made of the template.
    #[must_use]
    pub fn root(&self) -> NodeId {
        self.nodes[0]
    }

    /// Everything below it, parents before children.
    #[must_use]
    pub fn children(&self) -> &[NodeId] {
        &self.nodes[1..]
    }
}

/// Why a prefab could not be planted; scene and forest are exactly as they were.
#[derive(Debug)]
#[non_exhaustive]
pub enum PrefabError {
    /// No template has this name.
    NoTemplate {
        /// The name.
        template: String,
        /// What to try.
        help: Option<String>,
    },
    /// The overrides do not fit the template, or the template is broken.
    Wrong(Diagnostics),
    /// A child's id belongs to somebody else.
    Taken {
        /// The id.
        id: String,
    },
    /// With it there would be more entities than the document allows.
    TooMany {
        /// What was to be planted.
        template: String,
        /// How many entities come out of it.
        count: usize,
        /// How many nodes the forest has.
        beside: usize,
        /// How many it may have: `maxEntities` of the document.
        most: u32,
    },
    /// The forest refused.
    Refused(PlantError),
}

impl std::fmt::Display for PrefabError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoTemplate { template, help } => {
                write!(f, "no template \"{template}\"")?;
                help.as_ref().map_or(Ok(()), |help| write!(f, "; {help}"))
            }
            Self::Wrong(diagnostics) => diagnostics.fmt(f),
            Self::Taken { id } => write!(f, "another entity is called \"{id}\""),
            Self::TooMany {
                template,
                count,
                beside,
                most,
            } => write!(
                f,
                "\"{template}\" is {count} more beside {beside}, and {most} are allowed; destroy some, \
                 or raise \"limits\": {{ \"maxEntities\": … }}"
            ),
            Self::Refused(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PrefabError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Refused(error) => Some(error),
            Self::Wrong(diagnostics) => Some(diagnostics),
            Self::NoTemplate { .. } | Self::Taken { .. } | Self::TooMany { .. } => None,
        }
    }
}
