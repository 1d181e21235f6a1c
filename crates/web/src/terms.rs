//! A server's permissions and limits.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

use crate::serving::token::Key;
use crate::turns::Shares;
use lettergame_protocol::HostOptions;

/// A server's permissions and limits.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// Whether players may be programs and modules.
    pub allow_programs: bool,
    /// How programs and modules are run.
    pub host_options: HostOptions,
    /// Whether it answers only this machine.
    pub loopback: bool,
    /// Host names that it accepts, besides IP addresses: a foreign page can make its own name resolve to this
    /// server, but not an IP address.
    pub hosts: Vec<String>,
    /// The key that an address must contain once before anything but a game is shown. Use one wherever
    /// programs can be started.
    pub key: Option<Key>,
    /// The folder where games of persons are saved. Without one they end with the server.
    pub games: Option<PathBuf>,
    /// The folder of tournaments: it contains configs, and runs in its subfolder `results`. Without one there
    /// are no tournaments.
    pub tournaments: Option<PathBuf>,
    /// Whether other machines may start and stop tournaments.
    pub allow_tournaments: bool,
    /// The word list of tournaments, if not the built-in one.
    pub lexicon: Option<PathBuf>,
    /// The limits.
    pub limits: Limits,
}

impl Terms {
    /// Whether clients may start and stop tournaments.
    pub(crate) fn may_play_tournaments(&self) -> bool {
        self.loopback || self.allow_tournaments
    }
}

/// The limits of a server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Simultaneous rooms.
    pub rooms: usize,
    /// Rooms started by one client. A client is an IPv4 address or an IPv6 network.
    pub client_rooms: usize,
    /// Players that think simultaneously, that is, processors that they may use.
    pub thinkers: usize,
    /// Steps in progress, including those that wait for others.
    pub thinking: usize,
    /// The same for the rooms of one client.
    pub client_thinking: usize,
    /// The processor time of a step, excluding the time that it waits for others.
    pub step: Duration,
    /// Pages rendered simultaneously.
    pub pages: usize,
    /// The same for one client.
    pub client_pages: usize,
    /// The processor time for rendering a page.
    pub page: Duration,
    /// Simultaneous event streams.
    pub streams: usize,
    /// Simultaneous connections.
    pub connections: usize,
    /// Simultaneous connections of one client.
    pub client_connections: usize,
    /// Simultaneous tournaments.
    pub tournaments: usize,
    /// Games of persons kept in files. Beyond that, those of clients with more than an equal share are
    /// removed first.
    pub games_kept: usize,
    /// Games of a tournament, or of all runs of a sweep.
    pub games: u64,
    /// Rounds of a game.
    pub rounds: u16,
    /// Bytes of a request's body.
    pub body: usize,
    /// Bytes of a request's address.
    pub address: usize,
    /// Requests that a client may make at once; a fifth of that number becomes available again per second.
    pub burst: u32,
    /// How long a room without viewers is kept.
    pub forget: Duration,
    /// How long a game without persons continues by itself without viewers.
    pub unwatched: Duration,
    /// The minimum time between two pictures of a stream.
    pub frame: Duration,
    /// The minimum time between two pictures of a tournament.
    pub look: Duration,
}

/// For each page being rendered, up to this many may have started, including paused ones: a slow one blocks
/// no one.
const BEGUN: usize = 8;

impl Limits {
    /// Default number of people assumed to share an address: a class.
    pub const PEOPLE: u32 = 30;

    /// The same limits for this many people sharing an address, such as that of one router or proxy: one
    /// client may use as much as all of them need.
    #[must_use]
    pub fn shared_by(self, people: u32) -> Limits {
        let each = |number: usize| number.saturating_mul(people.max(1) as usize);
        Limits {
            client_rooms: each(8).min(self.rooms),
            client_connections: each(8).min(self.connections),
            client_thinking: each(2).min(self.thinking),
            // a quarter is left to others
            client_pages: each(2).min(self.pages - self.pages / 4),
            burst: people.max(1).saturating_mul(10),
            ..self
        }
    }

    pub(crate) fn page_shares(&self) -> Shares {
        Shares {
            turns: self.pages,
            client_turns: self.client_pages,
            begun: self.pages * BEGUN,
            client_begun: self.client_pages * BEGUN,
        }
    }

    /// The number of threads for everything that may be in progress.
    pub(crate) fn threads(&self) -> usize {
        self.thinking + self.page_shares().begun
    }
}

/// Enough for a class on one machine.
impl Default for Limits {
    fn default() -> Limits {
        let processors = available_parallelism().map_or(1, NonZeroUsize::get);
        Limits {
            rooms: 500,
            client_rooms: 240,
            thinkers: (processors - 1).max(1),
            thinking: 128,
            client_thinking: 60,
            step: Duration::from_secs(30),
            pages: 8,
            client_pages: 6,
            page: Duration::from_secs(10),
            streams: 1000,
            connections: 2000,
            client_connections: 240,
            tournaments: 2,
            games_kept: 2000,
            games: 1_000_000,
            rounds: 100,
            body: 64 << 10,
            address: 8 << 10,
            burst: 300,
            forget: Duration::from_secs(30 * 60),
            unwatched: Duration::from_secs(60),
            frame: Duration::from_millis(40),
            look: Duration::from_millis(500),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Limits;

    #[test]
    fn a_clients_allowance_grows_with_the_people_behind_it() {
        let terms = |people| {
            let Limits { client_rooms, client_thinking, client_pages, .. } =
                Limits::default().shared_by(people);
            [client_rooms, client_thinking, client_pages]
        };
        let (one, class) = (terms(1), terms(Limits::PEOPLE));
        assert!(one.iter().zip(&class).all(|(one, class)| one < class), "{one:?} {class:?}");
        let default = Limits::default();
        assert_eq!(class, [default.client_rooms, default.client_thinking, default.client_pages]);
        for people in [1, Limits::PEOPLE, u32::MAX] {
            let shares = Limits::default().shared_by(people).page_shares();
            assert!(shares.client_turns < shares.turns && shares.client_begun < shares.begun);
            assert!(shares.client_begun > 2 * shares.client_turns, "some can be paused");
        }
    }
}
