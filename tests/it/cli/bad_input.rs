//! Bad input: the error states what is wrong, where, and what is expected; nothing on stdout, the documented
//! exit code (2 for the command line or config, 4 for a file), and existing results remain.

#![cfg(unix)]

use crate::program;

use std::fs;
use std::path::{Path, PathBuf};

use lettergame::protocol::HostOptions;
use lettergame::run::{FolderError, LockedShard, RunLock};
use lettergame::runs::{merge, prepared_run};
use program::{
    assert_same_rows, bytes, copy, cut, done, edit, refused, run, scratch, shell, snapshot, text,
    words,
};

/// A tournament that is rejected with code 2, mentions all of `said` and leaves nothing behind.
#[track_caller]
fn refused_options(options: &str, said: &[&str]) {
    let dir = scratch();
    let line = format!("tournament --games 4 --out new {options}");
    refused(dir.path(), &line, 2, said);
    assert!(!dir.path().join("new").exists(), "{options}: a folder was made");
}

#[test]
fn unknown_players_come_with_the_nearest_name() {
    refused_options("--players letter-valu,random", &["letter-valu`", "`letter-value`"]);
    refused_options("--players RANDOM", &["`random`"]);
    refused_options("--players xylophone", &["xylophone", "letter-value", "marginal"]);
    refused_options("--players random,,zero", &["known"]);
}

#[test]
fn unknown_parameters_come_with_the_nearest_name() {
    refused_options("--players random:shar=3", &["random:shar=3", "`share`"]);
    refused_options("--players marginal:sample=3", &["`samples`"]);
    refused_options("--players random:share", &["key=value"]);
    refused_options("--players letter-value:share=3", &["letter-value:share=3", "share"]);
}

#[test]
fn out_of_range_parameters_are_reported_with_their_range() {
    for value in ["0", "1001", "-1", "x", "1.5"] {
        refused_options(&format!("--players random:share={value}"), &["share", "1 to 1000"]);
    }
    refused_options("--players truthful-x", &["truthful-x", "0 to 1000000"]);
}

#[test]
fn zero_and_fifteen_players_are_refused() {
    refused_options("", &["no players", "--players"]);
    refused_options(&format!("--players {}", ["zero"; 15].join(",")), &["15", "at most 14"]);
    refused_options("--players zero,random --schedule 8v8", &["16", "at most 14"]);
    let dir = scratch();
    let fourteen = ["zero"; 14].join(",");
    done(dir.path(), &format!("tournament --games 1 --rounds 1 --out full --players {fourteen}"));
}

#[test]
fn a_falling_range_is_refused_as_such() {
    let said = "invalid value `3..1` for `hidden`: expected a range that begins with its lower end";
    refused(scratch().path(), &format!("{RUN} --hidden 3..1"), 2, &[said]);
}

#[test]
fn hidden_letters_outside_the_preset_range_are_refused() {
    refused_options("--players zero --hidden 8", &["`8` for `hidden`", "0 to 7"]);
    refused_options("--players zero --preset seven --hidden 7", &["`7` for `hidden`", "0 to 6"]);
    refused_options(
        "--players zero --preset simulator --hidden 8",
        &["`8` for `hidden`", "0 to 7"],
    );
    refused_options("--players zero --hidden three", &["`three` for `hidden`", "0 to 7"]);
    refused_options("--players zero --hidden 0..8", &["`8` for `hidden`", "0 to 7"]);
}

#[test]
fn zero_rounds_and_zero_games_are_refused() {
    refused_options("--players zero --rounds 0", &["`0` for `rounds`", "1 to "]);
    refused_options("--players zero --rounds ten", &["`ten` for `rounds`", "1 to "]);
    let dir = scratch();
    refused(
        dir.path(),
        "tournament --players zero --games 0 --out new",
        2,
        &["`0` for `games`", "1 to "],
    );
}

#[test]
fn unknown_rules_come_with_the_nearest_name() {
    refused_options("--players zero --set round=3", &["`round`", "`rounds`"]);
    refused_options("--players zero --set qwerty=3", &["qwerty", "letters-per-player"]);
    refused_options("--players zero --set rounds", &["rounds", "key=value"]);
    refused_options("--players zero --set rounds=3,rounds=4", &["rounds", "twice"]);
    refused_options("--players zero --preset sevn", &["sevn", "`seven`"]);
    refused_options("--players zero --set bonus=lots", &["`lots` for `bonus`"]);
}

#[test]
fn unknown_option_values_are_reported_with_the_valid_ones() {
    refused_options("--players zero --schedule roundrobin", &["roundrobin", "`round-robin`"]);
    refused_options("--players zero,random --schedule 3v2", &["3v2", "`2v2`"]);
    refused_options("--players zero --seats rotating", &["rotating", "rotate, permute or fixed"]);
    refused_options("--players zero --record ply", &["ply", "games, rounds or plies"]);
    refused_options("--players zero --game auctoin", &["auctoin", "`auction`"]);
    refused_options("--players zero --format xml", &["xml", "table, json, csv, markdown"]);
    refused_options("--players zero --seeds 3", &["--seeds", "--seed"]);
}

#[test]
fn a_group_larger_than_the_field_is_refused() {
    let round_robin = "--schedule round-robin --group-size 3";
    refused_options(&format!("--players zero,random {round_robin}"), &["round-robin", "3", "2"]);
    refused_options("--players zero,random --schedule 2v2v2v2", &["2v2v2v2", "4", "2"]);
    refused_options("--players zero --schedule gauntlet", &["gauntlet", "2 players"]);
    refused_options(
        "--players zero --schedule round-robin --group-size 0",
        &["`0` for `group-size`"],
    );
}

#[test]
fn an_option_without_effect_is_refused() {
    let mut taken = Vec::new();
    for options in ["--group-size 3", "--team-size 3", "--schedule 2v2 --team-size 3"] {
        let dir = scratch();
        let line = format!("tournament --players zero,random --games 2 --print-config {options}");
        if run(dir.path(), &words(&line)).code != Some(2) {
            taken.push(options);
        }
    }
    assert!(taken.is_empty(), "silently without effect: {taken:?}");
}

#[test]
fn an_invalid_shard_option_is_refused() {
    for shard in ["0/3", "4/3", "1", "a/b", "1/0", "/", "-1/3"] {
        refused_options(&format!("--players zero --shard={shard}"), &[shard, "I/N"]);
    }
}

#[test]
fn zero_threads_are_refused() {
    refused_options("--players zero --threads 0", &["--threads", "0"]);
}

#[test]
fn too_large_a_seed_is_reported_with_the_maximum() {
    for seed in ["9223372036854775808", "18446744073709551615"] {
        let said = [seed, "9223372036854775807"];
        refused_options(&format!("--players zero --seed {seed}"), &said);
    }
    refused_options(
        "--players zero --seed 99999999999999999999",
        &["99999999999999999999", "--seed"],
    );
    refused_options("--players zero --seed 1.5", &["1.5", "--seed"]);
}

/// An error about a value must name the value and its range, not the way to pass it.
#[test]
fn a_negative_number_is_reported_with_the_range() {
    let mut unclear = Vec::new();
    for (options, option) in
        [("--rounds -1", "rounds"), ("--hidden -1", "hidden"), ("--seed -1", "seed")]
    {
        let dir = scratch();
        let line = format!("tournament --players zero --games 2 --out new {options}");
        let ran = run(dir.path(), &words(&line)).refused(2, &[]);
        if !ran.err.contains(option) {
            unclear.push(ran.err);
        }
    }
    assert!(unclear.is_empty(), "{unclear:#?}");
}

/// A config that is rejected with this code and location.
#[track_caller]
fn refused_config(content: impl AsRef<[u8]>, code: i32, said: &[&str]) {
    let dir = scratch();
    fs::write(dir.path().join("c.toml"), content).expect("written");
    refused(dir.path(), "tournament c.toml --out new", code, said);
    assert!(!dir.path().join("new").exists(), "a folder was made");
}

#[test]
fn malformed_toml_is_reported_with_line_and_column() {
    refused_config("players = [\"zero\"]\ngames = = 3\n", 2, &["c.toml:2:9", "games = = 3"]);
    refused_config("players = [\"zero\"\ngames = 3\n", 2, &["c.toml:2:1"]);
    refused_config("players = [\"zero]\n", 2, &["c.toml:1:"]);
    refused_config("games = 1\ngames = 2\n", 2, &["c.toml:2:1", "duplicate"]);
}

#[test]
fn unknown_config_keys_come_with_the_nearest_name() {
    refused_config("players = [\"zero\"]\ngame-s = 3\n", 2, &["c.toml:2:1", "`game-s`", "`games`"]);
    refused_config("player = [\"zero\"]\n", 2, &["c.toml:1:1", "`players`"]);
    let rule = "players = [\"zero\"]\n[rules]\nhiden = 3\n";
    refused_config(rule, 2, &["c.toml:3:", "`hiden`", "`hidden`"]);
    refused_config("[rule]\nhidden = 3\n", 2, &["c.toml:1:", "`rules`"]);
}

#[test]
fn a_value_of_the_wrong_type_is_reported_with_its_location() {
    refused_config("players = \"zero\"\n", 2, &["c.toml:1:11", "list"]);
    refused_config("players = [\"zero\", 3]\n", 2, &["c.toml:1:20", "string"]);
    refused_config("players = [\"zero\"]\ngames = \"3\"\n", 2, &["c.toml:2:9", "whole number"]);
    refused_config("players = [\"zero\"]\ngames = 1.5\n", 2, &["c.toml:2:9", "whole number"]);
    refused_config("players = [\"zero\"]\ngames = -4\n", 2, &["c.toml:2:9", "-4"]);
    refused_config("players = [\"zero\"]\nrules = 4\n", 2, &["c.toml:2:9", "table"]);
    refused_config("players = [\"zero\"]\n[rules]\nhidden = []\n", 2, &["c.toml:3:10"]);
}

#[test]
fn an_invalid_config_value_is_reported_with_its_location() {
    refused_config("players = [\n  \"zero\",\n  \"zer\",\n]\n", 2, &["c.toml:3:3", "`zero`"]);
    refused_config("players = [\"zero\"]\ngames = 0\n", 2, &["c.toml:2:9", "1 to"]);
    refused_config(
        "players = [\"zero\"]\nschedule = \"gauntlt\"\n",
        2,
        &["c.toml:2:12", "`gauntlet`"],
    );
    refused_config("players = [\"zero\"]\n[rules]\nhidden = 9\n", 2, &["c.toml:3:10", "0 to 7"]);
    refused_config("players = []\n", 2, &["no players"]);
}

#[test]
fn an_unreadable_config_is_named() {
    let dir = scratch();
    refused(dir.path(), "tournament no.toml", 4, &["no.toml"]);
    refused(dir.path(), "tournament .", 4, &["."]);
    refused_config(b"\xff\xfe\x00", 4, &["c.toml", "UTF-8"]);
}

/// A word list that is rejected with code 4.
#[track_caller]
fn refused_words(content: &[u8], said: &[&str]) {
    let dir = scratch();
    fs::write(dir.path().join("w.txt"), content).expect("written");
    refused(dir.path(), "words list --lexicon w.txt", 4, said);
    let line = "tournament --players zero --games 2 --out new --lexicon w.txt";
    refused(dir.path(), line, 4, said);
    assert!(!dir.path().join("new").exists(), "a folder was made");
}

#[test]
fn a_word_list_without_words_is_refused() {
    refused_words(b"", &["w.txt", "no word"]);
    refused_words(b"\n\r\n  \n", &["w.txt", "no word"]);
}

#[test]
fn a_bad_word_list_line_is_reported_with_file_and_line() {
    refused_words(b"CAT\nD0G\nBIRD\n", &["w.txt", "line 2", "D0G"]);
    refused_words(b"CAT\r\n\r\nno way\r\n", &["w.txt", "line 3", "no way"]);
    refused_words("CAT\nBIRD\nÉTÉ\n".as_bytes(), &["w.txt", "line 3"]);
    refused_words(b"CAT\nBIRD\n\xff\xff\n", &["w.txt", "line 3"]);
}

#[test]
fn a_missing_word_list_is_named() {
    let dir = scratch();
    refused(dir.path(), "words check CAT --lexicon no.txt", 4, &["no.txt"]);
    fs::write(dir.path().join("c.toml"), "players = [\"zero\"]\nlexicon = \"no.txt\"\n")
        .expect("written");
    refused(dir.path(), "tournament c.toml --out new", 4, &["no.txt"]);
}

#[test]
fn invalid_letters_are_refused() {
    let dir = scratch();
    for query in ["best", "anagrams"] {
        refused(dir.path(), &format!("words {query} A1"), 2, &["1", "position 2"]);
    }
}

const RUN: &str = "tournament --players letter-value,random --games 12 --rounds 2 --seed 7 \
                   --record plies --quiet";

/// A folder with a finished run in `run`.
fn with_run() -> tempfile::TempDir {
    let dir = scratch();
    done(dir.path(), &format!("{RUN} --out run"));
    dir
}

/// A command that is rejected and leaves all files unchanged.
#[track_caller]
fn harmless(dir: &Path, line: &str, code: i32, said: &[&str]) {
    let before = snapshot(dir);
    refused(dir, line, code, said);
    assert!(before == snapshot(dir), "{line}: files were changed");
}

#[test]
fn a_run_is_not_overwritten_without_force() {
    let dir = with_run();
    harmless(dir.path(), &format!("{RUN} --out run"), 4, &["run", "--force", "--out"]);
    done(dir.path(), "tournament --players zero --games 2 --seed 1 --out run --force");
    assert!(!dir.path().join("run/plies.csv").exists(), "a file of the old run is left");
}

#[test]
fn output_cannot_be_written_at_or_below_an_existing_file() {
    let dir = scratch();
    fs::write(dir.path().join("file"), "mine").expect("written");
    for out in ["file", "file/below", "file --force"] {
        harmless(dir.path(), &format!("{RUN} --out {out}"), 4, &["file"]);
    }
}

#[test]
fn force_leaves_folders_with_other_files_alone() {
    let dir = with_run();
    fs::write(dir.path().join("run/thesis.txt"), "mine").expect("written");
    harmless(dir.path(), &format!("{RUN} --out run --force"), 4, &["run", "--out"]);
    fs::create_dir(dir.path().join("other")).expect("a folder");
    fs::write(dir.path().join("other/notes.csv"), "mine").expect("written");
    harmless(dir.path(), &format!("{RUN} --out other --force"), 4, &["other", "--out"]);
}

#[test]
fn force_spares_a_folder_with_a_subfolder_named_like_a_run_file() {
    let dir = with_run();
    fs::remove_file(dir.path().join("run/standings.csv")).expect("removed");
    fs::create_dir(dir.path().join("run/standings.csv")).expect("a folder");
    harmless(dir.path(), &format!("{RUN} --out run --force"), 4, &["run"]);
}

#[test]
fn a_sweep_that_cannot_replace_one_run_replaces_none() {
    let dir = scratch();
    done(dir.path(), &format!("{RUN} --hidden 0,1 --out sweep"));
    fs::write(dir.path().join("sweep/hidden-1/thesis.txt"), "mine").expect("written");
    harmless(dir.path(), &format!("{RUN} --hidden 0,1 --out sweep --force"), 4, &["hidden-1"]);
}

#[test]
fn a_sweep_is_not_written_into_the_folder_of_a_run() {
    let dir = with_run();
    harmless(dir.path(), &format!("{RUN} --hidden 0,1 --out run"), 4, &["run", "--out"]);
}

#[test]
fn a_sweep_with_duplicate_values_is_refused_before_creating_a_folder() {
    refused_options("--players zero --hidden 3,3", &["hidden", "3"]);
}

/// Runs a command line with a file size limit of this many blocks (of 512 or 1024 bytes).
#[track_caller]
fn on_a_small_disk(dir: &Path, blocks: u32, line: &str) -> program::Ran {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$LETTERGAME\" {line}");
    shell("sh", dir, &script)
}

#[test]
fn a_run_on_a_full_disk_is_reported_and_resumable_once_there_is_room() {
    let dir = scratch();
    let line = "tournament --players letter-value,random --games 3000 --rounds 1 --seed 7 --quiet";
    for record in ["games", "plies"] {
        let line = format!("{line} --record {record}");
        done(dir.path(), &format!("{line} --out whole-{record}"));
        let full = format!("{line} --out full-{record}");
        let said = [".csv", &*format!("lettergame resume full-{record}")];
        on_a_small_disk(dir.path(), 64, &full).refused(4, &said);
        on_a_small_disk(dir.path(), 100, &format!("resume full-{record} -q")).refused(4, &said);
        done(dir.path(), &format!("resume full-{record} --quiet"));
        let folder = |kind: &str| dir.path().join(format!("{kind}-{record}"));
        assert_same_rows(&folder("whole"), &folder("full"));
    }
}

#[test]
fn a_disk_that_is_full_from_the_start_is_reported() {
    let dir = scratch();
    on_a_small_disk(dir.path(), 0, &format!("{RUN} --out full")).refused(4, &["full/"]);
    // with enough space the same command works: nothing was played, so nothing is overwritten
    done(dir.path(), &format!("{RUN} --out full"));
}

#[test]
fn unwritable_output_is_reported() {
    let dir = scratch();
    if Path::new("/dev/full").exists() {
        let script = "\"$LETTERGAME\" words list --length 7 > /dev/full";
        shell("sh", dir.path(), script).refused(4, &["standard output"]);
    }
}

/// An unfinished run in `run`: the last games are cut off.
fn with_torn_run() -> tempfile::TempDir {
    let dir = with_run();
    let path = dir.path().join("run/scores.csv");
    let length = bytes(&path).len() as u64;
    cut(&path, length - 150);
    dir
}

/// Resuming is rejected after this change to `config.toml`.
#[track_caller]
fn other_config(from: &str, to: &str) {
    let dir = with_torn_run();
    edit(&dir.path().join("run/config.toml"), from, to);
    harmless(dir.path(), "resume run", 2, &["run"]);
}

#[test]
fn a_run_whose_config_was_changed_is_not_resumed() {
    other_config("games = 12", "games = 14");
    other_config("seed = 7", "seed = 8");
    other_config("\"random\"", "\"zero\"");
    other_config("hidden = 3", "hidden = 4");
    other_config("seats = \"rotate\"", "seats = \"permute\"");
    other_config("shard = \"1/1\"", "shard = \"2/2\"");
    other_config("fingerprint = \"", "fingerprint = \"0");
    other_config("fingerprint", "fingerprnt");
}

#[test]
fn a_run_whose_record_level_was_changed_is_not_resumed() {
    let dir = with_torn_run();
    edit(&dir.path().join("run/config.toml"), "record = \"plies\"", "record = \"games\"");
    let before = snapshot(dir.path());
    let code = run(dir.path(), &["resume", "run", "--quiet"]).code;
    assert!(matches!(code, Some(2 | 4)), "exit code {code:?}");
    assert!(before == snapshot(dir.path()), "files were changed");
}

#[test]
fn an_unreadable_config_of_a_run_is_reported() {
    let dir = with_torn_run();
    fs::write(dir.path().join("run/config.toml"), "players = [\n").expect("written");
    harmless(dir.path(), "resume run", 2, &["run/config.toml:"]);
    fs::write(dir.path().join("run/config.toml"), "players = [\"zero\"]\n").expect("written");
    harmless(dir.path(), "resume run", 2, &["run/config.toml", "run"]);
}

#[test]
fn a_run_whose_word_list_was_changed_is_not_resumed() {
    let dir = scratch();
    let list = dir.path().join("w.txt");
    fs::write(&list, "CAT\nDOG\nREAD\n").expect("written");
    done(dir.path(), &format!("{RUN} --lexicon w.txt --out run"));
    cut(&dir.path().join("run/scores.csv"), 500);
    fs::write(&list, "CAT\nDOG\nREAL\n").expect("written");
    harmless(dir.path(), "resume run", 2, &["run", "word list", "w.txt"]);
    fs::remove_file(&list).expect("removed");
    harmless(dir.path(), "resume run", 4, &["w.txt"]);
}

#[test]
fn a_folder_that_is_not_a_run_is_neither_resumed_nor_replayed() {
    let dir = scratch();
    fs::create_dir(dir.path().join("empty")).expect("a folder");
    fs::write(dir.path().join("file"), "mine").expect("written");
    for folder in ["empty", "file", "nowhere"] {
        harmless(dir.path(), &format!("resume {folder}"), 4, &[folder]);
        harmless(dir.path(), &format!("merge {folder} --out new"), 4, &[folder]);
    }
    harmless(dir.path(), "replay empty --game 0", 4, &["empty"]);
    harmless(dir.path(), "replay nowhere --game 0", 4, &["nowhere"]);
}

#[test]
fn a_game_not_in_the_run_is_reported_with_the_available_games() {
    let dir = with_run();
    refused(dir.path(), "replay run --game 12", 2, &["12", "0 to 11"]);
    refused(dir.path(), "replay run --game x", 2, &["--game", "x"]);
    refused(dir.path(), "replay run", 2, &["--game"]);
}

/// A finished run is rejected after its `scores.csv` was edited.
#[track_caller]
fn spoilt(change: impl Fn(&mut Vec<String>), codes: &[i32]) {
    let dir = with_run();
    let path = dir.path().join("run/scores.csv");
    let mut lines: Vec<String> = text(&path).lines().map(str::to_owned).collect();
    change(&mut lines);
    fs::write(&path, lines.join("\n") + "\n").expect("written");
    let before = snapshot(dir.path());
    for line in ["resume run", "merge run --out new"] {
        let ran = run(dir.path(), &words(line));
        let code = ran.code.expect("an exit code");
        assert!(codes.contains(&code), "{line}: exit code {code}, {}", ran.err);
        ran.refused(code, &["scores.csv"]);
        assert!(before == snapshot(dir.path()), "{line}: files were changed");
    }
}

#[test]
fn garbage_within_the_scores_is_reported_with_its_location() {
    spoilt(|lines| lines[9] = "garbage".to_owned(), &[4]);
    spoilt(|lines| lines[9] = lines[9].replacen(",ok,", ",\"ok,", 1), &[4]);
    spoilt(|lines| lines[9].truncate(20), &[4]);
    spoilt(|lines| lines[9].push_str(",1"), &[4]);
    spoilt(|lines| lines[0] = "a,b,c".to_owned(), &[4]);
}

#[test]
fn rows_inconsistent_with_the_config_are_reported() {
    spoilt(|lines| drop(lines.remove(9)), &[2, 4]);
    spoilt(|lines| lines.swap(9, 10), &[2, 4]);
    spoilt(|lines| lines.push(lines[9].clone()), &[2, 4]);
    spoilt(
        |lines| lines[9] = lines[9].replace("random", "zero").replace("letter-value", "zero"),
        &[2, 4],
    );
}

#[test]
fn damaged_rows_within_the_other_files_are_reported() {
    let mut silent = Vec::new();
    for name in ["rounds.csv", "plies.csv"] {
        for garbage in ["garbage", "3,1,", "9,1,0,zero,A,,0,0,0,1"] {
            let dir = with_run();
            let path = dir.path().join("run").join(name);
            let mut lines: Vec<String> = text(&path).lines().map(str::to_owned).collect();
            lines[17] = garbage.to_owned();
            fs::write(&path, lines.join("\n") + "\n").expect("written");
            let code = run(dir.path(), &["merge", "run", "--out", "new"]).code;
            if code != Some(4) {
                silent.push(format!("{name}, line 18 {garbage:?}: exit code {code:?}"));
            }
        }
    }
    assert!(silent.is_empty(), "{silent:#?}");
}

/// Three finished shards of one run in `s1`, `s2`, `s3`.
fn with_shards() -> tempfile::TempDir {
    let dir = scratch();
    for index in 1..=3 {
        done(dir.path(), &format!("{RUN} --shard {index}/3 --out s{index}"));
    }
    dir
}

#[test]
fn shards_that_overlap_are_not_merged() {
    let dir = with_shards();
    harmless(dir.path(), "merge s1 s2 s2 s3 --out new", 2, &["s2", "overlap"]);
    copy(&dir.path().join("s2"), &dir.path().join("copy"));
    harmless(dir.path(), "merge s1 s2 copy s3 --out new", 2, &["s2", "copy", "overlap"]);
}

#[test]
fn shards_are_not_merged_if_one_is_missing() {
    let dir = with_shards();
    harmless(dir.path(), "merge s1 s3 --out new", 2, &["2/3", "missing"]);
    harmless(dir.path(), "merge s1 s2 --out new", 2, &["3/3", "missing"]);
    harmless(dir.path(), "merge s3 --out new", 2, &["1/3", "missing"]);
    harmless(dir.path(), "merge --out new", 2, &["DIR"]);
}

#[test]
fn shards_that_differ_are_not_merged() {
    let dir = with_shards();
    done(dir.path(), &format!("{RUN} --hidden 4 --shard 2/3 --out other"));
    harmless(dir.path(), "merge s1 other s3 --out new", 2, &["s1", "other", "differ"]);
    done(dir.path(), &format!("{RUN} --shard 2/4 --out quarter"));
    harmless(dir.path(), "merge s1 quarter s3 --out new", 2, &["s1", "quarter"]);
}

#[test]
fn shards_that_record_different_things_are_not_merged() {
    let dir = with_shards();
    let line = RUN.replace("plies", "games");
    for index in [1, 2] {
        done(dir.path(), &format!("{line} --shard {index}/3 --out g{index}"));
    }
    harmless(dir.path(), "merge s1 g2 s3 --out new", 2, &["g2"]);
    harmless(dir.path(), "merge g1 s2 s3 --out new", 2, &["g1"]);
}

#[test]
fn unfinished_shards_are_not_merged() {
    let dir = with_shards();
    let path = dir.path().join("s2/scores.csv");
    cut(&path, bytes(&path).len() as u64 - 30);
    harmless(dir.path(), "merge s1 s2 s3 --out new", 4, &["s2", "lettergame resume s2"]);
}

#[test]
fn a_shard_in_use_is_not_merged() {
    let dir = with_shards();
    let lock = RunLock::take(&dir.path().join("s2")).unwrap();
    harmless(dir.path(), "merge s1 s2 s3 --out new", 4, &["s2 is in use"]);
    harmless(dir.path(), "merge s1 s2 s2 s3 --out new", 2, &["s2", "overlap"]);
    drop(lock);
    done(dir.path(), "merge s1 s2 s3 --out new");
}

/// While games are read and copied, no other process can change a shard.
#[test]
fn shards_are_locked_while_they_are_merged() {
    let dir = with_shards();
    let shards: Vec<PathBuf> = (1..=3).map(|index| dir.path().join(format!("s{index}"))).collect();
    let (prepared, _) = prepared_run(&shards[0], &HostOptions::default()).unwrap();
    let locked = shards.iter().map(|shard| LockedShard::take(shard).unwrap()).collect();
    let is_free = |shard: &PathBuf| match RunLock::take(shard) {
        Ok(_) => true,
        Err(FolderError::InUse(_)) => false,
        Err(error) => panic!("{error}"),
    };
    let mut told = 0;
    let out = dir.path().join("new");
    let merged = merge(prepared, locked, (&out, false), None, |_| {
        assert!(!shards.iter().any(is_free));
        told += 1;
    });
    assert!(merged.is_ok() && told > 0);
    assert!(shards.iter().all(is_free));
}

#[test]
fn a_merge_does_not_overwrite() {
    let dir = with_shards();
    harmless(dir.path(), "merge s1 s2 s3 --out s1", 4, &["s1", "--out"]);
    fs::write(dir.path().join("file"), "mine").expect("written");
    harmless(dir.path(), "merge s1 s2 s3 --out file", 4, &["file"]);
}

/// With `--force` the shard itself would be removed before it is read.
#[test]
fn a_merge_into_one_of_its_shards_loses_no_games() {
    let dir = with_shards();
    done(dir.path(), &format!("{RUN} --out whole"));
    let before = snapshot(dir.path());
    let ran = run(dir.path(), &words("merge s1 s2 s3 --out s1 --force"));
    if ran.code == Some(0) {
        assert_same_rows(&dir.path().join("whole"), &dir.path().join("s1"));
    } else {
        assert!(before == snapshot(dir.path()), "exit code {:?}, but files changed", ran.code);
    }
}

#[test]
fn a_merge_on_a_full_disk_is_reported_and_repeatable_with_room() {
    let dir = scratch();
    let line = "tournament --players letter-value,random --games 3000 --rounds 1 --seed 7 --quiet";
    done(dir.path(), &format!("{line} --out whole"));
    for index in [1, 2] {
        done(dir.path(), &format!("{line} --shard {index}/2 --out s{index}"));
    }
    let before = [snapshot(&dir.path().join("s1")), snapshot(&dir.path().join("s2"))];
    let ran = on_a_small_disk(dir.path(), 64, "merge s1 s2 --out merged");
    let said = ran.refused(4, &["cannot write merged/"]).err;
    let after = [snapshot(&dir.path().join("s1")), snapshot(&dir.path().join("s2"))];
    assert!(before == after, "a shard was changed");
    done(dir.path(), "merge s1 s2 --out merged --force");
    assert_same_rows(&dir.path().join("whole"), &dir.path().join("merged"));
    // the remedy
    assert!(said.contains("--force") || said.contains("lettergame"), "{said}");
}

#[test]
fn unknown_commands_come_with_the_nearest_one() {
    let dir = scratch();
    refused(dir.path(), "tournamnt", 2, &["tournamnt", "tournament"]);
    refused(dir.path(), "", 2, &["Usage", "tournament"]);
    refused(dir.path(), "scrabble best", 2, &["analyse scrabble", "play scrabble"]);
    refused(dir.path(), "words lst", 2, &["lst", "list"]);
    refused(dir.path(), "players --game chess", 2, &["chess", "auction"]);
    refused(dir.path(), "completions tcsh", 2, &["tcsh", "bash"]);
    refused(dir.path(), "bench --seconds 0", 2, &["--seconds"]);
}

#[test]
fn impossible_training_is_refused_before_it_starts() {
    let dir = scratch();
    let train = |options: &str, code: i32, said: &[&str]| {
        let line = format!("train marrakech --rounds 1 --games 2 {options}");
        refused(dir.path(), line.trim_end(), code, said);
    };
    let number = "a whole number from 1 to";
    for games in ["0", "-1", "1.5", "ten", "1000001", "99999999999"] {
        let line = format!("train marrakech --games {games}");
        refused(dir.path(), &line, 2, &["--games", games, number, "1000000"]);
    }
    for rounds in ["0", "-1", "101"] {
        let line = format!("train marrakech --rounds {rounds}");
        refused(dir.path(), &line, 2, &["--rounds", rounds, number, "100"]);
    }
    for (option, most) in [("states", "1000000"), ("draws", "100000")] {
        for wrong in ["0", "-1", "1.5", "many", "1000001"] {
            let line = format!("train auction --{option} {wrong}");
            refused(dir.path(), &line, 2, &[&format!("--{option}"), wrong, number, most]);
        }
    }
    train("--threads 0", 2, &["--threads", "1 or more"]);
    train("--seed 9223372036854775808", 2, &["--seed", "9223372036854775807"]);
    train("--out nowhere/w.csv", 4, &["nowhere/w.csv"]);
    train("--out .", 4, &["cannot write ."]);
    refused(dir.path(), "train marrakec", 2, &["marrakech"]);
    refused(dir.path(), "train", 2, &["Usage", "marrakech"]);
    assert!(snapshot(dir.path()).is_empty());
}

#[test]
fn odds_of_a_word_list_without_words_of_seven_letters_are_refused() {
    let dir = scratch();
    fs::write(dir.path().join("w.txt"), "cat\nzzzzzzz\n").expect("written");
    let said = "the word list has no word of seven letters that the tiles can make";
    refused(dir.path(), "train auction --lexicon w.txt", 4, &[said]);
    refused(dir.path(), "train auction --lexicon no.txt", 4, &["cannot read no.txt"]);
    fs::write(dir.path().join("w.txt"), "jukebox\n").expect("written");
    let line = "train auction --states 1 --lexicon w.txt";
    refused(dir.path(), line, 2, &["1 states are too few", "expected more"]);
}
