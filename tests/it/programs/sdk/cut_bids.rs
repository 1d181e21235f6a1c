//! A bid that the rules cut is no fault and changes no row, but the player's log says so.

use std::fs;

use crate::program::{self, ROW_FILES, example, text};
use crate::programs::sdk::tools::{JAVA, classes, compile};
use lettergame_xtest::installed;

/// Bids more than it has, and less than nothing.
const OVERBIDS: &str = r#"
package words.own;

import java.util.ArrayList;
import java.util.List;
import words.core.Letter;
import words.core.Player;
import words.core.PlayerBids;
import words.core.SecretState;

public class Overbids extends Player {
    @Override
    public int bid(
            Letter letter, List<PlayerBids> past, int rounds, ArrayList<String> names, SecretState state, int id) {
        return past.isEmpty() ? -5 : 1000;
    }
}
"#;

/// The rows of a run of two games against `zero`, and what `replay --log` shows of the second one.
fn played(player: &str, threads: &str) -> ([String; 4], String) {
    let folder = program::scratch();
    let players = format!("zero,own={player}");
    let run = ["tournament", "--players", &players, "--games", "2", "--rounds", "2"];
    let more = ["--seed", "4", "--threads", threads, "--out", "run", "--quiet"];
    program::run(folder.path(), &[&run[..], &more].concat()).ended(0);
    let rows = ROW_FILES.map(|file| text(&folder.path().join("run").join(file)));
    let log = program::run(folder.path(), &["replay", "run", "--game", "1", "--log"]).ended(0);
    (rows, log.out)
}

#[test]
fn a_program_is_told_of_its_first_cut_bids() {
    let faulty = |what: &str| format!("cmd:{} {what}", example("faulty").display());
    for what in ["greedy", "single greedy"] {
        let (rows, log) = played(&faulty(what), "2");
        let lines: Vec<&str> = log.lines().filter(|line| line.contains("lettergame: ")).collect();
        assert_eq!(lines.len(), 4, "{what}: {log}");
        assert!(lines[0].contains("lettergame: bid 140 for "), "{log}");
        assert!(lines[0].ends_with(" in round 1, with 100 points: counted as 100"), "{log}");
        assert!(lines[2].ends_with("; further ones in this game are not shown"), "{log}");
        // two rounds of ten letters
        assert!(lines[3].ends_with("lettergame: 17 more moves corrected like this"), "{log}");
        let (same, log) = played(&faulty(&what.replace("greedy", "all-in")), "1");
        assert_eq!(rows, same, "{what}");
        assert!(!log.contains("counted as"), "{log}");
    }
}

#[test]
fn a_game_on_the_terminal_shows_cut_bids() {
    let players = format!("zero,cmd:{} greedy", example("faulty").display());
    let args = ["play", "auction", "--players", &players, "--rounds", "1", "--seed", "4"];
    let ran = program::run(program::scratch().path(), &args).ended(0);
    assert_eq!(ran.err.matches("faulty (seat 1): lettergame: bid 140 for ").count(), 3);
}

#[test]
fn a_class_player_is_told_of_its_cut_bids() {
    if !installed(&JAVA) {
        return;
    }
    let folder = program::scratch();
    let source = folder.path().join("Overbids.java");
    fs::write(&source, OVERBIDS).unwrap();
    compile(folder.path(), &["-cp", &classes().display().to_string()], &[source]);
    let path = format!("{}:{}", classes().display(), folder.path().display());
    let (_, log) = played(&format!("cmd:java -cp {path} words.Lgp words.own.Overbids"), "1");
    assert!(log.contains("lettergame: bid -5 for "), "{log}");
    assert!(log.contains(" in round 1, with 100 points: counted as 0\n"), "{log}");
    assert!(log.contains("lettergame: bid 1000 for "), "{log}");
}
