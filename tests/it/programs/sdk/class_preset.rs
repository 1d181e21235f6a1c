//! Class players play by the rules of their simulator by default; with other rules, what they lose is
//! reported.

use crate::program;
use crate::programs::sdk::class_api::{command, players};
use crate::programs::sdk::tools::JAVA;
use lettergame_xtest::installed;

fn tournament(more: &str) -> program::Ran {
    let folder = program::scratch();
    // wins all letters, and so can make long words
    let reader = command(players(), "words.t4.Reader");
    let both = format!("{reader},zero");
    let mut words =
        vec!["tournament", "--games", "10", "--seed", "2", "--out", "run", "--players", &both];
    words.extend(more.split_whitespace());
    program::run(folder.path(), &words).ended(0)
}

const NOTICE: &str = "players of the class simulator play by the preset `simulator`";

#[test]
fn class_players_bring_their_preset_along() {
    if installed(&JAVA) {
        let ran = tournament("");
        assert_eq!(ran.err.matches(NOTICE).count(), 1, "{}", ran.err);
        assert!(!ran.err.contains("earned nothing"), "{}", ran.err);
        let printed = tournament("--print-config").out;
        assert!(printed.contains("preset = \"simulator\""), "{printed}");
    }
}

#[test]
fn words_that_earn_nothing_in_another_preset_are_counted() {
    if installed(&JAVA) {
        let ran = tournament("--preset words");
        assert!(!ran.err.contains(NOTICE), "{}", ran.err);
        let line = ran.err.lines().find(|line| line.contains("earned nothing")).expect("a remark");
        let numbers: Vec<u32> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        // it plays a word in each of ten rounds of ten games, the other one whenever it has one
        assert!(numbers[0] > 20 && (100..=200).contains(&numbers[1]), "{line}");
        assert!(line.contains("--preset simulator"), "{line}");
    }
}
