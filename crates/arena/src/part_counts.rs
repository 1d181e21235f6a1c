//! Counts of the parts of a run that is played, joined or checked in parts.

use std::iter;
use std::mem;
use std::ops::Range;
use std::path::Path;

use crate::RunError;
use lettergame_core::base::Name;
use lettergame_core::game::RowShape;
use lettergame_plan::{GameScore, Schedule};
use lettergame_report::Tally;
use lettergame_run::{PartFormat, PartOptions, RunFolder, part_of};
use lettergame_tournament::AnyTournament;

/// Counts games by part, in the order of their numbers.
pub(super) struct PartTallies {
    parts: Box<dyn Iterator<Item = Range<u64>> + Send>,
    /// The part in progress.
    part: Range<u64>,
    tally: Tally,
    empty: Tally,
    /// The parts that are complete.
    complete: Vec<(Range<u64>, Tally)>,
}

impl PartTallies {
    /// For these parts.
    pub(super) fn new(
        schedule: &Schedule,
        names: &[Name],
        parts: impl Iterator<Item = Range<u64>> + Send + 'static,
    ) -> PartTallies {
        let empty = Tally::of(schedule, names);
        let mut parts: Box<dyn Iterator<Item = Range<u64>> + Send> = Box::new(parts);
        let part = parts.next().unwrap_or_default();
        PartTallies { parts, part, tally: empty.clone(), empty, complete: Vec::new() }
    }

    /// Counts the next game.
    pub(super) fn add(&mut self, game: &GameScore) {
        self.tally.add(game);
        if game.game + 1 == self.part.end {
            let part = mem::replace(&mut self.part, self.parts.next().unwrap_or_default());
            self.complete.push((part, mem::replace(&mut self.tally, self.empty.clone())));
        }
    }

    /// Takes the parts that are complete.
    pub(super) fn take(&mut self) -> Vec<(Range<u64>, Tally)> {
        mem::take(&mut self.complete)
    }
}

/// The parts of a run that are not yet listed in a manifest.
pub struct PartCounts {
    games: Range<u64>,
    shape: RowShape,
    /// The counts of those that are not yet sealed, and their format; `None` if all are sealed.
    unsealed: Option<(PartTallies, PartFormat)>,
}

impl PartCounts {
    /// For a run of `games` that is divided so.
    #[must_use]
    pub fn new(
        tournament: &dyn AnyTournament,
        games: Range<u64>,
        options: PartOptions,
    ) -> PartCounts {
        let (all, most) = (games.clone(), options.games.get());
        let mut next = Some(games.start);
        let parts = iter::from_fn(move || {
            let part = part_of(next?, most, &all);
            next = (part.end < all.end).then_some(part.end);
            Some(part)
        });
        let (schedule, names) = (tournament.schedule(), tournament.names());
        let mut tallies = PartTallies::new(schedule, names, parts);
        if games.is_empty() {
            // it has one part
            tallies.complete.push((games.clone(), tallies.empty.clone()));
        }
        let unsealed = Some((tallies, options.format));
        PartCounts { games, shape: tournament.row_shape(), unsealed }
    }

    /// For a run of `games` whose parts are all sealed.
    #[must_use]
    pub fn sealed(tournament: &dyn AnyTournament, games: Range<u64>) -> PartCounts {
        PartCounts { games, shape: tournament.row_shape(), unsealed: None }
    }

    /// The games of the run.
    pub(super) fn games(&self) -> &Range<u64> {
        &self.games
    }

    /// Counts the next game.
    pub fn add(&mut self, game: &GameScore) {
        if let Some((tallies, _)) = &mut self.unsealed {
            tallies.add(game);
        }
    }

    /// Forgets complete parts that are sealed.
    pub(super) fn forget_sealed(&mut self, dir: &Path) {
        if let Some((tallies, _)) = &mut self.unsealed {
            tallies.complete.retain(|(games, _)| !RunFolder::is_part_sealed(dir, games));
        }
    }

    /// Seals all complete parts.
    pub(super) fn seal(&mut self, folder: &mut RunFolder) -> Result<(), RunError> {
        let Some((tallies, format)) = &mut self.unsealed else { return Ok(()) };
        for (games, tally) in tallies.take() {
            folder.seal_part(&games, &tally.to_json()?, (*format, self.shape))?;
        }
        Ok(())
    }
}
