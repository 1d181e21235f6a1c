//! Trains the probability that a random draw completes a word, from random states of a round and
//! random draws.
//!
//! A state consists of up to twelve letters held from a fresh bag, which make no word of seven
//! letters, with up to sixty more tiles gone. The rest of the bag is drawn from repeatedly; the
//! share of the draws of `k` letters that complete a word, for each `k` up to twelve, is an
//! observation paired with the expected number of ways in which such a draw completes words. The
//! weights of the log-odds are fitted to these shares by [`fit_shares`].
//!
//! The expected number is exact: a set of `d` tiles is in a random draw of `k` out of `N` with
//! probability `(k)_d / (N)_d` (falling factorials), and [`Completions`] counts the sets that
//! complete a word.
//!
//! The letters of a draw of `k` are the first ones of a draw of twelve, so the observations of a
//! state are dependent. The weights remain unbiased; standard errors would be too small, but none
//! are reported. Observations whose expected number is below the range of the odds are dropped:
//! there the number itself bounds the probability.

use std::num::NonZeroU32;
use std::ops::Range;

use thiserror::Error;

use crate::players::champion::odds::{Odds, TERMS, logistic};
use crate::players::sevens::SEVEN;
use lettergame_base::{Branch, Rng, Seed, parallel_blocks};
use lettergame_stats::{Link, fit_shares};
use lettergame_words::{
    Completions, Distances, Letter, LetterCounts, Lexicon, Reach, TileSet, Ways,
};

/// Maximum number of letters held.
const MAX_HELD: u32 = 12;

/// Maximum number of letters drawn.
const MAX_DRAWN: usize = 12;

/// Maximum number of tiles neither held nor in the bag.
const MAX_GONE: u32 = 60;

/// States per block; blocks are processed independently of the number of threads.
const BLOCK: u32 = 64;

pub(super) const LINK: Link = Link {
    share: logistic,
    slope: |odds| {
        let less = libm::exp(-odds.abs());
        less / ((1.0 + less) * (1.0 + less))
    },
};

/// Settings of the training.
#[derive(Clone, Copy, Debug)]
pub struct OddsTraining {
    /// Number of random states: letters held, and a bag.
    pub states: NonZeroU32,
    /// Random draws per state.
    pub draws: NonZeroU32,
    /// The seed of all random choices.
    pub seed: Seed,
}

/// The result of the fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OddsFit {
    /// Number of shares that the weights were fitted to.
    pub observations: usize,
    /// The mean negative log probability of whether a draw completes a word, in nats: a coin gives
    /// `ln 2`, 0.693.
    pub log_loss: f64,
    /// The error of the probabilities: the root of the mean squared difference from the true ones,
    /// which is that from the shares less the sampling variance of `draws` draws. `None` with one
    /// draw per state, and if sampling explains all of it.
    pub error: Option<f64>,
}

/// Why no odds could be fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OddsFitError {
    /// The word list has no words to complete.
    #[error("the word list has no word of seven letters that the tiles can make")]
    NoWords,
    /// The observations are insufficient.
    #[error("{states} states are too few to fit the odds of completing a word: expected more")]
    TooFew {
        /// Number of states.
        states: u32,
    },
}

/// Trains the odds that `champion` uses for the rest of a round, and returns them as the CSV that
/// is built in from `data/auction-odds.csv`: `term,weight`, one line per term of the log-odds, to
/// six digits.
///
/// The result depends only on the training settings and the lexicon, to the last byte: neither on
/// the shipped odds nor on the number of threads of the current rayon pool, all of which are used.
/// `told` is called after the fit. Takes about 6.5 microseconds per draw on one thread, and 300
/// bytes of memory per state.
///
/// # Errors
/// [`OddsFitError`] if there are no words to complete, or too few states.
///
/// ```
/// use std::num::NonZeroU32;
///
/// use lettergame_base::Seed;
/// use lettergame_auction::players::{OddsTraining, fit_odds};
/// use lettergame_words::Lexicon;
///
/// let [states, draws] = [40, 20].map(|number| NonZeroU32::new(number).expect("not 0"));
/// let training = OddsTraining { states, draws, seed: Seed(1) };
/// let mut losses = Vec::new();
/// let csv = fit_odds(&training, &Lexicon::shipped(), |fit| losses.push(fit.log_loss))?;
/// assert!(csv.starts_with("term,weight\nconstant,"));
/// assert!(losses.len() == 1 && losses[0] < 2.0_f64.ln());
/// # Ok::<(), lettergame_auction::players::OddsFitError>(())
/// ```
pub fn fit_odds(
    training: &OddsTraining,
    lexicon: &Lexicon,
    mut told: impl FnMut(&OddsFit),
) -> Result<String, OddsFitError> {
    let words = Words::new(lexicon);
    if words.none() {
        return Err(OddsFitError::NoWords);
    }
    let blocks = tried(training, &words);
    let too_few = OddsFitError::TooFew { states: training.states.get() };
    let fit = fit_shares(&blocks, Observation::open, LINK).filter(|fit| fit.settled);
    let fit = fit.ok_or(too_few)?;
    let odds = Odds::new(fit.weights.map(six_digits));
    told(&OddsFit {
        observations: blocks.iter().map(Vec::len).sum(),
        log_loss: fit.log_loss,
        error: error(&odds, &blocks, training.draws.get()),
    });
    Ok(odds.to_csv())
}

/// Rounds to six significant decimal digits.
pub(super) fn six_digits(number: f64) -> f64 {
    // a formatted number always parses
    format!("{number:.5e}").parse().unwrap_or_default()
}

/// The error of the probabilities without sampling noise: the expected squared difference of a
/// share and the true probability `p` is `p (1 - p) / n`, of which `share (1 - share) / (n - 1)` is
/// an unbiased estimate.
fn error(odds: &Odds, blocks: &[Vec<Observation>], draws: u32) -> Option<f64> {
    let rows = blocks.iter().flatten();
    let excess = |row: &Observation| {
        let difference = row.share - odds.chance(row.expected, row.held.into(), row.drawn.into());
        let sampled = row.share * (1.0 - row.share) / (f64::from(draws) - 1.0);
        difference * difference - sampled
    };
    let mean = rows.clone().map(excess).sum::<f64>() / rows.count() as f64;
    (mean >= 0.0).then(|| mean.sqrt())
}

/// Draws of a given number of letters in one state.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Observation {
    /// The expected number of ways in which such a draw completes words.
    expected: f64,
    held: u8,
    drawn: u8,
    /// The share of draws that complete a word.
    share: f64,
}

impl Observation {
    fn open(&self) -> ([f64; TERMS], f64) {
        let odds = Odds::new([0.0; TERMS]);
        (odds.terms(self.expected, self.held.into(), self.drawn.into()), self.share)
    }
}

/// The observations of all states, in blocks.
fn tried(training: &OddsTraining, words: &Words) -> Vec<Vec<Observation>> {
    let (states, draws) = (training.states.get(), training.draws.get());
    let block = |states: Range<u32>| {
        let mut trial = Trial { words, distances: Distances::new() };
        let mut observations = Vec::new();
        for state in states {
            let mut chance = training.seed.derive(Branch::Deal, state.into()).rng();
            observations.extend(trial.observe(draws, &mut chance));
        }
        observations
    };
    parallel_blocks(states, BLOCK, block)
}

/// The words that a draw may complete.
struct Words {
    completions: Completions,
    reach: Reach,
}

impl Words {
    fn new(lexicon: &Lexicon) -> Words {
        Words { completions: Completions::new(lexicon, SEVEN), reach: Reach::new(lexicon, SEVEN) }
    }

    /// Can a fresh bag make none of them?
    fn none(&self) -> bool {
        let ways = self.completions.ways(&LetterCounts::EMPTY, &TileSet::SCRABBLE_98.letters());
        ways.iter().all(|&ways| ways == 0.0)
    }
}

/// Samples states.
struct Trial<'a> {
    words: &'a Words,
    /// For the letters held.
    distances: Distances,
}

impl Trial<'_> {
    /// The observations of a random state, for each number of letters drawn.
    fn observe(
        &mut self,
        draws: u32,
        chance: &mut Rng,
    ) -> impl Iterator<Item = Observation> + use<> {
        let mut bag = self.hold(chance);
        let held = *self.distances.held();
        let ways = self.words.completions.ways(&held, &bag.iter().copied().collect());
        let mut completed = [0; MAX_DRAWN + 1];
        for _ in 0..draws {
            if let Some(drawn) = self.draw(&mut bag, chance) {
                completed[drawn..].iter_mut().for_each(|count| *count += 1);
            }
        }
        let observation = move |drawn: usize| Observation {
            expected: expected(&ways, drawn, bag.len()),
            held: held.len() as u8,
            drawn: drawn as u8,
            share: f64::from(completed[drawn]) / f64::from(draws),
        };
        let observations = (1..=MAX_DRAWN).map(observation);
        observations.filter(|row| !Odds::is_bound_enough(row.expected))
    }

    /// Takes letters that make no word, and returns the rest of the bag.
    fn hold(&mut self, chance: &mut Rng) -> Vec<Letter> {
        let mut tiles: Vec<Letter> = TileSet::SCRABBLE_98.letters().letters().collect();
        loop {
            let held = chance.below(MAX_HELD + 1) as usize;
            let gone = chance.below(MAX_GONE + 1) as usize;
            chance.shuffle_front(&mut tiles, held + gone);
            self.distances.start(&self.words.reach);
            tiles[..held].iter().for_each(|&tile| self.distances.gain(&self.words.reach, tile));
            // fewer letters than a word has make none, so this terminates
            if self.distances.within(&self.words.reach, 0) == 0 {
                return tiles.split_off(held + gone);
            }
        }
    }

    /// Draws letters until they complete a word: the number drawn, unless it takes too many.
    fn draw(&self, bag: &mut [Letter], chance: &mut Rng) -> Option<usize> {
        chance.shuffle_front(bag, MAX_DRAWN);
        let mut distances = self.distances.clone();
        let completes = |&tile: &Letter| {
            distances.gain(&self.words.reach, tile);
            distances.within(&self.words.reach, 0) > 0
        };
        Some(bag[..MAX_DRAWN].iter().position(completes)? + 1)
    }
}

/// The expected number of ways in which a draw of `drawn` tiles from a bag completes words.
pub(super) fn expected(ways: &Ways, drawn: usize, bag: usize) -> f64 {
    let (mut sum, mut chance) = (0.0, 1.0);
    for (taken, &ways) in ways.iter().enumerate().take(drawn + 1) {
        sum += f64::from(ways) * chance;
        chance *= (drawn - taken) as f64 / (bag - taken) as f64;
    }
    sum
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::{
        LINK, Observation, OddsFit, OddsFitError, OddsTraining, Trial, Words, error, expected,
        fit_odds, six_digits, tried,
    };
    use crate::players::champion::odds::{Odds, logistic};
    use lettergame_base::Seed;
    use lettergame_words::{Distances, Letter, LetterCounts, Lexicon, WordList};

    fn training(states: u32, draws: u32, seed: u64) -> OddsTraining {
        let [states, draws] = [states, draws].map(|number| NonZeroU32::new(number).unwrap());
        OddsTraining { states, draws, seed: Seed(seed) }
    }

    fn lexicon(text: &str) -> Lexicon {
        Lexicon::new(WordList::parse(text.as_bytes(), "test").unwrap().words).unwrap()
    }

    fn chance(odds: &Odds, row: &Observation) -> f64 {
        odds.chance(row.expected, row.held.into(), row.drawn.into())
    }

    #[test]
    fn the_link_is_the_function_of_the_odds() {
        for step in -400..=400 {
            let odds = f64::from(step) / 10.0;
            assert_eq!((LINK.share)(odds), logistic(odds));
            assert!((logistic(odds) + logistic(-odds) - 1.0).abs() < 1e-15);
            let slope = (LINK.share)(odds + 1e-6) - (LINK.share)(odds - 1e-6);
            assert!((slope / 2e-6 - (LINK.slope)(odds)).abs() < 1e-8, "{odds}");
        }
        assert!((LINK.share)(-700.0) > 0.0);
    }

    /// Of 5 tiles, 3 single ones and 4 pairs complete a word: drawing 2 of 5 contains each tile
    /// with probability 2/5 and each pair with 1/10.
    #[test]
    fn the_expected_number_weighs_sets_by_probability() {
        let ways = [0.0, 3.0, 4.0, 7.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        assert!((expected(&ways, 2, 5) - (3.0 * 0.4 + 4.0 * 0.1)).abs() < 1e-12);
        assert!((expected(&ways, 1, 5) - 3.0 * 0.2).abs() < 1e-12);
        assert!((expected(&ways, 5, 5) - 14.0).abs() < 1e-12);
    }

    /// RETAIN needs one of the four S in a bag of 50: `k` tiles contain none with probability
    /// `C(46, k) / C(50, k)`.
    #[test]
    fn draws_complete_a_word_at_the_known_rate() {
        let words = Words::new(&lexicon("RETAINS\nSTAINER"));
        let mut distances = Distances::new();
        distances.start(&words.reach);
        let held: LetterCounts = "RETAIN".parse().unwrap();
        held.letters().for_each(|letter| distances.gain(&words.reach, letter));
        let trial = Trial { words: &words, distances };
        let bag: LetterCounts = format!("SSSS{}", "E".repeat(46)).parse().unwrap();
        let mut bag: Vec<Letter> = bag.letters().collect();
        let mut chance = Seed(1).rng();
        let mut completed = [0; 13];
        for _ in 0..20_000 {
            if let Some(drawn) = trial.draw(&mut bag, &mut chance) {
                completed[drawn] += 1;
            }
        }
        let (mut share, mut none) = (0.0, 1.0);
        for (drawn, count) in completed.into_iter().enumerate().skip(1) {
            share += f64::from(count) / 20_000.0;
            none *= (47 - drawn) as f64 / (51 - drawn) as f64;
            // four standard errors
            assert!((share - (1.0 - none)).abs() < 0.015, "{drawn}: {share}");
        }
        assert!((1.0 - none - 0.679).abs() < 0.001, "{none}");
    }

    #[test]
    fn more_draws_complete_more_and_no_more_than_expected() {
        let words = Words::new(&Lexicon::shipped());
        let mut trial = Trial { words: &words, distances: Distances::new() };
        for state in 0..50 {
            let rows: Vec<Observation> = trial.observe(100, &mut Seed(state).rng()).collect();
            for pair in rows.windows(2) {
                assert!(pair[0].drawn + 1 == pair[1].drawn && pair[0].held == pair[1].held);
                assert!(pair[0].expected < pair[1].expected && pair[0].share <= pair[1].share);
            }
            for row in rows {
                // five standard errors above the bound, where it is small
                let most = row.expected + 0.5 * row.expected.sqrt() + 0.01;
                assert!(row.share <= most, "{row:?}");
            }
        }
    }

    #[test]
    fn sampled_states_match_those_in_play() {
        let words = Words::new(&Lexicon::shipped());
        let mut trial = Trial { words: &words, distances: Distances::new() };
        let (mut sizes, mut bags) = ([0; 13], [0; 99]);
        for state in 0..400 {
            let bag = trial.hold(&mut Seed(state).rng()).len();
            let held = trial.distances.held().len();
            assert_eq!(trial.distances.within(&words.reach, 0), 0);
            assert!(bag <= 98 - held && bag >= 38 - held);
            sizes[held] += 1;
            bags[held + bag] += 1;
        }
        // twelve letters that make no word are rare
        assert!(sizes[..8].iter().all(|&count| count > 15) && sizes[12] > 0, "{sizes:?}");
        assert!(bags[38..68].iter().sum::<i32>() > 120 && bags[68..].iter().sum::<i32>() > 120);
    }

    #[test]
    fn an_observation_is_within_the_range_of_the_odds() {
        let words = Words::new(&Lexicon::shipped());
        let blocks = tried(&training(100, 10, 1), &words);
        assert_eq!(blocks.len(), 2);
        for row in blocks.iter().flatten() {
            assert!(row.expected > 0.002 && row.held + row.drawn >= 7, "{row:?}");
            assert!((0.0..=1.0).contains(&row.share) && (1..=12).contains(&row.drawn));
        }
    }

    /// Against draws not used in training.
    #[test]
    fn the_shipped_odds_are_calibrated() {
        let words = Words::new(&Lexicon::shipped());
        let blocks = tried(&training(300, 100, 987_654), &words);
        let rows = || blocks.iter().flatten();
        let odds = Odds::shipped();
        let mean = |sum: f64| sum / rows().count() as f64;
        let off = |row: &Observation| chance(odds, row) - row.share;
        let absolute = mean(rows().map(|row| off(row).abs()).sum());
        assert!(absolute < 0.05, "{absolute}");
        assert!(mean(rows().map(off).sum()).abs() < 0.02);
        assert!(error(odds, &blocks, 100).is_some_and(|error| error < 0.05));
    }

    #[test]
    fn a_short_training_run_approximates_the_shipped_odds() {
        let csv = fit_odds(&training(300, 50, 3), &Lexicon::shipped(), |_| {}).unwrap();
        let (small, shipped) = (Odds::parse(&csv).unwrap(), Odds::shipped());
        for (expected, held, drawn) in [
            (0.1, 3.0, 6.0),
            (1.0, 3.0, 10.0),
            (1.0, 6.0, 3.0),
            (10.0, 8.0, 4.0),
            (50.0, 0.0, 12.0),
        ] {
            let [one, other] = [&small, shipped].map(|odds| odds.chance(expected, held, drawn));
            assert!((one - other).abs() < 0.1, "{expected} {held} {drawn}: {one} {other}");
        }
    }

    #[test]
    fn bytes_depend_on_the_seed_and_not_on_the_thread_count() {
        let lexicon = Lexicon::shipped();
        let with = |threads: usize, seed: u64| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut fits = Vec::new();
            let told = |fit: &OddsFit| fits.push(*fit);
            let csv = pool.install(|| fit_odds(&training(150, 10, seed), &lexicon, told)).unwrap();
            (csv, fits)
        };
        let one = with(1, 1);
        assert_eq!(one, with(3, 1));
        assert_ne!(one.0, with(2, 2).0);
        assert_eq!(Odds::parse(&one.0).unwrap().to_csv(), one.0);
        let [fit] = one.1[..] else { panic!("{:?}", one.1) };
        assert!(fit.observations > 1000 && fit.log_loss < 0.5, "{fit:?}");
    }

    /// With known true probabilities, what remains after sampling noise is the error of the odds.
    #[test]
    fn the_reported_error_excludes_sampling_noise() {
        // ln 1 is 0, so only the constant matters
        let odds = Odds::new([0.0; 6]);
        let rows = |shares: &[f64]| -> Vec<Vec<Observation>> {
            let row = |&share: &f64| Observation { expected: 1.0, held: 3, drawn: 5, share };
            vec![shares.iter().map(row).collect()]
        };
        // 0.3 off, minus 0.8 x 0.2 / 16 for sampling
        let found = error(&odds, &rows(&[0.8, 0.8]), 17).unwrap();
        assert!((found * found - (0.09 - 0.01)).abs() < 1e-12, "{found}");
        assert_eq!(error(&odds, &rows(&[0.45, 0.55]), 10), None, "the sampling explains it");
        assert_eq!(error(&odds, &rows(&[0.0, 0.5]), 1), None, "one draw tells no sampling");
    }

    #[test]
    fn words_no_bag_can_form_are_refused() {
        for list in ["CAT\nDOG", "ZZZZZZZ\nCAT"] {
            let fit = fit_odds(&training(10, 5, 1), &lexicon(list), |_| {});
            assert_eq!(fit, Err(OddsFitError::NoWords));
        }
        // one word, hardly ever near: no state is in the range of the odds
        let fit = fit_odds(&training(1, 5, 1), &lexicon("QUIZZED\nJUKEBOX"), |_| {});
        assert_eq!(fit, Err(OddsFitError::TooFew { states: 1 }));
    }

    #[test]
    fn six_digits_are_kept() {
        for (number, kept) in [(0.123_456_789, "0.123457"), (-4.916_764_9e-5, "-0.0000491676")] {
            assert_eq!(six_digits(number).to_string(), kept);
        }
    }
}
