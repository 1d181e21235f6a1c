//! A comparison as text: a table, and the verdict on each candidate.

use crate::comparison::numbers::{
    self, capital, difference, interval, mean, p_text, rounded, signed,
};
use crate::document::VerdictLine;
use crate::{Cell, ComparisonReport, Table};
use lettergame_compare::{
    Estimates, Finding, Footing, Hypotheses, Judgement, Measure, Pair, Question, TestProgress,
    Unit, Verdict,
};

impl ComparisonReport {
    /// The players, and how they are compared.
    pub(super) fn title(&self) -> String {
        let comparison = &self.comparison;
        let candidates: Vec<&str> =
            comparison.findings.iter().map(|finding| finding.candidate.as_str()).collect();
        let with = match comparison.field.is_empty() {
            true => String::new(),
            false => format!(", against {}", comparison.field.join(", ")),
        };
        let how = match comparison.footing {
            Footing::HeadToHead => "head to head".to_owned(),
            Footing::SameSeats => format!("in the same seats of the same deals{with}"),
        };
        format!("{} versus {}, {how}", candidates.join(", "), comparison.baseline)
    }

    pub(super) fn table(&self) -> Table {
        let findings = &self.comparison.findings;
        let several = findings.len() > 1;
        let sweep = findings.iter().any(|finding| !finding.settings.is_empty());
        let mut columns = Vec::new();
        columns.extend(several.then_some("candidate"));
        columns.extend(sweep.then_some("setting"));
        columns.extend(["blocks", "points", "difference", "win share", "difference", "Elo"]);
        columns.extend(sweep.then_some("verdict"));
        let mut table = Table::new(&columns);
        for finding in findings {
            for (name, estimates, verdict) in finding.rows() {
                let mut row = Vec::new();
                row.extend(several.then(|| Cell::text(&finding.candidate)));
                row.extend(sweep.then(|| Cell::text(name)));
                row.extend(cells(estimates));
                row.extend(sweep.then(|| Cell::text(verdict.name())));
                table.push(row);
            }
        }
        table
    }

    /// The verdict on one candidate with its evidence.
    pub(super) fn verdict(&self, finding: &Finding) -> VerdictLine {
        let blocks = finding.whole.effect.blocks();
        let (verdict, mut why) = match (&self.trouble, finding.verdict) {
            (Some(trouble), _) => ("no verdict", format!(" ({trouble})")),
            (None, Verdict::Identical) if blocks == 1 => ("identical", " in the only block".into()),
            (None, Verdict::Identical) => ("identical", format!(" in all {blocks} blocks")),
            (None, verdict) => (verdict.name(), String::new()),
        };
        if let (None, Some(evidence)) = (&self.trouble, self.evidence(finding)) {
            why += &format!(" ({evidence})");
        }
        VerdictLine {
            sentence: [format!("{}: ", finding.candidate), verdict.to_owned(), why],
            test: format!("{} versus {}", finding.candidate, self.comparison.baseline),
            passes: finding.verdict.passes(),
            verdict: finding.verdict.name(),
        }
    }

    fn evidence(&self, finding: &Finding) -> Option<String> {
        match &self.comparison.question {
            // p-values say nothing of blocks that do not differ
            Question::Fixed { .. } if finding.verdict == Verdict::Identical => None,
            Question::Fixed { .. } => self.judged(finding),
            Question::Sequential(asked) => {
                let (_, scale) = unit_of(asked.unit);
                let of_pair = |(pair, progress): (&Pair, &TestProgress)| {
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
                let all: Vec<String> = pairs.iter().zip(&finding.progress).map(of_pair).collect();
                Some(all.join("; "))
            }
        }
    }

    /// The result of each measure that decides.
    fn judged(&self, finding: &Finding) -> Option<String> {
        let deciding: Vec<&Judgement> =
            finding.judgements.iter().filter(|judgement| judgement.decides).collect();
        let result = |judgement: &&Judgement| {
            let p = p_text(judgement.p_value?);
            let adjusted = p_text(judgement.adjusted_p_value?);
            let p = if p == adjusted { p } else { format!("{p}, corrected {adjusted}") };
            Some(match deciding.len() {
                1 => format!("difference of {}: {p}", judgement.by.name()),
                _ => format!("{} {}, {p}", judgement.by.name(), judgement.verdict.name()),
            })
        };
        let results: Option<Vec<String>> = deciding.iter().map(result).collect();
        let results = results.filter(|results| !results.is_empty())?.join("; ");
        Some(match deciding.len() * self.comparison.findings.len() {
            1 => results,
            tests => format!("{results}; Holm's correction for {tests} tests"),
        })
    }

    /// The test, in words.
    #[must_use]
    pub fn question_text(&self) -> String {
        match &self.comparison.question {
            Question::Fixed { by, margin, alpha } => {
                let what = match by {
                    Some(Measure::Points) => "points",
                    Some(Measure::Wins) => "wins",
                    None => "points and of wins",
                };
                let margin = by.zip(*margin).map_or_else(String::new, |(by, margin)| {
                    let numbers::MeasureUnit { scale, name, .. } = numbers::unit(by);
                    format!(", ignoring differences up to {} {name}", margin * scale)
                });
                format!("t test of the mean difference of {what} per block at {alpha}{margin}")
            }
            Question::Sequential(asked) => {
                let (unit, scale) = unit_of(asked.unit);
                let hypotheses = match asked.hypotheses {
                    Hypotheses::Two(pair) => vec![pair.h0, pair.h1],
                    Hypotheses::Three { below, above } => vec![below.h0, above.h0, above.h1],
                };
                let shown = |value: &f64| format!("{:+}", rounded(value * scale));
                let hypotheses: Vec<String> = hypotheses.iter().map(shown).collect();
                let divided = match self.comparison.findings.len() {
                    1 => String::new(),
                    count => {
                        format!("; both error rates are divided by {count} candidates (Bonferroni)")
                    }
                };
                format!("sequential test of {} {unit}{divided}", hypotheses.join(" against "))
            }
        }
    }
}

/// The unit of hypotheses in words, and the factor to it.
fn unit_of(asked: Unit) -> (&'static str, f64) {
    let by = match asked {
        Unit::Points => Measure::Points,
        Unit::Wins => Measure::Wins,
        Unit::Elo => return ("Elo of win share", 1.0),
    };
    (numbers::unit(by).name, numbers::unit(by).scale)
}

/// The figures of a row.
fn cells(estimates: &Estimates) -> Vec<Cell> {
    let mut cells = vec![Cell::count(estimates.effect.blocks())];
    for by in Measure::ALL {
        let pair = by.pairs(&estimates.effect);
        let means = pair.x().mean().zip(pair.y().mean());
        let means = means.map(|(x, y)| format!("{} v {}", mean(by, x), mean(by, y)));
        let gain = pair.difference().mean();
        let gain = gain.map(|gain| difference(by, gain, interval(by, estimates)));
        cells.extend([means, gain].map(|text| Cell::Figures(text.unwrap_or_default())));
    }
    let elo = estimates.elo.map(|gain| signed(gain.elo, gain.interval, 0, ""));
    cells.push(Cell::Figures(elo.unwrap_or_default()));
    cells
}
