//! Learns the probability of winning from games of `equity` against itself.
//!
//! Every turn is an observation: the number of tiles that the player to move does not see, its lead (with the
//! value of the tiles that both kept on their last turns, as long as the bag is not empty), and its lead at
//! the end. Mean and standard deviation of the change are smoothed over the number of tiles by locally linear
//! regression with a triangular kernel, which is a tenth of that number wide: they change fast only at the
//! end of a game (W. S. Cleveland, "Robust locally weighted regression and smoothing scatterplots", Journal
//! of the American Statistical Association 74, 1979, without the robustness). Further games, which were not
//! used for the fit, measure the calibration.

use std::num::NonZeroU32;
use std::sync::Arc;

use rayon::prelude::*;
use thiserror::Error;

use crate::players::choosing::{leave_value, leaves_or_usual};
use crate::players::equity::EquityPlayer;
use crate::plays::{Equity, Valuation};
use crate::rules::{Move, Scrabble, View};
use crate::simulation::{LeadChange, MAX_UNSEEN, WinChance, won};
use lettergame_base::{Branch, Seat, Seed};
use lettergame_game::{Player, Table, Turn};

/// Games that are played and summed together, independent of the number of threads.
const BLOCK: u32 = 32;

/// One more game for the calibration for this many games of the fit.
const FIT_GAMES_PER_CHECK: u32 = 4;

/// The fewest observations for the figures of one number of tiles, with its neighbours.
const FEWEST: u64 = 200;

/// Classes of the calibration, of equal width in probability.
pub const WIN_CLASSES: usize = 10;

/// How the model is trained.
#[derive(Clone, Copy, Debug)]
pub struct WinTraining {
    /// Games of the fit; a quarter as many more measure the calibration.
    pub games: NonZeroU32,
    /// Seed of all random choices.
    pub seed: Seed,
}

/// How well a model predicts games that it was not fitted to.
#[derive(Clone, Debug, PartialEq)]
pub struct WinFit {
    /// Games of the fit.
    pub games: u32,
    /// Games of the check.
    pub checked: u32,
    /// Turns in the games of the check.
    pub turns: u64,
    /// The mean squared difference of prediction and result (G. W. Brier, 1950): 0 is perfect, 0.25 is that
    /// of always predicting a half.
    pub brier: f64,
    /// Predictions below 0.1, below 0.2, and so on.
    pub classes: [WinClass; WIN_CLASSES],
}

/// The turns with predictions in one class.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WinClass {
    /// The number of turns.
    pub turns: u64,
    /// The mean prediction.
    pub predicted: f64,
    /// The share of wins, draws counting half.
    pub actual: f64,
}

/// Why there is no model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum WinFitError {
    /// The games do not determine it.
    #[error("{games} games are too few to fit the probability of winning")]
    TooFew {
        /// How many games there were.
        games: u32,
    },
}

/// Trains the probability of winning that `simulation` uses, and returns it as the CSV that a build reads
/// from `data/scrabble-win.csv`: `unseen,mean,deviation`, in points.
///
/// The result depends only on the settings, the game and the leave values shipped with the program, to the
/// last byte: not on the threads of the current rayon pool, all of which are used. `told` is called at the
/// end. A game takes about 2 ms on one thread; memory is a few megabytes per thread.
///
/// # Errors
/// [`WinFitError`] if there are too few games.
pub fn fit_win_chance(
    training: &WinTraining,
    game: &Arc<Scrabble>,
    told: impl FnOnce(&WinFit),
) -> Result<String, WinFitError> {
    let games = training.games.get();
    let played = Games { game, seed: training.seed };
    let sums = played.sum(0..games, Changes::add);
    let model = sums.model().ok_or(WinFitError::TooFew { games })?;
    let checked = games.div_ceil(FIT_GAMES_PER_CHECK);
    let check = played.sum(games..games.saturating_add(checked), |check: &mut Check, turn| {
        check.add(&model, turn);
    });
    told(&check.fit(games, checked));
    Ok(model.to_csv())
}

/// A turn, for the player to move.
struct Observation {
    /// Tiles that it does not see.
    unseen: usize,
    /// Its lead, with the leaves.
    lead: Equity,
    /// Its lead at the end.
    last: Equity,
}

/// Sums of whole numbers, so the split into threads does not matter.
trait Sums: Default + Send {
    fn merge(&mut self, other: &Self);
}

/// Plays games by number.
struct Games<'a> {
    game: &'a Arc<Scrabble>,
    seed: Seed,
}

impl Games<'_> {
    fn sum<S: Sums>(
        &self,
        numbers: std::ops::Range<u32>,
        add: impl Fn(&mut S, &Observation) + Sync,
    ) -> S {
        let blocks = numbers.len().div_ceil(BLOCK as usize) as u32;
        let block = |mut sums: S, index: u32| {
            let mut player = EquityPlayer::default();
            let first = numbers.start + index * BLOCK;
            for number in first..numbers.end.min(first + BLOCK) {
                let turns = self.play(&mut player, number);
                turns.iter().for_each(|turn| add(&mut sums, turn));
            }
            sums
        };
        let merged = |mut all: S, part: S| {
            all.merge(&part);
            all
        };
        (0..blocks).into_par_iter().fold(S::default, block).reduce(S::default, merged)
    }

    fn play(&self, player: &mut EquityPlayer, number: u32) -> Vec<Observation> {
        let deal = self.seed.derive(Branch::Deal, number.into());
        let mut rng = deal.stream(Seat::FIRST);
        let mut table =
            Table::new(Arc::clone(self.game), 2, deal).unwrap_or_else(|error| panic!("{error}"));
        let mut leaves = [Equity::ZERO; 2];
        let mut turns = Vec::new();
        while table.turn() != Turn::Over {
            table.step(|seat, view| {
                turns.push((seat, view.unseen().len(), lead(view, &leaves)));
                let choice = player.choose(view, &mut rng)?;
                leaves[seat.index()] = leave(view, &choice);
                Ok(choice)
            });
        }
        let points = table.outcome().points;
        let observed = |(seat, unseen, lead): (Seat, usize, Equity)| {
            let last = Equity::points(points[seat].0 - points[seat.opponent()].0);
            Observation { unseen, lead, last }
        };
        turns.into_iter().map(observed).collect()
    }
}

/// The lead of the player to move, with the leaves of both seats.
fn lead(view: &View<'_>, leaves: &[Equity; 2]) -> Equity {
    let lead = Equity::points(view.lead());
    if view.bag() == 0 {
        return lead;
    }
    lead + leaves[view.seat().index()] - leaves[view.seat().opponent().index()]
}

/// The value of the tiles kept.
fn leave(view: &View<'_>, choice: &Move) -> Equity {
    leave_value(view, leaves_or_usual(None, view)).of_rack(&choice.kept(view.rack()))
}

/// Sums of the changes of the lead, in thousandths of a point, for each number of tiles unseen.
struct Changes([Change; MAX_UNSEEN]);

#[derive(Clone, Copy, Default)]
struct Change {
    count: u64,
    sum: i64,
    squares: i128,
}

impl Default for Changes {
    fn default() -> Changes {
        Changes([Change::default(); MAX_UNSEEN])
    }
}

impl Sums for Changes {
    fn merge(&mut self, other: &Changes) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            own.count += other.count;
            own.sum += other.sum;
            own.squares += other.squares;
        }
    }
}

impl Changes {
    fn add(&mut self, turn: &Observation) {
        let change = i64::from((turn.last - turn.lead).0);
        let Some(sums) = self.0.get_mut(turn.unseen - 1) else { return };
        sums.count += 1;
        sums.sum += change;
        sums.squares += i128::from(change) * i128::from(change);
    }

    /// `None` if there are too few observations.
    fn model(&self) -> Option<WinChance> {
        let figures = self.0.iter().enumerate().filter(|(_, change)| change.count > 1);
        let figures: Vec<Figures> = figures.map(|(index, change)| change.figures(index)).collect();
        let mut changes = [LeadChange { mean: Equity::ZERO, deviation: Equity::ZERO }; MAX_UNSEEN];
        for (index, change) in changes.iter_mut().enumerate() {
            let near = Figures::near(&figures, index)?;
            let mean = line_at(index, near.iter().map(|&(weight, of)| (of.at, weight, of.mean)));
            let variance =
                line_at(index, near.iter().map(|&(weight, of)| (of.at, weight, of.variance)));
            *change = LeadChange { mean: rounded(mean), deviation: rounded(variance.sqrt()) };
        }
        Some(WinChance::new(changes))
    }
}

impl Change {
    fn figures(&self, index: usize) -> Figures {
        let (count, sum) = (self.count as f64, self.sum as f64);
        let mean = sum / count;
        let variance = (self.squares as f64 - sum * mean) / (count - 1.0);
        Figures { at: index as f64, count: self.count, mean, variance }
    }
}

fn rounded(thousandths: f64) -> Equity {
    Equity(thousandths.round() as i32)
}

/// The figures of one number of tiles, before smoothing.
#[derive(Clone, Copy)]
struct Figures {
    at: f64,
    count: u64,
    mean: f64,
    variance: f64,
}

impl Figures {
    /// The figures that count at this place, with their weights. The kernel is widened until they rest on
    /// enough observations; `None` if all together do not.
    fn near(all: &[Figures], index: usize) -> Option<Vec<(f64, Figures)>> {
        (index / 10..=MAX_UNSEEN).find_map(|reach| {
            let weight = |of: &Figures| 1.0 - (of.at - index as f64).abs() / (reach as f64 + 1.0);
            let near: Vec<(f64, Figures)> =
                all.iter().map(|of| (weight(of) * of.count as f64, *of)).collect();
            let near: Vec<_> = near.into_iter().filter(|(weight, _)| *weight > 0.0).collect();
            (near.iter().map(|(_, of)| of.count).sum::<u64>() >= FEWEST).then_some(near)
        })
    }
}

/// The value there of the straight line through points `(x, weight, y)`; their mean if they are too close
/// together for a line.
fn line_at(index: usize, points: impl Iterator<Item = (f64, f64, f64)> + Clone) -> f64 {
    let total: f64 = points.clone().map(|(_, weight, _)| weight).sum();
    let mean = |of: &dyn Fn(f64, f64) -> f64| {
        points.clone().map(|(x, weight, y)| weight * of(x, y)).sum::<f64>() / total
    };
    let (x_mean, y_mean) = (mean(&|x, _| x), mean(&|_, y| y));
    let spread = mean(&|x, _| (x - x_mean) * (x - x_mean));
    if spread < 0.1 {
        return y_mean;
    }
    let slope = mean(&|x, y| (x - x_mean) * (y - y_mean)) / spread;
    y_mean + slope * (index as f64 - x_mean)
}

/// Predictions in millionths, squared errors in billionths, results in halves of a win.
#[derive(Default)]
struct Check {
    classes: [(u64, u64, u64); WIN_CLASSES],
    squares: u64,
}

impl Sums for Check {
    fn merge(&mut self, other: &Check) {
        for (own, other) in self.classes.iter_mut().zip(&other.classes) {
            *own = (own.0 + other.0, own.1 + other.1, own.2 + other.2);
        }
        self.squares += other.squares;
    }
}

impl Check {
    fn add(&mut self, model: &WinChance, turn: &Observation) {
        let predicted = model.of(turn.lead, turn.unseen);
        let actual = won(turn.last);
        let class = ((predicted * WIN_CLASSES as f64) as usize).min(WIN_CLASSES - 1);
        let (turns, predictions, results) = &mut self.classes[class];
        *turns += 1;
        *predictions += (predicted * 1e6).round() as u64;
        *results += (2.0 * actual) as u64;
        self.squares += ((predicted - actual) * (predicted - actual) * 1e9).round() as u64;
    }

    fn fit(&self, games: u32, checked: u32) -> WinFit {
        let turns: u64 = self.classes.iter().map(|class| class.0).sum();
        let classes = self.classes.map(|(turns, predictions, results)| {
            let count = turns.max(1) as f64;
            let (predicted, actual) = (predictions as f64 / 1e6, results as f64 / 2.0);
            WinClass { turns, predicted: predicted / count, actual: actual / count }
        });
        let brier = self.squares as f64 / 1e9 / turns.max(1) as f64;
        WinFit { games, checked, turns, brier, classes }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;
    use std::sync::Arc;

    use super::{WinFit, WinTraining, fit_win_chance, line_at};
    use crate::rules::{Scrabble, ScrabbleRules};
    use crate::simulation::WinChance;
    use lettergame_base::Seed;
    use lettergame_words::Lexicon;

    fn fit(game: &Arc<Scrabble>, games: u32, threads: usize) -> Option<(String, WinFit)> {
        let games = NonZeroU32::new(games).unwrap();
        let training = WinTraining { games, seed: Seed(3) };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut fit = None;
        let csv = pool.install(|| fit_win_chance(&training, game, |told| fit = Some(told.clone())));
        Some((csv.ok()?, fit?))
    }

    #[test]
    fn training_does_not_depend_on_threads_and_predicts_games_it_has_not_seen() {
        let lexicon = Arc::new(Lexicon::shipped());
        let game = Arc::new(Scrabble::new(ScrabbleRules::standard(), lexicon));
        let alone = fit(&game, 100, 1).unwrap();
        assert_eq!(fit(&game, 100, 3), Some(alone.clone()));
        let (csv, told) = alone;
        assert_eq!(WinChance::parse(&csv).unwrap().to_csv(), csv);
        assert_eq!((told.games, told.checked), (100, 25));
        assert_eq!(told.classes.iter().map(|class| class.turns).sum::<u64>(), told.turns);
        assert!(told.brier < 0.22, "{told:?}");
        assert_eq!(fit(&game, 2, 1), None);
    }

    #[test]
    fn a_line_is_found_again_and_a_point_is_its_own_mean() {
        let line = (0..5).map(|x| (f64::from(x), 1.0 + f64::from(x), 3.0 * f64::from(x) - 1.0));
        assert!((line_at(7, line) - 20.0).abs() < 1e-9);
        assert_eq!(line_at(4, [(4.0, 2.0, 9.0)].into_iter()), 9.0);
    }
}
