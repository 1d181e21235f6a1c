//! The bag. Its order is the deal's, and each seat draws from its own end: until both ends meet, a seat's
//! draws depend only on the deal and the number of tiles it has taken, not on the opponent. For the same
//! reason, exchanged tiles go beneath all others, in random order.

use arrayvec::ArrayVec;

use crate::board::{Distribution, MAX_TILES, Rack, Tile};
use lettergame_base::{Branch, Seat, Seed};

/// The tiles not drawn yet.
#[derive(Clone, Debug)]
pub struct Bag {
    /// In the order of the deal.
    tiles: ArrayVec<Tile, MAX_TILES>,
    distribution: &'static Distribution,
    /// Index of the first seat's next tile.
    front: u8,
    /// Index after the second seat's next tile.
    back: u8,
    /// Exchanged tiles: the first seat draws from the front, the second from the back.
    returned: ArrayVec<Tile, MAX_TILES>,
    /// The total number of tiles put back.
    returns: u32,
    deal: Seed,
}

impl Bag {
    /// A bag with these tiles, in an order determined by the deal.
    #[must_use]
    pub fn new(tiles: &Rack, deal: Seed) -> Bag {
        let distribution = tiles.distribution();
        let mut tiles: ArrayVec<Tile, MAX_TILES> = tiles.iter().take(MAX_TILES).collect();
        let len = tiles.len();
        deal.derive(Branch::Chance, 0).rng().shuffle_front(&mut tiles, len);
        let (back, returned) = (len as u8, ArrayVec::new());
        Bag { tiles, distribution, front: 0, back, returned, returns: 0, deal }
    }

    /// The number of tiles.
    #[must_use]
    pub fn len(&self) -> usize {
        usize::from(self.back - self.front) + self.returned.len()
    }

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tiles in it.
    #[must_use]
    pub fn tiles(&self) -> Rack {
        let dealt = &self.tiles[usize::from(self.front)..usize::from(self.back)];
        Rack::of(self.distribution, dealt.iter().chain(&self.returned).copied())
    }

    /// Draws a tile from this seat's end.
    pub fn draw(&mut self, seat: Seat) -> Option<Tile> {
        let first = seat == Seat::FIRST;
        if self.front < self.back {
            let place = if first { self.front } else { self.back - 1 };
            self.front += u8::from(first);
            self.back -= u8::from(!first);
            return Some(self.tiles[usize::from(place)]);
        }
        if first { self.returned.pop_at(0) } else { self.returned.pop() }
    }

    /// Fills a rack up to `size` tiles while the bag lasts.
    pub fn fill(&mut self, seat: Seat, rack: &mut Rack, size: usize) {
        while rack.len() < size {
            let Some(tile) = self.draw(seat) else { return };
            rack.add(tile);
        }
    }

    /// Puts tiles back.
    pub fn put_back(&mut self, tiles: &Rack) {
        for tile in tiles.iter() {
            self.returns += 1;
            let mut rng = self.deal.derive(Branch::Chance, self.returns.into()).rng();
            let place = rng.below(self.returned.len() as u32 + 1) as usize;
            self.returned.insert(place, tile);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Bag;
    use crate::board::{Distribution, Rack, Tile};
    use lettergame_base::{Seat, Seed};

    fn full_set() -> Rack {
        Distribution::english().all()
    }

    fn of(tiles: impl IntoIterator<Item = Tile>) -> Rack {
        Rack::of(Distribution::english(), tiles)
    }

    fn seats() -> [Seat; 2] {
        [Seat::FIRST, Seat::new(1).unwrap()]
    }

    fn drawn(bag: &mut Bag, seat: Seat, count: usize) -> Vec<Tile> {
        (0..count).filter_map(|_| bag.draw(seat)).collect()
    }

    #[test]
    fn a_seats_draws_do_not_depend_on_the_other_seat() {
        let [first, second] = seats();
        for seed in 0..50 {
            let fresh = Bag::new(&full_set(), Seed(seed));
            let alone = drawn(&mut fresh.clone(), first, 40);
            let other = drawn(&mut fresh.clone(), second, 40);
            let mut bag = fresh;
            let mut mixed = drawn(&mut bag, first, 7);
            let mut against = drawn(&mut bag, second, 30);
            bag.put_back(&of(against[..5].iter().copied()));
            mixed.extend(drawn(&mut bag, first, 33));
            against.extend(drawn(&mut bag, second, 10));
            assert_eq!((mixed, against), (alone, other));
        }
    }

    #[test]
    fn every_tile_is_drawn_once_and_returned_tiles_come_last() {
        let [first, second] = seats();
        let mut bag = Bag::new(&full_set(), Seed(3));
        let taken = of(drawn(&mut bag, first, 5));
        bag.put_back(&taken);
        assert_eq!((bag.len(), bag.tiles()), (100, full_set()));
        let early = of(drawn(&mut bag, second, 95));
        assert_eq!(early.plus(&taken), full_set());
        let last =
            of([drawn(&mut bag, first, 2), drawn(&mut bag, second, 9)].into_iter().flatten());
        assert_eq!((last, bag.is_empty(), bag.draw(first)), (taken, true, None));
    }

    #[test]
    fn all_positions_of_a_tile_are_equally_likely() {
        let [first, _] = seats();
        let blanks = |seed| drawn(&mut Bag::new(&full_set(), Seed(seed)), first, 10);
        let count = (0..5000).flat_map(blanks).filter(|&tile| tile == Tile::BLANK).count();
        // 5000 games, 10 draws, 2 blanks in 100: 1000 expected, standard deviation about 30
        assert!((880..1120).contains(&count), "{count}");
    }
}
