//! What is asked of a comparison, and when it is answered.
//!
//! A question of fixed size is answered by the interval of the mean difference (Student's t on blocks). A
//! sequential one is asked again after every block, by a generalised sequential probability ratio test
//! ([`SequentialTest`]), until one of its two hypotheses is accepted. The answer is read in the order of
//! blocks, so it depends on no thread.

use crate::compare::{Effect, Footing};
use crate::stats::{Accepted, Interval, SequentialTest, Summary, mean_interval, mean_p_value};

/// What decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Points a game.
    Points,
    /// Share of the wins.
    Wins,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Question {
    /// Which one is better, after so many blocks as there are?
    Fixed {
        /// What decides.
        by: Measure,
        /// A difference, in the measure's unit, that would not matter.
        margin: Option<f64>,
        /// The chance of a wrong verdict `better` or `worse`, over all candidates together.
        alpha: f64,
    },
    /// Which of two hypotheses holds? Ask after every block.
    Sequential(Sequential),
}

/// A sequential question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sequential {
    /// The bounds of the likelihood ratio.
    pub test: SequentialTest,
    /// The two hypotheses.
    pub bounds: Bounds,
    /// Blocks before which no answer is given, at least [`SequentialTest::LEAST_BLOCKS`].
    pub least_blocks: u64,
}

/// Two hypotheses on the true difference of candidate and baseline; the second is the greater one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bounds {
    /// In points a game.
    Points {
        /// H0.
        h0: f64,
        /// H1.
        h1: f64,
    },
    /// In Elo points of win share.
    Elo {
        /// H0.
        h0: f64,
        /// H1.
        h1: f64,
    },
}

/// The answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The candidate is better.
    Better,
    /// The baseline is better.
    Worse,
    /// Neither is better by more than the margin.
    Equal,
    /// The candidate is not better by as much as was asked for.
    NoBetter,
    /// The candidate is not worse by as much as was asked for.
    NoWorse,
    /// The blocks do not tell.
    Undecided,
}

impl Verdict {
    /// In words, as in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Better => "better",
            Verdict::Worse => "worse",
            Verdict::Equal => "equal within the margin",
            Verdict::NoBetter => "no better",
            Verdict::NoWorse => "no worse",
            Verdict::Undecided => "undecided",
        }
    }

    /// Is it what the candidate's author hopes for? `None` if nobody knows.
    #[must_use]
    pub fn passes(self) -> Option<bool> {
        match self {
            Verdict::Better | Verdict::Equal | Verdict::NoWorse => Some(true),
            Verdict::Worse | Verdict::NoBetter => Some(false),
            Verdict::Undecided => None,
        }
    }
}

impl Measure {
    /// The difference that decides, a block.
    #[must_use]
    pub fn difference(self, effect: &Effect) -> Summary {
        match self {
            Measure::Points => effect.points.difference(),
            Measure::Wins => effect.wins.difference(),
        }
    }
}

impl Bounds {
    /// The lower and the upper hypothesis, as they were given.
    #[must_use]
    pub fn given(self) -> (f64, f64) {
        match self {
            Bounds::Points { h0, h1 } | Bounds::Elo { h0, h1 } => (h0, h1),
        }
    }

    /// What decides.
    #[must_use]
    pub fn measure(self) -> Measure {
        match self {
            Bounds::Points { .. } => Measure::Points,
            Bounds::Elo { .. } => Measure::Wins,
        }
    }

    /// Both hypotheses in the unit of the measure. In the same seats what an Elo point means depends on
    /// the baseline's win share; that is the one of the blocks so far, kept half a win away from none
    /// and from all.
    fn of(self, effect: &Effect, footing: Footing) -> Option<(f64, f64)> {
        let (h0, h1) = self.given();
        match self {
            Bounds::Points { .. } => Some((h0, h1)),
            Bounds::Elo { .. } => {
                let baseline = effect.wins.y();
                let half_a_win = 0.5 / baseline.count().max(1) as f64;
                let share = baseline.mean()?.clamp(half_a_win, 1.0 - half_a_win);
                let of = |elo| footing.win_difference(elo, share);
                Some((of(h0), of(h1)))
            }
        }
    }
}

impl Sequential {
    /// The log likelihood ratio of the second hypothesis to the first; `None` for fewer than two blocks.
    #[must_use]
    pub fn log_likelihood_ratio(&self, effect: &Effect, footing: Footing) -> Option<f64> {
        let (h0, h1) = self.bounds.of(effect, footing)?;
        let difference = self.bounds.measure().difference(effect);
        SequentialTest::log_likelihood_ratio(&difference, h0, h1)
    }

    /// The verdict, once there is one: `Undecided` means to go on.
    #[must_use]
    pub fn verdict(&self, effect: &Effect, footing: Footing) -> Verdict {
        if effect.blocks() < self.least_blocks {
            return Verdict::Undecided;
        }
        let Some((h0, h1)) = self.bounds.of(effect, footing) else { return Verdict::Undecided };
        let difference = self.bounds.measure().difference(effect);
        match self.test.accepted(&difference, h0, h1) {
            None => Verdict::Undecided,
            Some(Accepted::H1) if h1 > 0.0 => Verdict::Better,
            Some(Accepted::H1) => Verdict::NoWorse,
            Some(Accepted::H0) if h0 < 0.0 => Verdict::Worse,
            Some(Accepted::H0) => Verdict::NoBetter,
        }
    }
}

/// The answer to a question of fixed size: `p_value` is the one of no difference, adjusted for the number
/// of candidates. Within the margin comes first: the interval of `1 - 2 alpha` inside it is two
/// one-sided tests at `alpha` (D. J. Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15,
/// 1987).
pub(super) fn fixed_verdict(
    difference: &Summary,
    p_value: Option<f64>,
    margin: Option<f64>,
    alpha: f64,
) -> Verdict {
    let within = |margin: f64| {
        let inside = |ends: Interval| -margin <= ends.low && ends.high <= margin;
        mean_interval(difference, 1.0 - 2.0 * alpha).is_some_and(inside)
    };
    match (difference.mean(), p_value) {
        _ if margin.is_some_and(within) => Verdict::Equal,
        (Some(mean), Some(p)) if p <= alpha && mean > 0.0 => Verdict::Better,
        (Some(mean), Some(p)) if p <= alpha && mean < 0.0 => Verdict::Worse,
        _ => Verdict::Undecided,
    }
}

/// The two-sided p-value of no difference.
pub(super) fn p_value(difference: &Summary) -> Option<f64> {
    mean_p_value(difference, 0.0)
}

#[cfg(test)]
mod tests {
    use super::{Bounds, Sequential, Verdict, fixed_verdict, p_value};
    use crate::compare::{Block, Effect, Footing, Means};
    use crate::stats::{SequentialTest, Summary};

    /// Blocks whose differences of points are these, with equal wins.
    fn effect(differences: impl IntoIterator<Item = f64>) -> Effect {
        let mut effect = Effect::default();
        for difference in differences {
            let candidate = Means { points: 100.0 + difference, wins: 0.3, faults: 0 };
            effect.add(&Block { candidate, baseline: Means { points: 100.0, ..candidate } });
        }
        effect
    }

    fn asked(h0: f64, h1: f64, blocks: usize, mean: f64) -> Verdict {
        let test = SequentialTest::new(0.05, 0.05).unwrap();
        let bounds = Bounds::Points { h0, h1 };
        let asked = Sequential { test, bounds, least_blocks: 32 };
        let spread = [-2.0, 2.0, -1.0, 1.0].into_iter().cycle().take(blocks);
        asked.verdict(&effect(spread.map(|off| mean + off)), Footing::SameSeats)
    }

    #[test]
    fn the_words_follow_the_signs_of_the_hypotheses() {
        assert_eq!(asked(0.0, 2.0, 400, 2.0), Verdict::Better);
        assert_eq!(asked(0.0, 2.0, 400, 0.0), Verdict::NoBetter);
        assert_eq!(asked(-2.0, 0.0, 400, 0.0), Verdict::NoWorse);
        assert_eq!(asked(-2.0, 0.0, 400, -2.0), Verdict::Worse);
        assert_eq!(asked(-1.0, 1.0, 400, 1.5), Verdict::Better);
        assert_eq!(asked(-1.0, 1.0, 400, -1.5), Verdict::Worse);
        assert_eq!(asked(-1.0, 1.0, 31, 9.0), Verdict::Undecided);
    }

    #[test]
    fn an_elo_point_means_little_where_hardly_anybody_wins() {
        let elo = Bounds::Elo { h0: 0.0, h1: 10.0 };
        let (low, high) = elo.of(&effect([0.0, 1.0]), Footing::SameSeats).unwrap();
        assert!(low.abs() < 1e-15 && (high - 0.0122).abs() < 1e-4, "{low} {high}");
        let (_, high) = elo.of(&effect([0.0, 1.0]), Footing::HeadToHead).unwrap();
        assert!((high - 0.0288).abs() < 1e-4, "{high}");
    }

    #[test]
    fn a_fixed_question_is_answered_by_its_interval() {
        let of = |differences: &[f64], margin| {
            let summary: Summary = differences.iter().copied().collect();
            fixed_verdict(&summary, p_value(&summary), margin, 0.05)
        };
        assert_eq!(of(&[2.0, 2.1, 1.9, 2.0, 2.2], None), Verdict::Better);
        assert_eq!(of(&[-2.0, -2.1, -1.9, -2.0, -2.2], None), Verdict::Worse);
        assert_eq!(of(&[2.0, 2.1, 1.9, 2.0, 2.2], Some(2.5)), Verdict::Equal);
        assert_eq!(of(&[0.5, -0.4, 0.1, -0.3, 0.2], Some(0.6)), Verdict::Equal);
        assert_eq!(of(&[5.0, -4.0, 1.0, -3.0, 2.0], Some(0.6)), Verdict::Undecided);
        assert_eq!(of(&[5.0], Some(9.0)), Verdict::Undecided);
        assert_eq!(of(&[], None), Verdict::Undecided);
    }
}
