//! `compare` through the program: its figures against a naive evaluation of the rows, its verdicts and exit
//! codes, its files, and what it rejects.

use crate::program;

use std::fs;
use std::path::Path;

use program::{done, edit, example, refused, run, scratch, text, words};
use serde_json::Value;

/// The output of `compare LINE --format json --quiet`, with its exit code.
#[track_caller]
fn compared(dir: &Path, line: &str, code: i32) -> Value {
    let line = format!("compare {line} --format json --quiet");
    let ran = run(dir, &words(&line)).ended(code);
    serde_json::from_str(&ran.out).expect("JSON")
}

/// Plays the runs `a` and `b`: each with its own player, then the others and the options.
#[track_caller]
fn two_runs(dir: &Path, players: [&str; 2], others: &str) {
    for (name, player) in ["a", "b"].into_iter().zip(players) {
        let line = format!("tournament --players {player},{others} --seed 5 --quiet --out {name}");
        done(dir, &line);
    }
}

fn number(value: &Value, path: &str) -> f64 {
    value.pointer(path).and_then(Value::as_f64).unwrap_or_else(|| panic!("{path} in {value:#}"))
}

#[track_caller]
fn near(left: f64, right: f64) {
    assert!((left - right).abs() <= 1e-9 * (1.0 + right.abs()), "{left} is not {right}");
}

/// Points and wins of each deal, by player, from a `scores.csv`: the mean over all games of the deal.
fn by_deal(scores: &Path, player: &str) -> Vec<[f64; 2]> {
    let text = text(scores);
    let rows = text.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
    let own: Vec<Vec<&str>> = rows.filter(|row| row[5] == player).collect();
    let deals = own.iter().map(|row| row[1].parse::<usize>().unwrap()).max().unwrap() + 1;
    let mut sums = vec![(0.0, [0.0; 2]); deals];
    for row in own {
        let (count, sum) = &mut sums[row[1].parse::<usize>().unwrap()];
        *count += 1.0;
        sum[0] += row[6].parse::<f64>().unwrap();
        sum[1] += row[8].parse::<f64>().unwrap();
    }
    sums.iter().map(|(count, sum)| sum.map(|sum| sum / count)).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn standard_error(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (values.len() - 1) as f64 / values.len() as f64).sqrt()
}

#[test]
fn the_figures_match_the_rows() {
    let dir = scratch();
    let asked = "marginal frequency --against random,zero --games 90 --rounds 3 --seed 5";
    let told = compared(dir.path(), asked, 0);
    // the command it prints plays the same games
    let repeat = told["repeat"].as_str().unwrap().strip_prefix("lettergame ").unwrap().to_owned();
    done(dir.path(), &format!("{repeat} --quiet --out rows"));
    let scores = dir.path().join("rows/scores.csv");
    let (ours, theirs) = (by_deal(&scores, "marginal"), by_deal(&scores, "frequency"));
    assert_eq!((ours.len(), theirs.len()), (30, 30));
    assert_eq!(number(&told, "/findings/0/blocks"), 30.0);
    for (which, name) in ["points", "win_share"].into_iter().enumerate() {
        let scores =
            |deals: &[[f64; 2]]| deals.iter().map(|deal| deal[which]).collect::<Vec<f64>>();
        let (x, y) = (scores(&ours), scores(&theirs));
        let differences: Vec<f64> = x.iter().zip(&y).map(|(x, y)| x - y).collect();
        let told = |key: &str| number(&told, &format!("/findings/0/{name}/{key}"));
        near(told("candidate"), mean(&x));
        near(told("baseline"), mean(&y));
        near(told("difference"), mean(&differences));
        near(told("standard_error"), standard_error(&differences));
        let unpaired = standard_error(&x).hypot(standard_error(&y));
        near(told("standard_error_unpaired"), unpaired);
        // Student's t for 29 degrees of freedom, from a table
        let half = 2.045_229_6 * standard_error(&differences);
        let width = told("high") - told("low");
        // where one side won few blocks, the interval of win shares is wider
        assert!(width > 1.999_99 * half && (name != "points" || width < 2.000_01 * half));
    }
}

#[test]
fn head_to_head_both_players_play_the_same_games() {
    let dir = scratch();
    let told = compared(dir.path(), "marginal zero --games 40 --rounds 2 --seed 5", 0);
    done(
        dir.path(),
        "tournament --players marginal,zero --rounds 2 --games 40 --seed 5 --quiet --out rows",
    );
    let scores = dir.path().join("rows/scores.csv");
    let points = |player| mean(&by_deal(&scores, player).iter().map(|d| d[0]).collect::<Vec<_>>());
    near(number(&told, "/findings/0/points/candidate"), points("marginal"));
    near(number(&told, "/findings/0/points/baseline"), points("zero"));
    assert_eq!(told["footing"], "head to head");
}

#[test]
fn comparing_finished_runs_agrees_with_a_contest() {
    let dir = scratch();
    two_runs(dir.path(), ["marginal", "frequency"], "random,zero --rounds 3 --games 90");
    let of_runs = compared(dir.path(), "a b", 0);
    let played = compared(
        dir.path(),
        "marginal frequency --against random,zero --games 90 --rounds 3 --seed 5",
        0,
    );
    assert_eq!(of_runs["findings"], played["findings"]);
    // the other way round, the baseline is better
    compared(dir.path(), "b a", 1);
}

#[test]
fn two_builds_of_one_player_are_compared_by_its_name() {
    let dir = scratch();
    two_runs(dir.path(), ["marginal", "marginal"], "zero --rounds 2 --games 20");
    refused(dir.path(), "compare a b", 2, &["same players", "--player", "marginal, zero"]);
    refused(dir.path(), "compare a b --player shadow", 2, &["shadow", "marginal, zero"]);
    let told = compared(dir.path(), "a b --player marginal", 0);
    assert_eq!(told["findings"][0]["candidate"], "marginal of a");
    assert_eq!(number(&told, "/findings/0/points/difference"), 0.0);
}

/// Plays two runs with different options and asserts the error of `compare`.
#[track_caller]
fn refused_runs(options: [&str; 2], said: &[&str]) {
    let dir = scratch();
    for (name, options) in ["a", "b"].into_iter().zip(options) {
        done(dir.path(), &format!("tournament --games 4 {options} --quiet --out {name}"));
    }
    refused(dir.path(), "compare a b", 2, said);
}

#[test]
fn runs_that_do_not_match_are_refused_with_the_difference() {
    let base = "--players marginal,zero --rounds 2 --seed 5";
    let with = |options: &str| [base.to_owned(), options.to_owned()];
    for (options, said) in [
        ("--players shadow,zero --rounds 2 --seed 6", ["the seed", "`5`", "`6`"]),
        ("--players shadow,zero --rounds 3 --seed 5", ["the rule `rounds`", "`2`", "`3`"]),
        ("--players shadow,random --rounds 2 --seed 5", ["player 2", "`zero`", "`random`"]),
        ("--players shadow,zero,zero --rounds 2 --seed 5", ["number of players", "`2`", "`3`"]),
        ("--players shadow,zero --rounds 2 --seed 5 --seats fixed", ["seats", "rotate", "fixed"]),
        ("--players score,leave --game scrabble --seed 5", ["the game", "auction", "scrabble"]),
    ] {
        let [first, second] = with(options);
        refused_runs([&first, &second], &said);
    }
}

#[test]
fn runs_in_stages_are_refused() {
    let dir = scratch();
    two_runs(
        dir.path(),
        ["marginal", "frequency"],
        "zero,random --schedule ladder --rounds 1 --games 2",
    );
    refused(dir.path(), "compare a b", 2, &["ladder", "pairings follow from results"]);
}

/// The sample player in Rust is the built-in strategy of the same name.
#[cfg(unix)]
#[test]
fn programs_are_compared_as_well() {
    let dir = scratch();
    let sample = format!("cmd:{}", example("letter_value").display());
    let asked = ["--against", "random", "--rounds", "2", "--games", "20", "--seed", "1"];
    let args =
        [&["compare", "--format", "json", "-q", &sample, "letter-value"], &asked[..]].concat();
    let ran = run(dir.path(), &args).ended(0);
    let told: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(number(&told, "/findings/0/points/standard_error"), 0.0);
    refused(
        dir.path(),
        "compare cmd:false letter-value --against random --games 20 --seed 1",
        4,
        &["no game was played", "cmd:false: exit code 1", "lettergame check cmd:false"],
    );
    // a program that exits in every game makes a comparison impossible
    let broken = format!("cmd:{} exit", example("faulty").display());
    let args = [&["compare", "-q", &broken, "letter-value"], &asked[..]].concat();
    let ran = run(dir.path(), &args).ended(4);
    assert!(ran.err.contains("failed in game after game"), "{}", ran.err);
    assert!(ran.out.contains("made a fault") && ran.out.contains("no verdict"), "{}", ran.out);
    let args =
        [&["compare", "-q", "--junit", "j.xml", "letter-value", &broken], &asked[..]].concat();
    run(dir.path(), &args).ended(4);
    let junit = text(&dir.path().join("j.xml"));
    assert!(junit.contains("errors=\"1\"") && junit.contains("no verdict"), "{junit}");
}

/// Two fields with the same names but different programs are not the same field.
#[cfg(unix)]
#[test]
fn a_different_program_under_the_same_name_is_refused() {
    let dir = scratch();
    for (name, player, how) in [("a", "zero", "plain"), ("b", "random", "garbage")] {
        let command = format!("{} {how}", example("faulty").display());
        let config = format!(
            "players = [\"{player}\", \"other\"]\ngames = 2\nseed = 1\n[rules]\nrounds = 1\n\
             [[player]]\nname = \"other\"\ncommand = \"{command}\"\n"
        );
        fs::write(dir.path().join(format!("{name}.toml")), config).unwrap();
        done(dir.path(), &format!("tournament {name}.toml --quiet --out {name}"));
    }
    refused(dir.path(), "compare a b", 2, &["the program of player 2", "plain", "garbage"]);
}

#[test]
fn verdicts_are_recorded() {
    let dir = scratch();
    let line =
        "compare marginal letter-value --against random --rounds 2 --games 60 --seed 1 --quiet";
    done(dir.path(), &format!("{line} --history past.db --commit c1"));
    let shown = done(dir.path(), "history show past.db --verdicts --format json").out;
    let shown: Value = serde_json::from_str(&shown).unwrap();
    let value = |key: &str| shown.pointer(&format!("/0/{key}")).cloned().unwrap_or_default();
    assert_eq!((value("commit"), value("candidate")), ("c1".into(), "marginal".into()));
    assert_eq!((value("verdict"), value("blocks")), ("better".into(), 30.into()));
    fs::write(dir.path().join("no.db"), "something else").unwrap();
    refused(dir.path(), &format!("{line} --history no.db"), 4, &["no.db"]);
}

#[test]
fn comparing_runs_of_two_versions_warns() {
    let dir = scratch();
    two_runs(dir.path(), ["marginal", "flat"], "zero --games 60 --rounds 1");
    let same = run(dir.path(), &words("compare a b"));
    assert!(same.out.contains("30 deals") && !same.out.contains("warning"), "{}", same.out);
    let timing = dir.path().join("b/timing.json");
    edit(&timing, env!("CARGO_PKG_VERSION"), "0.0.9");
    let other = run(dir.path(), &words("compare a b"));
    assert!(other.out.contains("and b by version 0.0.9"), "{}", other.out);
}

#[test]
fn a_different_word_list_is_refused() {
    let dir = scratch();
    fs::write(dir.path().join("words.txt"), "AB\nABCDEFG\nQUIZZES\n").unwrap();
    let run = "--games 4 --rounds 2 --seed 5 --quiet";
    done(dir.path(), &format!("tournament --players marginal,zero {run} --out a"));
    done(
        dir.path(),
        &format!("tournament --players shadow,zero {run} --lexicon words.txt --out b"),
    );
    refused(dir.path(), "compare a b", 2, &["the word list"]);
}

#[test]
fn damaged_runs_are_refused_and_unfinished_ones_read_up_to_their_end() {
    let dir = scratch();
    two_runs(dir.path(), ["marginal", "frequency"], "zero --rounds 2 --games 20");
    let scores = dir.path().join("b/scores.csv");
    let whole = text(&scores);
    fs::remove_file(dir.path().join("b/part.json")).unwrap();
    // half a row after five games: two deals are complete
    let lines: Vec<&str> = whole.lines().collect();
    fs::write(&scores, lines[..11].join("\n") + "\n5,2,0").unwrap();
    let told = run(dir.path(), &words("compare a b --format json"));
    let told: Value = serde_json::from_str(&told.out).expect("JSON");
    assert_eq!(number(&told, "/findings/0/blocks"), 2.0);
    let remark = told["remarks"][0].as_str().unwrap_or_default();
    assert!(remark.contains("a has 10 complete deals and b has 2"), "{remark}");
    // a single game is not a complete deal
    fs::write(&scores, lines[..3].join("\n") + "\n").unwrap();
    refused(dir.path(), "compare a b", 4, &["no complete deal", "resume"]);
    // a row of another run
    fs::write(&scores, whole.replacen("frequency", "marginal", 1)).unwrap();
    refused(dir.path(), "compare a b", 2, &["scores.csv", "game 0"]);
    fs::write(&scores, "").unwrap();
    refused(dir.path(), "compare a b", 4, &["scores.csv", "header"]);
    fs::remove_file(&scores).unwrap();
    refused(dir.path(), "compare a b", 4, &["scores.csv"]);
    edit(&dir.path().join("b/config.toml"), "games = 20", "games = 40");
    refused(dir.path(), "compare a b", 2, &["b/config.toml was changed"]);
    edit(&dir.path().join("b/config.toml"), "games = 40", "games = x");
    refused(dir.path(), "compare a b", 2, &["config.toml"]);
}

#[test]
fn sweeps_are_compared_setting_by_setting() {
    let dir = scratch();
    two_runs(dir.path(), ["marginal", "frequency"], "zero --rounds 2 --hidden 0,3 --games 20");
    let of_runs = compared(dir.path(), "a b", 0);
    let played = compared(
        dir.path(),
        "marginal frequency --against zero --hidden 0,3 --games 20 --rounds 2 --seed 5",
        0,
    );
    assert_eq!(of_runs["findings"], played["findings"]);
    let finding = &played["findings"][0];
    let difference =
        |index: usize| number(finding, &format!("/settings/{index}/points/difference"));
    near(number(finding, "/points/difference"), (difference(0) + difference(1)) / 2.0);
    assert_eq!(finding["settings"][1]["setting"], "hidden-3");
    fs::rename(dir.path().join("b/hidden-3"), dir.path().join("b/hidden-4")).unwrap();
    refused(dir.path(), "compare a b", 2, &["hidden-0, hidden-3", "hidden-0, hidden-4"]);
}

#[test]
fn the_exit_code_reflects_the_verdict() {
    let dir = scratch();
    let better = "marginal letter-value --against random --rounds 2 --games 60 --seed 1";
    assert_eq!(compared(dir.path(), better, 0)["findings"][0]["verdict"], "better");
    let worse = "letter-value marginal --against random --rounds 2 --games 60 --seed 1";
    assert_eq!(compared(dir.path(), worse, 1)["findings"][0]["verdict"], "worse");
    let same = "zero zero --against random --rounds 2 --games 60 --seed 1";
    assert_eq!(compared(dir.path(), same, 0)["findings"][0]["verdict"], "identical");
    let equal = "random:share=8 random:share=9 --against random --rounds 1 --games 800 --seed 1";
    let told = compared(dir.path(), &format!("{equal} --margin 5"), 0);
    assert_eq!(told["findings"][0]["verdict"], "equal within the margin");
    // all candidates have to pass unless one is enough, and p-values are corrected
    let two = "marginal zero letter-value --against random --rounds 2 --games 60 --seed 1";
    let told = compared(dir.path(), two, 1);
    assert_eq!(told["findings"][0]["verdict"], "better");
    assert_eq!(told["findings"][1]["verdict"], "worse");
    compared(dir.path(), &format!("{two} --any"), 0);
    let p = |key: &str| number(&told, &format!("/findings/1/{key}"));
    assert!(p("p_adjusted") >= p("p_value"), "{told:#}");
    let ran = run(dir.path(), &words(&format!("compare {two}"))).ended(1);
    assert!(ran.out.contains("Holm"), "{}", ran.out);
}

/// Players that differ by 5 % of the wins agree in so many blocks with a probability of 2.5 %: eight to see how much
/// they vary, and `ln(0.025) / ln(0.95)`, which is 71.9.
#[test]
fn a_sequential_test_of_identical_players_ends() {
    let dir = scratch();
    let asked = "letter-value letter-value --against random --rounds 2 --seed 1 --sprt --by wins";
    for (question, code, verdict) in [
        ("--no-regression 5", 0, "identical"),
        ("--margin 5", 0, "identical"),
        ("--gain 5", 1, "no better"),
    ] {
        let told = compared(dir.path(), &format!("{asked} {question}"), code);
        assert_eq!(told["findings"][0]["verdict"], verdict, "{question}");
        assert_eq!(number(&told, "/findings/0/blocks"), 80.0, "{question}");
    }
    let early = compared(dir.path(), &format!("{asked} --no-regression 5 --max-games 60"), 3);
    assert_eq!(early["findings"][0]["verdict"], "undecided");
}

/// As for two builds of a strategy whose play was not changed.
#[test]
fn equal_runs_are_identical_whatever_their_length() {
    let dir = scratch();
    two_runs(dir.path(), ["letter-value"; 2], "random,zero --rounds 1 --games 6");
    let told = compared(dir.path(), "a b --player letter-value", 0);
    assert_eq!(told["findings"][0]["verdict"], "identical");
    let ran = done(dir.path(), "compare a b --player letter-value");
    assert!(ran.out.contains("identical in all 2 blocks\n"), "{}", ran.out);
}

#[test]
fn a_sequential_test_stops_early_and_is_the_same_for_any_threads() {
    let dir = scratch();
    let asked = "marginal letter-value --against random --rounds 2 --seed 1 --sprt";
    for question in ["--gain 5", "--no-regression 5", "--margin 5", "--elo0 0 --elo1 20", ""] {
        let line = format!("{asked} {question} --max-games 4000");
        let told = compared(dir.path(), &format!("{line} --threads 1"), 0);
        let blocks = number(&told, "/findings/0/blocks");
        assert!((32.0..1000.0).contains(&blocks), "{question}: {blocks} blocks");
        assert_eq!(compared(dir.path(), &format!("{line} --threads 4"), 0), told, "{question}");
    }
    let worse = "letter-value marginal --against random --rounds 2 --seed 1 --sprt";
    let told = compared(dir.path(), &format!("{worse} --no-regression 5"), 1);
    assert_eq!(told["findings"][0]["verdict"], "worse");
    let told = compared(dir.path(), &format!("{worse} --gain 5"), 1);
    assert_eq!(told["findings"][0]["verdict"], "no better");
    // equal players are reported as neither better nor worse
    let same =
        "random:share=8 random:share=9 --against random --rounds 1 --seed 1 --sprt --margin 4";
    let told = compared(dir.path(), &format!("{same} --max-games 40000"), 0);
    assert_eq!(told["findings"][0]["verdict"], "equal within the margin", "{told:#}");
    // with several settings and candidates, too
    let two = "marginal zero letter-value --against random --rounds 2 --seed 1 --sprt --margin 5";
    let line = format!("{two} --hidden 0,3 --max-games 2000");
    let told = compared(dir.path(), &format!("{line} --threads 1"), 0);
    assert_eq!(compared(dir.path(), &format!("{line} --threads 3"), 0), told);
    // as a percentage of wins
    for question in ["--gain 5", "--no-regression 5", "--margin 5"] {
        let line = format!("{asked} --by wins {question} --max-games 4000");
        let told = compared(dir.path(), &line, 0);
        assert_eq!(told["question"]["unit"], "win share");
        let low = number(&told, "/findings/0/win_share/low");
        let high = number(&told, "/findings/0/win_share/high");
        assert!(low < number(&told, "/findings/0/win_share/difference") && low < high);
    }
}

/// `vowel-balance` with a premium of 4 scores as many points as with 5 against `shadow`, but wins less;
/// `flat` with bids of 2 scores more than with 3 in another field, but wins less.
#[test]
fn points_and_wins_are_both_judged() {
    let dir = scratch();
    let less = "vowel-balance:premium=4 vowel-balance:premium=5 --against shadow --games 800 \
                --rounds 2 --seed 1";
    let told = compared(dir.path(), less, 1);
    assert_eq!(told["findings"][0]["verdict"], "worse");
    assert_eq!(told["question"]["by"], "both");
    let judged = |told: &Value, index: usize| {
        let judgement = &told["findings"][0]["judgements"][index];
        let text = |key: &str| judgement[key].as_str().unwrap().to_owned();
        format!("{} {}", text("by"), text("verdict"))
    };
    assert_eq!([0, 1].map(|index| judged(&told, index)), ["points undecided", "wins worse"]);
    let ran = run(dir.path(), &words(&format!("compare {less} --by points --quiet"))).ended(3);
    assert!(ran.out.contains("by win share it is worse: -4."), "{}", ran.out);
    let mixed = "flat:any=2 flat:any=3 --against letter-value,frequency --games 1200 --rounds 2 \
                 --hidden 0,7 --seed 1";
    let told = compared(dir.path(), mixed, 1);
    assert_eq!(told["findings"][0]["verdict"], "mixed");
    assert_eq!([0, 1].map(|index| judged(&told, index)), ["points better", "wins worse"]);
}

/// Being better overall does not make up for being worse in one setting.
#[test]
fn every_setting_has_a_verdict() {
    let dir = scratch();
    let line = "spender:big=10 spender:big=14 --against letter-value,frequency --games 600 \
                --rounds 2 --hidden 0,7 --seed 1 --by points";
    let told = compared(dir.path(), line, 1);
    let finding = &told["findings"][0];
    assert_eq!(
        (&finding["verdict"], &finding["judgements"][0]["verdict"]),
        (&"mixed".into(), &"better".into())
    );
    let verdicts = [0, 1].map(|index| finding["settings"][index]["verdict"].as_str().unwrap());
    assert_eq!(verdicts, ["better", "worse"]);
    assert!(number(finding, "/settings_differ_p_value") < 0.001);
    let ran = run(dir.path(), &words(&format!("compare {line} --quiet"))).ended(1);
    assert!(ran.out.contains("worse in hidden-7"), "{}", ran.out);
}

#[test]
fn a_sequential_test_that_cannot_decide_says_so() {
    let dir = scratch();
    let line =
        "zero zero --against random --rounds 2 --seed 1 --sprt --elo0 -1 --elo1 1 --max-games 100";
    let told = compared(dir.path(), line, 3);
    assert_eq!(told["findings"][0]["verdict"], "undecided");
    assert_eq!(number(&told, "/findings/0/blocks"), 50.0);
    let few = "marginal letter-value --against random --rounds 2 --seed 1 --sprt --gain 5";
    let told = compared(dir.path(), &format!("{few} --min-games 90 --max-games 100"), 0);
    assert!(number(&told, "/findings/0/blocks") >= 45.0);
}

#[test]
fn reports_are_written_for_ci() {
    let dir = scratch();
    let line = "compare marginal letter-value --against random --rounds 2 --games 60 --seed 1 \
                --quiet --junit verdict.xml --markdown summary.md";
    fs::write(dir.path().join("summary.md"), "# before\n").unwrap();
    let ran = done(dir.path(), line);
    let junit = text(&dir.path().join("verdict.xml"));
    let document = roxmltree::Document::parse(&junit).expect("XML");
    let suite = document.descendants().find(|node| node.has_tag_name("testsuite")).unwrap();
    assert_eq!((suite.attribute("tests"), suite.attribute("failures")), (Some("1"), Some("0")));
    let summary = text(&dir.path().join("summary.md"));
    assert!(summary.starts_with("# before\n### marginal versus letter-value"), "{summary}");
    assert!(summary.contains("marginal: **better**") && ran.out.contains("marginal: better"));
    let worse = "compare letter-value marginal --against random --rounds 2 --games 60 --seed 1 \
                 --quiet --junit verdict.xml";
    run(dir.path(), &words(worse)).ended(1);
    let junit = text(&dir.path().join("verdict.xml"));
    let document = roxmltree::Document::parse(&junit).expect("XML");
    let failure = document.descendants().find(|node| node.has_tag_name("failure")).unwrap();
    assert_eq!(failure.attribute("type"), Some("worse"));
    refused(dir.path(), "compare zero random --games 4 --junit no/such.xml", 4, &["no/such.xml"]);
}

#[test]
fn the_running_time_is_bounded() {
    let dir = scratch();
    let line = "compare marginal shadow --games 1000000 --seed 1 --max-time 1ms --quiet";
    let ran = run(dir.path(), &words(line));
    assert!(ran.out.contains("the time of 1ms was over after"), "{}", ran.out);
    refused(dir.path(), "compare zero random --max-time 5", 2, &["--max-time", "as in 90s"]);
}

#[test]
fn a_single_deal_and_ties_are_not_errors() {
    let dir = scratch();
    let one = "marginal letter-value --against random --rounds 1 --games 1 --seed 1";
    let told = compared(dir.path(), one, 3);
    assert_eq!(number(&told, "/findings/0/blocks"), 1.0);
    assert!(told["findings"][0]["points"]["low"].is_null());
    let ran = run(dir.path(), &words(&format!("compare {one}"))).ended(3);
    assert!(ran.out.contains("a single block has no spread"), "{}", ran.out);
    for (games, said) in [(60, "in all 30 blocks"), (2, "in the only block")] {
        let line = format!("compare zero zero --against zero --games {games} --seed 1");
        let tied = run(dir.path(), &words(&line)).ended(0);
        let sentence = format!("zero: identical {said}\n");
        assert!(tied.out.contains(&sentence), "{}", tied.out);
    }
    // however many blocks, some doubt remains: 1 - 0.05^(1/2000) is 0.1497 %
    let many = "compare zero zero --against zero --rounds 1 --games 4000 --seed 1";
    let tied = run(dir.path(), &words(many)).ended(0);
    assert!(tied.out.contains("at most 0.15 % of the blocks"), "{}", tied.out);
}

#[test]
fn invalid_options_are_named() {
    let dir = scratch();
    for (line, said) in [
        ("compare zero", &["BASELINE"][..]),
        ("compare zero random --gain 5", &["--sprt"]),
        ("compare zero random --sprt --gain 0", &["--gain", "above 0"]),
        ("compare zero random --sprt --elo0 5 --elo1 5", &["--elo0 5", "--elo1 5"]),
        ("compare zero random --sprt --elo0 5", &["elo1"]),
        ("compare zero random --alpha 0.7", &["--alpha", "0.5"]),
        ("compare zero random --sprt --games 5", &["games", "sprt"]),
        ("compare zero xylophone --games 4", &["xylophone"]),
        ("compare zero random --games 4 --seats fixed", &["--seats fixed", "--against"]),
        ("compare zero random --games 4 --player zero", &["--player"]),
        ("compare zero random --sprt --min-games 9 --max-games 5", &["--min-games 9"]),
        ("compare zero random --hidden 0,0 --rounds 2,3 --games 4", &["hidden", "listed twice"]),
        ("compare zero random --games 0", &["games"]),
        ("compare score leave greedy --game scrabble --games 4", &["greedy"]),
        ("compare score leave --against equity,score --game scrabble --games 4", &["2"]),
    ] {
        refused(dir.path(), line, 2, said);
    }
    fs::create_dir(dir.path().join("folder")).unwrap();
    refused(dir.path(), "compare folder zero", 2, &["folders"]);
    refused(dir.path(), "compare folder folder folder", 2, &["not more"]);
    // no partial reports are left behind
    refused(dir.path(), "compare zero xylophone --junit a.xml --markdown a.md", 2, &["xylophone"]);
    assert!(!dir.path().join("a.xml").exists() && !dir.path().join("a.md").exists());
    refused(dir.path(), "compare folder folder", 4, &["folder is not a run"]);
}

#[test]
fn opponents_that_tell_nothing_apart_are_named() {
    let dir = scratch();
    let said =
        |line: &str| run(dir.path(), &words(&format!("compare {line} --seed 1 --quiet"))).out;
    let weak = "frequency letter-value --against zero --games 64";
    let note = "both won every game: stronger opponents would tell them apart by win share";
    assert!(said(weak).contains(note), "{}", said(weak));
    let strong = "zero random --against champion,frequency --games 64";
    let note = "both won no game: weaker opponents would tell them apart by win share";
    assert!(said(strong).contains(note), "{}", said(strong));
    let fair = "frequency letter-value --against marginal --games 64";
    assert!(!said(fair).contains("opponents would tell"), "{}", said(fair));
}

#[test]
fn the_usage_says_what_is_compared() {
    let help = run(scratch().path(), &["compare", "--help"]).ended(0).out;
    let usage = "Usage: lettergame compare [OPTIONS] <CANDIDATE... BASELINE | RUN RUN>\n";
    assert!(help.contains(usage), "{help}");
    assert!(!help.contains("[BASELINE]"), "{help}");
    let refused =
        run(scratch().path(), &["compare", "flat"]).refused(2, &["CANDIDATE... BASELINE"]);
    assert!(!refused.err.contains("[BASELINE]"), "{}", refused.err);
}

/// The difference of -5.97 points has a standard error of 2.721 over 20 blocks; t for 19 degrees of freedom is 2.433 at
/// 0.025, the level of two tests: 60 games times the square of 2.433 * 2.721 / 5.97 are 73.8.
#[test]
fn an_undecided_comparison_says_how_many_games_would_settle_it() {
    let line =
        "compare flat:any=4 flat:any=3 --against frequency,zero --games 60 --rounds 3 --seed 1";
    let ran = run(scratch().path(), &words(line)).ended(3);
    assert!(
        ran.out.contains("60 games of each, 3 players at a table, 3 games to a deal"),
        "{}",
        ran.out
    );
    let said = "a difference in points of this size takes about 74 games to settle";
    assert!(ran.out.contains(said), "{}", ran.out);
}
