//! A table with whoever sits at it, computers and persons, as every game's section needs it.

use crate::happened::{Course, Done, Happened};
use crate::rooms::Standing;
use lettergame_core::base::{BySeat, Seat, SeatSet};
use lettergame_core::game::{Fault, FaultKind, Game, Table, Turn};
use lettergame_tournament::Sitter;

/// A table, its players, and what persons have said for the turn that is due.
pub(crate) struct Sitting<G: Game> {
    table: Table<G>,
    sitters: BySeat<Sitter<G>>,
    persons: SeatSet,
    said: BySeat<Option<G::Move>>,
    /// What the next step does, in place of asking.
    script: Option<Vec<Done>>,
    /// What has happened; only where persons play, as other games begin again from their seed.
    news: Vec<Happened>,
}

impl<G: Game> Sitting<G> {
    pub(crate) fn new(table: Table<G>, sitters: BySeat<Sitter<G>>) -> Sitting<G> {
        let persons = sitters.iter().filter(|(_, sitter)| sitter.is_person());
        let persons = persons.map(|(seat, _)| seat).collect();
        let said = sitters.map(|_| None);
        Sitting { table, sitters, persons, said, script: None, news: Vec::new() }
    }

    pub(crate) fn table(&self) -> &Table<G> {
        &self.table
    }

    /// The persons who are asked and have not answered.
    pub(crate) fn awaited(&self) -> SeatSet {
        let Turn::Ask(asked) = self.table.turn() else { return SeatSet::EMPTY };
        let silent = |&seat: &Seat| self.persons.contains(seat) && self.said[seat].is_none();
        asked.iter().filter(silent).collect()
    }

    pub(crate) fn standing(&self) -> Standing {
        if self.table.turn() == Turn::Over {
            return Standing::Over;
        }
        match self.awaited() {
            nobody if nobody.is_empty() => Standing::Ready,
            persons => Standing::Waits(persons),
        }
    }

    /// Keeps what a person wants to do until the turn is taken; `false` if the seat is not awaited.
    pub(crate) fn say(&mut self, seat: Seat, choice: G::Move) -> bool {
        let awaited = self.awaited().contains(seat);
        if awaited {
            self.news.push(Happened::Said(done(seat, &choice, None)));
            self.said[seat] = Some(choice);
        }
        awaited
    }

    /// Takes one turn and returns what was announced; nothing while somebody is awaited.
    pub(crate) fn step(&mut self) -> &[G::Event] {
        if self.standing() != Standing::Ready && self.script.is_none() {
            return &[];
        }
        let (said, sitters, script) = (&mut self.said, &mut self.sitters, &self.script);
        self.table.step(|seat, view| match (script, said[seat].take(), &mut sitters[seat]) {
            (Some(script), _, _) => scripted(script, seat),
            (None, Some(choice), _) => Ok(choice),
            (None, None, Sitter::Computer(player, rng)) => player.choose(view, rng),
            (None, None, Sitter::Person) => Err(Fault::Gone("not asked".to_owned())),
        });
        let events = self.table.events();
        sitters.values_mut().for_each(|sitter| sitter.observe(events));
        self.write_down();
        if self.table.turn() == Turn::Over {
            self.leave();
        }
        self.table.events()
    }

    /// What was done in the last turn.
    fn done(&self) -> Vec<Done> {
        let answers = self.table.answers().iter();
        let all = answers.filter_map(|(seat, answer)| {
            let answer = answer.as_ref()?;
            Some(done(seat, &*answer.choice, answer.fault))
        });
        all.collect()
    }

    fn write_down(&mut self) {
        if self.persons.is_empty() {
            return;
        }
        self.news.push(Happened::Turn(self.done()));
        if self.table.turn() == Turn::Over {
            let points = self.points();
            self.news.push(Happened::Over(points));
        }
    }

    fn points(&self) -> Vec<i32> {
        self.table.outcome().points.values().map(|points| points.0).collect()
    }

    /// The game is over: players learn how it ended and go, with all that they hold in memory.
    fn leave(&mut self) {
        let outcome = self.table.outcome();
        for sitter in self.sitters.values_mut() {
            if let Sitter::Computer(player, _) = sitter {
                player.finish(&outcome);
            }
            *sitter = Sitter::Person;
        }
    }
}

fn done(seat: Seat, choice: &impl ToString, fault: Option<FaultKind>) -> Done {
    let fault = fault.map(|fault| fault.name().to_owned());
    Done { seat: seat.index() as u8, choice: choice.to_string(), fault }
}

/// What a seat does by the script, which was looked through before.
fn scripted<M: std::str::FromStr>(script: &[Done], seat: Seat) -> Result<M, Fault<M>> {
    let missing = || Fault::Gone("not written".to_owned());
    let done = script.iter().find(|done| usize::from(done.seat) == seat.index());
    let Done { choice, fault, .. } = done.ok_or_else(missing)?;
    let choice = choice.parse().map_err(|_| missing())?;
    match fault.as_deref().and_then(FaultKind::from_name) {
        Some(fault) => Err(fault.with_move(choice)),
        None => Ok(choice),
    }
}

impl<G: Game> Sitting<G> {
    fn seat(&self, number: u8) -> Result<Seat, String> {
        let seat = Seat::first(self.table.seats()).nth(number.into());
        seat.ok_or_else(|| format!("there is no seat {number}"))
    }

    /// Can what is written be done in a turn that asks these seats?
    fn check_script(&self, script: &[Done]) -> Result<(), String> {
        let Turn::Ask(asked) = self.table.turn() else {
            return Err("expected the end of the game, found a turn".to_owned());
        };
        let seats = script.iter().map(|done| self.seat(done.seat));
        let seats: SeatSet = seats.collect::<Result<Vec<_>, _>>()?.into_iter().collect();
        if seats != asked || script.len() != asked.iter().count() {
            return Err("expected a move of each seat that is asked".to_owned());
        }
        for Done { choice, fault, .. } in script {
            choice.parse::<G::Move>().map_err(|error| format!("`{choice}`: {error}"))?;
            if let Some(fault) =
                fault.as_deref().filter(|name| FaultKind::from_name(name).is_none())
            {
                return Err(format!("unknown fault `{fault}`"));
            }
        }
        Ok(())
    }
}

impl<G: Game> Course for Sitting<G> {
    fn news(&mut self) -> Vec<Happened> {
        std::mem::take(&mut self.news)
    }

    fn prepare(&mut self, happened: &Happened) -> Result<(), String> {
        match happened {
            Happened::Said(Done { seat, choice, .. }) => {
                let seat = self.seat(*seat)?;
                let said = choice.parse().map_err(|error| format!("`{choice}`: {error}"))?;
                let heard = self.say(seat, said);
                heard.then_some(()).ok_or_else(|| format!("seat {} is not asked", seat.index()))
            }
            Happened::Turn(script) => {
                self.check_script(script)?;
                self.script = Some(script.clone());
                Ok(())
            }
            Happened::Over(points) => {
                let (own, is_over) = (self.points(), self.table.turn() == Turn::Over);
                let same = is_over && own == *points;
                same.then_some(())
                    .ok_or_else(|| format!("expected {points:?} points, found {own:?}"))
            }
        }
    }

    fn confirm(&mut self) -> Result<(), String> {
        let Some(script) = self.script.take() else { return Ok(()) };
        let done = self.done();
        let told = |all: &[Done]| {
            let all = all.iter().map(|done| format!("{} by seat {}", done.choice, done.seat));
            all.collect::<Vec<_>>().join(", ")
        };
        let same = done == script;
        same.then_some(()).ok_or_else(|| {
            format!("expected {}; by the rules it is {}", told(&script), told(&done))
        })
    }
}
