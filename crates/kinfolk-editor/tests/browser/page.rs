//! One page of the editor: opened, looked at, and waited for.

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fantoccini::Client;
use kinfolk_editor::{Options, Room, Server};
use serde_json::Value;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::driver::{Browser, Driver, OfChrome};

/// Nothing that a test waits for may take longer.
const PATIENCE: Duration = Duration::from_secs(20);

/// A page that is open, and the file behind it.
#[derive(Debug)]
pub(crate) struct Page {
    /// The browser, for what there is no word for here.
    pub(crate) browser: Client,
    /// The address with the token.
    pub(crate) url: String,
    file: PathBuf,
    server: Mutex<Option<Running>>,
    /// Whether Chromium is not as it was when it started.
    is_altered: AtomicBool,
}

/// A server, and how to end it.
#[derive(Debug)]
struct Running {
    stop: oneshot::Sender<()>,
    ended: JoinHandle<std::io::Result<()>>,
}

/// Runs a test on a page that shows this document. When it is done, the console must be empty;
/// however it ends, the server is ended and the file is removed.
#[track_caller]
pub(crate) fn on_a_page(document: &str, test: impl AsyncFnOnce(&Page)) {
    on_a_page_in(document, |_| {}, test);
}

/// The same in a folder that `furnish` has put something into: images, say.
#[track_caller]
pub(crate) fn on_a_page_in(
    document: &str,
    furnish: impl FnOnce(&Path),
    test: impl AsyncFnOnce(&Page),
) {
    let stage = Stage::set(document, Box::new(furnish));
    let ended = stage.play(Box::pin(test(&stage.page)));
    stage.clear(ended);
}

/// Everything that a test needs. What it does is not compiled anew for every test.
struct Stage {
    runtime: Runtime,
    driver: Arc<Driver>,
    browser: Browser,
    page: Page,
    _folder: Folder,
}

impl Stage {
    fn set(document: &str, furnish: Box<dyn FnOnce(&Path) + '_>) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let folder = Folder::new();
        let file = folder.0.join("scene").join("scene.jsonc");
        fs::write(&file, document).unwrap();
        furnish(&folder.0.join("scene"));
        let driver = Driver::shared();
        let browser = driver.browser();
        let mut page = Page {
            browser: browser.client.clone(),
            url: String::new(),
            file,
            server: Mutex::new(None),
            is_altered: AtomicBool::new(false),
        };
        page.url = runtime.block_on(page.start_server(0));
        Self {
            runtime,
            driver,
            browser,
            page,
            _folder: folder,
        }
    }

    /// Runs the test on the open page.
    fn play(&self, test: Pin<Box<dyn Future<Output = ()> + '_>>) -> thread::Result<()> {
        let Self { runtime, page, .. } = self;
        catch_unwind(AssertUnwindSafe(|| {
            runtime.block_on(async {
                page.open().await;
                test.await;
                assert_eq!(page.complaints().await, [""; 0], "the console is empty");
            });
        }))
    }

    fn clear(self, ended: thread::Result<()>) {
        let Self { browser, page, .. } = self;
        if ended.is_err() || page.is_altered.into_inner() {
            let _ = browser.close(); // it may be part of what went wrong
        } else {
            let origin = url::Url::parse(&page.url).unwrap().origin();
            self.driver
                .give_back(browser, &origin.ascii_serialization());
        }
        self.runtime.shutdown_background();
        if let Err(panic) = ended {
            resume_unwind(panic);
        }
    }
}

impl Page {
    /// Opens the editor in the current tab, and waits until it is ready.
    pub(crate) async fn open(&self) {
        self.browser.goto(&self.url).await.unwrap();
        self.is_ready().await;
    }

    /// Waits until the page says that it is ready.
    pub(crate) async fn is_ready(&self) {
        self.wait_until("document.body?.dataset.ready === 'yes'")
            .await;
    }

    /// The value of a JavaScript expression.
    pub(crate) async fn js(&self, expression: &str) -> Value {
        let script = format!("return ({expression});");
        let value = self.browser.execute(&script, Vec::new()).await;
        value.unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    /// Waits until a JavaScript expression is true.
    pub(crate) async fn wait_until(&self, expression: &str) {
        let start = Instant::now();
        while self.js(expression).await != true {
            assert!(
                start.elapsed() < PATIENCE,
                "never became true: {expression}"
            );
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// The text of the first element that a CSS selector selects, as it is seen.
    pub(crate) async fn text(&self, selector: &str) -> String {
        let quoted = Value::from(selector);
        self.wait_until(&format!("document.querySelector({quoted}) !== null"))
            .await;
        let text = format!("document.querySelector({quoted}).innerText");
        let text = self.js(&text).await;
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Where the middle of the first element that a CSS selector selects is, in the window.
    pub(crate) async fn middle(&self, selector: &str) -> (f64, f64) {
        let quoted = Value::from(selector);
        self.wait_until(&format!("document.querySelector({quoted}) !== null"))
            .await;
        let middle = self
            .js(&format!(
                "(({{x, y, width, height}}) => [x + width / 2, y + height / 2])\
                 (document.querySelector({quoted}).getBoundingClientRect())"
            ))
            .await;
        let at = |index: usize| middle[index].as_f64().unwrap();
        (at(0), at(1))
    }

    /// Starts a server for the file at a port, 0 for any, and says its address.
    pub(crate) async fn start_server(&self, port: u16) -> String {
        let options = Options {
            port: Some(port),
            ..Options::default()
        };
        let server = Server::bind(&options).unwrap();
        let url = server.url().to_owned();
        let journals = self.journals();
        let start = Instant::now();
        // Whoever had the file open before may still be on its way out.
        let room = loop {
            match Room::open_with(&self.file, &journals) {
                Err(error)
                    if error.kind() == ErrorKind::ResourceBusy && start.elapsed() < PATIENCE =>
                {
                    sleep(Duration::from_millis(20)).await;
                }
                opened => break opened.unwrap(),
            }
        };
        let (stop, stopped) = oneshot::channel();
        let stopped = async {
            let _ = stopped.await; // or the test is over
        };
        let ended = tokio::spawn(server.run(room, stopped));
        *self.server.lock().unwrap_or_else(PoisonError::into_inner) = Some(Running { stop, ended });
        url
    }

    /// Ends the server without a word about what is unsaved. Says its port.
    pub(crate) async fn stop_server(&self) -> u16 {
        let running = self
            .server
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let Running { stop, ended } = running.expect("a server runs");
        stop.send(()).unwrap();
        ended.await.unwrap().unwrap();
        let url = url::Url::parse(&self.url).unwrap();
        url.port().unwrap()
    }

    /// Where unsaved edits are written down.
    pub(crate) fn journals(&self) -> PathBuf {
        let folder = self.file.parent().and_then(Path::parent);
        folder.expect("a scene has a folder").join("journals")
    }

    /// The file as it is on disk.
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// Asks Chromium for something that a page cannot do: dark colours, the accessibility tree, ….
    pub(crate) async fn devtools(&self, command: &str, params: Value) -> Value {
        self.is_altered.store(true, Ordering::Relaxed);
        let command = OfChrome::devtools(command, &params);
        self.browser.issue_cmd(command).await.unwrap()
    }

    /// Writes what is seen to a file: in the folder `KINFOLK_SCREENSHOTS`, or where cargo has
    /// the files of tests.
    pub(crate) async fn screenshot(&self, name: &str) -> PathBuf {
        let folder = env::var_os("KINFOLK_SCREENSHOTS").map(PathBuf::from);
        let folder = folder.unwrap_or_else(|| PathBuf::from(env!("CARGO_TARGET_TMPDIR")));
        let file = folder.join(format!("{name}.png"));
        fs::write(&file, self.browser.screenshot().await.unwrap()).unwrap();
        file
    }

    /// What the console has said that was no praise, since it was last asked: errors, warnings and what a
    /// policy forbade.
    pub(crate) async fn complaints(&self) -> Vec<String> {
        let said = self.browser.issue_cmd(OfChrome::log()).await.unwrap();
        let entries = said.as_array().cloned().unwrap_or_default();
        let bad = entries
            .iter()
            .filter(|entry| matches!(entry["level"].as_str(), Some("SEVERE" | "WARNING")));
        bad.map(|entry| entry["message"].to_string()).collect()
    }
}

/// A folder of one test, removed with it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("kinfolk-browser-{}-{count}", process::id());
        let folder = env::temp_dir().join(name);
        fs::create_dir_all(folder.join("scene")).unwrap();
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0); // what stays behind is small
    }
}
