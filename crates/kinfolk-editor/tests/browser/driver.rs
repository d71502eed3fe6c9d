//! One chromedriver for all tests of the process, ended with the last of them.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

/// What a window is like, in pixels.
const WINDOW: (u32, u32) = (1280, 800);

/// A chromedriver that runs until it is dropped, whatever happens to its test.
#[derive(Debug)]
pub(crate) struct Driver {
    process: Child,
    port: u16,
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
        let mut driver = Self { process, port: 0 };
        driver.port = port.expect("chromedriver says its port");
        driver
    }

    /// A new browser with an empty profile.
    pub(crate) async fn browser(&self) -> Client {
        let (width, height) = WINDOW;
        let capabilities = json!({
            "browserName": "chrome",
            "goog:loggingPrefs": { "browser": "ALL" },
            "goog:chromeOptions": {
                "args": [
                    "--headless=new",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-dev-shm-usage",
                    "--force-device-scale-factor=1",
                    format!("--window-size={width},{height}"),
                ],
            },
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

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill(); // it may have ended by itself
        let _ = self.process.wait();
    }
}

/// A command that only chromedriver has.
#[derive(Debug)]
pub(crate) struct OfChrome {
    /// The end of its address, such as `se/log`.
    pub(crate) command: &'static str,
    /// What is sent along.
    pub(crate) with: Value,
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
