//! A move tried against a deal.

use crate::board::{Board, RACK, Tile};
use crate::endgame::{self, Endgame};
use crate::plays::{Generator, LeaveValue, Ranked, Top};
use crate::preendgame::analysis::Limits;
use crate::preendgame::deals::Deal;
use crate::situation::{Candidate, Situation};
use lettergame_base::checkpoint;

/// Memory for trials.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pub(super) endgame: Endgame,
    pub(super) generator: Generator,
}

/// How a game ends for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ending {
    pub(super) spread: i32,
    pub(super) exact: bool,
}

/// Plays deals out.
pub(super) struct Trial<'a> {
    pub(super) memory: &'a mut Memory,
    pub(super) at: &'a Situation<'a>,
    pub(super) limits: &'a Limits,
    /// The remaining number of positions that may be expanded.
    pub(super) left: u32,
}

/// The budget is used up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spent;

/// A game in which all tiles are known.
#[derive(Clone, Copy)]
struct Game<'b> {
    /// Board, racks and points for the player to move: all tiles that it does not hold and that are not in `bag` are
    /// the other's.
    at: Situation<'b>,
    /// The tiles of the bag, in the order in which they are drawn.
    bag: &'b [Tile],
    /// Whether everything so far is proven.
    exact: bool,
}

impl Ending {
    /// The same for the other player.
    fn turned(self) -> Ending {
        Ending { spread: -self.spread, ..self }
    }
}

impl Trial<'_> {
    /// How a game ends for the mover of the root after a move that led to this board.
    pub(super) fn ending(
        &mut self,
        board: &Board,
        candidate: &Candidate,
        deal: &Deal,
    ) -> Result<Ending, Spent> {
        let own = candidate.choice.kept(&self.at.own).plus(&deal.drawn);
        let at = self.at.after(board, own, deal.other, candidate.score);
        let after = Game { at, bag: &deal.rest, exact: deal.rest.is_empty() };
        let replies = self.limits.replies.max(1);
        Ok(self.play_on(&after, replies)?.turned())
    }

    /// How the game ends for the player to move, who looks at this many plays if the bag is not empty.
    fn play_on(&mut self, game: &Game<'_>, width: usize) -> Result<Ending, Spent> {
        checkpoint();
        let Game { at, bag, exact } = game;
        let spread = at.lead + at.unseen.points() - at.own.points();
        let at_end = Ending { spread, exact: *exact };
        if at.is_over() {
            return Ok(at_end);
        }
        if bag.is_empty() {
            return self.endgame(game);
        }
        self.spend(1)?;
        let mut top = Top::new(width);
        let value = LeaveValue::Model { leaves: at.leaves, opening: at.board.opening() };
        self.memory.generator.search(at.game.lexicon(), at.board, &at.own, &value, &mut top);
        if top.plays().is_empty() {
            let at = at.after(at.board, at.own, at.unseen, 0);
            return Ok(self.play_on(&Game { at, ..*game }, 1)?.turned());
        }
        let mut best: Option<Ending> = None;
        for ranked in top.plays() {
            let ending = self.after(game, ranked)?;
            let rank = |ending: &Ending| (ending.spread.signum(), ending.spread);
            best = best.filter(|best| rank(best) >= rank(&ending)).or(Some(ending));
        }
        Ok(best.unwrap_or(at_end))
    }

    /// How the game ends after a play while the bag is not empty.
    fn after(&mut self, game: &Game<'_>, ranked: &Ranked) -> Result<Ending, Spent> {
        let at = &game.at;
        let mut board = at.board.clone();
        board.lay(at.game.lexicon(), &ranked.play);
        let mut own = ranked.play.kept(&at.own);
        let (drawn, bag) = game.bag.split_at((RACK - own.len()).min(game.bag.len()));
        drawn.iter().for_each(|&tile| own.add(tile));
        let at = at.after(&board, own, at.unseen, ranked.score);
        Ok(self.play_on(&Game { at, bag, ..*game }, 1)?.turned())
    }

    fn endgame(&mut self, game: &Game<'_>) -> Result<Ending, Spent> {
        if self.left < self.limits.endgame {
            return Err(Spent);
        }
        let limits = endgame::Limits::nodes(self.limits.endgame);
        let solved = self.memory.endgame.solve(&game.at, &limits);
        self.spend(solved.nodes)?;
        Ok(Ending { spread: game.at.lead + solved.gain, exact: game.exact && solved.exact })
    }

    fn spend(&mut self, nodes: u32) -> Result<(), Spent> {
        self.left = self.left.checked_sub(nodes).ok_or(Spent)?;
        Ok(())
    }
}
