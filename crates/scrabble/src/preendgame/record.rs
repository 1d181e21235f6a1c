//! How a candidate has done.

use std::cmp::Ordering;

use crate::rules::Move;
use crate::situation::Candidate;

/// A candidate and its results over the deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The move: a play or a pass.
    pub candidate: Candidate,
    /// The weight of the deals in which it wins: the number of ordered draws of the bag.
    pub wins: u64,
    /// The weight of those that end in a draw.
    pub draws: u64,
    /// The weight of those that it loses.
    pub losses: u64,
    /// The sum of the final spreads, the mover's points less the opponent's, by weight.
    pub spreads: i64,
    /// Whether all results so far are proven.
    pub exact: bool,
    /// What became of it.
    pub standing: Standing,
}

/// What became of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Tried against every deal.
    Complete,
    /// The budget was used up before all deals were tried.
    Unfinished,
    /// Dropped, as it could no longer win as often as the best.
    Dropped,
}

impl Record {
    /// That of a move that was not tried yet.
    pub(super) fn new(candidate: Candidate) -> Record {
        let standing = Standing::Unfinished;
        let (wins, draws, losses, spreads) = (0, 0, 0, 0);
        Record { candidate, wins, draws, losses, spreads, exact: true, standing }
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

    /// The one that wins more of the deals tried first, then the one with the better mean spread; one that was
    /// dropped comes last.
    pub(super) fn so_far(&self, other: &Record) -> Ordering {
        let is_dropped = |one: &Record| one.standing == Standing::Dropped;
        let wins = || other.win_probability().total_cmp(&self.win_probability());
        let spread = || other.mean_spread().total_cmp(&self.mean_spread());
        is_dropped(self).cmp(&is_dropped(other)).then_with(wins).then_with(spread)
    }

    /// Complete ones first, dropped ones last; then by the share won of the deals tried, by spread and by equity. Of
    /// those that were not tried, the one that comes first.
    pub(super) fn rank(&self, other: &Record) -> Ordering {
        let untried = |one: &Record| one.tried() == 0;
        let is_pass = |one: &Record| one.candidate.choice == Move::Pass;
        let pass = is_pass(self).cmp(&is_pass(other));
        let equity = || pass.then(other.candidate.equity.cmp(&self.candidate.equity));
        self.standing.cmp(&other.standing).then_with(|| match (untried(self), untried(other)) {
            (true, true) => Ordering::Equal,
            (false, false) => self.so_far(other).then_with(equity),
            (is, is_other) => is.cmp(&is_other),
        })
    }
}
