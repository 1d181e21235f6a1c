//! Standings: games, wins, means and ratings of each player, with 95 % intervals.
//!
//! The unit of statistics is the deal: games of one deal share their chance, so a player's mean over
//! the games of a deal counts as one observation. Memory does not grow with the number of games.

use serde::Serialize;

use crate::base::{BySeat, Name};
use crate::report::{Cell, Table};
use crate::stats::{Interval, JackknifeRatings, RatingFit, Summary, mean_interval, share_interval};
use crate::tournament::{GameScore, SeatScore};

/// The confidence of all intervals.
const LEVEL: f64 = 0.95;

/// The columns of `standings.csv`, in order.
pub const STANDING_COLUMNS: [&str; 14] = [
    "player",
    "games",
    "wins",
    "win_share",
    "win_share_low",
    "win_share_high",
    "score",
    "score_low",
    "score_high",
    "mean_place",
    "rating",
    "rating_low",
    "rating_high",
    "faults",
];

/// How one player did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The player's name in files.
    pub player: String,
    /// Seats taken, over all games (clones count each).
    pub games: u64,
    /// Wins; a win that k seats share counts 1/k for each.
    pub wins: f64,
    /// Wins a game, 0 to 1.
    pub win_share: f64,
    /// Its interval.
    pub win_share_interval: Option<Interval>,
    /// Mean score of a game, in points.
    pub score: f64,
    /// Its interval.
    pub score_interval: Option<Interval>,
    /// Mean place, 1 is best.
    pub mean_place: f64,
    /// Rating on an Elo-like scale, mean of all players 0.
    pub rating: f64,
    /// Its interval.
    pub rating_interval: Option<Interval>,
    /// Seats that were banned or made a fault.
    pub faults: u64,
}

/// Counts games as they come, in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Tally {
    names: Vec<Name>,
    players: Vec<PlayerTally>,
    ratings: JackknifeRatings,
    deal: u64,
    games: u64,
}

#[derive(Clone, Debug, Default)]
struct PlayerTally {
    games: u64,
    wins: f64,
    places: u64,
    faults: u64,
    points: i64,
    win_shares: Summary,
    scores: Summary,
    open_deal: OpenDeal,
}

/// The games so far of the deal in progress.
#[derive(Clone, Debug, Default)]
struct OpenDeal {
    games: u64,
    wins: f64,
    points: i64,
}

impl PlayerTally {
    fn add(&mut self, seat: &SeatScore, win: f64) {
        self.games += 1;
        self.wins += win;
        self.places += u64::from(seat.place);
        self.points += i64::from(seat.points.0);
        self.faults += u64::from(seat.faulty);
        self.open_deal.games += 1;
        self.open_deal.wins += win;
        self.open_deal.points += i64::from(seat.points.0);
    }

    fn close_deal(&mut self) {
        let deal = std::mem::take(&mut self.open_deal);
        if deal.games > 0 {
            self.win_shares.add(deal.wins / deal.games as f64);
            self.scores.add(deal.points as f64 / deal.games as f64);
        }
    }
}

impl Tally {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(names: &[Name]) -> Tally {
        Tally {
            names: names.to_vec(),
            players: vec![PlayerTally::default(); names.len()],
            ratings: JackknifeRatings::new(names.len()),
            deal: 0,
            games: 0,
        }
    }

    /// Counts one game. Games come in the order of their numbers, so that those of a deal are
    /// together.
    pub fn add(&mut self, game: &GameScore) {
        if game.deal != self.deal {
            self.players.iter_mut().for_each(PlayerTally::close_deal);
            self.deal = game.deal;
        }
        self.games += 1;
        for (seat, end) in game.seats.iter() {
            self.players[end.player].add(end, game.win_share(seat));
        }
        self.rate(&game.seats, game.deal);
    }

    /// Every pair of seats of different players is a result.
    fn rate(&mut self, seats: &BySeat<SeatScore>, deal: u64) {
        for (index, own) in seats.values().enumerate() {
            for other in seats.values().skip(index + 1) {
                if own.player != other.player {
                    let share = match own.place.cmp(&other.place) {
                        std::cmp::Ordering::Less => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Greater => 0.0,
                    };
                    let booked = self.ratings.record(deal, own.player, other.player, share);
                    booked.unwrap_or_else(|error| unreachable!("{error}"));
                }
            }
        }
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Who has the highest mean score so far, with it.
    #[must_use]
    pub fn leader(&self) -> Option<(&Name, f64)> {
        let mean = |player: &PlayerTally| player.points as f64 / player.games.max(1) as f64;
        let seen = self.names.iter().zip(&self.players).filter(|(_, player)| player.games > 0);
        seen.map(|(name, player)| (name, mean(player))).max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The standings, best mean score first; equal ones in the order of the config.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let ratings = self.ratings.fit(LEVEL);
        let mut standings: Vec<Standing> = self
            .names
            .iter()
            .zip(&self.players)
            .zip(ratings)
            .map(|((name, player), rating)| standing(name, player.clone(), rating))
            .collect();
        standings.sort_by(|a, b| b.score.total_cmp(&a.score));
        standings
    }
}

fn standing(name: &Name, mut player: PlayerTally, rating: RatingFit) -> Standing {
    player.close_deal();
    let games = player.games.max(1) as f64;
    Standing {
        player: name.to_string(),
        games: player.games,
        wins: player.wins,
        win_share: player.wins / games,
        win_share_interval: share_interval(&player.win_shares, LEVEL),
        score: player.points as f64 / games,
        score_interval: mean_interval(&player.scores, LEVEL),
        mean_place: player.places as f64 / games,
        rating: rating.rating,
        rating_interval: rating.interval,
        faults: player.faults,
    }
}

impl Standing {
    /// The table of standings, with the columns of `standings.csv`.
    #[must_use]
    pub fn table(standings: &[Standing]) -> Table {
        let mut table = Table::new(&STANDING_COLUMNS);
        standings.iter().for_each(|standing| table.push(standing.cells()));
        table
    }

    fn cells(&self) -> Vec<Cell> {
        let low = |interval: Option<Interval>| interval.map(|interval| interval.low);
        let high = |interval: Option<Interval>| interval.map(|interval| interval.high);
        vec![
            Cell::text(&self.player),
            Cell::count(self.games),
            Cell::number(self.wins, 2),
            Cell::number(self.win_share, 4),
            Cell::maybe(low(self.win_share_interval), 4),
            Cell::maybe(high(self.win_share_interval), 4),
            Cell::number(self.score, 2),
            Cell::maybe(low(self.score_interval), 2),
            Cell::maybe(high(self.score_interval), 2),
            Cell::number(self.mean_place, 3),
            Cell::number(self.rating, 1),
            Cell::maybe(low(self.rating_interval), 1),
            Cell::maybe(high(self.rating_interval), 1),
            Cell::count(self.faults),
        ]
    }

    /// The table that a person reads: one column for a value and its interval.
    #[must_use]
    pub fn summary(standings: &[Standing]) -> Table {
        let columns = ["player", "games", "win share", "score", "place", "rating", "faults"];
        let mut table = Table::new(&columns);
        for standing in standings {
            let share = standing.win_share_interval;
            table.push(vec![
                Cell::text(&standing.player),
                Cell::count(standing.games),
                Cell::text(&with_interval(standing.win_share * 100.0, share.map(percent), 1, " %")),
                Cell::text(&with_interval(standing.score, standing.score_interval, 1, "")),
                Cell::number(standing.mean_place, 2),
                Cell::text(&with_interval(standing.rating, standing.rating_interval, 0, "")),
                Cell::count(standing.faults),
            ]);
        }
        table
    }
}

fn percent(interval: Interval) -> Interval {
    Interval { low: interval.low * 100.0, high: interval.high * 100.0 }
}

/// `52.3 (50.1 to 54.5)`.
fn with_interval(value: f64, interval: Option<Interval>, decimals: usize, unit: &str) -> String {
    match interval {
        Some(Interval { low, high }) => {
            format!("{value:.decimals$}{unit} ({low:.decimals$} to {high:.decimals$})")
        }
        None => format!("{value:.decimals$}{unit}"),
    }
}
