//! `adaptive`: chooses its aggressiveness by its own success in this game.
//!
//! At level L a letter is worth L per cent of the bid of `seven-letter`, or `need` points if that is more and
//! the letter brings the nearest seven-letter words nearer. A level is picked for each round: in the first
//! the middle one; later a random level, weighted by its mean net points (earned less paid) in the rounds in
//! which it was picked, less the lowest such mean, plus `explore`; an untried level counts as the mean of
//! the tried ones. This is a bandit with weights linear in success, where softmax or EXP3 (Auer, Cesa-Bianchi,
//! Freund and Schapire, "The Nonstochastic Multiarmed Bandit Problem", 2002) would use exponentials, whose
//! last digits differ between machines.

use std::sync::Arc;

use crate::players::rivals::Mean;
use crate::players::sevens::{Sevens, finish_parameter, need_parameter, reach_parameter};
use crate::players::{Bidder, strategy};
use crate::rules::{Auction, Event, View};
use lettergame_base::{Rng, Seat};
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<AdaptiveParams>(
    "adaptive",
    "picks one of five levels of aggression each round by its success so far in the game",
);

#[derive(Clone, Copy)]
struct AdaptiveParams {
    explore: i64,
    reach: i64,
    need: i64,
    finish: i64,
}

impl Tunable<Auction> for AdaptiveParams {
    const DEFAULT: AdaptiveParams = AdaptiveParams { explore: 5, reach: 14, need: 4, finish: 30 };
    const PARAMS: &'static [Param<AdaptiveParams>] = &[
        Param::integer(
            "explore",
            [1, 1000],
            "weight of the worst level, in points",
            field!(explore),
        )
        .unit("points"),
        reach_parameter(field!(reach)),
        need_parameter(field!(need)),
        finish_parameter(field!(finish)),
    ];

    fn strategy(self, rules: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        let words = Sevens::prepare(rules);
        strategy(move |own, _| Adaptive {
            params: self,
            own,
            sevens: Sevens::new(&words),
            levels: Levels { explore: self.explore, success: [Mean::default(); LEVELS.len()] },
            now: LEVELS.len() / 2,
            round: 0,
            before: 0,
        })
    }
}

/// Levels of aggression, per cent.
const LEVELS: [i64; 5] = [50, 75, 100, 140, 200];

/// Results of the levels in this game.
struct Levels {
    explore: i64,
    success: [Mean; LEVELS.len()],
}

impl Levels {
    /// The weight with which each level is picked.
    fn weights(&self) -> [i64; LEVELS.len()] {
        let tried = self.success.iter().filter_map(|mean| mean.value());
        let (sum, count) = tried.clone().fold((0, 0), |(sum, count), mean| (sum + mean, count + 1));
        let lowest = tried.min().unwrap_or(0);
        let all = sum / count.max(1);
        self.success.map(|mean| mean.value().unwrap_or(all) - lowest + self.explore)
    }

    fn pick(&self, rng: &mut Rng) -> usize {
        let weights = self.weights();
        let mut lot = i64::from(rng.below(weights.iter().sum::<i64>() as u32));
        let passed = |&weight: &i64| {
            lot -= weight;
            lot < 0
        };
        weights.iter().position(passed).unwrap_or(LEVELS.len() / 2)
    }
}

struct Adaptive {
    params: AdaptiveParams,
    own: Seat,
    sevens: Sevens,
    levels: Levels,
    /// The level of `round`.
    now: usize,
    round: u16,
    /// Points owned at the start of the round.
    before: i64,
}

impl Bidder for Adaptive {
    fn bid(&mut self, view: &View<'_>, letter: Letter, rng: &mut Rng) -> i64 {
        if self.round != view.round() {
            if self.round > 0 {
                self.now = self.levels.pick(rng);
            }
            self.round = view.round();
            self.before = i64::from(view.points().0);
        }
        let AdaptiveParams { reach, need, finish, .. } = self.params;
        let worth = self.sevens.step(view, letter).points(reach, finish);
        let need = if self.sevens.useful(letter) { need } else { 0 };
        worth.max(need) * LEVELS[self.now] / 100
    }

    fn observe(&mut self, event: &Event) {
        if let Event::Round(end) = event {
            let owned = i64::from(end.all_points[self.own].0);
            self.levels.success[self.now].add(owned - self.before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LEVELS, Levels, Mean};
    use crate::players::situation::Situation;
    use lettergame_base::Seed;

    fn levels(explore: i64, net: &[(usize, i64)]) -> Levels {
        let mut levels = Levels { explore, success: [Mean::default(); LEVELS.len()] };
        net.iter().for_each(|&(level, points)| levels.success[level].add(points));
        levels
    }

    #[test]
    fn levels_are_weighted_by_their_gain_over_the_worst() {
        let known = levels(5, &[(2, 10), (2, 20), (4, -3), (0, 60)]);
        // means 60, 15 and -3; the others count as their average, 24
        assert_eq!(known.weights(), [68, 32, 23, 32, 5]);
        assert_eq!(levels(5, &[]).weights(), [5; 5]);
        let mut rng = Seed(1).rng();
        let mut picked = [0; 5];
        (0..16_000).for_each(|_| picked[known.pick(&mut rng)] += 1);
        for (count, weight) in picked.into_iter().zip(known.weights()) {
            assert!((i64::from(count) - 100 * weight).abs() < 350, "{picked:?}");
        }
    }

    #[test]
    fn the_first_round_is_played_at_the_middle_level() {
        assert_eq!(Situation::new("adaptive:finish=33", 6, 1, "QUARTER").bid(), 33);
    }
}
