//! A program in one seat for one game, with its own process: each question waits for its answer.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use crate::announced::Announced;
use crate::answer::read_move;
use crate::launch::Launch;
use crate::link::Link;
use crate::link_event::{LinkEvent, Question};
use crate::messages;
use crate::process::{ProcessEvent, Tag};
use crate::process_failure::ProcessFailure;
use lettergame_core::base::{Rng, Seat, checkpoint};
use lettergame_core::game::{Fault, Game, Outcome, Player, Strategy};

/// How long to wait for a program before the game's supervisor gets another chance to pause or end
/// it.
const SLICE: Duration = Duration::from_millis(50);

/// A supervisor call that takes longer was a pause.
const PAUSE: Duration = Duration::from_millis(1);

/// Makes a player with its own process for each seat and game.
pub struct ProgramStrategy(pub Arc<Launch>);

impl<G: Game> Strategy<G> for ProgramStrategy {
    fn sit(&self, rules: &Arc<G>, seat: Seat, seats: usize) -> Box<dyn Player<G>> {
        Box::new(ProgramPlayer {
            rules: Arc::clone(rules),
            launch: Arc::clone(&self.0),
            seat,
            seats,
            seed: None,
            talk: None,
            used: Duration::ZERO,
            announced: Announced::default(),
            read: 0,
        })
    }
}

struct ProgramPlayer<G> {
    rules: Arc<G>,
    launch: Arc<Launch>,
    seat: Seat,
    seats: usize,
    /// Drawn from the seat's stream at the first decision.
    seed: Option<u64>,
    talk: Option<Talk>,
    /// The time used in this game.
    used: Duration,
    announced: Announced,
    /// Number of bytes of the announcements received by the process.
    read: usize,
}

/// An answer, or the fault that replaces it, and the time taken.
type Timed<M> = (Result<M, Fault<M>>, Duration);

/// A running process and its events.
struct Talk {
    link: Link<()>,
    event: Receiver<(Tag, ProcessEvent)>,
    /// Events that arrived after an answer: they are handled at the next decision.
    pending: VecDeque<LinkEvent<()>>,
    q: u64,
}

impl<G> ProgramPlayer<G> {
    fn begin(&mut self) -> Result<(), ProcessFailure> {
        let (sender, event) = sync_channel(16);
        let link = Link::start(&self.launch, 0, &sender)?;
        let mut talk = Talk { link, event, pending: VecDeque::new(), q: 0 };
        while talk.link.hello().is_none() {
            if let Some(LinkEvent::ProcessFailure(broken)) = talk.next().into_iter().last() {
                // a process that never starts also delays a game
                self.used += talk.link.elapsed();
                return Err(broken);
            }
        }
        talk.link.tell(messages::new_game(
            0,
            self.seat,
            self.seats,
            self.seed.unwrap_or_default(),
            &[],
        ));
        self.read = 0;
        self.talk = Some(talk);
        Ok(())
    }

    /// Notifies the process that the game has ended, and lets it exit.
    fn shutdown(&mut self, end: Vec<u8>) {
        if let Some(mut talk) = self.talk.take() {
            talk.link.tell(end);
            talk.link.shutdown(Instant::now());
        }
    }
}

impl<G: Game> ProgramPlayer<G> {
    fn ask(&mut self, view: &G::View<'_>) -> Result<G::Move, Fault<G::Move>> {
        let link = self.talk.as_mut().map(|talk| &mut talk.link);
        if let Some(fault) = self.launch.limits().game_over(&mut self.used, link) {
            return Err(fault);
        }
        let extra = if self.talk.is_none() { self.launch.limits().new } else { Duration::ZERO };
        if self.talk.is_none() {
            self.begin().map_err(|broken| broken.fault())?;
        }
        let events = self.announced.since(&mut self.read);
        let Some(talk) = &mut self.talk else { return Err(Fault::Gone(String::new())) };
        talk.q += 1;
        let mut bytes = Vec::new();
        messages::write_ask(&mut bytes, talk.q, 0, G::kind(view), events, view);
        self.launch.add_unknown_fields(&mut bytes);
        let question = Question { ticket: (), bytes, q: talk.q, extra };
        talk.link.ask([question].into_iter());
        let answer = talk.answer(&*self.rules);
        match answer {
            Ok((answer, took)) => {
                self.used += took;
                talk.link.rest();
                answer
            }
            Err(broken) => {
                self.used += talk.link.elapsed();
                self.talk = None;
                Err(broken.fault())
            }
        }
    }
}

impl Talk {
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

    /// The answer, and the time taken.
    fn answer<G: Game>(&mut self, rules: &G) -> Result<Timed<G::Move>, ProcessFailure> {
        loop {
            while let Some(news) = self.pending.pop_front() {
                match news {
                    LinkEvent::Act { q, choice, late, took, .. } if q == self.q => {
                        return Ok((read_move(rules, &choice, late), took));
                    }
                    LinkEvent::Fail { q, why, took, .. } if q == self.q => {
                        return Ok((Err(Fault::Gone(why)), took));
                    }
                    LinkEvent::Twice((), text) | LinkEvent::Noise(text) => {
                        let took = self.link.elapsed();
                        self.link.give_up(|()| false);
                        return Ok((Err(Fault::Unreadable(text)), took));
                    }
                    LinkEvent::ProcessFailure(broken) => return Err(broken),
                    // an answer to a question no longer pending
                    LinkEvent::Act { .. }
                    | LinkEvent::Fail { .. }
                    | LinkEvent::Ready
                    | LinkEvent::Pong => {}
                }
            }
            self.pending = self.next().into();
        }
    }
}

impl<G: Game> Player<G> for ProgramPlayer<G> {
    fn choose(&mut self, view: &G::View<'_>, rng: &mut Rng) -> Result<G::Move, Fault<G::Move>> {
        if self.seed.is_none() {
            self.seed = Some(rng.next_u64());
        }
        self.ask(view)
    }

    fn observe(&mut self, event: &G::Event) {
        self.announced.push(event);
    }

    fn finish(&mut self, outcome: &Outcome, banned: bool) {
        let events = self.announced.since(&mut self.read);
        let end = messages::over(0, events, outcome, banned);
        self.shutdown(end);
    }
}

/// A game abandoned by its owner also ends for the process.
impl<G> Drop for ProgramPlayer<G> {
    fn drop(&mut self) {
        self.shutdown(messages::stopped(0));
    }
}
