//! All rooms by their addresses.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::rooms::Room;
use crate::rooms::drive::run;
use crate::rooms::room::Thinking;
use crate::serving::asker::Asker;
use crate::serving::token::Token;
use crate::terms::Limits;
use crate::turns::{Shares, Turns};

/// No room is free, and all of them have viewers.
#[derive(Debug, Error)]
#[error("the server already has {0} open games; try again in a moment")]
pub(crate) struct Full(usize);

/// A room viewed within this time is kept even if there is no space left.
const SETTLED: Duration = Duration::from_secs(10);

/// All rooms.
pub(crate) struct Rooms {
    most: usize,
    client_most: usize,
    rooms: Mutex<HashMap<Token, Arc<Room>>>,
    /// Where computer players think.
    thinkers: Arc<Turns>,
    budget: Duration,
}

impl Rooms {
    pub(crate) fn new(limits: &Limits) -> Rooms {
        let shares = Shares {
            turns: limits.thinkers,
            client_turns: limits.thinkers,
            begun: limits.thinking,
            client_begun: limits.client_thinking,
        };
        Rooms {
            most: limits.rooms,
            client_most: limits.client_rooms,
            rooms: Mutex::default(),
            thinkers: Turns::new(shares),
            budget: limits.step,
        }
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<Token, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn len(&self) -> usize {
        self.rooms().len()
    }

    /// All rooms, in any order.
    pub(super) fn all(&self) -> Vec<Arc<Room>> {
        self.rooms().values().cloned().collect()
    }

    pub(crate) fn find(&self, id: &Token) -> Option<Arc<Room>> {
        self.rooms().get(id).cloned()
    }

    /// Adds a room for this client. If the server or the client is at its limit, the room that has been
    /// without viewers for longest is dropped; games of persons later than others, and those with a move
    /// last.
    pub(crate) fn add(
        &self,
        room: Room,
        Asker(client): Asker,
        now: Instant,
    ) -> Result<Arc<Room>, Full> {
        let mut rooms = self.rooms();
        let own = rooms.values().filter(|room| room.client() == Some(client)).count();
        if own >= self.client_most {
            make_place(&mut rooms, Some(client), now).ok_or(Full(self.client_most))?;
        } else if rooms.len() >= self.most {
            make_place(&mut rooms, None, now).ok_or(Full(self.most))?;
        }
        let turns = Arc::clone(&self.thinkers);
        room.keep_thinking(Thinking { client, turns, budget: self.budget });
        let room = Arc::new(room);
        room.keep_driver(tokio::spawn(run(Arc::clone(&room))).abort_handle());
        rooms.insert(room.id.clone(), Arc::clone(&room));
        Ok(room)
    }

    /// Drops rooms that have had no viewers for `forget`, and halts games without persons after `unwatched`.
    pub(crate) fn sweep(&self, now: Instant, forget: Duration, unwatched: Duration) {
        let mut rooms = self.rooms();
        for room in rooms.values().filter(|room| !room.has_persons() && room.idle(now) > unwatched)
        {
            room.set_playing(false);
            room.interrupt();
        }
        let left = rooms.extract_if(|_, room| room.idle(now) > forget);
        left.for_each(|(_, room)| room.clear());
    }
}

/// Removes a room, of this client if given; `None` if all have viewers. A game in progress is removed only if
/// all games are in progress.
fn make_place(
    rooms: &mut HashMap<Token, Arc<Room>>,
    client: Option<IpAddr>,
    now: Instant,
) -> Option<()> {
    let of_client = |room: &&Arc<Room>| client.is_none() || room.client() == client;
    let left = rooms.values().filter(of_client).filter(|room| room.idle(now) >= SETTLED);
    let mut counts: HashMap<Option<IpAddr>, usize> = HashMap::new();
    rooms.values().for_each(|room| *counts.entry(room.client()).or_default() += 1);
    let first = left.max_by_key(|room| {
        let rank = (!room.is_under_way(), !room.has_persons());
        (rank, counts.get(&room.client()), room.idle(now))
    });
    let first = first.map(|room| (room.id.clone(), room.is_under_way()));
    let all_under_way = || rooms.values().filter(of_client).all(|room| room.is_under_way());
    let (id, _) = first.filter(|(_, under_way)| !under_way || all_under_way())?;
    rooms.remove(&id)?.clear();
    Some(())
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::Arc;
    use std::sync::atomic::Ordering;
    use std::thread::ThreadId;
    use std::time::{Duration, Instant};

    use super::{Rooms, SETTLED};
    use crate::rooms::page::room_page;
    use crate::rooms::{About, Match, Names, Part, Picture, Room, Score, Standing, Viewer};
    use crate::section::AUCTION;
    use crate::serving::asker::Asker;
    use crate::serving::query::Fields;
    use crate::terms::Limits;
    use lettergame_base::{Points, Seat, SeatSet, Seed, checkpoint};

    /// A game that is always ready, with a player that behaves in a given way.
    #[derive(Clone, Copy)]
    enum Still {
        Rests,
        Panics,
        ThinksAWhile,
        ThinksWithoutEnd,
        /// Seat 0 is asked.
        Waits,
    }

    impl Match for Still {
        fn step(&mut self) {
            match self {
                Still::Panics => panic!("on purpose"),
                Still::ThinksAWhile => {
                    let begun = Instant::now();
                    while begun.elapsed() < Duration::from_millis(200) {
                        checkpoint();
                    }
                }
                Still::ThinksWithoutEnd => loop {
                    checkpoint();
                },
                Still::Rests | Still::Waits => {}
            }
        }
        fn say(&mut self, _: Seat, _: &Fields) -> Result<(), String> {
            Ok(())
        }
        fn picture(&self) -> Arc<dyn Picture> {
            Arc::new(*self)
        }
    }

    impl Picture for Still {
        fn standing(&self) -> Standing {
            match self {
                Still::Waits => Standing::Waits(SeatSet::one(Seat::FIRST)),
                _ => Standing::Ready,
            }
        }
        fn headline(&self) -> String {
            String::new()
        }
        fn progress(&self) -> String {
            String::new()
        }
        fn acting(&self) -> SeatSet {
            SeatSet::EMPTY
        }
        fn score(&self, _: Seat) -> Score {
            Score { points: Points::ZERO, place: 1 }
        }
        fn renamed(&self, _: Names) -> Arc<dyn Picture> {
            Arc::new(*self)
        }
        fn news(&self) -> String {
            String::new()
        }
        fn parts(&self, _: Viewer<'_>) -> Vec<Part> {
            Vec::new()
        }
    }

    fn room(still: Still) -> Room {
        let persons = matches!(still, Still::Waits).then_some(Seat::FIRST);
        room_of(Box::new(still), persons)
    }

    fn room_of(game: Box<dyn Match>, persons: Option<Seat>) -> Room {
        let text = String::new;
        let about = About {
            class: "",
            step: "",
            title: text(),
            summary: text(),
            seed: Seed(0),
            is_secret: false,
            address: text(),
            anew: text(),
            run: None,
            command: None,
            players: Vec::new(),
            levels: [&[]; 3],
            clock: None,
        };
        Room::new(&AUCTION, about, game, persons).unwrap()
    }

    /// A game that reports on which thread it is dropped.
    struct Leaves(tokio::sync::mpsc::UnboundedSender<ThreadId>);

    impl Drop for Leaves {
        fn drop(&mut self) {
            // the receiver is gone if the test has failed
            let _ = self.0.send(std::thread::current().id());
        }
    }

    impl Match for Leaves {
        fn step(&mut self) {}
        fn say(&mut self, _: Seat, _: &Fields) -> Result<(), String> {
            Ok(())
        }
        fn picture(&self) -> Arc<dyn Picture> {
            Arc::new(Still::Rests)
        }
    }

    fn rooms(limits: Limits) -> Rooms {
        Rooms::new(&limits)
    }

    fn client(number: u8) -> Asker {
        Asker::at(Ipv4Addr::new(10, 0, 0, number).into())
    }

    #[tokio::test]
    async fn if_all_places_are_taken_the_longest_abandoned_room_is_closed() {
        let rooms = rooms(Limits { rooms: 2, ..Limits::default() });
        let start = Instant::now();
        let (first, second) = (room(Still::Rests), room(Still::Rests));
        second.looked_at(start + Duration::from_secs(1));
        let first = rooms.add(first, client(1), start).unwrap();
        let second = rooms.add(second, client(1), start).unwrap();
        let third = rooms.add(room(Still::Rests), client(1), start + SETTLED / 2);
        assert!(third.is_err(), "both were just looked at");
        let third = rooms.add(room(Still::Rests), client(1), start + 2 * SETTLED).unwrap();
        assert!(rooms.find(&first.id).is_none());
        assert!(rooms.find(&second.id).is_some() && rooms.find(&third.id).is_some());
    }

    #[tokio::test]
    async fn a_game_in_which_a_person_moved_is_evicted_last() {
        let rooms = rooms(Limits { rooms: 3, ..Limits::default() });
        let start = Instant::now();
        let under_way = rooms.add(room(Still::Waits), client(1), start).unwrap();
        under_way.touched.store(true, Ordering::Relaxed);
        let untouched = rooms.add(room(Still::Waits), client(2), start).unwrap();
        let computers = rooms.add(room(Still::Rests), client(2), start).unwrap();
        for left in [&untouched, &computers] {
            left.looked_at(start + Duration::from_secs(5));
        }
        for gone in [&computers, &untouched] {
            let later = start + 3 * SETTLED;
            let new = rooms.add(room(Still::Waits), client(3), later).unwrap();
            new.looked_at(later);
            assert!(rooms.find(&gone.id).is_none());
            assert!(rooms.find(&under_way.id).is_some());
        }
    }

    #[tokio::test]
    async fn a_client_only_displaces_its_own_rooms() {
        let rooms = rooms(Limits { rooms: 10, client_rooms: 2, ..Limits::default() });
        let start = Instant::now();
        let other = rooms.add(room(Still::Rests), client(1), start).unwrap();
        for count in 1..8 {
            let new = room(Still::Waits);
            new.looked_at(start + count * SETTLED);
            rooms.add(new, client(2), start + (count + 1) * SETTLED).unwrap();
        }
        assert!(rooms.find(&other.id).is_some());
        assert_eq!(rooms.len(), 3);
    }

    #[tokio::test]
    async fn a_player_that_never_stops_thinking_is_interrupted() {
        let step = Duration::from_millis(100);
        let rooms = rooms(Limits { rooms: 2, step, ..Limits::default() });
        let start = Instant::now();
        let room = rooms.add(room(Still::ThinksWithoutEnd), client(1), start).unwrap();
        assert!(!room.step().await);
        let page =
            room_page(&room, Viewer { seat: None, sees_all: false, path: "/room" }, None, None)
                .into_string();
        assert!(page.contains("thought for longer than this server allows"), "{page}");
        assert!(!room.step().await);
    }

    #[tokio::test]
    async fn two_steps_of_one_game_do_not_wait_for_each_other() {
        let limits = Limits { thinkers: 1, ..Limits::default() };
        let rooms = rooms(limits);
        let room = rooms.add(room(Still::ThinksAWhile), client(1), Instant::now()).unwrap();
        assert_eq!(tokio::join!(room.step(), room.step(), room.step()), (true, true, true));
    }

    #[tokio::test]
    async fn a_dropped_or_unwatched_room_frees_its_thinker() {
        let limits = Limits { thinkers: 1, thinking: 1, client_thinking: 1, ..Limits::default() };
        let rooms = rooms(limits);
        let start = Instant::now();
        let later = start + Duration::from_secs(3600);
        for forget in [Duration::ZERO, 2 * (later - start)] {
            let left = rooms.add(room(Still::ThinksWithoutEnd), client(1), start).unwrap();
            let step = tokio::spawn(async move { left.step().await });
            tokio::time::sleep(Duration::from_millis(600)).await;
            rooms.sweep(later, forget, Duration::ZERO);
            assert!(!step.await.unwrap());
        }
        let next = rooms.add(room(Still::Rests), client(2), start).unwrap();
        assert!(next.step().await);
    }

    #[tokio::test]
    async fn a_running_game_blocks_no_request_thread() {
        let rooms = rooms(Limits { rooms: 1, ..Limits::default() });
        let start = Instant::now();
        let later = start + 2 * SETTLED;
        let (sender, mut dropped) = tokio::sync::mpsc::unbounded_channel();
        for displaced in [false, true] {
            let game = Box::new(Leaves(sender.clone()));
            drop(rooms.add(room_of(game, None), client(1), start).unwrap());
            match displaced {
                true => drop(rooms.add(room(Still::Rests), client(1), later).unwrap()),
                false => rooms.sweep(later, Duration::ZERO, Duration::ZERO),
            }
            assert_ne!(dropped.recv().await.unwrap(), std::thread::current().id());
        }
    }

    #[tokio::test]
    async fn a_game_whose_player_crashes_says_so_and_stops() {
        let rooms = rooms(Limits { rooms: 1, ..Limits::default() });
        let room = rooms.add(room(Still::Panics), client(1), Instant::now()).unwrap();
        let viewer = || {
            room_page(&room, Viewer { seat: None, sees_all: false, path: "/room" }, None, None)
                .into_string()
        };
        assert!(!viewer().contains("has broken down"));
        assert!(!room.step().await);
        let page = viewer();
        assert_eq!(page.matches("has broken down").count(), 2, "shown and heard: {page}");
        assert_eq!(page.matches("aria-disabled").count(), 2, "neither step nor play: {page}");
        room.set_playing(true);
        assert!(!room.step().await);
    }
}
