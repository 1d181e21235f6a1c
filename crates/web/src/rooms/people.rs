//! Who sits at a table: the names that persons gave, and the seats that a computer plays for them.

use crate::happened::{Happened, Named, StandIn};
use crate::rooms::names::{Names, is_same, read_name, stand_in_name};
use lettergame_base::{BySeat, Seat, SeatSet};

/// Who sits at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct People {
    players: Names,
    given: BySeat<Option<String>>,
    stand_ins: SeatSet,
    resigned: Option<Seat>,
}

impl People {
    /// Before anyone gave a name.
    pub(crate) fn of(players: &[String]) -> People {
        let players = Names::of_players(players);
        let given = BySeat::filled(players.len(), None);
        People { players, given, stand_ins: SeatSet::EMPTY, resigned: None }
    }

    /// The names to be shown.
    pub(crate) fn names(&self) -> Names {
        self.players.map(|seat, player| {
            let name = self.given(seat).unwrap_or(player);
            if self.is_stand_in(seat) { stand_in_name(name) } else { name.to_owned() }
        })
    }

    /// The same as the person in this seat reads them.
    pub(crate) fn names_for(&self, seat: Option<Seat>) -> Names {
        let given = seat.and_then(|seat| self.given(seat));
        self.names().addressed_to(seat.filter(|&seat| !self.is_stand_in(seat)), given)
    }

    /// The person who has given the game up.
    pub(crate) fn resigned(&self) -> Option<Seat> {
        self.resigned
    }

    /// The name that the person in this seat gave.
    pub(crate) fn given(&self, seat: Seat) -> Option<&str> {
        self.given.values().nth(seat.index())?.as_deref()
    }

    /// Whether a computer plays this seat for a person.
    pub(crate) fn is_stand_in(&self, seat: Seat) -> bool {
        self.stand_ins.contains(seat)
    }

    /// A typed name for this seat, if no other seat has it.
    pub(crate) fn new_name(&self, seat: Seat, typed: &str) -> Result<String, String> {
        let name = read_name(typed)?.ok_or("expected a name, found nothing")?;
        let own = |other: Seat| [self.players.get(other), self.given(other).unwrap_or_default()];
        let mut others = self.given.seats().filter(|&other| other != seat);
        if others.any(|other| own(other).iter().any(|taken| is_same(taken, &name))) {
            return Err(format!("`{name}` is at this table already; choose another name"));
        }
        Ok(name)
    }

    /// Applies a change of who sits where.
    pub(crate) fn apply(&mut self, happened: &Happened) {
        match happened {
            Happened::Named(Named { seat, name }) => {
                if let Some(given) = self.given.values_mut().nth(usize::from(*seat)) {
                    *given = Some(name.clone());
                }
            }
            Happened::Replaced(StandIn { seat, .. }) => {
                Seat::new(usize::from(*seat)).iter().for_each(|&seat| self.stand_ins.insert(seat));
            }
            Happened::Returned(seat) => {
                let back = Seat::new(usize::from(*seat)).map_or(SeatSet::EMPTY, SeatSet::one);
                self.stand_ins = self.stand_ins.without(back);
            }
            Happened::Resigned(seat) => self.resigned = Seat::new(usize::from(*seat)),
            Happened::Said(_) | Happened::Turn(_) | Happened::Over(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::People;
    use crate::happened::{Happened, Named, StandIn};
    use lettergame_base::Seat;

    #[test]
    fn no_two_seats_have_the_same_name() {
        let players = ["person", "champion", "person"].map(str::to_owned);
        let mut people = People::of(&players);
        let [first, last] = [0, 2].map(|seat| Seat::new(seat).unwrap());
        let name = people.new_name(first, " Ann ").unwrap();
        people.apply(&Happened::Named(Named { seat: 0, name }));
        for taken in ["ann", "Ada", "Player 1"] {
            assert!(people.new_name(last, taken).unwrap_err().contains("at this table already"));
        }
        assert!(people.new_name(last, " ").is_err());
        assert_eq!(people.new_name(first, "ANN").unwrap(), "ANN", "its own name");
        assert_eq!(people.new_name(last, "Bob").unwrap(), "Bob");
        assert_eq!(people.names().all(), ["Ann", "Ada", "Player 3"]);
    }

    #[test]
    fn a_seat_that_a_computer_plays_says_so() {
        let mut people = People::of(&["person", "person"].map(str::to_owned));
        let gone = StandIn { seat: 1, player: "greedy".to_owned() };
        people.apply(&Happened::Replaced(gone));
        assert_eq!(people.names().all(), ["Player 1", "Player 2 (computer)"]);
        people.apply(&Happened::Returned(1));
        assert_eq!(people.names().all(), ["Player 1", "Player 2"]);
        people.apply(&Happened::Returned(200));
        let own = people.names_for(Seat::new(1));
        assert_eq!(own.all(), ["Player 1", "You"]);
    }
}
