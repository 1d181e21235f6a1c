//! `simulation`: looks two plies ahead with sampled racks.
//!
//! The candidates are the best few plays by `equity`, and the best exchange if it ranks among them. In each
//! sample the unseen tiles are dealt to the opponent and the bag, the opponent answers with its best play by
//! equity, and the player makes its best play in turn. A candidate's value is its score, minus the score and
//! leave of the answer, plus the score and leave of the player's next play, averaged over the samples. All
//! candidates are tried with the same samples, and a candidate that falls behind the best by more than chance
//! explains is dropped. Once the bag is empty nothing has to be sampled, and the endgame is searched.
//!
//! Source of the method: B. Sheppard, "World-championship-caliber Scrabble", Artificial Intelligence 134
//! (2002).

use std::sync::Arc;

use crate::board::{Board, RACK, Rack, Tile};
use crate::endgame::Endgame;
use crate::players::choosing::{
    endgame_move, endgame_parameter, leave_value, leaves_parameter, play_or_exchange, read_leaves,
};
use crate::plays::{Equity, Generator, LeaveValue, Leaves, Ranked, Top, Valuation};
use crate::rules::{Move, Scrabble, View};
use lettergame_core::base::{Rng, checkpoint};
use lettergame_core::field;
use lettergame_core::game::{Fault, Param, Player, Roster, Strategy, Tunable, per_seat};
use lettergame_core::lexicon::Lexicon;

pub(super) const ENTRY: Roster<Scrabble> = Roster::tunable::<Simulation>(
    "simulation",
    "tries its best plays against sampled racks, two plies deep",
);

/// Samples between two checks for candidates that have fallen behind.
const LOOK_EVERY: usize = 6;

/// The weight of a candidate's equity before any sample, in samples.
const PRIOR: i64 = 25;

/// A candidate has fallen behind when the best one leads by this many standard errors.
const BEHIND: f64 = 2.0;

#[derive(Clone)]
struct Simulation {
    plays: usize,
    samples: usize,
    endgame: u32,
    /// Leave values other than the shipped ones.
    leaves: Option<Arc<Leaves>>,
}

impl Simulation {
    fn leaves(&self) -> &Leaves {
        self.leaves.as_deref().unwrap_or(Leaves::shipped())
    }
}

impl Tunable<Scrabble> for Simulation {
    const DEFAULT: Simulation = Simulation { plays: 8, samples: 60, endgame: 2000, leaves: None };
    const PARAMS: &'static [Param<Simulation>] = &[
        Param::integer("plays", [2, 100], "plays that are tried", field!(plays))
            .unit("plays")
            .costing_time(),
        Param::integer("samples", [1, 100_000], "most samples for each play", field!(samples))
            .unit("samples")
            .costing_time(),
        endgame_parameter(field!(endgame)),
        leaves_parameter(|simulation, content| {
            simulation.leaves = Some(read_leaves(content)?);
            Ok(())
        }),
    ];

    fn strategy(self, _: &Arc<Scrabble>) -> Arc<dyn Strategy<Scrabble>> {
        per_seat(move |_, _| SimulationPlayer {
            generator: Generator::new(),
            plays: Top::new(self.plays),
            params: self.clone(),
            endgame: Endgame::new(),
        })
    }
}

struct SimulationPlayer {
    params: Simulation,
    generator: Generator,
    plays: Top,
    endgame: Endgame,
}

impl Player<Scrabble> for SimulationPlayer {
    fn choose(&mut self, view: &View<'_>, rng: &mut Rng) -> Result<Move, Fault<Move>> {
        let nodes = self.params.endgame;
        if view.bag() == 0 && nodes > 0 {
            return Ok(endgame_move(&mut self.endgame, view, nodes));
        }
        let value = leave_value(view, self.params.leaves());
        self.plays.clear();
        let (lexicon, board, rack) = (view.game().lexicon(), view.board(), view.rack());
        self.generator.search(lexicon, board, rack, &value, &mut self.plays);
        let best = play_or_exchange(&self.generator, view, self.plays.plays().first().copied());
        let mut options = self.options(view, best);
        if view.bag() == 0 || options.len() < 2 {
            return Ok(best);
        }
        let mut trial = Trial::new(view, &mut self.generator, self.params.leaves());
        for sample in 0..self.params.samples {
            checkpoint();
            let deal = Sample::draw(view, rng);
            options.iter_mut().for_each(|option| option.worth.push(trial.worth(option, &deal)));
            if (sample + 1) % LOOK_EVERY == 0 {
                drop_behind(&mut options);
            }
            if options.len() == 1 {
                break;
            }
        }
        Ok(options.iter().max_by_key(|option| option.sum()).map_or(best, |option| option.choice))
    }
}

impl SimulationPlayer {
    /// The candidates, worst first, so that of equal ones the better is found last.
    fn options(&self, view: &View<'_>, best: Move) -> Vec<Tried> {
        let plays = self.plays.plays().iter().rev();
        let mut options: Vec<Tried> = plays.map(|play| Tried::play(view, play)).collect();
        if let Move::Exchange(given) = best {
            options.push(Tried::exchange(view, given, self.params.leaves()));
        }
        options
    }
}

/// The value of each choice, a move with its score, in each of `samples` deals of the unseen tiles: its score,
/// less the answer, plus the next play, as this player sees them. All choices are tried with the same deals; a
/// choice need not be legal. About 0.1 milliseconds for each value.
#[must_use]
pub fn sampled_values(
    view: &View<'_>,
    choices: &[(Move, i32)],
    samples: usize,
    leaves: &Leaves,
    rng: &mut Rng,
) -> Vec<Vec<Equity>> {
    let mut generator = Generator::new();
    let mut trial = Trial::new(view, &mut generator, leaves);
    let mut options: Vec<Tried> =
        choices.iter().map(|&(choice, score)| Tried::any(view, choice, score)).collect();
    for _ in 0..samples {
        checkpoint();
        let deal = Sample::draw(view, rng);
        options.iter_mut().for_each(|option| option.worth.push(trial.worth(option, &deal)));
    }
    options.into_iter().map(|option| option.worth).collect()
}

/// A candidate.
struct Tried {
    choice: Move,
    score: i32,
    /// Its value before any sample.
    equity: Equity,
    /// The board after it.
    board: Board,
    /// The player's tiles after it, before drawing.
    kept: Rack,
    /// Its value in each sample.
    worth: Vec<Equity>,
}

impl Tried {
    fn play(view: &View<'_>, ranked: &Ranked) -> Tried {
        let mut board = view.board().clone();
        board.lay(view.game().lexicon(), &ranked.play);
        let kept = view.rack().without(&ranked.play.tiles());
        let (choice, score, equity) = (Move::Play(ranked.play), ranked.score, ranked.equity);
        Tried { choice, score, equity, board, kept, worth: Vec::new() }
    }

    fn exchange(view: &View<'_>, given: Rack, leaves: &Leaves) -> Tried {
        let (board, kept) = (view.board().clone(), view.rack().without(&given));
        let equity = leave_value(view, leaves).of_rack(&kept);
        Tried { choice: Move::Exchange(given), score: 0, equity, board, kept, worth: Vec::new() }
    }

    /// Any move, whose equity does not matter.
    fn any(view: &View<'_>, choice: Move, score: i32) -> Tried {
        let (mut board, rack) = (view.board().clone(), view.rack());
        let kept = match &choice {
            Move::Play(play) => {
                board.lay(view.game().lexicon(), play);
                rack.without(&play.tiles())
            }
            Move::Exchange(given) => rack.without(given),
            Move::Pass => *rack,
        };
        Tried { choice, score, equity: Equity::ZERO, board, kept, worth: Vec::new() }
    }

    /// The sum over the samples, with the prior.
    fn sum(&self) -> i64 {
        let before = PRIOR * i64::from(self.equity.0);
        before + self.worth.iter().map(|worth| i64::from(worth.0)).sum::<i64>()
    }

    /// Whether the other one is better by more than chance explains. Both were tried with the same samples.
    fn is_behind(&self, other: &Tried) -> bool {
        let count = self.worth.len() as f64;
        let leads = other.worth.iter().zip(&self.worth).map(|(one, own)| f64::from(one.0 - own.0));
        let mean = leads.clone().sum::<f64>() / count;
        let squares: f64 = leads.map(|lead| (lead - mean) * (lead - mean)).sum();
        let lead = (other.sum() - self.sum()) as f64 / (count + PRIOR as f64);
        lead > BEHIND * (squares / (count * (count - 1.0))).sqrt()
    }
}

/// Drops the candidates that have fallen behind.
fn drop_behind(options: &mut Vec<Tried>) {
    let leader = (0..options.len()).max_by_key(|&index| options[index].sum());
    let Some(leader) = leader.map(|index| options.swap_remove(index)) else { return };
    options.retain(|option| !option.is_behind(&leader));
    options.push(leader);
}

/// A random deal of the unseen tiles.
struct Sample {
    other: Rack,
    /// In the order in which they are drawn.
    bag: Vec<Tile>,
}

impl Sample {
    fn draw(view: &View<'_>, rng: &mut Rng) -> Sample {
        let mut tiles: Vec<Tile> = view.unseen().iter().collect();
        let count = tiles.len();
        rng.shuffle_front(&mut tiles, count);
        let bag = tiles.split_off(view.other_rack().min(count));
        Sample { other: tiles.into_iter().collect(), bag }
    }
}

/// Plays samples out.
struct Trial<'a> {
    lexicon: &'a Lexicon,
    generator: &'a mut Generator,
    /// A board to play on.
    board: Board,
    leaves: &'a Leaves,
}

impl<'a> Trial<'a> {
    fn new(view: &View<'a>, generator: &'a mut Generator, leaves: &'a Leaves) -> Trial<'a> {
        Trial { lexicon: view.game().lexicon(), generator, board: view.board().clone(), leaves }
    }

    /// The value of a candidate in this sample.
    fn worth(&mut self, option: &Tried, sample: &Sample) -> Equity {
        let mut bag = sample.bag.iter();
        let own = filled(option.kept, &mut bag);
        let mut worth = Equity::points(option.score);
        let value = value(self.leaves, bag.len(), &own);
        let answer = self.best(&option.board, &sample.other, &value);
        let Some(answer) = answer else {
            let value = self::value(self.leaves, bag.len(), &sample.other);
            let after = self.best(&option.board, &own, &value);
            return worth + after.map_or(Equity::ZERO, |after| after.equity);
        };
        worth = worth - answer.equity;
        let other = filled(sample.other.without(&answer.play.tiles()), &mut bag);
        if other.is_empty() {
            return worth;
        }
        self.board.clone_from(&option.board);
        self.board.lay(self.lexicon, &answer.play);
        let value = self::value(self.leaves, bag.len(), &other);
        let Trial { lexicon, generator, board, .. } = self;
        let after = generator.best(lexicon, board, &own, &value).map(|after| after.equity);
        worth + after.unwrap_or_else(|| value.of_rack(&own))
    }

    fn best(&mut self, board: &Board, rack: &Rack, value: &LeaveValue<'_>) -> Option<Ranked> {
        self.generator.best(self.lexicon, board, rack, value)
    }
}

/// A rack filled up from the bag.
fn filled<'a>(mut rack: Rack, bag: &mut impl Iterator<Item = &'a Tile>) -> Rack {
    let wanted = RACK - rack.len();
    bag.take(wanted).for_each(|&tile| rack.add(tile));
    rack
}

/// The valuation of leaves with this many tiles in the bag and this rack of the opponent.
fn value<'a>(leaves: &'a Leaves, bag: usize, other: &Rack) -> LeaveValue<'a> {
    LeaveValue::at(leaves, bag, false, || *other)
}
