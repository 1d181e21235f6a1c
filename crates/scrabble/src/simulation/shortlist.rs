//! How many moves a simulation compares, and which ones a slower search does.

use crate::board::RACK;
use crate::plays::Generator;
use crate::simulation::{Simulation, Value, WinChance};
use crate::situation::{Candidate, Situation, candidates};
use lettergame_base::Seed;

/// How many plays are tried.
///
/// With the last tiles in the bag, the draws and the endgame decide. Static equity says little about them: the
/// best play is often beyond the 25th by equity, and a wrong choice may lose a game that was won. In 154 such
/// positions of games against `equity`, the choice among 200 plays won 1.7 of 100 games more than that among 25.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breadth {
    /// With more than [`LAST_TILES`] tiles in the bag.
    pub plays: usize,
    /// With at most that many.
    pub last: usize,
}

/// The tiles in the bag from which more plays are tried.
pub const LAST_TILES: usize = RACK;

impl Breadth {
    /// The number of plays with this many tiles in the bag.
    #[must_use]
    pub fn of(&self, bag: usize) -> usize {
        if bag > LAST_TILES { self.plays } else { self.last }
    }
}

/// The plays that a [`shortlist`] chooses among where time allows: the one that wins is often far down the list by equity.
pub const SCREENED: usize = 200;

/// The samples of a [`shortlist`] for each play.
const SCREENING: u32 = 60;

/// The `count` moves that most probably win, best first, by a quick simulation of `plays` plays, the best by equity; all
/// moves, by equity, if there are no more. With the last tiles in the bag up to ten milliseconds for each play.
#[must_use]
pub fn shortlist(
    at: &Situation<'_>,
    generator: &mut Generator,
    (plays, count): (usize, usize),
    win: &WinChance,
    seed: Seed,
) -> Vec<Candidate> {
    let found = candidates(at, generator, plays.max(count));
    if found.len() <= count {
        return found;
    }
    let simulation = Simulation {
        samples: SCREENING,
        time: None,
        plies: 2,
        value: Value::Win,
        win,
        prior: 0,
        risk: 0.25,
        seed,
        parallel: false,
    };
    let simulated = simulation.run(at, &found, None);
    simulated.candidates().iter().take(count).map(|tried| tried.candidate).collect()
}
