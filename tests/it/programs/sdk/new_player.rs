//! `new-player` creates players that pass their own tests, are ready to play, and play.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::program::{Ran, done, refused, scratch, shell, snapshot};
use crate::programs::sdk::play::Run;
use crate::programs::sdk::tools::JAVA;
use lettergame_xtest::installed;

/// The output of `new-player`, and the commands it printed.
struct Written {
    folder: tempfile::TempDir,
    test: String,
    check: String,
}

impl Written {
    fn of(language: &str) -> Written {
        let folder = scratch();
        let told = done(folder.path(), &format!("new-player --lang {language} mine")).out;
        let line = |place: usize| told.lines().nth(place).expect("a command").trim().to_owned();
        Written { test: line(1), check: line(2), folder }
    }

    /// Runs a line as it was printed.
    fn run(&self, line: &str) -> Ran {
        shell("sh", self.folder.path(), line)
    }

    /// The player in the printed `check` command, for use in another folder.
    fn player(&self) -> String {
        let command = self.check.strip_prefix("lettergame check ").expect("a check");
        let own = self.folder.path().join("mine");
        command.trim_matches(['"', '\'']).replace("mine/", &format!("{}/", own.display()))
    }
}

/// Runs its own test, `check`, and a short tournament.
fn works(written: &Written, test: &str) {
    written.run(test).ended(0);
    let check = written.run(&written.check.replacen("lettergame", "\"$LETTERGAME\"", 1)).ended(0);
    assert!(check.err.contains("is ready to play auction"), "{}", check.err);
    assert!(!check.out.contains("FAIL") && !check.out.contains("note"), "{}", check.out);
    let player = written.player();
    let run = Run::of(&["letter-value", &player, "zero"], "--games 12 --rounds 3").ended(0);
    assert!(run.faults().is_empty(), "{:?}", run.faults());
    assert!(run.table("scores.csv").iter().all(|row| row["status"] == "ok"));
    is_logged_by_game(&run);
    is_not_overwritten(written);
}

/// Lets the player of `file` print, in two lines, the letter that it bids for, and read a file that all players have.
fn prints(written: &Written, file: &str, before: &str, statement: &str) {
    let path = written.folder.path().join("mine").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches(before).count(), 1, "{text}");
    std::fs::write(&path, text.replacen(before, &format!("{before}\n{statement}\n"), 1)).unwrap();
}

/// Many games are played at once, and the log of a game has the letters of that game in the order of its auctions.
fn is_logged_by_game(run: &Run) {
    for game in 0..12 {
        let line = format!("replay run --game {game} --log --format json");
        let out = done(run.folder.path(), &line).out;
        let lines: Vec<Value> =
            out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let log = lines.iter().find(|line| line["log"].is_array()).expect("a log");
        let events = lines.iter().filter_map(|line| line["events"].as_array()).flatten();
        let sold = events.filter_map(|event| event["letter"].as_str());
        let expected: Vec<String> =
            sold.flat_map(|letter| [format!("bids for {letter}"), "next".to_owned()]).collect();
        assert!(expected.len() > 20, "{out}");
        assert_eq!(log["log"], Value::from(expected), "game {game}");
    }
}

fn is_not_overwritten(written: &Written) {
    let mine = written.folder.path().join("mine");
    let before = snapshot(&mine);
    for language in ["python", "js", "rust", "java"] {
        let line = format!("new-player --lang {language} mine");
        refused(written.folder.path(), &line, 2, &["mine is not empty", "name a new folder"]);
    }
    assert!(snapshot(&mine) == before, "something was overwritten");
}

#[test]
fn python() {
    if installed(&["python3"]) {
        let written = Written::of("python");
        prints(
            &written,
            "player.py",
            "def bid(self, view):",
            "        print('bids for', view.letter)\n        print('next')\n        open('files/7letterWords.txt').close()",
        );
        works(&written, &written.test);
    }
}

#[test]
fn javascript() {
    if installed(&["node"]) {
        let written = Written::of("js");
        prints(
            &written,
            "player.js",
            "  bid(view) {",
            "    console.log(`bids for ${view.letter}\\nnext`);\n    require('fs').readFileSync('files/7letterWords.txt');",
        );
        works(&written, &written.test);
    }
}

#[test]
fn java() {
    if installed(&JAVA) {
        let written = Written::of("java");
        let print = "        System.out.println(\"bids for \" + view.letter() + \"\\nnext\");
            if (!new java.io.File(\"files/7letterWords.txt\").exists()) throw new IllegalStateException();";
        prints(&written, "Mine.java", "public int bid(View view) {", print);
        works(&written, &written.test);
    }
}

#[test]
fn rust() {
    let written = Written::of("rust");
    let mine = written.folder.path().join("mine");
    if !has_crates(&mine) {
        eprintln!("passed over: the crates of the player are not here, and tests fetch nothing");
        return;
    }
    prints(
        &written,
        "src/main.rs",
        "use lettergame_player::{Player, View, run};",
        "use lettergame_player::log;",
    );
    let print = "        log(format_args!(\"bids for {}\\nnext\", view.letter.unwrap()));";
    prints(&written, "src/main.rs", "fn bid(&mut self, view: &View) -> i64 {", print);
    let target = mine.join("target").display().to_string();
    let offline = written.test.replacen("cargo test", "cargo test --offline", 1);
    assert_ne!(offline, written.test, "the printed test runs cargo");
    // its profile spends longer optimising than the player runs here
    let quick = "CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=0";
    works(&written, &format!("{quick} CARGO_TARGET_DIR='{target}' {offline}"));
}

fn has_crates(package: &Path) -> bool {
    let manifest = package.join("Cargo.toml");
    let mut cargo = Command::new(env!("CARGO"));
    let cargo = cargo.args(["fetch", "--offline", "--quiet", "--manifest-path"]).arg(manifest);
    cargo.output().is_ok_and(|output| output.status.success())
}

#[test]
fn an_existing_file_is_kept() {
    let folder = scratch();
    let kept = folder.path().join("player.py");
    std::fs::write(&kept, "mine").unwrap();
    refused(folder.path(), "new-player --lang python .", 2, &["is not empty"]);
    assert_eq!(std::fs::read(&kept).unwrap(), b"mine");
    assert_eq!(snapshot(folder.path()).len(), 1, "nothing was written beside it");
}
