//! Why the game refused.

use std::fmt;

use kinfolk::NodeId;
use kinfolk_physics::PhysicsError;
use kinfolk_scene::{Diagnostics, PrefabError};

/// Why something could not be done; the game is exactly as it was.
#[derive(Debug)]
#[non_exhaustive]
pub enum GameError {
    /// The document has errors.
    Document(Diagnostics),
    /// The forest could not take the document.
    Plant(kinfolk::PlantError),
    /// A body makes no sense.
    Physics(Vec<PhysicsError>),
    /// No entity has this id.
    NoEntity(String),
    /// This entity is gone.
    Gone(NodeId),
    /// An entity cannot be its own parent.
    Itself(String),
    /// The new parent is below the child.
    Circular {
        /// Who was to be attached.
        child: String,
        /// To whom.
        parent: String,
    },
    /// The hierarchy would be deeper than the limit.
    TooDeep {
        /// Who was to be attached.
        child: String,
        /// How deep it may be.
        limit: usize,
    },
    /// A number is not finite, or the parent is scaled to nothing.
    Place {
        /// Whose place.
        entity: String,
        /// What the forest says.
        why: String,
    },
    /// A prefab could not be planted.
    Prefab(PrefabError),
    /// The parent has no slot of this name.
    NoSlot {
        /// Whose slot.
        entity: String,
        /// Its name.
        slot: String,
    },
    /// Something about a behavior or a rule makes no sense.
    Behavior {
        /// Whose.
        entity: String,
        /// What.
        problem: String,
    },
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document(why) => why.fmt(f),
            Self::Plant(why) => why.fmt(f),
            Self::Physics(errors) => {
                let told: Vec<String> = errors.iter().map(ToString::to_string).collect();
                f.write_str(&told.join("\n"))
            }
            Self::NoEntity(id) => write!(f, "no entity \"{id}\""),
            Self::Gone(node) => write!(f, "{node:?} is gone"),
            Self::Itself(id) => write!(f, "\"{id}\" cannot be its own parent"),
            Self::Circular { child, parent } => {
                write!(
                    f,
                    "cannot put \"{child}\" under \"{parent}\", its own descendant"
                )
            }
            Self::TooDeep { child, limit } => write!(
                f,
                "\"{child}\" would make the hierarchy deeper than {limit} levels"
            ),
            Self::Place { entity, why } => write!(f, "cannot place \"{entity}\": {why}"),
            Self::Prefab(why) => why.fmt(f),
            Self::NoSlot { entity, slot } => write!(f, "\"{entity}\" has no slot \"{slot}\""),
            Self::Behavior { entity, problem } => write!(f, "\"{entity}\": {problem}"),
        }
    }
}

impl std::error::Error for GameError {}

/// Something that did not go as its author wanted; the game goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// The frame in which it happened.
    pub frame: u64,
    /// The id of the entity that it is about.
    pub entity: String,
    /// What happened.
    pub what: String,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "frame {}: \"{}\": {}",
            self.frame, self.entity, self.what
        )
    }
}
