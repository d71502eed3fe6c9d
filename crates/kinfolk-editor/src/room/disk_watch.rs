//! Folders that are watched.
//!
//! The system tells what happens in them. It tells only so many programs at a time (on Linux by
//! `fs.inotify.max_user_instances` and `max_user_watches`): then somebody looks every second instead, so
//! that a file that another program writes is always noticed.

use std::fmt;
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use notify_debouncer_full::notify::event::{AccessKind, AccessMode};
use notify_debouncer_full::notify::{
    Config, ErrorKind, EventKind, RecommendedWatcher, RecursiveMode, Result,
};
use notify_debouncer_full::{DebounceEventResult, Debouncer, NoCache, new_debouncer_opt};

/// A folder is looked at when nothing has happened in it for this long, …
const SETTLED: Duration = Duration::from_millis(120);

/// … and this often, where nobody tells that something has.
const OFTEN: Duration = Duration::from_secs(1);

/// Whoever looks unasked takes at most one part in so many of the time.
const SELDOM: u32 = 20;

/// Folders that are watched for as long as this is there.
pub(super) struct Watch {
    look: Arc<dyn Fn() + Send + Sync>,
    way: Way,
}

/// How one hears of what happens.
enum Way {
    Told(Debouncer<RecommendedWatcher, NoCache>),
    /// A thread looks for as long as this is there.
    Asked {
        _here: mpsc::Sender<()>,
    },
}

impl Watch {
    /// Calls `look` whenever something has happened in a folder, or now and then where nobody can
    /// tell. `None` where neither can be had.
    pub(super) fn begin(folder: &Path, look: impl Fn() + Send + Sync + 'static) -> Option<Self> {
        let look: Arc<dyn Fn() + Send + Sync> = Arc::new(look);
        let way = match told(folder, look.clone()) {
            Ok(watcher) => Way::Told(watcher),
            Err(_) => asked(look.clone())?,
        };
        Some(Self { look, way })
    }

    /// Watches one more: twice is once. One that is not there yet is not watched.
    pub(super) fn add(&mut self, folder: &Path) {
        let Way::Told(watcher) = &mut self.way else {
            return; // whoever looks, looks at everything
        };
        let Err(error) = watcher.watch(folder, RecursiveMode::NonRecursive) else {
            return;
        };
        if matches!(error.kind, ErrorKind::MaxFilesWatch)
            && let Some(way) = asked(self.look.clone())
        {
            self.way = way;
        }
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.way {
            Way::Told(_) => "Watch(told)",
            Way::Asked { .. } => "Watch(asked)",
        })
    }
}

fn told(
    folder: &Path,
    look: Arc<dyn Fn() + Send + Sync>,
) -> Result<Debouncer<RecommendedWatcher, NoCache>> {
    let heard = move |events: DebounceEventResult| {
        // To look at the file is an event as well: whoever answered that would never rest.
        if !events.is_ok_and(|events| events.iter().all(|event| is_reading(event.kind))) {
            look();
        }
    };
    let mut watcher = new_debouncer_opt(SETTLED, None, heard, NoCache, Config::default())?;
    watcher.watch(folder, RecursiveMode::NonRecursive)?;
    Ok(watcher)
}

fn asked(look: Arc<dyn Fn() + Send + Sync>) -> Option<Way> {
    let (here, gone) = mpsc::channel();
    let looks = move || {
        let mut pause = OFTEN;
        while gone.recv_timeout(pause) == Err(mpsc::RecvTimeoutError::Timeout) {
            let start = Instant::now();
            look();
            pause = OFTEN.max(SELDOM * start.elapsed());
        }
    };
    let looker = thread::Builder::new().name("looker".to_owned());
    looker.spawn(looks).ok()?;
    Some(Way::Asked { _here: here })
}

/// Whether somebody only reads.
fn is_reading(event: EventKind) -> bool {
    match event {
        EventKind::Access(access) => access != AccessKind::Close(AccessMode::Write),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn where_nobody_tells_somebody_looks_until_nobody_wants_to_know() {
        let (tell, heard) = mpsc::channel();
        let look: Arc<dyn Fn() + Send + Sync> = Arc::new(move || tell.send(()).unwrap_or_default());
        let way = asked(look.clone()).unwrap();
        let mut watch = Watch { look, way };
        watch.add(Path::new("anywhere"));

        heard.recv_timeout(LONG).unwrap();
        heard.recv_timeout(LONG).unwrap();

        drop(watch);
        let mut rest = std::iter::from_fn(|| heard.recv_timeout(LONG).ok());
        assert!(rest.by_ref().count() < 2, "it was about to look at most");
        let gone = heard.recv_timeout(LONG);
        assert_eq!(gone, Err(mpsc::RecvTimeoutError::Disconnected));
    }

    #[test]
    fn a_folder_that_cannot_be_watched_is_looked_at() {
        let missing = std::env::temp_dir().join("kinfolk-watch/not/there");
        let watch = Watch::begin(&missing, || {}).unwrap();
        assert_eq!(format!("{watch:?}"), "Watch(asked)");
    }
}
