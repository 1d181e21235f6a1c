//! Progress on standard error: a bar on a terminal, plain lines elsewhere, nothing when quiet.

use std::fmt;
use std::io::{self, IsTerminal};
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::cli::output::{is_dumb_terminal, remark};
use lettergame_base::Name;
use lettergame_report::{Format, Table, Tally, stderr_width};
use lettergame_tournament::Waiting;

/// The interval between two plain lines.
const LINE_EVERY: Duration = Duration::from_secs(5);

/// The interval between two updates of the leader.
const SHOWN_EVERY: Duration = Duration::from_millis(250);

pub(in crate::cli) enum Progress {
    Quiet,
    Bar { bar: ProgressBar, shown: Arc<Mutex<Shown>>, shown_at: Option<Instant> },
    Lines { what: &'static str, start: Start, last: Instant, total: u64 },
}

/// When the work is over.
#[derive(Clone, Copy)]
pub(in crate::cli) enum End {
    /// When all of it is done.
    Complete,
    /// When a question is answered: at the latest when all of it is done, or this time is over.
    Decided { most_time: Option<Duration> },
}

/// What the bar says besides the number done.
pub(in crate::cli) struct Shown {
    start: Start,
    so_far: String,
}

/// From where the pace is measured: the first result, since until then programs start and caches fill.
#[derive(Clone, Copy)]
pub(in crate::cli) struct Start {
    done: u64,
    at: Instant,
    has_result: bool,
    end: End,
}

impl Start {
    fn new(done: u64, end: End) -> Start {
        Start { done, at: Instant::now(), has_result: false, end }
    }

    fn note(&mut self, done: u64) {
        if !self.has_result && done > self.done {
            *self = Start { has_result: true, ..Start::new(done, self.end) };
        }
    }

    fn pace(&self, done: u64) -> Pace {
        let done = done.saturating_sub(self.done);
        Pace { done, elapsed: self.at.elapsed(), end: self.end }
    }
}

impl Progress {
    /// Progress of a run of `total` games or blocks, `done` of which are done.
    pub(in crate::cli) fn new(quiet: bool, what: &'static str, done: u64, total: u64) -> Progress {
        Progress::until(End::Complete, quiet, what, done..total)
    }

    /// Progress of blocks or deals, `total` of them at most, that are played until a question is answered.
    pub(in crate::cli) fn until_decided(
        quiet: bool,
        what: &'static str,
        total: u64,
        most_time: Option<Duration>,
    ) -> Progress {
        Progress::until(End::Decided { most_time }, quiet, what, 0..total)
    }

    fn until(end: End, quiet: bool, what: &'static str, range: Range<u64>) -> Progress {
        let Range { start: done, end: total } = range;
        if quiet {
            return Progress::Quiet;
        }
        let start = Start::new(done, end);
        if io::stderr().is_terminal() && !is_dumb_terminal() {
            let shown = Arc::new(Mutex::new(Shown { start, so_far: String::new() }));
            let width = || stderr_width().unwrap_or(USUAL_WIDTH);
            let bar = bar(what, total, Arc::clone(&shown), width);
            bar.set_position(done);
            return Progress::Bar { bar, shown, shown_at: None };
        }
        Progress::Lines { what, start, last: Instant::now(), total }
    }

    /// Reports the number done, and the result so far.
    pub(in crate::cli) fn update(&mut self, done: u64, so_far: impl FnOnce() -> String) {
        match self {
            Progress::Quiet => {}
            Progress::Bar { bar, shown, shown_at } => {
                locked(shown).start.note(done);
                // in some schedules, finding the leader takes a fit of ratings
                if shown_at.is_none_or(|at| at.elapsed() >= SHOWN_EVERY) {
                    *shown_at = Some(Instant::now());
                    let so_far = so_far();
                    locked(shown).so_far = so_far;
                }
                bar.set_position(done);
            }
            Progress::Lines { what, start, last, total } => {
                start.note(done);
                if last.elapsed() >= LINE_EVERY {
                    *last = Instant::now();
                    remark(&line(what, done, *total, &start.pace(done), &so_far()));
                }
            }
        }
    }

    /// Prints a table above the bar.
    pub(in crate::cli) fn show(&self, table: &Table) {
        let Ok(text) = table.render_within(Format::Table, stderr_width()) else { return };
        match self {
            Progress::Bar { bar, .. } => bar.suspend(|| remark(text.trim_end())),
            Progress::Quiet | Progress::Lines { .. } => remark(text.trim_end()),
        }
    }

    /// Prints a line at once, for a run whose first result may take long.
    pub(in crate::cli) fn begin(&self) {
        if let Progress::Lines { what, start, total, .. } = self
            && start.done < *total
        {
            remark(&format!("{} of {total} {what}, the first result is pending", start.done));
        }
    }

    pub(in crate::cli) fn finish(&self) {
        if let Progress::Bar { bar, .. } = self {
            bar.finish_and_clear();
        }
    }
}

fn locked(shown: &Mutex<Shown>) -> MutexGuard<'_, Shown> {
    shown.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The width of a terminal that does not tell its own.
const USUAL_WIDTH: usize = 80;

/// The columns of the bar itself and the space after it.
const BAR: usize = 13;

/// One line of a terminal of this width.
fn bar(
    what: &'static str,
    total: u64,
    shown: Arc<Mutex<Shown>>,
    width: impl Fn() -> usize + Clone + Send + Sync + 'static,
) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(10));
    let text = move |state: &ProgressState, out: &mut dyn fmt::Write| {
        let (done, total) = (state.pos(), state.len().unwrap_or(0));
        let percent = (100 * u128::from(done)).checked_div(total.into()).unwrap_or(100);
        let count = format!("{percent:>3} % {} of {} {what}", HumanCount(done), HumanCount(total));
        let shown = locked(&shown);
        let pace = shown.start.pace(done).texts(what, total.saturating_sub(done));
        let _ = out.write_str(&within(width().saturating_sub(BAR + 1), count, pace, &shown.so_far));
    };
    // the template is one of two, and a test renders it
    let style = ProgressStyle::with_template("{bar:12.cyan/blue} {text}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.set_style(style.with_key("text", text).progress_chars("━╸─"));
    bar
}

/// The shortest part of a result that says something.
const MIN_SO_FAR: usize = 12;

/// The count, the pace and the result within a width. What does not fit is left out or ends with an ellipsis:
/// first the result, then the rate, then the time left.
fn within(width: usize, count: String, mut pace: Vec<String>, so_far: &str) -> String {
    let joined =
        |pace: &[String]| pace.iter().fold(count.clone(), |text, part| text + " · " + part);
    while !pace.is_empty() && joined(&pace).chars().count() > width {
        pace.remove(0);
    }
    let text = joined(&pace);
    let left = width.saturating_sub(text.chars().count() + 1);
    let length = so_far.chars().count();
    match left {
        _ if length == 0 => text,
        _ if length <= left => text + " " + so_far,
        MIN_SO_FAR.. => text + " " + &so_far.chars().take(left - 1).collect::<String>() + "…",
        _ => text,
    }
}

/// The number done since the first result, and the time taken.
struct Pace {
    done: u64,
    elapsed: Duration,
    end: End,
}

impl Pace {
    /// The rate, and the time remaining once the rate is meaningful.
    fn texts(&self, what: &str, left: u64) -> Vec<String> {
        if self.done == 0 || self.elapsed.is_zero() {
            return Vec::new();
        }
        let rate = self.done as f64 / self.elapsed.as_secs_f64();
        let decimals = if rate < 9.95 { 1 } else { 0 };
        let mut texts = vec![format!("{rate:.decimals$} {what}/s")];
        let is_settled = self.elapsed >= STEADY || EARLY * self.done >= self.done + left;
        if self.done >= ENOUGH && self.elapsed >= SETTLED && is_settled {
            texts.push(self.time_left(left as f64 / rate));
        }
        texts
    }

    /// The time remaining, if all of it takes this many seconds.
    fn time_left(&self, seconds: f64) -> String {
        match self.end {
            End::Complete => format!("{} left", time_text(seconds)),
            End::Decided { most_time } => {
                let limit = most_time
                    .map_or(f64::INFINITY, |most| most.saturating_sub(self.elapsed).as_secs_f64());
                format!("at most {} if it stays undecided", time_text(seconds.min(limit)))
            }
        }
    }
}

/// The minimum number of games or blocks for a rate.
const ENOUGH: u64 = 4;

/// The minimum time for a rate.
const SETTLED: Duration = Duration::from_secs(2);

/// Programs are slow while they start: until this time, or until one in so many games is played, the rate says
/// little about the rest.
const STEADY: Duration = Duration::from_secs(10);
const EARLY: u64 = 20;

/// A duration in natural units: `45 s`, `12 min`, `3 h 20 min`, `4 days`.
fn time_text(seconds: f64) -> String {
    let minutes = (seconds / 60.0).round() as u64;
    match minutes {
        0..2 => format!("{seconds:.0} s"),
        2..90 => format!("{minutes} min"),
        90..2880 => format!("{} h {} min", minutes / 60, minutes % 60),
        _ => format!("{} days", minutes / 1440),
    }
}

/// The leader of a tournament, the player with the most faults, and the one that it waits for.
pub(in crate::cli) fn so_far(tally: &Tally, names: &[Name], waiting: Option<&Waiting>) -> String {
    joined([leader(tally), faults(tally), waited_for(names, waiting)])
}

/// The known parts, comma-separated.
pub(in crate::cli) fn joined(parts: impl IntoIterator<Item = String>) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// The player that games wait for, if any.
pub(in crate::cli) fn waited_for(names: &[Name], waiting: Option<&Waiting>) -> String {
    let text = waiting.and_then(|waiting| wait(names.get(waiting.player)?.as_str(), waiting));
    text.unwrap_or_default()
}

fn wait(name: &str, waiting: &Waiting) -> Option<String> {
    let seconds = waiting.since.as_secs_f64();
    let mean = match waiting.times.decisions {
        0 => 0.0,
        _ => waiting.times.mean_ms() / 1000.0,
    };
    if waiting.times.decisions == 0 || seconds >= LONG.max(2.0 * mean) {
        return Some(format!("waiting for {name}, {seconds:.1} s so far"));
    }
    (mean >= NOTICED).then(|| format!("waiting for {name}, {} s a decision", short(mean)))
}

/// A wait that is worth a word by itself, unless the player usually takes as long, in seconds.
const LONG: f64 = 1.0;

/// The shortest time of a decision that is worth a word, in seconds.
const NOTICED: f64 = 0.001;

/// Seconds with two significant digits.
fn short(seconds: f64) -> String {
    if seconds < 0.0995 { format!("{seconds:.3}") } else { format!("{seconds:.1}") }
}

/// A plain line.
fn line(what: &str, done: u64, total: u64, pace: &Pace, so_far: &str) -> String {
    let mut parts = vec![format!("{done} of {total} {what}")];
    parts.extend(pace.texts(what, total - done));
    parts.extend(Some(so_far.to_owned()).filter(|so_far| !so_far.is_empty()));
    parts.join(", ")
}

/// The leader of a tournament.
fn leader(tally: &Tally) -> String {
    tally.leader().map_or(String::new(), |(name, how)| format!("{name} leads {how}"))
}

/// The player with the most faults, if there are any, and how many others have some.
fn faults(tally: &Tally) -> String {
    let mut faulty = tally.totals();
    faulty.retain(|player| player.faults > 0);
    let Some(most) = faulty.iter().rev().max_by_key(|player| player.faults) else {
        return String::new();
    };
    let what = if most.faults == 1 { "fault" } else { "faults" };
    let others = match faulty.len() - 1 {
        0 => String::new(),
        more => format!(" (and {more} more with faults)"),
    };
    format!("{}: {} {what}{others}", most.player, most.faults)
}

#[cfg(test)]
mod tests {
    use indicatif::{InMemoryTerm, ProgressBar, ProgressDrawTarget};

    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use super::{End, Pace, Shown, Start, bar, faults, line, time_text, wait, within};
    use lettergame_base::{BySeat, Points, unique_names};
    use lettergame_plan::{GameScore, SeatScore};
    use lettergame_report::{SortKey, Tally};
    use lettergame_run::PlayerTimes;
    use lettergame_tournament::Waiting;

    #[test]
    fn the_plain_line_and_the_bar_say_the_same() {
        let pace = |done, seconds| Pace {
            done,
            elapsed: Duration::from_secs(seconds),
            end: End::Complete,
        };
        let shown = line("games", 250, 1000, &pace(250, 5), "zero leads with 25.0 % of wins");
        assert_eq!(
            shown,
            "250 of 1000 games, 50 games/s, 15 s left, zero leads with 25.0 % of wins"
        );
        assert_eq!(line("blocks", 0, 667, &pace(0, 9), ""), "0 of 667 blocks");
        assert_eq!(line("games", 3, 9, &pace(3, 60), ""), "3 of 9 games, 0.1 games/s");
        assert_eq!(line("games", 50, 90, &pace(50, 1), ""), "50 of 90 games, 50 games/s");
        assert_eq!(line("games", 5, 360, &pace(5, 9), ""), "5 of 360 games, 0.6 games/s");
        assert_eq!(
            line("games", 5, 360, &pace(5, 10), ""),
            "5 of 360 games, 0.5 games/s, 12 min left"
        );
    }

    #[test]
    fn a_question_takes_this_long_at_most() {
        let left = |most_time: Option<u64>| {
            let end = End::Decided { most_time: most_time.map(Duration::from_secs) };
            let pace = Pace { done: 50, elapsed: Duration::from_secs(10), end };
            line("blocks", 50, 10_000, &pace, "")
        };
        let at_most = |time| {
            format!("50 of 10000 blocks, 5.0 blocks/s, at most {time} if it stays undecided")
        };
        assert_eq!(left(None), at_most("33 min"));
        assert_eq!(left(Some(100)), at_most("2 min"));
        assert_eq!(left(Some(3)), at_most("0 s"));
    }

    #[test]
    fn before_the_first_game_it_names_the_player_waited_for() {
        let since = Duration::from_millis(1300);
        let mut waiting = Waiting { player: 1, since, times: PlayerTimes::default() };
        assert_eq!(wait("bob", &waiting).unwrap(), "waiting for bob, 1.3 s so far");
        let none = Pace { done: 0, elapsed: since, end: End::Complete };
        waiting.times = PlayerTimes { decisions: 10, total_ms: 14_000.0, ..waiting.times };
        let shown = line("games", 0, 1000, &none, &wait("bob", &waiting).unwrap());
        assert_eq!(shown, "0 of 1000 games, waiting for bob, 1.4 s a decision");
        waiting.times.total_ms = 4.0;
        assert_eq!(wait("bob", &waiting).unwrap(), "waiting for bob, 1.3 s so far");
        (waiting.times.total_ms, waiting.since) = (123.0, Duration::from_millis(13));
        assert_eq!(wait("bob", &waiting).unwrap(), "waiting for bob, 0.012 s a decision");
        waiting.times.total_ms = 4.0;
        assert_eq!(wait("bob", &waiting), None, "not the one that takes the time");
    }

    #[test]
    fn the_player_with_the_most_faults_is_named() {
        let mut tally = Tally::new(&unique_names(&["ann", "dan", "eve"]), SortKey::WinShare);
        let mut play = |faulty: [bool; 3]| {
            let seats = BySeat::from_fn(3, |seat| SeatScore {
                player: seat.index(),
                points: Points(0),
                place: 1,
                faulty: faulty[seat.index()],
                failed: false,
                benched: false,
            });
            tally.add(&GameScore { game: 0, deal: 0, seats });
            faults(&tally)
        };
        assert_eq!(play([false, false, false]), "");
        assert_eq!(play([false, true, false]), "dan: 1 fault");
        assert_eq!(play([false, true, true]), "dan: 2 faults (and 1 more with faults)");
    }

    #[test]
    fn times_are_formatted_for_people() {
        for (seconds, text) in [
            (0.4, "0 s"),
            (89.0, "89 s"),
            (91.0, "2 min"),
            (1421.0, "24 min"),
            (12_000.0, "3 h 20 min"),
            (400_000.0, "4 days"),
        ] {
            assert_eq!(time_text(seconds), text);
        }
    }

    #[test]
    fn the_pace_is_measured_from_the_first_result() {
        let mut start = Start::new(10, End::Complete);
        start.note(10);
        assert!(!start.has_result);
        start.note(74);
        start.note(138);
        assert_eq!((start.done, start.pace(138).done), (74, 64));
    }

    #[test]
    fn what_does_not_fit_in_a_line_ends_with_an_ellipsis_or_is_left_out() {
        let pace = || vec!["50 games/s".to_owned(), "41 s left".to_owned()];
        let shown =
            |width| within(width, " 25 % 5 of 20 games".to_owned(), pace(), "zero leads with 25 %");
        assert_eq!(shown(70), " 25 % 5 of 20 games · 50 games/s · 41 s left zero leads with 25 %");
        assert_eq!(shown(62), " 25 % 5 of 20 games · 50 games/s · 41 s left zero leads with …");
        assert_eq!(shown(50), " 25 % 5 of 20 games · 50 games/s · 41 s left");
        assert_eq!(shown(40), " 25 % 5 of 20 games · 41 s left");
        assert_eq!(shown(25), " 25 % 5 of 20 games");
    }

    #[test]
    fn the_bar_shows_games_and_leader_on_one_line() {
        for (columns, leader) in [
            (200, "zero leads with 25.0 % of wins"),
            (80, "zero leads with 25.0 % of wins"),
            (70, "zero leads with 25.0 %…"),
            (60, "games"),
        ] {
            let term = InMemoryTerm::new(4, columns);
            let so_far = "zero leads with 25.0 % of wins".to_owned();
            let shown =
                Arc::new(Mutex::new(Shown { start: Start::new(250_000, End::Complete), so_far }));
            let bar: ProgressBar = bar("games", 1_000_000, shown, move || columns.into());
            bar.set_position(250_000);
            bar.set_draw_target(ProgressDrawTarget::term_like(Box::new(term.clone())));
            bar.tick();
            let shown = term.contents();
            assert!(shown.contains("25 % 250,000 of 1,000,000 games"), "{shown}");
            assert!(shown.contains(leader), "{shown}");
            assert_eq!(shown.lines().count(), 1, "{shown}");
            assert!(shown.chars().count() <= columns.into(), "{shown}");
        }
    }
}
