//! Ratings of a run: intervals where results connect the players, and a remark where they do not.

#![cfg(unix)]

use crate::program;

use program::{done, scratch, table};

const LOPSIDED: &str = "tournament --players marginal,shadow,zero --games 30 --rounds 2 --seed 3";

#[test]
fn ratings_without_an_interval_are_named_after_the_standings() {
    let dir = scratch();
    let ran = done(dir.path(), &format!("{LOPSIDED} --out run"));
    let said = "no rating interval for zero: it finished last in every game";
    assert_eq!(ran.err.matches("no rating interval").count(), 1, "{}", ran.err);
    assert!(ran.err.contains(said), "{}", ran.err);
    for row in table(&dir.path().join("run/standings.csv")) {
        let linked = row["player"] != "zero";
        assert_eq!(
            (!row["rating_low"].is_empty(), !row["rating_high"].is_empty()),
            (linked, linked),
            "{row:?}"
        );
    }
    let resumed = done(dir.path(), "resume run");
    assert!(resumed.err.contains(said), "{}", resumed.err);
    let quiet = done(dir.path(), "resume run --quiet");
    assert!(!quiet.err.contains("no rating interval"), "{}", quiet.err);
}

#[test]
fn linked_ratings_need_no_note() {
    let dir = scratch();
    let ran = done(
        dir.path(),
        "tournament --players random,random --games 40 --rounds 2 --seed 1 --out run",
    );
    assert!(!ran.err.contains("no rating interval"), "{}", ran.err);
}

const RING: &str = "tournament --players sniper,hoarder,truthful,zero --schedule round-robin --rounds 2 \
                    --games 20 --seed 7";

fn ratings(csv: &str) -> Vec<(String, Option<f64>)> {
    let rows = program::table_of(csv).into_iter();
    rows.map(|row| (row["player"].clone(), row["rating"].parse().ok())).collect()
}

#[test]
fn an_anchor_shifts_all_ratings_equally_and_changes_no_file() {
    let dir = scratch();
    let ran = done(dir.path(), &format!("{RING} --out run --format csv --anchor truthful=1000"));
    let (shown, file) = (ratings(&ran.out), program::text(&dir.path().join("run/standings.csv")));
    let file = ratings(&file);
    let rating = |all: &[(String, Option<f64>)], name: &str| {
        all.iter().find(|(player, _)| player == name).and_then(|(_, rating)| *rating).expect("one")
    };
    assert_eq!(rating(&shown, "truthful"), 1000.0);
    for player in ["sniper", "hoarder", "zero"] {
        let shift = rating(&shown, player) - rating(&file, player);
        let own = 1000.0 - rating(&file, "truthful");
        assert!((shift - own).abs() < 0.21, "{player}: {shift} {own}");
    }
    for line in ["report run", "resume run", "report run --format markdown"] {
        let ran = done(dir.path(), &format!("{line} --anchor truthful=1000 --sort name"));
        let said = "Sorted by name; rank by rating (Elo, truthful = 1000).";
        assert!(ran.out.contains(said), "{line}: {}", ran.out);
    }
    assert_eq!(
        rating(&ratings(&program::text(&dir.path().join("run/standings.csv"))), "zero"),
        rating(&file, "zero")
    );
}

#[test]
fn an_anchor_that_does_not_play_is_refused_before_anything_is_written() {
    let dir = scratch();
    let line = format!("{RING} --out run --anchor snipper=0");
    program::refused(dir.path(), &line, 2, &["--anchor", "unknown player `snipper`", "sniper"]);
    assert!(!dir.path().join("run").exists());
    program::refused(dir.path(), &format!("{RING} --anchor zero"), 2, &["expected PLAYER=RATING"]);
    done(dir.path(), &format!("{RING} --out run --quiet"));
    program::refused(
        dir.path(),
        "report run --anchor nobody=0",
        2,
        &["run", "unknown player `nobody`"],
    );
    program::refused(dir.path(), "report run --sort elo", 2, &["win-share, rating, score"]);
}

#[test]
fn standings_are_in_the_order_they_state() {
    let dir = scratch();
    let ran = done(dir.path(), &format!("{RING} --out run"));
    assert!(
        ran.out
            .contains("\nSorted by win share, then mean score; rank by rating (Elo, average 0)."),
        "{}",
        ran.out
    );
    let column = |line: &str, column: &str| -> Vec<f64> {
        let rows = program::table_of(&done(dir.path(), line).out);
        rows.iter().map(|row| row[column].parse().expect("a number")).collect()
    };
    for (key, name, rising) in [
        ("win-share", "win_share", false),
        ("rating", "rating", false),
        ("score", "score", false),
        ("place", "mean_place", true),
    ] {
        let mut values = column(&format!("report run --format csv --sort {key}"), name);
        if !rising {
            values.reverse();
        }
        assert!(values.is_sorted(), "{key}: {values:?}");
    }
    let default = column("report run --format csv", "win_share");
    assert!(default.is_sorted_by(|a, b| a >= b), "{default:?}");
    // meeting the strong players more often does not lower a rating
    let gauntlet = "tournament --players sniper,hoarder,truthful,zero --schedule gauntlet --rounds 2 \
                    --games 20 --seed 7 --out gauntlet";
    let ran = done(dir.path(), gauntlet);
    assert!(ran.out.contains("\nSorted by rating, then mean score; "), "{}", ran.out);
}

#[test]
fn a_cycle_of_players_is_named_and_the_report_compares_them() {
    let dir = scratch();
    let players = "sniper,hoarder,truthful-5,zero";
    let line = format!(
        "tournament --players {players} --schedule round-robin --rounds 2 --games 100 --seed 7 --out run"
    );
    let ran = done(dir.path(), &line);
    let said =
        "the players have no consistent order: sniper beats hoarder beats truthful-5 beats sniper";
    assert!(ran.err.contains(said), "{}", ran.err);
    assert!(
        ran.err.contains("one rating per player does not explain the results (p"),
        "{}",
        ran.err
    );
    let usual = done(dir.path(), "report run").out;
    let advanced = "--only ratings-against-results,without-a-single-order";
    assert!(usual.ends_with(&format!("\nMore sections: {advanced}\n")), "{usual}");
    assert!(!usual.contains("nash weight") && !usual.contains("Chi-square"), "{usual}");
    let report = usual + "\n" + &done(dir.path(), &format!("report run {advanced}")).out;
    for section in [
        "Differences of ratings",
        "Who is above whom",
        "Ratings against results",
        "Without a single order",
    ] {
        assert!(report.contains(&format!("\n{section}\n")), "{section}: {report}");
    }
    assert!(!report.contains("-0.0 ") && !report.contains(" -0 "), "{report}");
    let json: serde_json::Value =
        serde_json::from_str(&done(dir.path(), "report run --format json").out).unwrap();
    let run = &json["runs"][0];
    assert_eq!(run["ratings"]["scale"], "average");
    assert_eq!(run["ratings"]["model"]["fits"], false);
    assert_eq!(run["ratings"]["pairs"].as_array().map(Vec::len), Some(12));
    assert!(run["standings"][0]["rank_low"].as_u64().is_some());
    let weights = run["population"]["players"].as_array().expect("players");
    let sum: f64 = weights.iter().filter_map(|row| row["nash_weight"].as_f64()).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    let page = done(dir.path(), "report run --html page.html --format csv");
    assert!(page.err.contains("page.html"), "{}", page.err);
    let page = program::text(&dir.path().join("page.html"));
    assert!(page.contains("id=\"ecology\"") && page.contains("Ratings against results"));
}

#[test]
fn an_ecology_has_a_row_for_each_generation_and_a_picture() {
    let dir = scratch();
    done(dir.path(), &format!("{RING} --out run --quiet"));
    let ran = done(dir.path(), "report run --ecology --generations 9 --format csv --svg e.svg");
    let rows = program::table_of(&ran.out);
    assert_eq!(
        (rows.len(), rows[0]["generation"].as_str(), rows[0]["zero"].as_str()),
        (10, "0", "0.250000")
    );
    for row in &rows {
        let parts = ["sniper", "hoarder", "truthful", "zero"];
        let sum: f64 = parts.iter().map(|name| row[*name].parse::<f64>().expect("a part")).sum();
        assert!((sum - 1.0).abs() < 1e-5, "{row:?}");
    }
    assert!(program::text(&dir.path().join("e.svg")).starts_with("<svg "));
    let text = done(dir.path(), "report run --ecology").out;
    assert!(text.contains("Generations 0 to 200") && text.contains('█'), "{text}");
    program::refused(dir.path(), "report run --generations 9", 2, &["--ecology"]);
    program::refused(dir.path(), "report run --ecology --generations 0", 2, &["1 to 100000"]);
    let gauntlet = "tournament --players sniper,hoarder,zero --schedule gauntlet --rounds 1 --games 4 \
                    --seed 7 --quiet --out gauntlet";
    done(dir.path(), gauntlet);
    program::refused(dir.path(), "report gauntlet --ecology", 4, &["all have met each other"]);
    program::refused(dir.path(), "report gauntlet run --ecology", 2, &["of one run"]);
}
