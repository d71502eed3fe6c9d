//! `{ "type": "attach_to", "parentTag": "player", "slotName": "hand" }`: is dragged along by the first
//! one with the tag, as if it were a child in that slot.
//!
//! Its angle, scale and skew count relative to the one that drags it, its place is the slot, and
//! its draw layer is the other's and the slot's together. What else changes its transform adds
//! to its own numbers, so it may turn or swing where it hangs.

use glam::Vec2;
use kinfolk::{Inherit, Inherits, Node2, NodeId, Transform2};
use kinfolk_scene::{Json, Text};

use super::keep::{kept, needed_word, of_numbers, to_numbers};
use crate::about::{About, Kind, Parameter};
use crate::behavior::Behavior;
use crate::read::{word, wrong};
use crate::stage::Stage;

#[derive(Debug, Clone)]
struct AttachTo {
    parent_tag: Text,
    slot_name: Option<Text>,
    inherits: Inherits,
    hung: Option<Hung>,
    /// Whether it has said that it has nowhere to hang.
    told: bool,
}

/// How it hangs.
#[derive(Debug, Clone, Copy)]
struct Hung {
    /// Relative to the one that drags it.
    own: Transform2,
    /// Where it was put last.
    put: Transform2,
}

/// What can be told to it.
pub(super) const ABOUT: About = About {
    kind: "attach_to",
    doc: "Is dragged along by the first one with a tag, as if it were a child.",
    parameters: &[
        Parameter::needed("parentTag", Kind::Text, "Whom: the first one with this tag"),
        Parameter::optional(
            "slotName",
            Kind::Text,
            "In which of its slots; its origin if absent",
        ),
        Parameter::optional(
            "inherit",
            Kind::Inherit,
            "What it takes over: everything if absent",
        ),
    ],
};

pub(super) fn make(json: &Json) -> Result<Box<dyn Behavior>, String> {
    Ok(Box::new(AttachTo {
        parent_tag: needed_word(json, "parentTag")?,
        slot_name: word(json, "slotName")?,
        inherits: inherits(&json["inherit"])?,
        hung: None,
        told: false,
    }))
}

/// As documents write it.
fn inherits(json: &Json) -> Result<Inherits, String> {
    let part = |part: &Json| match part.as_str() {
        Some("position") => Some(Inherits::POSITION),
        Some("rotation") => Some(Inherits::ROTATION),
        Some("scale") => Some(Inherits::SCALE),
        Some("reflection") => Some(Inherits::REFLECTION),
        Some("fullOffset") => Some(Inherits::FULL_OFFSET),
        _ => None,
    };
    let inherits = match json {
        Json::Null => Some(Inherits::ALL),
        Json::Array(parts) => parts
            .iter()
            .try_fold(Inherits::empty(), |all, one| Some(all | part(one)?)),
        word => match word.as_str() {
            Some("all") => Some(Inherits::ALL),
            Some("position") => Some(Inherits::POSITION),
            Some("topLevel") => Some(Inherits::TOP_LEVEL),
            _ => None,
        },
    };
    let wanted = "\"all\", \"position\", \"topLevel\" or a list of parts";
    inherits.ok_or_else(|| wrong("inherit", json, wanted))
}

impl AttachTo {
    fn find(&self, me: NodeId, stage: &Stage<'_>) -> Option<NodeId> {
        let forest = stage.forest();
        let is_mine = |node: NodeId| node == me || forest.is_ancestor_of(me, node);
        stage.tagged(&self.parent_tag).find(|&node| !is_mine(node))
    }

    /// Says what is wrong, the first time.
    fn tell(&mut self, what: impl FnOnce(&Self) -> String) -> Result<(), String> {
        if std::mem::replace(&mut self.told, true) {
            Ok(())
        } else {
            Err(what(self))
        }
    }

    /// Its own numbers, with what others have added since it was put somewhere. What is too large for a number is
    /// the largest there is, as in the hierarchy itself.
    fn own(&self, now: Transform2) -> Transform2 {
        let Some(Hung { own, put }) = self.hung else {
            return now;
        };
        let add = |own: f32, now: f32, put: f32| (own + (now - put)).clamp(f32::MIN, f32::MAX);
        Transform2 {
            position: own.position,
            rotation: add(own.rotation, now.rotation, put.rotation),
            scale: Vec2::new(
                add(own.scale.x, now.scale.x, put.scale.x),
                add(own.scale.y, now.scale.y, put.scale.y),
            ),
            skew: add(own.skew, now.skew, put.skew),
        }
    }
}

impl Behavior for AttachTo {
    fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String> {
        let Some(target) = self.find(me, stage) else {
            return self.tell(|me| format!("nobody has the tag \"{}\"", me.parent_tag));
        };
        let slot = match &self.slot_name {
            Some(name) => stage.slot(target, name),
            None => Some(Default::default()),
        };
        let Some((place, layer)) = slot else {
            let whose = stage.scene().id(target).unwrap_or_default();
            return self.tell(|me| {
                let slot = me.slot_name.as_deref().unwrap_or_default();
                format!("\"{whose}\" has no slot \"{slot}\"")
            });
        };
        let gone = "it is gone";
        let now = stage.local(me).ok_or(gone)?;
        let above = stage.forest().effective(target).ok_or(gone)?;
        let own = Transform2 {
            position: place,
            ..self.own(now)
        };
        let hung = Node2::new(own).with_inherits(self.inherits);
        let world = Node2::inherit(&hung.ready(), Some(&above)).transform();
        match stage.forest().parent(me) {
            None => stage.set_local(me, world)?,
            Some(_) => stage.set_world(me, world)?,
        }
        stage.set_layer(me, above.z().saturating_add(layer))?;
        let put = stage.local(me).ok_or(gone)?;
        self.hung = Some(Hung { own, put });
        Ok(())
    }

    fn copy(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }

    fn drags(&self) -> bool {
        true
    }

    fn drags_to(&self, me: NodeId, stage: &Stage<'_>) -> Option<NodeId> {
        self.find(me, stage)
    }

    fn state(&self) -> Json {
        let all = |hung: Hung| {
            let Hung { own, put } = hung;
            of_numbers(&[
                own.rotation,
                own.scale.x,
                own.scale.y,
                own.skew,
                put.rotation,
                put.scale.x,
                put.scale.y,
                put.skew,
            ])
        };
        let hung = self.hung.map(all);
        kept([
            ("hung", hung.unwrap_or_default()),
            ("told", self.told.into()),
        ])
    }

    fn restore(&mut self, state: &Json) {
        let transform = |[rotation, x, y, skew]: [f32; 4]| {
            let transform = Transform2::IDENTITY.turned(rotation);
            transform.scaled(x, y).skewed(skew)
        };
        self.hung = to_numbers(&state["hung"]).map(|[a, b, c, d, e, f, g, h]| Hung {
            own: transform([a, b, c, d]),
            put: transform([e, f, g, h]),
        });
        self.told = state["told"].as_bool().unwrap_or(self.told);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_add_stays_a_number() {
        let huge = |scale: f32| Transform2::IDENTITY.scaled(scale, -scale);
        let attached = AttachTo {
            parent_tag: Text::from("hook"),
            slot_name: None,
            inherits: Inherits::ALL,
            hung: Some(Hung {
                own: huge(f32::MAX),
                put: huge(f32::MIN),
            }),
            told: false,
        };

        let own = attached.own(huge(f32::MAX));

        assert_eq!(own.scale, Vec2::new(f32::MAX, f32::MIN));
    }
}
