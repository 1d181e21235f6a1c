//! Fair scheduling on the processors: if more work is requested than they can do at once, each client gets
//! its share of them, however much it requests.
//!
//! Work starts when it is given a turn ([`Turns::begin`]); it needs no thread while it waits. Long work is
//! paused at its checkpoints once its time slice is used up and other work waits, and ends there when it is
//! cancelled or has used up its budget ([`Turn::work`]). Paused work keeps its place, as it occupies a
//! thread: if no place is left for work that wants to start, the longest-running work ends
//! ([`Inner::evict`]).

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::serving::meter::{Meter, Spent};
use lettergame_base::{Interrupted, supervised};

/// How long work runs before others get their turn.
const SLICE: Duration = Duration::from_millis(50);

/// How long work is safe from losing its place, unless its client has several places and the waiting client
/// has none.
const SETTLED: Duration = Duration::from_secs(1);

/// The limits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shares {
    /// Simultaneous turns.
    pub(crate) turns: usize,
    /// Simultaneous turns of one client.
    pub(crate) client_turns: usize,
    /// Pieces of work in progress, including paused ones: each occupies a thread.
    pub(crate) begun: usize,
    /// The same for one client.
    pub(crate) client_begun: usize,
}

/// The scheduler.
pub(crate) struct Turns {
    shares: Shares,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    /// The sum over all clients.
    all: Counts,
    clients: HashMap<IpAddr, Counts>,
    waiting: Vec<Waiting>,
    /// Work in progress, by number.
    works: HashMap<u64, Work>,
    /// The number of turns handed out or requested.
    number: u64,
}

#[derive(Clone, Copy, Default)]
struct Counts {
    turns: usize,
    begun: usize,
    /// When it last had a turn; 0 for never.
    served: u64,
}

/// Work in progress.
struct Work {
    client: IpAddr,
    /// How long it has held turns, up to its last slice.
    held: Duration,
    /// Whether it must end at its next checkpoint, to free its place.
    is_evicted: bool,
}

/// Work that waits for a turn.
struct Waiting {
    client: IpAddr,
    /// The number of its work, if that has started and so has a place.
    paused: Option<u64>,
    number: u64,
    wake: oneshot::Sender<Given>,
}

/// What waiting work is given.
struct Given {
    /// For work that is starting.
    place: Option<Held>,
    turn: Held,
}

/// A turn or a place held by work, returned when dropped.
struct Held {
    turns: Arc<Turns>,
    client: IpAddr,
    /// For a place: the number of its work.
    place: Option<u64>,
}

/// Permission to work.
pub(crate) struct Turn {
    turn: Option<Held>,
    place: Held,
    number: u64,
}

/// When work ends at its next checkpoint.
#[derive(Clone)]
pub(crate) struct Bounds {
    /// The maximum processor time on its thread.
    pub(crate) budget: Duration,
    /// Set when the work is no longer needed.
    pub(crate) cancelled: Arc<AtomicBool>,
}

impl Turns {
    pub(crate) fn new(shares: Shares) -> Arc<Turns> {
        Arc::new(Turns { shares, inner: Mutex::default() })
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until this client may start some work.
    pub(crate) async fn begin(self: &Arc<Turns>, client: IpAddr) -> Turn {
        loop {
            let waits = self.ask(client, None);
            self.hand_out();
            // the sender is dropped only with the waiting task
            if let Ok(Given { place: Some(place), turn }) = waits.await
                && let Some(number) = place.place
            {
                return Turn { turn: Some(turn), place, number };
            }
        }
    }

    fn ask(&self, client: IpAddr, paused: Option<u64>) -> oneshot::Receiver<Given> {
        let (wake, waits) = oneshot::channel();
        let mut inner = self.inner();
        inner.number += 1;
        let number = inner.number;
        inner.waiting.push(Waiting { client, paused, number, wake });
        waits
    }

    /// Gives turns to waiting work while there are any, and frees places for the rest.
    fn hand_out(self: &Arc<Turns>) {
        loop {
            // an unused turn is returned, which needs the lock
            let mut inner = self.inner();
            let Some((next, begins)) = inner.take_next(self.shares) else {
                return inner.evict(self.shares);
            };
            drop(inner);
            let held = |place| Held { turns: Arc::clone(self), client: next.client, place };
            let place = begins.map(|number| held(Some(number)));
            drop(next.wake.send(Given { place, turn: held(None) }));
        }
    }

    /// Whether this work may continue after holding turns for this long.
    fn keeps(self: &Arc<Turns>, number: u64, held: Duration) -> bool {
        let mut inner = self.inner();
        let stays = inner.works.get_mut(&number).is_none_or(|work| {
            work.held = held;
            !work.is_evicted
        });
        inner.evict(self.shares);
        stays
    }

    /// Whether other work would have a turn if this client gave one back.
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

    /// The next turn: of the clients with the fewest turns, the one served longest ago; of its work, the one
    /// that has waited longest.
    fn next(&mut self, shares: Shares) -> Option<usize> {
        self.waiting.retain(|waiting| !waiting.wake.is_closed());
        if self.all.turns >= shares.turns {
            return None;
        }
        let may = |waiting: &Waiting| {
            let own = self.own(waiting.client);
            let begins = self.all.begun < shares.begun && own.begun < shares.client_begun;
            own.turns < shares.client_turns && (waiting.paused.is_some() || begins)
        };
        let order = |waiting: &Waiting| {
            let own = self.own(waiting.client);
            (own.turns, own.served, waiting.number)
        };
        let eligible = self.waiting.iter().enumerate().filter(|(_, waiting)| may(waiting));
        eligible.min_by_key(|(_, waiting)| order(waiting)).map(|(index, _)| index)
    }

    fn own(&self, client: IpAddr) -> Counts {
        self.clients.get(&client).copied().unwrap_or_default()
    }

    /// Ends work if other work waits for a place and none is left: among the clients that [`Inner::crowd`]
    /// returns, the work that has held turns longest. One place at a time, as it is returned immediately or
    /// soon.
    fn evict(&mut self, shares: Shares) {
        let begins = self.waiting.iter().filter(|waiting| waiting.paused.is_none());
        let begins = begins.filter(|waiting| !waiting.wake.is_closed());
        let newcomers: HashSet<IpAddr> = begins.map(|waiting| waiting.client).collect();
        for client in newcomers {
            let Some((crowd, least)) = self.crowd(client, shares) else { continue };
            let theirs = self.works.iter_mut().filter(|(_, work)| crowd.contains(&work.client));
            let theirs: Vec<(&u64, &mut Work)> = theirs.collect();
            if theirs.iter().any(|(_, work)| work.is_evicted) {
                continue;
            }
            let long = theirs.into_iter().filter(|(_, work)| work.held >= least);
            let Some((&number, work)) = long.max_by_key(|(_, work)| work.held) else { continue };
            work.is_evicted = true;
            // paused work need not wait for a turn in order to end
            self.waiting.retain(|waiting| waiting.paused != Some(number));
        }
    }

    /// The clients whose work may be ended for this client, and how long it must have held turns: the
    /// client's own, if it has its full share of places; if all places are taken, that of the clients with
    /// the most places, if they have more than it. `None` while there is a place for it.
    fn crowd(&self, client: IpAddr, shares: Shares) -> Option<(Vec<IpAddr>, Duration)> {
        let own = self.own(client).begun;
        if own >= shares.client_begun {
            return Some((vec![client], SETTLED));
        }
        let most = self.clients.values().map(|counts| counts.begun).max().unwrap_or_default();
        let crowd = self.clients.iter().filter(|(_, counts)| counts.begun == most);
        let crowd = crowd.map(|(client, _)| *client).collect();
        let least = if own == 0 && most > 1 { Duration::ZERO } else { SETTLED };
        (self.all.begun >= shares.begun && most > own).then_some((crowd, least))
    }

    /// The client with the next turn, and the number of the work that starts with it.
    fn take_next(&mut self, shares: Shares) -> Option<(Waiting, Option<u64>)> {
        let next = self.next(shares)?;
        let next = self.waiting.remove(next);
        self.number += 1;
        let number = self.number;
        self.count(next.client, |counts| {
            counts.turns += 1;
            counts.begun += usize::from(next.paused.is_none());
            counts.served = number;
        });
        let begins = next.paused.is_none().then_some(number);
        if begins.is_some() {
            let work = Work { client: next.client, held: Duration::ZERO, is_evicted: false };
            self.works.insert(number, work);
        }
        Some((next, begins))
    }

    fn give_back(&mut self, client: IpAddr, place: Option<u64>) {
        self.count(client, |counts| match place {
            None => counts.turns -= 1,
            Some(_) => counts.begun -= 1,
        });
        if let Some(number) = place {
            self.works.remove(&number);
        }
        self.clients.retain(|_, counts| counts.turns + counts.begun > 0);
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.turns.inner().give_back(self.client, self.place);
        self.turns.hand_out();
    }
}

impl Turn {
    /// Does the work on this thread, which may block, and then gives the turn back.
    pub(crate) fn work<T>(
        self,
        bounds: &Bounds,
        work: impl FnOnce() -> T,
    ) -> Result<T, Interrupted> {
        if bounds.cancelled.load(Ordering::Relaxed) {
            return Err(Interrupted);
        }
        let bounds = bounds.clone();
        let watch = Watch { turn: self, slice: Meter::start(), spent: Spent::default() };
        let watch = RefCell::new(watch);
        supervised(move || watch.borrow_mut().may_continue(&bounds), work)
    }

    /// Lets others go first; if it is not given another turn, the work must end.
    fn pause(&mut self) {
        let waits = self.place.turns.ask(self.place.client, Some(self.number));
        self.turn = None;
        self.turn = waits.blocking_recv().ok().map(|given| given.turn);
    }
}

/// Work that is being done.
struct Watch {
    turn: Turn,
    slice: Meter,
    /// Time spent before that.
    spent: Spent,
}

impl Watch {
    fn may_continue(&mut self, bounds: &Bounds) -> bool {
        let mut stays = true;
        if self.slice.elapsed() >= SLICE {
            self.spent = self.slice.add_to(self.spent);
            let turns = Arc::clone(&self.turn.place.turns);
            stays = turns.keeps(self.turn.number, self.spent.wall);
            if stays && turns.is_wanted(self.turn.place.client) {
                self.turn.pause();
                stays = self.turn.turn.is_some();
            }
            self.slice = Meter::start();
        }
        stays && self.spent.is_within(bounds.budget) && !bounds.cancelled.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use futures_util::FutureExt as _;
    use tokio::task::{spawn_blocking, yield_now};

    use super::{Bounds, Shares, Turn, Turns};
    use lettergame_base::{Interrupted, checkpoint};

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
    async fn short_work_gets_its_turn_beside_endless_work() {
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
    async fn a_client_starts_no_more_than_its_share() {
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
    async fn endless_work_does_not_block_newcomers() {
        // all places are taken: by two clients, or by one that wants another itself
        for (clients, newcomer) in [([1, 2], 3), ([1, 1], 1)] {
            let turns = turns(1, 4, if clients[1] == 1 { 4 } else { 2 });
            let cancelled = bounds();
            let mut long = Vec::new();
            for number in clients.repeat(2) {
                long.push(endless(turns.begin(client(number)).await, cancelled.clone()));
            }
            for _ in 0..3 {
                let turn = turns.begin(client(newcomer)).await;
                assert_eq!(
                    spawn_blocking(move || turn.work(&bounds(), || 7)).await.unwrap(),
                    Ok(7)
                );
            }
            let ended = || long.iter().filter(|work| work.is_finished()).count();
            while ended() == 0 {
                yield_now().await;
            }
            assert_eq!(ended(), 1, "no more than needed");
            cancelled.cancelled.store(true, Ordering::Relaxed);
            for work in long {
                assert_eq!(work.await.unwrap(), Err(Interrupted));
            }
            assert!(turns.inner().works.is_empty());
        }
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
    fn work_stops_when_its_budget_is_used_up_or_before_it_starts() {
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
