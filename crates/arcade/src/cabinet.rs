//! An arena and the files that it is made of, which are watched.
//!
//! Files are compared as text, a few times a second. Another text that makes sense is followed at
//! once; one that makes none is told about, and the last good one goes on.

use std::fs;
use std::path::{Path, PathBuf};

use kinfolk_game::InputEvent;
use kinfolk_scene::Includes;

use crate::arena::Arena;

/// So long the others go on when the game is over, in seconds.
const REST_AFTER: f32 = 4.0;

/// So often files are looked at, in seconds.
const LOOK_EVERY: f32 = 0.25;

/// A game, its files, and what there is to say about them.
#[derive(Debug)]
pub struct Cabinet {
    path: PathBuf,
    arena: Arena,
    best: u32,
    /// What is being played.
    good: Source,
    /// What was found last, good or not.
    found: Result<Source, String>,
    notice: Option<String>,
    unlooked_secs: f32,
    /// How long the game has been over.
    over_secs: f32,
}

/// A document and what it includes, as read.
#[derive(Debug, Clone, PartialEq)]
struct Source {
    text: String,
    includes: Includes,
}

impl Source {
    fn read(path: &Path) -> Result<Self, String> {
        let why = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
        let text = fs::read_to_string(path).map_err(|error| why(path, error))?;
        let folder = path.parent().unwrap_or_else(|| Path::new("."));
        let includes = Includes::of(&text, |name| {
            fs::read_to_string(folder.join(name)).map_err(|error| error.to_string())
        });
        Ok(Self { text, includes })
    }

    fn play(&self) -> Result<Arena, String> {
        Arena::new(&self.text, &self.includes).map_err(|why| why.to_string())
    }
}

impl Cabinet {
    /// A new game of this file.
    ///
    /// # Errors
    /// If it cannot be read, or makes no sense; in words.
    pub fn open(path: &Path) -> Result<Self, String> {
        let good = Source::read(path)?;
        Ok(Self {
            path: path.to_owned(),
            arena: good.play()?,
            best: 0,
            found: Ok(good.clone()),
            good,
            notice: None,
            unlooked_secs: 0.0,
            over_secs: 0.0,
        })
    }

    /// Takes note of what the player does; `R` starts a new game, and so does `Enter` when one is over.
    pub fn put_in(&mut self, event: InputEvent) {
        match &event {
            InputEvent::KeyPressed { key } if key == "R" => self.restart(),
            InputEvent::KeyPressed { key } if key == "Enter" && self.arena.is_over() => {
                self.restart();
            }
            _ => self.arena.put_in(event),
        }
    }

    /// Lets time pass; says how far the next step is under way, from 0 to 1.
    pub fn advance(&mut self, secs: f32) -> f32 {
        self.unlooked_secs += secs;
        if self.unlooked_secs >= LOOK_EVERY {
            self.unlooked_secs = 0.0;
            self.look();
        }
        self.over_secs = if self.arena.is_over() {
            self.over_secs + secs
        } else {
            0.0
        };
        if self.over_secs > REST_AFTER {
            return 1.0;
        }
        let alpha = self.arena.advance(secs);
        self.best = self.best.max(self.arena.score());
        alpha
    }

    /// Reads the files again, and follows them if they are different.
    fn look(&mut self) {
        let found = Source::read(&self.path);
        if found == self.found {
            return;
        }
        let followed = found.clone().and_then(|source| {
            let followed = self.arena.follow(&source.text, &source.includes);
            followed.map_err(|why| why.to_string())?;
            self.good = source;
            Ok(())
        });
        self.notice = followed.err();
        self.found = found;
    }

    fn restart(&mut self) {
        let viewport = *self.arena.game().viewport();
        match self.good.play() {
            Ok(arena) => self.arena = arena,
            Err(why) => self.notice = Some(why),
        }
        *self.arena.game_mut().viewport_mut() = viewport;
    }

    /// What is played.
    #[must_use]
    pub const fn arena(&self) -> &Arena {
        &self.arena
    }

    /// What is played, to be drawn.
    pub const fn arena_mut(&mut self) -> &mut Arena {
        &mut self.arena
    }

    /// The best score since the cabinet was opened.
    #[must_use]
    pub const fn best(&self) -> u32 {
        self.best
    }

    /// What is wrong with the files, if anything is.
    #[must_use]
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }
}
