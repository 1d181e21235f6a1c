//! The contract: what a game is, what a player is, and what passes between them.
//!
//! A game is data and pure functions: the rules are immutable and shared, the state is the whole
//! truth, a view is what one seat may know. Only [`Table`](crate::game::Table) changes a state.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::base::{BySeat, Points, Rng, Seat, SeatSet, Seed, TileScoring};
use crate::game::{Answer, Fault, SeatNames};

/// Whose turn it is. One seat is a sequential turn, several a simultaneous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// These seats (at least one) decide now, all on the same state.
    Ask(SeatSet),
    /// The game is over.
    Over,
}

/// The rules of a game, immutable and shared by all tables that play it.
///
/// An implementer guarantees: `start` asks a seat or is over; `apply` is called with an answer for
/// exactly the seats of `turn`, and ends in a state whose `turn` again asks a seat or is over;
/// every game ends; `view` is the same for states that differ only in what the seat may not know;
/// `check` accepts what `fallback` returns; nothing depends on anything but the arguments.
pub trait Game: Send + Sync + Sized + 'static {
    /// The whole truth about a game in progress.
    type State: Clone + Send;
    /// What one seat may know: never the seed, never the secrets of others.
    type View<'a>: Serialize;
    /// A decision, as text both ways (`Display` and `FromStr`) and as JSON.
    type Move: Clone
        + PartialEq
        + fmt::Debug
        + Display
        + FromStr<Err: Display>
        + Serialize
        + DeserializeOwned
        + Send;
    /// What is announced to all seats; `Display` is one or more lines for people.
    type Event: Clone + Display + Serialize + Send;
    /// The offences of this game.
    type Illegal: std::error::Error + Send;

    /// Checks whether the rules admit this many seats.
    ///
    /// # Errors
    /// [`SeatsError`], which says how many may.
    fn admit(&self, seats: usize) -> Result<(), SeatsError>;

    /// The state before the first decision. `seats` was admitted. All that the game itself draws
    /// comes from `deal`, by position, so that no player's decision changes what is dealt.
    fn start(&self, seats: usize, deal: Seed) -> Self::State;

    /// Whose turn it is.
    fn turn(&self, state: &Self::State) -> Turn;

    /// What `seat` may know.
    fn view<'a>(&'a self, state: &'a Self::State, seat: Seat) -> Self::View<'a>;

    /// The move as it counts (an overbid, say, cut to what the seat owns).
    ///
    /// # Errors
    /// The offence, if `seat` may not do this now.
    fn check(
        &self,
        state: &Self::State,
        seat: Seat,
        choice: Self::Move,
    ) -> Result<Self::Move, Self::Illegal>;

    /// What is expected of a seat that is asked, in one word: `bid`, `word`, `play`.
    fn kind(view: &Self::View<'_>) -> &'static str;

    /// How long a player program may think about one decision, unless configured otherwise.
    fn move_limit(&self) -> Duration {
        Duration::from_secs(2)
    }

    /// How points are computed, beyond the settings, for players that are not built in: letter values, how many
    /// there are, a bonus. None if the game has no such values.
    fn scoring(&self) -> Option<TileScoring> {
        None
    }

    /// The fallback for the move of a seat that failed; always legal.
    fn fallback(&self, state: &Self::State, seat: Seat, fault: &Fault<Self::Move>) -> Self::Move;

    /// Applies the answers of all asked seats at once and proceeds to the next decision; what
    /// all seats learn is pushed to `events` in order.
    fn apply(
        &self,
        state: &mut Self::State,
        answers: &BySeat<Option<Answer<Self::Move>>>,
        events: &mut Vec<Self::Event>,
    );

    /// Points and places as they stand; final when the turn is [`Turn::Over`].
    fn outcome(&self, state: &Self::State) -> Outcome;

    /// The seats that the rules have removed from the game.
    fn banned(&self, _state: &Self::State) -> SeatSet {
        SeatSet::EMPTY
    }

    /// What an observer who may see everything should see at this point, if anything: the hidden
    /// letters at the start of a round, say.
    fn scene(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// An announcement for people, with the names of players, as far as it is about the seats that are shown;
    /// empty for none. By default the text of the event, in which seats are called `seat 2`.
    fn announcement(&self, event: &Self::Event, names: &SeatNames) -> String {
        names.text(&event.to_string())
    }

    /// [`Game::scene`] with the names of players, as far as the seats that are shown may know it.
    fn scene_for(&self, state: &Self::State, names: &SeatNames) -> Option<String> {
        self.scene(state).map(|scene| names.text(&scene))
    }

    /// What the user should know about the games played by this instance of the rules so far and cannot
    /// see in the rows; decides nothing.
    fn remark(&self) -> Option<String> {
        None
    }
}

/// A number of seats that the rules do not admit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("cannot seat {seats} players: {wanted}")]
pub struct SeatsError {
    /// How many were asked for.
    pub seats: usize,
    /// What is possible, as a clause.
    pub wanted: String,
}

/// The state of play, or the result of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Points of each seat.
    pub points: BySeat<Points>,
    /// Place of each seat: 1 is best, equal seats share the better place.
    pub places: BySeat<u8>,
}

impl Outcome {
    /// Places by points alone, more is better.
    #[must_use]
    pub fn by_points(points: BySeat<Points>) -> Outcome {
        let keys = points.clone();
        Outcome::by_keys(points, &keys)
    }

    /// Places by a key of each seat, a greater one is better; equal keys share the better place.
    #[must_use]
    pub fn by_keys<K: Ord>(points: BySeat<Points>, keys: &BySeat<K>) -> Outcome {
        let better = |own: &K| keys.values().filter(|other| *other > own).count();
        let places = keys.map(|own| 1 + better(own) as u8);
        Outcome { points, places }
    }
}

/// A player decides in one seat for one game.
pub trait Player<G: Game>: Send {
    /// Decides on what the seat may know. `rng` is the seat's own stream.
    ///
    /// # Errors
    /// A [`Fault`], if the player can fail; the game's fallback then counts.
    fn choose(&mut self, view: &G::View<'_>, rng: &mut Rng) -> Result<G::Move, Fault<G::Move>>;

    /// Learns what is announced to all seats, after each turn, in order.
    fn observe(&mut self, _event: &G::Event) {}

    /// Learns how the game ended, once, and whether the rules had removed its seat from the game.
    fn finish(&mut self, _outcome: &Outcome, _banned: bool) {}
}

/// A strategy for any seat: makes one [`Player`] for each seat and game.
pub trait Strategy<G: Game>: Send + Sync {
    /// The player for `seat` at a table of `seats`.
    fn sit(&self, rules: &Arc<G>, seat: Seat, seats: usize) -> Box<dyn Player<G>>;
}

#[cfg(test)]
mod tests {
    use super::Outcome;
    use crate::base::Points;

    #[test]
    fn equal_points_share_the_better_place() {
        let outcome = Outcome::by_points([5, 9, 5, 1].into_iter().map(Points).collect());
        assert_eq!(outcome.places.values().copied().collect::<Vec<_>>(), [2, 1, 2, 4]);
    }
}
