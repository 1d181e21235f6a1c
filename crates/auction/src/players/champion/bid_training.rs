//! Trains the network that forecasts a rival's next bid, from games of many strategies ([`Pool`]).

use std::num::NonZeroU32;
use std::sync::Arc;

use thiserror::Error;

use crate::players::champion::bid_games::{Observed, Pool, RULES, all_rules, loss};
use crate::players::champion::next_bid::{CLASS_COUNT, INPUTS, NextBid};
use lettergame_base::{Branch, Seed, parallel_map};
use lettergame_learning::{ClassifierTraining, Examples, fit_classifier};
use lettergame_words::Lexicon;

/// One table in this many is not fitted to.
const CHECKED: usize = 16;

/// Width of the hidden layer.
const HIDDEN: usize = 96;
const EPOCHS: u32 = 12;
const RATE: f32 = 2e-3;

/// How the network is trained.
#[derive(Clone, Copy, Debug)]
pub struct BidTraining {
    /// Tables, of one game or several; one in sixteen checks the fit.
    pub tables: NonZeroU32,
    /// The seed of all random choices.
    pub seed: Seed,
}

/// How well the next bid is forecast at tables that the network was not fitted to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BidFit {
    /// Bids that the network was fitted to.
    pub observations: usize,
    /// Bids of the check.
    pub checked: usize,
    /// The mean log loss of the class of a bid by habits alone, in nats.
    pub by_habits: f64,
    /// The same by the network.
    pub by_network: f64,
}

/// What has been done so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BidStep {
    /// The tables of one more set of rules are played.
    Played {
        /// Sets of rules so far.
        rules: usize,
        /// Sets of rules in all.
        of: usize,
        /// Bids so far, including those of the check.
        bids: usize,
    },
    /// One more epoch is done.
    Fitted {
        /// Epochs so far.
        epochs: u32,
        /// Epochs in all.
        of: u32,
        /// The mean log loss during this epoch, in nats.
        log_loss: f64,
    },
    /// The network is finished.
    Checked(BidFit),
}

/// Why there is no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BidFitError {
    /// Not even one table to fit to and one for the check.
    #[error("{tables} tables are too few: expected at least {least}")]
    TooFew {
        /// How many were asked for.
        tables: u32,
        /// The fewest.
        least: u32,
    },
}

/// Trains the network that `champion` takes as `bid-model`, and returns the content of its file.
///
/// The result depends only on the settings and the lexicon, to the last byte: not on the threads of the
/// current rayon pool, all of which are used. `told` is told of each step. A table takes about 40 ms on one thread,
/// and 50 kB.
///
/// # Errors
/// [`BidFitError`] if there are too few tables.
pub fn fit_next_bid(
    training: &BidTraining,
    lexicon: &Arc<Lexicon>,
    mut told: impl FnMut(BidStep),
) -> Result<Vec<u8>, BidFitError> {
    // the first rules have two tables
    let (tables, least) = (training.tables.get(), RULES as u32 + 1);
    if tables < least {
        return Err(BidFitError::TooFew { tables, least });
    }
    let (mut fitted, mut checked) = (Observed::default(), Observed::default());
    for (kind, rules) in all_rules(lexicon).enumerate() {
        let pool = Pool::new(rules, training.seed.derive(Branch::Lots, kind as u64));
        let mine: Vec<u32> = (kind as u32..tables).step_by(RULES).collect();
        let seed = |table: u32| training.seed.derive(Branch::Deal, table.into());
        let seen = parallel_map(mine.len(), |index| pool.play(seed(mine[index])));
        for (index, seen) in seen.iter().enumerate() {
            let sum = if index % CHECKED == 0 { &mut checked } else { &mut fitted };
            sum.append(seen);
        }
        let bids = fitted.losses.len() + checked.losses.len();
        told(BidStep::Played { rules: kind + 1, of: RULES, bids });
    }
    let seed = training.seed.derive(Branch::Chance, 0);
    let settings = ClassifierTraining {
        classes: CLASS_COUNT,
        hidden: HIDDEN,
        epochs: EPOCHS,
        rate: RATE,
        seed,
    };
    let mut epochs = 0;
    let network = fit_classifier(&fitted.examples, &settings, |log_loss| {
        epochs += 1;
        told(BidStep::Fitted { epochs, of: EPOCHS, log_loss });
    });
    let content = network.to_bytes();
    told(BidStep::Checked(BidFit {
        observations: fitted.examples.len(),
        checked: checked.examples.len(),
        by_habits: mean(&checked.losses),
        by_network: mean(&losses(&content, &checked.examples)),
    }));
    Ok(content)
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}

/// The log loss of the network for each example.
fn losses(content: &[u8], examples: &Examples) -> Vec<f64> {
    let network = NextBid::read(content).unwrap_or_else(|error| panic!("{error}"));
    let (mut numbers, mut spare) = (Vec::new(), Vec::new());
    let rows = examples.inputs.chunks(INPUTS).zip(&examples.classes);
    rows.map(|(inputs, &class)| {
        numbers.clear();
        numbers.extend_from_slice(inputs);
        network.chances(&mut numbers, &mut spare);
        loss(f64::from(numbers[usize::from(class)]))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;
    use std::sync::Arc;

    use super::{BidStep, BidTraining, EPOCHS, RULES, fit_next_bid};
    use lettergame_base::Seed;
    use lettergame_words::Lexicon;

    fn lexicon() -> Arc<Lexicon> {
        Arc::new(Lexicon::shipped())
    }

    #[test]
    fn the_same_settings_make_the_same_bytes_on_any_number_of_threads() {
        let tables = NonZeroU32::new(16).unwrap();
        let lexicon = lexicon();
        let made = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut steps = Vec::new();
            let training = BidTraining { tables, seed: Seed(5) };
            let told = |step| steps.push(step);
            let bytes = pool.install(|| fit_next_bid(&training, &lexicon, told));
            (bytes.unwrap(), steps)
        };
        let (bytes, steps) = made(1);
        assert_eq!((bytes.clone(), steps.clone()), made(2));
        assert_eq!(steps.len(), RULES + EPOCHS as usize + 1);
        let (Some(BidStep::Played { rules: RULES, of: RULES, bids }), Some(BidStep::Checked(fit))) =
            (steps.get(RULES - 1), steps.last())
        else {
            panic!("{steps:?}")
        };
        assert_eq!(*bids, fit.observations + fit.checked);
        assert!(fit.observations > 100 && fit.checked > 15 * 100, "{fit:?}");
        assert!(bytes.len() < 200_000 && fit.by_network < 5.0, "{fit:?}");
    }

    #[test]
    fn too_few_tables_are_refused() {
        let tables = NonZeroU32::new(15).unwrap();
        let made = fit_next_bid(&BidTraining { tables, seed: Seed(5) }, &lexicon(), |_| ());
        assert_eq!(made.unwrap_err().to_string(), "15 tables are too few: expected at least 16");
    }
}
