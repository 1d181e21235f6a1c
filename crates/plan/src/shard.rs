//! A part of a run, written as `2/8`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A part of a run: the `index`-th of `count` (from 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    count: u64,
}

/// Why a value is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigError {
    /// Not of the form `I/N`.
    #[error("invalid shard `{0}`: expected I/N with 1 <= I <= N <= 1000000, as in 2/8")]
    Shard(String),
}

impl Shard {
    /// The whole run.
    pub const WHOLE: Shard = Shard { index: 1, count: 1 };

    /// The number of the part, from 1.
    #[must_use]
    pub fn index(self) -> u64 {
        self.index
    }

    /// The number of parts.
    #[must_use]
    pub fn count(self) -> u64 {
        self.count
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = ConfigError;
    fn from_str(text: &str) -> Result<Shard, ConfigError> {
        let refuse = || ConfigError::Shard(text.to_owned());
        let (index, count) = text.split_once('/').ok_or_else(refuse)?;
        let shard = Shard {
            index: index.parse().map_err(|_| refuse())?,
            count: count.parse().map_err(|_| refuse())?,
        };
        let possible = 1 <= shard.index && shard.index <= shard.count && shard.count <= 1_000_000;
        possible.then_some(shard).ok_or_else(refuse)
    }
}

#[cfg(test)]
mod tests {
    use super::Shard;

    #[test]
    fn a_shard_reads_back_and_nothing_else_does() {
        assert_eq!("2/8".parse::<Shard>().unwrap().to_string(), "2/8");
        for bad in ["", "2", "0/3", "4/3", "1/0", "-1/2", "1/2/3", "a/b"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
