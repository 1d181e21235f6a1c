//! Prices of letters, such that no word scores more than its letters cost. The total of a hand is
//! then at most the cost of its letters, and the loss of a word or a wasted letter relative to that
//! bound is known in advance.
//!
//! Good prices are the dual solution of the linear relaxation in which words may be played in
//! fractions: maximise the points such that no letter is used more often than available. It is
//! solved by the revised simplex method (Dantzig, "Linear Programming and Extensions", 1963), with
//! a short list of promising words between full scans. The floating-point result is only a
//! proposal: the prices are rounded to whole units and raised until they hold for every word.

use super::candidates::{Candidate, Candidates};

/// Price units in the smallest difference between two answers, one word more or less.
const SCALE: i64 = 64;

/// Weight of a point relative to a word: more than the number of words in any hand, so fewer words
/// win among equal totals.
const POINT: i64 = 32;

/// Number of words on the short list.
const SHORT_LIST: usize = 48;

/// A gain below this is considered rounding error.
const NO_GAIN: f64 = 1e-6;

/// Indices of all kinds.
const KINDS: [u8; 26] =
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25];

/// The worth of playing a word, in price units: its points, minus a little for being a word.
pub(super) fn worth(word: &Candidate) -> i64 {
    (i64::from(word.points) * POINT - 1) * SCALE
}

/// A price for each kind of letter, from 0 to the worth of the best word, such that no word is
/// worth more than its letters.
pub(super) fn prices(candidates: &Candidates) -> Vec<i64> {
    let most = candidates.words.first().map_or(0, worth);
    let proposed = Simplex::new(candidates).solve();
    let mut prices: Vec<i64> =
        proposed.iter().map(|price| (price.ceil() as i64).clamp(0, most)).collect();
    for word in &candidates.words {
        let kinds = candidates.kinds(word);
        let cost: i64 = kinds.iter().map(|&kind| prices[usize::from(kind)]).sum();
        prices[usize::from(kinds[0])] += (worth(word) - cost).max(0);
    }
    prices
}

/// The state of the simplex method: a basis of as many columns, words or wasted letters, as there
/// are kinds.
struct Simplex<'a> {
    candidates: &'a Candidates,
    kinds: usize,
    /// The inverse of the basis, row by row.
    inverse: Vec<f64>,
    /// The amount of each basis column that is played.
    levels: Vec<f64>,
    /// The price of each kind of letter under this basis.
    prices: Vec<f64>,
}

impl<'a> Simplex<'a> {
    /// Starts with all letters wasted. Each count is perturbed upwards by a different small amount,
    /// so no two columns leave the basis at once and the method cannot cycle.
    fn new(candidates: &'a Candidates) -> Simplex<'a> {
        let kinds = candidates.counts.len();
        let mut inverse = vec![0.0; kinds * kinds];
        (0..kinds).for_each(|kind| inverse[kind * kinds + kind] = 1.0);
        let level = |(kind, &count): (usize, &u8)| {
            f64::from(count) + 1e-4 * ((kind * 7 + 3) % 29 + 1) as f64
        };
        let levels = candidates.counts.iter().enumerate().map(level).collect();
        Simplex { candidates, kinds, inverse, levels, prices: vec![0.0; kinds] }
    }

    /// Pivots until no column earns more than its letters cost, or up to an ample limit.
    fn solve(mut self) -> Vec<f64> {
        let mut pivots = 64 * (self.kinds + 1);
        loop {
            let columns = 0..self.candidates.words.len() + self.kinds;
            let mut short: Vec<(f64, usize)> = columns
                .map(|column| (self.gain(column), column))
                .filter(|&(gain, _)| gain > NO_GAIN)
                .collect();
            if short.len() > SHORT_LIST {
                short.select_nth_unstable_by(SHORT_LIST, |a, b| b.0.total_cmp(&a.0));
                short.truncate(SHORT_LIST);
            }
            if short.is_empty() {
                return self.prices;
            }
            while let Some((gain, column)) = short
                .iter()
                .map(|&(_, column)| (self.gain(column), column))
                .max_by(|a, b| a.0.total_cmp(&b.0))
                .filter(|&(gain, _)| gain > NO_GAIN)
            {
                if pivots == 0 || !self.enter(column, gain) {
                    return self.prices;
                }
                pivots -= 1;
            }
        }
    }

    /// The worth and the letters of a column: first the words, then each letter wasted.
    fn column(&self, column: usize) -> (i64, &'a [u8]) {
        let words = &self.candidates.words;
        match words.get(column) {
            Some(word) => (worth(word), self.candidates.kinds(word)),
            None => (0, &KINDS[column - words.len()..=column - words.len()]),
        }
    }

    /// The worth of a column above the price of its letters.
    fn gain(&self, column: usize) -> f64 {
        let (worth, kinds) = self.column(column);
        worth as f64 - kinds.iter().map(|&kind| self.prices[usize::from(kind)]).sum::<f64>()
    }

    /// Brings a column into the basis; false if nothing can leave it, which happens only by rounding.
    fn enter(&mut self, column: usize, gain: f64) -> bool {
        let (_, kinds) = self.column(column);
        let column: Vec<f64> = self
            .inverse
            .chunks_exact(self.kinds)
            .map(|row| kinds.iter().map(|&kind| row[usize::from(kind)]).sum())
            .collect();
        let leaving = (0..self.kinds)
            .filter(|&row| column[row] > 1e-9)
            .min_by(|&a, &b| (self.levels[a] / column[a]).total_cmp(&(self.levels[b] / column[b])));
        let Some(leaving) = leaving else { return false };
        let pivot = column[leaving];
        let row: Vec<f64> = self.inverse[leaving * self.kinds..][..self.kinds]
            .iter()
            .map(|entry| entry / pivot)
            .collect();
        let level = self.levels[leaving] / pivot;
        for (other, &factor) in column.iter().enumerate() {
            let target = &mut self.inverse[other * self.kinds..][..self.kinds];
            if other == leaving {
                target.copy_from_slice(&row);
                self.levels[other] = level;
            } else if factor != 0.0 {
                target.iter_mut().zip(&row).for_each(|(entry, entered)| *entry -= factor * entered);
                self.levels[other] -= factor * level;
            }
        }
        self.prices.iter_mut().zip(&row).for_each(|(price, entered)| *price += gain * entered);
        true
    }
}
