//! `{ "type": "spawn_on_timer", "template": "bullet", "every": 0.5, "count": 10, "x": 1 }`: plants a
//! template every so many seconds, at a place of its own space.
//!
//! With `attachToParent` it becomes a child, in the slot `attachToSlot` if there is one; else it is
//! planted in the world, turned as its maker is.

use glam::Vec2;
use kinfolk::{NodeId, Transform2};
use kinfolk_scene::{Document, Json, Text};

use super::keep::{kept, needed, needed_word, not_negative, of_count, positive, to_count};
use crate::about::{About, Fallback, Kind, Parameter, Range};
use crate::action::{Action, Spawn};
use crate::behavior::Behavior;
use crate::read::{number, truth, word, wrong};
use crate::stage::Stage;

#[derive(Debug, Clone)]
struct SpawnOnTimer {
    template: Text,
    every_secs: f32,
    /// So many at most.
    count: Option<u64>,
    as_child: bool,
    slot: Option<Text>,
    place: Vec2,
    frames: u64,
    spawned: u64,
}

/// What can be told to it.
pub(super) const ABOUT: About = About {
    kind: "spawn_on_timer",
    doc: "Plants a template every so many seconds, at a place of its own space.",
    parameters: &[
        Parameter::needed("template", Kind::Text, "What to plant"),
        Parameter::needed(
            "every",
            Kind::Number(Range::POSITIVE),
            "Seconds from one to the next",
        ),
        Parameter::optional(
            "count",
            Kind::Whole(Range::NOT_NEGATIVE),
            "How many at most; no end if absent",
        ),
        Parameter::optional(
            "attachToParent",
            Kind::Flag,
            "Whether it becomes a child: no, unless it goes into a slot",
        ),
        Parameter::optional(
            "attachToSlot",
            Kind::Text,
            "The slot that it goes into, as a child",
        ),
        Parameter::or(
            "x",
            Kind::Number(Range::ANY),
            Fallback::Number(0.0),
            "Where, in its own space",
        ),
        Parameter::or(
            "y",
            Kind::Number(Range::ANY),
            Fallback::Number(0.0),
            "Where, in its own space",
        ),
    ],
};

pub(super) fn make(json: &Json) -> Result<Box<dyn Behavior>, String> {
    let count = not_negative(json, "count")?;
    if count.is_some_and(|count| count.fract() != 0.0) {
        return Err(wrong("count", &json["count"], "a whole number"));
    }
    let axis = |key| Ok::<f32, String>(number(json, key)?.unwrap_or(0.0));
    let slot = word(json, "attachToSlot")?;
    let as_child = truth(json, "attachToParent")?.unwrap_or(slot.is_some());
    if slot.is_some() && !as_child {
        let slot = &json["attachToSlot"];
        return Err(wrong("attachToSlot", slot, "left out: it is no child"));
    }
    Ok(Box::new(SpawnOnTimer {
        template: needed_word(json, "template")?,
        every_secs: needed(positive(json, "every")?, "every")?,
        count: count.map(|count| count as u64),
        as_child,
        slot,
        place: Vec2::new(axis("x")?, axis("y")?),
        frames: 0,
        spawned: 0,
    }))
}

impl SpawnOnTimer {
    fn spawn(&self, me: NodeId, stage: &Stage<'_>) -> Result<Spawn, String> {
        let local = Transform2::at(self.place.x, self.place.y);
        let template = self.template.clone();
        if self.as_child {
            let spawn = Spawn::new(template, local).under(me);
            return Ok(match &self.slot {
                Some(slot) => spawn.in_slot(slot.clone()),
                None => spawn,
            });
        }
        let world = stage.forest().effective(me).ok_or("it is gone")?;
        let place = world.affine().transform_point2(self.place);
        if !place.is_finite() {
            return Err("what it spawns would be nowhere".to_owned());
        }
        let world = Transform2::at(place.x, place.y).turned(world.rotation());
        Ok(Spawn::new(template, world))
    }
}

impl Behavior for SpawnOnTimer {
    fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String> {
        self.frames += 1;
        let due = stage.times(self.frames, self.every_secs) as u64;
        let due = self.count.map_or(due, |count| due.min(count));
        let now = due.saturating_sub(self.spawned);
        self.spawned += now;
        for _ in 0..now.min(stage.wishes_left() as u64) {
            let spawn = self.spawn(me, stage)?;
            stage.wish(Action::Spawn(spawn));
        }
        Ok(())
    }

    fn copy(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }

    fn state(&self) -> Json {
        kept([
            ("frames", of_count(self.frames)),
            ("spawned", of_count(self.spawned)),
        ])
    }

    fn restore(&mut self, state: &Json) {
        self.frames = to_count(&state["frames"]).unwrap_or(self.frames);
        self.spawned = to_count(&state["spawned"]).unwrap_or(self.spawned);
    }

    fn check(&self, document: &Document) -> Result<(), String> {
        if document.templates.contains_key(&self.template) {
            return Ok(());
        }
        Err(format!("there is no template \"{}\"", self.template))
    }
}
