//! Learns leave values from scratch, from games of the program against itself.
//!
//! A round plays games with the values of the previous round, the first with zeros. After every turn some of
//! the leaves that the mover might as well have chosen are filled up from the unseen tiles, and the best play
//! of each such rack is found on the board as it is. The differences between leaves on the same board give
//! their values: a least-squares fit of 27 numbers for tiles and 378 for pairs, with a level for each board
//! ([`GroupedLeastSquares`]). All rounds but the last only steer the games of the next one, so fewer games
//! are enough for them.

use std::num::NonZeroU32;
use std::sync::Arc;

use arrayvec::ArrayVec;
use rayon::prelude::*;
use thiserror::Error;

use crate::board::{Distribution, RACK, Rack, Tile};
use crate::players::choosing::{leave_value, play_or_exchange};
use crate::plays::{Equity, Generator, LeaveValue, Leaves, Top};
use crate::rules::{Move, Scrabble, View};
use lettergame_base::{Branch, Rng, Seat, Seed};
use lettergame_game::{Table, Turn};
use lettergame_stats::GroupedLeastSquares;

/// Rounds of playing and fitting, each with its share of the games in tenths.
const ROUNDS: [u32; 3] = [1, 2, 7];

/// Leaves tried at each turn.
const TRIED: usize = 6;

/// They come from this many of the best plays; one more is a random part of the rack.
const PLAYS: usize = 8;

/// Each number of the model is shrunk towards 0 as by this many measurements.
const PRIOR: f64 = 20.0;

/// Games that are played and summed together, independent of the number of threads.
const BLOCK: u32 = 32;

/// How leave values are trained.
#[derive(Clone, Copy, Debug)]
pub struct LeaveTraining {
    /// Games in all rounds together.
    pub games: NonZeroU32,
    /// Seed of all random choices.
    pub seed: Seed,
}

/// The result of one round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeaveFit {
    /// The round, from 1.
    pub round: usize,
    /// The number of rounds.
    pub rounds: usize,
    /// Games of the round.
    pub games: u32,
    /// Leaves tried.
    pub observations: u64,
    /// The mean score per player and game.
    pub mean_score: f64,
}

/// Why there are no values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LeaveFitError {
    /// The games do not determine them.
    #[error("{games} games are too few to fit the values of tiles")]
    TooFew {
        /// How many games there were.
        games: u32,
    },
}

/// Trains the leave values that `equity` uses; as CSV a build reads them from `data/scrabble-leaves.csv`.
///
/// The result depends only on the settings and the lexicon, to the last byte: not on the values shipped with
/// the program, nor on the threads of the current rayon pool, all of which are used. `told` is called after
/// each fit. A game takes about 6 ms on one thread; memory is a few megabytes per thread.
///
/// # Errors
/// [`LeaveFitError`] if there are too few games.
pub fn fit_leaves(
    training: &LeaveTraining,
    game: &Arc<Scrabble>,
    mut told: impl FnMut(&LeaveFit),
) -> Result<Leaves, LeaveFitError> {
    let distribution = game.layout().distribution();
    let mut leaves = Leaves::from_parameters(distribution, &[]);
    let total: u32 = ROUNDS.iter().sum();
    for (index, share) in ROUNDS.into_iter().enumerate() {
        let games = (u64::from(training.games.get()) * u64::from(share)).div_ceil(total.into());
        let seed = training.seed.derive(Branch::Deal, index as u64);
        let sums = played(game, &leaves, seed, games as u32);
        let too_few = LeaveFitError::TooFew { games: training.games.get() };
        leaves =
            sums.tried.solve(PRIOR).and_then(|worth| model(distribution, &worth)).ok_or(too_few)?;
        told(&LeaveFit {
            round: index + 1,
            rounds: ROUNDS.len(),
            games: games as u32,
            observations: sums.tried.groups() * TRIED as u64,
            mean_score: sums.points as f64 / (2 * games) as f64,
        });
    }
    Ok(leaves)
}

/// The model of these numbers in thousandths of a point, `None` if one of them is out of bounds.
fn model(distribution: &Distribution, worth: &[f64]) -> Option<Leaves> {
    let parameter = |worth: &f64| (worth.abs() < 1e6).then(|| Equity(worth.round() as i32));
    let parameters: Vec<Equity> = worth.iter().map(parameter).collect::<Option<_>>()?;
    Some(Leaves::from_parameters(distribution, &parameters))
}

/// The sums over some games.
struct Sums {
    tried: GroupedLeastSquares,
    points: i64,
}

impl Sums {
    fn new(letters: usize) -> Sums {
        Sums { tried: GroupedLeastSquares::new(Leaves::parameters(letters), TRIED), points: 0 }
    }

    fn merge(self, other: &Sums) -> Sums {
        Sums { tried: self.tried.merge(&other.tried), points: self.points + other.points }
    }
}

/// Plays `games` games with these values. All sums are of whole numbers, so the split into threads does not
/// matter.
fn played(game: &Arc<Scrabble>, leaves: &Leaves, seed: Seed, games: u32) -> Sums {
    let block = |mut sums: Sums, index: u32| {
        let mut trial = Trial::new(game, leaves);
        for number in index * BLOCK..games.min((index + 1) * BLOCK) {
            trial.play(seed.derive(Branch::Deal, number.into()), &mut sums);
        }
        sums
    };
    let blocks = (0..games.div_ceil(BLOCK)).into_par_iter();
    let letters = game.lexicon().alphabet().len();
    let new = || Sums::new(letters);
    blocks.fold(new, block).reduce(new, |all, part| all.merge(&part))
}

/// Plays games and tries leaves.
struct Trial<'a> {
    game: &'a Arc<Scrabble>,
    leaves: &'a Leaves,
    generator: Generator,
    plays: Top,
}

impl<'a> Trial<'a> {
    fn new(game: &'a Arc<Scrabble>, leaves: &'a Leaves) -> Trial<'a> {
        Trial { game, leaves, generator: Generator::new(), plays: Top::new(PLAYS) }
    }

    fn play(&mut self, deal: Seed, sums: &mut Sums) {
        let mut whims = deal.stream(Seat::FIRST);
        let mut table =
            Table::new(Arc::clone(self.game), 2, deal).unwrap_or_else(|error| panic!("{error}"));
        while table.turn() != Turn::Over {
            table.step(|_, view| Ok(self.turn(view, &mut whims, &mut sums.tried)));
        }
        sums.points +=
            table.outcome().points.values().map(|points| i64::from(points.0)).sum::<i64>();
    }

    /// Chooses the move, and tries leaves as long as the bag is full enough.
    fn turn(&mut self, view: &View<'_>, whims: &mut Rng, tried: &mut GroupedLeastSquares) -> Move {
        let value = leave_value(view, self.leaves);
        self.plays.clear();
        let (lexicon, board, rack) = (view.game().lexicon(), view.board(), view.rack());
        self.generator.search(lexicon, board, rack, &value, &mut self.plays);
        let choice = play_or_exchange(&self.generator, view, self.plays.plays().first().copied());
        if view.may_exchange() && !self.plays.plays().is_empty() {
            let group: [(Vec<usize>, i64); TRIED] =
                std::array::from_fn(|index| self.try_out(view, index, whims));
            tried.add(&group);
        }
        choice
    }

    /// The features of a leave, and the value of the best move with it and other tiles.
    fn try_out(&mut self, view: &View<'_>, index: usize, whims: &mut Rng) -> (Vec<usize>, i64) {
        let kept =
            if index == 0 { any_part(view.rack(), whims) } else { self.any_leave(view, whims) };
        let mut rack = Rack::of(view.rack().distribution(), kept.iter().copied());
        let mut unseen: Vec<Tile> = view.unseen().iter().collect();
        let wanted = RACK - rack.len();
        whims.shuffle_front(&mut unseen, wanted);
        unseen[..wanted].iter().for_each(|&tile| rack.add(tile));
        let value = LeaveValue::Model { leaves: self.leaves, opening: view.board().opening() };
        let best = self.generator.best(view.game().lexicon(), view.board(), &rack, &value);
        let exchange = self.generator.best_to_keep().1;
        let worth = best.map_or(exchange, |best| best.equity.max(exchange));
        let letters = view.game().lexicon().alphabet().len();
        (Leaves::features(letters, &kept).collect(), worth.0.into())
    }

    /// The leave of one of the best plays.
    fn any_leave(&self, view: &View<'_>, whims: &mut Rng) -> ArrayVec<Tile, RACK> {
        let plays = self.plays.plays();
        let play = plays[whims.below(plays.len() as u32) as usize].play;
        play.kept(view.rack()).iter().collect()
    }
}

/// A random proper part of a rack, each size equally likely.
fn any_part(rack: &Rack, whims: &mut Rng) -> ArrayVec<Tile, RACK> {
    let mut tiles: ArrayVec<Tile, RACK> = rack.iter().collect();
    let count = whims.below(RACK as u32) as usize;
    whims.shuffle_front(&mut tiles, count);
    tiles.truncate(count);
    tiles.sort_unstable();
    tiles
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;
    use std::sync::Arc;

    use super::{LeaveTraining, any_part, fit_leaves};
    use crate::board::Rack;
    use crate::plays::Leaves;
    use crate::rules::{Scrabble, ScrabbleRules};
    use lettergame_base::Seed;
    use lettergame_words::Lexicon;

    #[test]
    fn training_depends_only_on_its_seed() {
        let lexicon = Arc::new(Lexicon::shipped());
        let game = Arc::new(Scrabble::new(ScrabbleRules::standard(), lexicon));
        let fit = |seed, threads| {
            let training = LeaveTraining { games: NonZeroU32::new(40).unwrap(), seed: Seed(seed) };
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut scores = Vec::new();
            let told = |fit: &super::LeaveFit| scores.push(fit.mean_score);
            let leaves = pool.install(|| fit_leaves(&training, &game, told)).unwrap();
            (leaves.to_csv(), scores)
        };
        let (one, scores) = fit(1, 1);
        assert_eq!((&one, &scores), (&fit(1, 3).0, &fit(1, 3).1));
        assert_ne!(one, fit(2, 2).0);
        assert!(Leaves::parse(&one).is_ok());
        assert!(scores.len() == 3 && scores.iter().all(|score| (300.0..550.0).contains(score)));
    }

    #[test]
    fn sub_racks_are_subsets_of_the_rack() {
        let rack: Rack = "AAEQST?".parse().unwrap();
        let mut whims = Seed(1).rng();
        let mut sizes = [0; 8];
        for _ in 0..700 {
            let part = any_part(&rack, &mut whims);
            sizes[part.len()] += 1;
            assert!(part.is_sorted() && rack.minus(&Rack::of(rack.distribution(), part)).is_some());
        }
        assert!(sizes[..7].iter().all(|&count| count > 60) && sizes[7] == 0, "{sizes:?}");
    }
}
