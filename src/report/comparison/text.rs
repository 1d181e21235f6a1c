//! A comparison as text: a table, the verdict on each candidate, and what a reader should know.

use crate::compare::{
    Effect, Finding, Footing, Hypotheses, Measure, Pair, Question, TestProgress, Unit,
    worth_of_pairing,
};
use crate::report::{Cell, Format, Table, TableError, Told};
use crate::stats::{Interval, PairedSummary};

impl Told {
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
            return Ok(text + &notes + "\n");
        }
        Ok(text + &notes.iter().map(|note| format!("{note}\n")).collect::<String>())
    }

    /// Who against whom, and how.
    pub(super) fn title(&self) -> String {
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

    fn table(&self) -> Table {
        let several = self.comparison.findings.len() > 1;
        let swept = self.comparison.findings.iter().any(|finding| !finding.settings.is_empty());
        let first = [("candidate", several), ("setting", swept)];
        let mut columns: Vec<&str> =
            first.iter().filter(|(_, shown)| *shown).map(|(name, _)| *name).collect();
        columns.extend(["blocks", "points", "difference", "win share", "difference", "Elo"]);
        let mut table = Table::new(&columns);
        for finding in &self.comparison.findings {
            let settings = finding.settings.iter().map(|(name, effect)| (name.as_str(), effect));
            for (name, effect) in settings.chain([("all", &finding.effect)]) {
                let mut row = Vec::new();
                if several {
                    row.push(Cell::text(&finding.candidate));
                }
                if swept {
                    row.push(Cell::text(name));
                }
                row.extend(self.cells(effect));
                table.push(row);
            }
        }
        table
    }

    fn cells(&self, effect: &Effect) -> [Cell; 6] {
        let wins = effect.wins_interval().map(percent);
        let elo = effect
            .elo_gain(self.comparison.footing)
            .map_or_else(String::new, |gain| signed(gain.elo, gain.interval, 0, ""));
        let share = |pair: &PairedSummary| match (pair.x().mean(), pair.y().mean()) {
            (Some(x), Some(y)) => format!("{:.1} % v {:.1} %", x * 100.0, y * 100.0),
            _ => String::new(),
        };
        let points = |pair: &PairedSummary| match (pair.x().mean(), pair.y().mean()) {
            (Some(x), Some(y)) => format!("{x:.1} v {y:.1}"),
            _ => String::new(),
        };
        let mean = |pair: &PairedSummary| pair.difference().mean();
        let of_points = mean(&effect.points)
            .map_or_else(String::new, |mean| signed(mean, effect.points_interval(), 2, ""));
        let of_wins =
            mean(&effect.wins).map_or_else(String::new, |mean| signed(mean * 100.0, wins, 1, " %"));
        [
            Cell::count(effect.blocks()),
            Cell::text(&points(&effect.points)),
            Cell::text(&of_points),
            Cell::text(&share(&effect.wins)),
            Cell::text(&of_wins),
            Cell::text(&elo),
        ]
    }

    /// The verdict on one candidate with its evidence.
    pub(super) fn sentence(&self, finding: &Finding, markdown: bool) -> String {
        if let Some(trouble) = &self.trouble {
            return format!("{}: no verdict ({trouble})", finding.candidate);
        }
        let verdict = finding.verdict.name();
        let verdict = if markdown { format!("**{verdict}**") } else { verdict.to_owned() };
        let mut text = format!("{}: {verdict}", finding.candidate);
        if let Some(evidence) = self.evidence(finding) {
            text += &format!(" ({evidence})");
        }
        text
    }

    fn evidence(&self, finding: &Finding) -> Option<String> {
        match &self.comparison.question {
            Question::Fixed { .. } => {
                let p = finding.p_value?;
                let adjusted = finding.adjusted_p_value?;
                let count = self.comparison.findings.len();
                Some(match count {
                    1 => p_text(p),
                    _ => format!(
                        "{}, {} by Holm's correction for {count} candidates",
                        p_text(p),
                        p_text(adjusted)
                    ),
                })
            }
            Question::Sequential(asked) => {
                let told = |(pair, progress): (&Pair, &TestProgress)| {
                    let ratio = progress.ratio?;
                    let (lower, upper) = (pair.test.lower(), pair.test.upper());
                    Some(format!(
                        "{:+} against {:+}: log likelihood ratio {ratio:.2}, bounds {lower:.2} and {upper:.2}",
                        pair.h0, pair.h1
                    ))
                };
                let pairs = asked.hypotheses.pairs();
                let all: Option<Vec<String>> =
                    pairs.iter().zip(&finding.progress).map(told).collect();
                Some(all?.join("; "))
            }
        }
    }

    fn notes(&self) -> Vec<String> {
        let comparison = &self.comparison;
        let measured = |finding: &Finding| match comparison.measure() {
            Measure::Points => (finding.effect.points, "points", 1.0),
            Measure::Wins => (finding.effect.wins, "% of the wins", 100.0),
        };
        let mut notes: Vec<String> = self.remarks.clone();
        for finding in &comparison.findings {
            let (pair, unit, scale) = measured(finding);
            if comparison.footing == Footing::SameSeats {
                notes.extend(pairing_note(&pair, unit, scale));
            }
            notes.extend(odd_note(finding, &pair, &comparison.baseline));
        }
        notes.push(self.question_text());
        if matches!(comparison.question, Question::Sequential(_)) {
            notes.push(
                "the intervals are those of a fixed number of blocks; where a test stopped early they are \
                 a little too far from no difference"
                    .to_owned(),
            );
        }
        let swept = comparison.findings.iter().any(|finding| !finding.settings.is_empty());
        if swept {
            notes.push(
                "the verdict is on all settings together; the intervals of single settings are not \
                 corrected for their number"
                    .to_owned(),
            );
        }
        notes
    }

    /// What was tested, in words.
    #[must_use]
    pub fn question_text(&self) -> String {
        let count = self.comparison.findings.len();
        match &self.comparison.question {
            Question::Fixed { by, margin, alpha } => {
                let (what, unit, scale) = match by {
                    Measure::Points => ("points", "points", 1.0),
                    Measure::Wins => ("wins", "% of the wins", 100.0),
                };
                let margin = margin.map_or_else(String::new, |margin| {
                    format!(", where {} {unit} do not matter", margin * scale)
                });
                format!("t test of the mean difference of {what} a block at {alpha}{margin}")
            }
            Question::Sequential(asked) => {
                let unit = match asked.unit {
                    Unit::Points => "points",
                    Unit::Elo => "Elo of win share",
                };
                let hypotheses: Vec<String> = match asked.hypotheses {
                    Hypotheses::Two(pair) => vec![pair.h0, pair.h1],
                    Hypotheses::Three { below, above } => vec![below.h0, above.h0, above.h1],
                }
                .iter()
                .map(|value| format!("{value:+}"))
                .collect();
                let divided = match count {
                    1 => String::new(),
                    _ => format!("; both errors are divided by {count} candidates (Bonferroni)"),
                };
                format!("sequential test of {} {unit}{divided}", hypotheses.join(" against "))
            }
        }
    }
}

/// What pairing was worth; nothing where the data do not tell.
fn pairing_note(pair: &PairedSummary, unit: &str, scale: f64) -> Option<String> {
    let paired = pair.difference().standard_error()? * scale;
    let unpaired = pair.unpaired_standard_error()? * scale;
    let worth = match worth_of_pairing(pair) {
        Some(worth) => format!("pairing is worth {worth:.1} times the games"),
        None => "no block differs from another".to_owned(),
    };
    Some(format!(
        "standard error of the difference: {paired:.3} {unit}, {unpaired:.3} without pairing ({worth})"
    ))
}

/// What a reader should know of figures that look odd.
fn odd_note(finding: &Finding, pair: &PairedSummary, baseline: &str) -> Option<String> {
    let name = &finding.candidate;
    let faults = |who: &str, count: u64| match count {
        0 => None,
        1 => Some(format!("{who} made a fault or was banned in 1 seat")),
        _ => Some(format!("{who} made a fault or was banned in {count} seats")),
    };
    let difference = pair.difference();
    let odd = match (difference.count(), difference.variance(), difference.mean()) {
        (0, ..) => Some("no block is complete: play more games".to_owned()),
        (1, ..) => Some("one block tells no spread: play more games".to_owned()),
        (_, Some(0.0), Some(0.0)) => {
            Some(format!("{name} and {baseline} made the same of every block"))
        }
        _ => None,
    };
    let all = [odd, faults(name, finding.faults.0), faults(baseline, finding.faults.1)];
    let all: Vec<String> = all.into_iter().flatten().collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// Text without control characters; in Markdown without markup that a name could bring along.
fn plain(text: &str, markdown: bool) -> String {
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

fn p_text(p: f64) -> String {
    if p < 1e-4 { "p < 0.0001".to_owned() } else { format!("p = {p:.4}") }
}

fn percent(interval: Interval) -> Interval {
    Interval { low: interval.low * 100.0, high: interval.high * 100.0 }
}

/// `+52.3 (+50.1 to +54.5)`.
fn signed(value: f64, interval: Option<Interval>, decimals: usize, unit: &str) -> String {
    match interval {
        Some(Interval { low, high }) => {
            format!("{value:+.decimals$}{unit} ({low:+.decimals$} to {high:+.decimals$})")
        }
        None => format!("{value:+.decimals$}{unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{p_text, signed};
    use crate::stats::Interval;

    #[test]
    fn differences_have_signs() {
        let interval = Some(Interval { low: -0.25, high: 3.0 });
        assert_eq!(signed(1.5, interval, 1, " %"), "+1.5 % (-0.2 to +3.0)");
        assert_eq!(signed(-1.0, None, 0, ""), "-1");
    }

    #[test]
    fn tiny_p_values_are_bounded_not_zero() {
        assert_eq!(p_text(0.0), "p < 0.0001");
        assert_eq!(p_text(0.04561), "p = 0.0456");
    }
}
