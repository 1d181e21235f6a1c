//! `new-player --class`: from the work of a class to a tournament.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::program::{self, Ran};
use crate::programs::sdk::tools::{JAVA, sdk};
use lettergame_xtest::installed;

fn put(place: &Path, text: &str) {
    fs::create_dir_all(place.parent().unwrap()).unwrap();
    fs::write(place, text).unwrap();
}

fn data(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/class-java");
    program::text(&root.join(path))
}

/// A project like that of a class: players, one of them faulty, one that does not compile, one that cannot be
/// instantiated, the simulator itself, and word lists.
fn class_project(folder: &Path) {
    let sample = |name: &str| program::text(&sdk().join("java/samples/words").join(name));
    put(&folder.join("src/words/g0/LetterValuePlayer.java"), &sample("g0/LetterValuePlayer.java"));
    put(&folder.join("src/words/g6/Group6Player.java"), &sample("g6/Group6Player.java"));
    put(&folder.join("src/words/t4/Reader.java"), &data("players/words/t4/Reader.java"));
    put(
        &folder.join("src/words/g2/Broken.java"),
        "package words.g2;\nclass Broken extends words.core.Player {\n",
    );
    let argument = data("players/words/t4/Reader.java").replace("words.t4", "words.g8").replace(
        "    @Override\n    public void startNewGame",
        "    public Reader(int x) {\n    }\n\n    @Override\n    public void startNewGame",
    );
    put(&folder.join("src/words/g8/Reader.java"), &argument);
    put(
        &folder.join("src/words/core/Player.java"),
        "package words.core;\npublic class Player { this is no Java }\n",
    );
    put(&folder.join("files/wordlist.txt"), "CAT\nQUARTZY\nTACKLES\n");
}

fn imported(folder: &Path, path: &str, code: i32) -> Ran {
    program::run(folder, &["new-player", "--class", path, "made"]).ended(code)
}

#[test]
fn a_folder_of_players_becomes_a_tournament() {
    if !installed(&JAVA) {
        return;
    }
    let folder = program::scratch();
    class_project(&folder.path().join("project"));
    let ran = imported(folder.path(), "project/src", 1);
    for said in [
        "Broken.java: line 2: reached end of file",
        "words.g8.Reader: it has no constructor",
        "1 of 3 players are not ready",
    ] {
        assert!(ran.err.contains(said), "`{said}` is not in {}", ran.err);
    }
    let row = |class: &str| ran.out.lines().find(|line| line.contains(class)).unwrap_or_default();
    assert!(row("words.g0.LetterValuePlayer").contains(" yes "), "{}", ran.out);
    assert!(row("words.g6.Group6Player").contains("ArrayIndexOutOfBounds"), "{}", ran.out);
    let reader = row("words.t4.Reader");
    assert!(reader.contains(" yes ") && reader.contains("src/words/g3/cleaned.txt"), "{}", ran.out);
    assert!(!ran.out.contains("Broken") && !ran.out.contains("words.core.Player"), "{}", ran.out);
    let config = program::text(&folder.path().join("made/tournament.toml"));
    assert!(
        config.contains("preset = \"simulator\"") && config.contains("data = \"data\""),
        "{config}"
    );
    assert_eq!(config.matches("[[player]]").count(), 3, "{config}");
    let printed = program::done(folder.path(), "tournament made/tournament.toml --print-config");
    assert!(printed.out.contains("record = \"plies\""), "games can be replayed: {}", printed.out);
    plays_from_elsewhere(folder.path());
}

/// The folder is self-contained: it plays where it is moved to, without the project.
fn plays_from_elsewhere(folder: &Path) {
    fs::remove_dir_all(folder.join("project")).unwrap();
    fs::rename(folder.join("made"), folder.join("moved")).unwrap();
    // the faulty player fails in every game
    let line = "tournament moved/tournament.toml --games 3 --rounds 2 --seed 1 --quiet --out run";
    program::run(folder, &line.split(' ').collect::<Vec<_>>()).ended(4);
    let rows = program::table(&folder.join("run/scores.csv"));
    assert_eq!(rows.len(), 9);
    for row in rows {
        let status = if row["player"] == "Group6Player" { "banned" } else { "ok" };
        assert_eq!(row["status"], status, "{row:?}");
    }
    assert!(program::done(folder, "replay run --game 0").out.contains("Group6Player"));
    let log = program::text(&folder.join("run/logs/Reader.log"));
    assert!(log.contains("reader: 3 words"), "{log}");
}

#[test]
fn a_jar_and_a_single_file_are_accepted_too() {
    if !installed(&JAVA) {
        return;
    }
    let folder = program::scratch();
    class_project(&folder.path().join("project"));
    imported(folder.path(), "project/src/words/g0/LetterValuePlayer.java", 0);
    let mut jar = Command::new("jar");
    jar.args(["cf", "class.jar", "-C", "made/players", "."]).current_dir(folder.path());
    assert!(jar.status().expect("jar").success());
    fs::rename(folder.path().join("made"), folder.path().join("first")).unwrap();
    let ran = imported(folder.path(), "class.jar", 0);
    assert!(ran.out.contains("words.g0.LetterValuePlayer"), "{}", ran.out);
    let config = program::text(&folder.path().join("made/tournament.toml"));
    assert!(
        config.contains("players = [\"letter-value\"]"),
        "alone it needs an opponent: {config}"
    );
}

#[test]
fn the_absence_of_a_player_is_reported() {
    if !installed(&JAVA) {
        return;
    }
    let folder = program::scratch();
    put(&folder.path().join("empty/Other.java"), "class Other {}\n");
    imported(folder.path(), "empty", 4)
        .refused(4, &["there is no class player in", "words.core.Player"]);
    assert!(!folder.path().join("made").exists(), "it is not in the way of the next attempt");
    let none = program::run(folder.path(), &["new-player", "--class", "none", "made2"]);
    none.refused(4, &["cannot read none"]);
    let both =
        program::run(folder.path(), &["new-player", "--class", "empty", "--lang", "java", "made3"]);
    both.refused(2, &["--class", "--lang"]);
}

/// The players of an older edition, imported and played under its rules.
fn edition_plays(edition: &str, preset: &str, said: &[&str]) {
    if !installed(&JAVA) {
        return;
    }
    let folder = program::scratch();
    let source =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/class-java/editions").join(edition);
    imported(folder.path(), &source.display().to_string(), 0);
    let config = program::text(&folder.path().join("made/tournament.toml"));
    assert!(config.contains(&format!("preset = \"{preset}\"")), "{config}");
    let line = "tournament made/tournament.toml --games 4 --rounds 2 --seed 1 --threads 1 --quiet --out run";
    program::done(folder.path(), line);
    let rows = program::table(&folder.path().join("run/scores.csv"));
    assert!(rows.iter().all(|row| row["status"] == "ok"), "{rows:?}");
    let logs = program::snapshot(&folder.path().join("run/logs"));
    let log: String =
        logs.into_values().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect();
    for said in said {
        assert!(log.contains(said), "`{said}` is not in {log}");
    }
}

#[test]
fn players_of_2012_play() {
    // two seats, three hidden letters: ten auctions per round
    let said = ["plain: round 0 of 2, 10 results, null", "plain: round 1 of 2, 20 results, ["];
    edition_plays("seven-2012", "simulator", &said);
}

#[test]
fn players_of_2009_play() {
    edition_plays("seven-2009", "seven", &["short: 8 bids", "long: seat 1, 3 hidden"]);
}

#[test]
fn players_of_the_first_simulator_play() {
    edition_plays("lettergame-ui", "seven", &["first: 7 letters"]);
}
