//! Sums of groups: what is kept, whatever the order, and what is refused.

use super::GroupSums;
use crate::PairError;
use crate::ratings::simulation::Lcg;

/// Blocks with the same games, or with 0 to 2 games of each pair.
fn blocks(members: usize, count: usize, varied: bool) -> Vec<Vec<f64>> {
    let mut lcg = Lcg(17);
    let block = |_| {
        let mut points = vec![0.0; members * members];
        for i in 0..members {
            for j in i + 1..members {
                for _ in 0..if varied { lcg.below(3) } else { 1 + i % 2 } {
                    let share = lcg.below(3) as f64 / 2.0;
                    points[i * members + j] += share;
                    points[j * members + i] += 1.0 - share;
                }
            }
        }
        points
    };
    (0..count).map(block).collect()
}

fn sum(members: usize, blocks: &[Vec<f64>]) -> GroupSums {
    let mut sums = GroupSums::new(members);
    blocks.iter().for_each(|block| sums.add_block(block).unwrap());
    sums
}

fn share(i: usize, j: usize) -> f64 {
    1.0 / (1.0 + ((j as f64 - i as f64) / 3.0).exp())
}

#[test]
fn residual_products_are_those_of_the_blocks() {
    for (members, varied) in [(2, false), (2, true), (5, false), (4, true)] {
        let blocks = blocks(members, 30, varied);
        let sums = sum(members, &blocks);
        assert_eq!(sums.varied.is_some(), varied);
        let found = sums.residual_products(share);
        let mut expected = vec![0.0; members * members];
        for block in &blocks {
            let residual = |i: usize| -> f64 {
                let excess = |j: usize| {
                    let (won, lost) = (block[i * members + j], block[j * members + i]);
                    won - (won + lost) * share(i, j)
                };
                (0..members).map(excess).sum()
            };
            for i in 0..members {
                (0..members).for_each(|j| expected[i * members + j] += residual(i) * residual(j));
            }
        }
        for (found, expected) in found.iter().zip(&expected) {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }
}

#[test]
fn any_order_and_any_merge_give_the_same_bits() {
    for varied in [false, true] {
        let mut blocks = blocks(4, 25, varied);
        let whole = sum(4, &blocks);
        let mut parts = sum(4, &blocks[20..]);
        parts.merge(&GroupSums::new(4)).unwrap();
        parts.merge(&sum(4, &blocks[..20])).unwrap();
        assert_eq!(parts, whole);
        blocks.reverse();
        assert_eq!(sum(4, &blocks), whole);
        let order = [2, 0, 3, 1];
        let turned = |block: &Vec<f64>| -> Vec<f64> {
            order.iter().flat_map(|i| order.iter().map(move |j| block[i * 4 + j])).collect()
        };
        assert_eq!(whole.reordered(&order), sum(4, &blocks.iter().map(turned).collect::<Vec<_>>()));
    }
}

/// A block with other games after many with the same ones.
#[test]
fn games_may_vary_late() {
    let mut sums = sum(3, &blocks(3, 10, false));
    assert_eq!((sums.met(0, 1), sums.blocks_of(2)), (10, 10));
    sums.add_block(&[0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]).unwrap();
    assert_eq!((sums.met(0, 1), sums.met(2, 1), sums.blocks_of(2)), (11, 10, 10));
    assert_eq!((sums.blocks(), sums.blocks_of(1), sums.games(1, 0)), (11, 11, 11.0));
}

#[test]
fn sums_read_back_and_invalid_ones_are_refused() {
    for varied in [false, true] {
        let sums = sum(3, &blocks(3, 7, varied));
        let text = serde_json::to_string(&sums).unwrap();
        assert_eq!(serde_json::from_str::<GroupSums>(&text).unwrap(), sums);
        let short = text.replacen("\"members\":3", "\"members\":4", 1);
        assert!(serde_json::from_str::<GroupSums>(&short).is_err());
    }
    let huge = format!(r#"{{"members":{},"blocks":1,"points":[],"products":[]}}"#, usize::MAX);
    assert!(serde_json::from_str::<GroupSums>(&huge).is_err());
}

#[test]
fn invalid_blocks_are_refused_and_leave_no_trace() {
    let mut sums = GroupSums::new(2);
    let length = sums.add_block(&[0.0; 3]).unwrap_err();
    assert_eq!(length.to_string(), "expected 4 numbers, found 3");
    for wrong in [-1.0, f64::INFINITY, f64::NAN] {
        let refused = sums.add_block(&[0.0, wrong, 0.0, 0.0]);
        assert!(matches!(refused, Err(PairError::Points { .. })), "{wrong}");
    }
    assert_eq!(sums.add_block(&[0.0, 0.0, 0.0, 1.0]), Err(PairError::SamePlayer { player: 1 }));
    assert_eq!(sums.merge(&GroupSums::new(3)), Err(PairError::Size { players: 2, other: 3 }));
    assert_eq!(sums, GroupSums::new(2));
}
