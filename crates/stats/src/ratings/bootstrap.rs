//! Ratings with confidence intervals by the bootstrap.
//!
//! Results that depend on each other form a block (all games of one deal, and all pairs of each of those
//! games); blocks are independent. A repeated tournament would have other blocks; the effect on the ratings
//! is imitated by drawing as many blocks from the observed ones, with replacement, and refitting the ratings:
//! the bootstrap of B. Efron, "Bootstrap methods: another look at the jackknife", The Annals of Statistics 7,
//! 1979, with blocks as units (A. C. Davison and D. V. Hinkley, "Bootstrap Methods and their Application",
//! 1997, section 3.8).
//!
//! Blocks are assigned to cells round-robin, and each cell keeps only its table of points, so memory does not
//! grow with the number of results. Cells are what is resampled: single blocks as long as there are no more
//! blocks than cells, and beyond that sums of nearly equal numbers of blocks, which have the same variance
//! for the total. There are up to 1021 cells.
//!
//! The interval is the rating plus and minus Student's t times the standard deviation of the resampled
//! ratings, times `sqrt(n / (n - 1))` for `n` cells, since resamples of `n` vary by that much less. In
//! simulations of 1500 tournaments each, with 8 to 400 blocks of 3 or 4 players up to 600 points apart, and
//! of rankings of 6, 95 % intervals covered 95 to 97 % of the time. Percentile intervals of the resampled
//! ratings covered 89 to 93 % with up to 16 blocks.
//!
//! The draws use one fixed seed, with a separate stream for each replicate, so the same results give the same
//! intervals on any number of threads.

mod listed;

use super::bradley_terry::{strengths, to_ratings};
use super::few_points::FewPoints;
use super::fitted::{RatingFit, Ratings};
use super::pair_table::{PairError, PairTable};
use super::scale::{RatingScale, average};
use lettergame_base::{Branch, Seed, parallel_map};
use listed::ListedResults;
use serde::{Deserialize, Serialize};

/// Numbers of cells to choose from. They are primes, so schedules of any period fill cells evenly.
const CELLS: [usize; 6] = [1021, 509, 251, 127, 61, 31];

/// The most numbers held by all cells together, 32 MiB; with 372 or more players, 31 cells exceed it.
const MAX_NUMBERS: usize = 1 << 22;

/// Replicates if they are cheap. The standard deviation is then known to 2.2 %.
const MAX_REPLICATES: usize = 1000;

/// Replicates if they are expensive: 7 %.
const MIN_REPLICATES: usize = 100;

/// Approximate operations for all replicates together: 0.3 seconds on one thread.
const WORK: usize = 300_000_000;

/// The seed of all draws.
const SEED: Seed = Seed(0x626f_6f74_7374_7261);

/// Pairwise results, kept in cells of blocks, and the resulting ratings with intervals.
///
/// A block is the independent unit: everything that shares luck, such as all games of one deal, is in the
/// same block. Block `b` goes to cell `b % cells`; there are 1021 cells for up to 64 players, fewer for more.
/// Memory is at most one table of all players per cell, however many results there are: 130 kB for 4 players,
/// 32 MB for 64. The order of results does not matter, and separate recordings can be merged. Serialized as
/// the list of all sums that are not 0.
///
/// ```
/// use lettergame_stats::BootstrapRatings;
///
/// let mut results = BootstrapRatings::new(2);
/// for deal in 0..400 {
///     results.record(deal, 0, 1, if deal % 5 == 0 { 0.0 } else { 1.0 })?;
/// }
/// let best = results.fit(0.95)[0];
/// let interval = best.interval.expect("400 blocks are enough");
/// assert!(interval.low < best.rating && best.rating < interval.high);
/// # Ok::<(), lettergame_stats::PairError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(into = "ListedResults", try_from = "ListedResults")]
pub struct BootstrapRatings {
    players: usize,
    /// Up to the last cell written to.
    cells: Vec<PairTable>,
}

impl BootstrapRatings {
    /// No results yet among `players` players, numbered from 0.
    pub fn new(players: usize) -> Self {
        BootstrapRatings { players, cells: Vec::new() }
    }

    /// Adds one game of block `block_index` between `i` and `j`, of which `i` took
    /// `share_for_i` of the point. Constant time.
    ///
    /// # Errors
    /// As [`PairTable::record`]; nothing is added in that case.
    pub fn record(
        &mut self,
        block_index: u64,
        i: usize,
        j: usize,
        share_for_i: f64,
    ) -> Result<(), PairError> {
        PairTable::check(self.players, i, j, share_for_i)?;
        let cell = (block_index % most_cells(self.players) as u64) as usize;
        self.reach(cell + 1);
        self.cells[cell].record(i, j, share_for_i)
    }

    /// Adds all results of `other`, cell by cell. Both must number their blocks in the same way.
    ///
    /// # Errors
    /// If the numbers of players differ; nothing is added in that case.
    pub fn merge(&mut self, other: &BootstrapRatings) -> Result<(), PairError> {
        if self.players != other.players {
            return Err(PairError::Size { players: self.players, other: other.players });
        }
        self.reach(other.cells.len());
        for (own, theirs) in self.cells.iter_mut().zip(&other.cells) {
            own.absorb(theirs);
        }
        Ok(())
    }

    /// Number of players.
    pub(super) fn players(&self) -> usize {
        self.players
    }

    /// The cells up to the last one written to.
    pub(super) fn cells(&self) -> &[PairTable] {
        &self.cells
    }

    /// All results together.
    pub fn total(&self) -> PairTable {
        sum(self.players, &self.cells)
    }

    /// The rating of each player, with the average at 0, and its interval at `level`: see
    /// [`Ratings::fits`]. Assumes independent blocks.
    pub fn fit(&self, level: f64) -> Vec<RatingFit> {
        self.ratings().fits(RatingScale::Average, level)
    }

    /// The ratings from all results, with as many bootstrap draws as are affordable. Takes 100 to 1000 fits,
    /// on all threads.
    pub fn ratings(&self) -> Ratings {
        let total = self.total();
        let linked = total.linked();
        let start = strengths(&total, vec![0.0; self.players]);
        let ratings = around(&total, to_ratings(&start), &linked);
        let in_use: Vec<&PairTable> = self.cells.iter().filter(|cell| !cell.is_empty()).collect();
        let cells = in_use.len();
        let deviations = |replicate: usize| -> Vec<f64> {
            let drawn = self.drawn(&in_use, replicate as u64);
            let again = to_ratings(&strengths(&drawn, start.clone()));
            let again = around(&drawn, again, &linked);
            again.iter().zip(&ratings).map(|(again, rating)| again - rating).collect()
        };
        let replicates = if cells < 2 { 0 } else { replicates(self.players, cells) };
        // where one player won every game all draws are the same
        let are_alike = in_use.windows(2).all(|pair| pair[0] == pair[1]);
        let mut draws =
            parallel_map(if are_alike { replicates.min(1) } else { replicates }, deviations);
        if let Some(first) = draws.first().cloned() {
            draws.resize(replicates, first);
        }
        Ratings {
            draws,
            factor: cells as f64 / cells.saturating_sub(1).max(1) as f64,
            cells: (0..self.players).map(|player| self.cells_of(player)).collect(),
            sweeps: self.sweeps(&total),
            few: (0..self.players)
                .map(|player| FewPoints::of(&self.cells, &total, player, &ratings, &linked))
                .collect(),
            linked,
            ratings,
        }
    }

    /// At `i * players + j`: the number of cells in which `i` met `j` if `i` took every point in all of them,
    /// otherwise 0.
    fn sweeps(&self, total: &PairTable) -> Vec<u64> {
        let swept = |i: usize, j: usize| total.points(j, i) == 0.0 && total.points(i, j) > 0.0;
        let met = |i: usize, j: usize| {
            self.cells.iter().filter(|cell| cell.points(i, j) > 0.0).count() as u64
        };
        let pair = |at: usize| (at / self.players, at % self.players);
        let sweeps = (0..self.players * self.players).map(pair);
        sweeps.map(|(i, j)| if swept(i, j) { met(i, j) } else { 0 }).collect()
    }

    /// The sum of cells drawn with replacement, as many as there are `in_use`.
    fn drawn(&self, in_use: &[&PairTable], replicate: u64) -> PairTable {
        let mut rng = SEED.derive(Branch::Chance, replicate).rng();
        let draw = |_| in_use[rng.below(in_use.len() as u32) as usize];
        sum(self.players, (0..in_use.len()).map(draw))
    }

    /// Makes room for `cells` cells.
    fn reach(&mut self, cells: usize) {
        if self.cells.len() < cells {
            self.cells.resize(cells, PairTable::new(self.players));
        }
    }

    /// Number of cells with a result of `player`.
    fn cells_of(&self, player: usize) -> u64 {
        self.cells.iter().map(|table| u64::from(table.has_played(player))).sum()
    }
}

/// The ratings shifted to the zero of [`RatingScale::Average`].
fn around(table: &PairTable, mut ratings: Vec<f64>, linked: &[bool]) -> Vec<f64> {
    let zero = average(table, &ratings, linked);
    ratings.iter_mut().for_each(|rating| *rating -= zero);
    ratings
}

/// The maximum number of cells for this many players.
fn most_cells(players: usize) -> usize {
    let fits = |cells: &usize| cells * players * players <= MAX_NUMBERS;
    CELLS.into_iter().find(fits).unwrap_or(CELLS[CELLS.len() - 1])
}

/// Number of affordable replicates: each adds up the cells and solves a few systems of equations.
fn replicates(players: usize, cells: usize) -> usize {
    let work = (cells + 2 * players) * players * players;
    (WORK / work.max(1)).clamp(MIN_REPLICATES, MAX_REPLICATES)
}

/// The sum of several tables.
fn sum<'a>(players: usize, tables: impl IntoIterator<Item = &'a PairTable>) -> PairTable {
    let mut total = PairTable::new(players);
    tables.into_iter().for_each(|table| total.absorb(table));
    total
}

#[cfg(test)]
pub(super) use tests::on_the_scale;
#[cfg(test)]
mod tests;
