//! A comparison as JSON.

use serde_json::{Value, json};

use crate::ComparisonReport;
use crate::comparison::speed::json as speed_json;
use lettergame_compare::{
    EloGain, Estimates, Finding, Footing, Judgement, Measure, Pair, Question, Unit,
};
use lettergame_core::stats::{Interval, PairedSummary};

impl ComparisonReport {
    /// Everything as one object; figures that the data cannot provide are null.
    pub(super) fn json(&self) -> Value {
        let comparison = &self.comparison;
        let mut value = json!({
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
            "any": comparison.any,
            "trouble": self.trouble,
            "remarks": self.remarks,
            "findings": comparison
                .findings
                .iter()
                .map(finding_json)
                .collect::<Vec<_>>(),
        });
        if let Some(speed) = &self.speed {
            value["speed"] = speed_json(speed);
        }
        value
    }
}

fn question_json(question: &Question) -> Value {
    match question {
        Question::Fixed { by, margin, alpha } => {
            json!({"test": "fixed", "by": by.map_or("both", measure), "margin": margin, "alpha": alpha})
        }
        Question::Sequential(asked) => {
            let test = |pair: &Pair| {
                json!({
                    "h0": pair.h0,
                    "h1": pair.h1,
                    "needed_for_h0": pair.test.needed_for_h0(),
                    "needed_for_h1": pair.test.needed_for_h1(),
                })
            };
            json!({
                "test": "sequential",
                "by": measure(asked.measure()),
                "unit": match asked.unit {
                    Unit::Points => "points",
                    Unit::Wins => "win share",
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

fn finding_json(finding: &Finding) -> Value {
    let settings = finding.settings.iter().map(|setting| {
        let mut value = effect_json(&setting.estimates);
        value["setting"] = setting.name.as_str().into();
        value["verdict"] = setting.verdict.name().into();
        value
    });
    let judgement = |judgement: &Judgement| {
        json!({
            "by": measure(judgement.by),
            "decides": judgement.decides,
            "p_value": judgement.p_value,
            "p_adjusted": judgement.adjusted_p_value,
            "verdict": judgement.verdict.name(),
        })
    };
    let judged = finding.judged_by_least();
    let mut value = effect_json(&finding.whole);
    value["candidate"] = finding.candidate.as_str().into();
    value["verdict"] = finding.verdict.name().into();
    value["passes"] = finding.verdict.passes().into();
    value["p_value"] = judged.and_then(|by| by.p_value).into();
    value["p_adjusted"] = judged.and_then(|by| by.adjusted_p_value).into();
    value["judgements"] = finding.judgements.iter().map(judgement).collect();
    value["settings_differ_p_value"] = finding.settings_differ.into();
    value["evidence"] = finding
        .progress
        .iter()
        .map(|progress| {
            json!({
                "log_for_h0": progress.evidence.log_for_h0(),
                "log_for_h1": progress.evidence.log_for_h1(),
            })
        })
        .collect();
    value["faults"] = json!({"candidate": finding.faults.0, "baseline": finding.faults.1});
    value["settings"] = settings.collect();
    value
}

fn effect_json(estimates: &Estimates) -> Value {
    let effect = &estimates.effect;
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
            "blocks_that_differ": pair.differing(),
        })
    };
    let elo = estimates.elo.map(|EloGain { elo, interval }| {
        json!({
            "elo": elo,
            "low": interval.map(|ends| ends.low),
            "high": interval.map(|ends| ends.high),
        })
    });
    json!({
        "blocks": effect.blocks(),
        "points": pair(&effect.points, estimates.points),
        "win_share": pair(&effect.wins, estimates.wins),
        "elo": elo,
    })
}
