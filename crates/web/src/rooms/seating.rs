//! Changes of who sits where, as they happen and as they are repeated.

use std::sync::{Arc, TryLockError};

use tokio::sync::watch;

use crate::happened::{Happened, Named, StandIn};
use crate::rooms::people::People;
use crate::rooms::{Match, Names, Picture, Room};
use lettergame_base::{Seat, SeatSet};

impl Room {
    /// Who sits here.
    pub(crate) fn people(&self) -> People {
        self.people.borrow().clone()
    }

    /// The names of all players.
    pub(crate) fn names(&self) -> Names {
        self.people.borrow().names()
    }

    /// The newest picture with the names that the person in this seat reads.
    pub(crate) fn picture_for(&self, seat: Option<Seat>) -> Arc<dyn Picture> {
        self.named(&self.picture(), seat)
    }

    /// This picture with the names that the person in this seat reads.
    pub(super) fn named(&self, picture: &Arc<dyn Picture>, seat: Option<Seat>) -> Arc<dyn Picture> {
        match seat {
            Some(_) => picture.renamed(self.people.borrow().names_for(seat)),
            None => Arc::clone(picture),
        }
    }

    /// Shows again what pages say about persons.
    pub(super) fn people_changed(&self) {
        self.people.send_modify(|_| {});
    }

    pub(super) fn people_changes(&self) -> watch::Receiver<People> {
        self.people.subscribe()
    }

    /// The seats of persons.
    pub(crate) fn persons(&self) -> SeatSet {
        self.seats.iter().map(|&(seat, _)| seat).collect()
    }

    /// The seat of the person, if there is only one.
    pub(crate) fn only_person(&self) -> Option<Seat> {
        let mut seats = self.persons().iter();
        seats.next().filter(|_| seats.next().is_none())
    }

    /// Names the person in a seat as typed; `None` while a step is being taken.
    pub(crate) fn name_person(&self, seat: Seat, typed: &str) -> Option<Result<(), String>> {
        let name = match self.people().new_name(seat, typed) {
            Ok(name) => name,
            Err(error) => return Some(Err(error)),
        };
        self.reseat(&Happened::Named(Named { seat: seat.index() as u8, name }))
    }

    /// Lets a computer play the seat of a person; `None` while a step is being taken.
    pub(crate) fn replace(&self, seat: Seat) -> Option<Result<(), String>> {
        if self.is_over() || !self.persons().contains(seat) || self.people().is_stand_in(seat) {
            return Some(Err("no person plays this seat".to_owned()));
        }
        let player = self.about.stand_in().to_owned();
        self.reseat(&Happened::Replaced(StandIn { seat: seat.index() as u8, player }))
    }

    /// Gives a seat back to its person; `None` while a step is being taken.
    pub(crate) fn take_back(&self, seat: Seat) -> Option<Result<(), String>> {
        if self.is_over() || !self.people().is_stand_in(seat) {
            return Some(Err("no computer plays this seat".to_owned()));
        }
        if self.is_time_used_up(seat) {
            return Some(Err(
                "your time for this game is used up; the computer plays on".to_owned()
            ));
        }
        self.reseat(&Happened::Returned(seat.index() as u8))
    }

    /// Ends a game of two as lost by the person in this seat; `None` while a step is being taken.
    pub(crate) fn resign(&self, seat: Seat) -> Option<Result<(), String>> {
        if self.is_over() || self.people().is_stand_in(seat) {
            return Some(Err("no person plays this seat".to_owned()));
        }
        if self.about.players.len() != 2 {
            return Some(Err("only a game of two can be given up; leave this one".to_owned()));
        }
        self.reseat(&Happened::Resigned(seat.index() as u8))
    }

    /// Whether the seed may be shown.
    pub(crate) fn is_open(&self) -> bool {
        !self.about.is_secret || self.is_over()
    }

    /// Whether someone has set the seed of a game between several persons that is not over: whoever knows it can
    /// find out everything that is dealt.
    pub(crate) fn has_known_deal(&self) -> bool {
        self.seats.len() > 1 && !self.about.is_secret && !self.is_over()
    }

    fn reseat(&self, happened: &Happened) -> Option<Result<(), String>> {
        let mut game = match self.game.try_lock() {
            Ok(game) => game,
            Err(TryLockError::Poisoned(game)) => game.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        if self.has_stopped() {
            let text = "the game was just interrupted; reload the page and try again";
            return Some(Err(text.to_owned()));
        }
        let done = self.apply(&mut **game, happened);
        if done.is_ok() {
            self.record().note(std::slice::from_ref(happened));
            self.publish(&**game);
        }
        Some(done)
    }

    /// Applies a change of who sits where.
    pub(super) fn apply(&self, game: &mut dyn Match, happened: &Happened) -> Result<(), String> {
        if !matches!(happened, Happened::Named(_)) {
            let course = game.course().ok_or("this game is not recorded")?;
            course.prepare(happened)?;
        }
        self.people.send_modify(|people| people.apply(happened));
        game.rename(&self.names());
        game.look();
        Ok(())
    }
}
