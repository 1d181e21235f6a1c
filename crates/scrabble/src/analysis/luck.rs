//! The luck of a draw: the equity of the best move with the rack as drawn, less the mean of that over random draws
//! of as many tiles from those that the player had not seen. All on the board on which the rack is used, so that
//! what the opponent did in between is not counted as luck. The estimate is unbiased given that board; its error is
//! the standard deviation over the draws by the root of their number.

use crate::analysis::candidates::Judge;
use crate::board::{Rack, Tile};
use crate::notation::{FileMove, FileTurn};
use crate::plays::Equity;
use lettergame_core::base::Seed;

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
    let Some(last) = turns[..index].iter().rev().find(|other| other.seat == turn.seat) else {
        return Some(Rack::new(turn.rack().distribution()));
    };
    let rack = last.rack();
    match &last.choice {
        _ if last.withdrawn => Some(rack),
        FileMove::Play(play) => rack.minus(&play.tiles()),
        FileMove::Exchange(given) => rack.minus(given.as_ref()?),
        FileMove::Pass => Some(rack),
    }
}

impl Luck {
    /// The luck of this rack, of which `kept` was kept; `None` if nothing was drawn or the racks do not fit.
    pub(super) fn of(
        judge: &mut Judge<'_>,
        rack: &Rack,
        kept: &Rack,
        draws: u32,
        seed: Seed,
    ) -> Option<Luck> {
        let drawn = rack.minus(kept)?;
        if drawn.is_empty() || draws == 0 {
            return None;
        }
        let mut rng = seed.rng();
        let mut pool: Vec<Tile> = judge.board.unseen(kept).iter().collect();
        let values: Vec<f64> = (0..draws)
            .map(|_| {
                rng.shuffle_front(&mut pool, drawn.len());
                let tiles = kept.iter().chain(pool.iter().copied().take(drawn.len()));
                let sampled = Rack::of(kept.distribution(), tiles);
                points(judge.best(&sampled))
            })
            .collect();
        let count = f64::from(draws);
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let error = if draws > 1 { (squares / (count - 1.0) / count).sqrt() } else { 0.0 };
        Some(Luck { drawn, points: points(judge.best(rack)) - mean, error })
    }
}

fn points(equity: Equity) -> f64 {
    f64::from(equity.0) / 1000.0
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::board::Distribution;

    use super::{Luck, points};
    use crate::analysis::candidates::Judge;
    use crate::board::Rack;
    use crate::notation::Position;
    use crate::plays::Leaves;
    use crate::rules::{Scrabble, ScrabbleRules};
    use lettergame_core::base::Seed;
    use lettergame_core::lexicon::Lexicon;

    /// The mean over all tiles that may be drawn is known exactly if one is drawn.
    #[test]
    fn the_estimate_agrees_with_the_exact_mean() {
        let game = Scrabble::new(ScrabbleRules::standard(), Arc::new(Lexicon::shipped()));
        let position: Position = crate::EXAMPLE.parse().unwrap();
        let mut judge = Judge::new(&game, &position, Leaves::shipped());
        let rack = *position.mover_rack();
        let kept: Rack = "DEGIJP".parse().unwrap();
        let unseen = judge.board.unseen(&kept);
        let mut exact = 0.0;
        for (tile, count) in unseen.kinds() {
            let mut with = kept;
            with.add(tile);
            exact += points(judge.best(&with)) * count as f64 / unseen.len() as f64;
        }
        let own = points(judge.best(&rack));
        let luck = Luck::of(&mut judge, &rack, &kept, 400, Seed(3)).unwrap();
        assert_eq!(luck.drawn.to_string(), "K");
        assert!((own - exact - luck.points).abs() < 4.0 * luck.error, "{own} {exact} {luck:?}");
        assert!(luck.error > 0.0 && luck.error < 2.0, "{luck:?}");
        let again = Luck::of(&mut judge, &rack, &kept, 400, Seed(3)).unwrap();
        assert_eq!(again, luck);
    }

    #[test]
    fn without_a_draw_there_is_no_luck() {
        let game = Scrabble::new(ScrabbleRules::standard(), Arc::new(Lexicon::shipped()));
        let position: Position = crate::EXAMPLE.parse().unwrap();
        let mut judge = Judge::new(&game, &position, Leaves::shipped());
        let rack = *position.mover_rack();
        let mut of = |kept: &Rack, draws| Luck::of(&mut judge, &rack, kept, draws, Seed(1));
        assert_eq!(of(&rack, 9), None);
        assert_eq!(of(&Rack::new(Distribution::english()), 0), None);
        assert_eq!(of(&"Z".parse().unwrap(), 9), None, "it was not kept");
        assert_eq!(of(&Rack::new(Distribution::english()), 1).unwrap().error, 0.0);
    }
}
