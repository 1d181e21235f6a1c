//! Finds the empty squares of a line, with the sums over them.

use crate::board::Direction;
use crate::board::empties::Empties;
use crate::board::layout::Layout;
use crate::board::line::Line;
use crate::board::line_id::{LineId, offsets};

/// The empty squares of a line; none if no play is possible along it. `opening`: the board is empty.
pub(super) fn empties_of(line: &Line, id: LineId, layout: &Layout, opening: bool) -> Empties {
    let mut empties = Empties::NONE;
    let opening = opening && LineId::through(layout.centre(), id.direction()) == id;
    if line.crossed() | line.filled() == 0 && !opening {
        return empties;
    }
    for (offset, &factors) in layout.factors(id).iter().enumerate().take(line.side()) {
        let (cell, crossing) = (line.cell(offset), line.crossing(offset));
        match cell.place() {
            Some(letter) => empties.push_tile(letter, layout.distribution().on_square(cell)),
            None => {
                let across = (crossing.tiles > 0).then_some(crossing.points);
                empties.push(offset, factors, across);
            }
        }
    }
    empties.end(line.side());
    empties.wanted = if opening { 1 << (line.side() / 2) } else { empties.crossed };
    empties.single = singles(&empties, line, id.direction());
    empties
}

/// The squares on which a play of one tile is counted along this line: that of the longer word, across if
/// equal.
fn singles(empties: &Empties, line: &Line, direction: Direction) -> u32 {
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
