//! Which file of which part an error is about, and whether the part can be played again.

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use crate::parts::{games_of_part, part_folders};
use crate::read::row_bytes::header_lines;
use crate::read::row_text::RowText;
use crate::run_files::parquet_path;
use crate::run_files::{MANIFEST, PART, PARTS, is_run};
use crate::{Altered, FolderError, RecoverError, RowError, RunFolder};

/// A run whose lost parts are played again when it is resumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mendable {
    /// The folder of the run.
    pub dir: PathBuf,
    /// The folder of a part that is not marked as complete: it must be removed first.
    pub incomplete: Option<PathBuf>,
}

impl Mendable {
    /// The run in parts that this file belongs to, if it does.
    fn of(file: &Path) -> Option<Mendable> {
        let folder = file.parent()?;
        if let Some(dir) = folder.parent().filter(|dir| folder.ends_with(PARTS) && is_run(dir)) {
            // a whole part is missing
            return Some(Mendable { dir: dir.to_owned(), incomplete: None });
        }
        if is_run(folder) {
            let is_parted = RunFolder::has_parts(folder) || RunFolder::has_manifest(folder);
            let is_lost = is_parted && !file.exists();
            return is_lost.then(|| Mendable { dir: folder.to_owned(), incomplete: None });
        }
        let dir = folder.parent().filter(|parts| parts.ends_with(PARTS))?.parent()?;
        let is_complete = folder.join(PART).exists() || dir.join(MANIFEST).exists();
        let incomplete = (!is_complete).then(|| folder.to_owned());
        is_run(dir).then(|| Mendable { dir: dir.to_owned(), incomplete })
    }
}

impl FolderError {
    /// The run in parts that can be mended, if that is what is wrong.
    #[must_use]
    pub fn mendable(&self) -> Option<Mendable> {
        match self {
            FolderError::Io { act: "read" | "cut", path, .. }
            | FolderError::Altered(Altered { path, .. }) => Mendable::of(path),
            _ => None,
        }
    }
}

impl RecoverError {
    /// The run in parts that can be mended, if that is what is wrong.
    #[must_use]
    pub fn mendable(&self) -> Option<Mendable> {
        match self {
            RecoverError::Folder(error) => error.mendable(),
            RecoverError::Row { path, .. }
            | RecoverError::OtherConfig { path, .. }
            | RecoverError::Cut { path, .. }
            | RecoverError::Missing { path, .. }
            | RecoverError::Longer(path)
            | RecoverError::Faults { path, .. }
            | RecoverError::Log { path, .. }
            | RecoverError::Damaged { path, .. } => Mendable::of(path),
            RecoverError::Bench { .. } => None,
        }
    }

    /// The error with the file of its part instead of that of the whole run, which does not exist in a run in
    /// parts. Lines are then counted in that file. Linear in the file up to the error.
    #[must_use]
    pub fn in_its_part(mut self) -> RecoverError {
        match &mut self {
            RecoverError::Damaged { path, line, .. }
            | RecoverError::Faults { path, line: Some(line), .. } => locate_line(path, line),
            RecoverError::Row { path, error } if error.is_header() => locate(path, |_, _| true),
            RecoverError::Row { path, error } => {
                // other errors name the file that cannot be read
                if let Some(line) = error.line_mut() {
                    locate_line(path, line);
                }
            }
            RecoverError::OtherConfig { path, game }
            | RecoverError::Cut { path, game }
            | RecoverError::Log { path, game, .. }
            | RecoverError::Faults { path, game, line: None } => {
                locate(path, |folder, _| {
                    let name = folder.file_name().unwrap_or_default().to_string_lossy();
                    games_of_part(&name).is_some_and(|games| games.contains(game))
                });
            }
            RecoverError::Missing { path, .. } | RecoverError::Longer(path) => {
                locate(path, |_, is_last| is_last);
            }
            RecoverError::Folder(_) | RecoverError::Bench { .. } => {}
        }
        self
    }
}

impl RowError {
    /// Whether the header line is wrong.
    fn is_header(&self) -> bool {
        matches!(self, RowError::Header(_) | RowError::RoundsHeader(_) | RowError::PliesHeader(_))
    }

    /// The number of its line, if it is not the first.
    fn line_mut(&mut self) -> Option<&mut u64> {
        match self {
            RowError::Cell { line, .. }
            | RowError::Quote { line, .. }
            | RowError::Width { line, .. }
            | RowError::Contradiction { line, .. } => Some(line),
            _ => None,
        }
    }
}

/// The files of this name in the parts of the run, with their folders; empty if it is not in parts.
fn files_of(path: &Path) -> Vec<(PathBuf, PathBuf)> {
    let (Some(dir), Some(name)) = (path.parent(), path.file_name()) else { return Vec::new() };
    let folders = part_folders(dir).ok().flatten().unwrap_or_default();
    folders.into_iter().map(|folder| (folder.join(name), folder)).collect()
}

/// Replaces the path by that of the first part whose folder satisfies this; the second argument says whether it
/// is the last one.
fn locate(path: &mut PathBuf, is_it: impl Fn(&Path, bool) -> bool) {
    let files = files_of(path);
    let count = files.len();
    let found =
        files.into_iter().enumerate().find(|(at, (_, folder))| is_it(folder, at + 1 == count));
    if let Some((_, (file, _))) = found {
        *path = stored(file);
    }
}

/// Replaces the path, and the number of a line by that in the file of its part.
fn locate_line(path: &mut PathBuf, line: &mut u64) {
    let headers = header_lines(path) as u64;
    let mut before = 0;
    for (file, _) in files_of(path) {
        let Ok(lines) = lines_in(&file) else { continue };
        // the header lines of the first part are lines of the whole
        let own = if before == 0 { lines } else { lines.saturating_sub(headers) };
        if *line <= before + own {
            *line = *line - before + lines - own;
            *path = stored(file);
            return;
        }
        before += own;
    }
}

/// The number of lines of a file, the last of which may be cut off.
fn lines_in(file: &Path) -> io::Result<u64> {
    let mut text = BufReader::new(RowText::open(file)?);
    let (mut lines, mut is_cut) = (0, false);
    loop {
        let piece = text.fill_buf()?;
        let Some(last) = piece.last() else { break };
        is_cut = *last != b'\n';
        lines += memchr::memchr_iter(b'\n', piece).count() as u64;
        let length = piece.len();
        text.consume(length);
    }
    Ok(lines + u64::from(is_cut))
}

/// The file as it is stored.
fn stored(file: PathBuf) -> PathBuf {
    let parquet = parquet_path(&file);
    if !file.exists() && parquet.exists() { parquet } else { file }
}
