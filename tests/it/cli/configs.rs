//! The example configs in `tournaments/`: each has a description and runs as it is.

use crate::program;

use std::fs;
use std::path::{Path, PathBuf};

use program::{run, scratch, table, text};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tournaments")
}

fn configs() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).expect("tournaments/");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut configs: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|kind| kind == "toml")).collect();
    configs.sort();
    configs
}

fn name(path: &Path) -> String {
    path.file_name().expect("a name").to_string_lossy().into_owned()
}

#[test]
fn the_required_tournaments_exist() {
    let names: Vec<String> = configs().iter().map(|path| name(path)).collect();
    for part in ["duel", "field", "sweep", "1v1", "2v2", "5v5", "2v2v2v2", "all", "singles", "ci"] {
        assert!(names.iter().any(|name| name.contains(part)), "none for {part}: {names:?}");
    }
}

#[test]
fn each_states_its_purpose() {
    let readme = text(&folder().join("README.md"));
    for path in configs() {
        let first = text(&path).lines().next().unwrap_or_default().to_owned();
        assert!(first.starts_with("# ") && first.len() > 20, "{}: {first}", path.display());
        assert!(readme.contains(&name(&path)), "{} is not in README.md", path.display());
    }
}

/// The values of the rule that a config sweeps over.
fn swept(path: &Path) -> Vec<String> {
    let config: toml::Table = text(path).parse().expect("TOML");
    if let Some(queue) = config.get("queue").and_then(toml::Value::as_array) {
        return queue.iter().flat_map(in_queue).collect();
    }
    let rules = config.get("rules").and_then(toml::Value::as_table).cloned().unwrap_or_default();
    let lists = rules.iter().filter_map(|(key, value)| Some((key, value.as_array()?)));
    lists.flat_map(|(key, list)| list.iter().map(move |value| format!("{key}-{value}"))).collect()
}

/// The runs of a part of a queue.
fn in_queue(part: &toml::Value) -> Vec<String> {
    let name = part["name"].as_str().expect("a name");
    match part["rules"]["hidden"].as_array() {
        Some(values) => values.iter().map(|value| format!("{name}-hidden-{value}")).collect(),
        None => vec![name.to_owned()],
    }
}

/// Runs a config with two games of each pairing.
fn play(path: &Path, out: &Path) {
    let (path, out) = (path.display().to_string(), out.display().to_string());
    let args = ["tournament", &path, "--games", "2", "--quiet", "--out", &out];
    // the games of a queue are long
    let is_queue = text(Path::new(&path)).contains("[[queue]]");
    let more: &[&str] = if is_queue { &["--rounds", "1"] } else { &[] };
    run(&folder(), &[&args[..], more].concat()).ended(0);
}

fn assert_run(dir: &Path) {
    let scores = table(&dir.join("scores.csv"));
    assert!(!scores.is_empty(), "{}", dir.display());
    assert!(scores.iter().all(|row| row["status"] == "ok"), "{}: a fault", dir.display());
    assert!(!table(&dir.join("standings.csv")).is_empty(), "{}", dir.display());
}

#[test]
fn each_runs_and_a_sweep_creates_a_folder_per_value() {
    let dir = scratch();
    for path in configs() {
        let out = dir.path().join(name(&path));
        play(&path, &out);
        let values = swept(&path);
        if values.is_empty() {
            assert_run(&out);
        } else {
            assert_eq!(fs::read_dir(&out).expect("a folder").count(), values.len());
            values.iter().for_each(|value| assert_run(&out.join(value)));
        }
    }
}

#[test]
fn the_class_formats_exist_for_every_number_of_hidden_letters() {
    const FORMATS: [&str; 7] = ["1v1-", "2v2-", "5v5-", "2v2v2v2-", "eight-", "nine-", "singles-"];
    for path in configs().iter().filter(|path| name(path).starts_with("class-")) {
        let values = swept(path);
        let formats: &[&str] = match &*name(path) {
            "class-field.toml" => continue,
            "class-all.toml" => &FORMATS,
            _ => &[""],
        };
        let hidden = |format: &&str| (0..=7).map(|n| format!("{format}hidden-{n}")).collect();
        let all: Vec<String> = formats.iter().flat_map::<Vec<String>, _>(hidden).collect();
        assert_eq!(values, all, "{}", path.display());
    }
}

#[test]
fn a_sweep_on_the_command_line_creates_a_folder_per_value() {
    let dir = scratch();
    for (values, expected) in
        [("0..2", vec!["0", "1", "2"]), ("3,5", vec!["3", "5"]), ("4", vec![])]
    {
        let out = dir.path().join(values).display().to_string();
        let args = ["--players", "zero", "--games", "2", "--rounds", "1", "--quiet"];
        let sweep = ["--hidden", values, "--out", &out];
        run(dir.path(), &[&["tournament"], &args[..], &sweep].concat()).ended(0);
        for value in &expected {
            assert_run(&Path::new(&out).join(format!("hidden-{value}")));
        }
        assert_eq!(expected.is_empty(), Path::new(&out).join("scores.csv").exists(), "{values}");
    }
}

/// Two rules with several values: a run for each combination, resumed, verified, reported and compared as one.
#[test]
fn two_rules_with_several_values_are_an_experiment() {
    let dir = scratch();
    let at = dir.path();
    let cells = |out: &str, player: &str| {
        let line =
            format!("tournament --players {player},zero --games 4 --seed 4 --quiet --out {out}");
        program::done(at, &format!("{line} --hidden 0,3 --set rounds=1,2 --continue"));
    };
    cells("sweep", "letter-value");
    let labels =
        ["hidden-0-rounds-1", "hidden-0-rounds-2", "hidden-3-rounds-1", "hidden-3-rounds-2"];
    labels.iter().for_each(|label| assert_run(&at.join("sweep").join(label)));
    let line = "tournament --players letter-value,zero --games 4 --seed 4 --hidden 3 --rounds 1";
    program::done(at, &format!("{line} --quiet --out single"));
    program::assert_same_rows(&at.join("sweep/hidden-3-rounds-1"), &at.join("single"));
    // a cell that is lost is played again
    fs::remove_dir_all(at.join("sweep").join(labels[1])).unwrap();
    cells("sweep", "letter-value");
    program::done(at, "resume sweep --quiet");
    program::done(at, "verify sweep --quiet");
    let report = program::done(at, "report sweep --format json").out;
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["setting"], "hidden, rounds");
    let runs = report["runs"].as_array().unwrap();
    let values = |key: &str| runs.iter().map(|run| run["run"][key].clone()).collect::<Vec<_>>();
    assert_eq!(values("label"), labels);
    assert_eq!(values("setting"), ["0, 1", "0, 2", "3, 1", "3, 2"]);
    let text = program::done(at, "report sweep --format markdown --html sweep.html").out;
    assert!(text.contains("Mean score by hidden and rounds"), "{text}");
    assert!(text.contains("| hidden | rounds-1 | rounds-2 |"), "{text}");
    let page = program::text(&at.join("sweep.html"));
    assert!(page.contains("Mean score over hidden and rounds") && page.contains("3, 2"));
    // cell by cell, and together
    cells("other", "frequency");
    let ran = program::run(at, &program::words("compare sweep other --format json"));
    let compared: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let settings = compared["findings"][0]["settings"].as_array().unwrap();
    let settings: Vec<&serde_json::Value> = settings.iter().map(|own| &own["setting"]).collect();
    assert_eq!(settings, labels);
    let line = "compare letter-value frequency --against zero --hidden 0,3 --rounds 1,2 --games 4";
    let ran = program::run(at, &program::words(&format!("{line} --seed 4 --format json --quiet")));
    let played: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(played["parameters"]["settings"].as_array().unwrap().len(), 4);
}

/// A run of a sweep equals the run with only that value.
#[test]
fn a_run_of_a_sweep_equals_a_plain_run_of_its_value() {
    let dir = scratch();
    let line = "tournament --players letter-value,random --games 10 --rounds 1 --seed 4 --quiet";
    program::done(dir.path(), &format!("{line} --hidden 2,5 --out sweep"));
    program::done(dir.path(), &format!("{line} --hidden 5 --out single"));
    program::assert_same_rows(&dir.path().join("sweep/hidden-5"), &dir.path().join("single"));
}
