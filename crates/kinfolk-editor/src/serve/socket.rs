//! The talk with one page, over its socket.
//!
//! Requests are answered one by one, in order, and what comes of one reaches the page before its
//! reply. A page that speaks too much or does not listen is let go, and nobody waits for it: what it
//! has missed is a [`Room`]'s to remember, and it is told everything anew if that is too much.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::WebSocketUpgrade;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use serde_json::{Value, json};
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::{broadcast, watch};
use tokio::task::spawn_blocking;
use tokio::time::{interval, timeout};

use crate::protocol::Frame;
use crate::room::Room;

use super::rate::Rate;

/// No message may be longer, in bytes.
const LONGEST_MESSAGE: usize = 16 * 1024 * 1024;

/// A page that takes longer to take a message does not listen.
const PATIENCE: Duration = Duration::from_secs(10);

/// So often a page is asked whether it is still there …
const ASK: Duration = Duration::from_secs(20);

/// … and after so long without any word it is not.
const SILENCE: Duration = Duration::from_secs(60);

/// How long a page that was let go may take to hear it.
const FAREWELL: Duration = Duration::from_secs(1);

/// Why a page is let go: what the browser is told.
type Farewell = (u16, &'static str);

const LEAVING: Farewell = (close_code::AWAY, "the editor ends");
const NOT_TEXT: Farewell = (close_code::UNSUPPORTED, "only text is understood");
const TOO_LONG: Farewell = (close_code::SIZE, "a message is too long, or makes no sense");
const TOO_MANY: Farewell = (close_code::POLICY, "too many messages");
const TROUBLE: Farewell = (close_code::ERROR, "something is wrong with the editor");

/// Bounds what one message may take.
pub(super) fn bounded(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
}

/// Talks until the page or the server leaves.
pub(super) async fn talk(socket: WebSocket, room: Arc<Room>, mut closing: watch::Receiver<bool>) {
    let mut page = Page {
        socket,
        rate: Rate::new(Instant::now()),
        heard: Instant::now(),
    };
    let ended = tokio::select! {
        ended = page.converse(&room) => ended,
        _ = closing.wait_for(|closing| *closing) => End::Farewell(LEAVING),
    };
    if let End::Farewell(farewell) = ended {
        // One who does not hear it is gone, too.
        let _ = timeout(FAREWELL, page.say_goodbye(farewell)).await;
    }
}

/// How a talk ends.
enum End {
    /// The page has gone, or cannot be reached.
    Gone,
    /// It is let go.
    Farewell(Farewell),
}

struct Page {
    socket: WebSocket,
    rate: Rate,
    heard: Instant,
}

impl Page {
    async fn converse(&mut self, room: &Arc<Room>) -> End {
        match self.listen_and_tell(room).await {
            Break(end) => end,
            Continue(never) => match never {},
        }
    }

    async fn listen_and_tell(
        &mut self,
        room: &Arc<Room>,
    ) -> ControlFlow<End, std::convert::Infallible> {
        let mut news = self.join(room).await?;
        let mut ask = interval(ASK);
        loop {
            tokio::select! {
                frame = news.recv() => match frame {
                    Ok(frame) => self.tell(&frame).await?,
                    Err(RecvError::Lagged(_)) => news = self.join(room).await?,
                    Err(RecvError::Closed) => return Break(End::Farewell(LEAVING)),
                },
                message = self.socket.recv() => {
                    if let Some(request) = self.hear(message)? {
                        let reply = answer(room, request).await;
                        self.heard = Instant::now(); // it could not be heard meanwhile
                        news = self.catch_up(news, room).await?;
                        self.tell(&reply).await?;
                    }
                }
                _ = ask.tick() => {
                    if self.heard.elapsed() > SILENCE {
                        return Break(End::Gone);
                    }
                    self.send(Message::Ping(Bytes::new())).await?;
                }
            }
        }
    }

    /// Tells the page everything, and stays for the news.
    async fn join(&mut self, room: &Arc<Room>) -> ControlFlow<End, broadcast::Receiver<Frame>> {
        let room = Arc::clone(room);
        let Ok((everything, news)) = spawn_blocking(move || room.join()).await else {
            return Break(End::Farewell(TROUBLE));
        };
        for frame in &everything {
            self.tell(frame).await?;
        }
        Continue(news)
    }

    /// Tells the page all news that there are by now.
    async fn catch_up(
        &mut self,
        mut news: broadcast::Receiver<Frame>,
        room: &Arc<Room>,
    ) -> ControlFlow<End, broadcast::Receiver<Frame>> {
        loop {
            match news.try_recv() {
                Ok(frame) => self.tell(&frame).await?,
                Err(TryRecvError::Lagged(_)) => return self.join(room).await,
                Err(TryRecvError::Empty | TryRecvError::Closed) => return Continue(news),
            }
        }
    }

    /// The request in what came from the page, if it is one.
    fn hear(
        &mut self,
        message: Option<Result<Message, axum::Error>>,
    ) -> ControlFlow<End, Option<Utf8Bytes>> {
        let message = match message {
            Some(Ok(message)) => message,
            Some(Err(_)) => return Break(End::Farewell(TOO_LONG)),
            None => return Break(End::Gone),
        };
        self.heard = Instant::now();
        if !self.rate.allows(self.heard) {
            return Break(End::Farewell(TOO_MANY));
        }
        match message {
            Message::Text(request) => Continue(Some(request)),
            Message::Binary(_) => Break(End::Farewell(NOT_TEXT)),
            Message::Close(_) => Break(End::Gone),
            Message::Ping(_) | Message::Pong(_) => Continue(None),
        }
    }

    async fn tell(&mut self, frame: &Frame) -> ControlFlow<End> {
        self.send(message(frame)).await
    }

    async fn send(&mut self, message: Message) -> ControlFlow<End> {
        match timeout(PATIENCE, self.socket.send(message)).await {
            Ok(Ok(())) => Continue(()),
            Ok(Err(_)) | Err(_) => Break(End::Gone),
        }
    }

    /// Says why, and listens until it is heard: a socket that is closed on words still unread takes
    /// back what it said last.
    async fn say_goodbye(&mut self, (code, reason): Farewell) {
        let farewell = Message::Close(Some(CloseFrame {
            code,
            reason: reason.into(),
        }));
        if self.socket.send(farewell).await.is_ok() {
            while let Some(Ok(_)) = self.socket.recv().await {}
        }
    }
}

/// Answers one request where it may take its time. If the room panics over it, the page is told.
async fn answer(room: &Arc<Room>, request: Utf8Bytes) -> Frame {
    let (in_room, asked) = (Arc::clone(room), request.clone());
    let answered = spawn_blocking(move || in_room.answer(&asked)).await;
    answered.unwrap_or_else(|_panic| {
        let request: Value = serde_json::from_str(&request).unwrap_or_default();
        let reply = json!({
            "is": "reply", "n": request["n"], "ok": false,
            "why": "something is wrong with the editor", "help": "see what it printed",
        });
        Frame::Text(reply.to_string().into())
    })
}

/// The same bytes, not copied.
fn message(frame: &Frame) -> Message {
    match frame {
        Frame::Binary(bytes) => Message::Binary(Bytes::from_owner(Arc::clone(bytes))),
        Frame::Text(text) => {
            let bytes = Bytes::from_owner(Arc::<[u8]>::from(Arc::clone(text)));
            Message::Text(Utf8Bytes::try_from(bytes).expect("text is text"))
        }
    }
}
