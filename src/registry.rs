//! L5: the only place that names all games and their rosters.

use std::ops::RangeInclusive;
use std::sync::Arc;

use thiserror::Error;

use crate::base::{MAX_SEATS, did_you_mean};
use crate::game::{Game, Listing, Roster, Setting, SettingError};
use crate::games::auction;
use crate::games::auction::rules::{Auction, AuctionRules};
use crate::games::marrakech;
use crate::games::marrakech::rules::{Marrakech, MarrakechRules};
use crate::games::scrabble;
use crate::games::scrabble::rules::{NoShortWords, Scrabble, ScrabbleRules};
use crate::games::wordgame;
use crate::games::wordgame::rules::{Wordgame, WordgameRules};
use crate::lexicon::Lexicon;
use crate::protocol::Hosting;
use crate::tournament::{Arena, Config, Foreign, Plan, PlanError};

/// A game that can be played, as the commands see it.
pub struct GameEntry {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// How many may play.
    pub seats: RangeInclusive<usize>,
    /// Its presets; the first is the default.
    pub presets: &'static [&'static str],
    /// What can be set, with the values of the default preset.
    pub settings: &'static [Setting],
    /// Its strategies.
    pub roster: fn() -> Vec<Listing>,
    /// The JSON Schema of its views, moves and events.
    pub schema: &'static str,
    /// Two strategies and the settings with which `bench` times it.
    pub bench_players: [&'static str; 2],
    prepare: fn(Request<'_>) -> Result<Prepared, PrepareError>,
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
    /// The word list is not enough for the game.
    #[error("{game}: {error}")]
    Words {
        /// The game.
        game: &'static str,
        /// What is missing.
        error: NoShortWords,
    },
    /// Players or schedule are not possible.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// Every game, the default first.
pub static GAMES: [GameEntry; 4] = [
    GameEntry {
        name: "auction",
        about: "the Letter Game: bid for letters in Vickrey auctions, then make words",
        seats: 1..=MAX_SEATS,
        presets: &AuctionRules::PRESETS,
        settings: &AuctionRules::SETTINGS,
        roster: || listings(&auction::players::ROSTER),
        schema: auction::SCHEMA,
        bench_players: ["letter-value", "random"],
        prepare: prepare_auction,
    },
    GameEntry {
        name: "marrakech",
        about: "Marrakech: turn Assam, lay rugs around him, and be paid for visits",
        seats: 2..=marrakech::rules::MOST_PLAYERS,
        presets: &MarrakechRules::PRESETS,
        settings: &MarrakechRules::SETTINGS,
        roster: || listings(&marrakech::players::ROSTER),
        schema: marrakech::SCHEMA,
        bench_players: ["random", "random"],
        prepare: prepare_marrakech,
    },
    GameEntry {
        name: "scrabble",
        about: "Scrabble for two: the best play of any position, and whole games",
        seats: 2..=2,
        presets: &ScrabbleRules::PRESETS,
        settings: &ScrabbleRules::SETTINGS,
        roster: || listings(&scrabble::players::ROSTER),
        schema: scrabble::SCHEMA,
        bench_players: ["score", "score"],
        prepare: prepare_scrabble,
    },
    GameEntry {
        name: "wordgame",
        about: "the 6.00 wordgame: make words out of a hand of letters",
        seats: 1..=MAX_SEATS,
        presets: &WordgameRules::PRESETS,
        settings: &WordgameRules::SETTINGS,
        roster: || listings(&wordgame::players::ROSTER),
        schema: wordgame::SCHEMA,
        bench_players: ["seed", "optimal"],
        prepare: prepare_wordgame,
    },
];

fn listings<G: Game>(roster: &[Roster<G>]) -> Vec<Listing> {
    roster.iter().map(|entry| entry.listing).collect()
}

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

/// Brings a config together with its game; programs among the players are shut in where this
/// system can do that.
///
/// # Errors
/// An unknown game or player, rules that are not possible, too many or too few players, a program
/// that cannot be found.
pub fn prepare(config: &Config, lexicon: Arc<Lexicon>) -> Result<Prepared, PrepareError> {
    prepare_hosted(config, lexicon, &Hosting::default())
}

/// As [`prepare`], with a say in how programs are treated.
///
/// # Errors
/// As [`prepare`].
pub fn prepare_hosted(
    config: &Config,
    lexicon: Arc<Lexicon>,
    hosting: &Hosting,
) -> Result<Prepared, PrepareError> {
    (find(&config.game)?.prepare)(Request { config, lexicon, hosting })
}

/// What a game is to be prepared for.
struct Request<'a> {
    config: &'a Config,
    lexicon: Arc<Lexicon>,
    hosting: &'a Hosting,
}

fn prepare_auction(request: Request<'_>) -> Result<Prepared, PrepareError> {
    let preset = request.preset(&AuctionRules::PRESETS);
    let rules = AuctionRules::read(preset, request.config.rules.clone())
        .map_err(|error| PrepareError::Rules { game: "auction", error })?;
    let config = request.written_out(preset, rules.pairs());
    let game = Auction::new(rules, Arc::clone(&request.lexicon));
    request.planned(config, game, &auction::players::ROSTER)
}

fn prepare_marrakech(request: Request<'_>) -> Result<Prepared, PrepareError> {
    let preset = request.preset(&MarrakechRules::PRESETS);
    let rules = MarrakechRules::read(preset, request.config.rules.clone())
        .map_err(|error| PrepareError::Rules { game: "marrakech", error })?;
    let config = request.written_out(preset, rules.pairs());
    request.planned(config, Marrakech::new(rules), &marrakech::players::ROSTER)
}

fn prepare_scrabble(request: Request<'_>) -> Result<Prepared, PrepareError> {
    let preset = request.preset(&ScrabbleRules::PRESETS);
    let rules = ScrabbleRules::read(preset, request.config.rules.clone())
        .map_err(|error| PrepareError::Rules { game: "scrabble", error })?;
    Scrabble::admit_words(&request.lexicon)
        .map_err(|error| PrepareError::Words { game: "scrabble", error })?;
    let config = request.written_out(preset, rules.pairs());
    let game = Scrabble::new(rules, Arc::clone(&request.lexicon));
    request.planned(config, game, &scrabble::players::ROSTER)
}

fn prepare_wordgame(request: Request<'_>) -> Result<Prepared, PrepareError> {
    let preset = request.preset(&WordgameRules::PRESETS);
    let rules = WordgameRules::read(preset, request.config.rules.clone())
        .map_err(|error| PrepareError::Rules { game: "wordgame", error })?;
    let config = request.written_out(preset, rules.pairs());
    let game = Wordgame::new(rules, Arc::clone(&request.lexicon));
    request.planned(config, game, &wordgame::players::ROSTER)
}

impl<'a> Request<'a> {
    /// The preset that is asked for, or the first.
    fn preset(&self, presets: &[&'static str]) -> &'a str {
        self.config.preset.as_deref().unwrap_or(presets[0])
    }

    /// The config with every rule in it, and the fingerprints of modules.
    fn written_out(&self, preset: &str, rules: Vec<(&'static str, String)>) -> Config {
        let pinned = |(name, foreign): (&String, &Foreign)| (name.clone(), foreign.pinned());
        let mut full = Config {
            preset: Some(preset.to_owned()),
            programs: self.config.programs.iter().map(pinned).collect(),
            ..self.config.clone()
        };
        rules.iter().for_each(|(key, value)| full.rules.set(key, value));
        full
    }

    fn planned<G: Game>(
        self,
        config: Config,
        game: G,
        roster: &'static [Roster<G>],
    ) -> Result<Prepared, PrepareError> {
        let plan = Plan::new(&config, Arc::new(game), roster, &self.lexicon, self.hosting)?;
        Ok(Prepared { config, arena: Box::new(plan) })
    }
}
