//! A comparison for programs: everything as one object, and a row for each candidate and setting.

use serde_json::{Value, json};

use crate::ComparisonReport;
use crate::comparison::{numbers, speed};
use crate::document::{CsvColumn, columns};
use lettergame_compare::{
    Estimates, Finding, Footing, Judgement, Measure, Pair, Question, TestProgress, Unit,
};

/// The columns of the CSV, a row for each candidate and setting.
const COLUMNS: [CsvColumn<&str>; 22] = [
    ("candidate", "/candidate", None),
    ("baseline", "/baseline", None),
    ("setting", "/setting", None),
    ("verdict", "/verdict", None),
    ("blocks", "/blocks", None),
    ("points_candidate", "/points/candidate", Some(4)),
    ("points_baseline", "/points/baseline", Some(4)),
    ("points_difference", "/points/difference", Some(4)),
    ("points_low", "/points/low", Some(4)),
    ("points_high", "/points/high", Some(4)),
    ("points_error", "/points/standard_error", Some(4)),
    ("points_error_unpaired", "/points/standard_error_unpaired", Some(4)),
    ("wins_candidate", "/win_share/candidate", Some(6)),
    ("wins_baseline", "/win_share/baseline", Some(6)),
    ("wins_difference", "/win_share/difference", Some(6)),
    ("wins_low", "/win_share/low", Some(6)),
    ("wins_high", "/win_share/high", Some(6)),
    ("elo", "/elo/elo", Some(2)),
    ("elo_low", "/elo/low", Some(2)),
    ("elo_high", "/elo/high", Some(2)),
    ("p_value", "/p_value", Some(6)),
    ("p_adjusted", "/p_adjusted", Some(6)),
];

impl ComparisonReport {
    /// The columns of the CSV; those of speeds only if they were requested.
    pub(super) fn columns(&self) -> Vec<CsvColumn> {
        columns(&COLUMNS).chain(self.speed.iter().flat_map(|_| speed::columns())).collect()
    }

    /// The rows of the CSV: for each candidate its settings, then all of them together, with its speed.
    pub(super) fn records(&self, json: &Value) -> Vec<Value> {
        let all = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let mut records = Vec::new();
        for (index, mut finding) in all(&json["findings"]).into_iter().enumerate() {
            let candidate = finding["candidate"].clone();
            let settings = all(&finding["settings"]);
            finding["setting"] = "all".into();
            finding["speed"] = json["speed"]["candidates"][index].clone();
            finding["speed"]["baseline"] = json["speed"]["baseline"].clone();
            for mut record in settings.into_iter().chain([finding]) {
                record["candidate"] = candidate.clone();
                record["baseline"] = json["baseline"].clone();
                records.push(record);
            }
        }
        records
    }

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
            "question": question(&comparison.question),
            "parameters": self.parameters,
            "repeat": self.repeat,
            "passes": comparison.passes(),
            "any": comparison.any,
            "trouble": self.trouble,
            "remarks": self.remarks,
            "findings": comparison.findings.iter().map(finding).collect::<Vec<_>>(),
        });
        if let Some(speed) = &self.speed {
            value["speed"] = speed::json(speed);
        }
        value
    }
}

fn question(question: &Question) -> Value {
    match question {
        Question::Fixed { by, margin, alpha } => {
            json!({"test": "fixed", "by": by.map_or("both", measure), "margin": margin, "alpha": alpha})
        }
        Question::Sequential(asked) => {
            let test = |Pair { h0, h1, test }: &Pair| {
                let (for_h0, for_h1) = (test.needed_for_h0(), test.needed_for_h1());
                json!({"h0": h0, "h1": h1, "needed_for_h0": for_h0, "needed_for_h1": for_h1})
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

fn finding(finding: &Finding) -> Value {
    let judgement = |judgement: &Judgement| {
        json!({
            "by": measure(judgement.by),
            "decides": judgement.decides,
            "p_value": judgement.p_value,
            "p_adjusted": judgement.adjusted_p_value,
            "verdict": judgement.verdict.name(),
        })
    };
    let evidence = |progress: &TestProgress| {
        let (for_h0, for_h1) = (progress.evidence.log_for_h0(), progress.evidence.log_for_h1());
        json!({"log_for_h0": for_h0, "log_for_h1": for_h1})
    };
    let settings = finding.settings.iter().map(|setting| {
        let own = json!({"setting": setting.name, "verdict": setting.verdict.name()});
        with_figures(own, &setting.estimates)
    });
    let judged = finding.judged_by_least();
    let own = json!({
        "candidate": finding.candidate,
        "verdict": finding.verdict.name(),
        "passes": finding.verdict.passes(),
        "p_value": judged.and_then(|by| by.p_value),
        "p_adjusted": judged.and_then(|by| by.adjusted_p_value),
        "judgements": finding.judgements.iter().map(judgement).collect::<Vec<_>>(),
        "settings_differ_p_value": finding.settings_differ,
        "evidence": finding.progress.iter().map(evidence).collect::<Vec<_>>(),
        "faults": {"candidate": finding.faults.0, "baseline": finding.faults.1},
        "settings": settings.collect::<Vec<_>>(),
    });
    with_figures(own, &finding.whole)
}

fn with_figures(mut value: Value, estimates: &Estimates) -> Value {
    value["blocks"] = estimates.effect.blocks().into();
    for (key, by) in [("points", Measure::Points), ("win_share", Measure::Wins)] {
        let pair = by.pairs(&estimates.effect);
        let (low, high) = numbers::ends(numbers::interval(by, estimates));
        value[key] = json!({
            "candidate": pair.x().mean(),
            "baseline": pair.y().mean(),
            "difference": pair.difference().mean(),
            "low": low,
            "high": high,
            "standard_error": pair.difference().standard_error(),
            "standard_error_unpaired": pair.unpaired_standard_error(),
            "correlation": pair.correlation(),
            "blocks_that_differ": pair.differing(),
        });
    }
    value["elo"] = estimates.elo.map_or(Value::Null, |gain| {
        let (low, high) = numbers::ends(gain.interval);
        json!({"elo": gain.elo, "low": low, "high": high})
    });
    value
}
