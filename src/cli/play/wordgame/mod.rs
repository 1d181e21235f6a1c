//! `play wordgame`: the game as a session in the terminal or in a pipe.

pub(in crate::cli) mod dealer;
mod hints;
mod session;
mod session_6_0001;

use std::sync::Arc;

use crate::cli::args::SessionArgs;
use crate::cli::exit::Failure;
use crate::cli::lexicon::load;
use lettergame_game::{Rules, Settings};
use lettergame_wordgame::rules::{Score, Wordgame, WordgameRules};

/// A session with the edition's own texts.
pub(super) fn run(args: &SessionArgs) -> Result<(), Failure> {
    let rules = rules(&args.preset, args.hand_size.as_deref())?;
    let hands = dealer::parse(&args.hand, &rules)?;
    let loaded = load(args.lexicon.as_deref(), true)?;
    let game = Arc::new(Wordgame::new(rules, loaded.lexicon));
    let dealer = dealer::Dealer::new(hands, args.seed);
    match game.rules().score() {
        Score::Bonus => session::run(&game, dealer, args.part),
        Score::Left => session_6_0001::run(&game, dealer, args.part),
    }
}

pub(in crate::cli) fn rules(
    preset: &str,
    hand_size: Option<&str>,
) -> Result<WordgameRules, Failure> {
    let mut settings = Settings::default();
    if let Some(size) = hand_size {
        settings.set("hand-size", size);
    }
    WordgameRules::read(preset, settings).map_err(Failure::usage)
}
