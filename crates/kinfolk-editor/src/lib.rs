//! The editor of scenes: a page in the browser, served by the program itself.
//!
//! A [`Session`] is a document under edit; [`respond`] answers one request to it and touches no
//! socket, no file and no clock. A [`Room`] is a session with its file and everybody who looks at
//! it. Only `serve` knows sockets. [`protocol`] says what goes over the wire.

pub mod protocol;
mod respond;
mod room;
mod session;

pub use respond::respond;
pub use room::Room;
pub use session::Session;
