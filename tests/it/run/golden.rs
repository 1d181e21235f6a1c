//! Whole games as text, one for each preset of the Letter Game, and some of the others: any change of rules,
//! randomness, strategies or words shows here.
//!
//! After an intended change: `UPDATE_GOLDEN=1 cargo test --test it golden`, then review the diff.

use std::path::Path;
use std::process::Command;

/// The output of `replay` for a game of this config.
fn played(text: &str, folder: &Path) -> String {
    let config = folder.join("golden.toml");
    std::fs::write(&config, text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_lettergame"))
        .args(["replay", config.to_str().unwrap(), "--game", "1"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The games, by the names of their files.
fn configs() -> Vec<(String, String)> {
    let auction = ["words", "seven", "simulator"].map(|preset| {
        let text = format!(
            "players = [\"letter-value\", \"seven-letter\", \"random\", \"shadow\"]\nseed = 2\n\
             games = 4\n[rules]\npreset = \"{preset}\"\nrounds = 3\nhidden = 2\n"
        );
        (preset.to_owned(), text)
    });
    let marrakech = [
        ("two", "\"greedy\", \"expectimax:depth=2:width=3\"", ""),
        ("four", "\"mcts:playouts=20\", \"random\", \"greedy\", \"expectimax:depth=1\"", ""),
        ("two-colours", "\"random\", \"greedy\"", "colours = 2\nrugs = 12\n"),
        ("rotate-at-end", "\"random\", \"random\", \"greedy\"", "rotate = \"end\"\nrugs = 8\n"),
    ]
    .map(|(name, players, rules)| {
        let text = format!(
            "game = \"marrakech\"\nplayers = [{players}]\nseed = 2\ngames = 4\n[rules]\n{rules}"
        );
        (format!("marrakech-{name}"), text)
    });
    let wordgame = ["6.00", "6.0001"].map(|preset| {
        let text = format!(
            "game = \"wordgame\"\nplayers = [\"seed\", \"optimal\", \"random\", \"first-word\"]\n\
             seed = 2\ngames = 4\n[rules]\npreset = \"{preset}\"\nhands = 3\n"
        );
        (format!("wordgame-{preset}"), text)
    });
    let scrabble = [
        ("standard", "\"equity\", \"score\"", "preset = \"standard\"\n"),
        ("random", "\"random\", \"leave\"", "bingo = 35\nexchange = 20\nscoreless = 4\n"),
    ]
    .map(|(name, players, rules)| {
        let text = format!(
            "game = \"scrabble\"\nplayers = [{players}]\nseed = 2\ngames = 4\n[rules]\n{rules}"
        );
        (format!("scrabble-{name}"), text)
    });
    auction.into_iter().chain(marrakech).chain(wordgame).chain(scrabble).collect()
}

#[test]
fn whole_games_match_the_golden_files() {
    let folder = tempfile::tempdir().unwrap();
    for (name, config) in configs() {
        let game = played(&config, folder.path());
        let file = format!("{}/tests/golden/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::create_dir_all(Path::new(&file).parent().unwrap()).unwrap();
            std::fs::write(&file, &game).unwrap();
        }
        let golden = std::fs::read_to_string(&file).unwrap();
        assert_eq!(game, golden, "{file}");
    }
}
