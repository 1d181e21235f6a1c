//! The part of a [`RawConfig`] that describes the schedule.

use crate::{RawConfig, RawConfigError, SCHEDULES, ScheduleKind};
use lettergame_core::base::did_you_mean;

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

/// The maximum number of stages.
const MOST_STAGES: u64 = 1000;

impl RawConfig {
    /// The requested schedule, for this number of players.
    pub(super) fn kind(&self, players: usize) -> Result<ScheduleKind, RawConfigError> {
        let schedule = self.schedule.as_deref().unwrap_or("free-for-all");
        self.check_special(schedule)?;
        let staged = matches!(schedule, "swiss" | "knockout" | "ladder");
        let least = if staged { 2 } else { 1 };
        let group = self.ranged("group-size", self.group_size.unwrap_or(2), least, 14)? as usize;
        let size = self.ranged("team-size", self.team_size.unwrap_or(2), 1, 14)? as usize;
        let count = self.ranged("candidates", self.candidates.unwrap_or(2), 1, 1000)? as usize;
        let stages = |default: usize| {
            let default = (default as u64).clamp(1, MOST_STAGES);
            self.ranged("stages", self.stages.unwrap_or(default), 1, MOST_STAGES)
        };
        Ok(match schedule {
            "free-for-all" => ScheduleKind::FreeForAll,
            "round-robin" => ScheduleKind::RoundRobin { group },
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
                let hint = did_you_mean(other, SCHEDULES.map(|(name, _)| name));
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
