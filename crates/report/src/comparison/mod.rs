//! Comparisons for people and programs.

mod figures;
mod notes;
mod numbers;
mod speed;
mod text;

use serde_json::Value;

pub(super) use numbers::{difference, interval, mean, unit};

use crate::document::{Document, Passage};
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
    /// The report in all formats.
    #[must_use]
    pub fn document(&self) -> Document {
        let verdicts = self.comparison.findings.iter().map(|finding| self.verdict(finding));
        let mut passages = vec![
            Passage::Table(self.table()),
            Passage::Verdicts(verdicts.collect()),
            Passage::Notes(self.notes()),
        ];
        passages.extend(self.speed.as_ref().map(|speed| Passage::Part(speed::document(speed))));
        let json = self.json();
        Document {
            title: self.title(),
            level: 3,
            conditions: self.conditions.clone(),
            passages,
            records: self.records(&json),
            json,
            columns: self.columns(),
            suite: self.title(),
        }
    }
}
