//! New entities: what they are called, and where they are put.

use kinfolk_scene::{Edit, EditRefused, Editing, Json, Number, Object, Text};

use crate::names::Ids;
use crate::request::Spot;

/// What something new is called: its id, and the key and the text that say so. Inside of the template
/// that is edited it has a name, and its id is made of that.
pub(crate) fn named(
    editing: &Editing,
    free: &mut Ids,
    like: &str,
    spot: &Spot,
    within: Option<&str>,
) -> (Text, (&'static str, Text)) {
    let above = spot
        .parent
        .as_deref()
        .filter(|parent| within.is_some_and(|within| editing.is_in_template(within, parent)));
    match above {
        Some(above) => {
            let id = free.take(editing, &format!("{above}_{like}"));
            let name = id.strip_prefix(&format!("{above}_")).unwrap_or(like);
            let name = Text::from(name);
            (id, ("name", name))
        }
        None => {
            let id = free.take(editing, like);
            (id.clone(), ("id", id))
        }
    }
}

/// The edit that adds an entity with an `id` or a `name`, at a place in the world if there is one.
pub(crate) fn add(
    editing: &Editing,
    (key, own): (&str, Text),
    template: Option<Text>,
    spot: &Spot,
    at: Option<(f32, f32)>,
) -> Result<Edit, EditRefused> {
    let (parent, before) = (spot.parent.as_deref(), spot.before.as_deref());
    let mut entity = Object::new();
    entity.set(key, Json::String(own));
    if let Some(template) = template {
        entity.set("template", Json::String(template));
    }
    if let Some(at) = at {
        let mut place = Object::new();
        for (key, number) in ["x", "y"].into_iter().zip(below(editing, parent, at)) {
            place.set(key, shortest(number));
        }
        let key = match parent {
            Some(_) => "localTransform",
            None => "transform",
        };
        entity.set(key, Json::Object(place));
    }
    editing.to_add(Json::Object(entity), parent, before)
}

/// A place in the world as a parent sees it; as it is if that cannot be said.
fn below(editing: &Editing, parent: Option<&str>, (x, y): (f32, f32)) -> [f32; 2] {
    let node = parent.and_then(|parent| editing.scene().node(parent));
    let Some(world) = node.and_then(|node| editing.forest().effective(node)) else {
        return [x, y];
    };
    let [a, b, c, d, tx, ty] = world.to_array();
    let size = a * d - b * c;
    let (x, y) = (x - tx, y - ty);
    let local = [(d * x - c * y) / size, (a * y - b * x) / size];
    match local.iter().all(|number| number.is_finite()) {
        true => local,
        false => [0.0, 0.0],
    }
}

/// A number in the fewest digits that read back the same.
fn shortest(number: f32) -> Json {
    let digits = number.to_string().parse().ok();
    let number = digits.and_then(Number::from_f64);
    number.map_or(Json::Null, Json::Number)
}

/// What is selected after edits that call children of a template otherwise.
pub(crate) fn renamed_in(
    editing: &Editing,
    template: &str,
    edits: &[Edit],
    selection: &[Text],
) -> Option<Vec<Text>> {
    let [Edit::Rename { id, to }] = edits else {
        return None;
    };
    let name = editing.scene().name(editing.scene().node(id)?)?;
    let above = id.strip_suffix(name)?;
    let is_part = editing.authored(id)?.instance.is_some();
    if !is_part || !editing.is_in_template(template, id) {
        return None;
    }
    let to = to.strip_prefix(above).unwrap_or(to);
    let new = Text::from(format!("{above}{to}"));
    let renamed = |old: &Text| if old == id { new.clone() } else { old.clone() };
    Some(selection.iter().map(renamed).collect())
}
