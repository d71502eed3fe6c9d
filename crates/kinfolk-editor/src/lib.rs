//! The editor of scenes: a page in the browser, served by the program itself.
//!
//! A [`Session`] is a document under edit; [`respond`] answers one request to it and touches no
//! socket, no file and no clock. A [`Room`] is a session with its file and everybody who looks at
//! it. Only a [`Server`] knows sockets. [`protocol`] says what goes over the wire.

mod adding;
mod atomic_file;
mod file;
mod forms;
mod history;
mod inspect;
mod journal;
mod looks;
mod merging;
mod names;
mod problems;
pub mod protocol;
mod request;
mod respond;
mod room;
mod rows;
mod serve;
mod session;
mod templates;
mod trace;

pub use atomic_file::write_atomically;
pub use problems::Problems;
pub use respond::respond;
pub use room::Room;
pub use serve::{Options, Server};
pub use session::{Answer, Chore, Left, News, Session};
