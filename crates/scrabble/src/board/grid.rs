//! The whole board: its lines, 30 on the usual one, kept up to date after every play.

use std::fmt;
use std::sync::Arc;

use crate::board::crossing::crossing;
use crate::board::layout::Layout;
use crate::board::line::Line;
use crate::board::line_id::{LineId, offset};
use crate::board::play::Play;
use crate::board::rack::Rack;
use crate::board::{Cell, Cells, Direction, Distribution, Square};
use lettergame_words::Lexicon;

/// A board and its tiles, for one layout and one lexicon: cross-checks depend on both. About 45 KiB.
#[derive(Debug)]
pub struct Board {
    layout: Arc<Layout>,
    pub(super) lines: Vec<Line>,
    pub(super) tiles: u8,
    /// The lines whose empty squares are out of date, by [`LineId::bit`]; 0 except within a search.
    pub(super) stale: u64,
}

/// All lines.
const ALL_LINES: u64 = !0;

impl Board {
    /// An empty board.
    #[must_use]
    pub fn new(layout: Arc<Layout>) -> Board {
        let mut board = Board::without_empties(layout);
        board.refresh(ALL_LINES);
        board
    }

    fn without_empties(layout: Arc<Layout>) -> Board {
        let side = layout.side();
        Board { layout, lines: vec![Line::new(side); 2 * side], tiles: 0, stale: ALL_LINES }
    }

    /// A board with these tiles, of which those beyond its edge are ignored.
    #[must_use]
    pub fn with_cells(layout: Arc<Layout>, lexicon: &Lexicon, cells: &Cells) -> Board {
        let mut board = Board::without_empties(layout);
        for (square, cell) in cells.filled() {
            if board.layout.holds(square) {
                board.put(square, cell);
            }
        }
        for square in Square::all(board.side()) {
            for direction in [Direction::Across, Direction::Down] {
                if board.cell(square).is_empty() {
                    board.cross(lexicon, square, direction);
                }
            }
        }
        board.refresh(ALL_LINES);
        board
    }

    /// The number of squares per side.
    #[inline]
    #[must_use]
    pub fn side(&self) -> usize {
        self.layout.side()
    }

    /// The tiles that it is played with.
    #[inline]
    #[must_use]
    pub fn distribution(&self) -> &'static Distribution {
        self.layout.distribution()
    }

    /// Where the premium squares are.
    #[must_use]
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// What a square holds.
    #[inline]
    #[must_use]
    pub fn cell(&self, square: Square) -> Cell {
        self.line(LineId::through(square, Direction::Across)).cell(square.column())
    }

    /// What all squares hold.
    #[must_use]
    pub fn cells(&self) -> Cells {
        let mut cells = Cells::new(self.side());
        for square in cells.squares() {
            cells[square] = self.cell(square);
        }
        cells
    }

    /// Whether there are no tiles on it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tiles == 0
    }

    /// Its layout if there are no tiles on it.
    #[must_use]
    pub fn opening(&self) -> Option<&Layout> {
        self.is_empty().then_some(&*self.layout)
    }

    /// The number of tiles on it.
    #[must_use]
    pub fn tiles(&self) -> usize {
        usize::from(self.tiles)
    }

    /// The tiles on it.
    #[must_use]
    pub fn on_board(&self) -> Rack {
        let cells = Square::all(self.side()).map(|square| self.cell(square));
        let tiles = cells.filter(|cell| !cell.is_empty()).map(Cell::tile);
        Rack::of(self.distribution(), tiles)
    }

    /// The tiles unseen by a player with this rack: the set without the board and the rack.
    #[must_use]
    pub fn unseen(&self, rack: &Rack) -> Rack {
        self.distribution().all().without(&self.on_board()).without(rack)
    }

    /// The board row by row, `.` for an empty square; a letter of several characters is in brackets.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        let cells = self.cells();
        cells.rows().map(|row| self.distribution().cells_text(row)).collect()
    }

    #[inline]
    pub(crate) fn line(&self, id: LineId) -> &Line {
        &self.lines[id.index(self.side())]
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

    fn put(&mut self, square: Square, cell: Cell) {
        let side = self.side();
        for direction in [Direction::Across, Direction::Down] {
            let line = LineId::through(square, direction);
            self.lines[line.index(side)].put(offset(square, direction), cell);
        }
        self.tiles = self.tiles.saturating_add(1);
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
        let side = self.side();
        for at in [start.wrapping_sub(1), end].into_iter().filter(|&at| at < side) {
            let beside = id.square(at);
            changed.add(self, LineId::through(beside, direction.other()));
            self.cross(lexicon, beside, direction.other());
        }
    }

    /// Recomputes the cross-check of an empty square for plays in this direction.
    fn cross(&mut self, lexicon: &Lexicon, square: Square, direction: Direction) {
        let across = LineId::through(square, direction.other());
        let (distribution, at) = (self.distribution(), offset(square, direction.other()));
        let crossing = crossing(lexicon, distribution, self.line(across), at);
        let line = LineId::through(square, direction).index(self.side());
        self.lines[line].cross(offset(square, direction), crossing);
    }

    /// Brings those of these lines up to date that are not.
    pub(crate) fn refresh(&mut self, lines: u64) {
        let (opening, side, stale) = (self.is_empty(), self.side(), self.stale & lines);
        for id in LineId::all(side).filter(|id| stale & id.bit() != 0) {
            self.lines[id.index(side)].find_empties(id, &self.layout, opening);
        }
        self.stale &= !lines;
    }
}

/// The lines that a play changes.
struct Changed<'a, N> {
    lines: u64,
    note: &'a mut N,
}

impl<N: FnMut(&mut Line, LineId)> Changed<'_, N> {
    fn add(&mut self, board: &mut Board, line: LineId) {
        if self.lines & line.bit() == 0 {
            self.lines |= line.bit();
            let side = board.side();
            (self.note)(&mut board.lines[line.index(side)], line);
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
            && Square::all(self.side()).all(|square| self.cell(square) == other.cell(square))
    }
}

/// The lines of [`Board::rows`].
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows().iter().try_for_each(|row| writeln!(f, "{row}"))
    }
}
