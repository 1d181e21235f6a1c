//! The outcome of a game that was played.

use lettergame_base::{BySeat, SeatSet};
use lettergame_game::{FaultKind, Game, Offence, Table};
use lettergame_plan::{GameScore, Job, SeatScore};

/// Which programs failed in a game, and which players were not asked.
pub(super) struct Failures {
    failed: SeatSet,
    pub(super) benched: SeatSet,
}

impl Failures {
    pub(super) fn new(benched: SeatSet) -> Failures {
        Failures { failed: SeatSet::EMPTY, benched }
    }

    pub(super) fn note(&mut self, offence: &Offence) {
        if offence.kind.is_failure() {
            self.failed.insert(offence.seat);
        }
        if offence.kind == FaultKind::Benched {
            self.benched.insert(offence.seat);
        }
    }
}

/// The score of a finished game.
pub(super) fn score<G: Game>(job: &Job, table: &Table<G>, failures: &Failures) -> GameScore {
    let outcome = table.outcome();
    let seats = BySeat::from_fn(job.lineup.len(), |seat| SeatScore {
        player: job.lineup[seat],
        points: outcome.points[seat],
        place: outcome.places[seat],
        faulty: table.status(seat) != "ok",
        failed: failures.failed.contains(seat),
        benched: failures.benched.contains(seat),
    });
    GameScore { game: job.game, deal: job.deal, seats }
}
