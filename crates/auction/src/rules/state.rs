//! The complete information about a Letter Game in progress, and the course of a round.
//!
//! Everything dealt comes from two streams of the deal: stream 0 shuffles the bag of each round,
//! stream 1 gives one number for each auction, used only to break a tie. So the deal does not
//! depend on the players' actions.

use arrayvec::ArrayVec;
use compact_str::CompactString;

use crate::rules::{AuctionRules, Banned, Event, RoundEnd, Sale, vickrey};
use lettergame_base::{Branch, BySeat, Points, Rng, Seat, SeatSet, Seed};
use lettergame_game::Turn;
use lettergame_words::{Letter, LetterCounts};

/// Number of letters in the bag of a round.
pub(super) const BAG: usize = 98;

/// The phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Letters are auctioned.
    Bidding,
    /// All players name a word.
    Words,
    /// The game is over.
    Over,
}

/// A finished round, for the record.
#[derive(Clone, Debug)]
pub(super) struct RoundRecord {
    pub(super) letters: BySeat<LetterCounts>,
    pub(super) words: BySeat<CompactString>,
    pub(super) gained: BySeat<Points>,
    pub(super) spent: BySeat<Points>,
    pub(super) points: BySeat<Points>,
}

/// The complete information about a game in progress. Its fields are visible to the rules only.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) phase: Phase,
    pub(super) round: u16,
    pub(super) points: BySeat<Points>,
    pub(super) held: BySeat<LetterCounts>,
    pub(super) won: BySeat<ArrayVec<Letter, BAG>>,
    pub(super) banned: SeatSet,
    pub(super) sales: Vec<Sale>,
    pub(super) records: Vec<RoundRecord>,
    /// Points paid for letters this round.
    spent: BySeat<Points>,
    /// The bag of this round: hidden letters seat by seat, then the letters to be sold, in order.
    pub(super) bag: [Letter; BAG],
    /// Positions in the bag: start of the sale, next letter on sale, end of the sale.
    first: usize,
    next: usize,
    end: usize,
    bags: Rng,
    ties: Rng,
}

impl State {
    pub(super) fn new(rules: &AuctionRules, bag: [Letter; BAG], seats: usize, deal: Seed) -> State {
        let auctions = usize::from(rules.rounds) * rules.auctions(seats, BAG);
        let mut state = State {
            phase: Phase::Over,
            round: 0,
            points: BySeat::filled(seats, rules.start_points),
            held: BySeat::filled(seats, LetterCounts::default()),
            won: BySeat::filled(seats, ArrayVec::new()),
            banned: SeatSet::EMPTY,
            sales: Vec::with_capacity(auctions),
            records: Vec::with_capacity(usize::from(rules.rounds)),
            spent: BySeat::filled(seats, Points::ZERO),
            bag,
            first: 0,
            next: 0,
            end: 0,
            bags: deal.derive(Branch::Chance, 0).rng(),
            ties: deal.derive(Branch::Chance, 1).rng(),
        };
        state.start_round(rules);
        state.go_on(rules, &mut Vec::new());
        state
    }

    /// Draws a fresh bag and hidden letters.
    fn start_round(&mut self, rules: &AuctionRules) {
        let seats = self.points.len();
        let dealt = seats * rules.hidden();
        self.round += 1;
        self.phase = Phase::Bidding;
        self.first = dealt;
        self.next = dealt;
        self.end = dealt + rules.auctions(seats, BAG);
        self.bags.shuffle_front(&mut self.bag, self.end);
        self.won.values_mut().for_each(ArrayVec::clear);
        self.spent.values_mut().for_each(|spent| *spent = Points::ZERO);
        for seat in self.points.seats() {
            self.held[seat] = self.hidden_letters(rules, seat).iter().copied().collect();
        }
    }

    /// Whose turn it is.
    #[inline]
    pub(super) fn turn(&self, rules: &AuctionRules) -> Turn {
        match self.phase {
            Phase::Bidding => Turn::Ask(self.bidders(rules)),
            Phase::Words => Turn::Ask(self.living()),
            Phase::Over => Turn::Over,
        }
    }

    /// Advances to the next decision: makes sales that need no bids, ends rounds with nothing left
    /// to sell or no one left to play.
    pub(super) fn go_on(&mut self, rules: &AuctionRules, events: &mut Vec<Event>) {
        loop {
            match self.phase {
                Phase::Over => return,
                Phase::Bidding if self.next == self.end => self.phase = Phase::Words,
                Phase::Bidding => {
                    if self.asks_for_bids(rules, events) {
                        return;
                    }
                }
                Phase::Words if !self.living().is_empty() => return,
                Phase::Words => {
                    let none = BySeat::filled(self.points.len(), CompactString::default());
                    let nothing = none.map(|_| Points::ZERO);
                    self.end_round(rules, none, &nothing, events);
                }
            }
        }
    }

    /// Is a bid needed? If not, the next letter is sold without asking, or the sale ends.
    fn asks_for_bids(&mut self, rules: &AuctionRules, events: &mut Vec<Event>) -> bool {
        let bidders = self.bidders(rules);
        if bidders.len() == self.points.len() {
            return true;
        }
        let zero_bidders = self.zero_bidders(rules);
        if bidders.len() + zero_bidders.len() == 0 {
            self.end_sale();
            return false;
        }
        if bidders.is_empty() {
            self.sell(rules, &mut BySeat::filled(self.points.len(), None), events);
            return false;
        }
        if let Some(last) = self.last_with_room(rules) {
            self.award_to_last(last, events);
            return false;
        }
        true
    }

    /// Ends the sale when no one can take another letter. The draws of the unsold letters are consumed, so
    /// later ones do not shift.
    fn end_sale(&mut self) {
        (self.next..self.end).for_each(|_| {
            self.ties.next_u64();
        });
        self.end = self.next;
        self.phase = Phase::Words;
    }

    /// The only player who is not full, if all other active players are.
    fn last_with_room(&self, rules: &AuctionRules) -> Option<Seat> {
        let with_room = self.bidders(rules);
        let others_are_full = with_room.len() < self.living().len();
        (with_room.len() == 1 && others_are_full).then(|| with_room.iter().next())?
    }

    /// Players who are not banned.
    #[inline]
    pub(super) fn living(&self) -> SeatSet {
        SeatSet::all(self.points.len()).without(self.banned)
    }

    /// Players who are asked to bid: neither banned nor full.
    #[inline]
    fn bidders(&self, rules: &AuctionRules) -> SeatSet {
        match rules.letter_cap() {
            None => self.living(),
            Some(_) => self.living().iter().filter(|&seat| !self.is_full(rules, seat)).collect(),
        }
    }

    /// Banned players whose bids count as 0.
    fn zero_bidders(&self, rules: &AuctionRules) -> SeatSet {
        match rules.banned {
            Banned::Out => SeatSet::EMPTY,
            Banned::BidsZero => {
                self.banned.iter().filter(|&seat| !self.is_full(rules, seat)).collect()
            }
        }
    }

    #[inline]
    fn is_full(&self, rules: &AuctionRules, seat: Seat) -> bool {
        rules.letter_cap().is_some_and(|cap| self.held[seat].len() >= cap)
    }

    /// The letter on sale, if any.
    #[inline]
    pub(super) fn on_sale(&self) -> Option<Letter> {
        (self.phase == Phase::Bidding && self.next < self.end).then(|| self.bag[self.next])
    }

    pub(super) fn hidden_letters(&self, rules: &AuctionRules, seat: Seat) -> &[Letter] {
        let count = rules.hidden();
        &self.bag[seat.index() * count..][..count]
    }

    /// The letters revealed this round: those sold, and the one on sale.
    pub(super) fn shown(&self) -> &[Letter] {
        let last = self.next + usize::from(self.on_sale().is_some());
        &self.bag[self.first..last]
    }

    /// Hidden letters at the start of a round, all letters at its end.
    pub(super) fn scene(&self, rules: &AuctionRules) -> Option<String> {
        let starts = self.phase == Phase::Bidding && self.next == self.first;
        let title = match self.phase {
            Phase::Bidding if starts => format!("round {} starts", self.round),
            Phase::Words => format!("round {}: words", self.round),
            _ => return None,
        };
        let seat_line = |(seat, letters): (Seat, &LetterCounts)| {
            let letters = if letters.is_empty() { "-".to_owned() } else { letters.to_string() };
            let kind = if starts && rules.hidden() > 0 { "hidden" } else { "letters" };
            format!("\n  seat {seat}: {} points, {kind} {letters}", self.points[seat])
        };
        Some(title + &self.held.iter().map(seat_line).collect::<String>())
    }

    /// Puts these letters first in the bag of the round to start: the hidden ones of seat 0, of seat 1 and so
    /// on, then those to be sold.
    #[cfg(test)]
    pub(crate) fn stack(&mut self, rules: &AuctionRules, letters: &str) {
        for (place, letter) in letters.chars().filter_map(Letter::from_char).enumerate() {
            let found = self.bag[place..].iter().position(|&there| there == letter);
            self.bag.swap(place, place + found.expect("a letter that is left in the bag"));
        }
        for seat in self.points.seats() {
            self.held[seat] = self.hidden_letters(rules, seat).iter().copied().collect();
        }
    }

    /// Positions in the bag of the letters that a seat knows: its hidden ones and those revealed.
    #[cfg(test)]
    pub(super) fn own_and_shown(&self, rules: &AuctionRules, seat: Seat) -> Vec<usize> {
        let own = seat.index() * rules.hidden()..(seat.index() + 1) * rules.hidden();
        own.chain(self.first..=self.next).collect()
    }

    pub(super) fn auctions_left(&self) -> usize {
        if self.phase == Phase::Bidding { self.end - self.next } else { 0 }
    }

    /// Sells the letter on sale for these bids; banned players may bid 0.
    #[inline]
    pub(super) fn sell(
        &mut self,
        rules: &AuctionRules,
        bids: &mut BySeat<Option<Points>>,
        events: &mut Vec<Event>,
    ) {
        for seat in self.zero_bidders(rules).iter() {
            bids[seat].get_or_insert(Points::ZERO);
        }
        let sold = vickrey(bids, rules.lone_bidder, self.ties.next_u64());
        self.award(bids, sold.map(|sold| (sold.winner, sold.price)), events);
    }

    /// Gives the letter to the last player with room, for free and without asking.
    fn award_to_last(&mut self, seat: Seat, events: &mut Vec<Event>) {
        self.ties.next_u64();
        let nobody = BySeat::filled(self.points.len(), None);
        self.award(&nobody, Some((seat, Points::ZERO)), events);
    }

    fn award(
        &mut self,
        bids: &BySeat<Option<Points>>,
        sold: Option<(Seat, Points)>,
        events: &mut Vec<Event>,
    ) {
        let letter = self.bag[self.next];
        self.next += 1;
        if let Some((seat, price)) = sold {
            self.points[seat] -= price;
            self.spent[seat] += price;
            self.held[seat].add(letter);
            self.won[seat].push(letter);
        }
        let price = sold.map_or(Points::ZERO, |(_, price)| price);
        let winner = sold.map(|(seat, _)| seat);
        let round = self.round;
        let sale = || Sale { round, letter, bids: bids.clone(), winner, price };
        events.push(Event::Auction(sale()));
        self.sales.push(sale());
    }

    /// Scores the words and starts the next round, or ends the game.
    pub(super) fn end_round(
        &mut self,
        rules: &AuctionRules,
        words: BySeat<CompactString>,
        gained: &BySeat<Points>,
        events: &mut Vec<Event>,
    ) {
        for (seat, &points) in gained.iter() {
            self.points[seat] += points;
        }
        self.records.push(RoundRecord {
            letters: self.held.clone(),
            words: words.clone(),
            gained: gained.clone(),
            spent: self.spent.clone(),
            points: self.points.clone(),
        });
        let (round, gained, all_points) = (self.round, gained.clone(), self.points.clone());
        events.push(Event::Round(Box::new(RoundEnd { round, words, gained, all_points })));
        if self.round == rules.rounds {
            self.phase = Phase::Over;
        } else {
            self.start_round(rules);
        }
    }
}
