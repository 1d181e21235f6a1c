//! Matches answers to questions.

use std::time::Duration;

use crate::link_event::LinkEvent;

/// What an answer's number refers to.
pub(super) enum AnswerMatch<T> {
    /// A question in progress, and how much of the game's time it used.
    Expected { ticket: T, late: Option<String>, took: Duration },
    /// A question whose answer is no longer awaited.
    Forgiven,
    /// A question that was answered before.
    Before(T),
    /// A question that was never asked.
    Unknown,
}

impl<T> AnswerMatch<T> {
    /// The event for an unexpected answer.
    pub(super) fn into_event(self, q: u64, quoted: &str) -> Option<LinkEvent<T>> {
        match self {
            AnswerMatch::Forgiven => None,
            AnswerMatch::Expected { ticket, .. } | AnswerMatch::Before(ticket) => {
                let text = format!("`{quoted}` answers ask {q} again; answer once");
                Some(LinkEvent::Twice(ticket, text))
            }
            AnswerMatch::Unknown => Some(LinkEvent::Noise(format!(
                "`{quoted}` answers ask {q}, which was never asked; copy the `q` of the ask"
            ))),
        }
    }
}
