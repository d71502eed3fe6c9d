//! A page as a browser has it: a socket, requests and replies, and everything that is told in between.

use std::io;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::http::HeaderValue;
use tungstenite::{Error, Message, WebSocket};

/// A reply that takes longer never comes.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a page says when it has shown what runs.
const SHOWN: &str = r#"{"do":"shown"}"#;

/// A page that is open.
#[derive(Debug)]
pub(crate) struct Page {
    socket: WebSocket<TcpStream>,
    asked: u64,
    /// How many steps the history has, as it was last told.
    pub(crate) steps: u64,
    /// The frame of what runs, as it was last told.
    pub(crate) frame: u64,
}

impl Page {
    /// Opens the page at the address that an editor has printed.
    pub(crate) fn open(address: &str) -> Result<Self, String> {
        Self::try_open(address).map_err(|why| format!("the page could not be opened: {why}"))
    }

    fn try_open(address: &str) -> Result<Self, String> {
        let (origin, token) = address.split_once("/?token=").ok_or("an odd address")?;
        let (_, host) = origin.split_once("//").ok_or("an odd address")?;
        let (_, port) = host.rsplit_once(':').ok_or("an odd address")?;
        let stream = TcpStream::connect(host).map_err(|why| why.to_string())?;
        let set_up = stream
            .set_nodelay(true)
            .and_then(|()| stream.set_read_timeout(Some(Duration::from_millis(5))));
        set_up.map_err(|why| why.to_string())?;
        let request = format!("ws://{host}/ws").into_client_request();
        let mut request = request.map_err(|why| why.to_string())?;
        for (name, value) in [
            ("origin", origin.to_owned()),
            ("cookie", format!("kinfolk-{port}={token}")),
        ] {
            let value = HeaderValue::from_str(&value).map_err(|why| why.to_string())?;
            request.headers_mut().insert(name, value);
        }
        let mut shaking = tungstenite::client(request, stream);
        loop {
            match shaking {
                Ok((socket, _)) => {
                    return Ok(Self {
                        socket,
                        asked: 0,
                        steps: 0,
                        frame: 0,
                    });
                }
                Err(tungstenite::HandshakeError::Interrupted(later)) => shaking = later.handshake(),
                Err(tungstenite::HandshakeError::Failure(why)) => return Err(why.to_string()),
            }
        }
    }

    /// Asks for something, and waits for the reply.
    pub(crate) fn ask(&mut self, mut request: Value) -> Result<Value, String> {
        self.asked += 1;
        request["n"] = json!(self.asked);
        self.say(request.to_string())?;
        let start = Instant::now();
        loop {
            if let Some(said) = self.hear_one()?
                && said["is"] == "reply"
                && said["n"] == self.asked
            {
                return Ok(said);
            }
            if start.elapsed() > PATIENCE {
                return Err(format!("nobody answers {request}"));
            }
        }
    }

    /// Asks for something that must be granted.
    pub(crate) fn insist(&mut self, request: Value) -> Result<Value, String> {
        let reply = self.ask(request.clone())?;
        match reply["ok"] == true {
            true => Ok(reply),
            false => Err(format!("{request} was refused: {}", reply["why"])),
        }
    }

    /// Listens for a while.
    pub(crate) fn listen(&mut self, span: Duration) -> Result<(), String> {
        let start = Instant::now();
        while start.elapsed() < span {
            self.hear_one()?;
        }
        Ok(())
    }

    fn say(&mut self, text: String) -> Result<(), String> {
        match self.socket.send(Message::text(text)) {
            Err(why) if !is_pause(&why) => Err(format!("the page was cut off: {why}")),
            _ => Ok(()),
        }
    }

    /// The next thing that is said, if it is text; `None` if it is not, or nothing is said.
    fn hear_one(&mut self) -> Result<Option<Value>, String> {
        let text = match self.socket.read() {
            Ok(Message::Text(text)) => text,
            Ok(_) => return Ok(None),
            Err(why) if is_pause(&why) => return Ok(None),
            Err(why) => return Err(format!("the page was cut off: {why}")),
        };
        let said: Value = serde_json::from_str(&text).map_err(|why| why.to_string())?;
        if said["is"] == "history" {
            let names = said["names"].as_array().map_or(0, Vec::len) as u64;
            self.steps = said["first"].as_u64().unwrap_or_default() + names;
        }
        if said["is"] == "play" {
            self.frame = said["frame"].as_u64().unwrap_or_default();
            self.say(SHOWN.to_owned())?;
        }
        Ok(Some(said))
    }
}

/// Whether there is just nothing to read at the moment.
fn is_pause(why: &Error) -> bool {
    let waits = [io::ErrorKind::WouldBlock, io::ErrorKind::TimedOut];
    matches!(why, Error::Io(why) if waits.contains(&why.kind()))
}
