//! Bad input: what is wrong, where, what instead; the exit code; and existing results stay as they are.

mod binary;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use binary::{bytes, copy_run, lettergame, ok, refused, same_rows, scratch};

const ROWS: [&str; 3] = ["scores.csv", "standings.csv", "config.toml"];

/// `tournament` with these options, into a folder that must not come to be.
fn tournament_refused(options: &[&str], code: i32, words: &[&str]) {
    let folder = scratch();
    let dir = folder.path().join("run");
    refused(lettergame().arg("tournament").args(options).arg("--out").arg(&dir), code, words);
    assert!(!dir.exists(), "{options:?} left a folder");
}

/// A small finished run.
fn a_run(folder: &Path) -> PathBuf {
    let dir = folder.join("run");
    let options =
        ["--players", "zero,random", "--games", "20", "--seed", "1", "--rounds", "2", "--quiet"];
    ok(lettergame().arg("tournament").args(options).arg("--out").arg(&dir));
    dir
}

#[test]
fn players_that_do_not_exist() {
    tournament_refused(
        &["--players", "zerro"],
        2,
        &["unknown player `zerro`", "did you mean `zero`?"],
    );
    tournament_refused(&["--players", "qqq"], 2, &["unknown player `qqq`", "known: random, "]);
    tournament_refused(&["--players", "zero,"], 2, &["unknown player ``"]);
    tournament_refused(&["--players", "truthful-x"], 2, &["truthful-x", "`bid = x`", "0 to"]);
    tournament_refused(
        &["--players", "marginal:sampels=3"],
        2,
        &["sampels", "did you mean `samples`?"],
    );
    tournament_refused(&["--players", "marginal:samples=0"], 2, &["`samples = 0`", "1 to 100000"]);
    tournament_refused(
        &["--players", "marginal:samples"],
        2,
        &["`samples` is no setting", "key=value"],
    );
    tournament_refused(&["--players", "zero:a=1"], 2, &["unknown setting `a`", "nothing to set"]);
}

#[test]
fn too_many_or_too_few_players() {
    tournament_refused(&[], 2, &["no players", "--players"]);
    tournament_refused(&["--players", &["zero"; 15].join(",")], 2, &["15 seats", "at most 14"]);
    tournament_refused(
        &["--players", "zero", "--schedule", "gauntlet"],
        2,
        &["at least 2 players"],
    );
    let groups = ["--players", "zero,zero", "--schedule", "round-robin", "--group-size", "3"];
    tournament_refused(&groups, 2, &["at least 3 players", "there are 2"]);
    let teams = ["--players", "zero,zero,zero", "--schedule", "5v5v5"];
    tournament_refused(&teams, 2, &["15 seats"]);
    let orders = ["--players", &["zero"; 9].join(","), "--seats", "permute"];
    tournament_refused(&orders, 2, &["362880", "use rotate"]);
}

#[test]
fn rules_that_are_not_possible() {
    let with = |options: &[&str], words: &[&str]| {
        tournament_refused(&[&["--players", "zero"], options].concat(), 2, words);
    };
    with(&["--hidden", "8"], &["`hidden = 8`", "0 to 7"]);
    with(&["--preset", "seven", "--hidden", "7"], &["`hidden = 7`", "0 to 6"]);
    with(&["--hidden", "-1"], &["-1"]);
    with(&["--rounds", "0"], &["`rounds = 0`", "1 to 1000"]);
    with(&["--rounds", "ten"], &["`rounds = ten`"]);
    with(&["--set", "hiden=3"], &["unknown setting `hiden`", "did you mean `hidden`?"]);
    with(&["--set", "hidden"], &["`hidden` is no setting", "key=value"]);
    with(&["--preset", "word"], &["`preset = word`", "did you mean `words`?"]);
    with(&["--game", "auktion"], &["unknown game `auktion`", "did you mean `auction`?"]);
    with(&["--schedule", "round-robbin"], &["did you mean `round-robin`?"]);
    with(&["--seats", "rotated"], &["rotate, permute or fixed"]);
    with(&["--record", "all"], &["games, rounds or plies"]);
    with(&["--games", "0"], &["`games = 0`", "1 to"]);
    with(&["--seed", "18446744073709551615"], &["`seed = 18446744073709551615`"]);
    with(&["--hidden", "0,1", "--rounds", "2,3"], &["sweep one of them"]);
}

#[test]
fn options_that_do_not_read() {
    for options in [
        &["--shard", "0/3"][..],
        &["--shard", "4/3"],
        &["--threads", "0"],
        &["--games", "many"],
        &["--format", "xml"],
        &["--gmaes", "3"],
    ] {
        let all = [&["--players", "zero"], options].concat();
        tournament_refused(&all, 2, &[options[0]]);
    }
    refused(lettergame().arg("turnament"), 2, &["turnament", "tournament"]);
}

#[test]
fn a_config_that_is_wrong_is_shown_with_line_and_column() {
    let folder = scratch();
    let config = folder.path().join("c.toml");
    let name = config.display().to_string();
    let cases: [(&str, &str, &[&str]); 8] = [
        ("players = [\"zero\"\n", ":", &["3 |"][..0]),
        (
            "players = [\"zero\"]\ngmaes = 2\n",
            ":2:1:",
            &["unknown key `gmaes`", "did you mean `games`?"],
        ),
        ("players = \"zero\"\n", ":1:11:", &["a list is wanted"]),
        ("players = [\"zero\"]\ngames = \"two\"\n", ":2:9:", &["a whole number is wanted"]),
        ("players = [\"zero\",\n  \"zerro\"]\n", ":2:3:", &["unknown player `zerro`"]),
        ("players = [\"zero\"]\n[rules]\nhidden = 9\n", ":3:10:", &["`hidden = 9`", "0 to 7"]),
        ("players = [\"zero\"]\nseats = \"x\"\n", ":2:9:", &["rotate, permute or fixed"]),
        ("players = [\"zero\"]\n[rules]\nhidden = []\n", ":3:10:", &["at least one value"]),
    ];
    for (text, place, words) in cases {
        fs::write(&config, text).unwrap();
        let out = folder.path().join("run");
        let mut command = lettergame();
        command.arg("tournament").arg(&config).arg("--out").arg(&out);
        let said = refused(&mut command, 2, words);
        assert!(said.contains(&format!("{name}{place}")), "{said}");
        assert!(!out.exists());
    }
    fs::write(&config, [0xff, 0xfe]).unwrap();
    refused(lettergame().arg("tournament").arg(&config), 4, &[&name, "UTF-8"]);
    refused(
        lettergame().args(["tournament", "missing.toml"]),
        4,
        &["missing.toml", "No such file"],
    );
}

#[test]
fn word_lists_that_cannot_be_used() {
    let folder = scratch();
    let list = folder.path().join("list.txt");
    let name = list.display().to_string();
    let play = |code, words: &[&str]| {
        tournament_refused(&["--players", "zero", "--lexicon", &name], code, words);
    };
    play(4, &[&name, "No such file"]);
    fs::write(&list, "").unwrap();
    play(4, &[&name, "no word"]);
    fs::write(&list, "\n\n \n").unwrap();
    play(4, &[&name, "no word"]);
    fs::write(&list, "GOOD\nB4D\n").unwrap();
    play(4, &[&name, "line 2", "'4'"]);
    fs::write(&list, [b'A', b'\n', 0xff, b'\n']).unwrap();
    play(4, &[&name, "line 2"]);
}

#[test]
fn a_folder_that_is_taken_stays_as_it_is() {
    let folder = scratch();
    let run = a_run(folder.path());
    let copy = copy_run(&run, &folder.path().join("copy"));
    let again = |options: &[&str], code, words: &[&str]| {
        let mut command = lettergame();
        command.args(["tournament", "--players", "zero"]).args(options).arg("--out").arg(&run);
        refused(&mut command, code, words);
    };
    again(&[], 4, &["exists", "--force", "resume"]);
    same_rows(&run, &copy, &ROWS);
    // --force replaces a run, and nothing else
    fs::write(run.join("notes.txt"), "mine").unwrap();
    again(&["--force"], 4, &["other things than a run", "nothing was removed"]);
    same_rows(&run, &copy, &ROWS);
    fs::remove_file(run.join("notes.txt")).unwrap();
    ok(lettergame()
        .args(["tournament", "--players", "zero", "--games", "2", "--quiet", "--force", "--out"])
        .arg(&run));
    assert_ne!(bytes(&run, "scores.csv"), bytes(&copy, "scores.csv"));
    // a sweep is refused as a whole, before the first folder is made
    let sweep = folder.path().join("sweep");
    fs::create_dir_all(sweep.join("hidden-1")).unwrap();
    fs::write(sweep.join("hidden-1").join("x"), "").unwrap();
    let mut command = lettergame();
    command.args(["tournament", "--players", "zero", "--hidden", "0,1", "--out"]).arg(&sweep);
    refused(&mut command, 4, &["hidden-1", "exists"]);
    assert!(!sweep.join("hidden-0").exists());
}

#[test]
fn a_folder_that_cannot_be_made() {
    let folder = scratch();
    let file = folder.path().join("file");
    fs::write(&file, "in the way").unwrap();
    for out in [file.clone(), file.join("below")] {
        let mut command = lettergame();
        command.args(["tournament", "--players", "zero", "--out"]).arg(&out);
        refused(&mut command, 4, &[out.to_str().unwrap()]);
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "in the way");
}

#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing_that_was_written() {
    let folder = scratch();
    let (full, roomy) = (folder.path().join("full"), folder.path().join("roomy"));
    let options = "tournament --players zero,random --games 3000 --seed 5 --quiet --out";
    let program = env!("CARGO_BIN_EXE_lettergame");
    let script = format!("trap '' XFSZ; ulimit -f 64; exec {program} {options} {}", full.display());
    refused(
        Command::new("sh").args(["-c", &script]),
        4,
        &["cannot write", "scores.csv", "File too large", "lettergame resume"],
    );
    assert!(!full.join("standings.csv").exists());
    ok(lettergame().args(options.split(' ')).arg(&roomy));
    ok(lettergame().args(["resume", "--quiet"]).arg(&full));
    same_rows(&full, &roomy, &ROWS);
}

#[test]
fn a_run_that_is_not_what_it_was_is_not_gone_on_with() {
    let folder = scratch();
    let run = a_run(folder.path());
    let changed = |name: &str, change: &dyn Fn(&Path)| {
        let dir = copy_run(&run, &folder.path().join(name));
        change(&dir);
        dir
    };
    let edit = |file: &'static str, from: &'static str, to: &'static str| {
        move |dir: &Path| {
            let text = String::from_utf8(bytes(dir, file)).unwrap();
            assert!(text.contains(from), "{text}");
            fs::write(dir.join(file), text.replacen(from, to, 1)).unwrap();
        }
    };
    let other_rules = changed("rules", &edit("config.toml", "rounds = 2", "rounds = 3"));
    refused(
        lettergame().arg("resume").arg(&other_rules),
        2,
        &["config.toml was changed", "change it back"],
    );
    let no_run = changed("table", &edit("config.toml", "fingerprint", "finger"));
    refused(lettergame().arg("resume").arg(&no_run), 2, &["fingerprint"]);
    let bad_config = changed("syntax", &edit("config.toml", "games = ", "games == "));
    refused(lettergame().arg("resume").arg(&bad_config), 2, &["config.toml:"]);
    let other_rows = changed("rows", &edit("scores.csv", ",random,", ",rando,"));
    refused(lettergame().arg("resume").arg(&other_rows), 2, &["scores.csv", "game 0", "config"]);
    let garbage = changed("garbage", &edit("scores.csv", "\n3,", "\n\u{1}x,"));
    refused(lettergame().arg("resume").arg(&garbage), 4, &["scores.csv", "line", "`game`"]);
    let header = changed("header", &edit("scores.csv", "game,deal", "game,dael"));
    refused(lettergame().arg("resume").arg(&header), 4, &["scores.csv", "header"]);
    let gone = changed("gone", &|dir| fs::remove_file(dir.join("scores.csv")).unwrap());
    refused(lettergame().arg("resume").arg(&gone), 4, &["scores.csv", "No such file"]);
    let empty = changed("empty", &|dir| fs::write(dir.join("scores.csv"), "").unwrap());
    refused(lettergame().arg("resume").arg(&empty), 4, &["scores.csv"]);
    refused(lettergame().arg("resume").arg(folder.path().join("no")), 4, &["no", "No such file"]);
    let nothing = folder.path().join("nothing");
    fs::create_dir(&nothing).unwrap();
    refused(lettergame().arg("resume").arg(&nothing), 4, &["is no run"]);
}

#[test]
fn a_log_that_was_cut_short_of_the_scores_is_refused() {
    let folder = scratch();
    let run = folder.path().join("run");
    let options = ["--players", "zero,random", "--games", "20", "--record", "plies", "--quiet"];
    ok(lettergame().arg("tournament").args(options).arg("--out").arg(&run));
    for file in ["rounds.csv", "plies.csv"] {
        let whole = bytes(&run, file);
        fs::write(run.join(file), &whole[..whole.len() / 2]).unwrap();
        refused(lettergame().arg("resume").arg(&run), 4, &[file, "it was cut"]);
        assert_eq!(bytes(&run, file).len(), whole.len() / 2, "nothing is changed");
        fs::write(run.join(file), whole).unwrap();
    }
}

#[test]
fn another_word_list_is_noticed() {
    let folder = scratch();
    let list = folder.path().join("list.txt");
    fs::write(&list, "AT\nTEA\n").unwrap();
    let run = folder.path().join("run");
    let options = ["--players", "zero,random", "--games", "4", "--quiet", "--lexicon"];
    ok(lettergame().arg("tournament").args(options).arg(&list).arg("--out").arg(&run));
    fs::write(&list, "AT\nEAT\n").unwrap();
    refused(lettergame().arg("resume").arg(&run), 2, &["the word list is not the one"]);
}

#[test]
fn shards_that_do_not_fit() {
    let folder = scratch();
    let shard = |name: &str, options: &[&str]| {
        let dir = folder.path().join(name);
        let base = ["tournament", "--players", "zero,random", "--games", "9", "--quiet"];
        ok(lettergame().args(base).args(options).arg("--out").arg(&dir));
        dir
    };
    let one = shard("1", &["--seed", "1", "--shard", "1/3"]);
    let two = shard("2", &["--seed", "1", "--shard", "2/3"]);
    let three = shard("3", &["--seed", "1", "--shard", "3/3"]);
    let twice = shard("2b", &["--seed", "1", "--shard", "2/3"]);
    let other = shard("3b", &["--seed", "2", "--shard", "3/3"]);
    let half = shard("h", &["--seed", "1", "--shard", "2/2"]);
    let out = folder.path().join("out");
    let merge = |dirs: &[&PathBuf], code, words: &[&str]| {
        refused(lettergame().arg("merge").args(dirs).arg("--out").arg(&out), code, words);
        assert!(!out.exists());
    };
    merge(&[&one, &three], 2, &["shard 2/3 is missing", "2 of 3"]);
    merge(&[&one, &two], 2, &["shard 3/3 is missing"]);
    merge(&[&one, &two, &twice, &three], 2, &["overlap", "2/3"]);
    merge(&[&one, &two, &other], 2, &["configs differ"]);
    merge(&[&one, &half], 2, &["not shards of one run"]);
    merge(&[&one, &two, &folder.path().join("no")], 4, &["cannot read", "config.toml"]);
    let rows = bytes(&three, "scores.csv");
    fs::write(three.join("scores.csv"), &rows[..rows.len() - 20]).unwrap();
    merge(&[&one, &two, &three], 4, &["is not finished", "lettergame resume"]);
    assert_eq!(bytes(&three, "scores.csv").len(), rows.len() - 20, "merge changes no shard");
}

#[test]
fn games_that_cannot_be_replayed() {
    let folder = scratch();
    let run = a_run(folder.path());
    refused(
        lettergame().arg("replay").arg(&run).args(["--game", "20"]),
        2,
        &["no game 20", "0 to 19"],
    );
    refused(lettergame().arg("replay").arg(&run), 2, &["--game"]);
    refused(lettergame().args(["replay", "nowhere", "--game", "0"]), 4, &["nowhere"]);
    let rows = String::from_utf8(bytes(&run, "scores.csv")).unwrap();
    let first = rows.lines().nth(1).unwrap();
    let cells: Vec<&str> = first.split(',').collect();
    let forged = first.replacen(&format!(",{},", cells[6]), ",-1,", 1);
    fs::write(run.join("scores.csv"), rows.replacen(first, &forged, 1)).unwrap();
    let output = lettergame().arg("replay").arg(&run).args(["--game", "0"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("the run has -1 points"));
}

#[test]
fn letters_and_words_that_are_none() {
    let words = |args: &[&str], code, said: &[&str]| {
        refused(lettergame().arg("words").args(args), code, said);
    };
    words(&["best", "QA?T"], 2, &["'?'", "position 3"]);
    words(&["anagrams", "a b"], 2, &["position 2"]);
    words(&["best", "QQ"], 1, &["no word", "QQ"]);
    words(&["best", "CAT", "--preset", "x"], 2, &["`preset = x`"]);
    words(&["check"], 2, &["WORDS"]);
    let output = lettergame().args(["words", "check", "PAWN", "xyzzy"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("not in the list: xyzzy"));
    refused(lettergame().args(["bench", "--seconds", "0"]), 2, &["--seconds 0", "0.01"]);
    refused(lettergame().args(["players", "--game", "chess"]), 2, &["unknown game `chess`"]);
}
