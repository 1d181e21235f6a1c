//! A run in parts: a complete part is sealed, and a manifest lists all of them.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use crate::batch::columns::file_columns;
use crate::folder::sealed::sums_beside;
use crate::folder_error::io_error;
use crate::format::csv_rows::read_text;
use crate::layout::manifest::Manifest;
use crate::layout::manifest_error::ManifestError;
use crate::layout::part_format::PartFormat;
use crate::layout::parts::part_folder;
use crate::layout::seal::{Seal, files_of_part};
use crate::read::fault_log::faults_before;
use crate::run_files::{MANIFEST, PART, TALLY, has_manifest, has_parts, row_file};
use crate::sealing::to_parquet::to_parquet;
use crate::whole_file::write_whole;
use crate::{FolderError, RecoverError, RowBatch, Rows, RunFolder, RunInfo, RunLock};
use lettergame_game::RowShape;
use lettergame_plan::{Config, RecordLevel};

impl RunFolder {
    /// Appends games from `first` on, which were played elsewhere: the lines of their rows and of their faults. In a run
    /// in parts the rows are read, to find where parts end.
    ///
    /// # Errors
    /// If a file cannot be written, or these are not rows of a game of this shape.
    pub fn append_lines(
        &mut self,
        first: u64,
        lines: Vec<Vec<u8>>,
        mut faults: Vec<u8>,
        shape: RowShape,
    ) -> Result<(), RecoverError> {
        if !self.division.has_parts() {
            return Ok(self.append(first, &Rows::Csv(lines), &faults)?);
        }
        let read = |(file, lines): (RecordLevel, &Vec<u8>)| {
            let rows = read_text(lines, file_columns(file, shape));
            rows.map_err(|error| RecoverError::row(&row_file(self.dir(), file), error))
        };
        let read = RecordLevel::FILES.into_iter().zip(&lines).map(read);
        let mut rows: Vec<RowBatch> = read.collect::<Result<_, _>>()?;
        while let Some(first) = rows.first().and_then(RowBatch::first_game) {
            let end = self.division.part_of(first).end;
            let later = rows.iter_mut().map(|rows| rows.split_off(rows.begin_of(end))).collect();
            let later_faults = faults.split_off(faults_before(&faults, end));
            self.append(first, &Rows::Columns(rows), &faults)?;
            (rows, faults) = (later, later_faults);
        }
        Ok(())
    }

    /// Marks the part of these games as complete, after its rows, which have this shape, are in this format;
    /// `tally` is its `tally.json`.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn seal_part(
        &mut self,
        games: &Range<u64>,
        tally: &[u8],
        (format, shape): (PartFormat, RowShape),
    ) -> Result<(), ManifestError> {
        let folder = part_folder(self.dir(), games);
        if format == PartFormat::Parquet {
            // its files are removed, and may still be open
            self.open.take_if(|open| open.games == *games);
            to_parquet(&folder, shape)?;
        }
        write_whole(&folder, TALLY, tally)?;
        Ok(Seal::of_files(&folder, games, files_of_part(&folder)?)?.write(&folder)?)
    }

    /// Whether the part of these games is marked as complete.
    #[must_use]
    pub fn is_part_sealed(dir: &Path, games: &Range<u64>) -> bool {
        part_folder(dir, games).join(PART).exists()
    }

    /// Creates the folder of a run around its parts, which are already in `dir`: without rows of its own, and
    /// without the files at the end of a run.
    ///
    /// # Errors
    /// If another process uses the folder, or the config cannot be written.
    pub fn of_parts(dir: &Path, config: &Config, info: &RunInfo) -> Result<RunFolder, FolderError> {
        let folder = RunFolder::complete(RunLock::take(dir)?, info);
        folder.write_config(config, info)?;
        Ok(folder)
    }

    /// Writes the manifest of a run whose parts are all complete, and the `tally.json` of the whole. Files that were
    /// not `written` keep what an earlier manifest says of them.
    ///
    /// # Errors
    /// If parts are missing, or a file cannot be read or written.
    pub fn commit_parts(
        &self,
        fingerprint: &str,
        games: &Range<u64>,
        tally: &[u8],
        mut written: Vec<&str>,
    ) -> Result<(), ManifestError> {
        let mut manifest = Manifest::of_parts(self.dir(), games, fingerprint)?;
        if self.update(TALLY, tally)? {
            written.push(TALLY);
        }
        let earlier = Manifest::read(self.dir()).map_or_else(|_| BTreeMap::new(), |it| it.sha256);
        manifest.sha256 = sums_beside(self.dir(), earlier, &written)?;
        self.update(MANIFEST, manifest.text().as_bytes())?;
        Ok(())
    }

    /// Whether it is a run in parts, finished or not.
    #[must_use]
    pub fn has_parts(dir: &Path) -> bool {
        has_parts(dir)
    }

    /// Whether it is a run in parts that is finished.
    #[must_use]
    pub fn has_manifest(dir: &Path) -> bool {
        has_manifest(dir)
    }

    /// The `tally.json` of a run in parts, or of one of its parts.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read_tally(dir: &Path, part: Option<&Range<u64>>) -> Result<Vec<u8>, FolderError> {
        let path = part.map_or(dir.to_owned(), |games| part_folder(dir, games)).join(TALLY);
        fs::read(&path).map_err(io_error("read", &path))
    }
}
