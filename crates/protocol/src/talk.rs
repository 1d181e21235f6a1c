//! A process that is asked one question at a time; its owner waits for what it says.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use crate::launch::Launch;
use crate::link::Link;
use crate::link_event::{LinkEvent, Question};
use crate::process::{ProcessEvent, Tag};
use crate::process_failure::ProcessFailure;
use lettergame_core::base::checkpoint;
use lettergame_core::game::FaultKind;

/// How long to wait for a program before the game's supervisor gets another chance to pause or end
/// it.
const SLICE: Duration = Duration::from_millis(50);

/// A supervisor call that takes longer was a pause.
const PAUSE: Duration = Duration::from_millis(1);

/// A running process and its events.
pub(super) struct Talk {
    pub(super) link: Link<()>,
    event: Receiver<(Tag, ProcessEvent)>,
    heard: VecDeque<LinkEvent<()>>,
    q: u64,
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
    /// Starts a process.
    ///
    /// # Errors
    /// Why it cannot be started.
    pub(super) fn start(launch: &Launch) -> Result<Talk, ProcessFailure> {
        let (sender, event) = sync_channel(16);
        let link = Link::start(launch, 0, &sender)?;
        Ok(Talk { link, event, heard: VecDeque::new(), q: 0 })
    }

    /// Waits for an event. The first other one that should not be there goes to `misdeed`, unless there is one
    /// already.
    fn wait(
        &mut self,
        is_awaited: impl Fn(&LinkEvent<()>) -> bool,
        misdeed: &mut Option<ProcessFailure>,
    ) -> Result<LinkEvent<()>, ProcessFailure> {
        loop {
            if let Some(news) = self.read(&is_awaited, misdeed)? {
                return Ok(news);
            }
            self.heard = self.next().into();
        }
    }

    /// The awaited event, if it has arrived.
    fn read(
        &mut self,
        is_awaited: impl Fn(&LinkEvent<()>) -> bool,
        misdeed: &mut Option<ProcessFailure>,
    ) -> Result<Option<LinkEvent<()>>, ProcessFailure> {
        while let Some(news) = self.heard.pop_front() {
            match news {
                news if is_awaited(&news) => return Ok(Some(news)),
                LinkEvent::ProcessFailure(failure) => return Err(failure),
                LinkEvent::Twice((), text) | LinkEvent::Noise(text) => {
                    misdeed.get_or_insert_with(|| {
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

    /// Waits until the process is ready.
    pub(super) fn until_ready(
        &mut self,
        misdeed: &mut Option<ProcessFailure>,
    ) -> Result<(), ProcessFailure> {
        loop {
            self.read(|_| false, misdeed)?;
            if self.link.hello().is_some() {
                return Ok(());
            }
            self.heard = self.next().into();
        }
    }

    /// Waits for the pong to a ping.
    pub(super) fn sync(
        &mut self,
        limit: Duration,
        misdeed: &mut Option<ProcessFailure>,
    ) -> Result<(), ProcessFailure> {
        self.link.ping(limit);
        self.wait(|news| matches!(news, LinkEvent::Pong), misdeed).map(drop)
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
        misdeed: &mut Option<ProcessFailure>,
    ) -> Result<Option<Answer>, ProcessFailure> {
        let asked = self.q;
        self.link.ask([Question { ticket: (), bytes, q: asked, extra }].into_iter());
        let is_answer = |news: &LinkEvent<()>| match news {
            LinkEvent::Act { q, .. } | LinkEvent::Fail { q, .. } => *q == asked,
            _ => false,
        };
        loop {
            match self.read(is_answer, misdeed)? {
                Some(LinkEvent::Act { choice, late, took, .. }) => {
                    return Ok(Some(Answer { choice: Ok(choice), late, took }));
                }
                Some(LinkEvent::Fail { why, took, .. }) => {
                    return Ok(Some(Answer { choice: Err(why), late: None, took }));
                }
                _ if misdeed.is_some() => return Ok(None),
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
