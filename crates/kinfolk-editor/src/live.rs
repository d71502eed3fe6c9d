//! The editor's page on a game that runs, in the game's own program.
//!
//! An [`Inspector`] serves the page from a thread of its own; the game hands itself over once a frame, between two
//! steps. Then, and only then, is it looked at and changed: no lock is held while it runs, and without a
//! page nothing is done at all. Nothing is written to disk, and nothing is read from it but images, if
//! a folder of them is named.

mod answer;
mod change;
mod gate;

use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use kinfolk_game::Game;
use kinfolk_physics::Backend;
use kinfolk_picture::Gallery;
use tokio::sync::oneshot;

use crate::looks::{Found, Looks};
use crate::play::{self, living};
use crate::protocol::{Frame, SHARE, time_of};
use crate::rows::{Rows, in_tree_order};
use crate::serve::{Options, Server};
use crate::shown::Shown;
use crate::watch::Watch;

use answer::Desk;
use gate::Asked;

pub(crate) use gate::Gate;

/// Pages are told no more often than this.
const BEAT: Duration = Duration::from_millis(15);

/// Opens the editor's page on a running game: its tree, its numbers and its picture, live, and hands
/// to change them with.
///
/// ```no_run
/// use kinfolk_editor::Inspector;
/// use kinfolk_game::Game;
///
/// let mut game: Game = Game::load(&std::fs::read_to_string("boss.jsonc")?)?;
/// let mut inspector = Inspector::open("127.0.0.1:0")?;
/// println!("look at it: {}", inspector.address());
/// loop {
///     game.step();
///     inspector.frame(&mut game);
/// #   break;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// What is changed in the page is changed in the game, for as long as it runs. A game refuses what it
/// would refuse of its author, with the same reason. It needs the feature `inspect`; a game that is given to
/// players leaves it out.
#[derive(Debug)]
pub struct Inspector {
    gate: Arc<Gate>,
    address: String,
    /// Dropping it ends the server.
    _stop: oneshot::Sender<()>,
    gallery: Option<Gallery>,
    /// What pages know; `None` if nobody looks.
    known: Option<Known>,
    desk: Desk,
    tell_at: Instant,
}

/// What pages know of the game.
#[derive(Debug, Default)]
struct Known {
    rows: Rows,
    watch: Watch,
    revision: u64,
    has_new_looks: bool,
}

impl Inspector {
    /// Listens at an address: `127.0.0.1:0` is this machine alone, at any port. Whoever reaches it and has
    /// the token can change the game.
    ///
    /// # Errors
    /// As the system says: the port is taken, or the address is not this machine's.
    pub fn open(address: impl ToSocketAddrs) -> io::Result<Self> {
        let nowhere = || io::Error::new(io::ErrorKind::InvalidInput, "this is no address");
        let at: SocketAddr = address.to_socket_addrs()?.next().ok_or_else(nowhere)?;
        let server = Server::bind(&Options {
            host: at.ip(),
            port: Some(at.port()),
        })?;
        let address = server.url().to_owned();
        let gate = Arc::new(Gate::new(&program()));
        let shown = Shown::Game(Arc::clone(&gate));
        let (stop, stopped) = oneshot::channel::<()>();
        let runtime = tokio::runtime::Builder::new_current_thread()
            // As in `kinfolk edit`.
            .max_blocking_threads(8)
            .enable_all()
            .build()?;
        thread::Builder::new()
            .name("inspector".to_owned())
            .spawn(move || {
                let stopped = async {
                    let _ = stopped.await; // the inspector is dropped
                };
                // A socket that cannot be taken over is told to whoever opens the page, by silence.
                let _ = runtime.block_on(server.show(shown, stopped));
                runtime.shutdown_background();
            })?;
        Ok(Self {
            gate,
            address,
            _stop: stop,
            gallery: None,
            known: None,
            desk: Desk::default(),
            tell_at: Instant::now(),
        })
    }

    /// Shows images of sprites that are in this folder.
    #[must_use]
    pub fn with_images(mut self, folder: &Path) -> Self {
        self.gallery = Some(Gallery::new(folder));
        self
    }

    /// What to open in a browser. The token is in it: whoever has it can change the game.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Shows the game as it is now, and does what pages have asked for: to be called once a frame, between two
    /// steps. Costs next to nothing while no page is open.
    pub fn frame<B: Backend>(&mut self, game: &mut Game<B>) {
        let asked = self.gate.take();
        if asked.is_empty() {
            if !self.gate.is_watched() {
                self.known = None;
                return;
            }
            if Instant::now() < self.tell_at {
                return;
            }
        }
        let mut replies = Vec::new();
        let mut joining = Vec::new();
        for one in asked {
            match one {
                Asked::Request(request, ticket) if ticket.is_awaited() => {
                    replies.push((self.desk.answer(game, &request), ticket));
                }
                Asked::Join(ticket) => joining.push(ticket),
                Asked::Request(..) => {} // who asked was told that nobody answers
            }
        }
        if self.known.is_none() {
            self.known = Some(Known::of(game));
        }
        let (gate, gallery) = (&self.gate, &mut self.gallery);
        if let Some(known) = &mut self.known {
            let start = Instant::now();
            let news = known.news(game);
            let took = start.elapsed() * SHARE;
            self.tell_at = start + BEAT.max(took).max(time_of(&news));
            // By the time of its reply a page has been sent what came of its request.
            gate.tell(news);
            for ticket in joining {
                let whole = known.whole(game);
                ticket.answer((whole.into(), gate.subscribe()));
            }
            if let Some(gallery) = gallery {
                known.find_images(gate, gallery);
            }
        }
        for (reply, ticket) in replies {
            ticket.answer(reply);
        }
    }
}

impl Known {
    fn of<B: Backend>(game: &Game<B>) -> Self {
        let mut known = Self::default();
        let Self { rows, watch, .. } = &mut known;
        *rows = Rows::default();
        living(game, |living| {
            rows.begin(living);
            watch.begin(living, rows);
        });
        known
    }

    fn whole<B: Backend>(&mut self, game: &Game<B>) -> Vec<Frame> {
        let Self { rows, revision, .. } = self;
        let mut frames = living(game, |living| rows.scene(living, *revision));
        frames.push(play::progress(game, false));
        frames
    }

    fn news<B: Backend>(&mut self, game: &Game<B>) -> Vec<Frame> {
        let Self { rows, watch, .. } = self;
        let relooked = std::mem::take(&mut self.has_new_looks);
        // Layers that were written before the last update change the order with it.
        let may_reorder = watch.saw_waiting_writes();
        let revision = self.revision + 1;
        let mut frames = living(game, |living| {
            if rows.has_outgrown(living) {
                rows.begin(living);
                watch.begin(living, rows);
                return rows.scene(living, revision);
            }
            let mut trace = watch.look(living, rows, None);
            if relooked {
                rows.forget_looks();
                trace.changed.extend(in_tree_order(living));
            }
            match trace.is_empty() && !may_reorder {
                true => Vec::new(),
                false => rows.changed(living, trace, revision),
            }
        });
        if !frames.is_empty() {
            self.revision = revision;
        }
        frames.push(play::progress(game, false));
        frames
    }

    /// Looks for images that sprites name; they are seen in the next frame.
    fn find_images(&mut self, gate: &Gate, gallery: &mut Gallery) {
        let looks: &mut Looks = &mut self.rows.looks;
        for url in looks.take_wanted() {
            let found = gallery.find(&url).and_then(|exhibit| {
                gate.keep_image(exhibit.number, gallery.png(exhibit.number)?);
                Some(Found {
                    address: format!("/image/{}", exhibit.number),
                    width: exhibit.width,
                    height: exhibit.height,
                })
            });
            self.has_new_looks |= found.is_some();
            looks.found(&url, found);
        }
    }
}

/// What the program is called.
fn program() -> String {
    let path = std::env::current_exe().ok();
    let stem = path.as_deref().and_then(Path::file_stem);
    stem.map_or_else(
        || "game".to_owned(),
        |stem| stem.to_string_lossy().into_owned(),
    )
}
