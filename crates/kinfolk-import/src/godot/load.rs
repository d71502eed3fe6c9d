//! Reading a scene and all scenes that it is made of.
//!
//! Every file is read once and becomes a tree after those that it needs. Who needs whom is
//! followed as a path, so a scene may be used by many, and only a ring is a problem.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use tscn::{SectionKind, Value};

use super::build;
use super::look::Picture;
use super::report::{FileIndex, Report, Spot, Trouble};
use super::text::{self, Text};
use super::tree::Scenes;
use super::value;
use crate::files::Files;
use crate::limits::{MOST_ENTITIES, MOST_FILES};
use crate::shown;

/// A file that waits for those that it needs.
struct Waiting {
    file: FileIndex,
    text: Text,
    /// The scenes that its nodes are made of: paths by id of the resource.
    needs: Vec<Need>,
    next: usize,
    /// Images, by id of the resource.
    pictures: HashMap<String, Picture>,
}

struct Need {
    id: String,
    path: String,
    /// Of the resource.
    part: Range<usize>,
}

#[derive(Clone, Copy)]
enum Known {
    /// On the way to the file that is being read.
    OnPath,
    /// The index of its tree.
    Tree(usize),
    /// It has problems.
    Broken,
}

/// The scenes that `path` is made of, itself last; what is wrong with them is reported.
pub(super) fn load(path: &str, files: &mut dyn Files, report: &mut Report) -> Scenes {
    let mut scenes = Scenes::default();
    let mut known: HashMap<String, Known> = HashMap::new();
    let mut waiting: Vec<Waiting> = Vec::new();
    let file = report.open(path);
    match files.read(path) {
        Ok(bytes) => waiting.extend(begin(file, bytes, files, report)),
        Err(error) => {
            let message = format!("the scene cannot be read: {error}");
            report.problem(file, Trouble::new(Spot::File, message));
        }
    }
    known.insert(path.to_owned(), Known::OnPath);
    while let Some(current) = waiting.last_mut() {
        let file = current.file;
        let Some(need) = current.needs.get(current.next) else {
            let Some(done) = waiting.pop() else {
                break;
            };
            let state = finish(&done, &known, &mut scenes, report);
            known.insert(report.path(file).to_owned(), state);
            continue;
        };
        match known.get(&need.path) {
            Some(Known::Tree(_) | Known::Broken) => current.next += 1,
            Some(Known::OnPath) => {
                let (part, again) = (need.part.clone(), need.path.clone());
                current.next += 1;
                let trouble = ring(&waiting, &again, part, report);
                report.problem(file, trouble);
            }
            None if report.file_count() >= MOST_FILES => {
                let message = format!("the scene is made of more than {MOST_FILES} files");
                report.problem(file, Trouble::new(need.part.clone(), message));
                current.next += 1;
            }
            None => {
                let (path, part) = (need.path.clone(), need.part.clone());
                current.next += 1;
                let begun = match files.read(&path) {
                    Ok(bytes) => {
                        let sub_file = report.open(&path);
                        begin(sub_file, bytes, files, report)
                    }
                    Err(error) => {
                        let message = format!("`{path}` cannot be read: {error}");
                        let help = "is the whole project there, and is --root its folder?";
                        report.problem(file, Trouble::new(part, message).help(help));
                        None
                    }
                };
                let state = begun.as_ref().map_or(Known::Broken, |_| Known::OnPath);
                known.insert(path, state);
                waiting.extend(begun);
            }
        }
    }
    scenes
}

/// Reads a file and finds out what it needs.
fn begin(
    file: FileIndex,
    bytes: Vec<u8>,
    files: &mut dyn Files,
    report: &mut Report,
) -> Option<Waiting> {
    let source = match text::decode(bytes) {
        Ok(source) => source,
        Err((valid, trouble)) => {
            report.set_text(file, valid);
            report.problem(file, trouble);
            return None;
        }
    };
    let parsed = text::parse(&source);
    report.set_text(file, source);
    match parsed {
        Ok(text) => Some(Waiting {
            needs: needs(file, &text, report),
            file,
            pictures: pictures(&text, files),
            text,
            next: 0,
        }),
        Err(trouble) => {
            report.problem(file, trouble);
            None
        }
    }
}

/// The scenes that nodes are instances of, in the order of the nodes.
fn needs(file: FileIndex, text: &Text, report: &mut Report) -> Vec<Need> {
    let mut resources = HashMap::new();
    for section in &text.sections {
        if section.kind == SectionKind::ExtResource
            && let Some(id) = section.field("id").and_then(|id| value::id_text(&id.value))
        {
            resources.entry(id).or_insert(section);
        }
    }
    let mut seen = HashSet::new();
    let mut needs = Vec::new();
    for section in &text.sections {
        let Some(instance) = section.field("instance") else {
            continue;
        };
        if section.kind != SectionKind::Node {
            continue;
        }
        let Some(id) = value::resource(&instance.value) else {
            let trouble = value::wrong(instance, "the ExtResource of a scene");
            report.problem(file, trouble);
            continue;
        };
        if !seen.insert(id.clone()) {
            continue;
        }
        let Some(&resource) = resources.get(&id) else {
            let message = format!("no [ext_resource] has the id \"{id}\"");
            report.problem(file, Trouble::new(instance.part.clone(), message));
            continue;
        };
        let path = resource.field("path").and_then(|path| path.value.as_str());
        match path.filter(|path| !path.is_empty() && !path.starts_with("uid://")) {
            Some(path) => needs.push(Need {
                id,
                path: path.to_owned(),
                part: resource.header.clone(),
            }),
            None => {
                let message = format!("the [ext_resource] \"{id}\" has no path");
                let trouble = Trouble::new(resource.header.clone(), message);
                let help = "open the scene in Godot and save it, so that it names the file and not only its uid";
                report.problem(file, trouble.help(help));
            }
        }
    }
    needs
}

/// The images that nodes are textured with, and how large they are.
fn pictures(text: &Text, files: &mut dyn Files) -> HashMap<String, Picture> {
    let nodes = text.sections.iter().filter(|section| {
        let class = section.field("type").and_then(|class| class.value.as_str());
        section.kind == SectionKind::Node && class.is_none_or(|class| class == "Sprite2D")
    });
    let textures = nodes.flat_map(|section| &section.properties);
    let textures = textures.filter(|property| property.key == "texture");
    let used: HashSet<_> = textures
        .filter_map(|entry| value::resource(&entry.value))
        .collect();
    let mut pictures = HashMap::new();
    for section in &text.sections {
        let field = |key| section.field(key).map(|field| &field.value);
        if section.kind == SectionKind::ExtResource
            && let Some(id) = field("id").and_then(value::id_text)
            && let Some(path) = field("path").and_then(Value::as_str)
            && used.contains(&id)
        {
            let bytes = files.read(path).ok();
            pictures.insert(id, Picture::new(path, bytes.as_deref()));
        }
    }
    pictures
}

/// Makes a tree of a file, all of whose needs are known.
fn finish(
    done: &Waiting,
    known: &HashMap<String, Known>,
    scenes: &mut Scenes,
    report: &mut Report,
) -> Known {
    let mut sources = HashMap::new();
    let mut is_broken = false;
    for need in &done.needs {
        match known.get(&need.path) {
            Some(&Known::Tree(tree)) => {
                sources.insert(need.id.clone(), tree);
            }
            _ => is_broken = true,
        }
    }
    if is_broken {
        return Known::Broken; // said there
    }
    if !build::build(
        done.file,
        &done.text,
        &sources,
        &done.pictures,
        scenes,
        report,
    ) {
        return Known::Broken;
    }
    let index = scenes.all.len() - 1;
    let tree = &scenes.all[index];
    if tree.count > MOST_ENTITIES {
        let message = format!(
            "{} nodes come out of the scene, and {MOST_ENTITIES} are the most",
            tree.count
        );
        let trouble = Trouble::new(tree.nodes[0].header.clone(), message);
        report.problem(done.file, trouble.help("instance fewer scenes"));
        return Known::Broken;
    }
    Known::Tree(index)
}

/// That a scene is made of itself.
fn ring(waiting: &[Waiting], again: &str, part: Range<usize>, report: &Report) -> Trouble {
    let paths: Vec<_> = waiting
        .iter()
        .map(|waiting| report.path(waiting.file))
        .collect();
    let from = paths.iter().position(|&path| path == again).unwrap_or(0);
    let mut ring = paths[from..].to_vec();
    ring.push(again);
    let message = match ring.len() {
        2 => "a scene instances itself",
        _ => "scenes instance each other",
    };
    let message = format!("{message}: {}", shown::chain(ring));
    Trouble::new(part, message).help("take one of these instances out")
}
