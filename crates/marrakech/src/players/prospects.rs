//! The prospects of each player in a position: money, squares, and the expected result of Assam's next walk.

use crate::rules::{Assam, Die, MAX_PLAYERS, Phase, Rotation, SIDE, Square, Squares, Stage};

/// A player's assets and expectations at the start of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Prospects {
    /// Money.
    pub(super) dirhams: i32,
    /// Visible squares.
    pub(super) squares: i32,
    /// Visible squares at the edge of the board.
    pub(super) edge: i32,
    /// The sum of the squared sizes of the regions: the expected income from visits if all squares are
    /// equally likely.
    pub(super) regions: i32,
    /// The expected income minus cost of the next walk, in sixths of a dirham.
    pub(super) next_sixths: i32,
    /// Whether it is this player's turn.
    pub(super) to_move: bool,
    /// Whether the player is still in the game.
    pub(super) is_in: bool,
}

/// The cost of landing on each square and who is paid: region size and seat of its owner in one byte, 0 where
/// landing is free.
struct Tolls([u8; SIDE * SIDE]);

impl Tolls {
    const SEAT_SHIFT: u32 = 6;

    const NONE: Tolls = Tolls([0; SIDE * SIDE]);

    fn put(&mut self, region: Squares, size: u32, owner: usize) {
        let toll = size as u8 | (owner as u8) << Tolls::SEAT_SHIFT;
        region.iter().for_each(|square| self.0[square.index()] = toll);
    }

    /// What `payer` owes on a square, and the seat it is owed to.
    fn at(&self, square: Square, payer: usize) -> (i32, usize) {
        let toll = self.0[square.index()];
        let owner = usize::from(toll >> Tolls::SEAT_SHIFT);
        let size = i32::from(toll & ((1 << Tolls::SEAT_SHIFT) - 1));
        (if owner == payer { 0 } else { size }, owner)
    }

    /// Six times the expected payment of `payer` if Assam walks the way he faces.
    fn sixths(&self, assam: Assam, payer: usize) -> i32 {
        let toll = |die: Die| die.faces() as i32 * self.at(assam.moved(die).square, payer).0;
        Die::ALL.into_iter().map(toll).sum()
    }

    /// The cheapest of some rotations for `payer`; the first of equals.
    fn cheapest(&self, assam: Assam, rotations: &[Rotation], payer: usize) -> Rotation {
        let toll = |rotation: &Rotation| self.sixths(assam.rotated(*rotation), payer);
        rotations.iter().copied().min_by_key(toll).unwrap_or(Rotation::Ahead)
    }
}

/// Finds all regions of players who are in, adds them to the prospects of their owners, and returns the cost
/// of landing on them.
fn survey(stage: &Stage, prospects: &mut [Prospects; MAX_PLAYERS]) -> Tolls {
    let mut tolls = Tolls::NONE;
    let position = stage.position();
    for (index, merchant) in position.merchants().iter().enumerate() {
        let seat = index % stage.seats();
        let own = &mut prospects[seat];
        if !merchant.is_in {
            continue;
        }
        let mut rest = position.board().squares_of(merchant.colour);
        own.squares += rest.len() as i32;
        own.edge += rest.and(Squares::EDGE).len() as i32;
        while let Some(first) = rest.first() {
            let region = rest.region(first);
            let size = region.len();
            own.regions += (size * size) as i32;
            tolls.put(region, size, seat);
            rest = rest.without(region);
        }
    }
    tolls
}

/// The prospects of each player at the start of a turn, before or after its rotation.
///
/// The player to move is assumed to rotate Assam to where the walk costs least. O(squares).
pub(super) fn prospects(stage: &Stage) -> [Prospects; MAX_PLAYERS] {
    let mut prospects = [Prospects::default(); MAX_PLAYERS];
    let tolls = survey(stage, &mut prospects);
    for (seat, own) in prospects.iter_mut().enumerate().take(stage.seats()) {
        let purse = stage.purse(seat);
        own.dirhams = i32::from(purse.dirhams);
        own.is_in = purse.is_in;
    }
    let payer = stage.seat();
    prospects[payer].to_move = true;
    let rotations: &[Rotation] =
        if stage.phase() == Phase::Rotate { &Rotation::ALL } else { &[Rotation::Ahead] };
    let assam = stage.position().assam();
    let turned = assam.rotated(tolls.cheapest(assam, rotations, payer));
    for die in Die::ALL {
        let (toll, owner) = tolls.at(turned.moved(die).square, payer);
        let sixths = die.faces() as i32 * toll;
        prospects[payer].next_sixths -= sixths;
        prospects[owner].next_sixths += sixths;
    }
    prospects
}

/// The rotation with the lowest expected payment for the player to move; of equals the first: ahead, right,
/// left.
pub(super) fn cheapest_rotation(stage: &Stage) -> Rotation {
    let tolls = survey(stage, &mut [Prospects::default(); MAX_PLAYERS]);
    tolls.cheapest(stage.position().assam(), &Rotation::ALL, stage.seat())
}

#[cfg(test)]
mod tests {
    use super::{cheapest_rotation, prospects};
    use crate::rules::{Colour, Rotation, Stage};

    /// Cyan on 20, 30, 40, 31, yellow on 32 and 46; Assam on 33 facing north.
    fn stage(mover: Colour) -> Stage {
        let mut squares = vec!["n00"; 49];
        for (square, rug) in [(14, "c00"), (21, "c00"), (28, "c01"), (22, "c02")] {
            squares[square] = rug;
        }
        squares[23] = "y00";
        squares[34] = "y01";
        let text = format!("Pc03015iPy02515iA33NB{}", squares.concat());
        Stage::resume(text.parse().unwrap(), mover, false).unwrap()
    }

    #[test]
    fn the_expectation_of_the_next_walk_is_exact() {
        let [cyan, yellow, ..] = prospects(&stage(Colour::Cyan));
        assert_eq!((cyan.dirhams, cyan.squares, cyan.edge, cyan.regions), (30, 4, 3, 16));
        assert_eq!((yellow.dirhams, yellow.squares, yellow.edge, yellow.regions), (25, 2, 1, 2));
        assert!(cyan.to_move && !yellow.to_move);
        // to the east and to the west every walk is free
        assert_eq!((cyan.next_sixths, yellow.next_sixths), (0, 0));
        assert_eq!(cheapest_rotation(&stage(Colour::Cyan)), Rotation::Right);
    }

    #[test]
    fn the_owner_receives_what_the_mover_pays() {
        let mut turned = stage(Colour::Yellow);
        turned.rotate(Rotation::Ahead);
        let [cyan, yellow, ..] = prospects(&turned);
        // 1: own rug; 2 and 3: the region of four; 4: around the half circle to 20
        assert_eq!((cyan.next_sixths, yellow.next_sixths), (20, -20));
    }
}
