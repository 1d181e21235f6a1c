//! Comparisons of ratings, as plain data.

use serde::Serialize;

use lettergame_core::stats::Interval;

/// Ratings in detail; the ratings themselves are in the standings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RatingDigest {
    /// What fixes the scale: `average`, or the anchor, as in `random=0`.
    pub scale: String,
    /// How the standings are ranked, and the zero of the ratings, as a line for people.
    pub legend: String,
    /// The limits of the ratings, as lines for people.
    pub remarks: Vec<String>,
    /// Each ordered pair of players that have played, by the order of the config.
    pub pairs: Vec<RatingPair>,
    /// Whether one rating per player explains the results; `None` with fewer than ten deals, and if
    /// any results would fit.
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
    /// The player's rating less the opponent's, in points.
    pub difference: f64,
    /// Its 95 % interval, if results link both.
    pub difference_interval: Option<Interval>,
    /// The probability that the player is truly above the opponent, 0 to 1; `None` if the results do not determine it.
    pub above: Option<f64>,
}

/// Whether one rating per player explains the results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModelDigest {
    /// The statistic of the test.
    pub chi_square: f64,
    /// Its degrees of freedom.
    pub degrees_of_freedom: f64,
    /// The probability of results at least as far off if the ratings explain them.
    pub p_value: f64,
    /// Whether it is not refuted at 5 %.
    pub fits: bool,
    /// The pairs that met, the worst first, 100 at most.
    pub pairs: Vec<ModelPair>,
}

/// A pair compared with the prediction of its ratings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModelPair {
    /// The player.
    pub player: String,
    /// The opponent.
    pub opponent: String,
    /// How often they met.
    pub meetings: f64,
    /// The share of points that the player took, 0 to 1.
    pub observed: f64,
    /// The share that the ratings predict.
    pub expected: f64,
    /// The deviation, in standard errors.
    pub standard_errors: f64,
}

/// Players that beat each other in turn, each win being significant at 95 %.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize)]
pub struct CycleDigest {
    /// How many cycles there are.
    pub count: u64,
    /// The clearest of them, 10 at most: each player beats the next, the last one the first.
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
    /// The share of points that it takes from that mixture, 0 to 1: one half at most.
    pub nash_share: f64,
    /// The share of time that a population spends with it, 0 to 1.
    pub alpha_rank: f64,
}
