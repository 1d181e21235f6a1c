//! Trains the probability that letters which are chosen one by one complete a word, under a cap that leaves room
//! for no wrong one.
//!
//! A trial holds up to six random letters of a fresh bag; up to sixty more tiles are gone. Letters of the rest are
//! offered one after the other, and each is taken if that raises the probability of a seven-letter word in the
//! end, according to the odds so far. What was expected at each letter taken, and whether a word was complete in
//! the end, are the observations to which the next odds are fitted. The first round chooses by the expected
//! number of ways alone.
//!
//! A way is a set of tiles that completes a word with all letters held; its probability to be among the letters
//! still offered is exact. Choosing in hindsight would find any of them; choosing one by one finds less, which the
//! weights of the letters held and offered say.

use std::num::NonZeroU32;
use std::ops::Range;

use crate::players::champion::odds::{MAX_OFFERED, Odds};
use crate::players::champion::odds_training::{LINK, expected, six_digits};
use crate::players::champion::{OddsFit, OddsFitError};
use crate::players::sevens::SEVEN;
use lettergame_base::{Branch, Rng, Seed, parallel_blocks};
use lettergame_stats::fit_shares;
use lettergame_words::{Branches, Completions, Letter, LetterCounts, Lexicon, TileSet, Ways};

/// Maximum number of tiles neither held nor in the bag.
const MAX_GONE: u32 = 60;

/// Trials per block; blocks are processed independently of the number of threads.
const BLOCK: u32 = 64;

/// Settings of the training.
#[derive(Clone, Copy, Debug)]
pub struct CappedTraining {
    /// Number of trials in each round.
    pub trials: NonZeroU32,
    /// Rounds of choosing and fitting.
    pub rounds: NonZeroU32,
    /// The seed of all random choices.
    pub seed: Seed,
}

/// A letter was taken, or the first one is about to be offered.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Observation {
    /// The expected number of ways to complete a word among the letters still offered.
    expected: f64,
    held: u8,
    offered: u8,
    /// 1 if a word was complete in the end, otherwise 0.
    share: f64,
}

/// Trains the odds that `champion` uses under a letter cap of seven, and returns them as the CSV that is built in
/// from `data/auction-odds-capped.csv`: `term,weight`, one line per term of the log-odds, to six digits.
///
/// The result depends only on the training settings and the lexicon, to the last byte. `told` is called after each
/// round. Takes about half a millisecond per trial on one thread, and 100 bytes of memory.
///
/// # Errors
/// [`OddsFitError`] if there are no words to complete, or too few trials.
pub fn fit_capped_odds(
    training: &CappedTraining,
    lexicon: &Lexicon,
    mut told: impl FnMut(&OddsFit),
) -> Result<String, OddsFitError> {
    let completions = Completions::new(lexicon, SEVEN);
    let fresh = completions.ways(&LetterCounts::EMPTY, &TileSet::SCRABBLE_98.letters());
    if fresh.iter().all(|&ways| ways == 0.0) {
        return Err(OddsFitError::NoWords);
    }
    let too_few = OddsFitError::TooFew { states: training.trials.get() };
    // even odds where one way is expected
    let mut odds = Odds::of_chosen(std::array::from_fn(|term| f64::from(u8::from(term == 1))));
    for round in 0..training.rounds.get() {
        let blocks = tried(training, round, &odds, &completions);
        let open = |row: &Observation| {
            (odds.terms(row.expected, row.held.into(), row.offered.into()), row.share)
        };
        let fit = fit_shares(&blocks, open, LINK).filter(|fit| fit.settled);
        let fit = fit.ok_or(too_few)?;
        odds = Odds::of_chosen(fit.weights.map(six_digits));
        let observations = blocks.iter().map(Vec::len).sum();
        told(&OddsFit { observations, log_loss: fit.log_loss, error: None });
    }
    Ok(odds.to_csv())
}

/// The observations of all trials of a round, in blocks.
fn tried(
    training: &CappedTraining,
    round: u32,
    odds: &Odds,
    completions: &Completions,
) -> Vec<Vec<Observation>> {
    let trials = training.trials.get();
    let seed = training.seed.derive(Branch::Deal, round.into());
    let block = |trials: Range<u32>| {
        let mut observations = Vec::new();
        for trial in trials {
            let mut chance = seed.derive(Branch::Deal, trial.into()).rng();
            Hand::deal(completions, &mut chance).play(odds, &mut observations);
        }
        observations
    };
    parallel_blocks(trials, BLOCK, block)
}

/// Letters held, and those that will be offered.
struct Hand<'a> {
    completions: &'a Completions,
    held: LetterCounts,
    /// Tiles that are not held, those offered first.
    bag: Vec<Letter>,
    /// How many of them are offered.
    offered: usize,
}

impl Hand<'_> {
    fn deal<'a>(completions: &'a Completions, chance: &mut Rng) -> Hand<'a> {
        let mut tiles: Vec<Letter> = TileSet::SCRABBLE_98.letters().letters().collect();
        let held = chance.below(SEVEN as u32) as usize;
        let gone = chance.below(MAX_GONE + 1) as usize;
        let all = tiles.len();
        chance.shuffle_front(&mut tiles, all);
        let mut bag = tiles.split_off(gone);
        let held = bag.drain(..held).collect();
        let most = MAX_OFFERED.min(bag.len()) as u32;
        let offered = 1 + chance.below(most) as usize;
        Hand { completions, held, bag, offered }
    }

    /// Takes each letter offered that raises the probability of a word, and adds what was expected at each.
    fn play(self, odds: &Odds, observations: &mut Vec<Observation>) {
        let Hand { completions, mut held, bag, offered } = self;
        let look = |held: &LetterCounts, at: usize| {
            completions.branches(held, &bag[at..].iter().copied().collect())
        };
        let note = |branches: &Branches, held: &LetterCounts, at: usize| {
            let (expected, held) =
                (expected_of(&branches.now, held.len(), offered - at, bag.len() - at), held.len());
            let (held, offered) = (held as u8, (offered - at) as u8);
            Observation { expected, held, offered, share: 0.0 }
        };
        let mut branches = look(&held, 0);
        let mut own = vec![note(&branches, &held, 0)];
        for at in 0..offered {
            if held.len() == SEVEN {
                break;
            }
            let (left, size) = (offered - at - 1, bag.len() - at - 1);
            let letter = bag[at];
            let chance = |ways: &Ways, count: usize| chance(odds, ways, count, left, size);
            let with = chance(&branches.with[letter.index()], held.len() + 1);
            if with > chance(&branches.now, held.len()) {
                held.add(letter);
                branches = look(&held, at + 1);
                own.push(note(&branches, &held, at + 1));
            }
        }
        let is_complete = held.len() == SEVEN && branches.now[0] > 0.5;
        let share = f64::from(u8::from(is_complete));
        // the others are certain, or bounded by the expected number
        let open = |row: &Observation| {
            usize::from(row.held) < SEVEN && !Odds::is_bound_enough(row.expected)
        };
        let own = own.into_iter().filter(open);
        observations.extend(own.map(|row| Observation { share, ..row }));
    }
}

/// The expected number of ways in which letters offered complete a word with all letters held.
fn expected_of(ways: &Ways, held: usize, offered: usize, bag: usize) -> f64 {
    let missing = SEVEN.saturating_sub(held);
    let mut all = [0.0; SEVEN + 2];
    all[missing] = ways[missing];
    expected(&all, offered, bag)
}

/// The probability that a word is complete in the end.
fn chance(odds: &Odds, ways: &Ways, held: usize, offered: usize, bag: usize) -> f64 {
    if held >= SEVEN {
        return f64::from(u8::from(ways[0] > 0.5));
    }
    odds.chance(expected_of(ways, held, offered, bag), held as f64, offered as f64)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::{CappedTraining, Observation, OddsFitError, fit_capped_odds, tried};
    use crate::players::champion::odds::Odds;
    use crate::players::sevens::SEVEN;
    use lettergame_base::Seed;
    use lettergame_words::{Completions, Lexicon, WordList};

    fn training(trials: u32, rounds: u32, seed: u64) -> CappedTraining {
        let [trials, rounds] = [trials, rounds].map(|number| NonZeroU32::new(number).unwrap());
        CappedTraining { trials, rounds, seed: Seed(seed) }
    }

    /// Choices that were not used in training; those in hindsight promise far more.
    #[test]
    fn the_shipped_odds_are_calibrated_and_hindsight_is_not() {
        let completions = Completions::new(&Lexicon::shipped(), SEVEN);
        let blocks = tried(&training(3000, 1, 987_654), 0, Odds::chosen(), &completions);
        let rows: Vec<&Observation> = blocks.iter().flatten().collect();
        let off = |odds: &Odds, rows: &[&Observation]| {
            let each = |row: &&Observation| {
                odds.chance(row.expected, row.held.into(), row.offered.into()) - row.share
            };
            rows.iter().map(each).sum::<f64>() / rows.len() as f64
        };
        assert!(off(Odds::chosen(), &rows).abs() < 0.03, "{}", off(Odds::chosen(), &rows));
        for held in 2..7 {
            let some: Vec<_> = rows.iter().copied().filter(|row| row.held == held).collect();
            let [chosen, hindsight] =
                [Odds::chosen(), Odds::shipped()].map(|odds| off(odds, &some));
            assert!(
                chosen.abs() < 0.08 && chosen.abs() < hindsight.abs(),
                "{held}: {chosen} {hindsight}"
            );
        }
    }

    #[test]
    fn observations_are_within_the_cap() {
        let completions = Completions::new(&Lexicon::shipped(), SEVEN);
        let blocks = tried(&training(200, 1, 5), 0, Odds::chosen(), &completions);
        let rows: Vec<&Observation> = blocks.iter().flatten().collect();
        assert!(rows.iter().all(|row| usize::from(row.held) < SEVEN && row.offered <= 32));
        assert!(rows.iter().any(|row| row.share == 1.0) && rows.iter().any(|row| row.share == 0.0));
        // who holds six letters needs but one of those offered
        assert!(rows.iter().any(|row| row.held == 6 && row.expected > 0.0));
    }

    #[test]
    fn bytes_depend_on_the_seed_and_not_on_the_thread_count() {
        let lexicon = Lexicon::shipped();
        let with = |threads: usize, seed: u64| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut rounds = 0;
            let told = |_: &_| rounds += 1;
            let csv = pool.install(|| fit_capped_odds(&training(300, 2, seed), &lexicon, told));
            assert_eq!(rounds, 2);
            csv.unwrap()
        };
        let one = with(1, 1);
        assert_eq!(one, with(3, 1));
        assert_ne!(one, with(2, 2));
        assert_eq!(Odds::parse(&one).unwrap().to_csv(), one);
    }

    #[test]
    fn words_no_bag_can_form_are_refused() {
        let list = WordList::parse(b"CAT\nDOG", "test").unwrap().words;
        let fit = fit_capped_odds(&training(10, 1, 1), &Lexicon::new(list).unwrap(), |_| {});
        assert_eq!(fit, Err(OddsFitError::NoWords));
    }
}
