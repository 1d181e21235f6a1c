//! `leave`: reimplements an experimental program that considers the leave: half of the excess of the kept
//! tiles' values over the mean value of the unseen tiles. It never exchanges by choice and ignores the end of
//! the game.

use crate::board::{Distribution, Tile};
use crate::players::choosing::{best_play, play_or_exchange_all};
use crate::plays::{Equity, Generator, Valuation};
use crate::rules::{Move, Scrabble, View};
use lettergame_base::Rng;
use lettergame_game::{Fault, Player, Roster};

pub(super) const ENTRY: Roster<Scrabble> = Roster::of::<Leave>(
    "leave",
    "score plus half the value of the kept tiles above the mean of the unseen ones",
);

#[derive(Default)]
struct Leave(Generator);

impl Player<Scrabble> for Leave {
    fn choose(&mut self, view: &View<'_>, _: &mut Rng) -> Result<Move, Fault<Move>> {
        if let Some(answer) = view.answer_to_play() {
            return Ok(answer);
        }
        let unseen = view.unseen();
        let distribution = unseen.distribution();
        let (points, tiles) = (unseen.points(), unseen.len().max(1) as i32);
        let above_mean = AboveMean { distribution, points, tiles };
        let best = best_play(&mut self.0, view, &above_mean);
        Ok(play_or_exchange_all(view, best))
    }
}

/// Half of the excess of tile values over the mean of some others.
struct AboveMean {
    distribution: &'static Distribution,
    points: i32,
    tiles: i32,
}

impl Valuation for AboveMean {
    fn kept(&self, kept: &[Tile]) -> Equity {
        let sum: i32 = kept.iter().map(|&tile| self.distribution.value(tile)).sum();
        let mean = kept.len() as i32 * self.points * 500 / self.tiles;
        Equity(500 * sum - mean)
    }
}

#[cfg(test)]
mod tests {
    use super::{AboveMean, Distribution, Equity, Tile, Valuation};

    #[test]
    fn kept_tiles_count_half_their_excess_over_the_mean() {
        let kept = ['Q', 'Z'].map(|letter| Tile::latin(letter).unwrap());
        let distribution = Distribution::english();
        let above_mean = AboveMean { distribution, points: 15, tiles: 10 };
        // the mean is 1.5: 0.5 x (20 - 2 x 1.5)
        assert_eq!(above_mean.kept(&kept), Equity(8500));
        assert_eq!(above_mean.kept(&[Tile::BLANK]), Equity(-750));
        assert_eq!(above_mean.kept(&[]), Equity::ZERO);
    }
}
