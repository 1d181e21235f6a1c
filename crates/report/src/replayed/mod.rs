//! A replayed game as text, JSON Lines or a page: the moves of the players, and how good they were.

mod json;
mod picture;
mod stepper;
mod text;

pub(crate) use picture::{PICTURE_STYLE, table_picture};
pub use stepper::{STEPPER_SCRIPT, STEPPER_STYLE, stepper};

use lettergame_base::{BySeat, Seat, Seed};
use lettergame_game::{Review, SeatNames};
use lettergame_plan::GameScore;
use lettergame_run::Ply;

/// One game of a run, or the requested part of it.
#[derive(Clone, Debug)]
pub struct ReplayedGame {
    /// The name of the run.
    pub run: String,
    /// The number of the game.
    pub game: u64,
    /// The deal it was played on.
    pub deal: u64,
    /// The seed of the deal.
    pub seed: Seed,
    /// The players, by seat.
    pub players: Vec<String>,
    /// The only player shown, if limited to one.
    pub player: Option<String>,
    /// The only round shown, if limited to one.
    pub round: Option<usize>,
    /// The turns.
    pub plies: Vec<Ply>,
    /// The result.
    pub score: GameScore,
    /// What player programs printed during the game, if requested.
    pub logs: Vec<GameLog>,
}

/// What a player program printed during a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLog {
    /// The player.
    pub player: String,
    /// The lines it printed.
    pub lines: Vec<String>,
    /// A remark on them.
    pub remark: Option<String>,
}

/// Points added up over a game.
pub struct ReviewTotal {
    /// Their meaning, such as `points overpaid for letters`.
    pub what: &'static str,
    /// By seat; `None` for seats that are not shown.
    pub points: BySeat<Option<i64>>,
}

/// The failed decisions of a turn, as in `Ann failed: late`.
pub(crate) fn faults(ply: &Ply, names: &SeatNames) -> impl Iterator<Item = String> {
    ply.moves.iter().filter_map(|choice| {
        Some(format!("{} failed: {}", &names[choice.seat], choice.fault?.name()))
    })
}

impl ReplayedGame {
    /// The names of the seats.
    #[must_use]
    pub fn names(&self) -> SeatNames {
        SeatNames::new(self.players.iter().map(String::as_str))
    }

    /// Whether a seat is shown.
    #[must_use]
    pub fn shows(&self, seat: Seat) -> bool {
        self.player.as_ref().is_none_or(|player| self.players[seat.index()] == *player)
    }

    /// The reviews of the turns shown, added up.
    #[must_use]
    pub fn totals(&self) -> Vec<ReviewTotal> {
        let reviews = self.plies.iter().flat_map(|ply| &ply.review);
        let totals = Review::totals(self.players.len(), reviews);
        let shown = |(what, points): (&'static str, BySeat<i64>)| ReviewTotal {
            what,
            points: BySeat::from_fn(points.len(), |seat| self.shows(seat).then_some(points[seat])),
        };
        totals.into_iter().map(shown).collect()
    }
}
