//! What the scheduler does when a program violates the protocol, breaks, or commits a fault.

use crate::scheduler::hosted_game::HostedGame;
use crate::scheduler::program_scheduler::ProgramScheduler;
use lettergame_game::Configurable;
use lettergame_protocol::{ProcessFailure, messages};

impl<G: Configurable> ProgramScheduler<'_, G> {
    /// Handles output that does not answer a question. Between games it is nobody's fault.
    pub(super) fn noise(&mut self, number: usize) {
        if self.clients[number].is_playing() {
            self.distrust(number);
        }
    }

    /// A tag that no process, past or present, has used for its events.
    pub(super) fn fresh_tag(&mut self) -> u64 {
        self.next_tag += 1;
        self.next_tag
    }

    /// Handles a broken process.
    pub(super) fn broken(&mut self, number: usize, broken: &ProcessFailure) {
        if broken.is_host_error {
            self.external.give_up(&broken.said);
        }
        self.distrust(number);
    }

    /// Gives up a process in which something went wrong. There is no telling which of its games was the
    /// cause, so all of them are played again, each alone.
    pub(super) fn distrust(&mut self, number: usize) {
        let tag = self.fresh_tag();
        let client = &mut self.clients[number];
        if let Some(link) = &client.link {
            self.external.keep_log(client.player, &link.log_text());
        }
        for id in client.lose(tag) {
            if let Some(hosted) = self.hosted.remove(&id) {
                self.play_alone(id, *hosted);
            }
        }
        self.clients[number].rest(&self.external.permits);
    }

    /// Abandons a game, which is to be played again alone.
    pub(super) fn play_alone(&mut self, id: u64, hosted: HostedGame<G>) {
        self.stop(id, &hosted);
        self.alone.push(hosted.game.job);
        self.is_changed = true;
    }

    /// Notifies the programs of a game that it is abandoned.
    pub(super) fn stop(&mut self, id: u64, hosted: &HostedGame<G>) {
        let end = messages::stopped(hosted.game.job.game);
        for chair in hosted.seats.values().flatten() {
            self.clients[chair.client].take_leave(id, &end);
        }
    }
}
