//! Players of the class simulator play unmodified, as they did there.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::program;
use crate::programs::sdk::play::{Row, Run};
use crate::programs::sdk::tools::{JAVA, class_player, classes, compile};
use lettergame_xtest::installed;

/// Prints once per virtual machine, and once per game.
const STARTS: &str = r#"
package words.own;

import java.util.ArrayList;
import java.util.List;
import words.core.Letter;
import words.core.Player;
import words.core.PlayerBids;
import words.core.SecretState;

public class Starts extends Player {
    static {
        if (System.getProperty("starts") == null) {
            System.setProperty("starts", "yes");
            System.out.println("a new machine");
        }
        System.out.println("a new game");
    }

    @Override
    public int bid(
            Letter letter, List<PlayerBids> past, int rounds, ArrayList<String> names, SecretState state, int id) {
        return 1 + past.size() % 3;
    }
}
"#;

/// Compiles this player into a folder.
fn compile_starts(into: &Path) {
    let source = into.join("Starts.java");
    fs::create_dir_all(into).unwrap();
    fs::write(&source, STARTS).unwrap();
    compile(into, &["-cp", &classes().display().to_string()], &[source]);
}

type Place = (String, String, String);

/// Rounds by game, round and seat.
fn rounds(run: &Run) -> BTreeMap<Place, Row> {
    let rows = run.table("rounds.csv").into_iter();
    rows.map(|row| ((row["game"].clone(), row["round"].clone(), row["seat"].clone()), row))
        .collect()
}

/// The bids of each round in order, by game and round. A round ends with the words.
fn bids(run: &Run, seats: usize) -> BTreeMap<(String, String), Vec<Row>> {
    let mut words: BTreeMap<String, usize> = BTreeMap::new();
    let mut bids: BTreeMap<(String, String), Vec<Row>> = BTreeMap::new();
    for row in run.table("plies.csv") {
        let named = words.entry(row["game"].clone()).or_default();
        if row["move"].starts_with("word") {
            *named += 1;
        } else {
            let round = (*named / seats + 1).to_string();
            bids.entry((row["game"].clone(), round)).or_default().push(row);
        }
    }
    bids
}

fn letter_values(word: &str) -> u32 {
    let value = |letter| match letter {
        'D' | 'G' => 2,
        'B' | 'C' | 'M' | 'P' => 3,
        'F' | 'H' | 'V' | 'W' | 'Y' => 4,
        'K' => 5,
        'J' | 'X' => 8,
        'Q' | 'Z' => 10,
        _ => 1,
    };
    word.chars().map(value).sum()
}

/// Class players play the word with the highest sum of letters, of any length; the built-in one counts the
/// bonus. In the preset `simulator` a word of any length counts, and the bonus goes to seven letters or more.
/// So if the built-in word is shorter than that, there is no longer one, and both gain the same. Otherwise
/// the class player may gain less, though never in letter values; from then on points differ, and so does
/// what can be paid.
#[test]
fn letter_value_of_the_class_matches_the_built_in_one() {
    if !installed(&JAVA) {
        return;
    }
    let rules = "--games 40 --preset simulator";
    let class = class_player("g0.LetterValuePlayer");
    let built_in = Run::of(&["letter-value", "letter-value"], rules).ended(0);
    let class = Run::of(&["letter-value", &class], rules).ended(0);
    assert!(class.faults().is_empty(), "{:?}", class.faults());
    let (theirs, ours) = (rounds(&class), rounds(&built_in));
    let (their_bids, our_bids) = (bids(&class, 2), bids(&built_in, 2));
    let (mut alike, mut without_bonus) = (0, 0);
    for game in 0..40 {
        for round in 1..=10 {
            let key = (game.to_string(), round.to_string());
            assert_eq!(their_bids[&key], our_bids[&key], "game {game}, round {round}");
            let rows = [0, 1].map(|seat| {
                let place = (key.0.clone(), key.1.clone(), seat.to_string());
                (&theirs[&place], &ours[&place])
            });
            for (class, built_in) in rows {
                assert_eq!(class["letters"], built_in["letters"], "game {game}, round {round}");
                let [said, best] = [class, built_in].map(|row| letter_values(&row["word"]));
                assert!(said >= best, "{class:?} {built_in:?}");
                if built_in["word"].len() < 7 {
                    assert_eq!(class["points_gained"], built_in["points_gained"], "{class:?}");
                    without_bonus += 1;
                }
            }
            alike += 1;
            if rows.iter().any(|(class, built_in)| class["score"] != built_in["score"]) {
                break;
            }
        }
    }
    assert!(alike > 100 && without_bonus > 100, "{alike} rounds, {without_bonus} without a bonus");
}

/// Plays without a fault, gives the same rows with other numbers of threads, and leaves nothing behind.
fn plays_well(name: &str, logged: &str) {
    let run = |threads: u32| {
        let more = format!("--games 10 --rounds 2 --threads {threads}");
        let run = Run::of(&["letter-value", &class_player(name), "zero"], &more).ended(0);
        assert!(run.faults().is_empty(), "{name}: {:?}", run.faults());
        assert!(run.log().contains(logged), "{name}: `{logged}` is not in the log");
        assert!(run.left_behind().is_empty(), "{name}: {:?}", run.left_behind());
        run
    };
    let before = program::snapshot(classes());
    assert!(run(1).nameless() == run(2).nameless(), "{name}: other rows");
    assert!(program::snapshot(classes()) == before, "{name}: its own folder has changed");
}

#[test]
fn players_that_print_log_or_keep_state_play() {
    if installed(&JAVA) {
        plays_well("g1.Group1Player", "now on sale: ");
        plays_well("g2.Group2Player", "player 0 of 3 bids on");
        plays_well("g3.Group3Player", "");
    }
}

#[test]
fn players_that_read_and_write_files_play() {
    if installed(&JAVA) {
        plays_well("g4.Group4Player", "");
        plays_well("g5.Group5Player", "");
    }
}

#[test]
fn players_with_their_own_randomness_play() {
    if installed(&JAVA) {
        let player = class_player("g0.RandomPlayer");
        let run = Run::of(&[&player, "random"], "--games 10 --preset simulator").ended(0);
        assert!(run.faults().is_empty(), "{:?}", run.faults());
    }
}

/// One virtual machine serves all games; each game loads the classes anew.
#[test]
fn a_jvm_serves_many_games() {
    if !installed(&JAVA) {
        return;
    }
    let folder = program::scratch();
    compile_starts(folder.path());
    let run = |option: &str| {
        let path = format!("{}:{}", classes().display(), folder.path().display());
        let player = format!("cmd:java -cp {path} words.Lgp {option}words.own.Starts");
        let run = Run::of(&["letter-value", &player], "--games 20 --threads 1").ended(0);
        let log = run.log();
        // one for each seat, as no process is shown a deal twice
        assert_eq!(log.matches("a new machine").count(), 2, "{log}");
        assert_eq!(log.matches("a new game").count(), 20, "{log}");
        run
    };
    assert!(run("").nameless() == run("--batch ").nameless(), "many at a time: other rows");
}

#[test]
fn a_config_names_a_class_player_beside_it() {
    if !installed(&JAVA) {
        return;
    }
    let folder = program::scratch();
    compile_starts(&folder.path().join("class/players"));
    let config = folder.path().join("class/class.toml");
    let text = format!(
        "games = 4\nseed = 1\nplayers = [\"letter-value\"]\n[[player]]\nname = \"starts\"\n\
         command = [\"java\", \"-cp\", \"{}:players\", \"words.Lgp\", \"words.own.Starts\"]\n",
        classes().display()
    );
    fs::write(config, text).unwrap();
    let played = |out: &str| {
        let told = "tournament class/class.toml --quiet --out";
        program::done(folder.path(), &format!("{told} {out}"));
        let rows = program::text(&folder.path().join(out).join("scores.csv"));
        assert!(rows.contains(",starts,") && !rows.contains("banned"), "{rows}");
        rows
    };
    let rows = played("run");
    // the stored config finds the player from any folder
    program::done(folder.path(), "tournament run/config.toml --quiet --out again");
    assert_eq!(program::text(&folder.path().join("again/scores.csv")), rows);
}
