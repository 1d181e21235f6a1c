//! Nine slow class players at one table.

use std::path::Path;

use crate::programs::sdk::class_api::command;
use crate::programs::sdk::play::Run;
use crate::programs::sdk::tools::{JAVA, classes, collect, compile};
use lettergame_xtest::installed;

const GAMES: usize = 2;
const ROUNDS: usize = 2;

#[test]
fn nine_slow_players_think_at_one_table() {
    if !installed(&JAVA) {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("slow-players");
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/class-java/slow");
    let mut sources = Vec::new();
    collect(&data, &mut sources);
    compile(&folder, &["-cp", &classes().display().to_string()], &sources);
    let players: Vec<String> = (1..=9)
        .map(|seat| command(&folder, &format!("words.slow.Slow$S{seat}")))
        .map(|line| line.replacen("java ", "java -Dslow.percent=2 ", 1))
        .collect();
    let names: Vec<&str> = players.iter().map(String::as_str).collect();
    let run = Run::of(&names, &format!("--games {GAMES} --rounds {ROUNDS} --threads 2")).ended(0);
    assert!(run.faults().is_empty(), "{:?}", run.faults());
    let log = run.log();
    assert_eq!(log.matches("thought ").count(), 9 * GAMES * ROUNDS, "{log}");
    let words = run.table("rounds.csv");
    assert_eq!(words.len(), 9 * GAMES * ROUNDS);
    assert!(words.iter().any(|row| row["word"].len() > 1), "nobody made a word");
}
