//! The schedule: which players meet, in which seats, on which deal; a pure function of the game's
//! number.
//!
//! Games are numbered deal by deal; within a deal seating by seating, within a seating pairing by
//! pairing. So a run with fewer games is a prefix of one with more, any range of numbers can be
//! played on its own, and all pairings meet the same deals.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::base::{Branch, BySeat, MAX_SEATS, Seed};

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// All players in one game.
    FreeForAll,
    /// Each group of so many players.
    RoundRobin {
        /// Players in a group, 1 and up; 1 is a game alone.
        group: usize,
    },
    /// The first player against each other one, two in a game.
    Gauntlet,
    /// Each of the first so many players in turn with all others: the same seats of the same deals in
    /// the same field.
    Candidates {
        /// How many of the players take turns.
        count: usize,
    },
    /// Teams of clones: each group of so many players, each of them in so many seats.
    Teams {
        /// Players in a group.
        teams: usize,
        /// Seats of each player.
        size: usize,
    },
}

/// In which seats a deal is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    /// Everybody takes every seat once, in cyclic order.
    Rotate,
    /// Every order of the players.
    Permute,
    /// The order as given, nothing else.
    Fixed,
}

/// Why a schedule is impossible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ScheduleError {
    /// Nobody plays.
    #[error("no players; name at least one, as in --players letter-value,random")]
    NoPlayers,
    /// The group is larger than the field.
    #[error("{format} wants at least {wanted} players, but there are {players}")]
    TooFewPlayers {
        /// The schedule.
        format: String,
        /// How many it wants.
        wanted: usize,
        /// How many there are.
        players: usize,
    },
    /// More seats than any game has.
    #[error("{format} of {players} players wants {seats} seats; a game has at most {MAX_SEATS}")]
    TooManySeats {
        /// The schedule.
        format: String,
        /// How many players there are.
        players: usize,
        /// The seats it would take.
        seats: usize,
    },
    /// All orders of many players are too many for one deal.
    #[error("permute plays all {seatings} orders of {sides} sides on each deal; use rotate")]
    TooManyOrders {
        /// Sides of a game.
        sides: usize,
        /// Their orders.
        seatings: u64,
    },
    /// The number of pairings or of games is beyond reason.
    #[error(
        "{pairings} pairings are too many (at most {most}); take fewer players or larger groups"
    )]
    TooManyPairings {
        /// How many there would be.
        pairings: u128,
        /// How many may be.
        most: u128,
    },
}

/// The most pairings of a tournament, and the most sides whose orders are all played.
const MOST_PAIRINGS: u128 = 100_000;
const MOST_PERMUTED: usize = 6;

/// One game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The game's number in the tournament, from 0.
    pub game: u64,
    /// The deal's number, from 0.
    pub deal: u64,
    /// The pairing's number, from 0.
    pub pairing: u64,
    /// The deal's seed.
    pub seed: Seed,
    /// Which player (number in the config) sits in each seat.
    pub lineup: BySeat<usize>,
}

/// Every game of a tournament, by number.
#[derive(Clone, Debug)]
pub struct Schedule {
    seed: Seed,
    /// The sides of each pairing, as player numbers.
    pairings: Vec<BySeat<usize>>,
    /// Seats of each side.
    clones: usize,
    /// The orders of sides in which each deal is played.
    seatings: Vec<BySeat<usize>>,
    games: u64,
}

impl Schedule {
    /// The schedule of `players` entrants with `games` games of each pairing.
    ///
    /// # Errors
    /// [`ScheduleError`] if the format does not fit the number of players.
    pub fn new(
        format: Format,
        seating: Seating,
        players: usize,
        games: u64,
        seed: Seed,
    ) -> Result<Schedule, ScheduleError> {
        let (sides, clones) = format.sides(players)?;
        let pairings = format.pairings(players, sides)?;
        Ok(Schedule { seed, pairings, clones, seatings: seating.orders(sides)?, games })
    }

    /// How many games there are in all.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.games.saturating_mul(self.pairings.len() as u64)
    }

    /// How many groups of players meet.
    #[must_use]
    pub fn pairings(&self) -> usize {
        self.pairings.len()
    }

    /// How many games share a deal: every pairing in every seating.
    #[must_use]
    pub fn games_of_deal(&self) -> u64 {
        (self.pairings.len() * self.seatings.len()) as u64
    }

    /// Seats of each game.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.clones * self.pairings.first().map_or(0, BySeat::len)
    }

    /// The game of that number (from 0; the pattern goes on beyond [`Schedule::total`]).
    #[must_use]
    pub fn job(&self, game: u64) -> Job {
        let pairings = self.pairings.len() as u64;
        let seatings = self.seatings.len() as u64;
        let pairing = game % pairings;
        let turn = game / pairings;
        let deal = turn / seatings;
        let order = &self.seatings[(turn % seatings) as usize];
        let sides = &self.pairings[pairing as usize];
        let in_order: Vec<usize> =
            order.values().filter_map(|&side| sides.values().nth(side).copied()).collect();
        let lineup = in_order.iter().copied().cycle().take(self.seats()).collect();
        Job { game, deal, pairing, seed: self.seed.derive(Branch::Deal, deal), lineup }
    }
}

impl Format {
    /// Teams of clones written as `2v2v2v2`: equal numbers with `v` between.
    pub(super) fn of_clones(text: &str) -> Option<Format> {
        let sizes: Vec<usize> = text.split('v').map(str::parse).collect::<Result<_, _>>().ok()?;
        let size = *sizes.first()?;
        let even = sizes.len() >= 2 && size >= 1 && sizes.iter().all(|&other| other == size);
        even.then_some(Format::Teams { teams: sizes.len(), size })
    }

    /// Sides of a game, and seats of each side.
    fn sides(self, players: usize) -> Result<(usize, usize), ScheduleError> {
        if players == 0 {
            return Err(ScheduleError::NoPlayers);
        }
        let (sides, clones) = match self {
            Format::FreeForAll => (players, 1),
            Format::RoundRobin { group } => (group, 1),
            Format::Gauntlet => (2, 1),
            Format::Candidates { count } => (players.saturating_sub(count) + 1, 1),
            Format::Teams { teams, size } => (teams, size),
        };
        let format = self.to_string();
        let wanted = if let Format::Candidates { count } = self { count } else { sides };
        if wanted > players {
            return Err(ScheduleError::TooFewPlayers { format, wanted, players });
        }
        let seats = sides.saturating_mul(clones);
        if seats > MAX_SEATS {
            return Err(ScheduleError::TooManySeats { format, players, seats });
        }
        Ok((sides, clones))
    }

    fn pairings(self, players: usize, sides: usize) -> Result<Vec<BySeat<usize>>, ScheduleError> {
        if self == Format::Gauntlet {
            return Ok((1..players).map(|other| [0, other].into_iter().collect()).collect());
        }
        if let Format::Candidates { count } = self {
            let with_field = |candidate| [candidate].into_iter().chain(count..players).collect();
            return Ok((0..count).map(with_field).collect());
        }
        let pairings = choose(players, sides);
        if pairings > MOST_PAIRINGS {
            return Err(ScheduleError::TooManyPairings { pairings, most: MOST_PAIRINGS });
        }
        Ok(combinations(players, sides))
    }
}

impl Seating {
    fn orders(self, sides: usize) -> Result<Vec<BySeat<usize>>, ScheduleError> {
        match self {
            Seating::Fixed => Ok(vec![(0..sides).collect()]),
            Seating::Rotate => Ok((0..sides).map(|turn| rotation(sides, turn)).collect()),
            Seating::Permute if sides <= MOST_PERMUTED => Ok(permutations(sides)),
            Seating::Permute => {
                let seatings = (1..=sides as u64).product();
                Err(ScheduleError::TooManyOrders { sides, seatings })
            }
        }
    }
}

fn rotation(sides: usize, turn: usize) -> BySeat<usize> {
    (0..sides).map(|seat| (seat + turn) % sides).collect()
}

/// All orders of `0..sides`, in lexicographic order.
fn permutations(sides: usize) -> Vec<BySeat<usize>> {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..sides {
        orders = orders
            .into_iter()
            .flat_map(|order| {
                let free: Vec<usize> = (0..sides).filter(|side| !order.contains(side)).collect();
                free.into_iter().map(move |side| [order.clone(), vec![side]].concat())
            })
            .collect();
    }
    orders.into_iter().map(|order| order.into_iter().collect()).collect()
}

/// All ascending choices of `size` out of `0..count`, in lexicographic order.
fn combinations(count: usize, size: usize) -> Vec<BySeat<usize>> {
    let mut chosen: Vec<usize> = (0..size).collect();
    let mut all = Vec::new();
    loop {
        all.push(chosen.iter().copied().collect());
        let Some(place) = (0..size).rev().find(|&place| chosen[place] < count - size + place)
        else {
            return all;
        };
        let next = chosen[place] + 1;
        chosen[place..].iter_mut().zip(next..).for_each(|(item, value)| *item = value);
    }
}

/// How many ways there are to choose `size` out of `count`; saturates.
fn choose(count: usize, size: usize) -> u128 {
    (0..size as u128)
        .fold(1, |ways: u128, taken| ways.saturating_mul(count as u128 - taken) / (taken + 1))
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Format::FreeForAll => f.write_str("free-for-all"),
            Format::RoundRobin { .. } => f.write_str("round-robin"),
            Format::Gauntlet => f.write_str("gauntlet"),
            Format::Candidates { .. } => f.write_str("candidates"),
            Format::Teams { teams, size } => f.write_str(&vec![size.to_string(); *teams].join("v")),
        }
    }
}

impl fmt::Display for Seating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Seating::Rotate => "rotate",
            Seating::Permute => "permute",
            Seating::Fixed => "fixed",
        })
    }
}

impl FromStr for Seating {
    type Err = ();
    fn from_str(text: &str) -> Result<Seating, ()> {
        [Seating::Rotate, Seating::Permute, Seating::Fixed]
            .into_iter()
            .find(|seating| seating.to_string() == text)
            .ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Format, Schedule, ScheduleError, Seating};
    use crate::base::Seed;

    fn lineups(format: Format, seating: Seating, players: usize, games: u64) -> Vec<Vec<usize>> {
        let schedule = Schedule::new(format, seating, players, games, Seed(1)).unwrap();
        (0..schedule.total())
            .map(|game| schedule.job(game).lineup.values().copied().collect())
            .collect()
    }

    #[test]
    fn rotation_gives_everybody_every_seat() {
        let all = lineups(Format::FreeForAll, Seating::Rotate, 3, 3);
        assert_eq!(all, [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
    }

    #[test]
    fn permutation_plays_every_order() {
        let all = lineups(Format::FreeForAll, Seating::Permute, 3, 6);
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), 6);
        assert_eq!(all[0], [0, 1, 2]);
    }

    #[test]
    fn pairings_share_their_deals() {
        let schedule =
            Schedule::new(Format::RoundRobin { group: 2 }, Seating::Rotate, 3, 4, Seed(1)).unwrap();
        let jobs: Vec<_> = (0..schedule.total()).map(|game| schedule.job(game)).collect();
        assert_eq!(jobs.len(), 12);
        assert!(jobs.iter().all(|job| job.deal == job.game / 6));
        let of_deal: HashSet<_> = jobs[..6].iter().map(|job| job.seed).collect();
        assert_eq!(of_deal.len(), 1);
        assert_ne!(jobs[0].seed, jobs[6].seed);
        let meetings: HashSet<Vec<usize>> =
            jobs[..6].iter().map(|job| job.lineup.values().copied().collect()).collect();
        assert_eq!(meetings.len(), 6);
    }

    #[test]
    fn a_gauntlet_is_the_first_against_each() {
        assert_eq!(lineups(Format::Gauntlet, Seating::Fixed, 4, 1), [[0, 1], [0, 2], [0, 3]]);
    }

    #[test]
    fn candidates_take_the_same_seats_in_the_same_field() {
        let all = lineups(Format::Candidates { count: 2 }, Seating::Rotate, 4, 3);
        let with_field = [[0, 2, 3], [1, 2, 3], [2, 3, 0], [2, 3, 1], [3, 0, 2], [3, 1, 2]];
        assert_eq!(all, with_field);
        let alone = lineups(Format::Candidates { count: 3 }, Seating::Rotate, 3, 1);
        assert_eq!(alone, [[0], [1], [2]]);
    }

    #[test]
    fn clones_of_a_team_sit_between_the_others() {
        let all = lineups(Format::Teams { teams: 2, size: 2 }, Seating::Rotate, 2, 2);
        assert_eq!(all, [[0, 1, 0, 1], [1, 0, 1, 0]]);
        assert_eq!(Format::Teams { teams: 4, size: 2 }.to_string(), "2v2v2v2");
    }

    #[test]
    fn a_shorter_schedule_is_a_prefix() {
        let format = Format::RoundRobin { group: 2 };
        let short = lineups(format, Seating::Rotate, 4, 3);
        let long = lineups(format, Seating::Rotate, 4, 9);
        assert_eq!(short, long[..short.len()]);
    }

    #[test]
    fn impossible_schedules_are_refused() {
        let new = |format, seating, players| {
            Schedule::new(format, seating, players, 1, Seed(1)).err().map(|e| e.to_string())
        };
        assert_eq!(
            Schedule::new(Format::FreeForAll, Seating::Fixed, 0, 1, Seed(1)).unwrap_err(),
            ScheduleError::NoPlayers
        );
        assert!(new(Format::FreeForAll, Seating::Rotate, 15).unwrap().contains("15 seats"));
        assert!(new(Format::Gauntlet, Seating::Rotate, 1).unwrap().contains("at least 2"));
        let candidates = Format::Candidates { count: 3 };
        assert!(new(candidates, Seating::Rotate, 2).unwrap().contains("at least 3 players"));
        assert!(new(Format::FreeForAll, Seating::Permute, 9).unwrap().contains("362880"));
        assert!(new(Format::RoundRobin { group: 7 }, Seating::Rotate, 60).is_some());
        assert!(new(Format::Teams { teams: 3, size: 5 }, Seating::Rotate, 3).is_some());
        assert!(new(Format::RoundRobin { group: 1 }, Seating::Rotate, 2).is_none());
    }

    #[test]
    fn clones_are_equal_numbers() {
        for (text, teams, size) in [("1v1", 2, 1), ("5v5", 2, 5), ("2v2v2v2", 4, 2)] {
            assert_eq!(Format::of_clones(text), Some(Format::Teams { teams, size }));
        }
        for bad in ["2v3", "2", "0v0", "v", "2v", "xvx"] {
            assert_eq!(Format::of_clones(bad), None, "{bad}");
        }
    }
}
