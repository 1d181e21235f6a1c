//! Every command as its users run it: output, formats, files and their columns.

mod binary;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use binary::{bytes, lettergame, ok, scratch};

const COMMANDS: [&[&str]; 13] = [
    &["tournament"],
    &["resume"],
    &["merge"],
    &["replay"],
    &["players"],
    &["words"],
    &["words", "best"],
    &["words", "anagrams"],
    &["words", "check"],
    &["words", "list"],
    &["bench"],
    &["completions"],
    &["man"],
];

fn tournament(dir: &Path, options: &[&str]) -> String {
    ok(lettergame().args(["tournament", "--quiet"]).args(options).arg("--out").arg(dir))
}

/// The rows of a CSV file by column.
fn rows(dir: &Path, file: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(dir.join(file)).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

fn header(dir: &Path, file: &str) -> String {
    let text = String::from_utf8(bytes(dir, file)).unwrap();
    text.lines().next().unwrap().to_owned()
}

#[test]
fn every_command_has_help_with_an_example_that_runs_this_program() {
    let all = ok(lettergame().arg("--help"));
    for command in COMMANDS {
        assert!(all.contains(command[0]), "{command:?}");
        let help = ok(lettergame().args(command).arg("--help"));
        assert!(help.contains("Example") && help.contains("  lettergame "), "{command:?}: {help}");
        assert!(help.contains("Usage: lettergame"), "{help}");
    }
    assert!(ok(lettergame().arg("--version")).starts_with("lettergame "));
}

#[test]
fn files_have_the_promised_columns() {
    let folder = scratch();
    let dir = folder.path().join("run");
    tournament(&dir, &["--players", "zero,random,random", "--games", "6", "--record", "plies"]);
    assert_eq!(
        header(&dir, "scores.csv"),
        "game,deal,pairing,seed,seat,player,score,place,win,status,word_points,spent,letters"
    );
    assert_eq!(
        header(&dir, "rounds.csv"),
        "game,round,seat,player,letters,word,points_gained,points_spent,score,rank"
    );
    assert_eq!(header(&dir, "plies.csv"), "game,ply,seat,move,fault");
    assert_eq!(
        header(&dir, "standings.csv"),
        "player,games,wins,win_share,win_share_low,win_share_high,score,score_low,score_high,\
         mean_place,rating,rating_low,rating_high,faults"
    );
    let names: Vec<String> =
        rows(&dir, "standings.csv").iter().map(|row| row["player"].clone()).collect();
    for name in ["zero", "random", "random#2"] {
        assert!(names.contains(&name.to_owned()), "{names:?}");
    }
    let timing: serde_json::Value = serde_json::from_slice(&bytes(&dir, "timing.json")).unwrap();
    assert_eq!(
        (&timing["games"], &timing["version"]),
        (&6.into(), &env!("CARGO_PKG_VERSION").into())
    );
}

#[test]
fn rows_are_consistent() {
    let folder = scratch();
    let dir = folder.path().join("run");
    let options =
        ["--players", "zero,random,truthful-2,zero", "--games", "40", "--record", "rounds"];
    tournament(&dir, &options);
    let scores = rows(&dir, "scores.csv");
    let number = |row: &BTreeMap<String, String>, key: &str| row[key].parse::<f64>().unwrap();
    for game in scores.chunks(4) {
        let firsts = game.iter().filter(|row| row["place"] == "1").count();
        let wins: f64 = game.iter().map(|row| number(row, "win")).sum();
        assert!((wins - 1.0).abs() < 1e-5, "{game:?}");
        for row in game {
            let better = game.iter().filter(|other| number(other, "score") > number(row, "score"));
            assert_eq!(number(row, "place") as usize, 1 + better.count());
            let share = if row["place"] == "1" { 1.0 / firsts as f64 } else { 0.0 };
            assert!((number(row, "win") - share).abs() < 1e-5);
            assert_eq!(
                number(row, "score"),
                100.0 + number(row, "word_points") - number(row, "spent")
            );
            assert_eq!((row["status"].as_str(), row["seed"].len()), ("ok", 16));
        }
    }
    // the rounds of a seat add up to its row
    let rounds = rows(&dir, "rounds.csv");
    assert_eq!(rounds.len(), 40 * 4 * 10);
    for row in &scores {
        let own: Vec<_> = rounds
            .iter()
            .filter(|round| round["game"] == row["game"] && round["seat"] == row["seat"])
            .collect();
        let sum = |key: &str| own.iter().map(|round| number(round, key)).sum::<f64>();
        assert_eq!(sum("points_gained"), number(row, "word_points"));
        assert_eq!(sum("points_spent"), number(row, "spent"));
        assert_eq!(own.last().unwrap()["score"], row["score"]);
        assert!(own.iter().all(|round| round["word"].len() <= 7));
    }
    // the standings are the means of the rows
    for standing in rows(&dir, "standings.csv") {
        let own: Vec<_> = scores.iter().filter(|row| row["player"] == standing["player"]).collect();
        let mean = own.iter().map(|row| number(row, "score")).sum::<f64>() / own.len() as f64;
        assert!((mean - number(&standing, "score")).abs() < 0.01);
        let wins: f64 = own.iter().map(|row| number(row, "win")).sum();
        assert!((wins - number(&standing, "wins")).abs() < 0.01);
        assert_eq!(own.len().to_string(), standing["games"]);
        assert!(number(&standing, "score_low") <= mean && mean <= number(&standing, "score_high"));
    }
}

#[test]
fn standings_come_in_four_formats() {
    let folder = scratch();
    let in_format = |format: &str| {
        let dir = folder.path().join(format);
        tournament(
            &dir,
            &["--players", "zero,random", "--games", "20", "--seed", "1", "--format", format],
        )
    };
    let json: serde_json::Value = serde_json::from_str(&in_format("json")).unwrap();
    assert_eq!(json.as_array().unwrap().len(), 2);
    assert!(json[0]["score"].is_number() && json[0]["player"].is_string());
    let csv = in_format("csv");
    assert_eq!(csv.as_bytes(), bytes(&folder.path().join("csv"), "standings.csv"));
    assert!(in_format("markdown").starts_with("| player"));
    let table = in_format("table");
    assert!(
        table.contains("random") && table.contains('│') && !table.contains('\u{1b}'),
        "{table}"
    );
}

#[test]
fn a_sweep_is_a_run_for_each_value() {
    let folder = scratch();
    let dir = folder.path().join("sweep");
    let options =
        ["--players", "zero,random", "--games", "4", "--hidden", "0,5", "--format", "json"];
    let json: serde_json::Value = serde_json::from_str(&tournament(&dir, &options)).unwrap();
    let runs: Vec<&str> =
        json.as_array().unwrap().iter().map(|row| row["run"].as_str().unwrap()).collect();
    assert_eq!(runs, ["hidden-0", "hidden-0", "hidden-5", "hidden-5"]);
    for run in ["hidden-0", "hidden-5"] {
        assert_eq!(rows(&dir.join(run), "scores.csv").len(), 8);
    }
    fs::remove_file(dir.join("hidden-5").join("standings.csv")).unwrap();
    ok(lettergame().args(["resume", "--quiet"]).arg(&dir));
    assert!(dir.join("hidden-5").join("standings.csv").exists());
}

#[test]
fn the_printed_config_says_the_same_again() {
    let folder = scratch();
    let file = folder.path().join("c.toml");
    let print = |args: &[&str]| ok(lettergame().arg("tournament").args(args).arg("--print-config"));
    for options in [
        &["--players", "zero,marginal:samples=3", "--schedule", "2v2", "--preset", "seven"][..],
        &["--players", "zero,zero,zero", "--schedule", "round-robin", "--group-size", "3"],
        &["--players", "zero", "--hidden", "0..7", "--set", "bonus=at-least-7", "--name", "a b"],
    ] {
        let text = print(&[options, &["--seed", "9"]].concat());
        fs::write(&file, &text).unwrap();
        assert_eq!(print(&[file.to_str().unwrap()]), text);
    }
}

#[test]
fn without_a_seed_one_is_drawn_and_printed() {
    let folder = scratch();
    let dir = folder.path().join("run");
    let mut command = lettergame();
    command.args(["tournament", "--players", "zero", "--games", "2", "--out"]).arg(&dir);
    let output = command.output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let seed = said.lines().find_map(|line| line.strip_prefix("seed ")).expect("a seed").to_owned();
    let config = String::from_utf8(bytes(&dir, "config.toml")).unwrap();
    assert!(config.contains(&format!("seed = {seed}\n")), "{config}");
    assert!(said.contains(&format!("files in {}", dir.display())), "{said}");
    assert!(!said.contains('\u{1b}'));
}

#[test]
fn results_go_below_tournaments_results_by_name_and_seed() {
    let folder = scratch();
    let play = |options: &[&str]| {
        let base = ["tournament", "--players", "zero", "--games", "4", "--seed", "3", "--quiet"];
        ok(lettergame().current_dir(folder.path()).args(base).args(options));
    };
    play(&[]);
    play(&["--name", "friday", "--shard", "1/2"]);
    let results = folder.path().join("tournaments").join("results");
    for name in ["auction-3", "friday-3-1-of-2"] {
        assert!(results.join(name).join("scores.csv").exists(), "{name}");
    }
}

#[test]
fn quiet_says_nothing() {
    let folder = scratch();
    let mut command = lettergame();
    command.args(["tournament", "--players", "zero", "--games", "2", "--quiet", "--out"]);
    let output = command.arg(folder.path().join("run")).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(!output.stdout.is_empty());
}

#[test]
fn the_roster_is_listed_with_its_parameters() {
    let json = ok(lettergame().args(["players", "--format", "json"]));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let names: Vec<&str> =
        json.as_array().unwrap().iter().map(|row| row["player"].as_str().unwrap()).collect();
    for name in [
        "random",
        "letter-value",
        "zero",
        "truthful-N",
        "frequency",
        "vowel-balance",
        "seven-letter",
        "marginal",
        "shadow",
    ] {
        assert!(names.contains(&name), "{name}");
    }
    for format in ["table", "csv", "markdown"] {
        let listed = ok(lettergame().args(["players", "--game", "auction", "--format", format]));
        assert!(listed.contains("samples=16"), "{format}");
    }
}

#[test]
fn the_word_list_answers() {
    let words = |args: &[&str]| ok(lettergame().arg("words").args(args));
    let best: serde_json::Value =
        serde_json::from_str(&words(&["best", "gnarste", "--format", "json"])).unwrap();
    assert_eq!(best, serde_json::json!([{"word": "ARGENTS", "points": 58}]));
    assert!(words(&["best", "STRANGER", "--preset", "simulator"]).contains("59"));
    assert_eq!(words(&["anagrams", "napw"]), "PAWN\n");
    let sub = words(&["anagrams", "napw", "--sub"]);
    assert!(sub.starts_with("PAWN\n") && sub.lines().any(|word| word == "NAP"), "{sub}");
    assert!(words(&["check", "pawn", "ESCORT"]).matches("yes").count() == 2);
    let sevens = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/files/7letterWords.txt"));
    assert!(words(&["list", "--length", "7"]) == sevens.unwrap());
    assert_eq!(words(&["list"]).lines().count(), 270_853);
    assert!(words(&["list", "--length", "2", "--format", "csv"]).starts_with("word\nAA\n"));
}

#[test]
fn another_word_list_is_read_leniently() {
    let folder = scratch();
    let list = folder.path().join("list.txt");
    fs::write(&list, "My Words (2026), 3 words\r\n\r\ntea\r\nEAT \r\n\r\nzoo").unwrap();
    let mut command = lettergame();
    let output = command.args(["words", "list", "--lexicon"]).arg(&list).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "EAT\nTEA\nZOO\n");
    assert!(String::from_utf8(output.stderr).unwrap().contains("header: My Words"));
    let mut command = lettergame();
    let best = ok(command.args(["words", "best", "TEAZO", "--lexicon"]).arg(&list));
    assert!(best.contains("EAT") && best.contains('3'), "{best}");
}

#[test]
fn completions_and_the_manual_page() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(ok(lettergame().args(["completions", shell])).contains("tournament"), "{shell}");
    }
    let page = ok(lettergame().arg("man"));
    assert!(page.contains(".TH lettergame 1") && page.contains("\\-\\-hidden"), "{page}");
}

#[test]
fn bench_measures_one_thread_and_all() {
    let json = ok(lettergame().args(["bench", "--seconds", "0.05", "--format", "json"]));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json[0]["game"], &json[0]["threads"]), (&"auction".into(), &1.into()));
    assert!(json.as_array().unwrap().iter().all(|row| row["games/s"].as_f64().unwrap() > 0.0));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    let mut command = lettergame();
    let mut child = command
        .args(["words", "list"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
    let program = env!("CARGO_BIN_EXE_lettergame");
    let script = format!("{program} words list | head -n 1");
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "AA\n");
    assert_eq!(output.stderr.len(), 0);
}

#[test]
fn every_ready_config_runs_and_says_what_it_is_for() {
    let folder = scratch();
    let configs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tournaments");
    let page = fs::read_to_string(configs.join("README.md")).unwrap();
    let mut seen = 0;
    for entry in fs::read_dir(&configs).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        seen += 1;
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("# ") && text.contains(&format!("name = \"{name}\"")), "{name}");
        assert!(page.contains(&format!("`{name}.toml`")), "{name}");
        let out = folder.path().join(&name);
        tournament(&out, &[path.to_str().unwrap(), "--games", "2", "--rounds", "1"]);
        let swept = text.contains("hidden = [0, 1, 2, 3, 4, 5, 6, 7]");
        let runs =
            fs::read_dir(&out).unwrap().filter(|e| e.as_ref().unwrap().path().is_dir()).count();
        assert_eq!(runs, if swept { 8 } else { 0 }, "{name}");
    }
    assert!(seen >= 11);
}
