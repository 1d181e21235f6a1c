//! The games of a tournament that are played: all of a range, or those of some of its pairings.

use std::num::NonZeroU64;
use std::ops::Range;

/// Games to be played, in the order of their numbers. Each has a place in the selection; in a
/// range, places are game numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    places: Range<u64>,
    pick: Option<Pick>,
    /// No batch has games on both sides of a multiple of this.
    part: NonZeroU64,
}

/// Some pairings of a schedule without stages, whose games cycle through all pairings.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pick {
    /// The number of pairings in the schedule.
    pairings: u64,
    /// The pairings that are played, ascending.
    chosen: Vec<u64>,
}

impl Selection {
    /// The games of the `chosen` pairings in `range`, which begins and ends with a round of all
    /// `pairings`; chosen pairings are ascending and distinct.
    #[must_use]
    pub fn of_pairings(range: Range<u64>, pairings: u64, chosen: Vec<u64>) -> Selection {
        let all = chosen.len() as u64 == pairings;
        if all {
            return Selection::from(range);
        }
        let count = chosen.len() as u64;
        let places = range.start / pairings * count..range.end / pairings * count;
        Selection { places, pick: Some(Pick { pairings, chosen }), part: NonZeroU64::MAX }
    }

    /// The same games, handed on in batches whose games are all in one part of `most` games.
    #[must_use]
    pub fn in_parts(self, most: NonZeroU64) -> Selection {
        Selection { part: most, ..self }
    }

    /// The place after the part that contains this one.
    pub(super) fn end_of_part(&self, place: u64) -> u64 {
        let part = self.part.get();
        (place / part).saturating_add(1).saturating_mul(part).min(self.places.end)
    }

    /// The number of games.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.places.end - self.places.start
    }

    /// Whether there are no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The places of all its games.
    pub(super) fn places(&self) -> Range<u64> {
        self.places.clone()
    }

    /// The number of the game at a place.
    pub(super) fn game(&self, place: u64) -> u64 {
        self.pick.as_ref().map_or(place, |pick| {
            let count = pick.chosen.len() as u64;
            place / count * pick.pairings + pick.chosen[(place % count) as usize]
        })
    }

    /// The place of a game that is in it.
    pub(super) fn place(&self, game: u64) -> u64 {
        self.pick.as_ref().map_or(game, |pick| {
            let pairing = game % pick.pairings;
            let before = pick.chosen.partition_point(|&chosen| chosen < pairing);
            game / pick.pairings * pick.chosen.len() as u64 + before as u64
        })
    }

    /// The games at these places, as ranges of consecutive numbers.
    pub(super) fn runs(&self, places: Range<u64>) -> Vec<Range<u64>> {
        if self.pick.is_none() {
            return vec![places];
        }
        let mut runs: Vec<Range<u64>> = Vec::new();
        for game in places.map(|place| self.game(place)) {
            match runs.last_mut() {
                Some(run) if run.end == game => run.end += 1,
                _ => runs.push(game..game + 1),
            }
        }
        runs
    }
}

impl From<Range<u64>> for Selection {
    fn from(range: Range<u64>) -> Selection {
        Selection { places: range, pick: None, part: NonZeroU64::MAX }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use super::Selection;

    #[test]
    fn parts_begin_at_multiples_and_end_with_the_games() {
        let games = Selection::from(3..25).in_parts(NonZeroU64::new(10).unwrap());
        let ends = [3, 9, 10, 19, 20, 24].map(|place| games.end_of_part(place));
        assert_eq!(ends, [10, 10, 20, 20, 25, 25]);
        assert_eq!(Selection::from(3..25).end_of_part(3), 25);
    }

    #[test]
    fn a_range_is_played_as_given() {
        let all = Selection::from(3..7);
        assert_eq!((all.len(), all.game(5), all.place(5)), (4, 5, 5));
        assert!(all.runs(4..6).into_iter().eq(std::iter::once(4..6)));
        assert_eq!(Selection::of_pairings(4..8, 2, vec![0, 1]), Selection::from(4..8));
    }

    #[test]
    fn games_of_other_pairings_are_skipped() {
        // pairings 1, 2 and 4 of five, in rounds 2 and 3
        let some = Selection::of_pairings(10..20, 5, vec![1, 2, 4]);
        assert_eq!((some.len(), some.is_empty()), (6, false));
        let games: Vec<u64> = some.places().map(|place| some.game(place)).collect();
        assert_eq!(games, [11, 12, 14, 16, 17, 19]);
        assert!(some.places().all(|place| some.place(some.game(place)) == place));
        assert_eq!(some.runs(some.places()), [11..13, 14..15, 16..18, 19..20]);
    }

    #[test]
    fn games_of_adjacent_pairings_are_consecutive_across_rounds() {
        let ends = Selection::of_pairings(0..8, 4, vec![0, 3]);
        assert_eq!(ends.runs(ends.places()), [0..1, 3..5, 7..8]);
    }
}
