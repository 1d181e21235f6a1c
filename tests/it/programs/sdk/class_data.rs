//! Data files of class players: a class's own lists in place of ours, and missing files.

use std::fs;
use std::path::Path;

use crate::program;
use crate::programs::sdk::class_api::{command, players};
use crate::programs::sdk::play::Run;
use crate::programs::sdk::tools::JAVA;
use lettergame_xtest::installed;

const READER: &str = "words.t4.Reader";
/// The message about a file that the player names but that does not exist.
const MISSING: &str = "the player names the file src/words/g3/cleaned.txt, which does not exist";

/// A folder of data like that of a class: three words, two of seven letters, and a list of a group.
fn class_data(folder: &Path) {
    for (name, text) in [
        ("files/wordlist.txt", "CAT\r\nQUARTZY\r\nTACKLES\r\n"),
        ("files/7letterWords.txt", "QUARTZY\nTACKLES\n"),
        ("src/words/g3/cleaned.txt", "CAT\n"),
        ("src/words/g3/Group3Player.java", "no data"),
    ] {
        let place = folder.join(name);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(place, text).unwrap();
    }
}

#[test]
fn a_missing_file_is_named_once() {
    if installed(&JAVA) {
        let reader = command(players(), READER);
        let run = Run::of(&[&reader, "zero"], "--games 5 --rounds 1 --threads 1").ended(0);
        let log = run.log();
        assert_eq!(
            log.matches("reader: 270853 words, 33306 of seven, -1 cleaned").count(),
            5,
            "{log}"
        );
        // by each of the processes, one for each seat
        assert_eq!(log.matches(MISSING).count(), 2, "{log}");
        assert_eq!(
            log.matches("the player names the file").count(),
            2,
            "only what is missing: {log}"
        );
    }
}

/// Plays a config with this player and returns the logs.
fn logged(folder: &Path, config: &str) -> String {
    let command = command(players(), READER);
    let command = command.strip_prefix("cmd:").unwrap();
    let config = config.replace("COMMAND", command);
    fs::write(folder.join("class.toml"), config).unwrap();
    program::done(folder, "tournament class.toml --quiet --threads 1 --out run --force");
    let logs = program::snapshot(&folder.join("run/logs"));
    logs.into_values().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect()
}

const HEAD: &str = "games = 2\nseed = 1\nrules.rounds = 1\nplayers = [\"zero\"]\n";

#[test]
fn a_class_can_replace_our_lists_with_its_own() {
    if !installed(&JAVA) {
        return;
    }
    let folder = program::scratch();
    class_data(&folder.path().join("class"));
    let own = "reader: 3 words, 2 of seven, 1 cleaned";
    let one = format!("{HEAD}[[player]]\nname = \"r\"\ncommand = \"COMMAND\"\ndata = \"class\"\n");
    let log = logged(folder.path(), &one);
    assert!(log.contains(own) && !log.contains(MISSING), "{log}");
    let all = format!("{HEAD}data = \"class\"\n[[player]]\nname = \"r\"\ncommand = \"COMMAND\"\n");
    assert!(logged(folder.path(), &all).contains(own));
    // the stored config says so too, wherever it is
    let kept = program::text(&folder.path().join("run/config.toml"));
    assert!(kept.contains("data = \"../class\""), "{kept}");
    let reader = command(players(), READER);
    let line = "tournament --games 2 --seed 1 --rounds 1 --data class --quiet --out cli --players";
    let mut words: Vec<&str> = line.split(' ').collect();
    let both = format!("{reader},zero");
    words.push(&both);
    program::run(folder.path(), &words).ended(0);
    let logs = program::snapshot(&folder.path().join("cli/logs"));
    let log: String =
        logs.into_values().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect();
    assert!(log.contains(own), "{log}");
}

#[test]
fn a_missing_data_folder_is_named() {
    let folder = program::scratch();
    let text = format!("{HEAD}[[player]]\nname = \"r\"\ncommand = \"sh x\"\ndata = \"none\"\n");
    fs::write(folder.path().join("t.toml"), text).unwrap();
    let none = folder.path().join("none").display().to_string();
    program::refused(
        folder.path(),
        "tournament t.toml --out run",
        4,
        &["player `r`", &none, "data"],
    );
}
