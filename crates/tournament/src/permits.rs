//! Limits the number of programs at work to the number of cores: a program holds a permit while it
//! starts and while questions are in flight to it.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard};

use lettergame_protocol::{EventSender, ProcessEvent, Tag};

/// The tag of the notification that a permit may be free.
pub(super) const WAKE: Tag = Tag::MAX;

/// Permits for programs to work.
#[derive(Debug, Default)]
pub(crate) struct Permits(Mutex<Inner>);

#[derive(Debug, Default)]
struct Inner {
    /// The total, once known.
    all: usize,
    taken: usize,
    waiting: VecDeque<EventSender>,
}

impl Permits {
    /// Sets the total.
    pub(crate) fn open(&self, count: usize) {
        self.lock().all = count;
    }

    /// Takes one. If none is free, a notification is sent to `sender` when that may have changed.
    pub(super) fn take(&self, sender: &EventSender) -> bool {
        let mut inner = self.lock();
        if inner.taken < inner.all {
            inner.taken += 1;
            return true;
        }
        inner.waiting.push_back(sender.clone());
        false
    }

    /// Returns one.
    pub(super) fn give_back(&self) {
        let mut inner = self.lock();
        inner.taken -= 1;
        for sender in inner.waiting.drain(..) {
            // a worker with many events will check anyway
            let _ = sender.try_send((WAKE, ProcessEvent::Lines(Vec::new())));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::{Permits, WAKE};

    #[test]
    fn waiting_workers_are_notified() {
        let permits = Permits::default();
        permits.open(1);
        let (sender, event) = sync_channel(4);
        assert!(permits.take(&sender));
        assert!(!permits.take(&sender));
        assert!(event.try_recv().is_err());
        permits.give_back();
        assert_eq!(event.try_recv().unwrap().0, WAKE);
        assert!(permits.take(&sender));
    }
}
