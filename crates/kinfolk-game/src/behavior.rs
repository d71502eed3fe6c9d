//! What entities do, as data.
//!
//! A behavior is an object with a `type`. The registry makes something that acts of it; games add
//! types of their own. Every frame every behavior of every entity that is active in the tree acts,
//! entities by birth, their behaviors in order.

use std::collections::BTreeMap;
use std::fmt;

use kinfolk::NodeId;
use kinfolk_scene::{Document, Json};

use crate::about::About;
use crate::stage::Stage;

/// Something that an entity does.
///
/// ```
/// use kinfolk::NodeId;
/// use kinfolk_game::{Behavior, Stage};
/// use kinfolk_scene::Json;
///
/// /// Rises, so many units a second.
/// #[derive(Debug, Clone)]
/// struct Rise(f32);
///
/// impl Behavior for Rise {
///     fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String> {
///         let y = self.0 * stage.secs();
///         stage.nudge(me, [0.0, y].into())
///     }
///
///     fn copy(&self) -> Box<dyn Behavior> {
///         Box::new(self.clone())
///     }
/// }
/// ```
pub trait Behavior: fmt::Debug + Send {
    /// Does what it does in one frame.
    ///
    /// # Errors
    /// What went wrong, in words; the game notes it with the entity's id and goes on.
    fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String>;

    /// A copy with the same state, for snapshots.
    fn copy(&self) -> Box<dyn Behavior>;

    /// The state that a saved game must keep, if there is any.
    fn state(&self) -> Json {
        Json::Null
    }

    /// Takes over what [`state`](Self::state) has kept.
    fn restore(&mut self, _state: &Json) {}

    /// Whether it drags its entity to another one: such behaviors act after all others, once
    /// everybody has moved.
    fn drags(&self) -> bool {
        false
    }

    /// Whom it drags its entity to in this frame: whoever is dragged itself goes first, so that a
    /// feather on a hat on a hero is in place at once.
    fn drags_to(&self, _me: NodeId, _stage: &Stage<'_>) -> Option<NodeId> {
        None
    }

    /// Whether it can work in a game of this document, asked once before it is born.
    ///
    /// # Errors
    /// What is missing, in words; then the document is refused.
    fn check(&self, _document: &Document) -> Result<(), String> {
        Ok(())
    }

    /// Somebody has done damage to the entity.
    fn hurt(&mut self, _damage: f32) {}
}

/// Makes a behavior of its object.
pub type Maker = fn(&Json) -> Result<Box<dyn Behavior>, String>;

/// The types of behaviors that a game knows.
#[derive(Clone, Default)]
pub struct Registry {
    makers: BTreeMap<String, Maker>,
    abouts: BTreeMap<String, &'static About>,
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.makers.keys()).finish()
    }
}

impl Registry {
    /// The types that come with Kinfolk, with what they can be told:
    ///
    /// | type | |
    /// |---|---|
    /// | `attach_to` | `parentTag`, `slotName`, `inherit`: is dragged along as if it were a child |
    /// | `follow_path` | `points`, `speed` (1), `loop`, `pingPong`, `relative`: goes from point to point |
    /// | `health` | `maxHealth`, `health`: goes when it is at 0 |
    /// | `lifetime` | `secs`: goes when its time is over |
    /// | `oscillate` | `key`, `amplitude`, `period`, `phase`: swings one number of its transform |
    /// | `rotate` | `speed` (1): turns |
    /// | `rotate_toward` | `target`, `speed`, `offset`: turns its x axis towards an id or a tag |
    /// | `spawn_on_timer` | `template`, `every`, `count`, `attachToParent`, `attachToSlot`, `x`, `y` |
    /// | `translate` | `x`, `y`, `space` (`"local"`, `"self"` or `"world"`): moves |
    #[must_use]
    pub fn built_in() -> Self {
        let mut registry = Self::default();
        crate::behaviors::register(&mut registry);
        registry
    }

    /// Adds a type, or replaces it.
    pub fn add(&mut self, kind: &str, maker: Maker) {
        self.makers.insert(kind.to_owned(), maker);
        self.abouts.remove(kind);
    }

    /// Adds a type, or replaces it, and says what can be told to it: editors make forms of that.
    pub fn add_described(&mut self, about: &'static About, maker: Maker) {
        self.makers.insert(about.kind.to_owned(), maker);
        self.abouts.insert(about.kind.to_owned(), about);
    }

    /// What can be told to the types that are described, in alphabetical order.
    pub fn abouts(&self) -> impl Iterator<Item = &'static About> {
        self.abouts.values().copied()
    }

    /// The types that are known, in alphabetical order.
    pub fn kinds(&self) -> impl Iterator<Item = &str> {
        self.makers.keys().map(String::as_str)
    }

    /// Makes a behavior.
    ///
    /// # Errors
    /// What is wrong with the object.
    pub fn make(&self, json: &Json) -> Result<Box<dyn Behavior>, String> {
        let Some(kind) = json["type"].as_str() else {
            return Err("a behavior without a \"type\"".to_owned());
        };
        match self.makers.get(kind) {
            Some(maker) => maker(json).map_err(|why| format!("\"{kind}\": {why}")),
            None => {
                let known: Vec<&str> = self.kinds().collect();
                let known = known.join(", ");
                Err(format!("no behavior \"{kind}\"; there is {known}"))
            }
        }
    }
}

/// A behavior at work.
#[derive(Debug)]
pub(crate) struct Running {
    /// As it is written.
    pub(crate) json: Json,
    /// As it says itself.
    pub(crate) drags: bool,
    pub(crate) behavior: Box<dyn Behavior>,
}

impl Clone for Running {
    fn clone(&self) -> Self {
        Self {
            json: self.json.clone(),
            drags: self.drags,
            behavior: self.behavior.copy(),
        }
    }
}
