//! The standings of a run while it is played: at intervals (`--every`), and when a person at the
//! terminal presses Enter.

use std::io::{self, IsTerminal};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::cli::args::WatchArgs;

/// When standings are shown next.
pub(in crate::cli) struct Interim {
    every: Option<Duration>,
    shown: Instant,
    /// Whether a person can ask for them.
    can_ask: bool,
}

impl Interim {
    /// As the options say; nobody asks for them where nobody sees them.
    pub(in crate::cli) fn of(args: &WatchArgs, is_silent: bool) -> Interim {
        let every = args.every.filter(|_| !is_silent);
        let can_ask = !is_silent && io::stdin().is_terminal() && io::stderr().is_terminal();
        if can_ask {
            listen();
        }
        Interim { every, shown: Instant::now(), can_ask }
    }

    /// Whether it is time.
    pub(in crate::cli) fn is_due(&mut self) -> bool {
        let asked = self.can_ask && ASKED.swap(false, Ordering::Relaxed);
        let due = asked || self.every.is_some_and(|every| self.shown.elapsed() >= every);
        if due {
            self.shown = Instant::now();
        }
        due
    }
}

/// Becomes true with each line from the terminal.
static ASKED: AtomicBool = AtomicBool::new(false);

/// Starts, once, to wait for lines.
fn listen() {
    static LISTENS: Once = Once::new();
    LISTENS.call_once(|| {
        // ends with the process
        let _ = std::thread::Builder::new().name("keys".into()).spawn(|| {
            while next_line() {
                ASKED.store(true, Ordering::Relaxed);
            }
        });
    });
}

/// Waits for a line; false when there will be none. A process in the background does not read, which
/// would stop it.
#[cfg(unix)]
fn next_line() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    const OFTEN: Timespec = Timespec { tv_sec: 0, tv_nsec: 200_000_000 };
    let stdin = io::stdin();
    loop {
        let mut ready = [PollFd::new(&stdin, PollFlags::IN)];
        let Ok(count) = poll(&mut ready, Some(&OFTEN)) else { return false };
        let is_foreground = rustix::termios::tcgetpgrp(&stdin)
            .is_ok_and(|group| group == rustix::process::getpgrp());
        if count > 0 && is_foreground {
            return stdin.read_line(&mut String::new()).is_ok_and(|bytes| bytes > 0);
        }
        if count > 0 {
            std::thread::sleep(Duration::from_millis(200));
        }
    }
}

#[cfg(not(unix))]
fn next_line() -> bool {
    io::stdin().read_line(&mut String::new()).is_ok_and(|bytes| bytes > 0)
}
