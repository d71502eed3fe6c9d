//! One request about a running game, answered.

use kinfolk::Transform2;
use kinfolk_game::{Game, Spawn};
use kinfolk_physics::Backend;
use kinfolk_scene::{Edit, Text};
use serde_json::{Value, json};

use crate::inspect;
use crate::play_request::PlayRequest;
use crate::protocol::Frame;
use crate::request::{Envelope, Request, Spot};
use crate::session::text_frame;

use super::change::Changes;

/// Answers requests; remembers what a gesture may take back.
#[derive(Debug, Default)]
pub(super) struct Desk {
    /// The gesture that goes on, and how everything was before it.
    gesture: Option<(String, Changes)>,
}

impl Desk {
    pub(super) fn answer<B: Backend>(&mut self, game: &mut Game<B>, request: &str) -> Frame {
        let (n, granted) = match Envelope::read(request) {
            Ok(envelope) => (envelope.n, self.read(game, request, &envelope)),
            Err(why) => (0, Err(why)),
        };
        let mut reply = json!({ "is": "reply", "n": n, "ok": granted.is_ok() });
        match granted {
            Ok(Value::Object(more)) => {
                if let Value::Object(reply) = &mut reply {
                    reply.extend(more);
                }
            }
            Ok(_) => {}
            Err(why) => reply["why"] = why.into(),
        }
        text_frame(&reply)
    }

    fn read<B: Backend>(
        &mut self,
        game: &mut Game<B>,
        request: &str,
        envelope: &Envelope,
    ) -> Result<Value, String> {
        match PlayRequest::read(&envelope.verb, request)? {
            Some(PlayRequest::Inspect(ids)) => Ok(inspected(game, &ids)),
            Some(_) => Err("this game is run by its own program".to_owned()),
            None => {
                let asked = Request::read(&envelope.verb, request)?;
                self.grant(game, asked, envelope)
            }
        }
    }

    fn grant<B: Backend>(
        &mut self,
        game: &mut Game<B>,
        asked: Request,
        envelope: &Envelope,
    ) -> Result<Value, String> {
        let mut changes = Changes::default();
        let done = match asked {
            Request::Inspect(ids) => return Ok(inspected(game, &ids)),
            Request::Cancel(gesture) => {
                if let Some((_, changes)) = self.gesture.take_if(|(name, _)| *name == gesture) {
                    changes.take_back(game);
                }
                return Ok(json!({}));
            }
            Request::Edit { edits, .. } => {
                let mut each = edits.iter();
                each.try_for_each(|edit| match edit {
                    Edit::Set { id, key, value } => changes.set(game, id, key, value),
                    Edit::Rename { .. } => Err("a running game keeps its ids".to_owned()),
                    _ => Err(not_while_it_runs()),
                })
            }
            // Handles say how far it is from where they were taken, so what they did before is taken back first.
            Request::Drag { pulls, .. } => {
                let again =
                    |(name, _): &mut (String, Changes)| Some(&*name) == envelope.gesture.as_ref();
                if let Some((_, before)) = self.gesture.take_if(again) {
                    before.take_back(game);
                }
                let mut each = pulls.iter();
                each.try_for_each(|(id, pull)| changes.pull(game, id, pull))
            }
            Request::Place { wishes, .. } => {
                let mut each = wishes.iter();
                each.try_for_each(|(id, wish)| changes.place(game, id, wish))
            }
            Request::Move { ids, spot, keep } => changes.move_to(game, &ids, &spot, keep),
            Request::Remove { ids, children } => return changes.remove(game, &ids, children),
            Request::Add { spot, template, .. } => return add(game, &spot, template),
            Request::Undo | Request::Redo | Request::Goto(_) => {
                Err("a running game has no history".to_owned())
            }
            Request::Save { .. } | Request::Resolve { .. } | Request::Recover { .. } => {
                Err("a running game has no file".to_owned())
            }
            _ => Err(not_while_it_runs()),
        };
        if let Err(why) = done {
            changes.take_back(game);
            return Err(why);
        }
        self.gesture = match (envelope.gesture.clone(), self.gesture.take()) {
            (Some(now), Some((begun, before))) if now == begun => {
                Some((now, before.followed_by(changes)))
            }
            (now, _) => now.map(|now| (now, changes)),
        };
        Ok(json!({ "select": envelope.selection }))
    }
}

fn not_while_it_runs() -> String {
    "this cannot be changed while the game runs".to_owned()
}

fn inspected<B: Backend>(game: &Game<B>, ids: &[Text]) -> Value {
    let entities = ids.iter().filter_map(|id| inspect::running(game, id));
    json!({ "entities": entities.collect::<Vec<_>>() })
}

/// Plants a template.
fn add<B: Backend>(
    game: &mut Game<B>,
    spot: &Spot,
    template: Option<Text>,
) -> Result<Value, String> {
    let template = template.ok_or("only instances of templates can be added to a running game")?;
    let find = |id: &Text| {
        let found = game.entity(id);
        found.ok_or_else(|| format!("no entity \"{id}\""))
    };
    let parent = spot.parent.as_ref().map(find).transpose()?;
    let spawn = Spawn {
        attach_to_parent: parent,
        ..Spawn::new(template, Transform2::IDENTITY)
    };
    let planted = game.spawn(&spawn).map_err(|why| why.to_string())?;
    Ok(json!({ "select": [game.id(planted.root)] }))
}
