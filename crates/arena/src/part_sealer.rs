//! The tallies of the parts of a run that is played, joined or checked in parts.

use std::mem;
use std::ops::Range;
use std::path::Path;

use lettergame_base::Name;
use lettergame_game::RowShape;
use lettergame_plan::{GameScore, Schedule};
use lettergame_report::Tally;
use lettergame_run::{Division, ManifestError, PartOptions, RunFolder};
use lettergame_tournament::AnyTournament;

/// Counts games by part, in the order of their numbers.
pub(super) struct PartTallies {
    part_of: Box<dyn Fn(u64) -> Range<u64> + Send>,
    /// The part in progress.
    part: Range<u64>,
    tally: Tally,
    empty: Tally,
    /// The parts that are complete.
    complete: Vec<(Range<u64>, Tally)>,
}

impl PartTallies {
    /// For a run from game `first` on; `part_of` finds the part of a game.
    pub(super) fn new(
        schedule: &Schedule,
        names: &[Name],
        first: u64,
        part_of: impl Fn(u64) -> Range<u64> + Send + 'static,
    ) -> PartTallies {
        let (empty, part) = (Tally::of(schedule, names), part_of(first));
        let part_of = Box::new(part_of);
        PartTallies { part_of, part, tally: empty.clone(), empty, complete: Vec::new() }
    }

    /// Counts the next game.
    pub(super) fn add(&mut self, game: &GameScore) {
        self.tally.add(game);
        if game.game + 1 == self.part.end {
            let next = (self.part_of)(self.part.end);
            let tally = mem::replace(&mut self.tally, self.empty.clone());
            self.complete.push((mem::replace(&mut self.part, next), tally));
        }
    }

    /// Takes the parts that are complete.
    pub(super) fn take(&mut self) -> Vec<(Range<u64>, Tally)> {
        mem::take(&mut self.complete)
    }
}

/// Seals the parts of a run as their games are counted.
pub(super) struct PartSealer {
    tallies: PartTallies,
    options: PartOptions,
    shape: RowShape,
}

impl PartSealer {
    /// For a run of these games that is divided so.
    pub(super) fn new(
        tournament: &dyn AnyTournament,
        games: &Range<u64>,
        options: PartOptions,
    ) -> PartSealer {
        let division = Division::new(games.clone(), Some(options));
        let (schedule, names) = (tournament.schedule(), tournament.names());
        let part_of = move |game| division.part_of(game);
        let mut tallies = PartTallies::new(schedule, names, games.start, part_of);
        if games.is_empty() {
            // it has one part
            tallies.complete.push((games.clone(), tallies.empty.clone()));
        }
        PartSealer { tallies, options, shape: tournament.row_shape() }
    }

    /// How the run is divided.
    pub(super) fn options(&self) -> PartOptions {
        self.options
    }

    /// Counts the next game, which is played.
    pub(super) fn add(&mut self, game: &GameScore) {
        self.tallies.add(game);
    }

    /// Counts the next game, which was played before. Its part may be sealed already.
    pub(super) fn add_found(&mut self, game: &GameScore, folder: &Path) {
        self.tallies.add(game);
        let ends = |part: &Range<u64>| part.end == game.game + 1;
        self.tallies
            .complete
            .pop_if(|(part, _)| ends(part) && RunFolder::is_part_sealed(folder, part));
    }

    /// Seals the parts that are complete.
    pub(super) fn seal(&mut self, folder: &mut RunFolder) -> Result<(), ManifestError> {
        let sealed = (self.options.format, self.shape);
        let mut parts = self.tallies.take().into_iter();
        parts.try_for_each(|(part, tally)| folder.seal_part(&part, &tally.to_json(), sealed))
    }
}
