//! When a candidate is dropped.
//!
//! Candidates are compared at looks: after 12 samples, then whenever there are half as many more. A candidate
//! is dropped if it is behind the leader or ahead by no more than a margin that does not matter: if Student's
//! t test of its paired differences from the leader, against a lead of the candidate by the margin, has a
//! one-sided p value of at most the risk divided by the number of looks and by the number of rivals. By the
//! union bound over looks and rivals, a candidate that is better than the leader by more than the margin is
//! dropped with a probability of at most the risk, whatever the others are (as far as means of a dozen or more
//! differences follow the t distribution). Without a margin, moves that all win would long be told apart by
//! points. It counts from 100 samples on: fewer that end alike do not show that a rare deal makes no difference,
//! of which the test knows nothing.

use lettergame_stats::{Summary, mean_p_value};

/// Samples before the first look.
const FIRST_LOOK: u32 = 12;

/// Samples from which on the margin counts.
const ENOUGH: usize = 100;

/// The looks of a simulation of at most `samples` samples, the last one at its end.
pub(super) fn looks(samples: u32) -> Vec<u32> {
    let next = |look: &u32| Some(look + look / 2);
    let before_the_end = |look: &u32| *look < samples;
    let looks = std::iter::successors(Some(FIRST_LOOK), next).take_while(before_the_end);
    looks.chain([samples]).collect()
}

/// A rule for dropping candidates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dropping {
    /// The largest p value, of one side.
    level: f64,
    /// Differences up to this do not matter.
    margin: f64,
}

impl Dropping {
    /// With this probability of ever dropping a candidate that is better than the leader by more than the margin;
    /// 0 for dropping none. There is no test at the last look.
    pub(super) fn new(risk: f64, looks: usize, candidates: usize, margin: f64) -> Dropping {
        let tests = looks.saturating_sub(1) * candidates.saturating_sub(1);
        Dropping { level: risk / tests.max(1) as f64, margin }
    }

    /// Whether the values of a candidate are behind those of the leader in the same samples, or no further ahead
    /// than the margin.
    pub(super) fn is_behind(&self, values: &[f64], leader: &[f64]) -> bool {
        if self.level <= 0.0 {
            return false;
        }
        let leads: Summary = leader.iter().zip(values).map(|(one, own)| one - own).collect();
        let margin = if values.len() < ENOUGH { 0.0 } else { self.margin };
        let ahead = leads.mean().is_some_and(|mean| mean > -margin);
        ahead && mean_p_value(&leads, -margin).is_some_and(|p| p / 2.0 <= self.level)
    }
}

#[cfg(test)]
mod tests {
    use super::{Dropping, looks};
    use lettergame_base::Seed;

    #[test]
    fn looks_are_spread_over_the_samples() {
        assert_eq!(looks(60), [12, 18, 27, 40, 60]);
        assert_eq!((looks(5), looks(12), looks(13)), (vec![5], vec![12], vec![12, 13]));
    }

    /// With candidates that are all equally good, the first of them, which may be called the best, is
    /// dropped no more often than the risk.
    #[test]
    fn the_best_is_dropped_no_more_often_than_declared() {
        let (candidates, looks) = (6, looks(90));
        let dropping = Dropping::new(0.2, looks.len(), candidates, 0.0);
        let mut rng = Seed(5).rng();
        let mut dropped = 0;
        for _ in 0..1000 {
            let mut values = vec![Vec::new(); candidates];
            let mut lost = false;
            for (index, look) in looks.iter().enumerate() {
                for own in &mut values {
                    own.resize_with(*look as usize, || rng.unit() + rng.unit());
                }
                let mean = |index: &usize| values[*index].iter().sum::<f64>();
                let leader = (0..candidates).max_by(|a, b| mean(a).total_cmp(&mean(b))).unwrap();
                lost |= index + 1 < looks.len()
                    && leader != 0
                    && dropping.is_behind(&values[0], &values[leader]);
            }
            dropped += u32::from(lost);
        }
        assert!((1..200).contains(&dropped), "{dropped}");
    }

    #[test]
    fn equal_values_are_never_behind() {
        let dropping = Dropping::new(0.5, 4, 2, 0.0);
        assert!(!dropping.is_behind(&[0.5; 20], &[0.5; 20]));
        assert!(!dropping.is_behind(&[0.5; 20], &[0.4; 20]));
        assert!(dropping.is_behind(&[0.4; 20], &[0.5; 20]));
    }

    #[test]
    fn differences_within_the_margin_do_not_matter() {
        let dropping = Dropping::new(0.5, 4, 2, 0.002);
        assert!(dropping.is_behind(&[0.5; 100], &[0.5; 100]));
        assert!(!dropping.is_behind(&[0.5; 99], &[0.5; 99]));
        assert!(dropping.is_behind(&[0.501; 100], &[0.5; 100]));
        assert!(!dropping.is_behind(&[0.503; 100], &[0.5; 100]));
        let never = Dropping::new(0.0, 4, 2, 0.002);
        assert!(!never.is_behind(&[0.5; 2000], &[0.5; 2000]));
        // as long as they are not known to be within it
        let uncertain: Vec<f64> = (0..100).map(|index| 0.4 + 0.2 * f64::from(index % 2)).collect();
        assert!(!dropping.is_behind(&uncertain, &[0.5; 100]));
    }
}
