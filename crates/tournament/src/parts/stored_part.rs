//! A part that is complete: `part.json`, and the files that it names.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::ops::Range;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::checksums::{first_lines, lines_of};
use crate::columns::{file_columns, header};
use crate::fault_lines::sealed;
use crate::folder_error::io_error;
use crate::parquet_rows::parquet_part;
use crate::parts::{ManifestError, PartFormat, part_name};
use crate::row_text::parquet_path;
use crate::run_files::{CHECKSUMS, FAULTS, PART, TALLY};
use crate::whole_file::write_whole;
use crate::{FolderError, RowBatch};
use lettergame_core::game::RowShape;
use lettergame_plan::RecordLevel;

/// A complete part of a run. Other keys of `part.json`, such as who played it, are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredPart {
    /// The number of the first game.
    pub start: u64,
    /// The number after the last game.
    pub end: u64,
    /// The SHA-256 of each file, as 64 hexadecimal digits.
    pub sha256: BTreeMap<String, String>,
    /// The size of each file, in bytes.
    pub bytes: BTreeMap<String, u64>,
}

impl StoredPart {
    /// The numbers of its games.
    #[must_use]
    pub fn games(&self) -> Range<u64> {
        self.start..self.end
    }

    /// The format of its row files.
    #[must_use]
    pub fn format(&self) -> PartFormat {
        match self.sha256.contains_key(&parquet_name(RecordLevel::Games)) {
            true => PartFormat::Parquet,
            false => PartFormat::Csv,
        }
    }

    /// Reads the `part.json` of a folder.
    ///
    /// # Errors
    /// If it is missing, cannot be parsed, or is of another folder.
    pub fn read(folder: &Path) -> Result<StoredPart, ManifestError> {
        let path = folder.join(PART);
        let text = fs::read(&path).map_err(io_error("read", &path))?;
        let part: StoredPart = serde_json::from_slice(&text)
            .map_err(|error| ManifestError::Json(path.clone(), error))?;
        match folder.file_name().is_some_and(|name| *name == *part_name(&part.games())) {
            true => Ok(part),
            false => Err(ManifestError::Elsewhere(path)),
        }
    }

    /// Describes the files in the folder of a part. Linear in their bytes.
    pub(crate) fn of_folder(folder: &Path, games: &Range<u64>) -> Result<StoredPart, FolderError> {
        let (mut sha256, mut bytes) = (BTreeMap::new(), BTreeMap::new());
        let entries = fs::read_dir(folder).map_err(io_error("read", folder))?;
        for name in entries.flatten().map(|entry| entry.file_name()) {
            let (path, name) = (folder.join(&name), name.to_string_lossy().into_owned());
            if name != PART && path.is_file() {
                let (length, sum) = digest(&path).map_err(io_error("read", &path))?;
                bytes.insert(name.clone(), length);
                sha256.insert(name, sum);
            }
        }
        Ok(StoredPart { start: games.start, end: games.end, sha256, bytes })
    }

    /// Its `tally.json`, which must be the one that was written.
    pub(crate) fn tally(&self, folder: &Path) -> Result<Vec<u8>, ManifestError> {
        let path = folder.join(TALLY);
        let text = fs::read(&path).map_err(io_error("read", &path))?;
        match self.sha256.get(TALLY).is_some_and(|sum| *sum == hex(&Sha256::digest(&text))) {
            true => Ok(text),
            false => Err(ManifestError::Changed(path)),
        }
    }

    /// Writes `part.json`, which marks the part as complete.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), FolderError> {
        let text = serde_json::to_string_pretty(self).unwrap_or_default() + "\n";
        write_whole(folder, PART, text.as_bytes())
    }

    /// Whether its `part.json` is missing, or describes other files, as a line.
    pub(crate) fn mislabelled(&self, folder: &Path) -> Option<String> {
        let path = folder.join(PART).display().to_string();
        match StoredPart::read(folder) {
            Ok(found) if found == *self => None,
            Ok(_) => Some(format!("{path} is not as it was written")),
            Err(_) if !folder.join(PART).exists() => Some(format!("{path} is missing")),
            Err(_) => Some(format!("{path} is damaged")),
        }
    }

    /// What differs between its files and those in the folder, one line each. Linear in their bytes.
    pub(crate) fn differences(&self, folder: &Path) -> Result<Vec<String>, FolderError> {
        let found = StoredPart::of_folder(folder, &self.games())?;
        let shown = |name: &str| folder.join(name).display().to_string();
        let mut wrong = Vec::new();
        for (name, sum) in &self.sha256 {
            match found.sha256.get(name) {
                Some(found) if found == sum => {}
                Some(_) => wrong.push(format!("{} is not as it was written", shown(name))),
                None => wrong.push(format!("{} is missing", shown(name))),
            }
        }
        let unknown = found.sha256.keys().filter(|name| !self.sha256.contains_key(*name));
        wrong.extend(unknown.map(|name| format!("{} is not in part.json", shown(name))));
        Ok(wrong)
    }
}

/// The size of a file and its SHA-256.
fn digest(path: &Path) -> io::Result<(u64, String)> {
    let (mut hasher, mut length) = (Sha256::new(), 0);
    let mut file = BufReader::with_capacity(1 << 18, File::open(path)?);
    loop {
        let read = file.fill_buf()?;
        if read.is_empty() {
            break;
        }
        hasher.update(read);
        let read = read.len();
        length += read as u64;
        file.consume(read);
    }
    Ok((length, hex(&hasher.finalize())))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The files of a part of these games as they are stored in this format: rows, checksums, and faults, if there
/// are any. `rows` has an item for each recorded file of rows, whose columns follow from `shape`, and `texts` the
/// same rows as lines of CSV.
///
/// # Errors
/// If rows cannot be encoded as Parquet.
pub fn part_files(
    games: &Range<u64>,
    shape: RowShape,
    rows: &[Vec<RowBatch>],
    texts: &[Vec<u8>],
    faults: &[u8],
    format: PartFormat,
) -> io::Result<Vec<(String, Vec<u8>)>> {
    let faults = sealed(faults);
    let recorded = || RecordLevel::FILES.into_iter().zip(rows);
    let headers: Vec<Vec<u8>> =
        recorded().map(|(file, _)| header(file_columns(file, shape))).collect();
    let checksums = [first_lines(&headers), lines_of(texts, &faults)].concat();
    let mut files = vec![(CHECKSUMS.to_owned(), checksums)];
    for ((file, rows), (header, text)) in recorded().zip(headers.iter().zip(texts)) {
        files.push(match format {
            PartFormat::Csv => (file.file_name().to_owned(), [&header[..], text].concat()),
            PartFormat::Parquet => {
                (parquet_name(file), parquet_part(games, file_columns(file, shape), rows)?)
            }
        });
    }
    if !faults.is_empty() {
        files.push((FAULTS.to_owned(), faults));
    }
    Ok(files)
}

/// The name of the Parquet file that replaces a row file.
fn parquet_name(file: RecordLevel) -> String {
    parquet_path(Path::new(file.file_name())).display().to_string()
}
