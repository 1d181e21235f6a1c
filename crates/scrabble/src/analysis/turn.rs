//! One turn of a game, analysed.

use std::sync::Arc;

use thiserror::Error;

use crate::analysis::AnalysisOptions;
use crate::analysis::MistakeSize;
use crate::analysis::luck::{Luck, kept_before};
use crate::analysis::simulated::Simulated;
use crate::board::Rack;
use crate::notation::{FileMove, FileTurn, GameFile, Position, PositionError};
use crate::plays::{Equity, Generator, Leaves};
use crate::rules::{Move, Scrabble};
use crate::situation::{Candidate, Situation, candidates};
use lettergame_base::{Branch, Points, Seat, Seed, checkpoint};

/// A turn with what an analysis says about it.
#[derive(Clone, Debug)]
pub struct TurnAnalysis {
    /// From 1.
    pub number: usize,
    /// Who moved.
    pub seat: Seat,
    /// The rack, as far as the file gives it.
    pub rack: Rack,
    /// The move.
    pub choice: FileMove,
    /// The points that the file gives for it.
    pub gained: Points,
    /// The words it forms that are not in the lexicon.
    pub unknown: Vec<String>,
    /// Whether the play was taken back.
    pub withdrawn: bool,
    /// The position before it, unless it is impossible.
    pub position: Option<Position>,
    /// The move against the best one, or why that is not known.
    pub valued: Result<Valued, Unvalued>,
    /// The size of the mistake, if it is one.
    pub size: Option<MistakeSize>,
    /// The luck of the draw before it; `None` if nothing was drawn, or it is not known.
    pub luck: Option<Luck>,
}

/// A move against the best one.
#[derive(Clone, Debug, PartialEq)]
pub struct Valued {
    /// The move as it counts: a pass if the play was taken back.
    pub played: Candidate,
    /// The best moves by equity, best first; with a simulation and at most [`LAST_TILES`] tiles in the bag also
    /// those that are better than they look.
    ///
    /// [`LAST_TILES`]: crate::simulation::LAST_TILES
    pub candidates: Vec<Candidate>,
    /// The equity of the best move less that of the move, at least 0.
    pub loss: Equity,
    /// What the simulation says, if it was requested.
    pub simulated: Option<Simulated>,
}

/// Why a move is not valued.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unvalued {
    /// The file does not give the whole rack.
    #[error("the whole rack is not known")]
    Rack,
    /// The file does not give the tiles of the exchange.
    #[error("the exchanged tiles are not known")]
    Exchange,
    /// The move has tiles that are not on the rack.
    #[error("not all tiles are on the rack")]
    NotOnRack,
    /// The rack cannot be right.
    #[error("{0}")]
    Position(#[from] PositionError),
}

impl TurnAnalysis {
    /// Analyses the turn with this index.
    pub(super) fn of(
        file: &GameFile,
        index: usize,
        game: &Arc<Scrabble>,
        options: &AnalysisOptions<'_>,
    ) -> TurnAnalysis {
        let seed = options.seed.derive(Branch::Deal, index as u64);
        let turn = &file.turns[index];
        let before = turn.before();
        let rack = turn.rack();
        let position = before.as_ref().ok().cloned();
        let (valued, luck) = match &before {
            Err(error) => (Err(Unvalued::Position(error.clone())), None),
            Ok(position) => {
                let board = position.board(game.layout().clone(), game.lexicon());
                let at = Situation::of_position(game, &board, position, options.leaves);
                let kept = kept_before(&file.turns, index).filter(|_| turn.is_rack_whole());
                let chance = seed.derive(Branch::Chance, 0);
                let luck = kept.and_then(|kept| Luck::of(&at, &kept, options.draws, chance));
                (Valued::of(turn, &at, options, seed), luck)
            }
        };
        let mut analysed = TurnAnalysis {
            number: index + 1,
            seat: turn.seat,
            rack,
            choice: turn.choice.clone(),
            gained: turn.gained,
            unknown: turn.unknown.clone(),
            withdrawn: turn.withdrawn,
            position,
            valued,
            size: None,
            luck,
        };
        analysed.size = analysed.loss().and_then(|loss| options.thresholds.size(Equity(loss)));
        analysed
    }

    /// What the move cost, in thousandths of a point: by the simulation if there is one, otherwise by equity.
    #[must_use]
    pub fn loss(&self) -> Option<i32> {
        let valued = self.valued.as_ref().ok()?;
        let simulated = valued.simulated.as_ref().map(|simulated| (simulated.loss * 1000.0) as i32);
        Some(simulated.unwrap_or(valued.loss.0))
    }

    /// The best move: by the simulation if there is one, otherwise by equity.
    #[must_use]
    pub fn best(&self) -> Option<&Candidate> {
        let valued = self.valued.as_ref().ok()?;
        let wanted = valued.simulated.as_ref().map(|simulated| simulated.best);
        let by_simulation = valued.candidates.iter().find(|one| Some(one.choice) == wanted);
        by_simulation
            .or_else(|| (wanted == Some(valued.played.choice)).then_some(&valued.played))
            .or(valued.candidates.first())
    }

    /// The move as text: `8D S(CuR)RY`, `exchange QV`, `pass`.
    #[must_use]
    pub fn choice_text(&self) -> String {
        match &self.choice {
            FileMove::Play(play) => format!("{} {}", play.place(), play.through_text()),
            FileMove::Exchange(Some(tiles), _) => format!("exchange {tiles}"),
            FileMove::Exchange(None, _) => "exchange".to_owned(),
            FileMove::Pass => "pass".to_owned(),
        }
    }
}

impl Valued {
    /// The move of the player to move, whose whole rack is known and holds its tiles, against at most `count` of
    /// the best ones by equity; without a simulation. About half a millisecond.
    #[must_use]
    pub fn by_equity(
        game: &Scrabble,
        position: &Position,
        choice: &Move,
        leaves: &Leaves,
        count: usize,
    ) -> Valued {
        let board = position.board(game.layout().clone(), game.lexicon());
        let at = Situation::of_position(game, &board, position, leaves);
        Valued::new(&at, *choice, count)
    }

    fn new(at: &Situation<'_>, choice: Move, count: usize) -> Valued {
        checkpoint();
        let (played, count) = (Candidate::new(at, choice), count.max(1));
        let mut candidates = candidates(at, &mut Generator::new(), count);
        candidates.truncate(count);
        let best = candidates.first().map_or(played.equity, |best| best.equity);
        let loss = (best - played.equity).max(Equity::ZERO);
        Valued { played, candidates, loss, simulated: None }
    }

    fn of(
        turn: &FileTurn,
        at: &Situation<'_>,
        options: &AnalysisOptions<'_>,
        seed: Seed,
    ) -> Result<Valued, Unvalued> {
        if !turn.is_rack_whole() {
            return Err(Unvalued::Rack);
        }
        let choice = match &turn.choice {
            _ if turn.withdrawn => Move::Pass,
            FileMove::Play(play) => Move::Play(*play),
            FileMove::Exchange(tiles, _) => Move::Exchange(tiles.ok_or(Unvalued::Exchange)?),
            FileMove::Pass => Move::Pass,
        };
        let taken = match &choice {
            Move::Play(play) => play.tiles(),
            Move::Exchange(tiles) => *tiles,
            Move::Pass | Move::Challenge => Rack::new(at.own.distribution()),
        };
        at.own.minus(&taken).ok_or(Unvalued::NotOnRack)?;
        let mut valued = Valued::new(at, choice, options.candidates);
        if options.samples > 0 {
            let Valued { candidates, played, .. } = &mut valued;
            let played = (&*played, turn.unknown.is_empty());
            valued.simulated = Simulated::of(at, candidates, played, options, seed);
        }
        Ok(valued)
    }
}
