//! Comparisons of ratings, as plain data.

use serde::Serialize;

use crate::SortKey;
use lettergame_stats::Interval;

/// Ratings in detail; the ratings themselves are in the standings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RatingDigest {
    /// What fixes the scale: `average`, or the anchor, such as `random=0`.
    pub scale: String,
    /// The key by which the standings are ranked.
    #[serde(skip)]
    pub ranked_by: SortKey,
    /// How the standings are ranked, and the zero of the ratings, as a line of text.
    pub legend: String,
    /// The limitations of the ratings, as lines of text.
    pub remarks: Vec<String>,
    /// Each ordered pair of players that have played, in the order of the config.
    pub pairs: Vec<RatingPair>,
    /// Whether one rating per player explains the results; `None` with fewer than ten deals, and if any
    /// results would fit.
    pub model: Option<ModelDigest>,
    /// Players that beat each other in turn.
    pub cycles: CycleDigest,
}

impl RatingDigest {
    /// What fixes the scale, as a sentence.
    pub(super) fn scale_about(&self) -> String {
        match self.scale.as_str() {
            "average" => {
                "Rating 0 is the average of the players, weighted by how much their games reveal."
                    .to_owned()
            }
            anchor => format!("Ratings are relative to {}.", anchor.replace('=', " = ")),
        }
    }
}

/// One rating against another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RatingPair {
    /// The player.
    pub player: String,
    /// The opponent.
    pub opponent: String,
    /// The player's rating minus the opponent's, in points.
    pub difference: f64,
    /// Its 95 % interval, if results connect the two.
    pub difference_interval: Option<Interval>,
    /// The probability that the player is truly stronger than the opponent, 0 to 1; `None` if the results do
    /// not determine it.
    pub above: Option<f64>,
}

/// Whether one rating per player explains the results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModelDigest {
    /// The statistic of the test.
    pub chi_square: f64,
    /// Its degrees of freedom.
    pub degrees_of_freedom: f64,
    /// The probability of results that deviate at least this much if the ratings explain them.
    pub p_value: f64,
    /// Whether the fit is not rejected at 5 %.
    pub fits: bool,
    /// The pairs that met, worst fit first, at most 100.
    pub pairs: Vec<ModelPair>,
}

/// A pair compared with the prediction of its ratings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModelPair {
    /// The player.
    pub player: String,
    /// The opponent.
    pub opponent: String,
    /// The number of their meetings.
    pub meetings: f64,
    /// The share of points that the player took, 0 to 1.
    pub observed: f64,
    /// The share that the ratings predict.
    pub expected: f64,
    /// The deviation, in standard errors.
    pub standard_errors: f64,
}

/// Players that beat each other in turn, with every win significant at 95 %.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize)]
pub struct CycleDigest {
    /// The number of cycles.
    pub count: u64,
    /// The clearest cycles, at most 10: each player beats the next, the last one beats the first.
    pub cycles: Vec<Vec<String>>,
}

/// The strengths in a field without a single order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PopulationDigest {
    /// Each player that has played, in the order of the config.
    pub players: Vec<PopulationRow>,
}

/// One player in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PopulationRow {
    /// The player's name in files.
    pub player: String,
    /// Its weight in the mixture of players that none beats on average, 0 to 1.
    pub nash_weight: f64,
    /// The share of points that it takes from that mixture, 0 to 1: at most one half.
    pub nash_share: f64,
    /// The share of time that a population spends with it, 0 to 1.
    pub alpha_rank: f64,
}
