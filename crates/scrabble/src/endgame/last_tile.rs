//! Plays of a single tile, from the cross-checks alone.

use crate::board::line::Crossing;
use crate::board::line_id::{LineId, offset};
use crate::board::{Board, Direction, Square, Tile};

/// The best score of a play of this tile, if it can be played anywhere. Complexity: one step for each empty
/// square beside a tile and each letter that a blank may stand for.
pub(super) fn best_single(board: &Board, tile: Tile) -> Option<i32> {
    let letters = tile.place().map_or(!0, |letter| 1_u64 << letter);
    let mut best = None;
    for row in 0..board.side() {
        let across = LineId::through(Square::at(row, 0), Direction::Across);
        let factors = board.layout().factors(across);
        let along = board.line(across);
        for (column, &(letter, word)) in factors.iter().enumerate().take(board.side()) {
            if along.filled() >> column & 1 == 1 {
                continue;
            }
            let square = Square::at(row, column);
            let down = LineId::through(square, Direction::Down);
            let beside = board.line(down).crossing(offset(square, Direction::Down));
            let above = along.crossing(column);
            if beside.tiles + above.tiles == 0 || above.letters & beside.letters & letters == 0 {
                continue;
            }
            let value = board.distribution().value(tile) * i32::from(letter);
            let points = |crossing: &Crossing| match crossing.tiles {
                0 => 0,
                _ => i32::from(word) * (i32::from(crossing.points) + value),
            };
            best = best.max(Some(points(above) + points(beside)));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::best_single;
    use crate::board::{BINGO, Board, Layout, Rack};
    use crate::plays::{Generator, Points};
    use lettergame_words::Lexicon;

    #[test]
    fn the_best_single_tile_is_that_of_the_generator() {
        let lexicon = Lexicon::shipped();
        let mut board = Board::new(Arc::new(Layout::standard(BINGO)));
        let mut generator = Generator::new();
        for rack in ["AEINRST", "AEGILNO", "DEORTU?", "ABCHIKS", "EFGHIOY", "AAIJOTZ", "EMNOW?"] {
            let best = generator.best(&lexicon, &board, &rack.parse().unwrap(), &Points).unwrap();
            board.lay(&lexicon, &best.play);
            for tile in board.distribution().kinds() {
                let one = Rack::of(board.distribution(), [tile]);
                let best = generator.best(&lexicon, &board, &one, &Points).map(|best| best.score);
                assert_eq!(best_single(&board, tile), best, "{one}\n{board}");
            }
        }
    }
}
