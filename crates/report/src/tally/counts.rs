//! What a tally has counted, as plain data that is stored and merged.

use serde::{Deserialize, Serialize};

use crate::player_tally::{PlayerTally, SeatSums};
use lettergame_base::{BySeat, Name};
use lettergame_plan::{GameScore, SeatScore};
use lettergame_stats::{BootstrapRatings, PairError};

/// The games of one deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Deal {
    number: u64,
    /// By player.
    sums: Vec<SeatSums>,
}

/// The counts of consecutive games. The first and the last deal are kept apart from the others, since games
/// before and after these may belong to them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Counts {
    pub(super) games: u64,
    /// By player; deals between the first and the last one.
    players: Vec<PlayerTally>,
    pub(super) ratings: BootstrapRatings,
    first: Option<Deal>,
    last: Option<Deal>,
}

impl Counts {
    pub(super) fn new(players: usize) -> Counts {
        Counts {
            games: 0,
            players: vec![PlayerTally::default(); players],
            ratings: BootstrapRatings::new(players),
            first: None,
            last: None,
        }
    }

    pub(super) fn add(&mut self, game: &GameScore) {
        if self.last.as_ref().is_none_or(|last| last.number != game.deal) {
            let sums = vec![SeatSums::default(); self.players.len()];
            self.follow(Deal { number: game.deal, sums });
        }
        self.games += 1;
        let firsts = game.firsts();
        let mut deal = self.last.as_mut();
        for seat in game.seats.values() {
            self.players[seat.player].add(seat, firsts);
            if let Some(deal) = &mut deal {
                deal.sums[seat.player].add(seat, firsts);
            }
        }
        self.rate(&game.seats, game.deal);
    }

    /// Counts every pair of seats of different players as a result.
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

    /// Starts with another deal, or continues the last one.
    fn follow(&mut self, deal: Deal) {
        if let Some(last) = self.last.as_mut().filter(|last| last.number == deal.number) {
            last.sums.iter_mut().zip(&deal.sums).for_each(|(own, other)| own.merge(other));
            return;
        }
        match self.last.replace(deal) {
            Some(ended) if self.first.is_some() => close(&mut self.players, &ended),
            ended => self.first = self.first.take().or(ended),
        }
    }

    /// Adds the games that follow these.
    pub(super) fn merge(&mut self, later: &Counts) -> Result<(), PairError> {
        self.ratings.merge(&later.ratings)?;
        self.games += later.games;
        // deals with a deal on both sides are complete
        for (own, other) in self.players.iter_mut().zip(&later.players) {
            own.merge(other);
        }
        [&later.first, &later.last]
            .into_iter()
            .flatten()
            .for_each(|deal| self.follow(deal.clone()));
        Ok(())
    }

    /// The counts of the players, with all deals complete.
    pub(super) fn closed(&self) -> Vec<PlayerTally> {
        let mut players = self.players.clone();
        [&self.first, &self.last].into_iter().flatten().for_each(|deal| close(&mut players, deal));
        players
    }

    /// The counts of the players, of which those by deals omit the first and the last deal.
    pub(super) fn players(&self) -> &[PlayerTally] {
        &self.players
    }

    /// Whether it can be that of these players.
    pub(super) fn fits(&self, names: &[Name]) -> bool {
        let players = names.len();
        let deals = [&self.first, &self.last];
        self.players.len() == players
            && self.ratings.total().players() == players
            && self.players.iter().all(PlayerTally::is_whole)
            && deals.into_iter().flatten().all(|deal| deal.sums.len() == players)
    }
}

fn close(players: &mut [PlayerTally], deal: &Deal) {
    for (player, sums) in players.iter_mut().zip(&deal.sums) {
        player.add_deal(deal.number, sums);
    }
}
