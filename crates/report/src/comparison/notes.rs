//! Remarks for the reader of a comparison.

use crate::ComparisonReport;
use crate::comparison::numbers::{MeasureUnit, difference, interval, p_text, unit};
use crate::standings::decimals_of;
use lettergame_compare::{Finding, Footing, Measure, Question, Verdict, worth_of_pairing};
use lettergame_stats::{highest_share, t_interval};

impl ComparisonReport {
    pub(super) fn notes(&self) -> Vec<String> {
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
            if measured.contains(&Measure::Wins) && comparison.footing == Footing::SameSeats {
                notes.extend(opponents_note(finding).map(&named));
            }
            notes.extend(odd_note(finding, &comparison.baseline));
            notes.extend(settings_note(finding).map(&named));
            notes.extend(self.games_note(finding).map(&named));
        }
        notes.push(self.question_text());
        if matches!(comparison.question, Question::Sequential(_)) {
            notes.push(
                "the intervals are valid whenever the test stops: they are wider than those of a fixed number \
                 of blocks, and may include values that the test rules out"
                    .to_owned(),
            );
        }
        notes
    }

    /// About how many games would settle an undecided question, if the difference is as large as it seems.
    fn games_note(&self, finding: &Finding) -> Option<String> {
        let Question::Fixed { margin: None, alpha, .. } = self.comparison.question else {
            return None;
        };
        if finding.verdict != Verdict::Undecided || self.trouble.is_some() {
            return None;
        }
        let games = self.parameters["games"].as_u64()? as f64;
        let deciding = finding.judgements.iter().filter(|judgement| judgement.decides);
        let tests = deciding.clone().count() * self.comparison.findings.len();
        let needed = |by: Measure| {
            let difference = by.difference(&finding.whole.effect);
            let (mean, error) = (difference.mean()?, difference.standard_error()?);
            let level = 1.0 - alpha / tests as f64;
            let ends = t_interval(mean, error, difference.count() - 1, level)?;
            Some((games * ((ends.high - ends.low) / 2.0 / mean).powi(2), by))
        };
        let (games, by) = deciding
            .filter_map(|judgement| needed(judgement.by))
            .filter(|(games, _)| games.is_finite())
            .min_by(|one, other| one.0.total_cmp(&other.0))?;
        let games = match rounded_up(games) {
            games @ ..=MANY => format!("about {games} games"),
            _ => format!("more than {MANY} games"),
        };
        Some(format!("a difference in {} of this size takes {games} to settle", by.name()))
    }
}

/// More games than this are not counted.
const MANY: u64 = 1_000_000;

/// With two digits.
fn rounded_up(number: f64) -> u64 {
    let unit = 10_f64.powf((number.log10().floor() - 1.0).max(0.0));
    ((number / unit).ceil() * unit) as u64
}

/// The benefit of pairing; nothing if the data do not show it.
fn pairing_note(by: Measure, finding: &Finding, footing: Footing) -> Option<String> {
    let (pair, MeasureUnit { scale, name, .. }) = (by.pairs(&finding.whole.effect), unit(by));
    let paired = pair.difference().standard_error()? * scale;
    let paired = format!("standard error of the difference: {paired:.3} {name}");
    if footing == Footing::HeadToHead {
        return Some(paired);
    }
    let unpaired = pair.unpaired_standard_error()? * scale;
    let worth = worth_of_pairing(pair).map_or_else(
        || "all blocks are equal".to_owned(),
        |worth| format!("pairing is worth {worth:.1} times the games"),
    );
    Some(format!("{paired}, {unpaired:.3} without pairing ({worth})"))
}

/// With fewer differing blocks than this, the interval may be unreliable.
const FEW: u64 = 10;

/// A remark if the spread of the blocks may still be unknown: few of them differ, or the tail of one side is
/// long for their number (W. G. Cochran's rule: more than 25 times the squared skewness; "Sampling
/// Techniques", 1977, section 2.15).
fn lopsided_note(finding: &Finding, measures: &[Measure]) -> Option<String> {
    let doubt = |by: &Measure| {
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
                "the differences in {} are skewed (skewness {skewness:.1}), which requires at least {needed:.0} blocks",
                by.name()
            )
        })
    };
    let is_sound =
        |by: &&Measure| doubt(by).is_none() && by.pairs(&finding.whole.effect).differing() >= FEW;
    let sound = measures.iter().filter(is_sound).map(|by| format!("; those of {} are", by.name()));
    let sound: String = sound.collect();
    let told = joined(measures.iter().map(doubt))?;
    Some(format!("{told}: these p-values and intervals are not reliable{sound}; play more games"))
}

/// The remarks that apply, in one line.
fn joined(remarks: impl IntoIterator<Item = Option<String>>) -> Option<String> {
    let all: Vec<String> = remarks.into_iter().flatten().collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// A remark if the measure that does not decide contradicts the other one, or is significant where the other
/// is not.
fn other_note(finding: &Finding, by: Option<Measure>) -> Option<String> {
    let other = match by? {
        Measure::Points => Measure::Wins,
        Measure::Wins => Measure::Points,
    };
    let interval = interval(other, &finding.whole);
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
    clashes.then(|| {
        let shown = difference(other, mean, interval);
        format!("by {} it is {}: {shown}", other.name(), says.name())
    })
}

/// A remark if the opponents are too weak or too strong to tell the two apart by their wins.
fn opponents_note(finding: &Finding) -> Option<String> {
    let wins = &finding.whole.effect.wins;
    let shares = [wins.x().mean()?, wins.y().mean()?];
    let all = |share: f64| shares.iter().all(|own| (own - share).abs() < 1e-9);
    let (games, opponents) = match () {
        () if all(1.0) => ("every game", "stronger"),
        () if all(0.0) => ("no game", "weaker"),
        () => return None,
    };
    Some(format!("both won {games}: {opponents} opponents would tell them apart by win share"))
}

/// A remark on differences between the settings.
fn settings_note(finding: &Finding) -> Option<String> {
    let worse: Vec<&str> = finding
        .settings
        .iter()
        .filter(|setting| setting.verdict == Verdict::Worse)
        .map(|setting| setting.name.as_str())
        .collect();
    let differ = finding.settings_differ.map(|p| match p < 0.05 {
        true => format!("the difference varies between settings ({})", p_text(p)),
        false => format!("no evidence that the difference varies between settings ({})", p_text(p)),
    });
    let worse = (!worse.is_empty()).then(|| format!("worse in {}", worse.join(", ")));
    joined([worse, differ])
}

/// Remarks on unusual figures.
fn odd_note(finding: &Finding, baseline: &str) -> Option<String> {
    let name = &finding.candidate;
    let faults = |who: &str, count: u64| {
        let seats = if count == 1 { "seat" } else { "seats" };
        (count > 0).then(|| format!("{who} made a fault or was banned in {count} {seats}"))
    };
    let effect = &finding.whole.effect;
    let differing = [effect.points.differing(), effect.wins.differing()];
    let odd = match (effect.blocks(), differing) {
        (0, _) => Some("no block is complete: play more games".to_owned()),
        (1, differing) if differing != [0, 0] => {
            Some("a single block has no spread: play more games".to_owned())
        }
        (blocks, [0, 0]) => {
            let most = 100.0 * highest_share(0, blocks, 0.05);
            let decimals = decimals_of(most).max(2) - 1;
            Some(format!(
                "{name} and {baseline} scored and won the same in all {blocks} blocks, so with 95 % confidence \
                 they differ in at most {most:.decimals$} % of the blocks"
            ))
        }
        (_, [0, _]) => Some(format!("{name} and {baseline} scored the same in every block")),
        (_, [_, 0]) => Some(format!("{name} and {baseline} won the same share of every block")),
        _ => None,
    };
    joined([odd, faults(name, finding.faults.0), faults(baseline, finding.faults.1)])
}

#[cfg(test)]
mod tests {
    use super::rounded_up;

    #[test]
    fn numbers_of_games_have_two_digits() {
        assert_eq!(
            [7.2, 61.5, 134.2, 4300.0, 43_210.0].map(rounded_up),
            [8, 62, 140, 4300, 44_000]
        );
    }
}
