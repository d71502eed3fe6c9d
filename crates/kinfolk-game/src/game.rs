//! A game: a scene that is alive.

use kinfolk::{DrawOrder, Forest, Node2, NodeId};
use kinfolk_physics::{Backend, Physics, PhysicsError, Rapier, Settings, Velocity};
use kinfolk_scene::{Includes, Scene, Text, load_with};

use crate::action::Action;
use crate::behavior::Registry;
use crate::beings::Beings;
use crate::dice::Dice;
use crate::draw::DrawList;
use crate::error::{GameError, Trouble};
use crate::gesture::{Gesture, GestureSettings, Gestures};
use crate::groups::{Groups, checked};
use crate::input::Input;
use crate::input_event::InputEvent;
use crate::looks::Looks;
use crate::news::{Event, News};
use crate::rules::Rules;
use crate::viewport::Viewport;
use crate::who::Who;

/// A scene that is alive: behaviors move it, physics moves it, rules change it.
///
/// ```
/// use kinfolk_game::Game;
///
/// let mut game: Game = Game::load(
///     r#"{ "entities": [
///         { "id": "mill", "behaviors": [{ "type": "rotate", "speed": 1 }],
///           "children": [{ "name": "Sail", "localTransform": { "x": 2 } }] }
///     ] }"#,
/// )?;
///
/// for _ in 0..60 {
///     game.step();
/// }
///
/// let sail = game.get_world_position("mill_Sail")?;
/// assert!((sail.x - 2.0 * 1_f32.cos()).abs() < 1e-3, "a second later it has turned by 1");
/// # Ok::<(), kinfolk_game::GameError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Game<B: Backend = Rapier> {
    pub(crate) forest: Forest<Node2>,
    pub(crate) scene: Scene,
    pub(crate) physics: Physics<B>,
    pub(crate) beings: Beings,
    pub(crate) registry: Registry,
    pub(crate) rules: Rules,
    pub(crate) dice: Dice,
    /// How long a step is, in seconds.
    pub(crate) secs: f32,
    pub(crate) frame: u64,
    /// Time that has passed and has not been stepped through.
    pub(crate) owed: f32,
    pub(crate) events: News,
    pub(crate) wishes: Vec<Action>,
    /// Velocities that behaviors have asked for.
    pub(crate) pushes: Vec<(NodeId, Velocity)>,
    /// Room for those who act next, kept from frame to frame.
    pub(crate) awake: Vec<NodeId>,
    pub(crate) troubles: Vec<Trouble>,
    pub(crate) input: Input,
    pub(crate) viewport: Viewport,
    pub(crate) recogniser: Gestures,
    /// What the player has done since the last step.
    pub(crate) waiting: Vec<InputEvent>,
    /// What that meant, in the last step.
    pub(crate) found: Vec<Gesture>,
    pub(crate) order: DrawOrder,
    pub(crate) looks: Looks,
    pub(crate) list: DrawList,
    /// The frame that the draw list is of.
    pub(crate) drawn: Option<u64>,
}

/// How entities come into a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// An author has put them where they are.
    New,
    /// They were there before, and time has brought them to where they are.
    Back,
}

/// Nobody asks for more than these; a game that never listens does not grow.
const MOST_TROUBLES: usize = 10_000;

/// How a game is set up.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The types of behaviors that there are.
    pub registry: Registry,
    /// How long a step is, in seconds.
    pub secs: f32,
    /// What chance starts from.
    pub seed: u64,
    /// Gravity and units.
    pub physics: Settings,
    /// Where the screen is in the world.
    pub viewport: Viewport,
    /// The documents that the game's document includes.
    pub includes: Includes,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            registry: Registry::built_in(),
            secs: 1.0 / 60.0,
            seed: 0,
            physics: Settings::default(),
            viewport: Viewport::default(),
            includes: Includes::default(),
        }
    }
}

impl<B: Backend> Game<B> {
    /// A game of a document, set up as usual.
    ///
    /// # Errors
    /// Everything that is wrong with the document, its bodies, behaviors and rules.
    pub fn load(text: &str) -> Result<Self, GameError> {
        Self::load_with(text, Setup::default())
    }

    /// A game of a document.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn load_with(text: &str, setup: Setup) -> Result<Self, GameError> {
        Self::begin(text, setup, Arrival::New)
    }

    /// A game of a document, at its beginning or as it was.
    pub(crate) fn begin(text: &str, setup: Setup, arrival: Arrival) -> Result<Self, GameError> {
        let (document, plan) = load_with(text, &setup.includes)
            .into_parts()
            .map_err(GameError::Document)?;
        let rules =
            Rules::read(document.rules.as_ref()).map_err(|problem| GameError::Behavior {
                entity: "rules".to_owned(),
                problem,
            })?;
        let mut forest = Forest::new();
        let scene = Scene::instantiate(document, plan, &mut forest).map_err(GameError::Plant)?;
        forest.update();
        let secs = if setup.secs.is_finite() && setup.secs > 0.0 {
            setup.secs
        } else {
            1.0 / 60.0
        };
        let mut game = Self {
            forest,
            scene,
            physics: Physics::new(setup.physics),
            beings: Beings::default(),
            registry: setup.registry,
            rules,
            dice: Dice::new(setup.seed),
            secs,
            frame: 0,
            owed: 0.0,
            events: News::default(),
            wishes: Vec::new(),
            pushes: Vec::new(),
            awake: Vec::new(),
            troubles: Vec::new(),
            input: Input::new(),
            viewport: setup.viewport,
            recogniser: Gestures::new(GestureSettings::default()),
            waiting: Vec::new(),
            found: Vec::new(),
            order: DrawOrder::new(),
            looks: Looks::default(),
            list: DrawList::new(),
            drawn: None,
        };
        let nodes = game.scene.nodes().to_vec();
        game.bring_to_life(&nodes, arrival)?;
        Ok(game)
    }

    /// Gives nodes that have just been planted tags, bodies and behaviors; all or nothing.
    pub(crate) fn bring_to_life(
        &mut self,
        nodes: &[NodeId],
        arrival: Arrival,
    ) -> Result<(), GameError> {
        let mut minds = Vec::with_capacity(nodes.len());
        for &node in nodes {
            minds.push(self.mind(node)?);
        }
        self.embody(nodes, arrival).map_err(GameError::Physics)?;
        for (&node, (behaviors, groups)) in nodes.iter().zip(minds) {
            let world = self.forest.effective(node);
            let seen = world.map_or((true, true), |world| (world.visible(), world.active()));
            let tags = self.scene.fields(node).and_then(|fields| fields.tags.set());
            let tags = tags.cloned().unwrap_or_default();
            self.beings.add(node, &tags, seen);
            self.beings.give(node, behaviors, groups);
            self.choose_group(node);
            self.events.push(Event::Spawned(node));
        }
        Ok(())
    }

    /// Gives nodes bodies.
    fn embody(&mut self, nodes: &[NodeId], arrival: Arrival) -> Result<(), Vec<PhysicsError>> {
        let (forest, scene) = (&mut self.forest, &self.scene);
        match arrival {
            Arrival::New => {
                for warning in self.physics.add_nodes(forest, scene, nodes)? {
                    self.trouble(warning.id, warning.what.to_owned());
                }
            }
            Arrival::Back => {
                for waiting in self.physics.restore_nodes(forest, scene, nodes)? {
                    self.trouble(waiting.id.unwrap_or_default(), waiting.reason.to_string());
                }
            }
        }
        Ok(())
    }

    /// What an entity does, as its fields say.
    fn mind(&self, node: NodeId) -> Result<(Vec<crate::behavior::Running>, Groups), GameError> {
        let wrong = |problem| GameError::Behavior {
            entity: self.scene.id(node).unwrap_or_default(),
            problem,
        };
        let Some(fields) = self.scene.fields(node) else {
            return Ok((Vec::new(), Groups::default()));
        };
        let behaviors = match fields.behaviors.set() {
            Some(json) => checked(json, &self.registry, self.scene.document()).map_err(wrong)?,
            None => Vec::new(),
        };
        let groups = match fields.conditional_behaviors.set() {
            Some(json) => {
                Groups::read(json, &self.registry, self.scene.document()).map_err(wrong)?
            }
            None => Groups::default(),
        };
        Ok((behaviors, groups))
    }

    /// The living entity with this id.
    #[must_use]
    pub fn entity(&self, id: &str) -> Option<NodeId> {
        self.scene.node(id).filter(|&node| self.is_there(node))
    }

    /// Whether somebody is an entity, and its node was not removed behind the game's back.
    pub(crate) fn is_there(&self, node: NodeId) -> bool {
        self.beings.get(node).is_some() && self.forest.contains(node)
    }

    /// The id of an entity, also of one that has just gone.
    #[must_use]
    pub fn id(&self, node: NodeId) -> Option<String> {
        self.scene.id(node)
    }

    /// What an entity is called.
    #[must_use]
    pub fn name(&self, node: NodeId) -> Option<&str> {
        self.scene.name(node)
    }

    /// The template that an entity was made of.
    #[must_use]
    pub fn template(&self, node: NodeId) -> Option<&str> {
        self.scene.template(node)
    }

    /// How many entities there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.beings.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Everybody, by birth.
    pub fn entities(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.beings.by_birth()
    }

    /// The tags of an entity: of its template, of its definition, and those it got since.
    #[must_use]
    pub fn tags(&self, node: NodeId) -> &[Text] {
        self.beings.get(node).map_or(&[], |being| &being.tags)
    }

    /// Everybody with a tag, by birth.
    pub fn tagged(&self, tag: &str) -> impl Iterator<Item = NodeId> + '_ {
        self.beings.tagged(tag)
    }

    /// How many tags there are an index of: those that somebody has, and a few that somebody had.
    #[must_use]
    pub fn tags_in_use(&self) -> usize {
        self.beings.tags()
    }

    /// The bytes of memory that the game's own tables hold on to, beside those of its
    /// [`forest`](Self::forest), its [`scene`](Self::scene) and its [`physics`](Self::physics). What
    /// behaviors and fields have inside is not counted.
    #[must_use]
    pub fn memory(&self) -> usize {
        use size_of as bytes;
        self.beings.memory()
            + self.events.memory()
            + self.order.memory()
            + self.list.memory()
            + self.awake.capacity() * bytes::<NodeId>()
            + self.troubles.capacity() * bytes::<Trouble>()
    }

    /// Gives an entity a tag; says whether it is new.
    ///
    /// # Errors
    /// If there is no such entity.
    pub fn add_tag(&mut self, who: impl Who, tag: &str) -> Result<bool, GameError> {
        let node = who.find_in(self)?;
        let new = self.beings.tag(node, tag);
        if new {
            self.events.push(Event::TagAdded(node, tag.into()));
            self.choose_group(node);
        }
        Ok(new)
    }

    /// Takes a tag away; says whether it was there.
    ///
    /// # Errors
    /// If there is no such entity.
    pub fn remove_tag(&mut self, who: impl Who, tag: &str) -> Result<bool, GameError> {
        let node = who.find_in(self)?;
        let had = self.beings.untag(node, tag);
        if had {
            self.events.push(Event::TagRemoved(node, tag.into()));
            self.choose_group(node);
        }
        Ok(had)
    }

    /// Lets the tags of an entity choose what it does.
    fn choose_group(&mut self, node: NodeId) {
        let registry = &self.registry;
        if let Some(being) = self.beings.get_mut(node)
            && being.groups.choose(&being.tags, registry)
        {
            let active = being.groups.active;
            self.events.push(Event::Group(node, active));
        }
    }

    /// The forest, to look at.
    #[must_use]
    pub const fn forest(&self) -> &Forest<Node2> {
        &self.forest
    }

    /// The forest, to change. Whoever removes nodes here instead of [`destroy`](Self::destroy)
    /// ing them is heard at the next step.
    pub const fn forest_mut(&mut self) -> &mut Forest<Node2> {
        &mut self.forest
    }

    /// What entities are made of.
    #[must_use]
    pub const fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The bodies.
    #[must_use]
    pub const fn physics(&self) -> &Physics<B> {
        &self.physics
    }

    /// The bodies, to push them.
    pub const fn physics_mut(&mut self) -> &mut Physics<B> {
        &mut self.physics
    }

    /// How many steps there have been.
    #[must_use]
    pub const fn frame(&self) -> u64 {
        self.frame
    }

    /// How long a step is, in seconds.
    #[must_use]
    pub const fn secs(&self) -> f32 {
        self.secs
    }

    /// What has happened since the last call, in order.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.events.take()
    }

    /// What did not go as authors wanted, since the last call.
    pub fn take_troubles(&mut self) -> Vec<Trouble> {
        std::mem::take(&mut self.troubles)
    }

    pub(crate) fn trouble(&mut self, entity: String, what: String) {
        if self.troubles.len() >= MOST_TROUBLES {
            return;
        }
        self.troubles.push(Trouble {
            frame: self.frame,
            entity,
            what,
        });
    }

    /// The id for words, whoever it is.
    pub(crate) fn called(&self, node: NodeId) -> String {
        self.scene.id(node).unwrap_or_else(|| format!("{node:?}"))
    }
}
