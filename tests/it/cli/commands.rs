//! What cli.md guarantees to scripts: help, formats, columns, names, exit codes.

#![cfg(unix)]

use crate::program;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Stdio;

use program::{done, header, program, refused, run, scratch, shell, table, table_of, text, words};

/// The names of all commands, such as `analyse scrabble best`.
fn commands() -> Vec<String> {
    fn add(command: &clap::Command, path: &str, all: &mut Vec<String>) {
        let shown = |inner: &&clap::Command| !inner.is_hide_set() && inner.get_name() != "help";
        for inner in command.get_subcommands().filter(shown) {
            let name = format!("{path} {}", inner.get_name()).trim_start().to_owned();
            all.push(name.clone());
            add(inner, &name, all);
        }
    }
    let mut all = Vec::new();
    add(&lettergame::command(), "", &mut all);
    assert!(all.len() > 70, "{all:?}");
    all
}

#[test]
fn every_command_has_help_with_an_example() {
    let dir = scratch();
    for command in commands() {
        let help = done(dir.path(), &format!("{command} --help")).out;
        let example = help.split("Example").nth(1).unwrap_or_default();
        assert!(example.contains(&format!("lettergame {command}")), "{command}:\n{help}");
        let name = command.split(' ').next().expect("a name");
        assert!(done(dir.path(), "--help").out.contains(&format!("  {name} ")), "{name}");
    }
}

const RUN: &str = "tournament --players letter-value,random,random,shadow --games 30 --rounds 3 \
                   --seed 7 --record plies";

fn with_run() -> tempfile::TempDir {
    let dir = scratch();
    done(dir.path(), &format!("{RUN} --quiet --out run"));
    dir
}

#[test]
fn the_columns_are_as_documented() {
    let dir = with_run();
    let header_of = |name: &str| header(&dir.path().join("run").join(name));
    assert_eq!(
        header_of("scores.csv"),
        "game,deal,pairing,seed,seat,player,score,place,win,status,word_points,spent,letters"
    );
    assert_eq!(
        header_of("rounds.csv"),
        "game,round,seat,player,letters,word,points_gained,points_spent,score,rank"
    );
    let standings = header_of("standings.csv");
    let columns: Vec<&str> = standings.split(',').collect();
    for column in
        ["player", "games", "wins", "win_share", "score", "mean_place", "rating", "faults"]
    {
        assert!(columns.contains(&column), "{column} is not in {standings}");
    }
    for value in ["win_share", "score", "rating"] {
        for end in ["low", "high"] {
            assert!(columns.contains(&&*format!("{value}_{end}")), "{value}_{end}");
        }
    }
}

#[test]
fn a_run_writes_exactly_its_own_files() {
    let dir = with_run();
    let names: BTreeSet<String> = program::snapshot(dir.path())
        .keys()
        .map(|path| path.file_name().expect("a name").to_string_lossy().into_owned())
        .collect();
    let expected = [
        "config.toml",
        "part.json",
        "plies.csv",
        "rounds.csv",
        "scores.csv",
        "standings.csv",
        "timing.json",
    ];
    assert_eq!(names, expected.map(str::to_owned).into());
    let timing = text(&dir.path().join("run/timing.json"));
    assert!(serde_json::from_str::<serde_json::Value>(&timing).expect("JSON").is_object());
}

#[test]
fn a_merged_run_has_the_files_of_an_ordinary_run() {
    let dir = scratch();
    for shard in [1, 2] {
        done(dir.path(), &format!("{RUN} --quiet --shard {shard}/2 --out s{shard}"));
    }
    done(dir.path(), "merge s1 s2 --out merged");
    for name in ["scores.csv", "standings.csv", "config.toml", "timing.json"] {
        assert!(dir.path().join("merged").join(name).exists(), "no {name}");
    }
}

type Row = BTreeMap<String, String>;

fn number(row: &Row, column: &str) -> i64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} of {row:?}"))
}

fn real(row: &Row, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} of {row:?}"))
}

/// The rows of each game, in the order of the games.
fn games(rows: Vec<Row>) -> Vec<Vec<Row>> {
    let mut games: BTreeMap<i64, Vec<Row>> = BTreeMap::new();
    rows.into_iter().for_each(|row| games.entry(number(&row, "game")).or_default().push(row));
    games.into_values().collect()
}

/// The rank of a row by a column of points: one more than the number of rows with more points.
fn rank(rows: &[Row], row: &Row, column: &str) -> i64 {
    1 + rows.iter().filter(|other| number(other, column) > number(row, column)).count() as i64
}

#[track_caller]
fn assert_places(rows: &[Row]) {
    let firsts = rows.iter().filter(|row| rank(rows, row, "score") == 1).count();
    for row in rows {
        let place = rank(rows, row, "score");
        assert_eq!(number(row, "place"), place, "{row:?}");
        let win = if place == 1 { 1.0 / firsts as f64 } else { 0.0 };
        assert!((real(row, "win") - win).abs() < 1e-4, "{row:?}: {win} is expected");
    }
}

#[test]
fn place_and_win_follow_from_the_scores() {
    let dir = scratch();
    // zero against zero ties often, including three-way ties
    let line = "tournament --players zero,zero,zero,random --games 120 --rounds 1 --hidden 1 --seed 3 \
                --quiet --set start-points=3 --out run";
    done(dir.path(), line);
    let games = games(table(&dir.path().join("run/scores.csv")));
    assert_eq!(games.len(), 120);
    games.iter().for_each(|rows| assert_places(rows));
    let shared = |rows: &&Vec<Row>| rows.iter().filter(|row| row["place"] == "1").count() > 1;
    assert!(games.iter().filter(shared).count() > 0, "no game with a shared first place was seen");
}

#[test]
fn the_score_is_start_points_plus_words_minus_payments() {
    let dir = with_run();
    for row in table(&dir.path().join("run/scores.csv")) {
        assert_eq!(
            number(&row, "score"),
            100 + number(&row, "word_points") - number(&row, "spent")
        );
        assert_eq!(row["status"], "ok");
    }
}

#[test]
fn games_and_seats_are_numbered_in_order() {
    let dir = with_run();
    let rows = table(&dir.path().join("run/scores.csv"));
    for (index, row) in rows.iter().enumerate() {
        assert_eq!(
            (number(row, "game"), number(row, "seat")),
            ((index / 4) as i64, (index % 4) as i64)
        );
    }
    assert_eq!(rows.len(), 30 * 4);
}

#[test]
fn the_seats_of_a_deal_are_rotated() {
    let dir = with_run();
    let games = games(table(&dir.path().join("run/scores.csv")));
    let first_deal: Vec<&Vec<Row>> = games.iter().filter(|rows| rows[0]["deal"] == "0").collect();
    assert_eq!(first_deal.len(), 4);
    let seed = &first_deal[0][0]["seed"];
    assert!(first_deal.iter().all(|rows| rows.iter().all(|row| &row["seed"] == seed)));
    for seat in 0..4 {
        let there: BTreeSet<&String> =
            first_deal.iter().map(|rows| &rows[seat]["player"]).collect();
        assert_eq!(there.len(), 4, "each player sits once in seat {seat}");
    }
}

#[test]
fn rounds_add_up_to_the_scores() {
    let dir = with_run();
    let rounds = table(&dir.path().join("run/rounds.csv"));
    for row in table(&dir.path().join("run/scores.csv")) {
        let own = rounds.iter().filter(|r| r["game"] == row["game"] && r["seat"] == row["seat"]);
        let own: Vec<&Row> = own.collect();
        assert_eq!(own.len(), 3);
        let sum = |column: &str| own.iter().map(|row| number(row, column)).sum::<i64>();
        assert_eq!(sum("points_gained"), number(&row, "word_points"));
        assert_eq!(sum("points_spent"), number(&row, "spent"));
        assert_eq!(own[2]["score"], row["score"]);
        assert!(own.iter().all(|round| round["player"] == row["player"]));
    }
}

#[test]
fn equal_points_share_the_better_rank_in_a_round() {
    let dir = with_run();
    for rows in games(table(&dir.path().join("run/rounds.csv"))) {
        for round in ["1", "2", "3"] {
            let own: Vec<Row> = rows.iter().filter(|row| row["round"] == round).cloned().collect();
            for row in &own {
                assert_eq!(number(row, "rank"), rank(&own, row, "score"), "{row:?}");
            }
        }
    }
}

/// Whether the word can be made of the letters.
fn within(word: &str, letters: &str) -> bool {
    let count = |text: &str, letter: char| text.chars().filter(|&other| other == letter).count();
    word.chars().all(|letter| count(word, letter) <= count(letters, letter))
}

#[test]
fn round_words_use_their_letters_and_score_by_letter_value() {
    let dir = with_run();
    for row in table(&dir.path().join("run/rounds.csv")) {
        let (word, letters) = (&row["word"], &row["letters"]);
        assert!(within(word, letters), "{row:?}");
        let values: i64 = word.chars().map(value).sum();
        let bonus = if word.len() == 7 { 50 } else { 0 };
        assert_eq!(number(&row, "points_gained"), values + bonus, "{row:?}");
    }
}

/// The letters of all seats together, by game and round.
fn letters_by_round(rows: &[Row]) -> BTreeMap<(String, String), usize> {
    let mut letters = BTreeMap::new();
    for row in rows {
        let round = (row["game"].clone(), row["round"].clone());
        *letters.entry(round).or_default() += row["letters"].len();
    }
    letters
}

#[test]
fn all_letters_of_a_round_are_dealt_or_sold_until_the_bag_is_empty() {
    let dir = scratch();
    let fourteen = ["random"; 14].join(",");
    for (players, hidden, expected) in [
        ("random,zero", 3, 16),
        ("random,zero,random", 0, 24),
        (&fourteen, 3, 98),
        (&fourteen, 7, 98),
    ] {
        let line = format!(
            "tournament --players {players} --hidden {hidden} --games 3 --rounds 2 --seed 1 --quiet \
             --record rounds --force --out run"
        );
        done(dir.path(), &line);
        let letters = letters_by_round(&table(&dir.path().join("run/rounds.csv")));
        assert_eq!(letters.len(), 6);
        assert!(letters.values().all(|&count| count == expected), "{line}: {letters:?}");
    }
}

#[test]
fn in_seven_every_player_ends_a_round_with_seven_letters() {
    let dir = scratch();
    let line = "tournament --players random,zero,letter-value --preset seven --hidden 2 --games 6 \
                --rounds 2 --seed 1 --quiet --record rounds --out run";
    done(dir.path(), line);
    let rows = table(&dir.path().join("run/rounds.csv"));
    assert!(rows.iter().all(|row| row["letters"].len() == 7), "{rows:?}");
}

/// The auctions of a replayed game: bids, winner and price.
fn auctions(dir: &Path, line: &str) -> Vec<(Vec<Option<i64>>, usize, i64)> {
    let shown = done(dir, line).out;
    let plies = shown.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let events = plies
        .flat_map(|ply: serde_json::Value| ply["events"].as_array().cloned().unwrap_or_default());
    let auctions = events.filter(|event| event["type"] == "auction");
    auctions
        .map(|event| {
            let bids =
                event["bids"].as_array().expect("bids").iter().map(serde_json::Value::as_i64);
            let winner = event["winner"].as_u64().expect("a winner") as usize;
            (bids.collect(), winner, event["price"].as_i64().expect("a price"))
        })
        .collect()
}

#[test]
fn the_highest_bid_wins_and_pays_the_second_highest() {
    let dir = with_run();
    for game in 0..4 {
        let auctions = auctions(dir.path(), &format!("replay run --game {game} --format json"));
        assert_eq!(auctions.len(), 3 * (8 * 4 - 3 * 4));
        for (bids, winner, price) in auctions {
            let mut sorted: Vec<i64> = bids.iter().copied().flatten().collect();
            sorted.sort_unstable_by(|a, b| b.cmp(a));
            assert_eq!((bids[winner], price), (Some(sorted[0]), sorted[1]), "{bids:?}");
        }
    }
}

#[test]
fn a_lone_bidder_pays_nothing_and_in_the_simulator_its_own_bid() {
    let dir = scratch();
    let config = "players = [\"truthful-2\"]\ngames = 1\nseed = 1\n[rules]\npreset = \"PRESET\"\n";
    for (preset, price) in [("words", 0), ("seven", 0), ("simulator", 2)] {
        fs::write(dir.path().join("c.toml"), config.replace("PRESET", preset)).expect("written");
        let auctions = auctions(dir.path(), "replay c.toml --game 0 --format json");
        assert!(!auctions.is_empty());
        assert!(auctions.iter().all(|auction| auction.2 == price), "{preset}: {auctions:?}");
    }
}

/// The value of a letter in English Scrabble.
fn value(letter: char) -> i64 {
    match letter {
        'D' | 'G' => 2,
        'B' | 'C' | 'M' | 'P' => 3,
        'F' | 'H' | 'V' | 'W' | 'Y' => 4,
        'K' => 5,
        'J' | 'X' => 8,
        'Q' | 'Z' => 10,
        _ => 1,
    }
}

#[test]
fn standings_agree_with_the_scores() {
    let dir = with_run();
    let scores = table(&dir.path().join("run/scores.csv"));
    for standing in table(&dir.path().join("run/standings.csv")) {
        let own: Vec<&Row> =
            scores.iter().filter(|row| row["player"] == standing["player"]).collect();
        let mean =
            |column: &str| own.iter().map(|row| real(row, column)).sum::<f64>() / own.len() as f64;
        assert_eq!(number(&standing, "games"), own.len() as i64);
        assert!((real(&standing, "win_share") - mean("win")).abs() < 1e-3, "{standing:?}");
        assert!((real(&standing, "score") - mean("score")).abs() < 1e-2, "{standing:?}");
        assert!((real(&standing, "mean_place") - mean("place")).abs() < 1e-2, "{standing:?}");
        let wins = mean("win") * own.len() as f64;
        assert!((real(&standing, "wins") - wins).abs() < 2e-2, "{standing:?}");
        assert_eq!(standing["faults"], "0");
        for value in ["win_share", "score", "rating"] {
            let ends = [
                real(&standing, &format!("{value}_low")),
                real(&standing, &format!("{value}_high")),
            ];
            assert!(
                ends[0] <= real(&standing, value) && real(&standing, value) <= ends[1],
                "{standing:?}"
            );
        }
    }
}

#[test]
fn names_in_files_are_unique_and_safe_for_csv() {
    let dir = scratch();
    let players =
        "random,random,random:share=4,random:share=4,marginal:samples=2:weight=50,truthful-3";
    done(
        dir.path(),
        &format!("tournament --players {players} --games 6 --rounds 1 --quiet --out run"),
    );
    let names: Vec<String> = table(&dir.path().join("run/standings.csv"))
        .iter()
        .map(|row| row["player"].clone())
        .collect();
    let unique: BTreeSet<&String> = names.iter().collect();
    assert_eq!(unique.len(), 6, "{names:?}");
    assert!(names.contains(&"random".to_owned()) && names.contains(&"random#2".to_owned()));
    assert!(names.iter().all(|name| !name.contains([',', '"', '\n', '\r', ';'])), "{names:?}");
    assert!(!text(&dir.path().join("run/scores.csv")).contains('"'));
}

/// A command prints the same cells in every format; returns its rows from CSV.
#[track_caller]
fn in_all_formats(dir: &Path, line: &str) -> Vec<Row> {
    let print = |format: &str| run(dir, &words(&line.replace("FORMAT", format))).out;
    let rows = table_of(&print("csv"));
    let json: Vec<BTreeMap<String, serde_json::Value>> =
        serde_json::from_str(&print("json")).expect("an array of objects");
    assert_eq!(json.len(), rows.len(), "{line}");
    for (object, row) in json.iter().zip(&rows) {
        assert!(object.keys().eq(row.keys()), "{line}: {object:?} {row:?}");
    }
    // a line below standings explains them
    let markdown = print("markdown").split("\n\n").next().unwrap_or_default().to_owned();
    let markdown = markdown.trim_end().to_owned() + "\n";
    assert_eq!(markdown.lines().count(), rows.len() + 2, "{line}:\n{markdown}");
    assert!(
        markdown.lines().all(|line| line.starts_with('|') && line.ends_with('|')),
        "{markdown}"
    );
    let shown = print("table");
    let first = rows.first().and_then(|row| row.get("player").or(row.get("word")));
    assert!(shown.contains(first.expect("a name")), "{shown}");
    for output in [print("csv"), print("json"), markdown, shown] {
        assert!(output.ends_with('\n') && !output.contains('\x1b'), "{line}: {output:?}");
    }
    rows
}

#[test]
fn players_are_listed_in_all_formats() {
    let dir = scratch();
    let rows = in_all_formats(dir.path(), "players --format FORMAT");
    let names: Vec<&str> = rows.iter().map(|row| row["player"].as_str()).collect();
    let expected = [
        "random",
        "letter-value",
        "zero",
        "frequency",
        "vowel-balance",
        "seven-letter",
        "marginal",
        "shadow",
        "hoarder",
        "pattern",
        "crescendo",
        "spender",
        "sniper",
        "copycat",
        "mixture",
        "drainer",
        "word-list",
        "adaptive",
        "saver",
        "flat",
        "champion",
    ];
    assert!(expected.iter().all(|name| names.contains(name)), "{names:?}");
    assert!(names.iter().any(|name| name.starts_with("truthful")), "{names:?}");
    assert!(rows.iter().all(|row| !row["idea"].is_empty()));
    let games: BTreeSet<&str> = rows.iter().map(|row| row["game"].as_str()).collect();
    assert_eq!(games, BTreeSet::from(["auction", "marrakech", "scrabble", "wordgame"]));
}

/// Parameters that `tune` can change are listed as data: each with its type, range and default, and the
/// player accepts every value in the range and no other.
#[test]
fn parameters_are_listed_as_data_and_their_ranges_hold() {
    let dir = scratch();
    let json = done(dir.path(), "players --game auction --format json").out;
    let players: Vec<serde_json::Value> = serde_json::from_str(&json).expect("a list");
    let shadow = players.iter().find(|player| player["player"] == "shadow").expect("shadow");
    assert_eq!(
        shadow["parameters"][0],
        serde_json::json!({
            "name": "need", "default": "3", "type": "integer", "min": 0, "max": 1000,
            "unit": "points", "effort": false,
            "about": "points for any letter while it holds fewer than seven",
        })
    );
    let (mut inside, mut beyond) = (Vec::new(), Vec::new());
    for player in &players {
        let name = player["player"].as_str().expect("a name").replace("-N", "");
        for parameter in player["parameters"].as_array().expect("a list") {
            let key = parameter["name"].as_str().expect("a name");
            assert!(!parameter["about"].as_str().expect("a text").is_empty());
            let (Some(min), Some(max)) = (parameter["min"].as_i64(), parameter["max"].as_i64())
            else {
                let kind = &parameter["type"];
                assert!(kind == "choice" || kind == "file", "{name}:{key}: {kind}");
                continue;
            };
            inside.extend([min, max].map(|value| format!("{name}:{key}={value}")));
            beyond.extend([min - 1, max + 1].map(|value| format!("{name}:{key}={value}")));
        }
    }
    assert!(inside.len() > 60, "{inside:?}");
    // a tournament creates every player of its config, without playing
    let list = inside.join(",");
    let line =
        format!("tournament --schedule round-robin --print-config --seed 1 --players {list}");
    done(dir.path(), &line);
    for player in beyond {
        let line = format!("tournament --print-config --players {player}");
        run(dir.path(), &words(&line)).refused(2, &["invalid value", ": expected ", " to "]);
    }
}

#[test]
fn every_listed_player_plays() {
    let dir = scratch();
    let rows = table_of(&done(dir.path(), "players --game auction --format csv").out);
    let names: Vec<String> = rows.iter().map(|row| row["player"].replace("-N", "-3")).collect();
    for (run, names) in names.chunks(9).enumerate() {
        let players = names.join(",");
        let line =
            format!("tournament --players {players} --games 3 --rounds 2 --quiet --out run{run}");
        done(dir.path(), &line);
        let played = table(&dir.path().join(format!("run{run}/standings.csv")));
        assert_eq!(played.len(), names.len());
        assert!(played.iter().all(|row| row["faults"] == "0"), "{played:?}");
    }
}

#[test]
fn words_are_printed_in_all_formats() {
    let dir = scratch();
    assert_eq!(in_all_formats(dir.path(), "words best QARTSEU --format FORMAT").len(), 1);
    assert!(in_all_formats(dir.path(), "words anagrams LISTEN --format FORMAT").len() > 3);
    assert_eq!(in_all_formats(dir.path(), "words check PAWN XQZ --format FORMAT").len(), 2);
    assert!(in_all_formats(dir.path(), "words list --length 2 --format FORMAT").len() > 50);
}

#[test]
fn standings_are_printed_in_all_formats_and_match_the_file() {
    let dir = scratch();
    let line = format!("{RUN} --quiet --force --out run --format FORMAT");
    let rows = in_all_formats(dir.path(), &line);
    assert_eq!(rows, table(&dir.path().join("run/standings.csv")));
    assert_eq!(in_all_formats(dir.path(), "resume run --quiet --format FORMAT"), rows);
}

#[test]
fn the_best_word_of_letters_is_printed_with_its_points() {
    let dir = scratch();
    let best =
        |line: &str| table_of(&done(dir.path(), &format!("words best {line} --format csv")).out);
    // any case; 7 letters earn the bonus, and no longer word is valid in `words`
    let row = &best("qartseu")[0];
    assert_eq!(row["word"].len(), 7);
    assert_eq!(number(row, "points"), row["word"].chars().map(value).sum::<i64>() + 50);
    assert_eq!(best("CAT")[0]["points"], "5");
    assert!(best("EXTRAORDINARILY")[0]["word"].len() == 7);
    assert!(best("EXTRAORDINARILY --preset simulator")[0]["word"].len() >= 7);
    // the first of equals in alphabetical order
    assert_eq!(best("ACT")[0]["word"], "ACT");
}

#[test]
fn letters_that_form_no_word_exit_with_1() {
    let dir = scratch();
    let ran = run(dir.path(), &["words", "best", "QQQ"]).ended(1);
    assert!(ran.err.contains("QQQ"), "{}", ran.err);
}

#[test]
fn anagrams_use_all_letters_and_sub_anagrams_some() {
    let dir = scratch();
    let lines = |line: &str| -> Vec<String> {
        done(dir.path(), line).out.lines().map(str::to_owned).collect()
    };
    let all = lines("words anagrams listen");
    assert!(all.contains(&"SILENT".to_owned()) && all.contains(&"LISTEN".to_owned()));
    assert!(all.iter().all(|word| word.len() == 6 && within(word, "LISTEN")));
    let some = lines("words anagrams listen --sub");
    assert!(some.len() > all.len() && some.iter().all(|word| within(word, "LISTEN")));
    assert!(some.contains(&"TIN".to_owned()));
}

#[test]
fn a_check_exits_with_1_if_a_word_is_unknown() {
    let dir = scratch();
    done(dir.path(), "words check PAWN escort Silent");
    let ran = run(dir.path(), &["words", "check", "PAWN", "XQZ"]).ended(1);
    assert!(ran.err.contains("XQZ") && !ran.err.contains("PAWN"), "{}", ran.err);
    assert!(ran.out.contains("PAWN") && ran.out.contains("XQZ"));
    run(dir.path(), &["words", "check", "C-3PO"]).ended(1);
}

#[test]
fn the_list_is_sorted_upper_case_and_of_the_requested_length() {
    let dir = scratch();
    let all = done(dir.path(), "words list").out;
    let all: Vec<&str> = all.lines().collect();
    assert!((250_000..300_000).contains(&all.len()), "{} words", all.len());
    assert!(all.is_sorted() && all.windows(2).all(|pair| pair[0] != pair[1]));
    assert!(all.iter().all(|word| (2..=15).contains(&word.len())));
    assert!(all.iter().all(|word| word.bytes().all(|letter| letter.is_ascii_uppercase())));
    let seven = done(dir.path(), "words list --length 7").out;
    assert!(seven.lines().eq(all.into_iter().filter(|word| word.len() == 7)));
}

#[test]
fn custom_lexicons_allow_any_case_crlf_blank_lines_and_a_header() {
    let dir = scratch();
    let content = "Words, 2020 edition\r\n\r\ncat\r\nDog\r\nBIRD\r\ncat\r\n";
    fs::write(dir.path().join("w.txt"), content).expect("written");
    let listed = done(dir.path(), "words list --lexicon w.txt");
    assert_eq!(listed.out, "BIRD\nCAT\nDOG\n");
    run(dir.path(), &words("words check PAWN --lexicon w.txt")).ended(1);
    done(dir.path(), "words check bird --lexicon w.txt");
    assert_eq!(done(dir.path(), "words anagrams GOD --lexicon w.txt").out, "DOG\n");
}

#[test]
fn a_custom_lexicon_decides_the_words_of_a_tournament() {
    let dir = scratch();
    fs::create_dir(dir.path().join("in")).expect("a folder");
    fs::write(dir.path().join("in/w.txt"), "at\nit\nto\n").expect("written");
    let config = "players = [\"zero\", \"random\"]\nlexicon = \"w.txt\"\ngames = 4\nseed = 1\n";
    fs::write(dir.path().join("in/c.toml"), config).expect("written");
    // a name in a config is looked up beside the config
    done(dir.path(), "tournament in/c.toml --record rounds --quiet --out run");
    for row in table(&dir.path().join("run/rounds.csv")) {
        assert!(["", "AT", "IT", "TO"].contains(&row["word"].as_str()), "{row:?}");
    }
    done(dir.path(), "replay run --game 3");
}

#[test]
fn training_prints_weights_or_writes_them_to_a_file() {
    let dir = scratch();
    let line = "train marrakech --games 10 --rounds 2 --seed 7";
    let printed = done(dir.path(), line);
    let rows = table_of(&printed.out);
    let header = "players,part,constant,per_rug,per_rug_squared";
    assert_eq!(printed.out.lines().next(), Some(header));
    let players: Vec<&str> = rows.iter().map(|row| row["players"].as_str()).collect();
    assert_eq!(players, [["2"; 6], ["3"; 6], ["4"; 6]].concat());
    let shipped = table_of(include_str!("../../../crates/marrakech/data/marrakech-standing.csv"));
    assert!(rows.iter().zip(&shipped).all(|(row, other)| row["part"] == other["part"]));
    let numbers =
        rows.iter().flat_map(|row| ["constant", "per_rug", "per_rug_squared"].map(|c| &row[c]));
    assert!(numbers.clone().count() == 54 && numbers.clone().all(|n| n.parse::<f64>().is_ok()));
    // progress: a line for each round and number of players
    assert_eq!(printed.err.lines().filter(|line| line.contains("log loss")).count(), 6);
    assert!(printed.err.contains("round 2 of 2, 4 players: "), "{}", printed.err);
    let written = done(dir.path(), &format!("{line} --out w.csv --threads 1"));
    assert_eq!((written.out.as_str(), written.err.contains("w.csv")), ("", true));
    assert_eq!(text(&dir.path().join("w.csv")), printed.out);
    assert_eq!(done(dir.path(), &format!("{line} --quiet")).err, "");
}

#[test]
fn training_odds_prints_them_or_writes_them_to_a_file() {
    let dir = scratch();
    let line = "train auction --states 60 --draws 10 --seed 7";
    let printed = done(dir.path(), line);
    assert_eq!(printed.out.lines().next(), Some("term,weight"));
    let (rows, shipped) = (
        table_of(&printed.out),
        table_of(include_str!("../../../crates/auction/data/auction-odds.csv")),
    );
    assert_eq!(rows.len(), 6);
    for (row, other) in rows.iter().zip(&shipped) {
        assert_eq!(row["term"], other["term"]);
        assert!(row["weight"].parse::<f64>().is_ok(), "{row:?}");
    }
    assert!(printed.err.starts_with("60 states, 10 draws each: "), "{}", printed.err);
    let written = done(dir.path(), &format!("{line} --out o.csv --threads 1"));
    assert_eq!((written.out.as_str(), written.err.contains("o.csv")), ("", true));
    assert_eq!(text(&dir.path().join("o.csv")), printed.out);
    assert_eq!(done(dir.path(), &format!("{line} --quiet")).err, "");
    fs::write(dir.path().join("w.txt"), "RETAINS\nSTONED\n").expect("written");
    assert_ne!(done(dir.path(), &format!("{line} --lexicon w.txt")).out, printed.out);
}

#[test]
fn training_capped_odds_tells_of_each_round() {
    let dir = scratch();
    let line = "train auction-capped --trials 300 --rounds 2 --seed 7";
    let printed = done(dir.path(), line);
    let (rows, shipped) = (
        table_of(&printed.out),
        table_of(include_str!("../../../crates/auction/data/auction-odds-capped.csv")),
    );
    let terms = |rows: &[BTreeMap<String, String>]| -> Vec<String> {
        rows.iter().map(|row| row["term"].clone()).collect()
    };
    assert_eq!(terms(&rows), terms(&shipped));
    assert!(printed.err.contains("round 2 of 2: "), "{}", printed.err);
    let written = done(dir.path(), &format!("{line} --out o.csv --threads 1 --quiet"));
    assert_eq!((written.out.as_str(), written.err.as_str()), ("", ""));
    assert_eq!(text(&dir.path().join("o.csv")), printed.out);
}

#[test]
fn a_network_of_next_bids_is_trained_and_played() {
    let dir = scratch();
    let line = "train auction-bids --tables 16 --seed 7";
    let made = done(dir.path(), &format!("{line} --out bids.safetensors"));
    let told: Vec<&str> = made.err.lines().collect();
    assert!(told[0].starts_with("rules 1 of 15: ") && told[15].starts_with("epoch 1 of 12: "));
    let last = told[27];
    assert!(last.starts_with("16 tables: ") && last.contains("log loss of "), "{told:?}");
    let piped = format!("\"$LETTERGAME\" {line} --threads 1 --quiet | cmp - bids.safetensors");
    shell("bash", dir.path(), &format!("set -o pipefail; {piped}")).ended(0);
    fs::write(dir.path().join("w.txt"), "RETAINS\nSTONED\n").expect("written");
    let other = format!("{line} --lexicon w.txt --out other.safetensors");
    done(dir.path(), &other);
    let content = |name: &str| fs::read(dir.path().join(name)).expect("read");
    assert_ne!(content("bids.safetensors"), content("other.safetensors"));
    refused(dir.path(), "train auction-bids --tables 9 --out x", 2, &["at least 16"]);
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/auction/data");
    fs::copy(data.join("auction-bids.safetensors"), dir.path().join("copy")).expect("copied");
    const GAMES: &str = "tournament --rounds 3 --games 4 --seed 1 --hidden 5 --quiet --players";
    let rows = |name: &str, file: &str| {
        done(dir.path(), &format!("{GAMES} b=champion{file},shadow,drainer --out {name}"));
        text(&dir.path().join(name).join("scores.csv"))
    };
    let usual = rows("usual", "");
    assert_eq!(rows("same", ":bid-model=copy"), usual, "the shipped network as a file");
    assert_ne!(rows("made", ":bid-model=bids.safetensors"), usual);
    assert_ne!(rows("without", ":parts=pressure"), usual);
    done(dir.path(), "verify made");
    fs::write(dir.path().join("bad"), "no network").expect("written");
    let line = format!("{GAMES} champion:bid-model=bad,shadow --out no");
    refused(dir.path(), &line, 4, &["bad", "safetensors"]);
}

#[test]
fn completions_exist_for_all_shells() {
    let dir = scratch();
    for name in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = done(dir.path(), &format!("completions {name}")).out;
        assert!(script.contains("lettergame") && script.contains("LETTERGAME_COMPLETE"), "{name}");
    }
    shell("bash", dir.path(), "\"$LETTERGAME\" completions bash > c && bash -n c && . ./c")
        .ended(0);
}

/// The completions bash offers after these words, the last of which is being typed.
fn completed(dir: &Path, words: &[&str]) -> BTreeSet<String> {
    let (list, last) = (words.join(" "), words[words.len() - 1]);
    let line = format!(
        "lettergame() {{ \"$LETTERGAME\" \"$@\"; }}; . <(lettergame completions bash)
         COMP_WORDS=(lettergame {list}); COMP_CWORD={}; COMP_TYPE=9
         _clap_complete_lettergame lettergame '{last}' ''
         printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        words.len()
    );
    let found = shell("bash", dir, &line).ended(0);
    found.out.lines().map(|line| line.trim().to_owned()).collect()
}

#[test]
fn values_are_completed_too() {
    let dir = with_run();
    let offered = |words: &[&str]| completed(dir.path(), words);
    assert!(offered(&["tourn"]).contains("tournament"));
    assert!(offered(&["tournament", "--players", "marginal,sha"]).contains("marginal,shadow"));
    assert!(offered(&["tournament", "--schedule", "sw"]).contains("swiss"));
    assert!(offered(&["play", "auction", "--preset", "s"]).contains("seven"));
    assert!(offered(&["tournament", "--record", ""]).contains("plies"));
    done(dir.path(), "tournament --players zero,random --games 2 --seed 3 --quiet");
    assert!(offered(&["report", "tourn"]).contains("tournaments/results/zero-random-3"));
}

#[test]
fn the_manual_page_is_roff_and_names_every_command_and_option() {
    let dir = scratch();
    let page = done(dir.path(), "man").out;
    assert!(page.lines().any(|line| line.starts_with(".TH lettergame 1")), "{page}");
    let sections: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
    for section in ["NAME", "SYNOPSIS", "EXAMPLES", "\"EXIT STATUS\"", "FILES", "ENVIRONMENT"] {
        assert_eq!(
            sections.iter().filter(|name| **name == section).count(),
            1,
            "{section}: {sections:?}"
        );
    }
    assert!(sections.contains(&"\"LETTERGAME ANALYSE SCRABBLE BEST\""), "{sections:?}");
    let plain = page.replace("\\-", "-").replace("\\fB", "").replace("\\fR", "");
    for command in commands().iter().filter(|name| !name.contains(' ')) {
        assert!(plain.contains(command), "{command}");
    }
    for option in ["--players", "--seed", "--shard", "--record", "--lexicon", "--print-config"] {
        assert!(plain.contains(option), "{option}");
    }
}

#[test]
fn the_manual_page_lists_the_word_list_queries() {
    let dir = scratch();
    let page = done(dir.path(), "man").out.replace("\\-", "-");
    let missing: Vec<&str> = ["anagrams", "--sub", "--length"]
        .into_iter()
        .filter(|option| !page.contains(option))
        .collect();
    assert!(missing.is_empty(), "not in the manual page: {missing:?}");
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let dir = scratch();
    for command in ["words list", "players", "man", "completions zsh", "words list --format json"] {
        let script =
            format!("\"$LETTERGAME\" {command} | head -n 1 >/dev/null; echo ${{PIPESTATUS[0]}}");
        let ran = shell("bash", dir.path(), &script).ended(0);
        assert_eq!((ran.out.as_str(), ran.err.as_str()), ("0\n", ""), "{command}");
    }
}

#[test]
fn a_run_completes_even_if_no_one_reads_its_output() {
    let dir = scratch();
    let mut child = program(dir.path(), &words(&format!("{RUN} --out run")))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    drop(child.stderr.take());
    assert!(child.wait().expect("an end").success());
    done(dir.path(), &format!("{RUN} --quiet --out other"));
    program::assert_same_rows(&dir.path().join("run"), &dir.path().join("other"));
}

#[test]
fn there_are_no_escape_codes_outside_a_terminal() {
    let dir = scratch();
    let lines = ["--help", "tournament --help", "players", "tournament --rounds", "nothing"];
    for line in lines.into_iter().chain([&*format!("{RUN} --out run")]) {
        let ran = run(dir.path(), &words(line));
        assert!(!ran.out.contains('\x1b') && !ran.err.contains('\x1b'), "{line}");
    }
}

/// On a terminal (provided by `script`, if available) NO_COLOR turns colours off.
#[test]
fn no_color_is_honoured_on_a_terminal() {
    let dir = scratch();
    let on_a_terminal = |setting: &str| {
        let line = format!("{setting} script -qec '\"$LETTERGAME\" --help' /dev/null </dev/null");
        shell("sh", dir.path(), &line)
    };
    if shell("sh", dir.path(), "command -v script").code == Some(0) {
        assert!(on_a_terminal("TERM=xterm").ended(0).out.contains("\x1b["));
        assert!(!on_a_terminal("TERM=xterm NO_COLOR=1").ended(0).out.contains("\x1b[3"));
    }
}

#[test]
fn quiet_prints_results_only() {
    let dir = scratch();
    fs::write(dir.path().join("w.txt"), "my words, 2020\nat\nit\n").expect("written");
    let lines = [
        format!("{RUN} --quiet --out run"),
        "tournament --players zero --games 2 -q --out drawn".to_owned(),
        "resume run --quiet".to_owned(),
        "tournament --players zero --games 2 --seed 1 -q --out header --lexicon w.txt".to_owned(),
    ];
    for line in lines {
        let ran = done(dir.path(), &line);
        assert_eq!(ran.err, "", "{line}");
        assert!(!ran.out.is_empty(), "{line}");
    }
}

#[test]
fn progress_and_notes_go_to_standard_error() {
    let dir = scratch();
    let ran = done(dir.path(), &format!("{RUN} --out run --format csv"));
    assert_eq!(table_of(&ran.out).len(), 4);
    assert!(ran.err.contains("run"), "the path of the files: {}", ran.err);
}

#[test]
fn a_drawn_seed_is_printed_and_repeats_the_run() {
    let dir = scratch();
    let line = "tournament --players letter-value,random --games 6 --rounds 1";
    let first = done(dir.path(), &format!("{line} --out first")).err;
    let seed = first.split_whitespace().skip_while(|word| *word != "seed").nth(1).expect("a seed");
    let second = done(dir.path(), &format!("{line} --seed {seed} --out second")).err;
    assert!(!second.contains("seed"), "{second}");
    program::assert_same_rows(&dir.path().join("first"), &dir.path().join("second"));
    let other = done(dir.path(), &format!("{line} --out third")).err;
    assert!(!other.contains(&format!("seed {seed}\n")), "the same seed was drawn twice");
}

#[test]
fn results_go_to_a_folder_named_after_name_and_seed() {
    let dir = scratch();
    done(dir.path(), "tournament --players zero --games 2 --rounds 1 --seed 5 --name cup --quiet");
    assert!(dir.path().join("tournaments/results/cup-5/scores.csv").exists());
    done(
        dir.path(),
        "tournament --players zero --games 2 --rounds 1 --seed 5 --name ../../x --quiet",
    );
    assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 1, "a name is no path");
}

#[test]
fn the_printed_config_repeats_the_run_and_creates_no_folder() {
    let dir = scratch();
    let printed = done(dir.path(), &format!("{RUN} --print-config --preset seven --hidden 1")).out;
    assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 0);
    fs::write(dir.path().join("c.toml"), &printed).expect("written");
    assert_eq!(done(dir.path(), "tournament c.toml --print-config").out, printed);
    done(dir.path(), "tournament c.toml --quiet --out config");
    done(dir.path(), &format!("{RUN} --preset seven --hidden 1 --quiet --out options"));
    program::assert_same_rows(&dir.path().join("config"), &dir.path().join("options"));
}

#[test]
fn options_override_the_config() {
    let dir = scratch();
    let config = "players = [\"zero\"]\ngames = 5\nseed = 1\n[rules]\nhidden = 1\nrounds = 2\n";
    fs::write(dir.path().join("c.toml"), config).expect("written");
    let line =
        "tournament c.toml --players zero,random --games 6 --seed 2 --hidden 4 --print-config";
    let printed: toml::Table = done(dir.path(), line).out.parse().expect("TOML");
    assert_eq!(printed["games"].as_integer(), Some(6));
    assert_eq!(printed["seed"].as_integer(), Some(2));
    assert_eq!(printed["players"].as_array().map(Vec::len), Some(2));
    assert_eq!(printed["rules"]["hidden"].as_integer(), Some(4));
    assert_eq!(printed["rules"]["rounds"].as_integer(), Some(2));
}

#[test]
fn the_printed_config_of_a_sweep_is_a_config() {
    let dir = scratch();
    let printed = done(
        dir.path(),
        "tournament --players zero --seed 1 --hidden 0,1 --rounds 2,3 --print-config",
    );
    fs::write(dir.path().join("c.toml"), &printed.out).expect("written");
    assert_eq!(done(dir.path(), "tournament c.toml --print-config").out, printed.out);
    assert!(printed.out.contains("hidden = [0, 1]\n") && printed.out.contains("rounds = [2, 3]\n"));
}

#[test]
fn the_defaults_are_as_documented() {
    let dir = scratch();
    let printed: toml::Table =
        done(dir.path(), "tournament --players zero --print-config").out.parse().expect("TOML");
    assert_eq!(printed["game"].as_str(), Some("auction"));
    assert_eq!(printed["schedule"].as_str(), Some("free-for-all"));
    assert_eq!(printed["games"].as_integer(), Some(1000));
    assert_eq!(printed["seats"].as_str(), Some("rotate"));
    assert_eq!(printed["record"].as_str(), Some("games"));
    assert_eq!(printed["rules"]["rounds"].as_integer(), Some(10));
    assert_eq!(printed["rules"]["hidden"].as_integer(), Some(3));
    assert_eq!(printed["rules"]["start-points"].as_integer(), Some(100));
}

#[test]
fn a_schedule_has_the_requested_number_of_games_per_pairing() {
    let dir = scratch();
    // schedule, pairings, seats
    let kinds = [
        ("free-for-all", 1, 4),
        ("round-robin --group-size 2", 6, 2),
        ("round-robin --group-size 3", 4, 3),
        ("gauntlet", 3, 2),
        ("2v2", 6, 4),
        ("2v2v2v2", 1, 8),
        ("teams-of-clones --group-size 3 --team-size 2", 4, 6),
        ("5v5", 6, 10),
    ];
    for (index, (schedule, pairings, seats)) in kinds.into_iter().enumerate() {
        let line = format!(
            "tournament --players zero,random,letter-value,truthful-2 --schedule {schedule} \
             --games 5 --rounds 1 --seed 1 --quiet --out run{index}"
        );
        done(dir.path(), &line);
        let rows = table(&dir.path().join(format!("run{index}/scores.csv")));
        let mut games: BTreeMap<&str, usize> = BTreeMap::new();
        rows.iter().for_each(|row| *games.entry(&row["pairing"]).or_default() += 1);
        assert_eq!(games.len(), pairings, "{schedule}");
        assert!(games.values().all(|&count| count == 5 * seats), "{schedule}: {games:?}");
    }
}

#[test]
fn a_bench_measures_one_thread_and_all() {
    let dir = scratch();
    let rows = table_of(&done(dir.path(), "bench --seconds 0.01 --format csv").out);
    for game in ["auction", "marrakech", "scrabble", "wordgame"] {
        let one_thread =
            |row: &BTreeMap<String, String>| row["game"] == game && row["threads"] == "1";
        assert!(rows.iter().any(one_thread), "{rows:?}");
    }
    assert!(rows.iter().all(|row| real(row, "games/s") > 0.0));
}

#[test]
fn the_version_is_printed() {
    let dir = scratch();
    assert_eq!(
        done(dir.path(), "--version").out,
        concat!("lettergame ", env!("CARGO_PKG_VERSION"), "\n")
    );
}
