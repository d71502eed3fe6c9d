//! One chromedriver for all tests of the process, and browsers that go from test to test.
//!
//! To start a Chromium is a good part of what a test takes. Whoever leaves one as it came may give it
//! back, and the next test has it; the driver and its idle browsers end with the last test.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use fantoccini::actions::{InputSource, MouseActions, PointerAction};
use fantoccini::error::CmdError;
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

/// Chromium without anything to look at, where Debian has it: tests take two thirds of the time. What is
/// in `PATH` is a script, and the driver would end that alone.
const HEADLESS_SHELL: &str = "/usr/lib/chromium/chromium-headless-shell";

/// What a window is like, in pixels.
const WINDOW: (u32, u32) = (1280, 800);

/// A chromedriver that runs until it is dropped, whatever happens to its test.
#[derive(Debug)]
pub(crate) struct Driver {
    process: Child,
    port: u16,
    idle: Mutex<Vec<Browser>>,
}

/// A Chromium with one window.
#[derive(Debug)]
pub(crate) struct Browser {
    /// What asks it for things.
    pub(crate) client: Client,
    /// Talks to the driver, also between two tests.
    runtime: Runtime,
}

impl Driver {
    /// The one that runs, or a new one.
    pub(crate) fn shared() -> Arc<Self> {
        static RUNNING: Mutex<Weak<Driver>> = Mutex::new(Weak::new());
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        running.upgrade().unwrap_or_else(|| {
            let driver = Arc::new(Self::start());
            *running = Arc::downgrade(&driver);
            driver
        })
    }

    fn start() -> Self {
        let process = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut process = process.expect("chromedriver is installed: see `cargo xtask test`");
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let port = lines.find_map(|line| {
            let line = line.ok()?;
            let (_, port) = line.split_once("started successfully on port ")?;
            port.trim_end_matches('.').parse().ok()
        });
        // What it says later is read, too: it must not wait for us.
        std::thread::spawn(move || lines.for_each(drop));
        let mut driver = Self {
            process,
            port: 0,
            idle: Mutex::default(),
        };
        driver.port = port.expect("chromedriver says its port");
        driver
    }

    /// A browser that knows nothing of anybody: an idle one, or a new one with an empty profile.
    pub(crate) fn browser(&self) -> Browser {
        let idle = self.idle().pop();
        idle.unwrap_or_else(|| {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(1)
                .enable_all()
                .build()
                .unwrap();
            let client = runtime.block_on(self.new_browser());
            Browser { client, runtime }
        })
    }

    /// Takes a browser back from a test that was at `origin` and has left it as it was, but for what pages
    /// leave behind.
    pub(crate) fn give_back(&self, browser: Browser, origin: &str) {
        match browser.runtime.block_on(browser.forget(origin)) {
            Ok(()) => self.idle().push(browser),
            Err(_) => browser.close().expect("the browser can be closed"),
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Browser>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn new_browser(&self) -> Client {
        let (width, height) = WINDOW;
        let mut options = json!({
            "args": [
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--force-device-scale-factor=1",
                format!("--window-size={width},{height}"),
            ],
        });
        if Path::new(HEADLESS_SHELL).is_file() {
            options["binary"] = HEADLESS_SHELL.into();
        }
        let capabilities = json!({
            "browserName": "chrome",
            "goog:loggingPrefs": { "browser": "ALL" },
            "goog:chromeOptions": options,
        });
        let Value::Object(capabilities) = capabilities else {
            unreachable!("an object is written above");
        };
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(Capabilities::from_iter(capabilities))
            .connect(&format!("http://127.0.0.1:{}", self.port))
            .await;
        client.expect("Chromium starts")
    }
}

impl Browser {
    /// Ends it.
    pub(crate) fn close(self) -> Result<(), CmdError> {
        let closed = self.runtime.block_on(self.client.close());
        self.runtime.shutdown_background();
        closed
    }

    /// Forgets the windows, keys, pointers, cookies and storage of a test.
    async fn forget(&self, origin: &str) -> Result<(), CmdError> {
        let client = &self.client;
        client.release_actions().await?;
        let corner = MouseActions::new("mouse".to_owned()).then(PointerAction::MoveTo {
            duration: None,
            x: 0.0,
            y: 0.0,
        });
        client.perform_actions(corner).await?;
        let windows = client.windows().await?;
        for window in &windows[1..] {
            client.switch_to_window(window.clone()).await?;
            client.close_window().await?;
        }
        client.switch_to_window(windows[0].clone()).await?;
        client.goto("about:blank").await?;
        for (command, params) in [
            ("Network.clearBrowserCookies", json!({})),
            (
                "Storage.clearDataForOrigin",
                json!({ "origin": origin, "storageTypes": "all" }),
            ),
        ] {
            client
                .issue_cmd(OfChrome::devtools(command, &params))
                .await?;
        }
        client.issue_cmd(OfChrome::log()).await?;
        Ok(())
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        for browser in self.idle().drain(..) {
            let _ = browser.close(); // the driver ends in any case
        }
        let _ = self.process.kill(); // it may have ended by itself
        let _ = self.process.wait();
    }
}

/// A command that only chromedriver has.
#[derive(Debug)]
pub(crate) struct OfChrome {
    /// The end of its address.
    command: &'static str,
    /// What is sent along.
    with: Value,
}

impl OfChrome {
    /// What a page cannot do: dark colours, the accessibility tree, ….
    pub(crate) fn devtools(command: &str, params: &Value) -> Self {
        Self {
            command: "goog/cdp/execute",
            with: json!({ "cmd": command, "params": params }),
        }
    }

    /// What the console has said since it was last asked.
    pub(crate) fn log() -> Self {
        Self {
            command: "se/log",
            with: json!({ "type": "browser" }),
        }
    }
}

impl WebDriverCompatibleCommand for OfChrome {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        let session = session.unwrap_or_default();
        base.join(&format!("session/{session}/{}", self.command))
    }

    fn method_and_body(&self, _: &url::Url) -> (axum::http::Method, Option<String>) {
        (axum::http::Method::POST, Some(self.with.to_string()))
    }
}
