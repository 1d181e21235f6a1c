//! `report --html`: the page of real runs.

#![cfg(unix)]

use crate::program;

use std::fs;
use std::path::Path;

use program::{done, refused, scratch, snapshot, text};

const RUN: &str = "tournament --players letter-value,random,zero --rounds 2 --games 12 --seed 7 --record rounds --out run";

fn page_of(dir: &Path, line: &str) -> String {
    done(dir, &format!("{line} --html page.html"));
    text(&dir.join("page.html"))
}

#[test]
fn a_run_becomes_one_self_contained_page() {
    let dir = scratch();
    done(dir.path(), RUN);
    let page = page_of(dir.path(), "report run");
    assert!(page.starts_with("<!DOCTYPE html><html lang=\"en\">") && page.ends_with("</html>"));
    for shown in
        ["letter-value", "Who beats whom", "Score over rounds", "Word points against spent"]
    {
        assert!(page.contains(shown), "{shown}");
    }
    assert!(page.contains("lettergame tournament run/config.toml --out ELSEWHERE"));
    assert!(page.contains("data-replay=\"lettergame replay run --game \""));
    let bare = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    assert!(!bare.contains("http:") && !bare.contains("https:") && !bare.contains("NaN"));
}

#[test]
fn a_page_on_two_players_leaves_out_what_their_standings_show() {
    let dir = scratch();
    done(
        dir.path(),
        "tournament --players flat,zero --games 20 --rounds 2 --seed 1 --out run --quiet",
    );
    let page = page_of(dir.path(), "report run");
    assert!(page.contains("Scores of single games") && page.contains("Table: point differences"));
    for title in ["Who beats whom", ">Places<", "Without a single order", "Ecology"] {
        assert!(!page.contains(title), "{title}");
    }
}

#[test]
fn the_same_run_gives_the_same_page_and_table() {
    let dir = scratch();
    done(dir.path(), RUN);
    let plain = done(dir.path(), "report run").out;
    let first = page_of(dir.path(), "report run");
    let ran = done(dir.path(), "report run --html page.html");
    assert_eq!((ran.out, text(&dir.path().join("page.html"))), (plain, first));
    assert!(ran.err.contains("page.html"));
}

#[test]
fn a_replay_command_of_the_page_works() {
    let dir = scratch();
    done(dir.path(), RUN);
    let page = page_of(dir.path(), "report run");
    let command = page.split("data-copy=\"lettergame ").nth(2).expect("a game worth a look");
    let command = command.split('"').next().expect("its end");
    assert!(command.starts_with("replay run --game "), "{command}");
    done(dir.path(), command);
}

#[test]
fn several_runs_share_a_page() {
    let dir = scratch();
    for hidden in [1, 3] {
        let out = format!("sweep/hidden-{hidden}");
        let line = format!(
            "tournament --players letter-value,random --rounds 1 --games 4 --seed 7 --hidden {hidden} --out {out}"
        );
        done(dir.path(), &line);
    }
    let page = page_of(dir.path(), "report sweep");
    assert!(page.contains("Mean score over hidden") && page.contains("hidden-3"));
}

#[test]
fn an_unwritable_page_is_an_error() {
    let dir = scratch();
    done(dir.path(), RUN);
    refused(dir.path(), "report run --html nowhere/page.html", 4, &["nowhere/page.html", "--html"]);
}

#[test]
fn a_page_never_replaces_a_file_of_a_run() {
    let dir = scratch();
    done(dir.path(), RUN);
    fs::create_dir(dir.path().join("run/logs")).expect("a folder");
    fs::write(dir.path().join("run/logs/x.log"), "said").expect("written");
    fs::write(dir.path().join("free.csv"), "mine").expect("written");
    std::os::unix::fs::symlink("run/scores.csv", dir.path().join("link")).expect("a link");
    let before = snapshot(dir.path());
    for file in [
        "run/scores.csv",
        "run/../run/rounds.csv",
        "run/config.toml",
        "run/standings.csv",
        "run/timing.json",
        "run/faults.jsonl",
        "run/ranking.csv",
        "run/plies.csv",
        "run/logs/x.log",
        "link",
    ] {
        for option in ["--html", "--parquet"] {
            let said = [file, "is a file of a run", option];
            refused(dir.path(), &format!("report run {option} {file}"), 2, &said);
        }
    }
    for option in ["--html", "--parquet"] {
        refused(dir.path(), &format!("report run {option} -"), 2, &[option, "`./-`"]);
    }
    assert_eq!(snapshot(dir.path()), before);
    // a file with such a name elsewhere is allowed, and so is another one beside the rows
    fs::create_dir(dir.path().join("elsewhere")).expect("a folder");
    done(dir.path(), "report run --html elsewhere/scores.csv");
    done(dir.path(), "report run --html run/page.html");
}

#[test]
fn an_older_page_is_replaced_in_one_step() {
    let dir = scratch();
    done(dir.path(), RUN);
    let [page, old, link] =
        ["page.html", "old.html", "link.html"].map(|name| dir.path().join(name));
    fs::write(&page, "old").expect("written");
    fs::hard_link(&page, &old).expect("a second name");
    std::os::unix::fs::symlink("page.html", &link).expect("a link");
    done(dir.path(), "report run --html link.html");
    assert_eq!(text(&old), "old", "the old file is whole until the new one has its name");
    assert!(text(&page).starts_with("<!DOCTYPE html>") && link.is_symlink());
    let names = fs::read_dir(dir.path()).expect("a folder").count();
    assert_eq!(names, 4, "run, page, old page, link: no draft stays");
    done(dir.path(), "report run --html /dev/null");
    assert!(!Path::new("/dev/null").is_file());
}
