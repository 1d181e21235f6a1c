//! `report`: its figures against a simple computation, its formats, unfinished and unusual runs, and bad
//! input.

#![cfg(unix)]

use crate::program;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use lettergame::base::{Seed, unique_names};
use lettergame::plan::{Schedule, ScheduleKind, Seating};
use lettergame::run::RunFolder;
use program::{cut, done, edit, refused, run, scratch, shell, table, table_of, text, words};
use serde_json::Value;

/// A run whose players and game are unknown to the program: only the rows count.
struct Handmade<'a> {
    players: &'a [&'a str],
    schedule: &'a str,
    format: ScheduleKind,
    games: u64,
    rules: &'a str,
    record: &'a str,
}

const PLAIN: Handmade<'static> = Handmade {
    players: &["ghost", "phantom"],
    schedule: "free-for-all",
    format: ScheduleKind::FreeForAll,
    games: 4,
    rules: "hidden = 3",
    record: "games",
};

impl Handmade<'_> {
    /// Writes the run; `score` gives a player's (by number) score in a game.
    fn write(&self, dir: &Path, score: impl Fn(u64, usize) -> i32) {
        let schedule =
            Schedule::new(self.format, Seating::Rotate, self.players.len(), self.games, Seed(7))
                .expect("a schedule");
        let names = unique_names(self.players);
        let mut rows =
            "game,deal,pairing,seed,seat,player,score,place,win,status,word_points,spent,letters\n"
                .to_owned();
        for job in (0..schedule.total()).map(|game| schedule.job(game)) {
            let scores: Vec<i32> = job.lineup.values().map(|&p| score(job.game, p)).collect();
            for (seat, &player) in job.lineup.iter() {
                let own = scores[seat.index()];
                let place = 1 + scores.iter().filter(|&&other| other > own).count();
                let (game, deal, pairing, seed) = (job.game, job.deal, job.pairing, job.seed);
                let name = &names[player];
                // writing to a String cannot fail
                let _ = writeln!(
                    rows,
                    "{game},{deal},{pairing},{seed},{seat},{name},{own},{place},0,ok,1,2,x"
                );
            }
        }
        let players: Vec<String> = self.players.iter().map(|name| format!("{name:?}")).collect();
        let config = format!(
            "name = \"n\"\ngame = \"nothing\"\nplayers = [{}]\nschedule = \"{}\"\nseats = \"rotate\"\n\
             games = {}\nseed = 7\nrecord = \"{}\"\n[rules]\n{}\n\
             [run]\nshard = \"1/1\"\nfingerprint = \"f\"\nlexicon = \"l\"\n",
            players.join(", "),
            self.schedule,
            self.games,
            self.record,
            self.rules
        );
        fs::create_dir_all(dir).expect("a folder");
        fs::write(dir.join("config.toml"), config).expect("written");
        fs::write(dir.join("scores.csv"), rows).expect("written");
        sign(dir);
    }
}

/// Updates the fingerprint in the config to match its content.
fn sign(dir: &Path) {
    let (config, info) = RunFolder::read_config(dir).expect("a config");
    let fingerprint = config.fingerprint(&info.lexicon);
    let (old, new) = (&info.fingerprint, &fingerprint);
    let line = |print: &str| format!("fingerprint = \"{print}\"");
    edit(&dir.join("config.toml"), &line(old), &line(new));
}

/// The JSON of a report, which contains no NaN.
fn json(dir: &Path, what: &str) -> Value {
    let out = done(dir, &format!("report {what} --format json")).out;
    assert!(!out.contains("NaN") && !out.contains("inf"), "{out}");
    serde_json::from_str(&out).expect("JSON")
}

fn player<'a>(run: &'a Value, name: &str) -> &'a Value {
    let players = run["players"].as_array().expect("players");
    players.iter().find(|player| player["player"] == name).expect("the player")
}

#[track_caller]
fn near(found: &Value, wanted: f64) {
    let found = found.as_f64().unwrap_or(f64::NAN);
    assert!((found - wanted).abs() < 1e-9 * wanted.abs().max(1.0), "{found} is not {wanted}");
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The smallest number not exceeded by `quarters` quarters.
fn quartile(sorted: &[f64], quarters: usize) -> f64 {
    sorted[(sorted.len() * quarters).div_ceil(4) - 1]
}

#[test]
fn figures_match_a_plain_computation() {
    let dir = scratch();
    let line = "tournament --players letter-value,random,random --games 12 --rounds 3 \
                --record rounds --seed 3 --out run --quiet";
    done(dir.path(), line);
    let report = json(dir.path(), "run");
    let run = &report["runs"][0];
    let rows = table(&dir.path().join("run/scores.csv"));
    let number = |row: &std::collections::BTreeMap<String, String>, key: &str| -> f64 {
        row[key].parse().expect("a number")
    };
    assert_eq!((&run["run"]["games_done"], &run["run"]["deals"]), (&12.into(), &4.into()));
    for name in ["letter-value", "random", "random#2"] {
        let told = player(run, name);
        let own: Vec<_> = rows.iter().filter(|row| row["player"] == name).collect();
        let mut scores: Vec<f64> = own.iter().map(|row| number(row, "score")).collect();
        let by_deal: Vec<f64> = scores.chunks(3).map(mean).collect();
        // Student's t for 3 degrees of freedom and 95 %: 3.182446305
        let centre = mean(&by_deal);
        let squares: f64 = by_deal.iter().map(|x| (x - centre).powi(2)).sum();
        let half = 3.182_446_305_284_263 * (squares / 3.0 / 4.0).sqrt();
        let last = told["convergence"].as_array().expect("points").last().expect("a point");
        near(&last["interval"]["low"], centre - half);
        near(&last["interval"]["high"], centre + half);
        assert_eq!(last["games"], 12);
        for seat in 0..3 {
            let there: Vec<_> = own.iter().filter(|row| row["seat"] == seat.to_string()).collect();
            let mean_of = |key| mean(&there.iter().map(|row| number(row, key)).collect::<Vec<_>>());
            near(&told["seats"][seat]["score"]["mean"], mean_of("score"));
            assert!(
                (told["seats"][seat]["win_share"]["mean"].as_f64().unwrap() - mean_of("win")).abs()
                    < 1e-5
            );
        }
        scores.sort_by(f64::total_cmp);
        let spread = &told["scores"];
        assert_eq!((&told["games"], &spread["count"]), (&12.into(), &12.into()));
        near(&spread["mean"], mean(&scores));
        near(&spread["min"], scores[0]);
        near(&spread["max"], scores[11]);
        near(&spread["lower_quartile"], quartile(&scores, 1));
        near(&spread["median"], quartile(&scores, 2));
        near(&spread["upper_quartile"], quartile(&scores, 3));
        assert_eq!(spread["exact_quartiles"], true);
        let bins = spread["bins"].as_array().expect("bins");
        assert_eq!(bins.iter().filter_map(Value::as_u64).sum::<u64>(), 12);
        for place in 1..=3 {
            let count = own.iter().filter(|row| row["place"] == place.to_string()).count();
            assert_eq!(told["places"][place - 1], count, "{name}, place {place}");
        }
        let sole = own.iter().filter(|row| row["win"] == "1").count();
        assert_eq!(told["sole_wins"], sole);
        for (index, column) in ["word_points", "spent", "letters"].into_iter().enumerate() {
            let values: Vec<f64> = own.iter().map(|row| number(row, column)).collect();
            assert_eq!(told["columns"][index]["column"], column);
            near(&told["columns"][index]["mean"]["mean"], mean(&values));
        }
        let (x, y): (Vec<f64>, Vec<f64>) =
            own.iter().map(|row| (number(row, "spent"), number(row, "word_points"))).unzip();
        let product = |a: &[f64], b: &[f64]| -> f64 {
            let (left, right) = (mean(a), mean(b));
            a.iter().zip(b).map(|(a, b)| (a - left) * (b - right)).sum()
        };
        let correlation = product(&x, &y) / (product(&x, &x) * product(&y, &y)).sqrt();
        near(&told["relation"]["correlation"], correlation);
        let points = told["relation"]["points"].as_array().expect("points");
        assert_eq!(points.len(), 12, "few seats are all in the sample");
        for (point, row) in points.iter().zip(&own) {
            assert_eq!(
                (point["game"].to_string(), point["seat"].to_string()),
                (row["game"].clone(), row["seat"].clone())
            );
        }
    }
    for pair in run["pairs"].as_array().expect("pairs") {
        let points = |name: &Value| -> Vec<(f64, f64)> {
            let own = rows.iter().filter(|row| name == row["player"].as_str());
            own.map(|row| (number(row, "score"), number(row, "place"))).collect()
        };
        let both: Vec<_> =
            points(&pair["player"]).into_iter().zip(points(&pair["opponent"])).collect();
        let difference: Vec<f64> = both.iter().map(|(one, other)| one.0 - other.0).collect();
        let share = |(one, other): &((f64, f64), (f64, f64))| match one.1.total_cmp(&other.1) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        };
        near(&pair["difference"]["mean"], mean(&difference));
        near(&pair["share"]["mean"], mean(&both.iter().map(share).collect::<Vec<_>>()));
    }
    assert_eq!(run["pairs"].as_array().map(Vec::len), Some(6));
    let best = rows.iter().map(|row| number(row, "score")).fold(f64::MIN, f64::max);
    assert_eq!(run["notable"][0]["what"], "highest_score");
    near(&run["notable"][0]["points"], best);
    let rounds = table(&dir.path().join("run/rounds.csv"));
    for told in run["rounds"]["players"].as_array().expect("rounds") {
        for round in 1..=3 {
            let own = rounds.iter().filter(|row| {
                told["player"] == row["player"].as_str() && row["round"] == round.to_string()
            });
            let own: Vec<_> = own.collect();
            for key in ["score", "points_gained", "points_spent"] {
                let values: Vec<f64> = own.iter().map(|row| number(row, key)).collect();
                near(&told["rounds"][round - 1][key]["mean"], mean(&values));
                assert_eq!(told["rounds"][round - 1][key]["deals"], 4);
            }
        }
    }
}

#[test]
fn every_format_describes_the_run() {
    let dir = scratch();
    done(
        dir.path(),
        "tournament --players letter-value,random --games 6 --rounds 2 --seed 1 --out r --quiet",
    );
    let csv = done(dir.path(), "report r --format csv").out;
    assert_eq!(csv, text(&dir.path().join("r/standings.csv")));
    let shown = done(dir.path(), "report r");
    assert_eq!(shown.err, "");
    for title in ["Standings", "Each against each", "Scores", "Seats", "Convergence", "Per game"] {
        assert!(shown.out.contains(&format!("\n{title}\n")), "{title}: {}", shown.out);
        let markdown = done(dir.path(), "report r --format markdown").out;
        assert!(markdown.contains(&format!("\n## {title}\n\n|")), "{title}: {markdown}");
    }
    // with two players the places are the win shares, and there is one pair
    for title in ["Faults", "Rounds", "Places", "Differences of ratings", "Without a single order"]
    {
        assert!(!shown.out.contains(&format!("\n{title}\n")), "{title}: {}", shown.out);
    }
    let commands: Vec<&str> = shown
        .out
        .lines()
        .filter_map(|line| Some(&line[line.find("lettergame replay")?..]))
        .collect();
    assert!(commands.len() >= 5, "{}", shown.out);
    for command in commands {
        done(dir.path(), command.strip_prefix("lettergame ").expect("a command"));
    }
    let pipe = shell("sh", dir.path(), "\"$LETTERGAME\" report r | head -n 1");
    assert!(pipe.ended(0).err.is_empty(), "a closed pipe is no error");
}

#[test]
fn a_report_needs_neither_game_nor_players_nor_words() {
    let dir = scratch();
    PLAIN.write(&dir.path().join("run"), |game, player| game as i32 + 10 * player as i32);
    let report = json(dir.path(), "run");
    let run = &report["runs"][0];
    assert_eq!((&run["run"]["game"], &run["run"]["version"]), (&"nothing".into(), &Value::Null));
    near(&player(run, "phantom")["scores"]["mean"], 11.5);
    let columns = player(run, "ghost")["columns"].as_array().expect("columns").len();
    assert_eq!(columns, 2, "`letters` holds words");
}

#[test]
fn an_unfinished_run_is_reported_up_to_its_last_game() {
    let dir = scratch();
    let scores = dir.path().join("run/scores.csv");
    PLAIN.write(&dir.path().join("run"), |game, _| game as i32);
    let whole = fs::metadata(&scores).expect("a file").len();
    for missing in [3, 35] {
        cut(&scores, whole - missing);
        let ran = done(dir.path(), "report run");
        let said = "run: 3 of 4 games are done; `lettergame resume run` resumes it";
        assert!(ran.err.contains(said), "{}", ran.err);
        assert!(ran.err.contains("not whole"), "{}", ran.err);
        assert!(ran.out.contains("3 of 4 games, 2 deals"), "{}", ran.out);
        assert_eq!(json(dir.path(), "run")["runs"][0]["run"]["cut"], true);
    }
}

#[test]
fn rows_with_windows_line_endings_are_complete() {
    let dir = scratch();
    let scores = dir.path().join("run/scores.csv");
    PLAIN.write(&dir.path().join("run"), |game, _| game as i32);
    let rows = text(&scores).replace('\n', "\r\n");
    fs::write(&scores, &rows).expect("written");
    let ran = done(dir.path(), "report run");
    assert_eq!(ran.err, "");
    assert!(!ran.out.contains("An incomplete game"), "{}", ran.out);
    assert_eq!(json(dir.path(), "run")["runs"][0]["run"]["cut"], false);
    cut(&scores, rows.len() as u64 - 3);
    assert_eq!(json(dir.path(), "run")["runs"][0]["run"]["cut"], true);
}

#[test]
fn few_games_have_means_and_no_intervals() {
    let dir = scratch();
    for games in [1, 2] {
        // two games are the two seatings of one deal
        Handmade { games, ..PLAIN }.write(&dir.path().join("run"), |_, player| 5 + player as i32);
        let run = &json(dir.path(), "run")["runs"][0];
        assert_eq!(run["run"]["deals"], 1);
        for estimate in [
            &run["pairs"][0]["share"],
            &run["seats"][0]["score"],
            &player(run, "ghost")["columns"][0]["mean"],
        ] {
            assert!(estimate["mean"].is_number() && estimate["interval"].is_null(), "{estimate}");
        }
        let row = |line: &&str| line.contains("│ phantom ┆ ghost   ┆");
        let shown = done(dir.path(), "report run").out;
        let pair = shown.lines().find(row).expect("the pair").to_owned();
        assert!(pair.contains("100.0 %") && !pair.contains(" to "), "{pair}");
        assert!(!shown.contains("95 % confidence") && shown.contains("two deals"), "{shown}");
    }
}

#[test]
fn an_incomplete_deal_keeps_all_figures_together() {
    let dir = scratch();
    // four deals of two seatings, the last with a single game
    let score = |game: u64, player: usize| 100 + 40 * (game as i32 % 5) - 9 * player as i32;
    Handmade { games: 7, ..PLAIN }.write(&dir.path().join("run"), score);
    let run = &json(dir.path(), "run")["runs"][0];
    let mean = (0..7).map(|game| f64::from(score(game, 0))).sum::<f64>() / 7.0;
    let standings = run["standings"].as_array().expect("standings");
    let standing = standings.iter().find(|standing| standing["player"] == "ghost");
    let standing = standing.expect("ghost");
    let ghost = player(run, "ghost");
    let last = ghost["convergence"].as_array().expect("points").last().expect("a point");
    near(&standing["score"], mean);
    near(&last["mean"], mean);
    for interval in [&standing["score_interval"], &last["interval"]] {
        let end = |key: &str| interval[key].as_f64().expect("an end");
        near(&((end("low") + end("high")) / 2.0).into(), mean);
    }
    near(&last["interval"]["low"], standing["score_interval"]["low"].as_f64().expect("an end"));
}

#[test]
fn ties_and_players_that_never_won_or_played_are_reported() {
    let dir = scratch();
    PLAIN.write(&dir.path().join("tied"), |_, _| 7);
    let run = &json(dir.path(), "tied")["runs"][0];
    assert_eq!((&run["ties"]["games"], &run["ties"]["first_game"]), (&4.into(), &0.into()));
    assert_eq!(run["pairs"][0]["share"]["mean"], 0.5);
    assert_eq!(player(run, "ghost")["shared_wins"], 4);
    assert!(player(run, "ghost")["relation"]["correlation"].is_null());
    let shown = done(dir.path(), "report tied").out;
    assert!(shown.contains("4 of 4 games had no sole winner"), "{shown}");
    assert!(shown.contains("first tie  ") && !shown.contains("closest"), "{shown}");

    // a gauntlet that stops after its first game: the third player has not played
    let gauntlet = Handmade {
        players: &["hero", "one", "two"],
        schedule: "gauntlet",
        format: ScheduleKind::Gauntlet,
        ..PLAIN
    };
    gauntlet.write(&dir.path().join("g"), |_, player| -(player as i32));
    let scores = dir.path().join("g/scores.csv");
    let first: Vec<String> =
        text(&scores).lines().take(3).map(|line| line.to_owned() + "\n").collect();
    fs::write(&scores, first.concat()).expect("written");
    let run = &json(dir.path(), "g")["runs"][0];
    let two = player(run, "two");
    assert_eq!((&two["games"], &two["scores"]), (&0.into(), &Value::Null));
    assert_eq!((&two["convergence"], &two["relation"]), (&Value::Array(vec![]), &Value::Null));
    assert_eq!(run["pairs"].as_array().map(Vec::len), Some(2));
    assert_eq!(player(run, "one")["sole_wins"], 0);
    done(dir.path(), "report g");
}

#[test]
fn several_runs_are_shown_side_by_side() {
    let dir = scratch();
    for hidden in ["0", "3", "5"] {
        let rules = format!("hidden = {hidden}");
        let run = Handmade { rules: &rules, ..PLAIN };
        run.write(&dir.path().join(format!("sweep/run{hidden}")), |game, _| game as i32);
    }
    fs::write(dir.path().join("sweep/run5/scores.csv"), "").expect("written");
    let ran = done(dir.path(), "report sweep --format csv");
    let rows = table_of(&ran.out);
    let labels: Vec<&str> = rows.iter().map(|row| row["run"].as_str()).collect();
    assert_eq!(labels, ["hidden-0", "hidden-0", "hidden-3", "hidden-3"]);
    assert!(ran.err.contains("left out: sweep/run5 has no complete game yet"), "{}", ran.err);
    let report = json(dir.path(), "sweep/run3 sweep/run0");
    assert_eq!(
        (&report["setting"], &report["runs"][0]["run"]["setting"]),
        (&"hidden".into(), &"0".into()),
        "in the order of the values, not of the names"
    );
    let shown = done(dir.path(), "report sweep").out;
    assert!(shown.contains("│ hidden-3 ┆ ghost"), "{shown}");
    refused(dir.path(), "report sweep/run0 sweep/run3 sweep/../sweep/run0", 2, &["run0", "twice"]);
    // if nothing or more than one rule differs, by their folders
    Handmade { players: &["a", "b"], ..PLAIN }
        .write(&dir.path().join("other"), |game, _| game as i32);
    let report = json(dir.path(), "other sweep/run0");
    assert_eq!(
        (&report["setting"], &report["runs"][0]["run"]["label"]),
        (&Value::Null, &"other".into())
    );
}

#[test]
fn an_edited_config_is_refused() {
    let dir = scratch();
    let line = "tournament --players letter-value,random --games 4 --rounds 2 --seed 1 --quiet";
    done(dir.path(), &format!("{line} --out run"));
    let config = dir.path().join("run/config.toml");
    edit(&config, "rounds = 2", "rounds = 3");
    let said = ["run/config.toml was changed since the run began", "change it back"];
    refused(dir.path(), "resume run", 2, &said);
    refused(dir.path(), "report run", 2, &said);
    edit(&config, "rounds = 3", "rounds = 2");
    done(dir.path(), "report run");
    // name and comments have no effect, but no byte changes unnoticed
    edit(&config, "name = \"", "# mine\nname = \"my-");
    refused(dir.path(), "report run", 2, &[said[0], "set check = "]);
}

#[test]
fn broken_runs_among_several_are_left_out() {
    let dir = scratch();
    let fresh = || {
        for hidden in ["0", "3", "5"] {
            let rules = format!("hidden = {hidden}");
            Handmade { rules: &rules, ..PLAIN }
                .write(&dir.path().join(format!("sweep/h{hidden}")), |game, _| game as i32);
        }
    };
    let folder = dir.path().join("sweep/h3");
    let (scores, config) = (folder.join("scores.csv"), folder.join("config.toml"));
    let breaks: [(&dyn Fn(), &str); 4] = [
        (&|| fs::remove_file(&scores).expect("removed"), "sweep/h3/scores.csv"),
        (&|| edit(&scores, "ghost,1,1,0", "ghost,one,1,0"), "invalid value `one`"),
        (&|| fs::write(&config, "players = ").expect("written"), "sweep/h3/config.toml"),
        (&|| edit(&config, "games = 4", "games = 6"), "was changed since the run began"),
    ];
    for (broken, said) in breaks {
        fresh();
        broken();
        let ran = run(dir.path(), &words("report sweep --format csv")).ended(4);
        let rows = table_of(&ran.out);
        let labels: Vec<&str> = rows.iter().map(|row| row["run"].as_str()).collect();
        assert_eq!(labels, ["hidden-0", "hidden-0", "hidden-5", "hidden-5"], "{said}");
        assert!(ran.err.contains("left out: ") && ran.err.contains(said), "{}", ran.err);
        assert!(ran.err.contains("error: a run is left out"), "{}", ran.err);
        assert_ne!(run(dir.path(), &words("report sweep/h3")).code, Some(0), "alone it is refused");
    }
    fresh();
    for hidden in ["0", "3", "5"] {
        fs::remove_file(dir.path().join(format!("sweep/h{hidden}/scores.csv"))).expect("removed");
    }
    refused(dir.path(), "report sweep", 4, &["sweep/h0/scores.csv"]);
}

#[test]
fn ratings_without_an_interval_are_named_for_each_run() {
    let dir = scratch();
    for hidden in 0..8 {
        let rules = format!("hidden = {hidden}");
        let run = Handmade { rules: &rules, ..PLAIN };
        // in two of the runs, both players win
        let score = |game: u64, player: usize| match hidden {
            2 | 3 => (game / 2 + player as u64) as i32 % 2,
            7 => 1 - player as i32,
            _ => player as i32,
        };
        run.write(&dir.path().join(format!("sweep/h{hidden}")), score);
    }
    let told = done(dir.path(), "report sweep").out;
    for note in [
        "\nhidden-0, hidden-1, hidden-4, hidden-5, hidden-6: no rating interval for phantom: it won every \
         game; for ghost: it finished last in every game.\n",
        "\nhidden-7: no rating interval for ghost: it won every game; for phantom: it finished last in \
         every game.\n",
    ] {
        assert!(told.contains(note), "{told}");
    }
    assert_eq!(told.matches("no rating interval").count(), 2, "{told}");
    let linked = done(dir.path(), "report sweep/h2 sweep/h3").out;
    assert!(!linked.contains("no rating interval"), "{linked}");
}

#[test]
fn a_numeric_sweep_is_in_numeric_order() {
    let dir = scratch();
    for hidden in ["1", "2", "10", "-1"] {
        let rules = format!("hidden = {hidden}");
        Handmade { rules: &rules, ..PLAIN }
            .write(&dir.path().join(format!("sweep/hidden-{hidden}")), |game, _| game as i32);
    }
    let settings = |what: &str| -> Vec<String> {
        let report = json(dir.path(), what);
        let runs = report["runs"].as_array().expect("runs");
        runs.iter().map(|run| run["run"]["setting"].to_string()).collect()
    };
    let wanted = [r#""-1""#, r#""1""#, r#""2""#, r#""10""#];
    assert_eq!(settings("sweep"), wanted);
    assert_eq!(settings("sweep/hidden-10 sweep/hidden-2 sweep/hidden--1 sweep/hidden-1"), wanted);
    // one value that is not a number: by the names of the folders
    edit(&dir.path().join("sweep/hidden-2/config.toml"), "hidden = 2", "hidden = \"none\"");
    sign(&dir.path().join("sweep/hidden-2"));
    assert_eq!(settings("sweep"), [r#""-1""#, r#""1""#, r#""10""#, r#""none""#]);
}

#[test]
fn a_sweep_has_one_table_of_players_by_setting() {
    let dir = scratch();
    done(
        dir.path(),
        "tournament --players marginal,zero --rounds 2 --hidden 0,3 --games 8 --seed 5 --quiet --out sweep",
    );
    let told = done(dir.path(), "report sweep --format markdown").out;
    let table = told.split("Mean score by hidden").nth(1).expect("a table of means");
    let row = table.lines().find(|line| line.starts_with("| marginal")).expect("a row");
    let standings = text(&dir.path().join("sweep/hidden-3/standings.csv"));
    let standing = standings.lines().find(|line| line.starts_with("marginal")).expect("a row");
    let score: f64 = standing.split(',').nth(6).unwrap().parse().unwrap();
    let cell: f64 = row.split('|').nth(3).unwrap().trim().parse().unwrap();
    assert!((cell - score).abs() < 0.051, "{row} {standing}");
    assert!(told.contains("Win share by hidden"), "{told}");
}

#[test]
fn the_final_order_of_stages_is_reported() {
    let dir = scratch();
    done(
        dir.path(),
        "tournament --players random,zero,marginal --schedule swiss --rounds 1 --games 4 --seed 5 --quiet --out run",
    );
    let ranking = text(&dir.path().join("run/ranking.csv"));
    let told = done(dir.path(), "report run --html page.html");
    let first = ranking.lines().nth(1).unwrap().split(',').nth(1).unwrap();
    let order = told.out.split("Final order").nth(1).expect("a section");
    let row = order.lines().find(|line| line.contains("│    1 ┆")).expect("a first place");
    assert!(row.contains(first), "{row}");
    assert!(text(&dir.path().join("page.html")).contains("final order"));
    let run: Value =
        serde_json::from_str(&done(dir.path(), "report run --format json").out).unwrap();
    assert_eq!(run.pointer("/runs/0/ranking/0/player"), Some(&Value::from(first)));
}

#[test]
fn shards_are_reported_with_their_own_games() {
    let dir = scratch();
    for shard in [1, 2] {
        done(
            dir.path(),
            &format!(
                "tournament --players letter-value,random --games 10 --rounds 1 --seed 2 --shard {shard}/2 --out s{shard} --quiet"
            ),
        );
    }
    let report = json(dir.path(), "s1 s2");
    for (index, first) in [(0, 0), (1, 5)] {
        let run = &report["runs"][index]["run"];
        assert_eq!((&run["games_done"], &run["games_total"]), (&5.into(), &5.into()));
        assert_eq!(
            (&run["first_game"], run["label"].as_str()),
            (&first.into(), Some(["s1", "s2"][index]))
        );
    }
}

#[test]
fn faults_are_reported_with_their_games() {
    let dir = scratch();
    PLAIN.write(&dir.path().join("run"), |game, _| game as i32);
    let scores = dir.path().join("run/scores.csv");
    edit(&scores, "ghost,1,1,0,ok", "ghost,1,1,0,late");
    let line = r#"{"game":1,"ply":2,"seat":1,"player":"ghost","fault":"late","said":"slow"}"#;
    let faults = dir.path().join("run/faults.jsonl");
    fs::write(&faults, format!("{line}\n{line}\n{{\"game\":")).expect("written");
    let run = &json(dir.path(), "run")["runs"][0];
    let wanted = serde_json::json!([
        {"player": "ghost", "kind": "late", "seats": 1, "lines": 2, "first_games": [1]}
    ]);
    assert_eq!(run["faults"], wanted);
    assert!(done(dir.path(), "report run").out.contains("\nFaults\n"));
    fs::write(&faults, format!("{line}\ngarbage\n")).expect("written");
    refused(dir.path(), "report run", 4, &["faults.jsonl", "line 2", "garbage"]);
}

#[test]
fn replays_are_offered_only_where_they_work() {
    let dir = scratch();
    let run = Handmade { players: &["ghost", "cmd:./phantom"], ..PLAIN };
    run.write(&dir.path().join("run"), |game, _| game as i32);
    let scores = dir.path().join("run/scores.csv");
    let player = text(&scores).lines().nth(1).unwrap().split(',').nth(5).unwrap().to_owned();
    let fault =
        format!(r#"{{"game":0,"ply":1,"seat":0,"player":"{player}","fault":"late","said":""}}"#);
    fs::write(dir.path().join("run/faults.jsonl"), fault + "\n").expect("written");
    edit(&scores, ",ok,", ",late,");
    let why = "players are programs; a run with --record plies can be replayed";
    for format in ["table", "markdown"] {
        let told = done(dir.path(), &format!("report run --html page.html --format {format}")).out;
        assert!(told.matches(why).count() == 1 && !told.contains("lettergame replay"), "{told}");
        assert!(told.contains("highest score: 3, ") && told.contains("first tie"), "{told}");
    }
    let page = text(&dir.path().join("page.html"));
    assert_eq!(page.matches(why).count(), 1);
    for offer in ["lettergame replay", "data-game=", "data-replay=", "Choose a"] {
        assert!(!page.contains(offer), "{offer}");
    }
    let told = &json(dir.path(), "run")["runs"][0];
    assert_eq!(told["run"]["replayable"], false);
    assert_eq!(told["notable"][0].get("replay"), Some(&Value::Null));
    // a module is replayed without a log
    let run = Handmade { players: &["ghost", "wasm:phantom.wasm"], ..PLAIN };
    run.write(&dir.path().join("-dash"), |game, _| game as i32);
    let told = done(dir.path(), "report --html page.html -- -dash").out;
    assert!(told.contains("  lettergame replay ./-dash --game 3\n"), "{told}");
    let page = text(&dir.path().join("page.html"));
    assert!(page.contains("data-replay=\"lettergame replay ./-dash --game \""));
    assert!(page.contains("lettergame tournament ./-dash/config.toml"));
}

#[test]
fn bad_input_is_refused_with_its_name_and_remedy() {
    let dir = scratch();
    let run = dir.path().join("run");
    let fresh = || PLAIN.write(&run, |game, _| game as i32);
    refused(dir.path(), "report nowhere", 4, &["nowhere"]);
    fs::create_dir(dir.path().join("empty")).expect("a folder");
    refused(dir.path(), "report empty", 4, &["empty is not a run", "config.toml"]);
    let scores = run.join("scores.csv");
    fresh();
    let header = text(&scores).lines().next().expect("a header").to_owned() + "\n";
    for none in ["", "game,deal", &header] {
        fs::write(&scores, none).expect("written");
        refused(dir.path(), "report run", 4, &["run", "no complete game", "lettergame resume run"]);
    }
    fs::write(&scores, "a,b\n1,2\n").expect("written");
    refused(dir.path(), "report run", 4, &["scores.csv", "line 1", "a,b"]);
    fs::remove_file(&scores).expect("removed");
    refused(dir.path(), "report run", 4, &["run/scores.csv"]);
    for (from, to, code, said) in [
        ("ghost,1,1,0", "ghost,one,1,0", 4, "invalid value `one`"),
        ("ghost,1,1,0,ok", "ghost,1,1,0,lazy", 4, "column `status`: invalid value `lazy`"),
        ("ghost,1,1,0", "ghst,1,1,0", 2, "game 1"),
        ("\n1,0,", "\n2,0,", 2, "game 1"),
        (",ok,1,2,x\n1,", ",ok\n1,", 4, "scores.csv"),
    ] {
        fresh();
        edit(&scores, from, to);
        refused(dir.path(), "report run", code, &["run/scores.csv", said]);
    }
    fresh();
    edit(&run.join("config.toml"), "games = 4", "games = 0");
    refused(dir.path(), "report run", 2, &["games"]);
    fresh();
    edit(&run.join("config.toml"), "free-for-all", "gauntlet");
    edit(&run.join("config.toml"), "\"ghost\", ", "");
    sign(&run);
    refused(dir.path(), "report run", 2, &["run/config.toml", "gauntlet needs at least 2"]);
    fresh();
    edit(&run.join("config.toml"), "[run]", "[walk]");
    refused(dir.path(), "report run", 2, &["run"]);
    Handmade { record: "rounds", ..PLAIN }.write(&run, |game, _| game as i32);
    refused(dir.path(), "report run", 4, &["run/rounds.csv is missing", "restore it"]);
    fs::write(run.join("rounds.csv"), "a,b\n").expect("written");
    refused(dir.path(), "report run", 4, &["run/rounds.csv", "header"]);
    fs::write(run.join("rounds.csv"), "game,round,seat,player,score\n0,1,0,ghost,1\n")
        .expect("written");
    refused(dir.path(), "report run", 4, &["run/rounds.csv ends before scores.csv does"]);
}
