//! Shared by tests of Scrabble: boards from short texts, racks, bags, tables.

use std::sync::Arc;

use lettergame_base::{BySeat, Points, Rng, Seat, Seed};
use lettergame_game::{Fault, Rules, Settings, Table, Turn};
use lettergame_scrabble::board::{
    Board, Cells, Distribution, IllegalPlay, Layout, Play, Rack, Square, Tile,
};
use lettergame_scrabble::plays::{All, Generator, Leaves, Points as ByPoints, Ranked};
use lettergame_scrabble::rules::{Bag, Event, Move, Scrabble, ScrabbleRules, State};
use lettergame_scrabble::situation::Situation;
use lettergame_words::{Lexicon, WordList};

/// A lexicon of these words, separated by blanks.
pub(crate) fn lexicon(words: &str) -> Arc<Lexicon> {
    let lines = words.split_whitespace().collect::<Vec<_>>().join("\n");
    let list = WordList::parse(lines.as_bytes(), "test").unwrap().words;
    Arc::new(Lexicon::new(list).unwrap())
}

/// Random words of two and three letters from D, G, I, O and V.
pub(crate) fn few_words(rng: &mut Rng) -> Arc<Lexicon> {
    let mut words = "DOG".to_owned();
    for _ in 0..14 {
        let letters = 2 + rng.below(2);
        words.push(' ');
        words.extend((0..letters).map(|_| char::from(b"DGIOV"[rng.below(5) as usize])));
    }
    lexicon(&words)
}

/// What a player with these tiles knows whose rival has the `other` ones, if `bag` of these are in the bag.
pub(crate) fn situation<'a>(
    game: &'a Scrabble,
    board: &'a Board,
    (own, other): (Rack, Rack),
    bag: usize,
) -> Situation<'a> {
    let (known, leaves) = (rack(""), Leaves::shipped());
    Situation { game, board, own, unseen: other, known, bag, lead: 0, scoreless: 0, leaves }
}

/// The preset `standard` in which this number of scoreless turns ends a game.
pub(crate) fn limited(lexicon: &Arc<Lexicon>, scoreless: u8) -> Arc<Scrabble> {
    game(lexicon, &[&format!("scoreless={scoreless}")])
}

/// The preset `standard` with these settings.
pub(crate) fn game(lexicon: &Arc<Lexicon>, settings: &[&str]) -> Arc<Scrabble> {
    let settings = Settings::parse(settings.iter().copied()).unwrap();
    let rules = ScrabbleRules::read("standard", settings).unwrap();
    Arc::new(Scrabble::new(rules, Arc::clone(lexicon)))
}

pub(crate) fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

pub(crate) fn rack(text: &str) -> Rack {
    text.parse().unwrap()
}

pub(crate) fn play(text: &str) -> Play {
    text.parse().unwrap()
}

pub(crate) fn say(text: &str) -> Move {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// A board with these words on it, as in `8D SCuRRY` and `G8 CANDOUR`; they need not be valid.
pub(crate) fn board_of(layout: Layout, lexicon: &Lexicon, words: &[&str]) -> Board {
    let mut cells = Cells::new(layout.side());
    for word in words {
        for (square, cell) in play(word).placed() {
            cells[square] = cell;
        }
    }
    Board::with_cells(Arc::new(layout), lexicon, &cells)
}

/// English tiles.
pub(crate) fn tiles(tiles: impl IntoIterator<Item = Tile>) -> Rack {
    Rack::of(Distribution::english(), tiles)
}

/// All English tiles.
pub(crate) fn full_set() -> Rack {
    Distribution::english().all()
}

/// A board of 15 x 15 squares with these letters in a row from this square on, blanks in lower case.
pub(crate) fn row_of(row: usize, column: usize, letters: &str) -> Cells {
    let mut cells = Cells::new(15);
    let text = format!("8A {letters}");
    let word: Play = text.parse().unwrap();
    for (at, cell) in word.letters().iter().enumerate() {
        cells[Square::at(row, column + at)] = *cell;
    }
    cells
}

pub(crate) fn state(
    board: Board,
    racks: [&str; 2],
    bag: &Bag,
    points: [i32; 2],
    to_move: usize,
) -> State {
    let racks = racks.into_iter().map(rack).collect();
    let points: BySeat<Points> = points.into_iter().map(Points).collect();
    State::at(board, racks, bag.clone(), points, seat(to_move))
}

pub(crate) fn bag(tiles: &str) -> Bag {
    Bag::new(&rack(tiles), Seed(1))
}

/// All plays with these tiles, in output order.
pub(crate) fn all(lexicon: &Lexicon, board: &Board, tiles: &Rack) -> Vec<Ranked> {
    let mut found = All::default();
    Generator::new().search(lexicon, board, tiles, &ByPoints, &mut found);
    found.0.sort_unstable();
    found.0
}

/// The play as read by the rules, and its score.
pub(crate) fn judged(
    lexicon: &Lexicon,
    board: &Board,
    text: &str,
) -> Result<(Play, i32), IllegalPlay> {
    let read = board.read(&play(text))?;
    Ok((read, board.score(lexicon, &read)?))
}

/// A turn in which the seat makes this move.
pub(crate) fn turn(table: &mut Table<Scrabble>, said: &str) -> Vec<Event> {
    fault(table, Ok(say(said)))
}

pub(crate) fn fault(table: &mut Table<Scrabble>, said: Result<Move, Fault<Move>>) -> Vec<Event> {
    let mut said = Some(said);
    table.step(|_, _| said.take().unwrap()).to_vec()
}

/// The move of the last turn that counted.
pub(crate) fn counted(table: &Table<Scrabble>, index: usize) -> String {
    table.answers()[seat(index)].as_ref().unwrap().choice.to_string()
}

/// The seat to move, `None` after the end.
pub(crate) fn mover(table: &Table<Scrabble>) -> Option<usize> {
    match table.turn() {
        Turn::Over => None,
        Turn::Ask(seats) => seats.iter().next().map(Seat::index),
    }
}

pub(crate) fn points(table: &Table<Scrabble>) -> [i32; 2] {
    let points = table.outcome().points;
    [0, 1].map(|index| points[seat(index)].0)
}

pub(crate) fn held(table: &Table<Scrabble>, index: usize) -> String {
    table.view(seat(index)).rack().to_string()
}

pub(crate) fn in_bag(table: &Table<Scrabble>) -> usize {
    table.view(seat(0)).bag()
}

pub(crate) fn json(table: &Table<Scrabble>, index: usize) -> String {
    serde_json::to_string(&table.view(seat(index))).unwrap()
}
