//! `kinfolk edit`: it starts, its page answers, and it is ended.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::process::{Child, Stdio};

use crate::scratch::Scratch;

/// A program that is ended with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill(); // it may have ended by itself
        let _ = self.0.wait();
    }
}

pub(crate) fn check(scratch: &Scratch, words: &[String], place: &str) {
    let mut editor = scratch.program("kinfolk");
    editor.args(with_any_port(&words[1..]));
    let started = editor.stdout(Stdio::piped()).stdin(Stdio::null()).spawn();
    let mut running = Running(started.unwrap());
    let mut line = String::new();
    let stdout = running.0.stdout.take().unwrap();
    BufReader::new(stdout).read_line(&mut line).unwrap();

    let (_, address) = line.trim_end().split_once(" at http://").expect(place);
    let (host, token) = address.split_once("/?token=").expect(place);
    let (_, port) = host.split_once(':').expect(place);
    let answer = ask(port, token);
    assert!(
        answer.starts_with("HTTP/1.1 200 OK\r\n"),
        "{place}: {answer}"
    );
}

fn ask(port: &str, token: &str) -> String {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port.parse().unwrap())).unwrap();
    let request = format!(
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: kinfolk-{port}={token}\r\n\
         Connection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// The same, at a port that nobody else on this machine can have taken.
fn with_any_port(words: &[String]) -> Vec<&str> {
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    if let Some(port) = words.iter().position(|&word| word == "--port") {
        words[port + 1] = "0";
    }
    words
}
