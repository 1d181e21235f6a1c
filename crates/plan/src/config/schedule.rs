//! The part of a [`RawConfig`] that describes the schedule.

use crate::{RawConfig, RawConfigError, SCHEDULES, ScheduleKind};
use lettergame_base::did_you_mean;

/// A key that applies only to some schedules.
#[derive(Debug)]
pub struct ScheduleKey {
    /// The key, as in a file.
    pub key: &'static str,
    /// Its label in a form.
    pub label: &'static str,
    takers: &'static [&'static str],
    given: fn(&RawConfig) -> Option<u64>,
}

/// The keys that apply only to some schedules.
pub const SCHEDULE_KEYS: [ScheduleKey; 4] = [
    ScheduleKey {
        key: "group-size",
        label: "Players in a group",
        takers: &["round-robin", "teams-of-clones", "swiss", "knockout", "ladder"],
        given: |raw| raw.group_size,
    },
    ScheduleKey {
        key: "stages",
        label: "Stages",
        takers: &["swiss", "ladder"],
        given: |raw| raw.stages,
    },
    ScheduleKey {
        key: "candidates",
        label: "Candidates",
        takers: &["candidates"],
        given: |raw| raw.candidates,
    },
    ScheduleKey {
        key: "team-size",
        label: "Seats of each player",
        takers: &["teams-of-clones"],
        given: |raw| raw.team_size,
    },
];

/// Schedules of clones, as examples of those that there are.
const CLONES: [&str; 4] = ["1v1", "2v2", "5v5", "2v2v2v2"];

/// The maximum number of stages.
const MAX_STAGES: u64 = 1000;

impl RawConfig {
    /// The requested schedule, for this number of players.
    pub(crate) fn kind(&self, players: usize) -> Result<ScheduleKind, RawConfigError> {
        let schedule = self.schedule.as_deref().unwrap_or("free-for-all");
        self.check_special(schedule)?;
        let staged = matches!(schedule, "swiss" | "knockout" | "ladder");
        let least = if staged { 2 } else { 1 };
        let group = self.ranged("group-size", self.group_size.unwrap_or(2), least, 14)? as usize;
        let size = self.ranged("team-size", self.team_size.unwrap_or(2), 1, 14)? as usize;
        let count = self.ranged("candidates", self.candidates.unwrap_or(2), 1, 1000)? as usize;
        let stages = |default: usize| {
            let default = (default as u64).clamp(1, MAX_STAGES);
            self.ranged("stages", self.stages.unwrap_or(default), 1, MAX_STAGES)
        };
        Ok(match schedule {
            "free-for-all" => ScheduleKind::FreeForAll,
            "round-robin" => ScheduleKind::RoundRobin { group },
            "singles" => ScheduleKind::RoundRobin { group: 1 },
            "gauntlet" => ScheduleKind::Gauntlet,
            "candidates" => ScheduleKind::Candidates { count },
            "teams-of-clones" => ScheduleKind::Teams { teams: group, size },
            "swiss" => ScheduleKind::Swiss {
                group,
                stages: stages(swiss_stages(players, group))? as usize,
            },
            "knockout" => ScheduleKind::Knockout { group },
            "ladder" => ScheduleKind::Ladder { group, stages: stages(players)? as usize },
            other => ScheduleKind::of_clones(other).ok_or_else(|| {
                let known = SCHEDULES.into_iter().map(|(name, _)| name).chain(CLONES);
                let hint = did_you_mean(other, known);
                self.invalid("schedule", other, &format!("expected the name of a schedule{hint}"))
            })?,
        })
    }

    /// Rejects a key that does not apply to the schedule.
    fn check_special(&self, schedule: &str) -> Result<(), RawConfigError> {
        for ScheduleKey { key, takers, given, .. } in SCHEDULE_KEYS {
            if let Some(value) = given(self).filter(|_| !takers.contains(&schedule)) {
                let takers = takers.join(", ");
                let why = format!("it goes with {takers}, not with {schedule}");
                return Err(self.invalid(key, &value.to_string(), &why));
            }
        }
        Ok(())
    }
}

/// Enough stages to leave a single unbeaten player, and one more: 1 + the logarithm of the number
/// of players to the base of the group size, rounded up.
fn swiss_stages(players: usize, group: usize) -> usize {
    let mut stages = 1;
    let mut told_apart = 1;
    while told_apart < players {
        told_apart *= group;
        stages += 1;
    }
    stages
}

#[cfg(test)]
mod tests {
    use crate::{RawConfig, ScheduleKind};

    fn kind(schedule: &str) -> Result<ScheduleKind, String> {
        let raw = RawConfig { schedule: Some(schedule.to_owned()), ..RawConfig::default() };
        raw.kind(4).map_err(|error| error.to_string())
    }

    #[test]
    fn singles_are_groups_of_one() {
        assert_eq!(kind("singles"), Ok(ScheduleKind::RoundRobin { group: 1 }));
        assert!(kind("singles").unwrap().is_alone() && !kind("1v1").unwrap().is_alone());
    }

    #[test]
    fn every_schedule_is_named_to_those_who_ask_for_another() {
        let error = kind("rr").unwrap_err();
        for name in ["free-for-all", "singles", "ladder", "1v1", "2v2", "5v5", "2v2v2v2"] {
            assert!(error.contains(name), "{error}");
            assert!(kind(name).is_ok(), "{name}");
        }
    }
}
