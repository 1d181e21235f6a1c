//! The moves of a position by equity: plays, the best exchange, a pass.

use crate::board::{Board, Rack};
use crate::notation::Position;
use crate::plays::{Equity, Generator, LeaveValue, Leaves, Top, Valuation};
use crate::rules::{Move, Scrabble};
use lettergame_core::base::checkpoint;

/// A move with its score and equity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The move.
    pub choice: Move,
    /// Its score.
    pub score: i32,
    /// Its score and the values of the kept tiles and of the placement.
    pub equity: Equity,
}

/// Values moves of a position.
pub(super) struct Judge<'a> {
    pub(super) game: &'a Scrabble,
    pub(super) position: &'a Position,
    pub(super) board: Board,
    leaves: &'a Leaves,
    generator: Generator,
}

impl<'a> Judge<'a> {
    pub(super) fn new(game: &'a Scrabble, position: &'a Position, leaves: &'a Leaves) -> Judge<'a> {
        let board = position.board(game.layout().clone(), game.lexicon());
        Judge { game, position, board, leaves, generator: Generator::new() }
    }

    /// The valuation with this rack.
    fn valuation(&self, rack: &Rack) -> LeaveValue<'a> {
        let unseen = self.board.unseen(rack);
        let opening = self.board.is_empty().then_some(&**self.game.layout());
        LeaveValue::at(self.leaves, self.position.bag(), opening, || unseen)
    }

    /// The best moves with this rack, at most `count`, best first: plays, and the best exchange where one is
    /// allowed. A pass if there is neither.
    pub(super) fn candidates(&mut self, rack: &Rack, count: usize) -> Vec<Candidate> {
        checkpoint();
        let valuation = self.valuation(rack);
        let mut top = Top::new(count);
        self.generator.search(self.game.lexicon(), &self.board, rack, &valuation, &mut top);
        let mut found: Vec<Candidate> = top
            .plays()
            .iter()
            .map(|ranked| {
                let (choice, score) = (Move::Play(ranked.play), ranked.score);
                Candidate { choice, score, equity: ranked.equity }
            })
            .collect();
        let (kept, equity) = self.generator.best_to_keep();
        let given = rack.without(&kept);
        let bag = self.position.bag();
        if bag >= self.game.rules().exchange() && !given.is_empty() && given.len() <= bag {
            let place = found.partition_point(|other| other.equity >= equity);
            found.insert(place, Candidate { choice: Move::Exchange(given), score: 0, equity });
            found.truncate(count);
        }
        if found.is_empty() {
            found.push(self.value(&Move::Pass, rack));
        }
        found
    }

    /// The equity of the best move with this rack.
    pub(super) fn best(&mut self, rack: &Rack) -> Equity {
        self.candidates(rack, 1).first().map_or(Equity::ZERO, |best| best.equity)
    }

    /// A move that need not be legal, with its score by the rules.
    pub(super) fn value(&self, choice: &Move, rack: &Rack) -> Candidate {
        let valuation = self.valuation(rack);
        let (score, kept, placement) = match choice {
            Move::Play(play) => {
                let kept = rack.without(&play.tiles());
                (self.board.points(play), kept, valuation.placement(play))
            }
            Move::Exchange(given) => (0, rack.without(given), Equity::ZERO),
            Move::Pass => (0, *rack, Equity::ZERO),
        };
        let equity = Equity::points(score) + valuation.of_rack(&kept) + placement;
        Candidate { choice: *choice, score, equity }
    }
}
