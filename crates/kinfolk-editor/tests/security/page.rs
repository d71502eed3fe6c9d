//! A page's socket, frame by frame, for those who do not keep to the rules.

use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;

use crate::house::{Answer, House};

/// The kinds of frames.
pub(crate) mod opcode {
    pub(crate) const CONTINUATION: u8 = 0;
    pub(crate) const TEXT: u8 = 1;
    pub(crate) const BINARY: u8 = 2;
    pub(crate) const CLOSE: u8 = 8;
    pub(crate) const PING: u8 = 9;
    pub(crate) const PONG: u8 = 10;
}

/// The bit of the last frame of a message.
pub(crate) const LAST: u8 = 0x80;

/// A socket that is open.
#[derive(Debug)]
pub(crate) struct Page {
    stream: TcpStream,
}

impl Page {
    /// Opens one as our own page does.
    ///
    /// # Errors
    /// What the server said instead.
    pub(crate) fn open(house: &House) -> Result<Self, Answer> {
        let mut stream = house.connect();
        let request = house.filled_in(
            "GET /ws HTTP/1.1\nHost: 127.0.0.1:PORT\nOrigin: http://127.0.0.1:PORT\n\
             Sec-Fetch-Site: same-origin\nConnection: Upgrade\nUpgrade: websocket\n\
             Sec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\nCookie: OURS",
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            match stream.read(&mut byte) {
                Ok(1) => head.push(byte[0]),
                _ => break,
            }
        }
        if head.starts_with(b"HTTP/1.1 101 ") {
            return Ok(Self { stream });
        }
        let head = String::from_utf8_lossy(&head).into_owned();
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        Err(Answer {
            status: status.unwrap_or_default(),
            head,
            body: Vec::new(),
        })
    }

    /// Sends the beginning of a frame: what it is, and how long it claims to be.
    pub(crate) fn begin(&mut self, first: u8, length: u64) -> io::Result<()> {
        const MASKED: u8 = 0x80;
        let mut head = vec![first];
        match length {
            0..=125 => head.push(MASKED | length as u8),
            126..=0xffff => {
                head.push(MASKED | 126);
                head.extend((length as u16).to_be_bytes());
            }
            _ => {
                head.push(MASKED | 127);
                head.extend(length.to_be_bytes());
            }
        }
        head.extend([0; 4]); // a mask that changes nothing
        self.stream.write_all(&head)
    }

    /// Sends a whole frame.
    pub(crate) fn send(&mut self, first: u8, payload: &[u8]) -> io::Result<()> {
        self.begin(first, payload.len() as u64)?;
        self.stream.write_all(payload)
    }

    /// Sends a request.
    pub(crate) fn say(&mut self, request: &str) -> io::Result<()> {
        self.send(LAST | opcode::TEXT, request.as_bytes())
    }

    /// The next frame: what it is, and what is in it. `None` if the connection is cut.
    pub(crate) fn read(&mut self) -> Option<(u8, Vec<u8>)> {
        let [first, length] = self.bytes()?;
        assert_eq!(first & LAST, LAST, "servers do not cut messages to pieces");
        let length = match length {
            126 => u16::from_be_bytes(self.bytes()?).into(),
            127 => u64::from_be_bytes(self.bytes()?),
            length => length.into(),
        };
        let mut payload = vec![0; length as usize];
        self.fill(&mut payload)?;
        Some((first & 0xf, payload))
    }

    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let mut bytes = [0; N];
        self.fill(&mut bytes).map(|()| bytes)
    }

    #[track_caller]
    fn fill(&mut self, bytes: &mut [u8]) -> Option<()> {
        let error = match self.stream.read_exact(bytes) {
            Ok(()) => return Some(()),
            Err(error) => error.kind(),
        };
        let waited = matches!(error, io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut);
        assert!(!waited, "the server neither speaks nor closes");
        None
    }

    /// The reply to the request with this number, as JSON, whatever else is said before.
    pub(crate) fn reply(&mut self) -> Option<serde_json::Value> {
        loop {
            let (kind, payload) = self.read()?;
            if kind == opcode::TEXT {
                let said: serde_json::Value = serde_json::from_slice(&payload).unwrap();
                if said["is"] == "reply" {
                    return Some(said);
                }
            }
        }
    }

    /// One to read and one to write.
    pub(crate) fn split(self) -> (Self, Self) {
        let stream = self.stream.try_clone().unwrap();
        (self, Self { stream })
    }

    /// Reads until the server lets go; why it did, if it said so.
    pub(crate) fn farewell(&mut self) -> Option<u16> {
        while let Some((kind, payload)) = self.read() {
            if kind == opcode::CLOSE {
                return Some(u16::from_be_bytes([payload[0], payload[1]]));
            }
        }
        None
    }
}

/// As bytes, whatever they are.
impl io::Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
