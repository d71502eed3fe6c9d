//! One request, answered.

use std::collections::HashSet;

use kinfolk_scene::{Children, Edit, EditRefused, Editing, Json, Keep, Text};
use serde_json::{Map, Value, json};

use crate::adding;
use crate::colliders;
use crate::forms::forms;
use crate::inspect;
use crate::names::{self, Ids};
use crate::play_request::PlayRequest;
use crate::protocol::Frame;
use crate::request::{Envelope, Request};
use crate::session::{Answer, Chore, Done, Session, Stamp, nothing_open};

/// Answers one request. Touches nothing but the session: no sockets, no files, no clock.
pub fn respond(session: &mut Session, request: &str) -> Answer {
    let envelope = match Envelope::read(request) {
        Ok(envelope) => envelope,
        Err(why) => return refuse(0, &why, Vec::new()),
    };
    let n = envelope.n;
    let granted = match PlayRequest::read(&envelope.verb, request) {
        Ok(Some(asked)) => run(session, asked),
        Ok(None) => Request::read(&envelope.verb, request)
            .and_then(|asked| grant(session, asked, &envelope)),
        Err(why) => Err(why),
    };
    let mut everybody = session.take_unheard();
    let granted = match granted {
        Ok(granted) => granted,
        Err(why) => return refuse(n, &why, everybody),
    };
    let mut reply = granted.reply;
    reply.insert("is".to_owned(), "reply".into());
    reply.insert("n".to_owned(), n.into());
    reply.insert("ok".to_owned(), true.into());
    let mut chores = granted.chores;
    if granted.is_change {
        let line = granted.in_journal.as_deref().unwrap_or(request);
        chores.push(Chore::Journal(on_one_line(line)));
    }
    everybody.extend(granted.frames);
    Answer {
        reply: Value::Object(reply),
        everybody,
        running: granted.running,
        chores,
    }
}

/// Does once more what a request of a journal did.
pub(crate) fn repeat(session: &mut Session, request: &str) {
    let Ok(envelope) = Envelope::read(request) else {
        return;
    };
    if envelope.verb == "become" {
        session.become_again(request);
    } else if let Ok(asked) = Request::read(&envelope.verb, request) {
        // What was granted then is granted now.
        let _ = grant(session, asked, &envelope);
    }
}

/// What a request got.
#[derive(Default)]
struct Granted {
    reply: Map<String, Value>,
    frames: Vec<Frame>,
    running: Vec<Frame>,
    chores: Vec<Chore>,
    /// Whether the document, or the history, is different.
    is_change: bool,
    /// What the journal has to say about that, if it is not the request.
    in_journal: Option<String>,
}

impl Granted {
    fn reply(reply: Value) -> Self {
        Self {
            reply: match reply {
                Value::Object(reply) => reply,
                _ => Map::new(),
            },
            ..Self::default()
        }
    }

    fn change((select, frames): Done) -> Self {
        Self {
            frames,
            is_change: true,
            ..Self::reply(match select {
                Some(select) => json!({ "select": select }),
                None => json!({}),
            })
        }
    }

    fn walk((done, in_journal): (Done, String)) -> Self {
        Self {
            in_journal: Some(in_journal),
            ..Self::change(done)
        }
    }
}

fn run(session: &mut Session, asked: PlayRequest) -> Result<Granted, String> {
    let (reply, running) = session.run(asked)?;
    Ok(Granted {
        running,
        ..Granted::reply(reply)
    })
}

fn grant(session: &mut Session, asked: Request, envelope: &Envelope) -> Result<Granted, String> {
    if session.has_journal() && changes(&asked) {
        return Err("first decide what becomes of the edits from last time".to_owned());
    }
    let said = |refused: EditRefused| refused.to_string();
    match asked {
        Request::Inspect(ids) => {
            let editing = session
                .editing()
                .ok_or_else(|| nothing_open().to_string())?;
            let entities: Vec<Value> = ids
                .iter()
                .filter_map(|id| inspect::entity(editing, id, envelope.within.as_deref()))
                .collect();
            Ok(Granted::reply(json!({ "entities": entities })))
        }
        Request::Colliders(view) => {
            let editing = session
                .editing()
                .ok_or_else(|| nothing_open().to_string())?;
            Ok(Granted::reply(colliders::within(editing, view)))
        }
        Request::Slots => {
            let editing = session
                .editing()
                .ok_or_else(|| nothing_open().to_string())?;
            let slots = inspect::slots_of_templates(editing);
            Ok(Granted::reply(json!({ "slots": slots })))
        }
        Request::Head => {
            let editing = session
                .editing()
                .ok_or_else(|| nothing_open().to_string())?;
            Ok(Granted::reply(json!({ "head": inspect::head(editing) })))
        }
        Request::Forms => Ok(Granted::reply(json!({ "forms": forms() }))),
        Request::Source { line, lines } => {
            let (from, text) = session.source(line, lines);
            Ok(Granted::reply(json!({ "from": from, "text": text })))
        }
        Request::Copy(ids) => {
            let text = session.copy(&ids).map_err(said)?;
            Ok(Granted::reply(json!({ "text": text })))
        }
        Request::Save { force } => {
            let chores = session.text_to_save(force)?.map(Chore::Save);
            Ok(Granted {
                chores: chores.into_iter().collect(),
                ..Granted::default()
            })
        }
        Request::Resolve { how, favour } => {
            let (reply, frames, chores) = session.resolve(how, favour)?;
            Ok(Granted {
                frames,
                chores,
                ..Granted::reply(reply)
            })
        }
        Request::Recover { discard } => {
            let (frames, chores) = if discard {
                session.discard()?
            } else {
                session.recover()?
            };
            Ok(Granted {
                frames,
                chores,
                ..Granted::reply(json!({ "select": [] }))
            })
        }
        Request::Undo => Ok(Granted::walk(session.step(false).map_err(said)?)),
        Request::Redo => Ok(Granted::walk(session.step(true).map_err(said)?)),
        Request::Goto(at) => Ok(Granted::walk(session.go_to(at).map_err(said)?)),
        Request::Cancel(gesture) => Ok(Granted::change(session.cancel(&gesture).map_err(said)?)),
        change => {
            let mut text = None;
            if let Request::Cut(ids) = &change {
                text = Some(session.copy(ids).map_err(said)?);
            }
            let is_drag = matches!(change, Request::Drag { .. });
            // Whatever a gesture asks for now, it asks for from where it began.
            let rewound = session.rewind(envelope.gesture.as_deref());
            let (edits, stamp) = match work_out(session, change, envelope) {
                Ok((edits, _)) if is_drag && edits.is_empty() => {
                    return Ok(Granted::change(session.forget(rewound)));
                }
                Ok(worked_out) => worked_out,
                Err(refused) => {
                    session.leave(rewound);
                    return Err(said(refused));
                }
            };
            let mut granted = Granted::change(session.apply(edits, stamp, rewound).map_err(said)?);
            if let Some(text) = text {
                granted.reply.insert("text".to_owned(), text.into());
            }
            Ok(granted)
        }
    }
}

/// Whether a request may change the document.
fn changes(asked: &Request) -> bool {
    !matches!(
        asked,
        Request::Inspect(_)
            | Request::Colliders(_)
            | Request::Slots
            | Request::Head
            | Request::Forms
            | Request::Source { .. }
            | Request::Copy(_)
            | Request::Recover { .. }
            | Request::Resolve { .. }
    )
}

/// The edits that a request means, and what goes with them.
fn work_out(
    session: &mut Session,
    asked: Request,
    envelope: &Envelope,
) -> Result<(Vec<Edit>, Stamp), EditRefused> {
    let mut stamp = Stamp {
        gesture: envelope.gesture.clone(),
        before: envelope.selection.clone(),
        ..Stamp::default()
    };
    if let Request::Paste { text, spot } = &asked {
        let (edits, on_top) = session.paste(text, spot)?;
        stamp.name = Some(match on_top.len() {
            1 => format!("Paste {}", on_top[0]),
            many => format!("Paste {many} entities"),
        });
        stamp.after = Some(on_top);
        return Ok((edits, stamp));
    }
    let editing = session.editing_mut().ok_or_else(nothing_open)?;
    let mut free = Ids::default();
    let edits = match asked {
        Request::Edit { edits, name } => {
            stamp.name = name;
            stamp.after = added(&edits);
            if let Some(template) = &envelope.within {
                stamp.after = stamp
                    .after
                    .or_else(|| adding::renamed_in(editing, template, &edits, &stamp.before));
            }
            edits
        }
        Request::Move { ids, spot, keep } => {
            let (parent, before) = (spot.parent.as_deref(), spot.before.as_deref());
            let edits = editing.to_move(&ids, parent, before, keep)?;
            stamp.name = Some(match &ids[..] {
                [one] => format!("Move {one}"),
                many => format!("Move {} entities", many.len()),
            });
            stamp.after = Some(ids);
            edits
        }
        Request::Place { wishes, name } => {
            stamp.name = name;
            editing.to_place_each(&wishes)?
        }
        Request::Drag {
            pulls,
            snap,
            grain,
            slot,
            name,
        } => {
            stamp.name = name;
            let edits = match (slot, &pulls[..]) {
                (Some(slot), [(id, _)]) => editing.to_slot(id, &slot)?,
                _ => editing.to_drag(&pulls, snap, grain)?,
            };
            return Ok((edits, stamp)); // none: it is back where it was
        }
        Request::Add {
            spot,
            template,
            name,
            at,
        } => {
            let like = name.or_else(|| template.clone());
            let like = like.as_deref().unwrap_or("entity");
            let within = envelope.within.as_deref();
            let (id, own) = adding::named(editing, &mut free, like, &spot, within);
            stamp.after = Some(vec![id]);
            vec![adding::add(editing, own, template, &spot, at)?]
        }
        Request::Duplicate(ids) => {
            let mut copies = Vec::new();
            let mut edits = Vec::new();
            for id in editing.topmost(&ids)? {
                let to = free.take_another(editing, &id);
                copies.push(to.clone());
                edits.push(Edit::Duplicate { id, to: Some(to) });
            }
            stamp.after = Some(copies);
            edits
        }
        Request::Wrap(ids) => {
            let ids = editing.topmost(&ids)?;
            let to = free.take(editing, "group");
            stamp.after = Some(vec![to.clone()]);
            vec![Edit::Wrap { ids, to }]
        }
        Request::Unwrap(ids) => {
            let ids = editing.topmost(&ids)?;
            stamp.after = Some(ids.iter().flat_map(|id| children(editing, id)).collect());
            let unwrap = |id: &Text| Edit::Unwrap { id: id.clone() };
            stamp.name = Some(names::of_edits(&ids.iter().map(unwrap).collect::<Vec<_>>()));
            remove_alone(editing, &ids)?
        }
        Request::Remove { ids, children } => remove(editing, &ids, children, &mut stamp)?,
        Request::Cut(ids) => {
            let edits = remove(editing, &ids, Children::Remove, &mut stamp)?;
            stamp.name = Some(match &ids[..] {
                [one] => format!("Cut {one}"),
                many => format!("Cut {} entities", many.len()),
            });
            edits
        }
        _ => Vec::new(),
    };
    let edits = match &envelope.within {
        Some(template) => editing.in_template(template, edits)?,
        None => edits,
    };
    if edits.is_empty() {
        return Err(EditRefused::Senseless("nothing would change".to_owned()));
    }
    Ok((edits, stamp))
}

fn remove(
    editing: &Editing,
    ids: &[Text],
    children: Children,
    stamp: &mut Stamp,
) -> Result<Vec<Edit>, EditRefused> {
    let topmost = editing.topmost(ids)?;
    let gone = match children {
        Children::Remove => &topmost[..],
        _ => ids,
    };
    stamp.after = Some(beside(editing, gone).into_iter().collect());
    let remove = |id: &Text| Edit::Remove {
        id: id.clone(),
        children,
    };
    let edits: Vec<Edit> = gone.iter().map(remove).collect();
    if children == Children::Remove {
        return Ok(edits);
    }
    stamp.name = Some(names::of_edits(&edits));
    remove_alone(editing, ids)
}

/// The edits that remove these and nobody else: those below stay where they are in the world, and come in the tree
/// where what is gone was. The ids are in document order.
fn remove_alone(editing: &Editing, ids: &[Text]) -> Result<Vec<Edit>, EditRefused> {
    let (scene, forest) = (editing.scene(), editing.forest());
    let gone: HashSet<&str> = ids.iter().map(Text::as_str).collect();
    let mut edits = Vec::new();
    // From the last on: no edit shifts the place that another one was worked out for.
    for id in editing.topmost(ids)?.into_iter().rev() {
        let node = scene.node(&id);
        if !node.is_some_and(|node| scene.is_written(node)) {
            return Err(EditRefused::IsPart {
                id: id.to_string(),
                help: "unpack its instance first",
            });
        }
        let mut heirs = Vec::new();
        let mut below = node.map(|node| forest.descendants(node));
        while let Some(below) = &mut below
            && let Some(node) = below.next()
        {
            let heir = scene.id(node).filter(|_| scene.is_written(node));
            if let Some(heir) = heir.filter(|heir| !gone.contains(heir.as_str())) {
                heirs.push(Text::from(heir));
                below.prune();
            }
        }
        if !heirs.is_empty() {
            let parent = node
                .and_then(|node| forest.parent(node))
                .and_then(|parent| scene.id(parent));
            edits.extend(editing.to_move(&heirs, parent.as_deref(), Some(&id), Keep::World)?);
        }
        edits.push(Edit::Remove {
            id,
            children: Children::Remove,
        });
    }
    Ok(edits)
}

/// Who is selected when these are gone: a sibling of the first one, or its parent.
fn beside(editing: &Editing, ids: &[Text]) -> Option<Text> {
    let (scene, forest) = (editing.scene(), editing.forest());
    let node = scene.node(ids.first()?)?;
    let goes = |node| {
        scene
            .id(node)
            .is_some_and(|id| ids.iter().any(|gone| *gone == id))
    };
    let mut next = forest.next_sibling(node);
    while let Some(sibling) = next.filter(|&sibling| goes(sibling)) {
        next = forest.next_sibling(sibling);
    }
    let other = next
        .or_else(|| forest.previous_sibling(node))
        .or_else(|| forest.parent(node))?;
    scene.id(other).map(Text::from)
}

/// The ids of those directly below.
fn children(editing: &Editing, id: &str) -> Vec<Text> {
    let (scene, forest) = (editing.scene(), editing.forest());
    let children = scene
        .node(id)
        .into_iter()
        .flat_map(|node| forest.children(node));
    children
        .filter_map(|child| scene.id(child).map(Text::from))
        .collect()
}

/// The ids of what edits add, if they add something.
fn added(edits: &[Edit]) -> Option<Vec<Text>> {
    let ids: Vec<Text> = edits
        .iter()
        .filter_map(|edit| match edit {
            Edit::Add { entity, parent, .. } => {
                let text = |key| entity.get(key).and_then(Json::as_str);
                match (text("id"), text("name"), parent) {
                    (Some(id), ..) => Some(id.into()),
                    (None, Some(name), Some(parent)) => Some(format!("{parent}_{name}").into()),
                    _ => None,
                }
            }
            Edit::Duplicate { to, .. } => to.clone(),
            Edit::Wrap { to, .. } => Some(to.clone()),
            _ => None,
        })
        .collect();
    (!ids.is_empty()).then_some(ids)
}

fn refuse(n: u64, why: &str, everybody: Vec<Frame>) -> Answer {
    Answer {
        reply: json!({ "is": "reply", "n": n, "ok": false, "why": why }),
        everybody,
        running: Vec::new(),
        chores: Vec::new(),
    }
}

/// Line breaks of JSON mean nothing outside of texts, and are escaped inside.
fn on_one_line(json: &str) -> String {
    json.replace(['\n', '\r'], " ")
}
