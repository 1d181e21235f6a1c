//! The scheduler: a single thread that hosts many games with programs at once.
//!
//! Each program has one process here, and each clone of a player its own. A game proceeds until it
//! needs a program; then its asks wait in the queues of its programs. An idle process receives all
//! asks that wait for it, up to a batch, and another batch is ready for it while it thinks.
//! Processes are therefore busy as long as there are games, and games wait for each other no longer
//! than a batch takes.
//!
//! If a process breaks while it knows of several games, there is no telling which of them was the
//! cause: these games are played again from the start, each alone with its programs. Blame, and
//! thus every row, is the same for any batch size.

mod client;
mod hosted_game;
mod permits;
mod timing;
mod trouble;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use crate::external_players::ExternalPlayers;
use crate::resolver::Entrant;
use crate::score::score;
use crate::timed::GameClock;
use crate::{AnyTournament, Batch, DecisionTimes, Job, NextGame, QueueHandle, Tournament};
use lettergame_core::base::{BySeat, Seat};
use lettergame_core::game::{Fault, Recorded, Step};
use lettergame_protocol::{
    BATCH, EventSender, Link, LinkEvent, ProcessEvent, Tag, messages, read_move,
};

use client::{Client, Open, Ticket, Waiting};
use hosted_game::{HostedGame, ProgramSeat};
pub(super) use permits::Permits;

/// Games at once: while programs work on one batch, another one is prepared.
const GAMES: usize = 2 * BATCH;
/// The capacity of the event channel: a program that sends more has to wait.
const MOST_HEARD: usize = 1024;

/// A game that is about to begin.
struct Held {
    job: Job,
    /// Its programs play nothing else meanwhile.
    exclusive: bool,
}

/// Hosts many games at once, with the programs that play in them.
pub(super) struct ProgramScheduler<'a, G: Recorded> {
    tournament: &'a Tournament<G>,
    external: &'a ExternalPlayers,
    clients: Vec<Client>,
    /// The client for a player's seat: the player, and which of its seats in the game.
    places: HashMap<(usize, usize), usize>,
    /// Boxed: a game takes a few kilobytes, and is moved in and out at every decision.
    hosted: BTreeMap<u64, Box<HostedGame<G>>>,
    held: VecDeque<Held>,
    ended: Vec<Batch>,
    next_sitting: u64,
    next_tag: Tag,
    sender: EventSender,
    event: Receiver<(Tag, ProcessEvent)>,
    /// Rotates, so that no client is always served first.
    first: usize,
    /// The number of deals that share the time of the answers being read.
    sharing: u64,
}

impl<'a, G: Recorded> ProgramScheduler<'a, G> {
    pub(super) fn new(
        tournament: &'a Tournament<G>,
        external: &'a ExternalPlayers,
    ) -> ProgramScheduler<'a, G> {
        let (sender, event) = sync_channel(MOST_HEARD);
        ProgramScheduler {
            tournament,
            external,
            clients: Vec::new(),
            places: HashMap::new(),
            hosted: BTreeMap::new(),
            held: VecDeque::new(),
            ended: Vec::new(),
            next_sitting: 0,
            next_tag: 0,
            sender,
            event,
            first: 0,
            sharing: 1,
        }
    }

    /// Plays the supplied games until there are no more or a stop is requested.
    pub(super) fn run(
        mut self,
        handle: &QueueHandle<'_>,
        deliver_in_order: &mut dyn FnMut(Batch) -> bool,
    ) {
        let mut wanted = true;
        while wanted && !handle.stopped() && self.tournament.host_failure().is_none() {
            let next = self.fill(handle);
            self.flush();
            for batch in std::mem::take(&mut self.ended) {
                wanted &= deliver_in_order(batch);
            }
            if next == NextGame::Done && self.hosted.is_empty() && self.held.is_empty() {
                break;
            }
            self.listen();
        }
        self.close();
    }

    /// Begins games while there is room.
    fn fill(&mut self, handle: &QueueHandle<'_>) -> NextGame {
        loop {
            self.begin_held();
            if self.hosted.len() + self.held.len() >= GAMES {
                return NextGame::Later;
            }
            match handle.next() {
                NextGame::Game(game) => {
                    let job = self.tournament.schedule.job(game);
                    self.held.push_back(Held { job, exclusive: false });
                }
                other => return other,
            }
        }
    }

    /// Begins held games whose programs have room. A game that needs its programs exclusively is
    /// not overtaken.
    fn begin_held(&mut self) {
        let mut place = 0;
        while let Some(held) = self.held.get(place) {
            let (job, exclusive) = (held.job.clone(), held.exclusive);
            let clients = self.clients_of(&job);
            if clients.iter().all(|&client| self.clients[client].has_room(exclusive)) {
                self.held.remove(place);
                self.begin(Held { job, exclusive });
            } else if exclusive {
                return;
            } else {
                place += 1;
            }
        }
    }

    /// The clients of a game's seats that have programs and are not benched.
    fn clients_of(&mut self, job: &Job) -> Vec<usize> {
        let benched = self.tournament.benched_in(job);
        let asked = job.lineup.seats().filter(|seat| !benched.contains(*seat));
        asked.filter_map(|seat| self.client_at(job, seat)).collect()
    }

    fn client_at(&mut self, job: &Job, seat: Seat) -> Option<usize> {
        let player = job.lineup[seat];
        let Entrant::Program(launch) = &self.tournament.entrants[player] else { return None };
        let before = job.lineup.iter().filter(|(other, _)| *other < seat);
        let clone = before.filter(|(_, other)| **other == player).count();
        if let Some(&client) = self.places.get(&(player, clone)) {
            return Some(client);
        }
        let tag = self.fresh_tag();
        let client = Client::new(player, launch, tag);
        self.clients.push(client);
        self.places.insert((player, clone), self.clients.len() - 1);
        Some(self.clients.len() - 1)
    }

    fn begin(&mut self, held: Held) {
        let Held { job, exclusive } = held;
        let id = self.next_sitting;
        self.next_sitting += 1;
        let clock = GameClock::default();
        let benched = self.tournament.benched_in(&job);
        let seats = BySeat::from_fn(job.lineup.len(), |seat| {
            if benched.contains(seat) {
                return None;
            }
            let client = self.client_at(&job, seat)?;
            let open = Open { game: job.game, seat, introduced: false, exclusive };
            self.clients[client].open.insert(id, open);
            Some(ProgramSeat {
                client,
                told: 0,
                seed: job.seed.stream(seat).next_u64(),
                deferred: None,
                used: Duration::ZERO,
                times: DecisionTimes::default(),
            })
        });
        let timing = self.tournament.time_decisions.then_some(&clock);
        let session = self.tournament.session(&job, benched, timing, |seat| seats[seat].is_some());
        let hosted = HostedGame::new(self.tournament, job, benched, session, seats, clock);
        self.hosted.insert(id, Box::new(hosted));
        self.go_on(id);
    }

    /// Plays a game until it needs the answer of a program.
    fn go_on(&mut self, id: u64) {
        let Some(mut hosted) = self.hosted.remove(&id) else { return };
        loop {
            match hosted.session.advance() {
                Step::Announced => hosted.note(self.tournament),
                Step::Awaiting(seats) => {
                    seats.iter().for_each(|seat| self.ask(id, &mut hosted, seat));
                    if !hosted.waiting.is_empty() {
                        self.hosted.insert(id, hosted);
                        return;
                    }
                }
                Step::Over => return self.end(id, *hosted),
            }
        }
    }

    /// Asks the program in a seat.
    fn ask(&mut self, id: u64, hosted: &mut HostedGame<G>, seat: Seat) {
        let Some(chair) = &mut hosted.seats[seat] else { return };
        let client = chair.client;
        let fault = match chair.deferred.take() {
            Some(text) => Some(Fault::Unreadable(text)),
            None => self.clients[client].game_over(&mut chair.used),
        };
        match fault {
            Some(fault) => {
                hosted.answer(seat, Err(fault), || self.clients[client].last_lines());
            }
            None => self.put_out(id, hosted, seat, client),
        }
    }

    /// Queues an ask for its program.
    fn put_out(&mut self, id: u64, hosted: &mut HostedGame<G>, seat: Seat, client: usize) {
        let client = &mut self.clients[client];
        let introduced = client.open.get(&id).is_some_and(|open| open.introduced);
        let introduction = hosted.seats[seat].as_ref().filter(|_| !introduced).map(|chair| {
            let seats = hosted.job.lineup.len();
            let told = client.launch.class().map(|_| self.tournament.classes(&hosted.job));
            let classes = told.unwrap_or_default();
            messages::new_game(hosted.job.game, seat, seats, chair.seed, &classes)
        });
        let events = hosted.news(seat);
        let q = client.number();
        hosted.waiting.push((seat, q));
        let view = hosted.session.table().view(seat);
        let mut bytes = Vec::with_capacity(512);
        let game = hosted.job.game;
        messages::write_ask(&mut bytes, q, game, G::kind(&view), &events, &view);
        client.launch.add_unknown_fields(&mut bytes);
        let ticket = Ticket { hosted: id, seat };
        client.outbox.push_back(Waiting { ticket, q, bytes, introduction });
    }

    fn end(&mut self, id: u64, mut hosted: HostedGame<G>) {
        let table = hosted.session.table();
        let (outcome, banned) = (table.outcome(), table.banned());
        for seat in hosted.seats.seats() {
            let events = hosted.news(seat);
            let Some(chair) = &hosted.seats[seat] else { continue };
            hosted.clock.add(hosted.job.lineup[seat], &chair.times);
            let end = messages::over(hosted.job.game, &events, &outcome, banned.contains(seat));
            self.take_leave(chair.client, id, &end);
        }
        let HostedGame { job, session, failures, mut files, clock, .. } = hosted;
        let score = score(&job, session.table(), &failures);
        let times = clock.take(job.deal).into_iter().collect();
        files.write_end(&job, &score, session.table(), &self.tournament.names);
        let (rows, faults) = files.take();
        let scores = vec![score];
        self.ended.push(Batch { first: job.game, scores, rows, faults, times });
    }

    /// Removes a game from a client, and notifies the process if it knew of the game.
    fn take_leave(&mut self, client: usize, id: u64, end: &[u8]) {
        let client = &mut self.clients[client];
        let Some(known) = client.forget(id).filter(|open| open.introduced) else { return };
        if let Some(link) = &mut client.link {
            link.tell(end.to_vec());
            client.ended.insert(known.game);
        }
    }

    /// Writes pending asks, within the limits of processes and permits.
    fn flush(&mut self) {
        let count = self.clients.len();
        self.first += 1;
        for place in 0..count {
            let number = (place + self.first) % count;
            self.clients[number].rest(&self.external.permits);
            if let Err(broken) = self.clients[number].flush(&self.external.permits, &self.sender) {
                self.broken(number, &broken);
            }
        }
    }

    fn handle(&mut self, (tag, event): (Tag, ProcessEvent)) {
        let Some(number) = self.clients.iter().position(|client| client.tag == tag) else { return };
        let Some(link) = &mut self.clients[number].link else { return };
        let all = link.handle(event);
        self.sharing = self.deals_in(&all);
        for news in all {
            self.learn(number, news);
            if self.clients[number].tag != tag {
                break;
            }
        }
        self.sharing = 1;
    }

    fn learn(&mut self, number: usize, news: LinkEvent<Ticket>) {
        match news {
            LinkEvent::Ready | LinkEvent::Pong => {}
            LinkEvent::Act { ticket, q, choice, late, took } => {
                if self.is_asked(ticket, q) {
                    self.took(number, ticket, took, late.is_some());
                    let answer = read_move(&*self.tournament.rules, &choice, late);
                    self.answered(number, ticket, answer);
                }
            }
            LinkEvent::Fail { ticket, q, why, took } => {
                if self.is_asked(ticket, q) {
                    self.took(number, ticket, took, false);
                    self.answered(number, ticket, Err(Fault::Gone(why)));
                }
            }
            LinkEvent::Twice(ticket, text) => self.accuse(number, ticket, text),
            LinkEvent::Noise(text) => self.noise(number, text),
            LinkEvent::ProcessFailure(broken) => self.broken(number, &broken),
        }
    }

    /// Whether this question is still open. A fault may have replaced its answer meanwhile.
    fn is_asked(&self, ticket: Ticket, q: u64) -> bool {
        let hosted = self.hosted.get(&ticket.hosted);
        hosted.is_some_and(|hosted| hosted.waiting.contains(&(ticket.seat, q)))
    }

    /// Handles an answer, or the fault that replaces it.
    fn answered(&mut self, number: usize, ticket: Ticket, said: Result<G::Move, Fault<G::Move>>) {
        let log = || self.clients[number].last_lines();
        let Some(hosted) = self.hosted.get_mut(&ticket.hosted) else { return };
        hosted.answer(ticket.seat, said, log);
        self.proceed(ticket.hosted);
    }

    /// Continues a game if no answer is awaited any more.
    fn proceed(&mut self, id: u64) {
        if self.hosted.get(&id).is_some_and(|hosted| hosted.waiting.is_empty()) {
            self.go_on(id);
        }
    }

    /// Makes all programs leave unfinished games and exit, and keeps their logs.
    fn close(mut self) {
        for (id, hosted) in std::mem::take(&mut self.hosted) {
            self.stop(id, &hosted);
        }
        self.clients
            .iter_mut()
            .filter_map(|client| client.link.as_mut())
            .for_each(Link::request_exit);
        let since = Instant::now();
        for client in &mut self.clients {
            if let Some(link) = client.link.take() {
                let farewell = link.shutdown(since);
                self.external.keep_log(client.player, &farewell.log);
            }
            client.rest(&self.external.permits);
        }
    }
}
