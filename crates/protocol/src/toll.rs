//! Charges answers to a process's time for a game.
//!
//! For a quick answer the clock has only wall time: sampling processor use takes a few file reads. On a
//! loaded machine many quick answers may be charged more than they used. So once an eighth of a decision's
//! limit has been charged without a sample, the sum is compared with processor use, and the excess is
//! deducted from later answers.

use std::mem;
use std::time::Duration;

use crate::clock::{self, FIRST_LOOK};
use lettergame_sandbox::Usage;

/// The account of one process.
#[derive(Debug, Default)]
pub(super) struct Toll {
    /// Processor use at the last sample.
    base: Option<Usage>,
    /// Wall time of the answers since then, and the time charged for them.
    unproven: Duration,
    paid: Duration,
    /// The excess charge.
    credit: Duration,
    /// Processor time and wall time, over the compared intervals.
    seen: (Duration, Duration),
}

impl Toll {
    /// The charge for an answer that took this long by its clock, which may already exclude waits;
    /// `limit` is that of a decision, `usage` that of the process.
    pub(super) fn charge(
        &mut self,
        took: Duration,
        wall: Duration,
        limit: Duration,
        usage: impl FnOnce() -> Option<Usage>,
    ) -> Duration {
        self.unproven += wall;
        let paid = took.saturating_sub(self.credit);
        self.credit -= took - paid;
        self.paid += took;
        if self.base.is_none() || self.unproven >= limit / FIRST_LOOK {
            self.prove(usage());
        }
        paid
    }

    /// The excess charged so far, which is refunded by this call.
    pub(super) fn refund(&mut self, usage: Option<Usage>) -> Duration {
        self.prove(usage);
        mem::take(&mut self.credit)
    }

    /// Compares the charges with processor use.
    fn prove(&mut self, usage: Option<Usage>) {
        if let (Some(base), Some(usage)) = (&self.base, &usage) {
            let (cpu, waited) = (usage.cpu_since(base), usage.waited_since(base));
            self.credit += self.paid.saturating_sub(clock::charged(cpu, self.unproven, waited));
            self.seen.0 += cpu;
            self.seen.1 += self.unproven;
        }
        (self.base, self.unproven, self.paid) = (usage, Duration::ZERO, Duration::ZERO);
    }

    /// How the time for a game was spent, if known.
    pub(super) fn used(&self) -> &'static str {
        match self.seen {
            (_, Duration::ZERO) => "",
            (cpu, wall) if cpu < wall / 2 => "; its program mostly slept or waited",
            _ => "; its program was mostly on a processor",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Toll;
    use lettergame_sandbox::Usage;

    const LIMIT: Duration = Duration::from_millis(800);

    fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    #[test]
    fn waiting_time_is_deducted_from_the_following_answers() {
        let mut toll = Toll::default();
        let answer = |toll: &mut Toll, cpu, waited| {
            toll.charge(ms(40), ms(40), LIMIT, || Some(Usage::of_one(ms(cpu), ms(waited))))
        };
        assert_eq!(answer(&mut toll, 0, 0), ms(40), "the first look");
        assert_eq!(answer(&mut toll, 0, 0), ms(40));
        assert_eq!(answer(&mut toll, 0, 0), ms(40));
        // 120 ms, 20 on a processor and 90 waiting for one: 30 count
        assert_eq!(answer(&mut toll, 20, 90), ms(40));
        assert_eq!(answer(&mut toll, 20, 90), ms(0));
        assert_eq!(answer(&mut toll, 20, 90), ms(0));
        assert_eq!(answer(&mut toll, 140, 90), ms(30));
        assert_eq!(toll.used(), "; its program was mostly on a processor");
    }

    #[test]
    fn an_excess_charge_is_refunded_when_it_matters() {
        let mut toll = Toll::default();
        for (cpu, waited) in [(0, 0), (1, 38), (2, 76)] {
            let usage = || Some(Usage::of_one(ms(cpu), ms(waited)));
            assert_eq!(toll.charge(ms(40), ms(40), LIMIT, usage), ms(40));
        }
        assert_eq!(toll.refund(Some(Usage::of_one(ms(2), ms(76)))), ms(76));
        assert_eq!(toll.refund(Some(Usage::of_one(ms(2), ms(76)))), ms(0));
        // what a clock already deducted is not refunded
        assert_eq!(toll.charge(ms(5), ms(90), LIMIT, || None), ms(5));
        assert_eq!(toll.refund(Some(Usage::of_one(ms(7), ms(161)))), ms(0));
    }

    #[test]
    fn a_player_that_sleeps_or_works_is_charged_in_full() {
        for (cpu, said) in [(0, "mostly slept"), (120, "mostly on a processor")] {
            let mut toll = Toll::default();
            for step in 0..9 {
                let usage = || Some(Usage::of_one(ms(step * cpu / 3), ms(0)));
                assert_eq!(toll.charge(ms(40), ms(40), LIMIT, usage), ms(40));
            }
            assert!(toll.used().contains(said), "{}", toll.used());
            assert_eq!(toll.refund(Some(Usage::of_one(ms(8 * cpu / 3), ms(0)))), ms(0));
        }
    }

    #[test]
    fn wall_time_counts_when_nothing_else_is_known() {
        let mut toll = Toll::default();
        for _ in 0..9 {
            assert_eq!(toll.charge(ms(40), ms(40), LIMIT, || None), ms(40));
        }
        assert_eq!((toll.used(), toll.refund(None)), ("", ms(0)));
    }
}
