//! Pairs of teams whose results one rating per team does not explain, such as those of a cycle.
//!
//! A pair's own results are compared with what its results with others say ([`PairDeviation`]). It is a misfit
//! if the two are told apart by the test that also tells neighbours apart, which is valid however often one
//! looks, at an error of [`ERROR`] over all pairs and formats (C. E. Bonferroni's inequality).

use std::fmt;

use serde::Serialize;

use crate::Season;
use crate::entrants::Entrants;
use crate::pairing::told_apart;
use crate::ranking::Fits;
use lettergame_stats::PairDeviation;

/// With what probability the versions that play ever have a misfit although one rating explains their results,
/// at most.
const ERROR: f64 = 0.01;

/// A misfit has at least this distance between the shares: with enough games even the smallest is certain.
const NOTABLE: f64 = 0.02;

/// A pair whose results one rating per team does not explain.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Misfit {
    /// The format.
    pub format: String,
    /// The version that takes more from the other than the ratings say.
    pub one: String,
    /// The other version.
    pub other: String,
    /// Results between the two: pairs of seats in one game.
    pub results: u64,
    /// The share of them that the first one took; a tie counts a half.
    pub observed: f64,
    /// The share that the ratings predict.
    pub expected: f64,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Misfit { format, one, other, results, observed, expected } = self;
        let [observed, expected] = [observed, expected].map(|share| share * 100.0);
        write!(
            f,
            "in `{format}` {one} took {observed:.1} % of {results} results from {other}, where the ratings say \
             {expected:.1} %"
        )
    }
}

impl Season {
    /// The misfits among the rated versions, the clearest first.
    pub(crate) fn misfits(&self, entrants: &Entrants, fits: &Fits) -> Vec<Misfit> {
        let players = fits.versions.len() as f64;
        let looked_at = fits.formats.len() as f64 * players * (players - 1.0) / 2.0;
        let confidence = 1.0 - ERROR / looked_at.max(1.0);
        let mut found: Vec<(f64, Misfit)> = Vec::new();
        for ((_, format), (_, _, fit)) in self.formats().zip(&fits.formats) {
            for of in fit.deviations() {
                let PairDeviation { games, observed, expected, difference, variance, .. } = *of;
                let is_notable = (observed - expected).abs() >= NOTABLE;
                if !is_notable || !told_apart(difference, variance, confidence) {
                    continue;
                }
                let name = |place: usize| entrants.name(fits.versions[place]);
                let (one, other) = (name(of.one), name(of.other));
                let misfit = Misfit {
                    format: format.name.clone(),
                    one,
                    other,
                    results: games.round() as u64,
                    observed,
                    expected,
                };
                found.push((difference.abs() / variance.sqrt(), misfit.ordered_by_surprise()));
            }
        }
        found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        found.into_iter().map(|(_, misfit)| misfit).collect()
    }
}

impl Misfit {
    /// The same, with the version first that takes more than the ratings say.
    fn ordered_by_surprise(self) -> Misfit {
        if self.observed >= self.expected {
            return self;
        }
        Misfit {
            one: self.other,
            other: self.one,
            observed: 1.0 - self.observed,
            expected: 1.0 - self.expected,
            ..self
        }
    }
}
