//! What the Parquet file of a part says about the CSV file that it replaces.

use serde::{Deserialize, Serialize};

/// The key of the label in the metadata of the file.
pub(super) const KEY: &str = "lettergame.part";

/// The label of a file.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Label {
    /// The name of the part's folder.
    pub(super) part: String,
    /// The header line of the CSV file.
    pub(super) header: String,
    /// The fixed number of decimals of each column, if any.
    pub(super) decimals: Vec<Option<u8>>,
    /// The lines of each row group.
    pub(super) groups: Vec<Lines>,
}

impl Label {
    /// As text: the CRC-32 of the rest, 8 hexadecimal digits, then JSON.
    pub(super) fn to_text(&self) -> serde_json::Result<String> {
        let json = serde_json::to_string(self)?;
        Ok(format!("{:08x}{json}", crc32fast::hash(json.as_bytes())))
    }

    /// Reads it back; `None` if it was changed.
    pub(super) fn of_text(text: &str) -> Option<Label> {
        let (sum, json) = text.split_at_checked(8)?;
        let is_whole = sum == format!("{:08x}", crc32fast::hash(json.as_bytes()));
        is_whole.then(|| serde_json::from_str(json).ok())?
    }
}

/// The lines of a row group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Lines {
    /// The number of bytes.
    pub(super) bytes: u64,
    /// Their CRC-32.
    pub(super) crc32: u32,
}

impl Lines {
    pub(super) fn of(text: &[u8]) -> Lines {
        Lines { bytes: text.len() as u64, crc32: crc32fast::hash(text) }
    }
}
