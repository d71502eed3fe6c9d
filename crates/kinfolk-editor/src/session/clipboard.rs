//! Copies of entities, as text that any page, editor or terminal can take.

use kinfolk_scene::{Document, Edit, EditRefused, Json, Object, Text};

use crate::names::Ids;
use crate::request::Spot;

use super::Session;
use super::change::nothing_open;

impl Session {
    /// A document of these entities and of the templates that they need.
    pub(crate) fn copy(&self, ids: &[Text]) -> Result<String, EditRefused> {
        let editing = self.editing.as_ref().ok_or_else(nothing_open)?;
        let ids = editing.topmost(ids)?;
        if let Some(part) = ids.iter().find(|id| {
            let node = editing.scene().node(id);
            node.is_some_and(|node| !editing.scene().is_written(node))
        }) {
            return Err(EditRefused::IsPart {
                id: part.to_string(),
                help: "copy its instance, or unpack that first",
            });
        }
        let fragment = editing.fragment(ids.iter().map(Text::as_str));
        Ok(fragment.to_text())
    }

    /// The edits that add what was copied, and the ids of what is on top.
    pub(crate) fn paste(
        &self,
        text: &str,
        spot: &Spot,
    ) -> Result<(Vec<Edit>, Vec<Text>), EditRefused> {
        let editing = self.editing.as_ref().ok_or_else(nothing_open)?;
        let no_entities = |why: String| {
            EditRefused::Senseless(format!("what was copied is no piece of a scene: {why}"))
        };
        let document: Document = text
            .parse()
            .map_err(|errors: kinfolk_scene::Diagnostics| no_entities(first_line(&errors)))?;
        if document.entities.is_empty() {
            return Err(no_entities("it has no entities".to_owned()));
        }
        let json: Json = text
            .parse()
            .map_err(|errors: kinfolk_scene::Diagnostics| no_entities(first_line(&errors)))?;
        let mut edits = Vec::new();
        let templates = json.get("templates").and_then(Json::as_object);
        for (name, value) in templates.into_iter().flat_map(Object::iter) {
            if !editing.document().templates.contains_key(name) {
                edits.push(Edit::AddTemplate {
                    template: name.into(),
                    value: value.clone(),
                });
            }
        }
        let mut renamed = Renamed {
            ids: Ids::default(),
            pairs: Vec::new(),
        };
        let mut on_top = Vec::new();
        let entities = json.get("entities").and_then(Json::as_array);
        for entity in entities.unwrap_or_default() {
            let Json::Object(mut entity) = entity.clone() else {
                continue;
            };
            let parent = match entity.remove("parent") {
                Some(parent) => Some(renamed.follow(parent.as_str().unwrap_or_default())),
                None => spot.parent.clone(),
            };
            let is_on_top = parent == spot.parent;
            spell_transform(&mut entity, parent.is_some());
            let id = renamed.rename(editing, &mut entity);
            let entity = Json::Object(entity);
            edits.push(if is_on_top {
                on_top.extend(id);
                let before = spot.before.as_deref();
                editing.to_add(entity, parent.as_deref(), before)?
            } else {
                Edit::Add {
                    entity,
                    parent,
                    index: None,
                }
            });
        }
        count_up(&mut edits, spot);
        Ok((edits, on_top))
    }
}

/// What was added before is in the way of what comes next.
fn count_up(edits: &mut [Edit], spot: &Spot) {
    let mut added = 0;
    for edit in edits {
        if let Edit::Add { parent, index, .. } = edit
            && *parent == spot.parent
            && let Some(index) = index
        {
            *index += added;
            added += 1;
        }
    }
}

/// Which ids became which.
struct Renamed {
    ids: Ids,
    pairs: Vec<(Text, Text)>,
}

impl Renamed {
    /// Gives an entity and all that is nested in it ids that are free; says which the first one has.
    fn rename(&mut self, editing: &kinfolk_scene::Editing, entity: &mut Object) -> Option<Text> {
        let mut first = None;
        let mut open: Vec<&mut Object> = vec![entity];
        while let Some(entity) = open.pop() {
            if let Some(Json::String(id)) = entity.get_mut("id") {
                let new = self.ids.take(editing, id);
                self.pairs.push((id.clone(), new.clone()));
                first.get_or_insert_with(|| new.clone());
                *id = new;
            }
            if let Some(Json::Array(children)) = entity.get_mut("children") {
                open.extend(children.iter_mut().filter_map(|child| match child {
                    Json::Object(child) => Some(child),
                    _ => None,
                }));
            }
        }
        first
    }

    /// The id that somebody who was copied along has now.
    fn follow(&self, id: &str) -> Text {
        let longest = self
            .pairs
            .iter()
            .filter(|(old, _)| {
                id.strip_prefix(old.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
            })
            .max_by_key(|(old, _)| old.len());
        match longest {
            Some((old, new)) => format!("{new}{}", &id[old.len()..]).into(),
            None => id.into(),
        }
    }
}

/// A root's place is called `transform`, that of everybody else `localTransform`.
fn spell_transform(entity: &mut Object, is_child: bool) {
    let (right, wrong) = match is_child {
        true => ("localTransform", "transform"),
        false => ("transform", "localTransform"),
    };
    if let Some(place) = entity.remove(wrong) {
        entity.set(right, place);
    }
}

fn first_line(errors: &kinfolk_scene::Diagnostics) -> String {
    let text = errors.to_string();
    text.lines().next().unwrap_or_default().to_owned()
}
