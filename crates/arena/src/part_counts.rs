//! Counts of the parts of a run that is played, joined or checked in parts.

use std::ops::Range;
use std::path::Path;

use crate::RunError;
use lettergame_core::game::RowShape;
use lettergame_report::Tally;
use lettergame_tournament::{AnyTournament, GameScore, PartOptions, RunFolder, part_of};

/// Counts games by part, in the order of their numbers.
pub struct PartCounts {
    options: PartOptions,
    shape: RowShape,
    games: Range<u64>,
    /// The part in progress.
    part: Range<u64>,
    tally: Tally,
    empty: Tally,
    /// The parts that are complete, and not yet sealed.
    complete: Vec<(Range<u64>, Tally)>,
}

impl PartCounts {
    /// For a run of `games` that is divided so.
    #[must_use]
    pub fn new(
        tournament: &dyn AnyTournament,
        games: Range<u64>,
        options: PartOptions,
    ) -> PartCounts {
        let empty = Tally::of(tournament.schedule(), tournament.names());
        let part = part_of(games.start, options.games.get(), &games);
        // a run without games has one part
        let complete =
            games.is_empty().then(|| (part.clone(), empty.clone())).into_iter().collect();
        PartCounts {
            options,
            shape: tournament.row_shape(),
            games,
            part,
            tally: empty.clone(),
            empty,
            complete,
        }
    }

    /// The games of the run.
    pub(super) fn games(&self) -> &Range<u64> {
        &self.games
    }

    /// Counts the next game.
    pub fn add(&mut self, game: &GameScore) {
        self.tally.add(game);
        if game.game + 1 == self.part.end {
            let next = part_of(self.part.end, self.options.games.get(), &self.games);
            let part = std::mem::replace(&mut self.part, next);
            self.complete.push((part, std::mem::replace(&mut self.tally, self.empty.clone())));
        }
    }

    /// Forgets complete parts that are sealed.
    pub(super) fn forget_sealed(&mut self, dir: &Path) {
        self.complete.retain(|(games, _)| !RunFolder::is_sealed(dir, games));
    }

    /// Seals all complete parts.
    pub(super) fn seal(&mut self, folder: &mut RunFolder) -> Result<(), RunError> {
        let form = (self.options.format, self.shape);
        for (games, tally) in self.complete.drain(..) {
            folder.seal_part(&games, &tally.to_json()?, form)?;
        }
        Ok(())
    }
}
