//! A program from the scheduler's point of view: its process if it runs, the asks that wait, and
//! the games it is in.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use crate::permits::Permits;
use lettergame_base::Seat;
use lettergame_game::Fault;
use lettergame_plan::Job;
use lettergame_protocol::{
    BATCH, EventSender, Launch, Link, LogMark, ProcessFailure, Question, Tag, messages,
};

/// The trust in a program at the beginning, which is also the most. Each finished game restores one.
const FULL_TRUST: u32 = 300;
/// What each broken process costs. A program with less trust than this plays all its games alone.
const TRUST_PER_PROCESS: u32 = 100;

/// A seat of a game in the scheduler; numbers of hosted games are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ticket {
    pub(super) hosted: u64,
    pub(super) seat: Seat,
}

/// An ask that waits to be written, preceded by the game's introduction if the process does not
/// know it.
pub(super) struct Waiting {
    pub(super) ticket: Ticket,
    pub(super) q: u64,
    pub(super) bytes: Vec<u8>,
    pub(super) introduction: Option<Vec<u8>>,
}

/// A game that a client is in.
pub(super) struct Open {
    game: u64,
    deal: u64,
    /// The running process knows of it.
    pub(super) introduced: bool,
}

impl Open {
    pub(super) fn new(job: &Job) -> Open {
        Open { game: job.game, deal: job.deal, introduced: false }
    }
}

/// A program, with at most one process.
pub(super) struct Client {
    pub(super) player: usize,
    pub(super) launch: Arc<Launch>,
    pub(super) link: Option<Link<Ticket>>,
    pub(super) outbox: VecDeque<Waiting>,
    /// By the number of the hosted game.
    pub(super) open: BTreeMap<u64, Open>,
    /// The deals that the process was shown.
    deals: BTreeSet<u64>,
    /// The games that the process learned the end of since it was last asked.
    ended: BTreeSet<u64>,
    /// Identifies the process, so that events of an earlier one are not attributed to it.
    pub(super) tag: Tag,
    next_q: u64,
    has_permit: bool,
    trust: u32,
}

impl Client {
    /// The fault of the next decision in a game that has used this much time, if none is left.
    pub(super) fn game_over<M>(&mut self, used: &mut Duration) -> Option<Fault<M>> {
        self.launch.limits().game_over(used, self.link.as_mut())
    }

    pub(super) fn new(player: usize, launch: &Arc<Launch>, tag: Tag) -> Client {
        Client {
            player,
            launch: Arc::clone(launch),
            link: None,
            outbox: VecDeque::new(),
            open: BTreeMap::new(),
            deals: BTreeSet::new(),
            ended: BTreeSet::new(),
            tag,
            next_q: 1,
            has_permit: false,
            trust: FULL_TRUST,
        }
    }

    /// The number of the next question.
    pub(super) fn number(&mut self) -> u64 {
        self.next_q += 1;
        self.next_q - 1
    }

    /// Whether it may have many games in flight. Not before it has said so.
    fn takes_many(&self) -> bool {
        self.link.as_ref().and_then(Link::hello).is_some_and(|hello| hello.batch)
    }

    /// Whether a game in which it plays may begin.
    pub(super) fn has_room(&self) -> bool {
        self.open.is_empty() || self.takes_many()
    }

    /// Whether its process may serve several games: if processes break too often, most of what they
    /// have played is played again.
    pub(super) fn is_trusted(&self) -> bool {
        self.trust >= TRUST_PER_PROCESS
    }

    /// Whether the process was shown that deal.
    pub(super) fn knows(&self, deal: u64) -> bool {
        self.deals.contains(&deal)
    }

    /// Records that the process is shown a deal; those before `oldest` will not be played any more.
    pub(super) fn show(&mut self, deal: u64, oldest: u64) {
        self.deals = self.deals.split_off(&oldest);
        self.deals.insert(deal);
    }

    /// Has the process exit, to be replaced by one that knows nothing; returns it.
    pub(super) fn renew(&mut self, tag: Tag) -> Option<Link<Ticket>> {
        self.tag = tag;
        self.deals.clear();
        self.ended.clear();
        self.link.take()
    }

    /// Records that it has finished a game.
    pub(super) fn restore_trust(&mut self) {
        self.trust = FULL_TRUST.min(self.trust + 1);
    }

    /// Whether its process knows of a game in progress.
    pub(super) fn is_playing(&self) -> bool {
        self.open.values().any(|open| open.introduced)
    }

    /// Adds a line about a game to its log.
    pub(super) fn note(&self, game: u64, line: &str) {
        if let Some(link) = &self.link {
            link.note(game, line);
        }
    }

    /// Whether its log is empty.
    pub(super) fn is_silent(&self) -> bool {
        self.link.as_ref().is_none_or(Link::is_silent)
    }

    /// Whether nothing is in flight to it and it is not starting.
    fn is_idle(&self) -> bool {
        self.link.as_ref().is_none_or(|link| link.hello().is_some() && link.in_flight() == 0)
    }

    /// Writes as much as may be in flight at once; starts the process if there is none.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(super) fn flush(
        &mut self,
        permits: &Permits,
        sender: &EventSender,
    ) -> Result<(), ProcessFailure> {
        while !self.outbox.is_empty() {
            if !self.has_permit {
                self.has_permit = permits.take(sender);
                if !self.has_permit {
                    return Ok(());
                }
            }
            let Some(link) = &self.link else {
                self.link = Some(Link::start(&self.launch, self.tag, sender)?);
                return Ok(());
            };
            // while the program works on one batch, another one is ready
            let under_way = link.in_flight();
            let enough = self.outbox.len() >= BATCH / 2 && under_way <= BATCH;
            if link.hello().is_none() || (under_way > 0 && !enough) {
                return Ok(());
            }
            self.write(self.outbox.len().min(BATCH));
        }
        Ok(())
    }

    fn write(&mut self, count: usize) {
        let Some(link) = &mut self.link else { return };
        let new = self.launch.limits().new;
        let mut introductions = Vec::new();
        let mut questions = Vec::with_capacity(count);
        for waiting in self.outbox.drain(..count) {
            let Waiting { ticket, q, bytes, introduction } = waiting;
            let extra = if introduction.is_some() { new } else { Duration::ZERO };
            if let Some(introduction) = introduction {
                introductions.extend(introduction);
                if let Some(open) = self.open.get_mut(&ticket.hosted) {
                    open.introduced = true;
                }
            }
            questions.push(Question { ticket, bytes, q, extra });
        }
        let asked = link.tickets().chain(questions.iter().map(|question| question.ticket));
        let games = asked.filter_map(|ticket| Some(self.open.get(&ticket.hosted)?.game));
        let games = games.chain(std::mem::take(&mut self.ended)).collect();
        link.mark_log(&LogMark::of(&games));
        if !introductions.is_empty() {
            if link.answers_pings() {
                // its pong ends the additional time
                introductions.extend(messages::ping());
            }
            link.tell(introductions);
        }
        link.ask(questions.into_iter());
    }

    /// Returns its permit if it is idle.
    pub(super) fn rest(&mut self, permits: &Permits) {
        if self.has_permit && self.is_idle() {
            self.has_permit = false;
            permits.give_back();
        }
    }

    /// Gives up the process: ends it and ignores its events from now on. Returns the games that it
    /// knew of, or for which it was started.
    pub(super) fn lose(&mut self, tag: Tag) -> Vec<u64> {
        let starting = self.link.as_ref().is_none_or(|link| link.hello().is_none());
        self.trust = self.trust.saturating_sub(TRUST_PER_PROCESS);
        self.link = None;
        self.tag = tag;
        self.deals = self.open.values().map(|open| open.deal).collect();
        let lost = self.open.iter().filter(|(_, open)| open.introduced || starting);
        lost.map(|(&hosted, _)| hosted).collect()
    }

    /// Removes a game, and notifies the process with `end` if it knew of it. A later answer is surplus and
    /// ignored.
    pub(super) fn take_leave(&mut self, hosted: u64, end: &[u8]) {
        self.outbox.retain(|waiting| waiting.ticket.hosted != hosted);
        if let Some(link) = &mut self.link {
            link.give_up(|ticket| ticket.hosted != hosted);
        }
        let known = self.open.remove(&hosted).filter(|open| open.introduced);
        if let (Some(known), Some(link)) = (known, &mut self.link) {
            link.tell(end.to_vec());
            self.ended.insert(known.game);
        }
    }
}
