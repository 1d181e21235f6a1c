//! A comparison as text: a table, the verdict on each candidate, and what a reader should know.

use crate::compare::{
    Estimates, Finding, Footing, Hypotheses, Judgement, Measure, Pair, Question, TestProgress,
    Unit, Verdict, worth_of_pairing,
};
use crate::report::{Cell, Format, Table, TableError, Told};
use crate::stats::{Interval, PairedSummary, highest_share};

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
        columns.extend(swept.then_some("verdict"));
        let mut table = Table::new(&columns);
        for finding in &self.comparison.findings {
            for (name, estimates, verdict) in finding.rows() {
                let mut row = Vec::new();
                if several {
                    row.push(Cell::text(&finding.candidate));
                }
                if swept {
                    row.push(Cell::text(name));
                }
                row.extend(cells(estimates));
                if swept {
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
        if let Some(evidence) = self.evidence(finding) {
            text += &format!(" ({evidence})");
        }
        text
    }

    fn evidence(&self, finding: &Finding) -> Option<String> {
        match &self.comparison.question {
            Question::Fixed { .. } => self.judged(finding),
            Question::Sequential(asked) => {
                let scale = if asked.unit == Unit::Wins { 100.0 } else { 1.0 };
                let told = |(pair, progress): (&Pair, &TestProgress)| {
                    let evidence = progress.evidence;
                    format!(
                        "{:+} against {:+}: {} for the first of {} needed, {} for the second of {}",
                        rounded(pair.h0 * scale),
                        rounded(pair.h1 * scale),
                        capital(evidence.log_for_h0()),
                        rounded(pair.test.needed_for_h0()),
                        capital(evidence.log_for_h1()),
                        rounded(pair.test.needed_for_h1()),
                    )
                };
                let pairs = asked.hypotheses.pairs();
                let all: Vec<String> = pairs.iter().zip(&finding.progress).map(told).collect();
                Some(all.join("; "))
            }
        }
    }

    /// What each measure that decides says.
    fn judged(&self, finding: &Finding) -> Option<String> {
        let deciding: Vec<&Judgement> =
            finding.judgements.iter().filter(|judgement| judgement.decides).collect();
        let tests = deciding.len() * self.comparison.findings.len();
        let told = |judgement: &&Judgement| {
            let p = p_text(judgement.p_value?);
            let adjusted = p_text(judgement.adjusted_p_value?);
            let p = if tests == 1 { p } else { format!("{p}, {adjusted} by Holm's correction") };
            Some(match deciding.len() {
                1 => format!("difference of {}: {p}", judgement.by.name()),
                _ => format!("{} {}, {p}", judgement.by.name(), judgement.verdict.name()),
            })
        };
        let told: Option<Vec<String>> = deciding.iter().map(told).collect();
        let told = told.filter(|told| !told.is_empty())?.join("; ");
        Some(if tests > 1 { format!("{told} for {tests} tests") } else { told })
    }

    fn notes(&self) -> Vec<String> {
        let comparison = &self.comparison;
        let several = comparison.findings.len() > 1;
        let measured = comparison.measure().map_or(Measure::ALL.to_vec(), |by| vec![by]);
        let mut notes: Vec<String> = self.remarks.clone();
        for finding in &comparison.findings {
            let named = |note: String| match several {
                true => format!("{}: {note}", finding.candidate),
                false => note,
            };
            for &by in &measured {
                notes.extend(pairing_note(by, finding, comparison.footing).map(&named));
            }
            notes.extend(lopsided_note(finding, &measured).map(&named));
            notes.extend(other_note(finding, comparison.measure()).map(&named));
            notes.extend(odd_note(finding, &comparison.baseline));
            notes.extend(settings_note(finding).map(&named));
        }
        notes.push(self.question_text());
        if matches!(comparison.question, Question::Sequential(_)) {
            notes.push(
                "the intervals hold whenever the test stops, and so are wider than those of a fixed \
                 number of blocks"
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
                    Some(Measure::Points) => ("points", "points", 1.0),
                    Some(Measure::Wins) => ("wins", "% of the wins", 100.0),
                    None => ("points and of wins", "", 1.0),
                };
                let margin = margin.map_or_else(String::new, |margin| {
                    format!(", where {} {unit} do not matter", margin * scale)
                });
                format!("t test of the mean difference of {what} a block at {alpha}{margin}")
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
                    _ => format!("; both errors are divided by {count} candidates (Bonferroni)"),
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
        (Some(x), Some(y)) => format!("{:.1} % v {:.1} %", x * 100.0, y * 100.0),
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
        Cell::text(&points(&effect.points)),
        Cell::text(&of_points),
        Cell::text(&share(&effect.wins)),
        Cell::text(&of_wins),
        Cell::text(&elo),
    ]
}

impl Finding {
    /// Its settings, and all of them together: name, figures, verdict.
    pub(super) fn rows(&self) -> impl Iterator<Item = (&str, &Estimates, Verdict)> {
        let settings = self.settings.iter();
        let settings = settings.map(|own| (own.name.as_str(), &own.estimates, own.verdict));
        settings.chain([("all", &self.whole, self.verdict)])
    }
}

/// What pairing was worth; nothing where the data do not tell.
fn pairing_note(by: Measure, finding: &Finding, footing: Footing) -> Option<String> {
    let pair = by.pairs(&finding.whole.effect);
    let (unit, scale) = unit(by);
    let paired = pair.difference().standard_error()? * scale;
    if footing == Footing::HeadToHead {
        return Some(format!("standard error of the difference: {paired:.3} {unit}"));
    }
    let unpaired = pair.unpaired_standard_error()? * scale;
    let worth = match worth_of_pairing(pair) {
        Some(worth) => format!("pairing is worth {worth:.1} times the games"),
        None => "no block differs from another".to_owned(),
    };
    Some(format!(
        "standard error of the difference: {paired:.3} {unit}, {unpaired:.3} without pairing ({worth})"
    ))
}

fn unit(by: Measure) -> (&'static str, f64) {
    match by {
        Measure::Points => ("points", 1.0),
        Measure::Wins => ("% of the wins", 100.0),
    }
}

/// Fewer blocks than this that differ are few.
const FEW: u64 = 10;

/// Where the spread of the blocks may not be known yet: few of them differ, or the tail of one side is long for
/// their number (W. G. Cochran's rule: more than 25 times the squared skewness; "Sampling Techniques", 1977,
/// section 2.15).
fn lopsided_note(finding: &Finding, measures: &[Measure]) -> Option<String> {
    let told = |by: &Measure| {
        let pair = by.pairs(&finding.whole.effect);
        let (blocks, differing) = (pair.count(), pair.differing());
        if blocks < 2 || differing == 0 {
            return None;
        }
        if differing < FEW {
            return Some(format!("only {differing} of {blocks} blocks differ in {}", by.name()));
        }
        let skewness = pair.difference().skewness()?;
        let needed = 25.0 * skewness * skewness;
        (needed > blocks as f64).then(|| {
            format!(
                "the differences in {} are lopsided (skewness {skewness:.1}), for which {needed:.0} blocks would do",
                by.name()
            )
        })
    };
    let told: Vec<String> = measures.iter().filter_map(told).collect();
    (!told.is_empty()).then(|| {
        format!("{}: p-values and intervals may claim too much; play more games", told.join("; "))
    })
}

/// Where the measure that does not decide says the opposite, or tells what the other one does not.
fn other_note(finding: &Finding, by: Option<Measure>) -> Option<String> {
    let other = match by? {
        Measure::Points => Measure::Wins,
        Measure::Wins => Measure::Points,
    };
    let (interval, (_, scale)) = match other {
        Measure::Points => (finding.whole.points, unit(other)),
        Measure::Wins => (finding.whole.wins, unit(other)),
    };
    let judged = finding.judgements.iter().find(|judgement| judgement.by == other);
    let says = match (judged, interval) {
        (Some(judgement), _) => judgement.verdict,
        (None, Some(ends)) if ends.low > 0.0 => Verdict::Better,
        (None, Some(ends)) if ends.high < 0.0 => Verdict::Worse,
        _ => Verdict::Undecided,
    };
    let passes = finding.verdict.passes();
    let clashes = match says {
        Verdict::Better => passes != Some(true),
        Verdict::Worse => passes != Some(false),
        _ => false,
    };
    let mean = other.pairs(&finding.whole.effect).difference().mean()?;
    let ends = interval.map(|ends| Interval { low: ends.low * scale, high: ends.high * scale });
    let percent = if other == Measure::Wins { " %" } else { "" };
    clashes.then(|| {
        let shown = signed(mean * scale, ends, 1, percent);
        format!("by {} it is {}: {shown}", other.name(), says.name())
    })
}

/// Do the settings differ from each other?
fn settings_note(finding: &Finding) -> Option<String> {
    let worse: Vec<&str> = finding
        .settings
        .iter()
        .filter(|setting| setting.verdict == Verdict::Worse)
        .map(|setting| setting.name.as_str())
        .collect();
    let differ = finding.settings_differ.map(|p| match p < 0.05 {
        true => format!("the difference is not the same in all settings ({})", p_text(p)),
        false => format!("the settings do not tell different differences ({})", p_text(p)),
    });
    let worse = (!worse.is_empty()).then(|| format!("worse in {}", worse.join(", ")));
    let told: Vec<String> = worse.into_iter().chain(differ).collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// What a reader should know of figures that look odd.
fn odd_note(finding: &Finding, baseline: &str) -> Option<String> {
    let name = &finding.candidate;
    let faults = |who: &str, count: u64| match count {
        0 => None,
        1 => Some(format!("{who} made a fault or was banned in 1 seat")),
        _ => Some(format!("{who} made a fault or was banned in {count} seats")),
    };
    let effect = &finding.whole.effect;
    let differing = [effect.points.differing(), effect.wins.differing()];
    let odd = match (effect.blocks(), differing) {
        (0, _) => Some("no block is complete: play more games".to_owned()),
        (1, _) => Some("one block tells no spread: play more games".to_owned()),
        (blocks, [0, 0]) => {
            let most = 100.0 * highest_share(0, blocks, 0.05);
            Some(format!(
                "{name} and {baseline} scored and won the same in all {blocks} blocks, so with 95 % confidence \
                 they differ in at most {most:.1} % of the blocks"
            ))
        }
        (_, [0, _]) => Some(format!("{name} and {baseline} scored the same in every block")),
        (_, [_, 0]) => Some(format!("{name} and {baseline} won the same share of every block")),
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

/// `+52.3 (+50.1 to +54.5)`, with more decimals where the interval is narrow.
fn signed(value: f64, interval: Option<Interval>, decimals: usize, unit: &str) -> String {
    let Some(Interval { low, high }) = interval else {
        return format!("{}{unit}", sign(value, decimals));
    };
    let is_narrow = |&more: &usize| (high - low) * 10.0_f64.powi((decimals + more) as i32) < 2.0;
    let more = (0..MORE_DECIMALS).take_while(is_narrow).count();
    let shown = |value| sign(value, decimals + if high > low { more } else { 0 });
    format!("{}{unit} ({} to {})", shown(value), shown(low), shown(high))
}

/// How many decimals more than usual are shown.
const MORE_DECIMALS: usize = 3;

/// A number with its sign; what rounds to 0 has none below it.
fn sign(value: f64, decimals: usize) -> String {
    let text = format!("{value:+.decimals$}");
    let is_zero = text.chars().all(|c| !c.is_ascii_digit() || c == '0');
    if is_zero { text.replacen('-', "+", 1) } else { text }
}

/// A number without a sign unless it is below 0 as shown.
fn decimal(value: f64, decimals: usize) -> String {
    sign(value, decimals).trim_start_matches('+').to_owned()
}

/// What a bet of 1 has become.
fn capital(log: f64) -> String {
    match log.exp() {
        few if few < 0.01 => "< 0.01".to_owned(),
        few if few < 10.0 => format!("{few:.2}"),
        many if many < 1e6 => format!("{many:.0}"),
        _ => "> 1000000".to_owned(),
    }
}

/// Without the noise of floating point.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::{decimal, p_text, signed};
    use crate::stats::Interval;

    #[test]
    fn differences_have_signs() {
        let interval = Some(Interval { low: -0.25, high: 3.0 });
        assert_eq!(signed(1.5, interval, 1, " %"), "+1.5 % (-0.2 to +3.0)");
        assert_eq!(signed(-1.0, None, 0, ""), "-1");
    }

    #[test]
    fn nothing_is_shown_as_less_than_nothing() {
        let tiny = Some(Interval { low: -0.000_01, high: 5.0 });
        assert_eq!(signed(-0.01, tiny, 1, ""), "+0.0 (+0.0 to +5.0)");
        assert_eq!((decimal(-0.04, 1), decimal(-0.06, 1)), ("0.0".into(), "-0.1".into()));
    }

    #[test]
    fn narrow_intervals_get_decimals() {
        let narrow = Some(Interval { low: -0.04, high: 0.12 });
        assert_eq!(signed(0.04, narrow, 1, " %"), "+0.04 % (-0.04 to +0.12)");
        let none = Some(Interval { low: 0.0, high: 0.0 });
        assert_eq!(signed(0.0, none, 0, ""), "+0 (+0 to +0)");
    }

    #[test]
    fn tiny_p_values_are_bounded_not_zero() {
        assert_eq!(p_text(0.0), "p < 0.0001");
        assert_eq!(p_text(0.04561), "p = 0.0456");
    }
}
