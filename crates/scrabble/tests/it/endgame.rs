//! The endgame solver against an exhaustive search, against the greedy play, and on handmade positions.

use std::sync::{Arc, LazyLock};

use crate::positions::{few_words, lexicon, limited, row_of, situation};
use lettergame_base::{BySeat, Seat, Seed};
use lettergame_game::{Occupant, Roster, Session, Table, Turn};
use lettergame_scrabble::board::{BINGO, Board, Layout, Rack};
use lettergame_scrabble::endgame::{Endgame, Gain, Limits, Solved, Step};
use lettergame_scrabble::players::ROSTER;
use lettergame_scrabble::plays::{All, Best, Generator, LeaveValue, Points, Ranked};
use lettergame_scrabble::rules::{Move, Scrabble, ScrabbleRules};
use lettergame_scrabble::situation::Situation;
use lettergame_words::Lexicon;
use lettergame_xtest::cases;

static LEXICON: LazyLock<Arc<Lexicon>> = LazyLock::new(|| Arc::new(Lexicon::shipped()));

/// The number of consecutive scoreless turns that ends a game.
const LIMIT: u8 = 6;

/// A position with an empty bag.
#[derive(Clone)]
struct Spot {
    board: Board,
    own: Rack,
    other: Rack,
    scoreless: u8,
}

impl Spot {
    fn solve(&self, endgame: &mut Endgame, limit: u8, nodes: u32) -> Solved {
        let game = limited(&LEXICON, limit);
        endgame.solve(&self.situation(&game), &Limits::nodes(nodes).with_line())
    }

    fn gain(&self, endgame: &mut Endgame, choice: &Move, limit: u8, nodes: u32) -> Gain {
        let game = limited(&LEXICON, limit);
        endgame.gain(&self.situation(&game), choice, &Limits::nodes(nodes))
    }

    fn situation<'a>(&'a self, game: &'a Scrabble) -> Situation<'a> {
        let Spot { board, own, other, scoreless } = self;
        Situation { scoreless: *scoreless, ..situation(game, board, (*own, *other), 0) }
    }
}

/// The positions with an empty bag of one game between two players of the roster.
fn spots(seed: u64) -> Vec<Spot> {
    let rules = Arc::new(Scrabble::new(ScrabbleRules::standard(), Arc::clone(&LEXICON)));
    let table = Table::new(Arc::clone(&rules), 2, Seed(seed)).unwrap();
    // the strongest player against each of those that maximise points
    let names = [["equity", "equity"], ["equity", "score"], ["leave", "equity"]][seed as usize % 3];
    let players = BySeat::from_fn(2, |seat| {
        let strategy = Roster::make(&ROSTER, names[seat.index()], &rules).unwrap();
        Occupant::Player(strategy.sit(&rules, seat, 2))
    });
    let mut session = Session::new(table, Seed(seed), players);
    let mut found = Vec::new();
    while let Turn::Ask(seats) = session.table().turn() {
        found.extend(spot(session.table(), seats.iter().next().unwrap()));
        session.advance();
    }
    found
}

fn spot(table: &Table<Scrabble>, seat: Seat) -> Option<Spot> {
    let view = table.view(seat);
    let (board, own, other) = (view.board().clone(), *view.rack(), view.unseen());
    (view.bag() == 0).then_some(Spot { board, own, other, scoreless: view.scoreless() })
}

/// All moves, tried to the end of the game using only the rules. Returns the mover's gain.
fn naive(lexicon: &Lexicon, generator: &mut Generator, spot: &Spot, limit: u8) -> i32 {
    let mut plays = All::default();
    generator.search(lexicon, &spot.board, &spot.own, &Points, &mut plays);
    let mut best = after(lexicon, generator, spot, None, limit);
    for play in &plays.0 {
        best = best.max(after(lexicon, generator, spot, Some(play), limit));
    }
    best
}

/// The mover's gain after a play, or after a pass if there is none.
fn after(
    lexicon: &Lexicon,
    generator: &mut Generator,
    spot: &Spot,
    play: Option<&Ranked>,
    limit: u8,
) -> i32 {
    let mut next = Spot { own: spot.other, other: spot.own, ..spot.clone() };
    let score = play.map_or(0, |ranked| ranked.score);
    if let Some(ranked) = play {
        next.board.lay(lexicon, &ranked.play);
        next.other = spot.own.minus(&ranked.play.tiles()).unwrap();
    }
    if next.other.is_empty() {
        return score + 2 * spot.other.points();
    }
    next.scoreless = if score == 0 { spot.scoreless + 1 } else { 0 };
    if next.scoreless >= limit {
        return score + spot.other.points() - next.other.points();
    }
    score - naive(lexicon, generator, &next, limit)
}

/// What each move gains, by the solver and by the rules.
fn gains_agree(endgame: &mut Endgame, generator: &mut Generator, spot: &Spot, limit: u8) {
    let mut plays = All::default();
    generator.search(&LEXICON, &spot.board, &spot.own, &Points, &mut plays);
    for play in plays.0.iter().map(Some).chain([None]) {
        let choice = play.map_or(Move::Pass, |ranked| Move::Play(ranked.play));
        let gain = spot.gain(endgame, &choice, limit, 20_000);
        let points = after(&LEXICON, generator, spot, play, limit);
        assert_eq!(gain, Gain { points, exact: true }, "{choice}\n{}", spot.board);
    }
}

#[test]
fn the_solver_agrees_with_an_exhaustive_search() {
    let (mut endgame, mut generator) = (Endgame::new(), Generator::new());
    let (mut positions, mut passes) = (0, 0);
    for spot in (0..).flat_map(spots) {
        let tiles = (spot.own.len(), spot.other.len());
        let few = tiles.0 <= 3 && tiles.1 <= 3 && plays(&mut generator, &spot) <= 60;
        if !few {
            continue;
        }
        // a low limit makes passes matter, a high one is usual
        let limits = if tiles.0 + tiles.1 <= 4 { 2..=6 } else { 2..=3 };
        for limit in limits.filter(|&limit| spot.scoreless < limit) {
            let solved = spot.solve(&mut endgame, limit, 20_000);
            let gain = naive(&LEXICON, &mut generator, &spot, limit);
            let Spot { board, own, other, scoreless } = &spot;
            assert_eq!(
                (solved.gain, solved.exact),
                (gain, true),
                "{own}/{other} {scoreless} of {limit}\n{board}"
            );
            passes += u32::from(solved.choice == Move::Pass);
            gains_agree(&mut endgame, &mut generator, &spot, limit);
        }
        positions += 1;
        if positions == cases(20) {
            break;
        }
    }
    assert!(passes > 0, "no pass was ever best");
}

/// Plays a line out by the rules; returns the gain of the player to move.
fn replayed(spot: &Spot, line: &[Step]) -> i32 {
    let (mut spot, mut gain, mut sign) = (spot.clone(), 0, 1);
    for (index, step) in line.iter().enumerate() {
        let score = step.choice.play().map_or(0, |play| spot.board.score(&LEXICON, play).unwrap());
        assert_eq!(score, step.score);
        gain += sign * score;
        if let Some(play) = step.choice.play() {
            spot.board.lay(&LEXICON, play);
            spot.own = spot.own.minus(&play.tiles()).unwrap();
        }
        if spot.own.is_empty() {
            assert_eq!(index + 1, line.len());
            return gain + sign * 2 * spot.other.points();
        }
        (spot.own, spot.other, sign) = (spot.other, spot.own, -sign);
    }
    // two passes
    assert!(line.len() >= 2 && line[line.len() - 2..].iter().all(|step| step.choice == Move::Pass));
    gain + sign * (spot.other.points() - spot.own.points())
}

#[test]
fn the_line_of_best_play_ends_the_game_with_the_gain() {
    let mut endgame = Endgame::new();
    let (mut exact, mut passes) = (0, 0);
    for spot in (200..).flat_map(spots).filter(|spot| spot.scoreless == 0).take(150) {
        let solved = spot.solve(&mut endgame, LIMIT, 2_000);
        assert_eq!(solved.line[0].choice, solved.choice);
        if solved.exact {
            assert_eq!(replayed(&spot, &solved.line), solved.gain, "{:?}", solved.line);
            exact += 1;
            passes += u32::from(solved.line.iter().any(|step| step.choice == Move::Pass));
        }
    }
    assert!(exact >= 90 && passes > 0, "{exact} {passes}");
}

#[test]
fn most_positions_of_seven_tiles_against_seven_are_solved() {
    let mut endgame = Endgame::new();
    let full = |spot: &Spot| spot.own.len() + spot.other.len() >= 13;
    let spots = (0..).flat_map(spots).filter(full).take(20);
    let solved = spots.filter(|spot| spot.solve(&mut endgame, LIMIT, 20_000).exact).count();
    assert!(solved >= 10, "{solved} of 20");
}

/// In how many of so many positions with 6 to 14 tiles ten times the budget finds a better play, and by how many
/// points in all. Plays are judged by searches of as many positions as the larger budget.
fn behind(nodes: u32, positions: u64) -> (u32, i32) {
    let mut endgame = Endgame::new();
    let many = |spot: &Spot| (6..=14).contains(&(spot.own.len() + spot.other.len()));
    let (mut behind, mut lost) = (0, 0);
    for spot in (300..).flat_map(spots).filter(many).take(positions as usize) {
        let [one, other] = [nodes, 10 * nodes].map(|nodes| spot.solve(&mut endgame, LIMIT, nodes));
        assert!(!one.exact || other.exact && one.gain == other.gain);
        if one.choice != other.choice {
            let [own, other] = [one.choice, other.choice]
                .map(|made| judged(&mut endgame, &spot, made, 10 * nodes).0);
            behind += u32::from(own < other);
            lost += (other - own).max(0);
        }
    }
    (behind, lost)
}

#[test]
fn ten_times_the_budget_rarely_finds_a_better_play() {
    let (behind, lost) = behind(2_000, cases(15));
    assert!(behind <= 6 && lost <= 50, "{behind} behind by {lost}");
}

#[test]
fn ten_times_the_usual_budget_finds_no_better_play() {
    assert_eq!(behind(200_000, cases(4)), (0, 0));
}

/// The product of the numbers of plays of both players.
fn plays(generator: &mut Generator, spot: &Spot) -> usize {
    let mut count = |rack: &Rack| {
        let mut plays = All::default();
        generator.search(&LEXICON, &spot.board, rack, &Points, &mut plays);
        plays.0.len().max(1)
    };
    count(&spot.own) * count(&spot.other)
}

/// The mover's gain from a move, by a search of this many positions, and whether it is exact.
fn judged(endgame: &mut Endgame, spot: &Spot, choice: Move, nodes: u32) -> (i32, bool) {
    if let Some(play) = choice.play() {
        spot.board.score(&LEXICON, play).unwrap();
        spot.own.minus(&play.tiles()).unwrap();
    }
    let gain = spot.gain(endgame, &choice, LIMIT, nodes);
    (gain.points, gain.exact)
}

/// The best play by the greedy valuation, or a pass.
fn greedy(generator: &mut Generator, spot: &Spot) -> Move {
    let mut best = Best::default();
    let value = LeaveValue::bag_empty(&spot.other);
    generator.search(&LEXICON, &spot.board, &spot.own, &value, &mut best);
    best.0.map_or(Move::Pass, |best| Move::Play(best.play))
}

/// How solutions compare with greedy plays.
#[derive(Debug, Default)]
struct Compared {
    better: u32,
    worse: u32,
    unsure: u32,
    gained: i32,
}

impl Compared {
    fn add(&mut self, endgame: &mut Endgame, spot: &Spot, choice: Move, greedy: Move) {
        if choice == greedy {
            return;
        }
        let (one, one_exact) = judged(endgame, spot, choice, 20_000);
        let (other, other_exact) = judged(endgame, spot, greedy, 20_000);
        self.better += u32::from(one > other);
        self.worse += u32::from(one < other);
        self.unsure += u32::from(!one_exact || !other_exact);
        self.gained += one - other;
    }
}

#[test]
fn the_solver_is_not_worse_than_the_greedy_play() {
    let (mut endgame, mut generator) = (Endgame::new(), Generator::new());
    let few = |spot: &Spot| spot.own.len() + spot.other.len() <= 8;
    let (mut small, mut large) = (Compared::default(), Compared::default());
    for spot in (0..).flat_map(spots).filter(few).take(1000) {
        let greedy = greedy(&mut generator, &spot);
        let [quick, thorough] = [20, 2_000].map(|nodes| spot.solve(&mut endgame, LIMIT, nodes));
        assert!(quick.nodes <= 20 && thorough.nodes <= 2_000);
        small.add(&mut endgame, &spot, quick.choice, greedy);
        large.add(&mut endgame, &spot, thorough.choice, greedy);
    }
    assert_eq!(large.worse, 0, "{large:?}");
    // with only twenty positions the answer is occasionally wrong
    assert!(small.better >= 5 * small.worse && small.gained > 300, "{small:?}");
    assert!(large.gained >= small.gained, "{small:?} {large:?}");
}

#[test]
fn without_a_budget_the_greedy_play_is_chosen() {
    let (mut endgame, mut generator) = (Endgame::new(), Generator::new());
    for spot in (0..20).flat_map(spots) {
        let solved = spot.solve(&mut endgame, LIMIT, 0);
        assert_eq!((solved.choice, solved.nodes), (greedy(&mut generator, &spot), 0));
        assert!(!solved.exact);
    }
}

#[test]
fn answers_do_not_depend_on_what_was_asked_before() {
    let mut used = Endgame::new();
    for spot in (100..115).flat_map(spots) {
        for nodes in [20, 300] {
            let fresh = spot.solve(&mut Endgame::new(), LIMIT, nodes);
            assert_eq!(spot.solve(&mut used, LIMIT, nodes), fresh);
        }
    }
}

/// The answer with CAT on the board from 8H on, and only these words in the lexicon.
fn on_cat(words: &str, own: &str, other: &str, scoreless: u8) -> (Option<String>, i32) {
    let game = limited(&lexicon(words), LIMIT);
    let cells = row_of(7, 7, "CAT");
    let board = Board::with_cells(game.layout().clone(), game.lexicon(), &cells);
    let racks = (own.parse().unwrap(), other.parse().unwrap());
    let at = Situation { scoreless, ..situation(&game, &board, racks, 0) };
    let solved = Endgame::new().solve(&at, &Limits::nodes(10_000));
    assert!(solved.exact);
    (solved.choice.play().map(|play| play.to_string()), solved.gain)
}

#[test]
fn going_out_earns_twice_the_rivals_remaining_tiles() {
    assert_eq!(on_cat("CAT\nCATS", "S", "Q", 0), (Some("8H (CAT)S".into()), 6 + 20));
}

#[test]
fn tiles_are_played_one_by_one_against_a_stuck_opponent() {
    let (play, gain) = on_cat("CAT\nCATS\nSCAT\nSCATS", "SS", "Q", 0);
    assert_eq!((play.unwrap().len(), gain), ("8H (CAT)S".len(), 6 + 7 + 20));
}

#[test]
fn a_blocking_play_is_found() {
    let words = "CAT\nCATQ\nCATS\nVA";
    // VA scores more immediately, but then the Q is played
    assert_eq!(on_cat(words, "SV", "Q", 0), (Some("8H (CAT)S".into()), 6 + 9 + 20));
}

#[test]
fn a_pass_is_best_if_every_play_opens_the_board() {
    assert_eq!(on_cat("CAT\nCATS\nCATSQ", "SV", "Q", 0), (None, 10 - 5));
    // unless the player can go out immediately
    assert_eq!(on_cat("CAT\nCATS\nCATSQ", "S", "Q", 0), (Some("8H (CAT)S".into()), 6 + 20));
}

#[test]
fn scoreless_turns_end_the_game() {
    for scoreless in 0..LIMIT {
        assert_eq!(on_cat("CAT", "V", "Q", scoreless), (None, 10 - 4));
    }
    // the last scoreless turn: a pass ends the game before the Q is played
    let words = "CAT\nCATS\nCATQ\nCATSQ";
    assert_eq!(on_cat(words, "VV", "Q", LIMIT - 1), (None, 10 - 8));
    assert_eq!(on_cat(words, "VV", "Q", LIMIT - 2), (None, -15 - 16));
}

#[test]
fn zero_point_plays_count_as_scoreless_turns() {
    let (mut endgame, mut generator) = (Endgame::new(), Generator::new());
    let racks = [("?V", "I"), ("V", "?I"), ("?", "VI"), ("?D", "GI"), ("IV", "?"), ("GD", "?V")];
    let (mut rng, mut zeros) = (Seed(1).rng(), 0);
    for _ in 0..60 {
        let lexicon = few_words(&mut rng);
        // a blank beside the blank makes a word for 0 points
        let cells = row_of(7, 7, "DOg");
        let board = Board::with_cells(Arc::new(Layout::standard(BINGO)), &lexicon, &cells);
        for (own, other) in racks {
            let (own, other) = (own.parse().unwrap(), other.parse().unwrap());
            let scoreless = rng.below(LIMIT.into()) as u8;
            let limit = LIMIT.min(scoreless + 4);
            let spot = Spot { board: board.clone(), own, other, scoreless };
            let game = limited(&lexicon, limit);
            let solved = endgame.solve(&spot.situation(&game), &Limits::nodes(10_000));
            let gain = naive(&lexicon, &mut generator, &spot, limit);
            assert_eq!((solved.gain, solved.exact), (gain, true), "{own}/{other} {scoreless}");
            let mut plays = All::default();
            generator.search(&lexicon, &board, &own, &Points, &mut plays);
            zeros += u32::from(plays.0.iter().any(|ranked| ranked.score == 0));
            // another lexicon: cached plays would be wrong
            endgame = Endgame::new();
        }
    }
    assert!(zeros >= 30, "plays for 0 points in {zeros} positions only");
}
