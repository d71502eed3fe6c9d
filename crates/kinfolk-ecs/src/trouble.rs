//! What a sync could not do. The law: whoever is in trouble is named, and the rest goes on.

use core::fmt;

use kinfolk::{Misfit, PlantError};

use crate::key::Key;

/// Something in the ECS that makes no sense as a hierarchy. It is reported once, by the sync
/// that finds it, and stands in [`Mirror::troubles`](crate::Mirror::troubles) until it is mended.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Trouble<E> {
    /// These say that they are each other's descendants. All of them are treated as roots.
    Loop(Vec<E>),
    /// `child` says that it is a child of `parent`, which does not exist, or not in this world.
    /// `child` is treated as a root.
    NoSuchParent {
        /// Who says so.
        child: E,
        /// Whom it names.
        parent: E,
    },
    /// `child` says that it is a child of `parent`, which has no own value. `child` is treated
    /// as a root.
    ParentOwnsNothing {
        /// Who says so.
        child: E,
        /// Whom it names.
        parent: E,
    },
    /// `child` would be deeper than the forest allows. It is treated as a root.
    TooDeep {
        /// Who would be.
        child: E,
        /// Whose child it says it is.
        parent: E,
    },
    /// The own value of `entity` has a number that is not finite. The last good value counts;
    /// an entity that never had one is not in the forest.
    NotFinite(E),
    /// The forest has no room for `entity`.
    Full(E),
    /// `entity` was to stay in its place, and no own value would do that. It keeps its own value.
    OutOfPlace {
        /// Who was to stay.
        entity: E,
        /// Why it could not.
        why: Misfit,
    },
}

impl<E: Key> Trouble<E> {
    /// The entity that it is about; of several, the first.
    #[must_use]
    pub fn entity(&self) -> Option<E> {
        match self {
            Self::Loop(entities) => entities.first().copied(),
            Self::NoSuchParent { child, .. }
            | Self::ParentOwnsNothing { child, .. }
            | Self::TooDeep { child, .. } => Some(*child),
            Self::NotFinite(entity) | Self::Full(entity) | Self::OutOfPlace { entity, .. } => {
                Some(*entity)
            }
        }
    }

    pub(crate) fn planting(entity: E, why: PlantError) -> Self {
        match why {
            PlantError::Full => Self::Full(entity),
            _ => Self::NotFinite(entity),
        }
    }
}

impl<E: fmt::Debug> fmt::Display for Trouble<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loop(entities) => {
                write!(f, "these entities are each other's descendants: ")?;
                for (index, entity) in entities.iter().enumerate() {
                    let and = if index == 0 { "" } else { ", child of " };
                    write!(f, "{and}{entity:?}")?;
                }
                write!(
                    f,
                    "; they are treated as roots until one of the links is taken away"
                )
            }
            Self::NoSuchParent { child, parent } => write!(
                f,
                "{child:?} is a child of {parent:?}, which does not exist in this world; it is \
                 treated as a root: take its link away, or attach it to somebody who lives"
            ),
            Self::ParentOwnsNothing { child, parent } => write!(
                f,
                "{child:?} is a child of {parent:?}, which has no own value; it is treated as a \
                 root until {parent:?} gets one"
            ),
            Self::TooDeep { child, parent } => write!(
                f,
                "{child:?} would be too deep as a child of {parent:?}; it is treated as a root: \
                 raise the forest's max_depth, or flatten the hierarchy"
            ),
            Self::NotFinite(entity) => write!(
                f,
                "the own value of {entity:?} has a number that is not finite; its last good \
                 value counts until it is written again"
            ),
            Self::Full(entity) => write!(f, "the forest has no room for {entity:?}"),
            Self::OutOfPlace { entity, why } => {
                write!(
                    f,
                    "{entity:?} cannot stay in its place: {why}; it keeps its own value"
                )
            }
        }
    }
}

impl<E: fmt::Debug> core::error::Error for Trouble<E> {}
