//! Parts of a run that are played by themselves: how players that can fail did in them, and whether a part
//! is right as it is when the failures in a row before it are known.
//!
//! A part is played from failures in a row that are assumed, as a rule none. Once the parts before it are
//! known, [`carried`] says whether the whole run has the same rows for it, and how players stand behind it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::bench::IN_A_ROW;

/// Failures in a row of players directly before a game, by name; none of those that are missing. Five
/// or more: the player is benched.
pub type Streaks = BTreeMap<String, u64>;

/// How a player did in a part of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conduct {
    /// Failures in a row before the part, as it was played; five for one that is benched.
    pub before: u64,
    /// How many games of the part it has, those in which it was benched included.
    pub games: u64,
    /// In how many of them at the beginning, in a row, its program was asked and failed.
    pub lead: u64,
    /// Failures in a row behind the part; five for one that is benched.
    pub streak: u64,
}

/// Why streaks cannot be those of a run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StreakError {
    /// There is no such player that can fail.
    #[error("streaks: `{name}` is not the name of a player that can fail; those are: {players}")]
    Unknown {
        /// The name.
        name: String,
        /// Those who can.
        players: String,
    },
    /// There are not so many games before.
    #[error("streaks: `{name}` cannot have failed in {streak} games in a row before game {first}")]
    TooLong {
        /// The player.
        name: String,
        /// Its failures in a row.
        streak: u64,
        /// The first game of the part, from 0.
        first: u64,
    },
}

impl Conduct {
    /// Failures in a row behind the part if there are so many before it; `None` if it must be played again
    /// from there.
    #[must_use]
    pub fn after(&self, before: u64) -> Option<u64> {
        let before = before.min(IN_A_ROW);
        if before != self.before && (self.sits_out(self.before) || self.sits_out(before)) {
            return None;
        }
        Some(if self.lead == self.games { before + self.lead } else { self.streak })
    }

    /// With so many failures before, is the player benched for some game by those at the beginning?
    fn sits_out(&self, before: u64) -> bool {
        before + self.lead >= IN_A_ROW && IN_A_ROW - before < self.games
    }
}

/// The streaks behind a part of a run from those before it and how players did in it; `None` if the part
/// must be played again, from those before. Players without a failure are left out.
///
/// # Errors
/// For a name of nobody who can fail.
pub fn carried(
    before: &Streaks,
    conduct: &BTreeMap<String, Conduct>,
) -> Result<Option<Streaks>, StreakError> {
    check_names(before, conduct.keys().map(String::as_str))?;
    let after = |(name, conduct): (&String, &Conduct)| {
        let streak = conduct.after(before.get(name).copied().unwrap_or(0))?;
        Some((name.clone(), streak))
    };
    let all: Option<Streaks> = conduct.iter().map(after).collect();
    Ok(all.map(|all| all.into_iter().filter(|(_, streak)| *streak > 0).collect()))
}

/// Are all of these among the players that can fail?
pub(super) fn check_names<'a>(
    streaks: &Streaks,
    players: impl Iterator<Item = &'a str>,
) -> Result<(), StreakError> {
    let players: Vec<&str> = players.collect();
    match streaks.keys().find(|name| !players.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => {
            let nobody = "none, all are built in";
            let players = if players.is_empty() { nobody.to_owned() } else { players.join(", ") };
            Err(StreakError::Unknown { name: name.clone(), players })
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Conduct, Streaks, carried};
    use crate::bench::Bench;
    use crate::{GameScore, SeatScore};
    use lettergame_core::base::{Name, Points};

    /// The first game of a part: so many are before it that all streaks are possible.
    const FIRST: u64 = 10;

    fn streaks(streak: u64) -> Streaks {
        [("a".to_owned(), streak)].into()
    }

    /// Plays a part from a streak, of a player whose program fails in the games whose bits are set; says
    /// in which games it was asked, and how it did.
    fn played(from: u64, games: u64, fails: u64) -> (u64, Conduct) {
        let bench = Bench::new(&[Name::sanitized("a")], vec![true]);
        bench.begin(FIRST, &streaks(from)).unwrap();
        let mut asked = 0;
        for bit in 0..games {
            let game = FIRST + bit;
            let benched = bench.holds(0, game);
            asked |= u64::from(!benched) << bit;
            let failed = benched || fails >> bit & 1 == 1;
            let (points, place) = (Points(0), 1);
            let seat = SeatScore { player: 0, points, place, faulty: failed, failed };
            bench.note(&GameScore { game, deal: 0, seats: [seat].into_iter().collect() });
        }
        (asked, bench.conduct()["a"])
    }

    #[test]
    fn a_part_is_right_just_when_the_same_games_are_asked() {
        for games in 0..=8 {
            for fails in 0..1 << games {
                for before in 0..=5 {
                    let (asked, conduct) = played(before, games, fails);
                    assert_eq!((conduct.before, conduct.games), (before, games));
                    for truth in 0..=6 {
                        let (wanted, right) = played(truth, games, fails);
                        let streak = (asked == wanted).then_some(right.streak);
                        let case = format!("{games} {fails:b} from {before}, in truth {truth}");
                        assert_eq!(conduct.after(truth), streak, "{case}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_part_is_right_if_it_is_for_all_players() {
        let conduct = |lead, streak| Conduct { before: 0, games: 9, lead, streak };
        let part =
            BTreeMap::from([("a".to_owned(), conduct(2, 0)), ("b".to_owned(), conduct(0, 1))]);
        let after = |a: u64| carried(&streaks(a), &part).unwrap();
        assert_eq!(after(2), Some([("b".to_owned(), 1)].into()), "who has none is left out");
        assert_eq!(after(3), None);
        let unknown = carried(&[("c".to_owned(), 0)].into(), &part).unwrap_err().to_string();
        assert!(unknown.contains("`c`") && unknown.ends_with("those are: a, b"), "{unknown}");
    }
}
