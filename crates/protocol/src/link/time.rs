//! The time limits of a process: for hello, for its answers, and for a whole game.

use std::time::{Duration, Instant};

use crate::launch::Limits;
use crate::link::{GRACE, Link};
use crate::process_failure::ProcessFailure;
use lettergame_game::{Fault, FaultKind};

impl<T: Copy> Link<T> {
    /// The time taken by the question in progress so far.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// When to call [`Link::overdue`] if no event arrives first.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        Some(self.clock.due(self.limit()?))
    }

    /// The limit for what is awaited: hello, the questions in progress, or a pong.
    fn limit(&self) -> Option<Duration> {
        if self.hello.is_none() {
            return Some(self.init);
        }
        let Some(extra) = self.in_flight.iter().map(|flight| flight.extra).max() else {
            return self.pong_within;
        };
        let late = self.in_flight.iter().any(|flight| flight.late.is_some());
        let grace = if late { GRACE } else { Duration::ZERO };
        Some(self.choose + extra + grace)
    }

    /// Checks the clock. When time is up, a single question counts as late and gets a grace period; after
    /// that, or with several questions, the process has failed.
    pub fn overdue(&mut self) -> Option<ProcessFailure> {
        let limit = self.limit()?;
        if !self.clock.is_over(limit, self.process.usage()) {
            return None;
        }
        let used = self.clock.used();
        if self.hello.is_none() {
            let said = format!("no hello within {} ms{used}", self.init.as_millis());
            return Some(ProcessFailure::fault_of(FaultKind::LateStart, said));
        }
        if self.is_on_trial {
            self.end_trial(false);
            return None;
        }
        if self.in_flight.is_empty() {
            let said = format!("no answer to a ping within {} ms{used}", limit.as_millis());
            return Some(ProcessFailure::fault_of(FaultKind::Stalled, said));
        }
        if let [flight] = self.in_flight.make_contiguous()
            && flight.late.is_none()
        {
            flight.late = Some(format!("no answer within {} ms{used}", limit.as_millis()));
            return None;
        }
        let said =
            format!("no answer within {} ms or shortly after{used}", self.choose.as_millis());
        Some(ProcessFailure::fault_of(FaultKind::Stalled, said))
    }

    /// Whether the answer to the only question in progress is late.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.in_flight.iter().any(|flight| flight.late.is_some())
    }

    /// The time taken by each of the answers being read.
    pub(super) fn share(&mut self) -> Duration {
        if let Some(share) = self.share {
            return share;
        }
        let (took, wall) = (self.clock.elapsed(), self.clock.wall());
        let usage = || self.process.usage();
        let share = self.toll.charge(took, wall, self.choose, usage) / self.answers;
        self.share = Some(share);
        share
    }

    /// Time charged for answers although the process could not use it; refunded once.
    pub fn refund(&mut self) -> Duration {
        self.toll.refund(self.process.usage())
    }

    /// How the time for a game was spent, if known.
    #[must_use]
    pub fn used(&self) -> &'static str {
        self.toll.used()
    }

    /// Excludes the time during which this thread was not listening to the process.
    pub fn extend_deadline(&mut self, time: Duration) {
        self.clock.excuse(time);
    }
}

impl Limits {
    /// The fault of the next decision in a game that has used this much time, if none is left. Overcharged
    /// time is refunded first.
    pub fn game_over<M, T: Copy>(
        &self,
        used: &mut Duration,
        link: Option<&mut Link<T>>,
    ) -> Option<Fault<M>> {
        if *used < self.game {
            return None;
        }
        let mut on = "";
        if let Some(link) = link {
            *used = used.saturating_sub(link.refund());
            on = link.used();
        }
        let said = || format!("it has used its {} ms for this game{on}", self.game.as_millis());
        (*used >= self.game).then(|| Fault::GameTime(said()))
    }
}
