//! The part of its budget that work has used: the processor time of its thread. On a busy machine that is
//! less than wall time, so work is not charged for waiting for a processor.

use std::time::{Duration, Instant};

/// Work may hold turns for this multiple of its budget: a budget is processor time, and sleeping uses none.
const IDLE: u32 = 4;

/// Time used by work while it had a turn.
#[derive(Clone, Copy, Default)]
pub(crate) struct Spent {
    pub(crate) wall: Duration,
    /// Processor time, which is less on a busy machine; the same as `wall` where the system does not report it.
    processor: Duration,
}

impl Spent {
    pub(crate) fn is_within(self, budget: Duration) -> bool {
        self.processor < budget && self.wall < budget.saturating_mul(IDLE)
    }
}

/// Measures the time spent on this thread.
pub(crate) struct Meter {
    since: Instant,
    processor: Option<Duration>,
}

impl Meter {
    pub(crate) fn start() -> Meter {
        Meter { since: Instant::now(), processor: processor_time() }
    }

    /// The time measured so far.
    pub(crate) fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }

    /// The time used so far.
    pub(crate) fn add_to(&self, spent: Spent) -> Spent {
        let wall = self.since.elapsed();
        let processor = self.processor.zip(processor_time());
        let processor = processor.map_or(wall, |(before, now)| now.saturating_sub(before));
        Spent { wall: spent.wall + wall, processor: spent.processor + processor }
    }
}

/// How long this thread has been on a processor.
#[cfg(target_os = "linux")]
fn processor_time() -> Option<Duration> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike as _;

    let usage = getrusage(UsageWho::RUSAGE_THREAD).ok()?;
    let all = [usage.user_time(), usage.system_time()]
        .map(|time| Duration::from_micros(time.num_microseconds().unsigned_abs()));
    Some(all.into_iter().sum())
}

#[cfg(not(target_os = "linux"))]
fn processor_time() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;
    use std::time::Duration;

    use super::{Meter, Spent};

    #[test]
    fn sleeping_is_not_work_but_is_interrupted_too() {
        let meter = Meter::start();
        sleep(Duration::from_millis(100));
        let spent = meter.add_to(Spent::default());
        assert!(spent.wall >= Duration::from_millis(100));
        assert_eq!(spent.processor < spent.wall, cfg!(target_os = "linux"));
        let second = Duration::from_secs(1);
        for (wall, processor, is_within) in [(3, 0, true), (4, 0, false), (1, 1, false)] {
            let spent = Spent { wall: wall * second, processor: processor * second };
            assert_eq!(spent.is_within(second), is_within);
        }
    }
}
