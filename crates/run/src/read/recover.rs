//! Determines how far a run got before it stopped.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::folder_error::io_error;
use crate::format::game_number::game_of_fault;
use crate::run_files::{FAULTS, LOGS, is_parquet};
use crate::{RecoverError, RunRows};
use lettergame_plan::{GameScore, RecordLevel};

/// Where fault lines that are cut off are kept.
const CUT_FAULTS: &str = "faults-cut.log";

/// Keeps the faults after a byte in the folder of logs of a run if they are from several games. A program
/// plays one game after the other, so a kill leaves the faults of only one; more of them are the
/// last trace of games that were lost.
fn keep_cut_faults(dir: &Path, path: &Path, byte: u64) -> Result<(), RecoverError> {
    let text = fs::read(path).map_err(io_error("read", path))?;
    let cut = text.get(byte as usize..).unwrap_or_default();
    let games = cut.split(|&byte| byte == b'\n').filter_map(game_of_fault);
    if games.collect::<BTreeSet<u64>>().len() > 1 {
        let logs = dir.join(LOGS);
        fs::create_dir_all(&logs).map_err(io_error("create", &logs))?;
        let kept = logs.join(CUT_FAULTS);
        let file = OpenOptions::new().append(true).create(true).open(&kept);
        file.and_then(|mut file| file.write_all(cut)).map_err(io_error("write", &kept))?;
    }
    Ok(())
}

/// How far a run got.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The number of the next game.
    pub next: u64,
    /// For each file, the byte where the rows of that game would start.
    pub ends: Vec<(PathBuf, u64)>,
}

/// Reads the complete games of a run and passes each on in order. All files are checked; nothing is
/// changed.
///
/// # Errors
/// If a file is missing, cannot be read, was truncated, edited or damaged, or is from another
/// config; and the first error of `tell`.
pub fn scan_run(
    rows: &RunRows<'_>,
    mut tell: impl FnMut(&GameScore) -> Result<(), RecoverError>,
) -> Result<Progress, RecoverError> {
    let end = rows.games.end;
    let mut scores = rows.scores()?;
    while let Some(game) = scores.next_game()? {
        tell(&game.score)?;
    }
    let next = scores.next();
    let mut ends = scores.taken().ends()?;
    if rows.record >= RecordLevel::Rounds {
        ends.extend(rows.rounds(next)?.check_to(end)?);
    }
    if rows.record >= RecordLevel::Plies {
        ends.extend(rows.plies(next)?.check_to(end)?);
    }
    if let Some(faults) = scores.faults() {
        faults.check_range(&rows.games)?;
        ends.extend(faults.ends_before(next));
    }
    Ok(Progress { next, ends })
}

impl Progress {
    /// Checks that whatever follows the last complete game can be the result of a kill; in a run
    /// that was played to its end nothing may follow.
    ///
    /// # Errors
    /// If it cannot be, or if anything follows in a finished run.
    pub fn check_end(&self, rows: &RunRows<'_>) -> Result<(), RecoverError> {
        match self.longer().first() {
            Some(path) if rows.ended => Err(RecoverError::Longer((*path).to_owned())),
            _ => Ok(()),
        }
    }

    /// Cuts off whatever follows the last complete game: a kill may leave a partial row. Files that
    /// end there are not touched, and parts that are complete have nothing after their last game.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn cut(&self, dir: &Path) -> Result<(), RecoverError> {
        for path in self.longer() {
            let byte = self.ends.iter().find(|(own, _)| own == path).map_or(0, |(_, byte)| *byte);
            if path.ends_with(FAULTS) {
                keep_cut_faults(dir, path, byte)?;
            }
            if is_parquet(path) {
                let text = format!("{} has games that are not complete elsewhere", path.display());
                return Err(io_error("cut", path)(io::Error::other(text)).into());
            }
            let file = OpenOptions::new().write(true).open(path);
            file.and_then(|file| file.set_len(byte)).map_err(io_error("cut", path))?;
        }
        Ok(())
    }

    /// The files with data after the last complete game.
    #[must_use]
    pub fn longer(&self) -> Vec<&Path> {
        let is_longer =
            |(path, byte): &&(PathBuf, u64)| path.metadata().is_ok_and(|data| data.len() != *byte);
        self.ends.iter().filter(is_longer).map(|(path, _)| path.as_path()).collect()
    }
}
