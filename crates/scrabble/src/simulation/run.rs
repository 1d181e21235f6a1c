//! The simulation: all candidates in the same samples, until one is left or the samples are used up.

use rayon::prelude::*;

use crate::plays::Generator;
use crate::simulation::result::{Simulated, Tried};
use crate::simulation::rollout::{Rolled, Roller};
use crate::simulation::sample::Sample;
use crate::simulation::stopping::{Dropping, looks};
use crate::simulation::{Candidate, Inference, Position, Value, candidates};
use lettergame_core::base::{Seed, checkpoint};

/// How a position is simulated.
#[derive(Clone, Copy, Debug)]
pub struct Simulation {
    /// The most samples for each candidate, at least 1.
    pub samples: u32,
    /// Plies after the candidate, at least 1; once the bag is empty, games are played to their end.
    pub plies: u32,
    /// What candidates are ranked by.
    pub value: Value,
    /// The weight of a candidate's static value, in samples.
    pub prior: u32,
    /// The probability, between 0 and 1, of dropping a candidate before its time that is better than the best so
    /// far, by more than a fifth of a per cent of the games or a tenth of a point. With 0 none is dropped.
    pub risk: f64,
    /// Seed of all samples; each is derived from it by its number.
    pub seed: Seed,
    /// Whether all threads of the current rayon pool take part; the result is the same without.
    pub parallel: bool,
}

impl Simulation {
    /// Simulates the candidates of a position. The result does not depend on the number of threads. Takes
    /// about 40 microseconds for each candidate, sample and ply.
    #[must_use]
    pub fn run(
        &self,
        position: &Position<'_>,
        candidates: Vec<Candidate>,
        inference: Option<&Inference>,
    ) -> Simulated {
        let tried = |candidate| Tried::new(position, candidate, self.value, self.prior);
        let mut open: Vec<Tried> = candidates.into_iter().map(tried).collect();
        let mut dropped = Vec::new();
        // without chance one sample says everything
        let samples = if position.bag() == 0 { 1 } else { self.samples };
        let looks = looks(samples);
        let dropping = Dropping::new(self.risk, looks.len(), open.len(), self.value.margin());
        let mut rolls = Rolls { simulation: self, position, inference, done: 0 };
        for (index, &look) in looks.iter().enumerate() {
            if open.len() < 2 && index > 0 {
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

/// The plays that a [`shortlist`] chooses among where time allows: the one that wins is often far down the list by equity.
pub const SCREENED: usize = 200;

/// The samples of a [`shortlist`] for each play.
const SCREENING: u32 = 60;

/// The `count` moves that most probably win, best first, by a quick simulation of `plays` plays, the best by equity; all
/// moves, by equity, if there are no more. With the last tiles in the bag up to ten milliseconds for each play.
#[must_use]
pub fn shortlist(
    position: &Position<'_>,
    generator: &mut Generator,
    (plays, count): (usize, usize),
    seed: Seed,
) -> Vec<Candidate> {
    let samples = SCREENING;
    let found = candidates(position, generator, plays.max(count));
    if found.len() <= count {
        return found;
    }
    let (value, plies, prior, risk) = (Value::Win, 2, 0, 0.25);
    let simulation = Simulation { samples, plies, value, prior, risk, seed, parallel: false };
    let simulated = simulation.run(position, found, None);
    simulated.candidates().iter().take(count).map(|tried| tried.candidate.clone()).collect()
}

/// The rollouts of a simulation.
struct Rolls<'a> {
    simulation: &'a Simulation,
    position: &'a Position<'a>,
    inference: Option<&'a Inference>,
    /// Samples played.
    done: u32,
}

impl Rolls<'_> {
    /// Plays all candidates out up to this number of samples. They are added in the order of their numbers.
    fn up_to(&mut self, look: u32, open: &mut [Tried]) {
        let Rolls { simulation, position, inference, done } = *self;
        let shared = &*open;
        let played = |roller: &mut Roller<'_>, number: u32| -> Vec<Rolled> {
            checkpoint();
            let sample = Sample::draw(position, inference, simulation.seed, number);
            shared.iter().map(|tried| roller.roll(&tried.candidate, &sample)).collect()
        };
        let roller = || Roller::new(position, simulation.plies);
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
