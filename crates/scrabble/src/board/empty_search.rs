//! Finds the empty squares of a line, with the sums over them.

use crate::board::empties::Content;
use crate::board::layout::Layout;
use crate::board::line::Line;
use crate::board::line_id::{LineId, offsets};
use crate::board::{Cell, Direction};

impl Line {
    /// Finds its empty squares again; none if no play is possible along it. `opening`: the board is empty.
    pub(super) fn find_empties(&mut self, id: LineId, layout: &Layout, opening: bool) {
        let opening = opening && LineId::through(layout.centre(), id.direction()) == id;
        if self.crossed() | self.filled() == 0 && !opening {
            return self.empties.clear();
        }
        let factors = layout.factors(id);
        let Line { side, filled, blanks, crossed, letters, crossings, empties, .. } = self;
        empties.refill((*side).into(), |offset| {
            if *filled >> offset & 1 == 0 {
                let (crossed, across) = (*crossed >> offset & 1 == 1, crossings[offset].points);
                return Content::Empty { factors: factors[offset], crossed, across };
            }
            let cell = Cell::of_byte(letters[offset]).as_blank(*blanks >> offset & 1 == 1);
            let points = layout.distribution().on_square(cell);
            Content::Tile { letter: cell.place().unwrap_or_default(), points }
        });
        empties.wanted = if opening { 1 << (*side / 2) } else { empties.crossed };
        self.empties.single = singles(self, id.direction());
    }
}

/// The squares on which a play of one tile is counted along this line: that of the longer word, across if
/// equal.
fn singles(line: &Line, direction: Direction) -> u32 {
    let empties = line.empties();
    let beside = (empties.gaps | empties.gaps >> 1) & empties.all();
    offsets(beside).fold(0, |single, index| {
        let (start, end) = empties.word(index, 1);
        let across = usize::from(line.crossing(empties.offset(index)).tiles);
        let other = across + usize::from(across > 0);
        let here = match direction {
            Direction::Across => end - start >= other,
            Direction::Down => end - start > other,
        };
        single | u32::from(here) << index
    })
}
