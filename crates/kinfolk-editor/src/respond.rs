//! One request, answered.

use crate::protocol::Frame;
use crate::session::Session;

/// Answers one request. Touches nothing but the session: no sockets, no files, no clock.
pub fn respond(_session: &mut Session, _request: &str) -> Frame {
    Frame::Text(r#"{"is":"reply","n":0,"ok":false,"why":"nothing is known yet"}"#.into())
}
