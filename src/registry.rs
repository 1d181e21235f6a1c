//! L5: the only place that names all games and their rosters.

use std::sync::Arc;

use thiserror::Error;

use crate::base::did_you_mean;
use crate::game::{Listing, Setting, SettingError};
use crate::games::auction;
use crate::games::auction::rules::{Auction, AuctionRules};
use crate::lexicon::Lexicon;
use crate::tournament::{Arena, Config, Plan, PlanError};

/// A game that can be played, as the commands see it.
pub struct GameEntry {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// Its presets; the first is the default.
    pub presets: &'static [&'static str],
    /// What can be set, with the values of the default preset.
    pub settings: &'static [Setting],
    /// Its strategies.
    pub roster: fn() -> Vec<Listing>,
    /// Two strategies and the settings with which `bench` times it.
    pub bench_players: [&'static str; 2],
    prepare: fn(&Config, Arc<Lexicon>) -> Result<Prepared, PrepareError>,
}

/// A config brought together with its game.
pub struct Prepared {
    /// The config with every rule written out.
    pub config: Config,
    /// The game, its players and its schedule.
    pub arena: Box<dyn Arena>,
}

/// Why a config does not fit its game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PrepareError {
    /// There is no such game.
    #[error("unknown game `{name}`{hint}")]
    Game {
        /// As typed.
        name: String,
        /// A remark with the nearest name, or all of them.
        hint: String,
    },
    /// A rule is not possible.
    #[error("rules of {game}: {error}")]
    Rules {
        /// The game.
        game: &'static str,
        /// What is wrong.
        error: SettingError,
    },
    /// Players or schedule are not possible.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// Every game, the default first.
pub static GAMES: [GameEntry; 1] = [GameEntry {
    name: "auction",
    about: "the Letter Game: bid for letters in Vickrey auctions, then make words",
    presets: &AuctionRules::PRESETS,
    settings: &AuctionRules::SETTINGS,
    roster: || auction::players::ROSTER.iter().map(|entry| entry.listing).collect(),
    bench_players: ["letter-value", "random"],
    prepare: prepare_auction,
}];

/// The game of that name.
///
/// # Errors
/// An unknown name, with the nearest one.
pub fn find(name: &str) -> Result<&'static GameEntry, PrepareError> {
    GAMES.iter().find(|entry| entry.name == name).ok_or_else(|| PrepareError::Game {
        name: name.to_owned(),
        hint: did_you_mean(name, GAMES.iter().map(|entry| entry.name)),
    })
}

/// Brings a config together with its game.
///
/// # Errors
/// An unknown game or player, rules that are not possible, too many or too few players.
pub fn prepare(config: &Config, lexicon: Arc<Lexicon>) -> Result<Prepared, PrepareError> {
    (find(&config.game)?.prepare)(config, lexicon)
}

fn prepare_auction(config: &Config, lexicon: Arc<Lexicon>) -> Result<Prepared, PrepareError> {
    let preset = config.preset.as_deref().unwrap_or(AuctionRules::PRESETS[0]);
    let rules = AuctionRules::read(preset, config.rules.clone())
        .map_err(|error| PrepareError::Rules { game: "auction", error })?;
    let mut full = Config { preset: Some(preset.to_owned()), ..config.clone() };
    rules.pairs().iter().for_each(|(key, value)| full.rules.set(key, value));
    let game = Arc::new(Auction::new(rules, lexicon));
    let plan = Plan::new(&full, game, &auction::players::ROSTER)?;
    Ok(Prepared { config: full, arena: Box::new(plan) })
}
