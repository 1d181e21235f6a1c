//! Begins games, each with processes that have room and have not been shown its deal.

use std::sync::Arc;
use std::time::Duration;

use crate::bench::Bench;
use crate::recorded_game::RecordedGame;
use crate::scheduler::client::{Client, Open};
use crate::scheduler::hosted_game::{HostedGame, ProgramSeat};
use crate::scheduler::pools::{Held, Place, PoolKey};
use crate::scheduler::program_scheduler::ProgramScheduler;
use lettergame_base::{BySeat, Seat, SeatSet};
use lettergame_game::Configurable;
use lettergame_plan::Job;
use lettergame_protocol::{CorrectedMoves, Launch};
use lettergame_run::DecisionTimes;

/// The maximum number of processes that were asked to exit; with more, the first one is ended.
const MAX_LEAVING: usize = 8;

impl<G: Configurable> ProgramScheduler<'_, G> {
    /// Begins held games whose programs have room. Games with a program that is not trusted are played alone.
    pub(super) fn begin_held(&mut self) {
        while std::mem::take(&mut self.is_changed) {
            let external = self.external;
            let bench = external.bench();
            let mut place = 0;
            while place < self.held.len() {
                if !self.begin_at(place, &bench) {
                    place += 1;
                }
            }
        }
    }

    /// Begins the held game at that place, if its programs have room.
    fn begin_at(&mut self, place: usize, bench: &Bench) -> bool {
        let Held { job, programs } = &self.held[place];
        let benched = bench.seats(job);
        let asked = || programs.iter().filter(|(seat, _)| !benched.contains(*seat)).copied();
        if !asked().all(|(_, key)| self.is_trusted(key)) {
            self.held.remove(place).into_iter().for_each(|held| self.alone.push(held.job));
            return true;
        }
        let mut places = BySeat::filled(job.lineup.len(), None);
        for (seat, key) in asked() {
            let Some(place) = self.client_for(job, key) else { return false };
            places[seat] = Some(place);
        }
        let Some(Held { job, .. }) = self.held.remove(place) else { return false };
        self.begin(job, benched, places);
        true
    }

    /// The seats of a game that have programs, with the keys of their pools.
    pub(super) fn programs_in(&self, job: &Job) -> Vec<(Seat, PoolKey)> {
        let programs =
            job.lineup.iter().filter(|(seat, _)| self.tournament.program_at(job, *seat).is_some());
        programs
            .map(|(seat, &player)| {
                let before = job.lineup.iter().filter(|(other, _)| *other < seat);
                (seat, (player, before.filter(|(_, other)| **other == player).count()))
            })
            .collect()
    }

    /// Whether the processes of a pool may serve several games.
    fn is_trusted(&self, key: PoolKey) -> bool {
        let pool = self.pools.get(&key).map_or(&[][..], Vec::as_slice);
        pool.iter().all(|&number| self.clients[number].is_trusted())
    }

    /// A client with room whose process has not been shown the deal, or that can have another process.
    fn client_for(&self, job: &Job, key: PoolKey) -> Option<Place> {
        let pool = self.pools.get(&key).map_or(&[][..], Vec::as_slice);
        let client = |number: &&usize| &self.clients[**number];
        let mut ignorant = pool.iter().filter(|number| !client(number).knows(job.deal)).peekable();
        if ignorant.peek().is_some() {
            return ignorant.find(|number| client(number).has_room()).copied().map(Place::Client);
        }
        if pool.len() < self.sizes.processes {
            return Some(Place::New(key));
        }
        pool.iter().find(|number| client(number).open.is_empty()).copied().map(Place::Client)
    }

    fn begin(&mut self, job: Job, benched: SeatSet, places: BySeat<Option<Place>>) {
        let id = self.next_sitting;
        self.next_sitting += 1;
        let oldest = self.held.front().map_or(job.deal, |held| held.job.deal.min(job.deal));
        let seats = BySeat::from_fn(job.lineup.len(), |seat| {
            let client = match places[seat]? {
                Place::Client(client) => client,
                Place::New(key) => self.new_client(key, self.tournament.program_at(&job, seat)?),
            };
            if self.clients[client].knows(job.deal) {
                self.renew(client);
            }
            self.clients[client].open.insert(id, Open::new(&job));
            self.clients[client].show(job.deal, oldest);
            let (used, times) = (Duration::ZERO, DecisionTimes::default());
            let corrected = CorrectedMoves::default();
            Some(ProgramSeat { client, told: 0, used, times, corrected })
        });
        let outside = |seat| places[seat].is_some();
        let game = RecordedGame::new(self.tournament, job, benched, outside);
        self.hosted.insert(id, Box::new(HostedGame { game, seats, waiting: Vec::new() }));
        self.go_on(id);
    }

    fn new_client(&mut self, key: PoolKey, launch: &Arc<Launch>) -> usize {
        let (number, tag) = (self.clients.len(), self.fresh_tag());
        self.clients.push(Client::new(key.0, launch, tag));
        self.pools.entry(key).or_default().push(number);
        number
    }

    /// Asks the process of an idle client to exit.
    fn renew(&mut self, number: usize) {
        let tag = self.fresh_tag();
        let client = &mut self.clients[number];
        if let Some(mut leaving) = client.renew(tag) {
            leaving.request_exit();
            self.leaving.push_back((client.player, leaving));
        }
        client.rest(&self.external.permits);
        if self.leaving.len() > MAX_LEAVING
            && let Some((player, left)) = self.leaving.pop_front()
        {
            self.external.keep_log(player, &left.log_text());
        }
    }
}
