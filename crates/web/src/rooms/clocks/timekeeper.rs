//! The clocks of a room: started and stopped as its game goes on; when a person's time is out, a computer plays for
//! that person. Only that is recorded, never the time.

use std::sync::{Arc, MutexGuard, PoisonError};

use tokio::time::{Instant, sleep_until};

use crate::rooms::clocks::clock::{Clocks, TimeLeft};
use crate::rooms::soon::soon;
use crate::rooms::{Match, Room, Standing};
use lettergame_base::{Seat, SeatSet};

impl Room {
    fn clocks(&self) -> Option<MutexGuard<'_, Clocks>> {
        let clocks = self.clocks.as_ref()?;
        Some(clocks.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Publishes the new picture of the game, after every change of it.
    pub(in crate::rooms) fn publish(&self, game: &dyn Match) {
        self.pictures.send_replace(game.picture());
        self.set_clocks();
    }

    /// Starts and stops the clocks. None runs until all persons have been there, or a computer plays for them.
    pub(in crate::rooms) fn set_clocks(&self) {
        let Some(mut clocks) = self.clocks() else { return };
        let people = self.people();
        let missing = self.persons().without(self.presence.came());
        let all_came = missing.iter().all(|seat| people.is_stand_in(seat));
        let running = match self.picture().standing() {
            Standing::Waits(persons) if all_came => persons,
            _ => SeatSet::EMPTY,
        };
        clocks.run(running, Instant::now());
        drop(clocks);
        self.people_changed();
    }

    /// The time that is left to a person; `None` without a clock.
    pub(crate) fn time_left(&self, seat: Seat) -> Option<TimeLeft> {
        self.clocks()?.left(seat, Instant::now())
    }

    /// Whether this person has used up the time for the whole game.
    pub(in crate::rooms) fn is_time_used_up(&self, seat: Seat) -> bool {
        self.clocks().is_some_and(|clocks| clocks.is_used_up(seat, Instant::now()))
    }

    fn next_end(&self) -> Option<Instant> {
        self.clocks()?.next_end()
    }
}

/// Lets computers play for persons whose time is out; ends with the game.
pub(in crate::rooms) async fn keep_time(room: Arc<Room>) {
    let mut changes = room.people_changes();
    while !room.is_over() {
        changes.mark_unchanged();
        let end = room.next_end();
        let out = async {
            match end {
                Some(end) => sleep_until(end).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            changed = changes.changed() => if changed.is_err() { return },
            () = out => {
                let ended = room.clocks().map_or(SeatSet::EMPTY, |clocks| clocks.ended(Instant::now()));
                for seat in ended.iter() {
                    // a game that was interrupted or whose players think for long is looked at again after a change
                    if soon(|| room.replace(seat)).await.is_err() && changes.changed().await.is_err() {
                        return;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use crate::app::App;
    use crate::rooms::clocks::clock::{Clock, Clocks};
    use crate::rooms::{Room, Standing};
    use crate::sections;
    use crate::serving::asker::Asker;
    use crate::serving::query::Fields;
    use crate::terms::Terms;
    use lettergame_base::{Seat, SeatSet};
    use lettergame_words::Lexicon;

    const LONG: Duration = Duration::from_secs(3600);

    fn app() -> Arc<App> {
        App::new(Lexicon::shipped().into(), Terms::default())
    }

    /// A game of two persons with this clock.
    fn begun(app: &Arc<App>, path: &str, clock: Clock) -> Room {
        let fields = Fields::parse(b"players=person,person&seed=3");
        let mut room = sections::begin(app, path, &fields).unwrap();
        room.clocks = Some(Mutex::new(Clocks::new(clock, SeatSet::all(2))));
        room
    }

    fn running(room: &Room) -> SeatSet {
        let is_running = |&seat: &Seat| room.time_left(seat).unwrap().is_running;
        Seat::first(2).filter(is_running).collect()
    }

    #[tokio::test]
    async fn clocks_run_for_those_who_are_asked_when_all_have_come() {
        let room = begun(&app(), "/auction", Clock::Move(LONG));
        let [first, second] = [room.seats[0].0, room.seats[1].0];
        let now = std::time::Instant::now();
        room.seen(first, now);
        assert!(running(&room).is_empty(), "one is missing");
        room.seen(second, now);
        assert_eq!(running(&room), SeatSet::all(2));
        room.hear(first, &Fields::parse(b"bid=1")).unwrap().unwrap();
        assert_eq!(running(&room), SeatSet::one(second));
        room.replace(second).unwrap().unwrap();
        assert!(running(&room).is_empty());
        room.take_back(second).unwrap().unwrap();
        assert_eq!(running(&room), SeatSet::one(second));
    }

    #[tokio::test]
    async fn a_missing_person_can_be_replaced_so_that_the_clocks_start() {
        let room = begun(&app(), "/auction", Clock::Move(LONG));
        let [first, second] = [room.seats[0].0, room.seats[1].0];
        room.seen(first, std::time::Instant::now());
        room.replace(second).unwrap().unwrap();
        assert_eq!(running(&room), SeatSet::one(first));
    }

    #[tokio::test]
    async fn a_seat_without_time_for_the_game_is_not_given_back() {
        let time = Duration::ZERO;
        let room = begun(&app(), "/marrakech", Clock::Game { time, increment: time });
        let first = room.seats[0].0;
        room.replace(first).unwrap().unwrap();
        let back = room.take_back(first).unwrap();
        assert!(back.unwrap_err().contains("your time for this game is used up"));
    }

    /// The record has the replacement and the moves, so that the game is repeated from it without any clock.
    #[tokio::test]
    async fn when_the_time_is_out_a_computer_plays_on_to_the_end() {
        let app = app();
        for path in ["/auction", "/marrakech", "/scrabble/game"] {
            let path = path.trim_end_matches("/game");
            let room = begun(&app, path, Clock::Move(Duration::from_millis(1)));
            room.set_delay(Duration::ZERO);
            let client = Asker::at(Ipv4Addr::LOCALHOST.into());
            let room = app.rooms.add(room, client, std::time::Instant::now()).unwrap();
            let mut pictures = room.pictures();
            room.persons().iter().for_each(|seat| room.seen(seat, std::time::Instant::now()));
            while pictures.borrow_and_update().standing() != Standing::Over {
                pictures.changed().await.unwrap();
            }
            let lines = room.record().lines().to_vec();
            let with = |part: &str| lines.iter().filter(|line| line.contains(part)).count();
            assert_eq!((with("replaced"), with("said"), with("over")), (2, 0, 1), "{path}");
            let again = begun(&app, path, Clock::Move(LONG));
            for line in &lines {
                again.redo(&serde_json::from_str(line).unwrap()).unwrap();
            }
            assert!(again.is_over() && again.names() == room.names());
        }
    }
}
