//! Seats at a table, sets of seats, and one value per seat.

use std::fmt;
use std::ops::{Index, IndexMut};

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize, Serializer};

/// The maximum number of seats in any game of this crate.
pub const MAX_SEATS: usize = 14;

/// A seat at the table, numbered from 0, below [`MAX_SEATS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Seat(u8);

impl Seat {
    /// Seat 0.
    pub const FIRST: Seat = Seat(0);

    /// The seat at `index` (from 0), or `None` at [`MAX_SEATS`] and beyond.
    #[must_use]
    #[inline]
    pub fn new(index: usize) -> Option<Seat> {
        (index < MAX_SEATS).then_some(Seat(index as u8))
    }

    /// The index, from 0.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The other seat at a two-player table.
    #[must_use]
    #[inline]
    pub fn opponent(self) -> Seat {
        Seat(1 - self.0.min(1))
    }

    /// The first `count` seats in order, at most [`MAX_SEATS`].
    #[inline]
    pub fn first(count: usize) -> impl Iterator<Item = Seat> {
        (0..count.min(MAX_SEATS) as u8).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of seats, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatSet(u16);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// The first `count` seats (at most [`MAX_SEATS`]).
    #[must_use]
    #[inline]
    pub fn all(count: usize) -> SeatSet {
        SeatSet(((1u32 << count.min(MAX_SEATS)) - 1) as u16)
    }

    /// The set containing one seat.
    #[must_use]
    #[inline]
    pub fn one(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// Whether the seat is in the set.
    #[must_use]
    #[inline]
    pub fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// Adds a seat.
    #[inline]
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// The seats in this set but not in the other.
    #[must_use]
    #[inline]
    pub fn without(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// Number of seats, 0 to [`MAX_SEATS`].
    #[must_use]
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let seat = Seat(rest.trailing_zeros() as u8);
                rest &= rest - 1;
                seat
            })
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

/// Serialized as a list of seat numbers, ascending.
impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// One value for each seat of a table, seat 0 first; indexed by [`Seat`] only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BySeat<T>(ArrayVec<T, MAX_SEATS>);

impl<T> BySeat<T> {
    /// A value for each of `count` seats (at most [`MAX_SEATS`]), made in order.
    #[inline]
    pub fn from_fn(count: usize, make: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(Seat::first(count).map(make).collect())
    }

    /// Appends the value of the next seat.
    ///
    /// # Panics
    /// If there are already [`MAX_SEATS`] values.
    #[inline]
    pub fn push(&mut self, value: T) {
        self.0.push(value);
    }

    /// Number of seats.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the table has no seats.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The seats in order.
    #[inline]
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<T> {
        Seat::first(self.len())
    }

    /// The values in seat order.
    #[inline]
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// The values in seat order, mutable.
    #[inline]
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }

    /// Seats and values, in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        self.seats().zip(&self.0)
    }

    /// The same seats with mapped values.
    #[inline]
    pub fn map<U>(&self, mut f: impl FnMut(&T) -> U) -> BySeat<U> {
        BySeat(self.0.iter().map(&mut f).collect())
    }
}

impl<T: Clone> BySeat<T> {
    /// The same value for each of `count` seats (at most [`MAX_SEATS`]).
    #[inline]
    pub fn filled(count: usize, value: T) -> BySeat<T> {
        BySeat::from_fn(count, |_| value.clone())
    }
}

/// A table without seats.
impl<T> Default for BySeat<T> {
    #[inline]
    fn default() -> BySeat<T> {
        BySeat(ArrayVec::new())
    }
}

/// In seat order; values beyond [`MAX_SEATS`] are dropped.
impl<T> FromIterator<T> for BySeat<T> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> BySeat<T> {
        BySeat(values.into_iter().take(MAX_SEATS).collect())
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::{BySeat, MAX_SEATS, Seat, SeatSet};

    #[test]
    fn a_seat_is_below_the_maximum_seat_count() {
        assert_eq!(Seat::new(13).map(Seat::index), Some(13));
        assert_eq!(Seat::new(MAX_SEATS), None);
    }

    #[test]
    fn a_set_lists_its_seats_in_order() {
        let set: SeatSet = [5, 0, 13].into_iter().filter_map(Seat::new).collect();
        assert_eq!(set.iter().map(Seat::index).collect::<Vec<_>>(), [0, 5, 13]);
        assert_eq!((set.len(), SeatSet::all(14).len(), SeatSet::all(0).len()), (3, 14, 0));
        assert_eq!(SeatSet::all(14).without(set).len(), 11);
        assert_eq!(serde_json::to_string(&set).unwrap(), "[0,5,13]");
    }

    #[test]
    fn values_are_found_by_seat() {
        let mut double = BySeat::from_fn(3, |seat| seat.index() * 2);
        let last = Seat::new(2).unwrap();
        double[last] += 1;
        assert_eq!(double.values().copied().collect::<Vec<_>>(), [0, 2, 5]);
        assert_eq!(double.map(|n| n % 2)[last], 1);
    }
}
