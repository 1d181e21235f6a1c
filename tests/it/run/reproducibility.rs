//! Results depend only on the config: not on threads, shards, kills, resumes or the recording level.

#![cfg(unix)]

use crate::program;

use std::fs;
use std::path::Path;

use program::{
    Background, assert_same_rows, bytes, copy, cut, done, run, scratch, shell, snapshot, table,
    text, words,
};
use proptest::test_runner::{Config, TestRunner};

/// A run with everything recorded, three players and several deals.
const SMALL: &str = "tournament --players letter-value,random,shadow --games 40 --rounds 2 \
                     --seed 7 --record plies --quiet";
/// Slow enough to be interrupted in the middle.
const LONG: &str = "tournament --players marginal,random --games 1500 --rounds 1 --seed 11 \
                    --record plies --quiet";

/// A finished run of `line` in `dir/name`.
#[track_caller]
fn played(dir: &Path, line: &str, name: &str) -> std::path::PathBuf {
    done(dir, &format!("{line} --out {name}"));
    dir.join(name)
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let dir = scratch();
    let line = "tournament --players letter-value,random,shadow --games 2000 --rounds 2 --seed 7 \
                --record plies --quiet";
    let one = played(dir.path(), &format!("{line} --threads 1"), "one");
    for threads in [2, 8] {
        let other = format!("{line} --threads {threads}");
        assert_same_rows(&one, &played(dir.path(), &other, &format!("t{threads}")));
    }
}

#[test]
fn a_training_depends_on_its_options_alone() {
    let dir = scratch();
    let line = "train marrakech --games 40 --rounds 1 --seed 7 --quiet";
    let one = done(dir.path(), &format!("{line} --threads 1")).out;
    for threads in [2, 3] {
        assert!(one == done(dir.path(), &format!("{line} --threads {threads}")).out, "{threads}");
    }
    let other = "train marrakech --games 40 --rounds 1 --seed 8 --quiet";
    assert_ne!(one, done(dir.path(), other).out);
    let line = "train auction --states 200 --draws 5 --quiet";
    let one = done(dir.path(), &format!("{line} --threads 1")).out;
    assert_eq!(one, done(dir.path(), &format!("{line} --threads 3")).out);
    assert_ne!(one, done(dir.path(), &format!("{line} --seed 2")).out);
}

#[test]
fn shards_merged_in_any_order_are_the_whole() {
    let dir = scratch();
    let whole = played(dir.path(), SMALL, "whole");
    for count in [1, 3, 7] {
        let mut names: Vec<String> =
            (1..=count).map(|index| format!("{index}-of-{count}")).collect();
        for (index, name) in (1..=count).zip(&names) {
            played(dir.path(), &format!("{SMALL} --shard {index}/{count}"), name);
        }
        for order in ["given", "reversed", "rotated"] {
            match order {
                "reversed" => names.reverse(),
                "rotated" => names.rotate_left(count / 2),
                _ => {}
            }
            let merged = played(
                dir.path(),
                &format!("merge {}", names.join(" ")),
                &format!("{order}{count}"),
            );
            assert_same_rows(&whole, &merged);
        }
    }
}

#[test]
fn more_shards_than_games_can_be_merged() {
    let dir = scratch();
    let line = "tournament --players zero,random --games 3 --rounds 1 --seed 5 --quiet";
    let whole = played(dir.path(), line, "whole");
    let names: Vec<String> = (1..=5).map(|index| format!("s{index}")).collect();
    for (index, name) in (1..=5).zip(&names) {
        played(dir.path(), &format!("{line} --shard {index}/5"), name);
    }
    assert_same_rows(&whole, &played(dir.path(), &format!("merge {}", names.join(" ")), "merged"));
}

#[test]
fn a_shard_without_games_reports_it() {
    let dir = scratch();
    let line = "tournament --players zero,random --games 3 --rounds 1 --seed 5 --shard";
    let none = done(dir.path(), &format!("{line} 1/5 --out none"));
    assert!(none.err.contains("shard 1/5 has no games"), "{}", none.err);
    let some = done(dir.path(), &format!("{line} 5/5 --out some"));
    assert!(!some.err.contains("has no games"), "{}", some.err);
}

#[test]
fn a_killed_shard_is_resumed_and_merged() {
    let dir = scratch();
    let whole = played(dir.path(), LONG, "whole");
    played(dir.path(), &format!("{LONG} --shard 1/2"), "first");
    let second = dir.path().join("second");
    kill_at(dir.path(), &format!("{LONG} --shard 2/2 --out second"), &second, 20_000);
    done(dir.path(), "resume second --quiet");
    assert_same_rows(&whole, &played(dir.path(), "merge second first", "merged"));
}

/// Starts a run and kills it when its `scores.csv` has this many bytes.
fn kill_at(dir: &Path, line: &str, folder: &Path, length: u64) {
    let mut run = Background::start(dir, line);
    run.until(&folder.join("plies.csv"), 1);
    run.until(&folder.join("scores.csv"), length);
    run.kill();
}

#[test]
fn a_run_killed_at_any_moment_is_resumed_to_the_same_bytes() {
    let dir = scratch();
    let whole = played(dir.path(), LONG, "whole");
    let killed = dir.path().join("killed");
    for length in [1, 3_000, 40_000, 100_000] {
        let _ = fs::remove_dir_all(&killed);
        kill_at(dir.path(), &format!("{LONG} --out killed"), &killed, length);
        done(dir.path(), "resume killed --quiet");
        assert_same_rows(&whole, &killed);
    }
}

#[test]
fn a_killed_resume_can_be_resumed_again() {
    let dir = scratch();
    let whole = played(dir.path(), LONG, "whole");
    let killed = dir.path().join("killed");
    kill_at(dir.path(), &format!("{LONG} --out killed"), &killed, 1_000);
    for length in [2_000, 40_000, 100_000] {
        kill_at(dir.path(), "resume killed --quiet --threads 2", &killed, length);
    }
    done(dir.path(), "resume killed --quiet --threads 1");
    assert_same_rows(&whole, &killed);
}

/// What a kill can leave: the other files are ahead of the scores, and each may end anywhere.
#[test]
fn scores_truncated_at_any_byte_are_completed() {
    let dir = scratch();
    let whole = played(dir.path(), SMALL, "whole");
    let torn = dir.path().join("torn");
    let length = bytes(&whole.join("scores.csv")).len() as u64;
    let header = text(&whole.join("scores.csv")).find('\n').expect("a header") as u64 + 1;
    let last_games = (length - 200..length).step_by(5);
    let others = (header..length - 200).step_by(673);
    for end in last_games.chain(others).chain([header]) {
        copy(&whole, &torn);
        cut(&torn.join("scores.csv"), end);
        done(dir.path(), "resume torn --quiet");
        assert_same_rows(&whole, &torn);
    }
}

/// The length of a file without the rows of the games from `game` on.
fn length_before(path: &Path, game: u64) -> u64 {
    let text = text(path);
    let first = text.find(&format!("\n{game},")).expect("the game") + 1;
    first as u64
}

#[test]
fn files_truncated_as_by_a_kill_are_completed() {
    let dir = scratch();
    let whole = played(dir.path(), SMALL, "whole");
    let torn = dir.path().join("torn");
    let lengths = |name: &str| {
        let path = whole.join(name);
        (length_before(&path, 30), bytes(&path).len() as u64)
    };
    let [scores, rounds, plies] = ["scores.csv", "rounds.csv", "plies.csv"].map(lengths);
    let mut runner = TestRunner::new_with_rng(
        Config { cases: 40, failure_persistence: None, ..Config::default() },
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    );
    // the scores end in the middle of game 30, the others contain everything that the scores contain
    let ends = (scores.0 - 300..=scores.0, rounds.0..=rounds.1, plies.0..=plies.1);
    let outcome = runner.run(&ends, |(score_end, round_end, ply_end)| {
        copy(&whole, &torn);
        cut(&torn.join("scores.csv"), score_end);
        cut(&torn.join("rounds.csv"), round_end);
        cut(&torn.join("plies.csv"), ply_end);
        done(dir.path(), "resume torn --quiet");
        assert_same_rows(&whole, &torn);
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

/// A file that lacks rows of games in the scores is reported, or the rows are recomputed; the run is never
/// continued as if the file were complete.
#[test]
fn other_files_truncated_behind_the_scores_are_reported_or_completed() {
    let dir = scratch();
    let whole = played(dir.path(), SMALL, "whole");
    let torn = dir.path().join("torn");
    let mut silent = Vec::new();
    for name in ["rounds.csv", "plies.csv"] {
        let length = bytes(&whole.join(name)).len() as u64;
        let last_row = text(&whole.join(name)).trim_end().rfind('\n').expect("rows") as u64 + 1;
        for end in [length - 1, length - 7, last_row, last_row - 3, length / 2] {
            copy(&whole, &torn);
            cut(&torn.join(name), end);
            let code = run(dir.path(), &["resume", "torn", "--quiet"]).code;
            let same = bytes(&whole.join(name)) == bytes(&torn.join(name));
            if !(code == Some(4) || (code == Some(0) && same)) {
                silent.push(format!("{name} cut at {end} of {length}: exit code {code:?}"));
            }
        }
    }
    assert!(silent.is_empty(), "{silent:#?}");
}

/// Files are created one after the other; a kill may come between two of them.
#[test]
fn a_run_killed_while_creating_its_files_is_resumed() {
    let dir = scratch();
    let whole = played(dir.path(), SMALL, "whole");
    let torn = dir.path().join("torn");
    let header = |name: &str| Some(program::header(&whole.join(name)).len() as u64 + 1);
    let (scores, rounds) = (header("scores.csv"), header("rounds.csv"));
    // the size of each file in bytes; None for no file
    let states: [[Option<u64>; 3]; 7] = [
        [None, None, None],
        [Some(0), None, None],
        [Some(5), None, None],
        [scores, None, None],
        [scores, Some(4), None],
        [scores, rounds, Some(0)],
        [scores, rounds, Some(4)],
    ];
    let mut wrong = Vec::new();
    for state in states {
        copy(&whole, &torn);
        for (name, length) in ["scores.csv", "rounds.csv", "plies.csv"].iter().zip(state) {
            match length {
                Some(length) => cut(&torn.join(name), length),
                None => fs::remove_file(torn.join(name)).expect("removed"),
            }
        }
        fs::remove_file(torn.join("standings.csv")).expect("removed");
        fs::remove_file(torn.join("timing.json")).expect("removed");
        let _ = fs::remove_file(torn.join("part.json"));
        let ran = run(dir.path(), &["resume", "torn", "--quiet"]);
        let same = ["scores.csv", "rounds.csv", "plies.csv"]
            .iter()
            .all(|name| fs::read(torn.join(name)).ok() == Some(bytes(&whole.join(name))));
        if ran.code != Some(0) || !same {
            wrong.push(format!("{state:?}: exit code {:?}, {}", ran.code, ran.err));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_shorter_run_is_a_prefix_of_a_longer_one() {
    let dir = scratch();
    let kinds = [
        "--schedule free-for-all",
        "--schedule free-for-all --seats permute",
        "--schedule free-for-all --seats fixed",
        "--schedule round-robin --group-size 2",
        "--schedule gauntlet --seats permute",
        "--schedule 2v2",
    ];
    for (index, kind) in kinds.iter().enumerate() {
        let line = format!(
            "tournament --players letter-value,random,zero --rounds 1 --seed 3 --record plies \
             --quiet {kind}"
        );
        let long = played(dir.path(), &format!("{line} --games 100"), &format!("long{index}"));
        let short = played(dir.path(), &format!("{line} --games 17"), &format!("short{index}"));
        for name in ["scores.csv", "rounds.csv", "plies.csv"] {
            let (long, short) = (bytes(&long.join(name)), bytes(&short.join(name)));
            assert!(long.starts_with(&short) && long.len() > short.len(), "{kind}: {name}");
        }
    }
}

#[test]
fn a_run_is_repeated_from_its_own_config() {
    let dir = scratch();
    let kinds = [
        "--players letter-value,random,shadow",
        "--players random:share=4,random,zero --preset seven --hidden 1",
        "--players frequency,truthful-5 --preset simulator --schedule 2v2",
        "--players random,zero,truthful-2 --schedule round-robin --group-size 2 --seats permute",
        "--players random,zero,truthful-2 --schedule gauntlet --set start-points=50 --seats fixed",
    ];
    for (index, kind) in kinds.iter().enumerate() {
        let line =
            format!("tournament {kind} --games 20 --rounds 2 --seed 9 --record rounds --quiet");
        let first = played(dir.path(), &line, &format!("first{index}"));
        let again = format!("tournament first{index}/config.toml --quiet");
        assert_same_rows(&first, &played(dir.path(), &again, &format!("again{index}")));
        assert_eq!(
            bytes(&first.join("config.toml")),
            bytes(&dir.path().join(format!("again{index}/config.toml"))),
            "{kind}"
        );
    }
}

#[test]
fn the_record_level_does_not_change_the_scores() {
    let dir = scratch();
    let line =
        "tournament --players letter-value,random,shadow --games 40 --rounds 2 --seed 7 --quiet";
    let games = played(dir.path(), line, "games");
    assert!(!games.join("rounds.csv").exists() && !games.join("plies.csv").exists());
    for (level, rounds, plies) in
        [("games", false, false), ("rounds", true, false), ("plies", true, true)]
    {
        let run = played(dir.path(), &format!("{line} --record {level}"), &format!("r-{level}"));
        assert_eq!(run.join("rounds.csv").exists(), rounds, "{level}");
        assert_eq!(run.join("plies.csv").exists(), plies, "{level}");
        for name in ["scores.csv", "standings.csv"] {
            assert_eq!(bytes(&games.join(name)), bytes(&run.join(name)), "{level}: {name}");
        }
    }
}

#[test]
fn a_different_seed_changes_every_deal() {
    let dir = scratch();
    let line = "tournament --players letter-value,random --games 20 --rounds 1 --quiet";
    let one = table(&played(dir.path(), &format!("{line} --seed 1"), "one").join("scores.csv"));
    let two = table(&played(dir.path(), &format!("{line} --seed 2"), "two").join("scores.csv"));
    assert_eq!(one.len(), two.len());
    assert!(one.iter().zip(&two).all(|(a, b)| a["seed"] != b["seed"]));
    assert!(one.iter().zip(&two).any(|(a, b)| a["score"] != b["score"]));
}

#[test]
fn the_largest_and_the_smallest_seed_are_played_and_repeated() {
    let dir = scratch();
    for seed in [0, i64::MAX] {
        let line =
            format!("tournament --players zero,random --games 4 --rounds 1 --quiet --seed {seed}");
        let first = played(dir.path(), &line, &format!("first{seed}"));
        let again = format!("tournament first{seed}/config.toml --quiet");
        assert_same_rows(&first, &played(dir.path(), &again, &format!("again{seed}")));
    }
}

/// The scores of a game in seat order, with their players.
fn scores_of(run: &Path, game: u64) -> Vec<(String, i64)> {
    let rows = table(&run.join("scores.csv"));
    let own = rows.iter().filter(|row| row["game"] == game.to_string());
    own.map(|row| (row["player"].clone(), row["score"].parse().expect("points"))).collect()
}

/// The moves of a game in `plies.csv` as `(ply, seat, move)`.
fn moves_of(run: &Path, game: u64) -> Vec<(u64, u64, String)> {
    let rows = table(&run.join("plies.csv"));
    let own = rows.iter().filter(|row| row["game"] == game.to_string());
    let number = |text: &String| text.parse().expect("a number");
    own.map(|row| (number(&row["ply"]), number(&row["seat"]), row["move"].clone())).collect()
}

#[track_caller]
fn assert_json_replay(dir: &Path, name: &str, game: u64) {
    let shown = done(dir, &format!("replay {name} --game {game} --format json")).out;
    let lines: Vec<serde_json::Value> =
        shown.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (first, last) = (&lines[0], &lines[lines.len() - 1]);
    let expected = scores_of(&dir.join(name), game);
    let names: Vec<&str> = expected.iter().map(|(name, _)| name.as_str()).collect();
    let scores: Vec<i64> = expected.iter().map(|(_, score)| *score).collect();
    assert_eq!(first["players"], serde_json::json!(names), "{name}, game {game}");
    assert_eq!(last["scores"], serde_json::json!(scores), "{name}, game {game}");
    let mut moves = Vec::new();
    for ply in &lines[1..lines.len() - 1] {
        for choice in ply["moves"].as_array().expect("moves") {
            let number = |value: &serde_json::Value| value.as_u64().expect("a number");
            let text = choice["move"].as_str().expect("a move").to_owned();
            moves.push((number(&ply["ply"]), number(&choice["seat"]), text));
        }
    }
    assert_eq!(moves, moves_of(&dir.join(name), game), "{name}, game {game}");
}

#[track_caller]
fn assert_text_replay(dir: &Path, name: &str, game: u64) {
    let shown = done(dir, &format!("replay {name} --game {game}")).out;
    for (player, score) in scores_of(&dir.join(name), game) {
        // a player in several seats is listed with each of them
        let is_its = |line: &&str| {
            let line = line.trim_start();
            line.starts_with("place ")
                && line.ends_with(&format!(", {score} points"))
                && (line.contains(&format!(": {player},"))
                    || line.contains(&format!(": {player} (")))
        };
        let found = shown.lines().find(is_its);
        assert!(found.is_some(), "{name}, game {game}: no {player} with {score} in\n{shown}");
    }
}

#[test]
fn a_replay_gives_the_moves_and_scores_of_the_run() {
    let dir = scratch();
    let kinds = [
        "--players letter-value,random",
        "--players letter-value,random,shadow,marginal --seats permute",
        "--players frequency,random,zero,seven-letter --preset seven --hidden 2",
        "--players truthful-60,random,vowel-balance --preset simulator",
        "--players letter-value,random --schedule 2v2 --seats permute",
        "--players zero,random,shadow --schedule round-robin --group-size 2",
        "--players zero,random,shadow --schedule gauntlet",
    ];
    for (index, kind) in kinds.iter().enumerate() {
        let name = format!("run{index}");
        let line =
            format!("tournament {kind} --games 30 --rounds 2 --seed 4 --record plies --quiet");
        played(dir.path(), &line, &name);
        for game in [0, 1, 17, 29] {
            assert_json_replay(dir.path(), &name, game);
            assert_text_replay(dir.path(), &name, game);
        }
    }
}

#[test]
fn replaying_a_config_equals_replaying_its_run() {
    let dir = scratch();
    played(dir.path(), SMALL, "run");
    let of_run = done(dir.path(), "replay run --game 5").out;
    assert_eq!(done(dir.path(), "replay run/config.toml --game 5").out, of_run);
}

#[test]
fn a_replay_works_in_a_run_that_was_killed_in_the_middle_of_a_row() {
    let dir = scratch();
    let whole = played(dir.path(), SMALL, "whole");
    let torn = dir.path().join("torn");
    copy(&whole, &torn);
    cut(&torn.join("scores.csv"), bytes(&whole.join("scores.csv")).len() as u64 - 12);
    for game in [0, 39] {
        let of_whole = done(dir.path(), &format!("replay whole --game {game}")).out;
        assert_eq!(done(dir.path(), &format!("replay torn --game {game}")).out, of_whole);
    }
}

#[test]
fn a_replay_that_disagrees_with_the_recorded_score_is_reported() {
    let dir = scratch();
    let whole = played(dir.path(), SMALL, "whole");
    let path = whole.join("scores.csv");
    let line = text(&path).lines().nth(1).expect("a row").to_owned();
    let mut cells: Vec<String> = line.split(',').map(str::to_owned).collect();
    // as in earlier versions: a checksum would reveal it
    program::age(&whole);
    for column in [6, 10] {
        cells[column] = (cells[column].parse::<i64>().expect("points") + 1).to_string();
    }
    program::edit(&path, &line, &cells.join(","));
    assert!(run(dir.path(), &["replay", "whole", "--game", "0"]).ended(1).err.contains("game 0"));
}

/// Games without rounds have a `rounds.csv` without rows.
#[test]
fn runs_of_games_without_rounds_are_resumed_and_merged() {
    let dir = scratch();
    let line =
        "tournament --game marrakech --players random,greedy --games 12 --seed 3 --record plies";
    let whole = played(dir.path(), line, "whole");
    copy(&whole, &dir.path().join("cut"));
    let scores = dir.path().join("cut/scores.csv");
    cut(&scores, length_before(&scores, 7));
    done(dir.path(), "resume cut --quiet");
    assert_same_rows(&whole, &dir.path().join("cut"));
    for part in ["1/2", "2/2"] {
        let name = part.replace('/', "-");
        done(dir.path(), &format!("{line} --shard {part} --out {name} --quiet"));
    }
    done(dir.path(), "merge 1-2 2-2 --out merged");
    assert_same_rows(&whole, &dir.path().join("merged"));
}

#[test]
fn a_resume_of_a_finished_run_changes_nothing() {
    let dir = scratch();
    let whole = played(dir.path(), SMALL, "whole");
    let before = snapshot(&whole);
    done(dir.path(), "resume whole");
    assert!(before == snapshot(&whole), "a file was changed");
}

#[test]
fn a_run_that_was_killed_before_its_last_files_gets_them() {
    let dir = scratch();
    let whole = played(dir.path(), SMALL, "whole");
    let torn = dir.path().join("torn");
    copy(&whole, &torn);
    fs::remove_file(torn.join("standings.csv")).expect("removed");
    fs::remove_file(torn.join("timing.json")).expect("removed");
    done(dir.path(), "resume torn --quiet");
    assert_same_rows(&whole, &torn);
    assert!(torn.join("timing.json").exists(), "no timing.json");
}

/// The command that an interrupted run prints for continuing, with the program itself.
fn command_to_go_on(said: &str) -> String {
    let at = said.find("lettergame resume").expect("the resume command is printed");
    let line = said[at..].lines().next().unwrap_or_default();
    line.replacen("lettergame", "\"$LETTERGAME\"", 1)
}

/// Starts a run and interrupts it once `scores` has this many bytes; `prepare` restores the files. If the run
/// ends before the signal arrives, it is started again.
fn interrupted(
    dir: &Path,
    args: &[&str],
    scores: &Path,
    signal: &str,
    prepare: impl Fn(),
) -> String {
    for _ in 0..20 {
        prepare();
        let length = fs::metadata(scores).map_or(200, |data| data.len() + 200);
        let mut run = Background::start_with(dir, args);
        run.until(scores, length);
        let ran = run.signal(signal);
        if ran.code != Some(0) {
            return ran.refused(130, &["lettergame resume"]).err;
        }
    }
    panic!("no run could be interrupted");
}

#[test]
fn an_interrupted_run_exits_130_and_resumes_with_the_printed_command() {
    let dir = scratch();
    let whole = played(dir.path(), LONG, "whole");
    for signal in ["INT", "TERM"] {
        let out = dir.path().join(signal);
        let line = format!("{} --out {signal}", LONG.replace("--quiet", ""));
        let clear = || drop(fs::remove_dir_all(&out));
        let said = interrupted(dir.path(), &words(&line), &out.join("scores.csv"), signal, clear);
        assert!(bytes(&out.join("scores.csv")).ends_with(b"\n"), "the batch is not whole");
        shell("sh", dir.path(), &command_to_go_on(&said)).ended(0);
        assert_same_rows(&whole, &out);
    }
}

#[test]
fn an_interrupted_resume_exits_130_and_resumes_with_the_printed_command() {
    let dir = scratch();
    let whole = played(dir.path(), LONG, "whole");
    let out = dir.path().join("out");
    let unfinished = || {
        copy(&whole, &out);
        ["scores.csv", "rounds.csv", "plies.csv"].iter().for_each(|name| {
            cut(&out.join(name), length_before(&whole.join(name), 10));
        });
    };
    let scores = out.join("scores.csv");
    let said = interrupted(dir.path(), &["resume", "out"], &scores, "INT", unfinished);
    shell("sh", dir.path(), &command_to_go_on(&said)).ended(0);
    assert_same_rows(&whole, &out);
}

#[test]
fn the_printed_command_works_for_a_folder_name_with_a_space() {
    let dir = scratch();
    let args: Vec<&str> = words(LONG).into_iter().chain(["--out", "a run"]).collect();
    let out = dir.path().join("a run");
    let clear = || drop(fs::remove_dir_all(&out));
    let said = interrupted(dir.path(), &args, &out.join("scores.csv"), "INT", clear);
    shell("sh", dir.path(), &command_to_go_on(&said)).ended(0);
}

#[test]
fn the_printed_command_of_an_interrupted_sweep_completes_the_sweep() {
    let dir = scratch();
    let line = LONG.replace("--quiet", "--hidden 2,3");
    let whole = played(dir.path(), &line, "whole");
    let sweep = dir.path().join("sweep");
    let line = format!("{line} --out sweep");
    let clear = || drop(fs::remove_dir_all(&sweep));
    let scores = sweep.join("hidden-2/scores.csv");
    let said = interrupted(dir.path(), &words(&line), &scores, "INT", clear);
    shell("sh", dir.path(), &command_to_go_on(&said)).ended(0);
    for label in ["hidden-2", "hidden-3"] {
        assert_same_rows(&whole.join(label), &sweep.join(label));
    }
}

#[test]
fn an_interrupted_sweep_is_resumed_as_a_whole() {
    let dir = scratch();
    let line = "tournament --players letter-value,random --games 40 --rounds 1 --seed 3 --quiet \
                --hidden 0..3";
    done(dir.path(), &format!("{line} --out whole"));
    done(dir.path(), &format!("{line} --out torn"));
    // killed in the second run: later ones have headers only
    cut(&dir.path().join("torn/hidden-1/scores.csv"), 1000);
    for label in ["hidden-1", "hidden-2", "hidden-3"] {
        fs::remove_file(dir.path().join("torn").join(label).join("standings.csv"))
            .expect("removed");
    }
    let header = program::header(&dir.path().join("torn/hidden-2/scores.csv")).len() as u64 + 1;
    cut(&dir.path().join("torn/hidden-2/scores.csv"), header);
    cut(&dir.path().join("torn/hidden-3/scores.csv"), header);
    done(dir.path(), "resume torn --quiet");
    for label in ["hidden-0", "hidden-1", "hidden-2", "hidden-3"] {
        assert_same_rows(
            &dir.path().join("whole").join(label),
            &dir.path().join("torn").join(label),
        );
    }
}

/// Two processes writing to the same folder would corrupt it; the second must be refused or do no harm.
#[test]
fn resuming_a_running_run_does_no_harm() {
    let dir = scratch();
    let whole = played(dir.path(), LONG, "whole");
    let twice = dir.path().join("twice");
    let mut first = Background::start(dir.path(), &format!("{LONG} --out twice"));
    first.until(&twice.join("scores.csv"), 2_000);
    let second = run(dir.path(), &["resume", "twice", "--quiet"]);
    first.until(&dir.path().join("never"), 1);
    if second.code != Some(0) {
        assert_eq!(second.code, Some(4), "{}", second.err);
    }
    assert_same_rows(&whole, &twice);
}
