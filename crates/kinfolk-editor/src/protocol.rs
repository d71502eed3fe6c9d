//! What pages and the editor say to each other.
//!
//! # From a page
//!
//! A text frame is one request: a JSON object with a number `n` that the reply repeats, and a verb
//! `do`. Entities are named by id.
//!
//! | `do` | with | does | reply has |
//! |---|---|---|---|
//! | `edit` | `edits`: a list of edits as `kinfolk apply` takes them; `name`?, `gesture`? | applies all of them as one step of the history, or none | `select` |
//! | `move` | `ids`, `parent`: id or null, `before`: id of a sibling or null for last, `keep`: `"world"` or `"local"`, `gesture`? | one `move` edit | `select` |
//! | `place` | `ids`, `world`: some of `x`, `y`, `angle`, `scaleX`, `scaleY`, `skew`, or a list of such, one for each; `name`?, `gesture`? | sets own numbers so that the world has these | `select` |
//! | `drag` | `ids`, `pulls`: for each some of `x`, `y` (where in the world it goes), `turn` (radians in the world), `stretchX`, `stretchY` (times as long along its own axes); `snap`?: `{ step, along?: "x" or "y" }`, `grain`?: units, `slot`?, `name`?, `gesture`? | what a handle does, in own numbers that change nothing else: on a grid for the first entity, and the others go as far; else in the fewest digits within `grain`. With a `slot`, one entity is put into that slot of its parent instead. If it is back where the gesture began, the step is gone | `select` |
//! | `add` | `parent`, `before`, `template`?, `name`?, `world`?: `x` and `y` | a new entity with an id that is free, there in the world | `select` |
//! | `duplicate`, `wrap`, `unwrap` | `ids` | as the edits, ids are found | `select` |
//! | `remove` | `ids`, `children`: `"remove"` or `"keepWorld"` | removes them all, in one step | `select` |
//! | `copy` | `ids` | | `text`: a fragment of a document, for the clipboard |
//! | `cut` | `ids` | copies and removes | `text`, `select` |
//! | `paste` | `text`, `parent`, `before`, `keep` | adds a fragment; ids that are taken get others | `select` |
//! | `undo`, `redo` | | | `select` |
//! | `goto` | `at` | undoes or redoes until this many steps are done | `select` |
//! | `cancel` | `gesture` | takes the gesture back, as if it had never been | `select` |
//! | `inspect` | `ids` | | `entities`: a list of inspections, those that are gone left out |
//! | `colliders` | `view`: left, bottom, right, top in the world | | `bodies`: a list of what physics makes of those in view, at most 2000, and `more`: how many are left out |
//! | `slots` | | | `slots`: for each template that has some, `{ name: { x, y, layer } }` |
//! | `head` | | | `head`: `{ rules: JSON as text or null, limits: { maxDepth, maxEntities }: numbers or null, extra: other keys }` of the document |
//! | `forms` | | | `forms`: what forms are made of, the same for every document: JSON Schemas `visuals`, `behaviors`, `triggers`, `actions`, each with the `kind` that it is for; `condition`; and `$defs`, among them `Physics`. `order` lists their keys |
//! | `source` | `line`, `lines`: how many around | | `from`: number of the first line, `text`: a list of lines |
//! | `save` | | writes the file, if anything is unsaved | |
//! | `resolve` | `how`: `"mine"`, `"theirs"`, `"merge"`; `favour`: `"mine"` or `"theirs"` for what clashes | decides what becomes of a file that changed on disk while there were unsaved edits | `clashes`: what clashes, if nothing was favoured; then nothing is done |
//! | `recover` | `how`: `"recover"` or `"discard"` | decides about edits that a crash left in the journal | `select` |
//!
//! | `play`, `pause`, `step`, `restart`, `stop` | | starts a copy of the scene, or lets it go on; holds it; takes one step and holds it; starts it anew from the scene as it is now; ends it | |
//! | `input` | `events`: a list of `kinfolk_game::InputEvent`s with places in pixels of the picture; `screen`: its width and height, `middle`: the point of the world in its middle, `zoom`: pixels for a unit | the copy that runs hears of it in its next step | |
//! | `inspect` | `ids`, `of`: `"running"` | | `entities` as above, of the copy that runs |
//!
//! With a `gesture` (any text), a request replaces what the request before did under the same
//! gesture: a drag of a hundred requests is one step from where it began to where it ended.
//! `selection`, a list of ids, may go with every request that changes something: what was selected
//! before; `within`, the name of a template, as well: what is done to something inside of an instance of it, or to its fields
//! that come from the template, is done to the template instead, and an inspection's `own` is what the template says. Undoing gives it back as `select`, redoing gives what the request replied; a step that nobody
//! asked for (the file changed on disk) has no `select`, and what is selected stays.
//!
//! # To a page
//!
//! A text frame is a JSON object, told apart by `is`:
//!
//! | `is` | with | when |
//! |---|---|---|
//! | `reply` | `n`, `ok`: true, and what the table above says | every request has one |
//! | `reply` | `n`, `ok`: false, `why`: text, `help`?: text | it was refused; nothing has changed |
//! | `file` | `name`, `unsaved`: whether there is something to save, `state`, `note`: text or null, `recovery`: null or `{ "edits": number }`, `journal`: null or why a crash would lose unsaved edits: they cannot be written down | at first and when one of them changes |
//! | `history` | `names`: of steps, the newest last, at most 200; `first`: how many are before them; `at`: how many steps are done | same |
//! | `templates` | `list`: of `{ name, description, extends: name or null, uses: how many living entities are made of it or of a variant, slots: names, picture: list of [index into looks, six numbers], from the back }`, at most 2000; `more`: how many are left out; `looks` | same |
//! | `problems` | `list`: of `{ severity, code, message, help, line, column, text, id }`, `more`: how many are left out; `of`: `"scene"` or, when it cannot be read, `"disk"` | soon after a change |
//!
//! | `play` | `state`: `"stopped"`, `"playing"` or `"paused"`, `frame`, `secs`, `entities`: how many | at first and after each time that something is told about what runs |
//! | `log` | `lines`: of `{ frame, kind: "event" or "trouble", id: text or null, what }`, `leftOut`: how many more there were; `anew`: whether older lines are to be forgotten | the game has said something |
//!
//! `state` of the file: `"fine"`; `"broken"`: it could not be read when it was opened, there is no
//! scene yet; `"invalid"`: what is on disk cannot be read, the last good state is kept; `"gone"`: there is no
//! file any more; `"readOnly"`; `"changed"`: it changed on disk while there were unsaved edits, and
//! `resolve` is needed. Saving is refused in state `"broken"` and `"changed"`; in `"invalid"` it
//! takes `save` with `force`: true. `"live"`: there is no file, but a game that runs in its own program; then `edit` knows only `set`, of
//! place, `visible`, `active`, `z`, `zRelative`, `ySort` and `tags`, and `place`, `move`, `add` of a template, `remove`, `cancel` and `inspect` do what they
//! say to the game. All else is refused.
//!
//! A binary frame is JSON and numbers: the length of the JSON in bytes (u32, little-endian), the JSON, zeros up to a
//! multiple of four bytes, and then 32 bytes for each key of `worlds`: six f32 `a, b, c, d, tx,
//! ty` (x' = a·x + c·y + tx, y' = b·x + d·y + ty), an i32 z, a u32 of [`flags`]. Its JSON is one of
//!
//! - `"is": "scene"`: everything. `rows`, all of them, parents before children and siblings in
//!   order; `worlds`: their keys; `strings`, `looks` and `tags`, the whole tables.
//! - `"is": "changed"`: what is different. `gone`: keys, of all that went; then `rows` that are new or have other
//!   columns; then `moved`: `[key, parent, previous]` of those that are new, or have another parent or place,
//!   to be taken out all together first and then put in one by one behind `previous` (-1: first) below `parent`
//!   (-1: a root); `worlds`: keys of those with other numbers; `strings`, `looks`, `tags`: what is
//!   appended to the tables. A key that is gone may come back for another entity.
//! - `"is": "order"`: no `worlds`; the numbers are u32 keys of all entities that have a look and are visible
//!   in the tree, from the one drawn first.
//!
//! Frames of the copy that runs are the same, with `"of": "running"`. They come in bundles that end with a `play`, and whoever has shown a
//! bundle says so with the text frame `{"do":"shown"}`, exactly, which has no reply. A page that leaves several unshown is told nothing more
//! of what runs until it has shown them, and then everything anew.
//!
//! `scene` and `changed` have a `revision` that counts up, and `order` that of the scene it belongs to. `rows` has columns of the same length: `keys`
//! (numbers), `parents` (keys, -1 for roots), `ids`, `names` (text), `templates` (index into `strings`, -1 for none),
//! `looks` (index into `looks`, -1 for none) and `tags` (index into `tags`, -1 for none). A look is
//! `{ "box": [x0, y0, x1, y1], "marks": […] }` in the entity's own units, y up; a mark has `opacity` and
//! - `path` (SVG path data), `fill`? (a CSS colour), `stroke`? (a CSS colour), `width`? (of the stroke in the entity's units; absent:
//!   one pixel at any zoom), `round`? (true: corners and ends of the stroke are round; absent: pointed to a miter limit
//!   of 4, and blunt). There is either a fill or a stroke; or
//! - `image` (the address to fetch it from), `matrix` (six numbers, image's unit square with y down to entity), `pixelated` (sharp
//!   squares where a pixel of it is two of the screen's or more).
//!
//! # A body
//!
//! `{ key, kind: "dynamic", "kinematic" or "static", role: "free", "compound", "follow" or "joint", shapes: a list of `{ circle: [x, y, radius] }`,
//! `{ capsule: [x, y, x, y, radius] }` or `{ polygon: [x, y, …] }` in the world, each with `sensor`: true or false, joint: null or `{ kind: "revolute",
//! "prismatic" or "fixed", anchor: [x, y], body: [x, y], axis: [x, y] or null, limits: null or [low, high] }`, wrong: null or why there is no such body }`
//!
//! # An inspection
//!
//! `{ id, name, key, parent, template, written, transformKey: "transform" or "localTransform", local: { x, y, angle, scaleX, scaleY, skew },
//! world: the same six, matrix: six numbers, inherit: "all", "position", "topLevel" or a list, zOwn, z, zRelative, visible, visibleInTree,
//! active, activeInTree, ySort, tags: list of text, ownTags: those that are written on itself, slot, slotMode, slots: { name: { x, y, angle, layer } } that its parent
//! offers, offers: those that it offers itself, data: `{ sprite, behaviors, conditionalBehaviors, physics }`, each JSON as text, so that keys keep their order, or null, within: whether the template that is edited
//! is what it comes from, instance: for a part `{ id, path, template }` of the instance that it came out of, else null, patched: paths of the parts that it overrides
//! something about, own: what is written about
//! itself (for a part: what its instance overrides), a JSON object, overridden: keys ("localTransform.x") that differ from the
//! template's by an override, extra: other keys as an object }`

use std::sync::Arc;
use std::time::Duration;

/// To find out what is different about what runs takes at most one part in so many of the time.
pub(crate) const SHARE: u32 = 4;

/// Pages are told so many bytes a second of what runs, in the long run.
const BYTES_PER_SECOND: f64 = 16e6;

/// How long it takes to tell these.
pub(crate) fn time_of(frames: &[Frame]) -> Duration {
    let bytes: usize = frames.iter().map(Frame::len).sum();
    Duration::from_secs_f64(bytes as f64 / BYTES_PER_SECOND)
}

/// What is true of a row, as bits.
pub mod flags {
    /// Its own flag says visible.
    pub const VISIBLE: u32 = 1;
    /// It and everything above is visible.
    pub const VISIBLE_IN_TREE: u32 = 2;
    /// Its own flag says active.
    pub const ACTIVE: u32 = 4;
    /// It and everything above is active.
    pub const ACTIVE_IN_TREE: u32 = 8;
    /// It is written in the document; otherwise it comes out of a template.
    pub const WRITTEN: u32 = 16;
    /// Something about it is overridden.
    pub const OVERRIDDEN: u32 = 32;
    /// It is made of a template.
    pub const INSTANCE: u32 = 64;
}

/// One message to a page; copies are cheap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Frame {
    /// JSON.
    Text(Arc<str>),
    /// JSON and numbers.
    Binary(Arc<[u8]>),
}

impl Frame {
    /// How many bytes it is.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Binary(bytes) => bytes.len(),
        }
    }
}
