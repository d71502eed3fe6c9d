//! The editor over HTTP: this file and its folder are the only ones that know sockets.
//!
//! Everything that comes in passes the guard first, and how much of it may come is bounded: connections,
//! pages, headers, messages, and time. Whoever exceeds a bound is turned away; the others do not notice.
//! What a request means is none of its business: that is a [`Room`]'s, or a game's.

mod desk;
mod files;
mod guard;
mod headers;
mod pace;
mod rate;
mod socket;
mod token;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

use crate::room::Room;
use crate::shown::Shown;

use desk::Desk;
use guard::Guard;
use token::Token;

/// Where the editor is to be found unless told otherwise, if nobody else is there.
const USUAL_PORT: u16 = 7777;

/// At most so many connections at once, those of pages that are being talked to not counted.
const MOST_CONNECTIONS: usize = 256;

/// A request may have so many headers, …
const MOST_HEADERS: usize = 64;

/// … so many bytes of them, …
const MOST_HEADER_BYTES: usize = 64 * 1024;

/// … and take so long to say them.
const HEADER_PATIENCE: Duration = Duration::from_secs(10);

/// A connection that does not become a page's is closed after so long; browsers make another one.
const LONGEST_CONNECTION: Duration = Duration::from_secs(60);

/// What is under way when a connection or the server is to end may take so long.
const GRACE: Duration = Duration::from_secs(2);

/// When the system has no more sockets to give, it is asked again after so long.
const BREATH: Duration = Duration::from_millis(100);

/// Where to listen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The address; anyone who can reach it and knows the token can edit.
    pub host: IpAddr,
    /// The port, 0 for any that is free. `None` is 7777, or any if that is taken.
    pub port: Option<u16>,
}

impl Default for Options {
    /// Only this machine, at any port.
    fn default() -> Self {
        Self {
            host: Ipv4Addr::LOCALHOST.into(),
            port: None,
        }
    }
}

/// A socket that listens, and the secret that opens it.
///
/// ```no_run
/// use kinfolk_editor::{Options, Room, Server};
///
/// # async fn serve() -> std::io::Result<()> {
/// let room = Room::open("boss.json".as_ref())?;
/// let server = Server::bind(&Options::default())?;
/// println!("editing at {}", server.url());
/// server.run(room, std::future::pending()).await
/// # }
/// ```
#[derive(Debug)]
pub struct Server {
    listener: std::net::TcpListener,
    guard: Guard,
    url: String,
}

impl Server {
    /// Starts to listen. Nobody is answered before it [runs](Self::run).
    ///
    /// # Errors
    /// As the system says: the port is taken, or the address is not this machine's.
    pub fn bind(options: &Options) -> io::Result<Self> {
        let at = |port| std::net::TcpListener::bind(SocketAddr::new(options.host, port));
        let listener = match options.port {
            Some(port) => at(port)?,
            None => at(USUAL_PORT).or_else(|_| at(0))?,
        };
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let token = Token::random()?;
        let url = format!("http://{}/?token={}", reachable(address), token.as_str());
        Ok(Self {
            listener,
            guard: Guard::new(address, token),
            url,
        })
    }

    /// What to open in a browser. The token is in it: whoever has it can edit.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The port that it listens at.
    pub fn port(&self) -> u16 {
        self.guard.port()
    }

    /// Serves until `shutdown` is done, then says goodbye to the pages.
    ///
    /// # Errors
    /// If the runtime cannot take the socket over. What goes wrong with a connection ends that
    /// connection alone.
    pub async fn run(self, room: Arc<Room>, shutdown: impl Future<Output = ()>) -> io::Result<()> {
        self.show(Shown::File(room), shutdown).await
    }

    /// The same for whatever can be shown.
    pub(crate) async fn show(
        self,
        shown: Shown,
        shutdown: impl Future<Output = ()>,
    ) -> io::Result<()> {
        let listener = TcpListener::from_std(self.listener)?;
        let (close, closing) = watch::channel(false);
        let router = Desk::new(self.guard, shown, closing.clone()).into_router();
        let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        let mut shutdown = pin!(shutdown);
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = &mut shutdown => break,
            };
            let Ok((stream, _)) = accepted else {
                sleep(BREATH).await;
                continue;
            };
            if let Ok(permit) = Arc::clone(&connections).try_acquire_owned() {
                let (router, closing) = (router.clone(), closing.clone());
                tokio::spawn(async move {
                    converse(stream, router, closing).await;
                    drop(permit);
                });
            }
        }
        drop((listener, router, closing));
        close.send_replace(true);
        let _ = timeout(GRACE, close.closed()).await; // whoever takes longer is cut off
        Ok(())
    }
}

/// Answers the requests of one connection, until it becomes a page's or ends.
async fn converse(stream: TcpStream, router: Router, mut closing: watch::Receiver<bool>) {
    let _ = stream.set_nodelay(true); // slower without, but not wrong
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_PATIENCE)
        .max_headers(MOST_HEADERS)
        .max_buf_size(MOST_HEADER_BYTES)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
    let mut connection = pin!(connection);
    // A client's mistakes are its own business: they are answered, and nobody else is told.
    tokio::select! {
        _ = &mut connection => return,
        _ = closing.wait_for(|closing| *closing) => {}
        () = sleep(LONGEST_CONNECTION) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = timeout(GRACE, connection).await;
}

/// The address that a browser on this machine uses.
fn reachable(address: SocketAddr) -> SocketAddr {
    match address.ip() {
        ip if ip.is_unspecified() => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), address.port()),
        _ => address,
    }
}
