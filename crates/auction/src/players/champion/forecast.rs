//! Forecasts of the others' bids: habits, corrected by a network for the letter on sale.

use std::sync::Arc;

use crate::players::champion::habits::{self, Habits};
use crate::players::champion::next_bid::{self, NextBid, Situation};
use crate::players::champion::prices::Levels;
use crate::players::champion::record::Record;
use crate::players::champion::table::Table;
use crate::rules::{Auction, Sale};
use lettergame_base::{BySeat, Seat};
use lettergame_words::Letter;

/// The assumed mean bid of an unknown rival.
const USUAL_BID: f64 = 5.0;

/// What is known of the others' bidding, and what follows from it.
pub(super) struct Forecast {
    pub(super) table: Table,
    rules: Arc<Auction>,
    prior: Levels,
    habits: BySeat<Habits>,
    records: BySeat<Record>,
    /// The round, from 1.
    round: u16,
    /// None to rely on habits alone.
    network: Option<Arc<NextBid>>,
    numbers: Vec<f32>,
    spare: Vec<f32>,
}

impl Forecast {
    pub(super) fn new(
        own: Seat,
        seats: usize,
        rules: &Arc<Auction>,
        network: Option<Arc<NextBid>>,
    ) -> Forecast {
        let (hidden, bag) = (rules.rules().hidden(), rules.tiles().total());
        Forecast {
            table: Table::new(own, seats, hidden, rules.rules().auctions(seats, bag)),
            rules: Arc::clone(rules),
            prior: habits::prior(USUAL_BID),
            habits: BySeat::from_fn(seats, |_| Habits::new()),
            records: BySeat::from_fn(seats, |_| Record::new()),
            round: 1,
            network,
            numbers: Vec::new(),
            spare: Vec::new(),
        }
    }

    /// The distribution of a rival's bid for the letter on sale; `purse` is what it may spend.
    pub(super) fn now(&mut self, seat: Seat, letter: Letter, purse: i32) -> Levels {
        let Some(network) = self.network.clone() else {
            return self.habits[seat].expect(
                &self.table.occasion(seat, letter),
                purse,
                &self.prior,
            );
        };
        let (_, mut chances) = self.inputs(seat, letter, purse);
        network.chances(&mut self.numbers, &mut self.spare);
        next_bid::refine(&mut chances, &self.numbers, purse);
        chances
    }

    /// The same for a later sale of a letter, with `left` auctions left.
    pub(super) fn later(&self, seat: Seat, letter: Letter, left: f64, purse: i32) -> Levels {
        self.habits[seat].expect(&self.table.later(seat, letter, left), purse, &self.prior)
    }

    /// What the network is shown of a rival's bid for the letter on sale, and the distribution from habits
    /// alone.
    pub(super) fn inputs(&mut self, seat: Seat, letter: Letter, purse: i32) -> (&[f32], Levels) {
        let occasion = self.table.occasion(seat, letter);
        let chances = self.habits[seat].expect(&occasion, purse, &self.prior);
        let situation = Situation {
            hidden: self.rules.rules().hidden(),
            seats: self.habits.len(),
            is_capped: self.rules.rules().letter_cap().is_some(),
            round: self.round,
            auctions: self.table.left(),
            value: self.rules.tiles().value(occasion.letter),
            purse,
        };
        let (record, numbers) = (&self.records[seat], &mut self.numbers);
        next_bid::inputs(&chances, &occasion, &situation, record, numbers);
        (&self.numbers, chances)
    }

    /// Learns from a sale how the others bid.
    pub(super) fn learn(&mut self, sale: &Sale) {
        for (seat, bid) in sale.bids_of_others(self.table.own()) {
            let occasion = self.table.occasion(seat, sale.letter);
            self.habits[seat].note(&occasion, bid.0, &self.prior);
            self.records[seat].note(&occasion, bid.0, sale.winner == Some(seat));
        }
    }

    /// Records a sale.
    pub(super) fn note_sale(&mut self, sale: &Sale) {
        self.table.note_sale(sale);
    }

    pub(super) fn begin_round(&mut self) {
        self.table.begin_round();
        self.records.values_mut().for_each(Record::begin_round);
        self.round += 1;
    }
}
