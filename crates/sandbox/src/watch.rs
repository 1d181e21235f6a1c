//! Waits for a player, reaps its children, and kills it when its processes together exceed a limit.

use std::io::{self, Write as _};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{SigSet, Signal};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::WaitStatus;

use crate::Spec;
use crate::channel::{Ending, Report, report};
use crate::pause::Pause;
use crate::processes::{self, Process, Search};
use crate::reaping::{ending, has_ended, is, reap};

/// Signals about children, as a file to wait for, and the end of the process that no stage may outlive.
pub(super) struct Waiter {
    signals: SignalFd,
    caller: Option<OwnedFd>,
}

/// Why a wait ended.
#[derive(PartialEq)]
pub(super) enum Woken {
    Child,
    Time,
    CallerGone,
    /// The player is asked to exit.
    Leave,
    /// The caller has sent a command.
    Command,
}

impl Waiter {
    /// Create it before the first child is started. SIGTERM and the signals about children arrive only here.
    pub(super) fn new(caller: Option<OwnedFd>) -> io::Result<Waiter> {
        let mut awaited = SigSet::empty();
        awaited.add(Signal::SIGCHLD);
        awaited.add(Signal::SIGTERM);
        awaited.thread_block()?;
        let signals =
            SignalFd::with_flags(&awaited, SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK)?;
        Ok(Waiter { signals, caller })
    }

    /// Without a timeout: until a child or the caller ends. `commands` is the source of commands.
    pub(super) fn wait(
        &self,
        time: Option<Duration>,
        commands: Option<&UnixStream>,
    ) -> io::Result<Woken> {
        let mut files = vec![PollFd::from_borrowed_fd(self.signals.as_fd(), PollFlags::IN)];
        files.extend(self.caller.as_ref().map(|caller| PollFd::new(caller, PollFlags::IN)));
        files.extend(commands.map(|commands| PollFd::new(commands, PollFlags::IN)));
        let time = time.map(|time| Timespec { tv_sec: 0, tv_nsec: i64::from(time.subsec_nanos()) });
        match poll(&mut files, time.as_ref()) {
            Ok(0) => return Ok(Woken::Time),
            Err(rustix::io::Errno::INTR) => return Ok(Woken::Time),
            Err(error) => return Err(error.into()),
            Ok(_) => {}
        }
        let ready = |place: usize| files.get(place).is_some_and(|file| !file.revents().is_empty());
        if self.caller.is_some() && ready(1) {
            return Ok(Woken::CallerGone);
        }
        let mut woken = if ready(0) { Woken::Child } else { Woken::Command };
        while let Some(signal) = self.signals.read_signal()? {
            if signal.ssi_signo == Signal::SIGTERM as u32 && is_from_above(signal.ssi_pid) {
                woken = Woken::Leave;
            }
        }
        Ok(woken)
    }
}

/// Whether this was sent by the caller or the stage above. A sender outside the namespace has id 0. Otherwise
/// a player that finds a way to send signals could end its pauses.
fn is_from_above(sender: u32) -> bool {
    sender == 0 || rustix::process::getppid().is_some_and(|parent| is(parent, sender))
}

/// The check interval of a player that does not grow and uses less than half of its memory; of one that uses
/// more; and of one that grows.
const RESTING: Duration = Duration::from_millis(200);
const NEAR_THE_LIMIT: Duration = Duration::from_millis(50);
const GROWING: Duration = Duration::from_millis(10);

/// The check interval of a stopped player, which does not grow. Below a second.
const STOPPED: Duration = Duration::from_millis(900);

/// Number of memory measurements before the result counts, while processes come and go.
const LOOKS: usize = 5;
const BETWEEN_LOOKS: Duration = Duration::from_millis(2);

/// The limits on all processes of a player together.
pub(super) struct Watch<'a> {
    pub spec: &'a Spec,
    /// The process whose descendants are watched.
    pub root: u32,
    pub search: Search,
}

impl Watch<'_> {
    /// Runs until the player ends or a limit is exceeded, pausing and resuming it as commanded by the caller.
    /// Afterwards the caller must kill any remaining processes.
    pub(super) fn over(&self, player: u32, waiter: &Waiter, commands: UnixStream) -> Ending {
        let watched = Pause::new(commands, self.root)
            .and_then(|pause| self.until_the_end(player, waiter, pause));
        watched.unwrap_or_else(|error| Ending::WatchFailed(format!("watch: {error}")))
    }

    fn until_the_end(&self, player: u32, waiter: &Waiter, mut pause: Pause) -> io::Result<Ending> {
        let mut rest = GROWING;
        let (mut last_kib, mut last_count) = (0, 0);
        let mut next_look = Instant::now() + rest;
        // the time until then, saved when the player is stopped
        let mut left: Option<Duration> = None;
        loop {
            let next = if left.is_some() { Instant::now() + STOPPED } else { next_look };
            let time = next.min(pause.due().unwrap_or(next));
            let time = time.saturating_duration_since(Instant::now());
            let woken = waiter.wait(Some(time), pause.commands())?;
            match woken {
                Woken::CallerGone => return Ok(Ending::Signal(Signal::SIGKILL as i32)),
                Woken::Leave => {
                    pause.end_for_good();
                    processes::ask_to_leave(player);
                }
                Woken::Child | Woken::Time | Woken::Command => {}
            }
            pause.obey();
            let now = Instant::now();
            if pause.is_stopped() {
                left.get_or_insert_with(|| next_look.saturating_duration_since(now));
            } else if let Some(left) = left.take() {
                next_look = now + left;
            }
            // a child that stops or continues is signalled as well, but needs no measurement
            let ended = woken == Woken::Child && has_ended()?;
            let is_asked = pause.take_measurement();
            if !ended && !is_asked && (left.is_some() || now < next_look) {
                continue;
            }
            // Before the check, which must see what the player left: it may end because the kernel refused it
            // another process.
            let status = reap(player)?;
            let found = processes::below(self.root, self.search, self.spec.processes as usize + 1);
            if let Some(excess) = self.excess(&found) {
                processes::kill_all(self.root, status.is_none().then_some(player));
                return Ok(excess);
            }
            if let Some(status) = status {
                return Ok(self.verdict(status));
            }
            if is_asked && let Some(commands) = pause.commands() {
                report(commands, &Report::Measured);
            }
            let kib = sum(&found, |process| process.memory_kib);
            let growing = kib > last_kib + self.limit_kib() / 32 || found.len() > last_count;
            let longest = if kib > self.limit_kib() / 2 { NEAR_THE_LIMIT } else { RESTING };
            rest = if growing { GROWING } else { longest.min(rest * 3 / 2) };
            (last_kib, last_count) = (kib, found.len());
            next_look = Instant::now() + rest;
        }
    }

    /// The limit that was exceeded, if any.
    fn excess(&self, found: &[Process]) -> Option<Ending> {
        let tasks = sum(found, |process| u64::from(process.threads));
        let processes_exceeded = |text: String| {
            complain(&text);
            Some(Ending::ProcessesExceeded(text))
        };
        if found.len() as u64 > u64::from(self.spec.processes) {
            return processes_exceeded(format!(
                "process limit of {} exceeded",
                self.spec.processes
            ));
        }
        if tasks > u64::from(self.spec.tasks()) {
            let text = format!("process limit of {} threads exceeded", self.spec.tasks());
            return processes_exceeded(text);
        }
        // The quick sum counts shared pages repeatedly; the slow one is needed only if it exceeds the limit.
        let quick_kib = sum(found, |process| process.memory_kib);
        let exceeded = quick_kib > self.limit_kib() && self.proportional_kib() > self.limit_kib();
        exceeded.then(|| self.memory_excess())
    }

    /// The memory of all processes, shared pages counted once. While processes come and go a page may be seen
    /// with fewer sharers than it has by the end of the measurement: then the smallest of several counts.
    fn proportional_kib(&self) -> u64 {
        let list = || processes::below(self.root, self.search, self.spec.processes as usize + 1);
        let ids = |found: &[Process]| found.iter().map(|process| process.id).collect::<Vec<_>>();
        let (mut found, mut smallest) = (list(), u64::MAX);
        for _ in 0..LOOKS {
            smallest = smallest.min(sum(&found, processes::proportional_kib));
            let after = list();
            if smallest <= self.limit_kib() || ids(&after) == ids(&found) {
                break;
            }
            found = after;
            std::thread::sleep(BETWEEN_LOOKS);
        }
        smallest
    }

    fn limit_kib(&self) -> u64 {
        self.spec.memory >> 10
    }

    fn memory_excess(&self) -> Ending {
        let text = format!("memory limit of {} MiB exceeded", self.spec.memory >> 20);
        complain(&text);
        Ending::MemoryExceeded(text)
    }

    /// A player that fails after exceeding its limit is assumed to have run out of memory, even if
    /// the watch did not check in time.
    fn verdict(&self, status: WaitStatus) -> Ending {
        let ending = ending(status);
        let largest_kib = getrusage(UsageWho::RUSAGE_CHILDREN).map_or(0, |usage| usage.max_rss());
        if ending == Ending::Code(0) || u64::try_from(largest_kib).unwrap_or(0) <= self.limit_kib()
        {
            return ending;
        }
        self.memory_excess()
    }
}

fn sum(found: &[Process], of: impl Fn(&Process) -> u64) -> u64 {
    found.iter().map(of).sum()
}

/// How long to wait for a full standard error.
const COMPLAINT: Timespec = Timespec { tv_sec: 0, tv_nsec: 200_000_000 };

/// Writes a line to standard error, unless the player has filled the pipe and no one reads it.
pub(super) fn complain(text: &str) {
    let error = io::stderr();
    let mut file = [PollFd::new(&error, PollFlags::OUT)];
    let ready = poll(&mut file, Some(&COMPLAINT));
    if ready.is_ok_and(|count| count > 0) {
        say(text);
    }
}

/// Writes a line to standard error in one piece, so that what others write there at the same time does not come
/// in between.
pub(super) fn say(text: &str) {
    // there is no one to tell that this failed
    let _ = io::stderr().write_all(format!("lettergame: {text}\n").as_bytes());
}
