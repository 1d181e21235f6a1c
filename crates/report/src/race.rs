//! The report of a race, for people and programs.

use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};
use serde_json::{Value, json};

use crate::comparison::{decimal, plain, signed};
use crate::{Cell, Format, Table, TableError};
use lettergame_compare::{
    ALIKE, Measure, Objection, RaceEnd, RaceFinding, RaceResult, RaceStanding,
};
use lettergame_core::stats::Interval;

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
const COLUMNS: [&str; 10] = [
    "candidate",
    "status",
    "by",
    "deals",
    "points",
    "win_share",
    "difference",
    "difference_low",
    "difference_high",
    "faults",
];

impl RaceReport {
    /// The whole report in a format; ends with a line break.
    ///
    /// # Errors
    /// When the format rejects a value.
    pub fn render(&self, format: Format) -> Result<String, TableError> {
        match format {
            Format::Table | Format::Markdown => self.text(format),
            Format::Csv => self.csv().render(Format::Csv),
            Format::Json => Ok(serde_json::to_string_pretty(&self.json())? + "\n"),
        }
    }

    /// Whether the best candidate is known, or the remaining ones are known to be equal.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.trouble.is_none() && self.result.is_decided()
    }

    fn text(&self, format: Format) -> Result<String, TableError> {
        let markdown = format == Format::Markdown;
        let escaped = |text: &str| plain(text, markdown);
        let (title, conditions) = (escaped(&self.title()), escaped(&self.conditions));
        let mut text = match markdown {
            true => format!("### {title}\n\n{conditions}\n\n"),
            false => format!("{title}\n{conditions}\n"),
        };
        text += &self.table().render(format)?;
        let gap = if markdown { "\n\n" } else { "\n" };
        let verdict = escaped(&self.verdict());
        let verdict = if markdown { format!("\n**{verdict}**") } else { verdict };
        let notes = self.notes();
        let lines = [verdict].into_iter().chain(notes.iter().map(|note| escaped(note)));
        text += &lines.collect::<Vec<_>>().join(gap);
        Ok(text + "\n")
    }

    fn title(&self) -> String {
        let with = match self.result.field.is_empty() {
            true => String::new(),
            false => format!(", with {}", self.result.field.join(", ")),
        };
        let count = self.result.findings.len();
        format!(
            "which of {count} candidates is best by {}, in the same seats of the same deals{with}",
            self.result.terms.by.name()
        )
    }

    fn table(&self) -> Table {
        let mut table =
            Table::new(&["candidate", "deals", "points", "win share", "difference", "status"]);
        let (scale, unit, decimals) = unit(self.result.terms.by);
        for finding in &self.result.findings {
            let interval = finding.interval.map(|ends| scaled(ends, scale));
            let difference = match self.state(finding) {
                "best" => String::new(),
                _ => signed(finding.difference * scale, interval, decimals, unit),
            };
            table.push(vec![
                Cell::text(&finding.candidate),
                Cell::count(finding.deals),
                Cell::number(finding.points, 2),
                Cell::text(&format!("{} %", decimal(finding.wins * 100.0, 1))),
                Cell::text(&difference),
                Cell::text(&self.status(finding)),
            ]);
        }
        table
    }

    fn status(&self, finding: &RaceFinding) -> String {
        match &finding.standing {
            RaceStanding::Ahead if !self.is_decided() => "left".to_owned(),
            RaceStanding::Ahead if self.result.end == RaceEnd::Equal => "equal".to_owned(),
            RaceStanding::Ahead => "best".to_owned(),
            RaceStanding::Dropped { by } => format!("dropped: {by} is better"),
            RaceStanding::Like { other } => format!("identical to {other}"),
        }
    }

    /// The candidates still in the race.
    fn left(&self) -> Vec<&str> {
        let findings = self.result.findings.iter();
        let left = findings.filter(|finding| finding.standing == RaceStanding::Ahead);
        left.map(|finding| finding.candidate.as_str()).collect()
    }

    /// The candidates that were set aside as identical to this one.
    fn identical_to(&self, candidate: &str) -> Vec<&str> {
        let is_like = |finding: &&RaceFinding| match &finding.standing {
            RaceStanding::Like { other } => other == candidate,
            RaceStanding::Ahead | RaceStanding::Dropped { .. } => false,
        };
        let findings = self.result.findings.iter().filter(is_like);
        findings.map(|finding| finding.candidate.as_str()).collect()
    }

    fn verdict(&self) -> String {
        let (count, left) = (self.result.findings.len(), self.left().join(", "));
        let terms = &self.result.terms;
        let chance = format!("{} %", 100.0 * terms.alpha);
        if let Some(trouble) = &self.trouble {
            return format!("no verdict ({trouble})");
        }
        match self.result.end {
            RaceEnd::Best => {
                let alike = self.identical_to(&left);
                let alike = match alike.is_empty() {
                    true => String::new(),
                    false => format!(" and, identical to it, {}", alike.join(", ")),
                };
                format!("best of {count}: {left}{alike} (error probability at most {chance})")
            }
            RaceEnd::Equal => {
                let (scale, unit, _) = unit(terms.by);
                let margin = terms.margin.unwrap_or(0.0) * scale;
                let unit = if unit.is_empty() { " points" } else { unit };
                format!("equal within {margin}{unit}, and the best of {count} among them: {left}")
            }
            RaceEnd::Undecided => format!("undecided: the best of {count} is among {left}"),
        }
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = self.remarks.clone();
        notes.extend(self.result.objections.iter().map(|one| self.objection(one)));
        for finding in self.result.findings.iter().filter(|finding| finding.faults > 0) {
            notes.push(format!(
                "{}: {} of its seats were banned or made a fault",
                finding.candidate, finding.faults
            ));
        }
        let findings = &self.result.findings;
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
        let (scale, unit, decimals) = unit(one.by);
        let first = self.result.findings.first().map_or("", |finding| &finding.candidate);
        let place = one.setting.as_ref().map_or(String::new(), |setting| format!(" in {setting}"));
        format!(
            "{} is better than {first} by {}{place}: {}",
            one.candidate,
            one.by.name(),
            signed(one.difference * scale, Some(scaled(one.interval, scale)), decimals, unit)
        )
    }

    fn csv(&self) -> Table {
        let mut table = Table::new(&COLUMNS);
        for finding in &self.result.findings {
            table.push(vec![
                Cell::text(&finding.candidate),
                Cell::text(self.state(finding)),
                Cell::text(self.result.terms.by.name()),
                Cell::count(finding.deals),
                Cell::number(finding.points, 4),
                Cell::number(finding.wins, 6),
                Cell::number(finding.difference, 6),
                Cell::maybe(finding.interval.map(|ends| ends.low), 6),
                Cell::maybe(finding.interval.map(|ends| ends.high), 6),
                Cell::count(finding.faults),
            ]);
        }
        table
    }

    /// The status in a word.
    fn state(&self, finding: &RaceFinding) -> &'static str {
        match finding.standing {
            RaceStanding::Ahead if !self.is_decided() => "left",
            RaceStanding::Ahead if self.result.end == RaceEnd::Equal => "equal",
            RaceStanding::Ahead => "best",
            RaceStanding::Dropped { .. } => "dropped",
            RaceStanding::Like { .. } => "identical",
        }
    }

    fn json(&self) -> Value {
        let result = &self.result;
        let finding = |finding: &RaceFinding| {
            let other = match &finding.standing {
                RaceStanding::Ahead => None,
                RaceStanding::Dropped { by } => Some(by),
                RaceStanding::Like { other } => Some(other),
            };
            json!({
                "candidate": finding.candidate,
                "status": self.state(finding),
                "to": other,
                "deals": finding.deals,
                "points": finding.points,
                "win_share": finding.wins,
                "difference": finding.difference,
                "interval": interval_json(finding.interval),
                "faults": finding.faults,
            })
        };
        let objection = |one: &Objection| {
            json!({
                "candidate": one.candidate,
                "by": one.by.name(),
                "setting": one.setting,
                "difference": one.difference,
                "interval": interval_json(Some(one.interval)),
            })
        };
        let verdict = match result.end {
            _ if self.trouble.is_some() => Value::Null,
            RaceEnd::Best => "best".into(),
            RaceEnd::Equal => "equal".into(),
            RaceEnd::Undecided => "undecided".into(),
        };
        json!({
            "verdict": verdict,
            "left": self.left(),
            "by": result.terms.by.name(),
            "margin": result.terms.margin,
            "alpha": result.terms.alpha,
            "field": result.field,
            "findings": result.findings.iter().map(finding).collect::<Vec<_>>(),
            "objections": result.objections.iter().map(objection).collect::<Vec<_>>(),
            "parameters": self.parameters,
            "repeat": self.repeat,
            "trouble": self.trouble,
            "remarks": self.remarks,
        })
    }

    /// A test report in JUnit's format: one case, which passes when the race is decided.
    ///
    /// # Errors
    /// When the report cannot be written as XML.
    pub fn junit(&self) -> Result<String, SerializeError> {
        let verdict = self.verdict();
        let mut status = match self.is_decided() {
            true => TestCaseStatus::success(),
            false => TestCaseStatus::non_success(NonSuccessKind::Error),
        };
        if !self.is_decided() {
            status.set_message(verdict.clone()).set_type("undecided");
        }
        let mut case = TestCase::new(self.title(), status);
        case.set_classname("lettergame.compare");
        case.set_system_out(format!("{verdict}\n{}", self.conditions));
        let mut suite = TestSuite::new("race");
        suite.add_test_case(case);
        let mut report = Report::new("lettergame compare");
        report.add_test_suite(suite);
        report.to_string()
    }
}

/// The scale, the unit and the decimals of a difference.
fn unit(by: Measure) -> (f64, &'static str, usize) {
    match by {
        Measure::Points => (1.0, "", 2),
        Measure::Wins => (100.0, " %", 1),
    }
}

fn scaled(ends: Interval, scale: f64) -> Interval {
    Interval { low: ends.low * scale, high: ends.high * scale }
}

fn interval_json(interval: Option<Interval>) -> Value {
    interval.map_or(Value::Null, |ends| json!([ends.low, ends.high]))
}
