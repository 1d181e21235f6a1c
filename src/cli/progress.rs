//! Progress on standard error: a bar on a terminal, plain lines elsewhere, nothing when quiet.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::output::remark;
use crate::report::Tally;

/// Time between two plain lines.
const LINE_EVERY: Duration = Duration::from_secs(5);

pub(super) enum Progress {
    Quiet,
    Bar(ProgressBar),
    Lines { what: &'static str, started: Instant, last: Instant, first: u64, total: u64 },
}

impl Progress {
    /// Progress of a run of `total` games or blocks, `done` of which are done.
    pub(super) fn new(quiet: bool, what: &'static str, done: u64, total: u64) -> Progress {
        if quiet {
            return Progress::Quiet;
        }
        if io::stderr().is_terminal() {
            return Progress::Bar(bar(what, done, total));
        }
        let now = Instant::now();
        Progress::Lines { what, started: now, last: now, first: done, total }
    }

    /// Tells that so many are done, and what they say so far.
    pub(super) fn update(&mut self, done: u64, so_far: impl FnOnce() -> String) {
        match self {
            Progress::Quiet => {}
            Progress::Bar(bar) => {
                bar.set_message(so_far());
                bar.set_position(done);
            }
            Progress::Lines { what, started, last, first, total } => {
                if last.elapsed() >= LINE_EVERY {
                    *last = Instant::now();
                    let rate = (done - *first) as f64 / started.elapsed().as_secs_f64();
                    remark(&line(what, done, *total, rate, &so_far()));
                }
            }
        }
    }

    pub(super) fn finish(&self) {
        if let Progress::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

fn bar(what: &'static str, done: u64, total: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(10));
    let template = format!(
        "{{bar:30.cyan/blue}} {{percent:>3}} % {{human_pos}} of {{human_len}} {what} · \
         {{per_sec}} · {{eta}} left · {{msg}}"
    );
    // the template is one of two, and a test draws it
    bar.set_style(style(&template, what).progress_chars("━╸─"));
    bar.set_position(done);
    bar.reset_eta();
    bar
}

fn style(template: &str, what: &'static str) -> ProgressStyle {
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key(
            "per_sec",
            move |state: &indicatif::ProgressState, out: &mut dyn std::fmt::Write| {
                let _ = write!(out, "{:.0} {what}/s", state.per_sec());
            },
        )
}

/// A plain line, for a `rate` a second.
fn line(what: &str, done: u64, total: u64, rate: f64, so_far: &str) -> String {
    let left = (total - done) as f64 / rate.max(1e-9);
    format!("{done} of {total} {what}, {rate:.0} {what}/s, {left:.0} s left, {so_far}")
}

/// Who leads a tournament.
pub(super) fn leader(tally: &Tally) -> String {
    tally.leader().map_or(String::new(), |(name, mean)| format!("{name} leads with {mean:.1}"))
}

#[cfg(test)]
mod tests {
    use indicatif::{InMemoryTerm, ProgressBar, ProgressDrawTarget};

    use super::{bar, line};

    #[test]
    fn a_plain_line_says_the_same_as_the_bar() {
        let shown = line("games", 250, 1000, 50.0, "zero leads with 100.0");
        assert_eq!(shown, "250 of 1000 games, 50 games/s, 15 s left, zero leads with 100.0");
    }

    #[test]
    fn the_bar_shows_games_and_leader() {
        let term = InMemoryTerm::new(4, 200);
        let bar: ProgressBar = bar("games", 250, 1000);
        bar.set_draw_target(ProgressDrawTarget::term_like(Box::new(term.clone())));
        bar.set_message("zero leads with 100.0");
        bar.tick();
        let shown = term.contents();
        assert!(shown.contains("25 % 250 of 1,000 games"), "{shown}");
        assert!(shown.contains("games/s") && shown.contains("zero leads with 100.0"), "{shown}");
    }
}
