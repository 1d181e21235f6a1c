//! Players of the class simulator that fail: reported in their own words, and without harm to other players.

use crate::programs::sdk::play::Run;
use crate::programs::sdk::tools::{JAVA, class_player};
use lettergame_xtest::installed;

/// Fails in each of five games with this fault, and is benched for the other five.
fn fails_in_each_game(name: &str, fault: &str, said: &[&str], limit: &str) {
    let player = class_player(name);
    let more = format!("--games 10 --rounds 3 --time-limit {limit}");
    let run = Run::of(&["letter-value", &player, "zero"], &more).ended(4);
    assert!(run.ran.err.contains("from game 5 on"), "{}", run.ran.err);
    let faults = run.faults();
    assert_eq!(faults.len(), 10, "{name}: {faults:?}");
    for (game, found) in faults.iter().enumerate() {
        let text = found["said"].as_str().expect("a text");
        assert_eq!(found["game"].as_u64(), Some(game as u64), "{name}: {found}");
        assert!(found["player"].as_str().is_some_and(|name| name.starts_with("cmd:")), "{found}");
        if game < 5 {
            assert_eq!(found["fault"], fault, "{name}: {found}");
            assert!(said.iter().all(|said| text.contains(said)), "{name}: {found}");
        } else {
            assert!(text.contains("benched after 5 games"), "{name}: {found}");
        }
    }
    for row in run.table("scores.csv") {
        let wanted = if row["player"].starts_with("cmd:") { "banned" } else { "ok" };
        assert_eq!(row["status"], wanted, "{name}: {row:?}");
    }
    assert!(run.left_behind().is_empty(), "{:?}", run.left_behind());
}

#[test]
fn an_exception_is_named() {
    if installed(&JAVA) {
        let said = ["ArrayIndexOutOfBoundsException: Index 4", "Group6Player.java:17"];
        fails_in_each_game("g6.Group6Player", "gone", &said, "20s");
    }
}

#[test]
fn an_exit_is_named() {
    if installed(&JAVA) {
        let said = ["the player called System.exit(1)", "Group7Player.java:17"];
        fails_in_each_game("g7.Group7Player", "gone", &said, "20s");
    }
}

#[test]
fn a_window_is_refused() {
    if installed(&JAVA) {
        let said = ["there is no display", "HeadlessException", "InteractivePlayer.java:16"];
        fails_in_each_game("g8.InteractivePlayer", "gone", &said, "20s");
    }
}

#[test]
fn an_endless_loop_is_killed() {
    if installed(&JAVA) {
        fails_in_each_game("g9.Group9Player", "stalled", &["no answer within 1000 ms"], "1s");
    }
}
