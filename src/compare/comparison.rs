//! What a ledger of blocks says: a finding for each candidate.

use crate::compare::question::{fixed_verdict, p_value};
use crate::compare::{Effect, EloGain, Footing, Ledger, Measure, Question, TestProgress, Verdict};
use crate::stats::{Interval, LEVEL, PairedSummary, holm, mean_interval};

/// The findings of a comparison, with all that they were asked.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What was asked.
    pub question: Question,
    /// How the players met.
    pub footing: Footing,
    /// The baseline's name.
    pub baseline: String,
    /// Who else played.
    pub field: Vec<String>,
    /// A finding for each candidate.
    pub findings: Vec<Finding>,
}

/// What is known of one candidate.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Its name.
    pub candidate: String,
    /// Over all settings.
    pub effect: Effect,
    /// In each setting, with its name; empty if there is only one.
    pub settings: Vec<(String, Effect)>,
    /// The two-sided p-value of no difference by the measure that decides; only for a question of fixed
    /// size, since it means nothing where the data decide when to stop.
    pub p_value: Option<f64>,
    /// The same, adjusted for the number of candidates (Holm).
    pub adjusted_p_value: Option<f64>,
    /// How far the tests of a sequential question have come, in the order of its hypotheses.
    pub progress: Vec<TestProgress>,
    /// The answer.
    pub verdict: Verdict,
    /// Seats of the candidate and of the baseline that were banned or made a fault.
    pub faults: (u64, u64),
}

impl Comparison {
    /// What the ledger says of these candidates, a name each, in these settings.
    #[must_use]
    pub fn of(
        ledger: &Ledger,
        candidates: &[String],
        baseline: &str,
        field: &[String],
        settings: &[Option<String>],
    ) -> Comparison {
        let of = |(index, name): (usize, &String)| finding(ledger, index, name, settings);
        let mut findings: Vec<Finding> = candidates.iter().enumerate().map(of).collect();
        if let Question::Fixed { margin, alpha, by } = *ledger.question() {
            adjust(&mut findings);
            let count = findings.len();
            for finding in &mut findings {
                let (effect, p) = (&finding.effect, finding.adjusted_p_value);
                finding.verdict = fixed_verdict(effect, by, p, margin, (alpha, count));
            }
        }
        Comparison {
            question: *ledger.question(),
            footing: ledger.footing(),
            baseline: baseline.to_owned(),
            field: field.to_vec(),
            findings,
        }
    }

    /// The same without verdicts: what was played does not bear them.
    #[must_use]
    pub fn without_verdicts(mut self) -> Comparison {
        for finding in &mut self.findings {
            finding.verdict = Verdict::Undecided;
            (finding.p_value, finding.adjusted_p_value) = (None, None);
        }
        self
    }

    /// Does at least one candidate pass? `None` if none does and one may.
    #[must_use]
    pub fn passes(&self) -> Option<bool> {
        let all: Vec<Option<bool>> =
            self.findings.iter().map(|finding| finding.verdict.passes()).collect();
        if all.contains(&Some(true)) {
            return Some(true);
        }
        if all.contains(&None) { None } else { Some(false) }
    }

    /// What decides.
    #[must_use]
    pub fn measure(&self) -> Measure {
        match self.question {
            Question::Fixed { by, .. } => by,
            Question::Sequential(asked) => asked.measure(),
        }
    }
}

fn finding(ledger: &Ledger, index: usize, name: &str, settings: &[Option<String>]) -> Finding {
    let effect = *ledger.effect(index);
    let named = settings.iter().zip(ledger.effects(index));
    let named = named.filter_map(|(name, effect)| Some((name.clone()?, *effect)));
    let p_value = match ledger.question() {
        Question::Fixed { by, .. } => p_value(&by.difference(&effect)),
        Question::Sequential(_) => None,
    };
    Finding {
        candidate: name.to_owned(),
        effect,
        settings: named.collect(),
        p_value,
        adjusted_p_value: p_value,
        progress: ledger.progress(index).to_vec(),
        verdict: ledger.sequential_verdict(index),
        faults: ledger.faults(index),
    }
}

/// Holm's correction over the candidates that have a p-value.
fn adjust(findings: &mut [Finding]) {
    let given: Vec<f64> = findings.iter().filter_map(|finding| finding.p_value).collect();
    let tested = findings.iter_mut().filter(|finding| finding.p_value.is_some());
    for (finding, adjusted) in tested.zip(holm(&given)) {
        finding.adjusted_p_value = Some(adjusted);
    }
}

impl Effect {
    /// The interval of the difference of points a game; `None` for fewer than two blocks, and where all
    /// are the same: how much others may differ is then not known.
    #[must_use]
    pub fn points_interval(&self) -> Option<Interval> {
        let difference = self.points.difference();
        mean_interval(&difference, LEVEL).filter(|_| difference.variance() > Some(0.0))
    }

    /// The interval of the difference of win shares; see [`Effect::wins_within`].
    #[must_use]
    pub fn wins_interval(&self) -> Option<Interval> {
        self.wins_within(LEVEL)
    }

    /// The difference of win shares as Elo points.
    #[must_use]
    pub fn elo_gain(&self, footing: Footing) -> Option<EloGain> {
        self.elo(footing, LEVEL)
    }
}

/// How many times the blocks it would take for the same error if both had met different deals.
#[must_use]
pub fn worth_of_pairing(of: &PairedSummary) -> Option<f64> {
    let paired = of.difference().standard_error().filter(|&error| error > 0.0)?;
    Some((of.unpaired_standard_error()? / paired).powi(2))
}
