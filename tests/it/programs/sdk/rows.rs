//! The sample players bid like the built-in one: their rows are equal, except for the names.

use crate::program::example;
use crate::programs::sdk::play::Run;
use crate::programs::sdk::tools::{JAVA, classes, sdk};
use lettergame_xtest::installed;

const RULES: [&str; 5] =
    ["--hidden 0", "--hidden 3", "--hidden 7", "--preset seven", "--preset simulator"];

/// Tournaments of the built-in player against a program, and against itself.
fn plays_as_the_built_in_one(player: &str) {
    for rules in RULES {
        let built_in = Run::of(&["letter-value", "letter-value"], &format!("--games 40 {rules}"));
        let wanted = built_in.ended(0).nameless();
        // one thread and two, but only for one set of rules, since programs take time to start
        let threads: &[u32] = if rules == "--hidden 3" { &[1, 2] } else { &[2] };
        for threads in threads {
            let more = format!("--games 40 {rules} --threads {threads}");
            let run = Run::of(&["letter-value", player], &more).ended(0);
            assert!(run.nameless() == wanted, "{player} {more}: other rows");
            assert!(run.faults().is_empty(), "{player} {more}: {:?}", run.faults());
        }
    }
    let built_in = Run::of(&["letter-value"; 3], "--games 40").ended(0);
    let run = Run::of(&[player, "letter-value", player], "--games 40").ended(0);
    assert!(run.nameless() == built_in.nameless(), "{player}, three seats: other rows");
}

/// The command of a sample of `sdk`.
pub(crate) fn sample(runtime: &str, file: &str) -> String {
    format!("cmd:{runtime} {}", sdk().join(file).display())
}

pub(crate) fn java_sample() -> String {
    format!("cmd:java -cp {} LetterValue", classes().display())
}

#[test]
fn python() {
    if installed(&["python3"]) {
        plays_as_the_built_in_one(&sample("python3", "python/letter_value.py"));
    }
}

#[test]
fn javascript() {
    if installed(&["node"]) {
        plays_as_the_built_in_one(&sample("node", "js/letter_value.js"));
    }
}

#[test]
fn rust() {
    plays_as_the_built_in_one(&format!("cmd:{}", example("letter_value").display()));
}

#[test]
fn java() {
    if installed(&JAVA) {
        plays_as_the_built_in_one(&java_sample());
    }
}
