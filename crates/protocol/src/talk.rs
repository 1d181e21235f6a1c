//! A process that is asked one question at a time; its owner waits for what it says.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use crate::launch::Launch;
use crate::link::Link;
use crate::link_event::{LinkEvent, Question};
use crate::process::{ProcessEvent, Tag};
use crate::process_failure::ProcessFailure;
use lettergame_base::checkpoint;
use lettergame_game::FaultKind;

/// How long to wait for a program before the game's supervisor gets another chance to pause or end
/// it.
const SLICE: Duration = Duration::from_millis(50);

/// A supervisor call that takes longer was a pause.
const PAUSE: Duration = Duration::from_millis(1);

/// A process that has said hello, and its events.
pub(super) struct Talk {
    pub(super) link: Link<()>,
    event: Receiver<(Tag, ProcessEvent)>,
    heard: VecDeque<LinkEvent<()>>,
    q: u64,
    /// The first thing that it did although it should not have, since this was last taken.
    pub(super) misdeed: Option<ProcessFailure>,
}

/// Why a program has not said hello.
#[derive(Debug)]
pub struct NoHello {
    /// What happened.
    pub failure: ProcessFailure,
    /// The retained part of its log.
    pub log: Vec<u8>,
    /// The last lines of its log.
    pub last_lines: Vec<String>,
    /// How long it was waited for; `None` if its process could not be started.
    pub waited: Option<Duration>,
}

/// Starts a process of a program, and waits until it says hello, within its limit. The first process of all is
/// pinged; if that confuses it, it is started again without.
///
/// # Errors
/// If it does not.
pub fn greet(launch: &Launch) -> Result<Link<()>, NoHello> {
    Talk::start(launch).map(|talk| talk.link)
}

/// An answer of a process.
pub(super) struct Answer {
    /// The move as JSON, or why there is none.
    pub(super) choice: Result<String, String>,
    /// A description of its time if it was late.
    pub(super) late: Option<String>,
    pub(super) took: Duration,
}

impl Talk {
    /// See [`greet`].
    pub(super) fn start(launch: &Launch) -> Result<Talk, NoHello> {
        let pings = launch.answers_pings();
        let is_first = pings.get().is_none();
        match Talk::start_once(launch) {
            Ok(talk) if talk.misdeed.is_none() => Ok(talk),
            _ if is_first && pings.get() == Some(&false) => Talk::start_once(launch),
            started => started,
        }
    }

    fn start_once(launch: &Launch) -> Result<Talk, NoHello> {
        let (sender, event) = sync_channel(16);
        let link = Link::start(launch, 0, &sender).map_err(|failure| NoHello {
            failure,
            log: Vec::new(),
            last_lines: Vec::new(),
            waited: None,
        })?;
        let mut talk = Talk { link, event, heard: VecDeque::new(), q: 0, misdeed: None };
        while talk.link.hello().is_none() {
            talk.heard = talk.next().into();
            if let Err(failure) = talk.read(|_| false) {
                let Talk { link, .. } = &talk;
                let (log, last_lines) = (link.log_text(), link.last_lines());
                return Err(NoHello { failure, log, last_lines, waited: Some(link.elapsed()) });
            }
        }
        Ok(talk)
    }

    /// The awaited event, if it has arrived.
    fn read(
        &mut self,
        is_awaited: impl Fn(&LinkEvent<()>) -> bool,
    ) -> Result<Option<LinkEvent<()>>, ProcessFailure> {
        while let Some(news) = self.heard.pop_front() {
            match news {
                news if is_awaited(&news) => return Ok(Some(news)),
                LinkEvent::ProcessFailure(failure) => return Err(failure),
                LinkEvent::Twice((), text) | LinkEvent::Noise(text) => {
                    self.misdeed.get_or_insert_with(|| {
                        ProcessFailure::fault_of(FaultKind::Unreadable, text)
                    });
                }
                LinkEvent::Act { .. }
                | LinkEvent::Fail { .. }
                | LinkEvent::Ready
                | LinkEvent::Pong => {}
            }
        }
        Ok(None)
    }

    /// Pings the process, and waits for the pong.
    pub(super) fn sync(&mut self, limit: Duration) -> Result<(), ProcessFailure> {
        self.link.ping(limit);
        while self.read(|news| matches!(news, LinkEvent::Pong))?.is_none() {
            self.heard = self.next().into();
        }
        Ok(())
    }

    /// The number of the next question.
    pub(super) fn next_question(&mut self) -> u64 {
        self.q += 1;
        self.q
    }

    /// Asks the question with the last number, and waits for the answer; `None` if there is a misdeed before it.
    pub(super) fn answer(
        &mut self,
        bytes: Vec<u8>,
        extra: Duration,
    ) -> Result<Option<Answer>, ProcessFailure> {
        let asked = self.q;
        self.link.ask([Question { ticket: (), bytes, q: asked, extra }].into_iter());
        let is_answer = |news: &LinkEvent<()>| match news {
            LinkEvent::Act { q, .. } | LinkEvent::Fail { q, .. } => *q == asked,
            _ => false,
        };
        loop {
            match self.read(is_answer)? {
                Some(LinkEvent::Act { choice, late, took, .. }) => {
                    return Ok(Some(Answer { choice: Ok(choice), late, took }));
                }
                Some(LinkEvent::Fail { why, took, .. }) => {
                    return Ok(Some(Answer { choice: Err(why), late: None, took }));
                }
                _ if self.misdeed.is_some() => return Ok(None),
                _ => self.heard = self.next().into(),
            }
        }
    }

    /// Waits for the next event or timeout.
    fn next(&mut self) -> Vec<LinkEvent<()>> {
        loop {
            let left = self
                .link
                .deadline()
                .map_or(SLICE, |deadline| deadline.saturating_duration_since(Instant::now()));
            match self.event.recv_timeout(left.min(SLICE)) {
                Ok((_, event)) => return self.link.handle(event),
                Err(RecvTimeoutError::Disconnected) => {
                    return self.link.handle(ProcessEvent::Closed);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return self
                        .link
                        .overdue()
                        .map(LinkEvent::ProcessFailure)
                        .into_iter()
                        .collect();
                }
                Err(RecvTimeoutError::Timeout) => self.let_pause(),
            }
        }
    }

    /// Lets the game be paused or ended. A pause does not count: events that arrived meanwhile are handled
    /// before the clock is checked again.
    fn let_pause(&mut self) {
        let before = Instant::now();
        checkpoint();
        let paused = before.elapsed();
        if paused >= PAUSE {
            self.link.extend_deadline(paused);
        }
    }
}
