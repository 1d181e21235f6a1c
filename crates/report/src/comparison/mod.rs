//! Comparisons for people and programs: tables, Markdown, CSV, JSON, and a test report in JUnit's format.

mod csv;
mod json;
mod junit;
mod markup;
mod notes;
mod numbers;
mod speed;
mod text;

use serde_json::Value;

pub(super) use numbers::{decimal, signed};
pub(super) use text::plain;

use crate::{Format, TableError};
use lettergame_compare::{Comparison, SpeedComparison};

/// The content of a comparison's report, including everything needed to repeat it.
#[derive(Clone, Debug)]
pub struct ComparisonReport {
    /// The comparison and its findings.
    pub comparison: Comparison,
    /// The decision speeds of the players, if requested.
    pub speed: Option<SpeedComparison>,
    /// The conditions in words: games, rules, seed.
    pub conditions: String,
    /// The conditions for programs.
    pub parameters: Value,
    /// Remarks for the reader.
    pub remarks: Vec<String>,
    /// Why there is no verdict although there are figures: it was interrupted, or programs failed.
    pub trouble: Option<String>,
    /// The command that plays the same games again and keeps all rows, if there is one.
    pub repeat: Option<String>,
}

impl ComparisonReport {
    /// The whole report in a format; ends with a line break.
    ///
    /// # Errors
    /// When the format rejects a value.
    pub fn render(&self, format: Format) -> Result<String, TableError> {
        match format {
            Format::Table => self.text(Format::Table),
            Format::Markdown => self.text(Format::Markdown),
            Format::Csv => self.csv().render(Format::Csv),
            Format::Json => Ok(serde_json::to_string_pretty(&self.json())? + "\n"),
        }
    }
}
