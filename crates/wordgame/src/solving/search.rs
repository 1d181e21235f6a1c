//! The search for the words that lose least relative to the price bound.
//!
//! It always branches on the remaining letter that occurs in the fewest words: one of the words
//! with it is played, or all its copies are wasted. A budget limits the loss; it grows from small
//! values until it suffices, so hardly anything is explored that loses more than the answer. Each
//! rest of a hand is solved once: the words that lose least are stored, or that the budget did not
//! suffice.
//!
//! Among sets with the same loss, the first in canonical order is kept. Adding the same word to two
//! sets does not change their order, so what is best for a rest is best in the hand.

use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::candidates::Candidates;
use super::prices::{prices, worth};

/// A multiset of letters, in lanes of one integer; kinds that occur in fewer words are higher.
/// Above the count in each lane one bit is free, the guard, from which a subtraction may borrow. 26
/// letters take at most 52 bits.
type Packed = u64;

/// A loss beyond every budget.
const TOO_MUCH: u32 = u32::MAX;

/// The maximum number of stored rests: 0.7 GB.
const MAX_RESTS: usize = 14_000_000;

/// Cost of looking up a rest, in steps; trying a word is one step.
const REST_STEPS: u64 = 16;

/// Cost of comparing two sets with the same loss, in steps.
const TIE_STEPS: u64 = 64;

/// The search reached a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exhausted;

/// A word of the hand.
#[derive(Debug)]
struct Word {
    letters: Packed,
    /// Its loss relative to the prices of its letters.
    loss: u32,
    /// Its index in canonical order.
    rank: u32,
}

/// The lane of one kind of letter in packed multisets.
#[derive(Debug)]
struct Lane {
    shift: u32,
    mask: Packed,
    price: u32,
    /// The words of which this is the highest lane, by ascending loss.
    words: Vec<Word>,
}

/// The result for a rest: its least loss and the choice that achieves it.
#[derive(Clone, Copy, Debug)]
struct Known {
    loss: u32,
    choice: Choice,
}

/// What to do with the letter of the highest lane.
#[derive(Clone, Copy, Debug)]
enum Choice {
    /// Waste all its copies.
    Waste,
    /// Play this word of the lane.
    Play(u32),
    /// None: every choice loses more than the stored loss.
    MoreThan,
}

/// The search on one hand.
#[derive(Debug)]
pub(super) struct Search {
    lanes: Vec<Lane>,
    /// The lane of each bit.
    lane_of: [u8; 64],
    /// The guards of all lanes.
    guards: Packed,
    hand: Packed,
    /// The cost of the hand's letters: an upper bound for its words.
    bound: u32,
    known: HashMap<Packed, Known, BuildHasherDefault<PackedHasher>>,
    steps_left: u64,
}

impl Search {
    /// Prices the letters and packs the hand and its words. The search will take at most this many
    /// steps.
    ///
    /// # Panics
    /// If the hand does not fit, which takes more than 26 letters.
    pub(super) fn new(candidates: &Candidates, steps: u64) -> Search {
        let prices = prices(candidates);
        let mut search = Search {
            lanes: Vec::with_capacity(candidates.counts.len()),
            lane_of: [0; 64],
            guards: 0,
            hand: 0,
            bound: 0,
            known: HashMap::default(),
            steps_left: steps,
        };
        let mut units = [0; 26];
        for kind in rare_last(candidates) {
            units[kind] = search.add_lane(candidates.counts[kind], prices[kind] as u32);
        }
        for (word, rank) in candidates.words.iter().zip(0..) {
            let kinds = candidates.kinds(word);
            let letters: Packed = kinds.iter().map(|&kind| units[usize::from(kind)]).sum();
            let cost: i64 = kinds.iter().map(|&kind| prices[usize::from(kind)]).sum();
            let loss = (cost - worth(word)) as u32;
            let lane = search.highest_lane(letters);
            search.lanes[lane].words.push(Word { letters, loss, rank });
        }
        for lane in &mut search.lanes {
            lane.words.sort_unstable_by_key(|word| (word.loss, word.rank));
        }
        search
    }

    /// Adds a lane above the others, with its letters, to the hand; returns a single such letter.
    fn add_lane(&mut self, count: u8, price: u32) -> Packed {
        let shift = Packed::BITS - self.guards.leading_zeros();
        let bits = u8::BITS - count.leading_zeros();
        let mask = ((1 << bits) - 1) << shift;
        assert!(shift + bits < Packed::BITS, "a hand of too many letters");
        self.lane_of[shift as usize..(shift + bits) as usize].fill(self.lanes.len() as u8);
        self.lanes.push(Lane { shift, mask, price, words: Vec::new() });
        self.guards |= 1 << (shift + bits);
        self.hand |= Packed::from(count) << shift;
        self.bound += u32::from(count) * price;
        1 << shift
    }

    /// The ranks of the words of the canonical answer, ascending.
    pub(super) fn solve(mut self) -> Result<Vec<u32>, Exhausted> {
        let mut budget = self.bound / 64;
        loop {
            let loss = self.least(self.hand, budget);
            if self.exhausted() {
                return Err(Exhausted);
            }
            if loss <= budget {
                return Ok(self.ranks(self.hand));
            }
            budget += budget / 2 + 1;
        }
    }

    /// Whether a limit was reached; results after that are invalid.
    #[inline]
    fn exhausted(&self) -> bool {
        self.steps_left == 0
    }

    /// Counts steps against the limit.
    #[inline]
    fn spend(&mut self, steps: u64) {
        self.steps_left = self.steps_left.saturating_sub(steps);
    }

    /// The least loss of a rest if it is within the budget, otherwise any number above the budget.
    fn least(&mut self, rest: Packed, budget: u32) -> u32 {
        if rest == 0 {
            return 0;
        }
        self.spend(REST_STEPS);
        match self.known.get(&rest) {
            Some(&Known { loss, choice: Choice::MoreThan }) if loss < budget => {}
            Some(Known { choice: Choice::MoreThan, .. }) => return TOO_MUCH,
            Some(known) => return known.loss,
            None if self.known.len() >= MAX_RESTS => self.steps_left = 0,
            None => {}
        }
        if self.exhausted() {
            return TOO_MUCH;
        }
        let best = self.decide(rest, budget);
        if self.exhausted() {
            return TOO_MUCH;
        }
        self.known.insert(rest, best);
        if matches!(best.choice, Choice::MoreThan) { TOO_MUCH } else { best.loss }
    }

    /// Tries every choice for the highest letter of a rest.
    fn decide(&mut self, rest: Packed, budget: u32) -> Known {
        let at = self.highest_lane(rest);
        let lane = &self.lanes[at];
        let wasted = lane.price * ((rest & lane.mask) >> lane.shift) as u32;
        let others = rest & !lane.mask;
        let mut best = Known { loss: budget, choice: Choice::MoreThan };
        if wasted <= budget {
            let loss = self.least(others, budget - wasted).saturating_add(wasted);
            if loss <= budget {
                best = Known { loss, choice: Choice::Waste };
            }
        }
        for place in 0.. {
            let Some(word) = self.lanes[at].words.get(place) else { break };
            let own = word.loss;
            if own > best.loss || self.exhausted() {
                break;
            }
            let left = (rest | self.guards) - word.letters;
            self.spend(1);
            if left & self.guards == self.guards {
                let loss = self.least(left & !self.guards, best.loss - own).saturating_add(own);
                let this = Known { loss, choice: Choice::Play(place as u32) };
                if loss < best.loss || loss == best.loss && self.comes_first(rest, this, best) {
                    best = this;
                }
            }
        }
        best
    }

    /// Whether the first of two choices with equal loss leads to the canonically first set of
    /// words.
    fn comes_first(&mut self, rest: Packed, one: Known, other: Known) -> bool {
        if matches!(other.choice, Choice::MoreThan) {
            return true;
        }
        self.spend(TIE_STEPS);
        let ranks = |known| {
            let (word, left) = self.step(rest, known);
            let mut ranks = self.ranks(left);
            ranks.extend(word);
            ranks.sort_unstable();
            ranks
        };
        ranks(one).cmp(&ranks(other)) == Ordering::Less
    }

    /// The ranks of the least-loss words of a solved rest, ascending.
    fn ranks(&self, mut rest: Packed) -> Vec<u32> {
        let mut ranks = Vec::new();
        while rest != 0 {
            let (word, left) = self.step(rest, self.known[&rest]);
            ranks.extend(word);
            rest = left;
        }
        ranks.sort_unstable();
        ranks
    }

    /// The rank of the word played on a rest, if any, and the letters left then.
    fn step(&self, rest: Packed, known: Known) -> (Option<u32>, Packed) {
        let lane = &self.lanes[self.highest_lane(rest)];
        match known.choice {
            Choice::Play(place) => {
                let word = &lane.words[place as usize];
                (Some(word.rank), rest - word.letters)
            }
            Choice::Waste | Choice::MoreThan => (None, rest & !lane.mask),
        }
    }

    /// The highest lane with letters in it.
    #[inline]
    fn highest_lane(&self, letters: Packed) -> usize {
        usize::from(self.lane_of[letters.ilog2() as usize])
    }
}

/// The kinds of letters, with those in the fewest words last.
fn rare_last(candidates: &Candidates) -> Vec<usize> {
    let mut words = [0_u32; 26];
    for word in &candidates.words {
        let kinds = candidates.kinds(word).iter().fold(0_u32, |kinds, &kind| kinds | 1 << kind);
        words.iter_mut().enumerate().for_each(|(kind, words)| *words += kinds >> kind & 1);
    }
    let mut order: Vec<usize> = (0..candidates.counts.len()).collect();
    order.sort_by_key(|&kind| Reverse(words[kind]));
    order
}

/// Hashes a packed multiset with one multiplication.
#[derive(Default)]
struct PackedHasher(u64);

impl Hasher for PackedHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(self.0 ^ u64::from(byte)));
    }

    fn write_u64(&mut self, number: u64) {
        let product = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = product ^ (product >> 32);
    }
}

#[cfg(test)]
mod tests {
    use super::{Exhausted, Search, prices, worth};
    use crate::rules::WordScore;
    use crate::solving::candidates::{Candidates, Needs};
    use lettergame_words::{LetterCounts, Lexicon};

    fn candidates(lexicon: &Lexicon, hand: &str) -> Candidates {
        let hand: LetterCounts = hand.parse().unwrap();
        Candidates::of(lexicon, &Needs::new(lexicon), WordScore::new(4), &hand)
    }

    #[test]
    fn too_few_steps_are_an_error_and_enough_give_one_answer() {
        let candidates = candidates(&Lexicon::shipped(), "aaadeeeegiiillnnoorrsssttu");
        let solve = |steps| Search::new(&candidates, steps).solve();
        let ranks = solve(u64::MAX).unwrap();
        let mut steps = 1;
        while solve(steps) == Err(Exhausted) {
            steps *= 2;
        }
        assert_eq!(solve(steps), Ok(ranks));
        assert!((1 << 10..1 << 26).contains(&steps), "{steps}");
    }

    #[test]
    fn no_word_is_worth_more_than_its_letters_cost() {
        let lexicon = Lexicon::shipped();
        for hand in ["e", "bcdfg", "retinas", "qqzzjjxxkkvvwwyyhhaaeeiioo"] {
            let candidates = candidates(&lexicon, hand);
            let prices = prices(&candidates);
            assert!(prices.iter().all(|&price| price >= 0), "{prices:?}");
            for word in &candidates.words {
                let kinds = candidates.kinds(word);
                let cost: i64 = kinds.iter().map(|&kind| prices[usize::from(kind)]).sum();
                assert!(cost >= worth(word), "{hand}");
            }
        }
    }

    #[test]
    fn hands_of_26_letters_fit() {
        let lexicon = Lexicon::shipped();
        for hand in ["abcdefghijklmnopqrstuvwxyz", "aabbccddeeffgghhiijjkkllmm", &"a".repeat(26)] {
            let search = Search::new(&candidates(&lexicon, hand), 1);
            assert!(search.guards.ilog2() < 52, "{hand}");
            assert_eq!(search.hand & search.guards, 0);
        }
    }
}
