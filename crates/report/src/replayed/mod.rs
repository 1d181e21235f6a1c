//! A game that was replayed, as text, JSON Lines or a page: who did what, and how well.

mod json;
mod text;

use lettergame_core::base::{BySeat, Seat, Seed};
use lettergame_core::game::{Review, SeatNames};
use lettergame_tournament::{GameScore, Ply};

/// One game of a run, or as much of it as was asked for.
#[derive(Clone, Debug)]
pub struct ReplayedGame {
    /// What the run is called.
    pub run: String,
    /// The number of the game.
    pub game: u64,
    /// The deal that it was played on.
    pub deal: u64,
    /// The seed of the deal.
    pub seed: Seed,
    /// Who played, by seat.
    pub players: Vec<String>,
    /// The player who alone is shown.
    pub player: Option<String>,
    /// The round that alone is shown.
    pub round: Option<usize>,
    /// The turns.
    pub plies: Vec<Ply>,
    /// How it ended.
    pub score: GameScore,
    /// What player programs printed in it, where that was asked for.
    pub logs: Vec<GameLog>,
}

/// What a player program printed during a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLog {
    /// The player.
    pub player: String,
    /// The lines, as it printed them.
    pub lines: Vec<String>,
    /// What is to be known about them.
    pub remark: Option<String>,
}

/// Points that add up over a game.
pub struct ReviewTotal {
    /// What they are, as in `points overpaid for letters`.
    pub what: &'static str,
    /// By seat; none for seats that are not shown.
    pub points: BySeat<Option<i64>>,
}

impl ReplayedGame {
    /// What players are called.
    #[must_use]
    pub fn names(&self) -> SeatNames {
        SeatNames::new(self.players.iter().map(String::as_str))
    }

    /// Is a seat shown?
    #[must_use]
    pub fn shows(&self, seat: Seat) -> bool {
        self.player.as_ref().is_none_or(|player| self.players[seat.index()] == *player)
    }

    /// What was found about the turns that are shown, added up.
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
