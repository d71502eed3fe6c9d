//! A server to attack, in a process of its own, and how to speak to it byte by byte.

use std::env;
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use kinfolk_editor::{Options, Room, Server};

/// No answer may take longer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Where a server process finds its file, and where it says its address.
const SERVE: &str = "KINFOLK_TEST_SERVE";

const SMALL: &str = r##"{
  "entities": [
    { "id": "ship", "transform": { "x": 1 }, "sprite": { "type": "rect", "color": "teal" },
      "children": [{ "name": "turret" }] }
  ]
}
"##;

/// Does nothing as a test: it is what [`House`] starts in another process.
#[test]
fn serves_if_it_is_asked_to() {
    let Some(file) = file_to_serve() else {
        return;
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let options = Options {
            port: Some(0),
            ..Options::default()
        };
        let server = Server::bind(&options).unwrap();
        say_url(&file, server.url());
        let room = Room::open(&file).unwrap();
        server.run(room, std::future::pending()).await.unwrap();
    });
}

/// The file that this process is to serve, if it is one that serves.
pub(crate) fn file_to_serve() -> Option<PathBuf> {
    env::var_os(SERVE).map(PathBuf::from)
}

/// Says where that is.
pub(crate) fn say_url(file: &Path, url: &str) {
    let unfinished = file.with_extension("url.part");
    fs::write(&unfinished, url).unwrap();
    fs::rename(unfinished, file.with_extension("url")).unwrap();
}

/// A server, its folder and its secret. Both end when it is dropped.
pub(crate) struct House {
    server: Child,
    /// Where its document is, and nothing else that it has not written.
    pub(crate) folder: PathBuf,
    /// Where it listens.
    pub(crate) port: u16,
    /// The right one.
    pub(crate) token: String,
}

impl House {
    /// With a small document.
    pub(crate) fn open() -> Self {
        Self::with(SMALL, |_| {})
    }

    /// With this document in a folder that `furnish` may fill.
    pub(crate) fn with(document: &str, furnish: impl FnOnce(&Path)) -> Self {
        Self::run("house::serves_if_it_is_asked_to", document, furnish)
    }

    /// With a server that another test is, which serves if it is asked to.
    pub(crate) fn run(server: &str, document: &str, furnish: impl FnOnce(&Path)) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let outer = env::temp_dir().join(format!("kinfolk-security-{}-{count}", process::id()));
        let folder = outer.join("scene");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("scene.json"), document).unwrap();
        furnish(&folder);
        let server = Command::new(env::current_exe().unwrap())
            .args(["--exact", server, "--nocapture"])
            .env(SERVE, folder.join("scene.json"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut house = Self {
            server,
            folder: outer,
            port: 0,
            token: String::new(),
        };
        let url = house.wait_for_url(&folder.join("scene.url"));
        let (address, token) = url.split_once("/?token=").unwrap();
        let (_, port) = address.rsplit_once(':').unwrap();
        house.port = port.parse().unwrap();
        house.token = token.to_owned();
        house
    }

    fn wait_for_url(&mut self, file: &Path) -> String {
        let start = Instant::now();
        loop {
            if let Ok(url) = fs::read_to_string(file) {
                return url;
            }
            let ended = self.server.try_wait().unwrap();
            assert!(
                ended.is_none() && start.elapsed() < PATIENCE,
                "no server: {ended:?}"
            );
            sleep(Duration::from_millis(5));
        }
    }

    /// A connection, which gives up rather than wait for ever.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).unwrap();
        // A frame is written in two pieces: the second must not wait for the first to arrive.
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends a request as it is written in a test: a line each for the request and its headers, with
    /// `PORT`, `TOKEN` and `OURS` (our cookie) filled in.
    pub(crate) fn ask(&self, request: &str) -> Answer {
        let mut stream = self.connect();
        let sent = stream.write_all(self.filled_in(request).as_bytes());
        drop(sent); // one who is refused early may not be able to say all
        Answer::read(&mut stream)
    }

    /// The bytes of a request that is written as for [`Self::ask`].
    pub(crate) fn filled_in(&self, request: &str) -> String {
        let lines: Vec<&str> = request.trim().lines().map(str::trim).collect();
        let text = lines.join("\r\n") + "\r\n\r\n";
        text.replace("OURS", "kinfolk-PORT=TOKEN")
            .replace("PORT", &self.port.to_string())
            .replace("TOKEN", &self.token)
    }

    /// Asks for something as our own page does.
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask(&format!(
            "GET {path} HTTP/1.1\nHost: 127.0.0.1:PORT\nCookie: OURS\nConnection: close"
        ))
    }

    /// The server is alive and well.
    #[track_caller]
    pub(crate) fn still_answers(&self) {
        let answer = self.get("/");
        assert_eq!(answer.status, 200, "{answer:?}");
        assert!(answer.body.starts_with(b"<!doctype html>"));
    }

    /// How much memory the server has, in KiB.
    pub(crate) fn memory_kib(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.server.id()));
        let status = status.unwrap_or_default(); // nothing to measure on other systems
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
        number.unwrap_or_default()
    }

    /// Does something, and says by how many MiB the server has grown at most while it was done.
    #[track_caller]
    pub(crate) fn grows_at_most(&self, mib: u64, what: &str, attack: impl FnOnce()) {
        self.still_answers();
        let before = self.memory_kib();
        let most = std::thread::scope(|scope| {
            let (stop, stopped) = std::sync::mpsc::channel::<()>();
            let watch = scope.spawn(move || {
                let mut most = self.memory_kib();
                while stopped.try_recv() == Err(std::sync::mpsc::TryRecvError::Empty) {
                    most = most.max(self.memory_kib());
                    sleep(Duration::from_millis(2));
                }
                most.max(self.memory_kib())
            });
            attack();
            drop(stop);
            watch.join().unwrap()
        });
        let grown = most.saturating_sub(before);
        eprintln!("memory: {what}: {before} KiB before, {grown} KiB more at most");
        assert!(grown <= mib * 1024, "{what}: {grown} KiB more");
        self.still_answers();
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.server.kill(); // it may have ended by itself
        let _ = self.server.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// What a server says to a request.
#[derive(Debug)]
pub(crate) struct Answer {
    /// 0 if there was none: the connection was cut.
    pub(crate) status: u16,
    /// All lines of it.
    pub(crate) head: String,
    /// Whatever follows.
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// Reads until the server closes.
    pub(crate) fn read(stream: &mut TcpStream) -> Self {
        let mut bytes = Vec::new();
        let mut piece = [0; 4096];
        loop {
            match stream.read(&mut piece) {
                Ok(0) => break,
                Ok(length) => bytes.extend(&piece[..length]),
                Err(error) => {
                    let waited = matches!(
                        error.kind(),
                        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
                    );
                    assert!(!waited, "the server neither answers nor closes");
                    break;
                }
            }
            if bytes.starts_with(b"HTTP/1.1 101") && bytes.ends_with(b"\r\n\r\n") {
                break; // this one stays open
            }
        }
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let body = end.map_or(Vec::new(), |end| bytes.split_off(end + 4));
        let head = String::from_utf8_lossy(&bytes).into_owned();
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        Self {
            status: status.unwrap_or_default(),
            head,
            body,
        }
    }

    /// The value of a header, if it is there.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find_map(|(known, value)| known.eq_ignore_ascii_case(name).then_some(value))
    }

    /// Says no, shows nothing, allows nothing.
    #[track_caller]
    pub(crate) fn is_a_refusal(&self, probe: &str) {
        assert!(
            matches!(self.status, 0 | 400..=499),
            "{probe}: {}",
            self.head
        );
        for header in [
            "access-control-allow-origin",
            "access-control-allow-credentials",
            "set-cookie",
            "location",
            "sec-websocket-accept",
        ] {
            assert_eq!(self.header(header), None, "{probe}");
        }
        assert!(self.body.len() < 200, "{probe}");
    }
}
