//! The report of a race, for people and programs.

use serde_json::{Value, json};

use crate::comparison::{self, difference, mean};
use crate::document::{CsvColumn, Document, Passage, VerdictLine, columns};
use crate::{Cell, Table};
use lettergame_compare::{
    ALIKE, Measure, Objection, RaceEnd, RaceFinding, RaceResult, RaceStanding,
};
use lettergame_stats::Interval;

/// The content of a race's report, including everything needed to repeat it.
#[derive(Clone, Debug)]
pub struct RaceReport {
    /// The result.
    pub result: RaceResult,
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
    /// Games per candidate and deal, over all settings.
    pub games_of_deal: u64,
}

/// The columns of the CSV, a row for each candidate.
const COLUMNS: [CsvColumn<&str>; 10] = [
    ("candidate", "/candidate", None),
    ("status", "/status", None),
    ("by", "/by", None),
    ("deals", "/deals", None),
    ("points", "/points", Some(4)),
    ("win_share", "/win_share", Some(6)),
    ("difference", "/difference", Some(6)),
    ("difference_low", "/interval/0", Some(6)),
    ("difference_high", "/interval/1", Some(6)),
    ("faults", "/faults", None),
];

impl RaceReport {
    /// The report in all formats.
    #[must_use]
    pub fn document(&self) -> Document {
        let verdict = VerdictLine {
            sentence: [String::new(), self.verdict(), String::new()],
            test: self.title(),
            passes: self.is_decided().then_some(true),
            verdict: "undecided",
        };
        let passages = vec![
            Passage::Table(self.table()),
            Passage::Verdicts(vec![verdict]),
            Passage::Notes(self.notes()),
        ];
        let records = self.result.findings.iter().map(|finding| {
            let mut record = self.finding(finding);
            record["by"] = self.result.terms.by.name().into();
            record
        });
        Document {
            title: self.title(),
            level: 3,
            conditions: self.conditions.clone(),
            passages,
            json: self.json(),
            records: records.collect(),
            columns: columns(&COLUMNS).collect(),
            suite: "race".to_owned(),
        }
    }

    /// Whether the best candidate is known, or the remaining ones are known to be equal.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.trouble.is_none() && self.result.is_decided()
    }

    fn title(&self) -> String {
        let with = match self.result.field.is_empty() {
            true => String::new(),
            false => format!(", against {}", self.result.field.join(", ")),
        };
        let count = self.result.findings.len();
        format!(
            "which of {count} candidates is best by {}, in the same seats of the same deals{with}",
            self.result.terms.by.name()
        )
    }

    fn table(&self) -> Table {
        let gap = |one: &RaceFinding| match self.status(one) {
            ("best", _) => String::new(),
            _ => difference(self.result.terms.by, one.difference, one.interval),
        };
        let status = |one: &RaceFinding| match self.status(one) {
            ("dropped", Some(by)) => format!("dropped: {by} is better"),
            (status, Some(other)) => format!("{status} to {other}"),
            (status, None) => status.to_owned(),
        };
        Table::of(
            &self.result.findings,
            &[
                ("candidate", &|one| Cell::text(&one.candidate)),
                ("deals", &|one| Cell::count(one.deals)),
                ("points", &|one| Cell::number(one.points, 2)),
                ("win share", &|one| Cell::text(&mean(Measure::Wins, one.wins))),
                ("difference", &|one| Cell::Text(gap(one))),
                ("status", &|one| Cell::Text(status(one))),
            ],
        )
    }

    /// The status in a word, and the candidate that it refers to.
    fn status<'a>(&self, finding: &'a RaceFinding) -> (&'static str, Option<&'a str>) {
        match &finding.standing {
            RaceStanding::Ahead if !self.is_decided() => ("left", None),
            RaceStanding::Ahead if self.result.end == RaceEnd::Equal => ("equal", None),
            RaceStanding::Ahead => ("best", None),
            RaceStanding::Dropped { by } => ("dropped", Some(by)),
            RaceStanding::Like { other } => ("identical", Some(other)),
        }
    }

    /// The candidates of this standing.
    fn of_standing(&self, standing: &RaceStanding) -> Vec<&str> {
        let findings = self.result.findings.iter().filter(|one| one.standing == *standing);
        findings.map(|finding| finding.candidate.as_str()).collect()
    }

    fn verdict(&self) -> String {
        let left = self.of_standing(&RaceStanding::Ahead).join(", ");
        let (count, terms) = (self.result.findings.len(), &self.result.terms);
        if let Some(trouble) = &self.trouble {
            return format!("no verdict ({trouble})");
        }
        match self.result.end {
            RaceEnd::Best => {
                let chance = 100.0 * terms.alpha;
                let like = RaceStanding::Like { other: left.clone() };
                let alike = match &self.of_standing(&like)[..] {
                    [] => String::new(),
                    alike => format!(" and, identical to it, {}", alike.join(", ")),
                };
                format!("best of {count}: {left}{alike} (error probability at most {chance} %)")
            }
            RaceEnd::Equal => {
                let unit = if terms.by == Measure::Wins { "%" } else { "points" };
                let margin = terms.margin.unwrap_or(0.0) * comparison::unit(terms.by).scale;
                format!("equal within {margin} {unit}, and the best of {count} among them: {left}")
            }
            RaceEnd::Undecided => format!("undecided: the best of {count} is among {left}"),
        }
    }

    fn notes(&self) -> Vec<String> {
        let findings = &self.result.findings;
        let mut notes = self.remarks.clone();
        notes.extend(self.result.objections.iter().map(|one| self.objection(one)));
        notes.extend(findings.iter().filter(|finding| finding.faults > 0).map(|finding| {
            let RaceFinding { candidate, faults, .. } = finding;
            format!("{candidate}: {faults} of its seats were banned or made a fault")
        }));
        let spent: u64 = findings.iter().map(|one| one.deals).sum::<u64>() * self.games_of_deal;
        let most = findings.iter().map(|one| one.deals).max().unwrap_or(0) * self.games_of_deal;
        notes.push(format!(
            "{spent} games played, instead of {} without dropping candidates",
            most * findings.len() as u64
        ));
        if findings.iter().any(|one| matches!(one.standing, RaceStanding::Like { .. })) {
            notes.push(format!("identical: the same result in each of {ALIKE} deals"));
        }
        notes.push(format!(
            "difference: to the best candidate, on the deals that both played; the intervals are simultaneous for all \
             candidates, with {} % confidence",
            100.0 * (1.0 - self.result.terms.alpha)
        ));
        notes
    }

    fn objection(&self, one: &Objection) -> String {
        let first = self.result.findings.first().map_or("", |finding| &finding.candidate);
        let place = one.setting.as_ref().map_or(String::new(), |setting| format!(" in {setting}"));
        let gap = difference(one.by, one.difference, Some(one.interval));
        format!("{} is better than {first} by {}{place}: {gap}", one.candidate, one.by.name())
    }

    fn finding(&self, finding: &RaceFinding) -> Value {
        let (status, other) = self.status(finding);
        json!({
            "candidate": finding.candidate,
            "status": status,
            "to": other,
            "deals": finding.deals,
            "points": finding.points,
            "win_share": finding.wins,
            "difference": finding.difference,
            "interval": finding.interval.map(ends),
            "faults": finding.faults,
        })
    }

    fn json(&self) -> Value {
        let RaceResult { terms, end, field, findings, objections } = &self.result;
        let objection = |one: &Objection| {
            json!({
                "candidate": one.candidate,
                "by": one.by.name(),
                "setting": one.setting,
                "difference": one.difference,
                "interval": ends(one.interval),
            })
        };
        let verdict = match end {
            RaceEnd::Best => "best",
            RaceEnd::Equal => "equal",
            RaceEnd::Undecided => "undecided",
        };
        json!({
            "verdict": self.trouble.is_none().then_some(verdict),
            "left": self.of_standing(&RaceStanding::Ahead),
            "by": terms.by.name(),
            "margin": terms.margin,
            "alpha": terms.alpha,
            "field": field,
            "findings": findings.iter().map(|one| self.finding(one)).collect::<Vec<_>>(),
            "objections": objections.iter().map(objection).collect::<Vec<_>>(),
            "parameters": self.parameters,
            "repeat": self.repeat,
            "trouble": self.trouble,
            "remarks": self.remarks,
        })
    }
}

fn ends(interval: Interval) -> [f64; 2] {
    [interval.low, interval.high]
}
