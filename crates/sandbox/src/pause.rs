//! Stops a player's processes while it has nothing to answer, as commanded by the caller.

use std::io::{self, Read};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use crate::channel::Command;
use crate::processes;

/// How long a pause command waits for a resume command, so that quick turns do not cause a stop.
const LINGER: Duration = Duration::from_millis(2);
/// A player that ran for this long is stopped immediately: the next turn will probably not be quick either.
const SLOW_TURN: Duration = Duration::from_millis(10);
/// How often a player without a namespace is checked again while it is stopped.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// The pause state of a player.
pub(super) struct Pause {
    /// `None` once the caller has closed it.
    commands: Option<UnixStream>,
    state: State,
    /// Whether the caller waits for a measurement.
    is_measurement_due: bool,
    /// The process whose descendants are stopped.
    root: u32,
}

enum State {
    /// Running since then.
    Running(Instant),
    /// To be stopped at that time.
    Lingering(Instant),
    /// Stopped; if some processes may have been missed, to be stopped again at that time.
    Stopped(Option<Instant>),
}

impl Pause {
    pub(super) fn new(commands: UnixStream, root: u32) -> io::Result<Pause> {
        commands.set_nonblocking(true)?;
        let state = State::Running(Instant::now());
        Ok(Pause { commands: Some(commands), state, is_measurement_due: false, root })
    }

    /// The source of commands.
    pub(super) fn commands(&self) -> Option<&UnixStream> {
        self.commands.as_ref()
    }

    /// When to call [`Pause::obey`] if no command arrives earlier.
    pub(super) fn due(&self) -> Option<Instant> {
        match self.state {
            State::Running(_) => None,
            State::Lingering(time) => Some(time),
            State::Stopped(again) => again,
        }
    }

    /// Whether all processes of the player are stopped.
    pub(super) fn is_stopped(&self) -> bool {
        matches!(self.state, State::Stopped(None))
    }

    /// Executes pending commands, and what is due.
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
            Some(Command::Measure) | None => {}
        }
        if self.due().is_some_and(|time| time <= Instant::now()) {
            let all = processes::stop_all(self.root);
            self.state = State::Stopped((!all).then(|| Instant::now() + LOOK_AGAIN));
        }
    }

    /// Whether the caller has asked for a measurement since the last call.
    pub(super) fn take_measurement(&mut self) -> bool {
        std::mem::take(&mut self.is_measurement_due)
    }

    /// The last command to stop or to resume; if the caller is gone nothing is stopped.
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
                    for command in bytes[..count].iter().copied().filter_map(Command::of_byte) {
                        match command {
                            Command::Measure => self.is_measurement_due = true,
                            Command::Pause | Command::Resume => last = Some(command),
                        }
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        last
    }

    /// Lets the player run from now on, regardless of commands, so that it can exit.
    pub(super) fn end_for_good(&mut self) {
        self.end();
        self.commands = None;
    }

    /// Resumes the player. Lingering resets its running time: quick turns in a row do not make a slow one.
    fn end(&mut self) {
        if matches!(self.state, State::Stopped(_)) {
            processes::resume_all(self.root);
        }
        if !matches!(self.state, State::Running(_)) {
            self.state = State::Running(Instant::now());
        }
    }
}
