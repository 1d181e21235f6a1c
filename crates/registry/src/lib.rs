//! The only place that names all games and their rosters.

use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

use thiserror::Error;

use lettergame_auction as auction;
use lettergame_auction::rules::{Auction, AuctionRules};
use lettergame_core::base::{MAX_SEATS, did_you_mean};
use lettergame_core::game::{Game, Listing, Roster, RowShape, Setting, SettingError};
use lettergame_core::lexicon::Lexicon;
use lettergame_marrakech as marrakech;
use lettergame_marrakech::rules::{Marrakech, MarrakechRules};
use lettergame_protocol::Hosting;
use lettergame_scrabble as scrabble;
use lettergame_scrabble::rules::{NoShortWords, Scrabble, ScrabbleRules};
use lettergame_tournament::{Arena, Config, Foreign, OpenGame, Plan, PlanError, Venue, VenueError};
use lettergame_wordgame as wordgame;
use lettergame_wordgame::rules::{Wordgame, WordgameRules};

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
    /// The columns of its rows, and which cells agree.
    pub rows: RowShape,
    /// The JSON Schema of its views, moves and events.
    pub schema: &'static str,
    /// Two strategies and the settings with which `bench` times it.
    pub bench_players: [&'static str; 2],
    prepare: fn(Request<'_>) -> Result<Prepared, PrepareError>,
    open: fn(Request<'_>) -> Result<Tables, PrepareError>,
}

/// A config brought together with its game.
pub struct Prepared {
    /// The config with every rule written out.
    pub config: Config,
    /// The game, its players and its schedule.
    pub arena: Box<dyn Arena>,
}

/// A config whose tables are stepped from outside.
pub struct Tables {
    /// The config with every rule written out.
    pub config: Config,
    /// The game, and who sits at its tables.
    pub open: Box<dyn OpenGame>,
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
    /// Nobody can sit down at a table like this.
    #[error(transparent)]
    Venue(#[from] VenueError),
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
        rows: RowShape::of::<Auction>(),
        schema: auction::SCHEMA,
        bench_players: ["letter-value", "random"],
        prepare: |request| auction(request)?.prepared(&auction::players::ROSTER),
        open: |request| auction(request)?.opened("auction", &auction::players::ROSTER),
    },
    GameEntry {
        name: "marrakech",
        about: "Marrakech: turn Assam, lay rugs around him, and be paid for visits",
        seats: 2..=marrakech::rules::MOST_PLAYERS,
        presets: &MarrakechRules::PRESETS,
        settings: &MarrakechRules::SETTINGS,
        roster: || listings(&marrakech::players::ROSTER),
        rows: RowShape::of::<Marrakech>(),
        schema: marrakech::SCHEMA,
        bench_players: ["random", "random"],
        prepare: |request| marrakech(request)?.prepared(&marrakech::players::ROSTER),
        open: |request| marrakech(request)?.opened("marrakech", &marrakech::players::ROSTER),
    },
    GameEntry {
        name: "scrabble",
        about: "Scrabble for two: the best play of any position, and whole games",
        seats: 2..=2,
        presets: &ScrabbleRules::PRESETS,
        settings: &ScrabbleRules::SETTINGS,
        roster: || listings(&scrabble::players::ROSTER),
        rows: RowShape::of::<Scrabble>(),
        schema: scrabble::SCHEMA,
        bench_players: ["score", "score"],
        prepare: |request| scrabble(request)?.prepared(&scrabble::players::ROSTER),
        open: |request| scrabble(request)?.opened("scrabble", &scrabble::players::ROSTER),
    },
    GameEntry {
        name: "wordgame",
        about: "the 6.00 wordgame: make words out of a hand of letters",
        seats: 1..=MAX_SEATS,
        presets: &WordgameRules::PRESETS,
        settings: &WordgameRules::SETTINGS,
        roster: || listings(&wordgame::players::ROSTER),
        rows: RowShape::of::<Wordgame>(),
        schema: wordgame::SCHEMA,
        bench_players: ["seed", "optimal"],
        prepare: |request| wordgame(request)?.prepared(&wordgame::players::ROSTER),
        open: |request| wordgame(request)?.opened("wordgame", &wordgame::players::ROSTER),
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
    prepare_sharing(config, lexicon, hosting, &SharedSearches::default())
}

/// As [`prepare_hosted`]; games that were prepared before share their search for words with this one.
///
/// # Errors
/// As [`prepare`].
pub fn prepare_sharing(
    config: &Config,
    lexicon: Arc<Lexicon>,
    hosting: &Hosting,
    searches: &SharedSearches,
) -> Result<Prepared, PrepareError> {
    (find(&config.game)?.prepare)(Request { config, lexicon, hosting, searches })
}

/// Searches for words that were prepared for some games, for others with the same words. They make nothing
/// else than a search of its own would, but most of the work of preparing a game.
#[derive(Default)]
pub struct SharedSearches(Mutex<Vec<Auction>>);

/// How many searches are kept.
const MAX_SEARCHES: usize = 4;

impl SharedSearches {
    fn auction(&self, rules: AuctionRules, lexicon: Arc<Lexicon>) -> Auction {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |game: &&Auction| Arc::ptr_eq(game.lexicon(), &lexicon) && game.earns_as(&rules);
        if let Some(game) = kept.iter().find(fits) {
            return game.with_rules(rules);
        }
        let game = Auction::new(rules.clone(), lexicon);
        if kept.len() == MAX_SEARCHES {
            kept.remove(0);
        }
        kept.push(game.with_rules(rules));
        game
    }
}

/// What a game is to be prepared for.
struct Request<'a> {
    config: &'a Config,
    lexicon: Arc<Lexicon>,
    hosting: &'a Hosting,
    searches: &'a SharedSearches,
}

/// The tables of a config, for whoever steps them from outside: its players in their order, where a
/// [`PERSON`](lettergame_tournament::PERSON) leaves the seat open. Schedule, seed and number of games
/// do not count.
///
/// # Errors
/// As [`prepare`].
pub fn open(
    config: &Config,
    lexicon: Arc<Lexicon>,
    hosting: &Hosting,
) -> Result<Tables, PrepareError> {
    let searches = &SharedSearches::default();
    (find(&config.game)?.open)(Request { config, lexicon, hosting, searches })
}

fn auction(request: Request<'_>) -> Result<Ruled<'_, Auction>, PrepareError> {
    let preset = request.preset(&AuctionRules::PRESETS);
    let rules = AuctionRules::read(preset, request.config.rules.clone())
        .map_err(|error| PrepareError::Rules { game: "auction", error })?;
    let pairs = rules.pairs();
    let game = request.searches.auction(rules, Arc::clone(&request.lexicon));
    Ok(request.ruled(preset, pairs, game))
}

fn marrakech(request: Request<'_>) -> Result<Ruled<'_, Marrakech>, PrepareError> {
    let preset = request.preset(&MarrakechRules::PRESETS);
    let rules = MarrakechRules::read(preset, request.config.rules.clone())
        .map_err(|error| PrepareError::Rules { game: "marrakech", error })?;
    let pairs = rules.pairs();
    Ok(request.ruled(preset, pairs, Marrakech::new(rules)))
}

fn scrabble(request: Request<'_>) -> Result<Ruled<'_, Scrabble>, PrepareError> {
    let preset = request.preset(&ScrabbleRules::PRESETS);
    let rules = ScrabbleRules::read(preset, request.config.rules.clone())
        .map_err(|error| PrepareError::Rules { game: "scrabble", error })?;
    Scrabble::admit_words(&request.lexicon)
        .map_err(|error| PrepareError::Words { game: "scrabble", error })?;
    let pairs = rules.pairs();
    let game = Scrabble::new(rules, Arc::clone(&request.lexicon));
    Ok(request.ruled(preset, pairs, game))
}

fn wordgame(request: Request<'_>) -> Result<Ruled<'_, Wordgame>, PrepareError> {
    let preset = request.preset(&WordgameRules::PRESETS);
    let rules = WordgameRules::read(preset, request.config.rules.clone())
        .map_err(|error| PrepareError::Rules { game: "wordgame", error })?;
    let pairs = rules.pairs();
    let game = Wordgame::new(rules, Arc::clone(&request.lexicon));
    Ok(request.ruled(preset, pairs, game))
}

/// A request whose rules are made.
struct Ruled<'a, G> {
    request: Request<'a>,
    /// The config with every rule in it.
    config: Config,
    pairs: Vec<(&'static str, String)>,
    game: G,
}

impl<'a> Request<'a> {
    /// The preset that is asked for, or the first.
    fn preset(&self, presets: &[&'static str]) -> &'a str {
        self.config.preset.as_deref().unwrap_or(presets[0])
    }

    fn ruled<G>(self, preset: &str, pairs: Vec<(&'static str, String)>, game: G) -> Ruled<'a, G> {
        Ruled { config: self.written_out(preset, &pairs), request: self, pairs, game }
    }

    /// The config with every rule in it, and the fingerprints of modules.
    fn written_out(&self, preset: &str, rules: &[(&'static str, String)]) -> Config {
        let pinned = |(name, foreign): (&String, &Foreign)| (name.clone(), foreign.pinned());
        let mut full = Config {
            preset: Some(preset.to_owned()),
            programs: self.config.programs.iter().map(pinned).collect(),
            ..self.config.clone()
        };
        rules.iter().for_each(|(key, value)| full.rules.set(key, value));
        full
    }
}

impl<G: Game> Ruled<'_, G> {
    fn prepared(self, roster: &'static [Roster<G>]) -> Result<Prepared, PrepareError> {
        let Ruled { request: Request { lexicon, hosting, .. }, config, game, .. } = self;
        let plan = Plan::new(&config, Arc::new(game), roster, &lexicon, hosting)?;
        Ok(Prepared { config, arena: Box::new(plan) })
    }

    fn opened(
        self,
        game: &'static str,
        roster: &'static [Roster<G>],
    ) -> Result<Tables, PrepareError> {
        let Request { lexicon, hosting, .. } = self.request;
        let (lexicon, hosting) = (Some(&*lexicon), hosting.clone());
        let venue = Venue { game, rules: self.pairs, lexicon, hosting };
        let open = venue.opened(roster, &self.config.players, Arc::new(self.game))?;
        Ok(Tables { config: self.config, open })
    }
}
