//! Creating the folder of a run, and its files.

use std::fs;
use std::ops::Range;
use std::path::Path;

use crate::folder::config_file::config_text;
use crate::folder::open_part::Division;
use crate::folder::place::remove_run;
use crate::folder_error::io_error;
use crate::run_files::{CONFIG, FAULTS, ROWS, parquet_path};
use crate::{FolderError, RunFolder, RunInfo, RunLock};
use lettergame_plan::Config;

impl RunFolder {
    /// Creates the folder with its config and the header lines of its files. An earlier run is
    /// replaced only with `force`, and only if it is not in use.
    ///
    /// # Errors
    /// If the folder exists, is in use, or cannot be written.
    pub fn create(
        dir: &Path,
        config: &Config,
        info: &RunInfo,
        games: &Range<u64>,
        headers: Vec<Vec<u8>>,
        force: bool,
    ) -> Result<RunFolder, FolderError> {
        // the config is written first and completely, so that a killed run can always be resumed
        let named = |folder: &mut RunFolder| {
            folder.write_config(config, info).and_then(|()| folder.make(info, games, headers))
        };
        RunFolder::create_with(dir, info, force, named)
    }

    /// Creates the folder without the config that makes it a run. For games copied from elsewhere,
    /// which must not be resumed before all of them are there.
    ///
    /// # Errors
    /// See [`RunFolder::create`].
    pub(crate) fn create_unnamed(
        dir: &Path,
        info: &RunInfo,
        games: &Range<u64>,
        headers: Vec<Vec<u8>>,
        force: bool,
    ) -> Result<RunFolder, FolderError> {
        RunFolder::create_with(dir, info, force, |folder| folder.make(info, games, headers))
    }

    /// Writes the complete config.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn write_config(&self, config: &Config, info: &RunInfo) -> Result<(), FolderError> {
        self.write(CONFIG, config_text(config, info, self.dir()).as_bytes())
    }

    fn create_with(
        dir: &Path,
        info: &RunInfo,
        force: bool,
        make: impl FnOnce(&mut RunFolder) -> Result<(), FolderError>,
    ) -> Result<RunFolder, FolderError> {
        RunFolder::check_free(dir, force)?;
        fs::create_dir_all(dir).map_err(io_error("create", dir))?;
        let mut folder = match RunLock::take(dir) {
            Ok(lock) => RunFolder::complete(lock, info),
            Err(error) => {
                // only an empty folder can be removed
                let _ = fs::remove_dir(dir);
                return Err(error);
            }
        };
        // it may have changed before it was locked
        RunFolder::check_names(dir, force)?;
        match remove_run(dir).and_then(|()| make(&mut folder)) {
            Ok(()) => Ok(folder),
            Err(error) => {
                // nothing incomplete is left; the error says why there is no run
                folder.discard();
                Err(error)
            }
        }
    }

    /// Creates the files of rows, in a run in parts those of the first part.
    fn make(
        &mut self,
        info: &RunInfo,
        games: &Range<u64>,
        headers: Vec<Vec<u8>>,
    ) -> Result<(), FolderError> {
        self.division = Division::new(games.clone(), info.parts);
        self.headers = headers;
        self.open_part(games.start).map(drop)
    }

    /// Writes header lines that are missing after a kill, if no game is finished yet.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn complete_headers(
        lock: &RunLock,
        division: &Division,
        headers: &[Vec<u8>],
    ) -> Result<(), FolderError> {
        let dir = division.first_folder(lock.dir());
        fs::create_dir_all(&dir).map_err(io_error("create", &dir))?;
        let starts = |path: &Path, header: &[u8]| {
            fs::read(path)
                .map_or(true, |found| found.len() < header.len() && header.starts_with(&found))
        };
        let length = |path: &Path| fs::metadata(path).map_or(0, |data| data.len());
        let scores = dir.join(ROWS[0]);
        let header = headers.first().map_or(0, |header| header.len() as u64);
        if length(&scores) > header || parquet_path(&scores).exists() {
            return Ok(());
        }
        // row files are created before any row is written
        if length(&scores) < header {
            let starts = ROWS.into_iter().zip(headers.iter().map(Vec::len));
            let mut others = starts.skip(1).chain([(FAULTS, 0)]);
            if let Some((other, _)) =
                others.find(|(name, start)| length(&dir.join(name)) > *start as u64)
            {
                return Err(FolderError::NoScores(scores, other));
            }
        }
        for (name, header) in ROWS.into_iter().zip(headers) {
            let path = dir.join(name);
            if starts(&path, header) {
                fs::write(&path, header).map_err(io_error("write", &path))?;
            }
        }
        Ok(())
    }
}
