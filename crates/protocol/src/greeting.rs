//! Starting a program and waiting for its hello, outside of any game.

use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use crate::launch::Launch;
use crate::link::Link;
use crate::link_event::LinkEvent;
use crate::process::{ProcessEvent, Tag};
use crate::process_failure::ProcessFailure;

/// A process that has said hello.
#[derive(Debug)]
pub struct Greeted {
    /// The conversation with it.
    pub link: Link<()>,
    /// What it does next.
    pub events: Receiver<(Tag, ProcessEvent)>,
}

/// Why a program has not said hello.
#[derive(Debug)]
pub struct NoHello {
    /// What happened.
    pub failure: ProcessFailure,
    /// The last lines of its log.
    pub last_lines: Vec<String>,
    /// Whether its process was started.
    pub started: bool,
}

/// How long to wait for an event of a process without a deadline.
const SLICE: Duration = Duration::from_secs(1);

/// Starts a process of a program, and waits until it says hello, within its limit.
///
/// # Errors
/// If it does not.
pub fn greet(launch: &Launch) -> Result<Greeted, NoHello> {
    let pings = launch.answers_pings();
    let is_first = pings.get().is_none();
    match greet_once(launch) {
        // it said hello, and ended at a ping, which it does not know
        Err(_) if is_first && pings.get() == Some(&false) => greet_once(launch),
        greeted => greeted,
    }
}

fn greet_once(launch: &Launch) -> Result<Greeted, NoHello> {
    let (sender, events) = sync_channel(16);
    let no_process = |failure| NoHello { failure, last_lines: Vec::new(), started: false };
    let mut link: Link<()> = Link::start(launch, 0, &sender).map_err(no_process)?;
    while link.hello().is_none() {
        let wait =
            link.deadline().map_or(SLICE, |end| end.saturating_duration_since(Instant::now()));
        let news = match events.recv_timeout(wait) {
            Ok((_, event)) => link.handle(event),
            Err(_) => link.overdue().map(LinkEvent::ProcessFailure).into_iter().collect(),
        };
        if let Some(LinkEvent::ProcessFailure(failure)) = news.into_iter().last() {
            return Err(NoHello { failure, last_lines: link.last_lines(), started: true });
        }
    }
    Ok(Greeted { link, events })
}
