//! The pre-endgame against all orders of the bag tried one by one.

use std::sync::Arc;

use crate::positions::{few_words, row_of, tiles as tiles_of};
use lettergame_core::base::Seed;
use lettergame_core::lexicon::Lexicon;
use lettergame_scrabble::board::{BINGO, Board, Layout, Play, Tile};
use lettergame_scrabble::endgame::{self, Endgame};
use lettergame_scrabble::plays::{Generator, LeaveValue, Leaves, Ranked, Top};
use lettergame_scrabble::preendgame::{
    Analysis, Candidate, Limits, Position, PreEndgame, Standing,
};

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
fn spreads(lexicon: &Lexicon, position: &Position<'_>, play: &Play, score: i32) -> Vec<i32> {
    let mut board = position.board.clone();
    board.lay(lexicon, play);
    let tiles: Vec<Tile> = position.unseen.iter().collect();
    let mut endgame = Endgame::new();
    let spread = |order: Vec<Tile>| {
        let own = position.own.minus(&play.tiles()).unwrap();
        let own = own.plus(&tiles_of(order[..position.bag].iter().copied()));
        let other = tiles_of(order[position.bag..].iter().copied());
        let scoreless = if score == 0 { position.scoreless + 1 } else { 0 };
        let (board, own, other) = (&board, &other, &own);
        let after = endgame::Position { board, own, other, scoreless, limit: LIMIT };
        let solved = endgame.solve(lexicon, &after, &endgame::Limits::nodes(2_000));
        assert!(solved.exact);
        position.lead + score - solved.gain
    };
    permutations(&tiles).into_iter().map(spread).collect()
}

/// An analysis of a position with DOG on the board.
fn analysed(
    lexicon: &Lexicon,
    (own, unseen): (&str, &str),
    (bag, lead): (usize, i32),
    limits: &Limits,
    check: impl Fn(&Position<'_>, &Analysis),
) -> Analysis {
    let (board, own, unseen) = (board(lexicon), own.parse().unwrap(), unseen.parse().unwrap());
    let (own, unseen, board) = (&own, &unseen, &board);
    let position = Position {
        board,
        own,
        unseen,
        bag,
        lead,
        scoreless: 0,
        limit: LIMIT,
        leaves: Leaves::shipped(),
    };
    let plays = plays(lexicon, &position);
    let analysis = PreEndgame::new().analyse(lexicon, &position, &plays, limits);
    check(&position, &analysis);
    analysis
}

/// All plays, the best by equity first.
fn plays(lexicon: &Lexicon, position: &Position<'_>) -> Vec<Candidate> {
    let Position { board, own, leaves, .. } = *position;
    let mut top = Top::new(1000);
    Generator::new().search(
        lexicon,
        board,
        own,
        &LeaveValue::Model { leaves, opening: None },
        &mut top,
    );
    let untried = |one: &Ranked| Candidate::new(Some(one.play), one.score, one.equity);
    top.plays().iter().map(untried).collect()
}

#[test]
fn plays_that_empty_the_bag_are_tried_against_every_order_of_it() {
    let (mut rng, mut checked, mut dropped) = (Seed(1).rng(), 0, 0);
    let racks = [("DIV", "GGO"), ("DOV", "GI?D"), ("GI?", "DOV"), ("DDGI", "IOVV")];
    for round in 0..24 {
        let lexicon = few_words(&mut rng);
        let bag = 1 + round % 2;
        let lead = rng.below(31) as i32 - 15;
        let check = |position: &Position<'_>, analysis: &Analysis| {
            let orders = permutations(&position.unseen.iter().collect::<Vec<_>>()).len() as u64;
            for candidate in &analysis.candidates {
                let play = candidate.play.filter(|play| play.count() >= bag);
                let Some(play) = play.filter(|_| candidate.standing == Standing::Complete) else {
                    continue;
                };
                let spreads = spreads(&lexicon, position, &play, candidate.score);
                let count = |wanted: i32| {
                    spreads.iter().filter(|spread| spread.signum() == wanted).count() as u64
                };
                // the analysis does not tell orders of the opponent's tiles apart
                let times = orders / candidate.tried();
                let found = [candidate.wins, candidate.draws, candidate.losses];
                assert_eq!(found.map(|weight| weight * times), [count(1), count(0), count(-1)]);
                let sum: i64 = spreads.iter().map(|&spread| i64::from(spread)).sum();
                assert_eq!(candidate.spreads * times as i64, sum);
                assert!(candidate.exact);
            }
        };
        let racks = racks[round / 2 % racks.len()];
        let analysis = analysed(&lexicon, racks, (bag, lead), &LIMITS, check);
        assert!(analysis.complete);
        checked += analysis.candidates.len();
        dropped += analysis
            .candidates
            .iter()
            .filter(|candidate| candidate.standing == Standing::Dropped)
            .count();
    }
    assert!(checked > 200 && dropped > 20, "{checked} {dropped}");
}

#[test]
fn the_best_candidate_wins_most_and_dropped_ones_could_not() {
    let lexicon = few_words(&mut Seed(5).rng());
    let analysis = analysed(&lexicon, ("DIV", "GGO"), (1, 3), &LIMITS, |_, _| {});
    let best = &analysis.candidates[0];
    let rank = |one: &Candidate| (one.win_probability(), one.mean_spread());
    for other in &analysis.candidates {
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
    assert_eq!(analysis.best(), best.play);
}

#[test]
fn without_a_budget_the_best_play_by_equity_is_chosen() {
    let lexicon = few_words(&mut Seed(5).rng());
    let limits = Limits { nodes: 0, ..LIMITS };
    let analysis = analysed(&lexicon, ("DIV", "GGO"), (1, 3), &limits, |_, _| {});
    let best =
        analysis.candidates.iter().filter(|one| one.play.is_some()).max_by_key(|one| one.equity);
    assert_eq!(analysis.best(), best.and_then(|best| best.play));
    assert!(!analysis.complete && analysis.nodes == 0);
}

#[test]
fn an_analysis_is_complete_if_every_play_was_tried() {
    let lexicon = few_words(&mut Seed(5).rng());
    let check = |position: &Position<'_>, analysis: &Analysis| {
        let all = plays(&lexicon, position);
        let complete =
            |plays| PreEndgame::new().analyse(&lexicon, position, plays, &LIMITS).complete;
        assert!(analysis.complete && complete(&all) && !complete(&all[1..]));
    };
    analysed(&lexicon, ("DIV", "GGO"), (1, 3), &LIMITS, check);
}

#[test]
fn a_small_budget_is_shared_by_the_plays_and_spent_on_those_that_do_better() {
    let lexicon = few_words(&mut Seed(9).rng());
    let few = Limits { endgame: 60, ..LIMITS };
    let check = |position: &Position<'_>, whole: &Analysis| {
        let plays = plays(&lexicon, position);
        let limits = Limits { nodes: whole.nodes / 2, ..few };
        let found = PreEndgame::new().analyse(&lexicon, position, &plays, &limits);
        assert!(!found.complete && found.nodes <= limits.nodes);
        let tried = |one: &Candidate| one.tried();
        // each of them against the first deals
        assert!(found.candidates.iter().all(|one| tried(one) > 0), "{found:?}");
        let most = found.candidates.iter().map(tried).max().unwrap();
        let spared = found.candidates.iter().filter(|one| tried(one) < most).count();
        assert!(spared > 0 && most <= found.deals, "{found:?}");
        let share = Candidate::win_probability;
        let unfinished = found.candidates.iter().filter(|one| one.standing == Standing::Unfinished);
        assert!(unfinished.is_sorted_by(|one, next| share(one) >= share(next)), "{found:?}");
    };
    analysed(&lexicon, ("DIV", "GGOOVDI"), (3, 0), &few, check);
}

#[test]
fn a_rival_that_must_draw_replies_on_its_own_information() {
    let lexicon = few_words(&mut Seed(9).rng());
    let analysis = analysed(&lexicon, ("DIV", "GGOOV"), (2, 0), &LIMITS, |_, _| {});
    let tried = analysis.candidates.iter().filter(|one| one.standing == Standing::Complete);
    for candidate in tried {
        assert_eq!(candidate.tried(), 5 * 4);
        let empties = candidate.play.is_some_and(|play| play.count() >= 2);
        assert_eq!(candidate.exact, empties, "{candidate:?}");
    }
}
