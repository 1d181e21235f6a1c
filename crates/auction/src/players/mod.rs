//! The strategies that ship with the Letter Game, one a file, and their roster.
//!
//! Each is a [`Bidder`]: it says what to bid, and names the best word it can at the end of a round,
//! which the library finds. They see a game through [`View`] alone.

mod adaptive;
mod champion;
mod copies;
mod copycat;
mod crescendo;
mod drainer;
mod flat;
mod frequency;
mod hoarder;
mod letter_value;
mod marginal;
mod mixture;
mod pattern;
mod random;
mod rivals;
mod saver;
mod seven_letter;
mod sevens;
mod shadow;
#[cfg(test)]
mod situation;
mod sniper;
mod spender;
mod truthful;
mod vowel_balance;
mod word_list;
mod zero;

pub use champion::{OddsFit, OddsFitError, OddsTraining, fit_odds};

use std::sync::Arc;

use compact_str::CompactString;

use crate::players::sevens::SEVEN;
use crate::rules::{Auction, Event, Move, Prompt, View};
use lettergame_core::base::{Rng, Seat};
use lettergame_core::game::{Fault, Field, Param, Player, Roster, Strategy, per_seat};
use lettergame_core::lexicon::{Letter, LetterCounts};

/// Every strategy of the Letter Game: those that came first, weakest idea first, then twelve opponents
/// of the kinds that classes write.
pub static ROSTER: [Roster<Auction>; 22] = [
    random::ENTRY,
    letter_value::ENTRY,
    zero::ENTRY,
    truthful::ENTRY,
    frequency::ENTRY,
    vowel_balance::ENTRY,
    seven_letter::ENTRY,
    marginal::ENTRY,
    shadow::ENTRY,
    hoarder::ENTRY,
    pattern::ENTRY,
    crescendo::ENTRY,
    spender::ENTRY,
    sniper::ENTRY,
    copycat::ENTRY,
    mixture::ENTRY,
    drainer::ENTRY,
    word_list::ENTRY,
    adaptive::ENTRY,
    saver::ENTRY,
    flat::ENTRY,
    champion::ENTRY,
];

/// Somebody who bids for letters in one seat for one game. As [`Seated`] it is a player.
pub trait Bidder: Send {
    /// What to bid for `letter`; the rules cut it to what the seat owns.
    fn bid(&mut self, view: &View<'_>, letter: Letter, rng: &mut Rng) -> i64;

    /// Learns what is announced to everybody.
    fn observe(&mut self, _event: &Event) {}
}

/// A bidder in its seat, who names the best word of its letters.
#[derive(Default)]
pub struct Seated<B>(pub B);

impl<B: Bidder> Player<Auction> for Seated<B> {
    fn choose(&mut self, view: &View<'_>, rng: &mut Rng) -> Result<Move, Fault<Move>> {
        Ok(match view.asked() {
            Prompt::Bid(letter) => Move::Bid(self.0.bid(view, letter, rng)),
            Prompt::Word => {
                let best = view.rules().best_word(view.letters());
                Move::Word(best.map_or(CompactString::default(), |best| best.word.into()))
            }
        })
    }

    fn observe(&mut self, event: &Event) {
        self.0.observe(event);
    }
}

/// The strategy whose bidder for a seat, at a table of so many, is made by `make`.
pub fn strategy<B: Bidder + 'static>(
    make: impl Fn(Seat, usize) -> B + Send + Sync + 'static,
) -> Arc<dyn Strategy<Auction>> {
    per_seat(move |seat, seats| Seated(make(seat, seats)))
}

/// A parameter in points, 0 to 1000.
const fn points<T>(key: &'static str, about: &'static str, field: Field<T>) -> Param<T> {
    Param::integer(key, [0, 1000], about, field).unit("points")
}

/// A parameter that is a part of a whole, 0 to 100 per cent.
const fn per_cent<T>(key: &'static str, about: &'static str, field: Field<T>) -> Param<T> {
    Param::integer(key, [0, 100], about, field).unit("per cent")
}

/// Whether so many per cent of the round's auctions are over.
fn has_gone(view: &View<'_>, per_cent: usize) -> bool {
    let rules = view.rules();
    let all = rules.rules().auctions(view.seats(), rules.tiles().total());
    100 * all.saturating_sub(view.auctions_left()) >= per_cent * all
}

/// Whether the seat has two or more of this letter.
fn held_twice(view: &View<'_>, letter: Letter) -> bool {
    view.letters().count(letter) >= 2
}

/// Whether the best word of the seat's letters has seven letters or more.
fn has_seven(view: &View<'_>) -> bool {
    BestWord::of(view, view.letters()).length >= SEVEN
}

/// How many of the letters that come after the one on sale the seat may hope to win, if all who
/// are still in win equally often.
fn hoped_for(view: &View<'_>) -> f64 {
    let rivals_and_self = view.seats() - view.banned().len();
    (view.auctions_left() - 1) as f64 / rivals_and_self as f64
}

/// What the best word of the seat's letters is worth, with and without `letter`, and how many
/// letters these words have.
fn best_with_and_without(view: &View<'_>, letter: Letter) -> (BestWord, BestWord) {
    let mut with = *view.letters();
    with.add(letter);
    (BestWord::of(view, &with), BestWord::of(view, view.letters()))
}

/// Worth and length of a best word; nothing and 0 where there is none.
#[derive(Clone, Copy)]
struct BestWord {
    points: i64,
    length: usize,
}

impl BestWord {
    fn of(view: &View<'_>, letters: &LetterCounts) -> BestWord {
        view.rules().best_word(letters).map_or(BestWord { points: 0, length: 0 }, |best| BestWord {
            points: i64::from(best.points.0),
            length: best.word.len(),
        })
    }
}
