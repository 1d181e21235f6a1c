//! The conversation with one process of a player program: hello, questions in progress, answers, clocks, and
//! every possible failure, each with its name.
//!
//! A link knows nothing about games: a question is bytes with a ticket, an answer is JSON for a ticket. It
//! never blocks; its owner feeds it with events and asks for its deadline.

mod reading;
mod time;

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::clock::Clock;
use crate::ending;
use crate::launch::Launch;
use crate::link_event::Question;
use crate::log_mark::LogMark;
use crate::messages::{self, Hello};
use crate::process::{EventSender, Farewell, Process, Tag};
use crate::process_failure::ProcessFailure;
use crate::toll::Toll;
use lettergame_game::FaultKind;
use lettergame_sandbox::Ending;

/// How long to wait for a late answer.
const GRACE: Duration = Duration::from_secs(2);
/// How long the exit of a process that has closed its standard output may take. On a busy machine more than
/// a second passes until its launcher is gone, too; a shorter wait would take an exit for something else.
const EXIT: Duration = Duration::from_secs(10);
/// How long a process without a question keeps running: between quick turns it is not worth stopping.
const REST: Duration = Duration::from_millis(4);
/// A process that had no question for this long is stopped immediately the next time.
const SLOW_TURN: Duration = Duration::from_millis(20);
/// Number of log lines quoted with a fault.
const QUOTED_LINES: usize = 10;

/// A question in progress.
#[derive(Debug)]
struct InFlight<T> {
    q: u64,
    ticket: T,
    /// Additional time for the first question of a game.
    extra: Duration,
    /// A description of its time if it is late.
    late: Option<String>,
}

/// A process and its questions in progress.
#[derive(Debug)]
pub struct Link<T> {
    process: Process,
    hello: Option<Hello>,
    in_flight: VecDeque<InFlight<T>>,
    answered: VecDeque<(u64, T)>,
    /// Questions whose answers are no longer awaited and will be ignored.
    forgiven: VecDeque<u64>,
    /// Number of messages that answered nothing.
    unasked: u32,
    /// Number of pings and pongs since the last answer.
    pings: u32,
    /// The limit for the pong that is awaited.
    pong_within: Option<Duration>,
    /// Whether the program answers pings, once known: its first process is pinged after its hello.
    answers_pings: Arc<OnceLock<bool>>,
    /// That first ping is not yet answered.
    is_on_trial: bool,
    /// The current time measurement.
    clock: Clock,
    /// The time charged for its answers.
    toll: Toll,
    /// The time taken by each of the answers being read.
    share: Option<Duration>,
    /// Number of these answers.
    answers: u32,
    /// When it last had a question.
    idle_since: Instant,
    /// Whether it had been idle for long before the last question.
    slow_turns: bool,
    pondering: bool,
    init: Duration,
    choose: Duration,
}

impl<T: Copy> Link<T> {
    /// Starts the process and says hello.
    ///
    /// # Errors
    /// Why it cannot be started.
    pub fn start(
        launch: &Launch,
        tag: Tag,
        sender: &EventSender,
    ) -> Result<Link<T>, ProcessFailure> {
        let process = launch.start(tag, sender).map_err(|error| ProcessFailure {
            kind: FaultKind::LateStart,
            said: format!("cannot start: {error}"),
            is_host_error: true,
            is_excess: false,
        })?;
        process.send(launch.hello().to_vec());
        Ok(Link {
            process,
            hello: None,
            in_flight: VecDeque::new(),
            answered: VecDeque::new(),
            forgiven: VecDeque::new(),
            unasked: 0,
            pings: 0,
            pong_within: None,
            answers_pings: launch.answers_pings(),
            is_on_trial: false,
            clock: Clock::start_with_process(),
            toll: Toll::default(),
            share: None,
            answers: 1,
            idle_since: Instant::now(),
            slow_turns: true,
            pondering: launch.pondering(),
            init: launch.limits().init,
            choose: launch.limits().choose,
        })
    }

    /// Its hello, once it is ready.
    #[must_use]
    pub fn hello(&self) -> Option<&Hello> {
        self.hello.as_ref().filter(|_| !self.is_on_trial)
    }

    /// Whether it answers pings.
    #[must_use]
    pub fn answers_pings(&self) -> bool {
        self.answers_pings.get().is_some_and(|&answers| answers)
    }

    /// Records whether the first ping was answered.
    fn end_trial(&mut self, answered: bool) {
        self.is_on_trial = false;
        self.pong_within = None;
        // another process may have found out at the same time
        let _ = self.answers_pings.set(answered);
    }

    /// Number of questions in progress.
    #[must_use]
    pub fn in_flight(&self) -> usize {
        self.in_flight.len()
    }

    /// The tickets of the questions in progress.
    pub fn tickets(&self) -> impl Iterator<Item = T> {
        self.in_flight.iter().map(|flight| flight.ticket)
    }

    /// Marks its log from now on with other games.
    pub fn mark_log(&self, mark: &LogMark) {
        self.process.mark_log(mark);
    }

    /// Adds a line about a game to its log, after what the process has written so far.
    pub fn note(&self, game: u64, line: &str) {
        self.process.log().note(game, line);
    }

    /// Writes a message that needs no answer.
    pub fn tell(&mut self, bytes: Vec<u8>) {
        self.idle_since = Instant::now();
        self.process.send(bytes);
    }

    /// Sends a ping while no question is in progress. What the process did so far is known when its pong
    /// arrives; if none does within `limit`, it has failed.
    pub fn ping(&mut self, limit: Duration) {
        self.pong_within = Some(limit);
        self.clock = Clock::start();
        self.tell(messages::ping());
    }

    /// Has the sandbox check the limits of the process now: one that exceeds them has ended on return.
    pub fn measure(&mut self) {
        self.process.measure();
    }

    /// When to call [`Link::rest`] if nothing is asked before.
    #[must_use]
    pub fn rest_due(&self) -> Option<Instant> {
        self.may_rest().then(|| self.idle_since + REST)
    }

    /// Stops the process until the next message or question.
    pub fn rest(&mut self) {
        if self.may_rest() {
            self.process.pause();
        }
    }

    /// Whether it has nothing to answer and may not keep thinking.
    fn may_rest(&self) -> bool {
        let owes_nothing = self.in_flight.is_empty() && self.pong_within.is_none();
        let idle = self.hello.is_some() && owes_nothing;
        idle && !self.pondering && self.process.can_pause()
    }

    /// Asks questions, all on one line.
    pub fn ask(&mut self, questions: impl ExactSizeIterator<Item = Question<T>>) {
        if self.in_flight.is_empty() {
            self.slow_turns = self.idle_since.elapsed() > SLOW_TURN;
            self.clock = Clock::start();
        }
        let several = questions.len() > 1;
        let mut line = Vec::new();
        for question in questions {
            line.push(if line.is_empty() { b'[' } else { b',' });
            line.extend_from_slice(&question.bytes);
            let Question { q, ticket, extra, .. } = question;
            self.in_flight.push_back(InFlight { q, ticket, extra, late: None });
        }
        if several {
            line.extend_from_slice(b"]\n");
        } else {
            line.push(b'\n');
            line.remove(0);
        }
        self.process.send(line);
    }

    /// The last lines of its log.
    #[must_use]
    pub fn last_lines(&self) -> Vec<String> {
        self.process.last_lines(QUOTED_LINES)
    }

    /// Whether its log is empty.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        self.process.log().is_empty()
    }

    /// The retained part of its log.
    #[must_use]
    pub fn log_text(&self) -> Vec<u8> {
        self.process.log().text()
    }

    fn how_it_ended(&mut self) -> ProcessFailure {
        let kind = if self.hello.is_none() { FaultKind::LateStart } else { FaultKind::Gone };
        let Some(ending) = self.process.ending(EXIT) else {
            return ProcessFailure::fault_of(kind, "it closed its standard output".to_owned());
        };
        // its last output may still be on its way
        std::thread::sleep(Duration::from_millis(2));
        let lines = self.last_lines();
        if let Ending::SetupFailed(why) = ending {
            let said = format!("cannot set up the sandbox: {why}");
            return ProcessFailure { kind, said, is_host_error: true, is_excess: false };
        }
        let is_excess = matches!(ending, Ending::MemoryExceeded(_) | Ending::ProcessesExceeded(_));
        let (cause, said) = ending::cause(ending, &lines);
        ProcessFailure { is_excess, ..ProcessFailure::fault_of(cause.unwrap_or(kind), said) }
    }

    /// Asks it to exit, without waiting.
    pub fn request_exit(&mut self) {
        self.process.request_exit();
    }

    /// Waits until it has exited, and kills it if it does not. Its time runs from `since`.
    pub fn shutdown(self, since: Instant) -> Farewell {
        self.process.shutdown(since)
    }
}
