//! A play as the search sees it, and the plays of a position by line.

use crate::board::line::mix;
use crate::board::line_id::{LINES, LineId};
use crate::board::{Cell, Play, Square};
use crate::endgame::tiles::{Packing, Tiles};
use crate::plays::Ranked;
use crate::rules::Move;

/// A play with the values that the search needs repeatedly.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) play: Play,
    /// A hash of its new tiles.
    pub(super) key: u64,
    /// The tiles it takes.
    pub(super) used: Tiles,
    pub(super) score: i16,
    /// The sum of its tile values.
    pub(super) worth: i16,
    /// The number of tiles it takes.
    pub(super) count: u8,
    /// The line along which it is.
    pub(super) line: u8,
}

impl Choice {
    pub(super) fn new(packing: &Packing, ranked: &Ranked) -> Choice {
        let play = ranked.play;
        let used = packing.used(&play);
        Choice {
            play,
            key: placed_key(&play),
            used,
            score: ranked.score as i16,
            worth: packing.points(used) as i16,
            count: play.count() as u8,
            line: LineId::through(play.place().square, play.place().direction).number() as u8,
        }
    }
}

/// What a player may do.
#[derive(Clone, Copy, Debug)]
pub(super) enum Action {
    Play(Choice),
    Pass,
}

impl Action {
    pub(super) fn to_move(self) -> Move {
        match self {
            Action::Play(choice) => Move::Play(choice.play),
            Action::Pass => Move::Pass,
        }
    }
}

/// The plays of a position by line.
#[derive(Debug)]
pub(super) struct PlayList {
    choices: Vec<Choice>,
    /// Where the plays of each line are, by its number.
    places: [(u32, u32); LINES],
    /// The lines whose plays are not listed, by [`LineId::bit`].
    pub(super) missing: u64,
}

impl Default for PlayList {
    fn default() -> PlayList {
        PlayList { choices: Vec::new(), places: [(0, 0); LINES], missing: 0 }
    }
}

impl PlayList {
    /// A list that lacks everything on a board with this many squares per side.
    pub(super) fn clear(&mut self, side: usize) {
        self.choices.clear();
        self.places = [(0, 0); LINES];
        self.missing = LineId::mask(side);
    }

    pub(super) fn all(&self) -> &[Choice] {
        &self.choices
    }

    /// The plays along a line.
    pub(super) fn of_line(&self, line: LineId) -> &[Choice] {
        let (from, end) = self.places[line.number()];
        &self.choices[from as usize..end as usize]
    }

    /// Adds the plays along a line that these tiles allow.
    pub(super) fn add_line(&mut self, line: LineId, choices: &[Choice], tiles: Tiles) {
        let from = self.choices.len() as u32;
        self.choices.extend(choices.iter().filter(|choice| tiles.holds(choice.used)));
        self.places[line.number()] = (from, self.choices.len() as u32);
        self.missing &= !line.bit();
    }
}

/// A hash of the new tiles of a play.
fn placed_key(play: &Play) -> u64 {
    let keys = play.placed().map(|(square, cell)| square_key(square, cell));
    keys.fold(0, u64::wrapping_add)
}

fn square_key(square: Square, cell: Cell) -> u64 {
    let square = (square.row() as u64) << 5 | square.column() as u64;
    mix(square << 8 | cell.index() as u64, 1)
}
