//! The conversation with one process of a player program: hello, questions in progress, answers, clocks, and
//! every possible failure, each with its name.
//!
//! A link knows nothing about games: a question is bytes with a ticket, an answer is JSON for a ticket. It
//! never blocks; its owner feeds it with events and asks for its deadline.

mod time;

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::answer_match::AnswerMatch;
use crate::clock::Clock;
use crate::ending;
use crate::launch::Launch;
use crate::link_event::{LinkEvent, Question};
use crate::log_mark::LogMark;
use crate::messages::{self, Hello, MessageError, Said};
use crate::process::{EventSender, Farewell, Process, ProcessEvent, Tag};
use crate::process_failure::ProcessFailure;
use crate::toll::Toll;
use lettergame_core::game::FaultKind;
use lettergame_sandbox::Ending;

/// Number of answered questions remembered to recognise duplicate answers.
const REMEMBERED: usize = 512;
/// Maximum number of messages from a process that answer nothing.
const MOST_UNASKED: u32 = 1000;
/// Maximum number of pings and pongs between two answers.
const MOST_PINGS: u32 = 1000;
/// How long a program has to answer its first ping; one that does not is never pinged again.
const FIRST_PONG: Duration = Duration::from_secs(1);
/// How long to wait for a late answer.
const GRACE: Duration = Duration::from_secs(2);
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

    /// Handles an event. Returns nothing after a [`LinkEvent::ProcessFailure`].
    pub fn handle(&mut self, event: ProcessEvent) -> Vec<LinkEvent<T>> {
        let news = self.interpret(event);
        let is_trouble = |news: &LinkEvent<T>| {
            matches!(news, LinkEvent::ProcessFailure(_) | LinkEvent::Noise(_))
        };
        if self.is_on_trial && news.iter().any(is_trouble) {
            self.end_trial(false);
        }
        news
    }

    fn interpret(&mut self, event: ProcessEvent) -> Vec<LinkEvent<T>> {
        let broken = |kind, said: String| {
            vec![LinkEvent::ProcessFailure(ProcessFailure::fault_of(kind, said))]
        };
        match event {
            ProcessEvent::Lines(lines) => {
                self.clock.settle(|| self.process.usage());
                let said: Vec<_> = lines.iter().map(|line| messages::read(line)).collect();
                (self.share, self.answers) = (None, messages::answers(&said).max(1));
                let mut news = Vec::new();
                for (line, said) in lines.iter().zip(said) {
                    self.read(line, said, &mut news);
                    if matches!(news.last(), Some(LinkEvent::ProcessFailure(_))) {
                        break;
                    }
                    if matches!(news.last(), Some(LinkEvent::Twice(..) | LinkEvent::Noise(_))) {
                        self.unasked += 1;
                    }
                    if self.unasked > MOST_UNASKED {
                        let said = format!("more than {MOST_UNASKED} lines that answer nothing");
                        news.push(LinkEvent::ProcessFailure(ProcessFailure::fault_of(
                            FaultKind::Output,
                            said,
                        )));
                        break;
                    }
                }
                news
            }
            ProcessEvent::TooLong => broken(
                FaultKind::Output,
                format!("a line of more than {} bytes", messages::LONGEST_LINE),
            ),
            ProcessEvent::Flood => broken(FaultKind::Output, "its log is too large".to_owned()),
            ProcessEvent::Closed => vec![LinkEvent::ProcessFailure(self.how_it_ended())],
        }
    }

    fn read(
        &mut self,
        line: &[u8],
        said: Result<Vec<Said<'_>>, MessageError>,
        news: &mut Vec<LinkEvent<T>>,
    ) {
        if line.trim_ascii().is_empty() {
            // as harmless as a ping
            news.extend(self.idle_talk());
            return;
        }
        match said {
            Ok(all) => {
                for said in all {
                    let one = self.understand(said, line);
                    news.extend(one);
                }
            }
            Err(error) if self.hello.is_none() => {
                let said = format!("no hello: {error}");
                news.push(LinkEvent::ProcessFailure(ProcessFailure::fault_of(
                    FaultKind::LateStart,
                    said,
                )));
            }
            Err(error) => news.push(LinkEvent::Noise(error.to_string())),
        }
    }

    fn understand(&mut self, said: Said<'_>, line: &[u8]) -> Option<LinkEvent<T>> {
        let quoted = || messages::quoted(line);
        match said {
            Said::Ping => {
                let enough = self.idle_talk();
                if enough.is_none() {
                    // a stopped process cannot escape by pinging
                    self.process.send_for_later(messages::pong());
                }
                enough
            }
            Said::Pong => Some(self.idle_talk().unwrap_or_else(|| self.pong())),
            Said::Hello(hello) if self.hello.is_none() => {
                self.hello = Some(hello);
                self.idle_since = Instant::now();
                self.is_on_trial = self.answers_pings.get().is_none();
                if self.is_on_trial {
                    self.ping(FIRST_PONG);
                    return None;
                }
                Some(LinkEvent::Ready)
            }
            Said::Hello(_) => Some(LinkEvent::Noise(format!("`{}` is a second hello", quoted()))),
            Said::Act(..) | Said::Fail(..) if self.hello.is_none() => {
                let said = format!("`{}` came before its hello; answer hello first", quoted());
                Some(LinkEvent::ProcessFailure(ProcessFailure::fault_of(
                    FaultKind::LateStart,
                    said,
                )))
            }
            Said::Act(q, choice) => match self.land(q) {
                AnswerMatch::Expected { ticket, late, took } => {
                    Some(LinkEvent::Act { ticket, q, choice: choice.to_owned(), late, took })
                }
                other => other.into_event(q, &quoted()),
            },
            Said::Fail(q, why) => match self.land(q) {
                AnswerMatch::Expected { ticket, took, .. } => {
                    let why = format!("the player failed: {why}");
                    Some(LinkEvent::Fail { ticket, q, why, took })
                }
                other => other.into_event(q, &quoted()),
            },
        }
    }

    /// It has done everything that it was told before the ping: what it is asked is no longer the first
    /// question of a game.
    fn pong(&mut self) -> LinkEvent<T> {
        if self.is_on_trial {
            self.end_trial(true);
            return LinkEvent::Ready;
        }
        self.pong_within = None;
        if !self.in_flight.is_empty() {
            self.in_flight.iter_mut().for_each(|flight| flight.extra = Duration::ZERO);
            self.clock = Clock::start();
        }
        LinkEvent::Pong
    }

    /// Counts a ping or pong; an endless series is a fault: the replies would pile up here.
    fn idle_talk(&mut self) -> Option<LinkEvent<T>> {
        self.pings += 1;
        (self.pings > MOST_PINGS).then(|| {
            let said = format!("more than {MOST_PINGS} pings and pongs without an answer");
            LinkEvent::ProcessFailure(ProcessFailure::fault_of(FaultKind::Output, said))
        })
    }

    /// Removes the question with that number from those in progress.
    fn land(&mut self, q: u64) -> AnswerMatch<T> {
        let place = self.in_flight.iter().position(|flight| flight.q == q);
        if let Some(InFlight { ticket, late, .. }) =
            place.and_then(|place| self.in_flight.remove(place))
        {
            let took = self.share();
            self.clock = Clock::start();
            self.pings = 0;
            self.remember(q, ticket);
            self.now_idle();
            return AnswerMatch::Expected { ticket, late, took };
        }
        if let Some(place) = self.forgiven.iter().position(|&forgiven| forgiven == q) {
            self.forgiven.remove(place);
            return AnswerMatch::Forgiven;
        }
        let before = self.answered.iter().find(|(answered, _)| *answered == q);
        before.map_or(AnswerMatch::Unknown, |(_, ticket)| AnswerMatch::Before(*ticket))
    }

    /// After slow turns the process is stopped immediately; after quick ones the owner of this link decides.
    fn now_idle(&mut self) {
        if self.in_flight.is_empty() {
            self.idle_since = Instant::now();
            if self.slow_turns {
                self.rest();
            }
        }
    }

    fn remember(&mut self, q: u64, ticket: T) {
        if self.answered.len() == REMEMBERED {
            self.answered.pop_front();
        }
        self.answered.push_back((q, ticket));
    }

    /// Stops waiting for the answers to all but these tickets; later answers to the others are ignored.
    pub fn give_up(&mut self, keep: impl Fn(&T) -> bool) {
        let (kept, given_up) = std::mem::take(&mut self.in_flight)
            .into_iter()
            .partition(|flight| keep(&flight.ticket));
        self.in_flight = kept;
        let given_up: VecDeque<InFlight<T>> = given_up;
        self.forgiven.extend(given_up.iter().map(|flight| flight.q));
        let surplus = self.forgiven.len().saturating_sub(REMEMBERED);
        self.forgiven.drain(..surplus);
        self.now_idle();
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
        let Some(ending) = self.process.ending(Duration::from_secs(1)) else {
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
