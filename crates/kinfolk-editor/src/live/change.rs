//! Changes to a running game, by the game's own means.
//!
//! A request is granted as a whole or not at all: what it has changed before something is refused is
//! taken back. Nothing is updated here: the game's next step does that, and notices what it would have
//! noticed of its author.

use kinfolk::{AttachError, Node2, NodeId};
use kinfolk_game::{Game, Placement};
use kinfolk_physics::Backend;
use kinfolk_scene::{Children, Json, Keep, Pull, Text, Wish};
use serde_json::{Value, json};

use crate::request::Spot;

/// How everything was before it was changed, in the order of the changes.
#[derive(Debug, Default)]
pub(super) struct Changes {
    before: Vec<Before>,
}

/// How one thing was.
#[derive(Debug)]
enum Before {
    Value(NodeId, Node2),
    Tags(NodeId, Vec<Text>),
    Place(NodeId, kinfolk::Spot),
}

impl Changes {
    /// These changes, and then those: where both have changed something, it was as these know.
    pub(super) fn followed_by(mut self, later: Self) -> Self {
        let is_known = |before: &[Before], one: &Before| {
            before.iter().any(|known| match (known, one) {
                (Before::Value(a, _), Before::Value(b, _))
                | (Before::Tags(a, _), Before::Tags(b, _))
                | (Before::Place(a, _), Before::Place(b, _)) => a == b,
                _ => false,
            })
        };
        for one in later.before {
            if !is_known(&self.before, &one) {
                self.before.push(one);
            }
        }
        self
    }

    /// Makes everything as it was; what is gone stays gone.
    pub(super) fn take_back<B: Backend>(self, game: &mut Game<B>) {
        for before in self.before.into_iter().rev() {
            match before {
                Before::Value(node, value) => drop(game.forest_mut().set(node, value)),
                Before::Tags(node, tags) => retag(game, node, &tags),
                Before::Place(node, spot) => drop(game.forest_mut().attach(node, spot)),
            }
        }
    }

    /// Sets one field.
    pub(super) fn set<B: Backend>(
        &mut self,
        game: &mut Game<B>,
        id: &str,
        key: &[Text],
        value: &Json,
    ) -> Result<(), String> {
        let node = find(game, id)?;
        let key: Vec<&str> = key.iter().map(Text::as_str).collect();
        if let ["tags"] = key[..] {
            return self.set_tags(game, node, value);
        }
        self.remember(game, node);
        let said = |why: kinfolk_game::GameError| why.to_string();
        match key[..] {
            ["transform" | "localTransform", axis] => {
                let placement = placement(axis, number(value)?)?;
                game.set_local_transform(node, placement).map_err(said)
            }
            ["visible"] => game.set_visible(node, truth(value)?, false).map_err(said),
            ["active"] => game.set_active(node, truth(value)?, false).map_err(said),
            ["z" | "layer"] => {
                let z = number(value)?;
                if z.fract() != 0.0 || z.abs() > 2e9 {
                    return Err("a layer is a whole number".to_owned());
                }
                edit(game, node, |own| own.z = z as i32)
            }
            ["zRelative"] => {
                let is = truth(value)?;
                edit(game, node, |own| own.z_relative = is)
            }
            ["ySort"] => {
                let is = truth(value)?;
                edit(game, node, |own| own.y_sort = is)
            }
            ["name" | "id"] => Err("a running game keeps its names".to_owned()),
            _ => {
                let key = key.join(".");
                Err(format!("\"{key}\" cannot be changed while the game runs"))
            }
        }
    }

    /// Does what a handle says.
    pub(super) fn pull<B: Backend>(
        &mut self,
        game: &mut Game<B>,
        id: &str,
        pull: &Pull,
    ) -> Result<(), String> {
        let node = find(game, id)?;
        self.remember(game, node);
        let pulled = pull.apply(game.forest_mut(), node);
        pulled.map_err(|why| why.to_string())
    }

    /// Puts an entity somewhere in the world.
    pub(super) fn place<B: Backend>(
        &mut self,
        game: &mut Game<B>,
        id: &str,
        wish: &Wish,
    ) -> Result<(), String> {
        let node = find(game, id)?;
        self.remember(game, node);
        let placement = Placement {
            x: wish.x,
            y: wish.y,
            angle: wish.angle,
            scale_x: wish.scale_x,
            scale_y: wish.scale_y,
            skew: wish.skew,
        };
        let placed = game.set_world_transform(node, placement);
        placed.map_err(|why| why.to_string())
    }

    /// Gives entities another parent, or another place among their siblings.
    pub(super) fn move_to<B: Backend>(
        &mut self,
        game: &mut Game<B>,
        ids: &[Text],
        spot: &Spot,
        keep: Keep,
    ) -> Result<(), String> {
        let parent = spot.parent.as_ref().map(|id| find(game, id)).transpose()?;
        let before = spot.before.as_ref().map(|id| find(game, id)).transpose()?;
        if before.is_some_and(|before| game.forest().parent(before) != parent) {
            return Err("whom it is to come before has another parent".to_owned());
        }
        for id in ids {
            let node = find(game, id)?;
            self.remember(game, node);
            let place = match game.forest().next_sibling(node) {
                Some(next) => kinfolk::Spot::Before(next),
                None => game.forest().parent(node).into(),
            };
            self.before.push(Before::Place(node, place));
            let own = game.forest().value(node).unwrap_or_default().transform;
            let moved = match (parent, keep) {
                _ if game.forest().parent(node) == parent => Ok(()),
                (Some(parent), Keep::Local) => game.attach_child(parent, node, Some(own.into())),
                (None, Keep::Local) => game.remove_parent(node),
                (Some(parent), _) => game.attach_child(parent, node, None),
                (None, _) => game.detach_child(node),
            };
            moved.map_err(|why| why.to_string())?;
            let place = match before {
                Some(before) => kinfolk::Spot::Before(before),
                None => parent.into(),
            };
            let placed = game.forest_mut().attach(node, place);
            placed.map_err(|why: AttachError| why.to_string())?;
        }
        Ok(())
    }

    /// Destroys entities, with or without what is below them.
    pub(super) fn remove<B: Backend>(
        mut self,
        game: &mut Game<B>,
        ids: &[Text],
        children: Children,
    ) -> Result<Value, String> {
        let nodes: Result<Vec<NodeId>, String> = ids.iter().map(|id| find(game, id)).collect();
        let nodes = nodes?;
        if children != Children::Remove {
            let keep = match children {
                Children::KeepLocal => Keep::Local,
                _ => Keep::World,
            };
            // From the last on, so that the children of somebody who goes, too, are handed on.
            for &node in nodes.iter().rev() {
                let below: Vec<NodeId> = game.forest().children(node).collect();
                let below: Vec<Text> = below
                    .iter()
                    .filter_map(|&one| game.id(one))
                    .map(Into::into)
                    .collect();
                let parent = game.forest().parent(node).and_then(|one| game.id(one));
                let spot = Spot {
                    parent: parent.map(Into::into),
                    before: game.id(node).map(Into::into),
                };
                if let Err(why) = self.move_to(game, &below, &spot, keep) {
                    self.take_back(game);
                    return Err(why);
                }
            }
        }
        for node in nodes {
            if game.forest().contains(node) {
                game.destroy(node).map_err(|why| why.to_string())?;
            }
        }
        Ok(json!({ "select": [] }))
    }

    fn set_tags<B: Backend>(
        &mut self,
        game: &mut Game<B>,
        node: NodeId,
        value: &Json,
    ) -> Result<(), String> {
        let wrong = || "tags are a list of words".to_owned();
        let tags = value.as_array().ok_or_else(wrong)?.iter();
        let tags: Option<Vec<Text>> = tags.map(|tag| tag.as_str().map(Text::from)).collect();
        let tags = tags.ok_or_else(wrong)?;
        self.before
            .push(Before::Tags(node, game.tags(node).to_vec()));
        retag(game, node, &tags);
        Ok(())
    }

    fn remember<B: Backend>(&mut self, game: &Game<B>, node: NodeId) {
        let value = game.forest().value(node);
        self.before
            .extend(value.map(|value| Before::Value(node, value)));
    }
}

fn find<B: Backend>(game: &Game<B>, id: &str) -> Result<NodeId, String> {
    game.entity(id).ok_or_else(|| format!("no entity \"{id}\""))
}

fn edit<B: Backend>(
    game: &mut Game<B>,
    node: NodeId,
    change: impl FnOnce(&mut Node2),
) -> Result<(), String> {
    let edited = game.forest_mut().edit(node, change);
    edited.map_err(|why| why.to_string())
}

/// Gives an entity these tags and no others.
fn retag<B: Backend>(game: &mut Game<B>, node: NodeId, tags: &[Text]) {
    for tag in game.tags(node).to_vec() {
        if !tags.contains(&tag) {
            let _ = game.remove_tag(node, &tag); // it may be gone by now
        }
    }
    for tag in tags {
        let _ = game.add_tag(node, tag);
    }
}

fn placement(axis: &str, value: f32) -> Result<Placement, String> {
    let mut placement = Placement::default();
    let place = match axis {
        "x" => &mut placement.x,
        "y" => &mut placement.y,
        "angle" => &mut placement.angle,
        "scaleX" => &mut placement.scale_x,
        "scaleY" => &mut placement.scale_y,
        "skew" => &mut placement.skew,
        _ => return Err(format!("no place has \"{axis}\"")),
    };
    *place = Some(value);
    Ok(placement)
}

fn number(value: &Json) -> Result<f32, String> {
    let number = value.as_f64().map(|number| number as f32);
    let number = number.filter(|number| number.is_finite());
    number.ok_or_else(|| format!("{value} is no number"))
}

fn truth(value: &Json) -> Result<bool, String> {
    let truth = value.as_bool();
    truth.ok_or_else(|| format!("{value} is neither true nor false"))
}
