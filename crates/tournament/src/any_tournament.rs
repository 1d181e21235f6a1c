//! A tournament of any game, as the runner and the commands see it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::{Batch, Benched, QueueHandle, Waiting};
use lettergame_base::Name;
use lettergame_game::RowShape;
use lettergame_plan::{GameScore, Schedule};
use lettergame_protocol::Launch;
use lettergame_run::{BenchError, LogFile, PlayerTimes, Ply, PlyLog, RecoverError, ReplayOptions};
use lettergame_sandbox::Enforced;

/// A tournament of any game.
pub trait AnyTournament: Send + Sync {
    /// All games by number.
    fn schedule(&self) -> &Schedule;

    /// The players' names in files, in the order of the config.
    fn names(&self) -> &[Name];

    /// The columns of its rows, and which cells must agree.
    fn row_shape(&self) -> RowShape;

    /// The header lines of `scores.csv`, `rounds.csv` and `plies.csv`, for those that are recorded.
    fn headers(&self) -> Vec<Vec<u8>>;

    /// Plays the games with these numbers, one after the other; programs with a process for each game. The
    /// pairings of their stage must be known ([`Schedule::known`]).
    fn play(&self, games: Range<u64>) -> Batch;

    /// Plays one game and passes every turn to `tell`.
    fn replay(&self, game: u64, options: ReplayOptions, tell: &mut dyn FnMut(&Ply)) -> GameScore;

    /// Plays one game by the moves of a log, without asking any player, and passes every turn on.
    /// Also returns what would be written for it.
    ///
    /// # Errors
    /// If the log lacks moves that the rules ask for.
    fn replay_log(
        &self,
        game: u64,
        log: &PlyLog,
        options: ReplayOptions,
        tell: &mut dyn FnMut(&Ply),
    ) -> Result<Batch, RecoverError>;

    /// The command of a player whose program can be started.
    fn launch(&self, player: usize) -> Option<Arc<Launch>>;

    /// Whether any player is external. External players can fail, and are benched.
    fn has_external_players(&self) -> bool;

    /// Whether any player is a program. Programs are not guaranteed to be deterministic.
    fn has_programs(&self) -> bool;

    /// The number of workers for this many threads.
    fn workers(&self, threads: usize) -> usize;

    /// Plays the supplied games, many at once so that no program has to wait for another, and hands
    /// on each as it ends. For tournaments with programs.
    fn host(
        &self,
        threads: usize,
        handle: &QueueHandle<'_>,
        deliver_in_order: &mut dyn FnMut(Batch) -> bool,
    );

    /// Records games in the order of their numbers. A game that was played on the wrong assumption
    /// that a player had not been benched is played again.
    fn commit(&self, batch: Batch) -> Batch;

    /// Records a game that was played before this process began. Call it in the order of games.
    ///
    /// # Errors
    /// If a player was benched in it, or was asked, contrary to the games recorded so far.
    fn load_recorded(&self, score: &GameScore) -> Result<(), BenchError>;

    /// Forgets the recorded games.
    fn forget(&self);

    /// The players that were benched in some games, and those whose programs failed in every game.
    fn benched(&self) -> Vec<Benched>;

    /// What the sandbox enforces, if programs run in it.
    fn sandbox(&self) -> Option<&Enforced>;

    /// Decision times by player name, over the committed games: of players whose programs this
    /// process asked, or of all players if the tournament times them all.
    fn times(&self) -> BTreeMap<String, PlayerTimes>;

    /// The player whose program the games are currently waiting for, if any.
    fn waiting(&self) -> Option<Waiting>;

    /// Why programs could not be played to the end, if the host is at fault.
    fn host_failure(&self) -> Option<String>;

    /// Whether a program of that player exited at the end of a game played by [`AnyTournament::play`].
    fn exits_at_end(&self, player: usize) -> bool;

    /// A game in which the rules corrected a move of that player, if it is a program, and how.
    fn correction(&self, player: usize) -> Option<(u64, String)>;

    /// What users should know before the first game, if the rules cannot give this number of players all that
    /// they promise.
    fn shortage(&self) -> Option<String>;

    /// What users should know about the games played that the rows do not show.
    fn remark(&self) -> Option<String>;

    /// The logs of programs that are kept.
    fn logs(&self) -> Vec<LogFile>;
}
