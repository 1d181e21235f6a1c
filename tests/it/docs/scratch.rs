//! A folder with the content of a clone, where commands of the documentation are run as a reader types them.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::blocks::{Statement, project};
use crate::program::{EXE, scratch, text};

/// The maximum duration of a command; those of the documentation take seconds, on a busy machine minutes.
const LONGEST: Duration = Duration::from_secs(600);

/// Parts of a clone that commands only read.
const READ: [&str; 5] = ["files", "examples", "python", "docs", "tests"];

/// Parts that commands also write to.
const WRITTEN: [&str; 2] = ["sdk", "tournaments"];

pub(super) struct CloneFolder(TempDir);

impl CloneFolder {
    pub(super) fn new() -> CloneFolder {
        let folder = scratch();
        for name in READ {
            symlink(project().join(name), folder.path().join(name)).expect("a link");
        }
        for name in WRITTEN {
            copy(&project().join(name), &folder.path().join(name));
        }
        CloneFolder(folder)
    }

    pub(super) fn save(&self, name: &str, lines: &[String]) {
        fs::write(self.0.path().join(name), lines.join("\n")).expect(name);
    }

    /// Runs a command. An error contains the location, the command and its output.
    pub(super) fn run(&self, place: &str, statement: &Statement) -> Option<String> {
        let command = statement.text.trim();
        let is_server = command.starts_with("lettergame serve");
        let command = if is_server { on_any_port(command) } else { command.to_owned() };
        let (status, output) = self.ran(&command, is_server);
        let said = format!("{place}:{}: {command}\n{output}", statement.line);
        let Some(status) = status else { return Some(format!("after {LONGEST:?}: {said}")) };
        let allowed: &[i32] = match command.split_whitespace().nth(1) {
            _ if is_server => &[0, 130, 143],
            // any verdict is fine
            Some("compare") if command.starts_with("lettergame") => &[0, 1, 3],
            _ => &[0],
        };
        let is_fine = status.code().map_or(is_server, |code| allowed.contains(&code));
        (!is_fine || said.contains("panicked")).then(|| format!("{status}: {said}"))
    }

    /// Runs a command with empty standard input, a server until it has printed its address. No status: it
    /// took too long.
    fn ran(&self, command: &str, is_server: bool) -> (Option<ExitStatus>, String) {
        let printed = scratch();
        let printed = printed.path().join("output");
        let file = File::create(&printed).expect("a file");
        let folder = Path::new(EXE).parent().expect("a folder").display();
        let path = std::env::var("PATH").expect("a path");
        let mut shell = Command::new("bash");
        shell.args(["-e", "-o", "pipefail", "-c", command]).current_dir(self.0.path());
        shell.env("PATH", format!("{folder}:{path}")).env("HOME", self.0.path()).process_group(0);
        shell.stdin(Stdio::null()).stdout(file.try_clone().expect("a file")).stderr(file);
        let mut child = shell.spawn().expect("bash");
        let begun = Instant::now();
        let mut is_ended = false;
        let status = loop {
            if let Some(status) = child.try_wait().expect("a status") {
                break Some(status);
            }
            if begun.elapsed() > LONGEST {
                signal(&mut child, "KILL");
                break None;
            }
            if is_server && !is_ended && text(&printed).contains("http://") {
                signal(&mut child, "TERM");
                is_ended = true;
            }
            thread::sleep(Duration::from_millis(5));
        };
        (status, text(&printed))
    }
}

/// Sends a signal to a shell and everything it started.
fn signal(child: &mut Child, name: &str) {
    let group = format!("-{}", child.id());
    let sent = Command::new("kill").args(["-s", name, "--", &group]).status();
    assert!(sent.is_ok_and(|status| status.success()), "kill {group}");
    if name == "KILL" {
        child.wait().expect("an end");
    }
}

/// The command of a server, with a free port.
fn on_any_port(command: &str) -> String {
    if command.contains("--addr") {
        return command.replace(":7878", ":0");
    }
    command.replacen("serve", "serve --addr 127.0.0.1:0", 1)
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let to = to.join(entry.file_name());
        let kind = entry.file_type().expect("a kind");
        // the remains of tournaments played in the clone are not part of it
        let is_left = ["results", "games", "build"].iter().any(|name| entry.file_name() == *name);
        if kind.is_dir() && !is_left {
            copy(&entry.path(), &to);
        } else if kind.is_file() {
            fs::copy(entry.path(), to).expect("a copy");
        }
    }
}
