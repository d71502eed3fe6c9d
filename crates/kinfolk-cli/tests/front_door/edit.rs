//! The editor, started and ended; what it does in between is tested where it lives.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};

use crate::program::{file, kinfolk, said};

/// A program that is ended with the test.
struct Editor {
    program: Child,
    stdout: BufReader<ChildStdout>,
}

impl Editor {
    fn start(args: &[&str]) -> Self {
        Self::run(&mut kinfolk(args))
    }

    /// With another folder for what it keeps.
    fn start_with(args: &[&str], state: &str) -> Self {
        Self::run(kinfolk(args).env("KINFOLK_STATE_DIR", state))
    }

    fn run(command: &mut Command) -> Self {
        let mut program = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(program.stdout.take().unwrap());
        Self { program, stdout }
    }

    /// Its first line.
    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.program.kill(); // it may have ended by itself
        let _ = self.program.wait();
    }
}

fn scene(name: &str) -> String {
    file(name, "{ \"entities\": [{ \"id\": \"lamp\" }] }\n")
}

#[test]
fn one_line_says_where_to_go_and_the_page_is_there() {
    let scene = scene("edit-line.json");
    let mut editor = Editor::start(&["edit", &scene, "--port", "0"]);

    let line = editor.line();

    let start = format!("editing {scene} at http://127.0.0.1:");
    let (port, token) = line
        .strip_prefix(&start)
        .and_then(|rest| rest.trim_end().split_once("/?token="))
        .unwrap_or_else(|| panic!("{line}"));
    assert_eq!(token.len(), 32);
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port.parse().unwrap())).unwrap();
    let request = format!(
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: kinfolk-{port}={token}\r\n\
         Connection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
}

#[test]
fn a_port_that_is_taken_is_said_with_what_to_try() {
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();

    let output = said(&["edit", &scene("edit-taken.json"), "--port", &port]);

    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stdout, b"");
    let stderr = String::from_utf8(output.stderr).unwrap();
    let start = format!("error: cannot listen at 127.0.0.1, port {port}: ");
    assert!(stderr.starts_with(&start), "{stderr}");
    assert!(stderr.contains("help: another program is there; leave --port out"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_is_a_good_end() {
    for signal in ["-INT", "-TERM"] {
        let scene = scene(&format!("edit-end{signal}.json"));
        let mut editor = Editor::start(&["edit", &scene, "--port", "0"]);
        editor.line();

        let id = editor.program.id().to_string();
        let killed = Command::new("kill").args([signal, &id]).status().unwrap();

        assert!(killed.success());
        assert_eq!(editor.program.wait().unwrap().code(), Some(0), "{signal}");
    }
}

#[test]
fn a_server_for_others_comes_with_a_warning() {
    let scene = scene("edit-others.json");
    let mut editor = Editor::start(&["edit", &scene, "--port", "0", "--host", "0.0.0.0"]);

    let line = editor.line();

    assert!(line.contains(" at http://127.0.0.1:"), "{line}");
    let _ = editor.program.kill();
    let mut stderr = String::new();
    let pipe = editor.program.stderr.as_mut().unwrap();
    pipe.read_to_string(&mut stderr).unwrap();
    assert!(stderr.starts_with("warning: "), "{stderr}");
    assert!(
        stderr.contains("anyone who can reach 0.0.0.0, port "),
        "{stderr}"
    );
}

#[test]
fn a_file_that_another_editor_has_open_is_not_opened_twice() {
    let scene = scene("edit-twice.json");
    let mut editor = Editor::start(&["edit", &scene, "--port", "0"]);
    editor.line();

    let output = said(&["edit", &scene, "--port", "0"]);

    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.contains("another editor has this file open; use its page, or close it first"),
        "{stderr}"
    );
}

#[test]
fn without_a_place_for_unsaved_edits_there_is_a_warning() {
    let scene = scene("edit-no-state.json");
    let nowhere = file("edit-no-state", "a file where a folder should be");
    let mut editor = Editor::start_with(&["edit", &scene, "--port", "0"], &nowhere);

    editor.line();

    let _ = editor.program.kill();
    let mut stderr = String::new();
    let pipe = editor.program.stderr.as_mut().unwrap();
    pipe.read_to_string(&mut stderr).unwrap();
    assert!(
        stderr.contains("a crash would lose unsaved edits"),
        "{stderr}"
    );
}
