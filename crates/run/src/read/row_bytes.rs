//! The bytes of a file of rows, in one file or in the parts of a run.
//!
//! In a run in parts, `scores.csv` is the text of the first part's file followed by those of the others
//! without their header lines: exactly the bytes that one file would have. All readers open row files
//! through this, so none of them knows about parts, or in which format a part is
//! [stored](super::row_text).

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::parts::part_folders;
use crate::read::position::position;
use crate::read::row_text::RowText;
use crate::run_files::FAULTS;

/// A file of rows, at a position. Only one of its parts is open at a time.
pub struct RowBytes {
    pieces: Vec<Piece>,
    /// The header lines of the first piece; all others must have the same.
    header: Vec<u8>,
    at: u64,
    open: Option<(usize, RowText)>,
}

/// What a file contributes.
#[derive(Debug)]
struct Piece {
    path: PathBuf,
    /// Where it begins in the whole.
    begin: u64,
    /// The bytes at its beginning that are left out: its header lines.
    skip: u64,
    /// The number of other bytes.
    length: u64,
}

impl RowBytes {
    /// Opens the file of this path in the folder of a run, or those of its parts.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub fn open(path: &Path) -> io::Result<RowBytes> {
        let files = files_of(path)?;
        let header = match &files[..] {
            [] => return Err(io::ErrorKind::NotFound.into()),
            [_] => Vec::new(),
            [first, ..] => header_of(first, header_lines(path))?,
        };
        let mut bytes = RowBytes { pieces: Vec::new(), header, at: 0, open: None };
        for path in files {
            let skip = if bytes.pieces.is_empty() { 0 } else { bytes.header.len() as u64 };
            let length = RowText::length(&path)?.saturating_sub(skip);
            let begin = bytes.len();
            bytes.pieces.push(Piece { path, begin, skip, length });
        }
        Ok(bytes)
    }

    /// Whether there is such a file, or one in a part.
    #[must_use]
    pub fn exists(path: &Path) -> bool {
        files_of(path).is_ok_and(|files| !files.is_empty())
    }

    /// All bytes of the file of this path.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub fn read(path: &Path) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        RowBytes::check_length(path)?;
        RowBytes::open(path)?.read_to_end(&mut text)?;
        Ok(text)
    }

    /// Checks that files which are sealed have as many bytes as were written.
    pub(crate) fn check_length(path: &Path) -> io::Result<()> {
        files_of(path)?.iter().try_for_each(|file| RowText::check_length(file))
    }

    /// The number of bytes.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.pieces.last().map_or(0, |last| last.begin + last.length)
    }

    /// Whether there are no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes everything after a byte; header lines of later parts stay.
    pub(crate) fn cut(path: &Path, length: u64) -> io::Result<()> {
        for piece in RowBytes::open(path)?.pieces {
            let left = length.saturating_sub(piece.begin);
            if left < piece.length {
                RowText::cut(&piece.path, piece.skip + left)?;
            }
        }
        Ok(())
    }

    /// The file of this piece, whose header must be that of the first.
    fn file(&mut self, place: usize) -> io::Result<&mut RowText> {
        if self.open.as_ref().is_none_or(|(open, _)| *open != place) {
            let piece = &self.pieces[place];
            let mut file = RowText::open(&piece.path)?;
            let mut header = Vec::new();
            (&mut file).take(piece.skip).read_to_end(&mut header)?;
            if piece.skip > 0 && header != self.header {
                let text =
                    format!("{} has another header line than the first part", piece.path.display());
                return Err(io::Error::new(io::ErrorKind::InvalidData, text));
            }
            self.open = Some((place, file));
        }
        match &mut self.open {
            Some((_, file)) => Ok(file),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }
}

impl Read for RowBytes {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let at = self.at;
        let place = self.pieces.partition_point(|piece| piece.begin + piece.length <= at);
        let Some(piece) = self.pieces.get(place) else { return Ok(0) };
        let (begin, left) = (piece.skip + at - piece.begin, piece.begin + piece.length - at);
        let most = into.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        let file = self.file(place)?;
        file.seek(SeekFrom::Start(begin))?;
        let read = file.read(&mut into[..most])?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for RowBytes {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = position(to, self.at, self.len())?;
        Ok(self.at)
    }
}

/// The files that make up that of this path, in order.
fn files_of(path: &Path) -> io::Result<Vec<PathBuf>> {
    let (Some(dir), Some(name)) = (path.parent(), path.file_name()) else { return Ok(Vec::new()) };
    match part_folders(dir)? {
        None => Ok(RowText::exists(path).then(|| path.to_owned()).into_iter().collect()),
        Some(folders) => {
            let files: Vec<PathBuf> = folders.into_iter().map(|folder| folder.join(name)).collect();
            let there: Vec<bool> = files.iter().map(|file| RowText::exists(file)).collect();
            // that of the last part may be yet to come, and faults are rare
            let last = there.iter().rposition(|&is_there| is_there).unwrap_or_default();
            let missing = there[..last].iter().position(|&is_there| !is_there);
            match missing.filter(|_| header_lines(path) > 0) {
                Some(missing) => {
                    let text = format!("{} is missing", files[missing].display());
                    Err(io::Error::new(io::ErrorKind::NotFound, text))
                }
                None => {
                    let there = files.into_iter().zip(there);
                    Ok(there.filter_map(|(file, is_there)| is_there.then_some(file)).collect())
                }
            }
        }
    }
}

/// How many header lines a file of this name has.
pub(crate) fn header_lines(path: &Path) -> usize {
    match path.file_name().and_then(|name| name.to_str()) {
        Some(FAULTS) => 0,
        _ => 1,
    }
}

fn header_of(path: &Path, lines: usize) -> io::Result<Vec<u8>> {
    let (mut file, mut header) = (BufReader::new(RowText::open(path)?), Vec::new());
    for _ in 0..lines {
        file.read_until(b'\n', &mut header)?;
    }
    Ok(header)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::{Read, Seek, SeekFrom};
    use std::path::Path;

    use super::RowBytes;

    fn parts(dir: &Path, texts: &[&str]) {
        for (number, text) in texts.iter().enumerate() {
            let part = dir.join(format!("parts/{:012}-{:012}", 2 * number, 2 * number + 2));
            fs::create_dir_all(&part).unwrap();
            fs::write(part.join("scores.csv"), text).unwrap();
        }
    }

    #[test]
    fn parts_read_like_one_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("scores.csv");
        assert!(!RowBytes::exists(&path) && RowBytes::open(&path).is_err());
        parts(dir.path(), &["game,x\n0,a\n1,b\n", "game,x\n2,c\n", "game,x\n", "game,x\n6,d\n"]);
        let whole = "game,x\n0,a\n1,b\n2,c\n6,d\n";
        let mut bytes = RowBytes::open(&path).unwrap();
        assert_eq!(bytes.len(), whole.len() as u64);
        for start in 0..=whole.len() {
            let mut text = String::new();
            bytes.seek(SeekFrom::Start(start as u64)).unwrap();
            bytes.read_to_string(&mut text).unwrap();
            assert_eq!(text, whole[start..]);
        }
        for length in (7..=whole.len()).rev() {
            RowBytes::cut(&path, length as u64).unwrap();
            let mut text = String::new();
            RowBytes::open(&path).unwrap().read_to_string(&mut text).unwrap();
            assert_eq!(text, whole[..length]);
        }
    }

    #[test]
    fn a_part_with_another_header_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        parts(dir.path(), &["game,x\n0,a\n", "game,y\n2,c\n"]);
        let mut bytes = RowBytes::open(&dir.path().join("scores.csv")).unwrap();
        let error = bytes.read_to_end(&mut Vec::new()).unwrap_err().to_string();
        assert!(error.contains("000000000002-000000000004") && error.contains("header"), "{error}");
    }
}
