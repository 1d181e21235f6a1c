//! A candidate move and how it has done.

use std::cmp::Ordering;

use crate::board::Play;
use crate::plays::Equity;

/// A move of the pre-endgame and its results over the deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The play, `None` for a pass.
    pub play: Option<Play>,
    /// Its score.
    pub score: i32,
    /// Its score and the value of its leave.
    pub equity: Equity,
    /// The weight of the deals in which it wins: the number of ordered draws of the bag.
    pub wins: u64,
    /// The weight of those that end in a draw.
    pub draws: u64,
    /// The weight of those that it loses.
    pub losses: u64,
    /// The sum of the final spreads, the mover's points less the opponent's, by weight.
    pub spreads: i64,
    /// Whether all results are proven.
    pub exact: bool,
    /// What became of it.
    pub standing: Standing,
}

/// What became of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Tried against every deal.
    Complete,
    /// Dropped, as it could no longer win as often as the best.
    Dropped,
    /// The budget was used up before all deals were tried.
    Unfinished,
}

impl Candidate {
    pub(super) fn new(play: Option<Play>, score: i32, equity: Equity) -> Candidate {
        let standing = Standing::Unfinished;
        let (wins, draws, losses, spreads) = (0, 0, 0, 0);
        Candidate { play, score, equity, wins, draws, losses, spreads, exact: true, standing }
    }

    /// The weight of the deals that it was tried against.
    #[must_use]
    pub fn tried(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of games won over the deals tried, 0 to 1, a draw counting half; 0 if there are none.
    #[must_use]
    pub fn win_probability(&self) -> f64 {
        self.half_wins() as f64 / (2 * self.tried().max(1)) as f64
    }

    /// The mean final spread over the deals tried, in points; 0 if there are none.
    #[must_use]
    pub fn mean_spread(&self) -> f64 {
        self.spreads as f64 / self.tried().max(1) as f64
    }

    /// Twice the wins, and the draws.
    pub(super) fn half_wins(&self) -> u64 {
        2 * self.wins + self.draws
    }

    /// Adds the result of a deal.
    pub(super) fn add(&mut self, weight: u64, spread: i32, exact: bool) {
        match spread.cmp(&0) {
            Ordering::Greater => self.wins += weight,
            Ordering::Equal => self.draws += weight,
            Ordering::Less => self.losses += weight,
        }
        self.spreads += weight as i64 * i64::from(spread);
        self.exact &= exact;
    }

    /// Best first: complete ones by wins, then spread, then equity; then those that were dropped or not
    /// finished, by equity, the pass last.
    pub(super) fn rank(&self, other: &Candidate) -> Ordering {
        let complete = self.standing == Standing::Complete && other.standing == Standing::Complete;
        let results = || {
            let wins = other.half_wins().cmp(&self.half_wins());
            wins.then(other.spreads.cmp(&self.spreads))
        };
        let by_results = if complete { results() } else { Ordering::Equal };
        let standing = self.standing.cmp(&other.standing);
        let pass = self.play.is_none().cmp(&other.play.is_none());
        standing.then(by_results).then(pass).then(other.equity.cmp(&self.equity))
    }
}
