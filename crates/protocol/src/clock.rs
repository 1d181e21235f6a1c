//! The clock of a process with a pending question: wall time minus the time that it could not use.
//!
//! On a loaded machine a program waits for a processor. If the system reports how long (Linux), that wait
//! does not count: what counts is the processor time of all its threads, or the wall time minus the longest
//! wait of any thread, whichever is greater, and never more than the wall time. Each sample takes a few file
//! reads, so there are few: one after an eighth of the limit (until then wall time counts), one at the limit,
//! and one when a slower answer arrives. The system counts a wait only once it is over: a process that is
//! runnable at the limit, and has not run since the last sample, gets another eighth of the limit,
//! repeatedly.

use std::time::{Duration, Instant};

use lettergame_sandbox::Usage;

/// The fraction of a limit after which processor use is first sampled.
pub(super) const FIRST_LOOK: u32 = 8;
/// Regardless of waits, a process gets at most this many times the limit in wall time.
pub(super) const MAX: u32 = 10;
/// An extension shorter than this fraction of a limit is not granted.
const MIN: u32 = 100;

/// A clock that starts when it is created.
#[derive(Debug)]
pub(super) struct Clock {
    started: Instant,
    /// The excluded time.
    excused: Duration,
    /// The part of it during which this process was not listening.
    extended: Duration,
    /// The time of the first sample, its value, and the time excluded before.
    first: Option<(Instant, Usage, Duration)>,
    /// The latest sample.
    last: Usage,
    /// Whether a sample has been taken, or none is available.
    looked: bool,
    /// Processor time and wall time, from the first sample to the last.
    seen: Option<(Duration, Duration)>,
}

impl Clock {
    /// Starts a clock now.
    pub(super) fn start() -> Clock {
        Clock {
            started: Instant::now(),
            excused: Duration::ZERO,
            extended: Duration::ZERO,
            first: None,
            last: Usage::default(),
            looked: false,
            seen: None,
        }
    }

    /// Starts a clock now, together with its process.
    pub(super) fn start_with_process() -> Clock {
        let clock = Clock::start();
        Clock {
            first: Some((clock.started, Usage::default(), Duration::ZERO)),
            looked: true,
            ..clock
        }
    }

    /// The time that counts.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed().saturating_sub(self.excused)
    }

    /// Excludes time during which this process was not listening.
    pub(super) fn excuse(&mut self, time: Duration) {
        self.excused += time;
        self.extended += time;
    }

    /// When [`Clock::is_over`] is to be called next.
    pub(super) fn due(&self, limit: Duration) -> Instant {
        let limit = if self.looked { limit } else { limit / FIRST_LOOK };
        self.started + self.excused + limit
    }

    /// Whether a limit has been reached. `usage` is that of the process, if known.
    pub(super) fn is_over(&mut self, limit: Duration, usage: Option<Usage>) -> bool {
        let now = Instant::now();
        let Some(usage) = usage else {
            self.looked = true;
            return self.due(limit) <= now;
        };
        if self.first.is_none() {
            // a late check says nothing about the process: this one was delayed too
            self.excused += now.saturating_duration_since(self.due(limit));
            self.first = Some((now, usage.clone(), self.excused));
            (self.last, self.looked) = (usage, true);
            return false;
        }
        let excuse = self.excuse_at(now, &usage);
        let has_more = self.started.elapsed().saturating_sub(self.extended) < limit * MAX;
        if has_more && excuse >= limit / MIN {
            self.excused += excuse;
        }
        if has_more && self.due(limit) <= now && usage.is_starved_since(&self.last) {
            self.excused += limit / FIRST_LOOK;
        }
        self.last = usage;
        self.due(limit) <= now
    }

    /// An answer has arrived: the waits since the first sample are excluded.
    pub(super) fn settle(&mut self, usage: impl FnOnce() -> Option<Usage>) {
        if self.first.is_some()
            && let Some(usage) = usage()
        {
            let excuse = self.excuse_at(Instant::now(), &usage);
            self.excused += excuse;
        }
    }

    /// The additional time to exclude, as of this moment.
    fn excuse_at(&mut self, now: Instant, usage: &Usage) -> Duration {
        let Some((since, before, excused)) = &self.first else { return Duration::ZERO };
        let wall = now.saturating_duration_since(*since);
        let (cpu, waited) = (usage.cpu_since(before), usage.waited_since(before));
        self.seen = Some((cpu, wall));
        (wall - charged(cpu, wall, waited) + *excused).saturating_sub(self.excused)
    }

    /// Wall time since the start.
    pub(super) fn wall(&self) -> Duration {
        self.started.elapsed()
    }

    /// How it spent an expired limit.
    pub(super) fn used(&self) -> String {
        let ms = |time: Duration| time.as_millis();
        let Some((cpu, wall)) = self.seen else { return String::new() };
        let idle = if cpu < wall / 2 { "; it slept or waited" } else { "" };
        let clock = if self.excused > Duration::ZERO {
            format!(", {} ms by the clock", ms(self.started.elapsed()))
        } else {
            String::new()
        };
        format!("{clock} ({} of the last {} ms on a processor{idle})", ms(cpu), ms(wall))
    }
}

/// The part of wall time that counts.
pub(super) fn charged(cpu: Duration, wall: Duration, waited: Duration) -> Duration {
    cpu.max(wall.saturating_sub(waited)).min(wall)
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;
    use std::time::Duration;

    use super::Clock;
    use lettergame_sandbox::Usage;

    const LIMIT: Duration = Duration::from_millis(80);

    #[test]
    fn without_a_sample_wall_time_counts() {
        let mut clock = Clock::start();
        assert!(!clock.is_over(Duration::from_secs(60), None));
        sleep(LIMIT);
        assert!(clock.is_over(LIMIT, None));
        assert_eq!(clock.used(), "");
        clock.excuse(Duration::from_secs(60));
        assert!(!clock.is_over(LIMIT, None));
    }

    #[test]
    fn a_first_sample_that_comes_too_late_blames_no_player() {
        let mut clock = Clock::start();
        sleep(2 * LIMIT);
        assert!(!clock.is_over(LIMIT, Some(Usage::default())));
        assert!(clock.excused >= LIMIT, "{clock:?}");
        sleep(LIMIT);
        assert!(clock.is_over(LIMIT, Some(Usage::default())));
    }

    #[test]
    fn a_sleeping_player_times_out_and_the_reason_is_given() {
        let mut clock = Clock::start_with_process();
        sleep(LIMIT);
        assert!(clock.is_over(LIMIT, Some(Usage::default())));
        assert!(clock.used().ends_with("it slept or waited)"), "{}", clock.used());
    }
}
