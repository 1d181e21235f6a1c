//! All rooms by their addresses.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::web::rooms::Room;
use crate::web::rooms::drive::drive;
use crate::web::token::Token;

/// No room is free, and people look at all of them.
#[derive(Debug, Error)]
#[error("{0} games are kept already; try again in a moment")]
pub(in crate::web) struct Full(usize);

/// Where there is no place, a room at which somebody has looked within this time stays nevertheless.
const SETTLED: Duration = Duration::from_secs(10);

/// All rooms.
pub(in crate::web) struct Rooms {
    most: usize,
    rooms: Mutex<HashMap<Token, Arc<Room>>>,
}

impl Rooms {
    pub(in crate::web) fn new(most: usize) -> Rooms {
        Rooms { most, rooms: Mutex::default() }
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<Token, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(in crate::web) fn len(&self) -> usize {
        self.rooms().len()
    }

    pub(in crate::web) fn find(&self, id: &Token) -> Option<Arc<Room>> {
        self.rooms().get(id).cloned()
    }

    /// Puts a room into its place. Where all are taken the one goes at which nobody has looked for
    /// longest.
    pub(in crate::web) fn add(&self, room: Room, now: Instant) -> Result<Arc<Room>, Full> {
        let mut rooms = self.rooms();
        if rooms.len() >= self.most {
            let left = rooms.values().filter(|room| room.idle(now) >= SETTLED);
            // a game of persons goes last
            let idle = left.max_by_key(|room| (!room.has_persons(), room.idle(now)));
            let idle = idle.map(|room| room.id.clone());
            let gone = idle.and_then(|id| rooms.remove(&id)).ok_or(Full(self.most))?;
            gone.clear();
        }
        let room = Arc::new(room);
        room.keep_driver(tokio::spawn(drive(Arc::clone(&room))).abort_handle());
        rooms.insert(room.id.clone(), Arc::clone(&room));
        Ok(room)
    }

    /// Drops rooms at which nobody has looked for `forget`, and halts games without persons after
    /// `unwatched`.
    pub(in crate::web) fn sweep(&self, now: Instant, forget: Duration, unwatched: Duration) {
        let mut rooms = self.rooms();
        rooms.retain(|_, room| {
            let idle = room.idle(now);
            if idle > unwatched && !room.has_persons() {
                room.set_playing(false);
            }
            if idle > forget {
                room.clear();
            }
            idle <= forget
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use super::{Rooms, SETTLED};
    use crate::base::{Seat, Seed};
    use crate::web::query::Fields;
    use crate::web::rooms::page::room_page;
    use crate::web::rooms::{About, Match, Part, Picture, Room, Standing, Viewer};
    use crate::web::sections::SECTIONS;

    /// A game that is always ready, and does nothing but panic where it is asked to.
    struct Still {
        panics: bool,
    }

    impl Match for Still {
        fn step(&mut self) {
            assert!(!self.panics, "on purpose");
        }
        fn say(&mut self, _: Seat, _: &Fields) -> Result<(), String> {
            Ok(())
        }
        fn picture(&self) -> Arc<dyn Picture> {
            Arc::new(Still { panics: self.panics })
        }
    }

    impl Picture for Still {
        fn standing(&self) -> Standing {
            Standing::Ready
        }
        fn headline(&self) -> String {
            String::new()
        }
        fn news(&self) -> String {
            String::new()
        }
        fn parts(&self, _: Viewer<'_>) -> Vec<Part> {
            Vec::new()
        }
    }

    fn room(panics: bool) -> Room {
        let text = String::new;
        let about = About {
            class: "",
            step: "",
            title: text(),
            summary: text(),
            seed: Seed(0),
            address: text(),
            anew: text(),
            run: None,
            command: None,
            players: Vec::new(),
        };
        Room::new(SECTIONS[0], about, Box::new(Still { panics }), []).unwrap()
    }

    #[tokio::test]
    async fn where_all_places_are_taken_the_room_that_was_left_longest_goes() {
        let (rooms, start) = (Rooms::new(2), Instant::now());
        let (first, second) = (room(false), room(false));
        second.looked_at(start + Duration::from_secs(1));
        let first = rooms.add(first, start).unwrap();
        let second = rooms.add(second, start).unwrap();
        assert!(rooms.add(room(false), start + SETTLED / 2).is_err(), "both were just looked at");
        let third = rooms.add(room(false), start + 2 * SETTLED).unwrap();
        assert!(rooms.find(&first.id).is_none());
        assert!(rooms.find(&second.id).is_some() && rooms.find(&third.id).is_some());
    }

    #[tokio::test]
    async fn a_game_whose_player_breaks_down_says_so_and_does_not_go_on() {
        let rooms = Rooms::new(1);
        let room = rooms.add(room(true), Instant::now()).unwrap();
        let viewer = || room_page(&room, Viewer { seat: None, path: "/room" }, None).into_string();
        assert!(!viewer().contains("has broken down"));
        assert!(!room.step().await);
        let page = viewer();
        assert_eq!(page.matches("has broken down").count(), 2, "shown and heard: {page}");
        assert_eq!(page.matches("aria-disabled").count(), 2, "neither step nor play: {page}");
        room.set_playing(true);
        assert!(!room.step().await);
    }
}
