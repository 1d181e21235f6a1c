//! The visible state of a Letter Game at one moment. It contains all letters; what a viewer may not know
//! is omitted when the page is rendered.

use std::collections::VecDeque;
use std::mem;
use std::sync::Arc;

use crate::rooms::{Names, Standing, Viewer};
use lettergame_auction::rules::{Auction, Event, Move, Prompt, RoundEnd, Sale};
use lettergame_base::{BySeat, Points, Seat, SeatSet};
use lettergame_game::Table;
use lettergame_plan::PERSON;
use lettergame_words::{Letter, LetterCounts};

/// Maximum number of events in the log: that of long games.
const LINES: usize = 400;

/// The best word of a seat's letters.
#[derive(Clone, Debug)]
pub(super) struct BestWord {
    pub(super) word: String,
    pub(super) points: Points,
}

/// A round that is over.
#[derive(Clone)]
pub(super) struct PastRound {
    pub(super) end: RoundEnd,
    pub(super) best: BySeat<Option<BestWord>>,
    /// What each seat paid for letters.
    pub(super) paid: BySeat<Points>,
}

/// The sums of the rounds that are over, for a seat.
pub(super) struct Sums {
    pub(super) gained: Points,
    pub(super) paid: Points,
}

/// The visible state of a seat.
#[derive(Clone, Default)]
pub(super) struct SeatState {
    pub(super) hidden: Vec<Letter>,
    pub(super) won: Vec<Letter>,
    /// All of them.
    pub(super) letters: LetterCounts,
    pub(super) points: Points,
    pub(super) place: u8,
}

/// What a letter was sold for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PastPrice {
    pub(super) round: u16,
    pub(super) price: Points,
}

/// A game at one moment.
#[derive(Clone)]
pub(super) struct Board {
    pub(super) game: Arc<Auction>,
    pub(super) names: Names,
    pub(super) persons: SeatSet,
    pub(super) standing: Standing,
    pub(super) round: u16,
    pub(super) on_sale: Option<Letter>,
    /// The letter's number in its round, from 1.
    pub(super) number: usize,
    /// Letters sold in a round.
    pub(super) letters: usize,
    pub(super) places: BySeat<SeatState>,
    pub(super) banned: SeatSet,
    /// The letters of the bag that were not yet on sale, hidden ones included.
    unsold: LetterCounts,
    /// The earlier prices of the letter on sale in this game, oldest first.
    pub(super) prices: Vec<PastPrice>,
    /// What each seat has paid for letters this round.
    paid: BySeat<Points>,
    /// The last sale of the round, until its words are in.
    pub(super) last: Option<Arc<Sale>>,
    pub(super) past: Vec<Arc<PastRound>>,
    /// What each person has said in this turn, secret from others.
    pub(super) said: BySeat<Option<Move>>,
    /// The newest event first.
    pub(super) log: VecDeque<Arc<Event>>,
}

impl Board {
    pub(super) fn new(table: &Table<Auction>, players: &[String]) -> Board {
        let game = Arc::clone(table.rules());
        let persons = Seat::first(players.len()).zip(players).filter(|(_, name)| *name == PERSON);
        let mut board = Board {
            names: Names::of_players(players),
            persons: persons.map(|(seat, _)| seat).collect(),
            standing: Standing::Ready,
            round: 1,
            on_sale: None,
            number: 0,
            letters: game.rules().auctions(players.len(), game.tiles().total()),
            places: BySeat::filled(players.len(), SeatState::default()),
            banned: SeatSet::EMPTY,
            unsold: LetterCounts::EMPTY,
            prices: Vec::new(),
            paid: BySeat::filled(players.len(), Points::ZERO),
            last: None,
            past: Vec::new(),
            said: BySeat::filled(players.len(), None),
            log: VecDeque::new(),
            game,
        };
        board.look(table, Standing::Ready);
        board
    }

    /// Updates itself from the table.
    pub(super) fn look(&mut self, table: &Table<Auction>, standing: Standing) {
        let places = table.outcome().places;
        self.standing = standing;
        self.banned = table.banned();
        self.places = BySeat::from_fn(table.seats(), |seat| {
            let view = table.view(seat);
            SeatState {
                hidden: view.hidden().to_vec(),
                won: view.won(seat).to_vec(),
                letters: *view.letters(),
                points: view.points(),
                place: places[seat],
            }
        });
        let view = table.view(Seat::FIRST);
        self.round = view.round();
        self.on_sale = match view.asked() {
            Prompt::Bid(letter) => Some(letter),
            Prompt::Word => None,
        };
        self.number = self.letters + 1 - view.auctions_left().max(1);
        self.unsold = view.unseen();
        view.hidden().iter().for_each(|&letter| self.unsold.add(letter));
        let earlier = view.past_sales().iter().filter(|sale| Some(sale.letter) == self.on_sale);
        let earlier = earlier.filter(|sale| sale.winner.is_some());
        self.prices =
            earlier.map(|sale| PastPrice { round: sale.round, price: sale.price }).collect();
    }

    /// Updates itself from announcements; `best` has the best words of a round that ends.
    pub(super) fn note(&mut self, event: &Event, best: &BySeat<Option<BestWord>>) {
        match event {
            Event::Auction(sale) => {
                self.last = Some(Arc::new(sale.clone()));
                if let Some(winner) = sale.winner {
                    self.paid[winner] += sale.price;
                }
            }
            Event::Round(end) => {
                self.last = None;
                let end = (**end).clone();
                let nothing = BySeat::filled(self.names.len(), Points::ZERO);
                let paid = mem::replace(&mut self.paid, nothing);
                self.past.push(Arc::new(PastRound { end, best: best.clone(), paid }));
            }
            Event::Banned { .. } => {}
        }
        self.log.push_front(Arc::new(event.clone()));
        self.log.truncate(LINES);
    }

    /// An event in a sentence.
    pub(super) fn headed(&self, event: &Event) -> String {
        match event {
            Event::Auction(sale) => self.sold(sale),
            Event::Round(end) => self.ended(end),
            Event::Banned { seat, fault } => {
                format!("{} is out of the game: {}", self.name(*seat), fault.name())
            }
        }
    }

    /// The same for the log, with all bids of a sale.
    pub(super) fn line(&self, event: &Event) -> String {
        let Event::Auction(sale) = event else { return self.headed(event) };
        let bid = |(seat, bid): (Seat, &Option<Points>)| {
            let bid = bid.map_or("–".to_owned(), |bid| bid.to_string());
            format!("{} {bid}", self.name(seat))
        };
        let bids: Vec<String> = sale.bids.iter().map(bid).collect();
        format!("{} · {}", self.sold(sale), bids.join(", "))
    }

    /// The seat that bought a letter, for its colour in the log.
    pub(super) fn winner(&self, event: &Event) -> Option<Seat> {
        match event {
            Event::Auction(sale) => sale.winner,
            Event::Round(_) | Event::Banned { .. } => None,
        }
    }

    pub(super) fn sold(&self, sale: &Sale) -> String {
        let (round, letter) = (sale.round, sale.letter);
        match sale.winner {
            Some(winner) => {
                format!("Round {round}: {letter} to {} for {}", self.name(winner), sale.price)
            }
            None => format!("Round {round}: {letter} is not sold"),
        }
    }

    pub(super) fn ended(&self, end: &RoundEnd) -> String {
        match best_seat(end) {
            Some(seat) => format!(
                "Round {} is over: {} has the best word, {}, +{}",
                end.round,
                self.name(seat),
                end.words[seat],
                end.gained[seat]
            ),
            None => format!("Round {} is over: no one has a word", end.round),
        }
    }

    pub(super) fn name(&self, seat: Seat) -> &str {
        self.names.get(seat)
    }

    /// Identifies the current question, so that an answer to an earlier one is not mistaken for an answer to this one.
    pub(super) fn due(&self) -> String {
        format!("{}-{}-{}", self.round, self.number, u8::from(self.on_sale.is_none()))
    }

    /// All seats, the first place first.
    pub(super) fn by_place(&self) -> Vec<Seat> {
        let mut seats: Vec<Seat> = self.places.seats().collect();
        seats.sort_by_key(|&seat| self.places[seat].place);
        seats
    }

    /// What a seat has gained and paid in the rounds that are over.
    pub(super) fn sums(&self, seat: Seat) -> Sums {
        let gained = self.past.iter().map(|past| past.end.gained[seat]).sum();
        let paid = self.past.iter().map(|past| past.paid[seat]).sum();
        Sums { gained, paid }
    }

    /// Whether this viewer may see the hidden letters of that seat, and anything that would reveal them.
    pub(super) fn shows(&self, viewer: Viewer<'_>, seat: Seat) -> bool {
        let all = self.persons.is_empty() || self.standing == Standing::Over || viewer.sees_all;
        all || viewer.seat == Some(seat)
    }

    /// The letters whose place this viewer does not know: in the bag, or hidden with others.
    pub(super) fn unseen(&self, viewer: Viewer<'_>) -> LetterCounts {
        let mut unseen = self.unsold;
        let known = self.places.iter().filter(|(seat, _)| self.shows(viewer, *seat));
        let known = known.flat_map(|(_, place)| &place.hidden);
        known.for_each(|&letter| {
            unseen.remove(letter);
        });
        unseen
    }
}

/// The seat that gained the most in a round, the first of several; `None` if none gained anything.
pub(super) fn best_seat(end: &RoundEnd) -> Option<Seat> {
    let most = end.gained.values().max().filter(|most| **most > Points::ZERO)?;
    end.gained.iter().find(|(_, gained)| *gained == most).map(|(seat, _)| seat)
}
