//! Any game goes on: nothing panics, no number is lost, and the same input gives the same frames.
//!
//! The bytes are a document and, behind a line `//---`, choices of what is done to the game; or they are choices all along,
//! and a document with behaviors, rules and bodies is made of the first ones. Two games of the same document hear the same,
//! and one of them is now and then replaced by a copy of the other.

mod deed;
mod scene;

use std::thread;

use kinfolk_game::{Game, Setup, Tracer};
use kinfolk_scene::Document;

use crate::model::Bytes;
use deed::{Deed, act, deeds};

/// So many steps are enough.
const MOST_STEPS: usize = 120;

/// In a crowd, nothing new happens.
const MOST_ENTITIES: usize = 1_000;

/// Nor where ten thousand fall on one place in one step: an engine looks at each pair of them.
const MOST_AT_ONCE: u32 = 2 * MOST_ENTITIES as u32;

/// Nor where thousands are refused in every frame: so many bytes of traces and saved games are enough.
const MOST_TOLD: usize = 4 << 20;

/// Reads the bytes as a game and what is done to it.
pub fn game(bytes: &[u8]) {
    let (text, deeds) = read(bytes);
    let text = with_limit(text);
    let _shown = Shown(&text, &deeds);
    let (mut one, mut other) = match (Game::load(&text), Game::load(&text)) {
        (Ok(one), Ok(other)) => (one, other),
        (Err(one), Err(other)) => {
            assert!(!one.to_string().is_empty());
            return assert_eq!(one.to_string(), other.to_string());
        }
        _ => panic!("the same document is a game once, and once not"),
    };
    let (mut tracer, mut other_tracer) = (Tracer::default(), Tracer::default());
    let (mut steps, mut told) = (0, 0);
    for deed in &deeds {
        match deed {
            Deed::Copy => {
                (other, other_tracer) = (one.clone(), tracer.clone());
                continue;
            }
            Deed::Save => {
                told += save(&one);
                if told > MOST_TOLD {
                    break;
                }
                continue;
            }
            &Deed::Step(many) => steps += many,
            Deed::Advance(_) => steps += 8,
            _ => {}
        }
        assert_eq!(act(&mut one, deed), act(&mut other, deed), "{deed:?}");
        let line = tracer.line(&mut one);
        assert_eq!(line, other_tracer.line(&mut other));
        told += line.len();
        check(&mut one);
        check(&mut other);
        if steps > MOST_STEPS || one.len() > MOST_ENTITIES || told > MOST_TOLD {
            break;
        }
    }
}

/// The document, and what is done to it.
fn read(bytes: &[u8]) -> (String, Vec<Deed>) {
    const MARK: &[u8] = b"\n//---\n";
    if !matches!(bytes.first(), Some(b'{' | b'/')) {
        let mut bytes = Bytes::new(bytes);
        return (scene::document(&mut bytes), deeds(&mut bytes));
    }
    let mark = bytes.windows(MARK.len()).position(|found| found == MARK);
    let (text, rest) = match mark {
        Some(mark) => (&bytes[..mark], &bytes[mark + MARK.len()..]),
        // Without choices a game just goes on.
        None => (bytes, &[0; 20][..]),
    };
    let text = String::from_utf8_lossy(text).into_owned();
    (text, deeds(&mut Bytes::new(rest)))
}

/// The same document with a limit of its own, if it has none that is lower.
fn with_limit(text: String) -> String {
    let Ok(mut document) = text.parse::<Document>() else {
        return text;
    };
    let limits = document.limits.get_or_insert_default();
    let stated = limits.max_entities.unwrap_or(MOST_AT_ONCE);
    if limits.max_entities == Some(stated) && stated <= MOST_AT_ONCE {
        return text;
    }
    limits.max_entities = Some(stated.min(MOST_AT_ONCE));
    document.to_text()
}

/// What holds for a game at any time.
fn check(game: &mut Game) {
    if let Err(broken) = game.forest().check_laws() {
        panic!("{broken}");
    }
    for node in game.entities() {
        let world = game.forest().effective(node);
        let Some(world) = world else {
            continue; // removed behind the game's back, which it hears at the next step
        };
        assert!(world.affine().is_finite(), "{node}: {world:?}");
        let id = game.id(node).expect("an entity has an id");
        assert_eq!(game.entity(&id), Some(node), "{id}");
        if let Some(velocity) = game.physics().velocity(node) {
            let is_finite = velocity.linear.is_finite() && velocity.angular.is_finite();
            assert!(is_finite, "{id}: {velocity:?}");
        }
    }
    for item in game.draw_list() {
        assert!(
            item.world.iter().all(|number| number.is_finite()),
            "{item:?}"
        );
    }
}

/// A game that is saved can be read, and is the same. Says how long it is.
fn save(game: &Game) -> usize {
    let saved = game.save();
    let again = Game::load_saved(&saved, Setup::default());
    let again: Game = again.unwrap_or_else(|why| panic!("{why}\n{saved}"));
    assert_eq!(again.save(), saved);
    saved.len()
}

/// Shows what was tried, if it came to nothing good.
struct Shown<'a>(&'a str, &'a [Deed]);

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("{}\n//---\n{:?}", self.0, self.1);
        }
    }
}
