//! The hall: one thread that hosts many games at once in which programs play.
//!
//! Every program has one process here, and each clone of a player its own. A game goes on as far as it
//! can without a program; then its asks wait in the outboxes of its programs. A process that has
//! nothing to think about gets all that waits for it, up to a batch, and another batch lies ready for
//! it while it thinks. So processes are busy as long as there are games, and games wait for each
//! other no longer than a batch takes.
//!
//! When a process breaks while it knows of several games, nobody can say which of them was the cause:
//! these games are played again from the start, each alone with its programs. So who is to blame, and
//! every row, is the same for any size of batches.

mod client;
mod permits;
mod sitting;
mod timing;
mod trouble;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use crate::guests::Guests;
use crate::resolver::Entrant;
use crate::score::score;
use crate::timed::GameClock;
use crate::{Arena, Batch, DecisionTimes, Job, Plan, Supplied, Supply};
use lettergame_core::base::{BySeat, Seat};
use lettergame_core::game::{Fault, Recorded, Step};
use lettergame_protocol::{BATCH, Ear, Heard, Link, News, Tag, messages, read_move};

use client::{Client, Open, Ticket, Waiting};
pub(super) use permits::Permits;
use sitting::{Chair, Sitting};

/// Games at once: while one batch is thought about, another one is made ready.
const GAMES: usize = 2 * BATCH;
/// What may lie in the ear: whoever talks more has to wait.
const MOST_HEARD: usize = 1024;

/// A game that is to begin.
struct Held {
    job: Job,
    /// Its programs play nothing else meanwhile.
    exclusive: bool,
}

/// Many games at once, with the programs that play in them.
pub(super) struct Hall<'a, G: Recorded> {
    plan: &'a Plan<G>,
    guests: &'a Guests,
    clients: Vec<Client>,
    /// The client of a player's seat: which player, and the how manieth of it in the game.
    places: HashMap<(usize, usize), usize>,
    /// Boxed: a game is some kilobytes, and goes in and out of here at every decision.
    sittings: BTreeMap<u64, Box<Sitting<G>>>,
    held: VecDeque<Held>,
    ended: Vec<Batch>,
    next_sitting: u64,
    next_tag: Tag,
    ear: Ear,
    heard: Receiver<(Tag, Heard)>,
    /// Turns round, so that no client is always served first.
    first: usize,
    /// How many deals share the time of the answers that are being read.
    sharing: u64,
}

impl<'a, G: Recorded> Hall<'a, G> {
    pub(super) fn new(plan: &'a Plan<G>, guests: &'a Guests) -> Hall<'a, G> {
        let (ear, heard) = sync_channel(MOST_HEARD);
        Hall {
            plan,
            guests,
            clients: Vec::new(),
            places: HashMap::new(),
            sittings: BTreeMap::new(),
            held: VecDeque::new(),
            ended: Vec::new(),
            next_sitting: 0,
            next_tag: 0,
            ear,
            heard,
            first: 0,
            sharing: 1,
        }
    }

    /// Plays what is supplied until there is nothing more, or a stop is wished.
    pub(super) fn run(mut self, supply: &Supply<'_>, hand_on: &mut dyn FnMut(Batch) -> bool) {
        let mut wanted = true;
        while wanted && !supply.stopped() && self.plan.harness_failure().is_none() {
            let supplied = self.fill(supply);
            self.flush();
            for batch in std::mem::take(&mut self.ended) {
                wanted &= hand_on(batch);
            }
            if supplied == Supplied::Done && self.sittings.is_empty() && self.held.is_empty() {
                break;
            }
            self.listen();
        }
        self.close();
    }

    /// Lets games begin as long as there is room.
    fn fill(&mut self, supply: &Supply<'_>) -> Supplied {
        loop {
            self.begin_held();
            if self.sittings.len() + self.held.len() >= GAMES {
                return Supplied::Later;
            }
            match supply.next() {
                Supplied::Game(game) => {
                    let job = self.plan.schedule.job(game);
                    self.held.push_back(Held { job, exclusive: false });
                }
                other => return other,
            }
        }
    }

    /// Lets those begin whose programs have room. One that wants its programs alone is not overtaken.
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

    /// The clients of a game's seats, where programs sit and are not benched.
    fn clients_of(&mut self, job: &Job) -> Vec<usize> {
        let benched = self.plan.benched_in(job);
        let asked = job.lineup.seats().filter(|seat| !benched.contains(*seat));
        asked.filter_map(|seat| self.client_at(job, seat)).collect()
    }

    fn client_at(&mut self, job: &Job, seat: Seat) -> Option<usize> {
        let player = job.lineup[seat];
        let Entrant::Program(launch) = &self.plan.entrants[player] else { return None };
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
        let benched = self.plan.benched_in(&job);
        let chairs = BySeat::from_fn(job.lineup.len(), |seat| {
            if benched.contains(seat) {
                return None;
            }
            let client = self.client_at(&job, seat)?;
            let open = Open { seat, introduced: false, exclusive };
            self.clients[client].open.insert(id, open);
            Some(Chair {
                client,
                told: 0,
                seed: job.seed.stream(seat).next_u64(),
                deferred: None,
                used: Duration::ZERO,
                times: DecisionTimes::default(),
            })
        });
        let timing = self.plan.time_decisions.then_some(&clock);
        let session = self.plan.session(&job, benched, timing, |seat| chairs[seat].is_some());
        let sitting = Sitting::new(self.plan, job, benched, session, chairs, clock);
        self.sittings.insert(id, Box::new(sitting));
        self.go_on(id);
    }

    /// Plays a game as far as it goes without the answer of a program.
    fn go_on(&mut self, id: u64) {
        let Some(mut sitting) = self.sittings.remove(&id) else { return };
        loop {
            match sitting.session.advance() {
                Step::Announced => sitting.note(self.plan),
                Step::Awaiting(seats) => {
                    seats.iter().for_each(|seat| self.ask(id, &mut sitting, seat));
                    if !sitting.waiting.is_empty() {
                        self.sittings.insert(id, sitting);
                        return;
                    }
                }
                Step::Over => return self.end(id, *sitting),
            }
        }
    }

    /// Asks the program in a seat.
    fn ask(&mut self, id: u64, sitting: &mut Sitting<G>, seat: Seat) {
        let Some(chair) = &mut sitting.chairs[seat] else { return };
        let client = chair.client;
        let fault = match chair.deferred.take() {
            Some(text) => Some(Fault::Unreadable(text)),
            None => self.clients[client].game_over(&mut chair.used),
        };
        match fault {
            Some(fault) => {
                sitting.answer(seat, Err(fault), || self.clients[client].last_lines());
            }
            None => self.put_out(id, sitting, seat, client),
        }
    }

    /// Puts an ask into the outbox of its program.
    fn put_out(&mut self, id: u64, sitting: &mut Sitting<G>, seat: Seat, client: usize) {
        let client = &mut self.clients[client];
        let introduced = client.open.get(&id).is_some_and(|open| open.introduced);
        let introduction = sitting.chairs[seat].as_ref().filter(|_| !introduced).map(|chair| {
            let seats = sitting.job.lineup.len();
            let told = client.launch.class().map(|_| self.plan.classes(&sitting.job));
            let classes = told.unwrap_or_default();
            messages::new_game(sitting.job.game, seat, seats, chair.seed, &classes)
        });
        let events = sitting.news(seat);
        let q = client.number();
        sitting.waiting.push((seat, q));
        let view = sitting.session.table().view(seat);
        let mut bytes = Vec::with_capacity(512);
        let game = sitting.job.game;
        messages::write_ask(&mut bytes, q, game, G::kind(&view), &events, &view);
        client.launch.season(&mut bytes);
        let ticket = Ticket { sitting: id, seat };
        client.outbox.push_back(Waiting { ticket, q, bytes, introduction });
    }

    fn end(&mut self, id: u64, mut sitting: Sitting<G>) {
        let table = sitting.session.table();
        let (outcome, banned) = (table.outcome(), table.banned());
        for seat in sitting.chairs.seats() {
            let events = sitting.news(seat);
            let Some(chair) = &sitting.chairs[seat] else { continue };
            sitting.clock.add(sitting.job.lineup[seat], &chair.times);
            let end = messages::over(sitting.job.game, &events, &outcome, banned.contains(seat));
            self.take_leave(chair.client, id, &end);
        }
        let Sitting { job, session, failures, mut files, clock, .. } = sitting;
        let score = score(&job, session.table(), &failures);
        let times = clock.take(job.deal).into_iter().collect();
        files.write_end(&job, &score, session.table(), &self.plan.names);
        let (rows, faults) = files.take();
        let scores = vec![score];
        self.ended.push(Batch { first: job.game, scores, rows, faults, times });
    }

    /// A client is not in a game any more, and is told so if it knew of it.
    fn take_leave(&mut self, client: usize, id: u64, end: &[u8]) {
        let client = &mut self.clients[client];
        let knew = client.forget(id).is_some_and(|open| open.introduced);
        if let Some(link) = client.link.as_mut().filter(|_| knew) {
            link.tell(end.to_vec());
        }
    }

    /// Writes what waits, as far as processes and permits allow.
    fn flush(&mut self) {
        let count = self.clients.len();
        self.first += 1;
        for place in 0..count {
            let number = (place + self.first) % count;
            self.clients[number].rest(&self.guests.permits);
            if let Err(broken) = self.clients[number].flush(&self.guests.permits, &self.ear) {
                self.broken(number, &broken);
            }
        }
    }

    fn hear(&mut self, (tag, heard): (Tag, Heard)) {
        let Some(number) = self.clients.iter().position(|client| client.tag == tag) else { return };
        let Some(link) = &mut self.clients[number].link else { return };
        let all = link.hear(heard);
        self.sharing = self.deals_in(&all);
        for news in all {
            self.learn(number, news);
            if self.clients[number].tag != tag {
                break;
            }
        }
        self.sharing = 1;
    }

    fn learn(&mut self, number: usize, news: News<Ticket>) {
        match news {
            News::Ready | News::Pong => {}
            News::Act { ticket, q, choice, late, took } => {
                if self.is_asked(ticket, q) {
                    self.took(number, ticket, took, late.is_some());
                    self.answered(number, ticket, read_move::<G>(&choice, late));
                }
            }
            News::Fail { ticket, q, why, took } => {
                if self.is_asked(ticket, q) {
                    self.took(number, ticket, took, false);
                    self.answered(number, ticket, Err(Fault::Gone(why)));
                }
            }
            News::Twice(ticket, text) => self.accuse(number, ticket, text),
            News::Noise(text) => self.noise(number, text),
            News::Broken(broken) => self.broken(number, &broken),
        }
    }

    /// Is this question still asked? A fault may have taken its place since it was answered.
    fn is_asked(&self, ticket: Ticket, q: u64) -> bool {
        let sitting = self.sittings.get(&ticket.sitting);
        sitting.is_some_and(|sitting| sitting.waiting.contains(&(ticket.seat, q)))
    }

    /// An answer, or the fault that stands for it.
    fn answered(&mut self, number: usize, ticket: Ticket, said: Result<G::Move, Fault<G::Move>>) {
        let log = || self.clients[number].last_lines();
        let Some(sitting) = self.sittings.get_mut(&ticket.sitting) else { return };
        sitting.answer(ticket.seat, said, log);
        self.proceed(ticket.sitting);
    }

    /// Goes on with a game if no answer is waited for any more.
    fn proceed(&mut self, id: u64) {
        if self.sittings.get(&id).is_some_and(|sitting| sitting.waiting.is_empty()) {
            self.go_on(id);
        }
    }

    /// Lets all programs leave the games that are not over and go, and keeps their logs.
    fn close(mut self) {
        for (id, sitting) in std::mem::take(&mut self.sittings) {
            self.stop(id, &sitting);
        }
        self.clients.iter_mut().filter_map(|client| client.link.as_mut()).for_each(Link::bye);
        let since = Instant::now();
        for client in &mut self.clients {
            if let Some(link) = client.link.take() {
                let farewell = link.leave(since);
                self.guests.keep_log(client.player, &farewell.log);
            }
            client.rest(&self.guests.permits);
        }
    }
}
