//! Checks and scores a play by the rules, using only the tiles on the board: neither cross-checks nor spans.

use std::ops::Range;

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::board::line_id::{LineId, offset};
use crate::board::{Board, Cell, Direction, MAX_SIDE, Place, Play, RACK, Square};
use lettergame_words::Lexicon;

/// Why a play is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IllegalPlay {
    /// The play marks a letter as already on the board where the square is empty.
    #[error("{0} is empty, but the play has a letter of the board there")]
    NothingThere(Place),
    /// The square holds a different letter.
    #[error("{square} holds {there}, not {wanted}")]
    OtherLetter {
        /// The square.
        square: Place,
        /// The letter on the board.
        there: &'static str,
        /// The letter in the play.
        wanted: &'static str,
    },
    /// The play leaves the board.
    #[error("`{play}` does not fit on the board of {side} rows and columns")]
    OffBoard {
        /// The play.
        play: Play,
        /// The number of squares per side.
        side: usize,
    },
    /// The play places no new tile.
    #[error("`{0}` places no new tile")]
    NothingNew(String),
    /// The word continues: tiles adjoin its start or end.
    #[error("the word is longer: with adjacent tiles it reads {whole} at {place}")]
    GoesOn {
        /// Where the full word starts.
        place: Place,
        /// The full word.
        whole: String,
    },
    /// The first play does not cover the centre.
    #[error("the first play must cover the centre square {0}")]
    Centre(Place),
    /// The first play has only one tile.
    #[error("a word must have at least two letters")]
    OneLetter,
    /// A later play that touches no tile.
    #[error("the play does not touch a tile on the board")]
    Apart,
    /// A word that is not in the lexicon.
    #[error("{0} is not in the word list")]
    NoWord(String),
}

impl Board {
    /// Normalises the play against the board: every letter already on the board is marked as such, and a
    /// single tile is read in the direction of the longer of its words, across if equal.
    ///
    /// # Errors
    /// A play that leaves the board, a letter that does not match it, a word that continues, or no new tile.
    pub fn read(&self, play: &Play) -> Result<Play, IllegalPlay> {
        self.check_fits(play)?;
        let marked = self.marked(play)?;
        let Some((square, cell)) = marked.placed().next().filter(|_| marked.count() == 1) else {
            return Ok(marked);
        };
        let run = |direction| self.run_through(square, direction).len();
        let down = run(Direction::Down) > run(Direction::Across);
        let direction = if down { Direction::Down } else { Direction::Across };
        Ok(self.word_through(square, direction, cell).unwrap_or(marked))
    }

    /// Checks that all squares of a play are on the board.
    fn check_fits(&self, play: &Play) -> Result<(), IllegalPlay> {
        let ends = [0, play.letters().len() - 1].map(|index| play.square(index));
        if ends.iter().all(|&square| self.layout().holds(square)) {
            return Ok(());
        }
        Err(IllegalPlay::OffBoard { play: *play, side: self.side() })
    }

    /// The offsets of the run of tiles through a square in this direction, counting the square itself as
    /// filled.
    fn run_through(&self, square: Square, direction: Direction) -> Range<usize> {
        let (start, end) =
            self.line(LineId::through(square, direction)).run(offset(square, direction));
        start..end
    }

    /// The play of a single tile in this direction.
    fn word_through(&self, square: Square, direction: Direction, cell: Cell) -> Option<Play> {
        let (id, here) = (LineId::through(square, direction), offset(square, direction));
        let Range { start, end } = self.run_through(square, direction);
        let letter = |at| if at == here { cell } else { self.line(id).cell(at) };
        let letters: ArrayVec<Cell, MAX_SIDE> = (start..end).map(letter).collect();
        let place = Place { square: id.square(start), direction };
        Play::new(self.distribution(), place, &letters, 1 << (here - start))
    }

    /// The play with each letter marked as new or as already on the board.
    fn marked(&self, play: &Play) -> Result<Play, IllegalPlay> {
        let mut letters = play.letters().to_vec();
        let mut placed = 0;
        for (index, letter) in letters.iter_mut().enumerate() {
            let square = play.square(index);
            let here = Place { square, direction: Direction::Across };
            let (cell, new) = (self.cell(square), play.new_letters() >> index & 1 == 1);
            match (cell.is_empty(), new) {
                (true, true) => placed |= 1 << index,
                (true, false) => return Err(IllegalPlay::NothingThere(here)),
                _ if letter.is_empty() || letter.byte() == cell.byte() => *letter = cell,
                _ => {
                    let [there, wanted] =
                        [cell, *letter].map(|cell| self.distribution().cell_name(cell));
                    return Err(IllegalPlay::OtherLetter { square: here, there, wanted });
                }
            }
        }
        let marked = Play::new(self.distribution(), play.place(), &letters, placed)
            .ok_or_else(|| IllegalPlay::NothingNew(play.word()))?;
        self.check_ends(&marked)?;
        Ok(marked)
    }

    /// Checks that no tile adjoins the first or last letter.
    fn check_ends(&self, play: &Play) -> Result<(), IllegalPlay> {
        let direction = play.place().direction;
        let id = LineId::through(play.place().square, direction);
        let from = offset(play.place().square, direction);
        let end = from + play.letters().len();
        let is_filled = |at: &usize| self.line(id).filled() >> at & 1 == 1;
        let before = (0..from).rev().take_while(is_filled).count();
        let after = (end..self.side()).take_while(is_filled).count();
        if before + after == 0 {
            return Ok(());
        }
        let letter = |at: usize| {
            let own = at.checked_sub(from).and_then(|index| play.letters().get(index));
            own.copied().unwrap_or_else(|| self.line(id).cell(at))
        };
        let start = from - before;
        let whole: ArrayVec<Cell, MAX_SIDE> = (start..end + after).map(letter).collect();
        let whole = self.distribution().cells_text(&whole);
        Err(IllegalPlay::GoesOn { place: Place { square: id.square(start), direction }, whole })
    }

    /// The score of a play returned by [`Board::read`].
    ///
    /// # Errors
    /// An illegal placement, or a word that is not in the lexicon.
    pub fn score(&self, lexicon: &Lexicon, play: &Play) -> Result<i32, IllegalPlay> {
        self.check_place(play)?;
        let words = self.words(play);
        match invalid(lexicon, &words).next() {
            Some(word) => Err(IllegalPlay::NoWord(word)),
            None => Ok(self.points_of(&words)),
        }
    }

    /// The words a play returned by [`Board::read`] forms that are not in the lexicon, the main word first.
    #[must_use]
    pub fn invalid_words(&self, lexicon: &Lexicon, play: &Play) -> Vec<String> {
        invalid(lexicon, &self.words(play)).collect()
    }

    /// The words a play forms, each with its new letters: the main word, then the cross-words.
    #[must_use]
    pub fn words(&self, play: &Play) -> ArrayVec<Play, { RACK + 1 }> {
        let direction = play.place().direction.other();
        let crossed =
            play.placed().filter(|&(square, _)| self.run_through(square, direction).len() > 1);
        let across =
            crossed.filter_map(|(square, cell)| self.word_through(square, direction, cell));
        std::iter::once(*play).chain(across.take(RACK)).collect()
    }

    /// The score of a play returned by [`Board::read`], without looking its words up.
    #[must_use]
    pub fn points(&self, play: &Play) -> i32 {
        self.points_of(&self.words(play))
    }

    /// The score of a play that forms these words, the main word first.
    fn points_of(&self, words: &[Play]) -> i32 {
        let tiles = words.first().map_or(0, Play::count);
        self.layout().bonus(tiles) + words.iter().map(|word| self.word_points(word)).sum::<i32>()
    }

    /// Checks that the play is on the board, has at least two letters, and covers the centre or touches a tile.
    ///
    /// # Errors
    /// It does not.
    pub fn check_place(&self, play: &Play) -> Result<(), IllegalPlay> {
        self.check_fits(play)?;
        self.check_touch(play)?;
        if play.letters().len() < 2 { Err(IllegalPlay::OneLetter) } else { Ok(()) }
    }

    /// Checks that the play covers the centre or touches a tile.
    fn check_touch(&self, play: &Play) -> Result<(), IllegalPlay> {
        if self.is_empty() {
            let square = self.layout().centre();
            let covers = play.placed().any(|(placed, _)| placed == square);
            let place = Place { square, direction: Direction::Across };
            return if covers { Ok(()) } else { Err(IllegalPlay::Centre(place)) };
        }
        let across = play.place().direction.other();
        let beside = |square: Square| self.run_through(square, across).len() > 1;
        let joins = play.count() < play.letters().len();
        if joins || play.placed().any(|(square, _)| beside(square)) {
            return Ok(());
        }
        Err(IllegalPlay::Apart)
    }

    /// The score of one word, without the bonus for seven tiles.
    fn word_points(&self, word: &Play) -> i32 {
        let (mut sum, mut word_factor) = (0, 1);
        for (index, &letter) in word.letters().iter().enumerate() {
            let new = word.new_letters() >> index & 1 == 1;
            let premium = self.layout().premium(word.square(index));
            let (times_letter, times_word) = if new { premium.factors() } else { (1, 1) };
            sum += self.distribution().on_square(letter) * i32::from(times_letter);
            word_factor *= i32::from(times_word);
        }
        sum * word_factor
    }
}

/// The words that are not in the lexicon.
fn invalid(lexicon: &Lexicon, words: &[Play]) -> impl Iterator<Item = String> {
    words.iter().filter_map(|word| {
        let letters = word.letters().iter().map(|cell| cell.byte());
        let letters: ArrayVec<u8, MAX_SIDE> = letters.collect();
        let is_valid = lexicon.contains_letters(&letters);
        (!is_valid).then(|| lexicon.alphabet().text(&letters))
    })
}
