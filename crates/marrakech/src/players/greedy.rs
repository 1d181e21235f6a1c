//! `greedy`: turns Assam to where the next walk costs least on average, and lays its rug where it gains the
//! most visible squares.
//!
//! Of placements with equal gain it takes one that hides most of the others' squares, and of those a random
//! one. It does not look ahead and ignores what its own rugs may earn.

use arrayvec::ArrayVec;

use crate::players::prospects::cheapest_rotation;
use crate::rules::{Marrakech, Move, Phase, Square, Stage, View};
use lettergame_base::Rng;
use lettergame_game::{Fault, Player, Roster};

pub(super) const ENTRY: Roster<Marrakech> =
    Roster::of::<Greedy>("greedy", "least expected payment, most visible squares");

#[derive(Default)]
struct Greedy;

impl Player<Marrakech> for Greedy {
    fn choose(&mut self, view: &View<'_>, rng: &mut Rng) -> Result<Move, Fault<Move>> {
        Ok(greedy_move(view.stage(), rng))
    }
}

/// The move of `greedy` at a decision.
pub(super) fn greedy_move(stage: &Stage, rng: &mut Rng) -> Move {
    if stage.phase() == Phase::Rotate {
        return Move::Rotate(cheapest_rotation(stage));
    }
    let mut best: ArrayVec<[Square; 2], 12> = ArrayVec::new();
    let mut most = i32::MIN;
    for squares in stage.placements() {
        let gain = visible_gain(stage, squares);
        if gain > most {
            best.clear();
            most = gain;
        }
        if gain == most {
            best.push(squares);
        }
    }
    Move::Place(best[rng.below(best.len() as u32) as usize])
}

/// First the visible squares a rug adds for its owner, then the squares it hides of the others.
fn visible_gain(stage: &Stage, squares: [Square; 2]) -> i32 {
    let gain = |square: Square| match stage.position().board().colour_at(square) {
        Some(colour) if stage.owner(colour) == Some(stage.seat()) => 0,
        Some(_) => 4,
        None => 3,
    };
    squares.into_iter().map(gain).sum()
}

#[cfg(test)]
mod tests {
    use super::greedy_move;
    use crate::rules::{Move, Rotation, Stage};
    use lettergame_base::Seed;

    fn stage(squares: &[(usize, &str)], turn: &str) -> Stage {
        let mut board = vec!["n00"; 49];
        squares.iter().for_each(|&(square, rug)| board[square] = rug);
        format!("Pc03010iPy03010iA33NB{} {turn}", board.concat()).parse().unwrap()
    }

    #[test]
    fn assam_is_turned_towards_the_cheapest_walk() {
        // one square of yellow ahead, two to the right, three to the left
        let ahead = [(23, "y00")];
        let right = [(31, "y01"), (38, "y01")];
        let left = [(17, "y02"), (10, "y02"), (3, "y03")];
        let squares = [&ahead[..], &right, &left].concat();
        let choice = |squares: &[(usize, &str)]| {
            greedy_move(&stage(squares, "c rotate"), &mut Seed(1).rng())
        };
        assert_eq!(choice(&squares), Move::Rotate(Rotation::Ahead));
        assert_eq!(choice(&squares[..1]), Move::Rotate(Rotation::Right), "the first of equals");
        assert_eq!(choice(&squares[..3]), Move::Rotate(Rotation::Left));
    }

    #[test]
    fn the_rug_goes_where_it_shows_most_and_hides_most_rival_squares() {
        // own rugs around Assam except for one way out, over yellow
        let own = [(23, "c00"), (22, "c01"), (25, "c02"), (26, "c03"), (17, "c04"), (10, "c05")];
        let other = [(31, "y00"), (38, "y01")];
        let squares = [&own[..], &other].concat();
        for seed in 0..20 {
            let choice = greedy_move(&stage(&squares, "c place"), &mut Seed(seed).rng());
            let covered = Move::Place(["43".parse().unwrap(), "53".parse().unwrap()]);
            assert_eq!(choice, covered);
        }
    }
}
