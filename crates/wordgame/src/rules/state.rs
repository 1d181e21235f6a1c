//! The complete information about a game of the wordgame.

use crate::rules::{Event, Hand, HandPlay, Move, Played, Wordgame, WordgameRules};
use lettergame_base::{Branch, BySeat, Points, Seat, SeatSet, Seed};
use lettergame_words::Letter;

/// A game in progress: every seat plays the same hand independently; the next one is dealt when all have
/// finished.
#[derive(Clone, Debug)]
pub struct State {
    deal: Seed,
    /// The number of the hand, from 0.
    pub(super) hand: u16,
    pub(super) seats: BySeat<SeatState>,
    pub(super) records: Vec<Record>,
}

/// One seat.
#[derive(Clone, Debug)]
pub(super) struct SeatState {
    pub(super) play: HandPlay,
    pub(super) phase: Phase,
    /// The result of the hand before its replay.
    before: Option<HandPlay>,
    pub(super) substitutions: u16,
    pub(super) replays: u16,
}

/// The decision a seat faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// A word, or the end; before the first word also a substitution.
    Words,
    /// Whether to replay the hand.
    Again,
    /// None: it waits for the others.
    Done,
}

/// A finished hand.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) dealt: Hand,
    pub(super) words: BySeat<Vec<Played>>,
    pub(super) earned: BySeat<Points>,
    pub(super) left: BySeat<usize>,
}

impl SeatState {
    /// The play that counts: the better of the two, or the first if equal.
    fn best(&self) -> &HandPlay {
        match &self.before {
            Some(before) if before.total() >= self.play.total() => before,
            _ => &self.play,
        }
    }

    fn end_hand(&mut self) {
        let asks = self.replays > 0 && self.before.is_none();
        self.phase = if asks { Phase::Again } else { Phase::Done };
    }

    fn deal(&mut self, hand: &Hand) {
        self.play = HandPlay::new(hand.clone());
        self.phase = Phase::Words;
        self.before = None;
    }
}

impl State {
    pub(super) fn new(rules: &WordgameRules, seats: usize, deal: Seed) -> State {
        let hand = dealt(rules, deal, 0);
        let seat = SeatState {
            play: HandPlay::new(hand),
            phase: Phase::Words,
            before: None,
            substitutions: rules.substitutions,
            replays: rules.replays,
        };
        State { deal, hand: 0, seats: BySeat::filled(seats, seat), records: Vec::new() }
    }

    /// The seats that have not finished the hand.
    pub(super) fn asked(&self) -> SeatSet {
        let open = self.seats.iter().filter(|(_, seat)| seat.phase != Phase::Done);
        open.map(|(seat, _)| seat).collect()
    }

    /// Applies one seat's checked move.
    pub(super) fn apply(&mut self, game: &Wordgame, seat: Seat, choice: &Move) {
        let (deal, hand) = (self.deal, self.hand);
        let own = &mut self.seats[seat];
        match choice {
            Move::Word(word) => {
                // if an invalid word is a legal move, it burns letters
                let _ = own.play.play(game, word);
                if own.play.now().is_empty() {
                    own.end_hand();
                }
            }
            Move::Stop if own.phase == Phase::Again => own.phase = Phase::Done,
            Move::Stop => own.end_hand(),
            Move::Substitute(letter) => {
                own.substitutions -= 1;
                let mut rng = deal.derive(Branch::Chance, substitution(hand, *letter)).rng();
                own.play = HandPlay::new(own.play.dealt().substituted(*letter, &mut rng));
            }
            Move::Replay => {
                own.replays -= 1;
                let again = HandPlay::new(own.play.dealt().clone());
                own.before = Some(std::mem::replace(&mut own.play, again));
                own.phase = Phase::Words;
            }
        }
    }

    /// Records the hand if all have finished it, and deals the next one, if any.
    pub(super) fn go_on(&mut self, rules: &WordgameRules, events: &mut Vec<Event>) {
        if !self.asked().is_empty() {
            return;
        }
        let record = Record {
            dealt: dealt(rules, self.deal, self.hand),
            words: self.seats.map(|seat| seat.best().words().to_vec()),
            earned: self.seats.map(|seat| seat.best().total()),
            left: self.seats.map(|seat| seat.best().now().len()),
        };
        let Record { dealt: hand, words, earned, .. } = record.clone();
        self.records.push(record);
        self.hand += 1;
        events.push(Event { hand: self.hand, dealt: hand, words, earned, points: self.points() });
        if self.hand < rules.hands {
            let next = dealt(rules, self.deal, self.hand);
            self.seats.values_mut().for_each(|seat| seat.deal(&next));
        }
    }

    /// The points of finished hands.
    pub(super) fn points(&self) -> BySeat<Points> {
        self.points_after(self.records.len())
    }

    /// The points after this many hands.
    pub(super) fn points_after(&self, hands: usize) -> BySeat<Points> {
        let records = &self.records[..hands];
        BySeat::from_fn(self.seats.len(), |seat| records.iter().map(|r| r.earned[seat]).sum())
    }
}

/// The hand with that number in a deal: the same for every seat.
fn dealt(rules: &WordgameRules, deal: Seed, hand: u16) -> Hand {
    Hand::deal(rules, &mut deal.derive(Branch::Chance, u64::from(hand)).rng())
}

/// The random stream that determines a letter's replacement: the same for every seat.
fn substitution(hand: u16, letter: Letter) -> u64 {
    (u64::from(hand) + 1) << 32 | letter.index() as u64
}
