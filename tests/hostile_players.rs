//! Hostile player programs: in a real tournament each attack is blocked or costs its own player a game, and
//! however the run ends, no process or file of a player is left behind.
#![cfg(target_os = "linux")]

#[path = "it/program/mod.rs"]
mod program;

use std::net::{TcpListener, UdpSocket};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use lettergame::protocol::sandbox;
use program::python::python;
use program::{EXE, example, table, text};
use tempfile::TempDir;

/// The setting of one test: results, and a temporary folder that must be empty afterwards.
struct Field {
    folder: TempDir,
    /// Part of the command of every player, so that its processes can be found.
    marker: String,
}

impl Field {
    /// `None` if the system does not offer a complete sandbox: then there is nothing to test.
    fn new() -> Option<Field> {
        let enforced = sandbox::probe(Path::new(EXE)).unwrap();
        if !enforced.missing().is_empty() {
            eprintln!("not tested: {}", enforced.text());
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("tmp")).unwrap();
        std::fs::create_dir(folder.path().join("home")).unwrap();
        let marker = folder.path().file_name().unwrap().to_str().unwrap().to_owned();
        Some(Field { folder, marker })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn dir(&self) -> PathBuf {
        self.path("run")
    }

    /// A run of six games of one round, with its own temporary folder.
    fn command(&self, args: &[&str]) -> Command {
        let mut command = program::program(self.folder.path(), &["tournament", "--out", "run"]);
        command.args(["--seed", "4", "--rounds", "1", "--quiet"]).args(args);
        command.env("TMPDIR", self.path("tmp")).env("LETTERGAME_TEST", "the-runner's-own");
        command
    }

    #[track_caller]
    fn ran(&self, args: &[&str]) {
        let out = self.command(args).output().unwrap();
        let err = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(out.status.success(), "{args:?}: {} {err}", out.status);
    }

    /// Plays six games against a player that attacks at the third ask of game 2.
    fn attacked(&self, what: &str, object: &str) {
        let player =
            format!("cmd:{} {what} 2 2 '@{object}' {}", example("faulty").display(), self.marker);
        let players = format!("{player},zero");
        self.ran(&["--players", &players, "--games", "6", "--time-limit", "1s", "--force"]);
        self.assert_nothing_left();
    }

    /// The player's output on standard error.
    fn log(&self) -> String {
        let logs = std::fs::read_dir(self.dir().join("logs")).unwrap();
        logs.map(|log| text(&log.unwrap().path())).collect()
    }

    /// The states of the processes of its players.
    fn states(&self) -> Vec<char> {
        let all = std::fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
        let of_player = |path: &PathBuf| {
            std::fs::read(path.join("cmdline")).is_ok_and(|line| {
                let line = String::from_utf8_lossy(&line).replace('\0', " ");
                line.contains(&self.marker) && !line.starts_with(EXE)
            })
        };
        let stats = all
            .filter(of_player)
            .filter_map(|path| std::fs::read_to_string(path.join("stat")).ok());
        stats.filter_map(|stat| stat.rsplit_once(") ")?.1.chars().next()).collect()
    }

    /// The processes of its players.
    fn processes(&self) -> Vec<String> {
        let all = std::fs::read_dir("/proc").unwrap().flatten();
        let lines = all.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
        let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
        lines.filter(|line| line.contains(&self.marker) && !line.starts_with(EXE)).collect()
    }

    /// Asserts that no process and no temporary file is left.
    #[track_caller]
    fn assert_nothing_left(&self) {
        self.assert_no_process();
        let left: Vec<_> = std::fs::read_dir(self.path("tmp")).unwrap().collect();
        assert!(left.is_empty(), "{left:?}");
    }

    /// Asserts that no process is left after a short wait.
    #[track_caller]
    fn assert_no_process(&self) {
        let end = Instant::now() + Duration::from_secs(2);
        while !self.processes().is_empty() && Instant::now() < end {
            sleep(Duration::from_millis(10));
        }
        assert!(self.processes().is_empty(), "{:?}", self.processes());
    }

    fn faults(&self) -> Vec<serde_json::Value> {
        let path = self.dir().join("faults.jsonl");
        let lines = if path.exists() { text(&path) } else { String::new() };
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Asserts that the attack was blocked, and that the player continued.
    #[track_caller]
    fn assert_refused(&self, what: &str, object: &str) {
        self.attacked(what, object);
        assert!(self.faults().is_empty(), "{what}: {:?}", self.faults());
        let log = self.log();
        assert!(log.contains("refused: ") && !log.contains("done: "), "{what} {object}: {log}");
    }

    /// Asserts that the attack costs the player its game 2, and nothing else.
    #[track_caller]
    fn assert_punished(&self, what: &str, fault: &str, said: &str) {
        self.attacked(what, &self.marker);
        self.assert_one_fault(fault, said);
    }

    #[track_caller]
    fn assert_one_fault(&self, fault: &str, said: &str) {
        let faults = self.faults();
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert_eq!((&faults[0]["game"], &faults[0]["fault"]), (&2.into(), &fault.into()));
        assert!(faults[0].to_string().contains(said), "`{said}` is not in {}", faults[0]);
        let standings = table(&self.dir().join("standings.csv"));
        let points = |player: bool| {
            standings.iter().find(|row| (row["player"] != "zero") == player).unwrap()["faults"]
                .as_str()
        };
        assert_eq!((points(true), points(false)), ("1", "0"));
        let scores = text(&self.dir().join("scores.csv"));
        assert_eq!(scores.lines().filter(|row| row.contains(",banned,")).count(), 1, "{scores}");
    }

    /// A run of players that refuse to exit: they ignore `bye` and signals, and each has a child in a
    /// separate session. Returns when they have started.
    fn stubborn(&self) -> Child {
        let script = "trap '' TERM INT HUP\n\
            setsid sh -c 'sleep 60; :' \"$1\" >/dev/null 2>&1 </dev/null &\n\
            while read -r line; do case $line in\n\
            *'\"t\":\"hello\"'*) echo '{\"t\":\"hello\",\"lgp\":1}';;\n\
            *'\"t\":\"ask\"'*) sleep 0.1; q=${line#*'\"q\":'}\n\
            echo '{\"t\":\"act\",\"q\":'\"${q%%,*}\"',\"move\":{\"bid\":1}}';;\n\
            esac; done\nwhile :; do sleep 1; done\n";
        std::fs::write(self.path("stubborn.sh"), script).unwrap();
        let player = format!("cmd:sh ./stubborn.sh {}", self.marker);
        let players = format!("{player},{player},zero");
        let mut command = self.command(&["--players", &players, "--games", "500"]);
        let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let end = Instant::now() + Duration::from_secs(10);
        while self.processes().len() < 4 {
            assert!(Instant::now() < end, "the players are not there: {:?}", self.processes());
            sleep(Duration::from_millis(10));
        }
        child
    }
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args(["-s", name, &child.id().to_string()]).status().unwrap();
    assert!(sent.success(), "kill -s {name}");
}

#[test]
fn foreign_files_are_neither_read_nor_written() {
    let Some(field) = Field::new() else { return };
    let secret = field.path("home/strategy.py");
    std::fs::write(&secret, "the secret").unwrap();
    let secret = secret.display().to_string();
    for file in [secret.as_str(), "/etc/shadow", "/proc/self/environ", "/proc/1/cmdline"] {
        field.assert_refused("read", file);
    }
    let new = field.path("home/new").display().to_string();
    for file in [secret.as_str(), &new, "../outside", "/tmp/outside", "/dev/shm/outside"] {
        field.assert_refused("write", file);
    }
    assert_eq!(text(Path::new(&secret)), "the secret");
    assert!(!Path::new(&new).exists());
}

#[test]
fn no_one_is_reachable_from_within() {
    let Some(field) = Field::new() else { return };
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    field.assert_refused("connect", &listener.local_addr().unwrap().to_string());
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_err());
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    field.assert_refused("send", &socket.local_addr().unwrap().to_string());
    let mut victim = Command::new("sleep").arg("60").spawn().unwrap();
    field.assert_refused("kill", &victim.id().to_string());
    assert!(victim.try_wait().unwrap().is_none(), "the victim lives");
    victim.kill().unwrap();
    victim.wait().unwrap();
    field.attacked("environment", "");
    let log = field.log();
    assert!(log.contains("TMPDIR=") && !log.contains("the-runner's-own"), "{log}");
}

#[test]
fn a_player_that_exceeds_a_limit_loses_that_game() {
    let Some(field) = Field::new() else { return };
    field.assert_punished("fill", "gone", "exit code 6");
    field.assert_punished("many-processes", "gone", "exceeded its limit of processes");
    field.assert_punished("endless-log", "output", "its log is too large");
    field.assert_punished("endless-line", "output", "1048576");
    field.assert_punished("endless-lines", "unreadable", "again");
    field.assert_punished("endless-pings", "output", "pings");
    field.assert_punished("stop", "stalled", "1000 ms");
}

/// The launcher's own exit codes were among these.
#[test]
fn a_player_that_exits_with_any_code_is_blamed() {
    let Some(field) = Field::new() else { return };
    for code in ["120", "121", "122", "123"] {
        for sandbox in ["auto", "off"] {
            let player = format!(
                "cmd:{} exit-with 2 2 @{code} {}",
                example("faulty").display(),
                field.marker
            );
            let players = format!("{player},zero");
            let args = ["--players", &players, "--games", "6", "--force", "--sandbox", sandbox];
            field.ran(&args);
            field.assert_nothing_left();
            field.assert_one_fault("gone", &format!("exit code {code}"));
        }
    }
    let player = format!("cmd:{} exit-with 0 2 @120", example("faulty").display());
    for sandbox in ["auto", "off"] {
        let checked = program::run(field.folder.path(), &["check", &player, "--sandbox", sandbox]);
        assert_ne!(checked.code, Some(0), "{}{}", checked.out, checked.err);
        assert!(checked.out.contains("FAIL") && checked.out.contains("exit code 120"));
        assert!(!checked.err.contains("is ready to play"), "{}", checked.err);
    }
}

/// Python exits with 120 when it cannot flush its output.
#[test]
fn a_python_player_that_cannot_flush_its_output_is_blamed() {
    let (Some(field), Some(python)) = (Field::new(), python()) else { return };
    let script = "import os, sys\n\
        for line in sys.stdin:\n if 'hello' in line: print('{\"t\":\"hello\",\"lgp\":1}', flush=True)\n \
        elif 'ask' in line: print('half', end=''); os.close(1); sys.exit(0)\n";
    std::fs::write(field.path("flush.py"), script).unwrap();
    let players = format!("cmd:{} -S -E flush.py,zero", python.display());
    let args = ["--players", &players, "--games", "3"];
    assert_eq!(field.command(&args).status().unwrap().code(), Some(4), "all its games failed");
    let faults = field.faults();
    assert_eq!(faults.len(), 3, "{faults:?}");
    assert!(faults[0]["said"].as_str().unwrap().contains("exit code 120"), "{faults:?}");
}

/// Whether a process of a player is seen stopped within a few seconds, next to a slow opponent.
fn is_stopped_in_between(field: &Field, more: &[&str]) -> bool {
    let faulty = example("faulty").display().to_string();
    // the slow one has no marker: it is never stopped while it is asked, which is all the time
    let players = format!("cmd:{faulty} plain 0 0 @ {},cmd:{faulty} slow @ @ @20", field.marker);
    let args = [&["--players", &players, "--games", "2000", "--force"], more].concat();
    let mut command = field.command(&args);
    let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let end = Instant::now() + Duration::from_secs(6);
    let mut seen = false;
    while !seen && Instant::now() < end {
        seen = field.states().contains(&'T');
        sleep(Duration::from_millis(2));
    }
    run.kill().unwrap();
    run.wait().unwrap();
    field.assert_no_process();
    seen
}

#[test]
fn players_only_think_on_others_turns_if_allowed() {
    let Some(field) = Field::new() else { return };
    assert!(is_stopped_in_between(&field, &[]));
    assert!(!is_stopped_in_between(&field, &["--allow-pondering"]));
}

#[test]
fn exceeding_the_memory_limit_of_a_table_is_reported() {
    let Some(field) = Field::new() else { return };
    let command = format!("{} memory 2 2 - {}", example("faulty").display(), field.marker);
    let config = format!(
        "games = 6\nplayers = [\"zero\"]\n[[player]]\nname = \"hog\"\ncommand = \"{command}\"\nmemory = 64\n"
    );
    std::fs::write(field.path("hog.toml"), config).unwrap();
    field.ran(&["hog.toml"]);
    field.assert_nothing_left();
    field.assert_one_fault("memory", "64 MiB");
}

#[test]
fn a_child_that_escaped_into_its_own_session_is_killed() {
    let Some(field) = Field::new() else { return };
    field.attacked("escape", &field.marker);
    assert!(field.faults().is_empty(), "{:?}", field.faults());
    assert!(field.log().contains("done: "), "it did escape: {}", field.log());
}

#[test]
fn nothing_is_left_after_an_interrupt() {
    let Some(field) = Field::new() else { return };
    let run = field.stubborn();
    signal(&run, "INT");
    let ended = run.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&ended.stderr).contains("lettergame resume"));
    field.assert_nothing_left();
}

#[test]
fn nothing_is_left_after_a_second_interrupt() {
    let Some(field) = Field::new() else { return };
    let mut run = field.stubborn();
    signal(&run, "INT");
    sleep(Duration::from_millis(200));
    signal(&run, "INT");
    let start = Instant::now();
    assert_eq!(run.wait().unwrap().code(), Some(130));
    assert!(start.elapsed() < Duration::from_secs(1), "it ends at once");
    field.assert_nothing_left();
}

#[test]
fn no_process_is_left_after_a_kill() {
    let Some(field) = Field::new() else { return };
    let mut run = field.stubborn();
    signal(&run, "KILL");
    assert_eq!(run.wait().unwrap().signal(), Some(9));
    field.assert_no_process();
    // nothing was left to remove its folders: the next run does
    field.attacked("plain", "");
}

#[test]
fn a_suspended_runner_blames_no_player() {
    let player = format!("cmd:{} plain", example("faulty").display());
    let folder = tempfile::tempdir().unwrap();
    let players = format!("{player},zero");
    let args = ["tournament", "--players", &players, "--games", "4000", "--seed", "1"];
    let more = ["--time-limit", "100ms", "--out", "run", "--quiet"];
    let mut command = program::program(folder.path(), &[&args[..], &more].concat());
    let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    for _ in 0..8 {
        sleep(Duration::from_millis(100));
        if run.try_wait().unwrap().is_some() {
            break;
        }
        signal(&run, "STOP");
        sleep(Duration::from_millis(300));
        signal(&run, "CONT");
    }
    signal_if_running(&mut run);
    let faults = folder.path().join("run/faults.jsonl");
    assert!(!faults.exists(), "{}", text(&faults));
}

/// Interrupts a run as Ctrl-C does, unless it has already ended.
fn signal_if_running(run: &mut Child) {
    if run.try_wait().unwrap().is_none() {
        signal(run, "INT");
    }
    run.wait().unwrap();
}
