//! The part of a [`Draft`] that says who meets whom.

use crate::base::did_you_mean;
use crate::tournament::{Draft, DraftError, Format};

impl Draft {
    /// The schedule that is asked for.
    pub(super) fn format(&self) -> Result<Format, DraftError> {
        let group = self.ranged("group-size", self.group_size.unwrap_or(2), 1, 14)? as usize;
        let size = self.ranged("team-size", self.team_size.unwrap_or(2), 1, 14)? as usize;
        let schedule = self.schedule.as_deref().unwrap_or("free-for-all");
        let takes_group = matches!(schedule, "round-robin" | "teams-of-clones");
        if let Some(size) = self.group_size.filter(|_| !takes_group) {
            let wanted =
                format!("{schedule} has no groups; it goes with round-robin or teams-of-clones");
            return Err(self.impossible("group-size", &size.to_string(), &wanted));
        }
        if let Some(size) = self.team_size.filter(|_| schedule != "teams-of-clones") {
            let wanted = format!("it goes with teams-of-clones, not with {schedule}");
            return Err(self.impossible("team-size", &size.to_string(), &wanted));
        }
        if let Some(count) = self.candidates.filter(|_| schedule != "candidates") {
            let wanted = format!("it goes with the schedule candidates, not with {schedule}");
            return Err(self.impossible("candidates", &count.to_string(), &wanted));
        }
        let count = self.ranged("candidates", self.candidates.unwrap_or(2), 1, 1000)? as usize;
        match schedule {
            "free-for-all" => Ok(Format::FreeForAll),
            "round-robin" => Ok(Format::RoundRobin { group }),
            "gauntlet" => Ok(Format::Gauntlet),
            "candidates" => Ok(Format::Candidates { count }),
            "teams-of-clones" => Ok(Format::Teams { teams: group, size }),
            other => Format::of_clones(other).ok_or_else(|| {
                let known =
                    ["free-for-all", "round-robin", "gauntlet", "candidates", "teams-of-clones"];
                let hint = did_you_mean(other, known);
                self.impossible("schedule", other, &format!("there is no such schedule{hint}"))
            }),
        }
    }
}
