//! What a simulation finds out about each candidate.

use crate::board::{Board, Play};
use crate::plays::Equity;
use crate::simulation::rollout::{Rolled, SHOWN_PLIES};
use crate::simulation::{Simulation, Value};
use crate::situation::{Candidate, Situation};
use lettergame_stats::Summary;

/// A candidate with its rollouts.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The candidate.
    pub candidate: Candidate,
    /// The board after it.
    pub(super) board: Board,
    /// The change of the lead up to the horizon, with the leaves of both players, in points: the equity of
    /// the rollouts.
    pub equity: Summary,
    /// The probability of winning at the horizon.
    pub win: Summary,
    /// The rival's answer and the player's own next turn; a ply counts where it was played.
    pub plies: [PlySummary; SHOWN_PLIES],
    /// Whether it was dropped before the end.
    pub dropped: bool,
    /// The value in each sample.
    pub(super) values: Vec<f64>,
    value: Value,
    before: Equity,
    /// The sum of the values, with the static value as often as the prior says.
    sum: f64,
    prior: f64,
}

/// A ply over all samples.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlySummary {
    /// The scores.
    pub score: Summary,
    /// Plays of seven tiles.
    pub bingos: u32,
}

impl PlySummary {
    /// The share of plays of seven tiles; `None` if the ply was never played.
    #[must_use]
    pub fn bingo_rate(&self) -> Option<f64> {
        let plies = self.score.count();
        (plies > 0).then(|| f64::from(self.bingos) / plies as f64)
    }
}

impl Tried {
    pub(super) fn new(
        at: &Situation<'_>,
        candidate: &Candidate,
        simulation: &Simulation<'_>,
    ) -> Tried {
        let Simulation { value, win, prior, .. } = *simulation;
        let (mut board, placed) = (at.board.clone(), candidate.choice.play());
        placed.iter().for_each(|play| board.lay(at.game.lexicon(), play));
        let before = Equity::points(at.lead);
        let unseen = at.bag + at.own.len() - placed.map_or(0, Play::count);
        let win = 1.0 - win.of(-(before + candidate.equity), unseen);
        let sum = f64::from(prior) * value.of(win, candidate.equity);
        Tried {
            candidate: *candidate,
            board,
            equity: Summary::default(),
            win: Summary::default(),
            plies: [PlySummary::default(); SHOWN_PLIES],
            dropped: false,
            values: Vec::new(),
            value,
            before,
            sum,
            prior: prior.into(),
        }
    }

    pub(super) fn add(&mut self, rolled: &Rolled) {
        let gain = rolled.lead - self.before;
        let value = self.value.of(rolled.win, gain);
        self.values.push(value);
        self.sum += value;
        self.equity.add(f64::from(gain.0) / 1000.0);
        self.win.add(rolled.win);
        for (summary, ply) in self.plies.iter_mut().zip(&rolled.plies) {
            if let Some(ply) = ply {
                summary.score.add(ply.score.into());
                summary.bingos += u32::from(ply.bingo);
            }
        }
    }

    /// The value in each sample: the same samples as those of the other candidates.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The mean value, with the prior.
    #[must_use]
    pub fn rank(&self) -> f64 {
        self.sum / (self.values.len() as f64 + self.prior)
    }
}

/// The result of a simulation.
#[derive(Clone, Debug)]
pub struct Simulated {
    tried: Vec<Tried>,
}

impl Simulated {
    /// Those that were not dropped come first, then those that were dropped, each best first; of equals the
    /// one with more static equity.
    pub(super) fn new(mut open: Vec<Tried>, mut dropped: Vec<Tried>) -> Simulated {
        dropped.iter_mut().for_each(|tried| tried.dropped = true);
        for tried in [&mut open, &mut dropped] {
            tried.sort_by(|one, other| {
                let static_equity = || other.candidate.equity.cmp(&one.candidate.equity);
                other.rank().total_cmp(&one.rank()).then_with(static_equity)
            });
        }
        open.extend(dropped);
        Simulated { tried: open }
    }

    /// The candidates, best first.
    #[must_use]
    pub fn candidates(&self) -> &[Tried] {
        &self.tried
    }
}
