//! The conclusions drawn from a ledger of blocks: a finding for each candidate.

use statrs::distribution::{ChiSquared, ContinuousCDF};

use crate::estimates::difference_within;
use crate::ledger::Account;
use crate::question::{fixed_verdict, is_identical, p_value};
use crate::verdict::together;
use crate::{
    Effect, Estimates, Footing, Ledger, Measure, Question, Sequential, TestProgress, Verdict,
};
use lettergame_stats::{PairedSummary, holm};

/// The findings of a comparison, with the question they answer.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What was asked.
    pub question: Question,
    /// Whether one passing candidate is enough.
    pub any: bool,
    /// How the players met.
    pub footing: Footing,
    /// The baseline's name.
    pub baseline: String,
    /// The other players.
    pub field: Vec<String>,
    /// A finding for each candidate.
    pub findings: Vec<Finding>,
}

/// What is known about one candidate.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Its name.
    pub candidate: String,
    /// Over all settings.
    pub whole: Estimates,
    /// For each setting; empty if there is only one.
    pub settings: Vec<SettingFinding>,
    /// By points and by win share; only for a question of fixed size.
    pub judgements: Vec<Judgement>,
    /// The p-value of no difference between the settings (W. G. Cochran, "The combination of
    /// estimates from different experiments", Biometrics 10, 1954); only for a question of fixed
    /// size in several settings.
    pub settings_differ: Option<f64>,
    /// The progress of a sequential question's tests, in the order of its hypotheses.
    pub progress: Vec<TestProgress>,
    /// The answer.
    pub verdict: Verdict,
    /// Seats of the candidate and of the baseline that were banned or committed a fault.
    pub faults: (u64, u64),
}

/// What is known about one candidate in one setting.
#[derive(Clone, Debug)]
pub struct SettingFinding {
    /// The setting, such as `hidden-3`.
    pub name: String,
    /// What was measured.
    pub estimates: Estimates,
    /// Better, worse, identical or undecided, corrected for the number of settings.
    pub verdict: Verdict,
}

/// The answer to a question of fixed size by one measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// The measure.
    pub by: Measure,
    /// Whether it counts towards the verdict.
    pub decides: bool,
    /// The two-sided p-value of no difference.
    pub p_value: Option<f64>,
    /// The p-value adjusted for all tests that count, or for those by this measure (Holm).
    pub adjusted_p_value: Option<f64>,
    /// The conclusion.
    pub verdict: Verdict,
}

impl Comparison {
    /// The conclusions from the ledger for these candidates and settings, given by name.
    #[must_use]
    pub fn of(
        ledger: &Ledger,
        candidates: &[String],
        (baseline, field): (&str, &[String]),
        settings: &[Option<String>],
        any: bool,
    ) -> Comparison {
        let finding_of = |(index, name): (usize, &String)| finding(ledger, index, name, settings);
        let mut findings: Vec<Finding> = candidates.iter().enumerate().map(finding_of).collect();
        if let Question::Fixed { by, margin, alpha } = *ledger.question() {
            let judged = judged(&findings, by, margin, alpha);
            for (finding, judgements) in findings.iter_mut().zip(judged) {
                let deciding = judgements.iter().filter(|judgement| judgement.decides);
                let verdicts: Vec<Verdict> = deciding.map(|judgement| judgement.verdict).collect();
                finding.judgements = judgements;
                finding.verdict = together(&verdicts);
            }
        }
        let is_fixed = matches!(ledger.question(), Question::Fixed { .. });
        for finding in &mut findings {
            finding.heed_settings();
            // a sequential test has its own standard of when it may stop, and of what passes
            if finding.is_identical() && (is_fixed || finding.verdict.passes() == Some(true)) {
                finding.verdict = Verdict::Identical;
            }
        }
        Comparison {
            question: *ledger.question(),
            any,
            footing: ledger.footing(),
            baseline: baseline.to_owned(),
            field: field.to_vec(),
            findings,
        }
    }

    /// Removes the verdicts, for data that does not support them.
    #[must_use]
    pub fn without_verdicts(mut self) -> Comparison {
        for finding in &mut self.findings {
            finding.verdict = Verdict::Undecided;
            finding.judgements.clear();
            finding.settings_differ = None;
            for setting in &mut finding.settings {
                setting.verdict = Verdict::Undecided;
            }
        }
        self
    }

    /// Whether all candidates pass, or at least one if one is enough; `None` if undecided.
    #[must_use]
    pub fn passes(&self) -> Option<bool> {
        let all: Vec<Option<bool>> =
            self.findings.iter().map(|finding| finding.verdict.passes()).collect();
        match (all.contains(&Some(self.any)), all.contains(&None)) {
            (true, _) => Some(self.any),
            (false, true) => None,
            (false, false) => Some(!self.any),
        }
    }

    /// The measure that decides; `None` for both.
    #[must_use]
    pub fn measure(&self) -> Option<Measure> {
        match self.question {
            Question::Fixed { by, .. } => by,
            Question::Sequential(asked) => Some(asked.measure()),
        }
    }
}

impl Finding {
    /// The overall result and each setting: name, figures, verdict.
    pub fn rows(&self) -> impl Iterator<Item = (&str, &Estimates, Verdict)> {
        let settings = self.settings.iter();
        let settings = settings.map(|own| (own.name.as_str(), &own.estimates, own.verdict));
        settings.chain([("all", &self.whole, self.verdict)])
    }

    /// The deciding judgement with the smallest p-value.
    #[must_use]
    pub fn judged_by_least(&self) -> Option<&Judgement> {
        let p = |judgement: &&Judgement| judgement.p_value.unwrap_or(f64::INFINITY);
        let deciding = self.judgements.iter().filter(|judgement| judgement.decides);
        deciding.min_by(|a, b| p(a).total_cmp(&p(b)))
    }

    /// Whether both achieved the same in every block, with as many faults.
    fn is_identical(&self) -> bool {
        self.faults.0 == self.faults.1 && is_identical(&self.whole.effect)
    }

    /// A candidate that is worse in one setting does not pass because of the others.
    fn heed_settings(&mut self) {
        let worse = self.settings.iter().any(|setting| setting.verdict == Verdict::Worse);
        if worse && self.verdict.passes() == Some(true) {
            self.verdict = Verdict::Mixed;
        }
    }
}

fn finding(ledger: &Ledger, index: usize, name: &str, settings: &[Option<String>]) -> Finding {
    let footing = ledger.footing();
    let estimates = |account: &Account| match ledger.question() {
        Question::Fixed { .. } => Estimates::fixed(account.effect, footing),
        Question::Sequential(_) => Estimates::anytime(&account.blocks, footing),
    };
    let accounts: Vec<&Account> = ledger.accounts(index).collect();
    let named = settings.iter().zip(&accounts);
    let named = named.filter_map(|(name, account)| Some((name.clone()?, *account)));
    let named: Vec<(String, &Account)> = named.collect();
    let verdicts = match ledger.question() {
        Question::Fixed { by, alpha, .. } => {
            fixed_verdicts(named.iter().map(|(_, account)| &account.effect), *by, *alpha)
        }
        Question::Sequential(asked) => {
            let accounts = named.iter().map(|(_, account)| *account);
            sequential_verdicts(accounts, asked)
        }
    };
    let settings_differ = match ledger.question() {
        Question::Fixed { by, .. } => {
            let by = by.unwrap_or(Measure::Points);
            heterogeneity(named.iter().map(|(_, account)| by.pairs(&account.effect)))
        }
        Question::Sequential(_) => None,
    };
    let of_setting = |((name, account), verdict): ((String, &Account), Verdict)| SettingFinding {
        name,
        estimates: estimates(account),
        verdict,
    };
    Finding {
        candidate: name.to_owned(),
        whole: estimates(ledger.account(index)),
        settings: named.into_iter().zip(verdicts).map(of_setting).collect(),
        judgements: Vec::new(),
        settings_differ,
        progress: ledger.progress(index).to_vec(),
        verdict: ledger.sequential_verdict(index),
        faults: ledger.faults(index),
    }
}

/// The judgements of each candidate, with Holm's correction over all those that count: by the
/// measure that decides, or by both. A measure that does not count is corrected separately.
fn judged(
    findings: &[Finding],
    by: Option<Measure>,
    margin: Option<f64>,
    alpha: f64,
) -> Vec<Vec<Judgement>> {
    let tests = |measures: &[Measure]| -> Vec<(usize, Measure)> {
        let by_measure = |(index, _)| measures.iter().map(move |&by| (index, by));
        findings.iter().enumerate().flat_map(by_measure).collect()
    };
    let groups = match by {
        None => vec![(true, tests(&Measure::ALL))],
        Some(by) => {
            let others: Vec<Measure> = Measure::ALL.into_iter().filter(|&own| own != by).collect();
            vec![(true, tests(&[by])), (false, tests(&others))]
        }
    };
    let mut judged = vec![Vec::new(); findings.len()];
    for (decides, tests) in groups {
        let p = |&(index, by): &(usize, Measure)| {
            p_value(&by.difference(&findings[index].whole.effect))
        };
        let p_values: Vec<Option<f64>> = tests.iter().map(p).collect();
        for ((&(index, by), &p_value), adjusted) in
            tests.iter().zip(&p_values).zip(adjusted(&p_values))
        {
            let effect = &findings[index].whole.effect;
            let margin = margin.filter(|_| decides);
            let verdict = fixed_verdict(effect, by, adjusted, margin, (alpha, findings.len()));
            judged[index].push(Judgement {
                by,
                decides,
                p_value,
                adjusted_p_value: adjusted,
                verdict,
            });
        }
    }
    judged
}

/// Holm's correction over the tests that have a p-value.
fn adjusted(p_values: &[Option<f64>]) -> Vec<Option<f64>> {
    let given: Vec<f64> = p_values.iter().copied().flatten().collect();
    let mut corrected = holm(&given).into_iter();
    p_values.iter().map(|p| p.and_then(|_| corrected.next())).collect()
}

/// The verdict on each setting, corrected for their number.
fn fixed_verdicts<'a>(
    effects: impl Iterator<Item = &'a Effect>,
    by: Option<Measure>,
    alpha: f64,
) -> Vec<Verdict> {
    let effects: Vec<&Effect> = effects.collect();
    let measures = by.map_or(Measure::ALL.to_vec(), |by| vec![by]);
    let p_values_of = |effect: &&Effect| {
        measures.iter().map(|by| p_value(&by.difference(effect))).collect::<Vec<_>>()
    };
    let p_values: Vec<Option<f64>> = effects.iter().flat_map(p_values_of).collect();
    let adjusted = adjusted(&p_values);
    let each = effects.iter().zip(adjusted.chunks(measures.len()));
    let verdict = |(effect, adjusted): (&&Effect, &[Option<f64>])| {
        let verdicts: Vec<Verdict> = measures
            .iter()
            .zip(adjusted)
            .map(|(&by, &p)| fixed_verdict(effect, by, p, None, (alpha, 1)))
            .collect();
        if is_identical(effect) { Verdict::Identical } else { together(&verdicts) }
    };
    each.map(verdict).collect()
}

/// A setting is worse if its interval shows it at the level corrected for the number of settings.
fn sequential_verdicts<'a>(
    accounts: impl Iterator<Item = &'a Account>,
    asked: &Sequential,
) -> Vec<Verdict> {
    let accounts: Vec<&Account> = accounts.collect();
    let level = 1.0 - (1.0 - lettergame_stats::LEVEL) / accounts.len().max(1) as f64;
    let verdict = |account: &&Account| {
        let interval = difference_within(&account.blocks, asked.measure(), level);
        if interval.is_some_and(|ends| ends.high < 0.0) {
            Verdict::Worse
        } else {
            Verdict::Undecided
        }
    };
    accounts.iter().map(verdict).collect()
}

/// Cochran's Q: the p-value of equal differences in all settings; `None` if fewer than two have a
/// spread.
fn heterogeneity<'a>(settings: impl Iterator<Item = &'a PairedSummary>) -> Option<f64> {
    let known = settings.filter_map(|pairs| {
        let difference = pairs.difference();
        let weight = 1.0 / difference.standard_error().filter(|error| *error > 0.0)?.powi(2);
        Some((difference.mean()?, weight))
    });
    let known: Vec<(f64, f64)> = known.collect();
    let weights: f64 = known.iter().map(|(_, weight)| weight).sum();
    let mean = known.iter().map(|(mean, weight)| mean * weight).sum::<f64>() / weights;
    let q: f64 = known.iter().map(|(own, weight)| weight * (own - mean).powi(2)).sum();
    let freedom = known.len().checked_sub(1).filter(|&freedom| freedom > 0)?;
    Some(ChiSquared::new(freedom as f64).ok()?.sf(q))
}

/// How many times as many blocks would be needed for the same error if the two had met different
/// deals.
#[must_use]
pub fn worth_of_pairing(of: &PairedSummary) -> Option<f64> {
    let paired = of.difference().standard_error().filter(|&error| error > 0.0)?;
    Some((of.unpaired_standard_error()? / paired).powi(2))
}

#[cfg(test)]
mod tests {
    use super::{adjusted, heterogeneity};
    use lettergame_stats::PairedSummary;

    /// Means 1, 2 and 6 with standard errors 1, 1 and 2: weights 1, 1 and 1/4, their mean 2, Q = 1 + 0 + 4 = 5
    /// with 2 degrees of freedom: `exp(-5/2)`.
    #[test]
    fn differing_settings_are_detected() {
        let effect = |mean: f64, error: f64| {
            // three blocks of standard error `error`
            let off = error * 3.0_f64.sqrt();
            let mut pairs = PairedSummary::default();
            [mean - off, mean, mean + off].into_iter().for_each(|x| pairs.add(x, 0.0));
            pairs
        };
        let settings = [effect(1.0, 1.0), effect(2.0, 1.0), effect(6.0, 2.0)];
        let p = heterogeneity(settings.iter()).unwrap();
        assert!((p - (-2.5_f64).exp()).abs() < 1e-9, "{p}");
        assert_eq!(heterogeneity(settings[..1].iter()), None);
    }

    #[test]
    fn tests_without_a_p_value_are_skipped() {
        assert_eq!(adjusted(&[Some(0.01), None, Some(0.04)]), [Some(0.02), None, Some(0.04)]);
    }
}
