//! Names for steps, and ids that nobody has.

use std::collections::HashSet;

use kinfolk_scene::{Children, Edit, Editing, Text};

/// What a person would call these edits.
pub(crate) fn of_edits(edits: &[Edit]) -> String {
    let Some(first) = edits.first() else {
        return "nothing".to_owned();
    };
    let mut whom: Vec<&str> = edits.iter().flat_map(ids).collect();
    whom.sort_unstable();
    whom.dedup();
    let whom = match whom[..] {
        [] => String::new(),
        [one] => short(one),
        _ => format!("{} entities", whom.len()),
    };
    let verb = verb(first);
    if let [Edit::SetDocument { key, .. } | Edit::ClearDocument { key }] = edits {
        return format!("{verb} {}", short(key.last().map_or("", Text::as_str)));
    }
    if let [Edit::Set { key, .. } | Edit::Clear { key, .. }] = edits {
        return format!(
            "{verb} {} of {whom}",
            short(key.last().map_or("", Text::as_str))
        );
    }
    if edits.iter().all(|edit| matches!(edit, Edit::Set { .. })) && is_placing(edits) {
        return format!("Place {whom}");
    }
    format!("{verb} {whom}")
}

fn is_placing(edits: &[Edit]) -> bool {
    edits.iter().all(|edit| match edit {
        Edit::Set { key, .. } => key
            .first()
            .is_some_and(|first| first == "transform" || first == "localTransform"),
        _ => false,
    })
}

fn verb(edit: &Edit) -> &'static str {
    match edit {
        Edit::Add { .. } | Edit::AddTemplate { .. } | Edit::AddChild { .. } => "Add",
        Edit::Remove {
            children: Children::Remove,
            ..
        }
        | Edit::RemoveTemplate { .. }
        | Edit::RemoveChild { .. } => "Delete",
        Edit::Remove { .. } => "Delete, children kept,",
        Edit::Move { .. } => "Move",
        Edit::Rename { .. } | Edit::RenameTemplate { .. } | Edit::RenameChild { .. } => "Rename",
        Edit::Set { .. } | Edit::SetTemplate { .. } | Edit::SetDocument { .. } => "Set",
        Edit::Clear { .. } | Edit::ClearTemplate { .. } | Edit::ClearDocument { .. } => "Clear",
        Edit::Duplicate { .. } => "Duplicate",
        Edit::Wrap { .. } => "Wrap",
        Edit::Unwrap { .. } => "Unwrap",
        Edit::Extract { .. } => "Make a template of",
        Edit::Unpack { .. } => "Unpack",
        Edit::ApplyOverride { .. } => "Apply the overrides of",
        Edit::RevertOverride { .. } => "Revert",
        _ => "Edit",
    }
}

/// Who an edit is about.
pub(crate) fn ids(edit: &Edit) -> Vec<&str> {
    match edit {
        Edit::Add { entity, .. } => {
            let id = entity.get("id").or_else(|| entity.get("name"));
            id.and_then(|id| id.as_str()).into_iter().collect()
        }
        Edit::Move { ids, .. } | Edit::Wrap { ids, .. } => ids.iter().map(Text::as_str).collect(),
        Edit::Remove { id, .. }
        | Edit::Rename { id, .. }
        | Edit::Set { id, .. }
        | Edit::Clear { id, .. }
        | Edit::Duplicate { id, .. }
        | Edit::Unwrap { id }
        | Edit::Extract { id, .. }
        | Edit::Unpack { id }
        | Edit::ApplyOverride { id }
        | Edit::RevertOverride { id } => vec![id],
        Edit::AddTemplate { template, .. }
        | Edit::RemoveTemplate { template }
        | Edit::RenameTemplate { template, .. }
        | Edit::SetTemplate { template, .. }
        | Edit::ClearTemplate { template, .. }
        | Edit::AddChild { template, .. }
        | Edit::RemoveChild { template, .. }
        | Edit::RenameChild { template, .. } => vec![template],
        _ => Vec::new(),
    }
}

/// A name that fits into a list.
fn short(name: &str) -> String {
    const MOST: usize = 40;
    match name.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// Gives out ids that nobody has, each once.
#[derive(Debug, Default)]
pub(crate) struct Ids {
    given: HashSet<String>,
}

impl Ids {
    /// Whether somebody has this id.
    pub(crate) fn is_taken(&self, editing: &Editing, id: &str) -> bool {
        self.given.contains(id) || editing.scene().node(id).is_some()
    }

    /// This id if nobody has it, else one like it.
    pub(crate) fn take(&mut self, editing: &Editing, like: &str) -> Text {
        let id = if self.is_taken(editing, like) {
            self.another(editing, like)
        } else {
            like.to_owned()
        };
        self.given.insert(id.clone());
        id.into()
    }

    /// An id like this one, with another number.
    pub(crate) fn take_another(&mut self, editing: &Editing, like: &str) -> Text {
        let id = self.another(editing, like);
        self.given.insert(id.clone());
        id.into()
    }

    fn another(&self, editing: &Editing, like: &str) -> String {
        let stem = like.trim_end_matches(|last: char| last.is_ascii_digit());
        let number: u64 = like[stem.len()..].parse().unwrap_or(1);
        let stem = match like.len() == stem.len() {
            true => format!("{stem}_"),
            false => stem.to_owned(),
        };
        let mut numbers = number.saturating_add(1)..;
        let free = numbers.find_map(|number| {
            let id = format!("{stem}{number}");
            (!self.is_taken(editing, &id)).then_some(id)
        });
        free.unwrap_or_default()
    }
}
