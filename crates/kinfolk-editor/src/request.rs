//! What pages ask for, read from JSON. See [`protocol`](crate::protocol).

use kinfolk_scene::{Children, Edit, Keep, OwnAxis, Pull, Snap, Text, Wish};
use serde::Deserialize;
use serde_json::value::RawValue;

/// What goes with every request.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Envelope {
    /// The reply repeats it.
    pub(crate) n: u64,
    #[serde(rename = "do")]
    pub(crate) verb: String,
    /// Requests of one gesture are one step.
    pub(crate) gesture: Option<String>,
    /// What was selected before.
    pub(crate) selection: Vec<Text>,
    /// The template that is edited in place.
    pub(crate) within: Option<Text>,
}

/// What is asked for.
#[derive(Debug)]
pub(crate) enum Request {
    Edit {
        edits: Vec<Edit>,
        name: Option<String>,
    },
    Move {
        ids: Vec<Text>,
        spot: Spot,
        keep: Keep,
    },
    Place {
        wishes: Vec<(Text, Wish)>,
        name: Option<String>,
    },
    Drag {
        pulls: Vec<(Text, Pull)>,
        snap: Option<Snap>,
        grain: f32,
        slot: Option<Text>,
        name: Option<String>,
    },
    Add {
        spot: Spot,
        template: Option<Text>,
        name: Option<Text>,
        /// Where in the world.
        at: Option<(f32, f32)>,
    },
    Duplicate(Vec<Text>),
    Wrap(Vec<Text>),
    Unwrap(Vec<Text>),
    Remove {
        ids: Vec<Text>,
        children: Children,
    },
    Copy(Vec<Text>),
    Cut(Vec<Text>),
    Paste {
        text: String,
        spot: Spot,
    },
    Undo,
    Redo,
    Goto(usize),
    Cancel(String),
    Inspect(Vec<Text>),
    /// Of what is in this part of the world: left, bottom, right, top.
    Colliders([f32; 4]),
    Slots,
    Head,
    Forms,
    Source {
        line: usize,
        lines: usize,
    },
    Save {
        force: bool,
    },
    Resolve {
        how: How,
        favour: Option<Favoured>,
    },
    Recover {
        discard: bool,
    },
}

/// Where something goes.
#[derive(Debug, Default)]
pub(crate) struct Spot {
    /// The id of the parent; a root if `None`.
    pub(crate) parent: Option<Text>,
    /// The id of the sibling that comes next; last if `None`.
    pub(crate) before: Option<Text>,
}

/// What becomes of a file that changed on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum How {
    Mine,
    Theirs,
    Merge,
}

/// Whose changes count where both cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Favoured {
    Mine,
    Theirs,
}

/// All that any request may have; what a verb does not know is ignored.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Body {
    edits: Vec<Box<RawValue>>,
    name: Option<Text>,
    ids: Vec<Text>,
    parent: Option<Text>,
    before: Option<Text>,
    keep: Option<KeepWord>,
    world: World,
    pulls: Vec<PullNumbers>,
    snap: Option<SnapNumbers>,
    grain: f32,
    slot: Option<Text>,
    view: Option<[f32; 4]>,
    template: Option<Text>,
    children: Option<ChildrenWord>,
    text: String,
    at: usize,
    gesture: Option<String>,
    line: usize,
    lines: Option<usize>,
    force: bool,
    how: Option<String>,
    favour: Option<Favoured>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
enum KeepWord {
    World,
    Local,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
enum ChildrenWord {
    Remove,
    KeepWorld,
    KeepLocal,
}

/// Numbers for all, or a list with some for each.
#[derive(Deserialize)]
#[serde(untagged)]
enum World {
    All(Numbers),
    Each(Vec<Numbers>),
}

impl Default for World {
    fn default() -> Self {
        Self::All(Numbers::default())
    }
}

impl World {
    /// A place for one that is not there yet.
    fn position(&self) -> Option<(f32, f32)> {
        match self {
            Self::All(numbers) => numbers.x.zip(numbers.y),
            Self::Each(_) => None,
        }
    }

    fn wishes(self, ids: Vec<Text>) -> Result<Vec<(Text, Wish)>, String> {
        match self {
            Self::All(numbers) => {
                let wish = Wish::from(numbers);
                Ok(ids.into_iter().map(|id| (id, wish)).collect())
            }
            Self::Each(each) if each.len() == ids.len() => {
                let wishes = each.into_iter().map(Wish::from);
                Ok(ids.into_iter().zip(wishes).collect())
            }
            Self::Each(_) => Err("`world` has to be as long as `ids`".to_owned()),
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Numbers {
    x: Option<f32>,
    y: Option<f32>,
    angle: Option<f32>,
    scale_x: Option<f32>,
    scale_y: Option<f32>,
    skew: Option<f32>,
}

/// What a handle does to one entity.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct PullNumbers {
    x: Option<f32>,
    y: Option<f32>,
    turn: Option<f32>,
    stretch_x: Option<f32>,
    stretch_y: Option<f32>,
}

impl From<PullNumbers> for Pull {
    fn from(numbers: PullNumbers) -> Self {
        Self {
            x: numbers.x,
            y: numbers.y,
            turn: numbers.turn,
            stretch_x: numbers.stretch_x,
            stretch_y: numbers.stretch_y,
        }
    }
}

#[derive(Deserialize)]
struct SnapNumbers {
    step: f32,
    along: Option<AxisWord>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
enum AxisWord {
    X,
    Y,
}

impl From<SnapNumbers> for Snap {
    fn from(numbers: SnapNumbers) -> Self {
        Self {
            step: numbers.step,
            along: numbers.along.map(|axis| match axis {
                AxisWord::X => OwnAxis::X,
                AxisWord::Y => OwnAxis::Y,
            }),
        }
    }
}

/// More lines of the source than this are not sent at once.
const MOST_LINES: usize = 2000;

impl Envelope {
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| format!("this is no request: {error}"))
    }
}

impl Request {
    /// Reads what `verb` asks for.
    pub(crate) fn read(verb: &str, text: &str) -> Result<Self, String> {
        let body: Body =
            serde_json::from_str(text).map_err(|error| format!("\"{verb}\" is wrong: {error}"))?;
        let spot = Spot {
            parent: body.parent,
            before: body.before,
        };
        let keep = match body.keep {
            Some(KeepWord::Local) => Keep::Local,
            _ => Keep::World,
        };
        Ok(match verb {
            "edit" => Self::Edit {
                edits: read_edits(&body.edits)?,
                name: body.name.map(Into::into),
            },
            "move" => Self::Move {
                ids: some(body.ids)?,
                spot,
                keep,
            },
            "place" => Self::Place {
                wishes: body.world.wishes(some(body.ids)?)?,
                name: body.name.map(Into::into),
            },
            "drag" => {
                let ids = some(body.ids)?;
                if body.pulls.len() != ids.len() {
                    return Err("`pulls` has to be as long as `ids`".to_owned());
                }
                let pulls = body.pulls.into_iter().map(Pull::from);
                Self::Drag {
                    pulls: ids.into_iter().zip(pulls).collect(),
                    snap: body.snap.map(Snap::from),
                    grain: body.grain.clamp(0.0, f32::MAX),
                    slot: body.slot,
                    name: body.name.map(Into::into),
                }
            }
            "add" => Self::Add {
                spot,
                at: body.world.position(),
                template: body.template,
                name: body.name,
            },
            "duplicate" => Self::Duplicate(some(body.ids)?),
            "wrap" => Self::Wrap(some(body.ids)?),
            "unwrap" => Self::Unwrap(some(body.ids)?),
            "remove" => Self::Remove {
                ids: some(body.ids)?,
                children: match body.children {
                    Some(ChildrenWord::KeepWorld) => Children::KeepWorld,
                    Some(ChildrenWord::KeepLocal) => Children::KeepLocal,
                    _ => Children::Remove,
                },
            },
            "copy" => Self::Copy(some(body.ids)?),
            "cut" => Self::Cut(some(body.ids)?),
            "paste" => Self::Paste {
                text: body.text,
                spot,
            },
            "undo" => Self::Undo,
            "redo" => Self::Redo,
            "goto" => Self::Goto(body.at),
            "cancel" => Self::Cancel(body.gesture.ok_or("which gesture?")?),
            "inspect" => Self::Inspect(body.ids),
            "colliders" => Self::Colliders(body.view.ok_or("of what part of the world?")?),
            "slots" => Self::Slots,
            "head" => Self::Head,
            "forms" => Self::Forms,
            "source" => Self::Source {
                line: body.line,
                lines: body.lines.unwrap_or(10).min(MOST_LINES),
            },
            "save" => Self::Save { force: body.force },
            "resolve" => Self::Resolve {
                how: match body.how.as_deref() {
                    Some("mine") => How::Mine,
                    Some("theirs") => How::Theirs,
                    Some("merge") => How::Merge,
                    _ => return Err("how: \"mine\", \"theirs\" or \"merge\"?".to_owned()),
                },
                favour: body.favour,
            },
            "recover" => Self::Recover {
                discard: match body.how.as_deref() {
                    Some("recover") => false,
                    Some("discard") => true,
                    _ => return Err("how: \"recover\" or \"discard\"?".to_owned()),
                },
            },
            _ => return Err(format!("\"{verb}\" is nothing that can be asked for")),
        })
    }
}

fn some(ids: Vec<Text>) -> Result<Vec<Text>, String> {
    if ids.is_empty() {
        return Err("nobody is named".to_owned());
    }
    Ok(ids)
}

fn read_edits(edits: &[Box<RawValue>]) -> Result<Vec<Edit>, String> {
    if edits.is_empty() {
        return Err("there is no edit".to_owned());
    }
    let read = |edit: &RawValue| edit.get().parse::<Edit>().map_err(|error| error.message);
    edits.iter().map(|edit| read(edit)).collect()
}

impl From<Numbers> for Wish {
    fn from(numbers: Numbers) -> Self {
        Self {
            x: numbers.x,
            y: numbers.y,
            angle: numbers.angle,
            scale_x: numbers.scale_x,
            scale_y: numbers.scale_y,
            skew: numbers.skew,
        }
    }
}
