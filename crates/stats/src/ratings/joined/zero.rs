//! The zero of the scale of joined ratings: the average of the chosen players.

use super::pairs::Pairs;

/// A linear combination of strengths, and its value.
pub(super) struct Zero {
    /// The strength with rating 0, in nats.
    pub(super) strength: f64,
    /// By how much it changes with each player's strength; these add up to 1.
    pub(super) slope: Vec<f64>,
}

impl Zero {
    /// The average of the `chosen` players, each weighted by the information in its games, as for
    /// [`RatingScale::Average`](super::super::RatingScale::Average): only games among linked players count, if
    /// there are any. The plain mean of the chosen if there is no such information; 0 if none are chosen.
    pub(super) fn of(chosen: &[usize], pairs: &Pairs, strengths: &[f64], linked: &[bool]) -> Zero {
        let players = strengths.len();
        let mut is_chosen = vec![false; players];
        chosen.iter().for_each(|&player| is_chosen[player] = true);
        let any = linked.contains(&true);
        let counted = || {
            pairs.iter().filter(|&(_, low, high)| !any || (linked[low] && linked[high])).map(
                |(position, low, high)| {
                    let odds = (strengths[high] - strengths[low]).exp();
                    let share = 1.0 / (1.0 + odds);
                    (low, high, pairs.games(position) * share * (1.0 - share), 1.0 - 2.0 * share)
                },
            )
        };
        let mut weights = vec![0.0; players];
        for (low, high, information, _) in counted() {
            weights[low] += information;
            weights[high] += information;
        }
        weights.iter_mut().zip(&is_chosen).filter(|(_, is)| !**is).for_each(|(own, _)| *own = 0.0);
        let sum: f64 = weights.iter().sum();
        if sum <= 0.0 {
            let each = 1.0 / chosen.len().max(1) as f64;
            let slope = is_chosen.iter().map(|is| if *is { each } else { 0.0 }).collect();
            let strength = chosen.iter().map(|&player| strengths[player]).sum::<f64>() * each;
            return Zero { strength, slope };
        }
        let total: f64 = weights.iter().zip(strengths).map(|(own, strength)| own * strength).sum();
        let strength = total / sum;
        let mut slope: Vec<f64> = weights.iter().map(|weight| weight / sum).collect();
        // weights change with strengths, too
        for (low, high, information, skew) in counted() {
            let apart = |player: usize| match is_chosen[player] {
                true => strengths[player] - strength,
                false => 0.0,
            };
            let change = information * skew * (apart(low) + apart(high)) / sum;
            slope[low] += change;
            slope[high] -= change;
        }
        Zero { strength, slope }
    }
}
