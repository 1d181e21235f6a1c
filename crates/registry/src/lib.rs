//! The games that this process knows by name, with their strategies: the only place that names
//! games.
//!
//! Internal: its interface follows the needs of the other crates of this project.
//!
//! [`games`] is a list that is set once, before its first use: the built-in games, or those of
//! [`install`]. A name in a config, a row or an address therefore means the same throughout a
//! process, and all front ends, reports and pages share one list without passing it around.

mod opened;
mod prepare_error;
mod shared_searches;

use std::any::Any;
use std::sync::{Arc, OnceLock};

use thiserror::Error;

use lettergame_auction::rules::Auction;
use lettergame_base::did_you_mean;
use lettergame_game::{
    Configurable, GameInfo, Listing, Parameter, Roster, RowShape, Rules, SettingError, Settings,
    Shortcut, Trial,
};
use lettergame_marrakech::rules::Marrakech;
use lettergame_plan::{Config, PlayerSource, is_falling_range};
use lettergame_protocol::HostOptions;
use lettergame_scrabble::rules::Scrabble;
use lettergame_tournament::{
    AnyTournament, BatchError, BatchOptions, Lineup, PlayerFactory, PlayerFactoryError, Tournament,
};
use lettergame_wordgame::rules::Wordgame;
use lettergame_words::{Alphabet, Lexicon};

pub use opened::{ManyTables, Tables};
pub use prepare_error::PrepareError;
pub use shared_searches::SharedSearches;

/// A game that can be played, as the commands see it.
pub struct GameEntry {
    /// Its description.
    pub info: GameInfo,
    /// The games that a check of a program plays besides the usual ones.
    pub trial: Option<Trial>,
    /// Its presets; the first is the default.
    pub presets: fn() -> Vec<&'static str>,
    /// Its settings, with the values of the default preset.
    pub settings: fn() -> Vec<Parameter>,
    /// The columns of its rows, and the checks of their cells.
    pub rows: RowShape,
    game: Box<dyn AnyGame>,
}

impl GameEntry {
    fn of<G: Configurable>() -> GameEntry {
        GameEntry {
            info: G::INFO,
            trial: G::TRIAL,
            presets: || G::Rules::presets().collect(),
            settings: G::Rules::listed,
            rows: RowShape::of::<G>(),
            game: Box::new(Strategies::<G>(G::roster().to_vec())),
        }
    }

    /// Its strategies.
    #[must_use]
    pub fn roster(&self) -> Vec<Listing> {
        self.game.listings()
    }
}

/// Games with their strategies, to be [`install`]ed.
pub struct Games(Vec<GameEntry>);

impl Games {
    /// The built-in games, the default first.
    #[must_use]
    pub fn shipped() -> Games {
        Games(vec![
            GameEntry::of::<Auction>(),
            GameEntry::of::<Marrakech>(),
            GameEntry::of::<Scrabble>(),
            GameEntry::of::<Wordgame>(),
        ])
    }

    /// Adds a game at the end, with its own strategies; it replaces a game of the same name.
    #[must_use]
    pub fn with_game<G: Configurable>(mut self) -> Games {
        self.0.retain(|entry| entry.info.name != G::INFO.name);
        self.0.push(GameEntry::of::<G>());
        self
    }

    /// Adds strategies to those of a game; a game that is not listed yet is added. A strategy replaces
    /// another of the same name.
    #[must_use]
    pub fn with_players<G: Configurable>(
        self,
        players: impl IntoIterator<Item = Roster<G>>,
    ) -> Games {
        let is_there = self.0.iter().any(|entry| strategies::<G>(entry).is_some());
        let mut games = if is_there { self } else { self.with_game::<G>() };
        let own = games
            .0
            .iter_mut()
            .find_map(|entry| (&mut *entry.game as &mut dyn Any).downcast_mut::<Strategies<G>>());
        if let Some(Strategies(roster)) = own {
            for player in players {
                roster.retain(|other| other.name() != player.name());
                roster.push(player);
            }
        }
        games
    }
}

static GAMES: OnceLock<Games> = OnceLock::new();

/// All games, the default first: the installed games, or else the built-in ones.
pub fn games() -> &'static [GameEntry] {
    &GAMES.get_or_init(Games::shipped).0
}

/// The rules of all games that have a dedicated option, each key once.
pub fn shortcuts() -> impl Iterator<Item = &'static Shortcut> {
    let earlier = |count: usize| games().iter().take(count).flat_map(|game| game.info.shortcuts);
    games().iter().enumerate().flat_map(move |(place, game)| {
        let is_new = move |new: &&Shortcut| earlier(place).all(|known| known.key != new.key);
        game.info.shortcuts.iter().filter(is_new)
    })
}

/// Sets the games of this process.
///
/// # Errors
/// [`InstallError`] if the list of games is already set.
pub fn install(games: Games) -> Result<(), InstallError> {
    GAMES.set(games).map_err(|_| InstallError)
}

/// The games of this process can no longer be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the games of this process are already set: expected a single call, before any other use")]
pub struct InstallError;

/// The strategies of a game, including added ones; its own if the game is not among [`games`].
#[must_use]
pub fn roster<G: Configurable>() -> &'static [Roster<G>] {
    games().iter().find_map(strategies::<G>).unwrap_or_else(G::roster)
}

fn strategies<G: Configurable>(entry: &GameEntry) -> Option<&[Roster<G>]> {
    let own = (&*entry.game as &dyn Any).downcast_ref::<Strategies<G>>();
    own.map(|Strategies(roster)| &roster[..])
}

/// A config with its game.
pub struct Prepared {
    /// The config with every rule written out.
    pub config: Config,
    /// The game, its players and its schedule.
    pub tournament: Box<dyn AnyTournament>,
}

/// The columns of the rows of a game, if there is a game of this name.
#[must_use]
pub fn row_shape(name: &str) -> Option<RowShape> {
    find(name).ok().map(|game| game.rows)
}

/// The game of that name.
///
/// # Errors
/// An unknown name, with the nearest one.
pub fn find(name: &str) -> Result<&'static GameEntry, PrepareError> {
    games().iter().find(|entry| entry.info.name == name).ok_or_else(|| PrepareError::Game {
        name: name.to_owned(),
        hint: did_you_mean(name, games().iter().map(|entry| entry.info.name)),
    })
}

/// Prepares the game of a config; programs among the players are sandboxed if this system supports
/// it.
///
/// # Errors
/// An unknown game or player, invalid rules, too many or too few players, or a program that cannot
/// be found.
pub fn prepare(config: &Config, lexicon: Arc<Lexicon>) -> Result<Prepared, PrepareError> {
    prepare_hosted(config, lexicon, &HostOptions::default())
}

/// Like [`prepare`], with options for running programs.
///
/// # Errors
/// See [`prepare`].
pub fn prepare_hosted(
    config: &Config,
    lexicon: Arc<Lexicon>,
    host_options: &HostOptions,
) -> Result<Prepared, PrepareError> {
    prepare_sharing(config, lexicon, host_options, &SharedSearches::default())
}

/// Like [`prepare_hosted`]; games that were prepared before share their word search with this one.
///
/// # Errors
/// See [`prepare`].
pub fn prepare_sharing(
    config: &Config,
    lexicon: Arc<Lexicon>,
    host_options: &HostOptions,
    searches: &SharedSearches,
) -> Result<Prepared, PrepareError> {
    find(&config.game)?.game.prepare(Request { config, lexicon, host_options, searches })
}

/// What a game is prepared for.
struct Request<'a> {
    config: &'a Config,
    lexicon: Arc<Lexicon>,
    host_options: &'a HostOptions,
    searches: &'a SharedSearches,
}

/// The tables of a config, for callers that step them: its players in order, where a
/// [`PERSON`](lettergame_plan::PERSON) leaves the seat open. Schedule, seed and number of
/// games do not count.
///
/// # Errors
/// See [`prepare`].
pub fn open(
    config: &Config,
    lexicon: Arc<Lexicon>,
    host_options: &HostOptions,
) -> Result<Tables, PrepareError> {
    let searches = &SharedSearches::default();
    find(&config.game)?.game.open(Request { config, lexicon, host_options, searches })
}

/// Many tables of a config, stepped together by numbers; as [`open`], a
/// [`PERSON`](lettergame_plan::PERSON) leaves a seat open.
///
/// # Errors
/// See [`prepare`]; no open seat, or a game without an encoding.
pub fn batch(
    config: &Config,
    lexicon: Arc<Lexicon>,
    host_options: &HostOptions,
    options: BatchOptions,
) -> Result<ManyTables, PrepareError> {
    let searches = &SharedSearches::default();
    let request = Request { config, lexicon, host_options, searches };
    find(&config.game)?.game.batch(request, options)
}

/// The letters of the words that a game is played with by these rules, which name the preset, too; A to Z if
/// there is no such game, or if its rules are refused.
#[must_use]
pub fn alphabet(game: &str, rules: Settings) -> &'static Alphabet {
    find(game).map_or(Alphabet::english(), |entry| entry.game.alphabet(rules))
}

/// A game of any type.
trait AnyGame: Any + Send + Sync {
    fn alphabet(&self, rules: Settings) -> &'static Alphabet;

    fn listings(&self) -> Vec<Listing>;

    fn prepare(&self, request: Request<'_>) -> Result<Prepared, PrepareError>;

    fn open(&self, request: Request<'_>) -> Result<Tables, PrepareError>;

    fn batch(
        &self,
        request: Request<'_>,
        options: BatchOptions,
    ) -> Result<ManyTables, PrepareError>;
}

/// The strategies of a game.
struct Strategies<G: Configurable>(Vec<Roster<G>>);

impl<G: Configurable> AnyGame for Strategies<G> {
    fn alphabet(&self, rules: Settings) -> &'static Alphabet {
        G::Rules::read_all(rules).map_or(Alphabet::english(), |rules| G::alphabet(&rules))
    }

    fn listings(&self) -> Vec<Listing> {
        self.0.iter().map(Roster::listing).collect()
    }

    fn prepare(&self, request: Request<'_>) -> Result<Prepared, PrepareError> {
        let Ruled { config, game } = request.ruled::<G>()?;
        let tournament =
            Tournament::new(&config, game, &self.0, &request.lexicon, request.host_options)?;
        Ok(Prepared { config, tournament: Box::new(tournament) })
    }

    fn open(&self, request: Request<'_>) -> Result<Tables, PrepareError> {
        let Ruled { config, game } = request.ruled::<G>()?;
        let open = request.lineup(&self.0, &config, &game)?.opened(G::CHOICES);
        Ok(Tables { config, open })
    }

    fn batch(
        &self,
        request: Request<'_>,
        options: BatchOptions,
    ) -> Result<ManyTables, PrepareError> {
        let encoding = G::ENCODING.ok_or(BatchError::NoEncoding(G::INFO.name))?;
        let Ruled { config, game } = request.ruled::<G>()?;
        let lineup = request.lineup(&self.0, &config, &game)?;
        Ok(ManyTables { config, batch: lineup.batch(&encoding(&game), options)? })
    }
}

/// The rules of a config.
///
/// # Errors
/// A preset that the game does not have, or a setting that was rejected.
pub fn rules_of<G: Configurable>(config: &Config) -> Result<G::Rules, SettingError> {
    let rules = G::Rules::read(preset::<G>(config), config.rules.clone());
    rules.map_err(|error| match error {
        SettingError::Value { key, value, .. } if is_falling_range(&value) => {
            let wanted = "a range that begins with its lower end".to_owned();
            SettingError::Value { key, value, wanted }
        }
        other => other,
    })
}

/// The requested preset; or the one that comes with class players; or the game's default.
fn preset<G: Configurable>(config: &Config) -> &str {
    let mut classes = config.players.iter().filter_map(|player| player.source.class_player());
    let brought = || classes.next().and_then(|class| G::class_preset(&class));
    let named = config.preset.as_deref();
    named.or_else(brought).unwrap_or(G::Rules::default_preset())
}

/// A game with its rules.
struct Ruled<G> {
    /// The config with every rule written out.
    config: Config,
    game: Arc<G>,
}

impl Request<'_> {
    /// The players of a config at a table.
    fn lineup<G: Configurable>(
        &self,
        roster: &[Roster<G>],
        config: &Config,
        game: &Arc<G>,
    ) -> Result<Lineup<G>, PlayerFactoryError> {
        let (lexicon, host_options) = (Some(&*self.lexicon), self.host_options.clone());
        PlayerFactory { lexicon, host_options }.lineup(roster, &config.players, game)
    }

    /// The game of the requested rules, with the default preset if none is named.
    fn ruled<G: Configurable>(&self) -> Result<Ruled<G>, PrepareError> {
        let game = G::INFO.name;
        let rules = rules_of::<G>(self.config);
        let rules = rules.map_err(|error| PrepareError::Rules { game, error })?;
        let config = self.written_out(preset::<G>(self.config), &rules.pairs());
        let other_letters = self.lexicon.alphabet() != G::alphabet(&rules);
        let made = self.searches.game::<G>(rules, Arc::clone(&self.lexicon));
        let game = made.map_err(|error| PrepareError::Words { game, error, other_letters })?;
        Ok(Ruled { config, game })
    }

    /// The config with every rule written out, and the fingerprints of modules.
    fn written_out(&self, preset: &str, rules: &[(&'static str, String)]) -> Config {
        let mut full = Config {
            preset: Some(preset.to_owned()),
            players: self.config.with_sources(PlayerSource::with_hash),
            ..self.config.clone()
        };
        rules.iter().for_each(|(key, value)| full.rules.set(key, value));
        full
    }
}

#[cfg(test)]
mod tests {
    use super::{preset, rules_of};
    use lettergame_auction::rules::{Auction, AuctionRules};
    use lettergame_base::Seed;
    use lettergame_game::Configurable;
    use lettergame_plan::{Config, RawConfig};
    use lettergame_scrabble::rules::Scrabble;

    fn config(players: &str, more: &str) -> Config {
        let text = format!("players = [\"random\", {players}]\n{more}");
        let raw = RawConfig::from_toml(&text, "t.toml").unwrap();
        raw.validate(Auction::INFO.name, Seed(5)).unwrap()
    }

    #[test]
    fn class_players_play_by_the_rules_of_their_simulator() {
        let class = "\"cmd:java -cp a:b words.Lgp words.g7.Group7Player\"";
        assert_eq!(preset::<Auction>(&config(class, "")), "simulator");
        assert_eq!(preset::<Auction>(&config(class, "[rules]\npreset = 'words'")), "words");
        let seed = "\"cmd:java -cp a words.Lgp --batch lettergame.g1.Group1Player\"";
        assert_eq!(preset::<Auction>(&config(seed, "")), "seven");
        assert_eq!(rules_of::<Auction>(&config(seed, "")), Ok(AuctionRules::seven()));
        assert_eq!(preset::<Scrabble>(&config(class, "game = 'scrabble'")), "standard");
        assert_eq!(preset::<Auction>(&config("\"cmd:java Mine\"", "")), "words");
        assert_eq!(preset::<Auction>(&config("\"zero\"", "")), "words");
    }
}
