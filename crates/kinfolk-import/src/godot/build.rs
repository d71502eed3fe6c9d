//! The tree of one scene out of its text.
//!
//! Sections are taken in the order of the file, as Godot does: a node with a type or an
//! instance is added below its parent, one without changes a node that is already there.

use std::collections::HashMap;

use tscn::{SectionKind, Value};

use super::class::{self, Kind};
use super::look::{Look, Picture};
use super::props::{self, Reading, Written};
use super::report::{FileIndex, Report, Trouble};
use super::text::{Entry, Section, Text};
use super::tree::{Node, Scenes, Tree, View};
use super::value;

/// Adds the tree of `text` to the scenes; whether that went well.
pub(super) fn build(
    file: FileIndex,
    text: &Text,
    sources: &HashMap<String, usize>,
    pictures: &HashMap<String, Picture>,
    scenes: &mut Scenes,
    report: &mut Report,
) -> bool {
    let mut building = Building {
        file,
        sources,
        pictures,
        scene: scenes.all.len(),
        scenes,
        report,
        is_fine: true,
    };
    building.check_format(text);
    building.scenes.all.push(Tree::new(file));
    for section in &text.sections {
        match section.kind {
            SectionKind::Node => building.node(section),
            SectionKind::Connection => building.connection(section),
            _ => {}
        }
    }
    let is_empty = building.scenes.all[building.scene].nodes.is_empty();
    if is_empty && building.is_fine {
        let header = text.sections.first().map(|first| first.header.clone());
        let message = "the scene has no nodes";
        building.problem(Trouble::new(header.unwrap_or(0..0), message));
    }
    if !building.is_fine {
        building.scenes.all.pop();
        return false;
    }
    building.tell_what_shines_through();
    true
}

/// Whether a section makes a node, and does not change one.
fn is_new(section: &Section) -> bool {
    let keys = ["type", "instance", "instance_placeholder"];
    keys.iter().any(|key| section.field(key).is_some())
}

struct Building<'b> {
    file: FileIndex,
    sources: &'b HashMap<String, usize>,
    pictures: &'b HashMap<String, Picture>,
    scenes: &'b mut Scenes,
    scene: usize,
    report: &'b mut Report,
    is_fine: bool,
}

impl Building<'_> {
    fn problem(&mut self, trouble: Trouble) {
        self.is_fine = false;
        self.report.problem(self.file, trouble);
    }

    fn check_format(&mut self, text: &Text) {
        let header = text.sections.first();
        if let Some(format) = header.and_then(|header| header.field("format"))
            && format.value.as_num().is_some_and(|format| format < 3.0)
        {
            let trouble = Trouble::new(format.whole.clone(), "this is a scene of Godot 3 or older");
            self.problem(trouble.help("open it in Godot 4 and save it"));
        }
    }

    fn node(&mut self, section: &Section) {
        let Some(name) = self.name(section) else {
            return;
        };
        let has_root = !self.tree().nodes.is_empty();
        let parent = match (section.field("parent"), has_root) {
            (None, false) => None,
            (None, true) => {
                let trouble = Trouble::new(section.header.clone(), "a second node has no parent");
                self.problem(trouble.help("a scene has one root"));
                return;
            }
            (Some(parent), false) => {
                let message = "the first node has a parent, and must be the root";
                self.problem(Trouble::new(parent.whole.clone(), message));
                return;
            }
            (Some(parent), true) => match self.parent(section, parent, name) {
                Some(parent) => Some(parent),
                None => return,
            },
        };
        match (parent, is_new(section)) {
            (_, true) => self.add(section, name, parent),
            (Some(parent), false) => self.change(section, name, parent),
            (None, false) => {
                let trouble = Trouble::new(section.header.clone(), "the root has no type");
                self.problem(trouble.help("add type=\"Node2D\""));
            }
        }
    }

    fn tree(&self) -> &Tree {
        &self.scenes.all[self.scene]
    }

    fn name<'s>(&mut self, section: &'s Section) -> Option<&'s str> {
        let trouble = match section.field("name") {
            None => Trouble::new(section.header.clone(), "a node has no name"),
            Some(field) => match field.value.as_str() {
                None => value::wrong(field, "a string"),
                Some("") => Trouble::new(field.part.clone(), "a node has an empty name"),
                Some(name) if name.contains('/') || name == "." || name == ".." => {
                    let message = format!("\"{name}\" is not a name that a node can have");
                    Trouble::new(field.part.clone(), message)
                }
                Some(name) => return Some(name),
            },
        };
        self.problem(trouble);
        None
    }

    fn parent(&mut self, section: &Section, parent: &Entry, name: &str) -> Option<usize> {
        let Some(path) = parent.value.as_str() else {
            self.problem(value::wrong(parent, "a path"));
            return None;
        };
        if let Some(found) = self.scenes.reach(self.scene, path) {
            return Some(found);
        }
        if is_new(section) {
            let message = format!("there is no node \"{path}\" to be the parent of \"{name}\"");
            self.problem(Trouble::new(parent.part.clone(), message));
        } else {
            self.lose_override(section, &format!("{path}/{name}"));
        }
        None
    }

    fn lose_override(&mut self, section: &Section, node: &str) {
        let what = "there is no such node to change, and Godot leaves this out as well";
        let node = node.strip_prefix("./").unwrap_or(node);
        self.report
            .loss(self.file, section.header.clone(), node, what);
    }

    /// A node of the scene's own.
    fn add(&mut self, section: &Section, name: &str, parent: Option<usize>) {
        if let Some(parent) = parent
            && self.scenes.child(self.view(parent), name).is_some()
        {
            let message = format!("there are two nodes \"{name}\" below the same parent");
            let trouble = Trouble::new(section.place_of("name"), message);
            self.problem(trouble.help("open the scene in Godot and give one another name"));
            return;
        }
        let source = section.field("instance").and_then(|instance| {
            let id = value::resource(&instance.value)?;
            self.sources.get(&id).copied()
        });
        if source.is_none() && section.field("instance").is_some() {
            self.is_fine = false; // said where files are read
            return;
        }
        let mut is_unknown = false;
        let class = section.field("type").and_then(|class| class.value.as_str());
        let kind = match class {
            _ if source.is_some() => Kind::Plain, // its source's
            Some(class) => Kind::of(class).unwrap_or_else(|| {
                is_unknown = true;
                props::guess_kind(section)
            }),
            None => Kind::Plain,
        };
        let mut node = Node::new(name.into(), kind, section.header.clone());
        node.props.visible = !class.is_some_and(class::starts_hidden);
        node.props.look = class.and_then(Look::of).map(Box::new);
        node.index = self.index(section);
        let node = self.scenes.add(self.scene, parent, node, source);
        if is_unknown && let Some(class) = class {
            let what = match kind {
                Kind::Node2D => format!("the type `{class}` is unknown, and taken for a Node2D"),
                _ => format!("the type `{class}` is unknown, and taken for a plain node"),
            };
            self.lose(section, "type", node, &what);
        }
        match class {
            Some("ParallaxLayer" | "Parallax2D") => {
                let what = "the camera scrolls it, and here it stays where it is";
                self.lose(section, "type", node, what);
            }
            Some(class) if !is_unknown && class::does_something(class) => {
                let what = format!("what its class `{class}` does is not imported");
                self.lose(section, "type", node, &what);
            }
            _ => {}
        }
        if section.field("instance_placeholder").is_some() {
            let what = "a placeholder is an empty node until a game loads its scene";
            self.lose(section, "instance_placeholder", node, what);
            return; // its properties are for later
        }
        self.apply(section, node);
        let above = parent.map(|parent| self.tree().nodes[parent].kind);
        if above == Some(Kind::Control) && self.tree().nodes[node].kind == Kind::Node2D {
            let what = "its place is relative to a Control, which is where the layout puts it";
            self.lose(section, "name", node, what);
        }
    }

    /// What is said about a node that is already there.
    fn change(&mut self, section: &Section, name: &str, parent: usize) {
        match self.scenes.step(self.scene, parent, name) {
            Some(node) => {
                self.apply(section, node);
                self.scenes.all[self.scene].nodes[node].header = section.header.clone();
            }
            None if parent == 0 => self.lose_override(section, name),
            None => {
                let path = format!("{}/{name}", self.tree().path(parent));
                self.lose_override(section, &path);
            }
        }
    }

    fn apply(&mut self, section: &Section, node: usize) {
        let tree = &mut self.scenes.all[self.scene];
        let kind = tree.nodes[node].kind;
        let mut props = std::mem::take(&mut tree.nodes[node].props);
        let problems_before = self.report.problem_count();
        let written = props::apply(
            section,
            kind,
            &mut props,
            &mut Reading {
                report: self.report,
                file: self.file,
                pictures: self.pictures,
                node: &|| tree.path(node),
            },
        );
        self.is_fine &= self.report.problem_count() == problems_before;
        tree.nodes[node].props = props;
        tree.nodes[node].written.add(written);
    }

    fn index(&mut self, section: &Section) -> Option<usize> {
        let field = section.field("index")?;
        let index = match &field.value {
            Value::Str(index) => index.trim().parse::<i64>().ok(),
            Value::Num(index) if index.fract() == 0.0 => Some(*index as i64),
            _ => None,
        };
        if index.is_none() {
            self.problem(value::wrong(field, "a whole number"));
        }
        usize::try_from(index?).ok() // a negative one is none
    }

    fn lose(&mut self, section: &Section, field: &str, node: usize, what: &str) {
        let path = self.tree().path(node);
        self.report
            .loss(self.file, section.place_of(field), path, what);
    }

    fn view(&self, node: usize) -> View {
        View {
            scene: self.scene,
            node,
        }
    }

    fn connection(&mut self, section: &Section) {
        let text = |key| section.field(key).and_then(|field| field.value.as_str());
        let signal = text("signal").unwrap_or_default();
        let node = match (text("from"), self.tree().nodes.first()) {
            (Some("."), Some(root)) => root.name.to_string(),
            (from, _) => from.unwrap_or_default().to_owned(),
        };
        let what = format!("the connection of the signal `{signal}` is not imported");
        self.report
            .loss(self.file, section.header.clone(), node, what);
    }

    /// Names what Godot shows although something above is hidden: we do not.
    fn tell_what_shines_through(&mut self) {
        let hides = |node: &Node| node.kind.has_visible() && !node.props.visible && node.breaks;
        for (index, node) in self.scenes.all[self.scene].nodes.iter().enumerate() {
            if !hides(node)
                || node
                    .source
                    .is_some_and(|source| hides(self.scenes.node(source)))
            {
                continue;
            }
            let what = "it is hidden, and Godot still shows what is below plain nodes and canvas \
                        layers in it; here that is hidden as well";
            let part = if node.written.has(Written::VISIBLE) || !node.is_ghost {
                node.header.clone()
            } else {
                self.scenes.all[self.scene].nodes[0].header.clone()
            };
            self.report
                .loss(self.file, part, self.tree().path(index), what);
        }
    }
}
