//! The whole board: its 30 lines, kept up to date after every play.

use std::fmt;
use std::sync::Arc;

use crate::board::crossing::crossing;
use crate::board::empty_search::empties_of;
use crate::board::layout::Layout;
use crate::board::line::Line;
use crate::board::line_id::{LINES, LineId, offset};
use crate::board::play::Play;
use crate::board::rack::Rack;
use crate::board::{Direction, SIDE, Square, Tile};
use lettergame_core::lexicon::Lexicon;

/// A board and its tiles, for one layout and one lexicon: cross-checks depend on both. About 30 KiB.
#[derive(Debug)]
pub struct Board {
    layout: Arc<Layout>,
    pub(super) lines: Vec<Line>,
    pub(super) tiles: u8,
    /// The lines whose empty squares are out of date, bit 0 for the first; 0 except within a search.
    pub(super) stale: u32,
}

/// All lines, bit 0 for the first.
const ALL_LINES: u32 = (1 << LINES) - 1;

impl Board {
    /// An empty board.
    #[must_use]
    pub fn new(layout: Arc<Layout>) -> Board {
        let mut board =
            Board { layout, lines: vec![Line::new(); LINES], tiles: 0, stale: ALL_LINES };
        board.refresh(ALL_LINES);
        board
    }

    /// A board with these tiles: letters row by row, in lower case for blanks, 0 on empty squares.
    #[must_use]
    pub fn with_cells(layout: Arc<Layout>, lexicon: &Lexicon, cells: &[[u8; SIDE]; SIDE]) -> Board {
        let mut board =
            Board { layout, lines: vec![Line::new(); LINES], tiles: 0, stale: ALL_LINES };
        for square in Square::all() {
            let cell = cells[square.row()][square.column()];
            if cell != 0 {
                board.put(square, cell);
            }
        }
        for square in Square::all() {
            for direction in [Direction::Across, Direction::Down] {
                if board.cell(square) == 0 {
                    board.cross(lexicon, square, direction);
                }
            }
        }
        board.refresh(ALL_LINES);
        board
    }

    /// Where the premium squares are.
    #[must_use]
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The letter on a square, in lower case for a blank, or 0 if it is empty.
    #[inline]
    #[must_use]
    pub fn cell(&self, square: Square) -> u8 {
        self.line(LineId::through(square, Direction::Across)).cell(square.column())
    }

    /// The letters on all squares, row by row: in lower case for blanks, 0 for empty squares.
    #[must_use]
    pub fn cells(&self) -> [[u8; SIDE]; SIDE] {
        let mut cells = [[0; SIDE]; SIDE];
        for square in Square::all() {
            cells[square.row()][square.column()] = self.cell(square);
        }
        cells
    }

    /// Whether there are no tiles on it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tiles == 0
    }

    /// The number of tiles on it.
    #[must_use]
    pub fn tiles(&self) -> usize {
        usize::from(self.tiles)
    }

    /// The tiles on it.
    #[must_use]
    pub fn on_board(&self) -> Rack {
        let cells = Square::all().map(|square| self.cell(square)).filter(|&cell| cell != 0);
        cells.map(Tile::of_square).collect()
    }

    /// The tiles unseen by a player with this rack: the set without the board and the rack.
    #[must_use]
    pub fn unseen(&self, rack: &Rack) -> Rack {
        Rack::full_set().without(&self.on_board()).without(rack)
    }

    /// The board as 15 lines of 15 characters, `.` for an empty square.
    #[must_use]
    pub fn rows(&self) -> [String; SIDE] {
        let shown = |cell: u8| if cell == 0 { '.' } else { cell as char };
        std::array::from_fn(|row| {
            (0..SIDE).map(|column| shown(self.cell(Square::at(row, column)))).collect()
        })
    }

    #[inline]
    pub(crate) fn line(&self, id: LineId) -> &Line {
        &self.lines[id.index()]
    }

    /// Places the new tiles of a legal play and updates what is known about its lines: about ten, with nine
    /// cross-checks.
    pub fn lay(&mut self, lexicon: &Lexicon, play: &Play) {
        self.lay_noting(lexicon, play, &mut |_, _| {});
        self.refresh(ALL_LINES);
    }

    /// Places the new tiles of a legal play and updates cross-checks, reporting each line before its first
    /// change; what is known about the empty squares of those lines is then out of date.
    pub(super) fn lay_noting(
        &mut self,
        lexicon: &Lexicon,
        play: &Play,
        note: &mut impl FnMut(&mut Line, LineId),
    ) {
        let mut changed = Changed { lines: 0, note };
        for (square, cell) in play.placed() {
            for direction in [Direction::Across, Direction::Down] {
                changed.add(self, LineId::through(square, direction));
            }
            self.put(square, cell);
        }
        for (square, _) in play.placed() {
            self.cross_ends(lexicon, square, play.place().direction.other(), &mut changed);
        }
        if let Some((square, _)) = play.placed().next() {
            self.cross_ends(lexicon, square, play.place().direction, &mut changed);
        }
        self.stale |= changed.lines;
    }

    fn put(&mut self, square: Square, cell: u8) {
        for direction in [Direction::Across, Direction::Down] {
            let line = LineId::through(square, direction);
            self.lines[line.index()].put(offset(square, direction), cell);
        }
        self.tiles += 1;
    }

    /// Recomputes the cross-checks at both ends of the run of tiles through a filled square in this
    /// direction.
    fn cross_ends(
        &mut self,
        lexicon: &Lexicon,
        square: Square,
        direction: Direction,
        changed: &mut Changed<'_, impl FnMut(&mut Line, LineId)>,
    ) {
        let id = LineId::through(square, direction);
        let (start, end) = self.line(id).run(offset(square, direction));
        for at in [start.wrapping_sub(1), end].into_iter().filter(|&at| at < SIDE) {
            let beside = id.square(at);
            changed.add(self, LineId::through(beside, direction.other()));
            self.cross(lexicon, beside, direction.other());
        }
    }

    /// Recomputes the cross-check of an empty square for plays in this direction.
    fn cross(&mut self, lexicon: &Lexicon, square: Square, direction: Direction) {
        let across = LineId::through(square, direction.other());
        let crossing = crossing(lexicon, self.line(across), offset(square, direction.other()));
        let line = LineId::through(square, direction);
        self.lines[line.index()].cross(offset(square, direction), crossing);
    }

    /// Brings those of these lines up to date that are not.
    pub(crate) fn refresh(&mut self, lines: u32) {
        let opening = self.is_empty();
        for id in LineId::all().filter(|id| (self.stale & lines) >> id.index() & 1 == 1) {
            let line = &mut self.lines[id.index()];
            line.set_empties(empties_of(line, id, &self.layout, opening));
        }
        self.stale &= !lines;
    }
}

/// The lines that a play changes.
struct Changed<'a, N> {
    lines: u32,
    note: &'a mut N,
}

impl<N: FnMut(&mut Line, LineId)> Changed<'_, N> {
    fn add(&mut self, board: &mut Board, line: LineId) {
        let bit = 1 << line.index();
        if self.lines & bit == 0 {
            self.lines |= bit;
            (self.note)(&mut board.lines[line.index()], line);
        }
    }
}

/// `clone_from` does not allocate.
impl Clone for Board {
    fn clone(&self) -> Board {
        Board {
            layout: Arc::clone(&self.layout),
            lines: self.lines.clone(),
            tiles: self.tiles,
            stale: self.stale,
        }
    }

    fn clone_from(&mut self, other: &Board) {
        self.layout.clone_from(&other.layout);
        self.lines.clone_from(&other.lines);
        self.tiles = other.tiles;
        self.stale = other.stale;
    }
}

/// Boards are equal if they hold the same tiles.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.layout == other.layout
            && Square::all().all(|square| self.cell(square) == other.cell(square))
    }
}

/// The 15 lines of [`Board::rows`].
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows().iter().try_for_each(|row| writeln!(f, "{row}"))
    }
}
