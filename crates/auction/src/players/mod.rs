//! The strategies shipped with the Letter Game, one per file, and their roster.
//!
//! Each is a [`Bidder`]: it decides on bids, and at the end of a round names its best word, which
//! the library finds. Strategies see a game only through [`View`].

mod adaptive;
mod champion;
mod copies;
mod copycat;
mod crescendo;
mod draft;
mod drainer;
mod encoding;
mod flat;
mod frequency;
mod hindsight;
mod hoarder;
mod letter_value;
mod marginal;
mod market;
mod mixture;
mod pacer;
mod pattern;
mod policy;
mod quantile;
mod random;
mod regret;
mod rivals;
mod rollout;
mod saver;
mod seven_letter;
mod sevens;
mod shadow;
#[cfg(test)]
mod situation;
mod sniper;
mod spender;
mod spoiler;
mod targets;
mod truthful;
mod vowel_balance;
mod vulture;
mod word_list;
mod zero;

pub use champion::{
    BidFit, BidFitError, BidStep, BidTraining, CappedTraining, OddsFit, OddsFitError, OddsTraining,
    fit_capped_odds, fit_next_bid, fit_odds,
};
pub(crate) use encoding::encoding;

use std::sync::Arc;

use compact_str::CompactString;

use crate::players::sevens::SEVEN;
use crate::rules::{Auction, Event, Move, Prompt, View};
use lettergame_base::{Rng, Seat};
use lettergame_game::{Fault, Field, Param, Player, Roster, Strategy, per_seat};
use lettergame_words::{Letter, LetterCounts};

/// All strategies of the Letter Game: the first ones by increasing sophistication, then twelve opponents of
/// the kinds that classes write, and eight bidders of other kinds.
pub static ROSTER: [Roster<Auction>; 31] = [
    random::ENTRY,
    letter_value::ENTRY,
    zero::ENTRY,
    truthful::ENTRY,
    frequency::ENTRY,
    vowel_balance::ENTRY,
    seven_letter::ENTRY,
    policy::ENTRY,
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
    draft::ENTRY,
    hindsight::ENTRY,
    pacer::ENTRY,
    quantile::ENTRY,
    regret::ENTRY,
    rollout::ENTRY,
    spoiler::ENTRY,
    vulture::ENTRY,
    champion::ENTRY,
];

/// Bids for letters in one seat for one game. Wrapped in [`Seated`] it is a player.
pub trait Bidder: Send {
    /// The bid for `letter`; the rules cap it at what the seat owns.
    fn bid(&mut self, view: &View<'_>, letter: Letter, rng: &mut Rng) -> i64;

    /// Receives what is announced to all players.
    fn observe(&mut self, _event: &Event) {}
}

/// A bidder in its seat, which names the best word of its letters.
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

/// A strategy that calls `make` to create the bidder for a seat at a table of a given size.
pub fn strategy<B: Bidder + 'static>(
    make: impl Fn(Seat, usize) -> B + Send + Sync + 'static,
) -> Arc<dyn Strategy<Auction>> {
    per_seat(move |seat, seats| Seated(make(seat, seats)))
}

/// A parameter in points, 0 to 1000.
const fn points<T>(key: &'static str, about: &'static str, field: Field<T>) -> Param<T> {
    Param::integer(key, [0, 1000], about, field).unit("points")
}

/// A parameter from 0 to 100 per cent.
const fn per_cent<T>(key: &'static str, about: &'static str, field: Field<T>) -> Param<T> {
    Param::integer(key, [0, 100], about, field).unit("per cent")
}

/// Whether this percentage of the round's auctions is over.
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

/// The number of letters after the one on sale that the seat can expect to win, if all active
/// players win equally often.
fn hoped_for(view: &View<'_>) -> f64 {
    let rivals_and_self = view.seats() - view.banned().len();
    (view.auctions_left() - 1) as f64 / rivals_and_self as f64
}

/// The points and length of the best word from the seat's letters, with and without `letter`.
fn best_with_and_without(view: &View<'_>, letter: Letter) -> (BestWord, BestWord) {
    let mut with = *view.letters();
    with.add(letter);
    (BestWord::of(view, &with), BestWord::of(view, view.letters()))
}

/// What `letter` adds to the points of the best word.
fn added(view: &View<'_>, letter: Letter) -> i64 {
    let (with, without) = best_with_and_without(view, letter);
    with.points - without.points
}

/// Points and length of a best word; both 0 if there is none.
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
