//! Progress on standard error: a bar on a terminal, plain lines elsewhere, nothing when quiet.

use std::fmt;
use std::io::{self, IsTerminal};
use std::ops::Range;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::cli::output::{is_dumb_terminal, remark};
use lettergame_core::base::Name;
use lettergame_report::Tally;
use lettergame_tournament::Waiting;

/// The interval between two plain lines.
const LINE_EVERY: Duration = Duration::from_secs(5);

/// The interval between two updates of the leader.
const SHOWN_EVERY: Duration = Duration::from_millis(250);

pub(super) enum Progress {
    Quiet,
    Bar { bar: ProgressBar, shown_at: Option<Instant> },
    Lines { what: &'static str, started: Instant, last: Instant, first: u64, total: u64, end: End },
}

/// When the work is over.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// When all of it is done.
    Complete,
    /// When a question is answered: at the latest when all of it is done, or this time is over.
    Decided { most_time: Option<Duration> },
}

impl Progress {
    /// Progress of a run of `total` games or blocks, `done` of which are done.
    pub(super) fn new(quiet: bool, what: &'static str, done: u64, total: u64) -> Progress {
        Progress::until(End::Complete, quiet, what, done..total)
    }

    /// Progress of blocks or deals, `total` of them at most, that are played until a question is answered.
    pub(super) fn until_decided(
        quiet: bool,
        what: &'static str,
        total: u64,
        most_time: Option<Duration>,
    ) -> Progress {
        Progress::until(End::Decided { most_time }, quiet, what, 0..total)
    }

    fn until(end: End, quiet: bool, what: &'static str, range: Range<u64>) -> Progress {
        let Range { start: first, end: total } = range;
        if quiet {
            return Progress::Quiet;
        }
        if io::stderr().is_terminal() && !is_dumb_terminal() {
            return Progress::Bar { bar: bar(what, first, total, end), shown_at: None };
        }
        let now = Instant::now();
        Progress::Lines { what, started: now, last: now, first, total, end }
    }

    /// Reports the number done, and the result so far.
    pub(super) fn update(&mut self, done: u64, so_far: impl FnOnce() -> String) {
        match self {
            Progress::Quiet => {}
            Progress::Bar { bar, shown_at } => {
                // in some schedules, finding the leader takes a fit of ratings
                if shown_at.is_none_or(|at| at.elapsed() >= SHOWN_EVERY) {
                    *shown_at = Some(Instant::now());
                    bar.set_message(so_far());
                }
                bar.set_position(done);
            }
            Progress::Lines { what, started, last, first, total, end } => {
                if last.elapsed() >= LINE_EVERY {
                    *last = Instant::now();
                    let pace = Pace { done: done - *first, elapsed: started.elapsed(), end: *end };
                    remark(&line(what, done, *total, &pace, &so_far()));
                }
            }
        }
    }

    /// Prints a line at once, for a run whose first result may take long.
    pub(super) fn begin(&self) {
        if let Progress::Lines { what, first, total, .. } = self
            && first < total
        {
            remark(&format!("{first} of {total} {what}, the first result is pending"));
        }
    }

    pub(super) fn finish(&self) {
        if let Progress::Bar { bar, .. } = self {
            bar.finish_and_clear();
        }
    }
}

/// One line of a terminal, truncated if the terminal is narrow.
fn bar(what: &'static str, done: u64, total: u64, end: End) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(10));
    let template = format!(
        "{{bar:12.cyan/blue}} {{percent:>3}} % {{human_pos}} of {{human_len}} {what}{{pace}} {{wide_msg}}"
    );
    // the template is one of two, and a test renders it
    bar.set_style(style(&template, what, done, end).progress_chars("━╸─"));
    bar.set_position(done);
    bar.reset_eta();
    bar
}

fn style(template: &str, what: &'static str, first: u64, end: End) -> ProgressStyle {
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("pace", move |state: &ProgressState, out: &mut dyn fmt::Write| {
            let done = state.pos().saturating_sub(first);
            let pace = Pace { done, elapsed: state.elapsed(), end };
            let left = state.len().unwrap_or(0).saturating_sub(state.pos());
            for text in pace.texts(what, left) {
                let _ = write!(out, " · {text}");
            }
        })
}

/// The number done since the start, and the time taken.
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
        if self.done >= ENOUGH && self.elapsed >= SETTLED {
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

/// The minimum time for a rate: programs start, caches fill.
const SETTLED: Duration = Duration::from_secs(2);

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

/// The leader of a tournament, and the player that it waits for.
pub(super) fn so_far(tally: &Tally, names: &[Name], waiting: Option<&Waiting>) -> String {
    joined([leader(tally), waited_for(names, waiting)])
}

/// The known parts, comma-separated.
pub(super) fn joined(parts: [String; 2]) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// The player that games wait for, if any.
pub(super) fn waited_for(names: &[Name], waiting: Option<&Waiting>) -> String {
    let text = waiting.and_then(|waiting| Some(wait(names.get(waiting.player)?.as_str(), waiting)));
    text.unwrap_or_default()
}

fn wait(name: &str, waiting: &Waiting) -> String {
    let seconds = waiting.since.as_secs_f64();
    match waiting.times.decisions {
        0 => format!("waiting for {name}, {seconds:.1} s so far"),
        _ => {
            let mean = waiting.times.mean_ms() / 1000.0;
            format!("waiting for {name}, {} s a decision", short(mean))
        }
    }
}

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

#[cfg(test)]
mod tests {
    use indicatif::{InMemoryTerm, ProgressBar, ProgressDrawTarget};

    use std::time::Duration;

    use super::{End, Pace, bar, line, time_text, wait};
    use lettergame_tournament::{PlayerTimes, Waiting};

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
        assert_eq!(wait("bob", &waiting), "waiting for bob, 1.3 s so far");
        let none = Pace { done: 0, elapsed: since, end: End::Complete };
        waiting.times = PlayerTimes { decisions: 10, total_ms: 14_000.0, ..waiting.times };
        let shown = line("games", 0, 1000, &none, &wait("bob", &waiting));
        assert_eq!(shown, "0 of 1000 games, waiting for bob, 1.4 s a decision");
        waiting.times.total_ms = 123.0;
        assert_eq!(wait("bob", &waiting), "waiting for bob, 0.012 s a decision");
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
    fn the_bar_shows_games_and_leader_on_one_line() {
        for (columns, leader) in [(200, "zero leads with 25.0 % of wins"), (80, "zero leads with")]
        {
            let term = InMemoryTerm::new(4, columns);
            let bar: ProgressBar = bar("games", 250_000, 1_000_000, End::Complete);
            bar.set_draw_target(ProgressDrawTarget::term_like(Box::new(term.clone())));
            bar.set_message("zero leads with 25.0 % of wins");
            bar.tick();
            let shown = term.contents();
            assert!(shown.contains("25 % 250,000 of 1,000,000 games"), "{shown}");
            assert!(shown.contains(leader), "{shown}");
            assert_eq!(shown.lines().count(), 1, "{shown}");
            assert!(shown.chars().count() <= columns.into(), "{shown}");
        }
    }
}
