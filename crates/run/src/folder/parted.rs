//! Writing a run in parts: rows go to the folder of their part, and a complete part is sealed.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::num::NonZeroU64;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::folder::part_in_progress::PartInProgress;
use crate::folder::sealed::sums_beside;
use crate::folder_error::io_error;
use crate::format::game_number::{game_of_fault, game_of_row};
use crate::layout::manifest::Manifest;
use crate::layout::manifest_error::ManifestError;
use crate::layout::part_format::PartFormat;
use crate::layout::parts::part_folder;
use crate::layout::seal::{Seal, files_of_part};
use crate::run_files::{MANIFEST, PART, ROWS, TALLY, has_manifest, has_parts};
use crate::sealing::to_parquet::to_parquet;
use crate::whole_file::write_whole;
use crate::{FolderError, RunFolder, RunInfo, RunLock};
use lettergame_core::game::RowShape;
use lettergame_plan::Config;

impl RunFolder {
    /// Opens the files of a run in parts to append the rows of `game` and those after it, in a run of
    /// `games`. Header lines that are missing after a kill are written.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn open_part(
        lock: RunLock,
        info: &RunInfo,
        most: NonZeroU64,
        games: Range<u64>,
        game: u64,
        headers: &[Vec<u8>],
    ) -> Result<RunFolder, FolderError> {
        let mut folder = RunFolder::complete(lock, info);
        folder.begin_part(PartInProgress::new(most, games, game, headers))?;
        Ok(folder)
    }

    /// Opens the files of a part, and creates them if they are missing.
    pub(super) fn begin_part(&mut self, parted: PartInProgress) -> Result<(), FolderError> {
        let folder = part_folder(self.dir(), &parted.part);
        fs::create_dir_all(&folder).map_err(io_error("create", &folder))?;
        let open = |name: &str, header: &[u8]| open_with(folder.join(name), header);
        let files = ROWS.iter().zip(&parted.headers).map(|(name, header)| open(name, header));
        self.files = files.collect::<Result<_, _>>()?;
        (self.faults, self.parted) = (None, Some(parted));
        Ok(())
    }

    /// Appends lines to the parts of their games.
    pub(super) fn append_to_parts(
        &mut self,
        rows: &[Vec<u8>],
        faults: &[u8],
    ) -> Result<(), FolderError> {
        let (mut rows, mut faults) = (rows.to_vec(), faults.to_vec());
        while let Some(parted) = &self.parted {
            let (end, next) = (parted.part.end, parted.next());
            let later: Vec<Vec<u8>> =
                rows.iter_mut().map(|rows| split_at(rows, end, game_of_row)).collect();
            let later_faults = split_at(&mut faults, end, game_of_fault);
            self.append_lines(&rows, &faults)?;
            if later.iter().all(Vec::is_empty) && later_faults.is_empty() {
                return Ok(());
            }
            self.begin_part(next)?;
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
            // the files of the last part are still open, and are removed
            if self.parted.as_ref().is_some_and(|parted| parted.part == *games) {
                self.files.clear();
            }
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

/// Opens a file to append to it; writes its header lines if they are missing or incomplete.
fn open_with(path: PathBuf, header: &[u8]) -> Result<(PathBuf, File), FolderError> {
    let opened = OpenOptions::new().append(true).create(true).open(&path);
    let mut file = opened.map_err(io_error("open", &path))?;
    let length = file.metadata().map_err(io_error("read", &path))?.len();
    if length < header.len() as u64 {
        let written = file.set_len(0).and_then(|()| file.write_all(header));
        written.map_err(io_error("write", &path))?;
    }
    Ok((path, file))
}

/// Takes off the lines of games from `end` on.
fn split_at(lines: &mut Vec<u8>, end: u64, number: fn(&[u8]) -> Option<u64>) -> Vec<u8> {
    let mut at = 0;
    while number(&lines[at..]).is_some_and(|game| game < end) {
        let rest = &lines[at..];
        at += memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
    }
    lines.split_off(at)
}

#[cfg(test)]
mod tests {
    use super::{game_of_row, split_at};

    #[test]
    fn lines_are_split_at_a_game() {
        let text = b"7,a\n7,b\n8,a\n12,a\n".to_vec();
        for (end, kept) in [(0, 0), (7, 0), (8, 8), (9, 12), (12, 12), (13, 17)] {
            let mut lines = text.clone();
            let later = split_at(&mut lines, end, game_of_row);
            assert_eq!((lines.len(), [lines, later].concat()), (kept, text.clone()), "{end}");
        }
    }
}
