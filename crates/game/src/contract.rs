//! The contract: what a game is, what a player is, and what they exchange.
//!
//! A game is data and pure functions: the rules are immutable and shared, the state is the complete
//! information, a view is what one seat may know. Only [`Table`](crate::Table) changes a
//! state.

use std::fmt::{self, Display};
use std::sync::Arc;

use serde::Serialize;
use thiserror::Error;

use crate::{Answer, Console, Fault};
use lettergame_base::{BySeat, Points, Rng, Seat, SeatSet, Seed};

/// Whose turn it is. One seat makes a sequential turn, several a simultaneous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// These seats (at least one) decide now, on the same state.
    Ask(SeatSet),
    /// The game is over.
    Over,
}

/// The rules of a game, immutable and shared by all tables that play it.
///
/// Implementations guarantee: `start` asks a seat or is over; `apply` is called with an answer for
/// exactly the seats of `turn`, and results in a state whose `turn` again asks a seat or is over;
/// every game ends; `view` is identical for states that differ only in what the seat may not know;
/// `check` accepts what `fallback` returns; nothing depends on anything but the arguments.
pub trait Game: Send + Sync + Sized + 'static {
    /// The complete information about a game in progress.
    type State: Clone + Send;
    /// What one seat may know: never the seed, never other seats' secrets.
    type View<'a>: Serialize;
    /// A decision, with a text form and a JSON form; see [`Game::read_move`].
    type Move: Clone + PartialEq + fmt::Debug + Display + Serialize + Send;
    /// Announced to all seats; `Display` is one or more human-readable lines.
    type Event: Clone + Display + Serialize + Send;
    /// Why a move is illegal in this game.
    type Illegal: std::error::Error + Send;

    /// Checks whether the rules admit this many seats.
    ///
    /// # Errors
    /// [`SeatsError`], with the allowed numbers.
    fn admit(&self, seats: usize) -> Result<(), SeatsError>;

    /// The state before the first decision. `seats` was admitted. All random draws of the game come
    /// from `deal`, by position, so no player's decision changes what is dealt.
    fn start(&self, seats: usize, deal: Seed) -> Self::State;

    /// Whose turn it is.
    fn turn(&self, state: &Self::State) -> Turn;

    /// What `seat` may know.
    fn view<'a>(&'a self, state: &'a Self::State, seat: Seat) -> Self::View<'a>;

    /// The effective move (e.g. an overbid capped at what the seat owns).
    ///
    /// # Errors
    /// The reason why `seat` may not make this move now.
    fn check(
        &self,
        state: &Self::State,
        seat: Seat,
        choice: Self::Move,
    ) -> Result<Self::Move, Self::Illegal>;

    /// How [`Game::check`] corrects a move that it accepts, for the player whose mistake it may be; `None` if
    /// the move counts as it is.
    fn correction(_view: &Self::View<'_>, _choice: &Self::Move) -> Option<String> {
        None
    }

    /// Reads the text form of a move. What it means may depend on the rules, such as the letters of a word.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn read_move(&self, text: &str) -> Result<Self::Move, String>;

    /// Reads the JSON form of a move.
    ///
    /// # Errors
    /// What is wrong with it.
    fn move_from_json(&self, json: &str) -> serde_json::Result<Self::Move>;

    /// The move that replaces a failed one; always legal.
    fn fallback(&self, state: &Self::State, seat: Seat, fault: &Fault<Self::Move>) -> Self::Move;

    /// Applies the answers of all seats to move at once and advances to the next decision; public
    /// information is pushed to `events` in order.
    fn apply(
        &self,
        state: &mut Self::State,
        answers: &BySeat<Option<Answer<Self::Move>>>,
        events: &mut Vec<Self::Event>,
    );

    /// Current points and places; final when the turn is [`Turn::Over`].
    fn outcome(&self, state: &Self::State) -> Outcome;

    /// The seats that the rules have removed from the game.
    fn banned(&self, _state: &Self::State) -> SeatSet {
        SeatSet::EMPTY
    }
}

/// A number of seats not admitted by the rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("cannot seat {seats} players: {wanted}")]
pub struct SeatsError {
    /// The requested number.
    pub seats: usize,
    /// What is possible, as a clause.
    pub wanted: String,
}

/// The standings of a game in progress, or its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Points of each seat.
    pub points: BySeat<Points>,
    /// Place of each seat: 1 is best, ties share the better place.
    pub places: BySeat<u8>,
}

impl Outcome {
    /// Places by points alone, highest first.
    #[must_use]
    pub fn by_points(points: BySeat<Points>) -> Outcome {
        let keys = points.clone();
        Outcome::by_keys(points, &keys)
    }

    /// Places by a key for each seat, greatest first; ties share the better place.
    #[must_use]
    pub fn by_keys<K: Ord>(points: BySeat<Points>, keys: &BySeat<K>) -> Outcome {
        let better = |own: &K| keys.values().filter(|other| *other > own).count();
        let places = keys.map(|own| 1 + better(own) as u8);
        Outcome { points, places }
    }
}

/// A player decides for one seat in one game.
pub trait Player<G: Game>: Send {
    /// Decides based on what the seat may know. `rng` is the seat's own stream.
    ///
    /// # Errors
    /// A [`Fault`], if the player can fail; the game's fallback then replaces the move.
    fn choose(&mut self, view: &G::View<'_>, rng: &mut Rng) -> Result<G::Move, Fault<G::Move>>;

    /// Receives what is announced to all seats, after each turn, in order.
    fn observe(&mut self, _event: &G::Event) {}

    /// Receives the outcome, once, and whether the rules removed its seat from the game.
    fn finish(&mut self, _outcome: &Outcome, _banned: bool) {}

    /// What it has written for the person who watches it; `None` for a player that writes nothing.
    fn console(&self) -> Option<Console> {
        None
    }
}

/// A strategy for any seat: makes one [`Player`] for each seat and game.
pub trait Strategy<G: Game>: Send + Sync {
    /// The player for `seat` at a table of `seats`.
    fn sit(&self, rules: &Arc<G>, seat: Seat, seats: usize) -> Box<dyn Player<G>>;
}

#[cfg(test)]
mod tests {
    use super::Outcome;
    use lettergame_base::Points;

    #[test]
    fn equal_points_share_the_better_place() {
        let outcome = Outcome::by_points([5, 9, 5, 1].into_iter().map(Points).collect());
        assert_eq!(outcome.places.values().copied().collect::<Vec<_>>(), [2, 1, 2, 4]);
    }
}
