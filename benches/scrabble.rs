//! Scrabble: whole games, and the cost of a search for plays.
//!
//! Every bench asserts the result it times, pinned for the seed. Run with `cargo bench --bench scrabble`;
//! compare rows with each other, not across machines.

use std::sync::{Arc, LazyLock};

use divan::{Bencher, black_box, counter::ItemsCount};
use lettergame::base::Seed;
use lettergame::game::{Table, Turn};
use lettergame::games::scrabble::board::{Board, Cells, Layout, Play, Rack};
use lettergame::games::scrabble::plays::{Best, Count, Generator, LeaveValue, Leaves, Points, Top};
use lettergame::games::scrabble::rules::{Move, Scrabble, ScrabbleRules};
use lettergame::plan::RawConfig;
use lettergame::registry;
use lettergame::tournament::AnyTournament;
use lettergame::words::Lexicon;

const GAMES_TIMED: u64 = 200;

static LEXICON: LazyLock<Arc<Lexicon>> = LazyLock::new(|| Arc::new(Lexicon::shipped()));

fn main() {
    divan::main();
}

fn tournament(player: &str) -> Box<dyn AnyTournament> {
    let raw = RawConfig {
        players: Some(vec![player.to_owned(); 2]),
        games: Some(GAMES_TIMED),
        ..RawConfig::default()
    };
    let config = raw.validate("scrabble", Seed(7)).expect("the draft is complete");
    registry::prepare(&config, LEXICON.clone()).expect("the players exist").tournament
}

fn total_score(tournament: &dyn AnyTournament) -> i64 {
    let batch = tournament.play(0..GAMES_TIMED);
    let seats = batch.scores.iter().flat_map(|game| game.seats.values());
    seats.map(|seat| i64::from(seat.points.0)).sum()
}

/// Whole games of a player against itself, with their rows.
#[divan::bench(args = [("score", 172578), ("equity", 181528)], sample_count = 10)]
fn games(bencher: Bencher, (player, total): (&str, i64)) {
    let tournament = tournament(player);
    bencher.counter(ItemsCount::new(GAMES_TIMED)).bench(|| {
        assert_eq!(black_box(total_score(&*tournament)), total, "{player}");
    });
}

/// Board and rack before each decision of a game in which both sides make the highest-scoring play.
fn positions() -> Vec<(Board, Rack)> {
    let game = Arc::new(Scrabble::new(ScrabbleRules::standard(), LEXICON.clone()));
    let mut table = Table::new(game, 2, Seed(7)).expect("two may play");
    let mut generator = Generator::new();
    let mut positions = Vec::new();
    while let Turn::Ask(asked) = table.turn() {
        let view = table.view(asked.iter().next().expect("somebody is asked"));
        positions.push((view.board().clone(), *view.rack()));
        table.step(|_, view| {
            let mut best = Best::default();
            generator.search(&LEXICON, view.board(), view.rack(), &Points, &mut best);
            Ok(best.0.map_or(Move::Pass, |best| Move::Play(best.play)))
        });
    }
    positions
}

/// The cost of finding the best play, the best ten, and all plays.
#[divan::bench(args = [("best by score", 880), ("best by equity", 836), ("best ten", 6183), ("all", 19662)])]
fn searches(bencher: Bencher, (what, total): (&str, usize)) {
    let positions = positions();
    let mut generator = Generator::new();
    let mut search = |(board, rack): &(Board, Rack)| -> usize {
        let model = LeaveValue::Model { leaves: Leaves::shipped(), opening: board.opening() };
        let (mut best, mut top, mut count) = (Best::default(), Top::new(10), Count::default());
        match what {
            "best by score" => generator.search(&LEXICON, board, rack, &Points, &mut best),
            "best by equity" => generator.search(&LEXICON, board, rack, &model, &mut best),
            "best ten" => generator.search(&LEXICON, board, rack, &Points, &mut top),
            _ => generator.search(&LEXICON, board, rack, &Points, &mut count),
        }
        let scores = best.0.iter().chain(top.plays()).map(|play| play.score as usize);
        scores.sum::<usize>() + count.0
    };
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        let sum: usize = positions.iter().map(&mut search).sum();
        assert_eq!(black_box(sum), total, "{what}");
    });
}

/// Two blanks on an open board, the hardest case for a search.
#[divan::bench(args = [("best", 72), ("all", 115105)])]
fn two_blanks(bencher: Bencher, (what, result): (&str, usize)) {
    let mut cells = Cells::new(15);
    for play in ["8D RETAINS", "E9 ENOUGH"] {
        let play: Play = play.parse().expect("a play");
        play.placed().for_each(|(square, cell)| cells[square] = cell);
    }
    let board = Board::with_cells(Arc::new(Layout::standard(50)), &LEXICON, &cells);
    let rack: Rack = "AELST??".parse().expect("seven tiles");
    let mut generator = Generator::new();
    bencher.bench_local(|| {
        let (mut best, mut count) = (Best::default(), Count::default());
        match what {
            "best" => generator.search(&LEXICON, &board, &rack, &Points, &mut best),
            _ => generator.search(&LEXICON, &board, &rack, &Points, &mut count),
        }
        let score = best.0.map_or(0, |best| best.score as usize);
        assert_eq!(black_box(score + count.0), result, "{what}");
    });
}
