//! A comparison as text: a table, the verdict on each candidate, and remarks for the reader.

use crate::comparison::numbers::{capital, decimal, p_text, rounded, signed};
use crate::{Cell, ComparisonReport, Format, Table, TableError};
use lettergame_compare::{
    Estimates, Finding, Footing, Hypotheses, Judgement, Measure, Pair, Question, TestProgress,
    Unit, Verdict,
};
use lettergame_core::stats::{Interval, PairedSummary};

impl ComparisonReport {
    /// As text, or as Markdown.
    pub(super) fn text(&self, format: Format) -> Result<String, TableError> {
        let markdown = format == Format::Markdown;
        let title = plain(&self.title(), markdown);
        let conditions = plain(&self.conditions, markdown);
        let mut text = match markdown {
            true => format!("### {title}\n\n{conditions}\n\n"),
            false => format!("{title}\n{conditions}\n"),
        };
        text += &self.table().render(format)?;
        for finding in &self.comparison.findings {
            text += if markdown { "\n- " } else { "" };
            text += &plain(&self.sentence(finding, markdown), markdown);
            text += if markdown { "" } else { "\n" };
        }
        let notes = self.notes();
        if markdown {
            let notes: String = notes.iter().map(|note| format!("\n\n{note}")).collect();
            return Ok(text + &notes + "\n" + &self.speed_text(format)?);
        }
        let notes: String = notes.iter().map(|note| format!("{note}\n")).collect();
        Ok(text + &notes + &self.speed_text(format)?)
    }

    /// The players, and how they are compared.
    #[must_use]
    pub fn title(&self) -> String {
        let comparison = &self.comparison;
        let candidates: Vec<&str> =
            comparison.findings.iter().map(|finding| finding.candidate.as_str()).collect();
        let how = match comparison.footing {
            Footing::HeadToHead => "head to head".to_owned(),
            Footing::SameSeats if comparison.field.is_empty() => {
                "in the same seats of the same deals".to_owned()
            }
            Footing::SameSeats => {
                format!("in the same seats of the same deals, with {}", comparison.field.join(", "))
            }
        };
        format!("{} against {}, {how}", candidates.join(", "), comparison.baseline)
    }

    pub(super) fn table(&self) -> Table {
        let several = self.comparison.findings.len() > 1;
        let sweep_values =
            self.comparison.findings.iter().any(|finding| !finding.settings.is_empty());
        let first = [("candidate", several), ("setting", sweep_values)];
        let mut columns: Vec<&str> =
            first.iter().filter(|(_, shown)| *shown).map(|(name, _)| *name).collect();
        columns.extend(["blocks", "points", "difference", "win share", "difference", "Elo"]);
        columns.extend(sweep_values.then_some("verdict"));
        let mut table = Table::new(&columns);
        for finding in &self.comparison.findings {
            for (name, estimates, verdict) in finding.rows() {
                let mut row = Vec::new();
                if several {
                    row.push(Cell::text(&finding.candidate));
                }
                if sweep_values {
                    row.push(Cell::text(name));
                }
                row.extend(cells(estimates));
                if sweep_values {
                    row.push(Cell::text(verdict.name()));
                }
                table.push(row);
            }
        }
        table
    }

    /// The verdict on one candidate with its evidence.
    pub(super) fn sentence(&self, finding: &Finding, markdown: bool) -> String {
        if let Some(trouble) = &self.trouble {
            return format!("{}: no verdict ({trouble})", finding.candidate);
        }
        let verdict = finding.verdict.name();
        let verdict = if markdown { format!("**{verdict}**") } else { verdict.to_owned() };
        let mut text = format!("{}: {verdict}", finding.candidate);
        if finding.verdict == Verdict::Identical {
            text += &match finding.whole.effect.blocks() {
                1 => " in the only block".to_owned(),
                blocks => format!(" in all {blocks} blocks"),
            };
        }
        if let Some(evidence) = self.evidence(finding) {
            text += &format!(" ({evidence})");
        }
        text
    }

    fn evidence(&self, finding: &Finding) -> Option<String> {
        match &self.comparison.question {
            // p-values say nothing of blocks that do not differ
            Question::Fixed { .. } if finding.verdict == Verdict::Identical => None,
            Question::Fixed { .. } => self.judged(finding),
            Question::Sequential(asked) => {
                let scale = if asked.unit == Unit::Wins { 100.0 } else { 1.0 };
                let told = |(pair, progress): (&Pair, &TestProgress)| {
                    let evidence = progress.evidence;
                    let part = |log: f64, needed: f64| {
                        format!("{} ({} needed)", capital(log), rounded(needed))
                    };
                    format!(
                        "{:+} against {:+}: evidence {} to {}",
                        rounded(pair.h0 * scale),
                        rounded(pair.h1 * scale),
                        part(evidence.log_for_h0(), pair.test.needed_for_h0()),
                        part(evidence.log_for_h1(), pair.test.needed_for_h1()),
                    )
                };
                let pairs = asked.hypotheses.pairs();
                let all: Vec<String> = pairs.iter().zip(&finding.progress).map(told).collect();
                Some(all.join("; "))
            }
        }
    }

    /// The result of each measure that decides.
    fn judged(&self, finding: &Finding) -> Option<String> {
        let deciding: Vec<&Judgement> =
            finding.judgements.iter().filter(|judgement| judgement.decides).collect();
        let tests = deciding.len() * self.comparison.findings.len();
        let told = |judgement: &&Judgement| {
            let p = p_text(judgement.p_value?);
            let adjusted = p_text(judgement.adjusted_p_value?);
            let p = if p == adjusted { p } else { format!("{p}, corrected {adjusted}") };
            Some(match deciding.len() {
                1 => format!("difference of {}: {p}", judgement.by.name()),
                _ => format!("{} {}, {p}", judgement.by.name(), judgement.verdict.name()),
            })
        };
        let told: Option<Vec<String>> = deciding.iter().map(told).collect();
        let told = told.filter(|told| !told.is_empty())?.join("; ");
        Some(match tests {
            1 => told,
            _ => format!("{told}; Holm's correction for {tests} tests"),
        })
    }

    /// The test, in words.
    #[must_use]
    pub fn question_text(&self) -> String {
        let count = self.comparison.findings.len();
        match &self.comparison.question {
            Question::Fixed { by, margin, alpha } => {
                let (what, unit, scale) = match by {
                    Some(Measure::Points) => ("points", "points", 1.0),
                    Some(Measure::Wins) => ("wins", "% of the wins", 100.0),
                    None => ("points and of wins", "", 1.0),
                };
                let margin = margin.map_or_else(String::new, |margin| {
                    format!(", ignoring differences up to {} {unit}", margin * scale)
                });
                format!("t test of the mean difference of {what} per block at {alpha}{margin}")
            }
            Question::Sequential(asked) => {
                let (unit, scale) = match asked.unit {
                    Unit::Points => ("points", 1.0),
                    Unit::Wins => ("% of the wins", 100.0),
                    Unit::Elo => ("Elo of win share", 1.0),
                };
                let hypotheses: Vec<String> = match asked.hypotheses {
                    Hypotheses::Two(pair) => vec![pair.h0, pair.h1],
                    Hypotheses::Three { below, above } => vec![below.h0, above.h0, above.h1],
                }
                .iter()
                .map(|value| format!("{:+}", rounded(value * scale)))
                .collect();
                let divided = match count {
                    1 => String::new(),
                    _ => {
                        format!("; both error rates are divided by {count} candidates (Bonferroni)")
                    }
                };
                format!("sequential test of {} {unit}{divided}", hypotheses.join(" against "))
            }
        }
    }
}

/// The figures of a row.
fn cells(estimates: &Estimates) -> [Cell; 6] {
    let effect = &estimates.effect;
    let elo = estimates.elo.map_or_else(String::new, |gain| signed(gain.elo, gain.interval, 0, ""));
    let share = |pair: &PairedSummary| match (pair.x().mean(), pair.y().mean()) {
        (Some(x), Some(y)) => {
            format!("{} % v {} %", decimal(x * 100.0, 1), decimal(y * 100.0, 1))
        }
        _ => String::new(),
    };
    let points = |pair: &PairedSummary| match (pair.x().mean(), pair.y().mean()) {
        (Some(x), Some(y)) => format!("{} v {}", decimal(x, 1), decimal(y, 1)),
        _ => String::new(),
    };
    let mean = |pair: &PairedSummary| pair.difference().mean();
    let of_points =
        mean(&effect.points).map_or_else(String::new, |mean| signed(mean, estimates.points, 2, ""));
    let wins = estimates.wins.map(percent);
    let of_wins =
        mean(&effect.wins).map_or_else(String::new, |mean| signed(mean * 100.0, wins, 1, " %"));
    [
        Cell::count(effect.blocks()),
        Cell::Figures(points(&effect.points)),
        Cell::Figures(of_points),
        Cell::Figures(share(&effect.wins)),
        Cell::Figures(of_wins),
        Cell::Figures(elo),
    ]
}

/// Text without control characters; in Markdown with markup in names escaped.
pub(crate) fn plain(text: &str, markdown: bool) -> String {
    let shown = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
    if !markdown {
        return shown.collect();
    }
    let escaped = shown.flat_map(|c| {
        let slash = matches!(c, '|' | '<' | '`' | '[' | '_').then_some('\\');
        slash.into_iter().chain([c])
    });
    escaped.collect()
}

fn percent(interval: Interval) -> Interval {
    Interval { low: interval.low * 100.0, high: interval.high * 100.0 }
}
