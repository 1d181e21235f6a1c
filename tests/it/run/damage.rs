//! Folders of runs that were damaged, edited, moved or are used by two processes: errors name the problem,
//! and nothing is lost.

use crate::program;

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use lettergame::run::{RunFolder, RunLock};
use program::{
    Background, age, assert_same_rows, bytes, copy, cut, done, edit, refused, run, scratch,
    snapshot, text, words,
};

const PLAY: &str = "tournament --players letter-value,random --rounds 1 --games 40 --seed 5 \
                    --record plies --quiet";
/// Slow enough to be interrupted in the middle.
const LONG: &str = "tournament --players marginal,random --rounds 1 --seed 11 --quiet --threads 1";

/// A finished run in `run`.
fn with_run() -> tempfile::TempDir {
    let dir = scratch();
    done(dir.path(), &format!("{PLAY} --out run"));
    dir
}

/// A command is rejected, and nothing is changed.
#[track_caller]
fn harmless(dir: &Path, line: &str, code: i32, said: &[&str]) {
    let before = snapshot(dir);
    let ran = run(dir, &words(line)).ended(code);
    for text in said {
        assert!(ran.err.contains(text), "{line}: `{text}` is not in: {}", ran.err);
    }
    assert!(before == snapshot(dir), "{line}: files were changed");
}

/// Appends bytes to a file.
fn append(path: &Path, bytes: &[u8]) {
    OpenOptions::new().append(true).open(path).unwrap().write_all(bytes).unwrap();
}

#[test]
fn a_run_that_is_being_played_is_not_replaced() {
    let dir = scratch();
    let whole = format!("{LONG} --games 3000 --out whole");
    done(dir.path(), &whole);
    for shard in ["1/2", "2/2"] {
        let line = format!("{PLAY} --shard {shard} --out part-{}", &shard[..1]);
        done(dir.path(), &line);
    }
    let mut first = Background::start(dir.path(), &format!("{LONG} --games 3000 --out run"));
    first.until(&dir.path().join("run/scores.csv"), 2000);
    let in_use = "is in use: another process is writing to this run";
    for other in [
        "tournament --players zero,flat --games 3 --rounds 1 --seed 9 --out run --force --quiet",
        "merge part-1 part-2 --out run --force",
        "resume run --quiet",
    ] {
        refused(dir.path(), other, 4, &[in_use]);
    }
    let ran = first.wait();
    ran.ended(0);
    assert_same_rows(&dir.path().join("whole"), &dir.path().join("run"));
    done(dir.path(), "verify run");
    done(
        dir.path(),
        "tournament --players zero,flat --games 3 --rounds 1 --seed 9 --out run --force --quiet",
    );
    assert_eq!(text(&dir.path().join("run/scores.csv")).lines().count(), 7);
}

#[test]
fn a_sweep_with_a_run_that_is_being_played_replaces_none_of_them() {
    let dir = scratch();
    let sweep = "tournament --players zero,random --games 5 --rounds 1 --seed 3 --hidden 0,1 --quiet --out sweep";
    done(dir.path(), sweep);
    let last = dir.path().join("sweep/hidden-1");
    fs::remove_dir_all(&last).unwrap();
    let mut other =
        Background::start(dir.path(), &format!("{LONG} --games 300000 --out sweep/hidden-1"));
    other.until(&last.join("scores.csv"), 2000);
    let before = snapshot(&dir.path().join("sweep/hidden-0"));
    refused(dir.path(), &format!("{sweep} --force"), 4, &["hidden-1 is in use"]);
    assert!(before == snapshot(&dir.path().join("sweep/hidden-0")), "a run was replaced");
    other.kill();
}

#[test]
fn a_deleted_run_folder_is_reported_at_the_next_batch() {
    let lost = "was moved, removed or replaced while the run was played";
    type Change = fn(&Path);
    let changes: [Change; 4] = [
        |run| fs::rename(run, run.with_extension("moved")).unwrap(),
        |run| {
            fs::rename(run, run.with_extension("moved")).unwrap();
            fs::create_dir(run).unwrap();
            fs::write(run.join("mine"), "mine").unwrap();
        },
        |run| fs::remove_dir_all(run).unwrap_or_else(|_| fs::remove_dir_all(run).unwrap()),
        |run| fs::remove_file(run.join("scores.csv")).unwrap(),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let dir = scratch();
        let folder = dir.path().join("run");
        let mut first = Background::start(dir.path(), &format!("{LONG} --games 2000000 --out run"));
        first.until(&folder.join("scores.csv"), 2000);
        change(&folder);
        let ran = first.wait().ended(4);
        assert!(ran.err.contains(lost) && ran.out.is_empty(), "{number}: {}", ran.err);
        assert!(!folder.join("standings.csv").exists() && !folder.join("timing.json").exists());
        if number == 1 {
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "another's folder is left alone");
        }
    }
}

#[test]
fn two_concurrent_replacements_leave_one_complete_run() {
    let dir = with_run();
    for seed in 0..6 {
        let line = |seed: u32| {
            format!(
                "tournament --players zero,flat --games 30 --rounds 1 --seed {seed} --out run --force --quiet"
            )
        };
        let two: Vec<Background> =
            [seed, seed + 100].map(|seed| Background::start(dir.path(), &line(seed))).into();
        let codes: Vec<Option<i32>> = two.into_iter().map(|one| one.wait().code).collect();
        assert!(codes.contains(&Some(0)), "{codes:?}");
        assert!(codes.iter().all(|code| matches!(code, Some(0 | 4))), "{codes:?}");
        done(dir.path(), "verify run --replay --quiet");
        assert!(!dir.path().join("run/run.lock").exists());
    }
}

#[test]
fn zeros_and_junk_after_the_rows_of_a_shard_are_not_merged() {
    let dir = scratch();
    done(dir.path(), &format!("{PLAY} --out whole"));
    for name in ["scores.csv", "rounds.csv", "plies.csv"] {
        for shard in 1..=2 {
            done(dir.path(), &format!("{PLAY} --shard {shard}/2 --out part-{shard} --force"));
        }
        append(&dir.path().join("part-1").join(name), &[0; 4096]);
        let said = [name, "has data after the last game"];
        harmless(dir.path(), "merge part-1 part-2 --out merged --force", 4, &said);
        // nor a shard that was killed before it was marked complete
        fs::remove_file(dir.path().join("part-1/part.json")).unwrap();
        done(dir.path(), "merge part-1 part-2 --out merged --force");
        assert_same_rows(&dir.path().join("whole"), &dir.path().join("merged"));
        done(dir.path(), "verify merged");
        append(&dir.path().join("part-1").join(name), b"\n");
        let ran = run(dir.path(), &words("merge part-1 part-2 --out merged --force")).ended(4);
        assert!(ran.err.contains(name) && ran.err.len() < 1000, "{}", ran.err);
        assert!(!ran.err.contains('\0'), "what is shown is escaped");
    }
}

#[test]
fn a_finished_run_that_lacks_games_is_not_played_again() {
    let dir = with_run();
    let (whole, folder) = (dir.path().join("run"), dir.path().join("broken"));
    let size = bytes(&whole.join("scores.csv")).len();
    for keep in [0, 5, size / 2, size - 1] {
        copy(&whole, &folder);
        fs::write(folder.join("scores.csv"), &bytes(&whole.join("scores.csv"))[..keep]).unwrap();
        harmless(dir.path(), "resume broken", 4, &["broken/scores.csv"]);
        harmless(dir.path(), "verify broken", 1, &[]);
        if keep <= 5 {
            // nothing can have been written to the other files yet
            continue;
        }
        // users who know better can have it played
        fs::remove_file(folder.join("part.json")).unwrap();
        done(dir.path(), "resume broken --quiet");
        assert_same_rows(&whole, &folder);
    }
    for name in ["scores.csv", "rounds.csv", "plies.csv"] {
        copy(&whole, &folder);
        fs::remove_file(folder.join(name)).unwrap();
        harmless(dir.path(), "resume broken", 4, &[name]);
        copy(&whole, &folder);
        append(&folder.join(name), b"41,");
        harmless(dir.path(), "resume broken", 4, &[name, "has data after the last game"]);
    }
}

#[test]
fn rows_without_their_scores_are_not_played_again() {
    let dir = scratch();
    let line = "tournament --players letter-value,cmd:fails --rounds 1 --games 4 --seed 5 --record games \
                --quiet --out run";
    run(dir.path(), &words(line)).ended(4);
    let folder = dir.path().join("run");
    for name in ["part.json", "scores.csv"] {
        fs::remove_file(folder.join(name)).unwrap();
    }
    let said = ["scores.csv is missing", "data of games"];
    harmless(dir.path(), "resume run", 4, &said);
    fs::write(folder.join("scores.csv"), "game,").unwrap();
    harmless(dir.path(), "resume run", 4, &said);
}

#[test]
fn faults_of_many_unscored_games_are_kept_beside_the_logs() {
    let dir = scratch();
    let line = "tournament --players letter-value,cmd:fails --rounds 1 --games 4 --seed 5 --record games \
                --quiet --out run";
    run(dir.path(), &words(line)).ended(4);
    let folder = dir.path().join("run");
    let (faults, scores) = (bytes(&folder.join("faults.jsonl")), folder.join("scores.csv"));
    let header = text(&scores).find('\n').unwrap() as u64 + 1;
    cut(&scores, header);
    run(dir.path(), &words("resume run --quiet")).ended(4);
    assert!(bytes(&folder.join("logs/faults-cut.log")) == faults);
    done(dir.path(), "verify run");
}

#[test]
fn a_finished_run_that_lacks_games_is_not_reported_or_compared() {
    let dir = with_run();
    copy(&dir.path().join("run"), &dir.path().join("broken"));
    let scores = dir.path().join("broken/scores.csv");
    let rows = text(&scores);
    let half: String = rows.split_inclusive('\n').take(21).collect();
    fs::write(&scores, half).unwrap();
    let said = ["broken/scores.csv has 10 of 40 games, though the run was played to its end"];
    for line in ["report broken", "resume broken", "merge broken --out whole"] {
        harmless(dir.path(), line, 4, &said);
    }
    harmless(dir.path(), "compare broken run --player letter-value", 4, &said);
    let ran = run(dir.path(), &words("verify broken")).ended(1);
    assert!(ran.out.contains(said[0]), "{}", ran.out);
}

#[test]
fn a_report_detects_changed_plies() {
    let dir = with_run();
    let plies = dir.path().join("run/plies.csv");
    let rows = text(&plies);
    fs::write(&plies, rows.replacen("bid 1", "bid 2", 1)).unwrap();
    assert!(text(&plies) != rows);
    harmless(dir.path(), "report run", 4, &["plies.csv, lines "]);
}

#[test]
fn a_played_but_uncompleted_run_is_not_damaged() {
    let dir = with_run();
    for name in ["part.json", "standings.csv", "timing.json"] {
        fs::remove_file(dir.path().join("run").join(name)).unwrap();
    }
    let ran = run(dir.path(), &words("verify run")).ended(0);
    assert!(ran.err.contains("`lettergame resume run` completes the run"), "{}", ran.err);
    done(dir.path(), "resume run --quiet");
    done(dir.path(), "verify run --replay");
    fs::remove_file(dir.path().join("run/standings.csv")).unwrap();
    let ran = run(dir.path(), &words("verify run")).ended(1);
    assert!(ran.out.contains("standings.csv is missing"), "{}", ran.out);
}

/// As written by a version without ranks: the seal shows that they are complete.
#[test]
fn standings_of_an_earlier_version_are_not_damaged() {
    let dir = with_run();
    let folder = dir.path().join("run");
    let file = folder.join("standings.csv");
    let without_ranks = |line: &str| line.rsplitn(3, ',').last().unwrap().to_owned() + "\n";
    let older: String = text(&file).lines().map(without_ranks).collect();
    fs::write(&file, &older).unwrap();
    let ran = run(dir.path(), &words("verify run")).ended(1);
    assert!(ran.out.contains("standings.csv is not as it was written"), "{}", ran.out);
    let (_, info) = RunFolder::read_config(&folder).unwrap();
    let own = RunFolder::complete(RunLock::take(&folder).unwrap(), &info);
    own.write_sealed("standings.csv", older.as_bytes()).unwrap();
    drop(own);
    let ran = done(dir.path(), "verify run");
    assert!(ran.err.contains("has other columns than this version writes"), "{}", ran.err);
}

#[test]
fn unreplayable_runs_are_not_damaged() {
    let dir = scratch();
    let line = "tournament --players letter-value,cmd:fails --rounds 1 --games 4 --seed 5 --record games \
                --quiet --out run";
    run(dir.path(), &words(line)).ended(4);
    done(dir.path(), "verify run");
    let ran = run(dir.path(), &words("verify run --replay"));
    assert!(ran.code != Some(1) && ran.err.contains("not replayed: "), "{}", ran.err);
    assert!(!ran.err.contains("damaged"), "{}", ran.err);
}

#[test]
fn absurd_numbers_are_damage_in_runs_without_checksums() {
    for (game, players) in
        [("auction", "zero,random"), ("marrakech", "random,random"), ("scrabble", "leave,random")]
    {
        let dir = scratch();
        done(
            dir.path(),
            &format!(
                "tournament --game {game} --players {players} --games 1 --seed 5 --quiet --out run"
            ),
        );
        let (folder, broken) = (dir.path().join("run"), dir.path().join("broken"));
        age(&folder);
        let rows = text(&folder.join("scores.csv"));
        let row = rows.lines().nth(1).unwrap();
        for column in 6..row.split(',').count() {
            for number in [i64::MIN, i64::MAX] {
                let mut cells: Vec<String> = row.split(',').map(str::to_owned).collect();
                cells[column] = number.to_string();
                copy(&folder, &broken);
                fs::write(broken.join("scores.csv"), rows.replacen(row, &cells.join(","), 1))
                    .unwrap();
                for line in ["verify broken", "report broken"] {
                    let ran = run(dir.path(), &words(line));
                    assert!(
                        matches!(ran.code, Some(0 | 1 | 2 | 4)),
                        "{game}, {column}: {}",
                        ran.err
                    );
                }
            }
        }
    }
}

#[test]
fn a_damaged_row_is_named_by_every_command() {
    let dir = with_run();
    let (whole, folder) = (dir.path().join("run"), dir.path().join("broken"));
    let last = |name: &str| text(&whole.join(name)).lines().last().unwrap().to_owned();
    let [scores, rounds, plies] = ["scores.csv", "rounds.csv", "plies.csv"].map(last);
    for (name, from, to, by_report) in [
        ("scores.csv", scores.as_str(), scores.replacen(",ok,", ",ok,9", 1), true),
        ("scores.csv", "letters\n", "leters\n".to_owned(), true),
        ("rounds.csv", rounds.as_str(), rounds.clone() + "0", true),
        ("rounds.csv", "rank\n", "rang\n".to_owned(), true),
        ("plies.csv", plies.as_str(), plies.replacen(",word ", ",word x", 1), false),
        ("plies.csv", "0,1,0,bid", "0,q,0,bid".to_owned(), false),
    ] {
        for old in [false, true] {
            if old && (to.contains("word x") || to.ends_with('0')) {
                continue;
            }
            copy(&whole, &folder);
            if old {
                age(&folder);
            }
            edit(&folder.join(name), from, &to);
            for line in ["resume broken", "merge broken --out merged"] {
                harmless(dir.path(), line, 4, &[name]);
            }
            let ran = run(dir.path(), &words("verify broken")).ended(1);
            assert!(ran.out.contains(name), "{name} {to}: {}", ran.out);
            if by_report {
                harmless(dir.path(), "report broken", 4, &[name]);
            }
        }
    }
}

/// The components of every game must agree with its points, even without checksums.
#[test]
fn points_that_contradict_their_parts_are_found_without_checksums() {
    let dir = scratch();
    for (game, players) in [("auction", "letter-value,random"), ("marrakech", "random,random")] {
        let line =
            format!("tournament --game {game} --players {players} --games 4 --seed 3 --quiet");
        done(dir.path(), &format!("{line} --out {game}"));
        let folder = dir.path().join(game);
        age(&folder);
        done(dir.path(), &format!("verify {game}"));
        let scores = folder.join("scores.csv");
        let whole = text(&scores);
        let row = whole.lines().nth(3).unwrap();
        for (column, cell) in
            [(6, "9999"), (7, "3"), (8, "0.25"), (10, "9999"), (10, "x"), (11, "")]
        {
            let mut cells: Vec<&str> = row.split(',').collect();
            cells[column] = cell;
            fs::write(&scores, whole.replacen(row, &cells.join(","), 1)).unwrap();
            let path = format!("{game}/scores.csv");
            for line in [format!("resume {game}"), format!("report {game}")] {
                harmless(dir.path(), &line, 4, &[&path, "line 4"]);
            }
        }
        fs::write(&scores, &whole).unwrap();
    }
}

#[test]
fn a_run_of_an_earlier_version_is_read_resumed_and_merged() {
    let dir = scratch();
    done(dir.path(), &format!("{PLAY} --out whole"));
    for shard in 1..=2 {
        done(dir.path(), &format!("{PLAY} --shard {shard}/2 --out part-{shard}"));
        age(&dir.path().join(format!("part-{shard}")));
    }
    let said = "an earlier version began this run";
    let ran = done(dir.path(), "merge part-1 part-2 --out merged");
    assert_eq!(ran.err.matches(said).count(), 2, "{}", ran.err);
    assert_same_rows(&dir.path().join("whole"), &dir.path().join("merged"));
    assert!(dir.path().join("merged/part.json").exists(), "what is merged is sealed");
    let old = dir.path().join("part-1");
    let rows = bytes(&old.join("scores.csv"));
    cut(&old.join("scores.csv"), rows.len() as u64 / 2);
    let ran = done(dir.path(), "resume part-1");
    assert!(ran.err.contains(said), "{}", ran.err);
    assert_eq!(bytes(&old.join("scores.csv")), rows);
    assert!(!old.join("part.json").exists());
    let ran = done(dir.path(), "verify part-1");
    assert!(ran.err.contains(said), "{}", ran.err);
    done(dir.path(), "report part-1");
}

#[test]
fn an_edited_config_is_reported_with_a_way_to_accept_it() {
    let dir = with_run();
    let config = dir.path().join("run/config.toml");
    let whole = text(&config);
    edit(&config, "name = \"auction\"", "name = \"mine\"");
    let ran = run(dir.path(), &words("resume run")).ended(2);
    assert!(ran.err.contains("was changed since the run began"), "{}", ran.err);
    let check = ran.err.split_once("set check = \"").unwrap().1[..8].to_owned();
    let (before, _) =
        text(&config).rsplit_once("check = ").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    fs::write(&config, format!("{before}check = \"{check}\"\n")).unwrap();
    done(dir.path(), "resume run");
    fs::write(&config, whole.rsplit_once("check = ").unwrap().0).unwrap();
    for line in ["resume run", "report run"] {
        harmless(dir.path(), line, 2, &["its last line, `check`, is missing"]);
    }
    fs::write(&config, whole.replacen("# This", "# this", 1)).unwrap();
    harmless(dir.path(), "merge run --out new", 2, &["was changed since the run began"]);
}

#[test]
fn files_other_than_rows_are_verified() {
    let dir = with_run();
    let folder = dir.path().join("run");
    let listed = text(&folder.join("part.json"));
    let sealed: serde_json::Value = serde_json::from_str(&listed).unwrap();
    let names: Vec<&String> = sealed["sha256"].as_object().unwrap().keys().collect();
    let all =
        ["config.toml", "plies.csv", "rounds.csv", "scores.csv", "standings.csv", "timing.json"];
    assert_eq!(names, all);
    let whole = bytes(&folder.join("timing.json"));
    edit(&folder.join("timing.json"), "\"games\": 40", "\"games\": 41");
    let ran = run(dir.path(), &words("verify run")).ended(1);
    assert!(ran.out.contains("timing.json is not as it was written"), "{}", ran.out);
    for line in ["resume run", "report run", "merge run --out new"] {
        let ran = done(dir.path(), line);
        assert!(ran.err.contains("timing.json is not as it was written"), "{line}: {}", ran.err);
    }
    assert!(text(&folder.join("part.json")) == listed, "damage is not made good by a resume");
    fs::write(folder.join("timing.json"), whole).unwrap();
    edit(&folder.join("standings.csv"), "random", "rondom");
    let ran = run(dir.path(), &words("verify run")).ended(1);
    assert!(ran.out.contains("standings.csv does not match the rows"), "{}", ran.out);
    done(dir.path(), "resume run");
    done(dir.path(), "verify run");
}

#[test]
fn replaying_all_games_detects_altered_rows_with_valid_checksums() {
    let dir = scratch();
    for record in ["games", "rounds", "plies"] {
        let line = PLAY.replace("--record plies", &format!("--record {record}"));
        done(dir.path(), &format!("{line} --force --out run"));
        let ran = done(dir.path(), "verify run --replay");
        assert!(
            ran.out.contains("40 of 40 games; no damage found, and every game plays again"),
            "{}",
            ran.out
        );
        let folder = dir.path().join("run");
        age(&folder);
        let scores = text(&folder.join("scores.csv"));
        let mut cells: Vec<String> =
            scores.lines().nth(5).unwrap().split(',').map(str::to_owned).collect();
        let row = cells.join(",");
        for column in [6, 10] {
            cells[column] = (cells[column].parse::<i64>().unwrap() + 1000).to_string();
        }
        let places = scores.replacen(&row, &cells.join(","), 1);
        fs::write(folder.join("scores.csv"), places).unwrap();
        let ran = run(dir.path(), &words("verify run --replay --quiet")).ended(1);
        assert!(ran.out.contains("scores.csv"), "{record}: {}", ran.out);
    }
}

/// Damages `faults.jsonl` of a run by a change to its lines.
type Breaks = fn(&mut Vec<String>);

#[test]
fn mismatched_faults_are_named_and_none_is_discarded() {
    let dir = scratch();
    let line = "tournament --players letter-value,cmd:fails --rounds 1 --games 4 --seed 5 --record games \
                --quiet --out run";
    run(dir.path(), &words(line)).ended(4);
    let (whole, folder) = (dir.path().join("run"), dir.path().join("broken"));
    let lines = text(&whole.join("faults.jsonl")).lines().count();
    assert_eq!(lines, 4);
    let misread: Breaks = |lines| lines[0] = lines[0].replacen("\"game\"", "\"gamX\"", 1);
    let changes: [(Breaks, bool); 6] = [
        (misread, true),
        (|lines| lines.retain(|line| !line.contains("\"game\":2,")), true),
        (Vec::clear, true),
        (|lines| lines.insert(1, lines[0].clone()), false),
        (|lines| lines[0] = lines[0].replacen("\"ply\":1", "\"ply\":2", 1), false),
        (|lines| lines.push(lines[0].clone()), true),
    ];
    for (number, (change, also_old)) in changes.into_iter().enumerate() {
        for old in [false, true] {
            if old && !also_old {
                continue;
            }
            copy(&whole, &folder);
            if old {
                age(&folder);
            }
            let path = folder.join("faults.jsonl");
            let mut lines: Vec<String> = text(&path).lines().map(str::to_owned).collect();
            change(&mut lines);
            fs::write(&path, lines.iter().map(|line| format!("{line}\n")).collect::<String>())
                .unwrap();
            let before = snapshot(dir.path());
            for line in ["resume broken", "merge broken --out new", "report broken"] {
                let ran = run(dir.path(), &words(line)).ended(4);
                let named = ran.err.contains("error: ")
                    && ran.err.contains("broken/faults.jsonl, line")
                    || ran.err.contains("broken/faults.jsonl: the faults of game")
                    || ran.err.contains("broken/faults.jsonl: the lines of game")
                    || ran.err.contains("broken/faults.jsonl has data after the last game");
                assert!(named, "{number} {old} {line}: {}", ran.err);
                assert!(before == snapshot(dir.path()), "{number} {line}: files were changed");
            }
            let ran = run(dir.path(), &words("verify broken")).ended(1);
            assert!(ran.out.contains("faults.jsonl"), "{number}: {}", ran.out);
        }
    }
}

/// Half a last line, and lines of incomplete games.
#[test]
fn faults_left_over_by_a_kill_are_truncated() {
    let dir = scratch();
    let line = "tournament --players letter-value,cmd:fails --rounds 1 --games 4 --seed 5 --record games \
                --quiet --out run";
    run(dir.path(), &words(line)).ended(4);
    let (folder, path) = (dir.path().join("run"), dir.path().join("run/faults.jsonl"));
    let whole = bytes(&path);
    let without_log = |bytes: &[u8]| {
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        let core = |line: &str| line.split(",\"log\":").next().unwrap().to_owned();
        text.lines()
            .map(|line| core(line).split(",\"check\":").next().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    append(&path, b"{\"game\":9,\"pl");
    harmless(dir.path(), "resume run", 4, &["faults.jsonl has data after the last game"]);
    fs::remove_file(folder.join("part.json")).unwrap();
    run(dir.path(), &words("resume run --quiet")).ended(4);
    assert!(bytes(&path) == whole, "half a line is cut");
    let scores = bytes(&folder.join("scores.csv"));
    cut(&folder.join("scores.csv"), scores.len() as u64 - 10);
    run(dir.path(), &words("resume run --quiet")).ended(4);
    assert_eq!(without_log(&bytes(&path)), without_log(&whole));
    assert!(bytes(&folder.join("scores.csv")) == scores);
    done(dir.path(), "verify run");
}
