//! The turns of a GCG file, each with the position before it.

use crate::board::{Cells, Play, RACK, Rack};
use crate::notation::{Position, PositionError};
use lettergame_base::{Points, Seat};

/// What a player did in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileMove {
    /// A play.
    Play(Play),
    /// An exchange, with its tiles where the file gives them, and their number.
    Exchange(Option<Rack>, usize),
    /// A pass.
    Pass,
}

/// A turn of a game in a GCG file: a play, an exchange or a pass, with what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileTurn {
    /// The line of its event, from 1.
    pub line: usize,
    /// Who moved.
    pub seat: Seat,
    /// The move.
    pub choice: FileMove,
    /// The same as in the file.
    pub text: String,
    /// The points that the file gives for it.
    pub gained: Points,
    /// The words it forms that are not in the lexicon.
    pub unknown: Vec<String>,
    /// Whether the play was taken back, as after a challenge.
    pub withdrawn: bool,
    /// The number of tiles that the player held, as follows from the turns before; the file need not give them all.
    pub held: usize,
    /// The position before it, not yet checked.
    pub(super) before: Snapshot,
}

/// The position before a turn as the file describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Snapshot {
    pub(super) cells: Cells,
    pub(super) points: [i32; 2],
    pub(super) scoreless: u8,
    /// The racks of both players; the other player's is that of their next turn. Empty if unknown.
    pub(super) racks: [Rack; 2],
    /// The tiles that both players are known to hold, as they laid them in plays that were taken back.
    pub(super) shown: [Rack; 2],
}

impl FileTurn {
    /// The rack of the player who moved, as far as the file gives it.
    #[must_use]
    pub fn rack(&self) -> Rack {
        self.before.racks[self.seat.index()]
    }

    /// The tiles that the player kept, as far as the file gives the rack; `None` if they are not known.
    #[must_use]
    pub fn kept(&self) -> Option<Rack> {
        let rack = self.rack();
        match &self.choice {
            _ if self.withdrawn => Some(rack),
            FileMove::Play(play) => rack.minus(&play.tiles()),
            FileMove::Exchange(given, _) => rack.minus(given.as_ref()?),
            FileMove::Pass => Some(rack),
        }
    }

    /// The rack of the other player, as far as the file gives it: that of that player's next turn.
    #[must_use]
    pub fn other_rack(&self) -> Rack {
        self.before.racks[self.seat.opponent().index()]
    }

    /// The tiles that the player was known to hold before the turn: those laid in plays that were taken back.
    #[must_use]
    pub fn shown(&self) -> Rack {
        self.before.shown[self.seat.index()]
    }

    /// The letters on the squares before the turn.
    #[must_use]
    pub fn cells(&self) -> &Cells {
        &self.before.cells
    }

    /// Whether the file gives the whole rack of the player who moved.
    #[must_use]
    pub fn is_rack_whole(&self) -> bool {
        let given = self.rack().len();
        given > 0 && given >= self.held
    }

    /// The position before the turn. The rack of the player to move is the one of the file, or empty; the
    /// other rack is the one of that player's next turn, or empty if it is unknown or cannot be right. Of that rack, the
    /// player to move knows the tiles that were shown in plays taken back.
    ///
    /// # Errors
    /// The rack of the player to move holds more tiles than a rack has, or tiles that are on the board.
    pub fn before(&self) -> Result<Position, PositionError> {
        let Snapshot { cells, points, scoreless, racks, shown } = &self.before;
        let points = points.map(Points);
        let distribution = racks[0].distribution();
        let position = Position::new(distribution, *cells, *racks, points, self.seat);
        let position = position.or_else(|_| {
            let mut own = *racks;
            own[self.seat.opponent().index()] = Rack::new(distribution);
            Position::new(distribution, *cells, own, points, self.seat)
        })?;
        let known = shown[self.seat.opponent().index()];
        Ok(position.with_scoreless(*scoreless).with_known(known))
    }
}

/// Fills in how many tiles the player held at each turn, in a game with so many tiles.
pub(super) fn count_tiles(turns: &mut [FileTurn], total: usize) {
    let (mut bag, mut held) = (total.saturating_sub(2 * RACK), [RACK; 2]);
    for turn in turns {
        let held = &mut held[turn.seat.index()];
        turn.held = *held;
        if let FileMove::Play(play) = &turn.choice
            && !turn.withdrawn
        {
            let drawn = play.count().min(bag);
            bag -= drawn;
            *held = (*held + drawn).saturating_sub(play.count());
        }
    }
}

/// Fills in, for each turn, the rack of the player who is not to move: the one of that player's next turn, or
/// the one that is left at the end.
pub(super) fn fill_other_racks(turns: &mut [FileTurn], left: [Rack; 2]) {
    let mut next = left;
    for turn in turns.iter_mut().rev() {
        let (seat, other) = (turn.seat.index(), turn.seat.opponent().index());
        turn.before.racks[other] = next[other];
        next[seat] = turn.before.racks[seat];
    }
}
