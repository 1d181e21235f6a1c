//! A position: the contents of a state file.

use std::sync::Arc;

use thiserror::Error;

use crate::board::{Board, Cell, Cells, Distribution, Layout, RACK, Rack, Square};
use crate::rules::{Bag, Scrabble, State, View};
use lettergame_base::{BySeat, Points, Seat, Seed, escaped};
use lettergame_words::Lexicon;

/// The maximum length of a lexicon's name, in characters.
const NAME: usize = 60;

/// A position of two players: board, racks, points, and the player to move. No tile occurs more often than in
/// the set, and no rack has more than seven; an empty rack may mean an unknown one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    distribution: &'static Distribution,
    cells: Cells,
    racks: BySeat<Rack>,
    /// The tiles on the other rack that the player to move knows.
    known: Rack,
    points: BySeat<Points>,
    to_move: Seat,
    scoreless: u8,
    lexicon: Option<String>,
    letters: Option<String>,
}

/// Why a position is impossible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// More tiles of a kind than the set has.
    #[error(
        "the board and racks hold {} {count} times, and the set has {in_set}: remove {}",
        named(.tile),
        .count - .in_set
    )]
    TooMany {
        /// The name of the tile.
        tile: &'static str,
        /// How many.
        count: usize,
        /// How many the set has.
        in_set: usize,
    },
    /// More than seven tiles on a rack.
    #[error("the rack of player {} has {len} tiles: expected at most {RACK}", .seat.index() + 1)]
    LongRack {
        /// Whose rack.
        seat: Seat,
        /// The number of tiles on it.
        len: usize,
    },
}

fn named(tile: &str) -> &str {
    if tile == "?" { "the blank (?)" } else { tile }
}

/// A name on one line, safe to print; `None` if it is empty.
fn label(name: &str) -> Option<String> {
    let line = name.split([';', '\n', '\r']).next().unwrap_or_default();
    let words: Vec<&str> = line.split_whitespace().collect();
    let short: String = escaped(&words.join(" "), usize::MAX).chars().take(NAME).collect();
    let name = short.trim_end();
    (!name.is_empty()).then(|| name.to_owned())
}

impl Position {
    /// A position with these tiles on the board and on the two racks, these points, and this seat to move, who knows
    /// both racks.
    ///
    /// # Errors
    /// More tiles than the set or a rack has, or a cell that is not a letter.
    pub fn new(
        distribution: &'static Distribution,
        cells: Cells,
        racks: [Rack; 2],
        points: [Points; 2],
        to_move: Seat,
    ) -> Result<Position, PositionError> {
        let known = racks[to_move.opponent().index()];
        let position = Position {
            distribution,
            cells,
            racks: racks.into_iter().collect(),
            known,
            points: points.into_iter().collect(),
            to_move,
            scoreless: 0,
            lexicon: None,
            letters: None,
        };
        position.check_racks()?;
        position.check_counts()?;
        Ok(position)
    }

    fn check_racks(&self) -> Result<(), PositionError> {
        let long = self.racks.iter().find(|(_, rack)| rack.len() > RACK);
        long.map_or(Ok(()), |(seat, rack)| Err(PositionError::LongRack { seat, len: rack.len() }))
    }

    fn check_counts(&self) -> Result<(), PositionError> {
        let all = self.racks.values().fold(self.on_board(), |all, rack| all.plus(rack));
        let set = self.distribution;
        let excess = all.kinds().find(|&(tile, count)| count > set.count(tile));
        excess.map_or(Ok(()), |(tile, count)| {
            let (tile, in_set) = (set.tile_name(tile), set.count(tile));
            Err(PositionError::TooMany { tile, count, in_set })
        })
    }

    /// What the seat of a view knows of its game, with that seat to move; the other rack is empty, meaning
    /// unknown.
    #[must_use]
    pub fn seen(view: &View<'_>) -> Position {
        let distribution = view.board().distribution();
        let mut racks = BySeat::filled(2, Rack::new(distribution));
        racks[view.seat()] = *view.rack();
        Position {
            distribution,
            cells: view.board().cells(),
            racks,
            known: Rack::new(distribution),
            points: view.points().clone(),
            to_move: view.seat(),
            scoreless: view.scoreless(),
            lexicon: None,
            letters: None,
        }
    }

    /// The same after this many consecutive scoreless turns.
    #[must_use]
    pub fn with_scoreless(self, scoreless: u8) -> Position {
        Position { scoreless, ..self }
    }

    /// The same for a player to move who knows only these tiles of the other rack; none if they cannot be there.
    #[must_use]
    pub fn with_known(mut self, known: Rack) -> Position {
        let is_possible = known.len() <= RACK && self.unseen().minus(&known).is_some();
        self.known = if is_possible { known } else { Rack::new(self.distribution) };
        self
    }

    /// The same with another rack for the player who is not to move, all or some of its tiles, which the other one
    /// knows.
    ///
    /// # Errors
    /// More tiles than a rack has, or tiles that are on the board or on the rack of the player to move.
    pub fn with_other_rack(mut self, rack: Rack) -> Result<Position, PositionError> {
        self.racks[self.to_move.opponent()] = rack;
        self.known = rack;
        self.check_racks()?;
        self.check_counts()?;
        Ok(self)
    }

    /// The same with the name of a lexicon, cut at the first line break or semicolon.
    #[must_use]
    pub fn with_lexicon(self, name: &str) -> Position {
        Position { lexicon: label(name), ..self }
    }

    /// The same with the name of a letter distribution, cut at the first line break or semicolon.
    #[must_use]
    pub fn with_letters(self, name: &str) -> Position {
        Position { letters: label(name), ..self }
    }

    /// The same with another rack for the player to move. The other rack becomes unknown if it holds
    /// tiles that are then missing from the set.
    ///
    /// # Errors
    /// More tiles than a rack has, or tiles that are on the board.
    pub fn with_mover_rack(&self, rack: Rack) -> Result<Position, PositionError> {
        let mut alone = self.clone();
        alone.racks[self.to_move] = rack;
        let none = Rack::new(self.distribution);
        let other = std::mem::replace(&mut alone.racks[self.to_move.opponent()], none);
        alone.check_racks()?;
        alone.check_counts()?;
        let mut both = alone.clone();
        both.racks[self.to_move.opponent()] = other;
        let changed = if both.check_counts().is_ok() { both } else { alone };
        Ok(changed.with_known(self.known))
    }

    /// The letters on the squares.
    #[must_use]
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// The letter on a square, in lower case for a blank, or 0 if it is empty.
    #[must_use]
    pub fn cell(&self, square: Square) -> Cell {
        self.cells[square]
    }

    /// The tiles of the game.
    #[must_use]
    pub fn distribution(&self) -> &'static Distribution {
        self.distribution
    }

    /// The tiles of a seat.
    #[must_use]
    pub fn rack(&self, seat: Seat) -> &Rack {
        &self.racks[seat]
    }

    /// The tiles of the player to move.
    #[must_use]
    pub fn mover_rack(&self) -> &Rack {
        &self.racks[self.to_move]
    }

    /// The tiles of the other player that the player to move knows: all of them, some, or none.
    #[must_use]
    pub fn known(&self) -> &Rack {
        &self.known
    }

    /// The points of both players.
    #[must_use]
    pub fn points(&self) -> &BySeat<Points> {
        &self.points
    }

    /// Whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Seat {
        self.to_move
    }

    /// Consecutive scoreless turns.
    #[must_use]
    pub fn scoreless(&self) -> u8 {
        self.scoreless
    }

    /// The name of the lexicon, if the text gives it.
    #[must_use]
    pub fn lexicon(&self) -> Option<&str> {
        self.lexicon.as_deref()
    }

    /// The name of the letter distribution, if the text gives it.
    #[must_use]
    pub fn letters(&self) -> Option<&str> {
        self.letters.as_deref()
    }

    /// The tiles on the board.
    #[must_use]
    pub fn on_board(&self) -> Rack {
        let tiles = self.cells.filled().map(|(_, cell)| cell.tile());
        Rack::of(self.distribution, tiles)
    }

    /// The tiles unseen by the player to move: the set without the board and their own rack.
    #[must_use]
    pub fn unseen(&self) -> Rack {
        self.distribution.all().without(&self.on_board()).without(self.mover_rack())
    }

    /// The number of tiles in the bag: the unseen tiles without the opponent's rack, and without that of the player
    /// to move if it is unknown. Both are full while tiles last.
    #[must_use]
    pub fn bag(&self) -> usize {
        let racks = if self.mover_rack().is_empty() { 2 } else { 1 };
        self.unseen().len().saturating_sub(racks * RACK)
    }

    /// Whether nothing was played yet.
    #[must_use]
    pub fn is_start(&self) -> bool {
        self.on_board().is_empty() && self.points.values().all(|points| *points == Points::ZERO)
    }

    /// The board, for questions about plays.
    #[must_use]
    pub fn board(&self, layout: Arc<Layout>, lexicon: &Lexicon) -> Board {
        Board::with_cells(layout, lexicon, &self.cells)
    }

    /// The game from this position on: an empty rack is filled first, the mover's before the other, from the
    /// tiles that are nowhere else; these and the rest are in the order of the deal.
    #[must_use]
    pub fn state(&self, game: &Scrabble, deal: Seed) -> State {
        let known = self.racks.values().fold(self.on_board(), |all, rack| all.plus(rack));
        let mut bag = Bag::new(&self.distribution.all().without(&known), deal);
        let mut racks = self.racks.clone();
        for seat in [self.to_move, self.to_move.opponent()] {
            if racks[seat].is_empty() {
                bag.fill(seat, &mut racks[seat], RACK);
            }
        }
        let board = self.board(game.layout().clone(), game.lexicon());
        State::at(board, racks, bag, self.points.clone(), self.to_move)
            .with_scoreless(game, self.scoreless)
    }
}

#[cfg(test)]
mod tests {
    use super::Position;
    use crate::board::{Cell, Cells, Distribution, Rack, SIDE, Square};
    use lettergame_base::{Points, Seat};

    fn position(first_row: &str, racks: [&str; 2]) -> Result<Position, String> {
        let (english, mut cells) = (Distribution::english(), Cells::new(SIDE));
        for (column, letter) in first_row.char_indices() {
            cells[Square::at(0, column)] = english.read_cell(&letter.to_string()).unwrap().0;
        }
        let racks = racks.map(|rack| rack.parse::<Rack>().unwrap());
        Position::new(english, cells, racks, [Points(1), Points(2)], Seat::FIRST)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn tiles_are_counted_on_board_and_both_racks() {
        assert!(position("QUz", ["?", "Z"]).is_ok());
        let assert_refused = |row, racks, message: &str| {
            assert_eq!(position(row, racks).unwrap_err(), message);
        };
        assert_refused(
            "AQ",
            ["AQ", ""],
            "the board and racks hold Q 2 times, and the set has 1: remove 1",
        );
        assert_refused(
            "aqz",
            ["", "?"],
            "the board and racks hold the blank (?) 4 times, and the set has 2: remove 2",
        );
        assert_refused(
            "",
            ["A", "EEEEEEEE"],
            "the rack of player 2 has 8 tiles: expected at most 7",
        );
    }

    #[test]
    fn a_board_may_hold_more_letters_than_the_set_has() {
        let mut full = Cells::new(SIDE);
        full.squares().for_each(|square| full[square] = Cell::blank(4));
        let racks = ["EEEEEEE".parse().unwrap(), "EEEEEEE".parse().unwrap()];
        let error =
            Position::new(Distribution::english(), full, racks, [Points::ZERO; 2], Seat::FIRST)
                .unwrap_err();
        assert!(error.to_string().contains("E 14 times"), "{error}");
    }

    #[test]
    fn a_large_board_full_of_one_letter_is_refused() {
        let mut full = Cells::new(21);
        full.squares().for_each(|square| full[square] = Cell::letter(0));
        let racks = ["AAAAAAA"; 2].map(|rack| rack.parse().unwrap());
        let super_set = Distribution::named("super").unwrap();
        let error = Position::new(super_set, full, racks, [Points::ZERO; 2], Seat::FIRST);
        assert!(error.unwrap_err().to_string().contains("hold A 255 times"));
    }

    #[test]
    fn unseen_tiles_are_in_the_bag_and_on_the_other_rack() {
        for racks in [["ABCDEFG", "Z"], ["", "Z"], ["", ""]] {
            let position = position("QU", racks).unwrap();
            assert_eq!((position.unseen().len(), position.bag()), (98 - racks[0].len(), 84));
        }
    }

    #[test]
    fn another_rack_is_checked_against_the_tiles_that_are_left() {
        let position = position("QU", ["ABC", "Z?"]).unwrap();
        let with = |rack: &str| position.with_mover_rack(rack.parse().unwrap());
        let racks = |rack: &str| {
            let position = with(rack).unwrap();
            [0, 1].map(|seat| position.rack(Seat::new(seat).unwrap()).to_string())
        };
        assert_eq!(racks("AEINRST"), ["AEINRST", "Z?"]);
        assert_eq!(racks("Z"), ["Z", ""], "the other rack cannot be known");
        assert_eq!(racks("??"), ["??", ""]);
        for (rack, message) in [
            ("Q", "the board and racks hold Q 2 times, and the set has 1: remove 1"),
            ("EEEEEEEE", "the rack of player 1 has 8 tiles: expected at most 7"),
        ] {
            assert_eq!(with(rack).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn what_is_known_of_the_other_rack_is_what_is_given() {
        let position = position("QU", ["ABC", "Z?"]).unwrap();
        assert_eq!(position.known().to_string(), "Z?");
        let known = |rack: &str| position.clone().with_known(rack.parse().unwrap());
        assert_eq!(["Z", "Q", ""].map(|rack| known(rack).known().to_string()), ["Z", "", ""]);
        assert_eq!(known("Z").rack(Seat::FIRST.opponent()).to_string(), "Z?");
        let with = |rack: &str| position.clone().with_other_rack(rack.parse().unwrap());
        let other = with("XY").unwrap();
        assert_eq!(
            (other.rack(Seat::FIRST.opponent()), other.known()),
            (other.known(), other.known())
        );
        assert_eq!(other.known().to_string(), "XY");
        assert!(with("Q").unwrap_err().to_string().contains("hold Q 2 times"));
        assert!(with("EEEEEEEE").unwrap_err().to_string().contains("player 2 has 8 tiles"));
        assert_eq!(other.with_mover_rack("X".parse().unwrap()).unwrap().known().to_string(), "");
    }

    #[test]
    fn a_lexicon_name_is_a_single_line() {
        let named = |name| position("", ["", ""]).unwrap().with_lexicon(name);
        assert_eq!(named(" NWL  20;x\ny").lexicon(), Some("NWL 20"));
        assert_eq!(named("\n;").lexicon(), None);
        assert_eq!(named(&"é".repeat(1000)).lexicon().map(str::len), Some(120));
    }
}
