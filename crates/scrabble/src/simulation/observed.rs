//! A turn of the rival as the player saw it.

use crate::board::{Board, Cell, Play, RACK, Rack, Tile};
use crate::notation::{FileMove, FileTurn};
use crate::plays::{Collect, Equity, Found, Generator, LeaveValue, Leaves, Valuation};
use crate::rules::{Event, Scrabble, View};

/// What the rival did on its last turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observed {
    /// A play.
    Play(Play),
    /// An exchange of this many tiles.
    Exchange(usize),
}

/// The last turn of the rival, who had a full rack before it and has one again.
#[derive(Clone, Debug)]
pub struct RivalTurn<'a> {
    /// The rules and the lexicon.
    pub game: &'a Scrabble,
    /// The board before the turn.
    pub board: Board,
    /// The tiles that the player does not see now, after the turn.
    pub unseen: Rack,
    /// The tiles that the rival was known to hold before it.
    pub shown: Rack,
    /// What the rival did.
    pub observed: Observed,
}

impl<'a> RivalTurn<'a> {
    /// The turn of this event, seen from a view right after it. `None` if there is nothing to infer from it:
    /// it was a pass, the turn of the player itself, or it used up the whole rack or the bag.
    #[must_use]
    pub fn of_event(view: &View<'a>, event: &Event) -> Option<RivalTurn<'a>> {
        let rival = view.seat().opponent();
        let (observed, board) = match event {
            Event::Play { seat, play, .. } if *seat == rival => {
                (Observed::Play(*play), before(view.game(), view.board(), play))
            }
            Event::Exchange { seat, tiles, .. } if *seat == rival => {
                (Observed::Exchange(*tiles), view.board().clone())
            }
            _ => return None,
        };
        let (unseen, shown) = (view.unseen(), Rack::new(board.distribution()));
        RivalTurn { game: view.game(), board, unseen, shown, observed }.telling()
    }

    /// A turn of a game that was read, seen by the other player, who holds `own` after it. `None` if there is nothing to
    /// infer from it: it was a pass or taken back, or it used up the whole rack or the bag.
    #[must_use]
    pub fn of_turn(game: &'a Scrabble, turn: &FileTurn, own: &Rack) -> Option<RivalTurn<'a>> {
        let observed = match &turn.choice {
            FileMove::Play(play) if !turn.withdrawn => Observed::Play(*play),
            FileMove::Exchange(_, tiles) => Observed::Exchange(*tiles),
            FileMove::Play(_) | FileMove::Pass => return None,
        };
        let board = Board::with_cells(game.layout().clone(), game.lexicon(), turn.cells());
        let (unseen, shown) = (board.unseen(own), turn.shown());
        let turn = RivalTurn { game, board, unseen, shown, observed };
        RivalTurn { unseen: turn.unseen.without(&turn.played()), ..turn }.telling()
    }

    /// The turn, if something can be inferred from it: tiles were kept, and the bag is not empty.
    #[must_use]
    pub fn telling(self) -> Option<RivalTurn<'a>> {
        (self.kept() > 0 && self.unseen.len() > RACK).then_some(self)
    }

    /// The tiles that were played; empty for an exchange.
    pub(super) fn played(&self) -> Rack {
        match &self.observed {
            Observed::Play(play) => play.tiles(),
            Observed::Exchange(_) => Rack::new(self.unseen.distribution()),
        }
    }

    /// The number of tiles kept.
    #[must_use]
    pub fn kept(&self) -> usize {
        let used = match &self.observed {
            Observed::Play(play) => play.count(),
            Observed::Exchange(tiles) => *tiles,
        };
        RACK.saturating_sub(used)
    }

    /// The number of tiles in the bag before the turn.
    fn bag(&self) -> usize {
        self.unseen.len() + self.played().len() - RACK
    }

    fn value(&self) -> LeaveValue<'_> {
        let leaves = Leaves::usual(self.board.distribution());
        LeaveValue::Model { leaves, opening: self.board.opening() }
    }
}

/// The board before a play that is on it.
fn before(game: &Scrabble, board: &Board, play: &Play) -> Board {
    let mut cells = board.cells();
    for (square, _) in play.placed() {
        cells[square] = Cell::EMPTY;
    }
    Board::with_cells(game.layout().clone(), game.lexicon(), &cells)
}

/// Finds out what the turn cost the rival in static equity if it held certain tiles.
pub(super) struct Losses<'a> {
    turn: &'a RivalTurn<'a>,
    value: LeaveValue<'a>,
    /// Score and placement of the play.
    own: Equity,
    may_exchange: bool,
    /// Losses from here on are not distinguished.
    most: Equity,
    generator: Generator,
}

impl<'a> Losses<'a> {
    /// Losses of `most` or more are given as `most`.
    pub(super) fn new(turn: &'a RivalTurn<'a>, most: Equity) -> Losses<'a> {
        let value = turn.value();
        let own = match &turn.observed {
            Observed::Play(play) => Equity::points(turn.board.points(play)) + value.placement(play),
            Observed::Exchange(_) => Equity::ZERO,
        };
        let may_exchange = turn.game.may_exchange(turn.bag(), 1);
        Losses { turn, value, own, may_exchange, most, generator: Generator::new() }
    }

    /// What a play cost with this leave, 0 or more: the best equity of the rack less that of the play.
    pub(super) fn of_leave(&mut self, leave: &Rack) -> Equity {
        let own = self.own + self.value.of_rack(leave);
        self.behind_best(&leave.plus(&self.turn.played()), own)
    }

    /// What an exchange of the observed size cost with this rack, and the best tiles to keep for it.
    pub(super) fn of_exchange(&mut self, rack: &Rack) -> (Equity, Rack) {
        let kept = best_part(rack, self.turn.kept(), &self.value);
        let own = self.value.of_rack(&kept);
        (self.behind_best(rack, own), kept)
    }

    fn behind_best(&mut self, rack: &Rack, own: Equity) -> Equity {
        let mut best = Beyond { best: own, enough: own + self.most };
        let Losses { turn, value, generator, .. } = self;
        generator.search(turn.game.lexicon(), &turn.board, rack, value, &mut best);
        let exchange = generator.best_to_keep().1;
        let best = if self.may_exchange { best.best.max(exchange) } else { best.best };
        (best - own).min(self.most)
    }
}

/// The most valuable part of a rack with this number of tiles; of equals the first in order of the tiles.
fn best_part(rack: &Rack, kept: usize, value: &impl Valuation) -> Rack {
    let tiles: Vec<Tile> = rack.iter().collect();
    let parts = (0_u32..1 << tiles.len()).filter(|bits| bits.count_ones() as usize == kept);
    let part = |bits: u32| -> Rack {
        let chosen = tiles.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1);
        Rack::of(rack.distribution(), chosen.map(|(_, &tile)| tile))
    };
    let mut best: Option<(Equity, Rack)> = None;
    for part in parts.map(part) {
        let worth = value.of_rack(&part);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, part));
        }
    }
    best.map_or(*rack, |(_, part)| part)
}

/// The value of the best play above a threshold; the search may end where it is high enough.
struct Beyond {
    best: Equity,
    enough: Equity,
}

impl Collect for Beyond {
    #[inline]
    fn floor(&self) -> Equity {
        // no play is worth that much
        if self.best >= self.enough { Equity(i32::MAX / 2) } else { self.best }
    }

    #[inline]
    fn offer(&mut self, found: &Found<'_>) {
        self.best = self.best.max(found.ranked().equity);
    }
}

#[cfg(test)]
mod tests {
    use super::best_part;
    use crate::board::Rack;
    use crate::plays::{LeaveValue, Leaves};

    #[test]
    fn the_best_part_of_a_rack_has_its_best_tiles() {
        let value = LeaveValue::Model { leaves: Leaves::shipped(), opening: None };
        let rack: Rack = "UUVWS?Q".parse().unwrap();
        for (kept, best) in [(0, ""), (1, "?"), (2, "S?"), (7, "QSUUVW?")] {
            assert_eq!(best_part(&rack, kept, &value).to_string(), best);
        }
    }
}
