//! A situation for tests of bidding rules: seat 0 is the player, with letters and sales set by the
//! test; the others make given bids.

use std::sync::{Arc, LazyLock};

use crate::players::ROSTER;
use crate::rules::{Auction, AuctionRules, Move, Prompt, View};
use lettergame_base::{Rng, Seat, Seed};
use lettergame_game::{Game, Player, Roster, Rules, Settings, Table};
use lettergame_words::Lexicon;

static LEXICON: LazyLock<Arc<Lexicon>> = LazyLock::new(|| Arc::new(Lexicon::shipped()));

pub(super) struct Situation {
    table: Table<Auction>,
    player: Box<dyn Player<Auction>>,
    rng: Rng,
}

impl Situation {
    /// The named player at a table of `seats`, each with `hidden` hidden letters. `letters` are the
    /// first in the bag of round 1: the hidden ones of seat 0, of seat 1 and so on, then those on
    /// sale.
    pub(super) fn new(player: &str, hidden: usize, seats: usize, letters: &str) -> Situation {
        let settings = Settings::parse([format!("hidden={hidden}").as_str()]).unwrap();
        let rules = AuctionRules::read("words", settings).unwrap();
        let auction = Arc::new(Auction::new(rules, Arc::clone(&LEXICON)));
        let mut state = auction.start(seats, Seed(1));
        state.stack(auction.rules(), letters);
        let strategy = Roster::make(&ROSTER, player, &auction).unwrap();
        let player = strategy.sit(&auction, Seat::new(0).unwrap(), seats);
        Situation { table: Table::at(auction, state, seats), player, rng: Seed(2).rng() }
    }

    /// What the player sees.
    pub(super) fn view(&self) -> View<'_> {
        self.table.view(Seat::new(0).unwrap())
    }

    /// The player's bid for the letter on sale.
    pub(super) fn bid(&mut self) -> i64 {
        let view = self.table.view(Seat::new(0).unwrap());
        match self.player.choose(&view, &mut self.rng).unwrap() {
            Move::Bid(bid) => bid,
            Move::Word(word) => panic!("the word {word}, where a bid is wanted"),
        }
    }

    /// Sells the letter on sale for these bids, the player's first.
    pub(super) fn sell(&mut self, bids: &[i64]) {
        let events = self.table.step(|seat, _| Ok(Move::Bid(bids[seat.index()])));
        events.iter().for_each(|event| self.player.observe(event));
    }

    /// The player's bids for the next letters of the round, each of which is then sold for that bid
    /// and these of the others.
    pub(super) fn bids(&mut self, others: &[&[i64]]) -> Vec<i64> {
        let one = |others: &&[i64]| {
            let own = self.bid();
            self.sell(&[&[own], *others].concat());
            own
        };
        others.iter().map(one).collect()
    }

    /// Ends the round without words, after sales in which everyone bids nothing.
    pub(super) fn end_round(&mut self) {
        let round = self.view().round();
        while self.view().round() == round {
            let events = self.table.step(|_, view| {
                Ok(match view.asked() {
                    Prompt::Bid(_) => Move::Bid(0),
                    Prompt::Word => Move::Word("".into()),
                })
            });
            events.iter().for_each(|event| self.player.observe(event));
        }
    }
}
