//! Actions as rules write them: whom they are about is known when they are done.

use kinfolk::{NodeId, Transform2};
use kinfolk_physics::Backend;
use kinfolk_scene::{Json, Text};

use crate::about::{self, About, Fallback, Parameter, Range};
use crate::action::{Action, Spawn};
use crate::doom::Doom;
use crate::game::Game;
use crate::place::Placement;
use crate::read::{angle, number, truth, word};
use crate::rules::Subjects;

/// An action of a rule.
#[derive(Debug, Clone)]
pub(crate) struct Deed {
    kind: Kind,
    /// `"self"`, `"other"`, an id, or a tag; then all who have it.
    target: Text,
}

#[derive(Debug, Clone)]
enum Kind {
    Spawn {
        template: Text,
        place: Placement,
        at: Option<Text>,
        parent: Option<Text>,
        slot: Option<Text>,
    },
    Destroy,
    Mark(Doom),
    SetVisible(bool, bool),
    SetActive(bool, bool),
    AddTag(Text),
    RemoveTag(Text),
    Damage(f32),
    SetLocal(Placement),
    SetWorld(Placement),
    Reparent(Option<Text>),
}

/// To whom something is done.
const TARGET: Parameter = Parameter::or(
    "target",
    about::Kind::Text,
    Fallback::Text("self"),
    "\"self\", \"other\", an id, or a tag: then all who have it",
);
// A place, number by number.
const X: Parameter = Parameter::optional("x", about::Kind::Number(Range::ANY), "To the right");
const Y: Parameter = Parameter::optional("y", about::Kind::Number(Range::ANY), "Up");
const ANGLE: Parameter =
    Parameter::optional("angle", about::Kind::Angle(Range::ANY), "Counter-clockwise");
const SCALE_X: Parameter = Parameter::optional(
    "scaleX",
    about::Kind::Number(Range::ANY),
    "Negative is mirrored",
);
const SCALE_Y: Parameter = Parameter::optional(
    "scaleY",
    about::Kind::Number(Range::ANY),
    "Negative is mirrored",
);
const SKEW: Parameter = Parameter::optional(
    "skew",
    about::Kind::Angle(Range::ANY),
    "How much further the y axis is turned",
);

/// What rules can do, and what can be told to each.
pub(crate) const ACTIONS: [About; 11] = [
    About {
        kind: "spawn",
        doc: "Plants a template.",
        parameters: &[
            Parameter::needed("template", about::Kind::Text, "What"),
            X,
            Y,
            ANGLE,
            SCALE_X,
            SCALE_Y,
            SKEW,
            Parameter::optional(
                "at",
                about::Kind::Text,
                "Where somebody is, as a root: \"self\", \"other\", an id or a tag; the numbers are seen from there",
            ),
            Parameter::optional(
                "attachToParent",
                about::Kind::Text,
                "Whose child it becomes: \"self\", \"other\", an id or a tag",
            ),
            Parameter::optional(
                "attachToSlot",
                about::Kind::Text,
                "In which slot of the parent",
            ),
        ],
    },
    About {
        kind: "destroy",
        doc: "Destroys somebody, with everything below.",
        parameters: &[TARGET],
    },
    About {
        kind: "mark",
        doc: "Marks somebody for destruction at the end of the frame.",
        parameters: &[
            TARGET,
            Parameter::optional("effect", about::Kind::Text, "What is seen then"),
            Parameter::optional("color", about::Kind::Text, "In which colour"),
        ],
    },
    About {
        kind: "setVisible",
        doc: "Shows or hides.",
        parameters: &[
            TARGET,
            Parameter::or(
                "visible",
                about::Kind::Flag,
                Fallback::Flag(true),
                "Whether it is shown",
            ),
            Parameter::or(
                "recursive",
                about::Kind::Flag,
                Fallback::Flag(false),
                "Whether the flags of everything below are written as well",
            ),
        ],
    },
    About {
        kind: "setActive",
        doc: "Lets somebody take part, or not.",
        parameters: &[
            TARGET,
            Parameter::or(
                "active",
                about::Kind::Flag,
                Fallback::Flag(true),
                "Whether it takes part",
            ),
            Parameter::or(
                "recursive",
                about::Kind::Flag,
                Fallback::Flag(false),
                "Whether the flags of everything below are written as well",
            ),
        ],
    },
    About {
        kind: "addTag",
        doc: "Adds a tag.",
        parameters: &[TARGET, Parameter::needed("tag", about::Kind::Text, "Which")],
    },
    About {
        kind: "removeTag",
        doc: "Takes a tag away.",
        parameters: &[TARGET, Parameter::needed("tag", about::Kind::Text, "Which")],
    },
    About {
        kind: "damage",
        doc: "Does damage, which behaviors such as health feel.",
        parameters: &[
            TARGET,
            Parameter::or(
                "amount",
                about::Kind::Number(Range::ANY),
                Fallback::Number(1.0),
                "How much; negative heals",
            ),
        ],
    },
    About {
        kind: "setLocalTransform",
        doc: "Places somebody relative to its parent; what is absent stays.",
        parameters: &[TARGET, X, Y, ANGLE, SCALE_X, SCALE_Y, SKEW],
    },
    About {
        kind: "setWorldTransform",
        doc: "Places somebody in the world; what is absent stays.",
        parameters: &[TARGET, X, Y, ANGLE, SCALE_X, SCALE_Y, SKEW],
    },
    About {
        kind: "reparent",
        doc: "Gives somebody another parent, in place.",
        parameters: &[
            TARGET,
            Parameter::optional(
                "parent",
                about::Kind::Text,
                "Whose child it becomes; a root if absent",
            ),
        ],
    },
];

impl Deed {
    pub(crate) fn read(json: &Json) -> Result<Self, String> {
        let Some(kind) = json["type"].as_str() else {
            return Err("an action without a \"type\"".to_owned());
        };
        let needed = |key: &str| word(json, key)?.ok_or_else(|| format!("\"{key}\" is missing"));
        let flags = |key: &str| -> Result<(bool, bool), String> {
            let recursive = truth(json, "recursive")?.unwrap_or(false);
            Ok((truth(json, key)?.unwrap_or(true), recursive))
        };
        let kind = match kind {
            "spawn" => Kind::Spawn {
                template: needed("template")?,
                place: placement(json)?,
                at: word(json, "at")?,
                parent: word(json, "attachToParent")?,
                slot: word(json, "attachToSlot")?,
            },
            "destroy" => Kind::Destroy,
            "mark" => Kind::Mark(Doom {
                effect: word(json, "effect")?,
                color: word(json, "color")?,
                at: 0,
            }),
            "setVisible" => {
                let (visible, recursive) = flags("visible")?;
                Kind::SetVisible(visible, recursive)
            }
            "setActive" => {
                let (active, recursive) = flags("active")?;
                Kind::SetActive(active, recursive)
            }
            "addTag" => Kind::AddTag(needed("tag")?),
            "removeTag" => Kind::RemoveTag(needed("tag")?),
            "damage" => Kind::Damage(number(json, "amount")?.unwrap_or(1.0)),
            "setLocalTransform" => Kind::SetLocal(placement(json)?),
            "setWorldTransform" => Kind::SetWorld(placement(json)?),
            "reparent" => Kind::Reparent(word(json, "parent")?),
            other => {
                return Err(format!(
                    "no action \"{other}\"; there is spawn, destroy, mark, setVisible, setActive, addTag, removeTag, \
                     damage, setLocalTransform, setWorldTransform, reparent"
                ));
            }
        };
        if let Kind::Spawn {
            at: Some(_),
            parent: Some(_),
            ..
        } = &kind
        {
            return Err("\"at\" is for roots, and \"attachToParent\" for children".to_owned());
        }
        let target = word(json, "target")?.unwrap_or_else(|| "self".into());
        Ok(Self { kind, target })
    }

    /// What is to be done, to each of those that it is about.
    pub(crate) fn actions<B: Backend>(
        &self,
        game: &Game<B>,
        subjects: Subjects,
    ) -> Result<Vec<Action>, String> {
        if let Kind::Spawn {
            template,
            place,
            at,
            parent,
            slot,
        } = &self.kind
        {
            let mut here = place.over(Transform2::IDENTITY);
            if let Some(at) = at {
                let found = whom(game, subjects, at)?;
                match found.first().and_then(|&who| seen_from(game, who, here)) {
                    Some(seen) => here = seen,
                    None => return Ok(Vec::new()), // somebody was faster
                }
            }
            let mut spawn = Spawn::new(template.clone(), here);
            if let Some(parent) = parent {
                let found = whom(game, subjects, parent)?;
                spawn.attach_to_parent = found.first().copied();
            }
            spawn.attach_to_slot.clone_from(slot);
            return Ok(vec![Action::Spawn(spawn)]);
        }
        let mut actions = Vec::new();
        for node in whom(game, subjects, &self.target)? {
            actions.push(self.action(game, subjects, node)?);
        }
        Ok(actions)
    }

    fn action<B: Backend>(
        &self,
        game: &Game<B>,
        subjects: Subjects,
        node: NodeId,
    ) -> Result<Action, String> {
        let forest = game.forest();
        Ok(match &self.kind {
            Kind::Spawn { .. } | Kind::Destroy => Action::Destroy(node),
            Kind::Mark(doom) => Action::Mark(node, doom.clone()),
            Kind::SetVisible(visible, all) => Action::SetVisible(node, *visible, *all),
            Kind::SetActive(active, all) => Action::SetActive(node, *active, *all),
            Kind::AddTag(tag) => Action::AddTag(node, tag.clone()),
            Kind::RemoveTag(tag) => Action::RemoveTag(node, tag.clone()),
            Kind::Damage(amount) => Action::Damage(node, *amount),
            Kind::SetLocal(place) => {
                let base = forest.value(node).unwrap_or_default().transform;
                Action::SetLocal(node, place.over(base))
            }
            Kind::SetWorld(place) => {
                let base = forest.world_transform(node);
                Action::SetWorld(node, place.over(base.unwrap_or(Transform2::IDENTITY)))
            }
            Kind::Reparent(None) => Action::Reparent(node, None),
            Kind::Reparent(Some(parent)) => {
                let parent = whom(game, subjects, parent)?;
                Action::Reparent(node, parent.first().copied())
            }
        })
    }
}

fn placement(json: &Json) -> Result<Placement, String> {
    Ok(Placement {
        x: number(json, "x")?,
        y: number(json, "y")?,
        angle: angle(json, "angle")?,
        scale_x: number(json, "scaleX")?,
        scale_y: number(json, "scaleY")?,
        skew: angle(json, "skew")?,
    })
}

/// A place that was told as somebody sees it, in the world: moved and turned, and of its own size.
fn seen_from<B: Backend>(game: &Game<B>, who: NodeId, place: Transform2) -> Option<Transform2> {
    let world = game.forest().effective(who)?;
    Some(Transform2 {
        position: world.affine().transform_point2(place.position),
        rotation: world.rotation() + place.rotation,
        ..place
    })
}

/// Those that a word means: whom the event is about, somebody by id, or all with a tag, by birth.
fn whom<B: Backend>(game: &Game<B>, subjects: Subjects, word: &str) -> Result<Vec<NodeId>, String> {
    let found = match word {
        "self" => subjects.me.into_iter().collect(),
        "other" => subjects.other.into_iter().collect(),
        word => match game.entity(word) {
            Some(node) => vec![node],
            None => game.tagged(word).collect::<Vec<_>>(),
        },
    };
    if found.is_empty() {
        return Err(format!("nobody is \"{word}\" here"));
    }
    Ok(found)
}
