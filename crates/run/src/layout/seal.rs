//! `part.json`: what seals the files of a complete part. A run in one part is sealed like any other.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::FolderError;
use crate::folder_error::io_error;
use crate::layout::manifest_error::ManifestError;
use crate::layout::part_format::PartFormat;
use crate::layout::parts::part_name;
use crate::run_files::{NEW, PART, PARTS, TALLY, parquet_path, row_file_name};
use crate::whole_file::write_whole;
use lettergame_plan::RecordLevel;

/// The files of a complete part of a run.
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

/// A `part.json`. Other keys, such as who played the part, are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    /// The files that it seals.
    #[serde(flatten)]
    pub part: StoredPart,
    /// The blocks of each file of rows or faults, in order.
    pub blocks: BTreeMap<String, Vec<Block>>,
    /// The CRC-32 of the other values, as 8 hexadecimal digits.
    pub(crate) check: String,
}

/// Some consecutive bytes of a file: the lines of whole games, after a header line if it is the first block, or a row
/// group of a Parquet file. As text, `17 65901 1f5a02cc`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Block {
    /// The number of its first game.
    pub game: u64,
    /// The number of bytes.
    pub bytes: u64,
    /// Their CRC-32.
    pub crc32: u32,
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

    /// Reads the `part.json` of the folder of a part.
    ///
    /// # Errors
    /// If it is missing, damaged, or that of another folder.
    pub fn read(folder: &Path) -> Result<StoredPart, ManifestError> {
        let missing = || io_error("read", &folder.join(PART))(io::ErrorKind::NotFound.into());
        Ok(Seal::read(folder)?.ok_or_else(missing)?.part)
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
}

impl Seal {
    /// Reads the `part.json` of the folder of a part or of a run; `None` if there is none.
    ///
    /// # Errors
    /// If it is damaged, or that of another folder.
    pub fn read(folder: &Path) -> Result<Option<Seal>, ManifestError> {
        let path = folder.join(PART);
        let text = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(io_error("read", &path))?,
        };
        let seal: Seal = serde_json::from_slice(&text)
            .map_err(|error| ManifestError::Json(path.clone(), error))?;
        let is_part = folder.parent().is_some_and(|parts| parts.ends_with(PARTS));
        let is_own = folder.file_name().is_some_and(|name| *name == *part_name(&seal.part.games()));
        match seal.check == check_of(&seal.part, &seal.blocks) {
            false => Err(ManifestError::Unsound(path)),
            true if is_part && !is_own => Err(ManifestError::Elsewhere(path)),
            true => Ok(Some(seal)),
        }
    }

    /// Takes what an earlier seal says of files that are in it, but for those of these names.
    pub(crate) fn with_earlier(mut self, earlier: Option<Seal>, written: &[&str]) -> Seal {
        let Some(Seal { part, mut blocks, .. }) = earlier else { return self };
        let StoredPart { sha256, mut bytes, .. } = part;
        for (name, sum) in sha256.into_iter().filter(|(name, _)| !written.contains(&&**name)) {
            self.blocks.extend(blocks.remove(&name).map(|blocks| (name.clone(), blocks)));
            self.part.bytes.extend(bytes.remove(&name).map(|bytes| (name.clone(), bytes)));
            self.part.sha256.insert(name, sum);
        }
        self.check = check_of(&self.part, &self.blocks);
        self
    }

    /// The text of the file.
    #[must_use]
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Writes `part.json`, which marks the part as complete.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), FolderError> {
        write_whole(folder, PART, self.text().as_bytes())
    }
}

impl fmt::Display for Block {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{} {} {:08x}", self.game, self.bytes, self.crc32)
    }
}

impl From<Block> for String {
    fn from(block: Block) -> String {
        block.to_string()
    }
}

impl FromStr for Block {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Block, &'static str> {
        let mut words = text.split(' ');
        let mut number = || words.next()?.parse().ok();
        let (game, bytes) = number().zip(number()).ok_or("a block has a game and its bytes")?;
        let crc32 = words.next().and_then(|word| u32::from_str_radix(word, 16).ok());
        Ok(Block { game, bytes, crc32: crc32.ok_or("a block has a CRC-32")? })
    }
}

impl TryFrom<String> for Block {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Block, &'static str> {
        text.parse()
    }
}

pub(crate) fn check_of(part: &StoredPart, blocks: &BTreeMap<String, Vec<Block>>) -> String {
    let json = serde_json::to_vec(&(part, blocks)).unwrap_or_default();
    format!("{:08x}", crc32fast::hash(&json))
}

/// The names of the files in the folder of a part.
pub(crate) fn files_of_part(folder: &Path) -> Result<Vec<String>, FolderError> {
    let entries = fs::read_dir(folder).map_err(io_error("read", folder))?;
    let files = entries.flatten().filter(|entry| entry.path().is_file());
    let names = files.map(|entry| entry.file_name().to_string_lossy().into_owned());
    // a kill may have left one that was being written
    Ok(names.filter(|name| name != PART && !name.ends_with(NEW)).collect())
}

/// What differs between sums that were written and those that are found, one line each.
pub(crate) fn unlike(
    written: &BTreeMap<String, String>,
    found: &BTreeMap<String, String>,
    folder: &Path,
    list: &str,
) -> Vec<String> {
    let shown = |name: &str| folder.join(name).display().to_string();
    let mut wrong = Vec::new();
    for (name, sum) in written {
        match found.get(name) {
            Some(found) if found == sum => {}
            Some(_) => wrong.push(format!("{} is not as it was written", shown(name))),
            None => wrong.push(format!("{} is missing", shown(name))),
        }
    }
    let unknown = found.keys().filter(|name| !written.contains_key(*name));
    wrong.extend(unknown.map(|name| format!("{} is not in {list}", shown(name))));
    wrong
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The name of the Parquet file that replaces a row file.
pub(crate) fn parquet_name(file: RecordLevel) -> String {
    parquet_path(Path::new(row_file_name(file))).display().to_string()
}
