//! Stops the processes of a player while nothing is asked of it, as the caller commands.

use std::io::{self, Read};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use crate::channel::Command;
use crate::processes;

/// How long a command to pause waits for one to resume: so quick turns cost no stop.
const LINGER: Duration = Duration::from_millis(2);
/// A player that ran for so long is stopped at once: the next question is not a quick one either.
const SLOW_TURN: Duration = Duration::from_millis(10);
/// How often a player without a namespace is looked at again while it is stopped.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// The pauses of a player.
pub(super) struct Pause {
    /// Gone once the caller has closed it.
    commands: Option<UnixStream>,
    state: State,
    /// The process whose descendants are stopped.
    root: u32,
}

enum State {
    /// Since then.
    Running(Instant),
    /// To be stopped at that time.
    Lingering(Instant),
    /// Stopped; where some may not have been seen, to be stopped again at that time.
    Stopped(Option<Instant>),
}

impl Pause {
    pub(super) fn new(commands: UnixStream, root: u32) -> io::Result<Pause> {
        commands.set_nonblocking(true)?;
        Ok(Pause { commands: Some(commands), state: State::Running(Instant::now()), root })
    }

    /// Where commands come from.
    pub(super) fn commands(&self) -> Option<&UnixStream> {
        self.commands.as_ref()
    }

    /// When [`Pause::obey`] is to be called if no command comes before.
    pub(super) fn due(&self) -> Option<Instant> {
        match self.state {
            State::Running(_) => None,
            State::Lingering(time) => Some(time),
            State::Stopped(again) => again,
        }
    }

    /// Are all processes of the player stopped?
    pub(super) fn is_stopped(&self) -> bool {
        matches!(self.state, State::Stopped(None))
    }

    /// Does what was commanded, and what is due.
    pub(super) fn obey(&mut self) {
        match self.last_command() {
            Some(Command::Resume) => self.end(),
            Some(Command::Pause) => {
                if let State::Running(since) = self.state {
                    let slow = since.elapsed() >= SLOW_TURN;
                    let linger = if slow { Duration::ZERO } else { LINGER };
                    self.state = State::Lingering(Instant::now() + linger);
                }
            }
            None => {}
        }
        if self.due().is_some_and(|time| time <= Instant::now()) {
            let all = processes::stop_all(self.root);
            self.state = State::Stopped((!all).then(|| Instant::now() + LOOK_AGAIN));
        }
    }

    /// The last of the commands that have come; a caller that has gone wants nothing stopped.
    fn last_command(&mut self) -> Option<Command> {
        let mut bytes = [0; 64];
        let mut last = None;
        while let Some(mut commands) = self.commands.as_ref() {
            match commands.read(&mut bytes) {
                Ok(0) => {
                    self.commands = None;
                    last = Some(Command::Resume);
                }
                Ok(count) => {
                    last = bytes[..count].iter().rev().copied().find_map(Command::of_byte).or(last);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        last
    }

    /// Lets the player run from now on, whatever is commanded: it is to leave.
    pub(super) fn end_for_good(&mut self) {
        self.end();
        self.commands = None;
    }

    /// Lets the player run. One that lingered runs anew: quick turns in a row are no slow one.
    fn end(&mut self) {
        if matches!(self.state, State::Stopped(_)) {
            processes::resume_all(self.root);
        }
        if !matches!(self.state, State::Running(_)) {
            self.state = State::Running(Instant::now());
        }
    }
}
