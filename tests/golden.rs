//! Whole games as text, one for each preset: any change of rules, chance, strategies or words shows here.
//!
//! After a change that is meant: `UPDATE_GOLDEN=1 cargo test --test golden`, then read the diff.

use std::path::Path;
use std::process::Command;

/// What `replay` prints of a game with this preset.
fn played(preset: &str, folder: &Path) -> String {
    let config = folder.join(format!("{preset}.toml"));
    let text = format!(
        "players = [\"letter-value\", \"seven-letter\", \"random\", \"shadow\"]\nseed = 2\ngames = 4\n\
         [rules]\npreset = \"{preset}\"\nrounds = 3\nhidden = 2\n"
    );
    std::fs::write(&config, text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_lettergame"))
        .args(["replay", config.to_str().unwrap(), "--game", "1"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn whole_games_are_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    for preset in ["words", "seven", "simulator"] {
        let game = played(preset, folder.path());
        let file = format!("{}/tests/golden/{preset}.txt", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::create_dir_all(Path::new(&file).parent().unwrap()).unwrap();
            std::fs::write(&file, &game).unwrap();
        }
        let golden = std::fs::read_to_string(&file).unwrap();
        assert_eq!(game, golden, "{file}");
    }
}
