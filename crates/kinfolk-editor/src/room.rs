//! A session with its file, and everybody who looks at it.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

use tokio::sync::broadcast;

use crate::protocol::Frame;
use crate::session::Session;

/// A session with its file, and everybody who looks at it.
#[derive(Debug)]
pub struct Room {
    session: Mutex<Session>,
    everybody: broadcast::Sender<Frame>,
}

impl Room {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read at all. One that can be read and makes no sense is opened, and the
    /// pages say what is wrong.
    pub fn open(file: &Path) -> io::Result<Arc<Self>> {
        std::fs::metadata(file)?;
        Ok(Arc::new(Self {
            session: Mutex::default(),
            everybody: broadcast::Sender::new(256),
        }))
    }

    /// Lets a page in: what it must know at first, and what it will be told from then on. A
    /// page that is told too much at once (`Lagged`) has to join again.
    pub fn join(&self) -> (Vec<Frame>, broadcast::Receiver<Frame>) {
        (Vec::new(), self.everybody.subscribe())
    }

    /// Answers one request, and tells everybody what came of it. Blocks: it may write the file.
    pub fn answer(&self, request: &str) -> Frame {
        let mut session = self
            .session
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        crate::respond(&mut session, request)
    }

    /// The bytes of a PNG that the scene shows, by the opaque id in its address.
    pub fn image(&self, _opaque: &str) -> Option<Vec<u8>> {
        None
    }
}
