//! The conversation between the launcher and its caller, on a socket that the player does not have: the
//! stages close it when the player's program starts. So a player's exit code cannot be mistaken for a
//! message.
//!
//! The launcher sends [`Report`]s, one line of JSON each; it receives single bytes, see [`Command`].

use std::process::ExitStatus;

use serde::{Deserialize, Serialize};

/// How a player ended, as its launcher saw it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// The sandbox could not be set up: the reason. The player never ran.
    SetupFailed(String),
    /// The program could not be executed: the reason.
    NotStarted(String),
    /// The player exceeded its memory limit.
    MemoryExceeded(String),
    /// The player had more processes or threads than its limit.
    ProcessesExceeded(String),
    /// The launcher lost track of the player while it ran: the reason.
    WatchFailed(String),
    /// It exited with this exit code.
    Code(i32),
    /// It was terminated by this signal.
    Signal(i32),
}

impl Ending {
    /// The ending of an ordinary process; exit code 1 if the system reports neither code nor
    /// signal.
    #[must_use]
    pub fn of_status(status: ExitStatus) -> Ending {
        #[cfg(unix)]
        if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
            return Ending::Signal(signal);
        }
        Ending::Code(status.code().unwrap_or(1))
    }

    /// The launcher's own exit code for this ending, for people, as a shell would report it.
    #[cfg(target_os = "linux")]
    pub(super) fn exit_code(&self) -> u8 {
        let code = match self {
            Ending::SetupFailed(_) | Ending::NotStarted(_) | Ending::WatchFailed(_) => FAILED,
            Ending::MemoryExceeded(_) | Ending::ProcessesExceeded(_) => 128 + KILLED,
            Ending::Code(code) => *code,
            Ending::Signal(signal) => 128 + signal,
        };
        u8::try_from(code).unwrap_or(u8::MAX)
    }
}

/// Exit code of a launcher that failed.
pub(super) const FAILED: i32 = 120;
/// The number of SIGKILL.
#[cfg(target_os = "linux")]
const KILLED: i32 = 9;

/// A line from the launcher.
#[cfg(target_os = "linux")]
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Report {
    /// Setup is complete: the player's program is started next.
    Started,
    /// The player was measured on [`Command::Measure`] and keeps its limits.
    Measured,
    /// The player has ended. If there are several such lines the first one counts: it comes from the
    /// innermost stage.
    Ended(Ending),
}

/// A command to the launcher.
#[cfg(target_os = "linux")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Stop the player's processes, unless [`Command::Resume`] follows immediately.
    Pause,
    /// Resume them.
    Resume,
    /// Measure the player now.
    Measure,
}

#[cfg(target_os = "linux")]
impl Command {
    pub(super) fn byte(self) -> u8 {
        match self {
            Command::Pause => b'P',
            Command::Resume => b'R',
            Command::Measure => b'M',
        }
    }

    pub(super) fn of_byte(byte: u8) -> Option<Command> {
        let all = [Command::Pause, Command::Resume, Command::Measure];
        all.into_iter().find(|command| command.byte() == byte)
    }
}

#[cfg(target_os = "linux")]
pub use linux::Channel;
#[cfg(target_os = "linux")]
pub(super) use linux::report;

#[cfg(target_os = "linux")]
mod linux {
    use std::io::{Read, Write};
    use std::net::Shutdown;
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;
    use std::process::ExitStatus;
    use std::time::Duration;

    use crate::channel::{Command, Ending, FAILED, Report};

    /// How long to wait for the last report after the launcher has ended: it has been written by then.
    const LAST_REPORT: Duration = Duration::from_secs(1);

    /// How long a launcher may leave hundreds of commands unread. A healthy one reads each immediately.
    const UNREAD: Duration = Duration::from_secs(1);

    /// The caller's end of the channel to a launcher; not connected for a player without a sandbox.
    #[derive(Debug, Default)]
    pub struct Channel {
        stream: Option<UnixStream>,
        /// The reports so far.
        reports: Vec<u8>,
    }

    impl Channel {
        /// A channel, and the launcher's end of it.
        pub(crate) fn new() -> std::io::Result<(Channel, OwnedFd)> {
            let (ours, theirs) = UnixStream::pair()?;
            ours.set_write_timeout(Some(UNREAD))?;
            Ok((Channel { stream: Some(ours), reports: Vec::new() }, theirs.into()))
        }

        /// Whether there is a launcher, which can pause the player.
        #[must_use]
        pub fn has_launcher(&self) -> bool {
            self.stream.is_some()
        }

        /// Stops the player and its descendants until [`Channel::resume`], which may follow immediately.
        pub fn pause(&self) {
            self.say(Command::Pause);
        }

        /// Lets the player run.
        pub fn resume(&self) {
            self.say(Command::Resume);
        }

        /// Has the player measured now, and waits for it. A player that exceeds a limit has been killed when
        /// this returns, so what it did so far does not depend on when the launcher would have looked.
        pub fn measure(&mut self) {
            self.say(Command::Measure);
            let before = self.reports.len();
            let Some(stream) = &mut self.stream else { return };
            let _ = stream.set_read_timeout(Some(LAST_REPORT));
            let mut bytes = [0; 256];
            let is_measured = |reports: &[u8]| {
                let mut lines = reports.split(|&byte| byte == b'\n').map(serde_json::from_slice);
                lines.any(|report| matches!(report, Ok(Report::Measured)))
            };
            while !is_measured(&self.reports[before..]) {
                match stream.read(&mut bytes) {
                    Ok(0) | Err(_) => return,
                    Ok(count) => self.reports.extend_from_slice(&bytes[..count]),
                }
            }
        }

        /// A launcher that does not read gets no more commands: at the end of commands it resumes the player.
        fn say(&self, command: Command) {
            if let Some(mut stream) = self.stream.as_ref()
                && stream.write_all(&[command.byte()]).is_err()
            {
                // one that has ended needs no commands
                let _ = stream.shutdown(Shutdown::Write);
            }
        }

        /// How the player ended, once the launcher has ended with this status. If the launcher
        /// cannot report it, a player that had started is assumed to have ended by itself.
        pub fn ending(&mut self, status: ExitStatus) -> Ending {
            let Some(stream) = &mut self.stream else { return Ending::of_status(status) };
            let _ = stream.set_read_timeout(Some(LAST_REPORT));
            // whatever has arrived at the timeout counts
            let _ = stream.read_to_end(&mut self.reports);
            let mut started = false;
            for line in self.reports.split(|&byte| byte == b'\n') {
                match serde_json::from_slice(line) {
                    Ok(Report::Ended(ending)) => return ending,
                    Ok(Report::Started) => started = true,
                    Ok(Report::Measured) | Err(_) => {}
                }
            }
            match Ending::of_status(status) {
                Ending::Code(code) if started => {
                    Ending::WatchFailed(format!("its launcher ended with exit code {code}"))
                }
                Ending::Code(code) if code == FAILED => {
                    Ending::SetupFailed("the launcher could not start".to_owned())
                }
                Ending::Code(code) => {
                    Ending::SetupFailed(format!("the launcher ended with exit code {code}"))
                }
                other => other,
            }
        }
    }

    /// Writes a report to the launcher's end. Errors are ignored: the caller may be gone.
    pub(crate) fn report(channel: &UnixStream, report: &Report) {
        if let Ok(mut line) = serde_json::to_vec(report) {
            line.push(b'\n');
            let mut channel = channel;
            let _ = channel.write_all(&line);
        }
    }

    #[cfg(test)]
    mod tests {
        use std::io::Read as _;
        use std::os::unix::net::UnixStream;

        use super::Channel;

        #[test]
        fn a_launcher_that_does_not_read_blocks_nothing() {
            let (channel, theirs) = Channel::new().unwrap();
            // more than fit; bounded so that the test terminates
            for _ in 0..100_000 {
                channel.pause();
                channel.resume();
            }
            let mut commands = Vec::new();
            UnixStream::from(theirs).read_to_end(&mut commands).unwrap();
            assert!(commands.starts_with(b"PRPR"));
            assert!(commands.len() < 200_000, "{}", commands.len());
        }
    }
}

/// The caller's end of an unconnected channel: there is no launcher on this system.
#[cfg(not(target_os = "linux"))]
#[derive(Debug, Default)]
pub struct Channel;

#[cfg(not(target_os = "linux"))]
impl Channel {
    /// Whether there is a launcher, which can pause the player.
    #[must_use]
    pub fn has_launcher(&self) -> bool {
        false
    }

    /// Does nothing.
    pub fn pause(&self) {}

    /// Does nothing.
    pub fn resume(&self) {}

    /// Does nothing.
    pub fn measure(&mut self) {}

    /// How the player ended.
    pub fn ending(&mut self, status: ExitStatus) -> Ending {
        Ending::of_status(status)
    }
}
