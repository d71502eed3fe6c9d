//! From a file to a living scene, as all subcommands do it.
//!
//! A document with errors becomes no scene: its findings are reported, and then there is
//! nothing to show of any document of the command line.

use kinfolk::{Forest, Node2};
use kinfolk_editor::includes_beside;
use kinfolk_scene::{Includes, Loaded, Scene, load_bytes, load_with};

use crate::error::CliError;
use crate::progress::Progress;
use crate::report;
use crate::source::Source;

/// A document that has been read.
#[derive(Debug)]
pub(crate) struct SceneFile {
    pub(crate) source: Source,
    pub(crate) loaded: Loaded,
    /// What it includes.
    pub(crate) includes: Includes,
    text: String,
}

impl SceneFile {
    /// Reads a document and finds everything that is wrong with it.
    ///
    /// # Errors
    /// Only what cannot be read; what is wrong inside is in [`Loaded`].
    pub(crate) fn open(source: &Source, progress: &Progress) -> Result<Self, CliError> {
        progress.say(format!("reading {source}"));
        let bytes = source.read()?;
        progress.say(format!("resolving {source}"));
        let mut includes = Includes::default();
        let (text, loaded) = match String::from_utf8(bytes) {
            Ok(text) => {
                includes = includes_beside(&text, &source.folder());
                let loaded = load_with(&text, &includes);
                (text, loaded)
            }
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let loaded = load_bytes(error.as_bytes());
                let mut bytes = error.into_bytes();
                bytes.truncate(valid);
                (String::from_utf8(bytes).unwrap_or_default(), loaded)
            }
        };
        Ok(Self {
            source: source.clone(),
            loaded,
            includes,
            text,
        })
    }

    /// What is in it, as far as it is text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether it cannot be used. Its errors may be among those that are only counted.
    pub(crate) fn has_errors(&self) -> bool {
        self.loaded.plan.is_none()
    }

    /// How many errors it has.
    pub(crate) fn errors(&self) -> usize {
        let found = self.loaded.diagnostics.iter();
        found.filter(|found| found.is_error()).count()
    }

    /// How many warnings it has.
    pub(crate) fn warnings(&self) -> usize {
        self.loaded.diagnostics.len() - self.errors()
    }
}

/// A scene and the forest that it lives in, updated.
#[derive(Debug)]
pub(crate) struct Living {
    pub(crate) source: Source,
    pub(crate) scene: Scene,
    pub(crate) forest: Forest<Node2>,
}

/// Brings documents to life, in their order; `None` if one of them has errors, which have been
/// reported then.
///
/// # Errors
/// What cannot be read or planted.
pub(crate) fn plant_all(sources: &[Source]) -> Result<Option<Vec<Living>>, CliError> {
    Source::check(sources)?;
    let progress = Progress::start();
    let mut files = Vec::with_capacity(sources.len());
    for source in sources {
        files.push(SceneFile::open(source, &progress)?);
    }
    if !report_errors(&files, &progress) {
        return Ok(None);
    }
    let mut all = Vec::with_capacity(files.len());
    for file in files {
        all.push(plant(file, &progress)?);
    }
    Ok(Some(all))
}

/// Reports the errors of all documents; says whether there are none. Warnings of good documents
/// are only counted.
pub(crate) fn report_errors(files: &[SceneFile], progress: &Progress) -> bool {
    progress.aside(|| {
        for file in files {
            if file.has_errors() {
                report::findings(file);
                report::no_result(&file.source);
            } else {
                report::warnings_elsewhere(&file.source, file.warnings());
            }
        }
    });
    !files.iter().any(SceneFile::has_errors)
}

fn plant(file: SceneFile, progress: &Progress) -> Result<Living, CliError> {
    let SceneFile { source, loaded, .. } = file;
    progress.say(format!("planting {source}"));
    let mut forest = Forest::new();
    let (document, plan) = (loaded.document, loaded.plan);
    let (document, plan) = (document.unwrap_or_default(), plan.unwrap_or_default());
    match Scene::instantiate(document, plan, &mut forest) {
        Ok(scene) => {
            forest.update();
            Ok(Living {
                source,
                scene,
                forest,
            })
        }
        Err(why) => Err(CliError::Plant { source, why }),
    }
}
