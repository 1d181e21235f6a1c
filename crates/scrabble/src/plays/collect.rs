//! What a search for plays keeps, and the minimum value of a play that still matters to it.

use std::cmp::Reverse;

use crate::plays::{Equity, Found, Ranked};

/// Keeps plays.
pub trait Collect {
    /// Plays worth less than this no longer matter.
    fn floor(&self) -> Equity;

    /// Takes a play into account.
    fn offer(&mut self, found: &Found<'_>);
}

/// Counts plays.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count(pub usize);

impl Collect for Count {
    #[inline]
    fn floor(&self) -> Equity {
        Equity::MIN
    }

    #[inline]
    fn offer(&mut self, _: &Found<'_>) {
        self.0 += 1;
    }
}

/// Keeps the best play.
#[derive(Clone, Copy, Debug, Default)]
pub struct Best(pub Option<Ranked>);

impl Collect for Best {
    #[inline]
    fn floor(&self) -> Equity {
        self.0.as_ref().map_or(Equity::MIN, |best| best.equity)
    }

    #[inline]
    fn offer(&mut self, found: &Found<'_>) {
        let better = match &self.0 {
            None => true,
            Some(best) => {
                found.rank() > best.rank() || found.rank() == best.rank() && found.ranked() < *best
            }
        };
        if better {
            self.0 = Some(found.ranked());
        }
    }
}

/// Keeps the best few plays, best first.
#[derive(Clone, Debug)]
pub struct Top {
    most: usize,
    plays: Vec<Ranked>,
}

impl Top {
    /// Keeps this many.
    #[must_use]
    pub fn new(most: usize) -> Top {
        Top { most, plays: Vec::new() }
    }

    /// Forgets all plays.
    pub fn clear(&mut self) {
        self.plays.clear();
    }

    /// The plays, best first.
    #[must_use]
    pub fn plays(&self) -> &[Ranked] {
        &self.plays
    }
}

impl Collect for Top {
    #[inline]
    fn floor(&self) -> Equity {
        let last = self.plays.last().filter(|_| self.plays.len() >= self.most);
        last.map_or(Equity::MIN, |last| last.equity)
    }

    fn offer(&mut self, found: &Found<'_>) {
        let play = found.ranked();
        let place = self.plays.partition_point(|other| *other < play);
        if place < self.most {
            self.plays.truncate(self.most - 1);
            self.plays.insert(place, play);
        }
    }
}

/// Keeps all plays, in no particular order.
#[derive(Clone, Debug, Default)]
pub struct All(pub Vec<Ranked>);

impl All {
    /// Sorts them, best first. Writes the text of each play once, where comparisons would write it many times.
    pub fn sort(&mut self) {
        self.0.sort_by_cached_key(|ranked| (Reverse(ranked.rank()), ranked.play.sort_text()));
    }

    /// The best one that fits; they are asked in the order of [`All::sort`], and only those that are asked are put in
    /// order.
    pub fn find(&mut self, mut fits: impl FnMut(&Ranked) -> bool) -> Option<Ranked> {
        self.0.sort_by_key(|ranked| Reverse(ranked.rank()));
        let ties = self.0.chunk_by_mut(|one, next| one.rank() == next.rank());
        ties.into_iter().find_map(|tied| {
            tied.sort_by_cached_key(|ranked| ranked.play.sort_text());
            tied.iter().find(|ranked| fits(ranked)).copied()
        })
    }
}

impl Collect for All {
    #[inline]
    fn floor(&self) -> Equity {
        Equity::MIN
    }

    #[inline]
    fn offer(&mut self, found: &Found<'_>) {
        self.0.push(found.ranked());
    }
}
