//! The state behind the pages of a season, and the threads that keep it up to date.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak};
use std::thread;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::Request;
use axum::response::Response;
use tokio::sync::Semaphore;

use crate::season::form_page::framed;
use crate::season::view::{Live, View};
use crate::season::visitor::TEACHER_COOKIE;
use crate::serving::asking::waiting;
use crate::serving::front::Front;
use crate::serving::gate::{Cookie, admitted};
use crate::serving::host::Host;
use crate::serving::http_error::HttpError;
use crate::terms::Terms;
use axum::http::StatusCode;
use lettergame_arena::{AuditPace, Words};
use lettergame_season::{Checking, Season, SeasonError, without_place};

/// How often changes and new hand-ins are looked for.
const TICK: Duration = Duration::from_secs(1);

/// How long nothing is checked after a check that could not be completed, for want of room perhaps.
const AFTER_ERROR: Duration = Duration::from_secs(10);

/// Rendering after a change takes at most one part in this many of the time.
const REST: u32 = 5;

/// Uploads at the same time, of all teams.
const UPLOADS: usize = 16;

/// What a season is served with.
pub struct SeasonDesk {
    /// The folder of the season.
    pub dir: PathBuf,
    /// Its word list.
    pub words: Words,
    /// Permissions and limits. `key` is the teacher's.
    pub terms: Terms,
    /// Hears of what goes wrong while nobody asks.
    pub tell: Box<dyn Fn(&str) + Send + Sync>,
}

/// A season that is served.
pub struct SeasonSite {
    pub(crate) front: Front,
    pub(super) dir: PathBuf,
    /// What short questions and changes use.
    season: Mutex<Season>,
    /// What pages are rendered from.
    pub(super) live: Mutex<Live>,
    view: RwLock<Arc<View>>,
    /// Packed games, by match and game.
    pub(super) scripts: Mutex<BTreeMap<(i64, u64), Bytes>>,
    pub(super) uploads: Semaphore,
    /// The teams that are uploading.
    pub(super) uploading: Mutex<BTreeSet<i64>>,
}

impl SeasonSite {
    /// Opens a season; from then on its pages are kept up to date and uploads are checked, until the value is dropped.
    ///
    /// # Errors
    /// If the season cannot be used.
    pub fn open(desk: SeasonDesk) -> Result<Arc<SeasonSite>, SeasonError> {
        let live = Live::open(&desk.dir)?;
        let view = View::of(&live);
        let site = Arc::new(SeasonSite {
            front: Front::new(desk.terms),
            dir: live.season.dir().to_owned(),
            season: Mutex::new(Season::open(&desk.dir)?),
            live: Mutex::new(live),
            view: RwLock::new(Arc::new(view)),
            scripts: Mutex::default(),
            uploads: Semaphore::new(UPLOADS),
            uploading: Mutex::default(),
        });
        let tell: Arc<dyn Fn(&str) + Send + Sync> = desk.tell.into();
        let (renewing, told) = (Arc::downgrade(&site), Arc::clone(&tell));
        thread::spawn(move || renew(&renewing, &*told));
        let (checking, season) = (Arc::downgrade(&site), Season::open(&desk.dir)?);
        thread::spawn(move || check(&checking, season, &desk.words, &*tell));
        Ok(site)
    }

    /// The pages as they were rendered last.
    pub(super) fn view(&self) -> Arc<View> {
        Arc::clone(&self.view.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The page about a refused request.
    pub(crate) fn page_about(&self, error: &HttpError) -> String {
        framed("", error.title(), error.body(("Leaderboard", "/")))
    }

    /// The teacher's pages need the teacher's key.
    pub(crate) fn gate(&self, request: &Request, host: &Host) -> Option<Response> {
        use axum::response::IntoResponse as _;

        if !request.uri().path().starts_with("/teacher") {
            return None;
        }
        let is_key = |text: &str| self.front.terms.key.as_ref().is_some_and(|key| key.is(text));
        let cookie = Cookie::new(TEACHER_COOKIE, host);
        if let Some(admitted) = admitted(request, &cookie, is_key) {
            return Some(admitted);
        }
        if cookie.of(request.headers()).is_some_and(|text| is_key(&text)) {
            return None;
        }
        let text = "this page is the teacher's: open the full address that the server printed when it was started";
        Some(HttpError::new(StatusCode::FORBIDDEN, text).into_response())
    }

    /// Asks or changes something of the season, as it is set up now.
    pub(super) async fn with<T: Send + 'static>(
        self: &Arc<Self>,
        act: impl FnOnce(&mut Season) -> Result<T, SeasonError> + Send + 'static,
    ) -> Result<T, HttpError> {
        let site = Arc::clone(self);
        let done = waiting(move || {
            let mut season = held(&site.season);
            // settings that are being edited do not count until they are valid
            let _ = season.reread();
            act(&mut season)
        });
        done.await?.map_err(|error| self.failed(&error))
    }

    /// The answer when the season cannot be used.
    pub(super) fn failed(&self, error: &SeasonError) -> HttpError {
        let text = without_place(&self.dir, &error.to_string());
        HttpError::new(StatusCode::INTERNAL_SERVER_ERROR, text)
    }
}

pub(super) fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Renders pages anew when the season has changed, until the site is gone.
fn renew(site: &Weak<SeasonSite>, tell: &dyn Fn(&str)) {
    let mut told = String::new();
    while let Some(site) = site.upgrade() {
        let begun = Instant::now();
        let mut live = held(&site.live);
        match live.renew() {
            Ok(true) => {
                let view = Arc::new(View::of(&live));
                *site.view.write().unwrap_or_else(PoisonError::into_inner) = view;
                told.clear();
            }
            Ok(false) => {}
            Err(error) => once(&mut told, error.to_string(), tell),
        }
        drop(live);
        drop(site);
        thread::sleep(TICK.max(begun.elapsed() * REST));
    }
}

/// Checks the uploads that wait, one after the other, until the site is gone.
fn check(site: &Weak<SeasonSite>, mut season: Season, words: &Words, tell: &dyn Fn(&str)) {
    let mut told = String::new();
    while let Some(site) = site.upgrade() {
        let checking = Checking {
            words,
            host_options: &site.front.terms.host_options,
            pace: AuditPace::Thorough,
            tell: &|_| {},
        };
        let checked = season.reread().and_then(|_| season.check_next(&checking));
        drop(site);
        match checked {
            Ok(Some(_)) => told.clear(),
            Ok(None) => thread::sleep(TICK),
            Err(error) => {
                once(&mut told, error.to_string(), tell);
                thread::sleep(AFTER_ERROR);
            }
        }
    }
}

/// Tells something unless it was the last thing that was told.
fn once(told: &mut String, text: String, tell: &dyn Fn(&str)) {
    if *told != text {
        tell(&text);
        *told = text;
    }
}
