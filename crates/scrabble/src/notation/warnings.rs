//! Oddities of a position that are accepted: words that are not in the lexicon, and boards that legal plays
//! cannot lead to.

use std::collections::HashSet;
use std::fmt;

use crate::board::{Direction, Place, Square};
use crate::notation::Position;
use lettergame_words::Lexicon;

/// An oddity of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// A word that is not in the lexicon.
    NoWord {
        /// Where it starts.
        place: Place,
        /// The word.
        word: String,
    },
    /// There are tiles, but none on the centre square.
    Centre(Place),
    /// The tiles are not all connected.
    Apart(Place),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::NoWord { place, word } => {
                write!(f, "{word} ({place}) is not in the word list")
            }
            Warning::Centre(place) => write!(f, "the centre square {place} is empty"),
            Warning::Apart(place) => {
                write!(f, "the tile on {place} is not connected to the first ones")
            }
        }
    }
}

impl Position {
    /// The warnings for the board with this lexicon: impossible placements first, then the words, those
    /// across first.
    #[must_use]
    pub fn warnings(&self, lexicon: &Lexicon) -> Vec<Warning> {
        let mut warnings = Vec::new();
        let mut tiles = self.cells().filled().map(|(square, _)| square);
        if let Some(first) = tiles.next() {
            let place = |square| Place { square, direction: Direction::Across };
            let centre = Square::centre(self.cells().side());
            if self.cell(centre).is_empty() {
                warnings.push(Warning::Centre(place(centre)));
            }
            let joined = self.joined(first);
            let apart = tiles.find(|square| !joined.contains(square));
            warnings.extend(apart.map(|square| Warning::Apart(place(square))));
        }
        for (place, word) in self.words() {
            if !lexicon.contains_letters(&word) {
                let word = self.distribution().alphabet().text(&word);
                warnings.push(Warning::NoWord { place, word });
            }
        }
        warnings
    }

    /// All words on the board in upper case, those across first, then down.
    #[must_use]
    pub fn words(&self) -> Vec<(Place, Vec<u8>)> {
        let mut words = Vec::new();
        for direction in [Direction::Across, Direction::Down] {
            for line in 0..self.cells().side() {
                self.words_along(line, direction, &mut words);
            }
        }
        words
    }

    fn words_along(&self, line: usize, direction: Direction, words: &mut Vec<(Place, Vec<u8>)>) {
        let square = |at| match direction {
            Direction::Across => Square::at(line, at),
            Direction::Down => Square::at(at, line),
        };
        let (mut at, side) = (0, self.cells().side());
        while at < side {
            let run = (at..side).map(|at| self.cell(square(at)).byte());
            let word: Vec<u8> = run.take_while(|&letter| letter != 0).collect();
            let len = word.len();
            if len > 1 {
                words.push((Place { square: square(at), direction }, word));
            }
            at += len + 1;
        }
    }

    /// The squares whose tiles are connected to the tile on `first`.
    fn joined(&self, first: Square) -> HashSet<Square> {
        let mut joined = HashSet::new();
        let mut open = vec![first];
        while let Some(square) = open.pop() {
            if !self.cell(square).is_empty() && joined.insert(square) {
                open.extend(beside(square, self.cells().side()));
            }
        }
        joined
    }
}

/// The neighbours of a square.
fn beside(square: Square, side: usize) -> impl Iterator<Item = Square> {
    let (row, column) = (square.row(), square.column());
    let all = [
        (row.wrapping_sub(1), column),
        (row, column.wrapping_sub(1)),
        (row + 1, column),
        (row, column + 1),
    ];
    all.into_iter()
        .filter(move |&(row, column)| row.max(column) < side)
        .map(|(r, c)| Square::at(r, c))
}

#[cfg(test)]
mod tests {
    use crate::notation::Position;
    use lettergame_words::{Lexicon, WordList};

    fn warnings_of(rows: &[(usize, &str)]) -> Vec<String> {
        let mut lines = vec![".".repeat(15); 15];
        rows.iter().for_each(|&(row, text)| lines[row - 1] = format!("{text:.<15}"));
        let position: Position = format!("{}\n0\n0\n0\n", lines.join("\n")).parse().unwrap();
        let words = WordList::parse(b"AT\nCAT\nTO\n", "test").unwrap().words;
        let warnings = position.warnings(&Lexicon::new(words).unwrap());
        warnings.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_reachable_board_raises_no_warning() {
        assert!(warnings_of(&[]).is_empty());
        assert!(warnings_of(&[(8, ".....CAt"), (9, ".......o")]).is_empty());
    }

    #[test]
    fn unreachable_boards_are_reported() {
        assert_eq!(warnings_of(&[(1, "CAT")]), ["the centre square 8H is empty"]);
        let apart = warnings_of(&[(8, ".....CAT"), (15, "............TO")]);
        assert_eq!(apart, ["the tile on 15M is not connected to the first ones"]);
    }

    #[test]
    fn unknown_words_are_reported_with_their_position() {
        let odd = warnings_of(&[(7, ".......T"), (8, ".....TAO"), (9, ".......T")]);
        assert_eq!(odd, ["TAO (8F) is not in the word list", "TOT (H7) is not in the word list"]);
        assert_eq!(
            warnings_of(&[(8, "CATATOCATATOTOT")]),
            ["CATATOCATATOTOT (8A) is not in the word list"]
        );
    }
}
