//! Hosts many games with programs at once, on one thread.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, channel, sync_channel};
use std::thread;
use std::time::Instant;

use crate::external_players::ExternalPlayers;
use crate::scheduler::client::{Client, Ticket, Waiting};
use crate::scheduler::hosted_game::HostedGame;
use crate::scheduler::lone_games::{LoneGames, play};
use crate::scheduler::pools::{Held, PoolKey, PoolSizes};
use crate::{AnyTournament, Batch, NextGame, QueueHandle, Tournament};
use lettergame_base::Seat;
use lettergame_game::{Configurable, Fault, Step};
use lettergame_protocol::{EventSender, Link, LinkEvent, ProcessEvent, Tag, messages, read_move};

/// The capacity of the event channel: a program that sends more has to wait.
pub(super) const MAX_HEARD: usize = 1024;

/// Hosts many games at once, with the programs that play in them.
pub(crate) struct ProgramScheduler<'a, G: Configurable> {
    pub(super) tournament: &'a Tournament<G>,
    pub(super) external: &'a ExternalPlayers,
    pub(super) clients: Vec<Client>,
    pub(super) pools: HashMap<PoolKey, Vec<usize>>,
    pub(super) sizes: PoolSizes,
    /// Boxed: a game takes a few kilobytes, and is moved in and out at every decision.
    pub(super) hosted: BTreeMap<u64, Box<HostedGame<G>>>,
    /// Games that are about to begin, in the order of their numbers.
    pub(super) held: VecDeque<Held>,
    /// Processes that were asked to exit, with their players.
    pub(super) leaving: VecDeque<(usize, Link<Ticket>)>,
    /// More games were held, or a client has more room, since held games were last looked at.
    pub(super) is_changed: bool,
    pub(super) alone: LoneGames,
    pub(super) ended: Vec<Batch>,
    pub(super) next_sitting: u64,
    pub(super) next_tag: Tag,
    pub(super) sender: EventSender,
    pub(super) event: Receiver<(Tag, ProcessEvent)>,
    /// Rotates, so that no client is always served first.
    pub(super) first: usize,
    /// The number of deals that share the time of the answers being read.
    pub(super) sharing: u64,
}

impl<'a, G: Configurable> ProgramScheduler<'a, G> {
    /// Plays the supplied games until there are no more or a stop is requested.
    pub(crate) fn run(
        tournament: &'a Tournament<G>,
        external: &'a ExternalPlayers,
        handle: &QueueHandle<'_>,
        deliver_in_order: &mut dyn FnMut(Batch) -> bool,
    ) {
        let (sender, event) = sync_channel(MAX_HEARD);
        let ((to, jobs), (over, played)) = (channel(), channel());
        let (stop, wake) = (Arc::new(AtomicBool::new(false)), sender.clone());
        let scheduler = ProgramScheduler {
            tournament,
            external,
            clients: Vec::new(),
            pools: HashMap::new(),
            sizes: PoolSizes::new(&tournament.schedule, tournament.programs()),
            hosted: BTreeMap::new(),
            held: VecDeque::new(),
            leaving: VecDeque::new(),
            is_changed: false,
            alone: LoneGames::new(to, played, Arc::clone(&stop)),
            ended: Vec::new(),
            next_sitting: 0,
            next_tag: 0,
            sender,
            event,
            first: 0,
            sharing: 1,
        };
        let play_lone = move || play(tournament, external, jobs, (over, wake), &stop);
        thread::scope(|scope| match thread::Builder::new().spawn_scoped(scope, play_lone) {
            Ok(_) => scheduler.play(handle, deliver_in_order),
            Err(error) => external.give_up(&format!("cannot start a thread: {error}")),
        });
    }

    fn play(mut self, handle: &QueueHandle<'_>, deliver_in_order: &mut dyn FnMut(Batch) -> bool) {
        let mut wanted = true;
        while wanted && !handle.stopped() && self.tournament.host_failure().is_none() {
            let next = self.fill(handle);
            self.flush();
            self.take_lone_game();
            for batch in std::mem::take(&mut self.ended) {
                wanted &= deliver_in_order(batch);
            }
            if next == NextGame::Done && self.unfinished() == 0 {
                break;
            }
            self.listen();
        }
        self.close();
    }

    /// The number of games that are not finished.
    pub(super) fn unfinished(&self) -> usize {
        self.hosted.len() + self.held.len() + self.alone.len()
    }

    /// Begins games while there is room.
    pub(super) fn fill(&mut self, handle: &QueueHandle<'_>) -> NextGame {
        let mut next = NextGame::Later;
        while self.unfinished() < self.sizes.games {
            next = handle.next();
            let NextGame::Game(game) = next else { break };
            let job = self.tournament.schedule.job(game);
            self.held.push_back(Held { programs: self.programs_in(&job), job });
            self.is_changed = true;
        }
        self.begin_held();
        next
    }

    /// Plays a game until it needs the answer of a program.
    pub(super) fn go_on(&mut self, id: u64) {
        let Some(mut hosted) = self.hosted.remove(&id) else { return };
        loop {
            match hosted.game.session.advance() {
                Step::Announced => hosted.game.note(self.tournament),
                Step::Awaiting(seats) => {
                    if !seats.iter().all(|seat| self.ask(id, &mut hosted, seat)) {
                        return self.play_alone(id, *hosted);
                    }
                    self.hosted.insert(id, hosted);
                    return;
                }
                Step::Over => return self.end(id, *hosted),
            }
        }
    }

    /// Queues a question for the program in a seat; false if its time for the game is used up.
    fn ask(&mut self, id: u64, hosted: &mut HostedGame<G>, seat: Seat) -> bool {
        let Some(chair) = &mut hosted.seats[seat] else { return true };
        let client = &mut self.clients[chair.client];
        if client.game_over::<G::Move>(&mut chair.used).is_some() {
            return false;
        }
        let introduced = client.open.get(&id).is_some_and(|open| open.introduced);
        let introduction = (!introduced)
            .then(|| self.tournament.introduction(&hosted.game.job, seat, &client.launch));
        let events = hosted.news(seat);
        let q = client.number();
        hosted.waiting.push((seat, q));
        let view = hosted.game.session.table().view(seat);
        let mut bytes = Vec::with_capacity(512);
        messages::write_ask(&mut bytes, q, hosted.game.job.game, G::kind(&view), &events, &view);
        client.launch.add_unknown_fields(&mut bytes);
        let ticket = Ticket { hosted: id, seat };
        client.outbox.push_back(Waiting { ticket, q, bytes, introduction });
        true
    }

    pub(super) fn end(&mut self, id: u64, mut hosted: HostedGame<G>) {
        let table = hosted.game.session.table();
        let (outcome, banned) = (table.outcome(), table.banned());
        for seat in hosted.seats.seats() {
            let events = hosted.news(seat);
            let Some(chair) = &hosted.seats[seat] else { continue };
            let job = &hosted.game.job;
            hosted.game.clock.add(job.lineup[seat], &chair.times);
            if let Some(line) = chair.corrected.rest() {
                self.clients[chair.client].note(job.game, &line);
            }
            let end = messages::over(job.game, &events, &outcome, banned.contains(seat));
            self.clients[chair.client].restore_trust();
            self.clients[chair.client].take_leave(id, &end);
        }
        self.ended.push(hosted.game.end(self.tournament));
        self.is_changed = true;
    }

    /// Takes the rows of a game that was played alone, and has the next one played.
    fn take_lone_game(&mut self) {
        if let Some((job, batch)) = self.alone.proceed() {
            self.ended.push(batch);
            for (_, key) in self.programs_in(&job) {
                for &number in self.pools.get(&key).into_iter().flatten() {
                    self.clients[number].restore_trust();
                }
            }
            self.is_changed = true;
        }
    }

    /// Writes pending asks, within the limits of processes and permits.
    pub(super) fn flush(&mut self) {
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

    pub(super) fn handle(&mut self, (tag, event): (Tag, ProcessEvent)) {
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
            LinkEvent::Ready => self.is_changed = true,
            LinkEvent::Pong => {}
            LinkEvent::Act { ticket, q, choice, late, took } if self.is_asked(ticket, q) => {
                self.took(number, ticket, took);
                match late {
                    None => {
                        let answer = read_move(&*self.tournament.rules, &choice, None);
                        self.answered(number, ticket, answer);
                    }
                    Some(_) => self.distrust(number),
                }
            }
            LinkEvent::Fail { ticket, q, why, took } if self.is_asked(ticket, q) => {
                self.took(number, ticket, took);
                self.answered(number, ticket, Err(Fault::Gone(why)));
            }
            LinkEvent::Act { .. } | LinkEvent::Fail { .. } => {}
            LinkEvent::Twice(..) | LinkEvent::Noise(_) => self.noise(number),
            LinkEvent::ProcessFailure(broken) => self.broken(number, &broken),
        }
    }

    /// Whether this question is still open.
    fn is_asked(&self, ticket: Ticket, q: u64) -> bool {
        let hosted = self.hosted.get(&ticket.hosted);
        hosted.is_some_and(|hosted| hosted.waiting.contains(&(ticket.seat, q)))
    }

    /// Handles an answer, or the fault that replaces it. A fault is explained by the program's log, and only
    /// if the game is played alone are its lines known to be about it.
    pub(super) fn answered(
        &mut self,
        number: usize,
        ticket: Ticket,
        said: Result<G::Move, Fault<G::Move>>,
    ) {
        let Some(hosted) = self.hosted.get_mut(&ticket.hosted) else { return };
        hosted.waiting.retain(|(waiting, _)| *waiting != ticket.seat);
        if let Ok(choice) = &said
            && let Some(correction) = hosted.correction(ticket.seat, choice)
        {
            let client = &self.clients[number];
            let game = hosted.game.job.game;
            self.external.note_correction(client.player, game, &correction);
            let chair = hosted.seats[ticket.seat].as_mut();
            if let Some(line) = chair.and_then(|chair| chair.corrected.add(&correction)) {
                client.note(game, &line);
            }
        }
        let is_fault = hosted.game.answer(ticket.seat, said, Vec::new);
        let is_waiting = !hosted.waiting.is_empty();
        if is_fault && !self.clients[number].is_silent() {
            if let Some(hosted) = self.hosted.remove(&ticket.hosted) {
                self.play_alone(ticket.hosted, *hosted);
            }
        } else if !is_waiting {
            self.go_on(ticket.hosted);
        }
    }

    /// Makes all programs leave unfinished games and exit, and keeps their logs.
    fn close(mut self) {
        self.alone.stop();
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
        for (player, left) in self.leaving {
            self.external.keep_log(player, &left.log_text());
        }
    }
}
