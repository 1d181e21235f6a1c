//! The network that corrects the forecast of a rival's next bid.
//!
//! [`Habits`](crate::players::champion::habits::Habits) know only this game. Players resemble each other: what a
//! bid says about the next one was learnt from games of many strategies
//! ([`fit_next_bid`](super::fit_next_bid)). The network sees the forecast from habits, in twelve classes of bids,
//! the situation, and the rival's [`Record`]; it gives new odds of the classes. Within a class, habits decide.

use std::sync::{Arc, LazyLock};

use crate::players::champion::habits::Occasion;
use crate::players::champion::prices::{LEVELS, Levels, level};
use crate::players::champion::record::{DESCRIPTION, Record, compressed};
use lettergame_learning::{Network, softmax};

/// The highest level of each class of bids.
const CLASSES: [usize; 12] = [0, 1, 2, 3, 5, 7, 10, 14, 19, 27, 40, LEVELS - 1];

/// The number of classes.
pub(super) const CLASS_COUNT: usize = CLASSES.len();

/// How many numbers the network is shown.
pub(super) const INPUTS: usize = CLASS_COUNT + SITUATION + DESCRIPTION;

const SITUATION: usize = 14;

/// The least probability of a class that the network is shown.
const MIN: f64 = 1e-3;

/// What each level of a class has in addition to its probability from habits when the class is divided.
const EVEN: f64 = 1e-4;

/// More points than this are all the same to a bidder.
const MAX_PURSE: i32 = 1000;

static SHIPPED: LazyLock<Arc<NextBid>> = LazyLock::new(|| {
    let network = NextBid::read(include_bytes!("../../../data/auction-bids.safetensors"));
    Arc::new(network.unwrap_or_else(|error| panic!("data/auction-bids.safetensors: {error}")))
});

/// What the rules and the stage of the game say about a bid, besides its occasion.
#[derive(Clone, Copy)]
pub(super) struct Situation {
    pub(super) hidden: usize,
    pub(super) seats: usize,
    /// Whether a cap limits the letters held.
    pub(super) is_capped: bool,
    /// The round, from 1.
    pub(super) round: u16,
    /// Auctions left in the round, with the current one.
    pub(super) auctions: usize,
    /// The points on the face of the letter.
    pub(super) value: u32,
    /// The points that the rival owns.
    pub(super) purse: i32,
}

/// A network for the classes of the next bid.
#[derive(Debug)]
pub(super) struct NextBid(Network);

impl NextBid {
    /// The network shipped with the program.
    ///
    /// # Panics
    /// Never: a test reads the file.
    pub(super) fn shipped() -> Arc<NextBid> {
        Arc::clone(&SHIPPED)
    }

    /// The network in the content of a file.
    ///
    /// # Errors
    /// What is wrong with the content.
    pub(super) fn read(content: &[u8]) -> Result<NextBid, String> {
        let network = Network::read(content).map_err(|error| error.to_string())?;
        match (network.inputs(), network.outputs()) {
            (INPUTS, CLASS_COUNT) => Ok(NextBid(network)),
            (inputs, outputs) => Err(format!(
                "the network takes {inputs} numbers and gives {outputs}: expected {INPUTS} and {CLASS_COUNT}, \
                 as `train auction-bids` makes them"
            )),
        }
    }

    /// The probabilities of the classes, in place of the inputs; `spare` is room.
    pub(super) fn chances(&self, numbers: &mut Vec<f32>, spare: &mut Vec<f32>) {
        self.0.run(numbers, spare);
        softmax(numbers);
    }
}

/// The class of a bid.
pub(super) fn class_of(bid: i32) -> usize {
    let level = level(bid);
    CLASSES.iter().position(|&most| level <= most).unwrap_or(CLASS_COUNT - 1)
}

/// The levels of each class.
fn ranges() -> impl Iterator<Item = std::ops::Range<usize>> {
    (0..CLASS_COUNT).map(|class| match class.checked_sub(1) {
        None => 0..1,
        Some(before) => CLASSES[before] + 1..CLASSES[class] + 1,
    })
}

/// The probability of each class according to a distribution.
pub(super) fn by_class(chances: &Levels) -> impl Iterator<Item = f64> {
    ranges().map(|levels| chances[levels].iter().sum())
}

/// The inputs of the network for a bid on an occasion, of which `habits` is the distribution from habits.
pub(super) fn inputs(
    habits: &Levels,
    occasion: &Occasion,
    situation: &Situation,
    record: &Record,
    numbers: &mut Vec<f32>,
) {
    numbers.clear();
    numbers.extend(by_class(habits).map(|chance| libm::log(chance.clamp(MIN, 1.0)) as f32 / 3.0));
    let flag = |is: bool| f32::from(u8::from(is));
    let seats = situation.seats as f32;
    let won = occasion.lately.map_or(0, |lately| lately.won);
    let before = occasion.before.map_or(0.0, |bid| bid.max(0) as f32);
    numbers.extend([
        situation.hidden as f32 / 7.0,
        1.0 / seats,
        flag(situation.is_capped),
        flag(occasion.letter.is_vowel()),
        1.0 / f32::from(situation.round),
        occasion.held as f32 / 10.0,
        occasion.left as f32,
        situation.auctions as f32 / (4.0 * seats),
        compressed(occasion.last_price.max(0) as f32),
        won.min(3) as f32 / 3.0,
        compressed(situation.value as f32),
        flag(occasion.before.is_some()),
        compressed(before),
        compressed(situation.purse.clamp(0, MAX_PURSE) as f32),
    ]);
    record.describe(occasion, numbers);
}

/// Gives each class its new probability, divided among its levels as before. Levels that were impossible
/// above a purse remain so; if no other has any probability, the bid is 0.
pub(super) fn refine(habits: &mut Levels, classes: &[f32], purse: i32) {
    for (levels, chance) in ranges().zip(classes) {
        let even = EVEN * levels.len() as f64;
        let whole: f64 = habits[levels.clone()].iter().sum();
        for level in &mut habits[levels] {
            *level = f64::from(*chance) * (*level + EVEN) / (whole + even);
        }
    }
    habits[level(purse) + 1..].fill(0.0);
    let sum: f64 = habits.iter().sum();
    if sum > 0.0 {
        habits.iter_mut().for_each(|chance| *chance /= sum);
    } else {
        habits[0] = 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::{CLASS_COUNT, NextBid, by_class, class_of, ranges, refine};
    use crate::players::champion::habits::prior;
    use crate::players::champion::prices::LEVELS;

    #[test]
    fn the_shipped_network_reads() {
        NextBid::shipped();
    }

    #[test]
    fn a_network_of_another_shape_is_refused() {
        let policy = include_bytes!("../../../data/policy.safetensors");
        let error = NextBid::read(policy).unwrap_err();
        assert!(error.contains("expected 52 and 12"), "{error}");
        assert!(NextBid::read(b"no network").unwrap_err().contains("safetensors"));
    }

    #[test]
    fn each_level_is_in_one_class() {
        let levels: Vec<usize> = ranges().flatten().collect();
        assert_eq!(levels, (0..LEVELS).collect::<Vec<_>>());
        for (class, levels) in ranges().enumerate() {
            assert!(levels.map(|level| class_of(level as i32)).all(|found| found == class));
        }
        assert_eq!([class_of(-3), class_of(5000)], [0, CLASS_COUNT - 1]);
    }

    #[test]
    fn the_classes_get_their_new_probabilities() {
        let mut chances = prior(5.0);
        let before = chances;
        let mut classes = [0.0; CLASS_COUNT];
        (classes[0], classes[4], classes[6]) = (0.5, 0.3, 0.2);
        refine(&mut chances, &classes, 5000);
        let found: Vec<f64> = by_class(&chances).collect();
        assert!(
            found.iter().zip(classes).all(|(a, b)| (a - f64::from(b)).abs() < 1e-6),
            "{found:?}"
        );
        // 4 and 5 remain as probable relative to each other
        assert!((chances[4] / chances[5] - before[4] / before[5]).abs() < 1e-3);
    }

    #[test]
    fn nothing_above_the_purse_is_possible() {
        let mut chances = prior(5.0);
        refine(&mut chances, &[1.0 / 12.0; CLASS_COUNT], 7);
        assert!(chances[8..].iter().all(|chance| *chance == 0.0) && chances[7] > 0.0);
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        refine(&mut chances, &[1.0 / 12.0; CLASS_COUNT], 0);
        assert_eq!(chances[0], 1.0);
        // as a network may say of a rival that owns nothing
        let mut never_0 = [0.0; CLASS_COUNT];
        never_0[4] = 1.0;
        refine(&mut chances, &never_0, 0);
        assert_eq!((chances[0], chances.iter().sum::<f64>()), (1.0, 1.0));
    }
}
