//! The talk with one page, over its socket.
//!
//! Requests are answered one by one, in order, and what comes of one reaches the page before its
//! reply. A page that speaks too much or does not listen is let go, and nobody waits for it: what it
//! has missed is remembered for a while, and it is told everything anew if that is too much. What runs
//! is told apart from the rest, at the page's own [`Pace`].

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
use tokio::time::{interval, sleep, timeout};

use crate::protocol::Frame;
use crate::shown::{Bundle, Shown};

use super::pace::Pace;
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
const NO_ANSWER: Farewell = (close_code::AGAIN, "the game does not answer");

/// What a page says when it has shown a bundle of what runs. It is no request: nobody replies.
const SHOWN: &str = r#"{"do":"shown"}"#;

/// Bounds what one message may take.
pub(super) fn bounded(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
}

/// Talks until the page or the server leaves.
pub(super) async fn talk(socket: WebSocket, shown: Shown, mut closing: watch::Receiver<bool>) {
    let mut page = Page {
        socket,
        rate: Rate::new(Instant::now()),
        heard: Instant::now(),
        pace: Pace::default(),
    };
    let ended = tokio::select! {
        ended = page.converse(&shown) => ended,
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
    pace: Pace,
}

/// What a page hears of.
struct News {
    document: broadcast::Receiver<Frame>,
    /// What runs; `None` while the page has missed something and is not yet told the whole.
    running: Option<broadcast::Receiver<Bundle>>,
}

impl Page {
    async fn converse(&mut self, shown: &Shown) -> End {
        match self.listen_and_tell(shown).await {
            Break(end) => end,
            Continue(never) => match never {},
        }
    }

    async fn listen_and_tell(
        &mut self,
        shown: &Shown,
    ) -> ControlFlow<End, std::convert::Infallible> {
        let mut news = News {
            document: self.join(shown).await?,
            running: Some(self.join_running(shown).await?),
        };
        let mut ask = interval(ASK);
        loop {
            let now = Instant::now();
            let has_room = self.pace.has_room();
            let (rest, patience) = (self.pace.rest(now), self.pace.patience(now));
            tokio::select! {
                frame = news.document.recv() => match frame {
                    Ok(frame) => self.tell(&frame).await?,
                    Err(RecvError::Lagged(_)) => news.document = self.join(shown).await?,
                    Err(RecvError::Closed) => return Break(End::Farewell(LEAVING)),
                },
                bundle = next(&mut news.running), if has_room && news.running.is_some() => match bundle {
                    Ok(bundle) => self.tell_bundle(&bundle).await?,
                    Err(RecvError::Lagged(_)) => news.running = None,
                    Err(RecvError::Closed) => return Break(End::Farewell(LEAVING)),
                },
                () = sleep(patience), if !has_room && news.running.is_some() => news.running = None,
                () = sleep(rest), if has_room && news.running.is_none() => {
                    news.running = Some(self.join_running(shown).await?);
                }
                message = self.socket.recv() => {
                    if let Some(request) = self.hear(message)? {
                        let reply = answer(shown, request).await;
                        self.heard = Instant::now(); // it could not be heard meanwhile
                        self.catch_up(&mut news, shown).await?;
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
    async fn join(&mut self, shown: &Shown) -> ControlFlow<End, broadcast::Receiver<Frame>> {
        let shown = shown.clone();
        let Ok((everything, news)) = spawn_blocking(move || shown.join()).await else {
            return Break(End::Farewell(TROUBLE));
        };
        for frame in &everything {
            self.tell(frame).await?;
        }
        Continue(news)
    }

    /// Tells the page all about what runs, and stays for the news.
    async fn join_running(
        &mut self,
        shown: &Shown,
    ) -> ControlFlow<End, broadcast::Receiver<Bundle>> {
        let start = Instant::now();
        let shown = shown.clone();
        let (whole, news) = match spawn_blocking(move || shown.join_running()).await {
            Ok(Some(joined)) => joined,
            Ok(None) => return Break(End::Farewell(NO_ANSWER)),
            Err(_) => return Break(End::Farewell(TROUBLE)),
        };
        self.tell_bundle(&whole).await?;
        self.pace.sent_whole(Instant::now(), start.elapsed());
        Continue(news)
    }

    /// Tells the page all news that there are by now.
    async fn catch_up(&mut self, news: &mut News, shown: &Shown) -> ControlFlow<End> {
        loop {
            match news.document.try_recv() {
                Ok(frame) => self.tell(&frame).await?,
                Err(TryRecvError::Lagged(_)) => {
                    news.document = self.join(shown).await?;
                    break;
                }
                Err(TryRecvError::Empty | TryRecvError::Closed) => break,
            }
        }
        while let Some(running) = &mut news.running
            && self.pace.has_room()
        {
            match running.try_recv() {
                Ok(bundle) => self.tell_bundle(&bundle).await?,
                Err(TryRecvError::Lagged(_)) => news.running = None,
                Err(TryRecvError::Empty | TryRecvError::Closed) => break,
            }
        }
        Continue(())
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
            Message::Text(word) if word.as_str() == SHOWN => {
                self.pace.shown(self.heard);
                Continue(None)
            }
            Message::Text(request) => Continue(Some(request)),
            Message::Binary(_) => Break(End::Farewell(NOT_TEXT)),
            Message::Close(_) => Break(End::Gone),
            Message::Ping(_) | Message::Pong(_) => Continue(None),
        }
    }

    async fn tell_bundle(&mut self, bundle: &Bundle) -> ControlFlow<End> {
        self.pace.sent(Instant::now());
        for frame in bundle.iter() {
            self.tell(frame).await?;
        }
        Continue(())
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

/// The next bundle of what runs.
async fn next(running: &mut Option<broadcast::Receiver<Bundle>>) -> Result<Bundle, RecvError> {
    match running {
        Some(running) => running.recv().await,
        None => std::future::pending().await,
    }
}

/// Answers one request where it may take its time. If whoever is asked panics over it, the page is told.
async fn answer(shown: &Shown, request: Utf8Bytes) -> Frame {
    let (asked_of, asked) = (shown.clone(), request.clone());
    let answered = spawn_blocking(move || asked_of.answer(&asked)).await;
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
