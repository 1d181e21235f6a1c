//! `pacer`: a multiplier on all bids that keeps its spending on pace.
//!
//! A letter is worth what it adds to the best word if that becomes a seven-letter word; `prize` points divided by
//! the letters lacking if it brings the nearest seven-letter word nearer, a third of that if it helps only words
//! that lack one letter more. The bid is the worth times a multiplier. After each sale of a round in which it
//! still lacked letters, the multiplier is multiplied by `exp(-step * (paid - target) / target)`, `step` in
//! per cent, where `target` is `spend` points divided by the auctions of a round; it stays between 1/8 and 1. With a
//! seven-letter word nothing is bid. Source: adaptive pacing, Balseiro and Gur, "Learning in Repeated Auctions
//! with Budgets" (2019).

use std::sync::Arc;

use crate::players::sevens::Sevens;
use crate::players::{Bidder, added, points, strategy};
use crate::rules::{Auction, Event, View};
use lettergame_base::{Rng, Seat};
use lettergame_game::field;
use lettergame_game::{Param, Roster, Strategy, Tunable};
use lettergame_words::Letter;

pub(super) const ENTRY: Roster<Auction> = Roster::tunable::<PacerParams>(
    "pacer",
    "scales all bids by a multiplier that keeps its spending on pace, as advertisers do",
);

#[derive(Clone, Copy)]
struct PacerParams {
    prize: i64,
    spend: f64,
    /// Per cent.
    step: f64,
}

impl Tunable<Auction> for PacerParams {
    const DEFAULT: PacerParams = PacerParams { prize: 55, spend: 25.0, step: 2.0 };
    const PARAMS: &'static [Param<PacerParams>] = &[
        points("prize", "points for a 7-letter word, shared by the letters lacking", field!(prize)),
        points("spend", "points to spend in a round", field!(spend)),
        Param::integer("step", [0, 100], "size of a correction, per cent", field!(step))
            .unit("per cent"),
    ];

    fn strategy(self, rules: &Arc<Auction>) -> Arc<dyn Strategy<Auction>> {
        let reach = Sevens::prepare(rules);
        strategy(move |own, _| Pacer {
            params: self,
            own,
            sevens: Sevens::new(&reach),
            multiplier: 0.5,
            target: None,
        })
    }
}

struct Pacer {
    params: PacerParams,
    own: Seat,
    sevens: Sevens,
    multiplier: f64,
    /// Points to spend on the letter on sale; `None` with a seven-letter word.
    target: Option<f64>,
}

impl Pacer {
    fn worth(&self, view: &View<'_>, letter: Letter, lacks: usize) -> i64 {
        let share = self.params.prize / lacks as i64;
        if lacks == 1 && self.sevens.nears(letter, 0) {
            added(view, letter)
        } else {
            self.sevens.help(letter, lacks).points(share)
        }
    }
}

impl Bidder for Pacer {
    fn bid(&mut self, view: &View<'_>, letter: Letter, _: &mut Rng) -> i64 {
        self.sevens.catch_up(view);
        let lacks = self.sevens.lacks();
        if lacks == 0 {
            self.target = None;
            return 0;
        }
        let rules = view.rules();
        let auctions = rules.rules().auctions(view.seats(), rules.tiles().total());
        self.target = Some(self.params.spend / auctions as f64);
        (self.multiplier * self.worth(view, letter, lacks) as f64) as i64
    }

    fn observe(&mut self, event: &Event) {
        if let (Event::Auction(sale), Some(target)) = (event, self.target) {
            let paid = if sale.winner == Some(self.own) { f64::from(sale.price.0) } else { 0.0 };
            let excess = self.params.step / 100.0 * (paid - target) / target.max(0.01);
            self.multiplier = (self.multiplier * libm::exp(-excess)).clamp(0.125, 1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::players::situation::Situation;

    #[test]
    fn the_multiplier_rises_while_it_saves_and_falls_when_it_spends() {
        // QUART lacks two letters, so the E is worth 200 points, at first times 1/2
        let letters = "QUARTIIOOOEER";
        let mut table = Situation::new("pacer:prize=400:step=10", 5, 2, letters);
        assert_eq!(table.bid(), 100);
        table.sell(&[0, 5]);
        assert_eq!(table.bid(), 110, "exp(0.1) times as much");
        table.sell(&[60, 50]);
        // exp(-1.1): the target is 25 points for 6 letters; QUARTER adds at most 56 points
        assert!((9..=10).contains(&table.bid()));
    }
}
