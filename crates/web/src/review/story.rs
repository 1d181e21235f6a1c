//! A finished game as data: its turns, what each move cost, and the points over time.

use crate::transcript::Transcript;
use lettergame_base::{BySeat, Points, Seat, SeatSet};
use lettergame_game::{Recorded, SeatNames, Table, Turn};

/// In what a move's cost is counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CostScale {
    /// The unit, as in `12 points of equity`.
    pub(crate) unit: &'static str,
    /// The number of decimals that are shown.
    pub(crate) decimals: usize,
    /// The costs from which a mistake is small, medium and large, ascending.
    pub(crate) mistakes: [f64; 3],
}

/// The size of a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mistake {
    Small,
    Medium,
    Large,
}

impl Mistake {
    /// All sizes, smallest first.
    pub(crate) const ALL: [Mistake; 3] = [Mistake::Small, Mistake::Medium, Mistake::Large];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Mistake::Small => "small mistake",
            Mistake::Medium => "mistake",
            Mistake::Large => "large mistake",
        }
    }

    /// The mark after a move, as in commented games of chess.
    pub(crate) fn mark(self) -> &'static str {
        match self {
            Mistake::Small => "?!",
            Mistake::Medium => "?",
            Mistake::Large => "??",
        }
    }
}

impl CostScale {
    /// The size of a mistake of this cost; `None` if it is too small for one.
    pub(crate) fn size(&self, cost: f64) -> Option<Mistake> {
        let sizes = Mistake::ALL.into_iter().zip(self.mistakes);
        sizes.rev().find(|(_, from)| cost >= *from).map(|(size, _)| size)
    }

    /// A cost with its unit.
    pub(crate) fn text(&self, cost: f64) -> String {
        format!("{} {}", self.number(cost), self.unit)
    }

    /// A cost without its unit.
    pub(crate) fn number(&self, cost: f64) -> String {
        format!("{cost:.*}", self.decimals)
    }
}

/// What is said of a seat's move.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Verdict {
    pub(crate) seat: Seat,
    /// What it cost against the best move, at least 0, in the unit of the game.
    pub(crate) cost: f64,
    /// A better move, in a few words; `None` if there was none.
    pub(crate) better: Option<String>,
    /// More about the cost, in a sentence; may be empty.
    pub(crate) note: String,
    /// The chance of winning after it, from 0 to 1, if the game estimates it.
    pub(crate) chance: Option<f64>,
}

/// A turn.
pub(crate) struct StoryTurn {
    /// Its round, from 1, if the game has rounds.
    pub(crate) round: Option<usize>,
    /// The seats that decided.
    pub(crate) movers: SeatSet,
    /// What was announced, one line each.
    pub(crate) lines: Vec<String>,
    pub(crate) verdicts: Vec<Verdict>,
}

/// A finished game.
pub(crate) struct Story {
    pub(crate) names: SeatNames,
    pub(crate) scale: CostScale,
    pub(crate) turns: Vec<StoryTurn>,
    /// The points before the first turn and after each.
    pub(crate) points: Vec<BySeat<Points>>,
}

/// What the moves of a seat have cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Total {
    pub(crate) cost: f64,
    /// The moves that were judged.
    pub(crate) judged: usize,
    /// Small, medium and large mistakes.
    pub(crate) mistakes: [usize; 3],
}

impl Story {
    /// The story of a game, with a list of verdicts for each turn, and what was announced in the last turn of a
    /// table.
    pub(super) fn of<G: Recorded>(
        transcript: &Transcript<G>,
        names: SeatNames,
        scale: CostScale,
        verdicts: Vec<Vec<Verdict>>,
        lines: impl Fn(&Table<G>, &SeatNames) -> Vec<String>,
    ) -> Story {
        let mut verdicts = verdicts.into_iter();
        let mut turns = Vec::with_capacity(transcript.plies());
        let mut points = vec![transcript.start().outcome().points];
        transcript.each(|before, after| {
            turns.push(StoryTurn {
                round: before.round(),
                movers: movers(before),
                lines: lines(after, &names),
                verdicts: verdicts.next().unwrap_or_default(),
            });
            points.push(after.outcome().points);
        });
        Story { names, scale, turns, points }
    }

    /// The points of a seat before the first turn and after each.
    pub(super) fn points(&self, seat: Seat) -> Vec<(usize, f64)> {
        let points = self.points.iter().map(|points| f64::from(points[seat].0));
        points.enumerate().collect()
    }

    /// The chance of winning of a seat, in percent, after the turns in which it was estimated; with two players that
    /// of one is that of the other, too.
    pub(super) fn chances(&self, seat: Seat) -> Vec<(usize, f64)> {
        let seats = self.names.seats();
        let of_turn = |(turn, plies): (&StoryTurn, usize)| {
            let (own, share) =
                turn.verdicts.iter().find_map(|said| Some((said.seat, said.chance?)))?;
            let share = if own == seat { share } else { 1.0 - share };
            (own == seat || seats == 2).then_some((plies, 100.0 * share))
        };
        let start = (0, 100.0 / seats as f64);
        [start].into_iter().chain(self.turns.iter().zip(1..).filter_map(of_turn)).collect()
    }

    /// Whether chances of winning are known.
    pub(super) fn has_chances(&self) -> bool {
        self.turns.iter().flat_map(|turn| &turn.verdicts).any(|said| said.chance.is_some())
    }

    /// The number of turns.
    pub(crate) fn plies(&self) -> usize {
        self.turns.len()
    }

    /// The largest mistake of a turn, by this seat or, without one, by any.
    pub(crate) fn mistake(&self, turn: &StoryTurn, own: Option<Seat>) -> Option<Mistake> {
        let verdicts = turn.verdicts.iter();
        let verdicts = verdicts.filter(|said| own.is_none_or(|seat| said.seat == seat));
        verdicts.filter_map(|verdict| self.scale.size(verdict.cost)).max()
    }

    /// The number of turns up to and including the next one with such a mistake after this many, or else the first
    /// one of the game; `None` if it is the one shown, or there is none.
    pub(crate) fn next_mistake(&self, plies: usize, own: Option<Seat>) -> Option<usize> {
        let is_mistake = |turn: &StoryTurn| self.mistake(turn, own).is_some();
        next_or_first(self.turns.iter().map(is_mistake), plies)
    }

    /// What the moves of each seat have cost.
    pub(crate) fn totals(&self) -> BySeat<Total> {
        let mut totals = BySeat::filled(self.names.seats(), Total::default());
        for verdict in self.turns.iter().flat_map(|turn| &turn.verdicts) {
            let total = &mut totals[verdict.seat];
            total.cost += verdict.cost;
            total.judged += 1;
            if let Some(size) = self.scale.size(verdict.cost) {
                total.mistakes[size as usize] += 1;
            }
        }
        totals
    }
}

/// The place after the next mistake from `here` on, or else after the first one; `None` if that is here, or there
/// is none.
pub(crate) fn next_or_first(
    are_mistakes: impl Iterator<Item = bool>,
    here: usize,
) -> Option<usize> {
    let ends = are_mistakes.enumerate().filter(|(_, is_mistake)| *is_mistake);
    let ends: Vec<usize> = ends.map(|(index, _)| index + 1).collect();
    let next = ends.iter().find(|&&end| end > here).or(ends.first());
    next.copied().filter(|&end| end != here)
}

fn movers<G: Recorded>(table: &Table<G>) -> SeatSet {
    match table.turn() {
        Turn::Ask(seats) => seats,
        Turn::Over => SeatSet::EMPTY,
    }
}

#[cfg(test)]
mod tests {
    use super::{CostScale, Story, StoryTurn, Verdict, next_or_first};
    use lettergame_base::{Seat, SeatSet};
    use lettergame_game::SeatNames;

    /// A game in which these seats made moves of this cost, after which they had these chances.
    fn story(seats: usize, moves: &[(usize, f64, f64)]) -> Story {
        let turn = |&(seat, cost, chance): &(usize, f64, f64)| {
            let seat = Seat::new(seat).unwrap();
            let (movers, better, note) = (SeatSet::one(seat), None, String::new());
            let verdicts = vec![Verdict { seat, cost, better, note, chance: Some(chance) }];
            StoryTurn { round: None, movers, lines: Vec::new(), verdicts }
        };
        Story {
            names: SeatNames::new(["Ann", "Bob", "Cleo"].into_iter().take(seats)),
            scale: CostScale { unit: "points", decimals: 0, mistakes: [2.0, 5.0, 10.0] },
            turns: moves.iter().map(turn).collect(),
            points: Vec::new(),
        }
    }

    #[test]
    fn a_chance_of_one_of_two_is_that_of_the_other_too() {
        let [first, second] = [0, 1].map(|seat| Seat::new(seat).unwrap());
        let moves = [(0, 0.0, 0.75), (1, 0.0, 0.5), (1, 0.0, 1.0)];
        let two = story(2, &moves);
        assert_eq!(two.chances(first), [(0, 50.0), (1, 75.0), (2, 50.0), (3, 0.0)]);
        assert_eq!(two.chances(second), [(0, 50.0), (1, 25.0), (2, 50.0), (3, 100.0)]);
        let three = story(3, &moves).chances(second);
        assert_eq!(three[1..], [(2, 50.0), (3, 100.0)]);
    }

    #[test]
    fn a_person_is_led_to_the_own_mistakes() {
        let story = story(2, &[(0, 9.0, 0.5), (1, 3.0, 0.5), (0, 1.0, 0.5), (1, 12.0, 0.5)]);
        let next = |here, seat: Option<usize>| story.next_mistake(here, seat.and_then(Seat::new));
        assert_eq!([0, 1, 2, 4].map(|here| next(here, None)), [1, 2, 4, 1].map(Some));
        assert_eq!([0, 2, 4].map(|here| next(here, Some(1))), [2, 4, 2].map(Some));
        assert_eq!([0, 1].map(|here| next(here, Some(0))), [Some(1), None]);
    }

    #[test]
    fn after_the_last_mistake_comes_the_first_one() {
        let next = |are_mistakes: &[bool], here| next_or_first(are_mistakes.iter().copied(), here);
        let two = [false, true, false, true, false];
        assert_eq!([0, 1, 2, 3, 4, 5].map(|here| next(&two, here)), [2, 2, 4, 4, 2, 2].map(Some));
        let one = [false, true, false];
        assert_eq!([0, 2, 3].map(|here| next(&one, here)), [Some(2), None, Some(2)]);
        assert_eq!(next(&[false; 3], 3), None);
    }
}
