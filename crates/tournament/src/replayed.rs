//! Rows against what the rules make of them: games played again, byte for byte.

use std::ops::Range;
use std::path::PathBuf;

use crate::game_lines::GameLines;
use crate::run_files::row_files;
use crate::{Arena, PlyLog, Record, RecoverError, RunRows, Survey};

/// Plays the last game of a run again, as [`check_games`], where more than scores are recorded.
///
/// # Errors
/// As [`check_games`].
pub fn check_last_game(
    rows: &RunRows<'_>,
    arena: &dyn Arena,
    survey: &Survey,
) -> Result<(), RecoverError> {
    let last = survey.next.checked_sub(1).filter(|game| rows.games.contains(game));
    match last.filter(|_| rows.record > Record::Games && can_replay(rows, arena)) {
        Some(game) => check_games(rows, arena, game..game + 1, || {}),
        None => Ok(()),
    }
}

/// Can games of this run be played again, from its plies or because all who play do the same again?
pub fn can_replay(rows: &RunRows<'_>, arena: &dyn Arena) -> bool {
    rows.record == Record::Plies || !arena.has_programs()
}

/// The rows of these games, which are whole, must be just those that their logs of turns lead to; without
/// such logs they are played again. Calls `each` after each game. Linear in the rows up to these games.
///
/// # Errors
/// When there are other rows, or a file cannot be read.
pub fn check_games(
    rows: &RunRows<'_>,
    arena: &dyn Arena,
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
        let plies = Record::Plies as usize;
        let played = match found.get(plies) {
            Some(moves) => PlyLog::of_rows(&files[plies].0, game, moves)
                .and_then(|log| arena.replay_log(game, &log, &mut |_| {}))
                .map_err(|_| cut(plies))?,
            None => arena.play(game..game + 1),
        };
        let played = played.rows.csv();
        if let Some(file) = (0..files.len()).find(|&file| found[file] != played[file]) {
            return Err(cut(file));
        }
        each();
    }
    Ok(())
}
