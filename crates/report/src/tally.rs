//! Counts games: the source of standings.
//!
//! The unit of statistics is the deal: games of one deal share their randomness, so a player's games of a
//! deal count as one observation, weighted by the number of games in it (the last deal may be incomplete).
//! Memory does not grow with the number of games, and tallies of parts of a run merge to that of the whole,
//! bit for bit.

mod counts;
mod cross_table;

use thiserror::Error;

use crate::player_tally::{PlayerTally, PlayerTotals};
use crate::table::shown;
use crate::{Evaluation, SortKey, Standing, StandingsView};
use counts::Counts;
use lettergame_base::Name;
use lettergame_plan::{GameScore, Schedule};
use lettergame_stats::{Unlinked, fit};

/// The maximum number of names listed in a remark, if there are at least two more.
const MAX_LISTED: usize = 4;

/// Counts games as they come, in the order of their numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    names: Vec<Name>,
    ranked_by: SortKey,
    counts: Counts,
}

/// A stored tally cannot be used.
#[derive(Debug, Error)]
pub enum TallyError {
    /// It cannot be parsed.
    #[error("not a tally of this version: {0}")]
    Json(#[from] serde_json::Error),
    /// It has other players.
    #[error("a tally of other players")]
    Players,
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
        Tally { names: names.to_vec(), ranked_by, counts: Counts::new(names.len()) }
    }

    /// Adds one game. Games must come in the order of their numbers, so that those of a deal are together.
    pub fn add(&mut self, game: &GameScore) {
        self.counts.add(game);
    }

    /// Adds the games after these, counted separately: afterwards the tally is the same, bit for bit, as if
    /// they had been added one by one. A deal may have games in both. Linear in the number of pairs of players.
    ///
    /// # Errors
    /// If the players differ; the tally is then unchanged.
    pub fn merge(&mut self, later: &Tally) -> Result<(), TallyError> {
        self.counts.merge(&later.counts).map_err(|_| TallyError::Players)
    }

    /// The counts as JSON, to be stored.
    #[must_use]
    pub fn to_json(&self) -> Vec<u8> {
        // all keys are texts
        let mut text = serde_json::to_vec(&self.counts).unwrap_or_default();
        text.push(b'\n');
        text
    }

    /// A stored tally of games of this schedule.
    ///
    /// # Errors
    /// If it cannot be parsed, or is of other players.
    pub fn read(schedule: &Schedule, names: &[Name], json: &[u8]) -> Result<Tally, TallyError> {
        let counts: Counts = serde_json::from_slice(json)?;
        match counts.fits(names) {
            true => Ok(Tally { counts, ..Tally::of(schedule, names) }),
            false => Err(TallyError::Players),
        }
    }

    /// Which ratings of the standings have no interval and why, as a remark for people.
    #[must_use]
    pub fn unlinked(&self) -> Option<String> {
        let players = self.counts.ratings.total().unlinked();
        let said = |why: Unlinked| {
            let seats: Vec<usize> =
                players.iter().filter(|player| player.1 == why).map(|player| player.0).collect();
            let one = seats.len() == 1;
            let (they, them) = if one { ("it", "it") } else { ("they", "them") };
            let why = match why {
                Unlinked::WonAll => format!("{they} won every game"),
                Unlinked::LostAll => format!("{they} finished last in every game"),
                Unlinked::OneWay => format!("results do not link {them} with the others both ways"),
            };
            (!seats.is_empty()).then(|| format!("for {}: {why}", self.listed(&seats)))
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
        self.counts.games
    }

    /// The sums of each player so far, in the order of the config.
    #[must_use]
    pub fn totals(&self) -> Vec<PlayerTotals> {
        self.names.iter().zip(self.counts.players()).map(|(name, own)| own.totals(name)).collect()
    }

    /// The current leader by the ranking of the standings, and its value: `45.2 % of wins`. Fits ratings if
    /// the standings are ranked by them.
    #[must_use]
    pub fn leader(&self) -> Option<(&Name, String)> {
        let by_rating = matches!(self.ranked_by, SortKey::Rating | SortKey::Rank);
        let ratings = if by_rating { fit(&self.counts.ratings.total()) } else { Vec::new() };
        let value = |index: usize, player: &PlayerTally| match self.ranked_by {
            SortKey::Rating | SortKey::Rank => ratings[index],
            SortKey::Score => player.points() as f64 / player.games() as f64,
            SortKey::Place => -(player.places() as f64) / player.games() as f64,
            SortKey::WinShare | SortKey::Name | SortKey::Games | SortKey::Faults => {
                player.wins() / player.games() as f64
            }
        };
        let seen =
            self.counts.players().iter().enumerate().filter(|(_, player)| player.games() > 0);
        // the first of equal leaders
        let (index, player) =
            seen.rev().max_by(|a, b| value(a.0, a.1).total_cmp(&value(b.0, b.1)))?;
        let share = player.wins() / player.games() as f64;
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
    /// [`ratings`](lettergame_stats::BootstrapRatings::ratings).
    #[must_use]
    pub fn evaluate(&self) -> Evaluation {
        let (players, results) = (self.counts.closed(), &self.counts.ratings);
        Evaluation::of(&self.names, players, results, self.ranked_by, self.unlinked())
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
    use lettergame_base::{BySeat, Points, Seat, Seed, unique_names};
    use lettergame_plan::{GameScore, Schedule, SeatScore};

    /// Games given by their places: a row for each, a column for each player, 0 where it did not play.
    pub(super) fn tally(names: &[&str], games: &[&[u8]]) -> Tally {
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
        let found = standings.iter().find(|standing| standing.player == player);
        found.expect("a player").rating_interval.is_some()
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
    fn too_few_games_to_rank_are_said() {
        let even: Vec<Vec<u8>> = (0..4)
            .flat_map(|one| (one + 1..4).map(move |other| (one, other)))
            .flat_map(|pair| [pair, (pair.1, pair.0)])
            .map(|(one, other)| {
                (0..4).map(|own| u8::from(own == one) + 2 * u8::from(own == other)).collect()
            })
            .collect();
        let even: Vec<&[u8]> = even.iter().map(Vec::as_slice).collect();
        let said = tally(&["a", "b", "c", "d"], &even).evaluate().remarks_on_order();
        let wanted = "too few games to rank the players: the ranks of 4 of 4 span more than half of the field";
        assert_eq!(said, [wanted]);
        assert_eq!(tally(&["a", "b"], &[&[1, 2], &[2, 1]]).evaluate().remarks_on_order(), [""; 0]);
    }

    /// Wherever a run is cut, also within a deal.
    #[test]
    fn tallies_of_parts_merge_to_that_of_the_whole() {
        let names = unique_names(&["a", "b", "c"]);
        let empty = || Tally::new(&names, SortKey::WinShare);
        let score = |game: u64| {
            let places = [[1, 2, 3], [1, 1, 3], [1, 1, 1], [3, 2, 1]][game as usize % 4];
            let seats = BySeat::from_fn(3, |seat: Seat| SeatScore {
                player: (seat.index() + game as usize) % 3,
                points: Points(game as i32 * 7 % 13 - 5),
                place: places[seat.index()],
                faulty: game == 5,
                failed: false,
                benched: false,
            });
            GameScore { game, deal: game / 3, seats }
        };
        let tally_of = |games: std::ops::Range<u64>| {
            let mut tally = empty();
            games.for_each(|game| tally.add(&score(game)));
            tally
        };
        let whole = tally_of(0..14);
        for (one, two) in (0..=14).flat_map(|one| (one..=14).map(move |two| (one, two))) {
            let mut merged = empty();
            for part in [tally_of(0..one), tally_of(one..two), tally_of(two..14)] {
                merged.merge(&part).unwrap();
            }
            assert_eq!(merged, whole, "{one} {two}");
        }
        assert_eq!(whole.standings()[0].games, 14);
        assert!(empty().merge(&Tally::new(&names[..2], SortKey::WinShare)).is_err());
    }

    #[test]
    fn a_tally_reads_back_and_only_for_its_players() {
        let schedule = |players| {
            let kind = lettergame_plan::ScheduleKind::FreeForAll;
            let (seating, seed) = (lettergame_plan::Seating::Rotate, Seed(1));
            Schedule::new(kind, seating, players, 4, seed).unwrap()
        };
        let tally = tally(&["a", "b"], &[&[1, 2], &[1, 1], &[2, 1]]);
        let json = tally.to_json();
        let names = unique_names(&["a", "b"]);
        assert_eq!(Tally::read(&schedule(2), &names, &json).unwrap(), tally);
        let other = Tally::read(&schedule(3), &unique_names(&["a", "b", "c"]), &json);
        assert_eq!(other.unwrap_err().to_string(), "a tally of other players");
        assert!(Tally::read(&schedule(2), &names, b"{}").is_err());
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
