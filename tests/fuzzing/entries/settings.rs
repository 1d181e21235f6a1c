//! Configs, and players as they are named on the command line.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use lettergame::base::Seed;
use lettergame::plan::{Config, RawConfig};
use lettergame::protocol::Program;
use lettergame::registry::{games, prepare};
use lettergame::words::{Lexicon, WordList};

use super::read;

/// Few words, so that rules are prepared quickly.
static LEXICON: LazyLock<Arc<Lexicon>> = LazyLock::new(|| {
    let words = b"AA\nAAH\nAB\nABA\nABBACY\nABANDON\nCAT\nDOG\nQUEUE\nSEVENTY\nZOO\n";
    let list = WordList::parse(words, "words").expect("a list").words;
    Arc::new(Lexicon::new(list).expect("an index"))
});

/// A config that is accepted reads back the same when written; a playable one is prepared.
pub(super) fn config(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let draft = read(RawConfig::from_toml(text, "config.toml"));
    let runs = draft.and_then(|draft| read(draft.based(Path::new("/nowhere")).runs()));
    for (_, run) in runs.iter().flatten().take(3) {
        if let Some(config) = read(run.validate(games()[0].info.name, Seed(7))) {
            valid(&config);
        }
    }
}

fn valid(config: &Config) {
    let text = config.to_toml();
    let again = RawConfig::from_toml(&text, "again").expect("what is written is read");
    let again = again.validate("", Seed(0)).expect("and is possible");
    assert_eq!(&again, config, "{text}");
    ready(config);
}

/// Programs are looked up on the disk, so they are left out.
fn ready(config: &Config) {
    if config.external_players().next().is_none() {
        read(prepare(config, Arc::clone(&LEXICON)));
    }
}

/// A field of players, commands among them, in each game.
pub(super) fn players(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let players: Vec<String> = text.split(',').take(8).map(|name| name.trim().to_owned()).collect();
    for game in games() {
        let draft = RawConfig {
            game: Some(game.info.name.to_owned()),
            players: Some(players.clone()),
            ..RawConfig::default()
        };
        if let Some(config) = read(draft.validate(game.info.name, Seed(7))) {
            ready(&config);
        }
    }
    read(Program::of_command(text, Path::new("/nowhere")).locate());
}
