//! Who has a room open: every event stream is a sign of its seat, and so is every page that is asked for, because
//! browsers without scripts have no stream.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lettergame_base::{Seat, SeatSet};

/// How long a person counts as present after the last sign: longer than a page takes to be loaded again.
pub(super) const GRACE: Duration = Duration::from_secs(5);

/// The signs of the persons in a room.
#[derive(Default)]
pub(crate) struct Presence(Mutex<HashMap<Seat, Signs>>);

struct Signs {
    streams: usize,
    last: Instant,
}

impl Presence {
    fn signs(&self) -> MutexGuard<'_, HashMap<Seat, Signs>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn note(&self, seat: Seat, now: Instant, change: impl FnOnce(&mut usize)) {
        let mut signs = self.signs();
        let own = signs.entry(seat).or_insert(Signs { streams: 0, last: now });
        change(&mut own.streams);
        own.last = now;
    }

    /// The persons who are there.
    pub(super) fn here(&self, now: Instant) -> SeatSet {
        let signs = self.signs();
        let here = signs
            .iter()
            .filter(|(_, own)| own.streams > 0 || now.saturating_duration_since(own.last) < GRACE);
        here.map(|(&seat, _)| seat).collect()
    }

    /// The persons who were there at least once.
    pub(super) fn came(&self) -> SeatSet {
        self.signs().keys().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::{GRACE, Presence};
    use lettergame_base::{Seat, SeatSet};

    #[test]
    fn a_person_is_there_while_a_page_is_open_and_a_moment_longer() {
        let (presence, start) = (Presence::default(), Instant::now());
        let one = SeatSet::one(Seat::FIRST);
        assert!(presence.here(start).is_empty() && presence.came().is_empty());
        let later = start + 10 * GRACE;
        presence.note(Seat::FIRST, start, |streams| *streams += 2);
        assert_eq!(presence.here(later), one);
        presence.note(Seat::FIRST, later, |streams| *streams -= 1);
        assert_eq!(presence.here(later + 2 * GRACE), one, "in another tab");
        presence.note(Seat::FIRST, later, |streams| *streams -= 1);
        assert_eq!(presence.here(later + GRACE / 2), one);
        assert!(presence.here(later + GRACE).is_empty());
        assert_eq!(presence.came(), one);
    }

    #[test]
    fn asking_for_a_page_is_a_sign() {
        let (presence, start) = (Presence::default(), Instant::now());
        presence.note(Seat::FIRST, start, |_| {});
        assert_eq!(presence.here(start + GRACE / 2), SeatSet::one(Seat::FIRST));
        assert!(presence.here(start + GRACE).is_empty());
    }
}
