//! Tuning: better values for the parameters of a player, found by
//! [SPSA](lettergame_stats::Spsa) over paired deals.
//!
//! A [`Tuning`] is created from [`TuneOptions`] and prepared; each iteration of a [`ReadyTuning`]
//! plays two variants of the player in the same seats of the same deals. A [`TuningLog`] keeps the
//! iterations, so that a tuning that ended early can be resumed by replaying the log line by line.

mod error;
mod log;
mod play;
mod subject;

pub use error::TuneError;
pub use log::{FoundLog, TuningLog};
pub use play::{ReadyTuning, Tuned};
pub use subject::{Subject, SubjectError, TunedParameter};

use std::path::Path;

use crate::comparing::{CompareOptions, MatchUp};
use crate::{CompareError, Words};
use lettergame_base::Seed;
use lettergame_compare::Measure;
use lettergame_plan::RawConfig;
use lettergame_protocol::HostOptions;
use lettergame_registry::{self as registry, games};

/// The default number of games while tuning.
pub const DEFAULT_GAMES: u64 = 20_000;

/// What is tuned, against which players, and at what cost.
#[derive(Clone, Debug)]
pub struct TuneOptions {
    /// The player; the search starts at the values it names.
    pub player: String,
    /// The parameters to tune, as `key=low..high` or `key`; if empty, all that do more than cost
    /// time.
    pub parameters: Vec<String>,
    /// The other players in every game; `None`: the two variants play each other.
    pub against: Option<Vec<String>>,
    /// The measure to maximise.
    pub by: Measure,
    /// Games while tuning, for both variants together.
    pub games: u64,
    /// Deals per iteration; `None`: enough for about 250 iterations.
    pub deals: Option<u64>,
    /// Games of the final comparison for each of the two players; `None`: the default of `compare`.
    pub check_games: Option<u64>,
}

/// A tuning with a validated player and parameters.
pub struct Tuning {
    options: TuneOptions,
    subject: Subject,
    file: RawConfig,
    over: RawConfig,
}

impl Tuning {
    /// A tuning under the conditions of `file`, overridden by `over`.
    ///
    /// # Errors
    /// An unknown game, player or parameter, a player without parameters, or an invalid range.
    pub fn new(
        options: TuneOptions,
        (file, over): (RawConfig, RawConfig),
    ) -> Result<Tuning, TuneError> {
        let game = over.game.as_deref().or(file.game.as_deref()).unwrap_or(games()[0].info.name);
        let entry = registry::find(game).map_err(|error| {
            let place = if over.game.is_none() { file.place_of("game") } else { String::new() };
            TuneError::from(CompareError::Prepare { place, error })
        })?;
        let subject = Subject::new(&entry.roster(), &options.player, &options.parameters)?;
        Ok(Tuning { options, subject, file, over })
    }

    /// The requested seed.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        self.over.seed.or(self.file.seed)
    }

    /// The same tuning with this seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Tuning {
        self.over.seed = Some(seed);
        self
    }

    /// The path of a custom word list, if the conditions name one.
    #[must_use]
    pub fn lexicon(&self) -> Option<&Path> {
        self.over.lexicon_path().or(self.file.lexicon_path())
    }

    /// Checks that two variants can be played; every program of the field says hello. A missing seed is drawn.
    ///
    /// # Errors
    /// If the conditions do not fit the game, a program does not say hello, or there are too few games.
    pub fn prepare(
        self,
        words: Words,
        host_options: &HostOptions,
    ) -> Result<ReadyTuning, TuneError> {
        let seed = Seed(self.seed().unwrap_or_else(|| Seed::drawn().0));
        let tuning = self.with_seed(seed.0);
        // errors are those of `compare`
        let start = tuning.subject.spec(&tuning.subject.start());
        let match_up = tuning.match_up([start.clone(), start], seed.0, None)?;
        match_up.prepare(&words, host_options)?.hear_hellos()?;
        ReadyTuning::new(tuning, words, host_options.clone())
    }

    /// Two variants, in the same seats or against each other; `seed` is that of the match.
    fn match_up(
        &self,
        variants: [String; 2],
        seed: u64,
        games: Option<u64>,
    ) -> Result<MatchUp, CompareError> {
        let over = RawConfig { seed: Some(seed), ..self.over.clone() };
        let by = Some(self.options.by);
        let asked = CompareOptions { by, games, ..CompareOptions::default() };
        let field = self.options.against.clone();
        MatchUp::new(variants.to_vec(), field, (self.file.clone(), over), asked)
    }
}
