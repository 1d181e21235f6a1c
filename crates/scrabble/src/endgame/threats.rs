//! Plays with which the opponent will be able to go out whatever else happens: they refute most plays without
//! a search.

use crate::board::line_id::{LineId, offset};
use crate::board::{Board, Play};
use crate::endgame::choice::Choice;
use crate::endgame::memory::Ply;
use crate::endgame::node::Node;
use crate::endgame::search::Search;

/// The lines that a play changes, by [`LineId::bit`]: those of its tiles, and those with a square at an end
/// of a word that it forms.
pub(super) fn changed_lines(board: &Board, play: &Play) -> u64 {
    let (along, across) = (play.place().direction, play.place().direction.other());
    let start = offset(play.place().square, along);
    let main = LineId::through(play.place().square, along);
    let mut changed = main.bit();
    for at in [start.wrapping_sub(1), start + play.letters().len()] {
        if at < board.side() {
            changed |= LineId::through(main.square(at), across).bit();
        }
    }
    for (square, _) in play.placed() {
        let line = LineId::through(square, across);
        changed |= line.bit();
        let (from, end) = board.line(line).run(offset(square, across));
        for at in [from.wrapping_sub(1), end] {
            if at < board.side() {
                changed |= LineId::through(line.square(at), along).bit();
            }
        }
    }
    changed
}

impl Search<'_> {
    /// Finds the plays with which the opponent could go out now, along lines that its last move left alone.
    pub(super) fn threaten(&mut self, node: &Node, ply: usize) {
        let (above, here) = self.memory.stack.split_at_mut(ply);
        let threats = &mut here[0].threats;
        threats.clear();
        let Some(Ply { list, changed, .. }) = above.last() else { return };
        for choice in list.all() {
            let stays = changed >> choice.line & 1 == 0;
            if choice.count == node.other.len && choice.used == node.other.tiles && stays {
                threats.push((choice.score.into(), choice.line));
            }
        }
        threats.sort_unstable_by_key(|&(score, line)| (-score, line));
    }

    /// An upper bound of at most `alpha` on what a play gains, if the opponent can go out after it and that
    /// suffices; `gain`: what it gains if that scored nothing.
    pub(super) fn refuted(
        &self,
        ply: usize,
        choice: &Choice,
        gain: i32,
        alpha: i32,
    ) -> Option<i32> {
        let threats = &self.memory.stack[ply].threats;
        let mut enough = threats.iter().take_while(|threat| gain - threat.0 <= alpha).peekable();
        enough.peek()?;
        let changed = changed_lines(self.board, &choice.play);
        enough.find(|threat| changed >> threat.1 & 1 == 0).map(|threat| gain - threat.0)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::changed_lines;
    use crate::board::undo::Trail;
    use crate::board::{BINGO, Board, Layout};
    use crate::plays::{All, Generator, Points};
    use lettergame_words::Lexicon;

    #[test]
    fn the_changed_lines_are_those_that_laying_changes() {
        let lexicon = Lexicon::shipped();
        let mut board = Board::new(Arc::new(Layout::standard(BINGO)));
        let (mut trail, mut generator) = (Trail::default(), Generator::new());
        for rack in ["AEINRST", "AEGILNO", "DEORTU?", "ABCHIKS", "EFGHIOY", "AAIJOTZ"] {
            let mut plays = All::default();
            generator.search(&lexicon, &board, &rack.parse().unwrap(), &Points, &mut plays);
            for ranked in &plays.0 {
                let expected = changed_lines(&board, &ranked.play);
                let changed = board.lay_on(&mut trail, &lexicon, &ranked.play);
                board.take_back(&mut trail);
                assert_eq!(changed, expected, "{}\n{board}", ranked.play);
            }
            let best = plays.0.iter().min().unwrap();
            board.lay(&lexicon, &best.play);
        }
    }
}
