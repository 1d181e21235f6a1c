//! What standings need of a match: sums over its deals, which follow from its rows alone.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::SeasonError;
use lettergame_base::Seat;
use lettergame_plan::GameScore;
use lettergame_run::{RunFolder, RunRows};
use lettergame_stats::GroupSums;

/// A game and a lead in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lead {
    /// The number of the game in its match.
    pub game: u64,
    /// The lead in points.
    pub points: i32,
}

/// One side of a match, over all of its games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SideSummary {
    /// Seats taken.
    pub seats: u64,
    /// Wins; one that k seats share counts 1/k.
    pub wins: f64,
    /// Points of all seats together.
    pub points: i64,
    /// Seats with a fault or a ban.
    pub faults: u64,
    /// Seats that were not asked, because the player failed again and again.
    pub benched: u64,
    /// The first game with a fault.
    pub first_fault: Option<u64>,
    /// The game that it won alone by the largest lead.
    pub best: Option<Lead>,
    /// The game in which it was farthest behind the winner.
    pub worst: Option<Lead>,
}

/// A match in sums.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchSummary {
    /// The number of games.
    pub games: u64,
    /// Who took how many points from whom, by deals.
    pub sums: GroupSums,
    /// The sides, in the order of the match.
    pub sides: Vec<SideSummary>,
    /// The game with the smallest lead of a sole winner; the first of equals.
    pub closest: Option<Lead>,
}

/// Adds up games in the order of their numbers.
pub(crate) struct Adding {
    summary: MatchSummary,
    deal: u64,
    points: Vec<f64>,
}

impl MatchSummary {
    /// Reads the rows of a match that was played to its end, and checks them.
    ///
    /// # Errors
    /// If they cannot be read, are damaged or incomplete.
    pub fn read(dir: &Path) -> Result<MatchSummary, SeasonError> {
        Ok(Adding::read(dir)?.finish())
    }

    /// The bytes in which it is stored: JSON.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        // nothing in it can fail to be written
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Reads it back; `None` for bytes of another form.
    pub(crate) fn of_bytes(bytes: &[u8]) -> Option<MatchSummary> {
        serde_json::from_slice(bytes).ok()
    }
}

impl Adding {
    /// The games of a match so far, from its rows.
    pub(crate) fn read(dir: &Path) -> Result<Adding, SeasonError> {
        let (config, info) = RunFolder::read_config(dir)?;
        let schedule = config.schedule().map_err(lettergame_arena::RunError::Schedule)?;
        let names = config.player_names();
        let rows = RunRows::of(dir, &info, config.record, (&schedule, &names), None);
        let mut adding = Adding::new(names.len());
        let mut scores = rows.scores()?;
        while let Some(game) = scores.next_game()? {
            adding.add(&game.score);
        }
        Ok(adding)
    }

    /// No games yet.
    pub(crate) fn new(sides: usize) -> Adding {
        let summary = MatchSummary {
            games: 0,
            sums: GroupSums::new(sides),
            sides: vec![SideSummary::default(); sides],
            closest: None,
        };
        Adding { summary, deal: 0, points: vec![0.0; sides * sides] }
    }

    pub(crate) fn add(&mut self, game: &GameScore) {
        if game.deal != self.deal {
            self.close_deal();
            self.deal = game.deal;
        }
        self.summary.games += 1;
        self.add_pairs(game);
        for (seat, end) in game.seats.iter() {
            let side = &mut self.summary.sides[end.player];
            side.seats += 1;
            side.wins += game.win_share(seat);
            side.points += i64::from(end.points.0);
            side.faults += u64::from(end.faulty);
            side.benched += u64::from(end.benched);
            if end.faulty {
                side.first_fault.get_or_insert(game.game);
            }
        }
        self.add_leads(game);
    }

    /// Counts every pair of seats of different sides as a result.
    fn add_pairs(&mut self, game: &GameScore) {
        let sides = self.summary.sides.len();
        for (seat, own) in game.seats.iter() {
            for (other_seat, other) in game.seats.iter() {
                if seat.index() < other_seat.index() && own.player != other.player {
                    let share = match own.place.cmp(&other.place) {
                        std::cmp::Ordering::Less => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Greater => 0.0,
                    };
                    self.points[own.player * sides + other.player] += share;
                    self.points[other.player * sides + own.player] += 1.0 - share;
                }
            }
        }
    }

    /// Notes games that are worth a look.
    fn add_leads(&mut self, game: &GameScore) {
        let best = |side: Option<usize>| {
            let rivals = game.seats.values().filter(move |end| Some(end.player) != side);
            rivals.map(|end| end.points.0).max()
        };
        let Some(top) = best(None) else { return };
        let winner = game.seats.iter().find(|(_, end)| end.place == 1).map(|(_, end)| end.player);
        let alone = game.seats.values().all(|end| end.place != 1 || Some(end.player) == winner);
        if let (Some(winner), true) = (winner, alone)
            && let Some(second) = best(Some(winner))
        {
            let lead = Lead { game: game.game, points: top - second };
            keep(&mut self.summary.closest, lead, |new, old| new < old);
            keep(&mut self.summary.sides[winner].best, lead, |new, old| new > old);
        }
        for side in 0..self.summary.sides.len() {
            let own = game.seats.iter().filter(|(_, end)| end.player == side);
            let own = own.map(|(_, end): (Seat, _)| end.points.0).max();
            if let Some(behind) = own.map(|own| top - own).filter(|behind| *behind > 0) {
                let lead = Lead { game: game.game, points: behind };
                keep(&mut self.summary.sides[side].worst, lead, |new, old| new > old);
            }
        }
    }

    fn close_deal(&mut self) {
        // every pair of sides has met, or the deal has no games
        if self.points.iter().any(|points| *points > 0.0) {
            let added = self.summary.sums.add_block(&self.points);
            added.unwrap_or_else(|error| unreachable!("{error}"));
            self.points.fill(0.0);
        }
    }

    pub(crate) fn finish(mut self) -> MatchSummary {
        self.close_deal();
        self.summary
    }
}

/// Replaces a game by a better one.
fn keep(kept: &mut Option<Lead>, new: Lead, is_better: impl Fn(i32, i32) -> bool) {
    if kept.is_none_or(|old| is_better(new.points, old.points)) {
        *kept = Some(new);
    }
}

#[cfg(test)]
mod tests {
    use super::{Adding, Lead, MatchSummary};
    use lettergame_base::{BySeat, Points, Seat};
    use lettergame_plan::{GameScore, SeatScore};

    /// Two games of each deal between sides 0 and 1, given by the points of both.
    fn summary(games: &[[i32; 2]]) -> MatchSummary {
        let mut adding = Adding::new(2);
        for (number, points) in games.iter().enumerate() {
            let place = |own: usize| 1 + u8::from(points[1 - own] > points[own]);
            let score = |seat: Seat| {
                let player = (seat.index() + number) % 2;
                SeatScore {
                    player,
                    points: Points(points[player]),
                    place: place(player),
                    faulty: points[player] == 0,
                    failed: false,
                    benched: false,
                }
            };
            let seats = BySeat::from_fn(2, score);
            adding.add(&GameScore { game: number as u64, deal: number as u64 / 2, seats });
        }
        adding.finish()
    }

    #[test]
    fn games_add_up_by_sides_whatever_their_seats() {
        let found = summary(&[[30, 20], [25, 25], [10, 50], [0, 12]]);
        assert_eq!((found.games, found.sums.blocks()), (4, 2));
        assert_eq!((found.sums.points(0, 1), found.sums.points(1, 0)), (1.5, 2.5));
        let [one, other] = &found.sides[..] else { panic!() };
        assert_eq!((one.seats, one.wins, one.points, one.faults), (4, 1.5, 65, 1));
        assert_eq!((one.first_fault, other.first_fault), (Some(3), None));
        assert_eq!(one.best, Some(Lead { game: 0, points: 10 }));
        assert_eq!(one.worst, Some(Lead { game: 2, points: 40 }));
        assert_eq!(other.best, Some(Lead { game: 2, points: 40 }));
        assert_eq!(found.closest, Some(Lead { game: 0, points: 10 }));
    }

    #[test]
    fn summaries_read_back() {
        let found = summary(&[[3, 2], [1, 1]]);
        assert_eq!(MatchSummary::of_bytes(&found.to_bytes()), Some(found));
        assert_eq!(MatchSummary::of_bytes(b"x"), None);
    }
}
