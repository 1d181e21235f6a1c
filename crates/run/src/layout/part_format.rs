//! How the rows of a run are divided into parts, and how the parts are stored.

use std::num::NonZeroU64;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::layout::manifest_error::ManifestError;

/// The format of the row files of complete parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PartFormat {
    /// Text, as in a run without parts.
    #[default]
    Csv,
    /// Typed columns, compressed.
    Parquet,
}

impl PartFormat {
    /// All formats.
    pub const ALL: [PartFormat; 2] = [PartFormat::Csv, PartFormat::Parquet];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PartFormat::Csv => "csv",
            PartFormat::Parquet => "parquet",
        }
    }
}

impl FromStr for PartFormat {
    type Err = ManifestError;

    fn from_str(name: &str) -> Result<PartFormat, ManifestError> {
        let format = PartFormat::ALL.into_iter().find(|format| format.name() == name);
        format.ok_or_else(|| ManifestError::Format(name.to_owned()))
    }
}

/// How the rows of a run are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartOptions {
    /// The most games in a part.
    pub games: NonZeroU64,
    /// The format of complete parts.
    pub format: PartFormat,
}
