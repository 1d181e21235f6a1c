//! A move tried against a deal.

use crate::board::{Board, Play, RACK, Rack, Tile};
use crate::endgame::{self, Endgame};
use crate::plays::{Generator, LeaveValue, Ranked, Top};
use crate::preendgame::deals::Deal;
use crate::preendgame::position::{Limits, Position};
use lettergame_core::base::checkpoint;
use lettergame_core::lexicon::Lexicon;

/// Memory for trials.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pub(super) endgame: Endgame,
    pub(super) generator: Generator,
}

/// How a game ends for the mover of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ending {
    pub(super) spread: i32,
    pub(super) exact: bool,
}

/// Plays deals out.
pub(super) struct Trial<'a> {
    pub(super) memory: &'a mut Memory,
    pub(super) lexicon: &'a Lexicon,
    pub(super) position: &'a Position<'a>,
    pub(super) limits: &'a Limits,
    /// The remaining number of positions that may be expanded.
    pub(super) left: u32,
}

/// The budget is used up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spent;

/// A game in which all tiles are known, the player to move first.
struct Game<'b> {
    board: &'b Board,
    own: Rack,
    other: Rack,
    bag: &'b [Tile],
    /// The points of the player to move less those of the other.
    lead: i32,
    scoreless: u8,
    /// Whether everything so far is proven.
    exact: bool,
}

impl Trial<'_> {
    /// How a game ends after a move that led to this board.
    pub(super) fn ending(
        &mut self,
        board: &Board,
        play: Option<&Play>,
        score: i32,
        deal: &Deal,
    ) -> Result<Ending, Spent> {
        let Position { own, lead, scoreless, .. } = *self.position;
        let kept = play.map_or(*own, |play| own.without(&play.tiles()));
        let after = Game {
            board,
            own: deal.other,
            other: kept.plus(&deal.drawn),
            bag: &deal.rest,
            lead: -(lead + score),
            scoreless: if score == 0 { scoreless + 1 } else { 0 },
            exact: deal.rest.is_empty(),
        };
        let replies = self.limits.replies.max(1);
        let ending = self.play_on(&after, replies)?;
        Ok(Ending { spread: -ending.spread, ..ending })
    }

    /// How the game ends for the player to move, who looks at this many plays if the bag is not empty.
    fn play_on(&mut self, game: &Game<'_>, width: usize) -> Result<Ending, Spent> {
        checkpoint();
        let at_end = Ending {
            spread: game.lead + game.other.points() - game.own.points(),
            exact: game.exact,
        };
        if game.scoreless >= self.position.limit {
            return Ok(at_end);
        }
        if game.bag.is_empty() {
            return self.endgame(game);
        }
        self.spend(1)?;
        let mut top = Top::new(width);
        let value =
            LeaveValue::Model { leaves: self.position.leaves, opening: game.board.opening() };
        self.memory.generator.search(self.lexicon, game.board, &game.own, &value, &mut top);
        if top.plays().is_empty() {
            return self.pass(game);
        }
        let mut best: Option<Ending> = None;
        for ranked in top.plays() {
            let ending = self.after(game, ranked)?;
            let rank = |ending: &Ending| (ending.spread.signum(), ending.spread);
            best = best.filter(|best| rank(best) >= rank(&ending)).or(Some(ending));
        }
        Ok(best.unwrap_or(at_end))
    }

    fn pass(&mut self, game: &Game<'_>) -> Result<Ending, Spent> {
        let Game { board, own, other, bag, lead, scoreless, exact } = *game;
        let next = Game {
            board,
            own: other,
            other: own,
            bag,
            lead: -lead,
            scoreless: scoreless + 1,
            exact,
        };
        let ending = self.play_on(&next, 1)?;
        Ok(Ending { spread: -ending.spread, ..ending })
    }

    /// How the game ends after a play while the bag is not empty.
    fn after(&mut self, game: &Game<'_>, ranked: &Ranked) -> Result<Ending, Spent> {
        let mut board = game.board.clone();
        board.lay(self.lexicon, &ranked.play);
        let mut rack = game.own.without(&ranked.play.tiles());
        let (drawn, bag) = game.bag.split_at((RACK - rack.len()).min(game.bag.len()));
        drawn.iter().for_each(|&tile| rack.add(tile));
        let scoreless = if ranked.score == 0 { game.scoreless + 1 } else { 0 };
        let lead = -(game.lead + ranked.score);
        let exact = game.exact;
        let next =
            Game { board: &board, own: game.other, other: rack, bag, lead, scoreless, exact };
        let ending = self.play_on(&next, 1)?;
        Ok(Ending { spread: -ending.spread, ..ending })
    }

    fn endgame(&mut self, game: &Game<'_>) -> Result<Ending, Spent> {
        let Game { board, own, other, scoreless, .. } = game;
        let limit = self.position.limit;
        let position = endgame::Position { board, own, other, scoreless: *scoreless, limit };
        if self.left < self.limits.endgame {
            return Err(Spent);
        }
        let limits = endgame::Limits::nodes(self.limits.endgame);
        let solved = self.memory.endgame.solve(self.lexicon, &position, &limits);
        self.spend(solved.nodes)?;
        Ok(Ending { spread: game.lead + solved.gain, exact: game.exact && solved.exact })
    }

    fn spend(&mut self, nodes: u32) -> Result<(), Spent> {
        self.left = self.left.checked_sub(nodes).ok_or(Spent)?;
        Ok(())
    }
}
