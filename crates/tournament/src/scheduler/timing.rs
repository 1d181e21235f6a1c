//! The clocks of the scheduler: waiting for the next event, deadlines, idle programs, and decision
//! times.

use std::collections::BTreeSet;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use crate::scheduler::client::{Client, Ticket};
use crate::scheduler::program_scheduler::{MAX_HEARD, ProgramScheduler};
use lettergame_game::Configurable;
use lettergame_protocol::LinkEvent;

/// How long to wait before checking again for games or a stop request.
const LOOK_AGAIN: Duration = Duration::from_millis(50);
/// A wait for an answer that is worth showing to users.
const WORTH_TELLING: Duration = Duration::from_millis(5);
/// After waking up this late, this process itself must have been suspended, and the time is not
/// counted.
const OVERSLEPT: Duration = Duration::from_millis(100);

impl<G: Configurable> ProgramScheduler<'_, G> {
    /// Waits for an event or a timeout, and handles all pending events.
    pub(in crate::scheduler) fn listen(&mut self) {
        let now = Instant::now();
        let links = || self.clients.iter().filter_map(|client| client.link.as_ref());
        let wait = links()
            .flat_map(|link| [link.deadline(), link.rest_due()])
            .flatten()
            .min()
            .map_or(LOOK_AGAIN, |deadline| deadline.saturating_duration_since(now).min(LOOK_AGAIN));
        let first = self.event.recv_timeout(wait);
        let asleep = now.elapsed();
        if asleep > WORTH_TELLING {
            self.tell_who_is_waited_for();
        }
        if asleep > wait + OVERSLEPT {
            let links = self.clients.iter_mut().filter_map(|client| client.link.as_mut());
            links.for_each(|link| link.extend_deadline(asleep));
        }
        // events sent before this moment are handled before the deadlines are checked, however long
        // handling them takes
        let moment = Instant::now();
        match first {
            Ok(event) => self.handle(event),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
        for event in self.event.try_iter().take(MAX_HEARD).collect::<Vec<_>>() {
            self.handle(event);
        }
        self.look_at_clocks(moment);
    }

    /// Handles deadlines that had passed at that moment.
    fn look_at_clocks(&mut self, moment: Instant) {
        for number in 0..self.clients.len() {
            let Some(link) = &mut self.clients[number].link else { continue };
            if link.rest_due().is_some_and(|due| due <= moment) {
                link.rest();
            }
            if link.deadline().is_some_and(|deadline| deadline <= moment) {
                match link.overdue() {
                    Some(broken) => self.broken(number, &broken),
                    None if link.is_late() => self.distrust(number),
                    None => {}
                }
            }
        }
    }

    /// Reports which program keeps the games waiting: the one that was asked first.
    fn tell_who_is_waited_for(&self) {
        let asked = |client: &Client| {
            let link = client.link.as_ref()?;
            (link.hello().is_none() || link.in_flight() > 0)
                .then(|| (link.elapsed(), client.player))
        };
        if let Some((since, player)) = self.clients.iter().filter_map(asked).max() {
            self.tournament.times.waits_for(player, since);
        }
    }

    /// The number of deals with answers among these events: they share the measured time.
    pub(in crate::scheduler) fn deals_in(&self, news: &[LinkEvent<Ticket>]) -> u64 {
        let deal = |news: &LinkEvent<Ticket>| match news {
            LinkEvent::Act { ticket, .. } | LinkEvent::Fail { ticket, .. } => {
                self.hosted.get(&ticket.hosted).map(|hosted| hosted.game.job.deal)
            }
            _ => None,
        };
        news.iter().filter_map(deal).collect::<BTreeSet<u64>>().len().max(1) as u64
    }

    /// Records how long a decision took.
    pub(in crate::scheduler) fn took(&mut self, number: usize, ticket: Ticket, took: Duration) {
        self.tournament.times.add(self.clients[number].player, took, false);
        let hosted = self.hosted.get_mut(&ticket.hosted);
        if let Some(chair) = hosted.and_then(|hosted| hosted.seats[ticket.seat].as_mut()) {
            chair.used += took;
            chair.times.add(took, false, self.sharing);
        }
    }
}
