//! Player programs: their mistakes are named, quoted and cost no other player anything; rows do not depend on
//! threads or batches.

use crate::program;
use crate::web::site;

use std::path::{Path, PathBuf};

use serde_json::Value;

use lettergame::protocol::HostOptions;
use lettergame::web::Terms;
use program::{Ran, example, text as read};
use tempfile::TempDir;

fn lettergame(args: &[&str]) -> Ran {
    program::run(program::scratch().path(), args)
}

/// The program with switches for every way to fail; built with the tests.
fn faulty(what: &str) -> String {
    format!("cmd:{} {what}", example("faulty").display())
}

struct Run {
    _folder: TempDir,
    dir: PathBuf,
    ran: Ran,
}

impl Run {
    /// A run of two players with plies recorded.
    fn of(players: &[&str], more: &[&str]) -> Run {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("run");
        let players = players.join(",");
        let out = dir.display().to_string();
        let mut args = vec!["tournament", "--players", &players, "--out", &out, "--quiet"];
        args.extend(["--seed", "4", "--rounds", "2"]);
        args.extend(more);
        if !more.contains(&"--record") {
            args.extend(["--record", "plies"]);
        }
        let ran = program::run(folder.path(), &args);
        Run { _folder: folder, dir, ran }
    }

    fn ended(mut self, code: i32) -> Run {
        self.ran = self.ran.ended(code);
        self
    }

    fn text(&self, file: &str) -> String {
        read(&self.dir.join(file))
    }

    fn rows(&self) -> [String; 3] {
        ["scores.csv", "rounds.csv", "plies.csv"].map(|file| self.text(file))
    }

    /// Game, fault and quoted answer of every fault.
    fn faults(&self) -> Vec<(u64, String, String)> {
        let path = self.dir.join("faults.jsonl");
        let text = if path.exists() { read(&path) } else { String::new() };
        let parsed = text.lines().map(|line| {
            let fault: Value = serde_json::from_str(line).unwrap();
            let text = |key: &str| fault[key].as_str().unwrap().to_owned();
            assert_eq!(fault["seat"].as_u64().unwrap(), fault["game"].as_u64().unwrap() % 2);
            (fault["game"].as_u64().unwrap(), text("fault"), text("said"))
        });
        parsed.collect()
    }

    fn statuses(&self) -> Vec<String> {
        let rows = self.text("scores.csv");
        rows.lines().skip(1).map(|row| row.split(',').nth(9).unwrap().to_owned()).collect()
    }
}

/// The one fault, in game 2 of 6: the player fails at its fifth decision.
#[track_caller]
fn fails_once(what: &str, name: &str, said: &str) {
    let run = Run::of(
        &[&faulty(&format!("{what} 2 4")), "letter-value"],
        &["--games", "6", "--time-limit", "300ms"],
    )
    .ended(0);
    let faults = run.faults();
    assert_eq!(faults.len(), 1, "{what}: {faults:?}");
    let (game, kind, text) = &faults[0];
    assert_eq!((*game, kind.as_str()), (2, name), "{what}: {faults:?}");
    assert!(text.contains(said), "{what}: `{said}` is not in {text}");
    let statuses = run.statuses();
    assert_eq!(statuses.iter().filter(|status| *status == "banned").count(), 1, "{statuses:?}");
    assert_eq!(statuses[4], "banned", "game 2, seat 0");
}

#[test]
fn a_fault_has_a_name_and_a_quote() {
    fails_once("noise", "unreadable", "invalid message `thinking hard`");
    fails_once("twice", "unreadable", "again; answer once");
    fails_once("wrong-q", "unreadable", "never asked; copy the `q`");
    fails_once("other-kind", "illegal", "a bid for");
    fails_once("unknown-move", "unreadable", "invalid move `{\"bet\":3}`");
    fails_once("float", "unreadable", "2.5");
    fails_once("beyond-64-bits", "unreadable", "99999999999999999999");
    fails_once("deep", "unreadable", "invalid move");
    fails_once("not-utf8", "unreadable", "UTF-8");
    fails_once("fail", "gone", "ZeroDivisionError: in bid");
}

#[test]
fn a_process_that_breaks_costs_one_game() {
    fails_once("long-line", "output", "1048576");
    fails_once("endless-line", "output", "1048576");
    fails_once("exit", "gone", "exit code 5");
    fails_once("panic", "gone", "exit code 101");
    fails_once("stall", "stalled", "300 ms");
    fails_once("late", "late", "no answer within 300 ms");
}

#[test]
fn an_endless_stream_of_lines_is_contained() {
    let run = Run::of(&[&faulty("endless-lines 2 4"), "letter-value"], &["--games", "6"]).ended(0);
    let faults = run.faults();
    assert!(faults.iter().any(|(game, kind, _)| *game == 2 && kind == "unreadable"), "{faults:?}");
}

#[test]
fn the_log_is_kept_and_quoted() {
    let run = Run::of(&[&faulty("exit 2 4"), "letter-value"], &["--games", "6"]).ended(0);
    let fault: Value = serde_json::from_str(run.text("faults.jsonl").trim()).unwrap();
    assert_eq!(fault["log"][0], "this is the end");
    let logs: Vec<_> = std::fs::read_dir(run.dir.join("logs")).unwrap().flatten().collect();
    assert!(read(&logs[0].path()).contains("this is the end"));
    // file names on Windows cannot contain a colon
    let name = logs[0].file_name().into_string().unwrap();
    assert!(name.starts_with("cmd_") && name.ends_with(".log") && !name.contains(':'), "{name}");
}

#[test]
fn rows_do_not_depend_on_threads_or_batches() {
    for what in ["plain", "exit 5 3", "fail 5 3", "noise 5 3", "exit-at-new"] {
        let run = |single: &str, threads: &str| {
            let player = faulty(&format!("{single}{what}"));
            let code = if what == "exit-at-new" { 4 } else { 0 };
            Run::of(&[&player, "random"], &["--games", "40", "--threads", threads]).ended(code)
        };
        let one = run("", "1");
        let unnamed = |run: &Run| {
            let name = "cmd:".to_owned();
            let plain = |text: &str| -> String {
                let cells = text.lines().map(|line| {
                    let keep = line.split(',').filter(|cell| !cell.starts_with(&name));
                    keep.collect::<Vec<_>>().join(",")
                });
                cells.collect::<Vec<_>>().join("\n")
            };
            run.rows().map(|rows| plain(&rows))
        };
        assert_eq!(one.rows(), run("", "2").rows(), "{what}");
        assert_eq!(unnamed(&one), unnamed(&run("single ", "2")), "{what}");
    }
}

#[test]
fn a_player_that_fails_repeatedly_is_benched() {
    let run = Run::of(&[&faulty("exit-at-new"), "letter-value"], &["--games", "20"]);
    assert!(run.ran.err.contains("from game 5 on"), "{}", run.ran.err);
    assert!(run.ran.out.contains("letter-value"), "the standings are printed all the same");
    let run = run.ended(4);
    let faults = run.faults();
    assert_eq!(faults.len(), 20);
    assert!(faults[..5].iter().all(|(_, kind, _)| kind == "gone"), "{faults:?}");
    assert!(faults[5..].iter().all(|(.., said)| said.contains("benched")));
}

#[test]
fn a_program_that_does_not_say_hello_stops_a_run_before_its_first_game() {
    let dir = program::scratch();
    let dir = dir.path();
    std::fs::write(
        dir.join("wrong.py"),
        "print('starting', file=__import__('sys').stderr)\nx = = 1\n",
    )
    .unwrap();
    let python = "/usr/bin/env python3";
    for (command, said) in [
        (faulty("exit-at-start"), "exit"),
        (faulty("other-version"), "no hello"),
        (faulty("act-before-hello"), "came before its hello"),
        (faulty("noise-at-start"), "no hello"),
        (format!("cmd:{python} nofile.py"), "nofile.py"),
        (format!("cmd:{python} wrong.py"), "SyntaxError: invalid syntax"),
    ] {
        let players = format!("ok={},alice={command},zero", faulty("plain"));
        let args = ["tournament", "--players", &players, "--games", "20", "--out", "run"];
        let ran = program::run(dir, &args).ended(4);
        for said in ["no game was played", "  alice: ", said, "lettergame check 'cmd:"] {
            assert!(ran.err.contains(said), "`{said}` is not in {}", ran.err);
        }
        assert!(!ran.err.contains("  ok: ") && ran.out.is_empty(), "{}", ran.err);
        assert!(!dir.join("run").exists(), "nothing is left behind");
    }
}

#[test]
fn a_run_without_games_is_not_resumed_with_a_program_that_does_not_say_hello() {
    let dir = program::scratch();
    let dir = dir.path();
    let script = dir.join("player.sh");
    let right = format!("exec {} plain\n", example("faulty").display());
    std::fs::write(&script, &right).unwrap();
    let players = format!("alice=cmd:sh {},zero", script.display());
    let args = [
        "tournament",
        "--players",
        &players,
        "--games",
        "4",
        "--seed",
        "1",
        "--sandbox",
        "off",
        "--out",
        "run",
    ];
    program::run(dir, &args).ended(0);
    let whole = read(&dir.join("run/scores.csv"));
    for file in ["scores.csv", "rounds.csv"] {
        let path = dir.join("run").join(file);
        let header = read(&path).find('\n').unwrap() as u64 + 1;
        program::cut(&path, header);
    }
    std::fs::write(&script, "exit 3\n").unwrap();
    for again in [vec!["resume", "run", "--sandbox", "off"], [&args[..], &["--continue"]].concat()]
    {
        program::run(dir, &again).refused(4, &["no game was played", "  alice: exit code 3"]);
    }
    std::fs::write(&script, right).unwrap();
    program::run(dir, &["resume", "run", "--sandbox", "off"]).ended(0);
    assert!(read(&dir.join("run/scores.csv")) == whole, "other rows");
}

#[test]
fn nothing_is_tuned_against_a_program_that_does_not_say_hello() {
    let dir = program::scratch();
    let args = ["tune", "flat", "--against", &faulty("exit-at-start"), "--log", "log"];
    program::run(dir.path(), &args).refused(4, &["no game was played", "lettergame check 'cmd:"]);
    assert!(!dir.path().join("log").exists(), "nothing is left behind");
}

#[test]
fn a_replay_asks_no_player() {
    let run = Run::of(&[&faulty("exit 2 4"), "letter-value"], &["--games", "4"]).ended(0);
    let config = run.text("config.toml");
    let gone = config.replace("faulty", "no-such-program");
    std::fs::write(
        run.dir.join("config.toml"),
        gone.replace("no-such-program exit", "faulty exit"),
    )
    .unwrap();
    std::fs::write(run.dir.join("config.toml"), config).unwrap();
    let dir = run.dir.display().to_string();
    let told = lettergame(&["replay", &dir, "--game", "2"]).ended(0);
    assert!(told.out.contains("exit_2_4 failed: gone"), "{}", told.out);
    assert!(told.out.contains("exit_2_4 is banned: gone"), "{}", told.out);
    let without = Run::of(&[&faulty("plain"), "zero"], &["--games", "2", "--record", "games"]);
    let dir = without.dir.display().to_string();
    lettergame(&["replay", &dir, "--game", "0"]).refused(2, &["--record plies"]);
}

#[test]
fn a_truncated_run_is_resumed_to_the_same_rows() {
    let run = Run::of(&[&faulty("exit"), "random"], &["--games", "12"]).ended(4);
    let whole = run.rows();
    let faults = run.text("faults.jsonl");
    for (file, keep) in [("scores.csv", 3), ("plies.csv", 6), ("rounds.csv", 5)] {
        let path = run.dir.join(file);
        program::cut(&path, read(&path).len() as u64 * keep / 10);
    }
    let dir = run.dir.display().to_string();
    let resumed = lettergame(&["resume", &dir, "--quiet"]).ended(4);
    assert!(resumed.err.contains("benched"), "{}", resumed.err);
    assert!(run.rows() == whole, "other rows");
    // which games a process played before it failed decides about its log's end, but every failure has one
    let without_log = |line: &str| -> Value {
        let mut fault: Value = serde_json::from_str(line).unwrap();
        let log = fault["log"].take();
        assert_eq!(fault["fault"] == "gone", log.is_array(), "{line}");
        fault["check"].take();
        fault
    };
    let [now, before] = [&run.text("faults.jsonl"), &faults]
        .map(|text| text.lines().map(without_log).collect::<Vec<Value>>());
    assert_eq!(now, before);
}

#[test]
fn shards_of_programs_are_merged_without_running_them() {
    let player = faulty("fail 5 3");
    let whole = Run::of(&[&player, "random"], &["--games", "12"]).ended(0);
    let parts = ["1/2", "2/2"]
        .map(|shard| Run::of(&[&player, "random"], &["--games", "12", "--shard", shard]).ended(0));
    let joined = tempfile::tempdir().unwrap();
    let out = joined.path().join("all");
    let dirs = [&parts[0], &parts[1]].map(|part| part.dir.display().to_string());
    lettergame(&["merge", &dirs[0], &dirs[1], "--out", &out.display().to_string()]).ended(0);
    for file in ["scores.csv", "rounds.csv", "plies.csv", "faults.jsonl"] {
        assert_eq!(read(&out.join(file)), whole.text(file), "{file}");
    }
}

#[test]
fn an_unstartable_program_is_refused_before_the_first_game() {
    let refused = |player: &str, said: &[&str]| {
        let ran =
            lettergame(&["tournament", "--players", &format!("zero,{player}"), "--games", "2"]);
        ran.refused(4, said);
    };
    refused("cmd:", &["the command is empty", "cmd:python3 mine.py"]);
    refused("cmd:no-such-program-at-all x", &["no-such-program-at-all", "install it"]);
    refused("cmd:./nothing/here", &["./nothing/here", "is not a file"]);
    refused("cmd:sh 'open", &["a quote is not closed"]);
    let folder = tempfile::tempdir().unwrap();
    let plain = folder.path().join("plain");
    std::fs::write(&plain, "x").unwrap();
    refused(&format!("cmd:{}", plain.display()), &["is not executable", "chmod +x"]);
    refused("wasm:no-such-file.wasm", &["no-such-file.wasm", "cannot read"]);
    refused(&format!("wasm:{}", plain.display()), &["plain", "WASM"]);
}

/// In a game that continues after a fault: the faults of one player in all games.
fn faults_in(game: &str, what: &str, other: &str) -> Vec<String> {
    let folder = program::scratch();
    let players = format!("{},{other}", faulty(what));
    let args =
        ["tournament", "--game", game, "--players", &players, "--games", "4", "--out", "run"];
    let more = ["--quiet", "--seed", "1", "--time-limit", "300ms"];
    program::run(folder.path(), &[&args[..], &more[..]].concat()).ended(0);
    let faults = folder.path().join("run/faults.jsonl");
    let text = if faults.exists() { read(&faults) } else { String::new() };
    text.lines().map(str::to_owned).collect()
}

#[test]
fn programs_play_every_game() {
    assert_eq!(faults_in("marrakech", "plain", "random"), [""; 0]);
    for (game, other) in [("scrabble", "score"), ("wordgame", "seed")] {
        // it does not know these games: each of its moves is rejected, and the game continues
        let faults = faults_in(game, "plain", other);
        let named = |line: &String| line.contains("unreadable") || line.contains("illegal");
        assert!(!faults.is_empty() && faults.iter().all(named), "{game}: {faults:?}");
    }
}

#[test]
fn a_fault_is_counted_once_if_the_game_continues() {
    for what in ["noise", "twice", "wrong-q", "fail", "late"] {
        let faults = faults_in("marrakech", &format!("{what} 2 4"), "random");
        assert_eq!(faults.len(), 1, "{what}: {faults:?}");
        assert!(faults[0].starts_with("{\"game\":2,"), "{what}: {faults:?}");
    }
}

#[test]
fn a_config_table_describes_a_player() {
    let folder = tempfile::tempdir().unwrap();
    let bots = folder.path().join("bots");
    std::fs::create_dir(&bots).unwrap();
    std::fs::copy(example("faulty"), bots.join("mine")).unwrap();
    let config = folder.path().join("class.toml");
    let text = "games = 3\nseed = 1\nplayers = [\"zero\"]\n[[player]]\nname = \"mine\"\n\
                command = [\"./mine\", \"plain\"]\ncwd = \"bots\"\ntime-limit = \"1s\"\nmemory = 256\n";
    std::fs::write(&config, text).unwrap();
    let out = folder.path().join("run").display().to_string();
    lettergame(&["tournament", &config.display().to_string(), "--out", &out, "--quiet"]).ended(0);
    let rows = read(&Path::new(&out).join("scores.csv"));
    assert!(rows.contains(",mine,") && !rows.contains("banned"), "{rows}");
    let again = folder.path().join("again").display().to_string();
    let saved = Path::new(&out).join("config.toml").display().to_string();
    lettergame(&["tournament", &saved, "--out", &again, "--quiet"]).ended(0);
    assert_eq!(read(&Path::new(&again).join("scores.csv")), rows);
}

#[test]
fn what_a_program_writes_is_shown_behind_its_name() {
    let players = format!("zero,{}", faulty("talk"));
    let ran =
        lettergame(&["play", "auction", "--players", &players, "--rounds", "1", "--seed", "4"]);
    let ran = ran.ended(0);
    for line in ["faulty (seat 1): ask 1 about 0", "faulty (seat 1): ask 2 about 0"] {
        assert_eq!(ran.err.matches(&format!("{line}\n")).count(), 1, "{}", ran.err);
        assert!(!ran.out.contains(line), "{}", ran.out);
    }
}

#[test]
fn a_page_shows_what_programs_write() {
    let host_options =
        HostOptions { launcher: Some(program::EXE.into()), ..HostOptions::default() };
    let terms = Terms { allow_programs: true, loopback: true, host_options, ..Terms::default() };
    let site = site::Site::with(terms);
    let begun = |players: &str| {
        let fields = [("players", players), ("rounds", "1"), ("seed", "4"), ("do", "begin")];
        site.post("/auction", &fields).location().to_owned()
    };
    let program = faulty("talk");
    let room = begun(&format!("zero,{program}"));
    assert!(site.get(&room).text.contains("appear here after their first move"));
    site.post(&format!("{room}/step"), &[]);
    let page = site.get(&room).text;
    assert!(page.contains("<h3>faulty <span class=\"quiet\">cmd:"), "{page}");
    assert!(page.contains("<div>ask 1 about 0</div>"), "{page}");
    // a person sees what the program says to its author, and a spectator does not before the end
    let seat = begun(&format!("person,{program}"));
    site.post(&format!("{seat}/move"), &[("bid", "1")]);
    assert!(site.get(&seat).text.contains("<div>ask 1 about 0</div>"));
    let (watched, _) = seat.split_once("/seat/").unwrap();
    let watched = site.get(watched).text;
    assert!(!watched.contains("ask 1 about 0") && watched.contains("when the game is over"));
    assert!(!site.get(&begun("zero,zero")).text.contains("part-consoles"), "no program");
}
