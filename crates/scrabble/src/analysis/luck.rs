//! The luck of a draw: the equity of the best move with the rack as drawn, less the mean of that over random draws
//! of as many tiles from those that the player had not seen. All on the board on which the rack is used, so that
//! what the opponent did in between is not counted as luck. The estimate is unbiased given that board; its error is
//! the standard deviation over the draws by the root of their number.

use crate::board::{Rack, Tile};
use crate::notation::FileTurn;
use crate::plays::{Equity, Generator};
use crate::situation::{Situation, candidates};
use lettergame_base::{Seed, checkpoint};

/// The luck of one draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Luck {
    /// The tiles that were drawn.
    pub drawn: Rack,
    /// The equity of the best move with them, less its mean over random draws, in points.
    pub points: f64,
    /// The standard error of that mean, in points; 0 with fewer than two draws.
    pub error: f64,
}

/// The tiles that a player kept in the turn before; `None` if they are not known.
pub(super) fn kept_before(turns: &[FileTurn], index: usize) -> Option<Rack> {
    let turn = &turns[index];
    let last = turns[..index].iter().rev().find(|other| other.seat == turn.seat);
    last.map_or_else(|| Some(Rack::new(turn.rack().distribution())), FileTurn::kept)
}

impl Luck {
    /// The luck of the rack of the player to move, of which `kept` was kept; `None` if nothing was drawn or the racks do
    /// not fit.
    pub(super) fn of(at: &Situation<'_>, kept: &Rack, draws: u32, seed: Seed) -> Option<Luck> {
        let drawn = at.own.minus(kept)?;
        if drawn.is_empty() || draws == 0 {
            return None;
        }
        let (mut rng, mut generator) = (seed.rng(), Generator::new());
        let mut pool: Vec<Tile> = at.board.unseen(kept).iter().collect();
        let values: Vec<f64> = (0..draws)
            .map(|_| {
                rng.shuffle_front(&mut pool, drawn.len());
                let tiles = kept.iter().chain(pool.iter().copied().take(drawn.len()));
                let sampled = Rack::of(kept.distribution(), tiles);
                best(at, &mut generator, sampled)
            })
            .collect();
        let count = f64::from(draws);
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let error = if draws > 1 { (squares / (count - 1.0) / count).sqrt() } else { 0.0 };
        Some(Luck { drawn, points: best(at, &mut generator, at.own) - mean, error })
    }
}

/// The equity of the best move with this rack, in points.
fn best(at: &Situation<'_>, generator: &mut Generator, own: Rack) -> f64 {
    checkpoint();
    let at = Situation { own, unseen: at.board.unseen(&own), ..*at };
    let best = candidates(&at, generator, 1).first().map_or(Equity::ZERO, |best| best.equity);
    f64::from(best.0) / 1000.0
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::board::Distribution;

    use super::{Luck, best};
    use crate::board::Rack;
    use crate::notation::Position;
    use crate::plays::{Generator, Leaves};
    use crate::rules::{Scrabble, ScrabbleRules};
    use crate::situation::Situation;
    use lettergame_base::Seed;
    use lettergame_words::Lexicon;

    /// The mean over all tiles that may be drawn is known exactly if one is drawn.
    #[test]
    fn the_estimate_agrees_with_the_exact_mean() {
        let game = Scrabble::new(ScrabbleRules::standard(), Arc::new(Lexicon::shipped()));
        let position: Position = crate::EXAMPLE.parse().unwrap();
        let board = position.board(game.layout().clone(), game.lexicon());
        let at = Situation::of_position(&game, &board, &position, Leaves::shipped());
        let kept: Rack = "DEGIJP".parse().unwrap();
        let (unseen, mut generator) = (board.unseen(&kept), Generator::new());
        let mut exact = 0.0;
        for (tile, count) in unseen.kinds() {
            let mut with = kept;
            with.add(tile);
            exact += best(&at, &mut generator, with) * count as f64 / unseen.len() as f64;
        }
        let own = best(&at, &mut generator, at.own);
        let luck = Luck::of(&at, &kept, 400, Seed(3)).unwrap();
        assert_eq!(luck.drawn.to_string(), "K");
        assert!((own - exact - luck.points).abs() < 4.0 * luck.error, "{own} {exact} {luck:?}");
        assert!(luck.error > 0.0 && luck.error < 2.0, "{luck:?}");
        let again = Luck::of(&at, &kept, 400, Seed(3)).unwrap();
        assert_eq!(again, luck);
    }

    #[test]
    fn without_a_draw_there_is_no_luck() {
        let game = Scrabble::new(ScrabbleRules::standard(), Arc::new(Lexicon::shipped()));
        let position: Position = crate::EXAMPLE.parse().unwrap();
        let board = position.board(game.layout().clone(), game.lexicon());
        let at = Situation::of_position(&game, &board, &position, Leaves::shipped());
        let luck = |kept: &Rack, draws| Luck::of(&at, kept, draws, Seed(1));
        assert_eq!(luck(&at.own, 9), None);
        assert_eq!(luck(&Rack::new(Distribution::english()), 0), None);
        assert_eq!(luck(&"Z".parse().unwrap(), 9), None, "it was not kept");
        assert_eq!(luck(&Rack::new(Distribution::english()), 1).unwrap().error, 0.0);
    }
}
