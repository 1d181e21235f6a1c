//! Verifies rows by replaying games: they must match byte for byte.

use std::ops::Range;
use std::path::PathBuf;

use crate::game_lines::GameLines;
use crate::run_files::row_files;
use crate::{AnyTournament, PlyLog, Progress, RecoverError, ReplayOptions, RunRows};
use lettergame_plan::RecordLevel;

/// Replays the last game of a run, like [`check_games`], if more than scores are recorded.
///
/// # Errors
/// See [`check_games`].
pub fn check_last_game(
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
pub fn can_replay(rows: &RunRows<'_>, tournament: &dyn AnyTournament) -> bool {
    rows.record == RecordLevel::Plies || !tournament.has_programs()
}

/// Checks that the rows of these games, which must be complete, are those that follow from their
/// logs of turns; without such logs the games are played again. Calls `each` after each game.
/// Linear in the rows up to these games.
///
/// # Errors
/// If the rows differ, or a file cannot be read.
pub fn check_games(
    rows: &RunRows<'_>,
    tournament: &dyn AnyTournament,
    games: Range<u64>,
    mut each: impl FnMut(),
) -> Result<(), RecoverError> {
    let open = |path: PathBuf| {
        let mut lines = GameLines::open(&path, u64::MAX)?;
        lines.skip_to(games.start)?;
        Ok((path, lines))
    };
    let mut files: Vec<_> =
        row_files(rows.dir, rows.record).map(open).collect::<Result<_, RecoverError>>()?;
    for game in games.clone() {
        let mut found = vec![Vec::new(); files.len()];
        for ((_, lines), found) in files.iter_mut().zip(&mut found) {
            lines.take(game, found)?;
        }
        let cut = |file: usize| RecoverError::Cut { path: files[file].0.clone(), game };
        let plies = RecordLevel::Plies as usize;
        let played = match found.get(plies) {
            Some(moves) => PlyLog::of_rows(&files[plies].0, game, moves)
                .and_then(|log| {
                    tournament.replay_log(game, &log, ReplayOptions::default(), &mut |_| {})
                })
                .map_err(|_| cut(plies))?,
            None => tournament.play(game..game + 1),
        };
        let played = played.rows.csv();
        if let Some(file) = (0..files.len()).find(|&file| found[file] != played[file]) {
            return Err(cut(file));
        }
        each();
    }
    Ok(())
}
