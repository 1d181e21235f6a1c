//! Runs the program as a script would, and checks what it leaves behind.

// each test file uses only a part of this
#![allow(dead_code)]

pub(crate) mod python;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Once;
use std::thread;
use std::time::Duration;

/// The program.
pub(crate) const EXE: &str = env!("CARGO_BIN_EXE_lettergame");

/// The files that depend only on the config, if a run has them.
pub(crate) const ROW_FILES: [&str; 4] = ["scores.csv", "rounds.csv", "plies.csv", "standings.csv"];

/// An example of this package; if only a single test is built, the examples are built now.
pub(crate) fn example(name: &str) -> PathBuf {
    static BUILT: Once = Once::new();
    BUILT.call_once(|| {
        let release = EXE.contains("/release/").then_some("--release");
        let mut cargo = Command::new(env!("CARGO"));
        let status = cargo.args(["build", "--quiet", "--examples"]).args(release).status();
        assert!(status.is_ok_and(|status| status.success()), "the examples build");
    });
    Path::new(EXE).with_file_name("examples").join(name)
}

/// The result of a command.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
    shown: String,
}

impl Ran {
    fn of(output: Output, shown: String) -> Ran {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
        Ran {
            code: output.status.code(),
            out: text(output.stdout),
            err: text(output.stderr),
            shown,
        }
    }

    /// Asserts the exit code.
    #[track_caller]
    pub(crate) fn ended(self, code: i32) -> Ran {
        assert_eq!(self.code, Some(code), "{}\n{}\n{}", self.shown, self.out, self.err);
        self
    }

    /// Asserts that a command ended with this code, nothing on stdout and an error of few lines that contains
    /// every one of `said`.
    #[track_caller]
    pub(crate) fn refused(self, code: i32, said: &[&str]) -> Ran {
        let ran = self.ended(code);
        assert_eq!(ran.out, "", "{}: nothing belongs on stdout", ran.shown);
        assert!(!ran.err.contains("panicked"), "{}: {}", ran.shown, ran.err);
        for text in said {
            assert!(ran.err.contains(text), "{}: `{text}` is not in: {}", ran.shown, ran.err);
        }
        ran
    }
}

/// The program, ready to be started in `dir`. It finds the players of `tests/data/bin`, such as `fails`.
pub(crate) fn program(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(EXE);
    let players = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bin");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(players).chain(std::env::split_paths(&path));
    command.env("PATH", std::env::join_paths(folders).expect("folders"));
    command.args(args).current_dir(dir).stdin(Stdio::null()).env_remove("NO_COLOR");
    // not the defaults of whoever runs the tests
    command.env("XDG_CONFIG_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// Runs the program in `dir` to its end.
pub(crate) fn run(dir: &Path, args: &[&str]) -> Ran {
    ran(&mut program(dir, args), &args.join(" "))
}

/// Runs a command to its end.
pub(crate) fn ran(command: &mut Command, shown: &str) -> Ran {
    let output = command.output().expect("the program starts");
    Ran::of(output, shown.to_owned())
}

/// Runs the program in `dir` with this standard input, through a pipe.
#[track_caller]
pub(crate) fn fed(dir: &Path, args: &[&str], input: impl Into<Vec<u8>>) -> Ran {
    let mut command = program(dir, args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let input = input.into();
    // a program that ends early need not read all of it
    let writer = thread::spawn(move || drop(pipe.write_all(&input)));
    let output = child.wait_with_output().expect("an end");
    writer.join().expect("written");
    let ran = Ran::of(output, args.join(" "));
    assert!(!ran.err.contains("panicked"), "{args:?}: {}", ran.err);
    ran
}

/// Runs a shell script in `dir` in which `$LETTERGAME` is the program.
pub(crate) fn shell(shell: &str, dir: &Path, script: &str) -> Ran {
    let mut command = Command::new(shell);
    command.arg("-c").arg(script).current_dir(dir).env("LETTERGAME", EXE).stdin(Stdio::null());
    Ran::of(command.output().expect("a shell starts"), script.to_owned())
}

/// Runs a command line (split at blanks) that must succeed.
#[track_caller]
pub(crate) fn done(dir: &Path, line: &str) -> Ran {
    run(dir, &words(line)).ended(0)
}

/// Runs a command line (split at blanks) that must be rejected.
#[track_caller]
pub(crate) fn refused(dir: &Path, line: &str, code: i32, said: &[&str]) -> Ran {
    run(dir, &words(line)).refused(code, said)
}

pub(crate) fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// A temporary folder for one test.
pub(crate) fn scratch() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

#[track_caller]
pub(crate) fn bytes(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[track_caller]
pub(crate) fn text(path: &Path) -> String {
    String::from_utf8(bytes(path)).expect("UTF-8")
}

/// Asserts that two runs have the same row files, byte for byte.
#[track_caller]
pub(crate) fn assert_same_rows(left: &Path, right: &Path) {
    for name in ROW_FILES {
        let (a, b) = (left.join(name), right.join(name));
        assert_eq!(a.exists(), b.exists(), "{name} is only in one of {left:?} and {right:?}");
        if a.exists() && bytes(&a) != bytes(&b) {
            panic!("{} and {} differ: {}", a.display(), b.display(), difference(&a, &b));
        }
    }
}

fn difference(left: &Path, right: &Path) -> String {
    let (left, right) = (bytes(left), bytes(right));
    let at = left.iter().zip(&right).take_while(|(a, b)| a == b).count();
    format!("{} and {} bytes, equal up to byte {at}", left.len(), right.len())
}

/// Every file below a folder with its content.
pub(crate) fn snapshot(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut open = vec![dir.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else {
                files.insert(path.clone(), bytes(&path));
            }
        }
    }
    files
}

/// Copies a folder of files, replacing existing ones.
pub(crate) fn copy(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to).expect("a new folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        fs::copy(&path, to.join(path.file_name().expect("a name"))).expect("a copy");
    }
}

/// Truncates a file of a run to this many bytes, as a kill leaves it: such a run is unfinished.
pub(crate) fn cut(path: &Path, length: u64) {
    let _ = fs::remove_file(path.with_file_name("part.json"));
    let file = fs::OpenOptions::new().write(true).open(path).expect("a file");
    file.set_len(length).expect("a cut");
}

/// Changes the text of a file, and asserts that it did.
#[track_caller]
pub(crate) fn edit(path: &Path, from: &str, to: &str) {
    let old = text(path);
    assert!(old.contains(from), "{} has no `{from}`", path.display());
    fs::write(path, old.replacen(from, to, 1)).expect("written");
}

/// Turns a run into one of an earlier version, without checksums.
pub(crate) fn age(run: &Path) {
    fs::remove_file(run.join("part.json")).unwrap();
    let config = run.join("config.toml");
    let (before, _) =
        text(&config).rsplit_once("check = ").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    fs::write(config, before).unwrap();
    let faults = run.join("faults.jsonl");
    if faults.exists() {
        let plain = |line: &str| line.rsplit_once(",\"check\"").unwrap().0.to_owned() + "}\n";
        fs::write(&faults, text(&faults).lines().map(plain).collect::<String>()).unwrap();
    }
}

/// A run in the background; killed and waited for when dropped.
pub(crate) struct Background(Child);

impl Background {
    pub(crate) fn start(dir: &Path, line: &str) -> Background {
        Background::start_with(dir, &words(line))
    }

    pub(crate) fn start_with(dir: &Path, args: &[&str]) -> Background {
        let mut command = program(dir, args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        Background(command.spawn().expect("the program starts"))
    }

    /// Waits until a file has this many bytes, or the run is over.
    pub(crate) fn until(&mut self, path: &Path, length: u64) {
        while fs::metadata(path).map_or(0, |data| data.len()) < length {
            if self.0.try_wait().expect("a child").is_some() {
                return;
            }
            thread::sleep(Duration::from_micros(200));
        }
    }

    /// SIGKILL on Unix.
    pub(crate) fn kill(mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }

    /// Waits for the end.
    pub(crate) fn wait(mut self) -> Ran {
        self.finish("in the background")
    }

    /// Sends a signal and waits for the end.
    pub(crate) fn signal(mut self, signal: &str) -> Ran {
        let id = self.0.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &id]).status().expect("kill starts");
        assert!(sent.success(), "kill -s {signal} {id}");
        self.finish(signal)
    }

    fn finish(&mut self, shown: &str) -> Ran {
        use std::io::Read as _;
        let (mut out, mut err) = (Vec::new(), Vec::new());
        self.0.stdout.take().expect("a pipe").read_to_end(&mut out).expect("stdout");
        self.0.stderr.take().expect("a pipe").read_to_end(&mut err).expect("stderr");
        let status = self.0.wait().expect("a child");
        Ran::of(Output { status, stdout: out, stderr: err }, shown.to_owned())
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The rows of a CSV file as maps from column to cell.
pub(crate) fn table(path: &Path) -> Vec<BTreeMap<String, String>> {
    table_of(&text(path))
}

/// The rows of CSV text as maps from column to cell.
pub(crate) fn table_of(text: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().map(|row| row.expect("a row of CSV")).collect()
}

/// The column names of a CSV file.
pub(crate) fn header(path: &Path) -> String {
    text(path).lines().next().unwrap_or_default().to_owned()
}
