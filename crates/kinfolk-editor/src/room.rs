//! A session with its file, and everybody who looks at it.
//!
//! Here is where chores are done: files are read, written and watched, images found, texts checked in the
//! background. What pages are told, they are told in one order.

mod clock;
mod disk_watch;

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use kinfolk_picture::Gallery;
use tokio::sync::broadcast;

use crate::beside::includes_beside;
use crate::export::{self, Export};
use crate::file::SceneFile;
use crate::journal::{self, Journal};
use crate::problems::Problems;
use crate::protocol::Frame;
use crate::respond;
use crate::session::{Chore, News, Session};

use self::disk_watch::Watch;

/// A page that is this many messages behind is told everything anew.
const MOST_BEHIND: usize = 256;

/// A text is checked when nothing has changed for this long.
const QUIET: Duration = Duration::from_millis(250);

/// … or for this long, if the text is very large.
const MOST_QUIET: Duration = Duration::from_secs(3);

/// A session with its file, and everybody who looks at it.
#[derive(Debug)]
pub struct Room {
    inside: Mutex<Inside>,
    everybody: broadcast::Sender<Frame>,
    /// Those who are told about what runs; frames that belong together come together.
    running: broadcast::Sender<Arc<[Frame]>>,
    /// Wakes the checker.
    changed: mpsc::Sender<()>,
    /// Wakes the clock.
    played: mpsc::Sender<()>,
    /// Watches the file's folder for as long as the room is there.
    watch: Mutex<Option<Watch>>,
    /// Why unsaved edits are not written down, if they are not.
    journal_trouble: Option<String>,
}

#[derive(Debug)]
struct Inside {
    session: Session,
    file: SceneFile,
    journal: Option<Journal>,
    gallery: Gallery,
}

impl Room {
    /// Opens a file. A journal of unsaved edits is kept in the user's folder for such things.
    ///
    /// # Errors
    /// If it cannot be read at all, or another editor has it open. One that can be read and makes
    /// no sense is opened, and the pages say what is wrong.
    pub fn open(file: &Path) -> io::Result<Arc<Self>> {
        Self::open_with(file, &journal::folder())
    }

    /// As [`open`](Self::open), with another folder for journals.
    ///
    /// # Errors
    /// As there.
    pub fn open_with(file: &Path, journals: &Path) -> io::Result<Arc<Self>> {
        let file = SceneFile::find(file)?;
        let (news, read_only) = file.look();
        let text = match news {
            News::Text(text) => text,
            News::Gone => return Err(io::ErrorKind::NotFound.into()),
            News::Unreadable(why) => return Err(io::Error::new(io::ErrorKind::InvalidData, why)),
        };
        let (mut journal, journal_trouble) = match Journal::open(journals, file.path()) {
            Ok(journal) => (Some(journal), None),
            Err(error) if error.kind() == io::ErrorKind::ResourceBusy => return Err(error),
            Err(error) => (None, Some(error.to_string())),
        };
        let includes = includes_beside(&text, file.folder());
        let mut session = Session::open_with(&file.name(), &text, includes);
        drop(session.on_disk(News::Text(text), read_only));
        if let Some(left) = journal.as_mut().and_then(Journal::left) {
            session.found_journal(left);
        }
        drop(session.journal_is(journal_trouble.clone()));
        let gallery = Gallery::new(file.folder());
        let (changed, wakes) = mpsc::channel();
        let (played, beats) = mpsc::channel();
        let room = Arc::new(Self {
            inside: Mutex::new(Inside {
                session,
                file,
                journal,
                gallery,
            }),
            everybody: broadcast::Sender::new(MOST_BEHIND),
            running: broadcast::Sender::new(MOST_BEHIND),
            changed,
            played,
            watch: Mutex::new(None),
            journal_trouble,
        });
        room.inside().find_images();
        room.watch();
        room.watch_included();
        let weak = Arc::downgrade(&room);
        thread::Builder::new()
            .name("checker".to_owned())
            .spawn(move || check(&weak, &wakes))?;
        let weak = Arc::downgrade(&room);
        thread::Builder::new()
            .name("clock".to_owned())
            .spawn(move || clock::keep_time(&weak, &beats))?;
        Ok(room)
    }

    /// Why a crash would lose unsaved edits, if it would.
    #[must_use]
    pub fn journal_trouble(&self) -> Option<&str> {
        self.journal_trouble.as_deref()
    }

    /// Whether there is something to save.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        self.inside().session.is_unsaved()
    }

    /// Lets a page in: what it must know at first, and what it will be told from then on. A
    /// page that is told too much at once (`Lagged`) has to join again.
    pub fn join(&self) -> (Vec<Frame>, broadcast::Receiver<Frame>) {
        let mut inside = self.inside();
        // Between the two nobody else can change anything.
        (inside.session.welcome(), self.everybody.subscribe())
    }

    /// The same for what runs: a page that wants to see it joins here as well.
    pub fn join_running(&self) -> (Arc<[Frame]>, broadcast::Receiver<Arc<[Frame]>>) {
        let mut inside = self.inside();
        // A page starts from what the others know.
        let news = inside.session.running_news();
        self.tell_running(news);
        (inside.session.running().into(), self.running.subscribe())
    }

    /// Answers one request, and tells everybody what came of it: by the time this returns, that
    /// has been sent, so a page hears it before the reply. Blocks: it may write the file.
    pub fn answer(&self, request: &str) -> Frame {
        let mut inside = self.inside();
        let was_playing = inside.session.is_playing();
        let mut answer = respond(&mut inside.session, request);
        let is_news = !answer.everybody.is_empty() || !answer.chores.is_empty();
        self.tell(answer.everybody.drain(..));
        self.tell_running(std::mem::take(&mut answer.running));
        for chore in std::mem::take(&mut answer.chores) {
            let (frames, outcome) = inside.run(chore);
            self.tell(frames);
            if let Err(why) = outcome {
                answer.refuse(&why);
            }
        }
        self.tell(inside.find_images());
        let plays = inside.session.is_playing();
        if !plays {
            // The clock tells it otherwise.
            self.tell_running(inside.session.take_running_looks());
        }
        drop(inside);
        // Without a checker there are no problems; it ends with the room, and so does the clock.
        if is_news {
            let _ = self.changed.send(());
        }
        if plays && !was_playing {
            let _ = self.played.send(());
        }
        answer.reply()
    }

    /// The bytes of a PNG that the scene shows, by the opaque id in its address.
    pub fn image(&self, opaque: &str) -> Option<Vec<u8>> {
        let number: usize = opaque.parse().ok()?;
        let png = self.inside().gallery.png(number)?;
        Some(png.to_vec())
    }

    /// A picture of the scene to take away. `None` if the file could not be read yet.
    pub(crate) fn export(&self, export: &Export) -> Option<Result<Vec<u8>, String>> {
        let inside = self.inside();
        let picture = export::picture(inside.session.editing()?);
        let folder = inside.file.folder().to_owned();
        // Drawing may take long, and nobody has to wait for it.
        drop(inside);
        let drawn = export.draw(&picture, &folder);
        Some(drawn.map_err(|error| error.to_string()))
    }

    /// Looks at the file, and tells everybody if it is different.
    pub fn look_at_disk(&self) {
        let mut inside = self.inside();
        let frames = inside.look_at_disk();
        let is_news = !frames.is_empty();
        self.tell(frames);
        self.tell(inside.find_images());
        drop(inside);
        if is_news {
            self.watch_included();
            let _ = self.changed.send(());
        }
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        // Whoever panicked has told its own page; a session is whole between any two edits.
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, frames: impl IntoIterator<Item = Frame>) {
        for frame in frames {
            // Nobody may be there.
            let _ = self.everybody.send(frame);
        }
    }

    fn tell_running(&self, frames: Vec<Frame>) {
        if !frames.is_empty() {
            let _ = self.running.send(frames.into());
        }
    }

    /// Looks at the file whenever something happens in its folder: programs replace files, so the
    /// file itself cannot be watched.
    fn watch(self: &Arc<Self>) {
        let weak = Arc::downgrade(self);
        let look = move || {
            if let Some(room) = Weak::upgrade(&weak) {
                room.look_at_disk();
            }
        };
        let folder = self.inside().file.folder().to_owned();
        // Where nothing can be watched, the file is looked at before it is written.
        *self.watch.lock().unwrap_or_else(PoisonError::into_inner) = Watch::begin(&folder, look);
    }

    /// Watches the folders of what the file includes as well.
    fn watch_included(&self) {
        let folders: BTreeSet<PathBuf> = {
            let inside = self.inside();
            let paths = inside.session.includes().paths();
            let files = paths.map(|path| inside.file.folder().join(path));
            files
                .filter_map(|file| Some(file.parent()?.to_owned()))
                .collect()
        };
        if let Some(watch) = &mut *self.watch.lock().unwrap_or_else(PoisonError::into_inner) {
            folders.iter().for_each(|folder| watch.add(folder));
        }
    }
}

impl Inside {
    /// Does a chore; says what to tell, and whether it could be done.
    fn run(&mut self, chore: Chore) -> (Vec<Frame>, Result<(), String>) {
        match chore {
            Chore::Save(text) => self.save(text),
            Chore::Journal(request) => {
                let base = self.session.base();
                let Some(journal) = &mut self.journal else {
                    return (Vec::new(), Ok(()));
                };
                // The edit itself is done, whatever becomes of its line.
                let written = journal.append(base, &request);
                let trouble = written.err().map(|why| why.to_string());
                (self.session.journal_is(trouble), Ok(()))
            }
            Chore::ResumeJournal => {
                let Some(journal) = &mut self.journal else {
                    return (Vec::new(), Ok(()));
                };
                let Err(why) = journal.resume() else {
                    return (Vec::new(), Ok(()));
                };
                // What is there can still be recovered; nothing must be written over it.
                self.journal = None;
                (self.session.journal_is(Some(why.to_string())), Ok(()))
            }
            Chore::ForgetJournal => {
                self.forget_journal();
                (Vec::new(), Ok(()))
            }
        }
    }

    fn save(&mut self, text: String) -> (Vec<Frame>, Result<(), String>) {
        // Somebody may have written it just now. What could not be read before is to be replaced; what
        // cannot be read now, of all times, nobody has seen yet.
        let is_known = !self.session.is_readable();
        let mut frames = self.look_at_disk();
        match self.session.text_to_save(is_known) {
            Err(why) => return (frames, Err(why)),
            Ok(None) => return (frames, Ok(())),
            Ok(Some(_)) => {}
        }
        let outcome = if self.file.look().0 == News::Text(text.clone()) {
            Ok(()) // it is there already
        } else {
            self.file.write(&text)
        };
        if outcome.is_ok() {
            self.forget_journal();
        }
        frames.extend(self.session.written(text, &outcome));
        (frames, outcome)
    }

    /// Nothing is unsaved: the journal can go, and with it what was wrong with it.
    fn forget_journal(&mut self) {
        if let Some(journal) = &mut self.journal {
            journal.forget();
            // Whoever asked for this tells pages how the file is.
            drop(self.session.journal_is(None));
        }
    }

    fn look_at_disk(&mut self) -> Vec<Frame> {
        let (news, read_only) = self.file.look();
        let includes = match &news {
            News::Text(text) => includes_beside(text, self.file.folder()),
            _ => self.session.includes().clone(),
        };
        let (frames, chores) = self.session.on_disk_with(news, includes, read_only);
        for chore in chores {
            // None of these can fail.
            drop(self.run(chore));
        }
        frames
    }

    fn find_images(&mut self) -> Vec<Frame> {
        let wanted = self.session.take_wanted_images();
        if wanted.is_empty() {
            return Vec::new();
        }
        let found = wanted.into_iter().map(|url| {
            let exhibit = self.gallery.find(&url);
            let image = exhibit.map(|exhibit| {
                let address = format!("/image/{}", exhibit.number);
                (address, exhibit.width, exhibit.height)
            });
            (url, image)
        });
        self.session.images_found(found.collect::<Vec<_>>())
    }
}

/// Checks texts in the background, each when it has been quiet for a while: the longer it takes, the
/// longer, since whoever edits has to wait for the text.
fn check(room: &Weak<Room>, wakes: &mpsc::Receiver<()>) {
    let mut quiet = QUIET;
    while wakes.recv().is_ok() {
        while wakes.recv_timeout(quiet).is_ok() {}
        let Some(room) = room.upgrade() else { return };
        let start = Instant::now();
        let (revision, text, includes) = {
            let mut inside = room.inside();
            let includes = inside.session.includes().clone();
            (inside.session.revision(), inside.session.text(), includes)
        };
        let problems = Problems::find_with(&text, &includes);
        let frames = room.inside().session.checked(revision, problems);
        room.tell(frames);
        quiet = QUIET.max(4 * start.elapsed()).min(MOST_QUIET);
    }
}
