//! Players of the class simulator in a season: handed in as they are, compiled, checked, played.

use std::fs;
use std::path::Path;
use std::process::Command;

use lettergame_arena::AuditPace;
use lettergame_protocol::HostOptions;
use lettergame_season::{Checking, HandedIn, Season, Source, TEACHER};

use crate::program::{self, EXE, done, edit, run, words};
use crate::programs::sdk::tools::JAVA;
use lettergame_xtest::installed;

/// The sources of tests.
fn data(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/class-java");
    program::text(&root.join(path))
}

fn put(place: &Path, text: &str) {
    fs::create_dir_all(place.parent().unwrap()).unwrap();
    fs::write(place, text).unwrap();
}

/// What a student has on their machine: a player, the simulator and a word list.
fn project(folder: &Path) {
    put(&folder.join("src/words/t4/Reader.java"), &data("players/words/t4/Reader.java"));
    for class in ["Player", "Letter", "PlayerBids", "SecretState", "Word"] {
        let name = format!("words/core/{class}.java");
        put(&folder.join("src").join(&name), &data(&format!("stub/{name}")));
    }
    put(&folder.join("files/wordlist.txt"), "CAT\nQUARTZY\nTACKLES\n");
}

fn season(dir: &Path, rules: &str) {
    done(
        dir,
        &format!("season init s --seed 5 --confidence 0.999999999 --format duel:rounds=2{rules}"),
    );
    edit(&dir.join("s/season.toml"), "match-seconds = 10", "match-seconds = 1");
}

#[test]
fn a_class_player_is_handed_in_plays_and_its_rows_verify() {
    if !installed(&JAVA) {
        return;
    }
    let folder = program::scratch();
    let at = folder.path();
    season(at, ",preset=simulator");
    done(at, "season add s mice zero --quiet");
    project(&at.join("mine"));
    let ran = done(at, "season add s owls mine");
    assert!(ran.out.contains("duel: a game: pass"), "{}", ran.out);
    assert!(!ran.out.contains("played by the preset"), "{}", ran.out);
    // the version has everything that it needs
    fs::remove_dir_all(at.join("mine")).unwrap();
    done(at, "season play s --matches 1 --quiet");
    let game = at.join("s/matches/0000/0000001");
    let rows = program::table(&game.join("scores.csv"));
    assert!(rows.iter().all(|row| row["status"] == "ok"), "{rows:?}");
    let log = program::text(&game.join("logs/owls.1.log"));
    assert!(log.contains("reader: 3 words"), "its own list is the one that it reads: {log}");
    done(at, &format!("verify {} --replay --quiet", game.display()));
    done(at, "season verify s --quiet");
    // what is compiled differently does not play
    let class = at.join("s/players/owls/1/class-player/players/words/t4/Reader.class");
    fs::write(class, "other").unwrap();
    let ran = run(at, &words("season play s --matches 1")).ended(4);
    assert!(ran.err.contains("were changed since they were accepted"), "{}", ran.err);
}

#[test]
fn a_class_player_that_does_not_compile_is_refused_with_what_javac_says() {
    if !installed(&JAVA) {
        return;
    }
    let folder = program::scratch();
    let at = folder.path();
    season(at, "");
    // alone, as it is, by rules that it was not written for
    put(&at.join("Reader.java"), &data("players/words/t4/Reader.java"));
    let ran = done(at, "season add s owls Reader.java");
    let said = "duel: played by the preset `words`; players of the class simulator are written for `simulator`";
    assert!(ran.out.contains(said), "{}", ran.out);
    done(at, "season add s mice zero --quiet");
    done(at, "season play s --matches 1 --quiet");
    let config = program::text(&at.join("s/matches/0000/0000001/config.toml"));
    assert!(config.contains("preset = \"words\""), "all teams play by the same rules: {config}");
    edit(
        &at.join("Reader.java"),
        "package words.t4;",
        "package words.t4; import words.t4.Missing;",
    );
    let ran = run(at, &words("season add s owls Reader.java")).ended(1);
    assert!(ran.out.contains("\nReader.java: line "), "{}", ran.out);
    assert!(ran.out.contains("cannot find symbol"), "{}", ran.out);
    assert!(ran.err.contains("refused `Reader.java`; owls.1 plays on"), "{}", ran.err);
    assert_eq!(fs::read_dir(at.join("s/players/owls")).unwrap().count(), 1);
    let several = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/class-java/players");
    let ran = run(at, &["season", "add", "s", "owls", &several.display().to_string()]).ended(1);
    let said = "words.t1.Witness, words.t2.Inheritor, words.t3.Meddler, words.t4.Reader; hand in one of them";
    assert!(ran.out.contains(said), "{}", ran.out);
}

#[test]
fn a_class_player_without_a_jdk_is_refused() {
    let folder = program::scratch();
    let at = folder.path();
    season(at, "");
    put(&at.join("Reader.java"), &data("players/words/t4/Reader.java"));
    let mut add = program::program(at, &words("season add s owls Reader.java"));
    let ran = program::ran(add.env("PATH", at), "season add without a PATH").ended(1);
    let said = "cannot find `javac`, which players of the class simulator need; install a JDK";
    assert!(ran.out.contains(said), "{}", ran.out);
}

#[test]
fn an_uploaded_archive_with_a_class_player_is_accepted() {
    if !installed(&JAVA) {
        return;
    }
    let folder = program::scratch();
    let at = folder.path();
    season(at, "");
    project(&at.join("mine"));
    let mut jar = Command::new("jar");
    jar.args(["--create", "--no-manifest", "--file", "upload", "-C", "mine", "."]);
    assert!(jar.current_dir(at).status().expect("jar").success());
    let mut season = Season::open(&at.join("s")).unwrap();
    let (team, lexicon) = (season.add_team("owls", TEACHER).unwrap(), season.words().unwrap());
    let checking = Checking {
        words: &lexicon,
        host_options: &HostOptions { launcher: Some(EXE.into()), ..HostOptions::default() },
        pace: AuditPace::Quick,
        tell: &|_| (),
    };
    let source = Source::Upload { name: "mine.zip".to_owned(), file: at.join("upload") };
    let ended = season.hand_in(&team, (&source, None), "owls", &checking).unwrap();
    assert!(matches!(&ended, HandedIn::Accepted { version: 1, .. }), "{ended:?}");
    assert!(at.join("s/players/owls/1/class-player/players/words/t4/Reader.class").is_file());
}
