//! The kinds of schedule, and the pairings of those that are known before the first game.

use std::fmt;

use thiserror::Error;

use crate::Shard;
use lettergame_base::{BySeat, Cause, Diagnosed, Diagnosis, MAX_SEATS, Remedy};

/// A kind of schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScheduleKind {
    /// All players in one game.
    FreeForAll,
    /// Every group of this many players.
    RoundRobin {
        /// Players per group, at least 1; a group of 1 plays alone.
        group: usize,
    },
    /// The first player against each of the others, two per game.
    Gauntlet,
    /// Each of the first `count` players in turn with all others: the same seats of the same deals
    /// in the same field.
    Candidates {
        /// The number of players that take turns.
        count: usize,
    },
    /// Teams of clones: every group of `teams` players, each of them in `size` seats.
    Teams {
        /// Players per group.
        teams: usize,
        /// Seats per player.
        size: usize,
    },
    /// In each stage, players with similar results so far meet.
    Swiss {
        /// Players per group, at least 2.
        group: usize,
        /// The number of stages.
        stages: usize,
    },
    /// In each stage, the better players of each group advance, until one group is left.
    Knockout {
        /// Players per group, at least 2.
        group: usize,
    },
    /// Players are placed on rungs, and groups of neighbours play for theirs.
    Ladder {
        /// Players per group, at least 2.
        group: usize,
        /// The number of stages.
        stages: usize,
    },
}

/// The schedules by name, with descriptions; without those of clones such as `2v2`.
pub const SCHEDULES: [(&str, &str); 9] = [
    ("free-for-all", "all players in one game"),
    ("round-robin", "each group of players, pairs if nothing is said"),
    ("singles", "each player alone"),
    ("gauntlet", "the first against each other one"),
    ("candidates", "the first few in turn, with all others"),
    ("teams-of-clones", "groups, each player in several seats"),
    ("swiss", "stages: those meet who did about as well"),
    ("knockout", "stages: the better players of each group advance"),
    ("ladder", "stages: neighbours play for their rungs"),
];

/// Why a schedule is impossible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ScheduleError {
    /// There are no players.
    #[error("no players; name at least one")]
    NoPlayers,
    /// The group is larger than the field.
    #[error("{kind} needs at least {wanted} players, but there are {players}")]
    TooFewPlayers {
        /// The schedule.
        kind: String,
        /// The number of players it needs.
        wanted: usize,
        /// The number of players there are.
        players: usize,
    },
    /// The only player in a group has no opponent.
    #[error("{0} needs groups of at least 2 players")]
    LoneGroups(String),
    /// There are no stages.
    #[error("{0} needs at least 1 stage")]
    NoStages(String),
    /// A stage depends on the previous one, so no part can be played on its own.
    #[error("{kind} cannot be played in parts, because a stage depends on the one before")]
    Sharded {
        /// The schedule.
        kind: String,
        /// The requested part.
        shard: Shard,
    },
    /// Results of stages of another tournament.
    #[error("these are not results of the first stages of this {0}")]
    OtherResults(String),
    /// More seats than a game can have.
    #[error("{kind} of {players} players needs {seats} seats; a game has at most {MAX_SEATS}")]
    TooManySeats {
        /// The schedule.
        kind: String,
        /// The number of players.
        players: usize,
        /// The number of seats needed.
        seats: usize,
    },
    /// There are too many orders of the players for one deal.
    #[error("permute plays all {seatings} orders of {sides} sides on each deal; use rotate")]
    TooManyOrders {
        /// Sides per game.
        sides: usize,
        /// The number of their orders.
        seatings: u64,
    },
    /// The number of pairings or of games is too large.
    #[error(
        "{pairings} pairings are too many (at most {most}); take fewer players, larger groups or fewer \
         stages"
    )]
    TooManyPairings {
        /// The number there would be.
        pairings: u128,
        /// The maximum.
        most: u128,
    },
}

impl Diagnosed for ScheduleError {
    fn diagnosis(&self) -> Diagnosis {
        Cause::Request.with(match self {
            ScheduleError::NoPlayers => Some(Remedy::Players),
            ScheduleError::Sharded { shard, .. } => Some(Remedy::Unsharded(shard.to_string())),
            _ => None,
        })
    }
}

/// The maximum number of pairings in a tournament.
const MAX_PAIRINGS: u128 = 100_000;

impl ScheduleKind {
    /// Parses teams of clones, written as `2v2v2v2`: equal numbers separated by `v`.
    pub(crate) fn of_clones(text: &str) -> Option<ScheduleKind> {
        let sizes: Vec<usize> = text.split('v').map(str::parse).collect::<Result<_, _>>().ok()?;
        let size = *sizes.first()?;
        let even = sizes.len() >= 2 && size >= 1 && sizes.iter().all(|&other| other == size);
        even.then_some(ScheduleKind::Teams { teams: sizes.len(), size })
    }

    /// Its parameters in a config, besides its name, by key.
    pub(crate) fn keys(self) -> Vec<(&'static str, usize)> {
        match self {
            ScheduleKind::RoundRobin { group } | ScheduleKind::Knockout { group } => {
                vec![("group-size", group)]
            }
            ScheduleKind::Swiss { group, stages } | ScheduleKind::Ladder { group, stages } => {
                vec![("group-size", group), ("stages", stages)]
            }
            ScheduleKind::Candidates { count } => vec![("candidates", count)],
            ScheduleKind::FreeForAll | ScheduleKind::Gauntlet | ScheduleKind::Teams { .. } => {
                Vec::new()
            }
        }
    }

    /// Whether each game has a single player, who wins it whatever happens.
    #[must_use]
    pub fn is_alone(self) -> bool {
        matches!(self, ScheduleKind::RoundRobin { group: 1 } | ScheduleKind::Teams { teams: 1, .. })
    }

    /// Whether all players meet equally often.
    #[must_use]
    pub fn is_balanced(self) -> bool {
        match self {
            ScheduleKind::FreeForAll
            | ScheduleKind::RoundRobin { .. }
            | ScheduleKind::Teams { .. } => true,
            ScheduleKind::Gauntlet
            | ScheduleKind::Candidates { .. }
            | ScheduleKind::Swiss { .. }
            | ScheduleKind::Knockout { .. }
            | ScheduleKind::Ladder { .. } => false,
        }
    }

    /// The sides of a game (with stages, of a full group), and the seats of each side.
    pub(super) fn sides(self, players: usize) -> Result<(usize, usize), ScheduleError> {
        if players == 0 {
            return Err(ScheduleError::NoPlayers);
        }
        let (sides, clones) = match self {
            ScheduleKind::FreeForAll => (players, 1),
            ScheduleKind::RoundRobin { group } => (group, 1),
            ScheduleKind::Gauntlet => (2, 1),
            ScheduleKind::Candidates { count } => (players.saturating_sub(count) + 1, 1),
            ScheduleKind::Teams { teams, size } => (teams, size),
            ScheduleKind::Swiss { group, .. }
            | ScheduleKind::Knockout { group }
            | ScheduleKind::Ladder { group, .. } => (group, 1),
        };
        let kind = self.to_string();
        let wanted = if let ScheduleKind::Candidates { count } = self { count } else { sides };
        if wanted > players {
            return Err(ScheduleError::TooFewPlayers { kind, wanted, players });
        }
        let seats = sides.saturating_mul(clones);
        if seats > MAX_SEATS {
            return Err(ScheduleError::TooManySeats { kind, players, seats });
        }
        Ok((sides, clones))
    }

    /// The groups that meet, if they are known before the first game.
    pub(super) fn pairings(
        self,
        players: usize,
        sides: usize,
    ) -> Result<Vec<BySeat<usize>>, ScheduleError> {
        if self == ScheduleKind::Gauntlet {
            return Ok((1..players).map(|other| [0, other].into_iter().collect()).collect());
        }
        if let ScheduleKind::Candidates { count } = self {
            let with_field = |candidate| [candidate].into_iter().chain(count..players).collect();
            return Ok((0..count).map(with_field).collect());
        }
        few_enough(choose(players, sides))?;
        Ok(combinations(players, sides))
    }
}

/// Rejects a number of pairings that is too large.
pub(super) fn few_enough(pairings: u128) -> Result<(), ScheduleError> {
    if pairings > MAX_PAIRINGS {
        return Err(ScheduleError::TooManyPairings { pairings, most: MAX_PAIRINGS });
    }
    Ok(())
}

/// All ascending selections of `size` out of `0..count`, in lexicographic order.
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

/// The number of ways to choose `size` out of `count`; saturates.
fn choose(count: usize, size: usize) -> u128 {
    (0..size as u128)
        .fold(1, |ways: u128, taken| ways.saturating_mul(count as u128 - taken) / (taken + 1))
}

impl fmt::Display for ScheduleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScheduleKind::FreeForAll => f.write_str("free-for-all"),
            ScheduleKind::RoundRobin { .. } => f.write_str("round-robin"),
            ScheduleKind::Gauntlet => f.write_str("gauntlet"),
            ScheduleKind::Candidates { .. } => f.write_str("candidates"),
            ScheduleKind::Swiss { .. } => f.write_str("swiss"),
            ScheduleKind::Knockout { .. } => f.write_str("knockout"),
            ScheduleKind::Ladder { .. } => f.write_str("ladder"),
            ScheduleKind::Teams { teams, size } => {
                f.write_str(&vec![size.to_string(); *teams].join("v"))
            }
        }
    }
}
