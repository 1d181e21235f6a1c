//! The generator of Scrabble plays against a second implementation of the rules: every word, every square,
//! both directions.

use std::fs;
use std::sync::{Arc, LazyLock};

use lettergame_base::{BySeat, Seat, Seed};
use lettergame_game::{Occupant, Roster, Session, Table, Turn};
use lettergame_scrabble::board::{Board, Cell, Cells, Direction, Layout, Rack, Square};
use lettergame_scrabble::players::ROSTER;
use lettergame_scrabble::plays::{
    All, Best, Count, Generator, LeaveValue, Leaves, Points, Ranked, Top, Valuation,
};
use lettergame_scrabble::rules::{Scrabble, ScrabbleRules};
use lettergame_words::Lexicon;
use lettergame_xtest::cases;
use lettergame_xtest::naive::scrabble::{Play, Position, Words};
use rayon::prelude::*;

static LEXICON: LazyLock<Arc<Lexicon>> = LazyLock::new(|| Arc::new(Lexicon::shipped()));
static WORDS: LazyLock<Words> = LazyLock::new(|| Words::of(&LEXICON));

/// The data file of `naive_self.rs`.
const COUNTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/counts.txt");

/// The players of the games, in turn.
const PLAYERS: [[&str; 2]; 3] = [["equity", "score"], ["score", "leave"], ["random", "equity"]];

fn naive_position(board: &Board, rack: &Rack) -> Position {
    let mut text = board.rows().join("\n");
    text.push('\n');
    text.push_str(&rack.to_string());
    Position::parse(&text)
}

fn as_naive(play: &Ranked) -> Play {
    Play {
        position: play.play.place().to_string(),
        word: play.play.word(),
        tiles: play.play.new_text(),
        score: play.score,
    }
}

/// The squares of a board as the engine has them.
fn cells_of(position: &Position) -> Cells {
    let mut cells = Cells::new(position.board.len());
    for (row, line) in position.board.iter().enumerate() {
        for (column, &letter) in line.iter().enumerate().filter(|(_, letter)| **letter != b'.') {
            let place = usize::from(letter.to_ascii_uppercase() - b'A');
            let cell = Cell::letter(place).as_blank(letter.is_ascii_lowercase());
            cells[Square::at(row, column)] = cell;
        }
    }
    cells
}

fn all(board: &Board, rack: &Rack, valuation: &impl Valuation) -> Vec<Ranked> {
    let mut found = All::default();
    Generator::new().search(&LEXICON, board, rack, valuation, &mut found);
    found.0.sort_unstable();
    found.0
}

/// All plays, their scores by the rules, the best play, the best few and the count.
fn compare(board: &Board, rack: &Rack) {
    let plays = all(board, rack, &Points);
    let mut fast: Vec<Play> = plays.iter().map(as_naive).collect();
    let mut slow = naive_position(board, rack).plays(&WORDS);
    fast.sort_unstable();
    slow.sort_unstable();
    assert_eq!(fast, slow, "{rack} on\n{board}");
    for play in &plays {
        let read = board.read(&play.play).unwrap();
        assert_eq!((read, board.score(&LEXICON, &read)), (play.play, Ok(play.score)), "{board}");
    }
    let model = LeaveValue::Model { leaves: Leaves::shipped(), opening: board.opening() };
    stops_in_time(board, rack, &Points, &plays);
    stops_in_time(board, rack, &model, &all(board, rack, &model));
}

/// A search that stops early finds the first of all plays.
fn stops_in_time(board: &Board, rack: &Rack, valuation: &impl Valuation, plays: &[Ranked]) {
    let mut generator = Generator::new();
    let mut count = Count::default();
    generator.search(&LEXICON, board, rack, valuation, &mut count);
    assert_eq!(count.0, plays.len());
    let mut best = Best::default();
    generator.search(&LEXICON, board, rack, valuation, &mut best);
    assert_eq!(best.0.as_ref(), plays.first(), "{rack} on\n{board}");
    let mut top = Top::new(10);
    generator.search(&LEXICON, board, rack, valuation, &mut top);
    assert_eq!(top.plays(), &plays[..plays.len().min(10)], "{rack} on\n{board}");
}

/// Plays a game, compares at every turn, and returns the number of turns.
fn compare_game(number: u64) -> usize {
    let game = Arc::new(Scrabble::new(ScrabbleRules::standard(), Arc::clone(&LEXICON)));
    let names = PLAYERS[number as usize % PLAYERS.len()];
    let players = BySeat::from_fn(2, |seat: Seat| {
        let strategy = Roster::make(&ROSTER, names[seat.index()], &game).unwrap();
        Occupant::Player(strategy.sit(&game, seat, 2))
    });
    let table = Table::new(Arc::clone(&game), 2, Seed(number)).unwrap();
    let mut session = Session::new(table, Seed(number), players);
    while let Turn::Ask(asked) = session.table().turn() {
        let view = session.table().view(asked.iter().next().unwrap());
        compare(view.board(), view.rack());
        session.advance();
    }
    let table = session.table();
    assert_eq!(table.faults().values().sum::<u32>(), 0);
    table.plies() as usize
}

#[test]
fn the_generator_finds_what_the_rules_allow_in_whole_games() {
    let games = cases(4);
    let positions: usize = (0..games).into_par_iter().map(compare_game).sum();
    assert!(positions >= 20 * games as usize, "{positions} in {games} games");
}

/// The positions of the data file, among them blocks of tiles, lattices and the ends of games, with one blank
/// in the rack, and on full boards also with two.
#[test]
fn the_generator_finds_what_the_rules_allow_with_blanks_and_on_full_boards() {
    let text = fs::read_to_string(COUNTS).unwrap();
    let layout = Arc::new(Layout::standard(50));
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    // every fourth line, or all
    let compared: Vec<&str> =
        lines.iter().copied().step_by(4usize.div_ceil(cases(1) as usize)).collect();
    let positions = compared.par_iter().map(|line| {
        let fields: Vec<&str> = line.split(' ').collect();
        let position = Position::from_short(fields[0], fields[1]);
        let cells = cells_of(&position);
        let board = Board::with_cells(Arc::clone(&layout), &LEXICON, &cells);
        let letters = fields[1].trim_end_matches('?');
        let racks = (1..=if board.tiles() > 60 { 2 } else { 1 })
            .map(|blanks| letters.chars().skip(blanks).chain(['?'; 2].into_iter().take(blanks)));
        racks.map(|rack| compare(&board, &rack.collect::<String>().parse().unwrap())).count()
    });
    let positions: usize = positions.sum();
    assert!(positions >= 28, "{positions}");
}

/// The positions of the data file: `BOARD RACK PLAYS BEST`.
#[test]
fn the_counts_of_fixed_positions_are_right() {
    let text = fs::read_to_string(COUNTS).unwrap();
    let layout = Arc::new(Layout::standard(50));
    let mut lines = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(' ').collect();
        let position = Position::from_short(fields[0], fields[1]);
        let cells = cells_of(&position);
        let board = Board::with_cells(Arc::clone(&layout), &LEXICON, &cells);
        let plays = all(&board, &fields[1].parse().unwrap(), &Points);
        let best = plays.first().map_or("-".to_owned(), |play| play.score.to_string());
        assert_eq!(
            (plays.len().to_string().as_str(), best.as_str()),
            (fields[2], fields[3]),
            "{line}"
        );
        lines += 1;
    }
    assert!(lines >= 60, "{lines}");
}

/// A board updated play by play equals one created at once.
#[test]
fn an_incrementally_built_board_equals_one_built_at_once() {
    let game = Arc::new(Scrabble::new(ScrabbleRules::standard(), Arc::clone(&LEXICON)));
    for seed in 0..20 {
        let mut table = Table::new(Arc::clone(&game), 2, Seed(seed)).unwrap();
        let mut generator = Generator::new();
        while let Turn::Ask(asked) = table.turn() {
            let view = table.view(asked.iter().next().unwrap());
            let cells = view.board().cells();
            let fresh = Board::with_cells(Arc::clone(game.layout()), &LEXICON, &cells);
            assert_eq!(&fresh, view.board());
            assert_eq!(all(&fresh, view.rack(), &Points), all(view.board(), view.rack(), &Points));
            table.step(|_, view| {
                let mut best = Best::default();
                generator.search(&LEXICON, view.board(), view.rack(), &Points, &mut best);
                Ok(best.0.map_or("pass".parse().unwrap(), |best| {
                    lettergame_scrabble::rules::Move::Play(best.play)
                }))
            });
        }
    }
}

/// Rows and columns are symmetric: on the mirrored board each play has its mirror image, except for plays of
/// one tile, which are named across if both words are of the same length.
#[test]
fn a_mirrored_board_has_mirrored_plays() {
    let layout = Arc::new(Layout::standard(50));
    let text = fs::read_to_string(COUNTS).unwrap();
    for line in text.lines().filter(|line| !line.starts_with('#')).step_by(5) {
        let fields: Vec<&str> = line.split(' ').collect();
        let upright = cells_of(&Position::from_short(fields[0], fields[1]));
        let mut mirrored = upright;
        for (square, _) in upright.filled() {
            mirrored[square] = Cell::EMPTY;
        }
        for (square, cell) in upright.filled() {
            mirrored[Square::at(square.column(), square.row())] = cell;
        }
        let rack = fields[1].parse().unwrap();
        let [mut one, mut other] = [upright, mirrored].map(|cells| {
            let board = Board::with_cells(Arc::clone(&layout), &LEXICON, &cells);
            all(&board, &rack, &Points)
        });
        one.retain(|play| play.play.count() > 1);
        other.retain(|play| play.play.count() > 1);
        let described = |play: &Ranked, mirror: bool| {
            let place = play.play.place();
            let (row, column) = (place.square.row(), place.square.column());
            let across = (place.direction == Direction::Across) != mirror;
            let square = if mirror { (column, row) } else { (row, column) };
            (square, across, play.play.word(), play.play.new_text(), play.score)
        };
        let mut one: Vec<_> = one.iter().map(|play| described(play, false)).collect();
        let mut other: Vec<_> = other.iter().map(|play| described(play, true)).collect();
        one.sort_unstable();
        other.sort_unstable();
        assert_eq!(one, other, "{line}");
    }
}
