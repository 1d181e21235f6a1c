//! A row file as text: a CSV file, or in a part of a run the Parquet file that replaces it.
//!
//! A part is played as CSV, to which rows can be appended. When it is complete, its row files may be replaced by
//! Parquet files, whose text is the same byte for byte. As long as both are there, the CSV file counts.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use crate::parquet_rows::PartText;
use crate::read::sealed_lines::SealedLines;
use crate::run_files::parquet_path;

/// An open row file, at a position.
pub(crate) enum RowText {
    Csv(File),
    Sealed(Box<SealedLines>),
    Parquet(Box<PartText>),
}

impl RowText {
    /// Opens the file of this path, or the Parquet file that replaces it.
    pub(crate) fn open(csv: &Path) -> io::Result<RowText> {
        match File::open(csv) {
            Ok(file) => match SealedLines::of(csv, &file)? {
                Some(lines) => Ok(RowText::Sealed(Box::new(lines))),
                None => Ok(RowText::Csv(file)),
            },
            // it may be replaced at any time
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Ok(RowText::Parquet(Box::new(PartText::open(&parquet_path(csv))?)))
            }
            Err(error) => Err(error),
        }
    }

    /// Whether either file is there, or should be.
    pub(crate) fn exists(csv: &Path) -> bool {
        csv.exists() || parquet_path(csv).exists()
    }

    /// Checks that the file, if it is sealed, has as many bytes as were written.
    pub(crate) fn check_length(csv: &Path) -> io::Result<()> {
        match RowText::open(csv)? {
            RowText::Sealed(lines) => lines.check_length(),
            RowText::Csv(_) | RowText::Parquet(_) => Ok(()),
        }
    }

    /// The number of bytes of text.
    pub(crate) fn length(csv: &Path) -> io::Result<u64> {
        match fs::metadata(csv) {
            Ok(data) => Ok(data.len()),
            Err(_) => PartText::open(&parquet_path(csv)).map(|text| text.len()),
        }
    }

    /// Removes all text after a byte. Parquet files are of complete parts, of which nothing is removed.
    pub(crate) fn cut(csv: &Path, length: u64) -> io::Result<()> {
        match OpenOptions::new().write(true).open(csv) {
            Ok(file) => file.set_len(length),
            Err(error) => {
                let (path, why) = (parquet_path(csv), "has games that are not complete elsewhere");
                let text = format!("{} {why}", path.display());
                Err(if path.exists() { io::Error::other(text) } else { error })
            }
        }
    }
}

impl Read for RowText {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            RowText::Csv(file) => file.read(into),
            RowText::Sealed(lines) => lines.read(into),
            RowText::Parquet(text) => text.read(into),
        }
    }
}

impl Seek for RowText {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            RowText::Csv(file) => file.seek(to),
            RowText::Sealed(lines) => lines.seek(to),
            RowText::Parquet(text) => text.seek(to),
        }
    }
}
