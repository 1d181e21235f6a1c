//! Seeds and the generator: a seed is a value, derived by position and never by call order.
//!
//! The tree is tournament seed -> deal -> chance | seat. A child is the first 64 bits of the ChaCha8 key
//! stream whose key is the parent and the branch and whose stream number is the child's index, so any child
//! can be computed without its siblings. The generator, the derivation and the mapping to a range are pinned
//! by the test vectors below: results of old seeds remain valid.

use std::fmt;
use std::str::FromStr;

use rand::{Rng as _, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::Seat;

/// What a child seed is for. The numbers are part of every derived seed: never change them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// From a tournament: the deal with the index.
    Deal = 1,
    /// From a deal: the game's own random draws (letters, dice, bags), one stream per index.
    Chance = 2,
    /// From a deal: random draws of the player in the seat with the index.
    Seat = 3,
    /// From a tournament: the random choices of its schedule.
    Lots = 4,
    /// From a tuning seed: its final comparison (0) and its iterations (from 1).
    Tuning = 5,
    /// From a season's seed: the match with the index.
    Match = 6,
}

/// The start of a stream of random numbers: 64 bits, written as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seed(pub u64);

impl Seed {
    /// A random seed from the operating system.
    #[must_use]
    pub fn drawn() -> Seed {
        let mut source = rand::rand_core::UnwrapErr(rand::rngs::SysRng);
        // 48 bits: short enough to type, exact in programs that read numbers as doubles
        Seed(source.next_u64() >> 16)
    }

    /// The seed with the given 16 ASCII hexadecimal digits; `None` for anything else.
    #[must_use]
    pub fn of_digits(digits: &[u8]) -> Option<Seed> {
        let digits: &[u8; 16] = digits.try_into().ok()?;
        let digit = |byte: u8| char::from(byte).to_digit(16).map(u64::from);
        let value = digits.iter().try_fold(0, |value, &byte| Some((value << 4) | digit(byte)?));
        value.map(Seed)
    }

    /// A seed as people type it: a whole number, as pages and options show it, or its 16 hexadecimal digits,
    /// as the files of runs have it. Sixteen decimal digits are a number.
    ///
    /// # Errors
    /// If the text is neither.
    pub fn of_text(text: &str) -> Result<Seed, SeedTextError> {
        let number = || text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok());
        let digits = || Seed::of_digits(text.as_bytes());
        number().flatten().map(Seed).or_else(digits).ok_or_else(|| SeedTextError(text.to_owned()))
    }

    /// The child at `index` of a branch. Takes about 100 ns.
    #[must_use]
    #[inline]
    pub fn derive(self, branch: Branch, index: u64) -> Seed {
        let mut stream = self.keyed(branch as u64);
        stream.set_stream(index);
        Seed(stream.next_u64())
    }

    /// The generator started from this seed.
    #[must_use]
    #[inline]
    pub fn rng(self) -> Rng {
        Rng(self.keyed(0))
    }

    /// From a deal: the random stream of the player in a seat.
    #[must_use]
    #[inline]
    pub fn stream(self, seat: Seat) -> Rng {
        self.derive(Branch::Seat, seat.index() as u64).rng()
    }

    #[inline]
    fn keyed(self, purpose: u64) -> ChaCha8Rng {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.0.to_le_bytes());
        key[8..16].copy_from_slice(&purpose.to_le_bytes());
        key[16..26].copy_from_slice(b"lettergame");
        ChaCha8Rng::from_seed(key)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The text is not a seed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("invalid seed `{0}`: expected 16 hexadecimal digits, as in 00000000000000ff")]
pub struct ParseSeedError(String);

/// The text is not a seed as people type it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "invalid seed `{}`: expected a whole number from 0 to {max}, or 16 hexadecimal digits",
    .0.escape_debug(),
    max = u64::MAX
)]
pub struct SeedTextError(String);

/// Parses the output of `Display`.
impl FromStr for Seed {
    type Err = ParseSeedError;
    fn from_str(text: &str) -> Result<Seed, ParseSeedError> {
        Seed::of_digits(text.as_bytes()).ok_or_else(|| ParseSeedError(text.to_owned()))
    }
}

/// The generator of all random numbers that affect a result: ChaCha8, with pinned ranges.
#[derive(Clone, Debug)]
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// The next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform number below `bound` (0 for a bound of 0 or 1): Lemire's multiplication with
    /// rejection, "Fast Random Integer Generation in an Interval" (2019), on 32 bits.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound < 2 {
            return 0;
        }
        let threshold = bound.wrapping_neg() % bound;
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            if product as u32 >= threshold {
                return (product >> 32) as u32;
            }
        }
    }

    /// A uniform number in [0, 1), in steps of 2^-53.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Moves a uniform sample without replacement, in random order, to the front: the first `count`
    /// steps of the Fisher-Yates shuffle. A `count` beyond the length shuffles everything.
    #[inline]
    pub fn shuffle_front<T>(&mut self, items: &mut [T], count: usize) {
        for place in 0..count.min(items.len()) {
            let rest = (items.len() - place) as u32;
            items.swap(place, place + self.below(rest) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Branch, Seed};

    /// These vectors pin the generator and the derivation (computed independently from the
    /// definition of ChaCha8). If one changes, no old result can be reproduced.
    #[test]
    fn derivation_is_pinned() {
        let root = Seed(7);
        assert_eq!(root.derive(Branch::Deal, 0).to_string(), "456f381b5a61265b");
        assert_eq!(root.derive(Branch::Deal, 1).to_string(), "da0cbad84379da58");
        assert_eq!(root.derive(Branch::Chance, 0).to_string(), "b3d55774a36a8c1d");
        assert_eq!(root.derive(Branch::Seat, 13).to_string(), "0e77fded2cf929ec");
        assert_eq!(root.derive(Branch::Lots, 0).to_string(), "cbaf71f99d3b12dc");
        assert_eq!(Seed(u64::MAX).derive(Branch::Deal, u64::MAX).to_string(), "6ba01178fcf28e64");
    }

    #[test]
    fn the_generator_and_its_ranges_are_pinned() {
        let mut rng = Seed(7).rng();
        assert_eq!(rng.next_u64(), 0x50ff_d4e8_f8be_fb49);
        assert_eq!([(); 8].map(|()| rng.below(98)), [66, 95, 62, 41, 53, 94, 62, 29]);
        assert_eq!((rng.unit() * 1e6) as u32, 81_077);
        let mut letters: Vec<char> = ('a'..='h').collect();
        rng.shuffle_front(&mut letters, 3);
        assert_eq!(letters.iter().collect::<String>(), "ghbdefac");
    }

    #[test]
    fn a_range_is_covered_evenly() {
        let mut rng = Seed(1).rng();
        let mut seen = [0u32; 7];
        (0..70_000).for_each(|_| seen[rng.below(7) as usize] += 1);
        assert!(seen.iter().all(|&count| (9_500..10_500).contains(&count)), "{seen:?}");
        assert_eq!((rng.below(0), rng.below(1)), (0, 0));
    }

    #[test]
    fn a_typed_seed_is_a_number_or_the_digits_of_a_file() {
        let seed = Seed(0xdfe8_3ae7_0711_bb49);
        assert_eq!(Seed::of_text("16134210428985260873"), Ok(seed));
        assert_eq!(Seed::of_text(&seed.to_string()), Ok(seed));
        assert_eq!(Seed::of_text("7"), Ok(Seed(7)));
        assert_eq!(Seed::of_text("1234567890123456"), Ok(Seed(1_234_567_890_123_456)));
        assert_eq!(Seed::of_text("18446744073709551615"), Ok(Seed(u64::MAX)));
        for bad in ["", "-1", "+7", "1.5", "18446744073709551616", "ff", "0xff", "seven"] {
            let error = Seed::of_text(bad).unwrap_err().to_string();
            assert!(error.contains(&format!("`{bad}`")) && error.contains("16 hex"), "{error}");
        }
    }

    #[test]
    fn a_seed_reads_back_and_nothing_else_does() {
        let seed = Seed(0xff).derive(Branch::Seat, 2);
        assert_eq!(seed.to_string().parse(), Ok(seed));
        assert_eq!("00000000000000fF".parse(), Ok(Seed(0xff)));
        for bad in ["", "ff", "+00000000000000f", "00000000000000fg", "000000000000000ff"] {
            assert!(bad.parse::<Seed>().is_err(), "{bad}");
        }
    }
}
