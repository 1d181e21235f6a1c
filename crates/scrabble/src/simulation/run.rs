//! The simulation: all candidates in the same samples, until one is left or the samples are used up.

use std::time::Instant;

use rayon::prelude::*;

use crate::simulation::result::{Simulated, Tried};
use crate::simulation::rollout::{Rolled, Roller};
use crate::simulation::sample::Sample;
use crate::simulation::stopping::{Dropping, looks};
use crate::simulation::{Inference, Simulation};
use crate::situation::{Candidate, Situation};
use lettergame_base::checkpoint;

/// Samples that are played between two looks at the clock, if there is a limit of time.
const TIMED: u32 = 16;

impl Simulation<'_> {
    /// Simulates the candidates of a situation. Without a limit of time the result does not depend on the number
    /// of threads. Takes about 40 microseconds for each candidate, sample and ply.
    #[must_use]
    pub fn run(
        &self,
        at: &Situation<'_>,
        candidates: &[Candidate],
        inference: Option<&Inference>,
    ) -> Simulated {
        let tried = |candidate| Tried::new(at, candidate, self);
        let mut open: Vec<Tried> = candidates.iter().map(tried).collect();
        let mut dropped = Vec::new();
        // without chance one sample says everything
        let samples = if at.bag == 0 { 1 } else { self.samples };
        let looks = looks(samples);
        let dropping = Dropping::new(self.risk, looks.len(), open.len(), self.value.margin());
        let end = self.time.and_then(|time| Instant::now().checked_add(time));
        let mut rolls = Rolls { simulation: self, at, inference, end, done: 0 };
        for (index, &look) in looks.iter().enumerate() {
            if index > 0 && (open.len() < 2 || rolls.is_late()) {
                break;
            }
            rolls.up_to(look, &mut open);
            if index + 1 < looks.len() {
                drop_behind(&mut open, &mut dropped, dropping);
            }
        }
        Simulated::new(open, dropped)
    }
}

/// Moves the candidates that have fallen behind the leader to those that were dropped.
fn drop_behind(open: &mut Vec<Tried>, dropped: &mut Vec<Tried>, dropping: Dropping) {
    let rank = |index: &usize| open[*index].rank();
    let leader = (0..open.len()).max_by(|one, other| rank(one).total_cmp(&rank(other)));
    let Some(leader) = leader.map(|index| open.swap_remove(index)) else { return };
    let is_behind = |tried: &mut Tried| dropping.is_behind(&tried.values, &leader.values);
    dropped.extend(open.extract_if(.., is_behind));
    open.push(leader);
}

/// The rollouts of a simulation.
struct Rolls<'a> {
    simulation: &'a Simulation<'a>,
    at: &'a Situation<'a>,
    inference: Option<&'a Inference>,
    /// When no more are played.
    end: Option<Instant>,
    /// Samples played.
    done: u32,
}

impl Rolls<'_> {
    fn is_late(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Plays all candidates out up to this number of samples, or until the time is over.
    fn up_to(&mut self, look: u32, open: &mut [Tried]) {
        let step = if self.end.is_some() { TIMED } else { look };
        while self.done < look && (self.done == 0 || !self.is_late()) {
            self.play(look.min(self.done + step), open);
        }
    }

    /// Plays all candidates out up to this number of samples. They are added in the order of their numbers.
    fn play(&mut self, look: u32, open: &mut [Tried]) {
        let Rolls { simulation, at, inference, done, .. } = *self;
        let shared = &*open;
        let played = |roller: &mut Roller<'_>, number: u32| -> Vec<Rolled> {
            checkpoint();
            let sample = Sample::draw(at, inference, simulation.seed, number);
            shared
                .iter()
                .map(|tried| roller.roll(&tried.candidate, &tried.board, &sample))
                .collect()
        };
        let roller = || Roller::new(at, simulation);
        let all: Vec<Vec<Rolled>> = if simulation.parallel {
            (done..look).into_par_iter().map_init(roller, played).collect()
        } else {
            let mut roller = roller();
            (done..look).map(|number| played(&mut roller, number)).collect()
        };
        for rolled in all {
            open.iter_mut().zip(&rolled).for_each(|(tried, rolled)| tried.add(rolled));
        }
        self.done = look;
    }
}

#[cfg(test)]
mod tests;
