//! `simulation`: looks two plies ahead with sampled racks.
//!
//! The candidates are the best few plays by `equity`, and the best exchange if it ranks among them. In each
//! sample the unseen tiles are dealt to the opponent and the bag, the opponent answers with its best play by
//! equity, and the player makes its best play in turn. A candidate's value is its score, minus the score and
//! leave of the answer, plus the score and leave of the player's next play, averaged over the samples. All
//! candidates are tried with the same samples, and a candidate that falls behind the best by more than chance
//! explains is dropped. With few tiles in the bag every deal can be tried instead (`preendgame`), for the
//! most wins; by default this is off, as it costs twenty times a usual decision. Once the bag is empty, the
//! endgame is searched.
//!
//! Source of the method: B. Sheppard, "World-championship-caliber Scrabble", Artificial Intelligence 134
//! (2002).

use std::sync::Arc;

use crate::board::{Board, RACK, Rack, Tile};
use crate::endgame::Endgame;
use crate::players::choosing::{
    endgame_move, endgame_parameter, leave_value, play_or_exchange, preendgame_move,
};
use crate::plays::{Equity, Generator, LeaveValue, Leaves, Ranked, Top, Valuation};
use crate::preendgame::PreEndgame;
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

#[derive(Clone, Copy)]
struct Simulation {
    plays: usize,
    samples: usize,
    endgame: u32,
    /// Tiles in the bag from which the pre-endgame is analysed.
    preendgame: usize,
    /// Positions expanded by that analysis.
    preendgame_nodes: u32,
}

impl Tunable<Scrabble> for Simulation {
    const DEFAULT: Simulation = Simulation {
        plays: 8,
        samples: 60,
        endgame: 2000,
        preendgame: 0,
        preendgame_nodes: 20_000,
    };
    const PARAMS: &'static [Param<Simulation>] = &[
        Param::integer("plays", [2, 100], "plays that are tried", field!(plays))
            .unit("plays")
            .costing_time(),
        Param::integer("samples", [1, 100_000], "most samples for each play", field!(samples))
            .unit("samples")
            .costing_time(),
        endgame_parameter(field!(endgame)),
        Param::integer(
            "preendgame",
            [0, 4],
            "tiles in the bag from which all deals are tried (0: never)",
            field!(preendgame),
        )
        .unit("tiles"),
        Param::integer(
            "preendgame_nodes",
            [0, 10_000_000],
            "positions that an analysis of all deals may expand",
            field!(preendgame_nodes),
        )
        .unit("positions")
        .costing_time(),
    ];

    fn strategy(self, _: &Arc<Scrabble>) -> Arc<dyn Strategy<Scrabble>> {
        per_seat(move |_, _| SimulationPlayer {
            params: self,
            generator: Generator::new(),
            plays: Top::new(self.plays),
            endgame: Endgame::new(),
            preendgame: PreEndgame::new(),
        })
    }
}

struct SimulationPlayer {
    params: Simulation,
    generator: Generator,
    plays: Top,
    endgame: Endgame,
    preendgame: PreEndgame,
}

impl Player<Scrabble> for SimulationPlayer {
    fn choose(&mut self, view: &View<'_>, rng: &mut Rng) -> Result<Move, Fault<Move>> {
        let nodes = self.params.endgame;
        if view.bag() == 0 && nodes > 0 {
            return Ok(endgame_move(&mut self.endgame, view, nodes));
        }
        if (1..=self.params.preendgame).contains(&view.bag()) {
            let nodes = self.params.preendgame_nodes;
            return Ok(preendgame_move(&mut self.preendgame, view, nodes));
        }
        let value = leave_value(view, Leaves::shipped());
        self.plays.clear();
        let (lexicon, board, rack) = (view.game().lexicon(), view.board(), view.rack());
        self.generator.search(lexicon, board, rack, &value, &mut self.plays);
        let best = play_or_exchange(&self.generator, view, self.plays.plays().first().copied());
        let mut options = self.options(view, best);
        if view.bag() == 0 || options.len() < 2 {
            return Ok(best);
        }
        let mut trial = Trial::new(view, &mut self.generator);
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
            options.push(Tried::exchange(view, given));
        }
        options
    }
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

    fn exchange(view: &View<'_>, given: Rack) -> Tried {
        let (board, kept) = (view.board().clone(), view.rack().without(&given));
        let equity = leave_value(view, Leaves::shipped()).of_rack(&kept);
        Tried { choice: Move::Exchange(given), score: 0, equity, board, kept, worth: Vec::new() }
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
}

impl<'a> Trial<'a> {
    fn new(view: &View<'a>, generator: &'a mut Generator) -> Trial<'a> {
        Trial { lexicon: view.game().lexicon(), generator, board: view.board().clone() }
    }

    /// The value of a candidate in this sample.
    fn worth(&mut self, option: &Tried, sample: &Sample) -> Equity {
        let mut bag = sample.bag.iter();
        let own = filled(option.kept, &mut bag);
        let mut worth = Equity::points(option.score);
        let value = value(bag.len(), &own);
        let answer = self.best(&option.board, &sample.other, &value);
        let Some(answer) = answer else {
            let after = self.best(&option.board, &own, &self::value(bag.len(), &sample.other));
            return worth + after.map_or(Equity::ZERO, |after| after.equity);
        };
        worth = worth - answer.equity;
        let other = filled(sample.other.without(&answer.play.tiles()), &mut bag);
        if other.is_empty() {
            return worth;
        }
        self.board.clone_from(&option.board);
        self.board.lay(self.lexicon, &answer.play);
        let value = self::value(bag.len(), &other);
        let Trial { lexicon, generator, board } = self;
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
fn value(bag: usize, other: &Rack) -> LeaveValue<'static> {
    LeaveValue::at(Leaves::shipped(), bag, false, || *other)
}
