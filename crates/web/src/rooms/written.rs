//! What is said and written down of the game in a room, done again, and taken away.

use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError, TryLockError};

use crate::happened::{Course, Happened};
use crate::query::Fields;
use crate::rooms::drive::drive;
use crate::rooms::{Activity, Export, Match, Record, Room};
use lettergame_core::base::Seat;

impl Room {
    /// Takes what a person has sent; `None` while a step is being taken. After a step that ended in the middle
    /// nothing is taken: that game would hear a move that it has heard before.
    pub(crate) fn hear(&self, seat: Seat, said: &Fields) -> Option<Result<(), String>> {
        let mut game = match self.game.try_lock() {
            Ok(game) => game,
            Err(TryLockError::Poisoned(game)) => game.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        if self.has_stopped() {
            return Some(Err(self.stopped_text()));
        }
        let heard = game.say(seat, said);
        self.write_down(&mut **game);
        self.pictures.send_replace(game.picture());
        Some(heard)
    }

    /// Is there no step any more?
    fn has_stopped(&self) -> bool {
        let flags = [&self.is_halfway, &*self.cancelled];
        flags.iter().any(|flag| flag.load(Ordering::Relaxed)) || self.pace().activity.is_end()
    }

    fn stopped_text(&self) -> String {
        let text = if self.can_recover() {
            "this move was not taken, as a player's step was interrupted just now; reload the page and send it \
             again if it still asks"
        } else {
            "this move was not taken: the game was interrupted and cannot go on; begin it anew"
        };
        text.to_owned()
    }

    /// Writes down what has happened, before anybody sees it.
    pub(super) fn write_down(&self, game: &mut dyn Match) {
        let happened = game.course().map_or(Vec::new(), Course::news);
        if !happened.is_empty() {
            happened.iter().for_each(|happened| self.note_touch(happened));
            self.record().note(&happened);
        }
    }

    /// What computers do is no move of a person.
    fn note_touch(&self, happened: &Happened) {
        if matches!(happened, Happened::Said(_)) {
            self.touched.store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes down there what happens from now on.
    pub(crate) fn keep_record(&self, record: Record) {
        *self.record() = record;
    }

    /// Why what happens is not written down, or what is lost of it.
    pub(crate) fn problem(&self) -> Option<String> {
        self.record().problem().map(str::to_owned)
    }

    /// Does again what has happened before the server was started.
    pub(crate) fn redo(&self, happened: &Happened) -> Result<(), String> {
        let mut game = self.game.lock().unwrap_or_else(PoisonError::into_inner);
        let none = || "it is not written down what happens in this game".to_owned();
        game.course().ok_or_else(none)?.prepare(happened)?;
        if matches!(happened, Happened::Turn(_)) {
            game.step();
        } else {
            game.look();
        }
        let course = game.course().ok_or_else(none)?;
        course.confirm()?;
        // it is written down already
        drop(course.news());
        self.note_touch(happened);
        self.pictures.send_replace(game.picture());
        Ok(())
    }

    /// Could this game go on after a step that ended in the middle? Everything is written down of games of persons.
    pub(crate) fn can_recover(&self) -> bool {
        self.has_persons() && !self.record().is_cut()
    }

    /// Does this game wait to go on after a step that ended in the middle?
    pub(crate) fn is_to_recover(&self) -> bool {
        self.pace().activity.is_end() && self.can_recover()
    }

    /// Goes back to the point before a step that ended in the middle, and is paused there. `fresh` is the same game
    /// at its beginning, in which everything is done again.
    pub(crate) fn recover(self: &Arc<Room>, fresh: Room) -> Result<(), String> {
        let _alone = self.steps.blocking_lock();
        if !self.is_to_recover() {
            return Ok(());
        }
        // nobody makes a move meanwhile
        let mut game = self.game.lock().unwrap_or_else(PoisonError::into_inner);
        let redone = self.record().lines().iter().try_for_each(|line| {
            let happened = serde_json::from_str(line).map_err(|error| error.to_string())?;
            fresh.redo(&happened)
        });
        if redone.is_err() {
            self.record().cut();
            return redone;
        }
        *game = fresh.game.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.is_halfway.store(false, Ordering::Relaxed);
        self.pictures.send_replace(game.picture());
        self.cancelled.store(false, Ordering::Relaxed);
        self.set_playing(false);
        self.set_activity(Activity::Resting);
        self.keep_driver(tokio::spawn(drive(Arc::clone(self))).abort_handle());
        Ok(())
    }

    /// The game as a file, when it is over: in its own notation, or all that has happened in it.
    pub(crate) fn export(&self) -> Option<Export> {
        let game = self.game.try_lock().ok().filter(|_| self.is_over())?;
        if let Some(own) = game.export() {
            return Some(own);
        }
        let head = serde_json::json!({
            "lettergame": 1,
            "game": self.section.path,
            "address": self.about.address,
            "players": self.about.players,
        });
        let record = self.record();
        let lines = record.lines().iter().map(|line| format!("{line}\n"));
        let text = format!("{head}\n") + &lines.collect::<String>();
        Some(Export { extension: "jsonl", text })
    }
}
