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

/// What the most valuable tiles count on the best squares, by the numbers of squares.
pub(super) struct TopSums {
    /// The sums of the greatest 0, 1, ... 7 values.
    tops: [i16; RACK + 1],
    /// The same over the digits of the levels of letter factors.
    of_levels: [i16; LEVELS],
}

impl TopSums {
    /// Of tiles whose greatest 0, 1, ... 7 values have these sums, for a board with letter factors up to this one.
    pub(super) fn new(tops: &[i16; RACK + 1], factor: i16) -> TopSums {
        let mut of_levels = [0; LEVELS];
        let levels = if factor < 4 { LEVELS / (RACK + 1) } else { LEVELS };
        for (high, chunk) in of_levels[..levels].chunks_exact_mut(RACK + 1).enumerate() {
            let more = tops[high / (RACK + 1)] + tops[high % (RACK + 1)];
            chunk.iter_mut().zip(tops).for_each(|(sum, top)| *sum = top + more);
        }
        TopSums { tops: *tops, of_levels }
    }

    /// The most that the letters of this many tiles count on squares with these levels.
    #[inline]
    fn most(&self, tiles: usize, levels: usize) -> i32 {
        i32::from(self.tops[tiles % (RACK + 1)]) + i32::from(self.of_levels[levels % LEVELS])
    }
}

/// What the tiles of a rack can score along a line.
#[derive(Clone, Debug, Default)]
pub(super) struct LineBounds {
    /// The empty squares on which some tile fits.
    pub(super) open: u32,
    /// For each empty square and the end of the line the sums over those before it.
    sums: [Sums; ROOM],
}

/// Room for a value for each empty square and the end of the line, a power of two.
const ROOM: usize = (MAX_SIDE + 1).next_power_of_two();

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
        let (mut checked, mut added) = (0, 0);
        let upto = empties.sums().iter().skip(1).enumerate();
        for (sums, (index, upto)) in self.sums[1..].iter_mut().zip(upto) {
            if empties.crossed >> index & 1 == 1 {
                let offset = empties.offset(index);
                match rack.best_of(line.crossing(offset).letters) {
                    Some(best) => {
                        let (letter, word) = factors[offset];
                        checked += i32::from(letter) * best;
                        added += i32::from(letter) * best * i32::from(word);
                    }
                    None => self.open &= !(1 << index),
                }
            }
            *sums = Sums { counts: upto.counts, checked, across: added + upto.across };
        }
    }

    /// The bound for the span of this many tiles from an empty square on, which joins tiles of the line with
    /// these points, without the bonus.
    #[inline]
    pub(super) fn of(&self, first: usize, tiles: usize, joined: i32) -> ScoreBound {
        let (upto, before) = (&self.sums[(first + tiles) % ROOM], &self.sums[first % ROOM]);
        ScoreBound {
            tiles,
            joined,
            counts: upto.counts.minus(before.counts),
            checked: upto.checked - before.checked,
            across: upto.across - before.across,
        }
    }
}

/// An upper bound on the scores of tiles on one span.
///
/// Of the main word it takes the lower of two bounds: the greatest tiles on the greatest letter factors; or
/// the same on squares without tiles across only, and on each other square the most valuable tile that forms
/// a word across. For the words across it takes that tile, too.
#[derive(Clone, Copy)]
pub(super) struct ScoreBound {
    tiles: usize,
    /// The points of the joined tiles.
    joined: i32,
    counts: Counts,
    /// What new tiles on squares with tiles across count at most in the main word, before its factor.
    checked: i32,
    /// The most that words across count.
    across: i32,
}

impl ScoreBound {
    /// The score if the new letters count this much in the main word, before its factor.
    #[inline]
    fn score(&self, letters: i32) -> i32 {
        i32::from(self.counts.word_factor()) * (self.joined + letters) + self.across
    }

    /// What the letters count at most if tiles across do not matter, and if they do.
    #[inline]
    fn letters(&self, tops: &TopSums) -> (i32, i32) {
        let counts = self.counts;
        let all = tops.most(self.tiles, counts.levels());
        (all, tops.most(counts.free(), counts.free_levels()) + self.checked)
    }

    /// The bound for tiles with these sums.
    #[inline]
    pub(super) fn of_tops(&self, tops: &TopSums) -> i32 {
        let (all, free) = self.letters(tops);
        self.score(all.min(free))
    }

    /// The part of it that is lower for tiles with these sums, for any part of those tiles, and the bound for all.
    #[inline]
    pub(super) fn lower(&self, tops: &TopSums) -> (TopBound, i32) {
        let (all, free) = self.letters(tops);
        let (tiles, levels, more) = if free < all {
            (self.counts.free(), self.counts.free_levels(), self.checked)
        } else {
            (self.tiles, self.counts.levels(), 0)
        };
        let counts = [tiles, levels, levels >> 3].map(|count| (count % (RACK + 1)) as u8);
        let (factor, four) = (self.counts.word_factor().into(), (levels >> 6) as u8);
        (TopBound { factor, counts, four, fixed: self.score(more) }, self.score(all.min(free)))
    }
}

/// An upper bound on the scores of tiles: the sums of the greatest values over some counts.
#[derive(Clone, Copy)]
pub(super) struct TopBound {
    factor: i32,
    /// Of tiles, and of those on squares with a letter factor of at least 2 and 3.
    counts: [u8; 3],
    /// Of those with a factor of 4, which few boards have.
    four: u8,
    fixed: i32,
}

impl TopBound {
    /// The bound for tiles whose greatest 0, 1, ... 7 values have these sums.
    #[inline]
    pub(super) fn of_tops(&self, tops: &[i16; RACK + 1]) -> i32 {
        let top = |count: u8| i32::from(tops[usize::from(count) % (RACK + 1)]);
        let mut sum: i32 = self.counts.iter().map(|&count| top(count)).sum();
        if self.four > 0 {
            sum += top(self.four);
        }
        self.factor * sum + self.fixed
    }
}

#[cfg(test)]
mod tests {
    use super::{LineBounds, RackLetters, TopSums};
    use crate::board::Rack;
    use crate::board::line_id::{LineId, offset};
    use crate::plays::Ranked;
    use crate::plays::sampling::{LEXICON, Sample, samples};
    use crate::plays::subsets::Subsets;

    fn subsets(tiles: &Rack) -> Subsets {
        let mut subsets = Subsets::default();
        subsets.refill(tiles, &crate::plays::Points, &LEXICON);
        subsets
    }

    fn tops(tiles: &Rack) -> TopSums {
        TopSums::new(&subsets(tiles).whole().unwrap().tops, 4)
    }

    /// Checks every bound that a search applies to this play; returns that for the whole rack.
    fn check(sample: &Sample, letters: &RackLetters, rack: &TopSums, ranked: &Ranked) -> i32 {
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
        let bonus = board.layout().bonus(tiles);
        let span = empties.span(line.filled(), first, tiles, bonus);
        let (joined, _) = empties.joined(first, tiles);
        let bound = bounds.of(first, tiles, joined);
        let own = subsets(&play.tiles()).whole().unwrap().tops;
        let bounds = [
            bound.of_tops(rack),
            bound.of_tops(&TopSums::new(&own, 4)),
            bound.lower(rack).0.of_tops(&own),
        ];
        for most in bounds.map(|most| most + bonus) {
            assert!(most >= ranked.score, "{play}: {most} < {} on\n{board}", ranked.score);
        }
        let covered: Vec<usize> =
            play.placed().map(|(square, _)| offset(square, play.place().direction)).collect();
        assert!(covered.iter().all(|at| span.covers >> at & 1 == 1), "{play} on\n{board}");
        assert_eq!(span.covers.count_ones() as usize, covered.len());
        bound.of_tops(rack) + bonus
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
}
