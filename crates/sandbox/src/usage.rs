//! A player's processor time, and how long it waited for a processor, according to `/proc`.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

use crate::processes::children;

/// The clock tick of `/proc/ID/stat`: a constant of the kernel's interface.
const TICK: Duration = Duration::from_millis(10);

/// Processor use up to a moment.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    /// By thread: time on a processor, and time runnable but waiting for one.
    tasks: HashMap<u32, (Duration, Duration)>,
    /// Is a thread runnable or running?
    is_ready: bool,
    /// Processor time of all processes, including those that have ended, by the coarser clock.
    coarse: Duration,
    /// How long the launcher's stages and threads of the caller waited for a processor.
    helpers_waited: Duration,
}

impl Usage {
    /// The use of a player with its launcher, which has `stages` stages other than the player; and of the
    /// threads of this process that serve it. `None` if `/proc` does not show it.
    #[must_use]
    pub fn of(launcher: u32, stages: usize, threads: &[u32]) -> Option<Usage> {
        let mut usage = Usage::default();
        for thread in threads {
            usage.helpers_waited +=
                times(&format!("/proc/self/task/{thread}")).map_or(Duration::ZERO, |times| times.1);
        }
        let mut level = vec![launcher];
        for stage in 0.. {
            if level.is_empty() || stage > DEEPEST {
                break;
            }
            for &id in &level {
                if stage < stages {
                    usage.helpers_waited += times(&format!("/proc/{id}"))?.1;
                    usage.coarse += coarse(id).map_or(Duration::ZERO, |(_, children)| children);
                } else {
                    usage.add_player(id);
                }
            }
            level = level.iter().flat_map(|&id| children(id).unwrap_or_default()).collect();
        }
        Some(usage)
    }

    /// The use of a single thread that ran for `cpu` and waited for a core for `waited`.
    #[must_use]
    pub fn of_one(cpu: Duration, waited: Duration) -> Usage {
        Usage { tasks: [(1, (cpu, waited))].into(), ..Usage::default() }
    }

    fn add_player(&mut self, id: u32) {
        let tasks = fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
        for task in tasks {
            let folder = task.path().display().to_string();
            let number = task.file_name().to_str().and_then(|name| name.parse().ok());
            if let (Some(number), Some(times)) = (number, times(&folder)) {
                self.tasks.insert(number, times);
                self.is_ready |= is_ready(&folder);
            }
        }
        self.coarse += coarse(id).map_or(Duration::ZERO, |(own, children)| own + children);
    }

    /// Processor time since an earlier moment, of all threads together.
    #[must_use]
    pub fn cpu_since(&self, before: &Usage) -> Duration {
        let own = |(id, (cpu, _)): (&u32, &(Duration, Duration))| {
            cpu.saturating_sub(before.tasks.get(id).map_or(Duration::ZERO, |times| times.0))
        };
        let fine: Duration = self.tasks.iter().map(own).sum();
        fine.max(self.coarse.saturating_sub(before.coarse))
    }

    /// Whether a thread is runnable and none has run since an earlier moment. The system counts a wait only
    /// once it is over.
    #[must_use]
    pub fn is_starved_since(&self, before: &Usage) -> bool {
        let idle = |(id, times): (&u32, &(Duration, Duration))| {
            before.tasks.get(id).is_some_and(|earlier| earlier.0 == times.0)
        };
        self.is_ready && self.tasks.iter().all(idle)
    }

    /// The longest wait of a thread for a processor since an earlier moment, plus the waits of the helpers
    /// that deliver its answer.
    #[must_use]
    pub fn waited_since(&self, before: &Usage) -> Duration {
        let own = |(id, (_, wait)): (&u32, &(Duration, Duration))| {
            wait.saturating_sub(before.tasks.get(id).map_or(Duration::ZERO, |times| times.1))
        };
        let longest = self.tasks.iter().map(own).max().unwrap_or_default();
        longest + self.helpers_waited.saturating_sub(before.helpers_waited)
    }
}

/// Maximum depth below the launcher that is searched: more processes than a player may have, plus the stages.
const DEEPEST: usize = 80;

/// Processor time, and time runnable but waiting.
fn times(folder: &str) -> Option<(Duration, Duration)> {
    let text = fs::read_to_string(format!("{folder}/schedstat")).ok()?;
    let mut numbers = text.split_whitespace().map_while(|number| number.parse().ok());
    Some((Duration::from_nanos(numbers.next()?), Duration::from_nanos(numbers.next()?)))
}

/// Whether a thread is runnable or running, from its state, which follows its name.
fn is_ready(folder: &str) -> bool {
    let text = fs::read_to_string(format!("{folder}/stat")).unwrap_or_default();
    text.rsplit_once(')').is_some_and(|(_, rest)| rest.trim_start().starts_with('R'))
}

/// Processor time of a process, and of its terminated children.
fn coarse(id: u32) -> Option<(Duration, Duration)> {
    let text = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // the name before it may contain any character
    let (_, rest) = text.rsplit_once(')')?;
    let field = |place: usize| rest.split_whitespace().nth(place)?.parse::<u32>().ok();
    Some((TICK * (field(11)? + field(12)?), TICK * (field(13)? + field(14)?)))
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::Usage;

    /// Uses a processor for this long, by the process's own accounting.
    fn spin(time: Duration) {
        let start = Instant::now();
        while start.elapsed() < time {
            std::hint::spin_loop();
        }
    }

    #[test]
    fn the_usage_of_this_process_is_measured() {
        let me = std::process::id();
        let before = Usage::of(me, 0, &[]).unwrap();
        let mut after = before.clone();
        while after.cpu_since(&before) < Duration::from_millis(20) {
            spin(Duration::from_millis(5));
            after = Usage::of(me, 0, &[]).unwrap();
        }
        assert!(after.cpu_since(&Usage::default()) >= after.cpu_since(&before));
        assert!(Usage::of(u32::MAX >> 1, 1, &[]).is_none(), "a process that is not there");
    }

    #[test]
    fn only_a_ready_process_without_cpu_time_is_starved() {
        let usage = |is_ready, cpu| Usage {
            tasks: [(7, (Duration::from_millis(cpu), Duration::ZERO))].into(),
            is_ready,
            ..Usage::default()
        };
        assert!(usage(true, 5).is_starved_since(&usage(false, 5)));
        assert!(!usage(true, 6).is_starved_since(&usage(true, 5)), "it ran");
        assert!(!usage(false, 5).is_starved_since(&usage(true, 5)), "it sleeps");
        assert!(!usage(true, 5).is_starved_since(&Usage::default()), "it is new");
    }
}
