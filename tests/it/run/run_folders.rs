//! Where runs go if no folder is given, and that published files name no folder of a user.

#![cfg(unix)]

use crate::program;

use std::fs;
use std::path::Path;

use program::{done, example, refused, scratch, text};

const FIELD: &str = "tournament --players zero,random --rounds 1 --games 4 --quiet";

fn runs(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir.join("tournaments/results")).expect("results");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
    let mut names: Vec<_> =
        entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn runs_without_an_explicit_folder_never_collide() {
    let dir = scratch();
    for line in [
        format!("{FIELD} --seed 7"),
        format!("{FIELD} --seed 7"),
        format!("{FIELD} --seed 7 --schedule round-robin"),
        format!("{FIELD} --seed 7 --hidden 0,3"),
        format!("{FIELD} --seed 7 --name cup"),
    ] {
        done(dir.path(), &line);
    }
    let expected = [
        "cup-7",
        "zero-random-7",
        "zero-random-7-2",
        "zero-random-7-sweep",
        "zero-random-round-robin-7",
    ];
    assert_eq!(runs(dir.path()), expected);
    // exactly this run is continued, and only a run is replaced
    done(dir.path(), &format!("{FIELD} --seed 7 --continue"));
    done(dir.path(), &format!("{FIELD} --seed 7 --force"));
    assert_eq!(runs(dir.path()), expected);
    done(dir.path(), &format!("{FIELD} --seed 7 --set start-points=50 --continue"));
    assert_eq!(runs(dir.path())[3], "zero-random-7-3");
}

#[test]
fn the_end_of_a_run_names_its_folder_and_the_next_commands() {
    let dir = scratch();
    let line = "tournament --players zero,random --rounds 1 --games 4 --seed 7";
    let said = done(dir.path(), line).err;
    let next: Vec<&str> = said
        .lines()
        .filter_map(|line| line.split_once("lettergame "))
        .map(|(_, next)| next)
        .collect();
    assert!(said.contains("files in tournaments/results/zero-random-7"), "{said}");
    assert_eq!(next.len(), 2, "{said}");
    next.iter().for_each(|line| drop(done(dir.path(), line)));
    assert!(dir.path().join("report.html").is_file());
    let why = "tournaments/results/zero-random-7 is taken, so this run goes to tournaments/results/zero-random-7-2;";
    assert!(!said.contains("is taken"), "{said}");
    let again = done(dir.path(), line).err;
    assert_eq!(again.matches(why).count(), 1, "{again}");
    assert!(again.contains("\nfiles in tournaments/results/zero-random-7-2\n"), "{again}");
}

#[test]
fn a_published_config_names_no_folder_of_its_user() {
    let dir = scratch();
    let old = dir.path().join("old");
    fs::create_dir_all(old.join("bots")).unwrap();
    fs::copy(example("faulty"), old.join("bots/faulty")).unwrap();
    fs::write(old.join("words.txt"), "CAT\nDOG\nTEA\n").unwrap();
    let config = "players = [\"zero\"]\ngames = 3\nseed = 1\nlexicon = \"words.txt\"\n\n[rules]\nrounds = 1\n\n\
                  [[player]]\nname = \"guest\"\ncommand = \"./faulty plain\"\ncwd = \"bots\"\n";
    fs::write(old.join("guests.toml"), config).unwrap();
    done(&old, "tournament guests.toml --sandbox off --quiet --out results/guests");
    let written = text(&old.join("results/guests/config.toml"));
    assert!(!written.contains(&*dir.path().to_string_lossy()), "{written}");
    assert!(written.contains("cwd = \"../../bots\""), "{written}");
    assert!(written.contains("lexicon = \"../../words.txt\""), "{written}");
    // it can be moved together with its players, and repeated there
    let new = dir.path().join("new");
    fs::rename(&old, &new).unwrap();
    done(&new, "resume results/guests --sandbox off --quiet");
    done(&new, "verify results/guests --replay --quiet");
    done(&new, "tournament results/guests/config.toml --sandbox off --quiet --out again");
    assert_eq!(text(&new.join("again/scores.csv")), text(&new.join("results/guests/scores.csv")));
    // a link to the folder leads to the same players
    std::os::unix::fs::symlink(new.join("results"), dir.path().join("link")).unwrap();
    done(dir.path(), "resume link/guests --sandbox off --quiet");
    fs::remove_file(new.join("bots/faulty")).unwrap();
    refused(&new, "tournament results/guests/config.toml --sandbox off --out other", 4, &["guest"]);
}
