//! The content of a report on a run, as plain data: the one source of its text, its JSON and its page.
//!
//! Every mean has its 95 % interval, or `None` where there are fewer than two deals: the unit of
//! statistics is the deal, because games of one deal share their randomness. Lists by player are in the
//! order of the config; a figure that the rows cannot provide is `None` or absent from its list, never zero.
//! Nothing here is NaN or infinite.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::digest::labels::SEPARATOR;
use crate::{Placing, PopulationDigest, RatingDigest, Standing, TimesDigest};
use lettergame_base::shell_path;
use lettergame_stats::Interval;

/// What is reported together: one run, the runs of a sweep, or runs named individually.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The keys of the rules in which the runs differ, such as `hidden`, or `hidden, rounds`; `None` for a
    /// single run, or if they differ otherwise. Each run's values are its [`RunTitle::setting`].
    pub setting: Option<String>,
    /// The runs, in the order in which they are shown.
    pub runs: Vec<Digest>,
}

impl Report {
    /// The rules in which the runs differ, in the order of their keys; none for a single run, or if they differ
    /// otherwise.
    #[must_use]
    pub fn swept_rules(&self) -> Vec<&str> {
        self.setting.as_deref().map_or(Vec::new(), |rules| rules.split(SEPARATOR).collect())
    }

    /// In what the runs differ: `hidden and rounds`, or else `run`.
    #[must_use]
    pub fn factors(&self) -> String {
        match self.swept_rules().as_slice() {
            [] => "run".to_owned(),
            rules => rules.join(" and "),
        }
    }
}

/// One run in figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Digest {
    /// The title of the run, with its progress.
    pub run: RunTitle,
    /// The standings, in the order given in [`RatingDigest::legend`].
    pub standings: Vec<Standing>,
    /// How the ratings of the standings compare, and their limits.
    pub ratings: RatingDigest,
    /// The final order, if the schedule has stages and all of them were played.
    pub ranking: Option<Vec<Placing>>,
    /// Each player separately, in the order of the config, including those that never played.
    pub players: Vec<PlayerDigest>,
    /// Each ordered pair of different players that met, in the order of the config.
    pub pairs: Vec<PairDigest>,
    /// The strengths of players in a field without a single order; `None` if a pair of players has not
    /// met.
    pub population: Option<PopulationDigest>,
    /// Each seat over all players, seat 0 first.
    pub seats: Vec<SeatDigest>,
    /// Games whose first place is shared by seats of different players.
    pub ties: Ties,
    /// Round by round, if rounds were recorded and the game has them.
    pub rounds: Option<RoundsDigest>,
    /// Faults by player and kind; empty when there were none.
    pub faults: Vec<FaultDigest>,
    /// Games worth a look: the extremes of the run, then the best game of each player.
    pub notable: Vec<NotableGame>,
}

/// The conditions and progress of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunTitle {
    /// Distinguishes this run from the others of the report: `hidden-3`, or the name of its folder.
    pub label: String,
    /// The folder as the user named it, for commands.
    pub dir: String,
    /// The tournament's name.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// The preset and the settings of the game, by key; whole numbers as numbers.
    pub rules: Map<String, Value>,
    /// The values of the rules that differ between the runs of the report; see [`Report::setting`].
    pub setting: Option<String>,
    /// The players' names in files, in the order of the config.
    pub players: Vec<String>,
    /// The players as typed, in the same order.
    pub entrants: Vec<String>,
    /// The schedule: `free-for-all`, `round-robin`, ...
    pub schedule: String,
    /// Whether it has stages, and with them a final order.
    #[serde(skip)]
    pub is_staged: bool,
    /// How seats are assigned within a deal: `rotate`, `permute`, `fixed`.
    pub seating: String,
    /// The number of groups of players that meet.
    pub pairings: u64,
    /// Seats of a game.
    pub seats: usize,
    /// The tournament's seed.
    pub seed: u64,
    /// The part of the tournament that this run is, `1/1` for the whole.
    pub shard: String,
    /// Complete games in `scores.csv`.
    pub games_done: u64,
    /// The total number of games of this run or shard.
    pub games_total: u64,
    /// The number of the run's first game; not 0 for later shards.
    pub first_game: u64,
    /// Deals with at least one finished game.
    pub deals: u64,
    /// The last complete game is followed by part of another one, which is skipped.
    pub cut: bool,
    /// The recording level: `games`, `rounds` or `plies`.
    pub record: String,
    /// Whether its games can be replayed: not if a player is a program and moves were not recorded.
    pub replayable: bool,
    /// The fingerprint of everything that determines the rows.
    pub fingerprint: String,
    /// The fingerprint of the word list.
    pub lexicon: String,
    /// The version of the program that played it, from `timing.json`; `None` before the end of the run.
    pub version: Option<String>,
    /// How long programs took for their decisions, also from `timing.json`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<TimesDigest>,
    /// The confidence of all intervals: 0.95.
    pub level: f64,
}

/// A mean with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean over all observations, in the unit of the measurement.
    pub mean: f64,
    /// Its 95 % interval, in which a deal is one observation; `None` with fewer than two deals.
    pub interval: Option<Interval>,
    /// The number of observations.
    pub count: u64,
    /// The number of deals they are from.
    pub deals: u64,
}

/// The figures of one player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerDigest {
    /// The name in files.
    pub player: String,
    /// Seats taken over all games (clones count each); 0 for a player that never played.
    pub games: u64,
    /// The distribution of its scores; `None` for a player that never played.
    pub scores: Option<Distribution>,
    /// How often it took each place, starting with place 1. One entry per seat.
    pub places: Vec<u64>,
    /// Seats that won alone.
    pub sole_wins: u64,
    /// Seats that shared the first place with another seat.
    pub shared_wins: u64,
    /// Each seat in which it sat, ascending.
    pub seats: Vec<SeatDigest>,
    /// The mean score after more and more games; at most 129 points, the last after all games.
    pub convergence: Vec<Checkpoint>,
    /// The game's own numeric columns, in the order of the file.
    pub columns: Vec<ColumnDigest>,
    /// The relation of two own columns; for the auction `spent` and `word_points`.
    pub relation: Option<Relation>,
}

/// A histogram of whole numbers, with its quartiles.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Distribution {
    /// The number of values.
    pub count: u64,
    /// The minimum, exact.
    pub min: i64,
    /// The maximum, exact.
    pub max: i64,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation, over games (not deals); `None` for a single one.
    pub standard_deviation: Option<f64>,
    /// The smallest value not exceeded by a quarter of all. A value of the sample if `exact_quartiles`, else
    /// the middle of its bin (within `min..=max`), off by at most half a bin.
    pub lower_quartile: f64,
    /// The same for a half.
    pub median: f64,
    /// The same for three quarters.
    pub upper_quartile: f64,
    /// Whether the quartiles are exact: `false` only with more than 20,000 different values.
    pub exact_quartiles: bool,
    /// The lowest value of the first bin, a multiple of `bin_width`.
    pub first: i64,
    /// The number of whole numbers covered by a bin: 1, 2, 4, ... , the smallest that needs at most 256 bins.
    pub bin_width: i64,
    /// The count of each bin: bin `k` covers `first + k * bin_width` and the next `bin_width - 1` numbers.
    /// The first and the last are not empty.
    pub bins: Vec<u64>,
}

/// One player against another. A meeting is a pair of their seats in one game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairDigest {
    /// The player.
    pub player: String,
    /// The opponent.
    pub opponent: String,
    /// The share of meetings in which the player had the better place, a tie counting a half: 0 to 1; its
    /// `count` is the number of meetings.
    pub share: Estimate,
    /// The player's score minus the opponent's, in points.
    pub difference: Estimate,
}

/// The results of one seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatDigest {
    /// The seat, from 0.
    pub seat: usize,
    /// Its score, in points.
    pub score: Estimate,
    /// Its share of wins, 0 to 1; a win shared by k seats counts 1/k.
    pub win_share: Estimate,
}

/// One point of a running mean score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Checkpoint {
    /// Games of the run so far.
    pub games: u64,
    /// The player's mean score per game so far.
    pub mean: f64,
    /// Its interval.
    pub interval: Option<Interval>,
}

/// One of the game's own columns for one player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ColumnDigest {
    /// The column of `scores.csv`.
    pub column: String,
    /// Its mean over the player's seats.
    pub mean: Estimate,
    /// The minimum.
    pub min: f64,
    /// The maximum.
    pub max: f64,
}

/// The relation of two own columns of one player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Relation {
    /// The horizontal column: `spent`.
    pub x: String,
    /// The vertical column: `word_points`.
    pub y: String,
    /// The mean of `x` over all of the player's seats.
    pub mean_x: f64,
    /// The mean of `y` over all of the player's seats.
    pub mean_y: f64,
    /// Pearson's correlation over all of the player's seats; `None` if one of the columns does not vary, or
    /// for a single seat.
    pub correlation: Option<f64>,
    /// A sample of the seats, at most 400, in the order of games: all seats of every game whose number hashes
    /// to one of 2^k residues. Every game has the same chance to be in it.
    pub points: Vec<SamplePoint>,
}

/// One seat of one game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SamplePoint {
    /// The game's number, for `lettergame replay`.
    pub game: u64,
    /// The seat, from 0.
    pub seat: usize,
    /// The value of [`Relation::x`].
    pub x: f64,
    /// The value of [`Relation::y`].
    pub y: f64,
}

/// Games without a sole winner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Ties {
    /// The number of such games.
    pub games: u64,
    /// The first of them.
    pub first_game: Option<u64>,
}

/// A run round by round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoundsDigest {
    /// Which of `score`, `points_gained` and `points_spent` the file has, in that order.
    pub columns: Vec<String>,
    /// Each player that played, in the order of the config.
    pub players: Vec<PlayerRounds>,
}

/// One player round by round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerRounds {
    /// The name in files.
    pub player: String,
    /// Its rounds, ascending from 1.
    pub rounds: Vec<RoundDigest>,
}

/// One round of one player, over all games that reached it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoundDigest {
    /// The round, from 1.
    pub round: u64,
    /// The score after it (over all rounds so far), in points.
    pub score: Option<Estimate>,
    /// Points gained in it.
    pub points_gained: Option<Estimate>,
    /// Points spent in it.
    pub points_spent: Option<Estimate>,
}

/// One kind of fault of one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FaultDigest {
    /// The name in files.
    pub player: String,
    /// The fault's name: `illegal`, `late`, `gone`, ...; or `banned`, for a seat; or `benched`, for the
    /// decisions that a program was not asked for because it had failed in game after game.
    pub kind: String,
    /// Seats with this `status` in `scores.csv`: their first fault, or a ban.
    pub seats: u64,
    /// Lines of `faults.jsonl`, which lists every single fault.
    pub lines: u64,
    /// The first games in which it occurred, ascending, at most 5.
    pub first_games: Vec<u64>,
}

/// Why a game is notable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Notability {
    /// The highest score of the run.
    HighestScore,
    /// The lowest score of the run.
    LowestScore,
    /// The smallest lead of a sole winner over the best seat of another player.
    ClosestFinish,
    /// The largest lead of a sole winner.
    WidestMargin,
    /// The highest score of this player.
    BestOfPlayer,
}

/// A notable game; the first of equals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotableGame {
    /// Why.
    pub what: Notability,
    /// The game's number.
    pub game: u64,
    /// The seat concerned: the one with the score, or the winner's.
    pub seat: usize,
    /// The player in that seat.
    pub player: String,
    /// The score or the lead, in points.
    pub points: i64,
    /// The command that replays it; `None` if [`RunTitle::replayable`] is false.
    pub replay: Option<String>,
}

impl Digest {
    /// The results of `player` against `opponent`; `None` if they never met. Linear in the number of pairs.
    #[must_use]
    pub fn pair(&self, player: &str, opponent: &str) -> Option<&PairDigest> {
        self.pairs.iter().find(|pair| pair.player == player && pair.opponent == opponent)
    }
}

/// Why no replays are offered, with the remedy.
pub(crate) const UNREPLAYABLE: &str =
    "players are programs; a run with --record plies can be replayed";

impl RunTitle {
    /// The folder, quoted for use in a shell command.
    #[must_use]
    pub fn shell_dir(&self) -> String {
        shell_path(&self.dir)
    }

    /// The command that replays one game of this run, ready for a shell; `None` if replay is impossible.
    #[must_use]
    pub fn replay_command(&self, game: u64) -> Option<String> {
        let dir = self.shell_dir();
        self.replayable.then(|| format!("lettergame replay {dir} --game {game}"))
    }
}
