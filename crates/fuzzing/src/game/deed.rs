//! What is done to a game from outside: time, input, and whatever its methods do.
//!
//! A deed is data, so that two games get the same one; whom it is about is a number, and any number means somebody.

use kinfolk::{Node2, NodeId, Transform2};
use kinfolk_game::{Doom, Game, GameError, InputEvent, Placement, Spawn};

use super::MOST_ENTITIES;
use super::scene::WORDS;
use crate::model::Bytes;

#[derive(Debug, Clone)]
pub(super) enum Deed {
    Step(usize),
    Advance(f32),
    Put(InputEvent),
    Signal(&'static str),
    Destroy(usize, bool),
    Mark(usize),
    Attach(usize, Option<usize>, Option<Placement>),
    SetParent(usize, Option<usize>, bool, bool),
    Local(usize, Placement),
    World(usize, Placement),
    Visible(usize, bool, bool),
    Active(usize, bool, bool),
    Tag(usize, &'static str, bool),
    Damage(usize, f32),
    Spawn(
        &'static str,
        Transform2,
        Option<usize>,
        Option<&'static str>,
    ),
    /// Behind the game's back.
    RemoveNode(usize),
    SetNode(usize, Node2),
    View([f32; 6]),
    Look(f32, f32),
    /// The other game becomes a copy of this one.
    Copy,
    Save,
}

pub(super) fn deeds(bytes: &mut Bytes<'_>) -> Vec<Deed> {
    let mut deeds = Vec::new();
    while !bytes.is_over() {
        deeds.push(deed(bytes));
    }
    deeds
}

fn deed(bytes: &mut Bytes<'_>) -> Deed {
    let who = |bytes: &mut Bytes<'_>| bytes.below(256);
    let maybe = |bytes: &mut Bytes<'_>| bytes.below(256).checked_sub(64);
    let word = |bytes: &mut Bytes<'_>| bytes.one_of(&WORDS);
    match bytes.byte() % 40 {
        0..=12 => Deed::Step(1 + bytes.below(8)),
        13 => Deed::Advance(bytes.number()),
        14..=17 => Deed::Put(event(bytes)),
        18 => Deed::Signal(word(bytes)),
        19 => Deed::Destroy(who(bytes), bytes.flag()),
        20 => Deed::Mark(who(bytes)),
        21..=22 => {
            let (child, parent) = (who(bytes), maybe(bytes));
            let local = bytes.flag().then(|| placement(bytes));
            Deed::Attach(child, parent, local)
        }
        23 => Deed::SetParent(who(bytes), maybe(bytes), bytes.flag(), bytes.flag()),
        24 => Deed::Local(who(bytes), placement(bytes)),
        25 => Deed::World(who(bytes), placement(bytes)),
        26 => Deed::Visible(who(bytes), bytes.flag(), bytes.flag()),
        27 => Deed::Active(who(bytes), bytes.flag(), bytes.flag()),
        28 => Deed::Tag(who(bytes), bytes.one_of(&["t", "u", "go"]), bytes.flag()),
        29 => Deed::Damage(who(bytes), bytes.number()),
        30..=31 => {
            let template = bytes.one_of(&["a", "b", "c"]);
            let place = Transform2::at(bytes.number(), bytes.number()).turned(bytes.number());
            let (under, slot) = (maybe(bytes), bytes.flag().then_some("top"));
            Deed::Spawn(template, place, under, slot)
        }
        32 => Deed::RemoveNode(who(bytes)),
        33 => {
            let place = Node2::at(bytes.number(), bytes.number()).scaled(bytes.number(), 1.0);
            Deed::SetNode(who(bytes), place)
        }
        34 => Deed::View(std::array::from_fn(|_| bytes.number())),
        35..=36 => Deed::Look(bytes.number(), bytes.number()),
        37 => Deed::Copy,
        38 => Deed::Save,
        _ => Deed::Step(30),
    }
}

fn event(bytes: &mut Bytes<'_>) -> InputEvent {
    let key = |bytes: &mut Bytes<'_>| bytes.one_of(&["Space", "go", "a"]).to_owned();
    // Fingers come in tens, so that they move and pinch.
    let at = |bytes: &mut Bytes<'_>| [bytes.number() * 10.0, bytes.number() * 10.0].into();
    let id = |bytes: &mut Bytes<'_>| bytes.one_of(&[0, 1, 2, u64::MAX]);
    match bytes.below(9) {
        0 => InputEvent::MouseMoved { at: at(bytes) },
        1 => InputEvent::MousePressed {
            button: bytes.byte() % 3,
        },
        2 => InputEvent::MouseReleased {
            button: bytes.byte() % 3,
        },
        3 => InputEvent::TouchBegan {
            id: id(bytes),
            at: at(bytes),
        },
        4 => InputEvent::TouchMoved {
            id: id(bytes),
            at: at(bytes),
        },
        5 => InputEvent::TouchEnded {
            id: id(bytes),
            at: at(bytes),
        },
        6 => InputEvent::TouchCancelled { id: id(bytes) },
        7 => InputEvent::KeyPressed { key: key(bytes) },
        _ => InputEvent::KeyReleased { key: key(bytes) },
    }
}

fn placement(bytes: &mut Bytes<'_>) -> Placement {
    let asked = bytes.byte();
    let mut number = |bit: u8| (asked & bit != 0).then(|| bytes.number());
    Placement {
        x: number(1),
        y: number(2),
        angle: number(4),
        scale_x: number(8),
        scale_y: number(16),
        skew: number(32),
    }
}

/// Does it, and says what came of it.
pub(super) fn act(game: &mut Game, deed: &Deed) -> String {
    format!("{:?}", done(game, deed))
}

fn done(game: &mut Game, deed: &Deed) -> Result<String, GameError> {
    let nothing = String::new();
    let (Some(first), everybody) = (game.entities().next(), game.entities()) else {
        game.step();
        return Ok(nothing);
    };
    let everybody: Vec<NodeId> = everybody.collect();
    let who = |number: usize| *everybody.get(number % everybody.len()).unwrap_or(&first);
    match deed.clone() {
        Deed::Step(many) => {
            for _ in 0..many {
                game.step();
                if game.len() > MOST_ENTITIES {
                    break;
                }
            }
        }
        Deed::Advance(secs) => return Ok(game.advance(secs).to_string()),
        Deed::Put(event) => game.put_in(event),
        Deed::Signal(name) => game.signal(name),
        Deed::Destroy(node, all) => game.destroy_entity(who(node), all)?,
        Deed::Mark(node) => game.mark_for_destruction(who(node), Doom::default())?,
        Deed::Attach(child, Some(parent), local) => {
            game.attach_child(who(parent), who(child), local)?;
        }
        Deed::Attach(child, None, _) => game.detach_child(who(child))?,
        Deed::SetParent(child, Some(parent), turns, grows) => {
            game.set_parent_inheriting(who(child), who(parent), turns, grows)?;
        }
        Deed::SetParent(child, None, ..) => game.remove_parent(who(child))?,
        Deed::Local(node, place) => game.set_local_transform(who(node), place)?,
        Deed::World(node, place) => game.set_world_transform(who(node), place)?,
        Deed::Visible(node, flag, all) => game.set_visible(who(node), flag, all)?,
        Deed::Active(node, flag, all) => game.set_active(who(node), flag, all)?,
        Deed::Tag(node, tag, true) => return Ok(game.add_tag(who(node), tag)?.to_string()),
        Deed::Tag(node, tag, false) => return Ok(game.remove_tag(who(node), tag)?.to_string()),
        Deed::Damage(node, damage) => game.damage(who(node), damage),
        Deed::Spawn(template, transform, under, slot) => {
            let mut spawn = Spawn::new(template, transform);
            spawn.attach_to_parent = under.map(who);
            spawn.attach_to_slot = slot.map(Into::into);
            return Ok(format!("{:?}", game.spawn(&spawn)?));
        }
        Deed::RemoveNode(node) => {
            let removed = game.forest_mut().remove(who(node));
            return Ok(format!("{removed:?}"));
        }
        Deed::SetNode(node, value) => {
            let written = game.forest_mut().set(who(node), value);
            return Ok(format!("{written:?}"));
        }
        Deed::View([width, height, zoom, angle, x, y]) => {
            let viewport = game.viewport_mut();
            let seen = [
                viewport.set_size(width, height),
                viewport.set_zoom(zoom),
                viewport.set_rotation(angle),
                viewport.set_position([x, y].into()),
            ];
            return Ok(format!("{seen:?} {viewport:?}"));
        }
        Deed::Look(x, y) => {
            let point = [x, y].into();
            let found = (game.pick(point), game.pick_all(point));
            let between = game.draw_list_between(0.25);
            assert!(
                between
                    .iter()
                    .flat_map(|item| item.world)
                    .all(f32::is_finite),
                "{between:?}"
            );
            return Ok(format!("{found:?} {between:?} {:?}", game.gestures()));
        }
        Deed::Copy | Deed::Save => {}
    }
    Ok(nothing)
}
