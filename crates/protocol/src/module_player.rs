//! A module in one seat for one game: a fresh instance that receives the same messages as a program.

use std::sync::Arc;

use crate::announced::Announced;
use crate::corrected_moves::CorrectedMoves;
use crate::messages::{self, Said};
use crate::read_move;
use crate::wasm::{Instance, Module, Stop};
use lettergame_base::{Rng, Seat};
use lettergame_game::{Console, Fault, Outcome, Player, Presented, Strategy};

/// Makes a player with its own instance for each seat and game.
pub struct ModuleStrategy {
    /// The module.
    pub module: Arc<Module>,
    /// Its first message.
    pub hello: Arc<[u8]>,
}

impl<G: Presented> Strategy<G> for ModuleStrategy {
    fn sit(&self, rules: &Arc<G>, seat: Seat, seats: usize) -> Box<dyn Player<G>> {
        Box::new(ModulePlayer {
            rules: Arc::clone(rules),
            module: Arc::clone(&self.module),
            hello: Arc::clone(&self.hello),
            seat,
            seats,
            instance: None,
            name: String::new(),
            announced: Announced::default(),
            read: 0,
            ask: Vec::new(),
            q: 0,
            corrected: CorrectedMoves::default(),
        })
    }
}

struct ModulePlayer<G> {
    rules: Arc<G>,
    module: Arc<Module>,
    hello: Arc<[u8]>,
    seat: Seat,
    seats: usize,
    /// Created at the first decision, when the seed is known.
    instance: Option<Instance>,
    /// What it calls itself.
    name: String,
    announced: Announced,
    /// Number of bytes of the announcements received by the instance.
    read: usize,
    /// The last ask; kept to reuse its memory.
    ask: Vec<u8>,
    q: u64,
    corrected: CorrectedMoves,
}

impl<G> ModulePlayer<G> {
    /// Starts the instance and announces the game to it.
    fn begin<M>(&mut self, seed: u64) -> Result<(), Fault<M>> {
        let mut instance = Instance::new(&self.module);
        let hello = instance.handle(line(&self.hello)).map_err(|stop| stopped(&stop, &[]))?;
        let said = hello.map(messages::read);
        match said.transpose() {
            Err(error) => return Err(Fault::LateStart(format!("no hello: {error}"))),
            Ok(said) => match said.as_deref() {
                Some([Said::Hello(hello)]) => self.name = messages::shortened(&hello.name),
                _ => return Err(Fault::LateStart("it did not answer hello with hello".to_owned())),
            },
        }
        let new = messages::new_game(0, self.seat, self.seats, seed, &[]);
        instance.handle(line(&new)).map_err(|stop| stopped(&stop, &[]))?;
        self.instance = Some(instance);
        Ok(())
    }
}

/// A message without its line ending.
fn line(message: &[u8]) -> &[u8] {
    message.strip_suffix(b"\n").unwrap_or(message)
}

fn stopped<M>(stop: &Stop, log: &[String]) -> Fault<M> {
    let log: String =
        log.iter().map(|line| format!("; log: {}", messages::shortened(line))).collect();
    let said = format!("{stop}{log}");
    match stop {
        Stop::Fuel => Fault::Late(None, String::new()),
        Stop::Trap(_) => Fault::Gone(said),
        Stop::Memory => Fault::Memory(said),
        Stop::BadAnswer(_) => Fault::Unreadable(said),
    }
}

/// The move in an answer to the ask `q`.
fn understood<G: Presented>(
    rules: &G,
    answer: Option<&[u8]>,
    q: u64,
) -> Result<G::Move, Fault<G::Move>> {
    let Some(answer) = answer else {
        return Err(Fault::Unreadable("no answer to an ask".to_owned()));
    };
    let quoted = || messages::quoted(answer);
    match messages::read(answer).map_err(|error| Fault::Unreadable(error.to_string()))?.as_slice() {
        [Said::Act(own, choice)] if *own == q => read_move(rules, choice, None),
        [Said::Fail(own, why)] if *own == q => {
            Err(Fault::Gone(format!("the player failed: {why}")))
        }
        _ => Err(Fault::Unreadable(format!("`{}` does not answer ask {q}", quoted()))),
    }
}

impl<G: Presented> Player<G> for ModulePlayer<G> {
    fn choose(&mut self, view: &G::View<'_>, rng: &mut Rng) -> Result<G::Move, Fault<G::Move>> {
        if self.instance.is_none() {
            self.begin(rng.next_u64())?;
        }
        self.q += 1;
        self.ask.clear();
        let events = self.announced.since(&mut self.read);
        messages::write_ask(&mut self.ask, self.q, 0, G::kind(view), events, view);
        let Some(instance) = &mut self.instance else {
            return Err(Fault::Gone("it did not start".to_owned()));
        };
        let event = match instance.handle(&self.ask) {
            Ok(answer) => {
                let said = understood(&*self.rules, answer, self.q);
                let correction = said.as_ref().ok().and_then(|choice| G::correction(view, choice));
                if let Some(line) = correction.and_then(|text| self.corrected.add(&text)) {
                    instance.note(&line);
                }
                return said;
            }
            Err(stop) => stop,
        };
        let log: Vec<String> = instance.log().map(str::to_owned).collect();
        Err(stopped(&event, &log))
    }

    fn observe(&mut self, event: &G::Event) {
        self.announced.push(event);
    }

    fn finish(&mut self, outcome: &Outcome, banned: bool) {
        let events = self.announced.since(&mut self.read);
        if let Some(instance) = &mut self.instance {
            // the game is over: the module's reply no longer matters
            let _ = instance.handle(line(&messages::over(0, events, outcome, banned)));
        }
    }

    fn console(&self) -> Option<Console> {
        let log = self.instance.as_ref()?.log();
        let lines = log.map(messages::shortened).collect();
        Some(Console { name: self.name.clone(), lines })
    }
}
