//! Verifies rows by replaying games: they must be the same.

use std::ops::Range;
use std::path::Path;

use lettergame_plan::{GameScore, RecordLevel};
use lettergame_registry::Prepared;
use lettergame_run::{PlyLog, Progress, RecoverError, ReplayOptions, RowBatch, RunInfo, RunRows};
use lettergame_tournament::AnyTournament;

/// The rows of a run in a folder, whose config was prepared.
pub(super) fn rows_of<'a>(dir: &'a Path, info: &RunInfo, prepared: &'a Prepared) -> RunRows<'a> {
    let tournament = &*prepared.tournament;
    let players = (tournament.schedule(), tournament.names());
    RunRows::of(dir, info, prepared.config.record, players, Some(tournament.row_shape()))
}

/// Replays the last game of a run, like [`check_games`], if more than scores are recorded.
///
/// # Errors
/// See [`check_games`].
pub(crate) fn check_last_game(
    rows: &RunRows<'_>,
    tournament: &dyn AnyTournament,
    progress: &Progress,
) -> Result<(), RecoverError> {
    let last = progress.next.checked_sub(1).filter(|game| rows.games.contains(game));
    match last.filter(|_| rows.record > RecordLevel::Games && can_replay(rows, tournament)) {
        Some(game) => check_games(rows, tournament, game..game + 1, || {}),
        None => Ok(()),
    }
}

/// Whether games of this run can be replayed, from its plies or because all its players are
/// deterministic.
pub(crate) fn can_replay(rows: &RunRows<'_>, tournament: &dyn AnyTournament) -> bool {
    rows.record == RecordLevel::Plies || !tournament.has_programs()
}

/// Checks that the rows of these games, which must be complete, are those that follow from their
/// logs of turns; without such logs the games are played again. Calls `each` after each game.
/// Linear in the rows up to these games.
///
/// # Errors
/// If the rows differ, or a file cannot be read.
pub(crate) fn check_games(
    rows: &RunRows<'_>,
    tournament: &dyn AnyTournament,
    games: Range<u64>,
    mut each: impl FnMut(),
) -> Result<(), RecoverError> {
    let mut streams = rows.streams(games.start)?;
    for game in games {
        let found = streams.iter_mut().map(|stream| stream.take_before(game + 1));
        let found: Vec<RowBatch> = found.collect::<Result<_, RecoverError>>()?;
        let cut = |file: usize| RecoverError::Cut { path: streams[file].path().to_owned(), game };
        let plies = RecordLevel::Plies as usize;
        let played = match found.get(plies) {
            Some(moves) => {
                let log = PlyLog::of_rows(streams[plies].path(), game, moves);
                let options = ReplayOptions::default();
                tournament.replay_log(game, &log, options, &mut |_| {}).map_err(|_| cut(plies))?
            }
            None => tournament.play(game..game + 1),
        };
        let played = played.rows.columns();
        if let Some(file) = (0..found.len()).find(|&file| found[file] != played[file]) {
            return Err(cut(file));
        }
        each();
    }
    Ok(())
}

/// Records a game of a run in this folder.
///
/// # Errors
/// If a player was benched or asked in it, contrary to the games before.
pub(crate) fn load_recorded(
    tournament: &dyn AnyTournament,
    dir: &Path,
    game: &GameScore,
) -> Result<(), RecoverError> {
    let wrong = |error| RecoverError::Bench { path: dir.to_owned(), error };
    tournament.load_recorded(game).map_err(wrong)
}
