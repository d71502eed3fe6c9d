//! The page's own units, run by an engine that has no browser around it.
//!
//! Every `tests/js/*.test.js` is a module that imports the real modules of `web/` and calls `test(name, body)`.
//! Whatever throws fails, under its name. What needs a document is not run here but in a browser; that it can
//! at least be read, and keeps the laws of the page, is checked here as well.

use std::fs;
use std::path::{Path, PathBuf};

use rquickjs::loader::{ImportAttributes, Resolver, ScriptLoader};
use rquickjs::{CatchResultExt, CaughtError, Context, Ctx, Error, Function, Module, Runtime};

#[test]
fn every_unit_of_the_page_does_what_its_test_says() {
    let mut failures = Vec::new();
    let mut passed = 0;
    for file in files("tests/js", ".test.js") {
        run(&file, &mut passed, &mut failures);
    }

    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(passed > 0, "no test was found");
}

#[test]
fn every_module_of_the_page_can_be_read_and_finds_what_it_imports() {
    for file in files("web", ".js") {
        let name = file.display().to_string();
        let text = fs::read_to_string(&file).unwrap();
        let (_runtime, context) = engine();
        context.with(|ctx| {
            Module::declare(ctx.clone(), name.as_str(), text.as_str())
                .catch(&ctx)
                .map(|_| ())
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            // Names are looked up when a module runs, and what it does may need a document: its imports alone do not.
            Module::evaluate(ctx.clone(), format!("{name}.imports"), imports(&text))
                .and_then(|promise| promise.finish::<()>())
                .catch(&ctx)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
        });
    }
}

#[test]
fn no_module_makes_markup_of_text_or_goes_unchecked() {
    for file in files("web", ".js") {
        let name = file.display();
        let text = fs::read_to_string(&file).unwrap();
        let forbidden = [
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "new Function",
            "setAttribute('style'",
            "cssText",
        ];

        assert!(
            text.starts_with("// @ts-check\n/**\n"),
            "{name} has no header"
        );
        for word in forbidden {
            assert!(!text.contains(word), "{name} uses {word}");
        }
    }
}

#[test]
fn the_page_has_no_inline_style_or_script_and_names_only_files_that_are_there() {
    let page = fs::read_to_string(here("web/index.html")).unwrap();

    assert!(!page.contains(" style="), "inline style");
    assert!(!page.contains("<style"), "inline style");
    for handler in page.split(" on").skip(1) {
        assert!(
            !handler.starts_with(|letter: char| letter.is_ascii_lowercase())
                || !handler.split('>').next().unwrap().contains("=\""),
            "inline script"
        );
    }
    for script in page.split("<script").skip(1) {
        assert!(
            script.contains("src=\"web/") && script.contains("></script>"),
            "inline script"
        );
    }
    for address in page.split("=\"web/").skip(1) {
        let name = address.split('"').next().unwrap();
        assert!(here("web").join(name).is_file(), "there is no {name}");
    }
}

/// Runs one file of tests.
fn run(file: &Path, passed: &mut usize, failures: &mut Vec<String>) {
    let (_runtime, context) = engine();
    let name = file.file_name().unwrap().to_string_lossy().into_owned();
    let text = fs::read_to_string(file).unwrap();

    context.with(|ctx| {
        let outcome = Module::evaluate(ctx.clone(), file.display().to_string(), text)
            .and_then(|promise| promise.finish::<()>());
        if let Err(error) = outcome.catch(&ctx) {
            failures.push(format!("{name}: {}", told(&error)));
            return;
        }
        let harness: rquickjs::Object<'_> = ctx.globals().get("harness").unwrap();
        let names: Vec<String> = harness.get("names").unwrap();
        let body: Function<'_> = harness.get("run").unwrap();
        if names.is_empty() {
            failures.push(format!("{name}: has no tests"));
        }
        for (index, test) in names.iter().enumerate() {
            match body.call::<_, ()>((index,)).catch(&ctx) {
                Ok(()) => *passed += 1,
                Err(error) => failures.push(format!("{name}: {test}: {}", told(&error))),
            }
        }
    });
}

/// Finds modules as a browser does: beside the one that imports them.
struct Beside;

impl Resolver for Beside {
    fn resolve<'js>(
        &mut self,
        _ctx: &Ctx<'js>,
        base: &str,
        name: &str,
        _attributes: Option<ImportAttributes<'js>>,
    ) -> rquickjs::Result<String> {
        let folder = Path::new(base).parent().unwrap_or(Path::new("."));
        match folder.join(name).canonicalize() {
            Ok(path) if name.starts_with('.') => Ok(path.to_string_lossy().into_owned()),
            _ => Err(Error::new_resolving(base, name)),
        }
    }
}

/// The statements of a module that import something.
fn imports(text: &str) -> String {
    text.split("\nimport ")
        .skip(1)
        .map(|rest| format!("import {};\n", rest.split(';').next().unwrap()))
        .collect()
}

/// An engine that finds modules where the page has them, with `test` ready to be called.
fn engine() -> (Runtime, Context) {
    let runtime = Runtime::new().unwrap();
    // A test's thread has twice as much.
    runtime.set_max_stack_size(1 << 20);
    runtime.set_loader(Beside, ScriptLoader::default());
    let context = Context::full(&runtime).unwrap();
    context.with(|ctx| {
        ctx.eval::<(), _>(
            "globalThis.harness = { names: [], bodies: [], run(index) { this.bodies[index](); } };
             globalThis.test = (name, body) => { harness.names.push(name); harness.bodies.push(body); };
             harness.run = harness.run.bind(harness);",
        )
        .unwrap();
    });
    (runtime, context)
}

fn told(error: &CaughtError<'_>) -> String {
    match error {
        CaughtError::Exception(exception) => format!(
            "{}\n{}",
            exception.message().unwrap_or_default(),
            exception.stack().unwrap_or_default()
        ),
        other => other.to_string(),
    }
}

/// The files of a folder that end like this, by name.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(here(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().ends_with(ending))
        .collect();
    found.sort();
    assert!(!found.is_empty(), "{folder} has no {ending}");
    found
}

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}
