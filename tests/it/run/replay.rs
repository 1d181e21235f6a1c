//! `replay`: players by name, a single player or round, the rules' reviews of moves, logs, a page.

#![cfg(unix)]

use crate::program;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use program::{done, example, refused, run, scratch};
use serde_json::Value;

/// Words whose points were computed by hand: AT 2, TEA 3, ZA 11, QAT 12, ZEAL 13; nothing else is valid.
const WORDS: &str = "AT\nZA\nTEA\nQAT\nZEAL\n";

fn value(letter: char) -> i64 {
    match letter {
        'A' | 'E' | 'L' | 'T' => 1,
        'Q' | 'Z' => 10,
        _ => panic!("no word has {letter}"),
    }
}

/// The points of the best word of [`WORDS`] for these letters, word by word.
fn best(letters: &str) -> i64 {
    let count = |text: &str, letter: char| text.chars().filter(|&own| own == letter).count();
    let fits = |word: &&str| word.chars().all(|own| count(word, own) <= count(letters, own));
    WORDS.lines().filter(fits).map(|word| word.chars().map(value).sum()).max().unwrap_or(0)
}

/// The same letters minus one.
fn without(letters: &str, letter: &str) -> String {
    letters.replacen(letter, "", 1)
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Whether a text fits a terminal. The letters of a hand are on one line, however many there are.
fn is_narrow(text: &str) -> bool {
    let lines = text.lines().filter(|line| !line.starts_with("    > "));
    lines.into_iter().all(|line| line.chars().count() <= 80)
}

/// A run of three players with the words above, each game of two rounds.
fn with_run() -> tempfile::TempDir {
    let dir = scratch();
    fs::write(dir.path().join("few.txt"), WORDS).unwrap();
    done(
        dir.path(),
        "tournament --players letter-value,marginal,random --lexicon few.txt --games 6 --rounds 2 \
         --hidden 2 --seed 5 --quiet --out run",
    );
    dir
}

#[test]
fn the_games_of_a_player_are_listed() {
    let dir = scratch();
    done(
        dir.path(),
        "tournament --players zero,random,flat --schedule round-robin --games 2 --rounds 1 --hidden 0,1 --seed 5 \
         --quiet --out runs",
    );
    let listed = done(dir.path(), "replay runs --player flat --format json").out;
    let listed: Vec<Value> = serde_json::from_str(&listed).unwrap();
    let scores = ["hidden-0", "hidden-1"].map(|run| {
        let rows = program::table(&dir.path().join("runs").join(run).join("scores.csv"));
        let own = rows.into_iter().filter(|row| row["player"] == "flat");
        own.map(|row| (run.to_owned(), row["game"].clone(), row["place"].clone()))
            .collect::<Vec<_>>()
    });
    let cell = |row: &Value, key: &str| row[key].to_string();
    let shown: Vec<_> = listed
        .iter()
        .map(|row| (row["run"].as_str().unwrap().to_owned(), cell(row, "game"), cell(row, "place")))
        .collect();
    assert_eq!(shown, scores.concat());
    assert!(listed.iter().all(|row| row["opponents"] != "flat" && row["status"] == "ok"));
    // the first game is one of the other two
    let run = ["replay", "runs/hidden-0", "--game", "0", "--player", "flat"];
    let ran = program::run(dir.path(), &run).ended(2);
    assert!(ran.err.contains("flat does not play in game 0"), "{}", ran.err);
    assert!(ran.out.contains("opponents"), "{}", ran.out);
    refused(
        dir.path(),
        "replay runs --player bob",
        2,
        &["no player is called bob", "zero, random, flat"],
    );
    refused(dir.path(), "replay runs", 2, &["--game"]);
}

#[test]
fn words_and_letters_are_judged_by_the_best_words() {
    let dir = with_run();
    let shown = lines(&done(dir.path(), "replay run --game 1 --format json").out);
    let end = shown.last().unwrap();
    let reviews: Vec<&Value> =
        shown.iter().filter_map(|line| line["review"].as_array()).flatten().collect();
    assert_eq!(reviews.len(), 6, "three players in two rounds");
    let mut sums = [[0; 3]; 2];
    let mut bought_any = 0;
    for review in reviews {
        let letters = review["letters"].as_str().unwrap();
        let possible = best(letters);
        assert_eq!(review["best"]["points"], possible, "{review}");
        let left = possible - review["points"].as_i64().unwrap();
        assert_eq!(review["left"], left, "{review}");
        let mut overpaid = 0;
        for own in review["bought"].as_array().unwrap() {
            let worth = possible - best(&without(letters, own["letter"].as_str().unwrap()));
            assert_eq!(own["worth"], worth, "{review}");
            overpaid += (own["paid"].as_i64().unwrap() - worth).max(0);
            bought_any += 1;
        }
        assert_eq!(review["overpaid"], overpaid, "{review}");
        let seat = review["seat"].as_u64().unwrap() as usize;
        sums[0][seat] += left;
        sums[1][seat] += overpaid;
    }
    assert!(bought_any > 20, "{bought_any}");
    let totals = &end["totals"];
    assert_eq!(totals["points left on the table by words"], serde_json::json!(sums[0]));
    assert_eq!(totals["points overpaid for letters"], serde_json::json!(sums[1]));
    let text = done(dir.path(), "replay run --game 1").out;
    assert!(text.contains("\nin all\n  points left on the table by words: "), "{text}");
    assert!(text.contains(" paid ") && text.contains(", worth "), "{text}");
}

#[test]
fn players_are_named() {
    let dir = with_run();
    let text = done(dir.path(), "replay run --game 2").out;
    let (head, rest) = text.split_once("\n\n").unwrap();
    assert_eq!(head.lines().skip(1).filter(|line| line.starts_with("  seat ")).count(), 3);
    assert!(!rest.contains("seat "), "{rest}");
    assert!(rest.contains(", marginal 0"), "with few words it buys next to nothing: {rest}");
    for name in ["letter-value", "random"] {
        assert!(rest.contains(&format!("{name} bids ")), "{rest}");
        assert!(rest.contains(&format!("{name} pays ")), "{rest}");
    }
    assert!(is_narrow(&text), "{text}");
}

#[test]
fn eight_players_fit_a_terminal() {
    let dir = scratch();
    let players = "letter-value,marginal,random,flat,zero,frequency,sniper,saver";
    let line =
        format!("tournament --players {players} --games 1 --rounds 1 --seed 5 --quiet --out run");
    done(dir.path(), &line);
    let text = done(dir.path(), "replay run --game 0").out;
    assert!(is_narrow(&text), "{text}");
}

#[test]
fn one_player_and_one_round_are_shown_alone() {
    let dir = with_run();
    let whole = done(dir.path(), "replay run --game 1").out;
    assert!(whole.contains("round 1 starts") && whole.contains("round 2 starts"), "{whole}");
    let part = done(dir.path(), "replay run --game 1 --round 2").out;
    assert!(!part.contains("round 1 starts") && part.contains("round 2 starts"), "{part}");
    assert!(part.contains("\nin all of round 2\n"), "{part}");
    let own = done(dir.path(), "replay run --game 1 --player marginal").out;
    let hidden = |text: &str| text.lines().filter(|line| line.contains(", hidden ")).count();
    assert_eq!((hidden(&whole), hidden(&own)), (6, 2), "{own}");
    assert!(
        own.lines()
            .filter(|line| line.contains("    > "))
            .all(|line| { line.contains("> marginal: ") })
    );
    let shown = lines(&done(dir.path(), "replay run --game 1 --player marginal --format json").out);
    let seat = shown[0]["players"].as_array().unwrap().iter().position(|own| own == "marginal");
    let plies: Vec<&Value> = shown.iter().filter(|line| line["ply"].is_u64()).collect();
    assert!(plies.iter().all(|ply| ply["moves"].as_array().unwrap().len() <= 1));
    let view = &plies[0]["views"][0];
    assert_eq!(view["seat"], seat.unwrap());
    assert_eq!(view["view"]["hidden"].as_array().unwrap().len(), 2);
}

#[test]
fn missing_items_are_named_with_the_available_ones() {
    let dir = with_run();
    refused(
        dir.path(),
        "replay run --game 1 --player bob",
        2,
        &["run: no player is called bob", "letter-value, marginal, random"],
    );
    refused(dir.path(), "replay run --game 1 --round 3", 2, &["round 3", "rounds 1 to 2"]);
    refused(dir.path(), "replay run --game 1 --round 0", 2, &["round 0", "rounds 1 to 2"]);
    refused(dir.path(), "replay run --game 6", 2, &["6", "0 to 5"]);
    refused(dir.path(), "replay run --game 1 --log", 2, &["no logs", "run"]);
    refused(dir.path(), "replay run/config.toml --game 1 --log", 2, &["no logs"]);
    fs::write(
        dir.path().join("scrabble.toml"),
        "game = \"scrabble\"\nplayers = [\"score\", \"equity\"]\nseed = 1\ngames = 2\n",
    )
    .unwrap();
    refused(dir.path(), "replay scrabble.toml --game 0 --round 1", 2, &["not played in rounds"]);
}

#[test]
fn a_game_is_one_of_a_single_run() {
    let dir = scratch();
    let sweep = "tournament --players zero,random --rounds 1 --games 2 --seed 1 --quiet --out sweep --hidden";
    done(dir.path(), &format!("{sweep} 0,1"));
    refused(
        dir.path(),
        "replay sweep --game 0",
        2,
        &["sweep is a sweep of 2 runs", "one run's folder"],
    );
    let one = done(dir.path(), "replay sweep/hidden-1 --game 0").out;
    fs::remove_dir_all(dir.path().join("sweep/hidden-0")).unwrap();
    assert_eq!(done(dir.path(), "replay sweep --game 0").out, one, "a folder with one run");
    fs::create_dir(dir.path().join("empty")).unwrap();
    refused(dir.path(), "replay empty --game 0", 4, &["no config.toml"]);
}

#[test]
fn plays_are_compared_with_the_best_ones_by_score() {
    let dir = scratch();
    let config = |players: &str| {
        let text = format!("game = \"scrabble\"\nplayers = [{players}]\nseed = 1\ngames = 2\n");
        fs::write(dir.path().join("c.toml"), text).unwrap();
        lines(&done(dir.path(), "replay c.toml --game 0 --format json").out)
    };
    let below = "points below the best plays by score";
    let shown = config("\"score\", \"random\"");
    assert_eq!(shown.last().unwrap()["totals"][below][0], 0, "it plays for score alone");
    assert!(shown.last().unwrap()["totals"][below][1].as_i64().unwrap() > 100);
    for ply in shown.iter().filter(|line| line["ply"].is_u64()) {
        let review = &ply["review"][0];
        let made = ply["events"][0]["score"].as_i64().unwrap_or(0);
        assert_eq!(review["score"], made, "{ply}");
        let possible = review["best"]["score"].as_i64().unwrap_or(0);
        assert_eq!(review["left"], possible - made, "{ply}");
    }
    let text = done(dir.path(), "replay c.toml --game 0").out;
    assert!(text.contains("    > random: best play by score "), "{text}");
    assert!(text.contains("score holds ") && !text.contains("the other one"), "{text}");
    let own = done(dir.path(), "replay c.toml --game 0 --player score").out;
    assert!(own.contains("score holds ") && !own.contains("random holds"), "{own}");
    assert!(!own.contains(", random "), "the other rack is not shown: {own}");
}

#[test]
fn the_wordgame_shows_the_best_word_and_marrakech_what_was_paid() {
    let dir = scratch();
    let config = |game: &str, players: &str| {
        let text = format!("game = \"{game}\"\nplayers = [{players}]\nseed = 1\ngames = 2\n");
        fs::write(dir.path().join("c.toml"), text).unwrap();
        lines(&done(dir.path(), "replay c.toml --game 0 --format json").out)
    };
    let shown = config("wordgame", "\"seed\", \"first-word\"");
    let reviews = shown.iter().filter_map(|line| line["review"].as_array()).flatten();
    let mut left = BTreeMap::<u64, i64>::new();
    for review in reviews {
        *left.entry(review["seat"].as_u64().unwrap()).or_default() +=
            review["left"].as_i64().unwrap();
    }
    assert_eq!(left[&0], 0, "it always plays the best word");
    assert!(left[&1] > 0);
    let shown = config("marrakech", "\"greedy\", \"random\"");
    let paid: i64 = shown
        .iter()
        .filter_map(|line| line["events"].as_array())
        .flatten()
        .filter(|event| event["type"] == "paid")
        .map(|event| event["paid"].as_i64().unwrap())
        .sum();
    let totals = &shown.last().unwrap()["totals"];
    for what in ["dirhams paid", "dirhams received"] {
        let sum: i64 =
            totals[what].as_array().unwrap().iter().map(|own| own.as_i64().unwrap()).sum();
        assert_eq!((sum, sum > 0), (paid, true), "{what}");
    }
    let text = done(dir.path(), "replay c.toml --game 0").out;
    assert!(text.contains("greedy (") && text.contains(" rolls "), "{text}");
}

/// A run of a program that writes a line at each ask, with every kind of ask in two rounds.
fn talked(dir: &Path, what: &str) {
    let player = format!("cmd:{} {what}", example("faulty").display());
    let players = format!("{player},letter-value");
    let args =
        ["tournament", "--players", &players, "--games", "8", "--rounds", "1", "--seed", "4"];
    run(dir, &[&args[..], &["--quiet", "--out", "run"]].concat()).ended(0);
}

/// The log of a game as JSON.
fn log_of(dir: &Path, game: u64) -> Value {
    let line = format!("replay run --game {game} --log --format json");
    lines(&done(dir, &line).out).into_iter().find(|line| line["log"].is_array()).unwrap()
}

#[test]
fn lines_marked_by_a_program_belong_to_their_game() {
    let dir = scratch();
    talked(dir.path(), "talk-marked");
    for game in 0..8 {
        let log = log_of(dir.path(), game);
        let own = log["log"].as_array().unwrap();
        assert!(own.len() > 10, "{log}");
        for (place, line) in own.iter().enumerate() {
            assert_eq!(line, &format!("ask {} about {game}", place + 1));
        }
        assert!(log["remark"].is_null(), "{log}");
    }
    let text = done(dir.path(), "replay run --game 3 --log").out;
    assert!(text.contains("\nlog of cmd:") && text.contains("\n  ask 1 about 3\n"), "{text}");
    assert!(!text.contains("about 4"), "{text}");
}

#[test]
fn lines_of_one_game_at_a_time_are_marked_by_the_arena() {
    let dir = scratch();
    talked(dir.path(), "single talk");
    let logs = fs::read_dir(dir.path().join("run/logs")).unwrap();
    let text: String = logs.map(|log| fs::read_to_string(log.unwrap().path()).unwrap()).collect();
    for game in 0..8 {
        let log = log_of(dir.path(), game);
        let own: Vec<&str> =
            log["log"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
        let asks =
            (1..).take_while(|ask| text.contains(&format!("ask {ask} about {game}\n"))).count();
        for ask in 1..=asks {
            assert!(own.contains(&format!("ask {ask} about {game}").as_str()), "{game}: {own:?}");
        }
        // only lines at the boundary between two games may be assigned to either
        let others = own.iter().filter(|line| !line.ends_with(&format!("about {game}"))).count();
        assert!(others <= 1, "{game}: {own:?}");
        if game == 3 {
            assert!(text.contains("[game 3] ask 2 about 3\n"), "{text}");
        }
    }
}

#[test]
fn games_asked_together_share_all_their_log_lines() {
    let dir = scratch();
    talked(dir.path(), "talk");
    let log = log_of(dir.path(), 5);
    let own = log["log"].as_array().unwrap();
    assert!(own.iter().any(|line| line == "ask 3 about 5"), "{log}");
    assert!(log["remark"].as_str().unwrap().contains("may be about other games"), "{log}");
}

#[test]
fn program_moves_are_recorded_unless_disabled() {
    let dir = scratch();
    talked(dir.path(), "plain");
    let config = fs::read_to_string(dir.path().join("run/config.toml")).unwrap();
    assert!(config.contains("record = \"plies\"\n"), "{config}");
    done(dir.path(), "replay run --game 2");
    let shown =
        done(dir.path(), "tournament --players cmd:true,zero --record rounds --print-config").out;
    assert!(shown.contains("record = \"rounds\""), "{shown}");
    let shown = done(dir.path(), "tournament --players random,zero --print-config").out;
    assert!(shown.contains("record = \"games\""), "{shown}");
}

#[test]
fn a_game_becomes_a_page_that_loads_nothing() {
    let dir = scratch();
    talked(dir.path(), "talk-marked");
    let ran = done(dir.path(), "replay run --game 3 --log --html game.html");
    assert_eq!(ran.out, "");
    assert!(ran.err.contains("game.html"), "{}", ran.err);
    let page = fs::read_to_string(dir.path().join("game.html")).unwrap();
    for outside in ["http:", "https:", "=\"//", "url(", "@import", " src=", "<script", "<link"] {
        assert!(!page.contains(outside), "{outside} in {page}");
    }
    for text in [
        "Round 1",
        "letter-value",
        "left on the table",
        "ask 1 about 3",
        "Content-Security-Policy",
        "class=\"seat",
    ] {
        assert!(page.contains(text), "{text} is not in {page}");
    }
    done(dir.path(), "replay run --game 3 --player letter-value --round 1 --html own.html");
    let own = fs::read_to_string(dir.path().join("own.html")).unwrap();
    assert!(own.contains("as letter-value saw it") && !own.contains("class=\"seat"), "{own}");
}
