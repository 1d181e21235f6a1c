//! The state of a run, in words.

use crate::app::App;
use crate::tournaments::folder::RunPlace;
use crate::tournaments::run_queue::End;

/// The state of a run.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum State {
    /// It is being played here, at this many games per second.
    Playing { rate: Option<f64> },
    /// It is waiting for other runs of its sweep.
    Waiting,
    /// It is finishing the games in progress.
    Stopping,
    /// All games were played; the remark names benched players, if any.
    Finished(Option<String>),
    /// It was stopped here.
    Stopped(String),
    /// It failed.
    Failed(String),
    /// Some games are missing, and it is not being played here.
    Unfinished,
}

impl State {
    /// The state of a run; `is_whole`: all its games and its standings were written.
    pub(super) fn of(app: &App, run: &RunPlace, is_whole: bool) -> State {
        if let Some(progress) = app.queue.progress(&run.dir) {
            return match progress {
                own if own.stopping => State::Stopping,
                own if own.waits => State::Waiting,
                own => State::Playing { rate: own.rate },
            };
        }
        match app.queue.end(&run.dir) {
            Some(End::Finished(remark)) if is_whole => State::Finished(remark),
            _ if is_whole => State::Finished(None),
            Some(End::Failed(text)) => State::Failed(text),
            Some(End::Stopped(text)) => State::Stopped(text),
            _ => State::Unfinished,
        }
    }

    /// In a word or two.
    pub(super) fn word(&self) -> &'static str {
        match self {
            State::Playing { .. } => "playing",
            State::Waiting => "waiting",
            State::Stopping => "stopping",
            State::Finished(_) => "finished",
            State::Stopped(_) | State::Unfinished => "can be resumed",
            State::Failed(_) => "failed",
        }
    }

    /// Whether it is being played here.
    pub(super) fn is_played(&self) -> bool {
        matches!(self, State::Playing { .. } | State::Waiting | State::Stopping)
    }
}
