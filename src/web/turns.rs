//! Fair turns at the processors: where more work is asked for than they can do at once, each client has its
//! share of them, whatever it asks for.
//!
//! Work begins when it is given a turn ([`Turns::begin`]), which costs no thread while it waits. Long work is
//! paused at its checkpoints once its slice of time is used up and somebody else waits, and ends there when
//! it is cancelled or has used up its budget ([`Turn::work`]).

use std::cell::RefCell;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::base::{Interrupted, supervised};

/// How long work goes on before others have their turn.
const SLICE: Duration = Duration::from_millis(50);

/// How much may go on at once.
#[derive(Clone, Copy, Debug)]
pub(in crate::web) struct Shares {
    /// Turns at the same time.
    pub(in crate::web) turns: usize,
    /// Turns of one client at the same time.
    pub(in crate::web) client_turns: usize,
    /// Pieces of work that have begun and are not done, paused ones included: each has a thread.
    pub(in crate::web) begun: usize,
    /// The same of one client.
    pub(in crate::web) client_begun: usize,
}

/// Hands out turns.
pub(in crate::web) struct Turns {
    shares: Shares,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    /// The sum over all clients.
    all: Counts,
    clients: HashMap<IpAddr, Counts>,
    waiting: Vec<Waiting>,
    /// How many turns were handed out or asked for.
    number: u64,
}

#[derive(Clone, Copy, Default)]
struct Counts {
    turns: usize,
    begun: usize,
    /// When it had a turn last; 0 for never.
    served: u64,
}

/// Somebody who waits for a turn.
struct Waiting {
    client: IpAddr,
    /// With work that has begun, and so has a place?
    is_paused: bool,
    number: u64,
    wake: oneshot::Sender<Given>,
}

/// What somebody who waits is given.
struct Given {
    /// For work that begins.
    place: Option<Held>,
    turn: Held,
}

/// A turn or a place that is held, given back when it is dropped.
struct Held {
    turns: Arc<Turns>,
    client: IpAddr,
    is_turn: bool,
}

/// Work that has begun.
pub(in crate::web) struct Turn {
    turn: Option<Held>,
    place: Held,
}

/// When work ends at its next checkpoint.
#[derive(Clone)]
pub(in crate::web) struct Bounds {
    /// The longest time that it may go on, pauses not counted.
    pub(in crate::web) budget: Duration,
    /// Set when it is not wanted any more.
    pub(in crate::web) cancelled: Arc<AtomicBool>,
}

impl Turns {
    pub(in crate::web) fn new(shares: Shares) -> Arc<Turns> {
        Arc::new(Turns { shares, inner: Mutex::default() })
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until this client may begin some work.
    pub(in crate::web) async fn begin(self: &Arc<Turns>, client: IpAddr) -> Turn {
        loop {
            let waits = self.ask(client, false);
            self.hand_out();
            // the sender is dropped only with the one who waits
            if let Ok(Given { place: Some(place), turn }) = waits.await {
                return Turn { turn: Some(turn), place };
            }
        }
    }

    fn ask(&self, client: IpAddr, is_paused: bool) -> oneshot::Receiver<Given> {
        let (wake, waits) = oneshot::channel();
        let mut inner = self.inner();
        inner.number += 1;
        let number = inner.number;
        inner.waiting.push(Waiting { client, is_paused, number, wake });
        waits
    }

    /// Gives turns to those who wait, as long as there are any.
    fn hand_out(self: &Arc<Turns>) {
        loop {
            // a turn that is not taken is given back, for which the lock must be free
            let Some(next) = self.inner().take_next(self.shares) else { return };
            let held = |is_turn| Held { turns: Arc::clone(self), client: next.client, is_turn };
            let place = (!next.is_paused).then(|| held(false));
            drop(next.wake.send(Given { place, turn: held(true) }));
        }
    }

    /// Would somebody have a turn if one were given back by this client?
    fn is_wanted(&self, client: IpAddr) -> bool {
        let mut inner = self.inner();
        inner.count(client, |counts| counts.turns -= 1);
        let wanted = inner.next(self.shares).is_some();
        inner.count(client, |counts| counts.turns += 1);
        wanted
    }
}

impl Inner {
    /// Changes the counts of a client, and those of all.
    fn count(&mut self, client: IpAddr, change: impl Fn(&mut Counts)) {
        change(&mut self.all);
        let counts = self.clients.entry(client).or_default();
        change(counts);
    }

    /// Whose turn it is: of the clients with the fewest turns the one that was served longest ago; of its work
    /// what waits longest.
    fn next(&mut self, shares: Shares) -> Option<usize> {
        self.waiting.retain(|waiting| !waiting.wake.is_closed());
        if self.all.turns >= shares.turns {
            return None;
        }
        let counts = |client| self.clients.get(&client).copied().unwrap_or_default();
        let may = |waiting: &Waiting| {
            let own = counts(waiting.client);
            let begins = self.all.begun < shares.begun && own.begun < shares.client_begun;
            own.turns < shares.client_turns && (waiting.is_paused || begins)
        };
        let order = |waiting: &Waiting| {
            let own = counts(waiting.client);
            (own.turns, own.served, waiting.number)
        };
        let eligible = self.waiting.iter().enumerate().filter(|(_, waiting)| may(waiting));
        eligible.min_by_key(|(_, waiting)| order(waiting)).map(|(index, _)| index)
    }

    fn take_next(&mut self, shares: Shares) -> Option<Waiting> {
        let next = self.next(shares)?;
        let next = self.waiting.remove(next);
        self.number += 1;
        let number = self.number;
        self.count(next.client, |counts| {
            counts.turns += 1;
            counts.begun += usize::from(!next.is_paused);
            counts.served = number;
        });
        Some(next)
    }

    fn give_back(&mut self, client: IpAddr, is_turn: bool) {
        self.count(client, |counts| match is_turn {
            true => counts.turns -= 1,
            false => counts.begun -= 1,
        });
        self.clients.retain(|_, counts| counts.turns + counts.begun > 0);
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.turns.inner().give_back(self.client, self.is_turn);
        self.turns.hand_out();
    }
}

impl Turn {
    /// Does the work on this thread, which may wait, and then gives the turn back.
    pub(in crate::web) fn work<T>(
        self,
        bounds: &Bounds,
        work: impl FnOnce() -> T,
    ) -> Result<T, Interrupted> {
        if bounds.cancelled.load(Ordering::Relaxed) {
            return Err(Interrupted);
        }
        let bounds = bounds.clone();
        let watch = RefCell::new(Watch { turn: self, since: Instant::now(), used: Duration::ZERO });
        supervised(move || watch.borrow_mut().may_continue(&bounds), work)
    }

    /// Lets others go first.
    fn pause(&mut self) {
        let turns = Arc::clone(&self.place.turns);
        let mut waits = turns.ask(self.place.client, true);
        self.turn = None;
        loop {
            match waits.blocking_recv() {
                Ok(given) => return self.turn = Some(given.turn),
                Err(_) => waits = turns.ask(self.place.client, true),
            }
        }
    }
}

/// Work that is being done.
struct Watch {
    turn: Turn,
    since: Instant,
    /// Before that.
    used: Duration,
}

impl Watch {
    fn may_continue(&mut self, bounds: &Bounds) -> bool {
        if self.since.elapsed() >= SLICE {
            self.used += self.since.elapsed();
            if self.turn.place.turns.is_wanted(self.turn.place.client) {
                self.turn.pause();
            }
            self.since = Instant::now();
        }
        self.used < bounds.budget && !bounds.cancelled.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use futures_util::FutureExt as _;
    use tokio::task::spawn_blocking;

    use super::{Bounds, Shares, Turn, Turns};
    use crate::base::{Interrupted, checkpoint};

    fn client(number: u8) -> IpAddr {
        Ipv4Addr::new(10, 0, 0, number).into()
    }

    fn turns(turns: usize, begun: usize, client_begun: usize) -> Arc<Turns> {
        Turns::new(Shares { turns, client_turns: turns, begun, client_begun })
    }

    fn bounds() -> Bounds {
        Bounds { budget: Duration::from_secs(3600), cancelled: Arc::default() }
    }

    /// Work without an end, until it is cancelled.
    fn endless(turn: Turn, bounds: Bounds) -> tokio::task::JoinHandle<Result<(), Interrupted>> {
        spawn_blocking(move || {
            turn.work(&bounds, || {
                loop {
                    checkpoint();
                }
            })
        })
    }

    #[tokio::test]
    async fn short_work_has_its_turn_while_others_compute_without_end() {
        let turns = turns(1, 8, 4);
        let cancelled: Vec<Bounds> = (0..4).map(|_| bounds()).collect();
        let mut long = Vec::new();
        for bounds in &cancelled {
            long.push(endless(turns.begin(client(1)).await, bounds.clone()));
        }
        for _ in 0..5 {
            let turn = turns.begin(client(2)).await;
            assert_eq!(spawn_blocking(move || turn.work(&bounds(), || 7)).await.unwrap(), Ok(7));
        }
        cancelled.iter().for_each(|bounds| bounds.cancelled.store(true, Ordering::Relaxed));
        for work in long {
            assert_eq!(work.await.unwrap(), Err(Interrupted));
        }
        let inner = turns.inner();
        assert!(inner.clients.is_empty() && inner.waiting.is_empty() && inner.all.begun == 0);
    }

    #[tokio::test]
    async fn a_client_begins_no_more_than_its_share() {
        let turns = turns(4, 4, 2);
        let _first = turns.begin(client(1)).await;
        let second = turns.begin(client(1)).await;
        let third = turns.begin(client(1));
        tokio::pin!(third);
        assert!(third.as_mut().now_or_never().is_none());
        let _other = turns.begin(client(2)).await;
        drop(second);
        third.await;
    }

    #[tokio::test]
    async fn a_client_that_has_left_takes_no_turn() {
        let turns = turns(1, 2, 2);
        let first = turns.begin(client(1)).await;
        {
            let left = turns.begin(client(1));
            tokio::pin!(left);
            assert!(left.as_mut().now_or_never().is_none());
        }
        let waits = turns.begin(client(2));
        tokio::pin!(waits);
        assert!(waits.as_mut().now_or_never().is_none());
        drop(first);
        drop(waits.await);
        assert!(turns.inner().clients.is_empty());
    }

    #[test]
    fn work_ends_when_its_budget_is_used_up_or_before_it_begins() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let turns = turns(1, 1, 1);
        let short = Bounds { budget: Duration::from_millis(60), ..bounds() };
        let turn = runtime.block_on(turns.begin(client(1)));
        let endless = || {
            loop {
                checkpoint();
            }
        };
        assert_eq!(turn.work::<()>(&short, endless), Err(Interrupted));
        let cancelled = Bounds { cancelled: Arc::new(AtomicBool::new(true)), ..bounds() };
        let turn = runtime.block_on(turns.begin(client(1)));
        assert_eq!(turn.work(&cancelled, || 7), Err(Interrupted));
    }
}
