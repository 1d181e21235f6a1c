//! Standings: games, wins, means and ratings of each player, with 95 % intervals.
//!
//! The unit of statistics is the deal: games of one deal share their chance, so a player's games of a
//! deal count as one observation, which weighs as much as there are games in it (the last deal may not
//! have all of its games). Memory does not grow with the number of games.

use serde::Serialize;

use crate::base::{BySeat, Name};
use crate::report::table::shown;
use crate::report::{Cell, Table};
use crate::stats::{
    BootstrapRatings, Interval, LEVEL, RatingFit, RatioSummary, ratio_interval, share_interval,
};
use crate::tournament::{GameScore, SeatScore};

/// The most decimals of a figure that stands with its interval.
const MOST_DECIMALS: usize = 4;

/// How many names of a list a remark tells, if there are two more at least.
const LISTED: usize = 4;

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
    /// Rating on an Elo-like scale; the mean is 0 over the players that results link, or over all.
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
    ratings: BootstrapRatings,
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
    win_shares: RatioSummary,
    scores: RatioSummary,
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
            self.win_shares.add(deal.wins, deal.games as f64);
            self.scores.add(deal.points as f64, deal.games as f64);
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
            ratings: BootstrapRatings::new(names.len()),
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

    /// What the ratings of the standings cannot tell from results, as a remark for people: between
    /// which groups of players only the prior decides. `None` if results link all players, or there are
    /// none.
    #[must_use]
    pub fn unlinked(&self) -> Option<String> {
        let total = self.ratings.total();
        let classes = total.classes();
        let groups: Vec<String> = classes.iter().map(|class| self.listed(class)).collect();
        let why = match &classes[..] {
            [] | [_] => return None,
            _ if self.games == 0 => return None,
            [better, worse] if total.have_met(better, worse) => {
                let them = if better.len() == 1 { &groups[0] } else { "them" };
                format!("{} lost every game to {them}", groups[1])
            }
            [_, _] => "they never met".to_owned(),
            _ => "results do not link these groups both ways".to_owned(),
        };
        let groups = shortened(&groups, " against ", "groups");
        Some(format!("ratings of {groups} rest on the prior alone: {why}"))
    }

    fn listed(&self, players: &[usize]) -> String {
        let names: Vec<String> =
            players.iter().map(|&player| self.names[player].to_string()).collect();
        shortened(&names, ", ", "players")
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

/// The first of some names, so that a remark stays short.
fn shortened(names: &[String], between: &str, what: &str) -> String {
    match names.len().checked_sub(LISTED) {
        None | Some(0 | 1) => names.join(between),
        Some(more) => format!("{}{between}{more} other {what}", names[..LISTED].join(between)),
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
        score_interval: ratio_interval(&player.scores, LEVEL),
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
        // who did not play has no mean
        let mean = |value, decimals| Cell::maybe((self.games > 0).then_some(value), decimals);
        vec![
            Cell::text(&self.player),
            Cell::count(self.games),
            Cell::number(self.wins, 2),
            mean(self.win_share, 4),
            Cell::maybe(low(self.win_share_interval), 4),
            Cell::maybe(high(self.win_share_interval), 4),
            mean(self.score, 2),
            Cell::maybe(low(self.score_interval), 2),
            Cell::maybe(high(self.score_interval), 2),
            mean(self.mean_place, 3),
            mean(self.rating, 1),
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
            if standing.games == 0 {
                let mut row = vec![Cell::Nothing; columns.len()];
                (row[0], row[1]) = (Cell::text(&standing.player), Cell::count(0));
                table.push(row);
                continue;
            }
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

pub(super) fn percent(interval: Interval) -> Interval {
    Interval { low: interval.low * 100.0, high: interval.high * 100.0 }
}

/// `52.3 (50.1 to 54.5)`: with so many decimals, or as many more as a narrow interval needs.
pub(super) fn with_interval(
    value: f64,
    interval: Option<Interval>,
    decimals: usize,
    unit: &str,
) -> String {
    let decimals = interval.map_or(decimals, |interval| telling(interval, decimals));
    let value = shown(value, decimals);
    match interval {
        Some(Interval { low, high }) => {
            format!("{value}{unit} ({} to {})", shown(low, decimals), shown(high, decimals))
        }
        None => value + unit,
    }
}

/// The decimals from `least` on with which the ends of an interval are a unit of the last one apart or
/// more, at most [`MOST_DECIMALS`]; `least` for an interval without width.
fn telling(interval: Interval, least: usize) -> usize {
    let width = interval.high - interval.low;
    let tells = |decimals: &usize| width * 10_f64.powi(*decimals as i32) >= 1.0;
    if width <= 0.0 {
        return least;
    }
    (least..MOST_DECIMALS).find(tells).unwrap_or(MOST_DECIMALS.max(least))
}

#[cfg(test)]
mod tests {
    use super::{Standing, Tally, with_interval};
    use crate::base::{BySeat, Points, Seat, unique_names};
    use crate::stats::Interval;
    use crate::tournament::{GameScore, SeatScore};

    /// Games given by their places: a row for each, a column for each player, 0 where it did not play.
    fn tally(names: &[&str], games: &[&[u8]]) -> Tally {
        let mut tally = Tally::new(&unique_names(names));
        for (game, places) in games.iter().enumerate() {
            let playing: Vec<usize> = (0..places.len()).filter(|&p| places[p] > 0).collect();
            let score = |seat: Seat| {
                let (player, faulty, failed) = (playing[seat.index()], false, false);
                let (points, place) = (Points(-i32::from(places[player])), places[player]);
                SeatScore { player, points, place, faulty, failed }
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

    /// Deals of 2, 2 and 1 games, with 30, 50 and 10 points: as worked out beside `RatioSummary`.
    #[test]
    fn an_incomplete_deal_weighs_less_and_the_interval_is_around_the_mean() {
        let mut tally = Tally::new(&unique_names(&["a"]));
        for (game, points) in [10, 20, 30, 20, 10].into_iter().enumerate() {
            let (points, place, faulty, failed) = (Points(points), 1, false, false);
            let score = SeatScore { player: 0, points, place, faulty, failed };
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
    fn a_narrow_interval_has_the_decimals_that_it_needs() {
        let told = |value, half, decimals| {
            let interval = Interval { low: value - half, high: value + half };
            with_interval(value, Some(interval), decimals, "")
        };
        assert_eq!(told(89.31, 0.8, 1), "89.3 (88.5 to 90.1)");
        assert_eq!(told(89.314_2, 0.02, 1), "89.31 (89.29 to 89.33)");
        assert_eq!(told(89.314_2, 0.000_9, 0), "89.314 (89.313 to 89.315)");
        assert_eq!(told(0.123_456_789, 1e-9, 1), "0.1235 (0.1235 to 0.1235)");
        assert_eq!(told(7.0, 0.0, 1), "7.0 (7.0 to 7.0)");
        assert_eq!(told(-0.3, 0.7, 0), "0 (-1 to 0)");
        assert_eq!(with_interval(-0.2, None, 0, " %"), "0 %");
    }

    #[test]
    fn linked_players_need_no_remark() {
        assert_eq!(remark(&["a", "b"], &[&[1, 2], &[2, 1]]), None);
        assert_eq!(remark(&["a", "b"], &[&[1, 1]]), None);
        assert_eq!(remark(&["a"], &[&[1]]), None);
        assert_eq!(remark(&[], &[]), None);
        assert_eq!(remark(&["a", "b"], &[]), None);
    }

    #[test]
    fn who_lost_every_game_is_named() {
        let games: &[&[u8]] = &[&[1, 2, 3], &[2, 1, 3], &[1, 2, 3]];
        let said = "ratings of a, b against c rest on the prior alone: c lost every game to them";
        assert_eq!(remark(&["a", "b", "c"], games).as_deref(), Some(said));
        let standings = tally(&["a", "b", "c"], games).standings();
        assert!(interval_of(&standings, "a") && interval_of(&standings, "b"));
        assert!(!interval_of(&standings, "c"));
        let said = "ratings of b against a rest on the prior alone: a lost every game to b";
        assert_eq!(remark(&["a", "b"], &[&[2, 1]]).as_deref(), Some(said));
    }

    #[test]
    fn groups_that_never_met_are_named() {
        let games: &[&[u8]] = &[&[1, 2, 0, 0], &[2, 1, 0, 0], &[0, 0, 1, 1]];
        let said = "ratings of a, b against c, d rest on the prior alone: they never met";
        assert_eq!(remark(&["a", "b", "c", "d"], games).as_deref(), Some(said));
        let standings = tally(&["a", "b", "c", "d"], games).standings();
        assert!(["a", "b", "c", "d"].iter().all(|player| !interval_of(&standings, player)));
    }

    #[test]
    fn who_did_not_play_has_no_figures() {
        let standings = tally(&["a", "b", "c"], &[&[1, 2, 0], &[2, 1, 0]]).standings();
        let text = Standing::table(&standings).render(crate::report::Format::Csv).unwrap();
        assert!(text.contains("\nc,0,0.00,,,,,,,,,,,0\n"), "{text}");
        let text = Standing::summary(&standings).render(crate::report::Format::Csv).unwrap();
        assert!(text.contains("\nc,0,,,,,\n"), "{text}");
    }

    #[test]
    fn many_groups_are_told_in_short() {
        let said = "ratings of a against b against c rest on the prior alone: \
                    results do not link these groups both ways";
        assert_eq!(remark(&["a", "b", "c"], &[&[1, 2, 3]]).as_deref(), Some(said));
        let said = "ratings of a against b against c against d against 3 other groups rest on the \
                    prior alone: results do not link these groups both ways";
        let names = ["a", "b", "c", "d", "e", "f", "g"];
        assert_eq!(remark(&names, &[&[1, 2, 3, 4, 5, 6, 7]]).as_deref(), Some(said));
        let said = "ratings of a, b, c, d, 2 other players against g rest on the prior alone: \
                    g lost every game to them";
        assert_eq!(remark(&names, &[&[1, 1, 1, 1, 1, 1, 7]]).as_deref(), Some(said));
    }
}
