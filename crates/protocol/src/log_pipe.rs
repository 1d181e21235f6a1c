//! Reads the log of a process from a pipe.
//!
//! A program writes to its log before it answers. To mark output with the games it is about, everything in
//! the pipe is read before the next games are set.

use std::process::ChildStderr;
use std::sync::{Mutex, MutexGuard};

use crate::log::Log;
use crate::log_mark::LogMark;

/// The pipe to which a process writes its log.
#[derive(Debug)]
pub(super) struct LogPipe {
    log: Mutex<Log>,
    pipe: pipe::Pipe,
}

impl LogPipe {
    pub(super) fn new(stderr: Option<ChildStderr>) -> LogPipe {
        LogPipe { log: Mutex::default(), pipe: pipe::Pipe::new(stderr) }
    }

    /// The log so far, with all output written.
    pub(super) fn log(&self) -> MutexGuard<'_, Log> {
        let mut log = self.lock();
        self.pipe.take_ready(&mut log);
        log
    }

    /// Marks the following output with other games.
    pub(super) fn mark(&self, mark: &LogMark) {
        self.log().mark(mark);
    }

    /// Reads until the process has closed it; calls `flood` once if the log exceeds its maximum.
    pub(super) fn keep(&self, flood: impl Fn()) {
        let mut said = false;
        while self.pipe.wait() {
            let mut log = self.lock();
            let open = self.pipe.take(&mut log);
            if log.is_flood() && !said {
                said = true;
                drop(log);
                flood();
            }
            if !open {
                return;
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

#[cfg(target_os = "linux")]
mod pipe {
    use std::process::ChildStderr;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::{Errno, read};

    use crate::log::Log;

    /// Number of reads at once: enough to empty a pipe.
    const MAX_READS: usize = 16;

    #[derive(Debug)]
    pub(super) struct Pipe(Option<ChildStderr>);

    impl Pipe {
        pub(super) fn new(stderr: Option<ChildStderr>) -> Pipe {
            Pipe(stderr)
        }

        /// Waits for output; `false` if there will be none.
        pub(super) fn wait(&self) -> bool {
            self.0.as_ref().is_some_and(|stderr| {
                let mut fds = [PollFd::new(stderr, PollFlags::IN)];
                matches!(poll(&mut fds, None), Ok(_) | Err(Errno::INTR))
            })
        }

        /// Reads available output without waiting; `false` at the end.
        pub(super) fn take(&self, log: &mut Log) -> bool {
            let Some(stderr) = &self.0 else { return false };
            let mut bytes = [0; 8192];
            for _ in 0..MAX_READS {
                let mut fds = [PollFd::new(stderr, PollFlags::IN)];
                match poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })) {
                    Ok(0) | Err(Errno::INTR) => return true,
                    Ok(_) => {}
                    Err(_) => return false,
                }
                match read(stderr, &mut bytes) {
                    Ok(0) => return false,
                    Ok(count) => log.take(&bytes[..count]),
                    Err(Errno::INTR) => {}
                    Err(_) => return false,
                }
            }
            true
        }

        pub(super) fn take_ready(&self, log: &mut Log) {
            self.take(log);
        }
    }
}

/// Where pending output cannot be detected, only one thread reads.
#[cfg(not(target_os = "linux"))]
mod pipe {
    use std::io::Read;
    use std::process::ChildStderr;
    use std::sync::Mutex;

    use crate::log::Log;

    #[derive(Debug)]
    pub(super) struct Pipe(Mutex<(Option<ChildStderr>, Vec<u8>)>);

    impl Pipe {
        pub(super) fn new(stderr: Option<ChildStderr>) -> Pipe {
            Pipe(Mutex::new((stderr, Vec::new())))
        }

        pub(super) fn wait(&self) -> bool {
            let mut inner = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            let (stderr, read) = &mut *inner;
            let mut bytes = [0; 8192];
            let count = stderr.as_mut().map_or(0, |stderr| stderr.read(&mut bytes).unwrap_or(0));
            read.extend_from_slice(&bytes[..count]);
            count > 0
        }

        pub(super) fn take(&self, log: &mut Log) -> bool {
            let mut inner = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            log.take(&std::mem::take(&mut inner.1));
            true
        }

        pub(super) fn take_ready(&self, _: &mut Log) {}
    }
}
