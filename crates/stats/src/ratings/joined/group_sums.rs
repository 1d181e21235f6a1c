//! Sums over the blocks of one group of players.

use serde::{Deserialize, Serialize};

use super::super::pair_table::PairError;

mod residuals;

/// A block whose games differ by less than this share from those of the others has equally many.
const SAME_GAMES: f64 = 1e-9;

/// Sums over the blocks of a group: players that met each other in one or more blocks of games.
///
/// A block is the independent unit, such as one deal in all seatings. The sums are those that ratings and
/// their errors need: points of each member against each other member, and products of the members' points.
/// For `m` members that is about `3/2 m²` numbers, however many blocks there are: 0.3 kB for 5 members, 2.5 kB
/// for 14. Where the numbers of games of a pair vary from block to block, products with these are kept as
/// well, `m⁴ / 8` numbers: 45 kB for 14 members.
///
/// Sums of wins and ties are exact, and hence equal bit for bit in any order and after any merges; other
/// points agree within rounding. Serialized as an object of its sums, and checked when it is read.
///
/// ```
/// use lettergame_stats::GroupSums;
///
/// let mut sums = GroupSums::new(2);
/// sums.add_block(&[0.0, 3.0, 1.0, 0.0])?;
/// sums.add_block(&[0.0, 1.5, 2.5, 0.0])?;
/// assert_eq!((sums.blocks(), sums.points(0, 1), sums.points(1, 0)), (2, 4.5, 3.5));
/// # Ok::<(), lettergame_stats::PairError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "StoredSums")]
pub struct GroupSums {
    members: usize,
    blocks: u64,
    /// Row by row: the points of `i` against `j`.
    points: Vec<f64>,
    /// Sums of products of the points of two members against all, as in [`upper`].
    products: Vec<f64>,
    /// Only if not all blocks have the same games.
    #[serde(skip_serializing_if = "Option::is_none")]
    varied: Option<VariedGames>,
}

/// Sums that follow from the others if all blocks have the same games. Pairs are in the order of
/// [`GroupSums::pairs`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct VariedGames {
    /// The number of blocks in which each pair met.
    met: Vec<u64>,
    /// Sums of products of a member's points and the games of a pair, member by member.
    with_points: Vec<f64>,
    /// Sums of products of the games of two pairs, as in [`upper`].
    with_games: Vec<f64>,
}

/// What is read, before its lengths are checked.
#[derive(Deserialize)]
struct StoredSums {
    members: usize,
    blocks: u64,
    points: Vec<f64>,
    products: Vec<f64>,
    #[serde(default)]
    varied: Option<VariedGames>,
}

impl TryFrom<StoredSums> for GroupSums {
    type Error = PairError;

    fn try_from(stored: StoredSums) -> Result<Self, PairError> {
        let StoredSums { members, blocks, points, products, varied } = stored;
        let square = members.saturating_mul(members);
        // before any number of this size is computed or reserved
        check_length(points.len(), square)?;
        check_length(products.len(), triangle(members))?;
        if let Some(varied) = &varied {
            let pairs = triangle(members) - members;
            check_length(varied.met.len(), pairs)?;
            check_length(varied.with_points.len(), members * pairs)?;
            check_length(varied.with_games.len(), triangle(pairs))?;
        }
        check_points(members, &points)?;
        Ok(GroupSums { members, blocks, points, products, varied })
    }
}

impl GroupSums {
    /// No blocks yet of a group of this many members, numbered from 0.
    #[must_use]
    pub fn new(members: usize) -> GroupSums {
        let (points, products) = (vec![0.0; members * members], vec![0.0; triangle(members)]);
        GroupSums { members, blocks: 0, points, products, varied: None }
    }

    /// Number of members.
    #[must_use]
    pub fn members(&self) -> usize {
        self.members
    }

    /// Number of blocks added.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The points that member `i` took from member `j` in all blocks: a win is 1, a tie 0.5.
    ///
    /// # Panics
    /// If either is out of range.
    #[must_use]
    pub fn points(&self, i: usize, j: usize) -> f64 {
        assert!(j < self.members, "member {j} is out of range");
        self.points[i * self.members + j]
    }

    /// Adds a block: at `i * members + j` the points that member `i` took from member `j` in all its games,
    /// where a tie is half a point for each. Takes O(m²) time for m members.
    ///
    /// # Errors
    /// If there are not exactly `members * members` numbers, if one is negative, infinite or NaN, or if a
    /// member has points against itself; nothing is added in that case.
    pub fn add_block(&mut self, points: &[f64]) -> Result<(), PairError> {
        check_length(points.len(), self.members * self.members)?;
        check_points(self.members, points)?;
        let m = self.members;
        let own: Vec<f64> = (0..m).map(|i| points[i * m..(i + 1) * m].iter().sum()).collect();
        let mut products = Vec::with_capacity(self.products.len());
        for i in 0..m {
            products.extend(own[i..].iter().map(|other| own[i] * other));
        }
        let block =
            GroupSums { members: m, blocks: 1, points: points.to_vec(), products, varied: None };
        self.absorb(block);
        Ok(())
    }

    /// Adds all blocks of `other`, whose members are the same in the same order.
    ///
    /// # Errors
    /// If the numbers of members differ; nothing is added in that case.
    pub fn merge(&mut self, other: &GroupSums) -> Result<(), PairError> {
        if self.members != other.members {
            return Err(PairError::Size { players: self.members, other: other.members });
        }
        self.absorb(other.clone());
        Ok(())
    }

    /// Adds sums of as many members.
    fn absorb(&mut self, other: GroupSums) {
        if self.blocks == 0 || other.blocks == 0 {
            if self.blocks == 0 {
                *self = other;
            }
            return;
        }
        if self.varied.is_some() || other.varied.is_some() || !self.has_games_of(&other) {
            let mut own = self.varied.take().unwrap_or_else(|| self.implied());
            let theirs = other.varied.clone().unwrap_or_else(|| other.implied());
            own.met.iter_mut().zip(theirs.met).for_each(|(own, theirs)| *own += theirs);
            add(&mut own.with_points, &theirs.with_points);
            add(&mut own.with_games, &theirs.with_games);
            self.varied = Some(own);
        }
        self.blocks += other.blocks;
        add(&mut self.points, &other.points);
        add(&mut self.products, &other.products);
    }

    /// Whether each pair has as many games per block as in `other`; both have the same games in all blocks.
    fn has_games_of(&self, other: &GroupSums) -> bool {
        self.pairs().all(|(i, j)| {
            let own = self.games(i, j) / self.blocks as f64;
            let theirs = other.games(i, j) / other.blocks as f64;
            (own - theirs).abs() <= SAME_GAMES * own.max(theirs)
        })
    }

    /// The sums about numbers of games, if all blocks have the same.
    fn implied(&self) -> VariedGames {
        let games: Vec<f64> =
            self.pairs().map(|(i, j)| self.games(i, j) / self.blocks as f64).collect();
        let met = |games: &f64| if *games > 0.0 { self.blocks } else { 0 };
        let of_member = |i: usize| games.iter().map(move |games| self.taken(i) * games);
        let of_pair = |pair: usize| {
            let own = games[pair] * self.blocks as f64;
            games[pair..].iter().map(move |other| own * other)
        };
        VariedGames {
            met: games.iter().map(met).collect(),
            with_points: (0..self.members).flat_map(of_member).collect(),
            with_games: (0..games.len()).flat_map(of_pair).collect(),
        }
    }

    /// The pairs of members, the lower first.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let members = self.members;
        (0..members).flat_map(move |i| (i + 1..members).map(move |j| (i, j)))
    }

    /// The games of two members against each other, in all blocks.
    pub(super) fn games(&self, i: usize, j: usize) -> f64 {
        self.points(i, j) + self.points(j, i)
    }

    /// The number of blocks in which two members met.
    pub(super) fn met(&self, i: usize, j: usize) -> u64 {
        let (low, high) = (i.min(j), i.max(j));
        match &self.varied {
            Some(varied) => varied.met[upper(self.members, low, high) - low - 1],
            None if self.games(i, j) > 0.0 => self.blocks,
            None => 0,
        }
    }

    /// All points of a member.
    fn taken(&self, i: usize) -> f64 {
        self.points[i * self.members..(i + 1) * self.members].iter().sum()
    }

    /// The number of blocks with a game of member `i`; where not all blocks have the same games, the most with
    /// one opponent, which may be fewer.
    pub(super) fn blocks_of(&self, i: usize) -> u64 {
        let others = (0..self.members).filter(|&j| j != i);
        others.map(|j| self.met(i, j)).max().unwrap_or(0)
    }

    /// The same sums with member `order[k]` as member `k`.
    pub(super) fn reordered(&self, order: &[usize]) -> GroupSums {
        let m = self.members;
        let pairs: Vec<(usize, usize)> = self.pairs().collect();
        let old_pair = |&(i, j): &(usize, usize)| {
            let (low, high) = (order[i].min(order[j]), order[i].max(order[j]));
            upper(m, low, high) - low - 1
        };
        let old: Vec<usize> = pairs.iter().map(old_pair).collect();
        let points = order.iter().flat_map(|&i| order.iter().map(move |&j| self.points(i, j)));
        let varied = self.varied.as_ref().map(|varied| {
            let of_member = |&i: &usize| {
                let own = &varied.with_points[i * old.len()..(i + 1) * old.len()];
                old.iter().map(|&pair| own[pair])
            };
            VariedGames {
                met: old.iter().map(|&pair| varied.met[pair]).collect(),
                with_points: order.iter().flat_map(of_member).collect(),
                with_games: turned(&varied.with_games, &old),
            }
        });
        GroupSums {
            members: m,
            blocks: self.blocks,
            points: points.collect(),
            products: turned(&self.products, order),
            varied,
        }
    }
}

/// Where the upper triangle of a square matrix, row by row, has `row` and `column`, `row <= column`.
fn upper(size: usize, row: usize, column: usize) -> usize {
    row * size - row * (row + 1) / 2 + column
}

/// The length of an upper triangle.
fn triangle(size: usize) -> usize {
    size * (size + 1) / 2
}

/// An upper triangle with its rows and columns in another order.
fn turned(numbers: &[f64], order: &[usize]) -> Vec<f64> {
    let size = order.len();
    let at = |i: usize, j: usize| upper(size, i.min(j), i.max(j));
    let rows = (0..size).flat_map(|i| (i..size).map(move |j| (i, j)));
    rows.map(|(i, j)| numbers[at(order[i], order[j])]).collect()
}

fn add(own: &mut [f64], theirs: &[f64]) {
    own.iter_mut().zip(theirs).for_each(|(own, theirs)| *own += theirs);
}

fn check_length(found: usize, expected: usize) -> Result<(), PairError> {
    if found == expected { Ok(()) } else { Err(PairError::Length { found, expected }) }
}

/// Checks that no points are negative, infinite or NaN, and none are against oneself.
fn check_points(members: usize, points: &[f64]) -> Result<(), PairError> {
    if let Some(&points) = points.iter().find(|points| !(0.0..f64::INFINITY).contains(*points)) {
        return Err(PairError::Points { points });
    }
    match (0..members).find(|i| points[i * members + i] != 0.0) {
        Some(player) => Err(PairError::SamePlayer { player }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
