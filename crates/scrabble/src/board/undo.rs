//! Makes and takes back plays in a search. Copying a board costs more than finding plays on it: a trail saves
//! the lines as they were before each play, about ten of thirty. Only the lines that are looked at are brought
//! up to date.

use crate::board::line::Line;
use crate::board::line_id::LineId;
use crate::board::{Board, Play};
use lettergame_words::Lexicon;

/// The saved lines needed to take plays back, last play first.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    /// The lines as they were.
    lines: Vec<(LineId, Line)>,
    plays: Vec<Before>,
}

/// The board before a play.
#[derive(Clone, Copy, Debug)]
struct Before {
    /// The number of lines in the trail.
    lines: usize,
    tiles: u8,
    stale: u64,
}

impl Board {
    /// Makes a legal play that can be taken back, leaving the changed lines out of date. Returns
    /// those lines, by [`LineId::bit`].
    pub(crate) fn lay_on(&mut self, trail: &mut Trail, lexicon: &Lexicon, play: &Play) -> u64 {
        let Trail { lines, plays } = trail;
        let from = lines.len();
        plays.push(Before { lines: from, tiles: self.tiles, stale: self.stale });
        self.lay_noting(lexicon, play, &mut |line, id| lines.push((id, *line)));
        changed(&lines[from..])
    }

    /// Takes back the last play of the trail.
    pub(crate) fn take_back(&mut self, trail: &mut Trail) {
        let Some(before) = trail.plays.pop() else { return };
        let changed = changed(&trail.lines[before.lines..]);
        let side = self.side();
        for (id, line) in trail.lines.drain(before.lines..) {
            self.lines[id.index(side)] = line;
        }
        // lines brought up to date since then stay so if the play did not change them
        self.stale = self.stale & !changed | before.stale & changed;
        self.tiles = before.tiles;
    }
}

fn changed(lines: &[(LineId, Line)]) -> u64 {
    lines.iter().fold(0, |mask, (id, _)| mask | id.bit())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Trail;
    use crate::board::{BINGO, Board, Layout};
    use crate::plays::{Generator, Points};
    use lettergame_words::{Lexicon, WordList};

    /// Everything about a board, brought up to date.
    fn all(board: &Board) -> String {
        let mut board = board.clone();
        board.refresh(!0);
        format!("{board:?}")
    }

    #[test]
    fn plays_are_undone_and_redone() {
        let words = WordList::parse(b"CAT\nCATS\nSO\nTAN\nAN", "the words").unwrap().words;
        let lexicon = Lexicon::new(words).unwrap();
        let mut board = Board::new(Arc::new(Layout::standard(BINGO)));
        let mut trail = Trail::default();
        let plays = ["8G CAT", "K8 SO", "J8 (T)aN", "9I (A)N"].map(|text| text.parse().unwrap());
        let mut before = Vec::new();
        for round in 0..3 {
            let mut laid = Board::new(Arc::clone(board.layout()));
            for play in &plays {
                before.push(all(&board));
                let changed = board.lay_on(&mut trail, &lexicon, play);
                // some lines are refreshed on the way, some are not
                board.refresh(changed & 0x5555_5555_5555_5555 << round);
                laid.lay(&lexicon, play);
                assert_eq!(all(&board), all(&laid), "{play}");
            }
            while let Some(before) = before.pop() {
                board.take_back(&mut trail);
                assert_eq!(all(&board), before);
            }
        }
    }

    #[test]
    fn a_board_kept_up_to_date_equals_one_set_up_at_once() {
        let lexicon = Lexicon::shipped();
        let layout = Arc::new(Layout::standard(BINGO));
        let mut trail = Trail::default();
        let mut generator = Generator::new();
        for rack in ["AEINRST", "EELOOU?", "BDGNORY", "AEIST??", "AACHKMW"] {
            let rack = rack.parse().unwrap();
            let [mut lazy, mut eager] = [(); 2].map(|()| Board::new(Arc::clone(&layout)));
            let mut number = 0;
            while let Some(best) = generator.best(&lexicon, &eager, &rack, &Points) {
                eager.lay(&lexicon, &best.play);
                let changed = lazy.lay_on(&mut trail, &lexicon, &best.play);
                lazy.refresh(changed & 0x3333_3333_3333_3333 << (number % 3));
                let fresh = Board::with_cells(Arc::clone(&layout), &lexicon, &eager.cells());
                assert_eq!(all(&lazy), all(&fresh), "{}", best.play);
                assert_eq!(format!("{eager:?}"), format!("{fresh:?}"), "{}", best.play);
                number += 1;
            }
            assert!(number > 8, "{number} plays");
        }
    }
}
