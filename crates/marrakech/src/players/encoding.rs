//! Marrakech in numbers.
//!
//! Actions: 0, 1 and 2 rotate Assam by 0, 90 and 270 degrees; the others lay a rug on two squares that share an
//! edge: 42 pairs of squares side by side, row by row, then 42 of squares one above the other, row by row.

use std::sync::Arc;

use crate::players::prospects::{Prospects, prospects};
use crate::rules::{MAX_PLAYERS, Marrakech, Move, Phase, Rotation, SIDE, Square, Stage, View};
use lettergame_game::{Actions, Encoder, Encoding, Feature};

const ROTATIONS: usize = Rotation::ALL.len();
/// Pairs of neighbouring squares in one of the two directions.
const PAIRS: usize = SIDE * (SIDE - 1);
const SQUARES: usize = SIDE * SIDE;
/// The most dirhams in one hand.
const DIRHAMS: f32 = 999.0;
/// The most that a walk can cost.
const TOLL: f32 = SQUARES as f32;

/// The encoding of Marrakech; see the module.
pub(crate) fn encoding(_: &Arc<Marrakech>) -> Arc<dyn Encoding<Marrakech>> {
    Arc::new(Numbers)
}

struct Numbers;

impl Encoding<Marrakech> for Numbers {
    fn observation(&self) -> Vec<Feature> {
        let squares = |name, about| Feature::new(name, SQUARES, [0.0, 1.0], about);
        vec![
            squares("own", "1 where a rug of the seat is visible, row by row"),
            squares("next", "the same for the seat after it"),
            squares("third", "the same for the seat after that"),
            squares("fourth", "the same for the last seat"),
            Feature::new(
                "rug",
                SQUARES,
                [0.0, 100.0],
                "the number of the visible rug, from 1; or 0",
            )
            .unit(15.0),
            squares("assam", "1 where Assam stands"),
            Feature::new("facing", 4, [0.0, 1.0], "1 where Assam faces: north, east, south, west"),
            Feature::new("dirhams", MAX_PLAYERS, [0.0, DIRHAMS], "money, from the own seat on")
                .unit(30.0),
            Feature::new("rugs", MAX_PLAYERS, [0.0, 99.0], "rugs in hand, from the own seat on")
                .unit(15.0),
            Feature::new("in", MAX_PLAYERS, [0.0, 1.0], "1 if in the game, from the own seat on"),
            Feature::new("die", 1, [0.0, 4.0], "the last roll; 0 before the first").unit(4.0),
            Feature::new("placing", 1, [0.0, 1.0], "1 if a rug is to be laid"),
        ]
    }

    fn description(&self) -> Vec<Feature> {
        let changed = |name, most: f32, about| Feature::new(name, 1, [-most, most], about);
        let area = TOLL * TOLL;
        vec![
            changed("squares", 2.0, "visible squares gained by the seat"),
            changed("edge", 2.0, "of these, at the edge of the board"),
            changed("regions", area, "gain in the sum of its squared region sizes").unit(10.0),
            changed("next", TOLL, "its expected income from the next walk, in dirhams"),
            changed("others_squares", 2.0, "visible squares gained by the others"),
            changed("others_regions", area, "gain in the sum of their squared region sizes")
                .unit(10.0),
            changed("others_next", TOLL, "their expected income from the next walk, in dirhams"),
        ]
    }

    fn actions(&self, _: usize) -> usize {
        ROTATIONS + 2 * PAIRS
    }

    fn usual_slots(&self) -> usize {
        0
    }

    fn encoder(&self) -> Box<dyn Encoder<Marrakech>> {
        Box::new(Numbers)
    }
}

impl Encoder<Marrakech> for Numbers {
    fn observe(&mut self, view: &View<'_>, out: &mut [f32]) {
        let stage = view.stage();
        let relative = |seat: usize| (seat + stage.seats() - view.seat().index()) % stage.seats();
        let (planes, rest) = out.split_at_mut(MAX_PLAYERS * SQUARES);
        let (rugs, rest) = rest.split_at_mut(SQUARES);
        for square in Square::all() {
            let Some(rug) = stage.position().board().at(square) else { continue };
            let place = row_by_row(square);
            rugs[place] = f32::from(rug.number()) + 1.0;
            if let Some(owner) = stage.owner(rug.colour()) {
                planes[relative(owner) * SQUARES + place] = 1.0;
            }
        }
        let (walker, rest) = rest.split_at_mut(SQUARES);
        let assam = stage.position().assam();
        walker[row_by_row(assam.square)] = 1.0;
        rest[assam.facing as usize] = 1.0;
        let (purses, rest) = rest[4..].split_at_mut(3 * MAX_PLAYERS);
        for seat in 0..stage.seats() {
            let (purse, place) = (stage.purse(seat), relative(seat));
            purses[place] = f32::from(purse.dirhams);
            purses[MAX_PLAYERS + place] = f32::from(purse.rugs);
            purses[2 * MAX_PLAYERS + place] = f32::from(u8::from(purse.is_in));
        }
        rest[0] = view.rolled().map_or(0.0, |die| f32::from(die.pips()));
        rest[1] = f32::from(u8::from(stage.phase() == Phase::Place));
    }

    fn list(&mut self, view: &View<'_>, actions: &mut Actions<Move>) {
        let stage = view.stage();
        let before = actions.is_described().then(|| prospects(stage));
        let described = |choice: Move| {
            before
                .map_or([0.0; 7], |before| description(stage, view.seat().index(), choice, &before))
        };
        if stage.phase() == Phase::Rotate {
            for (action, rotation) in Rotation::ALL.into_iter().enumerate() {
                let choice = Move::Rotate(rotation);
                actions.push(action, choice, &described(choice));
            }
        }
        for squares in stage.placements() {
            let choice = Move::Place(squares);
            actions.push(ROTATIONS + pair(squares), choice, &described(choice));
        }
    }
}

fn row_by_row(square: Square) -> usize {
    usize::from(square.y()) * SIDE + usize::from(square.x())
}

/// The place of two neighbouring squares among all pairs.
fn pair([one, other]: [Square; 2]) -> usize {
    let (x, y) = (one.x().min(other.x()), one.y().min(other.y()));
    let (x, y) = (usize::from(x), usize::from(y));
    if one.y() == other.y() { y * (SIDE - 1) + x } else { PAIRS + y * SIDE + x }
}

/// What a move changes for its player, `own`, and for the others.
fn description(
    stage: &Stage,
    own: usize,
    choice: Move,
    before: &[Prospects; MAX_PLAYERS],
) -> [f32; 7] {
    let mut then = stage.clone();
    match choice {
        Move::Rotate(rotation) => then.rotate(rotation),
        Move::Place(squares) => drop(then.place(squares)),
    }
    let after = prospects(&then);
    let gain = |of: fn(&Prospects) -> i32, seat: usize| of(&after[seat]) - of(&before[seat]);
    let others = || (0..stage.seats()).filter(|&seat| seat != own);
    let next = |seat: usize| after[seat].next_sixths as f32 / 6.0;
    let theirs = |of: fn(&Prospects) -> i32| others().map(|seat| gain(of, seat)).sum::<i32>();
    [
        gain(|prospects| prospects.squares, own) as f32,
        gain(|prospects| prospects.edge, own) as f32,
        gain(|prospects| prospects.regions, own) as f32,
        next(own),
        theirs(|prospects| prospects.squares) as f32,
        theirs(|prospects| prospects.regions) as f32,
        others().map(next).sum(),
    ]
}

#[cfg(test)]
mod tests {
    use super::{PAIRS, pair};
    use crate::rules::Square;

    #[test]
    fn every_pair_of_neighbours_has_a_place_of_its_own() {
        let mut seen = vec![false; 2 * PAIRS];
        for one in Square::all() {
            for other in Square::all().filter(|&other| one.touches(other)) {
                assert_eq!(pair([one, other]), pair([other, one]));
                seen[pair([one, other])] = true;
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
        let at = |text: &str| text.parse::<Square>().unwrap();
        assert_eq!(pair([at("00"), at("10")]), 0);
        assert_eq!(pair([at("50"), at("60")]), 5);
        assert_eq!(pair([at("01"), at("11")]), 6);
        assert_eq!(pair([at("00"), at("01")]), PAIRS);
        assert_eq!(pair([at("66"), at("65")]), 2 * PAIRS - 1);
    }
}
