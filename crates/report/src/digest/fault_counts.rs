//! Faults by player and kind, from `scores.csv` and from `faults.jsonl`.

use std::collections::{BTreeMap, BTreeSet};

use crate::digest::FaultDigest;
use lettergame_base::Name;
use lettergame_run::FaultLog;

/// The maximum number of games listed for each kind of fault.
const MAX_GAMES: usize = 5;

/// Counts faults by the player's number and the kind.
#[derive(Clone, Debug, Default)]
pub(super) struct FaultCounts(BTreeMap<(usize, String), FaultCount>);

#[derive(Clone, Debug, Default)]
struct FaultCount {
    seats: u64,
    lines: u64,
    games: BTreeSet<u64>,
}

impl FaultCount {
    fn note(&mut self, game: u64) {
        self.games.insert(game);
        if self.games.len() > MAX_GAMES {
            self.games.pop_last();
        }
    }
}

impl FaultCounts {
    /// Counts a seat whose status is not `ok`.
    pub(super) fn add_seat(&mut self, player: usize, status: &str, game: u64) {
        let count = self.0.entry((player, status.to_owned())).or_default();
        count.seats += 1;
        count.note(game);
    }

    /// Counts the lines of `faults.jsonl` of games before `next`.
    pub(super) fn add_records(&mut self, faults: &FaultLog, next: u64) {
        for fault in faults.records().iter().filter(|fault| fault.game < next) {
            let count = self.0.entry((fault.player, fault.kind.name().to_owned())).or_default();
            count.lines += 1;
            count.note(fault.game);
        }
    }

    /// The counts in the order of the config, then by kind.
    pub(super) fn digest(&self, names: &[Name]) -> Vec<FaultDigest> {
        let told = |((player, kind), count): (&(usize, String), &FaultCount)| FaultDigest {
            player: names[*player].to_string(),
            kind: kind.clone(),
            seats: count.seats,
            lines: count.lines,
            first_games: count.games.iter().copied().collect(),
        };
        self.0.iter().map(told).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::FaultCounts;
    use lettergame_base::{Seed, unique_names};
    use lettergame_plan::{RecordLevel, Schedule, ScheduleKind, Seating};
    use lettergame_run::RunRows;

    fn of(text: &str) -> Result<FaultCounts, String> {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("faults.jsonl"), text).unwrap();
        let schedule =
            Schedule::new(ScheduleKind::FreeForAll, Seating::Rotate, 2, 20, Seed(1)).unwrap();
        let rows = RunRows {
            dir: dir.path(),
            schedule: &schedule,
            names: &unique_names(&["a", "b"]),
            shape: None,
            record: RecordLevel::Games,
            games: 0..20,
            checked: false,
            ended: false,
        };
        let mut counts = FaultCounts::default();
        let faults = rows.faults().map_err(|error| error.to_string())?;
        counts.add_records(&faults, 10);
        Ok(counts)
    }

    fn line(game: u64, player: &str, fault: &str) -> String {
        format!(
            "{{\"game\":{game},\"ply\":1,\"seat\":0,\"player\":\"{player}\",\"fault\":\"{fault}\",\"said\":\"x\"}}\n"
        )
    }

    #[test]
    fn seats_and_lines_are_counted_with_their_first_games() {
        let lines: Vec<String> = (1..9).map(|game| line(game, "b", "late")).collect();
        let mut counts = of(&(lines.concat() + &line(10, "b", "late"))).unwrap();
        counts.add_seat(1, "late", 0);
        counts.add_seat(0, "banned", 3);
        let found = counts.digest(&unique_names(&["a", "b"]));
        assert_eq!((found[0].player.as_str(), found[0].kind.as_str()), ("a", "banned"));
        assert_eq!((found[0].seats, found[0].lines), (1, 0));
        assert_eq!((found[1].seats, found[1].lines), (1, 8), "game 10 is not done");
        assert_eq!(found[1].first_games, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn seats_of_benched_players_are_counted_apart() {
        let [gone, benched] = ["gone", "benched"].map(|fault| line(1, "a", fault));
        let found = of(&(gone + &benched + &benched + &line(2, "a", "illegal"))).unwrap();
        let found = found.digest(&unique_names(&["a"]));
        let told: Vec<(&str, u64)> = found.iter().map(|f| (f.kind.as_str(), f.lines)).collect();
        assert_eq!(told, [("benched", 2), ("gone", 1), ("illegal", 1)]);
    }

    #[test]
    fn a_partial_line_is_skipped_and_garbage_is_refused() {
        let whole = line(1, "a", "illegal");
        assert!(of(&(whole.clone() + "{\"game\":2,\"pl")).is_ok());
        for bad in ["garbage\n", "\u{0}\n", "{}\n", "\n"] {
            let error = of(&(whole.clone() + bad)).unwrap_err();
            assert!(error.contains("line 2"), "{error}");
        }
        assert!(of(&line(1, "c", "illegal")).is_err(), "an unknown player");
        assert!(of(&line(1, "a", "laziness")).is_err(), "a fault that does not exist");
    }
}
