//! The pre-endgame against all orders of the bag tried one by one.

use std::sync::Arc;

use crate::positions::{few_words, limited, row_of, situation, tiles as tiles_of};
use lettergame_base::Seed;
use lettergame_scrabble::board::{BINGO, Board, Layout, Play, Tile};
use lettergame_scrabble::endgame::{self, Endgame};
use lettergame_scrabble::plays::Generator;
use lettergame_scrabble::preendgame::{Analysis, Limits, PreEndgame, Record, Standing};
use lettergame_scrabble::rules::Move;
use lettergame_scrabble::situation::{Candidate, Situation, candidates};
use lettergame_words::Lexicon;

/// The number of consecutive scoreless turns that ends a game.
const LIMIT: u8 = 6;

const LIMITS: Limits = Limits { nodes: 1_000_000, endgame: 2_000, replies: 2 };

/// DOG on the board from 8H on.
fn board(lexicon: &Lexicon) -> Board {
    Board::with_cells(Arc::new(Layout::standard(BINGO)), lexicon, &row_of(7, 7, "DOG"))
}

/// All orders of these tiles, equal tiles told apart.
fn permutations(tiles: &[Tile]) -> Vec<Vec<Tile>> {
    if tiles.is_empty() {
        return vec![Vec::new()];
    }
    let with_first = |index: usize| {
        let mut rest = tiles.to_vec();
        let first = rest.remove(index);
        permutations(&rest).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    (0..tiles.len()).flat_map(with_first).collect()
}

/// The final spreads after a play that empties the bag, over all orders of the unseen tiles.
fn spreads(at: &Situation<'_>, play: &Play, score: i32) -> Vec<i32> {
    let mut board = at.board.clone();
    board.lay(at.game.lexicon(), play);
    let tiles: Vec<Tile> = at.unseen.iter().collect();
    let mut endgame = Endgame::new();
    let spread = |order: Vec<Tile>| {
        let own = at.own.minus(&play.tiles()).unwrap();
        let own = own.plus(&tiles_of(order[..at.bag].iter().copied()));
        let other = tiles_of(order[at.bag..].iter().copied());
        let scoreless = if score == 0 { at.scoreless + 1 } else { 0 };
        let after = Situation { scoreless, ..situation(at.game, &board, (other, own), 0) };
        let solved = endgame.solve(&after, &endgame::Limits::nodes(2_000));
        assert!(solved.exact);
        at.lead + score - solved.gain
    };
    permutations(&tiles).into_iter().map(spread).collect()
}

/// An analysis of a position with DOG on the board.
fn analysed(
    lexicon: &Arc<Lexicon>,
    (own, unseen): (&str, &str),
    (bag, lead): (usize, i32),
    limits: &Limits,
    check: impl Fn(&Situation<'_>, &Analysis),
) -> Analysis {
    let (game, board) = (limited(lexicon, LIMIT), board(lexicon));
    let racks = (own.parse().unwrap(), unseen.parse().unwrap());
    let at = Situation { lead, ..situation(&game, &board, racks, bag) };
    let analysis = PreEndgame::new().analyse(&at, &plays(&at), limits);
    check(&at, &analysis);
    analysis
}

/// All plays, the best by equity first.
fn plays(at: &Situation<'_>) -> Vec<Candidate> {
    candidates(at, &mut Generator::new(), 1000)
}

#[test]
fn plays_that_empty_the_bag_are_tried_against_every_order_of_it() {
    let (mut rng, mut checked, mut dropped) = (Seed(1).rng(), 0, 0);
    let racks = [("DIV", "GGO"), ("DOV", "GI?D"), ("GI?", "DOV"), ("DDGI", "IOVV")];
    for round in 0..24 {
        let lexicon = few_words(&mut rng);
        let bag = 1 + round % 2;
        let lead = rng.below(31) as i32 - 15;
        let check = |at: &Situation<'_>, analysis: &Analysis| {
            let orders = permutations(&at.unseen.iter().collect::<Vec<_>>()).len() as u64;
            for record in &analysis.records {
                let candidate = &record.candidate;
                let play = candidate.choice.play().filter(|play| play.count() >= bag);
                let Some(play) = play.filter(|_| record.standing == Standing::Complete) else {
                    continue;
                };
                let spreads = spreads(at, play, candidate.score);
                let count = |wanted: i32| {
                    spreads.iter().filter(|spread| spread.signum() == wanted).count() as u64
                };
                // the analysis does not tell orders of the opponent's tiles apart
                let times = orders / record.tried();
                let found = [record.wins, record.draws, record.losses];
                assert_eq!(found.map(|weight| weight * times), [count(1), count(0), count(-1)]);
                let sum: i64 = spreads.iter().map(|&spread| i64::from(spread)).sum();
                assert_eq!(record.spreads * times as i64, sum);
                assert!(record.exact);
            }
        };
        let racks = racks[round / 2 % racks.len()];
        let analysis = analysed(&lexicon, racks, (bag, lead), &LIMITS, check);
        assert!(analysis.complete);
        checked += analysis.records.len();
        dropped +=
            analysis.records.iter().filter(|record| record.standing == Standing::Dropped).count();
    }
    assert!(checked > 200 && dropped > 20, "{checked} {dropped}");
}

#[test]
fn the_best_candidate_wins_most_and_dropped_ones_could_not() {
    let lexicon = few_words(&mut Seed(5).rng());
    let analysis = analysed(&lexicon, ("DIV", "GGO"), (1, 3), &LIMITS, |_, _| {});
    let best = &analysis.records[0];
    let rank = |one: &Record| (one.win_probability(), one.mean_spread());
    for other in &analysis.records {
        match other.standing {
            Standing::Complete => assert!(rank(best) >= rank(other), "{other:?}"),
            Standing::Dropped => {
                let rest = best.tried() - other.tried();
                let most = other.wins + rest + other.draws / 2;
                assert!(most <= best.wins + best.draws / 2, "{other:?}");
            }
            Standing::Unfinished => panic!("{other:?}"),
        }
    }
    assert_eq!(analysis.best(), best.candidate.choice);
}

#[test]
fn without_a_budget_the_best_play_by_equity_is_chosen() {
    let lexicon = few_words(&mut Seed(5).rng());
    let limits = Limits { nodes: 0, ..LIMITS };
    let analysis = analysed(&lexicon, ("DIV", "GGO"), (1, 3), &limits, |_, _| {});
    let candidates = analysis.records.iter().map(|one| one.candidate);
    let best = candidates.filter(|one| one.choice != Move::Pass).max_by_key(|one| one.equity);
    assert_eq!(Some(analysis.best()), best.map(|best| best.choice));
    assert!(!analysis.complete && analysis.nodes == 0);
}

#[test]
fn an_analysis_is_complete_if_every_play_was_tried() {
    let lexicon = few_words(&mut Seed(5).rng());
    let check = |at: &Situation<'_>, analysis: &Analysis| {
        let all = plays(at);
        let complete = |plays| PreEndgame::new().analyse(at, plays, &LIMITS).complete;
        assert!(analysis.complete && complete(&all) && !complete(&all[1..]));
    };
    analysed(&lexicon, ("DIV", "GGO"), (1, 3), &LIMITS, check);
}

#[test]
fn a_small_budget_is_shared_by_the_plays_and_spent_on_those_that_do_better() {
    let lexicon = few_words(&mut Seed(9).rng());
    let few = Limits { endgame: 60, ..LIMITS };
    let check = |at: &Situation<'_>, whole: &Analysis| {
        let plays = plays(at);
        let limits = Limits { nodes: whole.nodes / 2, ..few };
        let found = PreEndgame::new().analyse(at, &plays, &limits);
        assert!(!found.complete && found.nodes <= limits.nodes);
        let tried = |one: &Record| one.tried();
        // each of them against the first deals
        assert!(found.records.iter().all(|one| tried(one) > 0), "{found:?}");
        let most = found.records.iter().map(tried).max().unwrap();
        let spared = found.records.iter().filter(|one| tried(one) < most).count();
        assert!(spared > 0 && most <= found.deals, "{found:?}");
        let share = Record::win_probability;
        let unfinished = found.records.iter().filter(|one| one.standing == Standing::Unfinished);
        assert!(unfinished.is_sorted_by(|one, next| share(one) >= share(next)), "{found:?}");
    };
    analysed(&lexicon, ("DIV", "GGOOVDI"), (3, 0), &few, check);
}

#[test]
fn a_rival_that_must_draw_replies_on_its_own_information() {
    let lexicon = few_words(&mut Seed(9).rng());
    let analysis = analysed(&lexicon, ("DIV", "GGOOV"), (2, 0), &LIMITS, |_, _| {});
    let tried = analysis.records.iter().filter(|one| one.standing == Standing::Complete);
    for record in tried {
        assert_eq!(record.tried(), 5 * 4);
        let empties = record.candidate.choice.play().is_some_and(|play| play.count() >= 2);
        assert_eq!(record.exact, empties, "{record:?}");
    }
}
