//! A comparison as JSON.

use serde_json::{Value, json};

use crate::compare::{Effect, EloGain, Finding, Footing, Measure, Pair, Question, Unit};
use crate::report::Told;
use crate::stats::{Interval, PairedSummary};

impl Told {
    /// Everything as one object; a figure that the data cannot give is null.
    pub(super) fn json(&self) -> Value {
        let comparison = &self.comparison;
        json!({
            "baseline": comparison.baseline,
            "field": comparison.field,
            "footing": match comparison.footing {
                Footing::SameSeats => "same seats",
                Footing::HeadToHead => "head to head",
            },
            "question": question_json(&comparison.question),
            "parameters": self.parameters,
            "repeat": self.repeat,
            "passes": comparison.passes(),
            "trouble": self.trouble,
            "remarks": self.remarks,
            "findings": comparison
                .findings
                .iter()
                .map(|finding| finding_json(finding, comparison.footing))
                .collect::<Vec<_>>(),
        })
    }
}

fn question_json(question: &Question) -> Value {
    match question {
        Question::Fixed { by, margin, alpha } => {
            json!({"test": "fixed", "by": measure(*by), "margin": margin, "alpha": alpha})
        }
        Question::Sequential(asked) => {
            let test = |pair: &Pair| {
                json!({
                    "h0": pair.h0,
                    "h1": pair.h1,
                    "lower": pair.test.lower(),
                    "upper": pair.test.upper(),
                })
            };
            json!({
                "test": "sequential",
                "by": measure(asked.measure()),
                "unit": match asked.unit {
                    Unit::Points => "points",
                    Unit::Elo => "elo",
                },
                "tests": asked.hypotheses.pairs().iter().map(test).collect::<Vec<_>>(),
                "least_blocks": asked.least_blocks,
            })
        }
    }
}

fn measure(by: Measure) -> &'static str {
    match by {
        Measure::Points => "points",
        Measure::Wins => "wins",
    }
}

fn finding_json(finding: &Finding, footing: Footing) -> Value {
    let settings = finding.settings.iter().map(|(name, effect)| {
        let mut value = effect_json(effect, footing);
        value["setting"] = name.as_str().into();
        value
    });
    let mut value = effect_json(&finding.effect, footing);
    value["candidate"] = finding.candidate.as_str().into();
    value["verdict"] = finding.verdict.name().into();
    value["passes"] = finding.verdict.passes().into();
    value["p_value"] = finding.p_value.into();
    value["p_adjusted"] = finding.adjusted_p_value.into();
    value["log_likelihood_ratios"] =
        finding.progress.iter().map(|progress| Value::from(progress.ratio)).collect();
    value["faults"] = json!({"candidate": finding.faults.0, "baseline": finding.faults.1});
    value["settings"] = settings.collect();
    value
}

fn effect_json(effect: &Effect, footing: Footing) -> Value {
    let pair = |pair: &PairedSummary, interval: Option<Interval>| {
        json!({
            "candidate": pair.x().mean(),
            "baseline": pair.y().mean(),
            "difference": pair.difference().mean(),
            "low": interval.map(|ends| ends.low),
            "high": interval.map(|ends| ends.high),
            "standard_error": pair.difference().standard_error(),
            "standard_error_unpaired": pair.unpaired_standard_error(),
            "correlation": pair.correlation(),
        })
    };
    let elo = effect.elo_gain(footing).map(|EloGain { elo, interval }| {
        json!({
            "elo": elo,
            "low": interval.map(|ends| ends.low),
            "high": interval.map(|ends| ends.high),
        })
    });
    json!({
        "blocks": effect.blocks(),
        "points": pair(&effect.points, effect.points_interval()),
        "win_share": pair(&effect.wins, effect.wins_interval()),
        "elo": elo,
    })
}
