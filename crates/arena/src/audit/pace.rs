//! How long an audit may take, and how long the games of a player take.

use std::time::Duration;

use lettergame_run::DecisionTimes;
use lettergame_tournament::Batch;

/// The maximum and minimum number of games played at once, and how many of them are played again
/// alone.
const MANY: u64 = 64;
const MIN: u64 = 2;
const ALONE: u64 = 4;

/// The number of games of a usual tournament, and the longest that it takes without a remark.
const USUAL: u32 = 100;
const LONG: Duration = Duration::from_secs(300);

/// How long an audit may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditPace {
    /// All steps; one game for a very slow player.
    Thorough,
    /// The usual games; one for a slow player.
    Quick,
}

impl AuditPace {
    /// The time that many games may take together, judging by the time of one.
    fn time(self) -> Duration {
        Duration::from_secs(match self {
            AuditPace::Thorough => 20,
            AuditPace::Quick => 4,
        })
    }

    /// Whether one game is enough for a player that takes this long for it.
    pub(super) fn is_one_enough(self, one: Duration) -> bool {
        one * 4 > self.time()
    }

    /// How many games are played at once after one that took this long, and how many of them again
    /// alone.
    pub(super) fn games(self, one: Duration) -> (u64, u64) {
        let many = self.fit(one).clamp(MIN, MANY);
        (many, ALONE.min(many / 2))
    }

    /// How many games are played in which programs break.
    pub(super) fn trial_games(self, one: Duration) -> u64 {
        (self.fit(one) / 4).clamp(1, MANY / 8)
    }

    /// How many games fit into the time of many.
    fn fit(self, one: Duration) -> u64 {
        (self.time().as_millis() / one.as_millis().max(1)) as u64
    }
}

/// How long a game takes.
pub(super) struct GamePace {
    game: Duration,
    /// Whether it was too long for more games.
    is_only: bool,
}

impl GamePace {
    /// By many games at once.
    pub(super) fn of_many(game: Duration) -> GamePace {
        GamePace { game, is_only: false }
    }

    /// By the only game, which took this long with the start of the program.
    pub(super) fn of_one(game: &Batch, took: Duration) -> GamePace {
        let decisions = game.times.iter().flat_map(|times| times.players.values());
        let decided: Duration = decisions.map(|times: &DecisionTimes| times.total).sum();
        GamePace { game: if decided.is_zero() { took } else { decided }, is_only: true }
    }

    /// Whether a usual tournament takes too long.
    pub(super) fn is_slow(&self) -> bool {
        self.game * USUAL > LONG
    }

    /// How long a game and a usual tournament take.
    pub(super) fn text(&self) -> String {
        let (game, all) = (self.game.as_secs_f64(), self.game.as_secs_f64() * f64::from(USUAL));
        let all = match all {
            ..120.0 => format!("{} s", all.ceil()),
            _ => format!("{:.0} min", all / 60.0),
        };
        let mut text = format!("a game takes {game:.2} s, {USUAL} games about {all}");
        if self.is_slow() {
            text += ": too slow for a usual tournament; answer sooner";
        }
        if self.is_only {
            text += "; only one was played";
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{AuditPace, GamePace};

    #[test]
    fn slow_players_play_fewer_games() {
        let games = |ms| AuditPace::Thorough.games(Duration::from_millis(ms));
        assert_eq!(games(0), (64, 4));
        assert_eq!(games(300), (64, 4));
        assert_eq!(games(1000), (20, 4));
        assert_eq!(games(4000), (5, 2));
        let trial = |ms| AuditPace::Thorough.trial_games(Duration::from_millis(ms));
        assert_eq!([0, 300, 1000, 5000].map(trial), [8, 8, 5, 1]);
        let one = |pace: AuditPace, ms| pace.is_one_enough(Duration::from_millis(ms));
        assert!(one(AuditPace::Quick, 1100) && !one(AuditPace::Quick, 900));
        assert!(one(AuditPace::Thorough, 5100) && !one(AuditPace::Thorough, 5000));
    }

    #[test]
    fn a_usual_tournament_of_a_slow_player_takes_too_long() {
        let pace = |ms| GamePace::of_many(Duration::from_millis(ms));
        assert!(!pace(310).is_slow());
        assert_eq!(pace(310).text(), "a game takes 0.31 s, 100 games about 31 s");
        assert!(pace(35_523).is_slow());
        assert_eq!(
            pace(35_523).text(),
            "a game takes 35.52 s, 100 games about 59 min: too slow for a usual tournament; answer sooner"
        );
    }
}
