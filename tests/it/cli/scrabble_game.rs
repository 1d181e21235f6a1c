//! The analysis of a game: losses, mistakes, luck, and its formats.

#![cfg(unix)]

use crate::program;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use program::{done, fed, refused, run, scratch, table_of, text, words};
use serde_json::Value;

fn with_game() -> tempfile::TempDir {
    let dir = scratch();
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("files/scrabble-game.gcg");
    fs::copy(game, dir.path().join("g.gcg")).expect("copied");
    dir
}

#[track_caller]
fn json(dir: &Path, line: &str) -> Value {
    serde_json::from_str(&done(dir, line).out).expect("JSON")
}

/// The turns of the analysed game.
fn turns_of(dir: &Path, options: &str) -> Vec<BTreeMap<String, String>> {
    table_of(&done(dir, &format!("analyse scrabble g.gcg {options} --format csv")).out)
}

#[test]
fn each_move_is_compared_with_the_best_of_its_position() {
    let dir = with_game();
    let analysis = json(dir.path(), "analyse scrabble game g.gcg --draws 0 --format json");
    let turns = analysis["turns"].as_array().expect("turns");
    let mut has_loss = false;
    for turn in turns {
        let number = turn["turn"].as_u64().expect("a number");
        let line =
            format!("analyse scrabble best g.gcg --turn {number} --rank equity --format json");
        let best = &json(dir.path(), &line)[0];
        let equity = best["equity"].as_f64().expect("a number");
        let found = turn["candidates"][0]["equity"].as_f64().expect("a number");
        if best["position"].is_null() || found > equity {
            // an exchange may be worth more than any play
            assert!(
                turn["best"].as_str().expect("a move").starts_with("exchange") || equity == found
            );
        } else {
            assert_eq!(equity, found, "{turn}");
        }
        let loss = turn["loss"].as_f64().expect("a loss");
        let own = turn["equity"].as_f64().expect("a number");
        assert!((found - own - loss).abs() < 0.02, "{turn}");
        has_loss |= loss > 0.0;
        assert_eq!(turn["luck"], Value::Null);
    }
    // `equity` plays the best move while there are tiles in the bag, `score` does not
    let players = analysis["players"].as_array().expect("players");
    let loss = |index: usize| players[index]["mean_loss"].as_f64().expect("a number");
    assert!(has_loss && loss(0) < loss(1), "{players:?}");
    let counts: u64 = players.iter().map(|player| player["turns"].as_u64().expect("a count")).sum();
    assert_eq!(counts as usize, turns.len());
}

#[test]
fn mistakes_are_sorted_and_sized() {
    let dir = with_game();
    let analysis =
        json(dir.path(), "analyse scrabble g.gcg --draws 0 --mistakes 0.5,3,8 --format json");
    let turns = analysis["turns"].as_array().expect("turns");
    let mistakes: Vec<usize> = analysis["mistakes"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one.as_u64().expect("a turn") as usize)
        .collect();
    let loss = |turn: usize| turns[turn - 1]["loss"].as_f64().expect("a loss");
    assert!(
        mistakes.len() > 2 && mistakes.is_sorted_by(|one, two| loss(*one) >= loss(*two)),
        "{mistakes:?}"
    );
    for (index, turn) in turns.iter().enumerate() {
        let loss = loss(index + 1);
        // losses are shown with two decimals
        if [0.5, 3.0, 8.0].iter().any(|limit: &f64| (loss - limit).abs() < 0.01) {
            continue;
        }
        let size = if loss >= 8.0 {
            "large"
        } else if loss >= 3.0 {
            "medium"
        } else {
            "small"
        };
        assert_eq!(turn["size"].as_str(), (loss >= 0.5).then_some(size), "{turn}");
        assert_eq!(mistakes.contains(&(index + 1)), loss >= 0.5);
    }
    for bad in ["1,2", "3,2,1", "0,1,2", "1,2,x", "-1,2,3", "1,2,3,4"] {
        let line = format!("analyse scrabble g.gcg --mistakes {bad}");
        refused(dir.path(), &line, 2, &["expected three ascending numbers of points"]);
    }
}

#[test]
fn the_result_does_not_depend_on_threads() {
    let dir = with_game();
    for options in
        ["", "--simulate 5 --candidates 3", "--draws 7 --seed 9", "--format json --simulate 3"]
    {
        let line = |threads: u32| {
            format!("analyse scrabble game g.gcg --draws 20 {options} --threads {threads}")
        };
        let line = |threads| {
            if options.contains("draws") {
                line(threads).replace("--draws 20 ", "")
            } else {
                line(threads)
            }
        };
        let one = done(dir.path(), &line(1)).out;
        assert_eq!(done(dir.path(), &line(3)).out, one, "{options}");
    }
    let seeded = |seed: u32| {
        done(dir.path(), &format!("analyse scrabble g.gcg --draws 5 --seed {seed}")).out
    };
    assert_ne!(seeded(1), seeded(2));
}

#[test]
fn luck_is_the_value_of_the_draw_beyond_its_mean() {
    let dir = with_game();
    let rows = turns_of(dir.path(), "--draws 30");
    let (mut sum, mut known) = (0.0, 0);
    for row in rows.iter().filter(|row| !row["luck"].is_empty()) {
        let luck: f64 = row["luck"].parse().expect("a number");
        let error: f64 = row["luck_error"].parse().expect("a number");
        assert!(luck.abs() < 150.0 && error >= 0.0, "{row:?}");
        sum += luck;
        known += 1;
    }
    assert!(known > 15 && (sum / f64::from(known)).abs() < 15.0, "{sum} {known}");
    let players =
        json(dir.path(), "analyse scrabble g.gcg --draws 30 --format json")["players"].clone();
    let total: f64 = (0..2).map(|player| players[player]["luck"].as_f64().expect("a number")).sum();
    assert!((total - sum).abs() < 0.2, "{total} {sum}");
}

#[test]
fn a_simulation_adds_its_means_and_error() {
    let dir = with_game();
    let rows = turns_of(dir.path(), "--draws 0 --simulate 6");
    let plain = turns_of(dir.path(), "--draws 0");
    assert!(!plain[0].contains_key("mean") && !plain[0].contains_key("loss_error"));
    for row in &rows {
        let number = |name: &str| row[name].parse::<f64>().expect("a number");
        assert!(number("loss") >= 0.0 && number("mean").is_finite());
        // the bag is empty from turn 22 on, and nothing is sampled
        let is_sampled = row["turn"].parse::<u32>().expect("a number") < 22;
        let error = is_sampled.then(|| number("loss_error"));
        assert_eq!(is_sampled, !row["loss_error"].is_empty(), "{row:?}");
        assert!(error.is_none_or(|error| error >= 0.0));
        if row["best"] == row["move"] {
            assert_eq!((number("loss"), error.unwrap_or(0.0)), (0.0, 0.0), "{row:?}");
        }
    }
    let analysis = json(dir.path(), "analyse scrabble g.gcg --draws 0 --simulate 6 --format json");
    for player in analysis["players"].as_array().expect("players") {
        let own = rows.iter().filter(|row| player["player"] == *row["player"]);
        let sum: f64 = own.map(|row| row["win_loss"].parse::<f64>().expect("a number")).sum();
        let told = player["win_loss"].as_f64().expect("a number");
        assert!(sum > 0.0 && (sum - told).abs() < 0.2, "{player} {sum}");
    }
}

#[test]
fn a_simulation_solves_the_endgame() {
    let dir = scratch();
    let (mut endings, mut lost) = (0, 0.0);
    for seed in 1..=4 {
        done(dir.path(), &format!("play scrabble --players score,leave --seed {seed} --gcg g.gcg"));
        let line = "analyse scrabble g.gcg --draws 0 --simulate 5 --candidates 2 --format json";
        for turn in json(dir.path(), line)["turns"].as_array().expect("turns") {
            let Some(gain) = solved(dir.path(), &turn["turn"]) else { continue };
            let number = |name: &str| turn[name].as_f64().expect("a number");
            // the move that was made gains less by the loss
            assert_eq!(number("mean") + number("loss"), gain, "{turn}");
            assert!(turn["loss_error"].is_null(), "{turn}");
            endings += 1;
            lost += number("loss");
        }
    }
    assert!(endings > 10 && lost > 0.0, "{endings} {lost}");
}

/// What the player to move before this turn gains, if that is proven with few positions.
fn solved(dir: &Path, turn: &Value) -> Option<f64> {
    let line = format!("analyse scrabble endgame g.gcg --turn {turn} --nodes 5000 --format csv");
    let ran = run(dir, &words(&line));
    let rest = ran.err.strip_prefix("solved: the player to move gains ")?;
    rest.split_once(' ')?.0.parse().ok()
}

#[test]
fn with_the_last_tiles_a_simulation_adds_plays_of_little_equity() {
    let dir = with_game();
    let turns = |options: &str| {
        let line =
            format!("analyse scrabble g.gcg --draws 0 --candidates 3 --format json {options}");
        json(dir.path(), &line)["turns"].as_array().expect("turns").clone()
    };
    let moves = |turn: &Value| -> Vec<String> {
        let candidates = turn["candidates"].as_array().expect("candidates");
        candidates.iter().map(|one| one["move"].to_string()).collect()
    };
    let mut added = 0;
    for (plain, simulated) in turns("").iter().zip(turns("--simulate 4")) {
        let (few, all) = (moves(plain), moves(&simulated));
        assert!(few.iter().all(|one| all.contains(one)), "{simulated}");
        added += all.len() - few.len();
        // there are twenty tiles or more in the bag
        assert!(all.len() == few.len() || plain["turn"].as_u64() > Some(15), "{simulated}");
        let equity = simulated["candidates"].as_array().expect("candidates").iter();
        assert!(
            equity
                .map(|one| one["equity"].as_f64().expect("a number"))
                .is_sorted_by(|one, next| one >= next)
        );
    }
    assert!(added > 0);
}

/// The example with a line changed.
fn changed(from: &str, to: &str) -> tempfile::TempDir {
    let dir = with_game();
    let path = dir.path().join("g.gcg");
    let game = fs::read_to_string(&path).expect("read");
    assert!(game.contains(from));
    fs::write(path, game.replace(from, to)).expect("written");
    dir
}

#[test]
fn a_rack_that_lacks_tiles_is_not_taken_for_the_whole_one_at_the_end() {
    let dir = changed(">score: AEEIIRU 9G", ">score: EIU 9G");
    let rows = turns_of(dir.path(), "--draws 5 --simulate 2");
    let row = &rows[21];
    assert_eq!((&*row["rack"], &*row["loss"], &*row["luck"]), ("EIU", "", ""), "{row:?}");
    assert!(!rows[22]["loss"].is_empty());
    let ran = run(dir.path(), &words("analyse scrabble endgame g.gcg --turn 22"));
    let warning = "line 26: EIU are 3 of the 7 tiles that the player held; --rack gives them all";
    assert!(ran.err.contains(warning), "{}", ran.err);
    let ran = done(dir.path(), "analyse scrabble endgame g.gcg --turn 22 --rack AEEIIRU");
    assert!(!ran.err.contains("warning"), "{}", ran.err);
}

#[test]
fn a_phony_is_never_the_best_move() {
    let dir = changed("14B .ENI", "14B .NEI");
    let rows = turns_of(dir.path(), "--draws 0 --simulate 2");
    let row = &rows[22];
    // it scores as much, and ends the game as well
    assert_eq!((&*row["move"], &*row["best"]), ("14B (D)NEI", "14B (D)ENI"), "{row:?}");
    assert_eq!((&*row["loss"], &*row["surest"]), ("0.00", "14B (D)ENI"), "{row:?}");
}

#[test]
fn the_move_that_most_probably_wins_is_named() {
    let dir = with_game();
    let analysis = json(dir.path(), "analyse scrabble g.gcg --draws 0 --simulate 40 --format json");
    let mut others = 0;
    for turn in analysis["turns"].as_array().expect("turns") {
        let number = |name: &str| turn[name].as_f64().expect("a number");
        if number("win_loss") == 0.0 {
            continue;
        }
        assert_ne!(turn["surest"], turn["move"]);
        let candidates = turn["candidates"].as_array().expect("candidates");
        let surest = candidates.iter().find(|one| one["move"] == turn["surest"]);
        let win = surest.expect("listed")["win"].as_f64().expect("a number");
        assert!((win - number("win") - number("win_loss")).abs() < 0.02, "{turn}");
        others += u32::from(turn["surest"] != turn["best"]);
    }
    assert!(others > 0);
}

#[test]
fn a_game_with_other_letters_on_another_board_says_so() {
    let dir = scratch();
    let other = "--distribution super --board super";
    done(dir.path(), &format!("play scrabble {other} --players equity,score --seed 3 --gcg g.gcg"));
    let game = fs::read_to_string(dir.path().join("g.gcg")).expect("read");
    assert!(game.contains("#tile-set super\n#board-layout super\n"), "{game}");
    let refused = run(dir.path(), &words("analyse scrabble g.gcg --draws 0"));
    let hint = "the game names the letters `super`, and english is used: read it with --distribution super";
    assert!(refused.code != Some(0) && refused.err.contains(hint), "{}", refused.err);
    let ran = done(dir.path(), &format!("analyse scrabble g.gcg --draws 0 {other}"));
    assert!(!ran.err.contains("warning"), "{}", ran.err);
}

#[test]
fn phonies_exchanges_and_unknown_racks_are_counted() {
    let dir = scratch();
    let game = "#player1 a Ann <b>\n#player2 b Ben\n>a: CATSXYE 8G CAT +10 10\n>b: VVWTOE 9G VV +26 26\n\
                >a: EIRSXY - +0 10\n>b: TOQUIZE -QU +0 26\n>a: AEINRST - +0 10\n>b: OQXJKBW 7H WXJ +20 46\n\
                >b: OQXJKBW -- -20 26\n>a: AEINRST (challenge) +5 15\n";
    fs::write(dir.path().join("g.gcg"), game).expect("written");
    let ran = run(dir.path(), &words("analyse scrabble game g.gcg --draws 3 --format json"));
    let analysis: Value = serde_json::from_str(&ran.out).expect("JSON");
    let players = &analysis["players"];
    assert_eq!((&players[0]["player"], &players[0]["name"]), (&"a".into(), &"Ann <b>".into()));
    let numbers = |index: usize, names: [&str; 3]| names.map(|name| players[index][name].as_i64());
    let counts = ["phonies", "taken_back", "challenges"];
    assert_eq!(
        (numbers(0, counts), numbers(1, counts)),
        ([Some(0), Some(0), Some(5)], [Some(1), Some(1), Some(0)])
    );
}

#[test]
fn an_annotated_game_reads_back_with_its_notes() {
    let dir = with_game();
    let line = "analyse scrabble g.gcg --draws 5 --gcg n.gcg --html p.html";
    let ran = done(dir.path(), line);
    assert_eq!(ran.err, "annotated game in n.gcg\npage in p.html\n");
    let (game, notes) = (text(&dir.path().join("g.gcg")), text(&dir.path().join("n.gcg")));
    let without: String = notes
        .lines()
        .filter(|line| !line.starts_with("#note"))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(without, game);
    assert!(notes.contains("#note best, equity ") && notes.contains("; loss "), "{notes}");
    assert!(notes.is_ascii());
    assert_eq!(
        done(dir.path(), "analyse scrabble view n.gcg").out,
        done(dir.path(), "analyse scrabble view g.gcg").out
    );
    // a second time, the notes are continued
    done(dir.path(), "analyse scrabble n.gcg --draws 0 --gcg m.gcg");
    assert!(text(&dir.path().join("m.gcg")).contains(" | best, equity "));
    let page = text(&dir.path().join("p.html"));
    let turns = game.lines().filter(|line| line.starts_with('>')).count() - 1;
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("Content-Security-Policy"));
    assert_eq!(page.matches("<article class=\"step\"").count(), turns + 1);
    for outside in ["http://", "https://", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn a_game_in_iso_8859_1_is_read_and_written_in_utf_8() {
    let dir = scratch();
    let game: &[u8] =
        b"#player1 a Ren\xe9\n#player2 b B\n>a: CATSXYE 8G CAT +10 10\n>b: AEINRST 9G AT +6 6\n";
    for head in [&b""[..], b"#character-encoding ISO-8859-1\n"] {
        fs::write(dir.path().join("g.gcg"), [head, game].concat()).expect("written");
        let out =
            done(dir.path(), "analyse scrabble g.gcg --draws 0 --gcg n.gcg --html p.html").out;
        assert!(out.contains("Ren\u{e9} 10, B 6"), "{out}");
        let notes = text(&dir.path().join("n.gcg"));
        assert!(notes.starts_with("#character-encoding UTF-8\n#player1 a Ren\u{e9}\n"), "{notes}");
        assert!(text(&dir.path().join("p.html")).contains("Ren\u{e9}"));
        done(dir.path(), "analyse scrabble infer g.gcg --turn 1 --top 1");
    }
    // a file that says otherwise is not guessed at
    let other = [&b"#character-encoding ISO-8859-2\n"[..], game].concat();
    fs::write(dir.path().join("g.gcg"), other).expect("written");
    refused(
        dir.path(),
        "analyse scrabble g.gcg",
        4,
        &["line 2, column 15", "iconv -f ISO-8859-2 -t UTF-8"],
    );
}

#[test]
fn names_are_escaped_on_the_page() {
    let dir = scratch();
    let game = "#player1 a <script>alert(1)</script>\n#player2 b B\n#title <img>\n>a: CATSXYE 8G CAT +10 10\n";
    fs::write(dir.path().join("g.gcg"), game).expect("written");
    done(dir.path(), "analyse scrabble g.gcg --draws 2 --html p.html");
    let page = text(&dir.path().join("p.html"));
    assert!(
        !page.contains("<script>alert") && !page.contains("<img>") && page.contains("&lt;img&gt;")
    );
}

#[test]
fn a_file_that_is_read_or_written_twice_is_refused_and_kept() {
    let dir = with_game();
    let before = fs::read(dir.path().join("g.gcg")).expect("read");
    for (line, option) in [
        ("analyse scrabble game g.gcg --draws 0 --html ./g.gcg", "--html"),
        ("analyse scrabble game g.gcg --draws 0 --gcg g.gcg", "--gcg"),
        ("play scrabble g.gcg --turn 3 --players score,score --gcg g.gcg", "--gcg"),
    ] {
        let said =
            format!("read by this command and would be lost; name another file with {option}");
        refused(dir.path(), line, 2, &[&said]);
    }
    assert_eq!(fs::read(dir.path().join("g.gcg")).expect("read"), before);
    let line = "analyse scrabble game g.gcg --draws 0 --html same --gcg ./same";
    refused(dir.path(), line, 2, &["named with --gcg and with --html; name two files"]);
    assert!(!dir.path().join("same").exists());
    fs::write(dir.path().join("w.txt"), "AA\nAB\n").expect("written");
    let said = "w.txt is read by this command and would be lost";
    refused(dir.path(), "words export w.txt --lexicon w.txt", 2, &[said]);
    done(dir.path(), "analyse scrabble game g.gcg --draws 0 --html /dev/null --gcg /dev/null");
}

#[test]
fn what_is_no_game_is_refused() {
    let dir = with_game();
    fs::write(dir.path().join("e.txt"), lettergame_scrabble::EXAMPLE).expect("written");
    refused(
        dir.path(),
        "analyse scrabble game e.txt",
        2,
        &["e.txt is a state file: expected a GCG game", "`best`"],
    );
    fs::write(dir.path().join("empty.gcg"), "").expect("written");
    refused(dir.path(), "analyse scrabble empty.gcg", 4, &["the file is empty"]);
    refused(dir.path(), "analyse scrabble no.gcg", 4, &["cannot read no.gcg"]);
    refused(dir.path(), "analyse scrabble bets", 4, &["cannot read bets", "best"]);
    refused(dir.path(), "analyse scrabble", 2, &[]);
    refused(dir.path(), "analyse scrabble game", 2, &["name the GCG file of a game"]);
    refused(dir.path(), "analyse scrabble game g.gcg --simulate 0", 2, &["whole number from 1"]);
    refused(dir.path(), "analyse scrabble game g.gcg --draws -1", 2, &["whole number from 0"]);
    refused(dir.path(), "analyse scrabble game g.gcg --html -", 2, &["--html needs a file name"]);
    refused(
        dir.path(),
        "analyse scrabble game g.gcg --gcg no/n.gcg",
        4,
        &["cannot write no/n.gcg"],
    );
    // a game without turns has nothing to say
    fs::write(dir.path().join("head.gcg"), "#player1 a A\n#player2 b B\n").expect("written");
    let ran = done(dir.path(), "analyse scrabble head.gcg --html p.html");
    assert!(ran.out.contains("Mistakes, the greatest first\nnone\n"), "{}", ran.out);
    let input = text(&dir.path().join("g.gcg"));
    let piped = fed(dir.path(), &words("analyse scrabble game - --draws 0"), input).ended(0);
    assert_eq!(piped.out, done(dir.path(), "analyse scrabble g.gcg --draws 0").out);
}

/// The last turns of the game are the line of best play: 29 points, then 24 and twice the four tiles left.
#[test]
fn an_endgame_is_solved_and_earlier_positions_are_refused() {
    let dir = with_game();
    let solved = done(dir.path(), "analyse scrabble endgame g.gcg --turn 22 --format csv");
    assert_eq!(solved.out, "ply,move,score\n1,9G (Q)UI(R)E,29\n2,14B (D)ENI,24\n");
    assert!(solved.err.contains("solved: the player to move gains -3 points"), "{}", solved.err);
    let early = "analyse scrabble endgame g.gcg --turn 5";
    refused(dir.path(), early, 4, &["66 tiles are in the bag: expected at most 4; `sim` looks at"]);
}

#[test]
fn with_tiles_in_the_bag_each_play_is_tried_against_the_deals() {
    let dir = with_game();
    let line = "analyse scrabble endgame g.gcg --turn 21 --top 2 --nodes 2000 --format json";
    let found = done(dir.path(), line);
    assert!(found.err.contains("not every move was tried against every deal"), "{}", found.err);
    let rows: Value = serde_json::from_str(&found.out).expect("JSON");
    let rows = rows.as_array().expect("rows");
    // two plays and the pass
    assert_eq!(rows.len(), 3);
    assert_eq!((&rows[0]["move"], &rows[0]["score"]), (&"B1 TARDIED".into(), &75.into()));
    // 117 points behind, no deal is won
    assert!(rows[0]["deals"].as_u64() > Some(0) && rows[0]["win"] == 0.0, "{rows:?}");
}

// ---- many games

#[test]
fn totals_of_many_games_are_the_sums_of_each() {
    let dir = scratch();
    let play = "play scrabble --players equity,score --games 12 --seed 5 --gcg games";
    done(dir.path(), play);
    let mut files: Vec<String> = fs::read_dir(dir.path().join("games"))
        .expect("a folder")
        .map(|entry| format!("games/{}", entry.expect("a file").file_name().display()))
        .collect();
    files.sort();
    assert_eq!(files.len(), 12);
    let mut sums = [[0.0; 6]; 2];
    for file in &files {
        let line = format!("analyse scrabble game {file} --draws 5 --format json");
        let json: serde_json::Value =
            serde_json::from_str(&done(dir.path(), &line).out).expect("JSON");
        let players = json["players"].as_array().expect("two players").clone();
        for player in players {
            let own = usize::from(player["player"] != "equity" && player["name"] != "equity");
            let columns = ["points", "loss", "small", "large", "bingos", "luck"];
            for (sum, column) in sums[own].iter_mut().zip(columns) {
                *sum += player[column].as_f64().unwrap_or_else(|| panic!("{column}: {player}"));
            }
        }
    }
    let totals = done(dir.path(), "analyse scrabble game games --draws 5 --format csv").out;
    assert_eq!(
        done(
            dir.path(),
            &format!("analyse scrabble game {} --draws 5 --format csv", files.join(" "))
        )
        .out,
        totals
    );
    let rows = table_of(&totals);
    assert_eq!(rows.iter().map(|row| &*row["player"]).collect::<Vec<_>>(), ["equity", "score"]);
    for (row, sums) in rows.iter().zip(sums) {
        let number = |column: &str| row[column].parse::<f64>().expect("a number");
        assert_eq!(number("games"), 12.0);
        for (column, sum) in ["points", "loss", "small", "large", "bingos", "luck"].iter().zip(sums)
        {
            // single games are rounded to hundredths of a point
            assert!((number(column) - sum / 12.0).abs() < 0.011, "{column}: {row:?} {sum}");
        }
        let phases = ["loss_opening", "loss_middle", "loss_end"].map(number);
        assert!((phases.iter().sum::<f64>() - number("loss")).abs() < 0.02, "{row:?}");
    }
    let loss = |row: usize| rows[row]["loss"].parse::<f64>().expect("a number");
    assert!(loss(0) < 2.0 && loss(1) > 10.0, "`equity` makes the best moves by equity: {totals}");
    fs::write(dir.path().join("games/zz.gcg"), "broken").expect("written");
    let some = run(dir.path(), &words("analyse scrabble game games --draws 0 --format csv"));
    assert!(some.ended(4).out.starts_with("player,games,"));
    refused(dir.path(), "analyse scrabble game games --html x.html", 2, &["for a single game"]);
    fs::create_dir(dir.path().join("empty")).expect("made");
    refused(dir.path(), "analyse scrabble game empty", 4, &["empty has no files *.gcg"]);
}
