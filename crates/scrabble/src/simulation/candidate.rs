//! The moves that a simulation compares.

use crate::board::{Board, RACK, Rack};
use crate::plays::{Equity, Generator, Ranked, Top, Valuation};
use crate::preendgame;
use crate::rules::Move;
use crate::simulation::Position;

/// How many plays are tried.
///
/// With the last tiles in the bag, the draws and the endgame decide. Static equity says little about them: the
/// best play is often beyond the 25th by equity, and a wrong choice may lose a game that was won. In 154 such
/// positions of games against `equity`, the choice among 200 plays won 1.7 of 100 games more than that among 25.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breadth {
    /// With more than [`LAST_TILES`] tiles in the bag.
    pub plays: usize,
    /// With at most that many.
    pub last: usize,
}

/// The tiles in the bag from which more plays are tried.
pub const LAST_TILES: usize = RACK;

impl Breadth {
    /// The number of plays in a position.
    #[must_use]
    pub fn of(&self, position: &Position<'_>) -> usize {
        if position.bag() > LAST_TILES { self.plays } else { self.last }
    }
}

/// A move that is tried.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The move.
    pub choice: Move,
    /// Its score.
    pub score: i32,
    /// Its score and the value of the tiles kept.
    pub equity: Equity,
    /// The board after it.
    pub(super) board: Board,
    /// The tiles after it, before drawing.
    pub(super) kept: Rack,
}

impl Candidate {
    /// A move with this score and equity.
    #[must_use]
    pub fn new(position: &Position<'_>, choice: Move, score: i32, equity: Equity) -> Candidate {
        let mut board = position.board.clone();
        let mut kept = position.rack;
        match choice {
            Move::Play(play) => {
                board.lay(position.game.lexicon(), &play);
                kept = kept.without(&play.tiles());
            }
            Move::Exchange(given) => kept = kept.without(&given),
            Move::Pass => {}
        }
        Candidate { choice, score, equity, board, kept }
    }

    fn play(position: &Position<'_>, ranked: &Ranked) -> Candidate {
        Candidate::new(position, Move::Play(ranked.play), ranked.score, ranked.equity)
    }

    fn without_play(position: &Position<'_>, choice: Move, kept: &Rack) -> Candidate {
        let equity = position.valuation().of_rack(kept);
        Candidate::new(position, choice, 0, equity)
    }

    /// The same for an analysis of all deals; `None` unless it is a play.
    #[must_use]
    pub fn to_preendgame(&self) -> Option<preendgame::Candidate> {
        match self.choice {
            Move::Play(play) => {
                Some(preendgame::Candidate::new(Some(play), self.score, self.equity))
            }
            Move::Exchange(_) | Move::Pass => None,
        }
    }

    /// The tiles that it gives to the bag.
    pub(super) fn given(&self) -> Rack {
        match self.choice {
            Move::Exchange(given) => given,
            Move::Play(_) | Move::Pass => Rack::new(self.kept.distribution()),
        }
    }
}

/// The best few plays by equity and the best exchange, best first; a pass if there is neither.
#[must_use]
pub fn candidates(
    position: &Position<'_>,
    generator: &mut Generator,
    plays: usize,
) -> Vec<Candidate> {
    let mut top = Top::new(plays);
    let valuation = position.valuation();
    let lexicon = position.game.lexicon();
    generator.search(lexicon, position.board, &position.rack, &valuation, &mut top);
    let mut found: Vec<Candidate> =
        top.plays().iter().map(|ranked| Candidate::play(position, ranked)).collect();
    let (kept, _) = generator.best_to_keep();
    let given = position.rack.without(&kept);
    if position.may_exchange(position.bag(), given.len()) {
        let exchange = Candidate::without_play(position, Move::Exchange(given), &kept);
        // a play comes before an exchange of the same value, as in `equity`
        let place = found.partition_point(|play| play.equity >= exchange.equity);
        found.insert(place, exchange);
    }
    if found.is_empty() {
        found.push(Candidate::without_play(position, Move::Pass, &position.rack));
    }
    found
}
