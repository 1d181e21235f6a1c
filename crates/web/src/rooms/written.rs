//! Recording, repeating and downloading the game of a room.

use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError, TryLockError};

use crate::happened::{Course, Happened};
use crate::review::Review;
use crate::rooms::drive::run;
use crate::rooms::{Activity, Export, Match, Record, Room};
use crate::serving::query::Fields;
use lettergame_base::Seat;

impl Room {
    /// Takes a person's input; `None` while a step is being taken. After an interrupted step no input is
    /// accepted: the game would receive a move twice.
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
        self.publish(&**game);
        Some(heard)
    }

    /// What a person's input is worth; `None` while a step is being taken.
    pub(crate) fn weigh(&self, seat: Seat, said: &Fields) -> Option<Result<String, String>> {
        self.game.try_lock().ok().map(|game| game.weigh(seat, said))
    }

    /// Whether no step is being taken.
    pub(super) fn has_stopped(&self) -> bool {
        let flags = [&self.is_halfway, &*self.cancelled];
        flags.iter().any(|flag| flag.load(Ordering::Relaxed)) || self.pace().activity.is_end()
    }

    fn stopped_text(&self) -> String {
        let text = if self.can_recover() {
            "this move was not taken because a player's step was just interrupted; reload the page and send it \
             again if it still asks"
        } else {
            "this move was not taken: the game was interrupted and cannot continue; start it again"
        };
        text.to_owned()
    }

    /// Records the latest events, before anyone sees them.
    pub(super) fn write_down(&self, game: &mut dyn Match) {
        let happened = game.course().map_or(Vec::new(), Course::news);
        if !happened.is_empty() {
            happened.iter().for_each(|happened| self.note_touch(happened));
            self.record().note(&happened);
        }
    }

    /// Notes whether a person has moved; moves of computers do not count.
    fn note_touch(&self, happened: &Happened) {
        if matches!(happened, Happened::Said(_)) {
            self.touched.store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records events from now on, after those noted so far.
    pub(crate) fn keep_record(&self, record: Record) {
        let mut own = self.record();
        let before = std::mem::replace(&mut *own, record);
        own.follow(before);
    }

    /// The address at which the move that was tried here is judged, once it is made.
    pub(super) fn result_of_trial(&self) -> Option<String> {
        let trial = self.trial.as_ref()?;
        match serde_json::from_str(self.record().lines().last()?).ok()? {
            Happened::Said(done) => Some(trial.result(&done.choice)),
            _ => None,
        }
    }

    /// Why events are not recorded, or what was lost.
    pub(crate) fn problem(&self) -> Option<String> {
        self.record().problem().map(str::to_owned)
    }

    /// Repeats what happened in another game, as events of this one.
    pub(crate) fn repeat(&self, happened: &Happened) -> Result<(), String> {
        self.redo(happened)?;
        self.record().note(std::slice::from_ref(happened));
        Ok(())
    }

    /// Repeats what happened before the server was started.
    pub(crate) fn redo(&self, happened: &Happened) -> Result<(), String> {
        let mut game = self.game.lock().unwrap_or_else(PoisonError::into_inner);
        if !matches!(happened, Happened::Said(_) | Happened::Turn(_) | Happened::Over(_)) {
            self.apply(&mut **game, happened)?;
            self.publish(&**game);
            return Ok(());
        }
        let none = || "this game is not recorded".to_owned();
        game.course().ok_or_else(none)?.prepare(happened)?;
        if matches!(happened, Happened::Turn(_)) {
            game.step();
        } else {
            game.look();
        }
        let course = game.course().ok_or_else(none)?;
        course.confirm()?;
        // already recorded
        drop(course.news());
        self.note_touch(happened);
        self.publish(&**game);
        Ok(())
    }

    /// Whether this game can continue after an interrupted step. Games of persons are recorded completely.
    pub(crate) fn can_recover(&self) -> bool {
        self.has_persons() && !self.record().is_cut()
    }

    /// Whether this game waits to continue after an interrupted step.
    pub(crate) fn is_to_recover(&self) -> bool {
        self.pace().activity.is_end() && self.can_recover()
    }

    /// Goes back to the point before an interrupted step, and pauses there. `fresh` is the same game
    /// at its start, in which everything is repeated.
    pub(crate) fn recover(self: &Arc<Room>, fresh: Room) -> Result<(), String> {
        let _alone = self.steps.blocking_lock();
        if !self.is_to_recover() {
            return Ok(());
        }
        // no person can move meanwhile
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
        self.publish(&**game);
        self.cancelled.store(false, Ordering::Relaxed);
        self.set_playing(false);
        self.set_activity(Activity::Resting);
        self.keep_driver(tokio::spawn(run(Arc::clone(self))).abort_handle());
        Ok(())
    }

    /// The game as a file in a notation of its own, when it is over.
    fn own_export(&self) -> Option<Export> {
        self.game.try_lock().ok().filter(|_| self.is_over())?.export()
    }

    /// The kind of [`Room::own_export`], if there is one.
    pub(crate) fn own_notation(&self) -> Option<&'static str> {
        self.own_export().map(|export| export.kind)
    }

    /// The game as a file, when it is over: in its own notation if it has one, or as its recorded events.
    pub(crate) fn export(&self) -> Option<Export> {
        self.own_export().or_else(|| self.export_events())
    }

    /// The events of the game as a file, when it is over.
    pub(crate) fn export_events(&self) -> Option<Export> {
        let game = self.game.try_lock().ok().filter(|_| self.is_over())?;
        let head = serde_json::json!({
            "lettergame": 1,
            "game": self.section.path,
            "address": self.about.address,
            "players": self.about.players,
        });
        let mut lines = self.record().lines().to_vec();
        if !self.has_persons() {
            // games of computers are not recorded while they are played
            let replay = game.replay(&self.about.players)?;
            let happened = replay.happened(usize::MAX);
            lines = happened.iter().filter_map(|one| serde_json::to_string(one).ok()).collect();
        }
        let lines = lines.iter().map(|line| format!("{line}\n"));
        let text = format!("{head}\n") + &lines.collect::<String>();
        Some(Export { kind: "JSON lines", extension: "jsonl", text })
    }

    /// The review of the game, made when it is first asked for, which may take a while.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn review(&self) -> Result<Arc<Review>, String> {
        if let Some(review) = self.review.get() {
            return Ok(Arc::clone(review));
        }
        if !self.is_over() {
            return Err("a game can be reviewed once it is over".to_owned());
        }
        let game = self.game.lock().unwrap_or_else(PoisonError::into_inner);
        let replay = game.replay(&self.about.players);
        // judging takes longer
        drop(game);
        let mut replay = replay.ok_or("this game is too long to be reviewed")?;
        replay.rename(self.people().names_for(self.only_person()));
        Ok(Arc::clone(self.review.get_or_init(|| Arc::new(Review::of(replay)))))
    }
}
