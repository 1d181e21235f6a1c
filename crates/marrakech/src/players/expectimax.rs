//! `expectimax`: looks whole turns ahead with the exact chances of the die.
//!
//! At a decision it tries every rotation with all four results of the die, every placement, and then the
//! turns of the next players in the same way, up to `depth`. Every player maximises its own standing (max^n):
//! no player is assumed to play against a single opponent. Where the search ends, the position is evaluated
//! by [`Judge`], which takes the next walk into account exactly.
//!
//! Depth 1 ends after the player's own turn, depth 2 after the next player's, and so on. With `width` below
//! 12 only the most promising placements are followed; this costs little strength and saves a factor of time
//! for every turn. Source of max^n: Luckhardt and Irani, "An algorithmic solution of n-person games" (1986).

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::players::standing::{Judge, Standing};
use crate::rules::{Die, MAX_PLAYERS, Marrakech, Move, Phase, Rotation, Square, Stage, View};
use lettergame_base::{Rng, checkpoint};
use lettergame_game::field;
use lettergame_game::{Fault, Param, Player, Roster, Strategy, Tunable, per_seat};

pub(super) const ENTRY: Roster<Marrakech> = Roster::tunable::<Expectimax>(
    "expectimax",
    "looks whole turns ahead with exact die chances, each player for itself",
);

#[derive(Clone, Copy)]
struct Expectimax {
    depth: u8,
    width: usize,
}

impl Tunable<Marrakech> for Expectimax {
    const DEFAULT: Expectimax = Expectimax { depth: 2, width: 12 };
    const PARAMS: &'static [Param<Expectimax>] = &[
        Param::integer("depth", [1, 4], "turns looked ahead, its own included", field!(depth))
            .unit("turns")
            .costing_time(),
        Param::integer(
            "width",
            [1, 12],
            "placements per turn that are searched further (12: all)",
            field!(width),
        )
        .unit("placements")
        .costing_time(),
    ];

    fn strategy(self, _: &Arc<Marrakech>) -> Arc<dyn Strategy<Marrakech>> {
        per_seat(move |_, _| self)
    }
}

impl Player<Marrakech> for Expectimax {
    fn choose(&mut self, view: &View<'_>, _: &mut Rng) -> Result<Move, Fault<Move>> {
        let search = Search { judge: Judge::shipped(), width: self.width };
        Ok(search.best(view.stage(), self.depth).0)
    }
}

/// The most placements a stage can have: the four neighbours of Assam, each with three of its own.
const MAX_PLACEMENTS: usize = 12;

/// A legal move, and what the player who makes it may hope for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Appraisal {
    /// The move.
    pub choice: Move,
    /// The estimated probability of winning after it, 0 to 1.
    pub win: f32,
}

/// All legal moves of the player to move, best first, as `expectimax` values them with its usual depth of two
/// turns; none when the game is over. About a millisecond.
#[must_use]
pub fn appraise(stage: &Stage) -> Vec<Appraisal> {
    let Expectimax { depth, width } = Expectimax::DEFAULT;
    let search = Search { judge: Judge::shipped(), width };
    let seat = stage.seat();
    let appraisal =
        |(choice, standing): (Move, Standing)| Appraisal { choice, win: standing[seat] };
    let mut all: Vec<Appraisal> = match stage.phase() {
        Phase::Over => Vec::new(),
        Phase::Place => search.placements(stage, depth - 1).into_iter().map(appraisal).collect(),
        Phase::Rotate | Phase::Roll => search.rotations(stage, depth).map(appraisal).to_vec(),
    };
    all.sort_by(|one, other| other.win.total_cmp(&one.win));
    all
}

/// The parameters of a search except its depth, which counts the remaining rolls.
#[derive(Clone, Copy)]
pub(super) struct Search<'a> {
    /// Evaluates the positions at the leaves.
    pub(super) judge: &'a Judge,
    /// The number of placements of each turn that are searched further: those with the best standing.
    pub(super) width: usize,
}

impl Search<'_> {
    /// The best move and its value, looking `depth` turns ahead, at least 1. About 100 ns per leaf, and about
    /// 90 to the power of `depth` leaves.
    pub(super) fn best(self, stage: &Stage, depth: u8) -> (Move, Standing) {
        match stage.phase() {
            Phase::Place => self.best_placement(stage, depth - 1),
            _ => self.best_rotation(stage, depth),
        }
    }

    fn best_rotation(self, stage: &Stage, depth: u8) -> (Move, Standing) {
        best_for(stage.seat(), self.rotations(stage, depth))
    }

    /// All rotations with their values.
    fn rotations(self, stage: &Stage, depth: u8) -> [(Move, Standing); 3] {
        checkpoint();
        Rotation::ALL.map(|rotation| {
            let mut next = stage.clone();
            next.rotate(rotation);
            (Move::Rotate(rotation), self.value(&next, depth))
        })
    }

    fn best_placement(self, stage: &Stage, depth: u8) -> (Move, Standing) {
        best_for(stage.seat(), self.placements(stage, depth))
    }

    /// The placements within the width, with their values.
    fn placements(self, stage: &Stage, depth: u8) -> ArrayVec<(Move, Standing), MAX_PLACEMENTS> {
        let seat = stage.seat();
        let placed = stage.placements().map(|squares| {
            let mut next = stage.clone();
            next.place(squares);
            let now = self.judge.standing(&next);
            (squares, next, now)
        });
        if depth == 0 {
            return placed.map(|(squares, _, now)| (Move::Place(squares), now)).collect();
        }
        let mut options: ArrayVec<([Square; 2], Stage, Standing), MAX_PLACEMENTS> =
            placed.collect();
        if self.width < options.len() {
            options.sort_by(|one, other| other.2[seat].total_cmp(&one.2[seat]));
            options.truncate(self.width);
        }
        let deeper = options
            .iter()
            .map(|(squares, next, _)| (Move::Place(*squares), self.value(next, depth)));
        deeper.collect()
    }

    fn value(self, stage: &Stage, depth: u8) -> Standing {
        match stage.phase() {
            Phase::Roll if depth > 0 => self.rolled(stage, depth - 1),
            Phase::Rotate if depth > 0 => self.best_rotation(stage, depth).1,
            _ => self.judge.standing(stage),
        }
    }

    /// The average over the die.
    fn rolled(self, stage: &Stage, depth: u8) -> Standing {
        let mut sum = [0.0; MAX_PLAYERS];
        for die in Die::ALL {
            let mut next = stage.clone();
            next.roll(die);
            // if a player goes out, the next one is at the start of a turn
            let worth = match next.phase() {
                Phase::Place => self.best_placement(&next, depth).1,
                _ => self.value(&next, depth),
            };
            let chance = die.faces() as f32 / Die::FACES as f32;
            sum.iter_mut().zip(worth).for_each(|(sum, worth)| *sum += chance * worth);
        }
        sum
    }
}

/// The option with the best standing for a seat; the first of equals.
fn best_for(seat: usize, options: impl IntoIterator<Item = (Move, Standing)>) -> (Move, Standing) {
    let better = |best: (Move, Standing), other: (Move, Standing)| {
        if other.1[seat] > best.1[seat] { other } else { best }
    };
    // there is always a rotation, and always a placement
    options.into_iter().reduce(better).unwrap_or_else(|| unreachable!("nothing to decide"))
}

#[cfg(test)]
mod tests {
    use super::{Search, appraise};
    use crate::players::standing::Judge;
    use crate::rules::{Move, Rotation, Stage};

    fn search() -> Search<'static> {
        Search { judge: Judge::shipped(), width: 12 }
    }

    fn stage(players: &str, assam: &str, squares: &[(usize, &str)], turn: &str) -> Stage {
        let mut board = vec!["n00"; 49];
        squares.iter().for_each(|&(square, rug)| board[square] = rug);
        format!("{players}{assam}B{} {turn}", board.concat()).parse().unwrap()
    }

    /// Ahead and to the right every roll ends on yellow, to the left none does.
    #[test]
    fn it_turns_away_from_a_ruinous_payment() {
        let ahead = [(23, "y00"), (22, "y00"), (21, "y01"), (14, "y01")];
        let right = [(31, "y02"), (38, "y02"), (45, "y03"), (46, "y03")];
        let squares = [ahead, right].concat();
        for depth in 1..=2 {
            let stage = stage("Pc00305iPy03005i", "A33N", &squares, "c rotate");
            let (choice, standing) = search().best(&stage, depth);
            assert_eq!(choice, Move::Rotate(Rotation::Left), "depth {depth}");
            assert!((standing.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        }
    }

    /// With the last rug of the game cyan wins only by covering two squares of yellow.
    #[test]
    fn the_last_rug_wins_the_game_if_it_can() {
        let squares = [(31, "y00"), (38, "y01")];
        let stage = stage("Pc00301iPy00400i", "A33N", &squares, "c place");
        let (choice, standing) = search().best(&stage, 1);
        let covered = Move::Place(["43".parse().unwrap(), "53".parse().unwrap()]);
        assert_eq!((choice, standing), (covered, [1.0, 0.0, 0.0, 0.0]));
    }

    /// The appraisal agrees with the player, move for move, and leaves no legal move out.
    #[test]
    fn all_moves_are_appraised_best_first() {
        let squares = [(31, "y00"), (38, "y01"), (23, "c00")];
        for (turn, count) in [("c rotate", 3), ("c place", 12)] {
            let stage = stage("Pc00302iPy00402i", "A33N", &squares, turn);
            let all = appraise(&stage);
            assert_eq!(all.len(), count, "{turn}");
            assert!(all.is_sorted_by(|one, other| one.win >= other.win));
            assert_eq!(all[0].choice, search().best(&stage, 2).0);
            assert!(all[0].win > all[count - 1].win);
        }
        let over = stage("Pc00300iPy00400i", "A33N", &squares, "c rotate");
        assert_eq!(appraise(&over), []);
    }

    #[test]
    fn a_narrow_search_still_finds_the_obvious_move() {
        let squares = [(31, "y00"), (38, "y01")];
        let stage = stage("Pc00302iPy00402i", "A33N", &squares, "c place");
        let narrow = Search { width: 2, ..search() };
        assert_eq!(narrow.best(&stage, 2).0, search().best(&stage, 2).0);
    }
}
