//! What the scheduler does when a program violates the protocol or breaks.

use crate::scheduler::client::Ticket;
use crate::scheduler::hosted_game::HostedGame;
use crate::scheduler::{Held, ProgramScheduler};
use lettergame_core::game::{Fault, FaultKind, Recorded};
use lettergame_protocol::{ProcessFailure, messages};

impl<G: Recorded> ProgramScheduler<'_, G> {
    /// Records a protocol violation of a seat: it counts at the decision that the seat is about to
    /// make, or at its next one.
    pub(super) fn accuse(&mut self, number: usize, ticket: Ticket, text: String) {
        let Some(hosted) = self.hosted.get_mut(&ticket.hosted) else { return };
        if hosted.waits_for(ticket.seat) {
            let client = &mut self.clients[number];
            client.outbox.retain(|waiting| waiting.ticket != ticket);
            client.link.iter_mut().for_each(|link| link.give_up(|other| *other != ticket));
            self.answered(number, ticket, Err(Fault::Unreadable(text)));
        } else if let Some(chair) = &mut hosted.seats[ticket.seat] {
            chair.deferred.get_or_insert(text);
        }
    }

    /// Handles output that does not answer a question. It is attributed to the program's game if
    /// there is only one; otherwise the process counts as broken.
    pub(super) fn noise(&mut self, number: usize, text: String) {
        let mut open = self.clients[number].open.iter();
        match (open.next(), open.next()) {
            (None, _) => {}
            (Some((&hosted, open)), None) => {
                self.accuse(number, Ticket { hosted, seat: open.seat }, text);
            }
            _ => self.broken(number, &ProcessFailure::fault_of(FaultKind::Unreadable, text)),
        }
    }

    /// A tag that no process, past or present, has used for its events.
    pub(super) fn fresh_tag(&mut self) -> u64 {
        self.next_tag += 1;
        self.next_tag
    }

    /// Handles a broken process. In a single game it is blamed; several games are played again,
    /// each alone.
    pub(super) fn broken(&mut self, number: usize, broken: &ProcessFailure) {
        if broken.is_host_error {
            self.external.give_up(&broken.said);
        }
        let tag = self.fresh_tag();
        let client = &mut self.clients[number];
        let log = client.last_lines();
        let mut took = None;
        if let Some(link) = &client.link {
            self.external.keep_log(client.player, &link.log_text());
            // a program that never starts also holds up a game
            let is_awaited = link.in_flight() > 0 || link.hello().is_none();
            took = is_awaited.then(|| link.elapsed());
        }
        let lost = client.lose(tag);
        match lost[..] {
            [] => {}
            [ticket] => {
                if let Some(took) = took {
                    self.took(number, ticket, took, broken.kind == FaultKind::Stalled);
                }
                self.blame(number, ticket, broken, log);
            }
            _ => {
                client.try_patience();
                for ticket in lost.into_iter().rev() {
                    self.play_again(ticket.hosted);
                }
            }
        }
        self.clients[number].rest(&self.external.permits);
    }

    /// Handles the only game of a broken process: the process is at fault if it was asked;
    /// otherwise nothing is blamed, and a new process is sent the whole game.
    fn blame(&mut self, number: usize, ticket: Ticket, broken: &ProcessFailure, log: Vec<String>) {
        let Some(hosted) = self.hosted.get_mut(&ticket.hosted) else { return };
        hosted.untold(ticket.seat);
        if !hosted.waits_for(ticket.seat) {
            return;
        }
        self.clients[number].outbox.retain(|waiting| waiting.ticket != ticket);
        hosted.answer(ticket.seat, Err(broken.fault()), || log);
        self.proceed(ticket.hosted);
    }

    /// Abandons a game; it begins again as soon as its programs have nothing else to do.
    fn play_again(&mut self, id: u64) {
        let Some(hosted) = self.hosted.remove(&id) else { return };
        self.stop(id, &hosted);
        self.held.push_front(Held { job: hosted.job, exclusive: true });
    }

    /// Notifies the programs of a game that it is abandoned.
    pub(super) fn stop(&mut self, id: u64, hosted: &HostedGame<G>) {
        let end = messages::stopped(hosted.job.game);
        for chair in hosted.seats.values().flatten() {
            self.take_leave(chair.client, id, &end);
        }
    }
}
