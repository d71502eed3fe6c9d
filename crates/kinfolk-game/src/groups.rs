//! Behaviors that depend on tags: of several groups one is at work.
//!
//! `conditionalBehaviors` is a list of `{ "when": { … }, "priority": 1, "behaviors": [ … ] }`. The
//! group with the highest priority whose condition holds is at work, the first of equals. It is
//! chosen at birth and whenever tags change; a group that comes to work starts afresh.

use kinfolk_scene::{Document, Json, Text};

use crate::about::{Kind, Parameter};
use crate::behavior::{Registry, Running};
use crate::read::wrong;

/// The groups of an entity.
#[derive(Debug, Clone, Default)]
pub(crate) struct Groups {
    all: Vec<Group>,
    /// The one at work.
    pub(crate) active: Option<usize>,
    pub(crate) behaviors: Vec<Running>,
    /// Whether a behavior of some group drags, and whether one does not.
    pub(crate) kinds: Kinds,
}

/// When the behaviors of an entity act.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Kinds {
    pub(crate) drags: bool,
    pub(crate) moves: bool,
}

impl Kinds {
    pub(crate) fn add(&mut self, behaviors: &[Running]) {
        self.drags |= behaviors.iter().any(|running| running.drags);
        self.moves |= behaviors.iter().any(|running| !running.drags);
    }
}

#[derive(Debug, Clone)]
struct Group {
    when: Condition,
    priority: f64,
    behaviors: Json,
}

#[derive(Debug, Clone, Default)]
struct Condition {
    has_all: Vec<Text>,
    has_any: Option<Vec<Text>>,
    lacks: Vec<Text>,
}

impl Groups {
    /// Reads groups; everything in them must make sense, also what is not at work yet.
    pub(crate) fn read(
        json: &Json,
        registry: &Registry,
        document: &Document,
    ) -> Result<Self, String> {
        let Some(groups) = json.as_array() else {
            return Err("\"conditionalBehaviors\" is no list".to_owned());
        };
        let mut all = Vec::with_capacity(groups.len());
        let mut kinds = Kinds::default();
        for group in groups {
            let when = match group.get("when").or_else(|| group.get("condition")) {
                Some(when) => {
                    check_keys(when)?;
                    condition(when)?
                }
                None => condition(group)?,
            };
            let priority = match &group["priority"] {
                Json::Null => 0.0,
                Json::Number(number) => number.to_f64(),
                other => return Err(wrong("priority", other, "a number")),
            };
            let behaviors = group["behaviors"].clone();
            kinds.add(&checked(&behaviors, registry, document)?);
            all.push(Group {
                when,
                priority,
                behaviors,
            });
        }
        Ok(Self {
            all,
            active: None,
            behaviors: Vec::new(),
            kinds,
        })
    }

    /// Chooses again; says whether another group is at work now.
    pub(crate) fn choose(&mut self, tags: &[Text], registry: &Registry) -> bool {
        let fitting = self.all.iter().enumerate();
        let fitting = fitting.filter(|(_, group)| group.when.holds(tags));
        let best = fitting.reduce(|best, other| {
            if other.1.priority > best.1.priority {
                other
            } else {
                best
            }
        });
        let chosen = best.map(|(index, _)| index);
        if chosen == self.active {
            return false;
        }
        self.active = chosen;
        let json = chosen.map(|index| &self.all[index].behaviors);
        let behaviors = json.and_then(|json| made(json, registry).ok());
        self.behaviors = behaviors.unwrap_or_default();
        true
    }
}

impl Condition {
    fn holds(&self, tags: &[Text]) -> bool {
        let has = |tag: &Text| tags.contains(tag);
        self.has_all.iter().all(has)
            && self.has_any.as_ref().is_none_or(|any| any.iter().any(has))
            && !self.lacks.iter().any(has)
    }
}

/// What a condition can ask for.
pub(crate) const CONDITION: [Parameter; 4] = [
    Parameter::optional("hasTag", Kind::Words, "It has this tag"),
    Parameter::optional("hasAnyTag", Kind::Words, "It has one of these tags"),
    Parameter::optional("hasAllTags", Kind::Words, "It has all of these tags"),
    Parameter::optional("lacksTag", Kind::Words, "It has none of these tags"),
];

/// A condition that nobody understands would hold always.
fn check_keys(when: &Json) -> Result<(), String> {
    let known = CONDITION.map(|parameter| parameter.key);
    let Some(object) = when.as_object() else {
        return Err(wrong("when", when, "an object"));
    };
    match object.iter().find(|(key, _)| !known.contains(key)) {
        Some((key, _)) => {
            let known = known.join(", ");
            Err(format!("no condition \"{key}\"; there is {known}"))
        }
        None => Ok(()),
    }
}

fn condition(json: &Json) -> Result<Condition, String> {
    let words = |key: &str| -> Result<Option<Vec<Text>>, String> {
        let word = |json: &Json| {
            let word = json.as_str().map(Text::from);
            word.ok_or_else(|| format!("\"{key}\" is {}, and should be words", json.kind()))
        };
        match &json[key] {
            Json::Null => Ok(None),
            Json::Array(list) => list.iter().map(word).collect::<Result<_, _>>().map(Some),
            one => Ok(Some(vec![word(one)?])),
        }
    };
    let mut has_all = words("hasAllTags")?.unwrap_or_default();
    has_all.extend(words("hasTag")?.unwrap_or_default());
    Ok(Condition {
        has_all,
        has_any: words("hasAnyTag")?,
        lacks: words("lacksTag")?.unwrap_or_default(),
    })
}

/// The behaviors in a list, ready to act.
pub(crate) fn made(json: &Json, registry: &Registry) -> Result<Vec<Running>, String> {
    let list = match json {
        Json::Null => return Ok(Vec::new()),
        Json::Array(list) => list,
        other => {
            return Err(format!(
                "\"behaviors\" is {}, and should be a list",
                other.kind()
            ));
        }
    };
    let run = |json: &Json| {
        let behavior = registry.make(json)?;
        Ok(Running {
            json: json.clone(),
            drags: behavior.drags(),
            behavior,
        })
    };
    list.iter().map(run).collect()
}

/// The same, if they can work in a game of this document.
pub(crate) fn checked(
    json: &Json,
    registry: &Registry,
    document: &Document,
) -> Result<Vec<Running>, String> {
    let behaviors = made(json, registry)?;
    for running in &behaviors {
        let kind = || running.json["type"].as_str().unwrap_or_default();
        let works = running.behavior.check(document);
        works.map_err(|why| format!("\"{}\": {why}", kind()))?;
    }
    Ok(behaviors)
}
