//! Any requests to the editor are granted or refused, and whatever happens, nothing is lost.
//!
//! Lines of the input that begin with a brace are requests as they stand; others are choices, of which requests are made
//! that name entities that are there, and of what happens meanwhile: the file changes on disk, time passes, the program
//! dies and comes back.

mod desk;
mod request;

use crate::model::Bytes;
use desk::Desk;

/// So many requests are enough.
const MOST_REQUESTS: usize = 50;

/// Reads the bytes as requests to the editor.
pub fn editor(bytes: &[u8]) {
    let mut desk = Desk::open();
    for line in bytes.split(|&byte| byte == b'\n') {
        if line.first() == Some(&b'{') {
            desk.ask(&String::from_utf8_lossy(line));
        } else {
            let mut bytes = Bytes::new(line);
            while !bytes.is_over() && desk.asked() < MOST_REQUESTS {
                desk.happen(&mut bytes);
            }
        }
        if desk.asked() >= MOST_REQUESTS {
            break;
        }
    }
    desk.close();
}
