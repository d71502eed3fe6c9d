//! The editor of scenes: a page in the browser, served by the program itself.
//!
//! A [`Session`] is a document under edit; [`respond`] answers one request to it and touches no
//! socket, no file and no clock. A [`Room`] is a session with its file and everybody who looks at
//! it. Only a [`Server`] knows sockets. [`protocol`] says what goes over the wire.
//!
//! With the feature `inspect`, a game opens the same page on itself: see `Inspector`.

mod adding;
mod atomic_file;
mod beside;
mod colliders;
mod export;
mod file;
mod forms;
mod history;
mod inspect;
mod journal;
#[cfg(feature = "inspect")]
mod live;
mod living;
mod log;
mod looks;
mod merging;
mod names;
mod play;
mod play_request;
mod problems;
pub mod protocol;
mod request;
mod respond;
mod room;
mod rows;
mod serve;
mod session;
mod shown;
mod templates;
mod trace;
mod watch;

pub use atomic_file::write_atomically;
pub use beside::includes_beside;
#[cfg(feature = "inspect")]
pub use live::Inspector;
pub use problems::Problems;
pub use respond::respond;
pub use room::Room;
pub use serve::{Options, Server};
pub use session::{Answer, Chore, Left, News, Session};
