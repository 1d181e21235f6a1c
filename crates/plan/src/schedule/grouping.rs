//! Groups of neighbours in an order, with as few rematches as the search finds.
//!
//! The first free player takes the next players in the order whom it may still meet, and so on; at
//! a dead end the last choice is undone (depth-first search). The first groups found therefore have
//! the best players meet others close to them. Initially no rematches are allowed; if no such
//! groups exist, or none are found within [`STEPS`] choices, 1, 3, 7, .. rematches are allowed in
//! each group, and the solution with the fewest in total is used. For up to 12 players in pairs the
//! search is complete, so rematches are avoided whenever possible; beyond that, it finds such pairs
//! unless they are rare. With large groups and many stages, there are more rematches than
//! necessary.

/// The number of choices that are tried before more rematches are allowed.
const STEPS: usize = 200_000;

/// Divides the players of an order into groups of `size`, which must divide their number; `met`
/// returns how often two have met.
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
    /// Places in the order, group by group.
    chosen: Vec<usize>,
    /// The rematches added by each of them.
    again: Vec<u64>,
}

impl<M: Fn(usize, usize) -> u64> Search<'_, M> {
    /// The groups with the fewest rematches, if any are found within the number allowed in each
    /// group.
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

    /// The first place from `from` on that can be chosen next. A group is always opened by the
    /// first free player, so that no groups are found twice.
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

    /// Where the incomplete group begins among the chosen.
    fn open(&self) -> usize {
        self.chosen.len() - self.chosen.len() % self.size
    }

    /// The first free place; the length of the order if there is none.
    fn opening(&self) -> usize {
        let last_group = self.chosen.len().saturating_sub(self.size);
        let from = self.chosen.get(last_group).copied().unwrap_or(0);
        (from..self.order.len()).find(|&place| !self.taken[place]).unwrap_or(self.order.len())
    }

    /// Where the search for the next place starts.
    fn start(&self) -> usize {
        match self.chosen.last() {
            Some(&last) if self.open() < self.chosen.len() => last + 1,
            _ => self.opening(),
        }
    }

    /// How often the player at a place has met those in the open group.
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
        // the last two have met: the previous choice is undone
        assert_eq!(grouped(&[4, 2, 0, 1], 2, of(&[(0, 1)])), [[4, 0], [2, 1]]);
    }

    #[test]
    fn if_all_have_met_the_least_frequent_pairs_meet_again() {
        let met = of(&[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (0, 1), (2, 3), (0, 2)]);
        assert_eq!(grouped(&[0, 1, 2, 3], 2, met), [[0, 3], [1, 2]]);
    }

    #[test]
    fn larger_groups_avoid_rematches_too() {
        let met = of(&[(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5), (6, 7), (6, 8), (7, 8)]);
        let groups = grouped(&[0, 1, 2, 3, 4, 5, 6, 7, 8], 3, met);
        assert_eq!(groups, [[0, 3, 6], [1, 4, 7], [2, 5, 8]]);
    }

    #[test]
    fn no_players_give_no_groups() {
        assert!(grouped(&[], 2, of(&[])).is_empty());
    }
}
