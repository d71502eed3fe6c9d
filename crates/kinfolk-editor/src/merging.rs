//! The text of a merged document, with the comments of one side.

use kinfolk_scene::{
    Change, Children, Document, Edit, Editing, Includes, Json, Keep, Subject, Text, diff,
};

/// What `text` becomes when it says what `merged` says. Comments and layout stay if the way there
/// can be told as edits; otherwise it is written anew.
pub(crate) fn text_of(text: &str, merged: &Document, includes: &Includes) -> String {
    spliced(text, merged, includes).unwrap_or_else(|| merged.to_text())
}

fn spliced(text: &str, merged: &Document, includes: &Includes) -> Option<String> {
    let mut editing = Editing::with_includes(text, includes.clone()).ok()?;
    let differences = diff(editing.document(), merged).differences;
    // Who is removed may have children that have moved away, so removing comes last.
    let (last, first): (Vec<_>, Vec<_>) = differences
        .iter()
        .partition(|difference| matches!(difference.change, Change::Removed { .. }));
    for difference in first.into_iter().chain(last) {
        let edit = as_edit(&editing, &difference.subject, &difference.change)?;
        for edit in edit {
            editing.apply(&edit).ok()?;
        }
    }
    (editing.document() == merged).then(|| editing.text())
}

/// The edits that make one difference; `None` if there are none.
fn as_edit(editing: &Editing, subject: &Subject, change: &Change) -> Option<Vec<Edit>> {
    let Subject::Entity { id } = subject else {
        return in_template(subject, change).map(|edit| vec![edit]);
    };
    let id = id.clone();
    Some(match change {
        Change::Changed { key, after, .. } => {
            let key = keys(key);
            vec![match after {
                Some(value) => Edit::Set {
                    id,
                    key,
                    value: value.clone(),
                },
                None => Edit::Clear { id, key },
            }]
        }
        Change::Added { to, content } => {
            let mut entity = content.clone();
            if let Json::Object(entity) = &mut entity {
                entity.remove("parent");
                if entity.get("id").is_none() && to.parent.is_none() {
                    entity.set("id", Json::String(id));
                }
            }
            let next = next_of(editing, to.parent.as_deref(), to.previous.as_deref());
            let (parent, next) = (to.parent.as_deref(), next.as_deref());
            vec![editing.to_add(entity, parent, next).ok()?]
        }
        Change::Moved { to, .. } => {
            let next = next_of(editing, to.parent.as_deref(), to.previous.as_deref());
            let parent = to.parent.as_deref();
            editing
                .to_move(&[id], parent, next.as_deref(), Keep::Local)
                .ok()?
        }
        Change::Removed { .. } => {
            if editing.scene().node(&id).is_none() {
                return Some(Vec::new()); // went with its parent
            }
            vec![Edit::Remove {
                id,
                children: Children::Remove,
            }]
        }
        Change::Reordered { .. } => return None,
    })
}

fn in_template(subject: &Subject, change: &Change) -> Option<Edit> {
    let (template, child) = match subject {
        Subject::Template { name } => (name.clone(), None),
        Subject::TemplateChild { template, path } => (template.clone(), Some(path.clone())),
        _ => return None,
    };
    let Change::Changed { key, after, .. } = change else {
        return None;
    };
    let key = keys(key);
    Some(match after {
        Some(value) => Edit::SetTemplate {
            template,
            child,
            key,
            value: value.clone(),
        },
        None => Edit::ClearTemplate {
            template,
            child,
            key,
        },
    })
}

/// The sibling behind `previous`, or the first one.
fn next_of(editing: &Editing, parent: Option<&str>, previous: Option<&str>) -> Option<String> {
    let (scene, forest) = (editing.scene(), editing.forest());
    let next = match (previous, parent) {
        (Some(previous), _) => forest.next_sibling(scene.node(previous)?),
        (None, Some(parent)) => {
            let mut children = forest.children(scene.node(parent)?);
            children.find(|&child| scene.is_written(child))
        }
        (None, None) => forest.roots().next(),
    };
    scene.id(next?)
}

/// `a."b.c".d` as its keys.
fn keys(joined: &str) -> Vec<Text> {
    let mut keys = Vec::new();
    let mut rest = joined;
    while !rest.is_empty() {
        if rest.starts_with('"') {
            let mut strings = serde_json::Deserializer::from_str(rest).into_iter::<String>();
            let Some(Ok(key)) = strings.next() else { break };
            let end = strings.byte_offset();
            keys.push(key.into());
            rest = rest[end..].strip_prefix('.').unwrap_or_default();
        } else {
            let (key, after) = rest.split_once('.').unwrap_or((rest, ""));
            keys.push(key.into());
            rest = after;
        }
    }
    keys
}
