//! The moves of a situation by equity.

use crate::plays::{Equity, Generator, Ranked, Top, Valuation};
use crate::rules::Move;
use crate::situation::Situation;

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

impl Candidate {
    /// A move that need not be legal, with its score by the rules.
    #[must_use]
    pub fn new(situation: &Situation<'_>, choice: Move) -> Candidate {
        let valuation = situation.valuation();
        let (score, placement) = match &choice {
            Move::Play(play) => (situation.board.points(play), valuation.placement(play)),
            Move::Exchange(_) | Move::Pass | Move::Challenge => (0, Equity::ZERO),
        };
        let kept = valuation.of_rack(&choice.kept(&situation.own));
        Candidate { choice, score, equity: Equity::points(score) + kept + placement }
    }
}

/// The best few plays by equity and the best exchange, best first; a pass if there is neither.
#[must_use]
pub fn candidates(
    situation: &Situation<'_>,
    generator: &mut Generator,
    plays: usize,
) -> Vec<Candidate> {
    let Situation { game, board, own, bag, .. } = situation;
    let mut top = Top::new(plays);
    generator.search(game.lexicon(), board, own, &situation.valuation(), &mut top);
    let play = |ranked: &Ranked| {
        let Ranked { play, score, equity, .. } = *ranked;
        Candidate { choice: Move::Play(play), score, equity }
    };
    let mut found: Vec<Candidate> = top.plays().iter().map(play).collect();
    let (kept, equity) = generator.best_to_keep();
    let given = own.without(&kept);
    if game.may_exchange(*bag, given.len()) {
        // a play comes before an exchange of the same value, as in `equity`
        let place = found.partition_point(|play| play.equity >= equity);
        found.insert(place, Candidate { choice: Move::Exchange(given), score: 0, equity });
    }
    if found.is_empty() {
        found.push(Candidate::new(situation, Move::Pass));
    }
    found
}
