//! What has happened, for whoever wants to know.

use kinfolk::NodeId;
use kinfolk_scene::Text;

/// Something that happened to an entity. Those that are gone are named by id.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// It has come into the game.
    Spawned(NodeId),
    /// It has a parent now, or another one.
    Attached {
        /// Who.
        child: NodeId,
        /// To whom.
        parent: NodeId,
    },
    /// It is a root now.
    Detached {
        /// Who.
        child: NodeId,
        /// From whom; who may be gone.
        parent: NodeId,
    },
    /// It is gone; children are before their parents.
    Destroyed {
        /// Who it was.
        node: NodeId,
        /// Its id.
        id: Text,
        /// Its tags.
        tags: Vec<Text>,
    },
    /// It can be seen now, or no longer, whoever of its ancestors is to blame.
    Visible(NodeId, bool),
    /// It takes part now, or no longer.
    Active(NodeId, bool),
    /// It has a tag now.
    TagAdded(NodeId, Text),
    /// It has a tag no longer.
    TagRemoved(NodeId, Text),
    /// Two bodies have begun or ceased to touch.
    Contact(kinfolk_physics::Contact),
    /// A timer has rung.
    Timer(Text),
    /// Something was put in: a key, a button, a gesture.
    Input {
        /// What it is called.
        name: Text,
        /// Whoever is there, if it is a gesture.
        at: Option<NodeId>,
    },
    /// Another group of conditional behaviors is at work: the index of the new one.
    Group(NodeId, Option<usize>),
}

/// Events on their way: to the game's rules, and to whoever asks.
#[derive(Debug, Clone, Default)]
pub(crate) struct News {
    told: Vec<Event>,
    unheard: Vec<Event>,
}

/// Nobody asks for more than these; a game that never listens does not grow.
const MOST_EVENTS: usize = 100_000;

impl News {
    pub(crate) fn push(&mut self, event: Event) {
        if self.told.len() < MOST_EVENTS {
            self.told.push(event.clone());
        }
        self.unheard.push(event);
    }

    pub(crate) fn extend(&mut self, events: impl IntoIterator<Item = Event>) {
        for event in events {
            self.push(event);
        }
    }

    /// The bytes of its lists.
    pub(crate) fn memory(&self) -> usize {
        (self.told.capacity() + self.unheard.capacity()) * size_of::<Event>()
    }

    /// What nobody has asked for yet.
    pub(crate) fn take(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.told)
    }

    /// What rules have not heard yet.
    pub(crate) fn take_unheard(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.unheard)
    }
}
