//! Rules: when something happens, do something.
//!
//! `{ "on": { "type": "collision", "a": "player", "b": "enemy" }, "do": [{ "type": "damage", "target":
//! "self", "amount": 10 }] }`. What an action brings about is heard by rules in the same frame; a
//! budget stops those that never come to an end.

use kinfolk::NodeId;
use kinfolk_physics::Backend;
use kinfolk_scene::{Json, Text};

use crate::about::{self, About, Fallback, Parameter, Range};
use crate::deed::Deed;
use crate::game::Game;
use crate::news::Event;
use crate::read::{number, truth, word, wrong};
use crate::step::MOST_ACTIONS;

/// The rules of a document.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rules {
    all: Vec<Rule>,
}

#[derive(Debug, Clone)]
struct Rule {
    name: Text,
    on: Trigger,
    deeds: Vec<Deed>,
}

/// What a rule waits for.
#[derive(Debug, Clone)]
enum Trigger {
    Start,
    Timer {
        every: f64,
        after: f64,
        times: Option<u64>,
    },
    Collision {
        a: Option<Text>,
        b: Option<Text>,
        begins: bool,
        sensor: Option<bool>,
    },
    Spawned(Option<Text>),
    Destroyed(Option<Text>),
    TagAdded(Text),
    TagRemoved(Text),
    Input(Text),
}

/// What rules can wait for, and what can be told to each.
pub(crate) const TRIGGERS: [About; 8] = [
    About {
        kind: "start",
        doc: "The game begins.",
        parameters: &[],
    },
    About {
        kind: "timer",
        doc: "Time passes.",
        parameters: &[
            Parameter::optional(
                "every",
                about::Kind::Number(Range::POSITIVE),
                "Seconds from one to the next",
            ),
            Parameter::optional(
                "after",
                about::Kind::Number(Range::NOT_NEGATIVE),
                "Seconds before the first; as many as between two if absent",
            ),
            Parameter::optional(
                "times",
                about::Kind::Number(Range::ANY),
                "How often at most; without \"every\" it is once",
            ),
        ],
    },
    About {
        kind: "collision",
        doc: "Two touch, or no longer do.",
        parameters: &[
            Parameter::optional(
                "a",
                about::Kind::Text,
                "An id or a tag of the one; it is \"self\"",
            ),
            Parameter::optional("b", about::Kind::Text, "An id or a tag of the other"),
            Parameter::or(
                "begins",
                about::Kind::Flag,
                Fallback::Flag(true),
                "Whether it begins; else it ends",
            ),
            Parameter::optional(
                "sensor",
                about::Kind::Flag,
                "Only with sensors, or only without",
            ),
        ],
    },
    About {
        kind: "spawned",
        doc: "Somebody comes into the game.",
        parameters: &[Parameter::optional(
            "entity",
            about::Kind::Text,
            "An id or a tag",
        )],
    },
    About {
        kind: "destroyed",
        doc: "Somebody goes.",
        parameters: &[Parameter::optional(
            "entity",
            about::Kind::Text,
            "An id or a tag",
        )],
    },
    About {
        kind: "tagAdded",
        doc: "Somebody gets a tag.",
        parameters: &[Parameter::needed("tag", about::Kind::Text, "Which")],
    },
    About {
        kind: "tagRemoved",
        doc: "Somebody loses a tag.",
        parameters: &[Parameter::needed("tag", about::Kind::Text, "Which")],
    },
    About {
        kind: "input",
        doc: "Something is put in: a key, a button, a gesture.",
        parameters: &[Parameter::needed(
            "name",
            about::Kind::Text,
            "What it is called",
        )],
    },
];

/// Whom an event is about.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Subjects {
    pub(crate) me: Option<NodeId>,
    pub(crate) other: Option<NodeId>,
}

impl Rules {
    pub(crate) fn read(json: Option<&Json>) -> Result<Self, String> {
        let list = match json {
            None | Some(Json::Null) => return Ok(Self::default()),
            Some(Json::Array(list)) => list,
            Some(other) => return Err(wrong("rules", other, "a list")),
        };
        let mut all = Vec::with_capacity(list.len());
        for (index, json) in list.iter().enumerate() {
            let name = word(json, "name")?.unwrap_or_else(|| format!("rule {index}").into());
            let rule = rule(json, name.clone()).map_err(|why| format!("\"{name}\": {why}"))?;
            all.push(rule);
        }
        Ok(Self { all })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

fn rule(json: &Json, name: Text) -> Result<Rule, String> {
    let Json::Array(deeds) = &json["do"] else {
        return Err(wrong("do", &json["do"], "a list of actions"));
    };
    let deeds = deeds.iter().map(Deed::read).collect::<Result<_, _>>()?;
    let on = trigger(&json["on"])?;
    Ok(Rule { name, on, deeds })
}

fn trigger(json: &Json) -> Result<Trigger, String> {
    let Some(kind) = json["type"].as_str().or_else(|| json.as_str()) else {
        return Err(wrong("on", json, "an object with a \"type\""));
    };
    let needed = |key: &str| word(json, key)?.ok_or_else(|| format!("\"{key}\" is missing"));
    Ok(match kind {
        "start" => Trigger::Start,
        "timer" => {
            let every = number(json, "every")?;
            let after = number(json, "after")?;
            let Some(first) = after.or(every) else {
                return Err("a timer needs \"every\" or \"after\"".to_owned());
            };
            if first < 0.0 || every.is_some_and(|every| every <= 0.0) {
                return Err("a timer waits for more than 0 seconds".to_owned());
            }
            let times = number(json, "times")?.map(|times| times.max(0.0) as u64);
            Trigger::Timer {
                every: f64::from(every.unwrap_or(f32::MAX)),
                after: f64::from(first),
                times: if every.is_none() { Some(1) } else { times },
            }
        }
        "collision" => Trigger::Collision {
            a: word(json, "a")?,
            b: word(json, "b")?,
            begins: truth(json, "begins")?.unwrap_or(true),
            sensor: truth(json, "sensor")?,
        },
        "spawned" => Trigger::Spawned(word(json, "entity")?),
        "destroyed" => Trigger::Destroyed(word(json, "entity")?),
        "tagAdded" => Trigger::TagAdded(needed("tag")?),
        "tagRemoved" => Trigger::TagRemoved(needed("tag")?),
        "input" => Trigger::Input(needed("name")?),
        other => {
            return Err(format!(
                "nothing is called \"{other}\"; there is start, timer, collision, spawned, destroyed, tagAdded, \
                 tagRemoved, input"
            ));
        }
    })
}

impl<B: Backend> Game<B> {
    /// Does what rules want, until nothing new happens or the budget is spent.
    pub(crate) fn follow_rules(&mut self) {
        if self.rules.is_empty() {
            self.events.take_unheard();
            return;
        }
        let rules = std::mem::take(&mut self.rules);
        let mut spent = 0;
        self.follow_clock(&rules, &mut spent);
        loop {
            let news = self.events.take_unheard();
            if news.is_empty() {
                break;
            }
            for event in &news {
                for rule in &rules.all {
                    if let Some(subjects) = self.concerns(&rule.on, event) {
                        self.do_deeds(rule, subjects, &mut spent);
                    }
                }
            }
            if spent > MOST_ACTIONS {
                let what =
                    format!("more than {MOST_ACTIONS} actions in a frame; the rest is dropped");
                self.trouble("rules".to_owned(), what);
                self.events.take_unheard();
                break;
            }
        }
        self.rules = rules;
    }

    /// What is due by the clock alone.
    fn follow_clock(&mut self, rules: &Rules, spent: &mut usize) {
        let (before, now) = (self.frame as f64, (self.frame + 1) as f64);
        let secs = f64::from(self.secs);
        for rule in &rules.all {
            let rings = match rule.on {
                Trigger::Start => u64::from(self.frame == 0),
                Trigger::Timer {
                    every,
                    after,
                    times,
                } => {
                    // A little early rather than a frame late.
                    let rung = |frames: f64| {
                        let over = frames * secs - after + 1e-9;
                        if over < 0.0 {
                            return 0;
                        }
                        let rung = ((over / every) as u64).saturating_add(1);
                        times.map_or(rung, |times| rung.min(times))
                    };
                    rung(now).saturating_sub(rung(before))
                }
                _ => 0,
            };
            for _ in 0..rings.min(MOST_ACTIONS as u64) {
                if matches!(rule.on, Trigger::Timer { .. }) {
                    self.events.push(Event::Timer(rule.name.clone()));
                }
                self.do_deeds(rule, Subjects::default(), spent);
            }
        }
    }

    fn do_deeds(&mut self, rule: &Rule, subjects: Subjects, spent: &mut usize) {
        for deed in &rule.deeds {
            if *spent > MOST_ACTIONS {
                return;
            }
            match deed.actions(self, subjects) {
                Ok(actions) => {
                    *spent += actions.len().max(1);
                    self.wishes.extend(actions);
                    self.grant_wishes();
                }
                Err(why) => self.trouble(rule.name.to_string(), why),
            }
        }
    }

    /// Whether a rule waits for this, and whom it is about.
    fn concerns(&self, on: &Trigger, event: &Event) -> Option<Subjects> {
        let one = |node: NodeId| Subjects {
            me: Some(node),
            other: None,
        };
        match (on, event) {
            (
                Trigger::Collision {
                    a,
                    b,
                    begins,
                    sensor,
                },
                Event::Contact(contact),
            ) => {
                if contact.begins != *begins || sensor.is_some_and(|want| want != contact.sensor) {
                    return None;
                }
                let fits = |who: &Option<Text>, node: NodeId| {
                    who.as_ref().is_none_or(|who| self.is_called(node, who))
                };
                let (one, other) = (contact.one, contact.other);
                [(one, other), (other, one)]
                    .into_iter()
                    .find(|&(me, other)| fits(a, me) && fits(b, other))
                    .map(|(me, other)| Subjects {
                        me: Some(me),
                        other: Some(other),
                    })
            }
            (Trigger::Spawned(who), Event::Spawned(node)) => {
                let fits = who.as_ref().is_none_or(|who| self.is_called(*node, who));
                fits.then(|| one(*node))
            }
            (Trigger::Destroyed(who), Event::Destroyed { id, tags, .. }) => {
                let fits = who
                    .as_ref()
                    .is_none_or(|who| who == id || tags.contains(who));
                fits.then(Subjects::default)
            }
            (Trigger::TagAdded(want), Event::TagAdded(node, tag))
            | (Trigger::TagRemoved(want), Event::TagRemoved(node, tag)) => {
                (want == tag).then(|| one(*node))
            }
            (Trigger::Input(want), Event::Input { name, at }) => {
                (want == name).then_some(Subjects {
                    me: *at,
                    other: None,
                })
            }
            _ => None,
        }
    }

    /// Whether this is somebody's id or one of its tags.
    fn is_called(&self, node: NodeId, who: &str) -> bool {
        let tags = self.tags(node);
        tags.iter().any(|tag| tag == who) || self.scene.id(node).as_deref() == Some(who)
    }

    /// Tells rules that something was put in: a key, a button, a gesture.
    pub fn signal(&mut self, name: &str) {
        let name = name.into();
        self.events.push(Event::Input { name, at: None });
    }
}
