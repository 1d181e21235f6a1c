//! Upper bounds on the scores of plays: what the most valuable tiles of a rack could score on a span.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use crate::board::empties::{Counts, LEVELS};
use crate::board::line::Line;
use crate::board::{Factors, MAX_SIDE, RACK, Rack};

/// The letters of a rack.
pub(super) struct RackLetters {
    /// The kinds by descending value, each as a mask.
    kinds: ArrayVec<(u64, i16), RACK>,
    blank: bool,
}

impl RackLetters {
    pub(super) fn new(rack: &Rack) -> RackLetters {
        let value = |tile| rack.distribution().value(tile) as i16;
        let kinds = rack.kinds().filter_map(|(tile, _)| tile.place().map(|letter| (tile, letter)));
        let mut kinds: ArrayVec<(u64, i16), RACK> =
            kinds.take(RACK).map(|(tile, letter)| (1 << letter, value(tile))).collect();
        kinds.sort_unstable_by_key(|&(_, value)| Reverse(value));
        RackLetters { kinds, blank: rack.blanks() > 0 }
    }

    /// The greatest value of a tile that can be one of these letters, `None` if there is no such tile.
    #[inline]
    fn best_of(&self, letters: u64) -> Option<i32> {
        let mut fitting = self.kinds.iter().filter(|(letter, _)| letter & letters != 0);
        let blank = self.blank && letters != 0;
        fitting.next().map(|&(_, value)| i32::from(value)).or(blank.then_some(0))
    }
}

/// What the tiles of a rack can score along a line.
#[derive(Clone, Debug, Default)]
pub(super) struct LineBounds {
    /// The empty squares on which some tile fits.
    pub(super) open: u32,
    /// For each empty square and the end of the line the sums over those before it.
    sums: [Sums; MAX_SIDE + 1],
}

/// Sums over squares.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    counts: Counts,
    /// What the most valuable tiles that form words across count in the main word, before its factor.
    checked: i32,
    /// The points of the words across with those tiles.
    across: i32,
}

impl LineBounds {
    /// Finds those of a line whose squares have these letter and word factors, in place of others.
    pub(super) fn refill(&mut self, line: &Line, factors: &Factors, rack: &RackLetters) {
        let empties = line.empties();
        self.open = empties.all();
        let mut sums = Sums::default();
        for index in 0..empties.len() {
            if empties.crossed >> index & 1 == 1 {
                let offset = empties.offset(index);
                match rack.best_of(line.crossing(offset).letters) {
                    Some(best) => sums.add_best(best, factors[offset]),
                    None => self.open &= !(1 << index),
                }
            }
            let upto = empties.sums_before(index + 1);
            let across = sums.across + upto.across;
            self.sums[index + 1] = Sums { counts: upto.counts, across, ..sums };
        }
    }

    /// The bound for the span of this many tiles from an empty square on, which joins tiles of the line with
    /// these points. `bonus`: for the number of tiles.
    #[inline]
    pub(super) fn of(
        &self,
        first: usize,
        tiles: usize,
        word_factor: i16,
        joined: i32,
        bonus: i32,
    ) -> ScoreBound {
        let (upto, before) = (&self.sums[first + tiles], &self.sums[first]);
        ScoreBound {
            word_factor: word_factor.into(),
            joined,
            counts: upto.counts.minus(before.counts),
            checked: upto.checked - before.checked,
            beside: upto.across - before.across + bonus,
        }
    }
}

impl Sums {
    /// Adds a square with tiles across, without their points.
    #[inline]
    fn add_best(&mut self, best: i32, (letter, word): (i16, i16)) {
        let value = i32::from(letter) * best;
        self.checked += value;
        self.across += value * i32::from(word);
    }
}

/// An upper bound on the scores of tiles on one span, or on any of several.
///
/// Of the main word it takes the lower of two bounds: the greatest tiles on the greatest letter factors; or
/// the same on squares without tiles across only, and on each other square the most valuable tile that forms
/// a word across. For the words across it takes that tile, too.
#[derive(Clone, Copy)]
pub(super) struct ScoreBound {
    word_factor: i32,
    /// The points of the joined tiles.
    joined: i32,
    counts: Counts,
    /// What new tiles on squares with tiles across count at most in the main word, before its factor.
    checked: i32,
    /// The most that is added to the main word: the words across and the bonus.
    beside: i32,
}

impl ScoreBound {
    /// The bound for tiles whose greatest 0, 1, ... 7 values have these sums.
    #[inline]
    pub(super) fn of_tops(&self, tops: &[i16; RACK + 1]) -> i32 {
        let (all, free) = self.counts.most(tops);
        self.word_factor * (self.joined + all.min(free + self.checked)) + self.beside
    }

    /// The part of it that is lower for tiles with these sums, for many tiles.
    #[inline]
    pub(super) fn lower(&self, tops: &[i16; RACK + 1]) -> TopBound {
        let (all, free) = self.counts.most(tops);
        let (all_counts, free_counts) = self.counts.split();
        let (counts, more) =
            if free + self.checked < all { (free_counts, self.checked) } else { (all_counts, 0) };
        let (factor, along) = (self.word_factor, self.joined + more);
        let [one, two, three, four] = counts;
        TopBound { factor, counts: [one, two, three], four, fixed: factor * along + self.beside }
    }

    /// The bound for its spans and those of another.
    #[inline]
    pub(super) fn max(&self, other: &ScoreBound) -> ScoreBound {
        ScoreBound {
            word_factor: self.word_factor.max(other.word_factor),
            joined: self.joined.max(other.joined),
            counts: self.counts.max(other.counts),
            checked: self.checked.max(other.checked),
            beside: self.beside.max(other.beside),
        }
    }
}

/// An upper bound on the scores of tiles: the sums of the greatest values over some counts.
#[derive(Clone, Copy)]
pub(super) struct TopBound {
    factor: i32,
    counts: [usize; LEVELS - 1],
    /// The count of the highest level, which few boards have.
    four: usize,
    fixed: i32,
}

impl TopBound {
    /// The bound for tiles whose greatest 0, 1, ... 7 values have these sums.
    #[inline]
    pub(super) fn of_tops(&self, tops: &[i16; RACK + 1]) -> i32 {
        let mut sum: i32 = self.counts.iter().map(|&count| i32::from(tops[count & RACK])).sum();
        if self.four > 0 {
            sum += i32::from(tops[self.four & RACK]);
        }
        self.factor * sum + self.fixed
    }
}

#[cfg(test)]
mod tests {
    use super::{LineBounds, RackLetters};
    use crate::board::line_id::{LineId, offset};
    use crate::board::{RACK, Rack};
    use crate::plays::Ranked;
    use crate::plays::sampling::{LEXICON, Sample, samples};
    use crate::plays::subsets::Subsets;

    fn tops(tiles: &Rack) -> [i16; RACK + 1] {
        let mut subsets = Subsets::default();
        subsets.refill(tiles, &crate::plays::Points, &LEXICON);
        subsets.whole().unwrap().tops
    }

    /// Checks every bound that a search applies to this play; returns that for the whole rack.
    fn check(
        sample: &Sample,
        letters: &RackLetters,
        rack: &[i16; RACK + 1],
        ranked: &Ranked,
    ) -> i32 {
        let (board, play) = (&sample.board, &ranked.play);
        let id = LineId::through(play.place().square, play.place().direction);
        let (line, factors) = (board.line(id), board.layout().factors(id));
        let mut bounds = LineBounds::default();
        bounds.refill(line, factors, letters);
        let first = play.placed().next().unwrap().0;
        let at = offset(first, play.place().direction);
        let empties = line.empties();
        let first = (0..empties.len()).find(|&index| empties.offset(index) == at).unwrap();
        let tiles = play.count();
        let bonus = if tiles == RACK { board.layout().bingo() } else { 0 };
        let span = empties.span(line.filled(), first, tiles, bonus);
        let (joined, _) = empties.joined(first, tiles);
        let bound = bounds.of(first, tiles, span.word_factor, joined, bonus);
        let own = tops(&play.tiles());
        for most in [
            bound.of_tops(rack),
            bound.of_tops(&own),
            bound.lower(rack).of_tops(&own),
            bound.max(&bound).of_tops(&own),
        ] {
            assert!(most >= ranked.score, "{play}: {most} < {} on\n{board}", ranked.score);
        }
        let covered: Vec<usize> =
            play.placed().map(|(square, _)| offset(square, play.place().direction)).collect();
        assert!(covered.iter().all(|at| span.covers >> at & 1 == 1), "{play} on\n{board}");
        assert_eq!(span.covers.count_ones() as usize, covered.len());
        bound.of_tops(rack)
    }

    #[test]
    fn no_play_scores_more_than_its_bounds_and_some_score_as_much() {
        let (mut plays, mut exact) = (0, 0);
        for sample in (0..6).flat_map(samples).filter(|sample| !sample.rack.is_empty()) {
            let (letters, rack) = (RackLetters::new(&sample.rack), tops(&sample.rack));
            for ranked in &sample.plays {
                plays += 1;
                exact += usize::from(check(&sample, &letters, &rack, ranked) == ranked.score);
            }
        }
        assert!(plays > 50_000 && exact > 500, "{plays} plays, {exact} exact");
    }

    #[test]
    fn the_bound_of_several_spans_holds_for_each() {
        for sample in samples(7).iter().take(20) {
            let (letters, rack) = (RackLetters::new(&sample.rack), tops(&sample.rack));
            for id in LineId::all(sample.board.side()) {
                let line = sample.board.line(id);
                let mut bounds = LineBounds::default();
                bounds.refill(line, sample.board.layout().factors(id), &letters);
                let len = line.empties().len();
                for (first, tiles) in (0..len).flat_map(|first| (1..=RACK).map(move |n| (first, n)))
                {
                    if first + tiles >= len {
                        continue;
                    }
                    let one = bounds.of(first, tiles, 1, 3, 0);
                    let other = bounds.of(first + 1, tiles, 2, 5, 50);
                    let both = one.max(&other).of_tops(&rack);
                    assert!(both >= one.of_tops(&rack).max(other.of_tops(&rack)));
                }
            }
        }
    }
}
