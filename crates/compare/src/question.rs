//! What a comparison is to find out, and when that is settled.
//!
//! A question of fixed size is answered by the interval of the mean difference (Student's t on
//! blocks), a [`Sequential`] one after as few blocks as it takes.

use crate::{Effect, Measure, Sequential, Verdict};
use lettergame_stats::{Interval, SequentialTest, Summary, mean_interval, mean_p_value};

/// The question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Question {
    /// Which one is better, after all the blocks there are?
    Fixed {
        /// The measure that decides; `None` for both.
        by: Option<Measure>,
        /// A difference, in the measure's unit, that would not matter.
        margin: Option<f64>,
        /// The chance of a wrong verdict `better` or `worse`, over all candidates and measures together.
        alpha: f64,
    },
    /// Which hypothesis holds? Evaluated after every block.
    Sequential(Sequential),
}

/// Whether both achieved the same in every block, however many there are: this is an observation, not an
/// inference about other blocks.
pub(super) fn is_identical(effect: &Effect) -> bool {
    effect.points.differing() + effect.wins.differing() == 0 && effect.blocks() > 0
}

/// The answer to a question of fixed size by one measure. `p_value` is that of no difference,
/// adjusted for the number of tests; `alpha` is the total error of one of this many candidates.
/// Equivalence within the margin is tested first: an interval of `1 - 2 alpha` inside the margin is
/// two one-sided tests at `alpha` (D. J. Schuirmann, Journal of Pharmacokinetics and
/// Biopharmaceutics 15, 1987), with each candidate's share of it if there are several.
pub(super) fn fixed_verdict(
    effect: &Effect,
    by: Measure,
    p_value: Option<f64>,
    margin: Option<f64>,
    (alpha, candidates): (f64, usize),
) -> Verdict {
    let level = 1.0 - 2.0 * alpha / candidates.max(1) as f64;
    let within = |margin: f64| {
        let inside = |ends: Interval| -margin <= ends.low && ends.high <= margin;
        equivalence_interval(effect, by, level).is_some_and(inside)
    };
    match (by.difference(effect).mean(), p_value) {
        _ if margin.is_some_and(within) => Verdict::Equal,
        (Some(mean), Some(p)) if p <= alpha && mean > 0.0 => Verdict::Better,
        (Some(mean), Some(p)) if p <= alpha && mean < 0.0 => Verdict::Worse,
        _ => Verdict::Undecided,
    }
}

/// The interval that must lie within the margin. Blocks without any spread say little about blocks
/// that have not come up: for win shares the interval is as wide as that implies; for points, which
/// are unbounded, there is none before [`SequentialTest::MIN_BLOCKS`].
fn equivalence_interval(effect: &Effect, by: Measure, level: f64) -> Option<Interval> {
    let difference = by.difference(effect);
    let enough =
        difference.variance() > Some(0.0) || difference.count() >= SequentialTest::MIN_BLOCKS;
    match by {
        Measure::Wins => effect.wins_within(level),
        Measure::Points => mean_interval(&difference, level).filter(|_| enough),
    }
}

/// The two-sided p-value of no difference.
pub(super) fn p_value(difference: &Summary) -> Option<f64> {
    mean_p_value(difference, 0.0)
}

#[cfg(test)]
mod tests {
    use super::{fixed_verdict, is_identical, p_value};
    use crate::{Block, Effect, Means, Measure, Verdict};

    /// Blocks with these differences, in points or in wins.
    fn effect(differences: &[f64]) -> Effect {
        let mut effect = Effect::default();
        for &difference in differences {
            let baseline = Means { points: 0.0, wins: 0.5, faults: 0 };
            let candidate = Means { points: difference, wins: 0.5 + difference, faults: 0 };
            effect.add(&Block { candidate, baseline });
        }
        effect
    }

    fn answer(differences: &[f64], by: Measure, margin: Option<f64>) -> Verdict {
        let effect = effect(differences);
        fixed_verdict(&effect, by, p_value(&by.difference(&effect)), margin, (0.05, 1))
    }

    #[test]
    fn a_fixed_question_is_answered_by_its_interval() {
        let answer_to = |differences: &[f64], margin| answer(differences, Measure::Points, margin);
        assert_eq!(answer_to(&[2.0, 2.1, 1.9, 2.0, 2.2], None), Verdict::Better);
        assert_eq!(answer_to(&[-2.0, -2.1, -1.9, -2.0, -2.2], None), Verdict::Worse);
        assert_eq!(answer_to(&[2.0, 2.1, 1.9, 2.0, 2.2], Some(2.5)), Verdict::Equal);
        assert_eq!(answer_to(&[0.5, -0.4, 0.1, -0.3, 0.2], Some(0.6)), Verdict::Equal);
        assert_eq!(answer_to(&[5.0, -4.0, 1.0, -3.0, 2.0], Some(0.6)), Verdict::Undecided);
        assert_eq!(answer_to(&[5.0], Some(9.0)), Verdict::Undecided);
        assert_eq!(answer_to(&[], None), Verdict::Undecided);
    }

    #[test]
    fn a_few_blocks_without_spread_do_not_prove_equality() {
        let answer_to = |count, by, margin| answer(&vec![0.0; count], by, Some(margin));
        assert_eq!(answer_to(31, Measure::Points, 1.0), Verdict::Undecided);
        assert_eq!(answer_to(32, Measure::Points, 1.0), Verdict::Equal);
        // 1 - 0.05^(1/100) is 2.95 %
        assert_eq!(answer_to(100, Measure::Wins, 0.029), Verdict::Undecided);
        assert_eq!(answer_to(100, Measure::Wins, 0.03), Verdict::Equal);
    }

    #[test]
    fn blocks_are_identical_if_none_differs() {
        assert!(!is_identical(&effect(&[])));
        assert!(is_identical(&effect(&[0.0])) && is_identical(&effect(&[0.0; 32])));
        let mut one = [0.0; 40];
        one[7] = 0.25;
        assert!(!is_identical(&effect(&one)));
    }

    #[test]
    fn candidates_share_the_error_of_equality() {
        let effect = effect(&[0.5, -0.4, 0.1, -0.3, 0.2]);
        let verdict =
            |count| fixed_verdict(&effect, Measure::Points, None, Some(0.4), (0.05, count));
        assert_eq!((verdict(1), verdict(5)), (Verdict::Equal, Verdict::Undecided));
    }
}
