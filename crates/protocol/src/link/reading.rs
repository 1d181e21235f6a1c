//! What a process says, and what it means: lines become events, answers find their questions.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::answer_match::AnswerMatch;
use crate::clock::Clock;
use crate::link::{InFlight, Link};
use crate::link_event::LinkEvent;
use crate::messages::{self, MessageError, Said};
use crate::process::ProcessEvent;
use crate::process_failure::ProcessFailure;
use lettergame_game::FaultKind;

/// Number of answered questions remembered to recognise duplicate answers.
const REMEMBERED: usize = 512;
/// Maximum number of messages from a process that answer nothing.
const MAX_UNASKED: u32 = 1000;
/// Maximum number of pings and pongs between two answers.
const MAX_PINGS: u32 = 1000;
/// How long a program has to answer its first ping; one that does not is never pinged again.
const FIRST_PONG: Duration = Duration::from_secs(1);

impl<T: Copy> Link<T> {
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
                    if self.unasked > MAX_UNASKED {
                        let said = format!("more than {MAX_UNASKED} lines that answer nothing");
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
        (self.pings > MAX_PINGS).then(|| {
            let said = format!("more than {MAX_PINGS} pings and pongs without an answer");
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
}
