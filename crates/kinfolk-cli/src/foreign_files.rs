//! The files that a foreign scene is made of, on disk.
//!
//! What a scene names is looked for below one folder and nowhere else: a scene from the
//! internet cannot make the program open other files.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use kinfolk_import::Files;

use crate::printable::Printable;
use crate::source::Source;

const RES: &str = "res://";

/// Reads files, and remembers them for reports.
#[derive(Debug)]
pub(crate) struct ForeignFiles {
    /// The main scene, as importers are told.
    main: String,
    /// Where to look, in this order.
    folders: Vec<PathBuf>,
    /// From what a scene writes to the path below a folder.
    path_of: fn(&str) -> String,
    /// Where a file is and what is in it, by what scenes call it.
    read: HashMap<String, (String, Vec<u8>)>,
}

impl ForeignFiles {
    /// A Godot project: `root`, or the nearest folder above the scene with a `project.godot`, or
    /// else any folder above in which a file is found.
    pub(crate) fn of_godot(scene: &Source, root: Option<PathBuf>, bytes: Vec<u8>) -> Self {
        let folder = absolute_folder(scene);
        let mut above = folder.ancestors();
        let project = above.find(|folder| folder.join("project.godot").is_file());
        let folders = match (root, project) {
            (Some(root), _) => vec![fs::canonicalize(&root).unwrap_or(root)],
            (None, Some(project)) => vec![project.to_owned()],
            // The folder of all folders is no project, whatever a scene would like to read there.
            (None, None) => folder
                .ancestors()
                .filter(|folder| folder.parent().is_some())
                .map(Path::to_owned)
                .collect(),
        };
        // A scene that instances the main one must name it as everybody does.
        let name = scene.path().and_then(Path::file_name);
        let main = match (folders.as_slice(), name) {
            ([root], Some(name)) => folder.join(name).strip_prefix(root).ok().map(|below| {
                let below = below.to_string_lossy().replace('\\', "/");
                format!("{RES}{below}")
            }),
            _ => None,
        };
        let main = main.unwrap_or_else(|| scene.to_argument());
        let path_of = |path: &str| path.strip_prefix(RES).unwrap_or(path).to_owned();
        Self::new(scene, main, folders, path_of, bytes)
    }

    /// A scene of labelle: prefabs are in `folder`, or in `prefabs` beside and above the scene,
    /// and `tank` is `tank.zon`.
    pub(crate) fn of_labelle(scene: &Source, folder: Option<PathBuf>, bytes: Vec<u8>) -> Self {
        let beside = absolute_folder(scene);
        let folders = match folder {
            Some(folder) => vec![folder],
            None => beside.ancestors().map(|dir| dir.join("prefabs")).collect(),
        };
        let path_of = |prefab: &str| format!("{prefab}.zon");
        Self::new(scene, scene.to_argument(), folders, path_of, bytes)
    }

    /// A scene that is made of one file.
    pub(crate) fn of_gltf(scene: &Source, bytes: Vec<u8>) -> Self {
        Self::new(scene, scene.to_argument(), Vec::new(), str::to_owned, bytes)
    }

    fn new(
        scene: &Source,
        main: String,
        folders: Vec<PathBuf>,
        path_of: fn(&str) -> String,
        bytes: Vec<u8>,
    ) -> Self {
        let read = HashMap::from([(main.clone(), (scene.to_string(), bytes))]);
        Self {
            main,
            folders,
            path_of,
            read,
        }
    }

    /// The main scene, as importers are told.
    pub(crate) fn main(&self) -> String {
        self.main.clone()
    }

    /// What was read under this name.
    pub(crate) fn bytes(&self, name: &str) -> &[u8] {
        self.read.get(name).map_or(&[], |(_, bytes)| bytes)
    }

    /// What was read under this name, as far as it is text.
    pub(crate) fn text(&self, name: &str) -> &str {
        let bytes = self.bytes(name);
        match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let valid = &bytes[..error.valid_up_to()];
                std::str::from_utf8(valid).unwrap_or_default()
            }
        }
    }

    /// The same name as a person can open it.
    pub(crate) fn shown(&self, name: &str) -> String {
        let read = self.read.get(name);
        read.map_or_else(|| Printable(name).to_string(), |(shown, _)| shown.clone())
    }
}

impl Files for ForeignFiles {
    fn read(&mut self, name: &str) -> io::Result<Vec<u8>> {
        if let Some((_, bytes)) = self.read.get(name) {
            return Ok(bytes.clone());
        }
        let below = inside(&(self.path_of)(name))?;
        let mut found = self.folders.iter().map(|folder| folder.join(&below));
        let Some(file) = found.find(|file| file.is_file()) else {
            return Err(io::Error::new(
                io::ErrorKind::NotFound,
                "there is no such file",
            ));
        };
        let bytes = fs::read(&file)?;
        let shown = Printable(&from_here(&file).to_string_lossy()).to_string();
        self.read.insert(name.to_owned(), (shown, bytes.clone()));
        Ok(bytes)
    }
}

fn absolute_folder(scene: &Source) -> PathBuf {
    let folder = scene.folder();
    fs::canonicalize(&folder).unwrap_or(folder)
}

/// A path that does not leave the folder that it starts from.
fn inside(path: &str) -> io::Result<PathBuf> {
    let path = Path::new(path);
    let stays = path
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if stays {
        Ok(path.to_owned())
    } else {
        let why = "it is outside of the project";
        Err(io::Error::new(io::ErrorKind::PermissionDenied, why))
    }
}

/// The path from the current folder, if the file is below it.
fn from_here(file: &Path) -> PathBuf {
    let here = std::env::current_dir().and_then(fs::canonicalize);
    let below = here.ok().and_then(|here| file.strip_prefix(here).ok());
    below.unwrap_or(file).to_owned()
}
