//! The part of a run to which rows are appended. A run that is not in parts is one part, in the folder of the run.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::num::NonZeroU64;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::folder_error::io_error;
use crate::layout::parts::{part_folder, part_of};
use crate::lock::is_at;
use crate::run_files::{FAULTS, ROWS};
use crate::{FolderError, PartOptions};

/// How the games of a run are divided into parts.
#[derive(Clone, Debug, Default)]
pub struct Division {
    games: Range<u64>,
    most: Option<NonZeroU64>,
}

impl Division {
    /// That of a run of these games.
    #[must_use]
    pub fn new(games: Range<u64>, parts: Option<PartOptions>) -> Division {
        Division { games, most: parts.map(|parts| parts.games) }
    }

    /// The games of the part with this game.
    #[must_use]
    pub fn part_of(&self, game: u64) -> Range<u64> {
        self.most.map_or(self.games.clone(), |most| part_of(game, most.get(), &self.games))
    }

    /// Whether the run is in parts.
    pub(super) fn has_parts(&self) -> bool {
        self.most.is_some()
    }

    /// The folder of a part.
    fn folder(&self, dir: &Path, part: &Range<u64>) -> PathBuf {
        if self.has_parts() { part_folder(dir, part) } else { dir.to_owned() }
    }

    /// The folder of the first part.
    pub(super) fn first_folder(&self, dir: &Path) -> PathBuf {
        self.folder(dir, &self.part_of(self.games.start))
    }
}

/// The open files of a part.
#[derive(Debug)]
pub(super) struct OpenPart {
    pub(super) games: Range<u64>,
    dir: PathBuf,
    /// Scores, rounds and plies, if recorded.
    files: Vec<(PathBuf, File)>,
    /// `faults.jsonl`, once there is a fault.
    faults: Option<File>,
}

impl OpenPart {
    /// Opens the files of the part with this game, in the folder of a run, and creates those that are missing.
    pub(super) fn open(
        run: &Path,
        division: &Division,
        game: u64,
        headers: &[Vec<u8>],
    ) -> Result<OpenPart, FolderError> {
        let games = division.part_of(game);
        let dir = division.folder(run, &games);
        fs::create_dir_all(&dir).map_err(io_error("create", &dir))?;
        let open = |(name, header): (&str, &Vec<u8>)| open_with(dir.join(name), header);
        let files = ROWS.into_iter().zip(headers).map(open).collect::<Result<_, _>>()?;
        Ok(OpenPart { games, dir, files, faults: None })
    }

    /// Appends lines, the scores last, and flushes them.
    pub(super) fn append(&mut self, rows: &[Vec<u8>], faults: &[u8]) -> Result<(), FolderError> {
        if !faults.is_empty() {
            let path = self.dir.join(FAULTS);
            let file = match &mut self.faults {
                Some(file) => file,
                none => {
                    let opened = OpenOptions::new().append(true).create(true).open(&path);
                    none.insert(opened.map_err(io_error("open", &path))?)
                }
            };
            file.write_all(faults).map_err(io_error("write", &path))?;
        }
        for ((path, file), rows) in self.files.iter_mut().zip(rows).rev() {
            file.write_all(rows).and_then(|()| file.flush()).map_err(io_error("write", path))?;
        }
        Ok(())
    }

    /// Whether the files are still where they were opened.
    pub(super) fn is_in_place(&self) -> bool {
        self.files.iter().all(|(path, file)| is_at(file, path))
            && self.faults.as_ref().is_none_or(|file| is_at(file, &self.dir.join(FAULTS)))
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
