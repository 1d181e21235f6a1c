//! Swiss, knockout and ladder through the program: the same bytes for any number of threads and after any
//! kill, an order that follows from the rows, and clear errors for what is not possible.

#![cfg(unix)]

use crate::program;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use program::{
    Background, age, assert_same_rows, bytes, copy, cut, done, edit, example, refused, run,
    scratch, table, text,
};

/// Nine players, so that pairings have a bye and not all groups of four are full.
const NINE: &str = "tournament --players zero,random,letter-value,truthful-2,frequency,random,\
                    vowel-balance,zero,truthful-5 --rounds 1 --seed 7 --quiet";

/// The schedules, each with its pairings and stages for nine players.
const KINDS: [(&str, usize, usize); 6] = [
    ("swiss --group-size 2 --stages 4", 16, 4),
    ("swiss --group-size 4 --stages 3", 6, 3),
    ("knockout --group-size 2", 8, 4),
    ("knockout --group-size 4", 4, 3),
    ("ladder --group-size 2 --stages 4", 16, 4),
    ("ladder --group-size 4 --stages 3", 7, 3),
];

#[track_caller]
fn played(dir: &Path, line: &str, name: &str) -> PathBuf {
    done(dir, &format!("{line} --out {name}"));
    dir.join(name)
}

/// Rows and final order are the same, byte for byte.
#[track_caller]
fn assert_same_run(left: &Path, right: &Path) {
    assert_same_rows(left, right);
    assert_eq!(text(&left.join("ranking.csv")), text(&right.join("ranking.csv")));
}

type Rows = Vec<BTreeMap<String, String>>;

/// The players of each pairing, and its number of games.
fn pairings(scores: &Rows) -> Vec<(BTreeSet<String>, usize)> {
    let mut found: BTreeMap<usize, (BTreeSet<String>, BTreeSet<String>)> = BTreeMap::new();
    for row in scores {
        let (players, games) = found.entry(row["pairing"].parse().expect("a number")).or_default();
        players.insert(row["player"].clone());
        games.insert(row["game"].clone());
    }
    assert!(found.keys().copied().eq(0..found.len()), "pairings are numbered on");
    found.into_values().map(|(players, games)| (players, games.len())).collect()
}

fn ranked(run: &Path) -> Vec<String> {
    table(&run.join("ranking.csv")).iter().map(|row| row["player"].clone()).collect()
}

#[test]
fn rows_do_not_depend_on_threads_and_every_pairing_has_its_games() {
    let dir = scratch();
    for (index, (kind, expected, _)) in KINDS.into_iter().enumerate() {
        let line = format!("{NINE} --games 24 --record plies --schedule {kind}");
        let one = played(dir.path(), &format!("{line} --threads 1"), &format!("{index}-1"));
        for threads in [2, 8] {
            let name = format!("{index}-{threads}");
            let other = played(dir.path(), &format!("{line} --threads {threads}"), &name);
            assert_same_run(&one, &other);
        }
        let found = pairings(&table(&one.join("scores.csv")));
        assert_eq!(found.len(), expected, "{kind}");
        assert!(found.iter().all(|(_, games)| *games == 24), "{kind}");
        assert_eq!(ranked(&one).iter().collect::<BTreeSet<_>>().len(), 9, "{kind}");
    }
}

#[test]
fn a_run_killed_in_any_stage_is_resumed_to_the_same_bytes() {
    let dir = scratch();
    for kind in ["swiss", "knockout --group-size 3", "ladder --stages 5"] {
        let line = format!(
            "tournament --players marginal,random,zero,frequency,marginal --rounds 1 --seed 11 \
             --games 80 --record plies --quiet --schedule {kind}"
        );
        let _ = fs::remove_dir_all(dir.path().join("whole"));
        let whole = played(dir.path(), &line, "whole");
        let length = bytes(&whole.join("scores.csv")).len() as u64;
        let killed = dir.path().join("killed");
        for part in [1, 3, 6] {
            let _ = fs::remove_dir_all(&killed);
            let mut run = Background::start(dir.path(), &format!("{line} --out killed"));
            run.until(&killed.join("plies.csv"), 1);
            run.until(&killed.join("scores.csv"), length * part / 8);
            run.kill();
            done(dir.path(), "resume killed --quiet --threads 2");
            assert_same_run(&whole, &killed);
        }
    }
}

/// Byte offsets of whole games up to the end of each stage, and some others.
fn places_to_cut(run: &Path, games_of_pairing: usize, stages: &[usize]) -> Vec<u64> {
    let text = text(&run.join("scores.csv"));
    let start = |game: usize| text.find(&format!("\n{game},")).map_or(text.len(), |at| at + 1);
    let (mut pairings, mut places) = (0, vec![text.find('\n').expect("a header") + 1]);
    for stage in stages {
        pairings += stage;
        let end = start(pairings * games_of_pairing);
        places.extend([end - 1, end, text.len().min(end + 9)]);
    }
    places.into_iter().map(|place| place as u64).collect()
}

#[test]
fn a_run_cut_at_the_end_of_a_stage_is_resumed_to_the_same_bytes() {
    let dir = scratch();
    let kinds: [(&str, &[usize]); 3] = [
        ("swiss --group-size 2 --stages 3", &[4, 4, 4]),
        ("knockout --group-size 4", &[1, 2, 1]),
        ("ladder --group-size 4 --stages 3", &[2, 3, 2]),
    ];
    for (index, (kind, stages)) in kinds.into_iter().enumerate() {
        let line = format!("{NINE} --games 7 --schedule {kind}");
        let whole = played(dir.path(), &line, &format!("whole{index}"));
        let torn = dir.path().join("torn");
        for place in places_to_cut(&whole, 7, stages) {
            copy(&whole, &torn);
            cut(&torn.join("scores.csv"), place);
            fs::remove_file(torn.join("ranking.csv")).expect("removed");
            done(dir.path(), "resume torn --quiet");
            assert_same_run(&whole, &torn);
        }
    }
}

#[test]
fn edited_rows_are_detected_because_results_determine_pairings() {
    let dir = scratch();
    let line = "tournament --players letter-value,zero,random,frequency --rounds 1 --seed 3 \
                --games 1 --seats fixed --quiet --schedule knockout";
    let run = played(dir.path(), line, "run");
    let path = run.join("scores.csv");
    let rows = text(&path);
    let rows: Vec<Vec<&str>> =
        rows.lines().skip(1).take(2).map(|row| row.split(',').collect()).collect();
    // as in earlier versions, without checksums: each of the two ends like the other one
    age(&run);
    for (own, other) in [(0, 1), (1, 0)] {
        let cells = [&rows[own][..6], &rows[other][6..]].concat();
        edit(&path, &rows[own].join(","), &cells.join(","));
    }
    refused(dir.path(), "resume run --quiet", 2, &["scores.csv, game 2", "not those"]);
}

#[test]
fn a_player_program_keeps_running_across_stages() {
    let dir = scratch();
    let run = |what: &str, code: i32, threads: usize| {
        let name = format!("{what}{threads}");
        let threads = threads.to_string();
        let program = format!("cmd:{} {what}", example("faulty").display());
        let players = format!("{program},letter-value,random,zero,frequency");
        let args = ["tournament", "--players", &players, "--games", "6", "--rounds", "1"];
        let more = ["--schedule", "swiss", "--seed", "5", "--record", "plies", "--quiet"];
        let place = ["--out", &name, "--threads", &threads];
        program::run(dir.path(), &[&args[..], &more, &place].concat()).ended(code);
        dir.path().join(name)
    };
    assert_same_run(&run("plain", 0, 1), &run("plain", 0, 3));
    // benched in the first stage, and absent from then on
    assert_same_run(&run("exit-at-new", 4, 1), &run("exit-at-new", 4, 3));
}

/// A program that joins right after another one broke is still asked.
#[cfg(unix)]
#[test]
fn a_player_is_not_blamed_for_another_that_broke() {
    let dir = scratch();
    let sample = format!("cmd:{}", example("letter_value").display());
    let broken = format!("cmd:{} exit", example("faulty").display());
    let players = format!("random,{broken},letter-value,zero,{sample}");
    let args = ["tournament", "--players", &players, "--schedule", "swiss", "--games", "40"];
    let more = ["--rounds", "2", "--seed", "4", "--threads", "1", "--out", "run", "--quiet"];
    run(dir.path(), &[&args[..], &more].concat()).ended(4);
    let faults = text(&dir.path().join("run/faults.jsonl"));
    assert!(faults.contains("faulty") && !faults.contains("letter_value"), "{faults}");
}

#[test]
fn an_interrupted_run_says_how_to_resume_and_ends_the_same() {
    let dir = scratch();
    let line = "tournament --players marginal,random,marginal,zero --rounds 1 --seed 2 --games 600 \
                --schedule swiss --stages 3 --quiet";
    let whole = played(dir.path(), line, "whole");
    let mut run = Background::start(dir.path(), &format!("{line} --out cut --threads 4"));
    run.until(&dir.path().join("cut/scores.csv"), 30_000);
    let ran = run.signal("INT");
    assert!(matches!(ran.code, Some(0 | 130)), "{:?}: {}", ran.code, ran.err);
    done(dir.path(), "resume cut --quiet");
    assert_same_run(&whole, &dir.path().join("cut"));
}

#[test]
fn in_swiss_no_pair_meets_twice_and_each_plays_once_per_stage() {
    let dir = scratch();
    let run = played(dir.path(), &format!("{NINE} --games 2 --schedule swiss"), "run");
    let groups = pairings(&table(&run.join("scores.csv")));
    // 1 + log2 of 9, rounded up: five stages of four pairs
    assert_eq!(groups.len(), 20);
    let met: BTreeSet<&BTreeSet<String>> = groups.iter().map(|(players, _)| players).collect();
    assert_eq!(met.len(), groups.len());
    for stage in groups.chunks(4) {
        let playing: BTreeSet<&String> = stage.iter().flat_map(|(players, _)| players).collect();
        assert_eq!(playing.len(), 8);
    }
    for row in table(&run.join("ranking.csv")) {
        let number = |column: &str| row[column].parse::<u64>().expect("a number");
        assert_eq!(number("stages") + number("byes"), 5, "{row:?}");
        assert!(number("byes") <= 1, "{row:?}");
    }
}

#[test]
fn the_swiss_draw_follows_from_the_seed() {
    let dir = scratch();
    let first_stage = |seed: u64, name: &str| {
        let line = format!("{NINE} --games 1 --schedule swiss --stages 1");
        let line = line.replace("--seed 7", &format!("--seed {seed}"));
        pairings(&table(&played(dir.path(), &line, name).join("scores.csv")))
    };
    assert_eq!(first_stage(1, "a"), first_stage(1, "b"));
    assert_ne!(first_stage(1, "c"), first_stage(2, "d"));
}

#[test]
fn the_stronger_player_wins_even_when_listed_last() {
    let dir = scratch();
    // frequency wins about four of five games against random
    let players = "random,random,random,random,random,random,random,frequency";
    for seed in 1..=4 {
        // it wins every match; on a ladder it climbs a rung in each of seven stages
        for (kind, points) in [("knockout", "3.00"), ("swiss", "4.00"), ("ladder", "7.00")] {
            let line = format!(
                "tournament --players {players} --games 60 --rounds 2 --seed {seed} --quiet \
                 --schedule {kind}"
            );
            let run = played(dir.path(), &line, &format!("{kind}{seed}"));
            let best = &table(&run.join("ranking.csv"))[0];
            let shown = [&*best["rank"], &best["player"], &best["points"]];
            assert_eq!(shown, ["1", "frequency", points], "{kind}, seed {seed}");
        }
    }
}

/// Merging a complete run with nothing else gives the run.
#[test]
fn a_merge_of_the_whole_run_has_its_final_order() {
    let dir = scratch();
    let whole = played(dir.path(), &format!("{NINE} --games 3 --schedule ladder"), "whole");
    assert_same_run(&whole, &played(dir.path(), "merge whole", "merged"));
}

#[test]
fn a_knockout_is_ranked_by_how_far_each_came() {
    let dir = scratch();
    let run = played(dir.path(), &format!("{NINE} --games 10 --schedule knockout"), "run");
    let rows = table(&run.join("ranking.csv"));
    let points: Vec<&str> = rows.iter().map(|row| &*row["points"]).collect();
    assert_eq!(points, ["4.00", "3.00", "2.00", "2.00", "1.00", "1.00", "1.00", "1.00", "0.00"]);
    let groups = pairings(&table(&run.join("scores.csv")));
    let last: BTreeSet<String> = rows[..2].iter().map(|row| row["player"].clone()).collect();
    assert_eq!(groups.last().map(|(players, _)| players), Some(&last));
    let share: f64 = rows[0]["tie_break"].parse().expect("a share");
    assert!((0.5..=1.0).contains(&share), "{share}");
}

#[test]
fn other_games_are_played_in_stages_too() {
    let dir = scratch();
    let lines = [
        "--game scrabble --players score,random,score --schedule swiss --stages 2",
        "--game marrakech --players random,random,random,random,random --schedule ladder \
         --group-size 3 --stages 3",
        "--game marrakech --players random,random,random,random,random --schedule knockout \
         --group-size 4",
        "--game wordgame --players seed,optimal,seed --schedule knockout",
    ];
    for (index, line) in lines.into_iter().enumerate() {
        let line = format!("tournament {line} --games 2 --seed 3 --quiet");
        let run = played(dir.path(), &line, &format!("run{index}"));
        assert!(!ranked(&run).is_empty());
        let seats: BTreeSet<String> =
            table(&run.join("scores.csv")).iter().map(|row| row["seat"].clone()).collect();
        assert!(seats.len() >= 2, "{line}");
    }
    let scrabble = "tournament --game scrabble --players score,score,score --schedule knockout \
                    --group-size 3 --games 2 --out x";
    refused(dir.path(), scrabble, 2, &["2"]);
}

#[test]
fn a_game_of_any_stage_can_be_replayed() {
    let dir = scratch();
    let run = played(dir.path(), &format!("{NINE} --games 3 --schedule knockout"), "run");
    let rows = table(&run.join("scores.csv"));
    for game in [0, 2, 3, 14, 15, 23] {
        let shown = done(dir.path(), &format!("replay run --game {game} --format json")).out;
        let first: serde_json::Value =
            serde_json::from_str(shown.lines().next().expect("a line")).expect("JSON");
        let names: Vec<String> = rows
            .iter()
            .filter(|row| row["game"] == game.to_string())
            .map(|row| row["player"].clone())
            .collect();
        assert_eq!(first["players"], serde_json::json!(names), "{game}");
    }
    refused(dir.path(), "replay run --game 24", 2, &["game 24", "0 to 23"]);
}

#[test]
fn a_game_with_undetermined_players_is_not_replayed() {
    let dir = scratch();
    let run = played(dir.path(), &format!("{NINE} --games 3 --schedule knockout"), "run");
    let config = "replay run/config.toml --game";
    done(dir.path(), &format!("{config} 2"));
    refused(dir.path(), &format!("{config} 3"), 2, &["game 3", "folder of a run", "below 3"]);
    let place = places_to_cut(&run, 3, &[1])[2];
    cut(&run.join("scores.csv"), place + 20);
    refused(dir.path(), "replay run --game 15", 2, &["game 15", "lettergame resume", "below 15"]);
}

#[test]
fn sharding_a_staged_run_is_refused() {
    let dir = scratch();
    for kind in ["swiss", "knockout", "ladder"] {
        let line = format!("{NINE} --games 2 --schedule {kind} --shard 1/2 --out part");
        refused(dir.path(), &line, 2, &[kind, "--shard 1/2", "the one before"]);
        assert!(!dir.path().join("part").exists());
    }
    let run = played(dir.path(), &format!("{NINE} --games 2 --schedule swiss"), "run");
    edit(&run.join("config.toml"), "shard = \"1/1\"", "shard = \"2/2\"");
    refused(dir.path(), "resume run", 2, &["was changed since the run began"]);
    // as in earlier versions: only the shard itself shows it
    age(&run);
    refused(dir.path(), "resume run", 2, &["--shard 2/2"]);
    refused(dir.path(), "replay run --game 1", 2, &["--shard 2/2"]);
}

#[test]
fn impossible_stages_and_groups_are_refused() {
    let dir = scratch();
    let refuse = |options: &str, said: &[&str]| {
        let line = format!("tournament --games 2 --out new {options}");
        refused(dir.path(), &line, 2, said);
        assert!(!dir.path().join("new").exists(), "{options}");
    };
    let three = "--players zero,random,zero";
    refuse(&format!("{three} --schedule swiss --stages 0"), &["`0` for `stages`", "1 to 1000"]);
    refuse(&format!("{three} --schedule ladder --stages 1001"), &["`1001` for `stages`"]);
    refuse(
        &format!("{three} --schedule knockout --stages 2"),
        &["`2` for `stages`", "swiss, ladder"],
    );
    refuse(&format!("{three} --stages 2"), &["`2` for `stages`", "free-for-all"]);
    for kind in ["swiss", "knockout", "ladder"] {
        let alone = format!("--players zero --schedule {kind}");
        refuse(&alone, &[kind, "at least 2 players", "there are 1"]);
        let large = format!("{three} --schedule {kind} --group-size 4");
        refuse(&large, &[kind, "at least 4 players", "there are 3"]);
        let lone = format!("{three} --schedule {kind} --group-size 1");
        refuse(&lone, &["`1` for `group-size`", "2 to 14"]);
    }
    let seven = ["zero"; 7].join(",");
    let orders = format!("--players {seven} --schedule swiss --group-size 7 --seats permute");
    refuse(&orders, &["5040 orders", "rotate"]);
    refuse(&format!("{three} --schedule knockot"), &["did you mean `knockout`?"]);
}

#[test]
fn the_config_is_printed_in_full_and_reads_back() {
    let dir = scratch();
    for (kind, lines) in [
        ("swiss --group-size 3", "schedule = \"swiss\"\ngroup-size = 3\nstages = 3\n"),
        ("knockout", "schedule = \"knockout\"\ngroup-size = 2\nseats"),
        ("ladder", "schedule = \"ladder\"\ngroup-size = 2\nstages = 9\n"),
    ] {
        let printed = done(dir.path(), &format!("{NINE} --schedule {kind} --print-config")).out;
        assert!(printed.contains(lines), "{printed}");
        fs::write(dir.path().join("c.toml"), &printed).expect("written");
        assert_eq!(done(dir.path(), "tournament c.toml --print-config").out, printed);
    }
}

#[test]
fn the_final_order_is_printed_for_people_and_written_for_programs() {
    let dir = scratch();
    let line = format!("{NINE} --games 2 --schedule swiss --stages 2");
    let shown = done(dir.path(), &format!("{line} --out run")).out;
    let (order, standings) = shown.split_once("\n\n").expect("two tables");
    assert!(order.contains("tie_break") && standings.contains("win share"), "{shown}");
    let json = done(dir.path(), &format!("{line} --out run2 --format json")).out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("one document");
    assert!(json[0].get("win_share_low").is_some());
    let ranks: Vec<String> =
        table(&dir.path().join("run/ranking.csv")).iter().map(|row| row["rank"].clone()).collect();
    assert!(ranks.into_iter().eq((1..=9).map(|rank| rank.to_string())));
    // the files of a run can be replaced, and are removed with it
    done(dir.path(), &format!("{NINE} --games 2 --out run --force"));
    assert!(!dir.path().join("run/ranking.csv").exists());
}

#[test]
fn a_sweep_has_a_final_order_per_value() {
    let dir = scratch();
    let line = format!("{NINE} --games 2 --schedule knockout --hidden 0,3 --out sweep");
    let shown = done(dir.path(), &line).out;
    assert!(shown.contains("hidden-0") && shown.contains("hidden-3"), "{shown}");
    for label in ["hidden-0", "hidden-3"] {
        assert_eq!(ranked(&dir.path().join("sweep").join(label)).len(), 9);
    }
}
