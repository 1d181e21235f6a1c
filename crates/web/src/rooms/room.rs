//! A room: one game, its state, and its viewers.

use std::net::IpAddr;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{OnceCell, watch};
use tokio::task::{AbortHandle, spawn_blocking};
use tokio::time::timeout;

use crate::review::{Review, Trial};
use crate::rooms::aside::Aside;
use crate::rooms::clocks::clock::Clocks;
use crate::rooms::people::People;
use crate::rooms::presence::Presence;
use crate::rooms::programs::Consoles;
use crate::rooms::{About, Match, Picture, Record, Rematch, Standing};
use crate::seats::have_program;
use crate::section::Section;
use crate::serving::token::{EntropyError, Token};
use crate::turns::{Bounds, Turns};
use lettergame_base::{Interrupted, Seat};

/// What the players are doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Activity {
    /// Nothing slow.
    Resting,
    /// One of them has been thinking for a while.
    Thinking,
    /// One of them failed in the middle of a step: this game cannot continue.
    BrokenDown,
    /// One of them thought longer than allowed, or while no one had been watching for long: this game cannot
    /// continue either.
    Interrupted,
}

impl Activity {
    /// Whether this game cannot continue.
    pub(crate) fn is_end(self) -> bool {
        matches!(self, Activity::BrokenDown | Activity::Interrupted)
    }
}

/// How a game advances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pace {
    /// Whether it plays by itself.
    pub(crate) playing: bool,
    /// The delay before each step while playing.
    pub(crate) delay: Duration,
    pub(crate) activity: Activity,
}

/// How long a step may take before pages report that a player is thinking.
const LONG: Duration = Duration::from_millis(400);

/// How long an answer waits for a step.
const SOON: Duration = Duration::from_secs(1);

/// The turns in which the players of a room think.
pub(crate) struct Thinking {
    /// The client whose share it uses.
    pub(crate) client: IpAddr,
    pub(crate) turns: Arc<Turns>,
    /// The longest that a step may take.
    pub(crate) budget: Duration,
}

/// One game and its state.
pub(crate) struct Room {
    pub(crate) id: Token,
    pub(crate) section: &'static Section,
    pub(crate) about: About,
    /// The secret of each seat of a person.
    pub(crate) seats: Vec<(Seat, Token)>,
    /// The secret of the list of seats.
    pub(crate) host: Token,
    pub(super) game: Mutex<Aside>,
    pub(super) pictures: watch::Sender<Arc<dyn Picture>>,
    paces: watch::Sender<Pace>,
    /// Who sits here; also sent when someone comes or goes.
    pub(super) people: watch::Sender<People>,
    pub(super) presence: Presence,
    /// Whether a player is a program.
    pub(super) has_programs: bool,
    pub(super) consoles: Mutex<Consoles>,
    /// The clocks of the persons, if they have any.
    pub(super) clocks: Option<Mutex<Clocks>>,
    pub(super) looking: AtomicUsize,
    looked: Mutex<Instant>,
    driver: Mutex<Option<AbortHandle>>,
    thinking: OnceLock<Thinking>,
    /// Held while a step is taken.
    pub(super) steps: tokio::sync::Mutex<()>,
    /// Set when the current step is no longer needed and no other will follow.
    pub(super) cancelled: Arc<AtomicBool>,
    /// Whether the game is in the middle of a step; stays set after an interrupted one.
    pub(super) is_halfway: AtomicBool,
    /// Whether a person has made a move.
    pub(super) touched: AtomicBool,
    pub(super) record: Mutex<Record>,
    pub(super) review: OnceLock<Arc<Review>>,
    /// What is tried here, if it is no game.
    pub(crate) trial: Option<Trial>,
    /// The address of the deal of the day that is played here.
    pub(crate) daily: Option<String>,
    /// Whether the first person has the link for the others, who sit down by it.
    pub(crate) invites: bool,
    /// The game after this one.
    pub(super) rematch: OnceCell<Rematch>,
    /// When it was opened, by its start or by resuming it.
    pub(super) begun: Instant,
}

impl Room {
    /// A room of a game in which persons have these seats.
    pub(crate) fn new(
        section: &'static Section,
        about: About,
        game: Box<dyn Match>,
        persons: impl IntoIterator<Item = Seat>,
    ) -> Result<Room, EntropyError> {
        let seats = persons.into_iter().map(|seat| Ok((seat, Token::drawn()?)));
        let seats: Vec<(Seat, Token)> = seats.collect::<Result<_, EntropyError>>()?;
        // if a person plays, the computers do not wait for the Play button
        let pace = Pace {
            playing: !seats.is_empty(),
            delay: Duration::from_millis(300),
            activity: Activity::Resting,
        };
        Ok(Room {
            id: Token::drawn()?,
            host: Token::drawn()?,
            section,
            people: watch::Sender::new(People::of(&about.players)),
            presence: Presence::default(),
            has_programs: have_program(about.class, &about.players),
            consoles: Mutex::default(),
            clocks: about.clock.map(|clock| {
                Mutex::new(Clocks::new(clock, seats.iter().map(|&(seat, _)| seat).collect()))
            }),
            about,
            seats,
            pictures: watch::Sender::new(game.picture()),
            game: Mutex::new(Aside::new(game)),
            paces: watch::Sender::new(pace),
            looking: AtomicUsize::new(0),
            looked: Mutex::new(Instant::now()),
            driver: Mutex::default(),
            thinking: OnceLock::new(),
            steps: tokio::sync::Mutex::default(),
            cancelled: Arc::default(),
            is_halfway: AtomicBool::new(false),
            touched: AtomicBool::new(false),
            record: Mutex::default(),
            review: OnceLock::new(),
            trial: None,
            daily: None,
            invites: false,
            rematch: OnceCell::new(),
            begun: Instant::now(),
        })
    }

    /// The same room at its previous addresses; nothing if the seats differ or the secrets are invalid.
    pub(crate) fn readdressed<'a>(
        self,
        id: &str,
        host: &str,
        secrets: impl IntoIterator<Item = (u8, &'a str)>,
    ) -> Option<Room> {
        let secrets: Vec<(u8, &str)> = secrets.into_iter().collect();
        let own = self.seats.iter().map(|(seat, _)| *seat);
        let same =
            own.clone().map(Seat::index).eq(secrets.iter().map(|&(seat, _)| usize::from(seat)));
        let seats = own.zip(&secrets).map(|(seat, (_, secret))| Some((seat, Token::read(secret)?)));
        let seats: Option<Vec<(Seat, Token)>> = seats.collect();
        let (id, host) = (Token::read(id)?, Token::read(host)?);
        same.then_some(Room { id, host, seats: seats?, ..self })
    }

    /// The address for spectators.
    pub(crate) fn path(&self) -> String {
        format!("/room/{}", self.id)
    }

    /// The address of a seat.
    pub(crate) fn seat_path(&self, token: &Token) -> String {
        format!("/room/{}/seat/{token}", self.id)
    }

    /// The address of the list of seats.
    pub(crate) fn host_path(&self) -> String {
        format!("/room/{}/host/{}", self.id, self.host)
    }

    /// The address to which its creator is redirected: their seat, the list of seats for several persons of whom
    /// none invites, else the room.
    pub(crate) fn start_path(&self) -> String {
        match &self.seats[..] {
            [] => self.path(),
            [_, _, ..] if !self.invites => self.host_path(),
            [(_, token), ..] => self.seat_path(token),
        }
    }

    /// The seat of a secret.
    pub(crate) fn seat_of(&self, token: &Token) -> Option<Seat> {
        self.seats.iter().find(|(_, own)| own.is(token)).map(|&(seat, _)| seat)
    }

    /// Whether persons play here.
    pub(crate) fn has_persons(&self) -> bool {
        !self.seats.is_empty()
    }

    /// The newest picture.
    pub(crate) fn picture(&self) -> Arc<dyn Picture> {
        Arc::clone(&self.pictures.borrow())
    }

    pub(crate) fn pictures(&self) -> watch::Receiver<Arc<dyn Picture>> {
        self.pictures.subscribe()
    }

    pub(crate) fn pace(&self) -> Pace {
        *self.paces.borrow()
    }

    pub(crate) fn paces(&self) -> watch::Receiver<Pace> {
        self.paces.subscribe()
    }

    pub(crate) fn set_playing(&self, playing: bool) {
        self.paces.send_if_modified(|pace| {
            let changes = pace.playing != playing;
            pace.playing = playing;
            changes
        });
    }

    pub(crate) fn set_delay(&self, delay: Duration) {
        self.paces.send_if_modified(|pace| {
            let changes = pace.delay != delay;
            pace.delay = delay;
            changes
        });
    }

    /// Takes one step on its own thread, and reports when it takes long; `false` if a player failed, now or
    /// earlier.
    pub(crate) async fn step(self: &Arc<Room>) -> bool {
        if self.pace().activity.is_end() {
            return false;
        }
        let mut step = tokio::spawn(Arc::clone(self).take_step());
        let done = match timeout(LONG, &mut step).await {
            Ok(done) => done,
            Err(_) => {
                self.set_activity(Activity::Thinking);
                step.await
            }
        };
        // of several steps requested at once, only the first reports how it ended
        if self.pace().activity.is_end() {
            return false;
        }
        let activity = match done {
            Ok(Ok(())) => Activity::Resting,
            Ok(Err(Interrupted)) => Activity::Interrupted,
            Err(_) => Activity::BrokenDown,
        };
        self.set_activity(activity);
        !activity.is_end()
    }

    /// Takes one step when it is the turn of the room's client. A step that waits for another one of the same
    /// game must not hold a turn meanwhile, which the other may need.
    async fn take_step(self: Arc<Room>) -> Result<(), Interrupted> {
        let Some(thinking) = self.thinking.get() else { return Err(Interrupted) };
        let _alone = self.steps.lock().await;
        let bounds = Bounds { budget: thinking.budget, cancelled: Arc::clone(&self.cancelled) };
        let turn = thinking.turns.begin(thinking.client).await;
        let room = Arc::clone(&self);
        let step = spawn_blocking(move || turn.work(&bounds, || room.changed(|game| game.step())));
        let done = step.await;
        if !matches!(done, Ok(Ok(()))) {
            // the next step would find a game in the middle of this one
            self.cancelled.store(true, Ordering::Relaxed);
        }
        match done {
            Ok(done) => done,
            Err(error) => resume_unwind(error.into_panic()),
        }
    }

    /// Takes one step, but waits for it only briefly: a longer one is shown when it is done. While a player
    /// is thinking no second step is started.
    pub(crate) async fn step_soon(self: &Arc<Room>) {
        if self.pace().activity == Activity::Thinking {
            return;
        }
        let room = Arc::clone(self);
        let step = tokio::spawn(async move { room.step().await });
        // the page shows whether it is done
        let _ = timeout(SOON, step).await;
    }

    pub(super) fn set_activity(&self, activity: Activity) {
        self.paces.send_if_modified(|pace| {
            let changes = pace.activity != activity;
            pace.activity = activity;
            changes
        });
    }

    /// Changes the game, which may take a while, and publishes the new picture.
    fn changed<T>(&self, act: impl FnOnce(&mut dyn Match) -> T) -> T {
        let mut game = self.game.lock().unwrap_or_else(PoisonError::into_inner);
        self.is_halfway.store(true, Ordering::Relaxed);
        let result = act(&mut **game);
        self.is_halfway.store(false, Ordering::Relaxed);
        self.write_down(&mut **game);
        self.read_consoles(&mut **game);
        self.publish(&**game);
        result
    }

    /// Whether this is a game of persons in progress in which one of them has made a move.
    pub(crate) fn is_under_way(&self) -> bool {
        self.has_persons() && self.touched.load(Ordering::Relaxed) && !self.is_over()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.pictures.borrow().standing() == Standing::Over
    }

    /// Records that it has a viewer now.
    pub(crate) fn looked_at(&self, now: Instant) {
        *self.looked() = now;
    }

    fn looked(&self) -> MutexGuard<'_, Instant> {
        self.looked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long it has had no viewer.
    pub(crate) fn idle(&self, now: Instant) -> Duration {
        if self.looking.load(Ordering::Relaxed) > 0 {
            return Duration::ZERO;
        }
        now.saturating_duration_since(*self.looked())
    }

    /// Sets a new driver, replacing an earlier one.
    pub(crate) fn keep_driver(&self, driver: AbortHandle) {
        if let Some(earlier) = self.driver().replace(driver) {
            earlier.abort();
        }
    }

    fn driver(&self) -> MutexGuard<'_, Option<AbortHandle>> {
        self.driver.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets where the players think; called once, when the room is added.
    pub(crate) fn keep_thinking(&self, thinking: Thinking) {
        // a room gets its client only once
        let _ = self.thinking.set(thinking);
    }

    /// The room's client.
    pub(crate) fn client(&self) -> Option<IpAddr> {
        self.thinking.get().map(|thinking| thinking.client)
    }

    /// Ends the current step: its player's time is better spent on others.
    pub(crate) fn interrupt(&self) {
        if self.pace().activity == Activity::Thinking {
            self.cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the room can no longer be reached.
    pub(crate) fn clear(&self) {
        if let Some(driver) = &*self.driver() {
            driver.abort();
        }
        self.record().close();
        self.cancelled.store(true, Ordering::Relaxed);
    }
}
