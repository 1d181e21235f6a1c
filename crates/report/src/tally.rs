//! Counts games: the source of standings.
//!
//! The unit of statistics is the deal: games of one deal share their randomness, so a player's games of a
//! deal count as one observation, weighted by the number of games in it (the last deal may be incomplete).
//! Memory does not grow with the number of games.

use crate::player_tally::PlayerTally;
use crate::table::shown;
use crate::{Evaluation, SortKey, Standing, StandingsView};
use lettergame_core::base::{BySeat, Name};
use lettergame_core::stats::{BootstrapRatings, Unlinked, fit};
use lettergame_tournament::{GameScore, Schedule, SeatScore};

/// The maximum number of names listed in a remark, if there are at least two more.
const MAX_LISTED: usize = 4;

/// Counts games as they come, in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Tally {
    names: Vec<Name>,
    players: Vec<PlayerTally>,
    ratings: BootstrapRatings,
    ranked_by: SortKey,
    deal: u64,
    games: u64,
}

impl Tally {
    /// An empty tally for games of this schedule.
    #[must_use]
    pub fn of(schedule: &Schedule, names: &[Name]) -> Tally {
        Tally::new(names, SortKey::of(schedule.kind()))
    }

    /// An empty tally; standings are ranked by `ranked_by` unless a view says otherwise.
    #[must_use]
    pub fn new(names: &[Name], ranked_by: SortKey) -> Tally {
        Tally {
            ranked_by,
            names: names.to_vec(),
            players: vec![PlayerTally::default(); names.len()],
            ratings: BootstrapRatings::new(names.len()),
            deal: 0,
            games: 0,
        }
    }

    /// Adds one game. Games must come in the order of their numbers, so that those of a deal are together.
    pub fn add(&mut self, game: &GameScore) {
        if game.deal != self.deal {
            self.players.iter_mut().for_each(|player| player.close_deal(self.deal));
            self.deal = game.deal;
        }
        self.games += 1;
        for (seat, end) in game.seats.iter() {
            self.players[end.player].add(end, game.win_share(seat));
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

    /// Which ratings of the standings have no interval and why, as a remark for people.
    #[must_use]
    pub fn unlinked(&self) -> Option<String> {
        let players = self.ratings.total().unlinked();
        let said = |why: Unlinked| {
            let of: Vec<usize> =
                players.iter().filter(|player| player.1 == why).map(|player| player.0).collect();
            let one = of.len() == 1;
            let (they, them) = if one { ("it", "it") } else { ("they", "them") };
            let why = match why {
                Unlinked::WonAll => format!("{they} won every game"),
                Unlinked::LostAll => format!("{they} finished last in every game"),
                Unlinked::OneWay => format!("results do not link {them} with the others both ways"),
            };
            (!of.is_empty()).then(|| format!("for {}: {why}", self.listed(&of)))
        };
        let said: Vec<String> = [Unlinked::WonAll, Unlinked::LostAll, Unlinked::OneWay]
            .into_iter()
            .filter_map(said)
            .collect();
        (!said.is_empty()).then(|| format!("no rating interval {}", said.join("; ")))
    }

    /// The names of these players; of a long list the first ones.
    fn listed(&self, players: &[usize]) -> String {
        let names: Vec<String> =
            players.iter().map(|&player| self.names[player].to_string()).collect();
        match names.len().checked_sub(MAX_LISTED) {
            None | Some(0 | 1) => names.join(", "),
            Some(more) => format!("{}, {more} other players", names[..MAX_LISTED].join(", ")),
        }
    }

    /// The number of games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The current leader by the ranking of the standings, and its value: `45.2 % of wins`. Fits ratings if
    /// the standings are ranked by them.
    #[must_use]
    pub fn leader(&self) -> Option<(&Name, String)> {
        let by_rating = matches!(self.ranked_by, SortKey::Rating | SortKey::Rank);
        let ratings = if by_rating { fit(&self.ratings.total()) } else { Vec::new() };
        let value = |index: usize, player: &PlayerTally| match self.ranked_by {
            SortKey::Rating | SortKey::Rank => ratings[index],
            SortKey::Score => player.points as f64 / player.games as f64,
            SortKey::Place => -(player.places as f64) / player.games as f64,
            SortKey::WinShare | SortKey::Name | SortKey::Games | SortKey::Faults => {
                player.wins / player.games as f64
            }
        };
        let seen = self.players.iter().enumerate().filter(|(_, player)| player.games > 0);
        // the first of equal leaders
        let (index, player) =
            seen.rev().max_by(|a, b| value(a.0, a.1).total_cmp(&value(b.0, b.1)))?;
        let share = player.wins / player.games as f64;
        let what = match self.ranked_by {
            SortKey::Rating | SortKey::Rank => "by rating".to_owned(),
            SortKey::Score => format!("with {} points", shown(value(index, player), 1)),
            SortKey::Place => format!("with mean place {}", shown(-value(index, player), 2)),
            SortKey::WinShare | SortKey::Name | SortKey::Games | SortKey::Faults => {
                format!("with {} % of wins", shown(share * 100.0, 1))
            }
        };
        Some((&self.names[index], what))
    }

    /// The ratings with all comparisons, and standings in any view. Takes as long as
    /// [`BootstrapRatings::ratings`].
    #[must_use]
    pub fn evaluate(&self) -> Evaluation {
        let mut players = self.players.clone();
        players.iter_mut().for_each(|player| player.close_deal(self.deal));
        Evaluation::of(&self.names, players, &self.ratings, self.ranked_by, self.unlinked())
    }

    /// The standings as in the files of a run.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        self.evaluate().standings(&StandingsView::default())
    }
}

#[cfg(test)]
mod tests {
    use super::Tally;
    use crate::{SortKey, Standing};
    use lettergame_core::base::{BySeat, Points, Seat, unique_names};
    use lettergame_tournament::{GameScore, SeatScore};

    /// Games given by their places: a row for each, a column for each player, 0 where it did not play.
    fn tally(names: &[&str], games: &[&[u8]]) -> Tally {
        let mut tally = Tally::new(&unique_names(names), SortKey::WinShare);
        for (game, places) in games.iter().enumerate() {
            let playing: Vec<usize> = (0..places.len()).filter(|&p| places[p] > 0).collect();
            let score = |seat: Seat| {
                let (player, faulty, failed) = (playing[seat.index()], false, false);
                let (points, place) = (Points(-i32::from(places[player])), places[player]);
                SeatScore { player, points, place, faulty, failed, benched: false }
            };
            let seats = BySeat::from_fn(playing.len(), score);
            tally.add(&GameScore { game: game as u64, deal: game as u64, seats });
        }
        tally
    }

    fn remark(names: &[&str], games: &[&[u8]]) -> Option<String> {
        tally(names, games).unlinked()
    }

    fn interval_of(standings: &[Standing], player: &str) -> bool {
        let of = standings.iter().find(|standing| standing.player == player);
        of.expect("a player").rating_interval.is_some()
    }

    /// Deals of 2, 2 and 1 games, with 30, 50 and 10 points: as worked out for `RatioSummary`.
    #[test]
    fn incomplete_deals_weigh_less_and_the_interval_contains_the_mean() {
        let mut tally = Tally::new(&unique_names(&["a"]), SortKey::Score);
        for (game, points) in [10, 20, 30, 20, 10].into_iter().enumerate() {
            let (points, place, faulty, failed) = (Points(points), 1, false, false);
            let score = SeatScore { player: 0, points, place, faulty, failed, benched: false };
            let seats = BySeat::from_fn(1, |_: Seat| score);
            tally.add(&GameScore { game: game as u64, deal: game as u64 / 2, seats });
        }
        let standing = &tally.standings()[0];
        let interval = standing.score_interval.expect("three deals");
        assert_eq!(standing.score, 18.0);
        assert!(((interval.low + interval.high) / 2.0 - 18.0).abs() < 1e-9, "{interval:?}");
        let half = 4.302_653 * (296.0_f64 / 6.0).sqrt() / (5.0 / 3.0);
        assert!((interval.high - 18.0 - half).abs() < 1e-4, "{interval:?}");
    }

    #[test]
    fn linked_players_need_no_note() {
        assert_eq!(remark(&["a", "b"], &[&[1, 2], &[2, 1]]), None);
        assert_eq!(remark(&["a", "b"], &[&[1, 1]]), None);
        assert_eq!(remark(&["a"], &[&[1]]), None);
        assert_eq!(remark(&[], &[]), None);
        assert_eq!(remark(&["a", "b"], &[]), None);
    }

    #[test]
    fn a_player_that_lost_every_game_is_named() {
        let games: &[&[u8]] = &[&[1, 2, 3], &[2, 1, 3], &[1, 2, 3]];
        let said = "no rating interval for c: it finished last in every game";
        assert_eq!(remark(&["a", "b", "c"], games).as_deref(), Some(said));
        let standings = tally(&["a", "b", "c"], games).standings();
        assert!(interval_of(&standings, "a") && interval_of(&standings, "b"));
        assert!(!interval_of(&standings, "c"));
        let said =
            "no rating interval for b: it won every game; for a: it finished last in every game";
        assert_eq!(remark(&["a", "b"], &[&[2, 1]]).as_deref(), Some(said));
    }

    #[test]
    fn groups_that_never_met_are_named() {
        let games: &[&[u8]] = &[&[1, 2, 0, 0], &[2, 1, 0, 0], &[0, 0, 1, 1]];
        let said =
            "no rating interval for a, b, c, d: results do not link them with the others both ways";
        assert_eq!(remark(&["a", "b", "c", "d"], games).as_deref(), Some(said));
        let standings = tally(&["a", "b", "c", "d"], games).standings();
        assert!(["a", "b", "c", "d"].iter().all(|player| !interval_of(&standings, player)));
    }

    #[test]
    fn a_player_that_did_not_play_has_no_figures() {
        let standings = tally(&["a", "b", "c"], &[&[1, 2, 0], &[2, 1, 0]]).standings();
        let text = Standing::table(&standings).render(crate::Format::Csv).unwrap();
        assert!(text.contains("\nc,0,0.00,,,,,,,,,,,0,,\n"), "{text}");
        let text = Standing::summary(&standings).render(crate::Format::Csv).unwrap();
        assert!(text.contains("\nc,0,,,,,,\n"), "{text}");
    }

    #[test]
    fn long_lists_of_players_are_cut_short() {
        let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let said = "no rating interval for a: it won every game; for h: it finished last in every game; \
                    for b, c, d, e, 2 other players: results do not link them with the others both ways";
        assert_eq!(remark(&names, &[&[1, 2, 3, 4, 5, 6, 7, 8]]).as_deref(), Some(said));
        let said = "no rating interval for h: it finished last in every game";
        assert_eq!(remark(&names, &[&[1, 1, 1, 1, 1, 1, 1, 8]]).as_deref(), Some(said));
    }
}
