//! What a server shows: a file, or a game that runs.

use std::sync::Arc;

use tokio::sync::broadcast;

use crate::export::Export;
#[cfg(feature = "inspect")]
use crate::live::Gate;
use crate::protocol::Frame;
use crate::room::Room;

/// Frames that belong together.
pub(crate) type Bundle = Arc<[Frame]>;

/// What is known at first, and what is told from then on.
pub(crate) type Joined<T, F> = (T, broadcast::Receiver<F>);

/// Somebody to ask; copies are the same.
#[derive(Debug, Clone)]
pub(crate) enum Shown {
    /// A file, with a copy that may run.
    File(Arc<Room>),
    /// A game, in the program that this is part of.
    #[cfg(feature = "inspect")]
    Game(Arc<Gate>),
}

impl Shown {
    /// Lets a page in.
    pub(crate) fn join(&self) -> Joined<Vec<Frame>, Frame> {
        match self {
            Self::File(room) => room.join(),
            #[cfg(feature = "inspect")]
            Self::Game(gate) => gate.join(),
        }
    }

    /// Lets a page see what runs; `None` if nobody answers.
    pub(crate) fn join_running(&self) -> Option<Joined<Bundle, Bundle>> {
        match self {
            Self::File(room) => Some(room.join_running()),
            #[cfg(feature = "inspect")]
            Self::Game(gate) => gate.join_running(),
        }
    }

    /// Answers one request. May take its time.
    pub(crate) fn answer(&self, request: &str) -> Frame {
        match self {
            Self::File(room) => room.answer(request),
            #[cfg(feature = "inspect")]
            Self::Game(gate) => gate.answer(request),
        }
    }

    /// A picture to take away; `None` if there is nothing yet.
    pub(crate) fn export(&self, export: &Export) -> Option<Result<Vec<u8>, String>> {
        match self {
            Self::File(room) => room.export(export),
            #[cfg(feature = "inspect")]
            Self::Game(_) => Some(Err("pictures are made of scenes, not of games".to_owned())),
        }
    }

    /// The bytes of a PNG, by the opaque id in its address.
    pub(crate) fn image(&self, opaque: &str) -> Option<Vec<u8>> {
        match self {
            Self::File(room) => room.image(opaque),
            #[cfg(feature = "inspect")]
            Self::Game(gate) => gate.image(opaque),
        }
    }
}
