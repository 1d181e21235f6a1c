//! A second implementation of the rules of Scrabble, on plain arrays of characters, to be compared with the
//! engine. [`Position::legal`] checks one word at one square by every rule, using only the board;
//! [`Position::plays`] calls it for every word of the list at every square in both directions. Nothing is
//! cached between calls.

use crate::naive::short_rows::{long_row, short_row};
pub use crate::naive::words::Words;
use crate::naive::words::{SIDE, counts};

const SQUARES_ON_A_SIDE: i32 = SIDE as i32;
const CENTRE: Square = (7, 7);
const EMPTY: u8 = b'.';
const BLANK: u8 = b'?';
/// Tiles on a full rack; placing all of them earns the bonus.
const FULL_RACK: usize = 7;
const BONUS: i32 = 50;
/// The values of the letters A to Z.
const VALUES: [i32; 26] =
    [1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10];
/// The upper half of the standard board with the middle row; the lower half mirrors it.
const PREMIUMS: [&[u8; SIDE]; 8] = [
    b"$..2...$...2..$",
    b".#...3...3...#.",
    b"..#...2.2...#..",
    b"2..#...2...#..2",
    b"....#.....#....",
    b".3...3...3...3.",
    b"..2...2.2...2..",
    b"$..2...#...2..$",
];

/// A row and a column, both from 0; it may be off the board.
type Square = (i32, i32);

/// The board, and the rack of the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Rows of squares: `.` empty, `A` to `Z` a tile, `a` to `z` a blank standing for that letter.
    pub board: [[u8; SIDE]; SIDE],
    /// `A` to `Z`, and `?` for a blank.
    pub rack: Vec<u8>,
    /// `$` triple word, `#` double word, `3` triple letter, `2` double letter, `.` none.
    pub premiums: [[u8; SIDE]; SIDE],
}

/// A legal play.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Play {
    /// The first square of the main word: `8D` if it goes across, `D8` if it goes down.
    pub position: String,
    /// The main word after the play, blanks in lower case.
    pub word: String,
    /// The newly placed tiles, in order, blanks in lower case.
    pub tiles: String,
    /// The score, including the bonus.
    pub score: i32,
}

impl Position {
    /// A position on the standard board: 15 lines of 15 characters and the rack, which may be omitted.
    ///
    /// # Panics
    /// When the text is anything else.
    pub fn parse(text: &str) -> Position {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        assert!(lines.len() == SIDE || lines.len() == SIDE + 1, "{} lines", lines.len());
        let rack = lines.get(SIDE).unwrap_or(&"").as_bytes().to_vec();
        assert!(rack.len() <= FULL_RACK, "a rack of {} tiles", rack.len());
        assert!(rack.iter().all(|&tile| tile.is_ascii_uppercase() || tile == BLANK));
        let mut board = [[EMPTY; SIDE]; SIDE];
        for (row, line) in board.iter_mut().zip(&lines) {
            assert_eq!(line.len(), SIDE, "the line {line:?}");
            assert!(line.bytes().all(|tile| tile.is_ascii_alphabetic() || tile == EMPTY), "{line}");
            row.copy_from_slice(line.as_bytes());
        }
        Position { board, rack, premiums: standard_premiums() }
    }

    /// A position from the short form of a board, rows with a `/` between them and numbers for runs
    /// of empty squares, and a rack.
    ///
    /// # Panics
    /// When the texts are anything else.
    pub fn from_short(board: &str, rack: &str) -> Position {
        let mut lines: Vec<String> = board.split('/').map(long_row).collect();
        lines.push(rack.to_owned());
        Position::parse(&lines.join("\n"))
    }

    /// The short form of the board.
    pub fn short_board(&self) -> String {
        self.board.map(|row| short_row(&row)).join("/")
    }

    /// All legal plays, sorted. A blank may stand for any letter and replace any new tile: each way is a
    /// separate play.
    pub fn plays(&self, words: &Words) -> Vec<Play> {
        let mut plays = Vec::new();
        for down in [false, true] {
            for line in 0..SIDE {
                self.plays_in_line(words, line, down, &mut plays);
            }
        }
        plays.sort();
        plays
    }

    /// The play of a word at a square, if it breaks no rule. The word is written as on the board after the
    /// play, blanks in lower case, including those already on the board; row and column are from 0.
    pub fn legal(
        &self,
        words: &Words,
        row: usize,
        column: usize,
        down: bool,
        word: &str,
    ) -> Option<Play> {
        let start = (i32::try_from(row).ok()?, i32::try_from(column).ok()?);
        let letters = word.as_bytes();
        if !letters.iter().all(u8::is_ascii_alphabetic) || !self.is_whole_run(start, down, letters)
        {
            return None;
        }
        let squares = squares(start, down, letters.len());
        if squares
            .iter()
            .zip(letters)
            .any(|(&at, &tile)| self.is_taken(at) && self.tile(at) != tile)
        {
            return None;
        }
        let laid = self.newly_laid(start, down, letters);
        let tiles: Vec<u8> = laid.iter().map(|&(_, tile)| tile).collect();
        let crossing: Vec<Run> =
            laid.iter().filter_map(|&(at, tile)| self.crossing(at, tile, !down)).collect();
        let stands = !laid.is_empty()
            && letters.len() >= 2
            && self.is_joined(&laid)
            && self.rack_holds(&tiles)
            && words.contains(letters)
            && crossing.iter().all(|cross| words.contains(&cross.letters));
        if !stands
            || laid.len() == 1 && crossing.iter().any(|cross| is_named_by(cross, letters, down))
        {
            return None;
        }
        let main = Run { start, down, letters: letters.to_vec() };
        let bonus = if tiles.len() == FULL_RACK { BONUS } else { 0 };
        let crossing_points: i32 = crossing.iter().map(|cross| self.points(cross)).sum();
        Some(Play {
            position: name(start, down),
            word: word.to_owned(),
            tiles: tiles.into_iter().map(char::from).collect(),
            score: self.points(&main) + crossing_points + bonus,
        })
    }

    /// The board after a play; the rack is left unchanged.
    ///
    /// # Panics
    /// When the position of the play is not a square, or its word does not fit on the board.
    pub fn lay(&mut self, play: &Play) {
        let (start, down) = place(&play.position);
        for (at, tile) in squares(start, down, play.word.len()).into_iter().zip(play.word.bytes()) {
            assert!(is_on_board(at), "{play:?}");
            self.board[at.0 as usize][at.1 as usize] = tile;
        }
    }

    /// All legal plays whose main word is in one line. A word is skipped if rack and line do not have its
    /// letters, and a square if the word would not be a whole run there that matches the tiles and touches
    /// others. Everything else is left to [`Position::legal`].
    fn plays_in_line(&self, words: &Words, line: usize, down: bool, plays: &mut Vec<Play>) {
        let along: Vec<Square> = (0..SQUARES_ON_A_SIDE)
            .map(|step| if down { (step, line as i32) } else { (line as i32, step) })
            .collect();
        let in_line = along.iter().map(|&at| self.tile(at));
        let tiles: Vec<u8> = self.rack.iter().copied().chain(in_line).collect();
        let blanks = self.rack.iter().filter(|&&tile| tile == BLANK).count() as u32;
        let given = counts(&tiles);
        for word in words.coverable(&given, blanks) {
            for &start in &along {
                if !self.may_lie(start, down, &word.letters) {
                    continue;
                }
                for text in self.writings(start, down, &word.letters) {
                    plays.extend(self.legal(
                        words,
                        start.0 as usize,
                        start.1 as usize,
                        down,
                        &text,
                    ));
                }
            }
        }
    }

    /// Whether the word would be a whole run there that matches the tiles and touches others.
    fn may_lie(&self, start: Square, down: bool, word: &[u8]) -> bool {
        let fits = |(step, letter): (usize, &u8)| {
            let there = self.tile(ahead(start, down, step as i32));
            there == EMPTY || there.to_ascii_uppercase() == *letter
        };
        self.is_whole_run(start, down, word)
            && word.iter().enumerate().all(fits)
            && self.is_joined(&self.newly_laid(start, down, word))
    }

    /// Every way to place a word with tiles of the rack: as on the board afterwards, blanks in lower case.
    fn writings(&self, start: Square, down: bool, word: &[u8]) -> Vec<String> {
        let mut written = vec![(String::new(), self.rack.clone())];
        for (at, &letter) in squares(start, down, word.len()).into_iter().zip(word) {
            let there = self.tile(at);
            let one_further = |(text, rack): (String, Vec<u8>)| -> Vec<(String, Vec<u8>)> {
                if there != EMPTY {
                    return vec![(format!("{text}{}", char::from(there)), rack)];
                }
                let ways = [(letter, letter), (BLANK, letter.to_ascii_lowercase())];
                let further = |(tile, shown): (u8, u8)| {
                    let rest = without(&rack, tile)?;
                    Some((format!("{text}{}", char::from(shown)), rest))
                };
                ways.into_iter().filter_map(further).collect()
            };
            written = written.into_iter().flat_map(one_further).collect();
        }
        written.into_iter().map(|(text, _)| text).collect()
    }

    /// Whether the word fits on the board, with no tile before or after it.
    fn is_whole_run(&self, start: Square, down: bool, word: &[u8]) -> bool {
        let steps = word.len() as i32;
        is_on_board(start)
            && is_on_board(ahead(start, down, steps - 1))
            && !self.is_taken(ahead(start, down, -1))
            && !self.is_taken(ahead(start, down, steps))
    }

    /// The letters of the word that fall on empty squares.
    fn newly_laid(&self, start: Square, down: bool, word: &[u8]) -> Vec<(Square, u8)> {
        let tiles = squares(start, down, word.len()).into_iter().zip(word.iter().copied());
        tiles.filter(|&(at, _)| !self.is_taken(at)).collect()
    }

    /// On an empty board, at least two tiles, one of them on the centre; otherwise one tile next to another
    /// that is already there.
    fn is_joined(&self, laid: &[(Square, u8)]) -> bool {
        if self.board.iter().flatten().all(|&tile| tile == EMPTY) {
            return laid.len() >= 2 && laid.iter().any(|&(at, _)| at == CENTRE);
        }
        laid.iter().any(|&((row, column), _)| {
            let around =
                [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
            around.into_iter().any(|at| self.is_taken(at))
        })
    }

    /// Whether all these tiles are on the rack, with a blank for each in lower case.
    fn rack_holds(&self, tiles: &[u8]) -> bool {
        let wanted = tiles.iter().map(|tile| if tile.is_ascii_lowercase() { BLANK } else { *tile });
        let mut rack = self.rack.clone();
        for tile in wanted {
            let Some(rest) = without(&rack, tile) else { return false };
            rack = rest;
        }
        true
    }

    /// The run through a new tile in a direction, `None` if the tile is alone.
    fn crossing(&self, at: Square, tile: u8, down: bool) -> Option<Run> {
        let mut start = at;
        while self.is_taken(ahead(start, down, -1)) {
            start = ahead(start, down, -1);
        }
        let mut letters = Vec::new();
        let mut next = start;
        while next == at || self.is_taken(next) {
            letters.push(if next == at { tile } else { self.tile(next) });
            next = ahead(next, down, 1);
        }
        (letters.len() > 1).then_some(Run { start, down, letters })
    }

    /// The score of a run: premiums count on squares that are still empty.
    fn points(&self, run: &Run) -> i32 {
        let (mut sum, mut factor) = (0, 1);
        for (at, &tile) in squares(run.start, run.down, run.letters.len()).iter().zip(&run.letters)
        {
            let premium =
                if self.is_taken(*at) { b'.' } else { self.premiums[at.0 as usize][at.1 as usize] };
            let (times_letter, times_word) = match premium {
                b'2' => (2, 1),
                b'3' => (3, 1),
                b'#' => (1, 2),
                b'$' => (1, 3),
                _ => (1, 1),
            };
            sum += times_letter * value(tile);
            factor *= times_word;
        }
        sum * factor
    }

    fn is_taken(&self, at: Square) -> bool {
        self.tile(at) != EMPTY
    }

    /// The tile on a square; off the board there is none.
    fn tile(&self, at: Square) -> u8 {
        if is_on_board(at) { self.board[at.0 as usize][at.1 as usize] } else { EMPTY }
    }
}

/// Tiles in a line, starting at a square.
struct Run {
    start: Square,
    down: bool,
    letters: Vec<u8>,
}

/// Whether a play of one tile is named by its crossing word rather than by this one: by the longer of the
/// two, or by the one across if both are equally long.
fn is_named_by(cross: &Run, word: &[u8], down: bool) -> bool {
    cross.letters.len() > word.len() || cross.letters.len() == word.len() && down
}

/// The square this many steps to the right, or down.
fn ahead((row, column): Square, down: bool, steps: i32) -> Square {
    if down { (row + steps, column) } else { (row, column + steps) }
}

fn squares(start: Square, down: bool, len: usize) -> Vec<Square> {
    (0..len).map(|step| ahead(start, down, step as i32)).collect()
}

fn is_on_board((row, column): Square) -> bool {
    let side = 0..SQUARES_ON_A_SIDE;
    side.contains(&row) && side.contains(&column)
}

/// `8D` for a word across, `D8` for one down.
fn name((row, column): Square, down: bool) -> String {
    let (number, letter) = (row + 1, char::from(b'A' + column as u8));
    if down { format!("{letter}{number}") } else { format!("{number}{letter}") }
}

/// The square of a name, and whether the word goes down.
fn place(name: &str) -> (Square, bool) {
    let down = name.starts_with(|first: char| first.is_ascii_uppercase());
    let (number, letter) = if down {
        (&name[1..], name.as_bytes()[0])
    } else {
        (&name[..name.len() - 1], name.as_bytes()[name.len() - 1])
    };
    let row: i32 = number.parse().unwrap_or_else(|_| panic!("{name} is no square"));
    ((row - 1, i32::from(letter) - i32::from(b'A')), down)
}

/// A blank is worth nothing.
fn value(tile: u8) -> i32 {
    if tile.is_ascii_uppercase() { VALUES[usize::from(tile - b'A')] } else { 0 }
}

/// The tiles without one of a kind, `None` if there is none of it.
fn without(tiles: &[u8], tile: u8) -> Option<Vec<u8>> {
    let at = tiles.iter().position(|&one| one == tile)?;
    let mut rest = tiles.to_vec();
    rest.remove(at);
    Some(rest)
}

fn standard_premiums() -> [[u8; SIDE]; SIDE] {
    std::array::from_fn(|row| *PREMIUMS[row.min(SIDE - 1 - row)])
}
