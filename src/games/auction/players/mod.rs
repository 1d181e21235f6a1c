//! The strategies that ship with the Letter Game, one a file, and their roster.
//!
//! Each is a `Bidder`: it says what to bid, and names the best word it can at the end of a round,
//! which the library finds. They see a game through [`View`] alone.

mod frequency;
mod letter_value;
mod marginal;
mod random;
mod seven_letter;
mod shadow;
mod truthful;
mod vowel_balance;
mod zero;

use std::sync::Arc;

use compact_str::CompactString;

use crate::base::{Rng, Seat};
use crate::game::{Fault, Player, Roster, Strategy};
use crate::games::auction::rules::{Asked, Auction, Event, Move, View};
use crate::lexicon::{Letter, LetterCounts};

/// Every strategy of the Letter Game, weakest idea first.
pub static ROSTER: [Roster<Auction>; 9] = [
    random::ENTRY,
    letter_value::ENTRY,
    zero::ENTRY,
    truthful::ENTRY,
    frequency::ENTRY,
    vowel_balance::ENTRY,
    seven_letter::ENTRY,
    marginal::ENTRY,
    shadow::ENTRY,
];

/// Somebody who bids for letters in one seat for one game.
trait Bidder: Send {
    /// What to bid for `letter`; the rules cut it to what the seat owns.
    fn bid(&mut self, view: &View<'_>, letter: Letter, rng: &mut Rng) -> i64;

    /// Learns what is announced to everybody.
    fn observe(&mut self, _event: &Event) {}
}

/// A bidder in its seat, who names the best word of its letters.
struct Seated<B>(B);

impl<B: Bidder> Player<Auction> for Seated<B> {
    fn choose(&mut self, view: &View<'_>, rng: &mut Rng) -> Result<Move, Fault<Move>> {
        Ok(match view.asked() {
            Asked::Bid(letter) => Move::Bid(self.0.bid(view, letter, rng)),
            Asked::Word => {
                let best = view.rules().best_word(view.letters());
                Move::Word(best.map_or(CompactString::default(), |best| best.word.into()))
            }
        })
    }

    fn observe(&mut self, event: &Event) {
        self.0.observe(event);
    }
}

/// Makes a bidder for each seat and game.
struct Bidders<F>(F);

impl<B, F> Strategy<Auction> for Bidders<F>
where
    B: Bidder + 'static,
    F: Fn(Seat, usize) -> B + Send + Sync,
{
    fn sit(&self, _rules: &Arc<Auction>, seat: Seat, seats: usize) -> Box<dyn Player<Auction>> {
        Box::new(Seated((self.0)(seat, seats)))
    }
}

/// The strategy whose bidder for a seat, at a table of so many, is made by `make`.
fn strategy<B, F>(make: F) -> Arc<dyn Strategy<Auction>>
where
    B: Bidder + 'static,
    F: Fn(Seat, usize) -> B + Send + Sync + 'static,
{
    Arc::new(Bidders(make))
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
