//! Any game's tournament, as the runner and the commands see it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::{
    Batch, BenchError, Benched, GameScore, LogFile, PlayerTimes, Ply, PlyLog, QueueHandle,
    RecoverError, ReplayOptions, Schedule, Waiting,
};
use lettergame_core::base::Name;
use lettergame_core::game::RowShape;
use lettergame_protocol::Launch;
use lettergame_sandbox::Enforced;

/// Any game's tournament.
pub trait AnyTournament: Send + Sync {
    /// Every game by number.
    fn schedule(&self) -> &Schedule;

    /// The players' names in files, in the order of the config.
    fn names(&self) -> &[Name];

    /// The columns of its rows, and which cells agree.
    fn row_shape(&self) -> RowShape;

    /// The header lines of `scores.csv`, `rounds.csv` and `plies.csv`, as far as they are recorded.
    fn headers(&self) -> Vec<Vec<u8>>;

    /// Plays the games of these numbers, one after the other; their stage is drawn
    /// ([`Schedule::known`]).
    fn play(&self, games: Range<u64>) -> Batch;

    /// Plays one game and shows every turn.
    fn replay(&self, game: u64, options: ReplayOptions, tell: &mut dyn FnMut(&Ply)) -> GameScore;

    /// Plays one game by the moves of a log, without asking any player, and tells every turn; also
    /// what would be written of it.
    ///
    /// # Errors
    /// When the log has not the moves that the rules ask for.
    fn replay_log(
        &self,
        game: u64,
        log: &PlyLog,
        options: ReplayOptions,
        tell: &mut dyn FnMut(&Ply),
    ) -> Result<Batch, RecoverError>;

    /// The program of a player, if it is one that can be started.
    fn launch(&self, player: usize) -> Option<Arc<Launch>>;

    /// Are there players that are not built in? They can fail, and are benched.
    fn has_external_players(&self) -> bool;

    /// Are some of them programs? They cannot be counted on to do the same again.
    fn has_programs(&self) -> bool;

    /// How many workers play on so many threads.
    fn workers(&self, threads: usize) -> usize;

    /// Plays what is supplied and hands on each game as it ends; many games at once, so that no
    /// program has to wait for another. For tournaments with programs.
    fn host(
        &self,
        threads: usize,
        handle: &QueueHandle<'_>,
        deliver_in_order: &mut dyn FnMut(Batch) -> bool,
    );

    /// Takes note of games in the order of their numbers, and plays one again that was played on the
    /// assumption that a player is still there who is not.
    fn commit(&self, batch: Batch) -> Batch;

    /// Takes note of a game that was played before this process began; to be called in the order of games.
    ///
    /// # Errors
    /// When a player was benched in it, or asked, against the games that were noted.
    fn load_recorded(&self, score: &GameScore) -> Result<(), BenchError>;

    /// Forgets the games that were noted.
    fn forget(&self);

    /// The players that were benched in some games, and those whose programs failed in every game.
    fn benched(&self) -> Vec<Benched>;

    /// What of the sandbox is in force, where programs are asked and shut in.
    fn sandbox(&self) -> Option<&Enforced>;

    /// The times of the players whose programs were asked by this process, by name, in the games that
    /// were settled; of all players where the tournament times them all.
    fn times(&self) -> BTreeMap<String, PlayerTimes>;

    /// The player whose program the games wait for just now, if they do.
    fn waiting(&self) -> Option<Waiting>;

    /// Why programs could not be played to the end, through no fault of theirs.
    fn host_failure(&self) -> Option<String>;

    /// What its user should know about the games that were played, and cannot see in the rows.
    fn remark(&self) -> Option<String>;

    /// The logs of programs, as far as they are kept.
    fn logs(&self) -> Vec<LogFile>;
}
