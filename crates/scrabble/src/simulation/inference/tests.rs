//! Inference against its definition, and against racks that were really held.

use std::sync::Arc;

use super::{Effort, Inference, OTHERWISE, all_parts, choices, likelihood, most_loss, parts};
use crate::board::{Board, RACK, Rack, Tile};
use crate::plays::{All, Equity, Generator, LeaveValue, Leaves, Valuation};
use crate::rules::{Scrabble, ScrabbleRules};
use crate::simulation::{Observed, RivalTurn};
use lettergame_base::Seed;
use lettergame_words::Lexicon;

fn rack(text: &str) -> Rack {
    text.parse().unwrap()
}

#[test]
fn parts_of_a_rack_are_counted_and_listed() {
    for (text, size, count) in [("AABC", 2, 4), ("AAAA", 3, 1), ("ABCDE", 0, 1), ("AB", 3, 0)] {
        let listed = all_parts(&rack(text), size);
        assert_eq!((parts(&rack(text), size), listed.len()), (f64::from(count), count as usize));
        assert!(listed.iter().all(|part| part.len() == size && rack(text).minus(part).is_some()));
    }
    assert_eq!((choices(5, 2), choices(2, 3), choices(0, 0)), (10.0, 0.0, 1.0));
}

#[test]
fn a_play_is_less_likely_the_more_it_costs_and_never_impossible() {
    let points = |points: f64| likelihood(Equity((1000.0 * points) as i32));
    assert!((points(0.0) - 1.0).abs() < 1e-12);
    let losses: Vec<f64> = (0..=400).map(|tenths| points(f64::from(tenths) / 10.0)).collect();
    assert!(losses.is_sorted_by(|one, next| one > next));
    // static play hardly explains a loss of a point, that with other aims does not yet exclude one of eight
    assert!((0.1..0.3).contains(&points(1.0)) && (0.01..0.05).contains(&points(8.0)));
    assert!((points(40.0) - OTHERWISE).abs() < 1e-4 && most_loss() == Equity(40_000));
}

fn game() -> Scrabble {
    Scrabble::new(ScrabbleRules::standard(), Arc::new(Lexicon::shipped()))
}

/// The opening play of this text, and some of the tiles that are then unseen.
fn opening<'a>(game: &'a Scrabble, play: &str, unseen: &str) -> RivalTurn<'a> {
    let board = Board::new(game.layout().clone());
    let observed = Observed::Play(play.parse().unwrap());
    RivalTurn { game, board, unseen: rack(unseen), shown: rack(""), observed }
}

/// All ways to draw two more tiles, each a tile of its own, and the loss by the list of all plays.
#[test]
fn inference_by_enumeration_equals_a_naive_one() {
    let game = game();
    let turn = opening(&game, "8D TRAIN", "ATEEIQSSXU");
    let inferred = Inference::of(&turn, Effort { leaves: 1000, seed: Seed(1) });
    assert!(inferred.is_exhaustive());
    let pool: Vec<Tile> = turn.unseen.plus(&rack("TRAIN")).iter().collect();
    let mut naive: Vec<(Rack, f64)> = Vec::new();
    for bits in 0_u32..1 << pool.len() {
        let held = pool.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1);
        let held = Rack::of(turn.unseen.distribution(), held.map(|(_, &tile)| tile));
        let leave = held.minus(&rack("TRAIN")).filter(|_| held.len() == RACK);
        let Some(leave) = leave else { continue };
        match naive.iter_mut().find(|known| known.0 == leave) {
            Some(known) => known.1 += 1.0,
            None => naive.push((leave, 1.0)),
        }
    }
    let value = LeaveValue::Model { leaves: Leaves::shipped(), opening: turn.board.opening() };
    for (leave, weight) in &mut naive {
        let mut all = All::default();
        let held = leave.plus(&rack("TRAIN"));
        Generator::new().search(game.lexicon(), &turn.board, &held, &value, &mut all);
        let own = all.0.iter().find(|play| play.play.to_string() == "8D TRAIN").unwrap().equity;
        // the bag holds eight tiles before the play
        let exchanges = (0..RACK).flat_map(|size| all_parts(&held, size));
        let best = exchanges.map(|kept| value.of_rack(&kept)).max().unwrap();
        let best = all.0.iter().map(|play| play.equity).max().unwrap().max(best);
        *weight *= likelihood(Equity((best - own).0.min(most_loss().0)));
    }
    let total: f64 = naive.iter().map(|leave| leave.1).sum();
    assert_eq!(naive.len(), inferred.leaves().len());
    for (leave, weight) in naive {
        let chance = inferred.leaves().iter().find(|other| other.0 == leave).unwrap().1;
        assert!((chance - weight / total).abs() < 1e-12, "{leave}: {chance}");
    }
}

/// The leaves that a turn leaves likely if the rival was seen with the Q before it or after it: those of the plain
/// inference with that tile, or with a draw of it.
#[test]
fn a_tile_that_is_known_was_kept_or_drawn() {
    let game = game();
    let turn = opening(&game, "8D TRAIN", "ATEEIQSSXU");
    let effort = Effort { leaves: 1000, seed: Seed(1) };
    let (plain, q) = (Inference::of(&turn, effort), Tile::latin('Q').unwrap());
    let has = |leave: &Rack| leave.count(q) > 0;
    let assert_near = |found: &Inference, chance: &dyn Fn(&Rack) -> f64| {
        let leaves = plain.leaves().iter().map(|(leave, p)| (*leave, p * chance(leave)));
        let expected: Vec<(Rack, f64)> = leaves.filter(|leave| leave.1 > 0.0).collect();
        let total: f64 = expected.iter().map(|leave| leave.1).sum();
        assert_eq!(found.leaves().len(), expected.len());
        for (leave, weight) in expected {
            let chance = found.leaves().iter().find(|other| other.0 == leave).unwrap().1;
            assert!((chance - weight / total).abs() < 1e-12, "{leave}: {chance}");
        }
    };
    let shown = RivalTurn { shown: rack("QRN"), ..turn.clone() };
    assert_near(&Inference::of(&shown, effort), &|leave| f64::from(has(leave)));
    // five of eight tiles are drawn
    let now = plain.clone().knowing(rack("Q")).unwrap();
    assert_near(&now, &|leave| if has(leave) { 1.0 } else { 5.0 / 8.0 });
    assert!((now.chance_of_tile(q) - 1.0).abs() < 1e-12 && plain.chance_of_tile(q) < 0.9);
    let mut rng = Seed(2).rng();
    assert!((0..100).all(|_| has(&now.draw(&mut rng))));
    let racks = |inference: &Inference| {
        let all = all_parts(&turn.unseen, RACK);
        all.iter().map(|rack| inference.chance_of_rack(rack)).sum::<f64>()
    };
    assert!((racks(&plain) - 1.0).abs() < 1e-9 && (racks(&now) - 1.0).abs() < 1e-9);
    assert!(plain.knowing(rack("AEIQSUZ")).is_none(), "the Z is seen");
}
