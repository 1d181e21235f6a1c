//! The viewers of a room, and what others see of them.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use tokio::runtime::Handle;
use tokio::time::sleep;

use crate::rooms::Room;
use crate::rooms::presence::GRACE;
use lettergame_base::{Seat, SeatSet};

impl Room {
    /// The persons who are there.
    pub(crate) fn here(&self, now: Instant) -> SeatSet {
        self.presence.here(now)
    }

    /// Notes that the person in this seat asked for a page, and shows it to the others.
    pub(crate) fn seen(&self, seat: Seat, now: Instant) {
        let before = self.here(now);
        self.presence.note(seat, now, |_| {});
        if self.here(now) != before {
            self.people_changed();
            self.set_clocks();
        }
    }
}

/// A viewer of a room while this value lives.
pub(crate) struct Look {
    room: Arc<Room>,
    seat: Option<Seat>,
}

impl Look {
    /// The viewer in a seat, or another one.
    pub(crate) fn at(room: &Arc<Room>, seat: Option<Seat>) -> Look {
        room.looking.fetch_add(1, Ordering::Relaxed);
        if let Some(seat) = seat {
            room.presence.note(seat, Instant::now(), |streams| *streams += 1);
            room.people_changed();
            room.set_clocks();
        }
        Look { room: Arc::clone(room), seat }
    }

    pub(crate) fn room(&self) -> &Arc<Room> {
        &self.room
    }
}

impl Drop for Look {
    fn drop(&mut self) {
        let now = Instant::now();
        self.room.looked_at(now);
        self.room.looking.fetch_sub(1, Ordering::Relaxed);
        let Some(seat) = self.seat else { return };
        self.room.presence.note(seat, now, |streams| *streams = streams.saturating_sub(1));
        // the others see it when the time is over in which the page may be back
        if let Ok(server) = Handle::try_current() {
            let room = Arc::downgrade(&self.room);
            server.spawn(async move {
                sleep(GRACE).await;
                if let Some(room) = room.upgrade() {
                    room.people_changed();
                }
            });
        }
    }
}
