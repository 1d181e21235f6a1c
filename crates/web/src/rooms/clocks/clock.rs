//! Clocks of persons: how long each may think. The caller brings the time.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use tokio::time::Instant;

use lettergame_base::{Seat, SeatSet};

/// How long persons may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clock {
    /// At most this long for each move.
    Move(Duration),
    /// This long for all moves together, and some more after each.
    Game { time: Duration, increment: Duration },
}

/// The limits, in seconds.
const MOVE: std::ops::RangeInclusive<u64> = 5..=3600;
const GAME: std::ops::RangeInclusive<u64> = 30..=14_400;
const MAX_INCREMENT: u64 = 120;

impl Clock {
    /// The clock of a text: `30` for seconds per move, `300+5` for seconds per game and the increment; `None` for an
    /// empty text.
    pub(crate) fn read(text: &str) -> Result<Option<Clock>, String> {
        if text.is_empty() {
            return Ok(None);
        }
        let wrong = || {
            format!(
                "invalid clock `{text}`: expected seconds per move, {} to {}, or seconds per game and after each move, \
                 as in `300+5`: {} to {}, 0 to {MAX_INCREMENT}",
                MOVE.start(),
                MOVE.end(),
                GAME.start(),
                GAME.end()
            )
        };
        let seconds = |text: &str| text.parse::<u64>().ok();
        let clock = match text.split_once('+') {
            None => seconds(text)
                .filter(|own| MOVE.contains(own))
                .map(|own| Clock::Move(Duration::from_secs(own))),
            Some((time, increment)) => {
                let time = seconds(time).filter(|own| GAME.contains(own));
                let increment = seconds(increment).filter(|own| *own <= MAX_INCREMENT);
                time.zip(increment).map(|(time, increment)| Clock::Game {
                    time: Duration::from_secs(time),
                    increment: Duration::from_secs(increment),
                })
            }
        };
        clock.map(Some).ok_or_else(wrong)
    }

    /// The time at the start.
    fn full(self) -> Duration {
        match self {
            Clock::Move(time) | Clock::Game { time, .. } => time,
        }
    }
}

impl fmt::Display for Clock {
    /// `30 s per move`, `5 min + 5 s per game`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Clock::Move(time) => write!(f, "{} per move", long_text(*time)),
            Clock::Game { time, increment } if increment.is_zero() => {
                write!(f, "{} per game", long_text(*time))
            }
            Clock::Game { time, increment } => {
                write!(
                    f,
                    "{} per game, and {} for each move",
                    long_text(*time),
                    long_text(*increment)
                )
            }
        }
    }
}

/// `30 s`, `5 min`, `1 min 30 s`.
fn long_text(time: Duration) -> String {
    match (time.as_secs() / 60, time.as_secs() % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, 0) => format!("{minutes} min"),
        (minutes, seconds) => format!("{minutes} min {seconds} s"),
    }
}

/// The time that is left to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeLeft {
    pub(crate) left: Duration,
    pub(crate) is_running: bool,
}

impl fmt::Display for TimeLeft {
    /// `4:05`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.left.as_millis().div_ceil(1000);
        write!(f, "{}:{:02}", seconds / 60, seconds % 60)
    }
}

/// The clocks at a table.
#[derive(Debug)]
pub(crate) struct Clocks {
    clock: Clock,
    seats: BTreeMap<Seat, Watch>,
}

#[derive(Clone, Copy, Debug)]
struct Watch {
    /// When it was last stopped.
    left: Duration,
    /// Since when it has been running.
    since: Option<Instant>,
}

impl Watch {
    fn left(self, now: Instant) -> Duration {
        self.since.map_or(self.left, |since| {
            self.left.saturating_sub(now.saturating_duration_since(since))
        })
    }
}

impl Clocks {
    /// Stopped clocks for these seats.
    pub(crate) fn new(clock: Clock, persons: SeatSet) -> Clocks {
        let full = Watch { left: clock.full(), since: None };
        Clocks { clock, seats: persons.iter().map(|seat| (seat, full)).collect() }
    }

    /// From now on exactly the clocks of these seats are running.
    pub(crate) fn run(&mut self, running: SeatSet, now: Instant) {
        for (&seat, watch) in &mut self.seats {
            match (watch.since, running.contains(seat)) {
                (None, true) => {
                    if let Clock::Move(full) = self.clock {
                        watch.left = full;
                    }
                    watch.since = Some(now);
                }
                (Some(_), false) => {
                    let left = watch.left(now);
                    // who is out of time gets none back
                    watch.left = match self.clock {
                        Clock::Game { increment, .. } if !left.is_zero() => left + increment,
                        _ => left,
                    };
                    watch.since = None;
                }
                _ => {}
            }
        }
    }

    /// When the first running clock is at its end.
    pub(crate) fn next_end(&self) -> Option<Instant> {
        self.seats.values().filter_map(|watch| Some(watch.since? + watch.left)).min()
    }

    /// The seats whose running clocks are at their end.
    pub(crate) fn ended(&self, now: Instant) -> SeatSet {
        let ended = self
            .seats
            .iter()
            .filter(|(_, watch)| watch.since.is_some() && watch.left(now).is_zero());
        ended.map(|(&seat, _)| seat).collect()
    }

    /// Whether this seat has used up its time for the game.
    pub(crate) fn is_used_up(&self, seat: Seat, now: Instant) -> bool {
        let left = self.seats.get(&seat).map(|watch| watch.left(now));
        matches!(self.clock, Clock::Game { .. }) && left.is_some_and(|left| left.is_zero())
    }

    /// What is left to a seat.
    pub(crate) fn left(&self, seat: Seat, now: Instant) -> Option<TimeLeft> {
        let watch = self.seats.get(&seat)?;
        Some(TimeLeft { left: watch.left(now), is_running: watch.since.is_some() })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::{Clock, Clocks};
    use lettergame_base::{Seat, SeatSet};

    const SECOND: Duration = Duration::from_secs(1);

    fn clocks(text: &str) -> Clocks {
        Clocks::new(Clock::read(text).unwrap().unwrap(), SeatSet::all(2))
    }

    fn shown(clocks: &Clocks, now: Instant) -> Vec<String> {
        Seat::first(2).map(|seat| clocks.left(seat, now).unwrap().to_string()).collect()
    }

    #[test]
    fn clocks_are_seconds_per_move_or_per_game() {
        for (text, name) in [
            ("30", "30 s per move"),
            ("90", "1 min 30 s per move"),
            ("300+5", "5 min per game, and 5 s for each move"),
            ("600+0", "10 min per game"),
        ] {
            assert_eq!(Clock::read(text).unwrap().unwrap().to_string(), name);
        }
        assert_eq!(Clock::read(""), Ok(None));
        for bad in
            ["0", "4", "3601", "-5", "30s", "300+", "+5", "300+121", "29+1", "99999999999999999999"]
        {
            assert!(Clock::read(bad).unwrap_err().contains("invalid clock"), "{bad}");
        }
    }

    #[test]
    fn each_move_has_the_whole_time() {
        let (mut clocks, start) = (clocks("30"), Instant::now());
        assert_eq!(clocks.next_end(), None);
        clocks.run(SeatSet::all(2), start);
        let one = SeatSet::one(Seat::FIRST);
        clocks.run(SeatSet::all(2).without(one), start + 10 * SECOND);
        assert_eq!(shown(&clocks, start + 25 * SECOND), ["0:20", "0:05"]);
        assert_eq!(clocks.next_end(), Some(start + 30 * SECOND));
        assert!(clocks.ended(start + 29 * SECOND).is_empty());
        assert_eq!(clocks.ended(start + 30 * SECOND), SeatSet::all(2).without(one));
        clocks.run(one, start + 40 * SECOND);
        assert_eq!(shown(&clocks, start + 41 * SECOND), ["0:29", "0:00"]);
        assert!(
            !clocks.is_used_up(Seat::FIRST.opponent(), start + 41 * SECOND),
            "only of that move"
        );
    }

    #[test]
    fn the_time_of_a_game_is_kept_with_its_increments() {
        let (mut clocks, start) = (clocks("60+5"), Instant::now());
        let (one, other) = (SeatSet::one(Seat::FIRST), SeatSet::one(Seat::FIRST.opponent()));
        clocks.run(one, start);
        clocks.run(other, start + 20 * SECOND);
        assert_eq!(shown(&clocks, start + 30 * SECOND), ["0:45", "0:50"]);
        clocks.run(SeatSet::EMPTY, start + 80 * SECOND);
        assert_eq!(
            shown(&clocks, start + 90 * SECOND),
            ["0:45", "0:00"],
            "too late for an increment"
        );
        assert!(clocks.is_used_up(Seat::FIRST.opponent(), start + 90 * SECOND));
        clocks.run(one, start + 90 * SECOND);
        assert_eq!(clocks.next_end(), Some(start + 135 * SECOND));
    }
}
