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

use crate::base::{BySeat, Points, Rng, Seat, SeatSet, Seed};
use crate::game::{Checked, OwnCells};

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
/// An implementer keeps: `start` asks somebody or is over; `apply` is called with an answer for
/// exactly the seats of `turn`, and ends in a state whose `turn` again asks somebody or is over;
/// every game ends; `view` is the same for states that differ only in what the seat may not know;
/// `check` accepts what `fallback` returns; nothing depends on anything but the arguments.
pub trait Game: Send + Sync + Sized + 'static {
    /// The whole truth about a game in progress.
    type State: Clone + Send;
    /// What one seat may know: never the seed, never another's secrets.
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
    /// What is announced to everybody; `Display` is one or more lines for a person.
    type Event: Clone + Display + Serialize + Send;
    /// The offences of this game.
    type Illegal: std::error::Error + Send;

    /// May so many seats play by these rules?
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

    /// What is wanted of a seat that is asked, in a word: `bid`, `word`, `play`.
    fn kind(view: &Self::View<'_>) -> &'static str;

    /// All that a seat that is asked may do, in a fixed order, where that is a list: from what it may
    /// know alone. None where it is a range, as bids are.
    fn choices(_view: &Self::View<'_>) -> Option<Vec<Self::Move>> {
        None
    }

    /// How long a player program may think about one decision, unless its user says otherwise.
    fn move_limit(&self) -> Duration {
        Duration::from_secs(2)
    }

    /// What stands in for the move of a seat that failed; always legal.
    fn fallback(&self, state: &Self::State, seat: Seat, fault: &Fault<Self::Move>) -> Self::Move;

    /// Applies the answers of all asked seats at once and goes on to the next decision; what
    /// everybody learns is pushed to `events` in order.
    fn apply(
        &self,
        state: &mut Self::State,
        answers: &BySeat<Option<Answer<Self::Move>>>,
        events: &mut Vec<Self::Event>,
    );

    /// Points and places as they stand; final when the turn is [`Turn::Over`].
    fn outcome(&self, state: &Self::State) -> Outcome;

    /// The seats that the rules have put out of the game.
    fn banned(&self, _state: &Self::State) -> SeatSet {
        SeatSet::EMPTY
    }

    /// What somebody who may see everything wants to be told at this point, if anything: the hidden
    /// letters at the start of a round, say.
    fn scene(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// This game's own columns of `scores.csv`, after the common ones.
    fn columns() -> &'static [&'static str];

    /// What its user should know about the games that were played by these very rules so far, and cannot
    /// see in the rows; decides nothing.
    fn remark(&self) -> Option<String> {
        None
    }

    /// Writes the cells of [`Game::columns`] for one seat.
    fn cells(&self, state: &Self::State, seat: Seat, cells: &mut dyn Cells);

    /// Do the cells of a seat's row agree with each other and with its points? A figure that is the same in
    /// all rows of a run, or `None` if they contradict each other.
    fn check_cells(row: &dyn OwnCells) -> Option<i64>;

    /// What the places of [`Game::outcome`] follow from, out of a seat's row: a greater key is better.
    fn place_key(row: &dyn OwnCells) -> [i64; 4] {
        [row.points(), 0, 0, 0]
    }

    /// This game's own columns of `rounds.csv`; empty for a game that has no rounds.
    fn round_columns() -> &'static [&'static str] {
        &[]
    }

    /// Does this one of [`Game::round_columns`] (from 0) hold text? All others hold whole numbers.
    fn is_round_text(_column: usize) -> bool {
        false
    }

    /// How many rounds are finished.
    fn rounds_done(&self, _state: &Self::State) -> usize {
        0
    }

    /// Writes the cells of [`Game::round_columns`] for one seat of a finished round (from 0).
    fn round_cells(&self, _state: &Self::State, _round: usize, _seat: Seat, _out: &mut dyn Cells) {}
}

/// Where the cells of a row go, in the order of the columns.
pub trait Cells {
    /// A cell of text.
    fn text(&mut self, text: &str);
    /// A cell with a whole number.
    fn number(&mut self, number: i64);
}

/// A number of seats that the rules do not admit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a table of {seats} is not possible: {wanted}")]
pub struct SeatsError {
    /// How many were asked for.
    pub seats: usize,
    /// What is possible, as a clause.
    pub wanted: String,
}

/// How a game stands or ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Points of each seat.
    pub points: BySeat<Points>,
    /// Place of each seat: 1 is best, equal ones share the better place.
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

/// Somebody who decides in one seat for one game.
pub trait Player<G: Game>: Send {
    /// Decides on what the seat may know. `rng` is the seat's own stream.
    ///
    /// # Errors
    /// A [`Fault`], where the player is something that can fail; the game's fallback then counts.
    fn choose(&mut self, view: &G::View<'_>, rng: &mut Rng) -> Result<G::Move, Fault<G::Move>>;

    /// Learns what is announced to everybody, after each turn, in order.
    fn observe(&mut self, _event: &G::Event) {}

    /// Learns how the game ended.
    fn finish(&mut self, _outcome: &Outcome) {}
}

/// A way of playing that can take any seat: makes one [`Player`] for each seat and game.
pub trait Strategy<G: Game>: Send + Sync {
    /// The player for `seat` at a table of `seats`.
    fn sit(&self, rules: &Arc<G>, seat: Seat, seats: usize) -> Box<dyn Player<G>>;
}

/// How a player failed to give a legal move in time.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault<M> {
    /// The move is against the rules; the offence in words.
    #[error("illegal: {0}")]
    Illegal(String),
    /// The answer is no move; what it was and what was wanted.
    #[error("unreadable: {0}")]
    Unreadable(String),
    /// The program was not ready in time, or not one to play with; why.
    #[error("late_start: {0}")]
    LateStart(String),
    /// The answer came after the time limit; what it was, if it is known, and what is known of the time.
    #[error("{}", late_text(.1))]
    Late(Option<M>, String),
    /// No answer came, long after the time limit; after how long.
    #[error("stalled: {0}")]
    Stalled(String),
    /// The player's time for the whole game is used up; how much it was.
    #[error("game_time: {0}")]
    GameTime(String),
    /// The player is no longer there.
    #[error("gone: {0}")]
    Gone(String),
    /// It wanted more memory than its limit.
    #[error("memory: {0}")]
    Memory(String),
    /// It wrote more than can be meant.
    #[error("output: {0}")]
    Output(String),
}

fn late_text(said: &str) -> String {
    if said.is_empty() { "late".to_owned() } else { format!("late: {said}") }
}

impl<M> Fault<M> {
    /// Its name in results.
    #[must_use]
    pub fn kind(&self) -> FaultKind {
        match self {
            Fault::Illegal(_) => FaultKind::Illegal,
            Fault::Unreadable(_) => FaultKind::Unreadable,
            Fault::LateStart(_) => FaultKind::LateStart,
            Fault::Late(..) => FaultKind::Late,
            Fault::Stalled(_) => FaultKind::Stalled,
            Fault::GameTime(_) => FaultKind::GameTime,
            Fault::Gone(_) => FaultKind::Gone,
            Fault::Memory(_) => FaultKind::Memory,
            Fault::Output(_) => FaultKind::Output,
        }
    }
}

/// The name of a fault in results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// A move against the rules.
    Illegal,
    /// An answer that is no move.
    Unreadable,
    /// A program that was not ready in time, or not one to play with.
    LateStart,
    /// An answer after the time limit.
    Late,
    /// No answer at all.
    Stalled,
    /// No time left for the game.
    GameTime,
    /// A player that is no longer there.
    Gone,
    /// More memory than the limit.
    Memory,
    /// More output than can be meant.
    Output,
}

impl FaultKind {
    /// Every kind.
    pub const ALL: [FaultKind; 9] = [
        FaultKind::Illegal,
        FaultKind::Unreadable,
        FaultKind::LateStart,
        FaultKind::Late,
        FaultKind::Stalled,
        FaultKind::GameTime,
        FaultKind::Gone,
        FaultKind::Memory,
        FaultKind::Output,
    ];

    /// Its name: `illegal`, `unreadable`, `late_start`, `late`, `stalled`, `game_time`,
    /// `gone`, `memory`, `output`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            FaultKind::Illegal => "illegal",
            FaultKind::Unreadable => "unreadable",
            FaultKind::LateStart => "late_start",
            FaultKind::Late => "late",
            FaultKind::Stalled => "stalled",
            FaultKind::GameTime => "game_time",
            FaultKind::Gone => "gone",
            FaultKind::Memory => "memory",
            FaultKind::Output => "output",
        }
    }

    /// The fault of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<FaultKind> {
        FaultKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Is it the program that failed, rather than its judgement?
    #[must_use]
    pub fn is_failure(self) -> bool {
        !matches!(self, FaultKind::Illegal | FaultKind::Unreadable)
    }

    /// A fault of this kind that was answered with `choice`, as a log of plies has it.
    #[must_use]
    pub fn with_move<M>(self, choice: M) -> Fault<M> {
        let recorded = || "as recorded".to_owned();
        match self {
            FaultKind::Illegal => Fault::Illegal(recorded()),
            FaultKind::Unreadable => Fault::Unreadable(recorded()),
            FaultKind::LateStart => Fault::LateStart(recorded()),
            FaultKind::Late => Fault::Late(Some(choice), recorded()),
            FaultKind::Stalled => Fault::Stalled(recorded()),
            FaultKind::GameTime => Fault::GameTime(recorded()),
            FaultKind::Gone => Fault::Gone(recorded()),
            FaultKind::Memory => Fault::Memory(recorded()),
            FaultKind::Output => Fault::Output(recorded()),
        }
    }
}

/// A fault of the last turn, with what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offence {
    /// Who.
    pub seat: Seat,
    /// What kind of fault.
    pub kind: FaultKind,
    /// The fault in words.
    pub text: String,
}

/// A seat's answer as the rules see it: a checked move, and the fault if it is a stand-in.
#[derive(Clone, Debug)]
pub struct Answer<M> {
    /// The move that counts.
    pub choice: Checked<M>,
    /// Why the seat's own move does not count, if so.
    pub fault: Option<FaultKind>,
}

#[cfg(test)]
mod tests {
    use super::{FaultKind, Outcome};
    use crate::base::Points;

    #[test]
    fn equal_points_share_the_better_place() {
        let outcome = Outcome::by_points([5, 9, 5, 1].into_iter().map(Points).collect());
        assert_eq!(outcome.places.values().copied().collect::<Vec<_>>(), [2, 1, 2, 4]);
    }

    #[test]
    fn fault_names_read_back() {
        for kind in FaultKind::ALL {
            assert_eq!(FaultKind::from_name(kind.name()), Some(kind));
            assert_eq!(kind.with_move(()).kind(), kind);
        }
        assert_eq!(FaultKind::from_name("ok"), None);
    }
}
