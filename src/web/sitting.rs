//! A table with whoever sits at it, computers and persons, as every game's section needs it.

use crate::base::{BySeat, Seat, SeatSet};
use crate::game::{Fault, Game, Table, Turn};
use crate::tournament::Sitter;
use crate::web::rooms::Standing;

/// A table, its players, and what persons have said for the turn that is due.
pub(in crate::web) struct Sitting<G: Game> {
    table: Table<G>,
    sitters: BySeat<Sitter<G>>,
    persons: SeatSet,
    said: BySeat<Option<G::Move>>,
}

impl<G: Game> Sitting<G> {
    pub(in crate::web) fn new(table: Table<G>, sitters: BySeat<Sitter<G>>) -> Sitting<G> {
        let persons = sitters.iter().filter(|(_, sitter)| sitter.is_person());
        let persons = persons.map(|(seat, _)| seat).collect();
        let said = sitters.map(|_| None);
        Sitting { table, sitters, persons, said }
    }

    pub(in crate::web) fn table(&self) -> &Table<G> {
        &self.table
    }

    /// The persons who are asked and have not answered.
    pub(in crate::web) fn awaited(&self) -> SeatSet {
        let Turn::Ask(asked) = self.table.turn() else { return SeatSet::EMPTY };
        let silent = |&seat: &Seat| self.persons.contains(seat) && self.said[seat].is_none();
        asked.iter().filter(silent).collect()
    }

    pub(in crate::web) fn standing(&self) -> Standing {
        if self.table.turn() == Turn::Over {
            return Standing::Over;
        }
        match self.awaited() {
            nobody if nobody.is_empty() => Standing::Ready,
            persons => Standing::Waits(persons),
        }
    }

    /// Keeps what a person wants to do until the turn is taken; `false` if the seat is not awaited.
    pub(in crate::web) fn say(&mut self, seat: Seat, choice: G::Move) -> bool {
        let awaited = self.awaited().contains(seat);
        if awaited {
            self.said[seat] = Some(choice);
        }
        awaited
    }

    /// Takes one turn and returns what was announced; nothing while somebody is awaited.
    pub(in crate::web) fn step(&mut self) -> &[G::Event] {
        if self.standing() != Standing::Ready {
            return &[];
        }
        let (said, sitters) = (&mut self.said, &mut self.sitters);
        self.table.step(|seat, view| match (said[seat].take(), &mut sitters[seat]) {
            (Some(choice), _) => Ok(choice),
            (None, Sitter::Computer(player, rng)) => player.choose(view, rng),
            (None, Sitter::Person) => Err(Fault::Gone("not asked".to_owned())),
        });
        let events = self.table.events();
        sitters.values_mut().for_each(|sitter| sitter.observe(events));
        if self.table.turn() == Turn::Over {
            self.leave();
        }
        self.table.events()
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
