//! Groups of neighbours of an order, with as few meetings a second time as can be found.
//!
//! The first who is free takes the next ones in the order whom it may still meet, and so on; where
//! that leads nowhere the last choice is taken back (depth-first search). The first groups that are
//! found have the best closest to the best. At first nobody may meet again; where there are no such
//! groups, or none within [`STEPS`] choices, 1, 3, 7, .. meetings again are allowed in each group, and
//! of what is found the fewest in all are taken. Up to 12 players in pairs the search is complete, so
//! that nobody meets again as long as that is possible; beyond, it finds such pairs unless they are
//! rare. In large groups and many stages more meet again than have to.

/// Choices that are tried before more meetings are allowed.
const STEPS: usize = 200_000;

/// The players of an order in groups of `size`, of which their number is a multiple; `met` says how
/// often two have met.
pub(super) fn grouped(
    order: &[usize],
    size: usize,
    met: impl Fn(usize, usize) -> u64,
) -> Vec<Vec<usize>> {
    let mut search =
        Search { order, size, met, taken: vec![false; order.len()], chosen: vec![], again: vec![] };
    let mut allowed = 0;
    loop {
        if let Some(places) = search.fewest(allowed) {
            let players: Vec<usize> = places.iter().map(|&place| order[place]).collect();
            return players.chunks(size).map(<[usize]>::to_vec).collect();
        }
        allowed = 2 * allowed + 1;
    }
}

struct Search<'a, M> {
    order: &'a [usize],
    size: usize,
    met: M,
    taken: Vec<bool>,
    /// Places in the order, group after group.
    chosen: Vec<usize>,
    /// The meetings again that each of them has added.
    again: Vec<u64>,
}

impl<M: Fn(usize, usize) -> u64> Search<'_, M> {
    /// The groups with the fewest meetings again, if any are found with no more than are allowed in
    /// each group.
    fn fewest(&mut self, allowed: u64) -> Option<Vec<usize>> {
        let (mut best, mut bound, mut from) = (None, u64::MAX, 0);
        for _ in 0..STEPS.max(2 * self.order.len()) {
            if self.chosen.len() == self.order.len() {
                best = Some(self.chosen.clone());
                bound = self.again.iter().sum();
                if bound == 0 {
                    break;
                }
            }
            match self.candidate(from, allowed, bound) {
                Some(place) => {
                    self.choose(place);
                    from = self.start();
                }
                None => match self.take_back() {
                    Some(place) => from = place + 1,
                    None => break,
                },
            }
        }
        while self.take_back().is_some() {}
        best
    }

    /// The first place from `from` on that can be chosen next. Whoever opens a group is the first who
    /// is free, so that no groups are found twice.
    fn candidate(&self, from: usize, allowed: u64, bound: u64) -> Option<usize> {
        let again: u64 = self.again.iter().sum();
        let mut free = (from..self.order.len()).filter(|&place| !self.taken[place]);
        if self.open() == self.chosen.len() {
            let first = self.opening();
            return free.next().filter(|&place| place == first && again < bound);
        }
        let of_group: u64 = self.again[self.open()..].iter().sum();
        let left = (allowed - of_group).min(bound.saturating_sub(again + 1));
        free.find(|&place| again < bound && self.meetings(place) <= left)
    }

    /// Where the group that is not full begins among those who are chosen.
    fn open(&self) -> usize {
        self.chosen.len() - self.chosen.len() % self.size
    }

    /// The first place that is free; the length of the order if none is.
    fn opening(&self) -> usize {
        let last_group = self.chosen.len().saturating_sub(self.size);
        let from = self.chosen.get(last_group).copied().unwrap_or(0);
        (from..self.order.len()).find(|&place| !self.taken[place]).unwrap_or(self.order.len())
    }

    /// Where the next place is looked for.
    fn start(&self) -> usize {
        match self.chosen.last() {
            Some(&last) if self.open() < self.chosen.len() => last + 1,
            _ => self.opening(),
        }
    }

    /// How often the player at a place has met those of the open group.
    fn meetings(&self, place: usize) -> u64 {
        let members = self.chosen[self.open()..].iter();
        members.map(|&member| (self.met)(self.order[member], self.order[place])).sum()
    }

    fn choose(&mut self, place: usize) {
        self.again.push(self.meetings(place));
        self.taken[place] = true;
        self.chosen.push(place);
    }

    fn take_back(&mut self) -> Option<usize> {
        let place = self.chosen.pop()?;
        self.taken[place] = false;
        self.again.pop();
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::grouped;

    fn of(met: &'static [(usize, usize)]) -> impl Fn(usize, usize) -> u64 {
        move |a, b| met.iter().filter(|&&pair| pair == (a, b) || pair == (b, a)).count() as u64
    }

    #[test]
    fn neighbours_meet_unless_they_have_met() {
        assert_eq!(grouped(&[4, 2, 0, 1], 2, of(&[])), [[4, 2], [0, 1]]);
        assert_eq!(grouped(&[4, 2, 0, 1], 2, of(&[(2, 4)])), [[4, 0], [2, 1]]);
        // the last two have met: the one above gives way
        assert_eq!(grouped(&[4, 2, 0, 1], 2, of(&[(0, 1)])), [[4, 0], [2, 1]]);
    }

    #[test]
    fn where_all_have_met_the_fewest_meet_again() {
        let met = of(&[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (0, 1), (2, 3), (0, 2)]);
        assert_eq!(grouped(&[0, 1, 2, 3], 2, met), [[0, 3], [1, 2]]);
    }

    #[test]
    fn larger_groups_avoid_meetings_too() {
        let met = of(&[(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5), (6, 7), (6, 8), (7, 8)]);
        let groups = grouped(&[0, 1, 2, 3, 4, 5, 6, 7, 8], 3, met);
        assert_eq!(groups, [[0, 3, 6], [1, 4, 7], [2, 5, 8]]);
    }

    #[test]
    fn nobody_is_nothing() {
        assert!(grouped(&[], 2, of(&[])).is_empty());
    }
}
