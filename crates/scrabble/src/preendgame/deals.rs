//! Every deal of the unseen tiles that makes a difference.

use crate::board::{Rack, Tile};

/// What the opponent holds and what is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Deal {
    /// The tiles of the opponent.
    pub(super) other: Rack,
    /// What the mover draws after its move.
    pub(super) drawn: Rack,
    /// What is left in the bag then, in the order in which it is drawn.
    pub(super) rest: Vec<Tile>,
    /// The number of ordered draws of the whole bag that amount to this.
    pub(super) weight: u64,
}

/// The deals of these unseen tiles with `bag` of them in the bag, of which the mover draws `drawn`; the opponent holds
/// at least the `known` ones. Their weights add up to the number of ordered draws of the bag, whatever is drawn.
pub(super) fn deals(unseen: &Rack, known: &Rack, bag: usize, drawn: usize) -> Vec<Deal> {
    let unseen = unseen.without(known);
    let mut found = Vec::new();
    let orders = (1..=drawn as u64).product();
    let kinds: Vec<(Tile, usize)> = unseen.kinds().collect();
    let none = Rack::new(unseen.distribution());
    draw(&kinds, drawn, none, orders, &mut |drawn, weight| {
        let left = unseen.without(&drawn);
        order(left, bag - drawn.len(), &mut Vec::new(), weight, &mut |other, rest, weight| {
            found.push(Deal { other: other.plus(known), drawn, rest: rest.to_vec(), weight });
        });
    });
    found
}

/// The same deals in an order in which the first few are of all kinds: steps of about the golden ratio of their number.
pub(super) fn mixed(deals: Vec<Deal>) -> Vec<Deal> {
    let count = deals.len();
    let near = (count as f64 * 0.618) as usize;
    let step = (near..count).find(|&step| gcd(step, count) == 1).unwrap_or(1);
    let mut deals: Vec<_> = deals.into_iter().map(Some).collect();
    (0..count).filter_map(|index| deals[index * step % count].take()).collect()
}

fn gcd(one: usize, other: usize) -> usize {
    if other == 0 { one } else { gcd(other, one % other) }
}

/// All multisets of `count` of these tiles, added to `taken`.
fn draw(
    kinds: &[(Tile, usize)],
    count: usize,
    taken: Rack,
    weight: u64,
    found: &mut impl FnMut(Rack, u64),
) {
    let Some((&(tile, most), rest)) = kinds.split_first() else {
        if count == 0 {
            found(taken, weight);
        }
        return;
    };
    let (mut taken, mut ways) = (taken, 1);
    for chosen in 0..=most.min(count) {
        draw(rest, count - chosen, taken, weight * ways, found);
        taken.add(tile);
        ways = ways * (most - chosen) as u64 / (chosen as u64 + 1);
    }
}

/// All different sequences of `count` of these tiles, each with the tiles left.
fn order(
    left: Rack,
    count: usize,
    sequence: &mut Vec<Tile>,
    weight: u64,
    found: &mut impl FnMut(Rack, &[Tile], u64),
) {
    if count == 0 {
        return found(left, sequence, weight);
    }
    for (tile, copies) in left.kinds() {
        let mut rest = left;
        rest.remove(tile);
        sequence.push(tile);
        order(rest, count - 1, sequence, weight * copies as u64, found);
        sequence.pop();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::deals;
    use crate::board::{Rack, Tile};

    /// All orders of these tiles, equal tiles told apart.
    fn permutations(tiles: &[Tile]) -> Vec<Vec<Tile>> {
        if tiles.is_empty() {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for index in 0..tiles.len() {
            let mut rest = tiles.to_vec();
            let first = rest.remove(index);
            all.extend(permutations(&rest).into_iter().map(|mut one| {
                one.insert(0, first);
                one
            }));
        }
        all
    }

    #[test]
    fn deals_are_the_permutations_of_the_tiles_that_are_not_known() {
        let cases = [("AABC?", ""), ("AAAA", ""), ("QU?E", ""), ("ABCDEF", ""), ("AABCDE", "AE")];
        for (text, known) in cases {
            let (unseen, known): (Rack, Rack) = (text.parse().unwrap(), known.parse().unwrap());
            let tiles: Vec<Tile> = unseen.without(&known).iter().collect();
            for bag in 1..=3 {
                for drawn in 0..=bag {
                    let mut expected: HashMap<(String, String, Vec<Tile>), u64> = HashMap::new();
                    let hands = (1..=(tiles.len() - bag) as u64).product::<u64>();
                    for order in permutations(&tiles) {
                        let rack = |tiles: &[Tile]| {
                            Rack::of(unseen.distribution(), tiles.iter().copied()).to_string()
                        };
                        let rest = order[drawn..bag].to_vec();
                        let other = [&order[bag..], &known.iter().collect::<Vec<_>>()].concat();
                        let other = rack(&other);
                        *expected.entry((other, rack(&order[..drawn]), rest)).or_default() += 1;
                    }
                    let found: HashMap<_, _> = deals(&unseen, &known, bag, drawn)
                        .into_iter()
                        .map(|deal| {
                            let racks = (deal.other.to_string(), deal.drawn.to_string());
                            ((racks.0, racks.1, deal.rest), deal.weight * hands)
                        })
                        .collect();
                    assert_eq!(found, expected, "{text} {bag} {drawn}");
                }
            }
        }
    }
}
